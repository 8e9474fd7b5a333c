/* The charts of a tool: of both players in the game that is set and, beside these, in one with
which it is compared; and the hand that is marked in all of them. */

import { Gesture } from "./address-bar.js";
import { elementOf, makeElement } from "./elements.js";
import { actionNamesAt, findInformationSet, sizeOf } from "./solutions.js";
import { View } from "./view.js";
import { spoken } from "./words.js";
/** @import { GameWords } from "./game-words.js" */
/** @import { Color } from "./hand-cells.js" */
/** @import { Inputs } from "./inputs.js" */
/** @import { LockPainter } from "./lock-painter.js" */
/** @import { SettingStore } from "./setting-store.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { SolverClient } from "./solver-client.js" */
/** @import { ShownDecision } from "./shown-decision.js" */
/** @import { ToolActions } from "./tool-part.js" */
/** @import { Voice } from "./voice.js" */

/** The colours of actions, and those of several raises, from the smallest to the largest.
@typedef {object} Palette
@property {Record<string, Color>} byAction
@property {Color[]} raises */

/** The colour of each action of a decision: several raises have each their own.
@param {string[]} actionNames
@param {Palette} palette
@returns {Record<string, Color>} */
function colorsOf(actionNames, { byAction, raises: ramp }) {
    /** @type {(name: string) => number} */
    const size = name => sizeOf(name) || Infinity;
    const raises = actionNames.filter(name => /^(bet|raise)/.test(name))
        .sort((a, b) => size(a) - size(b));
    /** @type {(name: string) => Color} */
    const colorOf = name => {
        const place = raises.indexOf(name), last = raises.length - 1;
        if (place >= 0 && last > 0) return ramp[Math.round(place / last * (ramp.length - 1))];
        const [verb] = name.split(" ");
        if (verb === "fold") return { fill: "var(--explorer-fold)", ink: "" };
        return byAction[verb === "bet" ? "raise" : verb];
    };
    return Object.fromEntries(actionNames.map(name => [name, colorOf(name)]));
}

/** Views side by side.
@param {View[]} views */
const sideBySide = views => elementOf("div.explorer-views", ...views.map(view => view.element));

export class ToolCharts {
    /** The hand that was chosen last, unless it was released. */
    chosenHandName = "";
    /** The gesture of choosing one hand after another. */
    choosing = new Gesture();
    /** What paints over the charts, once it is made.
    @type {LockPainter} */
    painter;

    /** @param {{ tool: ToolActions, store: SettingStore, words: GameWords, inputs: Inputs,
        client: SolverClient, voice: Voice, shared: { palette: Palette } }} parts */
    constructor({ tool, store, words, inputs, client, voice, shared }) {
        this.tool = tool;
        this.store = store;
        this.words = words;
        this.inputs = inputs;
        this.client = client;
        this.voice = voice;
        this.palette = shared.palette;
        this.views = [0, 1].map(player => new View(this, player));
        this.comparedViews = this.views.map((view, player) => new View(this, player, view));
        /** Names the game with which the one that is set is compared. */
        this.comparisonParagraph = makeElement("p");
        this.comparedSection =
            elementOf("section", this.comparisonParagraph, sideBySide(this.comparedViews));
        this.element = elementOf("div.explorer-charts", sideBySide(this.views),
            this.comparedSection);
    }

    /* ---- what differs between kinds of tools ---- */

    /** Let each view show a decision of a game.
    @param {Solution} solution
    @param {View[]} views */
    drawGame(solution, views) {
        throw new Error("drawGame: each kind of charts has its own");
    }

    /** A button that leads to what follows an action, if the other player decides there.
    @param {ShownDecision} shown
    @param {string} name
    @returns {HTMLElement | undefined} */
    nextDecision(shown, name) {
        return undefined;
    }

    /** What else is told of the hand that has the focus, and of the one that is marked.
    @param {ShownDecision} shown
    @param {number} focused
    @param {number} marked
    @returns {HTMLElement[]} */
    belowActions(shown, focused, marked) {
        return [];
    }

    /* ---- views and marks ---- */

    /** The game with which the one that is set is compared: the one that is kept or, where ranges
    are locked, that without locks, as far as it is solved. */
    get otherSolution() {
        const { client: { requests }, store: { state } } = this;
        if (state.comparedWith) return requests.compared.solution;
        return state.locksText ? requests.unlocked.solution : undefined;
    }

    /** What the other game is called, after a word such as *played*. */
    get otherGameText() {
        return this.store.state.comparedWith ? "before" : "in equilibrium";
    }

    /** Draw the solutions. */
    show() {
        const { otherSolution, client: { solution } } = this;
        if (!solution) return;
        this.drawGame(solution, this.views);
        if (otherSolution) this.drawGame(otherSolution, this.comparedViews);
        this.markFocused();
    }

    /** The colour of each action of a decision, the same in both games that are compared; `raise`
    and `other` are there in any case.
    @param {number} player
    @param {string} history
    @returns {Record<string, Color>} */
    colors(player, history) {
        const { client: { requests: { current, compared } }, palette } = this;
        const trees = [current, compared].flatMap(({ solution }) =>
            solution ? [solution.game.tree] : []);
        const actionNames = trees.flatMap(tree => {
            const informationSet = findInformationSet(tree, player, history);
            return informationSet ? actionNamesAt(tree, player, informationSet) : [];
        });
        const colors = colorsOf([...new Set(actionNames)], palette);
        return { raise: palette.byAction.raise, other: palette.raises[0], ...colors };
    }

    /** The hand that is shown; -1 before one is chosen. */
    get chartHand() {
        return this.store.hands.indexOf(this.store.state.handName);
    }

    /** Whether the hand that is shown was chosen, and stays when the pointer moves on. */
    get isHandChosen() {
        return this.chosenHandName !== "" && this.chosenHandName === this.store.state.handName;
    }

    /** Whether an element is a hand of a chart, or in the table of one.
    @param {Node | null} element */
    has(element) {
        return [...this.views, ...this.comparedViews].some(({ grid, table }) =>
            grid.contains(element) || table.element.contains(element));
    }

    /** The hand that has the focus, or whose table has it, or else the one that is shown; -1 if
    there is none. */
    get focusedHand() {
        const { activeElement } = document, { hands } = this.store;
        const view = this.views.find(({ table }) => table.element.contains(activeElement));
        if (view) return view.table.chartHand;
        const cell = this.element.contains(activeElement)
            ? activeElement?.closest("[data-hand]") : undefined;
        const focused = hands.indexOf(cell?.getAttribute("data-hand") ?? "");
        return focused < 0 ? this.chartHand : focused;
    }

    /** Choose a hand, mark it and say what it does.
    @param {number} chartHand
    @param {number} player  in whose chart it is */
    choose(chartHand, player) {
        this.chosenHandName = this.store.hands[chartHand];
        this.tool.rememberHand(this.chosenHandName, this.painter.stroke?.gesture ?? this.choosing);
        this.markAloud(chartHand, player);
    }

    /** Let no hand be chosen any more. */
    release() {
        this.chosenHandName = "";
        this.tool.rememberHand("", this.choosing);
    }

    /** Mark a hand, and say what it does, first in the chart in which it is.
    @param {number} chartHand
    @param {number} player  whose chart that is */
    markAloud(chartHand, player) {
        const { store } = this;
        this.mark(chartHand);
        /** @type {(view: View) => string} */
        const description = ({ player, table }) =>
            `${store.players[player]} ${table.texts.join(", ") || "does not get here"}`;
        // Put into words now: when it is said, the views may tell of another hand.
        const shown = this.views.filter(view => view.shown);
        const [ofPlayer, ofOpponent] = [true, false].map(isOwn =>
            shown.filter(view => (view.player === player) === isOwn));
        const actions = [...ofPlayer, ...ofOpponent].map(description).join("; ");
        this.voice.sayAloud(() => `${spoken(store.hands[chartHand])}: ${actions}`);
    }

    /** Mark a hand in all charts, with a ring if somebody has chosen it. The Tab key then reaches
    it, unless it leads where it led before.
    @param {number} chartHand */
    mark(chartHand, isReachable = true) {
        const hasRing = this.isHandChosen && chartHand === this.chartHand;
        this.markViews(chartHand, { isReachable, hasRing });
    }

    /** Mark the hand that has the focus. */
    markFocused(isReachable = true) {
        this.mark(this.focusedHand, isReachable);
    }

    /** Mark a hand as long as the pointer is there, with a ring.
    @param {number} chartHand */
    markPointed(chartHand) {
        this.markViews(chartHand, { isReachable: false, hasRing: true });
    }

    /** Mark a hand in all charts.
    @param {number} chartHand
    @param {{ isReachable: boolean, hasRing: boolean }} how */
    markViews(chartHand, how) {
        for (const view of [...this.views, ...this.comparedViews]) view.mark(chartHand, how);
    }
}
