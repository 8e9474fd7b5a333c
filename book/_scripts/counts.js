/* Hold'em's deal in integers, as pokerlab/pages/script_data.py writes it. */

/** How many hands are in a row of the chart. */
const ROW = 13;

/** The counts of a deal as they are stored: `margins` has 4 bytes for each pair of different hands,
in base 64, the lowest bytes of all pairs first: a quarter of the pair's margin, less what those a
row higher foretell.
@typedef {object} PackedCounts
@property {string[]} hands
@property {string} margins
@property {number} total
@property {number} boards */

/** How many combos a hand has.
@param {string} handName */
function comboCount(handName) {
    if (handName.length === 2) return 6;
    return handName[2] === "s" ? 4 : 12;
}

/** Whole numbers of four bytes each, in base 64: the lowest bytes of all come first.
@param {string} packed */
export function unpackIntegers(packed) {
    const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
    const count = bytes.length / 4;
    return Int32Array.from({ length: count }, (_, i) => bytes[i] | bytes[count + i] << 8
        | bytes[2 * count + i] << 16 | bytes[3 * count + i] << 24);
}

/** In how many ways two hands are dealt to two players.
@param {string} handName
@param {string} otherName */
function waysOf(handName, otherName) {
    const ranks = [...handName.slice(0, 2)], otherRanks = [...otherName.slice(0, 2)];
    const sharedRanks =
        ranks.flatMap(rank => otherRanks.filter(otherRank => otherRank === rank)).length;
    // A quarter of the combos of a hand has a card of another whose rank it shares; of the same
    // hand, one has both cards, and was taken away twice.
    const takenTwice = handName === otherName ? 1 : 0;
    return comboCount(handName) * (comboCount(otherName) * (1 - sharedRanks / 4) + takenTwice);
}

/** Of each pair of hands in how many ways it is dealt, `ways`, which the names tell, and how many
boards the first wins minus how many it loses, summed over these ways, `margins`. Of each hand in
how many ways it is dealt against any other, `waysPerHand`, and how many combos it has.
@param {PackedCounts} packed */
export function unpackCounts({ hands, margins: packedMargins, total, boards }) {
    const handCount = hands.length, rests = unpackIntegers(packedMargins);
    const ways = new Float64Array(handCount ** 2), margins = new Float64Array(handCount ** 2);
    /** @type {(i: number, k: number) => number} */
    const marginAt = (i, k) => i < 0 || k < 0 ? 0 : margins[handCount * i + k];
    let pair = 0;
    for (let i = 0; i < handCount; i++) for (let k = i; k < handCount; k++) {
        ways[handCount * i + k] = waysOf(hands[i], hands[k]);
        ways[handCount * k + i] = ways[handCount * i + k];
        if (i === k) continue;
        const margin = 4 * rests[pair] + marginAt(i, k - ROW) + marginAt(i - ROW, k)
            - marginAt(i - ROW, k - ROW);
        margins[handCount * i + k] = margin;
        margins[handCount * k + i] = -margin;
        pair++;
    }
    const waysPerHand = Float64Array.from(hands, (_, i) =>
        ways.subarray(handCount * i, handCount * (i + 1)).reduce((all, count) => all + count));
    const combosPerHand = hands.map(comboCount);
    return { hands, handCount, ways, margins, waysPerHand, combosPerHand, total, boards };
}
/** @typedef {ReturnType<typeof unpackCounts>} Counts */
