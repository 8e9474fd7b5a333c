/* A river: two ranges on five cards, combo by combo. */

import { deny, listed, refuse, sized, splitSizes, sum, tidy } from "./amounts.js";
import { bar, button, row, table } from "./controls.js";
import { RiverDeal, strength } from "./deals.js";
import { Betting } from "./decisions.js";
import { make } from "./elements.js";
import { cardsIn, combosOf, nameOf, oneLine, span, weigh } from "./ranges.js";
import { sign } from "./shown.js";
import { chips } from "./tool.js";
import { percent, signed } from "./words.js";
/** @import { State } from "./betting.js" */
/** @import { ChartDeal, RiverSpot } from "./deals.js" */
/** @import { Shared, ToolData, Tool, Words } from "./tool.js" */
/** @import { View } from "./views.js" */

/** What hands are called, from the best. */
const CLASSES = ["straight flush", "quads", "full house", "flush", "straight", "set", "trips",
    "two pair", "overpair", "top pair", "lower pair", "draw missed", "nothing"];

/** Which of them two cards are on a board, whose last card is the river.
@param {number[]} board @param {number[]} own @returns {string} */
function classOf(board, own) {
    /** @type {(card: number) => number} */
    const rank = card => card >> 2;
    const whole = 13 ** 5;
    const all = strength([...board, ...own]), kind = Math.floor(all / whole);
    // Kickers make nothing.
    /** @type {(number: number) => number} */
    const made = number => Math.floor(number / 13 ** ([5, 4, 3, 4][kind] ?? 0));
    const [one, two] = own.map(rank), top = Math.max(...board.map(rank));
    if (made(all) > made(strength(board))) {
        if (kind > 3) return CLASSES[8 - kind];
        if (kind === 3) return one === two ? "set" : "trips";
        if (kind === 2) return "two pair";
        if (one === two && one > top) return "overpair";
        return one === top || two === top ? "top pair" : "lower pair";
    }
    // A draw is missed if another river would have made a straight or a flush of it.
    const turn = board.slice(0, 4), missed = own.some(card => span(0, 12).some(of => {
        const rivered = [...turn, 4 * of + (card & 3)], best = strength([...rivered, ...own]);
        return [4, 5, 8].includes(Math.floor(best / whole)) && best > strength(rivered);
    }));
    return missed ? "draw missed" : "nothing";
}

/** Two ranges on a river, and which combos each cell of the chart has. */
class Spot extends RiverDeal {
    /** @param {RiverSpot} spot @param {string[]} cells */
    constructor(spot, cells) {
        super(spot);
        this.spot = spot;
        this.classes = this.cards.map(own => classOf(spot.board, own));
        this.hands = this.cards.map(cards => cards.map(nameOf).join(""));
        const places = new Map(this.cards.map(([high, low], at) => [52 * high + low, at]));
        /** @type {(combo: number) => number | never[]} */
        const fits = combo => places.get(combo) ?? [];
        this.cells = cells.map(cell => combosOf(cell).flatMap(fits));
    }

    /** The combos of a cell that a player may hold. @param {number} player @param {number} hand */
    at(player, hand) {
        return this.cells[hand].filter(at => this.weights[player][at]);
    }
}

/** The deal of a game on a river. @param {ChartDeal} deal */
const asSpot = deal => /** @type {Spot} */ (deal);

/** The settings that are ranges. */
const HOLD = ["first", "second"];

export class River extends Betting {
    /** @type {typeof Tool.settings} */
    static settings = {
        board: ["Td9d6hQc2s", "Board", 11], pot: ["200", "Pot", 4],
        stack: ["900", "Stack behind", 4],
        bets: ["60%", "Bets, of the pot", 9], raises: ["2.5x", "Raises", 9],
        within: ["0.001", "Within, of pot", Object.fromEntries(
            ["0.01", "0.003", "0.001", "0.0003", "0.0001", "0.00003"].map(
                share => [share, `${tidy(100 * Number(share))}%`]))],
        first: ["66+, A8s+, A5s-A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s",
            "First player holds", 30],
        second: ["QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, 53s+",
            "Second player holds", 30],
    };
    /** The deal of the last ranges and board. @type {{ told: string, deal: Spot } | undefined} */
    made;
    static start = { counts: "net", small: "", big: "bet 120", hand: "AA" };
    fine = 2;

    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} given */
    constructor(...given) {
        super(...given);
        this.keeper.before(...this.control("counts", "Winnings", {
            net: "net of half the pot", pot: "all of the pot",
        }));
        for (const button of this.taking.ranges) button.remove();
        this.sums = this.views.map(() => make("div.explorer-hand"));
        this.charts.after(make("div.explorer-views", ...this.sums), make("p",
            "In combos. A bet is a bluff if it loses to more of the calls than it beats; others "
            + "are for value. Equity is what is won, all cards shown, against what the opponent "
            + "has here. A missed draw could have become a straight or a flush."));
        this.counts = HOLD.map(key => {
            const count = make("span");
            this.inputs.get(key)?.previousElementSibling?.append(count);
            return count;
        });
    }

    /** Its worker has nothing to do for readers who never come here. @type {Tool["ask"]} */
    ask(...asked) {
        if (this.shared.inSight(this)) super.ask(...asked);
    }

    show() {
        const { weights, scale } = asSpot(this.wanted.deal);
        this.counts.forEach((count, player) => {
            const many = sum(weights[player]) * (player ? scale : 1);
            count.textContent = `: ${Number(tidy(many).toFixed(1))} combos`;
        });
        const size = Math.floor(Math.log10(chips(this.state.pot)));
        this.digits = Math.min(Math.max(4 - size, 0), 9);
        super.show();
    }

    /** @type {Tool["tidy"]} */
    tidy(key, text) {
        /** @type {Record<string, string>} */
        const units = { raises: "x", bets: "" };
        return key in units ? sized(text, units[key]) : super.tidy(key, text);
    }

    /** @param {State} state */
    question(state) {
        const deal = this.spot(state), asked = super.question(state, deal);
        return { ...asked, within: Number(state.within) * chips(state.pot), spot: deal.spot };
    }

    /** The deal that two ranges make on a board. @param {State} state @returns {Spot} */
    spot({ board, ...held }) {
        const told = JSON.stringify([board, ...HOLD.map(key => held[key])]);
        if (told === this.made?.told) return this.made.deal;
        /** @type {(given: string, needed: string) => never} */
        const wrong = (given, needed) => refuse("board", given, needed);
        const shown = cardsIn(board, wrong);
        if (shown.length !== 5) wrong(board, "five cards such as Td9d6hQc2s");
        const both = HOLD.map((key, player) => weigh(held[key] || "random",
            wrong => deny(`${this.who[player]}'s range: ${wrong}`)));
        const combos = both.flatMap(own => [...own.keys()].filter(combo => own.get(combo)));
        const cards = [...new Set(combos)].map(combo => [Math.floor(combo / 52), combo % 52])
            .filter(own => !own.some(card => shown.includes(card)));
        const weights = both.map(own => this.weighed(own, cards));
        const deal = new Spot({ board: shown, cards, weights }, this.hands), [, own] = deal.weights;
        if (!(own.some(Boolean) && own.every(Number.isFinite)))
            deny("the ranges: no two hands fit the board and each other");
        this.made = { told, deal };
        return deal;
    }

    /** The weights of these pairs of cards. @param {Map<number, number>} weights
    @param {number[][]} cards */
    weighed(weights, cards) {
        return cards.map(([high, low]) => weights.get(52 * high + low) ?? 0);
    }

    /** @type {Tool["weights"]} */
    weights(text, deal, refuse = deny) {
        return this.weighed(weigh(text, refuse), asSpot(deal).cards);
    }

    /** @type {Tool["held"]} */
    held(deal, player, hand) {
        const { weights, scale } = asSpot(deal);
        return weights[player][hand] * (player ? scale : 1);
    }

    /** A hand whose combos weigh the same is written as one. @type {Tool["text"]} */
    text(weights, digits) {
        const deal = asSpot(this.wanted.deal);
        /** @type {string[]} */
        const rest = [];
        const whole = deal.cells.map(cell => {
            const own = cell.map(at => Number(weights[at].toFixed(digits)));
            if (new Set(own).size < 2) return own[0] ?? 0;
            rest.push(...cell.map((at, i) => own[i]
                ? deal.hands[at] + (own[i] < 1 ? `:${own[i]}` : "") : "").filter(Boolean));
            return 0;
        });
        const written = super.text(whole, digits);
        return [...written === "none" && rest.length ? [] : [written], ...rest].join(", ");
    }

    /** @param {State} state @returns {Words} */
    words({ board, first, second, pot, stack, bets, raises }) {
        const cards = asSpot(this.wanted.deal).spot.board.map(nameOf).join("");
        const [one, two] = [first, second].map(text => oneLine(text) || "random");
        /** @type {(text: string) => string} */
        const list = text => JSON.stringify(splitSizes("", text));
        return {
            command: `river --board ${cards} --first "${one}" --second "${two}" --pot ${pot}`
                + ` --stack ${stack} --bets ${listed(bets)} --raises ${listed(raises)}`,
            code: `Game(deals.river("${cards}", "${one}", "${two}"), `
                + `betting.river("${pot}", "${stack}", ${list(bets)}, ${list(raises)}))`,
        };
    }

    /** Half of the pot is won besides by either, where all of it is counted. */
    draw() {
        const all = Number(this.state.counts === "pot");
        for (const { game, setting } of Object.values(this.asked))
            if (game && setting) game.bonus = all && chips(setting.pot) / 2;
        super.draw();
    }

    get lacks() {
        return "";
    }

    /** @type {Tool["summary"]} */
    summary(game, { pot } = this.state) {
        return `${super.summary(game)}: ${game.told(chips(pot) / 100, 2)}% of the pot`;
    }

    /** Two digits of a share of the pot that a width does not exceed. @param {number} chipsWide */
    wide(chipsWide) {
        const share = 100 * chipsWide / chips(this.state.pot);
        const digits = 1 - Math.floor(Math.log10(Math.max(share, 1e-6))), unit = 10 ** digits;
        const above = Math.ceil(share * unit - 1e-6) / unit;
        return `${above.toFixed(Math.max(digits, 0))}% of the pot`;
    }

    /** @type {Tool["picture"]} */
    picture(game, views) {
        super.picture(game, views);
        if (views === this.views) views.forEach((view, player) =>
            this.sums[player].replaceChildren(...view.game ? [this.parts(view)] : []));
    }

    /** What of a range gets to a decision, and takes each action there: how much, against what, as
    which bets; each part can be copied. @param {View} view */
    parts({ game, player, set, names, history, colors }) {
        const { tree, plans } = game, deal = asSpot(game.deal);
        const [, parent, opponent] = tree.sets[player][set];
        /** @type {(some: number, all: number) => string} */
        const share = (some, all) => all ? percent(some / all, 1) : "–";
        /** @type {(sequence: number, showdown: number) => Float64Array} */
        const met = (sequence, showdown) =>
            deal.times(player, showdown, plans[1 - player][sequence]);
        const here = [0, 1].map(showdown => met(opponent, showdown));
        const columns = [plans[player][parent], ...game.acts(player, set)];
        const parts = columns.map(column =>
            deal.hands.map((_, at) => this.held(deal, player, at) * column[at]));
        /** @type {(many: number, color: string | undefined) => HTMLElement} */
        const sized = (many, color) => bar(many / sum(parts[0]), color, many.toFixed(1));
        const rows = ["", ...names].map((name, i) => {
            const part = parts[i], many = sum(part);
            const what = `${this.who[player]}'s ${name || "hands"}`;
            const [against, gain] = here.map(by => sum(by.map((met, at) => met * columns[i][at])));
            const calls = `${history && `${history}, `}${name}, call`;
            const called = tree.sequences[1 - player].indexOf(calls);
            /** @type {ArrayLike<number>} */
            const ahead = called < 0 ? [] : met(called, 1);
            const good = sum(part.filter((_, at) => sign(player) * ahead[at] > -1e-12));
            const text = () => this.text(part, this.fine).replaceAll(", ", ",");
            const cells = [share((against + sign(player) * gain) / 2, against),
                ...called < 0 ? ["", ""] : [share(good, many), share(many - good, many)],
                button("Copy", () => this.taking.copy(text(), what),
                    { "aria-label": `Copy ${what}` })];
            return row(name || "all here", sized(many, colors[name]?.[0]),
                ...cells.map(cell => make("td", cell)));
        });
        const kinds = CLASSES.flatMap(kind => {
            const [many, ...each] = parts.map(part =>
                sum(part.filter((_, at) => deal.classes[at] === kind)));
            const told = names.map((name, i) => `${name} ${percent(each[i] / many)}`)
                .filter((_, i) => each[i] >= many / 200).join(", ");
            return many ? [row(kind, sized(many, "currentColor"), make("td", { colspan: 4 }, told))]
                : [];
        });
        return table("parts", ["", "combos", "equity", "value", "bluffs", ""], [...rows, ...kinds]);
    }

    /** @returns {[number, string]} */
    get thousandth() {
        return [chips(this.state.pot) / 1000, "thousandths of the pot"];
    }

    /** A hand's combos, one by one. @type {Tool["below"]} */
    below({ game, player, set, names, colors }, hand) {
        const combos = game.deal.at(player, hand), taken = game.taken(player, set);
        if (combos.length < 2) return [];
        /** @type {(at: number) => HTMLElement[]} */
        const told = at => names.map((name, i) => bar(taken[i][at], colors[name][0],
            taken[i][at] >= 0 ? percent(taken[i][at], 1) : "–", make("small",
                signed(game.earns(player, set, i, [at]), this.digits))));
        return [table("combos", ["combo", ...names],
            combos.map(at => row(game.deal.hands[at], ...told(at))))];
    }
}
