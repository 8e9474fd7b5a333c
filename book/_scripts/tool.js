/* What the explorer's tools share: settings, the game that they make, and what is said of it.

A Web Worker solves what is set (solver.js) and sends ever better plans. A tool of its own kind says
in `settings` what can be set, and adds what only it has. */

import { amount, deny, lacks, refusal } from "./amounts.js";
import { build } from "./betting.js";
import { Slider, button, options, textBox, unique } from "./controls.js";
import { make } from "./elements.js";
import { Locker, SURE, answering, isLocks } from "./locks.js";
import { Trainer } from "./play.js";
import { readRange, writeRange } from "./ranges.js";
import { Shown, actions, known, setOf, silent, sizeOf } from "./shown.js";
import { ITERATIONS } from "./solver.js";
import { Taking } from "./taking.js";
import { View } from "./views.js";
import { after, capital, percent, spoken, the } from "./words.js";
/** @import { State, Tree } from "./betting.js" */
/** @import { ChartDeal, Deal } from "./deals.js" */
/** @import { Packed } from "./deal.js" */
/** @import { Locks, Plan } from "./games.js" */
/** @import { Color, Found } from "./shown.js" */

/** What a tool and its parts hand each other.
@typedef {[player: string, history: string, why: string]} Idle
@typedef {{ tool: string, number: number, error?: string, done?: boolean } & Found} Answer
@typedef {{ tree: Tree, deal: ChartDeal, kind: string, setting: State,
    locks: Locks & { idle: Idle[] }, belief: number, within: number }} Question
@typedef {Partial<Question> & { told: string, game?: Shown, number: number,
    done?: boolean }} Asked
@typedef {{ answerer: number, earns: number, secures: number, risk?: number }} Answering
@typedef {{ command?: string | false, code: string, note?: string, answers?: boolean }} Words
@typedef {{ deal: Deal, palette: Palette, worker: Pick<Worker, "postMessage">, broken?: string,
    remember: (tool: Tool, gesture: unknown) => void, inSight: (tool: Tool) => boolean }} Shared
@typedef {Record<string, Color> & { ramp: Color[] }} Palette

And what comes with a tool in the page: the solution of what it shows at first, and of which setting
that is, where it leaves out what is never played; in push or fold, the curve and the ends of
pieces; in the first tool, what all share.
@typedef {{ plans?: Plan[], played?: State, stacks: number[], values: number[], ends: number[],
    deal?: Packed, palette?: Palette }} ToolData */

/** The settings that are an amount, or a pair of them. */
const AMOUNTS = ["stack", "other", "sb", "bb", "ante", "dead", "pot", "blinds", "raise"];

/** The settings that say which decision of either player is shown. */
export const SHOWS = ["small", "big"];

/** How well a game can be solved. */
export const WITHIN = Object.fromEntries(
    [2, 3, 4, 5, 6, 8].map(n => Array(2).fill((10 ** -n).toFixed(n))));

/** @type {Asked} */
const UNASKED = { told: "{}", number: 0 };

export const chips = (/** @type {string} */ text) => amount("", text);

export class Tool {
    /** What makes its game: of each setting the start, a label, and the box's size or the choices.
    @type {Record<string, [string, string?, (number | Record<string, string>)?]>} */
    static settings = {};
    /** What else its address says, at first. @type {State} */
    static start = {};
    digits = 3;
    /** So many digits have the weights of a range that is copied, and one more those of a lock. */
    fine = 3;
    unit = "chips";
    /** @type {Slider} */
    slider;
    /** What is typed or chosen: settings, and what is locked in a view.
    @type {Map<string | View, HTMLInputElement | HTMLSelectElement>} */
    inputs = new Map();
    /** What was refused, and why. @type {Map<string | View, string>} */
    refused = new Map();
    /** The question that is set. @type {Question} */
    wanted;
    /** What the worker was asked last, with numbers, and what it has found: of the game that is
    set, of the same without locks, and of one that was kept. @type {Record<string, Asked>} */
    asked = { "": UNASKED, free: UNASKED, kept: UNASKED };
    /** The game that came with the page, and the last one that was solved. */
    solved = [UNASKED, UNASKED];
    /** @type {boolean | undefined} */
    announced;
    stopped = false;
    /** @type {string | undefined} */
    failed;
    waiting = 0;
    mixers = make("p");
    /** The hand that was clicked last, unless it was let go. */
    clicked = "";

    /** @param {HTMLElement} root @param {ToolData} data @param {Shared} shared */
    constructor(root, data, shared) {
        const { settings, start } = new.target, starts = Object.entries(settings);
        this.root = root;
        this.kind = root.id;
        this.data = data;
        this.shared = shared;
        this.deal = shared.deal;
        this.hands = this.deal.hands;
        this.keys = Object.keys(settings);
        this.keptKeys = [...this.keys, "locks", "sure"];
        /** @type {State} */
        this.start = {
            ...Object.fromEntries(starts.map(([key, [text]]) => [key, text])), ...start,
            locks: "", sure: "100", kept: "", seat: "0", seed: "", close: "",
        };
        this.state = { ...this.start };
        this.players = build(this.kind, this.setting(this.state)).players;
        /** They, with their article. */
        this.who = this.players.map(the);
        /** @type {(own: View[]) => HTMLElement} */
        const side = own => make("div.explorer-views", ...own.map(view => view.element));
        this.views = [0, 1].map(player => new View(this, player));
        this.keptViews = this.views.map((view, player) => new View(this, player, view));
        this.controls = make("div.explorer-controls", ...starts.flatMap(
            ([key, [, label, how]]) => label ? this.control(key, label, how) : []));
        this.wrong = make("p.explorer-wrong", { role: "alert" });
        this.outdated = make("p.explorer-outdated", { role: "status", id: unique() });
        this.price = make("p.explorer-price");
        this.model = make("p.explorer-model");
        this.voice = make("p.explorer-voice", { role: "status" });
        this.verdict = make("span");
        this.real = make("p.explorer-real");
        this.stopper = button("Stop", () => this.stop(), { class: "explorer-stop" });
        this.keeper = button("", () => this.set({ kept: this.state.kept ? ""
            : String(new URLSearchParams(this.setting(this.state, this.keptKeys))) }));
        this.comparison = make("section", this.compared = make("p"), side(this.keptViews));
        this.taking = new Taking(this);
        this.charts = make("div.explorer-charts", side(this.views),
            make("p.explorer-keep", this.keeper, ...this.taking.elements), this.comparison);
        this.locker = new Locker(this);
        this.trainer = new Trainer(this);
        this.more = make("div.explorer-mores", this.locker.element, this.trainer.element);
        root.querySelector(".explorer-static")?.remove();
        root.append(this.controls, this.wrong, this.outdated,
            make("p.explorer-value", this.verdict, this.stopper), this.real,
            this.charts, this.price, this.more, this.model, this.voice);
        const { plans, played } = data;
        // It may leave out what is never played.
        const tree = plans && build(this.kind, { ...this.setting(this.start), ...played });
        if (tree) this.solved[0] = {
            ...UNASKED, told: this.told(this.question(this.start)),
            game: new Shown(this.deal, tree, { plans }),
        };
    }

    /* ---- what is set ---- */

    /** A box or a list that sets one key of the state.
    @param {string} key @param {string} label
    @param {number | Record<string, string>} how  so large is the box, or these are the list's
    choices */
    control(key, label, how = 5) {
        const change = () => this.set(this.typed);
        const input = typeof how === "number" ? textBox({ size: how, change })
            : make("select", { change }, ...options(Object.keys(how), value => how[value]));
        const size = typeof how === "number" ? how : 0;
        const width = size > 20 ? "wide" : size > 10 ? "double" : "short";
        return this.labelled(key, label, input, width);
    }

    /** @param {string | View} key @param {string} label
    @param {HTMLInputElement | HTMLSelectElement} input */
    labelled(key, label, input, width = "short") {
        const named = make(`label.explorer-choice.explorer-${width}`, make("span", label), input);
        return this.noted(key, input, named);
    }

    /** What has an input, with a place to say what is wrong.
    @param {string | View} key @param {HTMLInputElement | HTMLSelectElement} input
    @param {HTMLElement} element */
    noted(key, input, element) {
        const id = unique();
        this.inputs.set(key, input);
        input.setAttribute("aria-describedby", id);
        return [element, make("p", { class: "explorer-wrong", role: "alert", id })];
    }

    /** A slider over the amounts of a setting, above the other knobs.
    @param {string} key @param {string} label @param {string} unit @param {number[]} choices */
    sliding(key, label, unit, choices) {
        const slider = new Slider(label, unit, choices,
            (text, gesture) => this.set({ ...this.typed, [key]: text }, gesture));
        slider.key = key;
        this.root.prepend(...this.noted(key, slider.box, slider.element));
        return slider;
    }

    /** What stands in the inputs of settings: what was refused gets another chance. */
    get typed() {
        const own = [...this.inputs].filter(([key]) => typeof key === "string");
        return Object.fromEntries(own.map(([key, input]) => [key, input.value.trim()]));
    }

    get hand() {
        return this.hands.indexOf(this.state.hand);
    }

    /** Change the state: solve it, draw it, put it into the address and say what it is. What makes
    no game is left out. Changes of one gesture are one step of Back. @param {State} change */
    set(change, gesture = {}) {
        const changes = this.tidied(Object.entries(change));
        /** @type {(pairs: string[][]) => string} */
        const wrong = pairs => this.wrongWith({ ...this.state, ...Object.fromEntries(pairs) });
        const told = wrong(changes);
        // What was refused stays so until another text comes into its box.
        for (const [key] of changes) this.refused.delete(key);
        for (const [key, text] of told ? changes : []) {
            const why = wrong([[key, text]]);
            if (why) this.refused.set(key, why);
        }
        let taken = changes.filter(([key]) => !this.refused.has(key));
        if (wrong(taken)) {
            for (const [key, text] of taken)
                if (text !== this.state[key]) this.refused.set(key, told);
            wrong(taken = []);
        }
        this.complain();
        if (taken.every(([key, text]) => text === this.state[key])) return;
        this.state = { ...this.state, ...Object.fromEntries(taken) };
        this.announced = false;
        this.show();
        this.shared.remember(this, gesture);
    }

    /** Settings as they are kept. @param {string[][]} pairs */
    tidied(pairs) {
        return pairs.map(([key, text]) => [key, this.tidy(key, text)]);
    }

    /** One of them: in an amount, a decimal comma is a point.
    @param {string} key @param {string} text */
    tidy(key, text) {
        return AMOUNTS.includes(key) ? text.trim().replace(/,(?=\d)/g, ".") : text;
    }

    /** Why a state makes no game; if it does, it is what is wanted. @param {State} state */
    wrongWith(state) {
        return refusal(() => {
            const wanted = this.question(state);
            if (state.kept) this.question(this.read(state.kept));
            this.wanted = wanted;
        });
    }

    /** Say what is wrong below the boxes where it stands, and mark these; what stands in none is
    told above the charts. */
    complain() {
        const untold = new Set(this.refused.values());
        /** @type {(why: string) => string} */
        const say = why => `${capital(why)}.`;
        for (const [key, input] of this.inputs) {
            const why = this.refused.get(key), around = input.closest("label, div");
            const note = /** @type {Element} */ (around?.nextElementSibling);
            input.setAttribute("aria-invalid", String(Boolean(why)));
            note.textContent = why && untold.delete(why) ? say(why) : "";
        }
        this.wrong.textContent = [...untold].map(say).join(" ");
        this.outdate();
    }

    /** Mark the value and the charts as old while a box has what was refused, and say of what
    they are. */
    outdate() {
        const old = [...this.refused.keys()].map(key => {
            if (typeof key !== "string")
                return `${this.who[key.player]}'s range as it was, ${this.locker.told(key)}`;
            const text = this.state[key] || "none";
            return `${this.label(key).toLowerCase()} `
                + (text.length > 60 ? `${text.slice(0, 60)}…` : text);
        });
        this.outdated.textContent =
            old.length ? `Old: the value and the charts below are those of ${old.join("; ")}.` : "";
        this.root.classList.toggle("explorer-old", old.length > 0);
        for (const { grid } of this.views)
            if (old.length) grid.setAttribute("aria-describedby", this.outdated.id);
            else grid.removeAttribute("aria-describedby");
    }

    /** What a setting is called beside its box. @param {string} key */
    label(key) {
        return this.inputs.get(key)?.previousSibling?.firstChild?.textContent ?? key;
    }

    /** What of the state makes the game. @param {State} state @returns {State} */
    setting(state, keys = this.keys) {
        return Object.fromEntries(keys.map(key => [key, state[key]]));
    }

    /** The state that part of an address stands for, as far as it makes sense; what does not is
    added to a list. @param {string | string[][]} part @param {string[]} wrong */
    read(part, wrong = []) {
        const changes = this.tidied([...new URLSearchParams(part)]).filter(([key, text]) => {
            const needed = this.needed(key, text);
            if (needed) wrong.push(`${key}: ${lacks(text, needed)}`);
            return !needed;
        });
        return { ...this.start, ...Object.fromEntries(changes) };
    }

    /** What a setting has to be, if a text is something else.
    @param {string} key @param {string} text */
    needed(key, text) {
        const { options } = /** @type {HTMLSelectElement} */ (this.inputs.get(key) ?? {});
        const choices = [...options ?? []].map(({ value }) => value);
        /** @type {Record<string, [boolean, string]>} */
        const rules = {
            locks: [isLocks(text), "player/decision/range, such as 0//22+,"],
            sure: [SURE.map(String).includes(text), "a multiple of 5 from 0 to 100"],
            hand: [this.hands.includes(text), "a hand such as AKs"],
            seed: [/^\d{0,9}$/.test(text), "a whole number"],
        };
        const [right, needed] = options ? [choices.includes(text), choices.join(" or ")]
            : Object.hasOwn(this.start, key) ? rules[key] ?? [true] : [false, "another setting"];
        return right ? "" : needed;
    }

    /** What differs from the start, as an address says it. */
    get changes() {
        return Object.entries(this.state).filter(([key, value]) => value !== this.start[key])
            .map(change => String(new URLSearchParams([change]))
                .replace(/%2[CF]/g, decodeURIComponent));
    }

    /** What it shows, as the page's address says it. */
    get address() {
        return `${this.kind}?${this.changes.join(";")}`;
    }

    /** Take the state from an address, as far as it makes sense, and say what does not.
    @param {string[][]} changes */
    recall(changes) {
        /** @type {string[]} */
        const wrong = [];
        this.state = this.read(changes, wrong);
        this.clicked = this.state.hand === this.start.hand ? "" : this.state.hand;
        this.read(this.state.kept, wrong);
        this.refused.clear();
        const told = this.wrongWith(this.state);
        if (told) {
            wrong.push(`${capital(told)} (${changes.map(change => change.join("=")).join(", ")})`);
            this.state = { ...this.start };
            this.wrongWith(this.state);
        }
        for (const [player, history, why] of this.wanted.locks.idle)
            wrong.push(`what is locked ${after(history)} `
                + `(${this.players[Number(player)]}): ${why}`);
        this.complain();
        this.show();
        for (const [key, asked] of changes)
            if (SHOWS.includes(key) && asked !== this.state[key])
                wrong.push(`${key}: ${lacks(asked, "a decision of this game")}`);
        const shown = this.keys.filter(key => this.state[key])
            .map(key => `${key}=${this.state[key]}`).join(", ");
        if (wrong.length) this.wrong.textContent =
            `Not taken from the address: ${wrong.join("; ")}. Shown is ${shown}.`;
    }

    /* ---- its game ---- */

    /** What the worker is asked about a state, and the tree that it will solve.
    @param {State} state @param {ChartDeal} deal @returns {Question} */
    question(state, deal = this.deal) {
        const setting = this.setting(state), tree = build(this.kind, setting);
        const locks = this.locker.read(state, tree, deal), within = Number(state.within ?? 1e-9);
        const belief = answering(locks) === undefined ? 1 : Number(state.sure) / 100;
        return { tree, deal, kind: this.kind, setting, locks, belief, within };
    }

    /** The game that is set, as far as it is solved. */
    get game() {
        return /** @type {Shown} */ (this.asked[""].game);
    }

    /** The game in which nobody is locked, as far as it is known. */
    get free() {
        return this.state.locks ? this.asked.free.game : this.game;
    }

    /** Whether some of what is asked is being solved. */
    working(asked = Object.values(this.asked)) {
        const waits = asked.some(({ kind, done }) => kind && !done);
        return waits && !this.stopped && !this.failed;
    }

    get busy() {
        return this.working([this.asked[""]]);
    }

    show() {
        for (const [key, input] of this.inputs)
            if (typeof key === "string" && !this.refused.has(key)) input.value = this.state[key];
        this.slider?.show(this.state[this.slider.key]);
        const { locks, kept } = this.state;
        this.keeper.textContent = kept ? "End the comparison" : "Keep to compare";
        this.comparison.hidden = !kept;
        this.locker.show();
        this.ask("", this.state, this.wanted);
        this.ask("free", locks && { ...this.state, locks: "" });
        this.ask("kept", kept && this.read(kept));
        this.refresh();
    }

    /** What the worker gets of a question. @param {Partial<Question>} question */
    told({ tree, deal, ...what }) {
        return JSON.stringify(what);
    }

    /** Ask the worker for a game, unless it is asked or known already; nothing instead of what is
    wanted no more. @param {string} name @param {State | ""} [state]
    @param {Partial<Question>} question */
    ask(name, state, question = state ? this.question(state) : {}) {
        const told = this.told(question), before = this.asked[name];
        if (told === before.told) return;
        const known = this.solved.find(own => own.told === told)?.game;
        // What is locked may be what the first solution leaves out.
        const done = known
            && (name !== "free" || known.tree.ends.length === question.tree?.ends.length);
        this.asked[name] = { ...question, told, number: before.number + 1 };
        if (!name) {
            this.stopped = false;
            this.failed = this.shared.broken;
        }
        this.post(name, done ? {} : JSON.parse(told));
        if (done) Object.assign(this.asked[name], { game: known, done: true });
    }

    /** @param {string} name @param {object} what */
    post(name, what) {
        const { kind, shared: { worker }, asked: { [name]: { number } } } = this;
        worker.postMessage({ tool: `${kind} ${name}`.trim(), number, ...what });
    }

    /** Hear what the worker has found, maybe so far, or for a game beside the one that is set.
    @param {Answer} answer @param {string} [name] */
    arrive({ number, error, done, ...found }, name = "") {
        const asked = this.asked[name], { deal, tree, locks, belief } = asked;
        if (number !== asked.number) return;
        if (error) return this.fail(`${error}. Change a setting, or load the page again`);
        if (!done && (name || this.stopped) || !tree || !deal) return;
        if (!name) this.stopped = false;
        Object.assign(asked, { game: new Shown(deal, tree, { ...found, locks, belief }), done });
        if (done) this.announced &&= false;
        this.refresh();
    }

    /** Solve nothing any more, and say why. @param {string} why */
    fail(why) {
        this.failed = this.shared.broken ?? why;
        this.refresh();
    }

    /** Be content with what has been found, or go on where it was stopped. */
    stop() {
        this.stopped = !this.stopped;
        this.post("", { hold: this.stopped });
        if (!this.stopped) return this.show();
        for (const name of ["free", "kept"]) if (!this.asked[name].game) this.ask(name);
        this.refresh();
    }

    /** Show and tell what is known by now. */
    refresh() {
        if (this.asked[""].done) this.solved[1] = this.asked[""];
        this.draw();
        this.announce();
    }

    /* ---- what is said of it ---- */

    /** Tell screen readers, once the reader's hand rests. @param {() => string} text */
    say(text) {
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => { this.voice.textContent = text(); }, 400);
    }

    announce() {
        const { game } = this;
        if ((this.announced ?? true) || this.busy || !game) return;
        this.announced = true;
        const { promise, sure } = this.locker;
        const shares = this.views.map(view => view.shares.join(", "));
        const more = [...sure.range.disabled ? [] : [promise], this.price, this.compared];
        this.say(() => [this.lacks + this.summary(game), this.realGame, ...shares, ...more.map(part => part.textContent)]
            .filter(Boolean).join("; "));
    }

    /** Draw the game that is set, once there is one. */
    draw() {
        const kept = this.asked.kept.game;
        if (this.game) {
            this.picture(this.game, this.views);
            for (const view of this.views) this.locker.showRange(view);
            if (kept) this.picture(kept, this.keptViews);
            this.mark();
        }
        const before = this.read(this.state.kept);
        const said = kept ? this.summary(kept, before)
            : this.asked.kept.kind && !this.failed ? "solving …" : "stopped";
        this.compared.textContent =
            this.state.kept && `Before, ${this.differing(before)}: ${said}.`;
        this.tell();
    }

    /** What of a kept state differs from what is set, in words. @param {State} kept */
    differing(kept) {
        const other = !kept.locks ? "no" : this.state.locks ? "other" : "some";
        /** @type {(key: string) => string} */
        const said = key => key === "locks" ? `${other} ranges locked`
            : key === "sure" ? `${kept.sure}% sure`
            : `${this.label(key).toLowerCase()} ${kept[key] || "none"}`;
        return this.keptKeys.filter(key => kept[key] !== this.state[key]).map(said).join(", ")
            || "the same";
    }

    tell() {
        const { locker, state } = this, { answer } = locker;
        const { command, code, note = "", answers } = this.words(state, answer);
        this.fill(locker.promise, locker.promised(answer));
        this.fill(this.price, locker.prices);
        const without = state.locks && !answers ? ", without locks" : "";
        this.fill(this.model, `Reproduce in Python${without}: `,
            ...command ? [make("code", `pokerlab ${command}`), ", or "] : [],
            make("code", code), note);
        const working = this.working();
        this.root.setAttribute("aria-busy", String(working));
        this.stopper.classList.toggle("away", !this.stopped && !working);
        this.stopper.textContent = this.stopped ? "Go on" : "Stop";
        this.verdict.textContent = this.said;
        const { realGame } = this;
        this.real.hidden = !realGame;
        this.real.replaceChildren(`${realGame} See `,
            make("a", { href: "real-game.html" }, "The real game"), ".");
        this.trainer.follow();
    }

    /** The game's worth and how well that is known, or why it is not. */
    get said() {
        if (this.game) return `${this.lacks}${capital(this.summary(this.game))}, `
            + `proven within ${this.wide(this.game.width)}${this.busy ? " so far" : this.missed}.`;
        return this.busy ? "Solving …" : this.failed ? `Nothing can be solved: ${this.failed}.`
            : this.stopped ? "Stopped before anything was found." : "";
    }

    /** Fill a paragraph; it keeps its height while an answer to what is locked is worked out.
    @param {HTMLElement} part @param {...(string | Node)} words */
    fill(part, ...words) {
        const height = this.busy && this.state.locks && part.getBoundingClientRect().height;
        part.style.minHeight = height ? `${height}px` : "";
        part.hidden = !height && !words.some(Boolean);
        part.replaceChildren(...words);
    }

    /** What a game is worth. @param {Shown} game @param {State} [state] */
    summary(game, state) {
        const locked = !game.locks.some(own => Object.keys(own).length) ? ""
            : game.belief < 1 ? `, ${percent(game.belief)} sure of what is locked`
            : ", with what is locked";
        return `the game is worth ${game.told()} ${this.unit} to ${this.who[0]}${locked}`;
    }

    /** A power of ten that a width does not exceed, or a whole number. @param {number} width */
    wide(width) {
        const digits = known(width, 9);
        return width > 1 ? String(Math.ceil(width)) : (10 ** -digits).toFixed(digits);
    }

    /** By how much what was asked is missed, in words. */
    get missed() {
        const { game: { width }, wanted: { within } } = this;
        if (width <= within) return "";
        const when = this.failed ? `before an error: ${this.failed}`
            : this.asked[""].done ? `in ${ITERATIONS.toLocaleString("en")} iterations`
            : "when you stopped it";
        return `; ${this.wide(within)} was asked, and not reached ${when}`;
    }

    /* ---- its charts ---- */

    /** The colour of each action of a decision, in the kept game as in the other, and black or
    white for what is written on it. @param {number} player @param {string} history */
    colors(player, history) {
        const names = [...new Set([this.game, this.asked.kept.game].flatMap(game => {
            const set = game ? setOf(game.tree, player, history) : -1;
            return game && set >= 0 ? actions(game.tree, player, set) : [];
        }))];
        const { palette: { ramp, ...roles } } = this.shared;
        /** @type {(name: string) => number} */
        const size = name => sizeOf(name) || Infinity;
        const raises = names.filter(name => /^(bet|raise)/.test(name))
            .sort((a, b) => size(a) - size(b)), last = raises.length - 1;
        /** @type {Record<string, Color>} */
        const own = { ...roles, bet: roles.raise, fold: ["var(--explorer-fold)", ""] };
        /** @type {(name: string) => Color} */
        const color = name => last && raises.includes(name)
            ? ramp[Math.round(raises.indexOf(name) / last * (ramp.length - 1))]
            : own[name.split(" ")[0]];
        const colors = Object.fromEntries(names.map(name => [name, color(name)]));
        return { raise: roles.raise, other: ramp[0], ...colors };
    }

    /** Whether the hand that is shown stays when the pointer moves on. */
    get stays() {
        return this.clicked === this.state.hand;
    }

    /** @param {number} hand */
    select(hand) {
        this.clicked = this.state.hand = this.hands[hand];
        this.mark();
        /** @type {(view: View) => string} */
        const told = ({ player, said }) =>
            `${this.players[player]} ${said.join(", ") || "does not get here"}`;
        this.say(() => `${spoken(this.state.hand)}: `
            + this.views.filter(view => view.game).map(told).join("; "));
        this.shared.remember(this, this.locker.stroke ?? this.views);
    }

    /** Mark a hand in all charts; the one that is kept can be reached by the Tab key. */
    mark(hand = this.hand, focusable = true) {
        for (const view of [...this.views, ...this.keptViews]) view.mark(hand, focusable);
    }

    /* ---- ranges ---- */

    /** Which share of a hand a player is dealt.
    @param {ChartDeal} deal @param {number} player @param {number} hand */
    held(deal, player, hand) {
        return 1;
    }

    /** How much a text weighs each of what a deal has. @param {string} text @param {ChartDeal} deal
    @param {(wrong: string) => never} [refuse] @returns {number[]} */
    weights(text, { hands }, refuse = deny) {
        return readRange(text, hands, refuse);
    }

    /** The same as text. @param {ArrayLike<number>} weights @param {number} digits */
    text(weights, digits) {
        return writeRange(weights, this.hands, digits);
    }

    /** How often each hand takes each action, as text; the silent one is left out.
    @param {string[]} names @param {number[][]} shares */
    range(names, shares, digits = this.fine + 1) {
        const ranges = names.map((name, i) => [name, this.text(shares[i], digits)])
            .filter((_, i) => i !== silent(names));
        if (ranges.length === 1) return ranges[0][1];
        return ranges.filter(([, text]) => text !== "none")
            .map(part => part.join(": ")).join("; ") || "none";
    }

    /** Which action of a decision a reader names, wholly or by its first words if no other has
    these; -1 if none. @param {string} said @param {string[]} names @param {string} history
    @param {State} state */
    called(said, names, history, state) {
        const begun = names.filter(name => name.startsWith(`${said} `));
        return names.indexOf(begun.length === 1 && !names.includes(said) ? begun[0] : said);
    }

    /* ---- what tools do otherwise ---- */

    /** What the game lacks, before its value: nobody should take its strategies for advice at a
    table. */
    get lacks() {
        return "No flop is dealt. ";
    }

    /** What is known of the game with all its streets, if anything. */
    get realGame() {
        return "";
    }

    /** In what mistakes are counted, and its name. @returns {[number, string]} */
    get thousandth() {
        return [chips(this.state.bb) / 1000, "mbb"];
    }

    /** Draw a game into views. @param {Shown} game @param {View[]} views */
    picture(game, views) {}

    /** How to find with the package what is set.
    @param {State} state @param {Answering} [answer] @returns {Words} */
    words(state, answer) {
        return { code: "" };
    }

    /** A button that leads to what follows an action, if the other player decides there.
    @param {View} view @param {string} name @returns {HTMLElement | undefined} */
    onwards(view, name) {
        return;
    }

    /** What else is told of the hand that is selected, and of the one that is marked.
    @param {View} view @param {number} selected @param {number} hand @returns {HTMLElement[]} */
    below(view, selected, hand) {
        return [];
    }
}
