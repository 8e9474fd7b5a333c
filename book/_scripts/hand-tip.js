/* The tip beside a hand that is pointed at: what its actions earn. */

import { makeElement } from "./elements.js";
import { pointedTable } from "./hand-tables.js";
/** @import { ShownDecision } from "./shown-decision.js" */
/** @import { View } from "./view.js" */

/** From this hand on, in the lower half of the chart, tips are above their hands. */
const FIRST_LOWER_HAND = 78;

/** A tip beside the chart is so far from it, in pixels; one below or above a hand leaves free the
next row, and so much. */
const BESIDE = 8;
const BELOW = 6;

export class HandTip {
    element = makeElement("div.explorer-tip", { "aria-hidden": true, hidden: "" });
    /** The hand of which it tells, and whether it does. */
    chartHand = 0;
    isShown = false;

    /** Tell nothing. */
    hide() {
        this.isShown = false;
        this.element.hidden = true;
    }

    /** Tell what the actions of a hand earn, if the player may hold it.
    @param {View} view
    @param {ShownDecision} shown  what it shows
    @param {number} chartHand */
    show(view, shown, chartHand) {
        const { element } = this;
        this.chartHand = chartHand;
        this.isShown = shown.isHeld(chartHand);
        element.hidden = !this.isShown;
        if (!this.isShown) return;
        element.replaceChildren(pointedTable(view.words, shown, chartHand));
        this.place(view, chartHand);
    }

    /** Put the tip beside the chart, where there is room in the tool: it covers none of its hands.
    Else put it below a hand, or above it in the lower half, and within the chart. The next row
    stays free: its hands are pointed at next.
    @param {View} view
    @param {number} chartHand */
    place(view, chartHand) {
        const { grid, cells } = view, { element } = this, cell = cells[chartHand];
        const isLower = chartHand >= FIRST_LOWER_HAND, left = this.leftBeside(view);
        if (left !== undefined) {
            const raised = isLower ? element.offsetHeight - cell.offsetHeight : 0;
            element.style.left = `${left}px`;
            element.style.top = `${cell.offsetTop - raised}px`;
            return;
        }
        const across = cell.offsetLeft - grid.offsetLeft, apart = cell.offsetHeight + BELOW;
        const within = Math.max(0, Math.min(across, grid.offsetWidth - element.offsetWidth));
        element.style.left = `${grid.offsetLeft + within}px`;
        element.style.top = `${isLower ? cell.offsetTop - element.offsetHeight - apart
            : cell.offsetTop + cell.offsetHeight + apart}px`;
    }

    /** Where the tip begins beside the chart, at the right or else at the left; undefined where the
    tool has no room for it.
    @param {View} view */
    leftBeside({ grid, element: around }) {
        const width = this.element.offsetWidth;
        const tool = around.closest(".explorer")?.getBoundingClientRect();
        const { left, right } = grid.getBoundingClientRect();
        if (!tool) return undefined;
        if (right + BESIDE + width <= tool.right)
            return grid.offsetLeft + grid.offsetWidth + BESIDE;
        return left - BESIDE - width >= tool.left ? grid.offsetLeft - BESIDE - width : undefined;
    }
}
