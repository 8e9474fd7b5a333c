/* A game against the strategies on the screen: hands are dealt, mistakes priced, luck left out. */

"use strict";

const pokerlabPlay = (() => {

const MODULUS = 2 ** 31 - 1;

/** How close two actions can be asked to be, in thousandths of a big blind or of the pot. */
const CLOSE = ["200", "100", "50", "20"];

/** Numbers from 0 to 1 that a seed determines: the minimal standard of Park and Miller (1988).
@param {number} seed @returns {Generator<number, never>} */
function* numbers(seed) {
    for (let x = seed % (MODULUS - 1) + 1, n = 0; ; n++) {
        x = 48271 * x % MODULUS;
        if (n > 9) yield x / MODULUS;
    }
}

/** The first index at which the running sum of weights exceeds a share of all.
@param {Iterable<number>} given @param {number} share */
function draw(given, share) {
    const weights = [...given];
    let left = share * weights.reduce((a, b) => a + b);
    const at = weights.findIndex(weight => (left -= weight) < 0);
    return at < 0 ? weights.findLastIndex(Boolean) : at;
}

const suit = letter => ({ c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660" })[letter];
const cards = hand => {
    if (hand.length > 3) return hand.replace(/[cdhs]/g, suit);
    const [high, low, kind] = hand;
    return high + suit("s") + low + suit(kind === "s" ? "s" : "h");
};
const amount = x => `${x <= -0.005 ? "\u2212" : "+"}${Math.abs(x).toFixed(2)}`;

/** A reader's game against a tool's solution. The browser keeps how many decisions were right, if it
keeps anything.

`make` makes elements and `the` puts the article before a player.
@typedef {{ player: number, set: number, first: number, stop: number }} Turn
@typedef {{ pair: number[], row: Float64Array, last: number[], lines: string[] }} Dealt
@typedef {Dealt & { turn?: Turn, told?: string }} Hand */
class Trainer {
    /** What is played: a game, and seat and seed. @type {Shown} */
    game;
    key = "";
    /** What was played to its end. */
    over = "";
    /** Decisions, with what was lost by each.
    @type {{ player: number, set: number, hand: number, i: number, lost: number }[]} */
    decided = [];
    hands = 0;
    /** Of all games: decisions, right ones, what the others cost. */
    score = [0, 0, 0];
    kept = "";
    won = 0;
    player = 0;
    /** So much may be lost by what is as good as another action. */
    slack = 0;
    eager = false;
    /** @type {Generator<number, never>} */
    numbers;
    /** @type {Float64Array} */
    dealt;
    /** The hand that waits for the reader.
    @type {Hand & { turn: Turn, names: string[] } | undefined} */
    asked;
    /** @type {HTMLButtonElement[]} */
    choices = [];

    /** @param {Tool} tool @param {string[]} players
    @param {{ make: any, the: typeof the, after: typeof after }} words */
    constructor(tool, players, { make, the, after }) {
        this.tool = tool;
        this.make = make;
        this.the = the;
        this.after = after;
        const button = (text, click) => make("button", { type: "button", click }, text);
        this.seat = make("select", {}, ...[...players, "both, in turn"].map((text, value) =>
            make("option", { value }, text)));
        const [, thousandth] = tool.thousandth;
        this.close = make("select", {}, ...["", ...CLOSE].map(value => make("option", { value },
            value ? `within ${value} ${thousandth}` : "all decisions")));
        const labelled = (text, list) =>
            make("label", { class: "explorer-choice" }, make("span", {}, text), list);
        this.actions = make("span", { class: "explorer-choices" });
        this.ender = button("End", () => this.end());
        this.told = make("div", { role: "status", class: "explorer-table" });
        this.dear = make("div");
        this.starter = button("New game", () => {
            this.eager = true;
            const seed = String(1 + Math.floor(Math.random() * 1e6));
            tool.set({ seat: this.seat.value, close: this.close.value, seed }, "seed");
        });
        const group = { tabindex: -1, role: "group", "aria-label": "Your game" };
        this.box = make("div", { ...group, keydown: event => this.press(event) },
            make("div", { class: "explorer-controls" }, labelled("Your seat", this.seat),
                labelled("How close", this.close), this.starter, this.ender),
            this.actions, this.told, this.dear);
        this.element = make("details", { class: "explorer-more" },
            make("summary", {}, "Play against it"),
            make("p", {}, "You are dealt hands that come to a decision of yours, and play against "
                + "what the charts show, which are hidden meanwhile. A mistake costs what the best "
                + "action earns more; a showdown pays what the two hands win on average. Choose by "
                + "a click, an action's number, or its first letter. The address repeats the same "
                + "deals; this browser keeps your score."),
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
        const { ctrlKey, metaKey, altKey, target } = event, key = event.key.toLowerCase();
        if (!this.asked || ctrlKey || metaKey || altKey || target === this.seat) return;
        const { names } = this.asked, first = names.findIndex(name => name[0] === key);
        const at = /^[1-9]$/.test(key) ? key - 1 : first;
        if (key.length > 1 || !names[at]) return;
        event.preventDefault();
        this.choose(at);
    }

    /** Begin, if the tool has come to another game, seat or seed. */
    follow() {
        const { state: { seat, seed, close }, game, busy, pending } = this.tool;
        if (busy || game?.tree !== pending) return;
        const key = `${seat} ${seed} ${close}`;
        if (this.game === game && this.key === key) return;
        const slack = Math.max(game.upper - game.lower, 1e-6);
        Object.assign(this, { game, key, slack, decided: [], hands: 0, won: 0 });
        if (!seed) for (const part of [this.told, this.dear]) part.replaceChildren();
        if (!seed || this.over === key) return this.hide(false);
        this.element.open = true;
        this.seat.value = seat;
        this.close.value = close;
        this.hide(true);
        this.numbers = numbers(Number(seed));
        this.dealt = game.reach(0);
        this.next();
        if (this.eager && this.asked) this.box.focus();
        this.eager = false;
    }

    /** Whose decision follows two sequences, and which: `parent` and `opponent` are a tree's.
    @param {number[]} last @returns {Turn | undefined} */
    at(last) {
        for (const player of [0, 1]) {
            const sets = this.game.tree.sets[player], set = sets.findIndex(([, parent, opponent]) =>
                parent === last[player] && opponent === last[1 - player]);
            if (set >= 0) return { player, set, first: sets[set][3], stop: sets[set][4] };
        }
    }

    /** What a pair of hands pays the reader after both players' last sequences, on average. */
    pays({ pair, row }, last) {
        const { tree, deal } = this.game, columns = [row, deal.times(1, 1, this.only(pair[0]))];
        const [met, won] = columns.map(column => column[pair[1]]);
        const paid = tree.ends.filter(end => end[0] === last[0] && end[1] === last[1])
            .reduce((sum, [, , shown, chips]) => sum + chips * (shown ? won / met : 1), 0);
        return this.player ? -paid : paid;
    }

    /** How far apart two actions may be that are asked about. */
    get widest() {
        const [unit] = this.tool.thousandth, { close } = this.tool.state;
        return close ? Number(close) * unit : Infinity;
    }

    /** What each action earns with a hand. @param {number} hand @param {Turn} turn */
    earned(hand, { player, set, first, stop }) {
        const { game } = this, reach = game.reach(player, game.tree.sets[player][set][2])[hand];
        const sign = player ? -1 : 1;
        return game.worth[player].slice(first, stop).map(worth => sign * worth[hand] / reach);
    }

    /** How much the best action earns more than the next.
    @param {number} hand @param {Turn} turn */
    gap(hand, turn) {
        const [best, next] = this.earned(hand, turn).sort((a, b) => b - a);
        return best - next;
    }

    only(hand) {
        return new Float64Array(this.game.deal.n).fill(1, hand, hand + 1);
    }

    name(player, sequence) {
        return this.game.tree.sequences[player][sequence].split(", ").pop() ?? "";
    }

    /** Let the other player act until the reader has a choice or the hand is over; he tells it.
    @param {Hand} hand */
    onwards(hand) {
        const { tree } = this.game, told = [];
        for (let turn; (turn = this.at(hand.last));) {
            const { player, first, stop } = turn, own = hand.pair[player];
            if (player === this.player && stop - first > 1) break;
            const shares = this.game.plans[player].slice(first, stop).map(column => column[own]);
            const at = hand.last[player] = first + draw(shares, this.numbers.next().value);
            if (player !== this.player)
                told.push(`${this.the(tree.players[player])}: ${this.name(player, at)}`);
        }
        return Object.assign(hand, { turn: this.at(hand.last), told: told.join(", ") });
    }

    /** Deal hands until the reader is asked. */
    next(...before) {
        const { deal } = this.game, take = () => this.numbers.next().value;
        const seat = Number(this.tool.state.seat);
        for (let tries = 0; tries < 3000; tries++) {
            // In turn, unless one of the seats has nothing to choose.
            this.player = seat < 2 ? seat : (this.hands + Number(tries > 1500)) % 2;
            const one = draw(this.dealt, take()), row = deal.times(1, 0, this.only(one));
            const pair = [one, draw(row, take())];
            const hand = this.onwards({ pair, row, last: [0, 0], lines: [] });
            if (!hand.turn || this.gap(pair[this.player], hand.turn) > this.widest) continue;
            this.hands++;
            return this.ask(hand, hand.turn, ...before);
        }
        this.hide(false);
        this.say(...before, "It never comes to a choice of yours: there is nothing to play.");
    }

    /** @param {Hand} hand @param {Turn} turn @param {...string} before */
    ask(hand, turn, ...before) {
        const { first, stop } = turn, { pair, told } = hand, { player } = this;
        const own = this.game.deal.hands[pair[player]];
        const names = Array.from({ length: stop - first }, (_, i) => this.name(player, first + i));
        const active = this.actions.contains(document.activeElement);
        this.asked = { ...hand, turn, names };
        while (this.choices.length < names.length) {
            const i = this.choices.length;
            this.choices.push(this.make("button", { type: "button", click: () => this.choose(i) }));
            this.actions.append(this.choices[i]);
        }
        this.choices.forEach((choice, i) =>
            Object.assign(choice, { hidden: i >= names.length, textContent: names[i] ?? "" }));
        if (active && /** @type {HTMLElement} */ (document.activeElement).hidden) this.box.focus();
        const seat = this.tool.state.seat === "2" ? `, ${this.game.tree.players[this.player]}` : "";
        const held = own.length > 3 ? cards(own) : `${cards(own)} (${own})`;
        const then = told ? `; ${told}` : "";
        this.say(...before, `Deal ${this.hands}${seat}: you hold ${held}${then}.`);
    }

    /** @param {number} i */
    choose(i) {
        if (!this.asked) return;
        const { pair, turn, names, lines } = this.asked, { set, first } = turn;
        const { player, tool, the, game: { tree, deal } } = this, hand = pair[player];
        const earned = this.earned(hand, turn), most = Math.max(...earned);
        const lost = most - earned[i], others = names.length > 2 ? "another" : "the other";
        this.keep(lost);
        this.decided.push({ player, set, hand, i, lost });
        const good = earned.filter(other => most - other <= this.slack).length;
        const own = deal.hands[hand];
        const judged = lost > this.slack ? `a mistake of ${lost.toFixed(4)} ${tool.unit}`
            : good < 2 ? "right" : `as good as ${others}`;
        lines.push(`${names[i]} with ${own}: ${judged}.`);
        this.asked.last[player] = first + i;
        const after = this.onwards(this.asked);
        if (after.turn) return this.ask(after, after.turn, ...lines);
        const paid = this.pays(after, after.last), other = deal.hands[pair[1 - player]];
        const then = after.told ? ` Then ${after.told}.` : "", he = the(tree.players[1 - player]);
        this.won += paid;
        const held = `You had ${own}, ${he} ${other}.`, last = lines.pop();
        this.next(...lines, `${last}${then} ${held} It pays ${amount(paid)} ${tool.unit}.`);
    }

    /** Add a decision to the score that the browser keeps, if it lets this page.
    @param {number} lost */
    keep(lost) {
        const right = lost <= this.slack, [unit, name] = this.tool.thousandth;
        const key = `quiz ${this.tool.kind}`;
        let [many, good, cost] = this.score;
        try {
            [many, good, cost] = JSON.parse(localStorage.getItem(key) ?? "[0,0,0]");
        } catch {}
        this.score = [many + 1, good + Number(right), cost + (right ? 0 : lost / unit)];
        try {
            localStorage.setItem(key, JSON.stringify(this.score));
        } catch {}
        const [all, best, whole] = this.score;
        this.kept = `Your score so far: ${best} of ${all} right, `
            + `${(whole / all).toFixed(1)} ${name} lost a decision.`;
    }

    say(...lines) {
        const { decided, tool: { unit } } = this, many = decided.length, s = many === 1 ? "" : "s";
        const cost = decided.reduce((sum, { lost }) => sum + lost, 0).toFixed(4);
        const score = many > 0
            && `After ${many} decision${s}: ${amount(this.won)} ${unit}, mistakes ${cost} ${unit}.`;
        const said = [...lines, score, many > 0 && this.kept].filter(Boolean);
        this.told.replaceChildren(...said.map(line => this.make("p", {}, line)));
        this.rank();
    }

    /** List what cost most: the hand, what was done with it, the price. */
    rank() {
        const { game: { deal, tree }, tool, after, make } = this, prices = new Map();
        for (const { player, set, hand, i, lost } of this.decided) {
            const [history, , , first] = tree.sets[player][set];
            const done = this.name(player, first + i);
            const what = `${deal.hands[hand]}, ${after(history)}: ${done}`;
            const [many, sum] = prices.get(what) ?? [0, 0];
            if (lost > this.slack) prices.set(what, [many + 1, sum + lost]);
        }
        const dearest = [...prices].sort(([, [, one]], [, [, other]]) => other - one).slice(0, 5);
        const rows = dearest.map(([what, [many, sum]]) => {
            const times = many > 1 ? `, ${many} times` : "";
            return make("li", {}, `${what}${times}, cost ${sum.toFixed(4)} ${tool.unit}`);
        });
        this.dear.replaceChildren(
            ...rows.length ? ["Most expensive:", make("ol", {}, ...rows)] : []);
    }

    /** Show what the reader has played. */
    end() {
        const { decided } = this;
        this.hide(false);
        this.starter.focus();
        this.over = this.key;
        const seats = [0, 1].filter(player => decided.some(one => one.player === player))
            .map(player => this.review(player));
        if (!seats.length) return this.say("Nothing was decided.");
        const faultless = this.dear.hasChildNodes() ? [] : ["No mistakes."];
        this.say(...seats.flatMap(({ lines }) => lines), ...faultless);
        this.told.append(...seats.flatMap(({ lock }) => lock));
    }

    /** What was played in a seat: the range, what it can lose at most, and a button that locks it.
    @param {number} player */
    review(player) {
        const { tool, game, make } = this, { deal, tree } = game, seen = new Set();
        const own = this.decided.filter(one => one.player === player);
        const shares = game.behaviour(player, game.plans[player]);
        const who = this.the(tree.players[player]), asked = "you were asked about";
        for (const { set, hand } of own) {
            const [, , , first, stop] = tree.sets[player][set];
            const taken = own.filter(other => other.set === set && other.hand === hand);
            for (let s = first; s < stop; s++)
                shares[s][hand] = taken.filter(({ i }) => i === s - first).length / taken.length;
            seen.add(`${set} ${hand}`);
        }
        const free = tool.beside.free?.game ?? game, plan = game.plan(player, shares);
        const least = free.continued(1 - player, plan)[0].reduce((a, b) => a + b);
        const exploited = Math.max((player ? -1 : 1) * (free.value - least), 0).toFixed(4);
        const [[, , , first, stop]] = tree.sets[player], acted = shares[stop - 1];
        const only = tree.sets[player].length === 1 && stop - first === 2;
        const lost = "With everything else played as in the charts, an opponent who knows it can "
            + `win ${exploited} ${tool.unit} a deal more than the game is worth.`;
        if (!only) return {
            lines: [`As ${who} ${asked} ${seen.size} different hands and decisions.`, lost],
            lock: [],
        };
        const played = deal.hands.map((_, hand) => seen.has(`0 ${hand}`) ? acted[hand] : 0);
        const range = pokerlabRanges.write(played, deal.hands);
        const click = () =>
            tool.locker.lock(tool.views[player], pokerlabRanges.write(acted, deal.hands));
        return {
            lines: [`Your range as ${who}, of the ${seen.size} hands that ${asked}: ${range}.`,
                lost],
            lock: [make("button", { type: "button", click },
                `See what it loses: lock ${who}'s range`)],
        };
    }
}

return { CLOSE, Trainer };
})();
