/* What a chart shows and does not, hand by hand, as rows of a file for other programs. */

import { roundTo } from "./numbers.js";
/** @import { GameWords } from "./game-words.js" */
/** @import { ShownDecision } from "./shown-decision.js" */

/** What stands above the columns.
@param {string} unit  in which actions earn something */
export const columnNames = unit => ["player", "decision", "hand", "reach", "action", "probability",
    `earns, ${unit}`, `margin, ${unit}`, "game"];

/** A number with all digits that tell something; nothing, if it is none.
@param {number} number */
const cellOf = number => Number.isFinite(number) ? String(roundTo(number, 9)) : "";

/** A row for each action of each hand, or combo, that a player may hold: how often a hand that is
dealt comes to the decision, how often it takes the action there, what that earns, and by how much
the best action earns more than the next: its lead, which the file calls a margin. A hand that
never comes there has no probabilities. Each row ends with all that is set and locked.
@param {GameWords} words
@param {ShownDecision} shown */
export function handTable(words, { solution, player, informationSet, actionNames, history }) {
    const { deal, tree } = solution.game;
    const handProbabilities = solution.handProbabilities(player);
    const meetings = solution.meetings(player, informationSet.opponentSequenceBefore);
    const ownReach = solution.ownReach(player, informationSet);
    const shares = solution.strategyAt(player, informationSet);
    const { telling } = words, wholeText = words.wholeText();
    return deal.hands.flatMap((handName, dealtHand) => {
        if (!deal.dealtShare(player, dealtHand) || !handProbabilities[dealtHand]) return [];
        const earnings = actionNames.map((_, action) =>
            solution.earns(player, informationSet, action, [dealtHand]));
        const [best, next] = [...earnings].sort((a, b) => b - a);
        const lead = best - next;
        const reach = ownReach[dealtHand] * meetings[dealtHand] / handProbabilities[dealtHand];
        return actionNames.map((name, action) => {
            const probability = ownReach[dealtHand] > 0 ? shares[action][dealtHand] : NaN;
            const numbers = [probability, earnings[action], lead];
            const word = telling.wordFor(name, history);
            return [tree.players[player], history || "opening", handName, cellOf(reach), word,
                ...numbers.map(cellOf), wholeText];
        });
    });
}

/** A cell as it stands between commas.
@param {string} cell */
const quoted = cell => /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Rows as a text of values that commas separate.
@param {string[][]} rows */
export const csv = rows => rows.map(row => row.map(quoted).join()).join("\n") + "\n";
