/* No limit before the flop: bets and raises of any size. */

import { splitWords, trimNoise, withUnit } from "./amounts.js";
import { PreflopTool } from "./decisions.js";
import { worthOfRealGame } from "./real-game.js";
import { TOLERANCES, parseChips } from "./tool.js";
/** @import { Settings } from "./betting.js" */
/** @import { Reproduction, Tool } from "./tool.js" */

export class NoLimit extends PreflopTool {
    /** @type {typeof Tool.settings} */
    static settings = {
        stack: { start: "10", label: "Stack" },
        otherStack: { start: "", label: "Big blind's, if different" },
        raises: { start: "2.5x", label: "Raises", size: 14 },
        smallBlind: { start: "0.5", label: "Small blind" },
        bigBlind: { start: "1", label: "Big blind" },
        ante: { start: "0", label: "Ante" },
        within: { start: "0.0001", label: "Solve to within", choices: TOLERANCES },
    };
    static start = { firstDecision: "", secondDecision: "call", hand: "" };

    /** @type {Tool["normalize"]} */
    normalize(key, text) {
        return key === "raises" ? withUnit(text, "x") : super.normalize(key, text);
    }

    /** @type {Tool["briefText"]} */
    briefText(state = this.state) {
        const { start } = this, others = ["otherStack", "smallBlind", "bigBlind", "ante"];
        return this.settingsText(
            ["stack", ...others.filter(key => state[key] !== start[key])], state);
    }

    get realGame() {
        const { stack, otherStack, smallBlind, ante, locks } = this.state;
        const bigBlind = parseChips(this.state.bigBlind);
        if (2 * parseChips(smallBlind) !== bigBlind || parseChips(ante) || locks) return "";
        const effective = Math.min(parseChips(stack), parseChips(otherStack || stack));
        return worthOfRealGame(trimNoise(effective / bigBlind));
    }

    /** @param {Settings} state @returns {Reproduction} */
    reproduction({ stack, otherStack, raises, smallBlind, bigBlind, ante }) {
        const isOther = otherStack && parseChips(otherStack) < parseChips(stack);
        const shorter = isOther ? otherStack : stack;
        const sizes = splitWords(raises).join();
        const argument = JSON.stringify(sizes === "all" ? "all" : splitWords(raises));
        return {
            command: `no-limit --stack ${shorter} --raises ${sizes} `
                + `--small-blind ${smallBlind} --big-blind ${bigBlind} --ante ${ante}`,
            code: `betting.no_limit("${shorter}", ${argument}, "${smallBlind}", "${bigBlind}", `
                + `"${ante}")`,
        };
    }
}
