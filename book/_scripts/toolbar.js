/* What a reader takes along from a tool: its link, a range, a table, a picture, a print. */

import { sum } from "./amounts.js";
import { button } from "./controls.js";
import { make } from "./elements.js";
import { picture } from "./picture.js";
import { silentAction } from "./solution.js";
import { columnNames, csv, handTable } from "./tables.js";
import { capital, percent } from "./words.js";
/** @import { Report } from "./report.js" */
/** @import { SolverClient } from "./solver-client.js" */
/** @import { Tool } from "./tool.js" */
/** @import { View } from "./views.js" */

/** Whether what is set is solved is looked at again after so many milliseconds. */
const WAIT = 50;

/** Files are named after these settings, and after others that differ from the first ones; not
after these, which are too long or change no game. */
const NAMING = ["board", "blinds", "stack"];
const UNNAMED = ["first", "second", "within"];
const LONGEST_NAME = 100;

export class Toolbar {
    message = make("span");

    /** @param {Tool} tool @param {SolverClient} solver @param {Report} report */
    constructor(tool, solver, report) {
        this.tool = tool;
        this.solver = solver;
        this.report = report;
        this.rangeButtons = tool.views.map(view => button(
            `Copy ${tool.thePlayers[view.player]}'s range`,
            () => this.whenSolved(() => { if (view.solution) this.copyRange(view); })));
        this.elements = [
            button("Copy link", () => this.copy(this.link, "The link")),
            ...this.canShare ? [button("Share", () => this.share())] : [],
            ...this.rangeButtons,
            button("Save CSV", () => this.whenSolved(() => this.saveTable())),
            button("Save PNG", () => this.whenSolved(() => this.savePicture())),
            button("Print", () => this.whenSolved(() => this.print())),
            this.message,
        ];
    }

    /** The address of what is shown. */
    get link() {
        return `${location.href.split("#")[0]}#${this.tool.address.text}`;
    }

    /** Whether the browser hands links on to other programs, as those of phones do. */
    get canShare() {
        return "share" in navigator;
    }

    /** Hand the link on to another program; a reader may decide against it. */
    share() {
        const text = this.report.verdictText;
        navigator.share({ title: document.title, text, url: this.link }).catch(() => {});
    }

    /** Do something as soon as what is set is solved. @param {() => void} act */
    whenSolved(act) {
        if (this.solver.busy) setTimeout(() => this.whenSolved(act), WAIT);
        else act();
    }

    /** Copy how often each hand is dealt, gets to the decision that a view shows, and takes each
    action. @param {View} view */
    copyRange({ solution, player, decision, names, history }) {
        const { tool } = this, { deal } = solution.game, silent = silentAction(names);
        const dealt = deal.hands.map((_, hand) => tool.dealtShare(deal, player, hand));
        /** @type {(shares: number[]) => number} */
        const combosOfAll = shares =>
            sum(shares.map((share, hand) => share * (deal.combos?.[hand] ?? 1)));
        const taken = solution.actionColumns(player, decision).map(column =>
            dealt.map((share, hand) => share * column[hand]));
        const whole = combosOfAll(dealt);
        const shares = names.map((name, i) =>
            `${tool.wordFor(name, history)} ${percent(combosOfAll(taken[i]) / whole, 1)}`);
        this.copy(tool.writeStrategy(names, taken, tool.rangeDigits),
            `${tool.thePlayers[player]}'s range`,
            `: ${shares.filter((_, i) => i !== silent).join(", ")} of all hands dealt`);
    }

    /** Copy a text, and say so; what cannot be copied is shown.
    @param {string} text @param {string} what @param {string} more  that is said of it */
    async copy(text, what, more = "") {
        let message = text;
        try {
            await navigator.clipboard.writeText(text);
            message = `${capital(what)} is copied${more}.`;
        } catch { /* the browser does not allow it */ }
        this.message.textContent = message;
        this.report.say(() => message);
    }

    /** Save both charts as a table, hand by hand. */
    saveTable() {
        const { tool } = this, type = "text/csv";
        const rows = tool.views.filter(view => view.solution).flatMap(view => handTable(view));
        const text = csv([columnNames(tool.unit), ...rows]);
        const href = URL.createObjectURL(new Blob([text], { type }));
        make("a", { href, download: `${this.fileName}.csv` }).click();
        URL.revokeObjectURL(href);
    }

    /** Save the charts as a picture, in the page's colours. */
    savePicture() {
        const { tool } = this, shown = tool.views.filter(view => view.solution);
        const { verdictText, setting } = this.report;
        const canvas =
            picture(verdictText, setting.textContent, shown, tool.hands, tool.root);
        make("a", { href: canvas.toDataURL(), download: `${this.fileName}.png` }).click();
    }

    /** Print the charts, and nothing else of the page. */
    print() {
        const { classList } = document.documentElement;
        addEventListener("afterprint", () => classList.remove("explorer-alone"), { once: true });
        classList.add("explorer-alone");
        window.print();
    }

    /** What files of a tool are named after. */
    get fileName() {
        const { kind, state, start, keys } = this.tool;
        const settings = keys.filter(key => NAMING.includes(key) && state[key]
            || !UNNAMED.includes(key) && state[key] !== start[key])
            .map(key => `-${key}-${(state[key] || "none").replaceAll(/[^\w.]+/g, "-")}`);
        const name = (kind + settings.join("")).slice(0, LONGEST_NAME);
        return name + (state.locks ? "-locked" : "");
    }
}
