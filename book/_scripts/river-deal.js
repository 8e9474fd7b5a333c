/* Two ranges on a river, combo by combo: `river` of pokerlab/deals.py in a page. */

import { comboName, comboIdOf, comboIdsOf } from "./cards.js";
import { rankHand } from "./evaluator.js";
import { roundTo, sum } from "./numbers.js";
import { parseComboWeights, writeRange } from "./ranges.js";
import { handClassOf } from "./river-hands.js";
/** @import { ChartDeal, Product } from "./deals.js" */

/** A board, the two cards of each combo, and its weight in either range.
@typedef {object} RiverSituation
@property {number[]} board
@property {number[][]} cards
@property {number[][]} weights */

/** Two ranges on a river. `cards` are the two of each combo, `weights` its weight in either range.

The hands that it deals are combos, in the order of their strength. Those that share a card are not
dealt together: a product is sums of all combos and of those that are beaten, less what holds one of
a combo's own two cards. */
export class RiverDeal {
    noun = "combos";
    /** What each combo is called, once somebody asks.
    @type {string[] | undefined} */
    knownClasses;

    /** @param {RiverSituation} situation
    @param {string[]} handNames */
    constructor(situation, handNames) {
        const { board, cards, weights } = situation;
        this.situation = situation;
        this.handNames = handNames;
        const unordered = cards.map(holeCards => rankHand([...board, ...holeCards]));
        const order = [...unordered.keys()].sort((a, b) => unordered[a] - unordered[b]);
        const handCount = order.length, strengths = order.map(i => unordered[i]);
        this.handCount = handCount;
        this.cards = order.map(i => cards[i]);
        this.firstCards = Int32Array.from(this.cards, ([card]) => card);
        this.secondCards = Int32Array.from(this.cards, ([, card]) => card);
        // Where a combo's equals begin and end.
        this.starts = Int32Array.from(strengths, strength => strengths.indexOf(strength));
        this.stops = Int32Array.from(strengths, strength => strengths.lastIndexOf(strength) + 1);
        /** The weights as they were typed. */
        this.typedWeights =
            weights.map(ofPlayer => Float64Array.from(order, i => ofPlayer[i]));
        this.weights = this.typedWeights;
        // Of the opponent: how likely each combo is, and how likely each card is held.
        this.weighted = new Float64Array(handCount);
        this.byCard = new Float64Array(52);
        // With other weights of the second player, all meetings add up to 1.
        const total = sum(this.meetings(0, new Float64Array(handCount).fill(1)));
        const [first, second] = this.typedWeights;
        this.weights = [first, second.map(weight => weight / total)];
        this.comboIds = this.cards.map(([card, otherCard]) => comboIdOf(card, otherCard));
        this.hands = this.comboIds.map(comboName);
        const dealtHandOfCombo = new Map(
            this.comboIds.map((comboId, dealtHand) => [comboId, dealtHand]));
        this.dealtHandsPerCell = handNames.map(handName =>
            comboIdsOf(handName).flatMap(comboId => dealtHandOfCombo.get(comboId) ?? []));
    }

    /** What each combo is called on the board. */
    get handClasses() {
        this.knownClasses ??=
            this.cards.map(holeCards => handClassOf(this.situation.board, holeCards));
        return this.knownClasses;
    }

    /** The combos of a chart's hand that a player may hold.
    @param {number} player
    @param {number} chartHand */
    dealtHandsIn(player, chartHand) {
        return this.dealtHandsPerCell[chartHand].filter(dealtHand =>
            this.weights[player][dealtHand]);
    }

    /** How much of a combo a player is dealt: its weight in the range, as it was typed.
    @param {number} player
    @param {number} dealtHand */
    dealtShare(player, dealtHand) {
        return this.typedWeights[player][dealtHand];
    }

    /** @type {ChartDeal["parseWeights"]} */
    parseWeights(text, bestHands, refuseRange) {
        const weights = parseComboWeights(text, bestHands, refuseRange);
        return this.comboIds.map(comboId => weights.get(comboId) ?? 0);
    }

    /** A hand whose combos weigh the same is written as one.
    @type {ChartDeal["writeWeights"]} */
    writeWeights(weights, digits) {
        /** @type {string[]} */
        const byCombo = [];
        const byHand = this.dealtHandsPerCell.map(dealtHands => {
            const rounded = dealtHands.map(dealtHand => roundTo(weights[dealtHand], digits));
            if (new Set(rounded).size < 2) return rounded[0] ?? 0;
            dealtHands.forEach((dealtHand, i) => {
                if (!rounded[i]) return;
                byCombo.push(this.hands[dealtHand] + (rounded[i] < 1 ? `:${rounded[i]}` : ""));
            });
            return 0;
        });
        const hands = writeRange(byHand, this.handNames, digits);
        return hands === "none" && byCombo.length ? byCombo.join(", ")
            : [hands, ...byCombo].join(", ");
    }

    /** @type {Product} */
    meetings(player, frequencies, result = new Float64Array(this.handCount)) {
        const total = this.weighOpponent(player, frequencies);
        this.setMeetings(total, result);
        return this.timesOwn(player, total, result);
    }

    /** @type {Product} */
    netWinsAgainst(player, frequencies, result = new Float64Array(this.handCount)) {
        const total = this.weighOpponent(player, frequencies);
        this.setShowdowns(result);
        return this.timesOwn(player, total, result);
    }

    /** Weigh the combos of a player's opponent by how often each comes; return the sum.
    @param {number} player
    @param {ArrayLike<number>} frequencies */
    weighOpponent(player, frequencies) {
        const { handCount, weighted } = this, opponentWeights = this.weights[1 - player];
        let total = 0;
        for (let i = 0; i < handCount; i++) {
            weighted[i] = opponentWeights[i] * frequencies[i];
            total += weighted[i];
        }
        return total;
    }

    /** Multiply sums by the weights of a player's own combos, and return them. What is left of sums
    that cancel is none.
    @param {number} player
    @param {number} total  of the opponent's weights
    @param {Float64Array} result */
    timesOwn(player, total, result) {
        const ownWeights = this.weights[player], noise = 1e-14 * total;
        for (let i = 0; i < this.handCount; i++)
            result[i] = Math.abs(result[i]) > noise ? ownWeights[i] * result[i] : 0;
        return result;
    }

    /** Put into a result what each combo meets, of so much in all.
    @param {number} total
    @param {Float64Array} result */
    setMeetings(total, result) {
        const { handCount, firstCards, secondCards, byCard, weighted } = this;
        byCard.fill(0);
        for (let i = 0; i < handCount; i++) this.addToCards(i);
        // What holds both cards is the same combo, taken away twice.
        for (let i = 0; i < handCount; i++)
            result[i] = total - byCard[firstCards[i]] - byCard[secondCards[i]] + weighted[i];
    }

    /** Add a combo to what holds each card.
    @param {number} dealtHand */
    addToCards(dealtHand) {
        this.byCard[this.firstCards[dealtHand]] += this.weighted[dealtHand];
        this.byCard[this.secondCards[dealtHand]] += this.weighted[dealtHand];
    }

    /** Put into a result what each combo beats less what beats it.
    @param {Float64Array} result */
    setShowdowns(result) {
        const { handCount, starts, stops } = this;
        result.fill(0);
        this.addInOrder(result, 1, 0, dealtHand => starts[dealtHand]);
        this.addInOrder(result, -1, handCount - 1, dealtHand => stops[dealtHand] - 1);
    }

    /** Add to each combo what those before it hold of other cards: those that it beats, from the
    weakest on, or those that beat it, from the strongest.
    @param {Float64Array} result
    @param {number} step  1 from the weakest, -1 from the strongest
    @param {number} begin
    @param {(dealtHand: number) => number} firstEqual  in that order */
    addInOrder(result, step, begin, firstEqual) {
        const { handCount, firstCards, secondCards, byCard, weighted } = this;
        let total = 0, next = begin;
        byCard.fill(0);
        for (let i = begin; i >= 0 && i < handCount; i += step) {
            const end = firstEqual(i);
            for (; next !== end; next += step) {
                total += weighted[next];
                this.addToCards(next);
            }
            result[i] += step * (total - byCard[firstCards[i]] - byCard[secondCards[i]]);
        }
    }
}
