/* The game that is set, compared with one that the reader keeps or, where ranges are locked, with
the one without locks: the button that keeps it, and what players do otherwise. */

import { button } from "./controls.js";
import { makeElement } from "./elements.js";
import { toAddress } from "./setting-keys.js";
import { ToolPart } from "./tool-part.js";
import { capital } from "./words.js";
/** @import { Settings } from "./betting.js" */

export class Comparison extends ToolPart {
    /** What players do otherwise than in the game that is kept. */
    changesParagraph = makeElement("p.explorer-changes");
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
        const { state, comparedSettingNames } = this.store;
        const settings = toAddress(this.store.settingsOf(comparedSettingNames));
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

    /** Texts above the button with which a comparison began move it: if it has the focus,
    it is brought back into sight. */
    followButton() {
        if (document.activeElement === this.button)
            this.button.scrollIntoView({ block: "nearest" });
    }

    /** Say in what the games differ, and what the other one is worth. */
    tell() {
        const { store, words, charts, client } = this, { requests: { compared }, failure } = client;
        const { comparedState } = store, kept = store.state.comparedWith;
        let worth = "stopped";
        if (compared.solution) worth = words.worthText(compared.solution, comparedState);
        else if (compared.task && !failure) worth = "solving …";
        this.keptText = kept && `Before, ${this.differencesFrom(comparedState)}: ${worth}.`;
        charts.comparisonParagraph.textContent = this.keptText;
        const [firstChange, ...otherChanges] = charts.otherSolution && client.solution
            ? charts.comparedViews.map(view => view.texts.change).filter(Boolean) : [];
        /** @type {(what: string) => string} */
        const sentenceAbout = what => firstChange
            ? [`Compared with ${what}, ${firstChange}`, ...otherChanges.map(capital)].join(" ")
            : "";
        this.keptChanges = kept ? sentenceAbout("the kept charts") : "";
        this.changesParagraph.textContent = this.keptChanges;
        this.changesParagraph.hidden = !this.keptChanges;
        this.lockChanges = kept ? "" : sentenceAbout("the equilibrium (marked corners)");
    }

    /** The settings of a state that differ from those of the tool's game, in words.
    @param {Settings} otherState */
    differencesFrom(otherState) {
        const { state, comparedSettingNames } = this.store;
        /** @type {(name: string) => string} */
        const described = name => {
            if (name === "beliefText") return `${otherState.beliefText}% sure`;
            if (name !== "locksText")
                return `${this.store.labelOf(name).toLowerCase()} ${otherState[name] || "none"}`;
            if (!otherState.locksText) return "no ranges locked";
            return `${state.locksText ? "other" : "some"} ranges locked`;
        };
        const differing = comparedSettingNames.filter(name => otherState[name] !== state[name]);
        return differing.map(described).join(", ") || "the same";
    }
}
