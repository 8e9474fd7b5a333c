/* A river as a tool has it: what can be set, the deal that two ranges make on a board, and how all
of it is put in words. */

import { isPotShare, isRaiseSize } from "./betting.js";
import { cardName, cardsOfCombo, comboName, parseCards } from "./cards.js";
import { ManyDecisionsStore, ManyDecisionsWords } from "./many-decisions.js";
import { codeToSolve } from "./game-words.js";
import { trimNoise } from "./numbers.js";
import { parseComboWeights, combosNamed, oneLine } from "./ranges.js";
import { refuse, refuseSetting } from "./refusals.js";
import { RiverDeal } from "./river-deal.js";
import { bluffsText } from "./river-parts.js";
import { sizesArgument, withUnit } from "./sizes.js";
import { splitWords } from "./typed-text.js";
import { listed } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { GameWords, Reproduction } from "./game-words.js" */
/** @import { SettingStore } from "./setting-store.js" */

/** Which cards of a combo a board has.
@param {number} comboId
@param {number[]} board */
const blockersOf = (comboId, board) => cardsOfCombo(comboId).filter(card => board.includes(card));

/** The combos that weigh something.
@param {Map<number, number>} weightOfCombo */
const heldCombos = weightOfCombo =>
    [...weightOfCombo.keys()].filter(comboId => weightOfCombo.get(comboId));

/** The most combos that are named one by one. */
const MAX_NAMED = 3;

/** A sentence that combos can't be held, since the board has their cards.
@param {number[]} comboIds
@param {number[]} board
@param {string} many  what they are called where they are many */
function ruledOutText(comboIds, board, many) {
    const blockers = comboIds.flatMap(comboId => blockersOf(comboId, board));
    const cards = [...new Set(blockers)].map(cardName);
    const isMany = comboIds.length > MAX_NAMED;
    const who = isMany ? many : listed(comboIds.map(comboName));
    const verb = many.startsWith("none") && isMany ? "can be held" : "can't be held";
    return `${who} ${verb}: the board has the ${listed(cards)}`;
}

/** The five cards of a board.
@param {string} text
@param {string} label  of its box */
export function readBoard(text, label) {
    const board = parseCards(text, (card, needed) =>
        refuseSetting("board", card === text ? card : `${card} in ${text}`, needed),
    reason => refuse(`${label}: ${reason}`));
    if (board.length !== 5) refuse(`${label}: five cards are needed, such as Td9d6hQc2s; `
        + `${text || "an empty board"} has ${board.length}`);
    return board;
}

/** Which combos of a range that were typed one by one the board takes away, in sentences without a
full stop.
@param {string} text
@param {number[]} board
@param {string[]} bestHands */
export function takenByBoard(text, board, bestHands) {
    const comboIds = heldCombos(parseComboWeights(text || "random", bestHands, refuse));
    const taken = combosNamed(text, bestHands).filter(comboId =>
        comboIds.includes(comboId) && blockersOf(comboId, board).length);
    return taken.length ? [ruledOutText(taken, board, `${taken.length} of the typed combos`)] : [];
}

/** The settings that are ranges. */
export const RANGE_SETTINGS = ["first", "second"];

/** Within what share of the pot a game can be solved. */
const SHARES_OF_POT = Object.fromEntries(
    ["0.01", "0.003", "0.001", "0.0003", "0.0001", "0.00003"].map(share =>
        [share, `${trimNoise(100 * Number(share))}%`]));

export class RiverStore extends ManyDecisionsStore {
    /** @type {typeof SettingStore.gameInfo} */
    static gameInfo = {
        board: { label: "Board", size: 11, isReplaced: true },
        pot: { label: "Pot", size: 4 },
        stack: { label: "Stack behind", size: 4 },
        bets: { label: "Bets, of the pot", size: 9 },
        raises: { label: "Raises", size: 9 },
        tolerance: { label: "Within, of pot", choices: SHARES_OF_POT },
        first: { label: "First player holds", size: 30 },
        second: { label: "Second player holds", size: 30 },
    };
    /** @type {typeof SettingStore.viewInfo} */
    static viewInfo = {
        winnings: {
            label: "Winnings",
            choices: { net: "net of half the pot", pot: "all of the pot" },
        },
    };
    static unitOfMistakes = "thousandths of the pot";
    static viewStart = { winnings: "net", firstDecision: "", secondDecision: "", handName: "" };
    /** The deal of the last ranges and board, and these.
    @type {{ key: string, deal: RiverDeal } | undefined} */
    lastDeal;

    /** The deal that two ranges make on a board.
    @param {Settings} state
    @returns {RiverDeal} */
    dealOf(state) {
        const { board } = state;
        const ranges = RANGE_SETTINGS.map(name => state[name]);
        const key = JSON.stringify([board, ...ranges]);
        if (key === this.lastDeal?.key) return this.lastDeal.deal;
        const cardsOfBoard = readBoard(board, this.labelOf("board"));
        /** The weight of each combo, for both players. */
        const weightOfCombo = ranges.map((text, player) => {
            const label = this.labelOf(RANGE_SETTINGS[player]);
            const weights = parseComboWeights(text || "random", this.deal.bestHands,
                reason => refuse(`${label}: ${reason}`));
            const comboIds = heldCombos(weights);
            if (!comboIds.length) refuse(`${label}: a player has to hold something, such as 22+`);
            if (comboIds.every(comboId => blockersOf(comboId, cardsOfBoard).length))
                refuse(`${label}: ` + ruledOutText(
                    comboIds, cardsOfBoard, `none of the ${comboIds.length} combos`));
            return weights;
        });
        const dealt = [...new Set(weightOfCombo.flatMap(heldCombos))]
            .filter(comboId => !blockersOf(comboId, cardsOfBoard).length);
        const cards = dealt.map(cardsOfCombo);
        const weights = weightOfCombo.map(weight =>
            dealt.map(comboId => weight.get(comboId) ?? 0));
        const deal = new RiverDeal({ board: cardsOfBoard, cards, weights }, this.hands);
        const second = deal.weights[1];
        if (!second.some(Boolean) || !second.every(Number.isFinite))
            refuse("the ranges: each hand of one player shares a card with each of the other");
        this.lastDeal = { key, deal };
        return deal;
    }

    /** @param {Settings} state */
    taskOf(state) {
        const task = super.taskOf(state);
        return { ...task, tolerance: Number(state.tolerance) * this.chipsIn(state).pot };
    }

    /** @type {SettingStore["normalize"]} */
    normalize(name, text, state) {
        if (name === "raises") return withUnit(text, isRaiseSize, "x");
        if (name === "bets") return withUnit(text, isPotShare);
        return super.normalize(name, text, state);
    }

    /** A range is locked in the decision that is seen, which then stays.
    @type {SettingStore["decisionSetting"]} */
    decisionSetting(player, history) {
        return player ? { secondDecision: history } : {};
    }
}

export class RiverWords extends ManyDecisionsWords {
    rangeDigits = 2;

    /** In the order in which they were typed. */
    boardText() {
        const { situation } = this.store.task.deal;
        return situation ? situation.board.map(cardName).join("") : "";
    }

    /** How many digits of what an action earns show a ten-thousandth of the pot. */
    earningsDigits() {
        const digitsOfPot = Math.floor(Math.log10(this.store.chips.pot));
        return Math.min(Math.max(4 - digitsOfPot, 0), 9);
    }

    /** @returns {Reproduction} */
    reproduction() {
        const { first, second, pot, stack, bets, raises } = this.store.state;
        const cards = this.boardText();
        const [firstRange, secondRange] =
            [first, second].map(text => oneLine(text) || "random");
        const betSizes = splitWords(bets), raiseSizes = splitWords(raises);
        /** @type {(sizes: string[]) => string} */
        const list = sizes => JSON.stringify(sizes.join() === "none" ? [] : sizes);
        return {
            command: `river --board ${cards} --first "${firstRange}" --second "${secondRange}"`
                + ` --pot ${pot} --stack ${stack} --bets ${sizesArgument(betSizes)}`
                + ` --raises ${sizesArgument(raiseSizes)}`,
            code: codeToSolve(`river("${cards}", "${firstRange}", "${secondRange}")`,
                `river("${pot}", "${stack}", ${list(betSizes)}, ${list(raiseSizes)})`),
        };
    }

    /** How often bets are bluffs, and what a bluff is.
    @type {GameWords["findingText"]} */
    findingText(views) {
        const texts = views.map(({ shown }) => shown ? bluffsText(this.thePlayers, shown) : "")
            .filter(Boolean);
        return texts.length ? `${texts.join(" ")} A bet is a bluff if it loses to more of the `
            + "calls than it beats, and for value if not." : "";
    }

    /** All streets are dealt. */
    caveat() {
        return "No rake or ICM. ";
    }

    /** @type {GameWords["briefText"]} */
    briefText(state = this.store.state) {
        return this.settingsText(["pot", "stack"], state);
    }

    /** A range of which nothing is said is any two cards.
    @type {GameWords["settingText"]} */
    settingText(name, text) {
        const isAny = RANGE_SETTINGS.includes(name) && !text;
        return super.settingText(name, isAny ? "any two cards" : text);
    }

    /** @type {GameWords["worthText"]} */
    worthText(solution, state = this.store.state) {
        const percentage = this.valueText(solution, this.store.chipsIn(state).pot / 100, 2);
        return `${super.worthText(solution)}: ${percentage}% of the pot`;
    }

    /** Two digits of a share of the pot that a width does not exceed.
    @param {number} width */
    widthText(width) {
        const percentage = 100 * width / this.store.chips.pot;
        const digits = 1 - Math.floor(Math.log10(Math.max(percentage, 1e-6)));
        const unit = 10 ** digits, above = Math.ceil(percentage * unit - 1e-6) / unit;
        return `${above.toFixed(Math.max(digits, 0))}% of the pot`;
    }

    /** @type {GameWords["mistakeSize"]} */
    mistakeSize() {
        return this.store.chips.pot / 1000;
    }
}
