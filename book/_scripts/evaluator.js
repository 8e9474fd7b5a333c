/* How good hands are at showdown: pokerlab/evaluator.py in a page. */

import { rankOf, suitOf } from "./cards.js";

/** All ranks, the ace first. */
const ACE_TO_DEUCE = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

/** The bits of five ranks in a row. */
const FIVE_IN_A_ROW = 0b11111;

/** The ranks of a set of them, the highest first.
@param {number} mask  a bit for each rank */
const ranksOf = mask => ACE_TO_DEUCE.filter(rank => mask >> rank & 1);

/** How high the highest straight is, 0 for five high, undefined if there is none.
@param {number} mask  a bit for each rank */
function straightOf(mask) {
    // The ace is below the deuce, too.
    const fromLowAce = mask << 1 | mask >> 12;
    return ACE_TO_DEUCE.find(low => (fromLowAce >> low & FIVE_IN_A_ROW) === FIVE_IN_A_ROW);
}

/** How good the best five of seven cards are, as a number: its category and five ranks, as digits
to the base of 13.
@param {number[]} cards */
export function rankHand(cards) {
    const bySuit = [0, 0, 0, 0], counts = new Array(13).fill(0);
    for (const card of cards) {
        bySuit[suitOf(card)] |= 1 << rankOf(card);
        counts[rankOf(card)]++;
    }
    const all = bySuit.reduce((some, others) => some | others);
    const flush = bySuit.find(mask => ranksOf(mask).length > 4);
    // The ranks that there are most of, of as many the highest.
    const [first, second] = ranksOf(all).sort((a, b) => counts[b] - counts[a]);
    /** @type {(category: number, digits: number[]) => number} */
    const strength = (category, digits) =>
        [0, 1, 2, 3, 4].reduce((all, place) => 13 * all + (digits[place] ?? 0), category);
    /** Some ranks, and after them so many kickers.
    @type {(kickers: number, ...ranks: number[]) => number[]} */
    const withKickers = (kickers, ...ranks) => [
        ...ranks, ...ranksOf(all).filter(rank => !ranks.includes(rank)).slice(0, kickers),
    ];
    const straight = straightOf(all), straightFlush = flush && straightOf(flush);
    if (straightFlush !== undefined) return strength(8, [straightFlush]);
    if (counts[first] === 4) return strength(7, withKickers(1, first));
    if (counts[first] === 3 && counts[second] > 1) return strength(6, [first, second]);
    if (flush) return strength(5, ranksOf(flush));
    if (straight !== undefined) return strength(4, [straight]);
    if (counts[first] === 3) return strength(3, withKickers(2, first));
    if (counts[second] === 2) return strength(2, withKickers(1, first, second));
    if (counts[first] === 2) return strength(1, withKickers(3, first));
    return strength(0, ranksOf(all));
}
