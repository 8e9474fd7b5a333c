/* The book's search: it finds sections, the one that is about a thing first, each with a line of
context. searchindex.js, which _ext/search_index.py writes, sends all pages and what players call
things. */

import { withDecimalPoint } from "./amounts.js";
import { RANKS_DOWN } from "./cards.js";
import { elementOf, makeElement } from "./elements.js";
import { findSections } from "./search-sections.js";
import { isSmall, patternOf, plain } from "./search-words.js";

/** A section: its place in its page, its title, its text, and what it is about. And a page.
@typedef {object} Section
@property {string} anchor
@property {string} title
@property {string} text
@property {string[]} entries
@typedef {object} Page
@property {string} name
@property {Section[]} sections */

/** What is searched, with the words that the book has for others.
@typedef {object} SearchIndex
@property {Page[]} pages
@property {Record<string, string[]>} synonyms */

/** A section that was found, on the page of that name and title.
@typedef {object} Result
@property {number} score
@property {string} page
@property {string} pageTitle
@property {Section} section */

/** What is found for a query: results, best first; the words that say something, and what they are
in a text; whether some section has all of these.
@typedef {object} Findings
@property {Result[]} results
@property {string[]} words
@property {RegExp[]} patterns
@property {boolean} hasAll */

/** A sentence has so many words, small ones and others. */
const SENTENCE = 4;
/** How long a line of context is, and how much of it is before the first word, at most. */
const CONTEXT = 200;
const CONTEXT_BEFORE = 80;

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

/** The first place at which a text has one of the words, with what stands around it, and these
marked.
@param {string} text
@param {RegExp[]} patterns */
function contextOf(text, patterns) {
    const any = new RegExp(patterns.map(pattern => pattern.source).join("|"), "giu");
    const first = text.search(any);
    const from = first < CONTEXT_BEFORE ? 0 : text.indexOf(" ", first - CONTEXT_BEFORE + 10) + 1;
    const isCut = from + CONTEXT < text.length;
    let line = text.slice(from, from + CONTEXT);
    if (isCut) line = line.replace(/\s\S*$/, "");
    const paragraph = elementOf("p", from ? "… " : "");
    let end = 0;
    for (const mark of line.matchAll(any)) {
        paragraph.append(line.slice(end, mark.index), elementOf("mark", mark[0]));
        end = mark.index + mark[0].length;
    }
    paragraph.append(line.slice(end), isCut ? " …" : "");
    return paragraph;
}

/** A stack, and what is done with it: a game that a tool of the explorer solves. */
const AMOUNT = "(?<![\\d.,])(\\d+(?:[.,]\\d+)?)", UNIT_PATTERN = "(?:bbs?|big blinds?)";
const STACK = RegExp(
    `${AMOUNT}\\s*${UNIT_PATTERN}(?!\\p{L})|\\b${UNIT_PATTERN}\\s+${AMOUNT}(?![.,]?\\d)`, "iu");
/** An amount as articles write it: 5.5bb. The book has the number alone. */
const AMOUNT_IN_BLINDS = /^([-−]?\d+(?:[.,]\d+)?)bbs?$/iu;
/** A bare number is a stack where a hand or what is done with it is named: push 43s at 7. */
const BARE_STACK = RegExp(
    `\\b(?:at|with)\\s+${AMOUNT}(?=\\s*(?:$|[?!,;]|(?:in|on|from|as|for)\\b))`, "iu");
/** So it is where nothing but an ante or what is done stands beside it: ante 10, 12 limp. */
const WITH_STACK =
    "(?:(?:bb |big[- ]blind )?antes?|(?:open[- ]?)?limp\\w*|push\\w*|shov\\w*|jam\\w*)";
const STACK_ALONE = RegExp(`^(?:${WITH_STACK}\\s+${AMOUNT}|${AMOUNT}\\s+${WITH_STACK})$`, "iu");
const NUMBER_WORDS = `two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen twenty`.split(/\s+/);
const PUSHES = /\b(push|shov|jam|call|fold|all-?in)/i;
const MORE_THAN_PUSHES = /\b(limp|raise|open|3-?bet|check)/i;
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
/** Limps, at no stack that is named. */
const LIMP = /^((sb|small blind) )?(open[- ])?limp(s|ing|ed)?( (chart|range|hands))?$/i;

/** The one hand that a query names, as the chart has it, if it names one and no other.
@param {string} query */
function handIn(query) {
    const found = [...query.replace(/(?<!\d)10(?=[2-9TJQKA]|10)|(?<=[2-9TJQKA])10(?=[so]\b)/gi, "T")
        .matchAll(HAND)];
    if (found.length !== 1) return undefined;
    const [[text, , , suffix = ""]] = found;
    const ranks = [...text.toUpperCase().slice(0, 2)];
    ranks.sort((a, b) => RANKS_DOWN.indexOf(a) - RANKS_DOWN.indexOf(b));
    return ranks.join("") + suffix.toLowerCase();
}

/** Words that ask for an equity; and papers, which look like hands. */
const EQUITY = /\b(equit(y|ies)|odds)\b/i, PAPER = /^a[2-4]$/i;
const ONLY_EQUITY = /^(equit(y|ies)|(equity |odds )?calculator)$/i;

/** The hands that a query has against each other, as they are typed: several; or one whose equity
is asked, or that is all there is and may be suited or not; and an example, where equity is all.
Small words, such as "at", are no hands.
@param {string} query */
function handsAgainst(query) {
    const words = query.split(/\s+/).filter(word => !isSmall(word)).join(" ");
    const hands = [HAND, UNSUITED].flatMap(pattern => [...words.matchAll(pattern)])
        .sort((a, b) => a.index - b.index)
        .map(({ 0: hand, index }) => hand + (words[index + hand.length] === "+" ? "+" : ""));
    if (ONLY_EQUITY.test(words)) return ["AKs", "QQ"];
    const isWhole = words.length === 2 && !handIn(words) && !PAPER.test(words);
    return hands.length > 1 || isWhole || EQUITY.test(query) ? hands : [];
}

/** The box that counts who beats whom, with these hands in it, as a result.
@param {string[]} hands
@returns {Result} */
const placeOfEquity = ([first, second = "random"]) => ({
    score: Infinity, page: "book/equities.html", pageTitle: "Who beats whom",
    section: {
        anchor: String(new URLSearchParams({ equity: first, against: second })),
        title: `${first} against ${second}`,
        text: "How often each wins before the flop, counted: type any two hands or ranges there.",
        entries: [],
    },
});

/** Where the explorer and the charts have a hand, as results.
@param {string} handName
@returns {Result[]} */
const placesOfHand = handName => [
    {
        score: Infinity, page: "book/explorer.html", pageTitle: "Explorer",
        section: {
            anchor: `push-fold?hand=${handName}`, title: `${handName} in push or fold`, entries: [],
            text: "Whether it is pushed and called with, and what it earns, at any stack.",
        },
    },
    {
        score: Infinity, page: "book/sheet.html", pageTitle: "Charts to print",
        section: {
            anchor: "charts-to-print", title: "Charts to print", entries: [],
            text: `Up to which stack ${handName} is pushed, and called with, `
                + "beside all other hands.",
        },
    },
];

/** The stack that a query names, as it is written there; undefined if it names none.
@param {string} query
@param {string | undefined} hand  that it names */
function stackIn(query, hand) {
    const inDigits = NUMBER_WORDS.reduce((text, word, i) =>
        text.replace(RegExp(`\\b${word}\\b`, "gi"), String(2 + i)), query);
    const [, before, after] = inDigits.match(STACK) ?? [];
    if (before ?? after) return before ?? after;
    const [, bare] = inDigits.match(BARE_STACK) ?? [];
    if (bare && (hand || PUSHES.test(query))) return bare;
    const [, last, first] = inDigits.trim().match(STACK_ALONE) ?? [];
    if (last ?? first) return last ?? first;
    return LIMP.test(query) ? START : undefined;
}

/** The tool of the explorer that solves what a query names, as a result, if it names a stack.
@param {string} query
@param {string | undefined} hand  that it names
@returns {Result | undefined} */
function toolFor(query, hand) {
    const chosen = hand ? `;hand=${hand}` : "";
    const stack = withDecimalPoint(stackIn(query, hand) ?? "");
    const isLarger = MORE_THAN_PUSHES.test(query), hasAnte = ANTE.test(query) && !isLarger;
    const deepest = isLarger ? DEEPEST : DEEPEST_PUSH_OR_FOLD;
    if (!(Number(stack) > 1 && Number(stack) <= deepest)) return undefined;
    const section = isLarger ? {
        anchor: `no-limit?stack=${stack}${chosen}`,
        title: `No limit with ${stack} big blinds`,
        text: "Solved as you look, with no postflop betting.",
    } : {
        anchor: `push-fold?stack=${stack}${hasAnte ? ";bb-ante=1" : ""}${chosen}`,
        title: `Push or fold with ${stack} big blinds${hasAnte ? " and a big-blind ante" : ""}`,
        text: "Who pushes, who calls, and what each hand earns.",
    };
    return {
        score: Infinity, page: "book/explorer.html", pageTitle: "Explorer",
        section: { ...section, entries: [] },
    };
}

/** The results with those that tools and pages have of a stack or of hands that a query names, and
whether one of these answers it. What the book says of a hand comes first, if it says something.
@param {Result[]} results
@param {boolean} hasAll  whether the first of them has all words
@param {string} query
@param {string[]} words */
function withPlaces(results, hasAll, query, words) {
    const hand = handIn(query), tool = toolFor(query, hand), hands = handsAgainst(query);
    if (tool) return { results: [tool, ...results], isAnswered: true };
    if (hands.length) {
        const first = placeOfEquity(hands);
        const others = results.filter(({ page, section: { anchor } }) =>
            page !== first.page || anchor !== first.section.anchor);
        return { results: [first, ...others], isAnswered: true };
    }
    if (hand === undefined) return { results, isAnswered: false };
    return {
        results: results.toSpliced(hasAll ? 1 : 0, 0, ...placesOfHand(hand)),
        isAnswered: words.length === 1,
    };
}

/** What is found for a query. Where no section has all words, as many as possible.
@param {SearchIndex} index
@param {string} searched
@returns {Findings} */
export function lookUp({ pages, synonyms }, searched) {
    // A title may be asked for in quotation marks.
    const query = searched.replace(/["“”„«»]/g, " ").trim();
    // What ends a sentence, or a part of it, is no part of a word.
    const searchedWords = query.split(/\s+/)
        .map(word => word.replace(/[?!.,;:]+$/, "").replace(AMOUNT_IN_BLINDS, "$1"))
        .filter(word => /[\p{L}\d]/u.test(word));
    const meaningful = searchedWords.filter(word => !isSmall(word));
    const words = meaningful.length ? meaningful : searchedWords;
    const patterns = words.map(word => patternOf(word, synonyms));
    const found = findSections(pages, patterns, plain(query), searchedWords.length >= SENTENCE);
    const { results, isAnswered } = withPlaces(found.results, found.hasAll, query, words);
    return { results, words, patterns, hasAll: found.hasAll || isAnswered };
}

/** Results as items of a list, whose links begin with the way to the book's folder. Whoever
follows one finds what was asked for marked on the page, unless it is a tool that solves it. Sphinx
takes what it marks from the address, which gets it when the link is followed: one that is copied
from the list goes without.
@param {Findings} findings
@param {string} root */
export const listItems = ({ results, words, patterns }, root) =>
    results.map(({ page, pageTitle, section: { anchor, title, text } }) => {
        const link = makeElement("a", { href: `${root}${page}#${anchor}` }, title);
        const isTool = /[?=]/.test(anchor);
        if (!isTool) link.addEventListener("click", () => {
            link.search = String(new URLSearchParams({ highlight: words.join(" ") }));
        });
        return elementOf("li", link,
            title === pageTitle ? "" : ` (${pageTitle})`, contextOf(text, patterns));
    });
