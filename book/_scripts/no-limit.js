/* No limit before the flop: bets and raises of any size. */

import { splitWords, trimNoise, withUnit } from "./amounts.js";
import { PreflopTool } from "./decisions.js";
import { worthOfRealGame } from "./real-game.js";
import { TOLERANCES, chips } from "./tool.js";
/** @import { State } from "./betting.js" */
/** @import { Reproduction, Tool } from "./tool.js" */

export class NoLimit extends PreflopTool {
    /** @type {typeof Tool.settings} */
    static settings = {
        stack: { start: "10", label: "Stack" },
        other: { start: "", label: "Big blind's, if different" },
        raises: { start: "2.5x", label: "Raises", size: 14 },
        sb: { start: "0.5", label: "Small blind" },
        bb: { start: "1", label: "Big blind" },
        ante: { start: "0", label: "Ante" },
        within: { start: "0.0001", label: "Solve to within", choices: TOLERANCES },
    };
    static start = { small: "", big: "call", hand: "AA" };

    /** @type {Tool["normalize"]} */
    normalize(key, text) {
        return key === "raises" ? withUnit(text, "x") : super.normalize(key, text);
    }

    /** @type {Tool["briefText"]} */
    briefText(state = this.state) {
        const { start } = this, others = ["other", "sb", "bb", "ante"];
        return this.settingsText(
            ["stack", ...others.filter(key => state[key] !== start[key])], state);
    }

    get realGame() {
        const { stack, other, sb, bb, ante, locks } = this.state, bigBlind = chips(bb);
        if (2 * chips(sb) !== bigBlind || chips(ante) || locks) return "";
        const effective = Math.min(chips(stack), chips(other || stack));
        return worthOfRealGame(trimNoise(effective / bigBlind));
    }

    /** @param {State} state @returns {Reproduction} */
    reproduction({ stack, other, raises, sb, bb, ante }) {
        const shorter = other && chips(other) < chips(stack) ? other : stack;
        const sizes = splitWords(raises).join();
        const argument = JSON.stringify(sizes === "all" ? "all" : splitWords(raises));
        return {
            command: `no-limit --stack ${shorter} --raises ${sizes} `
                + `--small-blind ${sb} --big-blind ${bb} --ante ${ante}`,
            code: `betting.no_limit("${shorter}", ${argument}, "${sb}", "${bb}", "${ante}")`,
        };
    }
}
