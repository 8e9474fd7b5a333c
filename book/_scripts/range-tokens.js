/* What the tokens of ranges stand for, such as A9s+, T9s-54s or 20%, and their weights:
range-parser.js divides a text into tokens. */

import { Fraction, HALF, ONE, PERCENT, toFraction } from "./amounts.js";
import { RANKS_DOWN, comboIdOf, comboIdsOf, parseCards } from "./cards.js";
import { wholeNumbers } from "./numbers.js";
import { refusalText } from "./refusals.js";

/** A hand of the chart by the indices of its ranks, 0 for the ace.
@type {(high: number, low: number, suffix?: string) => string} */
const handOf = (high, low, suffix = "") =>
    RANKS_DOWN[high] + RANKS_DOWN[low] + (high === low ? "" : suffix);

/** The lines of the chart along which runs are read and written: pairs, hands with the same higher
card, hands with the same gap between their cards.
@type {(lineOf: (number: number, suffix: string) => string[]) => string[][]} */
const suitedAndOffsuit = lineOf =>
    ["s", "o"].flatMap(suffix => wholeNumbers(0, 11).map(number => lineOf(number, suffix)));

export const PAIRS = wholeNumbers(0, 12).map(rank => handOf(rank, rank));
export const KICKERS = suitedAndOffsuit((high, suffix) =>
    wholeNumbers(high + 1, 12).map(low => handOf(high, low, suffix)));
const GAPS = suitedAndOffsuit((gap, suffix) =>
    wholeNumbers(0, 11 - gap).map(high => handOf(high, high + 1 + gap, suffix)));

/** A hand as it is written: the ranks of its cards, 0 for the ace, and s, o or nothing.
@param {string} one
@param {string} other
@param {string} suffix */
export function parseHand(one, other, suffix) {
    const rankIndices = [one, other].map(rank =>
        RANKS_DOWN.indexOf(rank.replace("10", "T").toUpperCase()));
    const high = Math.min(...rankIndices), low = Math.max(...rankIndices);
    return { high, low, suffix: suffix.toLowerCase(), isPair: high === low };
}

/** The hands of a hand, or of the run that it begins.
@param {string} token
@param {string[]} match  of `HANDS_FORM`
@param {(reason: string) => never} refuseRange
@returns {string[]} */
function parseHands(token, match, refuseRange) {
    const [, high, low, suffix, plus, lastHigh = high, lastLow = low, lastSuffix = suffix] = match;
    const first = parseHand(high, low, suffix), last = parseHand(lastHigh, lastLow, lastSuffix);
    if (first.isPair && first.suffix || last.isPair && last.suffix)
        return refuseRange(`${token} given, a pair is neither suited nor offsuit`
            + (token.includes("10") ? "; 10 is a ten" : ""));
    // Where neither is said, both are meant.
    const suffixes = first.suffix || first.isPair ? [first.suffix] : ["s", "o"];
    return suffixes.flatMap(suffix => {
        const ends = [first, last].map(hand => handOf(hand.high, hand.low, suffix));
        const line = [PAIRS, ...KICKERS, ...GAPS].find(hands =>
            ends.every(end => hands.includes(end)));
        if (!line || last.suffix !== first.suffix)
            return refuseRange(refusalText(token, "a run of like hands"));
        const [from, to] = ends.map(end => line.indexOf(end)).sort((a, b) => a - b);
        return line.slice(plus ? 0 : from, to + 1);
    });
}

const HUNDRED = new Fraction(100n);
/** A number as a weight or a share is written. */
export const NUMBER =
    /^(([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]{1,3})?|[0-9]+\/[0-9]*[1-9][0-9]*)$/i;
const RANK = "([2-9TtJjQqKkAa]|10)", SUIT = "([CcDdHhSs])";
const HAND_FORM = `${RANK}${RANK}([SsOo]?)`;
/** A card with any lower one; nothing is below a deuce. */
const ANY_KICKER = /^([3-9TJQKA]|10)x([so]?)$/i;
/** Words that players mean differently. */
const CONNECTORS = /^((suited)?connectors?|suited)$/i;
const ACE = /^ace$/i;
/** Words for 22+, once blanks are left out; and for Ax. */
const ALL_PAIRS = /^((all|any)pairs?|pairs)$/i;
export const ANY_ACE = /^((all|any)aces?|aces)$/i;
/** The words of ranges, as far as they have letters of actions (locked-ranges.js). */
export const RANGE_WORDS =
    /\b(top|(all|any)\s+(pairs?|aces?)|pairs|aces?|(suited\s+)?connectors?)\b/gi;
/** What may stand before a share of the best hands. */
export const TOP = /^top\s*/i;
/** All combos. */
const ANY_TWO = /^(random|anytwo(cards)?)$/i;
/** A hand, one with a plus, or a run. */
export const HANDS_FORM = RegExp(`^${HAND_FORM}(?:(\\+)|-${HAND_FORM})?$`);
const TWO_CARDS = RegExp(`^(?:${RANK}${SUIT}..+|..+${RANK}${SUIT})$`);
/** How a part of a hand is written, at the end of advice. */
export const TRY_PARTS = " or, for half of it, AKs:0.5 or AKs@50";
/** What may be typed. */
export const TRY = `Try 22+, Ax, AKs, A9s+, T9s-54s, 20%${TRY_PARTS}`;

/** The first of the best hands, so large a part of all combos as whole hands.
@param {Fraction} percent
@param {string[]} bestHands  the best first */
function bestHandsNear(percent, bestHands) {
    let left = percent.times(new Fraction(1326n, 100n));
    const best = [];
    for (const hand of bestHands) {
        const count = new Fraction(BigInt(comboIdsOf(hand).length));
        // A hand counts if more than half of it does.
        if (!count.times(HALF).isLess(left)) break;
        left = left.minus(count);
        best.push(hand);
    }
    return best;
}

/** A number of a range, exactly, if it is one.
@type {(text: string) => Fraction | undefined} */
const numberOf = text => text.length <= 100 && NUMBER.test(text) ? toFraction(text) : undefined;

/** What follows the mark of a token, or stands in its brackets.
@param {string} mark
@param {string} text
@param {string} token
@param {(reason: string) => never} refuseRange
@returns {Fraction} */
export function parseWeight(mark, text, token, refuseRange) {
    const plain = text.replace(/\s/g, ""), hasSign = plain.endsWith("%");
    const number = numberOf(plain.replace(/%$/, "")), isPercentage = hasSign || mark !== ":";
    const share = isPercentage ? number?.times(PERCENT) : number;
    if (!number || !share || ONE.isLess(share)) {
        const [most, tries] = isPercentage ? ["100%", "AKs@50 or [50]AA, KK[/50]"]
            : ["1", "AKs:0.5, AKs:50% or AKs@50"];
        const needed = `a hand with a weight from 0 to ${most}`;
        return refuseRange(`${refusalText(token, needed)}. Try ${tries}`);
    }
    if (mark === "@" && !hasSign && !ONE.isLess(number)) {
        const [name] = token.split("@");
        return refuseRange(`${token} given, which is unclear. Write ${name}@${plain}% or `
            + `${name}:${plain}`);
    }
    return share;
}

/** The combos that a token without its weight stands for.
@param {string} text
@param {string} token
@param {string[]} bestHands  the best first
@param {(reason: string) => never} refuseRange
@returns {number[]} */
export function parseCombos(text, token, bestHands, refuseRange) {
    const body = text.replace(/\s/g, ""), word = body.toLowerCase();
    if (ANY_TWO.test(body)) return [PAIRS, ...KICKERS].flat().flatMap(comboIdsOf);
    if (word === "none") return refuseRange(
        `${token} is no range beside others: none stands alone, without a weight`);
    if (body.endsWith("%")) {
        const percent = numberOf(body.slice(0, -1).replace(TOP, ""));
        if (!percent || HUNDRED.isLess(percent))
            return refuseRange(refusalText(token, "0% to 100%"));
        return bestHandsNear(percent, bestHands).flatMap(comboIdsOf);
    }
    if (ACE.test(body)) return refuseRange(
        `Can't read "${token}". Write AA for the pair, or A2+ for any other ace`);
    const run = body.replace(ALL_PAIRS, "22+").replace(ANY_ACE, "Ax")
        .replace(ANY_KICKER, (_, rank, suffix) => `${rank}2${suffix}+`).match(HANDS_FORM);
    if (run) return parseHands(token, run, refuseRange).flatMap(comboIdsOf);
    if (TWO_CARDS.test(body)) {
        const two = parseCards(body,
            () => refuseRange(refusalText(token, "two cards such as AcKd")), refuseRange);
        if (two.length === 2) return [comboIdOf(two[0], two[1])];
    }
    if (CONNECTORS.test(body))
        return refuseRange(`Can't read "${token}". Write which, such as JTs-54s`);
    return refuseRange(`Can't read "${token}". ${TRY}`);
}
