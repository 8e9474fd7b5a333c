/* Numbers and lists of them. */

/** What numbers add up to.
@param {Iterable<number>} numbers */
export const sum = numbers => [...numbers].reduce((all, number) => all + number, 0);

/** The whole numbers from one to another.
@param {number} first
@param {number} last */
export const wholeNumbers = (first, last) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The indices of numbers, that of the largest first.
@param {ArrayLike<number>} numbers */
export const indicesFromLargest = numbers =>
    [...Array(numbers.length).keys()].sort((a, b) => numbers[b] - numbers[a]);

/** Amounts are decimals: what binary arithmetic adds to one is taken away again.
@param {number} number */
export const trimNoise = number => Number(number.toPrecision(12));

/** A number to so many digits after the point.
@param {number} number
@param {number} digits */
export const roundTo = (number, digits) => Number(number.toFixed(digits));
