/* The value of push or fold as a curve; the piece of the stacks that the stack is in, within which
the same hands mix; and which these are. */

import { button } from "./controls.js";
import { Curve } from "./curve.js";
import { elementOf, makeElement } from "./elements.js";
import { trimNoise } from "./numbers.js";
import { effectiveStack, hasPlainBlinds, pushesOrCalls } from "./push-fold-game.js";
import { CALLER, PUSHER, isMixed } from "./push-fold-payoffs.js";
import { ToolPanel } from "./tool-part.js";
import { percent } from "./words.js";
/** @import { Solution } from "./solutions.js" */
/** @import { Foundation } from "./tool-part.js" */

export class PiecesPanel extends ToolPanel {
    /** What is said of the hands that mix. */
    mixers = makeElement("p");

    /** @param {Foundation} parts
    @param {number[]} stacks  of the curve, in big blinds
    @param {number[]} values  at these
    @param {number[]} ends  of the pieces */
    constructor(parts, stacks, values, ends) {
        super(parts);
        this.ends = ends;
        this.curve = new Curve(stacks, values, ends);
        this.previousPiece = button("Previous piece", () => this.goToPiece(this.piece - 1));
        this.nextPiece = button("Next piece", () => this.goToPiece(this.piece + 1));
        this.elements = [this.curve.element, elementOf("div.explorer-mixing", this.mixers,
            this.previousPiece, this.nextPiece)];
    }

    /** The number of the piece that the stack is in. */
    get piece() {
        const stack = effectiveStack(this.store.chips);
        return this.ends.slice(0, -1).findLastIndex(end => end <= stack);
    }

    /** Show the middle of a piece.
    @param {number} piece */
    goToPiece(piece) {
        const { ends } = this;
        const blinds = Number(((ends[piece] + ends[piece + 1]) / 2).toPrecision(9));
        const stack = String(trimNoise(blinds * this.store.chips.bigBlind));
        this.inputs.change({ stack, otherStack: "" });
    }

    /** Move the marker of the curve, and say which hands mix, between which ends.
    @param {Solution} solution */
    draw(solution) {
        const { ends, piece, store: { state, chips } } = this, stack = effectiveStack(chips);
        // The pieces are known where nothing but the stack is set.
        const isOn = hasPlainBlinds(chips) && !state.locks
            && stack >= ends[0] && stack <= ends[ends.length - 1];
        this.curve.mark(stack, solution.payoff, isOn);
        const place = isOn ? `Piece ${piece + 1} of ${ends.length - 1}, from `
            + `${ends[piece].toFixed(4)} to ${ends[piece + 1].toFixed(4)} big blinds. ` : "";
        const mixed = [PUSHER, CALLER].filter(player => !this.isBlend(solution, player))
            .map(player => this.mixedText(solution, player));
        this.mixers.textContent = `${place}Mixed: ${mixed.join(", ")}.`;
        this.previousPiece.disabled = !isOn || !ends[piece - 1];
        this.nextPiece.disabled = !isOn || !ends[piece + 2];
    }

    /** Whether a chart mixes what is locked with what is not, which is no player's own play.
    @param {Solution} solution
    @param {number} player */
    isBlend(solution, player) {
        return solution.belief < 1 && 0 in this.store.question.locked[player];
    }

    /** Which hands a player mixes, in words.
    @param {Solution} solution
    @param {number} player */
    mixedText(solution, player) {
        const probabilities = pushesOrCalls(solution, player);
        const mixed = this.store.hands.flatMap((name, hand) =>
            isMixed(probabilities[hand]) ? [`${name} ${percent(probabilities[hand], 2)}`] : []);
        return `of the ${["pushes", "calls"][player]} ${mixed.join(", ") || "nothing"}`;
    }

    /** @param {boolean} isShown */
    showAnswers(isShown) {
        this.mixers.hidden = !isShown;
    }
}
