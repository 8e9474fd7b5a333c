/* The book's search, in the place of Sphinx's: sections, the one that is about a thing first, each with
a line of context. searchindex.js, which _ext/search_index.py writes, calls `search` with all pages. */

"use strict";

/** What players type, and what this book calls it. */
const SYNONYMS = {
    "3-bet": ["raise", "re-raise"], "3bet": ["raise", "re-raise"], bb: ["big blind"], chart: ["range", "hands"], ev: ["expected value", "earns", "worth"],
    exploit: ["locked", "mistake", "too often"], gto: ["equilibrium", "optimal"], hu: ["heads-up"], icm: ["payouts"], jam: ["push"], limp: ["call"],
    nash: ["equilibrium"], rejam: ["all-in"], sb: ["small blind"], shove: ["push"], solver: ["solve"], vs: ["against", "equity", "equities"],
};

/** What matches words that begin like the one asked for, but for its ending: "uniqueness" finds "unique".

Short words are whole ones, and a word finds what the book calls the same. */
const beginning = word => {
    const literal = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), stem = word.length > 5 ? word.replace(/(ies|ness|ing|ed|es|s|y|e)$/, "") : word;
    const same = (SYNONYMS[word.toLowerCase()] ?? []).map(other => `|${literal(other)}`).join("");
    return new RegExp(`(?<![\\p{L}\\d])(?:${literal(stem)}(${literal(word.slice(stem.length))})?${word.length < 3 ? "(?![\\p{L}\\d])" : ""}${same})`, "giu");
};

/** The parts that have so many of the words, best first: [score, page, title, part]. */
function found(pages, words, least = words.length) {
    const count = (word, text) => [...text.matchAll(word)].reduce((sum, match) => sum + (match[1] ? 3 : 1), 0);
    const results = [];
    for (const [page, parts] of pages) {
        const own = [];
        for (const part of parts) {
            const [, title, text, entries] = part;
            const scores = words.map(word => 12 * Math.min(count(word, entries), 1)
                + 8 * Math.min(count(word, title), 1) + 3 * Math.log2(1 + count(word, text)));
            if (scores.filter(Boolean).length >= least) own.push([scores.reduce((a, b) => a + b), page, parts[0][1], part]);
        }
        // A page that has much of it is about it, and a chapter explains more than the reference.
        for (const result of own) result[0] = (result[0] + 2 * Math.log2(own.length)) * (page.endsWith("/api.html") ? 0.5 : 1);
        results.push(...own.sort((a, b) => b[0] - a[0]).slice(0, 4));
    }
    return results.sort((a, b) => b[0] - a[0]);
}

/** The first place at which a text has one of the words, with what stands around it, and these marked. */
function context(text, words) {
    const first = Math.min(...words.map(word => text.search(word)).filter(at => at >= 0));
    const from = first < 80 || first === Infinity ? 0 : text.indexOf(" ", first - 70) + 1;
    const line = text.slice(from, from + 200).replace(from + 200 < text.length ? /\s\S*$/ : "", "");
    const marks = words.flatMap(word => [...line.matchAll(word)]).sort((a, b) => a.index - b.index);
    const shown = document.createElement("p");
    let at = 0;
    shown.append(from ? "… " : "");
    for (const mark of marks) {
        if (mark.index < at) continue;
        const marked = Object.assign(document.createElement("mark"), { textContent: mark[0] });
        shown.append(line.slice(at, mark.index), marked);
        at = mark.index + mark[0].length;
    }
    shown.append(line.slice(at), from + 200 < text.length ? " …" : "");
    return shown;
}

function search(pages) {
    if (document.readyState === "loading") return addEventListener("DOMContentLoaded", () => search(pages));
    const query = new URLSearchParams(location.search).get("q")?.trim() || "";
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=q]"))) field.value = query;
    if (!query) return;
    const words = query.split(/\s+/).filter(word => /[\p{L}\d]/u.test(word)).map(beginning), whole = words.length ? found(pages, words) : [];
    let results = whole;
    for (let least = words.length - 1; least > 0 && !results.length; least--) results = found(pages, words, least);
    const summary = Object.assign(document.createElement("p"), { role: "status" });
    summary.textContent = whole.length
        ? `${new Set(results.map(result => result[1])).size} pages, and their best sections, for “${query}”:`
        : `Nothing in the book has all the words of “${query}”${results.length ? "; these sections have some" : ""}.`;
    const list = Object.assign(document.createElement("ol"), { className: "search" });
    for (const [, page, title, [anchor, heading, text]] of results) {
        const link = Object.assign(document.createElement("a"), { href: `${page}#${anchor}`, textContent: heading });
        const item = document.createElement("li");
        item.append(link, heading === title ? "" : ` (${title})`, context(text, words));
        list.append(item);
    }
    document.getElementById("search-results")?.append(summary, list);
    localStorage.setItem("sphinx_highlight_terms", query.toLowerCase());  // the next page marks them, too
}
