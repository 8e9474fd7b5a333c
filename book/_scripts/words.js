/* Numbers, hands and names in words. */

/** A share in percent.
@param {number} share */
export const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)}%`;

/** @type {Record<string, string>} */
const RANKS = {
    A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven",
    6: "six", 5: "five", 4: "four", 3: "three", 2: "deuce",
};

/** A hand as it is read aloud.
@param {string} handName */
export const spoken = handName => {
    const [high, low] = [...handName].map(letter => RANKS[letter]);
    const ending = high.endsWith("x") ? "es" : "s";
    if (handName.length === 2) return `pair of ${high}${ending}, ${handName}`;
    return `${high}-${low} ${handName[2] === "s" ? "suited" : "offsuit"}, ${handName}`;
};

/** @type {Record<string, string>} */
const SUITS_IN_WORDS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/** A card as it is read aloud; any other text as it is.
@param {string} text */
export const spokenCard = text => text.replace(/^([AKQJT2-9])([cdhs])$/,
    (_, rank, suit) => `${RANKS[rank]} of ${SUITS_IN_WORDS[suit]}`);

/** A part of a whole in percent; a dash, if there is no whole.
@param {number} part
@param {number} whole */
export const partText = (part, whole) => whole ? percent(part / whole, 1) : "–";

/** A share with digits where it needs some.
@param {number} share */
export const inFull = share => percent(share, share % 1 ? 2 : 0);

/** What somebody does so often; after a number a colon, so that the two are not heard as one.
@param {string} what
@param {string} share */
export const withShare = (what, share) => `${what}${/\d\S*$/.test(what) ? ":" : ""} ${share}`;

/** Somebody with an article, unless it is a name.
@param {string} name */
export const withArticle = name => name === capital(name) ? name : `the ${name}`;

/** What has happened.
@param {string} history */
export const afterHistory = history => history ? `after ${history}` : "opening";

/** A number with its sign, unless it is 0 as it is written; a dash, if there is none.
@param {number} number
@param {number} digits */
export const signed = (number, digits) => {
    if (!Number.isFinite(number)) return "–";
    const text = Math.abs(number).toFixed(digits);
    if (!/[1-9]/.test(text)) return text;
    return number < 0 ? `−${text}` : `+${text}`;
};

/** A text with a capital letter at its beginning.
@param {string} text */
export const capital = text => text[0].toUpperCase() + text.slice(1);

/** A whole number with commas between thousands.
@param {number} count */
export const grouped = count => count.toLocaleString("en");

/** A count with what is counted: 2 hands.
@param {number} count
@param {string} noun  in the singular */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Things in a row: one, two and three.
@param {string[]} things
@param {string} [last]  what is between the last two */
export const listed = (things, last = "and") => things.length < 2 ? things.join("")
    : `${things.slice(0, -1).join(", ")} ${last} ${things.at(-1)}`;

/** What somebody does who takes an action: pushes, bets 120, goes all-in.
@param {string} action */
export const verbOf = action => {
    const [verb, ...size] = action.split(" ");
    if (verb === "all-in") return "goes all-in";
    return [verb + (/(s|sh|ch)$/.test(verb) ? "es" : "s"), ...size].join(" ");
};

/** A text, or its beginning if it is long.
@param {string} text */
export const shortened = text => text.length > 60 ? `${text.slice(0, 60)}…` : text;
