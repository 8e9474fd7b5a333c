/* Games: a deal times a betting tree, their plans and best responses, as in pokerlab/games.py. */

import { sum } from "./amounts.js";
/** @import { DecisionSet, Tree } from "./betting.js" */
/** @import { AnyDeal } from "./deals.js" */

/** Two plans, what best responses make of them, and the bounds on the value.
@typedef {{ plans: Plan[], worth: Plan[], bracket: number[] }} Bounded */

/** Of each sequence a column: how likely a hand plays it, or what it is worth.
@typedef {Float64Array[]} Plan
@typedef {Record<number, number[][]>} Lock  of each set, the shares of all hands for each action
@typedef {Lock[]} Locks  both players' */

/** A deal times a tree. A plan is a column per sequence.

`locks` are, for a player and the number of one of his sets, the share of each action per hand:
there he has no choice, in a best response either. All values are player 0's.
@template {AnyDeal} [D=AnyDeal] */
export class Game {
    /** @param {D} deal @param {Tree} tree @param {Locks} locks */
    constructor(deal, tree, locks = [{}, {}]) {
        this.deal = deal;
        this.tree = tree;
        this.locks = locks;
        // What a player faces at a time: his endings after one sequence of the other's.
        this.ends = [1, 0].map(other =>
            tree.ends.toSorted((a, b) => a[other] - b[other] || a[2] - b[2]));
        this.column = new Float64Array(deal.n);
    }

    /** A column for each sequence of a player. @param {number} player @returns {Plan} */
    columns(player, value = 0) {
        return this.tree.sequences[player].map(() => new Float64Array(this.deal.n).fill(value));
    }

    /** What each hand and sequence of a player earns by its own endings against a plan.
    @param {number} player @param {Plan} other */
    values(player, other, worth = this.columns(player)) {
        const { deal, column } = this, never = other.map(column => column.every(share => !share));
        let [sequence, shown] = [-1, -1];
        for (const own of worth) own.fill(0);
        for (const end of this.ends[player]) {
            const { [player]: own, [1 - player]: faced, 2: showdown, 3: chips } = end;
            if (never[faced]) continue;
            if (faced !== sequence || showdown !== shown)
                deal.times(player, shown = showdown, other[sequence = faced], column);
            const target = worth[own];
            for (let hand = 0; hand < deal.n; hand++) target[hand] += chips * column[hand];
        }
        return worth;
    }

    /** What they are worth if a best response goes on from there.
    @param {number} player @param {Plan} other */
    continued(player, other) {
        const worth = this.values(player, other), best = player ? Math.min : Math.max;
        const sets = this.tree.sets[player];
        for (let j = sets.length - 1; j >= 0; j--) {
            const [, parent, , first, stop] = sets[j], lock = this.locks[player][j];
            for (let hand = 0; hand < this.deal.n; hand++) {
                let most = lock ? 0 : worth[first][hand];
                for (let s = first; s < stop; s++) {
                    const own = worth[s][hand];
                    most = lock ? most + lock[s - first][hand] * own : best(most, own);
                }
                worth[parent][hand] += most;
            }
        }
        return worth;
    }

    /** Both players' best answers to two plans. @param {Plan[]} plans */
    answers(plans) {
        return [0, 1].map(player => this.continued(player, plans[1 - player]));
    }

    /** What two plans guarantee: bounds on the value. @param {Plan[]} plans */
    bracket(plans, worth = this.answers(plans)) {
        return [1, 0].map(player => sum(worth[player][0]));
    }

    /** The share of each sequence's last action where it is taken; equal if nothing is known.
    @param {number} player @param {Plan} plan */
    behaviour(player, plan) {
        const shares = this.columns(player, 1);
        this.tree.sets[player].forEach(([, , , first, stop], j) => {
            const lock = this.locks[player][j];
            for (let hand = 0; hand < this.deal.n; hand++) {
                let total = 0;
                for (let s = first; s < stop; s++) total += plan[s][hand];
                for (let s = first; s < stop; s++) shares[s][hand] = lock ? lock[s - first][hand]
                    : total > 0 ? plan[s][hand] / total : 1 / (stop - first);
            }
        });
        return shares;
    }

    /** The plan of these shares. @param {number} player @param {Plan} behaviour */
    plan(player, behaviour) {
        const plan = this.columns(player, 1);
        for (const [, parent, , first, stop] of this.tree.sets[player])
            for (let s = first; s < stop; s++) for (let hand = 0; hand < this.deal.n; hand++)
                plan[s][hand] = plan[parent][hand] * behaviour[s][hand];
        return plan;
    }

    /** Plans without the actions that are hardly ever taken, of a share less than `least`.
    @param {Plan[]} plans @param {number} least */
    without(plans, least) {
        return plans.map((plan, player) => {
            const kept = this.behaviour(player, plan).map(column =>
                column.map(share => share < least ? 0 : share));
            return this.plan(player, this.behaviour(player, kept));
        });
    }

    /** What the page hears of what was found. @param {Bounded} found */
    heard(found) {
        return found;
    }
}

/** A game in which one player keeps to his locks with a probability only, and is free otherwise.

He knows whether he is: of each of his sequences but the first there are two, free and bound. The
other's optimal plan is the restricted Nash response of M. Johanson, M. Zinkevich and M. Bowling
(Computing robust counter-strategies, 2007), as in pokerlab/studies/safe_response.py. */
export class Doubted extends Game {
    /** @param {AnyDeal} deal @param {Tree} tree @param {Locks} locks @param {number} belief */
    constructor(deal, tree, locks, belief) {
        const player = locks.findIndex(own => Object.keys(own).length), own = tree.sets[player];
        const many = tree.sequences[player].length - 1;
        /** @type {(place: number) => number} */
        const bound = place => place && place + many;
        const split = [1 - belief, belief];
        /** @type {DecisionSet[]} */
        const twice = own.map(([history, parent, opponent, first, stop]) =>
            [history, bound(parent), opponent, bound(first), bound(stop)]);
        // The other's decisions follow two sequences each.
        const asked = tree.sets[1 - player].map(([history, parent, opponent, ...children]) =>
            /** @type {any} */ ([history, parent, [opponent, bound(opponent)], ...children]));
        const ends = tree.ends.flatMap(end => end[player] ? split.map((share, copy) =>
            end.with(player, end[player] + copy * many).with(3, share * end[3])) : [end]);
        const names = [...tree.sequences[player], ...tree.sequences[player].slice(1)];
        const sequences = tree.sequences.with(player, names);
        const locked = Object.entries(locks[player]);
        const kept = Object.fromEntries(locked.map(([j, lock]) => [Number(j) + own.length, lock]));
        const sets = [asked, asked].with(player, [...own, ...twice]);
        super(deal, { ...tree, sequences, sets, ends }, [{}, {}].with(player, kept));
        this.player = player;
        this.many = many;
        this.split = split;
    }

    /** Of his plan the mixture of both, and what they are worth together. @param {Bounded} found */
    heard({ plans, worth, bracket }) {
        const { player, many, split } = this;
        /** @type {(columns: Plan, free: number, bound: number) => Plan} */
        const once = (columns, free, bound) => columns.slice(0, many + 1).map((column, s) =>
            s ? column.map((x, hand) => free * x + bound * columns[s + many][hand]) : column);
        return {
            plans: plans.with(player, once(plans[player], split[0], split[1])),
            worth: worth.with(player, once(worth[player], 1, 1)),
            bracket,
        };
    }
}
