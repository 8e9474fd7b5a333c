/* Who may hold what, and who wins at showdown: the deals of pokerlab/deals.py.

A deal multiplies one of its two matrices, of how likely hands meet or of what they win, by a column
of the opponent's, as the player sees it: `multiply(player, showdown, column, result)`. */

import { sum } from "./amounts.js";
import { rankHands } from "./ranges.js";
/** @import { Counts } from "./counts.js" */

/** What a game asks of a deal, and what a chart asks besides.
@typedef {(player: number, showdown: boolean, column: ArrayLike<number>,
    result?: Float64Array) => Float64Array} Multiply
@typedef {{ n: number, multiply: Multiply }} AnyDeal
@typedef {AnyDeal & { hands: string[], combos?: number[],
    inCell: (player: number, cell: number) => number[] }} ChartDeal */

/** The column of an opponent who has one hand. @param {AnyDeal} deal @param {number} hand */
export const oneHand = (deal, hand) => new Float64Array(deal.n).fill(1, hand, hand + 1);

/** All hands before the flop: how often a pair of them meets, and what it adds to the value per
chip staked. */
export class HoldemDeal {
    /** @param {Counts} counts */
    constructor(counts) {
        const { n, hands, combos, weights, margins, total, boards } = counts;
        this.counts = counts;
        this.n = n;
        this.hands = hands;
        this.combos = combos;
        this.bestHands = rankHands(counts);
        this.prior = weights.map(ways => ways / total);
        this.balance = margins.map(boardsWon => boardsWon / total / boards);
        // Where the rows begin that a product adds up, and how much of each.
        this.rows = new Int32Array(n + 3);
        this.factors = new Float64Array(n + 3);
    }

    /** The hands in a cell of the chart: here it is one.
    @param {number} player @param {number} cell */
    inCell(player, cell) {
        return [cell];
    }

    /** Row k is column k: how hands meet is symmetric, what they win changes its sign. Four rows at
    a time take half as long. @type {Multiply} */
    multiply(player, showdown, column, result = new Float64Array(this.n)) {
        const { n, rows, factors } = this, matrix = showdown ? this.balance : this.prior;
        const sign = showdown && !player ? -1 : 1;
        let count = 0;
        for (let k = 0; k < n; k++) {
            if (!column[k]) continue;
            factors[count] = sign * column[k];
            rows[count] = n * k;
            count++;
        }
        factors.fill(0, count);
        result.fill(0);
        for (let k = 0; k < count; k += 4) {
            const a = rows[k], b = rows[k + 1], c = rows[k + 2], d = rows[k + 3];
            const p = factors[k], q = factors[k + 1], r = factors[k + 2], s = factors[k + 3];
            for (let i = 0; i < n; i++) result[i] +=
                p * matrix[a + i] + q * matrix[b + i] + r * matrix[c + i] + s * matrix[d + i];
        }
        return result;
    }
}

const RANKS_DOWN = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

/** The ranks of a set of them, the highest first. @param {number} mask  a bit for each rank */
const ranksOf = mask => RANKS_DOWN.filter(rank => mask >> rank & 1);

/** How high the highest straight is, 0 for five high, undefined if there is none. The ace is below
the deuce, too. @param {number} mask */
const straightOf = mask =>
    RANKS_DOWN.find(low => ((mask << 1 | mask >> 12) >> low & 31) === 31);

/** How good the best five of seven cards are, as a number: pokerlab/evaluator.py.

A card is 4 times its rank, from the deuce, and its suit. @param {number[]} cards */
export function strength(cards) {
    const bySuit = [0, 0, 0, 0], counts = new Array(13).fill(0);
    for (const card of cards) {
        bySuit[card & 3] |= 1 << (card >> 2);
        counts[card >> 2]++;
    }
    const all = bySuit.reduce((a, b) => a | b), flush = bySuit.find(own => ranksOf(own).length > 4);
    // The ranks that there are most of, of as many the highest.
    const [first, second] = ranksOf(all).sort((a, b) => counts[b] - counts[a]);
    /** @type {(category: number, digits: number[]) => number} */
    const number = (category, digits) =>
        [0, 1, 2, 3, 4].reduce((sum, place) => 13 * sum + (digits[place] ?? 0), category);
    /** These ranks, and so many kickers.
    @type {(kickers: number, ...ranks: number[]) => number[]} */
    const withKickers = (kickers, ...ranks) => [
        ...ranks, ...ranksOf(all).filter(rank => !ranks.includes(rank)).slice(0, kickers),
    ];
    const straight = straightOf(all), straightFlush = flush && straightOf(flush);
    if (straightFlush !== undefined) return number(8, [straightFlush]);
    if (counts[first] === 4) return number(7, withKickers(1, first));
    if (counts[first] === 3 && counts[second] > 1) return number(6, [first, second]);
    if (flush) return number(5, ranksOf(flush));
    if (straight !== undefined) return number(4, [straight]);
    if (counts[first] === 3) return number(3, withKickers(2, first));
    if (counts[second] === 2) return number(2, withKickers(1, first, second));
    if (counts[first] === 2) return number(1, withKickers(3, first));
    return number(0, ranksOf(all));
}

/** A board, the two cards of each combo, and its weight in either range.
@typedef {{ board: number[], cards: number[][], weights: number[][] }} RiverSpot */

/** Two ranges on a river. `cards` are the two of each combo, `weights` its weight in either range.

Combos are numbered by their strength. Those that share a card are not dealt together: a product is
sums of all combos and of those that are beaten, less what holds one of a combo's own two cards. */
export class RiverDeal {
    /** @param {RiverSpot} spot */
    constructor({ board, cards, weights }) {
        const unordered = cards.map(own => strength([...board, ...own]));
        const order = [...unordered.keys()].sort((a, b) => unordered[a] - unordered[b]);
        const n = order.length, strengths = order.map(combo => unordered[combo]);
        this.n = n;
        this.cards = order.map(combo => cards[combo]);
        this.firstCards = Int32Array.from(this.cards, own => own[0]);
        this.secondCards = Int32Array.from(this.cards, own => own[1]);
        // Where a combo's equals begin and end.
        this.starts = Int32Array.from(strengths, own => strengths.indexOf(own));
        this.stops = Int32Array.from(strengths, own => strengths.lastIndexOf(own) + 1);
        this.weights = weights.map(own => Float64Array.from(order, combo => own[combo]));
        // Of the opponent: how likely each combo is, and how likely each card is held.
        this.weighted = new Float64Array(n);
        this.byCard = new Float64Array(52);
        this.scale = sum(this.multiply(0, false, new Float64Array(n).fill(1)));
        this.weights[1] = this.weights[1].map(weight => weight / this.scale);
    }

    /** @type {Multiply} */
    multiply(player, showdown, column, result = new Float64Array(this.n)) {
        const { n, weighted } = this, own = this.weights[player], other = this.weights[1 - player];
        let total = 0;
        for (let i = 0; i < n; i++) {
            weighted[i] = other[i] * column[i];
            total += weighted[i];
        }
        if (showdown) this.addShowdowns(result);
        else this.addMeetings(total, result);
        // What is left of sums that cancel is none.
        const noise = 1e-14 * total, sign = showdown && player ? -1 : 1;
        for (let i = 0; i < n; i++)
            result[i] = Math.abs(result[i]) > noise ? sign * own[i] * result[i] : 0;
        return result;
    }

    /** What each combo meets, of so much in all.
    @param {number} total @param {Float64Array} result */
    addMeetings(total, result) {
        const { n, firstCards, secondCards, byCard, weighted } = this;
        byCard.fill(0);
        for (let i = 0; i < n; i++) this.addToCards(i);
        // What holds both cards is the same combo, taken away twice.
        for (let i = 0; i < n; i++)
            result[i] = total - byCard[firstCards[i]] - byCard[secondCards[i]] + weighted[i];
    }

    /** Add a combo to what holds each card. @param {number} combo */
    addToCards(combo) {
        this.byCard[this.firstCards[combo]] += this.weighted[combo];
        this.byCard[this.secondCards[combo]] += this.weighted[combo];
    }

    /** What each combo beats less what beats it. @param {Float64Array} result */
    addShowdowns(result) {
        const { n, starts, stops } = this;
        result.fill(0);
        this.addInOrder(result, 1, 0, combo => starts[combo]);
        this.addInOrder(result, -1, n - 1, combo => stops[combo] - 1);
    }

    /** Add to each combo what those before it hold of other cards: those that it beats, from the
    weakest on, or those that beat it, from the strongest.
    @param {Float64Array} result @param {number} step  1 from the weakest, -1 from the strongest
    @param {number} begin @param {(combo: number) => number} firstEqual  in that order */
    addInOrder(result, step, begin, firstEqual) {
        const { n, firstCards, secondCards, byCard, weighted } = this;
        let total = 0, next = begin;
        byCard.fill(0);
        for (let i = begin; i >= 0 && i < n; i += step) {
            const end = firstEqual(i);
            for (; next !== end; next += step) {
                total += weighted[next];
                this.addToCards(next);
            }
            result[i] += step * (total - byCard[firstCards[i]] - byCard[secondCards[i]]);
        }
    }
}
