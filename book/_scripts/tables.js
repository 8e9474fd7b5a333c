/* What a chart shows and does not, hand by hand, as rows of a file for other programs. */

/** @import { View } from "./views.js" */

/** What stands above the columns. @param {string} unit  in which actions earn something */
export const columns = unit => ["player", "decision", "hand", "reach", "action", "probability",
    `earns, ${unit}`, `margin, ${unit}`];

/** A number with all digits that tell something; nothing, if it is none. @param {number} number */
const cellOf = number => Number.isFinite(number) ? String(Number(number.toFixed(9))) : "";

/** A row for each action of each hand, or combo, that a player may hold: how often a hand that is
dealt comes to the decision, how often it takes the action there, what that earns, and by how much
the best action earns more than the next. A hand that never comes there has no probabilities.
@param {View} view */
export function handTable({ tool, game, player, set, names, history }) {
    const { deal, tree, plans } = game, [, parent, opponent] = tree.sets[player][set];
    const [dealt, met] = [0, opponent].map(sequence => game.reach(player, sequence));
    const own = plans[player][parent], taken = game.taken(player, set);
    return deal.hands.flatMap((hand, at) => {
        if (!tool.held(deal, player, at) || !dealt[at]) return [];
        const earned = names.map((_, i) => game.earns(player, set, i, [at]));
        const [best, next] = [...earned].sort((a, b) => b - a);
        const reach = own[at] * met[at] / dealt[at];
        return names.map((name, i) => [tree.players[player], history || "opening", hand,
            cellOf(reach), name, ...[taken[i][at], earned[i], best - next].map(cellOf)]);
    });
}

/** Rows as a text of values that commas separate. @param {string[][]} rows */
export const csv = rows => rows.map(row => row.map(cell =>
    /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell).join()).join("\n") + "\n";
