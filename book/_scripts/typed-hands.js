/* The box in which a reader types the hands of a chart, and what of them is refused. */

import { textBox } from "./controls.js";
import { makeElement } from "./elements.js";
import { refusalTextIn, refuse } from "./refusals.js";
import { acceptBox } from "./stack-inputs.js";
import {
    rangeWordsOf, readAcceptedHands, readWholeHands, writeWholeHands,
} from "./whole-hands.js";

/** What alone is no range, and may go on as one: JTs - 54s, all pairs, top 20%. */
const GOES_ON = /^(-|all|any|top|suited)$/i;

export class TypedHands {
    /** Whether what is typed cannot be read, or not yet. */
    isUnread = false;
    /** Whether the box is marked, as what is in it is refused. */
    isMarked = false;
    /** Why what is typed is refused, or what of it is left out. */
    refusal = makeElement("p.live-wrong", { role: "alert", id: "live-wrong-hands" });

    /** @param {string[]} hands
    @param {string[]} bestHands  the best first
    @param {{ input: () => void, change: () => void, enter: () => void }} listeners */
    constructor(hands, bestHands, { input, change, enter }) {
        this.hands = hands;
        this.bestHands = bestHands;
        this.box = textBox({
            class: "live-range", "aria-label": "Type them: the hands that you push",
            placeholder: "22+, A2s+, or pairs, aces", "aria-describedby": "live-wrong-hands live-how",
            input, change, keydown: (/** @type {KeyboardEvent} */ { key }) => {
                if (key === "Enter") enter();
            },
        });
    }

    /** The hands of a text, 1 for each that can be read, and the words that cannot.
    @param {string} text */
    accepted(text) {
        return readAcceptedHands(text, this.hands, this.bestHands, refuse);
    }

    /** Why hands are refused; "" if they can be read.
    @param {string} text */
    refusalOf(text) {
        return refusalTextIn(() => readWholeHands(text, this.hands, this.bestHands, refuse));
    }

    /** The hands that are typed, 1 for each, or those that are shown while the text cannot be read
    as a whole; and why it is refused, "" if it is not. Of a word that cannot be read it is said at
    once, unless it is the last one, which may go on.
    @param {readonly number[]} shown */
    read(shown) {
        const { value } = this.box, { hands, refused } = this.accepted(value);
        const words = rangeWordsOf(value), refusal = this.refusalOf(value);
        const ended = /[\s,;]$/.test(value) ? words : words.slice(0, -1);
        const refusedWord = ended.find(word => refused.includes(word) && !GOES_ON.test(word));
        this.unmark();
        this.refusal.textContent = "";
        this.isUnread = Boolean(refusal);
        if (refusedWord) this.mark(this.refusalOf(refusedWord));
        return { hands: refusal ? [...shown] : hands, refusal };
    }

    /** Take the hands of a refused text that can be read, 1 for each, and say which words are left
    out. */
    takeAccepted() {
        const { hands, refused } = this.accepted(this.box.value);
        this.refusal.textContent = `Left out, as it can't be read: ${refused.join(", ")}.`;
        return hands;
    }

    /** Keep a text that is refused, and say why: the chart goes back to what it was before.
    @param {string} value
    @param {string} reason */
    refuse(value, reason) {
        this.box.value = value;
        this.mark(reason);
    }

    /** Read no longer what is in the box. */
    giveUp() {
        this.isUnread = false;
    }

    /** Mark the box, and say why; not for "", which is no reason.
    @param {string} reason */
    mark(reason) {
        this.refusal.textContent = reason;
        if (!reason) return;
        this.isMarked = true;
        this.box.setAttribute("aria-invalid", "true");
    }

    /** Mark the box no longer. */
    unmark() {
        this.isMarked = false;
        acceptBox(this.box);
    }

    /** Let the box have hands that are pushed.
    @param {readonly number[]} pushes */
    write(pushes) {
        this.isUnread = false;
        this.unmark();
        this.box.value = this.textOf(pushes);
    }

    /** Hands as they are typed.
    @param {readonly number[]} pushes */
    textOf(pushes) {
        return writeWholeHands(pushes, this.hands);
    }
}
