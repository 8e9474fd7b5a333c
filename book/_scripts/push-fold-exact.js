/* Push or fold in integers: a solution tells which hands mix, all else is worked out exactly. */

import { Fraction, gcd, toFraction } from "./amounts.js";
import { PLAYERS_BY_BLIND } from "./betting.js";
import {
    ALWAYS, CALLER, NEVER, PUSHER, PushFoldPayoffs, SOMETIMES, isMixed,
} from "./push-fold-payoffs.js";
/** @import { Counts } from "./counts.js" */

/** At most so many hands of either player may mix. */
const MAX_MIXED = 7;

/** How a hand is played that is played with a probability.
@param {number} probability */
function playOf(probability) {
    if (isMixed(probability)) return SOMETIMES;
    return probability > 0.5 ? ALWAYS : NEVER;
}

/** How each hand of both players is played by columns of probabilities, and how many hands of
either mix. What prevents a proof is an Error.
@param {ArrayLike<number>[]} probabilities */
function playsOf(probabilities) {
    const plays = probabilities.map(ofPlayer => Array.from(ofPlayer, playOf));
    const [mixedCount, mixedCalls] =
        plays.map(ofPlayer => ofPlayer.filter(play => play === SOMETIMES).length);
    if (mixedCount !== mixedCalls || mixedCount > MAX_MIXED)
        throw new Error("as many pushes as calls must be mixed, seven at most");
    return { plays, mixedCount };
}

/** The exact equilibrium next to two columns of probabilities, with its proof; or what prevents it.

Both best responses are worked out over all hands. The amounts are both stacks, both blinds, and
both antes. Returned are the bounds, in big blinds, how many hands of either player mix, and a
certificate in chips.
@param {Counts} counts
@param {string[]} amountTexts
@param {ArrayLike<number>[]} probabilities */
export function prove(counts, amountTexts, probabilities) {
    const [ownStack, otherStack, smallBlind, bigBlind, ante, bigBlindAnte] =
        amountTexts.map(toFraction);
    const stack = ownStack.minimum(otherStack.minus(bigBlindAnte));
    // In a unit of which all amounts are whole numbers, and their halves, too.
    const amounts = [stack, smallBlind, bigBlind, ante, bigBlindAnte];
    const scale = 2n * amounts.reduce(
        (all, { denominator }) => all * denominator / gcd(all, denominator), 1n);
    const payoffs = new PushFoldPayoffs(counts,
        amounts.map(({ numerator, denominator }) => numerator * scale / denominator), BigInt);
    const { plays, mixedCount } = playsOf(probabilities);
    const { denominator, plans: [push, call] } = payoffs.solve(plays);
    if (!denominator) throw new Error("the odds are not determined");
    if ([...push, ...call].some(probability => probability < 0 || probability > denominator))
        throw new Error("another set of hands mixes");
    // In the unit, bounds are sums over all deals and boards, and the denominator times as large.
    const multiple = scale * BigInt(counts.boards * counts.total) * denominator;
    const [lower, upper] =
        [payoffs.lowerBoundOf(push, denominator), payoffs.upperBoundOf(call, denominator)]
            .map(bound => new Fraction(bound, multiple));
    const plans = [push, call].map(played =>
        [played.map(numerator => denominator - numerator), played].map(numerators =>
            // Hands that never do so are left out.
            Object.fromEntries(counts.hands.flatMap((name, hand) => numerators[hand]
                ? [[name, String(new Fraction(numerators[hand], denominator))]] : []))));
    return {
        lower: String(lower.over(bigBlind)), upper: String(upper.over(bigBlind)), mixedCount,
        certificate: writeCertificate(amounts, plans, String(lower)),
    };
}

/** A certificate as pokerlab/check.py reads it.
@param {Fraction[]} amounts  the stack, both blinds, and both antes
@param {Record<string, string>[][]} plans  of each player: who folds, and who does not
@param {string} value */
function writeCertificate([stack, smallBlind, bigBlind, ante, bigBlindAnte], plans, value) {
    const [[fold, push], [foldToPush, call]] = plans;
    const nodes = [
        { fold: [String(ante.plus(smallBlind).negated)] },
        { fold: [String(ante.plus(bigBlind).plus(bigBlindAnte))] },
        { showdown: [String(stack), String(bigBlindAnte)] },
        // Actions lead to the nodes with these indices.
        { player: CALLER, actions: { fold: 1, call: 2 } },
        { player: PUSHER, actions: { fold: 0, push: 3 } },
    ];
    return {
        deal: "hold'em",
        tree: { players: PLAYERS_BY_BLIND, nodes },
        plans: [{ fold, push }, { "push, fold": foldToPush, "push, call": call }],
        value,
    };
}
