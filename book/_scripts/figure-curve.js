/* The curve of what push or fold is worth to the small blind, over the stack: a dot at the stack
that is shown, and a tip that tells the value where the mouse points, or where keys move the dot. */

import { findOne, makeElement } from "./elements.js";
import { roundTo } from "./numbers.js";
import { equilibrium, stackText } from "./stack-pieces.js";
import { signed } from "./words.js";
/** @import { Pieces } from "./stack-pieces.js" */

export class ValueCurve {
    tip = makeElement("span.live-tip", { hidden: "", "aria-hidden": "true" });

    /** @param {HTMLElement} figure
    @param {Pieces} pieces */
    constructor(figure, pieces) {
        this.pieces = pieces;
        this.element = findOne(figure, ".live-curve");
        this.plane = findOne(this.element, "div");
        this.dot = findOne(figure, "i");
        // The drawing is in big blinds: from which stack on, and below which value.
        const svg = /** @type {SVGSVGElement} */ (this.element.querySelector("svg"));
        this.frame = svg.viewBox.baseVal;
    }

    /** Tell the value where the mouse points, and where the slider moves the dot, which has to be
    in the figure by now.
    @param {() => number} shownStack  at which stack that is */
    listen(shownStack) {
        const { element, plane, tip } = this, slider = findOne(element, "input");
        plane.append(tip);
        element.addEventListener("pointermove", ({ clientX, pointerType }) => {
            if (pointerType !== "mouse") return;
            const { left, width } = plane.getBoundingClientRect(), { least, most } = this.pieces;
            const stack = this.frame.x + this.frame.width * (clientX - left) / width;
            this.tellValue(Math.min(most, Math.max(least, roundTo(stack, 1))));
        });
        slider.addEventListener("input", () => this.tellValue(shownStack()));
        slider.addEventListener("focus", () => this.tellValue(shownStack()));
        element.addEventListener("pointerleave", () => { tip.hidden = true; });
        slider.addEventListener("blur", () => { tip.hidden = true; });
    }

    /** Put the dot, or the tip, where a stack and a value are.
    @param {HTMLElement} mark
    @param {number} stack
    @param {number} value */
    place(mark, stack, value) {
        const { x, y, width, height } = this.frame;
        mark.style.left = `${100 * (stack - x) / width}%`;
        mark.style.top = `${100 * (-value - y) / height}%`;
    }

    /** Tell what a stack is worth to the small blind.
    @param {number} stack */
    tellValue(stack) {
        const { probabilities: [pushes], worthOf } = equilibrium(this.pieces, stack);
        const value = worthOf(pushes);
        this.tip.textContent = `${stackText(stack)}: ${signed(value, 3)}`;
        this.place(this.tip, stack, value);
        this.tip.hidden = false;
    }
}
