/* Range charts for the keyboard and for touch: Tab reaches a chart once, arrow keys, Home and End
walk over its hands, and the hand that is reached says what it does. */

"use strict";

/** Let a key lead from a cell of a grid of 13 by 13 to another.
@param {KeyboardEvent} event @param {(HTMLElement | SVGElement)[]} cells */
function walk(event, cells, choose = cell => {}) {
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

const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)}%`;

/** @type {(inside: Element | Document, selector: string) => SVGElement[]} */
const drawn = (inside, selector) => [...inside.querySelectorAll(selector)].map(found =>
    /** @type {SVGElement} */ (found));

for (const chart of drawn(document, ".pl-box > svg")) {
    const cells = drawn(chart, ":scope > .g > g");
    // A drawing that hears of the focus can have it itself, in Chromium: what is around it listens.
    const frame = /** @type {Element} */ (chart.parentElement);
    if (cells.length !== 169) continue;
    const tip = make("div.chart-tip", { "aria-hidden": true, hidden: "" });
    chart.after(tip);
    // What is announced is the chart, and the one cell that can have the focus.
    chart.role = "group";
    for (const mark of drawn(chart, ":scope > text")) mark.ariaHidden = "true";
    const choose = cell => {
        for (const other of cells) {
            other.ariaHidden = "true";
            other.removeAttribute("tabindex");
        }
        const ariaLabel = cell.querySelector("title").textContent;
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

// Sphinx marks what was searched, but trips over titles within drawings.
for (const text of document.querySelectorAll("svg *")) text.classList.add("nohighlight");
