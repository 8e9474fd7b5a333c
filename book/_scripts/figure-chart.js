/* A player's chart in the figure of push or fold, with a line on the hand that its reader has chosen,
or else on one that mixes. */

import { findAll, findOne, makeElement } from "./elements.js";
import { cellsOf } from "./grid.js";
import { handText, shareOfHands } from "./stack-pieces.js";
import { isMixed } from "./push-fold-payoffs.js";
import { chartOf } from "./range-chart.js";
import { writeRange } from "./ranges.js";
/** @import { Equilibrium, Pieces } from "./stack-pieces.js" */

/** What is mixed is read aloud with so many digits. */
const DIGITS_OF_SHARES = 2;

export class FigureChart {
    /** The hand that the reader has chosen; -1 if there is none. */
    #chosenChartHand = -1;
    /** The equilibrium that is shown.
    @type {Equilibrium} */
    #optimal;

    /** @param {Element} view  of the figure, with the chart
    @param {Pieces} pieces
    @param {number} player */
    constructor(view, pieces, player) {
        const svg = findOne(view, "svg");
        this.view = view;
        this.pieces = pieces;
        this.player = player;
        this.svg = svg;
        this.draw = chartOf(svg, pieces.hands);
        this.cells = cellsOf(svg);
        this.line = findOne(view, ".live-hand");
        /** The hands, as they are read aloud. */
        this.written = makeElement("p.visually-hidden.live-hands");
        view.append(this.written);
        svg.addEventListener("click", ({ target }) => this.choose(target));
        svg.addEventListener("keydown", event => {
            if (![" ", "Enter"].includes(event.key)) return;
            event.preventDefault();
            this.choose(event.target);
        });
    }

    /** What the chart is called. */
    get title() {
        return findOne(this.svg, "title").textContent ?? "";
    }

    /** Ring the hand that is clicked, and say below the chart what it earns; or let it go, if it has
    the ring.
    @param {EventTarget | null} target */
    choose(target) {
        const clicked = /** @type {Element | null} */ (target)?.closest(".g g");
        const chartHand = this.cells.findIndex(cell => cell === clicked);
        if (chartHand < 0) return;
        this.#chosenChartHand = chartHand === this.#chosenChartHand ? -1 : chartHand;
        this.cells.forEach((cell, i) => {
            const isChosen = i === this.#chosenChartHand;
            cell.classList.toggle("chosen", isChosen);
            cell.ariaSelected = String(isChosen);
        });
        this.tellHand();
        // The line below the chart tells it now.
        this.hideTips();
        // The line on a hand stays at the bottom of the screen, and not over that hand.
        this.cells[chartHand].scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    /** Tell no longer beside a hand what it does. */
    hideTips() {
        for (const tip of findAll(this.view, ".chart-tip")) tip.setAttribute("hidden", "");
    }

    /** Draw what is optimal, and say what the hand does that is told of.
    @param {Equilibrium} optimal */
    show(optimal) {
        const { pieces, player } = this, probabilities = optimal.probabilities[player];
        this.#optimal = optimal;
        this.draw(probabilities, chartHand => handText(pieces, optimal, player, chartHand),
            shareOfHands(pieces, probabilities));
        this.written.textContent = `${player ? "Call" : "Push"}: `
            + writeRange(probabilities, pieces.hands, DIGITS_OF_SHARES);
        this.tellHand();
    }

    /** Say below the chart what the chosen hand earns or, where none is, what the first one does that
    mixes. */
    tellHand() {
        const { pieces, player } = this, optimal = this.#optimal;
        const chartHand = this.#chosenChartHand < 0
            ? optimal.probabilities[player].findIndex(isMixed)
            : this.#chosenChartHand;
        this.line.textContent = chartHand < 0 ? "At this stack no hand is mixed."
            : handText(pieces, optimal, player, chartHand);
    }
}
