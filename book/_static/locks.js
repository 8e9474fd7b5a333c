/* Ranges that a player keeps to: typed, painted or taken from what is shown; what they cost him,
and how sure the other player can be of them. */

"use strict";

/** What is locked, as an address says it: player, history and range of each decision.
@param {string} text */
const lockedRows = text => text.split("|").filter(Boolean).map(row => row.split(LOCKED).slice(1))
    .map(([player, history, range]) => [player, history.replaceAll("÷", "/"), range]);
const LOCKED = /^([01])\/([^/]*)\/(.*)$/;
const isLocks = text => text.split("|").filter(Boolean).every(row => LOCKED.test(row));

/** A part of a locked range that names an action, and the range: no range is written with one of
these letters. */
const NAMED = /^([^:]*[befilpu][^:]*):(.*)$/i;

/** The choices of how sure a player can be of what is locked, in percent. */
const SURE = Array.from({ length: 21 }, (_, step) => 5 * step);

/** Who answers what is locked, if only one player is. @param {Locks} locks */
const answering = locks => {
    const [own, other] = locks.map(sets => Object.keys(sets).length > 0);
    return own === other ? undefined : Number(own);
};

class Locker {
    /** What can be painted besides actions. @type {string[]} */
    brushes = [];
    /** What is locked. @type {string[][]} */
    rows = [];
    title = make("span");
    list = make("ul", { class: "explorer-locks" });
    promise = make("p", { class: "explorer-promise" });
    /** @type {{ view: View, to: number } | undefined} */
    stroke;

    /** @param {Tool} tool @param {string[]} players */
    constructor(tool, players) {
        this.tool = tool;
        addEventListener("pointerup", () => { this.stroke = undefined; });
        this.sure = new Slider("How sure are you?", "% sure", SURE,
            (sure, gesture) => tool.set({ ...tool.typed, sure }, gesture));
        for (const view of tool.views) {
            const who = players[view.player], name = `Lock what is shown: ${who}`;
            view.painting = make("input", { type: "checkbox", role: "switch" });
            view.box = make("input", {
                size: 28, disabled: "", change: () => this.lock(view, view.box.value.trim()),
            });
            view.brush = make("select", { "aria-label": `${capital(who)}'s paint` });
            const click = () => this.lock(view, tool.range(view.names, this.shown(view)));
            view.taker = button("Lock what is shown", click, { disabled: "", "aria-label": name });
            const [label, note] = tool.labelled(view, `${capital(who)}'s range`, view.box);
            view.lock = unfolding(`Lock ${the(who)}'s range`, label, note, view.taker, view.brush,
                make("label", { class: "explorer-choice" }, view.painting, "Paint"));
            view.element.append(view.lock);
        }
        const help = "Below each chart a player gets a range for the decision shown, such as 22+,"
            + " A2s+:0.5, or names actions: raise: QQ+; call: JJ-22 or bet 60%: AA. Other hands"
            + " check or fold or, where that is named, take the one action that is not. With"
            + " painting on, click or drag over the chart, or press the space bar on a hand. An"
            + " empty box is the equilibrium. What is locked stays while the game changes, as far"
            + " as it applies.";
        this.element = unfolding(this.title, this.list, this.sure.element, this.promise,
            make("p", {}, help));
    }

    /** What the players are not free to do, as solver.js has it. What does not apply is `idle`.
    @param {State} state @param {Tree} tree @param {AnyDeal} deal */
    read(state, tree, deal) {
        /** @type {Question["locks"]} */
        const locks = Object.assign([{}, {}], { idle: [] });
        for (const [player, history, text] of lockedRows(state.locks)) {
            const set = tree.sets[player].findIndex(([name]) => name === history);
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
    shares(tree, player, set, text, deal = this.tool.wanted.deal, state = this.tool.state) {
        const { tool } = this, { hands } = deal, history = tree.sets[player][set][0];
        const names = actions(tree, player, set), other = silent(names), given = new Set();
        const whose = `${the(tree.players[player])}'s range`;
        const refuse = wrong => { throw new Refusal(`${whose}: ${wrong}`); };
        if (names.length < 2) refuse("a player who is all-in by force has no range to choose");
        const shares = names.map(() => hands.map(() => 0));
        for (const part of text === "none" ? [] : text.split(";").map(part => part.trim())) {
            const [, said, range = part] = part.match(NAMED) ?? [];
            const at = said ? tool.called(said.trim().toLowerCase(), names, history, state)
                : names.length > 2 ? -1 : 1 - other;
            const needed = `${names.join(" or ")}: 22+ or the like needed`;
            if (at < 0) refuse(`${part || "nothing"} given, ${needed}`);
            if (given.has(at)) refuse(`${names[at]} given twice, one range for each action needed`);
            given.add(at);
            shares[at] = tool.weights(range, deal, refuse);
        }
        const left = names.flatMap((_, i) => given.has(i) ? [] : [i]);
        const rest = !given.has(other) ? other : left.length === 1 ? left[0] : undefined;
        hands.forEach((hand, at) => {
            const total = sum(shares.map(share => share[at]));
            if (total > 1.001) refuse(`${hand} acts more than once`);
            if (rest === undefined && total < 0.999 && tool.held(deal, player, at))
                refuse(`no action given for ${hand}, one for every hand needed where `
                    + `${names[other]} has a range`);
            for (const share of shares) share[at] /= Math.max(total, 1);
            shares[rest ?? other][at] += Math.max(1 - total, 0);
        });
        return shares;
    }

    /** How often each hand takes each action of the decision that a view shows, as it is shown.
    @param {View} view */
    shown({ game, player, set, names }) {
        const [, parent, , first] = game.tree.sets[player][set], plan = game.plans[player];
        const held = game.reach(player), rest = silent(names);
        return names.map((_, i) => Array.from(plan[parent], (here, hand) =>
            here && held[hand] ? plan[first + i][hand] / here : Number(i === rest)));
    }

    /** The decision that a view shows, in the game that is set. @param {View} view */
    at({ player, history }) {
        return this.tool.wanted.tree.sets[player].findIndex(([name]) => name === history);
    }

    /** Let a player keep to a range in the decision that a view shows; no longer, if it is empty.
    @param {View} view @param {string} typed */
    lock(view, typed) {
        const { tool } = this, { player, history } = view, text = typed.replaceAll("|", ";");
        try {
            if (text) this.shares(tool.wanted.tree, player, this.at(view), text);
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            tool.refused.set(view, error.message);
            return tool.complain();
        }
        const row = this.rowOf(view), rows = this.rows.filter(other => other !== row);
        if (text) rows.push([String(player), history, text]);
        this.keep(rows, this.stroke);
    }

    /** @param {string[][]} rows @param {object} [gesture] */
    keep(rows, gesture) {
        const locks = rows.map(([who, where, range]) =>
            `${who}/${where.replaceAll("/", "÷")}/${range}`).join("|");
        this.tool.set({ ...this.tool.typed, locks }, gesture);
    }

    /** List what is locked, each with a button that frees it. */
    show() {
        const { wanted: { tree, locks }, state } = this.tool, rows = lockedRows(state.locks);
        this.rows = rows;
        const items = rows.map(row => {
            const [player, history, text] = row;
            const why = locks.idle.find(([who, where]) => who === player && where === history)?.[2];
            const said = `${capital(tree.players[player])}, ${after(history)}: ${text}`;
            return make("li", {}, `${said} ${why ? `(left out: ${why}) ` : ""}`,
                button("Free", () => this.keep(rows.filter(other => other !== row)),
                    { "aria-label": `Free ${said}` }));
        });
        if (rows.length > 1) items.push(make("li", {}, button("Free all", () => this.keep([]))));
        this.list.replaceChildren(...items);
        this.title.textContent = `What is locked${rows.length ? `: ${rows.length}` : ""}`;
        this.sure.show(state.sure);
        this.sure.range.disabled = answering(locks) === undefined;
    }

    /** What is locked in the decision that a view shows. @param {View} view */
    rowOf({ player, history }) {
        return this.rows.find(([who, where]) => Number(who) === player && where === history);
    }

    /** The box and the paints for the decision that a view shows. @param {View} view */
    showRange(view) {
        const { box, brush, taker } = view, before = brush.value, rest = silent(view.names);
        if (!this.tool.refused.has(view)) box.value = view.game && this.rowOf(view)?.[2] || "";
        const names = view.game && rest >= 0 ? view.names.filter((_, i) => i !== rest) : [];
        const brushes = [...this.brushes, ...names];
        box.disabled = taker.disabled = !names.length;
        brush.replaceChildren(...brushes.map(name => make("option", { value: name }, name)));
        brush.value = brushes.includes(before) ? before : brushes.at(-1) ?? "";
        brush.hidden = brushes.length < 2;
    }

    /** Give a hand an action, or take it away; a stroke goes on as it began.
    @param {View} view @param {number} hand @param {any} event */
    paint(view, hand, event) {
        const { tool } = this, begins = event.type !== "pointerenter";
        if (!view.painting?.checked || !view.lock.open || !view.game) return false;
        if (begins ? event.button > 0 : !event.buttons || this.stroke?.view !== view) return false;
        if (tool.brushed(view, hand, begins)) return true;
        const locked = this.rowOf(view)?.[2], { names } = view;
        if (!locked && !tool.solved) return false;
        const shares = locked ? this.shares(tool.wanted.tree, view.player, this.at(view), locked)
            : this.shown(view);
        const combos = tool.wanted.deal.at(view.player, hand), at = names.indexOf(view.brush.value);
        if (!combos.length) return true;
        if (begins) {
            const whole = combos.every(combo => shares[at][combo] > 0.5);
            this.stroke = { view, to: whole ? silent(names) : at };
        }
        for (const combo of combos)
            shares.forEach((share, i) => { share[combo] = Number(i === this.stroke?.to); });
        this.lock(view, tool.range(names, shares));
        return true;
    }

    /** What the locked ranges cost, and with which hands. */
    get prices() {
        const { tool } = this, { solved: game, unit, beside: { free: { game: free } = {} } } = tool;
        if (!tool.state.locks || !game || !free) return "";
        const told = [0, 1].filter(player => Object.keys(game.locks[player]).length).map(player => {
            const bound = [{}, {}].with(player, game.locks[player]), best = free.worth[player][0];
            const kept = new Game(game.deal, free.tree, bound)
                .continued(player, free.plans[1 - player])[0];
            const losses = game.deal.hands.map((hand, at) =>
                ({ hand, lost: Math.max(sign(player) * (best[at] - kept[at]), 0) }));
            const whole = sum(losses.map(({ lost }) => lost)), digits = known(free.width);
            const dear = losses.sort((one, other) => other.lost - one.lost).slice(0, 5)
                .filter(({ lost }) => lost > 1e-7)
                .map(({ hand, lost }) => `${hand} (${lost.toFixed(digits)})`);
            return `What ${the(game.tree.players[player])} keeps to gives away `
                + `${whole.toFixed(digits)} ${unit} a deal to an equilibrium that does not adapt`
                + `${dear.length ? `, most with ${dear.join(", ")}` : ""}.`;
        });
        const cost = game.value - free.value, does = cost > 0 ? "earns" : "costs";
        const trusted = game.belief < 1 ? `, ${percent(game.belief, 0)} sure,` : "";
        const digits = known(game.width + free.width);
        return [`Free, the game is worth ${free.told()} ${unit}: `
            + `what is locked${trusted} ${does} ${the(game.tree.players[0])} `
            + `${Math.abs(cost).toFixed(digits)} ${unit}.`, ...told].join(" ");
    }

    /** What the plan of who answers earns if the other keeps to what is locked, and against
    anybody: by best responses. @returns {Answering | undefined} */
    get answer() {
        const { solved: game, wanted: { locks: set }, beside: { free } } = this.tool;
        const answerer = answering(set);
        if (answerer === undefined || !game) return undefined;
        const { deal, tree, plans: { [answerer]: plan } } = game, own = sign(answerer);
        const [earns, secures] = [game.locks, [{}, {}]].map(locks =>
            own * sum(new Game(deal, tree, locks).continued(1 - answerer, plan)[0]));
        const risk = free?.game && Math.max(own * free.game.value - secures, 0);
        return { answerer, earns, secures, risk };
    }

    /** What the knob of belief has come to, or why it cannot be turned.
    @param {Answering | undefined} answer */
    promised(answer) {
        const { unit, game, wanted: { locks }, beside: { free } } = this.tool;
        if (answering(locks) === undefined) return Object.keys(locks[0]).length
            ? "Both players have a range locked, and this takes one who is free to answer."
            : "Once one player's range is locked, this goes from the equilibrium, at 0%, to the "
            + "best answer, at 100%.";
        if (!answer) return "";
        const { answerer, earns, secures, risk } = answer;
        const [who, he] = [1 - answerer, answerer].map(player => the(game.tree.players[player]));
        const loses = risk === undefined ? ""
            : `, ${risk.toFixed(known(free.game?.width ?? 0))} less than in equilibrium`;
        return `If ${who} keeps to what is locked, ${he} earns ${signed(earns, 4)} ${unit} a deal; `
            + `against anybody, at least ${signed(secures, 4)} ${unit}${loses}.`
            + (game.belief < 1 ? ` The chart of ${who} mixes what is locked, `
                + `${percent(game.belief, 0)}, with what costs ${he} most.` : "");
    }
}
