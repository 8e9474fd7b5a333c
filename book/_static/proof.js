/* Push or fold in integers: which hands mix is read off a solution, all else is worked out exactly. */

"use strict";

const pokerlabProof = (() => {

/** @typedef {[above: bigint, below: bigint]} Fraction */
const { gcd, reduced, exactly } = pokerlabSolver();
const written = (/** @type {Fraction} */ fraction) => { const [above, below] = reduced(fraction); return below === 1n ? `${above}` : `${above}/${below}`; };

/** @type {(one: Fraction, other: Fraction) => Fraction} */
const less = ([a, b], [c, d]) => reduced([a * d - c * b, b * d]);

/** The determinant of a matrix of integers and, by Cramer's rule, the solution of a system times it. @param {bigint[][]} matrix @returns {bigint} */
function determinant(matrix) {
    if (!matrix.length) return 1n;
    return matrix[0].reduce((sum, entry, at) => entry === 0n ? sum : sum + (at % 2 ? -entry : entry)
        * determinant(matrix.slice(1).map(row => row.filter((_, column) => column !== at))), 0n);
}
const cramer = (/** @type {bigint[][]} */ matrix, /** @type {bigint[]} */ right) => right.map((_, at) =>
    determinant(matrix.map((row, i) => row.map((entry, k) => k === at ? right[i] : entry))));

/** The deal's two tables of counts, as big integers. @returns {{ weight: bigint[][], margin: bigint[][] }} */
function counts({ hands, weights, margins }, bytes) {
    const n = hands.length, many = bytes(weights), won = new DataView(bytes(margins).buffer);
    const weight = hands.map(() => Array(n)), margin = hands.map(() => Array(n).fill(0n));
    for (let i = 0, at = 0; i < n; i++)
        for (let k = i; k < n; k++) {
            weight[i][k] = weight[k][i] = BigInt(many[at++]);
            if (k === i) continue;
            margin[i][k] = BigInt(won.getInt32(4 * (at - i - 2), true));
            margin[k][i] = -margin[i][k];
        }
    return { weight, margin };
}

/** The exact equilibrium next to two columns of probabilities, with its proof; or what stands in the way.

Both best responses are worked out over all hands. `amounts` are texts: both stacks, both blinds, and
both antes. Returned are the bounds, in big blinds, and a certificate in chips as pokerlab/cli.py writes it.
@param {any} deal @param {(text: string) => Uint8Array} bytes @param {string[]} amounts @param {ArrayLike<number>[]} chances */
function prove(deal, bytes, amounts, chances) {
    const { weight, margin } = counts(deal, bytes), hands = deal.hands.map((_, hand) => hand);
    const [first, second, ...rest] = amounts.map(exactly), left = less(second, rest[rest.length - 1]);
    const parts = [less(first, left)[0] < 0n ? first : left, ...rest], scale = 2n * parts.reduce((all, [, below]) => all * below / gcd(all, below), 1n);
    const [stack, small, big, ante, dead] = parts.map(([above, below]) => above * (scale / below));
    // Amounts in units of 1 / scale, and then of 1 / (scale * boards).
    const boards = BigInt(deal.boards), folded = -(ante + small) * boards, stolen = (ante + big + dead) * boards;
    const half = dead / 2n, stake = stack + half, every = weight.map(row => row.reduce((a, b) => a + b));
    const meets = hands.map(i => hands.map(k => weight[i][k] * (half * boards - stolen) + stake * margin[i][k]));
    const always = chances.map(own => hands.filter(hand => own[hand] > 1 - 1e-9));
    const mixed = chances.map(own => hands.filter(hand => own[hand] > 1e-9 && own[hand] <= 1 - 1e-9));
    const [pushers, callers] = mixed;
    if (pushers.length !== callers.length || pushers.length > 7) throw new Error("as many pushes as calls must be mixed, seven at most");
    const core = pushers.map(i => callers.map(k => meets[i][k])), whole = determinant(core);
    if (whole === 0n) throw new Error("the odds are not determined");
    const flat = i => (stolen - folded) * every[i] + always[1].reduce((sum, k) => sum + meets[i][k], 0n);
    const calls = cramer(core, pushers.map(i => -flat(i)));
    const pushes = cramer(callers.map((_, k) => core.map(row => row[k])),
        callers.map(k => -always[0].reduce((sum, i) => sum + meets[i][k], 0n)));
    const plan = [pushes, calls].map((odds, player) => {
        const column = hands.map(() => 0n), sign = whole < 0n ? -1n : 1n;
        for (const hand of always[player]) column[hand] = sign * whole;
        mixed[player].forEach((hand, at) => { column[hand] = sign * odds[at]; });
        return column;
    });
    const one = whole < 0n ? -whole : whole;
    if (plan.flat().some(chance => chance < 0n || chance > one)) throw new Error("another set of hands mixes");
    let lower = 0n, upper = 0n;
    for (const k of hands) {
        const pushed = hands.reduce((sum, i) => sum + weight[i][k] * plan[0][i], 0n);
        const called = hands.reduce((sum, i) => sum + meets[i][k] * plan[0][i], 0n);
        lower += folded * (every[k] * one - pushed) + stolen * pushed + (called < 0n ? called : 0n);
    }
    for (const i of hands) {
        const gained = (stolen - folded) * every[i] * one + hands.reduce((sum, k) => sum + meets[i][k] * plan[1][k], 0n);
        upper += folded * every[i] * one + (gained > 0n ? gained : 0n);
    }
    const below = boards * one * every.reduce((a, b) => a + b), names = ["stack", "small_blind", "big_blind", "ante", "big_blind_ante"];
    /** @type {Record<string, any>} */
    const certificate = Object.fromEntries(names.map((name, at) => [name, written(parts[at])]));
    certificate.value = written([lower, scale * below]);
    ["push", "call"].forEach((action, player) => {
        certificate[action] = Object.fromEntries(hands.filter(hand => plan[player][hand])
            .map(hand => [deal.hands[hand], written([plan[player][hand], one])]));
    });
    return { lower: written([lower, big * below]), upper: written([upper, big * below]), mixed, certificate };
}

return { prove };
})();
