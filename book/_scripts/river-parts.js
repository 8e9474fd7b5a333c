/* What of a range gets to a river's decision, and takes each action there: how much, against what,
as which bets, with what hands. */

import { sum } from "./amounts.js";
import { bar, button, row, table } from "./controls.js";
import { make } from "./elements.js";
import { CLASSES } from "./river-hands.js";
import { sign } from "./solution.js";
import { after, capital, percent } from "./words.js";
/** @import { River, Spot } from "./river.js" */
/** @import { View } from "./views.js" */

/** What of a range is there or takes an action: its name, which combos play it, how much of each
there is and how much in all, and how much of that is for value; NaN where nothing calls it.
@typedef {{ name: string, column: ArrayLike<number>, amounts: number[], amount: number,
    value: number }} RangePart */

/** Of bets that are a smaller part of a range nothing is told. */
const LEAST_TOLD = 0.0005;

/** A part of a whole, in words. @param {number} some @param {number} whole */
const shareText = (some, whole) => whole ? percent(some / whole, 1) : "–";

/** The parts of a range: all that gets to a decision, and what takes each action.
@param {River} tool @param {Spot} deal @param {View} view @returns {RangePart[]} */
function rangePartsOf(tool, deal, { solution, player, decision, names, history }) {
    const { parent } = solution.game.tree.informationSets[player][decision];
    const opponentPlan = solution.plans[1 - player];
    const columns = [solution.plans[player][parent], ...solution.actionColumns(player, decision)];
    return ["", ...names].map((name, i) => {
        const called = `${history && `${history}, `}${name}, call`;
        const call = solution.game.tree.sequences[1 - player].indexOf(called);
        const amounts = deal.hands.map((_, combo) =>
            tool.dealtShare(deal, player, combo) * columns[i][combo]);
        let value = NaN;
        if (call >= 0) {
            // Of the hands that bet, those that beat no less of the calls than beats them.
            const ahead = deal.multiply(player, true, opponentPlan[call]);
            value = sum(amounts.filter((_, combo) => sign(player) * ahead[combo] > -1e-12));
        }
        return { name, column: columns[i], amounts, amount: sum(amounts), value };
    });
}

/** How often a player bets or raises at the decision that a view shows, and which share of that are
bluffs, in a sentence; nothing, if the player never does.
@param {River} tool @param {Spot} deal @param {View} view */
export function bluffsText(tool, deal, view) {
    const [all, ...parts] = rangePartsOf(tool, deal, view);
    const bets = parts.filter(({ value }) => value >= 0);
    const bet = sum(bets.map(({ amount }) => amount));
    if (!(bet / all.amount > LEAST_TOLD)) return "";
    const bluffs = bet - sum(bets.map(({ value }) => value)), { history, player } = view;
    const verb = /bet|raise|all-in/.test(history) ? "raises" : "bets";
    const when = history ? `${after(history)} ` : "";
    const whole = history ? "the hands that he still has" : "his range";
    return capital(`${when}${tool.thePlayers[player]} ${verb} ${percent(bet / all.amount)} of `
        + `${whole}, ${percent(bluffs / bet)} of that as bluffs.`);
}

/** A table of what of a range gets to a decision; each part can be copied.
@param {River} tool @param {Spot} deal @param {View} view */
export function partsTable(tool, deal, view) {
    const { solution, player, decision, colors, names } = view;
    const opponentPlan = solution.plans[1 - player];
    const { opponentSequence } = solution.game.tree.informationSets[player][decision];
    const parts = rangePartsOf(tool, deal, view), all = parts[0].amount;
    const met = deal.multiply(player, false, opponentPlan[opponentSequence]);
    const won = deal.multiply(player, true, opponentPlan[opponentSequence]);
    /** @type {(amount: number, color: string | undefined) => HTMLElement} */
    const amountCell = (amount, color) => bar(amount / all, color, amount.toFixed(1));
    const rows = parts.map(({ name, column, amounts, amount, value }) => {
        const what = `${tool.thePlayers[player]}'s ${name || "hands"}`;
        const against = sum(met.map((share, combo) => share * column[combo]));
        const gain = sum(won.map((share, combo) => share * column[combo]));
        const cells = [shareText((against + sign(player) * gain) / 2, against)];
        if (Number.isNaN(value)) cells.push("", "");
        else cells.push(shareText(value, amount), shareText(amount - value, amount));
        const range = () =>
            tool.writeWeights(amounts, tool.rangeDigits).replaceAll(", ", ",");
        const copy = button("Copy", () => tool.toolbar.copy(range(), what),
            { "aria-label": `Copy ${what}` });
        return row(name || "all here", amountCell(amount, colors[name]?.fill),
            ...[...cells, copy].map(cell => make("td", cell)));
    });
    const classes = CLASSES.flatMap(kind => {
        const [amount, ...byAction] = parts.map(({ amounts }) =>
            sum(amounts.filter((_, combo) => deal.classes[combo] === kind)));
        if (!amount) return [];
        const actions = names.map((name, i) => `${name} ${percent(byAction[i] / amount)}`)
            .filter((_, i) => byAction[i] >= amount / 200).join(", ");
        return [row(kind, amountCell(amount, "currentColor"),
            make("td", { colspan: 4 }, actions))];
    });
    const shown = table("parts", ["", "combos", "equity", "value", "bluffs", ""],
        [...rows, ...classes]);
    shown.prepend(make("caption", `${capital(tool.players[player])}, ${after(view.history)}: `
        + "what is there, and which bets are for value and which bluffs"));
    return shown;
}
