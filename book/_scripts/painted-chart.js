/* A chart that a reader paints or types: which hands it pushes, and what of that can be taken back.
It knows no page; chart-to-paint.js shows it. */

import { UndoList } from "./undo-list.js";

export class PaintedChart {
    /** 1 for each hand that is pushed.
    @type {readonly number[]} */
    #pushes;
    /** 1 for each hand that was pushed when nothing was being typed.
    @type {readonly number[]} */
    #kept;
    /** What was pushed before each stroke.
    @type {UndoList<readonly number[]>} */
    #undoList = new UndoList();
    /** The hands that the stroke has come to which goes on, or was the last.
    @type {Set<number>} */
    #strokeHands = new Set();

    /** @param {number} count  of hands, none of which is pushed */
    constructor(count) {
        this.#pushes = Array(count).fill(0);
        this.#kept = this.#pushes;
    }

    /** 1 for each hand that is pushed. */
    get pushes() {
        return this.#pushes;
    }

    /** Whether no hand is pushed. */
    get isEmpty() {
        return !this.#pushes.some(Boolean);
    }

    /** The hands of the last stroke, in the order in which it came to them. */
    get strokeHands() {
        return [...this.#strokeHands];
    }

    /** Have other hands while somebody types: that may be a beginning.
    @param {readonly number[]} pushes */
    preview(pushes) {
        this.#pushes = pushes;
    }

    /** Keep what there is, or other hands: nothing is being typed.
    @param {readonly number[]} pushes */
    keep(pushes = this.#pushes) {
        this.#pushes = pushes;
        this.#kept = pushes;
    }

    /** Have again what there was before somebody typed. */
    revert() {
        this.#pushes = this.#kept;
    }

    /** Begin a stroke: what there is can be had again. */
    beginStroke() {
        this.#undoList.remember(this.#pushes);
        this.#strokeHands.clear();
    }

    /** Paint hands.
    @param {number[]} hands
    @param {number} brush  1 to push, 0 to fold */
    paint(hands, brush) {
        const pushes = [...this.#pushes];
        for (const chartHand of hands) {
            pushes[chartHand] = brush;
            this.#strokeHands.add(chartHand);
        }
        this.keep(pushes);
    }

    /** Push no hand any more; that can be taken back, too. */
    clear() {
        if (!this.isEmpty) this.#undoList.remember(this.#pushes);
        this.keep(this.#pushes.map(() => 0));
    }

    /** Whether something can be taken back. */
    get canUndo() {
        return this.#undoList.canUndo(this.#pushes);
    }

    /** Whether something can be done again. */
    get canRedo() {
        return this.#undoList.canRedo(this.#pushes);
    }

    /** Take back the stroke that was painted last: for each hand 1 if it is pushed again, 0 if it is
    folded again, and undefined if it stays; nothing, if there is no stroke. */
    undo() {
        return this.#restore(this.#undoList.undo(this.#pushes));
    }

    /** Paint again the stroke that was taken back last; returned is the same. */
    redo() {
        return this.#restore(this.#undoList.redo(this.#pushes));
    }

    /** Have what there was at another time, if there is such.
    @param {readonly number[] | undefined} pushes */
    #restore(pushes) {
        if (!pushes) return undefined;
        const changes = pushes.map((pushed, chartHand) =>
            pushed === this.#pushes[chartHand] ? undefined : pushed);
        this.keep(pushes);
        return changes;
    }
}
