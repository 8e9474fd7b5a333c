/* Limit preflop: raises of a fixed size, or of the pot. */

import { formatAmount, numberIn, toFraction } from "./amounts.js";
import {
    BeforeFlopStore, ManyDecisionsCharts, ManyDecisionsWords, TOLERANCES,
} from "./many-decisions.js";
import { codeToSolve } from "./game-words.js";
import { Tool } from "./tool.js";
/** @import { Reproduction } from "./game-words.js" */
/** @import { SettingStore } from "./setting-store.js" */

class PreflopStore extends BeforeFlopStore {
    /** @type {typeof SettingStore.gameInfo} */
    static gameInfo = {
        blinds: { label: "Blinds, in chips" },
        actionsEach: { label: "Actions each (nr)", size: 3 },
        raiseSize: { label: "A raise, in chips or pots", size: 3 },
        betting: { label: "Betting", choices: { limit: "limit", pot: "pot-limit" } },
        bigBlindLive: { label: "Big blind live", choices: { yes: "yes", no: "no" } },
        tolerance: { label: "Solve to within", choices: TOLERANCES },
    };
    static viewStart = { firstDecision: "", secondDecision: "call", handName: "" };

    /** @type {SettingStore["chipsIn"]} */
    chipsIn({ blinds }) {
        const [smallBlind, bigBlind] = blinds.split("/").map(blind => numberIn(blind.trim()));
        return { smallBlind, bigBlind };
    }
}

class PreflopWords extends ManyDecisionsWords {
    /** @returns {Reproduction} */
    reproduction() {
        const { blinds, actionsEach, raiseSize, betting, bigBlindLive } = this.store.state;
        const [small, big] = blinds.split("/").map(text => text.trim());
        const onTop = formatAmount(toFraction(big).minus(toFraction(small)));
        const actions = Number(actionsEach), isPotLimit = betting === "pot";
        const isLive = bigBlindLive === "yes";
        /** @type {(value: boolean) => string} */
        const inPython = value => value ? "True" : "False";
        return {
            command: `preflop nr=${actions} r=${raiseSize} an=${small} bl=${onTop} `
                + `lim=${Number(!isPotLimit)} liv=${Number(isLive)}`,
            code: codeToSolve("holdem()", `limit(${actions}, "${raiseSize}", "${small}", "${big}", `
                + `pot_limit=${inPython(isPotLimit)}, live=${inPython(isLive)})`),
            note: "The command's value is the big blind's, of the other sign.",
        };
    }
}

export class Preflop extends Tool {
    static partClasses = { Store: PreflopStore, Words: PreflopWords, Charts: ManyDecisionsCharts };
}
