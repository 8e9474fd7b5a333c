/* Words of a query as the book's search takes them: which say nothing, and what matches them. */

const SMALL_WORDS = `a about always am an and any are as at be been by can could did do does
    doing don't ever for from get good had has have having he her him his how i if in into is
    isn't it its just like make many may me might most much must my of off on or our shall she
    should so some somebody someone than that the their them then there they this those to until
    was we were what when where which who whom why will with would you your`;

/** Words that say nothing by themselves. */
const SMALL = RegExp(`^(${SMALL_WORDS.split(/\s+/).join("|")})$`, "i");

/** Characters that look alike, of which one types any and the book prints another. */
const APOSTROPHES = /['’‘]/g, DASHES = /[-−–‑]/g;

/** A text in lower case, with one apostrophe and one dash for all.
@param {string} text */
export const plain = text => text.toLowerCase().replace(APOSTROPHES, "'").replace(DASHES, "-");

/** Whether a word says nothing by itself; nor does what's, with any apostrophe.
@param {string} word */
export const isSmall = word => SMALL.test(plain(word).replace(/'(s|m|re|ve|ll)$/, ""));

/** A pattern of a text letter by letter, with any apostrophe and any dash.
@param {string} text */
const literal = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(APOSTROPHES, APOSTROPHES.source).replace(DASHES, DASHES.source);

/** A whole number of four digits or more, with commas between thousands or without. */
const WHOLE_NUMBER = /^(\d{4,}|\d{1,3}(,\d{3})+)$/;

/** What matches a short word in the singular and in the plural, and no longer ones.
@param {string} singular */
const patternOfPlural = singular => new RegExp(
    `(?<![\\p{L}\\d])${literal(singular)}(s?)(?![\\p{L}\\d])`, "giu");

/** What matches a number with commas between thousands, and without.
@param {string} digits */
const patternOfNumber = digits => new RegExp(
    `(?<![\\p{L}\\d])${digits.replace(/\B(?=(\d{3})+$)/g, ",?")}()`, "giu");

/** What matches words that begin like the one asked for, but for its ending: "uniqueness" finds
"unique". Short words are whole ones, and a word finds what the book calls the same.
@param {string} word
@param {Record<string, string[]>} synonyms */
export function patternOf(word, synonyms) {
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
