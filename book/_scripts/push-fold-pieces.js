/* The value of push or fold as a curve; the piece of the stacks that the stack is in, within which
the same hands mix; and which these are. */

import { button } from "./controls.js";
import { elementOf, makeElement } from "./elements.js";
import { isLockedAnywhere } from "./games.js";
import { trimNoise } from "./numbers.js";
import { hasPlainBlinds, pushesOrCalls } from "./push-fold-game.js";
import { CALLER, PUSHER, isMixed } from "./push-fold-payoffs.js";
import { effectiveStack } from "./setting-store.js";
import { ToolPanel } from "./tool-part.js";
import { percent, signed } from "./words.js";
/** @import { Solution } from "./solutions.js" */
/** @import { Foundation } from "./tool-part.js" */

/** Where the curve is drawn, in the drawing's units: from where on, and how large. */
const LEFT = 4;
const WIDTH = 392;
const CURVE_TOP = 8;
const HEIGHT = 64;
/** Where the ticks of the pieces begin, and the line of words below them; and where the numbers are
to the right of the curve. */
const TICKS_TOP = 76;
const WORDS_LINE = 92;
const NUMBERS_LEFT = 398;

/** The value of push or fold against the stack, as a curve with a marker. */
class Curve {
    marker = makeElement("circle", { r: 5 });

    /** @param {number[]} stacks
    @param {number[]} values
    @param {number[]} ends  of the pieces */
    constructor(stacks, values, ends) {
        this.first = stacks[0];
        this.last = stacks[stacks.length - 1];
        this.low = Math.min(...values, 0);
        this.high = Math.max(...values, 0);
        const points = values.map((value, i) =>
            `${this.x(stacks[i]).toFixed(1)} ${this.y(value).toFixed(1)}`);
        const ticks = ends.slice(1, -1).map(end =>
            `M${this.x(end).toFixed(2)} ${TICKS_TOP}v5`).join("");
        const from = `${signed(values[0], 3)} at ${this.first}`;
        const to = `${signed(values[values.length - 1], 3)} at ${this.last}`;
        /** @type {(x: number, y: number, anchor: string, content: string) => SVGElement} */
        const text = (x, y, anchor, content) =>
            makeElement("text", { x, y, "text-anchor": anchor }, content);
        this.element = makeElement("svg.explorer-curve", { viewBox: "0 0 430 96", role: "img" },
            elementOf("title",
                `What the game is worth to the small blind, from ${from} to ${to} big blinds`),
            makeElement("line", { x1: LEFT, x2: LEFT + WIDTH, y1: this.y(0), y2: this.y(0) }),
            makeElement("path", { d: `M${points.join("L")}` }),
            makeElement("path.explorer-ends", { d: ticks }), this.marker,
            ...[this.high, 0, this.low].map(value =>
                text(NUMBERS_LEFT, this.y(value) + 4, "start", signed(value, 2))),
            text(LEFT, WORDS_LINE, "start", `${this.first} bb`),
            text(LEFT + WIDTH, WORDS_LINE, "end", `${this.last} bb`),
            text(LEFT + WIDTH / 2, WORDS_LINE, "middle",
                "no ante, no lock: value by stack, ends of pieces"));
    }

    /** How far to the right a stack is.
    @param {number} stack */
    x(stack) {
        return LEFT + WIDTH * (stack - this.first) / (this.last - this.first);
    }

    /** How far down a value is.
    @param {number} value */
    y(value) {
        return CURVE_TOP + HEIGHT * (this.high - value) / (this.high - this.low);
    }

    /** Move the marker, or hide it.
    @param {number} stack
    @param {number} value
    @param {boolean} visible */
    mark(stack, value, visible) {
        this.marker.setAttribute("cx", String(this.x(stack)));
        this.marker.setAttribute("cy", String(this.y(value)));
        this.marker.setAttribute("visibility", visible ? "visible" : "hidden");
    }
}

export class PiecesPanel extends ToolPanel {
    /** The paragraph on the hands that mix. */
    mixers = makeElement("p");

    /** @param {Foundation} parts
    @param {number[]} stacks  of the curve, in big blinds
    @param {number[]} values  at these
    @param {number[]} ends  of the pieces */
    constructor(parts, stacks, values, ends) {
        super(parts);
        this.ends = ends;
        this.curve = new Curve(stacks, values, ends);
        this.previousPiece = button("Previous piece", () => this.goToPiece(this.piece - 1));
        this.nextPiece = button("Next piece", () => this.goToPiece(this.piece + 1));
        this.elements = [this.curve.element, elementOf("div.explorer-mixing", this.mixers,
            this.previousPiece, this.nextPiece)];
    }

    /** The number of the piece that the stack is in. */
    get piece() {
        const stack = effectiveStack(this.store.chips);
        return this.ends.slice(0, -1).findLastIndex(end => end <= stack);
    }

    /** Show the middle of a piece.
    @param {number} piece */
    goToPiece(piece) {
        const { ends } = this;
        const blinds = Number(((ends[piece] + ends[piece + 1]) / 2).toPrecision(9));
        const stack = String(trimNoise(blinds * this.store.chips.bigBlind));
        this.inputs.change({ stack, otherStack: "" });
    }

    /** Move the marker of the curve, and say which hands mix, between which ends.
    @param {Solution} solution */
    draw(solution) {
        const { ends, piece, store: { state, chips } } = this, stack = effectiveStack(chips);
        // The pieces are known where nothing but the stack is set.
        const isOn = hasPlainBlinds(chips) && !state.locksText
            && stack >= ends[0] && stack <= ends[ends.length - 1];
        this.curve.mark(stack, solution.payoff, isOn);
        const place = isOn ? `Piece ${piece + 1} of ${ends.length - 1}, from `
            + `${ends[piece].toFixed(4)} to ${ends[piece + 1].toFixed(4)} big blinds. ` : "";
        const mixed = [PUSHER, CALLER].filter(player => !this.isBlend(solution, player))
            .map(player => this.mixedText(solution, player));
        this.mixers.textContent = `${place}Mixed: ${mixed.join(", ")}.`;
        this.previousPiece.disabled = !isOn || !ends[piece - 1];
        this.nextPiece.disabled = !isOn || !ends[piece + 2];
    }

    /** Whether a chart mixes a locked range with free play, which is no player's own play.
    @param {Solution} solution
    @param {number} player */
    isBlend(solution, player) {
        return solution.belief < 1 && isLockedAnywhere(this.store.task.locks[player]);
    }

    /** Which hands a player mixes, in words.
    @param {Solution} solution
    @param {number} player */
    mixedText(solution, player) {
        const probabilities = pushesOrCalls(solution, player);
        const mixed = this.store.hands.flatMap((name, hand) =>
            isMixed(probabilities[hand]) ? [`${name} ${percent(probabilities[hand], 2)}`] : []);
        return `of the ${["pushes", "calls"][player]} ${mixed.join(", ") || "nothing"}`;
    }

    /** @param {boolean} isShown */
    showHandNames(isShown) {
        this.mixers.hidden = !isShown;
    }
}
