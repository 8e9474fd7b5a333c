/* What is set in a tool, as an address says it, such as stack=12;ante=0.1. */

import { complaint } from "./amounts.js";
import { SURE, isLocks } from "./locks.js";
/** @import { State } from "./betting.js" */
/** @import { Inputs } from "./inputs.js" */
/** @import { Tool } from "./tool.js" */

export class Address {
    /** @param {Tool} tool @param {Inputs} inputs */
    constructor(tool, inputs) {
        this.tool = tool;
        this.inputs = inputs;
    }

    /** Settings as the state has them. @param {string[][]} pairs  of keys and texts */
    normalized(pairs) {
        return pairs.map(([key, text]) => [key, this.tool.normalize(key, text)]);
    }

    /** The state that part of an address stands for, as far as it makes sense; complaints about the
    rest are added to a list. @param {string | string[][]} part @param {string[]} complaints
    @returns {State} */
    read(part, complaints = []) {
        const changes = this.normalized([...new URLSearchParams(part)]).filter(([key, text]) => {
            const needed = this.needed(key, text);
            if (needed) complaints.push(`${key}: ${complaint(text, needed)}`);
            return !needed;
        });
        const state = { ...this.tool.start, ...Object.fromEntries(changes) };
        return this.tool.follow(state, changes.map(([key]) => key));
    }

    /** What a setting has to be, if a text is something else; otherwise nothing.
    @param {string} key @param {string} text */
    needed(key, text) {
        const { tool } = this, choices = this.inputs.choicesOf(key);
        if (choices) return choices.includes(text) ? ""
            : choices.map(choice => choice || "nothing").join(" or ");
        if (!Object.hasOwn(tool.start, key)) return "another setting";
        if (key === "locks" && !isLocks(text)) return "player/decision/range, such as 0//22+,";
        if (key === "sure" && !SURE.map(String).includes(text))
            return "a multiple of 5 from 0 to 100";
        if (key === "hand" && !tool.hands.includes(text)) return "a hand such as AKs";
        if (key === "seed" && !/^\d{0,9}$/.test(text)) return "a whole number";
        return "";
    }

    /** What differs from the start, each as an address says it. */
    get changes() {
        const { state, start } = this.tool;
        return Object.entries(state).filter(([key, text]) => text !== start[key]).map(change =>
            String(new URLSearchParams([change])).replace(/%2[CF]/g, decodeURIComponent));
    }

    /** What the tool shows. */
    get text() {
        return `${this.tool.kind}?${this.changes.join(";")}`;
    }
}
