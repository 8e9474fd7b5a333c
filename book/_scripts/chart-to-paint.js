/* A chart that the reader paints before it is told what it loses. */

import { textBox } from "./controls.js";
import { findOne, makeElement } from "./elements.js";
import { offerDownloads } from "./figure-downloads.js";
import { drawingSizes, sageTable } from "./build-constants.js";
import { cellsOf, isUndo, makeReachable, strokeByKey, trackPointer } from "./grid.js";
import { equilibrium, shareOfHands, stackText } from "./pieces.js";
import { chartOf } from "./range-chart.js";
import { handsBestFirst } from "./ranges.js";
import { refusalTextIn, refuse } from "./refusals.js";
import {
    acceptBox, addStackKnobs, refusalOfStack, fillBox, hearStacks, pageSettings,
    putInAddress, readStack, refuseBox, stackIsMissing, tellStack, CHART_ALONE, CHART_WITH_LOSS,
} from "./stack-knobs.js";
import {
    rangeWordsOf, readAcceptedHands, readWholeHands, writeWholeHands,
} from "./whole-hands.js";
import { percent } from "./words.js";
/** @import { Equilibrium, Pieces } from "./pieces.js" */
/** @import { HearStack } from "./stack-knobs.js" */

/** The hands that SAGE pushes, 1 for each, if it knows the stack: those whose index is at least
that of its table, which goes by the stack after the big blind is posted, rounded.
@param {number} stack */
function sagePushes(stack) {
    const { indices, first, leastToPush } = sageTable();
    const least = leastToPush[Math.round(stack - 1) - first];
    return least === undefined ? undefined : indices.map(index => Number(index >= least));
}

/** How near to its end a piece is looked at, in parts of its length. */
const JUST_INSIDE = 1e-9;

/** The hands that are pushed at the stack, or at a deeper one, more often than not. On a piece, how
often a hand is pushed only rises or only falls, so that its ends tell.
@param {Pieces} pieces @param {number} stack */
function pushesByDeepestStack(pieces, stack) {
    const { hands, ends, plays } = pieces;
    const first = Math.min(ends.findLastIndex(end => end <= stack), plays.length - 1);
    /** @type {(hand: number, piece: number) => boolean} */
    const isMostlyPushed = (hand, piece) => {
        const low = Math.max(stack, ends[piece]), high = ends[piece + 1];
        return [low, high - JUST_INSIDE * (high - low)].some(at =>
            equilibrium(pieces, at).probabilities[0][hand] > 0.5);
    };
    return hands.map((_, hand) => {
        const deeper = plays.slice(first);
        const isPushed = deeper.some(digits => digits[hand] === 2)
            || deeper.some((digits, i) => digits[hand] === 1 && isMostlyPushed(hand, first + i));
        return Number(isPushed);
    });
}

/** What was painted is announced after a rest of so many milliseconds. */
const REST_OF_PAINTING = 700;

/** A finger that has moved so far, in pixels, makes a stroke; one that has not has tapped. */
const MIN_STROKE = 8;

/** What alone is no range, and may go on as one: JTs - 54s, all pairs, top 20%. */
const GOES_ON = /^(-|all|any|top|suited)$/i;

/** What is said of a chart without paint. */
const NOTHING_PAINTED = "Nothing is painted yet";

export class ChartToPaint {
    /** What the stroke that goes on paints. @type {number | undefined} */
    brush;
    /** What was pushed before each stroke. @type {number[][]} */
    beforeStrokes = [];
    /** What waits to be announced. */
    waiting = 0;
    /** Where the pointer was last while it paints. @type {number[] | undefined} */
    pointer;
    isPainting = false;
    /** Where a finger was put down that may be about to scroll, to paint or to tap.
    @type {PointerEvent | undefined} */
    touched;
    /** The hand that the pointer painted last. @type {number | undefined} */
    lastHand;
    /** Whether what is typed cannot be read, or not yet. */
    isRangeRefused = false;
    /** Where the stack is typed. @type {HTMLInputElement} */
    stackBox;

    /** @param {HTMLElement} figure @param {Pieces} pieces */
    constructor(figure, pieces) {
        const svg = findOne(figure, "svg"), { hands } = pieces;
        this.figure = figure;
        this.pieces = pieces;
        this.draw = chartOf(svg, hands, NOTHING_PAINTED);
        this.cells = cellsOf(svg);
        this.result = findOne(figure, ".live-cost");
        this.bestHands = handsBestFirst(pieces);
        /** Whether what the chart loses is shown, once there is a chart. */
        this.showsLoss = false;
        this.stack = Number(figure.dataset.stack);
        /** The stack that was shown when the box was last at rest. */
        this.settled = this.stack;
        /** 1 for each hand that is pushed. */
        this.pushes = hands.map(() => 0);
        /** The hands that were pushed when nothing was being typed. */
        this.settledPushes = this.pushes;
        this.stackRefusal = makeElement("p.live-wrong", { role: "alert", id: "live-wrong" });
        this.rangeRefusal = makeElement("p.live-wrong", { role: "alert", id: "live-wrong-hands" });
        this.status = makeElement("p.visually-hidden", { role: "status" });
        /** The hands that are pushed, on paper. */
        this.written = makeElement("p.live-written");
        this.rangeBox = textBox({
            class: "live-range", "aria-label": "Type them: the hands that you push",
            placeholder: "22+, A2s+, KTo+",
            "aria-describedby": "live-wrong-hands live-how",
            input: () => this.readRange(), change: () => this.settleRange(),
            keydown: (/** @type {KeyboardEvent} */ { key }) => {
                if (key === "Enter") this.showLossOfTyped();
            },
        });
        findOne(figure, ".live-sentence").after(this.stackRefusal,
            makeElement("label.live-typed", "Type them, ", this.rangeBox), this.rangeRefusal,
            makeElement("p.live-how", { id: "live-how" },
                "or paint the cells, by mouse or finger. ",
                makeElement("span.live-finger", "A finger paints sideways; up and down, it scrolls "
                    + "the page. "),
                makeElement("span.live-keys", "On a keyboard, use the arrows and Space (hold Shift "
                    + "to paint on), or type a hand to jump to it. Ctrl+Z undoes, and Enter asks "
                    + "what the chart loses.")),
            this.written, this.status);
        [this.stackBox] = addStackKnobs(figure, pieces, (stack, box) => {
            acceptBox(box);
            this.show(stack ?? this.settled);
        }, text => {
            this.settle(text);
            if (!text) this.stackRefusal.textContent = stackIsMissing(pieces, this.stack);
            this.writeAddress();
            tellStack(this.stack, true, this.hearStack);
        }, "your chart");
        this.listen(svg);
        this.result.role = "group";
        this.result.ariaLabel = "What your chart loses";
        this.hint = makeElement("p");
        this.result.before(makeElement("p.live-strokes",
            makeElement("button.btn", { click: () => this.undo() }, "Undo"),
            makeElement("button.btn", { click: () => this.clear() }, "Clear")));
        this.result.addEventListener("click", ({ target }) => {
            if (/** @type {Element} */ (target).matches(".live-copy")) this.copyLink();
        });
        this.result.replaceChildren(
            makeElement("button.btn", { click: () => this.showLoss() }, "What does it lose?"),
            this.hint);
        this.settle("");
        hearStacks(this.hearStack);
        this.recall();
        addEventListener("hashchange", () => this.recall());
        const setting = () => `${stackText(this.stack)} big blinds each: ${this.summary()}`;
        offerDownloads(figure, setting, () => this.rows);
    }

    /** Show the chart at the stack of another figure of the page. @type {HearStack} */
    hearStack = (stack, isTurned) => {
        this.settled = stack;
        this.settle("");
        // What is told then stands there, and is not said: the other figure says what it shows.
        this.status.ariaLive = "off";
        if (isTurned) this.writeAddress();
    };

    /** Show the chart that the address names, such as 7 22+,A2s+; and say what of it is not taken.
    What it loses is told, unless its reader has not asked for that yet. The address stays as it is
    until something is changed. */
    recall() {
        const { pieces, bestHands } = this, settings = pageSettings();
        const text = (settings.get(CHART_WITH_LOSS) ?? settings.get(CHART_ALONE))?.trim();
        if (!text) return;
        const [first, ...others] = text.split(" ");
        const isStack = !Number.isNaN(readStack(first));
        const stackRefusal = refusalOfStack(first, pieces);
        const range = isStack ? others.join(" ") : text;
        const { hands, refused } = readAcceptedHands(range, pieces.hands, bestHands, refuse);
        this.pushes = hands;
        this.settledPushes = hands;
        this.isRangeRefused = false;
        acceptBox(this.rangeBox);
        this.rangeBox.value = writeWholeHands(hands, pieces.hands);
        this.showsLoss ||= settings.has(CHART_WITH_LOSS) && (!isStack || !stackRefusal);
        this.settle(isStack ? first : "");
        this.show(this.stack);
        if (isStack && !stackRefusal) tellStack(this.stack, false, this.hearStack);
        this.rangeRefusal.textContent = refused.length ? `Not taken from the address: `
            + `${refused.join(", ")}. Hands are written as in 22+, A2s+, KTo+, and here each is `
            + "pushed or not." : "";
        const refusal = [this.stackRefusal, this.rangeRefusal].find(place => place.textContent);
        if (refusal) refusal.scrollIntoView({ block: "center" });
        else this.figure.scrollIntoView();
    }

    /** Put what is painted into the address. */
    writeAddress() {
        const { stack, pushes, pieces, showsLoss, isEmpty } = this;
        const range = pieces.hands.filter((_, hand) => pushes[hand]);
        const chart = isEmpty ? undefined : [stackText(stack), ...range].join(" ");
        putInAddress({
            [CHART_WITH_LOSS]: showsLoss ? chart : undefined,
            [CHART_ALONE]: showsLoss ? undefined : chart,
        });
    }

    /** The chart in numbers, beside the best one; each row ends with what the whole chart loses. */
    get rows() {
        const { pieces, pushes, stack } = this;
        const { probabilities: [best] } = equilibrium(pieces, stack);
        const lost = this.lost.toFixed(1);
        return [["stack", "hand", "push", "best", "chart loses, mbb a hand"],
            ...pieces.hands.map((hand, i) =>
                [stackText(stack), hand, String(pushes[i]), best[i].toFixed(4), lost])];
    }

    /** What the chart loses, in thousandths of a big blind a hand. */
    get lost() {
        const { probabilities: [best], worth } = equilibrium(this.pieces, this.stack);
        return 1000 * (worth(best) - worth(this.pushes));
    }

    /** Announce what the chart is now, once the reader rests. @param {string} what */
    announce(what) {
        clearTimeout(this.waiting);
        this.status.ariaLive = "polite";
        this.waiting = setTimeout(() => {
            this.status.textContent = what + this.summary();
        }, REST_OF_PAINTING);
    }

    /** How much is pushed and, once it is told, what that loses. */
    summary() {
        const { pieces, pushes, showsLoss, lost } = this;
        if (this.isEmpty) return `${NOTHING_PAINTED}.`;
        const share = percent(shareOfHands(pieces, pushes), 1);
        const loss = ` That loses ${lost.toFixed(1)} mbb a hand, `
            + `${(lost / 10).toFixed(2)} bb/100 on the button.`;
        return `${share} of hands pushed.${showsLoss ? loss : ""}`;
    }

    /** Why hands that are typed are refused; "" if they can be read.
    @param {string} text */
    refusalOfHands(text) {
        const { pieces: { hands }, bestHands } = this;
        return refusalTextIn(() => readWholeHands(text, hands, bestHands, refuse));
    }

    /** Paint the hands that are typed, as soon as they can be read; of a word that cannot, it is
    said at once, unless it is the last one, which may go on, and the chart is the one before. What
    the chart loses waits until all is read. */
    readRange() {
        const { value } = this.rangeBox, { pieces, bestHands } = this;
        const { hands, refused } = readAcceptedHands(value, pieces.hands, bestHands, refuse);
        const words = rangeWordsOf(value), refusal = this.refusalOfHands(value);
        const ended = /[\s,;]$/.test(value) ? words : words.slice(0, -1);
        const refusedWord = ended.find(word => refused.includes(word) && !GOES_ON.test(word));
        this.pushes = refusedWord ? [...this.settledPushes] : hands;
        this.isRangeRefused = Boolean(refusal);
        acceptBox(this.rangeBox);
        this.rangeRefusal.textContent = refusedWord ? this.refusalOfHands(refusedWord) : "";
        if (this.rangeRefusal.textContent) this.rangeBox.setAttribute("aria-invalid", "true");
        this.show(this.stack);
        if (refusal) return refusal;
        this.writeAddress();
        this.announce("");
        return "";
    }

    /** Take the hands that were typed; or go back to those that were there before, and say why. */
    settleRange() {
        const { value } = this.rangeBox, refusal = this.readRange();
        if (!refusal) {
            this.settledPushes = this.pushes;
            this.rangeBox.value = writeWholeHands(this.pushes, this.pieces.hands);
            return;
        }
        this.pushes = [...this.settledPushes];
        this.isRangeRefused = false;
        this.show(this.stack);
        this.writeAddress();
        this.rangeBox.value = value;
        this.rangeRefusal.textContent = `${refusal}. The chart stays as it was.`;
        this.rangeBox.setAttribute("aria-invalid", "true");
    }

    /** Take the hands of a refused text that can be read, and say which words are left out. */
    takeWhatIsRead() {
        const { pieces, bestHands, rangeBox, rangeRefusal } = this;
        const { hands, refused } =
            readAcceptedHands(rangeBox.value, pieces.hands, bestHands, refuse);
        this.pushes = hands;
        rangeRefusal.textContent = `Left out, as it can't be read: ${refused.join(", ")}.`;
    }

    /** Whether no hand is pushed. */
    get isEmpty() {
        return !this.pushes.some(Boolean);
    }

    /** Paint by mouse, by finger or by keys: Space paints a hand; Shift and what leads from hand to
    hand give all on the way what the first one has; Enter tells what the chart loses. A finger that
    goes up or down first scrolls the page, as its style has it: the browser cancels the pointer
    then.
    @param {HTMLElement} svg */
    listen(svg) {
        svg.addEventListener("pointerdown", event => {
            this.isPainting = false;
            this.touched = undefined;
            if (!event.isPrimary) return;
            /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
            if (event.pointerType === "touch") this.touched = event;
            else this.beginStroke(event);
        });
        svg.addEventListener("pointermove", event => {
            const { touched } = this;
            if (touched && Math.abs(event.clientX - touched.clientX) > MIN_STROKE)
                this.beginStroke(touched);
            if (this.isPainting) this.stroke(event);
        });
        addEventListener("pointerup", event => {
            if (this.touched && event.isPrimary) this.beginStroke(this.touched);
            this.endStroke();
        });
        addEventListener("pointercancel", () => this.endStroke());
        svg.addEventListener("keydown", event => {
            const hand = this.cells.indexOf(/** @type {any} */ (event.target));
            if (hand < 0) return;
            // The key has led on already.
            const run = strokeByKey(event, this.cells);
            if (run.length) {
                this.beforeStrokes.push([...this.pushes]);
                this.brush = this.pushes[hand];
                this.paint(run);
            } else if (isUndo(event)) {
                event.preventDefault();
                this.undo();
            } else if (event.key === " ") {
                event.preventDefault();
                this.brush = undefined;
                this.paint([hand]);
            } else if (event.key === "Enter") this.showLoss();
        });
    }

    /** Begin a stroke where the pointer was put down. @param {PointerEvent} event */
    beginStroke(event) {
        this.touched = undefined;
        this.isPainting = true;
        this.brush = undefined;
        this.pointer = undefined;
        this.lastHand = undefined;
        this.stroke(event);
    }

    /** End a stroke: keys go on from the hand that it painted last. */
    endStroke() {
        this.touched = undefined;
        if (!this.isPainting) return;
        this.isPainting = false;
        if (this.lastHand === undefined) return;
        this.writeAddress();
        const cell = this.cells[this.lastHand];
        makeReachable(cell, this.cells);
        cell.focus({ preventScroll: true });
    }

    /** @param {PointerEvent} event */
    stroke(event) {
        const { crossed, last } = trackPointer(event, this.cells, this.pointer);
        this.pointer = last;
        this.lastHand = crossed[crossed.length - 1] ?? this.lastHand;
        if (crossed.length) event.preventDefault();
        this.paint(crossed);
    }

    /** Paint hands. A stroke goes on as it began, on the first hand that it came to. Where a text
    was refused and nothing was painted before, what of it can be read comes along.
    @param {number[]} hands */
    paint(hands) {
        if (!hands.length) return;
        if (this.brush === undefined) {
            this.beforeStrokes.push([...this.pushes]);
            this.rangeRefusal.textContent = "";
        }
        this.brush ??= 1 - this.pushes[hands[0]];
        if (this.rangeBox.ariaInvalid === "true" && this.isEmpty) this.takeWhatIsRead();
        for (const hand of hands) this.pushes[hand] = this.brush;
        this.showPainted();
        // A stroke is remembered at its end: browsers let a page write few addresses a second.
        if (!this.isPainting) this.writeAddress();
        const names = hands.map(hand => this.pieces.hands[hand]).join(", ");
        this.announce(`${names} ${this.brush ? "pushed" : "folded"}. `);
    }

    /** Show what is painted, in the box, too. */
    showPainted() {
        this.settledPushes = [...this.pushes];
        this.isRangeRefused = false;
        acceptBox(this.rangeBox);
        this.rangeBox.value = writeWholeHands(this.pushes, this.pieces.hands);
        this.show(this.stack);
    }

    /** Take back the stroke that was painted last. */
    undo() {
        const before = this.beforeStrokes.pop();
        if (!before) return;
        this.pushes = before;
        this.rangeRefusal.textContent = "";
        this.showPainted();
        this.writeAddress();
        this.announce("The last stroke is taken back. ");
    }

    /** Push no hand any more; that can be taken back, too. */
    clear() {
        this.beforeStrokes.push([...this.pushes]);
        this.pushes = this.pushes.map(() => 0);
        this.rangeRefusal.textContent = "";
        this.showPainted();
        this.writeAddress();
        this.announce("The chart is cleared. ");
    }

    /** Copy the address, which has the chart; where that is not allowed, show it. */
    async copyLink() {
        const copier = findOne(this.result, ".live-copy");
        try {
            await navigator.clipboard.writeText(location.href);
            copier.textContent = "Copied";
        } catch {
            copier.replaceWith(makeElement("code", location.href));
        }
    }

    /** Show the stack that a text says; or the one that was shown before it was typed, and say why.
    @param {string} text */
    settle(text) {
        const refusal = refusalOfStack(text, this.pieces);
        if (!refusal && text) this.settled = readStack(text);
        this.show(this.settled);
        this.stackRefusal.textContent = "";
        fillBox(this.stackBox, this.stack);
        if (refusal) refuseBox(this.stackBox, text, this.stackRefusal, refusal, this.stack);
        else if (text) this.announce("");
    }

    /** Tell what the hands lose that are typed, if they can be read. */
    showLossOfTyped() {
        this.settleRange();
        if (!this.rangeRefusal.textContent) this.showLoss();
    }

    /** Tell what the chart loses, from now on, if there is one. */
    showLoss() {
        if (this.isEmpty) {
            const isRefused = this.rangeBox.ariaInvalid === "true";
            this.hint.textContent = isRefused ? "What is typed can't be read."
                : `${NOTHING_PAINTED}: type or paint the hands first.`;
            this.status.textContent = this.hint.textContent;
            return;
        }
        this.showsLoss = true;
        this.show(this.stack);
        this.writeAddress();
        this.result.focus();
        this.announce("");
    }

    /** Show the chart at a stack and, once that is told, what it loses. @param {number} stack */
    show(stack) {
        // What has been said is no longer so, whichever figure has changed the stack.
        if (stack !== this.stack && this.status.textContent) this.announce("");
        this.stack = stack;
        const { pieces, pushes, isEmpty } = this, { hands } = pieces;
        const showsLoss = this.showsLoss && !isEmpty && !this.isRangeRefused;
        const optimal = equilibrium(pieces, stack), [best] = optimal.probabilities;
        const differs = hands.map((_, hand) =>
            showsLoss && Math.abs(best[hand] - pushes[hand]) > drawingSizes().leastShare);
        /** @type {(hand: number) => string} */
        const textOf = hand => `${hands[hand]}: ${pushes[hand] ? "pushed" : "folded"}`
            + (differs[hand] ? `, best ${percent(best[hand])}` : "");
        this.draw(pushes, textOf, shareOfHands(pieces, pushes));
        this.cells.forEach((cell, hand) => {
            cell.classList.toggle("differs", differs[hand]);
            cell.ariaSelected = String(Boolean(pushes[hand]));
        });
        if (document.activeElement !== this.rangeBox)
            this.rangeBox.value = writeWholeHands(pushes, hands);
        this.written.textContent = writeWholeHands(pushes, hands);
        this.hint.textContent = "";
        if (this.showsLoss && this.isRangeRefused)
            this.result.textContent = "What your chart loses is told once all hands are read.";
        else if (this.showsLoss && isEmpty) this.result.textContent = `${NOTHING_PAINTED}.`;
        if (!showsLoss) return;
        const range = hands.filter((_, hand) => pushes[hand]);
        this.result.innerHTML = this.resultText(optimal, range);
    }

    /** What the chart loses, beside rules that are printed and the best chart.
    @param {Equilibrium} optimal @param {string[]} range */
    resultText({ probabilities: [best], worth }, range) {
        const { pieces, stack, pushes } = this;
        /** @type {(name: string, chart: number[]) => string} */
        const row = (name, chart) => {
            const lost = 1000 * (worth(best) - worth(chart));
            return `<tr><th>${name}<td>${percent(shareOfHands(pieces, chart), 1)}`
                + `<td><b>${lost.toFixed(1)}</b><td>${(lost / 10).toFixed(2)}`;
        };
        const sage = sagePushes(stack);
        const rows = row("your chart", pushes) + (sage ? row("SAGE", sage) : "")
            + row("one number for each hand", pushesByDeepestStack(pieces, stack))
            + row("the best", best);
        const lock = range.join();
        /** @type {(isPushed: number) => string} */
        const differing = isPushed => writeWholeHands(pushes.map((pushed, hand) => Number(
            pushed === isPushed && Math.abs(best[hand] - pushed) > 0.5)), pieces.hands);
        const [tooFew, tooMany] = [0, 1].map(differing);
        const mixed = writeWholeHands(pushes.map((pushed, hand) => {
            const off = Math.abs(best[hand] - pushed);
            return Number(off > drawingSizes().leastShare && off <= 0.5);
        }), pieces.hands);
        const differences = [tooMany && `pushed, and better folded: ${tooMany}`,
            tooFew && `folded, and better pushed: ${tooFew}`,
            mixed && `mixed, and mostly as you have it: ${mixed}`].filter(Boolean).join("; ");
        return `<table><tr><th>chart<th>pushes<th>loses, mbb<th>bb/100 on the button${rows}</table><p>`
            + "In thousandths of a big blind a hand, and in big blinds per hundred hands, to an "
            + "opponent who knows the chart. "
            + `Rings mark the differences${differences && ` (${differences})`}. `
            + "This page's link now has your chart. "
            + '<button type="button" class="btn btn-sm live-copy">Copy link</button> '
            + `<a href="explorer.html#push-fold?stack=${stackText(stack)};locks=0//${lock}">`
            + "Open it in the explorer</a>, and play against it there.";
    }
}
