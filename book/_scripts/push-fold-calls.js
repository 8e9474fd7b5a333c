/* A big blind who calls too much or too little in push or fold: a slider sets how many hands he
calls with, and locks the best of them. */

import {
    bestCalls, percentageOf, percentagesWith, plainChange, readCallingShare,
} from "./calling-share.js";
import { Slider, button } from "./controls.js";
import { makeElement, updateText } from "./elements.js";
import { isLockedAnywhere } from "./games.js";
import { hasChoice, lockedPushesOrCalls, pushesOrCalls } from "./push-fold-game.js";
import { CALLER, PUSHER } from "./push-fold-payoffs.js";
import { refusalText } from "./refusals.js";
import { ToolPanel } from "./tool-part.js";
/** @import { Gesture } from "./address-bar.js" */
/** @import { LockOutcomes } from "./lock-outcomes.js" */
/** @import { Locker } from "./locker.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { Foundation } from "./tool-part.js" */

/** The text of the note on the calls and, if it tells what a change of their share has come to, for
which game: its settings and locks, as a text.
@typedef {object} CallsNote
@property {string} text
@property {string} [ofGame] */

/** Nothing is locked.
@type {CallsNote} */
const NOTHING = { text: "" };
/** Calls are locked without such a change.
@type {CallsNote} */
const LOCKED = {
    text: "His range is locked: he calls with the same hands at other stacks, too.",
};

/** A change of the share, as it was counted.
@typedef {object} CountedChange
@property {string} gameText  the game in which it was
@property {string} rangeText  the range to which it came
@property {boolean} isFinal  whether the game without locks was solved by then */

/** The change that has a button. */
const FIFTH_MORE = "+20%";

export class CallsPanel extends ToolPanel {
    /** What a change of the share has come to, or that the calls are locked. */
    note = makeElement("p.explorer-note", { role: "status" });
    /** What the note tells. */
    lastNote = NOTHING;
    /** The change that was asked for, as it was counted last.
    @type {CountedChange | undefined} */
    lastCount;

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
        this.moreButton = button(FIFTH_MORE, () => this.toggleFifthMore(), {
            "aria-label": `${FIFTH_MORE}: the big blind calls a fifth more`,
            "aria-pressed": "false",
        });
        element.append(this.moreButton);
        inputs.keptDescriptions.set(this.slider, () => "the big blind's calls as they were");
        this.elements = [...inputs.withNotes(this.slider, box, element), this.note];
    }

    /** How many of all hands are played, in percent.
    @param {ArrayLike<number>} shares */
    percentageOf(shares) {
        return percentageOf(this.store.deal.combosPerHand, shares);
    }

    /** Let the big blind call a fifth more; or free him, if that is what he does. */
    toggleFifthMore() {
        if (this.isFifthMore) this.freeCalls();
        else this.setShare(FIFTH_MORE);
    }

    /** Lock so many calls, in percent; as many as he calls if he is free are free.
    @param {string} text
    @param {Gesture} [gesture] */
    setShare(text, gesture) {
        const { inputs, slider, outcomes: { unlockedSolution }, client: { solution } } = this;
        if (!unlockedSolution) return;
        const optimal = this.percentageOf(pushesOrCalls(unlockedSolution, CALLER));
        const { percentage, isChange } = readCallingShare(text, optimal);
        if (!(percentage >= 0 && percentage <= 100)) {
            const reason = refusalText(text.trim().slice(0, 20), "a number from 0 to 100");
            inputs.refuse(slider, `${slider.label}: ${reason}. A change such as `
                + "+20% or 10% fewer is counted from his optimal share");
            return;
        }
        inputs.accept(slider);
        // A change is locked even if it comes to none here: at another stack it may come to some.
        if (!isChange && percentage === this.findFreeShare()) this.freeCalls(gesture);
        else this.lockCalls(percentage, unlockedSolution, isChange ? text.trim() : "", gesture);
        if (solution) this.draw(solution);
    }

    /** The small blind's locked ranges. */
    get rangesOfPusher() {
        return this.store.lockedRanges.filter(({ player }) => player !== CALLER);
    }

    /** Lock the calls no longer.
    @param {Gesture} [gesture] */
    freeCalls(gesture) {
        this.locker.replaceRanges(this.rangesOfPusher, gesture, { calls: "" });
    }

    /** Lock the best calls, so many, in percent.
    @param {number} percentage
    @param {Solution} unlockedSolution
    @param {string} change  that came to so many; "" if none was asked for
    @param {Gesture} [gesture] */
    lockCalls(percentage, unlockedSolution, change, gesture) {
        const { store, words, client } = this, { deal } = store.task;
        const calls = bestCalls(store.deal.combosPerHand, percentage, unlockedSolution);
        const rangeText = deal.writeWeights(calls, 4);
        if (change) {
            // From what is found on the way it is counted once more, when all is found.
            const isFinal = store.state.locksText !== "" || client.requests.current.done === true;
            const gameText = words.settingsText(store.gameSettingNames);
            this.lastCount = { gameText, rangeText, isFinal };
        }
        const { history } = this.charts.views[CALLER];
        const lockedRange = { player: CALLER, history, rangeText };
        this.locker.replaceRanges([...this.rangesOfPusher, lockedRange], gesture, { calls: change });
    }

    /** The range to which the big blind is locked, as it was written. */
    get rangeText() {
        return this.store.lockedRanges.find(({ player }) => player === CALLER)?.rangeText;
    }

    /** The change of the share that was asked for, such as +20%, unless somebody has locked
    something else since; "" if there is none. */
    get typedChange() {
        return this.rangeText === undefined ? "" : this.store.state.calls;
    }

    /** Whether the button is pressed. */
    get isFifthMore() {
        return plainChange(this.typedChange) === FIFTH_MORE;
    }

    /** Whether the change that was asked for is counted in the game that is set. */
    get isChangeCounted() {
        const { lastCount, words, store } = this;
        return lastCount !== undefined && lastCount.isFinal
            && lastCount.rangeText === this.rangeText
            && lastCount.gameText === words.settingsText(store.gameSettingNames);
    }

    /** Whether a change of the share will be counted in the game that is set, once that is solved
    without locks. */
    get isWaiting() {
        const { typedChange: change, client } = this;
        return change !== "" && !this.isChangeCounted && client.isSolving("unlocked");
    }

    /** Where a change of the big blind's share was asked for, and another game has been set, count
    it anew: from the share that is optimal there. */
    countChangeAgain() {
        const { typedChange: change, client, store: { gesture } } = this;
        const { unlockedSolution } = this.outcomes;
        if (!change || this.isChangeCounted || !unlockedSolution || client.isSolvingCurrent) return;
        if (hasChoice(unlockedSolution, CALLER)) this.setShare(change, gesture);
    }

    /** Let the button be pressed, if its change is what he does. */
    show() {
        this.moreButton.ariaPressed = String(this.isFifthMore);
    }

    tell() {
        this.countChangeAgain();
        this.tellCalls();
    }

    /** Write the note on the calls. */
    tellCalls() {
        this.lastNote = this.nextNote();
        updateText(this.note, this.lastNote.text);
    }

    /** What the note tells now. To what a change has come is told once it is known what is pushed
    instead: while that is worked out, nothing new, but nothing old either.
    @returns {CallsNote} */
    nextNote() {
        const { typedChange: change, lastNote, ofGame, client } = this;
        const { unlockedSolution } = this.outcomes;
        if (this.rangeText === undefined) return NOTHING;
        if (!change) return LOCKED;
        if (!unlockedSolution || !this.isChangeCounted) return { text: this.whyNotCounted(change) };
        const isOld = lastNote.ofGame !== undefined && lastNote.ofGame !== ofGame;
        if (!client.isSolvingCurrent || isOld)
            return { text: this.changeText(change, unlockedSolution), ofGame };
        return lastNote === LOCKED ? NOTHING : lastNote;
    }

    /** The settings and locks, as a text to compare. */
    get ofGame() {
        const { words, store } = this, { locksText, beliefText } = store.state;
        return `${words.settingsText(store.gameSettingNames)} ${locksText} ${beliefText}`;
    }

    /** Why a change of the share is not counted in the game that is set.
    @param {string} change */
    whyNotCounted(change) {
        const { outcomes: { unlockedSolution }, client } = this;
        if (unlockedSolution && !hasChoice(unlockedSolution, CALLER))
            return `${change}: here he has no choice.`;
        if (client.failure) return `${change}: not counted here, as nothing can be solved.`;
        if (client.isPaused) return `${change}: not counted here, as the solver is stopped.`;
        return `${change}: counted again here once the game without locks is solved.`;
    }

    /** To how many calls a change has come, and what is pushed instead.
    @param {string} change
    @param {Solution} unlockedSolution */
    changeText(change, unlockedSolution) {
        const called = this.percentageOf(
            lockedPushesOrCalls(this.store.task.locks, CALLER) ?? []);
        const optimal = this.percentageOf(pushesOrCalls(unlockedSolution, CALLER));
        return `${change}, counted from his optimal ${optimal}%: he calls ${called}%`
            + `${called === 100 ? ", which are all" : ""}. ${this.pushesText()}At another stack it `
            + "is counted again, also for whoever opens a copied link.";
    }

    /** How many hands the small blind pushes in answer to the calls; "" while that isn't known. */
    pushesText() {
        const { client, client: { solution }, outcomes: { unlockedSolution }, store } = this;
        const isSolved = client.requests.current.done;
        const isLocked = isLockedAnywhere(store.task.locks[PUSHER]);
        if (!isSolved || !solution || !unlockedSolution || isLocked) return "";
        const [pushed, pushedBefore] = [solution, unlockedSolution].map(solved =>
            this.percentageOf(pushesOrCalls(solved, PUSHER)));
        return `The small blind then pushes ${pushed}%, not ${pushedBefore}%. `;
    }

    /** How many call if the big blind is free, in percent, as far as it is known. */
    findFreeShare() {
        const { client: { solution }, outcomes: { unlockedSolution }, store } = this;
        const [isPusherLocked, isCallerLocked] = store.task.locks.map(isLockedAnywhere);
        if (isCallerLocked && isPusherLocked) return undefined;
        const free = isCallerLocked ? unlockedSolution : solution;
        return free && this.percentageOf(pushesOrCalls(free, CALLER));
    }

    /** Let the slider say how many call, how many are optimal and, where the small blind's range is
    locked, how many are the best reply to that.
    @param {Solution} solution */
    draw(solution) {
        const { outcomes: { unlockedSolution }, slider, inputs, store } = this;
        const freeShare = this.findFreeShare();
        const { locks } = store.task, lockedCalls = lockedPushesOrCalls(locks, CALLER);
        const optimal =
            unlockedSolution && this.percentageOf(pushesOrCalls(unlockedSolution, CALLER));
        const reply = isLockedAnywhere(locks[PUSHER]) ? freeShare : undefined;
        slider.element.hidden = !hasChoice(solution, CALLER);
        const marked = [optimal, reply].filter(share => share !== undefined);
        const optimalText = optimal === undefined ? "…" : `${optimal}%`;
        const replyText = reply === undefined ? ""
            : `, best reply to what is locked ${reply}%`;
        slider.offer(percentagesWith(marked),
            `% of all hands, optimal ${optimalText}${replyText}`);
        const lockedShare = lockedCalls && this.percentageOf(lockedCalls);
        slider.show(String(lockedShare ?? freeShare),
            { keepsTyped: inputs.isRefused(slider) });
    }
}
