/* Games: a deal times a betting tree, their plans and best responses, as in pokerlab/games.py; but
plans have what is locked in them, which those of the package leave out. */

import { sum } from "./amounts.js";
/** @import { InformationSet, Payment, Tree } from "./betting.js" */
/** @import { AnyDeal } from "./deals.js" */

/** Of each sequence of a player a column, with a number for each hand.
@typedef {Float64Array[]} Columns */

/** A player's plan: how likely each hand plays each sequence.
@typedef {Columns} Plan */

/** What each hand earns with each sequence.
@typedef {Columns} Values */

/** Of each information set of a player that is locked, by its number, the share of each action for
each hand; and that of both players.
@typedef {Record<number, number[][]>} Lock
@typedef {Lock[]} Locks */

/** Whether a player is locked anywhere. @param {Lock} lock */
export const isLocked = lock => Object.keys(lock).length > 0;

/** Two plans, what each sequence earns if a best response goes on from there, and the bounds on the
value that this proves.
@typedef {{ plans: Plan[], values: Values[], bracket: number[] }} BoundedPlans */

/** A payment as one player sees it, after an own sequence and one of the opponent's.
@typedef {{ own: number, faced: number, isStake: boolean, amount: number }} PlayerPayment */

/** Payments in an order in which those after the same sequence of the opponent's are together.
@param {Payment[]} payments @param {number} player @returns {PlayerPayment[]} */
const paymentsOf = (payments, player) => payments
    .map(({ lastSequences, isStake, amount }) =>
        ({ own: lastSequences[player], faced: lastSequences[1 - player], isStake, amount }))
    .sort((a, b) => a.faced - b.faced || Number(a.isStake) - Number(b.isStake));

/** A deal times a tree.

A player who is locked has no choice, in a best response either. All values are what player 0
earns.
@template {AnyDeal} [D=AnyDeal] */
export class Game {
    /** @param {D} deal @param {Tree} tree @param {Locks} locks */
    constructor(deal, tree, locks = [{}, {}]) {
        this.deal = deal;
        this.tree = tree;
        this.locks = locks;
        this.payments = [0, 1].map(player => paymentsOf(tree.payments, player));
        this.scratch = new Float64Array(deal.n);
    }

    /** A column for each sequence of a player. @param {number} player @returns {Columns} */
    columns(player, value = 0) {
        return this.tree.sequences[player].map(() => new Float64Array(this.deal.n).fill(value));
    }

    /** What each hand and sequence of a player earns by its own payments against a plan.
    @param {number} player @param {Plan} opponent @param {Values} values  where that is put */
    sequenceValues(player, opponent, values = this.columns(player)) {
        const { deal, scratch } = this;
        const isPlayed = opponent.map(column => column.some(Boolean));
        for (const column of values) column.fill(0);
        // What is in the scratch column: hands times the opponent's column of that sequence.
        let multiplied = { faced: -1, isStake: false };
        for (const payment of this.payments[player]) {
            const { own, faced, isStake, amount } = payment;
            if (!isPlayed[faced]) continue;
            if (faced !== multiplied.faced || isStake !== multiplied.isStake) {
                if (isStake) deal.netWinsAgainst(player, opponent[faced], scratch);
                else deal.meetings(player, opponent[faced], scratch);
                multiplied = payment;
            }
            // Values are what player 0 earns, and player 1 wins what she loses.
            const column = values[own], ofFirst = isStake && player ? -amount : amount;
            for (let hand = 0; hand < deal.n; hand++) column[hand] += ofFirst * scratch[hand];
        }
        return values;
    }

    /** What they earn if a best response goes on from there, by backward induction.
    @param {number} player @param {Plan} opponent */
    bestResponseValues(player, opponent) {
        const values = this.sequenceValues(player, opponent), best = player ? Math.min : Math.max;
        const sets = this.tree.informationSets[player];
        for (let j = sets.length - 1; j >= 0; j--) {
            const { sequenceBefore, first, stop } = sets[j], lock = this.locks[player][j];
            for (let hand = 0; hand < this.deal.n; hand++) {
                let earned = lock ? 0 : values[first][hand];
                for (let s = first; s < stop; s++) {
                    const value = values[s][hand];
                    if (lock) earned += lock[s - first][hand] * value;
                    else earned = best(earned, value);
                }
                values[sequenceBefore][hand] += earned;
            }
        }
        return values;
    }

    /** What best responses of both players earn against two plans. @param {Plan[]} plans */
    bothBestResponseValues(plans) {
        return [0, 1].map(player => this.bestResponseValues(player, plans[1 - player]));
    }

    /** What player 0 earns if two plans meet. @param {Plan[]} plans */
    payoff(plans) {
        const values = this.sequenceValues(0, plans[1]);
        return sum(plans[0].map((column, s) =>
            column.reduce((all, chance, hand) => all + chance * values[s][hand], 0)));
    }

    /** What two plans guarantee: bounds on the value.
    @param {Plan[]} plans @param {Values[]} values  of best responses */
    bracket(plans, values = this.bothBestResponseValues(plans)) {
        return [1, 0].map(player => sum(values[player][0]));
    }

    /** The share of each sequence's last action where it is taken; equal if nothing is known.
    @param {number} player @param {Plan} plan */
    toBehaviour(player, plan) {
        const shares = this.columns(player, 1);
        this.tree.informationSets[player].forEach(({ first, stop }, j) => {
            const lock = this.locks[player][j];
            for (let hand = 0; hand < this.deal.n; hand++) {
                let total = 0;
                for (let s = first; s < stop; s++) total += plan[s][hand];
                for (let s = first; s < stop; s++) {
                    if (lock) shares[s][hand] = lock[s - first][hand];
                    else if (total > 0) shares[s][hand] = plan[s][hand] / total;
                    else shares[s][hand] = 1 / (stop - first);
                }
            }
        });
        return shares;
    }

    /** The plan of these shares. @param {number} player @param {Columns} behaviour */
    toPlan(player, behaviour) {
        const plan = this.columns(player, 1);
        for (const { sequenceBefore, first, stop } of this.tree.informationSets[player])
            for (let s = first; s < stop; s++) for (let hand = 0; hand < this.deal.n; hand++)
                plan[s][hand] = plan[sequenceBefore][hand] * behaviour[s][hand];
        return plan;
    }

    /** Plans without the actions that are hardly ever taken, of a share less than `least`.
    @param {Plan[]} plans @param {number} least */
    dropRare(plans, least) {
        return plans.map((plan, player) => {
            const likely = this.toBehaviour(player, plan).map(column =>
                column.map(share => share < least ? 0 : share));
            return this.toPlan(player, this.toBehaviour(player, likely));
        });
    }
}

/** A game in which one player keeps to what is locked with a probability only, and else is free.

That player knows which it is: of each sequence but the first there are two, free and locked. The
other's optimal plan is the restricted Nash response of M. Johanson, M. Zinkevich and M. Bowling
(Computing robust counter-strategies, 2007), as in pokerlab/studies/safe_response.py. */
export class GameWithBelief extends Game {
    /** @param {AnyDeal} deal @param {Tree} tree @param {Locks} locks @param {number} belief */
    constructor(deal, tree, locks, belief) {
        const player = locks.findIndex(isLocked);
        const free = tree.informationSets[player], names = tree.sequences[player];
        const added = names.length - 1;
        /** The locked sequence beside a free one.
        @type {(sequence: number) => number} */
        const lockedBeside = sequence => sequence && sequence + added;
        /** @type {InformationSet[]} */
        const locked = free.map(({ history, sequenceBefore, opponentSequence, first, stop }) => ({
            history, sequenceBefore: lockedBeside(sequenceBefore), opponentSequence,
            first: lockedBeside(first), stop: lockedBeside(stop),
        }));
        /** @type {InformationSet[]} */
        const ofTheOther = tree.informationSets[1 - player].map(set =>
            ({ ...set, lockedSequence: lockedBeside(set.opponentSequence) }));
        const payments = tree.payments.flatMap(payment => {
            const { lastSequences, amount } = payment, sequence = lastSequences[player];
            if (!sequence) return [payment];
            return [
                { ...payment, amount: (1 - belief) * amount },
                { ...payment, amount: belief * amount,
                    lastSequences: lastSequences.with(player, lockedBeside(sequence)) },
            ];
        });
        const locksOfLocked = Object.fromEntries(Object.entries(locks[player]).map(
            ([j, lock]) => [Number(j) + free.length, lock]));
        const twice = {
            players: tree.players,
            sequences: tree.sequences.with(player, [...names, ...names.slice(1)]),
            informationSets: [ofTheOther, ofTheOther].with(player, [...free, ...locked]),
            payments,
        };
        super(deal, twice, [{}, {}].with(player, locksOfLocked));
        this.player = player;
        this.added = added;
        this.belief = belief;
    }

    /** Both plans in the sequences of the tree in which that player is free: of that player's the
    mixture of the free and the locked one, and what they earn together.
    @param {BoundedPlans} bounded */
    mixed({ plans, values, bracket }) {
        const { player, added, belief } = this;
        /** @type {(columns: Columns, ofFree: number, ofLocked: number) => Columns} */
        const joined = (columns, ofFree, ofLocked) =>
            columns.slice(0, added + 1).map((column, s) => !s ? column
                : column.map((x, hand) => ofFree * x + ofLocked * columns[s + added][hand]));
        return {
            plans: plans.with(player, joined(plans[player], 1 - belief, belief)),
            values: values.with(player, joined(values[player], 1, 1)),
            bracket,
        };
    }
}
