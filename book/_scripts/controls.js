/* What the explorer's tools are operated by: buttons, boxes, lists, a slider; and tables. */

import { readNumber } from "./amounts.js";
import { make } from "./elements.js";
/** @import { Attributes } from "./elements.js" */

/** A button that says what it does.
@param {string} text @param {() => void} click @param {Attributes} more */
export const button = (text, click, more = {}) =>
    make("button", { type: "button", click, ...more }, text);

/** What unfolds below a title. @param {string | Node} title @param {...(Node | string)} parts */
export const unfolding = (title, ...parts) =>
    make("details.explorer-more", make("summary", title), ...parts);

/** What can be chosen in a list.
@param {string[]} values @param {(value: string) => string} told */
export const options = (values, told = value => value) =>
    values.map(value => make("option", { value }, told(value)));

/** A box; what is in it is replaced unless it is long. Lines that are pasted into it become one:
some browsers would take the first, or join their ends. @param {Attributes} more */
export const textBox = more => make("input", {
    type: "text", spellcheck: false, autocomplete: "off",
    click: (/** @type {any} */ { target }) => target.value.length > 6 || target.select(),
    paste: (/** @type {ClipboardEvent} */ event) => {
        const text = event.clipboardData?.getData("text") ?? "";
        if (!/[\r\n]/.test(text)) return;
        event.preventDefault();
        // What is typed for a reader can be taken back, and is a change.
        document.execCommand("insertText", false, text.trim().replace(/\s*[\r\n]\s*/g, " "));
    }, ...more });

/** A table: what stands above its columns, and its rows.
@param {string} kind @param {string[]} head @param {SVGElement[] | HTMLElement[]} rows */
export const table = (kind, head, rows) => make(`table.explorer-${kind}`,
    make("thead", make("tr",
        ...head.map(text => make(text ? "th" : "td", { scope: text && "col" }, text)))),
    make("tbody", {}, ...rows));

/** @param {string | Node} name @param {...HTMLElement} cells */
export const row = (name, ...cells) =>
    make("tr", make("th", { scope: "row" }, name), ...cells);

/** A cell with a bar as long as a share.
@param {number} share @param {string | undefined} color @param {...(string | Node)} told */
export const bar = (share, color, ...told) =>
    make("td", { style: `--share:${share || 0};--color:${color}` }, ...told);

let count = 0;
export const unique = () => `explorer-${++count}`;

/** A slider over the amounts of a list, and mostly a box for these or others. */
export class Slider {
    /** The setting that it turns. */
    key = "";
    last = 0;
    held = false;
    /** @type {object | undefined} */
    gesture;

    /** @param {string} label @param {string} unit @param {(number | string)[]} choices
    @param {(value: string, gesture?: object) => void} change @param {boolean} boxed */
    constructor(label, unit, choices, change, boxed = true) {
        this.boxed = boxed;
        this.label = label;
        this.unit = unit;
        this.choices = choices;
        const id = unique();
        // What is dragged, or pressed without a rest, is one change.
        const input = () => {
            if (!this.gesture || !this.held && performance.now() > this.last + 1000)
                this.gesture = {};
            this.last = performance.now();
            change(String(this.choices[this.range.valueAsNumber]), this.gesture);
        };
        this.range = make("input", {
            type: "range", id, min: 0, step: 1, input, change: () => { this.held = false; },
            pointerdown: () => Object.assign(this, { held: true, gesture: undefined }),
        });
        this.box = textBox(
            { inputmode: "decimal", change: () => change(this.box.value.trim()) });
        this.counted = make("span");
        this.element = make("div.explorer-slider", make("label", { for: id }, label),
            this.range, ...boxed ? [this.box] : [], this.counted);
    }

    /** The choice that is closest to an amount. @param {string} value */
    nearest(value) {
        /** @type {(choice: number | string) => number} */
        const far = choice => Math.abs(readNumber(String(choice)) - readNumber(value));
        return this.choices.reduce((a, b) => far(b) < far(a) ? b : a);
    }

    /** @param {string} value */
    show(value) {
        const { range, box, choices, unit, label, boxed } = this;
        range.max = String(choices.length - 1);
        range.value = String(choices.indexOf(this.nearest(value)));
        range.ariaValueText = `${value}${unit[0] === "%" ? "" : " "}${unit}`;
        box.ariaLabel = `${label}, ${unit}`;
        this.counted.textContent = boxed ? unit : range.ariaValueText;
        if (box.ariaInvalid !== "true") box.value = value;
    }
}
