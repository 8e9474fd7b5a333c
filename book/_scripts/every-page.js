/* What every page offers its reader: a switch that shows all folded code, boxes that check an
answer, buttons of the theme that keep the focus and say how things are, and what a search would
find, while it is typed. */

import { Fraction, ONE, withDecimalPoint } from "./amounts.js";
import { make } from "./elements.js";
import { listItems, lookUp, unpackIndex } from "./search.js";
/** @import { SearchIndex } from "./search.js" */

const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;

/* ---- exercises ---- */

/** A number as it is written: its value; and its digits, and in which parts of 1 these count: 0.25
is 25 hundredths, 1/3 one third.
@typedef {{ value: Fraction, digits: bigint, parts: bigint }} Written */

const NUMBER_TYPED = /^([+-]?\d*)(?:\.(\d*))?(?:\s*\/\s*(\d+))?[%a-z\s]*$/i;

/** The number that a text writes, such as "1/9" or "-0.25 bb", if it writes one.
@param {string} text @returns {Written | undefined} */
function readWritten(text) {
    const plain = withDecimalPoint(text.trim().replace("−", "-"));
    const [, whole = "", decimals = "", below = "1"] = plain.match(NUMBER_TYPED) ?? [];
    if (!/\d/.test(whole + decimals) || !BigInt(below)) return undefined;
    const digits = BigInt(whole + decimals);
    const parts = 10n ** BigInt(decimals.length) * BigInt(below);
    return { value: new Fraction(digits, parts), digits, parts };
}

/** Whether a number that was typed differs from the right one by no more than a third. Where that
is 0, a decimal of three digits may be rounded.
@param {Written} typed @param {Written} right @param {Fraction} within */
function isRight({ value, digits, parts }, right, within) {
    const distance = value.minus(right.value).absolute;
    const isDecimal = /^10*$/.test(String(parts));
    const hasThreeDigits = digits * digits > 9999n || parts > 999n;
    const mayRound = within.isZero && right.parts > 1n && isDecimal && hasThreeDigits;
    const most = mayRound ? new Fraction(1n, 2n * parts) : within;
    return !most.isLess(distance);
}

/** Whether a decimal is the right number, rounded to too few digits, but to two at least.
@param {Written} typed @param {Written} right */
function isRoundedFurther({ value, digits, parts }, right) {
    const isDecimal = /^10*$/.test(String(parts)), hasTwoDigits = digits * digits > 99n;
    const distance = value.minus(right.value).absolute;
    return isDecimal && hasTwoDigits && !new Fraction(1n, 2n * parts).isLess(distance);
}

/** Which digits a question asks for. @param {Written} within  half a unit of the last, or 0
@param {boolean} isInPercent */
function digitsAskedFor(within, isInPercent) {
    if (within.value.isZero) return "a fraction is asked for, or three digits";
    const places = String(within.parts).length - 1;
    const asked = places === 1 ? "1 decimal is asked for" : `${places} decimals are asked for`;
    return asked + (isInPercent ? ", in per cent" : "");
}

/** Whether a share is meant in per cent: it says so, or is above 1.
@param {Written} share @param {boolean} hasSign */
const isPercentage = ({ value }, hasSign = false) => hasSign || ONE.isLess(value.absolute);

/** So many per cent. @param {Written} share @returns {Written} */
const inPercent = ({ digits, parts }) =>
    ({ value: new Fraction(digits, 100n * parts), digits, parts: 100n * parts });

/** Let a question check what is typed. @param {HTMLElement} question */
function askQuestion(question) {
    const { dataset } = question, isShare = Boolean(dataset.share);
    let right = /** @type {Written} */ (readWritten(dataset.answer ?? ""));
    let within = /** @type {Written} */ (readWritten(dataset.within ?? ""));
    const isInPercent = isShare && isPercentage(right), isFraction = right.parts > 1n;
    const asked = digitsAskedFor(within, isInPercent);
    if (isInPercent) [right, within] = [right, within].map(inPercent);
    const box = /** @type {HTMLInputElement} */ (question.querySelector("input"));
    const button = question.querySelector("button"), output = question.querySelector("output");
    const check = () => {
        // Commas are of thousands or a decimal's.
        const isLarge = new Fraction(999n).isLess(right.value);
        let typed = readWritten(isLarge ? box.value.replaceAll(",", "") : box.value);
        if (typed && isShare && isPercentage(typed, box.value.includes("%")))
            typed = inPercent(typed);
        let verdict = "", message = "Type a number: 0.25 or 1/4.";
        const isPercentOfOther = !isShare && box.value.includes("%");
        if (typed && isRight(typed, right, within.value)) [verdict, message] = ["right", "Right."];
        else if (typed && isPercentOfOther && isRight(inPercent(typed), right, within.value))
            [verdict, message] = ["close", "Right so far; a number is asked for, not per cent."];
        else if (typed && isFraction && isRoundedFurther(typed, right))
            [verdict, message] = ["close", `Right so far; ${asked}.`];
        else if (typed) [verdict, message] = ["wrong", `Not yet. ${dataset.hint}`];
        dataset.verdict = verdict;
        if (output) output.textContent = message;
    };
    button?.addEventListener("click", check);
    box.addEventListener("keydown", ({ key }) => {
        if (key === "Enter") check();
    });
}

const exercises = [...document.querySelectorAll(".exercise")];

/** The exercise that something belongs to, by its name, such as "Exercise 1.1".
@param {Element} place */
function exerciseOf(place) {
    const { DOCUMENT_POSITION_FOLLOWING } = Node;
    const before = exercises.filter(exercise =>
        exercise.compareDocumentPosition(place) & DOCUMENT_POSITION_FOLLOWING);
    return before.at(-1)?.querySelector(".caption-number")?.textContent?.trim() ?? "Exercise";
}

for (const question of document.querySelectorAll(".pl-question")) {
    askQuestion(/** @type {HTMLElement} */ (question));
    const box = question.querySelector("input"), button = question.querySelector("button");
    const label = question.querySelector("label")?.textContent?.replace(/:\s*$/, "");
    const name = `${label}, ${exerciseOf(question)}`;
    if (box) box.ariaLabel = name;
    if (button) button.ariaLabel = `Check: ${name}`;
}

// What opens a solution is made, when the page is there, by a script that calls all alike.
document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll(".solution .toggle-button"))
        button.ariaLabel = `Solution of ${exerciseOf(button)}`;
});

/* ---- citations, contents, folded code ---- */

// A button copies the citation that stands before it, and says so.
for (const button of document.querySelectorAll(".pl-copy"))
    button.addEventListener("click", async () => {
        const cited = /** @type {HTMLElement} */ (button.previousElementSibling);
        let done = "Copied";
        try {
            await navigator.clipboard.writeText(cited.textContent ?? "");
        } catch {  // where that is not allowed, the reader copies what is selected
            getSelection()?.selectAllChildren(cited);
            done = "Selected";
        }
        button.textContent = done;
        button.ariaLabel = button.ariaLabel?.replace(/^\w+/, done) ?? null;
    });

// What is chosen in a list of contents that lies over the page takes the list away.
document.addEventListener("click", ({ target }) =>
    /** @type {any} */ (target).closest("dialog a")?.closest("dialog").close());

// The link to the main part moves the focus, and leaves the address what it says.
document.querySelector(".skip-link")?.addEventListener("click", event => {
    event.preventDefault();
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    main.tabIndex = -1;
    main.focus();
});

const codeSwitch = document.querySelector(".pl-switch"), { classList } = document.documentElement;

/** Show all folded code, or hide it. @param {boolean} isShown */
function showCode(isShown) {
    classList.toggle("pl-code", isShown);
    if (codeSwitch) codeSwitch.ariaPressed = String(isShown);
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

/* ---- the theme's buttons ---- */

/** A button of the theme, if the page has it. @param {string} selector */
const themeButton = selector =>
    /** @type {HTMLElement | null} */ (document.querySelector(selector));

/** What a button has done is said here. */
const news = make("p.visually-hidden", { role: "status" });
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
nameColors();
new MutationObserver(() => { news.textContent = nameColors(); })
    .observe(document.documentElement, { attributeFilter: ["data-mode"] });

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

/* ---- search ---- */

/** So many places are suggested while a search is typed. */
const MOST_SUGGESTED = 6;
/** How many there are is said after a rest of so many milliseconds. */
const REST_OF_TYPING = 700;

// What is found for what is typed is listed below it; what it is found in is loaded by whoever
// begins to type.
const dialog = /** @type {HTMLDialogElement | null} */ (
    document.querySelector("#pst-search-dialog"));
const searchBox = /** @type {HTMLInputElement | undefined} */ (dialog?.querySelector("[name=q]"));
const places = make("ol.search", { hidden: "", "aria-label": "Found" });
const count = make("p.visually-hidden", { role: "status" });
/** @type {SearchIndex | undefined} */
let index;
/** What waits to be said. */
let waiting = 0;

/** Say something once the reader rests. @param {string} text */
function sayLater(text) {
    clearTimeout(waiting);
    waiting = setTimeout(() => { count.textContent = text; }, REST_OF_TYPING);
}

/** List what is found for what is typed. */
function suggest() {
    const query = searchBox?.value.trim() ?? "";
    if (index && query) {
        const found = lookUp(index, query), results = found.results.slice(0, MOST_SUGGESTED);
        places.replaceChildren(...listItems({ ...found, results }, new URL("..", home).href));
        const many = results.length === 1 ? "1 place; Tab leads to it."
            : `${results.length} places; Tab leads to them.`;
        sayLater(results.length ? many : "Nothing found.");
    } else {
        places.replaceChildren();
        sayLater("");
    }
    places.hidden = !places.children.length;
}

dialog?.append(places, count);
// From what is found, Escape leads back to the page, and Ctrl+K to what is typed: the theme knows
// only the box.
addEventListener("keydown", event => {
    if (!dialog?.open || !places.contains(document.activeElement)) return;
    const isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (event.key !== "Escape" && !isSearch) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isSearch) searchBox?.select();
    else dialog.close();
}, true);
addEventListener("pokerlab-pages", event => {
    index = unpackIndex(/** @type {CustomEvent} */ (event).detail);
    suggest();
});
let isLoading = false;
searchBox?.addEventListener("input", () => {
    if (index) {
        suggest();
        return;
    }
    if (!isLoading)
        document.head.append(make("script", { src: new URL("../searchindex.js", home).href }));
    isLoading = true;
});

// Sphinx marks what was searched within words, too, and hides the marks by a link that would lie
// over the text: what begins no word is marked no longer, and the link is in the head of the page.
addEventListener("DOMContentLoaded", () => setTimeout(() => {
    for (const mark of document.querySelectorAll("span.highlighted"))
        if (/[\p{L}\d]$/u.test(mark.previousSibling?.textContent ?? ""))
            mark.replaceWith(mark.textContent ?? "");
    const link = document.querySelector(".highlight-link");
    link?.addEventListener("click", () => link.remove());
    if (link) document.querySelector(".header-article-items__start")?.append(link);
}));
