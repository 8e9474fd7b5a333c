/* How well sections of the book match the words of a query. */

import { sum } from "./numbers.js";
import { plain } from "./search-words.js";
/** @import { Page, Result, Section } from "./search.js" */

/** How often a section has each word among what it is about, in its title, in its text; and which
words its page's title has.
@typedef {object} CountedSection
@property {Page} page
@property {Section} section
@property {number} length
@property {{ about: number, title: number, text: number, page: number }[]} counts */

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
const MIN_COVERAGE = 0.6;
/** A chapter explains more than the reference, and the more so if it is asked in a sentence; and a
list of files has all words, and no answer. */
const WEIGHTS = { "/api.html#": 0.45, "/data.html#tables-of-the-pages": 0.4 };
const WEIGHT_IN_SENTENCES = 0.6;
/** The most sections of a page that are found. */
const MAX_OF_A_PAGE = 4;

/** How often a text has a word; more, where it is the whole word.
@param {RegExp} pattern
@param {string} text */
const countIn = (pattern, text) => [...text.matchAll(pattern)].reduce(
    (count, [, ending]) => count + (ending ? WHOLE_WORD : 1), 0);

/** How often each section has each word.
@param {Page[]} pages
@param {RegExp[]} patterns
@returns {CountedSection[]} */
const countAll = (pages, patterns) => pages.flatMap(page => page.sections.map(section => ({
    page, section, length: section.text.length,
    counts: patterns.map(pattern => ({
        about: countIn(pattern, section.entries.join("; ")),
        title: countIn(pattern, section.title),
        text: countIn(pattern, section.text),
        page: countIn(pattern, page.sections[0].title),
    })),
})));

/** Whether a section has a word.
@param {CountedSection["counts"][number]} count */
const isThere = ({ about, title, text }) => about + title + text > 0;

/** What each word tells that some sections have: most, if it is one only.
@param {CountedSection[]} counted
@param {number} word */
function tellingOf(counted, word) {
    const having = counted.filter(({ counts }) => isThere(counts[word])).length;
    const share = Math.log(1 + having) / Math.log(1 + counted.length);
    return having ? COMMON_WORD + (1 - COMMON_WORD) * (1 - share) : 1;
}

/** How well a section matches, if it has of the words, each as telling as it is, all but a share.
@param {CountedSection} counted
@param {number[]} telling
@param {string} phrase
@param {number} covered */
function scoreOf({ section: { title, entries }, length, counts }, telling, phrase, covered) {
    const ofText = Math.max(length / USUAL_LENGTH, 1);
    const scores = counts.map(({ about, title: named, text, page }, i) => telling[i]
        * (ENTRY_SCORE * Math.min(about, 1) + TITLE_SCORE * Math.min(named, 1)
            + PAGE_SCORE * Math.min(page, 1) + TEXT_SCORE * Math.log2(1 + text / ofText)));
    const names = [title, ...entries].filter(name => plain(name) === phrase);
    return covered ** 2 * sum(scores) + NAME_SCORE * names.length;
}

/** How much a result counts by where it is.
@param {Result} result
@param {boolean} isSentence */
function weightOfPlace({ page, section: { anchor } }, isSentence) {
    const place = `${page}#${anchor}`;
    const weight = Object.entries(WEIGHTS).find(([part]) => place.includes(part))?.[1];
    if (weight === undefined) return 1;
    return isSentence ? weight * WEIGHT_IN_SENTENCES : weight;
}

/** Sorts results.
@type {(a: Result, b: Result) => number} */
const bestFirst = (a, b) => b.score - a.score;

/** The sections that have the words, or as many as any has, best first; and whether one has all.
One that is called what is asked for comes before those that only have the words.
@param {Page[]} pages
@param {RegExp[]} patterns
@param {string} phrase
@param {boolean} isSentence */
export function findSections(pages, patterns, phrase, isSentence) {
    const counted = countAll(pages, patterns);
    const telling = patterns.map((_, word) => tellingOf(counted, word)), all = sum(telling);
    const coverage = counted.map(({ counts }) =>
        sum(telling.filter((_, word) => isThere(counts[word]))) / all);
    const most = Math.max(...coverage, 0);
    const least = most * (patterns.length > FEW_WORDS ? MIN_COVERAGE : 1) - 1e-9;
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
        const weighed = ofPage.map(result => ({
            ...result, score: (result.score + bonus) * weightOfPlace(result, isSentence),
        }));
        return weighed.sort(bestFirst).slice(0, MAX_OF_A_PAGE);
    }).sort(bestFirst);
    return { results, hasAll: most > 1 - 1e-9 };
}
