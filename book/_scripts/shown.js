/* A game with two plans: what is worth knowing of it, hand by hand. */

import { readNumber, sum } from "./amounts.js";
import { Game } from "./games.js";
import { signed } from "./words.js";
/** @import { Tree } from "./betting.js" */
/** @import { ChartDeal } from "./deals.js" */
/** @import { Locks, Plan } from "./games.js" */

/** What was found of a game, and what is drawn of it.
@typedef {{ plans: Plan[], worth?: Plan[], locks?: Locks, belief?: number }} Found
@typedef {[string, string]} Color  and black or white on it
@typedef {{ name: string, color: Color, of: (shares: number[]) => number }} Part */

/** Which of a player's decisions has a history; -1 if none.
@param {Tree} tree @param {number} player @param {string} history */
export const setOf = (tree, player, history) =>
    tree.sets[player].findIndex(([name]) => name === history);

/** Half of what is won is the other's loss: whose share has which sign. @param {number} player */
export const sign = player => player ? -1 : 1;

/** How many digits of a number are known within a width. @param {number} width */
export const known = (width, most = 4) =>
    Math.min(Math.max(-Math.ceil(Math.log10(Math.max(width, 1e-9))), 0), most);

/** The names of the actions of one of a player's decisions.
@param {Tree} tree @param {number} player @param {number} set */
export const actions = (tree, player, set) => {
    const [, , , first, stop] = tree.sets[player][set];
    return tree.sequences[player].slice(first, stop).map(name => name.split(", ").pop() ?? name);
};

/** The amount that an action's name ends with; NaN if none. @param {string} name */
export const sizeOf = name => readNumber(name.split(" ").pop() ?? "");

/** The actions of a decision as they are, each in its colour.
@param {string[]} names @param {Record<string, Color>} colors @returns {Part[]} */
export const asTheyAre = (names, colors) =>
    names.map((name, i) => ({
        name, color: colors[name], of: (/** @type {number[]} */ shares) => shares[i],
    })).reverse();

/** Which action a hand takes of which a range says nothing: a check where one is free, else the
first of several. @param {string[]} names */
export const silent = names => names.length < 2 ? -1 : Math.max(names.indexOf("check"), 0);

/** A game with two plans and their bracket: what everything earns against them.
@extends {Game<ChartDeal>} */
export class Shown extends Game {
    /** @param {ChartDeal} deal @param {Tree} tree @param {Found} found */
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
        /** @type {Plan[]} */
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
        /** @type {(column: Float64Array, by: Float64Array) => number} */
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
        /** @type {(column: Float64Array) => number} */
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
