/* Strokes over the cells of a drawn chart: by mouse, by finger or by keys. */

import { makeReachable, strokeByKey, trackPointer, tryToUndoByKey } from "./grid.js";

/** A finger that has moved so far, in pixels, makes a stroke; one that has not has tapped. */
const MIN_STROKE = 8;

/** What strokes paint on.
@typedef {object} Canvas
@property {readonly number[]} pushes  of each hand 1 or 0
@property {() => void} beginStroke  before a stroke
@property {(hands: number[], brush: number) => void} paint  on its way
@property {() => void} endStroke  once it is over
@property {() => void} undo  take back a stroke
@property {() => void} redo  paint it again
@property {() => void} showLoss  tell what the chart loses */

/** The stroke of a pointer: what it paints, once it has come to a hand; where the pointer was
last; and the hand that it came to last.
@typedef {object} Stroke
@property {number} [brush]
@property {number[]} [pointer]
@property {number} [lastChartHand] */

export class Strokes {
    /** The stroke that goes on.
    @type {Stroke | undefined} */
    current;
    /** Where a finger was put down that may be about to scroll, to paint or to tap.
    @type {PointerEvent | undefined} */
    touched;

    /** Paint by mouse, by finger or by keys: Space paints a hand; Shift and what leads from hand to
    hand give all on the way what the first one has; Enter tells what the chart loses. A finger that
    goes up or down first scrolls the page, as its style has it: the browser cancels the pointer
    then.
    @param {Canvas} canvas
    @param {HTMLElement} svg
    @param {SVGElement[]} cells */
    constructor(canvas, svg, cells) {
        this.canvas = canvas;
        this.cells = cells;
        svg.addEventListener("pointerdown", event => this.putDown(event));
        svg.addEventListener("pointermove", event => this.move(event));
        addEventListener("pointerup", event => {
            if (this.touched && event.isPrimary) this.begin(this.touched);
            this.end();
        });
        addEventListener("pointercancel", () => this.end());
        svg.addEventListener("keydown", event => this.pressKey(event));
    }

    /** Begin a stroke of a mouse; a finger may be about to scroll.
    @param {PointerEvent} event */
    putDown(event) {
        this.current = undefined;
        this.touched = undefined;
        if (!event.isPrimary) return;
        /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
        if (event.pointerType === "touch") this.touched = event;
        else this.begin(event);
    }

    /** Go on with a stroke, or begin that of a finger which has moved far enough.
    @param {PointerEvent} event */
    move(event) {
        const { touched } = this;
        if (touched && Math.abs(event.clientX - touched.clientX) > MIN_STROKE)
            this.begin(touched);
        if (this.current) this.goOn(this.current, event);
    }

    /** Begin a stroke where the pointer was put down.
    @param {PointerEvent} event */
    begin(event) {
        this.touched = undefined;
        this.current = {};
        this.goOn(this.current, event);
    }

    /** Paint the hands that the pointer has come to: as the first one of the stroke was painted.
    @param {Stroke} stroke
    @param {PointerEvent} event */
    goOn(stroke, event) {
        const { crossed, last } = trackPointer(event, this.cells, stroke.pointer);
        stroke.pointer = last;
        if (!crossed.length) return;
        event.preventDefault();
        stroke.lastChartHand = crossed[crossed.length - 1];
        stroke.brush ??= this.beginWith(crossed[0]);
        this.canvas.paint(crossed, stroke.brush);
    }

    /** Begin a stroke with a hand; what it paints: the reverse of what the hand has.
    @param {number} chartHand */
    beginWith(chartHand) {
        this.canvas.beginStroke();
        return 1 - this.canvas.pushes[chartHand];
    }

    /** End a stroke: keys go on from the hand that it painted last. */
    end() {
        const { current, cells } = this;
        this.touched = undefined;
        this.current = undefined;
        if (current?.lastChartHand === undefined) return;
        this.canvas.endStroke();
        const cell = cells[current.lastChartHand];
        makeReachable(cell, cells);
        cell.focus({ preventScroll: true });
    }

    /** Paint, take back or tell by a key.
    @param {KeyboardEvent} event */
    pressKey(event) {
        const { canvas, cells } = this;
        const chartHand = cells.findIndex(cell => cell === event.target);
        if (chartHand < 0 || tryToUndoByKey(event, canvas)) return;
        // The key has led on already.
        const run = strokeByKey(event, cells);
        if (run.length > 1) {
            // The first one has been told of.
            canvas.beginStroke();
            canvas.paint(run.slice(1), canvas.pushes[chartHand]);
            canvas.endStroke();
        } else if (event.key === " ") {
            event.preventDefault();
            canvas.paint([chartHand], this.beginWith(chartHand));
            canvas.endStroke();
        } else if (event.key === "Enter") canvas.showLoss();
    }
}
