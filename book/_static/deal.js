/* Hold'em's deal and who plays what at which stack, unpacked from what pokerlab/book/explorer.py writes. */

"use strict";

/** Of each pair of hands, in how many ways it is dealt, which their names say, and how many boards the first wins less how many it loses.

@param {{ hands: string[], margins: string, total: number, boards: number }} packed */
function pokerlabDeal({ hands, margins, total, boards }) {
    const n = hands.length, won = new DataView(Uint8Array.from(atob(margins), letter => letter.charCodeAt(0)).buffer);
    const weight = new Float64Array(n * n), margin = new Float64Array(n * n), combos = hands.map(hand => ({ s: 4, o: 12 })[hand[2]] ?? 6);
    for (let i = 0, at = 0; i < n; i++)
        for (let k = i; k < n; k++) {
            const [a, b] = hands[i], [c, d] = hands[k], shared = Number(a === c) + Number(a === d) + Number(b === c) + Number(b === d);
            weight[n * i + k] = weight[n * k + i] = combos[i] * (combos[k] * (1 - shared / 4) + Number(i === k));
            if (i < k) margin[n * k + i] = -(margin[n * i + k] = won.getInt32(4 * at++, true));
        }
    const dealt = Float64Array.from(hands, (_, i) => weight.subarray(n * i, n * i + n).reduce((a, b) => a + b));
    return { hands, n, weight, margin, dealt, combos, total, boards };
}

/** How each hand of both players is played on each interval of stacks: never, sometimes or always. @param {{ start: string, changes: number[][] }} coded */
function pokerlabPlayed({ start, changes }) {
    let digits = [...start].map(Number);
    return [digits, ...changes.map(codes => {
        digits = [...digits];
        for (const code of codes) digits[Math.floor(code / 3)] = code % 3;
        return digits;
    })];
}
