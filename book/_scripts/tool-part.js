/* What the parts of a tool have in common: none of them knows the tool. */

/** @import { GameWords } from "./game-words.js" */
/** @import { Inputs } from "./inputs.js" */
/** @import { SettingStore } from "./setting-store.js" */
/** @import { SolverClient } from "./solver-client.js" */
/** @import { ToolCharts } from "./tool-charts.js" */

/** What the parts of a tool build upon.
@typedef {{ inputs: Inputs, solver: SolverClient, charts: ToolCharts }} Foundation */

/** A part of a tool: it is handed what is set, the game in words, and the parts that it needs. */
export class ToolPart {
    /** @param {SettingStore} store @param {GameWords} words @param {Foundation} foundation */
    constructor(store, words, { inputs, solver, charts }) {
        this.store = store;
        this.words = words;
        this.inputs = inputs;
        this.solver = solver;
        this.charts = charts;
    }
}
