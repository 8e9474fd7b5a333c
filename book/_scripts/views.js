/* What the explorer's tools show: a chart of a decision, with its table. */

import { sum, wholeNumbers } from "./amounts.js";
import { bar, row, table, uniqueId } from "./controls.js";
import { findAll, makeElement } from "./elements.js";
import { drawingSizes } from "./build-constants.js";
import { isUndo, leadByKey, strokeByKey, trackPointer } from "./grid.js";
import { writeRange } from "./ranges.js";
import { LEAST_SHOWN, actionNames, onePartEach } from "./solutions.js";
import { counted, inFull, percent, signed, spoken, verbOf } from "./words.js";
/** @import { CellPlay, Color, Part, Solution } from "./solutions.js" */
/** @import { ToolCharts } from "./tool-charts.js" */

/** A view that shows a decision.
@typedef {View & { solution: Solution }} ShownView */

/** Whether a view shows a decision. @type {(view: View) => view is ShownView} */
export const isShown = view => view.solution !== undefined;

/** So many actions are shown beside a hand that is pointed at. */
const MOST_IN_TIP = 8;

/** Of so many hands that play otherwise in another game it is said how. */
const MOST_IN_COMPARISON = 4;

/** A hand that plays otherwise in another game: the action of which the chance changes most, what
that was and is, and by how much it changes.
@typedef {{ hand: number, name: string, before: number, now: number, change: number }} Change */

/** Smaller changes are not told: how small, in words. */
const LEAST_CHANGE_TEXT = "0.5%";

/** Changes are whole numbers of this: where one action rises by what another falls, or two hands
change alike, no last bits say which comes first. */
const LEAST_CHANGE = 1e-6;

/** Shares that are smaller are not drawn. */
const LEAST_DRAWN = 0.00005;

/** Below this row of the chart, tips are above their hands. */
const FIRST_LOWER_HAND = 78;

/** One player's decision: the chart of it, and a table for one hand; beside another view, what
differs. */
export class View {
    /** What it shows, if anything. @type {Solution | undefined} */
    solution;
    decision = 0;
    history = "";
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
    /** The number of the hand of which the tip tells. */
    pointed = 0;
    /** The number of the hand that the table tells of. */
    handInTable = 0;
    /** Whether the table is being written anew: if it has the focus, that comes back. */
    isTableReplaced = false;
    /** Whether the pointer was last pressed on the hand that was clicked before. */
    pressedAgain = false;

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
        /** @type {(hand: number, event: Event) => boolean} */
        const paint = (hand, event) => charts.paint(this, [hand], event);
        this.caption = makeElement("div.explorer-caption", { id });
        this.legend = makeElement("div.explorer-legend");
        this.cells = this.hands.map((name, hand) => makeElement("div", {
            role: "gridcell", tabindex: -1, "data-hand": name,
            focus: () => this.showFocused(hand), blur: () => { this.tip.hidden = true; },
            click: () => this.click(hand),
            pointerdown: (/** @type {PointerEvent} */ event) => {
                const isPainted = paint(hand, event);
                this.pointer = [event.clientX, event.clientY];
                if (isPainted)
                    /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
                this.pressedAgain = !isPainted && charts.stays && charts.hand === hand;
            },
            pointerenter: (/** @type {PointerEvent} */ event) => {
                if (event.buttons) return;
                if (!charts.stays) charts.mark(hand, false, true);
                if (event.pointerType === "mouse") this.point(hand);
            },
        }, name));
        const pointermove = (/** @type {PointerEvent} */ event) => {
            const { crossed, last } = trackPointer(event, this.cells, this.pointer);
            this.pointer = last;
            if (event.buttons) charts.paint(this, crossed, event);
        };
        const rows = wholeNumbers(0, 12).map(row =>
            makeElement("div", { role: "row" }, ...this.cells.slice(13 * row, 13 * row + 13)));
        /** @type {(event: KeyboardEvent) => void} */
        const keydown = event => {
            const hand = this.cells.indexOf(/** @type {any} */ (event.target));
            if (hand >= 0 && [" ", "Enter"].includes(event.key)) {
                event.preventDefault();
                if (event.key === "Enter" || !paint(hand, event)) this.keepOrLetGo(hand);
            }
            if (event.key === "Escape") this.tip.hidden = true;
            if (isUndo(event)) {
                event.preventDefault();
                charts.undo();
            }
            leadByKey(event, this.cells);
            const run = strokeByKey(event, this.cells);
            if (run.length) charts.paint(this, run, event);
        };
        // What is told of a hand stays while the focus is there: it may be what comes next.
        const leave = (/** @type {FocusEvent} */ { relatedTarget }) => {
            const to = /** @type {Node | null} */ (relatedTarget);
            if (!this.isTableReplaced && !charts.has(to)) charts.mark(charts.hand);
        };
        this.grid = makeElement("div.explorer-grid", {
            role: "grid", "aria-labelledby": id, keydown, pointermove,
            pointerleave: () => {
                this.tip.hidden = true;
                charts.mark(charts.shownHand, false);
            },
            focusout: leave,
        }, ...rows);
        this.table = makeElement("div.explorer-hand", { focusout: leave });
        /** The ranges that it shows, on paper. */
        this.written = makeElement("p.explorer-written");
        this.tip = makeElement("div.explorer-tip", { "aria-hidden": true, hidden: "" });
        const attribute = `data-${beside ? "beside" : "player"}`;
        this.element = makeElement("div.explorer-view", { [attribute]: player },
            this.caption, this.legend, this.grid, this.written, this.table, this.tip);
    }

    /** Keep a hand that keys have led to or, if it is kept, let it go. @param {number} hand */
    keepOrLetGo(hand) {
        const { charts } = this;
        if (charts.stays && charts.hand === hand) {
            charts.letGo();
            charts.mark();
        } else charts.select(hand);
    }

    /** Show a hand as long as it has the focus; beside it, too, if keys have led there: its table
    may be out of sight. @param {number} hand */
    showFocused(hand) {
        this.charts.tell(hand);
        if (this.solution && this.cells[hand].matches(":focus-visible")) this.point(hand);
    }

    /** Show beside a hand what its actions earn. @param {number} hand */
    point(hand) {
        this.pointed = hand;
        const { solution, player, decision, names, tip, words, history } = this;
        const places = solution?.game.deal.inCell(player, hand) ?? [];
        tip.hidden = !places.length;
        if (!solution || !places.length) return;
        const { arrivalShare, shares } = solution.playInCell(player, decision, hand);
        const earnings = names.map((_, action) => solution.earns(player, decision, action, places));
        // Of many actions those that are played most, and then the best.
        const first = [...names.keys()].sort((a, b) =>
            arrivalShare && shares[b] - shares[a] || earnings[b] - earnings[a])
            .slice(0, MOST_IN_TIP);
        const rows = first.sort((a, b) => a - b).map(action => row(
            words.telling.wordFor(names[action], history),
            makeElement("td", arrivalShare ? inFull(shares[action]) : "–"),
            makeElement("td", signed(earnings[action], words.digits))));
        const heads = [this.hands[hand], "how often", `earns, ${words.unit}`];
        tip.replaceChildren(table("pointed", heads, rows));
        this.placeTip(hand);
    }

    /** Put the tip below a hand, or above it in the lower half, and within the chart. The next row
    stays free: its hands are pointed at next. @param {number} hand */
    placeTip(hand) {
        const { tip, grid } = this, cell = this.cells[hand], apart = cell.offsetHeight + 6;
        const across = cell.offsetLeft - grid.offsetLeft;
        const left = Math.max(0, Math.min(across, grid.offsetWidth - tip.offsetWidth));
        tip.style.left = `${grid.offsetLeft + left}px`;
        tip.style.top = `${hand >= FIRST_LOWER_HAND ? cell.offsetTop - tip.offsetHeight - apart
            : cell.offsetTop + cell.offsetHeight + apart}px`;
    }

    /** A click keeps a hand, and a second one lets it go. @param {number} hand */
    click(hand) {
        const { charts, pressedAgain } = this, cell = this.cells[hand];
        cell.focus();
        charts.select(hand);
        cell.scrollIntoView({ block: "nearest" });
        this.pressedAgain = false;
        if (!pressedAgain) return;
        charts.letGo();
        cell.blur();
        // The pointer is still there.
        charts.mark(hand, false, true);
    }

    /** Draw a decision; `partsOf` says which shares of the actions are shown together, and how.
    @param {Solution} solution @param {number} decision @param {string} title
    @param {(names: string[], colors: Record<string, Color>) => Part[]} partsOf */
    draw(solution, decision, title, partsOf = onePartEach) {
        const { words, player, beside } = this;
        this.solution = solution;
        this.decision = decision;
        this.history = solution.game.tree.informationSets[player][decision].history;
        this.names = actionNames(solution.game.tree, player, decision);
        this.colors = this.charts.colors(player, this.history);
        const parts = partsOf(this.names, this.colors)
            .map(part => ({ ...part, name: words.telling.wordFor(part.name, this.history) }));
        const cells = this.cells.map((_, hand) => solution.playInCell(player, decision, hand));
        this.mixes = cells.map(({ shares }) => shares);
        this.cells.forEach((element, hand) =>
            this.drawCell(element, this.hands[hand], cells[hand], parts,
                solution.game.deal.inCell(player, hand).length > 0));
        this.caption.replaceChildren(beside ? `Before: ${title}` : title);
        this.drawLegend(solution, parts, cells.filter(({ arrivalShare }) => arrivalShare),
            sum(cells.map(({ weight }) => weight)));
        if (beside?.solution) this.compare();
        if (!this.tip.hidden) this.point(this.pointed);
    }

    /** Draw what a hand does, and say it.
    @param {HTMLElement} element @param {string} name @param {CellPlay} cell @param {Part[]} parts
    @param {boolean} isHeld  whether it is in the player's range */
    drawCell(element, name, { arrivalShare, weight, shares }, parts, isHeld) {
        const drawn = arrivalShare ? parts.map(part => ({ ...part, share: part.shareOf(shares) }))
            .filter(({ share }) => share >= LEAST_DRAWN) : [];
        const texts = drawn.map(part => `${part.name} ${inFull(part.share)}`);
        let from = 0;
        const stops = drawn.map(({ color, share }) => {
            const begin = from;
            from += share;
            return `${color.fill} ${100 * begin}% ${100 * from}%`;
        });
        element.style.background = stops.length ? `linear-gradient(90deg,${stops.join()})` : "";
        element.style.color = drawn.length === 1 ? drawn[0].color.ink : "";
        element.className = "";
        if (!arrivalShare) element.className = "absent";
        else if (drawn.length > 1) element.className = "mixed";
        element.classList.toggle("threat", arrivalShare > 0 && !weight);
        if (!isHeld) texts.push("not in the range");
        else if (!arrivalShare) texts.push("never gets here, it plays otherwise");
        else if (!weight) texts.push("never asked");
        element.ariaLabel = `${spoken(name)}: ${texts.join(", ")}`;
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
        const shareTexts = totals.map(({ name, ofAll }) => `${name} ${percent(ofAll / all, 1)}`);
        const askedTexts = totals.map(({ name, ofAsked }) =>
            `${name} ${percent(ofAsked / weight, 1)}`);
        let scopeText = `of all hands. Of hands that get here: ${askedTexts.join(", ")}`;
        if (!weight) scopeText = "It never comes to this; many of the opponent's plans prevent it.";
        else if (shareTexts.join() === askedTexts.join()) scopeText = "of all hands";
        if (weight && weight / all < LEAST_SHOWN)
            scopeText += ". It comes to this in less than 0.05% of all deals";
        this.legend.replaceChildren(
            ...totals.map(({ name, color }, i) =>
                makeElement("span", makeElement("i", { style: `background:${color.fill}` }),
                    weight ? shareTexts[i].replace(/ (\S+)$/, ": $1") : name)),
            makeElement("span.explorer-here", scopeText));
        this.shareTexts = weight ? shareTexts : ["never happens"];
    }

    /** How often the view that this one is beside takes an action with a hand.
    @param {number} hand @param {string} name */
    shareNow(hand, name) {
        const { mixes, names } = /** @type {View} */ (this.beside);
        return mixes[hand][names.indexOf(name)] ?? (mixes[hand].length ? 0 : NaN);
    }

    /** Mark the hands that play otherwise in the view that this one is beside, in both, and name
    the first. */
    compare() {
        /** @type {(a: { change: number }, b: { change: number }) => number} */
        const largestFirst = (a, b) => b.change - a.change;
        const changes = this.cells.flatMap((cell, hand) => {
            const [largest] = this.names.map((name, i) => {
                const before = this.mixes[hand][i], now = this.shareNow(hand, name);
                const change = Math.round(Math.abs(now - before) / LEAST_CHANGE) * LEAST_CHANGE;
                return { hand, name, before, now, change };
            }).reverse().sort(largestFirst);
            const differs = largest.change > drawingSizes().leastShare;
            const cellNow = /** @type {View} */ (this.beside).cells[hand];
            for (const one of [cell, cellNow]) one.classList.toggle("differs", differs);
            if (!differs) return [];
            cell.ariaLabel += "; played otherwise now";
            cellNow.ariaLabel += `; played otherwise ${this.charts.whenOther}`;
            return [largest];
        }).sort(largestFirst);
        this.changeText = this.sumUp(changes);
        const { hands, words: { telling }, history } = this;
        const texts = changes.slice(0, MOST_IN_COMPARISON).map(({ hand, name, before, now }) =>
            `${hands[hand]}: ${telling.wordFor(name, history)} ${inFull(now)}, `
                + `was ${inFull(before)}`);
        const others = changes.slice(MOST_IN_COMPARISON);
        const directions = this.names.flatMap(name =>
            this.directionsOf(others, name).map(({ how, range }) =>
                `${telling.wordFor(name, history)} ${how}: ${range}`));
        const also = directions.length ? ` Also ${directions.join("; ")}.` : "";
        this.legend.append(makeElement("span.explorer-differences", changes.length
            ? `Changed, with a marked corner: ${changes.length} `
                + `hand${changes.length > 1 ? "s" : ""}. Now ${texts.join("; ")}.${also}`
            : `No hand changes by more than ${LEAST_CHANGE_TEXT}.`));
    }

    /** The hands that take an action more often now, and those that take it less often.
    @param {Change[]} changes @param {string} name
    @returns {{ count: number, how: string, range: string }[]} */
    directionsOf(changes, name) {
        const { hands } = this;
        return [true, false].flatMap(isMore => {
            const moved = changes.filter(change =>
                change.name === name && change.now > change.before === isMore);
            const range = hands.map((_, hand) => Number(moved.some(one => one.hand === hand)));
            const how = `${isMore ? "more" : "less"} often`, count = moved.length;
            return count ? [{ count, how, range: writeRange(range, hands) }] : [];
        });
    }

    /** All hands that play otherwise now, by what they do more or less often, in a sentence. Each
    is named once, by the action that changes most. @param {Change[]} changes */
    sumUp(changes) {
        const { words: { telling, thePlayers }, player, history, names } = this;
        const who = thePlayers[player];
        const when = history ? ` ${telling.afterText(history)}` : "";
        if (!changes.length)
            return `${who}${when} plays every hand as ${this.charts.whenOther}, to within `
                + `${LEAST_CHANGE_TEXT}.`;
        const groups = names.flatMap(name => {
            const directions = this.directionsOf(changes, name).map(({ count, how, range }) =>
                `${counted(count, "hand")} ${how} (${range})`);
            return directions.length
                ? [`${verbOf(telling.wordFor(name, history))} with ${directions.join(" and ")}`]
                : [];
        });
        return `${who}${when} ${groups.join("; ")}.`;
    }

    /** Draw nothing, and say why. @param {string} title @param {string} reason */
    clear(title, reason) {
        this.solution = undefined;
        this.caption.replaceChildren(title);
        this.legend.replaceChildren(reason);
        this.tip.hidden = true;
        this.changeText = "";
        this.shareTexts = [reason];
        for (const cell of this.cells) {
            cell.removeAttribute("style");
            cell.className = "absent";
            cell.ariaLabel = spoken(cell.textContent);
        }
    }

    /** Mark a hand, and tabulate its actions: how often, and what they earn. Where no hand is
    chosen (-1), show what there is to see of one; the Tab key then reaches the first.
    @param {number} marked @param {boolean} focusable @param {boolean} hasRing */
    mark(marked, focusable, hasRing) {
        this.cells.forEach((cell, hand) => {
            cell.classList.toggle("marked", hasRing && hand === marked);
            if (!focusable) return;
            cell.tabIndex = hand === Math.max(marked, 0) ? 0 : -1;
            cell.ariaSelected = String(hasRing && hand === marked);
        });
        this.handTexts = [];
        if (!isShown(this)) {
            this.table.replaceChildren();
            return;
        }
        // Where no hand is chosen, the first one that gets here stands for them.
        const first = this.cells.findIndex(cell => cell.className !== "absent");
        const isChosen = marked >= 0, hand = isChosen ? marked : Math.max(first, 0);
        const parts = [this.actionTable(hand, isChosen),
            ...this.charts.drawer.belowActions(this, this.charts.shownHand, hand)];
        const at = findAll(this.table, "button").indexOf(/** @type {any} */
            (document.activeElement));
        this.handInTable = hand;
        this.isTableReplaced = true;
        this.table.replaceChildren(...parts);
        this.isTableReplaced = false;
        findAll(this.table, "button")[at]?.focus({ preventScroll: true });
        if (!isChosen) this.handTexts = [];
    }

    /** A hand's actions: how often, what they earn and, beside another view, how often now.
    @this {ShownView} @param {number} hand @param {boolean} isChosen  by the reader */
    actionTable(hand, isChosen) {
        const { words, solution, player, decision, names, history } = this;
        const isCompared = Boolean(this.beside?.solution);
        const { arrivalShare, shares } = solution.playInCell(player, decision, hand);
        const places = solution.game.deal.inCell(player, hand);
        this.handTexts = [];
        const rows = names.map((name, i) => {
            const share = arrivalShare ? shares[i] : NaN;
            const word = words.telling.wordFor(name, history);
            const frequencyText = arrivalShare ? inFull(share) : "–";
            const earned = signed(solution.earns(player, decision, i, places), words.digits);
            if (share > 0) this.handTexts.push(`${word} ${inFull(share)}, earns ${earned}`);
            const { fill } = this.colors[name];
            const cells = [bar(share, fill, frequencyText), makeElement("td", earned)];
            if (isCompared) {
                const now = this.shareNow(hand, name);
                cells.push(makeElement("td", now >= 0 ? inFull(now) : "–"));
            }
            const line = row(this.charts.drawer.nextDecision(this, name) ?? word, ...cells);
            line.dataset.action = name;
            return line;
        });
        const worth = signed(solution.average(player, 0, 0, places), words.digits);
        const dealt = places.length ? `worth ${worth} when dealt` : "not in the range";
        const heads = ["action", "how often", `earns, ${words.unit}`];
        if (isCompared) heads.push("now");
        const actions = table("actions", heads, rows);
        const name = this.hands[hand];
        actions.prepend(makeElement("caption", `${isChosen
            ? `${name}, ${solution.game.tree.players[player]}`
            : `Choose a hand, such as ${name}`}: ${dealt}`));
        return actions;
    }
}
