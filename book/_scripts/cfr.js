/* Counterfactual regret minimisation, as in pokerlab/solvers/cfr.py.

The rule is DCFR(1.5, 0.5, 5): regrets above and below 0 are discounted by the first two powers of
the iteration, and the n-th plan is weighed by n to the fifth. */

import { signOf } from "./games.js";
/** @import { InformationSet } from "./trees.js" */
/** @import { Columns, Game, Plan } from "./games.js" */

/** What is smaller counts as 0: computing with products that lack digits is slow. */
const MIN_NUMBER = 1e-30;

/** The rule's powers of an iteration's number, as in the package's `Powers`: for regrets above and
below 0, and for the weight of a plan in the average. */
const POWERS = { positive: 1.5, negative: 0.5, averaging: 5 };

/** What regrets are multiplied by after so many iterations.
@type {(iterations: number, power: number) => number} */
const discount = (iterations, power) => iterations ? 1 / (1 + iterations ** -power) : 1;

/** What the iterations change of a player.
@typedef {object} PlayerState
@property {Columns} behaviour  of this iteration
@property {Columns} regrets  of the behaviour's actions
@property {Plan} plan  of the behaviour
@property {Plan} average  of all plans so far
@property {Columns} values  what the sequences earn */

/** Add what an information set earns to what led there, and match the behaviour there to regrets
unless it is locked.
@param {PlayerState} state
@param {InformationSet} informationSet
@param {boolean} isLocked
@param {number} sign  1 for player 0, who wants more, and -1 for player 1
@param {number} iteration  from 1 up */
function matchRegrets({ values, behaviour, regrets }, informationSet, isLocked, sign, iteration) {
    const { sequenceBefore, first, end } = informationSet, uniform = 1 / (end - first);
    const valuesBefore = values[sequenceBefore];
    const positiveFactor = discount(iteration - 1, POWERS.positive);
    const negativeFactor = discount(iteration - 1, POWERS.negative);
    for (let hand = 0; hand < valuesBefore.length; hand++) {
        let earned = 0;
        for (let sequence = first; sequence < end; sequence++)
            earned += behaviour[sequence][hand] * values[sequence][hand];
        valuesBefore[hand] += earned;
        if (isLocked) continue;
        let total = 0;
        for (let sequence = first; sequence < end; sequence++) {
            const old = regrets[sequence][hand], gain = sign * (values[sequence][hand] - earned);
            const regret = old * (old > 0 ? positiveFactor : negativeFactor) + gain;
            const positive = regret > MIN_NUMBER ? regret : 0;
            regrets[sequence][hand] = Math.abs(regret) > MIN_NUMBER ? regret : 0;
            behaviour[sequence][hand] = positive;
            total += positive;
        }
        for (let sequence = first; sequence < end; sequence++)
            behaviour[sequence][hand] =
                total > 0 ? behaviour[sequence][hand] / total : uniform;
    }
}

/** Play a sequence as likely as the behaviour makes it, and let its average move there by
1 / totalWeight.
@param {PlayerState} state
@param {number} sequenceBefore
@param {number} sequence
@param {number} totalWeight */
function addToAverage({ behaviour, plan, average }, sequenceBefore, sequence, totalWeight) {
    const reach = plan[sequenceBefore], ofAction = behaviour[sequence];
    const probabilities = plan[sequence], means = average[sequence];
    for (let hand = 0; hand < reach.length; hand++) {
        const now = reach[hand] * ofAction[hand];
        probabilities[hand] = now > MIN_NUMBER ? now : 0;
        const mean = means[hand] + (probabilities[hand] - means[hand]) / totalWeight;
        means[hand] = mean > MIN_NUMBER ? mean : 0;
    }
}

/** How a player begins: all actions alike, unless they are locked.
@param {Game} game
@param {number} player
@returns {PlayerState} */
function firstState(game, player) {
    const behaviour = game.toBehaviour(player, game.columns(player));
    const average = game.columns(player);
    average[0].fill(1);
    return {
        behaviour, average, regrets: game.columns(player),
        plan: game.toPlan(player, behaviour), values: game.columns(player),
    };
}

/** The averages after 1, 2, ... iterations, in one pair of plans that changes in place.
@param {Game} game
@param {number} iterations */
export function* iterate(game, iterations) {
    const states = [0, 1].map(player => firstState(game, player));
    const averages = states.map(({ average }) => average);
    let totalWeight = 0;
    for (let iteration = 1; iteration <= iterations; iteration++) {
        totalWeight = totalWeight * (1 - 1 / iteration) ** POWERS.averaging + 1;
        states.forEach((state, player) => {
            game.terminalValues(player, states[1 - player].plan, state.values);
            const informationSets = game.tree.informationSets[player], sign = signOf(player);
            for (const informationSet of informationSets.toReversed()) {
                const isLocked = informationSet.index in game.locks[player];
                matchRegrets(state, informationSet, isLocked, sign, iteration);
            }
            for (const { sequenceBefore, first, end } of informationSets)
                for (let sequence = first; sequence < end; sequence++)
                    addToAverage(state, sequenceBefore, sequence, totalWeight);
        });
        yield averages;
    }
}
