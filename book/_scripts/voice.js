/* What screen readers hear of a tool or of a figure. */

import { makeElement } from "./elements.js";

/** They hear of a change once its reader's hand has rested so many milliseconds. */
const REST = 400;

/** What is told of a change, unseen. */
export class RestingStatus {
    timer = 0;

    /** @param {string} [className]  which hides what is told from sight */
    constructor(className = "visually-hidden") {
        this.element = makeElement(`p.${className}`, { role: "status" });
    }

    /** Tell screen readers, once the reader's hand rests. @param {() => string} text */
    sayAloud(text) {
        clearTimeout(this.timer);
        // They would not hear of a text that stays.
        this.element.textContent = "";
        this.timer = setTimeout(() => { this.element.textContent = text(); }, REST);
    }

    /** Leave unsaid what was to be told: it is true no more. */
    forgetUnsaid() {
        clearTimeout(this.timer);
    }
}

/** What is told of the game that is set. */
export class Voice extends RestingStatus {
    /** Whether they have heard of the game that is set; nothing is said of the one with which the
    page begins. @type {"not yet touched" | "due" | "made"} */
    announcement = "not yet touched";

    constructor() {
        super("explorer-voice");
    }

    /** The reader has set another game, of which screen readers hear when it is solved. */
    expectAnnouncement() {
        this.announcement = "due";
    }

    /** More is known of the game that is set. */
    announceAgain() {
        if (this.announcement === "made") this.announcement = "due";
    }

    /** Tell of the game that is set, if that is due. @param {() => string} text */
    announce(text) {
        if (this.announcement !== "due") return;
        this.announcement = "made";
        this.sayAloud(text);
    }
}
