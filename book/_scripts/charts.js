/* Range charts for the keyboard and for touch: see grid.js. */

import { findAll } from "./elements.js";
import { leadThrough } from "./grid.js";

for (const chart of findAll(document, ".pl-box > svg")) leadThrough(chart);

// Sphinx marks what was searched, but trips over titles within drawings.
for (const text of document.querySelectorAll("svg *")) text.classList.add("nohighlight");
