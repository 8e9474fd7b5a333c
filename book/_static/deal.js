/* Hold'em's deal and who plays what at which stack, as pokerlab/book/explorer.py writes them. */

"use strict";

/** Of each pair of hands: the ways to deal it, which names tell, and boards won less boards lost.

@param {{ hands: string[], margins: string, total: number, boards: number }} packed */
function pokerlabDeal({ hands, margins, total, boards }) {
    const n = hands.length, bytes = Uint8Array.from(atob(margins), letter => letter.charCodeAt(0));
    const weight = new Float64Array(n * n), margin = new Float64Array(n * n);
    const combos = hands.map(hand => ({ s: 4, o: 12 })[hand[2]] ?? 6);
    const won = new DataView(bytes.buffer);
    for (let i = 0, at = 0; i < n; i++) for (let k = i; k < n; k++) {
        const [[a, b], [c, d]] = [hands[i], hands[k]];
        const shared = [a === c, a === d, b === c, b === d].filter(Boolean).length;
        const met = combos[k] * (1 - shared / 4) + Number(i === k);
        weight[n * i + k] = weight[n * k + i] = combos[i] * met;
        if (i < k) margin[n * k + i] = -(margin[n * i + k] = won.getInt32(4 * at++, true));
    }
    const row = i => weight.subarray(n * i, n * i + n);
    const dealt = Float64Array.from(hands, (_, i) => row(i).reduce((a, b) => a + b));
    return { hands, n, weight, margin, dealt, combos, total, boards };
}

/** On each interval of stacks, how each hand of both is played: never, sometimes or always.

@param {{ start: string, changes: number[][] }} coded */
function pokerlabPlayed({ start, changes }) {
    let digits = [...start].map(Number);
    return [digits, ...changes.map(codes => {
        digits = [...digits];
        for (const code of codes) digits[Math.floor(code / 3)] = code % 3;
        return digits;
    })];
}
