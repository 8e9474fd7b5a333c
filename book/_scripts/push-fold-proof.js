/* The proof of push or fold that a reader asks for: push-fold-exact.js works it out. */

import { toFraction } from "./amounts.js";
import { button } from "./controls.js";
import { elementOf, makeElement } from "./elements.js";
import { prove } from "./push-fold-exact.js";
import { hasChoice, pushesOrCalls } from "./push-fold-game.js";
import { CALLER, PUSHER } from "./push-fold-payoffs.js";
import { ToolPanel } from "./tool-part.js";
import { signed } from "./words.js";
/** @import { Solution } from "./solutions.js" */
/** @import { Foundation } from "./tool-part.js" */

/** A proof that is shown, or why there is none.
@typedef {object} ShownProof
@property {Solution} [solution]  that it is of, if there is one
@property {string} gameText  the game that it is of
@property {string} value  that is proven; "" if none is
@property {number} times  how often that was worked out */

export class ProofPanel extends ToolPanel {
    proof = makeElement("span", { role: "status" });
    /** That the same was proven before: the fraction is not read aloud again. */
    provenAgain = makeElement("span", { role: "status" });
    /** @type {ShownProof} */
    shownProof = { gameText: "", value: "", times: 0 };

    /** @param {Foundation} parts */
    constructor(parts) {
        super(parts);
        this.element = elementOf("p.explorer-proof",
            button("Prove it exactly", () => this.tellProof()), " ", this.proof,
            this.provenAgain);
    }

    /** Have both best responses worked out in integers, and tell what comes of it. */
    tellProof() {
        const { store: { state }, client, client: { solution }, shownProof } = this;
        const gameText = this.gameText();
        const isSame = solution === shownProof.solution && gameText === shownProof.gameText;
        if (solution && shownProof.value && isSame) {
            this.proveAgain(solution);
            return;
        }
        this.shownProof = { solution, gameText, value: "", times: 0 };
        this.provenAgain.textContent = "";
        if (state.locksText) this.proof.replaceChildren("Free what is locked first.");
        else if (client.isSolvingCurrent || !solution) this.proof.replaceChildren("Not solved.");
        else if (!hasChoice(solution, PUSHER) || !hasChoice(solution, CALLER))
            this.proof.replaceChildren("A forced all-in leaves no choice.");
        else {
            const { value, content } = this.proofOf(solution);
            this.shownProof = { solution, gameText, value, times: 1 };
            this.proof.replaceChildren(...content);
        }
    }

    /** Work out once more what is proven, and say only whether it stands.
    @param {Solution} solution */
    proveAgain(solution) {
        const { shownProof } = this, { value, content } = this.proofOf(solution);
        const stands = value === shownProof.value, times = shownProof.times + 1;
        if (!stands) this.proof.replaceChildren(...content);
        this.shownProof = { ...shownProof, value, times };
        const count = times > 2 ? `${times} times` : "again";
        this.provenAgain.textContent = stands ? ` Worked out ${count}: it stands.` : "";
    }

    /** Tell nothing any more. */
    forget() {
        this.shownProof = { gameText: "", value: "", times: 0 };
        this.proof.replaceChildren();
        this.provenAgain.textContent = "";
    }

    show() {
        if (this.gameText() !== this.shownProof.gameText) this.forget();
    }

    /** @param {Solution} solution */
    draw(solution) {
        if (solution !== this.shownProof.solution) this.forget();
    }

    /** The settings and locks, as a text to compare. */
    gameText() {
        const { store: { gameSettingNames, state: { locksText } }, words } = this;
        return `${words.settingsText(gameSettingNames)} ${locksText}`;
    }

    /** A proof's result: the proven value, "" if none is; and the paragraph on it, with a
    certificate.
    @param {Solution} solution
    @returns {{ value: string, content: (string | Node)[] }} */
    proofOf(solution) {
        const { stack, otherStack, smallBlind, bigBlind, ante, bigBlindAnte } = this.store.state;
        const stacks = [stack, otherStack || stack];
        const probabilities = [pushesOrCalls(solution, PUSHER), pushesOrCalls(solution, CALLER)];
        let proof;
        try {
            proof = prove(this.store.deal.counts,
                [...stacks, smallBlind, bigBlind, ante, bigBlindAnte], probabilities);
        } catch (error) {
            const reason = /** @type {Error} */ (error).message;
            return { value: "", content: [`Not proven: ${reason}.`] };
        }
        const { lower, upper, mixedCount, certificate } = proof;
        if (lower !== upper) return {
            value: "", content: [`Not proven: the strategies guarantee ${lower} and ${upper}.`],
        };
        const file = new Blob([JSON.stringify(certificate)], { type: "application/json" });
        const href = URL.createObjectURL(file);
        const count = mixedCount === 1 ? "one hand" : `${mixedCount} hands`;
        const mixing = mixedCount ? `Each player mixes ${count}` : "No hand is mixed";
        const worth = signed(toFraction(lower).toNumber(), 4), isLoss = lower.startsWith("-");
        const content = ["Proven for push or fold, without flops, with "
            + `${this.words.briefText()}: by `
            + "playing otherwise neither player can win anything more. The small blind "
            + `${isLoss ? "loses" : "wins"} exactly `,
            elementOf("code", lower.replace("-", "")),
            ` big blinds a deal (${worth}) on average: no calls make these pushes win less, and `
            + `against these calls no pushes win more. ${mixing}. Take the `,
            makeElement("a", { href, download: "certificate.json" }, "certificate"), "."];
        return { value: lower, content };
    }
}
