/* Live figures: the reader turns a knob, and what stands there without scripts is drawn again.

pokerlab/charts/knobs.py writes drawings with a knob, and what differs between them. For push or
fold, by pokerlab/pages/explorer.py, book/_ext/live.py adds live-data.js: what is said, and who
pushes, calls and mixes on every interval of stacks; intervals.js makes probabilities of them. */

import { readNumber } from "./amounts.js";
import { isMixed } from "./deal.js";
import { findAll, findOne, make } from "./elements.js";
import { follow } from "./grid.js";
import {
    equilibrium, onStored, played, stackText, summed, tell, unpackIntervals,
} from "./intervals.js";
import { chartOf, retell } from "./range-chart.js";
import { lossOfPushOrFold } from "./real-game.js";
import { percent } from "./words.js";
/** @import { Intervals } from "./intervals.js" */

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;

/** The figures of a kind. @param {string} kind @returns {NodeListOf<HTMLElement>} */
const roots = kind => document.querySelectorAll(kind);

/* ---- drawings with a knob ---- */

/** What differs between drawings: an element's place, an attribute, or none for what is inside it,
and from which drawing on it is which text.
@typedef {[place: number, key: string, ...runs: number[]]} Change */

for (const root of document.querySelectorAll(".pl-live")) {
    /** @type {{ names: string[], start: number, texts: string[], parts: Change[] }} */
    const { names, start, texts, parts } = JSON.parse(findOne(root, "script").textContent ?? "");
    const nodes = root.querySelectorAll("svg, svg *"), drawings = root.querySelectorAll("svg");
    /** @type {number[]} */
    const put = [];
    const max = names.length - 1;
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
        findOne(root, ".pl-knob b").textContent = names[n];
        const told = [...drawings].map(svg => findOne(svg, "title").textContent);
        range.ariaValueText = [names[n], ...new Set(told)].join("; ");
    };
    show();
    findOne(root, ".pl-knob label").append(range);
}

/* ---- push or fold ---- */

/** What the address says of the figures of a page, and how to say more. */
const pageSettings = () =>
    new URLSearchParams(/=/.test(location.hash) ? location.hash.slice(1) : "");
/** @type {(key: string, value: string) => void} */
const putInAddress = (key, value) => {
    const all = pageSettings();
    all.set(key, value);
    history.replaceState(null, "", `#${all}`);
};

/** The stack that a reader types, with a decimal comma or a unit behind it; NaN if it is none.
@param {string} text */
const readStack = text =>
    readNumber(text.trim().replace(",", ".").replace(/\s*(bb|big blinds?)$/i, ""));

/** What is said of a text that is no stack. @param {string} text @param {Intervals} game */
const unread = (text, { least, most }) => `“${text.slice(0, 20)}” is no number of big blinds: type `
    + `one from ${least} to ${most}, such as 12.5.`;
/** What is said of a stack that is not solved. @param {number} stack @param {Intervals} game */
const unsolved = (stack, { least, most }) =>
    `Solved here are ${least} to ${most} big blinds, not ${stackText(stack)}.`;

/** Put knobs for the stack in; `show` hears what is turned, `settled` what was typed when it rests.
@param {Element} root @param {Intervals} game
@param {(stack: number, box: HTMLInputElement) => void} show
@param {(stack: number, text: string) => void} settled */
function knobs(root, { least: min, most: max }, show, settled) {
    return [...root.querySelectorAll(".live-sentence > :first-child, .live-curve")].map(place => {
        const held = () => readStack(box.value);
        const input = () => { if (held() >= min && held() <= max) show(held(), box); };
        const change = () => settled(held(), box.value.trim());
        /** @type {(event: KeyboardEvent) => void} */
        const keydown = event => {
            const by = event.key === "ArrowUp" ? 0.1 : event.key === "ArrowDown" ? -0.1 : 0;
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

/** Push or fold: a sentence, a curve and two charts, each with a line on a hand that mixes.
@param {HTMLElement} root @param {Intervals} game */
function figure(root, game) {
    const { hands, least, most } = game, note = findOne(root, ".live-real span");
    const views = findAll(root, ".live-view"), dot = findOne(root, "i");
    const link = /** @type {HTMLAnchorElement} */ (root.querySelector("a"));
    const charts = views.map(view => chartOf(findOne(view, "svg"), hands));
    const sentence = findOne(root, ".live-sentence"), [, push, call, verb, won] = sentence.children;
    let last = 0;
    /** Show a stack, or the nearest that is solved; the box in which it is typed stays as it is.
    @param {number} asked @param {HTMLInputElement} [typed] */
    const show = (asked, typed) => {
        const stack = last = Math.min(most, Math.max(least, asked));
        const state = equilibrium(game, stack), { often } = state, told = summed(game, state);
        push.textContent = told.push;
        call.textContent = told.call;
        verb.textContent = told.verb;
        won.textContent = told.won;
        note.textContent = asked === stack ? lossOfPushOrFold(stack) : unsolved(asked, game);
        link.href = link.href.replace(/=.*/, `=${stackText(Math.max(asked, least))}`);
        dot.style.left = `${(stack - 1) / 0.19}%`;
        dot.style.top = `${(0.15 - told.value) / 0.0035}%`;
        charts.forEach((draw, player) => {
            /** @type {(hand: number) => string} */
            const say = hand => tell(game, state, player, hand);
            draw(often[player], say, played(game, often[player]));
            const mixed = often[player].findIndex(isMixed);
            findOne(views[player], ".live-hand").textContent
                = mixed < 0 ? "No hand mixes here." : say(mixed);
        });
        for (const box of boxes) {
            if (box !== typed) box.value = box.ariaValueNow = stackText(stack);
            box.ariaValueText = sentence.textContent.replace("With ", `With ${stackText(stack)}`);
        }
    };
    note.role = "status";
    const boxes = knobs(root, game, show, (asked, text) => {
        show(Number.isNaN(asked) ? last : asked);
        if (text && Number.isNaN(asked)) note.textContent = unread(text, game);
        putInAddress("stack", stackText(last));
    });
    const recall = () =>
        show(Number(pageSettings().get("stack")) || last || Number(root.dataset.stack));
    addEventListener("hashchange", recall);
    recall();
}

/* ---- what a chart loses ---- */

/** SAGE's least index to push, with 2, 3, ... big blinds before posting. */
const SAGE = [17, 21, 22, 23, 24, 25, 26];

/** The hands that printed rules push.
@type {Record<string, (game: Intervals, stack: number) => number[] | undefined>} */
const RULES = {
    SAGE: ({ hands }, stack) => {
        const counts = "  23456789TJQK A", low = SAGE[Math.round(stack) - 2];
        return low && hands.map(([high, other, kind = ""]) => Number(low
            <= 2 * counts.indexOf(high) + counts.indexOf(other) + (kind === "s" ? 2 : kind ? 0 : 22)
        )) || undefined;
    },
    "each hand's deepest stack": ({ hands, ends, pieces }, stack) => hands.map((_, i) =>
        Number(ends[1 + pieces.findLastIndex(digits => digits[i])] >= stack)),
};

/** A chart that the reader paints before it is told what it loses.
@param {HTMLElement} root @param {Intervals} game */
function price(root, game) {
    const { hands, least, most } = game, svg = findOne(root, "svg");
    const draw = chartOf(svg, hands), cells = findAll(svg, ".g > g");
    const cost = findOne(root, ".live-cost");
    const [asked, ...held] = pageSettings().get("chart")?.split(" ") ?? [];
    let told = Number(asked) >= least && Number(asked) <= most, painting = false;
    /** What a stroke paints. @type {number | undefined} */
    let brush;
    let stack = Number(told ? asked : root.dataset.stack);
    const pushed = hands.map(hand => Number(told && held.includes(hand)));
    /** @param {number} turned */
    const show = turned => {
        stack = turned;
        const { often: [best], worth } = equilibrium(game, stack);
        /** @type {(i: number) => boolean} */
        const differs = i => told && Math.abs(best[i] - pushed[i]) > 0.005;
        draw(pushed, i => `${hands[i]}: ${pushed[i] ? "pushed" : "folded"}`
            + (differs(i) ? `, best ${percent(best[i])}` : ""), played(game, pushed));
        cells.forEach((cell, i) => cell.classList.toggle("differs", differs(i)));
        if (!told) return;
        /** @type {(name: string, push: number[] | undefined) => string} */
        const row = (name, push) => push ? `<tr><th>${name}<td>${percent(played(game, push), 1)}`
            + `<td><b>${(1000 * (worth(best) - worth(push))).toFixed(1)}</b>` : "";
        const rules = Object.entries(RULES).map(([name, rule]) => row(name, rule(game, stack)));
        const rows = [row("your chart", pushed), ...rules, row("the best", best)];
        const range = hands.filter((_, i) => pushed[i]), at = stackText(stack);
        cost.innerHTML = `<table><tr><th><th>pushes<th>loses, mbb${rows.join("")}</table><p>`
            + "In thousandths of a big blind a hand, to an opponent who knows the chart. "
            + "Rings mark the differences. The address has your chart. "
            + `<a href="explorer.html#push-fold?stack=${at};locks=0//${range.join() || "none"}">`
            + "Look into it</a>";
        putInAddress("chart", [at, ...range].join(" "));
    };
    const note = make("p.live-wrong", { role: "alert" });
    findOne(root, ".live-sentence").after(note);
    /** @type {(asked?: number, text?: string) => void} */
    const settle = (asked = stack, text = "") => {
        const solved = asked >= least && asked <= most;
        note.textContent = solved || !text ? ""
            : Number.isNaN(asked) ? unread(text, game) : unsolved(asked, game);
        box.value = box.ariaValueNow = stackText(stack);
    };
    const [box] = knobs(root, game, show, settle);
    /** @type {(painted: number[]) => void} */
    const paint = painted => {
        // A stroke goes on as it began, on the first cell that it came to.
        for (const i of painted) pushed[i] = brush ??= 1 - pushed[i];
        if (painted.length) show(stack);
    };
    /** Where the pointer was last while it paints. @type {number[] | undefined} */
    let last;
    /** @type {(event: PointerEvent) => void} */
    const stroke = event => {
        const { crossed, last: place } = follow(event, cells, last);
        last = place;
        if (crossed.length) event.preventDefault();
        paint(crossed);
    };
    svg.addEventListener("pointerdown", event => {
        /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
        painting = true;
        brush = last = undefined;
        stroke(event);
    });
    svg.addEventListener("pointermove", event => { if (painting) stroke(event); });
    for (const end of ["pointerup", "pointercancel"])
        addEventListener(end, () => { painting = false; });
    svg.addEventListener("keydown", event => {
        const at = cells.indexOf(/** @type {any} */ (event.target));
        if (event.key !== " " || at < 0) return;
        event.preventDefault();
        brush = undefined;
        paint([at]);
    });
    const click = () => {
        told = true;
        show(stack);
        cost.focus();
    };
    cost.append(make("button.btn", { click }, "What does it lose?"));
    settle();
    show(stack);
    if (told) root.scrollIntoView();
}

if (document.querySelector(".live, .live-price")) {
    onStored(stored => {
        const game = unpackIntervals(stored);
        for (const root of roots(".live")) figure(root, game);
        for (const root of roots(".live-price")) price(root, game);
    });
    document.head.append(make("script", { src: new URL("live-data.js", home).href }));
}
