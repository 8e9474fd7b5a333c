/* A chart of how often each hand is played, as pokerlab/charts/range_charts.py draws it. */

import { findOne, makeElement } from "./elements.js";
import { chartLook, drawingSizes } from "./build-constants.js";
import { cellsOf } from "./grid.js";
import { shareOfHands } from "./stack-pieces.js";
import { inFull, percent } from "./words.js";

const FOLD = "var(--pl-fold,#ddd)";

/** How many charts have been drawn: their titles have numbers. */
let chartsDrawn = 0;

/** Let the tip say again what the cell that has the focus says.
@param {Element} svg */
export function retell(svg) {
    const cell = findOne(svg, "[tabindex]"), tip = svg.parentElement?.querySelector(".chart-tip");
    if (tip && cell && cell === document.activeElement)
        tip.textContent = findOne(cell, "title").textContent;
}

/** A part of a cell, from one place to another.
@param {number} from
@param {number} to
@param {string} fill */
function rectangle(from, to, fill) {
    const { cell } = drawingSizes();
    if (from >= cell || !to) return "";
    const width = Math.min(to, cell) - from;
    return `<rect x="${from}" width="${width}" height="${cell}" fill="${fill}"/>`;
}

/** Words in the middle of a cell.
@param {number} y
@param {string} words
@param {string} className */
const textAt = (y, words, className) =>
    `<text x="19" y="${y}" class="${className}">${words}</text>`;

/** What is drawn inside a cell.
@param {string} handName
@param {number} share
@param {string} color */
function cellContent(handName, share, color) {
    const { cell, overlap, leastShare } = drawingSizes();
    if (share < leastShare) return rectangle(0, cell, FOLD) + textAt(24, handName, "l f");
    if (share >= 1 - leastShare) return rectangle(0, cell, color) + textAt(24, handName, "l b");
    return rectangle(0, cell * share + overlap, color) + rectangle(cell * share, cell, FOLD)
        + textAt(17, handName, "h m") + textAt(32, percent(share), "n m");
}

/** Draw how often hands are played into a drawing that stands there: what does it hears how often,
what is said of each hand, and which share of all hands that is.
@param {Element} svg
@param {string[]} hands
@param {string} [ifNone]  what stands above a chart of none, instead of a share of 0 */
export function chartOf(svg, hands, ifNone) {
    const cells = cellsOf(svg), key = findOne(svg, ":scope > .k");
    const color = findOne(svg, ":scope > rect").getAttribute("fill") ?? "";
    const keyWords = key.textContent;
    /** @type {(probabilities: readonly number[], textOf: (hand: number) => string,
        share: number) => void} */
    return (probabilities, textOf, share) => {
        cells.forEach((cell, hand) => {
            const title = findOne(cell, "title");
            const content = cellContent(hands[hand], probabilities[hand], color);
            title.textContent = textOf(hand);
            if (cell.dataset.shown !== content) cell.innerHTML = title.outerHTML + content;
            cell.dataset.shown = content;
        });
        const shareText = percent(share, share < 0.01 ? 2 : 1);
        key.textContent = !share && ifNone || keyWords.replace(/[\d.]+%/, shareText);
        findOne(svg, "desc").textContent = key.textContent;
        retell(svg);
    };
}

/** Draw how often each hand of a deal is played, as an element; its title, the action, and what is
said of a hand.
@param {{ hands: string[], waysPerHand: ArrayLike<number>, total: number }} counts
@param {readonly number[]} probabilities
@param {{ title: string, action: string, textOf?: (hand: number) => string }} how */
export function rangeChart(counts, probabilities, { title, action, textOf }) {
    const { hands } = counts, box = makeElement("div");
    chartsDrawn++;
    box.innerHTML = chartLook().frame;
    const svg = findOne(box, "svg"), name = findOne(svg, "title");
    const description = findOne(svg, "desc");
    name.id = `pokerlab-chart-${chartsDrawn}`;
    description.id = `${name.id}-description`;
    svg.setAttribute("aria-labelledby", name.id);
    svg.setAttribute("aria-describedby", description.id);
    name.textContent = title;
    findOne(svg, ":scope > .t").textContent = title;
    const color = chartLook().colors[action] ?? chartLook().colors.push;
    findOne(svg, ":scope > rect").setAttribute("fill", color);
    findOne(svg, ":scope > .k").textContent = `${action} 0% of hands`;
    findOne(svg, ".g").innerHTML = hands.map((_, hand) => {
        const { cellPitch } = drawingSizes();
        const x = cellPitch * (hand % 13), y = cellPitch * Math.floor(hand / 13);
        return `<g transform="translate(${x} ${y})"><title></title></g>`;
    }).join("");
    const plainText = (/** @type {number} */ hand) =>
        `${hands[hand]}: ${action} ${inFull(probabilities[hand])}`;
    chartOf(svg, hands)(probabilities, textOf ?? plainText, shareOfHands(counts, probabilities));
    return box;
}
