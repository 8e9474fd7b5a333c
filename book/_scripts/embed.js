/* A page for other people's pages: push or fold at one stack, embed.html?stack=10. */

import { findAll, findOne, makeElement } from "./elements.js";
import { leadThrough } from "./grid.js";
import {
    equilibrium, handText, onStored, stackText, summaryParts, unpackPieces,
} from "./stack-pieces.js";
import { rangeChart } from "./range-chart.js";

onStored(stored => {
    const pieces = unpackPieces(stored), { least, most } = pieces;
    const stack = Number(new URLSearchParams(location.search).get("stack") ?? 10);
    const sentence = findOne(document.body, "p"), charts = findOne(document.body, "div");
    if (!(stack >= least && stack <= most)) {
        sentence.textContent = `The address needs a stack from ${least} to ${most} big blinds, `
            + "such as ?stack=10.";
        return;
    }
    const optimal = equilibrium(pieces, stack);
    const { push, call, verb, amount } = summaryParts(pieces, optimal);
    const text = stackText(stack);
    sentence.replaceChildren(`With ${text} big blinds, push ${push} of hands and call ${call}. `
        + `The small blind ${verb} ${amount} big blinds a hand. `, makeElement("a", {
        href: `book/explorer.html#push-fold?stack=${text}`, target: "_top",
    }, "Change it"));
    document.title = `Push or fold with ${text} big blinds`;
    for (const [player, action] of ["push", "call"].entries()) {
        const title = ["Small blind: push", "Big blind: call"][player];
        /** @type {(hand: number) => string} */
        const textOf = hand => handText(pieces, optimal, player, hand);
        const chart = rangeChart(pieces, optimal.probabilities[player], { title, action, textOf });
        charts.append(chart);
        leadThrough(findAll(chart, "svg")[0]);
    }
});
