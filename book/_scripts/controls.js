/* What the explorer's tools are operated by: buttons, boxes, lists, a slider; and tables. */

import { numberIn } from "./amounts.js";
import { elementOf, makeElement } from "./elements.js";
import { Gesture } from "./address-bar.js";
import { trimNoise } from "./numbers.js";
/** @import { Attributes } from "./elements.js" */

/** A button that says what it does.
@param {string} text
@param {() => void} click
@param {Attributes} attributes */
export const button = (text, click, attributes = {}) =>
    makeElement("button", { type: "button", click, ...attributes }, text);

/** What unfolds below a title.
@param {string | Node} title
@param {...(Node | string)} parts */
export const unfolding = (title, ...parts) =>
    elementOf("details.explorer-more", elementOf("summary", title), ...parts);

/** What can be chosen in a list.
@param {string[]} values
@param {(value: string) => string} textOf */
export const options = (values, textOf = value => value) =>
    values.map(value => makeElement("option", { value }, textOf(value)));

/** An event that a box hears.
@typedef {object} BoxEvent
@property {HTMLInputElement} currentTarget */

/** A box; what is in it is replaced unless it is long. Lines that are pasted into it become one:
some browsers would take the first, or join their ends.
@param {Attributes} attributes */
export const textBox = attributes => makeElement("input", {
    type: "text", spellcheck: false, autocomplete: "off",
    click: (/** @type {BoxEvent} */ { currentTarget: box }) => {
        if (box.value.length <= 6) box.select();
    },
    paste: (/** @type {ClipboardEvent} */ event) => {
        const text = event.clipboardData?.getData("text") ?? "";
        if (!/[\r\n]/.test(text)) return;
        event.preventDefault();
        // What is typed for a reader can be taken back, and is a change.
        document.execCommand("insertText", false, text.trim().replace(/\s*[\r\n]\s*/g, " "));
    }, ...attributes });

/** What a box has in which a click selects all, if it has not been in the box already: another one
goes to a place in the text. */
export const SELECTED_FIRST = {
    pointerdown: (/** @type {BoxEvent} */ { currentTarget: box }) => {
        box.toggleAttribute("data-fresh", document.activeElement !== box);
    },
    click: (/** @type {BoxEvent} */ { currentTarget: box }) => {
        if ("fresh" in box.dataset) box.select();
    },
};

/** A table: its class, what stands above its columns, and its rows.
@param {string} className
@param {string[]} heads
@param {SVGElement[] | HTMLElement[]} rows */
export const table = (className, heads, rows) => elementOf(`table.explorer-${className}`,
    elementOf("thead", elementOf("tr",
        ...heads.map(text => makeElement(text ? "th" : "td", { scope: text && "col" }, text)))),
    makeElement("tbody", {}, ...rows));

/** A row of a table, with its name.
@param {string | Node} name
@param {...HTMLElement} cells */
export const row = (name, ...cells) =>
    elementOf("tr", makeElement("th", { scope: "row" }, name), ...cells);

/** A cell with a bar as long as a share.
@param {number} share
@param {string | undefined} color
@param {...(string | Node)} content */
export const bar = (share, color, ...content) =>
    makeElement("td", { style: `--share:${share || 0};--color:${color}` }, ...content);

let idsGiven = 0;
/** An id that no other element has. */
export function uniqueId() {
    idsGiven++;
    return `explorer-${idsGiven}`;
}

/** What is pressed without so long a rest, in milliseconds, is one change. */
const REST_BETWEEN_CHANGES = 1000;

/** The choice that is closest to an amount.
@template {number | string} Amount
@param {Amount[]} choices
@param {string} value */
export function nearest(choices, value) {
    /** @type {(choice: Amount) => number} */
    const distance = choice => Math.abs(numberIn(String(choice)) - numberIn(value));
    return choices.reduce((a, b) => distance(b) < distance(a) ? b : a);
}

/** A slider over the amounts of a list, and mostly a box for these or others. */
export class Slider {
    lastInput = 0;
    isDragged = false;
    /** The gesture that goes on, or was the last. */
    gesture = new Gesture();
    /** What stands behind the box, if that is more than the unit. */
    unitText = "";

    /** @param {string} label
    @param {string} unit
    @param {(number | string)[]} choices
    @param {(value: string, gesture?: Gesture) => void} change
    @param {{ hasBox?: boolean }} how  whether amounts can be typed, too */
    constructor(label, unit, choices, change, { hasBox = true } = {}) {
        this.hasBox = hasBox;
        this.label = label;
        this.unit = unit;
        this.choices = choices;
        this.change = change;
        const id = uniqueId();
        this.slider = makeElement("input", {
            type: "range", id, min: 0, step: 1,
            input: () => this.move(),
            change: () => { this.isDragged = false; },
            pointerdown: () => {
                this.isDragged = true;
                this.gesture = new Gesture();
            },
        });
        this.box = textBox(
            { inputmode: "decimal", change: () => change(this.box.value.trim()) });
        this.valueText = makeElement("span");
        this.element = elementOf("div.explorer-slider", makeElement("label", { for: id }, label),
            this.slider, ...hasBox ? [this.box] : [], this.valueText);
    }

    /** Offer other choices, in another unit, with more behind the box if need be.
    @param {(number | string)[]} choices */
    offer(choices, unit = this.unit, unitText = "") {
        this.choices = choices;
        this.unit = unit;
        this.unitText = unitText;
    }

    /** Take what the slider has come to; what is dragged, or pressed without a rest, is one
    change. */
    move() {
        const now = performance.now();
        const rested = !this.isDragged && now > this.lastInput + REST_BETWEEN_CHANGES;
        if (rested) this.gesture = new Gesture();
        this.lastInput = now;
        const { slider: { value, valueAsNumber }, choices } = this;
        const step = this.findStep();
        this.change(String(step ? nearest(choices, value) : choices[valueAsNumber]), this.gesture);
    }

    /** How far apart the choices are, if that is the same between all: then the slider has their
    values, which screen readers may read; else their places. */
    findStep() {
        const numbers = this.choices.map(choice => numberIn(String(choice)));
        const step = trimNoise(numbers[1] - numbers[0]);
        return numbers.every((number, i) =>
            Math.abs(number - numbers[0] - i * step) < 1e-6 * step) ? step : 0;
    }

    /** Show an amount; the box may keep what is typed there, if that is refused.
    @param {string} value */
    show(value, { keepsTyped = false } = {}) {
        const { slider, box, choices, unit, label, hasBox } = this;
        const step = this.findStep(), index = nearest(choices, value);
        slider.min = String(step ? choices[0] : 0);
        slider.max = String(step ? choices[choices.length - 1] : choices.length - 1);
        slider.step = String(step || 1);
        slider.value = String(step ? index : choices.indexOf(index));
        slider.ariaValueText = `${value}${unit[0] === "%" ? "" : " "}${unit}`;
        box.ariaLabel = `${label}, ${unit}`;
        this.valueText.textContent = hasBox ? this.unitText || unit : slider.ariaValueText;
        if (!keepsTyped) box.value = value;
    }
}
