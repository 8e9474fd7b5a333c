/* What the explorer's tools show: words, elements of the page, a slider, and a chart with its table.

Decisions are those of solver.js; of charts.js it takes `make` and `step`. */

"use strict";

/* ---- words ---- */

const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
const spoken = hand => {
    const [high, low] = [...hand].map(c => RANKS[c] || c);
    const kind = hand[2] === "s" ? "suited" : "offsuit";
    return `${hand.length === 2 ? `pair of ${high}s` : `${high}-${low} ${kind}`}, ${hand}`;
};
const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)}%`;
const inFull = share => share === 0 || share === 1 ? percent(share, 0) : percent(share, 2);
const the = name => name === capital(name) ? name : `the ${name}`;
const after = history => history ? `after ${history}` : "opening";
const signed = (x, digits) => {
    if (!Number.isFinite(x)) return "–";
    const text = Math.abs(x).toFixed(digits);
    return (/[1-9]/.test(text) ? (x < 0 ? "−" : "+") : "") + text;
};
const capital = text => text[0].toUpperCase() + text.slice(1);

/* ---- the page ---- */

let count = 0;
const unique = () => `explorer-${++count}`;

/** A slider over the amounts of a list, and a box for these or others; none for percentages. */
class Slider {
    /** The setting that it turns. */
    key = "";
    last = 0;
    held = false;
    /** @type {object | undefined} */
    gesture;

    /** @param {string} label @param {string} unit @param {(number | string)[]} choices @param {(value: string, gesture?: object) => void} change */
    constructor(label, unit, choices, change) {
        this.label = label;
        this.unit = unit;
        this.choices = choices;
        const id = unique();
        // What is dragged, or pressed without a rest, is one change.
        const turn = (/** @type {boolean} */ held) => { this.held = held; };
        const turned = () => {
            if (!this.gesture || !this.held && performance.now() > this.last + 1000) this.gesture = {};
            this.last = performance.now();
            change(String(this.choices[this.range.valueAsNumber]), this.gesture);
        };
        this.range = make("input", {
            type: "range", id, min: 0, step: 1, input: turned, change: () => turn(false),
            pointerdown: () => { turn(true); this.gesture = undefined; },
        });
        this.box = make("input", {
            type: "text", inputmode: "decimal", autocomplete: "off",
            change: () => change(this.box.value.trim()),
        });
        this.counted = make("span");
        this.element = make("div", { class: "explorer-slider" },
            make("label", { for: id }, label), this.range, ...unit[0] === "%" ? [] : [this.box], this.counted);
    }

    /** The choice that is closest to an amount. @param {string} value */
    nearest(value) {
        const far = choice => Math.abs(read(String(choice)) - read(value));
        return this.choices.reduce((a, b) => far(b) < far(a) ? b : a);
    }

    /** @param {string} value */
    show(value) {
        this.range.max = String(this.choices.length - 1);
        this.range.value = String(this.choices.indexOf(this.nearest(value)));
        const bare = this.unit[0] === "%", told = `${value}${bare ? "" : " "}${this.unit}`;
        this.range.setAttribute("aria-valuetext", told);
        this.box.setAttribute("aria-label", `${this.label}, ${this.unit}`);
        this.counted.textContent = bare ? told : this.unit;
        if (this.box.getAttribute("aria-invalid") !== "true") this.box.value = value;
    }
}

/** The names of the actions of one of a player's decisions. @param {Tree} tree @param {number} player @param {number} set */
const actions = (tree, player, set) => {
    const [, , , first, stop] = tree.sets[player][set];
    return tree.sequences[player].slice(first, stop).map(name => name.split(", ").pop() ?? name);
};

/** Which action a hand takes of which a range says nothing: a check where one is free, else the first of several. */
const silent = names => names.length < 2 ? -1 : Math.max(names.indexOf("check"), 0);

/** One player's decision: the chart of it, and a table for one hand; beside another view, what differs. */
class View {
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
    /** Whether the pointer was last pressed on the hand that was clicked before. */
    again = false;

    /** @param {Tool} tool @param {number} player @param {View} [than] */
    constructor(tool, player, than) {
        this.tool = tool;
        this.player = player;
        this.than = than;
        const id = unique(), hands = tool.hands;
        this.caption = make("div", { class: "explorer-caption", id });
        this.legend = make("div", { class: "explorer-legend" });
        this.cells = hands.map((hand, at) => make("div", {
            role: "gridcell", tabindex: -1, "data-hand": hand,
            focus: () => tool.select(at), click: () => this.click(at),
            pointerdown: event => {
                const painted = tool.locker.paint(this, at, event);
                if (painted) event.target.releasePointerCapture(event.pointerId);
                this.again = !painted && tool.stays && tool.hand === at;
            },
            pointerenter: event => { if (!tool.locker.paint(this, at, event) && !event.buttons) this.point(at); },
            pointerleave: () => this.cells[at].removeAttribute("title"),
        }, hand));
        const rows = Array.from({ length: 13 }, (_, row) =>
            make("div", { role: "row" }, ...this.cells.slice(13 * row, 13 * row + 13)));
        this.grid = make("div", {
            class: "explorer-grid", role: "grid", "aria-labelledby": id,
            keydown: event => this.move(event), pointerleave: () => tool.mark(tool.hand, false),
        }, ...rows);
        this.table = make("div", { class: "explorer-hand" });
        this.element = make("div", { class: "explorer-view", [than ? "data-beside" : "data-player"]: player },
            this.caption, this.legend, this.grid, this.table);
    }

    /** A click keeps a hand, and a second one lets it go. @param {number} at */
    click(at) {
        this.cells[at].focus();
        this.tool.select(at);
        this.cells[at].scrollIntoView({ block: "nearest" });
        if (!this.again) return;
        this.again = false;
        this.tool.clicked = "";
        this.cells[at].blur();
    }

    /** A hand that is pointed at is shown unless one was clicked: then a tip has to do. @param {number} at */
    point(at) {
        if (this.tool.stays) this.cells[at].title = this.cells[at].getAttribute("aria-label") ?? "";
        else this.tool.mark(at, false);
    }

    /** Arrow keys walk over the grid; one cell of it is in the order of the Tab key. @param {KeyboardEvent} event */
    move(event) {
        const at = this.cells.indexOf(/** @type {any} */ (event.target)), to = step(event, at);
        if (event.key === " " && at >= 0 && this.tool.locker.paint(this, at, event)) event.preventDefault();
        if (to === undefined || at < 0) return;
        event.preventDefault();
        this.cells[to].focus();
    }

    /** Draw a decision; `parts` says, per hand, which shares in which colour.
    @param {Shown} game @param {number} set @param {string} title
    @param {(names: string[], shares: number[], colors: Record<string, Color>) => [string, Color, number][]} parts */
    draw(game, set, title, parts) {
        this.game = game;
        this.set = set;
        this.history = game.tree.sets[this.player][set][0];
        /** @type {Map<string, { color: Color, all: number, asked: number }>} */
        const totals = new Map();
        this.mixes = [];
        this.names = actions(game.tree, this.player, set);
        const colors = this.colors = this.tool.colors(this.player, this.history);
        let weight = 0;
        this.cells.forEach((cell, hand) => {
            const { here, weight: asked, shares, taken } = game.cell(this.player, set, hand);
            this.mixes.push(shares);
            let from = 0;
            const stops = [], said = [], fills = [];
            const all = here ? parts(this.names, taken, colors) : [];
            for (const [i, [name, color]] of all.entries()) {
                const share = parts(this.names, shares, colors)[i][2];
                const total = totals.get(name) ?? { color, all: 0, asked: 0 };
                total.all += all[i][2];
                total.asked += share * asked;
                totals.set(name, total);
                if (share < 0.00005) continue;
                stops.push(`${color[0]} ${100 * from}% ${100 * (from += share)}%`);
                said.push(`${name} ${inFull(share)}`);
                fills.push(color);
            }
            weight += asked;
            cell.style.background = stops.length ? `linear-gradient(90deg,${stops.join()})` : "";
            cell.style.color = fills.length === 1 ? fills[0][1] : "";
            cell.className = !here ? "absent" : fills.length > 1 ? "mixed" : "";
            cell.classList.toggle("threat", here > 0 && !asked);
            cell.removeAttribute("data-depth");
            if (!game.deal.at(this.player, hand).length) said.push("not in the range");
            else if (!here) said.push("never gets here, it plays otherwise");
            else if (!asked) said.push("never asked");
            cell.setAttribute("aria-label", `${spoken(this.tool.hands[hand])}: ${said.join(", ")}`);
        });
        this.caption.replaceChildren(this.than ? `Before: ${title}` : title);
        const entries = [...totals].filter(([, { asked }]) => asked > 0 || !weight);
        const dealt = game.reach(this.player).reduce((a, b) => a + b);
        const told = (/** @type {"all" | "asked"} */ of, whole) =>
            entries.map(([name, total]) => `${name} ${percent(total[of] / whole)}`);
        const shares = told("all", dealt), here = told("asked", weight);
        this.legend.replaceChildren(...entries.map(([name, { color }], i) => make("span", {},
            make("i", { style: `background:${color[0]}` }),
            weight ? shares[i].replace(/ (\S+)$/, ": $1") : name)));
        this.legend.append(make("span", { class: "explorer-here" }, !weight
            ? "It never comes to this: one of many answers that see to that."
            : shares.join() === here.join() ? "of all hands"
            : `of all hands. Of hands that get here: ${here.join(", ")}`));
        this.shares = weight ? shares : ["never happens"];
        if (this.than?.game) this.compare();
    }

    /** How often the view that this one stands beside takes an action with a hand. @param {number} hand @param {string} name */
    now(hand, name) {
        const { mixes, names } = /** @type {View} */ (this.than);
        return mixes[hand][names.indexOf(name)] ?? (mixes[hand].length ? 0 : NaN);
    }

    /** Mark the hands that play otherwise in the view that this one stands beside, and name the first. */
    compare() {
        const changes = this.cells.map((cell, hand) => {
            const moves = this.names.map((name, i) => ({ hand, name, was: this.mixes[hand][i], now: this.now(hand, name) }));
            const moved = moves.toReversed().map(move => ({ ...move, change: Math.abs(move.now - move.was) })).sort((a, b) => b.change - a.change)[0];
            const label = cell.getAttribute("aria-label") ?? "", differs = cell.classList.toggle("differs", moved.change > 0.005);
            cell.setAttribute("aria-label", differs ? `${label}; played otherwise now` : label);
            return moved;
        }).filter(({ change }) => change > 0.005).sort((a, b) => b.change - a.change);
        const told = changes.slice(0, 4).map(({ hand, name, was, now }) => `${this.tool.hands[hand]}: ${name} ${inFull(now)}, was ${inFull(was)}`);
        this.legend.append(make("span", { class: "explorer-differences" }, changes.length
            ? `Played otherwise, with a marked corner: ${changes.length} hand${changes.length > 1 ? "s" : ""}. Now ${told.join("; ")}.`
            : "No hand is played otherwise by more than 0.5%."));
    }

    /** Colour hands by how much more the second action earns than the first. @param {Shown} game */
    heat(game) {
        const [, , , first, stop] = game.tree.sets[this.player][0], [less, more] = this.names;
        if (stop - first !== 2) return;
        this.cells.forEach((cell, hand) => {
            const gain = game.earns(this.player, 0, first + 1, hand) - game.earns(this.player, 0, first, hand);
            if (!Number.isFinite(gain)) return;
            const color = gain < 0 ? "#0072b2" : "#d55e00";
            cell.style.background = `color-mix(in srgb, ${color} ${Math.round(60 * Math.min(Math.abs(gain), 1))}%, var(--explorer-paper))`;
            cell.style.color = "";
            cell.classList.remove("mixed");
            cell.setAttribute("aria-label", `${cell.getAttribute("aria-label")}; ${more} earns ${signed(gain, 3)} more than ${less}`);
        });
        const entry = (color, text) => make("span", {}, make("i", { style: `background:color-mix(in srgb, ${color} 60%, var(--explorer-paper))` }), text);
        this.legend.replaceChildren(entry("#d55e00", `${more} earns 1 bb more`), entry("#0072b2", `${less} does`));
    }

    /** Colour hands by the deepest stack at which they are played, and write it below them; what is not played at all lower ones is marked.
    @param {Run[][]} runs @param {string} does */
    deep(runs, does) {
        const { ramp } = this.tool.palette, place = (/** @type {number} */ stack) => ramp[Math.round((stack - 1) / 19 * (ramp.length - 1))];
        this.cells.forEach((cell, hand) => {
            const [, stack] = runs[hand][runs[hand].length - 1], [color, ink] = place(stack), told = stack < 20 ? (Math.floor(10 * stack + 1e-6) / 10).toFixed(1) : "20+";
            Object.assign(cell.style, { background: color, color: ink });
            cell.className = runs[hand].length > 1 ? "differs" : "";
            cell.dataset.depth = told;
            cell.setAttribute("aria-label", `${spoken(this.tool.hands[hand])}: ${does} up to ${told.replace("+", " or more")} big blinds${runs[hand].length > 1 ? ", not everywhere below" : ""}`);
        });
        this.legend.replaceChildren(...[1, 5, 10, 20].map(stack => make("span", {}, make("i", { style: `background:${place(stack)[0]}` }), stack < 20 ? `up to ${stack} bb` : "20+: 20 bb or more; deeper stacks are not solved")),
            make("span", {}, "marked corner: not at all stacks below"));
    }

    /** Draw nothing, and say why. @param {string} title @param {string} reason */
    clear(title, reason) {
        this.game = /** @type {any} */ (undefined);
        this.caption.replaceChildren(title);
        this.legend.replaceChildren(reason);
        this.shares = [reason];
        for (const cell of this.cells) {
            cell.style.background = cell.style.color = "";
            cell.className = "absent";
            cell.setAttribute("aria-label", spoken(cell.textContent));
        }
    }

    /** Mark a hand, and tabulate its actions: how often, and what they earn. @param {number} hand @param {boolean} focusable */
    mark(hand, focusable) {
        const { tool, game, player, set } = this;
        this.cells.forEach((cell, at) => {
            cell.classList.toggle("marked", at === hand);
            if (!focusable) return;
            cell.tabIndex = at === hand ? 0 : -1;
            cell.setAttribute("aria-selected", String(at === hand));
        });
        if (!game) return this.table.replaceChildren();
        const [, , , first] = game.tree.sets[player][set], { here, shares } = game.cell(player, set, hand), dealt = game.deal.at(player, hand);
        this.said = [];
        const rows = this.names.map((name, i) => {
            const share = here ? shares[i] : NaN;
            const earned = signed(game.earns(player, set, first + i, hand), tool.digits);
            if (share > 0) this.said.push(`${name} ${inFull(share)}, earns ${earned}`);
            const bar = `--share:${share || 0};--color:${this.colors[name][0]}`;
            const now = this.than?.game ? this.now(hand, name) : NaN, more = this.than?.game ? [make("td", {}, now >= 0 ? inFull(now) : "–")] : [];
            return make("tr", { "data-action": name },
                make("th", { scope: "row" }, tool.onwards(this, name) ?? name),
                make("td", { style: bar }, here ? inFull(share) : "–"),
                make("td", {}, earned), ...more);
        });
        this.table.replaceChildren(make("table", {},
            make("caption", {}, `${tool.hands[hand]}, ${game.tree.players[player]}: `
                + (dealt.length ? `worth ${signed(game.average(player, 0, 0, hand), tool.digits)} when dealt` : "not in the range")),
            make("thead", {}, make("tr", {},
                ...["action", "how often", `earns, ${tool.unit}`, ...this.than?.game ? ["now"] : []].map(text => make("th", { scope: "col" }, text)))),
            make("tbody", {}, ...rows)), ...tool.below(this, tool.hand, hand));
    }
}
