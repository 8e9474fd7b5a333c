/* The game that is set in a tool, in words: what it is, what it is worth, what is lost in it, and
how to find it with the package. */

import { isLockedAnywhere } from "./games.js";
import { withoutLeftOut } from "./locked-ranges.js";
import { capital, counted, percent, signed } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { LockedRange } from "./locked-ranges.js" */
/** @import { Reply } from "./lock-outcomes.js" */
/** @import { SettingStore } from "./setting-store.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { View } from "./view.js" */

/** How to solve the tool's game with the package: a command, if there is one, and code that runs as
it is; a note on these, in sentences; and whether they include the locks.
@typedef {object} Reproduction
@property {string | false} [command]
@property {string} code
@property {string} [note]
@property {boolean} [includesLocks] */

/** Code that solves a game, and runs as it is.
@param {string} deal
@param {string} tree */
export const codeToSolve = (deal, tree) =>
    `import pokerlab as pl; pl.solve(pl.Game(pl.deals.${deal}, pl.betting.${tree}))`;

/** How many digits of a number are known within a width, at most so many.
@param {number} width */
const knownDigits = (width, most = 4) =>
    Math.min(Math.max(-Math.ceil(Math.log10(Math.max(width, 1e-9))), 0), most);

export class GameWords {
    unit = "chips";
    /** How many digits the weights of a range have that is copied; those of a lock have one more.
    */
    rangeDigits = 3;

    /** @param {{ store: SettingStore }} parts */
    constructor({ store }) {
        this.store = store;
        this.players = store.players;
        this.thePlayers = store.thePlayers;
        this.telling = store.telling;
    }

    /** The cards that lie on the table, as they are written, if any do. */
    boardText() {
        return "";
    }

    /** How many digits are shown of what an action earns. */
    earningsDigits() {
        return 4;
    }

    /** What an action earns.
    @param {number} earned */
    earningsText(earned) {
        return signed(earned, this.earningsDigits());
    }

    /* ---- the settings in words ---- */

    /** A setting in words.
    @param {string} name
    @param {string} text */
    settingText(name, text) {
        const label = this.store.labelOf(name);
        // A name keeps its capital.
        const called = this.players.some(player => label.startsWith(player)) ? label
            : label[0].toLowerCase() + label.slice(1);
        return `${called} ${text || "none"}`;
    }

    /** Some settings of a state in words.
    @param {string[]} settingNames
    @param {Settings} [state] */
    settingsText(settingNames, state = this.store.state) {
        return settingNames.map(name => this.settingText(name, state[name])).join(", ");
    }

    /** A locked range in words.
    @param {LockedRange} range */
    lockText({ player, history, rangeText }) {
        return `${capital(this.players[player])}, ${this.telling.afterText(history)}: ${rangeText}`;
    }

    /** All that is set and locked, and how sure one is of it, in words. */
    wholeText() {
        const { store: { state, start, gameSettingNames, lockedRanges, task } } = this;
        const { leftOut, belief } = task;
        const namesToSay = gameSettingNames.filter(name => name !== "tolerance"
            && (state[name] !== start[name] || !["", "0"].includes(state[name])));
        const sure = belief < 1 ? ` (${percent(belief)} sure)` : "";
        const lockTexts = withoutLeftOut(lockedRanges, leftOut)
            .map(range => `locked${sure}: ${this.lockText(range)}`);
        return [this.settingsText(namesToSay), ...lockTexts].join("; ");
    }

    /** What there is to solve. */
    workText() {
        const { tree, deal } = this.store.task, count = tree.informationSets.flat().length;
        return `${counted(count, "decision")} of ${deal.hands.length} ${deal.noun}`;
    }

    /** Of which game a range is that is copied, where that can't be told from the range.
    @param {number} player
    @param {string} history  after which it is played */
    rangeNote(player, history) {
        return "";
    }

    /** What game a state is, in a few words, if that can be said in few.
    @param {Settings} [state] */
    briefText(state) {
        return "";
    }

    /* ---- the solution in words ---- */

    /** What the game lacks, before its value: nobody should take its strategies for advice at a
    table.
    @param {Solution} [solution] */
    caveat(solution) {
        return "No postflop betting, rake or ICM. ";
    }

    /** What a reader of its charts asks first, in a sentence, if anything.
    @param {View[]} views */
    findingText(views) {
        return "";
    }

    /** The paragraph on the game with all its streets; "" if nothing is known of that. */
    realGameText() {
        return "";
    }

    /** What a game is worth to the first player, in a unit of so many chips, with the digits that
    its bracket proves, at most so many.
    @param {Solution} solution
    @param {number} unit
    @param {number} most */
    valueText(solution, unit = 1, most = 4) {
        const { potCounted } = solution;
        const [lower, payoff, upper] = [solution.lower, solution.payoff, solution.upper]
            .map(amount => (amount + potCounted) / unit);
        return upper - lower <= 1 ? signed(payoff, knownDigits(upper - lower, most))
            : `between ${signed(Math.floor(lower), 0)} and ${signed(Math.ceil(upper), 0)}`;
    }

    /** What a game is worth.
    @param {Solution} solution
    @param {Settings} [state] */
    worthText(solution, state) {
        let lockedText = "";
        if (solution.game.locks.some(isLockedAnywhere)) lockedText = solution.belief < 1
            ? `, ${percent(solution.belief)} sure of what is locked` : ", with what is locked";
        return `the game is worth ${this.valueText(solution)} ${this.unit} to ${this.thePlayers[0]}`
            + lockedText;
    }

    /** A power of ten that a width does not exceed, or a whole number.
    @param {number} width */
    widthText(width) {
        const digits = knownDigits(width, 9);
        return width > 1 ? String(Math.ceil(width)) : (10 ** -digits).toFixed(digits);
    }

    /** How to solve the tool's game with the package.
    @param {Reply} [reply]  to the locks
    @returns {Reproduction} */
    reproduction(reply) {
        throw new Error("reproduction: each kind of words has its own");
    }

    /* ---- what is lost ---- */

    /** How much a unit is in which mistakes are counted. */
    mistakeSize() {
        return this.store.chips.bigBlind / 1000;
    }

    /** How many units of mistakes are lost; with the digits that a width leaves, one at most.
    @param {number} lost
    @param {number} [width] */
    lossInUnits(lost, width = 0) {
        const size = this.mistakeSize(), inUnits = lost / size;
        const digits = knownDigits(width / size, 1), least = 10 ** -digits;
        const isTiny = inUnits > 0 && inUnits < least / 2;
        return isTiny ? `less than ${least}` : inUnits.toFixed(digits);
    }

    /** What is lost, with the name of the unit of mistakes.
    @param {number} lost
    @param {number} [width] */
    lossText(lost, width = 0) {
        return `${this.lossInUnits(lost, width)} ${this.store.unitOfMistakes}`;
    }

    /** What is lost a deal; where mistakes are in mbb, in big blinds per hundred deals, too, which
    players count in. These are deals of one seat; a player sits in both in turn.
    @param {number} lost
    @param {number} [width] */
    lossRateText(lost, width = 0) {
        const size = this.mistakeSize(), rate = lost / size / 10;
        const perHundred = rate.toFixed(knownDigits(width / size, 1) + 1);
        return `${this.lossText(lost, width)} a deal`
            + (this.store.unitOfMistakes === "mbb" ? ` (${perHundred} bb/100 in this seat)` : "");
    }
}
