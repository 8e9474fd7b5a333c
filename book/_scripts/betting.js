/* The explorer's betting trees: those of pokerlab/betting.py, in the sequence form of trees.py. */

import {
    amount, below, blinds, deny, exact, exactly, float, less, lesser, plus, positive, readNumber,
    refuse, sizes, splitSizes, times, whole, written,
} from "./amounts.js";
/** @import { Fraction } from "./amounts.js" */

/** What a game is set up by, as it is typed; and what else a tool's address says.
@typedef {Record<string, string>} State */

/** An action with what follows it; and a node: a player's decision, or an end, whose rows tell
whether hands are shown, and chips.
@typedef {[name: string, after: Branch]} Action
@typedef {{ player: number, actions: Action[] }} Decision
@typedef {[shown: number, won: number][]} End
@typedef {Decision | End} Branch */

/** To what a bet may be raised, and what that is called.
@typedef {(bet: Fraction, least: Fraction, turns: number) =>
    [name: string, to: Fraction][]} Raises */

/** A player's decision, and a game's tree: see `build`.
@typedef {[history: string, parent: number, opponent: number, first: number,
    stop: number]} DecisionSet
@typedef {{ players: string[], sequences: string[][], sets: DecisionSet[][],
    ends: number[][] }} Tree */

/** So many decisions may a tree have that is solved while a reader waits. */
const MOST = 1000;

/** @type {Fraction[]} */
const [NONE, TWO, THREE] = [[0n, 1n], [2n, 1n], [3n, 1n]];
const BLINDS = ["small blind", "big blind"];

/** What is won at an end. @type {(lost: Fraction) => End} */
const fold = lost => [[0, float(lost)]];
/** @type {(stake: Fraction, dead?: Fraction) => End} */
const showdown = (stake, dead = NONE) => {
    const half = float(dead) / 2;
    /** @type {End} */
    const shown = [[1, float(stake) + Math.abs(half)]];
    return half ? [...shown, [0, half]] : shown;
};

/** A round of betting, as `betting_round` of pokerlab/betting.py makes it.

@param {string} setting  what to blame if there are too many decisions
@param {Raises} raises @param {Fraction} own @param {Fraction} bet @returns {Decision} */
function bettingRound(
    setting, raises, own, bet, posted = NONE, turns = Infinity, opening = "call",
) {
    let made = 0;
    /** @type {(player: number, own: Fraction, bet: Fraction, least: Fraction, turns: number,
        closing: boolean) => Branch} */
    const act = (player, own, bet, least, turns, closing) => {
        if (++made > MOST)
            deny(`${setting} make more than ${MOST} decisions: this page solves no more`);
        const lost = plus(posted, own), end = showdown(plus(posted, bet));
        const passing = below(own, bet) ? "call" : closing ? "check" : opening;
        /** @type {Action[]} */
        const actions = passing !== "call" ? []
            : [["fold", fold(player ? lost : less(NONE, lost))]];
        actions.push([passing, closing ? end : act(1, bet, bet, least, turns - 1, true)]);
        for (const [name, to] of turns > 0 ? raises(bet, least, turns) : [])
            actions.push([name, act(1 - player, bet, to, less(to, bet), turns - 1, true)]);
        return actions.length > 1 ? { player, actions } : end;
    };
    return /** @type {Decision} */ (act(0, own, bet, bet, turns, false));
}

/** No limit: the first bets, and raises to multiples of a bet, or to whole chips if none.
@param {string} setting @param {Fraction} own @param {Fraction} bet @param {Fraction} posted
@param {Fraction} most @param {Fraction[]} [multiples] @param {Fraction[]} first */
function untilAllIn(setting, own, bet, posted, most, multiples, first = []) {
    /** @type {Raises} */
    const raises = (bet, least) => {
        const [above, under] = plus(bet, least), pot = plus(times(THREE, bet), times(TWO, posted));
        /** @type {(i: number) => Fraction} */
        const whole = i => [BigInt(i) + (above + under - 1n) / under, 1n];
        const all = !bet[0] ? first
            : multiples?.map(many => many[0] ? times(many, bet) : pot)
            ?? Array.from({ length: Math.min(MOST, float(most)) }, (_, i) => whole(i));
        const found = new Map(all.filter(to => below(to, most)).map(to => [written(to), to]));
        const rising = [...found].sort(([, one], [, other]) => below(one, other) ? -1 : 1);
        /** @type {ReturnType<Raises>} */
        const named = rising.map(([text, to]) =>
            [`${bet[0] ? "raise to" : "bet"} ${text}`, to]);
        return below(bet, most) ? [...named, ["all-in", most]] : [];
    };
    return bettingRound(setting, raises, own, bet, posted, Infinity, bet[0] ? "call" : "check");
}

/** How many times the bet that is faced a raise is; 0 for the pot. @param {string} size */
function multiple(size) {
    const many = size.endsWith("x") ? readNumber(size.slice(0, -1)) : NaN;
    if (!(many >= 2 || size === "pot")) refuse("raises", size, "pot or a multiple from 2x up");
    return many ? exactly(size.slice(0, -1)) : NONE;
}

/** A bet as a part of the pot. @param {string} size */
function partOfPot(size) {
    const part = size === "pot" ? "100%" : size, number = part.replace(/%$/, "");
    if (!(readNumber(number) > 0 && (part !== number || readNumber(number) <= 10)))
        refuse("bets", size, "a part of the pot, such as 60%,");
    return times(exactly(number), [1n, part === number ? 1n : 100n]);
}

/** A setting's tree before it is numbered, the names of the players and, in push or fold, the big
blind.
@typedef {(setting: State) => [root: Decision, players: string[], unit?: number]} Builder */

/** @type {Builder} */
function pushFold({
    stack = "10", other = "", sb = "0.5", bb = "1", ante = "0", dead = "0",
}) {
    const first = positive("stack", stack);
    const second = other === "" ? first : positive("stack", other);
    const extra = exact("big-blind ante", dead), before = exact("ante", ante);
    const [small, big] = blinds(sb, bb).map(blind => plus(before, blind));
    const unit = float(positive("big blind", bb)), left = less(second, extra);
    if (!below(extra, second))
        refuse("big-blind ante", dead, `less than the big blind's stack, ${written(second)},`);
    const risk = lesser(first, left), lost = fold(less(NONE, small));
    /** @type {Action[]} */
    const answers = [["fold", fold(plus(big, extra))], ["call", showdown(risk, extra)]];
    const answer = { player: 1, actions: answers.slice(below(big, risk) ? 0 : 1) };
    /** @type {Action[]} */
    const actions = [["fold", lost], ["push", answer]];
    return [{ player: 0, actions: actions.slice(below(small, risk) ? 0 : 1) }, BLINDS, unit];
}

/** @type {Builder} */
function oneRound({ raises = "0 2:40", reraises = "", turns = "2", sb = "1", bb = "2" }) {
    const first = sizes("raises", raises, MOST), later = sizes("reraises", reraises, MOST);
    const most = whole("turns", turns, 100), [small, big] = blinds(sb, bb);
    if (!first.length) refuse("raises", "none", "at least one");
    if (later[0] === "0") refuse("reraises", "0", "more than 0");
    /** @type {Raises} */
    const larger = (bet, _, left) => (left === most ? first : later)
        .filter(size => size !== "0").map(size => [`raise ${size}`, plus(bet, exactly(size))]);
    const root = bettingRound("these raises", larger, small, big, NONE, most);
    if (first[0] !== "0") root.actions.splice(1, 1);
    return [root, ["Alice", "Bob"]];
}

/** @type {Builder} */
function limit({
    blinds: posted = "0.5/1", nr = "3", raise = "1", betting = "limit", live = "yes",
}) {
    const [sb, bb, ...more] = String(posted).split("/");
    if (bb === undefined || more.length)
        refuse("blinds", posted, "two such as 0.5/1");
    const [small, big] = blinds(sb, bb), size = positive("raise", raise);
    const most = 2 * whole("actions each", nr, 100);
    /** @type {(bet: Fraction) => Fraction} */
    const by = bet => betting === "limit" ? size : times(times(TWO, bet), size);
    /** @type {Raises} */
    const larger = bet => [["raise", plus(bet, by(bet))]];
    const root = bettingRound("so many actions", larger, small, big, NONE, most);
    const [, limp] = root.actions, [, after] = limp;
    if (live === "yes") /** @type {Decision} */ (after).actions.unshift(["fold", fold(big)]);
    else limp[1] = showdown(big);
    return [root, BLINDS];
}

/** @type {Builder} */
function noLimit({
    stack = "10", other = "", raises = "2.5x", sb = "0.5", bb = "1", ante = "0",
}) {
    const [small] = blinds(sb, bb), big = positive("big blind", bb);
    const before = exact("ante", ante), given = splitSizes("raises", raises, "x");
    const shorter = other !== "" && amount("stack", other) < amount("stack", stack);
    const shown = shorter ? other : stack, most = less(exact("stack", shown), before);
    if (!below(big, most)) refuse("stack", shown,
        `more than ${written(plus(big, before))}, the big blind and the ante,`);
    const multiples = given.join() === "all" ? undefined : given.map(multiple);
    const setting = "these raises with this stack";
    return [untilAllIn(setting, small, big, before, most, multiples), BLINDS];
}

/** @type {Builder} */
function river({ pot, stack, bets, raises }) {
    const all = positive("pot", pot), most = positive("stack", stack);
    const [first, multiples] = [["bets", bets], ["raises", raises]].map(([name, text]) => {
        const bet = name === "bets", given = splitSizes(name, text, bet ? "" : "x");
        return given.map(bet ? partOfPot : multiple);
    });
    const half = times(all, [1n, 2n]), bet = first.map(part => times(part, all));
    const setting = "these sizes with this stack";
    return [untilAllIn(setting, NONE, NONE, half, most, multiples, bet),
        ["first player", "second player"]];
}

/** Each kind of game as the package names it. @type {Record<string, Builder>} */
const builders = {
    "push-fold": pushFold, "one-round": oneRound, preflop: limit, "no-limit": noLimit, river,
};

/** A setting's tree in sequence form, numbered in the order in which it is written.

`players` and `sequences` are names; `sets` are rows of history, parent, the opponent's sequence,
first child and last child + 1; `ends` of both players' last sequences, whether hands are shown, and
chips, which in push or fold are big blinds.
@param {string} kind @param {State} setting @returns {Tree} */
export function build(kind, setting) {
    const [root, players, unit = 1] = builders[kind](setting), sequences = [[""], [""]];
    const sets = /** @type {DecisionSet[][]} */ ([[], []]), ends = /** @type {number[][]} */ ([]);
    /** @type {(node: Branch, history: string, last: number[]) => void} */
    const visit = (node, history, last) => {
        if (!("actions" in node)) {
            ends.push(...node.map(([shown, won]) => [...last, shown, won / unit]));
            return;
        }
        const { player, actions } = node, names = sequences[player], first = names.length;
        sets[player].push(
            [history, last[player], last[1 - player], first, first + actions.length]);
        const histories = actions.map(([name]) => history ? `${history}, ${name}` : name);
        names.push(...histories);
        actions.forEach(([, child], i) => visit(child, histories[i], last.with(player, first + i)));
    };
    visit(root, "", [0, 0]);
    const amounts = ends.map(end => Math.abs(end[3])).filter(Boolean);
    if (Math.max(...amounts) >= 2 ** 53 * Math.min(...amounts)) deny(
        "the amounts are so far apart that the smaller ones are lost beside the larger");
    return { players, sequences, sets, ends };
}
