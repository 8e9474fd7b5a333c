/* Range charts for the keyboard and for touch: Tab reaches a chart once, arrow keys, Home and End
walk over its hands, and the hand that is reached says what it does. */

import { findAll, make } from "./elements.js";

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

/** Let keys and touch lead through the hands of a drawn chart; other drawings stay as they are.
@param {SVGElement} chart */
export function leadThrough(chart) {
    const cells = findAll(chart, ":scope > .g > g");
    // A drawing that hears of the focus can have it itself, in Chromium: what is around it listens.
    const frame = /** @type {Element} */ (chart.parentElement);
    if (cells.length !== 169) return;
    const tip = make("div.chart-tip", { "aria-hidden": true, hidden: "" });
    chart.after(tip);
    // What is announced is the chart, and the one cell that can have the focus.
    chart.role = "group";
    for (const mark of findAll(chart, ":scope > text")) mark.ariaHidden = "true";
    /** Let one cell alone have the focus, and say what it says. @param {SVGElement} cell */
    const choose = cell => {
        for (const other of cells) {
            other.ariaHidden = "true";
            other.removeAttribute("tabindex");
        }
        const ariaLabel = cell.querySelector("title")?.textContent;
        Object.assign(cell, { ariaHidden: null, role: "img", tabIndex: 0, ariaLabel });
    };
    choose(cells[0]);
    chart.addEventListener("keydown", event => {
        if (event.key === "Escape") tip.hidden = true;
        walk(event, cells, choose);
    });
    chart.addEventListener("click", (/** @type {any} */ { target }) => {
        const cell = target.closest(".g > g");
        if (!cell) return;
        choose(cell);
        cell.focus();
    });
    frame.addEventListener("focusin", (/** @type {any} */ { target }) => {
        const box = frame.getBoundingClientRect(), cell = target.getBoundingClientRect();
        tip.textContent = target.ariaLabel;
        tip.hidden = false;
        const left = Math.min(cell.left - box.left, box.width - tip.offsetWidth);
        tip.style.left = `${Math.max(0, left)}px`;
        tip.style.top = `${cell.bottom - box.top + 6}px`;
    });
    frame.addEventListener("focusout", () => { tip.hidden = true; });
}
