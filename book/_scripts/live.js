/* Live figures: the reader turns a knob, and what stands there without scripts is drawn again:
drawings with a knob (knobs.js), push or fold (push-fold-figure.js), and a chart that the reader
paints (chart-to-paint.js).

For push or fold, book/_ext/live.py adds live-data.js, of pokerlab/pages/explorer.py: what is said,
and who pushes, calls and mixes on every interval of stacks; pieces.js makes probabilities of
them. */

import { make } from "./elements.js";
import { onStored, unpackPieces } from "./pieces.js";
import { beginKnob } from "./knobs.js";
import { ChartToPaint } from "./chart-to-paint.js";
import { PushFoldFigure } from "./push-fold-figure.js";

const scripts = /** @type {HTMLScriptElement} */ (document.currentScript).src;

/** The figures of a kind. @param {string} kind @returns {NodeListOf<HTMLElement>} */
const figures = kind => document.querySelectorAll(kind);

for (const figure of figures(".pl-live")) beginKnob(figure);

if (document.querySelector(".live, .live-price")) {
    onStored(stored => {
        const pieces = unpackPieces(stored);
        for (const figure of figures(".live")) new PushFoldFigure(figure, pieces);
        for (const figure of figures(".live-price")) new ChartToPaint(figure, pieces);
    });
    document.head.append(make("script", { src: new URL("live-data.js", scripts).href }));
}
