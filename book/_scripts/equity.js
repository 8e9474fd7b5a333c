/* Two hands or ranges, all-in before the flop: how often each wins, in whole numbers.

book/_ext/live.py adds equity-data.js, of pokerlab/pages/script_data.py, once somebody types: for
each two hands, on how many boards the first wins minus how many it loses, and on how many they
tie. */

import { loadScript } from "./book-address.js";
import { boardsOf } from "./boards.js";
import { textBox } from "./controls.js";
import { unpackCounts, unpackIntegers } from "./counts.js";
import { elementOf, makeElement } from "./elements.js";
import { saidByAddress, putInAddress } from "./page-address.js";
import { handWeight, handsBestFirst, parseComboWeights } from "./ranges.js";
import { refusalTextIn, refuse } from "./refusals.js";
import { grouped, percent } from "./words.js";
/** @import { Counts, PackedCounts } from "./counts.js" */

/** What is typed is refused after a rest of so many milliseconds. */
const REST_BEFORE_REFUSING = 700;

/** Under these names an address has the two hands. */
const KEYS = ["equity", "against"];

/** The counts of a deal, and on how many boards each two hands tie, summed over their combos.
@typedef {Counts & { ties: Float64Array }} Table */

/** The table as it is stored.
@param {PackedCounts & { ties: string }} stored
@returns {Table} */
function unpackTable(stored) {
    const counts = unpackCounts(stored), { handCount } = counts;
    const ties = new Float64Array(handCount ** 2);
    const tiesByPair = unpackIntegers(stored.ties);
    let pair = 0;
    for (let i = 0; i < handCount; i++) for (let k = i; k < handCount; k++) {
        ties[handCount * i + k] = tiesByPair[pair];
        ties[handCount * k + i] = tiesByPair[pair];
        pair++;
    }
    return { ...counts, ties };
}

/** The most pairs of exact hands that are counted board by board while a reader waits. */
const MAX_PAIRS = 6;

/** A range: the weight of each combo; of each hand, the mean of its combos'; and whether all combos
of each hand weigh the same.
@typedef {object} Weights
@property {Map<number, number>} weightOfCombo
@property {number[]} handWeights
@property {boolean} hasWholeHands */

/** The weights of a text.
@param {string} text
@param {string[]} hands
@param {string[]} bestHands  the best first
@returns {Weights} */
function readWeights(text, hands, bestHands) {
    if (!text.trim()) refuse("Nothing is typed. Type a hand such as A7o, or a range such as 22+");
    const weightOfCombo = parseComboWeights(text, bestHands, refuse);
    const weights = hands.map(handName => handWeight(handName, weightOfCombo));
    return {
        weightOfCombo, handWeights: weights.map(({ mean }) => mean),
        hasWholeHands: weights.every(({ areEqual }) => areEqual),
    };
}

/** On how many boards the first wins, they tie, and it loses, over all pairs of combos that share
no card, each as often as both weigh. Where one range has no exact cards, the suits of the other
make no difference: against it, all combos of a hand do alike.
@param {Table} table
@param {Weights} first
@param {Weights} second */
function matchup({ handCount, ways, margins, ties, boards }, first, second) {
    if (!first.hasWholeHands && !second.hasWholeHands) return exactMatchup(first, second);
    let all = 0, margin = 0, tie = 0;
    first.handWeights.forEach((weight, i) => second.handWeights.forEach((otherWeight, k) => {
        const weightOfPair = weight * otherWeight;
        all += weightOfPair * ways[handCount * i + k] * boards;
        margin += weightOfPair * margins[handCount * i + k];
        tie += weightOfPair * ties[handCount * i + k];
    }));
    return { win: (all - tie + margin) / 2, tie, lose: (all - tie - margin) / 2, all };
}

/** How often each wins of two ranges that both have exact cards, such as AhKh and QsQd, board by
board.
@param {Weights} first
@param {Weights} second */
function exactMatchup({ weightOfCombo: ours }, { weightOfCombo: theirs }) {
    if (ours.size * theirs.size > MAX_PAIRS) refuse(`Exact cards on both sides make `
        + `${ours.size * theirs.size} pairs of hands, and this page counts at most ${MAX_PAIRS}. `
        + "Leave the suits out on one side, or ask for fewer");
    let win = 0, tie = 0, lose = 0;
    for (const [combo, weight] of ours) for (const [otherCombo, otherWeight] of theirs) {
        const boards = boardsOf(combo, otherCombo), weightOfPair = weight * otherWeight;
        win += weightOfPair * boards.win;
        tie += weightOfPair * boards.tie;
        lose += weightOfPair * boards.lose;
    }
    return { win, tie, lose, all: win + tie + lose };
}

/** Two boxes, and what comes of what is in them. */
class EquityBox {
    /** @type {Table | undefined} */
    table;
    isLoading = false;
    /** The timer of refusing what cannot be read. */
    refusalTimer = 0;

    /** @param {HTMLElement} root */
    constructor(root) {
        this.answerParagraph = root.querySelector("p") ?? makeElement("p");
        this.answerParagraph.role = "status";
        this.boxes = ["First", "Second"].map((place, i) => textBox({
            "aria-label": `${place} hand or range`, placeholder: "A7o, 22+, random",
            value: root.dataset[["first", "second"][i]],
            input: () => this.answer(), change: () => this.keepInAddress(),
        }));
        const [first, second] = this.boxes;
        this.answerParagraph.before(
            elementOf("div.pl-versus", first, elementOf("span", "against"), second));
        addEventListener("hashchange", () => this.followAddress(root));
        this.followAddress(root);
    }

    /** Take the hands that the address names.
    @param {HTMLElement} root */
    followAddress(root) {
        const said = saidByAddress();
        if (!KEYS.some(key => said.has(key))) return;
        this.boxes.forEach((box, i) => { box.value = said.get(KEYS[i]) ?? "random"; });
        root.scrollIntoView({ block: "center" });
        // The Tab key leads on to the boxes.
        root.tabIndex = -1;
        root.focus({ preventScroll: true });
        this.answer(0);
    }

    /** Have the table loaded. */
    load() {
        if (this.isLoading) return;
        this.isLoading = true;
        addEventListener("pokerlab-equities", event => {
            this.table = unpackTable(/** @type {CustomEvent} */ (event).detail);
            this.answer(0);
        });
        loadScript("equity-data.js");
    }

    /** Tell how often each wins; what cannot be read, after a rest.
    @param {number} rest */
    answer(rest = REST_BEFORE_REFUSING) {
        this.load();
        clearTimeout(this.refusalTimer);
        if (!this.table) return;
        const { text, refusals } = this.read(this.table);
        this.answerParagraph.textContent = text;
        this.refusalTimer = setTimeout(() => {
            this.boxes.forEach((box, i) => { box.ariaInvalid = String(Boolean(refusals[i])); });
            const said = refusals.filter(Boolean).map(reason => `${reason}.`).join(" ");
            if (said) this.answerParagraph.textContent = said;
        }, rest);
    }

    /** What comes of what is typed, and why each box is refused: "" where it is not; the second one
    if only together they cannot be counted.
    @param {Table} table */
    read(table) {
        const bestHands = handsBestFirst(table);
        /** @type {Weights[]} */
        const both = [];
        const refusals = this.boxes.map(({ value }) => refusalTextIn(() => {
            both.push(readWeights(value, table.hands, bestHands));
        }));
        let text = "";
        if (!refusals.some(Boolean))
            refusals[1] = refusalTextIn(() => { text = this.text(table, both); });
        return { text, refusals };
    }

    /** Let the address have what was typed. */
    keepInAddress() {
        this.answer(0);
        const texts = this.boxes.map(({ value }) => value.trim());
        putInAddress(Object.fromEntries(KEYS.map((key, i) => [key, texts[i]])));
    }

    /** What comes of two hands or ranges, in words.
    @param {Table} table
    @param {Weights[]} both */
    text(table, [first, second]) {
        const [firstTyped, secondTyped] = this.boxes.map(({ value }) => value.trim());
        const { win, tie, lose, all } = matchup(table, first, second);
        if (!all) return `${firstTyped} and ${secondTyped} can't be dealt together.`;
        const [won, tied, lost] = [win, tie, lose].map(count => percent(count / all, 2));
        const counted = [win, tie, lose].every(Number.isInteger) ? ` Of ${grouped(all)} showdowns, `
            + `these are ${grouped(win)}, ${grouped(tie)} and ${grouped(lose)}.` : "";
        return `${firstTyped} against ${secondTyped} wins ${won}, ties ${tied} and loses ${lost}: `
            + `an equity of ${percent((win + tie / 2) / all, 2)}.${counted}`;
    }
}

/** @type {NodeListOf<HTMLElement>} */
const roots = document.querySelectorAll(".pl-equity");
for (const root of roots) new EquityBox(root);
