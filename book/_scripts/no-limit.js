/* No limit before the flop: bets and raises of any size. */

import { isRaiseSize, shorterStack } from "./betting.js";
import {
    BeforeFlopStore, ManyDecisionsCharts, ManyDecisionsWords, TOLERANCES,
} from "./many-decisions.js";
import { codeToSolve } from "./game-words.js";
import { roundTo, trimNoise } from "./numbers.js";
import { realGameWithAnte, worthOfRealGame } from "./real-game.js";
import { effectiveStack } from "./setting-store.js";
import { sizesArgument, withUnit } from "./sizes.js";
import { Tool } from "./tool.js";
import { splitWords } from "./typed-text.js";
import { counted } from "./words.js";
/** @import { GameWords, Reproduction } from "./game-words.js" */
/** @import { SettingStore } from "./setting-store.js" */

class NoLimitStore extends BeforeFlopStore {
    /** @type {typeof SettingStore.gameInfo} */
    static gameInfo = {
        stack: { label: "Stack" },
        otherStack: { label: "Big blind's, if different" },
        raises: { label: "Raises", size: 14 },
        smallBlind: { label: "Small blind" },
        bigBlind: { label: "Big blind" },
        ante: { label: "Ante" },
        tolerance: { label: "Solve to within", choices: TOLERANCES },
    };
    static viewStart = { firstDecision: "", secondDecision: "call", handName: "" };

    /** @type {SettingStore["normalize"]} */
    normalize(name, text, state) {
        return name === "raises" ? withUnit(text, isRaiseSize, "x")
            : super.normalize(name, text, state);
    }
}

class NoLimitWords extends ManyDecisionsWords {
    /** @type {GameWords["briefText"]} */
    briefText(state = this.store.state) {
        const { start } = this.store, others = ["otherStack", "smallBlind", "bigBlind", "ante"];
        return this.settingsText(
            ["stack", ...others.filter(name => state[name] !== start[name])], state);
    }

    /** @type {GameWords["worthText"]} */
    worthText(solution, state = this.store.state) {
        const stack = roundTo(effectiveStack(this.store.chipsIn(state)), 4);
        return `with ${counted(stack, "big blind")} ${super.worthText(solution)}`;
    }

    realGameText() {
        const { chips } = this.store, { smallBlind, ante, bigBlind } = chips;
        if (2 * smallBlind !== bigBlind) return "";
        const stack = effectiveStack(chips), each = ante / bigBlind;
        const hasLocks = Boolean(this.store.state.locksText);
        // An ante of a half from each is a big-blind ante of one, with deeper stacks by that half.
        if (each) return realGameWithAnte(
            each === 0.5 ? trimNoise(stack + each) : undefined, hasLocks);
        return worthOfRealGame(stack, hasLocks);
    }

    /** @returns {Reproduction} */
    reproduction() {
        const { stack, otherStack, raises, smallBlind, bigBlind, ante } = this.store.state;
        const { shorter } = shorterStack(stack, otherStack), sizes = splitWords(raises);
        const argument = JSON.stringify(sizes.join() === "all" ? "all" : sizes);
        return {
            command: `no-limit --stack ${shorter} --raises ${sizesArgument(sizes)} `
                + `--small-blind ${smallBlind} --big-blind ${bigBlind} --ante ${ante}`,
            code: codeToSolve("holdem()",
                `no_limit("${shorter}", ${argument}, "${smallBlind}", "${bigBlind}", "${ante}")`),
        };
    }
}

export class NoLimit extends Tool {
    static partClasses = { Store: NoLimitStore, Words: NoLimitWords, Charts: ManyDecisionsCharts };
}
