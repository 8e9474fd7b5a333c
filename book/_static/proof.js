/* Push or fold in integers: a solution tells which hands mix, all else is worked out exactly. */

"use strict";

/** @param {bigint} above @param {bigint} below */
const shortest = (above, below) => reduced([above, below]).join("/").replace(/\/1$/, "");

/** The determinant of a matrix of integers; by Cramer's rule, the solution of a system times it.
@param {bigint[][]} matrix @returns {bigint} */
function determinant(matrix) {
    if (!matrix.length) return 1n;
    return matrix[0].reduce((sum, entry, at) => entry === 0n ? sum : sum + (at % 2 ? -entry : entry)
        * determinant(matrix.slice(1).map(row => row.filter((_, column) => column !== at))), 0n);
}
/** @type {(matrix: bigint[][], right: bigint[]) => bigint[]} */
const cramer = (matrix, right) => right.map((_, at) =>
    determinant(matrix.map((row, i) => row.map((entry, k) => k === at ? right[i] : entry))));

/** The exact equilibrium next to two columns of probabilities, with its proof; or what prevents it.

Both best responses are worked out over all hands. `amounts` are texts: both stacks, both blinds,
and both antes. Returned are the bounds, in big blinds, and a certificate in chips as
pokerlab/cli.py writes it.
@param {ReturnType<typeof pokerlabDeal>} deal @param {string[]} amounts
@param {ArrayLike<number>[]} chances */
function prove(deal, amounts, chances) {
    const { n, hands: names } = deal, hands = [...names.keys()];
    /** @type {(list: number[], term: (hand: number) => bigint) => bigint} */
    const sum = (list, term) => list.reduce((all, hand) => all + term(hand), 0n);
    const [weight, margin] = [deal.weight, deal.margin].map(table =>
        hands.map(i => Array.from(table.subarray(n * i, n * i + n), BigInt)));
    const [first, second, ...rest] = amounts, left = minus(second, rest[3]);
    const parts = [minus(first, left)[0] === "-" ? first : left, ...rest].map(exactly);
    const scale = 2n * parts.reduce((all, [, below]) => all * below / gcd(all, below), 1n);
    const [stack, small, big, ante, dead] = parts.map(([above, below]) => above * (scale / below));
    // Amounts in units of 1 / scale, and then of 1 / (scale * boards).
    const boards = BigInt(deal.boards), every = Array.from(deal.dealt, BigInt);
    const folded = -(ante + small) * boards, stolen = (ante + big + dead) * boards;
    const half = dead / 2n, stake = stack + half, shown = half * boards - stolen;
    const meets = hands.map(i => hands.map(k => weight[i][k] * shown + stake * margin[i][k]));
    const [always, mixed] = [[1 - 1e-9, 2], [1e-9, 1 - 1e-9]].map(([from, to]) =>
        chances.map(own => hands.filter(hand => own[hand] > from && own[hand] <= to)));
    const [pushers, callers] = mixed;
    if (pushers.length !== callers.length || pushers.length > 7)
        throw new Error("as many pushes as calls must be mixed, seven at most");
    const core = pushers.map(i => callers.map(k => meets[i][k])), whole = determinant(core);
    const turned = callers.map((_, k) => core.map(row => row[k]));
    const one = whole < 0n ? -whole : whole;
    if (whole === 0n) throw new Error("the odds are not determined");
    const calls = cramer(core, pushers.map(i =>
        (folded - stolen) * every[i] - sum(always[1], k => meets[i][k])));
    const pushes = cramer(turned, callers.map(k => -sum(always[0], i => meets[i][k])));
    const plan = [pushes, calls].map((odds, player) => {
        const column = hands.map(hand => always[player].includes(hand) ? one : 0n);
        mixed[player].forEach((hand, at) => { column[hand] = whole < 0n ? -odds[at] : odds[at]; });
        return column;
    });
    if (plan.flat().some(chance => chance < 0n || chance > one))
        throw new Error("another set of hands mixes");
    const lower = sum(hands, k => {
        const pushed = sum(hands, i => weight[i][k] * plan[0][i]);
        const called = sum(hands, i => meets[i][k] * plan[0][i]);
        return folded * (every[k] * one - pushed) + stolen * pushed + (called < 0n ? called : 0n);
    });
    const upper = sum(hands, i => {
        const called = sum(hands, k => meets[i][k] * plan[1][k]);
        const gained = (stolen - folded) * every[i] * one + called;
        return folded * every[i] * one + (gained > 0n ? gained : 0n);
    });
    const below = boards * one * BigInt(deal.total);
    const texts = ["stack", "small_blind", "big_blind", "ante", "big_blind_ante"];
    const played = ["push", "call"].map((action, player) => [action, Object.fromEntries(
        hands.filter(hand => plan[player][hand])
            .map(hand => [names[hand], shortest(plan[player][hand], one)]))]);
    const certificate = Object.fromEntries([
        ...texts.map((name, at) => [name, shortest(...parts[at])]),
        ["value", shortest(lower, scale * below)], ...played,
    ]);
    const [least, most] = [lower, upper].map(bound => shortest(bound, big * below));
    return { lower: least, upper: most, mixed, certificate };
}
