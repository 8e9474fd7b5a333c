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
large. */
export class PushFoldPayoffs {
    /** @param {Counts} counts
    @param {number[]} amounts  the stack, the blinds, the ante and the big-blind ante
    @param {(number: number) => number} quantity */
    constructor(counts, amounts, quantity = number => number) {
        const [stack, smallBlind, bigBlind, ante, bigBlindAnte] = amounts;
        const half = bigBlindAnte / quantity(2), boards = quantity(counts.boards);
        this.counts = counts;
        this.quantity = quantity;
        this.hands = [...counts.waysPerHand.keys()];
        // What a board pays when the small blind folds, when the big blind does, and when hands are
        // shown: then half of the big-blind ante, and the stake of whoever wins.
        this.foldPays = boards * -(ante + smallBlind);
        this.stealPays = boards * (ante + bigBlind + bigBlindAnte);
        this.showdownPays = boards * half;
        this.stake = stack + half;
    }

    /** What numbers add up to. @param {number[]} numbers */
    sum(numbers) {
        return numbers.reduce((all, number) => all + number, this.quantity(0));
    }

    /** The sum over the hands of a plan of what each contributes.
    @param {ArrayLike<number>} plan @param {(hand: number) => number} ofHand */
    sumOver(plan, ofHand) {
        return this.sum(this.hands.filter(hand => plan[hand])
            .map(hand => plan[hand] * ofHand(hand)));
    }

    /** What a call changes where two hands meet, as against a fold.
    @param {number} push @param {number} call */
    callChanges(push, call) {
        const { counts: { n, ways, margins }, quantity } = this, pair = n * push + call;
        return quantity(ways[pair]) * (this.showdownPays - this.stealPays)
            + quantity(margins[pair]) * this.stake;
    }

    /** What pushing a hand earns more than folding it if nobody calls. @param {number} hand */
    stealGain(hand) {
        return this.quantity(this.counts.waysPerHand[hand]) * (this.stealPays - this.foldPays);
    }

    /** What pushing a hand earns more than folding it.
    @param {number} hand @param {ArrayLike<number>} calls @param {number} whole */
    pushing(hand, calls, whole) {
        return this.stealGain(hand) * whole
            + this.sumOver(calls, call => this.callChanges(hand, call));
    }

    /** What calling with a hand changes of what the small blind earns, as against folding it.
    @param {number} hand @param {ArrayLike<number>} pushes */
    calling(hand, pushes) {
        return this.sumOver(pushes, push => this.callChanges(push, hand));
    }

    /** What always folding earns. @param {number} whole */
    alwaysFolding(whole) {
        return this.quantity(this.counts.total) * this.foldPays * whole;
    }

    /** What pushes earn at least: against the best calls.
    @param {ArrayLike<number>} pushes @param {number} whole */
    least(pushes, whole) {
        const changes = this.hands.map(hand => this.calling(hand, pushes));
        return this.alwaysFolding(whole) + this.sumOver(pushes, push => this.stealGain(push))
            + this.sum(changes.filter(change => change < 0));
    }

    /** What calls allow at most: to the best pushes.
    @param {ArrayLike<number>} calls @param {number} whole */
    most(calls, whole) {
        const gains = this.hands.map(hand => this.pushing(hand, calls, whole));
        return this.alwaysFolding(whole) + this.sum(gains.filter(gain => gain > 0));
    }

    /** The plans in which hands are played never, sometimes or always, and those that are played
    sometimes earn the same either way; and their whole, which is 0 if there are no such plans.
    @param {number[][]} digits  of each player's hands 0, 1 or 2: never, sometimes, always */
    solve(digits) {
        const { quantity } = this;
        const always = digits.map(own => own.map(digit => quantity(digit === 2 ? 1 : 0)));
        const [mixedPushes, mixedCalls] = digits.map(own =>
            this.hands.filter(hand => own[hand] === 1));
        const rows = mixedPushes.map(push => mixedCalls.map(call => this.callChanges(push, call)));
        const columns = mixedCalls.map((_, k) => rows.map(row => row[k]));
        // How often hands are called decides whether pushes are indifferent, and the reverse.
        const calls = cramer(rows,
            mixedPushes.map(hand => this.pushing(hand, always[1], quantity(1))), quantity);
        const pushes = cramer(columns,
            mixedCalls.map(hand => this.calling(hand, always[0])), quantity);
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
}

/** The same in integers: what pushes earn at least, what calls allow at most, and plans.
@typedef {{ least: (pushes: bigint[], whole: bigint) => bigint,
    most: (calls: bigint[], whole: bigint) => bigint,
    solve: (digits: number[][]) => { whole: bigint, plans: bigint[][] } }} ExactPayoffs */

/** Push or fold in integers of any length. The checker knows no sums of what may be a number or a
BigInt: it has checked those of numbers.
@type {(counts: Counts, amounts: bigint[]) => ExactPayoffs} */
export const exactPushFoldPayoffs = (counts, amounts) => /** @type {any} */ (
    new PushFoldPayoffs(counts, /** @type {any[]} */ (amounts), /** @type {any} */ (BigInt)));
