/* Ranges as text, such as 22+, A2s+:0.5, AhKh, read and written as pokerlab/ranges.py does: what
they may look like stands there, at `parse_range`, and tests/grammar.json holds both to it.

A card is a number, 4 times its rank from the deuce and its suit; a combo is 52 times its higher
card and the other. */

import {
    WHOLE, below, deny, exactly, float, lacks, less, plainText, ranked, refusal, sum, times,
} from "./amounts.js";
import { unpackDeal } from "./deal.js";
/** @import { Fraction } from "./amounts.js" */

const FACES = "AKQJT98765432", SUITS = "cdhs";

/** @type {(high: number, low: number, kind?: string) => string} */
const handOf = (high, low, kind) => FACES[high] + FACES[low] + (high === low ? "" : kind ?? "");

/** The whole numbers from one to another. @type {(a: number, b: number) => number[]} */
export const span = (a, b) =>
    Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => Math.min(a, b) + i);

/** The lines of the chart along which runs are read and written: pairs, hands with the same higher
card, hands with the same gap between their cards.
@type {(line: (at: number, kind: string) => string[]) => string[][]} */
const both = line => ["s", "o"].flatMap(kind => span(0, 11).map(at => line(at, kind)));
const PAIRS = span(0, 12).map(rank => handOf(rank, rank));
const KICKERS = both((high, kind) => span(high + 1, 12).map(low => handOf(high, low, kind)));
const GAPS = both((gap, kind) => span(0, 11 - gap).map(high => handOf(high, high + 1 + gap, kind)));

/** The hands of a hand, or of the run that it begins.
@param {string} token @param {string[]} match  of `HANDS_FORM`
@param {(wrong: string) => never} refuse @returns {string[]} */
function runOf(token, match, refuse) {
    const [, a, b, kind, more, c = a, d = b, other = kind] = match;
    const [small, rest] = [kind, other].map(text => text.toLowerCase());
    const ranks = [a, b, c, d].map(rank => FACES.indexOf(rank.replace("10", "T").toUpperCase()));
    const [first, last] = [ranks.slice(0, 2), ranks.slice(2)];
    const alike = [first, last].map(([x, y]) => x === y);
    if (alike[0] && small || alike[1] && rest)
        return refuse(`${token} given, a pair is neither suited nor offsuit`);
    /** @type {(ranks: number[], kind: string) => string} */
    const named = ([x, y], kind) => handOf(Math.min(x, y), Math.max(x, y), kind);
    return (small || alike[0] ? [small] : ["s", "o"]).flatMap(kind => {
        const ends = [named(first, kind), named(last, kind)];
        const line = [PAIRS, ...KICKERS, ...GAPS].find(own => ends.every(end => own.includes(end)));
        if (!line || rest !== small) return refuse(lacks(token, "a run of like hands"));
        const [from, to] = ends.map(end => line.indexOf(end)).sort((x, y) => x - y);
        return line.slice(more ? 0 : from, to + 1);
    });
}

/** @type {(name: string) => number} */
const cardOf = name => 4 * (12 - FACES.indexOf(name[0])) + SUITS.indexOf(name[1]);
/** @type {(card: number) => string} */
export const nameOf = card => FACES[12 - (card >> 2)] + SUITS[card & 3];
/** @type {(one: number, two: number) => number} */
const comboOf = (one, two) => 52 * Math.max(one, two) + Math.min(one, two);

/** The combos of a hand, such as AKs. @param {string} hand @returns {number[]} */
export function combosOf([high, low, kind]) {
    /** @type {(rank: string) => number[]} */
    const cards = rank => [...SUITS].map(suit => cardOf(rank + suit));
    /** @type {(one: number, two: number) => boolean} */
    const fits = (one, two) => high === low ? one > two : (one % 4 === two % 4) === (kind === "s");
    return cards(high).flatMap(one =>
        cards(low).filter(two => fits(one, two)).map(two => comboOf(one, two)));
}

/** A text as it is read, letter for letter: dashes as hyphens, suits as letters, and what Python or
JavaScript alone takes for a blank as one. @type {Record<string, string>} */
const READ_AS = { "\u2663": "c", "\u2666": "d", "\u2665": "h", "\u2660": "s", "\u2667": "c",
    "\u2662": "d", "\u2661": "h", "\u2664": "s" };
/** @type {(text: string) => string} */
const readAs = text => text.replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u2660-\u2667]/g, suit => READ_AS[suit])
    .replace(/[\x1c-\x1f\x85\ufeff]/g, " ");

/** The cards of a text such as Td9d6h, in either case, or what is wrong with them: parse_cards.
@param {string} typed @param {(given: string, needed: string) => never} refuse */
export function cardsIn(typed, refuse) {
    const text = plainText(typed);
    /** @type {number[]} */
    const found = [];
    for (const { 0: name, index } of readAs(text).matchAll(/10[^\s,;[\]]|[^\s,;[\]]{1,2}/g)) {
        const given = text.slice(index, index + name.length);
        const [rank, suit = ""] = name.replace("10", "T");
        const card = rank.toUpperCase() + suit.toLowerCase();
        if (!/^[AKQJT2-9][cdhs]$/.test(card)) return refuse(given, "cards such as Td9d6hQc2s");
        if (found.includes(cardOf(card))) return refuse(given, "cards that differ");
        found.push(cardOf(card));
    }
    return found;
}

/** All hands, the best against any two cards first; set by whoever has a table of equities.
@type {string[]} */
export const bestHands = [];

/** They, from the counts of a deal: by what they win less what they lose, in integers; of two that
win as much the one that comes first in the chart. @param {ReturnType<typeof unpackDeal>} deal */
export function rankHands({ n, hands, margin, combos }) {
    const won = hands.map((_, i) => 12 / combos[i] * sum(margin.slice(n * i, n * i + n)));
    return ranked(won).map(hand => hands[hand]);
}

/** Their first, so large a part of all combos as whole hands. @param {Fraction} percent */
function bestOf(percent) {
    let left = times(percent, [1326n, 100n]);
    const end = bestHands.findIndex(hand => {
        const many = BigInt(combosOf(hand).length);
        if (!below([many, 2n], left)) return true;
        left = less(left, [many, 1n]);
    });
    return end < 0 ? bestHands : bestHands.slice(0, end);
}

const NUMBER = /^(([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]{1,3})?|[0-9]+\/[0-9]*[1-9][0-9]*)$/i;
const RANK = "([2-9TtJjQqKkAa]|10)", SUIT = "([CcDdHhSs])";
const HAND_FORM = `${RANK}${RANK}([SsOo]?)`;
const HANDS_FORM = RegExp(`^${HAND_FORM}(?:(\\+)|-${HAND_FORM})?$`);
const TWO_CARDS = RegExp(`^(?:${RANK}${SUIT}..+|..+${RANK}${SUIT})$`);
// What a text is divided into. A body, and its weight, end before a separator, a mark or a bracket.
const WRAPPED = /^[\s,;]*(?:set_range[\s_]+(?:oop|ip)\s|\{(?=[^]*\}[\s,;]*$))/i;
const PLAIN = "[^\\s,;:@[\\]]";
const TOKEN = RegExp(`(${PLAIN}+(?:\\s+-\\s+${PLAIN}+)?(?:\\s+%)?)`
    + `(?:\\s*([:@])\\s*(${PLAIN}*(?:\\s+%)?))?`, "y");
const AFTER_COMMA = /,([0-9]+\s*%?)(?=[\s,;[\]]|$)/y;
const ENDS = /[\s,;[\]]|$/y, SEPARATORS = /[\s,;]*/y, OWN_WORDS = /[^\s,;]+/y;
const BRACKET = /\[\s*(\/?)\s*([0-9]+(?:[.,][0-9]+)?)\s*%?\s*\]/y;
const TRY = "Try 77, AKs, A9s+, T9s-54s, 20% or, for half of it, AKs:0.5 or AKs@50";

const equal = (/** @type {Fraction} */ one, /** @type {Fraction} */ other) =>
    one[0] === other[0] && one[1] === other[1];

/** A number of a range, exactly, if it is one. @type {(text: string) => Fraction | undefined} */
const numberOf = text => text.length <= 100 && NUMBER.test(text) ? exactly(text) : undefined;

/** What follows the mark of a token, or stands in its brackets.
@param {string} mark @param {string} text @param {string} token
@param {(wrong: string) => never} refuse @returns {Fraction} */
function weightOf(mark, text, token, refuse) {
    const plain = text.replace(/\s/g, ""), sign = plain.endsWith("%");
    const number = numberOf(plain.replace(/%$/, "")), percent = sign || mark !== ":";
    const share = number && times(number, [1n, percent ? 100n : 1n]);
    if (!share || below(WHOLE, share)) return refuse(percent
        ? `${lacks(token, "a weight from 0 to 100%")}. Try AKs@50 or [50]AA, KK[/50]`
        : `${lacks(token, "a weight from 0 to 1")}. Try AKs:0.5, AKs:50% or AKs@50`);
    if (mark === "@" && !sign && !below(WHOLE, /** @type {Fraction} */ (number))) {
        const [name] = token.split("@");
        return refuse(`${token} given, which is unclear. Write ${name}@${plain}% or `
            + `${name}:${plain}`);
    }
    return share;
}

/** The combos that a token without its weight stands for.
@param {string} text @param {string} token @param {(wrong: string) => never} refuse
@returns {number[]} */
function combosIn(text, token, refuse) {
    const body = text.replace(/\s/g, ""), word = body.toLowerCase(), run = body.match(HANDS_FORM);
    if (word === "random") return [PAIRS, ...KICKERS].flat().flatMap(combosOf);
    if (word === "none") return refuse(lacks(token, "none alone, without a weight,"));
    if (body.endsWith("%")) {
        const percent = numberOf(body.slice(0, -1));
        if (!percent || below([100n, 1n], percent)) return refuse(lacks(token, "0% to 100%"));
        return bestOf(percent).flatMap(combosOf);
    }
    if (run) return runOf(token, run, refuse).flatMap(combosOf);
    if (TWO_CARDS.test(body)) {
        const two = cardsIn(body, (given, needed) => refuse(lacks(token, needed)));
        if (two.length === 2) return [comboOf(two[0], two[1])];
    }
    return refuse(`Can't read "${token}". ${TRY}`);
}

/** A text of which a range is read, as `parse_range` of pokerlab/ranges.py tells. */
export class RangeReader {
    /** @param {string} given @param {(wrong: string) => never} refuse */
    constructor(given, refuse) {
        this.given = plainText(given);
        this.refuse = refuse;
        this.text = readAs(this.given);
        const wrapped = this.text.match(WRAPPED)?.[0];
        if (!wrapped) return;
        this.text = " ".repeat(wrapped.length) + this.text.slice(wrapped.length);
        if (wrapped.endsWith("{")) this.text = this.text.replace(/\}[\s,;]*$/, "");
    }

    /** The weight of each combo that the text names. @returns {Map<number, Fraction>} */
    get weights() {
        const { text, refuse } = this;
        /** @type {string[]} */
        const words = text.match(/[^\s,;]+/g) ?? [];
        const given = this.given.length > 40 ? `${this.given.slice(0, 40)}…` : this.given;
        /** @type {Map<number, Fraction>} */
        const weights = new Map();
        if (words.length === 1 && words[0].toLowerCase() === "none") return weights;
        if (words.length > 169 && words.every(word => NUMBER.test(word)))
            this.numbers(words, weights);
        else for (const [combos, weight] of this.tokens())
            for (const combo of combos) weights.set(combo, weight);
        if (![...weights.values()].some(float))
            refuse(`${lacks(given.trim(), "a hand with a weight above 0, or none,")}. ${TRY}`);
        return weights;
    }

    /** A number for each combo, as PioSOLVER's set_range has them: 2d2c 2h2c 2h2d 2s2c ..., by the
    higher card and then by the lower.
    @param {string[]} words @param {Map<number, Fraction>} weights */
    numbers(words, weights) {
        if (words.length !== 1326) this.refuse(lacks(`${words.length} numbers`, "1326"));
        const combos = span(1, 51).flatMap(high =>
            span(0, high - 1).map(low => comboOf(high, low)));
        words.forEach((word, at) => {
            const [high, low] = [Math.floor(combos[at] / 52), combos[at] % 52];
            const token = `${nameOf(high)}${nameOf(low)}:${word}`;
            weights.set(combos[at], weightOf(":", word, token, this.refuse));
        });
    }

    /** The combos of each token, and their weight. @returns {Generator<[number[], Fraction]>} */
    *tokens() {
        const { text, refuse } = this;
        /** @type {{ bracket: RegExpExecArray, weight: Fraction } | undefined} */
        let group;
        /** @type {[number, number] | undefined} */
        let before;  // where the last token was, if it had no weight
        let at = 0, many = 0;
        while ((at = this.end(SEPARATORS, at)) < text.length) {
            const bracket = this.match(BRACKET, at);
            if (!bracket) {
                const { combos, weight, end } = this.token(at);
                if (group && weight)
                    refuse(lacks(this.own(group.bracket.index, end), "one weight"));
                /** @type {[number, number] | undefined} */
                const bare = weight ? undefined : [at, end];
                if (before && bare) this.parted(before, bare);
                before = bare;
                many++;
                yield [combos, group?.weight ?? weight ?? WHOLE];
                at = end;
                continue;
            }
            const [whole, closes, number] = bracket, own = this.own(at, at + whole.length);
            const weight = weightOf("[", number.replace(",", "."), own, refuse);
            if (closes ? !(group && many && equal(group.weight, weight)) : group)
                refuse(`Can't read "${own}". `
                    + "A group is written [50]AA, KK[/50], and holds no other");
            group = closes ? undefined : { bracket, weight };
            many = 0;
            before = undefined;
            at += whole.length;
        }
        if (!group) return;
        const [own, , number] = group.bracket;
        refuse(`Can't read "${own}". Its end [/${number}] is missing`);
    }

    /** Refuse a share of all hands that only a blank parts from another token.
    @param {[number, number]} one @param {[number, number]} other */
    parted(one, other) {
        const names = [this.own(...one), this.own(...other)];
        const share = names.find(name => name.endsWith("%"));
        if (!share || /[,;\n\r]/.test(this.text.slice(one[1], other[0]))) return;
        const hand = names[names[0] === share ? 1 : 0];
        this.refuse(`${this.own(one[0], other[1])} given, which is unclear. Write `
            + `${hand}:${share} for a weight, or ${names.join(", ")} for two tokens`);
    }

    /** The token that starts here: its combos, its weight if it has one, and its end.
    @param {number} at */
    token(at) {
        const { text, refuse } = this, found = this.match(TOKEN, at);
        let end = at + (found?.[0].length ?? 0);
        const comma = found && this.match(AFTER_COMMA, end);
        if (comma) end = this.afterComma(found, comma);
        if (!found || !this.match(ENDS, end))
            return refuse(`Can't read "${this.own(at, this.end(OWN_WORDS, at))}". ${TRY}`);
        const token = this.own(at, end), [whole, body, mark, weight = ""] = found;
        const after = text.slice(at + whole.length, end).replace(",", ".");
        const combos = combosIn(mark ? body : body + after, token, refuse);
        const own = mark ? weightOf(mark, weight + after, token, refuse) : undefined;
        return { combos, weight: own, end };
    }

    /** Where a token ends that a comma and digits follow: a decimal's, or the next token.
    @param {RegExpExecArray} found @param {RegExpExecArray} comma */
    afterComma(found, comma) {
        const [, body, mark, weight = ""] = found, after = comma[1];
        const number = mark ? weight : body, end = comma.index + comma[0].length;
        if (!/^[0-9]+$/.test(number) || !(mark || after.includes("%"))) return comma.index;
        /** @type {(mine: string, rest: string) => boolean} */
        const reads = (mine, rest) => !refusal(() => {
            if (mark) weightOf(mark, mine, mine, deny);
            else combosIn(mine, mine, deny);
            if (rest) combosIn(rest, rest, deny);
        });
        const decimal = reads(`${number}.${after}`, ""), two = reads(number, after);
        if (decimal && two) {
            const left = this.own(found.index, comma.index);
            return this.refuse(`${this.own(found.index, end)} given, which is unclear. Write `
                + `${left}.${after} for a decimal, or ${left}, ${after}`);
        }
        return two ? comma.index : end;
    }

    /** @param {RegExp} pattern  that is sticky @param {number} at */
    match(pattern, at) {
        pattern.lastIndex = at;
        return pattern.exec(this.text);
    }

    /** Where a match that starts here ends. @param {RegExp} pattern @param {number} at */
    end(pattern, at) {
        return at + (this.match(pattern, at)?.[0].length ?? 0);
    }

    /** A part of the text in its own words. @param {number} from @param {number} to */
    own(from, to) {
        return this.given.slice(from, to);
    }
}

/** The weight that a text gives combos; `refuse` hears what cannot be read.
@param {string} text @param {(wrong: string) => never} refuse @returns {Map<number, number>} */
export const weigh = (text, refuse) => new Map([...new RangeReader(text, refuse).weights]
    .map(([combo, weight]) => [combo, float(weight)]));

/** A text on one line, as a command takes it. @param {string} text */
export const oneLine = text => text.trim().replace(/\s+/g, " ");

/** The weight of each hand of a list, the mean of its combos'.
@param {string} text @param {string[]} list @param {(wrong: string) => never} refuse */
export function readRange(text, list, refuse) {
    const weights = weigh(text, refuse);
    return list.map(hand => {
        const own = combosOf(hand).map(one => weights.get(one) ?? 0);
        const same = own.every(weight => weight === own[0]);
        return same ? own[0] : sum(own) / own.length;
    });
}

/** Weights as text: runs where neighbours weigh the same to so many digits.
@param {ArrayLike<number>} weights @param {string[]} list */
export function writeRange(weights, list, digits = 4) {
    const tokens = [PAIRS, ...KICKERS].flatMap(names => {
        const found = [];
        const shares = names.map(name => Number(weights[list.indexOf(name)].toFixed(digits)));
        for (let at = 0, next; at < names.length; at = next) {
            const share = shares[at], end = shares.findIndex((own, i) => i > at && own !== share);
            next = end < 0 ? names.length : end;
            const [first, last] = [names[at], names[next - 1]];
            const run = next - at === 1 ? first : at === 0 ? `${last}+` : `${first}-${last}`;
            if (share) found.push(share < 1 ? `${run}:${share}` : run);
        }
        return found;
    });
    return tokens.join(", ") || "none";
}
