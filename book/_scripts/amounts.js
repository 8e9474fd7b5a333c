/* Amounts as the explorer reads and writes them, exactly: pokerlab/amounts.py in a page. */

/** @typedef {[above: bigint, below: bigint]} Fraction */
/** @type {Fraction} */
export const WHOLE = [1n, 1n];

/** What is wrong with what was asked, in words for who asked. */
export class Refusal extends Error {}
/** @type {(wrong: string) => never} */
export const deny = wrong => { throw new Refusal(wrong); };
/** @param {string | undefined} given @param {string} needed */
export const lacks = (given, needed) => `${given || "nothing"} given, ${needed} needed`;
/** @type {(name: string, given: string, needed: string) => never} */
export const refuse = (name, given, needed) => deny(`${name}: ${lacks(given, needed)}`);

/** @param {Iterable<number>} numbers */
export const sum = numbers => [...numbers].reduce((a, b) => a + b, 0);

/** The places of numbers, the largest first. @param {ArrayLike<number>} numbers */
export const ranked = numbers =>
    [...Array(numbers.length).keys()].sort((a, b) => numbers[b] - numbers[a]);

/** Amounts are decimals: what binary arithmetic adds to one is taken away again.
@param {number} number */
export const tidy = number => Number(number.toPrecision(12));

/** The number that a decimal is, or a fraction such as 1/3; NaN for other texts.
@param {string} text */
export function readNumber(text) {
    const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i, fraction = /^[+-]?\d+\/\d+$/;
    const written = text.length <= 100 && (decimal.test(text) || fraction.test(text));
    const [above, below = 1] = written ? text.split("/").map(Number) : [];
    return Number.isFinite(above / below) ? above / below : NaN;
}

/** The number that is typed, if it is one that is large enough.
@param {string} name @param {string | number} given */
export function amount(name, given, least = 0) {
    const text = String(given).trim(), number = readNumber(text);
    if (Number.isNaN(number)) refuse(name, text.slice(0, 20), "a number");
    if (number < least || Object.is(number, -0)) refuse(name, text, `at least ${least}`);
    return number;
}

/** @param {string} name @param {string} given @param {number} most */
export function whole(name, given, most) {
    const number = amount(name, given, -Infinity);
    if (!Number.isInteger(number) || number < 1 || number > most)
        refuse(name, given, `a whole number from 1 to ${most}`);
    return number;
}

/** An amount as it was typed, exactly. @param {string} name @param {string} given */
export const exact = (name, given) => (amount(name, given), exactly(given));

/** The same, of what has to be more than 0. @param {string} name @param {string} given */
export function positive(name, given) {
    if (!(amount(name, given) > 0)) refuse(name, given, "more than 0");
    return exactly(given);
}

/** Both blinds, exactly. @param {string} small @param {string} big */
export function blinds(small, big) {
    const [s, b] = [exact("small blind", small), exact("big blind", big)];
    if (below(b, s)) refuse("small blind", small, `at most the big blind, ${big},`);
    return [s, b];
}

/** Why something is refused; "" if it is not. @param {() => void} act */
export function refusal(act) {
    try {
        act();
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.message;
    }
    return "";
}

/** A text with letters and marks of full width as plain ones, and without what is not seen, such as
the sign behind a suit that tells how it is drawn. @param {string} text */
export const plainText = text => text
    .replace(/[\u200b\u2060\ufe0e\ufe0f]/g, "")
    .replace(/\u3001/g, ",")
    .replace(/[\uff01-\uff5e]/g, mark => String.fromCharCode(mark.charCodeAt(0) - 0xfee0));

/** The parts of a text between blanks, commas and semicolons. @param {string} text */
export const listed = text => plainText(String(text)).split(/[\s,;]+/).filter(Boolean);

/** Sizes of bets or raises as the package reads them: 2.5x for 2,5 or 2.5X.
@param {string} text @param {string} unit */
export const sized = (text, unit) => plainText(text).toLowerCase()
    .replace(/[^\s;]+/g, size => size.replace(/^(\d*),(\d+[x%]?)$/, "$1.$2"))
    .replace(/[^\s,;]+/g, size => readNumber(size) > 0 ? size + unit : size);

/** They, one by one: `split_sizes` of pokerlab/amounts.py.
@param {string} name @param {string} text */
export function splitSizes(name, text, unit = "") {
    text = plainText(text);
    const [allIn] = text.match(/\ball[\s_-]?in\b|(?<![^\s,;])a(?![^\s,;])/i) ?? [];
    const part = /(?<![^\s;,])([0-9](?:[0-9.,/]*[0-9])?%?)[^\S\n\r]+pot(?![^\s,;])/i.exec(text);
    const given = listed(sized(text, unit));
    if (allIn) deny(`${name}: ${allIn} given, leave it out: all-in is always there`);
    if (!unit && part) deny(`${name}: ${part[0]} given, which is unclear. `
        + `Write ${part[1]} for a part of the pot, or ${part[1]}, pot for two sizes`);
    if (!given.length) refuse(name, "", "sizes or none");
    return given.join() === "none" ? [] : given;
}

/** What texts name, as text: amounts one after another, and runs such as 2:40, by ones, or
2:10:0.5. @param {string} name @param {string} text */
export function sizes(name, text, most = Infinity) {
    const found = listed(text).flatMap(part => {
        const ends = part.split(":");
        const [from, to = from, step = 1] = ends.map(end => amount(name, end));
        if (ends.length > 3 || !(from <= to && step > 0)) refuse(name, part, "a run such as 2:40");
        if ((to - from) / step >= most) refuse(name, part, `at most ${most} sizes`);
        const [start, end = start, by = WHOLE] = ends.map(exactly);
        const [above, under] = times(less(end, start), [by[1], by[0]]);
        return Array.from({ length: Number(above / under) + 1 }, (_, i) =>
            written(plus(start, times([BigInt(i), 1n], by))));
    });
    return [...new Set(found)].sort((a, b) => readNumber(a) - readNumber(b));
}

/** @type {(a: bigint, b: bigint) => bigint} */
export const gcd = (a, b) => {
    while (b) [a, b] = [b, a % b];
    return a < 0n ? -a : a;
};
/** @type {(one: Fraction) => Fraction} */
export const reduced = ([above, below]) => {
    const by = (gcd(above, below) || 1n) * (below < 0n ? -1n : 1n);
    return [above / by, below / by];
};

/** A decimal or fraction, as it was typed, exactly. @param {string} text */
export function exactly(text) {
    const [decimal, below = 1] = String(text).trim().split("/");
    const [number, power = 0] = decimal.toLowerCase().split("e");
    const [whole, part = ""] = number.split(".");
    const scale = Number(power) - part.length, tens = 10n ** BigInt(Math.abs(scale));
    const above = BigInt(whole + part || 0), under = BigInt(below);
    return reduced(scale < 0 ? [above, under * tens] : [above * tens, under]);
}

/** @type {(one: Fraction, other: Fraction) => Fraction} */
export const times = ([a, b], [c, d]) => reduced([a * c, b * d]);
/** @type {(one: Fraction, other: Fraction) => Fraction} */
export const plus = ([a, b], [c, d]) => reduced([a * d + c * b, b * d]);
/** @type {(one: Fraction, other: Fraction) => Fraction} */
export const less = (one, [above, below]) => plus(one, [-above, below]);
/** @type {(one: Fraction, other: Fraction) => boolean} */
export const below = ([a, b], [c, d]) => a * d < c * b;
/** @type {(one: Fraction, other: Fraction) => Fraction} */
export const lesser = (one, other) => below(one, other) ? one : other;

/** Of integers that are too long for a number 300 digits count. @param {Fraction} one */
export function float([above, below]) {
    const extra = 10n ** BigInt(Math.max(String(below).length - 300, 0)), whole = above / below;
    const fits = BigInt.asIntN(64, whole) === whole;
    return fits ? Number(above / extra) / Number(below / extra) : Number(whole);
}

/** An exact amount as a decimal where that says it, else as a fraction.
@param {Fraction} fraction */
export function written(fraction) {
    const decimal = String(tidy(float(fraction))), [above, below] = exactly(decimal);
    return above === fraction[0] && below === fraction[1] ? decimal : fraction.join("/");
}
