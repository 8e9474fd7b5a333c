/* What screen readers hear of a tool or of a figure. */

import { makeElement } from "./elements.js";

/** Screen readers hear of a change once the reader's hand has rested so many milliseconds. */
const REST = 400;
/** While fields are filled in, one after the other, the game is told of once these have rested so
many milliseconds. */
const REST_OF_FIELDS = 2500;

/** A hidden paragraph that screen readers read once the reader's hand rests. */
export class RestingStatus {
    timer = 0;
    /** What has been told last; "" if that is true no more. */
    lastText = "";

    /** @param {string} [className]  which hides the paragraph */
    constructor(className = "visually-hidden") {
        this.element = makeElement(`p.${className}`, { role: "status" });
    }

    /** Tell screen readers, once the reader's hand rests.
    @param {() => string} text */
    sayAloud(text, rest = REST) {
        clearTimeout(this.timer);
        // Screen readers would not hear of a text that stays.
        this.setText("");
        this.timer = setTimeout(() => this.setText(text()), rest);
    }

    /** Let them hear something at once.
    @param {string} text */
    setText(text) {
        this.lastText = text;
        this.element.textContent = text;
    }

    /** Leave unsaid what was to be told: it is true no more. */
    forgetUnsaid() {
        clearTimeout(this.timer);
    }

    /** What has been told is true no more, nor what was to be. */
    forgetTold() {
        this.forgetUnsaid();
        this.setText("");
    }
}

/** The hidden paragraph on a tool's game. */
export class Voice extends RestingStatus {
    /** Whether screen readers have heard of the game that is set; nothing is said of the one with
    which the page begins; of one that is being solved, that this has begun.
    @type {"not yet touched" | "due" | "begun" | "made"} */
    announcement = "not yet touched";
    /** Sentences before all others on the game. */
    preface = "";
    /** The text for when the fields rest.
    @type {(() => string) | undefined} */
    textForFields;

    constructor() {
        super("explorer-voice");
    }

    /** Hear of what is typed into fields, and of those that are gone to.
    @param {HTMLElement} fields */
    listenTo(fields) {
        this.fields = fields;
        for (const stir of ["focusin", "keydown", "input"]) fields.addEventListener(stir, () => {
            if (this.textForFields) this.sayAloud(this.textForFields, REST_OF_FIELDS);
        });
    }

    /** Whether the reader is at a field. */
    get isAtField() {
        return Boolean(this.fields?.contains(document.activeElement));
    }

    /** @override
    @param {() => string} text */
    sayAloud(text, rest = REST) {
        super.sayAloud(() => {
            this.textForFields = undefined;
            return text();
        }, rest);
        this.textForFields = rest === REST_OF_FIELDS ? text : undefined;
    }

    /** @override */
    forgetUnsaid() {
        super.forgetUnsaid();
        this.textForFields = undefined;
    }

    /** The reader has set another game, of which screen readers hear when it is solved. */
    expectAnnouncement() {
        this.announcement = "due";
        this.preface = "";
    }

    /** Say something before anything else of the game that is set.
    @param {string} preface */
    sayBefore(preface) {
        this.preface = preface;
    }

    /** More is known of the game that is set. */
    announceAgain() {
        if (this.announcement === "made") this.announcement = "due";
    }

    /** Tell a reader who fills in fields that the game that is set is being solved. */
    announceWork() {
        if (this.announcement !== "due" || !this.isAtField) return;
        this.announcement = "begun";
        this.sayAloud(() => "Solving …");
    }

    /** Tell of the game that is set, if that is due.
    @param {() => string} text */
    announce(text) {
        if (!["due", "begun"].includes(this.announcement)) return;
        this.announcement = "made";
        this.sayAloud(() => {
            const { preface } = this;
            this.preface = "";
            return preface + text();
        }, this.isAtField ? REST_OF_FIELDS : REST);
    }
}
