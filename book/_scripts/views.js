/* What the explorer's tools show: a chart of a decision, with its table. */

import { uniqueId } from "./controls.js";
import { elementOf, findAll, makeElement } from "./elements.js";
import { leadByKey, strokeByKey, trackPointer, undoByKey } from "./grid.js";
import { drawCell } from "./hand-cells.js";
import { actionTable, actionTexts } from "./hand-tables.js";
import { HandTip } from "./hand-tip.js";
import { sum, wholeNumbers } from "./numbers.js";
import { MIN_SHOWN, actionNames, onePartEach } from "./solutions.js";
import { compareWithBeside, isCompared } from "./view-comparison.js";
import { percent, spoken, withShare } from "./words.js";
/** @import { CellPlay, Color, Part, Solution } from "./solutions.js" */
/** @import { ToolCharts } from "./tool-charts.js" */
/** @import { InformationSet } from "./trees.js" */

/** A view that shows a decision; and one beside another that shows one.
@typedef {View & { solution: Solution }} ShownView
@typedef {ShownView & { beside: ShownView }} ComparedView */

/** Whether a view shows a decision. @type {(view: View) => view is ShownView} */
export const isShown = view => view.solution !== undefined;

/** One player's decision: the chart of it, and a table for one hand; beside another view, what
differs. */
export class View {
    /** What it shows, if anything. @type {Solution | undefined} */
    solution;
    /** @type {InformationSet} */
    decision;
    history = "";
    /** What stands above the chart. */
    captionText = "";
    /** The first hand that gets to the decision; -1 if none does. */
    firstHand = -1;
    /** The decision's actions. @type {string[]} */
    names = [];
    /** @type {Record<string, Color>} */
    colors = {};
    /** Of each hand the shares of the actions. @type {number[][]} */
    mixes = [];
    /** What is said of all hands. @type {string[]} */
    shareTexts = [];
    /** What its player does otherwise in the view that it is beside, in a sentence. */
    changeText = "";
    /** What is said of the hand that is marked. @type {string[]} */
    handTexts = [];
    /** Where the pointer was last, in pixels. @type {number[]} */
    pointer;
    /** The number of the hand that the table tells of. */
    handInTable = 0;
    /** Whether the table is being written anew: if it has the focus, that comes back. */
    isTableReplaced = false;
    /** Whether the pointer was last pressed on the hand that was clicked before. */
    pressedAgain = false;
    /** Whether the pointer painted where it was pressed last. */
    isPainted = false;

    /** @param {ToolCharts} charts  of which it is one @param {number} player
    @param {View} [beside]  the view of the game that is set, beside which this one shows what that
    game is compared with */
    constructor(charts, player, beside) {
        this.charts = charts;
        this.words = charts.words;
        this.hands = charts.store.hands;
        this.player = player;
        this.beside = beside;
        const id = uniqueId();
        this.caption = makeElement("div.explorer-caption", { id });
        this.legend = makeElement("div.explorer-legend");
        this.cells = this.hands.map((name, hand) => this.makeCell(name, hand));
        this.grid = this.makeGrid(id);
        this.table = makeElement("div.explorer-hand", {
            focusout: (/** @type {FocusEvent} */ event) => this.leave(event),
        });
        /** The ranges that it shows, in words: read aloud, and on paper. */
        this.written = makeElement("p.explorer-written");
        this.tip = new HandTip();
        const attribute = `data-${beside ? "beside" : "player"}`;
        this.element = makeElement("div.explorer-view", { [attribute]: player },
            this.caption, this.legend, this.grid, this.written, this.table,
            this.tip.element);
    }

    /** The cell of a hand, which keys and pointers choose, or paint.
    @param {string} name @param {number} hand @returns {HTMLElement} */
    makeCell(name, hand) {
        return makeElement("div", {
            role: "gridcell", tabindex: -1, "data-hand": name,
            focus: () => this.showFocused(hand), blur: () => this.tip.hide(),
            click: () => this.click(hand),
            pointerdown: (/** @type {PointerEvent} */ event) => this.press(hand, event),
            pointerenter: (/** @type {PointerEvent} */ event) => this.enter(hand, event),
        }, name);
    }

    /** The cells in rows. @param {string} captionId @returns {HTMLElement} */
    makeGrid(captionId) {
        const rows = wholeNumbers(0, 12).map(row =>
            makeElement("div", { role: "row" }, ...this.cells.slice(13 * row, 13 * row + 13)));
        return makeElement("div.explorer-grid", {
            role: "grid", "aria-labelledby": captionId,
            keydown: (/** @type {KeyboardEvent} */ event) => this.pressKey(event),
            pointermove: (/** @type {PointerEvent} */ event) => this.movePointer(event),
            pointerleave: () => {
                this.tip.hide();
                this.charts.mark(this.charts.shownHand, { isReachable: false });
            },
            focusout: (/** @type {FocusEvent} */ event) => this.leave(event),
        }, ...rows);
    }

    /** Begin to paint where the pointer is pressed on a hand, if somebody paints.
    @param {number} hand @param {PointerEvent} event */
    press(hand, event) {
        const { charts } = this, isPainted = charts.painter.paint(this, [hand], event);
        this.pointer = [event.clientX, event.clientY];
        if (isPainted)
            /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
        this.isPainted = isPainted;
        this.pressedAgain = !isPainted && charts.stays && charts.hand === hand;
    }

    /** Show a hand that the pointer comes to, unless it drags something.
    @param {number} hand @param {PointerEvent} event */
    enter(hand, { buttons, pointerType }) {
        if (buttons) return;
        if (!this.charts.stays)
            this.charts.mark(hand, { isReachable: false, hasRing: true });
        if (pointerType === "mouse") this.point(hand);
    }

    /** Paint the hands that the pointer crosses, if somebody paints. @param {PointerEvent} event */
    movePointer(event) {
        const { crossed, last } = trackPointer(event, this.cells, this.pointer);
        this.pointer = last;
        if (event.buttons) this.charts.painter.paint(this, crossed, event);
    }

    /** Space paints a hand, or keeps it as Enter does; other keys lead on, and paint with Shift.
    @param {KeyboardEvent} event */
    pressKey(event) {
        const { charts, cells } = this, { key } = event;
        const hand = cells.indexOf(/** @type {any} */ (event.target));
        if (hand >= 0 && [" ", "Enter"].includes(key)) {
            event.preventDefault();
            const isPainted = key === " " && charts.painter.paint(this, [hand], event);
            if (!isPainted) this.keepOrLetGo(hand);
        }
        if (key === "Escape") {
            this.tip.hide();
            if (charts.stays) this.keepOrLetGo(charts.hand);
        }
        undoByKey(event, charts.painter);
        leadByKey(event, cells);
        const run = strokeByKey(event, cells);
        if (run.length) charts.painter.paint(this, run, event);
    }

    /** Mark again the hand that is chosen, once the focus leaves the charts and what is told of
    their hands: that may be what comes next. @param {FocusEvent} event */
    leave({ relatedTarget }) {
        const to = /** @type {Node | null} */ (relatedTarget), { charts } = this;
        if (!this.isTableReplaced && !charts.has(to)) charts.mark(charts.hand);
    }

    /** Keep a hand that keys have led to or, if it is kept, let it go. @param {number} hand */
    keepOrLetGo(hand) {
        const { charts } = this;
        if (charts.stays && charts.hand === hand) {
            charts.letGo();
            charts.mark();
        } else charts.select(hand, this.player);
    }

    /** Show a hand as long as it has the focus; beside it, too, if keys have led there: its table
    may be out of sight. @param {number} hand */
    showFocused(hand) {
        this.charts.showHand(hand, this.player);
        if (this.solution && this.cells[hand].matches(":focus-visible")) this.point(hand);
    }

    /** Show beside a hand what its actions earn. @param {number} hand */
    point(hand) {
        if (isShown(this)) this.tip.show(this, hand);
        else this.tip.hide();
    }

    /** A click keeps a hand, and a second one lets it go; where it paints, the chart stays where
    it is. @param {number} hand */
    click(hand) {
        const { charts, pressedAgain, isPainted } = this, cell = this.cells[hand];
        cell.focus({ preventScroll: isPainted });
        charts.select(hand, this.player);
        if (!isPainted) cell.scrollIntoView({ block: "nearest" });
        this.pressedAgain = false;
        if (!pressedAgain) return;
        charts.letGo();
        cell.blur();
        // The pointer is still there.
        charts.mark(hand, { isReachable: false, hasRing: true });
    }

    /** Draw a decision; `partsOf` says which shares of the actions are shown together, and how.
    @param {Solution} solution @param {InformationSet} decision @param {string} title
    @param {(names: string[], colors: Record<string, Color>) => Part[]} partsOf */
    draw(solution, decision, title, partsOf = onePartEach) {
        const { words, player, beside } = this;
        this.solution = solution;
        this.decision = decision;
        this.history = decision.history;
        this.names = actionNames(solution.game.tree, player, decision);
        this.colors = this.charts.colors(player, this.history);
        const parts = partsOf(this.names, this.colors)
            .map(part => ({ ...part, name: words.telling.wordFor(part.name, this.history) }));
        const cells = this.cells.map((_, hand) => solution.playInCell(player, decision, hand));
        this.mixes = cells.map(({ shares }) => shares);
        this.cells.forEach((element, hand) => {
            const isHeld = solution.game.deal.inCell(player, hand).length > 0;
            drawCell(element, this.hands[hand], cells[hand], parts, isHeld);
        });
        this.firstHand = cells.findIndex(({ arrivalShare }) => arrivalShare > 0);
        this.setCaption(beside ? `Before: ${title}` : title);
        this.drawLegend(solution, parts, cells.filter(({ arrivalShare }) => arrivalShare),
            sum(cells.map(({ weight }) => weight)));
        if (isCompared(this)) this.changeText = compareWithBeside(this);
        if (this.tip.isShown) this.point(this.tip.hand);
    }

    /** Say how often each part is, of all hands and of those that get here.
    @param {Solution} solution @param {Part[]} parts
    @param {CellPlay[]} cells  of hands that may get here
    @param {number} weight  how likely the decision is asked */
    drawLegend(solution, parts, cells, weight) {
        const all = sum(solution.handProbabilities(this.player));
        const totals = parts.map(({ name, color, shareOf }) => ({
            name, color,
            ofAll: sum(cells.map(({ taken }) => shareOf(taken))),
            ofAsked: sum(cells.map(({ shares, weight: asked }) => shareOf(shares) * asked)),
        })).filter(({ ofAll, ofAsked }) => weight ? ofAsked : ofAll);
        const percentages = totals.map(({ ofAll }) => percent(ofAll / all, 1));
        const shareTexts = totals.map(({ name }, i) => withShare(name, percentages[i]));
        const askedTexts = totals.map(({ name, ofAsked }) =>
            withShare(name, percent(ofAsked / weight, 1)));
        let scopeText = `of all hands. Of hands that get here: ${askedTexts.join(", ")}`;
        if (!weight && !cells.length)
            scopeText = `It never comes to this: ${this.words.thePlayers[this.player]}'s own range `
                + "does not play this way.";
        else if (!weight)
            scopeText = `It never comes to this: ${this.words.thePlayers[1 - this.player]}'s range `
                + "does not play this way.";
        else if (shareTexts.join() === askedTexts.join()) scopeText = "of all hands";
        if (weight && weight / all < MIN_SHOWN)
            scopeText += ". It comes to this in less than 0.05% of all deals";
        this.legend.replaceChildren(
            ...totals.map(({ name, color }, i) =>
                elementOf("span", makeElement("i", { style: `background:${color.fill}` }),
                    weight ? `${name}: ${percentages[i]}` : name)),
            elementOf("span.explorer-here", scopeText));
        this.shareTexts = weight ? shareTexts : ["never happens"];
    }

    /** Say above the chart what it shows. @param {string} text */
    setCaption(text) {
        this.captionText = text;
        this.caption.replaceChildren(text);
    }

    /** Draw nothing, and say why. @param {string} title @param {string} reason */
    clear(title, reason) {
        this.solution = undefined;
        this.firstHand = -1;
        this.setCaption(title);
        this.legend.replaceChildren(reason);
        this.written.textContent = "";
        this.tip.hide();
        this.changeText = "";
        this.shareTexts = [reason];
        this.cells.forEach((cell, hand) => {
            cell.removeAttribute("style");
            cell.className = "absent";
            cell.ariaLabel = spoken(this.hands[hand]);
        });
    }

    /** Mark a hand, maybe with a ring, and tabulate its actions: how often, and what they earn. The
    Tab key then reaches it, unless it leads where it led before. Where no hand is chosen (-1), show
    what there is to see of one; the Tab key then reaches the first.
    @param {number} marked @param {{ isReachable: boolean, hasRing: boolean }} how */
    mark(marked, { isReachable, hasRing }) {
        this.cells.forEach((cell, hand) => {
            cell.classList.toggle("marked", hasRing && hand === marked);
            if (!isReachable) return;
            cell.tabIndex = hand === Math.max(marked, 0) ? 0 : -1;
            cell.ariaSelected = String(hasRing && hand === marked);
        });
        this.handTexts = [];
        if (isShown(this)) this.tabulate(marked);
        else this.table.replaceChildren();
    }

    /** Tabulate the actions of a hand or, where none is chosen (-1), of the first one that gets
    here, which stands for them; a button there keeps the focus.
    @this {ShownView} @param {number} marked */
    tabulate(marked) {
        const isChosen = marked >= 0, hand = isChosen ? marked : Math.max(this.firstHand, 0);
        if (isChosen) this.handTexts = actionTexts(this, hand);
        const focused = findAll(this.table, "button").indexOf(/** @type {any} */
            (document.activeElement));
        this.handInTable = hand;
        this.isTableReplaced = true;
        const instruction = isChosen ? [] : [elementOf("p.explorer-choose", "Choose a hand.")];
        this.table.replaceChildren(...instruction, actionTable(this, hand, isChosen),
            ...this.charts.belowActions(this, this.charts.shownHand, hand));
        this.isTableReplaced = false;
        findAll(this.table, "button")[focused]?.focus({ preventScroll: true });
    }
}
