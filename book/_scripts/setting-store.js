/* The settings of a tool by their names, the game that they make, and which changes of them are
refused, since they would make none. */

import { numberIn, withDecimalPoint, withoutBlinds } from "./amounts.js";
import { buildTree } from "./betting.js";
import { BY_ADDRESS } from "./address-bar.js";
import { BELIEF_STEPS, applyLocks, areLocks, readLocks, replierTo } from "./locked-ranges.js";
import { trimNoise } from "./numbers.js";
import { refusalIn, refusalText } from "./refusals.js";
import { settingMeant } from "./setting-keys.js";
import { START_SETTINGS } from "./start-settings.js";
import { afterHistory, withArticle } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { ChartDeal, HoldemDeal } from "./deals.js" */
/** @import { Gesture } from "./address-bar.js" */
/** @import { RangeContext } from "./locked-ranges.js" */
/** @import { Task } from "./solver-client.js" */
/** @import { Tree } from "./trees.js" */

/** How something that can be set is asked for: its box, its list or its slider.
@typedef {object} SettingInfo
@property {string} label  what it is called
@property {number} [size]  of its box, in letters
@property {boolean} [isReplaced]  whether what is in the box is replaced as a rule, however long
    it is
@property {Record<string, string>} [choices]  of a list, in the place of a box, and how each is
    called
@property {boolean} [hasSlider]  whether a slider sets it, which has a box of its own */

/** The settings that are so many chips. */
const CHIP_SETTINGS =
    ["stack", "otherStack", "smallBlind", "bigBlind", "ante", "bigBlindAnte", "pot"];

/** The settings that are typed as an amount, or as a pair of amounts. */
const AMOUNT_SETTINGS = [...CHIP_SETTINGS, "blinds", "raiseSize", "shownRaise"];

/** How many chips a state sets, by the names of settings; as many for the big blind's stack as for
the other, where none is set for it.
@typedef {Record<string, number>} Chips */

/** The shorter stack, in big blinds.
@param {Chips} chips */
export const effectiveStack = ({ stack, otherStack, bigBlind }) =>
    trimNoise(Math.min(stack, otherStack) / bigBlind);

/** The settings that all tools have: the locked ranges; the belief in them, in percent; the game
that is compared with the one that is set; and the game that is played: its seat, seed and how far
apart the best actions of its decisions may be. */
const COMMON_START = {
    locksText: "", beliefText: "100", comparedWith: "", seat: "0", seed: "", mostApart: "",
};

/** How a game's decisions are told: what an action is called after a history; what has happened;
and a note on a decision, "" for most.
@typedef {object} Telling
@property {(name: string, history: string) => string} wordFor
@property {(history: string) => string} afterText
@property {(player: number, history: string) => string} noteAt */

/** Actions by their names.
@type {Telling} */
const BY_NAMES = { wordFor: name => name, afterText: afterHistory, noteAt: () => "" };

/** How close the best two actions of a decision can be asked to be in a quiz, in thousandths of a
big blind or of the pot. */
const CLOSE = ["200", "100", "50", "20"];

/** What can be chosen of a quiz: the reader's seat, and how close its decisions are.
@param {string[]} players
@param {string} unitOfMistakes
@returns {Record<string, SettingInfo>} */
const quizInfo = (players, unitOfMistakes) => ({
    seat: {
        label: "Your seat",
        choices: Object.fromEntries([...players, "both, in turn"].entries()),
    },
    mostApart: {
        label: "Only decisions closer than",
        choices: { "": "any: all decisions", ...Object.fromEntries(CLOSE.map(value =>
            [value, `${value} ${unitOfMistakes}`])) },
    },
});

/** The settings that say which decision of either player is shown. */
export const DECISION_SETTINGS = ["firstDecision", "secondDecision"];

export class SettingStore {
    /** How the settings that make its game are asked for.
    @type {Record<string, SettingInfo>} */
    static gameInfo = {};
    /** How the others are asked for that have a box or a list: they change no game.
    @type {Record<string, SettingInfo>} */
    static viewInfo = {};
    /** In what its mistakes are counted. */
    static unitOfMistakes = "mbb";
    /** How its decisions are told. */
    static telling = BY_NAMES;
    /** The other settings at first.
    @type {Settings} */
    static viewStart = {};
    /** The worker's task for the state.
    @type {Task} */
    task;
    /** The gesture that has set it: what follows from it belongs to that.
    @type {Gesture} */
    gesture = BY_ADDRESS;

    /** @param {{ gameKind: string, shared: { deal: HoldemDeal } }} tool  with the deal of all hands
    before the flop */
    constructor({ gameKind, shared: { deal } }) {
        const { gameInfo, viewInfo, viewStart, telling, unitOfMistakes } = new.target;
        this.gameKind = gameKind;
        this.deal = deal;
        this.hands = deal.hands;
        this.telling = telling;
        this.unitOfMistakes = unitOfMistakes;
        this.gameSettingNames = Object.keys(gameInfo);
        this.comparedSettingNames = [...this.gameSettingNames, "locksText", "beliefText"];
        /** @type {Settings} */
        this.start = { ...START_SETTINGS[gameKind], ...viewStart, ...COMMON_START };
        /** The settings of the game, and whatever else an address says. */
        this.state = { ...this.start };
        /** How many chips are set. */
        this.chips = this.chipsIn(this.state);
        this.players = buildTree(gameKind, this.gameSettings()).players;
        this.thePlayers = this.players.map(withArticle);
        /** How whatever has a label is asked for.
        @type {Record<string, SettingInfo>} */
        this.info =
            { ...gameInfo, ...viewInfo, ...quizInfo(this.players, unitOfMistakes) };
    }

    /** Set all.
    @param {Settings} state  that makes a game
    @param {Gesture} gesture  that does so */
    set(state, gesture) {
        this.task = this.taskOf(state);
        this.state = state;
        this.chips = this.chipsIn(state);
        this.gesture = gesture;
    }

    /** Remember which hand is chosen, about which nothing is asked.
    @param {string} handName */
    rememberHand(handName) {
        this.state = { ...this.state, handName };
    }

    /** What a setting is called: its label, if it has one.
    @param {string} name */
    labelOf(name) {
        return this.info[name]?.label ?? name;
    }

    /** The settings that decide which game a state is of.
    @returns {Settings} */
    gameSettings(state = this.state) {
        return this.settingsOf(this.gameSettingNames, state);
    }

    /** Some of the settings of a state.
    @param {string[]} settingNames
    @returns {Settings} */
    settingsOf(settingNames, state = this.state) {
        return Object.fromEntries(settingNames.map(name => [name, state[name]]));
    }

    /** The locked ranges, with their decisions. */
    get lockedRanges() {
        return readLocks(this.state.locksText);
    }

    /** The worker's task for a state.
    @param {Settings} state
    @returns {Task} */
    taskOf(state) {
        const deal = this.dealOf(state), { gameKind } = this, settings = this.gameSettings(state);
        const tree = buildTree(gameKind, settings);
        const { locks, leftOut } =
            applyLocks(readLocks(state.locksText), this.rangeContextOf(state, tree, deal));
        const belief = replierTo(locks) === undefined ? 1 : Number(state.beliefText) / 100;
        const tolerance = Number(state.tolerance ?? 1e-9);
        return { tree, deal, gameKind, settings, locks, leftOut, belief, tolerance };
    }

    /** What the locked ranges of a state are read with.
    @param {Settings} state
    @param {Tree} tree
    @param {ChartDeal} deal
    @returns {RangeContext} */
    rangeContextOf(state, tree, deal) {
        const { deal: { bestHands } } = this, chips = this.chipsIn(state);
        return {
            tree, deal, bestHands,
            findAction: (typed, actionNames, history) =>
                this.findAction(typed, actionNames, history, chips),
        };
    }

    /** What locked ranges are read with in the game that is set. */
    get rangeContext() {
        const { tree, deal } = this.task;
        return this.rangeContextOf(this.state, tree, deal);
    }

    /** The state with which the one that is set is compared. */
    get comparedState() {
        return this.read(this.state.comparedWith).state;
    }

    /* ---- addresses ---- */

    /** The state that an address or part of one stands for, as far as it makes sense; and why the
    rest is refused.
    @param {string | string[][]} given  what it says, as a text or as pairs of keys and texts
    @param {Settings} unitState  whose big blind says whether units may be left out
    @returns {{ state: Settings, refusals: string[] }} */
    read(given, unitState = this.state) {
        /** @type {Settings} */
        const changed = {};
        /** @type {string[]} */
        const refusals = [];
        for (const [addressKey, typed] of new URLSearchParams(given)) {
            const name = this.nameMeant(addressKey);
            if (!name) {
                refusals.push(`there is no setting called ${addressKey}`);
                continue;
            }
            const text = this.normalize(name, typed, unitState);
            const needed = this.neededText(name, text);
            if (needed) refusals.push(`${addressKey}: ${refusalText(text, needed)}`);
            else changed[name] = text;
        }
        const state = this.derive({ ...this.start, ...changed }, Object.keys(changed));
        return { state, refusals };
    }

    /** The setting that a key of an address means; "" if none.
    @param {string} addressKey */
    nameMeant(addressKey) {
        return settingMeant(addressKey, Object.keys(this.start)) ?? "";
    }

    /* ---- changes ---- */

    /** The names of those of some settings that differ from the state's.
    @param {Settings} settings */
    changedNamesIn(settings) {
        return Object.keys(settings).filter(name => settings[name] !== this.state[name]);
    }

    /** The state once some settings are changed.
    @param {Settings} settings */
    stateAfter(settings) {
        return this.derive({ ...this.state, ...settings }, this.changedNamesIn(settings));
    }

    /** Which of some settings are accepted, and why the others are refused, by name. If they make
    no game together, those are refused that make none alone; if the rest makes none, all of it.
    @param {Settings} settings
    @returns {{ accepted: Settings, refused: Map<string, string> }} */
    separateRefused(settings) {
        /** @type {Map<string, string>} */
        const refused = new Map();
        const together = this.refusalOf(this.stateAfter(settings));
        if (!together) return { accepted: settings, refused };
        for (const [name, text] of Object.entries(settings)) {
            const alone = this.refusalOf(this.stateAfter({ [name]: text }), name);
            if (alone) refused.set(name, alone);
        }
        const rest = Object.fromEntries(
            Object.entries(settings).filter(([name]) => !refused.has(name)));
        if (!this.refusalOf(this.stateAfter(rest))) return { accepted: rest, refused };
        for (const name of this.changedNamesIn(rest)) refused.set(name, together);
        return { accepted: {}, refused };
    }

    /** Why a state makes no game, with settings called as beside their boxes; nothing if it does.
    @param {Settings} state
    @param {string} [changed]  the setting that was changed, if only one was */
    refusalOf(state, changed) {
        const refusal = refusalIn(() => {
            this.taskOf(state);
            if (state.comparedWith)
                this.taskOf(this.read(state.comparedWith, state).state);
        });
        return refusal?.textFor(name => this.labelOf(name), changed) ?? "";
    }

    /* ---- what stores do otherwise ---- */

    /** What is dealt in the game that a state makes.
    @param {Settings} state
    @returns {ChartDeal} */
    dealOf(state) {
        return this.deal;
    }

    /** What a setting of an address has to be, if a text is something else; otherwise "".
    @param {string} name
    @param {string} text */
    neededText(name, text) {
        const { choices } = this.info[name] ?? {};
        if (choices) return Object.hasOwn(choices, text) ? ""
            : Object.keys(choices).map(choice => choice || "nothing").join(" or ");
        if (name === "locksText" && !areLocks(text)) return "player/decision/range, such as 0//22+";
        if (name === "beliefText" && !BELIEF_STEPS.map(String).includes(text))
            return "a multiple of 5 from 0 to 100";
        if (name === "handName" && text && !this.hands.includes(text)) return "a hand such as AKs";
        return name === "seed" && !/^\d{0,9}$/.test(text) ? "a whole number" : "";
    }

    /** How many chips a state sets that makes a game.
    @param {Settings} state
    @returns {Chips} */
    chipsIn(state) {
        /** @type {Settings} */
        const given = { ...state, otherStack: state.otherStack || state.stack };
        return Object.fromEntries(CHIP_SETTINGS.filter(name => name in state).map(name =>
            [name, numberIn(given[name])]));
    }

    /** What a reader means who types these settings into the boxes.
    @param {Settings} changed
    @returns {Settings} */
    asMeant(changed) {
        return changed;
    }

    /** Let what was not set follow from what was.
    @param {Settings} state
    @param {string[]} changedNames  the settings that were set */
    derive(state, changedNames) {
        return state;
    }

    /** The text of a setting as it is kept: in an amount, a decimal comma is a point, and a unit is
    left out that is that of all amounts.
    @param {string} name
    @param {string} text
    @param {Settings} state  whose big blind says whether the unit may be left out */
    normalize(name, text, state = this.state) {
        if (!AMOUNT_SETTINGS.includes(name)) return text;
        const amount = withDecimalPoint(text.trim());
        return numberIn(state.bigBlind ?? "") === 1 ? withoutBlinds(amount) : amount;
    }

    /** Which action of a decision a reader names, wholly or by its first words if no other has
    these; -1 if none.
    @param {string} typed
    @param {string[]} actionNames
    @param {string} history
    @param {Chips} chips  that are set */
    findAction(typed, actionNames, history, chips) {
        if (actionNames.includes(typed)) return actionNames.indexOf(typed);
        const words = actionNames.map(name => this.telling.wordFor(name, history));
        if (words.includes(typed)) return words.indexOf(typed);
        const begun = actionNames.filter(name => name.startsWith(`${typed} `));
        return begun.length === 1 ? actionNames.indexOf(begun[0]) : -1;
    }

    /** What an address says so that a player's decision stays the one that is shown.
    @param {number} player
    @param {string} history
    @returns {Settings} */
    decisionSetting(player, history) {
        return {};
    }
}
