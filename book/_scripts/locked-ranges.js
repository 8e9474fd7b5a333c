/* Ranges that players keep to, as texts: in an address, and as a reader types them for a decision,
where they may name actions. locker.js shows them. */

import { isLockedAnywhere } from "./games.js";
import { sum, wholeNumbers } from "./numbers.js";
import { RANGE_WORDS } from "./range-tokens.js";
import { refusalTextIn, refuse } from "./refusals.js";
import { actionNamesAt, findInformationSet, silentAction } from "./solutions.js";
import { shortened, withArticle } from "./words.js";
/** @import { Tree } from "./trees.js" */
/** @import { ChartDeal } from "./deals.js" */
/** @import { BothLocks } from "./games.js" */
/** @import { LeftOut } from "./solver-client.js" */

/** What tells decisions apart: whose it is, and after which history.
@typedef {object} DecisionKey
@property {number} player
@property {string} history */

/** A locked range: where, and the text.
@typedef {DecisionKey & { rangeText: string }} LockedRange */

/** Whether two are, or are at, the same decision.
@param {DecisionKey} one
@param {DecisionKey} other */
export const isSameDecision = (one, other) =>
    one.player === other.player && one.history === other.history;

/** What a locked range is read with: its game's tree and deal; the hands before the flop, from the
best on; and what finds the action of a decision that a reader names, -1 if it is none.
@typedef {object} RangeContext
@property {Tree} tree
@property {ChartDeal} deal
@property {string[]} bestHands
@property {(typed: string, actionNames: string[], history: string) => number} findAction */

const LOCKED_RANGE = /^([01])\/([^/]*)\/(.*)$/;

/** The locked ranges in the text of an address, which bars separate. A part that cannot be read is
undefined.
@param {string} text
@returns {(LockedRange | undefined)[]} */
const splitLocks = text => text.split("|").filter(Boolean).map(lockText => {
    const match = lockText.match(LOCKED_RANGE);
    if (!match) return undefined;
    const [, player, history, rangeText] = match;
    return { player: Number(player), history: history.replaceAll("÷", "/"), rangeText };
});

/** The locked ranges that an address has.
@param {string} text */
export const readLocks = text => splitLocks(text).filter(range => range !== undefined);

/** Locked ranges as an address says them.
@param {LockedRange[]} ranges */
export const writeLocks = ranges => ranges.map(({ player, history, rangeText }) =>
    `${player}/${history.replaceAll("/", "÷")}/${rangeText}`).join("|");

/** Whether a text is one of locked ranges.
@param {string} text */
export const areLocks = text => splitLocks(text).every(Boolean);

/** The locked ranges but for those that were left out.
@param {LockedRange[]} ranges
@param {LeftOut[]} leftOut */
export const withoutLeftOut = (ranges, leftOut) => ranges.filter(range =>
    !leftOut.some(other => isSameDecision(other, range)));

/** Each name of an action (bet, call, check, fold, raise, push, all-in) has one of these letters,
and no hand has any. */
const LETTERS_OF_ACTIONS = /[befilpu]/i;

/** The action that a text names before its first colon, and that action's range; without a name, if
it is a range alone. There are colons in ranges, too, before weights: AKs:0.5.
@param {string} text
@returns {{ name?: string, rangeText: string }} */
export function splitName(text) {
    const colon = text.indexOf(":"), name = text.slice(0, Math.max(colon, 0));
    // Words of ranges have letters of actions, too: top 20%:0.5, all pairs:0.5.
    return LETTERS_OF_ACTIONS.test(name.replace(RANGE_WORDS, ""))
        ? { name: name.trim(), rangeText: text.slice(colon + 1) } : { rangeText: text };
}

/** The ranges of actions in a locked range, each with its action's name: semicolons end one where
the next names an action; elsewhere they stand between hands.
@param {string} text */
export function rangesOfActions(text) {
    const [first, ...others] = text.split(";").map(piece => piece.trim());
    const ranges = [first];
    for (const piece of others) {
        if (splitName(piece).name) ranges.push(piece);
        else ranges.push(`${ranges.pop()}; ${piece}`);
    }
    return ranges;
}

/** What somebody types who wants no lock. */
export const FREE_WORDS = /^(free|unlock(ed)?|optim(al|um)|equilibrium)$/i;

/** The choices of the belief in a locked range, in percent. */
export const BELIEF_STEPS = wholeNumbers(0, 20).map(step => 5 * step);

/** The player who replies, if only the other one is locked.
@param {BothLocks} locks */
export function replierTo(locks) {
    const [isFirstLocked, isSecondLocked] = locks.map(isLockedAnywhere);
    if (isFirstLocked === isSecondLocked) return undefined;
    return isFirstLocked ? 1 : 0;
}

/** The locks that locked ranges make in a game, and which of the ranges do not apply to it.
@param {LockedRange[]} ranges
@param {RangeContext} context
@returns {{ locks: BothLocks, leftOut: LeftOut[] }} */
export function applyLocks(ranges, context) {
    /** @type {BothLocks} */
    const locks = [{}, {}];
    /** @type {LeftOut[]} */
    const leftOut = [];
    for (const range of ranges) {
        const { player, history } = range;
        const reason = refusalTextIn(() => {
            const { index, lock } = readLock(range, context);
            locks[player][index] = lock;
        });
        if (reason) leftOut.push({ player, history, reason });
    }
    return { locks, leftOut };
}

/** The index of the information set for which a range is locked; and how often each hand takes each
action there.

What the range leaves goes to the silent action or, where that is named, to the one action that is
not.
@param {LockedRange} range
@param {RangeContext} context */
export function readLock({ player, history, rangeText: text }, context) {
    const { tree, deal, bestHands, findAction } = context;
    const informationSet = findInformationSet(tree, player, history);
    if (!informationSet) return refuse("this game has no such decision");
    const actionNames = actionNamesAt(tree, player, informationSet);
    const silent = silentAction(actionNames);
    /** @type {(reason: string) => never} */
    const refuseRange = reason => refuse(`${withArticle(tree.players[player])}'s range: ${reason}`);
    if (actionNames.length < 2)
        refuseRange("a player who is all-in by force has no range to choose");
    /** @type {number[][]} */
    const shares = [];
    for (const namedRange of text.toLowerCase() === "none" ? [] : rangesOfActions(text)) {
        const { name, rangeText } = splitName(namedRange);
        // A range alone is of the other of two actions.
        let action = actionNames.length > 2 ? -1 : 1 - silent;
        if (name) action = findAction(name.toLowerCase(), actionNames, history);
        if (action < 0) refuseRange(`"${shortened(namedRange)}" names no action `
            + `of this decision. Write ${actionNames.join(" or ")} before a range, such as `
            + `${actionNames.at(-1)}: 22+`);
        if (shares[action])
            refuseRange(`${actionNames[action]} has two ranges; write them as one`);
        shares[action] = deal.parseWeights(rangeText, bestHands, refuseRange);
    }
    const unnamed = [...actionNames.keys()].filter(action => !shares[action]);
    for (const action of unnamed) shares[action] = deal.hands.map(() => 0);
    let takesRest = unnamed.length === 1 ? unnamed[0] : undefined;
    if (unnamed.includes(silent)) takesRest = silent;
    deal.hands.forEach((handName, dealtHand) => {
        const total = sum(shares.map(share => share[dealtHand]));
        if (total > 1.001) refuseRange(`${handName} acts more than once`);
        if (takesRest === undefined && total < 0.999 && deal.dealtShare(player, dealtHand))
            refuseRange(`what does ${handName} do? Where ${actionNames[silent]} has a range, each `
                + "hand needs an action");
        for (const share of shares) share[dealtHand] /= Math.max(total, 1);
        shares[takesRest ?? silent][dealtHand] += Math.max(1 - total, 0);
    });
    return { index: informationSet.index, lock: shares };
}

/** What is between the ranges of two actions, in text. */
export const BETWEEN_ACTIONS = "; ";

/** How often each hand takes each action, as text; the silent one is left out.
@param {ChartDeal} deal
@param {string[]} actionNames
@param {number[][]} shares
@param {number} digits */
export function writeStrategy(deal, actionNames, shares, digits) {
    const silent = silentAction(actionNames);
    const ranges = actionNames.map((name, i) => ({ name, i })).filter(({ i }) => i !== silent)
        .map(({ name, i }) => ({ name, text: deal.writeWeights(shares[i], digits) }));
    if (ranges.length === 1) return ranges[0].text;
    return ranges.filter(({ text }) => text !== "none")
        .map(({ name, text }) => `${name}: ${text}`).join(BETWEEN_ACTIONS) || "none";
}
