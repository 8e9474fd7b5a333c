/* Ranges as text, such as 22+, A2s+:0.5, AhKh, read and written as pokerlab/cards.py does.

A card is a number, 4 times its rank from the deuce and its suit; a combo is 52 times its higher card and the other. */

"use strict";

const pokerlabRanges = (() => {

const RANKS = "AKQJT98765432", SUITS = "cdhs";

const named = (high, low, kind) => RANKS[high] + RANKS[low] + (high === low ? "" : kind);

const span = (a, b) => Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => Math.min(a, b) + i);

/** The hands that a token means, weights left out. */
function hands(token, refuse) {
    if (token === "random") return RANKS.split("").flatMap((_, r) => span(r, 12).flatMap(s => r === s ? [named(r, s, "")] : [named(r, s, "s"), named(r, s, "o")]));
    const match = token.match(/^([AKQJT2-9])([AKQJT2-9])([so]?)(\+|-([AKQJT2-9])([AKQJT2-9])([so]?))?$/);
    if (!match) return refuse(`Can't read "${token}". Try 77, AKs, A9s+ or T9s-54s`);
    const order = (a, b) => [RANKS.indexOf(a), RANKS.indexOf(b)].sort((x, y) => x - y);
    const [, a, b, kind, more, c, d, other] = match, [high, low] = order(a, b), pairs = high === low;
    let cells = [[high, low]];
    if (pairs && kind) return refuse(`${token} given, a pair is neither suited nor offsuit`);
    if (more === "+") cells = pairs ? span(0, high).map(r => [r, r]) : span(high + 1, low).map(r => [high, r]);
    else if (more) {
        const [top, bottom] = order(c, d), gap = low - high;
        if (other !== kind || pairs !== (top === bottom)) return refuse(`${token} given, a run of like hands needed`);
        if (top === high && !pairs) cells = span(low, bottom).map(r => [high, r]);
        else if (bottom - top === gap) cells = span(high, top).map(r => [r, r + gap]);
        else return refuse(`${token} given, a run of like hands needed`);
    }
    return cells.flatMap(([r, s]) => kind || r === s ? [named(r, s, kind)] : [named(r, s, "s"), named(r, s, "o")]);
}

const card = name => 4 * (12 - RANKS.indexOf(name[0])) + SUITS.indexOf(name[1]);
const combo = (one, two) => 52 * Math.max(one, two) + Math.min(one, two);

/** The combos of a hand, such as AKs. */
function combos(hand) {
    const every = [0, 1, 2, 3].flatMap(one => [0, 1, 2, 3].map(two => [4 * (12 - RANKS.indexOf(hand[0])) + one, 4 * (12 - RANKS.indexOf(hand[1])) + two]));
    return every.filter(([one, two]) => hand[0] === hand[1] ? one > two : (one % 4 === two % 4) === (hand[2] === "s")).map(([one, two]) => combo(one, two));
}

const name = card => RANKS[12 - (card >> 2)] + SUITS[card & 3];

/** The cards of a text such as Td9d6h, in either case, or what is wrong with them. */
function cards(text, refuse) {
    const proper = ([rank, suit = ""]) => rank.toUpperCase() + suit.toLowerCase();
    const names = (text.match(/\S\S?/g) ?? []).map(proper);
    const wrong = names.find(one => !/^[AKQJT2-9][cdhs]$/.test(one));
    const twice = names.find((one, at) => names.indexOf(one) < at);
    if (wrong ?? twice) return refuse(wrong ?? twice, wrong ? "cards such as Td9d6hQc2s" : "cards that differ");
    return names.map(card);
}

/** All hands, those first that win most against any two cards; set by whoever has a table of equities. */
const order = [];

/** So large a part of all combos as whole hands, those first that win most against any two cards. */
function best(share) {
    let left = 1326 * share;
    return order.filter(hand => (left -= combos(hand).length) > -combos(hand).length / 2);
}

/** A range as other tools write it in the notation of pokerlab/cards.py.

Any case and dash, decimal commas, AKs@50 and AKs:50% for half, [50]AA, KK[/50], and 20% for the best fifth. */
function plain(text) {
    const share = (body, weight) => `${body}:${Number((Number(weight) / 100).toFixed(9))}`;
    return text.replace(/[\u2010-\u2015\u2212]/g, "-").replace(/([:@]0?),(\d)/g, "$1.$2")
        .replace(/\[(\d+(?:[.,]\d+)?)%?\]([^[]*)\[\/\1%?\]/g, (_, weight, inside) =>
            inside.split(/[\s,]+/).filter(Boolean).map(body => `${body}@${weight.replace(",", ".")}`).join(", "))
        .replace(/[^\s,]+/g, token => {
            const top = token.match(/^(\d+\.?\d*)%$/), [, body, mark, weight, percent] = token.match(/^(.*?)([:@])([\d.]+)(%?)$/) ?? [];
            if (top && order.length && Number(top[1]) <= 100) return best(Number(top[1]) / 100).join(", ");
            if (percent || mark === "@") return share(body, mark === "@" && !percent && Number(weight) <= 1 ? 100 * Number(weight) : weight);
            return token;
        })
        .replace(/[^\s,]+/g, token => /^(none|random)\b/i.test(token) ? token.toLowerCase()
            : !/^([akqjt2-9]{2}[so]?\+?(-[akqjt2-9]{2}[so]?)?|([akqjt2-9][cdhs]){2})(:|$)/i.test(token) ? token : token.replace(/[a-z]/gi, letter => "akqjt".includes(letter.toLowerCase()) ? letter.toUpperCase() : letter.toLowerCase()));
}

/** The weight that a text gives combos; `refuse` hears what cannot be read. */
function weigh(text, refuse) {
    const weights = new Map(), tokens = plain(text).split(/[\s,]+/).filter(Boolean);
    if (tokens.join() === "none") return weights;
    for (const token of tokens) {
        const [body, share, ...rest] = token.split(":");
        const weight = share === undefined ? 1 : /^(\d+\.?\d*|\.\d+)$/.test(share) ? Number(share)
            : /^\d+\/\d+$/.test(share) ? share.split("/").reduce((a, b) => a / b) : NaN;
        if (!(weight >= 0 && weight <= 1) || rest.length) return refuse(`${token} given, a weight from 0 to 1 needed`);
        const two = /^([AKQJT2-9][cdhs]){2}$/.test(body) && cards(body, (given, needed) => refuse(`${token} given, ${needed} needed`));
        for (const one of two ? [combo(...two)] : hands(body, refuse).flatMap(combos)) weights.set(one, weight);
    }
    if (![...weights.values()].some(Boolean)) return refuse(`${text || "nothing"} given, a hand with a weight above 0, or none, needed`);
    return weights;
}

/** The weight of each hand of a list, the mean of its combos'. */
function read(text, list, refuse) {
    const weights = weigh(text, refuse);
    return list.map(hand => {
        const own = combos(hand).map(one => weights.get(one) ?? 0);
        return own.every(weight => weight === own[0]) ? own[0] : own.reduce((a, b) => a + b) / own.length;
    });
}

/** Weights as text: runs where neighbours weigh the same to so many digits. */
function write(weights, list, digits = 4) {
    const weight = (high, low, kind) => +(weights[list.indexOf(named(high, low, kind))]).toFixed(digits);
    const rows = [[span(0, 12).map(r => [r, r]), ""]];
    for (const kind of ["s", "o"]) for (let high = 0; high < 12; high++) rows.push([span(high + 1, 12).map(r => [high, r]), kind]);
    const tokens = rows.flatMap(([cells, kind]) => {
        const found = [];
        for (let at = 0, next; at < cells.length; at = next) {
            const share = weight(...cells[at], kind);
            for (next = at + 1; next < cells.length && weight(...cells[next], kind) === share; next++);
            if (!share) continue;
            const [first, last] = [cells[at], cells[next - 1]].map(cell => named(...cell, kind));
            found.push((next - at === 1 ? first : at === 0 ? `${last}+` : `${first}-${last}`) + (share < 1 ? `:${share}` : ""));
        }
        return found;
    });
    return tokens.join(", ") || "none";
}

return { cards, combos, name, order, plain, read, weigh, write };
})();
