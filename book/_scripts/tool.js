/* What the explorer's tools share. A Web Worker solves what is set (solver.js) and sends better and
better plans. What a tool is made of has modules of its own:

inputs.js         what can be set
address.js        how an address says that
solver-client.js  what the worker is asked, and what it has found
tool-charts.js    the charts
report.js         what is said of the game
locks.js          ranges that players keep to
trainer.js        a game against the charts
toolbar.js        what readers take along

A tool of its own kind says in `settings` what can be set, and adds what only it has. */

import { complaint, parseNumber, refusalIn, refuse, withDecimalPoint } from "./amounts.js";
import { Address } from "./address.js";
import { buildTree } from "./betting.js";
import { button } from "./controls.js";
import { make } from "./elements.js";
import { Game } from "./games.js";
import { Inputs } from "./inputs.js";
import { Locker, replierTo, withoutLocks } from "./locks.js";
import { Trainer } from "./trainer.js";
import { readRange, writeRange } from "./ranges.js";
import { Report } from "./report.js";
import { Solution, knownDigits, silentAction } from "./solution.js";
import { SolverClient } from "./solver-client.js";
import { ToolCharts } from "./tool-charts.js";
import { Toolbar } from "./toolbar.js";
import { after, capital, percent, the } from "./words.js";
/** @import { State } from "./betting.js" */
/** @import { PackedCounts } from "./counts.js" */
/** @import { ChartDeal, HoldemDeal } from "./deals.js" */
/** @import { Plan } from "./games.js" */
/** @import { Setting } from "./inputs.js" */
/** @import { Reply } from "./locks.js" */
/** @import { Answer, Question, Subject } from "./solver-client.js" */
/** @import { Palette } from "./tool-charts.js" */
/** @import { View } from "./views.js" */

/** How to find with the package what is set: a command, if there is one, and code; and whether what
is locked is part of that.
@typedef {{ command?: string | false, code: string, note?: string,
    includesLocks?: boolean }} Reproduction */

/** What all tools of a page share. `remember` puts what a tool shows into the address, a step of
Back for each gesture.
@typedef {{ deal: HoldemDeal, palette: Palette, worker: Pick<Worker, "postMessage">,
    broken?: string,
    remember: (tool: Tool, gesture: unknown) => void,
    inSight: (tool: Tool) => boolean }} Shared */

/** What comes with a tool in the page: the solution of what it shows at first, and of which setting
that is, where it leaves out what is never played; in push or fold, the curve and the ends of
pieces; in the first tool, what all share.
@typedef {{ plans?: Plan[], played?: State, stacks: number[], values: number[], ends: number[],
    deal?: PackedCounts, palette?: Record<string, unknown> }} ToolData */

/** The settings that are an amount, or a pair of them. Some have short names, as in addresses: `sb`
and `bb` are the blinds, `dead` is the big-blind ante. */
const AMOUNTS = ["stack", "other", "sb", "bb", "ante", "dead", "pot", "blinds", "raise"];

/** The settings that say which decision of either player is shown. Addresses name them after the
blinds in every game: Alice's and a river's first player's is `small`. */
export const DECISION_KEYS = ["small", "big"];

/** How well a game can be solved, as choices: 0.01, 0.001, ... */
export const TOLERANCES = Object.fromEntries([2, 3, 4, 5, 6, 8].map(digits => {
    const text = (10 ** -digits).toFixed(digits);
    return [text, text];
}));

/** What an address says besides a tool's own settings: what is locked, how sure one can be of that,
what is kept to compare, and the game that is played: its seat, seed and how close decisions are. */
const COMMON_START = { locks: "", sure: "100", kept: "", seat: "0", seed: "", close: "" };

export const chips = (/** @type {string} */ text) => parseNumber("", text);

export class Tool {
    /** What makes its game. @type {Record<string, Setting>} */
    static settings = {};
    /** What else its address says, at first. @type {State} */
    static start = {};
    /** The digits of what an action earns, and the name of the unit. */
    digits = 3;
    unit = "chips";
    /** So many digits have the weights of a range that is copied, and one more those of a lock. */
    rangeDigits = 3;
    /** The question about what is set. @type {Question} */
    question;
    /** What the hands of its deal are called, in the plural. */
    handsNoun = "hands";

    /** @param {HTMLElement} root @param {ToolData} data @param {Shared} shared */
    constructor(root, data, shared) {
        const { settings, start } = new.target, ownSettings = Object.entries(settings);
        this.root = root;
        this.kind = root.id;
        this.data = data;
        this.shared = shared;
        this.deal = shared.deal;
        this.hands = this.deal.hands;
        this.keys = Object.keys(settings);
        this.comparedKeys = [...this.keys, "locks", "sure"];
        const starts = ownSettings.map(([key, setting]) => [key, setting.start]);
        /** @type {State} */
        this.start = { ...Object.fromEntries(starts), ...start, ...COMMON_START };
        this.state = { ...this.start };
        this.players = buildTree(this.kind, this.settingOf(this.state)).players;
        this.thePlayers = this.players.map(the);

        this.inputs = new Inputs((settings, gesture) => this.change(settings, gesture),
            () => this.report.markOutdated());
        this.address = new Address(this, this.inputs);
        this.solver = new SolverClient(this.kind, shared);
        this.report = new Report(this, this.solver);
        this.charts = new ToolCharts(this, this.solver, this.report, shared.palette);
        this.views = this.charts.views;
        this.toolbar = new Toolbar(this, this.solver, this.report);
        this.compareButton = button("", () => this.startOrEndComparison());
        this.charts.compared.before(
            make("p.explorer-keep", this.compareButton, ...this.toolbar.elements));
        this.controls = make("div.explorer-controls", ...ownSettings.flatMap(
            ([key, setting]) => setting.label ? this.inputs.control(key, setting) : []));
        this.locker = new Locker(this, this.inputs);
        this.trainer = new Trainer(this, this.inputs);
        this.more = make("div.explorer-mores", this.locker.element, this.trainer.element);
        const { inputs, report } = this;
        root.querySelector(".explorer-static")?.remove();
        root.append(this.controls, inputs.complaints, report.outdated, report.value,
            report.setting, report.finding, report.realGame, this.charts.element, report.losses,
            this.more, report.reproduction, report.voice);
        this.takeSolutionOfPage();
    }

    /** Know the solution that came with the page, if one did. */
    takeSolutionOfPage() {
        const { plans, played } = this.data;
        if (!plans) return;
        const tree = buildTree(this.kind, { ...this.settingOf(this.start), ...played });
        const solution = new Solution(new Game(this.deal, tree), { plans });
        this.solver.remember(this.questionOf(this.start), solution);
    }

    /* ---- what is set ---- */

    /** Change the state: solve it, draw it, put it into the address and say what it is. What makes
    no game is left out. Changes of one gesture are one step of Back. @param {State} settings */
    change(settings, gesture = {}) {
        const changes = this.address.normalized(Object.entries(settings));
        const { taken, refused } = this.sift(changes);
        this.inputs.replaceRefusals(changes.map(([key]) => key), refused);
        if (!taken.some(change => this.isNew(change))) return;
        this.state = this.changed(taken);
        this.question = this.questionOf(this.state);
        this.report.expectAnnouncement();
        this.show();
        this.shared.remember(this, gesture);
    }

    /** Whether a change, a key and a text, changes anything. @param {string[]} change */
    isNew([key, text]) {
        return text !== this.state[key];
    }

    /** The state after some changes. @param {string[][]} changes */
    changed(changes) {
        const keys = changes.filter(change => this.isNew(change)).map(([key]) => key);
        return this.follow({ ...this.state, ...Object.fromEntries(changes) }, keys);
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

    /** Keep what is shown, to compare it with what comes next, or end that. */
    startOrEndComparison() {
        const setting = new URLSearchParams(this.settingOf(this.state, this.comparedKeys));
        this.change({ kept: this.state.kept ? "" : String(setting) });
        // Charts that come or go move the button that was pressed.
        this.compareButton.scrollIntoView({ block: "nearest" });
    }

    /** Why a state makes no game, with settings called as beside their boxes; nothing if it does.
    @param {State} state @param {string} [changed]  the setting that was changed, if only one was */
    complaintAbout(state, changed) {
        const refused = refusalIn(() => {
            this.questionOf(state);
            if (state.kept) this.questionOf(this.address.read(state.kept));
        });
        return refused?.textFor(key => this.inputs.labelOf(key), changed) ?? "";
    }

    /** What of the state makes the game. @param {State} state @returns {State} */
    settingOf(state, keys = this.keys) {
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
            complaints.push(
                `what is locked ${this.afterText(history)} (${this.players[player]}): ${reason}`);
        if (leftOut.length) {
            this.state.locks = withoutLocks(this.state.locks, leftOut);
            this.question = this.questionOf(this.state);
        }
        this.inputs.complain();
        this.show();
        for (const [key, text] of changes)
            if (DECISION_KEYS.includes(key) && text !== this.state[key])
                complaints.push(`${key}: ${complaint(text, "a decision of this game")}`);
        if (!complaints.length) return;
        const shown = this.keys.filter(key => this.state[key])
            .map(key => `${key}=${this.state[key]}`).join(", ");
        this.inputs.complainOfAddress(`${complaints.join("; ")}. Shown is ${shown}.`);
    }

    /* ---- its game ---- */

    /** What the worker is asked about a state. @param {State} state @param {ChartDeal} deal
    @returns {Question} */
    questionOf(state, deal = this.deal) {
        const setting = this.settingOf(state), tree = buildTree(this.kind, setting);
        const { locks, leftOut } = this.locker.read(state, tree, deal);
        const belief = replierTo(locks) === undefined ? 1 : Number(state.sure) / 100;
        const within = Number(state.within ?? 1e-9);
        return { tree, deal, kind: this.kind, setting, locks, leftOut, belief, within };
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
        return `${count} decision${count === 1 ? "" : "s"} of ${deal.hands.length} `
            + this.handsNoun;
    }

    /** Show what is set, and have it solved. */
    show() {
        const { locks, kept } = this.state;
        this.report.forgetUnsaid();
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
        this.solver.rememberSolved();
        this.draw();
        this.report.compare();
        this.report.show();
        this.trainer.follow();
        this.report.announce();
    }

    /** Draw what is solved by now. */
    draw() {
        this.charts.show();
    }

    /** Show the charts, or hide them from a reader who plays. @param {boolean} isShown */
    showCharts(isShown) {
        this.charts.element.hidden = !isShown;
    }

    /* ---- ranges ---- */

    /** Which share of a hand a player is dealt.
    @param {ChartDeal} deal @param {number} player @param {number} hand */
    dealtShare(deal, player, hand) {
        return 1;
    }

    /** How much a text weighs each hand that a deal has. @param {string} text
    @param {ChartDeal} deal @param {(wrong: string) => never} [refuseRange] @returns {number[]} */
    readWeights(text, { hands }, refuseRange = refuse) {
        return readRange(text, hands, this.deal.bestHands, refuseRange);
    }

    /** The same as text. @param {ArrayLike<number>} weights @param {number} digits */
    writeWeights(weights, digits) {
        return writeRange(weights, this.hands, digits);
    }

    /** How often each hand takes each action, as text; the silent one is left out.
    @param {string[]} names @param {number[][]} shares */
    writeStrategy(names, shares, digits = this.rangeDigits + 1) {
        const silent = silentAction(names);
        const ranges = names.map((name, i) => ({ name, i })).filter(({ i }) => i !== silent)
            .map(({ name, i }) => ({ name, text: this.writeWeights(shares[i], digits) }));
        if (ranges.length === 1) return ranges[0].text;
        return ranges.filter(({ text }) => text !== "none")
            .map(({ name, text }) => `${name}: ${text}`).join("; ") || "none";
    }

    /** Which action of a decision a reader names, wholly or by its first words if no other has
    these; -1 if none. @param {string} typed @param {string[]} names @param {string} history
    @param {State} state */
    findAction(typed, names, history, state) {
        if (names.includes(typed)) return names.indexOf(typed);
        const words = names.map(name => this.wordFor(name, history));
        if (words.includes(typed)) return words.indexOf(typed);
        const begun = names.filter(name => name.startsWith(`${typed} `));
        return begun.length === 1 ? names.indexOf(begun[0]) : -1;
    }

    /* ---- what tools do otherwise ---- */

    /** Let what was not set follow from what was. @param {State} state
    @param {string[]} given  the settings that were set */
    follow(state, given) {
        return state;
    }

    /** The text of a setting as it is kept: in an amount, a decimal comma is a point.
    @param {string} key @param {string} text */
    normalize(key, text) {
        return AMOUNTS.includes(key) ? withDecimalPoint(text.trim()) : text;
    }

    /** What the game lacks, before its value: nobody should take its strategies for advice at a
    table. */
    get caveat() {
        return "No postflop betting. ";
    }

    /** What a reader of its charts asks first, in a sentence, if anything. */
    get finding() {
        return "";
    }

    /** What is known of the game with all its streets, if anything. */
    get realGame() {
        return "";
    }

    /** What a game is worth. @param {Solution} solution @param {State} [state] */
    worthText(solution, state) {
        let locked = "";
        if (solution.game.locks.some(lock => Object.keys(lock).length)) locked = solution.belief < 1
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

    /** Some settings of a state in words. @param {string[]} keys @param {State} [state] */
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

    /** What game a state is, in a few words, if that can be said in few. @param {State} [state] */
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
        return { size: chips(this.state.bb) / 1000, name: "mbb" };
    }

    /** Draw a game into views. @param {Solution} solution @param {View[]} views */
    drawGame(solution, views) {}

    /** How to find with the package what is set.
    @param {State} state @param {Reply} [reply] @returns {Reproduction} */
    reproduction(state, reply) {
        return { code: "" };
    }

    /** A button that leads to what follows an action, if the other player decides there.
    @param {View} view @param {string} name @returns {HTMLElement | undefined} */
    nextDecision(view, name) {
        return;
    }

    /** What an action is called in words. @param {string} name @param {string} history */
    wordFor(name, history) {
        return name;
    }

    /** What has happened, in words. @param {string} history */
    afterText(history) {
        return after(history);
    }

    /** What is said of a decision besides its strategies, if anything.
    @param {number} player @param {string} history */
    noteAt(player, history) {
        return "";
    }

    /** What else is told of the hand that is selected, and of the one that is marked.
    @param {View} view @param {number} selected @param {number} marked @returns {HTMLElement[]} */
    belowActions(view, selected, marked) {
        return [];
    }
}
