/* What every page offers its reader: a switch that shows all folded code, boxes that check an
answer, and what a search would find, while it is typed. */

import { make } from "./elements.js";
import { listItems, lookUp } from "./finding.js";

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;

/** The fraction that a text writes, above and below the line, such as "1/9" or "-0.25 bb".
@param {string} text @returns {[bigint, bigint] | undefined} */
function fraction(text) {
    const plain = text.trim().replace("−", "-").replace(",", ".");
    const number = /^([+-]?\d*)(?:\.(\d*))?(?:\s*\/\s*(\d+))?[%a-z\s]*$/i;
    const [, whole = "", part = "", below = "1"] = plain.match(number) ?? [];
    if (!/\d/.test(whole + part) || !BigInt(below)) return;
    return [BigInt(whole + part), 10n ** BigInt(part.length) * BigInt(below)];
}

/** Whether a fraction that was typed differs from the right one by no more than a third. Where that
is 0, a decimal of three digits may be rounded.
@type {(typed: bigint[], right: bigint[], within: bigint[]) => boolean} */
const fits = ([a, b], [c, d], [e, f]) => {
    const rounds = !e && d > 1n && (a * a > 9999n || b > 999n) && /^10*$/.test(String(b));
    const gap = a * d - c * b, far = gap < 0n ? -gap : gap;
    return rounds ? 2n * far <= d : far * f <= e * b * d;
};
/** By what a share is divided that is given in per cent. @param {bigint[]} one */
const divided = ([a, b], percent = false) => percent || a * a > b * b ? 100n : 1n;

for (const question of document.querySelectorAll(".pl-question")) {
    const { dataset } = /** @type {any} */ (question), { share } = dataset;
    /** @type {any[]} */
    const [right, gap] = [dataset.answer, dataset.within].map(fraction);
    const by = share ? divided(right) : 1n;
    right[1] *= by;
    gap[1] *= by;
    const [box, button, said] = ["input", "button", "output"].map(
        name => /** @type {any} */ (question.querySelector(name)));
    const check = () => {
        // Commas are of thousands or a decimal's.
        const { value } = box, large = right[0] > 999n * right[1];
        const typed = fraction(large ? value.replaceAll(",", "") : value);
        if (typed && share) typed[1] *= divided(typed, value.includes("%"));
        [dataset.verdict, said.textContent] =
            !typed ? ["", "Type a number: 0.25 or 1/4."]
            : fits(typed, right, gap) ? ["right", "Right."] : ["wrong", `Not yet. ${dataset.hint}`];
    };
    button.addEventListener("click", check);
    box.addEventListener("keydown", (/** @type {KeyboardEvent} */ { key }) => {
        if (key === "Enter") check();
    });
}

// A button copies the citation that stands before it, and says so.
for (const button of document.querySelectorAll(".pl-copy"))
    button.addEventListener("click", async () => {
        const cited = /** @type {HTMLElement} */ (button.previousElementSibling);
        try {
            await navigator.clipboard.writeText(cited.textContent ?? "");
            button.textContent = "Copied";
        } catch {  // where that is not allowed, the reader copies what is selected
            getSelection()?.selectAllChildren(cited);
            button.textContent = "Selected";
        }
    });

// What is chosen in a list of contents that lies over the page takes the list away.
document.addEventListener("click", ({ target }) =>
    /** @type {any} */ (target).closest("dialog a")?.closest("dialog").close());

// The link to the main part moves the focus, and leaves the address what it says.
document.querySelector(".skip-link")?.addEventListener("click", event => {
    event.preventDefault();
    Object.assign(/** @type {HTMLElement} */ (document.querySelector("main")), { tabIndex: -1 })
        .focus();
});

const toggle = document.querySelector(".pl-switch"), { classList } = document.documentElement;
/** Show all folded code, or hide it. @param {boolean} shown */
const show = shown => {
    classList.toggle("pl-code", shown);
    if (toggle) toggle.ariaPressed = String(shown);
    for (const details of document.querySelectorAll("details.hide.above-input"))
        details.toggleAttribute("open", shown);
};
if (toggle) show(classList.contains("pl-code"));
toggle?.addEventListener("click", () => {
    const shown = !classList.contains("pl-code");
    show(shown);
    try { localStorage.setItem("pl-code", shown ? "shown" : ""); } catch { /* not remembered */ }
});

// While a search is typed, the best places are listed below it; what they are found in is loaded
// by whoever begins to type.
const dialog = document.querySelector("#pst-search-dialog");
const typed = /** @type {HTMLInputElement | undefined} */ (dialog?.querySelector("[name=q]"));
const places = make("ol.search", { hidden: "", "aria-label": "Found" });
const count = make("p.visually-hidden", { role: "status" });
/** @type {any} */
let index;
/** List what is found for what is typed. */
function suggest() {
    const query = typed?.value.trim() ?? "";
    const found = index && query ? lookUp(index[0], index[1], query) : undefined;
    const best = found ? { ...found, results: found.results.slice(0, 6) } : undefined;
    places.replaceChildren(...best ? listItems(best, new URL("..", home).href) : []);
    places.hidden = !places.children.length;
    count.textContent = !best ? "" : places.hidden ? "Nothing found."
        : `${places.children.length} places; Tab leads to them.`;
}
dialog?.append(places, count);
addEventListener("pokerlab-pages", event => {
    index = /** @type {CustomEvent} */ (event).detail;
    suggest();
});
let loading = false;
typed?.addEventListener("input", () => {
    if (index) return suggest();
    if (!loading)
        document.head.append(make("script", { src: new URL("../searchindex.js", home).href }));
    loading = true;
});
