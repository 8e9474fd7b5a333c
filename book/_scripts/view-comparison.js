/* What a player does otherwise in a view than in the one that it is beside: marked hand by hand,
and told in words. */

import { drawingSizes } from "./build-constants.js";
import { elementOf } from "./elements.js";
import { writeRange } from "./ranges.js";
import { counted, inFull, verbOf } from "./words.js";
/** @import { ComparedView, View } from "./views.js" */

/** Of so many hands that play otherwise in another game it is said how. */
const MAX_IN_COMPARISON = 4;

/** A hand that plays otherwise in another game: the action of which the chance changes most, what
that was and is, and by how much it changes.
@typedef {{ hand: number, name: string, before: number, now: number, change: number }} Change */

/** Smaller changes are not told: how small, in words. */
const MIN_CHANGE_TEXT = "0.5%";

/** Changes are whole numbers of this: where one action rises by what another falls, or two hands
change alike, no last bits say which comes first. */
const MIN_CHANGE = 1e-6;

/** Whether a view is beside another one that shows a decision.
@type {(view: View) => view is ComparedView} */
export const isCompared = view => view.beside?.solution !== undefined;

/** How often the view that another is beside takes an action with a hand; NaN where no hand of it
gets there. @param {ComparedView} view @param {number} hand @param {string} name */
export function shareNow({ beside: { mixes, names } }, hand, name) {
    const shares = mixes[hand], action = names.indexOf(name);
    if (!shares.length) return NaN;
    return action < 0 ? 0 : shares[action];
}

/** Sorts changes. @type {(a: { change: number }, b: { change: number }) => number} */
const largestFirst = (a, b) => b.change - a.change;

/** The action of a hand of which the chance changes most; of several the last.
@param {ComparedView} view @param {number} hand @returns {Change} */
function largestChange(view, hand) {
    const changes = view.names.map((name, action) => {
        const before = view.mixes[hand][action], now = shareNow(view, hand, name);
        const change = Math.round(Math.abs(now - before) / MIN_CHANGE) * MIN_CHANGE;
        return { hand, name, before, now, change };
    });
    return changes.reverse().sort(largestFirst)[0];
}

/** Mark in both views the hands that play otherwise, and say how below the chart.
@param {ComparedView} view @returns {string}  all of that in a sentence */
export function compareWithBeside(view) {
    const changes = view.cells.map((_, hand) => largestChange(view, hand))
        .filter(({ change }) => change > drawingSizes().leastShare).sort(largestFirst);
    markDifferences(view, changes);
    view.legend.append(elementOf("span.explorer-differences", differencesText(view, changes)));
    return sumUp(view, changes);
}

/** Mark the hands that play otherwise, in both views, and say above these what the mark is.
@param {ComparedView} view @param {Change[]} changes */
function markDifferences(view, changes) {
    const { cells, beside, charts } = view;
    const changed = new Set(changes.map(({ hand }) => hand));
    cells.forEach((cell, hand) => {
        const cellNow = beside.cells[hand], differs = changed.has(hand);
        for (const one of [cell, cellNow]) one.classList.toggle("differs", differs);
        if (!differs) return;
        cell.ariaLabel += "; played otherwise now";
        cellNow.ariaLabel += `; played otherwise ${charts.whenOther}`;
    });
    if (changes.length) for (const { legend } of [beside, view])
        legend.append(elementOf("span.explorer-corner", "marked corner: changed"));
}

/** The hands that change most, and how; and which others take an action more or less often.
@param {ComparedView} view @param {Change[]} changes */
function differencesText(view, changes) {
    if (!changes.length) return `No hand changes by more than ${MIN_CHANGE_TEXT}.`;
    const { hands, words: { telling }, history, names } = view;
    const texts = changes.slice(0, MAX_IN_COMPARISON).map(({ hand, name, before, now }) =>
        `${hands[hand]}: ${telling.wordFor(name, history)} ${inFull(now)}, was ${inFull(before)}`);
    const others = changes.slice(MAX_IN_COMPARISON);
    const directions = names.flatMap(name => directionsIn(view, others, name).map(
        ({ how, range }) => `${telling.wordFor(name, history)} ${how}: ${range}`));
    const also = directions.length ? ` Also ${directions.join("; ")}.` : "";
    return `Changed, with a marked corner: ${counted(changes.length, "hand")}. `
        + `Now ${texts.join("; ")}.${also}`;
}

/** The hands that take an action more often now, and those that take it less often.
@param {ComparedView} view @param {Change[]} changes @param {string} name
@returns {{ count: number, how: string, range: string }[]} */
function directionsIn({ hands }, changes, name) {
    return [true, false].flatMap(isMore => {
        const moved = changes.filter(change =>
            change.name === name && change.now > change.before === isMore);
        const range = hands.map((_, hand) => Number(moved.some(one => one.hand === hand)));
        const how = `${isMore ? "more" : "less"} often`, count = moved.length;
        return count ? [{ count, how, range: writeRange(range, hands) }] : [];
    });
}

/** All hands that play otherwise now, by what they do more or less often, in a sentence. Each is
named once, by the action that changes most. @param {ComparedView} view @param {Change[]} changes */
function sumUp(view, changes) {
    const { words: { telling, thePlayers }, player, history, names, charts } = view;
    const when = history ? ` ${telling.afterText(history)}` : "";
    const who = `${thePlayers[player]}${when}`;
    if (!changes.length)
        return `${who} plays every hand as ${charts.whenOther}, to within ${MIN_CHANGE_TEXT}.`;
    const groups = names.flatMap(name => {
        const directions = directionsIn(view, changes, name).map(({ count, how, range }) =>
            `${counted(count, "hand")} ${how} (${range})`);
        return directions.length
            ? [`${verbOf(telling.wordFor(name, history))} with ${directions.join(" and ")}`]
            : [];
    });
    return `${who} ${groups.join("; ")}.`;
}
