/* What a painted chart loses, beside rules that are printed and the best chart. */

import { drawingSizes, sageTable } from "./build-constants.js";
import { equilibrium, shareOfHands, stackText } from "./stack-pieces.js";
import { ALWAYS, SOMETIMES } from "./push-fold-payoffs.js";
import { writeWholeHands } from "./whole-hands.js";
import { percent } from "./words.js";
/** @import { Equilibrium, Pieces } from "./stack-pieces.js" */

/** The hands that SAGE pushes, 1 for each, if it knows the stack: those whose index is at least
that of its table, which goes by the stack after the big blind is posted, rounded.
@param {number} stack */
function sagePushes(stack) {
    const { indices, first, leastToPush } = sageTable();
    const least = leastToPush[Math.round(stack - 1) - first];
    return least === undefined ? undefined : indices.map(index => Number(index >= least));
}

/** How near to its end a piece is looked at, in parts of its length. */
const JUST_INSIDE = 1e-9;

/** The hands that are pushed at the stack, or at a deeper one, more often than not: 1 for each. On
a piece, how often a hand is pushed only rises or only falls, so that its ends tell.
@param {Pieces} pieces
@param {number} stack */
function pushesByDeepestStack(pieces, stack) {
    const { hands, ends, playsByPiece } = pieces;
    const first = Math.min(ends.findLastIndex(end => end <= stack), playsByPiece.length - 1);
    /** @type {(chartHand: number, piece: number) => boolean} */
    const isMostlyPushed = (chartHand, piece) => {
        const low = Math.max(stack, ends[piece]), high = ends[piece + 1];
        return [low, high - JUST_INSIDE * (high - low)].some(at =>
            equilibrium(pieces, at).probabilities[0][chartHand] > 0.5);
    };
    return hands.map((_, chartHand) => {
        const deeper = playsByPiece.slice(first).map(plays => plays[chartHand]);
        const isPushed = deeper.includes(ALWAYS)
            || deeper.some((play, i) => play === SOMETIMES && isMostlyPushed(chartHand, first + i));
        return Number(isPushed);
    });
}

/** What a chart of pushes loses to an opponent who knows it, in thousandths of a big blind a hand.
@param {Equilibrium} optimal
@param {readonly number[]} chart */
export const lossOfChart = ({ probabilities: [best], worthOf }, chart) =>
    1000 * (worthOf(best) - worthOf(chart));

/** A loss in thousandths of a big blind a hand as one in big blinds per hundred hands.
@param {number} lost */
export const perHundredHands = lost => (lost / 10).toFixed(2);

/** Of each hand whether a chart differs from the best one, as far as that can be seen.
@param {Equilibrium} optimal
@param {readonly number[]} pushes */
export const differencesFromBest = ({ probabilities: [best] }, pushes) =>
    pushes.map((pushed, chartHand) =>
        Math.abs(best[chartHand] - pushed) > drawingSizes().leastShare);

/** What a chart should do otherwise, in words; "" if nothing.
@param {Pieces} pieces
@param {Equilibrium} optimal
@param {readonly number[]} pushes */
function differencesInWords({ hands }, optimal, pushes) {
    const { probabilities: [best] } = optimal, differs = differencesFromBest(optimal, pushes);
    /** @type {(chartHand: number) => boolean} */
    const isMostlyWrong = chartHand => Math.abs(best[chartHand] - pushes[chartHand]) > 0.5;
    /** The hands for which something holds.
    @type {(holds: (chartHand: number) => boolean) => string} */
    const handsWhere = holds =>
        writeWholeHands(hands.map((_, chartHand) => Number(holds(chartHand))), hands);
    const tooMany = handsWhere(chartHand => isMostlyWrong(chartHand) && pushes[chartHand] === 1);
    const tooFew = handsWhere(chartHand => isMostlyWrong(chartHand) && pushes[chartHand] === 0);
    const mixed = handsWhere(chartHand => differs[chartHand] && !isMostlyWrong(chartHand));
    return [tooMany && `pushed, and better folded: ${tooMany}`,
        tooFew && `folded, and better pushed: ${tooFew}`,
        mixed && `mixed, and mostly as you have it: ${mixed}`].filter(Boolean).join("; ");
}

/** What a chart loses, in markup: a table of it, rules that are printed and the best chart; how it
differs from that one; and where it can be taken.
@param {Pieces} pieces
@param {number} stack
@param {Equilibrium} optimal
@param {readonly number[]} pushes */
export function lossMarkup(pieces, stack, optimal, pushes) {
    /** @type {(name: string, chart: readonly number[]) => string} */
    const row = (name, chart) => {
        const lost = lossOfChart(optimal, chart);
        return `<tr><th scope="row">${name} <td>${percent(shareOfHands(pieces, chart), 1)} `
            + `<td><b>${lost.toFixed(1)}</b> <td>${perHundredHands(lost)} `;
    };
    const sage = sagePushes(stack);
    const rows = row("your chart", pushes) + (sage ? row("SAGE", sage) : "")
        + row("one number for each hand", pushesByDeepestStack(pieces, stack))
        + row("the best", optimal.probabilities[0]);
    const lock = pieces.hands.filter((_, chartHand) => pushes[chartHand]).join();
    const differences = differencesInWords(pieces, optimal, pushes);
    const heads = ["chart", "pushes", "loses, mbb", "bb/100 on the button"]
        .map(head => `<th scope="col">${head} `).join("");
    return `<table aria-label="What charts lose"><thead><tr>${heads}<tbody>${rows}</table><p>`
        + "In thousandths of a big blind a hand, and in big blinds per hundred hands, to an "
        + "opponent who knows the chart. "
        + `Rings mark the differences${differences && ` (${differences})`}. `
        + "This page's link now has your chart. "
        + '<button type="button" class="btn btn-sm live-copy">Copy link</button> '
        + `<a href="explorer.html#push-fold?stack=${stackText(stack)};locks=0//${lock}">`
        + "Open it in the explorer</a>, and play against it there.";
}
