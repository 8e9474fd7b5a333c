/* Range charts for the keyboard and for touch: Tab reaches a chart once, arrow keys, Home and End
walk over its hands, and the hand that is reached says what it does. */

import { findAll, findOne, make } from "./elements.js";

/** Let a key lead from a cell of a grid of 13 by 13 to another.
@template {HTMLElement | SVGElement} Cell
@param {KeyboardEvent} event @param {Cell[]} cells @param {(cell: Cell) => void} choose */
export function walk(event, cells, choose = () => {}) {
    const at = cells.indexOf(/** @type {any} */ (event.target)), row = at - at % 13;
    const whole = event.ctrlKey || event.metaKey;
    const to = cells[{
        ArrowLeft: Math.max(at - 1, row), ArrowRight: Math.min(at + 1, row + 12),
        ArrowUp: at > 12 ? at - 13 : at, ArrowDown: at < 156 ? at + 13 : at,
        Home: whole ? 0 : row, End: whole ? 168 : row + 12,
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
export function follow(event, cells, last) {
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

/** The cells of a drawn chart, which have titles; in a grid, they are in rows.
@param {Element} chart */
export const cellsOf = chart => findAll(chart, ".g g:has(> title)");

/** Make a drawn chart a grid: rows of cells that can be chosen.
@param {SVGElement} chart @param {SVGElement[]} cells */
function makeGrid(chart, cells) {
    chart.role = "grid";
    chart.ariaMultiSelectable = "true";
    for (const cell of cells) {
        cell.role = "gridcell";
        cell.ariaSelected = "false";
    }
    for (let first = 0; first < 169; first += 13) {
        const row = document.createElementNS("http://www.w3.org/2000/svg", "g");
        row.role = "row";
        cells[first].before(row);
        row.append(...cells.slice(first, first + 13));
    }
}

/** Let one cell of a drawn chart alone have the focus; one of a picture says what it says.
@param {SVGElement} cell @param {SVGElement[]} cells */
export function choose(cell, cells) {
    const isGrid = cell.role === "gridcell";
    for (const other of cells) {
        if (!isGrid) other.ariaHidden = "true";
        other.removeAttribute("tabindex");
    }
    cell.setAttribute("tabindex", "0");
    if (isGrid) return;
    const ariaLabel = cell.querySelector("title")?.textContent;
    Object.assign(cell, { ariaHidden: null, role: "img", ariaLabel });
}

/** Let keys and touch lead through the hands of a drawn chart; other drawings stay as they are. A
chart to paint is a grid, whose cells are chosen or not; others are pictures.
@param {SVGElement} chart */
export function leadThrough(chart) {
    const cells = cellsOf(chart);
    // A drawing that hears of the focus can have it itself, in Chromium: what is around it listens.
    const frame = /** @type {Element} */ (chart.parentElement);
    if (cells.length !== 169) return;
    const tip = make("div.chart-tip", { "aria-hidden": true, hidden: "" });
    chart.after(tip);
    const isGrid = Boolean(chart.closest(".live-price"));
    if (isGrid) makeGrid(chart, cells);
    // What is announced of a picture is the chart, and the one cell that can have the focus.
    else chart.role = "group";
    for (const mark of findAll(chart, ":scope > text")) mark.ariaHidden = "true";
    choose(cells[0], cells);
    // Of what a mouse points at, the browser itself shows the title.
    let isByMouse = false;
    addEventListener("pointerdown", ({ pointerType }) => {
        isByMouse = pointerType === "mouse";
        if (isByMouse) tip.hidden = true;
    }, true);
    addEventListener("keydown", () => { isByMouse = false; }, true);
    chart.addEventListener("keydown", event => {
        if (event.key === "Escape") tip.hidden = true;
        walk(event, cells, cell => choose(cell, cells));
    });
    chart.addEventListener("click", (/** @type {any} */ { target }) => {
        const cell = target.closest(".g g:has(> title)");
        if (!cell) return;
        choose(cell, cells);
        cell.focus();
    });
    frame.addEventListener("focusin", (/** @type {any} */ { target }) => {
        const box = frame.getBoundingClientRect(), cell = target.getBoundingClientRect();
        tip.textContent = findOne(target, "title").textContent;
        tip.hidden = isByMouse;
        // What is painted is not covered: the tip is beside the chart's title.
        if (isGrid) return;
        const left = Math.min(cell.left - box.left, box.width - tip.offsetWidth);
        tip.style.left = `${Math.max(0, left)}px`;
        tip.style.top = `${cell.bottom - box.top + 6}px`;
    });
    frame.addEventListener("focusout", () => { tip.hidden = true; });
}
