/* The book's search, in the place of Sphinx's: sections, the one that is about a thing first, each
with a line of context. searchindex.js, which _ext/search_index.py writes, sends all pages and what
players call things. */

import { make } from "./elements.js";

/** A section; a page; and a section that was found.
@typedef {[anchor: string, title: string, text: string, entries: string]} Section
@typedef {[name: string, parts: Section[]]} Page
@typedef {[score: number, page: string, title: string, part: Section]} Result */

/** Words that say nothing by themselves. */
const SMALL = /^(an?|and|at|by|for|how|in|is|it|of|on|or|the|to|with)$/i;

/** What matches words that begin like the one asked for, but for its ending: "uniqueness" finds
"unique". Short words are whole ones, and a word finds what the book calls the same.
@type {(synonyms: Record<string, string[]>) => (word: string) => RegExp} */
const beginning = synonyms => word => {
    /** @type {(text: string) => string} */
    const literal = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const stem = word.length > 5 ? word.replace(/(ies|ness|ing|ed|es|s|y|e)$/, "") : word;
    const same = (synonyms[word.toLowerCase()] ?? []).map(other => `|${literal(other)}`).join("");
    const end = word.length < 3 ? "(?![\\p{L}\\d])" : "";
    const rest = `(${literal(word.slice(stem.length))})?${end}`;
    return new RegExp(`(?<![\\p{L}\\d])(?:${literal(stem)}${rest}${same})`, "giu");
};

/** The parts that have so many of the words, best first: [score, page, title, part].
A part that is called what is asked for comes before those that only have the words.
@param {Page[]} pages @param {RegExp[]} words @param {string} phrase @param {number} least */
function found(pages, words, phrase, least) {
    /** @type {(word: RegExp, text: string) => number} */
    const count = (word, text) =>
        [...text.matchAll(word)].reduce((sum, [, end]) => sum + (end ? 3 : 1), 0);
    /** @type {Result[]} */
    const results = [];
    for (const [page, parts] of pages) {
        /** @type {Result[]} */
        const own = [];
        for (const part of parts) {
            const [, title, text, entries] = part;
            const scores = words.map(word => 12 * Math.min(count(word, entries), 1)
                + 8 * Math.min(count(word, title), 1) + 3 * Math.log2(1 + count(word, text)));
            if (scores.filter(Boolean).length < least) continue;
            const names = [title.toLowerCase(), ...entries.split("; ")];
            const called = 12 * names.filter(name => name === phrase).length;
            own.push([scores.reduce((a, b) => a + b, called), page, parts[0][1], part]);
        }
        // A page that has much of it is about it, and a chapter explains more than the reference.
        const weight = page.endsWith("/api.html") ? 0.5 : 1;
        for (const result of own) result[0] = (result[0] + 2 * Math.log2(own.length)) * weight;
        results.push(...own.sort((a, b) => b[0] - a[0]).slice(0, 4));
    }
    return results.sort((a, b) => b[0] - a[0]);
}

/** The first place at which a text has one of the words, with what stands around it, and these
marked. @param {string} text @param {RegExp[]} words */
function context(text, words) {
    const any = new RegExp(words.map(word => word.source).join("|"), "giu");
    const first = text.search(any), from = first < 80 ? 0 : text.indexOf(" ", first - 70) + 1;
    const line = text.slice(from, from + 200).replace(from + 200 < text.length ? /\s\S*$/ : "", "");
    const shown = make("p", from ? "… " : "");
    let at = 0;
    for (const mark of line.matchAll(any)) {
        shown.append(line.slice(at, mark.index), make("mark", mark[0]));
        at = mark.index + mark[0].length;
    }
    shown.append(line.slice(at), from + 200 < text.length ? " …" : "");
    return shown;
}

/** What solves a game that a query names, such as "7 bb" or "12 bb limp": titles, addresses, and
what they answer. @param {string} query @returns {[string, string, string][]} */
function solving(query) {
    const depth = query.match(/(?<![\d.,])(\d+(?:[.,]\d+)?)\s*-?(?:bbs?|(?:big )?blinds?)\b/i);
    const stack = depth?.[1].replace(",", ".");
    if (!stack || Number(stack) <= 1 || Number(stack) > 100) return [];
    if (/\b(limp|rais|open|3-?bet|re-?rais)/i.test(query)) return [
        [`No limit with ${stack} big blinds`, `book/explorer.html#no-limit?stack=${stack}`,
            "The explorer solves limps, raises and re-raises before the flop, in a game without one."],
        ["The real game", "book/real-game.html",
            "What is proven of no limit with flop, turn and river, by the stack."],
    ];
    const dead = /\bantes?\b/i.test(query) ? ";dead=1" : "";
    return [[`Push or fold with ${stack} big blinds${dead && " and an ante"}`,
        `book/explorer.html#push-fold?stack=${stack}${dead}`,
        "The explorer shows who pushes and who calls, and what each hand earns."]];
}

/** @param {Page[]} pages @param {Record<string, string[]>} synonyms */
function search(pages, synonyms) {
    if (document.readyState === "loading")
        return addEventListener("DOMContentLoaded", () => search(pages, synonyms));
    const query = new URLSearchParams(location.search).get("q")?.trim() || "";
    for (const field of document.querySelectorAll("input[name=q]"))
        /** @type {HTMLInputElement} */ (field).value = query;
    if (!query) return;
    const typed = query.split(/\s+/).filter(word => /[\p{L}\d]/u.test(word));
    const telling = typed.filter(word => !SMALL.test(word));
    const asked = telling.length ? telling : typed;
    const words = asked.map(beginning(synonyms)), phrase = query.toLowerCase();
    /** @type {Result[]} */
    let results = [];
    let least = words.length;
    while (least && !(results = found(pages, words, phrase, least)).length) least--;
    const count = new Set(results.map(result => result[1])).size;
    const summary = least && least === words.length
        ? `${count} page${count > 1 ? "s, and their" : ", and its"} best sections, for “${query}”:`
        : `Nothing in the book has all the words of “${query}”`
            + `${results.length ? "; these sections have some" : ""}.`;
    const forget = () => localStorage.removeItem("sphinx_highlight_terms");
    const tools = solving(query).map(([title, address, answer]) =>
        make("li", make("a", { href: address, click: forget }, title), make("p", answer)));
    const items = results.map(([, page, title, [anchor, heading, text]]) => make("li",
        make("a", { href: `${page}#${anchor}` }, heading),
        heading === title ? "" : ` (${title})`, context(text, words)));
    document.getElementById("search-results")?.append(
        make("p", { role: "status" }, summary), make("ol.search", {}, ...tools, ...items));
    // The next page marks them, too.
    localStorage.setItem("sphinx_highlight_terms", asked.join(" ").toLowerCase());
}

addEventListener("pokerlab-pages", event => {
    const { detail: [pages, synonyms] } = /** @type {CustomEvent} */ (event);
    search(pages, synonyms);
});
