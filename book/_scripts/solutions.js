/* Two plans for a game, as pokerlab/solutions.py has them: what they prove, and what is worth
knowing of them, hand by hand. */

import { numberIn } from "./amounts.js";
import { bracketOf, signOf } from "./games.js";
import { sum } from "./numbers.js";
import { lastAction } from "./trees.js";
/** @import { InformationSet, Tree } from "./trees.js" */
/** @import { ChartDeal } from "./deals.js" */
/** @import { Columns, Game, Plan } from "./games.js" */

/** Plans for a game, what best responses earn against them, if that is known, and how sure the
players are of the locks.
@typedef {object} SolvedPlans
@property {Plan[]} plans
@property {Columns[]} [continuationValues]
@property {number} [belief] */

/** Smaller shares are 0.0%: a solver that comes close to the optimum may leave them. */
export const MIN_SHOWN = 0.0005;

/** What a chart's hand does at an information set: which share of it the player's own plan brings
there (reach); how likely it is dealt and gets there, as the opponent plays, too (arrival); the
shares of the actions there; and how likely the player is dealt it, brings it there and takes each.
@typedef {object} ChartHandPlay
@property {number} reachShare
@property {number} arrivalProbability
@property {number[]} shares
@property {number[]} actionMasses */

/** The information set of a player that has a history, if there is one.
@param {Tree} tree
@param {number} player
@param {string} history */
export const findInformationSet = (tree, player, history) =>
    tree.informationSets[player].find(informationSet => informationSet.history === history);

/** The names of the actions of one of a player's information sets.
@param {Tree} tree
@param {number} player
@param {InformationSet} informationSet */
export const actionNamesAt = (tree, player, { first, end }) =>
    tree.sequenceNames[player].slice(first, end).map(lastAction);

/** The amount that an action's name ends with; NaN if none.
@param {string} name */
export const sizeOf = name => numberIn(name.split(" ").pop() ?? "");

/** Which action a hand takes of which a range says nothing: a check where one is free, else the
first of several; -1 where there is one.
@param {string[]} actionNames */
export const silentAction = actionNames =>
    actionNames.length < 2 ? -1 : Math.max(actionNames.indexOf("check"), 0);

/** A game with two plans for it: their `payoff`, which is what the first player wins if they meet,
the bounds `lower` and `upper` on the value of the game, and what everything earns against them. */
export class Solution {
    /** How many chips of the pot are counted as won by either player, besides what is paid. */
    potCounted = 0;
    /** What `meetings` has worked out, by player and sequence.
    @type {Columns[]} */
    meetingsBySequence = [[], []];

    /** @param {Game<ChartDeal>} game
    @param {SolvedPlans} solved */
    constructor(game, { plans, continuationValues, belief = 1 }) {
        this.game = game;
        this.plans = plans;
        this.belief = belief;
        this.continuationValues = continuationValues ?? game.bothContinuationValues(plans);
        const [lower, upper] = bracketOf(this.continuationValues);
        this.payoff = game.payoff(plans);
        // Rounding may put the payoff a little outside, as in the package.
        this.lower = Math.min(lower, this.payoff);
        this.upper = Math.max(upper, this.payoff);
        this.width = this.upper - this.lower;
    }

    /** Count so many chips of the pot as won by either player.
    @param {number} chips */
    countPot(chips) {
        this.potCounted = chips;
    }

    /** How likely each hand of a player meets an opponent who has played a sequence.
    @param {number} player
    @returns {Float64Array} */
    meetings(player, sequence = 0) {
        const known = this.meetingsBySequence[player];
        known[sequence] ??=
            this.game.deal.meetings(player, this.plans[1 - player][sequence]);
        return known[sequence];
    }

    /** How likely each hand of a player is dealt.
    @param {number} player */
    handProbabilities(player) {
        return this.meetings(player);
    }

    /** How often each hand of a player plays what leads to an information set of that player.
    @param {number} player
    @param {InformationSet} informationSet */
    ownReach(player, { sequenceBefore }) {
        return this.plans[player][sequenceBefore];
    }

    /** The columns of a player's plan that belong to the actions of an information set.
    @param {number} player
    @param {InformationSet} informationSet */
    actionColumns(player, { first, end }) {
        return this.plans[player].slice(first, end);
    }

    /** What a hand of the chart does at an information set.
    @param {number} player
    @param {InformationSet} informationSet
    @param {number} chartHand
    @returns {ChartHandPlay} */
    playOf(player, informationSet, chartHand) {
        const columns = this.actionColumns(player, informationSet);
        const reach = this.ownReach(player, informationSet);
        const dealtHands = this.game.deal.dealtHandsIn(player, chartHand);
        const handProbabilities = this.handProbabilities(player);
        const meetings = this.meetings(player, informationSet.opponentSequenceBefore);
        /** How likely the dealt hands are where each is as likely as two columns together say.
        @type {(column: Float64Array, likelihood: Float64Array) => number} */
        const mass = (column, likelihood) =>
            sum(dealtHands.map(dealtHand => column[dealtHand] * likelihood[dealtHand]));
        const reachMass = mass(reach, handProbabilities);
        const arrivalProbability = mass(reach, meetings);
        const handMass = sum(dealtHands.map(dealtHand => handProbabilities[dealtHand]));
        // Where the opponent never comes, as if everybody came.
        const doesArrive = arrivalProbability > 0;
        const likelihood = doesArrive ? meetings : handProbabilities;
        const totalMass = doesArrive ? arrivalProbability : reachMass;
        return {
            reachShare: reachMass && reachMass / handMass,
            arrivalProbability,
            actionMasses: columns.map(column => mass(column, handProbabilities)),
            shares: totalMass ? columns.map(column => mass(column, likelihood) / totalMass) : [],
        };
    }

    /** What a sequence earns its player with some dealt hands, on average, if the opponent has
    played another; each of them counts as often as `reach` has it, if that is given.
    @param {number} player
    @param {number} sequence
    @param {number} opponentSequence
    @param {number[]} dealtHands
    @param {ArrayLike<number>} [reach] */
    meanEarnings(player, sequence, opponentSequence, dealtHands, reach) {
        /** @type {(column: Float64Array) => number} */
        const total = column => sum(dealtHands.map(dealtHand =>
            (reach ? reach[dealtHand] : 1) * column[dealtHand]));
        const meetings = total(this.meetings(player, opponentSequence)) || NaN;
        const earned = signOf(player) * total(this.continuationValues[player][sequence]);
        return this.potCounted + earned / meetings;
    }

    /** How likely each hand takes each action of an information set. As in the package, all actions
    are equally likely for a hand that the player's own play never brings there (`ownReach`).
    @param {number} player
    @param {InformationSet} informationSet */
    strategyAt(player, informationSet) {
        const reach = this.ownReach(player, informationSet);
        const columns = this.actionColumns(player, informationSet), uniform = 1 / columns.length;
        return columns.map(column => Array.from(column, (entry, dealtHand) =>
            reach[dealtHand] > 0 ? entry / reach[dealtHand] : uniform));
    }

    /** What an action earns with those of some dealt hands that have come to the information set.
    @param {number} player
    @param {InformationSet} informationSet
    @param {number} action
    @param {number[]} dealtHands */
    earns(player, informationSet, action, dealtHands) {
        const { opponentSequenceBefore, first } = informationSet;
        const reach = this.ownReach(player, informationSet);
        const isThere = dealtHands.some(dealtHand => reach[dealtHand]);
        return this.meanEarnings(player, first + action, opponentSequenceBefore, dealtHands,
            isThere ? reach : undefined);
    }
}
