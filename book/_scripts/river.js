/* A river: two ranges on five cards, combo by combo. */

import {
    refuse, refuseSetting, splitSizes, splitWords, sum, trimNoise, withUnit,
} from "./amounts.js";
import { bar, row, table } from "./controls.js";
import { RiverDeal } from "./deals.js";
import { ManyDecisionsTool } from "./decisions.js";
import { make } from "./elements.js";
import { cardsIn, combosOf, nameOf, oneLine, remarksOn, weigh } from "./ranges.js";
import { classOf } from "./river-hands.js";
import { bluffsText, partsTable } from "./river-parts.js";
import { chips } from "./tool.js";
import { percent, signed } from "./words.js";
/** @import { State } from "./betting.js" */
/** @import { ChartDeal, RiverSpot } from "./deals.js" */
/** @import { Question, Subject } from "./solver-client.js" */
/** @import { Reproduction, Shared, ToolData, Tool } from "./tool.js" */
/** @import { View } from "./views.js" */

/** A pair of cards as a number. @param {number[]} cards  the higher one first */
const comboNumber = ([high, low]) => 52 * high + low;

/** Two ranges on a river, and which combos each cell of the chart has. */
export class Spot extends RiverDeal {
    /** @param {RiverSpot} spot @param {string[]} cells */
    constructor(spot, cells) {
        super(spot);
        this.spot = spot;
        this.classes = this.cards.map(own => classOf(spot.board, own));
        this.hands = this.cards.map(cards => cards.map(nameOf).join(""));
        const places = new Map(this.cards.map((cards, i) => [comboNumber(cards), i]));
        this.cells = cells.map(cell => combosOf(cell).flatMap(combo => places.get(combo) ?? []));
    }

    /** The combos of a cell that a player may hold. @param {number} player @param {number} cell */
    inCell(player, cell) {
        return this.cells[cell].filter(combo => this.weights[player][combo]);
    }
}

/** The deal of a game on a river. @param {ChartDeal} deal */
const asSpot = deal => /** @type {Spot} */ (deal);

/** The settings that are ranges. */
const RANGE_KEYS = ["first", "second"];

/** Within what share of the pot a game can be solved. */
const SHARES_OF_POT = Object.fromEntries(
    ["0.01", "0.003", "0.001", "0.0003", "0.0001", "0.00003"].map(share =>
        [share, `${trimNoise(100 * Number(share))}%`]));

export class River extends ManyDecisionsTool {
    /** @type {typeof Tool.settings} */
    static settings = {
        board: { start: "Td9d6hQc2s", label: "Board", size: 11 },
        pot: { start: "200", label: "Pot", size: 4 },
        stack: { start: "900", label: "Stack behind", size: 4 },
        bets: { start: "60%", label: "Bets, of the pot", size: 9 },
        raises: { start: "2.5x", label: "Raises", size: 9 },
        within: { start: "0.001", label: "Within, of pot", choices: SHARES_OF_POT },
        first: {
            start: "66+, A8s+, A5s-A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s",
            label: "First player holds", size: 30,
        },
        second: {
            start: "QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, "
                + "53s+",
            label: "Second player holds", size: 30,
        },
    };
    static start = { counts: "net", small: "", big: "bet 120", hand: "AA" };
    rangeDigits = 2;
    handsNoun = "combos";
    /** The deal of the last ranges and board, and these.
    @type {{ key: string, deal: Spot } | undefined} */
    lastSpot;

    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} given */
    constructor(...given) {
        super(...given);
        this.compareButton.before(...this.inputs.control("counts", {
            start: "net", label: "Winnings",
            choices: { net: "net of half the pot", pot: "all of the pot" },
        }));
        for (const button of this.toolbar.rangeButtons) button.remove();
        this.partsTables = this.views.map(() => make("div.explorer-hand.explorer-shares"));
        this.charts.element.after(make("div.explorer-views", ...this.partsTables), make("p",
            "In combos. A bet is a bluff if it loses to more of the calls than it beats; others "
            + "are for value. Equity is what is won, all cards shown, against what the opponent "
            + "has here. A missed draw could have become a straight or a flush."));
        this.comboCounts = RANGE_KEYS.map(key => {
            const count = make("span");
            this.inputs.addToLabel(key, count);
            return count;
        });
    }

    /* ---- its deal ---- */

    /** The deal that two ranges make on a board. @param {State} state @returns {Spot} */
    spotOf(state) {
        const { board } = state, key = JSON.stringify([board, ...RANGE_KEYS.map(k => state[k])]);
        if (key === this.lastSpot?.key) return this.lastSpot.deal;
        const shown = cardsIn(board, (card, needed) =>
            refuseSetting("board", card === board ? card : `${card} in ${board}`, needed));
        if (shown.length !== 5) refuseSetting("board", board, "five cards such as Td9d6hQc2s");
        const both = RANGE_KEYS.map(name => weigh(state[name] || "random", this.deal.bestHands,
            wrong => refuse(`${this.inputs.labelOf(name)}: ${wrong}`)));
        const combos = both.flatMap(range => [...range.keys()].filter(combo => range.get(combo)));
        const cards = [...new Set(combos)].map(combo => [Math.floor(combo / 52), combo % 52])
            .filter(pair => !pair.some(card => shown.includes(card)));
        const weights = both.map(range => this.weightsOf(range, cards));
        const deal = new Spot({ board: shown, cards, weights }, this.hands);
        const second = deal.weights[1];
        if (!second.some(Boolean) || !second.every(Number.isFinite))
            refuse("the ranges: no two hands fit the board and each other");
        this.lastSpot = { key, deal };
        return deal;
    }

    /** The weights of these pairs of cards. @param {Map<number, number>} weights
    @param {number[][]} cards */
    weightsOf(weights, cards) {
        return cards.map(pair => weights.get(comboNumber(pair)) ?? 0);
    }

    /** @param {State} state */
    questionOf(state) {
        const deal = this.spotOf(state), asked = super.questionOf(state, deal);
        return { ...asked, within: Number(state.within) * chips(state.pot), spot: deal.spot };
    }

    /** Its worker has nothing to do for readers who never come here.
    @param {Subject} subject @param {Question} [question] */
    ask(subject, question) {
        if (this.shared.inSight(this)) super.ask(subject, question);
    }

    show() {
        const { weights, scale } = asSpot(this.question.deal);
        this.comboCounts.forEach((count, player) => {
            const combos = sum(weights[player]) * (player ? scale : 1);
            count.textContent = `: ${Number(trimNoise(combos).toFixed(1))} combos`;
        });
        for (const key of RANGE_KEYS) this.inputs.remark(key,
            this.state[key] ? remarksOn(this.state[key], this.deal.bestHands) : []);
        const digitsOfPot = Math.floor(Math.log10(chips(this.state.pot)));
        this.digits = Math.min(Math.max(4 - digitsOfPot, 0), 9);
        super.show();
    }

    /** Half of the pot is won besides by either, where all of it is counted. */
    draw() {
        const countsAll = this.state.counts === "pot";
        for (const { solution, question } of Object.values(this.solver.asked)) {
            if (!solution || !question) continue;
            solution.bonus = countsAll ? chips(question.setting.pot) / 2 : 0;
        }
        super.draw();
    }

    /** @type {Tool["drawGame"]} */
    drawGame(solution, views) {
        super.drawGame(solution, views);
        if (views !== this.views) return;
        views.forEach((view, player) => {
            const { solution } = view;
            this.partsTables[player].replaceChildren(
                ...solution ? [partsTable(this, asSpot(solution.game.deal), view)] : []);
        });
    }

    /** A hand's combos, one by one. @param {View} view @param {number} selected */
    belowActions({ solution, player, decision, names, colors }, selected) {
        const combos = solution.game.deal.inCell(player, selected);
        const shares = solution.actionShares(player, decision);
        if (combos.length < 2) return [];
        /** @type {(combo: number) => HTMLElement[]} */
        const cells = combo => names.map((name, action) => {
            const share = shares[action][combo];
            const earned = signed(solution.earns(player, decision, action, [combo]), this.digits);
            return bar(share, colors[name].fill, share >= 0 ? percent(share, 1) : "–",
                make("small", earned));
        });
        return [table("combos", ["combo", ...names],
            combos.map(combo => row(solution.game.deal.hands[combo], ...cells(combo))))];
    }

    /* ---- ranges ---- */

    /** @type {Tool["readWeights"]} */
    readWeights(text, deal, refuseRange = refuse) {
        const weights = weigh(text, this.deal.bestHands, refuseRange);
        return this.weightsOf(weights, asSpot(deal).cards);
    }

    /** @type {Tool["dealtShare"]} */
    dealtShare(deal, player, combo) {
        const { weights, scale } = asSpot(deal);
        return weights[player][combo] * (player ? scale : 1);
    }

    /** A hand whose combos weigh the same is written as one. @type {Tool["writeWeights"]} */
    writeWeights(weights, digits) {
        const deal = asSpot(this.question.deal);
        /** @type {string[]} */
        const byCombo = [];
        const byHand = deal.cells.map(cell => {
            const rounded = cell.map(combo => Number(weights[combo].toFixed(digits)));
            if (new Set(rounded).size < 2) return rounded[0] ?? 0;
            cell.forEach((combo, i) => {
                if (!rounded[i]) return;
                byCombo.push(deal.hands[combo] + (rounded[i] < 1 ? `:${rounded[i]}` : ""));
            });
            return 0;
        });
        const hands = super.writeWeights(byHand, digits);
        return hands === "none" && byCombo.length ? byCombo.join(", ")
            : [hands, ...byCombo].join(", ");
    }

    /* ---- what tools do otherwise ---- */

    /** @type {Tool["normalize"]} */
    normalize(key, text) {
        if (key === "raises") return withUnit(text, "x");
        if (key === "bets") return withUnit(text, "");
        return super.normalize(key, text);
    }

    /** @param {State} state @returns {Reproduction} */
    reproduction({ board, first, second, pot, stack, bets, raises }) {
        const cards = asSpot(this.question.deal).spot.board.map(nameOf).join("");
        const [one, two] = [first, second].map(text => oneLine(text) || "random");
        /** @type {(sizes: string) => string} */
        const list = sizes => JSON.stringify(splitSizes("", sizes));
        return {
            command: `river --board ${cards} --first "${one}" --second "${two}" --pot ${pot}`
                + ` --stack ${stack} --bets ${splitWords(bets)} --raises ${splitWords(raises)}`,
            code: `Game(deals.river("${cards}", "${one}", "${two}"), `
                + `betting.river("${pot}", "${stack}", ${list(bets)}, ${list(raises)}))`,
        };
    }

    /** How often bets are bluffs. */
    get finding() {
        const shown = this.views.filter(view => view.solution);
        return shown.map(view => bluffsText(this, asSpot(view.solution.game.deal), view))
            .filter(Boolean).join(" ");
    }

    /** All streets are dealt. */
    get caveat() {
        return "";
    }

    /** @type {Tool["briefText"]} */
    briefText(state = this.state) {
        return this.settingsText(["pot", "stack"], state);
    }

    /** A range of which nothing is said is any two cards. @type {Tool["settingText"]} */
    settingText(key, text) {
        return super.settingText(key, RANGE_KEYS.includes(key) && !text ? "any two cards" : text);
    }

    /** @type {Tool["worthText"]} */
    worthText(solution, { pot } = this.state) {
        const percentage = solution.valueText(chips(pot) / 100, 2);
        return `${super.worthText(solution)}: ${percentage}% of the pot`;
    }

    /** Two digits of a share of the pot that a width does not exceed. @param {number} width */
    widthText(width) {
        const percentage = 100 * width / chips(this.state.pot);
        const digits = 1 - Math.floor(Math.log10(Math.max(percentage, 1e-6)));
        const unit = 10 ** digits, above = Math.ceil(percentage * unit - 1e-6) / unit;
        return `${above.toFixed(Math.max(digits, 0))}% of the pot`;
    }

    /** @type {Tool["mistakeUnit"]} */
    get mistakeUnit() {
        return { size: chips(this.state.pot) / 1000, name: "thousandths of the pot" };
    }
}
