/* The book's search, in the place of Sphinx's: see finding.js. */

import { make } from "./elements.js";
import { listItems, lookUp } from "./finding.js";
/** @import { Page } from "./finding.js" */

/** @param {Page[]} pages @param {Record<string, string[]>} synonyms */
function search(pages, synonyms) {
    if (document.readyState === "loading")
        return addEventListener("DOMContentLoaded", () => search(pages, synonyms));
    const query = new URLSearchParams(location.search).get("q")?.trim() || "";
    for (const field of document.querySelectorAll("input[name=q]"))
        /** @type {HTMLInputElement} */ (field).value = query;
    if (!query) return;
    const told = lookUp(pages, synonyms, query), { results, all } = told;
    const count = new Set(results.map(result => result[1])).size;
    const summary = all
        ? `${count} page${count > 1 ? "s, and their" : ", and its"} best sections, for “${query}”:`
        : `Nothing in the book has all the words of “${query}”`
            + `${results.length ? "; these sections have some" : ""}.`;
    document.getElementById("search-results")?.replaceChildren(
        make("p", { role: "status" }, summary), make("ol.search", {}, ...listItems(told, "")));
}

addEventListener("pokerlab-pages", event => {
    const { detail: [pages, synonyms] } = /** @type {CustomEvent} */ (event);
    search(pages, synonyms);
});
