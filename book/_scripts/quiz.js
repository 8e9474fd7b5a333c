/* A game against the charts, without a page: hands are dealt, the opponent plays a tool's solution,
and what the reader does is judged. quiz-words.js tells of it, quiz-panel.js asks. */

import { oneHand } from "./deals.js";
import { signOf } from "./games.js";
import { sum } from "./numbers.js";
import { drawFrom, randomNumbers } from "./random-numbers.js";
import { actionNamesAt } from "./solutions.js";
/** @import { Lock } from "./games.js" */
/** @import { Telling } from "./setting-store.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { InformationSet } from "./trees.js" */

/** A hand that was among so many that were asked last is not asked again. */
const RECENT = 40;

/** How often hands are dealt, at most, until the reader has a decision. */
export const MAX_TRIES = 3000;

/** After so many tries in vain, the oldest of the hands that were asked last may come again. */
const TRIES_BETWEEN_REPEATS = 100;

/** Losses that are smaller are rounding. */
const MIN_LOSS = 1e-6;

/** What a locked range does less often is rounding. */
export const MIN_LOCKED_SHARE = 1e-9;

/** What a reader plays: the seat, 0 or 1, or 2 for both in turn; the seed of the random numbers;
and how far apart the best two actions may be, if decisions have to be close.
@typedef {object} QuizOptions
@property {number} seat
@property {number} seed
@property {number} [mostApart] */

/** Whose decision it is, which one, and the actions' names.
@typedef {object} QuizTurn
@property {number} player
@property {InformationSet} informationSet
@property {string[]} actionNames */

/** What was dealt: both players' hands; how likely the first meets each of the
second's; and the last sequences of both.
@typedef {object} PlayedDeal
@property {number[]} pair
@property {Float64Array} meetings
@property {number[]} lastSequences */

/** A deal when the opponent has acted: the reader's turn, if there is one, and what the opponent
did.
@typedef {PlayedDeal & { turn?: QuizTurn, opponentActions: string[] }} DealtRound */

/** A round in which it is the reader's turn.
@typedef {DealtRound & { turn: QuizTurn }} OpenRound */

/** What the reader has answered: at which turn, with which hand, and the action; what each action
earns; the reader's own lock, if the decision is locked; whether it was right, by that lock or else
by what it lost; and that, 0 by a lock.
@typedef JudgedAnswer
@type {QuizTurn & { dealtHand: number, action: number, earnings: number[], ownLock?: Lock,
    isRight: boolean, lost: number }} */

/** How the reader has played a seat, all else as in the charts: how often each hand plays the last
action of each sequence; the reader's first answer to each question; and what an opponent who knows
all that can win more than the game is worth.
@typedef {object} PlayedSeat
@property {Float64Array[]} behaviour
@property {JudgedAnswer[]} firstAnswers
@property {number} loss */

/** Whether the reader has a turn in a round.
@type {(round: DealtRound) => round is OpenRound} */
const isOpen = round => round.turn !== undefined;

/** How far what an action earns may be from the most and be as good.
@param {Solution} solution */
export const slackOf = solution => Math.max(solution.width, MIN_LOSS);

/** A reader's game against a solution. Right is what earns most or, where the reader's own seat is
locked, what the locked range does: the opponent of the charts knows that range, and it is no
mistake to keep to it. */
export class Quiz {
    /** The reader's seat in the hand that is played. */
    player = 0;
    handsDealt = 0;
    /** What the reader has won, in all hands that are over. */
    won = 0;
    /** @type {JudgedAnswer[]} */
    answers = [];
    /** What was asked last: seats and hands.
    @type {string[]} */
    recent = [];
    /** The hand that was asked of last.
    @type {number | undefined} */
    lastDealtHand;
    /** The round that waits for the reader.
    @type {OpenRound | undefined} */
    openRound;

    /** @param {Solution} solution
    @param {QuizOptions} options
    @param {Telling} telling
    @param {() => Solution | undefined} findUnlockedSolution  finds the solution of the game in which
        nobody is locked, if it is solved */
    constructor(solution, { seat, seed, mostApart }, telling, findUnlockedSolution) {
        this.solution = solution;
        this.seat = seat;
        this.mostApart = mostApart;
        this.telling = telling;
        this.findUnlockedSolution = findUnlockedSolution;
        this.randomNumber = randomNumbers(seed);
        this.handProbabilities = solution.handProbabilities(0);
        this.slack = slackOf(solution);
    }

    /** How often each hand takes each action by what the reader has locked for a decision, if the
    reader has.
    @param {QuizTurn} turn
    @returns {Lock | undefined} */
    findOwnLock({ player, informationSet }) {
        return this.solution.game.locks[player][informationSet.index];
    }

    /** What each action earns with a hand.
    @param {number} dealtHand
    @param {QuizTurn} turn
    @param {Solution} solution  against whose plan of the opponent */
    earnings(dealtHand, { player, informationSet, actionNames }, solution = this.solution) {
        return actionNames.map((_, action) =>
            solution.earns(player, informationSet, action, [dealtHand]));
    }

    /* ---- what is dealt ---- */

    /** Deal hands until the reader is asked; whether that came about. The hand that was asked of last
    comes again only where no other one is left. */
    tryToDeal() {
        return this.tryToDealExcept(this.lastDealtHand) || this.tryToDealExcept(undefined);
    }

    /** Deal hands until the reader is asked of one that is not excluded; whether that came about.
    @param {number | undefined} excludedDealtHand */
    tryToDealExcept(excludedDealtHand) {
        this.openRound = undefined;
        for (let tries = 0; tries < MAX_TRIES; tries++) {
            this.player = this.seat < 2 ? this.seat : this.seatInTurn(tries);
            const round = this.dealRound();
            // Where few hands have a decision, the oldest may come again.
            if ((tries + 1) % TRIES_BETWEEN_REPEATS === 0) this.recent.shift();
            if (!isOpen(round)) continue;
            const dealtHand = round.pair[this.player], seatAndHand = `${this.player} ${dealtHand}`;
            const isWorthAsking = dealtHand !== excludedDealtHand
                && this.isCloseEnough(round.turn, dealtHand)
                && !this.recent.includes(seatAndHand);
            if (!isWorthAsking) continue;
            this.recent = [...this.recent, seatAndHand].slice(-RECENT);
            this.lastDealtHand = dealtHand;
            this.handsDealt++;
            this.openRound = round;
            return true;
        }
        return false;
    }

    /** Deal both hands, and let the opponent act.
    @returns {DealtRound} */
    dealRound() {
        const { deal } = this.solution.game;
        const first = drawFrom(this.handProbabilities, this.randomNumber());
        const meetings = deal.meetings(1, oneHand(deal, first));
        const pair = [first, drawFrom(meetings, this.randomNumber())];
        return this.goOn({ pair, meetings, lastSequences: [0, 0] });
    }

    /** The seat of a reader who plays both in turn; once many hands were dealt in vain, the other
    one: in this one there may be nothing to choose.
    @param {number} tries */
    seatInTurn(tries) {
        const seat = this.handsDealt % 2;
        return tries > MAX_TRIES / 2 ? 1 - seat : seat;
    }

    /** Whose decision follows two sequences, and which.
    @param {number[]} lastSequences
    @returns {QuizTurn | undefined} */
    turnAfter(lastSequences) {
        const { tree } = this.solution.game;
        for (const player of [0, 1]) {
            const informationSet = tree.informationSets[player].find(
                ({ sequenceBefore, opponentSequenceBefore }) =>
                    sequenceBefore === lastSequences[player]
                        && opponentSequenceBefore === lastSequences[1 - player]);
            if (!informationSet) continue;
            const actionNames = actionNamesAt(tree, player, informationSet).map(name =>
                this.telling.wordFor(name, informationSet.history));
            return { player, informationSet, actionNames };
        }
        return undefined;
    }

    /** Let the opponent act until the reader has a choice or the hand is over.
    @param {PlayedDeal} playedDeal
    @returns {DealtRound} */
    goOn(playedDeal) {
        const { solution } = this, { pair } = playedDeal, opponentActions = [];
        const lastSequences = [...playedDeal.lastSequences];
        let turn = this.turnAfter(lastSequences);
        while (turn && (turn.player !== this.player || turn.actionNames.length < 2)) {
            const { player, informationSet, actionNames } = turn, dealtHand = pair[player];
            const probabilities =
                solution.actionColumns(player, informationSet).map(column => column[dealtHand]);
            const action = drawFrom(probabilities, this.randomNumber());
            lastSequences[player] = informationSet.first + action;
            if (player !== this.player) opponentActions.push(actionNames[action]);
            turn = this.turnAfter(lastSequences);
        }
        return { ...playedDeal, lastSequences, turn, opponentActions };
    }

    /** Whether a decision is as close as the reader wants them; where the reader keeps to a locked
    range, as close as without locks.
    @param {QuizTurn} turn
    @param {number} dealtHand */
    isCloseEnough(turn, dealtHand) {
        if (this.mostApart === undefined) return true;
        const unlockedSolution = this.findOwnLock(turn) && this.findUnlockedSolution();
        const solution = unlockedSolution ?? this.solution;
        const [best, next] = this.earnings(dealtHand, turn, solution).sort((a, b) => b - a);
        return best - next <= this.mostApart;
    }

    /** How many hands of a player have a decision that is close enough.
    @param {number} player */
    countCloseHands(player) {
        const { deal, tree } = this.solution.game;
        const turns = tree.informationSets[player].map(informationSet =>
            ({ player, informationSet, actionNames: actionNamesAt(tree, player, informationSet) }))
            .filter(({ actionNames }) => actionNames.length > 1);
        return deal.hands.filter((_, dealtHand) =>
            turns.some(turn => this.isCloseEnough(turn, dealtHand))).length;
    }

    /* ---- what the reader does ---- */

    /** Judge an action in a round.
    @param {OpenRound} round
    @param {number} action
    @returns {JudgedAnswer} */
    judge({ pair, turn }, action) {
        const dealtHand = pair[turn.player], earnings = this.earnings(dealtHand, turn);
        const ownLock = this.findOwnLock(turn);
        const lost = ownLock ? 0 : Math.max(...earnings) - earnings[action];
        const isRight = ownLock ? ownLock[action][dealtHand] > MIN_LOCKED_SHARE
            : lost <= this.slack;
        return { ...turn, dealtHand, action, earnings, ownLock, isRight, lost };
    }

    /** Take an action in a round, and let the opponent act: what comes next, which the reader is
    asked if it is a turn, and what the hand pays the reader if it is over.
    @param {OpenRound} round
    @param {number} action
    @returns {{ answer: JudgedAnswer, next: DealtRound, paid?: number }} */
    act(round, action) {
        const answer = this.judge(round, action), { player, informationSet } = round.turn;
        this.answers.push(answer);
        const sequence = informationSet.first + action;
        const next = this.goOn(
            { ...round, lastSequences: round.lastSequences.with(player, sequence) });
        if (isOpen(next)) {
            this.openRound = next;
            return { answer, next };
        }
        const paid = this.payOf(next);
        this.won += paid;
        return { answer, next, paid };
    }

    /** What a pair of hands pays the reader after both players' last sequences, on average.
    @param {PlayedDeal} playedDeal */
    payOf({ pair: [first, second], meetings, lastSequences }) {
        const { game: { deal, tree }, potCounted } = this.solution;
        const lost = deal.netWinsAgainst(1, oneHand(deal, first))[second] / meetings[second];
        const payments = tree.payments.filter(payment => payment.lastSequences.every(
            (sequence, player) => sequence === lastSequences[player]));
        const paid = sum(payments.map(({ isStake, amount }) => amount * (isStake ? -lost : 1)));
        return potCounted + signOf(this.player) * paid;
    }

    /** Ask nothing any more. */
    end() {
        this.openRound = undefined;
    }

    /** How the reader has played a seat.
    @param {number} player
    @returns {PlayedSeat} */
    playedSeat(player) {
        const { solution, solution: { game } } = this;
        const behaviour = game.toBehaviour(player, solution.plans[player]);
        const inSeat = this.answers.filter(answer => answer.player === player);
        /** All answers to the same question.
        @type {(answer: JudgedAnswer) => JudgedAnswer[]} */
        const answersLike = ({ informationSet, dealtHand }) => inSeat.filter(answer =>
            answer.informationSet === informationSet && answer.dealtHand === dealtHand);
        const firstAnswers = inSeat.filter(answer => answersLike(answer)[0] === answer);
        for (const firstAnswer of firstAnswers) {
            const { informationSet: { first, end }, dealtHand } = firstAnswer;
            const answers = answersLike(firstAnswer);
            for (let sequence = first; sequence < end; sequence++) {
                const taken = answers.filter(({ action }) => first + action === sequence);
                behaviour[sequence][dealtHand] = taken.length / answers.length;
            }
        }
        const unlockedSolution = this.findUnlockedSolution() ?? solution;
        const plan = game.toPlan(player, behaviour);
        const least = sum(unlockedSolution.game.bestContinuationValues(1 - player, plan)[0]);
        const loss = Math.max(signOf(player) * (unlockedSolution.payoff - least), 0);
        return { behaviour, firstAnswers, loss };
    }
}
