/* What every page offers its reader: a switch that shows all folded code, and boxes that check an
answer. And what all scripts make elements with. */

"use strict";

/** Make an element: its name, with classes as in "p.told"; attributes, if any, of which functions
listen; and what is inside.
@template {string} Name
@param {Name} name
@param {Record<string, any> | Node | string} [attributes]
@param {...(Node | string)} children
@returns {Name extends `${infer Tag extends keyof HTMLElementTagNameMap}.${string}`
    ? HTMLElementTagNameMap[Tag] : Name extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[Name] : SVGElement} */
function make(name, attributes = {}, ...children) {
    const [tag, ...kinds] = name.split("."), inside = Object(attributes) !== attributes;
    const svg = ["svg", "path", "circle", "line", "title", "text"].includes(tag);
    const element = document.createElementNS(
        `http://www.w3.org/${svg ? "2000/svg" : "1999/xhtml"}`, tag);
    if (kinds[0]) element.setAttribute("class", kinds.join(" "));
    if (inside || attributes instanceof Node) element.append(/** @type {any} */ (attributes));
    else for (const [key, value] of Object.entries(attributes))
        if (typeof value === "function") element.addEventListener(key, value);
        else if (value !== undefined) element.setAttribute(key, value);
    element.append(...children);
    return /** @type {any} */ (element);
}

/** The fraction that a text writes, above and below the line, such as "1/9" or "-0.25", and whether
it is a percentage. @param {string} text @returns {[bigint, bigint, boolean?] | undefined} */
function fraction(text) {
    const plain = text.trim().replace("−", "-").replace(",", ".");
    const number = /^([+-]?\d*)(?:\.(\d*))?(?:\s*\/\s*(\d+))?\s*(%?)$/;
    const [, whole = "", part = "", below = "1", percent] = plain.match(number) ?? [];
    if (!/\d/.test(whole + part) || !BigInt(below)) return undefined;
    const under = 10n ** BigInt(part.length) * BigInt(below);
    return [BigInt(whole + part), under, Boolean(percent)];
}

/** Whether two fractions differ by no more than a third. */
function near([a, b], [c, d], [e, f]) {
    const gap = a * d - c * b;
    return (gap < 0n ? -gap : gap) * f <= e * b * d;
}

/** Whether what was typed is right: 61.77% also where a share, 0.6177, was asked for. */
const fits = ([a, b, percent = false], right, gap) =>
    near([a, b], right, gap) || percent && near([a, 100n * b], right, gap);

for (const question of document.querySelectorAll(".pl-question")) {
    const { dataset } = /** @type {HTMLElement} */ (question);
    const { answer = "", within = "", hint } = dataset;
    const right = fraction(answer), gap = fraction(within);
    const [box, button, said] = ["input", "button", "output"].map(
        name => /** @type {any} */ (question.querySelector(name)));
    if (!right || !gap) continue;
    const check = () => {
        const typed = fraction(box.value);
        const verdict = !typed ? "" : fits(typed, right, gap) ? "right" : "wrong";
        dataset.verdict = verdict;
        said.textContent = verdict === "right" ? "Right."
            : verdict ? `Not yet. ${hint}` : "Type a number, such as 0.25 or 1/4.";
    };
    button.addEventListener("click", check);
    box.addEventListener("keydown", event => { if (event.key === "Enter") check(); });
}

const toggle = document.querySelector(".pl-switch"), { classList } = document.documentElement;
const show = shown => {
    classList.toggle("pl-code", shown);
    if (toggle) toggle.ariaPressed = shown;
    for (const details of document.querySelectorAll("details.hide.above-input"))
        details.toggleAttribute("open", shown);
};
if (toggle) show(classList.contains("pl-code"));
toggle?.addEventListener("click", () => {
    const shown = !classList.contains("pl-code");
    show(shown);
    try { localStorage.setItem("pl-code", shown ? "shown" : ""); } catch { /* not remembered */ }
});
