/* What leads through a page: its list of contents, the link to its main part, and the switch that
shows all folded code. */

import { makeElement } from "./elements.js";

// What is chosen in a list of contents that lies over the page takes the list away.
document.addEventListener("click", ({ target }) =>
    /** @type {Element} */ (target).closest("dialog a")?.closest("dialog")?.close());

// At the end of a page its last sections cannot come up to where the theme looks for the one that
// is read: the last is marked there, or the one that the address names, if it is in sight.
const contents = [...document.querySelectorAll("#pst-page-toc-nav a")]
    .map(link => /** @type {HTMLAnchorElement} */ (link));
addEventListener("scroll", () => setTimeout(() => {
    const { scrollHeight } = document.documentElement;
    if (!contents.length || scrollY < 1 || scrollY + innerHeight < scrollHeight - 2) return;
    const named = contents.find(({ hash }) => hash && hash === location.hash);
    const top = named && document.getElementById(named.hash.slice(1))?.getBoundingClientRect().top;
    const isSeen = top !== undefined && top >= 0 && top < innerHeight;
    const read = named && isSeen ? named : contents[contents.length - 1];
    for (const link of contents) {
        link.classList.toggle("active", link === read);
        link.closest("li")?.classList.toggle("active", link === read);
        if (link === read) link.ariaCurrent = "true";
        else link.removeAttribute("aria-current");
    }
}, 100));

// The link to the main part moves the focus, and leaves the address what it says.
document.querySelector(".skip-link a")?.addEventListener("click", event => {
    event.preventDefault();
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    main.tabIndex = -1;
    main.focus();
});

/** Where a link leads within this page, if it names a place in it and no state: a place in sight,
for the explorer shows its tools by their addresses.
@param {HTMLAnchorElement | null} link */
function placeOf(link) {
    if (!link || link.href.split("#")[0] !== location.href.split("#")[0]) return undefined;
    const place = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return place?.checkVisibility() && !place.matches(".explorer, :has(> .cell .explorer)")
        ? place : undefined;
}

// Where the address has a state of the page, a link within the page leads to its place, and the
// state stays; Back leads back. The mark beside a heading is there for its address.
document.addEventListener("click", event => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    if (defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey) return;
    if (!/[?=]/.test(location.hash)) return;
    const place = placeOf(/** @type {Element} */ (target).closest("a[href*='#']:not(.headerlink)"));
    if (!place) return;
    event.preventDefault();
    history.pushState(history.state, "", location.href);
    place.scrollIntoView();
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
});

// Its sections are listed after the page: a link beside that one leads there, where there is a list
// in sight or a button that opens one.
const opener = /** @type {HTMLElement | null} */ (document.querySelector(".secondary-toggle"));
/** Whether an element can be seen.
@param {Element | null | undefined} element */
const isInSight = element => element?.checkVisibility({ visibilityProperty: true });
if (isInSight(contents[0]) || contents[0] && isInSight(opener)) {
    const click = (/** @type {Event} */ event) => {
        event.preventDefault();
        if (!isInSight(contents[0])) opener?.click();
        contents[0].focus();
    };
    document.querySelector(".skip-link")?.append(
        makeElement("a", { href: "#pst-page-toc-nav", click }, "Sections of this page"));
}

// What copies a block of code drops the focus: it stays on its button.
document.addEventListener("click", ({ target }) => {
    /** @type {HTMLElement | null} */
    const button = /** @type {Element} */ (target).closest(".copybtn");
    if (button) setTimeout(() => button.focus({ preventScroll: true }));
});

const codeSwitch = document.querySelector(".pl-switch"), { classList } = document.documentElement;

/** Show all folded code, or hide it.
@param {boolean} isShown */
function showCode(isShown) {
    classList.toggle("pl-code", isShown);
    if (codeSwitch) codeSwitch.textContent = `${isShown ? "Hide" : "Show"} the code`;
    for (const details of document.querySelectorAll("details.hide.above-input"))
        details.toggleAttribute("open", isShown);
}

if (codeSwitch) showCode(classList.contains("pl-code"));
codeSwitch?.addEventListener("click", () => {
    const isShown = !classList.contains("pl-code");
    showCode(isShown);
    try {
        localStorage.setItem("pl-code", isShown ? "shown" : "");
    } catch { /* not remembered */ }
});
