/* Push or fold: a slider over stacks, the value as a curve, the pieces of the stacks, a proof. */

import { complaint, ranked, readNumber, sum, trimNoise, withDecimalPoint } from "./amounts.js";
import { Slider, button, unfolding } from "./controls.js";
import { Curve } from "./curve.js";
import { isMixed } from "./counts.js";
import { make } from "./elements.js";
import { prove } from "./proof.js";
import { worthOfRealGame } from "./real-game.js";
import { sign } from "./solution.js";
import { Tool, chips } from "./tool.js";
import { counted, percent } from "./words.js";
/** @import { State } from "./betting.js" */
/** @import { Reply } from "./locks.js" */
/** @import { Solution } from "./solution.js" */
/** @import { Reproduction, Shared, ToolData } from "./tool.js" */
/** @import { View } from "./views.js" */

/** The small blind and the big blind. */
const PUSHER = 0;
const CALLER = 1;
/** What either plays who does not fold. */
const ACTIONS = ["push", "call"];
/** What the command calls either. */
const SEATS = ["small", "big"];

/** How a change of a share may be typed: +20%, 20% more, -10%, 10% fewer. */
const CHANGE = /^(?:([+-])\s*([\d.]+)\s*%|([\d.]+)\s*%\s*(more|fewer|less))$/i;

/** The settings that buttons set. */
const PRESETS = [
    { label: "10 big blinds", stack: "10", dead: "0" },
    { label: "15 big blinds", stack: "15", dead: "0" },
    { label: "20 big blinds", stack: "20", dead: "0" },
    { label: "10 big blinds, big-blind ante", stack: "10", dead: "1" },
    { label: "20 big blinds, big-blind ante", stack: "20", dead: "1" },
];

/** How often each hand of a player does not fold.
@param {Solution} solution @param {number} player */
function playedBy(solution, player) {
    const plan = solution.plans[player];
    return plan[plan.length - 1];
}

/** Whether a player may choose, and is not all-in by force.
@param {Solution} solution @param {number} player */
function hasChoice(solution, player) {
    const [{ first, stop }] = solution.game.tree.informationSets[player];
    return stop - first > 1;
}

export class PushFold extends Tool {
    /** @type {typeof Tool.settings} */
    static settings = {
        stack: { start: "10" },
        other: { start: "", label: "Big blind's stack, if different" },
        sb: { start: "0.5", label: "Small blind" },
        bb: { start: "1", label: "Big blind" },
        ante: { start: "0", label: "Ante" },
        dead: { start: "0", label: "Big-blind ante" },
    };
    static start = { hand: "K5s" };
    unit = "bb";
    /** What is said of the hands that mix. */
    mixers = make("p");
    proof = make("span", { role: "status" });
    /** The game of which the proof speaks. @type {Solution | undefined} */
    proven;

    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} given */
    constructor(...given) {
        super(...given);
        const { stacks, values, ends } = this.data;
        this.slider = this.inputs.addSlider(
            this.root, "stack", "Stack", "big blinds", stacks);
        const presets = PRESETS.map(({ label, ...setting }) =>
            button(label, () => this.change({ ...this.settingOf(this.start), ...setting })));
        this.blindsTitle = make("span");
        this.blinds = unfolding(this.blindsTitle, this.controls, make("p",
            "Stacks are before blinds and antes. The big-blind ante comes out of the big "
            + "blind's stack first."), make("p.explorer-presets", ...presets));
        this.more.prepend(this.blinds);
        this.callerSlider = new Slider("The big blind calls", "% of all hands", [],
            (percentage, gesture) => this.setCaller(percentage, gesture));
        this.callerSlider.element.classList.add("explorer-looser");
        this.callerSlider.asItWas = "the big blind's calls as they were";
        /** What a change of the share has come to. */
        this.callerNote = make("p", { role: "status" });
        const { box, element } = this.callerSlider;
        this.slider.element.nextElementSibling?.after(
            ...this.inputs.withNote(this.callerSlider, box, element), this.callerNote);
        this.painterLink = make("a");
        this.report.losses.after(this.painterLink);
        this.previousPiece = button("Previous piece", () => this.goToPiece(this.piece - 1));
        this.nextPiece = button("Next piece", () => this.goToPiece(this.piece + 1));
        this.curve = new Curve(stacks, values, ends);
        this.more.after(this.curve.element,
            make("div.explorer-mixing", this.mixers, this.previousPiece, this.nextPiece),
            make("p.explorer-proof",
                button("Prove it exactly", () => this.sayProof()), " ", this.proof));
    }

    /* ---- the proof ---- */

    /** Have both best responses worked out in integers, and say what comes of it. */
    sayProof() {
        const { state, solution, solver } = this;
        this.proven = solution;
        if (state.locks) this.proof.replaceChildren("Free what is locked first.");
        else if (solver.busy || !solution) this.proof.replaceChildren("Not solved.");
        else if (!hasChoice(solution, PUSHER) || !hasChoice(solution, CALLER))
            this.proof.replaceChildren("A forced all-in leaves no choice.");
        else this.proof.replaceChildren(...this.prove(solution));
    }

    /** What a proof comes to, and its certificate. @param {Solution} solution
    @returns {(string | Node)[]} */
    prove(solution) {
        const { stack, other, sb, bb, ante, dead } = this.state;
        const chances = [playedBy(solution, PUSHER), playedBy(solution, CALLER)];
        let proof;
        try {
            proof = prove(this.deal.counts, [stack, other || stack, sb, bb, ante, dead], chances);
        } catch (error) {
            return [`Not proven: ${/** @type {Error} */ (error).message}.`];
        }
        const { lower, upper, mixed, certificate } = proof;
        if (lower !== upper)
            return [`Not proven: the strategies guarantee ${lower} and ${upper}.`];
        const text = JSON.stringify(certificate, null, 1);
        const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
        return [`Proven: with ${mixed} of the pushes and of the calls mixed, both best `
            + "responses earn exactly ", make("code", lower), " big blinds. Take the ",
            make("a", { href, download: "certificate.json" }, "certificate"), "."];
    }

    /* ---- the pieces ---- */

    /** The shorter stack, in big blinds. */
    effectiveStack({ stack, other, bb } = this.state) {
        return trimNoise(Math.min(chips(stack), chips(other || stack)) / chips(bb));
    }

    /** The number of the piece that the stack is in. */
    get piece() {
        const stack = this.effectiveStack();
        return this.data.ends.slice(0, -1).findLastIndex(end => end <= stack);
    }

    /** Show the middle of a piece. @param {number} piece */
    goToPiece(piece) {
        const { ends } = this.data;
        const blinds = Number(((ends[piece] + ends[piece + 1]) / 2).toPrecision(9));
        this.change({ stack: String(trimNoise(blinds * chips(this.state.bb))), other: "" });
    }

    /** Whether the blinds are 1/2 and 1 big blind, without antes. */
    get hasPlainBlinds() {
        const { sb, bb, ante, dead } = this.state;
        return 2 * chips(sb) === chips(bb) && !chips(ante) && !chips(dead);
    }

    /** Whether nothing but the stack is set: then the pieces are known. */
    get isPlain() {
        return this.hasPlainBlinds && !this.state.locks;
    }

    /** Move the marker of the curve, and say which hands mix, between which ends. */
    showPiece() {
        const { data: { ends }, solution, piece } = this, stack = this.effectiveStack();
        if (solution !== this.proven) this.proof.replaceChildren();
        const isOn = this.isPlain && stack >= ends[0] && stack <= ends[ends.length - 1];
        this.curve.mark(stack, solution.value, isOn);
        const place = isOn ? `Piece ${piece + 1} of ${ends.length - 1}, from `
            + `${ends[piece].toFixed(4)} to ${ends[piece + 1].toFixed(4)} big blinds. ` : "";
        const mixed = [PUSHER, CALLER].filter(player => !this.isBlend(player))
            .map(player => this.mixedText(player));
        this.mixers.textContent = `${place}Mixed: ${mixed.join(", ")}.`;
        this.previousPiece.disabled = !isOn || !ends[piece - 1];
        this.nextPiece.disabled = !isOn || !ends[piece + 2];
    }

    /** Whether a chart mixes what is locked with what is not, which is no player's own play.
    @param {number} player */
    isBlend(player) {
        return this.solution.belief < 1 && 0 in this.question.locks[player];
    }

    /** Which hands a player mixes, in words. @param {number} player */
    mixedText(player) {
        const played = playedBy(this.solution, player);
        const mixed = this.hands.flatMap((name, hand) =>
            isMixed(played[hand]) ? [`${name} ${percent(played[hand], 2)}`] : []);
        return `of the ${["pushes", "calls"][player]} ${mixed.join(", ") || "nothing"}`;
    }

    /* ---- a caller who is too loose or too tight ---- */

    /** How many of all hands call, in percent. @param {ArrayLike<number>} calls */
    percentageOf(calls) {
        const { combos } = this.deal, called = sum(combos.map((many, i) => many * calls[i]));
        return Number((100 * called / sum(combos)).toFixed(1));
    }

    /** Calls of a percentage of all hands: those to which calling an optimal push earns most.
    @param {Solution} solution @param {number} percentage */
    bestCalls(solution, percentage) {
        const { combos } = this.deal;
        const gains = combos.map((_, hand) =>
            solution.earns(CALLER, 0, 1, [hand]) - solution.earns(CALLER, 0, 0, [hand]));
        const calls = combos.map(() => 0);
        let left = sum(combos) * percentage / 100;
        for (const hand of ranked(gains)) {
            calls[hand] = Math.min(Math.max(left / combos[hand], 0), 1);
            left -= combos[hand];
        }
        return calls;
    }

    /** How many call who are asked to by a text, in percent, and whether it says by how much that
    differs from an optimal share; NaN if it says neither.
    @param {string} text @param {number} optimal */
    readShare(text, optimal) {
        const typed = withDecimalPoint(text.trim()).replace("−", "-");
        const [change, mark, signed, plain, word] = typed.match(CHANGE) ?? [];
        if (!change) return {
            percentage: typed.startsWith("+") ? NaN : readNumber(typed.replace(/\s*%$/, "")),
            isChange: false,
        };
        const by = readNumber(signed ?? plain) / 100;
        const isLess = mark === "-" || word !== undefined && word.toLowerCase() !== "more";
        const percentage = Number((optimal * (isLess ? 1 - by : 1 + by)).toFixed(1));
        return { percentage, isChange: true };
    }

    /** Lock so many calls, in percent; as many as he calls if he is free are free.
    @param {string} text @param {object} [gesture] */
    setCaller(text, gesture) {
        const { unlocked, locker, views, inputs, callerSlider } = this;
        if (!unlocked) return;
        const optimal = this.percentageOf(playedBy(unlocked, CALLER));
        const { percentage, isChange } = this.readShare(text, optimal);
        this.callerNote.textContent = "";
        if (!(percentage >= 0 && percentage <= 100)) {
            const given = complaint(text.trim().slice(0, 20), "a number from 0 to 100");
            inputs.refuse(callerSlider, `${callerSlider.label}: ${given}. A change such as `
                + "+20% or 10% fewer is counted from his optimal share");
            return;
        }
        inputs.accept(callerSlider);
        const ranges = locker.ranges.filter(({ player }) => player !== CALLER);
        if (percentage !== this.freeShare) {
            const range = this.writeWeights(this.bestCalls(unlocked, percentage), 4);
            ranges.push({ player: CALLER, history: views[CALLER].history, range });
        }
        locker.replaceRanges(ranges, gesture);
        if (this.solution) this.showCaller();
        if (isChange) this.callerNote.textContent =
            `${text.trim()}, counted from his optimal ${optimal}%: he calls ${percentage}%.`;
    }

    /** How many call if the big blind is free, in percent, as far as it is known. */
    get freeShare() {
        const { solution, unlocked, question: { locks } } = this;
        const free = 0 in locks[CALLER] && !(0 in locks[PUSHER]) ? unlocked : solution;
        return 0 in locks[CALLER] && 0 in locks[PUSHER] || !free ? undefined
            : this.percentageOf(playedBy(free, CALLER));
    }

    /** Let the slider say how many call, how many are optimal and, where the small blind's range is
    locked, how many are the best reply to that. */
    showCaller() {
        const { unlocked, callerSlider: slider, solution, freeShare, question: { locks } } = this;
        const locked = locks[CALLER][0];
        const optimal = unlocked && this.percentageOf(playedBy(unlocked, CALLER));
        const reply = 0 in locks[PUSHER] ? freeShare : undefined;
        slider.element.hidden = !hasChoice(solution, CALLER);
        const marked = [optimal, reply].filter(share => share !== undefined);
        slider.choices = [...Array(101).keys(), ...marked].sort((a, b) => a - b);
        slider.unit = `% of all hands, optimal ${optimal === undefined ? "…" : `${optimal}%`}`
            + (reply === undefined ? "" : `, best reply to what is locked ${reply}%`);
        slider.show(String(locked ? this.percentageOf(locked[1]) : freeShare));
    }

    /** Let the link to the chart that is painted carry the small blind's locked range, as far as
    that chart holds it: each of its hands is pushed or folded, at up to so many big blinds. */
    showPainterLink() {
        const { painterLink, hands, question: { locks }, data: { ends } } = this;
        const stack = this.effectiveStack(), pushes = locks[PUSHER][0]?.[1];
        const isHeld = stack >= ends[0] && stack <= ends[ends.length - 1];
        if (pushes && isHeld && this.hasPlainBlinds) {
            const held = hands.filter((_, hand) => pushes[hand] >= 0.5);
            painterLink.href = `index.html#chart=${[stack, ...held].join("+")}`;
            painterLink.textContent = "What my chart loses, beside SAGE's"
                + (pushes.some(isMixed) ? " (hands that it mixes are pushed from a half up)" : "");
        } else {
            painterLink.href = "index.html#what-does-your-chart-lose";
            painterLink.textContent = "Paint a chart, and see what it loses beside SAGE's";
        }
    }

    /* ---- what tools do otherwise ---- */

    /** @type {Tool["recall"]} */
    recall(changes) {
        super.recall(changes);
        if (this.differingBlinds.length) this.blinds.open = true;
    }

    /** Which blinds, antes and other stacks are not as at first. */
    get differingBlinds() {
        return this.keys.filter(key => key !== "stack" && this.state[key] !== this.start[key]);
    }

    show() {
        const bigBlind = chips(this.state.bb), differing = this.differingBlinds;
        this.blindsTitle.textContent = "Blinds, antes, unequal stacks"
            + (differing.length ? `: ${this.settingsText(differing)}` : "");
        this.slider.unit = bigBlind === 1 ? "big blinds" : "chips";
        this.slider.choices = this.data.stacks.map(stack => trimNoise(stack * bigBlind));
        this.callerNote.textContent = "";
        this.showPainterLink();
        super.show();
    }

    /** @param {boolean} isShown */
    showCharts(isShown) {
        super.showCharts(isShown);
        this.mixers.hidden = !isShown;
    }

    /** @type {Tool["drawGame"]} */
    drawGame(solution, views) {
        this.showPiece();
        if (views === this.views) this.showCaller();
        views[PUSHER].draw(solution, 0, "Small blind, opening");
        views[CALLER].draw(solution, 0, "Big blind, facing a push");
    }

    /** @param {View} view @param {number} selected @param {number} marked */
    belowActions({ solution, player }, selected, marked) {
        const faced = player === CALLER ? "pushes" : "calls";
        const range = playedBy(solution, 1 - player);
        const met = this.deal.multiply(player, false, range)[marked];
        const won = this.deal.multiply(player, true, range)[marked];
        const equity = percent((1 + sign(player) * won / met) / 2, 1);
        return [make("p.explorer-equity", met ? `${this.hands[marked]} has ${equity} `
            + `against the ${faced} it meets.` : `It meets no ${faced}.`)];
    }

    /** @param {State} state @param {Reply} [reply] @returns {Reproduction} */
    reproduction({ stack, other, sb, bb, ante, dead }, reply) {
        const stacks = other ? `("${stack}", "${other}")` : `"${stack}"`;
        const tree = `betting.push_fold(${stacks}, "${sb}", "${bb}", "${ante}", "${dead}")`;
        let options = `push-fold --stack ${stack} --small-blind ${sb} --big-blind ${bb}`;
        if (chips(ante)) options += ` --ante ${ante}`;
        if (chips(dead)) options += ` --big-blind-ante ${dead}`;
        const note = chips(bb) === 1 ? ""
            : `. There, values are in chips: ${bb} make a big blind.`;
        if (reply?.risk === undefined) return { command: !other && options, code: tree, note };
        const { replier } = reply, lockedPlayer = 1 - replier, action = ACTIONS[lockedPlayer];
        const risk = trimNoise(Number((reply.risk * chips(bb)).toFixed(6)));
        const range = this.writeStrategy(["fold", action], this.question.locks[lockedPlayer][0]);
        return {
            includesLocks: true, note,
            command: !other && `${options} --against "${range}" --risk ${risk} `
                + `--as ${SEATS[replier]}`,
            code: "pl.studies.safe_response.solve("
                + `game := pl.games.Game(pl.deals.holdem(), pl.${tree}), ${replier}, `
                + `game.plan(${lockedPlayer}, {"${action}": "${range}"}), "${risk}")`,
        };
    }

    /** @type {Tool["mistakeUnit"]} */
    get mistakeUnit() {
        return { size: 0.001, name: "mbb" };
    }

    /** Nobody should wonder at charts of players who have no choice. */
    get caveat() {
        if (hasChoice(this.solution, CALLER)) return super.caveat;
        return super.caveat + (hasChoice(this.solution, PUSHER)
            ? "The big blind's forced bets put him all-in: he cannot fold. "
            : "Blinds and antes take all that can be lost: both players are all-in, and have no "
                + "choice. ");
    }

    get realGame() {
        return this.isPlain ? worthOfRealGame(this.effectiveStack()) : "";
    }

    /** In big blinds, whatever they are. @type {Tool["briefText"]} */
    briefText(state = this.state) {
        const { sb, bb, ante, dead } = state, bigBlind = chips(bb);
        /** @type {(name: string, amount: string) => string} */
        const named = (name, amount) => `${name} ${Number((chips(amount) / bigBlind).toFixed(4))}`;
        const parts = [counted(Number(this.effectiveStack(state).toFixed(4)), "big blind")];
        if (2 * chips(sb) !== bigBlind) parts.push(named("small blind", sb));
        if (chips(ante)) parts.push(named("ante", ante));
        if (chips(dead)) parts.push(named("big-blind ante", dead));
        return parts.join(", ");
    }

    /** @type {Tool["worthText"]} */
    worthText(solution, state = this.state) {
        const brief = this.briefText(state);
        return `with ${brief}${brief.includes(",") ? "," : ""} ${super.worthText(solution)}`;
    }
}
