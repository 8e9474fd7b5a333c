/* A game against the strategies on the screen: hands are dealt, mistakes priced, luck left out. */

"use strict";

const pokerlabPlay = (() => {

const MODULUS = 2 ** 31 - 1;

/** Numbers from 0 to 1 that a seed determines: the minimal standard of Park and Miller (1988). @param {number} seed @returns {Generator<number, never>} */
function* numbers(seed) {
    for (let x = seed % (MODULUS - 1) + 1, n = 0; ; n++) {
        x = 48271 * x % MODULUS;
        if (n > 9) yield x / MODULUS;
    }
}

/** The first index at which the running sum of weights exceeds a share of all. @param {Iterable<number>} given @param {number} share */
function draw(given, share) {
    const weights = [...given];
    let left = share * weights.reduce((a, b) => a + b);
    const at = weights.findIndex(weight => (left -= weight) < 0);
    return at < 0 ? weights.findLastIndex(Boolean) : at;
}

const suit = letter => ({ c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660" })[letter];
const cards = hand => hand.length > 3 ? hand.replace(/[cdhs]/g, suit) : `${hand[0]}\u2660${hand[1]}${hand[2] === "s" ? "\u2660" : "\u2665"}`;
const amount = x => `${x <= -0.005 ? "\u2212" : "+"}${Math.abs(x).toFixed(2)}`;

/** A reader's game against a tool's solution; `make` makes elements and `the` puts the article before a player. Nothing of it is stored.
@typedef {{ player: number, set: number, first: number, stop: number }} Turn
@typedef {{ pair: number[], row: Float64Array, last: number[], lines: string[], turn?: Turn, told?: string }} Hand */
class Trainer {
    /** What is played: a game, and seat and seed. @type {Shown} */
    game;
    key = "";
    /** What was played to its end. */
    over = "";
    /** Decisions, with what was lost by each. @type {{ player: number, set: number, hand: number, i: number, lost: number }[]} */
    decided = [];
    hands = 0;
    won = 0;
    player = 0;
    /** So much may be lost by what is as good as another action. */
    slack = 0;
    eager = false;
    /** @type {Generator<number, never>} */
    numbers;
    /** @type {Float64Array} */
    dealt;
    /** The hand that waits for the reader. @type {Hand & { turn: Turn, names: string[] } | undefined} */
    asked;
    /** @type {HTMLButtonElement[]} */
    choices = [];

    /** @param {Tool} tool @param {string[]} players @param {Pick<Views, "make" | "the" | "after">} words */
    constructor(tool, players, { make, the, after }) {
        this.tool = tool;
        this.make = make;
        this.the = the;
        this.after = after;
        const button = (text, click) => make("button", { type: "button", click }, text);
        this.seat = make("select", {}, ...[...players, "both, in turn"].map((text, value) => make("option", { value }, text)));
        this.actions = make("span", { class: "explorer-choices" });
        this.ender = button("End", () => this.end());
        this.told = make("div", { role: "status", class: "explorer-table" });
        this.dear = make("div");
        this.starter = button("New game", () => {
            this.eager = true;
            tool.set({ seat: this.seat.value, seed: String(1 + Math.floor(Math.random() * 1e6)) }, "seed");
        });
        this.box = make("div", { tabindex: -1, role: "group", "aria-label": "Your game", keydown: event => this.press(event) },
            make("div", { class: "explorer-controls" }, make("label", { class: "explorer-choice" }, make("span", {}, "Your seat"), this.seat), this.starter, this.ender), this.actions, this.told, this.dear);
        this.element = make("details", { class: "explorer-more" }, make("summary", {}, "Play against it"),
            make("p", {}, "You are dealt hands that come to a decision of yours, and play against what the charts show, which are hidden meanwhile. A mistake costs what the best action "
                + "earns more; a showdown pays what the two hands win on average. Choose by a click, an action's number, or its first letter. The address repeats the same deals; nothing else is kept."),
            this.box);
        this.hide(false);
    }

    hide(playing) {
        this.tool.charts.hidden = this.tool.mixers.hidden = playing;
        this.actions.hidden = this.ender.hidden = !playing;
        if (!playing) this.asked = undefined;
    }

    /** A number, or the first letter of an action, chooses it. */
    press(event) {
        if (!this.asked || event.ctrlKey || event.metaKey || event.altKey || event.target === this.seat) return;
        const names = this.asked.names, key = event.key.toLowerCase(), at = /^[1-9]$/.test(key) ? key - 1 : names.findIndex(name => name[0] === key);
        if (key.length > 1 || !names[at]) return;
        event.preventDefault();
        this.choose(at);
    }

    /** Begin, if the tool has come to another game, seat or seed. */
    follow() {
        const { state: { seat, seed }, game, busy, pending } = this.tool;
        if (busy || game?.tree !== pending) return;
        const key = `${seat} ${seed}`;
        if (this.game === game && this.key === key) return;
        Object.assign(this, { game, key, decided: [], hands: 0, won: 0, slack: Math.max(game.upper - game.lower, 1e-6) });
        if (!seed) for (const part of [this.told, this.dear]) part.replaceChildren();
        if (!seed || this.over === key) return this.hide(false);
        this.element.open = true;
        this.seat.value = seat;
        this.hide(true);
        this.numbers = numbers(Number(seed));
        this.dealt = game.reach(0);
        this.next();
        if (this.eager && this.asked) this.box.focus();
        this.eager = false;
    }

    /** Whose decision follows two sequences, and which: `parent` and `opponent` are as in solver.js. @param {number[]} last @returns {Turn | undefined} */
    at(last) {
        for (const player of [0, 1]) {
            const set = this.game.tree.sets[player].findIndex(([, parent, opponent]) => parent === last[player] && opponent === last[1 - player]);
            if (set >= 0) return { player, set, first: this.game.tree.sets[player][set][3], stop: this.game.tree.sets[player][set][4] };
        }
    }

    /** What a pair of hands pays the reader after both players' last sequences, on average. */
    pays({ pair, row }, last) {
        const { tree, deal } = this.game, [met, won] = [row, deal.times(1, 1, this.only(pair[0]))].map(column => column[pair[1]]);
        const paid = tree.ends.filter(end => end[0] === last[0] && end[1] === last[1]).reduce((sum, end) => sum + end[3] * (end[2] ? won / met : 1), 0);
        return this.player ? -paid : paid;
    }

    only(hand) {
        return new Float64Array(this.game.deal.n).fill(1, hand, hand + 1);
    }

    name(player, sequence) {
        return this.game.tree.sequences[player][sequence].split(", ").pop() ?? "";
    }

    /** Let the other player act until the reader has a choice or the hand is over; what he does is told. @param {Hand} hand */
    onwards(hand) {
        const { tree } = this.game, told = [];
        for (let turn; (turn = this.at(hand.last)) && (turn.player !== this.player || turn.stop - turn.first < 2);) {
            const { player, first, stop } = turn, own = hand.pair[player];
            const at = first + draw(this.game.plans[player].slice(first, stop).map(column => column[own]), this.numbers.next().value);
            hand.last[player] = at;
            if (player !== this.player) told.push(`${this.the(tree.players[player])}: ${this.name(player, at)}`);
        }
        return Object.assign(hand, { turn: this.at(hand.last), told: told.join(", ") });
    }

    /** Deal hands until the reader is asked. */
    next(...before) {
        const { deal } = this.game, take = () => this.numbers.next().value, seat = Number(this.tool.state.seat);
        for (let tries = 0; tries < 3000; tries++) {
            // In turn, unless one of the seats has nothing to choose.
            this.player = seat < 2 ? seat : (this.hands + Number(tries > 1500)) % 2;
            const one = draw(this.dealt, take()), row = deal.times(1, 0, this.only(one));
            const hand = this.onwards({ pair: [one, draw(row, take())], row, last: [0, 0], lines: [] });
            if (!hand.turn) continue;
            this.hands++;
            return this.ask(hand, hand.turn, ...before);
        }
        this.hide(false);
        this.say(...before, "It never comes to a choice of yours: there is nothing to play.");
    }

    /** @param {Hand} hand @param {Turn} turn @param {...string} before */
    ask(hand, turn, ...before) {
        const { first, stop } = turn, { pair, told } = hand, own = this.game.deal.hands[pair[this.player]];
        const names = Array.from({ length: stop - first }, (_, i) => this.name(this.player, first + i)), active = this.actions.contains(document.activeElement);
        this.asked = { ...hand, turn, names };
        while (this.choices.length < names.length) {
            const i = this.choices.length;
            this.choices.push(this.make("button", { type: "button", click: () => this.choose(i) }));
            this.actions.append(this.choices[i]);
        }
        this.choices.forEach((choice, i) => Object.assign(choice, { hidden: i >= names.length, textContent: names[i] ?? "" }));
        if (active && /** @type {HTMLElement} */ (document.activeElement).hidden) this.box.focus();
        const seat = this.tool.state.seat === "2" ? `, ${this.game.tree.players[this.player]}` : "";
        this.say(...before, `Deal ${this.hands}${seat}: you hold ${cards(own)}${own.length > 3 ? "" : ` (${own})`}${told ? `; ${told}` : ""}.`);
    }

    /** @param {number} i */
    choose(i) {
        if (!this.asked) return;
        const { pair, turn: { set, first, stop }, names, lines } = this.asked, { tree, deal, worth } = this.game, { player, tool, the } = this, hand = pair[player];
        const reach = this.game.reach(player, tree.sets[player][set][2])[hand], sign = player ? -1 : 1;
        const earned = names.map((_, action) => sign * worth[player][first + action][hand] / reach), lost = Math.max(...earned) - earned[i];
        this.decided.push({ player, set, hand, i, lost });
        const good = earned.filter(other => Math.max(...earned) - other <= this.slack).length, own = deal.hands[hand];
        const judged = lost > this.slack ? `a mistake of ${lost.toFixed(4)} ${tool.unit}` : good < 2 ? "right" : `as good as ${names.length > 2 ? "another" : "the other"}`;
        lines.push(`${names[i]} with ${own}: ${judged}.`);
        this.asked.last[player] = first + i;
        const after = this.onwards(this.asked);
        if (after.turn) return this.ask(after, after.turn, ...lines);
        const paid = this.pays(after, after.last), last = lines.pop(), other = deal.hands[pair[1 - player]];
        this.won += paid;
        this.next(...lines, `${last}${after.told ? ` Then ${after.told}.` : ""} You had ${own}, ${the(tree.players[1 - player])} ${other}. It pays ${amount(paid)} ${tool.unit}.`);
    }

    say(...lines) {
        const { unit } = this.tool, cost = this.decided.reduce((sum, { lost }) => sum + lost, 0), many = this.decided.length;
        const score = many > 0 && `After ${many} decision${many === 1 ? "" : "s"}: ${amount(this.won)} ${unit}, mistakes ${cost.toFixed(4)} ${unit}.`;
        this.told.replaceChildren(...[...lines, score].filter(Boolean).map(line => this.make("p", {}, line)));
        this.rank();
    }

    /** List what cost most: the hand, what was done with it, the price. */
    rank() {
        const { game: { deal, tree }, tool, after, make } = this, prices = new Map();
        for (const { player, set, hand, i, lost } of this.decided) {
            const [history, , , first] = tree.sets[player][set], what = `${deal.hands[hand]}, ${after(history)}: ${this.name(player, first + i)}`;
            const [many, sum] = prices.get(what) ?? [0, 0];
            if (lost > this.slack) prices.set(what, [many + 1, sum + lost]);
        }
        const dearest = [...prices].sort(([, [, one]], [, [, other]]) => other - one).slice(0, 5);
        const rows = dearest.map(([what, [many, sum]]) => make("li", {}, `${what}${many > 1 ? `, ${many} times` : ""}, cost ${sum.toFixed(4)} ${tool.unit}`));
        this.dear.replaceChildren(...rows.length ? ["Most expensive:", make("ol", {}, ...rows)] : []);
    }

    /** Show what the reader has played. */
    end() {
        const { decided } = this;
        this.hide(false);
        this.starter.focus();
        this.over = this.key;
        const seats = [0, 1].filter(player => decided.some(one => one.player === player)).map(player => this.review(player));
        if (!seats.length) return this.say("Nothing was decided.");
        this.say(...seats.flatMap(({ lines }) => lines), ...this.dear.hasChildNodes() ? [] : ["No mistakes."]);
        this.told.append(...seats.flatMap(({ lock }) => lock));
    }

    /** What was played in a seat: the range, what it can lose at most, and a button that locks it. @param {number} player */
    review(player) {
        const { tool, game, make, decided } = this, { deal, tree } = game, own = decided.filter(one => one.player === player);
        const shares = game.behaviour(player, game.plans[player]), seen = new Set(), who = this.the(tree.players[player]);
        for (const { set, hand } of own) {
            const [, , , first, stop] = tree.sets[player][set], taken = own.filter(other => other.set === set && other.hand === hand);
            for (let s = first; s < stop; s++) shares[s][hand] = taken.filter(({ i }) => i === s - first).length / taken.length;
            seen.add(`${set} ${hand}`);
        }
        const free = tool.beside.free?.game ?? game, least = free.continued(1 - player, game.plan(player, shares))[0].reduce((a, b) => a + b);
        const exploited = Math.max((player ? -1 : 1) * (free.value - least), 0), [[, , , first, stop]] = tree.sets[player];
        const only = tree.sets[player].length === 1 && stop - first === 2, acted = shares[stop - 1];
        const range = () => pokerlabRanges.write(deal.hands.map((_, hand) => seen.has(`0 ${hand}`) ? acted[hand] : 0), deal.hands);
        return {
            lines: [
                only ? `Your range as ${who}, of the ${seen.size} hands that you were asked about: ${range()}.` : `As ${who} you were asked about ${seen.size} different hands and decisions.`,
                `With everything else played as in the charts, an opponent who knows it can win ${exploited.toFixed(4)} ${tool.unit} a deal more than the game is worth.`,
            ],
            lock: only ? [make("button", { type: "button", click: () => tool.locker.lock(tool.views[player], pokerlabRanges.write(acted, deal.hands)) }, `See what it loses: lock ${who}'s range`)] : [],
        };
    }
}

return { Trainer };
})();
