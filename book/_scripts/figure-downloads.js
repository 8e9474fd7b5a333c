/* What readers take along of a figure that they turn or paint: what they see. The files that the
build has written are of its first view. */

import { findAll, makeElement } from "./elements.js";
import { drawingSizes, lightColors } from "./build-constants.js";
import { saveFile } from "./files.js";
import { csv } from "./tables.js";

/** How many pixels of a PNG file a unit takes, as in book/_ext/figures.py. */
const PIXELS_PER_UNIT = 2;
/** What the page's styles draw on a chart that was painted: rings around differences. */
const RINGS = "<style>.differs rect{stroke:currentColor;stroke-width:3px}</style>";

/** How high a line of words below the drawings is. */
const LINE_HEIGHT = 24;

/** The drawings of a figure as the text of one file, side by side, in light colours on white; below
them what was set, and where they are from.
@param {Element} figure
@param {string} setting */
function pictureOf(figure, setting) {
    const writer = new XMLSerializer(), { width: ownWidth, gap } = drawingSizes();
    let x = 0, height = 0, content = RINGS;
    for (const svg of findAll(figure, "svg.pl")) {
        const size = /** @type {SVGSVGElement} */ (svg).viewBox.baseVal;
        const ownHeight = size.height * ownWidth / size.width;
        content += writer.serializeToString(svg).replace("<svg ",
            `<svg x="${x}" width="${ownWidth}" height="${ownHeight}" `);
        x += ownWidth + gap;
        height = Math.max(height, ownHeight);
    }
    const width = x - gap;
    const lines = [setting, document.title].filter(Boolean);
    for (const line of lines) {
        height += LINE_HEIGHT;
        content += `<text y="${height - 6}" font-family="system-ui,sans-serif" font-size="15">`
            + `${markup(line)}</text>`;
    }
    const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" `
        + `width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>`
        + `${content}</svg>`;
    return { text: inLight(text), width, height };
}

/** A drawing with the colours of files in the place of the page's.
@param {string} text */
const inLight = text => Object.entries(lightColors())
    .reduce((drawn, [color, light]) => drawn.replaceAll(color, light), text);

/** Words as they stand in markup.
@param {string} words */
const markup = words => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A picture in pixels.
@param {ReturnType<typeof pictureOf>} picture
@returns {Promise<Blob>} */
async function paint({ text, width, height }) {
    const image = makeElement("img", { src: `data:image/svg+xml,${encodeURIComponent(text)}` });
    await image.decode();
    const canvas = makeElement("canvas",
        { width: PIXELS_PER_UNIT * width, height: PIXELS_PER_UNIT * height });
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done, fail) => canvas.toBlob(blob =>
        blob ? done(blob) : fail(new Error("the picture is too large"))));
}

/** What is seen of a figure, as a file with an extension.
@param {Element} figure
@param {string} extension
@param {string} setting
@param {() => string[][]} rows */
function fileOf(figure, extension, setting, rows) {
    if (extension === "csv") return new Blob([csv(rows())], { type: "text/csv" });
    const picture = pictureOf(figure, setting);
    return extension === "png" ? paint(picture)
        : new Blob([picture.text], { type: "image/svg+xml" });
}

/** Let the links below a figure lead to what is seen. Without rows the file of numbers stays: it
has those of all turns of the knob.
@param {Element} live
@param {() => string} setting  what pictures say below themselves
@param {() => string[][]} [rows]  what is seen in numbers */
export function offerDownloads(live, setting, rows) {
    const figure = live.closest("figure");
    if (!figure) return;
    for (const link of figure.querySelectorAll(".pl-files > a")) {
        const file = /** @type {HTMLAnchorElement} */ (link).href.split("/").pop() ?? "";
        const extension = file.split(".").pop() ?? "";
        if (extension === "csv" && !rows) continue;
        link.addEventListener("click", async event => {
            event.preventDefault();
            saveFile(await fileOf(figure, extension, setting(), rows ?? (() => [])), file);
        });
    }
}
