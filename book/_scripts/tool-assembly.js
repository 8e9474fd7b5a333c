/* What a tool is put together from, each a module of its own:

setting-store.js  what is set, and which changes of it are refused
game-words.js     the same in words, with what is known of the game
inputs.js         boxes in which it is set
address.js        how an address says it
solver-client.js  what the worker is asked, and what it has found
tool-charts.js    the charts
report.js         what is said of the game
locker.js         ranges that players keep to
lock-outcomes.js  what comes of them
comparison.js     another game, with which the one that is set is compared
quiz-panel.js     a game against the charts: a quiz
voice.js          what screen readers hear
toolbar.js        what readers take along

What they need of others they are handed here. Only the charts know the tool, which draws them. */

import { Comparison } from "./comparison.js";
import { LockOutcomes } from "./lock-outcomes.js";
import { Locker } from "./locker.js";
import { QuizPanel } from "./quiz-panel.js";
import { Report } from "./report.js";
import { SolverClient } from "./solver-client.js";
import { ToolCharts } from "./tool-charts.js";
import { Toolbar } from "./toolbar.js";
import { Voice } from "./voice.js";
/** @import { GameWords } from "./game-words.js" */
/** @import { SettingStore } from "./setting-store.js" */
/** @import { Shared, Tool } from "./tool.js" */

/** The parts of a tool. @param {Tool} tool @param {SettingStore} store @param {GameWords} words
@param {Shared} shared */
export function makeParts(tool, store, words, shared) {
    const { inputs, gameKind } = store;
    const solver = new SolverClient(gameKind, shared), voice = new Voice();
    const charts = new ToolCharts(store, words, tool, { solver, voice, palette: shared.palette });
    const foundation = { inputs, solver, charts };
    const outcomes = new LockOutcomes(store, words, foundation);
    const locker = new Locker(store, words, { ...foundation, outcomes });
    const comparison = new Comparison(store, words, foundation);
    const report = new Report(store, words, { ...foundation, outcomes, comparison, voice },
        () => tool.stopOrGoOn());
    const toolbar = new Toolbar(store, words, { ...foundation, report, voice });
    const quizPanel = new QuizPanel(store, words, { ...foundation, outcomes, locker, toolbar },
        isShown => tool.showCharts(isShown));
    charts.painter = locker.painter;
    return { solver, voice, charts, outcomes, locker, comparison, report, toolbar, quizPanel };
}
