/* What tools share whose games have many decisions: above each chart is a list of its player's. */

import { complaintIn, sum } from "./amounts.js";
import { buildTree, withAction } from "./betting.js";
import { button, options } from "./controls.js";
import { makeElement } from "./elements.js";
import { findDecision, sizeOf } from "./solution.js";
import { DECISION_KEYS, Tool, parseChips } from "./tool.js";
import { afterHistory, capital } from "./words.js";
/** @import { Settings, Tree } from "./betting.js" */
/** @import { Solution } from "./solution.js" */
/** @import { Shared, Telling, ToolData } from "./tool.js" */
/** @import { ShownView } from "./views.js" */

const NUMBERS = /\d+(\.\d+)?/g;

/** A history without its sizes. @param {string} history */
const shapeOf = history => history.replaceAll(NUMBERS, "#");

/** @param {string} history */
const sizesOf = history => (history.match(NUMBERS) ?? []).map(Number);

/** The decision after the same actions with the closest sizes, if there is one.
@param {string} history @param {string[]} others */
function mostAlike(history, others) {
    const sizes = sizesOf(history);
    /** @type {(other: string) => number} */
    const distance = other =>
        sum(sizesOf(other).map((size, i) => Math.abs(Math.log(size / sizes[i]))));
    const same = others.filter(other => shapeOf(other) === shapeOf(history));
    return same.sort((a, b) => distance(a) - distance(b))[0];
}

/** After what a player's decisions come. @param {Tree} tree @param {number} player */
const historiesOf = (tree, player) => tree.informationSets[player].map(({ history }) => history);

/** A tool of a game in which players have many decisions. */
export class ManyDecisionsTool extends Tool {
    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} given */
    constructor(...given) {
        super(...given);
        /** Which decision each view shows. */
        this.lists = this.views.map((view, player) => {
            const list = makeElement("select", {
                change: () => this.change({ [DECISION_KEYS[player]]: list.value }),
                "aria-label": `Decision of ${this.thePlayers[player]}`,
            });
            view.caption.before(list);
            return list;
        });
    }

    /** Sizes may be named as they are typed: bet 60%, raise 2.5x.
    @param {string} typed @param {string[]} names @param {string} history
    @param {Settings} state */
    findAction(typed, names, history, state) {
        const [, size, unit] = typed.match(/ ([\d.]+)(%|x)$/) ?? [];
        if (!size) return super.findAction(typed, names, history, state);
        const isMultiple = unit === "x";
        const whole = isMultiple ? sizeOf(history) || parseChips(state.bigBlind ?? "0")
            : parseChips(state.pot ?? "0") / 100;
        const to = parseChips(size) * whole;
        return names.findIndex(name => name.startsWith(isMultiple ? "raise to " : "bet ")
            && Math.abs(sizeOf(name) - to) <= 1e-9 * to);
    }

    /** @param {ShownView} view @param {string} name */
    nextDecision({ beside, history, player, solution }, name) {
        const next = withAction(history, name);
        if (beside || findDecision(solution.game.tree, 1 - player, next) < 0) return undefined;
        return button(this.telling.wordFor(name, history),
            () => this.change({ [DECISION_KEYS[1 - player]]: next }),
            { title: `Go on ${this.telling.afterText(next)}` });
    }

    /** In the place of a decision that the game does not have comes one after other sizes.
    @type {Tool["derive"]} */
    derive(state, given) {
        const derived = super.derive(state, given), settings = this.gameSettings(derived);
        if (complaintIn(() => buildTree(this.gameKind, settings))) return derived;
        const tree = buildTree(this.gameKind, settings);
        const decisions = DECISION_KEYS.map((key, player) => {
            const asked = derived[key], histories = historiesOf(tree, player);
            return [key, histories.includes(asked) ? asked
                : mostAlike(asked, histories) ?? this.start[key]];
        });
        return { ...derived, ...Object.fromEntries(decisions) };
    }

    /** @type {Tool["rangeNote"]} */
    rangeNote(player, history) {
        return `${capital(this.players[player])}, ${this.telling.afterText(history)}. `
            + `${this.caveat}${capital(this.wholeText)}.`;
    }

    /** After what that decision of a player comes that is shown where the address names none.
    @param {Solution} solution @param {number} player */
    firstShown({ game: { tree } }, player) {
        return tree.informationSets[player][0].history;
    }

    /** @type {Tool["drawGame"]} */
    drawGame(solution, views) {
        views.forEach((view, player) => {
            const { beside } = view, list = this.lists[player];
            const histories = historiesOf(solution.game.tree, player);
            const asked = beside?.history ?? this.state[DECISION_KEYS[player]];
            const history = beside || histories.includes(asked) ? asked
                : this.firstShown(solution, player);
            const title = `${capital(this.players[player])}, ${this.telling.afterText(history)}`;
            const decision = findDecision(solution.game.tree, player, history);
            if (decision < 0) view.clear(title, "This game has no such decision.");
            else view.draw(solution, decision, title);
            if (beside) return;
            const note = this.telling.noteAt(player, history);
            if (note) view.legend.append(makeElement("span.explorer-here", note));
            if ([...list.options].map(({ value }) => value).join() !== histories.join())
                list.replaceChildren(
                    ...options(histories, value => capital(this.telling.afterText(value))));
            list.value = history;
        });
    }
}

/** Before the flop, where a small blind who only calls limps. @type {Telling} */
const WITH_LIMPS = {
    wordFor: (name, history) => !history && name === "call" ? "limp" : name,
    afterText: history => afterHistory(history.replace(/^call\b/, "limp")),
    noteAt: (player, history) => player === 1 && history === "call"
        ? "A real big blind who checks here sees a flop, on which there is betting. That is "
            + "what a game without postflop betting leaves out." : "",
};

/** A tool of a game before the flop. */
export class PreflopTool extends ManyDecisionsTool {
    static telling = WITH_LIMPS;
}
