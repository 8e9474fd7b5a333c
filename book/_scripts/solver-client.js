/* What a tool asks the worker that solves (solver.js), and what has been found. */

import { Game } from "./games.js";
import { Solution } from "./solutions.js";
/** @import { Settings } from "./betting.js" */
/** @import { Tree } from "./trees.js" */
/** @import { ChartDeal } from "./deals.js" */
/** @import { BothLocks } from "./games.js" */
/** @import { DecisionKey } from "./locked-ranges.js" */
/** @import { SolvedPlans } from "./solutions.js" */
/** @import { AskerMessage, TaskMessage } from "./solver.js" */
/** @import { Shared } from "./tool.js" */

/** Where a locked range is that does not apply to a game, and why it does not.
@typedef {DecisionKey & { reason: string }} LeftOut */

/** A game that the worker is to solve, and how well.
@typedef {object} Task
@property {Tree} tree
@property {ChartDeal} deal  that the charts show
@property {string} gameKind
@property {Settings} settings  that make the tree
@property {BothLocks} locks
@property {LeftOut[]} leftOut  which locked ranges do not apply
@property {number} belief  in the locks of a player, 0 to 1
@property {number} tolerance  to which the value is wanted, in chips */

/** The task that the worker was given last for a subject, and what has come of it.
@typedef {object} Request
@property {Task} [task]  none, if nothing is asked
@property {string} text  the task, to compare
@property {number} serial  of the task
@property {Solution} [solution]  as far as it is found
@property {boolean} [done]  whether that is all */

/** A task, as a text, that need not be asked again.
@typedef {object} SolvedTask
@property {string} text
@property {Solution} [solution] */

/** Who asks the worker: a tool, by the kind of its game, for one of its subjects.
@typedef {object} Asker
@property {string} gameKind
@property {Subject} subject */

/** A message before it says who asks, and the serial of the task.
@template {{ asker: Asker, serial: number }} Signed
@typedef {Omit<Signed, "asker" | "serial">} Unsigned */

/** What the worker has found, or why it finds nothing.
@typedef {{ asker: Asker, serial: number, error?: string, done?: boolean }
    & SolvedPlans} FoundPlans */

/** Which game a task is about: the one that is set now, the same without locks, or the one that
it is compared with.
@typedef {"current" | "unlocked" | "compared"} Subject */

/** @type {Subject[]} */
const SUBJECTS = ["current", "unlocked", "compared"];

/** What the worker gets of a task: it builds the tree itself, and has the deal.
@param {Task} task */
const sentOf = ({ gameKind, settings, locks, belief, tolerance, deal: { situation } }) =>
    ({ gameKind, settings, locks, belief, tolerance, situation });

/** A task as a text, to compare.
@param {Task} task */
const textOf = task => JSON.stringify(sentOf(task));

/** A subject's request at first.
@type {Request} */
const NO_REQUEST = { text: "", serial: 0 };

export class SolverClient {
    /** @type {Record<Subject, Request>} */
    requests = { current: NO_REQUEST, unlocked: NO_REQUEST, compared: NO_REQUEST };
    /** What came solved with the page.
    @type {SolvedTask | undefined} */
    solvedWithPage;
    /** What was solved last.
    @type {SolvedTask | undefined} */
    lastSolved;
    /** Whether the reader is content with what has been found, and the worker pauses. */
    isPaused = false;
    /** Why nothing can be solved.
    @type {string | undefined} */
    failure;

    /** @param {{ gameKind: string, shared: Shared }} tool  that asks */
    constructor({ gameKind, shared }) {
        this.gameKind = gameKind;
        this.shared = shared;
    }

    /** Remember the solution that came with the page.
    @param {Task} task
    @param {Solution} solution */
    rememberPageSolution(task, solution) {
        this.solvedWithPage = { text: textOf(task), solution };
    }

    /** The game that is set, as far as it is solved. */
    get solution() {
        return this.requests.current.solution;
    }

    /** Whether the game of a subject is being solved.
    @param {Subject} subject */
    isSolving(subject) {
        const { task, done } = this.requests[subject];
        return task !== undefined && !done && !this.isPaused && !this.failure;
    }

    /** Whether the game of any subject is being solved. */
    get isSolvingAny() {
        return SUBJECTS.some(subject => this.isSolving(subject));
    }

    /** Whether the game that is set is being solved. */
    get isSolvingCurrent() {
        return this.isSolving("current");
    }

    /** Ask the worker for a game, unless it is asked or known already; without a task, have it
    drop what was asked.
    @param {Subject} subject
    @param {Task} [task] */
    ask(subject, task) {
        const lastRequest = this.requests[subject], text = task ? textOf(task) : "";
        if (text === lastRequest.text) return;
        const solution = task && this.knownSolution(subject, task, text);
        this.requests[subject] =
            { task, text, serial: lastRequest.serial + 1, solution, done: Boolean(solution) };
        if (subject === "current") {
            this.isPaused = false;
            this.failure = this.shared.whyBroken;
        }
        if (task && !solution) this.post(subject, { kind: "task", ...sentOf(task) });
        else this.post(subject, { kind: "drop" });
    }

    /** The solution of a task, if it is known already.
    @param {Subject} subject
    @param {Task} task
    @param {string} text */
    knownSolution(subject, task, text) {
        const known = [this.solvedWithPage, this.lastSolved].find(known => known?.text === text);
        if (!known?.solution) return undefined;
        // The page's solution may leave out what is never played, where a range may be locked.
        const { payments } = known.solution.game.tree;
        const isWhole = payments.length === task.tree.payments.length;
        return subject === "unlocked" && !isWhole ? undefined : known.solution;
    }

    /** Send the worker a message about a subject.
    @param {Subject} subject
    @param {Unsigned<TaskMessage> | Unsigned<AskerMessage>} message */
    post(subject, message) {
        const { serial } = this.requests[subject], asker = { gameKind: this.gameKind, subject };
        this.shared.worker.postMessage({ asker, serial, ...message });
    }

    /** Take what the worker has found, maybe so far, if it is news; whether it is.
    @param {FoundPlans} found
    @param {Subject} subject */
    tryToTake({ serial, error, done, ...solved }, subject) {
        const request = this.requests[subject], { task } = request;
        if (serial !== request.serial) return false;
        if (error) {
            this.fail(`${error}. Change a setting, or load the page again`);
            return true;
        }
        if (!task) return false;
        // What is found on the way is shown of the game that is set only.
        const isShownOnTheWay = subject === "current" && !this.isPaused;
        if (!done && !isShownOnTheWay) return false;
        if (subject === "current") this.isPaused = false;
        const { deal, tree, locks, belief } = task;
        request.solution = new Solution(new Game(deal, tree, locks), { ...solved, belief });
        request.done = done;
        return true;
    }

    /** Remember why nothing can be solved any more.
    @param {string} reason */
    fail(reason) {
        this.failure = this.shared.whyBroken ?? reason;
    }

    /** Let the worker pause: what has been found will do. */
    pause() {
        this.isPaused = true;
        this.post("current", { kind: "pause" });
        const { unlocked, compared } = this.requests;
        if (!unlocked.solution) this.ask("unlocked");
        if (!compared.solution) this.ask("compared");
    }

    /** Let the worker go on where it was paused. */
    resume() {
        this.isPaused = false;
        this.post("current", { kind: "resume" });
    }

    /** Keep the solution, in case that the same is asked again after something else. */
    keepSolved() {
        if (this.requests.current.done) this.lastSolved = this.requests.current;
    }
}
