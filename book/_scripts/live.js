/* Live figures: the reader turns a knob, and what stands there without scripts is drawn again:
drawings with a knob (knobs.js), push or fold (push-fold-figure.js), and a chart that the reader
paints (chart-to-paint.js).

For push or fold, book/_ext/live.py adds live-data.js, of pokerlab/pages/live_figures.py: what is
said, and who pushes, calls and mixes on every interval of stacks; stack-pieces.js makes probabilities of
them. */

import { loadScript } from "./book-address.js";
import { onStored, unpackPieces } from "./stack-pieces.js";
import { beginKnob } from "./knobs.js";
import { PageStack } from "./page-stack.js";
import { ChartToPaint } from "./chart-to-paint.js";
import { PushFoldFigure } from "./push-fold-figure.js";

/** The figures that a selector finds.
@param {string} selector
@returns {NodeListOf<HTMLElement>} */
const figures = selector => document.querySelectorAll(selector);

for (const figure of figures(".pl-live")) beginKnob(figure);

if (document.querySelector(".live, .live-price")) {
    onStored(stored => {
        const pieces = unpackPieces(stored), pageStack = new PageStack();
        for (const figure of figures(".live")) new PushFoldFigure(figure, pieces, pageStack);
        for (const figure of figures(".live-price")) new ChartToPaint(figure, pieces, pageStack);
    });
    loadScript("live-data.js");
}
