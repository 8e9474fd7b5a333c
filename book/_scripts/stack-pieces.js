/* Push or fold at any stack: who pushes, calls and mixes is stored for every piece, an interval of
stacks on which that stays the same, as in pokerlab/studies/breakpoints.py; how often,
push-fold-payoffs.js finds. */

import { unpackCounts } from "./counts.js";
import { roundTo } from "./numbers.js";
import { PushFoldPayoffs, isMixed } from "./push-fold-payoffs.js";
import { percent } from "./words.js";
/** @import { PackedCounts } from "./counts.js" */

/** How a player's choice is told: that a hand is played, that it is not, the action's name, and
what folding nets.
@typedef {object} PlayerWords
@property {string} playText
@property {string} foldText
@property {string} action
@property {number} foldValue */

/** What live-data.js has: the deal; of the pieces, where they begin and end, how each hand is
played at first, and what changes from one to the next; and how both players' choices are told.
@typedef Stored
@type {PackedCounts & { ends: number[], start: string, changes: number[][],
    words: [playText: string, foldText: string, action: string, foldValue: number][] }} */

/** Hear what live-data.js has, as soon as it is there.
@param {(stored: Stored) => void} act */
export const onStored = act => addEventListener("pokerlab-data", event =>
    act(/** @type {CustomEvent<Stored>} */ (event).detail), { once: true });

/** On each piece, how each hand of both is played: never, sometimes or always. A change is written
as three times the index in that list plus how that hand is played now.
@param {Stored} stored */
function unpackPlays({ start, changes }) {
    const plays = [...start].map(Number), playsByPiece = [[...plays]];
    for (const codes of changes) {
        for (const code of codes) plays[Math.floor(code / 3)] = code % 3;
        playsByPiece.push([...plays]);
    }
    return playsByPiece;
}

/** Push or fold at all stacks from the least to the most.
@param {Stored} stored */
export function unpackPieces(stored) {
    /** @type {PlayerWords[]} */
    const words = stored.words.map(([playText, foldText, action, foldValue]) =>
        ({ playText, foldText, action, foldValue }));
    return {
        ...unpackCounts(stored), ends: stored.ends, playsByPiece: unpackPlays(stored), words,
        least: stored.ends[0], most: stored.ends[stored.ends.length - 1],
    };
}
/** @typedef {ReturnType<typeof unpackPieces>} Pieces */

/** The equilibrium at a stack: how often each hand of either player is played, what that earns, and
the value of pushes against the best calls.
@param {Pieces} pieces
@param {number} stack */
export function equilibrium(pieces, stack) {
    const { handCount, ways, waysPerHand, total, boards, ends, playsByPiece } = pieces;
    const payoffs = new PushFoldPayoffs(pieces, [stack, 0.5, 1, 0, 0]);
    const piece = ends.findLastIndex(end => end <= stack);
    const plays = playsByPiece[piece] ?? playsByPiece[playsByPiece.length - 1];
    const { denominator, plans } =
        payoffs.solve([plays.slice(0, handCount), plays.slice(handCount)]);
    /** @type {number[][]} */
    const probabilities = plans.map(plan =>
        plan.map(probability => Math.min(1, Math.max(0, probability / denominator))));
    const [push, call] = probabilities;
    /** The ways in which a hand meets a push.
    @type {(hand: number) => number} */
    const waysToMeetPush = hand =>
        push.reduce((all, share, other) => all + ways[handCount * hand + other] * share, 0);
    /** @type {((hand: number) => number)[]} */
    const earningsOf = [
        hand => payoffs.pushGain(hand, call, 1) / boards / waysPerHand[hand] - 0.5,
        hand => -1 + payoffs.callGain(hand, push) / boards / waysToMeetPush(hand),
    ];
    /** @type {(pushes: readonly number[]) => number} */
    const worthOf = pushes => payoffs.lowerBoundOf(pushes, 1) / boards / total;
    return { probabilities, earningsOf, worthOf };
}
/** @typedef {ReturnType<typeof equilibrium>} Equilibrium */

/** The share of all hands that are played.
@param {{ waysPerHand: ArrayLike<number>, total: number }} counts
@param {readonly number[]} probabilities */
export const shareOfHands = ({ waysPerHand, total }, probabilities) =>
    probabilities.reduce(
        (all, probability, hand) => all + probability * waysPerHand[hand], 0) / total;

/** A stack as it is written.
@param {number} stack */
export const stackText = stack => String(roundTo(stack, 6));

/** An amount in big blinds as it is written.
@param {number} amount */
const inBlinds = amount => amount.toFixed(3).replace("-", Math.abs(amount) < 0.0005 ? "" : "−");

/** A sentence on a hand: how often it is played, and what either choice earns.
@param {Pieces} pieces
@param {Equilibrium} optimal
@param {number} player
@param {number} hand */
export function handText({ words, hands }, { probabilities, earningsOf }, player, hand) {
    const { playText, foldText, action, foldValue } = words[player];
    const share = probabilities[player][hand];
    const folding = inBlinds(foldValue);
    if (isMixed(share)) return `${hands[hand]} ${playText} ${percent(share, 2)} of the time: `
        + `${action}ing and folding earn the same, ${folding}.`;
    return `${hands[hand]} ${share > 0.5 ? playText : foldText}: ${action}ing earns `
        + `${inBlinds(earningsOf[player](hand))}, folding ${folding}.`;
}

/** The parts of the sentence on a stack: the shares pushed and called, and what that wins or loses.
@param {Pieces} pieces
@param {Equilibrium} optimal */
export function summaryParts(pieces, { probabilities, worthOf }) {
    const value = worthOf(probabilities[0]);
    const [push, call] = probabilities.map(shares => percent(shareOfHands(pieces, shares)));
    const verb = value < -1e-9 ? "loses" : "wins";
    return { value, push, call, verb, amount: Math.abs(value).toFixed(3) };
}
