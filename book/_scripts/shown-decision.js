/* What a chart shows of a game: a decision of one player, hand by hand. It knows no page. */

import { sum } from "./numbers.js";
import { actionNamesAt } from "./solutions.js";
/** @import { CellPart, Color } from "./hand-cells.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { InformationSet } from "./trees.js" */

/** How often a part of the cells is, in its colour: of all hands that are dealt, and of those that
arrive at the decision, how likely together.
@typedef {object} Total
@property {string} name
@property {Color} color
@property {number} ofAll
@property {number} ofArriving */

export class ShownDecision {
    /** @param {string[]} hands  of the chart, cell by cell
    @param {Solution} solution
    @param {number} player
    @param {InformationSet} informationSet
    @param {Record<string, Color>} colors  of actions by their names */
    constructor(hands, solution, player, informationSet, colors) {
        this.hands = hands;
        this.solution = solution;
        this.player = player;
        this.informationSet = informationSet;
        this.colors = colors;
        this.history = informationSet.history;
        /** The decision's actions. */
        this.actionNames = actionNamesAt(solution.game.tree, player, informationSet);
        /** What each hand does. */
        this.plays = hands.map((_, chartHand) =>
            solution.playOf(player, informationSet, chartHand));
        /** How likely the play arrives at the decision. */
        this.arrivalProbability = sum(this.plays.map(play => play.arrivalProbability));
        /** How likely the player is dealt any hand at all. */
        this.dealtInAll = sum(solution.handProbabilities(player));
    }

    /** Whether a hand is in the player's range.
    @param {number} chartHand */
    isHeld(chartHand) {
        return this.dealtHandsIn(chartHand).length > 0;
    }

    /** The hands of the deal that are one of the chart's, and that the player may hold.
    @param {number} chartHand */
    dealtHandsIn(chartHand) {
        return this.solution.game.deal.dealtHandsIn(this.player, chartHand);
    }

    /** Whether the player's own range gets to the decision. */
    get isReached() {
        return this.firstChartHand >= 0;
    }

    /** The first hand of the chart that gets to the decision; -1 if none does. */
    get firstChartHand() {
        return this.plays.findIndex(({ reachShare }) => reachShare > 0);
    }

    /** How often each part of the cells is, but for those that are never.
    @param {CellPart[]} parts
    @returns {Total[]} */
    totalsOf(parts) {
        const reached = this.plays.filter(({ reachShare }) => reachShare);
        return parts.map(({ name, color, shareOf }) => ({
            name, color,
            ofAll: sum(reached.map(({ actionMasses }) => shareOf(actionMasses))),
            ofArriving: sum(reached.map(({ shares, arrivalProbability }) =>
                shareOf(shares) * arrivalProbability)),
        })).filter(({ ofAll, ofArriving }) => this.arrivalProbability ? ofArriving : ofAll);
    }
}
