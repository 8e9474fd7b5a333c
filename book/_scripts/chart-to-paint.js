/* A chart that the reader paints before it is told what it loses. */

import { findAll, findOne, make } from "./elements.js";
import { offerDownloads } from "./figure-downloads.js";
import { drawingSizes, sageTable } from "./given.js";
import { follow } from "./grid.js";
import { equilibrium, shareOfHands, stackText } from "./pieces.js";
import { chartOf } from "./range-chart.js";
import {
    acceptBox, addStackKnobs, complaintAboutStack, fillBox, pageSettings, putInAddress, refuseBox,
} from "./stack-knobs.js";
import { percent } from "./words.js";
/** @import { Equilibrium, Pieces } from "./pieces.js" */

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
            equilibrium(pieces, at).often[0][hand] > 0.5);
    };
    return hands.map((_, hand) => {
        const deeper = plays.slice(first);
        const isPushed = deeper.some(digits => digits[hand] === 2)
            || deeper.some((digits, i) => digits[hand] === 1 && isMostlyPushed(hand, first + i));
        return Number(isPushed);
    });
}

export class ChartToPaint {
    /** What the stroke that goes on paints. @type {number | undefined} */
    brush;
    /** Where the pointer was last while it paints. @type {number[] | undefined} */
    pointer;
    isPainting = false;
    /** Where the stack is typed. @type {HTMLInputElement} */
    box;

    /** @param {HTMLElement} figure @param {Pieces} pieces */
    constructor(figure, pieces) {
        const svg = findOne(figure, "svg"), { least, most, hands } = pieces;
        this.pieces = pieces;
        this.draw = chartOf(svg, hands);
        this.cells = findAll(svg, ".g > g");
        this.result = findOne(figure, ".live-cost");
        const [named, ...range] = pageSettings().get("chart")?.split(" ") ?? [];
        /** Whether what the chart loses is told. */
        this.isTold = Number(named) >= least && Number(named) <= most;
        this.stack = Number(this.isTold ? named : figure.dataset.stack);
        /** 1 for each hand that is pushed. */
        this.pushes = hands.map(hand => Number(this.isTold && range.includes(hand)));
        this.note = make("p.live-wrong", { role: "alert", id: "live-wrong" });
        findOne(figure, ".live-sentence").after(this.note);
        [this.box] = addStackKnobs(figure, pieces, (stack, box) => {
            acceptBox(box);
            this.show(stack);
        }, text => this.settle(text));
        this.listen(svg);
        this.result.append(make("button.btn", { click: () => this.tell() }, "What does it lose?"));
        this.show(this.stack);
        this.settle(named ?? "");
        offerDownloads(figure, () => [["stack", "hand", "push"], ...hands.map((hand, i) =>
            [stackText(this.stack), hand, String(this.pushes[i])])]);
        if (this.isTold) figure.scrollIntoView();
    }

    /** Paint by mouse, by finger or by the space bar. @param {HTMLElement} svg */
    listen(svg) {
        svg.addEventListener("pointerdown", event => {
            /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
            this.isPainting = true;
            this.brush = undefined;
            this.pointer = undefined;
            this.stroke(event);
        });
        svg.addEventListener("pointermove", event => { if (this.isPainting) this.stroke(event); });
        for (const end of ["pointerup", "pointercancel"])
            addEventListener(end, () => { this.isPainting = false; });
        svg.addEventListener("keydown", event => {
            const hand = this.cells.indexOf(/** @type {any} */ (event.target));
            if (event.key !== " " || hand < 0) return;
            event.preventDefault();
            this.brush = undefined;
            this.paint([hand]);
        });
    }

    /** @param {PointerEvent} event */
    stroke(event) {
        const { crossed, last } = follow(event, this.cells, this.pointer);
        this.pointer = last;
        if (crossed.length) event.preventDefault();
        this.paint(crossed);
    }

    /** Paint hands. A stroke goes on as it began, on the first hand that it came to.
    @param {number[]} hands */
    paint(hands) {
        for (const hand of hands) {
            this.brush ??= 1 - this.pushes[hand];
            this.pushes[hand] = this.brush;
        }
        if (hands.length) this.show(this.stack);
    }

    /** Let the box say the stack that is shown; or leave there what was typed, and say why it is
    refused. @param {string} text */
    settle(text) {
        const wrong = complaintAboutStack(text, this.pieces);
        this.note.textContent = "";
        fillBox(this.box, this.stack);
        if (wrong) refuseBox(this.box, text, this.note, wrong, this.stack);
    }

    /** Tell what the chart loses, from now on. */
    tell() {
        this.isTold = true;
        this.show(this.stack);
        this.result.focus();
    }

    /** Show the chart at a stack and, once that is told, what it loses. @param {number} stack */
    show(stack) {
        this.stack = stack;
        const { pieces, pushes, isTold } = this, { hands } = pieces;
        const optimal = equilibrium(pieces, stack), [best] = optimal.often;
        const differs = hands.map((_, hand) =>
            isTold && Math.abs(best[hand] - pushes[hand]) > drawingSizes().leastShare);
        /** @type {(hand: number) => string} */
        const textOf = hand => `${hands[hand]}: ${pushes[hand] ? "pushed" : "folded"}`
            + (differs[hand] ? `, best ${percent(best[hand])}` : "");
        this.draw(pushes, textOf, shareOfHands(pieces, pushes));
        this.cells.forEach((cell, hand) => cell.classList.toggle("differs", differs[hand]));
        if (!isTold) return;
        const range = hands.filter((_, hand) => pushes[hand]);
        this.result.innerHTML = this.resultText(optimal, range);
        putInAddress("chart", [stackText(stack), ...range].join(" "));
    }

    /** What the chart loses, beside rules that are printed and the best chart.
    @param {Equilibrium} optimal @param {string[]} range */
    resultText({ often: [best], worth }, range) {
        const { pieces, stack, pushes } = this;
        /** @type {(name: string, chart: number[]) => string} */
        const row = (name, chart) => {
            const lost = 1000 * (worth(best) - worth(chart));
            return `<tr><th>${name}<td>${percent(shareOfHands(pieces, chart), 1)}`
                + `<td><b>${lost.toFixed(1)}</b>`;
        };
        const sage = sagePushes(stack);
        const rows = row("your chart", pushes) + (sage ? row("SAGE", sage) : "")
            + row("one number for each hand", pushesByDeepestStack(pieces, stack))
            + row("the best", best);
        const lock = range.join() || "none";
        return `<table><tr><th><th>pushes<th>loses, mbb${rows}</table><p>`
            + "In thousandths of a big blind a hand, to an opponent who knows the chart. "
            + "Rings mark the differences. The address of this page now has your chart. "
            + `<a href="explorer.html#push-fold?stack=${stackText(stack)};locks=0//${lock}">`
            + "Open it in the explorer</a>";
    }
}
