/* What a reader takes along from a tool: its link, a range, a table, a picture, a print. */

import { sum } from "./amounts.js";
import { button } from "./controls.js";
import { makeElement } from "./elements.js";
import { picture } from "./picture.js";
import { keyOf } from "./setting-keys.js";
import { silentAction } from "./solution.js";
import { columnNames, csv, handTable } from "./tables.js";
import { isShown } from "./views.js";
import { capital, percent } from "./words.js";
/** @import { Address } from "./address.js" */
/** @import { Report } from "./report.js" */
/** @import { SolverClient } from "./solver-client.js" */
/** @import { Tool } from "./tool.js" */
/** @import { ShownView, View } from "./views.js" */
/** @import { Voice } from "./voice.js" */

/** What a toolbar asks its tool.
@typedef {Pick<Tool, "root" | "gameKind" | "state" | "start" | "keys" | "hands" | "unit"
    | "thePlayers" | "rangeDigits" | "rangeNote" | "wholeText" | "telling"
    | "writeStrategy">} ToolOfToolbar */

/** Whether what is set is solved is looked at again after so many milliseconds. */
const WAIT = 50;

/** Files are named after these settings, and after others that differ from the first ones; not
after these, which are too long or change no game. */
const NAMING = ["board", "blinds", "stack"];
const UNNAMED = ["first", "second", "within"];
const LONGEST_NAME = 100;

export class Toolbar {
    message = makeElement("span");
    /** What waits until what is set is solved: pressed again meanwhile, it is done once.
    @type {Set<string>} */
    waiting = new Set();

    /** @param {ToolOfToolbar} tool
    @param {{ address: Address, solver: SolverClient, views: View[], report: Report,
        voice: Voice }} others  parts of the tool */
    constructor(tool, { address, solver, views, report, voice }) {
        this.tool = tool;
        this.address = address;
        this.solver = solver;
        this.views = views;
        this.report = report;
        this.voice = voice;
        /** @type {(name: string, act: () => void) => HTMLButtonElement} */
        const buttonWhenSolved = (name, act) => button(name, () => {
            if (this.waiting.has(name)) return;
            this.waiting.add(name);
            this.whenSolved(() => {
                this.waiting.delete(name);
                act();
            });
        });
        this.rangeButtons = views.map(view => buttonWhenSolved(
            `Copy ${tool.thePlayers[view.player]}'s range`,
            () => { if (isShown(view)) this.copyRange(view); }));
        this.elements = [
            button("Copy link", () => this.copy(this.link, "The link")),
            ...this.canShare ? [button("Share", () => this.share())] : [],
            ...this.rangeButtons,
            buttonWhenSolved("Save CSV", () => this.saveTable()),
            buttonWhenSolved("Save PNG", () => this.savePicture()),
            buttonWhenSolved("Print", () => this.print()),
            this.message,
        ];
    }

    /** The address of what is shown. */
    get link() {
        return `${location.href.split("#")[0]}#${this.address.text}`;
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
    action. @param {ShownView} view */
    copyRange({ solution, player, decision, names, history }) {
        const { tool } = this, { deal } = solution.game, silent = silentAction(names);
        const dealt = deal.hands.map((_, hand) => deal.dealtShare(player, hand));
        /** @type {(shares: number[]) => number} */
        const combosOfAll = shares =>
            sum(shares.map((share, hand) => share * (deal.combos?.[hand] ?? 1)));
        const taken = solution.actionColumns(player, decision).map(column =>
            dealt.map((share, hand) => share * column[hand]));
        const whole = combosOfAll(dealt);
        const shares = names.map((name, i) =>
            `${tool.telling.wordFor(name, history)} ${percent(combosOfAll(taken[i]) / whole, 1)}`);
        const note = tool.rangeNote(player, history);
        this.copy(tool.writeStrategy(names, taken, tool.rangeDigits) + (note && `\n# ${note}`),
            `${tool.thePlayers[player]}'s range`,
            `: ${shares.filter((_, i) => i !== silent).join(", ")} of all hands dealt`);
    }

    /** Copy a text, and say so; what cannot be copied is shown.
    @param {string} text @param {string} what @param {string} more  that is said of it
    @param {HTMLElement} place  where it is said */
    async copy(text, what, more = "", place = this.message) {
        let message = text;
        try {
            await navigator.clipboard.writeText(text);
            message = `${capital(what)} is copied${more}.`;
        } catch { /* the browser does not allow it */ }
        place.textContent = message;
        place.scrollIntoView({ block: "nearest" });
        this.voice.sayAloud(() => message);
    }

    /** Save both charts as a table, hand by hand. */
    saveTable() {
        const { tool } = this, type = "text/csv";
        const rows = this.views.filter(isShown).flatMap(view => handTable(tool, view));
        const text = csv([columnNames(tool.unit), ...rows]);
        const href = URL.createObjectURL(new Blob([text], { type }));
        makeElement("a", { href, download: `${this.fileName}.csv` }).click();
        URL.revokeObjectURL(href);
    }

    /** Save the charts as a picture, in the page's colours. */
    savePicture() {
        const { tool } = this, shown = this.views.filter(isShown);
        const { verdictText, settings } = this.report;
        const canvas =
            picture(verdictText, settings.textContent, shown, tool.hands, tool.root);
        makeElement("a", { href: canvas.toDataURL(), download: `${this.fileName}.png` }).click();
    }

    /** Print what the browser's own command prints: the charts, and nothing else of the page. */
    print() {
        window.print();
    }

    /** What files of a tool are named after. */
    get fileName() {
        const { gameKind, state, start, keys } = this.tool;
        const settings = keys.filter(key => NAMING.includes(key) && state[key]
            || !UNNAMED.includes(key) && state[key] !== start[key])
            .map(key => `-${keyOf(key)}-${(state[key] || "none").replaceAll(/[^\w.]+/g, "-")}`);
        const name = (gameKind + settings.join("")).slice(0, LONGEST_NAME);
        return name + (state.locks ? "-locked" : "");
    }
}
