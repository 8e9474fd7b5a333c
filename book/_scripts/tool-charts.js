/* The charts of a tool: of both players in the game that is set and, beside these, in one with
which it is compared; and the hand that is marked in all of them. */

import { make } from "./elements.js";
import { actionNames, findDecision, sizeOf } from "./solution.js";
import { View } from "./views.js";
import { spoken } from "./words.js";
/** @import { Color } from "./solution.js" */
/** @import { Report } from "./report.js" */
/** @import { SolverClient } from "./solver-client.js" */
/** @import { Tool } from "./tool.js" */

/** The colours of actions, and those of several raises, from the smallest to the largest.
@typedef {{ byAction: Record<string, Color>, raises: Color[] }} Palette */

/** The colour of each action of a decision: several raises have each their own.
@param {string[]} names @param {Palette} palette @returns {Record<string, Color>} */
function colorsOf(names, { byAction, raises: ramp }) {
    /** @type {(name: string) => number} */
    const size = name => sizeOf(name) || Infinity;
    const raises = names.filter(name => /^(bet|raise)/.test(name))
        .sort((a, b) => size(a) - size(b));
    /** @type {(name: string) => Color} */
    const colorOf = name => {
        const place = raises.indexOf(name), last = raises.length - 1;
        if (place >= 0 && last > 0) return ramp[Math.round(place / last * (ramp.length - 1))];
        const [kind] = name.split(" ");
        if (kind === "fold") return { fill: "var(--explorer-fold)", ink: "" };
        return byAction[kind === "bet" ? "raise" : kind];
    };
    return Object.fromEntries(names.map(name => [name, colorOf(name)]));
}

/** Views side by side. @param {View[]} views */
const sideBySide = views => make("div.explorer-views", ...views.map(view => view.element));

export class ToolCharts {
    /** The hand that was clicked last, unless it was let go. */
    clicked = "";

    /** @param {Tool} tool @param {SolverClient} solver @param {Report} report
    @param {Palette} palette */
    constructor(tool, solver, report, palette) {
        this.tool = tool;
        this.solver = solver;
        this.report = report;
        this.palette = palette;
        this.views = [0, 1].map(player => new View(tool, player));
        this.comparedViews = this.views.map((view, player) => new View(tool, player, view));
        this.compared = make("section", report.comparison, sideBySide(this.comparedViews));
        this.element = make("div.explorer-charts", sideBySide(this.views), this.compared);
    }

    /** Draw what is solved by now. */
    show() {
        const { tool } = this, { solution, compared } = this.solver;
        if (!solution) return;
        tool.drawGame(solution, this.views);
        for (const view of this.views) tool.locker.showRange(view);
        if (compared) tool.drawGame(compared, this.comparedViews);
        this.mark();
    }

    /** The colour of each action of a decision, the same in both games that are compared; `raise`
    and `other` are there in any case. @param {number} player @param {string} history
    @returns {Record<string, Color>} */
    colors(player, history) {
        const { solver: { solution, compared }, palette } = this;
        const trees = [solution, compared].flatMap(one => one ? [one.game.tree] : []);
        const names = trees.flatMap(tree => {
            const decision = findDecision(tree, player, history);
            return decision < 0 ? [] : actionNames(tree, player, decision);
        });
        const own = colorsOf([...new Set(names)], palette);
        return { raise: palette.byAction.raise, other: palette.raises[0], ...own };
    }

    /** The number of the hand that is shown. */
    get hand() {
        return this.tool.hands.indexOf(this.tool.state.hand);
    }

    /** Whether the hand that is shown stays when the pointer moves on. */
    get stays() {
        return this.clicked === this.tool.state.hand;
    }

    /** Show a hand, say what it does, and remember it. @param {number} hand */
    select(hand) {
        const { tool } = this, name = tool.hands[hand];
        this.clicked = name;
        tool.state.hand = name;
        this.mark();
        /** @type {(view: View) => string} */
        const description = ({ player, handTexts }) =>
            `${tool.players[player]} ${handTexts.join(", ") || "does not get here"}`;
        this.report.say(() => `${spoken(tool.state.hand)}: `
            + this.views.filter(view => view.solution).map(description).join("; "));
        tool.shared.remember(tool, tool.locker.stroke ?? this.views);
    }

    /** Mark a hand in all charts, with a ring if somebody has chosen it or points at it; one that
    stays marked can be reached by the Tab key. */
    mark(hand = this.hand, focusable = true, hasRing = this.stays) {
        for (const view of [...this.views, ...this.comparedViews])
            view.mark(hand, focusable, hasRing);
    }
}
