/* A game against the strategies on the screen: hands are dealt, mistakes priced, luck left out. */

import { sum } from "./amounts.js";
import { button, unfolding } from "./controls.js";
import { oneHand } from "./deals.js";
import { make } from "./elements.js";
import { actions, sign } from "./shown.js";
import { after, signed } from "./words.js";
/** @import { Shown } from "./shown.js" */
/** @import { Tool } from "./tool.js" */

const MODULUS = 2 ** 31 - 1;

/** A hand that was among so many that were asked last is not asked again. */
const RECENT = 40;

/** How close two actions can be asked to be, in thousandths of a big blind or of the pot. */
const CLOSE = ["200", "100", "50", "20"];

/** Numbers from 0 to 1 that a seed determines: the minimal standard of Park and Miller (1988).
@param {number} seed */
function randomNumbers(seed) {
    let x = seed % (MODULUS - 1) + 1;
    const next = () => (x = 48271 * x % MODULUS) / MODULUS;
    for (let n = 0; n < 10; n++) next();
    return next;
}

/** The first index at which the running sum of weights exceeds a share of all.
@param {Iterable<number>} given @param {number} share */
function drawFrom(given, share) {
    const weights = [...given];
    let left = share * sum(weights);
    const at = weights.findIndex(weight => (left -= weight) < 0);
    return at < 0 ? weights.findLastIndex(Boolean) : at;
}

/** @type {Record<string, string>} */
const SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** A hand's cards; of many alike, two. @param {string} hand */
function cardSymbols(hand) {
    const [high, low, kind] = hand, two = `${high}s${low}${kind === "s" ? "s" : "h"}`;
    return (hand.length > 3 ? hand : two).replace(/[cdhs]/g, suit => SYMBOLS[suit]);
}

/** A reader's game against a tool's solution. The browser keeps how many decisions were right, if
it keeps anything.

@typedef {{ player: number, set: number, first: number, names: string[] }} Turn
@typedef {{ pair: number[], row: Float64Array, last: number[], lines: string[] }} Dealt
@typedef {Dealt & { turn?: Turn, told?: string }} Hand */
export class Trainer {
    /** What is played: a game, and seat and seed. @type {Shown} */
    game;
    key = "";
    /** What was played to its end. */
    over = "";
    /** Decisions, with what was lost by each.
    @type {{ player: number, set: number, hand: number, i: number, lost: number,
    done: string }[]} */
    decided = [];
    hands = 0;
    /** What was asked last: seats and hands. @type {string[]} */
    recent = [];
    /** Of all games: decisions, right ones, what the others cost. */
    score = [0, 0, 0];
    kept = "";
    won = 0;
    player = 0;
    /** So much may be lost by what is as good as another action. */
    slack = 0;
    /** @type {() => number} */
    number;
    /** @type {Float64Array} */
    dealt;
    /** The hand that waits for the reader. @type {Hand & { turn: Turn } | undefined} */
    asked;

    /** @param {Tool} tool */
    constructor(tool) {
        this.tool = tool;
        const [, thousandth] = tool.thousandth;
        const close = CLOSE.map(value => [value, `within ${value} ${thousandth}`]);
        this.actions = make("span.explorer-choices");
        this.ender = button("End", () => this.end());
        this.told = make("div.explorer-table", { role: "status" });
        this.dear = make("div");
        this.starter = button("New game", () => {
            tool.set({ seed: String(1 + Math.floor(Math.random() * 1e6)) }, "seed");
            this.box.focus();
        });
        /** @type {(event: KeyboardEvent) => void} */
        const keydown = event => this.press(event);
        this.box = make("div", { tabindex: -1, role: "group", "aria-label": "Your game", keydown },
            make("div.explorer-controls",
                ...tool.control("seat", "Your seat",
                    Object.fromEntries([...tool.players, "both, in turn"].entries())),
                ...tool.control("close", "How close",
                    { "": "all decisions", ...Object.fromEntries(close) }),
                this.starter, this.ender),
            this.actions, this.told, this.dear);
        this.element = unfolding("Play against it", make("p", "You are dealt hands with a "
            + "decision, and play against the charts. A mistake costs what the best action earns "
            + "more; a showdown pays what the hands win on average. Click an action, or type its "
            + "number or first letter."), this.box);
        this.hide(false);
    }

    /** Hide the charts while somebody plays, and else what he plays with.
    @param {boolean} playing */
    hide(playing) {
        this.tool.charts.hidden = this.tool.mixers.hidden = playing;
        this.actions.hidden = this.ender.hidden = !playing;
        if (!playing) this.asked = undefined;
    }

    /** A number, or the first letter of an action, chooses it. @param {any} event */
    press(event) {
        const { ctrlKey, metaKey, altKey, target, key } = event;
        if (!this.asked || ctrlKey || metaKey || altKey || target.matches("select")) return;
        const at = this.asked.turn.names.findIndex((name, i) =>
            [name[0], String(i + 1)].includes(key.toLowerCase()));
        if (at < 0) return;
        event.preventDefault();
        this.choose(at);
    }

    /** Begin, if the tool has come to another game, seat or seed. */
    follow() {
        const { state: { seat, seed, close }, game, busy } = this.tool;
        const key = `${seat} ${seed} ${close}`;
        if (busy || !game || this.game === game && this.key === key) return;
        const slack = Math.max(game.width, 1e-6);
        Object.assign(this, { game, key, slack, decided: [], recent: [], hands: 0, won: 0 });
        if (!seed) for (const part of [this.told, this.dear]) part.replaceChildren();
        if (!seed || this.over === key) return this.hide(false);
        this.element.open = true;
        this.hide(true);
        // 0 is another game each time.
        this.number = randomNumbers(Number(seed) || Math.floor(1e6 * Math.random()));
        this.dealt = game.reach(0);
        this.next();
    }

    /** Whose decision follows two sequences, and which. @param {number[]} last
    @returns {Turn | undefined} */
    at(last) {
        const { tree } = this.game;
        for (const player of [0, 1]) {
            const set = tree.sets[player].findIndex(([, parent, opponent]) =>
                parent === last[player] && opponent === last[1 - player]);
            if (set >= 0) return { player, set, first: tree.sets[player][set][3],
                names: actions(tree, player, set) };
        }
    }

    /** What a pair of hands pays the reader after both players' last sequences, on average.
    @param {Dealt} hand */
    pays({ pair, row, last }) {
        const { tree, deal, bonus } = this.game;
        const won = deal.times(1, 1, oneHand(deal, pair[0]))[pair[1]] / row[pair[1]];
        const ends = tree.ends.filter(end => end[0] === last[0] && end[1] === last[1]);
        const paid = sum(ends.map(([, , shown, chips]) => chips * (shown ? won : 1)));
        return bonus + sign(this.player) * paid;
    }

    /** What each action earns with a hand. @param {number} hand @param {Turn} turn */
    earned(hand, { player, set, names }) {
        return names.map((_, i) => this.game.earns(player, set, i, [hand]));
    }

    /** Whether a decision is as close as the reader wants them. @param {Hand} hand */
    close({ pair, turn }) {
        const [unit] = this.tool.thousandth, { close } = this.tool.state;
        if (!turn || !close) return Boolean(turn);
        const [best, next] = this.earned(pair[this.player], turn).sort((a, b) => b - a);
        return best - next <= Number(close) * unit;
    }

    /** Let the other player act until the reader has a choice or the hand is over; he tells it.
    @param {Hand} hand */
    onwards(hand) {
        const { game, tool: { who } } = this, told = [];
        let turn = this.at(hand.last);
        while (turn && (turn.player !== this.player || turn.names.length < 2)) {
            const { player, set, first, names } = turn, own = hand.pair[player];
            const i = drawFrom(game.acts(player, set).map(column => column[own]), this.number());
            hand.last[player] = first + i;
            if (player !== this.player) told.push(`${who[player]}: ${names[i]}`);
            turn = this.at(hand.last);
        }
        return Object.assign(hand, { turn, told: told.join(", ") });
    }

    /** Deal hands until the reader is asked. @param {...string} before */
    next(...before) {
        const { deal } = this.game, seat = Number(this.tool.state.seat);
        for (let tries = 0; tries < 3000; tries++) {
            // In turn, unless one of the seats has nothing to choose.
            this.player = seat < 2 ? seat : (this.hands + Number(tries > 1500)) % 2;
            const one = drawFrom(this.dealt, this.number());
            const row = deal.times(1, 0, oneHand(deal, one));
            const pair = [one, drawFrom(row, this.number())];
            const hand = this.onwards({ pair, row, last: [0, 0], lines: [] });
            if (!this.close(hand)) continue;
            const own = `${this.player} ${pair[this.player]}`;
            if (this.recent.includes(own)) {
                // Where fewer hands have a decision, the oldest may come again.
                if (tries % 100 === 99) this.recent.shift();
                continue;
            }
            this.recent = [...this.recent, own].slice(-RECENT);
            this.hands++;
            return this.ask(hand, ...before);
        }
        this.hide(false);
        this.say(...before, "You never get a decision here.");
    }

    /** Ask the reader. @param {Hand} hand @param {...string} before */
    ask(hand, ...before) {
        this.asked = /** @type {Hand & { turn: Turn }} */ (hand);
        const { turn: { names }, pair, told } = this.asked, { state, players } = this.tool;
        const own = this.game.deal.hands[pair[this.player]];
        const focused = /** @type {Element} */ (document.activeElement);
        const active = [...this.actions.children].indexOf(focused);
        const choices = names.map((name, i) => button(name, () => this.choose(i)));
        this.actions.replaceChildren(...choices);
        // Where nothing else has the focus, keys choose at once.
        if (active >= 0 || focused === document.body)
            (choices[active] ?? choices[0]).focus({ preventScroll: true });
        const seat = state.seat === "2" ? `, ${players[this.player]}` : "";
        const held = cardSymbols(own) + (own.length > 3 ? "" : ` (${own})`);
        this.say(...before,
            `Deal ${this.hands}${seat}: you hold ${held}${told && `; ${told}`}.`);
        this.bringIntoSight();
    }

    /** Scroll to the buttons, which the question follows, if it is below the screen. */
    bringIntoSight() {
        if (this.told.getBoundingClientRect().bottom > innerHeight) this.actions.scrollIntoView();
    }

    /** @param {number} i */
    choose(i) {
        if (!this.asked) return;
        const { pair, turn, lines, last } = this.asked, { set, first, names } = turn;
        const { player, slack, tool: { unit, who }, game: { tree, deal } } = this;
        const hand = pair[player];
        const earned = this.earned(hand, turn), most = Math.max(...earned);
        const lost = most - earned[i], good = earned.filter(other => most - other <= slack).length;
        this.keep(lost);
        const own = deal.hands[hand], [history] = tree.sets[player][set];
        const done = `${own}, ${after(history)}: ${names[i]}`;
        this.decided.push({ player, set, hand, i, lost, done });
        const judged = lost > slack ? `a mistake of ${lost.toFixed(4)} ${unit}`
            : good < 2 ? "right" : `as good as ${names.length > 2 ? "another" : "the other"}`;
        const said = `${names[i]} with ${own}: ${judged}.`;
        last[player] = first + i;
        const then = this.onwards(this.asked);
        if (then.turn) {
            lines.push(said);
            return this.ask(then, ...lines);
        }
        const paid = this.pays(then), he = who[1 - player];
        this.won += paid;
        const other = deal.hands[pair[1 - player]], told = then.told && ` Then ${then.told}.`;
        this.next(...lines, `${said}${told} You had ${own}, ${he} ${other}. `
            + `It pays ${signed(paid, 2)} ${unit}.`);
    }

    /** Add a decision to the score that the browser keeps, if it lets this page.
    @param {number} lost */
    keep(lost) {
        const right = lost <= this.slack, [unit, name] = this.tool.thousandth;
        const key = `quiz ${this.tool.kind}`;
        try {
            this.score = JSON.parse(localStorage.getItem(key) ?? "[0,0,0]");
        } catch {}
        const more = [1, Number(right), right ? 0 : lost / unit];
        const [all, best, whole] = this.score = this.score.map((part, i) => part + more[i]);
        try {
            localStorage.setItem(key, JSON.stringify(this.score));
        } catch {}
        this.kept = `Your score so far: ${best} of ${all} right, `
            + `${(whole / all).toFixed(1)} ${name} lost a decision.`;
    }

    /** Tell lines, the score, and what cost most: the hand, what was done with it, the price.
    @param {...(string | Node)} lines */
    say(...lines) {
        const { decided, slack, tool: { unit } } = this, many = decided.length;
        const cost = sum(decided.map(({ lost }) => lost)).toFixed(4);
        if (many) lines.push(`After ${many} decision${many === 1 ? "" : "s"}: `
            + `${signed(this.won, 2)} ${unit}, mistakes ${cost} ${unit}.`, this.kept);
        this.told.replaceChildren(...lines.map(line => make("p", line)));
        const wrong = decided.filter(({ lost }) => lost > slack);
        const prices = [...new Set(wrong.map(({ done }) => done))].map(done => {
            const same = wrong.filter(one => one.done === done), many = same.length;
            const told = done + (many > 1 ? `, ${many} times` : "");
            return { told, cost: many * same[0].lost };
        });
        const rows = prices.sort((a, b) => b.cost - a.cost).slice(0, 5)
            .map(({ told, cost }) => make("li", `${told}, cost ${cost.toFixed(4)} ${unit}`));
        this.dear.replaceChildren(
            ...rows.length ? ["Most expensive:", make("ol", {}, ...rows)] : []);
    }

    /** Show what the reader has played. */
    end() {
        this.hide(false);
        this.starter.focus();
        this.over = this.key;
        const lines = [0, 1].flatMap(player => this.review(player));
        const nothing = lines.length ? "No mistakes." : "No decisions.";
        this.say(...lines, ...this.dear.hasChildNodes() ? [] : [nothing]);
    }

    /** What was played in a seat: the range, what it can lose at most, and a button that locks it.
    @param {number} player */
    review(player) {
        const { tool, game } = this, sets = game.tree.sets[player], who = tool.who[player];
        const shares = game.behaviour(player, game.plans[player]), seen = new Map();
        for (const { set, hand, i } of this.decided.filter(one => one.player === player)) {
            const [, , , first, stop] = sets[set], key = `${set} ${hand}`;
            const taken = [...seen.get(key) ?? [], i];
            seen.set(key, taken);
            for (let s = first; s < stop; s++)
                shares[s][hand] = taken.filter(other => other === s - first).length / taken.length;
        }
        if (!seen.size) return [];
        const free = tool.free ?? game;
        const least = sum(free.continued(1 - player, game.plan(player, shares))[0]);
        const exploited = Math.max(sign(player) * (free.value - least), 0).toFixed(4);
        const lost = "All else as in the charts, an opponent who knows it can "
            + `win ${exploited} ${tool.unit} a deal more than the game is worth.`;
        const asked = "you were asked about", [[, , , first, stop]] = sets;
        const acted = shares[stop - 1];
        if (sets.length > 1 || stop - first !== 2)
            return [`As ${who} ${asked} ${seen.size} different hands and decisions.`, lost];
        const range = tool.text(acted.map((share, at) => seen.has(`0 ${at}`) ? share : 0), 4);
        return [`Your range as ${who}, of the ${seen.size} hands that ${asked}: ${range}.`, lost,
            button(`See what it loses: lock ${who}'s range`,
                () => tool.locker.lock(tool.views[player], tool.text(acted, 4)))];
    }
}
