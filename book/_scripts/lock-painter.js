/* Painting over a chart the range that its player keeps to: by mouse, finger or keys. */

import { Gesture } from "./address-bar.js";
import { actionNamesAt, findInformationSet, silentAction } from "./solutions.js";
import { ToolPart } from "./tool-part.js";
import { UndoList } from "./undo-list.js";
/** @import { BothLocks } from "./games.js" */
/** @import { Foundation } from "./tool-part.js" */
/** @import { ShownDecision } from "./shown-decision.js" */
/** @import { View } from "./view.js" */

/** Smaller changes of a share are rounding. */
const MIN_RISE = 0.001;

/** How often each hand takes each action of a decision, as it is shown; a hand that never comes there
takes the silent one.
@param {ShownDecision} shown */
export function strategyShown({ solution, player, informationSet, actionNames }) {
    const handProbabilities = solution.handProbabilities(player);
    const silent = silentAction(actionNames);
    const reach = solution.ownReach(player, informationSet);
    return solution.strategyAt(player, informationSet).map((ofAction, action) =>
        ofAction.map((probability, dealtHand) => {
            const getsThere = handProbabilities[dealtHand] && reach[dealtHand] > 0;
            return getsThere ? probability : Number(action === silent);
        }));
}

export class LockPainter extends ToolPart {
    /** The locks before each stroke, as texts.
    @type {UndoList<string>} */
    strokesDone = new UndoList();
    /** The stroke that is being painted: where, and which action; what it changes is one gesture.
    @type {{ view: View, action: number, gesture: Gesture } | undefined} */
    stroke;
    /** In which view somebody paints.
    @type {View | undefined} */
    view;

    /** @param {Foundation & { brushName: (view: View) => string | undefined,
        lockStrategy: (shown: ShownDecision, shares: number[][]) => void }} parts  and which action
    strokes paint in a view, undefined while they paint none; and what locks a painted strategy */
    constructor(parts) {
        super(parts);
        this.brushName = parts.brushName;
        this.lockStrategy = parts.lockStrategy;
        for (const end of ["pointerup", "pointercancel", "keyup"])
            addEventListener(end, () => { this.stroke = undefined; });
        for (const begin of ["pointerdown", "keydown"])
            addEventListener(begin, ({ target }) => {
                if (!this.view?.element.contains(/** @type {Node} */ (target)))
                    this.view = undefined;
            }, true);
    }

    /** Whether an event paints in a view: it begins a stroke, or goes on with one there.
    @param {View} view
    @param {PointerEvent | KeyboardEvent} event */
    canPaint(view, event) {
        if (this.brushName(view) === undefined || view.currentView) return false;
        if ("key" in event) return true;
        const { type, button, buttons } = event;
        return type === "pointermove" ? buttons > 0 && this.stroke?.view === view
            : button <= 0;
    }

    /** Give hands of the chart an action, or take it away, if the event paints; whether it does. A
    stroke goes on as it began.
    @param {View} view
    @param {number[]} chartHands
    @param {PointerEvent | KeyboardEvent} event */
    tryToPaint(view, chartHands, event) {
        const { shown } = view;
        if (!shown || !this.canPaint(view, event)) return false;
        const { player, history } = shown, { deal, tree, locks } = this.store.task;
        const informationSet = findInformationSet(tree, player, history);
        const lock = informationSet && locks[player][informationSet.index];
        if (!lock && !this.client.solution) return false;
        const shares = structuredClone(lock ?? strategyShown(shown));
        const painted = chartHands.flatMap(
            chartHand => deal.dealtHandsIn(player, chartHand));
        if (!painted.length) return true;
        if (event.type !== "pointermove") {
            const isLeading = "key" in event && event.key !== " ";
            const action = this.actionToPaint(view, shown.actionNames, shares, painted, isLeading);
            this.stroke = { view, action, gesture: new Gesture() };
            this.view = view;
            this.remember();
        }
        for (const dealtHand of painted) shares.forEach((share, action) => {
            share[dealtHand] = Number(action === this.stroke?.action);
        });
        this.lockStrategy(shown, shares);
        return true;
    }

    /** Which action a stroke paints that begins with some hands: the brush's or, where they all
    have that, the silent one.
    @param {View} view
    @param {string[]} actionNames  of the actions
    @param {number[][]} shares
    @param {number[]} painted
    @param {boolean} isLeading  whether a key leads from hand to hand: all on the way get what
        the first one does */
    actionToPaint(view, actionNames, shares, painted, isLeading) {
        const brushAction = actionNames.indexOf(this.brushName(view) ?? "");
        const isPainted = painted.every(dealtHand => shares[brushAction][dealtHand] > 0.5);
        let action = isPainted ? silentAction(actionNames) : brushAction;
        if (isLeading) action = shares.findIndex(share => share[painted[0]] > 0.5);
        return action < 0 ? brushAction : action;
    }

    /** Remember the locks before a stroke, or before something else that can be taken back. */
    remember() {
        this.strokesDone.remember(this.store.state.locksText);
    }

    /** Take back the stroke that was painted last. */
    undo() {
        this.restore(this.strokesDone.undo(this.store.state.locksText));
    }

    /** Paint again the stroke that was taken back last. */
    redo() {
        this.restore(this.strokesDone.redo(this.store.state.locksText));
    }

    /** Set the locks of another time, if there are such, and have the changes read aloud.
    @param {string | undefined} locksText */
    restore(locksText) {
        const { inputs, store, charts } = this, lastLocks = store.task.locks;
        if (locksText === undefined) return;
        inputs.change({ ...inputs.typedSettings, locksText });
        charts.voice.sayBefore(this.changesSince(lastLocks));
    }

    /** Which decisions are locked otherwise than before, and which hands take which actions more
    often there, in a sentence before others; "" if all is the same.
    @param {BothLocks} lastLocks */
    changesSince(lastLocks) {
        const { words: { players, telling }, store: { task: { tree, deal, locks } } } = this;
        const changes = tree.informationSets.flatMap((informationSets, player) =>
            informationSets.flatMap(informationSet => {
                const { index, history } = informationSet;
                const was = lastLocks[player][index], now = locks[player][index];
                if (String(was) === String(now)) return [];
                const where = `${players[player]}, ${telling.afterText(history)}`;
                if (!was || !now) return [`${where}, ${now ? "locked" : "not locked"}`];
                const actionNames = actionNamesAt(tree, player, informationSet);
                const moves = actionNames.flatMap((name, action) => {
                    const takesMore = now[action].map((share, dealtHand) =>
                        Number(share > was[action][dealtHand] + MIN_RISE));
                    return takesMore.some(Boolean) ? [`${telling.wordFor(name, history)} `
                        + deal.writeWeights(takesMore, 0)] : [];
                });
                return [`${where}, ${moves.join(", ")}`];
            }));
        return changes.length ? `Changed: ${changes.join("; ")}. ` : "";
    }

    /** Do something; where somebody paints, the chart stays where it is on the screen.
    @param {() => void} act */
    holdChart(act) {
        const grid = this.view?.grid, lastTop = grid?.getBoundingClientRect().top ?? 0;
        act();
        const shift = grid ? grid.getBoundingClientRect().top - lastTop : 0;
        if (shift) scrollBy({ top: shift, behavior: "instant" });
    }
}
