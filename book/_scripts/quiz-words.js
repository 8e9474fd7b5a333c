/* A quiz in words: its questions, how an answer is judged, and what all answers come to. */

import { makeElement } from "./elements.js";
import { isLockedAnywhere } from "./games.js";
import { sum } from "./numbers.js";
import { MAX_TRIES, MIN_LOCKED_SHARE, slackOf } from "./quiz.js";
import { actionNamesAt, findInformationSet } from "./solutions.js";
import {
    counted, listed, percent, shortened, signed, spokenCard, verbOf,
} from "./words.js";
/** @import { GameWords } from "./game-words.js" */
/** @import { Lock } from "./games.js" */
/** @import { JudgedAnswer, OpenRound, Quiz, DealtRound } from "./quiz.js" */
/** @import { Score } from "./scores.js" */

/** A mistake in words, however often it was made, and what it lost.
@typedef {object} Mistake
@property {string} text
@property {number} lost */

/** What a reader has played in a seat, in sentences; and the range, if there is one to lock.
@typedef {object} SeatReview
@property {string[]} sentences
@property {string} [range] */

/** Of fewer hands it is said that they will come again. */
const FEW_HANDS = 6;

/** @type {Record<string, string>} */
const SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** Whether a hand is that of a river, with its suits: AhKh, and not AKs.
@param {string} handName */
const isCombo = handName => handName.length > 3;

/** A hand's cards; of many alike, two.
@param {string} handName */
function cardSymbols(handName) {
    const [high, low, suffix] = handName;
    const example = `${high}s${low}${suffix === "s" ? "s" : "h"}`;
    return (isCombo(handName) ? handName : example).replace(/[cdhs]/g, suit => SYMBOLS[suit]);
}

/** Cards that are seen as symbols and heard as words.
@param {string} cards */
const seenAndHeard = cards => makeElement("span",
    { role: "img", "aria-label": (cards.match(/../g) ?? []).map(spokenCard).join(", ") },
    cardSymbols(cards));

export class QuizWords {
    /** @param {GameWords} words
    @param {Quiz} quiz */
    constructor(words, quiz) {
        this.words = words;
        this.quiz = quiz;
    }

    /** The names of the hands that are dealt. */
    get hands() {
        return this.quiz.solution.game.deal.hands;
    }

    /* ---- by what answers are judged ---- */

    /** The rule by which answers are judged where a range is locked, and how many hands are asked
    of, if only some are; "" where there is nothing to say. */
    ruleText() {
        const rules = this.seats.map(player => this.ruleIn(player));
        return [...rules, this.closeText()].filter(Boolean).join(" ");
    }

    /** The seats that the reader plays. */
    get seats() {
        const { seat } = this.quiz;
        return seat < 2 ? [seat] : [0, 1];
    }

    /** How many hands of a chart have a decision that is close enough; "" if all are asked of. */
    closeText() {
        const { hands, words: { thePlayers }, quiz } = this;
        if (quiz.mostApart === undefined || isCombo(hands[0])) return "";
        const counts = this.seats.map(player => quiz.countCloseHands(player));
        const texts = this.seats.map((player, i) =>
            `${counts[i]} of ${hands.length} as ${thePlayers[player]}`);
        const text = `Hands with a decision that close: ${listed(texts)}.`;
        return sum(counts) < FEW_HANDS
            ? `${text} So few come again and again; for more, choose a larger number.` : text;
    }

    /** The rule by which answers are judged in a seat, where a range is locked.
    @param {number} player */
    ruleIn(player) {
        const { words: { thePlayers }, quiz: { solution, mostApart } } = this;
        const { locks } = solution.game, who = `As ${thePlayers[player]} you play`;
        if (isLockedAnywhere(locks[player])) return `${who} your locked range `
            + `(${this.lockedShares(player)}): `
            + "right is what your own chart does, also where that loses: then you are told "
            + "how much, and only how often you are right is counted."
            + (mostApart === undefined ? ""
                : " Which decisions are close is counted without locks.");
        const opponent = thePlayers[1 - player];
        return isLockedAnywhere(locks[1 - player]) ? `${who} against what is locked of ${opponent} `
            + `(${this.lockedTexts(1 - player)}): right is the best answer to that.` : "";
    }

    /** A player's locked ranges, decision by decision.
    @param {number} player */
    lockedTexts(player) {
        const { store: { lockedRanges }, telling } = this.words;
        return lockedRanges.filter(range => range.player === player)
            .map(({ history, rangeText }) =>
                `${telling.afterText(history)}: ${shortened(rangeText)}`).join("; ");
    }

    /** A player's locked ranges without their hands, which would be answers: how often each action
    is taken.
    @param {number} player */
    lockedShares(player) {
        const { quiz: { solution }, words: { telling } } = this, { locks, tree } = solution.game;
        const handProbabilities = solution.handProbabilities(player);
        const all = sum(handProbabilities);
        return Object.entries(locks[player]).map(([index, lock]) => {
            const informationSet = tree.informationSets[player][Number(index)];
            const { history } = informationSet;
            const parts = actionNamesAt(tree, player, informationSet).map((name, action) => {
                const taken = handProbabilities.map((probability, dealtHand) =>
                    probability * lock[action][dealtHand]);
                return `${telling.wordFor(name, history)} ${percent(sum(taken) / all)}`;
            });
            return `${telling.afterText(history)}: ${parts.join(", ")} of hands`;
        }).join("; ");
    }

    /* ---- a question and its answer ---- */

    /** What is dealt, and what the opponent has done.
    @param {OpenRound} round
    @returns {(string | Node)[]} */
    question({ pair, opponentActions }) {
        const { quiz: { seat, player, handsDealt }, words } = this;
        const board = words.boardText();
        const handName = this.hands[pair[player]], brief = words.briefText();
        const inSeat = seat === 2 ? `, ${words.players[player]}` : "";
        const cards = isCombo(handName) ? seenAndHeard(handName)
            : `${cardSymbols(handName)} (${handName})`;
        const opponent = words.thePlayers[1 - player];
        const acted = opponentActions.map(action => `${opponent}: ${action}`).join(", ");
        return [`Deal ${handsDealt}${inSeat}: you hold `, cards,
            ...board ? [", the board is ", seenAndHeard(board)] : [],
            `${brief && `, with ${brief}`}${acted && `; ${acted}`}.`];
    }

    /** A sentence that no hand was dealt of which the reader can be asked. */
    nothingAskedText() {
        return `No such decision came up in ${MAX_TRIES} deals.`;
    }

    /** How an answer is judged, and what the reader's own chart loses.
    @param {JudgedAnswer} answer */
    answerText(answer) {
        const { actionNames, action, dealtHand } = answer;
        const judgement = this.judgementText(answer);
        return `${actionNames[action]} with ${this.hands[dealtHand]}: ${judgement}.`
            + this.priceText(answer) + this.equilibriumText(answer);
    }

    /** How an answer is judged, in few words.
    @param {JudgedAnswer} answer */
    judgementText(answer) {
        const { earnings, ownLock, isRight, lost } = answer;
        if (ownLock) return `${isRight ? "right" : "wrong"} by your own chart, which `
            + this.ownLockText(answer);
        if (!isRight) return `a mistake of ${this.words.lossText(lost)}`;
        const most = Math.max(...earnings);
        const bestEarnings = earnings.filter(earned => most - earned <= this.quiz.slack);
        if (bestEarnings.length === 1) return "right";
        return `as good as ${earnings.length > 2 ? "another" : "the other"}`;
    }

    /** What the reader's own chart does with the hand; "" if there is none.
    @param {JudgedAnswer} answer */
    ownLockText({ ownLock, dealtHand, actionNames }) {
        if (!ownLock) return "";
        const actions = actionNames.map((name, i) => ({ name, share: ownLock[i][dealtHand] }))
            .filter(({ share }) => share > MIN_LOCKED_SHARE);
        if (actions.length === 1) return `${verbOf(actions[0].name)} it`;
        return actions.map(({ name, share }) => `${verbOf(name)} ${percent(share)}`).join(", ");
    }

    /** Against whom the reader plays, in words. */
    opponentText() {
        const { quiz: { player, solution: { belief, game: { locks } } } } = this;
        const opponent = this.words.thePlayers[1 - player];
        if (isLockedAnywhere(locks[1 - player])) return `what is locked of ${opponent}`;
        return `${opponent.replace(/^the /, "this ")}, who `
            + (belief < 1 ? `is ${percent(belief)} sure of` : "knows") + " your chart";
    }

    /** What a hand earns that is played by a lock, whatever the actions earn that it never takes.
    @param {Lock} lock
    @param {number} dealtHand
    @param {number[]} earnings  of each action */
    lockEarns(lock, dealtHand, earnings) {
        return sum(earnings.map((earned, i) => lock[i][dealtHand] && lock[i][dealtHand] * earned));
    }

    /** What an action that the reader's chart does not take earns less than what the chart does, or
    more, against the opponent of the charts, in a sentence; "" if it takes it, if there is no chart
    or if that is not known.
    @param {JudgedAnswer} answer */
    priceText({ ownLock, dealtHand, action, earnings, actionNames, isRight }) {
        if (!ownLock || isRight) return "";
        const { words, quiz: { slack } } = this;
        const lost = this.lockEarns(ownLock, dealtHand, earnings) - earnings[action];
        if (!Number.isFinite(lost)) return "";
        const compared = Math.abs(lost) <= slack ? "as much as"
            : `${words.lossText(Math.abs(lost))} ${lost > 0 ? "less" : "more"} than`;
        return ` Against ${this.opponentText()}, ${actionNames[action]} earns ${compared} `
            + "what your chart does.";
    }

    /** What earns most with a hand against an opponent who plays the optimum, as without locks, and
    how much more than the reader's chart, in a sentence; "" if all that the chart does is right
    there, if there is no chart or if that is not known.
    @param {JudgedAnswer} answer */
    equilibriumText({ ownLock, dealtHand, player, informationSet, actionNames }) {
        const { quiz, words } = this, unlockedSolution = quiz.findUnlockedSolution();
        if (!ownLock || !unlockedSolution) return "";
        const { tree } = unlockedSolution.game;
        const same = findInformationSet(tree, player, informationSet.history);
        if (!same || actionNamesAt(tree, player, same).length !== actionNames.length) return "";
        const turn = { player, informationSet: same, actionNames };
        const earnings = quiz.earnings(dealtHand, turn, unlockedSolution);
        const most = Math.max(...earnings), slack = slackOf(unlockedSolution);
        /** @type {(action: number) => boolean} */
        const isBest = action => most - earnings[action] <= slack;
        const actions = [...actionNames.keys()];
        const isRight = actions.every(i => isBest(i) || ownLock[i][dealtHand] <= MIN_LOCKED_SHARE);
        if (!Number.isFinite(most) || isRight) return "";
        const bestNames = actions.filter(isBest).map(action => actionNames[action]).join(" or ");
        const lost = most - this.lockEarns(ownLock, dealtHand, earnings);
        const lossText = words.lossText(lost, unlockedSolution.width);
        return ` Against best play, ${bestNames} earns ${lossText} `
            + "more than what your chart does.";
    }

    /** What the opponent did then, what both had, and what it pays.
    @param {DealtRound} round
    @param {number} paid */
    endText({ pair, opponentActions }, paid) {
        const { hands, words: { thePlayers, unit }, quiz: { player } } = this;
        const opponent = thePlayers[1 - player];
        const acted = opponentActions.map(action => `${opponent}: ${action}`).join(", ");
        return `${acted && ` Then ${acted}.`} You had ${hands[pair[player]]}, `
            + `${opponent} ${hands[pair[1 - player]]}. It pays ${signed(paid, 2)} ${unit}.`;
    }

    /* ---- what all answers come to ---- */

    /** What all answers of this game come to. */
    totalText() {
        const { quiz: { answers, won }, words } = this;
        const judgedByLock = answers.filter(({ ownLock }) => ownLock);
        const free = answers.filter(({ ownLock }) => !ownLock);
        const parts = [`${signed(won, 2)} ${words.unit}`];
        if (free.length) {
            const right = free.filter(({ isRight }) => isRight).length;
            const lost = words.lossText(sum(free.map(({ lost }) => lost)));
            parts.push(`${right} of ${free.length} right, mistakes ${lost}`);
        }
        if (judgedByLock.length) parts.push(this.byLockText(judgedByLock));
        return `After ${counted(answers.length, "decision")}: ${parts.join(", ")}.`;
    }

    /** What all games with these settings come to; "" while this is the only one: what is told of it
    is not told again of all.
    @param {Score} score  of all */
    scoreText({ answers, right, priced, lost }) {
        if (answers <= this.quiz.answers.length) return "";
        const { unitOfMistakes } = this.words.store;
        const losing = priced
            ? `, ${(lost / priced).toFixed(1)} ${unitOfMistakes} lost a decision` : "";
        return "All your games with these settings, in either seat: "
            + `${right} of ${answers} right${losing}.`;
    }

    /** How many answers are right by the reader's own lock.
    @param {JudgedAnswer[]} judgedByLock */
    byLockText(judgedByLock) {
        const right = judgedByLock.filter(({ isRight }) => isRight).length;
        return `${right} of ${judgedByLock.length} right by your own chart`;
    }

    /** An answer in words: the hand, what has happened, and the action.
    @param {JudgedAnswer} answer */
    answeredText(answer) {
        const { informationSet, dealtHand, actionNames, action, ownLock } = answer;
        const after = this.words.telling.afterText(informationSet.history);
        return `${this.hands[dealtHand]}, ${after}: ${actionNames[action]}`
            + (ownLock ? `; your chart ${this.ownLockText(answer)}` : "");
    }

    /** The mistakes, those that were made several times as one, and what they lost: those that
    lost most first.
    @returns {Mistake[]} */
    listMistakes() {
        const wrong = this.quiz.answers.filter(({ isRight }) => !isRight)
            .map(mistake => ({ text: this.answeredText(mistake), lost: mistake.lost }));
        return [...new Set(wrong.map(({ text }) => text))].map(text => {
            const same = wrong.filter(mistake => mistake.text === text);
            const times = same.length > 1 ? `, ${same.length} times` : "";
            return { text: text + times, lost: same.length * same[0].lost };
        }).sort((a, b) => b.lost - a.lost);
    }

    /** What was played in a seat: the range, and what it can lose at most; where only that seat was
    played by a locked range, the total says it.
    @param {number} player
    @returns {SeatReview} */
    review(player) {
        const { words, quiz, quiz: { answers, solution: { game } } } = this;
        const inSeat = answers.filter(answer => answer.player === player);
        const judgedByLock = inSeat.filter(({ ownLock }) => ownLock);
        const who = words.thePlayers[player];
        if (judgedByLock.length) return judgedByLock.length < answers.length
            ? { sentences: [`As ${who}: ${this.byLockText(judgedByLock)}.`] } : { sentences: [] };
        if (!inSeat.length) return { sentences: [] };
        const { behaviour, firstAnswers, loss } = quiz.playedSeat(player);
        const loses = "All else as in the charts, an opponent who knows it can "
            + `win ${words.lossRateText(loss)} more than the game is worth.`;
        const informationSets = game.tree.informationSets[player];
        const [{ first, end }] = informationSets;
        const questions = counted(firstAnswers.length, "different question");
        if (informationSets.length > 1 || end - first !== 2) return {
            sentences: [`As ${who} you were asked ${questions}, a hand at a decision.`, loses],
        };
        const shares = [...behaviour[end - 1]];
        const sharesAsked = shares.map((share, dealtHand) =>
            firstAnswers.some(answer => answer.dealtHand === dealtHand) ? share : 0);
        const askedRange = game.deal.writeWeights(sharesAsked, 4);
        const hands = counted(firstAnswers.length, "hand");
        return {
            sentences: [`Your range as ${who}, of the ${hands} that you were asked about: `
                + `${askedRange}.`, loses],
            range: game.deal.writeWeights(shares, 4),
        };
    }
}
