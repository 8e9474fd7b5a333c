/* Text as people type it, made plain and split into words. */

/** A text with letters and marks of full width as plain ones, and without what is not seen, such as
the sign behind a suit that tells how it is drawn.
@param {string} text */
export const normalizeText = text => text
    .replace(/[\u200b\u2060\ufe0e\ufe0f]/g, "")
    .replace(/\u3001/g, ",")
    .replace(/[\uff01-\uff5e]/g, mark => String.fromCharCode(mark.charCodeAt(0) - 0xfee0));

/** The parts of a text between blanks, commas and semicolons.
@param {string} text */
export const splitWords = text => normalizeText(String(text)).split(/[\s,;]+/).filter(Boolean);
