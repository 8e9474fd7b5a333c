/* Who may hold what, and who wins at showdown: the deals of pokerlab/deals.py.

A deal multiplies one of its two matrices, of how likely hands meet or of what they win, by a column
of the opponent's, as the player sees it: `times(player, showdown, column, result)`. */

import { sum } from "./amounts.js";
import { unpackDeal } from "./deal.js";

/** What a game asks of a deal, and what a chart asks besides.
@typedef {(player: number, showdown: number, column: ArrayLike<number>,
    result?: Float64Array) => Float64Array} Times
@typedef {{ n: number, times: Times }} AnyDeal
@typedef {AnyDeal & { hands: string[], combos?: number[],
    at: (player: number, hand: number) => number[] }} ChartDeal */

/** The column of an opponent who has one hand. @param {AnyDeal} deal @param {number} hand */
export const oneHand = (deal, hand) => new Float64Array(deal.n).fill(1, hand, hand + 1);

/** All hands before the flop: how often a pair of them meets, and what it adds to the value per
chip staked. */
export class Deal {
    /** @param {ReturnType<typeof unpackDeal>} counts */
    constructor(counts) {
        const { n, hands, combos, weight, margin, total, boards } = this.counts = counts;
        this.n = n;
        this.hands = hands;
        this.combos = combos;
        this.matrices = [weight.map(many => many / total), margin.map(won => won / total / boards)];
        this.rows = new Int32Array(n + 3);
        this.shares = new Float64Array(n + 3);
    }

    /** The combos of a cell of the chart: here it is one thing.
    @param {number} player @param {number} hand */
    at(player, hand) {
        return [hand];
    }

    /** Row k stands for column k: how hands meet is symmetric, what they win changes its sign. Four
    rows at a time take half as long. @type {Times} */
    times(player, showdown, column, result = new Float64Array(this.n)) {
        const { n, rows, shares, matrices: { [showdown]: matrix } } = this;
        const sign = showdown && !player ? -1 : 1;
        let many = 0;
        for (let k = 0; k < n; k++) if (column[k]) {
            shares[many] = sign * column[k];
            rows[many++] = n * k;
        }
        shares.fill(0, many);
        result.fill(0);
        for (let at = 0; at < many; at += 4) {
            const a = rows[at], b = rows[at + 1], c = rows[at + 2], d = rows[at + 3];
            const p = shares[at], q = shares[at + 1], r = shares[at + 2], s = shares[at + 3];
            for (let i = 0; i < n; i++) result[i] +=
                p * matrix[a + i] + q * matrix[b + i] + r * matrix[c + i] + s * matrix[d + i];
        }
        return result;
    }
}

/** How good the best five of seven cards are, as a number: pokerlab/evaluator.py.

A card is 4 times its rank, from the deuce, and its suit. @param {number[]} cards */
export function strength(cards) {
    const suited = [0, 0, 0, 0], many = new Array(13).fill(0);
    for (const card of cards) {
        suited[card & 3] |= 1 << (card >> 2);
        many[card >> 2]++;
    }
    const DOWN = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    /** @type {(mask: number) => number[]} */
    const ranks = mask => DOWN.filter(rank => mask >> rank & 1);
    /** @type {(mask: number) => number} */
    const straight = mask => DOWN.find(low => ((mask << 1 | mask >> 12) >> low & 31) === 31) ?? -1;
    const mask = suited.reduce((a, b) => a | b), flush = suited.find(own => ranks(own).length > 4);
    /** @type {(category: number, digits: number[]) => number} */
    const number = (category, digits) =>
        [0, 1, 2, 3, 4].reduce((sum, at) => 13 * sum + (digits[at] ?? 0), category);
    const [first, second] = ranks(mask).sort((a, b) => many[b] - many[a]);
    /** @type {(count: number, ...heads: number[]) => number[]} */
    const others = (count, ...heads) =>
        [...heads, ...ranks(mask).filter(rank => !heads.includes(rank)).slice(0, count)];
    if (flush && straight(flush) >= 0) return number(8, [straight(flush)]);
    if (many[first] === 4) return number(7, others(1, first));
    if (many[first] === 3 && many[second] > 1) return number(6, [first, second]);
    if (flush) return number(5, ranks(flush));
    if (straight(mask) >= 0) return number(4, [straight(mask)]);
    if (many[first] === 3) return number(3, others(2, first));
    if (many[second] === 2) return number(2, others(1, first, second));
    return many[first] === 2 ? number(1, others(3, first)) : number(0, ranks(mask));
}

/** A board, the two cards of each combo, and its weight in either range.
@typedef {{ board: number[], cards: number[][], weights: number[][] }} RiverSpot */

/** Two ranges on a river. `cards` are the two of each combo, `weights` its weight in either range.

Combos are numbered by their strength. Those that share a card are not dealt together: a product is
sums of all combos and of those that are beaten, less what holds one of a combo's own two cards. */
export class RiverDeal {
    /** @param {RiverSpot} spot */
    constructor({ board, cards, weights }) {
        const ranks = cards.map(own => strength([...board, ...own])), n = this.n = ranks.length;
        const order = [...ranks.keys()].sort((a, b) => ranks[a] - ranks[b]);
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
        const all = this.scale = sum(this.times(0, 0, new Float64Array(n).fill(1)));
        this.weights[1] = this.weights[1].map(weight => weight / all);
    }

    /** @type {Times} */
    times(player, showdown, column, result = new Float64Array(this.n)) {
        const { n, column: weighed, weights: { [player]: own, [1 - player]: other } } = this;
        let all = 0;
        for (let at = 0; at < n; at++) all += weighed[at] = other[at] * column[at];
        if (showdown) this.beat(result);
        else this.meet(all, result);
        // What is left of sums that cancel is none.
        const noise = 1e-14 * all, sign = showdown && player ? -1 : 1;
        for (let at = 0; at < n; at++)
            result[at] = Math.abs(result[at]) > noise ? sign * own[at] * result[at] : 0;
        return result;
    }

    /** What each combo meets, of so much in all.
    @param {number} all @param {Float64Array} result */
    meet(all, result) {
        const { n, one, two, held, column } = this;
        held.fill(0);
        for (let at = 0; at < n; at++) this.hold(at);
        for (let at = 0; at < n; at++)
            result[at] = all - held[one[at]] - held[two[at]] + column[at];
    }

    /** Add a combo to what holds each card. @param {number} at */
    hold(at) {
        this.held[this.one[at]] += this.column[at];
        this.held[this.two[at]] += this.column[at];
    }

    /** What each combo beats, from the weakest on, less what beats it, from the strongest.
    @param {Float64Array} result */
    beat(result) {
        const { n, one, two, starts, ends, held, column } = this;
        result.fill(0);
        for (const step of [1, -1]) {
            const first = step > 0 ? 0 : n - 1;
            let all = 0;
            held.fill(0);
            for (let at = first, next = first; at >= 0 && at < n; at += step) {
                for (; step > 0 ? next < starts[at] : next >= ends[at]; next += step) {
                    all += column[next];
                    this.hold(next);
                }
                result[at] += step * (all - held[one[at]] - held[two[at]]);
            }
        }
    }
}
