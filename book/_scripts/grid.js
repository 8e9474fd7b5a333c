/* Range charts for the keyboard and for touch: Tab reaches a chart once, arrow keys, Home and End
walk over its hands, a hand's name that is typed leads to it, and the hand that is reached says what
it does. */

import { findAll, findOne, makeElement } from "./elements.js";

/** What has been typed of a hand's name, and when, in milliseconds. */
let typedName = "", typedAt = 0;
/** After so long a rest another name begins. */
const REST_BETWEEN_NAMES = 2000;

/** A grid of all hands has a row and a column for each rank. */
const ROW_LENGTH = 13;
const HAND_COUNT = ROW_LENGTH * ROW_LENGTH;

/** The cell of the first hand whose name begins with what is typed, if a key goes on with a name or
begins one.
@template {HTMLElement | SVGElement} Cell
@param {KeyboardEvent} event
@param {Cell[]} cells */
function cellTyped({ key, timeStamp }, cells) {
    if (!/^[2-9tjqkaso]$/i.test(key)) return undefined;
    const letter = key.toUpperCase();
    const begun = timeStamp - typedAt < REST_BETWEEN_NAMES ? typedName : "";
    typedAt = timeStamp;
    for (const name of [begun + letter, letter]) {
        typedName = name;
        const cell = cells.find(({ textContent }) => textContent?.toUpperCase().startsWith(name));
        if (cell) return cell;
    }
    return undefined;
}

/** The hand to which a key leads from another in a grid of all, if it is a key that leads.
@param {KeyboardEvent} event
@param {number} from
@returns {number | undefined} */
function chartHandByKey({ key, ctrlKey, metaKey }, from) {
    const column = from % ROW_LENGTH, rowStart = from - column, rowEnd = rowStart + ROW_LENGTH - 1;
    const lastCell = HAND_COUNT - 1, lastRowStart = HAND_COUNT - ROW_LENGTH;
    const isWithModifier = ctrlKey || metaKey;
    return {
        ArrowLeft: Math.max(from - 1, rowStart), ArrowRight: Math.min(from + 1, rowEnd),
        ArrowUp: rowStart > 0 ? from - ROW_LENGTH : from,
        ArrowDown: rowStart < lastRowStart ? from + ROW_LENGTH : from,
        Home: isWithModifier ? 0 : rowStart, End: isWithModifier ? lastCell : rowEnd,
        PageUp: column, PageDown: lastRowStart + column,
    }[key];
}

/** Let a key lead from a cell of a grid of all hands to another.
@template {HTMLElement | SVGElement} Cell
@param {KeyboardEvent} event
@param {Cell[]} cells
@param {(cell: Cell) => void} choose */
export function leadByKey(event, cells, choose = () => {}) {
    const from = cells.findIndex(cell => cell === event.target);
    if (from < 0 || event.altKey) return;
    const chartHand = chartHandByKey(event, from), isWithModifier = event.ctrlKey || event.metaKey;
    let to = chartHand === undefined ? undefined : cells[chartHand];
    if (!to && !isWithModifier) to = cellTyped(event, cells);
    if (!to) return;
    event.preventDefault();
    choose(to);
    to.focus();
}

/** Which hands a key has just led over that paints on, as Shift is held: all of a row, or both.
@param {KeyboardEvent} event
@param {Element[]} cells */
export function strokeByKey({ target, key, shiftKey }, cells) {
    const [from, to] = [target, document.activeElement].map(element =>
        cells.findIndex(cell => cell === element));
    if (from < 0 || to < 0 || !shiftKey || !/^(Arrow|Home|End|Page)/.test(key)) return [];
    if (Math.floor(from / ROW_LENGTH) !== Math.floor(to / ROW_LENGTH)) return [from, to];
    const step = Math.sign(to - from);
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + i * step);
}

/** Let a key take back the stroke that was painted last, or paint again the one that was taken back
last; whether it is such a key.
@param {KeyboardEvent} event
@param {{ undo: () => void, redo: () => void }} painter */
export function tryToUndoByKey(event, painter) {
    const { ctrlKey, metaKey, shiftKey } = event, key = event.key.toLowerCase();
    const isUndo = !shiftKey && key === "z", isRedo = key === (shiftKey ? "z" : "y");
    if (!(ctrlKey || metaKey) || !(isUndo || isRedo)) return false;
    event.preventDefault();
    if (isUndo) painter.undo();
    else painter.redo();
    return true;
}

/** Which cells of a grid of all hands a pointer has crossed, in order: it tells of some places only
where it is fast.
@param {PointerEvent} event
@param {Element[]} cells
@param {number[] | undefined} last  where it was before, in pixels
@returns {{ crossed: number[], last: number[] }} */
export function trackPointer(event, cells, last) {
    const { left, top } = cells[0].getBoundingClientRect();
    const { right, bottom } = cells[HAND_COUNT - 1].getBoundingClientRect();
    const width = (right - left) / ROW_LENGTH, height = (bottom - top) / ROW_LENGTH;
    const crossed = new Set(), moves = [...event.getCoalescedEvents?.() ?? [], event];
    for (const { clientX, clientY } of moves) {
        const [fromX, fromY] = last ?? [clientX, clientY];
        // How far it has moved, in cells: four looks at each leave none out.
        const across = (clientX - fromX) / width, down = (clientY - fromY) / height;
        const looks = Math.ceil(4 * Math.max(Math.abs(across), Math.abs(down), 0.25));
        for (let look = 1; look <= looks; look++) {
            const column = Math.floor((fromX - left) / width + across * look / looks);
            const row = Math.floor((fromY - top) / height + down * look / looks);
            const isInside = [column, row].every(index => index >= 0 && index < ROW_LENGTH);
            if (isInside) crossed.add(ROW_LENGTH * row + column);
        }
        last = [clientX, clientY];
    }
    return { crossed: [...crossed], last: /** @type {number[]} */ (last) };
}

/** The cells of a drawn chart, which have titles.
@param {Element} chart */
export const cellsOf = chart => findAll(chart, ".g g:has(> title)");

/** Make a drawn chart a grid: rows of cells, which their titles name.
@param {SVGElement} chart
@param {SVGElement[]} cells
@param {boolean} isToPaint  whether cells are chosen or not */
function makeGrid(chart, cells, isToPaint) {
    chart.role = "grid";
    for (const cell of cells) cell.role = "gridcell";
    if (isToPaint) {
        chart.ariaMultiSelectable = "true";
        for (const cell of cells) cell.ariaSelected = "false";
    }
    for (let first = 0; first < HAND_COUNT; first += ROW_LENGTH) {
        const row = document.createElementNS("http://www.w3.org/2000/svg", "g");
        row.role = "row";
        cells[first].before(row);
        // Blanks part their names where a row is read as one text.
        row.append(...cells.slice(first, first + ROW_LENGTH).flatMap(cell => [cell, " "]));
    }
}

/** Let one cell of a drawn chart alone be reached by Tab.
@param {SVGElement} cell
@param {SVGElement[]} cells */
export function makeReachable(cell, cells) {
    for (const other of cells) other.removeAttribute("tabindex");
    cell.setAttribute("tabindex", "0");
}

/** Put a tip below what it tells of or, where that is too low, above it, and within the frame of a
chart. The next row, which may be pointed at next, stays free.
@param {HTMLElement} tip
@param {Element} frame
@param {Element} target
@param {SVGElement[]} cells */
function placeTip(tip, frame, target, cells) {
    const box = frame.getBoundingClientRect(), cell = target.getBoundingClientRect();
    const left = Math.min(cell.left - box.left, box.width - tip.offsetWidth);
    tip.style.left = `${Math.max(0, left)}px`;
    // The cell that has the focus may be drawn smaller than others.
    const height = Math.max(
        ...cells.slice(0, 2).map(other => other.getBoundingClientRect().height));
    const middle = (cell.top + cell.bottom) / 2 - box.top, apart = 1.5 * height + 6;
    const isTooLow = middle + apart + tip.offsetHeight > box.height;
    tip.style.top = `${isTooLow ? middle - apart - tip.offsetHeight : middle + apart}px`;
}

/** Let a tip tell of the cell that has the focus, unless a mouse put it there: of what that points
at, the browser itself shows the title. Nor is one needed where a line below the chart tells of what
a finger taps.
@param {SVGElement} chart
@param {SVGElement[]} cells
@param {boolean} isToPaint */
function addTip(chart, cells, isToPaint) {
    const tip = makeElement("div.chart-tip", { "aria-hidden": true, hidden: "" });
    chart.after(tip);
    const isToldBelow = Boolean(chart.closest(".live"));
    let isUnneeded = false;
    addEventListener("pointerdown", ({ pointerType }) => {
        isUnneeded = pointerType === "mouse" || isToldBelow;
        if (isUnneeded) tip.hidden = true;
    }, true);
    addEventListener("keydown", () => { isUnneeded = false; }, true);
    chart.addEventListener("keydown", ({ key }) => { if (key === "Escape") tip.hidden = true; });
    // A drawing that hears of the focus can have it itself, in Chromium: what is around it listens.
    const frame = /** @type {Element} */ (chart.parentElement);
    frame.addEventListener("focusin", ({ target }) => {
        const cell = /** @type {Element} */ (target);
        tip.textContent = findOne(cell, "title").textContent;
        tip.hidden = isUnneeded;
        // What is painted is not covered: the tip is beside the chart's title.
        if (!isToPaint) placeTip(tip, frame, cell, cells);
    });
    frame.addEventListener("focusout", () => { tip.hidden = true; });
}

/** Let keys, touch and screen readers lead through the hands of a drawn chart, as a grid; other
drawings stay as they are.
@param {SVGElement} chart */
export function leadThrough(chart) {
    const cells = cellsOf(chart), isToPaint = Boolean(chart.closest(".live-price"));
    if (cells.length !== HAND_COUNT) return;
    makeGrid(chart, cells, isToPaint);
    for (const mark of findAll(chart, ":scope > text")) mark.ariaHidden = "true";
    makeReachable(cells[0], cells);
    addTip(chart, cells, isToPaint);
    chart.addEventListener("keydown", event =>
        leadByKey(event, cells, cell => makeReachable(cell, cells)));
    chart.addEventListener("click", ({ target }) => {
        const clicked = /** @type {Element} */ (target).closest(".g g:has(> title)");
        const cell = cells.find(drawn => drawn === clicked);
        if (!cell) return;
        makeReachable(cell, cells);
        cell.focus();
    });
}
