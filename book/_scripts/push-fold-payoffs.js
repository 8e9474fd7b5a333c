/* Push or fold in numbers of either kind, those of the processor or integers of any length: what
plans earn, and which plans make hands indifferent. */

/** @import { Counts } from "./counts.js" */

/** The small blind and the big blind. */
export const PUSHER = 0;
export const CALLER = 1;

/** How a hand is played, with the digits that pokerlab/studies/stored_pieces.py has for it. */
export const NEVER = 0;
export const SOMETIMES = 1;
export const ALWAYS = 2;

/** Whether a hand is played with a probability, and not never or always.
@param {number} probability */
export const isMixed = probability => probability > 1e-9 && probability < 1 - 1e-9;

/** The determinant of a square matrix, by the minors of its first row: there are few rows here.
@param {number[][]} matrix
@param {(number: number) => number} toNumber
@returns {number} */
function determinant(matrix, toNumber) {
    if (!matrix.length) return toNumber(1);
    const [firstRow, ...others] = matrix;
    let total = toNumber(0);
    firstRow.forEach((entry, column) => {
        const minor = determinant(others.map(row => row.toSpliced(column, 1)), toNumber);
        total += column % 2 ? -entry * minor : entry * minor;
    });
    return total;
}

/** The x with matrix x = -right, by Cramer's rule: each times the determinant of the matrix.
@param {number[][]} matrix
@param {number[]} right
@param {(number: number) => number} toNumber */
const cramer = (matrix, right, toNumber) => right.map((_, column) =>
    determinant(matrix.map((row, i) => row.with(column, -right[i])), toNumber));

/** Push or fold: what plans earn, and which plans make hands indifferent.

All is computed with what `toNumber` makes of a number. A plan has for each hand a probability, in
parts of a `whole`: with numbers of the processor that is 1, with integers it is the common
denominator. All that is earned is the small blind's, a sum over all deals and boards, and a whole
times as large. */
export class PushFoldPayoffs {
    /** @param {Counts} counts
    @param {number[]} amounts  the stack, the blinds, the ante and the big-blind ante
    @param {(number: number) => number} toNumber */
    constructor(counts, amounts, toNumber = number => number) {
        const [stack, smallBlind, bigBlind, ante, bigBlindAnte] = amounts;
        const half = bigBlindAnte / toNumber(2), boards = toNumber(counts.boards);
        this.counts = counts;
        this.toNumber = toNumber;
        this.hands = [...counts.waysPerHand.keys()];
        // What a board pays when the small blind folds, when the big blind does, and when hands are
        // shown: then half of the big-blind ante, and the stake of whoever wins.
        this.foldPays = boards * -(ante + smallBlind);
        this.stealPays = boards * (ante + bigBlind + bigBlindAnte);
        this.showdownPays = boards * half;
        this.stake = stack + half;
    }

    /** What numbers add up to.
    @param {number[]} numbers */
    sum(numbers) {
        return numbers.reduce((all, number) => all + number, this.toNumber(0));
    }

    /** The sum over the hands of a plan of what each contributes.
    @param {ArrayLike<number>} plan
    @param {(hand: number) => number} ofHand */
    sumOver(plan, ofHand) {
        return this.sum(this.hands.filter(hand => plan[hand])
            .map(hand => plan[hand] * ofHand(hand)));
    }

    /** What a call changes where two hands meet, as against a fold.
    @param {number} push
    @param {number} call */
    callChanges(push, call) {
        const { counts: { n, ways, margins }, toNumber } = this, pair = n * push + call;
        return toNumber(ways[pair]) * (this.showdownPays - this.stealPays)
            + toNumber(margins[pair]) * this.stake;
    }

    /** What pushing a hand earns more than folding it if nobody calls.
    @param {number} hand */
    pushGainUncalled(hand) {
        return this.toNumber(this.counts.waysPerHand[hand]) * (this.stealPays - this.foldPays);
    }

    /** What pushing a hand earns more than folding it.
    @param {number} hand
    @param {ArrayLike<number>} calls
    @param {number} whole */
    pushGain(hand, calls, whole) {
        return this.pushGainUncalled(hand) * whole
            + this.sumOver(calls, call => this.callChanges(hand, call));
    }

    /** What the big blind gains by calling with a hand, as against folding it: the small blind
    loses it.
    @param {number} hand
    @param {ArrayLike<number>} pushes */
    callGain(hand, pushes) {
        return -this.sumOver(pushes, push => this.callChanges(push, hand));
    }

    /** What always folding earns.
    @param {number} whole */
    alwaysFolding(whole) {
        return this.toNumber(this.counts.total) * this.foldPays * whole;
    }

    /** The lower bound on the value that pushes guarantee: what they earn against the best calls.
    @param {ArrayLike<number>} pushes
    @param {number} whole */
    lower(pushes, whole) {
        const gains = this.hands.map(hand => this.callGain(hand, pushes));
        return this.alwaysFolding(whole) + this.sumOver(pushes, push => this.pushGainUncalled(push))
            - this.sum(gains.filter(gain => gain > 0));
    }

    /** The upper bound that calls guarantee: what the best pushes earn against them.
    @param {ArrayLike<number>} calls
    @param {number} whole */
    upper(calls, whole) {
        const gains = this.hands.map(hand => this.pushGain(hand, calls, whole));
        return this.alwaysFolding(whole) + this.sum(gains.filter(gain => gain > 0));
    }

    /** The plans in which hands are played never, sometimes or always, and those that are played
    sometimes earn the same either way; and their whole, which is 0 if there are no such plans.
    @param {number[][]} plays  of each player's hands: NEVER, SOMETIMES or ALWAYS */
    solve(plays) {
        const { toNumber } = this;
        const always =
            plays.map(ofPlayer => ofPlayer.map(play => toNumber(Number(play === ALWAYS))));
        const [mixedPushes, mixedCalls] = plays.map(ofPlayer =>
            this.hands.filter(hand => ofPlayer[hand] === SOMETIMES));
        const rows = mixedPushes.map(push => mixedCalls.map(call => this.callChanges(push, call)));
        const columns = mixedCalls.map((_, k) => rows.map(row => row[k]));
        // How often hands are called decides whether pushes are indifferent, and the reverse.
        const calls = cramer(rows,
            mixedPushes.map(hand => this.pushGain(hand, always[1], toNumber(1))), toNumber);
        const pushes = cramer(columns,
            mixedCalls.map(hand => -this.callGain(hand, always[0])), toNumber);
        const whole = determinant(rows, toNumber), sign = toNumber(whole < 0 ? -1 : 1);
        const plans = [pushes, calls].map((mixed, player) => {
            const plan = always[player].map(probability => sign * probability * whole);
            [mixedPushes, mixedCalls][player].forEach((hand, i) => {
                plan[hand] = sign * mixed[i];
            });
            return plan;
        });
        return { whole: sign * whole, plans };
    }
}

/** The same in integers: the bounds that plans guarantee, and plans.
@typedef {object} ExactPayoffs
@property {(pushes: bigint[], whole: bigint) => bigint} lower
@property {(calls: bigint[], whole: bigint) => bigint} upper
@property {(plays: number[][]) => { whole: bigint, plans: bigint[][] }} solve */

/** Push or fold in integers of any length. The checker knows no sums of what may be a number or a
BigInt: it has checked those of numbers, as which the integers come in here.
@type {(counts: Counts, amounts: bigint[]) => ExactPayoffs} */
export function exactPushFoldPayoffs(counts, amounts) {
    const asNumbers = /** @type {number[]} */ (/** @type {unknown} */ (amounts));
    const toInteger = /** @type {(number: number) => number} */ (/** @type {unknown} */ (BigInt));
    const payoffs = new PushFoldPayoffs(counts, asNumbers, toInteger);
    return /** @type {ExactPayoffs} */ (/** @type {unknown} */ (payoffs));
}
