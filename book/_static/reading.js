/* What every page offers its reader: a switch that shows all folded code, and boxes that check an answer. */

"use strict";

/** The fraction that a text writes, above and below the line, such as "1/9", "-0.25" or "63.1%". */
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

for (const question of document.querySelectorAll(".pl-question")) {
    const { answer, within, hint } = question.dataset, said = question.querySelector("output");
    const check = () => {
        const typed = fraction(question.querySelector("input").value);
        question.dataset.verdict = !typed ? "" : near(typed, fraction(answer), fraction(within)) ? "right" : "wrong";
        said.textContent = { right: "Right.", wrong: `Not yet. ${hint}` }[question.dataset.verdict]
            ?? "Type a number, such as 0.25 or 1/4.";
    };
    question.querySelector("button").addEventListener("click", check);
    question.querySelector("input").addEventListener("keydown", event => { if (event.key === "Enter") check(); });
}

const folded = document.querySelectorAll("details.hide.above-input");
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
    document.querySelector("article h1").after(button);
    show(page.classList.contains("pl-code"));
}
