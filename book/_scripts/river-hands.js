/* What hands are called on a river: sets, top pairs, missed draws. */

import { cardOf, rankOf, suitOf } from "./cards.js";
import { rankHand } from "./evaluator.js";
import { wholeNumbers } from "./numbers.js";

/** What hands are called, from the best. */
export const HAND_CLASSES = ["straight flush", "quads", "full house", "flush", "straight", "set",
    "trips", "two pair", "overpair", "top pair", "lower pair", "draw missed", "nothing"];

/** The categories of `rankHand`, of which it is the first of six digits to the base of 13. */
const STRAIGHT_FLUSH = 8;
const FLUSH = 5;
const STRAIGHT = 4;
const TRIPS = 3;
const TWO_PAIR = 2;
const BASE = 13;
const DIGITS_AFTER_CATEGORY = 5;

/** How many of the last digits are kickers, by category: from high card to three of a kind. */
const KICKER_DIGITS = [5, 4, 3, 4];

/** The category of a hand.
@param {number} strength */
const categoryOf = strength => Math.floor(strength / BASE ** DIGITS_AFTER_CATEGORY);

/** The ranks that count most in a hand, in order.
@param {number} strength
@param {number} count */
const firstRanks = (strength, count) => wholeNumbers(1, count).map(place =>
    Math.floor(strength / BASE ** (DIGITS_AFTER_CATEGORY - place)) % BASE);

/** Whether another river than the last card would have made a straight or a flush of two cards.
@param {number[]} board
@param {number[]} holeCards */
function isMissedDraw(board, holeCards) {
    const turn = board.slice(0, 4), suits = holeCards.map(suitOf);
    return suits.some(suit => wholeNumbers(0, 12).some(rank => {
        const rivered = [...turn, cardOf(rank, suit)];
        const strength = rankHand([...rivered, ...holeCards]);
        return [STRAIGHT, FLUSH, STRAIGHT_FLUSH].includes(categoryOf(strength))
            && strength > rankHand(rivered);
    }));
}

/** Which of the classes two cards are on a board, whose last card is the river.
@param {number[]} board
@param {number[]} holeCards
@returns {string} */
export function handClassOf(board, holeCards) {
    const strength = rankHand([...board, ...holeCards]), category = categoryOf(strength);
    const kickers = BASE ** (KICKER_DIGITS[category] ?? 0);
    /** What is made, without kickers.
    @type {(number: number) => number} */
    const made = number => Math.floor(number / kickers);
    if (made(strength) <= made(rankHand(board)))
        return isMissedDraw(board, holeCards) ? "draw missed" : "nothing";
    const [first, second] = holeCards.map(rankOf), top = Math.max(...board.map(rankOf));
    if (category > TRIPS) return HAND_CLASSES[STRAIGHT_FLUSH - category];
    if (category === TRIPS) return first === second ? "set" : "trips";
    // A pair of the board is everybody's.
    const paired = (category === TWO_PAIR ? firstRanks(strength, 2) : firstRanks(strength, 1))
        .filter(rank => rank === first || rank === second);
    if (paired.length > 1) return "two pair";
    if (first === second && first > top) return "overpair";
    return paired[0] === top ? "top pair" : "lower pair";
}
