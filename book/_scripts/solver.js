/* The explorer's solver: a deal times a betting tree, solved where the page is read.

CFR finds which actions matter, and programs over these end it. What finds the way in the package
finds it here: amounts, betting, deals, games, cfr and double-oracle are named as there. Only the
programs differ: programs-in-play.js says how. */

import { buildTree } from "./betting.js";
import { iterate } from "./cfr.js";
import { HoldemDeal } from "./deals.js";
import { doubleOracle } from "./double-oracle.js";
import { Game, GameWithBelief } from "./games.js";
import { RiverDeal } from "./river-deal.js";
/** @import { Settings } from "./betting.js" */
/** @import { Counts } from "./counts.js" */
/** @import { BoundedPlans, BothLocks, Plan } from "./games.js" */
/** @import { RiverSituation } from "./river-deal.js" */
/** @import { Asker } from "./solver-client.js" */

/** After so many iterations the search ends, wherever it has come to. */
export const ITERATIONS = 4000;
/** Less likely actions are left out of what is proven, and out of programs. */
const MIN_PROBABILITY_IN_PLANS = 1e-4;
const MIN_PROBABILITY_IN_PROGRAMS = 0.03;
/** The plans are looked at after so many iterations, and then each time by a part later. */
const FIRST_LOOK = 10;
const LOOK_GROWTH = 1.25;
/** The first program of a search may have so many directions, more by so many for each iteration
before it, and so many at most. */
const FIRST_DIRECTIONS = 100;
const DIRECTIONS_PER_ITERATION = 0.5;
const MAX_DIRECTIONS = 600;
/** After so many milliseconds others have their turn. */
const SLICE = 30;

/** The hands before the flop: this message comes first.
@typedef {object} HandsMessage
@property {"hands"} kind
@property {Counts} counts */

/** A task, in the place of the asker's last one.
@typedef {object} TaskMessage
@property {"task"} kind
@property {Asker} asker
@property {number} serial  of the task
@property {string} gameKind  the kind of tool that asks
@property {Settings} settings  that make the tree
@property {BothLocks} locks
@property {number} belief  in the locks of a player, 0 to 1
@property {number} tolerance  how narrow a bracket is wanted, in chips
@property {RiverSituation} [situation]  on a river: the board and both ranges */

/** What an asker wants of the task that it asked last: to pause, to go on where it paused, or
to drop it.
@typedef {object} AskerMessage
@property {"pause" | "resume" | "drop"} kind
@property {Asker} asker
@property {number} serial  of that task; where it is dropped, a new one */

/** What the solver is told.
@typedef {HandsMessage | TaskMessage | AskerMessage} Message */

/** Where messages come from, and what is found goes.
@typedef {object} Port
@property {((message: { data: Message }) => void) | null} onmessage
@property {(found: object) => void} postMessage */

/** How far apart two bounds are.
@param {BoundedPlans} found */
const width = ({ bracket: [lower, upper] }) => upper - lower;

/** A step of a search: after so many iterations, whether plans have been looked at in it, whether
it is the last one, and the best plans so far.
@typedef {object} SearchStep
@property {number} iterations
@property {boolean} hasLooked
@property {boolean} done
@property {BoundedPlans} best */

/** Steps of a search until the bracket of the best plans is as narrow as wanted. After each of them
others may have their turn.
@param {Game} game
@param {number} tolerance
@returns {Generator<SearchStep>} */
export function* searchPlans(game, tolerance) {
    /** @type {BoundedPlans} */
    let best = { plans: [], continuationValues: [], bracket: [-Infinity, Infinity] };
    let iterations = 0, nextLook = FIRST_LOOK;
    for (const averages of iterate(game, ITERATIONS)) {
        yield { iterations, hasLooked: false, done: false, best };
        iterations++;
        if (iterations < nextLook && iterations < ITERATIONS) continue;
        nextLook = Math.ceil(LOOK_GROWTH * nextLook);
        for (const better of lookAt(game, averages, iterations)) {
            if (width(better) < width(best)) best = better;
            if (width(best) <= tolerance) break;
            yield { iterations, hasLooked: true, done: false, best };
        }
        const done = width(best) <= tolerance || iterations === ITERATIONS;
        yield { iterations, hasLooked: true, done, best };
        if (done) return;
    }
}

/** What averages prove, and the programs that begin with them.
@param {Game} game
@param {Plan[]} averages
@param {number} iterations
@returns {Generator<BoundedPlans>} */
function* lookAt(game, averages, iterations) {
    yield game.withBounds(game.dropRare(averages, MIN_PROBABILITY_IN_PLANS));
    // A larger program pays only after more iterations.
    const maxDirections = Math.min(
        FIRST_DIRECTIONS + DIRECTIONS_PER_ITERATION * iterations, MAX_DIRECTIONS);
    const likely = game.dropRare(averages, MIN_PROBABILITY_IN_PROGRAMS);
    yield* doubleOracle(game, averages, likely, maxDirections);
}

/** Plans of a game in the sequences of the tree that the page has built.
@param {Game} game
@param {BoundedPlans} bounded */
const inPagesTree = (game, bounded) =>
    game instanceof GameWithBelief ? game.mix(bounded) : bounded;

/** The game that a task is about.
@param {TaskMessage} task
@param {HoldemDeal} deal  before the flop */
function gameOf({ gameKind, settings, locks, belief, situation }, deal) {
    const ownDeal = situation ? new RiverDeal(situation, deal.hands) : deal;
    const tree = buildTree(gameKind, settings);
    return belief < 1 ? new GameWithBelief(ownDeal, tree, locks, belief)
        : new Game(ownDeal, tree, locks);
}

/** An asker as a text, to find it again.
@param {Asker} asker */
const askerText = asker => JSON.stringify(asker);

/** What solves what messages ask for, by slices, so that an asker's newer task ends its older
one. */
class Solver {
    /** The serial of each asker's last task.
    @type {Map<string, number>} */
    latest = new Map();
    /** The askers that pause.
    @type {Set<string>} */
    paused = new Set();
    /** What wakes those who wait while an asker pauses: they look again whether it does.
    @type {(() => void)[]} */
    waiting = [];
    /** All hands before the flop, which the first message has.
    @type {HoldemDeal} */
    deal;
    /** When the slice that goes on began. */
    sliceBegan = 0;

    /** @param {Port} port */
    constructor(port) {
        this.port = port;
    }

    /** Take which hands there are, or what an asker wants.
    @param {Message} message */
    receive(message) {
        if (message.kind === "hands") {
            this.deal = new HoldemDeal(message.counts);
            return;
        }
        const asker = askerText(message.asker);
        this.latest.set(asker, message.serial);
        if (message.kind === "pause") this.paused.add(asker);
        else this.paused.delete(asker);
        for (const lookAgain of this.waiting.splice(0)) lookAgain();
        if (message.kind === "task") this.solve(message).catch(error =>
            this.port.postMessage({ ...message, error: error.message }));
    }

    /** Solve a task, better and better.
    @param {TaskMessage} task */
    async solve(task) {
        const { asker, serial, tolerance } = task, game = gameOf(task, this.deal);
        let lastSent = -Infinity;
        // The larger the game, the longer takes what the page makes of what is sent.
        const leastBetweenSent = 3 * SLICE + game.tree.payments.length;
        this.sliceBegan = performance.now();
        for (const step of searchPlans(game, tolerance)) {
            const { iterations, hasLooked, done, best } = step;
            const isTimeToSend = done || performance.now() >= lastSent + leastBetweenSent;
            if (hasLooked && isTimeToSend) {
                const found = inPagesTree(game, best);
                lastSent = performance.now();
                this.port.postMessage({ asker, serial, iterations, done, ...found });
            }
            if (performance.now() < this.sliceBegan + SLICE) continue;
            await this.letOthersRun(askerText(asker));
            if (this.latest.get(askerText(asker)) !== serial) return;
        }
    }

    /** Let others have their turn, and wait as long as an asker pauses; then a slice begins.
    @param {string} asker */
    async letOthersRun(asker) {
        await new Promise(resolve => setTimeout(resolve));
        while (this.paused.has(asker))
            await new Promise(resolve => this.waiting.push(() => resolve(undefined)));
        this.sliceBegan = performance.now();
    }
}

/** Solve what messages ask for: send ever better plans and brackets, the last ones `done`.
@param {Port} port */
export function listen(port) {
    const solver = new Solver(port);
    port.onmessage = ({ data }) => solver.receive(data);
}
