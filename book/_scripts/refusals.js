/* What is refused, and why, in words for who asked. */

import { addressKeyOf } from "./setting-keys.js";

/** A setting that is refused: its name, what was given, and what is needed, where {name} stands
for what another setting is called.
@typedef {object} RefusedSetting
@property {string} setting
@property {string | undefined} given
@property {string} needed */

/** Why what was asked is refused, in words for who asked. Where settings do not fit each other, all
of them are refused: another text of any would do. */
export class Refusal extends Error {
    /** @param {string} reason
    @param {RefusedSetting[]} refusedSettings */
    constructor(reason, refusedSettings = []) {
        super(reason);
        this.refusedSettings = refusedSettings;
    }

    /** The reason, with settings called as they are where they stand, and about the one that was
    changed if it is refused.
    @param {(name: string) => string} labelOf
    @param {string} changed */
    textFor(labelOf, changed = "") {
        const [first, ...others] = this.refusedSettings;
        const refused = others.find(({ setting }) => setting === changed) ?? first;
        return refused ? settingRefusalText(refused, labelOf) : this.message;
    }
}

/** Refuse, and say why.
@type {(reason: string) => never} */
export const refuse = reason => { throw new Refusal(reason); };

/** Why a text is refused.
@param {string | undefined} given
@param {string} needed */
export const refusalText = (given, needed) =>
    `${given || "nothing"} won't do; it has to be ${needed}`;

/** Why a setting is refused, with settings called as somebody calls them.
@param {RefusedSetting} refused
@param {(name: string) => string} labelOf */
function settingRefusalText({ setting, given, needed }, labelOf) {
    const text = needed.replace(/{(\w+)}/g, (_, name) => labelOf(name));
    return `${labelOf(setting)}: ${refusalText(given, text)}`;
}

/** Refuse settings that do not fit each other.
@type {(refusedSettings: RefusedSetting[]) => never} */
export const refuseSettings = refusedSettings => {
    throw new Refusal(settingRefusalText(refusedSettings[0], addressKeyOf), refusedSettings);
};

/** Refuse one setting.
@type {(setting: string, given: string, needed: string) => never} */
export const refuseSetting = (setting, given, needed) =>
    refuseSettings([{ setting, given, needed }]);

/** The refusal of something, if it is refused.
@param {() => void} act */
export function refusalIn(act) {
    try {
        act();
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error;
    }
    return undefined;
}

/** Why something is refused; "" if it is not.
@param {() => void} act */
export const refusalTextIn = act => refusalIn(act)?.message ?? "";
