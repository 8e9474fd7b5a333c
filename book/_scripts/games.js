/* Games: a deal times a betting tree, their plans and best responses, as in pokerlab/games.py and
pokerlab/sequence_form.py. */

import { sum } from "./numbers.js";
/** @import { InformationSet, Payment, Tree } from "./trees.js" */
/** @import { AnyDeal } from "./deals.js" */

/** Of each sequence of a player a column, with a number for each hand: how likely it is, what it
earns, or whether it is in play.
@typedef {Float64Array[]} Columns */

/** Values are what the first player wins; times this, they are what a player wins.
@param {number} player */
export const signOf = player => player ? -1 : 1;

/** What picks the better of two values for a player.
@param {number} player */
export const betterFor = player => player ? Math.min : Math.max;

/** A player's plan: how likely each hand plays each sequence, locked information sets and all.
@typedef {Columns} Plan */

/** How often each hand takes each action of an information set that is locked: a lock. Those of a
player, by the indices of the information sets; and those of both players.
@typedef {number[][]} Lock
@typedef {Record<number, Lock>} PlayerLocks
@typedef {PlayerLocks[]} BothLocks */

/** What two plans guarantee: bounds on the value, by what best responses to them earn.
@param {Columns[]} continuationValues */
export const bracketOf = continuationValues =>
    [1, 0].map(player => sum(continuationValues[player][0]));

/** Whether a player is locked anywhere.
@param {PlayerLocks} playerLocks */
export const isLockedAnywhere = playerLocks => Object.keys(playerLocks).length > 0;

/** Two plans, what each sequence earns if a best response goes on from there, and the bounds on the
value that this proves.
@typedef {object} BoundedPlans
@property {Plan[]} plans
@property {Columns[]} continuationValues
@property {number[]} bracket */

/** A payment as one player sees it, after the player's last sequence and the opponent's.
@typedef {object} PlayerPayment
@property {number} sequence
@property {number} opponentSequence
@property {boolean} isStake
@property {number} amount */

/** Payments in an order in which those after the same sequence of the opponent's are together.
@param {Payment[]} payments
@param {number} player
@returns {PlayerPayment[]} */
const paymentsOf = (payments, player) => payments
    .map(({ lastSequences, isStake, amount }) => ({
        sequence: lastSequences[player], opponentSequence: lastSequences[1 - player],
        isStake, amount,
    }))
    .sort((a, b) => a.opponentSequence - b.opponentSequence
        || Number(a.isStake) - Number(b.isStake));

/** A deal times a tree.

A player who is locked has no choice, in a best response either. All values are what player 0
earns.
@template {AnyDeal} [D=AnyDeal] */
export class Game {
    /** @param {D} deal
    @param {Tree} tree
    @param {BothLocks} locks */
    constructor(deal, tree, locks = [{}, {}]) {
        this.deal = deal;
        this.tree = tree;
        this.locks = locks;
        this.payments = [0, 1].map(player => paymentsOf(tree.payments, player));
        this.scratch = new Float64Array(deal.handCount);
    }

    /** A column for each sequence of a player.
    @param {number} player
    @returns {Columns} */
    columns(player, value = 0) {
        return this.tree.sequenceNames[player].map(() =>
            new Float64Array(this.deal.handCount).fill(value));
    }

    /** What each hand and sequence of a player earns by its own payments against a plan: the
    `values`, where it is put.
    @param {number} player
    @param {Plan} opponentPlan
    @param {Columns} values */
    terminalValues(player, opponentPlan, values = this.columns(player)) {
        const { deal, scratch } = this;
        const isPlayed = opponentPlan.map(column => column.some(Boolean));
        for (const column of values) column.fill(0);
        // After which of the opponent's sequences the payments are that the scratch column is for.
        let inScratch = { opponentSequence: -1, isStake: false };
        for (const payment of this.payments[player]) {
            const { sequence, opponentSequence, isStake, amount } = payment;
            if (!isPlayed[opponentSequence]) continue;
            if (opponentSequence !== inScratch.opponentSequence
                || isStake !== inScratch.isStake) {
                const frequencies = opponentPlan[opponentSequence];
                if (isStake) deal.netWinsAgainst(player, frequencies, scratch);
                else deal.meetings(player, frequencies, scratch);
                inScratch = payment;
            }
            // Values are what player 0 earns, and player 1 wins what she loses.
            const column = values[sequence];
            const amountOfPlayer0 = isStake && player ? -amount : amount;
            for (let hand = 0; hand < deal.handCount; hand++)
                column[hand] += amountOfPlayer0 * scratch[hand];
        }
        return values;
    }

    /** What each hand and sequence of a player is worth against a plan with all that follows, if
    the player goes on by a best response: continuation values, by backward induction.
    @param {number} player
    @param {Plan} opponentPlan */
    bestContinuationValues(player, opponentPlan) {
        const values = this.terminalValues(player, opponentPlan);
        const better = betterFor(player);
        for (const informationSet of this.tree.informationSets[player].toReversed()) {
            const { index, sequenceBefore, first, end } = informationSet;
            const lock = this.locks[player][index];
            for (let hand = 0; hand < this.deal.handCount; hand++) {
                let earned = lock ? 0 : values[first][hand];
                for (let sequence = first; sequence < end; sequence++) {
                    const value = values[sequence][hand];
                    if (lock) earned += lock[sequence - first][hand] * value;
                    else earned = better(earned, value);
                }
                values[sequenceBefore][hand] += earned;
            }
        }
        return values;
    }

    /** The continuation values of both players' best responses to two plans.
    @param {Plan[]} plans */
    bothContinuationValues(plans) {
        return [0, 1].map(player => this.bestContinuationValues(player, plans[1 - player]));
    }

    /** Two plans with the bounds that best responses to them prove.
    @param {Plan[]} plans
    @returns {BoundedPlans} */
    withBounds(plans) {
        const continuationValues = this.bothContinuationValues(plans);
        return { plans, continuationValues, bracket: bracketOf(continuationValues) };
    }

    /** What player 0 earns if two plans meet.
    @param {Plan[]} plans */
    payoff(plans) {
        const values = this.terminalValues(0, plans[1]);
        return sum(plans[0].map((column, sequence) => column.reduce(
            (all, entry, hand) => all + entry * values[sequence][hand], 0)));
    }

    /** How likely the last action of each sequence is where it may be taken: each action of an
    information set by their sum; in equal parts where all are 0.
    @param {number} player
    @param {Plan} plan */
    toBehaviour(player, plan) {
        const behaviour = this.columns(player, 1);
        for (const { index, first, end } of this.tree.informationSets[player]) {
            const lock = this.locks[player][index];
            for (let hand = 0; hand < this.deal.handCount; hand++) {
                let total = 0;
                for (let sequence = first; sequence < end; sequence++)
                    total += plan[sequence][hand];
                for (let sequence = first; sequence < end; sequence++) {
                    let probability = 1 / (end - first);
                    if (lock) probability = lock[sequence - first][hand];
                    else if (total > 0) probability = plan[sequence][hand] / total;
                    behaviour[sequence][hand] = probability;
                }
            }
        }
        return behaviour;
    }

    /** The plan of a behaviour.
    @param {number} player
    @param {Columns} behaviour */
    toPlan(player, behaviour) {
        const plan = this.columns(player, 1);
        for (const { sequenceBefore, first, end } of this.tree.informationSets[player])
            for (let sequence = first; sequence < end; sequence++)
                for (let hand = 0; hand < this.deal.handCount; hand++)
                    plan[sequence][hand] = plan[sequenceBefore][hand] * behaviour[sequence][hand];
        return plan;
    }

    /** Plans without the actions that are hardly ever taken: less likely than `least`.
    @param {Plan[]} plans
    @param {number} least */
    dropRare(plans, least) {
        return plans.map((plan, player) => {
            const likely = this.toBehaviour(player, plan).map(column =>
                column.map(probability => probability < least ? 0 : probability));
            return this.toPlan(player, this.toBehaviour(player, likely));
        });
    }
}

/** The tree of a game with belief: of each sequence of a player but the first there is a second
one, of whoever keeps to the locked range, and after it each payment is multiplied by the belief.
@param {Tree} tree
@param {number} player
@param {number} belief
@returns {Tree} */
function treeWithBelief(tree, player, belief) {
    const sequenceNames = tree.sequenceNames[player];
    const informationSets = tree.informationSets[player], added = sequenceNames.length - 1;
    /** The locked sequence beside a free one.
    @type {(sequence: number) => number} */
    const lockedBeside = sequence => sequence === 0 ? 0 : sequence + added;
    /** @type {InformationSet[]} */
    const lockedSets = informationSets.map(informationSet => ({
        ...informationSet, index: informationSet.index + informationSets.length,
        sequenceBefore: lockedBeside(informationSet.sequenceBefore),
        first: lockedBeside(informationSet.first), end: lockedBeside(informationSet.end),
    }));
    /** @type {InformationSet[]} */
    const ofOpponent = tree.informationSets[1 - player].map(informationSet =>
        ({
            ...informationSet,
            lockedSequence: lockedBeside(informationSet.opponentSequenceBefore),
        }));
    const payments = tree.payments.flatMap(payment => {
        const { lastSequences, amount } = payment, sequence = lastSequences[player];
        if (!sequence) return [payment];
        return [
            { ...payment, amount: (1 - belief) * amount },
            { ...payment, amount: belief * amount,
                lastSequences: lastSequences.with(player, lockedBeside(sequence)) },
        ];
    });
    return {
        players: tree.players,
        sequenceNames: tree.sequenceNames.with(
            player, [...sequenceNames, ...sequenceNames.slice(1)]),
        informationSets:
            [ofOpponent, ofOpponent].with(player, [...informationSets, ...lockedSets]),
        payments,
    };
}

/** A game in which one player keeps to the locked range with a probability only, and else is free.

That player knows which it is: of each sequence but the first there are two, free and locked. The
other's optimal plan is the restricted Nash response of M. Johanson, M. Zinkevich and M. Bowling
(Computing robust counter-strategies, 2007), as in pokerlab/studies/safe_response.py. */
export class GameWithBelief extends Game {
    /** @param {AnyDeal} deal
    @param {Tree} tree
    @param {BothLocks} locks
    @param {number} belief */
    constructor(deal, tree, locks, belief) {
        const player = locks.findIndex(isLockedAnywhere);
        const freeSetCount = tree.informationSets[player].length;
        // The locked information sets come after the free ones.
        const playerLocks = Object.fromEntries(Object.entries(locks[player]).map(
            ([index, lock]) => [Number(index) + freeSetCount, lock]));
        super(deal, treeWithBelief(tree, player, belief), [{}, {}].with(player, playerLocks));
        this.player = player;
        this.freeSequenceCount = tree.sequenceNames[player].length;
        this.belief = belief;
    }

    /** Both plans in the sequences of the tree in which the locked player is free: of that player's
    the mixture of the free and the locked one, and what they earn together.
    @param {BoundedPlans} bounded */
    mix({ plans, continuationValues, bracket }) {
        const { player, freeSequenceCount, belief } = this;
        /** Each free sequence's column times a factor, and the locked one's beside it times one.
        @type {(columns: Columns, freeFactor: number, lockedFactor: number) => Columns} */
        const joined = (columns, freeFactor, lockedFactor) =>
            columns.slice(0, freeSequenceCount).map((column, sequence) => {
                if (sequence === 0) return column;
                const lockedColumn = columns[sequence + freeSequenceCount - 1];
                return column.map((entry, hand) =>
                    freeFactor * entry + lockedFactor * lockedColumn[hand]);
            });
        return {
            plans: plans.with(player, joined(plans[player], 1 - belief, belief)),
            continuationValues:
                continuationValues.with(player, joined(continuationValues[player], 1, 1)),
            bracket,
        };
    }
}
