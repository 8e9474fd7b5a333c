/* Live figures: the reader turns a knob, and what stands there without scripts is drawn again.

pokerlab/charts/knobs.py writes drawings with a knob, and what differs between them. For push or
fold, by pokerlab/pages/explorer.py, book/_ext/live.py adds live-data.js: what is said, and who
pushes, calls and mixes on every interval of stacks; deal.js finds the probabilities. */

(() => {
"use strict";

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
const FOLD = "var(--pl-fold,#ddd)";

/** The first element of that kind. @param {Element} inside @param {string} selector */
const only = (inside, selector) => /** @type {HTMLElement} */ (inside.querySelector(selector));

/** Say again what the cell says that can have the focus. @param {Element} svg */
function retell(svg) {
    const cell = only(svg, "[tabindex]"), tip = svg.parentElement?.querySelector(".chart-tip");
    if (cell) cell.ariaLabel = only(cell, "title").textContent;
    if (tip && cell === document.activeElement) tip.textContent = cell.ariaLabel;
}

/* ---- drawings with a knob ---- */

for (const root of document.querySelectorAll(".pl-live")) {
    const { names, start, texts, parts } = JSON.parse(only(root, "script").textContent ?? "");
    const nodes = root.querySelectorAll("svg, svg *"), drawings = root.querySelectorAll("svg");
    const put = [], max = names.length - 1;
    const range = make("input", { type: "range", max, value: start, input: () => show() });
    const show = () => {
        const n = range.valueAsNumber;
        parts.forEach(([place, key, ...runs], i) => {
            let at = 0;
            while (runs[at + 2] <= n) at += 2;
            if (put[i] === (put[i] = runs[at + 1])) return;
            if (key) nodes[place].setAttribute(key, texts[put[i]]);
            else nodes[place].innerHTML = texts[put[i]];
        });
        drawings.forEach(retell);
        only(root, ".pl-knob b").textContent = names[n];
        const told = [...drawings].map(svg => only(svg, "title").textContent);
        range.ariaValueText = [names[n], ...new Set(told)].join("; ");
    };
    show();
    only(root, ".pl-knob label").append(range);
}

/* ---- push or fold ---- */

/** On each interval of stacks, how each hand of both is played: never, sometimes or always. */
function decoded({ start, changes }) {
    const digits = [...start].map(Number);
    return [[], ...changes].map(codes => {
        for (const code of codes) digits[Math.floor(code / 3)] = code % 3;
        return [...digits];
    });
}

/** The equilibrium at a stack: how often each hand is played, what that earns, and the value. */
function equilibrium(game, stack) {
    const { n, weight, dealt, total, boards, ends, pieces } = game;
    const { solve, pushing, calling, least } = pokerlabPushFold(game, [stack, 0.5, 1, 0, 0]);
    const digits = pieces[ends.findLastIndex(end => end <= stack)] ?? pieces.at(-1);
    const { one, plans } = solve([digits.slice(0, n), digits.slice(n)]);
    const often = plans.map(plan => plan.map(odds => Math.min(1, Math.max(0, odds / one))));
    const [push, call] = often;
    const asked = k => push.reduce((all, share, i) => all + weight[n * k + i] * share, 0);
    return {
        often,
        earns: [i => pushing(i, call, 1) / boards / dealt[i] - 0.5,
            k => -1 - calling(k, push) / boards / asked(k)],
        worth: pushes => least(pushes, 1) / boards / total,
    };
}

/** The share of all hands that are played. */
const played = ({ dealt, total }, often) =>
    often.reduce((all, chance, hand) => all + chance * dealt[hand], 0) / total;
const plain = stack => String(Number(stack.toFixed(6)));
const blinds = x => x.toFixed(3).replace("-", Math.abs(x) < 0.0005 ? "" : "−");

/** What is said of a hand: how often it is played, and what either choice earns. */
function tell({ told, hands }, { often, earns }, player, hand) {
    const [does, not, action, folding] = told[player], share = often[player][hand];
    const [how, earned] = pokerlabMixes(share)
        ? [`${does} ${percent(share, 2)} of the time`, "and folding earn the same,"]
        : [share > 0.5 ? does : not, `earns ${blinds(earns[player](hand))}, folding`];
    return `${hands[hand]} ${how}: ${action}ing ${earned} ${blinds(folding)}.`;
}

/** A chart of how often hands are played: the drawing that stands there without scripts. */
function chart(svg, game) {
    const cells = drawn(svg, ".g > g"), key = only(svg, ":scope > .k");
    const color = only(svg, ":scope > rect").getAttribute("fill");
    const rect = (from, to, fill) => from >= 38 || !to ? ""
        : `<rect x="${from}" width="${Math.min(to, 38) - from}" height="38" fill="${fill}"/>`;
    const text = (y, words, kind) => `<text x="19" y="${y}" class="${kind}">${words}</text>`;
    const inside = (hand, share) => {
        if (share < 0.005) return rect(0, 38, FOLD) + text(24, hand, "l f");
        if (share >= 0.995) return rect(0, 38, color) + text(24, hand, "l b");
        return rect(0, 38 * share + 0.4, color) + rect(38 * share, 38, FOLD)
            + text(17, hand, "h m") + text(32, percent(share), "n m");
    };
    return (often, say) => {
        cells.forEach((cell, i) => {
            const title = only(cell, "title"), shown = inside(game.hands[i], often[i]);
            title.textContent = say(i);
            if (cell.dataset.shown !== shown) cell.innerHTML = title.outerHTML + shown;
            cell.dataset.shown = shown;
        });
        const share = played(game, often);
        key.textContent =
            key.textContent.replace(/[\d.]+%/, percent(share, share < 0.01 ? 2 : 1));
        only(svg, "desc").textContent = key.textContent;
        retell(svg);
    };
}

/** What the address says of the figures of a page, and how to say more. */
const address = () => new URLSearchParams(/=/.test(location.hash) ? location.hash.slice(1) : "");
const remember = (key, value) => {
    const all = address();
    all.set(key, value);
    history.replaceState(null, "", `#${all}`);
};

/** Put knobs for the stack in; `show` hears what is turned, `settled` when it rests. */
function knobs(root, { least: min, most: max }, show, settled) {
    return [...root.querySelectorAll(".live-sentence > :first-child, .live-curve")].map(place => {
        const held = () => parseFloat(box.value.replace(",", "."));
        const input = () => { if (held() >= min && held() <= max) show(held(), box); };
        const change = () => settled(held());
        const keydown = event => {
            const by = { ArrowUp: 0.1, ArrowDown: -0.1 }[event.key];
            if (!by) return;
            event.preventDefault();
            box.value = (held() + by).toFixed(1);
            input();
            change();
        };
        // A box for numbers drops a decimal comma.
        const kind = place.matches(".live-curve") ? { type: "range", min, max, step: 0.1 }
            : { role: "spinbutton", inputmode: "decimal", keydown, click: () => box.select() };
        const box = make("input", { ...kind, input, change, "aria-label": "Stack, in big blinds" });
        place.querySelector("b")?.remove();
        place.prepend(box);
        return box;
    });
}

/** Push or fold: a sentence, a curve and two charts, each with a line on a hand that mixes. */
function figure(root, game) {
    const { least, most, real: [until, gaps, optimal, known, outside] } = game;
    const views = drawn(root, ".live-view"), dot = only(root, "i"), link = root.querySelector("a");
    const charts = views.map(view => chart(only(view, "svg"), game));
    const sentence = only(root, ".live-sentence"), [, push, call, verb, won] = sentence.children;
    let last;
    /** Show a stack, or the nearest that is solved; the box in which it is typed stays as it is. */
    const show = (asked, typed) => {
        const stack = last = Math.min(most, Math.max(least, asked));
        const state = equilibrium(game, stack), { often } = state;
        const value = state.worth(often[0]);
        [push.textContent, call.textContent] = often.map(own => percent(played(game, own)));
        verb.textContent = value < -1e-9 ? "loses" : "wins";
        won.textContent = Math.abs(value).toFixed(3);
        const [near, gap] = gaps.find(([at]) => at >= stack) ?? gaps.at(-1);
        only(root, ".live-real span").textContent = asked !== stack
            ? outside.replace("{}", plain(asked)) : stack <= until
                ? optimal : known.replace("{}", gap).replace("{}", near);
        link.href = link.href.replace(/=.*/, `=${plain(Math.max(asked, least))}`);
        dot.style.left = `${(stack - 1) / 0.19}%`;
        dot.style.top = `${(0.15 - value) / 0.0035}%`;
        charts.forEach((draw, player) => {
            const say = hand => tell(game, state, player, hand);
            draw(often[player], say);
            const mixed = often[player].findIndex(pokerlabMixes);
            only(views[player], ".live-hand").textContent
                = mixed < 0 ? "No hand mixes here." : say(mixed);
        });
        for (const box of boxes) {
            if (box !== typed) box.value = box.ariaValueNow = plain(stack);
            box.ariaValueText = sentence.textContent.replace("With ", `With ${plain(stack)}`);
        }
    };
    const boxes = knobs(root, game, show, asked => {
        show(Number.isNaN(asked) ? last : asked);
        remember("stack", plain(last));
    });
    const recall = () => show(Number(address().get("stack")) || last || Number(root.dataset.stack));
    addEventListener("hashchange", recall);
    recall();
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
    "each hand's deepest stack": ({ hands, ends, pieces }, stack) => hands.map(
        (_, i) => ends[1 + pieces.findLastIndex(digits => digits[i])] >= stack),
};

/** A chart that the reader paints before it is told what it costs. */
function price(root, game) {
    const { hands, least, most } = game, svg = only(root, "svg");
    const draw = chart(svg, game), cells = drawn(svg, ".g > g");
    const cost = only(root, ".live-cost");
    const [asked, ...held] = address().get("chart")?.split(" ") ?? [];
    let told = asked >= least && asked <= most, brush, painting = false;
    let stack = Number(told ? asked : root.dataset.stack);
    const pushed = hands.map(hand => Number(told && held.includes(hand)));
    const show = turned => {
        stack = turned;
        const { often: [best], worth } = equilibrium(game, stack);
        const differs = i => told && Math.abs(best[i] - pushed[i]) > 0.005;
        draw(pushed, i => `${hands[i]}: ${pushed[i] ? "pushed" : "folded"}`
            + (differs(i) ? `, best ${percent(best[i])}` : ""));
        cells.forEach((cell, i) => cell.classList.toggle("differs", differs(i)));
        if (!told) return;
        const rules = Object.entries(RULES).map(([name, rule]) => [name, rule(game, stack)]);
        const rows = [["your chart", pushed], ...rules, ["the best", best]].map(([name, push]) =>
            push ? `<tr><th>${name}<td>${percent(played(game, push), 1)}`
                + `<td><b>${(1000 * (worth(best) - worth(push))).toFixed(1)}</b>` : "");
        const range = hands.filter((_, i) => pushed[i]), at = plain(stack);
        cost.innerHTML = `<table><tr><th><th>pushes<th>costs, mbb${rows.join("")}</table><p>`
            + "In thousandths of a big blind a hand, to an opponent who knows the chart. "
            + "Rings mark the differences. The address has your chart. "
            + `<a href="explorer.html#push-fold?stack=${at};locks=0//${range.join() || "none"}">`
            + "Look into it</a>";
        remember("chart", [at, ...range].join(" "));
    };
    const settle = () => { box.value = box.ariaValueNow = plain(stack); };
    const [box] = knobs(root, game, show, settle);
    const paint = event => {
        const i = cells.indexOf(event.target.closest(".g > g"));
        if (i < 0) return;
        event.preventDefault();
        // A stroke goes on as it began, on the first cell that it came to.
        pushed[i] = brush ??= 1 - pushed[i];
        show(stack);
    };
    svg.addEventListener("pointerdown", event => {
        /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
        painting = true;
        brush = undefined;
        paint(event);
    });
    // A finger is over a cell, and down by its buttons, before it is said to be down.
    svg.addEventListener("pointerover", event => { if (painting) paint(event); });
    for (const end of ["pointerup", "pointercancel"])
        addEventListener(end, () => { painting = false; });
    svg.addEventListener("keydown", event => {
        if (event.key !== " ") return;
        brush = undefined;
        paint(event);
    });
    const click = () => {
        told = true;
        show(stack);
        cost.focus();
    };
    cost.append(make("button.btn", { click }, "What does it cost?"));
    settle();
    show(stack);
    if (told) root.scrollIntoView();
}

if (document.querySelector(".live, .live-price")) {
    const load = () => {
        const data = /** @type {any} */ (window).pokerlabLive;
        const game = { ...data, ...pokerlabDeal(data), pieces: decoded(data),
            least: data.ends[0], most: data.ends.at(-1) };
        for (const root of document.querySelectorAll(".live")) figure(root, game);
        for (const root of document.querySelectorAll(".live-price")) price(root, game);
    };
    document.head.append(make("script", { src: new URL("live-data.js", home).href, load }));
}
})();
