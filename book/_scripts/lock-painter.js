/* Painting over a chart the range that its player keeps to: by mouse, finger or keys. */

import { findDecision, silentAction } from "./solutions.js";
import { UndoList } from "./undo-list.js";
import { isShown } from "./views.js";
/** @import { Locker } from "./locker.js" */
/** @import { ShownView, View } from "./views.js" */

export class LockPainter {
    /** What was locked before each stroke. @type {UndoList<string>} */
    strokesDone = new UndoList();
    /** In which view somebody paints. @type {View | undefined} */
    view;

    /** @param {Locker} locker  locks what is painted */
    constructor(locker) {
        this.locker = locker;
        this.charts = locker.charts;
        for (const end of ["pointerup", "pointercancel", "keyup"])
            addEventListener(end, () => { this.charts.stroke = undefined; });
        for (const begin of ["pointerdown", "keydown"])
            addEventListener(begin, (/** @type {any} */ { target }) => {
                if (!this.view?.element.contains(target)) this.view = undefined;
            }, true);
    }

    /** Whether an event paints in a view: it begins a stroke, or goes on with one there.
    @param {View} view @param {any} event */
    canPaint(view, { type, button, buttons }) {
        const { painting, details } = this.locker.controls[view.player];
        if (!painting.checked || !details.open || view.beside) return false;
        return type === "pointermove" ? buttons > 0 && this.charts.stroke?.view === view
            : !(button > 0);
    }

    /** Give hands an action, or take it away; a stroke goes on as it began. Returned is whether the
    event paints. @param {View} view @param {number[]} hands @param {any} event */
    paint(view, hands, event) {
        if (!isShown(view) || !this.canPaint(view, event)) return false;
        const { names, player, history } = view;
        const { store, solver } = this.locker, { deal, tree, locks } = store.question;
        const decision = findDecision(tree, player, history);
        const locked = decision && locks[player][decision.number];
        if (!locked && !solver.solution) return false;
        const shares = structuredClone(locked ?? this.locker.strategyShown(view));
        const painted = hands.flatMap(hand => deal.inCell(player, hand));
        if (!painted.length) return true;
        if (event.type !== "pointermove") {
            const isLeading = event.key && event.key !== " ";
            const action = this.actionToPaint(view, shares, painted, isLeading);
            this.charts.stroke = { view, action };
            this.view = view;
            this.remember();
        }
        for (const place of painted) shares.forEach((share, action) => {
            share[place] = Number(action === this.charts.stroke?.action);
        });
        this.locker.lockRange(view, this.locker.write(names, shares));
        return true;
    }

    /** Which action a stroke paints that begins with some hands: the brush's or, where they all
    have that, the silent one.
    @param {ShownView} view @param {number[][]} shares @param {number[]} painted
    @param {boolean} isLeading  whether a key leads from hand to hand: all on the way get what the
    first one does */
    actionToPaint({ player, names }, shares, painted, isLeading) {
        const brush = names.indexOf(this.locker.controls[player].brush.value);
        const isPainted = painted.every(place => shares[brush][place] > 0.5);
        let action = isPainted ? silentAction(names) : brush;
        if (isLeading) action = shares.findIndex(share => share[painted[0]] > 0.5);
        return action < 0 ? brush : action;
    }

    /** Remember what is locked before a stroke. */
    remember() {
        this.strokesDone.remember(this.locker.store.state.locks);
    }

    /** Lock what a view shows no longer; that can be taken back, too. @param {View} view */
    clear(view) {
        this.remember();
        this.locker.lockRange(view, "");
    }

    /** Take back the stroke that was painted last. */
    undo() {
        this.restore(this.strokesDone.undo(this.locker.store.state.locks));
    }

    /** Paint again the stroke that was taken back last. */
    redo() {
        this.restore(this.strokesDone.redo(this.locker.store.state.locks));
    }

    /** Lock what was locked at another time, if there is such, and let the ear know what that
    changes. @param {string | undefined} locks */
    restore(locks) {
        const { locker, charts } = this, { inputs, store } = locker, before = store.question.locks;
        if (locks === undefined) return;
        inputs.change({ ...inputs.typed, locks });
        charts.voice.preface = locker.changesSince(before);
    }

    /** Do something; where somebody paints, the chart stays where it is on the screen.
    @param {() => void} act */
    holdChart(act) {
        const grid = this.view?.grid, before = grid?.getBoundingClientRect().top ?? 0;
        act();
        const moved = grid ? grid.getBoundingClientRect().top - before : 0;
        if (moved) scrollBy({ top: moved, behavior: "instant" });
    }
}
