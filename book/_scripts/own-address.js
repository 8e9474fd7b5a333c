/* Where a page's own scripts are: what lies beside them is found from there. */

/** The address of the script that these modules are joined to. */
export const ownAddress = /** @type {HTMLScriptElement} */ (document.currentScript).src;
