/* The explorer's betting trees: those of pokerlab/betting.py. */

import {
    Fraction, HALF, PERCENT, ZERO, formatAmount, numberIn, parseAmount,
    parsePositive, parseWhole, readBlinds, toFraction,
} from "./amounts.js";
import { bettingLimits } from "./build-constants.js";
import { refusalIn, refuse, refuseSetting, refuseSettings } from "./refusals.js";
import { parseSizes, splitSizes } from "./sizes.js";
import { fold, makeTree, showdown } from "./trees.js";
/** @import { Action, Choice, Tree, TreeNode } from "./trees.js" */

/** Settings by their names, each as the text that was typed or chosen.
@typedef {Record<string, string>} Settings */

/** A raise: what it is called, and the bet that it makes.
@typedef {object} Raise
@property {string} name
@property {Fraction} raisedTo */

/** The raises that are allowed over a bet, the smallest first, as the tree lists them. The bet
exceeds the one before it by the last increase, and so many turns may still be raises.
@typedef {(bet: Fraction, lastIncrease: Fraction, turnsLeft: number) => Raise[]} Raises */

/** A player's turn in a round of betting, as `_Turn` of pokerlab/betting.py is.
@typedef {object} BettingTurn
@property {number} player
@property {Fraction} ownBet  what the player has bet already
@property {Fraction} bet  that the player faces
@property {Fraction} lastIncrease  what it exceeds the bet before it by
@property {number} turnsLeft  how many more turns may be raises, with this one
@property {boolean} callEndsBetting */

/** The most decisions of a tree that is solved while a reader waits. */
export const MAX_PAGE_DECISIONS = 1000;

/** Push or fold is not solved with stacks of more than so many of what the big blind posts. */
const MAX_POSTS = new Fraction(1000n);

const TWO = new Fraction(2n);
const THREE = new Fraction(3n);
export const PLAYERS_BY_BLIND = ["small blind", "big blind"];

/** A round of betting, as `_betting_round` of pokerlab/betting.py makes it.
@param {string} blamed  if there are too many decisions: what makes them, in words
@param {Raises} raises
@param {Fraction} ownBetAtStart  what player 0 has bet already
@param {Fraction} betAtStart  the bet that player 0 faces
@param {Fraction} putInBefore  what each has put in before, such as an ante; it is no part of a
    bet
@param {number} turns  that may be raises
@param {string} passiveName  of player 0's first action if it is no raise
@returns {Choice} */
function bettingRound(
    blamed, raises, ownBetAtStart, betAtStart, putInBefore = ZERO, turns = Infinity,
    passiveName = "call",
) {
    let decisions = 0;
    /** The part of the tree that begins with a turn.
    @type {(turn: BettingTurn) => TreeNode} */
    const subtree = ({ player, ownBet, bet, lastIncrease, turnsLeft, callEndsBetting }) => {
        decisions++;
        if (decisions > MAX_PAGE_DECISIONS) refuse(
            `${blamed} make more than ${MAX_PAGE_DECISIONS} decisions: this page solves no more`);
        let passive = passiveName;
        if (ownBet.isLess(bet)) passive = "call";
        else if (callEndsBetting) passive = "check";
        /** @type {Action[]} */
        const actions = [];
        if (passive === "call") {
            const putIn = putInBefore.plus(ownBet);
            actions.push({ name: "fold", next: fold(player ? putIn : putIn.negated) });
        }
        const later = { turnsLeft: turnsLeft - 1, callEndsBetting: true };
        const afterCall = callEndsBetting ? showdown(putInBefore.plus(bet))
            : subtree({ player: 1, ownBet: bet, bet, lastIncrease, ...later });
        actions.push({ name: passive, next: afterCall });
        if (turnsLeft > 0) for (const { name, raisedTo } of raises(bet, lastIncrease, turnsLeft)) {
            const raised = { bet: raisedTo, lastIncrease: raisedTo.minus(bet) };
            const next = subtree({ player: 1 - player, ownBet: bet, ...raised, ...later });
            actions.push({ name, next });
        }
        if (actions.length > 1) return { player, actions };
        decisions--; // a check that ends the betting is none
        return afterCall;
    };
    return /** @type {Choice} */ (subtree({
        player: 0, ownBet: ownBetAtStart, bet: betAtStart, lastIncrease: betAtStart,
        turnsLeft: turns, callEndsBetting: false,
    }));
}

/** A raise: to a multiple of the bet that is faced, or by the pot.
@typedef {Fraction | "pot"} RaiseSize */

/** Betting that goes on until somebody is all-in.
@typedef {object} BettingToAllIn
@property {string} blamed  if there are too many decisions: what makes them, in words
@property {Fraction} ownBet  what player 0 has bet already
@property {Fraction} bet  the bet that player 0 faces
@property {Fraction} putInBefore  what each has put in before; it is no part of a bet
@property {Fraction} allIn  the bet that is all-in
@property {RaiseSize[]} [sizes]  of raises; all whole chips, if there are none
@property {Fraction[]} [firstBets]  what may be bet where nobody has */

/** Player 0's first decision where betting goes on until somebody is all-in.
@param {BettingToAllIn} betting */
function untilAllIn({ blamed, ownBet, bet, putInBefore, allIn, sizes, firstBets = [] }) {
    /** @type {(bet: Fraction, lastIncrease: Fraction) => Fraction[]} */
    const amounts = (bet, lastIncrease) => {
        if (bet.isZero) return firstBets;
        if (sizes) {
            const byThePot = THREE.times(bet).plus(TWO.times(putInBefore));
            return sizes.map(size => size === "pot" ? byThePot : size.times(bet));
        }
        const { numerator, denominator } = bet.plus(lastIncrease);
        const least = (numerator + denominator - 1n) / denominator;
        const count = Math.min(MAX_PAGE_DECISIONS, allIn.toNumber());
        return Array.from({ length: count }, (_, i) => new Fraction(least + BigInt(i)));
    };
    /** @type {Raises} */
    const raises = (bet, lastIncrease) => {
        if (!bet.isLess(allIn)) return [];
        const smaller = amounts(bet, lastIncrease).filter(raisedTo => raisedTo.isLess(allIn));
        const byText = new Map(smaller.map(raisedTo =>
            [formatAmount(raisedTo), raisedTo]));
        const rising = [...byText].sort(([, raise], [, next]) => raise.isLess(next) ? -1 : 1);
        const verb = bet.isZero ? "bet" : "raise to";
        const named = rising.map(([text, raisedTo]) => ({ name: `${verb} ${text}`, raisedTo }));
        return [...named, { name: "all-in", raisedTo: allIn }];
    };
    const passiveName = bet.isZero ? "check" : "call";
    return bettingRound(blamed, raises, ownBet, bet, putInBefore, Infinity, passiveName);
}

/** The size of a raise.
@param {string} size
@returns {RaiseSize} */
function readRaiseSize(size) {
    if (size === "pot") return size;
    const number = size.slice(0, -1);
    if (!size.endsWith("x") || !(numberIn(number) >= 2))
        refuseSetting("raises", size, "pot or a multiple from 2x up");
    return toFraction(number);
}

/** Whether a raise can be read.
@param {string} size */
export const isRaiseSize = size => !refusalIn(() => readRaiseSize(size));

/** Whether a bet can be read.
@param {string} size */
export const isPotShare = size => !refusalIn(() => readPotShare(size, ""));

/** A bet as a part of the pot.
@param {string} size
@param {string} pot  as it was typed */
function readPotShare(size, pot) {
    const text = size === "pot" ? "100%" : size;
    const number = text.replace(/%$/, ""), isPercentage = text !== number;
    const share = numberIn(number);
    if (!(share > 0)) refuseSetting("bets", size, "a part of the pot, such as 60%");
    if (!isPercentage && share > bettingLimits().maxBetInPots) {
        // A fraction of whole numbers is one of the pot, too.
        const areWhole = [number, pot].every(text => /^\d+$/.test(text));
        const forChips = areWhole ? ` or, for ${number} chips, ${number}/${pot}` : "";
        refuseSetting("bets", size, `a part of the pot: ${number}%${forChips}`);
    }
    return isPercentage ? toFraction(number).times(PERCENT) : toFraction(number);
}

/** The tree of some settings before it is numbered, and the names of the players.
@typedef {object} Unnumbered
@property {Choice} root
@property {string[]} players
@typedef {(settings: Settings) => Unnumbered} Builder */

/** The shorter stack as it was typed, and the setting that says it; the first, if both are as long.
@param {string} stack
@param {string} otherStack  the big blind's, "" if it is as long */
export function shorterStack(stack, otherStack) {
    const isBigBlindShorter =
        otherStack !== "" && toFraction(otherStack).isLess(toFraction(stack));
    return isBigBlindShorter ? { setting: "otherStack", shorter: otherStack }
        : { setting: "stack", shorter: stack };
}

/** All-in or fold, and a call or a fold.
@type {Builder} */
function pushFold({ stack, otherStack, smallBlind, bigBlind, ante, bigBlindAnte }) {
    const smallBlindStack = parsePositive("stack", stack);
    const bigBlindStack =
        otherStack === "" ? smallBlindStack : parsePositive("otherStack", otherStack);
    const anteOfBig = parseAmount("bigBlindAnte", bigBlindAnte), each = parseAmount("ante", ante);
    const [small, big] = readBlinds(smallBlind, bigBlind).map(blind => each.plus(blind));
    // Texts on the game count big blinds.
    parsePositive("bigBlind", bigBlind);
    const bigBlindSetting = otherStack === "" ? "stack" : "otherStack";
    if (!anteOfBig.isLess(bigBlindStack)) refuseSettings([
        { setting: "bigBlindAnte", given: bigBlindAnte,
            needed: `less than ${otherStack || stack} ({${bigBlindSetting}})` },
        { setting: bigBlindSetting, given: otherStack || stack,
            needed: `more than ${bigBlindAnte} ({bigBlindAnte})` },
    ]);
    const atRisk = smallBlindStack.minimum(bigBlindStack.minus(anteOfBig));
    const posted = big.plus(anteOfBig), { setting, shorter } = shorterStack(stack, otherStack);
    if (posted.times(MAX_POSTS).isLess(atRisk)) refuseSetting(setting, shorter,
        `at most ${formatAmount(posted.times(MAX_POSTS))} (${MAX_POSTS.numerator} times what the big `
        + "blind posts); with more, too, only aces are worth a push or a call");
    /** @type {Action[]} */
    const replies = [{ name: "call", next: showdown(atRisk, anteOfBig) }];
    if (big.isLess(atRisk))
        replies.unshift({ name: "fold", next: fold(posted) });
    /** @type {Action[]} */
    const actions = [{ name: "push", next: { player: 1, actions: replies } }];
    if (small.isLess(atRisk)) actions.unshift({ name: "fold", next: fold(small.negated) });
    return { root: { player: 0, actions }, players: PLAYERS_BY_BLIND };
}

/** A round of raises by listed amounts.
@type {Builder} */
function oneRound({ raises: typedRaises, reraises, turns: typedTurns, smallBlind, bigBlind }) {
    const openingSizes = parseSizes("raises", typedRaises, MAX_PAGE_DECISIONS);
    const laterSizes = parseSizes("reraises", reraises, MAX_PAGE_DECISIONS);
    const turns = parseWhole("turns", typedTurns, bettingLimits().maxTurns);
    const [small, big] = readBlinds(smallBlind, bigBlind);
    if (!openingSizes.length) refuseSetting("raises", "none", "at least one");
    if (laterSizes[0] === "0") refuseSetting("reraises", "0", "more than 0");
    /** @type {Raises} */
    const raises = (bet, _, turnsLeft) => {
        const sizes = turnsLeft === turns ? openingSizes : laterSizes;
        return sizes.filter(size => size !== "0").map(size =>
            ({ name: `raise ${size}`, raisedTo: bet.plus(toFraction(size)) }));
    };
    const root = bettingRound("these raises", raises, small, big, ZERO, turns);
    // A raise of 0 stands for a call.
    if (openingSizes[0] !== "0") root.actions = root.actions.filter(({ name }) => name !== "call");
    return { root, players: ["Alice", "Bob"] };
}

/** A round of raises of one size.
@type {Builder} */
function limit({ blinds, actionsEach, raiseSize, betting, bigBlindLive }) {
    const amounts = String(blinds).split("/");
    if (amounts.length !== 2) refuseSetting("blinds", blinds, "two numbers such as 0.5/1");
    const [small, big] = amounts.map(amount => parseAmount("blinds", amount));
    if (big.isLess(small)) refuseSetting("blinds", blinds, "two numbers, the smaller one first");
    if (betting !== "limit" && !ZERO.isLess(big))
        refuseSetting("blinds", blinds, "a big blind above 0, for a pot to raise by");
    const size = parsePositive("raiseSize", raiseSize);
    const turns = 2 * parseWhole("actionsEach", actionsEach, bettingLimits().maxTurns);
    /** @type {Raises} */
    const raises = bet => {
        const potAfterCalling = TWO.times(bet);
        const by = betting === "limit" ? size : potAfterCalling.times(size);
        return [{ name: "raise", raisedTo: bet.plus(by) }];
    };
    const root = bettingRound("so many actions", raises, small, big, ZERO, turns);
    const call = /** @type {Action} */ (root.actions.find(({ name }) => name === "call"));
    const afterCall = /** @type {Choice} */ (call.next);
    // A big blind who is live may even fold, as in Selby's sim.c.
    if (bigBlindLive === "yes") afterCall.actions.unshift({ name: "fold", next: fold(big) });
    else call.next = showdown(big);
    return { root, players: PLAYERS_BY_BLIND };
}

/** Refuse a stack that is too many big blinds, or pots.
@param {string} setting  that says the stack
@param {string} stack  as it was typed
@param {string} unitSetting  that says the big blind, or the pot
@param {string} unit */
function refuseDepth(setting, stack, unitSetting, unit) {
    const { maxStackRatio } = bettingLimits(), ratio = new Fraction(BigInt(maxStackRatio));
    const chips = toFraction(stack), most = toFraction(unit).times(ratio);
    const least = formatAmount(chips.over(ratio)), times = maxStackRatio.toLocaleString("en");
    if (most.isLess(chips)) refuseSettings([
        { setting, given: stack,
            needed: `at most ${formatAmount(most)} (${times} times {${unitSetting}})` },
        { setting: unitSetting, given: unit,
            needed: `at least ${least} ({${setting}} / ${times})` },
    ]);
}

/** A round before the flop until somebody is all-in.
@type {Builder} */
function noLimit({ stack, otherStack, raises, smallBlind, bigBlind, ante }) {
    const [small] = readBlinds(smallBlind, bigBlind), big = parsePositive("bigBlind", bigBlind);
    const each = parseAmount("ante", ante);
    const sizes = splitSizes("raises", raises, isRaiseSize, "x");
    parseAmount("stack", stack);
    if (otherStack !== "") parseAmount("otherStack", otherStack);
    const { setting, shorter } = shorterStack(stack, otherStack);
    const least = big.plus(each), most = toFraction(shorter), allIn = most.minus(each);
    if (!big.isLess(allIn)) refuseSettings([
        { setting, given: shorter,
            needed: `more than ${formatAmount(least)} ({bigBlind} and {ante})` },
        { setting: "bigBlind", given: bigBlind,
            needed: `less than ${formatAmount(allIn)} ({${setting}} less {ante})` },
        { setting: "ante", given: ante,
            needed: `less than ${formatAmount(most.minus(big))} ({${setting}} less {bigBlind})` },
    ]);
    refuseDepth(setting, shorter, "bigBlind", bigBlind);
    const raiseSizes = sizes.join() === "all" ? undefined : sizes.map(readRaiseSize);
    const root = untilAllIn({
        blamed: "these raises with this stack", ownBet: small, bet: big, putInBefore: each,
        allIn, sizes: raiseSizes,
    });
    return { root, players: PLAYERS_BY_BLIND };
}

/** A round on a river until somebody is all-in.
@type {Builder} */
function river({ pot: typedPot, stack, bets, raises }) {
    const pot = parsePositive("pot", typedPot), allIn = parsePositive("stack", stack);
    refuseDepth("stack", stack, "pot", typedPot);
    const firstBets = splitSizes("bets", bets, isPotShare)
        .map(size => readPotShare(size, typedPot).times(pot));
    const raiseSizes = splitSizes("raises", raises, isRaiseSize, "x").map(readRaiseSize);
    const root = untilAllIn({
        blamed: "these sizes with this stack", ownBet: ZERO, bet: ZERO,
        putInBefore: pot.times(HALF), allIn, sizes: raiseSizes, firstBets,
    });
    return { root, players: ["first player", "second player"] };
}

/** What builds each kind of game, as addresses call it.
@type {Record<string, Builder>} */
const builders = {
    "push-fold": pushFold, "one-round": oneRound, preflop: limit, "no-limit": noLimit, river,
};

/** Refuse payments that floats cannot tell apart: `require_float_amounts` of pokerlab/games.py.
@param {Tree} tree */
function refuseLostAmounts({ payments }) {
    const amounts = payments.map(({ amount }) => Math.abs(amount)).filter(Boolean);
    const least = Math.min(...amounts), most = Math.max(...amounts);
    const { maxAmountRatio } = bettingLimits();
    if (most > maxAmountRatio * least) refuse(
        "the amounts are so far apart that the smaller ones are lost beside the larger");
    if (most > least && most > maxAmountRatio * (most - least)) refuse(
        "the amounts are so near each other that what differs is lost beside them");
}

/** The tree of some settings. Its amounts are chips.
@param {string} gameKind
@param {Settings} settings  all of them
@returns {Tree} */
export function buildTree(gameKind, settings) {
    const { root, players } = builders[gameKind](settings);
    const tree = makeTree(root, players);
    refuseLostAmounts(tree);
    return tree;
}
