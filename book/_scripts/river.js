/* A river: two ranges on five cards, combo by combo. */

import {
    refuse, refuseSetting, splitSizes, splitWords, sum, trimNoise, withUnit,
} from "./amounts.js";
import { bar, row, table } from "./controls.js";
import { ManyDecisionsTool } from "./decisions.js";
import { makeElement } from "./elements.js";
import { cardsIn, comboWeights, combosNamed, nameOf, oneLine, remarksOn } from "./ranges.js";
import { RiverDeal, comboNumber } from "./river-deal.js";
import { bluffsText, partsTable } from "./river-parts.js";
import { LEAST_SHOWN, actionNames } from "./solution.js";
import { parseChips } from "./tool.js";
import { isShown } from "./views.js";
import { listed, percent, signed } from "./words.js";
/** @import { Settings } from "./betting.js" */
/** @import { Question, Subject } from "./solver-client.js" */
/** @import { Reproduction, Shared, ToolData, Tool } from "./tool.js" */
/** @import { ShownView } from "./views.js" */

/** Which cards of a combo a board has. @param {number} combo @param {number[]} board */
const blockersOf = (combo, board) =>
    [Math.floor(combo / 52), combo % 52].filter(card => board.includes(card));

/** So many combos are named one by one. */
const MOST_NAMED = 3;

/** That combos can't be held, since the board has their cards.
@param {number[]} combos @param {number[]} board
@param {string} many  what they are called where they are many */
function ruledOutText(combos, board, many) {
    const cards = [...new Set(combos.flatMap(combo => blockersOf(combo, board)))].map(nameOf);
    const names = combos.map(combo => nameOf(Math.floor(combo / 52)) + nameOf(combo % 52));
    const isMany = combos.length > MOST_NAMED, who = isMany ? many : listed(names);
    const verb = many.startsWith("none") && isMany ? "can be held" : "can't be held";
    return `${who} ${verb}: the board has the ${listed(cards)}`;
}

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
    static start = { winnings: "net", firstDecision: "", secondDecision: "", hand: "" };
    rangeDigits = 2;
    /** The deal of the last ranges and board, and these.
    @type {{ key: string, deal: RiverDeal } | undefined} */
    lastDeal;

    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} given */
    constructor(...given) {
        super(...given);
        this.compareButton.before(...this.inputs.control("winnings", {
            start: "net", label: "Winnings",
            choices: { net: "net of half the pot", pot: "all of the pot" },
        }));
        for (const button of this.toolbar.rangeButtons) button.remove();
        this.partsTables = this.views.map(() => makeElement("div.explorer-hand.explorer-shares"));
        this.parts = makeElement("div.explorer-views", ...this.partsTables);
        this.charts.element.after(this.parts, makeElement("p",
            "Combos are counted as the ranges have them. Everything else, here and above, counts "
            + "each combo as often as it is held, given what the opponent may have. Equity is "
            + "what is won, all cards shown, against what the opponent has here. A missed draw "
            + "could have become a straight or a flush."));
        this.comboNotes = RANGE_KEYS.map(key => {
            const note = makeElement("span");
            this.inputs.addToLabel(key, note);
            return note;
        });
    }

    /* ---- its deal ---- */

    /** The deal that two ranges make on a board. @param {Settings} state @returns {RiverDeal} */
    dealOf(state) {
        const { board } = state, key = JSON.stringify([board, ...RANGE_KEYS.map(k => state[k])]);
        if (key === this.lastDeal?.key) return this.lastDeal.deal;
        const shown = this.readBoard(board);
        const both = RANGE_KEYS.map(name => comboWeights(
            state[name] || "random", this.deal.bestHands,
            wrong => refuse(`${this.inputs.labelOf(name)}: ${wrong}`)));
        both.forEach((range, player) => {
            const key = RANGE_KEYS[player], label = this.inputs.labelOf(key);
            const held = [...range.keys()].filter(combo => range.get(combo));
            if (!held.length) refuse(`${label}: a player has to hold something, such as 22+`);
            if (held.every(combo => blockersOf(combo, shown).length)) refuse(`${label}: `
                + ruledOutText(held, shown, `none of the ${held.length} combos`));
        });
        const combos = both.flatMap(range => [...range.keys()].filter(combo => range.get(combo)));
        const cards = [...new Set(combos)].map(combo => [Math.floor(combo / 52), combo % 52])
            .filter(pair => !pair.some(card => shown.includes(card)));
        const weights = both.map(range => cards.map(pair => range.get(comboNumber(pair)) ?? 0));
        const deal = new RiverDeal({ board: shown, cards, weights }, this.hands);
        const second = deal.weights[1];
        if (!second.some(Boolean) || !second.every(Number.isFinite))
            refuse("the ranges: each hand of one player shares a card with each of the other");
        this.lastDeal = { key, deal };
        return deal;
    }

    /** The five cards of a board. @param {string} board */
    readBoard(board) {
        const label = this.inputs.labelOf("board");
        const shown = cardsIn(board, (card, needed) =>
            refuseSetting("board", card === board ? card : `${card} in ${board}`, needed),
        wrong => refuse(`${label}: ${wrong}`));
        if (shown.length !== 5) refuse(`${label}: five cards are needed, such as Td9d6hQc2s; `
            + `${board || "an empty board"} has ${shown.length}`);
        return shown;
    }

    /** How many combos of a range the board takes away, by name where they were typed one by one,
    in sentences without a full stop. @param {string} text @param {number[]} shown */
    takenByBoard(text, shown) {
        const { bestHands } = this.deal, range = comboWeights(text || "random", bestHands, refuse);
        const taken = [...range.keys()].filter(combo =>
            range.get(combo) && blockersOf(combo, shown).length);
        const named = combosNamed(text, bestHands).filter(combo => taken.includes(combo));
        return named.length ? [ruledOutText(named, shown, `${named.length} of the typed combos`)]
            : [];
    }

    /** @param {Settings} state */
    questionOf(state) {
        const asked = super.questionOf(state, this.dealOf(state));
        return { ...asked, within: Number(state.within) * parseChips(state.pot) };
    }

    /** Its worker has nothing to do for readers who never come here.
    @param {Subject} subject @param {Question} [question] */
    ask(subject, question) {
        if (this.shared.inSight(this)) super.ask(subject, question);
    }

    show() {
        const { deal } = this.question, board = this.readBoard(this.state.board);
        this.comboNotes.forEach((note, player) => {
            const typed = this.state[RANGE_KEYS[player]];
            const all = sum(comboWeights(typed || "random", this.deal.bestHands, refuse).values());
            const combos = sum(deal.hands.map((_, combo) => deal.dealtShare(player, combo)));
            /** @type {(number: number) => string} */
            const text = number => String(Number(trimNoise(number).toFixed(1)));
            note.textContent = `: ${text(combos)} combos`
                + (text(all) === text(combos) ? "" : ` (${text(all)} without the board)`);
        });
        for (const key of RANGE_KEYS) this.inputs.remark(key, [
            ...this.state[key] ? remarksOn(this.state[key], this.deal.bestHands) : [],
            ...this.takenByBoard(this.state[key], board),
        ]);
        const digitsOfPot = Math.floor(Math.log10(parseChips(this.state.pot)));
        this.digits = Math.min(Math.max(4 - digitsOfPot, 0), 9);
        super.show();
    }

    /** @param {boolean} isShown */
    showCharts(isShown) {
        super.showCharts(isShown);
        this.parts.hidden = !isShown;
    }

    /** Half of the pot is won besides by either, where all of it is counted. */
    draw() {
        const countsAll = this.state.winnings === "pot";
        for (const { solution, question } of Object.values(this.solver.asked)) {
            if (!solution || !question) continue;
            solution.bonus = countsAll ? parseChips(question.settings.pot) / 2 : 0;
        }
        super.draw();
    }

    /** The second player's answer to the bet that is made most or, where none is made, to a check.
    @type {ManyDecisionsTool["firstShown"]} */
    firstShown(solution, player) {
        const { tree } = solution.game, sets = tree.informationSets[player];
        if (player === 0) return super.firstShown(solution, player);
        const dealt = solution.met(0), names = actionNames(tree, 0, 0);
        const often = solution.actionColumns(0, 0).map(column =>
            sum(dealt.map((chance, combo) => chance * column[combo])));
        const least = LEAST_SHOWN * sum(dealt);
        const [answered] = [...names.keys()].filter(action =>
            names[action] !== "check" && often[action] >= least)
            .sort((a, b) => often[b] - often[a]);
        return answered === undefined ? sets[0].history : names[answered];
    }

    /** A range is locked in the decision that is seen, which then stays.
    @type {Tool["decisionSetting"]} */
    decisionSetting({ player, history }) {
        return player ? { secondDecision: history } : {};
    }

    /** @type {Tool["drawGame"]} */
    drawGame(solution, views) {
        super.drawGame(solution, views);
        if (views !== this.views) return;
        /** @type {(text: string, what: string) => void} */
        const copyText = (text, what) => { this.toolbar.copy(text, what); };
        views.forEach((view, player) => {
            const tables = isShown(view) ? [partsTable(this, view, copyText)] : [];
            this.partsTables[player].replaceChildren(...tables);
        });
    }

    /** A hand's combos, one by one. @param {ShownView} view @param {number} selected */
    belowActions({ solution, player, decision, names, colors }, selected) {
        if (selected < 0) return [];
        const combos = solution.game.deal.inCell(player, selected);
        const shares = solution.actionShares(player, decision);
        if (combos.length < 2) return [];
        /** @type {(combo: number) => HTMLElement[]} */
        const cells = combo => names.map((name, action) => {
            const share = shares[action][combo];
            const earned = signed(solution.earns(player, decision, action, [combo]), this.digits);
            return bar(share, colors[name].fill, share >= 0 ? percent(share, 1) : "–",
                makeElement("small", earned));
        });
        return [table("combos", ["combo", ...names],
            combos.map(combo => row(solution.game.deal.hands[combo], ...cells(combo))))];
    }

    /* ---- what tools do otherwise ---- */

    /** @type {Tool["normalize"]} */
    normalize(key, text) {
        if (key === "raises") return withUnit(text, "x");
        if (key === "bets") return withUnit(text, "");
        return super.normalize(key, text);
    }

    /** @param {Settings} state @returns {Reproduction} */
    reproduction({ board, first, second, pot, stack, bets, raises }) {
        const cards = this.readBoard(board).map(nameOf).join("");
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

    /** How often bets are bluffs, and what a bluff is. */
    get finding() {
        const texts = this.views.filter(isShown).map(view => bluffsText(this, view))
            .filter(Boolean);
        return texts.length ? `${texts.join(" ")} A bet is a bluff if it loses to more of the `
            + "calls than it beats, and for value if not." : "";
    }

    /** All streets are dealt. */
    get caveat() {
        return "No rake or ICM. ";
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
        const percentage = solution.valueText(parseChips(pot) / 100, 2);
        return `${super.worthText(solution)}: ${percentage}% of the pot`;
    }

    /** Two digits of a share of the pot that a width does not exceed. @param {number} width */
    widthText(width) {
        const percentage = 100 * width / parseChips(this.state.pot);
        const digits = 1 - Math.floor(Math.log10(Math.max(percentage, 1e-6)));
        const unit = 10 ** digits, above = Math.ceil(percentage * unit - 1e-6) / unit;
        return `${above.toFixed(Math.max(digits, 0))}% of the pot`;
    }

    /** @type {Tool["mistakeUnit"]} */
    get mistakeUnit() {
        return { size: parseChips(this.state.pot) / 1000, name: "thousandths of the pot" };
    }
}
