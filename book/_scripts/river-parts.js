/* What of a range gets to a river's decision, and takes each action there: how much, against what,
as which bets, with what hands. */

import { sum } from "./numbers.js";
import { withAction } from "./trees.js";
import { bar, button, row, table } from "./controls.js";
import { elementOf, makeElement } from "./elements.js";
import { HAND_CLASSES } from "./river-hands.js";
import { MIN_SHOWN } from "./solutions.js";
import { afterHistory, capital, listed, partText, percent, verbOf } from "./words.js";
/** @import { GameWords } from "./game-words.js" */
/** @import { ShownDecision } from "./shown-decision.js" */

/** The part of a range that gets to a decision, or takes an action there.
@typedef {object} RangePart
@property {string} name
@property {Float64Array} column  how often each combo is there or takes it
@property {number[]} amounts  how many of each combo are
@property {number[]} probabilities  how likely each combo is held there
@property {number} share  how likely all of them are
@property {number} valueShare  how likely those that are value bets; NaN where nothing calls them */

/** The parts of a range: all that gets to a decision, and what takes each action.
@param {ShownDecision} shown
@returns {RangePart[]} */
function rangePartsOf({ solution, player, informationSet, actionNames, history }) {
    const { deal, tree } = solution.game;
    const opponentPlan = solution.plans[1 - player];
    const meetings = solution.meetings(player, informationSet.opponentSequenceBefore);
    const reach = solution.ownReach(player, informationSet);
    const columns = [reach, ...solution.actionColumns(player, informationSet)];
    return ["", ...actionNames].map((name, i) => {
        const called = withAction(withAction(history, name), "call");
        const call = tree.sequenceNames[1 - player].indexOf(called);
        const amounts = deal.hands.map((_, dealtHand) =>
            deal.dealtShare(player, dealtHand) * columns[i][dealtHand]);
        const probabilities = deal.hands.map((_, dealtHand) =>
            meetings[dealtHand] * columns[i][dealtHand]);
        let valueShare = NaN;
        if (call >= 0) {
            // Of the hands that bet, those that beat no less of the calls than beats them.
            const ahead = deal.netWinsAgainst(player, opponentPlan[call]);
            valueShare = sum(probabilities.filter((_, dealtHand) => ahead[dealtHand] > -1e-12));
        }
        const share = sum(probabilities);
        return { name, column: columns[i], amounts, probabilities, share, valueShare };
    });
}

/** Of a range, less than this would be told as 0%. */
const MIN_SAID = 0.005;

/** How often a player bets or raises at a decision, by which sizes, and which
share of that are bluffs, in a sentence. A size that is hardly ever used is left out; nothing is
said if all are.
@param {string[]} thePlayers
@param {ShownDecision} shown */
export function bluffsText(thePlayers, shown) {
    const [all, ...parts] = rangePartsOf(shown);
    const bets = parts.filter(({ valueShare, share }) =>
        valueShare >= 0 && share >= MIN_SAID * all.share);
    if (!bets.length) return "";
    const { history, player } = shown, bet = sum(bets.map(({ share }) => share));
    const bluffs = bet - sum(bets.map(({ valueShare }) => valueShare));
    const when = history ? `${afterHistory(history)} ` : "";
    const frequencyText = `${percent(bet / all.share)} of `
        + `${history ? "the hands that he still has" : "his range"}`;
    const bluffText = `${percent(bluffs / bet)} of that as bluffs`;
    const who = `${when}${thePlayers[player]}`;
    if (bets.length === 1)
        return capital(`${who} ${verbOf(bets[0].name)} with ${frequencyText}, ${bluffText}.`);
    const verb = /bet|raise|all-in/.test(history) ? "raises" : "bets";
    const sizes = bets.map(({ name, share, valueShare }) =>
        `${name.replace(/^(bet|raise) /, "")} with ${percent(share / all.share)} `
            + `(${percent(1 - valueShare / share)} bluffs)`);
    return capital(`${who} ${verb} ${frequencyText}, ${bluffText}: ${listed(sizes)}.`);
}

/** A cell with a bar for so many combos, of all that get to a decision.
@param {number} amount
@param {number} all
@param {string | undefined} color */
const amountCell = (amount, all, color) => bar(amount / all, color, amount.toFixed(1));

/** A row for all that gets to a decision and for what takes each action there: how much, its equity
and, of bets, how much is for value and how much a bluff; and a button that copies it.
@param {GameWords} words
@param {ShownDecision} shown
@param {RangePart} part
@param {{ all: number, share: number, netWins: Float64Array }} of  how many combos get to the
decision, how likely the part is, or 0 if that tells nothing, and what each combo wins there
@param {(text: string, what: string) => void} copy  copies a part, which is called so */
function partRow(words, shown, part, { all, share, netWins }, copy) {
    const { solution: { game: { deal } }, player, colors } = shown;
    const { name, column, amounts, valueShare } = part;
    const gain = sum(netWins.map((ahead, dealtHand) => ahead * column[dealtHand]));
    const bets = Number.isNaN(valueShare) ? ["", ""]
        : [partText(valueShare, share), partText(share - valueShare, share)];
    const what = `${words.thePlayers[player]}'s ${name || "hands"}`;
    const range = () => deal.writeWeights(amounts, words.rangeDigits).replaceAll(", ", ",");
    const copyButton = button("Copy", () => copy(range(), what), { "aria-label": `Copy ${what}` });
    return row(name || "all here", amountCell(sum(amounts), all, colors[name]?.fill),
        ...[partText((share + gain) / 2, share), ...bets, copyButton].map(cell =>
            elementOf("td", cell)));
}

/** A row for each class of hands that get to a decision: how much, and what it does there.
@param {ShownDecision} shown
@param {RangePart[]} parts
@param {number} all  combos that get there
@param {ArrayLike<number>[]} probabilities  of each part, combo by combo */
function classRows({ solution: { game: { deal } }, actionNames }, parts, all, probabilities) {
    return HAND_CLASSES.flatMap(handClass => {
        /** @type {(numbers: ArrayLike<number>) => number} */
        const ofClass = numbers => sum(Array.from(numbers).filter((_, dealtHand) =>
            deal.handClasses?.[dealtHand] === handClass));
        const amount = ofClass(parts[0].amounts);
        if (!amount) return [];
        const [here, ...byAction] = probabilities.map(ofClass);
        const actions = actionNames.map((name, i) => `${name} ${percent(byAction[i] / here)}`)
            .filter((_, i) => here && byAction[i] >= MIN_SAID * here).join(", ");
        return [row(handClass, amountCell(amount, all, "currentColor"),
            makeElement("td", { colspan: 4 }, actions))];
    });
}

/** A table of what of a range gets to a decision; each part can be copied.
@param {GameWords} words
@param {ShownDecision} shown
@param {(text: string, what: string) => void} copy  copies a part, which is called so */
export function partsTable(words, shown, copy) {
    const { solution, player, informationSet } = shown, { deal } = solution.game;
    const parts = rangePartsOf(shown), [everything] = parts, all = sum(everything.amounts);
    const opponentPlan = solution.plans[1 - player];
    const netWins =
        deal.netWinsAgainst(player, opponentPlan[informationSet.opponentSequenceBefore]);
    const handProbabilities = solution.handProbabilities(player);
    // What is hardly ever done tells nothing of who wins.
    const isReached = everything.share >= MIN_SHOWN * sum(handProbabilities);
    const rows = parts.map(part => {
        const isTaken = isReached && part.share >= MIN_SHOWN * everything.share;
        const share = isTaken ? part.share : 0;
        return partRow(words, shown, part, { all, share, netWins }, copy);
    });
    // Where the opponent never comes, as if everybody came.
    const probabilities = parts.map(part => isReached ? part.probabilities
        : part.column.map((probability, dealtHand) => probability * handProbabilities[dealtHand]));
    const classHeads = elementOf("tr", ...["hands", "combos"].map(text =>
        makeElement("th", { scope: "col" }, text)),
    makeElement("th", { scope: "col", colspan: 4 }, "what they do"));
    const element = table("parts", ["action", "combos", "equity", "value", "bluffs", "range"],
        [...rows, classHeads, ...classRows(shown, parts, all, probabilities)]);
    element.prepend(elementOf("caption",
        `${capital(words.players[player])}, ${afterHistory(shown.history)}: `
            + "what is there, and which bets are for value and which bluffs"));
    return element;
}
