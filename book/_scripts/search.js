/* The book's search: it finds sections, the one that is about a thing first, each with a line of
context. searchindex.js, which _ext/search_index.py writes, sends all pages and what players call
things. */

import { sum, withDecimalPoint } from "./amounts.js";
import { RANKS_DOWN } from "./cards.js";
import { makeElement } from "./elements.js";

/** A section: its place in its page, its title, its text, and what it is about. And a page.
@typedef {{ anchor: string, title: string, text: string, entries: string[] }} Section
@typedef {{ name: string, sections: Section[] }} Page */

/** What is searched, with the words that the book has for others.
@typedef {{ pages: Page[], synonyms: Record<string, string[]> }} SearchIndex */

/** A section that was found, on the page of that name and title.
@typedef {{ score: number, page: string, pageTitle: string, section: Section }} Result */

/** How often a section has each word among what it is about, in its title, in its text; and which
words its page's title has.
@typedef {{ page: Page, section: Section, length: number,
    counts: { about: number, title: number, text: number, page: number }[] }} Counted */

/** What is found for a query: results, best first; the words that say something, and what they are
in a text; whether some section has all of these.
@typedef {{ results: Result[], words: string[], patterns: RegExp[], hasAll: boolean }} Findings */

/** How much counts: a word among what a section is about, in its title, in its page's title, in its
text; a section that is called what is asked for. */
const ENTRY_SCORE = 12;
const TITLE_SCORE = 8;
const PAGE_SCORE = 4;
const TEXT_SCORE = 3;
const NAME_SCORE = 12;
/** A word itself counts so often as one that only begins like it. */
const WHOLE_WORD = 3;
/** A word that every section has counts so much of one that a single section has. */
const COMMON_WORD = 0.1;
/** A word tells less in a section that is longer than so many letters. */
const USUAL_LENGTH = 1500;
/** A question of more than so many words may be answered by a section that lacks some, if it has so
much of what the best has. */
const FEW_WORDS = 2;
const LEAST_COVERAGE = 0.6;
/** A chapter explains more than the reference, and the more so if it is asked in a sentence; and a
list of files has all words, and no answer. */
const WEIGHTS = { "/api.html#": 0.5, "/data.html#tables-of-the-pages": 0.4 };
const WEIGHT_IN_SENTENCES = 0.6;
/** A sentence has so many words, small ones and others. */
const SENTENCE = 4;
/** So many sections of a page are found at most. */
const MOST_OF_A_PAGE = 4;
/** How long a line of context is, and how much of it is before the first word, at most. */
const CONTEXT = 200;
const CONTEXT_BEFORE = 80;

const SMALL_WORDS = `a about always am an and any are as at be been by can could did do does
    doing don't ever for from get good had has have having he her him his how i if in into is
    isn't it its just like make many may me might most much must my of off on or our shall she
    should so some somebody someone than that the their them then there they this those to until
    was we were what when where which who whom why will with would you your`;

/** Words that say nothing by themselves. */
const SMALL = RegExp(`^(${SMALL_WORDS.split(/\s+/).join("|")})$`, "i");

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

/** Whether a word says nothing by itself; nor does what's, with any apostrophe.
@param {string} word */
const isSmall = word => SMALL.test(plain(word).replace(/'(s|m|re|ve|ll)$/, ""));

/** A pattern of a text letter by letter, with any apostrophe and any dash. @param {string} text */
const literal = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(APOSTROPHES, APOSTROPHES.source).replace(DASHES, DASHES.source);

/** A whole number of four digits or more, with commas between thousands or without. */
const WHOLE_NUMBER = /^(\d{4,}|\d{1,3}(,\d{3})+)$/;

/** What matches a short word in the singular and in the plural, and no longer ones.
@param {string} singular */
const patternOfPlural = singular => new RegExp(
    `(?<![\\p{L}\\d])${literal(singular)}(s?)(?![\\p{L}\\d])`, "giu");

/** What matches a number with commas between thousands, and without. @param {string} digits */
const patternOfNumber = digits => new RegExp(
    `(?<![\\p{L}\\d])${digits.replace(/\B(?=(\d{3})+$)/g, ",?")}()`, "giu");

/** What matches words that begin like the one asked for, but for its ending: "uniqueness" finds
"unique". Short words are whole ones, and a word finds what the book calls the same.
@param {string} word @param {Record<string, string[]>} synonyms */
function patternOf(word, synonyms) {
    if (WHOLE_NUMBER.test(word)) return patternOfNumber(word.replaceAll(",", ""));
    if (/^.{3}s$/i.test(word) && !/ss$/i.test(word)) return patternOfPlural(word.slice(0, -1));
    let stem = word;
    if (word.length > 5) stem = word.replace(/(ies|ness|ing|ed|es|s|y|e)$/, "");
    else if (word.length > 4) stem = word.replace(/[sy]$/, "");
    const same = (synonyms[plain(word)] ?? []).map(other => `|${literal(other)}`).join("");
    const end = word.length < 3 ? "(?![\\p{L}\\d])" : "";
    const rest = `(${literal(word.slice(stem.length))})?${end}`;
    return new RegExp(`(?<![\\p{L}\\d])(?:${literal(stem)}${rest}${same})`, "giu");
}

/** How often a text has a word; more, where it is the whole word. @param {RegExp} pattern
@param {string} text */
const countIn = (pattern, text) => [...text.matchAll(pattern)].reduce(
    (count, [, ending]) => count + (ending ? WHOLE_WORD : 1), 0);

/** How often each section has each word. @param {Page[]} pages @param {RegExp[]} patterns
@returns {Counted[]} */
const countAll = (pages, patterns) => pages.flatMap(page => page.sections.map(section => ({
    page, section, length: section.text.length,
    counts: patterns.map(pattern => ({
        about: countIn(pattern, section.entries.join("; ")),
        title: countIn(pattern, section.title),
        text: countIn(pattern, section.text),
        page: countIn(pattern, page.sections[0].title),
    })),
})));

/** @param {Counted["counts"][number]} count */
const isThere = ({ about, title, text }) => about + title + text > 0;

/** What each word tells that some sections have: most, if it is one only.
@param {Counted[]} counted @param {number} word */
function tellingOf(counted, word) {
    const having = counted.filter(({ counts }) => isThere(counts[word])).length;
    const share = Math.log(1 + having) / Math.log(1 + counted.length);
    return having ? COMMON_WORD + (1 - COMMON_WORD) * (1 - share) : 1;
}

/** How well a section matches, if it has of the words, each as telling as it is, all but a share.
@param {Counted} counted @param {number[]} telling @param {string} phrase @param {number} covered */
function scoreOf({ section: { title, entries }, length, counts }, telling, phrase, covered) {
    const ofText = Math.max(length / USUAL_LENGTH, 1);
    const scores = counts.map(({ about, title: named, text, page }, i) => telling[i]
        * (ENTRY_SCORE * Math.min(about, 1) + TITLE_SCORE * Math.min(named, 1)
            + PAGE_SCORE * Math.min(page, 1) + TEXT_SCORE * Math.log2(1 + text / ofText)));
    const names = [title, ...entries].filter(name => plain(name) === phrase);
    return covered ** 2 * sum(scores) + NAME_SCORE * names.length;
}

/** @type {(a: Result, b: Result) => number} */
const bestFirst = (a, b) => b.score - a.score;

/** The sections that have the words, or as many as any has, best first; and whether one has all.
One that is called what is asked for comes before those that only have the words.
@param {Page[]} pages @param {RegExp[]} patterns @param {string} phrase
@param {boolean} isSentence */
function findSections(pages, patterns, phrase, isSentence) {
    const counted = countAll(pages, patterns);
    const telling = patterns.map((_, word) => tellingOf(counted, word)), all = sum(telling);
    const coverage = counted.map(({ counts }) =>
        sum(telling.filter((_, word) => isThere(counts[word]))) / all);
    const most = Math.max(...coverage, 0);
    const least = most * (patterns.length > FEW_WORDS ? LEAST_COVERAGE : 1) - 1e-9;
    /** @type {Map<Page, Result[]>} */
    const byPage = new Map();
    counted.forEach((one, i) => {
        if (!coverage[i] || coverage[i] < least) return;
        const score = scoreOf(one, telling, phrase, coverage[i]), { page, section } = one;
        const pageTitle = page.sections[0].title;
        byPage.set(page,
            [...byPage.get(page) ?? [], { score, page: page.name, pageTitle, section }]);
    });
    const results = [...byPage.values()].flatMap(ofPage => {
        // A page that has much of it is about it.
        const bonus = 2 * Math.log2(ofPage.length);
        for (const result of ofPage) {
            const place = `${result.page}#${result.section.anchor}`;
            const weight = Object.entries(WEIGHTS).find(([part]) => place.includes(part))?.[1] ?? 1;
            const factor = weight < 1 && isSentence ? weight * WEIGHT_IN_SENTENCES : weight;
            result.score = (result.score + bonus) * factor;
        }
        return ofPage.sort(bestFirst).slice(0, MOST_OF_A_PAGE);
    }).sort(bestFirst);
    return { results, hasAll: most > 1 - 1e-9 };
}

/** The first place at which a text has one of the words, with what stands around it, and these
marked. @param {string} text @param {RegExp[]} patterns */
function contextOf(text, patterns) {
    const any = new RegExp(patterns.map(pattern => pattern.source).join("|"), "giu");
    const first = text.search(any);
    const from = first < CONTEXT_BEFORE ? 0 : text.indexOf(" ", first - CONTEXT_BEFORE + 10) + 1;
    const isCut = from + CONTEXT < text.length;
    let line = text.slice(from, from + CONTEXT);
    if (isCut) line = line.replace(/\s\S*$/, "");
    const paragraph = makeElement("p", from ? "… " : "");
    let end = 0;
    for (const mark of line.matchAll(any)) {
        paragraph.append(line.slice(end, mark.index), makeElement("mark", mark[0]));
        end = mark.index + mark[0].length;
    }
    paragraph.append(line.slice(end), isCut ? " …" : "");
    return paragraph;
}

/** A stack, and what is done with it: a game that a tool of the explorer solves. */
const AMOUNT = "(?<![\\d.,])(\\d+(?:[.,]\\d+)?)", BLINDS = "(?:bbs?|big blinds?)";
const STACK = RegExp(
    `${AMOUNT}\\s*${BLINDS}(?!\\p{L})|\\b${BLINDS}\\s+${AMOUNT}(?![.,]?\\d)`, "iu");
/** A bare number is a stack where a hand or what is done with it is named: push 43s at 7. */
const BARE_STACK = RegExp(
    `\\b(?:at|with)\\s+${AMOUNT}(?=\\s*(?:$|[?!,;]|(?:in|on|from|as|for)\\b))`, "iu");
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
@param {string[]} hands @returns {Result} */
const placeOfEquity = ([first, second = "random"]) => ({
    score: Infinity, page: "book/equities.html", pageTitle: "Who beats whom",
    section: {
        anchor: String(new URLSearchParams({ equity: first, against: second })),
        title: `${first} against ${second}`,
        text: "How often each wins before the flop, counted: type any two hands or ranges there.",
        entries: [],
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
    const inDigits = NUMBER_WORDS.reduce((text, word, i) =>
        text.replace(RegExp(`\\b${word}\\b`, "gi"), String(2 + i)), query);
    const [, before, after] = inDigits.match(STACK) ?? [];
    const bare = hand || PUSHES.test(query) ? inDigits.match(BARE_STACK)?.[1] : undefined;
    const typed = before ?? after ?? bare ?? (LIMP.test(query) ? START : undefined);
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
        anchor: `push-fold?stack=${stack}${hasAnte ? ";bb-ante=1" : ""}${chosen}`,
        title: `Push or fold with ${stack} big blinds${hasAnte ? " and an ante" : ""}`,
        text: "Who pushes, who calls, and what each hand earns.",
    };
    return {
        score: Infinity, page: "book/explorer.html", pageTitle: "Explorer",
        section: { ...section, entries: [] },
    };
}

/** What is found for a query. Where no section has all words, as many as possible.
@param {SearchIndex} index @param {string} asked @returns {Findings} */
export function lookUp({ pages, synonyms }, asked) {
    // A title may be asked for in quotation marks.
    const query = asked.replace(/["“”„«»]/g, " ").trim();
    // What ends a sentence, or a part of it, is no part of a word.
    const typed = query.split(/\s+/).map(word => word.replace(/[?!.,;:]+$/, ""))
        .filter(word => /[\p{L}\d]/u.test(word));
    const meaningful = typed.filter(word => !isSmall(word));
    const words = meaningful.length ? meaningful : typed;
    const patterns = words.map(word => patternOf(word, synonyms)), phrase = plain(query.trim());
    const found = findSections(pages, patterns, phrase, typed.length >= SENTENCE);
    const { hasAll } = found;
    let { results } = found;
    const hand = handIn(query), tool = toolFor(query, hand), hands = handsAgainst(query);
    if (tool) results.unshift(tool);
    // What the book says of a hand comes first, if it says something.
    else if (hands.length) {
        const first = placeOfEquity(hands);
        const isOther = (/** @type {Result} */ { page, section: { anchor } }) =>
            page !== first.page || anchor !== first.section.anchor;
        results = [first, ...results.filter(isOther)];
    } else if (hand) results.splice(hasAll ? 1 : 0, 0, ...placesOfHand(hand));
    const isAnswered = tool || hands.length || hand && words.length === 1;
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
        const isTool = /[?=]/.test(anchor);
        const click = () => { if (!isTool) markOnNextPage(words); };
        return makeElement("li",
            makeElement("a", { href: `${root}${page}#${anchor}`, click }, title),
            title === pageTitle ? "" : ` (${pageTitle})`, contextOf(text, patterns));
    });
