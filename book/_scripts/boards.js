/* Two exact hands, all-in before the flop: every board that can come, counted. */

import { cardsOfCombo, rankOf, suitOf } from "./cards.js";
import { rankHand } from "./evaluator.js";
import { wholeNumbers } from "./numbers.js";

/** What has been counted, by the two combos. @type {Map<string, Counted>} */
const boardCounts = new Map();

/** On how many boards the first of two combos wins, they tie, and it loses.
@typedef {{ win: number, tie: number, lose: number }} Counted */

/** The same, counted once for each two. @param {number} first @param {number} second */
export function boardsOf(first, second) {
    const key = `${first} ${second}`, known = boardCounts.get(key) ?? countBoards(first, second);
    boardCounts.set(key, known);
    return known;
}

/** The same; none, if they share a card.

Where no suit comes five times, only the ranks of seven cards count: each such seven is ranked once.
@param {number} first @param {number} second */
function countBoards(first, second) {
    /** @type {Counted} */
    const counts = { win: 0, tie: 0, lose: 0 };
    const hands = [cardsOfCombo(first), cardsOfCombo(second)];
    const dealt = hands.flat();
    if (new Set(dealt).size < 4) return counts;
    const deck = wholeNumbers(0, 51).filter(card => !dealt.includes(card));
    // How many cards there are of each rank, and of each suit, as the digits of a number.
    /** @type {(card: number) => number} */
    const ofRank = card => 5 ** rankOf(card), ofSuit = card => 16 ** suitOf(card);
    const ranks = deck.map(ofRank), suits = deck.map(ofSuit);
    const own = hands.map(([one, two]) =>
        ({ rank: ofRank(one) + ofRank(two), suit: ofSuit(one) + ofSuit(two) }));
    /** @type {Map<number, number>} */
    const known = new Map(), board = [0, 0, 0, 0, 0];
    /** @type {(player: number, rank: number, suit: number) => number} */
    const strength = (player, rank, suit) => {
        const cards = () => rankHand([...hands[player], ...board.map(place => deck[place])]);
        // A digit from 5 up has its highest bit once 3 is added.
        if (suit + own[player].suit + 0x3333 & 0x8888) return cards();
        const key = rank + own[player].rank;
        let rankOfHand = known.get(key);
        if (rankOfHand === undefined) known.set(key, rankOfHand = cards());
        return rankOfHand;
    };
    /** @type {(at: number, from: number, rank: number, suit: number) => void} */
    const deal = (at, from, rank, suit) => {
        if (at === 5) {
            const more = strength(0, rank, suit) - strength(1, rank, suit);
            if (more > 0) counts.win++;
            else if (more < 0) counts.lose++;
            else counts.tie++;
            return;
        }
        for (let place = from; place < deck.length; place++) {
            board[at] = place;
            deal(at + 1, place + 1, rank + ranks[place], suit + suits[place]);
        }
    };
    deal(0, 0, 0, 0);
    return counts;
}
