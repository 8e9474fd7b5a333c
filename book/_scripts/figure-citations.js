/* The citations of a figure that turns: each names the stack that the figure shows, and leads to
it. citations.js, which comes first in every page, gives them an address and copies them. */

import { findAll } from "./elements.js";
import { stackText } from "./stack-pieces.js";
import { counted } from "./words.js";

/** What follows the name of the figure, in a citation and in a BibTeX entry. */
const AFTER_NAME = [". In: ", ", in pokerlab"];

/** A citation without a stack at one: it leads there, and its entry has a key of its own.
@param {string} citation
@param {string} anchor  of the figure in its page, such as figure-1
@param {number} stack */
export function citationAt(citation, anchor, stack) {
    const text = stackText(stack), named = `, at ${counted(Number(text), "big blind")}`;
    const leading = citation.replace(`#${anchor}`, `#stack=${text}`)
        .replace(`-${anchor},`, `-${anchor}-at-${text.replace(".", "-")},`);
    return AFTER_NAME.reduce((all, after) => all.replace(after, named + after), leading);
}

export class FigureCitations {
    /** @param {Element} figure  of the book */
    constructor(figure) {
        /** What cites the figure, and its place without a stack. */
        this.boxes = findAll(figure, ".pl-cite").map(box =>
            ({ box, place: box.dataset.place ?? "" }));
        const [{ place } = { place: "" }] = this.boxes;
        this.anchor = place.split("#")[1] ?? "";
        /** Citations, and their texts without a stack. */
        this.citations = findAll(figure, ".pl-cite > :is(p, pre)").map(cited =>
            ({ cited, text: cited.textContent ?? "" }));
    }

    /** Cite the figure at a stack.
    @param {number} stack */
    citeAt(stack) {
        for (const { box, place } of this.boxes)
            box.dataset.place = citationAt(place, this.anchor, stack);
        for (const { cited, text } of this.citations)
            cited.textContent = citationAt(text, this.anchor, stack);
    }
}
