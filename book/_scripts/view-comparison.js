/* What a player does otherwise in a view than in the one that it is beside: found hand by hand,
marked in both, and told in words. */

import { drawingSizes } from "./build-constants.js";
import { elementOf } from "./elements.js";
import { writeRange } from "./ranges.js";
import { counted, inFull, verbOf } from "./words.js";
/** @import { GameWords } from "./game-words.js" */
/** @import { ShownDecision } from "./shown-decision.js" */
/** @import { View } from "./view.js" */

/** Of so many hands that play otherwise in another game it is said how. */
const MAX_IN_COMPARISON = 4;

/** A hand that plays otherwise in another game.
@typedef {object} Change
@property {number} chartHand
@property {string} name  of the action whose probability changes most
@property {number} was  that probability in the other game
@property {number} is  the same in the game that is set
@property {number} change  how far it moves */

/** Smaller changes are not told: how small, in words. */
const MIN_CHANGE_TEXT = "0.5%";

/** Changes are whole numbers of this: where one action rises by what another falls, or two hands
change alike, no last bits say which comes first. */
const MIN_CHANGE = 1e-6;

/** How often a hand takes an action of another decision, too; NaN where it does not get there.
@param {ShownDecision} shown
@param {number} chartHand
@param {string} name */
export function actionShare({ plays, actionNames }, chartHand, name) {
    const { shares } = plays[chartHand], action = actionNames.indexOf(name);
    if (!shares.length) return NaN;
    return action < 0 ? 0 : shares[action];
}

/** Sorts changes.
@type {(a: { change: number }, b: { change: number }) => number} */
const largestFirst = (a, b) => b.change - a.change;

/** The action of a hand of which the chance changes most; of several the last.
@param {ShownDecision} before
@param {ShownDecision} now
@param {number} chartHand
@returns {Change} */
function largestChange(before, now, chartHand) {
    const changes = before.actionNames.map(name => {
        const was = actionShare(before, chartHand, name), is = actionShare(now, chartHand, name);
        const change = Math.round(Math.abs(is - was) / MIN_CHANGE) * MIN_CHANGE;
        return { chartHand, name, was, is, change };
    });
    return changes.reverse().sort(largestFirst)[0];
}

/** The hands that play otherwise in a decision than in another one that comes after the same, those
that change most first: by more than `least`.
@param {ShownDecision} before
@param {ShownDecision} now
@param {number} least */
export const changesBetween = (before, now, least) =>
    before.hands.map((_, chartHand) => largestChange(before, now, chartHand))
        .filter(({ change }) => change > least).sort(largestFirst);

/** Mark in both views the hands that play otherwise, and say how below the chart.
@param {View} view
@param {ShownDecision} before  what it shows
@param {View} currentView
@param {ShownDecision} now  what that one shows
@returns {string}  all of it in a sentence */
export function compareViews(view, before, currentView, now) {
    const changes = changesBetween(before, now, drawingSizes().leastShare);
    const { words, charts: { otherGameText } } = view;
    markDifferences(view, currentView, new Set(changes.map(({ chartHand }) => chartHand)));
    view.legend.append(
        elementOf("span.explorer-differences", differencesText(words, before, changes)));
    return sumUp(words, before, changes, otherGameText);
}

/** Mark the hands that play otherwise, in both views, and say above these what the mark is.
@param {View} view
@param {View} currentView
@param {Set<number>} changed */
function markDifferences(view, currentView, changed) {
    view.cells.forEach((cell, chartHand) => {
        const cellNow = currentView.cells[chartHand], differs = changed.has(chartHand);
        for (const drawn of [cell, cellNow]) drawn.classList.toggle("differs", differs);
        if (!differs) return;
        cell.ariaLabel += "; played otherwise now";
        cellNow.ariaLabel += `; played otherwise ${view.charts.otherGameText}`;
    });
    if (changed.size) for (const { legend } of [currentView, view])
        legend.append(elementOf("span.explorer-corner", "marked corner: changed"));
}

/** The hands that change most, and how; and which others take an action more or less often.
@param {GameWords} words
@param {ShownDecision} shown
@param {Change[]} changes */
function differencesText({ telling }, shown, changes) {
    if (!changes.length) return `No hand changes by more than ${MIN_CHANGE_TEXT}.`;
    const { hands, history, actionNames } = shown;
    const texts = changes.slice(0, MAX_IN_COMPARISON).map(({ chartHand, name, was, is }) =>
        `${hands[chartHand]}: ${telling.wordFor(name, history)} ${inFull(is)}, was ${inFull(was)}`);
    const others = changes.slice(MAX_IN_COMPARISON);
    const directions = actionNames.flatMap(name => directionsIn(hands, others, name).map(
        ({ how, range }) => `${telling.wordFor(name, history)} ${how}: ${range}`));
    const also = directions.length ? ` Also ${directions.join("; ")}.` : "";
    return `Changed, with a marked corner: ${counted(changes.length, "hand")}. `
        + `Now ${texts.join("; ")}.${also}`;
}

/** The hands that take an action more often now, and those that take it less often.
@param {string[]} hands
@param {Change[]} changes
@param {string} name
@returns {{ count: number, how: string, range: string }[]} */
function directionsIn(hands, changes, name) {
    return [true, false].flatMap(isMore => {
        const moved = changes.filter(change =>
            change.name === name && change.is > change.was === isMore);
        const range = hands.map((_, chartHand) =>
            Number(moved.some(move => move.chartHand === chartHand)));
        const how = `${isMore ? "more" : "less"} often`, count = moved.length;
        return count ? [{ count, how, range: writeRange(range, hands) }] : [];
    });
}

/** All hands that play otherwise now, by what they do more or less often, in a sentence. Each is
named once, by the action that changes most.
@param {GameWords} words
@param {ShownDecision} shown
@param {Change[]} changes
@param {string} otherGameText */
function sumUp({ telling, thePlayers }, shown, changes, otherGameText) {
    const { player, history, actionNames, hands } = shown;
    const when = history ? ` ${telling.afterText(history)}` : "";
    const who = `${thePlayers[player]}${when}`;
    if (!changes.length)
        return `${who} plays every hand as ${otherGameText}, to within ${MIN_CHANGE_TEXT}.`;
    const groups = actionNames.flatMap(name => {
        const directions = directionsIn(hands, changes, name).map(({ count, how, range }) =>
            `${counted(count, "hand")} ${how} (${range})`);
        return directions.length
            ? [`${verbOf(telling.wordFor(name, history))} with ${directions.join(" and ")}`]
            : [];
    });
    return `${who} ${groups.join("; ")}.`;
}
