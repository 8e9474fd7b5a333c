/* What a reader takes along: files, and texts that are copied. */

import { makeElement } from "./elements.js";

/** Save what an address has as a file of some name.
@param {string} href
@param {string} name */
export const saveAddress = (href, name) =>
    makeElement("a", { href, download: name }).click();

/** Save something as a file of some name.
@param {Blob} content
@param {string} name */
export function saveFile(content, name) {
    const href = URL.createObjectURL(content);
    saveAddress(href, name);
    URL.revokeObjectURL(href);
}

/** Copy a text; whether the browser allows that.
@param {string} text */
export async function tryToCopy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}
