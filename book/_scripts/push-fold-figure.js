/* The figure of push or fold: a sentence, a curve and two charts, at the stack that its reader
sets. */

import { elementOf, findAll, findOne } from "./elements.js";
import { FigureChart } from "./figure-chart.js";
import { FigureCitations } from "./figure-citations.js";
import { offerDownloads } from "./figure-downloads.js";
import {
    CHART_ALONE, CHART_WITH_LOSS, saidByAddress, putInAddress,
} from "./page-address.js";
import { equilibrium, stackText, summaryParts } from "./stack-pieces.js";
import { lossOfPushOrFold } from "./real-game.js";
import { StackFigure } from "./stack-figure.js";
import { acceptBox, fillBox, readStack } from "./stack-inputs.js";
import { ValueCurve } from "./figure-curve.js";
/** @import { Equilibrium, Pieces } from "./stack-pieces.js" */
/** @import { PageStack } from "./page-stack.js" */

/** How a link to a quiz that names no stack begins: it is about the stack that is shown. */
const QUIZ = "#push-fold?seat=";

export class PushFoldFigure extends StackFigure {
    /** @param {HTMLElement} figure
    @param {Pieces} pieces
    @param {PageStack} pageStack */
    constructor(figure, pieces, pageStack) {
        super(figure, pieces, pageStack);
        this.charts = findAll(figure, ".live-view").map((view, player) =>
            new FigureChart(view, pieces, player));
        this.sentence = findOne(figure, ".live-sentence");
        this.stackNote = findOne(figure, ".live-real span");
        this.link = /** @type {HTMLAnchorElement} */ (figure.querySelector("a"));
        /** Links of the page to a quiz, and what their addresses set besides the stack. */
        this.quizzes = findAll(document, `a[href*="explorer.html${QUIZ}"]`).map(link =>
            ({ link, query: link.getAttribute("href")?.split("?")[1] }));
        this.citations = new FigureCitations(figure.closest("figure") ?? figure);
        this.curve = new ValueCurve(figure, pieces);
        this.layOut();
        this.addInputs("the best charts");
        this.curve.listen(() => this.stack);
        offerDownloads(figure,
            () => `${stackText(this.stackAtRest)} big blinds each`, () => this.rows());
        addEventListener("hashchange", () => this.followAddress());
        pageStack.addFollower(this.hearStack);
        // What the page says at first is no news, unless its address is spoilt.
        this.followAddress();
        this.stackNote.role = "status";
        if (this.isRefused) this.stackNote.replaceChildren(...this.stackNote.childNodes);
    }

    /** Add to what stands there without scripts how the figure is used, and what tells of it. */
    layOut() {
        this.sentence.after(elementOf("p.live-how",
            "Drag the dot on the curve, or type another stack. Click or tap a hand to see "
            + "what each choice earns; arrow keys lead from hand to hand."));
        this.stackNote.id = "live-note";
        this.figure.append(this.status.element);
    }

    /** @type {StackFigure["showTurned"]} */
    showTurned(stack, box) {
        // What a tip tells of was at another stack.
        for (const chart of this.charts) chart.hideTips();
        super.showTurned(stack, box);
    }

    writeAddress() {
        putInAddress({ stack: stackText(this.stack) });
    }

    /** Show the stack that the address names, or else the one that is shown. */
    followAddress() {
        const [box] = this.boxes, said = saidByAddress();
        this.showStackOf(said.get("stack") ?? "", box);
        if (said.has("stack")) this.passStackOn({ isTurned: false });
        if (this.isRefused) this.stackNote.scrollIntoView({ block: "center" });
        else if (said.has("stack")
            && ![CHART_ALONE, CHART_WITH_LOSS].some(key => said.has(key)))
            this.figure.scrollIntoView();
    }

    /** @type {StackFigure["sayStackAloud"]} */
    sayStackAloud(isTaken) {
        this.status.sayAloud(() => isTaken
            ? `${this.sentenceText()} ${this.stackNote.textContent}` : "");
    }

    /** @type {StackFigure["showStackOf"]} */
    showStackOf(text, box) {
        super.showStackOf(text, box);
        const stack = readStack(text);
        // The explorer solves deeper stacks, too.
        if (stack > this.pieces.most) this.linkTo(stack);
    }

    /** @type {StackFigure["noteOnStack"]} */
    noteOnStack(text) {
        this.stackNote.ariaLive = "polite";
        super.noteOnStack(text);
    }

    /** Let the link to the explorer lead to a stack, and those to a quiz.
    @param {number} stack */
    linkTo(stack) {
        this.link.href = this.link.href.replace(/=.*/, `=${stackText(stack)}`);
        for (const { link, query } of this.quizzes) link.setAttribute("href",
            `explorer.html#push-fold?stack=${stackText(stack)};${query}`);
    }

    /** @type {StackFigure["show"]} */
    show(stack, typedBox) {
        const { pieces } = this, optimal = equilibrium(pieces, stack);
        this.stack = stack;
        // It is part of what is told once the reader has set a stack; a refusal is told by itself.
        this.stackNote.ariaLive = "off";
        this.stackNote.textContent = lossOfPushOrFold(stack);
        this.linkTo(stack);
        this.citations.citeAt(stack);
        this.showSummary(optimal);
        for (const chart of this.charts) chart.show(optimal);
        for (const box of this.boxes) {
            if (box === typedBox) acceptBox(box);
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
        const heads = ["stack", "hand", ...charts.map(({ title }) => title)];
        return [heads, ...hands.map((handName, hand) => [stackText(stack), handName,
            ...probabilities.map(shares => shares[hand].toFixed(4))])];
    }

    /** Say what is pushed and called, and what that wins; and move the dot of the curve.
    @param {Equilibrium} optimal */
    showSummary(optimal) {
        const { value, push, call, verb, amount } = summaryParts(this.pieces, optimal);
        // Beside the box, the sentence has its numbers in bold, and one span: wins, or loses.
        const bold = findAll(this.sentence, ":scope > b");
        [push, call, amount].forEach((text, i) => { bold[i].textContent = text; });
        findOne(this.sentence, ":scope > span:not(:first-child)").textContent = verb;
        this.curve.place(this.curve.dot, this.stack, value);
    }
}
