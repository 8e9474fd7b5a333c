/* What a chart shows of a game: a decision of one player, hand by hand. It knows no page. */

import { sum } from "./numbers.js";
import { actionNamesAt } from "./solutions.js";
/** @import { CellPart, Color } from "./hand-cells.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { InformationSet } from "./trees.js" */

/** How often a part of the cells is, in its colour: of all hands that are dealt, and of those that
are asked at the decision, how likely together.
@typedef {object} Total
@property {string} name
@property {Color} color
@property {number} ofAll
@property {number} ofAsked */

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
        this.plays = hands.map((_, hand) => solution.playInCell(player, informationSet, hand));
        /** How likely the decision is asked. */
        this.askedProbability = sum(this.plays.map(({ askedProbability }) => askedProbability));
        /** How likely the player is dealt any hand at all. */
        this.dealtInAll = sum(solution.handProbabilities(player));
    }

    /** Whether a hand is in the player's range.
    @param {number} hand */
    isHeld(hand) {
        return this.placesOf(hand).length > 0;
    }

    /** The numbers of the combos of a hand, or its own, in the deal.
    @param {number} hand */
    placesOf(hand) {
        return this.solution.game.deal.inCell(this.player, hand);
    }

    /** Whether any hand gets to the decision. */
    get isReached() {
        return this.firstHand >= 0;
    }

    /** The first hand that gets to the decision; -1 if none does. */
    get firstHand() {
        return this.plays.findIndex(({ arrivalShare }) => arrivalShare > 0);
    }

    /** How often each part of the cells is, but for those that are never.
    @param {CellPart[]} parts
    @returns {Total[]} */
    totalsOf(parts) {
        const arrived = this.plays.filter(({ arrivalShare }) => arrivalShare);
        return parts.map(({ name, color, shareOf }) => ({
            name, color,
            ofAll: sum(arrived.map(({ taken }) => shareOf(taken))),
            ofAsked: sum(arrived.map(({ shares, askedProbability }) =>
                shareOf(shares) * askedProbability)),
        })).filter(({ ofAll, ofAsked }) => this.askedProbability ? ofAsked : ofAll);
    }
}
