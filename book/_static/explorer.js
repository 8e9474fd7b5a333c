/* The explorer: games to set up, solve and look into, in a page without kernel or network.

Each tool is a <div class="explorer"> that pokerlab/explorer.py wrote: what stands there without
scripts, and the tool's data. A Web Worker solves what is set (solver.js, which stands before this
file) and sends ever better plans; what every hand's actions earn is worked out here. Ranges are read
and written by ranges.js, proof.js works in integers, and of charts.js it takes `step`. */

(() => {
"use strict";

/* ---- the games ---- */

const { Refusal, build, bytes, Deal, Game } = pokerlabSolver();

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

    /** What an action earns its player on average, with a hand that has come to the decision. */
    earns(player, set, sequence, hand) {
        const reach = this.reach(player, this.tree.sets[player][set][2]);
        return (player ? -1 : 1) * this.worth[player][sequence][hand] / (reach[hand] || NaN);
    }

    /** What being dealt a hand is worth to a player. */
    asDealt(player, hand) {
        return (player ? -1 : 1) * this.worth[player][0][hand] / this.reach(player)[hand];
    }
}

/** Read what explorer.pack wrote: one plan per player, a column per sequence. */
function unpack(deal, tree, data) {
    const n = deal.n;
    let at = 0;
    return tree.sets.map((sets, player) => {
        const plan = tree.sequences[player].map(() => new Float64Array(n));
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

/** A slider over the numbers of a list, and a box for these or, where `any` is allowed, for others. */
class Slider {
    constructor(label, unit, choices, change, any = false) {
        Object.assign(this, { choices, unit });
        const id = unique();
        this.range = make("input", {
            type: "range", id, min: 0, step: 1, input: () => change(String(this.choices[this.range.value])),
        });
        this.box = make("input", {
            type: "number", "aria-label": `${label}, ${unit}`, step: "any",
            change: () => change(any ? this.box.value : String(this.nearest(this.box.valueAsNumber))),
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
        this.range.max = this.choices.length - 1;
        this.range.value = this.choices.indexOf(this.nearest(Number(value)));
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
            pointerdown: event => tool.paint?.(player, at, event),
            pointerenter: event => {
                if (event.buttons) tool.paint?.(player, at, event);
                else if (event.pointerType === "mouse") tool.preview(at);
            },
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
        if (event.key === " " && at >= 0 && this.tool.paint?.(this.player, at, event)) event.preventDefault();
        if (to === undefined || at < 0) return;
        event.preventDefault();
        this.cells[to].focus();
    }

    /** Draw a decision; `parts` says, per hand, which shares in which colour. */
    draw(game, set, title, parts) {
        Object.assign(this, { game, set });
        const [, parent, , first, stop] = game.tree.sets[this.player][set];
        const own = game.plans[this.player], reach = game.reach(this.player, game.tree.sets[this.player][set][2]);
        const totals = new Map();
        this.names = game.tree.sequences[this.player].slice(first, stop).map(name => name.split(", ").at(-1));
        const colors = this.colors = this.tool.colors(this.names);
        let weight = 0;
        this.cells.forEach((cell, hand) => {
            const here = own[parent][hand], asked = reach[hand];
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
            const color = name === "fold" ? "var(--explorer-fold)" : this.colors[name][0];
            const bar = `--share:${share || 0};--color:${color}`;
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

/** What the tools have in common: a state, its game, its address, two views and a voice. */
class Tool {
    static made = [];
    number = 0;
    lists = {};
    boxes = {};
    locks = [{}, {}];

    constructor(root, data, { deal, palette, worker }, state) {
        Object.assign(this, { root, data, deal, palette, worker, state, start: { ...state } });
        this.views = [0, 1].map(player => new View(this, player));
        this.controls = make("div", { class: "explorer-controls" });
        this.wrong = make("p", { role: "alert", class: "explorer-wrong" });
        this.value = make("p", { class: "explorer-value" });
        this.stopper = make("button", { type: "button", class: "explorer-stop", click: () => this.stop() }, "Stop");
        this.voice = make("div", { role: "status", class: "explorer-voice" });
        this.model = make("p", { class: "explorer-model" });
        root.querySelector(".explorer-static").remove();
        root.append(this.controls, this.wrong, this.value,
            make("div", { class: "explorer-views" }, ...this.views.map(view => view.element)), this.model, this.voice);
        Tool.made.push(this);
    }

    get hand() {
        return Math.max(this.deal.hands.indexOf(this.state.hand), 0);
    }

    /** Change the state, if that makes a game: solve it, draw it, put it into the address and say what it is. */
    set(change, key = Object.keys(change)[0]) {
        if (!this.makes({ ...this.state, ...change })) return;
        Object.assign(this.state, change);
        this.show();
        this.announced = false;
        if (!this.busy) this.announce();
        this.remember(key);
    }

    /** Whether a state makes a game; if not, the page says why. */
    makes(state) {
        try {
            const tree = build(this.kind, this.setting(state)), locks = this.locked(state, tree);
            Object.assign(this, { tree, locks });
            this.wrong.textContent = "";
            return true;
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            this.wrong.textContent = `${capital(error.message)}.`;
            return false;
        }
    }

    /** What of the state makes the game. */
    setting(state) {
        return Object.fromEntries(this.keys.map(key => [key, state[key]]));
    }

    /** What the players are not free to do, as solver.js has it. */
    locked() {
        return [{}, {}];
    }

    show() {
        for (const [key, box] of Object.entries({ ...this.lists, ...this.boxes })) box.value = this.state[key];
        this.ask();
        this.draw();
        const { command, code } = this.words(this.state), put = text => make("code", {}, text);
        this.model.replaceChildren("The same by pokerlab: ", ...command ? [put(`pokerlab ${command}`), ", or "] : [], put(`trees.${code}`));
    }

    /** Ask the worker for the game that is set, unless it is asked already. */
    ask() {
        const question = { kind: this.kind, setting: this.setting(this.state), locks: this.locks };
        question.within = Number(this.state.within ?? 1e-9);
        const asked = JSON.stringify(question);
        if (asked === this.asked) return;
        Object.assign(this, { asked, pending: this.tree, number: this.number + 1, busy: true });
        if (this.atStart && this.data.plans) return this.arrive({ number: this.number, done: true, plans: this.first });
        this.worker.postMessage({ tool: this.root.id, number: this.number, ...question });
        this.root.setAttribute("aria-busy", true);
    }

    /** Whether the game is set, and to be solved, as when the page is opened. */
    get atStart() {
        const setting = ({ within, ...state }) => JSON.stringify([within, this.setting(state)]);
        return setting(this.state) === setting(this.start);
    }

    /** The solution that came with the page, of the game that it starts with. */
    get first() {
        const { tree, amounts, plans } = this.data;
        this.pending = { ...tree, ends: tree.ends.map((end, i) => [...end, amounts[i]]) };
        return unpack(this.deal, tree, bytes(plans));
    }

    /** Take what the worker has found so far. */
    arrive({ number, error, done, ...found }) {
        if (number !== this.number) return;
        if (error) throw new Error(error);
        this.game = new Shown(this.deal, this.pending, { ...found, locks: this.locks });
        this.busy = !done;
        this.draw();
        if (done) this.rest();
    }

    /** Be content with what has been found. */
    stop() {
        this.worker.postMessage({ tool: this.root.id, number: ++this.number });
        this.rest();
    }

    rest() {
        this.busy = false;
        this.root.removeAttribute("aria-busy");
        this.tell();
        this.announce();
    }

    announce() {
        if ((this.announced ?? true) || this.game?.tree !== this.pending) return;
        this.announced = true;
        this.say(() => [this.summary(), ...this.views.map(view => view.shares.join(", "))].join("; "));
    }

    /** Draw the game that is set, once there is one. */
    draw() {
        if (this.game?.tree === this.pending) {
            this.picture();
            this.mark();
        }
        this.tell();
    }

    tell() {
        this.value.textContent = this.game?.tree === this.pending
            ? `${capital(this.summary())}, proven within ${this.proven}${this.busy ? " so far" : ""}.`
            : this.busy ? "Solving \u2026" : "Stopped before anything was found.";
        if (this.busy) this.value.append(" ", this.stopper);
    }

    /** A power of ten that the bracket does not exceed. */
    get proven() {
        const digits = -Math.ceil(Math.log10(Math.max(this.game.upper - this.game.lower, 1e-9)));
        return (10 ** -digits).toFixed(Math.max(digits, 0));
    }

    /** The colour of each action, and black or white for what is written on it. */
    colors(names) {
        const role = name => name.split(" ")[0], raises = names.filter(name => ["raise", "all-in"].includes(role(name)));
        const { ramp, ...roles } = this.palette, last = raises.length - 1;
        return Object.fromEntries([...names.map(name => [name, raises.includes(name) && last
            ? ramp[Math.round(raises.indexOf(name) / last * (ramp.length - 1))] : roles[role(name)]]),
        ...Object.entries({ raise: roles.raise, other: ramp[0] }).filter(([name]) => !names.includes(name))]);
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
        for (const [key, text] of changes)
            if (key in state && this.allows(key, text)) state[key] = text;
        const sensible = this.makes(state);
        Object.assign(this.state, sensible ? state : this.start);
        if (!sensible) this.makes(this.state);
        this.show();
    }

    allows(key, text) {
        if (key === "hand") return this.deal.hands.includes(text);
        return !this.lists[key] || [...this.lists[key].options].some(option => option.value === text);
    }

    /** A list that sets one key of the state. */
    pick(key, label, options) {
        const control = choice(label, options, text => this.set({ ...this.typed, [key]: text }, key));
        this.lists[key] = control.list;
        return control.element;
    }

    /** A box that sets one key of the state; what stands in the others, and was refused, gets another chance. */
    type(key, label, attributes = {}) {
        const change = () => this.set(this.typed, key);
        const box = this.boxes[key] = make("input", { type: "text", spellcheck: "false", autocomplete: "off", size: 5, change, ...attributes });
        return make("label", { class: "explorer-choice" }, label, box);
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
const asTheyAre = (names, shares, colors) => names
    .map((name, i) => [name, name === "fold" ? ["fold", ""] : colors[name], shares[i]]).reverse();

class PushFold extends Tool {
    kind = "push-fold";
    keys = ["stack", "other", "sb", "bb", "ante", "dead"];
    digits = 3;
    unit = "bb";

    constructor(root, data, shared) {
        super(root, data, shared, {
            stack: "10", other: "", sb: "0.5", bb: "1", ante: "0", dead: "0", hand: "K5s", pushes: "", calls: "",
        });
        this.slider = new Slider("Stack", "big blinds", data.stacks,
            stack => { this.pause(); this.set({ ...this.typed, stack }, "stack"); }, true);
        this.controls.append(this.slider.element);
        if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
            this.button = make("button", { type: "button", click: () => this.timer ? this.pause() : this.play() }, "Play");
            this.controls.append(this.button);
        }
        this.controls.append(make("details", { class: "explorer-more" },
            make("summary", {}, "Blinds, antes, unequal stacks"),
            make("div", { class: "explorer-controls" },
                this.type("other", "Big blind's stack, if another"), this.type("sb", "Small blind"), this.type("bb", "Big blind"),
                this.type("ante", "Ante"), this.type("dead", "Big-blind ante"))), this.locking());
        this.price = make("p", { class: "explorer-price" });
        this.value.after(this.price, this.proving(), this.curve());
    }

    /** Boxes for ranges that are not to change, and a switch for painting them. */
    locking() {
        this.painting = make("input", { type: "checkbox", role: "switch" });
        const take = (key, player) => make("button", {
            type: "button", "aria-label": `Take what is shown: ${key}`, click: () => this.set({ ...this.typed, [key]: this.range(player) }, key),
        }, "Take what is shown");
        return make("details", { class: "explorer-more" },
            make("summary", {}, "What if he does not play like that?"),
            make("p", {}, "Give a player a range, such as 22+, A2s+:0.5: he keeps to it, the other answers as well as he can. "
                + "With painting on, click or drag over a chart, or press the space bar on a hand. An empty box is the equilibrium."),
            make("div", { class: "explorer-controls" },
                this.type("pushes", "Small blind pushes", { size: 30 }), take("pushes", 0),
                this.type("calls", "Big blind calls", { size: 30 }), take("calls", 1),
                make("label", { class: "explorer-choice" }, this.painting, "Paint")));
    }

    /** A button that has both best responses worked out in integers, and what comes of it. */
    proving() {
        this.proof = make("span", { role: "status" });
        this.prover = make("button", { type: "button", click: () => this.prove() }, "Check it in integers");
        return make("p", { class: "explorer-proof" }, this.prover, " ", this.proof);
    }

    prove() {
        const { state, game, deal } = this, { stack, other, sb, bb, ante, dead } = state;
        const say = (...words) => this.proof.replaceChildren(...words);
        if (state.pushes || state.calls) return say("A locked range is no equilibrium: nothing to check.");
        if (game?.tree !== this.pending || game.tree.sets.some(([[, , , first, stop]]) => stop - first < 2))
            return say(this.busy ? "Not solved yet." : "Who is all-in by force has nothing to choose.");
        try {
            const chances = game.plans.map(plan => plan.at(-1)), found = pokerlabProof.prove(this.data.deal, bytes, [stack, other || stack, sb, bb, ante, dead], chances);
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

    locked({ pushes, calls }, tree) {
        return [pushes, calls].map((text, player) => {
            if (!text) return {};
            const name = player ? "calls" : "pushes", refuse = wrong => { throw new Refusal(`${name}: ${wrong}`); };
            const weights = pokerlabRanges.read(text, this.deal.hands, refuse), [, , , first, stop] = tree.sets[player][0];
            if (stop - first < 2) refuse("a player who is all-in by force has no range to choose");
            return { 0: [weights.map(weight => 1 - weight), weights] };
        });
    }

    /** How often a player pushes or calls with each hand, as text. */
    range(player) {
        return pokerlabRanges.write(this.game.plans[player].at(-1), this.deal.hands);
    }

    /** Put a hand into a range, or take it out; a stroke goes on as it began. */
    paint(player, hand, event) {
        if (!this.painting.checked || this.game?.tree !== this.pending) return false;
        const key = player ? "calls" : "pushes", weights = Array.from(this.game.plans[player].at(-1));
        if (event.type !== "pointerenter") this.stroke = weights[hand] > 0.5 ? 0 : 1;
        if (this.state[key]) weights.splice(0, weights.length, ...this.locks[player][0][1]);
        weights[hand] = this.stroke;
        this.set({ [key]: pokerlabRanges.write(weights, this.deal.hands) });
        return true;
    }

    /** While a range is locked, the free game is solved beside it, to tell what the range costs. */
    ask() {
        super.ask();
        const free = JSON.stringify(this.setting(this.state)), locked = this.state.pushes || this.state.calls;
        if (!locked || free === this.freely) return;
        Object.assign(this, { freely: free, free: undefined, freeTree: this.tree });
        const question = { kind: this.kind, setting: this.setting(this.state), locks: [{}, {}], within: 1e-9 };
        this.worker.postMessage({ tool: `${this.root.id} free`, number: (this.freed = (this.freed || 0) + 1), ...question });
    }

    arriveFree({ number, done, ...found }) {
        if (number !== this.freed || !done) return;
        this.free = new Shown(this.deal, this.freeTree, found);
        this.tell();
    }

    tell() {
        super.tell();
        const { game, free, state } = this, told = [];
        const ready = game?.tree === this.pending && free && this.freely === JSON.stringify(this.setting(state));
        for (const player of ready ? [0, 1] : []) {
            const text = player ? state.calls : state.pushes, who = game.tree.players[player];
            if (!text) continue;
            const [, , reached, first] = game.tree.sets[player][0], lock = this.locks[player][0];
            const losses = this.deal.hands.map((hand, at) => {
                const earned = lock.map((_, i) => free.earns(player, 0, first + i, at));
                const lost = Math.max(...earned) - lock.reduce((sum, share, i) => sum + share[at] * earned[i], 0);
                return { hand, lost: lost > 1e-9 ? lost * free.reach(player, reached)[at] : 0 };
            }).sort((one, other) => other.lost - one.lost);
            const whole = losses.reduce((sum, { lost }) => sum + lost, 0), dear = losses.slice(0, 5).filter(({ lost }) => lost > 0);
            told.push(`The ${who}'s range gives away ${whole.toFixed(4)} bb a deal to an equilibrium that does not adapt`
                + (dear.length ? `, most with ${dear.map(({ hand, lost }) => `${hand} (${lost.toFixed(4)})`).join(", ")}.` : "."));
        }
        if (told.length) told.unshift(`Free, the game is worth ${signed(free.value, 4)} bb: `
            + `what is locked ${free.value < game.value ? "earns" : "costs"} the small blind ${Math.abs(free.value - game.value).toFixed(4)} bb.`);
        this.price?.replaceChildren(told.join(" "));
    }

    words({ stack, other, sb, bb, ante, dead }) {
        const stacks = other ? `("${stack}", "${other}")` : `"${stack}"`, plain = !other && !Number(ante) && !Number(dead);
        return {
            command: plain && `push-fold --stack ${stack} --small-blind ${sb} --big-blind ${bb}`,
            code: `push_fold(${stacks}, "${sb}", "${bb}", "${ante}", "${dead}")`,
        };
    }

    play() {
        const { stacks } = this.data;
        if (Number(this.state.stack) >= stacks.at(-1)) this.set({ stack: String(stacks[0]) });
        this.button.textContent = "Pause";
        this.timer = setInterval(() => {
            const next = stacks.find(stack => stack > Number(this.state.stack));
            if (next === undefined) this.pause();
            else if (!this.busy) this.set({ stack: String(next) });
        }, 150);
    }

    pause() {
        clearInterval(this.timer);
        this.timer = undefined;
        if (this.button) this.button.textContent = "Play";
    }

    /** The value against the stack at blinds of 1/2 and 1, as a curve with a marker. */
    curve() {
        const { stacks, values: units } = this.data, values = units.map(value => value / 1e6);
        const low = Math.min(...values, 0), high = Math.max(...values, 0);
        const x = stack => 4 + 392 * (stack - stacks[0]) / (stacks.at(-1) - stacks[0]);
        const y = value => 8 + 64 * (high - value) / (high - low);
        this.place = () => {
            const { stack, ...rest } = this.state, at = Number(stack);
            const turned = [...this.keys.slice(1), "pushes", "calls"].some(key => rest[key] !== this.start[key]);
            const off = at < stacks[0] || at > stacks.at(-1) || turned;
            this.marker.setAttribute("visibility", off ? "hidden" : "visible");
            this.marker.setAttribute("cx", off ? 0 : x(at));
            this.marker.setAttribute("cy", off ? 0 : y(this.game.value));
        };
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

    show() {
        this.slider.show(this.state.stack);
        super.show();
    }

    arrive(found) {
        this.proof.replaceChildren();
        super.arrive(found);
    }

    picture() {
        this.place();
        this.views[0].draw(this.game, 0, "Small blind: push or fold", asTheyAre);
        this.views[1].draw(this.game, 0, "Big blind, facing a push: call or fold", asTheyAre);
    }

    summary() {
        const locked = this.state.pushes || this.state.calls ? " and what is locked" : "";
        return `with ${this.state.stack} big blinds${locked} the game is worth ${signed(this.game.value, 4)} bb to the small blind`;
    }
}

/** A game whose decisions are many: above each view is a list of its player's. */
class Betting extends Tool {
    digits = 3;
    unit = "chips";

    constructor(...given) {
        super(...given);
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

    picture() {
        const { tree } = this.game;
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
        return `the game is worth ${signed(this.game.value, 4)} chips to the small blind`;
    }
}

class Preflop extends Betting {
    kind = "preflop";
    keys = ["blinds", "nr", "raise", "betting", "live"];

    constructor(root, data, shared) {
        super(root, data, shared, {
            blinds: "0.5/1", nr: "3", raise: "1", betting: "limit", live: "yes",
            small: "", big: "call", within: "0.00000001", hand: "KK",
        });
        this.controls.append(
            this.type("blinds", "Blinds, in chips"), this.type("nr", "Actions each (nr)", { size: 3 }), this.type("raise", "A raise, in chips or pots", { size: 3 }),
            this.pick("betting", "Betting", { limit: "limit", pot: "pot-limit" }),
            this.pick("live", "Big blind live", { yes: "yes", no: "no" }), this.precision);
    }

    words({ blinds, nr, raise, betting, live }) {
        const [small, big] = blinds.split("/").map(Number), [lim, liv] = [betting === "limit", live === "yes"];
        const bl = Number((big - small).toPrecision(12));
        return {
            command: `preflop nr=${nr} r=${raise} an=${small} bl=${bl} lim=${Number(lim)} liv=${Number(liv)}`,
            code: `preflop(${nr}, "${raise}", "${small}", "${bl}", lim=${lim ? "True" : "False"}, liv=${liv ? "True" : "False"})`,
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
    }

    words({ stack, other, raises, sb, bb, ante }) {
        const least = other && Number(other) < Number(stack) ? other : stack, listed = raises.split(/[\s,]+/).filter(Boolean);
        return {
            command: `no-limit --stack ${least} --raises ${listed.join()} --small-blind ${sb} --big-blind ${bb} --ante ${ante}`,
            code: `no_limit("${least}", ${raises === "all" ? '"all"' : JSON.stringify(listed)}, "${sb}", "${bb}", "${ante}")`,
        };
    }
}

class OneRound extends Tool {
    kind = "one-round";
    keys = ["raises", "sb", "bb"];
    digits = 4;
    unit = "chips";

    constructor(root, data, shared) {
        super(root, data, shared, { raises: "0 2:40", sb: "1", bb: "2", within: "0.001", raise: "15", hand: "63s" });
        this.slider = new Slider("Raise by", "chips", data.sizes, raise => this.set({ raise }));
        this.controls.append(this.slider.element, this.type("raises", "Raises", { size: 14 }),
            this.type("sb", "Alice posts"), this.type("bb", "Bob posts"), this.precision);
    }

    words({ raises, sb, bb }) {
        const sizes = this.tree.sequences[0].slice(1).map(name => name === "call" ? "0" : name.split(" ")[1]).filter(Boolean);
        return {
            command: `one-round --raises ${raises.split(/[\s,]+/).filter(Boolean).join()} --small-blind ${sb} --big-blind ${bb}`,
            code: `one_round([${sizes.map(size => `"${size}"`).join(", ")}], "${sb}", "${bb}")`,
        };
    }

    get sizes() {
        return this.atStart ? this.data.sizes : this.tree.sequences[0].map(name => name.match(/^raise (\S+)$/)?.[1]).filter(Boolean).map(Number);
    }

    picture() {
        const { tree } = this.game, raise = `raise ${this.state.raise}`;
        const used = tree.sequences[0].includes(raise);
        this.views[0].draw(this.game, 0, `Alice: who raises by ${this.state.raise}`, (names, shares, colors) => {
            const at = name => shares[names.indexOf(name)] || 0, chosen = at(raise);
            const [call, fold] = [at("call"), at("fold")];
            return [...used ? [[raise, colors.raise, chosen]] : [],
                [used ? "other raises" : "raises", colors.other, 1 - chosen - call - fold],
                ...names.includes("call") ? [["call", colors.call, call]] : [], ["fold", ["fold", ""], fold]];
        });
        const set = tree.sets[1].findIndex(([history]) => history === raise);
        if (used) this.views[1].draw(this.game, set, `Bob, facing a raise by ${this.state.raise}`, asTheyAre);
        else this.views[1].clear(`Bob, facing a raise by ${this.state.raise}`,
            "Alice never raises by this. Many answers of Bob's see to that; none is singled out.");
    }

    show() {
        this.slider.choices = this.sizes.length ? this.sizes : [0];
        this.state.raise = String(this.slider.nearest(Number(this.state.raise)));
        this.slider.show(this.state.raise);
        super.show();
    }

    summary() {
        return `the game is worth ${signed(this.game.value, 4)} chips to Alice`;
    }
}

/* ---- the start ---- */

function start() {
    const kinds = { "push-fold": PushFold, preflop: Preflop, "one-round": OneRound, "no-limit": NoLimit };
    const roots = [...document.querySelectorAll(".explorer")];
    const data = roots.map(root => JSON.parse(root.querySelector("script").textContent));
    const { deal, palette } = data.find(part => part.deal), text = `${pokerlabSolver}\npokerlabSolver().listen(self);`;
    const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    worker.onmessage = ({ data: found }) => {
        const [name, free] = found.tool.split(" "), tool = Tool.made.find(made => made.root.id === name);
        if (free) tool.arriveFree(found);
        else tool.arrive(found);
    };
    worker.postMessage({ deal });
    const shared = { deal: new Deal(deal), palette, worker };
    roots.forEach((root, at) => new kinds[root.id](root, data[at], shared));
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
