/* The explorer's solver: a deal times a betting tree, solved where the page is read.

The trees are those of pokerlab/betting.py, the brackets those of pokerlab/games.py, the iteration is
HS-DCFR of pokerlab/solvers/cfr.py, the end that of double_oracle.py. It is one function that needs nothing
from outside: the page calls it for trees and brackets, and hands its text to a Web Worker. */

"use strict";

function pokerlabSolver() {

/* ---- amounts ---- */

/** What is wrong with what was asked, in words for who asked. */
class Refusal extends Error {}
const refuse = (name, given, needed) => { throw new Refusal(`${name}: ${given} given, ${needed} needed`); };

/** Amounts are decimals: what binary arithmetic adds to one is taken away again. */
const tidy = number => Number(number.toPrecision(12));

/** The number that is meant by a decimal, or by a fraction such as 1/3. */
function amount(name, given, least = 0) {
    const text = String(given).trim(), parts = text.split("/");
    const written = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) || /^[+-]?\d+\/\d+$/.test(text);
    const number = written && text.length <= 100 ? parts.map(Number).reduce((a, b) => a / b) : NaN;
    if (!Number.isFinite(number)) refuse(name, text.slice(0, 20) || "nothing", "a number");
    if (number < least || Object.is(number, -0)) refuse(name, text, `at least ${least}`);
    return number;
}

function whole(name, given, least, most) {
    const number = amount(name, given, -Infinity);
    if (!Number.isInteger(number) || number < least || number > most) refuse(name, given, `a whole number from ${least} to ${most}`);
    return number;
}

function blinds(small, big) {
    const [s, b] = [amount("small blind", small), amount("big blind", big)];
    if (s > b) refuse("small blind", s, `at most the big blind, ${b},`);
    return [s, b];
}

/** Amounts one after another, and runs of whole numbers such as 2:40. */
function sizes(name, text) {
    const found = String(text).split(/[\s,]+/).filter(Boolean).flatMap(part => {
        const ends = part.split(":");
        if (ends.length === 1) return [amount(name, part)];
        const [from, to] = ends.map(end => amount(name, end));
        if (ends.length > 2 || !(from <= to)) refuse(name, part, "a run such as 2:40");
        if (to - from >= MOST) refuse(name, part, `at most ${MOST} sizes`);
        return Array.from({ length: Math.floor(to - from) + 1 }, (_, i) => tidy(from + i));
    }).sort((a, b) => a - b);
    const twice = found.find((size, i) => size === found[i + 1]);
    if (twice !== undefined) refuse(name, `${twice} twice`, "different sizes");
    return found;
}

/* ---- betting trees ---- */

/** So many decisions may a tree have that is solved while a reader waits. */
const MOST = 1000;

const fold = amount => ({ fold: tidy(amount) });
const show = (stake, dead = 0) => ({ stake: tidy(stake), dead: tidy(dead) });

/** Makes decisions, and counts them: who wants too many hears of it before they are made. */
function counted(setting) {
    let made = 0;
    return (player, actions) => {
        if (++made > MOST) throw new Refusal(`${setting} make more than ${MOST} decisions: this page solves no more`);
        return { player, actions: Object.entries(actions()) };
    };
}

const BLINDS = ["small blind", "big blind"];

const builders = {
    "push-fold"({ stack, other, sb, bb, ante, dead }) {
        const first = amount("stack", stack), second = other === "" ? first : amount("stack", other);
        if (!(Math.min(first, second) > 0)) refuse("stack", Math.min(first, second), "more than 0");
        const extra = amount("big-blind ante", dead), before = amount("ante", ante), [small, big] = blinds(sb, bb);
        if (!(big > 0)) refuse("big blind", big, "more than 0");
        if (extra >= second) refuse("big-blind ante", extra, `less than the big blind's stack, ${second},`);
        const risk = Math.min(first, tidy(second - extra));
        const answer = { player: 1, actions: [["fold", fold(before + big + extra)], ["call", show(risk, extra)]] };
        const opening = { player: 0, actions: [["fold", fold(-before - small)], ["push", answer]] };
        if (risk <= tidy(before + big)) answer.actions.shift();
        if (risk <= tidy(before + small)) opening.actions.shift();
        return [opening, BLINDS, big];
    },

    "one-round"({ raises, reraises = "", turns = 2, sb, bb }) {
        const [small, big] = blinds(sb, bb), first = sizes("raises", raises), later = sizes("reraises", reraises);
        const most = whole("turns", turns, 1, 100), decide = counted("these raises");
        if (!first.length) refuse("raises", "none", "at least one");
        if (later[0] === 0) refuse("reraises", 0, "more than 0");
        const answer = (player, posted, stake, turn) => {
            const larger = turn <= most ? later : [];
            if (posted === stake && !larger.length) return show(stake);
            return decide(player, () => ({
                ...posted === stake ? { check: show(stake) } : { fold: fold(player ? posted : -posted), call: show(stake) },
                ...Object.fromEntries(larger.map(size =>
                    [`raise ${size}`, answer(1 - player, stake, tidy(stake + size), turn + 1)])),
            }));
        };
        return [decide(0, () => ({ fold: fold(-small), ...Object.fromEntries(first.map(size =>
            [size ? `raise ${size}` : "call", answer(1, big, tidy(big + size), 2)])) })), ["Alice", "Bob"]];
    },

    preflop({ blinds: posted, nr, raise, betting, live }) {
        const [sb, bb, ...more] = String(posted).split("/");
        if (bb === undefined || more.length) refuse("blinds", posted || "nothing", "two such as 0.5/1");
        const [small, big] = blinds(sb, bb), size = amount("raise", raise), limit = betting === "limit";
        const most = whole("actions each", nr, 1, 100), decide = counted("so many actions");
        if (!(size > 0)) refuse("raise", size, "more than 0");
        if (!limit && !Number.isFinite(big * (1 + 2 * size) ** (2 * most))) refuse("raise", size, "less");
        const act = (player, before, stake, left, other) => decide(player, () => ({
            fold: fold(player ? before : -before),
            [before < stake || !player ? "call" : "check"]: show(stake),
            ...left && { raise: act(1 - player, stake, tidy(stake + (limit ? size : 2 * size * stake)), other, left - 1) },
        }));
        const opening = act(0, small, big, most, most);
        if (live === "yes") opening.actions[1][1] = act(1, big, big, most, most - 1);
        return [opening, BLINDS];
    },

    "no-limit"({ stack, other, raises, sb, bb, ante }) {
        const [small, big] = blinds(sb, bb), before = amount("ante", ante), first = amount("stack", stack);
        if (!(big > 0)) refuse("big blind", big, "more than 0");
        const most = tidy(Math.min(first, other === "" ? first : amount("stack", other)) - before);
        if (!(most > big)) refuse("stack", tidy(most + before), `more than ${tidy(big + before)}, the big blind and the ante,`);
        const given = String(raises).split(/[\s,]+/).filter(Boolean), all = String(raises).trim() === "all";
        if (!given.length) refuse("raises", "none", "at least one");
        const multiples = all ? [] : given.map(size => {
            if (size === "pot") return 0;
            const multiple = amount("raises", size.endsWith("x") ? size.slice(0, -1) : "");
            if (multiple < 2) refuse("raises", size, "at least 2x, the least raise,");
            return multiple;
        });
        if (new Set(multiples).size < multiples.length) refuse("raises", given.join(" "), "different sizes");
        const decide = counted("these raises with this stack");
        const larger = (bet, least) => {
            if (bet === most) return [];
            const bets = multiples.map(m => tidy(m ? m * bet : 3 * bet + 2 * before));
            if (all) for (let to = Math.ceil(tidy(bet + least)); to < most && bets.length < MOST; to++) bets.push(to);
            return [...new Set(bets)].filter(to => to < most).sort((a, b) => a - b).concat(most);
        };
        const raised = (player, bet, least) => Object.fromEntries(larger(bet, least).map(to =>
            [to === most ? "all-in" : `raise to ${to}`, act(1 - player, bet, to, tidy(to - bet))]));
        const act = (player, posted, bet, least) => decide(player, () => {
            const lost = before + posted, end = show(before + bet);
            const limped = () => decide(1, () => ({ check: end, ...raised(1, bet, least) }));
            return {
                fold: fold(player ? lost : -lost), call: bet === big ? limped() : end, ...raised(player, bet, least),
            };
        });
        return [act(0, small, big, big), BLINDS];
    },
};

/** A setting's tree in sequence form, numbered in the order in which it is written.

`players` and `sequences` are names; `sets` are rows of history, parent, the opponent's sequence, first
child and last child + 1; `ends` of both players' last sequences, whether hands are shown, and chips,
which in push or fold are big blinds. */
function build(kind, setting) {
    const [root, players, unit = 1] = builders[kind](setting);
    const sequences = [[""], [""]], sets = [[], []], ends = [];
    const visit = (node, history, last) => {
        if (!node.actions) {
            const fixed = node.fold ?? node.dead / 2;
            if ("stake" in node) ends.push([...last, 1, (node.stake + Math.abs(node.dead) / 2) / unit]);
            if ("fold" in node || fixed) ends.push([...last, 0, fixed / unit]);
            return;
        }
        const { player, actions } = node, names = sequences[player], first = names.length;
        sets[player].push([history, last[player], last[1 - player], first, first + actions.length]);
        const histories = actions.map(([name]) => history ? `${history}, ${name}` : name);
        names.push(...histories);
        actions.forEach(([, child], i) => visit(child, histories[i],
            player ? [last[0], first + i] : [first + i, last[1]]));
    };
    visit(root, "", [0, 0]);
    const amounts = ends.map(end => Math.abs(end[3])).filter(Boolean);
    if (Math.max(...amounts) >= 2 ** 53 * Math.min(...amounts))
        throw new Refusal("the amounts are so far apart that the smaller ones are lost beside the larger");
    return { players, sequences, sets, ends };
}

/* ---- games ---- */

const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));

/** Two matrices over hands: how likely a pair is, and what it adds to the value per chip staked. */
class Deal {
    constructor({ hands, weights, margins, total, boards }) {
        const n = this.n = hands.length;
        this.hands = hands;
        this.prior = new Float64Array(n * n);
        this.payoff = new Float64Array(n * n);
        const many = bytes(weights), won = new DataView(bytes(margins).buffer);
        for (let i = 0, at = 0; i < n; i++)
            for (let k = i; k < n; k++) {
                this.prior[i * n + k] = this.prior[k * n + i] = many[at++] / total;
                if (k === i) continue;
                const share = won.getInt32(4 * (at - i - 2), true) / (total * boards);
                this.payoff[i * n + k] = share;
                this.payoff[k * n + i] = -share;
            }
    }

    /** A matrix times a column of the opponent's, as the player sees it. */
    times(player, showdown, column) {
        const { n, prior, payoff } = this, matrix = showdown ? payoff : prior;
        // Row k stands for column k: prior is symmetric, payoff the opposite of its transpose.
        const sign = showdown && !player ? -1 : 1, result = new Float64Array(n);
        for (let k = 0; k < n; k++) {
            const weight = sign * column[k];
            if (weight) for (let i = 0, at = n * k; i < n; i++, at++) result[i] += weight * matrix[at];
        }
        return result;
    }
}

/** A deal times a tree. A plan is a column per sequence; `locks` holds what a player does in some sets.

A lock is, for a player and the number of one of his sets, the share of each action per hand: there he
has no choice, in a best response either. All values are player 0's. */
class Game {
    constructor(deal, tree, locks = [{}, {}]) {
        Object.assign(this, { deal, tree, locks });
    }

    columns(player, value = 0) {
        return this.tree.sequences[player].map(() => new Float64Array(this.deal.n).fill(value));
    }

    /** What each hand and sequence of a player earns by its own endings, given the opponent's plan. */
    values(player, other) {
        const { tree, deal } = this, seen = new Map(), worth = this.columns(player);
        for (const end of tree.ends) {
            const key = 2 * end[1 - player] + end[2], target = worth[end[player]], chips = end[3];
            if (!seen.has(key)) seen.set(key, deal.times(player, end[2], other[end[1 - player]]));
            const column = seen.get(key);
            for (let hand = 0; hand < deal.n; hand++) target[hand] += chips * column[hand];
        }
        return worth;
    }

    /** What they are worth if a best response goes on from there. */
    continued(player, other) {
        const worth = this.values(player, other), best = player ? Math.min : Math.max;
        const sets = this.tree.sets[player];
        for (let j = sets.length - 1; j >= 0; j--) {
            const [, parent, , first, stop] = sets[j], lock = this.locks[player][j];
            for (let hand = 0; hand < this.deal.n; hand++) {
                let most = lock ? 0 : worth[first][hand];
                for (let s = first; s < stop; s++) most = lock ? most + lock[s - first][hand] * worth[s][hand] : best(most, worth[s][hand]);
                worth[parent][hand] += most;
            }
        }
        return worth;
    }

    /** Both players' best answers to two plans. */
    answers(plans) {
        return [0, 1].map(player => this.continued(player, plans[1 - player]));
    }

    /** What two plans guarantee: bounds on the value. */
    bracket(plans, worth = this.answers(plans)) {
        return [1, 0].map(player => worth[player][0].reduce((a, b) => a + b));
    }

    /** The probability of each sequence's last action where it is taken; equal where nothing is known. */
    behaviour(player, plan) {
        const shares = this.columns(player, 1);
        this.tree.sets[player].forEach(([, , , first, stop], j) => {
            for (let hand = 0; hand < this.deal.n; hand++) {
                let total = 0;
                for (let s = first; s < stop; s++) total += plan[s][hand];
                for (let s = first; s < stop; s++) shares[s][hand] = this.locks[player][j]
                    ? this.locks[player][j][s - first][hand] : total > 0 ? plan[s][hand] / total : 1 / (stop - first);
            }
        });
        return shares;
    }

    plan(player, behaviour) {
        const plan = this.columns(player, 1);
        for (const [, parent, , first, stop] of this.tree.sets[player])
            for (let s = first; s < stop; s++)
                for (let hand = 0; hand < this.deal.n; hand++) plan[s][hand] = plan[parent][hand] * behaviour[s][hand];
        return plan;
    }

    /** A plan without the actions that are hardly ever taken, of a share less than `least`. */
    without(player, plan, least) {
        const shares = this.behaviour(player, plan);
        this.tree.sets[player].forEach(([, , , first, stop], j) => {
            if (this.locks[player][j]) return;
            for (let hand = 0; hand < this.deal.n; hand++) {
                let total = 0;
                for (let s = first; s < stop; s++) total += shares[s][hand] < least ? shares[s][hand] = 0 : shares[s][hand];
                for (let s = first; s < stop; s++) shares[s][hand] /= total;
            }
        });
        return this.plan(player, shares);
    }
}

/* ---- the end game: a linear program over the actions that matter ---- */

/** What x >= 0 with matrix x <= right makes objective x largest, where right >= 0; and the rows' prices; or null. */
function simplex(matrix, right, objective) {
    const n = objective.length, m = right.length, inside = right.map((_, i) => n + i), outside = objective.map((_, j) => j);
    // Rows are compared by a right side a bit off: of ties there is no end.
    const rows = [...matrix.map((row, i) => [...row, right[i], right[i] + 1e-7 * (1 + 0.618 * i % 1)]), [...objective.map(c => -c), 0, 0]]
        .map(row => Float64Array.from(row)), last = rows[m];
    for (let left = 10 * (n + m); left; left--) {
        let column = 0, row = -1;
        for (let j = 1; j < n; j++) if (last[j] < last[column]) column = j;
        if (!(last[column] < -1e-11)) {
            const found = new Float64Array(n + m);
            inside.forEach((at, i) => { if (at < n) found[at] = rows[i][n]; });
            outside.forEach((at, j) => { if (at >= n) found[at] = last[j]; });
            return [found.slice(0, n), found.slice(n)];
        }
        for (let i = 0; i < m; i++)
            if (rows[i][column] > 1e-9 && (row < 0 || rows[i][n + 1] * rows[row][column] < rows[row][n + 1] * rows[i][column])) row = i;
        if (row < 0) return null;
        const pivot = rows[row], by = pivot[column];
        pivot[column] = 1;
        const filled = [...pivot.keys()].filter(j => pivot[j]);
        for (const j of filled) pivot[j] /= by;
        rows.forEach((other, i) => {
            const factor = other[column];
            if (i === row || !factor) return;
            other[column] = 0;
            for (const j of filled) other[j] -= factor * pivot[j];
        });
        [inside[row], outside[column]] = [outside[column], inside[row]];
    }
    return null;
}

/** Two plans that are optimal as long as both players keep to some actions; or null.

Of these each hand has a base in each set, and directions: so much more of another and less of the
base, with what is played behind each. The payoff is linear in how far each player goes in his. Where a
player is locked, or the other never comes, he plays as the guess does. */
function among(game, kept, guess, many) {
    const { sets } = game.tree, { n } = game.deal, parts = [];
    for (const player of [0, 1]) {
        const shares = game.behaviour(player, guess[player]), choices = [], directions = [];
        // His base is what the guess does most; hers, against it, a best response, so that right >= 0.
        const worth = player ? game.values(1, parts[0].base) : shares, sign = player ? -1 : 1;
        for (let j = sets[player].length - 1; j >= 0; j--) {
            const [, parent, asked, first, stop] = sets[player][j], names = Array.from({ length: stop - first }, (_, i) => first + i);
            const open = !(j in game.locks[player]) && kept[1 - player][asked].some(Boolean);
            for (let hand = 0; hand < n; hand++) {
                const played = open ? names.filter(s => kept[player][s][hand]) : [];
                if (played.length) {
                    const best = played.reduce((a, b) => sign * worth[b][hand] > sign * worth[a][hand] ? b : a);
                    for (const s of names) shares[s][hand] = Number(s === best);
                    if (played.length > 1) choices.push({ j, hand, best, others: played.filter(s => s !== best) });
                }
                if (player) for (const s of names) worth[parent][hand] += shares[s][hand] * worth[s][hand];
            }
        }
        for (const { j, hand, best, others } of choices)
            for (const s of others) {
                const steps = new Map([[s, 1], [best, -1]]);
                for (const [, parent, , first, stop] of sets[player].slice(j + 1))
                    if (steps.get(parent)) for (let t = first; t < stop; t++) steps.set(t, steps.get(parent) * shares[t][hand]);
                directions.push({ hand, steps });
            }
        if (directions.length > many) return null;
        const limits = choices.map(({ hand, best }) => directions.map(way => way.hand === hand ? -way.steps.get(best) || 0 : 0));
        parts.push({ base: game.plan(player, shares), choices, directions, limits });
    }
    const [own, other] = parts, unit = n * n;
    const slopes = (player, worth) => parts[player].directions.map(({ hand, steps }) => [...steps].reduce((sum, [s, by]) => sum + unit * by * worth[s][hand], 0));
    const most = ({ base, choices }) => choices.map(({ hand, best }) => base[best][hand]);
    const gains = own.directions.map(({ hand, steps }) => {
        const moved = game.columns(0);
        for (const [s, by] of steps) moved[s][hand] = by;
        return slopes(1, game.values(1, moved));
    });
    const found = simplex(
        [...own.limits.map(row => [...row, ...other.choices.map(() => 0)]),
            ...other.directions.map((_, e) => [...gains.map(row => -row[e]), ...other.limits.map(row => -row[e])])],
        [...most(own), ...slopes(1, game.values(1, own.base)).map(slope => Math.max(slope, 0))],
        [...slopes(0, game.values(0, other.base)), ...most(other).map(limit => -limit)]);
    return found && [found[0], found[1].slice(own.choices.length)].map((lengths, player) => {
        const { base, directions } = parts[player];
        directions.forEach(({ hand, steps }, i) => {
            for (const [s, by] of steps) base[s][hand] += by * lengths[i];
        });
        return game.plan(player, game.behaviour(player, base.map(column => column.map(entry => Math.max(entry, 0)))));
    });
}

/** Better and better plans: of programs over the actions of two plans and whatever best responses add. */
function* finish(game, guess, plans, many) {
    const { sets } = game.tree, kept = plans.map(plan => plan.map(column => column.map(Math.sign)));
    for (let more = true; more;) {
        const better = among(game, kept, guess, many);
        if (!better) return;
        const worth = game.answers(better);
        yield { plans: better, worth, bracket: game.bracket(better, worth) };
        more = false;
        for (const player of [0, 1]) {
            const earned = game.values(player, better[1 - player]), best = player ? Math.min : Math.max;
            for (let hand = 0; hand < game.deal.n; hand++) {
                const has = better[player].reduce((sum, column, s) => sum + column[hand] * earned[s][hand], 0);
                if (Math.abs(worth[player][0][hand] - has) < 1e-9 / 4 / game.deal.n) continue;
                const path = new Set([0]);
                for (const [j, [, parent, , first, stop]] of sets[player].entries()) {
                    if (!path.has(parent)) continue;
                    const values = worth[player].slice(first, stop).map(column => column[hand]), lock = game.locks[player][j];
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

/* ---- counterfactual regret minimisation ---- */

const TINY = 1e-30;
const discount = (n, power) => n ? 1 / (1 + n ** -power) : Number(power > 0);

/** The averages after 1, 2, ... iterations of HS-DCFR, in one pair of plans that changes in place. */
function* iterate(game, iterations) {
    const { tree, deal: { n: hands }, locks } = game, players = [0, 1];
    const shares = players.map(player => game.behaviour(player, game.columns(player)));
    const plans = players.map(player => game.plan(player, shares[player]));
    const regrets = players.map(player => game.columns(player));
    const averages = players.map(player => game.columns(player));
    for (const average of averages) average[0].fill(1);
    let weight = 0;
    for (let n = 1; n <= iterations; n++) {
        const part = n / iterations;
        const above = discount(n - 1, 1 + 3 * part), below = discount(n - 1, -1 - 2 * part);
        weight = weight * (1 - 1 / n) ** (30 - 5 * part) + 1;
        for (const player of players) {
            const values = game.values(player, plans[1 - player]), sign = player ? -1 : 1;
            const [share, regret, plan, average, sets] = [shares, regrets, plans, averages, tree.sets].map(a => a[player]);
            for (let j = sets.length - 1; j >= 0; j--) {
                const [, parent, , first, stop] = sets[j], locked = j in locks[player];
                for (let hand = 0; hand < hands; hand++) {
                    let earned = 0, total = 0;
                    for (let s = first; s < stop; s++) earned += share[s][hand] * values[s][hand];
                    values[parent][hand] += earned;
                    if (locked) continue;
                    for (let s = first; s < stop; s++) {
                        let sum = regret[s][hand];
                        sum = sum * (sum > 0 ? above : below) + sign * (values[s][hand] - earned);
                        regret[s][hand] = sum = Math.abs(sum) > TINY ? sum : 0;
                        total += share[s][hand] = Math.max(sum, 0);
                    }
                    for (let s = first; s < stop; s++) share[s][hand] = total > 0 ? share[s][hand] / total : 1 / (stop - first);
                }
            }
            for (const [, parent, , first, stop] of sets)
                for (let s = first; s < stop; s++)
                    for (let hand = 0; hand < hands; hand++) {
                        const played = plan[parent][hand] * share[s][hand];
                        plan[s][hand] = played > TINY ? played : 0;
                        const mean = average[s][hand] + (plan[s][hand] - average[s][hand]) / weight;
                        average[s][hand] = mean > TINY ? mean : 0;
                    }
        }
        yield averages;
    }
}

/* ---- the worker ---- */

const ITERATIONS = 4000, LEAST = 1e-4, SLICE = 30, MANY = 100;

/** Solve what messages ask for, a slice at a time, so that a tool's newer question ends its older one.

A question has the `tool`, a number, `kind` and `setting` of a tree, `locks`, and how narrow a bracket
is wanted. Answers have ever better plans and brackets, the last one `done`. */
function listen(port) {
    const latest = new Map();
    let deal;
    port.onmessage = ({ data }) => {
        if (data.deal) deal = new Deal(data.deal);
        else latest.set(data.tool, data.number);
        if (data.kind) solve(data).catch(error => port.postMessage({ ...data, error: error.message }));
    };

    async function solve({ tool, number, kind, setting, locks, within }) {
        const game = new Game(deal, build(kind, setting), locks), players = [0, 1];
        const width = ([lower, upper]) => upper - lower;
        let done = 0, look = 10, rested = performance.now(), told = -Infinity;
        const overtaken = async () => {
            if (performance.now() < rested + SLICE) return false;
            await new Promise(resolve => setTimeout(resolve));
            rested = performance.now();
            return latest.get(tool) !== number;
        };
        for (const averages of iterate(game, ITERATIONS)) {
            if (await overtaken()) return;
            if (++done < look && done < ITERATIONS) continue;
            look = Math.ceil(1.3 * look);
            const plans = players.map(player => game.without(player, averages[player], LEAST)), worth = game.answers(plans);
            let found = { plans, worth, bracket: game.bracket(plans, worth) };
            for (const better of finish(game, averages, plans, MANY + done / 8)) {
                if (width(better.bracket) < width(found.bracket)) found = better;
                if (await overtaken()) return;
            }
            const over = width(found.bracket) <= within || done === ITERATIONS;
            if (!over && performance.now() < told + 3 * SLICE + game.tree.ends.length) continue;
            told = performance.now();
            port.postMessage({ tool, number, ...found, iterations: done, done: over });
            if (over) return;
        }
    }
}

return { Refusal, build, bytes, sizes, amount, tidy, Deal, Game, ITERATIONS, iterate, listen };
}
