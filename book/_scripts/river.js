/* A river: two ranges on five cards, combo by combo. */

import { bar, row, table } from "./controls.js";
import { ManyDecisionsCharts } from "./many-decisions.js";
import { elementOf, makeElement } from "./elements.js";
import { roundTo, sum, trimNoise } from "./numbers.js";
import { parseComboWeights, remarksOn } from "./ranges.js";
import { refuse } from "./refusals.js";
import { RANGE_SETTINGS, RiverStore, RiverWords, readBoard, takenByBoard } from "./river-game.js";
import { partsTable } from "./river-parts.js";
import { MIN_SHOWN, actionNamesAt } from "./solutions.js";
import { Tool } from "./tool.js";
import { ToolPanel } from "./tool-part.js";
import { percent } from "./words.js";
/** @import { Task, Subject } from "./solver-client.js" */
/** @import { Shared, ToolData } from "./tool.js" */
/** @import { Foundation } from "./tool-part.js" */
/** @import { Toolbar } from "./toolbar.js" */
/** @import { ShownDecision } from "./shown-decision.js" */

class RiverCharts extends ManyDecisionsCharts {
    /** The second player's answer to the bet that is made most or, where none is made, to a check.
    @type {ManyDecisionsCharts["firstShown"]} */
    firstShown(solution, player) {
        if (player === 0) return super.firstShown(solution, player);
        const { tree } = solution.game, [[opening], [afterCheck]] = tree.informationSets;
        const actionNames = actionNamesAt(tree, 0, opening);
        const handProbabilities = solution.handProbabilities(0);
        const frequencies = solution.actionColumns(0, opening).map(column =>
            sum(handProbabilities.map(
                (probability, dealtHand) => probability * column[dealtHand])));
        const least = MIN_SHOWN * sum(handProbabilities);
        const [mostUsual] = [...actionNames.keys()].filter(action =>
            actionNames[action] !== "check" && frequencies[action] >= least)
            .sort((a, b) => frequencies[b] - frequencies[a]);
        return mostUsual === undefined ? afterCheck.history : actionNames[mostUsual];
    }

    /** A hand's combos, one by one.
    @param {ShownDecision} shown
    @param {number} focused */
    belowActions(shown, focused) {
        if (focused < 0) return [];
        const { solution, player, informationSet, actionNames, colors } = shown;
        const dealtHands = shown.dealtHandsIn(focused);
        const shares = solution.strategyAt(player, informationSet);
        const reach = solution.ownReach(player, informationSet);
        if (dealtHands.length < 2) return [];
        /** @type {(dealtHand: number) => HTMLElement[]} */
        const cells = dealtHand => actionNames.map((name, action) => {
            const isThere = reach[dealtHand] > 0, share = isThere ? shares[action][dealtHand] : 0;
            const earned = solution.earns(player, informationSet, action, [dealtHand]);
            return bar(share, colors[name].fill, isThere ? percent(share, 1) : "–",
                elementOf("small", this.words.earningsText(earned)));
        });
        const rows = dealtHands.map(dealtHand =>
            row(solution.game.deal.hands[dealtHand], ...cells(dealtHand)));
        return [table("combos", ["combo", ...actionNames], rows)];
    }
}

/** How many combos the ranges have, beside their boxes. */
class ComboCounts extends ToolPanel {
    /** @param {Foundation} parts */
    constructor(parts) {
        super(parts);
        this.notes = RANGE_SETTINGS.map(name => {
            const note = makeElement("span");
            this.inputs.addToLabel(name, note);
            return note;
        });
    }

    show() {
        const { store: { state, task: { deal }, deal: { bestHands } }, inputs, notes } = this;
        const board = readBoard(state.board, this.store.labelOf("board"));
        RANGE_SETTINGS.forEach((name, player) => {
            const typed = state[name];
            const all = sum(parseComboWeights(typed || "random", bestHands, refuse).values());
            const count = sum(deal.hands.map((_, dealtHand) => deal.dealtShare(player, dealtHand)));
            /** @type {(number: number) => string} */
            const text = number => String(roundTo(trimNoise(number), 1));
            notes[player].textContent = `: ${text(count)} combos`
                + (text(all) === text(count) ? "" : ` (${text(all)} without the board)`);
            inputs.remark(name, [
                ...typed ? remarksOn(typed, bestHands) : [],
                ...takenByBoard(typed, board, bestHands),
            ]);
        });
    }
}

/** Below the charts: of what kinds of hands each action's range is. */
class RangeParts extends ToolPanel {
    /** @param {Foundation & { toolbar: Toolbar }} parts */
    constructor(parts) {
        super(parts);
        this.toolbar = parts.toolbar;
        this.tables = this.charts.views.map(() =>
            makeElement("div.explorer-hand.explorer-shares"));
        this.element = elementOf("div.explorer-views", ...this.tables);
    }

    draw() {
        /** @type {(text: string, what: string) => void} */
        const copy = (text, what) => { this.toolbar.copy(text, what); };
        this.charts.views.forEach(({ shown }, player) => {
            const tables = shown ? [partsTable(this.words, shown, copy)] : [];
            this.tables[player].replaceChildren(...tables);
        });
    }

    /** @param {boolean} isShown */
    showHandNames(isShown) {
        this.element.hidden = !isShown;
    }
}

export class River extends Tool {
    static partClasses = { Store: RiverStore, Words: RiverWords, Charts: RiverCharts };

    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} fromPage */
    constructor(...fromPage) {
        super(...fromPage);
        const { parts, parts: { comparison, inputs, toolbar, charts } } = this;
        comparison.button.before(...inputs.control("winnings"));
        for (const button of toolbar.rangeButtons) button.remove();
        const rangeParts = new RangeParts(parts);
        charts.element.after(rangeParts.element, elementOf("p",
            "Combos are counted as the ranges have them. Everything else, here and above, counts "
            + "each combo as often as it is held, given what the opponent may have. Equity is "
            + "what is won, all cards shown, against what the opponent has here. A missed draw "
            + "could have become a straight or a flush."));
        this.panels = [new ComboCounts(parts), rangeParts];
    }

    /** Its worker has nothing to do for readers who never come here.
    @param {Subject} subject
    @param {Task} [task] */
    ask(subject, task) {
        if (this.shared.isInSight(this)) super.ask(subject, task);
    }

    /** Half of the pot is won besides by either, where all of it is counted. */
    draw() {
        const { store, client } = this.parts, countsAll = store.state.winnings === "pot";
        for (const { solution, task } of Object.values(client.requests)) {
            if (!solution || !task) continue;
            solution.countPot(countsAll ? store.chipsIn(task.settings).pot / 2 : 0);
        }
        super.draw();
    }
}
