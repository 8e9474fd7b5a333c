/* The figure of push or fold: a sentence, a curve and two charts, at the stack that its reader
sets. */

import { elementOf, findAll, findOne } from "./elements.js";
import { FigureChart } from "./figure-chart.js";
import { FigureCitations } from "./figure-citations.js";
import { offerDownloads } from "./figure-downloads.js";
import {
    CHART_ALONE, CHART_WITH_LOSS, saidByAddress, putInAddress,
} from "./page-address.js";
import { equilibrium, stackText, summaryParts } from "./pieces.js";
import { lossOfPushOrFold } from "./real-game.js";
import {
    acceptBox, addStackKnobs, fillBox, readStack, refusalOfStack, refuseBox, stackIsMissing,
} from "./stack-knobs.js";
import { ValueCurve } from "./figure-curve.js";
import { RestingStatus } from "./voice.js";
/** @import { Equilibrium, Pieces } from "./pieces.js" */
/** @import { HearStack, PageStack } from "./page-stack.js" */

/** How a link to a quiz that names no stack begins: it is about the stack that is shown. */
const QUIZ = "#push-fold?seat=";

export class PushFoldFigure {
    /** The stack that is shown. */
    stack = 0;
    /** The stack that was shown when a knob was last at rest: what is typed may pass by others. */
    settled = 0;
    /** Whether the stack that was typed last, or is in the address, is refused. */
    isRefused = false;

    /** @param {HTMLElement} figure
    @param {Pieces} pieces
    @param {PageStack} pageStack */
    constructor(figure, pieces, pageStack) {
        this.figure = figure;
        this.pieces = pieces;
        this.pageStack = pageStack;
        this.charts = findAll(figure, ".live-view").map((view, player) =>
            new FigureChart(view, pieces, player));
        this.sentence = findOne(figure, ".live-sentence");
        this.note = findOne(figure, ".live-real span");
        this.link = /** @type {HTMLAnchorElement} */ (figure.querySelector("a"));
        /** Links of the page to a quiz, and what their addresses set besides the stack. */
        this.quizzes = findAll(document, `a[href*="explorer.html${QUIZ}"]`).map(link =>
            ({ link, query: link.getAttribute("href")?.split("?")[1] }));
        this.citations = new FigureCitations(figure.closest("figure") ?? figure);
        /** What the reader has set, as it is read aloud. */
        this.status = new RestingStatus();
        this.curve = new ValueCurve(figure, pieces);
        this.layOut();
        this.boxes = addStackKnobs(figure, pieces, (stack, box) => this.turn(stack, box),
            (text, box) => this.settle(text, box), "the best charts");
        this.curve.listen(() => this.stack);
        offerDownloads(figure,
            () => `${stackText(this.settled)} big blinds each`, () => this.rows());
        addEventListener("hashchange", () => this.followAddress());
        pageStack.follow(this.hearStack);
        // What the page says at first is no news, unless its address is spoilt.
        this.followAddress();
        this.note.role = "status";
        if (this.isRefused) this.note.replaceChildren(...this.note.childNodes);
    }

    /** Add to what stands there without scripts how the figure is used, and what tells of it. */
    layOut() {
        this.sentence.after(elementOf("p.live-how",
            "Drag the dot on the curve, or type another stack. Click or tap a hand to see "
            + "what each choice earns; arrow keys lead from hand to hand."));
        this.note.id = "live-note";
        this.figure.append(this.status.element);
    }

    /** Show the stack to which a knob is turned; while what is typed is none, the one before.
    @param {number | undefined} stack
    @param {HTMLInputElement} box */
    turn(stack, box) {
        // What a tip tells of was at another stack.
        for (const chart of this.charts) chart.hideTips();
        this.show(stack ?? this.settled, box);
    }

    /** Show the stack of another figure of the page.
    @type {HearStack} */
    hearStack = (stack, { isTurned }) => {
        this.settled = stack;
        // What this one has said is so no longer: the other says what it shows.
        this.status.forgetTold();
        this.show(stack);
        if (isTurned) putInAddress({ stack: stackText(stack) });
    };

    /** Show the stack that the address names, or else the one that is shown. */
    followAddress() {
        this.settled ||= Number(this.figure.dataset.stack);
        const [box] = this.boxes, said = saidByAddress();
        this.take(said.get("stack") ?? "", box);
        if (said.has("stack"))
            this.pageStack.passOn(this.stack, { isTurned: false }, this.hearStack);
        if (this.isRefused) this.note.scrollIntoView({ block: "center" });
        else if (said.has("stack")
            && ![CHART_ALONE, CHART_WITH_LOSS].some(key => said.has(key)))
            this.figure.scrollIntoView();
    }

    /** Take what was typed, and remember what is shown then.
    @param {string} text
    @param {HTMLInputElement} box */
    settle(text, box) {
        const { note } = this;
        this.take(text, box);
        const { isRefused } = this;
        if (!text) {
            note.ariaLive = "polite";
            note.textContent = stackIsMissing(this.pieces, this.stack);
        }
        this.status.sayAloud(() => isRefused || !text ? ""
            : `${this.sentenceText()} ${note.textContent}`);
        putInAddress({ stack: stackText(this.stack) });
        this.pageStack.passOn(this.stack, { isTurned: true }, this.hearStack);
    }

    /** Show the stack that a text says; or the one that was shown before it was typed, and say why.
    @param {string} text
    @param {HTMLInputElement} box */
    take(text, box) {
        const { pieces, note } = this;
        const stack = readStack(text), refusal = refusalOfStack(text, pieces);
        if (!refusal && text) this.settled = stack;
        this.isRefused = refusal !== "";
        this.show(this.settled);
        if (!refusal) return;
        note.ariaLive = "polite";
        refuseBox(box, text, note, refusal, this.stack);
        // The explorer solves deeper stacks, too.
        if (stack > pieces.most) this.linkTo(stack);
    }

    /** Let the link to the explorer lead to a stack, and those to a quiz.
    @param {number} stack */
    linkTo(stack) {
        this.link.href = this.link.href.replace(/=.*/, `=${stackText(stack)}`);
        for (const { link, query } of this.quizzes) link.setAttribute("href",
            `explorer.html#push-fold?stack=${stackText(stack)};${query}`);
    }

    /** Show a stack that is solved; the box in which it is typed stays as it is.
    @param {number} stack
    @param {HTMLInputElement} [typed] */
    show(stack, typed) {
        const { pieces } = this, optimal = equilibrium(pieces, stack);
        this.stack = stack;
        // It is part of what is told once the reader has set a stack; a refusal is told by itself.
        this.note.ariaLive = "off";
        this.note.textContent = lossOfPushOrFold(stack);
        this.linkTo(stack);
        this.citations.citeAt(stack);
        this.showSummary(optimal);
        for (const chart of this.charts) chart.show(optimal);
        for (const box of this.boxes) {
            if (box === typed) acceptBox(box);
            else fillBox(box, stack);
            // What comes of it is told once the reader's hand rests.
            box.ariaValueText = `${stackText(stack)} big blinds`;
        }
    }

    /** What the figure says of the stack that is shown, in a sentence. */
    sentenceText() {
        return this.sentence.textContent.replace("With ", `With ${stackText(this.stack)}`);
    }

    /** What is seen, in numbers: how often each hand is played. */
    rows() {
        const { pieces, stack, charts } = this, { hands } = pieces;
        const { probabilities } = equilibrium(pieces, stack);
        return [["stack", "hand", ...charts.map(({ title }) => title)], ...hands.map((hand, i) =>
            [stackText(stack), hand, ...probabilities.map(shares => shares[i].toFixed(4))])];
    }

    /** Say what is pushed and called, and what that wins; and move the dot of the curve.
    @param {Equilibrium} optimal */
    showSummary(optimal) {
        const { value, push, call, verb, amount } = summaryParts(this.pieces, optimal);
        // Beside the knob, the sentence has its numbers in bold, and one span: wins, or loses.
        const bold = findAll(this.sentence, ":scope > b");
        [push, call, amount].forEach((text, i) => { bold[i].textContent = text; });
        findOne(this.sentence, ":scope > span:not(:first-child)").textContent = verb;
        this.curve.place(this.curve.dot, this.stack, value);
    }
}
