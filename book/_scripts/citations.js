/* Citations: they have the address under which the book is read, and a button copies them. */

import { bookAddress } from "./book-address.js";
import { elementOf, makeElement } from "./elements.js";
import { tryToCopy } from "./files.js";

/** The address of the book's folder, if the pages are read where others can read them, too. */
function publicHome() {
    const { protocol, hostname } = location;
    const isLocal = !hostname.includes(".") || /^127\.|\.local$|^\[/.test(hostname);
    return /^https?:$/.test(protocol) && !isLocal ? bookAddress : undefined;
}

/** Tell of citations that have no address why that is. */
function tellThatNoneIsKnown() {
    for (const cite of document.querySelectorAll(".pl-cite"))
        if (!cite.textContent?.includes("://"))
            cite.append(elementOf("small", "It gives no address: this copy of the book "
                + "is at none that others can open."));
}

/** The part of a text before the last place where something stands in it.
@param {string} end
@param {string} text */
const beforeLast = (end, text) => text.slice(0, text.lastIndexOf(end));

/** Let citations that have no address have that under which the book is read. */
function addAddress() {
    const root = publicHome();
    if (!root) {
        tellThatNoneIsKnown();
        return;
    }
    for (const cited of document.querySelectorAll(".pl-cite > :is(p, pre), .highlight pre")) {
        const text = cited.textContent ?? "";
        const isEntry = text.startsWith("@software");
        if (text.includes("://") || !isEntry && !cited.matches("p")) continue;
        const { place = "" } = /** @type {HTMLElement} */ (cited.parentElement).dataset;
        const address = new URL(place, root).href;
        cited.textContent = isEntry ? `${beforeLast("\n}", text)},\n  url = {${address}}\n}`
            : `${beforeLast(".", text)}, ${address}.`;
    }
}
addAddress();

// What has been copied, as it is read aloud.
const heard = makeElement("p.visually-hidden", { role: "status" });
if (document.querySelector(".pl-copy")) document.body.append(heard);

// A button copies the citation that stands before it, and says so while that one stands there.
for (const button of document.querySelectorAll(".pl-copy")) {
    const cited = /** @type {HTMLElement} */ (button.previousElementSibling);
    const { textContent: offer, ariaLabel: fullOffer } = button;
    new MutationObserver(() => {
        button.textContent = offer;
        button.ariaLabel = fullOffer;
    }).observe(cited, { childList: true, characterData: true, subtree: true });
    button.addEventListener("click", async () => {
        const isCopied = await tryToCopy(cited.textContent ?? "");
        // Where that is not allowed, the reader copies what is selected.
        if (!isCopied) getSelection()?.selectAllChildren(cited);
        const done = isCopied ? "Copied" : "Selected";
        button.textContent = done;
        button.ariaLabel = fullOffer?.replace("Copy", done) ?? null;
        const what = cited.matches("pre") ? "BibTeX entry" : "citation";
        // A text that stays would not be heard again.
        heard.textContent = "";
        setTimeout(() => { heard.textContent = `The ${what} is ${done.toLowerCase()}.`; }, 100);
    });
}
