/* Push or fold in numbers of either kind, those of the processor or integers of any length: what
plans earn, and which plans make hands indifferent. */

/** @import { Counts } from "./counts.js" */

/** Whether a hand is played with a probability, and not never or always. @param {number} share */
export const isMixed = share => share > 1e-9 && share < 1 - 1e-9;

/** The determinant of a square matrix, by the minors of its first row: there are few rows here.
@param {number[][]} matrix @param {(number: number) => number} quantity
@returns {number} */
function determinant(matrix, quantity) {
    if (!matrix.length) return quantity(1);
    const [firstRow, ...others] = matrix;
    let total = quantity(0);
    firstRow.forEach((entry, column) => {
        const minor = determinant(others.map(row => row.toSpliced(column, 1)), quantity);
        total += column % 2 ? -entry * minor : entry * minor;
    });
    return total;
}

/** The x with matrix x = -right, by Cramer's rule: each times the determinant of the matrix.
@param {number[][]} matrix @param {number[]} right
@param {(number: number) => number} quantity */
const cramer = (matrix, right, quantity) => right.map((_, column) =>
    determinant(matrix.map((row, i) => row.with(column, -right[i])), quantity));

/** Push or fold: what plans earn, and which plans make hands indifferent.

All is computed with what `quantity` makes of a number. A plan has for each hand a chance, in parts
of a `whole`: with numbers of the processor that is 1, with integers it is the common denominator.
All that is earned is the small blind's, a sum over all deals and boards, and a whole times as
large.
@param {Counts} counts
@param {number[]} amounts  the stack, the blinds, the ante and the big-blind ante
@param {(number: number) => number} quantity */
export function pushFoldPayoffs(counts, amounts, quantity = number => number) {
    const { n, ways, margins, boards, waysPerHand, total } = counts;
    const hands = [...waysPerHand.keys()];
    const [stack, smallBlind, bigBlind, ante, bigBlindAnte] = amounts;
    const half = bigBlindAnte / quantity(2);
    // What a board pays when the small blind folds, when the big blind does, and when hands are
    // shown: then half of the big-blind ante, and the stake of whoever wins.
    const foldPays = quantity(boards) * -(ante + smallBlind);
    const stealPays = quantity(boards) * (ante + bigBlind + bigBlindAnte);
    const showdownPays = quantity(boards) * half, stake = stack + half;
    /** @type {(numbers: number[]) => number} */
    const sum = numbers => numbers.reduce((all, number) => all + number, quantity(0));
    /** The sum over the hands of a plan of what each contributes.
    @type {(plan: ArrayLike<number>, ofHand: (hand: number) => number) => number} */
    const sumOver = (plan, ofHand) =>
        sum(hands.filter(hand => plan[hand]).map(hand => plan[hand] * ofHand(hand)));
    /** What a call changes where two hands meet, as against a fold.
    @type {(push: number, call: number) => number} */
    const callChanges = (push, call) =>
        quantity(ways[n * push + call]) * (showdownPays - stealPays)
        + quantity(margins[n * push + call]) * stake;
    /** What pushing a hand earns more than folding it if nobody calls.
    @type {(hand: number) => number} */
    const stealGain = hand => quantity(waysPerHand[hand]) * (stealPays - foldPays);
    /** What pushing a hand earns more than folding it.
    @type {(hand: number, calls: ArrayLike<number>, whole: number) => number} */
    const pushing = (hand, calls, whole) =>
        stealGain(hand) * whole + sumOver(calls, call => callChanges(hand, call));
    /** What calling with a hand changes of what the small blind earns, as against folding it.
    @type {(hand: number, pushes: ArrayLike<number>) => number} */
    const calling = (hand, pushes) => sumOver(pushes, push => callChanges(push, hand));
    /** What always folding earns. @type {(whole: number) => number} */
    const alwaysFolding = whole => quantity(total) * foldPays * whole;
    /** What pushes earn at least: against the best calls.
    @type {(pushes: ArrayLike<number>, whole: number) => number} */
    const least = (pushes, whole) => alwaysFolding(whole) + sumOver(pushes, stealGain)
        + sum(hands.map(hand => calling(hand, pushes)).filter(change => change < 0));
    /** What calls allow at most: to the best pushes.
    @type {(calls: ArrayLike<number>, whole: number) => number} */
    const most = (calls, whole) => alwaysFolding(whole)
        + sum(hands.map(hand => pushing(hand, calls, whole)).filter(gain => gain > 0));

    const payoffs = { pushing, calling, least, most };
    return {
        ...payoffs,
        /** @type {(digits: number[][]) => { whole: number, plans: number[][] }} */
        solve: digits => indifferentPlans(digits, callChanges, payoffs, quantity),
    };
}

/** The plans in which hands are played never, sometimes or always, and those that are played
sometimes earn the same either way; and their whole, which is 0 if there are no such plans.
@param {number[][]} digits  of each player's hands 0, 1 or 2: never, sometimes, always
@param {(push: number, call: number) => number} callChanges  as against a fold
@param {{ pushing: (hand: number, calls: number[], whole: number) => number,
    calling: (hand: number, pushes: number[]) => number }} payoffs
@param {(number: number) => number} quantity */
function indifferentPlans(digits, callChanges, { pushing, calling }, quantity) {
    const always = digits.map(own => own.map(digit => quantity(Number(digit === 2))));
    const [mixedPushes, mixedCalls] = digits.map(own =>
        [...own.keys()].filter(hand => own[hand] === 1));
    const rows = mixedPushes.map(push => mixedCalls.map(call => callChanges(push, call)));
    const columns = mixedCalls.map((_, k) => rows.map(row => row[k]));
    // How often hands are called decides whether pushes are indifferent, and the reverse.
    const calls = cramer(rows,
        mixedPushes.map(hand => pushing(hand, always[1], quantity(1))), quantity);
    const pushes = cramer(columns,
        mixedCalls.map(hand => calling(hand, always[0])), quantity);
    const whole = determinant(rows, quantity), sign = quantity(whole < 0 ? -1 : 1);
    const plans = [pushes, calls].map((mixed, player) => {
        const plan = always[player].map(chance => sign * chance * whole);
        [mixedPushes, mixedCalls][player].forEach((hand, i) => {
            plan[hand] = sign * mixed[i];
        });
        return plan;
    });
    return { whole: sign * whole, plans };
}

/** The same in integers: what pushes earn at least, what calls allow at most, and plans.
@typedef {{ least: (pushes: bigint[], whole: bigint) => bigint,
    most: (calls: bigint[], whole: bigint) => bigint,
    solve: (digits: number[][]) => { whole: bigint, plans: bigint[][] } }} ExactPayoffs */

/** Push or fold in integers of any length. The checker knows no sums of what may be a number or a
BigInt: it has checked those of numbers.
@type {(counts: Counts, amounts: bigint[]) => ExactPayoffs} */
export const exactPushFoldPayoffs = (counts, amounts) => /** @type {any} */ (
    pushFoldPayoffs(counts, /** @type {any[]} */ (amounts), /** @type {any} */ (BigInt)));
