/* Betting trees in sequence form, as in pokerlab/trees.py: who may do what, and what is paid where
hands end. betting.js makes those of games. */

import { ZERO } from "./amounts.js";
/** @import { Fraction } from "./amounts.js" */

/** What player 0 nets where the hand ends: an amount, or a stake times the share of the pot that
she wins minus the share that she loses.
@typedef {object} EndPayment
@property {boolean} isStake
@property {number} amount */

/** A node of a tree: a player's choice, whose actions lead to other nodes, or an end.
@typedef {object} Action
@property {string} name
@property {TreeNode} next
@typedef {object} Choice
@property {number} player
@property {Action[]} actions
@typedef {object} End
@property {EndPayment[]} payments
@typedef {Choice | End} TreeNode */

/** A choice as the player sees it, who knows no hand but one: what readers are told is a decision.
Nodes are met in this module and in betting.js only.
@typedef {object} InformationSet
@property {number} index  among the player's
@property {string} history  the actions that led there
@property {number} sequenceBefore  of the player
@property {number} opponentSequenceBefore  of the opponent
@property {number} [lockedSequence]  in a game with belief (games.js), another sequence of the
    opponent's that leads there: that of one who keeps to the locked range
@property {number} first  of the player's sequences after it
@property {number} end  the one after the last of these */

/** A payment after both players' last sequences.
@typedef {EndPayment & { lastSequences: number[] }} Payment */

/** A game's tree in sequence form.
@typedef {object} Tree
@property {string[]} players  their names
@property {string[][]} sequenceNames  of either player's sequences, the empty one's first
@property {InformationSet[][]} informationSets  of either player, in the order in which the tree
    is written
@property {Payment[]} payments  in the same order */

/** An end without a showdown.
@param {Fraction} amount  that player 0 nets
@returns {End} */
export const fold = amount => ({ payments: [{ isStake: false, amount: amount.toNumber() }] });

/** An end where hands are shown: the winner gets what the other has put in, and all dead money.
@param {Fraction} putIn  by each player, antes too
@param {Fraction} deadMoney  what player 1 has posted besides
@returns {End} */
export function showdown(putIn, deadMoney = ZERO) {
    const half = deadMoney.toNumber() / 2;
    // Half of the dead money is at stake, besides what each has put in.
    /** @type {EndPayment[]} */
    const payments = [{ isStake: true, amount: putIn.toNumber() + Math.abs(half) }];
    if (half) payments.push({ isStake: false, amount: half });
    return { payments };
}

/** A history after one more action.
@param {string} history
@param {string} name */
export const withAction = (history, name) => history ? `${history}, ${name}` : name;

/** The last action of a history.
@param {string} history */
export const lastAction = history => history.split(", ").pop() ?? "";

/** The tree of a root: its nodes, written down as sequences, information sets and payments.
@param {Choice} root
@param {string[]} players
@returns {Tree} */
export function makeTree(root, players) {
    const sequenceNames = [[""], [""]];
    /** @type {InformationSet[][]} */
    const informationSets = [[], []];
    /** @type {Payment[]} */
    const payments = [];
    /** Number a node, which follows the players' last sequences.
    @type {(node: TreeNode, history: string, lastSequences: number[]) => void} */
    const visit = (node, history, lastSequences) => {
        if ("payments" in node) {
            for (const { isStake, amount } of node.payments)
                payments.push({ lastSequences, isStake, amount });
            return;
        }
        const { player, actions } = node, first = sequenceNames[player].length;
        informationSets[player].push({
            index: informationSets[player].length, history, sequenceBefore: lastSequences[player],
            opponentSequenceBefore: lastSequences[1 - player], first, end: first + actions.length,
        });
        const histories = actions.map(({ name }) => withAction(history, name));
        sequenceNames[player].push(...histories);
        actions.forEach(({ next }, i) =>
            visit(next, histories[i], lastSequences.with(player, first + i)));
    };
    visit(root, "", [0, 0]);
    return { players, sequenceNames, informationSets, payments };
}
