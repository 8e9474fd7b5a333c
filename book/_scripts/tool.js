/* What the explorer's tools share. A Web Worker solves what is set (solver.js) and sends better and
better plans. What a tool is made of has modules of its own:

inputs.js         what can be set
address.js        how an address says that
solver-client.js  what the worker is asked, and what it has found
tool-charts.js    the charts
report.js         what is said of the game
locks.js          ranges that players keep to
trainer.js        a game against the charts
voice.js          what screen readers hear
toolbar.js        what readers take along

A tool of its own kind says in `settings` what can be set, and adds what only it has. */

import {
    parseNumber, readNumber, refusalIn, withDecimalPoint, withoutBlinds,
} from "./amounts.js";
import { Address } from "./address.js";
import { buildTree } from "./betting.js";
import { button } from "./controls.js";
import { makeElement } from "./elements.js";
import { Game, isLocked } from "./games.js";
import { Inputs } from "./inputs.js";
import { Locker, replierTo, withoutLocks } from "./locks.js";
import { Report } from "./report.js";
import { byKey, keyOf } from "./setting-keys.js";
import { Solution, knownDigits, silentAction } from "./solution.js";
import { SolverClient } from "./solver-client.js";
import { ToolCharts } from "./tool-charts.js";
import { Toolbar } from "./toolbar.js";
import { Trainer, newSeed } from "./trainer.js";
import { Voice } from "./voice.js";
import { afterHistory, capital, percent, withArticle } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { PackedCounts } from "./counts.js" */
/** @import { ChartDeal, HoldemDeal } from "./deals.js" */
/** @import { Plan } from "./games.js" */
/** @import { Setting } from "./inputs.js" */
/** @import { Reply } from "./locks.js" */
/** @import { Answer, Question, Subject } from "./solver-client.js" */
/** @import { Palette } from "./tool-charts.js" */
/** @import { ShownView, View } from "./views.js" */

/** How to find with the package what is set: a command, if there is one, and code; and whether what
is locked is part of that.
@typedef {{ command?: string | false, code: string, note?: string,
    includesLocks?: boolean }} Reproduction */

/** What all tools of a page share. `writeAddress` puts what a tool shows into the address, a step
of Back for each gesture.
@typedef {{ deal: HoldemDeal, palette: Palette, worker: Pick<Worker, "postMessage">,
    broken?: string,
    writeAddress: (tool: Tool, gesture: unknown) => void,
    inSight: (tool: Tool) => boolean }} Shared */

/** What comes with a tool in the page: the solution of what it shows at first, and of which setting
that is, where it leaves out what is never played; in push or fold, the curve and the ends of
pieces; in the first tool, what all share.
@typedef {{ plans?: Plan[], played?: Settings, stacks: number[], values: number[], ends: number[],
    deal?: PackedCounts, palette?: Record<string, unknown> }} ToolData */

/** The settings that are an amount, or a pair of them. */
const AMOUNTS = [
    "stack", "otherStack", "smallBlind", "bigBlind", "ante", "bigBlindAnte", "pot", "blinds",
    "raiseSize", "shownRaise",
];

/** The settings that say which decision of either player is shown. */
export const DECISION_KEYS = ["firstDecision", "secondDecision"];

/** How well a game can be solved, as choices: 0.01, 0.001, ... */
export const TOLERANCES = Object.fromEntries([2, 3, 4, 5, 6, 8].map(digits => {
    const text = (10 ** -digits).toFixed(digits);
    return [text, text];
}));

/** What an address says besides a tool's own settings: what is locked, how sure one can be of that,
what is kept to compare, and the game that is played: its seat, seed and how close decisions are. */
const COMMON_START = { locks: "", sure: "100", kept: "", seat: "0", seed: "", close: "" };

export const parseChips = (/** @type {string} */ text) => parseNumber("", text);

/** How a game's decisions are told: what an action is called after a history; what has happened;
and what is said of a decision besides its strategies, if anything.
@typedef {{ wordFor: (name: string, history: string) => string,
    afterText: (history: string) => string,
    noteAt: (player: number, history: string) => string }} Telling */

/** Actions by their names. @type {Telling} */
const BY_NAMES = { wordFor: name => name, afterText: afterHistory, noteAt: () => "" };

export class Tool {
    /** What makes its game. @type {Record<string, Setting>} */
    static settings = {};
    /** How its decisions are told. */
    static telling = BY_NAMES;
    /** What else its address says, at first. @type {Settings} */
    static start = {};
    /** The digits of what an action earns, and the name of the unit. */
    digits = 4;
    unit = "chips";
    /** So many digits have the weights of a range that is copied, and one more those of a lock. */
    rangeDigits = 3;
    /** The question about what is set. @type {Question} */
    question;

    /** @param {HTMLElement} root @param {ToolData} data @param {Shared} shared */
    constructor(root, data, shared) {
        const { settings, start, telling } = new.target, ownSettings = Object.entries(settings);
        this.telling = telling;
        this.root = root;
        this.gameKind = root.id;
        this.data = data;
        this.shared = shared;
        this.deal = shared.deal;
        this.hands = this.deal.hands;
        this.keys = Object.keys(settings);
        this.comparedKeys = [...this.keys, "locks", "sure"];
        const starts = ownSettings.map(([key, setting]) => [key, setting.start]);
        /** @type {Settings} */
        this.start = { ...Object.fromEntries(starts), ...start, ...COMMON_START };
        this.state = { ...this.start };
        this.players = buildTree(this.gameKind, this.gameSettings(this.state)).players;
        this.thePlayers = this.players.map(withArticle);

        const inputs = new Inputs((settings, gesture) => this.change(settings, gesture));
        const address = new Address(this, inputs), solver = new SolverClient(this.gameKind, shared);
        const voice = new Voice(), charts = new ToolCharts(this, solver, voice, shared.palette);
        const { views } = charts, locker = new Locker(this, { inputs, solver, charts });
        charts.paint = (view, hands, event) => locker.paint(view, hands, event);
        const report = new Report(this, { solver, inputs, charts, locker, voice });
        inputs.onRefusals = () => report.markOutdated();
        const toolbar = new Toolbar(this, { address, solver, views, report, voice });
        this.inputs = inputs;
        this.address = address;
        this.solver = solver;
        this.voice = voice;
        this.charts = charts;
        this.views = views;
        this.locker = locker;
        this.report = report;
        this.toolbar = toolbar;
        this.trainer = new Trainer(this, { inputs, solver, views, locker, toolbar });
        this.compareButton = button("", () => this.startOrEndComparison());
        this.charts.compared.before(
            makeElement("p.explorer-keep", this.compareButton, ...this.toolbar.elements));
        this.controls = makeElement("div.explorer-controls", ...ownSettings.flatMap(
            ([key, setting]) => setting.label ? this.inputs.control(key, setting) : []));
        this.more = makeElement("div.explorer-mores", this.locker.element, this.trainer.element);
        root.querySelector(".explorer-static")?.remove();
        root.prepend(report.source);
        root.append(this.controls, inputs.complaints, report.outdated, report.value,
            report.settings, report.finding, report.realGame, report.changes,
            this.charts.element, report.losses,
            this.more, report.reproduction, voice.element);
        this.takeSolutionOfPage();
    }

    /** Know the solution that came with the page, if one did. */
    takeSolutionOfPage() {
        const { plans, played } = this.data;
        if (!plans) return;
        const tree = buildTree(this.gameKind, { ...this.gameSettings(this.start), ...played });
        const solution = new Solution(new Game(this.deal, tree), { plans });
        this.solver.know(this.questionOf(this.start), solution);
    }

    /* ---- what is set ---- */

    /** Change the state: solve it, draw it, put it into the address and say what it is. What makes
    no game is left out. Changes of one gesture are one step of Back. @param {Settings} settings */
    change(settings, gesture = {}) {
        const changes = Object.entries(settings).map(([key, text]) =>
            [key, this.normalize(key, text)]);
        const { taken, refused } = this.sift(changes);
        this.inputs.replaceRefusals(changes.map(([key]) => key), refused);
        if (!taken.some(change => this.isNew(change))) return;
        this.state = this.changed(taken);
        this.question = this.questionOf(this.state);
        this.report.expectAnnouncement();
        this.show();
        this.shared.writeAddress(this, gesture);
    }

    /** Whether a change, a key and a text, changes anything. @param {string[]} change */
    isNew([key, text]) {
        return text !== this.state[key];
    }

    /** The state after some changes. @param {string[][]} changes */
    changed(changes) {
        const keys = changes.filter(change => this.isNew(change)).map(([key]) => key);
        return this.derive({ ...this.state, ...Object.fromEntries(changes) }, keys);
    }

    /** Which of some changes are taken, and why the others are refused, by key. If they make no
    game together, those are refused that make none alone; if the rest makes none, all of it.
    @param {string[][]} changes */
    sift(changes) {
        /** @type {Map<string, string>} */
        const refused = new Map();
        const together = this.complaintAbout(this.changed(changes));
        if (!together) return { taken: changes, refused };
        for (const change of changes) {
            const [key] = change, alone = this.complaintAbout(this.changed([change]), key);
            if (alone) refused.set(key, alone);
        }
        const rest = changes.filter(([key]) => !refused.has(key));
        if (!this.complaintAbout(this.changed(rest))) return { taken: rest, refused };
        for (const change of rest) if (this.isNew(change)) refused.set(change[0], together);
        return { taken: [], refused };
    }

    /** Let the state have a hand, which changes no game. @param {string} hand
    @param {object} gesture  that chose it */
    chooseHand(hand, gesture) {
        this.state.hand = hand;
        this.shared.writeAddress(this, gesture);
    }

    /** Keep what is shown, to compare it with what comes next, or end that. */
    startOrEndComparison() {
        const settings = byKey(this.gameSettings(this.state, this.comparedKeys));
        this.change({ kept: this.state.kept ? "" : String(settings) });
        // Charts that come or go move the button that was pressed.
        this.compareButton.scrollIntoView({ block: "nearest" });
    }

    /** Why a state makes no game, with settings called as beside their boxes; nothing if it does.
    @param {Settings} state @param {string} [changed]  the setting that was changed, if only one
    was */
    complaintAbout(state, changed) {
        const refused = refusalIn(() => {
            this.questionOf(state);
            if (state.kept) this.questionOf(this.address.read(state.kept));
        });
        return refused?.textFor(key => this.inputs.labelOf(key), changed) ?? "";
    }

    /** What of the state makes the game. @param {Settings} state @returns {Settings} */
    gameSettings(state, keys = this.keys) {
        return Object.fromEntries(keys.map(key => [key, state[key]]));
    }

    /** The state with which the one that is set is compared: an address has it as `kept`. */
    get comparedState() {
        return this.address.read(this.state.kept);
    }

    /** Take the state from an address, as far as it makes sense, and say what does not.
    @param {string[][]} changes */
    recall(changes) {
        /** @type {string[]} */
        const complaints = [];
        this.state = this.address.read(changes, complaints);
        // A link with a seed of 0 begins another game each time.
        if (Number(this.state.seed) === 0 && this.state.seed) this.state.seed = newSeed();
        this.charts.clicked = this.state.hand === this.start.hand ? "" : this.state.hand;
        this.address.read(this.state.kept, complaints);
        this.inputs.forgetRefusals();
        const message = this.complaintAbout(this.state);
        if (message) {
            const given = changes.map(change => change.join("=")).join(", ");
            complaints.push(`${capital(message)} (${given})`);
            this.state = { ...this.start };
        }
        this.question = this.questionOf(this.state);
        const { leftOut } = this.question;
        for (const { player, history, reason } of leftOut)
            complaints.push(`what is locked ${this.telling.afterText(history)} `
                + `(${this.players[player]}): ${reason}`);
        if (leftOut.length) {
            this.state.locks = withoutLocks(this.state.locks, leftOut);
            this.question = this.questionOf(this.state);
        }
        this.inputs.complain();
        this.show();
        for (const [key, text] of changes) {
            const setting = this.address.settingAt(key);
            if (DECISION_KEYS.includes(setting) && text !== this.state[setting])
                complaints.push(`${key}: this game has no decision after "${text}"`);
        }
        if (!complaints.length) return;
        const shown = this.keys.filter(key => this.state[key])
            .map(key => `${keyOf(key)}=${this.state[key]}`).join(", ");
        this.inputs.complainOfAddress(`${complaints.join("; ")}. Shown is ${shown}.`);
    }

    /* ---- its game ---- */

    /** What the worker is asked about a state. @param {Settings} state @param {ChartDeal} deal
    @returns {Question} */
    questionOf(state, deal = this.deal) {
        const settings = this.gameSettings(state), tree = buildTree(this.gameKind, settings);
        const { locks, leftOut } = this.locker.read(state, tree, deal);
        const belief = replierTo(locks) === undefined ? 1 : Number(state.sure) / 100;
        const within = Number(state.within ?? 1e-9);
        const { gameKind } = this;
        return { tree, deal, gameKind, settings, locks, leftOut, belief, within };
    }

    /** The game that is set, as far as it is solved. */
    get solution() {
        return this.solver.solution;
    }

    /** The game in which nobody is locked, as far as it is solved. */
    get unlocked() {
        return this.state.locks ? this.solver.unlocked : this.solution;
    }

    /** What there is to solve, in words. */
    get workText() {
        const { tree, deal } = this.question, count = tree.informationSets.flat().length;
        return `${count} decision${count === 1 ? "" : "s"} of ${deal.hands.length} ${deal.noun}`;
    }

    /** Show what is set, and have it solved. */
    show() {
        const { locks, kept } = this.state;
        this.voice.forgetUnsaid();
        this.toolbar.message.textContent = "";
        this.inputs.show(this.state);
        this.compareButton.textContent = kept ? "End the comparison" : "Keep to compare";
        this.charts.compared.hidden = !kept;
        this.locker.show();
        this.ask("current", this.question);
        this.ask("unlocked", locks ? this.questionOf({ ...this.state, locks: "" }) : undefined);
        this.ask("compared", kept ? this.questionOf(this.comparedState) : undefined);
        this.refresh();
    }

    /** Have the worker solve a game. @param {Subject} subject @param {Question} [question] */
    ask(subject, question) {
        this.solver.ask(subject, question);
    }

    /** Hear what the worker has found. @param {Answer} answer @param {Subject} subject */
    arrive(answer, subject) {
        if (!this.solver.arrive(answer, subject)) return;
        if (answer.done) this.report.announceAgain();
        this.refresh();
    }

    /** Say that nothing can be solved. @param {string} reason */
    fail(reason) {
        this.solver.fail(reason);
        this.refresh();
    }

    /** Let the worker stop, or go on where it was stopped. */
    stopOrGoOn() {
        if (this.solver.stopped) {
            this.solver.goOn();
            this.show();
        } else {
            this.solver.stop();
            this.refresh();
        }
    }

    /** Show and tell what is known by now. */
    refresh() {
        this.solver.keepSolved();
        this.draw();
        this.report.compare();
        this.report.show();
        // What is told above the button with which a comparison began moves it.
        if (document.activeElement === this.compareButton)
            this.compareButton.scrollIntoView({ block: "nearest" });
        this.trainer.keepUp();
        this.report.announce();
    }

    /** Draw what is solved by now. */
    draw() {
        this.charts.show();
        if (this.solution) for (const view of this.views) this.locker.showRange(view);
    }

    /** Show the charts, or hide them from a reader who plays. @param {boolean} isShown */
    showCharts(isShown) {
        this.charts.element.hidden = !isShown;
        // A command names the ranges that the player is asked about, and sentences name hands.
        this.report.hideAnswers(!isShown);
    }

    /* ---- ranges ---- */

    /** How often each hand takes each action, as text; the silent one is left out.
    @param {string[]} names @param {number[][]} shares */
    writeStrategy(names, shares, digits = this.rangeDigits + 1) {
        const silent = silentAction(names);
        const { deal } = this.question;
        const ranges = names.map((name, i) => ({ name, i })).filter(({ i }) => i !== silent)
            .map(({ name, i }) => ({ name, text: deal.writeWeights(shares[i], digits) }));
        if (ranges.length === 1) return ranges[0].text;
        return ranges.filter(({ text }) => text !== "none")
            .map(({ name, text }) => `${name}: ${text}`).join("; ") || "none";
    }

    /** Which action of a decision a reader names, wholly or by its first words if no other has
    these; -1 if none. @param {string} typed @param {string[]} names @param {string} history
    @param {Settings} state */
    findAction(typed, names, history, state) {
        if (names.includes(typed)) return names.indexOf(typed);
        const words = names.map(name => this.telling.wordFor(name, history));
        if (words.includes(typed)) return words.indexOf(typed);
        const begun = names.filter(name => name.startsWith(`${typed} `));
        return begun.length === 1 ? names.indexOf(begun[0]) : -1;
    }

    /* ---- what tools do otherwise ---- */

    /** Let what was not set follow from what was. @param {Settings} state
    @param {string[]} given  the settings that were set */
    derive(state, given) {
        return state;
    }

    /** The text of a setting as it is kept: in an amount, a decimal comma is a point, and a unit is
    left out that is that of all amounts.
    @param {string} key @param {string} text */
    normalize(key, text) {
        if (!AMOUNTS.includes(key)) return text;
        const amount = withDecimalPoint(text.trim());
        return readNumber(this.state.bigBlind ?? "") === 1 ? withoutBlinds(amount) : amount;
    }

    /** What the game lacks, before its value: nobody should take its strategies for advice at a
    table. */
    get caveat() {
        return "No postflop betting, rake or ICM. ";
    }

    /** What a reader of its charts asks first, in a sentence, if anything. */
    get finding() {
        return "";
    }

    /** What is known of the game with all its streets, if anything. */
    get realGame() {
        return "";
    }

    /** What a game is worth. @param {Solution} solution @param {Settings} [state] */
    worthText(solution, state) {
        let locked = "";
        if (solution.game.locks.some(isLocked)) locked = solution.belief < 1
            ? `, ${percent(solution.belief)} sure of what is locked` : ", with what is locked";
        return `the game is worth ${solution.valueText()} ${this.unit} to ${this.thePlayers[0]}`
            + locked;
    }

    /** A setting in words. @param {string} key @param {string} text */
    settingText(key, text) {
        const label = this.inputs.labelOf(key);
        // A name keeps its capital.
        const name = this.players.some(player => label.startsWith(player)) ? label
            : label[0].toLowerCase() + label.slice(1);
        return `${name} ${text || "none"}`;
    }

    /** Some settings of a state in words. @param {string[]} keys @param {Settings} [state] */
    settingsText(keys, state = this.state) {
        return keys.map(key => this.settingText(key, state[key])).join(", ");
    }

    /** All that is set and locked, in words. */
    get wholeText() {
        const { state, start } = this;
        const keys = this.keys.filter(key => key !== "within"
            && (state[key] !== start[key] || !["", "0"].includes(state[key])));
        return [this.settingsText(keys), ...this.locker.texts].join("; ");
    }

    /** Of which game a range is that is copied, where that can't be told from the range.
    @param {number} player @param {string} history  after which it is played */
    rangeNote(player, history) {
        return "";
    }

    /** What game a state is, in a few words, if that can be said in few.
    @param {Settings} [state] */
    briefText(state) {
        return "";
    }

    /** A power of ten that a width does not exceed, or a whole number. @param {number} width */
    widthText(width) {
        const digits = knownDigits(width, 9);
        return width > 1 ? String(Math.ceil(width)) : (10 ** -digits).toFixed(digits);
    }

    /** In what mistakes are counted: how much a unit is, and its name.
    @returns {{ size: number, name: string }} */
    get mistakeUnit() {
        return { size: parseChips(this.state.bigBlind) / 1000, name: "mbb" };
    }

    /** What is lost, in the unit of mistakes; with the digits that a width leaves, one at most.
    @param {number} lost @param {number} [width] */
    lossText(lost, width = 0) {
        const { size, name } = this.mistakeUnit, inUnits = lost / size;
        const digits = knownDigits(width / size, 1), least = 10 ** -digits;
        const isTiny = inUnits > 0 && inUnits < least / 2;
        return `${isTiny ? `less than ${least}` : inUnits.toFixed(digits)} ${name}`;
    }

    /** What is lost a deal; where mistakes are in mbb, in big blinds per hundred deals, too, which
    players count in. These are deals of one seat; a player sits in both in turn.
    @param {number} lost @param {number} [width] */
    lossRateText(lost, width = 0) {
        const { size, name } = this.mistakeUnit, rate = lost / size / 10;
        const perHundred = rate.toFixed(knownDigits(width / size, 1) + 1);
        return `${this.lossText(lost, width)} a deal`
            + (name === "mbb" ? ` (${perHundred} bb/100 in this seat)` : "");
    }

    /** Draw a game into views. @param {Solution} solution @param {View[]} views */
    drawGame(solution, views) {}

    /** How to find with the package what is set.
    @param {Settings} state @param {Reply} [reply] @returns {Reproduction} */
    reproduction(state, reply) {
        return { code: "" };
    }

    /** A button that leads to what follows an action, if the other player decides there.
    @param {ShownView} view @param {string} name @returns {HTMLElement | undefined} */
    nextDecision(view, name) {
        return;
    }

    /** What an address says so that the decision of a view stays the one that is shown.
    @param {View} view @returns {Settings} */
    decisionSetting(view) {
        return {};
    }

    /** What else is told of the hand that is selected, and of the one that is marked.
    @param {ShownView} view @param {number} selected @param {number} marked
    @returns {HTMLElement[]} */
    belowActions(view, selected, marked) {
        return [];
    }
}
