/* Linear programs over a few actions, proven over all: as in pokerlab/solvers/double_oracle.py. */

import { oneHand } from "./deals.js";
/** @import { Bounded, Game, Plan } from "./games.js" */

/** Where a score is largest, and how large; -1 if it is nowhere more than minus infinity.
@param {number} many @param {(at: number) => number} score */
function largest(many, score) {
    let at = -1, most = -Infinity;
    for (let i = 0; i < many; i++) {
        const own = score(i);
        if (own <= most) continue;
        at = i;
        most = own;
    }
    return [at, most];
}

/** What x >= 0 with matrix x <= right makes objective x largest; or null.

With it come the rows' prices, and which of x and the rows' slacks are basic. First the `wanted`
ones are made basic, as far as they can be. Then both sides are moved as far as makes that basis
optimal, and pivots bring them back: the self-dual parametric method of G. B. Dantzig (Linear
programming and extensions, 1963).
@param {ArrayLike<number>[]} matrix @param {number[]} right @param {number[]} objective
@param {boolean[]} wanted @returns {[Float64Array, Float64Array, Uint8Array] | null} */
function simplex(matrix, right, objective, wanted) {
    const n = objective.length, m = right.length, filled = new Int32Array(n + 2);
    const inside = right.map((_, i) => n + i), outside = objective.map((_, j) => j);
    // A line ends with its right side, and how far that is moved.
    /** @type {(entries: ArrayLike<number>, side: number) => Float64Array} */
    const line = (entries, side) => {
        const own = new Float64Array(n + 2).with(n, side);
        own.set(entries);
        return own;
    };
    const rows = matrix.map((row, i) => line(row, right[i]));
    const prices = line(objective.map(c => -c), 0), moved = line([], 0);
    /** @type {(row: number, column: number) => void} */
    const pivot = (row, column) => {
        const own = rows[row], by = own[column];
        let many = 0;
        own[column] = 1;
        for (let j = 0; j < n + 2; j++) {
            const entry = own[j] / by;
            if ((own[j] = Math.abs(entry) > 1e-12 ? entry : 0)) filled[many++] = j;
        }
        for (const other of [...rows, prices, moved]) {
            const factor = other[column];
            if (other === own || !factor) continue;
            other[column] = 0;
            for (let k = 0; k < many; k++) other[filled[k]] -= factor * own[filled[k]];
        }
        [inside[row], outside[column]] = [outside[column], inside[row]];
    };
    for (let j = 0; j < n; j++) {
        /** @type {(i: number) => number} */
        const free = i => wanted[inside[i]] ? 0 : Math.abs(rows[i][j]);
        const [row, most] = wanted[j] ? largest(m, free) : [-1, 0];
        if (most > 1e-5) pivot(row, j);
    }
    // Ties could go round in circles: no two sides move alike.
    for (let i = 0; i < m; i++) rows[i][n + 1] = 1 + 0.618 * i % 1;
    for (let j = 0; j < n; j++) moved[j] = 1 + 0.618 * (m + j) % 1;
    for (let left = 10 * (n + m); left; left--) {
        /** @type {(side: number, shift: number) => number} */
        const lack = (side, shift) => shift > 1e-12 ? -side / shift : -Infinity;
        let [column, above] = largest(n, j => lack(prices[j], moved[j]));
        let [row, far] = largest(m, i => lack(rows[i][n], rows[i][n + 1]));
        if (far <= 1e-11 && above <= 1e-11) {
            const found = new Float64Array(n + m), basic = new Uint8Array(n + m);
            inside.forEach((at, i) => {
                basic[at] = 1;
                if (at < n) found[at] = rows[i][n];
            });
            outside.forEach((at, j) => { if (at >= n) found[at] = prices[j]; });
            return [found.slice(0, n), found.slice(n), basic];
        }
        /** @type {(side: number, shift: number, entry: number) => number} */
        const near = (side, shift, entry) =>
            entry > 1e-9 ? -(side + Math.max(far, above) * shift) / entry : -Infinity;
        if (far > above) [column] = largest(n, j => near(prices[j], moved[j], -rows[row][j]));
        else [row] = largest(m, i => near(rows[i][n], rows[i][n + 1], rows[i][column]));
        if (row < 0 || column < 0) return null;
        pivot(row, column);
    }
    return null;
}

/** What a hand may choose in a set: a base, and others in its place. And a direction: so much more
of an action of a hand, with what is played behind it, and less of the base.
@typedef {{ hand: number, best: number, others: number[] }} Choice
@typedef {{ s: number, hand: number, steps: Map<number, number> }} Direction
@typedef {{ base: Plan, choices: Choice[], directions: Direction[] }} Ways */

/** How a player may go on from a guess, if both keep to some actions; null if in too many ways.

Of these actions each hand has a base in each set, and directions: so much more of another and less
of the base, with what is played behind each. Where a player is locked, or the other never comes, he
plays as the guess does.
@param {Game} game @param {number} player @param {Plan[]} kept @param {Plan[]} guess
@param {number} many @returns {Ways | null} */
function ways(game, player, kept, guess, many) {
    const { deal: { n }, tree: { sets: { [player]: sets } } } = game;
    const likely = game.behaviour(player, guess[player]);
    const shares = likely.map(column => column.slice());
    /** @type {Choice[]} */
    const choices = [];
    /** @type {Direction[]} */
    const directions = [];
    /** @type {number[][]} */
    const behind = likely.map(() => []);
    let left = many;
    sets.toReversed().forEach(([, parent, asked, first, stop], last) => {
        const children = Array.from({ length: stop - first }, (_, i) => first + i);
        behind[parent].push(...children);
        const faced = [asked].flat().some(sequence => kept[1 - player][sequence].some(Boolean));
        if (sets.length - 1 - last in game.locks[player] || !faced) return;
        for (let hand = 0; hand < n; hand++) {
            const played = children.filter(s => kept[player][s][hand]);
            if (!played.length) continue;
            const best = played.reduce((a, b) => likely[b][hand] > likely[a][hand] ? b : a);
            for (const s of children) shares[s][hand] = Number(s === best);
            const others = played.filter(s => s !== best);
            if (others.length) choices.push({ hand, best, others });
            left -= others.length;
        }
    });
    if (left < 0) return null;
    for (const { hand, best, others } of choices) for (const s of others) {
        const steps = new Map([[s, 1], [best, -1]]);
        // What is added to a map while it is read is read as well.
        for (const [from, by] of steps) for (const t of behind[from])
            if (shares[t][hand]) steps.set(t, by * shares[t][hand]);
        directions.push({ s, hand, steps });
    }
    return { base: game.plan(player, shares), choices, directions };
}

/** Two plans that are optimal as long as both players keep to some actions; or null.

The payoff is linear in how far each player goes in his directions. `basic` is what the last program
ended with.
@param {Game} game @param {Plan[]} kept @param {Plan[]} guess @param {number} many
@param {Map<string, boolean>} basic */
function among(game, kept, guess, many, basic) {
    const { tree: { ends }, deal } = game, unit = deal.n ** 2;
    const [own, other] = [0, 1].map(player => ways(game, player, kept, guess, many));
    if (!own || !other) return null;
    const parts = [own, other];
    /** @type {(way: Direction, choice: Choice) => number} */
    const taken = (way, choice) => way.hand === choice.hand ? way.steps.get(choice.best) ?? 0 : 0;
    /** @type {(ways: Ways) => number[]} */
    const most = ({ base, choices }) => choices.map(({ hand, best }) => base[best][hand]);
    /** @type {(player: number, ways: Ways) => number[]} */
    const slopes = (player, { base }) => {
        const worth = game.values(player, base);
        return parts[player].directions.map(({ hand, steps }) =>
            [...steps].reduce((sum, [s, by]) => sum + unit * by * worth[s][hand], 0));
    };
    // Which directions move each sequence of the first player's, and how each of the other's ends.
    /** @type {[at: number, hand: number, by: number][][]} */
    const moved = own.base.map(() => []);
    /** @type {[ways: typeof moved[0], showdown: number, chips: number][][]} */
    const ended = other.base.map(() => []);
    /** @type {Map<number, Float64Array[]>} */
    const met = new Map();
    own.directions.forEach(({ hand, steps }, at) =>
        steps.forEach((by, s) => moved[s].push([at, hand, by])));
    for (const [s, t, showdown, chips] of ends) ended[t].push([moved[s], showdown, unit * chips]);
    const columns = own.directions.length, width = columns + other.choices.length;
    const rows = other.directions.map(way => {
        const row = new Float64Array(width), { hand, steps } = way;
        const meets = met.get(hand) ?? [0, 1].map(showdown =>
            deal.times(0, showdown, oneHand(deal, hand)));
        met.set(hand, meets);
        steps.forEach((share, t) => {
            for (const [ways, showdown, chips] of ended[t])
                for (const [at, own, by] of ways)
                    row[at] -= share * by * chips * meets[showdown][own];
        });
        other.choices.forEach((choice, at) => { row[columns + at] = taken(way, choice); });
        return row;
    });
    const limits = own.choices.map(choice => own.directions.map(way => -taken(way, choice)));
    /** @type {(player: number, parts: { s?: number, best?: number, hand: number }[])
        => string[]} */
    const named = (player, parts) =>
        parts.map(({ s, best = s, hand }) => [player, best, hand].join());
    const names = [
        ...named(0, own.directions), ...named(1, other.choices),
        ...named(0, own.choices), ...named(1, other.directions),
    ];
    const found = simplex(
        [...limits, ...rows],
        [...most(own), ...slopes(1, own)],
        [...slopes(0, other), ...most(other).map(limit => -limit)],
        names.map((name, i) => basic.get(name) ?? i >= width));
    if (!found) return null;
    found[2].forEach((is, i) => basic.set(names[i], Boolean(is)));
    return [found[0], found[1].slice(own.choices.length)].map((lengths, player) => {
        const { base, directions } = parts[player];
        directions.forEach(({ hand, steps }, i) =>
            steps.forEach((by, s) => { base[s][hand] += by * lengths[i]; }));
        const positive = base.map(column => column.map(entry => Math.max(entry, 0)));
        return game.plan(player, game.behaviour(player, positive));
    });
}

/** Better and better plans: of programs over the actions of two plans and of best responses.
@param {Game} game @param {Plan[]} guess @param {Plan[]} plans @param {number} many
@returns {Generator<Bounded, void>} */
export function* finish(game, guess, plans, many) {
    const { tree: { sets }, deal: { n }, locks } = game;
    /** @type {Map<string, boolean>} */
    const basic = new Map();
    const kept = plans.map(plan => plan.map(column => column.map(Math.sign)));
    for (let more = true; more;) {
        const better = among(game, kept, guess, basic.size ? Infinity : many, basic);
        if (!better) return;
        const worth = game.answers(better);
        yield { plans: better, worth, bracket: game.bracket(better, worth) };
        more = false;
        for (const player of [0, 1]) {
            const earned = game.values(player, better[1 - player]);
            const best = player ? Math.min : Math.max;
            for (let hand = 0; hand < n; hand++) {
                const has = better[player].reduce(
                    (sum, column, s) => sum + column[hand] * earned[s][hand], 0);
                if (Math.abs(worth[player][0][hand] - has) < 1e-9 / 4 / n) continue;
                const path = new Set([0]);
                for (const [j, [, parent, , first, stop]] of sets[player].entries()) {
                    if (!path.has(parent)) continue;
                    const values = worth[player].slice(first, stop).map(column => column[hand]);
                    const lock = locks[player][j];
                    // Where the other never comes, nothing pays.
                    if (!lock && values.every(value => !value)) continue;
                    values.forEach((value, i) => {
                        if (lock ? !lock[i][hand] : value !== best(...values)) return;
                        path.add(first + i);
                        more ||= !kept[player][first + i][hand];
                        kept[player][first + i][hand] = 1;
                    });
                }
            }
        }
    }
}
