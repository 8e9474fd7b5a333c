/* Who may hold what, and who wins at showdown: the deals of pokerlab/deals.py. That of all hands
before the flop is here, that of two ranges on a river in river-deal.js.

A deal has two matrices: how likely each two hands meet; and how likely they meet and the first
wins, minus how likely it loses. Frequencies say how often the opponent plays each of his hands. For
each hand of a player, `meetings(player, frequencies)` is how likely it meets one that is played,
and `netWinsAgainst(player, frequencies)` how likely it wins then minus how likely it loses. */

import { handsBestFirst, parseHandWeights, writeRange } from "./ranges.js";
/** @import { Counts } from "./counts.js" */
/** @import { RiverSituation } from "./river-deal.js" */

/** What a game asks of a deal.
@typedef {(player: number, frequencies: ArrayLike<number>,
    result?: Float64Array) => Float64Array} Product
@typedef {object} AnyDeal
@property {number} handCount
@property {Product} meetings
@property {Product} netWinsAgainst */

/** What charts and ranges ask of it besides. Its hands are those of the chart, or combos: `noun`
says which. `dealtHandsIn` are those of a chart's hand that a player may hold; `dealtShare` is which
share of a hand a player is dealt; `parseWeights` is how much a text weighs each hand, and
`writeWeights` the text of such weights. On a river, `handClasses` is what each hand is called, and
`situation` what the deal is made of.
@typedef ChartDeal
@type {AnyDeal & { hands: string[], noun: string, combosPerHand?: number[],
    dealtHandsIn: (player: number, chartHand: number) => number[],
    dealtShare: (player: number, dealtHand: number) => number,
    parseWeights: (text: string, bestHands: string[],
        refuseRange: (reason: string) => never) => number[],
    writeWeights: (weights: ArrayLike<number>, digits: number) => string,
    handClasses?: string[], situation?: RiverSituation }} */

/** The frequencies of an opponent who has one hand.
@param {AnyDeal} deal
@param {number} dealtHand */
export const oneHand = (deal, dealtHand) =>
    new Float64Array(deal.handCount).fill(1, dealtHand, dealtHand + 1);

/** All hands before the flop: how often a pair of them meets, and what it adds to the value per
chip staked. */
export class HoldemDeal {
    noun = "hands";

    /** @param {Counts} counts */
    constructor(counts) {
        const { handCount, hands, combosPerHand, ways, margins, total, boards } = counts;
        this.counts = counts;
        this.handCount = handCount;
        this.hands = hands;
        this.combosPerHand = combosPerHand;
        this.bestHands = handsBestFirst(counts);
        this.prior = ways.map(count => count / total);
        this.netWins = margins.map(margin => margin / total / boards);
        // Where the rows begin that a product adds up, and how much of each.
        this.rows = new Int32Array(handCount + 3);
        this.factors = new Float64Array(handCount + 3);
    }

    /** The hands of this deal that are one of the chart's: the same.
    @param {number} player
    @param {number} chartHand */
    dealtHandsIn(player, chartHand) {
        return [chartHand];
    }

    /** How much of a hand is dealt: here all of it.
    @param {number} player
    @param {number} dealtHand */
    dealtShare(player, dealtHand) {
        return 1;
    }

    /** @type {ChartDeal["parseWeights"]} */
    parseWeights(text, bestHands, refuseRange) {
        return parseHandWeights(text, this.hands, bestHands, refuseRange);
    }

    /** @type {ChartDeal["writeWeights"]} */
    writeWeights(weights, digits) {
        return writeRange(weights, this.hands, digits);
    }

    /** @type {Product} */
    meetings(player, frequencies, result) {
        return this.multiply(this.prior, 1, frequencies, result);
    }

    /** Row k is column k with the other sign.
    @type {Product} */
    netWinsAgainst(player, frequencies, result) {
        return this.multiply(this.netWins, -1, frequencies, result);
    }

    /** A column times the rows of a matrix, times a sign. Four rows at a time take half as long.
    @param {Float64Array} matrix
    @param {number} sign
    @param {ArrayLike<number>} column
    @param {Float64Array} [result] */
    multiply(matrix, sign, column, result = new Float64Array(this.handCount)) {
        const { handCount, rows, factors } = this;
        let count = 0;
        for (let k = 0; k < handCount; k++) {
            if (!column[k]) continue;
            factors[count] = sign * column[k];
            rows[count] = handCount * k;
            count++;
        }
        factors.fill(0, count);
        result.fill(0);
        for (let k = 0; k < count; k += 4) {
            const row0 = rows[k], row1 = rows[k + 1], row2 = rows[k + 2], row3 = rows[k + 3];
            const factor0 = factors[k], factor1 = factors[k + 1];
            const factor2 = factors[k + 2], factor3 = factors[k + 3];
            for (let i = 0; i < handCount; i++) result[i] +=
                factor0 * matrix[row0 + i] + factor1 * matrix[row1 + i]
                + factor2 * matrix[row2 + i] + factor3 * matrix[row3 + i];
        }
        return result;
    }
}
