/* Knobs for a stack: boxes in sentences and sliders, and the address that remembers what they say.
*/

import { readNumber } from "./amounts.js";
import { make } from "./elements.js";
import { stackText } from "./intervals.js";
/** @import { Intervals } from "./intervals.js" */

/** What the address says of the figures of a page. */
export const pageSettings = () =>
    new URLSearchParams(/=/.test(location.hash) ? location.hash.slice(1) : "");

/** Let the address say more. @param {string} key @param {string} value */
export function putInAddress(key, value) {
    const all = pageSettings();
    all.set(key, value);
    history.replaceState(null, "", `#${all}`);
}

/** The stack that a reader types, with a decimal comma or a unit behind it; NaN if it is none.
@param {string} text */
const readStack = text =>
    readNumber(text.trim().replace(",", ".").replace(/\s*(bb|big blinds?)$/i, ""));

/** What is said of a text that is no stack. @param {string} text @param {Intervals} game */
export const unreadText = (text, { least, most }) =>
    `“${text.slice(0, 20)}” is no number of big blinds: type `
    + `one from ${least} to ${most}, such as 12.5.`;

/** What is said of a stack that is not solved. @param {number} stack @param {Intervals} game */
export const unsolvedText = (stack, { least, most }) =>
    `Solved here are ${least} to ${most} big blinds, not ${stackText(stack)}.`;

/** How far an arrow key moves a stack. @type {Record<string, number>} */
const STEPS = { ArrowUp: 0.1, ArrowDown: -0.1 };

/** Put knobs for the stack into a figure.
@param {Element} figure @param {Intervals} game
@param {(stack: number, box: HTMLInputElement) => void} show  hears what is turned
@param {(stack: number, text: string) => void} settle  hears what was typed when it rests */
export function addStackKnobs(figure, game, show, settle) {
    const places = figure.querySelectorAll(".live-sentence > :first-child, .live-curve");
    return [...places].map(place => {
        const box = stackKnob(place.matches(".live-curve"), game, show, settle);
        place.querySelector("b")?.remove();
        place.prepend(box);
        return box;
    });
}

/** A slider or a box. @param {boolean} isSlider @param {Intervals} game
@param {(stack: number, box: HTMLInputElement) => void} show
@param {(stack: number, text: string) => void} settle @returns {HTMLInputElement} */
function stackKnob(isSlider, { least: min, most: max }, show, settle) {
    const input = () => {
        const stack = readStack(box.value);
        if (stack >= min && stack <= max) show(stack, box);
    };
    const change = () => settle(readStack(box.value), box.value.trim());
    /** @type {(event: KeyboardEvent) => void} */
    const keydown = event => {
        const step = STEPS[event.key];
        if (!step) return;
        event.preventDefault();
        box.value = (readStack(box.value) + step).toFixed(1);
        input();
        change();
    };
    // A box for numbers drops a decimal comma.
    const kind = isSlider ? { type: "range", min, max, step: 0.1 }
        : { role: "spinbutton", inputmode: "decimal", keydown, click: () => box.select() };
    const box = make("input", { ...kind, input, change, "aria-label": "Stack, in big blinds" });
    return box;
}
