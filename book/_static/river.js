/* A river: two ranges on five cards, combo by combo. */

"use strict";

/** What hands are called, from the best. */
const CLASSES = ["straight flush", "quads", "full house", "flush", "straight", "set", "trips",
    "two pair", "overpair", "top pair", "lower pair", "draw missed", "nothing"];

/** Which of them two cards are on a board, whose last card is the river.
@param {number[]} board @param {number[]} own @returns {string} */
function classOf(board, own) {
    const rank = card => card >> 2, whole = 13 ** 5;
    const all = strength([...board, ...own]), kind = Math.floor(all / whole);
    // Kickers make nothing.
    const made = number => Math.floor(number / 13 ** ([5, 4, 3, 4][kind] ?? 0));
    const [one, two] = own.map(rank), top = Math.max(...board.map(rank));
    if (made(all) > made(strength(board))) {
        if (kind > 3) return CLASSES[8 - kind];
        if (kind === 3) return one === two ? "set" : "trips";
        if (kind === 2) return "two pair";
        if (one === two && one > top) return "overpair";
        return one === top || two === top ? "top pair" : "lower pair";
    }
    const turn = board.slice(0, 4), missed = own.some(card => [...Array(13).keys()].some(of => {
        const river = 4 * of + (card & 3), best = strength([...turn, river, ...own]);
        return [4, 5, 8].includes(Math.floor(best / whole)) && best > strength([...turn, river]);
    }));
    return missed ? "draw missed" : "nothing";
}

/** Two ranges on a river, and which combos each cell of the chart has. */
class Spot extends RiverDeal {
    constructor(spot, cells) {
        super(spot);
        const { combos, name } = pokerlabRanges;
        const places = new Map(this.cards.map(([high, low], at) => [52 * high + low, at]));
        this.spot = spot;
        this.classes = this.cards.map(own => classOf(spot.board, own));
        this.hands = this.cards.map(cards => cards.map(name).join(""));
        this.cells = cells.map(cell =>
            combos(cell).map(combo => places.get(combo)).filter(at => at !== undefined));
    }

    at(player, hand) {
        return this.cells[hand].filter(at => this.weights[player][at]);
    }
}

/** The brush that paints who is in a range. */
const HELD = "in the range";

class River extends Betting {
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
    static start = { counts: "net", small: "", big: "bet 120", hand: "AA" };
    fine = 2;
    seen = false;

    /** @param {HTMLElement} root @param {any} data @param {Shared} shared */
    constructor(root, data, shared) {
        super(root, data, shared);
        this.locker.brushes = [HELD];
        this.keeper.before(...this.control("counts", "Winnings", {
            net: "net of half the pot", pot: "all of the pot",
        }));
        for (const button of this.taking.ranges) button.remove();
        this.sums = this.views.map(() => make("div", { class: "explorer-hand" }));
        this.charts.after(make("div", { class: "explorer-views" }, ...this.sums), make("p", {},
            "In combos. A bet is for value if it wins more often than it loses when called; any "
            + "other is a bluff. Equity is what is won, all cards shown, against what the opponent "
            + "has here. A draw is missed if the river could have made it a straight or a flush."));
        this.counts = ["first", "second"].map(key => {
            const count = make("span");
            this.boxes.get(key)?.previousElementSibling?.append(count);
            return count;
        });
        // Its worker has nothing to do for readers who never come here.
        new IntersectionObserver((places, observer) => {
            if (!places.some(place => place.isIntersecting)) return;
            observer.disconnect();
            this.seen = true;
            this.show();
        }, { rootMargin: "50%" }).observe(root);
    }

    ask() {
        if (this.seen) super.ask();
        else this.pending = this.wanted.tree;
    }

    show() {
        const { weights, scale } = this.wanted.deal;
        this.counts.forEach((count, player) => {
            const many = sum(weights[player]) * (player ? scale : 1);
            count.textContent = `: ${tidy(many).toFixed(1).replace(/\.0$/, "")} combos`;
        });
        const size = Math.floor(Math.log10(chips(this.state.pot)));
        this.digits = Math.min(Math.max(4 - size, 0), 9);
        super.show();
    }

    /** @type {Tool["tidy"]} */
    tidy(key, text) {
        return key === "raises" || key === "bets" ? sized(text, key === "raises" ? "x" : "")
            : super.tidy(key, text);
    }

    question(state) {
        const deal = this.spot(state), asked = super.question(state, deal);
        return { ...asked, within: state.within * chips(state.pot), spot: deal.spot };
    }

    /** The deal that two ranges make on a board. */
    spot({ board, first, second }) {
        const told = JSON.stringify([board, first, second]);
        const refuse = wrong => { throw new Refusal(wrong); };
        if (told === this.made?.told) return this.made.deal;
        const wrong = (given, needed) => refuse(`board: ${given} given, ${needed} needed`);
        const shown = pokerlabRanges.cards(board, wrong);
        if (shown.length !== 5) wrong(board || "nothing", "five cards such as Td9d6hQc2s");
        const ranges = Object.entries({ first, second }).map(([name, text]) => pokerlabRanges.weigh(
            text || "random", wrong => refuse(`the ${name} player's range: ${wrong}`)));
        const held = ranges.flatMap(own => [...own.keys()].filter(combo => own.get(combo)));
        const cards = [...new Set(held)].map(combo => [Math.floor(combo / 52), combo % 52])
            .filter(own => !own.some(card => shown.includes(card)));
        const weigh = own => cards.map(([high, low]) => own.get(52 * high + low) ?? 0);
        const weights = ranges.map(weigh);
        const deal = new Spot({ board: shown, cards, weights }, this.hands), [, own] = deal.weights;
        if (!(own.some(Boolean) && own.every(Number.isFinite)))
            refuse("the ranges: no two hands fit the board and each other");
        this.made = { told, deal };
        return deal;
    }

    /** @type {Tool["weights"]} */
    weights(text, { cards }, refuse) {
        const weights = pokerlabRanges.weigh(text, refuse);
        return cards.map(([high, low]) => weights.get(52 * high + low) ?? 0);
    }

    /** @type {Tool["held"]} */
    held({ weights, scale }, player, hand) {
        return weights[player][hand] * (player ? scale : 1);
    }

    /** A hand whose combos weigh the same is written as one. @type {Tool["text"]} */
    text(weights, digits) {
        const { deal } = this.wanted, rest = [], whole = deal.cells.map(cell => {
            const own = cell.map(at => Number(weights[at].toFixed(digits)));
            if (new Set(own).size < 2) return own[0] ?? 0;
            const named = (at, i) => own[i] && deal.hands[at] + (own[i] < 1 ? `:${own[i]}` : "");
            rest.push(...cell.map(named).filter(Boolean));
            return 0;
        });
        const written = pokerlabRanges.write(whole, this.hands, digits);
        return [...written === "none" && rest.length ? [] : [written], ...rest].join(", ");
    }

    /** Painting may change who is in a range, too. @type {Tool["brushed"]} */
    brushed(view, hand, begins) {
        if (view.brush.value !== HELD) return false;
        const { locker } = this, key = view.player ? "second" : "first", name = this.hands[hand];
        const text = this.state[key] || "random", refuse = wrong => { throw new Refusal(wrong); };
        const weights = pokerlabRanges.read(text, this.hands, refuse);
        if (begins) locker.stroke = { view, to: weights[hand] ? 0 : 1 };
        const to = weights[hand] = locker.stroke?.to ?? 1;
        // Where combos are named, what is written last counts.
        const written = /[cdhs][AKQJT2-9][cdhs]/.test(text) ? `${text}, ${name}${to ? "" : ":0"}`
            : pokerlabRanges.write(weights, this.hands);
        this.set({ ...this.typed, [key]: written }, locker.stroke);
        return true;
    }

    /** @param {State} state @returns {Words} */
    words({ board, first, second, pot, stack, bets, raises }) {
        const { cards: read, name, plain } = pokerlabRanges, cards = read(board).map(name).join("");
        const [one, two] = [first, second].map(text => listed(plain(text)).join() || "random");
        const list = text => text.trim() === "none" ? "[]" : JSON.stringify(listed(text));
        return {
            command: `river --board ${cards} --first "${one}" --second "${two}" --pot ${pot}`
                + ` --stack ${stack} --bets ${listed(bets)} --raises ${listed(raises)}`,
            code: `Game(deals.river("${cards}", "${one}", "${two}"), `
                + `betting.river("${pot}", "${stack}", ${list(bets)}, ${list(raises)}))`,
        };
    }

    /** Half of the pot, where all of it is counted. @param {State} state */
    bonus({ pot }) {
        return this.state.counts === "pot" ? chips(pot) / 2 : 0;
    }

    /** @type {Tool["summary"]} */
    summary(game, state = this.state) {
        const { value, lower, upper } = game, by = this.bonus(state), counted = Object.create(game);
        Object.assign(counted, { value: value + by, lower: lower + by, upper: upper + by });
        const share = counted.told(chips(state.pot) / 100, 2);
        return `${super.summary(counted)}: ${share}% of the pot`;
    }

    get proven() {
        return this.wide(this.game.width);
    }

    /** Two digits of a share of the pot that a width does not exceed. */
    wide(chipsWide) {
        const share = 100 * chipsWide / chips(this.state.pot);
        const digits = 1 - Math.floor(Math.log10(Math.max(share, 1e-6))), unit = 10 ** digits;
        const above = Math.ceil(share * unit - 1e-6) / unit;
        return `${above.toFixed(Math.max(digits, 0))}% of the pot`;
    }

    /** @type {Tool["picture"]} */
    picture(game, views) {
        game.bonus = this.bonus(views === this.views ? this.state : this.read(this.state.kept));
        super.picture(game, views);
        if (views !== this.views) return;
        views.forEach((view, player) =>
            this.sums[player].replaceChildren(...view.game ? [this.parts(view)] : []));
    }

    /** What of a range gets to a decision, and takes each action there: how much, against what, as
    which bets; each part can be copied. @param {View} view */
    parts({ game: { deal, tree, plans }, player, set, names, history, colors }) {
        const [, parent, opponent, first] = tree.sets[player][set], own = plans[player];
        const held = deal.hands.map((_, at) => this.held(deal, player, at));
        const won = (sequence, showdown) =>
            deal.times(player, showdown, plans[1 - player][sequence]);
        const here = [0, 1].map(showdown => won(opponent, showdown));
        const share = (some, all) => all ? percent(some / all) : "–";
        const parts = [parent, ...names.map((_, i) => first + i)].map(sequence =>
            held.map((all, at) => all * own[sequence][at])), whole = sum(parts[0]);
        const line = (name, many, color, ...cells) => make("tr", {},
            make("th", { scope: "row" }, name),
            make("td", { style: `--share:${many / whole || 0};--color:${color}` },
                many.toFixed(1)), ...cells);
        const row = (name, i) => {
            const many = sum(parts[i]), what = `${the(tree.players[player])}'s ${name || "hands"}`;
            const calls = `${history && `${history}, `}${name}, call`;
            const called = tree.sequences[1 - player].indexOf(calls);
            const ahead = called < 0 ? [] : won(called, 1);
            const good = sum(parts[i].filter((_, at) => sign(player) * ahead[at] > 0));
            const [met, gain] = here.map(by =>
                sum(parts[i].map((all, at) => all && all / held[at] * by[at])));
            const text = () => this.text(parts[i], this.fine).replaceAll(", ", ",");
            return line(name || "all here", many, colors[name]?.[0],
                ...[share((met + sign(player) * gain) / 2, met),
                    ...called < 0 ? ["", ""] : [share(good, many), share(many - good, many)],
                    button("Copy", () => this.taking.copy(text(), what),
                        { "aria-label": `Copy ${what}` }),
                ].map(cell => make("td", {}, cell)));
        };
        const kinds = CLASSES.flatMap(kind => {
            const [many, ...each] = parts.map(part =>
                sum(part.filter((_, at) => deal.classes[at] === kind)));
            const told = names.map((name, i) => `${name} ${percent(each[i] / many, 0)}`)
                .filter((_, i) => each[i] >= many / 200).join(", ");
            return many ? [line(kind, many, "currentColor", make("td", { colspan: 4 }, told))] : [];
        });
        return make("table", { class: "explorer-parts" },
            make("thead", {}, make("tr", {}, ...["", "combos", "equity", "value", "bluffs", ""]
                .map(text => make(text ? "th" : "td", { scope: text && "col" }, text)))),
            make("tbody", {}, ...["", ...names].map(row), ...kinds));
    }

    /** @returns {[number, string]} */
    get thousandth() {
        return [chips(this.state.pot) / 1000, "thousandths of the pot"];
    }

    /** A hand's combos, one by one. @type {Tool["below"]} */
    below({ game, player, set, names, colors }, hand) {
        const combos = game.deal.at(player, hand), plan = game.plans[player];
        const [, parent, opponent, first] = game.tree.sets[player][set];
        const reach = game.reach(player, opponent), worth = game.worth[player];
        if (combos.length < 2) return [];
        const told = (at, name, i) => {
            const here = plan[parent][at], share = plan[first + i][at] / here;
            const own = sign(player) * worth[first + i][at];
            const earned = game.bonus + own / (reach[at] || NaN);
            return make("td", { style: `--share:${share || 0};--color:${colors[name][0]}` },
                here ? percent(share) : "–", make("small", {}, signed(earned, this.digits)));
        };
        const row = (...parts) => make("tr", {}, ...parts);
        const head = (scope, text) => make("th", { scope }, text);
        return [make("table", { class: "explorer-combos" },
            make("thead", {}, row(...["combo", ...names].map(text => head("col", text)))),
            make("tbody", {}, ...combos.map(at => row(head("row", game.deal.hands[at]),
                ...names.map((name, i) => told(at, name, i))))))];
    }
}
