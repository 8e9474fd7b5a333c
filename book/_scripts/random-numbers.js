/* Random numbers that a seed determines: the same game can be played again. */

import { sum } from "./numbers.js";

/** The minimal standard of Park and Miller (1988). */
const MODULUS = 2 ** 31 - 1;
const MULTIPLIER = 48271;

/** The first numbers hang together with small seeds: so many are left out. */
const WARM_UP = 10;

/** Seeds are whole numbers from 1 on. */
const MAX_SEED = 1e6;

/** The seed of a game that nobody has played yet. */
export const newSeed = () => String(1 + Math.floor(Math.random() * MAX_SEED));

/** A function that returns another number from 0 to 1 each time.
@param {number} seed */
export function randomNumbers(seed) {
    let state = seed % (MODULUS - 1) + 1;
    const next = () => {
        state = MULTIPLIER * state % MODULUS;
        return state / MODULUS;
    };
    for (let n = 0; n < WARM_UP; n++) next();
    return next;
}

/** The first index at which the running sum of weights exceeds a share of all.
@param {Iterable<number>} iterable  of weights
@param {number} share */
export function drawFrom(iterable, share) {
    const weights = [...iterable];
    let left = share * sum(weights);
    for (const [i, weight] of weights.entries()) {
        left -= weight;
        if (left < 0) return i;
    }
    return weights.findLastIndex(Boolean);
}
