/* Ranges that a player keeps to: typed, painted or taken from what is shown; what they lose,
and how sure the other player can be of them. */

import { complaintIn, ranked, refuse, sum } from "./amounts.js";
import { Slider, button, options, textBox, unfolding } from "./controls.js";
import { makeElement } from "./elements.js";
import { Game, isLocked } from "./games.js";
import { remarksOn, wholeNumbers, withoutComments } from "./ranges.js";
import { actionNames, findDecision, signOf, silentAction } from "./solution.js";
import { isShown } from "./views.js";
import { capital, percent, shortened, signed } from "./words.js";
/** @import { Settings, Tree } from "./betting.js" */
/** @import { ChartDeal } from "./deals.js" */
/** @import { Locks } from "./games.js" */
/** @import { Inputs } from "./inputs.js" */
/** @import { Solution } from "./solution.js" */
/** @import { LeftOut, SolverClient } from "./solver-client.js" */
/** @import { Tool } from "./tool.js" */
/** @import { ToolCharts } from "./tool-charts.js" */
/** @import { ShownView, View } from "./views.js" */

/** What locks ask their tool.
@typedef {Pick<Tool, "deal" | "state" | "question" | "solution" | "unlocked" | "unit" | "players"
    | "thePlayers" | "change" | "writeStrategy" | "findAction" | "telling"
    | "decisionSetting" | "worthText" | "lossText" | "lossRateText"
    | "mistakeUnit">} ToolOfLocker */

/** A locked range: whose, after which history, and the text.
@typedef {{ player: number, history: string, range: string }} LockedRange */

/** Who replies to what is locked; what the plan earns if the other keeps to what is locked, and
against anybody; and how much less that is than in equilibrium, as far as it is known.
@typedef {{ replier: number, earns: number, secures: number, risk?: number }} Reply */

/** What is below a chart to lock its player: where a range is typed, the button that locks what is
shown, whether strokes paint and which action, what all this unfolds in, and where it is said what
comes of the lock. And after what the decision comes for which a range was refused.
@typedef {{ box: HTMLInputElement, lockButton: HTMLButtonElement, painting: HTMLInputElement,
    brush: HTMLSelectElement, details: HTMLDetailsElement, result: HTMLElement,
    refusedAfter: string }} LockControls */

const LOCKED = /^([01])\/([^/]*)\/(.*)$/;

/** What is locked, as an address says it: ranges, which bars separate. One that is none is
undefined. @param {string} text @returns {(LockedRange | undefined)[]} */
const readLocks = text => text.split("|").filter(Boolean).map(part => {
    const match = part.match(LOCKED);
    if (!match) return undefined;
    const [, player, history, range] = match;
    return { player: Number(player), history: history.replaceAll("÷", "/"), range };
});

/** The same as an address says it. @param {LockedRange[]} ranges */
const writeLocks = ranges => ranges.map(({ player, history, range }) =>
    `${player}/${history.replaceAll("/", "÷")}/${range}`).join("|");

/** What is locked, as an address says it, but for what was left out.
@param {string} text @param {LeftOut[]} leftOut */
export const withoutLocks = (text, leftOut) => writeLocks(readLocks(text).flatMap(locked =>
    locked && !leftOut.some(({ player, history }) =>
        player === locked.player && history === locked.history) ? [locked] : []));

/** Whether a text says what is locked. @param {string} text */
export const isLocks = text => readLocks(text).every(Boolean);

/** Each name of an action (bet, call, check, fold, raise, push, all-in) has one of these letters,
and no hand has any. */
const LETTERS_OF_ACTIONS = /[befilpu]/i;

/** A part of a locked range: the action that it names before its first colon, and that action's
range; without a name, if it is a range alone. There are colons in ranges, too, before weights:
AKs:0.5. @param {string} part @returns {{ name?: string, range: string }} */
function splitName(part) {
    const colon = part.indexOf(":"), name = part.slice(0, Math.max(colon, 0));
    // A share of the best hands has a letter of actions: top 20%:0.5.
    return LETTERS_OF_ACTIONS.test(name.replace(/\btop\b/gi, ""))
        ? { name: name.trim(), range: part.slice(colon + 1) } : { range: part };
}

/** The parts of a locked range: semicolons end one where the next names an action; elsewhere they
stand between hands. @param {string} text */
function partsOf(text) {
    const [first, ...others] = text.split(";").map(part => part.trim()), parts = [first];
    for (const part of others) {
        if (splitName(part).name) parts.push(part);
        else parts.push(`${parts.pop()}; ${part}`);
    }
    return parts;
}

/** What somebody types who wants no lock. */
const FREE = /^(free|unlock(ed)?|optim(al|um)|equilibrium)$/i;

/** The choices of how sure a player can be of what is locked, in percent. */
export const SURE = wholeNumbers(0, 20).map(step => 5 * step);

/** Who replies to what is locked, if only one player is locked. @param {Locks} locks */
export function replierTo(locks) {
    const [isFirstLocked, isSecondLocked] = locks.map(isLocked);
    if (isFirstLocked === isSecondLocked) return undefined;
    return isFirstLocked ? 1 : 0;
}

export class Locker {
    /** What is locked. @type {LockedRange[]} */
    ranges = [];
    title = makeElement("span");
    list = makeElement("ul.explorer-locks");
    promise = makeElement("p.explorer-promise");

    /** @param {ToolOfLocker} tool
    @param {{ inputs: Inputs, solver: SolverClient, charts: ToolCharts }} others  parts of the
    tool */
    constructor(tool, { inputs, solver, charts }) {
        this.tool = tool;
        this.inputs = inputs;
        this.solver = solver;
        this.charts = charts;
        for (const end of ["pointerup", "pointercancel", "keyup"])
            addEventListener(end, () => { charts.stroke = undefined; });
        this.sure = new Slider("How sure are you?", "% sure", SURE,
            (sure, gesture) => tool.change({ ...inputs.typed, sure }, gesture), false);
        this.controls = charts.views.map(view => this.addControls(view));
        const help = "A range is for the decision shown, such as 22+, A2s+:0.5 or top 20%, or "
            + "names actions: raise: QQ+; call: JJ-22 or bet 60%: AA. Other hands check or fold "
            + "or, where that is named, take the one action that is not. Empty, the box locks "
            + "nothing. Paint by mouse, finger or space bar.";
        this.element = unfolding(this.title, this.list, this.sure.element, this.promise,
            makeElement("p", help));
    }

    /** Put below a chart what locks its player. @param {View} view @returns {LockControls} */
    addControls(view) {
        const { tool } = this, player = tool.players[view.player], disabled = "";
        const change = () => this.lockRange(view, box.value.trim());
        const lockShown = () => {
            if (isShown(view))
                this.lockRange(view, tool.writeStrategy(view.names, this.sharesShown(view)));
        };
        const what = "Lock what is shown";
        const painting = makeElement("input", { type: "checkbox", role: "switch" });
        const box = textBox({ size: 28, disabled, change });
        const brush = makeElement("select", { "aria-label": `${capital(player)}'s paint` });
        const lockButton =
            button(what, lockShown, { disabled, "aria-label": `${what}: ${player}` });
        const details = unfolding(`Lock ${tool.thePlayers[view.player]}'s range`,
            ...this.inputs.labelled(view, `${capital(player)}'s range`, box), lockButton,
            brush, makeElement("label.explorer-choice", painting, "Paint"));
        const result = makeElement("p.explorer-outcome");
        details.append(result);
        view.element.append(details);
        this.inputs.asItWas.set(view, () => this.rangeAsItWas(view));
        return { box, lockButton, painting, brush, details, result, refusedAfter: "" };
    }

    /** What the players are not free to do in a game, and which locked ranges do not apply to it.
    @param {Settings} state @param {Tree} tree @param {ChartDeal} deal
    @returns {{ locks: Locks, leftOut: LeftOut[] }} */
    read(state, tree, deal) {
        /** @type {Locks} */
        const locks = [{}, {}];
        /** @type {LeftOut[]} */
        const leftOut = [];
        for (const locked of readLocks(state.locks)) {
            if (!locked) continue;
            const { player, history, range } = locked;
            const decision = findDecision(tree, player, history);
            const reason = decision < 0 ? "this game has no such decision" : complaintIn(() => {
                locks[player][decision] =
                    this.readStrategy(tree, player, decision, range, deal, state);
            });
            if (reason) leftOut.push({ player, history, reason });
        }
        return { locks, leftOut };
    }

    /** How often each hand takes each action, if a player keeps to a range.

    What it leaves goes to the silent action or, where that is named, to the one action that is not.
    @param {Tree} tree @param {number} player @param {number} decision @param {string} text */
    readStrategy(
        tree, player, decision, text, deal = this.tool.question.deal, state = this.tool.state,
    ) {
        const { tool } = this, { history } = tree.informationSets[player][decision];
        const names = actionNames(tree, player, decision), silent = silentAction(names);
        /** @type {(wrong: string) => never} */
        const refuseRange = wrong => refuse(`${tool.thePlayers[player]}'s range: ${wrong}`);
        if (names.length < 2) refuseRange("a player who is all-in by force has no range to choose");
        /** @type {number[][]} */
        const shares = [];
        for (const part of text.toLowerCase() === "none" ? [] : partsOf(text)) {
            const { name, range } = splitName(part);
            // A range alone is of the other of two actions.
            let action = names.length > 2 ? -1 : 1 - silent;
            if (name) action = tool.findAction(name.toLowerCase(), names, history, state);
            if (action < 0) refuseRange(`"${shortened(part)}" names no action `
                + `of this decision. Write ${names.join(" or ")} before a range, such as `
                + `${names.at(-1)}: 22+`);
            if (shares[action])
                refuseRange(`${names[action]} has two ranges; write them as one`);
            shares[action] = deal.readWeights(range, tool.deal.bestHands, refuseRange);
        }
        const unnamed = [...names.keys()].filter(action => !shares[action]);
        for (const action of unnamed) shares[action] = deal.hands.map(() => 0);
        let takesRest = unnamed.length === 1 ? unnamed[0] : undefined;
        if (unnamed.includes(silent)) takesRest = silent;
        deal.hands.forEach((hand, i) => {
            const total = sum(shares.map(share => share[i]));
            if (total > 1.001) refuseRange(`${hand} acts more than once`);
            if (takesRest === undefined && total < 0.999 && deal.dealtShare(player, i))
                refuseRange(`what does ${hand} do? Where ${names[silent]} has a range, each `
                    + "hand needs an action");
            for (const share of shares) share[i] /= Math.max(total, 1);
            shares[takesRest ?? silent][i] += Math.max(1 - total, 0);
        });
        return shares;
    }

    /** How often each hand takes each action of the decision that a view shows, as it is shown; a
    hand that never comes there takes the silent one. @param {ShownView} view */
    sharesShown({ solution, player, decision, names }) {
        const dealt = solution.met(player), silent = silentAction(names);
        const byAction = solution.actionShares(player, decision);
        return byAction.map((shares, action) => shares.map((share, hand) =>
            dealt[hand] && share >= 0 ? share : Number(action === silent)));
    }

    /** Let a player keep to a range in the decision that a view shows; no longer, if it is empty.
    @param {View} view @param {string} typed */
    lockRange(view, typed) {
        const { tool } = this, { player, history } = view;
        const text = withoutComments(typed).replaceAll("|", ";");
        const { box } = this.controls[view.player];
        const range = FREE.test(text) ? "" : text;
        const { tree } = tool.question, decision = findDecision(tree, player, history);
        const message = range
            && complaintIn(() => this.readStrategy(tree, player, decision, range));
        if (message) {
            this.controls[player].refusedAfter = history;
            this.inputs.refuse(view, message);
            return;
        }
        this.inputs.accept(view);
        if (!range) box.value = "";
        const before = this.lockedIn(view), ranges = this.ranges.filter(other => other !== before);
        if (range) ranges.push({ player, history, range });
        this.replaceRanges(ranges, this.charts.stroke, tool.decisionSetting(view));
    }

    /** Let the players keep to these ranges. @param {LockedRange[]} ranges
    @param {object} [gesture] @param {Settings} [more]  what is set besides */
    replaceRanges(ranges, gesture, more) {
        const { tool, inputs } = this;
        tool.change({ ...inputs.typed, ...more, locks: writeLocks(ranges) }, gesture);
    }

    /** Lock these ranges no longer; what was refused in their boxes goes with them.
    @param {LockedRange[]} freed */
    free(freed) {
        for (const view of this.charts.views)
            if (freed.some(({ player, history }) =>
                player === view.player && history === view.history)) this.inputs.accept(view);
        this.replaceRanges(this.ranges.filter(locked => !freed.includes(locked)));
    }

    /** List what is locked, each with a button that frees it. */
    show() {
        const { question: { leftOut }, state } = this.tool;
        const ranges = readLocks(state.locks).filter(locked => locked !== undefined);
        this.ranges = ranges;
        const items = ranges.map(locked => {
            const { player, history } = locked;
            const reason = leftOut.find(other =>
                other.player === player && other.history === history)?.reason;
            const text = this.textOf(locked);
            return makeElement("li", `${text} ${reason ? `(left out: ${reason}) ` : ""}`,
                button("Free", () => this.free([locked]), { "aria-label": `Free ${text}` }));
        });
        if (ranges.length > 1)
            items.push(makeElement("li", button("Free all", () => this.free(ranges))));
        const rows = [...this.list.children], { activeElement } = document;
        const row = rows.findIndex(item => item.contains(activeElement));
        this.list.replaceChildren(...items);
        // A button that is pressed goes away: the next has the focus or, after the last, the title.
        const next = items[Math.min(row, items.length - 1)]?.querySelector("button");
        if (row >= 0) (next ?? this.title.closest("summary"))?.focus();
        const applied = ranges.length - leftOut.length;
        this.title.textContent = `What is locked${applied ? `: ${applied}` : ""}`;
        this.sure.show(state.sure);
        this.sure.range.disabled = !this.hasReplier;
    }

    /** A locked range in words. @param {LockedRange} locked */
    textOf({ player, history, range }) {
        const { players, telling } = this.tool;
        return `${capital(players[player])}, ${telling.afterText(history)}: ${range}`;
    }

    /** All that is locked, in words, and how sure one is of it. */
    get texts() {
        const { tool: { question: { leftOut, belief } } } = this;
        const applied = this.ranges.filter(({ player, history }) => !leftOut.some(other =>
            other.player === player && other.history === history));
        const sure = belief < 1 ? ` (${percent(belief)} sure)` : "";
        return applied.map(locked => `locked${sure}: ${this.textOf(locked)}`);
    }

    /** Whether one player is locked, to whom the other replies. */
    get hasReplier() {
        return replierTo(this.tool.question.locks) !== undefined;
    }

    /** What is locked in the decision that a view shows. @param {View} view */
    lockedIn({ player, history }) {
        return this.ranges.find(locked =>
            locked.player === player && locked.history === history);
    }

    /** What a view's player keeps to while something else is refused, in words.
    @param {View} view */
    rangeAsItWas(view) {
        const range = shortened(this.lockedIn(view)?.range ?? "free");
        return `${this.tool.thePlayers[view.player]}'s range as it was, ${range}`;
    }

    /** Show the box and the paints for the decision that a view shows. @param {View} view */
    showRange(view) {
        const { box, brush, lockButton, refusedAfter } = this.controls[view.player];
        const { inputs } = this, { names } = view, silent = silentAction(names);
        const before = brush.value;
        if (refusedAfter !== view.history) inputs.accept(view);
        if (!inputs.isRefused(view)) box.value = view.solution && this.lockedIn(view)?.range || "";
        const { bestHands } = this.tool.deal;
        inputs.remark(view, box.value ? partsOf(box.value).flatMap(part =>
            remarksOn(splitName(part).range, bestHands)) : []);
        const paints = view.solution && silent >= 0 ? names.filter((_, i) => i !== silent) : [];
        box.disabled = !paints.length;
        lockButton.disabled = !paints.length;
        brush.replaceChildren(
            ...options(paints, name => this.tool.telling.wordFor(name, view.history)));
        brush.value = paints.includes(before) ? before : paints.at(-1) ?? "";
        brush.hidden = paints.length < 2;
    }

    /** Give hands an action, or take it away; a stroke goes on as it began. Whether something was
    painted. @param {View} view @param {number[]} hands @param {any} event */
    paint(view, hands, event) {
        const { tool } = this, { names, player, history } = view;
        const { painting, details, brush } = this.controls[player];
        const begins = event.type !== "pointermove";
        if (!painting.checked || !details.open || view.beside || !isShown(view)) return false;
        if (begins && event.button > 0) return false;
        if (!begins && (!event.buttons || this.charts.stroke?.view !== view)) return false;
        const { deal, tree, locks } = tool.question;
        const locked = locks[player][findDecision(tree, player, history)];
        if (!locked && !tool.solution) return false;
        const shares = structuredClone(locked ?? this.sharesShown(view));
        const combos = hands.flatMap(hand => deal.inCell(player, hand));
        if (!combos.length) return true;
        if (begins) {
            const paint = names.indexOf(brush.value);
            const isPainted = combos.every(combo => shares[paint][combo] > 0.5);
            this.charts.stroke = { view, action: isPainted ? silentAction(names) : paint };
        }
        for (const combo of combos) shares.forEach((share, action) => {
            share[combo] = Number(action === this.charts.stroke?.action);
        });
        this.lockRange(view, tool.writeStrategy(names, shares));
        return true;
    }

    /** Say where a range is typed or painted what comes of it: the value may be out of sight. */
    showResults() {
        const { tool, tool: { solution } } = this;
        for (const view of this.charts.views) {
            const { result, details } = this.controls[view.player];
            if (!this.lockedIn(view)) result.textContent = "";
            else if (solution && !this.solver.busy) {
                result.textContent =
                    `${capital(tool.worthText(solution))}. ${this.lossSentences[0] ?? ""}`;
                if (details.contains(document.activeElement))
                    result.scrollIntoView({ block: "nearest" });
            }
        }
    }

    /** What the locked ranges lose, in one text. */
    get lossText() {
        return this.lossSentences.join(" ");
    }

    /** What the locked ranges lose, to an opponent who knows of them and to one who plays as
    without locks, and with which hands. */
    get lossSentences() {
        const { tool } = this, { solution, unlocked, unit, state, thePlayers } = tool;
        const { question: { locks } } = tool;
        if (!state.locks || !solution || !unlocked) return [];
        const gain = solution.value - unlocked.value, replier = replierTo(locks);
        const width = solution.width + unlocked.width;
        const free = `Without locks the game is worth ${unlocked.valueText()} ${unit} to `
            + `${thePlayers[0]}.`;
        const sentences = [];
        if (replier !== undefined) {
            const knows = solution.belief < 1 ? `is ${percent(solution.belief)} sure of it`
                : "knows it";
            const lost = tool.lossRateText(Math.max(signOf(replier) * gain, 0), width);
            sentences.push(`If ${thePlayers[replier]} ${knows}, ${thePlayers[1 - replier]}'s `
                + `range loses ${lost}.`);
        } else if (locks.every(isLocked))
            sentences.push(`With both ranges locked, ${thePlayers[0]} `
                + `${gain > 0 ? "gains" : "loses"} `
                + `${tool.lossRateText(Math.abs(gain), width)}.`);
        const toOptimum = [0, 1].map(player => this.lossOf(player, solution, unlocked));
        return [...sentences, ...toOptimum, free].filter(Boolean);
    }

    /** What a player's locked range loses if the other plays as without locks.
    @param {number} player @param {Solution} solution @param {Solution} unlocked */
    lossOf(player, solution, unlocked) {
        const { tool } = this, { thePlayers } = tool, lock = solution.game.locks[player];
        if (!isLocked(lock)) return "";
        const bound = new Game(solution.game.deal, unlocked.game.tree, [{}, {}].with(player, lock));
        const [earned] = bound.bestResponseValues(player, unlocked.plans[1 - player]);
        const lost = unlocked.values[player][0].map((best, hand) =>
            Math.max(signOf(player) * (best - earned[hand]), 0));
        const { size, name } = tool.mistakeUnit, { width } = unlocked;
        // The sum has the unit's name.
        const most = ranked(lost).slice(0, 5).filter(hand => lost[hand] > 1e-4 * size).map(hand =>
            `${solution.game.deal.hands[hand]} `
                + `(${tool.lossText(lost[hand], width).replace(` ${name}`, "")})`);
        return `If ${thePlayers[1 - player]} plays the optimum, as without locks, `
            + `${thePlayers[player]}'s range loses ${tool.lossRateText(sum(lost), width)}`
            + `${most.length ? `, most with ${most.join(", ")}` : ""}.`;
    }

    /** What the plan of who replies earns if the other keeps to what is locked, and against
    anybody: by best responses. @returns {Reply | undefined} */
    get reply() {
        const { solution, unlocked, question } = this.tool, replier = replierTo(question.locks);
        if (replier === undefined || !solution) return undefined;
        const { game: { deal, tree }, bonus } = solution, plan = solution.plans[replier];
        /** @type {(locks: Locks) => number} */
        const least = locks => {
            const replied = new Game(deal, tree, locks).bestResponseValues(1 - replier, plan);
            return bonus + signOf(replier) * sum(replied[0]);
        };
        const earns = least(solution.game.locks), secures = least([{}, {}]);
        const risk = unlocked && Math.max(bonus + signOf(replier) * unlocked.value - secures, 0);
        return { replier, earns, secures, risk };
    }

    /** What the knob of belief has come to, or why it cannot be turned.
    @param {Reply | undefined} reply */
    promiseText(reply) {
        const { unit, solution, unlocked, question: { locks }, thePlayers } = this.tool;
        if (replierTo(locks) === undefined) return isLocked(locks[0])
            ? "Both have a range locked; one must be free to answer."
            : "With one range locked: from the equilibrium, 0%, to the best response, 100%.";
        if (!reply || !solution) return "";
        const { earns, secures, risk } = reply, who = thePlayers[reply.replier];
        const lockedPlayer = thePlayers[1 - reply.replier];
        const less = risk === undefined ? ""
            : `, ${this.tool.lossRateText(risk, unlocked?.width)} less than in equilibrium`;
        const mixture = solution.belief < 1 ? ` The chart of ${lockedPlayer} mixes what is locked, `
            + `${percent(solution.belief)}, with what is worst for ${who}.` : "";
        return `If ${lockedPlayer} keeps to what is locked, ${who} earns ${signed(earns, 4)} `
            + `${unit} a deal; against anybody, ${who} earns at least ${signed(secures, 4)} `
            + `${unit}${less}.`
            + mixture;
    }
}
