/* Ranges as text, such as 22+, A2s+:0.5, AhKh, read and written as pokerlab/ranges.py does: what
they may look like stands there, at `parse_range`, and tests/grammar.json holds both to it. */

import {
    Fraction, HALF, ONE, PERCENT, normalizeText, toFraction, withDecimalPoint,
} from "./amounts.js";
import { RANKS_DOWN, comboName, comboOf, combosOf, parseCards, readAs } from "./cards.js";
import { ranked, roundTo, sum, wholeNumbers } from "./numbers.js";
import { refusalText, refusalTextIn, refuse } from "./refusals.js";
/** @import { Counts } from "./counts.js" */

/** A hand of the chart by the places of its ranks, 0 for the ace.
@type {(high: number, low: number, suffix?: string) => string} */
const handOf = (high, low, suffix = "") =>
    RANKS_DOWN[high] + RANKS_DOWN[low] + (high === low ? "" : suffix);

/** The lines of the chart along which runs are read and written: pairs, hands with the same higher
card, hands with the same gap between their cards.
@type {(lineOf: (number: number, suffix: string) => string[]) => string[][]} */
const suitedAndOffsuit = lineOf =>
    ["s", "o"].flatMap(suffix => wholeNumbers(0, 11).map(number => lineOf(number, suffix)));
const PAIRS = wholeNumbers(0, 12).map(rank => handOf(rank, rank));
const KICKERS = suitedAndOffsuit((high, suffix) =>
    wholeNumbers(high + 1, 12).map(low => handOf(high, low, suffix)));
const GAPS = suitedAndOffsuit((gap, suffix) =>
    wholeNumbers(0, 11 - gap).map(high => handOf(high, high + 1 + gap, suffix)));

/** A hand as it is written: the ranks of its cards, 0 for the ace, and s, o or nothing.
@param {string} one @param {string} other @param {string} suffix */
function parseHand(one, other, suffix) {
    const places = [one, other].map(rank =>
        RANKS_DOWN.indexOf(rank.replace("10", "T").toUpperCase()));
    const high = Math.min(...places), low = Math.max(...places);
    return { high, low, suffix: suffix.toLowerCase(), isPair: high === low };
}

/** The hands of a hand, or of the run that it begins.
@param {string} token @param {string[]} match  of `HANDS_FORM`
@param {(reason: string) => never} refuseRange @returns {string[]} */
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

/** All hands, the best against any two cards first, from the counts of a deal: by what they win
minus what they lose, in integers; of two that win as much the one that comes first in the chart.
@param {Counts} counts */
export function handsBestFirst({ n, hands, margins, combosPerHand }) {
    const won = hands.map((_, i) => 12 / combosPerHand[i] * sum(margins.slice(n * i, n * i + n)));
    return ranked(won).map(i => hands[i]);
}

/** The first of the best hands, so large a part of all combos as whole hands.
@param {Fraction} percent @param {string[]} bestHands  the best first */
function bestHandsNear(percent, bestHands) {
    let left = percent.times(new Fraction(1326n, 100n));
    const best = [];
    for (const hand of bestHands) {
        const count = new Fraction(BigInt(combosOf(hand).length));
        // A hand counts if more than half of it does.
        if (!count.times(HALF).isLess(left)) break;
        left = left.minus(count);
        best.push(hand);
    }
    return best;
}

const HUNDRED = new Fraction(100n);

const NUMBER = /^(([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]{1,3})?|[0-9]+\/[0-9]*[1-9][0-9]*)$/i;
const RANK = "([2-9TtJjQqKkAa]|10)", SUIT = "([CcDdHhSs])";
const HAND_FORM = `${RANK}${RANK}([SsOo]?)`;
/** A card with any lower one; nothing is below a deuce. */
const ANY_KICKER = /^([3-9TJQKA]|10)x([so]?)$/i;
/** Words that players mean differently. */
const CONNECTORS = /^((suited)?connectors?|suited)$/i;
/** Words for 22+ and for Ax, once blanks are left out. */
const ALL_PAIRS = /^((all|any)pairs?|pairs)$/i, ANY_ACE = /^(all|any)aces?$/i;
/** The words of ranges, as far as they have letters of actions (locked-ranges.js). */
export const RANGE_WORDS = /\b(top|(all|any)\s+(pairs?|aces?)|pairs|(suited\s+)?connectors?)\b/gi;
/** What may stand before a share of the best hands. */
const TOP = /^top\s*/i;
/** All combos. */
const ANY_TWO = /^(random|anytwo(cards)?)$/i;
const HANDS_FORM = RegExp(`^${HAND_FORM}(?:(\\+)|-${HAND_FORM})?$`);
const TWO_CARDS = RegExp(`^(?:${RANK}${SUIT}..+|..+${RANK}${SUIT})$`);
// What a text is divided into. A body, and its weight, end before a separator, a mark or a bracket.
const WRAPPED = /^[\s,;]*(?:set_range[\s_]+(?:oop|ip)\s|\{(?=[^]*\}[\s,;]*$))/i;
const PLAIN = "[^\\s,;:@[\\]]";
const TOKEN = RegExp("(any\\s+two(?:\\s+cards)?|(?:all|any)\\s+(?:pairs?|aces?)|"
    + "suited\\s+connectors?|"
    + `(?:top\\s+)?${PLAIN}+(?:\\s+-\\s+${PLAIN}+)?(?:\\s+%)?)`
    + `(?:\\s*([:@])\\s*(${PLAIN}*(?:\\s+%)?))?`, "iy");
const AFTER_COMMA = /,([0-9]+\s*%?)(?=[\s,;[\]]|$)/y;
const ENDS = /[\s,;[\]]|$/y, SEPARATORS = /[\s,;]*/y, OWN_WORDS = /[^\s,;]+/y;
const GROUP_MARK = /\[\s*(\/?)\s*([0-9]+(?:[.,][0-9]+)?)\s*%?\s*\]/y;
/** How a part of a hand is written, at the end of advice. */
export const TRY_PARTS = " or, for half of it, AKs:0.5 or AKs@50";
const TRY = `Try 22+, Ax, AKs, A9s+, T9s-54s, 20%${TRY_PARTS}`;

/** What is not read: from a # and a blank to the end of the line. */
const COMMENT = /#[ \t][^\n\r]*/g;
/** @param {string} text */
const blanksFor = text => " ".repeat(text.length);
/** A range without what is said of it. @param {string} text */
export const withoutComments = text => text.replace(COMMENT, "").trim();

/** A number of a range, exactly, if it is one. @type {(text: string) => Fraction | undefined} */
const numberOf = text => text.length <= 100 && NUMBER.test(text) ? toFraction(text) : undefined;

/** What follows the mark of a token, or stands in its brackets.
@param {string} mark @param {string} text @param {string} token
@param {(reason: string) => never} refuseRange @returns {Fraction} */
function parseWeight(mark, text, token, refuseRange) {
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
@param {string} text @param {string} token @param {string[]} bestHands  the best first
@param {(reason: string) => never} refuseRange @returns {number[]} */
function parseCombos(text, token, bestHands, refuseRange) {
    const body = text.replace(/\s/g, ""), word = body.toLowerCase();
    if (ANY_TWO.test(body)) return [PAIRS, ...KICKERS].flat().flatMap(combosOf);
    if (word === "none") return refuseRange(
        `${token} is no range beside others: none stands alone, without a weight`);
    if (body.endsWith("%")) {
        const percent = numberOf(body.slice(0, -1).replace(TOP, ""));
        if (!percent || HUNDRED.isLess(percent))
            return refuseRange(refusalText(token, "0% to 100%"));
        return bestHandsNear(percent, bestHands).flatMap(combosOf);
    }
    const run = body.replace(ALL_PAIRS, "22+").replace(ANY_ACE, "Ax")
        .replace(ANY_KICKER, (_, rank, suffix) => `${rank}2${suffix}+`).match(HANDS_FORM);
    if (run) return parseHands(token, run, refuseRange).flatMap(combosOf);
    if (TWO_CARDS.test(body)) {
        const two = parseCards(body,
            (_, needed) => refuseRange(refusalText(token, needed)), refuseRange);
        if (two.length === 2) return [comboOf(two[0], two[1])];
    }
    if (CONNECTORS.test(body))
        return refuseRange(`Can't read "${token}". Write which, such as JTs-54s`);
    return refuseRange(`Can't read "${token}". ${TRY}`);
}

/** A token of a range: where it is, its combos, and its weight, if it has one.
@typedef {{ start: number, end: number, comboIds: number[], weight?: Fraction }} Token */

/** What begins or ends a group, such as [50] or [/50]: where it is, and as it was read and typed;
its number as a text, and as a weight; and whether it ends a group.
@typedef {{ start: number, end: number, text: string, typed: string, number: string,
    weight: Fraction, ends: boolean }} GroupMark */

/** A group that is open, by the mark with which it begins.
@typedef {GroupMark & { isEmpty: boolean }} Group */

/** A text of which a range is read, as `parse_range` of pokerlab/ranges.py tells. */
export class RangeParser {
    /** What somebody may not have meant, though it can be read. @type {string[]} */
    remarks = [];

    /** @param {string} typedText @param {string[]} bestHands  the best first
    @param {(reason: string) => never} refuseRange  hears what cannot be read */
    constructor(typedText, bestHands, refuseRange) {
        this.typedText = normalizeText(typedText);
        this.bestHands = bestHands;
        this.refuseRange = refuseRange;
        this.text = readAs(this.typedText).replace(COMMENT, blanksFor);
        const wrapped = this.text.match(WRAPPED)?.[0];
        if (!wrapped) return;
        this.text = " ".repeat(wrapped.length) + this.text.slice(wrapped.length);
        if (wrapped.endsWith("{")) this.text = this.text.replace(/\}[\s,;]*$/, "");
    }

    /** The weight of each combo that the text names. @returns {Map<number, Fraction>} */
    get weights() {
        const { text, refuseRange } = this;
        /** @type {string[]} */
        const words = text.match(/[^\s,;]+/g) ?? [];
        const beginning = this.typedText.slice(0, 40);
        const given = beginning === this.typedText ? beginning : `${beginning}…`;
        /** @type {Map<number, Fraction>} */
        const weights = new Map();
        if (words.length === 1 && words[0].toLowerCase() === "none") return weights;
        if (words.length > 169 && words.every(word => NUMBER.test(word)))
            this.readListOfNumbers(words, weights);
        else for (const [{ start, end, comboIds }, weight] of this.tokens()) {
            this.remarkOn(this.asTyped(start, end), comboIds, weight, weights);
            for (const comboId of comboIds) weights.set(comboId, weight);
        }
        if (![...weights.values()].some(weight => weight.toNumber()))
            refuseRange(
                `${refusalText(given.trim(), "a hand with a weight above 0, or none")}. ${TRY}`);
        return weights;
    }

    /** Remark on a token that gives hands another weight than they had, or has a plus in vain.
    @param {string} name @param {number[]} comboIds @param {Fraction} weight
    @param {Map<number, Fraction>} before  the weights so far */
    remarkOn(name, comboIds, weight, before) {
        const changed = comboIds.some(comboId =>
            !(before.get(comboId) ?? weight).equals(weight));
        if (changed) this.remarks.push(`${name} sets anew what stands before it: the last weight `
            + "of a hand counts");
        const bare = name.replace(/\s*[:@].*/, "");
        if (ANY_ACE.test(bare.replace(/\s/g, "")))
            this.remarks.push(`${bare} is read as Ax: AA is not in it`);
        const [, high, low, suffix, plus] = bare.match(HANDS_FORM) ?? [];
        const first = plus && parseHand(high, low, suffix);
        if (first && first.low - first.high === 1) this.remarks.push(`${name} is `
            + `${name.replace("+", "")} alone: a plus raises the lower card`);
    }

    /** A number for each combo, as PioSOLVER's set_range has them: 2d2c 2h2c 2h2d 2s2c ..., by the
    higher card and then by the lower.
    @param {string[]} words @param {Map<number, Fraction>} weights */
    readListOfNumbers(words, weights) {
        if (words.length !== 1326) this.refuseRange(refusalText(`${words.length} numbers`, "1326"));
        const comboIds = wholeNumbers(1, 51).flatMap(high =>
            wholeNumbers(0, high - 1).map(low => comboOf(high, low)));
        words.forEach((word, i) => {
            const token = `${comboName(comboIds[i])}:${word}`;
            weights.set(comboIds[i], parseWeight(":", word, token, this.refuseRange));
        });
    }

    /** Each token, and the weight of its combos. @returns {Generator<[Token, Fraction]>} */
    *tokens() {
        const { text, refuseRange } = this;
        /** The group in brackets that is open. @type {Group | undefined} */
        let group;
        /** The last token, if it had no weight. @type {Token | undefined} */
        let lastBare;
        let position = this.endOf(SEPARATORS, 0);
        while (position < text.length) {
            const mark = this.readGroupMark(position);
            if (mark) {
                group = this.groupAfter(group, mark);
                lastBare = undefined;
                position = mark.end;
            } else {
                const token = this.readToken(position);
                if (group && token.weight)
                    refuseRange(refusalText(this.asTyped(group.start, token.end), "of one weight"));
                const bare = token.weight ? undefined : token;
                if (lastBare && bare) this.refuseUnclearPercentage(lastBare, bare);
                lastBare = bare;
                if (group) group.isEmpty = false;
                yield [token, group?.weight ?? token.weight ?? ONE];
                position = token.end;
            }
            position = this.endOf(SEPARATORS, position);
        }
        if (group)
            refuseRange(`Can't read "${group.text}". Its end [/${group.number}] is missing`);
    }

    /** The mark of a group that starts here, if one does. @param {number} start
    @returns {GroupMark | undefined} */
    readGroupMark(start) {
        const match = this.match(GROUP_MARK, start);
        if (!match) return undefined;
        const [text, slash, number] = match, end = start + text.length;
        const typed = this.asTyped(start, end);
        const weight = parseWeight("[", withDecimalPoint(number), typed, this.refuseRange);
        return { start, end, text, typed, number, weight, ends: Boolean(slash) };
    }

    /** The group that is open after a mark. @param {Group | undefined} group
    @param {GroupMark} mark @returns {Group | undefined} */
    groupAfter(group, mark) {
        const { typed, weight, ends } = mark;
        const fits = ends ? group && !group.isEmpty && group.weight.equals(weight) : !group;
        if (!fits) this.refuseRange(`Can't read "${typed}". `
            + "A group is written [50]AA, KK[/50], and holds no other");
        return ends ? undefined : { ...mark, isEmpty: true };
    }

    /** Refuse a share of all hands that only a blank parts from another token.
    @param {Token} first @param {Token} second */
    refuseUnclearPercentage(first, second) {
        const names = [first, second].map(({ start, end }) => this.asTyped(start, end));
        const share = names.find(name => name.endsWith("%") && !TOP.test(name));
        if (!share || /[,;\n\r]/.test(this.text.slice(first.end, second.start))) return;
        const hand = names[names[0] === share ? 1 : 0];
        this.refuseRange(`${this.asTyped(first.start, second.end)} given, which is unclear. Write `
            + `${hand}:${share} for a weight, or ${names.join(", ")} for two tokens`);
    }

    /** The token that starts here. @param {number} start @returns {Token} */
    readToken(start) {
        const { text, refuseRange } = this, match = this.match(TOKEN, start);
        let end = start + (match?.[0].length ?? 0);
        const comma = match && this.match(AFTER_COMMA, end);
        if (comma) end = this.endAfterComma(match, comma);
        if (!match || !this.match(ENDS, end))
            return refuseRange(
                `Can't read "${this.asTyped(start, this.endOf(OWN_WORDS, start))}". ${TRY}`);
        const token = this.asTyped(start, end), [matched, body, mark, weight = ""] = match;
        const decimals = withDecimalPoint(text.slice(start + matched.length, end));
        const comboIds =
            parseCombos(mark ? body : body + decimals, token, this.bestHands, refuseRange);
        return {
            start, end, comboIds,
            weight: mark ? parseWeight(mark, weight + decimals, token, refuseRange) : undefined,
        };
    }

    /** Where a token ends that a comma and digits follow: a decimal's, or the next token.
    @param {RegExpExecArray} match @param {RegExpExecArray} comma */
    endAfterComma(match, comma) {
        const [, body, mark, weight = ""] = match, [matched, digits] = comma;
        const number = mark ? weight : body.replace(TOP, ""), end = comma.index + matched.length;
        if (!/^[0-9]+$/.test(number) || !(mark || digits.includes("%"))) return comma.index;
        const { bestHands } = this;
        /** @type {(one: string, other: string) => boolean} */
        const canBeRead = (one, other) => !refusalTextIn(() => {
            if (mark) parseWeight(mark, one, one, refuse);
            else parseCombos(one, one, bestHands, refuse);
            if (other) parseCombos(other, other, bestHands, refuse);
        });
        const isDecimal = canBeRead(`${number}.${digits}`, ""), areTwo = canBeRead(number, digits);
        if (isDecimal && areTwo) {
            const left = this.asTyped(match.index, comma.index);
            return this.refuseRange(`${this.asTyped(match.index, end)} given, which is unclear. `
                + `Write ${left}.${digits} for a decimal, or ${left}, ${digits}`);
        }
        return areTwo ? comma.index : end;
    }

    /** What a pattern matches from here on. @param {RegExp} pattern  that is sticky
    @param {number} position */
    match(pattern, position) {
        pattern.lastIndex = position;
        return pattern.exec(this.text);
    }

    /** Where a match that starts here ends. @param {RegExp} pattern @param {number} position */
    endOf(pattern, position) {
        return position + (this.match(pattern, position)?.[0].length ?? 0);
    }

    /** A part of the text as it was typed. @param {number} from @param {number} to */
    asTyped(from, to) {
        return this.typedText.slice(from, to);
    }
}

/** The weight that a text gives combos; `refuseRange` hears what cannot be read.
@param {string} text @param {string[]} bestHands  the best first, for shares such as 20%
@param {(reason: string) => never} refuseRange @returns {Map<number, number>} */
export const parseComboWeights = (text, bestHands, refuseRange) =>
    new Map([...new RangeParser(text, bestHands, refuseRange).weights]
        .map(([comboId, weight]) => [comboId, weight.toNumber()]));

/** The combos that a text names one by one, such as AhKh. @param {string} text
@param {string[]} bestHands  the best first @returns {number[]} */
export const combosNamed = (text, bestHands) =>
    [...new RangeParser(text, bestHands, refuse).tokens()]
        .flatMap(([{ comboIds }]) => comboIds.length === 1 ? comboIds : []);

/** What may not be meant of a text that can be read. @param {string} text
@param {string[]} bestHands  the best first @returns {string[]} */
export function remarksOn(text, bestHands) {
    const parser = new RangeParser(text, bestHands, refuse);
    refusalTextIn(() => parser.weights);
    return parser.remarks;
}

/** A text on one line, as a command takes it. @param {string} text */
export const oneLine = text => text.trim().replace(/\s+/g, " ");

/** The mean of what the combos of a hand weigh, and whether all weigh the same.
@param {string} hand @param {Map<number, number>} weightOfCombo */
export function handWeight(hand, weightOfCombo) {
    const weights = combosOf(hand).map(combo => weightOfCombo.get(combo) ?? 0), [first] = weights;
    const areEqual = weights.every(weight => weight === first);
    // A mean of equal numbers could be rounded.
    return { mean: areEqual ? first : sum(weights) / weights.length, areEqual };
}

/** The weight of each hand of a list, the mean of its combos'.
@param {string} text @param {string[]} list @param {string[]} bestHands  the best first
@param {(reason: string) => never} refuseRange */
export function parseHandWeights(text, list, bestHands, refuseRange) {
    const weightOfCombo = parseComboWeights(text, bestHands, refuseRange);
    return list.map(hand => handWeight(hand, weightOfCombo).mean);
}

/** Weights as text: runs where neighbours weigh the same to so many digits.
@param {ArrayLike<number>} weights @param {string[]} list */
export function writeRange(weights, list, digits = 4) {
    const tokens = [PAIRS, ...KICKERS].flatMap(names => {
        const shares = names.map(name => roundTo(weights[list.indexOf(name)], digits));
        const runs = [];
        let start = 0;
        while (start < names.length) {
            const share = shares[start];
            const other = shares.findIndex((next, i) => i > start && next !== share);
            const stop = other < 0 ? names.length : other;
            if (share) runs.push(runText(names, start, stop) + (share < 1 ? `:${share}` : ""));
            start = stop;
        }
        return runs;
    });
    return tokens.join(", ") || "none";
}

/** A run of hands along a line of the chart, from a place to before another.
@param {string[]} names @param {number} start @param {number} stop */
function runText(names, start, stop) {
    const first = names[start], last = names[stop - 1];
    if (stop - start === 1) return first;
    return start === 0 ? `${last}+` : `${first}-${last}`;
}
