/* Linear programs over a few actions, proven over all: as in pokerlab/solvers/double_oracle.py. */

import { oneHand } from "./deals.js";
/** @import { Payment } from "./trees.js" */
/** @import { BoundedPlans, Game, FullPlan, Values } from "./games.js" */

/** What is smaller is an entry of 0 that rounding has changed. */
const ROUNDING = 1e-12;
/** How far a side may be from what it has to be. */
const FEASIBLE = 1e-11;
/** Entries that are smaller are no pivots; the wanted basis is made with larger ones only. */
const LEAST_PIVOT = 1e-9;
const LEAST_FIRST_PIVOT = 1e-5;
/** A hand whose best response gains less than this, over all hands, gains nothing. */
const LEAST_GAIN = 1e-9 / 4;

/** The golden ratio, less 1. */
const GOLDEN_RATIO = 0.618;

/** Where a score is largest, and how large; -1 if it is nowhere more than minus infinity.
@param {number} count @param {(i: number) => number} score */
function largest(count, score) {
    let place = -1, most = -Infinity;
    for (let i = 0; i < count; i++) {
        const value = score(i);
        if (value <= most) continue;
        place = i;
        most = value;
    }
    return { place, most };
}

/** A number from 1 to 2, another one for each i: multiples of the golden ratio keep far from each
other, but for whole numbers. @param {number} i */
const distinctShift = i => 1 + ((GOLDEN_RATIO * i) % 1);

/** What x >= 0 with matrix x <= right makes objective x largest, with the rows' prices, and which
of x and of the rows' slacks are basic.
@typedef {{ x: Float64Array, prices: Float64Array, isBasic: boolean[] }} Optimum */

/** The optimum of a linear program; or null if none is found.

First the variables of the `startingBasis` are made basic, as far as they can be. Then both sides
are moved as far as makes that basis optimal, and pivots bring them back: the self-dual parametric
method of G. B. Dantzig (Linear programming and extensions, 1963).
@param {ArrayLike<number>[]} matrix @param {number[]} right @param {number[]} objective
@param {boolean[]} startingBasis @returns {Optimum | null} */
function simplex(matrix, right, objective, startingBasis) {
    const n = objective.length, m = right.length;
    // A line of the tableau ends with its right side, and how far that is moved.
    const SIDE = n, SHIFT = n + 1;
    const inside = right.map((_, i) => n + i), outside = objective.map((_, j) => j);
    /** @type {(entries: ArrayLike<number>, side: number) => Float64Array} */
    const line = (entries, side) => {
        const made = new Float64Array(n + 2);
        made.set(entries);
        made[SIDE] = side;
        return made;
    };
    const rows = matrix.map((row, i) => line(row, right[i]));
    const prices = line(objective.map(c => -c), 0), moved = line([], 0);
    const filled = new Int32Array(n + 2);  // where the pivot's row is not 0
    /** @type {(row: number, column: number) => void} */
    const pivot = (row, column) => {
        const pivotRow = rows[row], by = pivotRow[column];
        let count = 0;
        pivotRow[column] = 1;
        for (let j = 0; j < n + 2; j++) {
            const entry = pivotRow[j] / by;
            pivotRow[j] = Math.abs(entry) > ROUNDING ? entry : 0;
            if (!pivotRow[j]) continue;
            filled[count] = j;
            count++;
        }
        for (const other of [...rows, prices, moved]) {
            const factor = other[column];
            if (other === pivotRow || !factor) continue;
            other[column] = 0;
            for (let k = 0; k < count; k++) other[filled[k]] -= factor * pivotRow[filled[k]];
        }
        [inside[row], outside[column]] = [outside[column], inside[row]];
    };
    /** @returns {Optimum} */
    const optimum = () => {
        const values = new Float64Array(n + m);
        const isBasic = Array.from(values, () => false);
        inside.forEach((variable, i) => {
            isBasic[variable] = true;
            if (variable < n) values[variable] = rows[i][SIDE];
        });
        outside.forEach((variable, j) => {
            if (variable >= n) values[variable] = prices[j];
        });
        return { x: values.slice(0, n), prices: values.slice(n), isBasic };
    };
    for (let j = 0; j < n; j++) {
        if (!startingBasis[j]) continue;
        const { place: row, most } =
            largest(m, i => startingBasis[inside[i]] ? 0 : Math.abs(rows[i][j]));
        if (most > LEAST_FIRST_PIVOT) pivot(row, j);
    }
    // Ties could go round in circles: no two sides move alike.
    for (let i = 0; i < m; i++) rows[i][SHIFT] = distinctShift(i);
    for (let j = 0; j < n; j++) moved[j] = distinctShift(m + j);
    /** How far a side has to be moved to be positive.
    @type {(side: number, shift: number) => number} */
    const lack = (side, shift) => shift > ROUNDING ? -side / shift : -Infinity;
    for (let pivotsLeft = 10 * (n + m); pivotsLeft; pivotsLeft--) {
        let { place: column, most: priceLack } = largest(n, j => lack(prices[j], moved[j]));
        let { place: row, most: rowLack } = largest(m, i => lack(rows[i][SIDE], rows[i][SHIFT]));
        if (rowLack <= FEASIBLE && priceLack <= FEASIBLE) return optimum();
        const shifted = Math.max(rowLack, priceLack);
        /** Which line is the first to become negative.
        @type {(side: number, shift: number, entry: number) => number} */
        const nearness = (side, shift, entry) =>
            entry > LEAST_PIVOT ? -(side + shifted * shift) / entry : -Infinity;
        if (rowLack > priceLack)
            column = largest(n, j => nearness(prices[j], moved[j], -rows[row][j])).place;
        else row = largest(m, i =>
            nearness(rows[i][SIDE], rows[i][SHIFT], rows[i][column])).place;
        if (row < 0 || column < 0) return null;
        pivot(row, column);
    }
    return null;
}

/** What a hand may choose in an information set: a base, and other sequences in its place.
@typedef {{ hand: number, base: number, others: number[] }} Choice */

/** A direction from the base: so much more of a sequence of a hand, with what is played behind it,
and less of the base. `steps` are by how much each sequence changes.
@typedef {{ sequence: number, hand: number, steps: Map<number, number> }} Direction
@typedef {{ base: FullPlan, choices: Choice[], directions: Direction[] }} Ways */

/** How a player may go on from a guess, if both keep to some actions; null if in too many ways.

Of these actions each hand has a base in each information set, and directions: so much more of
another and less of the base, with what is played behind each. Where a player is locked, or the
other never comes, the guess is played.
@param {Game} game @param {number} player @param {FullPlan[]} inPlay @param {FullPlan[]} guess
@param {number} mostDirections @returns {Ways | null} */
function findWays(game, player, inPlay, guess, mostDirections) {
    const { deal: { n }, locks } = game, sets = game.tree.informationSets[player];
    const likely = game.toBehaviour(player, guess[player]);
    const shares = likely.map(column => column.slice());
    /** @type {Choice[]} */
    const choices = [];
    /** The sequences that follow each. @type {number[][]} */
    const following = likely.map(() => []);
    let directionsLeft = mostDirections;
    for (let j = sets.length - 1; j >= 0; j--) {
        const { sequenceBefore, first, stop, opponentSequence } = sets[j];
        const { lockedSequence = opponentSequence } = sets[j];
        const children = Array.from({ length: stop - first }, (_, i) => first + i);
        following[sequenceBefore].push(...children);
        const isFaced = [opponentSequence, lockedSequence].some(sequence =>
            inPlay[1 - player][sequence].some(Boolean));
        if (j in locks[player] || !isFaced) continue;
        for (let hand = 0; hand < n; hand++) {
            const candidates = children.filter(s => inPlay[player][s][hand]);
            if (!candidates.length) continue;
            const base = candidates.reduce((a, b) => likely[b][hand] > likely[a][hand] ? b : a);
            for (const s of children) shares[s][hand] = Number(s === base);
            const others = candidates.filter(s => s !== base);
            if (others.length) choices.push({ hand, base, others });
            directionsLeft -= others.length;
        }
    }
    if (directionsLeft < 0) return null;
    const directions = choices.flatMap(({ hand, base, others }) => others.map(sequence => {
        /** @type {Map<number, number>} */
        const steps = new Map();
        /** Play a sequence so much more, with what is played behind it.
        @type {(played: number, by: number) => void} */
        const add = (played, by) => {
            steps.set(played, by);
            for (const next of following[played])
                if (shares[next][hand]) add(next, by * shares[next][hand]);
        };
        add(sequence, 1);
        add(base, -1);
        return { sequence, hand, steps };
    }));
    return { base: game.toFullPlan(player, shares), choices, directions };
}

/** By how much a direction changes the base of a choice.
@param {Direction} direction @param {Choice} choice */
const takenFrom = ({ hand, steps }, choice) =>
    hand === choice.hand ? steps.get(choice.base) ?? 0 : 0;

/** How much of each choice's base there is to take. @param {Ways} ways */
const mostTaken = ({ base, choices }) => choices.map(choice => base[choice.base][choice.hand]);

/** What a unit of either player's directions together takes from the payoff: a row for each
direction of player 1's, a column for each of player 0's, and more columns of 0 up to a width.
@param {Game} game @param {Ways[]} both @param {number} unit @param {number} width */
function lossesOf({ deal, tree }, [ways0, ways1], unit, width) {
    /** Which of player 0's directions change each sequence of hers.
    @type {{ column: number, hand: number, by: number }[][]} */
    const changing = ways0.base.map(() => []);
    ways0.directions.forEach(({ hand, steps }, column) =>
        steps.forEach((by, sequence) => changing[sequence].push({ column, hand, by })));
    /** The payments after each sequence of player 1's. @type {Payment[][]} */
    const paid = ways1.base.map(() => []);
    for (const payment of tree.payments) paid[payment.lastSequences[1]].push(payment);
    /** Whom each hand meets, and beats. @type {Map<number, Float64Array[]>} */
    const products = new Map();
    return ways1.directions.map(({ hand, steps }) => {
        const row = new Float64Array(width);
        const column = oneHand(deal, hand);
        const product = products.get(hand)
            ?? [deal.meetings(0, column), deal.netWinsAgainst(0, column)];
        products.set(hand, product);
        steps.forEach((share, sequence) => {
            for (const { lastSequences, isStake, amount } of paid[sequence])
                for (const { column, hand: other, by } of changing[lastSequences[0]])
                    row[column] -= share * by * (unit * amount) * product[Number(isStake)][other];
        });
        return row;
    });
}

/** Two plans that are optimal as long as both players keep to some actions; or null.

The payoff is linear in how far each player goes in each direction. `wasBasic` has by name what was
basic when the last program ended.
@param {Game} game @param {FullPlan[]} inPlay @param {FullPlan[]} guess
@param {number} mostDirections @param {Map<string, boolean>} wasBasic */
function optimalWithin(game, inPlay, guess, mostDirections, wasBasic) {
    const unit = game.deal.n ** 2;
    const [ways0, ways1] = [0, 1].map(player =>
        findWays(game, player, inPlay, guess, mostDirections));
    if (!ways0 || !ways1) return null;
    const both = [ways0, ways1];
    /** What a player's directions add to the payoff against the other's base.
    @type {(player: number) => number[]} */
    const slopes = player => {
        const values = game.terminalValues(player, both[1 - player].base);
        return both[player].directions.map(({ hand, steps }) =>
            [...steps].reduce((sum, [s, by]) => sum + unit * by * values[s][hand], 0));
    };
    const columns = ways0.directions.length, width = columns + ways1.choices.length;
    const rows = lossesOf(game, both, unit, width);
    rows.forEach((row, i) => {
        ways1.choices.forEach((choice, k) => {
            row[columns + k] = takenFrom(ways1.directions[i], choice);
        });
    });
    const limits = ways0.choices.map(choice =>
        ways0.directions.map(direction => -takenFrom(direction, choice)));
    /** @type {(player: number) => string[]} */
    const choiceNames = player =>
        both[player].choices.map(({ base, hand }) => [player, base, hand].join());
    /** @type {(player: number) => string[]} */
    const directionNames = player =>
        both[player].directions.map(({ sequence, hand }) => [player, sequence, hand].join());
    const names = [
        ...directionNames(0), ...choiceNames(1), ...choiceNames(0), ...directionNames(1),
    ];
    const optimum = simplex(
        [...limits, ...rows],
        [...mostTaken(ways0), ...slopes(1)],
        [...slopes(0), ...mostTaken(ways1).map(most => -most)],
        names.map((name, i) => wasBasic.get(name) ?? i >= width));
    if (!optimum) return null;
    names.forEach((name, i) => wasBasic.set(name, optimum.isBasic[i]));
    const lengths = [optimum.x, optimum.prices.slice(ways0.choices.length)];
    return both.map(({ base, directions }, player) => {
        directions.forEach(({ hand, steps }, i) =>
            steps.forEach((by, s) => { base[s][hand] += by * lengths[player][i]; }));
        const positive = base.map(column => column.map(entry => Math.max(entry, 0)));
        return game.toFullPlan(player, game.toBehaviour(player, positive));
    });
}

/** The sequences that best responses of a hand play, of those that the other lets pay.
@param {Game} game @param {number} player @param {Values} values @param {number} hand */
function bestSequences({ tree, locks }, player, values, hand) {
    const best = player ? Math.min : Math.max, path = new Set([0]);
    tree.informationSets[player].forEach(({ sequenceBefore, first, stop }, j) => {
        if (!path.has(sequenceBefore)) return;
        const lock = locks[player][j], earned = [];
        for (let s = first; s < stop; s++) earned.push(values[s][hand]);
        // Where the other never comes, nothing pays.
        if (!lock && earned.every(value => !value)) return;
        const most = best(...earned);
        earned.forEach((value, i) => {
            const isPlayed = lock ? lock[i][hand] > 0 : value === most;
            if (isPlayed) path.add(first + i);
        });
    });
    path.delete(0);
    return path;
}

/** Add the actions of best responses to those in play; whether there are any that were not in play.
@param {Game} game @param {FullPlan[]} inPlay @param {BoundedPlans} better */
function addBestResponses(game, inPlay, { plans, values }) {
    const { n } = game.deal;
    let isMore = false;
    for (const player of [0, 1]) {
        const earnings = game.terminalValues(player, plans[1 - player]);
        for (let hand = 0; hand < n; hand++) {
            const earned = plans[player].reduce(
                (sum, column, s) => sum + column[hand] * earnings[s][hand], 0);
            if (Math.abs(values[player][0][hand] - earned) < LEAST_GAIN / n) continue;
            for (const s of bestSequences(game, player, values[player], hand)) {
                if (!inPlay[player][s][hand]) isMore = true;
                inPlay[player][s][hand] = 1;
            }
        }
    }
    return isMore;
}

/** Better and better plans: of programs over the actions of two plans and of best responses.
@param {Game} game @param {FullPlan[]} guess @param {FullPlan[]} plans
@param {number} mostDirections  in the first program
@returns {Generator<BoundedPlans, void>} */
export function* doubleOracle(game, guess, plans, mostDirections) {
    /** @type {Map<string, boolean>} */
    const wasBasic = new Map();
    const inPlay = plans.map(plan => plan.map(column => column.map(Math.sign)));
    let isMore = true;
    while (isMore) {
        const most = wasBasic.size ? Infinity : mostDirections;
        const better = optimalWithin(game, inPlay, guess, most, wasBasic);
        if (!better) return;
        const values = game.bothBestResponseValues(better);
        const bounded = { plans: better, values, bracket: game.bracket(better, values) };
        yield bounded;
        isMore = addBestResponses(game, inPlay, bounded);
    }
}
