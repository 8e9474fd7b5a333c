/* The view of a chart that a reader paints: its cells, its hands in words, and what it loses
(chart-losses.js). */

import { differencesFromBest, lossMarkup, lossOfChart, perHundredHands } from "./chart-losses.js";
import { elementOf, findOne, makeElement } from "./elements.js";
import { tryToCopy } from "./files.js";
import { cellsOf } from "./grid.js";
import { equilibrium, shareOfHands, stackText } from "./stack-pieces.js";
import { chartOf } from "./range-chart.js";
import { percent } from "./words.js";
/** @import { PaintedChart } from "./painted-chart.js" */
/** @import { Equilibrium, Pieces } from "./stack-pieces.js" */
/** @import { TypedHands } from "./typed-hands.js" */

/** The text below a chart without paint. */
export const NOTHING_PAINTED = "Nothing is painted yet";

export class PaintedChartView {
    /** The hands that are pushed, on paper. */
    written = makeElement("p.live-written");
    /** Why it is not told what the chart loses. */
    hint = makeElement("p");

    /** @param {HTMLElement} figure
    @param {{ pieces: Pieces, chart: PaintedChart, typedHands: TypedHands, askLoss: () => void }}
        parts */
    constructor(figure, { pieces, chart, typedHands, askLoss }) {
        this.pieces = pieces;
        this.chart = chart;
        this.typedHands = typedHands;
        this.svg = findOne(figure, "svg");
        this.cells = cellsOf(this.svg);
        this.draw = chartOf(this.svg, pieces.hands, NOTHING_PAINTED);
        this.lossButton = makeElement("button.btn", { click: askLoss }, "What does it lose?");
        /** Tells what the chart loses. */
        this.result = findOne(figure, ".live-cost");
        this.result.role = "group";
        this.result.ariaLabel = "What your chart loses";
        this.result.addEventListener("click", ({ target }) => {
            if (/** @type {Element} */ (target).matches(".live-copy")) this.copyLink();
        });
        this.result.replaceChildren(this.lossButton, this.hint);
    }

    /** Show the chart and, if that is asked, what it loses at a stack.
    @param {number} stack
    @param {boolean} showsLoss */
    show(stack, showsLoss) {
        const { pieces, chart, typedHands } = this, optimal = equilibrium(pieces, stack);
        this.drawChart(optimal, showsLoss && !typedHands.isUnread && !chart.isEmpty);
        this.written.textContent = typedHands.textOf(chart.pushes);
        this.hint.textContent = "";
        if (showsLoss) this.tellLoss(stack, optimal);
    }

    /** Tell what the chart loses; or why that is not known.
    @param {number} stack
    @param {Equilibrium} optimal  at this stack */
    tellLoss(stack, optimal) {
        const { pieces, result, typedHands, chart } = this;
        if (typedHands.isUnread)
            result.textContent = "What your chart loses is told once all hands are read.";
        else if (!chart.isEmpty)
            result.innerHTML = lossMarkup(pieces, stack, optimal, chart.pushes);
        else {
            if (!this.lossButton.isConnected)
                result.replaceChildren(this.lossButton, this.hint);
            this.hint.textContent = `${NOTHING_PAINTED}.`;
        }
    }

    /** Draw the chart.
    @param {Equilibrium} optimal
    @param {boolean} marksDifferences  from the best chart */
    drawChart(optimal, marksDifferences) {
        const { pieces, pieces: { hands }, chart: { pushes } } = this;
        const [best] = optimal.probabilities;
        const differs = marksDifferences ? differencesFromBest(optimal, pushes) : [];
        /** @type {(chartHand: number) => string} */
        const textOf = chartHand =>
            `${hands[chartHand]}: ${pushes[chartHand] ? "pushed" : "folded"}`
            + (differs[chartHand] ? `, best ${percent(best[chartHand])}` : "");
        this.draw(pushes, textOf, shareOfHands(pieces, pushes));
        this.cells.forEach((cell, chartHand) => {
            cell.classList.toggle("differs", Boolean(differs[chartHand]));
            cell.ariaSelected = String(Boolean(pushes[chartHand]));
        });
    }

    /** How much is pushed and, if that is shown, what it loses at a stack.
    @param {number} stack
    @param {boolean} showsLoss */
    summary(stack, showsLoss) {
        const { pieces, chart: { pushes, isEmpty } } = this;
        if (isEmpty) return `${NOTHING_PAINTED}.`;
        const pushed = `${percent(shareOfHands(pieces, pushes), 1)} of hands pushed.`;
        if (!showsLoss) return pushed;
        const lost = lossOfChart(equilibrium(pieces, stack), pushes);
        return `${pushed} That loses ${lost.toFixed(1)} mbb a hand, `
            + `${perHundredHands(lost)} bb/100 on the button.`;
    }

    /** The chart in numbers, beside the best one at a stack; each row ends with what the whole chart
    loses.
    @param {number} stack */
    rows(stack) {
        const { pieces, chart: { pushes } } = this, optimal = equilibrium(pieces, stack);
        const { probabilities: [best] } = optimal, lost = lossOfChart(optimal, pushes).toFixed(1);
        return [["stack", "hand", "push", "best", "chart loses, mbb a hand"],
            ...pieces.hands.map((handName, chartHand) =>
                [stackText(stack), handName, String(pushes[chartHand]),
                    best[chartHand].toFixed(4), lost])];
    }

    /** Copy the address, which has the chart; where that is not allowed, show it. */
    async copyLink() {
        const copyButton = findOne(this.result, ".live-copy");
        if (await tryToCopy(location.href)) copyButton.textContent = "Copied";
        else copyButton.replaceWith(elementOf("code", location.href));
    }
}
