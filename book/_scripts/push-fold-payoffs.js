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

/** A number of the processor, or an integer of any length (BigInt): in one computation all are the
same. It is `any` since the checker knows no sum of what may be either.
@typedef {any} Numeric */

/** The determinant of a square matrix, by the minors of its first row: there are few rows here.
@param {Numeric[][]} matrix
@param {(number: number) => Numeric} toNumeric
@returns {Numeric} */
function determinant(matrix, toNumeric) {
    if (!matrix.length) return toNumeric(1);
    const [firstRow, ...others] = matrix;
    let total = toNumeric(0);
    firstRow.forEach((entry, column) => {
        const minor = determinant(others.map(row => row.toSpliced(column, 1)), toNumeric);
        total += column % 2 ? -entry * minor : entry * minor;
    });
    return total;
}

/** The x with matrix x = -right, by Cramer's rule: each times the determinant of the matrix.
@param {Numeric[][]} matrix
@param {Numeric[]} right
@param {(number: number) => Numeric} toNumeric */
const cramer = (matrix, right, toNumeric) => right.map((_, column) =>
    determinant(matrix.map((row, i) => row.with(column, -right[i])), toNumeric));

/** Push or fold: what plans earn, and which plans make hands indifferent.

All is computed with what `toNumeric` makes of a number: `BigInt` makes integers. A plan has for
each hand the numerator of a probability, and one `denominator`, 1 with numbers of the processor.
All that is earned is the small blind's, a sum over all deals and boards, and a denominator times as
large. */
export class PushFoldPayoffs {
    /** @param {Counts} counts
    @param {Numeric[]} amounts  the stack, the blinds, the ante and the big-blind ante
    @param {(number: number) => Numeric} toNumeric */
    constructor(counts, amounts, toNumeric = number => number) {
        const [stack, smallBlind, bigBlind, ante, bigBlindAnte] = amounts;
        const half = bigBlindAnte / toNumeric(2), boards = toNumeric(counts.boards);
        this.counts = counts;
        this.toNumeric = toNumeric;
        this.hands = [...counts.waysPerHand.keys()];
        // What a board pays when the small blind folds, when the big blind does, and when hands are
        // shown: then half of the big-blind ante, and the stake of whoever wins.
        this.foldPays = boards * -(ante + smallBlind);
        this.stealPays = boards * (ante + bigBlind + bigBlindAnte);
        this.showdownPays = boards * half;
        this.stake = stack + half;
    }

    /** What numbers add up to.
    @param {Numeric[]} numbers
    @returns {Numeric} */
    sum(numbers) {
        return numbers.reduce((all, number) => all + number, this.toNumeric(0));
    }

    /** The sum over the hands of a plan of what each contributes.
    @param {ArrayLike<Numeric>} plan
    @param {(hand: number) => Numeric} ofHand */
    sumOver(plan, ofHand) {
        return this.sum(this.hands.filter(hand => plan[hand])
            .map(hand => plan[hand] * ofHand(hand)));
    }

    /** What a call changes where two hands meet, as against a fold.
    @param {number} push
    @param {number} call */
    callChanges(push, call) {
        const { counts: { handCount, ways, margins }, toNumeric } = this;
        const pair = handCount * push + call;
        return toNumeric(ways[pair]) * (this.showdownPays - this.stealPays)
            + toNumeric(margins[pair]) * this.stake;
    }

    /** What pushing a hand earns more than folding it if nobody calls.
    @param {number} hand */
    pushGainUncalled(hand) {
        return this.toNumeric(this.counts.waysPerHand[hand]) * (this.stealPays - this.foldPays);
    }

    /** What pushing a hand earns more than folding it.
    @param {number} hand
    @param {ArrayLike<Numeric>} calls
    @param {Numeric} denominator */
    pushGain(hand, calls, denominator) {
        return this.pushGainUncalled(hand) * denominator
            + this.sumOver(calls, call => this.callChanges(hand, call));
    }

    /** What the big blind gains by calling with a hand, as against folding it: the small blind
    loses it.
    @param {number} hand
    @param {ArrayLike<Numeric>} pushes */
    callGain(hand, pushes) {
        return -this.sumOver(pushes, push => this.callChanges(push, hand));
    }

    /** What always folding earns.
    @param {Numeric} denominator */
    alwaysFolding(denominator) {
        return this.toNumeric(this.counts.total) * this.foldPays * denominator;
    }

    /** The lower bound on the value that pushes guarantee: what they earn against the best calls.
    @param {ArrayLike<Numeric>} pushes
    @param {Numeric} denominator
    @returns {Numeric} */
    lowerBoundOf(pushes, denominator) {
        const gains = this.hands.map(hand => this.callGain(hand, pushes));
        return this.alwaysFolding(denominator)
            + this.sumOver(pushes, push => this.pushGainUncalled(push))
            - this.sum(gains.filter(gain => gain > 0));
    }

    /** The upper bound that calls guarantee: what the best pushes earn against them.
    @param {ArrayLike<Numeric>} calls
    @param {Numeric} denominator
    @returns {Numeric} */
    upperBoundOf(calls, denominator) {
        const gains = this.hands.map(hand => this.pushGain(hand, calls, denominator));
        return this.alwaysFolding(denominator) + this.sum(gains.filter(gain => gain > 0));
    }

    /** The plans in which hands are played never, sometimes or always, and those that are played
    sometimes earn the same either way; and their denominator, 0 if there are no such plans.
    @param {number[][]} plays  of each player's hands: NEVER, SOMETIMES or ALWAYS
    @returns {{ denominator: Numeric, plans: Numeric[][] }} */
    solve(plays) {
        const { toNumeric } = this;
        const always =
            plays.map(ofPlayer => ofPlayer.map(play => toNumeric(Number(play === ALWAYS))));
        const [mixedPushes, mixedCalls] = plays.map(ofPlayer =>
            this.hands.filter(hand => ofPlayer[hand] === SOMETIMES));
        const rows = mixedPushes.map(push => mixedCalls.map(call => this.callChanges(push, call)));
        const columns = mixedCalls.map((_, k) => rows.map(row => row[k]));
        // How often hands are called decides whether pushes are indifferent, and the reverse.
        const calls = cramer(rows,
            mixedPushes.map(hand => this.pushGain(hand, always[1], toNumeric(1))), toNumeric);
        const pushes = cramer(columns,
            mixedCalls.map(hand => -this.callGain(hand, always[0])), toNumeric);
        const denominator = determinant(rows, toNumeric);
        const sign = toNumeric(denominator < 0 ? -1 : 1);
        const plans = [pushes, calls].map((mixed, player) => {
            const plan = always[player].map(probability => sign * probability * denominator);
            [mixedPushes, mixedCalls][player].forEach((hand, i) => {
                plan[hand] = sign * mixed[i];
            });
            return plan;
        });
        return { denominator: sign * denominator, plans };
    }
}
