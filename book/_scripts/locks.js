/* Ranges that a player keeps to: typed, painted or taken from what is shown; what they lose,
and how sure the other player can be of them. locked-ranges.js reads the texts. */

import { Slider, button, options, textBox, unfolding } from "./controls.js";
import { fillParagraph, makeElement } from "./elements.js";
import { Game, isLocked } from "./games.js";
import {
    FREE, SURE, partsOf, readStrategy, replierTo, splitName, writeLocks, writeStrategy,
} from "./locked-ranges.js";
import { ranked, sum } from "./numbers.js";
import { remarksOn, withoutComments } from "./ranges.js";
import { refusalTextIn } from "./refusals.js";
import { findDecision, signOf, silentAction } from "./solutions.js";
import { ToolPart } from "./tool-part.js";
import { isShown } from "./views.js";
import { capital, percent, shortened, signed } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { GameWords } from "./game-words.js" */
/** @import { Locks } from "./games.js" */
/** @import { LockedRange } from "./locked-ranges.js" */
/** @import { SettingStore } from "./setting-store.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { Foundation } from "./tool-part.js" */
/** @import { ShownView, View } from "./views.js" */

/** Who replies to what is locked; what the plan earns if the other keeps to what is locked, and
against anybody; and how much less that is than in equilibrium, as far as it is known.
@typedef {{ replier: number, earns: number, secures: number, risk?: number }} Reply */

/** What is below a chart to lock its player: where a range is typed, the button that locks what is
shown, whether strokes paint and which action, what all this unfolds in, and where it is said what
comes of the lock. And after what the decision comes for which a range was refused.
@typedef {{ box: HTMLInputElement, lockButton: HTMLButtonElement, painting: HTMLInputElement,
    brush: HTMLSelectElement, details: HTMLDetailsElement, result: HTMLElement,
    refusedAfter: string }} LockControls */

export class Locker extends ToolPart {
    title = makeElement("span");
    list = makeElement("ul.explorer-locks");
    promise = makeElement("p.explorer-promise");
    /** What locked ranges lose, and what players do otherwise than without them: below the charts,
    which stay where they are while somebody paints. */
    losses = makeElement("p.explorer-losses");
    /** What was locked before each stroke. @type {string[]} */
    beforeStrokes = [];
    /** In which view somebody paints. @type {View | undefined} */
    paintedView;

    /** @param {SettingStore} store @param {GameWords} words @param {Foundation} foundation */
    constructor(store, words, foundation) {
        super(store, words, foundation);
        const { inputs, charts } = this;
        for (const end of ["pointerup", "pointercancel", "keyup"])
            addEventListener(end, () => { charts.stroke = undefined; });
        for (const begin of ["pointerdown", "keydown"])
            addEventListener(begin, (/** @type {any} */ { target }) => {
                if (!this.paintedView?.element.contains(target)) this.paintedView = undefined;
            }, true);
        this.sure = new Slider("How sure are you?", "% sure", SURE,
            (sure, gesture) => inputs.change({ ...inputs.typed, sure }, gesture), false);
        this.controls = charts.views.map(view => this.addControls(view));
        const help = "A range is for the decision shown, such as 22+, A2s+:0.5 or top 20%, or "
            + "names actions: raise: QQ+; call: JJ-22 or bet 60%: AA. Other hands check or fold "
            + "or, where that is named, take the one action that is not. Empty, the box locks "
            + "nothing. Paint by mouse, finger or space bar; Shift with "
            + "an arrow paints on, and Ctrl+Z takes a stroke back.";
        this.element = unfolding(this.title, this.list, this.sure.element, this.promise,
            makeElement("p", help));
    }

    /** Put below a chart what locks its player. @param {View} view @returns {LockControls} */
    addControls(view) {
        const { words } = this, player = words.players[view.player], disabled = "";
        const change = () => this.lockRange(view, box.value.trim());
        const lockShown = () => {
            if (isShown(view))
                this.lockRange(view, this.write(view.names, this.strategyShown(view)));
        };
        const what = "Lock what is shown";
        const painting = makeElement("input", { type: "checkbox", role: "switch" });
        const box = textBox({ size: 28, disabled, change });
        const brush = makeElement("select", { "aria-label": `${capital(player)}'s paint` });
        const lockButton =
            button(what, lockShown, { disabled, "aria-label": `${what}: ${player}` });
        const details = unfolding(`Lock ${words.thePlayers[view.player]}'s range`,
            ...this.inputs.labelled(view, `${capital(player)}'s range`, box), lockButton,
            brush, makeElement("label.explorer-choice", painting, "Paint"));
        const result = makeElement("p.explorer-outcome");
        /** @type {(text: string, click: () => void) => HTMLElement} */
        const forStrokes = (text, click) =>
            button(text, click, { "aria-label": `${text}: ${player}'s paint` });
        details.append(forStrokes("Undo", () => this.undo()),
            forStrokes("Clear", () => this.clear(view)), result);
        view.element.append(details);
        this.inputs.asItWas.set(view, () => this.rangeAsItWas(view));
        return { box, lockButton, painting, brush, details, result, refusedAfter: "" };
    }

    /** How often each hand takes each action of the decision that a view shows, as it is shown; a
    hand that never comes there takes the silent one. @param {ShownView} view */
    strategyShown({ solution, player, decision, names }) {
        const handProbabilities = solution.handProbabilities(player), silent = silentAction(names);
        const byAction = solution.strategyAt(player, decision);
        return byAction.map((ofAction, action) => ofAction.map((probability, hand) =>
            handProbabilities[hand] && probability >= 0 ? probability
                : Number(action === silent)));
    }

    /** Let a player keep to a range in the decision that a view shows; no longer, if it is empty.
    @param {View} view @param {string} typed */
    lockRange(view, typed) {
        const { store } = this, { player, history } = view;
        const text = withoutComments(typed).replaceAll("|", ";");
        const { box } = this.controls[view.player];
        const rangeText = FREE.test(text) ? "" : text;
        const { state, question: { tree, deal } } = store;
        const refusal = rangeText && refusalTextIn(() => {
            readStrategy(store, state, tree, { player, history, rangeText }, deal);
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
        const stays = store.decisionSetting(player, history);
        this.replaceRanges(ranges, this.charts.stroke, stays);
    }

    /** Let the players keep to these ranges. @param {LockedRange[]} ranges
    @param {object} [gesture] @param {Settings} [more]  what is set besides */
    replaceRanges(ranges, gesture, more) {
        const { inputs } = this;
        inputs.change({ ...inputs.typed, ...more, locks: writeLocks(ranges) }, gesture);
    }

    /** What is locked elsewhere than in a decision.
    @param {{ player: number, history: string }} decision */
    withoutThoseAt({ player, history }) {
        return this.store.lockedRanges.filter(locked =>
            locked.player !== player || locked.history !== history);
    }

    /** Lock a range no longer; what was refused in its box goes with it.
    @param {LockedRange} locked */
    free(locked) {
        const { player, history } = locked;
        this.acceptWhere(view => view.player === player && view.history === history);
        this.replaceRanges(this.withoutThoseAt(locked));
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

    /** List what is locked, each with a button that frees it. */
    show() {
        const { question: { leftOut }, state, lockedRanges: ranges } = this.store;
        const items = ranges.map(locked => {
            const { player, history } = locked;
            const reason = leftOut.find(other =>
                other.player === player && other.history === history)?.reason;
            const text = this.words.lockText(locked);
            return makeElement("li", `${text} ${reason ? `(left out: ${reason}) ` : ""}`,
                button("Free", () => this.free(locked), { "aria-label": `Free ${text}` }));
        });
        if (ranges.length > 1)
            items.push(makeElement("li", button("Free all", () => this.freeAll())));
        const rows = [...this.list.children], { activeElement } = document;
        const row = rows.findIndex(item => item.contains(activeElement));
        this.list.replaceChildren(...items);
        // A button that is pressed goes away: the next has the focus or, after the last, the title.
        const next = items[Math.min(row, items.length - 1)]?.querySelector("button");
        if (row >= 0) (next ?? this.title.closest("summary"))?.focus();
        const applied = ranges.length - leftOut.length;
        this.title.textContent = `What is locked${applied ? `: ${applied}` : ""}`;
        this.sure.show(state.sure);
        this.sure.slider.disabled = !this.hasReplier;
    }

    /** Whether one player is locked, to whom the other replies. */
    get hasReplier() {
        return replierTo(this.store.question.locks) !== undefined;
    }

    /** What is locked in the decision that a view shows. @param {View} view */
    lockedIn({ player, history }) {
        return this.store.lockedRanges.find(locked =>
            locked.player === player && locked.history === history);
    }

    /** What a view's player keeps to while something else is refused, in words.
    @param {View} view */
    rangeAsItWas(view) {
        const rangeText = shortened(this.lockedIn(view)?.rangeText ?? "free");
        return `${this.words.thePlayers[view.player]}'s range as it was, ${rangeText}`;
    }

    /** Show the box and the paints for the decision that a view shows. @param {View} view */
    showRange(view) {
        const { box, brush, lockButton, refusedAfter } = this.controls[view.player];
        const { inputs } = this, { names } = view, silent = silentAction(names);
        const before = brush.value;
        if (refusedAfter !== view.history) inputs.accept(view);
        if (!inputs.isRefused(view))
            box.value = view.solution && this.lockedIn(view)?.rangeText || "";
        const { bestHands } = this.store.deal;
        inputs.remark(view, box.value ? partsOf(box.value).flatMap(part =>
            remarksOn(splitName(part).rangeText, bestHands)) : []);
        const paints = view.solution && silent >= 0 ? names.filter((_, i) => i !== silent) : [];
        box.disabled = !paints.length;
        lockButton.disabled = !paints.length;
        brush.replaceChildren(
            ...options(paints, name => this.words.telling.wordFor(name, view.history)));
        brush.value = paints.includes(before) ? before : paints.at(-1) ?? "";
        brush.hidden = paints.length < 2;
    }

    /** Give hands an action, or take it away; a stroke goes on as it began. Whether something was
    painted. @param {View} view @param {number[]} hands @param {any} event */
    paint(view, hands, event) {
        const { names, player, history } = view;
        const { painting, details, brush } = this.controls[player];
        const begins = event.type !== "pointermove";
        if (!painting.checked || !details.open || view.beside || !isShown(view)) return false;
        if (begins && event.button > 0) return false;
        if (!begins && (!event.buttons || this.charts.stroke?.view !== view)) return false;
        const { deal, tree, locks } = this.store.question;
        const decision = findDecision(tree, player, history);
        const locked = decision && locks[player][decision.number];
        if (!locked && !this.solver.solution) return false;
        const shares = structuredClone(locked ?? this.strategyShown(view));
        const painted = hands.flatMap(hand => deal.inCell(player, hand));
        if (!painted.length) return true;
        if (begins) {
            const paint = names.indexOf(brush.value);
            const isPainted = painted.every(place => shares[paint][place] > 0.5);
            let action = isPainted ? silentAction(names) : paint;
            // What leads from hand to hand gives all on the way what the first one does.
            if (event.key && event.key !== " ")
                action = shares.findIndex(share => share[painted[0]] > 0.5);
            if (action < 0) action = paint;
            this.charts.stroke = { view, action };
            this.paintedView = view;
            this.beforeStrokes.push(this.store.state.locks);
        }
        for (const place of painted) shares.forEach((share, action) => {
            share[place] = Number(action === this.charts.stroke?.action);
        });
        this.lockRange(view, this.write(names, shares));
        return true;
    }

    /** Lock what a view shows no longer; that can be taken back, too. @param {View} view */
    clear(view) {
        this.beforeStrokes.push(this.store.state.locks);
        this.lockRange(view, "");
    }

    /** Take back the stroke that was painted last. */
    undo() {
        const locks = this.beforeStrokes.pop();
        if (locks !== undefined) this.inputs.change({ ...this.inputs.typed, locks });
    }

    /** Do something; where somebody paints, the chart stays where it is on the screen.
    @param {() => void} act */
    holdChart(act) {
        const grid = this.paintedView?.grid, before = grid?.getBoundingClientRect().top ?? 0;
        act();
        const moved = grid ? grid.getBoundingClientRect().top - before : 0;
        if (moved) scrollBy({ top: moved, behavior: "instant" });
    }

    /** A strategy as a text, with the digits of a lock.
    @param {string[]} names @param {number[][]} shares */
    write(names, shares) {
        const { store: { question: { deal } }, words: { rangeDigits } } = this;
        return writeStrategy(deal, names, shares, rangeDigits + 1);
    }

    /** Say what comes of what is locked. @param {Reply | undefined} reply
    @param {string} changeText  what players do otherwise than without locks */
    tell(reply, changeText) {
        // What is said keeps its height while an answer to what is locked is worked out.
        const keepsHeight = this.solver.busy && this.store.state.locks !== "";
        fillParagraph(this.promise, keepsHeight, this.promiseText(reply));
        fillParagraph(this.losses, keepsHeight,
            [...this.lossSentences, changeText].filter(Boolean).join(" "));
        this.showResults();
    }

    /** Say where a range is typed or painted what comes of it: the value may be out of sight. */
    showResults() {
        const { words, solver: { solution } } = this;
        for (const view of this.charts.views) {
            const { result, details } = this.controls[view.player];
            if (!this.lockedIn(view)) result.textContent = "";
            else if (solution && !this.solver.busy) {
                result.textContent =
                    `${capital(words.worthText(solution))}. ${this.lossSentences[0] ?? ""}`;
                if (!this.paintedView && details.contains(document.activeElement))
                    result.scrollIntoView({ block: "nearest" });
            }
        }
    }

    /** The game in which nobody is locked, as far as it is solved. */
    get unlocked() {
        return this.store.state.locks ? this.solver.unlocked : this.solver.solution;
    }

    /** What the locked ranges lose, to an opponent who knows of them and to one who plays as
    without locks, and with which hands. */
    get lossSentences() {
        const { words, unlocked, solver: { solution } } = this, { unit, thePlayers } = words;
        const { question: { locks }, state } = this.store;
        if (!state.locks || !solution || !unlocked) return [];
        const gain = solution.payoff - unlocked.payoff, replier = replierTo(locks);
        const width = solution.width + unlocked.width;
        const free = `Without locks the game is worth ${unlocked.valueText()} ${unit} to `
            + `${thePlayers[0]}.`;
        const sentences = [];
        if (replier !== undefined) {
            const knows = solution.belief < 1 ? `is ${percent(solution.belief)} sure of it`
                : "knows it";
            const lost = words.lossRateText(Math.max(signOf(replier) * gain, 0), width);
            sentences.push(`If ${thePlayers[replier]} ${knows}, ${thePlayers[1 - replier]}'s `
                + `range loses ${lost}.`);
        } else if (locks.every(isLocked))
            sentences.push(`With both ranges locked, ${thePlayers[0]} `
                + `${gain > 0 ? "gains" : "loses"} `
                + `${words.lossRateText(Math.abs(gain), width)}.`);
        const toOptimum = [0, 1].map(player => this.lossOf(player, solution, unlocked));
        return [...sentences, ...toOptimum, free].filter(Boolean);
    }

    /** What a player's locked range loses if the other plays as without locks.
    @param {number} player @param {Solution} solution @param {Solution} unlocked */
    lossOf(player, solution, unlocked) {
        const { words } = this, { thePlayers } = words, lock = solution.game.locks[player];
        if (!isLocked(lock)) return "";
        const { deal } = solution.game;
        const lockedGame = new Game(deal, unlocked.game.tree, [{}, {}].with(player, lock));
        const [earned] = lockedGame.bestResponseValues(player, unlocked.fullPlan(1 - player));
        const lost = unlocked.values[player][0].map((best, hand) =>
            Math.max(signOf(player) * (best - earned[hand]), 0));
        const { size, name } = words.mistakeUnit, { width } = unlocked;
        // The sum has the unit's name.
        const most = ranked(lost).slice(0, 5).filter(hand => lost[hand] > 1e-4 * size).map(hand =>
            `${deal.hands[hand]} `
                + `(${words.lossText(lost[hand], width).replace(` ${name}`, "")})`);
        return `If ${thePlayers[1 - player]} plays the optimum, as without locks, `
            + `${thePlayers[player]}'s range loses ${words.lossRateText(sum(lost), width)}`
            + `${most.length ? `, most with ${most.join(", ")}` : ""}.`;
    }

    /** What the plan of who replies earns if the other keeps to what is locked, and against
    anybody: by best responses. @returns {Reply | undefined} */
    get reply() {
        const { unlocked, solver: { solution } } = this;
        const replier = replierTo(this.store.question.locks);
        if (replier === undefined || !solution) return undefined;
        const { game: { deal, tree }, bonus } = solution, plan = solution.fullPlan(replier);
        /** @type {(locks: Locks) => number} */
        const least = locks => {
            const replied = new Game(deal, tree, locks).bestResponseValues(1 - replier, plan);
            return bonus + signOf(replier) * sum(replied[0]);
        };
        const earns = least(solution.game.locks), secures = least([{}, {}]);
        const risk = unlocked && Math.max(bonus + signOf(replier) * unlocked.payoff - secures, 0);
        return { replier, earns, secures, risk };
    }

    /** What the knob of belief has come to, or why it cannot be turned.
    @param {Reply | undefined} reply */
    promiseText(reply) {
        const { unlocked, words, solver: { solution }, store: { question: { locks } } } = this;
        const { unit, thePlayers } = words;
        if (replierTo(locks) === undefined) return isLocked(locks[0])
            ? "Both have a range locked; one must be free to answer."
            : "With one range locked: from the equilibrium, 0%, to the best response, 100%.";
        if (!reply || !solution) return "";
        const { earns, secures, risk } = reply, who = thePlayers[reply.replier];
        const lockedPlayer = thePlayers[1 - reply.replier];
        const less = risk === undefined ? ""
            : `, ${words.lossRateText(risk, unlocked?.width)} less than in equilibrium`;
        const mixture = solution.belief < 1 ? ` The chart of ${lockedPlayer} mixes what is locked, `
            + `${percent(solution.belief)}, with what is worst for ${who}.` : "";
        return `If ${lockedPlayer} keeps to what is locked, ${who} earns ${signed(earns, 4)} `
            + `${unit} a deal; against anybody, ${who} earns at least ${signed(secures, 4)} `
            + `${unit}${less}.`
            + mixture;
    }
}
