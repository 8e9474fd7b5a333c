/* What a tool asks the worker that solves, and what has been found. */

import { Shown } from "./shown.js";
/** @import { State, Tree } from "./betting.js" */
/** @import { ChartDeal, RiverSpot } from "./deals.js" */
/** @import { Locks } from "./games.js" */
/** @import { Found } from "./shown.js" */
/** @import { Shared, Tool } from "./tool.js" */

/** A locked range that does not apply to a game, and why.
@typedef {{ player: number, history: string, reason: string }} LeftOut */

/** What can be asked: a game, in which players are locked, how sure one can be of that, and within
what the value is wanted.
@typedef {{ tree: Tree, deal: ChartDeal, kind: string, setting: State, locks: Locks,
    leftOut: LeftOut[], belief: number, within: number, spot?: RiverSpot }} Question */

/** What is asked of the worker last: the question; the same as a text, to compare; its number; the
game, as far as it is solved, and whether that is done.
@typedef {{ question?: Question, text: string, number: number, game?: Shown,
    done?: boolean }} Asked */

/** What the worker answers.
@typedef {{ tool: string, number: number, error?: string, done?: boolean } & Found} Answer */

/** Which game a question is about: the one that is set, the same without locks, or one that was
kept to compare.
@typedef {"set" | "free" | "kept"} Subject */

/** The question as the worker gets it, which builds the tree and has the deal.
@param {Question} question */
function messageOf({ tree, deal, leftOut, ...message }) {
    return message;
}

/** @param {Question} question */
const textOf = question => JSON.stringify(messageOf(question));

/** @type {Asked} */
const NOTHING_ASKED = { text: "", number: 0 };

export class Solving {
    /** @type {Record<Subject, Asked>} */
    asked = { set: NOTHING_ASKED, free: NOTHING_ASKED, kept: NOTHING_ASKED };
    /** The game that came with the page, and the last one that was solved. @type {Asked[]} */
    known = [];
    /** Whether the reader is content with what has been found. */
    stopped = false;
    /** Why nothing can be solved. @type {string | undefined} */
    failed;

    /** @param {Tool} tool @param {Shared} shared */
    constructor(tool, shared) {
        this.tool = tool;
        this.shared = shared;
    }

    /** Know the solution that came with the page. @param {Question} question @param {Shown} game */
    remember(question, game) {
        this.known[0] = { text: textOf(question), number: 0, game };
    }

    /** The game that is set, as far as it is solved. */
    get game() {
        return /** @type {Shown} */ (this.asked.set.game);
    }

    /** Whether what was asked last is being solved. @param {Asked[]} asked */
    isWorking(asked = Object.values(this.asked)) {
        const waits = asked.some(({ question, done }) => question && !done);
        return waits && !this.stopped && !this.failed;
    }

    /** Whether the game that is set is being solved. */
    get busy() {
        return this.isWorking([this.asked.set]);
    }

    /** Ask the worker for a game, unless it is asked or known already; without a question, let it
    stop with what is wanted no more. @param {Subject} subject @param {Question} [question] */
    ask(subject, question) {
        const before = this.asked[subject], text = question ? textOf(question) : "";
        if (text === before.text) return;
        const found = this.known.find(asked => asked?.text === text)?.game;
        // What is locked may be what the solution that came with the page leaves out.
        const isWhole = found?.tree.payments.length === question?.tree.payments.length;
        const game = found && (subject !== "free" || isWhole) ? found : undefined;
        this.asked[subject] =
            { question, text, number: before.number + 1, game, done: Boolean(game) };
        if (subject === "set") {
            this.stopped = false;
            this.failed = this.shared.broken;
        }
        this.post(subject, question && !game ? messageOf(question) : {});
    }

    /** @param {Subject} subject @param {object} message */
    post(subject, message) {
        const { number } = this.asked[subject], tool = `${this.tool.kind} ${subject}`;
        this.shared.worker.postMessage({ tool, number, ...message });
    }

    /** Hear what the worker has found, maybe so far. @param {Answer} answer
    @param {Subject} subject */
    arrive({ number, error, done, ...found }, subject) {
        const asked = this.asked[subject], { question } = asked;
        if (number !== asked.number) return;
        if (error) {
            this.fail(`${error}. Change a setting, or load the page again`);
            return;
        }
        // What is found on the way is shown of the game that is set only.
        if (!done && (subject !== "set" || this.stopped) || !question) return;
        if (subject === "set") this.stopped = false;
        const { deal, tree, locks, belief } = question;
        asked.game = new Shown(deal, tree, { ...found, locks, belief });
        asked.done = done;
        if (done) this.tool.telling.announceAgain();
        this.tool.refresh();
    }

    /** Solve nothing any more, and say why. @param {string} reason */
    fail(reason) {
        this.failed = this.shared.broken ?? reason;
        this.tool.refresh();
    }

    /** Be content with what has been found, or go on where it was stopped. */
    stopOrGoOn() {
        this.stopped = !this.stopped;
        this.post("set", { hold: this.stopped });
        if (!this.stopped) {
            this.tool.show();
            return;
        }
        if (!this.asked.free.game) this.ask("free");
        if (!this.asked.kept.game) this.ask("kept");
        this.tool.refresh();
    }

    /** Keep what was solved last, in case that it is asked again. */
    keep() {
        if (this.asked.set.done) this.known[1] = this.asked.set;
    }
}
