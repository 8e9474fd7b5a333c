/* A big blind who calls too much or too little in push or fold: a slider sets how many hands he
calls with, and locks the best of them. */

import { readNumber } from "./amounts.js";
import { Slider, button, nearest } from "./controls.js";
import { makeElement, updateText } from "./elements.js";
import { ranked, roundTo, sum, wholeNumbers } from "./numbers.js";
import {
    CALLER, CHANGE_OF_CALLS, PUSHER, hasChoice, plainChange, pushesOrCalls,
} from "./push-fold-game.js";
import { refusalText } from "./refusals.js";
import { ToolPanel } from "./tool-part.js";
/** @import { Gesture } from "./address-bar.js" */
/** @import { LockOutcomes } from "./lock-outcomes.js" */
/** @import { Locker } from "./locker.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { Foundation } from "./tool-part.js" */

/** The whole percentages, in the place of which are some others: the nearest to each, but no end of
the scale. So many steps as percent lead to each, which screen readers may read.
@param {number[]} others */
function percentagesWith(others) {
    const added = [...new Set(others)].filter(share => share % 100), inner = wholeNumbers(1, 99);
    for (const share of added) inner.splice(inner.indexOf(nearest(inner, String(share))), 1);
    return [0, ...[...inner, ...added].sort((a, b) => a - b), 100];
}

/** What is said of calls that are locked without such a change. */
const LOCKED = "His range is locked: he calls with the same hands at other stacks, too.";

/** The change that has a button. */
const FIFTH_MORE = "+20%";

/** What the note tells: nothing; that the calls are locked without a change of their share; why
such a change is not counted here; or to what it has come.
@typedef {"nothing" | "lock" | "why not counted" | "change"} ToldOfCalls */

export class Caller extends ToolPanel {
    /** What a change of the share has come to, or that the calls are locked. */
    note = makeElement("p", { role: "status" });
    /** What the note tells and, of a change, in which game that was: what was set and locked. */
    told = { what: /** @type {ToldOfCalls} */ ("nothing"), game: "" };
    /** Where the change that was asked for was counted last: the settings of that game, the range
    to which it came, and whether it stays, as the game without locks was solved by then. */
    lastCount = { settings: "", rangeText: "", stays: false };

    /** @param {Foundation & { outcomes: LockOutcomes, locker: Locker }} parts */
    constructor(parts) {
        super(parts);
        const { inputs } = this;
        this.outcomes = parts.outcomes;
        this.locker = parts.locker;
        this.slider = new Slider("The big blind calls", "% of all hands", [],
            (percentage, gesture) => this.setShare(percentage, gesture));
        const { box, element } = this.slider;
        element.classList.add("explorer-looser");
        this.moreButton = button(FIFTH_MORE, () => this.pressMore(), {
            "aria-label": `${FIFTH_MORE}: the big blind calls a fifth more`,
            "aria-pressed": "false",
        });
        element.append(this.moreButton);
        inputs.asItWas.set(this.slider, () => "the big blind's calls as they were");
        this.elements = [...inputs.withNotes(this.slider, box, element), this.note];
    }

    /** How many of all hands call, in percent. @param {ArrayLike<number>} calls */
    percentageOf(calls) {
        const { combosPerHand: combos } = this.store.deal;
        const called = sum(combos.map((many, i) => many * calls[i]));
        return roundTo(100 * called / sum(combos), 1);
    }

    /** Calls of a percentage of all hands: those to which calling an optimal push earns most.
    @param {number} percentage @param {Solution} solution */
    callsOf(percentage, solution) {
        const { combosPerHand: combos } = this.store.deal;
        const [decision] = solution.game.tree.informationSets[CALLER];
        const gains = combos.map((_, hand) => {
            const [folding, calling] = [0, 1].map(action =>
                solution.earns(CALLER, decision, action, [hand]));
            return calling - folding;
        });
        const calls = combos.map(() => 0);
        let left = sum(combos) * percentage / 100;
        for (const hand of ranked(gains)) {
            calls[hand] = Math.min(Math.max(left / combos[hand], 0), 1);
            left -= combos[hand];
        }
        return calls;
    }

    /** How many call who are asked to by a text, in percent, and whether it says by how much that
    differs from an optimal share; NaN if it says neither.
    @param {string} text @param {number} optimal */
    readCallingShare(text, optimal) {
        const typed = plainChange(text);
        const [change, mark, signed, plain, word] = typed.match(CHANGE_OF_CALLS) ?? [];
        if (!change) {
            const isUnread = typed.startsWith("+");
            const percentage = isUnread ? NaN : readNumber(typed.replace(/\s*%$/, ""));
            return { percentage, isChange: false };
        }
        const by = readNumber(signed ?? plain) / 100;
        const isLess = mark ? mark === "-" : word.toLowerCase() !== "more";
        const changed = optimal * (isLess ? 1 - by : 1 + by);
        return { percentage: roundTo(Math.min(changed, 100), 1), isChange: true };
    }

    /** Let the big blind call a fifth more; or free him, if that is what he does. */
    pressMore() {
        const { locker, store } = this;
        if (!this.isMorePressed) this.setShare(FIFTH_MORE);
        else locker.replaceRanges(store.lockedRanges.filter(({ player }) => player !== CALLER));
    }

    /** Lock so many calls, in percent; as many as he calls if he is free are free.
    @param {string} text @param {Gesture} [gesture] */
    setShare(text, gesture) {
        const { store, words, locker, solver: { solution }, inputs, slider } = this;
        const { outcomes: { unlocked }, charts: { views } } = this, change = { calls: "" };
        if (!unlocked) return;
        const optimal = this.percentageOf(pushesOrCalls(unlocked, CALLER));
        const { percentage, isChange } = this.readCallingShare(text, optimal);
        if (!(percentage >= 0 && percentage <= 100)) {
            const reason = refusalText(text.trim().slice(0, 20), "a number from 0 to 100");
            inputs.refuse(slider, `${slider.label}: ${reason}. A change such as `
                + "+20% or 10% fewer is counted from his optimal share");
            return;
        }
        inputs.accept(slider);
        const ranges = store.lockedRanges.filter(({ player }) => player !== CALLER);
        // A change is locked even if it comes to none here: at another stack it may come to some.
        if (isChange || percentage !== this.freeShare) {
            const { question: { deal } } = store;
            const rangeText = deal.writeWeights(this.callsOf(percentage, unlocked), 4);
            ranges.push({ player: CALLER, history: views[CALLER].history, rangeText });
            if (isChange) {
                change.calls = text.trim();
                // From what is found on the way it is counted once more, when all is found.
                const stays = store.state.locks !== "" || this.solver.asked.current.done === true;
                const settings = words.settingsText(store.names);
                this.lastCount = { settings, rangeText, stays };
            }
        }
        locker.replaceRanges(ranges, gesture, change);
        if (solution) this.draw(solution);
    }

    /** The range to which the big blind is locked, as it was written. */
    get rangeText() {
        return this.store.lockedRanges.find(({ player }) => player === CALLER)?.rangeText;
    }

    /** The change of the share that was asked for, such as +20%, unless somebody has locked
    something else since; "" if there is none. */
    get askedChange() {
        return this.rangeText === undefined ? "" : this.store.state.calls;
    }

    /** Whether the button is pressed. */
    get isMorePressed() {
        return plainChange(this.askedChange) === FIFTH_MORE;
    }

    /** Whether the change that was asked for is counted in the game that is set. */
    get isChangeCounted() {
        const { lastCount: { settings, rangeText, stays }, words, store } = this;
        return stays && rangeText === this.rangeText
            && settings === words.settingsText(store.names);
    }

    /** Whether a change of the share will be counted in the game that is set, once that is solved
    without locks. */
    get isWaiting() {
        const { askedChange: asked, solver } = this;
        return asked !== "" && !this.isChangeCounted && solver.isWorking([solver.asked.unlocked]);
    }

    /** Let the note tell something. @param {ToldOfCalls} what @param {string} text
    @param {string} [game]  in which it is so */
    setNote(what, text, game = "") {
        this.told = { what, game };
        updateText(this.note, text);
    }

    /** Where a change of the big blind's share was asked for, and another game has been set, count
    it anew: from the share that is optimal there. */
    countChangeAgain() {
        const { askedChange: asked, outcomes: { unlocked }, solver, store: { gesture } } = this;
        if (!asked || this.isChangeCounted || !unlocked || solver.busy) return;
        if (hasChoice(unlocked, CALLER)) this.setShare(asked, gesture);
    }

    /** Let the button be pressed, if its change is what he does. */
    show() {
        this.moreButton.ariaPressed = String(this.isMorePressed);
    }

    tell() {
        this.countChangeAgain();
        this.tellCalls();
    }

    /** Say what is known of the calls by now. Of a change it is said once what is pushed instead:
    while that is worked out, nothing new, but nothing old either. */
    tellCalls() {
        const { askedChange: asked, outcomes: { unlocked }, solver, store, words, told } = this;
        const { locks, belief } = store.state;
        const game = `${words.settingsText(store.names)} ${locks} ${belief}`;
        if (!asked && this.rangeText === undefined) this.setNote("nothing", "");
        else if (!asked) this.setNote("lock", LOCKED);
        else if (!unlocked || !this.isChangeCounted)
            this.setNote("why not counted", this.whyNotCounted(asked));
        else if (!solver.busy || told.what === "change" && told.game !== game)
            this.setNote("change", this.changeText(asked, unlocked), game);
        else if (told.what === "lock") this.setNote("nothing", "");
    }

    /** Why a change of the share is not counted in the game that is set. @param {string} asked */
    whyNotCounted(asked) {
        const { outcomes: { unlocked }, solver } = this;
        if (unlocked && !hasChoice(unlocked, CALLER)) return `${asked}: here he has no choice.`;
        if (solver.failed) return `${asked}: not counted here, as nothing can be solved.`;
        if (solver.stopped) return `${asked}: not counted here, as the solver is stopped.`;
        return `${asked}: counted again here once the game without locks is solved.`;
    }

    /** To how many calls a change has come, and what is pushed instead.
    @param {string} asked @param {Solution} unlocked */
    changeText(asked, unlocked) {
        const [, calls = []] = this.store.question.locks[CALLER][0] ?? [];
        const locked = this.percentageOf(calls);
        const optimal = this.percentageOf(pushesOrCalls(unlocked, CALLER));
        return `${asked}, counted from his optimal ${optimal}%: he calls ${locked}%`
            + `${locked === 100 ? ", which are all" : ""}. ${this.answerText}At another stack it `
            + "is counted again, also for whoever opens a copied link.";
    }

    /** How many hands the small blind pushes in answer to the calls; "" while that isn't known. */
    get answerText() {
        const { solver, solver: { solution }, outcomes: { unlocked }, store } = this;
        const isSolved = solver.asked.current.done;
        if (!isSolved || !solution || !unlocked || 0 in store.question.locks[PUSHER]) return "";
        const [pushed, before] = [solution, unlocked].map(one =>
            this.percentageOf(pushesOrCalls(one, PUSHER)));
        return `The small blind then pushes ${pushed}%, not ${before}%. `;
    }

    /** How many call if the big blind is free, in percent, as far as it is known. */
    get freeShare() {
        const { solver: { solution }, outcomes: { unlocked }, store } = this;
        const { locks } = store.question;
        const isCallerLocked = 0 in locks[CALLER], isPusherLocked = 0 in locks[PUSHER];
        if (isCallerLocked && isPusherLocked) return undefined;
        const free = isCallerLocked ? unlocked : solution;
        return free && this.percentageOf(pushesOrCalls(free, CALLER));
    }

    /** Let the slider say how many call, how many are optimal and, where the small blind's range is
    locked, how many are the best reply to that. @param {Solution} solution */
    draw(solution) {
        const { outcomes: { unlocked }, slider, freeShare, inputs, store } = this;
        const { question: { locks } } = store;
        const locked = locks[CALLER][0];
        const optimal = unlocked && this.percentageOf(pushesOrCalls(unlocked, CALLER));
        const reply = 0 in locks[PUSHER] ? freeShare : undefined;
        slider.element.hidden = !hasChoice(solution, CALLER);
        const marked = [optimal, reply].filter(share => share !== undefined);
        slider.choices = percentagesWith(marked);
        slider.unit = `% of all hands, optimal ${optimal === undefined ? "…" : `${optimal}%`}`
            + (reply === undefined ? "" : `, best reply to what is locked ${reply}%`);
        const lockedShare = locked && this.percentageOf(locked[1]);
        slider.show(String(lockedShare ?? freeShare),
            { keepsTyped: inputs.isRefused(slider) });
    }
}
