/* What tools share whose games have many decisions: above each chart is a list of its player's. */

import { parseNumber } from "./amounts.js";
import { buildTree } from "./betting.js";
import { sum } from "./numbers.js";
import { refusalTextIn } from "./refusals.js";
import { withAction } from "./trees.js";
import { button, options } from "./controls.js";
import { elementOf, makeElement } from "./elements.js";
import { GameWords } from "./game-words.js";
import { DECISION_SETTINGS, SettingStore } from "./setting-store.js";
import { findInformationSet, sizeOf } from "./solutions.js";
import { ToolCharts } from "./tool-charts.js";
import { afterHistory, capital } from "./words.js";
/** @import { Tree } from "./trees.js" */
/** @import { Telling } from "./setting-store.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { ShownDecision } from "./shown-decision.js" */

/** How well a game can be solved, as choices: 0.01, 0.001, ... */
export const TOLERANCES = Object.fromEntries([2, 3, 4, 5, 6, 8].map(digits => {
    const text = (10 ** -digits).toFixed(digits);
    return [text, text];
}));

const NUMBERS = /\d+(\.\d+)?/g;

/** A history without its sizes.
@param {string} history */
const shapeOf = history => history.replaceAll(NUMBERS, "#");

/** The sizes in a history.
@param {string} history */
const sizesOf = history => (history.match(NUMBERS) ?? []).map(Number);

/** The decision after the same actions with the closest sizes, if there is one.
@param {string} history
@param {string[]} others */
function mostAlike(history, others) {
    const sizes = sizesOf(history);
    /** @type {(other: string) => number} */
    const distance = other =>
        sum(sizesOf(other).map((size, i) => Math.abs(Math.log(size / sizes[i]))));
    const same = others.filter(other => shapeOf(other) === shapeOf(history));
    return same.sort((a, b) => distance(a) - distance(b))[0];
}

/** After what a player's decisions come.
@param {Tree} tree
@param {number} player */
const historiesOf = (tree, player) => tree.informationSets[player].map(({ history }) => history);

/** The settings of a game in which players have many decisions. */
export class ManyDecisionsStore extends SettingStore {
    /** Sizes may be named as they are typed: bet 60%, raise 2.5x.
    @type {SettingStore["findAction"]} */
    findAction(typed, actionNames, history, chips) {
        const [, size, unit] = typed.match(/ ([\d.]+)(%|x)$/) ?? [];
        if (!size) return super.findAction(typed, actionNames, history, chips);
        const isMultiple = unit === "x";
        const { bigBlind = 0, pot = 0 } = chips;
        const unitSize = isMultiple ? sizeOf(history) || bigBlind : pot / 100;
        const to = parseNumber("", size) * unitSize;
        return actionNames.findIndex(name => name.startsWith(isMultiple ? "raise to " : "bet ")
            && Math.abs(sizeOf(name) - to) <= 1e-9 * to);
    }

    /** In the place of a decision that the game does not have comes one after other sizes.
    @type {SettingStore["derive"]} */
    derive(state, changedNames) {
        const settings = this.gameSettings(state);
        if (refusalTextIn(() => buildTree(this.gameKind, settings))) return state;
        const tree = buildTree(this.gameKind, settings);
        const decisions = DECISION_SETTINGS.map((name, player) => {
            const wanted = state[name], histories = historiesOf(tree, player);
            return [name, histories.includes(wanted) ? wanted
                : mostAlike(wanted, histories) ?? this.start[name]];
        });
        return { ...state, ...Object.fromEntries(decisions) };
    }
}

/** A game in which players have many decisions, in words. */
export class ManyDecisionsWords extends GameWords {
    /** @type {GameWords["rangeNote"]} */
    rangeNote(player, history) {
        return `${capital(this.players[player])}, ${this.telling.afterText(history)}. `
            + `${this.caveat()}${capital(this.wholeText())}.`;
    }
}

/** The charts of a game in which players have many decisions. */
export class ManyDecisionsCharts extends ToolCharts {
    /** @param {ConstructorParameters<typeof ToolCharts>[0]} parts */
    constructor(parts) {
        super(parts);
        /** Which decision each view shows. */
        this.lists = this.views.map((view, player) => {
            const list = makeElement("select", {
                change: () => this.inputs.change({ [DECISION_SETTINGS[player]]: list.value }),
                "aria-label": `Decision of ${this.words.thePlayers[player]}`,
            });
            view.caption.before(list);
            return list;
        });
    }

    /** A button that leads to the decision after an action, if the other player has one there.
    @param {ShownDecision} shown
    @param {string} name */
    nextDecision({ history, player, solution }, name) {
        const { telling } = this.words, next = withAction(history, name);
        if (!findInformationSet(solution.game.tree, 1 - player, next)) return undefined;
        return button(telling.wordFor(name, history),
            () => this.inputs.change({ [DECISION_SETTINGS[1 - player]]: next }),
            { title: `Go on ${telling.afterText(next)}` });
    }

    /** After what that decision of a player comes that is shown where the address names none.
    @param {Solution} solution
    @param {number} player */
    firstShown({ game: { tree } }, player) {
        return tree.informationSets[player][0].history;
    }

    /** @type {ToolCharts["drawGame"]} */
    drawGame(solution, views) {
        const { words: { players, telling }, store: { state } } = this;
        views.forEach((view, player) => {
            const { currentView } = view, list = this.lists[player];
            const histories = historiesOf(solution.game.tree, player);
            const wanted = currentView?.history ?? state[DECISION_SETTINGS[player]];
            const history = currentView || histories.includes(wanted) ? wanted
                : this.firstShown(solution, player);
            const title = `${capital(players[player])}, ${telling.afterText(history)}`;
            const informationSet = findInformationSet(solution.game.tree, player, history);
            if (informationSet) view.draw(solution, informationSet, title);
            else view.clear(title, "This game has no such decision.");
            if (currentView) return;
            const note = telling.noteAt(player, history);
            if (note) view.legend.append(elementOf("span.explorer-here", note));
            if ([...list.options].map(({ value }) => value).join() !== histories.join())
                list.replaceChildren(
                    ...options(histories, value => capital(telling.afterText(value))));
            list.value = history;
        });
    }
}

/** Before the flop, where a small blind who only calls limps.
@type {Telling} */
const WITH_LIMPS = {
    wordFor: (name, history) => !history && name === "call" ? "limp" : name,
    afterText: history => afterHistory(history.replace(/^call\b/, "limp")),
    noteAt: (player, history) => {
        if (!player && !history) return "Here no flop follows: limps are no advice.";
        if (player === 1 && history === "call")
            return "A real big blind who checks here sees a flop, on which there is betting. This "
                + "game leaves that out: its answers to limps are no advice.";
        if (history.startsWith("call"))
            return "Here no flop follows: what is done after a limp is no advice.";
        return history.endsWith("all-in") ? ""
            : "Here no flop follows: calls of a raise are no advice.";
    },
};

/** The settings of a game before the flop. */
export class BeforeFlopStore extends ManyDecisionsStore {
    static telling = WITH_LIMPS;
}
