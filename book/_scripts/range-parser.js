/* A text of which a range is read, token by token: range-tokens.js says what tokens stand for. */

import { ONE, withDecimalPoint } from "./amounts.js";
import { comboIdOf, comboIdsOf, comboName, notationToAscii } from "./cards.js";
import { wholeNumbers } from "./numbers.js";
import {
    ANY_ACE, HANDS_FORM, NUMBER, TOP, TRY, parseCombos, parseHand, parseWeight,
} from "./range-tokens.js";
import { refusalText, refusalTextIn, refuse } from "./refusals.js";
import { normalizeText } from "./typed-text.js";
/** @import { Fraction } from "./amounts.js" */

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
/** What is not read: from a # and a blank to the end of the line. */
const COMMENT = /#[ \t][^\n\r]*/g;
/** Blanks in the place of a text, as many as it is long.
@param {string} text */
const blanksFor = text => " ".repeat(text.length);
/** A range without its comments.
@param {string} text */
export const withoutComments = text => text.replace(COMMENT, "").trim();

/** A token of a range: where it is, its combos, and its weight, if it has one.
@typedef {object} Token
@property {number} start
@property {number} end
@property {number[]} comboIds
@property {Fraction} [weight] */

/** What begins or ends a group, such as [50] or [/50].
@typedef {object} GroupMark
@property {number} start  where it begins in the text
@property {number} end  where it ends
@property {string} text  as it was read
@property {string} typed  as it was typed
@property {string} number  its weight, as a text
@property {Fraction} weight
@property {boolean} ends  whether it ends a group */

/** A group that is open, by the mark with which it begins.
@typedef {GroupMark & { isEmpty: boolean }} Group */

/** A text of which a range is read, as `parse_range` of pokerlab/ranges.py tells. */
export class RangeParser {
    /** What somebody may not have meant, though it can be read.
    @type {string[]} */
    remarks = [];
    /** A token that is read as any ace with another card, if there is one. */
    anyAce = "";

    /** @param {string} typedText
    @param {string[]} bestHands  the best first
    @param {(reason: string) => never} refuseRange  hears what cannot be read */
    constructor(typedText, bestHands, refuseRange) {
        this.typedText = normalizeText(typedText);
        this.bestHands = bestHands;
        this.refuseRange = refuseRange;
        this.text = notationToAscii(this.typedText).replace(COMMENT, blanksFor);
        const wrapped = this.text.match(WRAPPED)?.[0];
        if (!wrapped) return;
        this.text = " ".repeat(wrapped.length) + this.text.slice(wrapped.length);
        if (wrapped.endsWith("{")) this.text = this.text.replace(/\}[\s,;]*$/, "");
    }

    /** The numbers of a text that has one for each combo, or too few, and names none.
    @returns {string[] | undefined} */
    listedNumbers() {
        const words = this.text.match(/[^\s,;]+/g) ?? [];
        if (words.length > 169 && words.every(word => NUMBER.test(word))) return words;
    }

    /** The weight of each combo that the text names; remarks are made on the way.
    @returns {Map<number, Fraction>} */
    parse() {
        const { refuseRange } = this, numbers = this.listedNumbers();
        const beginning = this.typedText.slice(0, 40);
        const given = beginning === this.typedText ? beginning : `${beginning}…`;
        /** @type {Map<number, Fraction>} */
        const weights = new Map();
        if (/^[\s,;]*none[\s,;]*$/i.test(this.text)) return weights;
        if (numbers) this.readListOfNumbers(numbers, weights);
        else for (const [{ start, end, comboIds }, weight] of this.tokens()) {
            this.remarkOn(this.asTyped(start, end), comboIds, weight, weights);
            for (const comboId of comboIds) weights.set(comboId, weight);
        }
        if (this.anyAce && !comboIdsOf("AA").some(comboId => weights.has(comboId)))
            this.remarks.push(
                `${this.anyAce} is read as Ax, AK down to A2; for the pair, too, add AA`);
        if (![...weights.values()].some(weight => weight.toNumber()))
            refuseRange(
                `${refusalText(given.trim(), "a hand with a weight above 0, or none")}. ${TRY}`);
        return weights;
    }

    /** Remark on a token that gives hands another weight than they had, or has a plus in vain.
    @param {string} name
    @param {number[]} comboIds
    @param {Fraction} weight
    @param {Map<number, Fraction>} weightsBefore  the weights so far */
    remarkOn(name, comboIds, weight, weightsBefore) {
        const changed = comboIds.some(comboId =>
            !(weightsBefore.get(comboId) ?? weight).equals(weight));
        if (changed) this.remarks.push(`${name} sets anew what stands before it: the last weight `
            + "of a hand counts");
        const bare = name.replace(/\s*[:@].*/, "");
        if (ANY_ACE.test(bare.replace(/\s/g, ""))) this.anyAce = bare;
        const [, high, low, suffix, plus] = bare.match(HANDS_FORM) ?? [];
        const first = plus && parseHand(high, low, suffix);
        if (first && first.low - first.high === 1) this.remarks.push(`${name} is `
            + `${name.replace("+", "")} alone: a plus raises the lower card`);
    }

    /** A number for each combo, as PioSOLVER's set_range has them: 2d2c 2h2c 2h2d 2s2c ..., by the
    higher card and then by the lower.
    @param {string[]} words
    @param {Map<number, Fraction>} weights */
    readListOfNumbers(words, weights) {
        if (words.length !== 1326) this.refuseRange(refusalText(`${words.length} numbers`, "1326"));
        const comboIds = wholeNumbers(1, 51).flatMap(high =>
            wholeNumbers(0, high - 1).map(low => comboIdOf(high, low)));
        words.forEach((word, i) => {
            const token = `${comboName(comboIds[i])}:${word}`;
            weights.set(comboIds[i], parseWeight(":", word, token, this.refuseRange));
        });
    }

    /** Each token, and the weight of its combos.
    @returns {Generator<[Token, Fraction]>} */
    *tokens() {
        const { text, refuseRange } = this;
        /** The group in brackets that is open.
        @type {Group | undefined} */
        let group;
        /** The last token, if it had no weight.
        @type {Token | undefined} */
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

    /** The mark of a group that starts here, if one does.
    @param {number} start
    @returns {GroupMark | undefined} */
    readGroupMark(start) {
        const match = this.match(GROUP_MARK, start);
        if (!match) return undefined;
        const [text, slash, number] = match, end = start + text.length;
        const typed = this.asTyped(start, end);
        const weight = parseWeight("[", withDecimalPoint(number), typed, this.refuseRange);
        return { start, end, text, typed, number, weight, ends: Boolean(slash) };
    }

    /** The group that is open after a mark.
    @param {Group | undefined} group
    @param {GroupMark} mark
    @returns {Group | undefined} */
    groupAfter(group, mark) {
        const { typed, weight, ends } = mark;
        const fits = ends ? group && !group.isEmpty && group.weight.equals(weight) : !group;
        if (!fits) this.refuseRange(`Can't read "${typed}". `
            + "A group is written [50]AA, KK[/50], and holds no other");
        return ends ? undefined : { ...mark, isEmpty: true };
    }

    /** Refuse a share of all hands that only a blank parts from another token.
    @param {Token} first
    @param {Token} second */
    refuseUnclearPercentage(first, second) {
        const names = [first, second].map(({ start, end }) => this.asTyped(start, end));
        const share = names.find(name => name.endsWith("%") && !TOP.test(name));
        if (!share || /[,;\n\r]/.test(this.text.slice(first.end, second.start))) return;
        const hand = names[names[0] === share ? 1 : 0];
        this.refuseRange(`${this.asTyped(first.start, second.end)} given, which is unclear. Write `
            + `${hand}:${share} for a weight, or ${names.join(", ")} for two tokens`);
    }

    /** The token that starts here.
    @param {number} start
    @returns {Token} */
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

    /** The place where a token ends that a comma and digits follow: a decimal's, or the next token.
    @param {RegExpExecArray} match
    @param {RegExpExecArray} comma */
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

    /** What a pattern matches from here on.
    @param {RegExp} pattern  that is sticky
    @param {number} position */
    match(pattern, position) {
        pattern.lastIndex = position;
        return pattern.exec(this.text);
    }

    /** The place where a match ends that starts here.
    @param {RegExp} pattern
    @param {number} position */
    endOf(pattern, position) {
        return position + (this.match(pattern, position)?.[0].length ?? 0);
    }

    /** A part of the text as it was typed.
    @param {number} from
    @param {number} to */
    asTyped(from, to) {
        return this.typedText.slice(from, to);
    }
}
