/* What the explorer's tools share. A Web Worker solves what is set (solver.js) and sends ever
better
plans. What a tool is made of has modules of its own: inputs.js, what can be set; address.js, how an
address says that; solving.js, what the worker is asked; drawing.js, the charts; telling.js, what is
said; locks.js, ranges that players keep to; play.js, a game against the charts; and taking.js, what
readers take along. A tool of its own kind says in `settings` what can be set, and adds what only
it has. */

import { complaint, deny, parseNumber, refusalIn } from "./amounts.js";
import { Address } from "./address.js";
import { build } from "./betting.js";
import { button } from "./controls.js";
import { Drawing } from "./drawing.js";
import { make } from "./elements.js";
import { Inputs } from "./inputs.js";
import { Locker, answering, withoutLocks } from "./locks.js";
import { Trainer } from "./play.js";
import { readRange, writeRange } from "./ranges.js";
import { Shown, knownDigits, silentAction } from "./shown.js";
import { Solving } from "./solving.js";
import { Taking } from "./taking.js";
import { Telling } from "./telling.js";
import { after, capital, percent, the } from "./words.js";
/** @import { State } from "./betting.js" */
/** @import { Packed } from "./deal.js" */
/** @import { ChartDeal, Deal } from "./deals.js" */
/** @import { Palette } from "./drawing.js" */
/** @import { Plan } from "./games.js" */
/** @import { Setting } from "./inputs.js" */
/** @import { Answering } from "./locks.js" */
/** @import { Answer, Question, Subject } from "./solving.js" */
/** @import { View } from "./views.js" */

/** How to find with the package what is set: a command, if there is one, and code; and whether what
is locked is part of that.
@typedef {{ command?: string | false, code: string, note?: string,
    includesLocks?: boolean }} Reproduction */

/** What all tools of a page share. `remember` puts what a tool shows into the address, a step of
Back
for each gesture.
@typedef {{ deal: Deal, palette: Palette, worker: Pick<Worker, "postMessage">, broken?: string,
    remember: (tool: Tool, gesture: unknown) => void,
    inSight: (tool: Tool) => boolean }} Shared */

/** What comes with a tool in the page: the solution of what it shows at first, and of which setting
that is, where it leaves out what is never played; in push or fold, the curve and the ends of
pieces; in the first tool, what all share.
@typedef {{ plans?: Plan[], played?: State, stacks: number[], values: number[], ends: number[],
    deal?: Packed, palette?: Record<string, unknown> }} ToolData */

/** The settings that are an amount, or a pair of them. */
const AMOUNTS = ["stack", "other", "sb", "bb", "ante", "dead", "pot", "blinds", "raise"];

/** The settings that say which decision of either player is shown. */
export const DECISION_KEYS = ["small", "big"];

/** How well a game can be solved, as choices: 0.01, 0.001, ... */
export const TOLERANCES = Object.fromEntries([2, 3, 4, 5, 6, 8].map(digits => {
    const text = (10 ** -digits).toFixed(digits);
    return [text, text];
}));

/** What an address says besides a tool's own settings: what is locked, how sure one can be of that,
what is kept to compare, and the game that is played: its seat, seed and how close decisions are. */
const COMMON_START = { locks: "", sure: "100", kept: "", seat: "0", seed: "", close: "" };

export const chips = (/** @type {string} */ text) => parseNumber("", text);

export class Tool {
    /** What makes its game. @type {Record<string, Setting>} */
    static settings = {};
    /** What else its address says, at first. @type {State} */
    static start = {};
    /** The digits of what an action earns, and the name of the unit. */
    digits = 3;
    unit = "chips";
    /** So many digits have the weights of a range that is copied, and one more those of a lock. */
    rangeDigits = 3;
    /** The question about what is set. @type {Question} */
    wanted;
    /** What push or fold says of the hands that mix. */
    mixers = make("p");

    /** @param {HTMLElement} root @param {ToolData} data @param {Shared} shared */
    constructor(root, data, shared) {
        const { settings, start } = new.target, ownSettings = Object.entries(settings);
        this.root = root;
        this.kind = root.id;
        this.data = data;
        this.shared = shared;
        this.deal = shared.deal;
        this.hands = this.deal.hands;
        this.keys = Object.keys(settings);
        this.keptKeys = [...this.keys, "locks", "sure"];
        const starts = ownSettings.map(([key, setting]) => [key, setting.start]);
        /** @type {State} */
        this.start = { ...Object.fromEntries(starts), ...start, ...COMMON_START };
        this.state = { ...this.start };
        this.players = build(this.kind, this.settingOf(this.state)).players;
        this.thePlayers = this.players.map(the);

        this.inputs = new Inputs(this);
        this.address = new Address(this);
        this.solving = new Solving(this, shared);
        this.telling = new Telling(this);
        this.drawing = new Drawing(this, shared.palette, this.telling.comparison);
        this.views = this.drawing.views;
        this.taking = new Taking(this);
        this.keeper = button("", () => this.keepOrEndComparison());
        this.drawing.kept.before(make("p.explorer-keep", this.keeper, ...this.taking.elements));
        this.controls = make("div.explorer-controls", ...ownSettings.flatMap(
            ([key, setting]) => setting.label ? this.inputs.control(key, setting) : []));
        this.locker = new Locker(this);
        this.trainer = new Trainer(this);
        this.more = make("div.explorer-mores", this.locker.element, this.trainer.element);
        const { inputs, telling } = this;
        root.querySelector(".explorer-static")?.remove();
        root.append(this.controls, inputs.complaints, inputs.outdated, telling.value,
            telling.realGame, this.drawing.element, telling.losses, this.more, telling.reproduction,
            telling.voice);
        this.takeSolutionOfPage();
    }

    /** Know the solution that came with the page, if one did. */
    takeSolutionOfPage() {
        const { plans, played } = this.data;
        if (!plans) return;
        const tree = build(this.kind, { ...this.settingOf(this.start), ...played });
        this.solving.remember(this.question(this.start), new Shown(this.deal, tree, { plans }));
    }

    /* ---- what is set ---- */

    /** Change the state: solve it, draw it, put it into the address and say what it is. What makes
    no game is left out. Changes of one gesture are one step of Back. @param {State} change */
    set(change, gesture = {}) {
        const { inputs } = this, changes = this.address.normalized(Object.entries(change));
        /** @type {(pair: string[]) => boolean} */
        const isNew = ([key, text]) => text !== this.state[key];
        /** @type {(pairs: string[][]) => State} */
        const changed = pairs => this.follow({ ...this.state, ...Object.fromEntries(pairs) },
            pairs.filter(isNew).map(([key]) => key));
        // What was refused stays so until another text comes into its box.
        for (const [key] of changes) inputs.refused.delete(key);
        let taken = changes;
        const together = this.refusalOf(changed(changes));
        if (together) {
            for (const pair of changes) {
                const alone = this.refusalOf(changed([pair]), pair[0]);
                if (alone) inputs.refused.set(pair[0], alone);
            }
            taken = changes.filter(([key]) => !inputs.refused.has(key));
            if (this.refusalOf(changed(taken))) {
                for (const [key] of taken.filter(isNew)) inputs.refused.set(key, together);
                taken = [];
            }
        }
        inputs.complain();
        if (!taken.some(isNew)) return;
        this.state = changed(taken);
        this.wanted = this.question(this.state);
        this.telling.expectAnnouncement();
        this.show();
        this.shared.remember(this, gesture);
    }

    /** Keep what is shown, to compare it with what comes next, or end that. */
    keepOrEndComparison() {
        const setting = new URLSearchParams(this.settingOf(this.state, this.keptKeys));
        this.set({ kept: this.state.kept ? "" : String(setting) });
    }

    /** Why a state makes no game, with settings called as beside their boxes; nothing if it does.
    @param {State} state @param {string} [changed]  the setting that was changed, if only one was */
    refusalOf(state, changed) {
        const refused = refusalIn(() => {
            this.question(state);
            if (state.kept) this.question(this.address.read(state.kept));
        });
        return refused?.textFor(key => this.inputs.labelOf(key), changed) ?? "";
    }

    /** What of the state makes the game. @param {State} state @returns {State} */
    settingOf(state, keys = this.keys) {
        return Object.fromEntries(keys.map(key => [key, state[key]]));
    }

    /** The state that was kept to compare. */
    get keptState() {
        return this.address.read(this.state.kept);
    }

    /** Take the state from an address, as far as it makes sense, and say what does not.
    @param {string[][]} changes */
    recall(changes) {
        /** @type {string[]} */
        const complaints = [];
        this.state = this.address.read(changes, complaints);
        this.drawing.clicked = this.state.hand === this.start.hand ? "" : this.state.hand;
        this.address.read(this.state.kept, complaints);
        this.inputs.refused.clear();
        const message = this.refusalOf(this.state);
        if (message) {
            const given = changes.map(change => change.join("=")).join(", ");
            complaints.push(`${capital(message)} (${given})`);
            this.state = { ...this.start };
        }
        this.wanted = this.question(this.state);
        const { leftOut } = this.wanted;
        for (const { player, history, reason } of leftOut)
            complaints.push(
                `what is locked ${after(history)} (${this.players[player]}): ${reason}`);
        if (leftOut.length) {
            this.state.locks = withoutLocks(this.state.locks, leftOut);
            this.wanted = this.question(this.state);
        }
        this.inputs.complain();
        this.show();
        for (const [key, text] of changes)
            if (DECISION_KEYS.includes(key) && text !== this.state[key])
                complaints.push(`${key}: ${complaint(text, "a decision of this game")}`);
        if (!complaints.length) return;
        const shown = this.keys.filter(key => this.state[key])
            .map(key => `${key}=${this.state[key]}`).join(", ");
        this.inputs.complaints.textContent =
            `Not taken from the address: ${complaints.join("; ")}. Shown is ${shown}.`;
    }

    /* ---- its game ---- */

    /** What the worker is asked about a state. @param {State} state @param {ChartDeal} deal
    @returns {Question} */
    question(state, deal = this.deal) {
        const setting = this.settingOf(state), tree = build(this.kind, setting);
        const { locks, leftOut } = this.locker.read(state, tree, deal);
        const belief = answering(locks) === undefined ? 1 : Number(state.sure) / 100;
        const within = Number(state.within ?? 1e-9);
        return { tree, deal, kind: this.kind, setting, locks, leftOut, belief, within };
    }

    /** The game that is set, as far as it is solved. */
    get game() {
        return this.solving.game;
    }

    /** The game in which nobody is locked, as far as it is known. */
    get free() {
        return this.state.locks ? this.solving.asked.free.game : this.game;
    }

    /** Show what is set, and have it solved. */
    show() {
        const { locks, kept } = this.state;
        this.inputs.show(this.state);
        this.keeper.textContent = kept ? "End the comparison" : "Keep to compare";
        this.drawing.kept.hidden = !kept;
        this.locker.show();
        this.ask("set", this.wanted);
        this.ask("free", locks ? this.question({ ...this.state, locks: "" }) : undefined);
        this.ask("kept", kept ? this.question(this.keptState) : undefined);
        this.refresh();
    }

    /** Have the worker solve a game. @param {Subject} subject @param {Question} [question] */
    ask(subject, question) {
        this.solving.ask(subject, question);
    }

    /** Hear what the worker has found. @param {Answer} answer @param {Subject} subject */
    arrive(answer, subject) {
        this.solving.arrive(answer, subject);
    }

    /** Show and tell what is known by now. */
    refresh() {
        this.solving.keep();
        this.draw();
        this.telling.compare();
        this.telling.show();
        this.trainer.follow();
        this.telling.announce();
    }

    /** Draw what is solved by now. */
    draw() {
        this.drawing.show();
    }

    /* ---- ranges ---- */

    /** Which share of a hand a player is dealt.
    @param {ChartDeal} deal @param {number} player @param {number} hand */
    dealtShare(deal, player, hand) {
        return 1;
    }

    /** How much a text weighs each hand that a deal has. @param {string} text
    @param {ChartDeal} deal @param {(wrong: string) => never} [refuse] @returns {number[]} */
    readWeights(text, { hands }, refuse = deny) {
        return readRange(text, hands, refuse);
    }

    /** The same as text. @param {ArrayLike<number>} weights @param {number} digits */
    writeWeights(weights, digits) {
        return writeRange(weights, this.hands, digits);
    }

    /** How often each hand takes each action, as text; the silent one is left out.
    @param {string[]} names @param {number[][]} shares */
    writeStrategy(names, shares, digits = this.rangeDigits + 1) {
        const silent = silentAction(names);
        const ranges = names.map((name, i) => ({ name, i })).filter(({ i }) => i !== silent)
            .map(({ name, i }) => ({ name, text: this.writeWeights(shares[i], digits) }));
        if (ranges.length === 1) return ranges[0].text;
        return ranges.filter(({ text }) => text !== "none")
            .map(({ name, text }) => `${name}: ${text}`).join("; ") || "none";
    }

    /** Which action of a decision a reader names, wholly or by its first words if no other has
    these; -1 if none. @param {string} typed @param {string[]} names @param {string} history
    @param {State} state */
    findAction(typed, names, history, state) {
        const begun = names.filter(name => name.startsWith(`${typed} `));
        return names.indexOf(begun.length === 1 && !names.includes(typed) ? begun[0] : typed);
    }

    /* ---- what tools do otherwise ---- */

    /** Let what was not set follow from what was. @param {State} state
    @param {string[]} given  the settings that were set */
    follow(state, given) {
        return state;
    }

    /** The text of a setting as it is kept: in an amount, a decimal comma is a point.
    @param {string} key @param {string} text */
    normalize(key, text) {
        return AMOUNTS.includes(key) ? text.trim().replace(/,(?=\d)/g, ".") : text;
    }

    /** What the game lacks, before its value: nobody should take its strategies for advice at a
    table. */
    get caveat() {
        return "No flop is dealt. ";
    }

    /** What is known of the game with all its streets, if anything. */
    get realGame() {
        return "";
    }

    /** What a game is worth. @param {Shown} game @param {State} [state] */
    worthText(game, state) {
        let locked = "";
        if (game.locks.some(lock => Object.keys(lock).length)) locked = game.belief < 1
            ? `, ${percent(game.belief)} sure of what is locked` : ", with what is locked";
        return `the game is worth ${game.valueText()} ${this.unit} to ${this.thePlayers[0]}`
            + locked;
    }

    /** A power of ten that a width does not exceed, or a whole number. @param {number} width */
    widthText(width) {
        const digits = knownDigits(width, 9);
        return width > 1 ? String(Math.ceil(width)) : (10 ** -digits).toFixed(digits);
    }

    /** In what mistakes are counted: how much a unit is, and its name.
    @returns {{ size: number, name: string }} */
    get mistakeUnit() {
        return { size: chips(this.state.bb) / 1000, name: "mbb" };
    }

    /** Draw a game into views. @param {Shown} game @param {View[]} views */
    drawGame(game, views) {}

    /** How to find with the package what is set.
    @param {State} state @param {Answering} [answer] @returns {Reproduction} */
    reproduction(state, answer) {
        return { code: "" };
    }

    /** A button that leads to what follows an action, if the other player decides there.
    @param {View} view @param {string} name @returns {HTMLElement | undefined} */
    nextDecision(view, name) {
        return;
    }

    /** What else is told of the hand that is selected, and of the one that is marked.
    @param {View} view @param {number} selected @param {number} marked @returns {HTMLElement[]} */
    belowActions(view, selected, marked) {
        return [];
    }
}
