/* Push or fold: a slider over stacks, the value as a curve, the pieces of the stacks, a proof. */

import { toFraction } from "./amounts.js";
import { Caller } from "./caller.js";
import { button, unfolding } from "./controls.js";
import { Curve } from "./curve.js";
import { readLocks } from "./locked-ranges.js";
import { trimNoise } from "./numbers.js";
import { isMixed } from "./push-fold-payoffs.js";
import { makeElement } from "./elements.js";
import { parseChips } from "./game-words.js";
import { BY_ADDRESS, Gesture } from "./gestures.js";
import { prove } from "./proof.js";
import {
    CALLER, PUSHER, PushFoldStore, PushFoldWords, effectiveStack, hasChoice, hasPlainBlinds,
    isPlain, pushesOrCalls,
} from "./push-fold-game.js";
import { Tool } from "./tool.js";
import { counted, percent, signed } from "./words.js";
/** @import { Solution } from "./solutions.js" */
/** @import { Shared, ToolData } from "./tool.js" */
/** @import { ShownView } from "./views.js" */

/** The settings that buttons set. */
const PRESETS = [
    { label: "10 big blinds", stack: "10", bigBlindAnte: "0" },
    { label: "15 big blinds", stack: "15", bigBlindAnte: "0" },
    { label: "20 big blinds", stack: "20", bigBlindAnte: "0" },
    { label: "10 big blinds, big-blind ante", stack: "10", bigBlindAnte: "1" },
    { label: "20 big blinds, big-blind ante", stack: "20", bigBlindAnte: "1" },
];

/** The range to which a player is locked, if he is. @param {number} player
@param {string} locks */
const rangeOf = (player, locks) =>
    readLocks(locks).find(locked => locked.player === player)?.rangeText;

export class PushFold extends Tool {
    static Store = PushFoldStore;
    static Words = PushFoldWords;
    /** What is said of the hands that mix. */
    mixers = makeElement("p");
    proof = makeElement("span", { role: "status" });
    /** That the same was proven before: the fraction is not read aloud again. */
    provenAgain = makeElement("span", { role: "status" });
    /** The game of which the proof speaks; what was set then; and how often it was asked for. */
    proven = { solution: /** @type {Solution | undefined} */ (undefined), game: "", times: 0 };

    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} fromPage */
    constructor(...fromPage) {
        super(...fromPage);
        const { firstStack, stackStep, values, ends } = this.data;
        /** The stacks of the slider and of the curve, in big blinds. */
        this.stacks = values.map((_, i) => trimNoise(firstStack + i * stackStep));
        this.slider = this.inputs.addSlider(
            this.root, "stack", "Stack", "big blinds", this.stacks);
        const startSettings = this.store.gameSettings(this.store.start);
        const presets = PRESETS.map(({ label, ...settings }) =>
            button(label, () => this.change({ ...startSettings, ...settings })));
        this.blindsTitle = makeElement("span");
        this.blinds = unfolding(this.blindsTitle, this.controls, makeElement("p",
            "Stacks are before blinds and antes. The big-blind ante comes out of the big "
            + "blind's stack first. While the big blind is 1, all is in big blinds; else in "
            + "chips."), makeElement("p.explorer-presets", ...presets));
        this.more.prepend(this.blinds);
        const { store, words, solver, outcomes, locker, inputs, charts } = this;
        this.caller = new Caller(store, words, { solver, outcomes, locker, inputs, charts });
        this.slider.element.nextElementSibling?.after(...this.caller.elements);
        this.painterLink = makeElement("a");
        outcomes.losses.after(this.painterLink);
        this.previousPiece = button("Previous piece", () => this.goToPiece(this.piece - 1));
        this.nextPiece = button("Next piece", () => this.goToPiece(this.piece + 1));
        this.curve = new Curve(this.stacks, values, ends);
        this.more.after(this.curve.element,
            makeElement("div.explorer-mixing", this.mixers, this.previousPiece, this.nextPiece),
            makeElement("p.explorer-proof",
                button("Prove it exactly", () => this.tellProof()), " ", this.proof,
                this.provenAgain));
    }

    /* ---- the proof ---- */

    /** Have both best responses worked out in integers, and tell what comes of it. */
    tellProof() {
        const { store: { state }, solver, solver: { solution }, proven, gameText: game } = this;
        const isSame = solution === proven.solution && game === proven.game;
        if (solution && isSame && this.proof.querySelector("a")) {
            this.proveAgain(solution);
            return;
        }
        this.proven = { solution, game, times: 1 };
        this.provenAgain.textContent = "";
        if (state.locks) this.proof.replaceChildren("Free what is locked first.");
        else if (solver.busy || !solution) this.proof.replaceChildren("Not solved.");
        else if (!hasChoice(solution, PUSHER) || !hasChoice(solution, CALLER))
            this.proof.replaceChildren("A forced all-in leaves no choice.");
        else this.proof.replaceChildren(...this.prove(solution));
    }

    /** Work out once more what is proven, and say only whether it stands.
    @param {Solution} solution */
    proveAgain(solution) {
        const { proof, proven, provenAgain } = this;
        const again = makeElement("span", ...this.prove(solution));
        const stands = again.textContent === proof.textContent;
        if (!stands) proof.replaceChildren(...again.childNodes);
        proven.times += 1;
        const count = proven.times > 2 ? `${proven.times} times` : "again";
        provenAgain.textContent = stands ? ` Worked out ${count}: it stands.` : "";
    }

    /** Say nothing of a proof any more. */
    forgetProof() {
        this.proof.replaceChildren();
        this.provenAgain.textContent = "";
    }

    /** What is set and locked, as a text, to compare. */
    get gameText() {
        const { store: { names, state: { locks } }, words } = this;
        return `${words.settingsText(names)} ${locks}`;
    }

    /** What a proof comes to, and its certificate. @param {Solution} solution
    @returns {(string | Node)[]} */
    prove(solution) {
        const { stack, otherStack, smallBlind, bigBlind, ante, bigBlindAnte } = this.store.state;
        const stacks = [stack, otherStack || stack];
        const chances = [pushesOrCalls(solution, PUSHER), pushesOrCalls(solution, CALLER)];
        let proof;
        try {
            proof = prove(this.store.deal.counts,
                [...stacks, smallBlind, bigBlind, ante, bigBlindAnte], chances);
        } catch (error) {
            return [`Not proven: ${/** @type {Error} */ (error).message}.`];
        }
        const { lower, upper, mixed, certificate } = proof;
        if (lower !== upper)
            return [`Not proven: the strategies guarantee ${lower} and ${upper}.`];
        const text = JSON.stringify(certificate, null, 1);
        const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
        const mixing = mixed ? `Each player mixes ${mixed === 1 ? "one hand" : `${mixed} hands`}`
            : "No hand is mixed";
        const worth = signed(toFraction(lower).toNumber(), 4), isLoss = lower.startsWith("-");
        return [`Proven for push or fold, without flops, with ${this.words.briefText()}: by `
            + "playing otherwise neither player can win anything more. The small blind "
            + `${isLoss ? "loses" : "wins"} exactly `,
            makeElement("code", lower.replace("-", "")),
            ` big blinds a deal (${worth}) on average: no calls make these pushes win less, and `
            + `against these calls no pushes win more. ${mixing}. Take the `,
            makeElement("a", { href, download: "certificate.json" }, "certificate"), "."];
    }

    /* ---- the pieces ---- */

    /** The number of the piece that the stack is in. */
    get piece() {
        const stack = effectiveStack(this.store.state);
        return this.data.ends.slice(0, -1).findLastIndex(end => end <= stack);
    }

    /** Show the middle of a piece. @param {number} piece */
    goToPiece(piece) {
        const { ends } = this.data;
        const blinds = Number(((ends[piece] + ends[piece + 1]) / 2).toPrecision(9));
        const stack = String(trimNoise(blinds * parseChips(this.store.state.bigBlind)));
        this.change({ stack, otherStack: "" });
    }

    /** Move the marker of the curve, and say which hands mix, between which ends.
    @param {Solution} solution */
    showPiece(solution) {
        const { data: { ends }, piece, store: { state } } = this, stack = effectiveStack(state);
        if (solution !== this.proven.solution) this.forgetProof();
        const isOn = isPlain(state) && stack >= ends[0] && stack <= ends[ends.length - 1];
        this.curve.mark(stack, solution.payoff, isOn);
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
        return solution.belief < 1 && 0 in this.store.question.locks[player];
    }

    /** Which hands a player mixes, in words. @param {Solution} solution @param {number} player */
    mixedText(solution, player) {
        const probabilities = pushesOrCalls(solution, player);
        const mixed = this.store.hands.flatMap((name, hand) =>
            isMixed(probabilities[hand]) ? [`${name} ${percent(probabilities[hand], 2)}`] : []);
        return `of the ${["pushes", "calls"][player]} ${mixed.join(", ") || "nothing"}`;
    }

    /* ---- what is linked ---- */

    /** Let the link to the chart that is painted carry the small blind's locked range, as far as
    that chart holds it: each of its hands is pushed or folded, at up to so many big blinds. */
    showPainterLink() {
        const { painterLink, store: { state, hands, question: { locks } }, data: { ends } } = this;
        const stack = effectiveStack(state), pushes = locks[PUSHER][0]?.[1];
        const isKnownStack = stack >= ends[0] && stack <= ends[ends.length - 1];
        if (pushes && isKnownStack && hasPlainBlinds(state)) {
            const pushedHands = hands.filter((_, hand) => pushes[hand] >= 0.5);
            painterLink.href = `index.html#chart=${[stack, ...pushedHands].join("+")}`;
            painterLink.textContent = "What my chart loses, beside SAGE's"
                + (pushes.some(isMixed) ? " (hands that it mixes are pushed from a half up)" : "");
        } else {
            // Nothing is painted there yet, and the stack is this one.
            painterLink.href = isKnownStack && hasPlainBlinds(state)
                ? `index.html#painted=${stack}` : "index.html#what-does-your-chart-lose";
            painterLink.textContent = "Paint a chart, and see what it loses beside SAGE's";
        }
    }

    /* ---- what tools do otherwise ---- */

    /** @type {Tool["change"]} */
    change(settings, gesture = new Gesture()) {
        const { caller, store } = this;
        caller.gesture = gesture;
        // What else is locked is no change of a share any more.
        const isLockedOtherwise = settings.locks !== undefined && !settings.calls
            && rangeOf(CALLER, settings.locks) !== rangeOf(CALLER, store.state.locks);
        super.change(isLockedOtherwise ? { ...settings, calls: "" } : settings, gesture);
    }

    /** A change of the calls that is yet to be counted again changes what is locked. */
    get isFinal() {
        return super.isFinal && !this.caller.willCount;
    }

    showKnown() {
        super.showKnown();
        this.caller.countChangeAgain();
        this.caller.tell();
    }

    /** @type {Tool["recall"]} */
    recall(changes) {
        this.caller.gesture = BY_ADDRESS;
        super.recall(changes);
        if (this.differingBlinds.length) this.blinds.open = true;
    }

    /** Which blinds, antes and other stacks are not as at first. */
    get differingBlinds() {
        const { names, state, start } = this.store;
        return names.filter(name => name !== "stack" && state[name] !== start[name]);
    }

    show() {
        const bigBlind = parseChips(this.store.state.bigBlind), differing = this.differingBlinds;
        this.blindsTitle.textContent = "Blinds, antes, unequal stacks"
            + (differing.length ? `: ${this.words.settingsText(differing)}` : "");
        const isInChips = bigBlind !== 1;
        this.slider.unit = isInChips ? "chips" : "big blinds";
        this.slider.choices = this.stacks.map(stack => trimNoise(stack * bigBlind));
        if (this.gameText !== this.proven.game) this.forgetProof();
        this.caller.showPressed();
        this.inputs.remark("bigBlind", isInChips
            ? [`these are chips, and come to ${this.words.briefText()}`] : []);
        this.showPainterLink();
        super.show();
        if (isInChips) this.slider.valueText.textContent =
            `chips, ${counted(effectiveStack(this.store.state), "big blind")}`;
    }

    /** @param {boolean} isShown */
    showCharts(isShown) {
        super.showCharts(isShown);
        this.mixers.hidden = !isShown;
    }

    /** @type {Tool["drawGame"]} */
    drawGame(solution, views) {
        if (views === this.charts.views) {
            this.showPiece(solution);
            this.caller.show(solution);
        }
        const [[opening], [answer]] = solution.game.tree.informationSets;
        views[PUSHER].draw(solution, opening, "Small blind, opening");
        views[CALLER].draw(solution, answer, "Big blind, facing a push");
    }

    /** @param {ShownView} view @param {number} selected @param {number} marked */
    belowActions({ solution, player }, selected, marked) {
        const opponentPlays = player === CALLER ? "pushes" : "calls";
        const range = pushesOrCalls(solution, 1 - player);
        const meetings = this.store.deal.meetings(player, range)[marked];
        const netWins = this.store.deal.netWinsAgainst(player, range)[marked];
        const equity = percent((1 + netWins / meetings) / 2, 1);
        return [makeElement("p.explorer-equity", meetings
            ? `${this.store.hands[marked]} has ${equity} against the ${opponentPlays} it meets.`
            : `It meets no ${opponentPlays}.`)];
    }
}
