/* What addresses call settings. A setting may get a better name in the scripts: its key in
addresses stays, so that links lead where they led. */

/** @import { Settings } from "./betting.js" */

/** What addresses call settings, where that is not their name.
@type {Settings} */
const ADDRESS_KEYS = {
    smallBlind: "sb", bigBlind: "bb", bigBlindAnte: "bb-ante", otherStack: "other",
    actionsEach: "nr", raiseSize: "raise", bigBlindLive: "live", shownRaise: "shown-raise",
    firstDecision: "first-after", secondDecision: "second-after", tolerance: "within",
    beliefText: "sure", comparedWith: "kept", mostApart: "close", locksText: "locks",
    handName: "hand",
};

/** What an address calls a setting.
@param {string} name */
export const addressKeyOf = name => ADDRESS_KEYS[name] ?? name;

/** Which of some settings an address means by a key; undefined if none.
@param {string} addressKey
@param {string[]} settingNames */
export const settingMeant = (addressKey, settingNames) =>
    settingNames.find(name => addressKeyOf(name) === addressKey);

/** The settings as an address says them.
@param {Settings} settings */
export const toAddress = settings => new URLSearchParams(
    Object.entries(settings).map(([name, text]) => [addressKeyOf(name), text]));

/** The settings of a game that are given by the keys of addresses.
@param {Settings} given */
export const fromAddressKeys = given => Object.fromEntries(
    Object.entries(given).map(([addressKey, text]) =>
        [settingMeant(addressKey, Object.keys(ADDRESS_KEYS)) ?? addressKey, text]));
