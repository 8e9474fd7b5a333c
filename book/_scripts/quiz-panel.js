/* A game against the strategies on the screen: a quiz (quiz.js) in the page, which its reader
answers by buttons or keys. */

import { button, unfolding } from "./controls.js";
import { elementOf, makeElement } from "./elements.js";
import { Gesture } from "./address-bar.js";
import { Quiz } from "./quiz.js";
import { QuizWords } from "./quiz-words.js";
import { newSeed } from "./random-numbers.js";
import { Scores } from "./scores.js";
import { toAddress } from "./setting-keys.js";
import { ToolPart } from "./tool-part.js";
import { counted, listed } from "./words.js";
/** @import { LockOutcomes } from "./lock-outcomes.js" */
/** @import { Locker } from "./locker.js" */
/** @import { Decided, OpenRound } from "./quiz.js" */
/** @import { Score } from "./scores.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { Foundation } from "./tool-part.js" */
/** @import { Toolbar } from "./toolbar.js" */

/** How close the best two actions of a decision can be asked to be, in thousandths of a big blind or
of the pot. */
const CLOSE = ["200", "100", "50", "20"];

/** So many mistakes are listed; of others it is said how many there are. */
const MAX_MISTAKES_LISTED = 5;

/** What a quiz is, and how it is played. */
const EXPLANATION = "You are dealt hands with a decision, and play against the charts. A mistake "
    + "loses what the best action earns more; where your own range is locked, right is what it "
    + "does. A showdown pays what the hands win on average. A decision is close if its best two "
    + "actions earn nearly the same, whatever others do. Choose an action, or type its number or "
    + "first letter. The address of the page begins your game again, at its first deal.";

/** The gesture of new games, one after another. */
const NEW_GAME = new Gesture();

/** A game of the quiz: against which solution, in which seat, from which seed on, and how close its
decisions are, as they are set; a game that has ended has no seed.
@typedef {{ solution: Solution | undefined, seat: string, seed: string, mostApart: string
    }} PlayedGame */

export class QuizPanel extends ToolPart {
    /** What is played, or was played last. @type {PlayedGame} */
    played = { solution: undefined, seat: "", seed: "", mostApart: "" };
    /** The quiz that goes on or was played last, in words. @type {QuizWords | undefined} */
    quizWords;
    /** What has been said of the hand that is played. @type {string[]} */
    saidOfHand = [];
    scoreText = "";
    /** Of which hand the last answers were, as a title of what is said of them. */
    explanationTitle = "";
    /** Whether what is asked stays out of sight: the reader sets something else of the tool, and
    looks there. */
    staysOutOfSight = false;

    /** @param {Foundation & { outcomes: LockOutcomes, locker: Locker, toolbar: Toolbar,
        showCharts: (isShown: boolean) => void }} parts  and what shows or hides the charts */
    constructor(parts) {
        super(parts);
        this.showCharts = parts.showCharts;
        this.outcomes = parts.outcomes;
        this.locker = parts.locker;
        this.scores = new Scores(parts.store.gameKind);
        const { charts } = this, { toolbar } = parts;
        this.rule = makeElement("p", { role: "status" });
        this.wrongKey = makeElement("p", { role: "status" });
        this.actions = makeElement("span.explorer-choices");
        this.endButton = button("End", () => this.endGame());
        /** In the place of the charts while they are hidden, since nobody should look for them in
        vain. */
        this.notice = elementOf("p.explorer-hidden-charts",
            "Charts, and what prints or saves them, are hidden while you play. ",
            button("End the quiz to see the charts", () => this.endGame(this.quizButton)));
        this.copyButton = button("Copy link", () => toolbar.copy(toolbar.link, "The link",
            ": it begins this game at its first deal", this.copyMessage));
        this.copyMessage = makeElement("p.explorer-remark");
        const heard = { role: "status", "aria-live": "polite" };
        /** What is said of the last answers, above the next question: below it would be taken for
        something about the new hand. */
        this.explanation = makeElement("div.explorer-told", heard);
        this.question = makeElement("p.explorer-question", heard);
        /** What is asked, above the buttons that answer it: there the focus begins, and Tab leads
        on to them. */
        this.questionBox = makeElement("div",
            { tabindex: -1, role: "group", "aria-label": "Your decision" },
            this.question, this.actions);
        this.totals = makeElement("div", heard);
        this.table = elementOf("div.explorer-table", this.explanation, this.questionBox,
            this.wrongKey, this.totals);
        this.worstMistakes = makeElement("div");
        this.startButton = button("New game", () => this.startGame());
        // Beside the first chart: the quiz is far below it.
        this.quizButton = button("Quiz", () => this.startGame(),
            { class: "explorer-quiz", "aria-label": "Quiz: play against these charts" });
        charts.views[0].element.prepend(this.quizButton);
        /** @type {(event: KeyboardEvent) => void} */
        const keydown = event => this.press(event);
        this.box = makeElement("div",
            { tabindex: -1, role: "group", "aria-label": "Your game", keydown },
            elementOf("div.explorer-controls", ...this.makeLists(), this.startButton,
                this.endButton, this.copyButton),
            this.copyMessage, this.rule, this.table, this.worstMistakes);
        this.element =
            unfolding("Play against it: a quiz", this.box, elementOf("p", EXPLANATION));
        this.element.classList.add("explorer-game");
        this.showActions(false);
    }

    /** The lists of what can be chosen of a game: the seat, and how close decisions are. */
    makeLists() {
        const { inputs, words } = this, change = () => this.changeGame();
        const seats = Object.fromEntries([...words.players, "both, in turn"].entries());
        const mostApart = Object.fromEntries(CLOSE.map(value =>
            [value, `${value} ${words.mistakeUnit.name}`]));
        return [
            ...inputs.control("seat", { label: "Your seat", choices: seats }, change),
            ...inputs.control("mostApart", { label: "Only decisions closer than",
                choices: { "": "any: all decisions", ...mostApart } }, change),
        ];
    }

    /** Begin a new game, in the seat and as close as they are chosen. */
    startGame() {
        const { inputs } = this, { seat, mostApart } = inputs.typed;
        inputs.change({ seat, mostApart, seed: newSeed() }, NEW_GAME);
        this.questionBox.focus({ preventScroll: true });
        this.bringIntoSight();
    }

    /** Let a seat or a closeness that is chosen during a game count at once: another begins. */
    changeGame() {
        const { inputs } = this, { seat, mostApart } = inputs.typed;
        if (!this.openRound) return;
        const seed = newSeed();
        // So `keepUp` finds another game of the same seed, and tells that the one before has ended.
        this.played = { ...this.played, seed };
        inputs.change({ seat, mostApart, seed }, NEW_GAME);
    }

    /** Show what is played with while somebody plays, and else the charts.
    @param {boolean} isPlaying */
    showGameOrCharts(isPlaying) {
        this.showCharts(!isPlaying);
        this.showActions(isPlaying);
    }

    /** Show what is played with while somebody plays. @param {boolean} isPlaying */
    showActions(isPlaying) {
        this.notice.hidden = !isPlaying;
        this.actions.hidden = !isPlaying;
        this.endButton.hidden = !isPlaying;
        this.copyButton.hidden = !isPlaying;
        this.copyMessage.textContent = "";
        this.rule.textContent = "";
        this.wrongKey.textContent = "";
        if (!isPlaying) this.quizWords?.quiz.end();
    }

    /** The round that waits for the reader, if one does. @returns {OpenRound | undefined} */
    get openRound() {
        return this.quizWords?.quiz.openRound;
    }

    /** A number, or the first letter of an action, chooses it.
    @param {KeyboardEvent} event */
    press(event) {
        const { ctrlKey, metaKey, altKey, key } = event, { openRound } = this;
        const target = /** @type {Element} */ (event.target);
        if (!openRound || ctrlKey || metaKey || altKey || target.matches("select")) return;
        const { names } = openRound.turn;
        const action = names.findIndex((name, i) =>
            [name[0], String(i + 1)].includes(key.toLowerCase()));
        if (action < 0) {
            if (key.length === 1 && key !== " ") this.refuseKey(key, names);
            return;
        }
        event.preventDefault();
        this.decide(action);
    }

    /** Say that a key chooses nothing, and which do. @param {string} key @param {string[]} names */
    refuseKey(key, names) {
        const keysText = listed(names.map((name, i) => `${i + 1} for ${name}`), "or");
        this.wrongKey.textContent = `${key} chooses nothing: type ${keysText}.`;
    }

    /* ---- a game begins and ends ---- */

    /** Begin, if the tool has come to another game, seat or seed. */
    keepUp() {
        const { solver, outcomes: { unlocked }, store: { state } } = this;
        const { seat, seed, mostApart } = state;
        const { solution } = solver;
        if (solver.busy || !solution || seed && mostApart && !unlocked) return;
        const { played } = this;
        if (solution === played.solution && seat === played.seat && seed === played.seed
            && mostApart === played.mostApart) return;
        const goesOn = this.openRound !== undefined && seed === played.seed;
        const before = goesOn ? [this.changeText(seat, mostApart)] : [];
        this.played = { solution, seat, seed, mostApart };
        this.quizWords = undefined;
        this.scoreText = "";
        this.explanationTitle = "";
        if (seed) {
            this.staysOutOfSight = goesOn && !this.box.contains(document.activeElement);
            this.beginGame(solution, before);
            this.staysOutOfSight = false;
        } else this.clear();
    }

    /** That another game begins in the place of the one that goes on, and why.
    @param {string} seat @param {string} mostApart  as they are chosen now */
    changeText(seat, mostApart) {
        const { played } = this;
        let what = "changed the game, and another";
        if (seat !== played.seat) what = "chosen another seat, and another game";
        else if (mostApart !== played.mostApart)
            what = "chosen how close decisions are, and another game";
        const count = this.quizWords?.quiz.decided.length ?? 0;
        const ended = count ? `; the last one ended after ${counted(count, "decision")}` : "";
        return `You have ${what} begins${ended}.`;
    }

    /** Show nothing of a game. */
    clear() {
        if (this.table.contains(document.activeElement)) this.startButton.focus();
        this.question.textContent = "";
        for (const place of [this.explanation, this.totals, this.worstMistakes])
            place.replaceChildren();
        this.showGameOrCharts(false);
    }

    /** Play from the first hand on. @param {Solution} solution
    @param {string[]} before  what is said first */
    beginGame(solution, before) {
        const { words, outcomes, locker, store: { state } } = this, { seat, seed } = state;
        const mostApart = state.mostApart === "" ? undefined
            : Number(state.mostApart) * words.mistakeUnit.size;
        const settings = { seat: Number(seat), seed: Number(seed), mostApart };
        const quiz = new Quiz(solution, settings, words.telling, () => outcomes.unlocked);
        this.quizWords = new QuizWords(words, quiz);
        this.element.open = true;
        // A list of locked ranges answers what is asked of one's own.
        locker.element.open = false;
        this.showGameOrCharts(true);
        this.dealNext(this.quizWords, before);
        // The deal is heard first.
        if (this.openRound) this.rule.textContent = this.quizWords.ruleText;
    }

    /** Show what the reader has played; the address, which others may be sent, has a game no
    longer. @param {HTMLElement} next  gets the focus */
    endGame(next = this.startButton) {
        const { quizWords } = this, { seat, mostApart } = this.store.state;
        this.showGameOrCharts(false);
        this.played = { ...this.played, seat, seed: "", mostApart };
        this.inputs.change({ seed: "" });
        next.focus();
        this.explanationTitle = "";
        if (!quizWords) return;
        const lines = [0, 1].flatMap(player => this.review(quizWords, player));
        const nothing = quizWords.quiz.decided.length ? "No mistakes." : "No decisions.";
        this.tell(quizWords, quizWords.mistakes.length ? lines : [...lines, nothing]);
    }

    /** What was played in a seat, with a button that locks the range, if it is one.
    @param {QuizWords} quizWords @param {number} player @returns {(string | Node)[]} */
    review(quizWords, player) {
        const { sentences, range } = quizWords.review(player);
        if (range === undefined) return sentences;
        const label = `See what it loses: lock ${this.words.thePlayers[player]}'s range`;
        const view = this.charts.views[player];
        return [...sentences, button(label, () => this.locker.lockRange(view, range))];
    }

    /* ---- a hand is played ---- */

    /** Deal the next hand, and ask the reader. @param {QuizWords} quizWords
    @param {string[]} before  what is said first */
    dealNext(quizWords, before) {
        const { quiz } = quizWords;
        this.saidOfHand = [];
        if (quiz.deal() && quiz.openRound) this.askReader(quizWords, quiz.openRound, before);
        else {
            this.showGameOrCharts(false);
            this.tell(quizWords, before, [quizWords.nothingAskedText]);
        }
    }

    /** Ask the reader. @param {QuizWords} quizWords @param {OpenRound} round
    @param {string[]} before  what is said first */
    askReader(quizWords, round, before) {
        const focused = /** @type {Element} */ (document.activeElement);
        const place = [...this.actions.children].indexOf(focused);
        const choices = round.turn.names.map((name, i) => button(name, () => this.decide(i)));
        this.actions.replaceChildren(...choices);
        if (place >= 0) (choices[place] ?? choices[0]).focus({ preventScroll: true });
        this.tell(quizWords, before, quizWords.question(round));
        // Where nothing else has the focus, keys choose at once; Space still scrolls the page.
        if (focused.matches("body, h2")) this.questionBox.focus({ preventScroll: true });
        this.bringIntoSight();
    }

    /** Scroll to what is said and asked, which the buttons follow, if these are below the screen or
    above it. */
    bringIntoSight() {
        const { top, bottom } = this.actions.getBoundingClientRect();
        if (this.staysOutOfSight || !this.openRound) return;
        if (bottom > innerHeight || top < innerHeight / 4)
            this.explanation.scrollIntoView();
    }

    /** Take an action, and tell how it is judged. @param {number} action */
    decide(action) {
        const { quizWords, openRound } = this;
        if (!quizWords || !openRound) return;
        const { quiz } = quizWords;
        const { decided, next, paid } = quiz.act(openRound, action);
        const score = this.addToScore(decided);
        this.scoreText = this.scoreTextOf(score, quiz.decided.length);
        const name = quizWords.hands[decided.hand], line = quizWords.answerText(decided);
        if (paid === undefined) {
            this.saidOfHand.push(line);
            this.explanationTitle = `This hand so far, ${name}`;
            if (quiz.openRound) this.askReader(quizWords, quiz.openRound, this.saidOfHand);
        } else {
            this.explanationTitle = `The last hand, ${name}`;
            const lastLine = line + quizWords.endText(next, paid);
            this.dealNext(quizWords, [...this.saidOfHand, lastLine]);
        }
    }

    /* ---- the score ---- */

    /** The game that is scored, as an address says it: what is set and locked, and how close
    decisions are. */
    get scoredGame() {
        const { state, start, comparedNames } = this.store;
        const names = [...comparedNames, "mostApart"].filter(name => state[name] !== start[name]);
        return String(toAddress(this.store.gameSettings(state, names)));
    }

    /** Add a decision to the score of all games with these settings, and return that.
    @param {Decided} decided */
    addToScore({ isRight, lost, chart }) {
        const lostInUnits = isRight ? 0 : lost / this.words.mistakeUnit.size;
        return this.scores.add(this.scoredGame, { isRight, isPriced: !chart, lost: lostInUnits });
    }

    /** What is told of all games with these settings; "" while this is the only one: what is told
    of it is not told again of all. @param {Score} score @param {number} decidedNow  in this game */
    scoreTextOf({ decisions, right, priced, lost }, decidedNow) {
        if (decisions <= decidedNow) return "";
        const { name } = this.words.mistakeUnit;
        const losing = priced ? `, ${(lost / priced).toFixed(1)} ${name} lost a decision` : "";
        return "All your games with these settings, in either seat: "
            + `${right} of ${decisions} right${losing}.`;
    }

    /* ---- what is said ---- */

    /** Say lines, the score and, once nobody is asked any more, what lost most: while a game goes
    on, such a list would answer hands that come again.
    @param {QuizWords} quizWords @param {(string | Node)[]} lines
    @param {(string | Node)[]} question  what is asked */
    tell(quizWords, lines, question = []) {
        const { decided } = quizWords.quiz, { explanationTitle: title } = this;
        const totals = decided.length ? [quizWords.totalText, this.scoreText].filter(Boolean) : [];
        /** @type {(text: string | Node) => HTMLElement} */
        const paragraph = text => elementOf("p", text);
        // The first thing that is heard is the deal.
        const explanations = lines.length ? lines.map(paragraph) : [makeElement("p",
            { "aria-hidden": "true" }, "Here you are told how you played a hand.")];
        this.wrongKey.textContent = "";
        this.explanation.replaceChildren(
            ...title ? [elementOf("strong", title)] : [], ...explanations);
        this.question.replaceChildren(...question);
        this.totals.replaceChildren(...totals.map(paragraph));
        this.worstMistakes.hidden = question.length > 0;
        this.worstMistakes.replaceChildren(...this.listMistakes(quizWords));
    }

    /** The mistakes that lost most, as a list: the hand, what was done with it, and how much that
    lost; nothing, if there is none. @param {QuizWords} quizWords @returns {(string | Node)[]} */
    listMistakes({ mistakes }) {
        if (!mistakes.length) return [];
        const items = mistakes.slice(0, MAX_MISTAKES_LISTED).map(({ text, lost }) =>
            elementOf("li", text + (lost ? `, lost ${this.words.lossText(lost)}` : "")));
        const more = mistakes.length - items.length;
        const title = mistakes.some(({ lost }) => lost) ? "Lost most:" : "Not as your chart:";
        return [title, makeElement("ol", {}, ...items), ...more > 0 ? [`and ${more} more`] : []];
    }
}
