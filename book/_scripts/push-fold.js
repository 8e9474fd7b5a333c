/* Push or fold: a slider over stacks, and what only this tool has: the calls of a big blind who
calls too much, the pieces of the stacks, a proof, a link to the chart to paint. */

import { CallsPanel } from "./push-fold-calls.js";
import { button, unfolding } from "./controls.js";
import { elementOf, makeElement } from "./elements.js";
import { trimNoise } from "./numbers.js";
import {
    PushFoldStore, PushFoldWords, hasPlainBlinds, lockedPushesOrCalls, pushesOrCalls,
} from "./push-fold-game.js";
import { CALLER, PUSHER, isMixed } from "./push-fold-payoffs.js";
import { PiecesPanel } from "./push-fold-pieces.js";
import { ProofPanel } from "./push-fold-proof.js";
import { effectiveStack } from "./setting-store.js";
import { Tool } from "./tool.js";
import { ToolCharts } from "./tool-charts.js";
import { ToolPanel } from "./tool-part.js";
import { counted, percent } from "./words.js";
/** @import { Slider } from "./controls.js" */
/** @import { Shared, ToolData } from "./tool.js" */
/** @import { Foundation } from "./tool-part.js" */
/** @import { ShownDecision } from "./shown-decision.js" */

/** The settings that buttons set. */
const PRESETS = [
    { label: "10 big blinds", stack: "10", bigBlindAnte: "0" },
    { label: "15 big blinds", stack: "15", bigBlindAnte: "0" },
    { label: "20 big blinds", stack: "20", bigBlindAnte: "0" },
    { label: "10 big blinds, big-blind ante", stack: "10", bigBlindAnte: "1" },
    { label: "20 big blinds, big-blind ante", stack: "20", bigBlindAnte: "1" },
];

class PushFoldCharts extends ToolCharts {
    /** @type {ToolCharts["drawGame"]} */
    drawGame(solution, views) {
        const [[opening], [facingPush]] = solution.game.tree.informationSets;
        views[PUSHER].draw(solution, opening, "Small blind, opening");
        views[CALLER].draw(solution, facingPush, "Big blind, facing a push");
    }

    /** @param {ShownDecision} shown
    @param {number} focused
    @param {number} marked */
    belowActions({ solution, player }, focused, marked) {
        const opponentPlays = player === CALLER ? "pushes" : "calls";
        const range = pushesOrCalls(solution, 1 - player);
        const meetings = this.store.deal.meetings(player, range)[marked];
        const netWins = this.store.deal.netWinsAgainst(player, range)[marked];
        const equity = percent((1 + netWins / meetings) / 2, 1);
        return [elementOf("p.explorer-equity", meetings
            ? `${this.store.hands[marked]} has ${equity} against the ${opponentPlays} it meets.`
            : `It meets no ${opponentPlays}.`)];
    }
}

/** Blinds, antes and unequal stacks: the settings besides the slider's stack. */
class BlindsPanel extends ToolPanel {
    title = makeElement("span");

    /** @param {Foundation} parts
    @param {Slider} slider
    @param {number[]} stacks  of the slider, in big blinds
    @param {HTMLElement} controls */
    constructor(parts, slider, stacks, controls) {
        super(parts);
        this.slider = slider;
        this.stacks = stacks;
        const { store, inputs } = this, startSettings = store.gameSettings(store.start);
        const presets = PRESETS.map(({ label, ...settings }) =>
            button(label, () => inputs.change({ ...startSettings, ...settings })));
        this.element = unfolding(this.title, controls, elementOf("p",
            "Stacks are before blinds and antes. The big-blind ante comes out of the big "
            + "blind's stack first. While the big blind is 1, all is in big blinds; else in "
            + "chips."), elementOf("p.explorer-presets", ...presets));
    }

    /** Which blinds, antes and other stacks are not as at first. */
    get differing() {
        const { gameSettingNames, state, start } = this.store;
        return gameSettingNames.filter(name => name !== "stack" && state[name] !== start[name]);
    }

    show() {
        const { store: { chips }, words, inputs, slider, stacks, differing } = this;
        const { bigBlind } = chips, isInChips = bigBlind !== 1;
        this.title.textContent = "Blinds, antes, unequal stacks"
            + (differing.length ? `: ${words.settingsText(differing)}` : "");
        const choices = stacks.map(stack => trimNoise(stack * bigBlind));
        if (isInChips) slider.offer(choices, "chips",
            `chips, ${counted(effectiveStack(chips), "big blind")}`);
        else slider.offer(choices, "big blinds");
        inputs.remark("bigBlind", isInChips
            ? [`these are chips, and come to ${words.briefText()}`] : []);
    }

    unfoldWhatIsSet() {
        if (this.differing.length) this.element.open = true;
    }
}

/** The link to the chart to paint on the front page. */
class PainterLink extends ToolPanel {
    element = makeElement("a");

    /** @param {Foundation} parts
    @param {number[]} ends  of the pieces */
    constructor(parts, ends) {
        super(parts);
        this.ends = ends;
    }

    /** Let the link to the chart that is painted carry the small blind's locked range, as far as
    that chart holds it: each of its hands is pushed or folded, at up to so many big blinds. */
    show() {
        const { element, ends, store: { chips, hands, task: { locks } } } = this;
        const stack = effectiveStack(chips), pushes = lockedPushesOrCalls(locks, PUSHER);
        const isKnownStack = stack >= ends[0] && stack <= ends[ends.length - 1];
        if (pushes && isKnownStack && hasPlainBlinds(chips)) {
            const pushedHands = hands.filter((_, hand) => pushes[hand] >= 0.5);
            element.href = `index.html#chart=${[stack, ...pushedHands].join("+")}`;
            element.textContent = "What my chart loses, beside SAGE's"
                + (pushes.some(isMixed) ? " (hands that it mixes are pushed from a half up)" : "");
        } else {
            // Nothing is painted there yet, and the stack is this one.
            element.href = isKnownStack && hasPlainBlinds(chips)
                ? `index.html#painted=${stack}` : "index.html#what-does-your-chart-lose";
            element.textContent = "Paint a chart, and see what it loses beside SAGE's";
        }
    }
}

export class PushFold extends Tool {
    static partClasses = { Store: PushFoldStore, Words: PushFoldWords, Charts: PushFoldCharts };

    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} fromPage */
    constructor(...fromPage) {
        super(...fromPage);
        const { root, data: { firstStack, stackStep, values, ends }, controls, unfolding } = this;
        const { parts } = this;
        const stacks = values.map((_, i) => trimNoise(firstStack + i * stackStep));
        const slider = parts.inputs.addSlider(root, "stack", "big blinds", stacks);
        const calls = new CallsPanel(parts);
        const blinds = new BlindsPanel(parts, slider, stacks, controls);
        const painterLink = new PainterLink(parts, ends);
        const pieces = new PiecesPanel(parts, stacks, values, ends);
        const proof = new ProofPanel(parts);
        slider.element.nextElementSibling?.after(...calls.elements);
        parts.outcomes.losses.after(painterLink.element);
        unfolding.prepend(blinds.element);
        unfolding.after(...pieces.elements, proof.element);
        this.panels = [calls, blinds, painterLink, pieces, proof];
    }
}
