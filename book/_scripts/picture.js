/* Charts as a picture, side by side below a title. */

import { makeElement } from "./elements.js";
/** @import { View } from "./view.js" */

/** In pixels: a cell, a chart, what is between charts and around them, what is above their cells,
and a line of text above them. */
const CELL_SIDE = 48;
const SIDE = 13 * CELL_SIDE;
const GAP = 32;
const HEAD = 60;
const LINE = 28;

const TITLE = "600 20px";
const SUBTITLE = "16px";

/** A part of a cell's background, and where it ends, in percent. */
const STOP = /(\w+\([^()]*\)) ([\d.]+)%/g;

/** What draws on a canvas, in the font and the colour of an element of the page. */
class Pen {
    /** @param {HTMLCanvasElement} canvas
    @param {Element} element */
    constructor(canvas, element) {
        this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        const { color, fontFamily } = getComputedStyle(element);
        this.color = color;
        this.fontFamily = fontFamily;
        this.paper = getComputedStyle(document.body).backgroundColor;
    }

    /** Fill a rectangle.
    @param {string | CanvasGradient} fill
    @param {number} x
    @param {number} y
    @param {number} width
    @param {number} height */
    fill(fill, x, y, width, height) {
        this.context.fillStyle = fill;
        this.context.fillRect(x, y, width, height);
    }

    /** Write a text, with a halo in another colour, if one is given.
    @param {string} text
    @param {number} x
    @param {number} y
    @param {string} font */
    write(text, x, y, font, color = this.color, halo = "transparent") {
        const { context } = this;
        context.font = `${font} ${this.fontFamily}`;
        context.lineWidth = 4;
        context.fillStyle = color;
        context.strokeStyle = halo;
        context.strokeText(text, x, y);
        context.fillText(text, x, y);
    }

    /** A text in lines of at most some width, broken between words.
    @param {string} text
    @param {number} width
    @param {string} font */
    linesOf(text, width, font) {
        const { context } = this, lines = [""];
        context.font = `${font} ${this.fontFamily}`;
        for (const word of text.split(" ")) {
            const line = `${lines.at(-1)} ${word}`.trim();
            if (context.measureText(line).width > width) lines.push(word);
            else lines[lines.length - 1] = line;
        }
        return lines;
    }

    /** Draw a chart: its caption, its legend and its cells.
    @param {View} view
    @param {string[]} hands
    @param {number} left
    @param {number} top */
    chart(view, hands, left, top) {
        this.context.textAlign = "left";
        this.write(view.texts.caption, left, top + 18, "600 18px");
        let across = left;
        for (const { firstElementChild: color, textContent: text } of view.legend.children) {
            if (!color) continue;
            this.fill(getComputedStyle(color).backgroundColor, across, top + 31, 14, 14);
            this.write(text, across + 20, top + 44, "16px");
            across += 36 + this.context.measureText(text).width;
        }
        this.context.textAlign = "center";
        view.cells.forEach((cell, chartHand) => {
            const row = Math.floor(chartHand / 13), column = chartHand % 13;
            const x = left + CELL_SIDE * column, y = top + HEAD + CELL_SIDE * row;
            this.cell(cell, hands[chartHand], x, y);
        });
    }

    /** Draw a cell as the page has it.
    @param {HTMLElement} cell
    @param {string} name
    @param {number} x
    @param {number} y */
    cell(cell, name, x, y) {
        const { backgroundImage, color } = getComputedStyle(cell);
        const gradient = this.context.createLinearGradient(x, 0, x + CELL_SIDE - 2, 0);
        for (const [, stop, share] of backgroundImage.matchAll(STOP))
            gradient.addColorStop(Number(share) / 100, stop);
        this.fill(gradient, x, y, CELL_SIDE - 2, CELL_SIDE - 2);
        const halo = cell.classList.contains("mixed") ? this.paper : undefined;
        this.write(name, x + CELL_SIDE / 2 - 1, y + CELL_SIDE / 2 + 5, "16px", color, halo);
    }
}

/** Draw views in the colours of an element of the page.
@param {string} title
@param {string} subtitle
@param {View[]} views
@param {string[]} hands
@param {Element} element */
export function picture(title, subtitle, views, hands, element) {
    const width = GAP + views.length * (SIDE + GAP);
    const canvas = makeElement("canvas", { width, height: 1 }), pen = new Pen(canvas, element);
    const lines = [{ text: title, font: TITLE }, { text: subtitle, font: SUBTITLE }]
        .flatMap(({ text, font }) =>
            pen.linesOf(text, width - 2 * GAP, font).map(line => ({ line, font })));
    const top = GAP + LINE * lines.length;
    canvas.height = top + HEAD + SIDE + GAP;
    pen.fill(pen.paper, 0, 0, width, canvas.height);
    lines.forEach(({ line, font }, i) => pen.write(line, GAP, GAP + LINE * i, font));
    views.forEach((view, i) => pen.chart(view, hands, GAP + i * (SIDE + GAP), top));
    return canvas;
}
