/* What lies beside a page's own scripts: it is found from their address, since pages lie
elsewhere. */

import { makeElement } from "./elements.js";

/** The address of the script that these modules are joined to. */
const ownAddress = /** @type {HTMLScriptElement} */ (document.currentScript).src;

/** The address of the book's folder, where the scripts' folder is. */
export const bookAddress = new URL("..", ownAddress).href;

/** Load a script.
@param {string} name  of its file, from the scripts' folder */
export function loadScript(name) {
    document.head.append(makeElement("script", { src: new URL(name, ownAddress).href }));
}
