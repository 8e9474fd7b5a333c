/* What the explorer's tools show: a chart of a decision, with its table. */

import { ChartListener } from "./chart-listener.js";
import { uniqueId } from "./controls.js";
import { elementOf, makeElement } from "./elements.js";
import { drawCell, onePartEach } from "./hand-cells.js";
import { HandTip } from "./hand-tip.js";
import { wholeNumbers } from "./numbers.js";
import { ShownDecision } from "./shown-decision.js";
import { MIN_SHOWN } from "./solutions.js";
import { compareViews } from "./view-comparison.js";
import { ViewTable } from "./view-table.js";
import { percent, spoken, withShare } from "./words.js";
/** @import { CellPart, Color } from "./hand-cells.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { ToolCharts } from "./tool-charts.js" */
/** @import { InformationSet } from "./trees.js" */

/** The texts of a view: the caption above its chart; what all hands do, part by part, or why
nothing is drawn; and what its player does otherwise in the view that it is beside, in a sentence,
"" if it is beside none.
@typedef {object} ViewTexts
@property {string} caption
@property {string[]} shares
@property {string} change */

/** One player's decision: the chart of it, and a table for one hand; beside another view, what
differs. */
export class View {
    /** What it shows, if anything.
    @type {ShownDecision | undefined} */
    shown;
    /** @type {ViewTexts} */
    texts = { caption: "", shares: [], change: "" };

    /** @param {ToolCharts} charts  of which it is one
    @param {number} player
    @param {View} [currentView]  the view of the game that is set, beside which this one shows
        what that game is compared with */
    constructor(charts, player, currentView) {
        this.charts = charts;
        this.words = charts.words;
        this.hands = charts.store.hands;
        this.player = player;
        this.currentView = currentView;
        const id = uniqueId(), listener = new ChartListener(this);
        this.caption = makeElement("div.explorer-caption", { id });
        this.legend = makeElement("div.explorer-legend");
        this.cells = this.hands.map((handName, chartHand) => makeElement("div", {
            role: "gridcell", tabindex: -1, "data-hand": handName, ...listener.ofCell(chartHand),
        }, handName));
        this.grid = makeElement("div.explorer-grid",
            { role: "grid", "aria-labelledby": id, ...listener.ofGrid },
            ...wholeNumbers(0, 12).map(row => makeElement("div", { role: "row" },
                ...this.cells.slice(13 * row, 13 * row + 13))));
        this.table = new ViewTable(event => listener.leave(event));
        /** The ranges that it shows, in words: read aloud, and on paper. */
        this.written = makeElement("p.explorer-written");
        this.tip = new HandTip();
        const attribute = `data-${currentView ? "beside" : "player"}`;
        this.element = makeElement("div.explorer-view", { [attribute]: player },
            this.caption, this.legend, this.grid, this.written, this.table.element,
            this.tip.element);
    }

    /** The history of the decision that it shows; "" if it shows none. */
    get history() {
        return this.shown?.history ?? "";
    }

    /** Show beside a hand what its actions earn.
    @param {number} chartHand */
    point(chartHand) {
        if (this.shown) this.tip.show(this, this.shown, chartHand);
        else this.tip.hide();
    }

    /** Draw a decision; `partsOf` says which shares of the actions are shown together, and how.
    @param {Solution} solution
    @param {InformationSet} informationSet
    @param {string} title
    @param {(actionNames: string[], colors: Record<string, Color>) => CellPart[]} partsOf */
    draw(solution, informationSet, title, partsOf = onePartEach) {
        const { words, hands, player, currentView } = this, { history } = informationSet;
        const colors = this.charts.colors(player, history);
        const shown = new ShownDecision(hands, solution, player, informationSet, colors);
        const parts = partsOf(shown.actionNames, colors)
            .map(part => ({ ...part, name: words.telling.wordFor(part.name, history) }));
        this.shown = shown;
        this.cells.forEach((element, chartHand) => {
            const play = shown.plays[chartHand];
            drawCell(element, hands[chartHand], play, parts, shown.isHeld(chartHand));
        });
        const caption = currentView ? `Before: ${title}` : title;
        this.caption.replaceChildren(caption);
        const shares = this.drawLegend(shown, parts);
        const change = currentView?.shown
            ? compareViews(this, shown, currentView, currentView.shown) : "";
        this.texts = { caption, shares, change };
        if (this.tip.isShown) this.point(this.tip.chartHand);
    }

    /** Say how often each part is, of all hands and of those that get here; return what is said of
    all hands.
    @param {ShownDecision} shown
    @param {CellPart[]} parts */
    drawLegend(shown, parts) {
        const { dealtInAll, arrivalProbability } = shown, totals = shown.totalsOf(parts);
        const percentages = totals.map(({ ofAll }) => percent(ofAll / dealtInAll, 1));
        const shareTexts = totals.map(({ name }, i) => withShare(name, percentages[i]));
        const arrivingTexts = totals.map(({ name, ofArriving }) =>
            withShare(name, percent(ofArriving / arrivalProbability, 1)));
        const isSame = shareTexts.join() === arrivingTexts.join();
        this.legend.replaceChildren(
            ...totals.map(({ name, color }, i) =>
                elementOf("span", makeElement("i", { style: `background:${color.fill}` }),
                    arrivalProbability ? `${name}: ${percentages[i]}` : name)),
            elementOf("span.explorer-here", this.scopeText(shown, isSame ? [] : arrivingTexts)));
        return arrivalProbability ? shareTexts : ["never happens"];
    }

    /** Of which hands the shares of the legend are; or that it never comes to the decision.
    @param {ShownDecision} shown
    @param {string[]} arrivingTexts  the shares of the hands that get here, if these are others */
    scopeText({ dealtInAll, arrivalProbability, isReached }, arrivingTexts) {
        const { player, words: { thePlayers } } = this;
        if (!arrivalProbability && !isReached)
            return `It never comes to this: ${thePlayers[player]}'s own range does not play `
                + "this way.";
        if (!arrivalProbability)
            return `It never comes to this: ${thePlayers[1 - player]}'s range does not play `
                + "this way.";
        return "of all hands"
            + (arrivingTexts.length ? `. Of hands that get here: ${arrivingTexts.join(", ")}` : "")
            + (arrivalProbability / dealtInAll < MIN_SHOWN
                ? ". It comes to this in less than 0.05% of all deals" : "");
    }

    /** Draw nothing, and say why.
    @param {string} title
    @param {string} reason */
    clear(title, reason) {
        this.shown = undefined;
        this.texts = { caption: title, shares: [reason], change: "" };
        this.caption.replaceChildren(title);
        this.legend.replaceChildren(reason);
        this.written.textContent = "";
        this.tip.hide();
        this.cells.forEach((cell, chartHand) => {
            cell.removeAttribute("style");
            cell.className = "absent";
            cell.ariaLabel = spoken(this.hands[chartHand]);
        });
    }

    /** Mark a hand, maybe with a ring, and tabulate its actions: how often, and what they earn. The
    Tab key then reaches it, unless it leads where it led before. Where no hand is chosen (-1), show
    what there is to see of one; the Tab key then reaches the first.
    @param {number} marked
    @param {{ isReachable: boolean, hasRing: boolean }} how */
    mark(marked, { isReachable, hasRing }) {
        this.cells.forEach((cell, chartHand) => {
            cell.classList.toggle("marked", hasRing && chartHand === marked);
            if (!isReachable) return;
            cell.tabIndex = chartHand === Math.max(marked, 0) ? 0 : -1;
            cell.ariaSelected = String(hasRing && chartHand === marked);
        });
        if (this.shown) this.table.show(this, this.shown, marked);
        else this.table.clear();
    }
}
