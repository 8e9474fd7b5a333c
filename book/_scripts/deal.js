/* Hold'em's deal, as pokerlab/pages/explorer.py writes it; and push or fold in numbers of any kind:
those of the processor, or integers of any length. */

/** A deal as it is stored.
@typedef {{ hands: string[], margins: string, total: number, boards: number }} Packed */

/** A number, or an integer of any length: the checker knows no sums of what may be either.
@typedef {any} Quantity */

/** Of each pair of hands: the ways to deal it, which names tell, and boards won less boards lost.
@param {Packed} packed */
export function unpackDeal({ hands, margins, total, boards }) {
    const n = hands.length, bytes = Uint8Array.from(atob(margins), letter => letter.charCodeAt(0));
    const weight = new Float64Array(n * n), margin = new Float64Array(n * n);
    const combos = hands.map(hand => hand.length < 3 ? 6 : hand[2] === "s" ? 4 : 12);
    const won = new DataView(bytes.buffer);
    let byte = 0;
    for (let i = 0; i < n; i++) for (let k = i; k < n; k++) {
        const [a, b] = hands[i], [c, d] = hands[k];
        const sharedRanks = [a === c, a === d, b === c, b === d].filter(Boolean).length;
        // A quarter of the combos of a hand has a card of another whose rank it shares.
        const met = combos[k] * (1 - sharedRanks / 4) + Number(i === k);
        weight[n * i + k] = combos[i] * met;
        weight[n * k + i] = combos[i] * met;
        if (i === k) continue;
        const boardsWon = won.getInt32(byte, true);
        margin[n * i + k] = boardsWon;
        margin[n * k + i] = -boardsWon;
        byte += 4;
    }
    const dealt = Float64Array.from(hands, (_, i) =>
        weight.subarray(n * i, n * i + n).reduce((a, b) => a + b));
    return { hands, n, weight, margin, dealt, combos, total, boards };
}

/** Whether a hand is played with a probability, and not never or always. @param {number} share */
export const isMixed = share => share > 1e-9 && share < 1 - 1e-9;

/** Push or fold: `of` makes numbers of those of the deal, and all amounts are such numbers.

Plans are columns of chances, in parts of a whole that is `one`. What is earned is a sum over all
deals and boards.
@param {ReturnType<typeof unpackDeal>} deal @param {Quantity[]} amounts
@param {(number: number) => Quantity} of */
export function pushFoldPayoffs({ n, weight, margin, boards, dealt, total }, amounts, of = x => x) {
    const [stack, small, big, ante, dead] = amounts, hands = [...dealt.keys()];
    const folded = of(boards) * -(ante + small), stolen = of(boards) * (ante + big + dead);
    const half = dead / of(2), stake = stack + half, shown = of(boards) * half - stolen;
    /** @type {(numbers: Quantity[]) => Quantity} */
    const sum = numbers => numbers.reduce((all, own) => all + own, of(0));
    /** @type {(i: number, k: number) => Quantity} */
    const meets = (i, k) => of(weight[n * i + k]) * shown + of(margin[n * i + k]) * stake;
    /** @type {(plan: ArrayLike<Quantity>, term: (hand: number) => Quantity) => Quantity} */
    const earned = (plan, term) =>
        sum(hands.filter(hand => plan[hand]).map(hand => plan[hand] * term(hand)));
    /** @type {(hand: number) => Quantity} */
    const gain = hand => of(dealt[hand]) * (stolen - folded);
    /** What a push earns more than a fold; and what a call changes of what the small blind earns,
    as against a fold.
    @type {(i: number, calls: ArrayLike<Quantity>, one: Quantity) => Quantity} */
    const pushing = (i, calls, one) => gain(i) * one + earned(calls, k => meets(i, k));
    /** @type {(k: number, pushes: ArrayLike<Quantity>) => Quantity} */
    const calling = (k, pushes) => earned(pushes, i => meets(i, k));
    /** @type {(one: Quantity) => Quantity} */
    const none = one => of(total) * folded * one;
    /** @type {(matrix: Quantity[][]) => Quantity} */
    const determinant = matrix => matrix.length ? matrix[0].reduce((all, entry, at) =>
        all + of(at % 2 ? -1 : 1) * entry
            * determinant(matrix.slice(1).map(row => row.toSpliced(at, 1))), of(0)) : of(1);
    /** What pushes earn at least, and what calls allow at most.
    @type {(plan: ArrayLike<Quantity>, one: Quantity) => Quantity} */
    const least = (pushes, one) => none(one) + earned(pushes, gain)
        + sum(hands.map(k => calling(k, pushes)).filter(called => called < 0));
    /** @type {(calls: ArrayLike<Quantity>, one: Quantity) => Quantity} */
    const most = (calls, one) => none(one)
        + sum(hands.map(i => pushing(i, calls, one)).filter(gained => gained > 0));
    /** The plans in which hands are played never, sometimes or always: 0, 1 or 2 tells which.
    By Cramer's rule; where `one` is 0, there is nothing to find.
    @param {number[][]} how @returns {{ one: Quantity, plans: Quantity[][] }} */
    function solve(how) {
        const always = how.map(own => hands.map(hand => of(Number(own[hand] === 2))));
        const [mixed, calls] = how.map(own => hands.filter(hand => own[hand] === 1));
        const rows = mixed.map(i => calls.map(k => meets(i, k)));
        const turned = calls.map((_, k) => rows.map(row => row[k]));
        /** @type {(matrix: Quantity[][], right: Quantity[]) => Quantity[]} */
        const cramer = (matrix, right) => right.map((_, at) =>
            determinant(matrix.map((row, i) => row.with(at, -right[i]))));
        const one = determinant(rows), sign = of(one < 0 ? -1 : 1);
        const called = cramer(rows, mixed.map(i => pushing(i, always[1], of(1))));
        const pushed = cramer(turned, calls.map(k => calling(k, always[0])));
        const plans = [pushed, called].map((odds, player) => always[player].map((is, hand) =>
            sign * (how[player][hand] === 1 ? odds.shift() : is * one)));
        return { one: sign * one, plans };
    }
    return { pushing, calling, least, most, solve };
}
