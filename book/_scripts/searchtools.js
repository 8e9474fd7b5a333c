/* The book's search, in the place of Sphinx's: see search.js. */

import { makeElement } from "./elements.js";
import { listItems, lookUp, unpackIndex } from "./search.js";
/** @import { SearchIndex } from "./search.js" */

/** Show what is found for the address's query.
@param {SearchIndex} index */
function showResults(index) {
    if (document.readyState === "loading") {
        addEventListener("DOMContentLoaded", () => showResults(index));
        return;
    }
    const query = new URLSearchParams(location.search).get("q")?.trim() || "";
    for (const field of document.querySelectorAll("input[name=q]"))
        /** @type {HTMLInputElement} */ (field).value = query;
    if (!query) return;
    const found = lookUp(index, query), { results, hasAll } = found;
    const pages = new Set(results.map(({ page }) => page)).size;
    const summary = hasAll
        ? `${pages} page${pages > 1 ? "s, and their" : ", and its"} best sections, `
            + `for “${query}”:`
        : `Nothing in the book has all the words of “${query}”`
            + `${results.length ? "; these sections have some" : ""}.`;
    const said = makeElement("p", { role: "status", tabindex: -1 }, summary);
    document.getElementById("search-results")?.replaceChildren(
        said, makeElement("ol.search", {}, ...listItems(found, "")));
    // Who has asked goes on from the answer.
    said.focus();
}

addEventListener("pokerlab-pages", event => {
    showResults(unpackIndex(/** @type {CustomEvent} */ (event).detail));
});
