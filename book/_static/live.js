/* Live figures: the reader turns a knob, and what stands there without scripts is drawn again.

pokerlab/charts.py writes drawings with a knob, and what differs between them. For push or fold, by
pokerlab/book/explorer.py, book/_ext/live.py adds live-data.js: who pushes, calls and mixes is known
for every interval of stacks. Two players mix at most two hands each, so their probabilities are the
solution of two linear equations. */

(() => {
"use strict";

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
const FOLD = "var(--pl-fold,#ddd)";
const figures = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".live"));

/** The first element of that kind. @param {Element} inside @param {string} selector */
const only = (inside, selector) => /** @type {HTMLElement} */ (inside.querySelector(selector));

/** @param {Record<string, string | number>} attributes @param {(event: Event) => void} turned */
function input(attributes, turned) {
    const box = document.createElement("input");
    for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, String(value));
    box.addEventListener("input", turned);
    return box;
}

/** Say again what the cell says that can have the focus. @param {Element} svg */
function retell(svg) {
    const cell = only(svg, "[tabindex]"), tip = svg.parentElement?.querySelector(".chart-tip");
    cell?.setAttribute("aria-label", only(cell, "title").textContent ?? "");
    if (tip && cell === document.activeElement) tip.textContent = cell.getAttribute("aria-label");
}

/* ---- drawings with a knob ---- */

for (const root of document.querySelectorAll(".pl-live")) {
    const { names, start, texts, parts } = JSON.parse(only(root, "script").textContent ?? "");
    const all = root.querySelectorAll("svg, svg *"), nodes = parts.map(([at]) => all[at]), put = [];
    const drawings = root.querySelectorAll("svg");
    const max = names.length - 1, range = input({ type: "range", max, value: start }, () => show());
    const show = () => {
        const n = range.valueAsNumber;
        parts.forEach(([, key, ...runs], i) => {
            let at = 0;
            while (runs[at + 2] <= n) at += 2;
            if (put[i] === (put[i] = runs[at + 1])) return;
            if (key) nodes[i].setAttribute(key, texts[put[i]]);
            else nodes[i].innerHTML = texts[put[i]];
        });
        drawings.forEach(retell);
        only(root, ".pl-knob b").textContent = names[n];
        const told = [...drawings].map(svg => only(svg, "title").textContent);
        range.setAttribute("aria-valuetext", [names[n], ...new Set(told)].join("; "));
    };
    show();
    only(root, ".pl-knob label").append(range);
}

/* ---- push or fold ---- */

const PLAYERS = [
    { does: "is pushed", not: "is folded", acting: "pushing", action: "push", folding: -0.5 },
    { does: "calls", not: "folds", acting: "calling", action: "call", folding: -1 },
];

/** Solve at most two linear equations; what is found is a probability. */
function solved(matrix, right) {
    const [[a, b] = [], [c, d] = []] = matrix, [e, f] = right;
    const found = right.length < 2 ? right.map(x => x / a)
        : [(e * d - b * f) / (a * d - b * c), (a * f - e * c) / (a * d - b * c)];
    return found.map(x => Math.min(1, Math.max(0, x)));
}

/** Sums over hands; and by how much a call changes what a push wins, times the number of deals. */
const sums = ({ n, weight, margin, boards }, stack) => ({
    sum: term => { let all = 0; for (let i = 0; i < n; i++) all += term(i); return all; },
    change: (i, k) => stack * margin[n * i + k] / boards - weight[n * i + k],
});

/** The equilibrium at a stack: how often each hand is played, what that earns, and the value. */
function equilibrium(game, stack) {
    const { n, weight, dealt, total, ends, played } = game, { sum, change } = sums(game, stack);
    const at = ends.findIndex(end => end > stack) - 1, hands = [...dealt.keys()];
    const digits = played.at(stack < ends.at(-1) ? Math.max(at, 0) : -1);
    const often = [0, n].map(from => hands.map(i => Number(digits[from + i] === 2)));
    const mixed = [0, n].map(from => hands.filter(i => digits[from + i] === 1));
    const gain = i => 1.5 * dealt[i] + sum(k => often[1][k] && often[1][k] * change(i, k));
    const lost = k => sum(i => often[0][i] && often[0][i] * change(i, k));
    const table = mixed[0].map(i => mixed[1].map(k => change(i, k)));
    const turned = mixed[1].map((_, c) => table.map(row => row[c]));
    const call = solved(table, mixed[0].map(i => -gain(i)));
    const push = solved(turned, mixed[1].map(k => -lost(k)));
    [push, call].forEach((chances, player) => chances.forEach((chance, c) => {
        often[player][mixed[player][c]] = chance;
    }));
    const gains = hands.map(gain), met = k => sum(i => weight[n * i + k] * often[0][i]);
    return {
        often, mixed,
        earns: [hands.map(i => gains[i] / dealt[i] - 0.5), hands.map(k => -1 - lost(k) / met(k))],
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
function tell(game, { often: all, earns }, player, hand) {
    const { does, not, acting, folding } = PLAYERS[player], share = all[player][hand];
    const mixes = share > 1e-9 && share < 1 - 1e-9, often = `${does} ${whole(share)} of the time`;
    const earned = mixes ? "and folding earn the same,"
        : `earns ${blinds(earns[player][hand])}, folding`;
    return `${game.hands[hand]} ${mixes ? often : share > 0.5 ? does : not}: `
        + `${acting} ${earned} ${blinds(folding)}.`;
}

/** What is said where nobody points: of the hand that mixes, or nearly does. */
function closest(game, state, player) {
    const { often, earns, mixed } = state, { folding } = PLAYERS[player];
    const nearest = (list, by) => list.reduce((a, b) => Math.abs(by(b)) < Math.abs(by(a)) ? b : a);
    const say = hand => tell(game, state, player, hand);
    const some = mixed[player], even = hand => often[player][hand] - 0.5;
    if (some.length) return say(nearest(some, even));
    const close = say(nearest([...game.hands.keys()], hand => earns[player][hand] - folding));
    return `No hand mixes here. ${close.replace(/ [^:]*/, " comes closest")}`;
}

/** What is known of push or fold in the real game. */
function real({ real: [until, gaps] }, stack) {
    if (stack <= until)
        return "That is optimal in the real game, too, with every limp, raise and flop.";
    const far = ([at]) => Math.abs(at - stack);
    const [near, gap] = gaps.reduce((a, b) => far(b) < far(a) ? b : a);
    return "In the real game, with limps, raises and flops, it can lose at most "
        + `${gap} big blinds a hand at ${near}.`;
}

/** Draw a cell of a chart: a hand that is played so often. */
function tile(cell, hand, share, color, title) {
    only(cell, "title").textContent = title;
    if (Number(cell.dataset.share) === share) return;
    cell.dataset.share = String(share);
    const mixed = share >= 0.005 && share < 0.995, end = 38 * share;
    const rect = (x, width, fill) => `<rect x="${x}" width="${width}" height="38" fill="${fill}"/>`;
    const text = (y, words, kind) => `<text x="19" y="${y}" class="${kind}">${words}</text>`;
    const number = whole(Math.min(0.99, Math.max(0.01, share)));
    cell.innerHTML = only(cell, "title").outerHTML
        + (!mixed ? rect(0, 38, share > 0.5 ? color : FOLD)
            + text(24, hand, share > 0.5 ? "l b" : "l f")
            : rect(0, Math.min(end + 0.4, 38), color) + rect(end, 38 - end, FOLD)
            + text(17, hand, "h m") + text(32, number, "n m"));
}

/** One of the two charts: the drawing that stands there without scripts, drawn again. */
function chart(view, player, game) {
    const svg = only(view, "svg"), cells = [...svg.querySelectorAll(".g > g")], { hands } = game;
    const color = only(svg, ":scope > rect").getAttribute("fill"), said = only(view, ".live-hand");
    const { action, acting, folding } = PLAYERS[player];
    let spoken = -1, state;
    /** Speak of one hand, or, for −1, of the one that mixes. */
    const point = hand => {
        spoken = hand;
        if (state) said.textContent = (hand < 0 ? closest : tell)(game, state, player, hand);
    };
    const at = target => cells.indexOf(target.closest(".g > g"));
    const over = event => { if (at(event.target) >= 0) point(at(event.target)); };
    for (const kind of ["pointerover", "pointerdown", "focusin"]) svg.addEventListener(kind, over);
    svg.addEventListener("pointerleave", event => {
        if (event.pointerType === "mouse") point(at(document.activeElement));
    });
    svg.addEventListener("focusout", () => point(-1));
    return equilibrium => {
        state = equilibrium;
        const { often: { [player]: often }, earns, shares } = state, fold = blinds(folding);
        cells.forEach((cell, i) => tile(cell, hands[i], often[i], color,
            `${hands[i]}: ${action} ${(100 * often[i]).toFixed(2)}%; `
            + `${acting} earns ${blinds(earns[player][i])}, folding ${fold}`));
        const always = often.filter(share => share >= 0.995).length;
        const some = hands.filter((_, i) => often[i] >= 0.005 && often[i] < 0.995);
        const percent = `${(100 * shares[player]).toFixed(shares[player] < 0.01 ? 2 : 1)}%`;
        only(svg, ":scope > .k").textContent = `${action} ${percent} of hands`;
        const listed = some.length ? ` (${some.join(", ")})` : "";
        const desc = only(svg, "desc"), told = `sometimes ${some.length}${listed}`;
        desc.textContent = "The 13 by 13 grid of hands, suited ones above the diagonal. "
            + `${action}: ${percent} of hands; always ${always}, ${told}, `
            + `never ${169 - always - some.length} of the 169.`;
        retell(svg);
        point(spoken);
    };
}

/** What the address says of the figures of a page, and how to say more. */
const address = () => new URLSearchParams(/=/.test(location.hash) ? location.hash.slice(1) : "");
const remember = (key, value) => {
    const all = address();
    all.set(key, value);
    history.replaceState(null, "", `#${all}`);
};

/** The knobs of a stack; `show` hears what is turned, `settled` when it rests.
@param {number[]} ends @returns {HTMLInputElement[]} */
function knobs(root, ends, show, settled) {
    const places = root.querySelectorAll("[data-live=stack], .live-curve"), [min, max] = ends;
    return [...places].map(place => {
        const curve = place.matches(".live-curve"), type = curve ? "range" : "number";
        const fixed = { type, min, max, step: 0.1, "aria-label": "Stack, in big blinds" };
        const box = input(fixed, () => {
            const asked = box.valueAsNumber;
            if (asked >= min && asked <= max) show(asked, box);
        });
        box.addEventListener("change", () => settled(box.valueAsNumber));
        if (!curve) place.replaceChildren();
        place.prepend(box);
        return box;
    });
}

/** A sentence on push or fold, its curve and its charts. */
function figure(root, game) {
    const marks = [...root.querySelectorAll("[data-live]")];
    const ends = [game.ends[0], game.ends.at(-1)];
    const charts = [...root.querySelectorAll(".live-view")].map((view, i) => chart(view, i, game));
    const link = root.querySelector("a"), dot = root.querySelector("i");
    let last;
    /** Show a stack, or the nearest that is solved; the box in which it is typed stays as it is. */
    const show = (asked, typed) => {
        const stack = last = Math.min(ends[1], Math.max(ends[0], asked)), text = plain(stack);
        const state = equilibrium(game, stack), { often, earns, shares, value } = state;
        for (const mark of marks) {
            const { live, hand } = mark.dataset, at = game.hands.indexOf(hand);
            const number = only(mark, "b"), player = Number(live.startsWith("call"));
            if (live === "value")
                [only(mark, "span").textContent, number.textContent] = result(value).split(" ");
            else if (live === "real") mark.textContent = asked === stack ? real(game, stack)
                : `Solved here are ${ends.join(" to ")} big blinds, not ${plain(asked)}.`;
            else if (number) number.textContent = at < 0 ? whole(shares[player])
                : live.endsWith("ing") ? blinds(earns[player][at]) : whole(often[player][at]);
        }
        for (const box of boxes) {
            if (box !== typed) box.value = text;
            box.setAttribute("aria-valuetext", `${text} big blinds: push ${whole(shares[0])}, `
                + `call ${whole(shares[1])}, the small blind ${result(value)}`);
        }
        for (const draw of charts) draw(state);
        if (link) link.href = link.href.replace(/=.*/, `=${plain(Math.max(asked, ends[0]))}`);
        dot?.setAttribute("style", `left:${(stack - 1) / 0.19}%;top:${(0.15 - value) / 0.0035}%`);
    };
    const boxes = knobs(root, ends, show, asked => {
        show(Number.isNaN(asked) ? last : asked);
        if (root === figures[0]) remember("stack", plain(last));
    });
    const recall = () => {
        const asked = Number(root === figures[0] && address().get("stack"));
        if (asked || !last) show(asked || Number(root.dataset.stack));
    };
    addEventListener("hashchange", recall);
    recall();
    root.dataset.ready = "";
}

/* ---- what a chart costs ---- */

/** SAGE's least index to push, with 2, 3, ... big blinds before posting. */
const SAGE = [17, 21, 22, 23, 24, 25, 26];

/** The hands that printed rules push. */
const RULES = {
    SAGE: ({ hands }, stack) => {
        const counts = "  23456789TJQK A", low = SAGE[Math.round(stack) - 2];
        return low && hands.map(([high, other, kind = ""]) => low <= 2 * counts.indexOf(high)
            + counts.indexOf(other) + (kind === "s" ? 2 : kind ? 0 : 22));
    },
    "a chart of how deep each hand is pushed": ({ hands, ends, played }, stack) => hands.map(
        (_, i) => ends[1 + played.findLastIndex(digits => digits[i])] >= stack),
};

/** What pushes win on average against calls that answer them best. */
function least(game, stack, push) {
    const { sum, change } = sums(game, stack);
    const answered = sum(k => Math.min(0, sum(i => push[i] && push[i] * change(i, k))));
    return (sum(i => 1.5 * game.dealt[i] * push[i]) + answered) / game.total - 0.5;
}

/** A chart that the reader paints before it is told what it costs. */
function price(root, game) {
    const { hands, dealt, total } = game, ends = [game.ends[0], game.ends.at(-1)];
    const svg = only(root, "svg"), cells = [...svg.querySelectorAll(".g > g")];
    const pushed = hands.map(() => 0), cost = only(root, ".live-cost");
    const color = only(svg, ":scope > rect").getAttribute("fill");
    let stack = Number(root.dataset.stack), told = false, brush;
    const show = asked => {
        stack = asked;
        const { often: [best], value, shares: [share] } = equilibrium(game, stack);
        const mine = pushed.reduce((all, one, i) => all + one * dealt[i], 0) / total;
        cells.forEach((cell, i) => {
            const other = told && Math.abs(best[i] - pushed[i]) > 0.005;
            tile(cell, hands[i], pushed[i], color, `${hands[i]}: ${pushed[i] ? "pushed" : "folded"}`
                + (other ? `, at best pushed ${whole(best[i])} of the time` : ""));
            cell.classList.toggle("differs", other);
        });
        only(svg, ":scope > .k").textContent = `push ${(100 * mine).toFixed(1)}% of hands`;
        retell(svg);
        if (!told) return;
        const mbb = push => `<b>${(1000 * (value - least(game, stack, push))).toFixed(1)}</b>`;
        const others = Object.entries(RULES).map(([name, rule]) => [name, rule(game, stack)])
            .map(([name, push]) => push ? `${name} ${mbb(push)}, ` : "").join("");
        const range = hands.filter((_, i) => pushed[i]).join() || "none", at = plain(stack);
        cost.innerHTML = `Your chart costs ${mbb(pushed)} mbb a hand, thousandths of a big blind, `
            + `against an opponent who knows it; ${others}the best costs nothing. You push `
            + `${whole(mine)} of hands, the best ${whole(share)}, with rings where it differs. `
            + "The address of this page now has your chart. "
            + `<a href="explorer.html#push-fold?stack=${at};locks=0//${range}">Look into it</a>`;
        remember("chart", `${at}-${BigInt(`0b${pushed.join("")}`).toString(16)}`);
    };
    const [box] = knobs(root, ends, show, () => { box.value = plain(stack); });
    const paint = (event, first) => {
        const i = cells.indexOf(event.target.closest(".g > g"));
        if (i < 0) return;
        event.preventDefault();
        if (first) brush = 1 - pushed[i];
        pushed[i] = brush;
        show(stack);
    };
    svg.addEventListener("pointerdown", event => {
        const target = /** @type {Element} */ (event.target);
        if (event.pointerType !== "mouse") target.releasePointerCapture(event.pointerId);
        paint(event, true);
    });
    svg.addEventListener("pointerover", event => { if (event.buttons) paint(event, false); });
    svg.addEventListener("keydown", event => { if (event.key === " ") paint(event, true); });
    cost.append(Object.assign(document.createElement("button"), {
        className: "btn", textContent: "What does it cost?",
        onclick() { told = true; show(stack); cost.focus(); },
    }));
    const [, asked, bits] = address().get("chart")?.match(/^([\d.]+)-([\da-f]{1,43})$/) ?? [];
    if (asked >= ends[0] && asked <= ends[1]) {
        stack = Number(asked);
        told = true;
        [...BigInt(`0x${bits}`).toString(2).padStart(169, "0").slice(-169)]
            .forEach((bit, i) => { pushed[i] = Number(bit); });
    }
    box.value = plain(stack);
    show(stack);
    root.dataset.ready = "";
}

const paints = document.querySelectorAll(".live-price");
if (figures.length || paints.length) {
    const script = document.createElement("script");
    script.src = new URL("live-data.js", home).href;
    script.addEventListener("load", () => {
        const data = /** @type {any} */ (window).pokerlabLive;
        const game = { ...data, ...pokerlabDeal(data), played: pokerlabPlayed(data) };
        for (const root of figures) figure(root, game);
        for (const root of paints) price(root, game);
    });
    document.head.append(script);
}
})();
