/* Ranges as text, such as 22+, A2s+:0.5, AhKh, read and written as pokerlab/ranges.py does: what
they may look like stands there, at `parse_range`, and tests/grammar.json holds both to it. */

import { comboIdsOf } from "./cards.js";
import { indicesFromLargest, roundTo, sum } from "./numbers.js";
import { RangeParser } from "./range-parser.js";
import { KICKERS, PAIRS } from "./range-tokens.js";
import { refusalTextIn, refuse } from "./refusals.js";
/** @import { Counts } from "./counts.js" */

/** All hands, the best against any two cards first, from the counts of a deal: by what they win
minus what they lose, in integers; of two that win as much the one that comes first in the chart.
@param {Counts} counts */
export function handsBestFirst({ handCount, hands, margins, combosPerHand }) {
    const won = hands.map((_, i) => 12 / combosPerHand[i]
        * sum(margins.slice(handCount * i, handCount * (i + 1))));
    return indicesFromLargest(won).map(i => hands[i]);
}

/** The weight that a text gives combos; `refuseRange` hears what cannot be read.
@param {string} text
@param {string[]} bestHands  the best first, for shares such as 20%
@param {(reason: string) => never} refuseRange
@returns {Map<number, number>} */
export const parseComboWeights = (text, bestHands, refuseRange) =>
    new Map([...new RangeParser(text, bestHands, refuseRange).parse()]
        .map(([comboId, weight]) => [comboId, weight.toNumber()]));

/** The combos that a text names one by one, such as AhKh.
@param {string} text
@param {string[]} bestHands  the best first
@returns {number[]} */
export function combosNamed(text, bestHands) {
    const parser = new RangeParser(text, bestHands, refuse);
    const tokens = parser.listedNumbers() ? [] : [...parser.tokens()];
    return tokens.flatMap(([{ comboIds }]) => comboIds.length === 1 ? comboIds : []);
}

/** What may not be meant of a text that can be read.
@param {string} text
@param {string[]} bestHands  the best first
@returns {string[]} */
export function remarksOn(text, bestHands) {
    const parser = new RangeParser(text, bestHands, refuse);
    refusalTextIn(() => { parser.parse(); });
    return parser.remarks;
}

/** A text on one line, as a command takes it.
@param {string} text */
export const oneLine = text => text.trim().replace(/\s+/g, " ");

/** The mean of what the combos of a hand weigh, and whether all weigh the same.
@param {string} handName
@param {Map<number, number>} weightOfCombo */
export function handWeight(handName, weightOfCombo) {
    const weights = comboIdsOf(handName).map(comboId => weightOfCombo.get(comboId) ?? 0);
    const [first] = weights;
    const areEqual = weights.every(weight => weight === first);
    // A mean of equal numbers could be rounded.
    return { mean: areEqual ? first : sum(weights) / weights.length, areEqual };
}

/** The weight of each hand of a list, the mean of its combos'.
@param {string} text
@param {string[]} list
@param {string[]} bestHands  the best first
@param {(reason: string) => never} refuseRange */
export function parseHandWeights(text, list, bestHands, refuseRange) {
    const weightOfCombo = parseComboWeights(text, bestHands, refuseRange);
    return list.map(handName => handWeight(handName, weightOfCombo).mean);
}

/** Weights as text: runs where neighbours weigh the same to so many digits.
@param {ArrayLike<number>} weights
@param {string[]} list */
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
@param {string[]} names
@param {number} start
@param {number} stop */
function runText(names, start, stop) {
    const first = names[start], last = names[stop - 1];
    if (stop - start === 1) return first;
    return start === 0 ? `${last}+` : `${first}-${last}`;
}
