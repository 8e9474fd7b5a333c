/* Push or fold at any stack: who pushes, calls and mixes is stored for every interval of stacks;
how often, deal.js finds. */

import { isMixed, pushFoldPayoffs, unpackDeal } from "./deal.js";
import { percent } from "./words.js";
/** @import { Packed } from "./deal.js" */

/** What live-data.js has: the deal; of the intervals, where they begin and end, how each hand is
played at first, and what changes from one to the next; and how a player's choice is told: that it
is taken, that it is not, the action, what not taking it earns.
@typedef {[does: string, not: string, action: string, folding: number]} Told
@typedef {Packed & { ends: number[], start: string, changes: number[][],
    told: Told[] }} Stored */

/** Hear what live-data.js has, as soon as it is there. @param {(stored: Stored) => void} act */
export const onStored = act => addEventListener("pokerlab-data", event =>
    act(/** @type {CustomEvent<Stored>} */ (event).detail), { once: true });

/** On each interval of stacks, how each hand of both is played: never, sometimes or always.
@param {Stored} stored */
function decoded({ start, changes }) {
    const digits = [...start].map(Number);
    return [[], ...changes].map(codes => {
        for (const code of codes) digits[Math.floor(code / 3)] = code % 3;
        return [...digits];
    });
}

/** Push or fold at all stacks from the least to the most. @param {Stored} stored */
export const unpackIntervals = stored => ({
    ...stored, ...unpackDeal(stored), pieces: decoded(stored),
    least: stored.ends[0], most: stored.ends[stored.ends.length - 1],
});
/** @typedef {ReturnType<typeof unpackIntervals>} Intervals */

/** The equilibrium at a stack: how often each hand is played, what that earns, and the value of
pushes against the best calls. @param {Intervals} game @param {number} stack */
export function equilibrium(game, stack) {
    const { n, weight, dealt, total, boards, ends, pieces } = game;
    const { solve, pushing, calling, least } = pushFoldPayoffs(game, [stack, 0.5, 1, 0, 0]);
    const digits = pieces[ends.findLastIndex(end => end <= stack)] ?? pieces[pieces.length - 1];
    const { one, plans } = solve([digits.slice(0, n), digits.slice(n)]);
    /** @type {number[][]} */
    const often = plans.map(plan => plan.map(odds => Math.min(1, Math.max(0, odds / one))));
    const [push, call] = often;
    /** @type {(k: number) => number} */
    const asked = k => push.reduce((all, share, i) => all + weight[n * k + i] * share, 0);
    /** @type {((hand: number) => number)[]} */
    const earns = [i => pushing(i, call, 1) / boards / dealt[i] - 0.5,
        k => -1 - calling(k, push) / boards / asked(k)];
    /** @type {(pushes: number[]) => number} */
    const worth = pushes => least(pushes, 1) / boards / total;
    return { often, earns, worth };
}

/** The share of all hands that are played.
@param {{ dealt: ArrayLike<number>, total: number }} deal @param {number[]} often */
export const played = ({ dealt, total }, often) =>
    often.reduce((all, chance, hand) => all + chance * dealt[hand], 0) / total;

/** A stack as it is written. @param {number} stack */
export const stackText = stack => String(Number(stack.toFixed(6)));

/** @param {number} x */
const inBlinds = x => x.toFixed(3).replace("-", Math.abs(x) < 0.0005 ? "" : "−");

/** What is said of a hand: how often it is played, and what either choice earns.
@param {Intervals} game @param {ReturnType<typeof equilibrium>} state @param {number} player
@param {number} hand */
export function tell({ told, hands }, { often, earns }, player, hand) {
    const [does, not, action, folding] = told[player], share = often[player][hand];
    const [how, earned] = isMixed(share)
        ? [`${does} ${percent(share, 2)} of the time`, "and folding earn the same,"]
        : [share > 0.5 ? does : not, `earns ${inBlinds(earns[player](hand))}, folding`];
    return `${hands[hand]} ${how}: ${action}ing ${earned} ${inBlinds(folding)}.`;
}

/** What is said of a stack, in parts: what is pushed, what is called, and what that wins or loses.
@param {Intervals} game @param {ReturnType<typeof equilibrium>} state */
export function summed(game, { often, worth }) {
    const value = worth(often[0]), [push, call] = often.map(own => percent(played(game, own)));
    const verb = value < -1e-9 ? "loses" : "wins";
    return { value, push, call, verb, won: Math.abs(value).toFixed(3) };
}
