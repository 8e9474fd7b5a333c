/* Push or fold in integers: a solution tells which hands mix, all else is worked out exactly. */

import { toFraction, gcd, minus, minimum, reduce } from "./amounts.js";
import { isMixed, pushFoldPayoffs, unpackDeal } from "./deal.js";
/** @import { Fraction } from "./amounts.js" */

/** A fraction as a text. @type {(above: bigint, below: bigint) => string} */
const shortest = (above, below) => reduce([above, below]).join("/").replace(/\/1$/, "");

/** The exact equilibrium next to two columns of probabilities, with its proof; or what prevents it.

Both best responses are worked out over all hands. `amounts` are texts: both stacks, both blinds,
and both antes. Returned are the bounds, in big blinds, how many hands of either player mix, and a
certificate in chips as pokerlab/certificates.py writes it.
@param {ReturnType<typeof unpackDeal>} deal @param {string[]} amounts
@param {ArrayLike<number>[]} chances */
export function prove(deal, amounts, chances) {
    const [first, second, ...rest] = amounts.map(toFraction);
    /** @type {Fraction[]} */
    const parts = [minimum(first, minus(second, rest[3])), ...rest];
    const scale = 2n * parts.reduce((all, [, below]) => all * below / gcd(all, below), 1n);
    const chips = parts.map(([above, below]) => above * (scale / below));
    const { solve, least, most } = pushFoldPayoffs(deal, chips, BigInt);
    const how = chances.map(own => Array.from(own, share =>
        isMixed(share) ? 1 : 2 * Math.round(share)));
    const [mixed, calls] = how.map(own => own.filter(digit => digit === 1).length);
    if (mixed !== calls || mixed > 7)
        throw new Error("as many pushes as calls must be mixed, seven at most");
    const { one, plans: [push, call] } = solve(how);
    if (!one) throw new Error("the odds are not determined");
    if ([...push, ...call].some(chance => chance < 0 || chance > one))
        throw new Error("another set of hands mixes");
    const below = BigInt(deal.boards * deal.total) * one;
    const bounds = [least(push, one), most(call, one)];
    /** @type {(plan: bigint[]) => Record<string, string>} */
    const played = plan => Object.fromEntries(deal.hands.flatMap((hand, at) =>
        plan[at] ? [[hand, shortest(plan[at], one)]] : []));
    const texts = ["stack", "small_blind", "big_blind", "ante", "big_blind_ante"];
    const certificate = {
        ...Object.fromEntries(texts.map((name, at) => [name, shortest(...parts[at])])),
        value: shortest(bounds[0], scale * below), push: played(push), call: played(call),
    };
    const [lower, upper] = bounds.map(bound => shortest(bound, chips[2] * below));
    return { lower, upper, mixed, certificate };
}
