/* Tables of what a hand does at a decision that is shown: how often it takes each action, and
what that earns. */

import { bar, row, table } from "./controls.js";
import { elementOf } from "./elements.js";
import { actionNamesAt } from "./solutions.js";
import { actionShare } from "./view-comparison.js";
import { inFull, withShare } from "./words.js";
/** @import { Tree } from "./trees.js" */
/** @import { GameWords } from "./game-words.js" */
/** @import { ShownDecision } from "./shown-decision.js" */

/** The most actions that are shown beside a hand that is pointed at. */
const MAX_IN_TIP = 8;

/** What a hand does with an action.
@typedef {object} HandAction
@property {number} action  its number
@property {string} name  as the tree has it
@property {string} word  what it is called
@property {number} share  how often; NaN if the hand never gets here
@property {number} earned  what it earns */

/** What a hand does at a decision.
@param {GameWords} words
@param {ShownDecision} shown
@param {number} chartHand
@returns {HandAction[]} */
function actionsOf(words, shown, chartHand) {
    const { solution, player, informationSet, actionNames, history } = shown;
    const { reachShare, shares } = shown.plays[chartHand];
    const dealtHands = shown.dealtHandsIn(chartHand);
    return actionNames.map((name, action) => ({
        action, name, word: words.telling.wordFor(name, history),
        share: reachShare ? shares[action] : NaN,
        earned: solution.earns(player, informationSet, action, dealtHands),
    }));
}

/** A share in words; a dash, if there is none.
@param {number} share */
const frequencyText = share => Number.isNaN(share) ? "–" : inFull(share);

/** The text that is read aloud for each action that a hand takes.
@param {GameWords} words
@param {ShownDecision} shown
@param {number} chartHand */
export const actionTexts = (words, shown, chartHand) => actionsOf(words, shown, chartHand)
    .filter(({ share }) => share > 0).map(({ word, share, earned }) =>
        `${withShare(word, inFull(share))}, earns ${words.earningsText(earned)}`);

/** The table beside a hand that is pointed at: of many actions those that it plays most, and then
the best.
@param {GameWords} words
@param {ShownDecision} shown
@param {number} chartHand */
export function pointedTable(words, shown, chartHand) {
    const actions = actionsOf(words, shown, chartHand)
        .sort((a, b) => b.share - a.share || b.earned - a.earned).slice(0, MAX_IN_TIP)
        .sort((a, b) => a.action - b.action);
    const rows = actions.map(({ word, share, earned }) => row(word,
        elementOf("td", frequencyText(share)), elementOf("td", words.earningsText(earned))));
    return table("pointed", [shown.hands[chartHand], "how often", `earns, ${words.unit}`], rows);
}

/** Whether the first player may fold at once.
@param {Tree} tree */
const hasFold = tree => actionNamesAt(tree, 0, tree.informationSets[0][0]).includes("fold");

/** A hand's actions: how often, what they earn and, beside another decision, how often now.
@param {GameWords} words
@param {ShownDecision} shown
@param {number} chartHand
@param {{ isChosen: boolean, now?: ShownDecision,
    nextDecision: (name: string) => HTMLElement | undefined }} how  whether the reader has chosen
the hand; beside what it is; and what leads to what follows an action */
export function actionTable(words, shown, chartHand, { isChosen, now, nextDecision }) {
    const { solution, player, hands, colors } = shown;
    const heads = ["action", "how often", `earns, ${words.unit}`];
    if (now) heads.push("now");
    const rows = actionsOf(words, shown, chartHand).map(({ name, word, share, earned }) => {
        const cells = [bar(share, colors[name].fill, frequencyText(share)),
            elementOf("td", words.earningsText(earned))];
        if (now) cells.push(elementOf("td", frequencyText(actionShare(now, chartHand, name))));
        const line = row(nextDecision(name) ?? word, ...cells);
        line.dataset.action = name;
        return line;
    });
    const element = table("actions", heads, rows), name = hands[chartHand];
    const dealtHands = shown.dealtHandsIn(chartHand);
    const worth = words.earningsText(solution.meanEarnings(player, 0, 0, dealtHands));
    const { tree } = solution.game;
    // An opponent who acts first, and folds some hands, pays this one without its being asked.
    const [first] = words.thePlayers, paysAsItFolds = player === 1 && hasFold(tree);
    const scope = paysAsItFolds ? `, ${first}'s folds included` : "";
    const dealt = dealtHands.length ? `worth ${worth} when dealt${scope}` : "not in the range";
    element.prepend(elementOf("caption",
        isChosen ? `${name}, ${tree.players[player]}: ${dealt}` : `Example: ${name}, ${dealt}`));
    return element;
}
