/* Linear programs over a few actions, proven over all: as in pokerlab/solvers/double_oracle.py. */

import { betterFor } from "./games.js";
import { optimalInPlay } from "./programs-in-play.js";
/** @import { BoundedPlans, Columns, Game, Plan } from "./games.js" */

/** A hand whose best response gains less than this, over all hands, gains nothing. */
const MIN_GAIN = 2.5e-10;

/** The sequences that best responses of a hand play, of those that the other lets pay.
@param {Game} game
@param {number} player
@param {Columns} continuationValues
@param {number} hand */
function bestSequences({ tree, locks }, player, continuationValues, hand) {
    const better = betterFor(player), path = new Set([0]);
    for (const { index, sequenceBefore, first, end } of tree.informationSets[player]) {
        if (!path.has(sequenceBefore)) continue;
        const lock = locks[player][index];
        const earned = continuationValues.slice(first, end).map(column => column[hand]);
        // Where the other never comes, nothing pays.
        if (!lock && earned.every(value => !value)) continue;
        const bestEarned = better(...earned);
        earned.forEach((value, action) => {
            const isPlayed = lock ? lock[action][hand] > 0 : value === bestEarned;
            if (isPlayed) path.add(first + action);
        });
    }
    path.delete(0);
    return path;
}

/** Add the actions of best responses to those in play, if any is not among them yet; whether one
was added.
@param {Game} game
@param {Columns[]} inPlay
@param {BoundedPlans} bounded */
function tryToAddBestResponses(game, inPlay, { plans, continuationValues }) {
    const { handCount } = game.deal;
    let hasGrown = false;
    for (const player of [0, 1]) {
        const terminalValues = game.terminalValues(player, plans[1 - player]);
        for (let hand = 0; hand < handCount; hand++) {
            const earned = plans[player].reduce((all, column, sequence) =>
                all + column[hand] * terminalValues[sequence][hand], 0);
            const values = continuationValues[player];
            if (Math.abs(values[0][hand] - earned) < MIN_GAIN / handCount) continue;
            for (const sequence of bestSequences(game, player, values, hand)) {
                if (!inPlay[player][sequence][hand]) hasGrown = true;
                inPlay[player][sequence][hand] = 1;
            }
        }
    }
    return hasGrown;
}

/** Better and better plans: of programs over the actions of two plans and of best responses.
@param {Game} game
@param {Plan[]} guess
@param {Plan[]} plans
@param {number} maxDirectionsAtFirst  in the first program
@returns {Generator<BoundedPlans, void>} */
export function* doubleOracle(game, guess, plans, maxDirectionsAtFirst) {
    /** @type {ReadonlyMap<string, boolean>} */
    let basicBefore = new Map();
    /** @type {Columns[]} */
    const inPlay = plans.map(plan => plan.map(column => column.map(Math.sign)));
    let hasGrown = true;
    while (hasGrown) {
        const maxDirections = basicBefore.size ? Infinity : maxDirectionsAtFirst;
        const optimum = optimalInPlay(game, inPlay, guess, maxDirections, basicBefore);
        if (!optimum) return;
        const bounded = game.withBounds(optimum.plans);
        basicBefore = optimum.basicByName;
        yield bounded;
        hasGrown = tryToAddBestResponses(game, inPlay, bounded);
    }
}
