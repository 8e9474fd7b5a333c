/* Range charts for the keyboard and for touch: Tab reaches a chart once, arrow keys, Home and End
walk over its hands, and the hand that is reached says what it does. */

import { findAll, findOne, makeElement } from "./elements.js";

/** Let a key lead from a cell of a grid of 13 by 13 to another.
@template {HTMLElement | SVGElement} Cell
@param {KeyboardEvent} event @param {Cell[]} cells @param {(cell: Cell) => void} choose */
export function leadByKey(event, cells, choose = () => {}) {
    const at = cells.indexOf(/** @type {any} */ (event.target)), row = at - at % 13;
    const isWithModifier = event.ctrlKey || event.metaKey;
    const to = cells[{
        ArrowLeft: Math.max(at - 1, row), ArrowRight: Math.min(at + 1, row + 12),
        ArrowUp: at > 12 ? at - 13 : at, ArrowDown: at < 156 ? at + 13 : at,
        Home: isWithModifier ? 0 : row, End: isWithModifier ? 168 : row + 12,
    }[event.key] ?? -1];
    if (at < 0 || event.altKey || !to) return;
    event.preventDefault();
    choose(to);
    to.focus();
}

/** Which cells of a grid of 13 by 13 a pointer has crossed, in order: it tells of some places only
where it is fast. @param {PointerEvent} event @param {Element[]} cells
@param {number[] | undefined} last  where it was before, in pixels
@returns {{ crossed: number[], last: number[] }} */
export function trackPointer(event, cells, last) {
    const { left, top } = cells[0].getBoundingClientRect();
    const { right, bottom } = cells[168].getBoundingClientRect();
    const sides = [right - left, bottom - top].map(side => side / 13), crossed = new Set();
    const places = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of [...places, event]) {
        const to = [clientX, clientY], from = last ?? to;
        const moved = to.map((end, axis) => (end - from[axis]) / sides[axis]);
        const steps = Math.max(1, Math.ceil(4 * Math.max(...moved.map(Math.abs))));
        for (let step = 1; step <= steps; step++) {
            const [column, row] = [left, top].map((edge, axis) => Math.floor(
                (from[axis] - edge) / sides[axis] + moved[axis] * step / steps));
            const isInside = [column, row].every(place => place >= 0 && place < 13);
            if (isInside) crossed.add(13 * row + column);
        }
        last = to;
    }
    return { crossed: [...crossed], last: /** @type {number[]} */ (last) };
}

/** The cells of a drawn chart, which have titles. @param {Element} chart */
export const cellsOf = chart => findAll(chart, ".g g:has(> title)");

/** Make a drawn chart a grid: rows of cells, which their titles name.
@param {SVGElement} chart @param {SVGElement[]} cells
@param {boolean} isToPaint  whether cells are chosen or not */
function makeGrid(chart, cells, isToPaint) {
    chart.role = "grid";
    for (const cell of cells) cell.role = "gridcell";
    if (isToPaint) {
        chart.ariaMultiSelectable = "true";
        for (const cell of cells) cell.ariaSelected = "false";
    }
    for (let first = 0; first < 169; first += 13) {
        const row = document.createElementNS("http://www.w3.org/2000/svg", "g");
        row.role = "row";
        cells[first].before(row);
        row.append(...cells.slice(first, first + 13));
    }
}

/** Let one cell of a drawn chart alone be reached by Tab.
@param {SVGElement} cell @param {SVGElement[]} cells */
export function makeReachable(cell, cells) {
    for (const other of cells) other.removeAttribute("tabindex");
    cell.setAttribute("tabindex", "0");
}

/** Let keys, touch and screen readers lead through the hands of a drawn chart, as a grid; other
drawings stay as they are. @param {SVGElement} chart */
export function leadThrough(chart) {
    const cells = cellsOf(chart);
    // A drawing that hears of the focus can have it itself, in Chromium: what is around it listens.
    const frame = /** @type {Element} */ (chart.parentElement);
    if (cells.length !== 169) return;
    const tip = makeElement("div.chart-tip", { "aria-hidden": true, hidden: "" });
    chart.after(tip);
    const isToPaint = Boolean(chart.closest(".live-price"));
    makeGrid(chart, cells, isToPaint);
    for (const mark of findAll(chart, ":scope > text")) mark.ariaHidden = "true";
    makeReachable(cells[0], cells);
    // Of what a mouse points at, the browser itself shows the title.
    let isByMouse = false;
    addEventListener("pointerdown", ({ pointerType }) => {
        isByMouse = pointerType === "mouse";
        if (isByMouse) tip.hidden = true;
    }, true);
    addEventListener("keydown", () => { isByMouse = false; }, true);
    chart.addEventListener("keydown", event => {
        if (event.key === "Escape") tip.hidden = true;
        leadByKey(event, cells, cell => makeReachable(cell, cells));
    });
    chart.addEventListener("click", (/** @type {any} */ { target }) => {
        const cell = target.closest(".g g:has(> title)");
        if (!cell) return;
        makeReachable(cell, cells);
        cell.focus();
    });
    frame.addEventListener("focusin", (/** @type {any} */ { target }) => {
        const box = frame.getBoundingClientRect(), cell = target.getBoundingClientRect();
        tip.textContent = findOne(target, "title").textContent;
        tip.hidden = isByMouse;
        // What is painted is not covered: the tip is beside the chart's title.
        if (isToPaint) return;
        const left = Math.min(cell.left - box.left, box.width - tip.offsetWidth);
        tip.style.left = `${Math.max(0, left)}px`;
        // The row below, which may be pointed at next, stays free. The cell that has the focus may
        // be drawn smaller than others.
        const height = Math.max(...cells.slice(0, 2).map(one => one.getBoundingClientRect().height));
        tip.style.top = `${(cell.top + cell.bottom + 3 * height) / 2 - box.top + 6}px`;
    });
    frame.addEventListener("focusout", () => { tip.hidden = true; });
}
