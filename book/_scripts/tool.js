/* What the explorer's tools share. A Web Worker solves what is set (solver.js) and sends better and
better plans. A tool of its own kind has a store and words of its own, and adds what only it shows.

What a tool is put together from, each a module of its own, in the order in which they need one
another:

inputs.js         boxes in which it is set
setting-store.js  what is set, and which changes of it are refused
game-words.js     the same in words, with what is known of the game
address.js        how an address says it
solver-client.js  what the worker is asked, and what it has found
voice.js          what screen readers hear
tool-charts.js    the charts
lock-outcomes.js  what comes of ranges that players keep to
locker.js         those ranges
comparison.js     another game, with which the one that is set is compared
report.js         what is said of the game
toolbar.js        what readers take along
quiz-panel.js     a game against the charts: a quiz

What they need of others they are handed here. Only the charts know the tool, which draws them. */

import { buildTree } from "./betting.js";
import { Comparison } from "./comparison.js";
import { makeElement } from "./elements.js";
import { GameWords } from "./game-words.js";
import { Game } from "./games.js";
import { Gesture } from "./gestures.js";
import { Inputs } from "./inputs.js";
import { LockOutcomes } from "./lock-outcomes.js";
import { withoutLeftOut, writeLocks } from "./locked-ranges.js";
import { Locker } from "./locker.js";
import { QuizPanel } from "./quiz-panel.js";
import { newSeed } from "./random-numbers.js";
import { Report } from "./report.js";
import { SettingStore } from "./setting-store.js";
import { Solution } from "./solutions.js";
import { SolverClient } from "./solver-client.js";
import { ToolCharts } from "./tool-charts.js";
import { Toolbar } from "./toolbar.js";
import { Voice } from "./voice.js";
import { capital } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { PackedCounts } from "./counts.js" */
/** @import { HoldemDeal } from "./deals.js" */
/** @import { FullPlan } from "./games.js" */
/** @import { LockPainter } from "./lock-painter.js" */
/** @import { Answer, Question, Subject } from "./solver-client.js" */
/** @import { Palette } from "./tool-charts.js" */
/** @import { ShownView, View } from "./views.js" */

/** What all tools of a page share. `writeAddress` puts what a tool shows into the address, a step
of Back for each gesture.
@typedef {{ deal: HoldemDeal, palette: Palette, worker: Pick<Worker, "postMessage">,
    broken?: string,
    writeAddress: (tool: Tool, gesture: Gesture) => void,
    inSight: (tool: Tool) => boolean }} Shared */

/** What comes with a tool in the page: the solution of what it shows at first, and of which setting
that is, where it leaves out what is never played; in push or fold, the curve, by the stack with
which it begins and how far apart its stacks are, and the ends of pieces; in the first tool, what
all share.
@typedef {{ plans?: FullPlan[], played?: Settings, firstStack: number, stackStep: number,
    values: number[], ends: number[], deal?: PackedCounts, palette?: Record<string, unknown>
    }} ToolData */

/** The settings that say which decision of either player is shown. */
export const SHOWN_DECISIONS = ["firstDecision", "secondDecision"];

/** How well a game can be solved, as choices: 0.01, 0.001, ... */
export const TOLERANCES = Object.fromEntries([2, 3, 4, 5, 6, 8].map(digits => {
    const text = (10 ** -digits).toFixed(digits);
    return [text, text];
}));

export class Tool {
    static Store = SettingStore;
    static Words = GameWords;
    /** Whether the reader plays, and sees no answers. */
    isPlaying = false;

    /** @param {HTMLElement} root @param {ToolData} data @param {Shared} shared */
    constructor(root, data, shared) {
        const { Store, Words } = new.target, gameKind = root.id;
        this.root = root;
        this.gameKind = gameKind;
        this.data = data;
        this.shared = shared;
        const inputs = new Inputs({
            change: (typed, gesture) => this.change(this.store.asMeant(typed), gesture),
            refusalsChanged: () => this.tellOutdated(),
        });
        const store = new Store(gameKind, shared.deal, inputs), words = new Words(store);
        this.inputs = inputs;
        this.store = store;
        this.words = words;
        const solver = this.solver = new SolverClient(gameKind, shared);
        const voice = this.voice = new Voice();
        const charts = this.charts = new ToolCharts(
            store, words, this, { solver, voice, palette: shared.palette });
        const foundation = { inputs, solver, charts };
        const outcomes = this.outcomes = new LockOutcomes(store, words, foundation);
        const locker = this.locker = new Locker(store, words, { ...foundation, outcomes });
        const comparison = this.comparison = new Comparison(store, words, foundation);
        const report = this.report = new Report(store, words,
            { ...foundation, outcomes, comparison, voice }, () => this.stopOrGoOn());
        const toolbar = this.toolbar = new Toolbar(store, words,
            { ...foundation, report, voice }, () => this.isFinal);
        const quizPanel = this.quizPanel = new QuizPanel(store, words,
            { ...foundation, outcomes, locker, toolbar }, isShown => this.showCharts(isShown));
        /** The boxes and lists of settings. */
        this.controls = makeElement("div.explorer-controls",
            ...Object.entries(Store.settings).flatMap(([name, setting]) =>
                setting.label ? inputs.control(name, setting) : []));
        voice.listenTo(this.controls);
        /** What unfolds below the charts. */
        this.more = makeElement("div.explorer-mores",
            locker.element, quizPanel.element);
        this.layOut();
        this.takeSolutionOfPage();
    }

    /** What paints over its charts. @returns {LockPainter} */
    get painter() {
        return this.locker.painter;
    }

    /** Put what the parts show into the page, in the place of what stands there without scripts. */
    layOut() {
        const { root, charts, inputs, outcomes, comparison, report } = this;
        const { toolbar, voice, quizPanel } = this;
        charts.comparedSection.before(
            makeElement("p.explorer-keep", comparison.button, ...toolbar.elements));
        root.querySelector(".explorer-static")?.remove();
        root.prepend(report.paragraphs.source);
        root.append(this.controls, inputs.refusalsAbove, ...report.aboveCharts,
            comparison.changes, quizPanel.notice, charts.element, outcomes.losses, this.more,
            report.paragraphs.reproduction, voice.element);
    }

    /** Know the solution that came with the page, if one did. */
    takeSolutionOfPage() {
        const { store, shared, data: { plans, played } } = this;
        if (!plans) return;
        const tree = buildTree(this.gameKind, { ...store.gameSettings(store.start), ...played });
        const solution = new Solution(new Game(shared.deal, tree), { plans });
        this.solver.know(store.questionOf(store.start), solution);
    }

    /* ---- what is set ---- */

    /** Change the state: solve it, draw it, put it into the address and say what it is. What makes
    no game is left out. Changes of one gesture are one step of Back.
    @param {Settings} settings @param {Gesture} gesture */
    change(settings, gesture = new Gesture()) {
        const { store } = this;
        const changes = Object.entries(settings).map(([name, text]) =>
            [name, store.normalize(name, text)]);
        const { accepted, refused } = store.sift(changes);
        this.inputs.replaceRefusals(changes.map(([name]) => name), refused);
        if (!accepted.some(change => store.isNew(change))) return;
        store.replace(store.changed(accepted));
        this.voice.expectAnnouncement();
        this.painter.holdChart(() => this.show());
        this.shared.writeAddress(this, gesture);
    }

    /** Let the state have a hand, which changes no game. @param {string} hand
    @param {Gesture} gesture  that chose it */
    chooseHand(hand, gesture) {
        this.store.state.hand = hand;
        this.shared.writeAddress(this, gesture);
    }

    /** Take the state from an address, as far as it makes sense, and say what does not.
    @param {string[][]} changes */
    recall(changes) {
        const { store, inputs } = this;
        const refusals = [...this.takeState(changes), ...this.leaveOutLocks()];
        inputs.showRefusals();
        this.show();
        refusals.push(...this.missingDecisions(changes));
        if (!refusals.length) return;
        inputs.refuseAddress(
            `${refusals.join("; ")}. Shown is ${store.address.listed(store.names)}.`);
    }

    /** Set what an address says or, if that makes no game, what the tool begins with; return what
    of it is refused. @param {string[][]} changes */
    takeState(changes) {
        const { store, charts, inputs } = this, { address, start } = store;
        const { state, refusals } = address.read(changes);
        // A link with a seed of 0 begins another game each time.
        if (Number(state.seed) === 0 && state.seed) state.seed = newSeed();
        charts.clicked = state.hand === start.hand ? "" : state.hand;
        store.state = state;
        refusals.push(...address.read(state.comparedWith).refusals);
        inputs.forgetRefusals();
        const refusal = store.refusalOf(state);
        if (refusal) {
            const given = changes.map(change => change.join("=")).join(", ");
            refusals.push(`${capital(refusal)} (${given})`);
        }
        store.replace(refusal ? { ...start } : state);
        return refusals;
    }

    /** Which decisions an address names that the game does not have, as refusals.
    @param {string[][]} changes */
    missingDecisions(changes) {
        const { store } = this;
        return changes.flatMap(([addressKey, text]) => {
            const name = store.address.nameMeant(addressKey);
            const isMissing = SHOWN_DECISIONS.includes(name) && text !== store.state[name];
            return isMissing ? [`${addressKey}: this game has no decision after "${text}"`] : [];
        });
    }

    /** Lock nothing that does not apply to the game; return why it does not. */
    leaveOutLocks() {
        const { store } = this, { leftOut } = store.question;
        if (!leftOut.length) return [];
        const locks = writeLocks(withoutLeftOut(store.lockedRanges, leftOut));
        store.replace({ ...store.state, locks });
        return leftOut.map(({ player, history, reason }) =>
            `what is locked ${store.telling.afterText(history)} (${store.players[player]}): `
                + reason);
    }

    /** Say which of what is shown is old, if a box has what was refused. */
    tellOutdated() {
        this.root.classList.toggle("explorer-old", this.report.tellOutdated());
    }

    /* ---- what is solved ---- */

    /** Show what is set, and have it solved. */
    show() {
        const { store, store: { state: { locks, comparedWith } } } = this;
        this.voice.forgetUnsaid();
        this.toolbar.message.textContent = "";
        this.inputs.show(store.state);
        this.comparison.show();
        this.locker.show();
        this.ask("current", store.question);
        this.ask("unlocked", locks ? store.questionOf({ ...store.state, locks: "" }) : undefined);
        this.ask("compared", comparedWith ? store.questionOf(store.comparedState) : undefined);
        this.refresh();
    }

    /** Have the worker solve a game. @param {Subject} subject @param {Question} [question] */
    ask(subject, question) {
        this.solver.ask(subject, question);
    }

    /** Hear what the worker has found. @param {Answer} answer @param {Subject} subject */
    arrive(answer, subject) {
        if (!this.solver.arrive(answer, subject)) return;
        if (answer.done) this.voice.announceAgain();
        this.painter.holdChart(() => this.refresh());
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

    /** Show and tell what is known by now; once all is known, do what was pressed before. */
    refresh() {
        this.showKnown();
        this.toolbar.doPending();
    }

    /** Whether what is set is solved, and stays as it is unless the reader changes it. */
    get isFinal() {
        return !this.solver.busy;
    }

    /** Show and tell what is known by now. */
    showKnown() {
        this.solver.keepSolved();
        this.draw();
        this.tell();
        this.comparison.followButton();
        this.quizPanel.keepUp();
        if (!this.solver.busy) this.toolbar.writeRanges();
        this.report.announce(this.isPlaying);
    }

    /** Draw what is solved by now. */
    draw() {
        const { charts, locker } = this;
        charts.show();
        if (this.solver.solution) for (const view of charts.views) locker.showRange(view);
    }

    /** Say what is known by now. */
    tell() {
        const { root, solver, outcomes, locker, comparison, report } = this, { reply } = outcomes;
        root.setAttribute("aria-busy", String(solver.isWorking()));
        comparison.tell();
        outcomes.tell(reply, comparison.lockChanges);
        locker.showResults();
        report.tell(reply);
        if (this.isPlaying) for (const paragraph of report.answers) paragraph.hidden = true;
    }

    /** Show the charts, and what names hands of theirs; or hide them from a reader who plays.
    @param {boolean} isShown */
    showCharts(isShown) {
        this.charts.element.hidden = !isShown;
        if (this.isPlaying !== isShown) return;
        this.isPlaying = !isShown;
        this.tell();
    }

    /* ---- what tools do otherwise: see ChartedTool ---- */

    /** @param {Solution} solution @param {View[]} views */
    drawGame(solution, views) {}

    /** @param {ShownView} view @param {string} name @returns {HTMLElement | undefined} */
    nextDecision(view, name) {
        return;
    }

    /** @param {ShownView} view @param {number} selected @param {number} marked
    @returns {HTMLElement[]} */
    belowActions(view, selected, marked) {
        return [];
    }
}
