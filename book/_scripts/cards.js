/* Cards, combos and hands, and how they are written: pokerlab/cards.py in a page.

A card is a number, 4 times its rank from the deuce and its suit. A combo has an id among all of
them, 52 times its higher card and the other. A `handName` is a text, such as AKs. A `chartHand` is
the number of a cell of the chart, row by row. A `dealtHand` is the number of a hand in a deal:
before the flop the same, on a river that of a combo. What knows a deal and no chart, as games.js
does, calls it `hand`, as the package does. */

import { refuse } from "./refusals.js";
import { normalizeText } from "./typed-text.js";

/** Ranks as they are written, from the ace down. */
export const RANKS_DOWN = "AKQJT98765432";
const SUITS = "cdhs";

/** The rank of a card, 0 for a deuce.
@param {number} card */
export const rankOf = card => card >> 2;

/** The suit of a card, 0 for clubs.
@param {number} card */
export const suitOf = card => card & 3;

/** The card of a rank and a suit.
@param {number} rank
@param {number} suit */
export const cardOf = (rank, suit) => 4 * rank + suit;

/** The card that is written so.
@param {string} name  such as Td */
const cardNamed = ([rank, suit]) => cardOf(12 - RANKS_DOWN.indexOf(rank), SUITS.indexOf(suit));

/** A card as it is written, such as Td.
@param {number} card */
export const cardName = card => RANKS_DOWN[12 - rankOf(card)] + SUITS[suitOf(card)];

/** The id of the combo of two cards, in either order.
@param {number} card
@param {number} otherCard */
export const comboIdOf = (card, otherCard) =>
    52 * Math.max(card, otherCard) + Math.min(card, otherCard);

/** The two cards of a combo, the higher one first.
@param {number} comboId */
export const cardsOfCombo = comboId => [Math.floor(comboId / 52), comboId % 52];

/** A combo as it is written, such as AhKh.
@param {number} comboId */
export const comboName = comboId => cardsOfCombo(comboId).map(cardName).join("");

/** The ids of a hand's combos, such as AKs.
@param {string} handName
@returns {number[]} */
export function comboIdsOf([high, low, suffix]) {
    /** @type {(rank: string) => number[]} */
    const cards = rank => [...SUITS].map(suit => cardNamed(rank + suit));
    /** @type {(highCard: number, lowCard: number) => boolean} */
    const fits = (highCard, lowCard) => high === low ? highCard > lowCard
        : (suitOf(highCard) === suitOf(lowCard)) === (suffix === "s");
    return cards(high).flatMap(highCard => cards(low)
        .filter(lowCard => fits(highCard, lowCard)).map(lowCard => comboIdOf(highCard, lowCard)));
}

/** Suits as letters.
@type {Record<string, string>} */
const SUIT_LETTERS = { "\u2663": "c", "\u2666": "d", "\u2665": "h", "\u2660": "s", "\u2667": "c",
    "\u2662": "d", "\u2661": "h", "\u2664": "s" };

/** A text as it is read, letter for letter: dashes as hyphens, suits as letters, and what Python or
JavaScript alone takes for a blank as one.
@param {string} text */
export const notationToAscii = text => text.replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u2660-\u2667]/g, suit => SUIT_LETTERS[suit])
    .replace(/[\x1c-\x1f\x85\ufeff]/g, " ");

/** The cards of a text such as Td9d6h, in either case; or what is wrong with them.
@param {string} typed
@param {(given: string, needed: string) => never} refuseCards
@param {(reason: string) => never} refuseTwice  hears of a card that is there twice */
export function parseCards(typed, refuseCards, refuseTwice = refuse) {
    const text = normalizeText(typed);
    /** @type {number[]} */
    const cards = [];
    for (const { 0: name, index } of notationToAscii(text).matchAll(/10[^\s,;[\]]|[^\s,;[\]]{1,2}/g)) {
        const given = text.slice(index, index + name.length);
        const [rank, suit = ""] = name.replace("10", "T");
        const cardText = rank.toUpperCase() + suit.toLowerCase();
        if (!/^[AKQJT2-9][cdhs]$/.test(cardText))
            return refuseCards(given, "cards such as Td9d6hQc2s");
        const card = cardNamed(cardText);
        if (cards.includes(card))
            return refuseTwice(`${typed.trim()} has one card twice, the ${cardText}`);
        cards.push(card);
    }
    return cards;
}
