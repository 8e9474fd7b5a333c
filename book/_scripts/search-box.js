/* What a search would find, while it is typed; and what it has marked on the page. */

import { bookAddress, loadScript } from "./book-address.js";
import { makeElement } from "./elements.js";
import { listItems, lookUp, unpackIndex } from "./search.js";
/** @import { SearchIndex } from "./search.js" */

/** The most places that are suggested while a search is typed. */
const MAX_SUGGESTED = 6;
/** How many there are is said after a rest of so many milliseconds. */
const REST_OF_TYPING = 700;

// What is found for what is typed is listed below it; what it is found in is loaded by whoever
// begins to type.
const dialog = /** @type {HTMLDialogElement | null} */ (
    document.querySelector("#pst-search-dialog"));
const searchBox = /** @type {HTMLInputElement | undefined} */ (dialog?.querySelector("[name=q]"));
const places = makeElement("ol.search", { hidden: "", "aria-label": "Found" });
/** The note in the place of the list where nothing is found. */
const nothing = makeElement("p.search-nothing", { hidden: "", "aria-hidden": "true" });
const count = makeElement("p.visually-hidden", { role: "status" });
/** @type {SearchIndex | undefined} */
let index;
/** The timer of saying how many places there are. */
let timer = 0;

/** Say something once the reader rests.
@param {string} text */
function sayAloudLater(text) {
    clearTimeout(timer);
    timer = setTimeout(() => { count.textContent = text; }, REST_OF_TYPING);
}

/** List what is found for what is typed. */
function suggest() {
    const query = searchBox?.value.trim() ?? "";
    if (index && query) {
        const found = lookUp(index, query), results = found.results.slice(0, MAX_SUGGESTED);
        places.replaceChildren(...listItems({ ...found, results }, bookAddress));
        const many = results.length === 1 ? "1 place; Tab leads to it."
            : `${results.length} places; Tab leads to them.`;
        sayAloudLater(results.length ? many : "Nothing found.");
        nothing.textContent = `Nothing in the book has “${query}”.`;
    } else {
        places.replaceChildren();
        sayAloudLater("");
    }
    places.hidden = !places.children.length;
    nothing.hidden = !index || !query || !places.hidden;
}

dialog?.append(places, nothing, count);
/** Arrow keys lead from what is typed to what is found, and back.
@param {KeyboardEvent} event */
function leadOn(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [searchBox, ...places.querySelectorAll("a")];
    const at = stops.findIndex(stop => stop === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    stops[at + step]?.focus();
}
dialog?.addEventListener("keydown", leadOn);

// From what is found, Escape leads back to the page, and Ctrl+K to what is typed: the theme knows
// only the box.
addEventListener("keydown", event => {
    if (!dialog?.open || !places.contains(document.activeElement)) return;
    const isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (event.key !== "Escape" && !isSearch) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isSearch) searchBox?.select();
    else dialog.close();
}, true);
addEventListener("pokerlab-pages", event => {
    index = unpackIndex(/** @type {CustomEvent} */ (event).detail);
    suggest();
});
let isLoading = false;
searchBox?.addEventListener("input", () => {
    if (index) {
        suggest();
        return;
    }
    if (isLoading) return;
    isLoading = true;
    loadScript("../searchindex.js");
});

// 10 milliseconds after a page is read, Sphinx marks what was searched. It does so within words, too,
// and hides the marks by a link that would lie over the text: what begins no word, or is in a list of
// contents, is marked no longer, and the link is in the head of the page.
const AFTER_SPHINX = 20; // milliseconds
addEventListener("DOMContentLoaded", () => setTimeout(() => {
    for (const mark of document.querySelectorAll("span.highlighted"))
        if (mark.closest("nav") || /[\p{L}\d]$/u.test(mark.previousSibling?.textContent ?? ""))
            mark.replaceWith(mark.textContent ?? "");
    const link = document.querySelector(".highlight-link");
    link?.addEventListener("click", () => link.remove());
    if (link) document.querySelector(".header-article-items__start")?.append(link);
}, AFTER_SPHINX));
