/* The explorer's solver: a deal times a betting tree, solved where the page is read.

CFR finds which actions matter, and programs over these end it. What finds the way in the package
finds it here: amounts, betting, deals, games, cfr and double_oracle are named as there. */

import { build } from "./betting.js";
import { iterate } from "./cfr.js";
import { unpackDeal } from "./deal.js";
import { Deal, RiverDeal } from "./deals.js";
import { finish } from "./double_oracle.js";
import { Doubted, Game } from "./games.js";
/** @import { State } from "./betting.js" */
/** @import { RiverSpot } from "./deals.js" */
/** @import { Bounded, Locks } from "./games.js" */

export const ITERATIONS = 4000, LEAST = 1e-4, LIKELY = 0.03, SLICE = 30;

/** What is asked, and who asks.
@typedef {{ tool: string, number: number, kind: string, setting: State, locks: Locks,
    belief?: number, within: number, spot?: RiverSpot }} Task
@typedef {Pick<Task, "tool" | "number"> & Partial<Task>
    & { deal?: ReturnType<typeof unpackDeal>, hold?: boolean }} Message
@typedef {{ onmessage: ((message: { data: Message }) => void) | null,
    postMessage: (answer: object) => void }} Port */

/** How far apart two bounds are. @param {Bounded} found */
const width = ({ bracket: [lower, upper] }) => upper - lower;

/** The best plans so far, again and again, until their bracket is as narrow as wanted; in between,
nothing, to let others have their turn. @param {Game} game @param {number} within
@returns {Generator<{ iterations: number, done: boolean, found: Bounded } | undefined>} */
export function* improve(game, within) {
    /** @type {Bounded} */
    let found = { plans: [], worth: [], bracket: [-Infinity, Infinity] };
    let iterations = 0, look = 10;
    for (const averages of iterate(game, ITERATIONS)) {
        yield;
        if (++iterations < look && iterations < ITERATIONS) continue;
        look = Math.ceil(1.25 * look);
        const plans = game.without(averages, LEAST), worth = game.answers(plans);
        const many = Math.min(100 + iterations / 2, 600);
        const programs = finish(game, averages, game.without(averages, LIKELY), many);
        /** @type {Bounded | void} */
        let better = { plans, worth, bracket: game.bracket(plans, worth) };
        for (; better; better = programs.next().value) {
            if (width(better) < width(found)) found = better;
            if (width(found) <= within) break;
            yield;
        }
        const done = width(found) <= within || iterations === ITERATIONS;
        yield { iterations, done, found };
        if (done) return;
    }
}

/** Solve what messages ask for, by slices, so that a tool's newer question ends its older one.

A question has the `tool`, a number, `kind` and `setting` of a tree, `locks`, the `belief` in
those of a player, 1 if left out, how narrow a bracket is wanted and, on a river, the `spot`; to
`hold` is to pause, or to go on if it is false. Answers have ever better plans and brackets, the
last one `done`. @param {Port} port */
export function listen(port) {
    /** @type {Map<string, number>} */
    const latest = new Map();
    /** @type {Map<string, (go?: unknown) => void>} */
    const held = new Map();
    /** @type {Deal} */
    let deal;
    port.onmessage = ({ data }) => {
        if (data.deal) deal = new Deal(data.deal);
        else latest.set(data.tool, data.number);
        held.get(data.tool)?.();
        held.delete(data.tool);
        if (data.hold) held.set(data.tool, () => {});
        if (data.kind) answer(/** @type {Task} */ (data)).catch(error =>
            port.postMessage({ ...data, error: error.message }));
    };

    /** @param {Task} task */
    async function answer({ tool, number, kind, setting, locks, belief = 1, within, spot }) {
        const dealt = spot ? new RiverDeal(spot) : deal, tree = build(kind, setting);
        const game = belief < 1 ? new Doubted(dealt, tree, locks, belief)
            : new Game(dealt, tree, locks);
        let rested = performance.now(), told = -Infinity;
        const overtaken = async () => {
            if (performance.now() < rested + SLICE) return false;
            await new Promise(resolve => setTimeout(resolve));
            if (held.has(tool)) await new Promise(resolve => held.set(tool, resolve));
            rested = performance.now();
            return latest.get(tool) !== number;
        };
        for (const step of improve(game, within)) {
            if (!step) {
                if (await overtaken()) return;
                continue;
            }
            const { iterations, done, found } = step, wait = 3 * SLICE + tree.ends.length;
            if (!done && performance.now() < told + wait) continue;
            told = performance.now();
            port.postMessage({ tool, number, iterations, done, ...game.heard(found) });
        }
    }
}
