/* Ranges that players keep to: typed, painted (lock-painter.js) or taken from the chart.
locked-ranges.js reads the texts, lock-outcomes.js tells what comes of them. */

import { Slider, button, options, textBox, unfolding, uniqueId } from "./controls.js";
import { elementOf, makeElement } from "./elements.js";
import { tryToUndoByKey } from "./grid.js";
import { LockPainter, strategyShown } from "./lock-painter.js";
import {
    FREE_WORDS, BELIEF_STEPS, isSameDecision, rangesOfActions, readLock, splitName, writeLocks,
    writeStrategy,
} from "./locked-ranges.js";
import { withoutComments } from "./range-parser.js";
import { remarksOn } from "./ranges.js";
import { refusalTextIn } from "./refusals.js";
import { silentAction } from "./solutions.js";
import { ToolPart } from "./tool-part.js";
import { capital, shortened } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { Gesture } from "./address-bar.js" */
/** @import { LockOutcomes } from "./lock-outcomes.js" */
/** @import { DecisionKey, LockedRange } from "./locked-ranges.js" */
/** @import { Foundation } from "./tool-part.js" */
/** @import { ShownDecision } from "./shown-decision.js" */
/** @import { View } from "./view.js" */

/** What is below a chart to lock its player.
@typedef {object} LockControls
@property {HTMLInputElement} box  where a range is typed
@property {HTMLButtonElement} lockButton  locks the strategy that is shown
@property {HTMLInputElement} painting  whether strokes paint
@property {HTMLSelectElement} brushList  which action they paint
@property {HTMLElement} undoButton  takes back the last stroke
@property {HTMLElement} redoButton  paints it again
@property {HTMLDetailsElement} details  what all this unfolds in
@property {HTMLElement} result  says what comes of the lock
@property {string} refusedAfter  the history of the decision for which a range was refused */

/** How to type a range, in its empty box: it is taken once the reader is done with it. */
const BOX_HINT = "22+, A2s+; Enter locks it";

/** How to paint, said where one begins to. */
const PAINT_HINT = "Paint by mouse, finger or space bar; Shift with an arrow paints on, Ctrl+Z "
    + "takes a stroke back, and Ctrl+Y paints it again.";

/** The range that somebody means who types a text; "" who wants no lock.
@param {string} typed */
function meantRange(typed) {
    const text = withoutComments(typed).replaceAll("|", ";");
    return FREE_WORDS.test(text) ? "" : text;
}

export class Locker extends ToolPart {
    title = makeElement("span");
    list = makeElement("ul.explorer-locks");

    /** @param {Foundation & { outcomes: LockOutcomes }} parts */
    constructor(parts) {
        super(parts);
        const { inputs, charts } = this;
        this.outcomes = parts.outcomes;
        this.painter = new LockPainter({
            ...parts, brushName: view => this.brushName(view),
            lockStrategy: (shown, shares) => this.lockStrategy(shown, shares),
        });
        charts.painter = this.painter;
        this.beliefSlider = new Slider("How sure are you?", "% sure", BELIEF_STEPS,
            (beliefText, gesture) =>
                inputs.change({ ...inputs.typedSettings, beliefText }, gesture),
            { hasBox: false });
        this.controls = charts.views.map(view => this.addControls(view));
        const help = "A range is for the decision shown, such as 22+, A2s+:0.5, pairs, aces "
            + "or top 20%, or names actions: raise: QQ+; call: JJ-22 or bet 60%: AA. Other hands "
            + "check or fold or, where that is named, take the one action that is not. Empty, the "
            + "box locks nothing.";
        this.element = unfolding(this.title, this.list, this.beliefSlider.element,
            this.outcomes.promise, elementOf("p", help));
    }

    /** Put below a chart what locks its player.
    @param {View} view
    @returns {LockControls} */
    addControls(view) {
        const { words } = this, player = words.players[view.player], disabled = "";
        const lockShown = () => {
            if (view.shown) this.lockStrategy(view.shown, strategyShown(view.shown));
        };
        const what = "Lock what is shown";
        const hint = makeElement("p.explorer-hint", { hidden: "", id: uniqueId() }, PAINT_HINT);
        const painting = makeElement("input", {
            type: "checkbox", role: "switch", "aria-describedby": hint.id,
            change: () => { hint.hidden = !painting.checked; },
        });
        const box = textBox({
            size: 28, disabled, placeholder: BOX_HINT,
            change: () => this.lockRange(view, box.value.trim()),
        });
        const brushList = makeElement("select", { "aria-label": `${capital(player)}'s paint` });
        const lockButton =
            button(what, lockShown, { disabled, "aria-label": `${what}: ${player}` });
        const details = unfolding(`Lock ${words.thePlayers[view.player]}'s range`,
            ...this.inputs.labelled(view, `${capital(player)}'s range`, box), lockButton,
            brushList, elementOf("label.explorer-choice", painting, "Paint"));
        const result = makeElement("p.explorer-outcome");
        const { undoButton, redoButton, clearButton } = this.strokeButtons(view);
        details.append(undoButton, redoButton, clearButton, hint, result);
        view.element.append(details);
        this.inputs.keptDescriptions.set(view, () => this.keptRangeText(view));
        return {
            box, lockButton, painting, brushList, undoButton, redoButton, details, result,
            refusedAfter: "",
        };
    }

    /** The buttons that take back the last stroke, paint it again, and lock a view's range no
    longer.
    @param {View} view */
    strokeButtons(view) {
        const { painter, words } = this;
        /** @type {(text: string, click: () => void) => HTMLElement} */
        const forStrokes = (text, click) =>
            button(text, click, { "aria-label": `${text}: ${words.players[view.player]}'s paint` });
        const undoButton = forStrokes("Undo", () => painter.undo());
        const redoButton = forStrokes("Redo", () => painter.redo());
        for (const strokeButton of [undoButton, redoButton])
            strokeButton.addEventListener("keydown", event => tryToUndoByKey(event, painter));
        const clearButton = forStrokes("Clear", () => {
            painter.remember();
            this.lockRange(view, "");
        });
        return { undoButton, redoButton, clearButton };
    }

    /** Let the buttons say whether there is a stroke to take back, or to paint again: they keep the
    focus where there is none. */
    showStrokes() {
        const { strokesDone } = this.painter, { locksText } = this.store.state;
        for (const { undoButton, redoButton } of this.controls) {
            undoButton.ariaDisabled = String(!strokesDone.canUndo(locksText));
            redoButton.ariaDisabled = String(!strokesDone.canRedo(locksText));
        }
    }

    /** Let a player keep to a range in the decision that a view shows; no longer, if it is empty.
    @param {View} view
    @param {string} typed */
    lockRange(view, typed) {
        const { store } = this, { player, history } = view;
        const { box } = this.controls[view.player], rangeText = meantRange(typed);
        const refusal = rangeText && refusalTextIn(() => {
            readLock({ player, history, rangeText }, store.rangeContext);
        });
        if (refusal) {
            this.controls[player].refusedAfter = history;
            this.inputs.refuse(view, refusal);
            return;
        }
        this.inputs.accept(view);
        if (!rangeText) box.value = "";
        const ranges = this.withoutThoseAt(view);
        if (rangeText) ranges.push({ player, history, rangeText });
        const decisionSettings = store.decisionSetting(player, history);
        this.replaceRanges(ranges, this.painter.stroke?.gesture, decisionSettings);
    }

    /** Let a player keep to a strategy in a decision.
    @param {ShownDecision} shown
    @param {number[][]} shares  of each action, for each hand */
    lockStrategy({ player, actionNames }, shares) {
        const { store: { task: { deal } }, words: { rangeDigits }, charts } = this;
        const rangeText = writeStrategy(deal, actionNames, shares, rangeDigits + 1);
        this.lockRange(charts.views[player], rangeText);
    }

    /** Let the players keep to these ranges.
    @param {LockedRange[]} ranges
    @param {Gesture} [gesture]
    @param {Settings} [settingsBesides]  set together with them */
    replaceRanges(ranges, gesture, settingsBesides) {
        const { inputs } = this, locksText = writeLocks(ranges);
        inputs.change({ ...inputs.typedSettings, ...settingsBesides, locksText }, gesture);
    }

    /** The locked ranges of other decisions than this.
    @param {DecisionKey} decision */
    withoutThoseAt(decision) {
        return this.store.lockedRanges.filter(range => !isSameDecision(range, decision));
    }

    /** Lock a range no longer; what was refused in its box goes with it.
    @param {LockedRange} range */
    free(range) {
        this.acceptWhere(view => isSameDecision(view, range));
        this.replaceRanges(this.withoutThoseAt(range));
    }

    /** Lock nothing any more. */
    freeAll() {
        this.acceptWhere(view => this.lockedIn(view) !== undefined);
        this.replaceRanges([]);
    }

    /** Refuse no longer what is in the boxes of some views.
    @param {(view: View) => boolean} isMeant */
    acceptWhere(isMeant) {
        for (const view of this.charts.views) if (isMeant(view)) this.inputs.accept(view);
    }

    /** List the locked ranges, each with a button that frees it. */
    listLocks() {
        const { task: { leftOut }, state, lockedRanges: ranges } = this.store;
        const items = ranges.map(range => {
            const reason = leftOut.find(other => isSameDecision(other, range))?.reason;
            const text = this.words.lockText(range);
            return elementOf("li", `${text} ${reason ? `(left out: ${reason}) ` : ""}`,
                button("Free", () => this.free(range), { "aria-label": `Free ${text}` }));
        });
        if (ranges.length > 1)
            items.push(elementOf("li", button("Free all", () => this.freeAll())));
        const rows = [...this.list.children], { activeElement } = document;
        const row = rows.findIndex(item => item.contains(activeElement));
        this.list.replaceChildren(...items);
        // A button that is pressed goes away: the next has the focus or, after the last, the title.
        const next = items[Math.min(row, items.length - 1)]?.querySelector("button");
        if (row >= 0) (next ?? this.title.closest("summary"))?.focus();
        const applied = ranges.length - leftOut.length;
        this.title.textContent = `What is locked${applied ? `: ${applied}` : ""}`;
        this.showStrokes();
        this.beliefSlider.show(state.beliefText);
        this.beliefSlider.slider.disabled = !this.outcomes.hasReplier;
    }

    /** The locked range of the decision that a view shows.
    @param {View} view */
    lockedIn(view) {
        return this.store.lockedRanges.find(range => isSameDecision(range, view));
    }

    /** What a view's player keeps to while something else is refused, in words.
    @param {View} view */
    keptRangeText(view) {
        const rangeText = shortened(this.lockedIn(view)?.rangeText ?? "free");
        return `${this.words.thePlayers[view.player]}'s range as it was, ${rangeText}`;
    }

    /** Show the box and the paints for the decision that a view shows.
    @param {View} view */
    showRange(view) {
        const { box, brushList, lockButton, refusedAfter } = this.controls[view.player];
        const { inputs } = this, { actionNames = [] } = view.shown ?? {};
        const silent = silentAction(actionNames);
        const lastBrush = brushList.value;
        if (refusedAfter !== view.history) inputs.accept(view);
        if (!inputs.isRefused(view))
            box.value = view.shown && this.lockedIn(view)?.rangeText || "";
        const { bestHands } = this.store.deal;
        inputs.remark(view, box.value ? rangesOfActions(box.value).flatMap(namedRange =>
            remarksOn(splitName(namedRange).rangeText, bestHands)) : []);
        const paints = silent >= 0 ? actionNames.filter((_, i) => i !== silent) : [];
        box.disabled = !paints.length;
        lockButton.disabled = !paints.length;
        brushList.replaceChildren(
            ...options(paints, name => this.words.telling.wordFor(name, view.history)));
        brushList.value = paints.includes(lastBrush) ? lastBrush : paints.at(-1) ?? "";
        brushList.hidden = paints.length < 2;
    }

    /** Which action strokes paint in a view: its name; undefined while they paint none.
    @param {View} view */
    brushName({ player }) {
        const { painting, details, brushList } = this.controls[player];
        return painting.checked && details.open ? brushList.value : undefined;
    }

    /** Say where a range is typed or painted what comes of it: the value may be out of sight. */
    showResults() {
        const { words, outcomes, client: { solution } } = this;
        for (const view of this.charts.views) {
            const { result, details } = this.controls[view.player];
            if (!this.lockedIn(view)) result.textContent = "";
            else if (solution && !this.client.isSolvingCurrent) {
                const [loss = ""] = outcomes.lossSentences;
                result.textContent = `${capital(words.worthText(solution))}. ${loss}`;
                if (!this.painter.view && details.contains(document.activeElement))
                    result.scrollIntoView({ block: "nearest" });
            }
        }
    }
}
