/* How the cell of a hand looks in a chart, in which parts and colours, and its label. */

import { inFull, spoken, withShare } from "./words.js";
/** @import { ChartHandPlay } from "./solutions.js" */

/** The colour of an action, and that of what is written on it.
@typedef {object} Color
@property {string} fill
@property {string} ink */

/** A coloured part of a hand's cell; `shareOf` finds how wide it is from the actions' shares.
@typedef {object} CellPart
@property {string} name
@property {Color} color
@property {(shares: number[]) => number} shareOf */

/** The actions of a decision as they are, each in its colour, the last first.
@param {string[]} actionNames
@param {Record<string, Color>} colors
@returns {CellPart[]} */
export const onePartEach = (actionNames, colors) => actionNames.map((name, i) => ({
    name, color: colors[name], shareOf: (/** @type {number[]} */ shares) => shares[i],
})).reverse();

/** Shares that are smaller are not drawn. */
const MIN_DRAWN = 0.00005;

/** The parts of a cell side by side, as a style has them.
@param {(CellPart & { share: number })[]} parts */
function gradientOf(parts) {
    let from = 0;
    const stops = parts.map(({ color, share }) => {
        const begin = from;
        from += share;
        return `${color.fill} ${100 * begin}% ${100 * from}%`;
    });
    return stops.length ? `linear-gradient(90deg,${stops.join()})` : "";
}

/** Why a hand has nothing to do at a decision, or is not asked what it would do; "" if it is.
@param {ChartHandPlay} play
@param {boolean} isHeld */
function absenceText({ reachShare, arrivalProbability }, isHeld) {
    if (!isHeld) return "not in the range";
    if (!reachShare) return "never gets here, it plays otherwise";
    return arrivalProbability ? "" : "never asked";
}

/** Draw what a hand does, and say it.
@param {HTMLElement} element
@param {string} name
@param {ChartHandPlay} play
@param {CellPart[]} parts
@param {boolean} isHeld  whether it is in the player's range */
export function drawCell(element, name, play, parts, isHeld) {
    const { reachShare, arrivalProbability, shares } = play;
    const drawn = reachShare ? parts.map(part => ({ ...part, share: part.shareOf(shares) }))
        .filter(({ share }) => share >= MIN_DRAWN) : [];
    element.style.background = gradientOf(drawn);
    element.style.color = drawn.length === 1 ? drawn[0].color.ink : "";
    element.className = "";
    if (!reachShare) element.className = "absent";
    else if (drawn.length > 1) element.className = "mixed";
    element.classList.toggle("threat", reachShare > 0 && !arrivalProbability);
    const texts = drawn.map(part => withShare(part.name, inFull(part.share)));
    const said = [...texts, absenceText(play, isHeld)].filter(Boolean).join(", ");
    element.ariaLabel = `${spoken(name)}: ${said}`;
}
