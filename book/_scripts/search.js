/* The book's search: it finds sections, the one that is about a thing first, each with a line of
context. searchindex.js, which _ext/search_index.py writes, sends all pages and what players call
things. */

import { withDecimalPoint } from "./amounts.js";
import { make } from "./elements.js";

/** A section: its place in its page, its title, its text, and what it is about. And a page.
@typedef {{ anchor: string, title: string, text: string, entries: string[] }} Section
@typedef {{ name: string, sections: Section[] }} Page */

/** What is searched, with the words that the book has for others.
@typedef {{ pages: Page[], synonyms: Record<string, string[]> }} SearchIndex */

/** A section that was found, on the page of that name and title.
@typedef {{ score: number, page: string, pageTitle: string, section: Section }} Result */

/** What is found for a query: results, best first; the words that say something, and what they are
in a text; whether the sections have all of these.
@typedef {{ results: Result[], words: string[], patterns: RegExp[], hasAll: boolean }} Findings */

/** How much counts: a word among what a section is about, in its title, in its text; a section that
is called what is asked for. */
const ENTRY_SCORE = 12;
const TITLE_SCORE = 8;
const TEXT_SCORE = 3;
const NAME_SCORE = 12;
/** A word itself counts so often as one that only begins like it. */
const WHOLE_WORD = 3;
/** A chapter explains more than the reference. */
const REFERENCE = "/api.html";
const REFERENCE_WEIGHT = 0.5;
/** So many sections of a page are found at most. */
const MOST_OF_A_PAGE = 4;
/** How long a line of context is, and how much of it is before the first word, at most. */
const CONTEXT = 200;
const CONTEXT_BEFORE = 80;

/** Words that say nothing by themselves. */
const SMALL = /^(an?|and|at|by|for|how|in|is|it|of|on|or|the|to|with)$/i;

/** The index as searchindex.js sends it.
@param {[pages: [name: string, sections: string[][]][], synonyms: Record<string, string[]>]} sent
@returns {SearchIndex} */
export const unpackIndex = ([pages, synonyms]) => ({
    synonyms,
    pages: pages.map(([name, sections]) => ({
        name,
        sections: sections.map(([anchor, title, text, entries]) =>
            ({ anchor, title, text, entries: entries.split("; ") })),
    })),
});

/** Characters that look alike, of which one types any and the book prints another. */
const APOSTROPHES = /['’‘]/g, DASHES = /[-−–‑]/g;

/** A text in lower case, with one apostrophe and one dash for all. @param {string} text */
const plain = text => text.toLowerCase().replace(APOSTROPHES, "'").replace(DASHES, "-");

/** A pattern of a text letter by letter, with any apostrophe and any dash. @param {string} text */
const literal = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(APOSTROPHES, APOSTROPHES.source).replace(DASHES, DASHES.source);

/** A whole number of four digits or more, with commas between thousands or without. */
const WHOLE_NUMBER = /^(\d{4,}|\d{1,3}(,\d{3})+)$/;

/** What matches a number with commas between thousands, and without. @param {string} digits */
const patternOfNumber = digits => new RegExp(
    `(?<![\\p{L}\\d])${digits.replace(/\B(?=(\d{3})+$)/g, ",?")}()`, "giu");

/** What matches words that begin like the one asked for, but for its ending: "uniqueness" finds
"unique". Short words are whole ones, and a word finds what the book calls the same.
@param {string} word @param {Record<string, string[]>} synonyms */
function patternOf(word, synonyms) {
    if (WHOLE_NUMBER.test(word)) return patternOfNumber(word.replaceAll(",", ""));
    const stem = word.length > 5 ? word.replace(/(ies|ness|ing|ed|es|s|y|e)$/, "") : word;
    const same = (synonyms[plain(word)] ?? []).map(other => `|${literal(other)}`).join("");
    const end = word.length < 3 ? "(?![\\p{L}\\d])" : "";
    const rest = `(${literal(word.slice(stem.length))})?${end}`;
    return new RegExp(`(?<![\\p{L}\\d])(?:${literal(stem)}${rest}${same})`, "giu");
}

/** How often a text has a word; more, where it is the whole word. @param {RegExp} pattern
@param {string} text */
const countIn = (pattern, text) => [...text.matchAll(pattern)].reduce(
    (count, [, ending]) => count + (ending ? WHOLE_WORD : 1), 0);

/** How well a section matches; nothing if it has fewer words than the least.
@param {Section} section @param {RegExp[]} patterns @param {string} phrase
@param {number} leastWords */
function scoreOf({ title, text, entries }, patterns, phrase, leastWords) {
    const about = entries.join("; ");
    const scores = patterns.map(pattern =>
        ENTRY_SCORE * Math.min(countIn(pattern, about), 1)
        + TITLE_SCORE * Math.min(countIn(pattern, title), 1)
        + TEXT_SCORE * Math.log2(1 + countIn(pattern, text)));
    if (scores.filter(Boolean).length < leastWords) return undefined;
    const names = [title, ...entries].filter(name => plain(name) === phrase);
    return scores.reduce((a, b) => a + b, NAME_SCORE * names.length);
}

/** @type {(a: Result, b: Result) => number} */
const bestFirst = (a, b) => b.score - a.score;

/** The sections that have so many of the words, best first. One that is called what is asked for
comes before those that only have the words.
@param {Page[]} pages @param {RegExp[]} patterns @param {string} phrase
@param {number} leastWords */
function findSections(pages, patterns, phrase, leastWords) {
    return pages.flatMap(({ name, sections }) => {
        /** @type {Result[]} */
        const found = sections.flatMap(section => {
            const score = scoreOf(section, patterns, phrase, leastWords);
            return score === undefined ? []
                : [{ score, page: name, pageTitle: sections[0].title, section }];
        });
        // A page that has much of it is about it.
        const bonus = 2 * Math.log2(found.length);
        const weight = name.endsWith(REFERENCE) ? REFERENCE_WEIGHT : 1;
        for (const result of found) result.score = (result.score + bonus) * weight;
        return found.sort(bestFirst).slice(0, MOST_OF_A_PAGE);
    }).sort(bestFirst);
}

/** The first place at which a text has one of the words, with what stands around it, and these
marked. @param {string} text @param {RegExp[]} patterns */
function context(text, patterns) {
    const any = new RegExp(patterns.map(pattern => pattern.source).join("|"), "giu");
    const first = text.search(any);
    const from = first < CONTEXT_BEFORE ? 0 : text.indexOf(" ", first - CONTEXT_BEFORE + 10) + 1;
    const isCut = from + CONTEXT < text.length;
    let line = text.slice(from, from + CONTEXT);
    if (isCut) line = line.replace(/\s\S*$/, "");
    const paragraph = make("p", from ? "… " : "");
    let shown = 0;
    for (const mark of line.matchAll(any)) {
        paragraph.append(line.slice(shown, mark.index), make("mark", mark[0]));
        shown = mark.index + mark[0].length;
    }
    paragraph.append(line.slice(shown), isCut ? " …" : "");
    return paragraph;
}

/** A stack, and what is done with it: a game that a tool of the explorer solves. */
const AMOUNT = "(?<![\\d.,])(\\d+(?:[.,]\\d+)?)", BLINDS = "(?:bbs?|big blinds?)";
const STACK = RegExp(
    `${AMOUNT}\\s*${BLINDS}(?!\\p{L})|\\b${BLINDS}\\s+${AMOUNT}(?![.,]?\\d)`, "iu");
const MORE_THAN_PUSHES = /\b(limp|raise|open|3-?bet|call|check)/i;
const ANTE = /\bantes?\b/i;
/** The stack of a tool, where none is named. */
const START = "10";
/** How deep the stacks are that the tools solve. */
const DEEPEST = 100;
const DEEPEST_PUSH_OR_FOLD = 20;

/** A hand of the chart, in either case: its ranks, and s or o, which pairs have not. */
const ANY_RANK = "([2-9TJQKA])";
const HAND = RegExp(
    `(?<![\\p{L}\\d])${ANY_RANK}(?:\\1|(?!\\1)${ANY_RANK}([so]))(?![\\p{L}\\d])`, "giu");
/** Two ranks, of which one has a letter, suited or not: AK. */
const UNSUITED = /(?<![\p{L}\d])(?!(.)\1)(?:[AKQJT][2-9TJQKA]|[2-9][AKQJT])(?![\p{L}\d])/giu;
const RANK_ORDER = "AKQJT98765432";
/** Limps, at no stack that is named. */
const LIMP = /^((sb|small blind) )?(open[- ])?limp(s|ing|ed)?( (chart|range|hands))?$/i;

/** The one hand that a query names, as the chart has it, if it names one and no other.
@param {string} query */
function handIn(query) {
    const found = [...query.replace(/(?<!\d)10(?=[2-9TJQKA]|10)|(?<=[2-9TJQKA])10(?=[so]\b)/gi, "T")
        .matchAll(HAND)];
    if (found.length !== 1) return undefined;
    const [[text, , , kind = ""]] = found;
    const ranks = [...text.toUpperCase().slice(0, 2)];
    ranks.sort((a, b) => RANK_ORDER.indexOf(a) - RANK_ORDER.indexOf(b));
    return ranks.join("") + kind.toLowerCase();
}

/** Words that ask for an equity; and papers, which look like hands. */
const EQUITY = /\b(equit(y|ies)|odds)\b/i, ONLY_EQUITY = /^equit(y|ies)$/i, PAPER = /^a[2-4]$/i;

/** The hands that a query has against each other, as they are typed: several; or one whose equity
is asked, or that is all there is and may be suited or not; and an example, where equity is all.
Small words, such as "at", are no hands.
@param {string} query */
function handsAgainst(query) {
    const words = query.split(/\s+/).filter(word => !SMALL.test(word)).join(" ");
    const hands = [HAND, UNSUITED].flatMap(pattern => [...words.matchAll(pattern)])
        .sort((a, b) => a.index - b.index).map(([hand]) => hand);
    if (ONLY_EQUITY.test(words)) return ["AKs", "QQ"];
    const isWhole = words.length === 2 && !handIn(words) && !PAPER.test(words);
    return hands.length > 1 || isWhole || EQUITY.test(query) ? hands : [];
}

/** Where the book says who beats whom, and what counts it for these hands, as a result.
@param {string[]} hands @returns {Result} */
const placeOfEquity = hands => ({
    score: Infinity, page: "book/equities.html", pageTitle: "Who beats whom",
    section: {
        anchor: "who-beats-whom", title: "Who beats whom", entries: [],
        text: `How often one hand beats another. The command pokerlab equity ${hands[0]} `
            + `${hands[1] ?? "random"} counts it.`,
    },
});

/** Where the explorer and the charts have a hand, as results. @param {string} hand
@returns {Result[]} */
const placesOfHand = hand => [
    {
        score: Infinity, page: "book/explorer.html", pageTitle: "Explorer",
        section: {
            anchor: `push-fold?hand=${hand}`, title: `${hand} in push or fold`, entries: [],
            text: "Whether it is pushed and called with, and what it earns, at any stack.",
        },
    },
    {
        score: Infinity, page: "book/sheet.html", pageTitle: "Charts to print",
        section: {
            anchor: "charts-to-print", title: "Charts to print", entries: [],
            text: `Up to which stack ${hand} is pushed, and called with, beside all other hands.`,
        },
    },
];

/** The tool of the explorer that solves what a query names, as a result, if it names a stack.
@param {string} query @param {string | undefined} hand  that it names
@returns {Result | undefined} */
function toolFor(query, hand) {
    const [, before, after] = query.match(STACK) ?? [];
    const typed = before ?? after ?? (LIMP.test(query) ? START : undefined);
    const chosen = hand ? `;hand=${hand}` : "";
    const stack = withDecimalPoint(typed ?? "");
    const isLarger = MORE_THAN_PUSHES.test(query), hasAnte = ANTE.test(query) && !isLarger;
    const deepest = isLarger ? DEEPEST : DEEPEST_PUSH_OR_FOLD;
    if (!(Number(stack) > 1 && Number(stack) <= deepest)) return undefined;
    const section = isLarger ? {
        anchor: `no-limit?stack=${stack}${chosen}`,
        title: `No limit with ${stack} big blinds`,
        text: "Solved as you look, with no postflop betting.",
    } : {
        anchor: `push-fold?stack=${stack}${hasAnte ? ";dead=1" : ""}${chosen}`,
        title: `Push or fold with ${stack} big blinds${hasAnte ? " and an ante" : ""}`,
        text: "Who pushes, who calls, and what each hand earns.",
    };
    return {
        score: Infinity, page: "book/explorer.html", pageTitle: "Explorer",
        section: { ...section, entries: [] },
    };
}

/** What is found for a query. Where no section has all words, as many as possible.
@param {SearchIndex} index @param {string} query @returns {Findings} */
export function lookUp({ pages, synonyms }, query) {
    const typed = query.split(/\s+/).filter(word => /[\p{L}\d]/u.test(word));
    const meaningful = typed.filter(word => !SMALL.test(word));
    const words = meaningful.length ? meaningful : typed;
    const patterns = words.map(word => patternOf(word, synonyms)), phrase = plain(query.trim());
    /** @type {Result[]} */
    let results = [];
    let leastWords = words.length;
    while (leastWords > 0) {
        results = findSections(pages, patterns, phrase, leastWords);
        if (results.length) break;
        leastWords--;
    }
    const hand = handIn(query), tool = toolFor(query, hand), hands = handsAgainst(query);
    const hasAll = leastWords > 0 && leastWords === words.length;
    if (tool) results.unshift(tool);
    // What the book says of a hand comes first, if it says something.
    else if (hands.length) {
        const first = placeOfEquity(hands);
        const isOther = (/** @type {Result} */ { page, section: { anchor } }) =>
            page !== first.page || anchor !== first.section.anchor;
        results = [first, ...results.filter(isOther)];
    } else if (hand) results.splice(hasAll ? 1 : 0, 0, ...placesOfHand(hand));
    const isAnswered = hand && words.length === 1 || hands.length > 0 && !tool;
    return { results, words, patterns, hasAll: hasAll || Boolean(isAnswered) };
}

/** Let the page that is opened next mark these words. @param {string[]} words */
function markOnNextPage(words) {
    try {
        localStorage.setItem("sphinx_highlight_terms", words.join(" ").toLowerCase());
    } catch { /* the browser keeps nothing: it marks nothing */ }
}

/** Results as items of a list, whose links begin with the way to the book's folder. Whoever
follows one finds what was asked for marked on the page, unless it is a tool that solves it.
@param {Findings} findings @param {string} root */
export const listItems = ({ results, words, patterns }, root) =>
    results.map(({ page, pageTitle, section: { anchor, title, text } }) => {
        const isTool = anchor.includes("?");
        const click = () => { if (!isTool) markOnNextPage(words); };
        return make("li",
            make("a", { href: `${root}${page}#${anchor}`, click }, title),
            title === pageTitle ? "" : ` (${pageTitle})`, context(text, patterns));
    });
