/* What the explorer's tools show: a chart of a decision, with its table. */

import { sum } from "./amounts.js";
import { bar, row, table, uniqueId } from "./controls.js";
import { make } from "./elements.js";
import { drawingSizes } from "./given.js";
import { follow, walk } from "./grid.js";
import { span, writeRange } from "./ranges.js";
import { actionNames, onePartEach } from "./solution.js";
import { inFull, percent, signed, spoken } from "./words.js";
/** @import { CellPlay, Color, Part, Solution } from "./solution.js" */
/** @import { Tool } from "./tool.js" */

/** So many actions are shown beside a hand that is pointed at. */
const MOST_IN_TIP = 8;

/** Of so many hands that play otherwise in another game it is said how. */
const MOST_IN_COMPARISON = 4;

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
    /** What it shows, if anything. @type {Solution} */
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
    /** What is said of the hand that is marked. @type {string[]} */
    handTexts = [];
    /** Where the pointer was last, in pixels. @type {number[]} */
    pointer;
    /** Whether the pointer was last pressed on the hand that was clicked before. */
    pressedAgain = false;

    /** @param {Tool} tool @param {number} player
    @param {View} [beside]  the view of the game that is set, beside which this one shows what that
    game is compared with */
    constructor(tool, player, beside) {
        this.tool = tool;
        this.player = player;
        this.beside = beside;
        const id = uniqueId();
        /** @type {(hand: number, event: Event) => boolean} */
        const paint = (hand, event) => tool.locker.paint(this, [hand], event);
        this.caption = make("div.explorer-caption", { id });
        this.legend = make("div.explorer-legend");
        this.cells = tool.hands.map((name, hand) => make("div", {
            role: "gridcell", tabindex: -1, "data-hand": name,
            focus: () => tool.charts.select(hand), click: () => this.click(hand),
            pointerdown: (/** @type {PointerEvent} */ event) => {
                const isPainted = paint(hand, event);
                this.pointer = [event.clientX, event.clientY];
                if (isPainted)
                    /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
                const { charts } = tool;
                this.pressedAgain = !isPainted && charts.stays && charts.hand === hand;
            },
            pointerenter: (/** @type {PointerEvent} */ event) => {
                if (event.buttons) return;
                if (!tool.charts.stays) tool.charts.mark(hand, false, true);
                if (event.pointerType === "mouse") this.point(hand);
            },
        }, name));
        const pointermove = (/** @type {PointerEvent} */ event) => {
            const { crossed, last } = follow(event, this.cells, this.pointer);
            this.pointer = last;
            if (event.buttons) tool.locker.paint(this, crossed, event);
        };
        const rows = span(0, 12).map(row =>
            make("div", { role: "row" }, ...this.cells.slice(13 * row, 13 * row + 13)));
        /** @type {(event: KeyboardEvent) => void} */
        const keydown = event => {
            const hand = this.cells.indexOf(/** @type {any} */ (event.target));
            if (event.key === " " && paint(hand, event)) event.preventDefault();
            walk(event, this.cells);
        };
        this.grid = make("div.explorer-grid", {
            role: "grid", "aria-labelledby": id, keydown, pointermove,
            pointerleave: () => {
                this.tip.hidden = true;
                tool.charts.mark(tool.charts.hand, false);
            },
        }, ...rows);
        this.table = make("div.explorer-hand");
        this.tip = make("div.explorer-tip", { "aria-hidden": true, hidden: "" });
        const attribute = `data-${beside ? "beside" : "player"}`;
        this.element = make("div.explorer-view", { [attribute]: player },
            this.caption, this.legend, this.grid, this.table, this.tip);
    }

    /** Show beside a hand what its actions earn. @param {number} hand */
    point(hand) {
        const { solution, player, decision, names, tip, tool, history } = this;
        const combos = solution?.game.deal.inCell(player, hand) ?? [];
        tip.hidden = !combos.length;
        if (tip.hidden) return;
        const { arrivalShare, shares } = solution.playInCell(player, decision, hand);
        const earned = names.map((_, action) => solution.earns(player, decision, action, combos));
        // Of many actions those that are played most, and then the best.
        const first = [...names.keys()].sort((a, b) =>
            arrivalShare && shares[b] - shares[a] || earned[b] - earned[a]).slice(0, MOST_IN_TIP);
        const rows = first.sort((a, b) => a - b).map(action => row(
            tool.wordFor(names[action], history),
            make("td", arrivalShare ? inFull(shares[action]) : "–"),
            make("td", signed(earned[action], tool.digits))));
        const heads = [tool.hands[hand], "how often", `earns, ${tool.unit}`];
        tip.replaceChildren(table("pointed", heads, rows));
        this.placeTip(hand);
    }

    /** Put the tip below a hand, or above it in the lower half, and within the chart.
    @param {number} hand */
    placeTip(hand) {
        const { tip, grid } = this, cell = this.cells[hand];
        const across = cell.offsetLeft - grid.offsetLeft;
        const left = Math.max(0, Math.min(across, grid.offsetWidth - tip.offsetWidth));
        tip.style.left = `${grid.offsetLeft + left}px`;
        tip.style.top = `${hand >= FIRST_LOWER_HAND ? cell.offsetTop - tip.offsetHeight - 6
            : cell.offsetTop + cell.offsetHeight + 6}px`;
    }

    /** A click keeps a hand, and a second one lets it go. @param {number} hand */
    click(hand) {
        const { tool, pressedAgain } = this, cell = this.cells[hand];
        cell.focus();
        tool.charts.select(hand);
        cell.scrollIntoView({ block: "nearest" });
        this.pressedAgain = false;
        if (!pressedAgain) return;
        tool.charts.clicked = "";
        cell.blur();
    }

    /** Draw a decision; `partsOf` says which shares of the actions are shown together, and how.
    @param {Solution} solution @param {number} decision @param {string} title
    @param {(names: string[], colors: Record<string, Color>) => Part[]} partsOf */
    draw(solution, decision, title, partsOf = onePartEach) {
        const { tool, player, beside } = this;
        this.solution = solution;
        this.decision = decision;
        this.history = solution.game.tree.informationSets[player][decision].history;
        this.names = actionNames(solution.game.tree, player, decision);
        this.colors = tool.charts.colors(player, this.history);
        const parts = partsOf(this.names, this.colors)
            .map(part => ({ ...part, name: tool.wordFor(part.name, this.history) }));
        const cells = this.cells.map((_, hand) => solution.playInCell(player, decision, hand));
        this.mixes = cells.map(({ shares }) => shares);
        this.cells.forEach((element, hand) =>
            this.drawCell(element, tool.hands[hand], cells[hand], parts,
                solution.game.deal.inCell(player, hand).length > 0));
        this.caption.replaceChildren(beside ? `Before: ${title}` : title);
        this.drawLegend(parts, cells.filter(({ arrivalShare }) => arrivalShare),
            sum(cells.map(({ weight }) => weight)));
        if (beside?.solution) this.compare();
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
    @param {Part[]} parts @param {CellPlay[]} cells  of hands that may get here
    @param {number} weight  how likely the decision is asked */
    drawLegend(parts, cells, weight) {
        const { solution, player } = this, dealt = sum(solution.reach(player));
        const totals = parts.map(({ name, color, shareOf }) => ({
            name, color,
            ofAll: sum(cells.map(({ taken }) => shareOf(taken))),
            ofAsked: sum(cells.map(({ shares, weight: asked }) => shareOf(shares) * asked)),
        })).filter(({ ofAll, ofAsked }) => weight ? ofAsked : ofAll);
        const shareTexts = totals.map(({ name, ofAll }) => `${name} ${percent(ofAll / dealt, 1)}`);
        const askedTexts = totals.map(({ name, ofAsked }) =>
            `${name} ${percent(ofAsked / weight, 1)}`);
        let whole = `of all hands. Of hands that get here: ${askedTexts.join(", ")}`;
        if (!weight) whole = "It never comes to this; many of the opponent's plans prevent it.";
        else if (shareTexts.join() === askedTexts.join()) whole = "of all hands";
        this.legend.replaceChildren(
            ...totals.map(({ name, color }, i) =>
                make("span", make("i", { style: `background:${color.fill}` }),
                    weight ? shareTexts[i].replace(/ (\S+)$/, ": $1") : name)),
            make("span.explorer-here", whole));
        this.shareTexts = weight ? shareTexts : ["never happens"];
    }

    /** How often the view that this one is beside takes an action with a hand.
    @param {number} hand @param {string} name */
    shareNow(hand, name) {
        const { mixes, names } = /** @type {View} */ (this.beside);
        return mixes[hand][names.indexOf(name)] ?? (mixes[hand].length ? 0 : NaN);
    }

    /** Mark the hands that play otherwise in the view that this one is beside, and name the
    first. */
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
            cell.classList.toggle("differs", differs);
            if (!differs) return [];
            cell.ariaLabel += "; played otherwise now";
            return [largest];
        }).sort(largestFirst);
        const { tool: { hands }, history } = this;
        const texts = changes.slice(0, MOST_IN_COMPARISON).map(({ hand, name, before, now }) =>
            `${hands[hand]}: ${this.tool.wordFor(name, history)} ${inFull(now)}, `
                + `was ${inFull(before)}`);
        const others = changes.slice(MOST_IN_COMPARISON);
        const directions = this.names.flatMap(name => [true, false].map(isMore => {
            const moved = others.filter(other =>
                other.name === name && other.now > other.before === isMore);
            const range = this.cells.map((_, hand) => Number(moved.some(one => one.hand === hand)));
            const word = this.tool.wordFor(name, history);
            return moved.length
                ? `${word} ${isMore ? "more" : "less"} often: ${writeRange(range, hands)}` : "";
        })).filter(Boolean);
        const also = directions.length ? ` Also ${directions.join("; ")}.` : "";
        this.legend.append(make("span.explorer-differences", changes.length
            ? `Changed, with a marked corner: ${changes.length} `
                + `hand${changes.length > 1 ? "s" : ""}. Now ${texts.join("; ")}.${also}`
            : "No hand changes by more than 0.5%."));
    }

    /** Draw nothing, and say why. @param {string} title @param {string} reason */
    clear(title, reason) {
        this.solution = /** @type {any} */ (undefined);
        this.caption.replaceChildren(title);
        this.legend.replaceChildren(reason);
        this.shareTexts = [reason];
        for (const cell of this.cells) {
            cell.removeAttribute("style");
            cell.className = "absent";
            cell.ariaLabel = spoken(cell.textContent);
        }
    }

    /** Mark a hand, and tabulate its actions: how often, and what they earn.
    @param {number} marked @param {boolean} focusable @param {boolean} hasRing */
    mark(marked, focusable, hasRing) {
        const { tool, solution } = this;
        this.cells.forEach((cell, hand) => {
            cell.classList.toggle("marked", hasRing && hand === marked);
            if (!focusable) return;
            cell.tabIndex = hand === marked ? 0 : -1;
            cell.ariaSelected = String(hasRing && hand === marked);
        });
        if (solution) this.table.replaceChildren(this.actionTable(marked),
            ...tool.belowActions(this, tool.charts.hand, marked));
        else this.table.replaceChildren();
    }

    /** A hand's actions: how often, what they earn and, beside another view, how often now.
    @param {number} hand */
    actionTable(hand) {
        const { tool, solution, player, decision, names, history } = this;
        const isCompared = Boolean(this.beside?.solution);
        const { arrivalShare, shares } = solution.playInCell(player, decision, hand);
        const combos = solution.game.deal.inCell(player, hand);
        this.handTexts = [];
        const rows = names.map((name, i) => {
            const share = arrivalShare ? shares[i] : NaN, word = tool.wordFor(name, history);
            const often = arrivalShare ? inFull(share) : "–";
            const earned = signed(solution.earns(player, decision, i, combos), tool.digits);
            if (share > 0) this.handTexts.push(`${word} ${inFull(share)}, earns ${earned}`);
            const cells = [bar(share, this.colors[name].fill, often), make("td", earned)];
            if (isCompared) {
                const now = this.shareNow(hand, name);
                cells.push(make("td", now >= 0 ? inFull(now) : "–"));
            }
            const line = row(tool.nextDecision(this, name) ?? word, ...cells);
            line.dataset.action = name;
            return line;
        });
        const worth = signed(solution.average(player, 0, 0, combos), tool.digits);
        const dealt = combos.length ? `worth ${worth} when dealt` : "not in the range";
        const heads = ["action", "how often", `earns, ${tool.unit}`];
        if (isCompared) heads.push("now");
        const actions = table("actions", heads, rows);
        actions.prepend(
            make("caption",
                `${tool.hands[hand]}, ${solution.game.tree.players[player]}: ${dealt}`));
        return actions;
    }
}
