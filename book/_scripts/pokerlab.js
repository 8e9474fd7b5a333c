/* For other people's pages: `import { parseRange, drawRange, solve } from "./pokerlab.mjs"`. */

import { buildTree } from "./betting.js";
import { unpackCounts } from "./counts.js";
import { HoldemDeal } from "./deals.js";
import { Game } from "./games.js";
import { packedCounts } from "./build-constants.js";
import { rangeChart } from "./range-chart.js";
import { parseHandWeights } from "./ranges.js";
import { refuse } from "./refusals.js";
import { fromAddressKeys } from "./setting-keys.js";
import { Solution, actionNamesAt } from "./solutions.js";
import { searchPlans } from "./solver.js";
import { START_SETTINGS } from "./start-settings.js";
/** @import { Settings } from "./betting.js" */
/** @import { BoundedPlans } from "./games.js" */

const counts = unpackCounts(packedCounts()), deal = new HoldemDeal(counts), { hands } = counts;

/** The names of the 169 hands, row by row of the chart: AA, AKs, ... */
export const HANDS = hands;

/** How often a range has each of the hands; what cannot be read is an Error that says why.
@param {string} text  such as "22+, A2s+:0.5" */
export const parseRange = text => parseHandWeights(text, hands, deal.bestHands, refuse);

/** Draw how often each hand is played, as an element for the page.
@param {number[]} probabilities
@param {{ title: string, action: string }} how */
export const drawRange = (probabilities, how) => rangeChart(counts, probabilities, how);

/** Solve a game of hold'em before the flop.
@param {string} gameKind  "push-fold", "preflop", "one-round" or "no-limit"
@param {Settings} [settings]  as in the explorer's addresses: { stack: "7.5", ante: "0.1" }; what
    is left out is as the explorer has it at first
@param {number} [tolerance]  how far apart the bounds on the value may be, in chips
@returns {{ lower: number, upper: number, decisions: { player: string, history: string,
    actions: Record<string, number[]> }[] }}  the bounds on what the first player wins, in
chips, and how often each hand takes each action: NaN if it never gets to the decision */
export function solve(gameKind, settings = {}, tolerance = 1e-6) {
    const given = { ...START_SETTINGS[gameKind], ...fromAddressKeys(settings) };
    const tree = buildTree(gameKind, given), game = new Game(deal, tree);
    /** @type {BoundedPlans | undefined} */
    let best;
    for (const step of searchPlans(game, tolerance)) best = step.best;
    const { plans, bracket: [lower, upper] } = /** @type {BoundedPlans} */ (best);
    const solution = new Solution(game, { plans });
    const decisions = tree.players.flatMap((player, i) =>
        tree.informationSets[i].map(informationSet => {
            const actionNames = actionNamesAt(tree, i, informationSet);
            const shares = solution.strategyAt(i, informationSet);
            const reach = solution.ownReach(i, informationSet);
            const actions = Object.fromEntries(actionNames.map((name, k) =>
                [name, shares[k].map((share, dealtHand) =>
                    reach[dealtHand] > 0 ? share : NaN)]));
            return { player, history: informationSet.history, actions };
        }));
    return { lower, upper, decisions };
}
