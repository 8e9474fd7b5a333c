/* Ranges that a player keeps to: typed, painted or taken from what is shown; what they lose,
and how sure the other player can be of them. */

import { complaint, complaintIn, ranked, refuse, sum } from "./amounts.js";
import { Slider, button, options, textBox, unfolding } from "./controls.js";
import { make } from "./elements.js";
import { Game } from "./games.js";
import { remarksOn, span } from "./ranges.js";
import { actionNames, findDecision, knownDigits, sign, silentAction } from "./solution.js";
import { capital, percent, shortened, signed } from "./words.js";
/** @import { State, Tree } from "./betting.js" */
/** @import { ChartDeal } from "./deals.js" */
/** @import { Locks } from "./games.js" */
/** @import { Inputs } from "./inputs.js" */
/** @import { Solution } from "./solution.js" */
/** @import { LeftOut } from "./solver-client.js" */
/** @import { Tool } from "./tool.js" */
/** @import { View } from "./views.js" */

/** A locked range: whose, after which history, and the text.
@typedef {{ player: number, history: string, range: string }} LockedRange */

/** Who replies to what is locked; what the plan earns if the other keeps to what is locked, and
against anybody; and how much less that is than in equilibrium, as far as it is known.
@typedef {{ replier: number, earns: number, secures: number, risk?: number }} Reply */

/** What is below a chart to lock its player: where a range is typed, the button that locks what is
shown, whether strokes paint and which action, and what all this unfolds in. And after what the
decision comes for which a range was refused.
@typedef {{ box: HTMLInputElement, lockButton: HTMLButtonElement, painting: HTMLInputElement,
    brush: HTMLSelectElement, details: HTMLDetailsElement, refusedAfter: string }} LockControls */

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
    return LETTERS_OF_ACTIONS.test(name) ? { name: name.trim(), range: part.slice(colon + 1) }
        : { range: part };
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

/** The choices of how sure a player can be of what is locked, in percent. */
export const SURE = span(0, 20).map(step => 5 * step);

/** Who replies to what is locked, if only one player is locked. @param {Locks} locks */
export function replierTo(locks) {
    const [isFirstLocked, isSecondLocked] = locks.map(lock => Object.keys(lock).length > 0);
    if (isFirstLocked === isSecondLocked) return undefined;
    return isFirstLocked ? 1 : 0;
}

export class Locker {
    /** What is locked. @type {LockedRange[]} */
    ranges = [];
    title = make("span");
    list = make("ul.explorer-locks");
    promise = make("p.explorer-promise");
    /** While a stroke paints: where, and which action.
    @type {{ view: View, action: number } | undefined} */
    stroke;

    /** @param {Tool} tool @param {Inputs} inputs */
    constructor(tool, inputs) {
        this.tool = tool;
        this.inputs = inputs;
        for (const end of ["pointerup", "pointercancel", "keyup"])
            addEventListener(end, () => { this.stroke = undefined; });
        this.sure = new Slider("How sure are you?", "% sure", SURE,
            (sure, gesture) => tool.change({ ...inputs.typed, sure }, gesture), false);
        this.controls = tool.views.map(view => this.addControls(view));
        const help = "A range is for the decision shown, such as 22+, A2s+:0.5, or names actions: "
            + "raise: QQ+; call: JJ-22 or bet 60%: AA. Other hands check or fold or, where that is "
            + "named, take the one action that is not. Paint by mouse, finger or space bar.";
        this.element = unfolding(this.title, this.list, this.sure.element, this.promise,
            make("p", help));
    }

    /** Put below a chart what locks its player. @param {View} view @returns {LockControls} */
    addControls(view) {
        const { tool } = this, player = tool.players[view.player], disabled = "";
        const change = () => this.lockRange(view, box.value.trim());
        const lockShown = () =>
            this.lockRange(view, tool.writeStrategy(view.names, this.sharesShown(view)));
        const what = "Lock what is shown";
        const painting = make("input", { type: "checkbox", role: "switch" });
        const box = textBox({ size: 28, disabled, change });
        const brush = make("select", { "aria-label": `${capital(player)}'s paint` });
        const lockButton =
            button(what, lockShown, { disabled, "aria-label": `${what}: ${player}` });
        const details = unfolding(`Lock ${tool.thePlayers[view.player]}'s range`,
            ...this.inputs.labelled(view, `${capital(player)}'s range`, box), lockButton,
            brush, make("label.explorer-choice", painting, "Paint"));
        view.element.append(details);
        return { box, lockButton, painting, brush, details, refusedAfter: "" };
    }

    /** What the players are not free to do in a game, and which locked ranges do not apply to it.
    @param {State} state @param {Tree} tree @param {ChartDeal} deal
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
            if (action < 0) refuseRange(complaint(part, `${names.join(" or ")}: 22+ or the like`));
            if (shares[action])
                refuseRange(`${names[action]} given twice, one range for each action needed`);
            shares[action] = tool.readWeights(range, deal, refuseRange);
        }
        const unnamed = [...names.keys()].filter(action => !shares[action]);
        for (const action of unnamed) shares[action] = deal.hands.map(() => 0);
        let takesRest = unnamed.length === 1 ? unnamed[0] : undefined;
        if (unnamed.includes(silent)) takesRest = silent;
        deal.hands.forEach((hand, i) => {
            const total = sum(shares.map(share => share[i]));
            if (total > 1.001) refuseRange(`${hand} acts more than once`);
            if (takesRest === undefined && total < 0.999 && tool.dealtShare(deal, player, i))
                refuseRange(`no action given for ${hand}, one for every hand needed where `
                    + `${names[silent]} has a range`);
            for (const share of shares) share[i] /= Math.max(total, 1);
            shares[takesRest ?? silent][i] += Math.max(1 - total, 0);
        });
        return shares;
    }

    /** How often each hand takes each action of the decision that a view shows, as it is shown; a
    hand that never comes there takes the silent one. @param {View} view */
    sharesShown({ solution, player, decision, names }) {
        const dealt = solution.reach(player), silent = silentAction(names);
        const byAction = solution.actionShares(player, decision);
        return byAction.map((shares, action) => shares.map((share, hand) =>
            dealt[hand] && share >= 0 ? share : Number(action === silent)));
    }

    /** Let a player keep to a range in the decision that a view shows; no longer, if it is empty.
    @param {View} view @param {string} typed */
    lockRange(view, typed) {
        const { tool } = this, { player, history } = view, range = typed.replaceAll("|", ";");
        const { tree } = tool.question, decision = findDecision(tree, player, history);
        const message = range
            && complaintIn(() => this.readStrategy(tree, player, decision, range));
        if (message) {
            this.controls[player].refusedAfter = history;
            this.inputs.refuse(view, message);
            return;
        }
        this.inputs.accept(view);
        const before = this.lockedIn(view), ranges = this.ranges.filter(other => other !== before);
        if (range) ranges.push({ player, history, range });
        this.replaceRanges(ranges, this.stroke);
    }

    /** Let the players keep to these ranges. @param {LockedRange[]} ranges
    @param {object} [gesture] */
    replaceRanges(ranges, gesture) {
        this.tool.change({ ...this.inputs.typed, locks: writeLocks(ranges) }, gesture);
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
            return make("li", `${text} ${reason ? `(left out: ${reason}) ` : ""}`,
                button("Free", () => this.replaceRanges(ranges.filter(other => other !== locked)),
                    { "aria-label": `Free ${text}` }));
        });
        if (ranges.length > 1)
            items.push(make("li", button("Free all", () => this.replaceRanges([]))));
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
        return `${capital(this.tool.players[player])}, ${this.tool.afterText(history)}: ${range}`;
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

    /** The same in a word or two. @param {View} view */
    lockedText(view) {
        return shortened(this.lockedIn(view)?.range ?? "free");
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
            ...options(paints, name => this.tool.wordFor(name, view.history)));
        brush.value = paints.includes(before) ? before : paints.at(-1) ?? "";
        brush.hidden = paints.length < 2;
    }

    /** Give hands an action, or take it away; a stroke goes on as it began. Whether something was
    painted. @param {View} view @param {number[]} hands @param {any} event */
    paint(view, hands, event) {
        const { tool } = this, { names, player, history } = view;
        const { painting, details, brush } = this.controls[player];
        const begins = event.type !== "pointermove";
        if (!painting.checked || !details.open || view.beside || !view.solution) return false;
        if (begins && event.button > 0) return false;
        if (!begins && (!event.buttons || this.stroke?.view !== view)) return false;
        const { deal, tree, locks } = tool.question;
        const locked = locks[player][findDecision(tree, player, history)];
        if (!locked && !tool.solution) return false;
        const shares = structuredClone(locked ?? this.sharesShown(view));
        const combos = hands.flatMap(hand => deal.inCell(player, hand));
        if (!combos.length) return true;
        if (begins) {
            const paint = names.indexOf(brush.value);
            const isPainted = combos.every(combo => shares[paint][combo] > 0.5);
            this.stroke = { view, action: isPainted ? silentAction(names) : paint };
        }
        for (const combo of combos) shares.forEach((share, action) => {
            share[combo] = Number(action === this.stroke?.action);
        });
        this.lockRange(view, tool.writeStrategy(names, shares));
        return true;
    }

    /** What the locked ranges lose, to an opponent who knows of them and to one who plays as
    without locks, and with which hands. */
    get lossText() {
        const { solution, unlocked, unit, state, question: { locks }, thePlayers } = this.tool;
        if (!state.locks || !solution || !unlocked) return "";
        const gain = solution.value - unlocked.value, replier = replierTo(locks);
        const digits = knownDigits(solution.width + unlocked.width);
        const free = `Without locks the game is worth ${unlocked.valueText()} ${unit} to `
            + `${thePlayers[0]}.`;
        const sentences = [];
        if (replier !== undefined) {
            const knows = solution.belief < 1 ? `is ${percent(solution.belief)} sure of it`
                : "knows it";
            const lost = Math.max(sign(replier) * gain, 0).toFixed(digits);
            sentences.push(`If ${thePlayers[replier]} ${knows}, ${thePlayers[1 - replier]}'s `
                + `range loses ${lost} ${unit} a deal.`);
        } else if (locks.every(lock => Object.keys(lock).length))
            sentences.push(`With both ranges locked, ${thePlayers[0]} `
                + `${gain > 0 ? "gains" : "loses"} ${Math.abs(gain).toFixed(digits)} `
                + `${unit} a deal.`);
        const toOptimum = [0, 1].map(player => this.lossOf(player, solution, unlocked));
        return [...sentences, ...toOptimum, free].filter(Boolean).join(" ");
    }

    /** What a player's locked range loses if the other plays as without locks.
    @param {number} player @param {Solution} solution @param {Solution} unlocked */
    lossOf(player, solution, unlocked) {
        const { unit, thePlayers } = this.tool, lock = solution.game.locks[player];
        if (!Object.keys(lock).length) return "";
        const bound = new Game(solution.game.deal, unlocked.game.tree, [{}, {}].with(player, lock));
        const [earned] = bound.bestResponseValues(player, unlocked.plans[1 - player]);
        const lost = unlocked.values[player][0].map((best, hand) =>
            Math.max(sign(player) * (best - earned[hand]), 0));
        const digits = knownDigits(unlocked.width);
        const most = ranked(lost).slice(0, 5).filter(hand => lost[hand] > 1e-7)
            .map(hand => `${solution.game.deal.hands[hand]} (${lost[hand].toFixed(digits)})`);
        return `If ${thePlayers[1 - player]} plays the optimum, as without locks, `
            + `${thePlayers[player]}'s range loses ${sum(lost).toFixed(digits)} ${unit} a deal`
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
            return bonus + sign(replier) * sum(replied[0]);
        };
        const earns = least(solution.game.locks), secures = least([{}, {}]);
        const risk = unlocked && Math.max(bonus + sign(replier) * unlocked.value - secures, 0);
        return { replier, earns, secures, risk };
    }

    /** What the knob of belief has come to, or why it cannot be turned.
    @param {Reply | undefined} reply */
    promiseText(reply) {
        const { unit, solution, unlocked, question: { locks }, thePlayers } = this.tool;
        if (replierTo(locks) === undefined) return Object.keys(locks[0]).length
            ? "Both have a range locked; one must be free to answer."
            : "With one range locked: from the equilibrium, 0%, to the best response, 100%.";
        if (!reply) return "";
        const { earns, secures, risk } = reply, who = thePlayers[reply.replier];
        const lockedPlayer = thePlayers[1 - reply.replier];
        const less = risk === undefined ? ""
            : `, ${risk.toFixed(knownDigits(unlocked?.width ?? 0))} less than in equilibrium`;
        const mixture = solution.belief < 1 ? ` The chart of ${lockedPlayer} mixes what is locked, `
            + `${percent(solution.belief)}, with what is worst for ${who}.` : "";
        return `If ${lockedPlayer} keeps to what is locked, ${who} earns ${signed(earns, 4)} `
            + `${unit} a deal; against anybody, at least ${signed(secures, 4)} ${unit}${less}.`
            + mixture;
    }
}
