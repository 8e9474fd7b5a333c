/* What a reader takes along from a tool: its link, a range, a table, a picture, a print. */

import { button } from "./controls.js";
import { elementOf, makeElement } from "./elements.js";
import { tryToCopy, saveAddress, saveFile } from "./files.js";
import { sum } from "./numbers.js";
import { picture } from "./picture.js";
import { BETWEEN_ACTIONS, writeStrategy } from "./locked-ranges.js";
import { addressKeyOf } from "./setting-keys.js";
import { silentAction } from "./solutions.js";
import { columnNames, csv, handTable } from "./tables.js";
import { ToolPart } from "./tool-part.js";
import { capital, percent } from "./words.js";
/** @import { Address } from "./address.js" */
/** @import { Report } from "./report.js" */
/** @import { Foundation } from "./tool-part.js" */
/** @import { ShownDecision } from "./shown-decision.js" */
/** @import { Voice } from "./voice.js" */

/** Files are named after these settings, and after others that differ from the first ones; not
after these, which are too long or change no game. */
const NAMING = ["board", "blinds", "stack"];
const UNNAMED = ["first", "second", "tolerance"];
const LONGEST_NAME = 100;

/** How many digits the weights of a range have on paper. */
const DIGITS_ON_PAPER = 2;

export class Toolbar extends ToolPart {
    message = makeElement("span");
    /** What to do once the game is solved, by the names of buttons: pressed again meanwhile, it
    is done once.
    @type {Map<string, () => void>} */
    pending = new Map();

    /** @param {Foundation & { address: Address, report: Report, voice: Voice }} parts */
    constructor(parts) {
        super(parts);
        const { words } = parts;
        this.address = parts.address;
        this.report = parts.report;
        this.voice = parts.voice;
        /** @type {(name: string, act: () => void) => HTMLButtonElement} */
        const buttonWhenSolved = (name, act) => button(name, () => {
            this.pending.set(name, act);
            this.doPending();
        });
        this.rangeButtons = this.charts.views.map(view => buttonWhenSolved(
            `Copy ${words.thePlayers[view.player]}'s range`,
            () => { if (view.shown) this.copyRange(view.shown); }));
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

    /** The address of the tool as it is. */
    get link() {
        return `${location.href.split("#")[0]}#${this.address.text}`;
    }

    /** The address for paper, where nobody plays: without the quiz that was set or
    played last, and with the stack that a reader looks for. */
    get printedLink() {
        return `${location.href.split("#")[0]}#${this.address.textOnPaper}`;
    }

    /** Whether the browser hands links on to other programs, as those of phones do. */
    get canShare() {
        return "share" in navigator;
    }

    /** Hand the link on to another program; a reader may decide against it. */
    share() {
        const text = this.report.verdictText();
        navigator.share({ title: document.title, text, url: this.link }).catch(() => {});
    }

    /** Do what was pressed, if the game is solved and stays as it is. */
    doPending() {
        if (!this.tool.isFinal) return;
        const acts = [...this.pending.values()];
        this.pending.clear();
        for (const act of acts) act();
    }

    /** How often each hand is dealt, gets to a decision, and takes each action.
    @param {ShownDecision} shown */
    sharesOf({ solution, player, informationSet }) {
        const { deal } = solution.game;
        const dealt = deal.hands.map((_, dealtHand) => deal.dealtShare(player, dealtHand));
        const sharesByAction = solution.actionColumns(player, informationSet).map(column =>
            dealt.map((share, dealtHand) => share * column[dealtHand]));
        return { dealt, sharesByAction };
    }

    /** Write below each chart, for the ear and for paper, the ranges that it shows. */
    writeRanges() {
        for (const { shown, written, texts: viewTexts } of this.charts.views) {
            if (!shown) continue;
            const { actionNames, solution: { game }, history } = shown;
            const silent = silentAction(actionNames);
            const others = actionNames.filter((_, i) => i !== silent);
            /** @type {(action: string) => string} */
            const wordFor = action => this.words.telling.wordFor(action, history);
            const range = writeStrategy(game.deal, actionNames.map(wordFor),
                this.sharesOf(shown).sharesByAction, DIGITS_ON_PAPER);
            const name = others.length === 1 ? `${capital(wordFor(others[0]))}: ` : "";
            // On paper each action's range begins a line. A river's lists have titles of their own.
            written.dataset.title = viewTexts.caption;
            const texts = `${name}${range}`.split(BETWEEN_ACTIONS), last = texts.length - 1;
            written.replaceChildren(...texts.map((text, i) =>
                elementOf("span", text + (i < last ? BETWEEN_ACTIONS : ""))));
        }
    }

    /** Copy the range of a chart, and say how much each action is.
    @param {ShownDecision} shown */
    copyRange(shown) {
        const { solution, player, actionNames, history } = shown;
        const { words } = this, { deal } = solution.game, silent = silentAction(actionNames);
        const { dealt, sharesByAction } = this.sharesOf(shown);
        /** How many combos some shares of the hands are.
        @type {(shares: number[]) => number} */
        const combosIn = shares =>
            sum(shares.map((share, dealtHand) => share * (deal.combosPerHand?.[dealtHand] ?? 1)));
        const all = combosIn(dealt);
        const shares = actionNames.map((name, i) => `${words.telling.wordFor(name, history)} `
            + percent(combosIn(sharesByAction[i]) / all, 1));
        const note = words.rangeNote(player, history);
        const range = writeStrategy(deal, actionNames, sharesByAction, words.rangeDigits);
        this.copy(range + (note && `\n# ${note}`), `${words.thePlayers[player]}'s range`,
            `: ${shares.filter((_, i) => i !== silent).join(", ")} of all hands dealt`);
    }

    /** Tell what was done, to eye and ear.
    @param {string} message
    @param {HTMLElement} place  where it is seen */
    tellDone(message, place = this.message) {
        place.textContent = message;
        place.scrollIntoView({ block: "nearest" });
        this.voice.sayAloud(() => message);
    }

    /** Save a file, and tell so.
    @param {string} extension
    @param {(name: string) => void} save  saves it under a name */
    save(extension, save) {
        const name = `${this.nameOfFiles()}.${extension}`;
        save(name);
        this.tellDone(`${name} is saved.`);
    }

    /** Copy a text, and tell so; what cannot be copied is shown.
    @param {string} text
    @param {string} what
    @param {string} more  that is said of it
    @param {HTMLElement} place  where it is said */
    async copy(text, what, more = "", place = this.message) {
        const isCopied = await tryToCopy(text);
        this.tellDone(isCopied ? `${capital(what)} is copied${more}.` : text, place);
    }

    /** Save both charts as a table, hand by hand. */
    saveTable() {
        const { words } = this;
        const rows = this.charts.views.flatMap(({ shown }) => shown ? handTable(words, shown) : []);
        const text = csv([columnNames(words.unit), ...rows]);
        this.save("csv", name => saveFile(new Blob([text], { type: "text/csv" }), name));
    }

    /** Save the charts as a picture, in the page's colours. */
    savePicture() {
        const { views } = this.charts, { whatIsSet } = this.report.paragraphs;
        const notes = views.map(({ player, history }) =>
            this.words.telling.noteAt(player, history));
        const below = [whatIsSet.textContent, this.words.realGameText(), ...notes]
            .filter(Boolean).join(" ");
        const canvas = picture(this.report.verdictText(), below, views.filter(view => view.shown),
            this.store.hands, views[0].element);
        this.save("png", name => saveAddress(canvas.toDataURL(), name));
    }

    /** Print what the browser's own command prints: the charts, and nothing else of the page. */
    print() {
        window.print();
    }

    /** What files of a tool are named after. */
    nameOfFiles() {
        const { gameKind, state, start, gameSettingNames } = this.store;
        /** @type {(name: string) => boolean} */
        const isSaid = name => NAMING.includes(name) ? state[name] !== ""
            : !UNNAMED.includes(name) && state[name] !== start[name];
        const settings = gameSettingNames.filter(isSaid).map(name =>
            `-${addressKeyOf(name)}-${(state[name] || "none").replaceAll(/[^\w.]+/g, "-")}`);
        const fileName = (gameKind + settings.join("")).slice(0, LONGEST_NAME);
        return fileName + (state.locksText ? "-locked" : "");
    }
}
