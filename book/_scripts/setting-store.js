/* What is set in a tool: its settings by their names, the game that they make, and which changes of
them are refused, since they would make none. */

import { Address } from "./address.js";
import { numberIn, withDecimalPoint, withoutBlinds } from "./amounts.js";
import { buildTree } from "./betting.js";
import { BY_ADDRESS } from "./address-bar.js";
import { applyLocks, readLocks, replierTo } from "./locked-ranges.js";
import { refusalIn } from "./refusals.js";
import { START_SETTINGS } from "./start-settings.js";
import { afterHistory, withArticle } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { ChartDeal, HoldemDeal } from "./deals.js" */
/** @import { Gesture } from "./address-bar.js" */
/** @import { Inputs, Setting } from "./inputs.js" */
/** @import { Question } from "./solver-client.js" */

/** The settings that are an amount, or a pair of them. */
const AMOUNTS = [
    "stack", "otherStack", "smallBlind", "bigBlind", "ante", "bigBlindAnte", "pot", "blinds",
    "raiseSize", "shownRaise",
];

/** What an address says besides a tool's own settings: what is locked, the belief in that, in
percent; the game that is compared with the one that is set; and the game that is played: its seat,
seed and how far apart the best actions of its decisions may be. */
const COMMON_START = {
    locks: "", belief: "100", comparedWith: "", seat: "0", seed: "", mostApart: "",
};

/** How a game's decisions are told: what an action is called after a history; what has happened;
and what is said of a decision besides its strategies, if anything.
@typedef {{ wordFor: (name: string, history: string) => string,
    afterText: (history: string) => string,
    noteAt: (player: number, history: string) => string }} Telling */

/** Actions by their names. @type {Telling} */
const BY_NAMES = { wordFor: name => name, afterText: afterHistory, noteAt: () => "" };

/** The settings that say which decision of either player is shown. */
export const SHOWN_DECISIONS = ["firstDecision", "secondDecision"];

export class SettingStore {
    /** What makes its game. @type {Record<string, Setting>} */
    static settings = {};
    /** How its decisions are told. */
    static telling = BY_NAMES;
    /** What else its address says, at first. @type {Settings} */
    static start = {};
    /** The question about what is set. @type {Question} */
    question;
    /** The gesture that has set it: what follows from it belongs to that. @type {Gesture} */
    gesture = BY_ADDRESS;

    /** @param {{ gameKind: string, shared: { deal: HoldemDeal }, inputs: Inputs }} parts  with the
    deal of all hands before the flop, and what settings are called and can be chosen */
    constructor({ gameKind, shared: { deal }, inputs }) {
        const { settings, start, telling } = new.target;
        this.gameKind = gameKind;
        this.deal = deal;
        this.hands = deal.hands;
        this.inputs = inputs;
        this.telling = telling;
        this.address = new Address(this, inputs);
        /** The settings that make the game. */
        this.names = Object.keys(settings);
        this.comparedNames = [...this.names, "locks", "belief"];
        /** @type {Settings} */
        this.start = { ...START_SETTINGS[gameKind], ...start, ...COMMON_START };
        /** All that is set. */
        this.state = { ...this.start };
        this.players = buildTree(gameKind, this.gameSettings()).players;
        this.thePlayers = this.players.map(withArticle);
    }

    /** Set all. @param {Settings} state @param {Gesture} gesture  that does so */
    replace(state, gesture = this.gesture) {
        this.gesture = gesture;
        this.state = state;
        this.question = this.questionOf(state);
    }

    /** Take all from an address; whether it makes a game is not known yet. @param {Settings} state */
    take(state) {
        this.gesture = BY_ADDRESS;
        this.state = state;
    }

    /** Remember which hand is chosen, which changes no game. @param {string} hand */
    chooseHand(hand) {
        this.state.hand = hand;
    }

    /** What of a state makes the game. @returns {Settings} */
    gameSettings(state = this.state, names = this.names) {
        return Object.fromEntries(names.map(name => [name, state[name]]));
    }

    /** What is locked: whose ranges, and where. */
    get lockedRanges() {
        return readLocks(this.state.locks);
    }

    /** What the worker is asked about a state. @param {Settings} state @param {ChartDeal} deal
    @returns {Question} */
    questionOf(state, deal = this.deal) {
        const { gameKind } = this, settings = this.gameSettings(state);
        const tree = buildTree(gameKind, settings);
        const { locked, leftOut } = applyLocks(this, state, tree, deal);
        const belief = replierTo(locked) === undefined ? 1 : Number(state.belief) / 100;
        const tolerance = Number(state.tolerance ?? 1e-9);
        return { tree, deal, gameKind, settings, locked, leftOut, belief, tolerance };
    }

    /** The state with which the one that is set is compared. */
    get comparedState() {
        return this.address.read(this.state.comparedWith).state;
    }

    /* ---- changes ---- */

    /** Whether a change, a name and a text, changes anything. @param {string[]} change */
    isNew([name, text]) {
        return text !== this.state[name];
    }

    /** The state after some changes. @param {string[][]} changes */
    changed(changes) {
        const names = changes.filter(change => this.isNew(change)).map(([name]) => name);
        return this.derive({ ...this.state, ...Object.fromEntries(changes) }, names);
    }

    /** Which of some changes are accepted, and why the others are refused, by name. If they make no
    game together, those are refused that make none alone; if the rest makes none, all of it.
    @param {string[][]} changes */
    sift(changes) {
        /** @type {Map<string, string>} */
        const refused = new Map();
        const together = this.refusalOf(this.changed(changes));
        if (!together) return { accepted: changes, refused };
        for (const change of changes) {
            const [name] = change, alone = this.refusalOf(this.changed([change]), name);
            if (alone) refused.set(name, alone);
        }
        const rest = changes.filter(([name]) => !refused.has(name));
        if (!this.refusalOf(this.changed(rest))) return { accepted: rest, refused };
        for (const change of rest) if (this.isNew(change)) refused.set(change[0], together);
        return { accepted: [], refused };
    }

    /** Why a state makes no game, with settings called as beside their boxes; nothing if it does.
    @param {Settings} state @param {string} [changed]  the setting that was changed, if only one
    was */
    refusalOf(state, changed) {
        const refusal = refusalIn(() => {
            this.questionOf(state);
            if (state.comparedWith)
                this.questionOf(this.address.read(state.comparedWith).state);
        });
        return refusal?.textFor(name => this.inputs.labelOf(name), changed) ?? "";
    }

    /* ---- what stores do otherwise ---- */

    /** What else of an address has to be something, if a text is something else.
    @param {string} name @param {string} text */
    needed(name, text) {
        return "";
    }

    /** What a reader means who types that into the boxes. @param {Settings} typed
    @returns {Settings} */
    asMeant(typed) {
        return typed;
    }

    /** Let what was not set follow from what was. @param {Settings} state
    @param {string[]} changedNames  the settings that were set */
    derive(state, changedNames) {
        return state;
    }

    /** The text of a setting as it is kept: in an amount, a decimal comma is a point, and a unit is
    left out that is that of all amounts.
    @param {string} name @param {string} text */
    normalize(name, text) {
        if (!AMOUNTS.includes(name)) return text;
        const amount = withDecimalPoint(text.trim());
        return numberIn(this.state.bigBlind ?? "") === 1 ? withoutBlinds(amount) : amount;
    }

    /** Which action of a decision a reader names, wholly or by its first words if no other has
    these; -1 if none. @param {string} typed @param {string[]} names @param {string} history
    @param {Settings} state */
    findAction(typed, names, history, state) {
        if (names.includes(typed)) return names.indexOf(typed);
        const words = names.map(name => this.telling.wordFor(name, history));
        if (words.includes(typed)) return words.indexOf(typed);
        const begun = names.filter(name => name.startsWith(`${typed} `));
        return begun.length === 1 ? names.indexOf(begun[0]) : -1;
    }

    /** What an address says so that a player's decision stays the one that is shown.
    @param {number} player @param {string} history @returns {Settings} */
    decisionSetting(player, history) {
        return {};
    }
}
