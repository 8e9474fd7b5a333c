/* The explorer: games to set up, solve and look into, in a page without kernel or network.

Each tool is a <div class="explorer"> that pokerlab/book/explorer.py wrote: what stands there without
scripts, and the tool's data. Here is what is special about each; tool.js has what they share. proof.js
works in integers, play.js deals. */

(() => {
"use strict";

const solver = pokerlabSolver(), views = pokerlabViews(solver), { Tool } = pokerlabTool(solver, views);
const { Refusal, sizes, listed, amount, read, tidy, minus, Deal, RiverDeal } = solver;
const { percent, the, after, signed, capital, make, Slider, actions } = views;

/** The actions of a decision as they are, each in its colour. @type {(names: string[], shares: number[], colors: Record<string, Color>) => [string, Color, number][]} */
const asTheyAre = (names, shares, colors) => names.map((name, i) => /** @type {[string, Color, number]} */ ([name, colors[name], shares[i]])).reverse();

const chips = (/** @type {string} */ text) => amount("", text);

/** On which stacks each hand of both players is played at least sometimes. @param {{ ends: number[], start: string, changes: number[][] }} coded */
function stacksOf(coded) {
    const { ends } = coded, played = pokerlabPlayed(coded), runs = played[0].map(() => /** @type {Run[]} */ ([]));
    played.forEach((digits, piece) => digits.forEach((how, place) => {
        const last = runs[place].at(-1);
        if (how && last && last[1] === ends[piece]) last[1] = ends[piece + 1];
        else if (how) runs[place].push([ends[piece], ends[piece + 1]]);
    }));
    return [runs.slice(0, runs.length / 2), runs.slice(runs.length / 2)];
}

class PushFold extends Tool {
    kind = "push-fold";
    keys = ["stack", "other", "sb", "bb", "ante", "dead"];
    unit = "bb";
    prover = make("button", { type: "button", click: () => this.prove() }, "Prove it exactly");
    proof = make("span", { role: "status" });
    marker = make("circle", { r: 5 });
    /** @type {HTMLButtonElement[]} */
    steps = [];
    /** What is said of a hand against a range. */
    odds = make("p");

    /** @param {HTMLElement} root @param {any} data @param {any} shared */
    constructor(root, data, shared) {
        super(root, data, shared, {
            stack: "10", other: "", sb: "0.5", bb: "1", ante: "0", dead: "0", hand: "K5s", seat: "0", seed: "", shows: "play", against: "",
        });
        this.runs = stacksOf(data);
        this.slider = new Slider("Stack", "big blinds", data.stacks,
            (stack, gesture) => this.set({ ...this.typed, stack }, gesture));
        this.slider.key = "stack";
        this.controls.append(this.slider.element);
        this.more.after(this.curve(), this.mixing(), this.proving());
        this.keeper.before(this.pick("shows", "Colours show", { play: "what hands do", gain: "what acting earns more than folding", depth: "up to which stack a hand is played" }));
        this.more.append(make("details", { class: "explorer-more" },
            make("summary", {}, "Blinds, antes, unequal stacks"),
            make("div", { class: "explorer-controls" },
                this.type("other", "Big blind's stack, if another"), this.type("sb", "Small blind"), this.type("bb", "Big blind"),
                this.type("ante", "Ante"), this.type("dead", "Big-blind ante")),
            make("p", {}, "Stacks are counted before blinds and antes. The big-blind ante comes out of the big blind's stack, before the blind."),
            make("p", { class: "explorer-presets" }, ...[[10, 0], [15, 0], [20, 0], [10, 1], [20, 1]].map(([stack, dead]) => make("button", {
                type: "button", click: () => this.set({ stack: String(stack), other: "", sb: "0.5", bb: "1", ante: "0", dead: String(dead) }),
            }, `${stack} big blinds${dead ? ", big-blind ante" : ""}`)))), this.locking(), this.playing(),
            make("details", { class: "explorer-more" }, make("summary", {}, "A hand against a range"),
                make("div", { class: "explorer-controls explorer-row" }, this.type("against", "Range, such as 22+, A2s+", { size: 30 })), this.odds));
    }

    /** A button that has both best responses worked out in integers, and what comes of it. */
    proving() {
        return make("p", { class: "explorer-proof" }, this.prover, " ", this.proof);
    }

    prove() {
        const { state, game, deal } = this, { stack, other, sb, bb, ante, dead } = state;
        const say = (...words) => this.proof.replaceChildren(...words);
        if (state.locks) return say("A locked range is no equilibrium: nothing to check.");
        if (this.busy || game?.tree !== this.pending || game.tree.sets.some(([[, , , first, stop]]) => stop - first < 2))
            return say(this.busy ? "Not solved yet." : "Who is all-in by force has nothing to choose.");
        try {
            const chances = game.plans.map(plan => plan[plan.length - 1]);
            const found = pokerlabProof.prove(deal.counts, [stack, other || stack, sb, bb, ante, dead], chances);
            if (found.lower !== found.upper) return say(`Not proven: the strategies guarantee ${found.lower} and ${found.upper}.`);
            const many = found.mixed[0].length, text = JSON.stringify(found.certificate, null, 1);
            const link = make("a", {
                href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: "certificate.json",
            }, "certificate");
            say(`Proven: with ${many} of the pushes and of the calls mixed, both best responses earn exactly `,
                make("code", {}, found.lower), " big blinds. Take the ", link, ".");
        } catch (error) {
            say(`Not proven: ${/** @type {Error} */ (error).message}.`);
        }
    }

    /** @param {State} state @param {Answering} [answer] @returns {Words} */
    words({ stack, other, sb, bb, ante, dead }, answer) {
        const stacks = other ? `("${stack}", "${other}")` : `"${stack}"`, plain = !other && ![ante, dead].some(chips);
        const options = `push-fold --stack ${stack} --small-blind ${sb} --big-blind ${bb}`;
        const tree = `betting.push_fold(${stacks}, "${sb}", "${bb}", "${ante}", "${dead}")`, answers = answer?.risk !== undefined;
        const risk = answers && tidy(Number(((answer.risk ?? 0) * chips(bb)).toFixed(6))), player = answer?.answerer ?? 0, names = ["push", "call"];
        const range = answers && this.range(["fold", names[1 - player]], this.locks[1 - player][0]);
        return {
            answers,
            command: plain && (answers ? `${options} --against "${range}" --risk ${risk} --as ${["small", "big"][player]}` : options),
            code: answers ? `pl.studies.safe_response.solve(game := pl.games.Game(pl.deals.holdem(), pl.${tree}), ${player}, `
                + `game.plan(${1 - player}, {"${names[1 - player]}": "${range}"}), "${risk}")` : tree,
            note: chips(bb) === 1 ? "" : `. There, values are in chips: ${bb} make a big blind.`,
        };
    }

    /** Move the marker of the curve. */
    place() {}

    /** The value against the stack at blinds of 1/2 and 1, as a curve with a marker. */
    curve() {
        const { stacks, values } = this.data;
        const low = Math.min(...values, 0), high = Math.max(...values, 0);
        const x = stack => 4 + 392 * (stack - stacks[0]) / (stacks.at(-1) - stacks[0]);
        const y = value => 8 + 64 * (high - value) / (high - low);
        this.place = () => {
            const at = this.effective();
            const off = at < stacks[0] || at > stacks.at(-1) || !this.plain;
            const place = off ? { visibility: "hidden" } : { visibility: "visible", cx: x(at), cy: y(this.game.value) };
            for (const [name, value] of Object.entries(place)) this.marker.setAttribute(name, String(value));
            this.mixed(off ? undefined : at);
        };
        const ends = this.data.ends.slice(1, -1).map(end => `M${x(end).toFixed(2)} 76v5`).join("");
        const points = stacks.map((stack, at) => `${x(stack).toFixed(1)} ${y(values[at]).toFixed(1)}`);
        const sides = [0, stacks.length - 1].map(at => `${signed(values[at], 3)} at ${stacks[at]}`);
        return make("svg", { viewBox: "0 0 430 96", role: "img", class: "explorer-curve" },
            make("title", {}, `What the game is worth to the small blind, from ${sides.join(" to ")} big blinds`),
            make("line", { x1: 4, x2: 396, y1: y(0), y2: y(0) }),
            make("path", { d: `M${points.join("L")}` }), make("path", { d: ends, class: "explorer-ends" }), this.marker,
            ...[high, 0, low].map(value => make("text", { x: 398, y: y(value) + 4, "text-anchor": "start" }, signed(value, 2))),
            make("text", { x: 4, y: 92 }, `${stacks[0]} bb`),
            make("text", { x: 396, y: 92, "text-anchor": "end" }, `${stacks.at(-1)} bb`),
            make("text", { x: 200, y: 92, "text-anchor": "middle" }, "value against stack, and where pieces end"));
    }

    /** Which hands mix, between which ends; and buttons for the next piece. */
    mixing() {
        const go = by => {
            const { ends } = this.data, at = this.pieceAt(this.effective()) + by;
            this.set({ stack: String(tidy(Number(((ends[at] + ends[at + 1]) / 2).toPrecision(9)) * chips(this.state.bb))), other: "" });
        };
        this.steps = [-1, 1].map(by => make("button", { type: "button", click: () => go(by) }, by < 0 ? "Previous piece" : "Next piece"));
        return make("div", { class: "explorer-mixing" }, this.mixers, ...this.steps);
    }

    /** The number of the piece that a stack lies in: so many ends are not above it. */
    pieceAt(stack) {
        return Math.min(this.data.ends.filter(end => end <= stack).length, this.data.ends.length - 1) - 1;
    }

    mixed(stack) {
        const { ends } = this.data, at = this.pieceAt(stack), some = this.game.plans.map(plan => {
            const column = plan[plan.length - 1], hands = this.deal.hands.filter((_, hand) => column[hand] > 1e-6 && column[hand] < 1 - 1e-6);
            return hands.map(hand => `${hand} ${percent(column[this.deal.hands.indexOf(hand)], 2)}`).join(", ") || "nothing";
        });
        const piece = stack && `Piece ${at + 1} of ${ends.length - 1}, from ${ends[at].toFixed(4)} to ${ends[at + 1].toFixed(4)} big blinds. `;
        // The mixture of what is locked and what is not is no player's own.
        const told = ["pushes", "calls"].map((name, player) => `of the ${name} ${some[player]}`)
            .filter((_, player) => this.game.belief === 1 || !(0 in this.locks[player]));
        this.mixers.textContent = `${piece ?? ""}Mixed: ${told.join(", ")}.`;
        this.steps.forEach((button, i) => { button.disabled = !stack || !ends[at - 1 + 3 * i]; });
    }

    /** The stack that can be lost, in big blinds. */
    effective({ stack, other, bb } = this.state) {
        return tidy(Math.min(chips(stack), chips(other || stack)) / chips(bb));
    }

    show() {
        const { stack, bb } = this.state, unit = chips(bb);
        Object.assign(this.slider, { unit: unit === 1 ? "big blinds" : "chips", choices: this.data.stacks.map(blinds => tidy(blinds * unit)) });
        this.slider.show(stack);
        super.show();
    }

    /** @param {Shown} game @param {boolean} [done] */
    take(game, done) {
        this.proof.replaceChildren();
        super.take(game, done);
    }

    /** @param {State} state */
    question(state) {
        if (state.against) this.weights(state.against, this.deal, wrong => { throw new Refusal(`the range: ${wrong}`); });
        return super.question(state);
    }

    /** How much of the pot a hand wins on average, all-in against a range, as a share of each of the opponent's hands. */
    equity(player, hand, range) {
        const [met, won] = [0, 1].map(showdown => this.deal.times(player, showdown, range)[hand]);
        return (1 + (player ? -won : won) / met) / 2;
    }

    below({ game, player }, selected, hand) {
        const won = this.equity(player, hand, game.plans[1 - player].at(-1)), acts = player ? "pushes" : "calls";
        const runs = this.state.shows === "depth" && this.plain && this.runs[player][hand].map(([from, to]) => `${tidy(Number(from.toFixed(3)))} to ${to < 20 ? tidy(Number(to.toFixed(3))) : "20 or more"}`);
        const depth = runs ? [make("p", { class: "explorer-runs" }, `${this.hands[hand]} is ${player ? "called with" : "pushed"} from ${runs.join(", from ")} big blinds.`)] : [];
        return [...depth, make("p", { class: "explorer-equity" }, won >= 0 ? `${this.hands[hand]} has ${percent(won)} against the ${acts} it meets.` : `It meets no ${acts}.`)];
    }

    mark(hand = this.hand, focusable = true) {
        super.mark(hand, focusable);
        this.meet(hand);
    }

    complain() {
        super.complain();
        this.meet();
    }

    /** Say what a hand wins against the range that is typed, if that can be read. */
    meet(hand = this.hand) {
        const { against } = this.state, won = against ? this.equity(0, hand, this.weights(against, this.deal)) : 0;
        this.odds.textContent = this.refused.has("against") ? "" : `${this.hands[hand]} ${!against ? "and a range, all-in before the flop: type the range" : won >= 0 ? `has ${percent(won, 2)} against ${against}` : `leaves none of ${against}`}.`;
    }

    picture(game, views) {
        this.place();
        views[0].draw(game, 0, "Small blind, opening", asTheyAre);
        views[1].draw(game, 0, "Big blind, facing a push", asTheyAre);
        const { shows } = this.state;
        for (const view of views) if (shows === "gain") view.heat(game);
        else if (shows === "depth" && !view.than) this.depth(view);
    }

    /** Whether nothing but the stack is set: then the pieces are known. */
    get plain() {
        const { sb, bb, ante, dead, locks } = this.state;
        return 2 * chips(sb) === chips(bb) && !chips(ante) && !chips(dead) && !locks;
    }

    depth(view) {
        if (this.plain) view.deep(this.runs[view.player], view.player ? "called with" : "pushed");
        else view.legend.append("How deep is known without antes, locks and unusual blinds only.");
    }

    summary(game, state = this.state) {
        return `with ${Number(this.effective(state).toFixed(4))} big blinds ${super.summary(game)}`;
    }

}

/** A game whose decisions are many: above each view is a list of its player's. */
class Betting extends Tool {
    /** @param {HTMLElement} root @param {any} data @param {any} shared @param {State} state */
    constructor(root, data, shared, state) {
        super(root, data, shared, state);
        this.views.forEach((view, player) => {
            view.list = make("select", { "aria-label": `Decision of the ${player ? "second" : "first"} player`, change: () => this.set({ [player ? "big" : "small"]: view.list.value }) });
            view.caption.before(view.list);
        });
    }

    /** Sizes may be named as they are typed: bet 60%, raise 2.5x. @type {Tool["called"]} */
    called(said, names, history, state) {
        const [, size, unit] = said.match(/ ([\d.]+)(%|x)$/) ?? [];
        const sized = name => read(name.split(" ").pop());
        if (!size) return super.called(said, names, history, state);
        const to = chips(size) * (unit === "x" ? sized(history) || chips(state.bb ?? "0") : chips(state.pot ?? "0") / 100);
        return names.findIndex(name => name.startsWith(unit === "x" ? "raise to " : "bet ") && Math.abs(sized(name) - to) <= 1e-9 * to);
    }

    onwards({ than, history, player, game }, name) {
        const next = history ? `${history}, ${name}` : name;
        if (than || !game.tree.sets[1 - player].some(([history]) => history === next)) return;
        return make("button", { type: "button", title: `Go on ${after(next)}`, click: () => this.set({ [player ? "small" : "big"]: next }) }, name);
    }

    /** Sizes are kept as the package reads them: 2.5x for 2,5 or 2.5X. @type {Tool["tidy"]} */
    tidy(key, text) {
        if (this.kind === "one-round" || !/^(raises|bets)$/.test(key)) return super.tidy(key, text);
        const point = size => size.replace(/^(\d*),(\d+[x%]?)$/, "$1.$2");
        const by = key === "bets" ? "" : "x";
        return text.toLowerCase().replace(/\S+/g, point)
            .replace(/[^\s,]+/g, size => read(size) > 0 ? size + by : size);
    }

    /** Forget a decision that the game does not have. */
    show() {
        this.tree.sets.forEach((sets, player) => {
            const key = player ? "big" : "small";
            if (!sets.some(([name]) => name === this.state[key])) this.state[key] = this.start[key];
        });
        super.show();
    }

    picture(game, views) {
        views.forEach((view, player) => {
            const { tree } = game, histories = tree.sets[player].map(set => set[0]);
            const asked = view.than?.history ?? this.state[player ? "big" : "small"];
            const history = view.than || histories.includes(asked) ? asked : histories[0];
            if (!view.than) {
                if ([...view.list.options].map(({ value }) => value).join() !== histories.join())
                    view.list.replaceChildren(...histories.map(history => make("option", { value: history }, capital(after(history)))));
                view.list.value = history;
                view.list.setAttribute("aria-label", `Decision of ${the(tree.players[player])}`);
            }
            const title = `${capital(tree.players[player])}, ${after(history)}`;
            const set = histories.indexOf(history);
            if (set < 0) view.clear(title, "This game has no such decision.");
            else view.draw(game, set, title, asTheyAre);
        });
    }

}

class Preflop extends Betting {
    kind = "preflop";
    keys = ["blinds", "nr", "raise", "betting", "live"];

    constructor(root, data, shared) {
        super(root, data, shared, {
            blinds: "0.5/1", nr: "3", raise: "1", betting: "limit", live: "yes",
            small: "", big: "call", within: "0.00001", hand: "KK",
        });
        this.controls.append(
            this.type("blinds", "Blinds, in chips"), this.type("nr", "Actions each (nr)", { size: 3 }), this.type("raise", "A raise, in chips or pots", { size: 3 }),
            this.pick("betting", "Betting", { limit: "limit", pot: "pot-limit" }),
            this.pick("live", "Big blind live", { yes: "yes", no: "no" }), this.precision);
        this.more.append(this.locking(), this.playing());
    }

    /** @param {State} state @returns {Words} */
    words({ blinds, nr, raise, betting, live }) {
        const [small, big] = blinds.split("/").map(text => text.trim()), bl = minus(big, small);
        const many = Number(nr), told = (/** @type {boolean} */ is) => is ? "True" : "False";
        const [pot, liv] = [betting === "pot", live === "yes"];
        return {
            command: `preflop nr=${many} r=${raise} an=${small} bl=${bl} lim=${Number(!pot)} liv=${Number(liv)}`,
            code: `betting.limit(${many}, "${raise}", "${small}", "${bl}", `
                + `pot_limit=${told(pot)}, live=${told(liv)})`,
            note: ". The command's value is the big blind's: its sign is the other one.",
        };
    }
}

class NoLimit extends Betting {
    kind = "no-limit";
    keys = ["stack", "other", "raises", "sb", "bb", "ante"];

    constructor(root, data, shared) {
        super(root, data, shared, {
            stack: "10", other: "", raises: "2.5x", sb: "0.5", bb: "1", ante: "0",
            small: "", big: "call", within: "0.0001", hand: "AA",
        });
        this.controls.append(
            this.type("stack", "Stack"), this.type("other", "Big blind's, if another"), this.type("raises", "Raises", { size: 14 }),
            this.type("sb", "Small blind"), this.type("bb", "Big blind"), this.type("ante", "Ante"), this.precision);
        this.more.append(this.locking(), this.playing());
    }

    /** @param {State} state @returns {Words} */
    words({ stack, other, raises, sb, bb, ante }) {
        const least = other && chips(other) < chips(stack) ? other : stack, given = listed(raises);
        return {
            command: `no-limit --stack ${least} --raises ${given.join()} `
                + `--small-blind ${sb} --big-blind ${bb} --ante ${ante}`,
            code: `betting.no_limit("${least}", ${JSON.stringify(given.join() === "all" ? "all" : given)}, `
                + `"${sb}", "${bb}", "${ante}")`,
        };
    }
}

class OneRound extends Betting {
    kind = "one-round";
    keys = ["raises", "reraises", "turns", "sb", "bb"];
    digits = 4;

    /** @param {HTMLElement} root @param {any} data @param {any} shared */
    constructor(root, data, shared) {
        super(root, data, shared, {
            raises: "0 2:40", reraises: "", turns: "2", sb: "1", bb: "2", within: "0.001", raise: "15", small: "", big: "", hand: "63s",
        });
        this.slider = new Slider("Raise by", "chips", [], (raise, gesture) => this.set({ raise }, gesture));
        this.slider.key = "raise";
        this.controls.append(this.slider.element, this.type("raises", "Raises", { size: 14 }),
            this.type("reraises", "Re-raises", { size: 8 }), this.type("turns", "Turns to raise", { size: 2 }),
            this.type("sb", "Alice posts"), this.type("bb", "Bob posts"), this.precision);
        this.more.append(this.locking(), this.playing());
    }

    /** @param {State} state */
    question(state) {
        amount("raise by", state.raise);
        return super.question(state);
    }

    /** @param {State} state @returns {Words} */
    words({ raises, reraises, turns, sb, bb }) {
        const list = found => `[${found.map(size => `"${size}"`).join(", ")}]`, { tree } = this;
        const first = actions(tree, 0, 0).slice(1).map(name => name.split(" ")[1] ?? "0"), later = sizes("reraises", reraises);
        const more = later.length ? `, ${list(later)}, ${Number(turns)}` : "";
        return {
            command: !later.length && `one-round --raises ${listed(raises).join()} --small-blind ${sb} --big-blind ${bb}`,
            code: `betting.one_round(${list(first)}, "${sb}", "${bb}"${more})`,
        };
    }

    picture(game, views) {
        const { tree } = game, raise = `raise ${this.state.raise}`, used = tree.sequences[0].includes(raise);
        if (this.state.reraises) return super.picture(game, views);
        views[0].draw(game, 0, `Alice: who raises by ${this.state.raise}`, (names, shares, colors) => {
            const at = name => shares[names.indexOf(name)] || 0, chosen = at(raise);
            const [call, fold] = [at("call"), at("fold")];
            return [...used ? [[raise, colors.raise, chosen]] : [],
                [used ? "other raises" : "raises", colors.other, 1 - chosen - call - fold],
                ...names.includes("call") ? [["call", colors.call, call]] : [], ["fold", colors.fold, fold]];
        });
        const set = tree.sets[1].findIndex(([history]) => history === raise);
        if (used) views[1].draw(game, set, `Bob, facing a raise by ${this.state.raise}`, asTheyAre);
        else views[1].clear(`Bob, facing a raise by ${this.state.raise}`,
            "Alice never raises by this. Many answers of Bob's see to that; none is singled out.");
    }

    show() {
        const names = actions(this.tree, 0, 0).filter(name => name.startsWith("raise "));
        const raises = names.map(name => name.slice(6));
        this.slider.choices = raises.length ? raises : ["0"];
        this.state.raise = String(this.slider.nearest(this.state.raise));
        this.slider.show(this.state.raise);
        for (const element of [this.slider.element, ...this.views.map(view => view.list)])
            element.hidden = (element === this.slider.element) === Boolean(this.state.reraises);
        super.show();
    }
}

/** Two ranges on a river, combo by combo, and which combos each cell of the chart has. */
class Spot extends RiverDeal {
    constructor(spot, cells) {
        super(spot);
        const { combos, name } = pokerlabRanges, places = new Map(this.cards.map(([high, low], at) => [52 * high + low, at]));
        this.hands = this.cards.map(cards => cards.map(name).join(""));
        this.cells = cells.map(cell => combos(cell).map(combo => places.get(combo)).filter(at => at !== undefined));
    }

    at(player, hand) {
        return this.cells[hand].filter(at => this.weights[player][at]);
    }
}

const HELD = "in the range";

class River extends Betting {
    kind = "river";
    brushes = [HELD];
    fine = 2;
    keys = ["board", "first", "second", "pot", "stack", "bets", "raises"];

    constructor(root, data, shared) {
        super(root, data, shared, {
            board: "Td9d6hQc2s", first: "66+, A8s+, A5s-A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s",
            second: "QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, 53s+",
            pot: "200", stack: "900", bets: "60%", raises: "2.5x", small: "", big: "bet 120", within: "0.001", hand: "AA",
        });
        const shares = ["0.01", "0.003", "0.001", "0.0003", "0.0001", "0.00003"];
        this.controls.append(
            this.type("board", "Board", { size: 11 }), this.type("pot", "Pot", { size: 4 }), this.type("stack", "Stack behind", { size: 4 }),
            this.type("bets", "Bets, of the pot", { size: 9 }), this.type("raises", "Raises", { size: 9 }),
            this.pick("within", "Within, of pot", Object.fromEntries(shares.map(share => [share, `${tidy(100 * Number(share))}%`]))),
            this.type("first", "First player holds", { size: 30 }), this.type("second", "Second player holds", { size: 30 }));
        this.more.append(this.locking(), this.playing());
        this.counts = Object.fromEntries(["first", "second"].map(key => [key, make("span")]));
        for (const [key, count] of Object.entries(this.counts)) this.boxes[key].previousElementSibling?.append(count);
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
        else this.pending = this.tree;
    }

    show() {
        ["first", "second"].forEach((key, player) => {
            const { weights: { [player]: own }, scale } = this.wanted.deal;
            this.counts[key].textContent = `: ${tidy(own.reduce((a, b) => a + b) * (player ? scale : 1)).toFixed(1).replace(/\.0$/, "")} combos`;
        });
        this.digits = Math.min(Math.max(4 - Math.floor(Math.log10(chips(this.state.pot))), 0), 9);
        super.show();
    }

    question(state) {
        const deal = this.spot(state);
        return { ...super.question(state, deal), within: state.within * chips(state.pot), spot: deal.spot };
    }

    /** The deal that two ranges make on a board. */
    spot({ board, first, second }) {
        const told = JSON.stringify([board, first, second]);
        if (told === this.made?.told) return this.made.deal;
        const refuse = (given, needed) => { throw new Refusal(`board: ${given} given, ${needed} needed`); };
        const shown = pokerlabRanges.cards(board, refuse);
        if (shown.length !== 5) refuse(board || "nothing", "five cards such as Td9d6hQc2s");
        const weights = [["first", first], ["second", second]].map(([name, text]) =>
            pokerlabRanges.weigh(text || "random", wrong => { throw new Refusal(`the ${name} player's range: ${wrong}`); }));
        const cards = [...new Set(weights.flatMap(own => [...own].filter(([, weight]) => weight).map(([combo]) => combo)))]
            .map(combo => [Math.floor(combo / 52), combo % 52]).filter(own => !own.some(card => shown.includes(card)));
        const spot = { board: shown, cards, weights: weights.map(own => cards.map(([high, low]) => own.get(52 * high + low) ?? 0)) };
        const deal = Object.assign(new Spot(spot, this.hands), { spot });
        if (!(deal.weights[1].some(Boolean) && deal.weights[1].every(Number.isFinite))) throw new Refusal("the ranges: no two hands fit the board and each other");
        this.made = { told, deal };
        return deal;
    }

    /** @param {string} text @param {AnyDeal} deal @param {(wrong: string) => never} [refuse] @returns {number[]} */
    weights(text, { cards }, refuse) {
        const weights = pokerlabRanges.weigh(text, refuse);
        return cards.map(([high, low]) => weights.get(52 * high + low) ?? 0);
    }

    held({ weights, scale }, player, hand) {
        return weights[player][hand] * (player ? scale : 1);
    }

    /** A hand whose combos weigh the same is written as one. */
    text(weights, digits) {
        const { deal } = this.wanted, rest = [], whole = deal.cells.map(cell => {
            const own = cell.map(at => Number(weights[at].toFixed(digits)));
            if (new Set(own).size < 2) return own[0] ?? 0;
            rest.push(...cell.map((at, i) => own[i] && deal.hands[at] + (own[i] < 1 ? `:${own[i]}` : "")).filter(Boolean));
            return 0;
        });
        return [pokerlabRanges.write(whole, this.hands, digits), ...rest].filter((part, i) => i || part !== "none" || !rest.length).join(", ");
    }

    /** Painting may change who is in a range, too. */
    painted(view, hand, begins) {
        if (view.brush.value !== HELD) return super.painted(view, hand, begins);
        const key = view.player ? "second" : "first", text = this.state[key] || "random", refuse = wrong => { throw new Refusal(wrong); };
        const weights = pokerlabRanges.read(text, this.hands, refuse), name = this.hands[hand];
        if (begins) this.stroke = { view, to: weights[hand] ? 0 : 1 };
        const to = this.stroke?.to ?? 1;
        weights[hand] = to;
        // Where combos are named, what is written last counts.
        const written = /[cdhs][AKQJT2-9][cdhs]/.test(text) ? `${text}, ${name}${to ? "" : ":0"}` : pokerlabRanges.write(weights, this.hands);
        this.set({ ...this.typed, [key]: written }, this.stroke);
        return true;
    }

    /** @param {State} state @returns {Words} */
    words({ board, first, second, pot, stack, bets, raises }) {
        const { cards: read, name, plain } = pokerlabRanges, cards = read(board).map(name).join("");
        const range = text => listed(plain(text)).join() || "random";
        const list = text => text.trim() === "none" ? "[]" : JSON.stringify(listed(text));
        return {
            command: `river --board ${cards} --first "${range(first)}" --second "${range(second)}" --pot ${pot} --stack ${stack} --bets ${listed(bets).join()} --raises ${listed(raises).join()}`,
            code: `Game(deals.river("${cards}", "${range(first)}", "${range(second)}"), betting.river("${pot}", "${stack}", ${list(bets)}, ${list(raises)}))`,
        };
    }

    summary(game, { pot } = this.state) {
        return `${super.summary(game)}: ${signed(100 * game.value / chips(pot), 2)}% of the pot`;
    }

    get proven() {
        return this.width(this.game.upper - this.game.lower);
    }

    /** Two digits of a share of the pot that a width does not exceed. */
    width(chipsWide) {
        const share = 100 * chipsWide / chips(this.state.pot), digits = 1 - Math.floor(Math.log10(Math.max(share, 1e-6)));
        return `${(Math.ceil(share * 10 ** digits - 1e-6) / 10 ** digits).toFixed(Math.max(digits, 0))}% of the pot`;
    }

    /** A hand's combos, one by one. */
    below({ game, player, set, names, colors }, hand) {
        const combos = game.deal.at(player, hand), [, parent, opponent, first] = game.tree.sets[player][set], plan = game.plans[player];
        const reach = game.reach(player, opponent), sign = player ? -1 : 1;
        if (combos.length < 2) return [];
        const row = at => make("tr", {}, make("th", { scope: "row" }, game.deal.hands[at]), ...names.map((name, i) => {
            const share = plan[first + i][at] / plan[parent][at], earned = sign * game.worth[player][first + i][at] / (reach[at] || NaN);
            return make("td", { style: `--share:${share || 0};--color:${colors[name][0]}` }, plan[parent][at] ? percent(share) : "–", make("small", {}, signed(earned, this.digits)));
        }));
        return [make("table", { class: "explorer-combos" },
            make("thead", {}, make("tr", {}, ...["combo", ...names].map(text => make("th", { scope: "col" }, text)))), make("tbody", {}, ...combos.map(row)))];
    }
}

/* ---- the start ---- */

function start() {
    const kinds = { "push-fold": PushFold, preflop: Preflop, "one-round": OneRound, "no-limit": NoLimit, river: River };
    const roots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".explorer")]);
    const data = roots.map(root => JSON.parse(root.querySelector("script")?.textContent ?? ""));
    const { deal: packed, palette } = data.find(part => part.deal), deal = pokerlabDeal(packed), text = `${pokerlabSolver}\npokerlabSolver().listen(self);`;
    /** @type {Partial<Worker> & Pick<Worker, "postMessage">} */
    let worker = { postMessage: () => {} };
    const fail = (/** @type {{ message?: string }} */ { message }) => {
        Tool.broken = `the browser does not run the page's worker${message ? ` (${message})` : ""}. Load the page again, or try another browser`;
        for (const tool of Tool.made) tool.fail(Tool.broken);
    };
    try {
        worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    } catch (error) {
        fail(/** @type {Error} */ (error));
    }
    worker.onerror = fail;
    worker.onmessage = ({ data: found }) => {
        const [name, beside] = found.tool.split(" "), tool = Tool.made.find(made => made.root.id === name);
        if (beside) tool?.arriveBeside(beside, found);
        else tool?.arrive(found);
    };
    worker.postMessage({ deal });
    const shared = { deal: new Deal(deal), palette, worker }, all = new Float64Array(169).fill(1);
    const won = shared.deal.times(0, 1, all).map((sum, hand) => sum / deal.dealt[hand]);
    pokerlabRanges.order.push(...[...won.keys()].sort((a, b) => won[b] - won[a]).map(hand => deal.hands[hand]));
    roots.forEach((root, at) => new kinds[root.id](root, data[at], shared));
    Tool.recall()?.root.scrollIntoView();
    addEventListener("hashchange", () => {
        const asked = Tool.recall();
        if (!history.state) asked?.root.scrollIntoView();
    });
}

start();
})();
