/* What addresses call settings. A setting may get a better name in the scripts; in an address it
keeps its key, so that old links lead where they led. */

/** @import { Settings } from "./betting.js" */

/** The keys of settings that are not their names. @type {Settings} */
const SETTING_KEYS = {
    smallBlind: "sb", bigBlind: "bb", bigBlindAnte: "dead", otherStack: "other",
    actionsEach: "nr", raiseSize: "raise", isBigBlindLive: "live", shownRaise: "raise",
    winnings: "counts", firstDecision: "small", secondDecision: "big",
};

/** The key of a setting. @param {string} setting */
export const keyOf = setting => SETTING_KEYS[setting] ?? setting;

/** The settings by their keys, as an address says them. @param {Settings} settings */
export const byKey = settings => new URLSearchParams(
    Object.entries(settings).map(([setting, text]) => [keyOf(setting), text]));

/** The settings of a game that are given by their keys. @param {Settings} given */
export const fromKeys = given => Object.fromEntries(Object.entries(given).map(([key, text]) =>
    [Object.keys(SETTING_KEYS).find(setting => SETTING_KEYS[setting] === key) ?? key, text]));
