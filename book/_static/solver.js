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

const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0n ? -a : a; };
const reduced = ([above, below]) => { const by = gcd(above, below) || 1n; return below < 0n ? [-above / by, -below / by] : [above / by, below / by]; };

/** A decimal or fraction, as it was typed, exactly: what is above its line, and below. */
function exactly(text) {
    const [above, below] = String(text).trim().split("/");
    if (below) return reduced([BigInt(above), BigInt(below)]);
    const [number, power = "0"] = above.toLowerCase().split("e"), [whole, part = ""] = number.split(".");
    const scale = Number(power) - part.length, digits = BigInt(whole + part || "0");
    return reduced(scale < 0 ? [digits, 10n ** BigInt(-scale)] : [digits * 10n ** BigInt(scale), 1n]);
}

const times = ([a, b], [c, d]) => reduced([a * c, b * d]);
const float = ([above, below]) => Number(above) / Number(below);

/** An exact amount as a decimal where that says it, else as a fraction. */
function written(fraction) {
    const decimal = String(tidy(float(fraction))), [above, below] = exactly(decimal);
    return above === fraction[0] && below === fraction[1] ? decimal : fraction.join("/");
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

    river({ pot, stack, bets, raises }) {
        for (const [name, given] of [["pot", pot], ["stack", stack]]) if (!(amount(name, given) > 0)) refuse(name, given, "more than 0");
        const half = times(exactly(pot), [1n, 2n]), most = exactly(stack), decide = counted("these sizes with this stack");
        // A size is what it makes of the bet that is faced.
        const listed = (name, text, read) => {
            const given = String(text).split(/[\s,]+/).filter(Boolean);
            if (!given.length) refuse(name, "nothing", "sizes or none");
            if (new Set(given).size < given.length) refuse(name, given.join(" "), "different sizes");
            return given.join() === "none" ? [] : given.map(read);
        };
        const shares = listed("bets", bets, size => {
            const [number, unit] = size.endsWith("%") ? [size.slice(0, -1), [1n, 100n]] : [size, [1n, 1n]];
            if (!(amount("bets", number) > 0)) refuse("bets", size, "more than 0");
            return () => [exactly(number), unit, half, [2n, 1n]].reduce(times);
        });
        const multiples = listed("raises", raises, size => {
            if (size === "pot") return bet => reduced([2n * half[0] * bet[1] + 3n * bet[0] * half[1], half[1] * bet[1]]);
            const number = size.endsWith("x") ? size.slice(0, -1) : "";
            if (amount("raises", number) < 2) refuse("raises", size, "at least 2x, the least raise,");
            return bet => times(exactly(number), bet);
        });
        const larger = (ways, bet) => {
            const found = new Map(ways.map(way => way(bet)).map(to => [String(to), to]));
            return [...found.values()].filter(to => float(to) < float(most)).sort((a, b) => float(a) - float(b));
        };
        const put = bet => float(half) + float(bet);
        const answer = (player, own, bet) => decide(player, () => ({
            fold: fold(player ? put(own) : -put(own)), call: show(put(bet)),
            ...bet !== most && raised(player, bet, "raise to", larger(multiples, bet)),
        }));
        const raised = (player, own, verb, sizes) => Object.fromEntries([...sizes, most].map(to =>
            [to === most ? "all-in" : `${verb} ${written(to)}`, answer(1 - player, own, to)]));
        const open = (player, checked) => decide(player, () => ({ check: checked(), ...raised(player, [0n, 1n], "bet", larger(shares, [0n, 1n])) }));
        return [open(0, () => open(1, () => show(float(half)))), ["first player", "second player"]];
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

    /** The combos of a cell of the chart: here it is one thing. */
    at(player, hand) {
        return [hand];
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

/** How good the best five of seven cards are, as a number; a card is 4 times its rank, from the deuce, and its suit. */
function strength(cards) {
    const suited = [0, 0, 0, 0], many = new Array(13).fill(0);
    for (const card of cards) {
        suited[card & 3] |= 1 << (card >> 2);
        many[card >> 2]++;
    }
    const ranks = mask => [...many.keys()].reverse().filter(rank => mask >> rank & 1);
    const straight = mask => [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].find(low => ((mask << 1 | mask >> 12) >> low & 31) === 31);
    const mask = suited[0] | suited[1] | suited[2] | suited[3], flush = suited.find(own => ranks(own).length > 4);
    const number = (category, digits) => [0, 1, 2, 3, 4].reduce((sum, at) => 13 * sum + (digits[at] ?? 0), category);
    const [first, second] = ranks(mask).sort((a, b) => many[b] - many[a]);
    const others = (count, ...heads) => [...heads, ...ranks(mask).filter(rank => !heads.includes(rank)).slice(0, count)];
    if (flush && straight(flush) !== undefined) return number(8, [straight(flush)]);
    if (many[first] === 4) return number(7, others(1, first));
    if (many[first] === 3 && many[second] > 1) return number(6, [first, second]);
    if (flush) return number(5, ranks(flush));
    if (straight(mask) !== undefined) return number(4, [straight(mask)]);
    if (many[first] === 3) return number(3, others(2, first));
    if (many[second] === 2) return number(2, others(1, first, second));
    return many[first] === 2 ? number(1, others(3, first)) : number(0, ranks(mask));
}

/** Two ranges on a river. `cards` are the two of each combo, `weights` its weight in either range.

Combos are numbered by their strength. Those that share a card are not dealt together: a product is sums of
all combos and of those that are beaten, less what holds one of a combo's own two cards. */
class RiverDeal {
    constructor({ board, cards, weights }) {
        const ranks = cards.map(own => strength([...board, ...own])), order = [...ranks.keys()].sort((a, b) => ranks[a] - ranks[b]), n = this.n = order.length;
        this.cards = order.map(combo => cards[combo]);
        [this.one, this.two] = [0, 1].map(card => Int32Array.from(this.cards, own => own[card]));
        // Where a combo's equals begin and end.
        this.starts = Int32Array.from(order, (combo, at) => at);
        this.ends = this.starts.map(at => at + 1);
        for (let at = 1; at < n; at++) if (ranks[order[at]] === ranks[order[at - 1]]) this.starts[at] = this.starts[at - 1];
        for (let at = n - 2; at >= 0; at--) if (this.starts[at] === this.starts[at + 1]) this.ends[at] = this.ends[at + 1];
        this.weights = weights.map(own => Float64Array.from(order, combo => own[combo]));
        this.column = new Float64Array(n);
        this.held = new Float64Array(52);
        const met = this.times(0, 0, new Float64Array(n).fill(1)).reduce((a, b) => a + b, 0);
        this.scale = met;
        this.weights[1] = this.weights[1].map(weight => weight / met);
    }

    times(player, showdown, column) {
        const { n, column: weighed } = this, own = this.weights[player], other = this.weights[1 - player], result = new Float64Array(n);
        let all = 0;
        for (let at = 0; at < n; at++) all += weighed[at] = other[at] * column[at];
        if (showdown) this.beat(result);
        else this.meet(result, all);
        // What is left of sums that cancel is none.
        const noise = 1e-14 * all, sign = showdown && player ? -1 : 1;
        for (let at = 0; at < n; at++) result[at] = Math.abs(result[at]) > noise ? sign * own[at] * result[at] : 0;
        return result;
    }

    meet(result, all) {
        const { n, one, two, held, column } = this;
        held.fill(0);
        for (let at = 0; at < n; at++) {
            held[one[at]] += column[at];
            held[two[at]] += column[at];
        }
        for (let at = 0; at < n; at++) result[at] = all - held[one[at]] - held[two[at]] + column[at];
    }

    /** What each combo beats, less what beats it. */
    beat(result) {
        const { n, one, two, starts, ends, held, column } = this;
        let sum = 0;
        held.fill(0);
        for (let at = 0, next = 0; at < n; at++) {
            for (; next < starts[at]; next++) {
                sum += column[next];
                held[one[next]] += column[next];
                held[two[next]] += column[next];
            }
            result[at] = sum - held[one[at]] - held[two[at]];
        }
        sum = 0;
        held.fill(0);
        for (let at = n - 1, next = n - 1; at >= 0; at--) {
            for (; next >= ends[at]; next--) {
                sum += column[next];
                held[one[next]] += column[next];
                held[two[next]] += column[next];
            }
            result[at] -= sum - held[one[at]] - held[two[at]];
        }
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

    /** What the page is told of what was found. */
    told(found) {
        return found;
    }
}

/** A game in which one player keeps to his locks with a probability only, and is free otherwise.

He knows whether he is: of each of his sequences but the first there are two, free and bound. The other's
optimal plan is the restricted Nash response of M. Johanson, M. Zinkevich and M. Bowling (Computing robust
counter-strategies, 2007). */
class Doubted extends Game {
    constructor(deal, tree, locks, belief) {
        const player = locks.findIndex(own => Object.keys(own).length), many = tree.sequences[player].length - 1;
        const { [player]: own } = tree.sets, bound = sequence => sequence && sequence + many, split = [1 - belief, belief];
        const twice = own.map(([history, parent, opponent, first, stop]) => [history, bound(parent), opponent, first + many, stop + many]);
        const asked = tree.sets[1 - player].map(([history, parent, opponent, ...children]) => [history, parent, [opponent, bound(opponent)], ...children]);
        super(deal, {
            ...tree,
            sequences: tree.sequences.with(player, [...tree.sequences[player], ...tree.sequences[player].slice(1)]),
            sets: [asked, asked].with(player, [...own, ...twice]),
            ends: tree.ends.flatMap(end => end[player]
                ? split.map((share, copy) => end.with(player, end[player] + copy * many).with(3, share * end[3])) : [end]),
        }, [{}, {}].with(player, Object.fromEntries(Object.entries(locks[player]).map(([j, lock]) => [Number(j) + own.length, lock]))));
        Object.assign(this, { player, many, split });
    }

    /** What is told of each sequence, once: of his plan the mixture of both, and what they are worth together. */
    told({ plans, worth, bracket }) {
        const { player, many, split } = this;
        const once = (columns, [free, bound]) => columns.slice(0, many + 1).map((column, s) => s ? column.map((entry, hand) => free * entry + bound * columns[s + many][hand]) : column);
        return { plans: plans.with(player, once(plans[player], split)), worth: worth.with(player, once(worth[player], [1, 1])), bracket };
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
        let ways = 0;
        // His base is what the guess does most; hers, against it, a best response, so that right >= 0.
        const worth = player ? game.values(1, parts[0].base) : shares, sign = player ? -1 : 1;
        for (let j = sets[player].length - 1; j >= 0; j--) {
            const [, parent, asked, first, stop] = sets[player][j], names = Array.from({ length: stop - first }, (_, i) => first + i);
            const open = !(j in game.locks[player]) && [asked].flat().some(sequence => kept[1 - player][sequence].some(Boolean));
            for (let hand = 0; hand < n; hand++) {
                const played = open ? names.filter(s => kept[player][s][hand]) : [];
                if (played.length) {
                    const best = played.reduce((a, b) => sign * worth[b][hand] > sign * worth[a][hand] ? b : a);
                    for (const s of names) shares[s][hand] = Number(s === best);
                    if (played.length > 1) choices.push({ j, hand, best, others: played.filter(s => s !== best) });
                    if ((ways += played.length - 1) > many) return null;
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

/** By which powers of the iteration regrets above and below 0 are discounted and strategies weighed, from the part that is over. */
const RULES = { "HS-DCFR": part => [1 + 3 * part, -1 - 2 * part, 30 - 5 * part], DCFR: () => [1.5, 0.5, 5] };

/** Add what a set earns to what led there, and match its shares to regrets unless they are locked. */
function match(values, shares, regrets, [, parent, , first, stop], locked, sign, above, below, earned, total) {
    const before = values[parent], hands = before.length, even = 1 / (stop - first);
    earned.fill(0);
    total.fill(0);
    for (let s = first; s < stop; s++) {
        const share = shares[s], value = values[s];
        for (let hand = 0; hand < hands; hand++) earned[hand] += share[hand] * value[hand];
    }
    for (let hand = 0; hand < hands; hand++) before[hand] += earned[hand];
    if (locked) return;
    for (let s = first; s < stop; s++) {
        const share = shares[s], value = values[s], regret = regrets[s];
        for (let hand = 0; hand < hands; hand++) {
            const old = regret[hand], sum = old * (old > 0 ? above : below) + sign * (value[hand] - earned[hand]);
            regret[hand] = Math.abs(sum) > TINY ? sum : 0;
            total[hand] += share[hand] = sum > TINY ? sum : 0;
        }
    }
    for (let s = first; s < stop; s++) {
        const share = shares[s];
        for (let hand = 0; hand < hands; hand++) share[hand] = total[hand] > 0 ? share[hand] / total[hand] : even;
    }
}

/** Play an action as often as its share says, and let its average move there by 1 / weight. */
function advance(before, share, plan, average, weight) {
    for (let hand = 0; hand < before.length; hand++) {
        const played = before[hand] * share[hand], now = plan[hand] = played > TINY ? played : 0;
        const mean = average[hand] + (now - average[hand]) / weight;
        average[hand] = mean > TINY ? mean : 0;
    }
}

/** The averages after 1, 2, ... iterations of a rule, in one pair of plans that changes in place. */
function* iterate(game, iterations, rule = "HS-DCFR") {
    const { tree, deal: { n: hands }, locks } = game, players = [0, 1];
    const shares = players.map(player => game.behaviour(player, game.columns(player)));
    const plans = players.map(player => game.plan(player, shares[player]));
    const regrets = players.map(player => game.columns(player));
    const averages = players.map(player => game.columns(player));
    const earned = new Float64Array(hands), total = new Float64Array(hands);
    for (const average of averages) average[0].fill(1);
    let weight = 0;
    for (let n = 1; n <= iterations; n++) {
        const [up, down, power] = RULES[rule](n / iterations), above = discount(n - 1, up), below = discount(n - 1, down);
        weight = weight * (1 - 1 / n) ** power + 1;
        for (const player of players) {
            const values = game.values(player, plans[1 - player]), sets = tree.sets[player];
            const [share, regret, plan, average] = [shares, regrets, plans, averages].map(all => all[player]);
            for (let j = sets.length - 1; j >= 0; j--)
                match(values, share, regret, sets[j], j in locks[player], player ? -1 : 1, above, below, earned, total);
            for (const [, parent, , first, stop] of sets)
                for (let s = first; s < stop; s++) advance(plan[parent], share[s], plan[s], average[s], weight);
        }
        yield averages;
    }
}

/* ---- the worker ---- */

const ITERATIONS = 4000, LEAST = 1e-4, SLICE = 30, MANY = 100;

/** Solve what messages ask for, a slice at a time, so that a tool's newer question ends its older one.

A question has the `tool`, a number, `kind` and `setting` of a tree, `locks`, the `belief` in those of a
player, 1 if left out, how narrow a bracket is wanted and, on a river, the `spot`; to `hold` is to pause, or to go on if it is false. Answers have ever better plans and brackets, the last one `done`. */
function listen(port) {
    const latest = new Map(), held = new Map();
    let deal;
    port.onmessage = ({ data }) => {
        if (data.deal) deal = new Deal(data.deal);
        else latest.set(data.tool, data.number);
        held.get(data.tool)?.();
        held.delete(data.tool);
        if (data.hold) held.set(data.tool, () => {});
        if (data.kind) solve(data).catch(error => port.postMessage({ ...data, error: error.message }));
    };

    async function solve({ tool, number, kind, setting, locks, belief = 1, within, spot }) {
        const asked = [spot ? new RiverDeal(spot) : deal, build(kind, setting), locks, belief], game = belief < 1 ? new Doubted(...asked) : new Game(...asked), players = [0, 1];
        const width = ([lower, upper]) => upper - lower;
        let done = 0, look = 10, rested = performance.now(), told = -Infinity;
        const overtaken = async () => {
            if (performance.now() < rested + SLICE) return false;
            await new Promise(resolve => setTimeout(resolve));
            if (held.has(tool)) await new Promise(resolve => held.set(tool, resolve));
            rested = performance.now();
            return latest.get(tool) !== number;
        };
        for (const averages of iterate(game, ITERATIONS, spot ? "DCFR" : "HS-DCFR")) {
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
            port.postMessage({ tool, number, ...game.told(found), iterations: done, done: over });
            if (over) return;
        }
    }
}

return { Refusal, build, bytes, sizes, amount, tidy, gcd, reduced, exactly, strength, Deal, RiverDeal, Game, Doubted, ITERATIONS, iterate, listen };
}
