/* Buttons and menus of the theme: they keep the focus, and say how things are. */

import { makeElement } from "./elements.js";

/** A button of the theme, if the page has it.
@param {string} selector */
const themeButton = selector =>
    /** @type {HTMLElement | null} */ (document.querySelector(selector));

/** What a button has done is said here. */
const news = makeElement("p.visually-hidden", { role: "status" });
document.body.append(news);

const colorButton = themeButton(".theme-switch-button");
const sidebarButton = themeButton(".primary-toggle"), sidebar = themeButton("#pst-primary-sidebar");
const otherButtons = [themeButton(".search-button"), themeButton(".secondary-toggle")];

// The theme takes the focus from these when they are pressed; it stays, to press them again.
for (const button of [colorButton, sidebarButton, ...otherButtons])
    if (button) button.blur = () => {};

/** Let the button of the colours say which are shown. */
function nameColors() {
    const { mode = "auto" } = document.documentElement.dataset;
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const automatic = `automatic, ${isDark ? "dark" : "light"} now`;
    const name = `Color mode: ${mode === "auto" ? automatic : mode}`;
    if (colorButton && colorButton.ariaLabel !== name) colorButton.ariaLabel = name;
    return name;
}
let lastName = nameColors();
new MutationObserver(() => {
    const name = nameColors();
    // The theme sets the mode anew when the page is there, which is no news.
    if (name !== lastName) news.textContent = name;
    lastName = name;
}).observe(document.documentElement, { attributeFilter: ["data-mode"] });

/** Where there is room for it, the sidebar is beside the page, or hidden. */
const hasRoom = matchMedia("(min-width: 992px)");

/** Let the button of the sidebar say whether it is there. */
function nameSidebar() {
    if (!sidebar || !sidebarButton) return;
    const isShown = hasRoom.matches && !sidebar.classList.contains("pst-sidebar-hidden");
    sidebarButton.ariaExpanded = String(isShown);
}
nameSidebar();
hasRoom.addEventListener("change", nameSidebar);
if (sidebar) new MutationObserver(nameSidebar).observe(sidebar, { attributeFilter: ["class"] });

// A menu closes by Escape, and when the focus or the pointer goes elsewhere.
for (const menu of document.querySelectorAll("details.dropdown")) {
    const close = () => menu.removeAttribute("open");
    menu.addEventListener("keydown", event => {
        const { key } = /** @type {KeyboardEvent} */ (event);
        if (key !== "Escape" || !menu.hasAttribute("open")) return;
        close();
        menu.querySelector("summary")?.focus();
    });
    menu.addEventListener("focusout", event => {
        const next = /** @type {FocusEvent} */ (event).relatedTarget;
        if (next && !menu.contains(/** @type {Node} */ (next))) close();
    });
    document.addEventListener("pointerdown", ({ target }) => {
        if (!menu.contains(/** @type {Node} */ (target))) close();
    });
}
