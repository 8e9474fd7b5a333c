/* How many of all hands the big blind calls with, in push or fold: as it is typed, and which hands
these are. It knows no page. */

import { numberIn, withDecimalPoint } from "./amounts.js";
import { nearest } from "./controls.js";
import { indicesFromLargest, roundTo, sum, wholeNumbers } from "./numbers.js";
import { CALLER } from "./push-fold-payoffs.js";
/** @import { Solution } from "./solutions.js" */

/** How a change of the share that calls may be typed: +20%, 20% more, -10%, 10% fewer. */
export const CHANGE_OF_CALLS =
    /^(?:([+-])\s*([\d.]+)\s*%|([\d.]+)\s*%\s*(more|fewer|less))$/i;

/** A share or a change of it as `CHANGE_OF_CALLS` reads it.
@param {string} text */
export const plainChange = text => withDecimalPoint(text.trim()).replace("−", "-");

/** How many hands call who are asked to: in percent of all, NaN if that cannot be read; and whether
it was typed as a change of the optimal share.
@typedef {object} CallingShare
@property {number} percentage
@property {boolean} isChange */

/** A calling share as it is typed, such as 40, +20% or 10% fewer.
@param {string} text
@param {number} optimal  in percent
@returns {CallingShare} */
export function readCallingShare(text, optimal) {
    const change = plainChange(text);
    const [match, mark, signed, plain, word] = change.match(CHANGE_OF_CALLS) ?? [];
    if (!match) {
        const isUnread = change.startsWith("+");
        const percentage = isUnread ? NaN : numberIn(change.replace(/\s*%$/, ""));
        return { percentage, isChange: false };
    }
    const by = numberIn(signed ?? plain) / 100;
    const isLess = mark ? mark === "-" : word.toLowerCase() !== "more";
    const changed = optimal * (isLess ? 1 - by : 1 + by);
    return { percentage: roundTo(Math.min(changed, 100), 1), isChange: true };
}

/** How many of all hands some of them are, in percent.
@param {number[]} combosPerHand
@param {ArrayLike<number>} shares  of each hand */
export function percentageOf(combosPerHand, shares) {
    const playedCombos = sum(combosPerHand.map((combos, dealtHand) => combos * shares[dealtHand]));
    return roundTo(100 * playedCombos / sum(combosPerHand), 1);
}

/** Calls of a percentage of all hands: those to which calling an optimal push earns most.
@param {number[]} combosPerHand
@param {number} percentage
@param {Solution} solution */
export function bestCalls(combosPerHand, percentage, solution) {
    const [informationSet] = solution.game.tree.informationSets[CALLER];
    const gains = combosPerHand.map((_, dealtHand) => {
        const [folding, calling] = [0, 1].map(action =>
            solution.earns(CALLER, informationSet, action, [dealtHand]));
        return calling - folding;
    });
    const calls = combosPerHand.map(() => 0);
    let left = sum(combosPerHand) * percentage / 100;
    for (const dealtHand of indicesFromLargest(gains)) {
        calls[dealtHand] = Math.min(Math.max(left / combosPerHand[dealtHand], 0), 1);
        left -= combosPerHand[dealtHand];
    }
    return calls;
}

/** The whole percentages, in the place of which are some others: the nearest to each, but no end of
the scale. So many steps as percent lead to each, which screen readers may read.
@param {number[]} others */
export function percentagesWith(others) {
    const added = [...new Set(others)].filter(share => share % 100), inner = wholeNumbers(1, 99);
    for (const share of added) inner.splice(inner.indexOf(nearest(inner, String(share))), 1);
    return [0, ...[...inner, ...added].sort((a, b) => a - b), 100];
}
