/* No limit before the flop: bets and raises of any size. */

import { listed, sized, tidy } from "./amounts.js";
import { Betting } from "./decisions.js";
import { worthOfRealGame } from "./real-game.js";
import { WITHIN, chips } from "./tool.js";
/** @import { State } from "./betting.js" */
/** @import { Tool, Words } from "./tool.js" */

export class NoLimit extends Betting {
    /** @type {typeof Tool.settings} */
    static settings = {
        stack: ["10", "Stack"], other: ["", "Big blind's, if different"],
        raises: ["2.5x", "Raises", 14],
        sb: ["0.5", "Small blind"], bb: ["1", "Big blind"], ante: ["0", "Ante"],
        within: ["0.0001", "Solve to within", WITHIN],
    };
    static start = { small: "", big: "call", hand: "AA" };

    /** @type {Tool["tidy"]} */
    tidy(key, text) {
        return key === "raises" ? sized(text, "x") : super.tidy(key, text);
    }

    get realGame() {
        const { stack, other, sb, bb, ante, locks } = this.state, big = chips(bb);
        const usual = 2 * chips(sb) === big && !chips(ante) && !locks;
        return usual ? worthOfRealGame(tidy(Math.min(chips(stack), chips(other || stack)) / big))
            : "";
    }

    /** @param {State} state @returns {Words} */
    words({ stack, other, raises, sb, bb, ante }) {
        const least = other && chips(other) < chips(stack) ? other : stack, given = listed(raises);
        const all = JSON.stringify(given.join() === "all" ? "all" : given);
        return {
            command: `no-limit --stack ${least} --raises ${given.join()} `
                + `--small-blind ${sb} --big-blind ${bb} --ante ${ante}`,
            code: `betting.no_limit("${least}", ${all}, "${sb}", "${bb}", "${ante}")`,
        };
    }
}
