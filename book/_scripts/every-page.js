/* What every page offers its reader. */

import "./exercises.js";
import "./citations.js";
import "./page-links.js";
import "./theme-buttons.js";
import "./search-box.js";
