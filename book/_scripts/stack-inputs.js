/* Where the stack of a figure is set: boxes in sentences and sliders, and the notes on texts that
are refused. */

import { numberIn, withDecimalPoint, withoutBlinds } from "./amounts.js";
import { elementOf, makeElement } from "./elements.js";
import { stackText } from "./stack-pieces.js";
/** @import { Pieces } from "./stack-pieces.js" */

/** The stack that a reader types, with a decimal comma or a unit behind it; NaN if it is none.
@param {string} text */
export const readStack = text =>
    numberIn(withoutBlinds(withDecimalPoint(text.trim())));

/** Why a text is refused; "" if it is a stack that is solved, or nothing.
@param {string} text
@param {Pieces} pieces */
export function refusalOfStack(text, { least, most }) {
    const stack = readStack(text);
    if (!text || stack >= least && stack <= most) return "";
    if (Number.isNaN(stack)) return `“${text.slice(0, 20)}” is no number of big blinds: type `
        + `one from ${least} to ${most}, such as 12.5.`;
    return `Solved here are ${least} to ${most} big blinds, not ${stackText(stack)}.`;
}

/** The note on a box that was emptied, and has the stack again that is shown.
@param {Pieces} pieces
@param {number} shownStack */
export const stackIsMissing = ({ least, most }, shownStack) =>
    `A stack is needed: any from ${least} to ${most} big blinds. All is still for `
    + `${stackText(shownStack)}.`;

/** Let a box say the stack that is shown.
@param {HTMLInputElement} box
@param {number} stack */
export function fillBox(box, stack) {
    box.value = stackText(stack);
    box.ariaValueNow = stackText(stack);
    acceptBox(box);
}

/** Mark a box no longer.
@param {HTMLInputElement} box */
export function acceptBox(box) {
    box.removeAttribute("aria-invalid");
    if (box.nextElementSibling?.matches(".live-still")) box.nextElementSibling.remove();
}

/** Leave in a box what was refused, mark it, and say beside it which stack is still shown.
@param {HTMLInputElement} box
@param {string} text
@param {Element} note  says why it is refused
@param {number} shownStack */
export function markRefused(box, text, note, shownStack) {
    acceptBox(box);
    box.value = text;
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", note.id);
    // So that the sentence that goes on after the box is true of the stack that it names.
    box.after(elementOf("span.live-still", ` (still ${stackText(shownStack)})`));
}

/** How far an arrow key moves a stack.
@type {Record<string, number>} */
const STEPS = { ArrowUp: 0.1, ArrowDown: -0.1 };

/** Put boxes and sliders for the stack into a figure.
@param {Element} figure
@param {Pieces} pieces
@param {(stack: number | undefined, box: HTMLInputElement) => void} turn  hears what is turned;
nothing, while what is typed is no stack that is solved
@param {(text: string, box: HTMLInputElement) => void} rest  hears what was typed when it rests
@param {string} what  it is for */
export function addStackInputs(figure, pieces, turn, rest, what) {
    const places = figure.querySelectorAll(".live-sentence > :first-child, .live-curve");
    return [...places].map(place => {
        const box = stackInput(place.matches(".live-curve"), pieces, turn, rest);
        box.ariaLabel = `Stack, in big blinds, for ${what}`;
        place.querySelector("b")?.remove();
        place.prepend(box);
        return box;
    });
}

/** A slider or a box.
@param {boolean} isSlider
@param {Pieces} pieces
@param {(stack: number | undefined, box: HTMLInputElement) => void} turn
@param {(text: string, box: HTMLInputElement) => void} rest
@returns {HTMLInputElement} */
function stackInput(isSlider, { least: min, most: max }, turn, rest) {
    const input = () => {
        const stack = readStack(box.value);
        turn(stack >= min && stack <= max ? stack : undefined, box);
    };
    const change = () => rest(box.value.trim(), box);
    /** @type {(event: KeyboardEvent) => void} */
    const keydown = event => {
        const step = STEPS[event.key], stack = readStack(box.value);
        if (!step || Number.isNaN(stack)) return;
        event.preventDefault();
        box.value = Math.min(max, Math.max(min, stack + step)).toFixed(1);
        input();
        change();
    };
    // A box for numbers drops a decimal comma.
    const attributes = isSlider ? { type: "range", min, max, step: 0.1 }
        : { role: "spinbutton", inputmode: "decimal", keydown, click: () => box.select() };
    const box = makeElement("input",
        { ...attributes, input, change });
    return box;
}
