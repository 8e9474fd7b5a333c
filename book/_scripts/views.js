/* What the explorer's tools show: a chart of a decision, with its table. */

import { sum } from "./amounts.js";
import { bar, row, table, unique } from "./controls.js";
import { make } from "./elements.js";
import { follow, walk } from "./grid.js";
import { span } from "./ranges.js";
import { actions, asTheyAre } from "./shown.js";
import { inFull, percent, signed, spoken } from "./words.js";
/** @import { Color, Part, Shown } from "./shown.js" */
/** @import { Tool } from "./tool.js" */

/** So many actions are told beside a hand. */
const MOST_TOLD = 8;

/** One player's decision: the chart of it, and a table for one hand; beside another view, what
differs. */
export class View {
    /** What it shows, if anything. @type {Shown} */
    game;
    set = 0;
    history = "";
    /** The decision's actions. @type {string[]} */
    names = [];
    /** @type {Record<string, Color>} */
    colors = {};
    /** Of each hand the shares of the actions. @type {number[][]} */
    mixes = [];
    /** What is said of all hands, and of the one that is marked. @type {string[]} */
    shares = [];
    /** @type {string[]} */
    said = [];
    /** @type {HTMLInputElement} */
    box;
    /** @type {HTMLSelectElement} */
    brush;
    /** @type {HTMLButtonElement} */
    taker;
    /** @type {HTMLInputElement} */
    painting;
    /** @type {HTMLDetailsElement} */
    lock;
    /** @type {HTMLSelectElement} */
    list;
    /** After what the decision comes for which a range was refused. */
    refusedAfter = "";
    /** Where the pointer was last, in pixels. @type {number[]} */
    place;
    /** Whether the pointer was last pressed on the hand that was clicked before. */
    again = false;

    /** @param {Tool} tool @param {number} player @param {View} [than] */
    constructor(tool, player, than) {
        this.tool = tool;
        this.player = player;
        this.than = than;
        const id = unique();
        /** @type {(at: number, event: Event) => boolean} */
        const paint = (at, event) => tool.locker.paint(this, [at], event);
        this.caption = make("div.explorer-caption", { id });
        this.legend = make("div.explorer-legend");
        this.cells = tool.hands.map((hand, at) => make("div", {
            role: "gridcell", tabindex: -1, "data-hand": hand,
            focus: () => tool.select(at), click: () => this.click(at),
            pointerdown: (/** @type {PointerEvent} */ event) => {
                const painted = paint(at, event);
                this.place = [event.clientX, event.clientY];
                if (painted)
                    /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
                this.again = !painted && tool.stays && tool.hand === at;
            },
            pointerenter: (/** @type {PointerEvent} */ event) => {
                if (event.buttons) return;
                if (!tool.stays) tool.mark(at, false);
                if (event.pointerType === "mouse") this.point(at);
            },
        }, hand));
        const pointermove = (/** @type {PointerEvent} */ event) => {
            const { crossed, last } = follow(event, this.cells, this.place);
            this.place = last;
            if (event.buttons) tool.locker.paint(this, crossed, event);
        };
        const rows = span(0, 12).map(row =>
            make("div", { role: "row" }, ...this.cells.slice(13 * row, 13 * row + 13)));
        /** @type {(event: KeyboardEvent) => void} */
        const keydown = event => {
            const at = this.cells.indexOf(/** @type {any} */ (event.target));
            if (event.key === " " && paint(at, event)) event.preventDefault();
            walk(event, this.cells);
        };
        this.grid = make("div.explorer-grid", {
            role: "grid", "aria-labelledby": id, keydown, pointermove,
            pointerleave: () => {
                this.tip.hidden = true;
                tool.mark(tool.hand, false);
            },
        }, ...rows);
        this.table = make("div.explorer-hand");
        this.tip = make("div.explorer-tip", { "aria-hidden": true, hidden: "" });
        this.element = make("div.explorer-view", { [`data-${than ? "beside" : "player"}`]: player },
            this.caption, this.legend, this.grid, this.table, this.tip);
    }

    /** Tell beside a hand what its actions earn. @param {number} hand */
    point(hand) {
        const { game, player, set, names, tip, tool, cells: { [hand]: cell }, grid } = this;
        const combos = game?.deal.at(player, hand) ?? [];
        tip.hidden = !combos.length;
        if (tip.hidden) return;
        const { here, shares } = game.cell(player, set, hand);
        const earned = names.map((_, i) => game.earns(player, set, i, combos));
        // Of many actions those that are played most, and then the best.
        const first = [...names.keys()].sort((a, b) =>
            here && shares[b] - shares[a] || earned[b] - earned[a]).slice(0, MOST_TOLD);
        const rows = names.map((name, i) => row(name,
            make("td", here ? inFull(shares[i]) : "–"),
            make("td", signed(earned[i], tool.digits)))).filter((_, i) => first.includes(i));
        tip.replaceChildren(table("told", [tool.hands[hand], "how often", `earns, ${tool.unit}`],
            rows));
        // Below the hand, or above it in the lower half, and within the chart.
        const lower = hand >= 78, left = cell.offsetLeft - grid.offsetLeft;
        const across = Math.max(0, Math.min(left, grid.offsetWidth - tip.offsetWidth));
        tip.style.left = `${grid.offsetLeft + across}px`;
        tip.style.top = `${lower ? cell.offsetTop - tip.offsetHeight - 6
            : cell.offsetTop + cell.offsetHeight + 6}px`;
    }

    /** A click keeps a hand, and a second one lets it go. @param {number} at */
    click(at) {
        const { tool, again, cells: { [at]: cell } } = this;
        cell.focus();
        tool.select(at);
        cell.scrollIntoView({ block: "nearest" });
        this.again = false;
        if (!again) return;
        tool.clicked = "";
        cell.blur();
    }

    /** Draw a decision; `parts` says which shares of the actions are shown together, and how.
    @param {Shown} game @param {number} set @param {string} title
    @param {(names: string[], colors: Record<string, Color>) => Part[]} parts */
    draw(game, set, title, parts = asTheyAre) {
        const { tool, player, than } = this, [history] = game.tree.sets[player][set];
        const names = actions(game.tree, player, set), colors = tool.colors(player, history);
        Object.assign(this, { game, set, history, names, colors });
        const totals = parts(names, colors).map(part => ({ ...part, all: 0, asked: 0 }));
        let weight = 0;
        this.mixes = this.cells.map((cell, hand) => {
            const { here, weight: asked, shares, taken } = game.cell(player, set, hand);
            const stops = [], said = [], inks = [];
            let from = 0;
            for (const total of here ? totals : []) {
                const { name, color: [fill, ink], of } = total, share = of(shares);
                total.all += of(taken);
                total.asked += share * asked;
                if (share < 0.00005) continue;
                stops.push(`${fill} ${100 * from}% ${100 * (from += share)}%`);
                said.push(`${name} ${inFull(share)}`);
                inks.push(ink);
            }
            weight += asked;
            cell.style.background = stops.length ? `linear-gradient(90deg,${stops.join()})` : "";
            cell.style.color = inks.length === 1 ? inks[0] : "";
            cell.className = !here ? "absent" : inks.length > 1 ? "mixed" : "";
            cell.classList.toggle("threat", here > 0 && !asked);
            if (!game.deal.at(player, hand).length) said.push("not in the range");
            else if (!here) said.push("never gets here, it plays otherwise");
            else if (!asked) said.push("never asked");
            cell.ariaLabel = `${spoken(tool.hands[hand])}: ${said.join(", ")}`;
            return shares;
        });
        this.caption.replaceChildren(than ? `Before: ${title}` : title);
        const entries = totals.filter(({ all, asked }) => weight ? asked : all);
        /** @type {(of: "all" | "asked", whole: number) => string[]} */
        const told = (of, whole) =>
            entries.map(total => `${total.name} ${percent(total[of] / whole, 1)}`);
        const shares = told("all", sum(game.reach(player))), here = told("asked", weight);
        this.legend.replaceChildren(
            ...entries.map(({ name, color: [fill] }, i) =>
                make("span", make("i", { style: `background:${fill}` }),
                    weight ? shares[i].replace(/ (\S+)$/, ": $1") : name)),
            make("span.explorer-here", !weight
                ? "It never comes to this; many of the opponent's plans prevent it."
                : shares.join() === here.join() ? "of all hands"
                : `of all hands. Of hands that get here: ${here.join(", ")}`));
        this.shares = weight ? shares : ["never happens"];
        if (than?.game) this.compare();
    }

    /** How often the view that this one stands beside takes an action with a hand.
    @param {number} hand @param {string} name */
    now(hand, name) {
        const { mixes, names } = /** @type {View} */ (this.than);
        return mixes[hand][names.indexOf(name)] ?? (mixes[hand].length ? 0 : NaN);
    }

    /** Mark the hands that play otherwise in the view that this one stands beside, and name the
    first. */
    compare() {
        /** @type {(a: { change: number }, b: { change: number }) => number} */
        const most = (a, b) => b.change - a.change;
        const changes = this.cells.flatMap((cell, hand) => {
            const moves = this.names.map((name, i) => {
                const was = this.mixes[hand][i], now = this.now(hand, name);
                return { hand, name, was, now, change: Math.abs(now - was) };
            }), [moved] = moves.reverse().sort(most);
            if (!cell.classList.toggle("differs", moved.change > 0.005)) return [];
            cell.ariaLabel += "; played otherwise now";
            return [moved];
        }).sort(most);
        const told = changes.slice(0, 4).map(({ hand, name, was, now }) =>
            `${this.tool.hands[hand]}: ${name} ${inFull(now)}, was ${inFull(was)}`);
        this.legend.append(make("span.explorer-differences", changes.length
            ? `Changed, with a marked corner: ${changes.length} `
                + `hand${changes.length > 1 ? "s" : ""}. Now ${told.join("; ")}.`
            : "No hand changes by more than 0.5%."));
    }

    /** Draw nothing, and say why. @param {string} title @param {string} reason */
    clear(title, reason) {
        this.game = /** @type {any} */ (undefined);
        this.caption.replaceChildren(title);
        this.legend.replaceChildren(reason);
        this.shares = [reason];
        for (const cell of this.cells) {
            cell.removeAttribute("style");
            cell.className = "absent";
            cell.ariaLabel = spoken(cell.textContent);
        }
    }

    /** Mark a hand, and tabulate its actions: how often, and what they earn.
    @param {number} hand @param {boolean} focusable */
    mark(hand, focusable) {
        const { tool, game, player, set } = this, beside = this.than?.game;
        this.cells.forEach((cell, at) => {
            cell.classList.toggle("marked", at === hand);
            if (!focusable) return;
            cell.tabIndex = at === hand ? 0 : -1;
            cell.ariaSelected = String(at === hand);
        });
        if (!game) return this.table.replaceChildren();
        const { here, shares } = game.cell(player, set, hand), combos = game.deal.at(player, hand);
        this.said = [];
        const rows = this.names.map((name, i) => {
            const share = here ? shares[i] : NaN, now = beside ? this.now(hand, name) : NaN;
            const earned = signed(game.earns(player, set, i, combos), tool.digits);
            if (share > 0) this.said.push(`${name} ${inFull(share)}, earns ${earned}`);
            const line = row(tool.onwards(this, name) ?? name,
                bar(share, this.colors[name][0], here ? inFull(share) : "–"), make("td", earned),
                ...beside ? [make("td", now >= 0 ? inFull(now) : "–")] : []);
            line.dataset.action = name;
            return line;
        });
        const worth = signed(game.average(player, 0, 0, combos), tool.digits);
        const told = combos.length ? `worth ${worth} when dealt` : "not in the range";
        const heads = ["action", "how often", `earns, ${tool.unit}`, ...beside ? ["now"] : []];
        const actions = table("actions", heads, rows);
        actions.prepend(
            make("caption", `${tool.hands[hand]}, ${game.tree.players[player]}: ${told}`));
        this.table.replaceChildren(actions, ...tool.below(this, tool.hand, hand));
    }
}
