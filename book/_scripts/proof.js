/* Push or fold in integers: a solution tells which hands mix, all else is worked out exactly. */

import { Fraction, gcd, toFraction } from "./amounts.js";
import { exactPushFoldPayoffs, isMixed } from "./push-fold-payoffs.js";
/** @import { Counts } from "./counts.js" */

/** At most so many hands of either player may mix. */
const MOST_MIXED = 7;

/** A fraction as a text. @type {(above: bigint, below: bigint) => string} */
const fractionText = (above, below) => {
    const reduced = new Fraction(above, below);
    return reduced.below === 1n ? String(reduced.above) : `${reduced.above}/${reduced.below}`;
};

/** The exact equilibrium next to two columns of probabilities, with its proof; or what prevents it.

Both best responses are worked out over all hands. `amounts` are texts: both stacks, both blinds,
and both antes. Returned are the bounds, in big blinds, how many hands of either player mix, and a
certificate in chips as pokerlab/certificates.py writes it.
@param {Counts} counts @param {string[]} amounts @param {ArrayLike<number>[]} chances */
export function prove(counts, amounts, chances) {
    const [ownStack, otherStack, smallBlind, bigBlind, ante, bigBlindAnte] =
        amounts.map(toFraction);
    const stack = ownStack.minimum(otherStack.minus(bigBlindAnte));
    const given = { stack, smallBlind, bigBlind, ante, bigBlindAnte };
    // In a unit of which all amounts are whole numbers, and their halves, too.
    const parts = Object.values(given);
    const scale = 2n * parts.reduce((all, { below }) => all * below / gcd(all, below), 1n);
    const chips = parts.map(({ above, below }) => above * (scale / below));
    const { solve, least, most } = exactPushFoldPayoffs(counts, chips);
    const digits = chances.map(own => Array.from(own, share =>
        isMixed(share) ? 1 : 2 * Math.round(share)));
    const [mixed, mixedCalls] = digits.map(own => own.filter(digit => digit === 1).length);
    if (mixed !== mixedCalls || mixed > MOST_MIXED)
        throw new Error("as many pushes as calls must be mixed, seven at most");
    const { whole, plans: [push, call] } = solve(digits);
    if (!whole) throw new Error("the odds are not determined");
    if ([...push, ...call].some(chance => chance < 0 || chance > whole))
        throw new Error("another set of hands mixes");
    const below = BigInt(counts.boards * counts.total) * whole;
    const bounds = [least(push, whole), most(call, whole)];
    /** @type {(plan: bigint[]) => Record<string, string>} */
    const probabilitiesOf = plan => Object.fromEntries(counts.hands.flatMap((name, hand) =>
        plan[hand] ? [[name, fractionText(plan[hand], whole)]] : []));
    /** @type {(amount: Fraction) => string} */
    const text = amount => fractionText(amount.above, amount.below);
    const certificate = {
        stack: text(stack), small_blind: text(smallBlind), big_blind: text(bigBlind),
        ante: text(ante), big_blind_ante: text(bigBlindAnte),
        value: fractionText(bounds[0], scale * below), push: probabilitiesOf(push),
        call: probabilitiesOf(call),
    };
    const bigBlindInUnits = chips[parts.indexOf(bigBlind)];
    const [lower, upper] = bounds.map(bound => fractionText(bound, bigBlindInUnits * below));
    return { lower, upper, mixed, certificate };
}
