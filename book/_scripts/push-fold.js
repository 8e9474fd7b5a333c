/* Push or fold: a slider over stacks, the value as a curve, the pieces of the stacks, a proof. */

import { lacks, ranked, readNumber, sum, tidy } from "./amounts.js";
import { Slider, button, unfolding } from "./controls.js";
import { isMixed } from "./deal.js";
import { make } from "./elements.js";
import { prove } from "./proof.js";
import { worthOfRealGame } from "./real-game.js";
import { sign } from "./shown.js";
import { SHOWS, Tool, chips } from "./tool.js";
import { percent, signed } from "./words.js";
/** @import { State } from "./betting.js" */
/** @import { Shown } from "./shown.js" */
/** @import { Answering, Shared, ToolData, Words } from "./tool.js" */

export class PushFold extends Tool {
    /** @type {typeof Tool.settings} */
    static settings = {
        stack: ["10"], other: ["", "Big blind's stack, if different"], sb: ["0.5", "Small blind"],
        bb: ["1", "Big blind"], ante: ["0", "Ante"], dead: ["0", "Big-blind ante"],
    };
    static start = { hand: "K5s" };
    unit = "bb";
    proof = make("span", { role: "status" });
    /** The game of which it speaks. @type {Shown | undefined} */
    proven;
    marker = make("circle", { r: 5 });
    /** Where the curve has a stack and a value. @type {(...at: number[]) => object} */
    place;

    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} given */
    constructor(...given) {
        super(...given);
        this.slider = this.sliding("stack", "Stack", "big blinds", this.data.stacks);
        const presets = ["10", "15", "20", "10, big-blind ante", "20, big-blind ante"].map(name => {
            const [stack, ante] = name.split(",");
            return button(`${stack} big blinds${name.slice(2)}`, () =>
                this.set({ ...this.setting(this.start), stack, dead: ante ? "1" : "0" }));
        });
        this.more.prepend(unfolding("Blinds, antes, unequal stacks", this.controls, make("p",
            "Stacks are before blinds and antes. The big-blind ante comes out of the big "
            + "blind's stack first."), make("p.explorer-presets", ...presets)));
        this.looser = new Slider("The big blind calls", "% of all hands", [],
            (share, gesture) => this.loosen(share, gesture));
        this.looser.element.classList.add("explorer-looser");
        this.notLoosened = make("p.explorer-wrong", { role: "alert" });
        this.slider.element.nextElementSibling?.after(this.looser.element, this.notLoosened);
        this.price.after(make("a", { href: "index.html#what-does-your-chart-lose" },
            "What my chart loses, beside SAGE's"));
        this.steps = [-1, 1].map(by =>
            button(`${by < 0 ? "Previous" : "Next"} piece`, () => this.go(by)));
        this.more.after(this.curve(),
            make("div.explorer-mixing", this.mixers, ...this.steps),
            make("p.explorer-proof",
                button("Prove it exactly", () => this.prove()), " ", this.proof));
    }

    /** Have both best responses worked out in integers, and say what comes of it. */
    prove() {
        const { state, game: solved, deal } = this, { stack, other, sb, bb, ante, dead } = state;
        /** @type {(...words: (string | Node)[]) => void} */
        const say = (...words) => this.proof.replaceChildren(...words);
        this.proven = solved;
        if (state.locks) return say("Free what is locked first.");
        if (this.busy || !solved) return say("Not solved.");
        if (solved.tree.sets.some(([[, , , first, stop]]) => stop - first < 2))
            return say("A forced all-in leaves no choice.");
        try {
            const chances = solved.plans.map(plan => plan[plan.length - 1]);
            const amounts = [stack, other || stack, sb, bb, ante, dead];
            const { lower, upper, mixed, certificate } = prove(deal.counts, amounts, chances);
            if (lower !== upper)
                return say(`Not proven: the strategies guarantee ${lower} and ${upper}.`);
            const text = JSON.stringify(certificate, null, 1);
            const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
            say(`Proven: with ${mixed} of the pushes and of the calls mixed, both best `
                + "responses earn exactly ", make("code", lower), " big blinds. Take the ",
                make("a", { href, download: "certificate.json" }, "certificate"), ".");
        } catch (error) {
            say(`Not proven: ${/** @type {Error} */ (error).message}.`);
        }
    }

    /** @param {State} state @param {Answering} [answer] @returns {Words} */
    words({ stack, other, sb, bb, ante, dead }, answer) {
        const stacks = other ? `("${stack}", "${other}")` : `"${stack}"`;
        const tree = `betting.push_fold(${stacks}, "${sb}", "${bb}", "${ante}", "${dead}")`;
        const antes = [["ante", ante], ["big-blind-ante", dead]].filter(([, text]) => chips(text))
            .map(([name, text]) => ` --${name} ${text}`).join("");
        const options = `push-fold --stack ${stack} --small-blind ${sb} --big-blind ${bb}${antes}`;
        const note = chips(bb) === 1 ? "" : `. There, values are in chips: ${bb} make a big blind.`;
        if (answer?.risk === undefined) return { command: !other && options, code: tree, note };
        const { answerer } = answer, keeper = 1 - answerer, action = ["push", "call"][keeper];
        const risk = tidy(Number((answer.risk * chips(bb)).toFixed(6)));
        const range = this.range(["fold", action], this.wanted.locks[keeper][0]);
        return {
            answers: true, note,
            command: !other
                && `${options} --against "${range}" --risk ${risk} --as ${SHOWS[answerer]}`,
            code: "pl.studies.safe_response.solve("
                + `game := pl.games.Game(pl.deals.holdem(), pl.${tree}), ${answerer}, `
                + `game.plan(${keeper}, {"${action}": "${range}"}), "${risk}")`,
        };
    }

    /** The value against the stack at blinds of 1/2 and 1, as a curve with a marker. */
    curve() {
        const { stacks, values, ends } = this.data;
        const from = stacks[0], to = stacks[stacks.length - 1];
        const low = Math.min(...values, 0), high = Math.max(...values, 0);
        /** @type {(stack: number) => number} */
        const x = stack => 4 + 392 * (stack - from) / (to - from);
        /** @type {(value: number) => number} */
        const y = value => 8 + 64 * (high - value) / (high - low);
        /** @type {(x: number, y: number, anchor: string, told: string) => SVGElement} */
        const text = (x, y, anchor, told) => make("text", { x, y, "text-anchor": anchor }, told);
        const points = values.map((value, at) =>
            `${x(stacks[at]).toFixed(1)} ${y(value).toFixed(1)}`);
        const marks = ends.slice(1, -1).map(end => `M${x(end).toFixed(2)} 76v5`).join("");
        const sides = [0, -1].map(at => `${signed(values.at(at) ?? NaN, 3)} at ${stacks.at(at)}`);
        this.place = (stack, value) => ({ cx: x(stack), cy: y(value) });
        return make("svg.explorer-curve", { viewBox: "0 0 430 96", role: "img" },
            make("title", "What the game is worth to the small blind, from "
                + `${sides.join(" to ")} big blinds`),
            make("line", { x1: 4, x2: 396, y1: y(0), y2: y(0) }),
            make("path", { d: `M${points.join("L")}` }),
            make("path.explorer-ends", { d: marks }), this.marker,
            ...[high, 0, low].map(value => text(398, y(value) + 4, "start", signed(value, 2))),
            text(4, 92, "start", `${from} bb`), text(396, 92, "end", `${to} bb`),
            text(200, 92, "middle", "no ante, no lock: value by stack, ends of pieces"));
    }

    /** Move the marker of the curve, and say which hands mix, between which ends. */
    follow() {
        const { data: { ends }, game, at, marker } = this, stack = this.effective();
        if (game !== this.proven) this.proof.replaceChildren();
        const on = this.plain && stack >= ends[0] && stack <= ends[ends.length - 1];
        const put = { ...this.place(stack, game.value), visibility: on ? "visible" : "hidden" };
        for (const [name, value] of Object.entries(put)) marker.setAttribute(name, value);
        // The mixture of what is locked and what is not is no player's own.
        const told = game.plans.flatMap((plan, player) => {
            if (game.belief < 1 && 0 in this.wanted.locks[player]) return [];
            const column = plan[plan.length - 1], mixed = this.hands.flatMap((hand, i) =>
                isMixed(column[i]) ? [`${hand} ${percent(column[i], 2)}`] : []);
            return [`of the ${["pushes", "calls"][player]} ${mixed.join(", ") || "nothing"}`];
        });
        this.mixers.textContent = (on ? `Piece ${at + 1} of ${ends.length - 1}, from `
            + `${ends[at].toFixed(4)} to ${ends[at + 1].toFixed(4)} big blinds. ` : "")
            + `Mixed: ${told.join(", ")}.`;
        this.steps.forEach((button, i) => { button.disabled = !on || !ends[at - 1 + 3 * i]; });
    }

    /** Go on to the next piece, or back. @param {number} by */
    go(by) {
        const { ends } = this.data, at = this.at + by;
        const blinds = Number(((ends[at] + ends[at + 1]) / 2).toPrecision(9));
        this.set({ stack: String(tidy(blinds * chips(this.state.bb))), other: "" });
    }

    /** The number of the piece that the stack lies in. */
    get at() {
        const { ends } = this.data, stack = this.effective();
        return ends.slice(0, -1).findLastIndex(end => end <= stack);
    }

    /** The shorter stack, in big blinds. */
    effective({ stack, other, bb } = this.state) {
        return tidy(Math.min(chips(stack), chips(other || stack)) / chips(bb));
    }

    show() {
        const unit = chips(this.state.bb);
        this.slider.unit = unit === 1 ? "big blinds" : "chips";
        this.slider.choices = this.data.stacks.map(stack => tidy(stack * unit));
        super.show();
    }

    /** @type {Tool["below"]} */
    below({ game, player }, selected, hand) {
        const acts = player ? "pushes" : "calls", [range] = game.plans[1 - player].slice(-1);
        const [met, won] = [0, 1].map(shown => this.deal.times(player, shown, range)[hand]);
        const equity = percent((1 + sign(player) * won / met) / 2, 1);
        return [make("p.explorer-equity", met ? `${this.hands[hand]} has ${equity} `
            + `against the ${acts} it meets.` : `It meets no ${acts}.`)];
    }

    /** How many of all hands call, in percent. @param {ArrayLike<number>} calls */
    often(calls) {
        const { combos } = this.deal, many = sum(combos.map((many, hand) => many * calls[hand]));
        return Number((100 * many / sum(combos)).toFixed(1));
    }

    /** Lock so many calls, in percent, of the hands to which calling an optimal push earns most;
    as many as are optimal are free. @param {string} text @param {object} [gesture] */
    loosen(text, gesture) {
        const { free, locker, views: [, view], deal: { combos } } = this;
        const share = readNumber(text.replace(",", ".").replace(/\s*%$/, ""));
        this.notLoosened.textContent = share >= 0 && share <= 100 ? ""
            : `The big blind calls: ${lacks(text.slice(0, 20), "a number from 0 to 100")}.`;
        if (!free || this.notLoosened.textContent) return;
        const rows = locker.rows.filter(row => row[0] !== "1");
        const gains = combos.map((_, hand) =>
            free.earns(1, 0, 1, [hand]) - free.earns(1, 0, 0, [hand]));
        const calls = combos.map(() => 0);
        let left = sum(combos) * share / 100;
        for (const hand of ranked(gains)) {
            calls[hand] = Math.min(Math.max(left / combos[hand], 0), 1);
            left -= combos[hand];
        }
        const same = share === this.often(free.acts(1, 0)[1]);
        locker.keep([...rows, ...same ? [] : [["1", view.history, this.text(calls, 4)]]], gesture);
    }

    /** Let the knob say how many call, and how many are optimal. */
    turn() {
        const { free, looser, game, wanted: { locks: [, { 0: locked }] } } = this;
        const [, , , first, stop] = game.tree.sets[1][0];
        looser.element.hidden = stop - first < 2;
        const best = this.often((locked && free || game).plans[1][stop - 1]);
        looser.choices = [...Array(101).keys(), best].sort((a, b) => a - b);
        looser.unit = `% of all hands, optimal ${locked && !free ? "…" : `${best}%`}`;
        looser.show(String(locked ? this.often(locked[1]) : best));
    }

    /** @type {Tool["picture"]} */
    picture(game, views) {
        this.follow();
        if (views === this.views) this.turn();
        views[0].draw(game, 0, "Small blind, opening");
        views[1].draw(game, 0, "Big blind, facing a push");
    }

    /** @returns {[number, string]} */
    get thousandth() {
        return [0.001, "mbb"];
    }

    /** Whether nothing but the stack is set: then the pieces are known. */
    get plain() {
        const { sb, bb, ante, dead, locks } = this.state;
        return 2 * chips(sb) === chips(bb) && !chips(ante) && !chips(dead) && !locks;
    }

    get realGame() {
        return this.plain ? worthOfRealGame(this.effective()) : "";
    }

    /** @type {Tool["summary"]} */
    summary(game, state = this.state) {
        const stack = Number(this.effective(state).toFixed(4));
        const ante = chips(state.ante), told = ante ? `, ante ${tidy(ante)},` : "";
        return `with ${stack} big blind${stack === 1 ? "" : "s"}${told} ${super.summary(game)}`;
    }
}
