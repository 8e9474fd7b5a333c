/* The linear program of a game in which only some actions are in play.

Its variables are how far each player goes from one plan of such actions, the base, towards others:
so few that a dense tableau solves it (parametric-simplex.js). In the package's program, that of
pokerlab/solvers/sequence_programs.py, they are the plans' own entries, and HiGHS solves it. */

import { oneHand } from "./deals.js";
import { sum } from "./numbers.js";
import { parametricSimplex } from "./parametric-simplex.js";
/** @import { Columns, Game, Plan } from "./games.js" */
/** @import { InformationSet, Payment } from "./trees.js" */

/** What a hand may choose at an information set: a base, and other sequences in its place.
@typedef {object} HandChoice
@property {number} hand
@property {number} base
@property {number[]} others */

/** A direction from the base: so much more of a sequence of a hand, with what is played behind it,
and less of the base. `steps` are by how much each sequence changes.
@typedef {object} Direction
@property {number} sequence
@property {number} hand
@property {Map<number, number>} steps */

/** A player's plans of the actions in play: one of them, the base, and where others lead from it.
@typedef {object} PlanSpace
@property {Plan} base
@property {HandChoice[]} choices
@property {Direction[]} directions */

/** Whether an opponent who keeps to the actions in play may lead to an information set.
@param {InformationSet} informationSet
@param {Columns} opponentInPlay */
function isReached({ opponentSequenceBefore, lockedSequence }, opponentInPlay) {
    return [opponentSequenceBefore, lockedSequence ?? opponentSequenceBefore].some(sequence =>
        opponentInPlay[sequence].some(Boolean));
}

/** The sequences after an information set.
@param {InformationSet} informationSet */
const sequencesAfter = ({ first, end }) =>
    Array.from({ length: end - first }, (_, action) => first + action);

/** What each hand of a player may choose, of the actions in play; and a behaviour that takes the
base of each choice, the likeliest by the guess. Where the player is locked, or the other never
comes, it is the guess's.
@param {Game} game
@param {number} player
@param {Columns[]} inPlay
@param {Plan[]} guess */
function choicesOf(game, player, inPlay, guess) {
    const likely = game.toBehaviour(player, guess[player]);
    const behaviour = likely.map(column => column.slice());
    /** @type {HandChoice[]} */
    const choices = [];
    for (const informationSet of game.tree.informationSets[player].toReversed()) {
        const isLocked = informationSet.index in game.locks[player];
        if (isLocked || !isReached(informationSet, inPlay[1 - player])) continue;
        const sequences = sequencesAfter(informationSet);
        for (let hand = 0; hand < game.deal.handCount; hand++) {
            const candidates = sequences.filter(sequence => inPlay[player][sequence][hand]);
            if (!candidates.length) continue;
            const base = candidates.reduce((best, other) =>
                likely[other][hand] > likely[best][hand] ? other : best);
            for (const sequence of sequences)
                behaviour[sequence][hand] = Number(sequence === base);
            const others = candidates.filter(sequence => sequence !== base);
            if (others.length) choices.push({ hand, base, others });
        }
    }
    return { choices, behaviour };
}

/** The directions of some choices: so much more of another sequence and less of the base, with what
is played behind each.
@param {Game} game
@param {number} player
@param {HandChoice[]} choices
@param {Columns} behaviour
@returns {Direction[]} */
function directionsOf(game, player, choices, behaviour) {
    /** The sequences that follow each.
    @type {number[][]} */
    const following = behaviour.map(() => []);
    for (const informationSet of game.tree.informationSets[player].toReversed())
        following[informationSet.sequenceBefore].push(...sequencesAfter(informationSet));
    /** Play a sequence of a hand so much more, with what is played behind it.
    @type {(steps: Map<number, number>, hand: number, sequence: number, by: number) => void} */
    const play = (steps, hand, sequence, by) => {
        steps.set(sequence, by);
        for (const next of following[sequence])
            if (behaviour[next][hand]) play(steps, hand, next, by * behaviour[next][hand]);
    };
    return choices.flatMap(({ hand, base, others }) => others.map(sequence => {
        /** @type {Map<number, number>} */
        const steps = new Map();
        play(steps, hand, sequence, 1);
        play(steps, hand, base, -1);
        return { sequence, hand, steps };
    }));
}

/** A player's plans if both keep to the actions in play; null if they have too many directions.
@param {Game} game
@param {number} player
@param {Columns[]} inPlay
@param {Plan[]} guess
@param {number} maxDirections
@returns {PlanSpace | null} */
function planSpace(game, player, inPlay, guess, maxDirections) {
    const { choices, behaviour } = choicesOf(game, player, inPlay, guess);
    if (sum(choices.map(({ others }) => others.length)) > maxDirections) return null;
    const directions = directionsOf(game, player, choices, behaviour);
    return { base: game.toPlan(player, behaviour), choices, directions };
}

/** By how much a direction changes the base of a choice.
@param {Direction} direction
@param {HandChoice} choice */
const baseStep = ({ hand, steps }, choice) =>
    hand === choice.hand ? steps.get(choice.base) ?? 0 : 0;

/** How much of each choice's base there is to take.
@param {PlanSpace} space */
const baseAmounts = ({ base, choices }) => choices.map(choice => base[choice.base][choice.hand]);

/** What a unit of either player's directions together takes from the payoff: a row for each
direction of player 1's, a column for each of player 0's, and more columns of 0 up to so many.
@param {Game} game
@param {PlanSpace[]} spaces
@param {number} unit
@param {number} columnCount */
function lossMatrix({ deal, tree }, [space0, space1], unit, columnCount) {
    /** Which of player 0's directions change each sequence of hers.
    @type {{ column: number, hand: number, by: number }[][]} */
    const directionsBySequence = space0.base.map(() => []);
    space0.directions.forEach(({ hand, steps }, column) =>
        steps.forEach((by, sequence) => directionsBySequence[sequence].push({ column, hand, by })));
    /** The payments after each sequence of player 1's.
    @type {Payment[][]} */
    const paymentsBySequence = space1.base.map(() => []);
    for (const payment of tree.payments) paymentsBySequence[payment.lastSequences[1]].push(payment);
    /** Whom each hand meets, and beats.
    @type {Map<number, Float64Array[]>} */
    const products = new Map();
    return space1.directions.map(({ hand, steps }) => {
        const row = new Float64Array(columnCount), frequencies = oneHand(deal, hand);
        const product = products.get(hand)
            ?? [deal.meetings(0, frequencies), deal.netWinsAgainst(0, frequencies)];
        products.set(hand, product);
        const [meetings, netWins] = product;
        steps.forEach((share, sequence) => {
            for (const { lastSequences, isStake, amount } of paymentsBySequence[sequence]) {
                const perChip = isStake ? netWins : meetings;
                for (const { column, hand: other, by } of directionsBySequence[lastSequences[0]])
                    row[column] -= share * by * (unit * amount) * perChip[other];
            }
        });
        return row;
    });
}

/** What each direction of a player adds to the payoff against the other's base, in a unit.
@param {Game} game
@param {PlanSpace[]} spaces
@param {number} player
@param {number} unit */
function slopesOf(game, spaces, player, unit) {
    const values = game.terminalValues(player, spaces[1 - player].base);
    return spaces[player].directions.map(({ hand, steps }) => [...steps].reduce(
        (slope, [sequence, by]) => slope + unit * by * values[sequence][hand], 0));
}

/** The names of the program's variables, and of its rows: each is known again in the next program.
@param {PlanSpace[]} spaces */
function variableNamesOf(spaces) {
    const directions = spaces.map((space, player) => space.directions.map(({ sequence, hand }) =>
        [player, sequence, hand].join()));
    const choices = spaces.map((space, player) => space.choices.map(({ base, hand }) =>
        [player, base, hand].join()));
    return [...directions[0], ...choices[1], ...choices[0], ...directions[1]];
}

/** Two plans that are optimal as long as both players keep to the actions in play, and by name what
is basic in the end, with which the next program may begin; or null.

The payoff is linear in how far each player goes in each direction. `basicBefore` is the last
program's `basicByName`, with more names where earlier ones had more.
@param {Game} game
@param {Columns[]} inPlay
@param {Plan[]} guess
@param {number} maxDirections  of either player
@param {ReadonlyMap<string, boolean>} basicBefore */
export function optimalInPlay(game, inPlay, guess, maxDirections, basicBefore) {
    const [space0, space1] = [0, 1].map(player =>
        planSpace(game, player, inPlay, guess, maxDirections));
    if (!space0 || !space1) return null;
    const spaces = [space0, space1], unit = game.deal.handCount ** 2;
    const directionCount = space0.directions.length;
    const columnCount = directionCount + space1.choices.length;
    const rows = lossMatrix(game, spaces, unit, columnCount);
    rows.forEach((row, i) => space1.choices.forEach((choice, k) => {
        row[directionCount + k] = baseStep(space1.directions[i], choice);
    }));
    const limits = space0.choices.map(choice =>
        space0.directions.map(direction => -baseStep(direction, choice)));
    const variableNames = variableNamesOf(spaces);
    const program = {
        matrix: [...limits, ...rows],
        right: [...baseAmounts(space0), ...slopesOf(game, spaces, 1, unit)],
        objective:
            [...slopesOf(game, spaces, 0, unit), ...baseAmounts(space1).map(amount => -amount)],
    };
    const optimum = parametricSimplex(
        program, variableNames.map((name, i) => basicBefore.get(name) ?? i >= columnCount));
    if (!optimum) return null;
    const lengths = [optimum.x, optimum.prices.slice(space0.choices.length)];
    const plans = spaces.map((space, player) => planAlong(game, player, space, lengths[player]));
    const basicByName = new Map(basicBefore);
    variableNames.forEach((name, i) => basicByName.set(name, optimum.isBasic[i]));
    return { plans, basicByName };
}

/** The plan to which some lengths of the directions lead.
@param {Game} game
@param {number} player
@param {PlanSpace} space
@param {Float64Array} lengths */
function planAlong(game, player, { base, directions }, lengths) {
    const plan = base.map(column => column.slice());
    directions.forEach(({ hand, steps }, i) => steps.forEach((by, sequence) => {
        plan[sequence][hand] += by * lengths[i];
    }));
    // Rounding may leave a little less than nothing.
    const positive = plan.map(column => column.map(entry => Math.max(entry, 0)));
    return game.toPlan(player, game.toBehaviour(player, positive));
}
