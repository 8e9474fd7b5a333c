/* Push or fold against the strategies on the screen: hands are dealt, mistakes priced, luck left out. */

"use strict";

const pokerlabPlay = (() => {

const MODULUS = 2 ** 31 - 1;

/** Numbers from 0 to 1 that a seed determines: the minimal standard of Park and Miller (1988). */
function* numbers(seed) {
    for (let x = seed % (MODULUS - 1) + 1, n = 0; ; n++) {
        x = 48271 * x % MODULUS;
        if (n > 9) yield x / MODULUS;
    }
}

/** The first index at which the running sum of weights exceeds a share of all. */
function draw(weights, share) {
    let left = share * weights.reduce((a, b) => a + b);
    const at = weights.findIndex(weight => (left -= weight) < 0);
    return at < 0 ? weights.findLastIndex(Boolean) : at;
}

const cards = hand => `${hand[0]}\u2660${hand[1]}${hand[2] === "s" ? "\u2660" : "\u2665"}`;
const chips = x => `${x <= -0.005 ? "\u2212" : "+"}${Math.abs(x).toFixed(2)}`;

/** A reader's game against a tool's solution; `make` makes elements. Nothing of it is stored. */
class Trainer {
    constructor(tool, make) {
        Object.assign(this, { tool, make });
        const button = (text, click) => make("button", { type: "button", click }, text);
        this.seat = make("select", { "aria-label": "Your seat" }, ...["small blind", "big blind"].map((text, value) => make("option", { value }, text)));
        this.choices = [0, 1].map(i => button("", () => this.choose(i)));
        this.ender = button("End", () => this.end());
        this.told = make("div", { role: "status", class: "explorer-table" });
        this.starter = button("New game", () => tool.set({ seat: this.seat.value, seed: String(1 + Math.floor(Math.random() * 1e6)) }, "seed"));
        this.element = make("details", { class: "explorer-more" }, make("summary", {}, "Play against it"),
            make("p", {}, "You are dealt hands (as the big blind, those that are pushed at), and play against what the charts show, which are hidden meanwhile. A mistake costs what the better action "
                + "earns more; a showdown pays what the two hands win on average. The address repeats the same deals; nothing else is kept."),
            make("div", { class: "explorer-controls" }, this.seat, this.starter, ...this.choices, this.ender), this.told);
        this.hide(false);
    }

    hide(playing) {
        for (const telling of [this.tool.charts, this.tool.mixers]) telling.hidden = playing;
        for (const control of [...this.choices, this.ender]) control.hidden = !playing;
        if (!playing) this.asked = undefined;
    }

    /** Begin, if the tool has come to another game, seat or seed. */
    follow() {
        const { state: { seat, seed }, game, busy, pending } = this.tool;
        if (busy || game?.tree !== pending) return;
        const key = `${seat} ${seed}`;
        if (this.game === game && this.key === key) return;
        Object.assign(this, { game, key, decided: [], won: 0, player: Number(seat) });
        if (!seed) this.told.replaceChildren();
        if (!seed || this.over === key) return this.hide(false);
        this.element.open = true;
        this.seat.value = seat;
        const [, , , first, stop] = game.tree.sets[this.player][0];
        this.weights = game.deal.prior.map((weight, at) => weight * (this.player ? game.plans[0].at(-1)[Math.floor(at / game.deal.n)] : 1));
        const never = !this.weights.some(Boolean), forced = stop - first < 2;
        this.hide(!forced && !never);
        if (forced || never) return this.say(forced ? "All-in by force, there is nothing to choose." : "The small blind never pushes, there is nothing to choose.");
        this.numbers = numbers(Number(seed));
        this.next();
    }

    /** What a pair of hands pays the reader after both players' last sequences, on average. */
    pays(pair, last) {
        const { tree, deal } = this.game, at = pair[0] * deal.n + pair[1];
        const paid = tree.ends.filter(end => end[0] === last[0] && end[1] === last[1])
            .reduce((sum, end) => sum + end[3] * (end[2] ? deal.payoff[at] / deal.prior[at] : 1), 0);
        return this.player ? -paid : paid;
    }

    /** Deal hands about which the reader is asked: the big blind's are pushed at. */
    next(before = "") {
        const { deal, plans, tree } = this.game, take = () => this.numbers.next().value, [, , , first, stop] = tree.sets[this.player][0];
        const at = draw(this.weights, take()), pair = [Math.floor(at / deal.n), at % deal.n], other = 1 - this.player;
        const aggressive = this.player === 1 || take() < plans[other].at(-1)[pair[other]];
        this.asked = { pair, hand: pair[this.player], aggressive };
        tree.sequences[this.player].slice(first, stop).forEach((name, i) => { this.choices[i].textContent = name.split(", ").at(-1); });
        const hand = deal.hands[this.asked.hand];
        this.say(before, `Deal ${this.decided.length + 1}: you hold ${cards(hand)} (${hand})${this.player ? ", and the small blind has pushed" : ""}.`);
    }

    choose(i) {
        const { pair, hand, aggressive } = this.asked, { tree, deal } = this.game, player = this.player, [, , , first, stop] = tree.sets[player][0];
        const earned = [0, 1].map(action => this.game.earns(player, 0, first + action, hand)), lost = Math.max(...earned) - earned[i];
        const own = first + i, folds = !player && own === tree.sequences[0].indexOf("fold");
        const last = player ? [tree.sequences[0].length - 1, own] : [own, folds ? 0 : aggressive ? tree.sequences[1].length - 1 : 1];
        const paid = this.pays(pair, last), name = this.choices[i].textContent, other = deal.hands[pair[1 - player]];
        this.won += paid;
        this.decided.push({ hand, i, lost });
        const answered = player || folds ? "" : aggressive ? ` The big blind calls with ${other}.` : ` The big blind folds ${other}.`;
        const judged = lost > 1e-6 ? `a mistake of ${lost.toFixed(4)} bb` : Math.abs(earned[0] - earned[1]) < 1e-6 ? "as good as the other" : "right";
        this.next(`${name} with ${deal.hands[hand]}: ${judged}.${answered} It pays ${chips(paid)} bb.`);
    }

    say(...lines) {
        const cost = this.decided.reduce((sum, { lost }) => sum + lost, 0), many = this.decided.length;
        const score = many && `After ${many} decision${many === 1 ? "" : "s"}: ${chips(this.won)} bb, mistakes ${cost.toFixed(4)} bb.`;
        this.told.replaceChildren(...[...lines, score].filter(Boolean).map(line => this.make("p", {}, line)));
    }

    /** Show what the reader has played: the range, what it can lose at most, and what was dearest. */
    end() {
        const { tool, game, player, decided, make } = this, { deal } = game;
        this.hide(false);
        this.starter.focus();
        this.over = this.key;
        const seen = new Map();
        for (const { hand, i, lost } of decided) {
            const entry = seen.get(hand) ?? { times: 0, acted: 0, lost: 0 };
            seen.set(hand, { times: entry.times + 1, acted: entry.acted + i, lost: entry.lost + lost });
        }
        if (!seen.size) return this.say("Nothing was decided.");
        const plan = game.plans[player].map(column => Float64Array.from(column)), [, , , first] = game.tree.sets[player][0];
        for (const [hand, { times, acted }] of seen) {
            plan[first + 1][hand] = acted / times;
            plan[first][hand] = 1 - acted / times;
        }
        const free = tool.beside.free?.game ?? game, least = free.continued(1 - player, plan)[0].reduce((a, b) => a + b);
        const exploited = Math.max((player ? -1 : 1) * (free.value - least), 0);
        const dearest = [...seen].filter(([, { lost }]) => lost > 1e-6).sort(([, a], [, b]) => b.lost - a.lost).slice(0, 5);
        const own = pokerlabRanges.write(deal.hands.map((_, hand) => seen.has(hand) ? plan[first + 1][hand] : 0), deal.hands);
        this.say(`Your range, of the ${seen.size} hands that you were asked about: ${own}.`,
            `With all other hands played as in the charts, an opponent who knows it can win ${exploited.toFixed(4)} bb a deal more than the game is worth.`,
            dearest.length ? `Most expensive: ${dearest.map(([hand, { lost }]) => `${deal.hands[hand]} (${lost.toFixed(4)} bb)`).join(", ")}.` : "No mistakes.");
        const whole = pokerlabRanges.write(plan[first + 1], deal.hands);
        this.told.append(make("button", { type: "button", click: () => tool.lock(tool.views[player], whole) }, "See what it loses: lock it"));
    }
}

return { Trainer };
})();
