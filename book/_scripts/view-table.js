/* Below a chart: what the actions of one hand earn, and how often it takes them. */

import { elementOf, findAll, makeElement } from "./elements.js";
import { actionTable, actionTexts } from "./hand-tables.js";
/** @import { ShownDecision } from "./shown-decision.js" */
/** @import { View } from "./view.js" */

export class ViewTable {
    /** The hand of which it tells. */
    chartHand = 0;
    /** The texts that are read aloud for that hand, if somebody has chosen it.
    @type {string[]} */
    texts = [];
    /** Whether the table is being written anew: if it has the focus, that comes back. */
    isReplaced = false;

    /** @param {(event: FocusEvent) => void} focusout  hears that the focus goes elsewhere */
    constructor(focusout) {
        this.element = makeElement("div.explorer-hand", { focusout });
    }

    /** Tell nothing. */
    clear() {
        this.texts = [];
        this.element.replaceChildren();
    }

    /** Tabulate the actions of a hand or, where none is chosen (-1), of the first one that gets to
    the decision, which stands for them; a button there keeps the focus.
    @param {View} view
    @param {ShownDecision} shown
    @param {number} marked */
    show(view, shown, marked) {
        const { element } = this, { charts, words } = view;
        const isChosen = marked >= 0;
        const chartHand = isChosen ? marked : Math.max(shown.firstChartHand, 0);
        this.texts = isChosen ? actionTexts(words, shown, chartHand) : [];
        this.chartHand = chartHand;
        const focused =
            findAll(element, "button").findIndex(shown => shown === document.activeElement);
        const instruction = isChosen ? [] : [elementOf("p.explorer-choose", "Choose a hand.")];
        const table = actionTable(words, shown, chartHand, {
            isChosen, now: view.currentView?.shown,
            nextDecision: name => view.currentView ? undefined : charts.nextDecision(shown, name),
        });
        this.isReplaced = true;
        element.replaceChildren(...instruction, table,
            ...charts.belowActions(shown, charts.focusedHand, chartHand));
        this.isReplaced = false;
        findAll(element, "button")[focused]?.focus({ preventScroll: true });
    }
}
