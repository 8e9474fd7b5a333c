/* What a tool takes of an address, as far as it makes sense, and what it says of the rest. */

import { BY_ADDRESS } from "./address-bar.js";
import { withoutLeftOut, writeLocks } from "./locked-ranges.js";
import { newSeed } from "./random-numbers.js";
import { DECISION_SETTINGS } from "./setting-store.js";
import { ToolPart } from "./tool-part.js";
import { capital } from "./words.js";
/** @import { Address } from "./address.js" */
/** @import { Foundation } from "./tool-part.js" */

export class AddressFollower extends ToolPart {
    /** Whether the address that was followed last had a seed of 0: another game began by chance. */
    beganByChance = false;

    /** @param {Foundation & { address: Address }} parts */
    constructor(parts) {
        super(parts);
        this.address = parts.address;
    }

    /** Set what an address says, and lock what applies to it; return what of it is refused.
    @param {string[][]} pairs */
    applyAddress(pairs) {
        return [...this.setState(pairs), ...this.leaveOutLocks()];
    }

    /** Set what an address says or, if that makes no game, what the tool begins with; return what
    of it is refused.
    @param {string[][]} pairs */
    setState(pairs) {
        const { store, charts, inputs } = this, { start } = store;
        const { state, refusals } = store.read(pairs);
        // A link with a seed of 0 begins another game each time.
        this.beganByChance = state.seed !== "" && Number(state.seed) === 0;
        if (this.beganByChance) state.seed = newSeed();
        charts.chosenHandName = state.handName === start.handName ? "" : state.handName;
        refusals.push(...store.read(state.comparedWith, state).refusals);
        inputs.forgetRefusals();
        const refusal = store.refusalOf(state);
        if (refusal) {
            const given = pairs.map(pair => pair.join("=")).join(", ");
            refusals.push(`${capital(refusal)} (${given})`);
        }
        store.set(refusal ? { ...start } : state, BY_ADDRESS);
        return refusals;
    }

    /** Which decisions an address names that the game does not have, as refusals.
    @param {string[][]} pairs */
    missingDecisions(pairs) {
        const { store } = this;
        return pairs.flatMap(([addressKey, text]) => {
            const name = store.nameMeant(addressKey);
            const isMissing = DECISION_SETTINGS.includes(name) && text !== store.state[name];
            return isMissing ? [`${addressKey}: this game has no decision after "${text}"`] : [];
        });
    }

    /** Lock nothing that does not apply to the game; return why it does not. */
    leaveOutLocks() {
        const { store } = this, { leftOut } = store.task;
        if (!leftOut.length) return [];
        const locksText = writeLocks(withoutLeftOut(store.lockedRanges, leftOut));
        store.set({ ...store.state, locksText }, BY_ADDRESS);
        return leftOut.map(({ player, history, reason }) =>
            `what is locked ${store.telling.afterText(history)} (${store.players[player]}): `
                + reason);
    }

    /** Show the refusals of an address, if there are any, and name the game shown in its place.
    @param {string[]} refusals */
    sayRefused(refusals) {
        const { store, inputs, address } = this;
        if (refusals.length) inputs.refuseAddress(
            `${refusals.join("; ")}. Shown is ${address.listed(store.gameSettingNames)}.`);
    }
}
