/* What is known of the real game, hold'em with all its streets, at blinds of 1/2 and 1: the build
takes it from the table that the chapter of that name explains. */

import { realGameTable } from "./build-constants.js";
import { signed } from "./words.js";

const { optimalUpTo, optimalWithAnteUpTo, bounds: boundsByStack } = realGameTable();

/** Between what the value to the small blind is, at a stack; by rising stack.
@type {{ stack: number, lower: number, upper: number }[]} */
const valueBounds = boundsByStack.map(([stack, lower, upper]) => ({ stack, lower, upper }));

/** Beyond this stack no bound is computed. */
const deepestBound = valueBounds[valueBounds.length - 1].stack;

/** A text on the bounds at a stack, or else at those next to it that have some.
@param {number} stack
@param {(lower: number, upper: number, isFirst: boolean) => string} describe */
function atNearestStacks(stack, describe) {
    const above = valueBounds.findIndex(bounds => bounds.stack >= stack);
    const isThere = valueBounds[above].stack === stack;
    const first = isThere ? above : Math.max(above - 1, 0);
    return valueBounds.slice(first, above + 1)
        .map(({ lower, upper, stack: at }, i) => `${describe(lower, upper, i === 0)} at ${at}`)
        .join(" and ");
}

/** What a small blind who only pushes or folds loses there to what perfect play would earn, as a
sentence: that is no loss of chips, where perfect play wins some.
@param {number} stack */
export function lossOfPushOrFold(stack) {
    if (stack <= optimalUpTo)
        return "In the real game, with every limp, raise and flop, you can do no better.";
    const against = "Compared with perfect play in the real game (limps, raises and flops)";
    if (stack > deepestBound) return `${against}, you may lose something: `
        + `beyond ${deepestBound} big blinds no bound is computed.`;
    /** @type {(lower: number, upper: number, isFirst: boolean) => string} */
    const loss = (lower, upper, isFirst) => (Math.ceil(1000 * (upper - lower)) / 1000).toFixed(3)
        + (isFirst ? " big blinds a hand" : "");
    return `${against}, you lose at most ${atNearestStacks(stack, loss)}.`;
}

/** What it is worth to the small blind, in a sentence; and one more where something is locked,
for which no bounds are computed.
@param {number} stack
@param {boolean} hasLocks */
export const worthOfRealGame = (stack, hasLocks) =>
    worthBetweenBounds(stack) + aboutLocks(hasLocks);

/** A sentence, after others, that locks are left out; "" if nothing is locked.
@param {boolean} hasLocks */
const aboutLocks = hasLocks => hasLocks
    ? " That is without locks; with them, it isn't known what flops add." : "";

/** A sentence on the real game where antes are posted.
@param {number} [stack]  of both players
where the antes are a big-blind ante of one, or come to the same; in big blinds, that ante
included
@param {boolean} [hasLocks] */
export function realGameWithAnte(stack = Infinity, hasLocks = false) {
    if (stack <= optimalWithAnteUpTo) return "With flops, too, push or fold is optimal up to "
        + `${optimalWithAnteUpTo} big blinds with a big-blind ante of one.${aboutLocks(hasLocks)}`;
    return "With an ante what flops change is proven only for a big-blind ante of one: nothing, "
        + `up to ${optimalWithAnteUpTo} big blinds. Here it isn't known.`;
}

/** What it is worth to the small blind without locks, in a sentence.
@param {number} stack */
function worthBetweenBounds(stack) {
    if (stack <= optimalUpTo)
        return `With flops, too, push or fold is optimal up to ${optimalUpTo} big blinds.`;
    if (stack > deepestBound)
        return `With flops the value is not bounded here beyond ${deepestBound} big blinds: `
            + "this is no advice for a table.";
    // Rounded outwards, to more digits than what push or fold is worth: that is the lower bound.
    /** @type {(lower: number, upper: number) => string} */
    const band = (lower, upper) => `from ${signed(Math.floor(1e5 * lower) / 1e5, 5)} to `
        + `${signed(Math.ceil(1e5 * upper) / 1e5, 5)} bb`;
    return `With flops the value is ${atNearestStacks(stack, band)}.`;
}
