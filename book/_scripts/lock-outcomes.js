/* What comes of locked ranges: what they lose, how they are answered best, and how sure the player
who answers can be of them. */

import { fillForNow, fillParagraph, makeElement } from "./elements.js";
import { Game, isLockedAnywhere, signOf } from "./games.js";
import { replierTo } from "./locked-ranges.js";
import { indicesFromLargest, sum } from "./numbers.js";
import { ToolPart } from "./tool-part.js";
import { percent, signed } from "./words.js";
/** @import { BothLocks } from "./games.js" */
/** @import { Solution } from "./solutions.js" */

/** The best answer to a locked range, by its plan.
@typedef {object} Reply
@property {number} replier  who answers
@property {number} earned  if the opponent keeps to the locked range
@property {number} guaranteed  against anybody
@property {number} [risk]  how much less that is than in equilibrium, as far as it is known */

export class LockOutcomes extends ToolPart {
    promise = makeElement("p.explorer-promise");
    /** What `promise` says. */
    promised = "";
    /** What locked ranges lose, and what players do otherwise than without them: below the charts,
    which stay where they are while somebody paints. */
    losses = makeElement("p.explorer-losses");
    /** What locked ranges lose, in sentences: what `losses` begins with.
    @type {string[]} */
    lossSentences = [];

    /** Fill the paragraphs on what the locks lose and what the reply earns.
    @param {Reply | undefined} reply
    @param {string} changeText  what players do otherwise than without locks */
    tell(reply, changeText) {
        const { client, store: { state }, promise, losses } = this;
        const fill = client.isSolvingCurrent && state.locksText ? fillForNow : fillParagraph;
        this.promised = this.promiseText(reply);
        this.lossSentences = this.weighLosses();
        fill(promise, this.promised);
        fill(losses, [...this.lossSentences, changeText].filter(Boolean).join(" "));
    }

    /** The game in which nobody is locked, as far as it is solved: where nothing is locked, the one
    that is set. */
    get unlockedSolution() {
        const { client: { requests }, store: { state } } = this;
        return (state.locksText ? requests.unlocked : requests.current).solution;
    }

    /** Whether one player is locked, to whom the other replies. */
    get hasReplier() {
        return replierTo(this.store.task.locks) !== undefined;
    }

    /** What the locked ranges lose, to an opponent who knows of them and to one who plays as
    without locks, and with which hands, in sentences. */
    weighLosses() {
        const { words, unlockedSolution, client: { solution } } = this;
        const { unit, thePlayers } = words;
        const { task: { locks }, state } = this.store;
        if (!state.locksText || !solution || !unlockedSolution) return [];
        const gain = solution.payoff - unlockedSolution.payoff, replier = replierTo(locks);
        const width = solution.width + unlockedSolution.width;
        const free = `Without locks the game is worth ${words.valueText(unlockedSolution)} `
            + `${unit} to ${thePlayers[0]}.`;
        const sentences = [];
        if (replier !== undefined) {
            const knows = solution.belief < 1 ? `is ${percent(solution.belief)} sure of it`
                : "knows it";
            const lost = words.lossRateText(Math.max(signOf(replier) * gain, 0), width);
            sentences.push(`If ${thePlayers[replier]} ${knows}, ${thePlayers[1 - replier]}'s `
                + `range loses ${lost}.`);
        } else if (locks.every(isLockedAnywhere))
            sentences.push(`With both ranges locked, ${thePlayers[0]} `
                + `${gain > 0 ? "gains" : "loses"} `
                + `${words.lossRateText(Math.abs(gain), width)}.`);
        const toOptimum = [0, 1].map(player =>
            this.lossText(player, solution, unlockedSolution));
        return [...sentences, ...toOptimum, free].filter(Boolean);
    }

    /** A sentence on what a player's locked range loses if the other plays as without locks; "" if
    no range of that player's is locked.
    @param {number} player
    @param {Solution} solution
    @param {Solution} unlockedSolution */
    lossText(player, solution, unlockedSolution) {
        const { words } = this, { thePlayers } = words, playerLocks = solution.game.locks[player];
        if (!isLockedAnywhere(playerLocks)) return "";
        const { deal } = solution.game, { tree } = unlockedSolution.game;
        const lockedGame = new Game(deal, tree, [{}, {}].with(player, playerLocks));
        const opponentPlan = unlockedSolution.plans[1 - player];
        const [earned] = lockedGame.bestContinuationValues(player, opponentPlan);
        const lost = unlockedSolution.continuationValues[player][0].map((best, dealtHand) =>
            Math.max(signOf(player) * (best - earned[dealtHand]), 0));
        const size = words.mistakeSize(), { width } = unlockedSolution;
        const losingMost = indicesFromLargest(lost).slice(0, 5)
            .filter(dealtHand => lost[dealtHand] > 1e-4 * size)
            .map(dealtHand =>
                `${deal.hands[dealtHand]} (${words.lossInUnits(lost[dealtHand], width)})`);
        return `If ${thePlayers[1 - player]} plays the optimum, as without locks, `
            + `${thePlayers[player]}'s range loses ${words.lossRateText(sum(lost), width)}`
            + `${losingMost.length ? `, most with ${losingMost.join(", ")}` : ""}.`;
    }

    /** What the plan of who replies earns if the other keeps to the locked range, and against
    anybody: by best responses.
    @returns {Reply | undefined} */
    findReply() {
        const { unlockedSolution, client: { solution } } = this;
        const replier = replierTo(this.store.task.locks);
        if (replier === undefined || !solution) return undefined;
        const { game: { deal, tree }, potCounted } = solution, plan = solution.plans[replier];
        /** @type {(locks: BothLocks) => number} */
        const leastEarned = locks => {
            const replied =
                new Game(deal, tree, locks).bestContinuationValues(1 - replier, plan);
            return potCounted + signOf(replier) * sum(replied[0]);
        };
        const earned = leastEarned(solution.game.locks), guaranteed = leastEarned([{}, {}]);
        const risk = unlockedSolution
            && Math.max(potCounted + signOf(replier) * unlockedSolution.payoff - guaranteed, 0);
        return { replier, earned, guaranteed, risk };
    }

    /** What the knob of belief has come to, or why it cannot be turned.
    @param {Reply | undefined} reply */
    promiseText(reply) {
        const { unlockedSolution, words, client: { solution }, store } = this;
        const { unit, thePlayers } = words, { locks } = store.task;
        if (replierTo(locks) === undefined) return isLockedAnywhere(locks[0])
            ? "Both have a range locked; one must be free to answer."
            : "With one range locked: from the equilibrium, 0%, to the best response, 100%.";
        if (!reply || !solution) return "";
        const { earned, guaranteed, risk } = reply, who = thePlayers[reply.replier];
        const lockedPlayer = thePlayers[1 - reply.replier];
        const less = risk === undefined ? ""
            : `, ${words.lossRateText(risk, unlockedSolution?.width)} less than in equilibrium`;
        const mixture = solution.belief < 1 ? ` The chart of ${lockedPlayer} mixes what is locked, `
            + `${percent(solution.belief)}, with what is worst for ${who}.` : "";
        return `If ${lockedPlayer} keeps to what is locked, ${who} earns ${signed(earned, 4)} `
            + `${unit} a deal; against anybody, ${who} earns at least ${signed(guaranteed, 4)} `
            + `${unit}${less}.`
            + mixture;
    }
}
