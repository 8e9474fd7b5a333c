/* Live figures: a sentence on push or fold whose stack the reader turns, and charts that follow.

pokerlab/book/explorer.py writes what stands there without scripts; book/_ext/live.py writes live-data.js.
Nothing is solved: who pushes, calls and mixes is known for every interval of stacks. Two players mix
at most two hands each, so their probabilities are the solution of two linear equations. */

(() => {
"use strict";

const figures = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".live")), home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
if (!figures.length) return;

const STEP = 0.1, PIXELS = 4, FOLD = "var(--pl-fold,#ddd)", TOP = 0.08, HEIGHT = 0.28;
const PLAYERS = [
    { does: "is pushed", not: "is folded", acting: "pushing", action: "push", folding: -0.5 },
    { does: "calls", not: "folds", acting: "calling", action: "call", folding: -1 },
];

/** Solve at most two linear equations; what is found is a probability. */
function solved(matrix, right) {
    const [[a, b] = [], [c, d] = []] = matrix, size = right.length;
    const found = size < 2 ? right.map(x => x / a)
        : [(right[0] * d - b * right[1]) / (a * d - b * c), (a * right[1] - right[0] * c) / (a * d - b * c)];
    return found.map(x => Math.min(1, Math.max(0, x)));
}

/** The equilibrium at a stack: how often each hand pushes and calls, what that earns, and the value. */
function equilibrium({ n, weight, margin, dealt, total, boards, ends, played }, stack) {
    const at = ends.findIndex(end => end > stack) - 1, digits = played.at(stack < ends.at(-1) ? Math.max(at, 0) : -1), hands = [...dealt.keys()];
    const often = [0, n].map(from => hands.map(i => Number(digits[from + i] === 2))), mixed = [0, n].map(from => hands.filter(i => digits[from + i] === 1));
    // By how much a call changes what a push wins, and what either player's action gains, times the number of deals.
    const change = (i, k) => stack * margin[n * i + k] / boards - weight[n * i + k], sum = term => hands.reduce((all, hand) => all + term(hand), 0);
    const gain = i => 1.5 * dealt[i] + sum(k => often[1][k] && often[1][k] * change(i, k)), lost = k => sum(i => often[0][i] && often[0][i] * change(i, k));
    const table = mixed[0].map(i => mixed[1].map(k => change(i, k)));
    const call = solved(table, mixed[0].map(i => -gain(i))), push = solved(mixed[1].map((_, c) => table.map(row => row[c])), mixed[1].map(k => -lost(k)));
    [push, call].forEach((chances, player) => chances.forEach((chance, c) => { often[player][mixed[player][c]] = chance; }));
    const gains = hands.map(gain);
    return {
        often, mixed,
        earns: [hands.map(i => gains[i] / dealt[i] - 0.5), hands.map(k => -1 - lost(k) / sum(i => weight[n * i + k] * often[0][i]))],
        shares: often.map(chances => sum(hand => dealt[hand] * chances[hand]) / total),
        value: sum(hand => gains[hand] * often[0][hand]) / total - 0.5,
    };
}

const whole = share => `${(100 * share).toFixed(0)}%`;
const blinds = x => {
    const text = Math.abs(x).toFixed(3);
    return x < 0 && /[1-9]/.test(text) ? `−${text}` : text;
};
const result = value => `${value < -0.0005 ? "loses" : "wins"} ${Math.abs(value).toFixed(3)}`;
const plain = stack => String(Number(stack.toFixed(6)));

/** What is said of a hand: how often it is played, and what either action earns. */
function told(game, { often, earns }, player, hand) {
    const { does, not, acting, folding } = PLAYERS[player], share = often[player][hand], name = game.hands[hand];
    if (share > 1e-9 && share < 1 - 1e-9)
        return `${name} ${does} ${whole(share)} of the time: ${acting} and folding earn the same, ${blinds(folding)}.`;
    return `${name} ${share > 0.5 ? does : not}: ${acting} earns ${blinds(earns[player][hand])}, folding ${blinds(folding)}.`;
}

/** What is said where nobody points: of the hand that mixes, or nearly does. */
function closest(game, state, player) {
    const { often, earns, mixed } = state, { folding } = PLAYERS[player], least = (list, by) => list.reduce((a, b) => by(b) < by(a) ? b : a);
    if (mixed[player].length) return told(game, state, player, least(mixed[player], hand => Math.abs(often[player][hand] - 0.5)));
    const hand = least([...game.hands.keys()], at => Math.abs(earns[player][at] - folding));
    return told(game, state, player, hand).replace(/ [^:]*/, " comes closest").replace(/^/, "No hand mixes here. ");
}

/** The first element of that kind. @param {Element} inside @param {string} selector */
const only = (inside, selector) => /** @type {HTMLElement} */ (inside.querySelector(selector));

/** One of the two charts: the drawing that stands there without scripts, drawn again. */
class Chart {
    /** The hand that is spoken of, if any. @type {number | undefined} */
    hand;

    /** @param {Element} view @param {number} player @param {Figure} figure */
    constructor(view, player, figure) {
        this.player = player;
        this.figure = figure;
        const svg = only(view, "svg");
        this.cells = [...svg.querySelectorAll(":scope > .g > g")];
        this.shares = this.cells.map(() => -1);
        this.about = only(svg, "desc");
        this.legend = only(svg, ":scope > .k");
        this.said = only(view, ".live-hand");
        this.color = only(svg, ":scope > rect").getAttribute("fill");
        this.tip = () => view.querySelector(".chart-tip");
        const at = event => this.cells.indexOf(event.target.closest(".g > g"));
        const over = event => { if (at(event) >= 0) this.point(at(event)); };
        for (const kind of ["pointerover", "pointerdown", "focusin"]) svg.addEventListener(kind, over);
        svg.addEventListener("pointerleave", event => { if (event.pointerType === "mouse") this.point(at({ target: document.activeElement })); });
        svg.addEventListener("focusout", () => this.point(-1));
    }

    /** Speak of one hand, or, for −1, of the one that mixes. */
    point(hand) {
        this.hand = hand;
        const { game, state } = this.figure;
        if (state) this.said.textContent = hand < 0 ? closest(game, state, this.player) : told(game, state, this.player, hand);
    }

    draw({ often, earns, shares }, { hands }) {
        const { player } = this, { action, acting, folding } = PLAYERS[player], counts = [0, 0, 0], some = [];
        this.cells.forEach((cell, hand) => {
            const share = often[player][hand], mixed = share >= 0.005 && share < 0.995;
            counts[share >= 0.995 ? 0 : mixed ? 1 : 2]++;
            if (mixed) some.push(hands[hand]);
            const title = only(cell, "title");
            title.textContent = `${hands[hand]}: ${action} ${(100 * share).toFixed(2)}%; `
                + `${acting} earns ${blinds(earns[player][hand])}, folding ${blinds(folding)}`;
            if (cell.hasAttribute("aria-label")) cell.setAttribute("aria-label", title.textContent);
            const tip = cell === document.activeElement && this.tip();
            if (tip) tip.textContent = title.textContent;
            if (this.shares[hand] === share) return;
            this.shares[hand] = share;
            const rect = (x, width, fill) => `<rect x="${x}" width="${width}" height="38" fill="${fill}"/>`;
            const text = (y, words, kind) => `<text x="19" y="${y}" class="${kind}">${words}</text>`, end = 38 * share;
            const number = whole(Math.min(0.99, Math.max(0.01, share)));
            const drawn = !mixed ? rect(0, 38, share > 0.5 ? this.color : FOLD) + text(24, hands[hand], share > 0.5 ? "l b" : "l f")
                : rect(0, Math.min(end + 0.4, 38), this.color) + rect(end, 38 - end, FOLD) + text(17, hands[hand], "h m") + text(32, number, "n m");
            cell.innerHTML = title.outerHTML + drawn;
        });
        const percent = `${(100 * shares[player]).toFixed(shares[player] < 0.01 ? 2 : 1)}%`;
        this.legend.textContent = `${action} ${percent} of hands`;
        this.about.textContent = "The 13 by 13 grid of hands, suited ones above the diagonal. "
            + `${action}: ${percent} of hands; always ${counts[0]}, sometimes ${counts[1]}${some.length ? ` (${some.join(", ")})` : ""}, never ${counts[2]} of the 169.`;
        this.point(this.hand ?? -1);
    }
}

class Figure {
    /** What is shown, as text. */
    shown = "";
    stack = NaN;

    /** @param {HTMLElement} root @param {any} game */
    constructor(root, game) {
        this.root = root;
        this.game = game;
        this.low = game.ends[0];
        this.high = game.ends[game.ends.length - 1];
        this.marks = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-live]"))];
        this.charts = [...root.querySelectorAll(".live-view")].map((view, player) => new Chart(view, player, this));
        this.boxes = this.marks.filter(mark => mark.dataset.live === "stack").map(mark => this.box(mark));
        const curve = this.curve = root.querySelector(".live-curve");
        if (curve) this.pull(curve, event => {
            const { left, width } = curve.getBoundingClientRect();
            return this.low + (this.high - this.low) * (event.clientX - left) / width;
        });
        this.show(Number(root.dataset.stack));
        root.dataset.ready = "";
    }

    /** A number in the sentence: to drag, to type, or for the arrow keys. */
    box(mark) {
        const box = document.createElement("input");
        const fixed = { type: "text", inputmode: "decimal", autocomplete: "off", role: "spinbutton", "aria-label": "Stack, in big blinds",
            title: "Drag it, type a number, or use the arrow keys", "aria-valuemin": this.low, "aria-valuemax": this.high };
        for (const [name, value] of Object.entries(fixed)) box.setAttribute(name, value);
        mark.replaceChildren(box);
        let typing = false;
        const read = () => Number(box.value.trim().replace(",", ".") || NaN);
        box.addEventListener("input", () => {
            typing = true;
            if (read() >= this.low && read() <= this.high) this.show(read(), box);
        });
        const settle = () => {
            typing = false;
            this.show(Number.isFinite(read()) ? read() : this.stack);
        };
        box.addEventListener("change", settle);
        box.addEventListener("blur", settle);
        box.addEventListener("keydown", event => {
            if (event.key === "Enter") { settle(); box.select(); }
            const by = { ArrowUp: STEP, ArrowDown: -STEP, PageUp: 1, PageDown: -1,
                ...typing ? {} : { ArrowRight: STEP, ArrowLeft: -STEP, Home: -Infinity, End: Infinity } }[event.key];
            if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            typing = false;
            this.turn(this.stack + (event.shiftKey ? 10 : 1) * by);
        });
        let start;
        this.pull(box, (event, first) => {
            start = first ? [event.clientX, this.stack] : start;
            return start[1] + STEP * Math.round((event.clientX - start[0]) / PIXELS);
        }, event => {
            box.focus({ preventScroll: true });
            if (event) box.select();
        });
        return box;
    }

    /** Let the pointer turn the stack; `clicked` hears of a press that did not move, `at` where it is. */
    pull(element, at, clicked) {
        let from, moved;
        element.addEventListener("mousedown", event => event.preventDefault());
        element.addEventListener("pointerdown", event => {
            if (event.button) return;
            [from, moved] = [event.clientX, false];
            element.setPointerCapture(event.pointerId);
            if (clicked) at(event, true);
            else this.turn(at(event));
        });
        element.addEventListener("pointermove", event => {
            if (from === undefined || !(moved ||= !clicked || Math.abs(event.clientX - from) > 3)) return;
            this.turn(at(event, false));
        });
        element.addEventListener("pointerup", event => {
            if (from !== undefined && (!moved || event.pointerType === "mouse")) clicked?.(!moved && event);
            from = undefined;
        });
        element.addEventListener("pointercancel", () => { from = undefined; });
    }

    /** Show the nearest tenth. */
    turn(stack) {
        this.show(Math.round(Math.min(this.high, Math.max(this.low, stack)) / STEP) * STEP);
    }

    /** Show a stack; the box in which it is being typed stays as it is. */
    show(stack, typed) {
        this.stack = Math.min(this.high, Math.max(this.low, stack));
        const text = plain(this.stack);
        for (const box of this.boxes) if (box !== typed) box.value = text;
        if (text === this.shown) return;
        const state = this.state = equilibrium(this.game, this.stack), { often, earns, shares, value } = state;
        this.shown = text;
        for (const mark of this.marks) {
            const { live = "", hand } = mark.dataset, at = this.game.hands.indexOf(hand), number = mark.querySelector("b");
            const player = live.startsWith("call") ? 1 : 0;
            if (live === "value") {
                [only(mark, "span").textContent, only(mark, "b").textContent] = result(value).split(" ");
            } else if (number) {
                number.textContent = at < 0 ? whole(shares[player]) : live.endsWith("ing") ? blinds(earns[player][at]) : whole(often[player][at]);
            }
        }
        const sum = `${text} big blinds: push ${whole(shares[0])}, call ${whole(shares[1])}, the small blind ${result(value)}`;
        for (const box of this.boxes) {
            box.setAttribute("aria-valuenow", text);
            box.setAttribute("aria-valuetext", sum);
        }
        for (const chart of this.charts) chart.draw(state, this.game);
        if (!this.curve) return;
        const dot = only(this.curve, "i");
        dot.style.left = `${100 * (this.stack - this.low) / (this.high - this.low)}%`;
        dot.style.top = `${100 * (TOP - value) / HEIGHT}%`;
    }
}

const script = document.createElement("script");
script.src = new URL("live-data.js", home).href;
script.addEventListener("load", () => {
    const data = /** @type {any} */ (window).pokerlabLive, game = { ...pokerlabDeal(data), ends: data.ends, played: pokerlabPlayed(data) };
    for (const figure of figures) new Figure(figure, game);
});
document.head.append(script);
})();
