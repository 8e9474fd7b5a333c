/* Where a quiz is played: the lines on the last answers, the question, the buttons that answer it,
and the totals. quiz-panel.js says what stands there. */

import { button } from "./controls.js";
import { elementOf, makeElement } from "./elements.js";
import { listed } from "./words.js";
/** @import { GameWords } from "./game-words.js" */
/** @import { Mistake } from "./quiz-words.js" */

/** The most mistakes that are listed; of others it is said how many there are. */
const MAX_MISTAKES_LISTED = 5;

/** The texts of a quiz.
@typedef {object} QuizTexts
@property {string} title  of which hand the last answers were; "" if there is none
@property {(string | Node)[]} lines  of the last answers
@property {(string | Node)[]} question  nothing once a game is over
@property {string[]} totals  what all answers come to
@property {Mistake[]} mistakes */

export class QuizTable {
    actions = makeElement("span.explorer-choices");
    wrongKey = makeElement("p", { role: "status" });
    /** What lost most, once a game is over. */
    worstMistakes = makeElement("div");

    /** @param {GameWords} words
    @param {(action: number) => void} decide  hears which action is chosen */
    constructor(words, decide) {
        this.words = words;
        this.decide = decide;
        const heard = { role: "status", "aria-live": "polite" };
        /** The lines on the last answers, above the next question: below it they would be taken for
        something about the new hand. */
        this.explanation = makeElement("div.explorer-told", heard);
        this.question = makeElement("p.explorer-question", heard);
        /** The question, above the buttons that answer it: there the focus begins, and Tab leads
        on to them. */
        this.questionBox = makeElement("div",
            { tabindex: -1, role: "group", "aria-label": "Your decision" },
            this.question, this.actions);
        this.totals = makeElement("div", heard);
        this.element = elementOf("div.explorer-table", this.explanation, this.questionBox,
            this.wrongKey, this.totals);
    }

    /** Tell of answers, ask, and sum up. While a game goes on, no mistakes are listed: they would
    answer hands that come again.
    @param {QuizTexts} texts */
    tell({ title, lines, question, totals, mistakes }) {
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
        this.worstMistakes.replaceChildren(...this.listMistakes(mistakes));
    }

    /** The mistakes that lost most, as a list: the hand, what was done with it, and how much that
    lost; nothing, if there is none.
    @param {Mistake[]} mistakes
    @returns {(string | Node)[]} */
    listMistakes(mistakes) {
        if (!mistakes.length) return [];
        const items = mistakes.slice(0, MAX_MISTAKES_LISTED).map(({ text, lost }) =>
            elementOf("li", text + (lost ? `, lost ${this.words.lossText(lost)}` : "")));
        const unlisted = mistakes.length - items.length;
        const title = mistakes.some(({ lost }) => lost) ? "Lost most:" : "Not as your chart:";
        return [title, makeElement("ol", {}, ...items),
            ...unlisted > 0 ? [`and ${unlisted} more`] : []];
    }

    /** Tell nothing. */
    clear() {
        this.question.textContent = "";
        for (const element of [this.explanation, this.totals, this.worstMistakes])
            element.replaceChildren();
    }

    /** Show a button for each action; one in the place of a button that has the focus has it next.
    @param {string[]} actionNames */
    offer(actionNames) {
        const focused =
            [...this.actions.children].findIndex(choice => choice === document.activeElement);
        const choices = actionNames.map((name, i) => button(name, () => this.decide(i)));
        this.actions.replaceChildren(...choices);
        if (focused >= 0) (choices[focused] ?? choices[0]).focus({ preventScroll: true });
    }

    /** Show the buttons, or hide them.
    @param {boolean} isShown */
    showActions(isShown) {
        this.actions.hidden = !isShown;
        this.wrongKey.textContent = "";
    }

    /** Say that a key chooses nothing, and which do.
    @param {string} key
    @param {string[]} actionNames */
    refuseKey(key, actionNames) {
        const keysText = listed(actionNames.map((name, i) => `${i + 1} for ${name}`), "or");
        this.wrongKey.textContent = `${key} chooses nothing: type ${keysText}.`;
    }

    /** Let keys choose at once: Space still scrolls the page. */
    focus() {
        this.questionBox.focus({ preventScroll: true });
    }

    /** Scroll to the lines and the question, which the buttons follow, if these are below the
    screen or above it. */
    bringIntoSight() {
        const { top, bottom } = this.actions.getBoundingClientRect();
        if (bottom > innerHeight || top < innerHeight / 4) this.explanation.scrollIntoView();
    }
}
