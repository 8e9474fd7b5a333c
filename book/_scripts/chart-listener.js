/* What a reader does on a tool's chart: by mouse, finger and keys hands are pointed at, chosen and
painted. */

import { leadByKey, strokeByKey, trackPointer, tryToUndoByKey } from "./grid.js";
/** @import { View } from "./view.js" */

export class ChartListener {
    /** Where the pointer was last, in pixels.
    @type {number[] | undefined} */
    #pointer;
    /** What the pointer did where it was pressed last: it painted, it came back to the hand that
    stays chosen, or it chose a hand.
    @type {"painted" | "came back" | "chose"} */
    #lastPress = "chose";

    /** @param {View} view  that has the chart */
    constructor(view) {
        this.view = view;
        this.charts = view.charts;
    }

    /** What a hand's cell hears.
    @param {number} chartHand */
    ofCell(chartHand) {
        return {
            focus: () => this.showFocused(chartHand), blur: () => this.view.tip.hide(),
            click: () => this.click(chartHand),
            pointerdown: (/** @type {PointerEvent} */ event) => this.pressPointer(chartHand, event),
            pointerenter: (/** @type {PointerEvent} */ event) => this.enter(chartHand, event),
        };
    }

    /** What the whole chart hears. */
    get ofGrid() {
        return {
            keydown: (/** @type {KeyboardEvent} */ event) => this.pressKey(event),
            pointermove: (/** @type {PointerEvent} */ event) => this.movePointer(event),
            pointerleave: () => {
                this.view.tip.hide();
                this.charts.markFocused(false);
            },
            focusout: (/** @type {FocusEvent} */ event) => this.leave(event),
        };
    }

    /** Begin to paint where the pointer is pressed on a hand, if somebody paints.
    @param {number} chartHand
    @param {PointerEvent} event */
    pressPointer(chartHand, event) {
        const { charts, view } = this;
        const isPainted = charts.painter.tryToPaint(view, [chartHand], event);
        this.#pointer = [event.clientX, event.clientY];
        if (isPainted)
            /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
        const isChosen = charts.isHandChosen && charts.chartHand === chartHand;
        if (isPainted) this.#lastPress = "painted";
        else this.#lastPress = isChosen ? "came back" : "chose";
    }

    /** A click chooses a hand, and a second one releases it; where it paints, the chart stays where
    it is.
    @param {number} chartHand */
    click(chartHand) {
        const { charts, view } = this, cell = view.cells[chartHand], lastPress = this.#lastPress;
        cell.focus({ preventScroll: lastPress === "painted" });
        charts.choose(chartHand, view.player);
        if (lastPress !== "painted") cell.scrollIntoView({ block: "nearest" });
        if (lastPress !== "came back") return;
        this.#lastPress = "chose";
        charts.release();
        cell.blur();
        // The pointer is still there.
        charts.markPointed(chartHand);
    }

    /** Mark a hand that the pointer comes to, unless it drags something.
    @param {number} chartHand
    @param {PointerEvent} event */
    enter(chartHand, { buttons, pointerType }) {
        if (buttons) return;
        if (!this.charts.isHandChosen) this.charts.markPointed(chartHand);
        if (pointerType === "mouse") this.view.point(chartHand);
    }

    /** Paint the hands that the pointer crosses, if somebody paints.
    @param {PointerEvent} event */
    movePointer(event) {
        const { view } = this, { crossed, last } = trackPointer(event, view.cells, this.#pointer);
        this.#pointer = last;
        if (event.buttons) this.charts.painter.tryToPaint(view, crossed, event);
    }

    /** Space paints a hand, or chooses it as Enter does; other keys lead on, and paint with Shift.
    @param {KeyboardEvent} event */
    pressKey(event) {
        const { charts, view, view: { cells } } = this, { key, target } = event;
        const chartHand = cells.findIndex(cell => cell === target);
        if (chartHand >= 0 && [" ", "Enter"].includes(key)) {
            event.preventDefault();
            const isPainted = key === " " && charts.painter.tryToPaint(view, [chartHand], event);
            if (!isPainted) this.chooseOrRelease(chartHand);
        }
        if (key === "Escape") {
            view.tip.hide();
            if (charts.isHandChosen) this.chooseOrRelease(charts.chartHand);
        }
        tryToUndoByKey(event, charts.painter);
        leadByKey(event, cells);
        const run = strokeByKey(event, cells);
        if (run.length) charts.painter.tryToPaint(view, run, event);
    }

    /** Choose a hand that keys have led to or, if it is chosen, release it.
    @param {number} chartHand */
    chooseOrRelease(chartHand) {
        const { charts, view } = this;
        if (charts.isHandChosen && charts.chartHand === chartHand) {
            charts.release();
            charts.markFocused();
        } else charts.choose(chartHand, view.player);
    }

    /** Mark a hand as long as it has the focus; beside it, too, if keys have led there: its table
    may be out of sight.
    @param {number} chartHand */
    showFocused(chartHand) {
        const { charts, view } = this;
        charts.markAloud(chartHand, view.player);
        if (view.shown && view.cells[chartHand].matches(":focus-visible")) view.point(chartHand);
    }

    /** Mark again the hand that is chosen, once the focus leaves the charts and the tables of
    their hands: those may come next.
    @param {FocusEvent} event */
    leave({ relatedTarget }) {
        const to = /** @type {Node | null} */ (relatedTarget), { charts, view } = this;
        if (!view.table.isReplaced && !charts.has(to)) charts.mark(charts.chartHand);
    }
}
