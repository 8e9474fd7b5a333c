/* What a tool says of its game: what it is worth, what is known of the real game, what locked
ranges lose, how to find it with the package; and what screen readers hear. */

import { button, uniqueId } from "./controls.js";
import { make } from "./elements.js";
import { ITERATIONS } from "./solver.js";
import { capital, shortened } from "./words.js";
/** @import { State } from "./betting.js" */
/** @import { SolverClient } from "./solver-client.js" */
/** @import { Tool } from "./tool.js" */

/** Screen readers hear of a change once its reader's hand has rested so many milliseconds. */
const REST = 400;

export class Report {
    /** Whether screen readers have heard of the game that is set; nothing is said of the one with
    which the page begins. @type {"not yet touched" | "due" | "made"} */
    announcement = "not yet touched";
    timer = 0;

    /** @param {Tool} tool @param {SolverClient} solver */
    constructor(tool, solver) {
        this.tool = tool;
        this.solver = solver;
        this.outdated = make("p.explorer-outdated", { role: "status", id: uniqueId() });
        this.verdict = make("span");
        this.stopper = button("Stop", () => tool.stopOrGoOn(), { class: "explorer-stop" });
        this.value = make("p.explorer-value", this.verdict, this.stopper);
        this.realGame = make("p.explorer-real");
        /** What is set and locked, on paper. */
        this.setting = make("p.explorer-setting");
        this.finding = make("p.explorer-finding");
        this.losses = make("p.explorer-losses");
        this.reproduction = make("p.explorer-model");
        this.voice = make("p.explorer-voice", { role: "status" });
        this.comparison = make("p");
    }

    /** Say what is known by now. */
    show() {
        const { tool, solver } = this, { locker } = tool, { reply } = locker;
        this.fill(locker.promise, locker.promiseText(reply));
        this.fill(this.losses, locker.lossText);
        this.finding.textContent = tool.finding;
        this.finding.hidden = !tool.finding;
        const { command, code, note = "", includesLocks } = tool.reproduction(tool.state, reply);
        const without = tool.state.locks && !includesLocks ? ", without locks" : "";
        this.fill(this.reproduction, `Reproduce in Python${without}: `,
            ...command ? [make("code", `pokerlab ${command}`), ", or "] : [],
            make("code", code), note);
        const isWorking = solver.isWorking();
        tool.root.setAttribute("aria-busy", String(isWorking));
        this.stopper.classList.toggle("away", !solver.stopped && !isWorking);
        this.stopper.textContent = solver.stopped ? "Go on" : "Stop";
        this.verdict.textContent = this.verdictText;
        this.setting.textContent = `${capital(tool.wholeText)}.`;
        const known = tool.realGame;
        this.realGame.hidden = !known;
        this.realGame.replaceChildren(`${known} See `,
            make("a", { href: "real-game.html" }, "The real game"), ".");
    }

    /** Fill a paragraph; it keeps its height while an answer to what is locked is worked out.
    @param {HTMLElement} paragraph @param {...(string | Node)} content */
    fill(paragraph, ...content) {
        const { solver, tool: { state } } = this;
        const height = solver.busy && state.locks ? paragraph.getBoundingClientRect().height : 0;
        paragraph.style.minHeight = height ? `${height}px` : "";
        paragraph.hidden = !height && !content.some(Boolean);
        paragraph.replaceChildren(...content);
    }

    /** The game's worth and how well that is known, or why it is not. */
    get verdictText() {
        const { tool, solver } = this, { solution, busy, failed, stopped } = solver;
        if (solution) {
            const worth = capital(tool.worthText(solution)), width = tool.widthText(solution.width);
            return `${tool.caveat}${worth}, proven within ${width}`
                + `${busy ? " so far" : this.shortfallText}.`;
        }
        if (busy) return `Solving ${tool.workText} …`;
        if (failed) return `Nothing can be solved: ${failed}.`;
        return stopped ? "Stopped before anything was found." : "";
    }

    /** Why the bracket is wider than was asked, if it is. */
    get shortfallText() {
        const { tool, solver } = this, { solution, failed, asked } = solver;
        const { within } = tool.question;
        if (solution.width <= within) return "";
        let when = "when you stopped it";
        if (failed) when = `before an error: ${failed}`;
        else if (asked.current.done) when = `in ${ITERATIONS.toLocaleString("en")} iterations`;
        return `; ${tool.widthText(within)} was asked, and not reached ${when}`;
    }

    /** Say in what the game with which this one is compared differs, and what it is worth. */
    compare() {
        const { tool, solver } = this, { asked: { compared }, failed } = solver;
        const before = tool.comparedState;
        let worth = "stopped";
        if (compared.solution) worth = tool.worthText(compared.solution, before);
        else if (compared.question && !failed) worth = "solving …";
        this.comparison.textContent =
            tool.state.kept && `Before, ${this.differencesFrom(before)}: ${worth}.`;
    }

    /** What of a state differs from what is set, in words. @param {State} before */
    differencesFrom(before) {
        const { tool } = this;
        /** @type {(key: string) => string} */
        const described = key => {
            if (key === "sure") return `${before.sure}% sure`;
            if (key !== "locks")
                return `${tool.inputs.labelOf(key).toLowerCase()} ${before[key] || "none"}`;
            if (!before.locks) return "no ranges locked";
            return `${tool.state.locks ? "other" : "some"} ranges locked`;
        };
        const differing = tool.comparedKeys.filter(key => before[key] !== tool.state[key]);
        return differing.map(described).join(", ") || "the same";
    }

    /** Mark the value and the charts as old while a box has what was refused, and say of what they
    are. */
    markOutdated() {
        const { inputs, root, views, state, locker, thePlayers } = this.tool;
        const old = [...inputs.refused.keys()].map(key => {
            if (typeof key === "string")
                return `${inputs.labelOf(key).toLowerCase()} ${shortened(state[key] || "none")}`;
            return "asItWas" in key ? key.asItWas
                : `${thePlayers[key.player]}'s range as it was, ${locker.lockedText(key)}`;
        });
        this.outdated.textContent =
            old.length ? `Old: the value and the charts below are those of ${old.join("; ")}.` : "";
        root.classList.toggle("explorer-old", old.length > 0);
        for (const { grid } of views) {
            if (old.length) grid.setAttribute("aria-describedby", this.outdated.id);
            else grid.removeAttribute("aria-describedby");
        }
    }

    /* ---- aloud ---- */

    /** Tell screen readers, once the reader's hand rests. @param {() => string} text */
    say(text) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => { this.voice.textContent = text(); }, REST);
    }

    /** Leave unsaid what was to be told: it is of a game that is set no more. */
    forgetUnsaid() {
        clearTimeout(this.timer);
    }

    /** The reader has set another game, of which screen readers hear when it is solved. */
    expectAnnouncement() {
        this.announcement = "due";
    }

    /** More is known of the game that is set. */
    announceAgain() {
        if (this.announcement === "made") this.announcement = "due";
    }

    /** Tell screen readers of the game that is set, once it is solved. */
    announce() {
        const { tool, solver } = this, { solution, busy } = solver;
        if (this.announcement !== "due" || busy || !solution) return;
        this.announcement = "made";
        const { locker } = tool, paragraphs = [this.losses, this.comparison];
        if (locker.hasReplier) paragraphs.unshift(locker.promise);
        const shares = tool.views.map(view => view.shareTexts.join(", "));
        this.say(() => [tool.caveat + capital(tool.worthText(solution)), tool.finding,
            tool.realGame, ...shares, ...paragraphs.map(paragraph => paragraph.textContent)]
            .filter(Boolean)
            .map((text, i, all) => i < all.length - 1 ? text.replace(/\.$/, "") : text)
            .join("; "));
    }
}
