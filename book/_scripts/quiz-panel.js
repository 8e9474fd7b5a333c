/* A game against the strategies on the screen: a quiz (quiz.js) in the page, which its reader
answers by buttons or keys. Here games begin and end; quiz-table.js is where they are played. */

import { Gesture } from "./address-bar.js";
import { button, unfolding } from "./controls.js";
import { elementOf, makeElement } from "./elements.js";
import { Quiz } from "./quiz.js";
import { QuizTable } from "./quiz-table.js";
import { QuizWords } from "./quiz-words.js";
import { newSeed } from "./random-numbers.js";
import { Scores } from "./scores.js";
import { toAddress } from "./setting-keys.js";
import { ToolPart } from "./tool-part.js";
import { counted } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { LockOutcomes } from "./lock-outcomes.js" */
/** @import { Locker } from "./locker.js" */
/** @import { JudgedAnswer, OpenRound } from "./quiz.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { Foundation } from "./tool-part.js" */
/** @import { Toolbar } from "./toolbar.js" */

/** What a quiz is, and how it is played. */
const EXPLANATION = "You are dealt hands and play against the charts. A mistake loses what the "
    + "best action earns more; where your own range is locked, the lock is right. A showdown pays "
    + "what the hands win on average. A decision is close if its best two actions earn nearly the "
    + "same. Choose an action, or type its number or first letter. The page's address begins your "
    + "game again.";

/** The gesture of new games, one after another. */
const NEW_GAME = new Gesture();

/** What is played: against which solution, in which seat, from which seed on, and how close its
decisions are, as they are set; a game that has ended has no seed.
@typedef {object} PlayedGame
@property {Solution | undefined} solution
@property {string} seat
@property {string} seed
@property {string} mostApart */

/** A game in words, as far as it is played: the lines on the hand that is played, the title of the
last answers, which names their hand, and the score of all games with its settings.
@typedef {object} QuizSession
@property {QuizWords} quizWords
@property {string[]} saidOfHand
@property {string} title
@property {string} scoreText */

/** Whether a game is another than the last one.
@param {PlayedGame} game
@param {PlayedGame} lastGame */
const hasChanged = (game, lastGame) =>
    game.solution !== lastGame.solution || game.seat !== lastGame.seat
        || game.seed !== lastGame.seed || game.mostApart !== lastGame.mostApart;

export class QuizPanel extends ToolPart {
    /** What is played, or was played last.
    @type {PlayedGame} */
    playedGame = { solution: undefined, seat: "", seed: "", mostApart: "" };
    /** The game that goes on or was played last, in words.
    @type {QuizSession | undefined} */
    session;
    /** Whether the question stays out of sight: the reader sets something else of the tool, and
    looks there. */
    staysOutOfSight = false;

    /** @param {Foundation & { outcomes: LockOutcomes, locker: Locker, toolbar: Toolbar }} parts */
    constructor(parts) {
        super(parts);
        this.outcomes = parts.outcomes;
        this.locker = parts.locker;
        this.scores = new Scores(parts.store.gameKind);
        const { charts } = this, { toolbar } = parts;
        this.table = new QuizTable(this.words, action => this.decide(action));
        this.rule = makeElement("p", { role: "status" });
        this.endButton = button("End", () => this.endGame());
        /** In the place of the charts while they are hidden, since nobody should look for them in
        vain. */
        this.notice = elementOf("p.explorer-hidden-charts",
            "Charts, and what prints or saves them, are hidden while you play. ",
            button("End the quiz to see the charts", () => this.endGame(this.quizButton)));
        this.copyButton = button("Copy link", () => toolbar.copy(toolbar.link, "The link",
            ": it begins this game at its first deal", this.copyMessage));
        this.copyMessage = makeElement("p.explorer-remark");
        this.startButton = button("New game", () => this.startGame());
        // Beside the first chart: the quiz is far below it.
        this.quizButton = button("Quiz", () => this.startGame(),
            { class: "explorer-quiz", "aria-label": "Quiz: play against these charts" });
        charts.views[0].element.prepend(this.quizButton);
        /** @type {(event: KeyboardEvent) => void} */
        const keydown = event => this.pressKey(event);
        this.box = makeElement("div",
            { tabindex: -1, role: "group", "aria-label": "Your game", keydown },
            elementOf("div.explorer-controls", ...this.makeLists(), this.startButton,
                this.endButton, this.copyButton),
            this.copyMessage, this.rule, this.table.element, this.table.worstMistakes);
        this.element =
            unfolding("Play against it: a quiz", this.box, elementOf("p", EXPLANATION));
        this.element.classList.add("explorer-game");
        this.showActions(false);
    }

    /** The lists of what can be chosen of a game: the seat, and how close decisions are. */
    makeLists() {
        return ["seat", "mostApart"].flatMap(name =>
            this.inputs.control(name, () => this.changeGame()));
    }

    /** Begin a new game, in the seat and as close as they are chosen. */
    startGame() {
        const { inputs } = this, { seat, mostApart } = inputs.typedSettings;
        inputs.change({ seat, mostApart, seed: newSeed() }, NEW_GAME);
        this.table.focus();
        this.bringIntoSight();
    }

    /** Let a seat or a closeness that is chosen during a game count at once: another begins. */
    changeGame() {
        const { inputs } = this, { seat, mostApart } = inputs.typedSettings;
        if (!this.openRound) return;
        const seed = newSeed();
        // So `keepUp` finds another game of the same seed, and tells that the one before has ended.
        this.playedGame = { ...this.playedGame, seed };
        inputs.change({ seat, mostApart, seed }, NEW_GAME);
    }

    /** Show what is played with while somebody plays, and else the charts.
    @param {boolean} isPlaying */
    showGameOrCharts(isPlaying) {
        this.tool.showCharts(!isPlaying);
        this.showActions(isPlaying);
    }

    /** Show what is played with while somebody plays.
    @param {boolean} isPlaying */
    showActions(isPlaying) {
        this.notice.hidden = !isPlaying;
        this.table.showActions(isPlaying);
        this.endButton.hidden = !isPlaying;
        this.copyButton.hidden = !isPlaying;
        this.copyMessage.textContent = "";
        this.rule.textContent = "";
        if (!isPlaying) this.session?.quizWords.quiz.end();
    }

    /** The round that waits for the reader, if one does.
    @returns {OpenRound | undefined} */
    get openRound() {
        return this.session?.quizWords.quiz.openRound;
    }

    /** A number, or the first letter of an action, chooses it.
    @param {KeyboardEvent} event */
    pressKey(event) {
        const { ctrlKey, metaKey, altKey, key } = event, { openRound } = this;
        const target = /** @type {Element} */ (event.target);
        if (!openRound || ctrlKey || metaKey || altKey || target.matches("select")) return;
        const { actionNames } = openRound.turn;
        const action = actionNames.findIndex((name, i) =>
            [name[0], String(i + 1)].includes(key.toLowerCase()));
        if (action < 0) {
            if (key.length === 1 && key !== " ") this.table.refuseKey(key, actionNames);
            return;
        }
        event.preventDefault();
        this.decide(action);
    }

    /* ---- a game begins and ends ---- */

    /** Begin, if the tool has come to another game, seat or seed. */
    keepUp() {
        const { client } = this, { solution } = client, { unlockedSolution } = this.outcomes;
        const { seat, seed, mostApart } = this.store.state;
        if (client.isSolvingCurrent || !solution || seed && mostApart && !unlockedSolution) return;
        const next = { solution, seat, seed, mostApart };
        if (!hasChanged(next, this.playedGame)) return;
        const goesOn = this.openRound !== undefined && seed === this.playedGame.seed;
        const firstLines = goesOn ? [this.changeText(seat, mostApart)] : [];
        this.playedGame = next;
        this.session = undefined;
        if (seed) {
            this.staysOutOfSight = goesOn && !this.box.contains(document.activeElement);
            this.beginGame(solution, firstLines);
            this.staysOutOfSight = false;
        } else this.clear();
    }

    /** A sentence that another game begins in the place of the one that goes on, and why.
    @param {string} seat
    @param {string} mostApart  as they are chosen now */
    changeText(seat, mostApart) {
        const { playedGame } = this;
        let what = "changed the game, and another";
        if (seat !== playedGame.seat) what = "chosen another seat, and another game";
        else if (mostApart !== playedGame.mostApart)
            what = "chosen how close decisions are, and another game";
        const count = this.session?.quizWords.quiz.answers.length ?? 0;
        const ended = count ? `; the last one ended after ${counted(count, "decision")}` : "";
        return `You have ${what} begins${ended}.`;
    }

    /** Show nothing of a game. */
    clear() {
        if (this.table.element.contains(document.activeElement)) this.startButton.focus();
        this.table.clear();
        this.showGameOrCharts(false);
    }

    /** Play from the first hand on.
    @param {Solution} solution
    @param {string[]} firstLines */
    beginGame(solution, firstLines) {
        const { words, outcomes } = this, options = this.quizOptionsOf(this.store.state);
        const quiz = new Quiz(solution, options, words.telling, () => outcomes.unlockedSolution);
        const quizWords = new QuizWords(words, quiz);
        this.session = { quizWords, saidOfHand: [], title: "", scoreText: "" };
        this.element.open = true;
        // A list of locked ranges answers the questions about one's own.
        this.locker.element.open = false;
        this.showGameOrCharts(true);
        this.dealNext(this.session, firstLines);
        // The deal is heard first.
        if (this.openRound) this.rule.textContent = quizWords.ruleText();
    }

    /** What a quiz is set to.
    @param {Settings} state */
    quizOptionsOf({ seat, seed, mostApart }) {
        const size = this.words.mistakeSize();
        return { seat: Number(seat), seed: Number(seed),
            mostApart: mostApart === "" ? undefined : Number(mostApart) * size };
    }

    /** Show what the reader has played; the address, which others may be sent, has a game no
    longer.
    @param {HTMLElement} next  gets the focus */
    endGame(next = this.startButton) {
        const { session } = this, { seat, mostApart } = this.store.state;
        this.showGameOrCharts(false);
        this.playedGame = { ...this.playedGame, seat, seed: "", mostApart };
        this.inputs.change({ seed: "" });
        next.focus();
        if (!session) return;
        const { quizWords } = session, { answers } = quizWords.quiz;
        const lines = [0, 1].flatMap(player => this.review(quizWords, player));
        if (!quizWords.listMistakes().length)
            lines.push(answers.length ? "No mistakes." : "No decisions.");
        session.title = "";
        this.tell(session, lines);
    }

    /** What was played in a seat, with a button that locks the range, if it is one.
    @param {QuizWords} quizWords
    @param {number} player
    @returns {(string | Node)[]} */
    review(quizWords, player) {
        const { sentences, range } = quizWords.review(player);
        if (range === undefined) return sentences;
        const label = `See what it loses: lock ${this.words.thePlayers[player]}'s range`;
        const view = this.charts.views[player];
        return [...sentences, button(label, () => this.locker.lockRange(view, range))];
    }

    /* ---- a hand is played ---- */

    /** Deal the next hand, and ask the reader.
    @param {QuizSession} session
    @param {string[]} firstLines */
    dealNext(session, firstLines) {
        const { quizWords, quizWords: { quiz } } = session;
        session.saidOfHand = [];
        if (quiz.tryToDeal() && quiz.openRound) this.askReader(session, quiz.openRound, firstLines);
        else {
            this.showGameOrCharts(false);
            this.tell(session, firstLines, [quizWords.nothingAskedText()]);
        }
    }

    /** Ask the reader.
    @param {QuizSession} session
    @param {OpenRound} round
    @param {string[]} firstLines */
    askReader(session, round, firstLines) {
        const focused = /** @type {Element} */ (document.activeElement);
        this.table.offer(round.turn.actionNames);
        this.tell(session, firstLines, session.quizWords.question(round));
        // Where nothing else has the focus, keys choose at once.
        if (focused.matches("body, h2")) this.table.focus();
        this.bringIntoSight();
    }

    /** Scroll to the question, unless the reader looks elsewhere. */
    bringIntoSight() {
        if (!this.staysOutOfSight && this.openRound) this.table.bringIntoSight();
    }

    /** Take an action, and tell how it is judged.
    @param {number} action */
    decide(action) {
        const { session, openRound } = this;
        if (!session || !openRound) return;
        const { quizWords, quizWords: { quiz } } = session;
        const { answer, next, paid } = quiz.act(openRound, action);
        session.scoreText = quizWords.scoreText(this.addToScore(answer));
        const name = quizWords.hands[answer.dealtHand], line = quizWords.answerText(answer);
        if (paid === undefined) {
            session.saidOfHand.push(line);
            session.title = `This hand so far, ${name}`;
            if (quiz.openRound) this.askReader(session, quiz.openRound, session.saidOfHand);
        } else {
            session.title = `The last hand, ${name}`;
            const lastLine = line + quizWords.endText(next, paid);
            this.dealNext(session, [...session.saidOfHand, lastLine]);
        }
    }

    /* ---- the score ---- */

    /** The game that is scored, as an address says it: its settings and locks, and how close
    decisions are. */
    gameToScore() {
        const { state, start, comparedSettingNames } = this.store;
        const settingNames = [...comparedSettingNames, "mostApart"]
            .filter(name => state[name] !== start[name]);
        return String(toAddress(this.store.settingsOf(settingNames)));
    }

    /** Add an answer to the score of all games with these settings, and return that.
    @param {JudgedAnswer} answer */
    addToScore({ isRight, lost, ownLock }) {
        const lostInUnits = isRight ? 0 : lost / this.words.mistakeSize();
        return this.scores.add(
            this.gameToScore(), { isRight, isPriced: !ownLock, lost: lostInUnits });
    }

    /* ---- the table ---- */

    /** Say lines, the question and the score.
    @param {QuizSession} session
    @param {(string | Node)[]} lines
    @param {(string | Node)[]} question */
    tell({ quizWords, title, scoreText }, lines, question = []) {
        const isAnswered = quizWords.quiz.answers.length > 0;
        const totals = isAnswered ? [quizWords.totalText(), scoreText].filter(Boolean) : [];
        this.table.tell({ title, lines, question, totals, mistakes: quizWords.listMistakes() });
    }
}
