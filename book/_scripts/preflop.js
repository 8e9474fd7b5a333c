/* Limit preflop: raises of a fixed size, or of the pot. */

import { exactly, less, written } from "./amounts.js";
import { Betting } from "./decisions.js";
import { WITHIN, chips } from "./tool.js";
/** @import { State } from "./betting.js" */
/** @import { Tool, Words } from "./tool.js" */

export class Preflop extends Betting {
    /** @type {typeof Tool.settings} */
    static settings = {
        blinds: ["0.5/1", "Blinds, in chips"], nr: ["3", "Actions each (nr)", 3],
        raise: ["1", "A raise, in chips or pots", 3],
        betting: ["limit", "Betting", { limit: "limit", pot: "pot-limit" }],
        live: ["yes", "Big blind live", { yes: "yes", no: "no" }],
        within: ["0.00001", "Solve to within", WITHIN],
    };
    static start = { small: "", big: "call", hand: "KK" };

    /** @returns {[number, string]} */
    get thousandth() {
        return [chips(this.state.blinds.split("/")[1]) / 1000, "mbb"];
    }

    /** @param {State} state @returns {Words} */
    words({ blinds, nr, raise, betting, live }) {
        const [small, big] = blinds.split("/").map(text => text.trim());
        const bl = written(less(exactly(big), exactly(small)));
        const many = Number(nr), pot = betting === "pot", liv = live === "yes";
        const told = (/** @type {boolean} */ is) => is ? "True" : "False";
        return {
            command: `preflop nr=${many} r=${raise} an=${small} bl=${bl} lim=${Number(!pot)} `
                + `liv=${Number(liv)}`,
            code: `betting.limit(${many}, "${raise}", "${small}", "${bl}", `
                + `pot_limit=${told(pot)}, live=${told(liv)})`,
            note: ". The command's value is the big blind's, of the other sign.",
        };
    }
}
