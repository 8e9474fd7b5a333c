/* The one-round game: a slider over Alice's raises. */

import { numberIn, parseNumber } from "./amounts.js";
import { MAX_PAGE_DECISIONS } from "./betting.js";
import { nearest } from "./controls.js";
import {
    ManyDecisionsCharts, ManyDecisionsStore, ManyDecisionsWords, TOLERANCES,
} from "./many-decisions.js";
import { codeToSolve } from "./game-words.js";
import { onePartEach } from "./hand-cells.js";
import { sum } from "./numbers.js";
import { refusalTextIn, refuseSetting } from "./refusals.js";
import { parseSizes, sizesArgument, splitRuns } from "./sizes.js";
import { findInformationSet } from "./solutions.js";
import { Tool } from "./tool.js";
import { ToolPanel } from "./tool-part.js";
/** @import { Settings } from "./betting.js" */
/** @import { Reproduction } from "./game-words.js" */
/** @import { CellPart } from "./hand-cells.js" */
/** @import { SettingStore } from "./setting-store.js" */
/** @import { Shared, ToolData } from "./tool.js" */
/** @import { Foundation } from "./tool-part.js" */

/** The most raises that are listed where another is refused. */
const MAX_LISTED = 4;

/** Sizes as a list of Python's.
@param {string[]} sizes */
const listOf = sizes => `[${sizes.map(size => `"${size}"`).join(", ")}]`;

/** The raises that the slider can show: a raise by 0 is a call.
@param {Settings} state */
function raisesToShow(state) {
    const raises = parseSizes("raises", state.raises, MAX_PAGE_DECISIONS);
    return raises.length > 1 ? raises.filter(size => size !== "0") : raises;
}

class OneRoundStore extends ManyDecisionsStore {
    /** @type {typeof SettingStore.gameInfo} */
    static gameInfo = {
        raises: { label: "Raises", size: 14 },
        reraises: { label: "Re-raises", size: 8 },
        turns: { label: "Turns to raise", size: 2 },
        smallBlind: { label: "Alice posts" },
        bigBlind: { label: "Bob posts" },
        tolerance: { label: "Solve to within", choices: TOLERANCES },
    };
    static viewInfo = { shownRaise: { label: "Raise by" } };
    static viewStart = { shownRaise: "15", firstDecision: "", secondDecision: "", handName: "" };

    /** @param {Settings} state */
    taskOf(state) {
        const task = super.taskOf(state);
        const raise = parseNumber("shownRaise", state.shownRaise);
        const sizes = raisesToShow(state);
        if (state.reraises || sizes.some(size => numberIn(size) === raise))
            return task;
        return refuseSetting("shownRaise", state.shownRaise, sizes.length > MAX_LISTED
            ? `one of the ${sizes.length} raises from ${sizes[0]} to ${sizes.at(-1)}`
            : sizes.join(" or "));
    }

    /** With other raises, the nearest one to that of before is shown.
    @type {SettingStore["derive"]} */
    derive(state, changedNames) {
        if (refusalTextIn(() => super.taskOf(state))) return state;
        const sizes = raisesToShow(state), raise = numberIn(state.shownRaise);
        const same = sizes.find(size => numberIn(size) === raise);
        const keepsRaise = !same && changedNames.includes("shownRaise");
        return super.derive(keepsRaise ? state
            : { ...state, shownRaise: same ?? nearest(sizes, state.shownRaise) }, changedNames);
    }
}

class OneRoundWords extends ManyDecisionsWords {
    /** @returns {Reproduction} */
    reproduction() {
        const { raises, reraises, turns, smallBlind, bigBlind } = this.store.state;
        const first = parseSizes("raises", raises), later = parseSizes("reraises", reraises);
        const laterArguments = later.length ? `, ${listOf(later)}, ${Number(turns)}` : "";
        return {
            command: !later.length && `one-round --raises ${sizesArgument(splitRuns("raises", raises))} `
                + `--small-blind ${smallBlind} --big-blind ${bigBlind}`,
            code: codeToSolve("holdem()",
                `one_round(${listOf(first)}, "${smallBlind}", "${bigBlind}"${laterArguments})`),
        };
    }
}

class OneRoundCharts extends ManyDecisionsCharts {
    /** Decisions are chosen where there are re-raises; else there is a slider. */
    show() {
        for (const list of this.lists) list.hidden = !this.store.state.reraises;
        super.show();
    }

    /** Without re-raises: what the slider's raise is, of whom, and what Bob answers to it.
    @type {ManyDecisionsCharts["drawGame"]} */
    drawGame(solution, views) {
        if (this.store.state.reraises) {
            super.drawGame(solution, views);
            return;
        }
        const { tree } = solution.game, size = this.store.state.shownRaise, raise = `raise ${size}`;
        const [opening] = tree.informationSets[0];
        const facingRaise = findInformationSet(tree, 1, raise);
        const isRaised = tree.sequenceNames[0].includes(raise);
        views[0].draw(solution, opening, `Alice: who raises by ${size}`, (actionNames, colors) => {
            const parts = onePartEach(actionNames, { ...colors, [raise]: colors.raise });
            const others = parts.filter(({ name }) => ![raise, "call", "fold"].includes(name));
            /** @type {CellPart["shareOf"]} */
            const shareOf = shares => sum(others.map(part => part.shareOf(shares)));
            const name = isRaised ? "other raises" : "raises";
            const rest = { name, color: colors.other, shareOf };
            // The other raises are behind the slider's, which is the last action, if it is one.
            return parts.filter(part => !others.includes(part))
                .toSpliced(isRaised ? 1 : 0, 0, rest);
        });
        const title = `Bob, facing a raise by ${size}`;
        if (facingRaise) views[1].draw(solution, facingRaise, title);
        else views[1].clear(title,
            "Alice never raises by this; many of Bob's answers prevent it.");
    }
}

/** The slider over Alice's raises. */
class RaiseSlider extends ToolPanel {
    /** @param {Foundation} parts
    @param {HTMLElement} root */
    constructor(parts, root) {
        super(parts);
        this.slider = this.inputs.addSlider(root, "shownRaise", "chips", []);
    }

    show() {
        const { slider, store: { state } } = this;
        slider.offer(raisesToShow(state));
        slider.element.hidden = Boolean(state.reraises);
    }
}

export class OneRound extends Tool {
    static partClasses = { Store: OneRoundStore, Words: OneRoundWords, Charts: OneRoundCharts };

    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} fromPage */
    constructor(...fromPage) {
        super(...fromPage);
        this.panels = [new RaiseSlider(this.parts, this.root)];
    }
}
