/* Files that a reader takes along. */

import { makeElement } from "./elements.js";

/** Save what an address has as a file of some name. @param {string} href @param {string} name */
export const saveAddress = (href, name) =>
    makeElement("a", { href, download: name }).click();

/** Save something as a file of some name. @param {Blob} content @param {string} name */
export function saveFile(content, name) {
    const href = URL.createObjectURL(content);
    saveAddress(href, name);
    URL.revokeObjectURL(href);
}
