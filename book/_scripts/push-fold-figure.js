/* The figure of push or fold: a sentence, a curve and two charts, each with a line on a hand that
mixes. */

import { isMixed } from "./deal.js";
import { findAll, findOne } from "./elements.js";
import {
    equilibrium, handText, shareOfHands, stackText, summaryParts,
} from "./intervals.js";
import { chartOf } from "./range-chart.js";
import { lossOfPushOrFold } from "./real-game.js";
import {
    addStackKnobs, pageSettings, putInAddress, unreadText, unsolvedText,
} from "./stack-knobs.js";
/** @import { Equilibrium, Intervals } from "./intervals.js" */

/** What the curve shows, as pokerlab/pages/explorer.py draws it: stacks, and values from above. */
const FIRST_STACK = 1;
const STACKS = 19;
const HIGHEST_VALUE = 0.15;
const VALUES = 0.35;

export class PushFoldFigure {
    /** The stack that is shown. */
    stack = 0;

    /** @param {HTMLElement} figure @param {Intervals} game */
    constructor(figure, game) {
        this.figure = figure;
        this.game = game;
        this.views = findAll(figure, ".live-view");
        this.charts = this.views.map(view => chartOf(findOne(view, "svg"), game.hands));
        this.sentence = findOne(figure, ".live-sentence");
        this.note = findOne(figure, ".live-real span");
        this.note.role = "status";
        this.dot = findOne(figure, "i");
        this.link = /** @type {HTMLAnchorElement} */ (figure.querySelector("a"));
        this.boxes = addStackKnobs(figure, game, (stack, box) => this.show(stack, box),
            (stack, text) => this.settle(stack, text));
        addEventListener("hashchange", () => this.recall());
        this.recall();
    }

    /** Show the stack that the address names, or else the one that is shown. */
    recall() {
        const named = Number(pageSettings().get("stack"));
        this.show(named || this.stack || Number(this.figure.dataset.stack));
    }

    /** Take what was typed, and remember it. @param {number} stack @param {string} text */
    settle(stack, text) {
        const isUnread = Number.isNaN(stack);
        this.show(isUnread ? this.stack : stack);
        if (text && isUnread) this.note.textContent = unreadText(text, this.game);
        putInAddress("stack", stackText(this.stack));
    }

    /** Show a stack, or the nearest that is solved; the box in which it is typed stays as it is.
    @param {number} asked @param {HTMLInputElement} [typed] */
    show(asked, typed) {
        const { game, note, link } = this;
        const stack = Math.min(game.most, Math.max(game.least, asked));
        const state = equilibrium(game, stack);
        this.stack = stack;
        note.textContent =
            asked === stack ? lossOfPushOrFold(stack) : unsolvedText(asked, game);
        const linked = stackText(Math.max(asked, game.least));
        link.href = link.href.replace(/=.*/, `=${linked}`);
        this.showSummary(state);
        this.views.forEach((_, player) => this.showChart(player, state));
        for (const box of this.boxes) {
            if (box !== typed) {
                box.value = stackText(stack);
                box.ariaValueNow = stackText(stack);
            }
            box.ariaValueText =
                this.sentence.textContent.replace("With ", `With ${stackText(stack)}`);
        }
    }

    /** Say what is pushed and called, and what that wins; and move the dot of the curve.
    @param {Equilibrium} state */
    showSummary(state) {
        const { value, push, call, verb, amount } = summaryParts(this.game, state);
        const [, pushPart, callPart, verbPart, amountPart] = this.sentence.children;
        pushPart.textContent = push;
        callPart.textContent = call;
        verbPart.textContent = verb;
        amountPart.textContent = amount;
        this.dot.style.left = `${100 * (this.stack - FIRST_STACK) / STACKS}%`;
        this.dot.style.top = `${100 * (HIGHEST_VALUE - value) / VALUES}%`;
    }

    /** Draw the chart of a player, and say what the first hand that mixes does.
    @param {number} player @param {Equilibrium} state */
    showChart(player, state) {
        const { game } = this, often = state.often[player];
        /** @type {(hand: number) => string} */
        const textOf = hand => handText(game, state, player, hand);
        this.charts[player](often, textOf, shareOfHands(game, often));
        const mixed = often.findIndex(isMixed);
        findOne(this.views[player], ".live-hand").textContent =
            mixed < 0 ? "No hand mixes here." : textOf(mixed);
    }
}
