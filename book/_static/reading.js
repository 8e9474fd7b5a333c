/* What every page offers its reader: a switch that shows all folded code, and boxes that check an
answer. */

"use strict";

/** The fraction that a text writes, above and below the line, such as "1/9" or "-0.25", and whether
it is a percentage. @param {string} text @returns {[bigint, bigint, boolean?] | undefined} */
function fraction(text) {
    const plain = text.trim().replace("−", "-").replace(",", ".");
    const parts = plain.match(/^([+-]?)(\d*)(?:\.(\d*))?(?:\s*\/\s*(\d+))?\s*(%?)$/) ?? [];
    const [, sign, whole, part = "", below = "1", percent] = parts;
    if (!whole && !part || !BigInt(below)) return undefined;
    const above = BigInt((sign === "-" ? "-" : "") + whole + part);
    return [above, 10n ** BigInt(part.length) * BigInt(below), Boolean(percent)];
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
    show(!classList.contains("pl-code"));
    const kept = classList.contains("pl-code") ? "shown" : "";
    try { localStorage.setItem("pl-code", kept); } catch { /* not remembered */ }
});
