/* What the figures with a stack have in common: it is typed or turned there, named by the address,
or comes from another figure of the page. */

import { stackText } from "./stack-pieces.js";
import {
    addStackInputs, markRefused, readStack, refusalOfStack, stackIsMissing,
} from "./stack-inputs.js";
import { RestingStatus } from "./voice.js";
/** @import { HearStack, PageStack } from "./page-stack.js" */
/** @import { Pieces } from "./stack-pieces.js" */

export class StackFigure {
    /** Where the stack is typed or turned.
    @type {HTMLInputElement[]} */
    boxes = [];
    /** Where it is said why a stack is refused, or that one is missing.
    @type {HTMLElement} */
    stackNote;
    /** Whether the stack that was typed last, or is in the address, is refused. */
    isRefused = false;
    /** What the reader has set, as it is read aloud. */
    status = new RestingStatus();

    /** @param {HTMLElement} figure
    @param {Pieces} pieces
    @param {PageStack} pageStack */
    constructor(figure, pieces, pageStack) {
        this.figure = figure;
        this.pieces = pieces;
        this.pageStack = pageStack;
        /** The stack that is shown. */
        this.stack = Number(figure.dataset.stack);
        /** The stack that was shown when a box or slider was last at rest: while one is typed,
        others may be shown. */
        this.stackAtRest = this.stack;
    }

    /* ---- what figures do otherwise ---- */

    /** Show a stack that is solved; the box in which it is typed stays as it is.
    @param {number} stack
    @param {HTMLInputElement} [typedBox] */
    show(stack, typedBox) {
        throw new Error("show: each figure has its own");
    }

    /** Show the stack to which a box or slider is turned.
    @param {number} stack
    @param {HTMLInputElement} box */
    showTurned(stack, box) {
        this.show(stack, box);
    }

    /** Show again the stack that was shown when a box or slider was last at rest, in all of
    them. */
    showAtRest() {
        this.show(this.stackAtRest);
    }

    /** Let screen readers hear what comes of a stack that was typed, if it is taken.
    @param {boolean} isTaken */
    sayStackAloud(isTaken) {}

    /** Put the stack that is shown into the address. */
    writeAddress() {}

    /* ---- where stacks come from ---- */

    /** Put boxes and sliders for the stack into the figure.
    @param {string} what  it is for */
    addInputs(what) {
        this.boxes = addStackInputs(this.figure, this.pieces,
            (stack, box) => this.showTurned(stack ?? this.stackAtRest, box),
            (text, box) => this.setTypedStack(text, box), what);
    }

    /** Show the stack of another figure of the page.
    @type {HearStack} */
    hearStack = (stack, { isTurned }) => {
        this.stackAtRest = stack;
        // What this one has said is so no longer: the other says what it shows.
        this.status.forgetTold();
        this.showAtRest();
        if (isTurned) this.writeAddress();
    };

    /** Let the other figures follow.
    @param {{ isTurned: boolean }} how  whether a reader has turned this one, or else an address */
    passStackOn(how) {
        this.pageStack.passOn(this.stack, how, this.hearStack);
    }

    /** Show the stack that was typed, say what comes of it, and let the other figures follow.
    @param {string} text
    @param {HTMLInputElement} box */
    setTypedStack(text, box) {
        this.showStackOf(text, box);
        if (!text) this.noteOnStack(stackIsMissing(this.pieces, this.stack));
        this.sayStackAloud(text !== "" && !this.isRefused);
        this.writeAddress();
        this.passStackOn({ isTurned: true });
    }

    /** Show the stack that a text says; or the one that was shown before it was typed, and say why.
    @param {string} text
    @param {HTMLInputElement} box */
    showStackOf(text, box) {
        const refusal = refusalOfStack(text, this.pieces);
        this.isRefused = refusal !== "";
        if (text && !refusal) this.stackAtRest = readStack(text);
        this.showAtRest();
        if (!refusal) return;
        this.noteOnStack(`${refusal} All else is still for ${stackText(this.stack)}.`);
        markRefused(box, text, this.stackNote, this.stack);
    }

    /** Say why a stack is refused, or that one is missing.
    @param {string} text */
    noteOnStack(text) {
        this.stackNote.textContent = text;
    }
}
