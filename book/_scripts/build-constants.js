/* What the build gives the scripts: book/_ext/live.py writes these constants before the modules
that it joins, each where it is asked for. build.d.ts says what they are; no other module names
them. */

/** Hold'em's deal, packed: see counts.js. */
export const packedCounts = () => PACKED_COUNTS;

/** What is refused as too much in a game: see betting.js. */
export const bettingLimits = () => BETTING_LIMITS;

/** What is known of the real game: see real-game.js. */
export const realGameTable = () => REAL_GAME;

/** What stands for the colours of the page in drawings, and the colours of files. */
export const lightColors = () => LIGHT_COLORS;

/** A chart without its hands, and the colours of actions: see range-chart.js. */
export const chartLook = () => CHART_LOOK;

/** How large things are in drawings: see range-chart.js and figure-downloads.js. */
export const drawingSizes = () => DRAWING_SIZES;

/** The rule SAGE: see chart-to-paint.js. */
export const sageTable = () => SAGE_RULE;

/** The text of the explorer's whole program, as a script that runs it: a page that is opened from a
folder may load no file into a worker. */
export const programText = () => `(${program})()`;
