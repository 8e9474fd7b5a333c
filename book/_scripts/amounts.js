/* Amounts as the explorer reads and writes them, exactly: pokerlab/amounts.py in a page. */

import { trimNoise } from "./numbers.js";
import { refuseSetting, refuseSettings } from "./refusals.js";

/** The greatest common divisor, by Euclid.
@param {bigint} one
@param {bigint} other */
export function gcd(one, other) {
    let [a, b] = [one, other];
    while (b) [a, b] = [b, a % b];
    return a < 0n ? -a : a;
}

/** A fraction in lowest terms, of two integers. */
export class Fraction {
    /** @param {bigint} numerator
    @param {bigint} denominator */
    constructor(numerator, denominator = 1n) {
        const divisor = (gcd(numerator, denominator) || 1n) * (denominator < 0n ? -1n : 1n);
        this.numerator = numerator / divisor;
        this.denominator = denominator / divisor;
    }

    /** The sum.
    @param {Fraction} other */
    plus(other) {
        return new Fraction(
            this.numerator * other.denominator + other.numerator * this.denominator,
            this.denominator * other.denominator);
    }

    /** The difference.
    @param {Fraction} other */
    minus(other) {
        return this.plus(other.negated);
    }

    /** The product.
    @param {Fraction} other */
    times(other) {
        return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
    }

    /** The quotient.
    @param {Fraction} other */
    over(other) {
        return new Fraction(this.numerator * other.denominator, this.denominator * other.numerator);
    }

    /** The fraction with the other sign.
    @returns {Fraction} */
    get negated() {
        return new Fraction(-this.numerator, this.denominator);
    }

    /** Whether the fraction is 0. */
    get isZero() {
        return this.numerator === 0n;
    }

    /** Whether the fraction is less than another.
    @param {Fraction} other */
    isLess(other) {
        return this.numerator * other.denominator < other.numerator * this.denominator;
    }

    /** Whether the fraction is as much as another.
    @param {Fraction} other */
    equals(other) {
        return this.numerator === other.numerator && this.denominator === other.denominator;
    }

    /** The smaller one.
    @param {Fraction} other */
    minimum(other) {
        return this.isLess(other) ? this : other;
    }

    /** Both integers with a stroke between them, or the one that it is. */
    toString() {
        const { numerator, denominator } = this;
        return denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;
    }

    /** The closest number; of integers that are too long for one 300 digits count. */
    toNumber() {
        const { numerator, denominator } = this, whole = numerator / denominator;
        const extra = 10n ** BigInt(Math.max(String(denominator).length - 300, 0));
        const fits = BigInt.asIntN(64, whole) === whole;
        return fits ? Number(numerator / extra) / Number(denominator / extra) : Number(whole);
    }
}

export const ZERO = new Fraction(0n);
export const ONE = new Fraction(1n);
export const HALF = new Fraction(1n, 2n);
export const PERCENT = new Fraction(1n, 100n);

/** A decimal or fraction, as it was typed, exactly.
@param {string} text */
export function toFraction(text) {
    const [decimal, divisor = 1] = String(text).trim().split("/");
    const [number, power = 0] = decimal.toLowerCase().split("e");
    const [whole, decimals = ""] = number.split(".");
    const scale = Number(power) - decimals.length, tens = 10n ** BigInt(Math.abs(scale));
    const numerator = BigInt(whole + decimals || 0), denominator = BigInt(divisor);
    return scale < 0 ? new Fraction(numerator, denominator * tens)
        : new Fraction(numerator * tens, denominator);
}

/** An exact amount as a decimal where that says it, else as a fraction.
@param {Fraction} amount */
export function formatAmount(amount) {
    const decimal = String(trimNoise(amount.toNumber()));
    return toFraction(decimal).equals(amount) ? decimal : String(amount);
}

/** A text in which a decimal comma, which digits follow, is a point.
@param {string} text */
export const withDecimalPoint = text => text.replace(/,(?=\d)/g, ".");

/** A text without the unit behind its amount: 7 bb, 7 big blinds.
@param {string} text */
export const withoutBlinds = text => text.replace(/\s*(bbs?|big blinds?)$/i, "");

/** The number that a decimal is, or a fraction such as 1/3; NaN for other texts.
@param {string} text */
export function numberIn(text) {
    const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i, fraction = /^[+-]?\d+\/\d+$/;
    if (text.length > 100 || !decimal.test(text) && !fraction.test(text)) return NaN;
    const [numerator, denominator = 1] = text.split("/").map(Number);
    return Number.isFinite(numerator / denominator) ? numerator / denominator : NaN;
}

/** The number that is typed, if it is one that is large enough.
@param {string} name
@param {string | number} given */
export function parseNumber(name, given, least = 0) {
    const text = String(given).trim(), number = numberIn(text);
    if (Number.isNaN(number)) refuseSetting(name, text.slice(0, 20), "a number");
    if (number < least || Object.is(number, -0)) refuseSetting(name, text, `at least ${least}`);
    return number;
}

/** The whole number that is typed, if it is one from 1 to the most that is allowed.
@param {string} name
@param {string} given
@param {number} most */
export function parseWhole(name, given, most) {
    const number = parseNumber(name, given, -Infinity);
    if (!Number.isInteger(number) || number < 1 || number > most)
        refuseSetting(name, given, `a whole number from 1 to ${most}`);
    return number;
}

/** An amount as it was typed, exactly.
@param {string} name
@param {string} given */
export function parseAmount(name, given) {
    parseNumber(name, given);
    return toFraction(given);
}

/** An amount as it was typed, exactly, which has to be more than 0.
@param {string} name
@param {string} given */
export function parsePositive(name, given) {
    if (!(parseNumber(name, given, -Infinity) > 0)) refuseSetting(name, given, "more than 0");
    return toFraction(given);
}

/** Both blinds, exactly.
@param {string} small
@param {string} big */
export function readBlinds(small, big) {
    const amounts = [parseAmount("smallBlind", small), parseAmount("bigBlind", big)];
    if (amounts[1].isLess(amounts[0])) refuseSettings([
        { setting: "smallBlind", given: small, needed: `at most ${big} ({bigBlind})` },
        { setting: "bigBlind", given: big, needed: `at least ${small} ({smallBlind})` },
    ]);
    return amounts;
}
