/* Push or fold in integers: a solution tells which hands mix, all else is worked out exactly. */

import { Fraction, gcd, toFraction } from "./amounts.js";
import { ALWAYS, NEVER, PushFoldPayoffs, SOMETIMES, isMixed } from "./push-fold-payoffs.js";
/** @import { Counts } from "./counts.js" */

/** At most so many hands of either player may mix. */
const MAX_MIXED = 7;

/** A fraction as a text.
@type {(numerator: bigint, denominator: bigint) => string} */
const fractionText = (numerator, denominator) => {
    const reduced = new Fraction(numerator, denominator);
    return reduced.denominator === 1n ? String(reduced.numerator)
        : `${reduced.numerator}/${reduced.denominator}`;
};

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
certificate in chips as pokerlab/certificates.py writes it.
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
    const amountsInUnits =
        amounts.map(({ numerator, denominator }) => numerator * (scale / denominator));
    const payoffs = new PushFoldPayoffs(counts, amountsInUnits, BigInt);
    const { plays, mixedCount } = playsOf(probabilities);
    const { denominator, plans: [push, call] } = payoffs.solve(plays);
    if (!denominator) throw new Error("the odds are not determined");
    if ([...push, ...call].some(probability => probability < 0 || probability > denominator))
        throw new Error("another set of hands mixes");
    // Both bounds are sums over all deals and boards, and the denominator times as large.
    const multiple = BigInt(counts.boards * counts.total) * denominator;
    const bounds =
        [payoffs.lowerBoundOf(push, denominator), payoffs.upperBoundOf(call, denominator)];
    const [, , bigBlindInUnits] = amountsInUnits;
    const [lower, upper] = bounds.map(bound => fractionText(bound, bigBlindInUnits * multiple));
    const texts = amounts.map(({ numerator, denominator }) => fractionText(numerator, denominator));
    const certificate = certificateOf(
        counts.hands, texts, fractionText(bounds[0], scale * multiple), [push, call], denominator);
    return { lower, upper, mixedCount, certificate };
}

/** A certificate: the amounts, the value and what is played, all of it exactly.
@param {string[]} hands
@param {string[]} amountTexts  the stack, both blinds, and both antes
@param {string} value
@param {bigint[][]} plans  as numerators
@param {bigint} denominator */
function certificateOf(hands, amountTexts, value, plans, denominator) {
    const [stack, smallBlind, bigBlind, ante, bigBlindAnte] = amountTexts;
    const [push, call] = plans.map(plan => Object.fromEntries(hands.flatMap((name, hand) =>
        plan[hand] ? [[name, fractionText(plan[hand], denominator)]] : [])));
    return {
        stack, small_blind: smallBlind, big_blind: bigBlind, ante, big_blind_ante: bigBlindAnte,
        value, push, call,
    };
}
