/* The hands of a chart that has each hand or not, in the words of players: 22+, A2s+, KTo+. */

import { TRY_PARTS } from "./range-tokens.js";
import { handWeight, parseComboWeights, writeRange } from "./ranges.js";
import { refusalTextIn } from "./refusals.js";
import { normalizeText } from "./typed-text.js";

/** 1 for each hand of a list that a text names; nothing names none.
@param {string} text
@param {string[]} list
@param {string[]} bestHands  the best first
@param {(reason: string) => never} refuseRange
@returns {number[]} */
export function readWholeHands(text, list, bestHands, refuseRange) {
    if (!text.trim()) return list.map(() => 0);
    // Parts of hands would be refused, too: they are no advice.
    const weightOfCombo = parseComboWeights(
        text, bestHands, reason => refuseRange(reason.replace(TRY_PARTS, "")));
    return list.map(handName => {
        const { mean, areEqual } = handWeight(handName, weightOfCombo);
        const isWhole = areEqual && Number.isInteger(mean);
        return isWhole ? mean : refuseRange(`${handName} is there in part. `
            + "This chart has a hand or not: leave weights and suits out");
    });
}

/** The words of a text; those that are a range together, such as all pairs or top 20%, are one.
@param {string} text
@returns {string[]} */
export const rangeWordsOf = text => normalizeText(text)
    .match(/any\s+two\s+cards|((all|any|top|suited)\s+)?[^\s,;]+/gi) ?? [];

/** The hands of a text, 1 for each that can be read, and the words that cannot; all of its words,
if only together they cannot.
@param {string} text
@param {string[]} list
@param {string[]} bestHands  the best first
@param {(reason: string) => never} refuseRange */
export function readAcceptedHands(text, list, bestHands, refuseRange) {
    /** @type {(part: string) => number[]} */
    const read = part => readWholeHands(part, list, bestHands, refuseRange);
    if (!refusalTextIn(() => read(text))) return { hands: read(text), refused: [] };
    const words = rangeWordsOf(text), alone = words.filter(word => refusalTextIn(() => read(word)));
    const refused = alone.length ? alone : words;
    const each = words.filter(word => !refused.includes(word)).map(read);
    return { hands: list.map((_, hand) => Number(each.some(weights => weights[hand]))), refused };
}

/** The hands that have a 1 as text; of none, no text.
@param {readonly number[]} hands
@param {string[]} list */
export const writeWholeHands = (hands, list) =>
    hands.some(Boolean) ? writeRange(hands, list) : "";
