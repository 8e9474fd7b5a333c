/* A game with two plans: what is worth knowing of it, hand by hand. */

/** What the scripts hand each other.
@typedef {any} AnyDeal  one of all hands, or of the combos on a river
@typedef {[history: string, parent: number, opponent: number, first: number,
    stop: number]} DecisionSet
@typedef {{ players: string[], sequences: string[][], sets: DecisionSet[][],
    ends: number[][] }} Tree
@typedef {Float64Array[]} Plan  of each sequence a column
@typedef {Record<number, number[][]>} Lock  of each set, the shares of all hands for each action
@typedef {Lock[]} Locks  both players'
@typedef {[player: string, history: string, why: string]} Idle
@typedef {{ plans: Plan[], worth?: Plan[], locks?: Locks, belief?: number }} Found
@typedef {{ tool: string, number: number, error?: string, done?: boolean } & Found} Answer
@typedef {Record<string, string>} State
@typedef {{ tree: Tree, deal: AnyDeal, kind: string, setting: State,
    locks: Locks & { idle: Idle[] }, belief: number, within: number }} Question
@typedef {Partial<Question> & { told: string, game?: Shown, number: number,
    done?: boolean }} Asked
@typedef {{ answerer: number, earns: number, secures: number, risk?: number }} Answering
@typedef {[string, string]} Color  and black or white on it
@typedef {{ name: string, color: Color, of: (shares: number[]) => number }} Part
@typedef {{ command?: string | false, code: string, note?: string, answers?: boolean }} Words
@typedef {{ deal: Deal, palette: any, worker: Pick<Worker, "postMessage">, broken?: string,
    remember: (tool: Tool, gesture: unknown) => void }} Shared
*/

/** @param {string} text @param {() => void} click @param {Record<string, any>} more */
const button = (text, click, more = {}) => make("button", { type: "button", click, ...more }, text);

/** What unfolds below a title. @param {string | Node} title @param {...(Node | string)} parts */
const unfolding = (title, ...parts) =>
    make("details.explorer-more", make("summary", title), ...parts);

/** What can be chosen in a list.
@param {string[]} values @param {(value: string) => string} told */
const options = (values, told = value => value) =>
    values.map(value => make("option", { value }, told(value)));

/** A box; what is in it is replaced unless it is long. Lines that are pasted into it become one:
some browsers would take the first, or join their ends. @param {Record<string, any>} more */
const textBox = more => make("input", {
    type: "text", spellcheck: false, autocomplete: "off",
    click: ({ target }) => target.value.length > 6 || target.select(),
    paste: event => {
        const text = event.clipboardData.getData("text");
        if (!/[\r\n]/.test(text)) return;
        event.preventDefault();
        // What is typed for a reader can be taken back, and is a change.
        document.execCommand("insertText", false, text.trim().replace(/\s*[\r\n]\s*/g, " "));
    }, ...more });

/** A table: what stands above its columns, and its rows.
@param {string} kind @param {string[]} head @param {SVGElement[] | HTMLElement[]} rows */
const table = (kind, head, rows) => make(`table.explorer-${kind}`,
    make("thead", make("tr",
        ...head.map(text => make(text ? "th" : "td", { scope: text && "col" }, text)))),
    make("tbody", {}, ...rows));

const row = (name, ...cells) =>
    make("tr", make("th", { scope: "row" }, name), ...cells);

/** A cell with a bar as long as a share. */
const bar = (share, color, ...told) =>
    make("td", { style: `--share:${share || 0};--color:${color}` }, ...told);

/** Which of a player's decisions has a history; -1 if none.
@param {Tree} tree @param {number} player @param {string} history */
const setOf = (tree, player, history) =>
    tree.sets[player].findIndex(([name]) => name === history);

/** Half of what is won is the other's loss: whose share has which sign. @param {number} player */
const sign = player => player ? -1 : 1;

/** How many digits of a number are known within a width. @param {number} width */
const known = (width, most = 4) =>
    Math.min(Math.max(-Math.ceil(Math.log10(Math.max(width, 1e-9))), 0), most);

/** A game with two plans and their bracket: what everything earns against them. */
class Shown extends Game {
    /** @param {AnyDeal} deal @param {Tree} tree @param {Found} found */
    constructor(deal, tree, { plans, worth, locks, belief = 1 }) {
        super(deal, tree, locks);
        this.plans = plans;
        this.belief = belief;
        /** What of the pot is counted as won besides. */
        this.bonus = 0;
        this.worth = worth ?? this.answers(plans);
        const [lower, upper] = this.bracket(plans, this.worth);
        this.lower = lower;
        this.upper = upper;
        this.value = (lower + upper) / 2;
        this.width = upper - lower;
        /** @type {Float64Array[][]} */
        this.reached = [[], []];
    }

    /** What it is worth to the first player, with the digits that the bracket proves. */
    told(unit = 1, most = 4) {
        const [lower, upper] = [this.lower, this.upper].map(end => (end + this.bonus) / unit);
        return upper - lower <= 1 ? signed((lower + upper) / 2, known(upper - lower, most))
            : `between ${signed(Math.floor(lower), 0)} and ${signed(Math.ceil(upper), 0)}`;
    }

    /** How likely each hand of a player meets an opponent who has played a sequence.
    @param {number} player @returns {Float64Array} */
    reach(player, sequence = 0) {
        const met = () => this.deal.times(player, 0, this.plans[1 - player][sequence]);
        return this.reached[player][sequence] ??= met();
    }

    /** Of each action of a decision the column of a player's plan.
    @param {number} player @param {number} set */
    acts(player, set) {
        const [, , , first, stop] = this.tree.sets[player][set];
        return this.plans[player].slice(first, stop);
    }

    /** What the combos of a chart's cell do in a set: the share of them that gets there, how likely
    they do and the opponent lets them, the shares of the actions, and how likely they are dealt,
    get there and take each.
    @param {number} player @param {number} set @param {number} hand */
    cell(player, set, hand) {
        const [, parent, opponent] = this.tree.sets[player][set], acts = this.acts(player, set);
        const own = this.plans[player][parent], combos = this.deal.at(player, hand);
        const [dealt, met] = [0, opponent].map(sequence => this.reach(player, sequence));
        const mass = (column, by) => sum(combos.map(i => column[i] * by[i]));
        const kept = mass(own, dealt), weight = mass(own, met), all = weight || kept;
        return {
            here: kept && kept / sum(combos.map(i => dealt[i])), weight,
            taken: acts.map(column => mass(column, dealt)),
            shares: all ? acts.map(column => mass(column, weight ? met : dealt) / all) : [],
        };
    }

    /** What a sequence earns its player with some combos, on average, if the opponent has played
    another. @param {number} player @param {number} sequence @param {number} opponent
    @param {number[]} combos @param {ArrayLike<number> | false} [own] */
    average(player, sequence, opponent, combos, own) {
        const all = column => sum(combos.map(i => (own ? own[i] : 1) * column[i]));
        const met = all(this.reach(player, opponent)) || NaN;
        return this.bonus + sign(player) * all(this.worth[player][sequence]) / met;
    }

    /** How often each hand that gets to a decision takes each action there.
    @param {number} player @param {number} set */
    taken(player, set) {
        const [, parent] = this.tree.sets[player][set], own = this.plans[player][parent];
        return this.acts(player, set).map(column =>
            Array.from(column, (share, at) => share / own[at]));
    }

    /** What an action earns with those of some combos that have come to the decision.
    @param {number} player @param {number} set @param {number} act @param {number[]} combos */
    earns(player, set, act, combos) {
        const [, parent, opponent, first] = this.tree.sets[player][set];
        const own = this.plans[player][parent];
        return this.average(player, first + act, opponent, combos, combos.some(i => own[i]) && own);
    }
}
