/* Push or fold: a slider over stacks, the value as a curve, the pieces of the stacks, a proof. */

import { complaint, ranked, readNumber, sum, trimNoise, withDecimalPoint } from "./amounts.js";
import { Slider, button, nearest, unfolding } from "./controls.js";
import { Curve } from "./curve.js";
import { isMixed } from "./counts.js";
import { makeElement } from "./elements.js";
import { prove } from "./proof.js";
import { wholeNumbers } from "./ranges.js";
import { worthOfRealGame } from "./real-game.js";
import { signOf } from "./solution.js";
import { Tool, parseChips } from "./tool.js";
import { counted, percent } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { Reply } from "./locks.js" */
/** @import { Solution } from "./solution.js" */
/** @import { Reproduction, Shared, ToolData } from "./tool.js" */
/** @import { ShownView } from "./views.js" */

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
    { label: "10 big blinds", stack: "10", bigBlindAnte: "0" },
    { label: "15 big blinds", stack: "15", bigBlindAnte: "0" },
    { label: "20 big blinds", stack: "20", bigBlindAnte: "0" },
    { label: "10 big blinds, big-blind ante", stack: "10", bigBlindAnte: "1" },
    { label: "20 big blinds, big-blind ante", stack: "20", bigBlindAnte: "1" },
];

/** How often each hand of a player does not fold.
@param {Solution} solution @param {number} player */
function playedBy(solution, player) {
    const plan = solution.plans[player];
    return plan[plan.length - 1];
}

/** The whole percentages, in the place of which are some others: the nearest to each, but no end of
the scale. So many steps as percent lead to each, which screen readers may read.
@param {number[]} others */
function percentagesWith(others) {
    const added = [...new Set(others)].filter(share => share % 100), inner = wholeNumbers(1, 99);
    for (const share of added) inner.splice(inner.indexOf(nearest(inner, String(share))), 1);
    return [0, ...[...inner, ...added].sort((a, b) => a - b), 100];
}

/** Whether a player may choose, and is not all-in by force.
@param {Solution} solution @param {number} player */
function hasChoice(solution, player) {
    const [{ first, stop }] = solution.game.tree.informationSets[player];
    return stop - first > 1;
}

/** A change of a share: as it was typed, the settings of the game in which it was counted, and the
range that it came to.
@typedef {{ text: string, settings: string, range: string | undefined }} ChangeOfShare */

export class PushFold extends Tool {
    /** @type {typeof Tool.settings} */
    static settings = {
        stack: { start: "10" },
        otherStack: { start: "", label: "Big blind's stack, if different" },
        smallBlind: { start: "0.5", label: "Small blind" },
        bigBlind: { start: "1", label: "Big blind" },
        ante: { start: "0", label: "Ante" },
        bigBlindAnte: { start: "0", label: "Big-blind ante" },
    };
    static start = { hand: "" };
    unit = "bb";
    /** What is said of the hands that mix. */
    mixers = makeElement("p");
    proof = makeElement("span", { role: "status" });
    /** The game of which the proof speaks. @type {Solution | undefined} */
    proven;
    /** The change of the big blind's share that was asked for, such as +20%, the game in which it
    was counted, and the calls that it came to. @type {ChangeOfShare | undefined} */
    askedChange;
    /** The gesture of the change that goes on. @type {object | undefined} */
    gesture;

    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} given */
    constructor(...given) {
        super(...given);
        const { stacks, values, ends } = this.data;
        this.slider = this.inputs.addSlider(
            this.root, "stack", "Stack", "big blinds", stacks);
        const presets = PRESETS.map(({ label, ...settings }) =>
            button(label, () => this.change({ ...this.gameSettings(this.start), ...settings })));
        this.blindsTitle = makeElement("span");
        this.blinds = unfolding(this.blindsTitle, this.controls, makeElement("p",
            "Stacks are before blinds and antes. The big-blind ante comes out of the big "
            + "blind's stack first."), makeElement("p.explorer-presets", ...presets));
        this.more.prepend(this.blinds);
        this.callerSlider = new Slider("The big blind calls", "% of all hands", [],
            (percentage, gesture) => this.setCaller(percentage, gesture));
        this.callerSlider.element.classList.add("explorer-looser");
        this.callerSlider.element.append(button("+20%", () => this.setCaller("+20%")));
        this.inputs.asItWas.set(this.callerSlider, () => "the big blind's calls as they were");
        /** What a change of the share has come to. */
        this.callerNote = makeElement("p", { role: "status" });
        const { box, element } = this.callerSlider;
        this.slider.element.nextElementSibling?.after(
            ...this.inputs.withNote(this.callerSlider, box, element), this.callerNote);
        this.painterLink = makeElement("a");
        this.report.losses.after(this.painterLink);
        this.previousPiece = button("Previous piece", () => this.goToPiece(this.piece - 1));
        this.nextPiece = button("Next piece", () => this.goToPiece(this.piece + 1));
        this.curve = new Curve(stacks, values, ends);
        this.more.after(this.curve.element,
            makeElement("div.explorer-mixing", this.mixers, this.previousPiece, this.nextPiece),
            makeElement("p.explorer-proof",
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
        const { stack, otherStack, smallBlind, bigBlind, ante, bigBlindAnte } = this.state;
        const stacks = [stack, otherStack || stack];
        const chances = [playedBy(solution, PUSHER), playedBy(solution, CALLER)];
        let proof;
        try {
            proof = prove(this.deal.counts,
                [...stacks, smallBlind, bigBlind, ante, bigBlindAnte], chances);
        } catch (error) {
            return [`Not proven: ${/** @type {Error} */ (error).message}.`];
        }
        const { lower, upper, mixed, certificate } = proof;
        if (lower !== upper)
            return [`Not proven: the strategies guarantee ${lower} and ${upper}.`];
        const text = JSON.stringify(certificate, null, 1);
        const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
        return [`Proven: with ${mixed} of the pushes and of the calls mixed, both best `
            + "responses earn exactly ", makeElement("code", lower), " big blinds. Take the ",
            makeElement("a", { href, download: "certificate.json" }, "certificate"), "."];
    }

    /* ---- the pieces ---- */

    /** The shorter stack, in big blinds. */
    effectiveStack({ stack, otherStack, bigBlind } = this.state) {
        const shorter = Math.min(parseChips(stack), parseChips(otherStack || stack));
        return trimNoise(shorter / parseChips(bigBlind));
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
        const stack = String(trimNoise(blinds * parseChips(this.state.bigBlind)));
        this.change({ stack, otherStack: "" });
    }

    /** Whether the blinds are 1/2 and 1 big blind, without antes. */
    get hasPlainBlinds() {
        const { smallBlind, bigBlind, ante, bigBlindAnte } = this.state;
        return 2 * parseChips(smallBlind) === parseChips(bigBlind)
            && !parseChips(ante) && !parseChips(bigBlindAnte);
    }

    /** Whether nothing but the stack is set: then the pieces are known. */
    get isPlain() {
        return this.hasPlainBlinds && !this.state.locks;
    }

    /** Move the marker of the curve, and say which hands mix, between which ends.
    @param {Solution} solution */
    showPiece(solution) {
        const { data: { ends }, piece } = this, stack = this.effectiveStack();
        if (solution !== this.proven) this.proof.replaceChildren();
        const isOn = this.isPlain && stack >= ends[0] && stack <= ends[ends.length - 1];
        this.curve.mark(stack, solution.value, isOn);
        const place = isOn ? `Piece ${piece + 1} of ${ends.length - 1}, from `
            + `${ends[piece].toFixed(4)} to ${ends[piece + 1].toFixed(4)} big blinds. ` : "";
        const mixed = [PUSHER, CALLER].filter(player => !this.isBlend(solution, player))
            .map(player => this.mixedText(solution, player));
        this.mixers.textContent = `${place}Mixed: ${mixed.join(", ")}.`;
        this.previousPiece.disabled = !isOn || !ends[piece - 1];
        this.nextPiece.disabled = !isOn || !ends[piece + 2];
    }

    /** Whether a chart mixes what is locked with what is not, which is no player's own play.
    @param {Solution} solution @param {number} player */
    isBlend(solution, player) {
        return solution.belief < 1 && 0 in this.question.locks[player];
    }

    /** Which hands a player mixes, in words. @param {Solution} solution @param {number} player */
    mixedText(solution, player) {
        const played = playedBy(solution, player);
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
    readCallingShare(text, optimal) {
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
        const { percentage, isChange } = this.readCallingShare(text, optimal);
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
            const range = this.question.deal.writeWeights(this.bestCalls(unlocked, percentage), 4);
            ranges.push({ player: CALLER, history: views[CALLER].history, range });
        }
        locker.replaceRanges(ranges, gesture);
        if (this.solution) this.showCaller(this.solution);
        this.askedChange = isChange ? { text, settings: this.settingsText(this.keys),
            range: this.callerRange } : undefined;
        if (isChange) this.callerNote.textContent =
            `${text.trim()}, counted from his optimal ${optimal}%: he calls ${percentage}%.`;
    }

    /** The range to which the big blind is locked, as it was written. */
    get callerRange() {
        return this.locker.lockedIn(this.views[CALLER])?.range;
    }

    /** Where a change of the big blind's share was asked for, and another game has been set, count
    it anew: from the share that is optimal there. */
    countChangeAgain() {
        const { askedChange: asked, unlocked, solver, gesture } = this;
        if (!asked || !unlocked || solver.busy) return;
        // Somebody has locked something else.
        if (this.callerRange !== asked.range) this.askedChange = undefined;
        else if (this.settingsText(this.keys) !== asked.settings)
            this.setCaller(asked.text, gesture);
    }

    /** How many call if the big blind is free, in percent, as far as it is known. */
    get freeShare() {
        const { solution, unlocked, question: { locks } } = this;
        const free = 0 in locks[CALLER] && !(0 in locks[PUSHER]) ? unlocked : solution;
        return 0 in locks[CALLER] && 0 in locks[PUSHER] || !free ? undefined
            : this.percentageOf(playedBy(free, CALLER));
    }

    /** Let the slider say how many call, how many are optimal and, where the small blind's range is
    locked, how many are the best reply to that. @param {Solution} solution */
    showCaller(solution) {
        const { unlocked, callerSlider: slider, freeShare, question: { locks } } = this;
        const locked = locks[CALLER][0];
        const optimal = unlocked && this.percentageOf(playedBy(unlocked, CALLER));
        const reply = 0 in locks[PUSHER] ? freeShare : undefined;
        slider.element.hidden = !hasChoice(solution, CALLER);
        const marked = [optimal, reply].filter(share => share !== undefined);
        slider.choices = percentagesWith(marked);
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

    /** @type {Tool["change"]} */
    change(settings, gesture = {}) {
        this.gesture = gesture;
        super.change(settings, gesture);
    }

    refresh() {
        super.refresh();
        this.countChangeAgain();
    }

    /** @type {Tool["recall"]} */
    recall(changes) {
        this.askedChange = undefined;
        super.recall(changes);
        if (this.differingBlinds.length) this.blinds.open = true;
    }

    /** Which blinds, antes and other stacks are not as at first. */
    get differingBlinds() {
        return this.keys.filter(key => key !== "stack" && this.state[key] !== this.start[key]);
    }

    show() {
        const bigBlind = parseChips(this.state.bigBlind), differing = this.differingBlinds;
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
        if (views === this.views) {
            this.showPiece(solution);
            this.showCaller(solution);
        }
        views[PUSHER].draw(solution, 0, "Small blind, opening");
        views[CALLER].draw(solution, 0, "Big blind, facing a push");
    }

    /** @param {ShownView} view @param {number} selected @param {number} marked */
    belowActions({ solution, player }, selected, marked) {
        const faced = player === CALLER ? "pushes" : "calls";
        const range = playedBy(solution, 1 - player);
        const met = this.deal.met(player, range)[marked];
        const won = this.deal.netWonByFirst(player, range)[marked];
        const equity = percent((1 + signOf(player) * won / met) / 2, 1);
        return [makeElement("p.explorer-equity", met ? `${this.hands[marked]} has ${equity} `
            + `against the ${faced} it meets.` : `It meets no ${faced}.`)];
    }

    /** @param {Settings} state @param {Reply} [reply] @returns {Reproduction} */
    reproduction(state, reply) {
        const { stack, otherStack, smallBlind, bigBlind, ante, bigBlindAnte } = state;
        const stacks = otherStack ? `("${stack}", "${otherStack}")` : `"${stack}"`;
        const tree = `betting.push_fold(${stacks}, "${smallBlind}", "${bigBlind}", "${ante}", `
            + `"${bigBlindAnte}")`;
        let options = `push-fold --stack ${stack} --small-blind ${smallBlind} `
            + `--big-blind ${bigBlind}`;
        if (parseChips(ante)) options += ` --ante ${ante}`;
        if (parseChips(bigBlindAnte)) options += ` --big-blind-ante ${bigBlindAnte}`;
        const note = parseChips(bigBlind) === 1 ? ""
            : `. There, values are in chips: ${bigBlind} make a big blind.`;
        if (reply?.risk === undefined) return { command: !otherStack && options, code: tree, note };
        const { replier } = reply, lockedPlayer = 1 - replier, action = ACTIONS[lockedPlayer];
        const risk = trimNoise(Number((reply.risk * parseChips(bigBlind)).toFixed(6)));
        const range = this.writeStrategy(["fold", action], this.question.locks[lockedPlayer][0]);
        const riskNote =
            `. The risk, in chips, is that of being ${percent(this.question.belief)} sure.`;
        return {
            includesLocks: true, note: riskNote + note.slice(1),
            command: !otherStack && `${options} --against "${range}" --risk ${risk} `
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
        const { solution } = this;
        if (!solution || hasChoice(solution, CALLER)) return super.caveat;
        return super.caveat + (hasChoice(solution, PUSHER)
            ? "The big blind's forced bets put him all-in: he cannot fold. "
            : "Blinds and antes take all that can be lost: both players are all-in, and have no "
                + "choice. ");
    }

    get realGame() {
        return this.isPlain ? worthOfRealGame(this.effectiveStack()) : "";
    }

    /** In big blinds, whatever they are. @type {Tool["briefText"]} */
    briefText(state = this.state) {
        const { smallBlind, ante, bigBlindAnte } = state, bigBlind = parseChips(state.bigBlind);
        /** @type {(name: string, amount: string) => string} */
        const named = (name, amount) =>
            `${name} ${Number((parseChips(amount) / bigBlind).toFixed(4))}`;
        const parts = [counted(Number(this.effectiveStack(state).toFixed(4)), "big blind")];
        if (2 * parseChips(smallBlind) !== bigBlind) parts.push(named("small blind", smallBlind));
        if (parseChips(ante)) parts.push(named("ante", ante));
        if (parseChips(bigBlindAnte)) parts.push(named("big-blind ante", bigBlindAnte));
        return parts.join(", ");
    }

    /** @type {Tool["worthText"]} */
    worthText(solution, state = this.state) {
        const brief = this.briefText(state);
        return `with ${brief}${brief.includes(",") ? "," : ""} ${super.worthText(solution)}`;
    }
}
