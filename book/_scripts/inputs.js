/* What can be set in a tool: boxes, lists and a slider; and what of it was refused, and why. */

import { SELECTED_FIRST, Slider, options, textBox, uniqueId } from "./controls.js";
import { elementOf, makeElement, updateText } from "./elements.js";
import { capital, shortened } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { Gesture } from "./address-bar.js" */
/** @import { SettingInfo } from "./setting-store.js" */
/** @import { ToolActions } from "./tool-part.js" */
/** @import { View } from "./view.js" */

/** A box or a list.
@typedef {HTMLInputElement | HTMLSelectElement} Box */

/** A box with its notes.
@typedef {object} Field
@property {Box} box
@property {HTMLElement} refusal  says why what is in the box is refused
@property {HTMLElement} remark  says what may not be meant, of a text that is taken
@property {HTMLElement} [label]  what the box is called, where it has a label of its own */

/** What has a box: a setting, a view's locked range, or another slider.
@typedef {string | View | Slider} BoxKey */

/** A list with a longer choice would be cut off if it were as wide as a short box. */
const MAX_IN_SHORT_LIST = 8;

/** A message as a sentence.
@param {string} message */
const sentence = message => `${capital(message)}.`;

export class Inputs {
    /** The boxes of settings, of views' locked ranges, and of another slider.
    @type {Map<BoxKey, Field>} */
    fields = new Map();
    /** Why what was put into a box is refused.
    @type {Map<BoxKey, string>} */
    refused = new Map();
    /** What tells, of boxes that are no settings', what is on the screen while what is in them is
    refused.
    @type {Map<BoxKey, () => string>} */
    keptDescriptions = new Map();
    /** The text above the charts: refusals of an address, and those that belong to no box. */
    textAbove = "";
    /** The slider, and the setting that it turns.
    @type {Slider | undefined} */
    slider;
    sliderKey = "";
    /** What settings were when they were last shown that wait in their lists, when another choice
    is made there, until somebody takes it; nothing, if they are shown whatever is in the list.
    @type {Map<BoxKey, string | undefined>} */
    lastShown = new Map();

    /** @param {{ tool: ToolActions, info: Record<string, SettingInfo> }} parts  the tool, and what
    can be set in it */
    constructor({ tool, info }) {
        this.tool = tool;
        this.info = info;
        this.refusalsAbove = makeElement("p.explorer-wrong", { role: "alert" });
    }

    /** Have the tool set what was put in, as part of a gesture.
    @param {Settings} changed
    @param {Gesture} [gesture] */
    change(changed, gesture) {
        this.tool.change(changed, gesture);
    }

    /** A box or a list for a setting, with its label.
    @param {string} key
    @param {() => void} [wait]  hears of another choice in the list, which is not taken at once */
    control(key, wait) {
        const { label, size = 5, isReplaced, choices } = this.info[key];
        const change = () => this.change(this.typedSettings);
        if (wait) this.lastShown.set(key, undefined);
        if (choices) {
            const list = makeElement("select", { change: wait ?? change },
                ...options(Object.keys(choices), value => choices[value]));
            const isLong = Object.values(choices).some(text => text.length > MAX_IN_SHORT_LIST);
            return this.labelled(key, label, list, wait || isLong ? "double" : "short");
        }
        let width = "short";
        if (size > 20) width = "wide";
        else if (size > 10) width = "double";
        const listeners = isReplaced ? SELECTED_FIRST : {};
        return this.labelled(key, label, textBox({ size, change, ...listeners }), width);
    }

    /** A box with its label, and a place to say what is wrong.
    @param {BoxKey} key
    @param {string} label
    @param {Box} box */
    labelled(key, label, box, width = "short") {
        const labelElement = elementOf("span", label);
        const element =
            elementOf(`label.explorer-choice.explorer-${width}`, labelElement, box);
        return this.withNotes(key, box, element, labelElement);
    }

    /** What has a box, with places to say what is wrong and what may not be meant.
    @param {BoxKey} key
    @param {Box} box
    @param {HTMLElement} element
    @param {HTMLElement} [label] */
    withNotes(key, box, element, label) {
        const id = uniqueId();
        box.setAttribute("aria-describedby", id);
        const refusal = makeElement("p.explorer-wrong", { role: "alert", id });
        const remark = makeElement("p.explorer-remark", { role: "status" });
        this.fields.set(key, { box, refusal, remark, label });
        return [element, refusal, remark];
    }

    /** Say below a box what may not be meant of what is in it.
    @param {BoxKey} key
    @param {string[]} remarks */
    remark(key, remarks) {
        const field = this.fields.get(key);
        if (field) updateText(field.remark, remarks.map(sentence).join(" "));
    }

    /** A slider over the amounts of a setting, at the head of an element.
    @param {HTMLElement} root
    @param {string} key
    @param {string} unit
    @param {number[]} choices */
    addSlider(root, key, unit, choices) {
        const slider = new Slider(this.info[key].label, unit, choices,
            (text, gesture) => this.change({ ...this.typedSettings, [key]: text }, gesture));
        this.slider = slider;
        this.sliderKey = key;
        root.prepend(...this.withNotes(key, slider.box, slider.element));
        return slider;
    }

    /** What is in the boxes of settings: what was refused gets another chance.
    @returns {Settings} */
    get typedSettings() {
        return Object.fromEntries([...this.fields].flatMap(([key, { box }]) =>
            typeof key === "string" ? [[key, box.value.trim()]] : []));
    }

    /** Put the settings into their boxes; what was refused stays there.
    @param {Settings} state */
    show(state) {
        for (const [key, { box }] of this.fields) {
            if (typeof key !== "string" || this.refused.has(key)) continue;
            if (this.lastShown.get(key) !== state[key]) box.value = state[key];
            if (this.lastShown.has(key)) this.lastShown.set(key, state[key]);
        }
        this.slider?.show(
            state[this.sliderKey], { keepsTyped: this.isRefused(this.sliderKey) });
    }

    /** What was put into some boxes has been looked at: say of which texts it was refused, and why.
    What was refused before stays so until another text comes into its box.
    @param {string[]} keys
    @param {Map<string, string>} refused */
    replaceRefusals(keys, refused) {
        for (const key of keys) this.refused.delete(key);
        for (const [key, reason] of refused) this.refused.set(key, reason);
        this.showRefusals();
    }

    /** Refuse what was put into a box.
    @param {BoxKey} key
    @param {string} reason */
    refuse(key, reason) {
        this.refused.set(key, reason);
        this.showRefusals();
    }

    /** Refuse no longer what was put into a box.
    @param {BoxKey} key */
    accept(key) {
        if (this.refused.delete(key)) this.showRefusals();
    }

    /** Whether what is in a box is refused.
    @param {BoxKey} key */
    isRefused(key) {
        return this.refused.has(key);
    }

    /** Whether what is in any box is refused. */
    get isAnyRefused() {
        return this.refused.size > 0;
    }

    /** What is on the screen while what is in a box is refused, in words.
    @param {BoxKey} key
    @param {Settings} state */
    describeKept(key, state) {
        if (typeof key !== "string") return this.keptDescriptions.get(key)?.() ?? "";
        const { label } = this.info[key];
        return `${label.toLowerCase()} ${shortened(state[key] || "none")}`;
    }

    /** Refuse nothing any more: all boxes are filled anew. */
    forgetRefusals() {
        this.refused.clear();
        for (const key of this.lastShown.keys()) this.lastShown.set(key, undefined);
    }

    /** Say above the charts what of an address is refused.
    @param {string} text
    @param {string} earlierText  what has been said of it already */
    refuseAddress(text, earlierText = "") {
        this.tellAbove(`${earlierText} Not taken from the address: ${text}`.trim());
    }

    /** Say above the charts what is refused in no box.
    @param {string} text */
    tellAbove(text) {
        this.textAbove = text;
        this.refusalsAbove.textContent = text;
    }

    /** Put something behind the label of a setting's box.
    @param {string} key
    @param {HTMLElement} element */
    addToLabel(key, element) {
        this.fields.get(key)?.label?.append(element);
    }

    /** Say what is wrong below the box where it is, once, and mark the box; what is wrong in none
    is said above the charts. */
    showRefusals() {
        const unsaid = new Set(this.refused.values());
        for (const [key, { box, refusal }] of this.fields) {
            const message = this.refused.get(key);
            box.setAttribute("aria-invalid", String(Boolean(message)));
            refusal.textContent = message && unsaid.has(message) ? sentence(message) : "";
            if (message) unsaid.delete(message);
        }
        this.tellAbove([...unsaid].map(sentence).join(" "));
        this.tool.tellOutdated();
    }
}
