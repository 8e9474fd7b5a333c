/* Counterfactual regret minimisation, as in pokerlab/solvers/cfr.py.

The rule is DCFR(1.5, 0.5, 5): regrets above and below 0 are discounted by the first two powers of
the iteration, and the n-th strategy is weighed by n to the fifth. */

/** @import { InformationSet } from "./betting.js" */
/** @import { Columns, Game, Plan, Values } from "./games.js" */

/** What is smaller counts as 0: computing with products that lack digits is slow. */
const TINY = 1e-30;
const POWER_ABOVE = 1.5;
const POWER_BELOW = 0.5;
const POWER_OF_WEIGHTS = 5;

/** What regrets are multiplied by after n iterations.
@type {(n: number, power: number) => number} */
const discount = (n, power) => n ? 1 / (1 + n ** -power) : 1;

/** What the iterations change of a player: the shares of the actions, and their regrets; the plan
of these shares, and the average plan; what the sequences earn.
@typedef {{ shares: Columns, regrets: Columns, plan: Plan, average: Plan,
    values: Values }} PlayerState */

/** Add what an information set earns to what led there, and match its shares to regrets unless it
is locked.
@param {PlayerState} state @param {InformationSet} set @param {boolean} isLocked
@param {number} sign  1 for player 0, who wants more, and -1 for player 1
@param {number} n  the iteration */
function matchRegrets({ values, shares, regrets }, set, isLocked, sign, n) {
    const { sequenceBefore, first, stop } = set, uniform = 1 / (stop - first);
    const before = values[sequenceBefore];
    const above = discount(n - 1, POWER_ABOVE), below = discount(n - 1, POWER_BELOW);
    for (let hand = 0; hand < before.length; hand++) {
        let earned = 0;
        for (let s = first; s < stop; s++) earned += shares[s][hand] * values[s][hand];
        before[hand] += earned;
        if (isLocked) continue;
        let total = 0;
        for (let s = first; s < stop; s++) {
            const old = regrets[s][hand], gain = sign * (values[s][hand] - earned);
            const regret = old * (old > 0 ? above : below) + gain;
            const positive = regret > TINY ? regret : 0;
            regrets[s][hand] = Math.abs(regret) > TINY ? regret : 0;
            shares[s][hand] = positive;
            total += positive;
        }
        for (let s = first; s < stop; s++)
            shares[s][hand] = total > 0 ? shares[s][hand] / total : uniform;
    }
}

/** Play a sequence as often as the share of its last action says, and let its average move there by
1 / weight.
@param {PlayerState} state @param {number} sequenceBefore @param {number} sequence
@param {number} weight */
function advance({ shares, plan, average }, sequenceBefore, sequence, weight) {
    const before = plan[sequenceBefore], share = shares[sequence];
    const probabilities = plan[sequence], means = average[sequence];
    for (let hand = 0; hand < before.length; hand++) {
        const now = before[hand] * share[hand];
        probabilities[hand] = now > TINY ? now : 0;
        const moved = means[hand] + (probabilities[hand] - means[hand]) / weight;
        means[hand] = moved > TINY ? moved : 0;
    }
}

/** How a player begins: all actions alike, unless they are locked.
@param {Game} game @param {number} player @returns {PlayerState} */
function initialState(game, player) {
    const shares = game.toBehaviour(player, game.columns(player)), average = game.columns(player);
    average[0].fill(1);
    return {
        shares, average, regrets: game.columns(player), plan: game.toPlan(player, shares),
        values: game.columns(player),
    };
}

/** The averages after 1, 2, ... iterations, in one pair of plans that changes in place.
@param {Game} game @param {number} iterations */
export function* iterate(game, iterations) {
    const players = [0, 1].map(player => initialState(game, player));
    const averages = players.map(({ average }) => average);
    let weight = 0;
    for (let n = 1; n <= iterations; n++) {
        weight = weight * (1 - 1 / n) ** POWER_OF_WEIGHTS + 1;
        players.forEach((state, player) => {
            game.sequenceValues(player, players[1 - player].plan, state.values);
            const sets = game.tree.informationSets[player], sign = player ? -1 : 1;
            for (let j = sets.length - 1; j >= 0; j--)
                matchRegrets(state, sets[j], j in game.locks[player], sign, n);
            for (const { sequenceBefore, first, stop } of sets)
                for (let s = first; s < stop; s++) advance(state, sequenceBefore, s, weight);
        });
        yield averages;
    }
}
