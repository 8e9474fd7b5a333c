/* Boxes in which a reader types an answer, which is checked. */

import { Fraction, ONE, ZERO, withDecimalPoint } from "./amounts.js";

/** A number as it is written: its value; its digits; and its denominator, which says what these
count: 0.25 is 25 hundredths, 1/3 one third.
@typedef {object} Written
@property {Fraction} value
@property {bigint} digits
@property {bigint} denominator */

const NUMBER_TYPED =
    /^([+-]?\d*)(?:\.(\d*))?(?:\s*\/\s*(\d+))?[%a-z\s]*(?:\/[a-z\s]+)?$/i;

/** A unit behind a number: big blinds, or thousandths of them. */
const BLINDS_TYPED = /(?<![a-z])(m?)bb(?![a-z])/i;

/** The number that a text writes, such as "1/9" or "-0.25 bb", if it writes one.
@param {string} text
@returns {Written | undefined} */
function readWritten(text) {
    const plain = withDecimalPoint(text.trim().replace("−", "-"));
    const [, whole = "", decimals = "", below = "1"] = plain.match(NUMBER_TYPED) ?? [];
    if (!/\d/.test(whole + decimals) || !BigInt(below)) return undefined;
    const digits = BigInt(whole + decimals);
    const denominator = 10n ** BigInt(decimals.length) * BigInt(below);
    return { value: new Fraction(digits, denominator), digits, denominator };
}

/** Whether a denominator is that of a decimal: 10, 100, ...
@param {bigint} denominator */
const isDecimal = denominator => /^10*$/.test(String(denominator));

/** Whether a whole number has so many digits, or more.
@param {bigint} number
@param {number} count */
const hasDigits = (number, count) => String(number).replace("-", "").length >= count;

/** How far a fraction is from 0.
@param {Fraction} fraction */
const absolute = fraction => fraction.isLess(ZERO) ? fraction.negated : fraction;

/** Whether a number that was typed differs from the right one by no more than a third. Where that
is 0, a decimal of three digits may be rounded.
@param {Written} typed
@param {Written} right
@param {Fraction} within */
function isRight({ value, digits, denominator }, right, within) {
    const distance = absolute(value.minus(right.value));
    const hasThreeDigits = hasDigits(digits, 3) || denominator > 999n;
    const mayRound = within.isZero && right.denominator > 1n
        && isDecimal(denominator) && hasThreeDigits;
    const tolerance = mayRound ? new Fraction(1n, 2n * denominator) : within;
    return !tolerance.isLess(distance);
}

/** Whether a decimal is the right number, rounded to too few digits, but to two at least.
@param {Written} typed
@param {Written} right */
function isRoundedFurther({ value, digits, denominator }, right) {
    const distance = absolute(value.minus(right.value));
    return isDecimal(denominator) && hasDigits(digits, 2)
        && !new Fraction(1n, 2n * denominator).isLess(distance);
}

/** Which digits a question asks for.
@param {Written} within  half a unit of the last, or 0
@param {boolean} isInPercent */
function digitsAskedFor(within, isInPercent) {
    if (within.value.isZero) return "a fraction is asked for, or three digits";
    const places = String(within.denominator).length - 1;
    const digits = places === 1 ? "1 decimal is asked for" : `${places} decimals are asked for`;
    return digits + (isInPercent ? ", in per cent" : "");
}

/** Whether a share is meant in per cent: it says so, or is above 1.
@param {Written} share
@param {boolean} hasSign */
const isPercentage = ({ value }, hasSign = false) => hasSign || ONE.isLess(absolute(value));

/** A number as per cent: 25 is 0.25.
@param {Written} share
@returns {Written} */
const inPercent = ({ digits, denominator }) =>
    ({ value: new Fraction(digits, 100n * denominator), digits, denominator: 100n * denominator });

/** What was said before is said again after so many milliseconds without it: a screen reader would
not hear of a text that stays. */
const REST_BEFORE_SAYING_AGAIN = 100;

/** Tell something in an output, also if it was said before.
@param {HTMLElement | null} output
@param {string} message */
function tellIn(output, message) {
    if (!output) return;
    const isAgain = output.textContent === message;
    output.textContent = isAgain ? "" : message;
    if (isAgain) setTimeout(() => { output.textContent = message; }, REST_BEFORE_SAYING_AGAIN);
    output.scrollIntoView({ block: "nearest" });
}

/** What a question asks for: a number, how far from it one may be, whether it is a share, and a
fraction as the page has it, and which digits are asked for.
@typedef {object} Wanted
@property {Written} right
@property {Written} within
@property {boolean} isShare
@property {boolean} isFraction
@property {string} digits */

/** What a question asks for, of what the page has of it.
@param {DOMStringMap} dataset
@returns {Wanted} */
function readWanted({ answer = "", within: typedWithin = "", share }) {
    const right = /** @type {Written} */ (readWritten(answer));
    const within = /** @type {Written} */ (readWritten(typedWithin));
    const isShare = Boolean(share), isInPercent = isShare && isPercentage(right);
    const isFraction = right.denominator > 1n, digits = digitsAskedFor(within, isInPercent);
    const kind = { isShare, isFraction, digits };
    return isInPercent ? { right: inPercent(right), within: inPercent(within), ...kind }
        : { right, within, ...kind };
}

/** What a number may mean that was typed: itself and, with a unit behind it, the same in the other
one, since a question asks for big blinds or for thousandths of them.
@param {Written} number
@param {string} text
@returns {Written[]} */
function meaningsOf(number, text) {
    const [unit, thousandths] = text.match(BLINDS_TYPED) ?? [], { digits, denominator } = number;
    if (!unit) return [number];
    const other = thousandths ? { digits, denominator: 1000n * denominator }
        : { digits: 1000n * digits, denominator };
    return [number, { ...other, value: new Fraction(other.digits, other.denominator) }];
}

/** The reply to an answer as it is typed, and how the answer is marked.
@param {string} text
@param {Wanted} wanted
@param {string} [hint]  for an answer that is wrong */
function judge(text, { right, within, isShare, isFraction, digits }, hint) {
    // Commas are of thousands or a decimal's.
    const isLarge = new Fraction(999n).isLess(right.value), hasSign = text.includes("%");
    const written = readWritten(isLarge ? text.replaceAll(",", "") : text);
    if (!written) return { verdict: "", message: "Type a number: 0.25 or 1/4." };
    const number = isShare && isPercentage(written, hasSign) ? inPercent(written) : written;
    const meanings = meaningsOf(number, text);
    if (meanings.some(meaning => isRight(meaning, right, within.value)))
        return { verdict: "right", message: "Right." };
    if (!isShare && hasSign && isRight(inPercent(number), right, within.value)) return {
        verdict: "close", message: "Right so far; a number is asked for, not per cent.",
    };
    if (isFraction && meanings.some(meaning => isRoundedFurther(meaning, right)))
        return { verdict: "close", message: `Right so far; ${digits}.` };
    return { verdict: "wrong", message: `Not yet. ${hint}` };
}

/** Let a question check what is typed.
@param {HTMLElement} question */
function askQuestion(question) {
    const { dataset } = question, wanted = readWanted(dataset);
    const box = /** @type {HTMLInputElement} */ (question.querySelector("input"));
    const button = question.querySelector("button"), output = question.querySelector("output");
    output?.setAttribute("role", "status");
    output?.setAttribute("aria-live", "polite");
    const check = () => {
        const { verdict, message } = judge(box.value, wanted, dataset.hint);
        dataset.verdict = verdict;
        tellIn(output, message);
    };
    button?.addEventListener("click", check);
    box.addEventListener("keydown", ({ key }) => {
        if (key === "Enter") check();
    });
}

const exercises = [...document.querySelectorAll(".exercise")];

/** The exercise that something belongs to, by its name, such as "Exercise 1.1".
@param {Element} place */
function exerciseOf(place) {
    const { DOCUMENT_POSITION_FOLLOWING } = Node;
    const earlier = exercises.filter(exercise =>
        exercise.compareDocumentPosition(place) & DOCUMENT_POSITION_FOLLOWING);
    return earlier.at(-1)?.querySelector(".caption-number")?.textContent?.trim() ?? "Exercise";
}

for (const question of document.querySelectorAll(".pl-question")) {
    askQuestion(/** @type {HTMLElement} */ (question));
    const box = question.querySelector("input"), button = question.querySelector("button");
    const label = question.querySelector("label")?.textContent?.replace(/:\s*$/, "");
    const name = `${label}, ${exerciseOf(question)}`;
    if (box) box.ariaLabel = name;
    if (button) button.ariaLabel = `Check: ${name}`;
}

// What opens a solution is made, when the page is there, by a script that calls all alike.
document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll(".solution .toggle-button"))
        button.ariaLabel = `Solution of ${exerciseOf(button)}`;
});
