/* The explorer: games to set up, solve and look into, in a page without kernel or network.

Each tool is a <div class="explorer"> that pokerlab/explorer.py wrote: what stands there without
scripts, and the tool's data. A Web Worker solves what is set (solver.js, which stands before this
file) and sends ever better plans; what every hand's actions earn is worked out here. Ranges are read
and written by ranges.js, proof.js works in integers, play.js deals, and of charts.js it takes `step`. */

(() => {
"use strict";

/* ---- the games ---- */

if ([typeof pokerlabSolver, typeof pokerlabRanges, typeof pokerlabProof, typeof pokerlabPlay].includes("undefined")) {
    for (const told of document.querySelectorAll(".explorer-static p")) told.textContent = "A script of this page did not load: nothing can be solved.";
    return;
}
const { Refusal, build, bytes, sizes, amount, tidy, Deal, RiverDeal, Game, ITERATIONS } = pokerlabSolver();

/** A game with two plans and their bracket: what everything earns against them. */
class Shown extends Game {
    constructor(deal, tree, { plans, worth, locks }) {
        super(deal, tree, locks);
        this.plans = plans;
        this.worth = worth ?? this.answers(plans);
        [this.lower, this.upper] = this.bracket(plans, this.worth);
        this.value = (this.lower + this.upper) / 2;
        this.reached = new Map();
    }

    /** How likely each hand of a player meets an opponent who has played a sequence. */
    reach(player, sequence = 0) {
        const key = 2 * sequence + player;
        if (!this.reached.has(key)) this.reached.set(key, this.deal.times(player, 0, this.plans[1 - player][sequence]));
        return this.reached.get(key);
    }

    /** What the combos of a chart's cell do in a set: the share of them that gets there, how likely the opponent
    lets them, both together, and the shares of the actions. */
    cell(player, set, hand) {
        const [, parent, opponent, first, stop] = this.tree.sets[player][set], plan = this.plans[player], combos = this.deal.at(player, hand);
        const [dealt, met] = [0, opponent].map(sequence => this.reach(player, sequence)), sum = (column, by) => combos.reduce((all, i) => all + column[i] * by[i], 0);
        const kept = sum(plan[parent], dealt), weight = sum(plan[parent], met), by = weight ? met : dealt, all = weight || kept;
        return {
            here: kept && kept / combos.reduce((all, i) => all + dealt[i], 0), weight,
            shares: all ? plan.slice(first, stop).map(column => sum(column, by) / all) : [],
        };
    }

    /** What a sequence earns its player with a cell's combos, on average, if the opponent has played another. */
    average(player, sequence, opponent, hand, own) {
        const sum = column => this.deal.at(player, hand).reduce((all, i) => all + (own ? own[i] : 1) * column[i], 0);
        return (player ? -1 : 1) * sum(this.worth[player][sequence]) / (sum(this.reach(player, opponent)) || NaN);
    }

    /** What an action earns with what has come to the decision. */
    earns(player, set, sequence, hand) {
        const [, parent, opponent] = this.tree.sets[player][set], own = this.plans[player][parent];
        return this.average(player, sequence, opponent, hand, this.deal.at(player, hand).some(i => own[i]) && own);
    }
}

/** Two ranges on a river, combo by combo, and which combos each cell of the chart has. */
class Spot extends RiverDeal {
    constructor(spot, cells) {
        super(spot);
        const { combos, name } = pokerlabRanges, places = new Map(this.cards.map(([high, low], at) => [52 * high + low, at]));
        this.hands = this.cards.map(cards => cards.map(name).join(""));
        this.cells = cells.map(cell => combos(cell).map(combo => places.get(combo)).filter(at => at !== undefined));
    }

    at(player, hand) {
        return this.cells[hand].filter(at => this.weights[player][at]);
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
const the = name => name === capital(name) ? name : `the ${name}`;
const after = history => history ? `after ${history}` : "opening";
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

/** A slider over the numbers of a list, and a box for these or, where `any` is allowed, for others. */
class Slider {
    constructor(label, unit, choices, change, any = false) {
        Object.assign(this, { choices, unit, label });
        const id = unique();
        // What is dragged, or pressed without a rest, is one change.
        const turn = held => { this.held = held; };
        const turned = () => {
            if (!this.gesture || !this.held && performance.now() > this.last + 1000) this.gesture = {};
            this.last = performance.now();
            change(String(this.choices[this.range.value]), this.gesture);
        };
        this.range = make("input", {
            type: "range", id, min: 0, step: 1, input: turned, change: () => turn(false),
            pointerdown: () => { turn(true); this.gesture = undefined; },
        });
        this.box = make("input", {
            type: "number", step: "any",
            change: () => change(any ? this.box.value : String(this.nearest(this.box.valueAsNumber))),
        });
        this.counted = make("span");
        this.element = make("div", { class: "explorer-slider" },
            make("label", { for: id }, label), this.range, this.box, this.counted);
    }

    /** The choice that is closest to a number. */
    nearest(number) {
        if (!Number.isFinite(number)) return this.value;
        return this.choices.reduce((a, b) => Math.abs(b - number) < Math.abs(a - number) ? b : a);
    }

    show(value) {
        this.value = value;
        this.range.max = this.choices.length - 1;
        this.range.value = this.choices.indexOf(this.nearest(amount("", value)));
        this.range.setAttribute("aria-valuetext", `${value} ${this.unit}`);
        this.box.setAttribute("aria-label", `${this.label}, ${this.unit}`);
        this.counted.textContent = this.unit;
        if (this.box.getAttribute("aria-invalid") !== "true") this.box.value = value;
    }
}

/** The names of the actions of one of a player's decisions. */
const actions = (tree, player, set) => {
    const [, , , first, stop] = tree.sets[player][set];
    return tree.sequences[player].slice(first, stop).map(name => name.split(", ").at(-1));
};

/** Which action a hand takes of which a range says nothing: a check where one is free, else the first. */
const silent = names => Math.max(names.indexOf("check"), 0);

/** What is locked, as an address says it: player, history and range of each decision. */
const lockedRows = text => text.split("|").filter(Boolean).map(row => row.match(/^(\d)\/([^/]*)\/(.*)$/)?.slice(1) ?? ["", row, ""])
    .map(([player, history, range]) => [player, history.replaceAll("÷", "/"), range]);

/** One player's decision: the chart of it, and a table for one hand; beside another view, what differs. */
class View {
    constructor(tool, player, than) {
        Object.assign(this, { tool, player, than });
        const id = unique(), hands = tool.hands;
        this.caption = make("div", { class: "explorer-caption", id });
        this.legend = make("div", { class: "explorer-legend" });
        this.cells = hands.map((hand, at) => make("div", {
            role: "gridcell", tabindex: -1, "data-hand": hand,
            focus: () => tool.select(at), click: () => this.cells[at].focus(),
            pointerdown: event => { if (tool.paint(this, at, event)) event.target.releasePointerCapture(event.pointerId); },
            pointerenter: event => { if (!tool.paint(this, at, event) && !event.buttons) tool.mark(at, false); },
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

    /** Arrow keys walk over the grid; one cell of it is in the order of the Tab key. */
    move(event) {
        const at = this.cells.indexOf(event.target), to = step(event, at);
        if (event.key === " " && at >= 0 && this.tool.paint(this, at, event)) event.preventDefault();
        if (to === undefined || at < 0) return;
        event.preventDefault();
        this.cells[to].focus();
    }

    /** Draw a decision; `parts` says, per hand, which shares in which colour. */
    draw(game, set, title, parts) {
        Object.assign(this, { game, set, history: game.tree.sets[this.player][set][0] });
        const totals = new Map();
        this.mixes = [];
        this.names = actions(game.tree, this.player, set);
        const colors = this.colors = this.tool.colors(this.names);
        let weight = 0;
        this.cells.forEach((cell, hand) => {
            const { here, weight: asked, shares } = game.cell(this.player, set, hand);
            this.mixes.push(shares);
            let from = 0;
            const stops = [], said = [], fills = [];
            for (const [name, color, share] of here ? parts(this.names, shares, colors) : []) {
                totals.set(name, [(totals.get(name)?.[0] || 0) + share * asked, color]);
                if (share < 0.00005) continue;
                stops.push(`${color[0]} ${100 * from}% ${100 * (from += share)}%`);
                said.push(`${name} ${exactly(share)}`);
                fills.push(color);
            }
            weight += asked;
            cell.style.background = stops.length ? `linear-gradient(90deg,${stops.join()})` : "";
            cell.style.color = fills.length === 1 ? fills[0][1] : "";
            cell.className = !here ? "absent" : fills.length > 1 ? "mixed" : "";
            cell.classList.toggle("threat", here > 0 && !asked);
            if (!game.deal.at(this.player, hand).length) said.push("not in the range");
            else if (!here) said.push("never gets here, it plays otherwise");
            else if (!asked) said.push("never asked");
            cell.setAttribute("aria-label", `${spoken(this.tool.hands[hand])}: ${said.join(", ")}`);
        });
        this.caption.replaceChildren(this.than ? `Kept: ${title}` : title);
        const entries = [...totals].filter(([, [sum]]) => sum > 0 || !weight);
        this.legend.replaceChildren(...entries.map(([name, [sum, color]]) => make("span", {},
            make("i", { style: `background:${color[0]}` }),
            weight ? `${name}: ${percent(sum / weight)}` : name)));
        if (!weight) this.legend.append("It never comes to this: one of many answers that see to that.");
        this.shares = weight ? entries.map(([name, [sum]]) => `${name} ${percent(sum / weight)}`) : ["never happens"];
        if (this.than?.game) this.compare();
    }

    /** How much more often the view that this one stands beside takes an action with a hand. */
    more(hand, name) {
        const { mixes, names } = this.than, here = this.mixes[hand][this.names.indexOf(name)];
        return (mixes[hand][names.indexOf(name)] ?? (mixes[hand].length ? 0 : NaN)) - here;
    }

    /** Mark the hands that play otherwise in the view that this one stands beside, and name the first. */
    compare() {
        const changes = this.cells.map((cell, hand) => {
            const moved = this.names.toReversed().map(name => [this.more(hand, name), name]).sort(([a], [b]) => Math.abs(b) - Math.abs(a))[0];
            const label = cell.getAttribute("aria-label"), differs = cell.classList.toggle("differs", Math.abs(moved[0]) > 0.005);
            cell.setAttribute("aria-label", differs ? `${label}; played otherwise above` : label);
            return [...moved, hand];
        }).filter(([change]) => Math.abs(change) > 0.005).sort(([a], [b]) => Math.abs(b) - Math.abs(a));
        const told = changes.slice(0, 4).map(([change, name, hand]) => `${this.tool.hands[hand]} ${name} ${signed(100 * change, 1)}%`);
        this.legend.append(make("span", { class: "explorer-differences" }, changes.length
            ? `Played otherwise, with a marked corner: ${changes.length} hand${changes.length > 1 ? "s" : ""}; above ${told.join(", ")}`
            : "No hand is played otherwise by more than 0.5%."));
    }

    /** Colour hands by how much more the second action earns than the first. */
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
        const [, , , first] = game.tree.sets[player][set], { here, shares } = game.cell(player, set, hand), dealt = game.deal.at(player, hand);
        this.said = [];
        const rows = this.names.map((name, i) => {
            const share = here ? shares[i] : NaN;
            const earned = signed(game.earns(player, set, first + i, hand), tool.digits);
            if (share > 0) this.said.push(`${name} ${exactly(share)}, earns ${earned}`);
            const bar = `--share:${share || 0};--color:${this.colors[name][0]}`;
            const more = this.than?.game ? [make("td", {}, `${signed(100 * this.more(hand, name), 2)}%`)] : [];
            return make("tr", { "data-action": name },
                make("th", { scope: "row" }, name),
                make("td", { style: bar }, here ? exactly(share) : "–"),
                make("td", {}, earned), ...more);
        });
        this.table.replaceChildren(make("table", {},
            make("caption", {}, `${tool.hands[hand]}, ${game.tree.players[player]}: `
                + (dealt.length ? `worth ${signed(game.average(player, 0, 0, hand), tool.digits)} when dealt` : "not in the range")),
            make("thead", {}, make("tr", {},
                ...["action", "how often", `earns, ${tool.unit}`, ...this.than?.game ? ["above"] : []].map(text => make("th", { scope: "col" }, text)))),
            make("tbody", {}, ...rows)), ...tool.below(this, hand));
    }
}

/** What the tools have in common: a state, its game, its address, two views and a voice. */
class Tool {
    static made = [];
    static address = "";
    digits = 3;
    unit = "chips";
    number = 0;
    lists = {};
    boxes = {};
    brushes = [];
    refused = new Map();
    beside = {};

    constructor(root, data, { deal, palette, worker }, state) {
        Object.assign(state, { locks: "", kept: "" });
        Object.assign(this, { root, data, deal, palette, worker, state, start: { ...state }, hands: deal.hands });
        this.views = [0, 1].map(player => new View(this, player));
        this.keptViews = this.views.map((view, player) => new View(this, player, view));
        this.controls = make("div", { class: "explorer-controls" });
        for (const [name, role] of Object.entries({ wrong: "alert", value: undefined, price: undefined, model: undefined, voice: "status" }))
            this[name] = make("p", { class: `explorer-${name}`, role });
        this.stopper = make("button", { type: "button", class: "explorer-stop", click: () => this.stopped ? this.resume() : this.stop() }, "Stop");
        this.value.append(this.verdict = make("span"), this.stopper);
        this.more = make("div", { class: "explorer-mores" });
        addEventListener("pointerup", () => { this.stroke = undefined; });
        root.querySelector(".explorer-static").remove();
        const side = views => make("div", { class: "explorer-views" }, ...views.map(view => view.element));
        this.keeper = make("button", { type: "button", click: () => this.set({ kept: this.state.kept ? "" : this.current }) });
        this.comparison = make("section", { hidden: "" }, this.compared = make("p"), side(this.keptViews));
        this.charts = make("div", {}, side(this.views), make("p", { class: "explorer-keep" }, this.keeper), this.comparison);
        root.append(this.controls, this.wrong, this.value, this.charts, this.price, this.more, this.model, this.voice);
        Tool.made.push(this);
    }

    /** Buttons to take the link, the ranges and a table along. */
    taking(players) {
        const button = (text, click) => make("button", { type: "button", click }, text);
        this.copied = make("span");
        return [
            button("Copy link", () => this.copy(`${location.href.split("#")[0]}#${this.root.id}?${this.changes.join(";")}`, "The link")),
            ...this.views.map((view, player) => button(`Copy ${the(players[player])}'s range`, () =>
                view.game && this.copy(this.range(view.names, this.shown(view)), `${capital(the(players[player]))}'s range`))),
            button("Download CSV", () => this.download()), this.copied,
        ];
    }

    async copy(text, what) {
        try {
            await navigator.clipboard.writeText(text);
            this.copied.textContent = `${what} is copied.`;
        } catch {
            this.copied.textContent = text;
        }
        this.say(() => this.copied.textContent);
    }

    /** What both views show, as a table: how often each hand takes each action, and what that earns. */
    download() {
        const quoted = text => /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text, rows = [`player,decision,hand,action,share,"earns, ${this.unit}"`];
        for (const { game, player, set, history, names } of this.views.filter(view => view.game)) {
            const [, parent, opponent, first] = game.tree.sets[player][set], plan = game.plans[player], reach = game.reach(player, opponent);
            game.deal.hands.forEach((hand, at) => names.forEach((name, i) => {
                if (!game.reach(player)[at]) return;
                const share = plan[parent][at] ? plan[first + i][at] / plan[parent][at] : "", earned = (player ? -1 : 1) * game.worth[player][first + i][at] / reach[at];
                rows.push([game.tree.players[player], after(history), hand, name, share, reach[at] ? earned : ""].map(cell => quoted(String(cell))).join());
            }));
        }
        make("a", { href: URL.createObjectURL(new Blob([`${rows.join("\n")}\n`], { type: "text/csv" })), download: `${this.root.id}.csv` }).click();
    }

    get hand() {
        return Math.max(this.hands.indexOf(this.state.hand), 0);
    }

    /** Change the state: solve it, draw it, put it into the address and say what it is. What makes no game is left out.

    Changes of one gesture are one step of Back. */
    set(change, gesture = {}) {
        const all = this.wrongWith({ ...this.state, ...change });
        const wrong = all ? Object.keys(change).map(key => [key, this.wrongWith({ ...this.state, [key]: change[key] })]).filter(([, told]) => told) : [];
        this.refused = new Map(wrong);
        let taken = Object.fromEntries(Object.entries(change).filter(([key]) => !this.refused.has(key)));
        if (all && this.wrongWith({ ...this.state, ...taken }))
            for (const key of Object.keys(taken)) if (taken[key] !== this.state[key]) this.refused.set(key, all);
        if (this.refused.size > wrong.length) taken = {};
        this.wrongWith({ ...this.state, ...taken });
        this.complain([...new Set(this.refused.values())]);
        if (Object.keys(taken).every(key => taken[key] === this.state[key])) return;
        Object.assign(this.state, taken);
        this.show();
        this.announced = false;
        this.announce();
        this.remember(gesture);
    }

    /** Why a state makes no game; if it does, it is what is wanted. */
    wrongWith(state) {
        try {
            const wanted = this.question(state), { tree, locks } = wanted;
            if (state.kept) this.question(this.read(state.kept));
            Object.assign(this, { wanted, tree, locks });
            return "";
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            return error.message;
        }
    }

    /** Say what is wrong, and mark the boxes where it stands. */
    complain(complaints) {
        this.wrong.textContent = complaints.map(told => `${capital(told)}.`).join(" ");
        for (const [key, box] of Object.entries(this.inputs)) box.setAttribute("aria-invalid", this.refused.has(key));
        for (const view of this.views) view.box?.setAttribute("aria-invalid", this.refused.has(view));
    }

    get inputs() {
        return this.slider ? { ...this.boxes, [this.slider.key]: this.slider.box } : this.boxes;
    }

    /** What of the state makes the game. */
    setting(state) {
        return Object.fromEntries(this.keys.map(key => [key, state[key]]));
    }

    /** What the players are not free to do, as solver.js has it. What does not apply is `idle`. */
    locked(state, tree, deal) {
        const locks = Object.assign([{}, {}], { idle: [] });
        for (const [player, history, text] of lockedRows(state.locks)) {
            const set = tree.sets[player]?.findIndex(([name]) => name === history) ?? -1;
            try {
                if (set < 0) throw new Refusal("this game has no such decision");
                locks[player][set] = this.shares(tree, player, set, text, deal);
            } catch (error) {
                if (!(error instanceof Refusal)) throw error;
                locks.idle.push([player, history, error.message]);
            }
        }
        return locks;
    }

    /** How often each hand takes each action, if a player keeps to a range; what it leaves goes to `silent`. */
    shares(tree, player, set, text, deal = this.wanted.deal) {
        const names = actions(tree, player, set), { hands } = deal, rest = silent(names);
        const refuse = wrong => { throw new Refusal(`${the(tree.players[player])}'s range: ${wrong}`); };
        if (names.length < 2) refuse("a player who is all-in by force has no range to choose");
        const shares = names.map(() => hands.map(() => 0));
        for (const part of text === "none" ? [] : text.split(";").map(part => part.trim())) {
            const named = names.find(action => part.startsWith(`${action}:`)), at = named || names.length > 2 ? names.indexOf(named) : 1 - rest;
            if (at < 0 || at === rest) refuse(`${part || "nothing"} given, ${names.at(-1)}: 22+ or the like needed`);
            if (shares[at].some(Boolean)) refuse(`${names[at]} given twice, one range for each action needed`);
            shares[at] = this.weights(named ? part.slice(named.length + 1) : part, deal, refuse);
        }
        hands.forEach((hand, at) => {
            const total = shares.reduce((sum, share) => sum + share[at], 0);
            if (total > 1.001) refuse(`${hand} acts more than once`);
            for (const share of shares) share[at] /= Math.max(total, 1);
            shares[rest][at] = Math.max(1 - total, 0);
        });
        return shares;
    }

    /** How much a text weighs each of what a deal has. */
    weights(text, { hands }, refuse) {
        return pokerlabRanges.read(text, hands, refuse);
    }

    /** The same as text. */
    range(names, shares) {
        const ranges = names.map((name, i) => [name, this.text(shares[i])]).filter((_, i) => i !== silent(names));
        if (ranges.length === 1) return ranges[0][1];
        return ranges.filter(([, text]) => text !== "none").map(part => part.join(": ")).join("; ") || "none";
    }

    text(weights) {
        return pokerlabRanges.write(weights, this.hands);
    }

    /** How often each hand takes each action of the decision that a view shows, as it is shown. */
    shown({ game, player, set, names }) {
        const [, parent, , first] = game.tree.sets[player][set], plan = game.plans[player];
        return names.map((_, i) => Array.from(plan[parent], (here, hand) => here ? plan[first + i][hand] / here : Number(i === silent(names))));
    }

    /** Let a player keep to a range in the decision that a view shows; or no longer, if it is empty. */
    lock(view, typed) {
        const { player, history } = view, set = this.tree.sets[player].findIndex(([name]) => name === history), text = typed.replaceAll("|", ";");
        try {
            if (text) this.shares(this.tree, player, set, text);
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            this.refused = new Map([[view, error.message]]);
            return this.complain([error.message]);
        }
        const rows = lockedRows(this.state.locks).filter(([who, where]) => Number(who) !== player || where !== history);
        if (text) rows.push([player, history, text]);
        this.setLocks(rows, this.stroke);
    }

    setLocks(rows, gesture) {
        this.set({ ...this.typed, locks: rows.map(([who, where, range]) => [who, where.replaceAll("/", "÷"), range].join("/")).join("|") }, gesture);
    }

    /** List what is locked, each with a button that frees it. */
    listLocks() {
        const rows = lockedRows(this.state.locks), free = row => this.setLocks(rows.filter(other => other !== row));
        const items = rows.map(row => {
            const [player, history, text] = row, why = this.locks.idle.find(([who, where]) => who === player && where === history)?.[2];
            const said = `${capital(this.tree.players[player] ?? player)}, ${after(history)}: ${text}`;
            return make("li", {}, why ? `${said} (left out: ${why}) ` : `${said} `, make("button", { type: "button", "aria-label": `Free ${said}`, click: () => free(row) }, "Free"));
        });
        if (rows.length > 1) items.push(make("li", {}, make("button", { type: "button", click: () => this.setLocks([]) }, "Free all")));
        this.lockList.replaceChildren(...items);
        this.lockTitle.textContent = rows.length ? `Lock a range (${rows.length} locked)` : "Lock a range";
    }

    /** The range that is locked in the decision that a view shows. */
    lockedAt({ player, history }) {
        return lockedRows(this.state.locks).find(([who, where]) => Number(who) === player && where === history)?.[2] ?? "";
    }

    /** Boxes for ranges that are not to change, and a switch for painting them. */
    locking() {
        this.painting = make("input", { type: "checkbox", role: "switch" });
        const { players } = build(this.kind, this.setting(this.state));
        this.keeper.after(...this.taking(players));
        const rows = this.views.map(view => {
            const who = players[view.player], name = `${capital(who)}'s range`;
            view.box = make("input", { type: "text", spellcheck: "false", autocomplete: "off", size: 28, disabled: "", change: () => this.lock(view, view.box.value.trim()) });
            view.brush = make("select", { "aria-label": `${capital(who)}'s paint` });
            const take = () => this.lock(view, this.range(view.names, this.shown(view)));
            view.taker = make("button", { type: "button", disabled: "", "aria-label": `Copy the chart: ${who}`, click: take }, "Copy the chart");
            return make("div", { class: "explorer-controls" }, make("label", { class: "explorer-choice" }, name, view.box), view.taker, view.brush);
        });
        return make("details", { class: "explorer-more" }, this.lockTitle = make("summary", {}, "Lock a range"),
            make("p", {}, "Give a player a range for the decision that is shown, such as 22+, A2s+:0.5, or raise: QQ+; call: JJ-22 where there are three actions; "
                + "other hands check or fold. He keeps to it, the other answers as well as he can. With painting on, click or drag over a chart, or press the space bar on a hand. "
                + "An empty box is the equilibrium. What is locked stays so while you change the game, as far as it applies."), ...rows, make("label", { class: "explorer-choice" }, this.painting, "Paint"), this.lockList = make("ul", { class: "explorer-locks" }));
    }

    /** Give a hand an action, or take it away; a stroke goes on as it began. */
    paint(view, hand, event) {
        const begins = event.type !== "pointerenter";
        if (!this.painting.checked || !this.painting.closest("details").open || view.than || !view.game) return false;
        if (begins ? event.button > 0 : !event.buttons || this.stroke?.view !== view) return false;
        return this.painted(view, hand, begins);
    }

    painted(view, hand, begins) {
        const locked = this.lockedAt(view);
        if (!locked && this.game?.tree !== this.pending) return false;
        const names = view.names, at = names.indexOf(view.brush.value);
        const set = this.tree.sets[view.player].findIndex(([name]) => name === view.history);
        const shares = locked ? this.shares(this.tree, view.player, set, locked) : this.shown(view);
        const combos = this.wanted.deal.at(view.player, hand);
        if (!combos.length) return true;
        if (begins) this.stroke = { view, to: combos.every(combo => shares[at][combo] > 0.5) ? silent(names) : at };
        shares.forEach((share, i) => combos.forEach(combo => { share[combo] = Number(i === this.stroke.to); }));
        this.lock(view, this.range(names, shares));
        return true;
    }

    /** What is set, as the part of an address. */
    get current() {
        return String(new URLSearchParams([...this.keys, "locks"].map(key => [key, this.state[key]])));
    }

    /** The state that such a part stands for, as far as it makes sense; what does not is added to a list. */
    read(part, wrong = []) {
        const changes = [...new URLSearchParams(part)].filter(([key, text]) => {
            const needed = Object.hasOwn(this.start, key) ? this.needed(key, text) : "another setting";
            if (needed) wrong.push(`${key}: ${text || "nothing"} given, ${needed} needed`);
            return !needed;
        });
        return { ...this.start, ...Object.fromEntries(changes) };
    }

    show() {
        for (const [key, box] of Object.entries({ ...this.lists, ...this.boxes })) if (!this.refused.has(key)) box.value = this.state[key];
        this.keeper.textContent = this.state.kept ? "End the comparison" : "Compare with ...";
        this.comparison.hidden = !this.state.kept;
        this.listLocks();
        this.ask();
        this.askBeside("free", this.state.locks && { ...this.state, locks: "" });
        this.askBeside("kept", this.state.kept && { ...this.read(this.state.kept), within: this.state.within });
        this.draw();
        const { command, code, note = "" } = this.words(this.state), put = text => make("code", {}, text);
        this.model.replaceChildren(`Reproduce in Python${this.state.locks ? ", without locks" : ""}: `,
            ...command ? [put(`pokerlab ${command}`), ", or "] : [], put(code), note);
    }

    /** What the worker is asked about a state, and the tree that it will solve. */
    question(state, deal = this.deal) {
        const setting = this.setting(state), tree = build(this.kind, setting);
        return { tree, deal, kind: this.kind, setting, locks: this.locked(state, tree, deal), within: Number(state.within ?? 1e-9) };
    }

    /** Ask for a game beside the one that is set: without locks, or one that was kept. */
    askBeside(name, state) {
        const question = state ? this.question(state) : {}, { tree, deal, ...what } = question, asked = JSON.stringify(what);
        const { asked: before = "{}", number = 0 } = this.beside[name] ?? {};
        if (asked === before) return;
        const game = asked === this.rested?.asked ? this.rested.game : state && this.atStart(state) ? this.first : undefined;
        this.beside[name] = { ...question, asked, game, number: number + 1 };
        this.worker.postMessage({ tool: `${this.root.id} ${name}`, number: number + 1, ...game ? {} : what });
        this.settle();
    }

    /** Say whether something is still being solved. */
    settle() {
        this.busy &&= !this.failed;
        this.root.setAttribute("aria-busy", this.busy || !this.failed && Object.values(this.beside).some(({ kind, game }) => kind && !game));
    }

    arriveBeside(name, { number, error, done, ...found }) {
        const beside = this.beside[name];
        if (error) return this.fail(error);
        if (number !== beside.number || !done) return;
        beside.game = new Shown(beside.deal, beside.tree, { ...found, locks: beside.locks });
        this.settle();
        this.draw();
        this.announced &&= false;
        this.announce();
    }

    /** Ask the worker for the game that is set, unless it is asked already. */
    ask() {
        const { tree, deal, ...question } = this.wanted, asked = JSON.stringify(question);
        if (asked === this.asked) return;
        Object.assign(this, { asked, dealt: deal, pending: this.tree, number: this.number + 1, busy: true, stopped: false, failed: Tool.broken });
        if (this.atStart()) return this.take(this.first, true);
        this.worker.postMessage({ tool: this.root.id, number: this.number, ...question });
        this.settle();
    }

    /** Whether a game came with the page, solved. */
    atStart(state = this.state) {
        const setting = ({ within, locks, ...rest }) => JSON.stringify([within, locks, this.setting(rest)]);
        return Boolean(this.data.plans) && setting(state) === setting(this.start);
    }

    /** That game, of a setting that may leave out what is never played. */
    get first() {
        const { plans, played } = this.data, tree = build(this.kind, { ...this.setting(this.start), ...played });
        return new Shown(this.deal, tree, { plans });
    }

    /** Hear what the worker has found so far. */
    arrive({ number, error, done, ...found }) {
        if (error) return this.fail(error);
        if (number !== this.number || this.stopped && !done) return;
        if (done) this.stopped = false;
        this.take(new Shown(this.dealt, this.pending, { ...found, locks: this.locks }), done);
    }

    take(game, done) {
        Object.assign(this, { game, pending: game.tree, busy: !done });
        this.draw();
        if (done) this.rest();
    }

    /** Say that nothing is solved any more, and why. */
    fail(why) {
        this.failed = why;
        this.rest();
        this.draw();
    }

    /** Be content with what has been found. */
    stop() {
        this.worker.postMessage({ tool: this.root.id, number: this.number, hold: true });
        this.stopped = this.busy ? "held" : "beside";
        for (const [name, beside] of Object.entries(this.beside)) {
            if (beside.game) continue;
            Object.assign(beside, { asked: "", kind: undefined, number: beside.number + 1 });
            this.worker.postMessage({ tool: `${this.root.id} ${name}`, number: beside.number });
        }
        this.rest();
        this.draw();
    }

    /** Go on where it was stopped. */
    resume() {
        this.busy = this.stopped === "held";
        this.stopped = false;
        this.worker.postMessage({ tool: this.root.id, number: this.number, hold: false });
        this.show();
        this.settle();
        this.draw();
    }

    rest() {
        this.busy = false;
        if (this.game?.tree === this.pending) this.rested = { asked: this.asked, game: this.game };
        this.settle();
        this.tell();
        this.announce();
    }

    announce() {
        if ((this.announced ?? true) || this.busy || this.game?.tree !== this.pending) return;
        this.announced = true;
        const more = () => [this.price, this.compared].map(part => part.textContent).filter(Boolean);
        this.say(() => [this.summary(this.game), ...this.views.map(view => view.shares.join(", ")), ...more()].join("; "));
    }

    /** Draw the game that is set, once there is one. */
    draw() {
        const kept = this.beside.kept?.game;
        if (this.game?.tree === this.pending) {
            this.picture(this.game, this.views);
            for (const view of this.views) this.showRange(view);
            if (kept) this.picture(kept, this.keptViews);
            this.mark();
        }
        const before = this.read(this.state.kept);
        const said = kept ? this.summary(kept, before) : this.beside.kept?.kind && !this.failed ? "solving \u2026" : "stopped";
        this.compared.textContent = this.state.kept && `Kept, ${this.differing(before)}: ${said}.`;
        this.tell();
    }

    /** What of a kept state differs from what is set, in words. */
    differing(kept) {
        const label = key => (this.boxes[key] ?? this.lists[key])?.previousSibling.firstChild.textContent ?? key;
        const changed = [...this.keys, "locks"].filter(key => kept[key] !== this.state[key]);
        const other = !kept.locks ? "no" : this.state.locks ? "other" : "some";
        const said = key => key === "locks" ? `${other} ranges locked` : `${label(key).toLowerCase()} ${kept[key] || "none"}`;
        return changed.map(said).join(", ") || "the same";
    }

    /** The box and the paints for the decision that a view shows. */
    showRange(view) {
        view.box.value = view.game ? this.lockedAt(view) : "";
        const names = view.game && view.names.length > 1 ? view.names.filter((_, i) => i !== silent(view.names)) : [], before = view.brush.value;
        view.box.disabled = view.taker.disabled = !names.length;
        const brushes = [...this.brushes, ...names];
        view.brush.replaceChildren(...brushes.map(name => make("option", { value: name }, name)));
        view.brush.value = brushes.includes(before) ? before : brushes.at(-1);
        view.brush.hidden = brushes.length < 2;
    }

    /** What the locked ranges cost, and with which hands. */
    get prices() {
        const { game, state, beside: { free } } = this, told = [];
        if (!state.locks || game?.tree !== this.pending || !free?.game) return "";
        for (const player of [0, 1]) {
            if (!Object.keys(this.locks[player]).length) continue;
            const bound = [{}, {}], sign = player ? -1 : 1, best = free.game.worth[player][0];
            bound[player] = this.locks[player];
            const kept = new Game(game.deal, free.tree, bound).continued(player, free.game.plans[1 - player])[0];
            const losses = game.deal.hands.map((hand, at) => ({ hand, lost: Math.max(sign * (best[at] - kept[at]), 0) }))
                .sort((one, other) => other.lost - one.lost);
            const whole = losses.reduce((sum, { lost }) => sum + lost, 0), dear = losses.slice(0, 5).filter(({ lost }) => lost > 1e-7);
            told.push(`What ${the(game.tree.players[player])} keeps to gives away ${whole.toFixed(4)} ${this.unit} a deal to an equilibrium that does not adapt`
                + (dear.length ? `, most with ${dear.map(({ hand, lost }) => `${hand} (${lost.toFixed(4)})`).join(", ")}.` : "."));
        }
        const cost = game.value - free.game.value;
        return [`Free, the game is worth ${signed(free.game.value, 4)} ${this.unit}: what is locked ${cost > 0 ? "earns" : "costs"} `
            + `${the(game.tree.players[0])} ${Math.abs(cost).toFixed(4)} ${this.unit}.`, ...told].join(" ");
    }

    tell() {
        this.price.textContent = this.prices;
        this.stopper.classList.toggle("away", !this.stopped && this.root.getAttribute("aria-busy") !== "true");
        this.stopper.textContent = this.stopped ? "Go on" : "Stop";
        this.verdict.textContent = this.game?.tree === this.pending
            ? `${capital(this.summary(this.game))}, proven within ${this.proven}${this.busy ? " so far" : this.missed}.`
            : this.busy ? "Solving \u2026" : this.failed ? `Nothing can be solved: ${this.failed}.` : this.stopped ? "Stopped before anything was found." : "";
    }

    summary(game) {
        const locked = game.locks.some(own => Object.keys(own).length) ? ", with what is locked" : "";
        return `the game is worth ${signed(game.value, 4)} ${this.unit} to ${the(game.tree.players[0])}${locked}`;
    }

    /** A power of ten that the bracket does not exceed. */
    get proven() {
        const digits = -Math.ceil(Math.log10(Math.max(this.game.upper - this.game.lower, 1e-9)));
        return (10 ** -digits).toFixed(Math.max(digits, 0));
    }

    width(within) {
        return within.toFixed(9).replace(/0+$/, "");
    }

    /** By how much what was asked is missed, in words. */
    get missed() {
        const { game, wanted: { within } } = this;
        return game.upper - game.lower <= within ? "" : `; ${this.width(within)} was asked, and was not reached `
            + (this.stopped ? "when you stopped it" : `in ${ITERATIONS.toLocaleString("en")} iterations`);
    }

    /** The colour of each action, and black or white for what is written on it. */
    colors(names) {
        const role = name => name.split(" ")[0], raises = names.filter(name => ["bet", "raise", "all-in"].includes(role(name)));
        const { ramp, ...roles } = { ...this.palette, bet: this.palette.raise, fold: ["var(--explorer-fold)", ""] }, last = raises.length - 1;
        return Object.fromEntries([...names.map(name => [name, raises.includes(name) && last
            ? ramp[Math.round(raises.indexOf(name) / last * (ramp.length - 1))] : roles[role(name)]]),
        ...Object.entries({ raise: roles.raise, other: ramp[0] }).filter(([name]) => !names.includes(name))]);
    }

    select(hand) {
        this.state.hand = this.hands[hand];
        this.mark();
        this.say(() => `${spoken(this.state.hand)}: ` + this.views.filter(view => view.game)
            .map(view => `${view.game.tree.players[view.player]} ${view.said.join(", ") || "does not get here"}`).join("; "));
        this.remember(this.stroke ?? this.views);
    }

    /** What else is told of a hand. */
    below() {
        return [];
    }

    /** Mark a hand in all charts; the one that is kept can be reached by the Tab key. */
    mark(hand = this.hand, focusable = true) {
        for (const view of [...this.views, ...this.state.kept ? this.keptViews : []]) view.mark(hand, focusable);
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

    static settings = () => Tool.made.map(tool => tool.changes.join()).join("?");

    /** Let the address say what all tools show, this one first; each gesture is a step of Back. */
    remember(gesture) {
        const tools = [this, ...Tool.made.filter(tool => tool !== this && tool.changes.length)];
        const address = "#" + tools.map(tool => `${tool.root.id}?${tool.changes.join(";")}`).join(";");
        const put = () => history.replaceState({ shows: Tool.address }, "", Tool.gesture && Tool.address);
        if (Tool.shown === (Tool.shown = Tool.settings())) return;
        clearTimeout(Tool.resting);
        if (gesture !== Tool.gesture) {
            put();
            history.pushState({ shows: address }, "", address);
        } else Tool.resting = setTimeout(put, 200);
        Object.assign(Tool, { gesture, address });
    }

    /** Let the tools show what the address says, if it speaks of them; the first of them is returned. */
    static recall() {
        const changes = new Map(), text = history.state?.shows ?? location.hash;
        let name;
        for (const part of text.slice(1).split(";")) {
            const [setting, tool] = part.split("?").reverse();
            name = tool ?? name;
            changes.set(name, [...changes.get(name) || [], ...new URLSearchParams(setting)]);
        }
        const [first] = changes.keys(), asked = Tool.made.find(tool => tool.root.id === first);
        if (asked || !text || !Tool.shown) for (const tool of Tool.made) tool.recall(changes.get(tool.root.id) || []);
        if (!asked && text.includes("?"))
            Tool.made[0].wrong.textContent = `Not taken from the address: ${first} given, ${Tool.made.map(tool => tool.root.id).join(" or ")} needed.`;
        clearTimeout(Tool.resting);
        Object.assign(Tool, { gesture: undefined, shown: Tool.settings(), address: asked || !text ? text : Tool.address });
        return asked;
    }

    /** Take the state from an address, as far as it makes sense, and say what does not. */
    recall(changes) {
        const wrong = [];
        Object.assign(this.state, this.read(changes, wrong));
        this.read(this.state.kept, wrong);
        this.refused.clear();
        const told = this.wrongWith(this.state);
        if (told) {
            wrong.push(`${capital(told)} (${changes.map(change => change.join("=")).join(", ")})`);
            this.wrongWith(Object.assign(this.state, this.start));
        }
        for (const [player, history, why] of this.locks.idle) wrong.push(`what is locked ${after(history)} (${this.tree.players[player] ?? `player ${player}`}): ${why}`);
        this.complain([]);
        const shown = this.keys.filter(key => this.state[key] !== "").map(key => `${key}=${this.state[key]}`).join(", ");
        if (wrong.length) this.wrong.textContent = `Not taken from the address: ${wrong.join("; ")}. Shown is ${shown}.`;
        this.show();
    }

    /** What a setting has to be, if a text is something else. */
    needed(key, text) {
        const choices = key === "hand" ? this.hands : key === "seat" ? ["0", "1"] : this.lists[key] && [...this.lists[key].options].map(({ value }) => value);
        if (choices ? choices.includes(text) : key !== "seed" || /^\d{0,9}$/.test(text)) return "";
        return !choices ? "a whole number" : choices.length > 9 ? "a hand such as AKs" : choices.join(" or ");
    }

    /** A list that sets one key of the state. */
    pick(key, label, options) {
        const choices = Object.entries(options).map(([value, text]) => make("option", { value }, text));
        const list = this.lists[key] = make("select", { change: () => this.set({ ...this.typed, [key]: list.value }) }, ...choices);
        return make("label", { class: "explorer-choice" }, make("span", {}, label), list);
    }

    /** A box that sets one key of the state; what stands in the others, and was refused, gets another chance. */
    type(key, label, attributes = {}) {
        const change = () => this.set(this.typed);
        const box = this.boxes[key] = make("input", { type: "text", spellcheck: "false", autocomplete: "off", size: 5, change, ...attributes });
        return make("label", { class: `explorer-choice${attributes.size > 20 ? " explorer-wide" : ""}` }, make("span", {}, label), box);
    }

    get typed() {
        return Object.fromEntries(Object.entries(this.boxes).map(([key, box]) => [key, box.value.trim()]));
    }

    get precision() {
        const powers = ["0.01", "0.001", "0.0001", "0.00001", "0.000001", "0.00000001"];
        return this.pick("within", "Solve to within", Object.fromEntries(powers.map(power => [power, power])));
    }
}

/** The actions of a decision as they are, each in its colour. */
const asTheyAre = (names, shares, colors) => names.map((name, i) => [name, colors[name], shares[i]]).reverse();

const chips = text => amount("", text);

class PushFold extends Tool {
    kind = "push-fold";
    keys = ["stack", "other", "sb", "bb", "ante", "dead"];
    unit = "bb";

    constructor(root, data, shared) {
        super(root, data, shared, {
            stack: "10", other: "", sb: "0.5", bb: "1", ante: "0", dead: "0", hand: "K5s", seat: "0", seed: "", shows: "play",
        });
        this.slider = new Slider("Stack", "big blinds", data.stacks,
            (stack, gesture) => this.set({ ...this.typed, stack }, gesture), true);
        this.slider.key = "stack";
        this.controls.append(this.slider.element);
        this.more.after(this.curve(), this.mixing(), this.proving());
        this.trainer = new pokerlabPlay.Trainer(this, make);
        this.keeper.before(this.pick("shows", "Colours show", { play: "what hands do", gain: "what acting earns more than folding" }));
        this.more.append(make("details", { class: "explorer-more" },
            make("summary", {}, "Blinds, antes, unequal stacks"),
            make("div", { class: "explorer-controls" },
                this.type("other", "Big blind's stack, if another"), this.type("sb", "Small blind"), this.type("bb", "Big blind"),
                this.type("ante", "Ante"), this.type("dead", "Big-blind ante"))), this.locking(), this.trainer.element);
    }

    /** A button that has both best responses worked out in integers, and what comes of it. */
    proving() {
        this.proof = make("span", { role: "status" });
        this.prover = make("button", { type: "button", click: () => this.prove() }, "Prove it exactly");
        return make("p", { class: "explorer-proof" }, this.prover, " ", this.proof);
    }

    prove() {
        const { state, game, deal } = this, { stack, other, sb, bb, ante, dead } = state;
        const say = (...words) => this.proof.replaceChildren(...words);
        if (state.locks) return say("A locked range is no equilibrium: nothing to check.");
        if (this.busy || game?.tree !== this.pending || game.tree.sets.some(([[, , , first, stop]]) => stop - first < 2))
            return say(this.busy ? "Not solved yet." : "Who is all-in by force has nothing to choose.");
        try {
            const chances = game.plans.map(plan => plan.at(-1));
            const found = pokerlabProof.prove(this.data.deal, bytes, [stack, other || stack, sb, bb, ante, dead], chances);
            if (found.lower !== found.upper) return say(`Not proven: the strategies guarantee ${found.lower} and ${found.upper}.`);
            const many = found.mixed[0].length, text = JSON.stringify(found.certificate, null, 1);
            const link = make("a", {
                href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: "certificate.json",
            }, "certificate");
            say(`Proven: with ${many} of the pushes and of the calls mixed, both best responses earn exactly `,
                make("code", {}, found.lower), " big blinds. Take the ", link, ".");
        } catch (error) {
            say(`Not proven: ${error.message}.`);
        }
    }

    words({ stack, other, sb, bb, ante, dead }) {
        const stacks = other ? `("${stack}", "${other}")` : `"${stack}"`, plain = !other && ![ante, dead].some(chips);
        return {
            command: plain && `push-fold --stack ${stack} --small-blind ${sb} --big-blind ${bb}`,
            code: `betting.push_fold(${stacks}, "${sb}", "${bb}", "${ante}", "${dead}")`,
            note: chips(bb) === 1 ? "" : `. There, values are in chips: ${bb} make a big blind.`,
        };
    }

    /** The value against the stack at blinds of 1/2 and 1, as a curve with a marker. */
    curve() {
        const { stacks, values } = this.data;
        const low = Math.min(...values, 0), high = Math.max(...values, 0);
        const x = stack => 4 + 392 * (stack - stacks[0]) / (stacks.at(-1) - stacks[0]);
        const y = value => 8 + 64 * (high - value) / (high - low);
        this.place = () => {
            const { sb, bb, ante, dead, locks } = this.state, at = this.effective();
            const off = at < stacks[0] || at > stacks.at(-1) || 2 * chips(sb) !== chips(bb) || [ante, dead].some(chips) || locks;
            const place = off ? { visibility: "hidden" } : { visibility: "visible", cx: x(at), cy: y(this.game.value) };
            for (const [name, value] of Object.entries(place)) this.marker.setAttribute(name, value);
            this.mixed(off ? undefined : at);
        };
        this.marker = make("circle", { r: 5 });
        const ends = this.data.ends.slice(1, -1).map(end => `M${x(end).toFixed(2)} 76v5`).join("");
        const points = stacks.map((stack, at) => `${x(stack).toFixed(1)} ${y(values[at]).toFixed(1)}`);
        const sides = [0, stacks.length - 1].map(at => `${signed(values[at], 3)} at ${stacks[at]}`);
        return make("svg", { viewBox: "0 0 400 96", role: "img", class: "explorer-curve" },
            make("title", {}, `What the game is worth to the small blind, from ${sides.join(" to ")} big blinds`),
            make("line", { x1: 4, x2: 396, y1: y(0), y2: y(0) }),
            make("path", { d: `M${points.join("L")}` }), make("path", { d: ends, class: "explorer-ends" }), this.marker,
            make("text", { x: 4, y: 92 }, `${stacks[0]} bb`),
            make("text", { x: 396, y: 92, "text-anchor": "end" }, `${stacks.at(-1)} bb`),
            make("text", { x: 200, y: 92, "text-anchor": "middle" }, "value against stack, and where pieces end"));
    }

    /** Which hands mix, between which ends; and buttons for the next piece. */
    mixing() {
        const go = by => {
            const { ends } = this.data, at = this.pieceAt(this.effective()) + by;
            this.set({ stack: String(tidy(Number(((ends[at] + ends[at + 1]) / 2).toPrecision(9)) * chips(this.state.bb))), other: "" });
        };
        this.steps = [-1, 1].map(by => make("button", { type: "button", click: () => go(by) }, by < 0 ? "Previous piece" : "Next piece"));
        return make("div", { class: "explorer-mixing" }, ...this.steps, this.mixers = make("p"));
    }

    /** The number of the piece that a stack lies in: so many ends are not above it. */
    pieceAt(stack) {
        return Math.min(this.data.ends.filter(end => end <= stack).length, this.data.ends.length - 1) - 1;
    }

    mixed(stack) {
        const { ends } = this.data, at = this.pieceAt(stack), some = this.game.plans.map(plan => {
            const column = plan.at(-1), hands = this.deal.hands.filter((_, hand) => column[hand] > 1e-6 && column[hand] < 1 - 1e-6);
            return hands.map(hand => `${hand} ${percent(column[this.deal.hands.indexOf(hand)], 2)}`).join(", ") || "nothing";
        });
        const piece = stack && `Piece ${at + 1} of ${ends.length - 1}, from ${ends[at].toFixed(4)} to ${ends[at + 1].toFixed(4)} big blinds. `;
        this.mixers.textContent = `${piece ?? ""}Mixed: of the pushes ${some[0]}, of the calls ${some[1]}.`;
        this.steps.forEach((button, i) => { button.disabled = !stack || !ends[at - 1 + 3 * i]; });
    }

    /** The stack that can be lost, in big blinds. */
    effective({ stack, other, bb } = this.state) {
        return tidy(Math.min(chips(stack), chips(other || stack)) / chips(bb));
    }

    show() {
        const { stack, bb } = this.state, unit = chips(bb);
        Object.assign(this.slider, { unit: unit === 1 ? "big blinds" : "chips", choices: this.data.stacks.map(blinds => tidy(blinds * unit)) });
        this.slider.show(stack);
        super.show();
    }

    take(...given) {
        this.proof.replaceChildren();
        super.take(...given);
    }

    picture(game, views) {
        this.place();
        views[0].draw(game, 0, "Small blind: push or fold", asTheyAre);
        views[1].draw(game, 0, "Big blind, facing a push: call or fold", asTheyAre);
        if (this.state.shows === "gain") for (const view of views) view.heat(game);
    }

    tell() {
        super.tell();
        this.trainer.follow();
    }

    summary(game, state = this.state) {
        return `with ${Number(this.effective(state).toFixed(4))} big blinds ${super.summary(game)}`;
    }

}

/** A game whose decisions are many: above each view is a list of its player's. */
class Betting extends Tool {
    constructor(...given) {
        super(...given);
        this.views.forEach((view, player) => {
            view.list = make("select", { change: () => this.set({ [player ? "big" : "small"]: view.list.value }) });
            view.caption.before(view.list);
        });
    }

    picture(game, views) {
        views.forEach((view, player) => {
            const { tree } = game, key = player ? "big" : "small", histories = tree.sets[player].map(set => set[0]);
            if (!view.than) {
                if (!histories.includes(this.state[key])) this.state[key] = histories[0];
                if ([...view.list.options].map(({ value }) => value).join() !== histories.join())
                    view.list.replaceChildren(...histories.map(history => make("option", { value: history }, capital(after(history)))));
                view.list.value = this.state[key];
                view.list.setAttribute("aria-label", `Decision of ${the(tree.players[player])}`);
            }
            const title = `${capital(tree.players[player])}, ${after(this.state[key])}`, set = histories.indexOf(this.state[key]);
            if (set < 0) view.clear(title, "This game has no such decision.");
            else view.draw(game, set, title, asTheyAre);
        });
    }

}

class Preflop extends Betting {
    kind = "preflop";
    keys = ["blinds", "nr", "raise", "betting", "live"];

    constructor(root, data, shared) {
        super(root, data, shared, {
            blinds: "0.5/1", nr: "3", raise: "1", betting: "limit", live: "yes",
            small: "", big: "call", within: "0.00001", hand: "KK",
        });
        this.controls.append(
            this.type("blinds", "Blinds, in chips"), this.type("nr", "Actions each (nr)", { size: 3 }), this.type("raise", "A raise, in chips or pots", { size: 3 }),
            this.pick("betting", "Betting", { limit: "limit", pot: "pot-limit" }),
            this.pick("live", "Big blind live", { yes: "yes", no: "no" }), this.precision);
        this.more.append(this.locking());
    }

    words({ blinds, nr, raise, betting, live }) {
        const [small, big] = blinds.split("/").map(Number), [lim, liv] = [betting === "limit", live === "yes"], bl = Number((big - small).toPrecision(12));
        return {
            command: `preflop nr=${nr} r=${raise} an=${small} bl=${bl} lim=${Number(lim)} liv=${Number(liv)}`,
            code: `betting.limit(${nr}, "${raise}", "${small}", "${bl}", pot_limit=${lim ? "False" : "True"}, live=${liv ? "True" : "False"})`,
            note: ". The command's value is the big blind's: its sign is the other one.",
        };
    }
}

class NoLimit extends Betting {
    kind = "no-limit";
    keys = ["stack", "other", "raises", "sb", "bb", "ante"];

    constructor(root, data, shared) {
        super(root, data, shared, {
            stack: "10", other: "", raises: "2.5x", sb: "0.5", bb: "1", ante: "0",
            small: "", big: "call", within: "0.0001", hand: "AA",
        });
        this.controls.append(
            this.type("stack", "Stack"), this.type("other", "Big blind's, if another"), this.type("raises", "Raises", { size: 14 }),
            this.type("sb", "Small blind"), this.type("bb", "Big blind"), this.type("ante", "Ante"), this.precision);
        this.more.append(this.locking());
    }

    words({ stack, other, raises, sb, bb, ante }) {
        const least = other && chips(other) < chips(stack) ? other : stack, listed = raises.split(/[\s,]+/).filter(Boolean);
        return {
            command: `no-limit --stack ${least} --raises ${listed.join()} --small-blind ${sb} --big-blind ${bb} --ante ${ante}`,
            code: `betting.no_limit("${least}", ${raises === "all" ? '"all"' : JSON.stringify(listed)}, "${sb}", "${bb}", "${ante}")`,
        };
    }
}

class OneRound extends Betting {
    kind = "one-round";
    keys = ["raises", "reraises", "turns", "sb", "bb"];
    digits = 4;

    constructor(root, data, shared) {
        super(root, data, shared, {
            raises: "0 2:40", reraises: "", turns: "2", sb: "1", bb: "2", within: "0.001", raise: "15", small: "", big: "", hand: "63s",
        });
        this.slider = new Slider("Raise by", "chips", [], (raise, gesture) => this.set({ raise }, gesture));
        this.slider.key = "raise";
        this.controls.append(this.slider.element, this.type("raises", "Raises", { size: 14 }),
            this.type("reraises", "Re-raises", { size: 8 }), this.type("turns", "Turns to raise", { size: 2 }),
            this.type("sb", "Alice posts"), this.type("bb", "Bob posts"), this.precision);
        this.more.append(this.locking());
    }

    words({ raises, reraises, turns, sb, bb }) {
        const list = found => `[${found.map(size => `"${size}"`).join(", ")}]`, { tree } = this;
        const first = actions(tree, 0, 0).slice(1).map(name => name.split(" ")[1] ?? "0"), later = sizes("reraises", reraises);
        const more = later.length ? `, ${list(later)}, ${turns}` : "";
        return {
            command: !later.length && `one-round --raises ${raises.split(/[\s,]+/).filter(Boolean).join()} --small-blind ${sb} --big-blind ${bb}`,
            code: `betting.one_round(${list(first)}, "${sb}", "${bb}"${more})`,
        };
    }

    picture(game, views) {
        const { tree } = game, raise = `raise ${this.state.raise}`, used = tree.sequences[0].includes(raise);
        if (this.state.reraises) return super.picture(game, views);
        views[0].draw(game, 0, `Alice: who raises by ${this.state.raise}`, (names, shares, colors) => {
            const at = name => shares[names.indexOf(name)] || 0, chosen = at(raise);
            const [call, fold] = [at("call"), at("fold")];
            return [...used ? [[raise, colors.raise, chosen]] : [],
                [used ? "other raises" : "raises", colors.other, 1 - chosen - call - fold],
                ...names.includes("call") ? [["call", colors.call, call]] : [], ["fold", colors.fold, fold]];
        });
        const set = tree.sets[1].findIndex(([history]) => history === raise);
        if (used) views[1].draw(game, set, `Bob, facing a raise by ${this.state.raise}`, asTheyAre);
        else views[1].clear(`Bob, facing a raise by ${this.state.raise}`,
            "Alice never raises by this. Many answers of Bob's see to that; none is singled out.");
    }

    show() {
        const raises = actions(this.tree, 0, 0).filter(name => name.startsWith("raise ")).map(name => Number(name.slice(6)));
        this.slider.choices = raises.length ? raises : [0];
        this.state.raise = String(this.slider.nearest(Number(this.state.raise)));
        this.slider.show(this.state.raise);
        for (const element of [this.slider.element, ...this.views.map(view => view.list)])
            element.hidden = (element === this.slider.element) === Boolean(this.state.reraises);
        super.show();
    }
}

const HELD = "in the range";

class River extends Betting {
    kind = "river";
    brushes = [HELD];
    keys = ["board", "first", "second", "pot", "stack", "bets", "raises"];

    constructor(root, data, shared) {
        super(root, data, shared, {
            board: "Td9d6hQc2s", first: "66+, A8s+, A5s-A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s",
            second: "QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, 53s+",
            pot: "200", stack: "900", bets: "60%", raises: "2.5x", small: "", big: "bet 120", within: "0.001", hand: "AA",
        });
        const shares = ["0.01", "0.003", "0.001", "0.0003", "0.0001", "0.00003"];
        this.controls.append(
            this.type("board", "Board", { size: 11 }), this.type("pot", "Pot", { size: 4 }), this.type("stack", "Stack behind", { size: 4 }),
            this.type("bets", "Bets, of the pot", { size: 9 }), this.type("raises", "Raises", { size: 9 }),
            this.type("first", "First player holds", { size: 30 }), this.type("second", "Second player holds", { size: 30 }),
            this.pick("within", "Solve to within", Object.fromEntries(shares.map(share => [share, `${tidy(100 * share)}% of the pot`]))));
        this.more.append(this.locking());
        this.counts = Object.fromEntries(["first", "second"].map(key => [key, make("span")]));
        for (const [key, count] of Object.entries(this.counts)) this.boxes[key].previousSibling.append(count);
        // Its worker has nothing to do for readers who never come here.
        new IntersectionObserver(([seen], observer) => {
            if (!seen.isIntersecting) return;
            observer.disconnect();
            this.seen = true;
            this.show();
        }, { rootMargin: "50%" }).observe(root);
    }

    ask() {
        if (this.seen) super.ask();
        else this.pending = this.tree;
    }

    show() {
        ["first", "second"].forEach((key, player) => {
            const { weights: { [player]: own }, scale } = this.wanted.deal;
            this.counts[key].textContent = `: ${tidy(own.reduce((a, b) => a + b) * (player ? scale : 1)).toFixed(1).replace(/\.0$/, "")} combos`;
        });
        this.digits = Math.min(Math.max(4 - Math.floor(Math.log10(chips(this.state.pot))), 0), 9);
        super.show();
    }

    question(state) {
        const deal = this.spot(state);
        return { ...super.question(state, deal), within: state.within * chips(state.pot), spot: deal.spot };
    }

    /** The deal that two ranges make on a board. */
    spot({ board, first, second }) {
        const told = JSON.stringify([board, first, second]);
        if (told === this.made?.told) return this.made.deal;
        const refuse = (given, needed) => { throw new Refusal(`board: ${given} given, ${needed} needed`); };
        const shown = pokerlabRanges.cards(board, refuse);
        if (shown.length !== 5) refuse(board || "nothing", "five cards such as Td9d6hQc2s");
        const weights = [["first", first], ["second", second]].map(([name, text]) =>
            pokerlabRanges.weigh(text || "random", wrong => { throw new Refusal(`the ${name} player's range: ${wrong}`); }));
        const cards = [...new Set(weights.flatMap(own => [...own].filter(([, weight]) => weight).map(([combo]) => combo)))]
            .map(combo => [Math.floor(combo / 52), combo % 52]).filter(own => !own.some(card => shown.includes(card)));
        const spot = { board: shown, cards, weights: weights.map(own => cards.map(([high, low]) => own.get(52 * high + low) ?? 0)) };
        const deal = Object.assign(new Spot(spot, this.hands), { spot });
        if (!(deal.weights[1].some(Boolean) && deal.weights[1].every(Number.isFinite))) throw new Refusal("the ranges: no two hands fit the board and each other");
        this.made = { told, deal };
        return deal;
    }

    weights(text, { cards }, refuse) {
        const weights = pokerlabRanges.weigh(text, refuse);
        return cards.map(([high, low]) => weights.get(52 * high + low) ?? 0);
    }

    /** A hand whose combos weigh the same is written as one. */
    text(weights) {
        const { deal } = this.wanted, rest = [], whole = deal.cells.map(cell => {
            const own = cell.map(at => Number(weights[at].toFixed(3)));
            if (new Set(own).size < 2) return own[0] ?? 0;
            rest.push(...cell.map((at, i) => own[i] && deal.hands[at] + (own[i] < 1 ? `:${own[i]}` : "")).filter(Boolean));
            return 0;
        });
        return [pokerlabRanges.write(whole, this.hands), ...rest].filter((part, i) => i || part !== "none" || !rest.length).join(", ");
    }

    /** Painting may change who is in a range, too. */
    painted(view, hand, begins) {
        if (view.brush.value !== HELD) return super.painted(view, hand, begins);
        const key = view.player ? "second" : "first", text = this.state[key] || "random", refuse = wrong => { throw new Refusal(wrong); };
        const weights = pokerlabRanges.read(text, this.hands, refuse), name = this.hands[hand];
        if (begins) this.stroke = { view, to: weights[hand] ? 0 : 1 };
        const { to } = this.stroke;
        weights[hand] = to;
        // Where combos are named, what is written last counts.
        const written = /[cdhs][AKQJT2-9][cdhs]/.test(text) ? `${text}, ${name}${to ? "" : ":0"}` : pokerlabRanges.write(weights, this.hands);
        this.set({ ...this.typed, [key]: written }, this.stroke);
        return true;
    }

    words({ board, first, second, pot, stack, bets, raises }) {
        const range = text => pokerlabRanges.plain(text).split(/[\s,]+/).filter(Boolean).join() || "random", listed = text => text.split(/[\s,]+/).filter(Boolean);
        const list = text => text.trim() === "none" ? "[]" : `[${listed(text).map(size => `"${size}"`).join(", ")}]`, cards = board.replaceAll(/\s/g, "");
        return {
            command: `river --board ${cards} --first "${range(first)}" --second "${range(second)}" --pot ${pot} --stack ${stack} --bets ${listed(bets).join()} --raises ${listed(raises).join()}`,
            code: `Game(deals.river("${cards}", "${range(first)}", "${range(second)}"), betting.river("${pot}", "${stack}", ${list(bets)}, ${list(raises)}))`,
        };
    }

    summary(game, { pot } = this.state) {
        return `${super.summary(game)}: ${signed(100 * game.value / chips(pot), 2)}% of the pot`;
    }

    get proven() {
        return this.width(this.game.upper - this.game.lower);
    }

    /** Two digits of a share of the pot that a width does not exceed. */
    width(chipsWide) {
        const share = 100 * chipsWide / chips(this.state.pot), digits = 1 - Math.floor(Math.log10(Math.max(share, 1e-6)));
        return `${tidy(Math.ceil(share * 10 ** digits - 1e-6) / 10 ** digits)}% of the pot`;
    }

    /** A hand's combos, one by one. */
    below({ game, player, set, names, colors }, hand) {
        const combos = game.deal.at(player, hand), [, parent, opponent, first] = game.tree.sets[player][set], plan = game.plans[player];
        const reach = game.reach(player, opponent), sign = player ? -1 : 1;
        if (combos.length < 2) return [];
        const row = at => make("tr", {}, make("th", { scope: "row" }, game.deal.hands[at]), ...names.map((name, i) => {
            const share = plan[first + i][at] / plan[parent][at], earned = sign * game.worth[player][first + i][at] / (reach[at] || NaN);
            return make("td", { style: `--share:${share || 0};--color:${colors[name][0]}` }, plan[parent][at] ? percent(share) : "–", make("small", {}, signed(earned, this.digits)));
        }));
        return [make("table", { class: "explorer-combos" },
            make("thead", {}, make("tr", {}, ...["combo", ...names].map(text => make("th", { scope: "col" }, text)))), make("tbody", {}, ...combos.map(row)))];
    }
}

/* ---- the start ---- */

function start() {
    const kinds = { "push-fold": PushFold, preflop: Preflop, "one-round": OneRound, "no-limit": NoLimit, river: River };
    const roots = [...document.querySelectorAll(".explorer")];
    const data = roots.map(root => JSON.parse(root.querySelector("script").textContent));
    const { deal, palette } = data.find(part => part.deal), text = `${pokerlabSolver}\npokerlabSolver().listen(self);`;
    let worker = { postMessage: () => {} };
    const fail = ({ message }) => {
        Tool.broken = `the browser does not start the page's worker${message ? ` (${message})` : ""}`;
        for (const tool of Tool.made) tool.fail(Tool.broken);
    };
    try {
        worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    } catch (error) {
        fail(error);
    }
    worker.onerror = fail;
    worker.onmessage = ({ data: found }) => {
        const [name, beside] = found.tool.split(" "), tool = Tool.made.find(made => made.root.id === name);
        if (beside) tool.arriveBeside(beside, found);
        else tool.arrive(found);
    };
    worker.postMessage({ deal });
    const shared = { deal: new Deal(deal), palette, worker }, all = new Float64Array(169).fill(1);
    const [met, won] = [0, 1].map(showdown => shared.deal.times(0, showdown, all)), equity = new Map(deal.hands.map((hand, at) => [hand, won[at] / met[at]]));
    pokerlabRanges.order.push(...deal.hands.toSorted((a, b) => equity.get(b) - equity.get(a)));
    roots.forEach((root, at) => new kinds[root.id](root, data[at], shared));
    Tool.recall()?.root.scrollIntoView();
    addEventListener("hashchange", () => {
        const asked = Tool.recall();
        if (!history.state) asked?.root.scrollIntoView();
    });
}

if (window.pokerlabExplorer) return;
window.pokerlabExplorer = true;
start();
})();
