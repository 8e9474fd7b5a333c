/* What the parts of a tool have in common: of the tool, they know what `ToolActions` has. */

/** @import { Gesture } from "./address-bar.js" */
/** @import { Settings } from "./betting.js" */
/** @import { GameWords } from "./game-words.js" */
/** @import { Inputs } from "./inputs.js" */
/** @import { SettingStore } from "./setting-store.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { SolverClient } from "./solver-client.js" */
/** @import { ToolCharts } from "./tool-charts.js" */

/** What parts ask of the tool, whichever it is: to change settings, or to remember which hand is
chosen, by a gesture of the reader; to say which texts and charts are old; to let the worker pause
or go on; to show the charts, or hide them; and whether the tool's game is solved, and stays as it
is.
@typedef {object} ToolActions
@property {(changed: Settings, gesture?: Gesture) => void} change
@property {(handName: string, gesture: Gesture) => void} rememberHand
@property {() => void} tellOutdated
@property {() => void} pauseOrResume
@property {(isShown: boolean) => void} showCharts
@property {boolean} isFinal */

/** What the parts of a tool build upon.
@typedef {object} Foundation
@property {ToolActions} tool
@property {SettingStore} store
@property {GameWords} words
@property {Inputs} inputs
@property {SolverClient} client
@property {ToolCharts} charts */

/** A part of a tool: it is handed those that are made before it, and keeps what it needs. */
export class ToolPart {
    /** @param {Foundation} parts */
    constructor({ tool, store, words, inputs, client, charts }) {
        this.tool = tool;
        this.store = store;
        this.words = words;
        this.inputs = inputs;
        this.client = client;
        this.charts = charts;
    }
}

/** A part that one kind of tool adds. Of what the tool goes through it hears what it overrides. */
export class ToolPanel extends ToolPart {
    /** Show the settings, before the boxes do. */
    show() {}

    /** Unfold what an address has set, now that it has been followed. */
    unfoldWhatIsSet() {}

    /** Draw the solution, as far as it is found.
    @param {Solution} solution */
    draw(solution) {}

    /** Write texts on the solution, and do what follows from it, once all other parts have. */
    tell() {}

    /** Show what names hands, or hide it from a reader who plays.
    @param {boolean} isShown */
    showHandNames(isShown) {}

    /** Whether the panel will change settings by itself, once more is known. */
    get isWaiting() {
        return false;
    }
}
