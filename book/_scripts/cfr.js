/* Counterfactual regret minimisation, as in pokerlab/solvers/cfr.py.

The rule is DCFR(1.5, 0.5, 5): regrets above and below 0 are discounted by the first two powers of
the iteration, and the n-th strategy is weighed by n to the fifth. */

/** @import { DecisionSet } from "./betting.js" */
/** @import { Game, Plan } from "./games.js" */

/** What is smaller counts as 0: computing with products that lack digits is slow. */
const TINY = 1e-30;
const [ABOVE, BELOW, POWER] = [1.5, 0.5, 5];
/** @type {(n: number, power: number) => number} */
const discount = (n, power) => n ? 1 / (1 + n ** -power) : 1;

/** Add what a set earns to what led there, and match its shares to regrets unless it is locked.
@param {Plan} values @param {Plan} shares @param {Plan} regrets @param {DecisionSet} set
@param {boolean} locked @param {number} sign @param {number} n */
function matchRegrets(values, shares, regrets, [, parent, , first, stop], locked, sign, n) {
    const before = values[parent], even = 1 / (stop - first);
    const above = discount(n - 1, ABOVE), below = discount(n - 1, BELOW);
    for (let hand = 0; hand < before.length; hand++) {
        let earned = 0, total = 0;
        for (let s = first; s < stop; s++) earned += shares[s][hand] * values[s][hand];
        before[hand] += earned;
        for (let s = first; s < stop && !locked; s++) {
            const old = regrets[s][hand], gain = sign * (values[s][hand] - earned);
            const sum = old * (old > 0 ? above : below) + gain;
            regrets[s][hand] = Math.abs(sum) > TINY ? sum : 0;
            total += shares[s][hand] = sum > TINY ? sum : 0;
        }
        for (let s = first; s < stop && !locked; s++)
            shares[s][hand] = total > 0 ? shares[s][hand] / total : even;
    }
}

/** Play an action as often as its share says, and let its average move there by 1 / weight.
@param {Float64Array} before @param {Float64Array} share @param {Float64Array} plan
@param {Float64Array} average @param {number} weight */
function advance(before, share, plan, average, weight) {
    for (let hand = 0; hand < before.length; hand++) {
        const played = before[hand] * share[hand], now = plan[hand] = played > TINY ? played : 0;
        const mean = average[hand] + (now - average[hand]) / weight;
        average[hand] = mean > TINY ? mean : 0;
    }
}

/** The averages after 1, 2, ... iterations, in one pair of plans that changes in place.
@param {Game} game @param {number} iterations */
export function* iterate(game, iterations) {
    const { tree, locks } = game, players = [0, 1];
    const columns = () => players.map(player => game.columns(player));
    const shares = columns().map((zeros, player) => game.behaviour(player, zeros));
    const plans = players.map(player => game.plan(player, shares[player]));
    const [regrets, averages, earnings] = [columns(), columns(), columns()];
    for (const average of averages) average[0].fill(1);
    for (let n = 1, weight = 0; n <= iterations; n++) {
        weight = weight * (1 - 1 / n) ** POWER + 1;
        for (const player of players) {
            const values = game.values(player, plans[1 - player], earnings[player]);
            const [share, regret, plan, average] =
                [shares, regrets, plans, averages].map(all => all[player]);
            const sets = tree.sets[player], sign = player ? -1 : 1;
            for (let j = sets.length - 1; j >= 0; j--)
                matchRegrets(values, share, regret, sets[j], j in locks[player], sign, n);
            for (const [, parent, , first, stop] of sets) for (let s = first; s < stop; s++)
                advance(plan[parent], share[s], plan[s], average[s], weight);
        }
        yield averages;
    }
}
