/* The explorer's betting trees: those of pokerlab/betting.py, in the sequence form of trees.py. */

import {
    deny, formatAmount, isLess, minimum, minus, parseAmount, parseBlinds, parseNumber,
    parsePositive, parseSizes, parseWhole, plus, readNumber, refuse, refuseMisfits, splitSizes,
    times, toFraction, toNumber,
} from "./amounts.js";
/** @import { Fraction } from "./amounts.js" */

/** What a game is set up by, as it is typed; and what else a tool's address says.
@typedef {Record<string, string>} State */

/** What player 0 nets where the hand ends: an amount, or a stake times the share of the pot that he
wins less the share that he loses.
@typedef {{ isStake: boolean, amount: number }} EndPayment */

/** A node of a tree: a player's decision, whose actions lead to other nodes, or an end.
@typedef {{ name: string, next: TreeNode }} Action
@typedef {{ player: number, actions: Action[] }} Decision
@typedef {{ payments: EndPayment[] }} End
@typedef {Decision | End} TreeNode */

/** A raise: what it is called, and the bet that it makes.
@typedef {{ name: string, to: Fraction }} Raise */

/** The raises that are allowed over a bet, the smallest first; the last raise was of that amount,
and so many turns may still be raises.
@typedef {(bet: Fraction, lastRaise: Fraction, turnsLeft: number) => Raise[]} Raises */

/** A decision as the player who acts there sees it: the actions that led there, his own sequence
and the opponent's, and his sequences after it, from the first to before another. In a game that is
doubted (games.js), a second sequence of the opponent's leads there, too.
@typedef {{ history: string, parent: number, opponentSequence: number,
    boundSequence?: number, first: number, stop: number }} InformationSet */

/** A payment after both players' last sequences.
@typedef {EndPayment & { sequences: number[] }} Payment */

/** A game's tree: see `build`.
@typedef {{ players: string[], sequences: string[][], informationSets: InformationSet[][],
    payments: Payment[] }} Tree */

/** So many decisions may a tree have that is solved while a reader waits. */
export const MOST_DECISIONS = 1000;

/** How many turns may be raises, and how many actions a player may have. */
const MOST_TURNS = 100;

/** A larger part of the pot is written with a percent sign, or was meant as one. */
const MOST_POTS = 10;

/** @type {Fraction} */
const ZERO = [0n, 1n];
/** @type {Fraction} */
const TWO = [2n, 1n];
/** @type {Fraction} */
const THREE = [3n, 1n];
const BLINDS = ["small blind", "big blind"];

/** An end without a showdown. @param {Fraction} amount  that player 0 nets @returns {End} */
const fold = amount => ({ payments: [{ isStake: false, amount: toNumber(amount) }] });

/** An end where hands are shown. @param {Fraction} stake  what each player has bet
@param {Fraction} dead  what player 1 has posted besides @returns {End} */
function showdown(stake, dead = ZERO) {
    const half = toNumber(dead) / 2;
    /** @type {EndPayment[]} */
    const payments = [{ isStake: true, amount: toNumber(stake) + Math.abs(half) }];
    if (half) payments.push({ isStake: false, amount: half });
    return { payments };
}

/** A round of betting, as `betting_round` of pokerlab/betting.py makes it.
@param {string} setting  what to blame if there are too many decisions
@param {Raises} raises @param {Fraction} own  what player 0 has bet already
@param {Fraction} bet  that he faces @param {Fraction} posted  what each has put in besides
@param {number} turns  that may be raises @param {string} opening  what player 0's first action is
called if it is no raise @returns {Decision} */
function bettingRound(
    setting, raises, own, bet, posted = ZERO, turns = Infinity, opening = "call",
) {
    let decisions = 0;
    /** @type {(player: number, own: Fraction, bet: Fraction, lastRaise: Fraction,
        turnsLeft: number, callEndsBetting: boolean) => TreeNode} */
    const act = (player, own, bet, lastRaise, turnsLeft, callEndsBetting) => {
        decisions++;
        if (decisions > MOST_DECISIONS) deny(
            `${setting} make more than ${MOST_DECISIONS} decisions: this page solves no more`);
        let passive = opening;
        if (isLess(own, bet)) passive = "call";
        else if (callEndsBetting) passive = "check";
        /** @type {Action[]} */
        const actions = [];
        if (passive === "call") {
            const putIn = plus(posted, own);
            actions.push({ name: "fold", next: fold(player ? putIn : minus(ZERO, putIn)) });
        }
        const afterCall = callEndsBetting ? showdown(plus(posted, bet))
            : act(1, bet, bet, lastRaise, turnsLeft - 1, true);
        actions.push({ name: passive, next: afterCall });
        if (turnsLeft > 0) for (const { name, to } of raises(bet, lastRaise, turnsLeft)) {
            const next = act(1 - player, bet, to, minus(to, bet), turnsLeft - 1, true);
            actions.push({ name, next });
        }
        // A check that ends the betting is no decision.
        return actions.length > 1 ? { player, actions } : afterCall;
    };
    return /** @type {Decision} */ (act(0, own, bet, bet, turns, false));
}

/** Player 0's first decision where betting goes on until somebody is all-in: the first bets, and
raises to multiples of a bet, 0 for the pot, or to whole chips if there are none.
@param {string} setting @param {Fraction} own @param {Fraction} bet @param {Fraction} posted
@param {Fraction} allIn @param {Fraction[]} [multiples] @param {Fraction[]} firstBets */
function untilAllIn(setting, own, bet, posted, allIn, multiples, firstBets = []) {
    /** @type {(bet: Fraction, lastRaise: Fraction) => Fraction[]} */
    const amounts = (bet, lastRaise) => {
        if (!bet[0]) return firstBets;
        if (multiples) {
            const byThePot = plus(times(THREE, bet), times(TWO, posted));
            return multiples.map(multiple => multiple[0] ? times(multiple, bet) : byThePot);
        }
        const [above, below] = plus(bet, lastRaise), least = (above + below - 1n) / below;
        const count = Math.min(MOST_DECISIONS, toNumber(allIn));
        return Array.from({ length: count }, (_, i) => [least + BigInt(i), 1n]);
    };
    /** @type {Raises} */
    const raises = (bet, lastRaise) => {
        if (!isLess(bet, allIn)) return [];
        const smaller = amounts(bet, lastRaise).filter(to => isLess(to, allIn));
        const byText = new Map(smaller.map(to => [formatAmount(to), to]));
        const rising = [...byText].sort(([, one], [, other]) => isLess(one, other) ? -1 : 1);
        const verb = bet[0] ? "raise to" : "bet";
        const named = rising.map(([text, to]) => ({ name: `${verb} ${text}`, to }));
        return [...named, { name: "all-in", to: allIn }];
    };
    return bettingRound(setting, raises, own, bet, posted, Infinity, bet[0] ? "call" : "check");
}

/** How many times the bet that is faced a raise is; 0 for the pot. @param {string} size */
function readMultiple(size) {
    if (size === "pot") return ZERO;
    const number = size.slice(0, -1);
    if (!size.endsWith("x") || !(readNumber(number) >= 2))
        refuse("raises", size, "pot or a multiple from 2x up");
    return toFraction(number);
}

/** A bet as a part of the pot. @param {string} size */
function readShare(size) {
    const text = size === "pot" ? "100%" : size;
    const number = text.replace(/%$/, ""), isPercentage = text !== number;
    const share = readNumber(number);
    if (!(share > 0) || !isPercentage && share > MOST_POTS)
        refuse("bets", size, "a part of the pot, such as 60%,");
    return times(toFraction(number), [1n, isPercentage ? 100n : 1n]);
}

/** A setting's tree before it is numbered, the names of the players and, in push or fold, how many
chips are a unit of its payments: the big blind.
@typedef {{ root: Decision, players: string[], unit?: number }} Unnumbered
@typedef {(setting: State) => Unnumbered} Builder */

/** @type {Builder} */
function pushFold({
    stack = "10", other = "", sb = "0.5", bb = "1", ante = "0", dead = "0",
}) {
    const first = parsePositive("stack", stack);
    const second = other === "" ? first : parsePositive("other", other);
    const deadAnte = parseAmount("dead", dead), each = parseAmount("ante", ante);
    const [small, big] = parseBlinds(sb, bb).map(blind => plus(each, blind));
    const unit = toNumber(parsePositive("bb", bb)), stackOfBig = other === "" ? "stack" : "other";
    if (!isLess(deadAnte, second)) refuseMisfits([
        { setting: "dead", given: dead, needed: `less than ${other || stack} ({${stackOfBig}})` },
        { setting: stackOfBig, given: other || stack, needed: `more than ${dead} ({dead})` },
    ]);
    const atRisk = minimum(first, minus(second, deadAnte));
    /** @type {Action[]} */
    const answers = [{ name: "call", next: showdown(atRisk, deadAnte) }];
    if (isLess(big, atRisk)) answers.unshift({ name: "fold", next: fold(plus(big, deadAnte)) });
    /** @type {Action[]} */
    const actions = [{ name: "push", next: { player: 1, actions: answers } }];
    if (isLess(small, atRisk)) actions.unshift({ name: "fold", next: fold(minus(ZERO, small)) });
    return { root: { player: 0, actions }, players: BLINDS, unit };
}

/** @type {Builder} */
function oneRound({
    raises: typedRaises = "0 2:40", reraises = "", turns: typedTurns = "2", sb = "1", bb = "2",
}) {
    const first = parseSizes("raises", typedRaises, MOST_DECISIONS);
    const later = parseSizes("reraises", reraises, MOST_DECISIONS);
    const turns = parseWhole("turns", typedTurns, MOST_TURNS), [small, big] = parseBlinds(sb, bb);
    if (!first.length) refuse("raises", "none", "at least one");
    if (later[0] === "0") refuse("reraises", "0", "more than 0");
    /** @type {Raises} */
    const raises = (bet, _, turnsLeft) => {
        const sizes = turnsLeft === turns ? first : later;
        return sizes.filter(size => size !== "0").map(size =>
            ({ name: `raise ${size}`, to: plus(bet, toFraction(size)) }));
    };
    const root = bettingRound("these raises", raises, small, big, ZERO, turns);
    // A raise of 0 stands for a call.
    if (first[0] !== "0") root.actions = root.actions.filter(({ name }) => name !== "call");
    return { root, players: ["Alice", "Bob"] };
}

/** @type {Builder} */
function limit({
    blinds = "0.5/1", nr = "3", raise = "1", betting = "limit", live = "yes",
}) {
    const [sb, bb, ...more] = String(blinds).split("/");
    if (bb === undefined || more.length)
        refuse("blinds", blinds, "two such as 0.5/1");
    const [small, big] = [sb, bb].map(blind => parseAmount("blinds", blind));
    if (isLess(big, small)) refuse("blinds", blinds, "the smaller one first");
    const size = parsePositive("raise", raise), turns = 2 * parseWhole("nr", nr, MOST_TURNS);
    /** @type {Raises} */
    const raises = bet => {
        const potAfterCalling = times(TWO, bet);
        const by = betting === "limit" ? size : times(potAfterCalling, size);
        return [{ name: "raise", to: plus(bet, by) }];
    };
    const root = bettingRound("so many actions", raises, small, big, ZERO, turns);
    const call = /** @type {Action} */ (root.actions.find(({ name }) => name === "call"));
    const afterCall = /** @type {Decision} */ (call.next);
    // A big blind who is live may even fold, as in Selby's sim.c.
    if (live === "yes") afterCall.actions.unshift({ name: "fold", next: fold(big) });
    else call.next = showdown(big);
    return { root, players: BLINDS };
}

/** @type {Builder} */
function noLimit({
    stack = "10", other = "", raises = "2.5x", sb = "0.5", bb = "1", ante = "0",
}) {
    const [small] = parseBlinds(sb, bb), big = parsePositive("bb", bb);
    const each = parseAmount("ante", ante), sizes = splitSizes("raises", raises, "x");
    const own = parseNumber("stack", stack);
    const otherIsShorter = other !== "" && parseNumber("other", other) < own;
    const [shorter, setting] = otherIsShorter ? [other, "other"] : [stack, "stack"];
    const least = plus(big, each), most = toFraction(shorter), allIn = minus(most, each);
    if (!isLess(big, allIn)) refuseMisfits([
        { setting, given: shorter, needed: `more than ${formatAmount(least)} ({bb} and {ante})` },
        { setting: "bb", given: bb,
            needed: `less than ${formatAmount(allIn)} ({${setting}} less {ante})` },
        { setting: "ante", given: ante,
            needed: `less than ${formatAmount(minus(most, big))} ({${setting}} less {bb})` },
    ]);
    const multiples = sizes.join() === "all" ? undefined : sizes.map(readMultiple);
    const asked = "these raises with this stack";
    return { root: untilAllIn(asked, small, big, each, allIn, multiples), players: BLINDS };
}

/** @type {Builder} */
function river({ pot: typedPot, stack, bets, raises }) {
    const pot = parsePositive("pot", typedPot), allIn = parsePositive("stack", stack);
    const firstBets = splitSizes("bets", bets).map(size => times(readShare(size), pot));
    const multiples = splitSizes("raises", raises, "x").map(readMultiple);
    const posted = times(pot, [1n, 2n]), setting = "these sizes with this stack";
    return {
        root: untilAllIn(setting, ZERO, ZERO, posted, allIn, multiples, firstBets),
        players: ["first player", "second player"],
    };
}

/** Each kind of game as the package names it. @type {Record<string, Builder>} */
const builders = {
    "push-fold": pushFold, "one-round": oneRound, preflop: limit, "no-limit": noLimit, river,
};

/** A setting's tree in sequence form, numbered in the order in which it is written.

`players` and `sequences` are names, of either player, the empty sequence first. Amounts are chips
and, in push or fold, big blinds.
@param {string} kind @param {State} setting @returns {Tree} */
export function build(kind, setting) {
    const { root, players, unit = 1 } = builders[kind](setting), sequences = [[""], [""]];
    /** @type {InformationSet[][]} */
    const informationSets = [[], []];
    /** @type {Payment[]} */
    const payments = [];
    /** Number a node, which follows the players' last sequences.
    @type {(node: TreeNode, history: string, last: number[]) => void} */
    const visit = (node, history, last) => {
        if (!("actions" in node)) {
            for (const { isStake, amount } of node.payments)
                payments.push({ sequences: last, isStake, amount: amount / unit });
            return;
        }
        const { player, actions } = node, names = sequences[player], first = names.length;
        informationSets[player].push({
            history, parent: last[player], opponentSequence: last[1 - player],
            first, stop: first + actions.length,
        });
        const histories = actions.map(({ name }) => history ? `${history}, ${name}` : name);
        names.push(...histories);
        actions.forEach(({ next }, i) => visit(next, histories[i], last.with(player, first + i)));
    };
    visit(root, "", [0, 0]);
    const amounts = payments.map(({ amount }) => Math.abs(amount)).filter(Boolean);
    if (Math.max(...amounts) >= 2 ** 53 * Math.min(...amounts)) deny(
        "the amounts are so far apart that the smaller ones are lost beside the larger");
    return { players, sequences, informationSets, payments };
}
