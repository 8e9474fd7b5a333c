/* What the explorer's tools share: settings, the game that they make, and what is said of it.

A Web Worker solves what is set (solver.js) and sends ever better plans. A tool of its own kind says
in `settings` what can be set, and adds what only it has. */

"use strict";

/** What a reader can do about a question that ended with an error. */
const AGAIN = "Change a setting to try once more, or load the page again";

/** The settings that are an amount, or a pair of them. */
const AMOUNTS = ["stack", "other", "sb", "bb", "ante", "dead", "pot", "blinds", "raise"];

/** How well a game can be solved. */
const WITHIN = Object.fromEntries(
    ["0.01", "0.001", "0.0001", "0.00001", "0.000001", "0.00000001"].map(power => [power, power]));

const chips = (/** @type {string} */ text) => amount("", text);

/** The actions of a decision as they are, each in its colour.
@param {string[]} names @param {number[]} shares @param {Record<string, Color>} colors
@returns {[string, Color, number][]} */
function asTheyAre(names, shares, colors) {
    /** @type {(name: string, i: number) => [string, Color, number]} */
    const part = (name, i) => [name, colors[name], shares[i]];
    return names.map(part).reverse();
}

class Tool {
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
    /** @type {Record<string, HTMLSelectElement>} */
    lists = {};
    /** The boxes of settings, and those of what is locked in a view.
    @type {Map<string | View, HTMLInputElement>} */
    boxes = new Map();
    /** What was refused, and why. @type {Map<string | View, string>} */
    refused = new Map();
    /** The games beside the one that is set: without locks, and one that was kept.
    @type {Record<string, Beside>} */
    beside = {};
    /** The question that is set, and the one that the worker has; these have numbers.
    @type {Question} */
    wanted;
    asked = "";
    number = 0;
    /** The tree of the latter, and its game as far as it is solved. @type {Tree} */
    pending;
    /** @type {Shown} */
    game;
    busy = false;
    /** @type {boolean | undefined} */
    announced;
    /** @type {false | "held" | "beside"} */
    stopped = false;
    /** @type {string | undefined} */
    failed;
    waiting = 0;
    mixers = make("p");
    /** The hand that was clicked last, unless it was let go. */
    clicked = "";

    /** @param {HTMLElement} root @param {any} data @param {Shared} shared */
    constructor(root, data, shared) {
        const { settings, start } = new.target, starts = Object.entries(settings);
        this.root = root;
        this.kind = root.id;
        this.data = data;
        this.shared = shared;
        this.deal = shared.deal;
        this.palette = shared.palette;
        this.hands = this.deal.hands;
        this.keys = Object.keys(settings).filter(key => key !== "within");
        /** @type {State} */
        this.start = {
            ...Object.fromEntries(starts.map(([key, [text]]) => [key, text])), ...start,
            locks: "", sure: "100", kept: "", seat: "0", seed: "", close: "",
        };
        this.state = { ...this.start };
        const { players } = build(this.kind, this.setting(this.state));
        const part = (name, role = "") => make("p", { class: `explorer-${name}`, role });
        const side = own =>
            make("div", { class: "explorer-views" }, ...own.map(view => view.element));
        this.views = [0, 1].map(player => new View(this, player));
        this.keptViews = this.views.map((view, player) => new View(this, player, view));
        this.controls = make("div", { class: "explorer-controls" }, ...starts.flatMap(
            ([key, [, label, how]]) => label ? this.control(key, label, how) : []));
        this.wrong = part("wrong", "alert");
        this.value = part("value");
        this.price = part("price");
        this.model = part("model");
        this.voice = part("voice", "status");
        this.stopper = button("Stop", () => this.stopped ? this.resume() : this.stop(),
            { class: "explorer-stop" });
        this.value.append(this.verdict = make("span"), this.stopper);
        this.keeper = button("", () => this.set({ kept: this.state.kept ? "" : this.current }));
        this.comparison = make("section", {}, this.compared = make("p"), side(this.keptViews));
        this.taking = new Taking(this, players);
        this.keeping = part("keep");
        this.keeping.append(this.keeper, ...this.taking.elements);
        this.charts = make("div", { class: "explorer-charts" },
            side(this.views), this.keeping, this.comparison);
        this.locker = new Locker(this, players);
        this.trainer = new pokerlabPlay.Trainer(this, players, { make, the, after });
        this.more = make("div", { class: "explorer-mores" },
            this.locker.element, this.trainer.element);
        root.querySelector(".explorer-static")?.remove();
        root.append(this.controls, this.wrong, this.value, this.charts, this.price, this.more,
            this.model, this.voice);
    }

    /* ---- what is set ---- */

    /** A box or a list that sets one key of the state.
    @param {string} key @param {string} label @param {number | Record<string, string>} how */
    control(key, label, how = 5) {
        if (typeof how === "number") {
            const box = make("input", { size: how, change: () => this.set(this.typed) });
            return this.labelled(key, label, box, how > 20 ? "wide" : how > 10 ? "double" : "");
        }
        const choices = Object.entries(how).map(([value, text]) => make("option", { value }, text));
        const change = () => this.set({ ...this.typed, [key]: list.value });
        const list = this.lists[key] = make("select", { change }, ...choices);
        return [make("label", { class: "explorer-choice" }, make("span", {}, label), list)];
    }

    /** A box with its label, and a place to say what is wrong with it.
    @param {string | View} key @param {string} label @param {HTMLInputElement} box */
    labelled(key, label, box, width = "") {
        Object.assign(box, { type: "text", spellcheck: false, autocomplete: "off" });
        const like = `explorer-choice${width && ` explorer-${width}`}`;
        return this.noted(key, box, make("label", { class: like }, make("span", {}, label), box));
    }

    /** @param {string | View} key @param {HTMLInputElement} box @param {HTMLElement} element */
    noted(key, box, element) {
        const id = unique();
        this.boxes.set(key, box);
        box.setAttribute("aria-describedby", id);
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

    /** What stands in the boxes of settings: what was refused gets another chance. */
    get typed() {
        const own = [...this.boxes].filter(([key]) => typeof key === "string");
        return Object.fromEntries(own.map(([key, box]) => [key, box.value.trim()]));
    }

    get hand() {
        return Math.max(this.hands.indexOf(this.state.hand), 0);
    }

    /** Change the state: solve it, draw it, put it into the address and say what it is. What makes
    no game is left out. Changes of one gesture are one step of Back. */
    set(change, gesture = {}) {
        change = Object.fromEntries(this.tidied(Object.entries(change)));
        this.refused.clear();
        const wrong = this.wrongWith({ ...this.state, ...change });
        const single = key => this.wrongWith({ ...this.state, [key]: change[key] });
        for (const key of wrong ? Object.keys(change) : []) {
            const told = single(key);
            if (told) this.refused.set(key, told);
        }
        let taken = Object.entries(change).filter(([key]) => !this.refused.has(key));
        if (wrong && this.wrongWith({ ...this.state, ...Object.fromEntries(taken) })) {
            for (const [key, text] of taken)
                if (text !== this.state[key]) this.refused.set(key, wrong);
            taken = [];
        }
        const next = { ...this.state, ...Object.fromEntries(taken) };
        this.wrongWith(next);
        this.complain();
        if (taken.every(([key, text]) => text === this.state[key])) return;
        this.state = next;
        this.show();
        this.announced = false;
        this.announce();
        this.remember(gesture);
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
        try {
            const wanted = this.question(state);
            if (state.kept) this.question(this.read(state.kept));
            this.wanted = wanted;
            return "";
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            return error.message;
        }
    }

    /** Say what is wrong below the boxes where it stands, and mark these; what stands in none is
    told above the charts. */
    complain() {
        const untold = new Set(this.refused.values()), say = why => `${capital(why)}.`;
        for (const [key, box] of this.boxes) {
            const why = this.refused.get(key), note = box.closest("label, div")?.nextElementSibling;
            box.setAttribute("aria-invalid", String(Boolean(why)));
            if (note) note.textContent = why && untold.delete(why) ? say(why) : "";
        }
        this.wrong.textContent = [...untold].map(say).join(" ");
    }

    /** What of the state makes the game. @param {State} state @returns {State} */
    setting(state) {
        return Object.fromEntries(this.keys.map(key => [key, state[key]]));
    }

    /** What is set, as the part of an address. */
    get current() {
        const kept = [...this.keys, "locks", "sure"].map(key => [key, this.state[key]]);
        return String(new URLSearchParams(kept));
    }

    /** The state that such a part stands for, as far as it makes sense; what does not is added to a
    list. @param {string | string[][]} part @param {string[]} wrong */
    read(part, wrong = []) {
        const changes = this.tidied([...new URLSearchParams(part)]).filter(([key, text]) => {
            const known = Object.hasOwn(this.start, key);
            const needed = known ? this.needed(key, text) : "another setting";
            if (needed) wrong.push(`${key}: ${text || "nothing"} given, ${needed} needed`);
            return !needed;
        });
        return { ...this.start, ...Object.fromEntries(changes) };
    }

    /** What a setting has to be, if a text is something else.
    @param {string} key @param {string} text */
    needed(key, text) {
        const one = (choices, told = choices.join(" or ")) => choices.includes(text) ? "" : told;
        const list = this.lists[key];
        if (list) return one([...list.options].map(({ value }) => value));
        switch (key) {
        case "locks": return isLocks(text) ? "" : "player/decision/range, such as 0//22+,";
        case "sure": return one(SURE.map(String), "a multiple of 5 from 0 to 100");
        case "hand": return one(this.hands, "a hand such as AKs");
        case "seat": return one(["0", "1", "2"]);
        case "close": return one(["", ...pokerlabPlay.CLOSE]);
        case "seed": return /^\d{0,9}$/.test(text) ? "" : "a whole number";
        default: return "";
        }
    }

    /** What differs from the start, as an address says it. */
    get changes() {
        return Object.entries(this.state).filter(([key, value]) => value !== this.start[key])
            .map(change => String(new URLSearchParams([change]))
                .replace(/%2[CF]/g, decodeURIComponent));
    }

    /** @param {unknown} gesture */
    remember(gesture) {
        this.shared.remember(this, gesture);
    }

    /** Take the state from an address, as far as it makes sense, and say what does not.
    @param {string[][]} changes */
    recall(changes) {
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
        const { tree, locks } = this.wanted;
        for (const [player, history, why] of locks.idle)
            wrong.push(`what is locked ${after(history)} (${tree.players[player]}): ${why}`);
        this.complain();
        const { small, big } = this.state;
        this.show();
        for (const [key, before] of Object.entries({ small, big }))
            if (before !== this.state[key] && changes.some(([changed]) => changed === key))
                wrong.push(`${key}: ${before || "nothing"} given, a decision of this game needed`);
        const shown = this.keys.filter(key => this.state[key])
            .map(key => `${key}=${this.state[key]}`).join(", ");
        if (wrong.length) this.wrong.textContent =
            `Not taken from the address: ${wrong.join("; ")}. Shown is ${shown}.`;
    }

    /* ---- its game ---- */

    /** What the worker is asked about a state, and the tree that it will solve.
    @param {State} state @returns {Question} */
    question(state, deal = this.deal) {
        const setting = this.setting(state), tree = build(this.kind, setting);
        const locks = this.locker.read(state, tree, deal), within = Number(state.within ?? 1e-9);
        const belief = answering(locks) === undefined ? 1 : Number(state.sure) / 100;
        return { tree, deal, kind: this.kind, setting, locks, belief, within };
    }

    /** The game that is set, as far as it is solved. */
    get solved() {
        return this.game?.tree === this.pending ? this.game : undefined;
    }

    show() {
        for (const [key, list] of Object.entries(this.lists)) list.value = this.state[key];
        for (const [key, box] of this.boxes)
            if (typeof key === "string" && !this.refused.has(key)) box.value = this.state[key];
        this.slider?.show(this.state[this.slider.key]);
        this.keeper.textContent = this.state.kept ? "End the comparison" : "Compare with ...";
        this.comparison.hidden = !this.state.kept;
        this.locker.show();
        this.ask();
        const { locks, kept, within } = this.state;
        this.askBeside("free", locks && { ...this.state, locks: "" });
        this.askBeside("kept", kept && { ...this.read(kept), within });
        this.draw();
    }

    /** Ask the worker for the game that is set, unless it is asked already. */
    ask() {
        const { tree, deal, ...question } = this.wanted, asked = JSON.stringify(question);
        if (asked === this.asked) return;
        this.asked = asked;
        this.pending = tree;
        this.number++;
        this.busy = true;
        this.stopped = false;
        this.failed = this.shared.broken;
        if (this.atStart(this.state)) return this.take(this.first, true);
        this.post("", this.number, question);
        this.settle();
    }

    /** @param {string} beside @param {number} number @param {object} what */
    post(beside, number, what) {
        this.shared.worker.postMessage({ tool: `${this.kind} ${beside}`.trim(), number, ...what });
    }

    /** Ask for a game beside the one that is set: without locks, or one that was kept.
    @param {string} name @param {State | ""} state */
    askBeside(name, state) {
        const question = state ? this.question(state) : {}, { tree, deal, ...what } = question;
        const { asked: before = "{}", number = 0 } = this.beside[name] ?? {};
        const asked = JSON.stringify(what);
        if (asked === before) return;
        const ready = asked === this.rested?.asked ? this.rested.game
            : state && this.atStart(state) ? this.first : undefined;
        // What is locked may be what the first solution leaves out.
        const whole = name === "kept" || ready?.tree.ends.length === tree?.ends.length;
        const game = whole ? ready : undefined;
        this.beside[name] = { ...question, asked, game, number: number + 1 };
        this.post(name, number + 1, game ? {} : what);
        this.settle();
    }

    /** Whether a game came with the page, solved. @param {State} state */
    atStart(state) {
        const told = own => JSON.stringify([own.within, own.locks, this.setting(own)]);
        return Boolean(this.data.plans) && told(state) === told(this.start);
    }

    /** That game, of a setting that may leave out what is never played. */
    get first() {
        const { plans, played } = this.data;
        const tree = build(this.kind, { ...this.setting(this.start), ...played });
        return new Shown(this.deal, tree, { plans });
    }

    /** Say whether something is still being solved. */
    settle() {
        this.busy &&= !this.failed;
        const beside = Object.values(this.beside).some(({ kind, game }) => kind && !game);
        this.root.setAttribute("aria-busy", String(this.busy || !this.failed && beside));
    }

    /** Hear what the worker has found, maybe so far, or for a game beside the one that is set.
    @param {Answer} answer @param {string} [name] */
    arrive({ number, error, done, ...found }, name) {
        const beside = name ? this.beside[name] : undefined;
        if (number !== (beside ?? this).number) return;
        if (error) return this.fail(`${error}. ${AGAIN}`);
        if (!beside) {
            if (this.stopped && !done) return;
            if (done) this.stopped = false;
            const { deal, locks, belief } = this.wanted;
            return this.take(new Shown(deal, this.pending, { ...found, locks, belief }), done);
        }
        if (!done) return;
        const { deal, tree, locks, belief } = beside;
        beside.game = new Shown(deal, /** @type {Tree} */ (tree), { ...found, locks, belief });
        this.settle();
        this.draw();
        this.announced &&= false;
        this.announce();
    }

    /** @param {Shown} game @param {boolean} [done] */
    take(game, done) {
        this.game = game;
        this.pending = game.tree;
        this.busy = !done;
        this.draw();
        if (done) this.rest();
    }

    /** Say that nothing is solved any more, and why. @param {string} why */
    fail(why) {
        this.failed = this.shared.broken ?? why;
        this.rest();
        this.draw();
    }

    /** Be content with what has been found. */
    stop() {
        this.post("", this.number, { hold: true });
        this.stopped = this.busy ? "held" : "beside";
        for (const [name, beside] of Object.entries(this.beside)) {
            if (beside.game) continue;
            Object.assign(beside, { asked: "", kind: undefined, number: beside.number + 1 });
            this.post(name, beside.number, {});
        }
        this.rest();
        this.draw();
    }

    /** Go on where it was stopped. */
    resume() {
        this.busy = this.stopped === "held";
        this.stopped = false;
        this.post("", this.number, { hold: false });
        this.show();
        this.settle();
        this.draw();
    }

    rest() {
        this.busy = false;
        if (this.solved) this.rested = { asked: this.asked, game: this.game };
        this.settle();
        this.tell();
        this.announce();
    }

    /* ---- what is said of it ---- */

    /** Tell screen readers, once the reader's hand rests. @param {() => string} text */
    say(text) {
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => { this.voice.textContent = text(); }, 400);
    }

    announce() {
        if ((this.announced ?? true) || this.busy || !this.solved) return;
        this.announced = true;
        const { promise, sure } = this.locker;
        const shares = this.views.map(view => view.shares.join(", "));
        const more = [...sure.range.disabled ? [] : [promise], this.price, this.compared];
        this.say(() => [this.summary(this.game), ...shares, ...more.map(part => part.textContent)]
            .filter(Boolean).join("; "));
    }

    /** Draw the game that is set, once there is one. */
    draw() {
        const kept = this.beside.kept?.game;
        if (this.solved) {
            this.picture(this.game, this.views);
            for (const view of this.views) this.locker.showRange(view);
            if (kept) this.picture(kept, this.keptViews);
            this.mark();
        }
        const before = this.read(this.state.kept);
        const said = kept ? this.summary(kept, before)
            : this.beside.kept?.kind && !this.failed ? "solving \u2026" : "stopped";
        this.compared.textContent =
            this.state.kept && `Before, ${this.differing(before)}: ${said}.`;
        this.tell();
    }

    /** What of a kept state differs from what is set, in words. @param {State} kept */
    differing(kept) {
        const box = key => this.boxes.get(key) ?? this.lists[key];
        const label = key => box(key)?.previousSibling?.firstChild?.textContent ?? key;
        const other = !kept.locks ? "no" : this.state.locks ? "other" : "some";
        const said = key => key === "locks" ? `${other} ranges locked`
            : key === "sure" ? `${kept.sure}% sure`
            : `${label(key).toLowerCase()} ${kept[key] || "none"}`;
        const keys = [...this.keys, "locks", "sure"];
        return keys.filter(key => kept[key] !== this.state[key]).map(said).join(", ") || "the same";
    }

    tell() {
        const { locker } = this, answer = locker.answer, words = this.words(this.state, answer);
        const { command, code, note = "", answers } = words, put = text => make("code", {}, text);
        this.hold(this.value);
        this.fill(locker.promise, locker.promised(answer));
        this.fill(this.price, locker.prices);
        const without = this.state.locks && !answers ? ", without locks" : "";
        this.fill(this.model, `Reproduce in Python${without}: `,
            ...command ? [put(`pokerlab ${command}`), ", or "] : [], put(code), note);
        const away = !this.stopped && this.root.getAttribute("aria-busy") !== "true";
        this.stopper.classList.toggle("away", away);
        this.stopper.textContent = this.stopped ? "Go on" : "Stop";
        this.verdict.textContent = this.said;
        this.trainer.follow();
    }

    /** The game's worth and how well that is known, or why it is not. */
    get said() {
        if (this.solved) return `${capital(this.summary(this.game))}, `
            + `proven within ${this.proven}${this.busy ? " so far" : this.missed}.`;
        return this.busy ? "Solving \u2026" : this.failed ? `Nothing can be solved: ${this.failed}.`
            : this.stopped ? "Stopped before anything was found." : "";
    }

    /** Let a paragraph keep its height while an answer to what is locked is worked out. */
    hold(part) {
        const height = this.busy && this.state.locks && part.getBoundingClientRect().height;
        part.style.minHeight = height ? `${height}px` : "";
        return height;
    }

    fill(part, ...words) {
        part.hidden = !this.hold(part) && !words.some(Boolean);
        part.replaceChildren(...words);
    }

    /** What a game is worth. @param {Shown} game @param {State} [state] */
    summary(game, state) {
        const locked = !game.locks.some(own => Object.keys(own).length) ? ""
            : game.belief < 1 ? `, ${percent(game.belief, 0)} sure of what is locked`
            : ", with what is locked";
        const who = the(game.tree.players[0]);
        return `the game is worth ${game.told()} ${this.unit} to ${who}${locked}`;
    }

    /** A power of ten that the bracket does not exceed, or a whole number. */
    get proven() {
        const { width } = this.game, digits = known(width, 9);
        return width > 1 ? String(Math.ceil(width)) : (10 ** -digits).toFixed(digits);
    }

    wide(within) {
        return within.toFixed(9).replace(/0+$/, "");
    }

    /** By how much what was asked is missed, in words. */
    get missed() {
        const { game: { width }, wanted: { within } } = this;
        if (width <= within) return "";
        const when = this.failed ? `before an error: ${this.failed}`
            : this.stopped ? "when you stopped it"
            : `in ${ITERATIONS.toLocaleString("en")} iterations`;
        return `; ${this.wide(within)} was asked, and was not reached ${when}`;
    }

    /* ---- its charts ---- */

    /** The colour of each action of a decision, in the kept game as in the other, and black or
    white for what is written on it. @param {number} player @param {string} history */
    colors(player, history) {
        const names = [...new Set([this.game, this.beside.kept?.game].flatMap(game => {
            const set = game?.tree.sets[player].findIndex(([name]) => name === history) ?? -1;
            return game && set >= 0 ? actions(game.tree, player, set) : [];
        }))];
        const role = name => name.split(" ")[0];
        const size = name => read(name.split(" ").pop()) || Infinity;
        const raises = names.filter(name => ["bet", "raise"].includes(role(name)))
            .sort((a, b) => size(a) - size(b)), last = raises.length - 1;
        const { ramp, ...roles } = this.palette, gray = ["var(--explorer-fold)", ""];
        const own = { ...roles, bet: roles.raise, fold: gray };
        const color = name => raises.includes(name) && last
            ? ramp[Math.round(raises.indexOf(name) / last * (ramp.length - 1))] : own[role(name)];
        return { raise: roles.raise, other: ramp[0],
            ...Object.fromEntries(names.map(name => [name, color(name)])) };
    }

    /** Whether the hand that is shown stays when the pointer moves on. */
    get stays() {
        return this.clicked === this.state.hand;
    }

    /** @param {number} hand */
    select(hand) {
        this.clicked = this.state.hand = this.hands[hand];
        this.mark();
        const told = ({ game, player, said }) =>
            `${game.tree.players[player]} ${said.join(", ") || "does not get here"}`;
        this.say(() => `${spoken(this.state.hand)}: `
            + this.views.filter(view => view.game).map(told).join("; "));
        this.remember(this.locker.stroke ?? this.views);
    }

    /** Mark a hand in all charts; the one that is kept can be reached by the Tab key. */
    mark(hand = this.hand, focusable = true) {
        for (const view of [...this.views, ...this.state.kept ? this.keptViews : []])
            view.mark(hand, focusable);
    }

    /* ---- ranges ---- */

    /** Which share of a hand a player is dealt.
    @param {AnyDeal} deal @param {number} player @param {number} hand */
    held(deal, player, hand) {
        return 1;
    }

    /** How much a text weighs each of what a deal has. @param {string} text @param {AnyDeal} deal
    @param {(wrong: string) => never} [refuse] @returns {number[]} */
    weights(text, { hands }, refuse) {
        return pokerlabRanges.read(text, hands, refuse);
    }

    /** The same as text. @param {number[]} weights @param {number} digits */
    text(weights, digits) {
        return pokerlabRanges.write(weights, this.hands, digits);
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
        return undefined;
    }

    /** What else is told of the hand that is selected, and of the one that is marked.
    @param {View} view @param {number} selected @param {number} hand @returns {HTMLElement[]} */
    below(view, selected, hand) {
        return [];
    }

    /** Paint something else than how a hand plays, if the brush is for that.
    @param {View} view @param {number} hand @param {boolean} begins */
    brushed(view, hand, begins) {
        return false;
    }
}
