/* Sizes of bets and raises, as people list them: pokerlab/sizes.py in a page. */

import {
    Fraction, ONE, formatAmount, numberIn, parseNumber, toFraction, withDecimalPoint,
} from "./amounts.js";
import { refuse, refuseSetting } from "./refusals.js";
import { normalizeText, splitWords } from "./typed-text.js";

/** A size with a decimal comma, such as 33,3%; or two, with a comma between them. */
const SIZE_WITH_COMMA = /^(\d*),(\d+[x%]?)$/;

/** Whether a comma may be a decimal one or one between two sizes, as in 2,5, or makes no size.
@param {string} word
@param {(size: string) => boolean} isSize */
function isUnclear(word, isSize) {
    const [, before, after] = SIZE_WITH_COMMA.exec(word) ?? [];
    return Boolean(before)
        && (isSize(before) ? isSize(after) : !isSize(after) && !isSize(`${before}.${after}`));
}

/** A bare number with its unit.
@param {string} size
@param {string} unit */
const addUnit = (size, unit) => numberIn(size) > 0 ? size + unit : size;

/** A bare number from here on is hardly meant as a multiple, but in chips or per cent. */
const UNCLEAR_MULTIPLE = 20;

/** Sizes of bets or raises as the package reads them: 2.5x for 2.5 or 2.5X, 33.3% for 33,3%. What
is unclear is left as it is, for who splits it to refuse.
@param {string} text
@param {(size: string) => boolean} isSize
@param {string} unit */
export const withUnit = (text, isSize, unit = "") => normalizeText(text).toLowerCase()
    .replace(/[^\s;]+/g, word => {
        if (isUnclear(word, size => isSize(addUnit(size, unit)))) return word;
        const plain = SIZE_WITH_COMMA.test(word) ? withDecimalPoint(word) : word;
        return plain.replace(/[^,]+/g, size =>
            unit && numberIn(size) >= UNCLEAR_MULTIPLE ? size : addUnit(size, unit));
    });

/** Refuse a comma that may be a decimal one or one between two sizes, in words that `withUnit` has
been through.
@param {string} name
@param {string} text */
function refuseUnclear(name, text) {
    const unclear = text.split(/[\s;]+/).find(word => SIZE_WITH_COMMA.test(word));
    if (unclear) refuse(`${name}: ${unclear} given, which is unclear. `
        + `Write ${withDecimalPoint(unclear)} for a decimal, or ${unclear.replace(",", ", ")} `
        + "for two sizes");
}

/** Sizes as an argument of the command, which takes 2,5 for unclear.
@param {string[]} sizes */
export const sizesArgument = sizes =>
    SIZE_WITH_COMMA.test(sizes.join()) ? `"${sizes.join(", ")}"` : sizes.join();

/** Sizes of bets or raises, one by one: `split_sizes` of pokerlab/sizes.py.
@param {string} name
@param {string} typed
@param {(size: string) => boolean} isSize */
export function splitSizes(name, typed, isSize, unit = "") {
    const text = normalizeText(typed);
    const [allIn] = text.match(/\ball[\s_-]?in\b|(?<![^\s,;])a(?![^\s,;])/i) ?? [];
    const part = /(?<![^\s;,])([0-9](?:[0-9.,/]*[0-9])?%?)[^\S\n\r]+pot(?![^\s,;])/i.exec(text);
    const clear = withUnit(text, isSize, unit), given = splitWords(clear);
    if (allIn) refuse(`${name}: ${allIn} given, leave it out: all-in is always there`);
    if (!unit && part) refuse(`${name}: ${part[0]} given, which is unclear. `
        + `Write ${part[1]} for a part of the pot, or ${part[1]}, pot for two sizes`);
    refuseUnclear(name, clear);
    const multiple = unit && given.find(size => numberIn(size) > 0);
    if (multiple) refuseSetting(name, multiple, multiple + unit);
    if (!given.length) refuseSetting(name, "", "sizes or none");
    return given.join() === "none" ? [] : given;
}

/** The amounts and runs in a text of them, as they are typed.
@param {string} name
@param {string} text */
export function splitRuns(name, text) {
    const clear = withUnit(text, size => !Number.isNaN(numberIn(size)));
    refuseUnclear(name, clear);
    return splitWords(clear);
}

/** What texts name, as text: amounts one after another, and runs such as 2:40, by ones, or
2:10:0.5.
@param {string} name
@param {string} text */
export function parseSizes(name, text, most = Infinity) {
    const sizes = splitRuns(name, text).flatMap(part => {
        const numbers = part.split(":");
        const [from, to = from, step = 1] = numbers.map(number => parseNumber(name, number));
        if (numbers.length > 3 || !(from <= to && step > 0))
            refuseSetting(name, part, "a run such as 2:40");
        if ((to - from) / step >= most) refuseSetting(name, part, `at most ${most} sizes`);
        const [start, end = start, by = ONE] = numbers.map(toFraction);
        const { numerator, denominator } = end.minus(start).over(by);
        return Array.from({ length: Number(numerator / denominator) + 1 }, (_, i) =>
            formatAmount(start.plus(by.times(new Fraction(BigInt(i))))));
    });
    return [...new Set(sizes)].sort((a, b) => numberIn(a) - numberIn(b));
}
