/* Ranges as text, such as 22+, A2s+:0.5, AhKh, read and written as pokerlab/cards.py does.

A card is a number, 4 times its rank from the deuce and its suit; a combo is 52 times its higher
card and the other. */

const FACES = "AKQJT98765432", SUITS = "cdhs";

const handOf = (high, low, kind) => FACES[high] + FACES[low] + (high === low ? "" : kind);

const span = (a, b) => Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => Math.min(a, b) + i);

/** The lines of the chart along which runs are read and written: pairs, hands with the same higher
card, hands with the same gap between their cards. */
const both = line => ["s", "o"].flatMap(kind => span(0, 11).map(at => line(at, kind)));
const PAIRS = span(0, 12).map(rank => handOf(rank, rank));
const KICKERS = both((high, kind) => span(high + 1, 12).map(low => handOf(high, low, kind)));
const GAPS = both((gap, kind) => span(0, 11 - gap).map(high => handOf(high, high + 1 + gap, kind)));

/** The hands that a token means, weights left out. */
function handsOf(token, refuse) {
    if (token === "random") return [PAIRS, ...KICKERS].flat();
    const hand = "([AKQJT2-9])([AKQJT2-9])([so]?)";
    const match = token.match(RegExp(`^${hand}(\\+|-${hand})?$`));
    if (!match) return refuse(`Can't read "${token}". Try 77, AKs, A9s+ or T9s-54s`);
    const [, a, b, kind, more, c = a, d = b, other = kind] = match;
    if (a === b && kind) return refuse(`${token} given, a pair is neither suited nor offsuit`);
    const named = (ranks, kind) =>
        handOf(...ranks.map(rank => FACES.indexOf(rank)).sort((x, y) => x - y), kind);
    return (kind || a === b ? [kind] : ["s", "o"]).flatMap(kind => {
        const ends = [named([a, b], kind), named([c, d], kind)];
        const line = [PAIRS, ...KICKERS, ...GAPS].find(own => ends.every(end => own.includes(end)));
        if (!line || other !== match[3]) return refuse(lacks(token, "a run of like hands"));
        const [from, to] = ends.map(end => line.indexOf(end)).sort((x, y) => x - y);
        return line.slice(more === "+" ? 0 : from, to + 1);
    });
}

const cardOf = name => 4 * (12 - FACES.indexOf(name[0])) + SUITS.indexOf(name[1]);
const nameOf = card => FACES[12 - (card >> 2)] + SUITS[card & 3];
const comboOf = (one, two) => 52 * Math.max(one, two) + Math.min(one, two);

/** The combos of a hand, such as AKs. */
function combosOf([high, low, kind]) {
    const cards = rank => [...SUITS].map(suit => cardOf(rank + suit));
    const fits = (one, two) => high === low ? one > two : (one % 4 === two % 4) === (kind === "s");
    return cards(high).flatMap(one =>
        cards(low).filter(two => fits(one, two)).map(two => comboOf(one, two)));
}

/** The cards of a text such as Td9d6h, in either case, or what is wrong with them. */
function cardsIn(text, refuse) {
    const proper = ([rank, suit = ""]) => rank.toUpperCase() + suit.toLowerCase();
    const names = (text.match(/\S\S?/g) ?? []).map(proper);
    const wrong = names.find(one => !/^[AKQJT2-9][cdhs]$/.test(one));
    const twice = names.find((one, at) => names.indexOf(one) < at);
    if (wrong) return refuse(wrong, "cards such as Td9d6hQc2s");
    if (twice) return refuse(twice, "cards that differ");
    return names.map(cardOf);
}

/** All hands, the best against any two cards first; set by whoever has a table of equities. */
const bestHands = [];

/** A range as other tools write it in the notation of pokerlab/cards.py.

Any case and dash, decimal commas, AKs@50 and AKs:50% for half, [50]AA, KK[/50], and 20% for the
best fifth. */
function plainly(text) {
    const bracketed = (_, weight, inside) =>
        listed(inside).map(body => `${body}@${weight.replace(",", ".")}`).join(", ");
    // So large a part of all combos as whole hands.
    const best = percent => {
        let left = 13.26 * percent;
        const many = hand => combosOf(hand).length;
        return bestHands.filter(hand => (left -= many(hand)) > -many(hand) / 2).join(", ");
    };
    const weighed = token => {
        const top = Number(token.match(/^(\d+\.?\d*)%$/)?.[1]);
        if (top <= 100 && bestHands.length) return best(top);
        const [, body, mark, weight, percent] = token.match(/^(.*?)([:@])([\d.]+)(%?)$/) ?? [];
        if (!percent && mark !== "@") return token;
        return `${body}:${!percent && weight <= 1 ? weight : tidy(weight / 100)}`;
    };
    const hand = /^([akqjt2-9]{2}[so]?\+?(-[akqjt2-9]{2}[so]?)?|([akqjt2-9][cdhs]){2})(:|$)/i;
    const cased = token => /^(none|random)\b/i.test(token) ? token.toLowerCase()
        : !hand.test(token) ? token
            : token.toLowerCase().replace(/[akqjt]/g, letter => letter.toUpperCase());
    return text.replace(/[\u2010-\u2015\u2212]/g, "-").replace(/([:@]0?),(\d)/g, "$1.$2")
        .replace(/\[(\d+(?:[.,]\d+)?)%?\]([^[]*)\[\/\1%?\]/g, bracketed)
        .replace(/[^\s,]+/g, weighed).replace(/[^\s,]+/g, cased);
}

/** The weight that a text gives combos; `refuse` hears what cannot be read. */
function weigh(text, refuse) {
    const weights = new Map(), tokens = listed(plainly(text));
    if (tokens.join() === "none") return weights;
    for (const token of tokens) {
        const [body, share = "1", ...rest] = token.split(":");
        const weight = /^[\d./]+$/.test(share) ? read(share) : NaN;
        if (!(weight <= 1) || rest.length)
            return refuse(lacks(token, "a weight from 0 to 1"));
        const two = /^([AKQJT2-9][cdhs]){2}$/.test(body)
            && cardsIn(body, (_, needed) => refuse(lacks(token, needed)));
        const own = two ? [comboOf(...two)] : handsOf(body, refuse).flatMap(combosOf);
        for (const one of own) weights.set(one, weight);
    }
    if (![...weights.values()].some(Boolean))
        return refuse(lacks(text, "a hand with a weight above 0, or none,"));
    return weights;
}

/** The weight of each hand of a list, the mean of its combos'. */
function readRange(text, list, refuse) {
    const weights = weigh(text, refuse);
    return list.map(hand => {
        const own = combosOf(hand).map(one => weights.get(one) ?? 0);
        const same = own.every(weight => weight === own[0]);
        return same ? own[0] : sum(own) / own.length;
    });
}

/** Weights as text: runs where neighbours weigh the same to so many digits. */
function writeRange(weights, list, digits = 4) {
    const tokens = [PAIRS, ...KICKERS].flatMap(names => {
        const found = [];
        const shares = names.map(name => Number(weights[list.indexOf(name)].toFixed(digits)));
        for (let at = 0, next; at < names.length; at = next) {
            const share = shares[at], end = shares.findIndex((own, i) => i > at && own !== share);
            next = end < 0 ? names.length : end;
            const [first, last] = [names[at], names[next - 1]];
            const run = next - at === 1 ? first : at === 0 ? `${last}+` : `${first}-${last}`;
            if (share) found.push(share < 1 ? `${run}:${share}` : run);
        }
        return found;
    });
    return tokens.join(", ") || "none";
}
