/* What is set in a tool, as an address says it, such as stack=12;ante=0.1. */

import { complaint } from "./amounts.js";
import { SURE, isLocks } from "./locks.js";
import { byKey, keyOf } from "./setting-keys.js";
/** @import { Settings } from "./betting.js" */
/** @import { Inputs } from "./inputs.js" */
/** @import { Tool } from "./tool.js" */

/** What an address asks its tool.
@typedef {Pick<Tool, "gameKind" | "hands" | "start" | "state" | "normalize"
    | "derive">} ToolOfAddress */

export class Address {
    /** @param {ToolOfAddress} tool @param {Inputs} inputs */
    constructor(tool, inputs) {
        this.tool = tool;
        this.inputs = inputs;
    }

    /** The state that part of an address stands for, as far as it makes sense; complaints about the
    rest are added to a list. @param {string | string[][]} part @param {string[]} complaints
    @returns {Settings} */
    read(part, complaints = []) {
        const { tool } = this;
        /** @type {Settings} */
        const changes = {};
        for (const [key, typed] of new URLSearchParams(part)) {
            const setting = this.settingAt(key);
            const text = setting && tool.normalize(setting, typed);
            const needed = setting && this.needed(setting, text);
            if (!setting) complaints.push(`there is no setting called ${key}`);
            else if (needed) complaints.push(`${key}: ${complaint(text, needed)}`);
            else changes[setting] = text;
        }
        return tool.derive({ ...tool.start, ...changes }, Object.keys(changes));
    }

    /** The tool's setting that has a key; "" if none. @param {string} key */
    settingAt(key) {
        return Object.keys(this.tool.start).find(setting => keyOf(setting) === key) ?? "";
    }

    /** What a setting has to be, if a text is something else; otherwise nothing.
    @param {string} setting @param {string} text */
    needed(setting, text) {
        const { tool } = this, choices = this.inputs.choicesOf(setting);
        if (choices) return choices.includes(text) ? ""
            : choices.map(choice => choice || "nothing").join(" or ");
        if (setting === "locks" && !isLocks(text)) return "player/decision/range, such as 0//22+";
        if (setting === "sure" && !SURE.map(String).includes(text))
            return "a multiple of 5 from 0 to 100";
        if (setting === "hand" && text && !tool.hands.includes(text)) return "a hand such as AKs";
        if (setting === "seed" && !/^\d{0,9}$/.test(text)) return "a whole number";
        return "";
    }

    /** What differs from the start, each as an address says it. */
    get changes() {
        const { state, start } = this.tool;
        const changed = Object.keys(state).filter(setting => state[setting] !== start[setting]);
        return changed.map(setting => String(byKey({ [setting]: state[setting] }))
            .replace(/%2[CF]/g, decodeURIComponent));
    }

    /** What the tool shows. */
    get text() {
        return `${this.tool.gameKind}?${this.changes.join(";")}`;
    }
}
