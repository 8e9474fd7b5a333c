/* The settings of a tool in an address, such as stack=12;ante=0.1; and what an address says of each
tool. Of what an address says setting-store.js makes a state. */

import { addressKeyOf, toAddress } from "./setting-keys.js";
/** @import { SettingStore } from "./setting-store.js" */

/** The settings of a game that is played against the charts. */
const QUIZ_SETTINGS = ["seat", "seed", "mostApart"];

/** What an address says of each tool that it names, and of others if it names no such tool: pairs
of keys and texts.
@param {string} address
@returns {Map<string | undefined, string[][]>} */
export function readAddress(address) {
    /** @type {Map<string | undefined, string[][]>} */
    const pairsByTool = new Map();
    /** @type {string | undefined} */
    let toolName;
    for (const text of address.slice(1).split(";")) {
        // The name stands before the first setting of each tool.
        const mark = text.lastIndexOf("?");
        if (mark >= 0) toolName = text.slice(0, mark);
        const pairs = new URLSearchParams(text.slice(mark + 1));
        pairsByTool.set(toolName, [...pairsByTool.get(toolName) ?? [], ...pairs]);
    }
    return pairsByTool;
}

export class Address {
    /** @param {SettingStore} store */
    constructor(store) {
        this.store = store;
    }

    /** What differs from the start, each setting as an address says it. */
    get pairs() {
        const { state, start } = this.store;
        return Object.keys(state).filter(name => state[name] !== start[name])
            .map(name => this.pair(name));
    }

    /** A setting as an address says it.
    @param {string} name */
    pair(name) {
        return String(toAddress({ [name]: this.store.state[name] }))
            .replace(/%2[CF]/g, decodeURIComponent);
    }

    /** What some settings are, in words: stack=10, ante=0.
    @param {string[]} settingNames */
    listed(settingNames) {
        const { state } = this.store;
        return settingNames.filter(name => state[name])
            .map(name => `${addressKeyOf(name)}=${state[name]}`).join(", ");
    }

    /** What the tool shows. */
    get text() {
        return `${this.store.gameKind}?${this.pairs.join(";")}`;
    }

    /** What the tool shows, for paper: without a game that is played against the charts, and with
    the stack, if there is one, whatever it is at the start. */
    get textOnPaper() {
        const { gameKind, state, start } = this.store;
        const isSaid = (/** @type {string} */ name) => !QUIZ_SETTINGS.includes(name)
            && (name === "stack" && state[name] !== "" || state[name] !== start[name]);
        const names = Object.keys(state).filter(isSaid);
        return `${gameKind}?${names.map(name => this.pair(name)).join(";")}`;
    }
}
