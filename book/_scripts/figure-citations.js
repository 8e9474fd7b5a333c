/* The citations of a figure that turns: each names the stack that the figure shows, and leads to
it. citations.js copies them. */

import { findAll } from "./elements.js";
import { stackText } from "./pieces.js";
import { counted } from "./words.js";

/** Where a citation of the figure leads to: the figure, or the stack that it shows. */
const CITED_PLACE = /#(figure-[\d-]*\d|stack=\d+(\.\d+)?)/;

/** The key of a BibTeX entry of the figure, maybe with the stack that it shows. */
const KEY = /^(@\w+\{.*?figure-\d+)(?:-at-[\d-]+)?,/;

/** What follows the name of the figure in its citations, maybe after the stack that it shows. */
const AFTER_NAME = /(?:, at [\d.]+ big blinds?)?(\. In: |, in pokerlab)/;

export class FigureCitations {
    /** @param {Element} figure  of the book */
    constructor(figure) {
        this.buttons = findAll(figure, ".pl-cite");
        this.texts = findAll(figure, ".pl-cite > :is(p, pre)");
    }

    /** Cite the figure at a stack. @param {number} stack */
    citeAt(stack) {
        /** @param {string | null} [text] */
        const atStack = text =>
            (text ?? "").replace(CITED_PLACE, `#stack=${stackText(stack)}`);
        for (const { dataset } of this.buttons) dataset.place = atStack(dataset.place);
        const named = `, at ${counted(Number(stackText(stack)), "big blind")}`;
        for (const cited of this.texts) cited.textContent =
            atStack(cited.textContent).replace(AFTER_NAME, `${named}$1`)
                .replace(KEY, `$1-at-${stackText(stack).replace(".", "-")},`);
    }
}
