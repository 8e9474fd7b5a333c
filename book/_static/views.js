/* What the explorer's tools show: words, a slider, and a chart with its table.

Decisions are those of shown.js; of reading.js it takes `make`, of charts.js `walk`, `percent`. */

/* ---- words ---- */

const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
const spoken = hand => {
    const [high, low] = [...hand].map(c => RANKS[c] || c);
    const kind = hand[2] === "s" ? "suited" : "offsuit";
    return `${hand.length === 2 ? `pair of ${high}s` : `${high}-${low} ${kind}`}, ${hand}`;
};
const inFull = share => percent(share, share % 1 ? 2 : 0);
const the = name => name === capital(name) ? name : `the ${name}`;
const after = history => history ? `after ${history}` : "opening";
const signed = (x, digits) => {
    if (!Number.isFinite(x)) return "–";
    const text = Math.abs(x).toFixed(digits);
    return (/[1-9]/.test(text) ? (x < 0 ? "−" : "+") : "") + text;
};
const capital = text => text[0].toUpperCase() + text.slice(1);

/* ---- the page ---- */

let count = 0;
const unique = () => `explorer-${++count}`;

/** A slider over the amounts of a list, and a box for these or others; none for percentages. */
class Slider {
    /** The setting that it turns. */
    key = "";
    last = 0;
    held = false;
    /** @type {object | undefined} */
    gesture;

    /** @param {string} label @param {string} unit @param {(number | string)[]} choices
    @param {(value: string, gesture?: object) => void} change */
    constructor(label, unit, choices, change) {
        this.label = label;
        this.unit = unit;
        this.choices = choices;
        const id = unique();
        // What is dragged, or pressed without a rest, is one change.
        const input = () => {
            if (!this.gesture || !this.held && performance.now() > this.last + 1000)
                this.gesture = {};
            this.last = performance.now();
            change(String(this.choices[this.range.valueAsNumber]), this.gesture);
        };
        this.range = make("input", {
            type: "range", id, min: 0, step: 1, input, change: () => { this.held = false; },
            pointerdown: () => Object.assign(this, { held: true, gesture: undefined }),
        });
        this.box = textBox(
            { inputmode: "decimal", change: () => change(this.box.value.trim()) });
        this.counted = make("span");
        this.element = make("div.explorer-slider", make("label", { for: id }, label),
            this.range, ...unit[0] === "%" ? [] : [this.box], this.counted);
    }

    /** The choice that is closest to an amount. @param {string} value */
    nearest(value) {
        const far = choice => Math.abs(read(String(choice)) - read(value));
        return this.choices.reduce((a, b) => far(b) < far(a) ? b : a);
    }

    /** @param {string} value */
    show(value) {
        const { range, box, choices, unit, label } = this, bare = unit[0] === "%";
        range.max = String(choices.length - 1);
        range.value = String(choices.indexOf(this.nearest(value)));
        range.ariaValueText = `${value}${bare ? "" : " "}${unit}`;
        box.ariaLabel = `${label}, ${unit}`;
        this.counted.textContent = bare ? range.ariaValueText : unit;
        if (box.ariaInvalid !== "true") box.value = value;
    }
}

/** The names of the actions of one of a player's decisions.
@param {Tree} tree @param {number} player @param {number} set */
const actions = (tree, player, set) => {
    const [, , , first, stop] = tree.sets[player][set];
    return tree.sequences[player].slice(first, stop).map(name => name.split(", ").pop() ?? name);
};

/** The amount that an action's name ends with; NaN if none. */
const sizeOf = name => read(name.split(" ").pop());

/** The actions of a decision as they are, each in its colour.
@param {string[]} names @param {Record<string, Color>} colors @returns {Part[]} */
const asTheyAre = (names, colors) =>
    names.map((name, i) => ({ name, color: colors[name], of: shares => shares[i] })).reverse();

/** Which action a hand takes of which a range says nothing: a check where one is free, else the
first of several. */
const silent = names => names.length < 2 ? -1 : Math.max(names.indexOf("check"), 0);

/** One player's decision: the chart of it, and a table for one hand; beside another view, what
differs. */
class View {
    /** What it shows, if anything. @type {Shown} */
    game;
    set = 0;
    history = "";
    /** The decision's actions. @type {string[]} */
    names = [];
    /** @type {Record<string, Color>} */
    colors = {};
    /** Of each hand the shares of the actions. @type {number[][]} */
    mixes = [];
    /** What is said of all hands, and of the one that is marked. @type {string[]} */
    shares = [];
    /** @type {string[]} */
    said = [];
    /** @type {HTMLInputElement} */
    box;
    /** @type {HTMLSelectElement} */
    brush;
    /** @type {HTMLButtonElement} */
    taker;
    /** @type {HTMLInputElement} */
    painting;
    /** @type {HTMLDetailsElement} */
    lock;
    /** @type {HTMLSelectElement} */
    list;
    /** Whether the pointer was last pressed on the hand that was clicked before. */
    again = false;

    /** @param {Tool} tool @param {number} player @param {View} [than] */
    constructor(tool, player, than) {
        this.tool = tool;
        this.player = player;
        this.than = than;
        const id = unique(), paint = (at, event) => tool.locker.paint(this, at, event);
        this.caption = make("div.explorer-caption", { id });
        this.legend = make("div.explorer-legend");
        this.cells = tool.hands.map((hand, at) => make("div", {
            role: "gridcell", tabindex: -1, "data-hand": hand,
            focus: () => tool.select(at), click: () => this.click(at),
            pointerdown: event => {
                const painted = paint(at, event);
                if (painted) event.target.releasePointerCapture(event.pointerId);
                this.again = !painted && tool.stays && tool.hand === at;
            },
            pointerenter: event => {
                if (!paint(at, event) && !event.buttons && !tool.stays) tool.mark(at, false);
            },
        }, hand));
        const rows = span(0, 12).map(row =>
            make("div", { role: "row" }, ...this.cells.slice(13 * row, 13 * row + 13)));
        const keydown = event => {
            const at = this.cells.indexOf(event.target);
            if (event.key === " " && paint(at, event)) event.preventDefault();
            walk(event, this.cells);
        };
        this.grid = make("div.explorer-grid", {
            role: "grid", "aria-labelledby": id, keydown,
            pointerleave: () => tool.mark(tool.hand, false),
        }, ...rows);
        this.table = make("div.explorer-hand");
        this.element = make("div.explorer-view", { [`data-${than ? "beside" : "player"}`]: player },
            this.caption, this.legend, this.grid, this.table);
    }

    /** A click keeps a hand, and a second one lets it go. @param {number} at */
    click(at) {
        const { tool, again, cells: { [at]: cell } } = this;
        cell.focus();
        tool.select(at);
        cell.scrollIntoView({ block: "nearest" });
        this.again = false;
        if (!again) return;
        tool.clicked = "";
        cell.blur();
    }

    /** Draw a decision; `parts` says which shares of the actions are shown together, and how.
    @param {Shown} game @param {number} set @param {string} title
    @param {(names: string[], colors: Record<string, Color>) => Part[]} parts */
    draw(game, set, title, parts = asTheyAre) {
        const { tool, player, than } = this, [history] = game.tree.sets[player][set];
        const names = actions(game.tree, player, set), colors = tool.colors(player, history);
        Object.assign(this, { game, set, history, names, colors });
        const totals = parts(names, colors).map(part => ({ ...part, all: 0, asked: 0 }));
        let weight = 0;
        this.mixes = this.cells.map((cell, hand) => {
            const { here, weight: asked, shares, taken } = game.cell(player, set, hand);
            const stops = [], said = [], inks = [];
            let from = 0;
            for (const total of here ? totals : []) {
                const { name, color: [fill, ink], of } = total, share = of(shares);
                total.all += of(taken);
                total.asked += share * asked;
                if (share < 0.00005) continue;
                stops.push(`${fill} ${100 * from}% ${100 * (from += share)}%`);
                said.push(`${name} ${inFull(share)}`);
                inks.push(ink);
            }
            weight += asked;
            cell.style.background = stops.length ? `linear-gradient(90deg,${stops.join()})` : "";
            cell.style.color = inks.length === 1 ? inks[0] : "";
            cell.className = !here ? "absent" : inks.length > 1 ? "mixed" : "";
            cell.classList.toggle("threat", here > 0 && !asked);
            if (!game.deal.at(player, hand).length) said.push("not in the range");
            else if (!here) said.push("never gets here, it plays otherwise");
            else if (!asked) said.push("never asked");
            cell.ariaLabel = `${spoken(tool.hands[hand])}: ${said.join(", ")}`;
            return shares;
        });
        this.caption.replaceChildren(than ? `Before: ${title}` : title);
        const entries = totals.filter(({ all, asked }) => weight ? asked : all);
        const told = (/** @type {"all" | "asked"} */ of, whole) =>
            entries.map(total => `${total.name} ${percent(total[of] / whole, 1)}`);
        const shares = told("all", sum(game.reach(player))), here = told("asked", weight);
        this.legend.replaceChildren(
            ...entries.map(({ name, color: [fill] }, i) =>
                make("span", make("i", { style: `background:${fill}` }),
                    weight ? shares[i].replace(/ (\S+)$/, ": $1") : name)),
            make("span.explorer-here", !weight
                ? "It never comes to this; many of the opponent's plans prevent it."
                : shares.join() === here.join() ? "of all hands"
                : `of all hands. Of hands that get here: ${here.join(", ")}`));
        this.shares = weight ? shares : ["never happens"];
        if (than?.game) this.compare();
    }

    /** How often the view that this one stands beside takes an action with a hand.
    @param {number} hand @param {string} name */
    now(hand, name) {
        const { mixes, names } = /** @type {View} */ (this.than);
        return mixes[hand][names.indexOf(name)] ?? (mixes[hand].length ? 0 : NaN);
    }

    /** Mark the hands that play otherwise in the view that this one stands beside, and name the
    first. */
    compare() {
        const most = (a, b) => b.change - a.change;
        const changes = this.cells.flatMap((cell, hand) => {
            const moves = this.names.map((name, i) => {
                const was = this.mixes[hand][i], now = this.now(hand, name);
                return { hand, name, was, now, change: Math.abs(now - was) };
            }), [moved] = moves.reverse().sort(most);
            if (!cell.classList.toggle("differs", moved.change > 0.005)) return [];
            cell.ariaLabel += "; played otherwise now";
            return [moved];
        }).sort(most);
        const told = changes.slice(0, 4).map(({ hand, name, was, now }) =>
            `${this.tool.hands[hand]}: ${name} ${inFull(now)}, was ${inFull(was)}`);
        this.legend.append(make("span.explorer-differences", changes.length
            ? `Changed, with a marked corner: ${changes.length} `
                + `hand${changes.length > 1 ? "s" : ""}. Now ${told.join("; ")}.`
            : "No hand changes by more than 0.5%."));
    }

    /** Draw nothing, and say why. @param {string} title @param {string} reason */
    clear(title, reason) {
        this.game = /** @type {any} */ (undefined);
        this.caption.replaceChildren(title);
        this.legend.replaceChildren(reason);
        this.shares = [reason];
        for (const cell of this.cells) {
            cell.removeAttribute("style");
            cell.className = "absent";
            cell.ariaLabel = spoken(cell.textContent);
        }
    }

    /** Mark a hand, and tabulate its actions: how often, and what they earn.
    @param {number} hand @param {boolean} focusable */
    mark(hand, focusable) {
        const { tool, game, player, set } = this, beside = this.than?.game;
        this.cells.forEach((cell, at) => {
            cell.classList.toggle("marked", at === hand);
            if (!focusable) return;
            cell.tabIndex = at === hand ? 0 : -1;
            cell.ariaSelected = String(at === hand);
        });
        if (!game) return this.table.replaceChildren();
        const { here, shares } = game.cell(player, set, hand), combos = game.deal.at(player, hand);
        this.said = [];
        const rows = this.names.map((name, i) => {
            const share = here ? shares[i] : NaN, now = beside ? this.now(hand, name) : NaN;
            const earned = signed(game.earns(player, set, i, combos), tool.digits);
            if (share > 0) this.said.push(`${name} ${inFull(share)}, earns ${earned}`);
            const line = row(tool.onwards(this, name) ?? name,
                bar(share, this.colors[name][0], here ? inFull(share) : "–"), make("td", earned),
                ...beside ? [make("td", now >= 0 ? inFull(now) : "–")] : []);
            line.dataset.action = name;
            return line;
        });
        const worth = signed(game.average(player, 0, 0, combos), tool.digits);
        const told = combos.length ? `worth ${worth} when dealt` : "not in the range";
        const heads = ["action", "how often", `earns, ${tool.unit}`, ...beside ? ["now"] : []];
        const actions = table("actions", heads, rows);
        actions.prepend(
            make("caption", `${tool.hands[hand]}, ${game.tree.players[player]}: ${told}`));
        this.table.replaceChildren(actions, ...tool.below(this, tool.hand, hand));
    }
}
