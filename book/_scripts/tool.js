/* What the explorer's tools share. A Web Worker solves its game (solver.js) and sends better and
better plans. A tool is put together from parts, each a module of its own; one of its own kind has a
store, words and charts of its own, and panels for what only it shows. */

import { Address } from "./address.js";
import { AddressFollower } from "./address-follower.js";
import { buildTree } from "./betting.js";
import { Comparison } from "./comparison.js";
import { elementOf, findOne } from "./elements.js";
import { GameWords } from "./game-words.js";
import { Game } from "./games.js";
import { Gesture } from "./address-bar.js";
import { Inputs } from "./inputs.js";
import { LockOutcomes } from "./lock-outcomes.js";
import { Locker } from "./locker.js";
import { QuizPanel } from "./quiz-panel.js";
import { Report } from "./report.js";
import { SettingStore } from "./setting-store.js";
import { Solution } from "./solutions.js";
import { SolverClient } from "./solver-client.js";
import { ToolCharts } from "./tool-charts.js";
import { Toolbar } from "./toolbar.js";
import { Voice } from "./voice.js";
/** @import { Settings } from "./betting.js" */
/** @import { PackedCounts } from "./counts.js" */
/** @import { HoldemDeal } from "./deals.js" */
/** @import { Plan } from "./games.js" */
/** @import { LockPainter } from "./lock-painter.js" */
/** @import { FoundPlans, Task, Subject } from "./solver-client.js" */
/** @import { Palette } from "./tool-charts.js" */
/** @import { ToolActions, ToolPanel } from "./tool-part.js" */

/** What all tools of a page share.
@typedef {object} Shared
@property {HoldemDeal} deal
@property {Palette} palette
@property {Pick<Worker, "postMessage">} worker
@property {string} [whyBroken]  why nothing can be solved
@property {(tool: Tool, gesture: Gesture) => void} writeAddress  puts what a tool shows into the
    address, a step of Back for each gesture
@property {(tool: Tool) => boolean} isInSight  whether a reader sees that tool */

/** The colours as the page has them: of actions by their names, and of raises from the smallest to
the largest, each with the colour of what is written on it.
@typedef {{ ramp: string[][] } & Record<string, string[]>} PackedPalette */

/** What comes with a tool in the page.
@typedef {object} ToolData
@property {Plan[]} [plans]  the solution of what it shows at first
@property {Settings} [played]  of which settings that is, where it leaves out what is never
    played
@property {number} firstStack  of the curve of push or fold, in big blinds
@property {number} stackStep  how far apart its stacks are
@property {number[]} values  of the curve, in big blinds
@property {number[]} ends  of the pieces, in big blinds
@property {PackedCounts} [deal]  in the first tool alone, as the palette
@property {PackedPalette} [palette] */

export class Tool {
    /** What each kind of tool has of its own: its settings, the same in words, and the charts. */
    static partClasses = { Store: SettingStore, Words: GameWords, Charts: ToolCharts };
    /** The panels that a tool of its kind adds.
    @type {ToolPanel[]} */
    panels = [];
    /** Whether the reader plays, and sees nothing that names hands. */
    isPlaying = false;

    /** @param {HTMLElement} root
    @param {ToolData} data
    @param {Shared} shared */
    constructor(root, data, shared) {
        this.root = root;
        this.gameKind = root.id;
        /** The link to it above the tools. */
        this.tab = findOne(document, `.explorer-tabs a[href="#${root.id}"]`);
        this.data = data;
        this.shared = shared;
        /** The parts that the tool is put together from. */
        this.parts = this.makeParts(new.target.partClasses);
        const { store, inputs, voice, locker, quizPanel } = this.parts;
        /** The boxes and lists of settings. */
        this.controls = elementOf("div.explorer-controls",
            ...store.gameSettingNames.flatMap(name =>
                store.info[name].hasSlider ? [] : inputs.control(name)));
        voice.listenTo(this.controls);
        /** What unfolds below the charts. */
        this.unfolding = elementOf("div.explorer-mores",
            locker.element, quizPanel.element);
        this.layOut();
        this.takeSolutionOfPage();
    }

    /** Make the parts: each is handed those above it, and of the tool what `ToolActions` has.
    @param {typeof Tool.partClasses} partClasses */
    makeParts({ Store, Words, Charts }) {
        const { gameKind, shared } = this;
        /** @type {ToolActions} */
        const tool = this;
        // The settings: as texts, as an address, in boxes and in words.
        const store = new Store({ gameKind, shared });
        const address = new Address(store);
        const inputs = new Inputs({ tool, info: store.info });
        const words = new Words({ store });
        // What is found of it, seen and heard.
        const client = new SolverClient({ gameKind, shared });
        const voice = new Voice();
        const charts = new Charts({ tool, store, words, inputs, client, voice, shared });
        const foundation = { tool, store, words, inputs, client, charts };
        const addressFollower = new AddressFollower({ ...foundation, address });
        // What players are locked to is painted over the charts.
        const outcomes = new LockOutcomes(foundation);
        const locker = new Locker({ ...foundation, outcomes });
        // Texts on all that, files of it, and the quiz.
        const comparison = new Comparison(foundation);
        const report = new Report({ ...foundation, outcomes, comparison, voice });
        const toolbar = new Toolbar({ ...foundation, address, report, voice });
        const quizPanel = new QuizPanel({ ...foundation, outcomes, locker, toolbar });
        return {
            ...foundation, address, addressFollower, voice, outcomes, locker, comparison, report,
            toolbar, quizPanel,
        };
    }

    /** What paints over the charts.
    @returns {LockPainter} */
    get painter() {
        return this.parts.locker.painter;
    }

    /** Put what the parts show into the page, in the place of what stands there without scripts. */
    layOut() {
        const { root, parts } = this;
        const { charts, inputs, outcomes, comparison, report, toolbar, voice, quizPanel } = parts;
        charts.comparedSection.before(
            elementOf("p.explorer-keep", comparison.button, ...toolbar.elements));
        root.querySelector(".explorer-static")?.remove();
        root.prepend(report.paragraphs.source);
        root.append(this.controls, inputs.refusalsAbove, ...report.aboveCharts,
            comparison.changesParagraph, quizPanel.notice, charts.element, outcomes.losses,
            this.unfolding, report.paragraphs.reproduction, voice.element);
    }

    /** Remember the solution that came with the page, if one did. */
    takeSolutionOfPage() {
        const { parts: { store }, shared, data: { plans, played } } = this;
        if (!plans) return;
        const tree = buildTree(this.gameKind, { ...store.gameSettings(store.start), ...played });
        const solution = new Solution(new Game(shared.deal, tree), { plans });
        this.parts.client.rememberPageSolution(store.taskOf(store.start), solution);
    }

    /* ---- the settings ---- */

    /** Change the state: solve it, draw it, put it into the address and have it read aloud. What
    makes no game is left out. Changes of one gesture are one step of Back.
    @param {Settings} changed
    @param {Gesture} gesture */
    change(changed, gesture = new Gesture()) {
        const { store, inputs, voice } = this.parts;
        const typed = Object.entries(store.asMeant(changed));
        const settings = Object.fromEntries(
            typed.map(([name, text]) => [name, store.normalize(name, text)]));
        const { accepted, refused } = store.separateRefused(settings);
        inputs.replaceRefusals(Object.keys(settings), refused);
        if (!store.changedNamesIn(accepted).length) return;
        store.set(store.stateAfter(accepted), gesture);
        voice.expectAnnouncement();
        this.painter.holdChart(() => this.show());
        this.shared.writeAddress(this, gesture);
    }

    /** Remember which hand is chosen, which changes no game.
    @param {string} handName
    @param {Gesture} gesture  that chose it */
    rememberHand(handName, gesture) {
        this.parts.store.rememberHand(handName);
        this.shared.writeAddress(this, gesture);
    }

    /** Take the state from an address, as far as it makes sense, and say what does not.
    @param {string[][]} pairs */
    followAddress(pairs) {
        const { addressFollower, inputs } = this.parts;
        const refusals = addressFollower.applyAddress(pairs);
        inputs.showRefusals();
        this.show();
        for (const panel of this.panels) panel.unfoldWhatIsSet();
        addressFollower.sayRefused([...refusals, ...addressFollower.missingDecisions(pairs)]);
    }

    /** What the tool shows, as an address says it. */
    get addressText() {
        return this.parts.address.text;
    }

    /** Whether anything is set otherwise than at the start. */
    get isChanged() {
        return this.parts.address.pairs.length > 0;
    }

    /** Whether the address that was followed last let a game begin by chance. */
    get beganByChance() {
        return this.parts.addressFollower.beganByChance;
    }

    /** The stack that a reader has set and another tool may take: one in big blinds of one chip. */
    get stackToKeep() {
        const { state, start } = this.parts.store;
        return state.bigBlind === "1" && state.stack !== start.stack ? state.stack : undefined;
    }

    /** Whether another tool's stack makes a game here, and no other has been set.
    @param {string} stack */
    canTakeStack(stack) {
        const { store, store: { state, start } } = this.parts;
        return state.bigBlind === "1" && state.stack === start.stack
            && !store.refusalOf({ ...state, stack });
    }

    /** Say above the charts what of an address is refused, maybe after what is said of it already.
    @param {string} text
    @param {boolean} isMore */
    refuseAddress(text, isMore) {
        const { inputs } = this.parts;
        inputs.refuseAddress(text, isMore ? inputs.textAbove : "");
    }

    /** Scroll to what is said above the charts of something refused, if anything is. */
    scrollToRefusals() {
        const { refusalsAbove, textAbove } = this.parts.inputs;
        if (textAbove) refusalsAbove.scrollIntoView({ block: "center" });
    }

    /** Say which texts and charts are old, if a box has what was refused. */
    tellOutdated() {
        const { report, inputs } = this.parts;
        report.tellOutdated();
        this.root.classList.toggle("explorer-old", inputs.isAnyRefused);
    }

    /* ---- the solution ---- */

    /** Show the settings, and have their game solved. */
    show() {
        const { store, voice, toolbar, inputs, comparison, locker } = this.parts;
        const { locksText, comparedWith } = store.state;
        for (const panel of this.panels) panel.show();
        voice.forgetUnsaid();
        toolbar.message.textContent = "";
        inputs.show(store.state);
        comparison.show();
        locker.listLocks();
        this.ask("current", store.task);
        this.ask("unlocked",
            locksText ? store.taskOf({ ...store.state, locksText: "" }) : undefined);
        this.ask("compared", comparedWith ? store.taskOf(store.comparedState) : undefined);
        this.refresh();
    }

    /** Have the worker solve a game.
    @param {Subject} subject
    @param {Task} [task] */
    ask(subject, task) {
        this.parts.client.ask(subject, task);
    }

    /** Take what the worker has found.
    @param {FoundPlans} found
    @param {Subject} subject */
    receive(found, subject) {
        const { client, voice } = this.parts;
        if (!client.tryToTake(found, subject)) return;
        if (found.done) voice.announceAgain();
        this.painter.holdChart(() => this.refresh());
    }

    /** Say that nothing can be solved.
    @param {string} reason */
    fail(reason) {
        this.parts.client.fail(reason);
        this.refresh();
    }

    /** Let the worker pause, or go on where it was paused. */
    pauseOrResume() {
        const { client } = this.parts;
        if (client.isPaused) {
            client.resume();
            this.show();
        } else {
            client.pause();
            this.refresh();
        }
    }

    /** Whether the game is solved, and stays as it is unless the reader changes it.
    @returns {boolean} */
    get isFinal() {
        return !this.parts.client.isSolvingCurrent && !this.panels.some(panel => panel.isWaiting);
    }

    /** Draw and tell the solution, as far as it is found; once it is final, do what waits for
    that. */
    refresh() {
        const { client, comparison, quizPanel, toolbar, report } = this.parts;
        client.keepSolved();
        this.draw();
        this.tell();
        comparison.followButton();
        quizPanel.keepUp();
        if (!client.isSolvingCurrent) toolbar.writeRanges();
        report.announce(this.isPlaying);
        for (const panel of this.panels) panel.tell();
        toolbar.doPending();
    }

    /** Draw the solution. */
    draw() {
        const { parts: { charts, locker, client: { solution } }, panels } = this;
        charts.show();
        if (!solution) return;
        for (const view of charts.views) locker.showRange(view);
        for (const panel of panels) panel.draw(solution);
    }

    /** Let the game be heard that is shown next. */
    expectAnnouncement() {
        this.parts.voice.expectAnnouncement();
    }

    /** Put on paper where the charts are from, and their ranges. */
    prepareToPrint() {
        const { report, toolbar } = this.parts;
        report.tellSource(toolbar.printedLink);
        toolbar.writeRanges();
    }

    /** Write texts on the solution. */
    tell() {
        const { client, outcomes, locker, comparison, report } = this.parts;
        const reply = outcomes.findReply();
        this.root.setAttribute("aria-busy", String(client.isSolvingAny));
        comparison.tell();
        outcomes.tell(reply, comparison.lockChanges);
        locker.showResults();
        report.tell(reply);
        if (!this.isPlaying) return;
        for (const paragraph of report.paragraphsWithHands) paragraph.hidden = true;
    }

    /** Show the charts, and what names hands of theirs; or hide them from a reader who plays.
    @param {boolean} isShown */
    showCharts(isShown) {
        this.parts.charts.element.hidden = !isShown;
        for (const panel of this.panels) panel.showHandNames(isShown);
        if (this.isPlaying !== isShown) return;
        this.isPlaying = !isShown;
        this.tell();
    }
}
