/* The explorer: solved games to look into, in a page without kernel or network.

Each tool is a <div class="explorer"> that pokerlab/explorer.py wrote: what stands there without
scripts, and the tool's data. The data hold the deal, the betting tree and the two strategies; what
every hand's actions earn is worked out here, as pokerlab/games.py does. Of charts.js it takes `step`. */

(() => {
"use strict";

/* ---- the games ---- */

const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));

/** Two matrices over hands: how likely a pair is, and what it adds to the value per chip staked. */
class Deal {
    constructor({ hands, weights, margins, total, boards }) {
        const n = this.n = hands.length;
        this.hands = hands;
        this.prior = new Float64Array(n * n);
        this.payoff = new Float64Array(n * n);
        const many = bytes(weights), won = new DataView(bytes(margins).buffer);
        for (let i = 0, at = 0; i < n; i++)
            for (let k = i; k < n; k++) {
                this.prior[i * n + k] = this.prior[k * n + i] = many[at++] / total;
                if (k === i) continue;
                const share = won.getInt32(4 * (at - i - 2), true) / (total * boards);
                this.payoff[i * n + k] = share;
                this.payoff[k * n + i] = -share;
            }
    }
}

/** A deal, a tree and both players' strategies: what everything earns. */
class Game {
    constructor(deal, tree, { amounts, plans }) {
        Object.assign(this, { deal, tree, amounts });
        this.plans = this.unpack(bytes(plans));
        this.values = [0, 1].map(player => this.work(player));
    }

    /** Read what explorer.pack wrote: one realization plan per player, a column per sequence. */
    unpack(data) {
        const n = this.deal.n;
        let at = 0;
        return this.tree.sets.map((sets, player) => {
            const plan = this.tree.sequences[player].map(() => new Float64Array(n));
            plan[0].fill(1);
            for (const [, parent, , first, stop] of sets) {
                const count = stop - first, width = 32 - Math.clz32(count);
                const mixed = [];
                for (let hand = 0, bit = 0; hand < n; hand++) {
                    let code = 0;
                    for (let i = 0; i < width; i++, bit++)
                        code = 2 * code + (data[at + (bit >> 3)] >> (7 - (bit & 7)) & 1);
                    if (code === count) mixed.push(hand);
                    else plan[first + code][hand] = plan[parent][hand];
                }
                at += Math.ceil(n * width / 8);
                for (const hand of mixed) {
                    const parts = [];
                    for (let left = data[at++]; left; left--, at += 3)
                        parts.push([data[at], 256 * data[at + 1] + data[at + 2]]);
                    const whole = parts.reduce((sum, [, units]) => sum + units, 0);
                    for (const [action, units] of parts)
                        plan[first + action][hand] = plan[parent][hand] * units / whole;
                }
            }
            return plan;
        });
    }

    /** A matrix over hands times a column of the opponent's plan, as the player sees it. */
    times(player, showdown, column) {
        const { n, prior, payoff } = this.deal, matrix = showdown ? payoff : prior;
        // Row k stands for column k: prior is symmetric, payoff the opposite of its transpose.
        const sign = showdown && !player ? -1 : 1, result = new Float64Array(n);
        for (let k = 0; k < n; k++) {
            const weight = sign * column[k];
            if (weight) for (let i = 0; i < n; i++) result[i] += weight * matrix[n * k + i];
        }
        return result;
    }

    /** What each hand's sequences are worth to player 0, continued with a best response. */
    work(player) {
        const { tree, deal } = this, other = this.plans[1 - player], seen = new Map();
        const product = (showdown, sequence) => {
            const key = 2 * sequence + showdown;
            if (!seen.has(key)) seen.set(key, this.times(player, showdown, other[sequence]));
            return seen.get(key);
        };
        const worth = tree.sequences[player].map(() => new Float64Array(deal.n));
        tree.ends.forEach((end, at) => {
            const column = product(end[2], end[1 - player]), target = worth[end[player]];
            for (let hand = 0; hand < deal.n; hand++) target[hand] += this.amounts[at] * column[hand];
        });
        const best = player ? Math.min : Math.max;
        for (const [, parent, , first, stop] of [...tree.sets[player]].reverse())
            for (let hand = 0; hand < deal.n; hand++)
                worth[parent][hand] += worth.slice(first, stop).map(w => w[hand]).reduce((a, b) => best(a, b));
        return { worth, reach: tree.sets[player].map(set => product(0, set[2])), dealt: product(0, 0) };
    }

    /** What an action earns its player on average, with a hand that has come to the decision. */
    earns(player, set, sequence, hand) {
        const { worth, reach } = this.values[player];
        return (player ? -1 : 1) * worth[sequence][hand] / (reach[set][hand] || NaN);
    }

    /** What being dealt a hand is worth to a player. */
    asDealt(player, hand) {
        const { worth, dealt } = this.values[player];
        return (player ? -1 : 1) * worth[0][hand] / dealt[hand];
    }
}

/* ---- words ---- */

const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
const spoken = hand => {
    const [high, low] = [...hand].map(c => RANKS[c] || c);
    return hand.length === 2 ? `pair of ${high}s` : `${high}-${low} ${hand[2] === "s" ? "suited" : "offsuit"}`;
};
const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)}%`;
const exactly = share => share === 0 || share === 1 ? percent(share, 0) : percent(share, 2);
const signed = (x, digits) => {
    if (!Number.isFinite(x)) return "–";
    const text = Math.abs(x).toFixed(digits);
    return (/[1-9]/.test(text) ? (x < 0 ? "−" : "+") : "") + text;
};
const capital = text => text[0].toUpperCase() + text.slice(1);

/* ---- the page ---- */

const SVG = "http://www.w3.org/2000/svg";
let count = 0;
const unique = () => `explorer-${++count}`;

/** Make an element; attributes with a function listen. */
function make(name, attributes = {}, ...children) {
    const svg = ["svg", "path", "circle", "line", "title", "text"].includes(name);
    const element = svg ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
        if (typeof value === "function") element.addEventListener(key, value);
        else if (value !== undefined) element.setAttribute(key, value);
    element.append(...children);
    return element;
}

/** A slider and a box for the same number, one of a list. */
class Slider {
    constructor(label, unit, choices, change) {
        Object.assign(this, { choices, unit });
        const id = unique();
        this.range = make("input", {
            type: "range", id, min: 0, max: choices.length - 1, step: 1,
            input: () => change(choices[this.range.value]),
        });
        this.box = make("input", {
            type: "number", "aria-label": `${label}, ${unit}`, min: choices[0], max: choices.at(-1),
            step: +(choices[1] - choices[0]).toFixed(6),
            change: () => change(this.nearest(this.box.valueAsNumber)),
        });
        this.element = make("div", { class: "explorer-slider" },
            make("label", { for: id }, label), this.range, this.box, ` ${unit}`);
    }

    /** The choice that is closest to a number. */
    nearest(number) {
        if (!Number.isFinite(number)) return this.value;
        return this.choices.reduce((a, b) => Math.abs(b - number) < Math.abs(a - number) ? b : a);
    }

    show(value) {
        this.value = value;
        this.range.value = this.choices.indexOf(value);
        this.range.setAttribute("aria-valuetext", `${value} ${this.unit}`);
        this.box.value = value;
    }
}

/** A list to choose from. */
function choice(label, options, change) {
    const list = make("select", { change: () => change(list.value) },
        ...Object.entries(options).map(([value, text]) => make("option", { value }, text)));
    return { list, element: make("label", { class: "explorer-choice" }, label, list) };
}

/** One player's decision: the chart of it, and a table for one hand. */
class View {
    constructor(tool, player) {
        Object.assign(this, { tool, player });
        const id = unique(), hands = tool.deal.hands;
        this.caption = make("div", { class: "explorer-caption", id });
        this.legend = make("div", { class: "explorer-legend" });
        this.cells = hands.map((hand, at) => make("div", {
            role: "gridcell", tabindex: -1, "data-hand": hand,
            focus: () => tool.select(at), click: () => this.cells[at].focus(),
            pointerenter: event => event.pointerType === "mouse" && tool.preview(at),
        }, hand));
        const rows = Array.from({ length: 13 }, (_, row) =>
            make("div", { role: "row" }, ...this.cells.slice(13 * row, 13 * row + 13)));
        this.grid = make("div", {
            class: "explorer-grid", role: "grid", "aria-labelledby": id,
            keydown: event => this.move(event), pointerleave: () => tool.preview(tool.hand),
        }, ...rows);
        this.table = make("div", { class: "explorer-hand" });
        this.element = make("div", { class: "explorer-view", "data-player": player },
            this.caption, this.legend, this.grid, this.table);
    }

    /** Arrow keys walk over the grid; one cell of it is in the order of the Tab key. */
    move(event) {
        const at = this.cells.indexOf(event.target), to = step(event, at);
        if (to === undefined || at < 0) return;
        event.preventDefault();
        this.cells[to].focus();
    }

    /** Draw a decision; `parts` says, per hand, which shares in which colour. */
    draw(game, set, title, parts) {
        Object.assign(this, { game, set });
        const [, parent, , first, stop] = game.tree.sets[this.player][set];
        const { reach } = game.values[this.player], own = game.plans[this.player];
        const colors = game.tree.colors, totals = new Map();
        this.names = game.tree.sequences[this.player].slice(first, stop).map(name => name.split(", ").at(-1));
        let weight = 0;
        this.cells.forEach((cell, hand) => {
            const here = own[parent][hand], asked = reach[set][hand];
            const shares = here ? this.names.map((_, i) => own[first + i][hand] / here) : [];
            let from = 0;
            const stops = [], said = [], fills = [];
            for (const [name, color, share] of here ? parts(this.names, shares, colors) : []) {
                totals.set(name, [(totals.get(name)?.[0] || 0) + share * here * asked, color]);
                if (share < 0.00005) continue;
                const paint = color[0] === "fold" ? "var(--explorer-fold)" : color[0];
                stops.push(`${paint} ${100 * from}% ${100 * (from += share)}%`);
                said.push(`${name} ${exactly(share)}`);
                fills.push(color);
            }
            weight += here * asked;
            cell.style.background = stops.length ? `linear-gradient(90deg,${stops.join()})` : "";
            cell.style.color = fills.length === 1 && fills[0][0] !== "fold" ? fills[0][1] : "";
            cell.className = !here ? "absent" : fills.length > 1 ? "mixed" : "";
            cell.classList.toggle("threat", here > 0 && !asked);
            if (!here) said.push("never gets here, it plays otherwise");
            else if (!asked) said.push("never asked");
            cell.setAttribute("aria-label", `${spoken(this.tool.deal.hands[hand])}: ${said.join(", ")}`);
        });
        this.caption.replaceChildren(title);
        const entries = [...totals].filter(([, [sum]]) => sum > 0 || !weight);
        this.legend.replaceChildren(...entries.map(([name, [sum, color]]) => make("span", {},
            make("i", { style: `background:${color[0] === "fold" ? "var(--explorer-fold)" : color[0]}` }),
            weight ? `${name}: ${percent(sum / weight)}` : name)));
        if (!weight) this.legend.append("It never comes to this: one of many answers that see to that.");
        this.shares = weight ? entries.map(([name, [sum]]) => `${name} ${percent(sum / weight)}`) : ["never happens"];
    }

    /** Draw nothing, and say why. */
    clear(title, reason) {
        this.game = undefined;
        this.caption.replaceChildren(title);
        this.legend.replaceChildren(reason);
        this.shares = [reason];
        for (const cell of this.cells) {
            cell.style.background = cell.style.color = "";
            cell.className = "absent";
            cell.setAttribute("aria-label", spoken(cell.textContent));
        }
    }

    /** Mark a hand, and tabulate its actions: how often, and what they earn. */
    mark(hand, focusable) {
        const { tool, game, player, set } = this;
        this.cells.forEach((cell, at) => {
            cell.classList.toggle("marked", at === hand);
            if (!focusable) return;
            cell.tabIndex = at === hand ? 0 : -1;
            cell.setAttribute("aria-selected", at === hand);
        });
        if (!game) return this.table.replaceChildren();
        const [, parent, , first] = game.tree.sets[player][set], own = game.plans[player];
        const here = own[parent][hand];
        this.said = [];
        const rows = this.names.map((name, i) => {
            const share = here ? own[first + i][hand] / here : NaN;
            const earned = signed(game.earns(player, set, first + i, hand), tool.digits);
            if (share > 0) this.said.push(`${name} ${exactly(share)}, earns ${earned}`);
            const color = game.tree.colors[name][0], fill = color === game.tree.colors.fold?.[0];
            const bar = `--share:${share || 0};--color:${fill ? "var(--explorer-fold)" : color}`;
            return make("tr", { "data-action": name },
                make("th", { scope: "row" }, name),
                make("td", { style: bar }, here ? exactly(share) : "–"),
                make("td", {}, earned));
        });
        this.table.replaceChildren(make("table", {},
            make("caption", {}, `${capital(game.tree.players[player])} with `
                + `${tool.deal.hands[hand]}: worth ${signed(game.asDealt(player, hand), tool.digits)} when dealt`),
            make("thead", {}, make("tr", {},
                ...["action", "how often", `earns, ${tool.unit}`].map(text => make("th", { scope: "col" }, text)))),
            make("tbody", {}, ...rows)));
    }
}

/** What the three tools have in common: a state, its address, two views and a voice. */
class Tool {
    static made = [];

    constructor(root, data, deal, state) {
        Object.assign(this, { root, data, deal, state, start: { ...state } });
        this.views = [0, 1].map(player => new View(this, player));
        this.controls = make("div", { class: "explorer-controls" });
        this.value = make("p", { class: "explorer-value" });
        this.voice = make("div", { role: "status", class: "explorer-voice" });
        root.querySelector(".explorer-static").remove();
        root.append(this.controls, this.value,
            make("div", { class: "explorer-views" }, ...this.views.map(view => view.element)), this.voice);
        Tool.made.push(this);
    }

    get hand() {
        return Math.max(this.deal.hands.indexOf(this.state.hand), 0);
    }

    /** Change the state, draw it, put it into the address and say what it is. */
    set(change) {
        Object.assign(this.state, change);
        this.show();
        this.say(() => [this.summary(), ...this.views.map(view => view.shares.join(", "))].join("; "));
        this.remember(Object.keys(change)[0]);
    }

    show() {
        this.draw();
        this.mark();
        this.value.textContent = `${capital(this.summary())}, proven within ${this.data.proven}.`;
    }

    select(hand) {
        this.state.hand = this.deal.hands[hand];
        this.mark();
        this.say(() => `${spoken(this.state.hand)}: ` + this.views.filter(view => view.game)
            .map(view => `${view.game.tree.players[view.player]} ${view.said.join(", ") || "does not get here"}`).join("; "));
        this.remember("hand");
    }

    preview(hand) {
        for (const view of this.views) view.mark(hand, false);
    }

    mark() {
        for (const view of this.views) view.mark(this.hand, true);
    }

    /** Tell screen readers, once the reader's hand rests. */
    say(text) {
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => { this.voice.textContent = text(); }, 400);
    }

    /** What differs from the start, as an address says it. */
    get changes() {
        return Object.entries(this.state).filter(([key, value]) => value !== this.start[key])
            .map(change => String(new URLSearchParams([change])).replace(/%2[CF]/g, decodeURIComponent));
    }

    static get settings() {
        return Tool.made.map(tool => tool.changes.join()).join("?");
    }

    /** Let the address say what all tools show, this one first; each knob that is turned is a step of Back. */
    remember(key) {
        const tools = [this, ...Tool.made.filter(tool => tool !== this && tool.changes.length)];
        const address = "#" + tools.map(tool => `${tool.root.id}?${tool.changes.join(";")}`).join(";");
        const knob = `${this.root.id} ${key}`, put = () => history.replaceState("explorer", "", Tool.address);
        if (Tool.shown === (Tool.shown = Tool.settings)) return;
        clearTimeout(Tool.resting);
        if (knob !== Tool.knob) {
            if (Tool.knob) put();
            history.pushState("explorer", "", address);
        } else Tool.resting = setTimeout(put, 200);
        Object.assign(Tool, { knob, address });
    }

    /** Let the tools show what the address says, if it speaks of them; the first of them is returned. */
    static recall() {
        const changes = new Map();
        let name;
        for (const part of location.hash.slice(1).split(";")) {
            const [setting, tool] = part.split("?").reverse();
            name = tool ?? name;
            changes.set(name, [...changes.get(name) || [], ...new URLSearchParams(setting)]);
        }
        const [first] = changes.keys(), asked = Tool.made.find(tool => tool.root.id === first);
        if (asked || !location.hash || !Tool.shown) for (const tool of Tool.made) tool.recall(changes.get(tool.root.id) || []);
        clearTimeout(Tool.resting);
        Object.assign(Tool, { knob: undefined, shown: Tool.settings });
        return asked;
    }

    /** Take the state from an address, as far as it makes sense. */
    recall(changes) {
        const state = { ...this.start };
        for (const [key, text] of changes) {
            const value = typeof state[key] === "number" ? Number(text) : text;
            if (key === "hand" ? this.deal.hands.includes(value) : this.allows(key, value)) state[key] = value;
        }
        Object.assign(this.state, state);
        this.show();
    }

    /** A control that sets one key of the state. */
    pick(key, label, options) {
        const control = choice(label, options, text =>
            this.set({ [key]: typeof this.start[key] === "number" ? Number(text) : text }));
        (this.lists ||= {})[key] = control.list;
        return control.element;
    }

    allows(key, value) {
        return [...this.lists?.[key]?.options || []].some(option => option.value === String(value));
    }
}

/** The actions of a decision as they are, each in its colour. */
const asTheyAre = (names, shares, colors) => names
    .map((name, i) => [name, name === "fold" ? ["fold", ""] : colors[name], shares[i]]).reverse();

class PushFold extends Tool {
    digits = 3;
    unit = "bb";

    constructor(root, data, deal) {
        super(root, data, deal, { stack: 10, hand: "K5s" });
        this.slider = new Slider("Stack", "big blinds", data.stacks, stack => { this.pause(); this.set({ stack }); });
        this.controls.append(this.slider.element);
        if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
            this.button = make("button", { type: "button", click: () => this.timer ? this.pause() : this.play() }, "Play");
            this.controls.append(this.button);
        }
        this.value.after(this.curve());
    }

    allows(key, value) {
        return key === "stack" && this.data.stacks.includes(value);
    }

    play() {
        const { stacks } = this.data;
        if (this.state.stack === stacks.at(-1)) this.set({ stack: stacks[0] });
        this.button.textContent = "Pause";
        this.timer = setInterval(() => {
            const next = stacks[stacks.indexOf(this.state.stack) + 1];
            if (next === undefined) this.pause();
            else this.set({ stack: next });
        }, 150);
    }

    pause() {
        clearInterval(this.timer);
        this.timer = undefined;
        if (this.button) this.button.textContent = "Play";
    }

    /** The value against the stack, as a curve with a marker. */
    curve() {
        const { stacks, games } = this.data, values = games.map(game => game.value / 1e6);
        const low = Math.min(...values, 0), high = Math.max(...values, 0);
        const x = stack => 4 + 392 * (stack - stacks[0]) / (stacks.at(-1) - stacks[0]);
        const y = value => 8 + 64 * (high - value) / (high - low);
        this.place = at => { this.marker.setAttribute("cx", x(stacks[at])); this.marker.setAttribute("cy", y(values[at])); };
        this.marker = make("circle", { r: 5 });
        const points = stacks.map((stack, at) => `${x(stack).toFixed(1)} ${y(values[at]).toFixed(1)}`);
        const ends = [0, stacks.length - 1].map(at => `${signed(values[at], 3)} at ${stacks[at]}`);
        return make("svg", { viewBox: "0 0 400 96", role: "img", class: "explorer-curve" },
            make("title", {}, `What the game is worth to the small blind, from ${ends.join(" to ")} big blinds`),
            make("line", { x1: 4, x2: 396, y1: y(0), y2: y(0) }),
            make("path", { d: `M${points.join("L")}` }), this.marker,
            make("text", { x: 4, y: 92 }, `${stacks[0]} bb`),
            make("text", { x: 396, y: 92, "text-anchor": "end" }, `${stacks.at(-1)} bb`),
            make("text", { x: 200, y: 92, "text-anchor": "middle" }, "value against stack; the line is 0"));
    }

    draw() {
        const at = this.data.stacks.indexOf(this.state.stack), data = this.data.games[at];
        const game = new Game(this.deal, this.data.trees[0], data);
        this.slider.show(this.state.stack);
        this.place(at);
        this.views[0].draw(game, 0, "Small blind: push or fold", asTheyAre);
        this.views[1].draw(game, 0, "Big blind, facing a push: call or fold", asTheyAre);
    }

    summary() {
        const value = this.data.games[this.data.stacks.indexOf(this.state.stack)].value / 1e6;
        return `with ${this.state.stack} big blinds the game is worth ${signed(value, 4)} bb to the small blind`;
    }
}

class Preflop extends Tool {
    digits = 3;
    unit = "chips";

    constructor(root, data, deal) {
        super(root, data, deal, { blinds: "0.5/1", nr: 3, betting: "limit", live: "yes", small: "", big: "call", hand: "KK" });
        const listed = values => Object.fromEntries(values.map(value => [value, value]));
        const own = key => [...new Set(data.games.map(game => game[key]))];
        this.controls.append(
            this.pick("blinds", "Blinds, in chips", listed(own("blinds"))),
            this.pick("nr", "Actions each (nr)", listed(own("nr"))),
            this.pick("betting", "Betting", { limit: "limit", pot: "pot-limit" }),
            this.pick("live", "Big blind live", listed(["yes", "no"])));
        this.views.forEach((view, player) => {
            view.list = make("select", {
                "aria-label": player ? "Decision of the big blind" : "Decision of the small blind",
                change: () => this.set({ [player ? "big" : "small"]: view.list.value }),
            });
            view.caption.before(view.list);
        });
    }

    allows(key, value) {
        return key === "small" || key === "big" || super.allows(key, value);
    }

    get chosen() {
        const { blinds, nr, betting, live } = this.state;
        return this.data.games.find(game => game.blinds === blinds && game.nr === nr
            && game.betting === betting && game.live === live);
    }

    draw() {
        const data = this.chosen, tree = this.data.trees[data.tree];
        if (this.shown !== data) this.game = new Game(this.deal, tree, data);
        this.shown = data;
        for (const [key, list] of Object.entries(this.lists)) list.value = this.state[key];
        this.views.forEach((view, player) => {
            const key = player ? "big" : "small", histories = tree.sets[player].map(set => set[0]);
            if (!histories.includes(this.state[key])) this.state[key] = histories[0];
            const title = history => history ? `after ${history}` : "opening";
            view.list.replaceChildren(...histories.map(history => make("option", { value: history }, capital(title(history)))));
            view.list.value = this.state[key];
            view.draw(this.game, histories.indexOf(this.state[key]),
                `${capital(tree.players[player])}, ${title(this.state[key])}`, asTheyAre);
        });
    }

    summary() {
        return `the game is worth ${signed(this.chosen.value / 1e6, 4)} chips to the small blind`;
    }
}

class OneRound extends Tool {
    digits = 4;
    unit = "chips";

    constructor(root, data, deal) {
        super(root, data, deal, { raise: 15, hand: "63s" });
        this.game = new Game(deal, data.trees[0], data.games[0]);
        this.slider = new Slider("Raise by", "chips", data.sizes, raise => this.set({ raise }));
        this.controls.append(this.slider.element);
    }

    allows(key, value) {
        return key === "raise" && this.data.sizes.includes(value);
    }

    draw() {
        const raise = `raise ${this.state.raise}`, { tree } = this.game;
        this.slider.show(this.state.raise);
        const used = tree.sequences[0].includes(raise);
        this.views[0].draw(this.game, 0, `Alice: who raises by ${this.state.raise}`, (names, shares, colors) => {
            const at = name => shares[names.indexOf(name)] || 0, chosen = at(raise);
            const [call, fold] = [at("call"), at("fold")];
            return [...used ? [[raise, colors.raise, chosen]] : [],
                [used ? "other raises" : "raises", colors.other, 1 - chosen - call - fold],
                ["call", colors.call, call], ["fold", ["fold", ""], fold]];
        });
        const set = tree.sets[1].findIndex(([history]) => history === raise);
        if (used) this.views[1].draw(this.game, set, `Bob, facing a raise by ${this.state.raise}`, asTheyAre);
        else this.views[1].clear(`Bob, facing a raise by ${this.state.raise}`,
            "Alice never raises by this. Many answers of Bob's see to that; none is singled out.");
    }

    summary() {
        return `the game is worth ${signed(this.data.games[0].value / 1e6, 4)} chips to Alice`;
    }
}

/* ---- the start ---- */

function start() {
    const kinds = { "push-fold": PushFold, preflop: Preflop, "one-round": OneRound };
    const roots = [...document.querySelectorAll(".explorer")];
    const data = roots.map(root => JSON.parse(root.querySelector("script").textContent));
    const deal = new Deal(data.find(part => part.deal).deal);
    roots.forEach((root, at) => new kinds[root.id](root, data[at], deal));
    Tool.recall()?.root.scrollIntoView();
    addEventListener("hashchange", () => {
        const asked = Tool.recall();
        if (!history.state) asked?.root.scrollIntoView();
    });
}

if (window.pokerlabExplorer) return;
window.pokerlabExplorer = true;
if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
})();
