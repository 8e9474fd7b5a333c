/* Drawings with a knob, which pokerlab/charts/knobs.py writes: what differs between them is put
in. */

import { findOne, makeElement } from "./elements.js";
import { retell } from "./range-chart.js";
import { offerDownloads } from "./figure-downloads.js";
import { RestingStatus } from "./voice.js";
import { spokenCard } from "./words.js";

/** From a turn of the knob on, which of the texts is there.
@typedef {object} Run
@property {number} from
@property {number} text */

/** What differs between drawings: an attribute of an element or, if it has no name, what is inside
it; and which of the texts that was last.
@typedef {object} Variable
@property {Element} node
@property {string} attribute
@property {Run[]} runs
@property {number} [shownText] */

/** Runs as they are written, one number after another.
@param {number[]} numbers
@returns {Run[]} */
const readRuns = numbers => numbers.flatMap((from, i) =>
    i % 2 ? [] : [{ from, text: numbers[i + 1] }]);

/** A fraction as it is heard well: 19/2 is 9.5.
@param {string} text */
const inDecimals = text => text.replace(/(\d+)\/(\d+)/g,
    (_, above, below) => String(Number((above / below).toFixed(4))));

/** Give a drawing its knob.
@param {Element} figure */
export function beginKnob(figure) {
    /** @type {{ names: string[], start: number, texts: string[],
        parts: [place: number, attribute: string, ...runs: number[]][] }} */
    const stored = JSON.parse(findOne(figure, "script").textContent ?? "");
    const { names, start, texts, parts: differences } = stored;
    // Places count what was drawn; rows of a grid came later.
    const nodes = figure.querySelectorAll("svg, svg :not([role=row])");
    const drawings = figure.querySelectorAll("svg");
    /** @type {Variable[]} */
    const variables = differences.map(([place, attribute, ...runs]) =>
        ({ node: nodes[place], attribute, runs: readRuns(runs) }));
    const max = names.length - 1;
    const status = new RestingStatus();
    const turn = () => {
        show();
        status.sayAloud(resultText);
    };
    const range = makeElement("input", { type: "range", max, value: start, input: turn });
    /** What the drawings say of the choice. */
    const resultText = () => {
        const titles = [...drawings].map(svg => findOne(svg, "title").textContent ?? "");
        const name = names[range.valueAsNumber];
        return [...new Set(titles)].join("; ").replaceAll(name, spokenCard(name));
    };
    const show = () => {
        const choice = range.valueAsNumber, name = names[choice];
        for (const variable of variables) putIn(variable, choice, texts);
        drawings.forEach(retell);
        findOne(figure, ".pl-knob b").textContent = name;
        // What comes of it is told once the knob rests.
        range.ariaValueText = spokenCard(inDecimals(name));
    };
    show();
    findOne(figure, ".pl-knob label").append(range);
    figure.append(status.element);
    offerDownloads(figure, () => findOne(figure, ".pl-knob").textContent ?? "");
}

/** Put in the text of a choice, if it is another.
@param {Variable} variable
@param {number} choice
@param {string[]} texts */
function putIn(variable, choice, texts) {
    const { node, attribute, runs, shownText } = variable;
    const run = runs.findLast(({ from }, i) => i === 0 || from <= choice);
    if (!run || run.text === shownText) return;
    variable.shownText = run.text;
    if (attribute) node.setAttribute(attribute, texts[run.text]);
    else node.innerHTML = texts[run.text];
}
