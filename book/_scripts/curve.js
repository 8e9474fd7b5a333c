/* The value of push or fold against the stack, as a curve with a marker. */

import { elementOf, makeElement } from "./elements.js";
import { signed } from "./words.js";

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

export class Curve {
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
