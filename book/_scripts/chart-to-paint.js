/* A chart that the reader paints or types before it is told what it loses: here each change is
heard, kept in the address and said aloud; painted-chart-view.js shows what comes of it. */

import { elementOf, findOne, makeElement } from "./elements.js";
import { offerDownloads } from "./figure-downloads.js";
import { tryToUndoByKey } from "./grid.js";
import { CHART_ALONE, CHART_WITH_LOSS, saidByAddress, putInAddress } from "./page-address.js";
import { PaintedChart } from "./painted-chart.js";
import { NOTHING_PAINTED, PaintedChartView } from "./painted-chart-view.js";
import { stackText } from "./stack-pieces.js";
import { handsBestFirst } from "./ranges.js";
import { StackFigure } from "./stack-figure.js";
import { acceptBox, fillBox, readStack, refusalOfStack } from "./stack-inputs.js";
import { Strokes } from "./strokes.js";
import { TypedHands } from "./typed-hands.js";
import { shortened } from "./words.js";
/** @import { PageStack } from "./page-stack.js" */
/** @import { Pieces } from "./stack-pieces.js" */

/** What was painted is heard after a rest of so many milliseconds. */
const REST_OF_PAINTING = 700;

/** How a chart is painted and typed, for its reader. */
const instruction = () => [
    "Or paint the cells, by mouse or finger. ",
    elementOf("span.live-finger", "A finger paints sideways; up and down, it scrolls the page. "),
    elementOf("span.live-keys", "On a keyboard, use the arrows and Space (hold Shift to paint "
        + "on), or type a hand to jump to it. Ctrl+Z undoes, Ctrl+Y redoes, and Enter asks "
        + "what the chart loses."),
];

export class ChartToPaint extends StackFigure {
    /** Whether what the chart loses is shown, once there is a chart. */
    showsLoss = false;
    stackNote = makeElement("p.live-wrong", { role: "alert", id: "live-wrong" });
    undoButton = makeElement("button.btn", { click: () => this.undo() }, "Undo");
    redoButton = makeElement("button.btn", { click: () => this.redo() }, "Redo");

    /** @param {HTMLElement} figure
    @param {Pieces} pieces
    @param {PageStack} pageStack */
    constructor(figure, pieces, pageStack) {
        super(figure, pieces, pageStack);
        const { hands } = pieces;
        this.chart = new PaintedChart(hands.length);
        this.typedHands = new TypedHands(hands, handsBestFirst(pieces), {
            input: () => this.readRange(), change: () => this.tryToKeepTypedRange(),
            enter: () => this.showLossOfTyped(),
        });
        this.view = new PaintedChartView(figure, {
            pieces, chart: this.chart, typedHands: this.typedHands, askLoss: () => this.showLoss(),
        });
        this.strokes = new Strokes(this, this.view.svg, this.view.cells);
        this.layOut();
        this.showAtRest();
        pageStack.addFollower(this.hearStack);
        this.followAddress();
        addEventListener("hashchange", () => this.followAddress());
        const setting = () => `${stackText(this.stack)} big blinds each: ${this.summary()}`;
        offerDownloads(figure, setting, () => this.view.rows(this.stack));
    }

    /** Put into the figure what it is operated by, and where it says what comes of it. */
    layOut() {
        const { figure, typedHands, view } = this;
        findOne(figure, ".live-sentence").after(this.stackNote,
            elementOf("label.live-typed", "Type them: ", typedHands.box), typedHands.refusal,
            makeElement("p.live-how", { id: "live-how" }, ...instruction()),
            view.written, this.status.element);
        this.addInputs("your chart");
        const keydown = (/** @type {KeyboardEvent} */ event) => tryToUndoByKey(event, this);
        view.result.before(makeElement("p.live-strokes", { keydown }, this.undoButton, this.redoButton,
            makeElement("button.btn", { click: () => this.clear() }, "Clear")));
    }

    /* ---- the stack ---- */

    /** @type {StackFigure["showTurned"]} */
    showTurned(stack, box) {
        acceptBox(box);
        this.show(stack);
    }

    showAtRest() {
        super.showAtRest();
        this.stackNote.textContent = "";
        fillBox(this.boxes[0], this.stack);
    }

    /** @type {StackFigure["sayStackAloud"]} */
    sayStackAloud(isTaken) {
        if (isTaken) this.sayAloud("");
    }

    /* ---- the address ---- */

    /** Show the chart that the address names, such as 7 22+,A2s+; and say what of it is not taken.
    What it loses is told, unless its reader has not asked for that yet. The address stays as it is
    until something is changed. */
    followAddress() {
        const { pieces, typedHands } = this, said = saidByAddress();
        const text = (said.get(CHART_WITH_LOSS) ?? said.get(CHART_ALONE))?.trim();
        if (!text) return;
        const [first, ...others] = text.split(" ");
        const isStack = !Number.isNaN(readStack(first));
        const stackRefusal = refusalOfStack(first, pieces);
        const { hands, refused } = typedHands.accepted(isStack ? others.join(" ") : text);
        this.chart.keep(hands);
        typedHands.write(hands);
        this.showsLoss ||= said.has(CHART_WITH_LOSS) && (!isStack || !stackRefusal);
        this.showStackOf(isStack ? first : "", this.boxes[0]);
        if (isStack && !stackRefusal) {
            this.sayAloud("");
            this.passStackOn({ isTurned: false });
        }
        typedHands.refusal.textContent = refused.length ? `Not taken from the address: `
            + `${refused.join(", ")}. Hands are written as in 22+, A2s+, KTo+, and here each is `
            + "pushed or not." : "";
        if (isStack && stackRefusal) this.stackNote.scrollIntoView({ block: "center" });
        else if (refused.length) typedHands.refusal.scrollIntoView({ block: "center" });
        else this.figure.scrollIntoView();
    }

    /** Put the painted hands into the address. */
    writeAddress() {
        const { stack, pushes, pieces, showsLoss } = this;
        const range = pieces.hands.filter((_, chartHand) => pushes[chartHand]);
        const text = this.chart.isEmpty ? undefined : [stackText(stack), ...range].join(" ");
        putInAddress({
            [CHART_WITH_LOSS]: showsLoss ? text : undefined,
            [CHART_ALONE]: showsLoss ? undefined : text,
        });
    }

    /* ---- the box ---- */

    /** Paint the hands that are typed, whenever all of them can be read; until then the chart stays,
    and what it loses waits. Returned is why the text is refused, "" if it is not. */
    readRange() {
        const { hands, refusal } = this.typedHands.read(this.pushes);
        this.chart.preview(hands);
        this.show(this.stack);
        if (refusal) {
            this.status.forgetTold();
            return refusal;
        }
        this.writeAddress();
        this.sayAloud("");
        return "";
    }

    /** Keep the hands that were typed, or go back to those that were there before, and say why.
    Returned is whether they are kept. */
    tryToKeepTypedRange() {
        const { typedHands, typedHands: { box } } = this, { value } = box;
        const refusal = this.readRange();
        if (!refusal) {
            this.chart.keep();
            box.value = typedHands.textOf(this.pushes);
            return true;
        }
        this.chart.revert();
        typedHands.giveUp();
        this.show(this.stack);
        this.writeAddress();
        // Beginnings of the text may have been painted, which could be read.
        const shownHands = shortened(typedHands.textOf(this.pushes)) || "no hands";
        typedHands.refuse(value, `${refusal}. The chart is as it was before: ${shownHands}.`);
        this.sayAloud("");
        return false;
    }

    /** Tell what the hands lose that are typed, if they can be read. */
    showLossOfTyped() {
        if (this.tryToKeepTypedRange()) this.showLoss();
    }

    /* ---- painting: see Canvas ---- */

    /** 1 for each hand that is pushed. */
    get pushes() {
        return this.chart.pushes;
    }

    /** Begin a stroke: the chart before it can be had again. */
    beginStroke() {
        this.chart.beginStroke();
        this.typedHands.refusal.textContent = "";
    }

    /** Paint hands. Where a text was refused and nothing was painted before, what of it can be read
    comes along.
    @param {number[]} hands
    @param {number} brush  1 to push, 0 to fold */
    paint(hands, brush) {
        const { chart, typedHands, pieces } = this;
        if (typedHands.isMarked && chart.isEmpty) chart.keep(typedHands.takeAccepted());
        chart.paint(hands, brush);
        this.showPainted();
        const names = chart.strokeHands.map(chartHand => pieces.hands[chartHand]).join(", ");
        this.sayAloud(`${names} ${brush ? "pushed" : "folded"}. `);
    }

    /** Remember the chart after a stroke, and not while it goes on: browsers let a page write few
    addresses a second. */
    endStroke() {
        this.writeAddress();
    }

    /** Take back the stroke that was painted last. */
    undo() {
        this.tellRestored(this.chart.undo());
    }

    /** Paint again the stroke that was taken back last. */
    redo() {
        this.tellRestored(this.chart.redo());
    }

    /** Push no hand any more; that can be taken back, too. */
    clear() {
        this.chart.clear();
        this.tellReplaced("The chart is cleared. ");
    }

    /** Show the chart after strokes were taken back or painted again, if any were.
    @param {(number | undefined)[] | undefined} changes  which hands are pushed again, 1, or
        folded again, 0 */
    tellRestored(changes) {
        if (!changes) return;
        /** @type {(brush: number) => string} */
        const changed = brush =>
            this.typedHands.textOf(changes.map(change => Number(change === brush)));
        const [folded, pushed] = [changed(0), changed(1)];
        this.tellReplaced((pushed && `${pushed} pushed again. `)
            + (folded && `${folded} folded again. `));
    }

    /** Show another chart.
    @param {string} what  it is, to be heard */
    tellReplaced(what) {
        this.typedHands.refusal.textContent = "";
        this.showPainted();
        this.writeAddress();
        this.sayAloud(what);
    }

    /** Show the painted hands, in the box, too. */
    showPainted() {
        this.typedHands.write(this.pushes);
        this.show(this.stack);
    }

    /* ---- the view ---- */

    /** How much is pushed and, once it is told, what that loses. */
    summary() {
        return this.view.summary(this.stack, this.showsLoss);
    }

    /** Let screen readers hear what the chart is now, once the reader rests.
    @param {string} what  has been done, to be heard first */
    sayAloud(what) {
        this.status.sayAloud(() => what + this.summary(), REST_OF_PAINTING);
    }

    /** Tell what the chart loses, from now on, if there is one. */
    showLoss() {
        if (this.chart.isEmpty) {
            const hint = this.typedHands.isMarked ? "What is typed can't be read."
                : `${NOTHING_PAINTED}: type or paint the hands first.`;
            this.view.hint.textContent = hint;
            this.status.sayAloud(() => hint, 0);
            return;
        }
        this.showsLoss = true;
        this.show(this.stack);
        this.writeAddress();
        this.view.result.focus();
        this.sayAloud("");
    }

    /** Show the chart at a stack and, once that is told, what it loses.
    @type {StackFigure["show"]} */
    show(stack) {
        // What has been said is no longer so, whichever figure has changed the stack.
        if (stack !== this.stack && this.status.lastText) this.sayAloud("");
        this.stack = stack;
        const { typedHands, chart } = this;
        this.view.show(stack, this.showsLoss);
        if (document.activeElement !== typedHands.box)
            typedHands.box.value = typedHands.textOf(this.pushes);
        this.undoButton.ariaDisabled = String(!chart.canUndo);
        this.redoButton.ariaDisabled = String(!chart.canRedo);
    }
}
