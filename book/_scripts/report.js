/* The paragraphs on a tool's game: its value, the real game's, how to solve it with the package;
and what screen readers hear of all that. */

import { button, uniqueId } from "./controls.js";
import { elementOf, fillForNow, fillParagraph, makeElement } from "./elements.js";
import { ITERATIONS } from "./solver.js";
import { ToolPart } from "./tool-part.js";
import { capital, grouped } from "./words.js";
/** @import { Comparison } from "./comparison.js" */
/** @import { LockOutcomes, Reply } from "./lock-outcomes.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { Foundation } from "./tool-part.js" */
/** @import { Voice } from "./voice.js" */

/** The address at which the book says what ICM is. */
const ICM_EXPLAINED = "match.html";

/** Sentences as one: they end where the last ends.
@param {string[]} sentences */
const inOneSentence = sentences => sentences.slice(0, -1)
    .map(sentence => sentence.replace(/\.$/, "")).concat(sentences.slice(-1)).join("; ");

export class Report extends ToolPart {
    paragraphs = {
        /** Which of the rest is old. */
        outdated: makeElement("p.explorer-outdated", { role: "status", id: uniqueId() }),
        value: makeElement("p.explorer-value"),
        /** The settings and locks, on paper. */
        whatIsSet: makeElement("p.explorer-setting"),
        /** What a reader asks first. */
        finding: makeElement("p.explorer-finding"),
        realGame: makeElement("p.explorer-real"),
        reproduction: makeElement("p.explorer-model"),
        /** On paper, what is printed and where it is from. */
        source: makeElement("p.explorer-source"),
    };
    verdict = makeElement("span");

    /** @param {Foundation & { outcomes: LockOutcomes, comparison: Comparison,
        voice: Voice }} parts */
    constructor(parts) {
        super(parts);
        this.outcomes = parts.outcomes;
        this.comparison = parts.comparison;
        this.voice = parts.voice;
        this.pauseButton =
            button("Stop", () => this.tool.pauseOrResume(), { class: "explorer-stop" });
        this.paragraphs.value.append(this.verdict, this.pauseButton);
    }

    /** What stands above the charts. */
    get aboveCharts() {
        const { outdated, value, whatIsSet, finding, realGame } = this.paragraphs;
        return [outdated, value, whatIsSet, finding, realGame];
    }

    /** What a reader who plays is not told, since it names hands: a command has the ranges of which
    the reader is asked. */
    get paragraphsWithHands() {
        const { paragraphs, outcomes, comparison } = this;
        return [paragraphs.reproduction, outcomes.losses, comparison.changesParagraph];
    }

    /** Fill the paragraphs.
    @param {Reply | undefined} reply */
    tell(reply) {
        const { words, client, paragraphs } = this;
        const finding = words.findingText(this.charts.views), known = words.realGameText();
        paragraphs.finding.textContent = finding;
        paragraphs.finding.hidden = !finding;
        this.tellReproduction(reply);
        this.pauseButton.classList.toggle("away", !client.isPaused && !client.isSolvingAny);
        this.pauseButton.textContent = client.isPaused ? "Go on" : "Stop";
        this.writeVerdict();
        paragraphs.whatIsSet.textContent = `${capital(words.wholeText())}.`;
        paragraphs.realGame.hidden = !known;
        paragraphs.realGame.replaceChildren(`${known} See `,
            makeElement("a", { href: "real-game.html" }, "The real game"), ".");
    }

    /** Say what the game is worth; what it lacks of a tournament is explained elsewhere. */
    writeVerdict() {
        const { verdict } = this, verdictText = this.verdictText();
        // A link that stays keeps the focus.
        if (verdict.textContent === verdictText) return;
        const [before, after] = verdictText.split(/\bICM\b/);
        verdict.replaceChildren(before, ...after === undefined ? []
            : [makeElement("a", { href: ICM_EXPLAINED }, "ICM"), after]);
    }

    /** Say how to solve the tool's game with the package.
    @param {Reply | undefined} reply */
    tellReproduction(reply) {
        const { words, client, store: { state }, paragraphs } = this;
        const { command, code, note, includesLocks } = words.reproduction(reply);
        const without = state.locksText && !includesLocks ? ", without locks" : "";
        const fill = client.isSolvingCurrent && state.locksText ? fillForNow : fillParagraph;
        fill(paragraphs.reproduction,
            `Reproduce in Python${without}: `,
            ...command ? [elementOf("code", `pokerlab ${command}`), ", or "] : [],
            elementOf("code", code), note ? `. ${note}` : "");
    }

    /** Say on paper what this is, and at which address.
    @param {string} address */
    tellSource(address) {
        const name = document.querySelector(".explorer-tabs a[aria-current='true']")?.textContent;
        this.paragraphs.source.textContent = `${name}, ${document.title}: ${address}`;
    }

    /** The game's worth and how well that is known, or why it is not. */
    verdictText() {
        const { words, client } = this, { solution, isSolvingCurrent, failure, isPaused } = client;
        if (solution) {
            const worth = capital(words.worthText(solution));
            const width = words.widthText(solution.width);
            return `${words.caveat(solution)}${worth}, proven within ${width}`
                + `${isSolvingCurrent ? " so far" : this.shortfallText(solution.width)}.`;
        }
        if (isSolvingCurrent) return `Solving ${words.workText()} …`;
        if (failure) return `Nothing can be solved: ${failure}.`;
        return isPaused ? "Stopped before anything was found." : "";
    }

    /** Why a bracket is wider than was asked, if it is.
    @param {number} width */
    shortfallText(width) {
        const { words, client: { failure, requests } } = this, { tolerance } = this.store.task;
        if (width <= tolerance) return "";
        let when = "when you stopped it";
        if (failure) when = `before an error: ${failure}`;
        else if (requests.current.done) when = `in ${grouped(ITERATIONS)} iterations`;
        return `; ${words.widthText(tolerance)} was asked, and not reached ${when}`;
    }

    /** Say what the value and the charts are of while a box has what was refused. */
    tellOutdated() {
        const { inputs, store: { state }, paragraphs: { outdated } } = this;
        const old = [...inputs.refused.keys()].map(key => inputs.describeKept(key, state));
        outdated.textContent =
            old.length ? `Old: the value and the charts below are those of ${old.join("; ")}.` : "";
        for (const { grid } of this.charts.views) {
            if (old.length) grid.setAttribute("aria-describedby", outdated.id);
            else grid.removeAttribute("aria-describedby");
        }
    }

    /** Tell screen readers of the game that is set, once it is solved.
    @param {boolean} isPlaying  whether the reader plays, and is told only what is out of sight */
    announce(isPlaying) {
        const { client: { solution, isSolvingCurrent } } = this;
        if (isSolvingCurrent) this.voice.announceWork();
        if (isSolvingCurrent || !solution) return;
        this.voice.announce(() => isPlaying
            ? "Charts, and what prints or saves them, are hidden while you play."
            : inOneSentence(this.announcementOf(solution)));
    }

    /** What screen readers are told of a game: first, which hands change in it, if it is compared
    with another; what is the same in that one, they have heard.
    @param {Solution} solution */
    announcementOf(solution) {
        const { words, charts, outcomes, comparison } = this;
        const { lockChanges, keptChanges, keptText } = comparison;
        const worth = capital(words.worthText(solution)), change = lockChanges || keptChanges;
        const others = [outcomes.lossSentences.join(" "), keptText,
            outcomes.hasReplier ? outcomes.promised : ""];
        const shares = charts.views.map(view =>
            `${view.texts.caption}: ${view.texts.shares.join(", ")}`);
        const texts = change ? [change, worth, ...others, ...shares]
            : [words.caveat(solution) + worth, words.findingText(charts.views),
                words.realGameText(), ...shares, ...others];
        return texts.filter(Boolean);
    }
}
