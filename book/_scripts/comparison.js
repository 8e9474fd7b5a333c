/* The game that is set, compared with one that the reader keeps or, where ranges are locked, with
the one without locks: the button that keeps it, and what players do otherwise. */

import { button } from "./controls.js";
import { makeElement } from "./elements.js";
import { toAddress } from "./setting-keys.js";
import { ToolPart } from "./tool-part.js";
import { capital } from "./words.js";
/** @import { ToolState } from "./setting-store.js" */

export class Comparison extends ToolPart {
    /** What players do otherwise than in the game that is kept. */
    changes = makeElement("p.explorer-changes");
    /** What players do otherwise than in the game that is kept, as a text. */
    keptChanges = "";
    /** What players do otherwise than without locks. */
    lockChanges = "";
    /** In what the game that is kept differs, and what it is worth. */
    keptText = "";

    /** What begins or ends it. */
    button = button("", () => this.beginOrEnd());

    /** Keep what is shown, to compare it with what comes next, or end that. */
    beginOrEnd() {
        const { state, comparedNames } = this.store;
        const settings = toAddress(this.store.gameSettings(state, comparedNames));
        this.inputs.change({ comparedWith: state.comparedWith ? "" : String(settings) });
        // Charts that come or go move the button that was pressed.
        this.button.scrollIntoView({ block: "nearest" });
    }

    /** Show whether a game is kept. */
    show() {
        const { comparedWith } = this.store.state;
        this.button.textContent = comparedWith ? "End the comparison" : "Keep to compare";
        this.charts.comparedSection.hidden = !comparedWith;
    }

    /** What is told above the button with which a comparison began moves it: if it has the focus,
    it is brought back into sight. */
    followButton() {
        if (document.activeElement === this.button)
            this.button.scrollIntoView({ block: "nearest" });
    }

    /** Say in what the games differ, and what the other one is worth. */
    tell() {
        const { store, words, charts, solver } = this, { requests: { compared }, failed } = solver;
        const before = store.comparedState, kept = store.state.comparedWith;
        let worth = "stopped";
        if (compared.solution) worth = words.worthText(compared.solution, before);
        else if (compared.question && !failed) worth = "solving …";
        this.keptText = kept && `Before, ${this.differencesFrom(before)}: ${worth}.`;
        charts.comparison.textContent = this.keptText;
        const [firstChange, ...otherChanges] = charts.otherSolution && solver.solution
            ? charts.comparedViews.map(view => view.texts.change).filter(Boolean) : [];
        /** @type {(what: string) => string} */
        const comparedWith = what => firstChange
            ? [`Compared with ${what}, ${firstChange}`, ...otherChanges.map(capital)].join(" ")
            : "";
        this.keptChanges = kept ? comparedWith("the kept charts") : "";
        this.changes.textContent = this.keptChanges;
        this.changes.hidden = !this.keptChanges;
        this.lockChanges = kept ? "" : comparedWith("the equilibrium (marked corners)");
    }

    /** The settings in which a state differs from what is set, in words.
    @param {ToolState} before */
    differencesFrom(before) {
        const { state, comparedNames } = this.store;
        /** @type {(name: string) => string} */
        const described = name => {
            if (name === "belief") return `${before.belief}% sure`;
            if (name !== "locks")
                return `${this.store.labelOf(name).toLowerCase()} ${before[name] || "none"}`;
            if (!before.locks) return "no ranges locked";
            return `${state.locks ? "other" : "some"} ranges locked`;
        };
        const differing = comparedNames.filter(name => before[name] !== state[name]);
        return differing.map(described).join(", ") || "the same";
    }
}
