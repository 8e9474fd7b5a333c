/* What the explorer's tools have in common: a state and its address, locks, painting, comparison, a voice.

A Web Worker solves what is set (solver.js) and sends ever better plans; what every hand's actions earn is
worked out here. Ranges are read and written by ranges.js, views are those of views.js. */

"use strict";

/** What the scripts hand each other.
@typedef {ReturnType<typeof pokerlabSolver>} Solver
@typedef {InstanceType<Solver["Deal"]>} Deal
@typedef {any} AnyDeal  one of all hands, or of the combos on a river
@typedef {ReturnType<typeof pokerlabViews>} Views
@typedef {InstanceType<Views["View"]>} View
@typedef {InstanceType<Views["Slider"]>} Slider
@typedef {InstanceType<ReturnType<typeof pokerlabTool>["Tool"]>} Tool
@typedef {InstanceType<ReturnType<typeof pokerlabTool>["Shown"]>} Shown
@typedef {[history: string, parent: number, opponent: number, first: number, stop: number]} DecisionSet
@typedef {{ players: string[], sequences: string[][], sets: DecisionSet[][], ends: number[][] }} Tree
@typedef {Float64Array[]} Plan  of each sequence a column
@typedef {Record<number, number[][]>} Lock  of each set, the shares of its actions, each of all hands
@typedef {Lock[]} Locks  both players'
@typedef {[player: string, history: string, why: string]} Idle
@typedef {{ plans: Plan[], worth?: Plan[], locks?: Locks, belief?: number }} Found
@typedef {{ tool: string, number: number, error?: string, done?: boolean } & Found} Answer
@typedef {Record<string, string>} State
@typedef {{ tree: Tree, deal: AnyDeal, kind: string, setting: State, locks: Locks & { idle: Idle[] }, belief: number, within: number }} Question
@typedef {Partial<Question> & { asked: string, game?: Shown, number: number }} Beside
@typedef {{ answerer: number, earns: number, secures: number, risk?: number }} Answering
@typedef {[string, string]} Color  and black or white on it
@typedef {[from: number, to: number]} Run  of stacks
@typedef {{ command?: string | false, code: string, note?: string, answers?: boolean }} Words
*/

/** @param {Solver} solver @param {Views} views */
function pokerlabTool({ Refusal, build, read, Game, ITERATIONS }, { unique, spoken, percent, the, after, signed, capital, make, Slider, actions, silent, View }) {

/** A game with two plans and their bracket: what everything earns against them. */
class Shown extends Game {
    /** @param {AnyDeal} deal @param {Tree} tree @param {Found} found */
    constructor(deal, tree, { plans, worth, locks, belief = 1 }) {
        super(deal, tree, locks);
        this.plans = plans;
        this.belief = belief;
        this.worth = worth ?? this.answers(plans);
        const [lower, upper] = this.bracket(plans, this.worth);
        this.lower = lower;
        this.upper = upper;
        this.value = (lower + upper) / 2;
        /** @type {Map<number, Float64Array>} */
        this.reached = new Map();
    }

    /** How likely each hand of a player meets an opponent who has played a sequence. @param {number} player */
    reach(player, sequence = 0) {
        const key = 2 * sequence + player, found = this.reached.get(key) ?? this.deal.times(player, 0, this.plans[1 - player][sequence]);
        this.reached.set(key, found);
        return /** @type {Float64Array} */ (found);
    }

    /** What the combos of a chart's cell do in a set: the share of them that gets there, how likely the opponent
    lets them, both together, and the shares of the actions. @param {number} player @param {number} set @param {number} hand */
    cell(player, set, hand) {
        const [, parent, opponent, first, stop] = this.tree.sets[player][set], plan = this.plans[player], combos = this.deal.at(player, hand);
        const [dealt, met] = [0, opponent].map(sequence => this.reach(player, sequence)), sum = (column, by) => combos.reduce((all, i) => all + column[i] * by[i], 0);
        const kept = sum(plan[parent], dealt), weight = sum(plan[parent], met), by = weight ? met : dealt, all = weight || kept;
        return {
            here: kept && kept / combos.reduce((all, i) => all + dealt[i], 0), weight,
            shares: all ? plan.slice(first, stop).map(column => sum(column, by) / all) : [],
        };
    }

    /** What a sequence earns its player with a cell's combos, on average, if the opponent has played another.
    @param {number} player @param {number} sequence @param {number} opponent @param {number} hand @param {ArrayLike<number> | false} [own] */
    average(player, sequence, opponent, hand, own) {
        const sum = column => this.deal.at(player, hand).reduce((all, i) => all + (own ? own[i] : 1) * column[i], 0);
        return (player ? -1 : 1) * sum(this.worth[player][sequence]) / (sum(this.reach(player, opponent)) || NaN);
    }

    /** What an action earns with what has come to the decision. @param {number} player @param {number} set @param {number} sequence @param {number} hand */
    earns(player, set, sequence, hand) {
        const [, parent, opponent] = this.tree.sets[player][set], own = this.plans[player][parent];
        return this.average(player, sequence, opponent, hand, this.deal.at(player, hand).some(i => own[i]) && own);
    }
}

/** What is locked, as an address says it: player, history and range of each decision. @param {string} text */
const lockedRows = text => text.split("|").filter(Boolean).map(row => row.split(LOCKED).slice(1))
    .map(([player, history, range]) => [player, history.replaceAll("÷", "/"), range]);
const LOCKED = /^([01])\/([^/]*)\/(.*)$/;

/** What a reader can do about a question that ended with an error. */
const AGAIN = "Change a setting to try once more, or load the page again";

/** A part of a locked range that names an action, and the range: no range is written with one of these letters. */
const NAMED = /^([^:]*[befilpu][^:]*):(.*)$/i;

/** The settings that are an amount, or a pair of them. */
const AMOUNTS = ["stack", "other", "sb", "bb", "ante", "dead", "pot", "blinds", "raise"];

/** The choices of how sure a player can be of what is locked, in percent. */
const SURE = Array.from({ length: 21 }, (_, step) => 5 * step);

/** Who answers what is locked, if only one player is. @param {Locks} locks */
const answering = locks => {
    const [own, other] = locks.map(sets => Object.keys(sets).length > 0);
    return own === other ? undefined : Number(own);
};

/** What the tools have in common: a state, its game, its address, two views and a voice. */
class Tool {
    /** @type {Tool[]} */
    static made = [];
    /** Why nothing can be solved any more, if so. @type {string | undefined} */
    static broken;
    static address = "";
    /** What the address says, as last seen, and the gesture that it is of. @type {string | undefined} */
    static shown;
    /** @type {unknown} */
    static gesture;
    static resting = 0;
    /** The name of its builder of trees, and of its settings. */
    kind = "";
    /** @type {string[]} */
    keys = [];
    digits = 3;
    /** So many digits have the weights of a range that is copied, and one more those of a lock. */
    fine = 3;
    unit = "chips";
    /** @type {Slider | undefined} */
    slider;
    /** @type {Record<string, HTMLSelectElement>} */
    lists = {};
    /** @type {Record<string, HTMLInputElement>} */
    boxes = {};
    /** @type {string[]} */
    brushes = [];
    /** What was refused, and why. @type {Map<string | View, string>} */
    refused = new Map();
    /** Where that is said. @type {Map<string | View, HTMLElement>} */
    notes = new Map();
    /** The games beside the one that is set: without locks, and one that was kept. @type {Record<string, Beside>} */
    beside = {};
    /** The question that is set, and the one that the worker has; these have numbers. @type {Question} */
    wanted;
    asked = "";
    number = 0;
    /** The trees of these, and their game as far as it is solved. @type {Tree} */
    tree;
    /** @type {Tree} */
    pending;
    /** @type {Shown} */
    game;
    /** @type {AnyDeal} */
    dealt;
    /** @type {Question["locks"]} */
    locks;
    busy = false;
    /** @type {false | "held" | "beside"} */
    stopped = false;
    /** @type {string | undefined} */
    failed;
    /** @type {{ view: View, to: number } | undefined} */
    stroke;
    waiting = 0;
    // What tools may put among their parts.
    copied = make("span");
    /** @type {HTMLInputElement} */
    painting;
    /** @type {Slider} */
    sure;
    mixers = make("p");
    lockTitle = make("summary", {}, "Lock a range");
    lockList = make("ul", { class: "explorer-locks" });
    promise = make("p", { class: "explorer-promise" });
    /** @type {InstanceType<typeof pokerlabPlay["Trainer"]>} */
    trainer;
    /** The hand that was clicked last, unless it was let go. */
    clicked = "";

    /** @param {HTMLElement} root @param {any} data @param {{ deal: Deal, palette: any, worker: Pick<Worker, "postMessage"> }} shared @param {State} state */
    constructor(root, data, { deal, palette, worker }, state) {
        this.root = root;
        this.data = data;
        this.deal = deal;
        this.palette = palette;
        this.worker = worker;
        this.hands = deal.hands;
        /** @type {State} */
        this.state = { ...state, locks: "", sure: "100", kept: "", seat: "0", seed: "" };
        this.start = { ...this.state };
        this.views = [0, 1].map(player => new View(this, player));
        this.keptViews = this.views.map((view, player) => new View(this, player, view));
        this.controls = make("div", { class: "explorer-controls" });
        const part = (/** @type {string} */ name, /** @type {string} */ role = "") => make("p", { class: `explorer-${name}`, role });
        this.wrong = part("wrong", "alert");
        this.value = part("value");
        this.price = part("price");
        this.model = part("model");
        this.voice = part("voice", "status");
        this.stopper = make("button", { type: "button", class: "explorer-stop", click: () => this.stopped ? this.resume() : this.stop() }, "Stop");
        this.value.append(this.verdict = make("span"), this.stopper);
        this.more = make("div", { class: "explorer-mores" });
        addEventListener("pointerup", () => { this.stroke = undefined; });
        root.querySelector(".explorer-static")?.remove();
        const side = (/** @type {View[]} */ views) => make("div", { class: "explorer-views" }, ...views.map(view => view.element));
        this.keeper = make("button", { type: "button", click: () => this.set({ kept: this.state.kept ? "" : this.current }) });
        this.comparison = make("section", { hidden: "" }, this.compared = make("p"), side(this.keptViews));
        this.charts = make("div", { class: "explorer-charts" }, side(this.views), make("p", { class: "explorer-keep" }, this.keeper), this.comparison);
        root.append(this.controls, this.wrong, this.value, this.charts, this.price, this.more, this.model, this.voice);
        Tool.made.push(this);
    }

    /** Buttons to take the link, the ranges and a table along. */
    taking(players) {
        const button = (text, click, title) => make("button", { type: "button", click, title }, text);
        return [
            button("Copy link", () => this.copy(`${location.href.split("#")[0]}#${this.root.id}?${this.changes.join(";")}`, "The link")),
            ...this.views.map((view, player) => button(`Copy ${the(players[player])}'s range`, () => view.game && this.copyRange(view),
                "Each hand as often as it gets to the decision shown and acts")),
            button("Download CSV", () => this.download()), this.copied,
        ];
    }

    /** Copy how often each hand is held, gets to the decision that a view shows, and takes each action. @param {View} view */
    copyRange({ game: { deal, tree, plans }, player, set, names }) {
        const [, , , first] = tree.sets[player][set], held = deal.hands.map((_, hand) => this.held(deal, player, hand));
        const taken = names.map((_, i) => held.map((share, hand) => share * plans[player][first + i][hand]));
        const many = shares => shares.reduce((sum, share, hand) => sum + share * (deal.combos?.[hand] ?? 1), 0), rest = silent(names);
        const told = names.map((name, i) => `${name} ${percent(many(taken[i]) / many(held))}`).filter((_, i) => i !== rest);
        this.copy(this.range(names, taken, this.fine), `${capital(the(tree.players[player]))}'s range`,
            `, each hand as often as it gets here and acts: ${told.join(", ")} of all hands that are dealt`);
    }

    async copy(text, what, how = "") {
        try {
            await navigator.clipboard.writeText(text);
            this.copied.textContent = `${what} is copied${how}.`;
        } catch {
            this.copied.textContent = text;
        }
        this.say(() => this.copied.textContent);
    }

    /** What both views show, as a table: how often each hand takes each action, and what that earns. */
    download() {
        const quoted = text => /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text, short = number => Number(number.toFixed(Math.max(this.digits, 4))), rows = [`player,decision,hand,action,share,"earns, ${this.unit}"`];
        for (const { game, player, set, history, names } of this.views.filter(view => view.game)) {
            const [, parent, opponent, first] = game.tree.sets[player][set], plan = game.plans[player], reach = game.reach(player, opponent);
            game.deal.hands.forEach((hand, at) => names.forEach((name, i) => {
                if (!game.reach(player)[at]) return;
                const share = plan[parent][at] ? short(plan[first + i][at] / plan[parent][at]) : "", earned = (player ? -1 : 1) * game.worth[player][first + i][at] / reach[at];
                rows.push([game.tree.players[player], after(history), hand, name, share, reach[at] ? short(earned) : ""].map(cell => quoted(String(cell))).join());
            }));
        }
        const told = ["board", "blinds", "stack", "other"].filter(key => this.keys.includes(key) && this.state[key]).map(key => `-${key}-${this.state[key].replaceAll(/[^\w.]+/g, "-")}`);
        make("a", { href: URL.createObjectURL(new Blob([`${rows.join("\n")}\n`], { type: "text/csv" })), download: `${this.root.id}${told.join("")}.csv` }).click();
    }

    get hand() {
        return Math.max(this.hands.indexOf(this.state.hand), 0);
    }

    /** Change the state: solve it, draw it, put it into the address and say what it is. What makes no game is left out.

    Changes of one gesture are one step of Back. */
    set(change, gesture = {}) {
        change = Object.fromEntries(this.tidied(Object.entries(change)));
        const all = this.wrongWith({ ...this.state, ...change });
        const wrong = all ? Object.keys(change).map(key => [key, this.wrongWith({ ...this.state, [key]: change[key] })]).filter(([, told]) => told) : [];
        this.refused = new Map(/** @type {[string, string][]} */ (wrong));
        let taken = Object.fromEntries(Object.entries(change).filter(([key]) => !this.refused.has(key)));
        if (all && this.wrongWith({ ...this.state, ...taken }))
            for (const key of Object.keys(taken)) if (taken[key] !== this.state[key]) this.refused.set(key, all);
        if (this.refused.size > wrong.length) taken = {};
        this.wrongWith({ ...this.state, ...taken });
        this.complain();
        if (Object.keys(taken).every(key => taken[key] === this.state[key])) return;
        Object.assign(this.state, taken);
        this.show();
        this.announced = false;
        this.announce();
        this.remember(gesture);
    }

    /** Settings as they are kept. @param {string[][]} pairs */
    tidied(pairs) {
        return pairs.map(([key, text]) => [key, this.tidy(key, text)]);
    }

    /** One of them: in an amount, a decimal comma is a point. @param {string} key @param {string} text */
    tidy(key, text) {
        return AMOUNTS.includes(key) ? text.trim().replace(/,(?=\d)/g, ".") : text;
    }

    /** Why a state makes no game; if it does, it is what is wanted. @param {State} state */
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

    /** Say what is wrong below the boxes where it stands, and mark these; what stands in none is told above the charts. */
    complain() {
        const untold = new Set(this.refused.values()), say = (/** @type {Iterable<string>} */ told) => [...told].map(why => `${capital(why)}.`).join(" ");
        /** @type {[string | View, HTMLInputElement][]} */
        const boxes = [...Object.entries(this.inputs), ...this.views.map(view => /** @type {[View, HTMLInputElement]} */ ([view, view.box]))];
        for (const [key, box] of boxes) {
            const why = this.refused.get(key), note = this.notes.get(key) ?? (why ? make("p", { class: "explorer-wrong", role: "alert", id: unique() }) : undefined);
            box.setAttribute("aria-invalid", String(Boolean(why)));
            if (!note) continue;
            if (!this.notes.has(key)) box.closest("label, .explorer-slider")?.after(note);
            box.setAttribute("aria-describedby", note.id);
            this.notes.set(key, note);
            note.textContent = why && untold.delete(why) ? say([why]) : "";
        }
        this.wrong.textContent = say(untold);
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
        /** @type {Question["locks"]} */
        const locks = Object.assign([{}, {}], { idle: [] });
        for (const [player, history, text] of lockedRows(state.locks)) {
            const set = tree.sets[player]?.findIndex(([name]) => name === history) ?? -1;
            try {
                if (set < 0) throw new Refusal("this game has no such decision");
                locks[player][set] = this.shares(tree, player, set, text, deal, state);
            } catch (error) {
                if (!(error instanceof Refusal)) throw error;
                locks.idle.push([player, history, error.message]);
            }
        }
        return locks;
    }

    /** How often each hand takes each action, if a player keeps to a range.

    What it leaves goes to `silent` or, where that is named, to the one action that is not. */
    shares(tree, player, set, text, deal = this.wanted.deal, state = this.state) {
        const names = actions(tree, player, set), { hands } = deal, other = silent(names), given = new Set();
        const refuse = wrong => { throw new Refusal(`${the(tree.players[player])}'s range: ${wrong}`); };
        if (names.length < 2) refuse("a player who is all-in by force has no range to choose");
        const shares = names.map(() => hands.map(() => 0));
        for (const part of text === "none" ? [] : text.split(";").map(part => part.trim())) {
            const [, said, range = part] = part.match(NAMED) ?? [];
            const at = said ? this.called(said.trim().toLowerCase(), names, tree.sets[player][set][0], state) : names.length > 2 ? -1 : 1 - other;
            if (at < 0) refuse(`${part || "nothing"} given, ${names.join(" or ")}: 22+ or the like needed`);
            if (given.has(at)) refuse(`${names[at]} given twice, one range for each action needed`);
            given.add(at);
            shares[at] = this.weights(range, deal, refuse);
        }
        const left = names.flatMap((_, i) => given.has(i) ? [] : [i]), rest = !given.has(other) ? other : left.length === 1 ? left[0] : undefined;
        hands.forEach((hand, at) => {
            const total = shares.reduce((sum, share) => sum + share[at], 0);
            if (total > 1.001) refuse(`${hand} acts more than once`);
            if (rest === undefined && total < 0.999 && this.held(deal, player, at)) refuse(`no action given for ${hand}, one for every hand needed where ${names[other]} has a range`);
            for (const share of shares) share[at] /= Math.max(total, 1);
            shares[rest ?? other][at] += Math.max(1 - total, 0);
        });
        return shares;
    }

    /** Which action of a decision a reader names, wholly or by its first words if no other has these; -1 if none.
    @param {string} said @param {string[]} names @param {string} history @param {State} state */
    called(said, names, history, state) {
        const begun = names.filter(name => name.startsWith(`${said} `));
        return names.indexOf(begun.length === 1 && !names.includes(said) ? begun[0] : said);
    }

    /** Which share of a hand a player is dealt. @param {AnyDeal} deal @param {number} player @param {number} hand */
    held(deal, player, hand) {
        return 1;
    }

    /** How much a text weighs each of what a deal has. @param {string} text @param {AnyDeal} deal @param {(wrong: string) => never} [refuse] @returns {number[]} */
    weights(text, { hands }, refuse) {
        return pokerlabRanges.read(text, hands, refuse);
    }

    /** The same as text. */
    range(names, shares, digits = this.fine + 1) {
        const ranges = names.map((name, i) => [name, this.text(shares[i], digits)]).filter((_, i) => i !== silent(names));
        if (ranges.length === 1) return ranges[0][1];
        return ranges.filter(([, text]) => text !== "none").map(part => part.join(": ")).join("; ") || "none";
    }

    text(weights, digits) {
        return pokerlabRanges.write(weights, this.hands, digits);
    }

    /** How often each hand takes each action of the decision that a view shows, as it is shown. */
    shown({ game, player, set, names }) {
        const [, parent, , first] = game.tree.sets[player][set], plan = game.plans[player], held = game.reach(player);
        return names.map((_, i) => Array.from(plan[parent], (here, hand) => here && held[hand] ? plan[first + i][hand] / here : Number(i === silent(names))));
    }

    /** Let a player keep to a range in the decision that a view shows; or no longer, if it is empty. */
    lock(view, typed) {
        const { player, history } = view, set = this.tree.sets[player].findIndex(([name]) => name === history), text = typed.replaceAll("|", ";");
        try {
            if (text) this.shares(this.tree, player, set, text);
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            this.refused.set(view, error.message);
            return this.complain();
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
            const said = `${capital(this.tree.players[player])}, ${after(history)}: ${text}`;
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
        this.sure = new Slider("How sure are you?", "% sure", SURE, (sure, gesture) => this.set({ ...this.typed, sure }, gesture));
        const rows = this.views.map(view => {
            const who = players[view.player], name = `${capital(who)}'s range`;
            view.box = make("input", { type: "text", spellcheck: "false", autocomplete: "off", size: 28, disabled: "", change: () => this.lock(view, view.box.value.trim()) });
            view.brush = make("select", { "aria-label": `${capital(who)}'s paint` });
            const take = () => this.lock(view, this.range(view.names, this.shown(view)));
            view.taker = make("button", { type: "button", disabled: "", "aria-label": `Lock what is shown: ${who}`, click: take }, "Lock what is shown");
            return make("div", { class: "explorer-controls explorer-row" }, make("label", { class: "explorer-choice" }, name, view.box), view.taker, view.brush);
        });
        return make("details", { class: "explorer-more" }, this.lockTitle,
            make("p", {}, "Give a player a range for the decision that is shown, such as 22+, A2s+:0.5, or name actions, such as raise: QQ+; call: JJ-22 or bet 60%: AA. "
                + "Other hands check or fold or, where that is named, take the one action that is not. He keeps to it, the other answers as well as he can. With painting on, click or drag over a chart, or press the space bar on a hand. "
                + "An empty box is the equilibrium. What is locked stays so while you change the game, as far as it applies."), ...rows, make("label", { class: "explorer-choice" }, this.painting, "Paint"), this.sure.element,
            this.promise, this.lockList);
    }

    /** A game against what the charts show. */
    playing() {
        this.trainer = new pokerlabPlay.Trainer(this, build(this.kind, this.setting(this.state)).players, { make, the, after });
        return this.trainer.element;
    }

    /** Give a hand an action, or take it away; a stroke goes on as it began. */
    paint(view, hand, event) {
        const begins = event.type !== "pointerenter";
        if (!this.painting.checked || !this.painting.closest("details")?.open || view.than || !view.game) return false;
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
        shares.forEach((share, i) => combos.forEach(combo => { share[combo] = Number(i === this.stroke?.to); }));
        this.lock(view, this.range(names, shares));
        return true;
    }

    /** What is set, as the part of an address. */
    get current() {
        return String(new URLSearchParams([...this.keys, "locks", "sure"].map(key => [key, this.state[key]])));
    }

    /** The state that such a part stands for, as far as it makes sense; what does not is added to a list. */
    read(part, wrong = []) {
        const changes = this.tidied([...new URLSearchParams(part)]).filter(([key, text]) => {
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
        this.sure.show(this.state.sure);
        this.sure.range.disabled = answering(this.locks) === undefined;
        this.ask();
        this.askBeside("free", this.state.locks && { ...this.state, locks: "" });
        this.askBeside("kept", this.state.kept && { ...this.read(this.state.kept), within: this.state.within });
        this.draw();
    }

    /** What the worker is asked about a state, and the tree that it will solve. @param {State} state @returns {Question} */
    question(state, deal = this.deal) {
        const setting = this.setting(state), tree = build(this.kind, setting), locks = this.locked(state, tree, deal);
        const belief = answering(locks) === undefined ? 1 : Number(state.sure) / 100;
        return { tree, deal, kind: this.kind, setting, locks, belief, within: Number(state.within ?? 1e-9) };
    }

    /** Ask for a game beside the one that is set: without locks, or one that was kept. @param {string} name @param {State | ""} state */
    askBeside(name, state) {
        const question = state ? this.question(state) : {}, { tree, deal, ...what } = question, asked = JSON.stringify(what);
        const { asked: before = "{}", number = 0 } = this.beside[name] ?? {};
        if (asked === before) return;
        const ready = asked === this.rested?.asked ? this.rested.game : state && this.atStart(state) ? this.first : undefined;
        // What is locked may be what the first solution leaves out.
        const game = name === "kept" || ready?.tree.ends.length === tree?.ends.length ? ready : undefined;
        this.beside[name] = { ...question, asked, game, number: number + 1 };
        this.worker.postMessage({ tool: `${this.root.id} ${name}`, number: number + 1, ...game ? {} : what });
        this.settle();
    }

    /** Say whether something is still being solved. */
    settle() {
        this.busy &&= !this.failed;
        this.root.setAttribute("aria-busy", String(this.busy || !this.failed && Object.values(this.beside).some(({ kind, game }) => kind && !game)));
    }

    /** @param {string} name @param {Answer} answer */
    arriveBeside(name, { number, error, done, ...found }) {
        const beside = this.beside[name];
        if (number !== beside.number) return;
        if (error) return this.fail(`${error}. ${AGAIN}`);
        if (!done) return;
        beside.game = new Shown(beside.deal, /** @type {Tree} */ (beside.tree), { ...found, locks: beside.locks, belief: beside.belief });
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
        const setting = (/** @type {State} */ { within, locks, ...rest }) => JSON.stringify([within, locks, this.setting(rest)]);
        return Boolean(this.data.plans) && setting(state) === setting(this.start);
    }

    /** That game, of a setting that may leave out what is never played. */
    get first() {
        const { plans, played } = this.data, tree = build(this.kind, { ...this.setting(this.start), ...played });
        return new Shown(this.deal, tree, { plans });
    }

    /** Hear what the worker has found so far. @param {Answer} answer */
    arrive({ number, error, done, ...found }) {
        if (number !== this.number) return;
        if (error) return this.fail(`${error}. ${AGAIN}`);
        if (this.stopped && !done) return;
        if (done) this.stopped = false;
        this.take(new Shown(this.dealt, this.pending, { ...found, locks: this.locks, belief: this.wanted.belief }), done);
    }

    /** @param {Shown} game @param {boolean} [done] */
    take(game, done) {
        Object.assign(this, { game, pending: game.tree, busy: !done });
        this.draw();
        if (done) this.rest();
    }

    /** Say that nothing is solved any more, and why. @param {string} why */
    fail(why) {
        this.failed = Tool.broken ?? why;
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
        const more = () => [...this.sure.range.disabled ? [] : [this.promise], this.price, this.compared].map(part => part.textContent).filter(Boolean);
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
        this.compared.textContent = this.state.kept && `Before, ${this.differing(before)}: ${said}.`;
        this.tell();
    }

    /** What of a kept state differs from what is set, in words. */
    differing(kept) {
        const label = (/** @type {string} */ key) => (this.boxes[key] ?? this.lists[key])?.previousSibling?.firstChild?.textContent ?? key;
        const changed = [...this.keys, "locks", "sure"].filter(key => kept[key] !== this.state[key]);
        const other = !kept.locks ? "no" : this.state.locks ? "other" : "some";
        const said = key => key === "locks" ? `${other} ranges locked` : key === "sure" ? `${kept.sure}% sure` : `${label(key).toLowerCase()} ${kept[key] || "none"}`;
        return changed.map(said).join(", ") || "the same";
    }

    /** The box and the paints for the decision that a view shows. */
    showRange(view) {
        if (!this.refused.has(view)) view.box.value = view.game ? this.lockedAt(view) : "";
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
            const kept = new Game(game.deal, free.game.tree, bound).continued(player, free.game.plans[1 - player])[0];
            const losses = game.deal.hands.map((hand, at) => ({ hand, lost: Math.max(sign * (best[at] - kept[at]), 0) }))
                .sort((one, other) => other.lost - one.lost);
            const whole = losses.reduce((sum, { lost }) => sum + lost, 0), dear = losses.slice(0, 5).filter(({ lost }) => lost > 1e-7);
            told.push(`What ${the(game.tree.players[player])} keeps to gives away ${whole.toFixed(4)} ${this.unit} a deal to an equilibrium that does not adapt`
                + (dear.length ? `, most with ${dear.map(({ hand, lost }) => `${hand} (${lost.toFixed(4)})`).join(", ")}.` : "."));
        }
        const cost = game.value - free.game.value;
        return [`Free, the game is worth ${signed(free.game.value, 4)} ${this.unit}: what is locked${this.trusted(game)} ${cost > 0 ? "earns" : "costs"} `
            + `${the(game.tree.players[0])} ${Math.abs(cost).toFixed(4)} ${this.unit}.`, ...told].join(" ");
    }

    /** What the plan of who answers earns if the other keeps to what is locked, and against anybody: by best responses. */
    get answer() {
        const { game, beside: { free } } = this, answerer = answering(this.locks);
        if (answerer === undefined || game?.tree !== this.pending) return undefined;
        const sign = answerer ? -1 : 1, plan = game.plans[answerer];
        const [earns, secures] = [game.locks, [{}, {}]].map(locks =>
            sign * new Game(game.deal, game.tree, locks).continued(1 - answerer, plan)[0].reduce((a, b) => a + b));
        return { answerer, earns, secures, risk: free?.game && Math.max(sign * free.game.value - secures, 0) };
    }

    /** What the knob of belief has come to, or why it cannot be turned. */
    promised(answer) {
        const { locks, unit, game } = this, [own, other] = [0, 1].map(player => Object.keys(locks[player]).length);
        if (own && other) return "Both players have a range locked, and this takes one who is free to answer.";
        if (!own && !other) return "Once one player's range is locked, this goes from the equilibrium, at 0%, to the best answer, at 100%.";
        if (!answer) return "";
        const [who, he] = [1 - answer.answerer, answer.answerer].map(player => the(game.tree.players[player])), { earns, secures, risk } = answer;
        return `If ${who} keeps to what is locked, ${he} earns ${signed(earns, 4)} ${unit} a deal; against anybody, at least ${signed(secures, 4)} ${unit}`
            + (risk === undefined ? "." : `, ${risk.toFixed(4)} less than in equilibrium.`)
            + (game.belief < 1 ? ` The chart of ${who} mixes what is locked, ${percent(game.belief, 0)}, with what costs ${he} most.` : "");
    }

    /** How sure a game's player is of what is locked, if he is in doubt. */
    trusted({ belief }) {
        return belief < 1 ? `, ${percent(belief, 0)} sure,` : "";
    }

    /** Let a paragraph keep its height while an answer to what is locked is worked out. */
    hold(part) {
        const height = this.busy && this.state.locks && part.getBoundingClientRect().height;
        part.style.minHeight = height ? `${height}px` : "";
        return height;
    }

    fill(part, ...words) {
        part.hidden = !this.hold(part) && !words.some(Boolean);
        part.replaceChildren(...words);
    }

    tell() {
        const answer = this.answer, { command, code, note = "", answers } = this.words(this.state, answer), put = text => make("code", {}, text);
        this.hold(this.value);
        this.fill(this.promise, this.promised(answer));
        this.fill(this.price, this.prices);
        this.fill(this.model, `Reproduce in Python${this.state.locks && !answers ? ", without locks" : ""}: `,
            ...command ? [put(`pokerlab ${command}`), ", or "] : [], put(code), note);
        this.stopper.classList.toggle("away", !this.stopped && this.root.getAttribute("aria-busy") !== "true");
        this.stopper.textContent = this.stopped ? "Go on" : "Stop";
        this.verdict.textContent = this.game?.tree === this.pending
            ? `${capital(this.summary(this.game))}, proven within ${this.proven}${this.busy ? " so far" : this.missed}.`
            : this.busy ? "Solving \u2026" : this.failed ? `Nothing can be solved: ${this.failed}.` : this.stopped ? "Stopped before anything was found." : "";
        this.trainer.follow();
    }

    /** What a game is worth. @param {Shown} game @param {State} [state] */
    summary(game, state) {
        const locked = game.locks.some(own => Object.keys(own).length) ? game.belief < 1 ? `, ${percent(game.belief, 0)} sure of what is locked` : ", with what is locked" : "";
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
            + (this.failed ? `before an error: ${this.failed}` : this.stopped ? "when you stopped it" : `in ${ITERATIONS.toLocaleString("en")} iterations`);
    }

    /** The colour of each action of a decision, in the kept game as in the other, and black or white for what is written on it. */
    colors(player, history) {
        const names = [...new Set([this.game, this.beside.kept?.game].flatMap(game => {
            const set = game?.tree.sets[player].findIndex(([name]) => name === history) ?? -1;
            return game && set >= 0 ? actions(game.tree, player, set) : [];
        }))];
        const role = name => name.split(" ")[0];
        const size = name => read(name.split(" ").pop()) || Infinity;
        const raises = names.filter(name => ["bet", "raise"].includes(role(name))).sort((a, b) => size(a) - size(b));
        const { ramp, ...roles } = { ...this.palette, bet: this.palette.raise, fold: ["var(--explorer-fold)", ""] }, last = raises.length - 1;
        return Object.fromEntries([...names.map(name => [name, raises.includes(name) && last
            ? ramp[Math.round(raises.indexOf(name) / last * (ramp.length - 1))] : roles[role(name)]]),
        ...Object.entries({ raise: roles.raise, other: ramp[0] }).filter(([name]) => !names.includes(name))]);
    }

    /** Whether the hand that is shown stays when the pointer moves on. */
    get stays() {
        return this.clicked === this.state.hand;
    }

    select(hand) {
        this.clicked = this.state.hand = this.hands[hand];
        this.mark();
        this.say(() => `${spoken(this.state.hand)}: ` + this.views.filter(view => view.game)
            .map(view => `${view.game.tree.players[view.player]} ${view.said.join(", ") || "does not get here"}`).join("; "));
        this.remember(this.stroke ?? this.views);
    }

    /** A button that leads to what follows an action, if the other player decides there.
    @param {View} view @param {string} name @returns {HTMLElement | undefined} */
    onwards(view, name) {
        return undefined;
    }

    /** What else is told of the hand that is selected, and of the one that is marked.
    @param {View} view @param {number} selected @param {number} hand @returns {HTMLElement[]} */
    below(view, selected, hand) {
        return [];
    }

    /** Draw a game into views. @param {Shown} game @param {View[]} views */
    picture(game, views) {}

    /** How to find with the package what is set. @param {State} state @param {Answering} [answer] @returns {Words} */
    words(state, answer) {
        return { code: "" };
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
        const put = () => history.replaceState({ shows: Tool.address }, "", Tool.gesture ? Tool.address : undefined);
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
        const named = [...changes.keys()], ids = Tool.made.map(tool => tool.root.id);
        const unknown = named.filter(name => !ids.includes(name));
        const asked = Tool.made[ids.indexOf(named.find(name => ids.includes(name)))];
        if (asked || !text || !Tool.shown) for (const tool of Tool.made) tool.recall(changes.get(tool.root.id) || []);
        if (unknown.length && /[?=]/.test(text)) {
            const { wrong } = asked ?? Tool.made[0], given = unknown.map(name => name || "no tool");
            const told = `Not taken from the address: ${given.join(" and ")} given, ${ids.join(" or ")} needed.`;
            wrong.textContent = asked ? `${wrong.textContent} ${told}` : told;
        }
        clearTimeout(Tool.resting);
        Object.assign(Tool, { gesture: undefined, shown: Tool.settings(), address: asked || !text ? text : Tool.address });
        return asked;
    }

    /** Take the state from an address, as far as it makes sense, and say what does not. */
    recall(changes) {
        const wrong = [];
        Object.assign(this.state, this.read(changes, wrong));
        this.clicked = this.state.hand === this.start.hand ? "" : this.state.hand;
        this.read(this.state.kept, wrong);
        this.refused.clear();
        const told = this.wrongWith(this.state);
        if (told) {
            wrong.push(`${capital(told)} (${changes.map(change => change.join("=")).join(", ")})`);
            this.wrongWith(Object.assign(this.state, this.start));
        }
        for (const [player, history, why] of this.locks.idle) wrong.push(`what is locked ${after(history)} (${this.tree.players[player]}): ${why}`);
        this.complain();
        const { small, big } = this.state;
        this.show();
        for (const [key, before] of Object.entries({ small, big }))
            if (before !== this.state[key] && changes.some(([changed]) => changed === key))
                wrong.push(`${key}: ${before || "nothing"} given, a decision of this game needed`);
        const shown = this.keys.filter(key => this.state[key] !== "").map(key => `${key}=${this.state[key]}`).join(", ");
        if (wrong.length) this.wrong.textContent = `Not taken from the address: ${wrong.join("; ")}. Shown is ${shown}.`;
    }

    /** What a setting has to be, if a text is something else. */
    needed(key, text) {
        if (key === "locks") {
            const read = text.split("|").filter(Boolean).every(row => LOCKED.test(row));
            return read ? "" : "player/decision/range, such as 0//22+,";
        }
        if (key === "sure") return SURE.map(String).includes(text) ? "" : "a multiple of 5 from 0 to 100";
        const choices = key === "hand" ? this.hands : key === "seat" ? ["0", "1", "2"] : this.lists[key] && [...this.lists[key].options].map(({ value }) => value);
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
        return make("label", { class: `explorer-choice${attributes.size > 20 ? " explorer-wide" : attributes.size > 10 ? " explorer-double" : ""}` }, make("span", {}, label), box);
    }

    get typed() {
        return Object.fromEntries(Object.entries(this.boxes).map(([key, box]) => [key, box.value.trim()]));
    }

    get precision() {
        const powers = ["0.01", "0.001", "0.0001", "0.00001", "0.000001", "0.00000001"];
        return this.pick("within", "Solve to within", Object.fromEntries(powers.map(power => [power, power])));
    }
}

return { Tool, Shown };
}
