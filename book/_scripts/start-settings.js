/* What each kind of game is set to at first: the explorer's tools begin with it, and other people's
pages may leave it out. Python's functions have defaults of their own. */

/** @import { Settings } from "./betting.js" */

/** By the kind of game, as addresses call it.
@type {Record<string, Settings>} */
export const START_SETTINGS = {
    "push-fold": {
        stack: "10", otherStack: "", smallBlind: "0.5", bigBlind: "1", ante: "0",
        bigBlindAnte: "0",
    },
    "one-round": {
        raises: "0 2:40", reraises: "", turns: "2", smallBlind: "1", bigBlind: "2",
        tolerance: "0.001",
    },
    preflop: {
        blinds: "0.5/1", actionsEach: "3", raiseSize: "1", betting: "limit",
        bigBlindLive: "yes", tolerance: "0.00001",
    },
    "no-limit": {
        stack: "10", otherStack: "", raises: "2.5x", smallBlind: "0.5", bigBlind: "1", ante: "0",
        tolerance: "0.0001",
    },
    river: {
        board: "Td9d6hQc2s", pot: "200", stack: "900", bets: "60%", raises: "2.5x",
        tolerance: "0.001",
        first: "66+, A8s+, A5s-A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s",
        second: "QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, 53s+",
    },
};
