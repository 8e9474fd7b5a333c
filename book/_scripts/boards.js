/* Two exact hands, all-in before the flop: every board that can come, counted. */

import { cardsOfCombo, rankOf, suitOf } from "./cards.js";
import { rankHand } from "./evaluator.js";
import { sum, wholeNumbers } from "./numbers.js";

/** On how many boards the first of two combos wins, they tie, and it loses.
@typedef {object} BoardCounts
@property {number} win
@property {number} tie
@property {number} lose */

/** What has been counted, by the two combos.
@type {Map<string, BoardCounts>} */
const boardCounts = new Map();

/** On how many boards the first of two combos wins, they tie, and it loses, counted once for each
two.
@param {number} first
@param {number} second */
export function boardsOf(first, second) {
    const key = `${first} ${second}`, known = boardCounts.get(key) ?? countBoards(first, second);
    boardCounts.set(key, known);
    return known;
}

/** How many cards there are of each rank, as the digits of a number to the base of 5; several cards
have the sum.
@param {number} card */
const rankDigits = card => 5 ** rankOf(card);

/** How many cards there are of each suit, as the digits of a number to the base of 16.
@param {number} card */
const suitDigits = card => 16 ** suitOf(card);

/** Whether a suit comes five times: a digit from 5 up has its highest bit once 3 is added.
@param {number} suits  digits of all cards */
const hasFlush = suits => (suits + 0x3333 & 0x8888) !== 0;

/** Count on how many boards the first of two combos wins, they tie, and it loses: on none,
if they share a card.

Where no suit comes five times, only the ranks of seven cards count: each such seven is ranked once.
@param {number} first
@param {number} second */
function countBoards(first, second) {
    /** @type {BoardCounts} */
    const counts = { win: 0, tie: 0, lose: 0 };
    const hands = [cardsOfCombo(first), cardsOfCombo(second)], dealt = hands.flat();
    if (new Set(dealt).size < 4) return counts;
    const deck = wholeNumbers(0, 51).filter(card => !dealt.includes(card));
    const ranks = deck.map(rankDigits), suits = deck.map(suitDigits);
    const ownRanks = hands.map(hand => sum(hand.map(rankDigits)));
    const ownSuits = hands.map(hand => sum(hand.map(suitDigits)));
    /** What is known of seven cards without a flush, by their ranks.
    @type {Map<number, number>} */
    const known = new Map();
    /** The indices of a board's cards in the deck. */
    const board = [0, 0, 0, 0, 0];
    /** How good a player's hand is with the board, which has these ranks and suits.
    @type {(player: number, rank: number, suit: number) => number} */
    const strength = (player, rank, suit) => {
        const rankCards = () => rankHand(
            [...hands[player], ...board.map(deckIndex => deck[deckIndex])]);
        if (hasFlush(suit + ownSuits[player])) return rankCards();
        const key = rank + ownRanks[player];
        let found = known.get(key);
        if (found === undefined) {
            found = rankCards();
            known.set(key, found);
        }
        return found;
    };
    /** Deal the board's cards from one on, from an index of the deck on, and count the boards.
    @type {(card: number, from: number, rank: number, suit: number) => void} */
    const deal = (card, from, rank, suit) => {
        if (card === 5) {
            const lead = strength(0, rank, suit) - strength(1, rank, suit);
            if (lead > 0) counts.win++;
            else if (lead < 0) counts.lose++;
            else counts.tie++;
            return;
        }
        for (let deckIndex = from; deckIndex < deck.length; deckIndex++) {
            board[card] = deckIndex;
            deal(card + 1, deckIndex + 1, rank + ranks[deckIndex], suit + suits[deckIndex]);
        }
    };
    deal(0, 0, 0, 0);
    return counts;
}
