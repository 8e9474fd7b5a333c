/* What is set in a tool, as an address says it, such as stack=12;ante=0.1. */

import { SURE, areLocks } from "./locked-ranges.js";
import { refusalText } from "./refusals.js";
import { addressKeyOf, settingMeant, toAddress } from "./setting-keys.js";
/** @import { Settings } from "./betting.js" */
/** @import { Inputs } from "./inputs.js" */
/** @import { SettingStore } from "./setting-store.js" */

/** The settings of a game that is played against the charts. */
const QUIZ_SETTINGS = ["seat", "seed", "mostApart"];

export class Address {
    /** @param {SettingStore} store @param {Inputs} inputs */
    constructor(store, inputs) {
        this.store = store;
        this.inputs = inputs;
    }

    /** The state that part of an address stands for, as far as it makes sense; and why the rest is
    refused. @param {string | string[][]} part
    @returns {{ state: Settings, refusals: string[] }} */
    read(part) {
        const { store } = this;
        /** @type {Settings} */
        const changes = {};
        /** @type {string[]} */
        const refusals = [];
        for (const [addressKey, typed] of new URLSearchParams(part)) {
            const name = this.nameMeant(addressKey);
            const text = name && store.normalize(name, typed);
            const needed = name && this.needed(name, text);
            if (!name) refusals.push(`there is no setting called ${addressKey}`);
            else if (needed) refusals.push(`${addressKey}: ${refusalText(text, needed)}`);
            else changes[name] = text;
        }
        const state = store.derive({ ...store.start, ...changes }, Object.keys(changes));
        return { state, refusals };
    }

    /** The tool's setting that a key means; "" if none. @param {string} addressKey */
    nameMeant(addressKey) {
        return settingMeant(addressKey, Object.keys(this.store.start)) ?? "";
    }

    /** What a setting has to be, if a text is something else; otherwise nothing.
    @param {string} name @param {string} text */
    needed(name, text) {
        const choices = this.inputs.choicesOf(name);
        if (choices) return choices.includes(text) ? ""
            : choices.map(choice => choice || "nothing").join(" or ");
        if (name === "locks" && !areLocks(text)) return "player/decision/range, such as 0//22+";
        if (name === "belief" && !SURE.map(String).includes(text))
            return "a multiple of 5 from 0 to 100";
        if (name === "hand" && text && !this.store.hands.includes(text))
            return "a hand such as AKs";
        if (name === "seed" && !/^\d{0,9}$/.test(text)) return "a whole number";
        return this.store.needed(name, text);
    }

    /** What differs from the start, each as an address says it. */
    get changes() {
        return this.changesOf(Object.keys(this.store.state));
    }

    /** Which of some settings differ from the start. @param {string[]} names */
    changesOf(names) {
        const { state, start } = this.store;
        return names.filter(name => state[name] !== start[name]).map(name => this.pair(name));
    }

    /** A setting as an address says it. @param {string} name */
    pair(name) {
        return String(toAddress({ [name]: this.store.state[name] }))
            .replace(/%2[CF]/g, decodeURIComponent);
    }

    /** What some settings are, in words: stack=10, ante=0. @param {string[]} names */
    listed(names) {
        const { state } = this.store;
        return names.filter(name => state[name])
            .map(name => `${addressKeyOf(name)}=${state[name]}`).join(", ");
    }

    /** What the tool shows. */
    get text() {
        return `${this.store.gameKind}?${this.changes.join(";")}`;
    }

    /** The same for paper: without a game that is played against the charts, and with the stack,
    if there is one, whatever it is at the start. */
    get textOnPaper() {
        const { gameKind, state, start } = this.store;
        const isSaid = (/** @type {string} */ name) => !QUIZ_SETTINGS.includes(name)
            && (name === "stack" && state[name] !== "" || state[name] !== start[name]);
        const names = Object.keys(state).filter(isSaid);
        return `${gameKind}?${names.map(name => this.pair(name)).join(";")}`;
    }
}
