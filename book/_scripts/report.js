/* What a tool says of its game: what it is worth, what is known of the real game, what locked
ranges lose, how to find it with the package; and what screen readers hear. */

import { button, uniqueId } from "./controls.js";
import { makeElement } from "./elements.js";
import { ITERATIONS } from "./solver.js";
import { capital } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { SolverClient } from "./solver-client.js" */
/** @import { Inputs } from "./inputs.js" */
/** @import { Locker } from "./locks.js" */
/** @import { Tool } from "./tool.js" */
/** @import { ToolCharts } from "./tool-charts.js" */
/** @import { Voice } from "./voice.js" */

/** What a report asks its tool.
@typedef {Pick<Tool, "root" | "state" | "question" | "comparedState" | "comparedKeys" | "solution"
    | "finding" | "realGame" | "caveat" | "wholeText" | "workText" | "worthText" | "widthText"
    | "reproduction" | "stopOrGoOn">} ToolOfReport */

export class Report {
    /** Whether screen readers have heard of the game that is set; nothing is said of the one with
    which the page begins. @type {"not yet touched" | "due" | "made"} */
    announcement = "not yet touched";
    /** Whether the reader plays, and is told nothing that names hands. */
    isPlaying = false;

    /** @param {ToolOfReport} tool
    @param {{ solver: SolverClient, inputs: Inputs, charts: ToolCharts, locker: Locker,
        voice: Voice }} others  parts of the tool */
    constructor(tool, { solver, inputs, charts, locker, voice }) {
        this.tool = tool;
        this.solver = solver;
        this.inputs = inputs;
        this.charts = charts;
        this.locker = locker;
        this.voice = voice;
        this.outdated = makeElement("p.explorer-outdated", { role: "status", id: uniqueId() });
        this.verdict = makeElement("span");
        this.stopper = button("Stop", () => tool.stopOrGoOn(), { class: "explorer-stop" });
        this.value = makeElement("p.explorer-value", this.verdict, this.stopper);
        this.realGame = makeElement("p.explorer-real");
        /** What it is and where it is from, on paper. */
        this.source = makeElement("p.explorer-source");
        /** What is set and locked, on paper. */
        this.settings = makeElement("p.explorer-setting");
        this.finding = makeElement("p.explorer-finding");
        this.losses = makeElement("p.explorer-losses");
        this.reproduction = makeElement("p.explorer-model");
        /** What players do otherwise than without locks: below the charts, which stay where they
        are while somebody paints. */
        this.lockChanges = "";
        /** What players do otherwise than in the game with which this one is compared. */
        this.changes = makeElement("p.explorer-changes");
    }

    /** Hide from a reader who plays what names hands of the charts, or show it.
    @param {boolean} isPlaying */
    hideAnswers(isPlaying) {
        if (this.isPlaying === isPlaying) return;
        this.isPlaying = isPlaying;
        this.show();
    }

    /** Say what is known by now. */
    show() {
        const { tool, solver, locker } = this, { reply } = locker;
        this.fill(locker.promise, locker.promiseText(reply));
        this.fill(this.losses, [locker.lossText, this.lockChanges].filter(Boolean).join(" "));
        locker.showResults();
        this.finding.textContent = tool.finding;
        this.finding.hidden = !tool.finding;
        const { command, code, note = "", includesLocks } = tool.reproduction(tool.state, reply);
        const without = tool.state.locks && !includesLocks ? ", without locks" : "";
        this.fill(this.reproduction, `Reproduce in Python${without}: `,
            ...command ? [makeElement("code", `pokerlab ${command}`), ", or "] : [],
            makeElement("code", code), note);
        const isWorking = solver.isWorking();
        tool.root.setAttribute("aria-busy", String(isWorking));
        this.stopper.classList.toggle("away", !solver.stopped && !isWorking);
        this.stopper.textContent = solver.stopped ? "Go on" : "Stop";
        this.verdict.textContent = this.verdictText;
        this.settings.textContent = `${capital(tool.wholeText)}.`;
        const known = tool.realGame;
        this.realGame.hidden = !known;
        this.realGame.replaceChildren(`${known} See `,
            makeElement("a", { href: "real-game.html" }, "The real game"), ".");
        this.changes.hidden = !this.changes.textContent;
        if (!this.isPlaying) return;
        for (const part of [this.reproduction, this.losses, this.changes]) part.hidden = true;
    }

    /** Say on paper what this is, and at which address. @param {string} address */
    saySource(address) {
        const name = document.querySelector(".explorer-tabs a[aria-current='true']")?.textContent;
        this.source.textContent = `${name}, ${document.title}: ${address}`;
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
                + `${busy ? " so far" : this.shortfallText(solution.width)}.`;
        }
        if (busy) return `Solving ${tool.workText} …`;
        if (failed) return `Nothing can be solved: ${failed}.`;
        return stopped ? "Stopped before anything was found." : "";
    }

    /** Why a bracket is wider than was asked, if it is. @param {number} width */
    shortfallText(width) {
        const { tool, solver } = this, { failed, asked } = solver;
        const { within } = tool.question;
        if (width <= within) return "";
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
        this.charts.comparison.textContent =
            tool.state.kept && `Before, ${this.differencesFrom(before)}: ${worth}.`;
        const [first, ...others] = this.charts.other && tool.solution
            ? this.charts.comparedViews.map(view => view.changeText).filter(Boolean) : [];
        /** @type {(what: string) => string} */
        const comparedWith = what => first
            ? [`Compared with ${what}, ${first}`, ...others.map(capital)].join(" ") : "";
        this.changes.textContent = tool.state.kept ? comparedWith("the kept charts") : "";
        this.lockChanges = tool.state.kept ? "" : comparedWith("the equilibrium (marked corners)");
    }

    /** What of a state differs from what is set, in words. @param {Settings} before */
    differencesFrom(before) {
        const { tool } = this;
        /** @type {(key: string) => string} */
        const described = key => {
            if (key === "sure") return `${before.sure}% sure`;
            if (key !== "locks")
                return `${this.inputs.labelOf(key).toLowerCase()} ${before[key] || "none"}`;
            if (!before.locks) return "no ranges locked";
            return `${tool.state.locks ? "other" : "some"} ranges locked`;
        };
        const differing = tool.comparedKeys.filter(key => before[key] !== tool.state[key]);
        return differing.map(described).join(", ") || "the same";
    }

    /** Mark the value and the charts as old while a box has what was refused, and say of what they
    are. */
    markOutdated() {
        const { inputs, tool: { root, state } } = this;
        const old = [...inputs.refused.keys()].map(key => inputs.textAsItWas(key, state));
        this.outdated.textContent =
            old.length ? `Old: the value and the charts below are those of ${old.join("; ")}.` : "";
        root.classList.toggle("explorer-old", old.length > 0);
        for (const { grid } of this.charts.views) {
            if (old.length) grid.setAttribute("aria-describedby", this.outdated.id);
            else grid.removeAttribute("aria-describedby");
        }
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
        const { locker, charts } = this, paragraphs = this.isPlaying ? []
            : [this.losses, charts.comparison, this.changes];
        if (locker.hasReplier) paragraphs.unshift(locker.promise);
        const shares = charts.views.map(view =>
            `${view.caption.textContent}: ${view.shareTexts.join(", ")}`);
        this.voice.sayAloud(() => [tool.caveat + capital(tool.worthText(solution)), tool.finding,
            tool.realGame, ...shares, ...paragraphs.map(paragraph => paragraph.textContent)]
            .filter(Boolean)
            .map((text, i, all) => i < all.length - 1 ? text.replace(/\.$/, "") : text)
            .join("; "));
    }
}
