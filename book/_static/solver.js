/* The explorer's solver: a deal times a betting tree, solved where the page is read.

The trees are those of pokerlab/betting.py, the brackets those of pokerlab/games.py, the iteration is
HS-DCFR of pokerlab/solvers/cfr.py, the end that of double_oracle.py. It is one function that needs nothing
from outside: the page calls it for trees and brackets, and hands its text to a Web Worker. */

"use strict";

function pokerlabSolver() {

/* ---- amounts ---- */

/** What is wrong with what was asked, in words for who asked. */
class Refusal extends Error {}
const refuse = (name, given, needed) => { throw new Refusal(`${name}: ${given} given, ${needed} needed`); };

/** Amounts are decimals: what binary arithmetic adds to one is taken away again. */
const tidy = number => Number(number.toPrecision(12));

/** The number that a decimal is, or a fraction such as 1/3; NaN for other texts. */
function read(text) {
    const written = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) || /^[+-]?\d+\/\d+$/.test(text);
    const [above, below = 1] = written && text.length <= 100 ? text.split("/").map(Number) : [];
    return Number.isFinite(above / below) ? above / below : NaN;
}

function amount(name, given, least = 0) {
    const text = String(given).trim(), number = read(text);
    if (Number.isNaN(number)) refuse(name, text.slice(0, 20) || "nothing", "a number");
    if (number < least || Object.is(number, -0)) refuse(name, text, `at least ${least}`);
    return number;
}

function whole(name, given, least, most) {
    const number = amount(name, given, -Infinity);
    if (!Number.isInteger(number) || number < least || number > most) refuse(name, given, `a whole number from ${least} to ${most}`);
    return number;
}

/** An amount as it was typed, exactly. */
const exact = (name, given) => (amount(name, given), exactly(given));

function positive(name, given) {
    if (!(amount(name, given) > 0)) refuse(name, given, "more than 0");
    return exactly(given);
}

function blinds(small, big) {
    const [s, b] = [exact("small blind", small), exact("big blind", big)];
    if (below(b, s)) refuse("small blind", small, `at most the big blind, ${big},`);
    return [s, b];
}

/** What texts name exactly, as text: amounts one after another, and runs such as 2:40, by ones. */
function sizes(name, text) {
    const found = listed(text).flatMap(part => {
        const ends = part.split(":"), [from, to = from] = ends.map(end => amount(name, end));
        if (ends.length > 2 || !(from <= to)) refuse(name, part, "a run such as 2:40");
        if (to - from >= MOST) refuse(name, part, `at most ${MOST} sizes`);
        const start = exactly(ends[0]), length = Math.floor(tidy(to - from)) + 1;
        return Array.from({ length }, (_, i) => written(plus(start, [BigInt(i), 1n])));
    });
    return [...new Set(found)].sort((a, b) => read(a) - read(b));
}

/** The parts of a text between blanks and commas. */
const listed = text => String(text).split(/[\s,]+/).filter(Boolean);

/** How many times the bet that is faced a raise is; 0 for the pot. */
function multiple(size) {
    const many = size.endsWith("x") ? read(size.slice(0, -1)) : NaN;
    if (!(many >= 2 || size === "pot")) refuse("raises", size, "pot or a multiple from 2x up");
    return many ? exactly(size.slice(0, -1)) : NONE;
}

/** @typedef {[above: bigint, below: bigint]} Fraction */
/** @type {(a: bigint, b: bigint) => bigint} */
const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0n ? -a : a; };
/** @type {(one: Fraction) => Fraction} */
const reduced = ([above, below]) => { const by = gcd(above, below) || 1n; return below < 0n ? [-above / by, -below / by] : [above / by, below / by]; };

/** A decimal or fraction, as it was typed, exactly: what is above its line, and below. @param {string} text */
function exactly(text) {
    const [above, below] = String(text).trim().split("/");
    if (below) return reduced([BigInt(above), BigInt(below)]);
    const [number, power = "0"] = above.toLowerCase().split("e"), [whole, part = ""] = number.split(".");
    const scale = Number(power) - part.length, digits = BigInt(whole + part || "0");
    return reduced(scale < 0 ? [digits, 10n ** BigInt(-scale)] : [digits * 10n ** BigInt(scale), 1n]);
}

/** @type {(one: Fraction, other: Fraction) => Fraction} */
const times = ([a, b], [c, d]) => reduced([a * c, b * d]);
/** @type {(one: Fraction, other: Fraction) => Fraction} */
const plus = ([a, b], [c, d]) => reduced([a * d + c * b, b * d]);
const less = (one, other) => plus(one, times([-1n, 1n], other)), below = ([a, b], [c, d]) => a * d < c * b;

/** Of integers that are too long for a number 300 digits count. @param {Fraction} one */
function float([above, below]) {
    const extra = 10n ** BigInt(Math.max(String(below).length - 300, 0)), whole = above / below;
    return BigInt.asIntN(64, whole) === whole ? Number(above / extra) / Number(below / extra) : Number(whole);
}

/** A decimal or fraction minus another, exactly. @param {string} one @param {string} other */
const minus = (one, other) => written(less(exactly(one), exactly(other)));

/** An exact amount as a decimal where that says it, else as a fraction. */
function written(fraction) {
    const decimal = String(tidy(float(fraction))), [above, below] = exactly(decimal);
    return above === fraction[0] && below === fraction[1] ? decimal : fraction.join("/");
}

/* ---- betting trees ---- */

/** So many decisions may a tree have that is solved while a reader waits. */
const MOST = 1000;

/** @type {Fraction[]} */
const [NONE, TWO, THREE] = [[0n, 1n], [2n, 1n], [3n, 1n]];
const fold = lost => ({ fold: float(lost) });
const show = (stake, dead = NONE) => ({ stake: float(stake), dead: float(dead) });

/** A round of betting, as `build` of pokerlab/betting.py makes it: `raises` tells to what a bet may be raised, and what that is called. */
function bets(setting, raises, own, bet, posted = NONE, turns = Infinity, opening = "call") {
    let made = 0;
    const act = (player, own, bet, least, turns, closing) => {
        if (++made > MOST) throw new Refusal(`${setting} make more than ${MOST} decisions: this page solves no more`);
        const lost = plus(posted, own), end = show(plus(posted, bet)), passing = below(own, bet) ? "call" : closing ? "check" : opening;
        const actions = /** @type {any[]} */ (passing === "call" ? [["fold", fold(player ? lost : less(NONE, lost))]] : []);
        actions.push([passing, closing ? end : act(1, bet, bet, least, turns - 1, true)]);
        if (turns > 0) for (const [name, to] of raises(bet, least, turns))
            actions.push([name, act(1 - player, bet, to, less(to, bet), turns - 1, true)]);
        return actions.length > 1 ? { player, actions } : end;
    };
    return act(0, own, bet, bet, turns, false);
}

/** No limit: the first bets, and raises to multiples of a bet, or to whole chips if there are none. */
const untilAllIn = (setting, own, bet, posted, most, multiples, first = []) => bets(setting, (bet, least) => {
    const [above, under] = plus(bet, least), found = new Map();
    for (let to = (above + under - 1n) / under; !multiples && below([to, 1n], most) && found.size < MOST; to++) found.set(String(to), [to, 1n]);
    const several = bet[0] ? multiples?.map(many => many[0] ? times(many, bet) : plus(times(THREE, bet), times(TWO, posted))) : first;
    for (const to of several ?? []) if (below(to, most)) found.set(written(to), to);
    const named = [...found].sort(([, one], [, other]) => below(one, other) ? -1 : 1);
    return below(bet, most) ? [...named.map(([text, to]) => [`${bet[0] ? "raise to" : "bet"} ${text}`, to]), ["all-in", most]] : [];
}, own, bet, posted, Infinity, bet[0] ? "call" : "check");

const BLINDS = ["small blind", "big blind"];

const builders = {
    "push-fold"({ stack, other, sb, bb, ante, dead }) {
        const first = positive("stack", stack), second = other === "" ? first : positive("stack", other);
        const extra = exact("big-blind ante", dead), before = exact("ante", ante), [small, big] = blinds(sb, bb).map(blind => plus(before, blind));
        const unit = float(positive("big blind", bb));
        if (!below(extra, second)) refuse("big-blind ante", dead, `less than the big blind's stack, ${written(second)},`);
        const left = less(second, extra), risk = below(first, left) ? first : left;
        const answers = [["fold", fold(plus(big, extra))], ["call", show(risk, extra)]];
        const answer = { player: 1, actions: answers.slice(below(big, risk) ? 0 : 1) };
        return [{ player: 0, actions: [["fold", fold(less(NONE, small))], ["push", answer]].slice(below(small, risk) ? 0 : 1) }, BLINDS, unit];
    },

    "one-round"({ raises, reraises = "", turns = 2, sb, bb }) {
        const first = sizes("raises", raises), later = sizes("reraises", reraises), most = whole("turns", turns, 1, 100);
        if (!first.length) refuse("raises", "none", "at least one");
        if (later[0] === "0") refuse("reraises", 0, "more than 0");
        const larger = (bet, _, left) => (left === most ? first : later).filter(size => size !== "0").map(size => [`raise ${size}`, plus(bet, exactly(size))]);
        const [small, big] = blinds(sb, bb), root = bets("these raises", larger, small, big, NONE, most);
        if (first[0] !== "0") root.actions.splice(1, 1);
        return [root, ["Alice", "Bob"]];
    },

    preflop({ blinds: posted, nr, raise, betting, live }) {
        const [sb, bb, ...more] = String(posted).split("/");
        if (bb === undefined || more.length) refuse("blinds", posted || "nothing", "two such as 0.5/1");
        const [small, big] = blinds(sb, bb), size = positive("raise", raise), most = 2 * whole("actions each", nr, 1, 100);
        const larger = bet => [["raise", plus(bet, betting === "limit" ? size : times(times(TWO, bet), size))]];
        const root = bets("so many actions", larger, small, big, NONE, most);
        if (live === "yes") root.actions[1][1].actions.unshift(["fold", fold(big)]);
        else root.actions[1][1] = show(big);
        return [root, BLINDS];
    },

    "no-limit"({ stack, other, raises, sb, bb, ante }) {
        const [small] = blinds(sb, bb), big = positive("big blind", bb), before = exact("ante", ante);
        const least = other === "" || amount("stack", stack) <= amount("stack", other) ? stack : other, most = less(exact("stack", least), before);
        if (!below(big, most)) refuse("stack", least, `more than ${written(plus(big, before))}, the big blind and the ante,`);
        const given = listed(raises), multiples = given.join() === "all" ? undefined : given.map(multiple);
        if (!given.length) refuse("raises", "none", "at least one");
        return [untilAllIn("these raises with this stack", small, big, before, most, multiples), BLINDS];
    },

    river({ pot, stack, bets, raises }) {
        const half = times(positive("pot", pot), [1n, 2n]), most = positive("stack", stack);
        const [shares, multiples] = [["bets", bets], ["raises", raises]].map(([name, text]) => {
            const given = listed(text);
            if (!given.length) refuse(name, "nothing", "sizes or none");
            return given.join() === "none" ? [] : given.map(name === "raises" ? multiple : size => {
                const part = size === "pot" ? "100%" : size, number = part.replace(/%$/, ""), share = read(number);
                if (!(share > 0 && (part !== number || share <= 10))) refuse("bets", size, "a part of the pot, such as 60%,");
                return times(times(exactly(number), [1n, part === number ? 1n : 100n]), exactly(pot));
            });
        });
        return [untilAllIn("these sizes with this stack", NONE, NONE, half, most, multiples, shares), ["first player", "second player"]];
    },
};

/** A setting's tree in sequence form, numbered in the order in which it is written.

`players` and `sequences` are names; `sets` are rows of history, parent, the opponent's sequence, first
child and last child + 1; `ends` of both players' last sequences, whether hands are shown, and chips,
which in push or fold are big blinds. @param {string} kind @param {State} setting @returns {Tree} */
function build(kind, setting) {
    const [root, players, unit = 1] = builders[kind](setting);
    const sequences = [[""], [""]], sets = /** @type {DecisionSet[][]} */ ([[], []]), ends = /** @type {number[][]} */ ([]);
    const visit = (node, history, last) => {
        if (!node.actions) {
            const fixed = node.fold ?? node.dead / 2;
            if ("stake" in node) ends.push([...last, 1, (node.stake + Math.abs(node.dead) / 2) / unit]);
            if ("fold" in node || fixed) ends.push([...last, 0, fixed / unit]);
            return;
        }
        const { player, actions } = node, names = sequences[player], first = names.length;
        sets[player].push([history, last[player], last[1 - player], first, first + actions.length]);
        const histories = actions.map(([name]) => history ? `${history}, ${name}` : name);
        names.push(...histories);
        actions.forEach(([, child], i) => visit(child, histories[i],
            player ? [last[0], first + i] : [first + i, last[1]]));
    };
    visit(root, "", [0, 0]);
    const amounts = ends.map(end => Math.abs(end[3])).filter(Boolean);
    if (Math.max(...amounts) >= 2 ** 53 * Math.min(...amounts))
        throw new Refusal("the amounts are so far apart that the smaller ones are lost beside the larger");
    return { players, sequences, sets, ends };
}

/* ---- games ---- */

/** What a pair of hands adds to the value per chip staked; how likely it is follows from the hands' names. */
class Deal {
    /** @param {ReturnType<typeof pokerlabDeal>} counts */
    constructor(counts) {
        const { n, hands, margin, total, boards } = this.counts = counts;
        this.n = n;
        this.hands = hands;
        this.combos = counts.combos;
        this.ranks = [0, 1].map(card => Int32Array.from(hands, hand => hand.charCodeAt(card)));
        this.payoff = margin.map(won => won / (total * boards));
        // What a column has: where rows of its hands begin, and their weights.
        this.rows = new Int32Array(n + 3);
        this.weights = new Float64Array(n + 3);
    }

    /** The combos of a cell of the chart: here it is one thing. */
    at(player, hand) {
        return [hand];
    }

    /** A matrix times a column of the opponent's, as the player sees it. */
    times(player, showdown, column, result = new Float64Array(this.n)) {
        const { n, payoff, rows, weights } = this;
        if (!showdown) return this.meet(result, column);
        let many = 0;
        result.fill(0);
        // Row k stands for column k: the matrix is the opposite of its transpose. Four rows at a time take half as long.
        for (let hand = 0; hand < n; hand++) if (column[hand]) {
            rows[many] = n * hand;
            weights[many++] = player ? column[hand] : -column[hand];
        }
        while (many % 4) weights[many++] = 0;
        for (let at = 0; at < many; at += 4) {
            let a = rows[at], b = rows[at + 1], c = rows[at + 2], d = rows[at + 3];
            const p = weights[at], q = weights[at + 1], r = weights[at + 2], s = weights[at + 3];
            for (let i = 0; i < n; i++) result[i] += p * payoff[a++] + q * payoff[b++] + r * payoff[c++] + s * payoff[d++];
        }
        return result;
    }

    /** A combo meets all others but those that have one of its two cards, which count itself twice; of each rank a quarter has its card. */
    meet(result, column) {
        const { n, combos, ranks: [one, two], counts: { total } } = this, held = new Float64Array(128);
        let all = 0;
        for (let hand = 0; hand < n; hand++) {
            const weight = combos[hand] * column[hand];
            all += weight;
            held[one[hand]] += weight / 4;
            held[two[hand]] += weight / 4;
        }
        for (let hand = 0; hand < n; hand++) result[hand] = combos[hand] * (all - held[one[hand]] - held[two[hand]] + column[hand]) / total;
        return result;
    }
}

/** How good the best five of seven cards are, as a number; a card is 4 times its rank, from the deuce, and its suit. */
function strength(cards) {
    const suited = [0, 0, 0, 0], many = new Array(13).fill(0);
    for (const card of cards) {
        suited[card & 3] |= 1 << (card >> 2);
        many[card >> 2]++;
    }
    const ranks = mask => [...many.keys()].reverse().filter(rank => mask >> rank & 1);
    const straight = mask => [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].find(low => ((mask << 1 | mask >> 12) >> low & 31) === 31);
    const mask = suited[0] | suited[1] | suited[2] | suited[3], flush = suited.find(own => ranks(own).length > 4);
    const number = (category, digits) => [0, 1, 2, 3, 4].reduce((sum, at) => 13 * sum + (digits[at] ?? 0), category);
    const [first, second] = ranks(mask).sort((a, b) => many[b] - many[a]);
    const others = (count, ...heads) => [...heads, ...ranks(mask).filter(rank => !heads.includes(rank)).slice(0, count)];
    if (flush && straight(flush) !== undefined) return number(8, [straight(flush)]);
    if (many[first] === 4) return number(7, others(1, first));
    if (many[first] === 3 && many[second] > 1) return number(6, [first, second]);
    if (flush) return number(5, ranks(flush));
    if (straight(mask) !== undefined) return number(4, [straight(mask)]);
    if (many[first] === 3) return number(3, others(2, first));
    if (many[second] === 2) return number(2, others(1, first, second));
    return many[first] === 2 ? number(1, others(3, first)) : number(0, ranks(mask));
}

/** Two ranges on a river. `cards` are the two of each combo, `weights` its weight in either range.

Combos are numbered by their strength. Those that share a card are not dealt together: a product is sums of
all combos and of those that are beaten, less what holds one of a combo's own two cards. */
class RiverDeal {
    constructor({ board, cards, weights }) {
        const ranks = cards.map(own => strength([...board, ...own])), order = [...ranks.keys()].sort((a, b) => ranks[a] - ranks[b]), n = this.n = order.length;
        this.cards = order.map(combo => cards[combo]);
        this.one = Int32Array.from(this.cards, own => own[0]);
        this.two = Int32Array.from(this.cards, own => own[1]);
        // Where a combo's equals begin and end.
        const strengths = order.map(combo => ranks[combo]);
        this.starts = Int32Array.from(strengths, own => strengths.indexOf(own));
        this.ends = Int32Array.from(strengths, own => strengths.lastIndexOf(own) + 1);
        this.weights = weights.map(own => Float64Array.from(order, combo => own[combo]));
        this.column = new Float64Array(n);
        this.held = new Float64Array(52);
        const met = this.times(0, 0, new Float64Array(n).fill(1)).reduce((a, b) => a + b, 0);
        this.scale = met;
        this.weights[1] = this.weights[1].map(weight => weight / met);
    }

    times(player, showdown, column, result = new Float64Array(this.n)) {
        const { n, column: weighed } = this, own = this.weights[player], other = this.weights[1 - player];
        let all = 0;
        for (let at = 0; at < n; at++) all += weighed[at] = other[at] * column[at];
        if (showdown) this.beat(result);
        else this.meet(result, all);
        // What is left of sums that cancel is none.
        const noise = 1e-14 * all, sign = showdown && player ? -1 : 1;
        for (let at = 0; at < n; at++) result[at] = Math.abs(result[at]) > noise ? sign * own[at] * result[at] : 0;
        return result;
    }

    meet(result, all) {
        const { n, one, two, held, column } = this;
        held.fill(0);
        for (let at = 0; at < n; at++) {
            held[one[at]] += column[at];
            held[two[at]] += column[at];
        }
        for (let at = 0; at < n; at++) result[at] = all - held[one[at]] - held[two[at]] + column[at];
    }

    /** What each combo beats, from the weakest on, less what beats it, from the strongest. */
    beat(result) {
        const { n, one, two, starts, ends, held, column } = this;
        result.fill(0);
        for (const step of [1, -1]) {
            const first = step > 0 ? 0 : n - 1;
            let sum = 0;
            held.fill(0);
            for (let at = first, next = first; at >= 0 && at < n; at += step) {
                for (; step > 0 ? next < starts[at] : next >= ends[at]; next += step) {
                    sum += column[next];
                    held[one[next]] += column[next];
                    held[two[next]] += column[next];
                }
                result[at] += step * (sum - held[one[at]] - held[two[at]]);
            }
        }
    }
}

/** A deal times a tree. A plan is a column per sequence; `locks` holds what a player does in some sets.

A lock is, for a player and the number of one of his sets, the share of each action per hand: there he
has no choice, in a best response either. All values are player 0's. */
class Game {
    /** @param {AnyDeal} deal @param {Tree} tree @param {Locks} locks */
    constructor(deal, tree, locks = [{}, {}]) {
        this.deal = deal;
        this.tree = tree;
        this.locks = locks;
        // What a player faces at a time: his endings after one sequence of the other's.
        this.ends = [0, 1].map(player => tree.ends.toSorted((a, b) => a[1 - player] - b[1 - player] || a[2] - b[2]));
        this.column = new Float64Array(deal.n);
    }

    columns(player, value = 0) {
        return this.tree.sequences[player].map(() => new Float64Array(this.deal.n).fill(value));
    }

    /** What each hand and sequence of a player earns by its own endings, given the opponent's plan. */
    values(player, other, worth = this.columns(player)) {
        const { deal, column } = this;
        let [sequence, shown] = [-1, -1];
        for (const own of worth) own.fill(0);
        for (const { [player]: own, [1 - player]: faced, 2: showdown, 3: chips } of this.ends[player]) {
            if (faced !== sequence || showdown !== shown) deal.times(player, shown = showdown, other[sequence = faced], column);
            const target = worth[own];
            for (let hand = 0; hand < deal.n; hand++) target[hand] += chips * column[hand];
        }
        return worth;
    }

    /** What they are worth if a best response goes on from there. */
    continued(player, other) {
        const worth = this.values(player, other), best = player ? Math.min : Math.max;
        const sets = this.tree.sets[player];
        for (let j = sets.length - 1; j >= 0; j--) {
            const [, parent, , first, stop] = sets[j], lock = this.locks[player][j];
            for (let hand = 0; hand < this.deal.n; hand++) {
                let most = lock ? 0 : worth[first][hand];
                for (let s = first; s < stop; s++) most = lock ? most + lock[s - first][hand] * worth[s][hand] : best(most, worth[s][hand]);
                worth[parent][hand] += most;
            }
        }
        return worth;
    }

    /** Both players' best answers to two plans. */
    answers(plans) {
        return [0, 1].map(player => this.continued(player, plans[1 - player]));
    }

    /** What two plans guarantee: bounds on the value. */
    bracket(plans, worth = this.answers(plans)) {
        return [1, 0].map(player => worth[player][0].reduce((a, b) => a + b));
    }

    /** The probability of each sequence's last action where it is taken; equal where nothing is known. */
    behaviour(player, plan) {
        const shares = this.columns(player, 1);
        this.tree.sets[player].forEach(([, , , first, stop], j) => {
            for (let hand = 0; hand < this.deal.n; hand++) {
                let total = 0;
                for (let s = first; s < stop; s++) total += plan[s][hand];
                for (let s = first; s < stop; s++) shares[s][hand] = this.locks[player][j]
                    ? this.locks[player][j][s - first][hand] : total > 0 ? plan[s][hand] / total : 1 / (stop - first);
            }
        });
        return shares;
    }

    plan(player, behaviour) {
        const plan = this.columns(player, 1);
        for (const [, parent, , first, stop] of this.tree.sets[player])
            for (let s = first; s < stop; s++)
                for (let hand = 0; hand < this.deal.n; hand++) plan[s][hand] = plan[parent][hand] * behaviour[s][hand];
        return plan;
    }

    /** A plan without the actions that are hardly ever taken, of a share less than `least`. */
    without(player, plan, least) {
        const shares = this.behaviour(player, plan);
        for (const [j, [, , , first, stop]] of this.tree.sets[player].entries())
            if (!this.locks[player][j]) for (const column of shares.slice(first, stop)) column.forEach((share, hand) => { if (share < least) column[hand] = 0; });
        return this.plan(player, this.behaviour(player, shares));
    }

    /** What the page is told of what was found. */
    told(found) {
        return found;
    }
}

/** A game in which one player keeps to his locks with a probability only, and is free otherwise.

He knows whether he is: of each of his sequences but the first there are two, free and bound. The other's
optimal plan is the restricted Nash response of M. Johanson, M. Zinkevich and M. Bowling (Computing robust
counter-strategies, 2007). */
class Doubted extends Game {
    constructor(deal, tree, locks, belief) {
        const player = locks.findIndex(own => Object.keys(own).length), many = tree.sequences[player].length - 1;
        const { [player]: own } = tree.sets, bound = sequence => sequence && sequence + many, split = [1 - belief, belief];
        const twice = own.map(([history, parent, opponent, first, stop]) => [history, bound(parent), opponent, first + many, stop + many]);
        const asked = tree.sets[1 - player].map(([history, parent, opponent, ...children]) => [history, parent, [opponent, bound(opponent)], ...children]);
        super(deal, {
            ...tree,
            sequences: tree.sequences.with(player, [...tree.sequences[player], ...tree.sequences[player].slice(1)]),
            sets: [asked, asked].with(player, [...own, ...twice]),
            ends: tree.ends.flatMap(end => end[player]
                ? split.map((share, copy) => end.with(player, end[player] + copy * many).with(3, share * end[3])) : [end]),
        }, [{}, {}].with(player, Object.fromEntries(Object.entries(locks[player]).map(([j, lock]) => [Number(j) + own.length, lock]))));
        this.player = player;
        this.many = many;
        this.split = split;
    }

    /** What is told of each sequence, once: of his plan the mixture of both, and what they are worth together. */
    told({ plans, worth, bracket }) {
        const { player, many, split } = this;
        const once = (/** @type {Plan} */ columns, /** @type {number[]} */ [free, bound]) => columns.slice(0, many + 1).map((column, s) => s ? column.map((entry, hand) => free * entry + bound * columns[s + many][hand]) : column);
        return { plans: plans.with(player, once(plans[player], split)), worth: worth.with(player, once(worth[player], [1, 1])), bracket };
    }
}

/* ---- the end game: a linear program over the actions that matter ---- */

/** What x >= 0 with matrix x <= right makes objective x largest, the rows' prices, and which of x and the rows' slacks are basic; or null.

First the `wanted` ones are made basic, as far as they can be. Then both sides are moved as far as makes that basis optimal, and
pivots bring them back: the self-dual parametric method of G. B. Dantzig (Linear programming and extensions, 1963). */
function simplex(matrix, right, objective, wanted) {
    const n = objective.length, m = right.length, wide = n + 2, last = m * wide, moved = last + wide, spare = moved + wide;
    const inside = right.map((_, i) => n + i), outside = objective.map((_, j) => j), table = new Float64Array(spare + wide);
    const filled = new Int32Array(wide), entries = new Float64Array(wide), rows = new Int32Array(m + 4), factors = new Float64Array(m + 4);
    matrix.forEach((row, i) => table.set(row, i * wide));
    right.forEach((entry, i) => { table[i * wide + n] = entry; });
    table.set(objective.map(c => -c), last);
    const pivot = (row, column) => {
        const start = row * wide, by = table[start + column];
        let many = 0, some = 0;
        table[start + column] = 1;
        for (let j = 0; j < wide; j++) {
            const entry = Math.abs(table[start + j]) > 1e-12 ? table[start + j] / by : 0;
            if ((table[start + j] = entry)) entries[many] = table[start + (filled[many++] = j)];
        }
        for (let at = 0; at < spare; at += wide) {
            const factor = table[at + column];
            if (at === start) continue;
            table[at + column] = 0;
            if (Math.abs(factor) > 1e-12) factors[some] = factor, rows[some++] = at;
        }
        for (; some % 4; some++) factors[some] = 0, rows[some] = spare;
        for (let i = 0; i < some; i += 4) {
            const a = rows[i], b = rows[i + 1], c = rows[i + 2], d = rows[i + 3];
            const p = factors[i], q = factors[i + 1], r = factors[i + 2], s = factors[i + 3];
            for (let k = 0; k < many; k++) {
                const j = filled[k], entry = entries[k];
                table[a + j] -= p * entry;
                table[b + j] -= q * entry;
                table[c + j] -= r * entry;
                table[d + j] -= s * entry;
            }
        }
        [inside[row], outside[column]] = [outside[column], inside[row]];
    };
    for (let j = 0; j < n; j++) {
        let row = -1, most = wanted[j] ? 1e-5 : Infinity;
        for (let i = 0; i < m; i++) if (!wanted[inside[i]] && Math.abs(table[i * wide + j]) > most) most = Math.abs(table[(row = i) * wide + j]);
        if (row >= 0) pivot(row, j);
    }
    // Of ties there is no end: no two sides move alike.
    for (let i = 0; i < m; i++) table[i * wide + n + 1] = 1 + 0.618 * i % 1;
    for (let j = 0; j < n; j++) table[moved + j] = 1 + 0.618 * (m + j) % 1;
    for (let left = 10 * (n + m); left; left--) {
        let row = -1, column = -1, far = 1e-11, least = Infinity;
        const nearer = (side, shift, entry) => {
            const ratio = entry > 1e-9 ? (side + far * shift) / entry : Infinity;
            return ratio < least && ((least = ratio), true);
        };
        for (let j = 0; j < n; j++) if (table[moved + j] > 1e-12 && -table[last + j] > far * table[moved + j]) far = -table[last + (column = j)] / table[moved + j];
        for (let at = n; at < last; at += wide) if (table[at + 1] > 1e-12 && -table[at] > far * table[at + 1]) [far, row] = [-table[at] / table[at + 1], (at - n) / wide];
        if (row < 0 && column < 0) {
            const found = new Float64Array(n + m), basic = new Uint8Array(n + m);
            inside.forEach((at, i) => { basic[at] = 1; if (at < n) found[at] = table[i * wide + n]; });
            outside.forEach((at, j) => { if (at >= n) found[at] = table[last + j]; });
            return [found.slice(0, n), found.slice(n), basic];
        }
        if (row >= 0) {
            column = -1;
            for (let j = 0; j < n; j++) if (nearer(table[last + j], table[moved + j], -table[row * wide + j])) column = j;
        } else for (let i = 0; i < m; i++) if (nearer(table[i * wide + n], table[i * wide + n + 1], table[i * wide + column])) row = i;
        if (row < 0 || column < 0) return null;
        pivot(row, column);
    }
    return null;
}

/** Two plans that are optimal as long as both players keep to some actions; or null.

Of these each hand has a base in each set, and directions: so much more of another and less of the
base, with what is played behind each. The payoff is linear in how far each player goes in his. Where a
player is locked, or the other never comes, he plays as the guess does. `basic` is what the last program ended with. */
function among(game, kept, guess, many, basic) {
    const { sets, ends } = game.tree, { n } = game.deal, parts = [];
    for (const player of [0, 1]) {
        const likely = game.behaviour(player, guess[player]), shares = likely.map(column => column.slice()), choices = [], directions = [];
        let ways = 0;
        for (let j = sets[player].length - 1; j >= 0; j--) {
            const [, , asked, first, stop] = sets[player][j];
            if (j in game.locks[player] || ![asked].flat().some(sequence => kept[1 - player][sequence].some(Boolean))) continue;
            for (let hand = 0; hand < n; hand++) {
                const played = [];
                for (let s = first; s < stop; s++) if (kept[player][s][hand]) played.push(s);
                if (!played.length) continue;
                const best = played.reduce((a, b) => likely[b][hand] > likely[a][hand] ? b : a);
                for (let s = first; s < stop; s++) shares[s][hand] = Number(s === best);
                if (played.length > 1) choices.push({ j, hand, best, others: played.filter(s => s !== best) });
                if ((ways += played.length - 1) > many) return null;
            }
        }
        for (const { j, hand, best, others } of choices)
            for (const s of others) {
                const steps = [[s, 1], [best, -1]];
                for (const [from, by] of steps)
                    for (const [, parent, , first, stop] of sets[player])
                        if (parent === from) for (let t = first; t < stop; t++) if (shares[t][hand]) steps.push([t, by * shares[t][hand]]);
                directions.push({ s, hand, steps });
            }
        const limits = choices.map(({ hand, best }) => directions.map(way => way.hand === hand ? -way.steps.find(([s]) => s === best)?.[1] || 0 : 0));
        parts.push({ base: game.plan(player, shares), choices, directions, limits });
    }
    const [own, other] = parts, unit = n * n;
    const slopes = (player, worth) => parts[player].directions.map(({ hand, steps }) => steps.reduce((sum, [s, by]) => sum + unit * by * worth[s][hand], 0));
    const most = ({ base, choices }) => choices.map(({ hand, best }) => base[best][hand]);
    const met = new Map(own.directions.map(({ hand }) => [hand, [0, 1].map(showdown => game.deal.times(1, showdown, new Float64Array(n).fill(1, hand, hand + 1)))]));
    const gains = own.directions.map(({ hand, steps }) => {
        const worth = [0, 1].map(() => new Float64Array(other.base.length)), [meets, wins] = met.get(hand) ?? [], moved = new Map(/** @type {[number, number][]} */ (steps));
        for (const [s, t, showdown, chips] of ends) worth[showdown][t] += chips * (moved.get(s) ?? 0);
        return Float64Array.from(other.directions, ({ hand, steps }) => {
            let sum = 0;
            for (let i = 0; i < steps.length; i++) {
                const [t, by] = steps[i];
                sum += by * (worth[0][t] * meets[hand] + worth[1][t] * wins[hand]);
            }
            return unit * sum;
        });
    });
    const named = (player, parts) => parts.map(({ s, best = s, hand }) => [player, best, hand].join());
    const names = [...named(0, own.directions), ...named(1, other.choices), ...named(0, own.choices), ...named(1, other.directions)];
    const columns = own.directions.length + other.choices.length;
    const found = simplex(
        [...own.limits,
            ...other.directions.map((_, e) => [...gains.map(row => -row[e]), ...other.limits.map(row => -row[e])])],
        [...most(own), ...slopes(1, game.values(1, own.base))],
        [...slopes(0, game.values(0, other.base)), ...most(other).map(limit => -limit)],
        names.map((name, i) => basic.get(name) ?? i >= columns));
    found?.[2].forEach((is, i) => basic.set(names[i], is));
    return found && [found[0], found[1].slice(own.choices.length)].map((lengths, player) => {
        const { base, directions } = parts[player];
        directions.forEach(({ hand, steps }, i) => {
            for (const [s, by] of steps) base[s][hand] += by * lengths[i];
        });
        return game.plan(player, game.behaviour(player, base.map(column => column.map(entry => Math.max(entry, 0)))));
    });
}

/** Better and better plans: of programs over the actions of two plans and whatever best responses add. */
function* finish(game, guess, plans, many) {
    const { sets } = game.tree, kept = plans.map(plan => plan.map(column => column.map(Math.sign))), basic = new Map();
    for (let more = true; more;) {
        const better = among(game, kept, guess, basic.size ? MOST : many, basic);
        if (!better) return;
        const worth = game.answers(better);
        yield { plans: better, worth, bracket: game.bracket(better, worth) };
        more = false;
        for (const player of [0, 1]) {
            const earned = game.values(player, better[1 - player]), best = player ? Math.min : Math.max;
            for (let hand = 0; hand < game.deal.n; hand++) {
                const has = better[player].reduce((sum, column, s) => sum + column[hand] * earned[s][hand], 0);
                if (Math.abs(worth[player][0][hand] - has) < 1e-9 / 4 / game.deal.n) continue;
                const path = new Set([0]);
                for (const [j, [, parent, , first, stop]] of sets[player].entries()) {
                    if (!path.has(parent)) continue;
                    const values = worth[player].slice(first, stop).map(column => column[hand]), lock = game.locks[player][j];
                    // Where the other never comes, nothing pays.
                    if (!lock && values.every(value => !value)) continue;
                    values.forEach((value, i) => {
                        if (lock ? !lock[i][hand] : value !== best(...values)) return;
                        path.add(first + i);
                        more ||= !kept[player][first + i][hand];
                        kept[player][first + i][hand] = 1;
                    });
                }
            }
        }
    }
}

/* ---- counterfactual regret minimisation ---- */

const TINY = 1e-30;
const discount = (n, power) => n ? 1 / (1 + n ** -power) : Number(power > 0);

/** By which powers of the iteration regrets above and below 0 are discounted and strategies weighed, from the part that is over. */
const RULES = { "HS-DCFR": part => [1 + 3 * part, -1 - 2 * part, 30 - 5 * part], DCFR: () => [1.5, 0.5, 5] };

/** Add what a set earns to what led there, and match its shares to regrets unless they are locked. */
function match(values, shares, regrets, [, parent, , first, stop], locked, sign, above, below, earned, total) {
    const before = values[parent], hands = before.length, even = 1 / (stop - first);
    earned.fill(0);
    total.fill(0);
    for (let s = first; s < stop; s++) {
        const share = shares[s], value = values[s];
        for (let hand = 0; hand < hands; hand++) earned[hand] += share[hand] * value[hand];
    }
    for (let hand = 0; hand < hands; hand++) before[hand] += earned[hand];
    if (locked) return;
    for (let s = first; s < stop; s++) {
        const share = shares[s], value = values[s], regret = regrets[s];
        for (let hand = 0; hand < hands; hand++) {
            const old = regret[hand], sum = old * (old > 0 ? above : below) + sign * (value[hand] - earned[hand]);
            regret[hand] = Math.abs(sum) > TINY ? sum : 0;
            total[hand] += share[hand] = sum > TINY ? sum : 0;
        }
    }
    for (let s = first; s < stop; s++) {
        const share = shares[s];
        for (let hand = 0; hand < hands; hand++) share[hand] = total[hand] > 0 ? share[hand] / total[hand] : even;
    }
}

/** Play an action as often as its share says, and let its average move there by 1 / weight. */
function advance(before, share, plan, average, weight) {
    for (let hand = 0; hand < before.length; hand++) {
        const played = before[hand] * share[hand], now = plan[hand] = played > TINY ? played : 0;
        const mean = average[hand] + (now - average[hand]) / weight;
        average[hand] = mean > TINY ? mean : 0;
    }
}

/** The averages after 1, 2, ... iterations of a rule, in one pair of plans that changes in place. */
function* iterate(game, iterations, rule = "HS-DCFR") {
    const { tree, deal: { n: hands }, locks } = game, players = [0, 1];
    const shares = players.map(player => game.behaviour(player, game.columns(player)));
    const plans = players.map(player => game.plan(player, shares[player]));
    const regrets = players.map(player => game.columns(player));
    const averages = players.map(player => game.columns(player)), earnings = players.map(player => game.columns(player));
    const earned = new Float64Array(hands), total = new Float64Array(hands);
    for (const average of averages) average[0].fill(1);
    let weight = 0;
    for (let n = 1; n <= iterations; n++) {
        const [up, down, power] = RULES[rule](n / iterations), above = discount(n - 1, up), below = discount(n - 1, down);
        weight = weight * (1 - 1 / n) ** power + 1;
        for (const player of players) {
            const values = game.values(player, plans[1 - player], earnings[player]), sets = tree.sets[player];
            const [share, regret, plan, average] = [shares, regrets, plans, averages].map(all => all[player]);
            for (let j = sets.length - 1; j >= 0; j--)
                match(values, share, regret, sets[j], j in locks[player], player ? -1 : 1, above, below, earned, total);
            for (const [, parent, , first, stop] of sets)
                for (let s = first; s < stop; s++) advance(plan[parent], share[s], plan[s], average[s], weight);
        }
        yield averages;
    }
}

/* ---- the worker ---- */

const ITERATIONS = 4000, LEAST = 1e-4, LIKELY = 0.03, SLICE = 30;

/** Solve what messages ask for, a slice at a time, so that a tool's newer question ends its older one.

A question has the `tool`, a number, `kind` and `setting` of a tree, `locks`, the `belief` in those of a
player, 1 if left out, how narrow a bracket is wanted and, on a river, the `spot`; to `hold` is to pause, or to go on if it is false. Answers have ever better plans and brackets, the last one `done`. */
function listen(port) {
    const latest = new Map(), held = new Map();
    let deal;
    port.onmessage = ({ data }) => {
        if (data.deal) deal = new Deal(data.deal);
        else latest.set(data.tool, data.number);
        held.get(data.tool)?.();
        held.delete(data.tool);
        if (data.hold) held.set(data.tool, () => {});
        if (data.kind) solve(data).catch(error => port.postMessage({ ...data, error: error.message }));
    };

    async function solve({ tool, number, kind, setting, locks, belief = 1, within, spot }) {
        const dealt = spot ? new RiverDeal(spot) : deal, tree = build(kind, setting);
        const game = belief < 1 ? new Doubted(dealt, tree, locks, belief) : new Game(dealt, tree, locks), players = [0, 1];
        const width = (/** @type {number[]} */ [lower, upper]) => upper - lower;
        let done = 0, look = 10, found = { bracket: [-Infinity, Infinity] }, rested = performance.now(), told = -Infinity;
        const overtaken = async () => {
            if (performance.now() < rested + SLICE) return false;
            await new Promise(resolve => setTimeout(resolve));
            if (held.has(tool)) await new Promise(resolve => held.set(tool, resolve));
            rested = performance.now();
            return latest.get(tool) !== number;
        };
        for (const averages of iterate(game, ITERATIONS, spot ? "DCFR" : "HS-DCFR")) {
            if (await overtaken()) return;
            if (++done < look && done < ITERATIONS) continue;
            look = Math.ceil(1.3 * look);
            const plans = players.map(player => game.without(player, averages[player], LEAST)), worth = game.answers(plans);
            const likely = players.map(player => game.without(player, averages[player], LIKELY));
            let better = /** @type {IteratorResult<any, any>} */ ({ value: { plans, worth, bracket: game.bracket(plans, worth) } });
            for (const programs = finish(game, averages, likely, Math.min(100 + done / 2, 600)); !better.done; better = programs.next()) {
                if (width(better.value.bracket) < width(found.bracket)) found = better.value;
                if (width(found.bracket) <= within) break;
                if (await overtaken()) return;
            }
            const over = width(found.bracket) <= within || done === ITERATIONS;
            if (!over && performance.now() < told + 3 * SLICE + game.tree.ends.length) continue;
            told = performance.now();
            port.postMessage({ tool, number, ...game.told(found), iterations: done, done: over });
            if (over) return;
        }
    }
}

return { Refusal, build, sizes, listed, amount, read, tidy, gcd, reduced, exactly, minus, strength, Deal, RiverDeal, Game, Doubted, ITERATIONS, iterate, listen };
}
