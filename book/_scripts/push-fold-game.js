/* Push or fold as a tool has it: what can be set, and how it is put in words. */

import { ONE, formatAmount, readBlinds, numberIn, toFraction } from "./amounts.js";
import { CHANGE_OF_CALLS, plainChange } from "./calling-share.js";
import { GameWords, codeToSolve } from "./game-words.js";
import { readLocks, writeStrategy } from "./locked-ranges.js";
import { roundTo, trimNoise } from "./numbers.js";
import { CALLER, PUSHER } from "./push-fold-payoffs.js";
import { realGameWithAnte, worthOfRealGame } from "./real-game.js";
import { refusalIn } from "./refusals.js";
import { SettingStore, effectiveStack } from "./setting-store.js";
import { counted, percent } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { Reproduction } from "./game-words.js" */
/** @import { BothLocks } from "./games.js" */
/** @import { Reply } from "./lock-outcomes.js" */
/** @import { Chips } from "./setting-store.js" */
/** @import { Solution } from "./solutions.js" */

/** What either plays who does not fold. */
const ACTIONS = ["push", "call"];
/** What the command calls either. */
const SEATS = ["small", "big"];

/** The settings that are stacks, and those that are blinds. */
const STACKS = ["stack", "otherStack"], POSTED = ["smallBlind", "ante", "bigBlindAnte"];

/** How often each hand of a player does not fold.
@param {Solution} solution
@param {number} player */
export function pushesOrCalls(solution, player) {
    const plan = solution.plans[player];
    return plan[plan.length - 1];
}

/** How often each hand of a player does not fold by his lock, if he has one: he has one
information set, and folds by its first action.
@param {BothLocks} locks
@param {number} player
@returns {number[] | undefined} */
export const lockedPushesOrCalls = (locks, player) => locks[player][0]?.[1];

/** Whether a player may choose, and is not all-in by force.
@param {Solution} solution
@param {number} player */
export function hasChoice(solution, player) {
    const [{ first, end }] = solution.game.tree.informationSets[player];
    return end - first > 1;
}

/** Whether the small blind is half the big blind.
@param {Chips} chips */
const areBlindsHalves = ({ smallBlind, bigBlind }) => 2 * smallBlind === bigBlind;

/** Whether the blinds are 1/2 and 1 big blind, without antes.
@param {Chips} chips */
export const hasPlainBlinds = chips =>
    areBlindsHalves(chips) && !chips.ante && !chips.bigBlindAnte;

/** Stacks, blinds and antes in big blinds, exactly.
@param {Settings} state
@returns {Settings} */
function inBigBlinds(state) {
    const big = toFraction(state.bigBlind);
    return Object.fromEntries([...STACKS, ...POSTED, "bigBlind"].map(name =>
        [name, state[name] && formatAmount(toFraction(state[name]).over(big))]));
}

/** The range to which a player is locked, if he is.
@param {number} player
@param {string} locksText */
const rangeOf = (player, locksText) =>
    readLocks(locksText).find(range => range.player === player)?.rangeText;

export class PushFoldStore extends SettingStore {
    /** @type {typeof SettingStore.gameInfo} */
    static gameInfo = {
        stack: { label: "Stack", hasSlider: true },
        otherStack: { label: "Big blind's stack, if different" },
        smallBlind: { label: "Small blind" },
        bigBlind: { label: "Big blind" },
        ante: { label: "Ante" },
        bigBlindAnte: { label: "Big-blind ante" },
    };
    static viewStart = { handName: "", calls: "" };

    /** @type {SettingStore["neededText"]} */
    neededText(name, text) {
        const isRefused = name === "calls" && text && !CHANGE_OF_CALLS.test(plainChange(text));
        return isRefused ? "a change such as +20%" : super.neededText(name, text);
    }

    /** Texts on the game count big blinds: it is solved with a big blind of one chip. What makes no
    game is refused as it was typed.
    @type {SettingStore["taskOf"]} */
    taskOf(state) {
        const task = super.taskOf(state);
        return toFraction(state.bigBlind).equals(ONE) ? task
            : super.taskOf({ ...state, ...inBigBlinds(state) });
    }

    /** Where the calls are locked otherwise, that is no change of their share any more.
    @type {SettingStore["asMeant"]} */
    asMeant(changed) {
        const { locksText, calls } = changed;
        const isLockedOtherwise = locksText !== undefined && !calls
            && rangeOf(CALLER, locksText) !== rangeOf(CALLER, this.state.locksText);
        return this.inOneUnit(isLockedOtherwise ? { ...changed, calls: "" } : changed);
    }

    /** Where chips are typed for blinds and stacks are still in big blinds, these stay as many: as
    chips they would be less than one. So do a small blind and antes that nobody has typed anew.
    @param {Settings} changed */
    inOneUnit(changed) {
        const { state, chips } = this;
        const isStackChanged = STACKS.some(name => changed[name] !== state[name]);
        if (isStackChanged || chips.bigBlind !== 1) return changed;
        const big = this.normalize("bigBlind", changed.bigBlind), bigBlind = numberIn(big);
        const areChips = bigBlind > 0 && effectiveStack({ ...chips, bigBlind }) < 1;
        if (!areChips) return changed;
        const left = POSTED.filter(name =>
            changed[name] === state[name] && numberIn(changed[name]) <= 1);
        const inChips = Object.fromEntries([...STACKS, ...left].map(name => [name, changed[name]
            && formatAmount(toFraction(changed[name]).times(toFraction(big)))]));
        const meant = { ...changed, ...inChips };
        const small = this.normalize("smallBlind", meant.smallBlind);
        return refusalIn(() => readBlinds(small, big)) ? changed : meant;
    }
}

export class PushFoldWords extends GameWords {
    unit = "bb";

    /** @param {Reply} [reply]
    @returns {Reproduction} */
    reproduction(reply) {
        const { chips, state } = this.store;
        const { stack, otherStack, smallBlind, bigBlind, ante, bigBlindAnte } = state;
        const stacks = otherStack ? `("${stack}", "${otherStack}")` : `"${stack}"`;
        const tree = `push_fold(${stacks}, "${smallBlind}", "${bigBlind}", "${ante}", `
            + `"${bigBlindAnte}")`;
        let options = `push-fold --stack ${stack} --small-blind ${smallBlind} `
            + `--big-blind ${bigBlind}`;
        if (chips.ante) options += ` --ante ${ante}`;
        if (chips.bigBlindAnte) options += ` --big-blind-ante ${bigBlindAnte}`;
        const note = chips.bigBlind === 1 ? ""
            : `There, values are in chips: ${bigBlind} make a big blind.`;
        if (reply?.risk === undefined) return {
            command: !otherStack && options, code: codeToSolve("holdem()", tree), note,
        };
        const { deal, locks, belief } = this.store.task;
        const { replier } = reply, lockedPlayer = 1 - replier, action = ACTIONS[lockedPlayer];
        const risk = trimNoise(roundTo(reply.risk * chips.bigBlind, 6));
        const range = writeStrategy(deal, ["fold", action],
            locks[lockedPlayer][0], this.rangeDigits + 1);
        const riskNote = `The risk, in chips, is that of being ${percent(belief)} sure.`;
        return {
            includesLocks: true, note: note ? `${riskNote} ${note}` : riskNote,
            command: !otherStack && `${options} --against "${range}" --risk ${risk} `
                + `--as ${SEATS[replier]}`,
            code: "import pokerlab as pl; pl.studies.safe_response.response("
                + `game := pl.Game(pl.deals.holdem(), pl.betting.${tree}), ${replier}, `
                + `game.plan(${lockedPlayer}, {"${action}": "${range}"}), "${risk}")`,
        };
    }

    /** Values are in big blinds.
    @type {GameWords["mistakeSize"]} */
    mistakeSize() {
        return 0.001;
    }

    /** Nobody should wonder at charts of players who have no choice.
    @type {GameWords["caveat"]} */
    caveat(solution) {
        if (!solution || hasChoice(solution, CALLER)) return super.caveat();
        return super.caveat() + (hasChoice(solution, PUSHER)
            ? "The big blind's forced bets put him all-in: he cannot fold. "
            : "Blinds and antes take all that can be lost: both players are all-in, and have no "
                + "choice. ");
    }

    realGameText() {
        const { state, chips } = this.store, hasLocks = Boolean(state.locksText);
        if (!areBlindsHalves(chips)) return "";
        if (hasPlainBlinds(chips)) return worthOfRealGame(effectiveStack(chips), hasLocks);
        return realGameWithAnte(this.stackWithAnteOfOne(), hasLocks);
    }

    /** The stack with a big-blind ante of one that makes the game that is set, in big blinds; none,
    if no such game is the same. An ante of half as much from each is, with stacks that are smaller
    by that half. */
    stackWithAnteOfOne() {
        const { chips } = this.store, { bigBlind } = chips, stack = effectiveStack(chips);
        const ante = chips.ante / bigBlind, bigBlindAnte = chips.bigBlindAnte / bigBlind;
        if (ante === 0.5 && !bigBlindAnte) return trimNoise(stack + ante);
        const isBigBlindCovered = chips.otherStack <= chips.stack;
        return bigBlindAnte === 1 && !ante && isBigBlindCovered ? stack : undefined;
    }

    /** In big blinds, whatever they are.
    @type {GameWords["briefText"]} */
    briefText(state = this.store.state) {
        const chips = this.store.chipsIn(state);
        const { smallBlind, bigBlind, ante, bigBlindAnte } = chips;
        /** @type {(name: string, amount: number) => string} */
        const named = (name, amount) => `${name} ${roundTo(amount / bigBlind, 4)}`;
        const parts = [counted(roundTo(effectiveStack(chips), 4), "big blind")];
        if (!areBlindsHalves(chips)) parts.push(named("small blind", smallBlind));
        if (ante) parts.push(named("ante", ante));
        if (bigBlindAnte) parts.push(named("big-blind ante", bigBlindAnte));
        return parts.join(", ");
    }

    /** @type {GameWords["worthText"]} */
    worthText(solution, state = this.store.state) {
        const brief = this.briefText(state);
        return `with ${brief}${brief.includes(",") ? "," : ""} ${super.worthText(solution)}`;
    }
}
