/* What every page offers its reader: a switch that shows all folded code, and boxes that check an answer. */

"use strict";

/** The fraction that a text writes, above and below the line, such as "1/9", "-0.25" or "63.1%". @param {string} text @returns {[bigint, bigint] | undefined} */
function fraction(text) {
    const plain = text.trim().replace("−", "-").replace(",", ".").replace(/\s*%$/, "");
    const [, sign, whole, part = "", below = "1"] = plain.match(/^([+-]?)(\d*)(?:\.(\d*))?(?:\s*\/\s*(\d+))?$/) ?? [];
    if (!whole && !part || !BigInt(below)) return undefined;
    return [BigInt((sign === "-" ? "-" : "") + whole + part), 10n ** BigInt(part.length) * BigInt(below)];
}

/** Whether two fractions differ by no more than a third. */
function near([a, b], [c, d], [e, f]) {
    const gap = a * d - c * b;
    return (gap < 0n ? -gap : gap) * f <= e * b * d;
}

for (const question of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".pl-question"))) {
    const { answer = "", within = "", hint } = question.dataset, right = fraction(answer), gap = fraction(within);
    const [box, button, said] = [question.querySelector("input"), question.querySelector("button"), question.querySelector("output")];
    if (!right || !gap || !box || !button || !said) continue;
    const check = () => {
        const typed = fraction(box.value), verdict = !typed ? "" : near(typed, right, gap) ? "right" : "wrong";
        question.dataset.verdict = verdict;
        said.textContent = verdict === "right" ? "Right." : verdict ? `Not yet. ${hint}` : "Type a number, such as 0.25 or 1/4.";
    };
    button.addEventListener("click", check);
    box.addEventListener("keydown", event => { if (event.key === "Enter") check(); });
}

const folded = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.hide.above-input"));
if (folded.length) {
    const page = document.documentElement, button = document.createElement("button");
    const show = shown => {
        page.classList.toggle("pl-code", shown);
        button.setAttribute("aria-pressed", shown);
        for (const details of folded) details.open = shown;
    };
    Object.assign(button, { type: "button", className: "btn btn-sm pl-switch", textContent: "Show the code" });
    button.addEventListener("click", () => {
        show(!page.classList.contains("pl-code"));
        try { localStorage.setItem("pl-code", page.classList.contains("pl-code") ? "shown" : ""); } catch { /* not remembered */ }
    });
    document.querySelector("article h1")?.after(button);
    show(page.classList.contains("pl-code"));
}
