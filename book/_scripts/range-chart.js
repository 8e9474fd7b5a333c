/* A chart of how often each hand is played, as pokerlab/charts/range_charts.py draws it. */

import { findAll, findOne, make } from "./elements.js";
import { played } from "./intervals.js";
import { percent } from "./words.js";

const FOLD = "var(--pl-fold,#ddd)";

/** Charts that were drawn, whose titles have numbers. */
let charts = 0;

/** Say again what the cell says that can have the focus. @param {Element} svg */
export function retell(svg) {
    const cell = findOne(svg, "[tabindex]"), tip = svg.parentElement?.querySelector(".chart-tip");
    if (cell) cell.ariaLabel = findOne(cell, "title").textContent;
    if (tip && cell === document.activeElement) tip.textContent = cell.ariaLabel;
}

/** Draw how often hands are played into a drawing that stands there: what does it hears how often,
what is said of each hand, and which share of all hands that is.
@param {Element} svg @param {string[]} hands */
export function chartOf(svg, hands) {
    const cells = findAll(svg, ".g > g"), key = findOne(svg, ":scope > .k");
    const color = findOne(svg, ":scope > rect").getAttribute("fill") ?? "";
    /** @type {(from: number, to: number, fill: string) => string} */
    const rect = (from, to, fill) => from >= 38 || !to ? ""
        : `<rect x="${from}" width="${Math.min(to, 38) - from}" height="38" fill="${fill}"/>`;
    /** @type {(y: number, words: string, kind: string) => string} */
    const text = (y, words, kind) => `<text x="19" y="${y}" class="${kind}">${words}</text>`;
    /** @type {(hand: string, share: number) => string} */
    const inside = (hand, share) => {
        if (share < 0.005) return rect(0, 38, FOLD) + text(24, hand, "l f");
        if (share >= 0.995) return rect(0, 38, color) + text(24, hand, "l b");
        return rect(0, 38 * share + 0.4, color) + rect(38 * share, 38, FOLD)
            + text(17, hand, "h m") + text(32, percent(share), "n m");
    };
    /** @type {(often: number[], say: (hand: number) => string, played: number) => void} */
    return (often, say, played) => {
        cells.forEach((cell, i) => {
            const title = findOne(cell, "title"), shown = inside(hands[i], often[i]);
            title.textContent = say(i);
            if (cell.dataset.shown !== shown) cell.innerHTML = title.outerHTML + shown;
            cell.dataset.shown = shown;
        });
        key.textContent =
            key.textContent.replace(/[\d.]+%/, percent(played, played < 0.01 ? 2 : 1));
        findOne(svg, "desc").textContent = key.textContent;
        retell(svg);
    };
}

/** Draw how often each hand of a deal is played, as an element; its title, the action, and what is
said of a hand. @param {{ hands: string[], dealt: ArrayLike<number>, total: number }} deal
@param {number[]} often
@param {{ title: string, action: string, say?: (hand: number) => string }} how */
export function rangeChart(deal, often, { title, action, say }) {
    const { hands } = deal, box = make("div"), id = `pokerlab-chart-${++charts}`;
    box.innerHTML = chartLook.frame;
    const svg = findOne(box, "svg"), [name, said] = ["title", "desc"].map(tag => findOne(svg, tag));
    name.id = id;
    said.id = `${id}-said`;
    svg.setAttribute("aria-labelledby", `${name.id} ${said.id}`);
    name.textContent = findOne(svg, ":scope > .t").textContent = title;
    const color = chartLook.colors[action] ?? chartLook.colors.push;
    findOne(svg, ":scope > rect").setAttribute("fill", color);
    findOne(svg, ":scope > .k").textContent = `${action} 0% of hands`;
    findOne(svg, ".g").innerHTML = hands.map((_, i) =>
        `<g transform="translate(${40 * (i % 13)} ${40 * Math.floor(i / 13)})"><title></title></g>`
    ).join("");
    const told = say ?? (i => `${hands[i]}: ${action} ${percent(often[i], 2)}`);
    chartOf(svg, hands)(often, told, played(deal, often));
    return box;
}
