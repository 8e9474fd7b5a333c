/* Finding in the book: sections, the one that is about a thing first, each with a line of context.
searchindex.js, which _ext/search_index.py writes, sends all pages and what players call things. */

import { make } from "./elements.js";

/** A section; a page; and a section that was found.
@typedef {[anchor: string, title: string, text: string, entries: string]} Section
@typedef {[name: string, parts: Section[]]} Page
@typedef {[score: number, page: string, title: string, part: Section]} Result */

/** Words that say nothing by themselves. */
const SMALL = /^(an?|and|at|by|for|how|in|is|it|of|on|or|the|to|with)$/i;

/** Characters that look alike, of which one types any and the book prints another. */
const ALIKE = [/['’‘]/g, /[-−–‑]/g];

/** A text in lower case, with the first of each of these for all. @type {(text: string) => string} */
const plain = text => text.toLowerCase().replace(ALIKE[0], "'").replace(ALIKE[1], "-");

/** What matches words that begin like the one asked for, but for its ending: "uniqueness" finds
"unique". Short words are whole ones, and a word finds what the book calls the same.
@type {(synonyms: Record<string, string[]>) => (word: string) => RegExp} */
const beginning = synonyms => word => {
    /** @type {(text: string) => string} */
    const literal = text => ALIKE.reduce((pattern, same) => pattern.replace(same, same.source),
        text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const stem = word.length > 5 ? word.replace(/(ies|ness|ing|ed|es|s|y|e)$/, "") : word;
    const same = (synonyms[plain(word)] ?? []).map(other => `|${literal(other)}`).join("");
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
            const names = [title, ...entries.split("; ")].map(plain);
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

/** A stack, and what is done with it: a game that a tool of the explorer solves. */
const STACK = /(?<![\d.,])(\d+(?:[.,]\d+)?)\s*(?:bbs?|big blinds?)(?!\p{L})/iu;
const LARGER = /\b(limp|raise|open|3-?bet|call|check)/i;

/** The tool of the explorer that solves what a query names, as a result, if it names a stack.
@param {string} query @returns {Result | undefined} */
function toolFor(query) {
    const stack = query.match(STACK)?.[1].replace(",", "."), more = LARGER.test(query);
    const dead = /\bantes?\b/i.test(query) && !more;
    if (!(Number(stack) > 1 && Number(stack) <= (more ? 100 : 20))) return;
    const [tool, name, answer] = more
        ? ["no-limit", "No limit", "Solved as you look, without a flop."]
        : ["push-fold", "Push or fold", "Who pushes, who calls, and what each hand earns."];
    const address = `${tool}?stack=${stack}${dead ? ";dead=1" : ""}`;
    const title = `${name} with ${stack} big blinds${dead ? " and an ante" : ""}`;
    return [Infinity, "book/explorer.html", "Explorer", [address, title, answer, ""]];
}

/** What is found for a query: results, best first; the words that say something; whether the
sections have all of these; and what the words are in a text.
@param {Page[]} pages @param {Record<string, string[]>} synonyms @param {string} query */
export function lookUp(pages, synonyms, query) {
    const typed = query.split(/\s+/).filter(word => /[\p{L}\d]/u.test(word));
    const telling = typed.filter(word => !SMALL.test(word));
    const asked = telling.length ? telling : typed;
    const words = asked.map(beginning(synonyms)), phrase = plain(query.trim());
    /** @type {Result[]} */
    let results = [];
    let least = words.length;
    while (least && !(results = found(pages, words, phrase, least)).length) least--;
    const tool = toolFor(query), all = least > 0 && least === words.length;
    return { results: tool ? [tool, ...results] : results, asked, words, all };
}

/** Results as items of a list, whose links begin with the way to the book's folder. Whoever
follows one finds what was asked for marked on the page, unless it is a tool that solves it.
@param {ReturnType<typeof lookUp>} told @param {string} root */
export const listItems = ({ results, asked, words }, root) =>
    results.map(([, page, title, [anchor, heading, text]]) => {
        const mark = () => {
            if (anchor.includes("?")) return;
            try {
                localStorage.setItem("sphinx_highlight_terms", asked.join(" ").toLowerCase());
            } catch {}
        };
        return make("li",
            make("a", { href: `${root}${page}#${anchor}`, click: mark }, heading),
            heading === title ? "" : ` (${title})`, context(text, words));
    });
