/* Ranges that a player keeps to: typed, painted or taken from what is shown; what they lose,
and how sure the other player can be of them. */

import { deny, lacks, ranked, refusal, sum } from "./amounts.js";
import { Slider, button, options, textBox, unfolding } from "./controls.js";
import { make } from "./elements.js";
import { Game } from "./games.js";
import { span } from "./ranges.js";
import { actions, known, setOf, sign, silent } from "./shown.js";
import { after, capital, percent, signed } from "./words.js";
/** @import { State, Tree } from "./betting.js" */
/** @import { ChartDeal } from "./deals.js" */
/** @import { Locks } from "./games.js" */
/** @import { Answering, Question, Tool } from "./tool.js" */
/** @import { View } from "./views.js" */

/** What is locked, as an address says it: player, history and range of each decision.
@param {string} text */
const lockedRows = text => text.split("|").filter(Boolean).map(row => row.split(LOCKED).slice(1))
    .map(([player, history = "", range]) => [player, history.replaceAll("÷", "/"), range]);
const LOCKED = /^([01])\/([^/]*)\/(.*)$/;
/** Whether a text says what is locked. @param {string} text */
export const isLocks = text => lockedRows(text).every(row => row[2] !== undefined);

/** A part of a locked range that names an action, and the range: no range is written with one of
these letters. */
const NAMED = /^([^:]*[befilpu][^:]*):([^]*)$/i;

/** The parts of a locked range: semicolons end one where the next names an action; elsewhere they
stand between hands. @param {string} text */
function partsOf(text) {
    const [first, ...others] = text.split(";").map(part => part.trim()), parts = [first];
    for (const part of others)
        if (NAMED.test(part)) parts.push(part);
        else parts.push(`${parts.pop()}; ${part}`);
    return parts;
}

/** The choices of how sure a player can be of what is locked, in percent. */
export const SURE = span(0, 20).map(step => 5 * step);

/** Who answers what is locked, if only one player is. @param {Locks} locks */
export const answering = locks => {
    const [own, other] = locks.map(sets => Object.keys(sets).length > 0);
    return own === other ? undefined : Number(own);
};

export class Locker {
    /** What is locked. @type {string[][]} */
    rows = [];
    title = make("span");
    list = make("ul.explorer-locks");
    promise = make("p.explorer-promise");
    /** @type {{ view: View, to: number } | undefined} */
    stroke;

    /** @param {Tool} tool */
    constructor(tool) {
        this.tool = tool;
        for (const end of ["pointerup", "pointercancel", "keyup"])
            addEventListener(end, () => { this.stroke = undefined; });
        this.sure = new Slider("How sure are you?", "% sure", SURE,
            (sure, gesture) => tool.set({ ...tool.typed, sure }, gesture), false);
        for (const view of tool.views) {
            const who = tool.players[view.player], what = "Lock what is shown", disabled = "";
            const change = () => this.lock(view, view.box.value.trim());
            const take = () => this.lock(view, tool.range(view.names, this.shown(view)));
            view.painting = make("input", { type: "checkbox", role: "switch" });
            view.box = textBox({ size: 28, disabled, change });
            view.brush = make("select", { "aria-label": `${capital(who)}'s paint` });
            view.taker = button(what, take, { disabled, "aria-label": `${what}: ${who}` });
            view.lock = unfolding(`Lock ${tool.who[view.player]}'s range`,
                ...tool.labelled(view, `${capital(who)}'s range`, view.box), view.taker, view.brush,
                make("label.explorer-choice", view.painting, "Paint"));
            view.element.append(view.lock);
        }
        const help = "A range is for the decision shown, such as 22+, A2s+:0.5, or names actions: "
            + "raise: QQ+; call: JJ-22 or bet 60%: AA. Other hands check or fold or, where that is "
            + "named, take the one action that is not. Paint by mouse, finger or space bar.";
        this.element = unfolding(this.title, this.list, this.sure.element, this.promise,
            make("p", help));
    }

    /** What the players are not free to do, as games.js has it. What does not apply is `idle`.
    @param {State} state @param {Tree} tree @param {ChartDeal} deal */
    read(state, tree, deal) {
        /** @type {Question["locks"]} */
        const locks = Object.assign([{}, {}], { idle: [] });
        for (const [who, history, text] of lockedRows(state.locks)) {
            const player = Number(who), set = setOf(tree, player, history);
            const why = set < 0 ? "this game has no such decision" : refusal(() => {
                locks[player][set] = this.shares(tree, player, set, text, deal, state);
            });
            if (why) locks.idle.push([who, history, why]);
        }
        return locks;
    }

    /** How often each hand takes each action, if a player keeps to a range.

    What it leaves goes to `silent` or, where that is named, to the one action that is not.
    @param {Tree} tree @param {number} player @param {number} set @param {string} text */
    shares(tree, player, set, text, deal = this.tool.wanted.deal, state = this.tool.state) {
        const { tool } = this, { hands } = deal, [history] = tree.sets[player][set];
        const names = actions(tree, player, set), other = silent(names);
        /** @type {(wrong: string) => never} */
        const refuse = wrong => deny(`${tool.who[player]}'s range: ${wrong}`);
        if (names.length < 2) refuse("a player who is all-in by force has no range to choose");
        /** @type {number[][]} */
        const shares = [];
        for (const part of text.toLowerCase() === "none" ? [] : partsOf(text)) {
            const [, said, range = part] = part.match(NAMED) ?? [];
            const at = said ? tool.called(said.trim().toLowerCase(), names, history, state)
                : names.length > 2 ? -1 : 1 - other;
            if (at < 0) refuse(lacks(part, `${names.join(" or ")}: 22+ or the like`));
            if (shares[at]) refuse(`${names[at]} given twice, one range for each action needed`);
            shares[at] = tool.weights(range, deal, refuse);
        }
        const left = [...names.keys()].filter(i => !shares[i]);
        const rest = left.includes(other) ? other : left.length === 1 ? left[0] : undefined;
        for (const i of left) shares[i] = hands.map(() => 0);
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
        const held = game.reach(player), rest = silent(names);
        return game.taken(player, set).map((shares, i) => shares.map((share, hand) =>
            held[hand] && share >= 0 ? share : Number(i === rest)));
    }

    /** Let a player keep to a range in the decision that a view shows; no longer, if it is empty.
    @param {View} view @param {string} typed */
    lock(view, typed) {
        const { tool } = this, { player, history } = view, text = typed.replaceAll("|", ";");
        const { tree } = tool.wanted, set = setOf(tree, player, history);
        const why = text && refusal(() => this.shares(tree, player, set, text));
        if (why) {
            tool.refused.set(view, why);
            view.refusedAfter = history;
            return tool.complain();
        }
        tool.refused.delete(view);
        const row = this.rowOf(view), rows = this.rows.filter(other => other !== row);
        this.keep([...rows, ...text ? [[String(player), history, text]] : []], this.stroke);
    }

    /** @param {string[][]} rows @param {object} [gesture] */
    keep(rows, gesture) {
        const locks = rows.map(([who, where, range]) =>
            `${who}/${where.replaceAll("/", "÷")}/${range}`).join("|");
        this.tool.set({ ...this.tool.typed, locks }, gesture);
    }

    /** List what is locked, each with a button that frees it. */
    show() {
        const { wanted: { locks }, players, state } = this.tool, rows = lockedRows(state.locks);
        this.rows = rows;
        const items = rows.map(row => {
            const [player, history, text] = row;
            const why = locks.idle.find(([who, where]) => who === player && where === history)?.[2];
            const said = `${capital(players[Number(player)])}, ${after(history)}: ${text}`;
            return make("li", `${said} ${why ? `(left out: ${why}) ` : ""}`,
                button("Free", () => this.keep(rows.filter(other => other !== row)),
                    { "aria-label": `Free ${said}` }));
        });
        if (rows.length > 1) items.push(make("li", button("Free all", () => this.keep([]))));
        this.list.replaceChildren(...items);
        this.title.textContent = `What is locked${rows.length ? `: ${rows.length}` : ""}`;
        this.sure.show(state.sure);
        this.sure.range.disabled = answering(locks) === undefined;
    }

    /** What is locked in the decision that a view shows. @param {View} view */
    rowOf({ player, history }) {
        return this.rows.find(([who, where]) => Number(who) === player && where === history);
    }

    /** The same in a word or two. @param {View} view */
    told(view) {
        const text = this.rowOf(view)?.[2] ?? "free";
        return text.length > 60 ? `${text.slice(0, 60)}…` : text;
    }

    /** The box and the paints for the decision that a view shows. @param {View} view */
    showRange(view) {
        const { box, brush, taker, names } = view, before = brush.value, rest = silent(names);
        if (view.refusedAfter !== view.history && this.tool.refused.delete(view))
            this.tool.complain();
        if (!this.tool.refused.has(view)) box.value = view.game && this.rowOf(view)?.[2] || "";
        const own = view.game && rest >= 0 ? names.filter((_, i) => i !== rest) : [];
        box.disabled = taker.disabled = !own.length;
        brush.replaceChildren(...options(own));
        brush.value = own.includes(before) ? before : own.at(-1) ?? "";
        brush.hidden = own.length < 2;
    }

    /** Give hands an action, or take it away; a stroke goes on as it began.
    @param {View} view @param {number[]} hands @param {any} event */
    paint(view, hands, event) {
        const { tool } = this, { names, player, history } = view;
        const begins = event.type !== "pointermove";
        if (!view.painting?.checked || !view.lock.open || !view.game) return false;
        if (begins ? event.button > 0 : !event.buttons || this.stroke?.view !== view) return false;
        const { deal, tree, locks } = tool.wanted;
        const locked = locks[player][setOf(tree, player, history)];
        if (!locked && !tool.game) return false;
        const shares = structuredClone(locked ?? this.shown(view));
        const combos = hands.flatMap(hand => deal.at(player, hand));
        const at = names.indexOf(view.brush.value);
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

    /** What the locked ranges lose, and with which hands. */
    get prices() {
        const { game, free, unit, state, who } = this.tool;
        if (!state.locks || !game || !free) return "";
        const { deal: { hands } } = game, digits = known(free.width);
        const told = game.locks.map((lock, player) => {
            if (!Object.keys(lock).length) return "";
            const bound = new Game(game.deal, free.tree, [{}, {}].with(player, lock));
            const kept = bound.continued(player, free.plans[1 - player])[0];
            const lost = free.worth[player][0].map((best, at) =>
                Math.max(sign(player) * (best - kept[at]), 0));
            const dear = ranked(lost).slice(0, 5).filter(at => lost[at] > 1e-7)
                .map(at => `${hands[at]} (${lost[at].toFixed(digits)})`);
            return ` Unanswered, ${who[player]}'s range loses ${sum(lost).toFixed(digits)} `
                + `${unit} a deal${dear.length ? `, most with ${dear.join(", ")}` : ""}.`;
        });
        const gain = game.value - free.value, does = gain > 0 ? "gains" : "loses";
        const trusted = game.belief < 1 ? `, ${percent(game.belief)} sure,` : "";
        return `Free, the game is worth ${free.told()} ${unit}: by what is locked${trusted} `
            + `${who[0]} ${does} ${Math.abs(gain).toFixed(known(game.width + free.width))} `
            + `${unit}.${told.join("")}`;
    }

    /** What the plan of who answers earns if the other keeps to what is locked, and against
    anybody: by best responses. @returns {Answering | undefined} */
    get answer() {
        const { game, free, wanted } = this.tool, answerer = answering(wanted.locks);
        if (answerer === undefined || !game) return;
        const { deal, tree, plans: { [answerer]: plan }, bonus } = game, own = sign(answerer);
        const [earns, secures] = [game.locks, [{}, {}]].map(locks =>
            bonus + own * sum(new Game(deal, tree, locks).continued(1 - answerer, plan)[0]));
        const risk = free && Math.max(bonus + own * free.value - secures, 0);
        return { answerer, earns, secures, risk };
    }

    /** What the knob of belief has come to, or why it cannot be turned.
    @param {Answering | undefined} answer */
    promised(answer) {
        const { unit, game, free, wanted: { locks } } = this.tool;
        if (answering(locks) === undefined) return Object.keys(locks[0]).length
            ? "Both have a range locked; one must be free to answer."
            : "With one range locked: from the equilibrium, 0%, to the best response, 100%.";
        if (!answer) return "";
        const { answerer, earns, secures, risk } = answer;
        const { [answerer]: he, [1 - answerer]: who } = this.tool.who;
        const loses = risk === undefined ? ""
            : `, ${risk.toFixed(known(free?.width ?? 0))} less than in equilibrium`;
        return `If ${who} keeps to what is locked, ${he} earns ${signed(earns, 4)} ${unit} a deal; `
            + `against anybody, at least ${signed(secures, 4)} ${unit}${loses}.`
            + (game.belief < 1 ? ` The chart of ${who} mixes what is locked, `
                + `${percent(game.belief)}, with what is worst for ${he}.` : "");
    }
}
