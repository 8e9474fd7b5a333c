/* What screen readers hear of a tool. */

import { makeElement } from "./elements.js";

/** They hear of a change once its reader's hand has rested so many milliseconds. */
const REST = 400;

export class Voice {
    element = makeElement("p.explorer-voice", { role: "status" });
    timer = 0;

    /** Tell screen readers, once the reader's hand rests. @param {() => string} text */
    sayAloud(text) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => { this.element.textContent = text(); }, REST);
    }

    /** Leave unsaid what was to be told: it is of a game that is set no more. */
    forgetUnsaid() {
        clearTimeout(this.timer);
    }
}
