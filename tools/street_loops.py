"""The loops of `tools.learn_streets`: both players learn on a flop and a turn, with all rivers.

`iterate` is the whole of it; `add_river_shares` tells what buckets are made of.

Arrays are named as in `pokerlab.studies.streets.best_response`, for all three streets. *Branches*
are the big blind's and *nodes* the small blind's, as in `pokerlab.studies.streets.tree`. Arrays
that are ``his`` belong to the big blind, those that are ``her`` to the small blind. Where both play
alike, in showdowns, nobody is named.
"""

from typing import NamedTuple

import numpy as np

from pokerlab._compiled import compiled, njit_helper
from pokerlab._compiled.lanes import N_LANES, add_difference, put_difference
from pokerlab._compiled.showdowns import (
    CombosOnBoard,
    RankedCombos,
    SumsOnBoard,
    fill_ranked_combos,
    sum_met_and_net,
)
from pokerlab._support.arithmetic import NO_INDEX
from pokerlab.cards import COMBOS, N_CARDS
from pokerlab.holdem.standings import N_STANDINGS, sort_by_standing
from pokerlab.studies import streets
from pokerlab.studies.streets import SHARE_DENOMINATOR, Steps, Street
from pokerlab.studies.streets._sums import RIVER_COMBOS
from pokerlab.studies.streets.best_response import copy_by_branch, sum_met
from pokerlab.studies.streets.tree import (
    FOLD_NODE,
    MAXIMUM_NODE,
    NEXT_STREET_NODE,
    SHOWDOWN_NODE,
    SUM_NODE,
)
from tools.scaled_rows import add_product, add_scaled, put_scaled

N_RIVERS = 48  #: Rivers that a flop and a turn leave.
HIS_MOST_ACTIONS = 3  #: The most actions that a decision of the big blind's has.
HER_MOST_ACTIONS = 4  #: The most actions that the small blind chooses from on the flop.
COMBOS_PER_COPY = 128  #: So many combos are copied at once, and stay in the processor's cache.

# One turn of 49 is drawn, and 45 of them are left by both players' cards; all 48 rivers are gone
# through, of which 44 are left. With these factors for reaches, sums are means over what is left.
TURN_FACTOR, RIVER_FACTOR = np.float32(49 / 45), np.float32(1 / 44)
RUNOUT_FACTOR = TURN_FACTOR * RIVER_FACTOR


class Board(NamedTuple):
    """A flop and a turn with all rivers, and which combos are alike there."""

    cards: np.ndarray  #: (5,): flop and turn, and the river that loops have come to.
    rivers: np.ndarray  #: (48,)
    standings: np.ndarray  #: (48, 1326): the standings of all combos on each river.
    shares: np.ndarray  #: (48, 2, standings): as `streets.count_shares` fills them, by river.
    steps: Steps  #: The steps by which buckets tell shares apart.
    #: (1326,): the big blind's bucket of each combo; `NO_INDEX` if it shares a card.
    flop_buckets: np.ndarray
    turn_buckets: np.ndarray  #: (1326,): the same on the turn.
    classes: np.ndarray  #: (1326,): the combo's class on the flop; `NO_INDEX` if it shares a card.


class Learnt(NamedTuple):
    """What both players have learnt on flop, turn and river, which loops change."""

    #: For each street, (decisions, buckets, 3): the big blind's regrets, in the menu's units.
    his_regrets: tuple[np.ndarray, np.ndarray, np.ndarray]
    #: For each street, (decisions, buckets, 3): the sums of his reaches after each action.
    his_sums: tuple[np.ndarray, np.ndarray, np.ndarray]
    her_decisions: np.ndarray  #: (nodes of the flop,): which row of her regrets is a node's.
    #: (her decisions on the flop, classes, 4): the small blind's regrets, in the menu's units.
    her_regrets: np.ndarray


class FlopResults(NamedTuple):
    """What a flop says, by combo, (n, 1326), or later by hand, (n, 169)."""

    her_earned: np.ndarray  #: (pots, ...): the small blind's earnings in each pot.
    his_earned: np.ndarray  #: (histories, ...): the big blind's earnings with each history.
    #: (histories, ...): what an all-in of one chip would win her against all that he comes with.
    all_in_net: np.ndarray
    met: np.ndarray  #: (histories, ...): how much of that she meets.


class StreetState(NamedTuple):
    """What the loops fill in on the flop, or on the turn."""

    his_reaches: np.ndarray  #: (1326, branches)
    met: np.ndarray  #: (branches, 1326): how much of them each of the small blind's combos meets.
    net: np.ndarray  #: (branches, 1326): its winnings from a branch in a showdown, over all rivers.
    following: np.ndarray  #: (roots of the next street, 1326): its earnings in them.
    her_earned: np.ndarray  #: (nodes, 1326): its earnings in the street's nodes.
    #: (nodes, 1326): which follower her best response takes, as far as she plays one.
    her_choices: np.ndarray
    #: (nodes, 4, 1326): how likely she takes each follower; without nodes where `her_choices` says.
    her_behaviour: np.ndarray
    her_reaches: np.ndarray  #: (nodes, 1326)
    #: (branches, 1326): her reaches where a branch ends with a fold, each times the payment there.
    fold_stakes: np.ndarray
    showdown_stakes: np.ndarray  #: (branches, 1326): the same where it ends with hands shown.
    next_reaches: np.ndarray  #: (roots of the next street, 1326): her reaches in them.
    #: (branches, 1326): the big blind's terminal values, which become continuation values.
    his_values: np.ndarray


class LanesOnRiver(NamedTuple):
    """What is played on a river in rows of lanes, and the sums of `sum_met_and_net` over it."""

    played: np.ndarray  #: (1081, lanes)
    sums: SumsOnBoard


class RiverState(NamedTuple):
    """What the loops fill in on the rivers, where combos are in the order of their standings.

    A branch that the river begins with is an *entry*. The others, which follow an action there, are
    in rows of lanes: branch ``entries + n`` is lane ``n``. Behind these lanes are those of the
    branches that were shown down before, in the order of `carry_to_river`.
    """

    action_blocks: int  #: How many blocks of `N_LANES` lanes the branches after actions fill.
    earlier_blocks: int  #: The same of the branches that were shown down before.
    order: np.ndarray  #: (48, 1081): the combos that each river leaves.
    starts: np.ndarray  #: (48, standings + 1): where each standing begins in the order.
    buckets: np.ndarray  #: (48, standings): the big blind's.
    combos: CombosOnBoard  #: The combos of the river that the loops have come to.
    entry_of: np.ndarray  #: (branches,): the entry from which each branch comes.
    his_behaviour: np.ndarray  #: (decisions, 3): that of the bucket the loops have come to.
    his_plan: np.ndarray  #: (branches,): its reaches, where those of the entries are 1.
    forward: LanesOnRiver  #: The big blind's reaches by combo, which the small blind meets.
    #: The small blind's stakes by combo, which he meets: first those of folds, then of showdowns.
    backward: LanesOnRiver
    met: np.ndarray  #: (branches, 1081): how much of his reaches she meets, of those folded.
    net: np.ndarray  #: (branches, 1081): how much she wins of them, of those shown down.
    her_earned: np.ndarray  #: (nodes, 1081)
    her_choices: np.ndarray  #: (48, nodes, 1081): which follower her best response takes.
    her_reaches: np.ndarray  #: (nodes, 1081)
    fold_stakes: np.ndarray  #: (branches, 1081): as in `StreetState`.
    showdown_stakes: np.ndarray  #: (branches, 1081)
    his_values: np.ndarray  #: (1081, lanes): the terminal values of his actions on one river.
    planned_values: np.ndarray  #: (1326, lanes): these times his plan, summed over rivers.
    earlier_played: np.ndarray  #: (1326, lanes): what comes along from before the river.
    earlier_net: np.ndarray  #: (1326, lanes): what a player wins of that, over all rivers.


@njit_helper
def match_regrets(regrets: np.ndarray, action_count: int, behaviour: np.ndarray) -> None:
    """Fill in how likely the first actions are by their regrets, all alike if none is above 0."""
    total = np.float32(0)
    for action in range(action_count):
        total += max(regrets[action], np.float32(0))
    for action in range(action_count):
        if total > 0:
            behaviour[action] = max(regrets[action], np.float32(0)) / total
        else:
            behaviour[action] = np.float32(1) / np.float32(action_count)


@njit_helper
def count_actions(decision: np.ndarray) -> int:
    """Count the actions of a decision, a row of `Street.decisions`: two or three."""
    return 2 + (decision[HIS_MOST_ACTIONS] != NO_INDEX)


# Both players' states where a flop begins


@njit_helper
def empty_street(street: Street, next_street: Street, behaviour_nodes: int) -> StreetState:
    """Make what the loops fill in on the flop or on a turn, all 0."""
    combos, nodes, next_roots = len(COMBOS), len(street.nodes), len(next_street.roots)
    by_branch = (street.branch_count, combos)
    return StreetState(
        np.zeros((combos, street.branch_count), np.float32),
        np.zeros(by_branch, np.float32),
        np.zeros(by_branch, np.float32),
        np.zeros((next_roots, combos), np.float32),
        np.zeros((nodes, combos), np.float32),
        np.zeros((nodes, combos), np.uint8),
        np.zeros((behaviour_nodes, HER_MOST_ACTIONS, combos), np.float32),
        np.zeros((nodes, combos), np.float32),
        np.zeros(by_branch, np.float32),
        np.zeros(by_branch, np.float32),
        np.zeros((next_roots, combos), np.float32),
        np.zeros(by_branch, np.float32),
    )


@njit_helper
def empty_lanes(lanes: int) -> LanesOnRiver:
    """Make so many lanes for what is played on a river, and for sums over it, all 0."""
    return LanesOnRiver(
        np.zeros((RIVER_COMBOS, lanes), np.float32),
        SumsOnBoard(
            np.zeros((N_CARDS + 1, lanes), np.float32),
            np.zeros((RIVER_COMBOS, lanes), np.float32),
            np.zeros((RIVER_COMBOS, lanes), np.float32),
        ),
    )


@njit_helper
def entries_of_branches(street: Street) -> np.ndarray:
    """Return from which of the branches that a street begins with each branch comes."""
    entry_of = np.arange(street.branch_count)
    for d in range(len(street.decisions)):
        decision = street.decisions[d]
        for action in range(count_actions(decision)):
            entry_of[decision[1 + action]] = entry_of[decision[0]]
    return entry_of


@njit_helper
def empty_river(river_street: Street, earlier_branches: int) -> RiverState:
    """Make what the loops fill in on the rivers, all 0."""
    nodes, branches = len(river_street.nodes), river_street.branch_count
    after_actions = branches - len(river_street.sources)
    action_blocks = (after_actions + N_LANES - 1) // N_LANES
    earlier_blocks = (earlier_branches + N_LANES - 1) // N_LANES
    ranked = RankedCombos(np.zeros((RIVER_COMBOS, 2), np.int64), np.zeros(RIVER_COMBOS, np.int64))
    row_of_same_combo = np.arange(RIVER_COMBOS)  # for both players have the same combos
    return RiverState(
        action_blocks,
        earlier_blocks,
        np.zeros((N_RIVERS, RIVER_COMBOS), np.int64),
        np.zeros((N_RIVERS, N_STANDINGS + 1), np.int64),
        np.zeros((N_RIVERS, N_STANDINGS), np.int64),
        CombosOnBoard(ranked, ranked, row_of_same_combo),
        entries_of_branches(river_street),
        np.zeros((len(river_street.decisions), HIS_MOST_ACTIONS), np.float32),
        np.zeros(branches, np.float32),
        empty_lanes((action_blocks + earlier_blocks) * N_LANES),
        empty_lanes((2 * action_blocks + earlier_blocks) * N_LANES),
        np.zeros((branches, RIVER_COMBOS), np.float32),
        np.zeros((branches, RIVER_COMBOS), np.float32),
        np.zeros((nodes, RIVER_COMBOS), np.float32),
        np.zeros((N_RIVERS, nodes, RIVER_COMBOS), np.uint8),
        np.zeros((nodes, RIVER_COMBOS), np.float32),
        np.zeros((branches, RIVER_COMBOS), np.float32),
        np.zeros((branches, RIVER_COMBOS), np.float32),
        np.zeros((RIVER_COMBOS, action_blocks * N_LANES), np.float32),
        np.zeros((len(COMBOS), action_blocks * N_LANES), np.float32),
        np.zeros((len(COMBOS), earlier_blocks * N_LANES), np.float32),
        np.zeros((len(COMBOS), earlier_blocks * N_LANES), np.float32),
    )


# What both players do on any street


@compiled
def share_out_reaches(
    reaches: np.ndarray,
    decisions: np.ndarray,
    buckets: np.ndarray,
    regrets: np.ndarray,
    sums: np.ndarray,
) -> None:
    """Share out the big blind's reaches, (1326, branches), before the river; add them to the sums.

    Where reaches come in at the branches with which the street begins, all others go out.
    """
    behaviour = np.empty(HIS_MOST_ACTIONS, np.float32)
    for combo in range(len(COMBOS)):
        bucket = buckets[combo]
        if bucket == NO_INDEX:
            continue
        for d in range(len(decisions)):
            decision = decisions[d]
            action_count = count_actions(decision)
            reach_before = reaches[combo, decision[0]]
            match_regrets(regrets[d, bucket], action_count, behaviour)
            for action in range(action_count):
                reach = reach_before * behaviour[action]
                reaches[combo, decision[1 + action]] = reach
                sums[d, bucket, action] += reach


@compiled
def find_best_response(
    street: Street,
    met: np.ndarray,
    net: np.ndarray,
    following: np.ndarray,
    earned: np.ndarray,
    choices: np.ndarray,
) -> None:
    """Fill in the small blind's earnings in each node by her best response, and her choices.

    It is `pokerlab.studies.streets.best_response.evaluate_nodes` in floats, and it keeps which
    follower is taken where she chooses: the first of the best ones.

    Parameters
    ----------
    street : Street
        The nodes.
    met, net : ndarray, shape (branches, combos or more)
        How much of the big blind's reaches each combo meets in each branch, and wins of them in a
        showdown.
    following : ndarray, shape (roots of the next street, combos or more)
        The earnings of each combo in these.
    earned, choices : ndarray, shape (nodes, combos)
        Here the results are put.
    """
    nodes, followers, combo_count = street.nodes, street.followers, earned.shape[1]
    for number in range(len(nodes)):
        node, out = nodes[number], earned[number]
        if node.kind in (FOLD_NODE, SHOWDOWN_NODE):
            amount = np.float32(node.amount)
            source = met[node.branch] if node.kind == FOLD_NODE else net[node.branch]
            for combo in range(combo_count):
                out[combo] = amount * source[combo]
        elif node.kind == NEXT_STREET_NODE:
            source = following[node.next_root]
            for combo in range(combo_count):
                out[combo] = source[combo]
        else:
            first, chosen = node.first_follower, choices[number]
            out[:] = earned[followers[first]]
            if node.kind == MAXIMUM_NODE:
                chosen[:] = 0
            for n in range(1, node.follower_count):
                other = earned[followers[first + n]]
                if node.kind == MAXIMUM_NODE:
                    for combo in range(combo_count):
                        if other[combo] > out[combo]:
                            out[combo] = other[combo]
                            chosen[combo] = n
                else:
                    for combo in range(combo_count):
                        out[combo] += other[combo]


@njit_helper
def learn_at_node(
    earned: np.ndarray,
    followers: np.ndarray,
    combo: int,
    regrets: np.ndarray,
    behaviour: np.ndarray,
) -> float:
    """Let one combo of the small blind's learn at a node; return what it earned there before.

    `behaviour`, (4,), becomes how likely she takes each follower from now on.
    """
    match_regrets(regrets, len(followers), behaviour)
    mean = np.float32(0)
    for n in range(len(followers)):
        mean += behaviour[n] * earned[followers[n], combo]
    for n in range(len(followers)):
        regrets[n] += earned[followers[n], combo] - mean
    match_regrets(regrets, len(followers), behaviour)
    return mean


@compiled
def learn_on_flop(
    street: Street, classes: np.ndarray, at_flop: StreetState, learnt: Learnt
) -> None:
    """Let the small blind learn on the flop: fill in her earnings, and her behaviour after that."""
    behaviour = np.empty(HER_MOST_ACTIONS, np.float32)
    earned = at_flop.her_earned
    for number in range(len(street.nodes)):
        node = street.nodes[number]
        followers = street.followers[
            node.first_follower : node.first_follower + node.follower_count
        ]
        for combo in range(len(COMBOS)):
            if classes[combo] == NO_INDEX:
                continue
            if node.kind == FOLD_NODE:
                earned[number, combo] = node.amount * at_flop.met[node.branch, combo]
            elif node.kind == SHOWDOWN_NODE:
                earned[number, combo] = node.amount * at_flop.net[node.branch, combo]
            elif node.kind == NEXT_STREET_NODE:
                earned[number, combo] = at_flop.following[node.next_root, combo]
            elif node.kind == SUM_NODE:
                total = np.float32(0)
                for follower in followers:
                    total += earned[follower, combo]
                earned[number, combo] = total
            else:
                regrets = learnt.her_regrets[learnt.her_decisions[number], classes[combo]]
                earned[number, combo] = learn_at_node(earned, followers, combo, regrets, behaviour)
                for n in range(len(followers)):
                    at_flop.her_behaviour[number, n, combo] = behaviour[n]


@compiled
def reach_ends(
    street: Street,
    reaches: np.ndarray,
    behaviour: np.ndarray,
    choices: np.ndarray,
    fold_stakes: np.ndarray,
    showdown_stakes: np.ndarray,
    next_reaches: np.ndarray,
) -> None:
    """Fill in the small blind's reaches from those in the roots on, and add up those at ends.

    Parameters
    ----------
    street : Street
        The nodes.
    reaches : ndarray, shape (nodes, combos)
        Those in the roots come in, all others go out.
    behaviour : ndarray, shape (nodes, 4, combos), or without nodes
        How likely she takes each follower; without nodes `choices` says which.
    choices : ndarray, shape (nodes, combos)
        Which follower she takes.
    fold_stakes, showdown_stakes : ndarray, shape (branches, combos)
        To these the reaches at ends are added by branch, each times the payment there.
    next_reaches : ndarray, shape (roots of the next street, combos)
        To these the reaches are added with which the next street begins.
    """
    nodes, followers, combo_count = street.nodes, street.followers, reaches.shape[1]
    for number in range(len(nodes) - 1, -1, -1):
        node, here = nodes[number], reaches[number]
        first, follower_count = node.first_follower, node.follower_count
        if node.kind in (FOLD_NODE, SHOWDOWN_NODE):
            amount = np.float32(node.amount)
            stakes = fold_stakes if node.kind == FOLD_NODE else showdown_stakes
            target = stakes[node.branch]
            for combo in range(combo_count):
                target[combo] += amount * here[combo]
        elif node.kind == NEXT_STREET_NODE:
            target = next_reaches[node.next_root]
            for combo in range(combo_count):
                target[combo] += here[combo]
        elif node.kind == SUM_NODE:
            for n in range(follower_count):
                reaches[followers[first + n]] = here
        elif len(behaviour):
            for n in range(follower_count):
                target, probability = reaches[followers[first + n]], behaviour[number, n]
                for combo in range(combo_count):
                    target[combo] = here[combo] * probability[combo]
        else:
            chosen = choices[number]
            for n in range(follower_count):
                target = reaches[followers[first + n]]
                for combo in range(combo_count):
                    target[combo] = here[combo] if chosen[combo] == n else np.float32(0)


@compiled
def learn_in_buckets(
    decisions: np.ndarray, buckets: np.ndarray, values: np.ndarray, regrets: np.ndarray
) -> None:
    """Let the big blind learn before the river, from the values of his branches by combo.

    Terminal values, (branches, 1326), come in, and continuation values go out. Regrets change by
    bucket, by what all of its combos gain together.
    """
    behaviour = np.empty(HIS_MOST_ACTIONS, np.float32)
    gains = np.zeros((regrets.shape[1], HIS_MOST_ACTIONS), np.float32)
    for d in range(len(decisions) - 1, -1, -1):
        decision = decisions[d]
        action_count = count_actions(decision)
        gains[:] = 0
        for combo in range(len(COMBOS)):
            bucket = buckets[combo]
            if bucket != NO_INDEX:
                match_regrets(regrets[d, bucket], action_count, behaviour)
                mean = np.float32(0)
                for action in range(action_count):
                    mean += behaviour[action] * values[decision[1 + action], combo]
                values[decision[0], combo] += mean
                for action in range(action_count):
                    gains[bucket, action] += values[decision[1 + action], combo] - mean
        for bucket in range(len(gains)):
            for action in range(action_count):
                regrets[d, bucket, action] += gains[bucket, action]


@njit_helper
def learn_street(
    street: Street, state: StreetState, buckets: np.ndarray, regrets: np.ndarray
) -> None:
    """Let the big blind learn on the flop or on a turn, once showdowns and later streets are in.

    What he loses by folds joins the values of the street's branches here.
    """
    sum_met(state.fold_stakes.T.copy(), street.branch_count, state.met)
    for branch in street.fold_branches:
        for combo in range(len(COMBOS)):
            if buckets[combo] != NO_INDEX:
                state.his_values[branch, combo] -= state.met[branch, combo]
    learn_in_buckets(street.decisions, buckets, state.his_values, regrets)


# Rivers, forward: the big blind's reaches, and the small blind's best response to them


@njit_helper
def carry_to_river(
    tree: tuple[Street, Street, Street],
    histories: int,
    turn_buckets: np.ndarray,
    on_flop: np.ndarray,
    on_turn: np.ndarray,
    played: np.ndarray,
) -> None:
    """Put what is shown down without a decision on the river into lanes, (1326, lanes).

    First those branches that ended on the turn, then those that ended on the flop, then so many of
    the histories with which the flop began. Given are arrays (1326, branches) of flop and turn.
    """
    flop_showdowns, turn_showdowns = tree[0].showdown_branches, tree[1].showdown_branches
    flop_begin = len(turn_showdowns)
    start_begin = flop_begin + len(flop_showdowns)
    for combo in range(len(COMBOS)):
        played[combo] = 0
        if turn_buckets[combo] != NO_INDEX:
            for n in range(len(turn_showdowns)):
                played[combo, n] = RIVER_FACTOR * on_turn[combo, turn_showdowns[n]]
            for n in range(len(flop_showdowns)):
                played[combo, flop_begin + n] = RUNOUT_FACTOR * on_flop[combo, flop_showdowns[n]]
            for history in range(histories):
                played[combo, start_begin + history] = RUNOUT_FACTOR * on_flop[combo, history]


@njit_helper
def add_earlier_net(
    tree: tuple[Street, Street, Street], net: np.ndarray, on_flop: np.ndarray, on_turn: np.ndarray
) -> None:
    """Add what is won of branches shown down before the river, in lanes, to arrays by branch."""
    flop_showdowns, turn_showdowns = tree[0].showdown_branches, tree[1].showdown_branches
    for combo in range(len(COMBOS)):
        for n in range(len(turn_showdowns)):
            on_turn[turn_showdowns[n], combo] += net[combo, n]
        for n in range(len(flop_showdowns)):
            on_flop[flop_showdowns[n], combo] += net[combo, len(turn_showdowns) + n]


@njit_helper
def put_earlier_lanes(
    order: np.ndarray, river: RiverState, first_block: int, played: np.ndarray
) -> None:
    """Put what comes along from before a river behind its own blocks of lanes, combo by combo."""
    count = river.earlier_blocks
    blocks = first_block + count
    for row in range(RIVER_COMBOS):
        for n in range(count):
            source = (order[row] * count + n,)
            put_difference(played, row * blocks + first_block + n, river.earlier_played, source)


@njit_helper
def add_earlier_lanes(
    order: np.ndarray, river: RiverState, first_block: int, net: np.ndarray
) -> None:
    """Add what is won of that on a river to the sums over all rivers."""
    count = river.earlier_blocks
    blocks = first_block + count
    for row in range(RIVER_COMBOS):
        for n in range(count):
            source = (row * blocks + first_block + n,)
            add_difference(river.earlier_net, order[row] * count + n, net, source)


@njit_helper
def river_bucket(kind: int, shares: np.ndarray, steps: Steps) -> int:
    """Return the big blind's bucket on a river of some kind, given his two shares."""
    own_step = min(shares[0] * steps.river_own // SHARE_DENOMINATOR, steps.river_own - 1)
    other_step = min(shares[1] * steps.river_other // SHARE_DENOMINATOR, steps.river_other - 1)
    return (kind * steps.river_own + own_step) * steps.river_other + other_step


@njit_helper
def fill_plan(street: Street, bucket: int, regrets: np.ndarray, river: RiverState) -> None:
    """Fill in the big blind's behaviour and plan on a river with one bucket."""
    behaviour, plan = river.his_behaviour, river.his_plan
    for entry in range(len(street.sources)):
        plan[entry] = 1
    for d in range(len(street.decisions)):
        decision = street.decisions[d]
        action_count = count_actions(decision)
        match_regrets(regrets[d, bucket], action_count, behaviour[d])
        for action in range(action_count):
            plan[decision[1 + action]] = plan[decision[0]] * behaviour[d, action]


@njit_helper
def put_reaches(
    row: int, entry_reaches: np.ndarray, plan_rows: np.ndarray, river: RiverState
) -> None:
    """Put one combo's reaches on a river, given those to the entries, and a plan for each entry."""
    played, action_blocks = river.forward.played, river.action_blocks
    first_block = row * (action_blocks + river.earlier_blocks)
    for entry in range(len(entry_reaches)):
        for n in range(action_blocks):
            plan_and_reach = (entry * action_blocks + n, entry_reaches[entry])
            if entry:
                add_scaled(played, first_block + n, plan_rows, plan_and_reach)
            else:
                put_scaled(played, first_block + n, plan_rows, plan_and_reach)


@njit_helper
def add_to_sums(
    street: Street, bucket: int, entry_reaches: np.ndarray, river: RiverState, sums: np.ndarray
) -> None:
    """Add a bucket's reaches after each action to the sums, given those to the entries."""
    for d in range(len(street.decisions)):
        branch = street.decisions[d, 0]
        for action in range(count_actions(street.decisions[d])):
            reach_before = entry_reaches[river.entry_of[branch]] * river.his_plan[branch]
            sums[d, bucket, action] += reach_before * river.his_behaviour[d, action]


@njit_helper
def share_out_on_river(
    number: int,
    board: Board,
    street: Street,
    turn_reaches: np.ndarray,
    learnt: Learnt,
    river: RiverState,
) -> None:
    """Share out the big blind's reaches on a river, bucket by bucket, and add them to the sums."""
    entries = len(street.sources)
    plan_rows = np.zeros((entries, river.action_blocks * N_LANES), np.float32)
    combo_reaches, bucket_reaches = np.zeros(entries, np.float32), np.zeros(entries, np.float32)
    kind = streets.board_kind(board.cards)
    for standing in range(1, N_STANDINGS):
        start, stop = river.starts[number, standing], river.starts[number, standing + 1]
        if start == stop:
            continue
        bucket = river_bucket(kind, board.shares[number, :, standing], board.steps)
        river.buckets[number, standing] = bucket
        fill_plan(street, bucket, learnt.his_regrets[2], river)
        for branch in range(entries, street.branch_count):
            plan_rows[river.entry_of[branch], branch - entries] = river.his_plan[branch]
        bucket_reaches[:] = 0
        for row in range(start, stop):
            for entry in range(entries):
                source = turn_reaches[river.order[number, row], street.sources[entry]]
                combo_reaches[entry] = RIVER_FACTOR * source
                bucket_reaches[entry] += combo_reaches[entry]
            put_reaches(row, combo_reaches, plan_rows, river)
        add_to_sums(street, bucket, bucket_reaches, river, learnt.his_sums[2])
    put_earlier_lanes(river.order[number], river, river.action_blocks, river.forward.played)


@njit_helper
def evaluate_river(
    number: int, board: Board, street: Street, following: np.ndarray, river: RiverState
) -> None:
    """Find the small blind's best response on a river, and add her earnings to the turn's."""
    order, sums, entries = river.order[number], river.forward.sums, len(street.sources)
    fill_ranked_combos(river.combos.own, order, board.standings[number])
    sum_met_and_net(river.combos, river.forward.played, sums)
    copy_by_branch(sums.met, street.fold_branches, entries, river.met)
    copy_by_branch(sums.net, street.showdown_branches, entries, river.net)
    add_earlier_lanes(order, river, river.action_blocks, sums.net)
    find_best_response(
        street, river.met, river.net, following, river.her_earned, river.her_choices[number]
    )
    for root in range(len(street.roots)):
        earned = river.her_earned[street.roots[root]]
        for row in range(RIVER_COMBOS):
            following[root, order[row]] += earned[row]


# Rivers, backward: the small blind's stakes, and what the big blind learns from them


@njit_helper
def copy_by_combo(columns: np.ndarray, branches: np.ndarray, shift: int, rows: np.ndarray) -> None:
    """Copy some branches from an array (branches, combos) to one (combos, branches).

    It is the opposite of `copy_by_branch`: the second array has a branch's numbers in column
    ``branch - shift``.
    """
    for start in range(0, len(rows), COMBOS_PER_COPY):
        stop = min(start + COMBOS_PER_COPY, len(rows))
        for branch in branches:
            source = columns[branch]
            for row in range(start, stop):
                rows[row, branch - shift] = source[row]


@njit_helper
def stake_on_river(
    number: int, board: Board, street: Street, at_turn: StreetState, river: RiverState
) -> None:
    """Fill in the small blind's stakes on a river, and sum what the big blind meets and wins."""
    order, played, entries = river.order[number], river.backward.played, len(street.sources)
    for root in range(len(street.roots)):
        source, target = at_turn.next_reaches[root], river.her_reaches[street.roots[root]]
        for row in range(RIVER_COMBOS):
            target[row] = RIVER_FACTOR * source[order[row]]
    river.fold_stakes[:] = 0
    river.showdown_stakes[:] = 0
    reach_ends(
        street,
        river.her_reaches,
        at_turn.her_behaviour,  # which has no nodes: she plays a best response
        river.her_choices[number],
        river.fold_stakes,
        river.showdown_stakes,
        at_turn.next_reaches,  # to which nothing is added: there is no next street
    )
    showdown_begin = river.action_blocks * N_LANES
    copy_by_combo(river.fold_stakes, street.fold_branches, entries, played)
    copy_by_combo(river.showdown_stakes, street.showdown_branches, entries - showdown_begin, played)
    put_earlier_lanes(order, river, 2 * river.action_blocks, played)
    fill_ranked_combos(river.combos.own, order, board.standings[number])
    sum_met_and_net(river.combos, played, river.backward.sums)
    add_earlier_lanes(order, river, 2 * river.action_blocks, river.backward.sums.net)


@njit_helper
def put_values(
    row: int, combo: int, plan_row: np.ndarray, river: RiverState, totals: np.ndarray
) -> None:
    """Put what the branches on a river are worth to the big blind with one combo, and add it up.

    Where he folds he loses the stakes that he meets, in showdowns he wins a net of them.
    """
    action_blocks, sums, values = river.action_blocks, river.backward.sums, river.his_values
    first_block = row * (2 * action_blocks + river.earlier_blocks)
    for n in range(action_blocks):
        block = row * action_blocks + n
        put_scaled(values, block, sums.met, (first_block + n, np.float32(-1)))
        add_difference(values, block, sums.net, (first_block + action_blocks + n,))
        add_difference(totals, n, values, (block,))
        add_product(river.planned_values, combo * action_blocks + n, values, block, plan_row, n)


@njit_helper
def learn_in_bucket(
    street: Street, bucket: int, values: np.ndarray, river: RiverState, regrets: np.ndarray
) -> None:
    """Let the big blind learn on a river with one bucket, whose combos' values are added up.

    Terminal values, (branches,), come in, and continuation values go out.
    """
    for d in range(len(street.decisions) - 1, -1, -1):
        decision = street.decisions[d]
        mean = np.float32(0)
        for action in range(count_actions(decision)):
            mean += river.his_behaviour[d, action] * values[decision[1 + action]]
        for action in range(count_actions(decision)):
            regrets[d, bucket, action] += values[decision[1 + action]] - mean
        values[decision[0]] += mean


@njit_helper
def learn_river(number: int, street: Street, learnt: Learnt, river: RiverState) -> None:
    """Let the big blind learn on a river, bucket by bucket."""
    entries, branches = len(street.sources), street.branch_count
    plan_row = np.zeros((1, river.action_blocks * N_LANES), np.float32)
    totals = np.zeros_like(plan_row)
    values = np.zeros(branches, np.float32)
    for standing in range(1, N_STANDINGS):
        start, stop = river.starts[number, standing], river.starts[number, standing + 1]
        if start == stop:
            continue
        bucket = river.buckets[number, standing]
        fill_plan(street, bucket, learnt.his_regrets[2], river)
        plan_row[0, : branches - entries] = river.his_plan[entries:]
        totals[:] = 0
        for row in range(start, stop):
            put_values(row, river.order[number, row], plan_row, river, totals)
        values[entries:] = totals[0, : branches - entries]
        learn_in_bucket(street, bucket, values, river, learnt.his_regrets[2])


# A flop with one turn


@njit_helper
def reach_rivers(
    board: Board,
    tree: tuple[Street, Street, Street],
    learnt: Learnt,
    his_start: np.ndarray,
    at_flop: StreetState,
    at_turn: StreetState,
) -> None:
    """Find the big blind's reaches on flop and turn, from those with which he begins."""
    first, second, _ = tree
    for combo in range(len(COMBOS)):
        if board.flop_buckets[combo] != NO_INDEX:
            for history in range(len(his_start)):
                at_flop.his_reaches[combo, history] = his_start[history, combo]
    share_out_reaches(
        at_flop.his_reaches,
        first.decisions,
        board.flop_buckets,
        learnt.his_regrets[0],
        learnt.his_sums[0],
    )
    for combo in range(len(COMBOS)):
        if board.turn_buckets[combo] != NO_INDEX:
            for branch in range(len(second.sources)):
                reach = at_flop.his_reaches[combo, second.sources[branch]]
                at_turn.his_reaches[combo, branch] = TURN_FACTOR * reach
    share_out_reaches(
        at_turn.his_reaches,
        second.decisions,
        board.turn_buckets,
        learnt.his_regrets[1],
        learnt.his_sums[1],
    )


@njit_helper
def play_rivers(
    board: Board,
    tree: tuple[Street, Street, Street],
    learnt: Learnt,
    histories: int,
    at_flop: StreetState,
    at_turn: StreetState,
    river: RiverState,
) -> None:
    """Find the small blind's best responses on all rivers, and what they earn on the turn."""
    carry_to_river(
        tree,
        histories,
        board.turn_buckets,
        at_flop.his_reaches,
        at_turn.his_reaches,
        river.earlier_played,
    )
    for number in range(N_RIVERS):
        board.cards[4] = board.rivers[number]
        sort_by_standing(board.standings[number], river.order[number], river.starts[number])
        share_out_on_river(number, board, tree[2], at_turn.his_reaches, learnt, river)
        evaluate_river(number, board, tree[2], at_turn.following, river)
    add_earlier_net(tree, river.earlier_net, at_flop.net, at_turn.net)


@njit_helper
def play_turn_and_flop(
    board: Board,
    tree: tuple[Street, Street, Street],
    learnt: Learnt,
    at_flop: StreetState,
    at_turn: StreetState,
) -> None:
    """Find the small blind's best response on the turn, and let her learn on the flop."""
    first, second, _ = tree
    sum_met(at_turn.his_reaches, second.branch_count, at_turn.met)
    find_best_response(
        second, at_turn.met, at_turn.net, at_turn.following, at_turn.her_earned, at_turn.her_choices
    )
    for root in range(len(second.roots)):
        for combo in range(len(COMBOS)):
            if board.turn_buckets[combo] != NO_INDEX:
                earned = at_turn.her_earned[second.roots[root], combo]
                at_flop.following[root, combo] = earned
    sum_met(at_flop.his_reaches, first.branch_count, at_flop.met)
    learn_on_flop(first, board.classes, at_flop, learnt)


@njit_helper
def reach_her_ends(
    board: Board,
    tree: tuple[Street, Street, Street],
    her_start: np.ndarray,
    at_flop: StreetState,
    at_turn: StreetState,
) -> None:
    """Find the small blind's reaches and stakes on flop and turn, from what she begins with."""
    first, second, _ = tree
    for root in range(len(first.roots)):
        for combo in range(len(COMBOS)):
            if board.flop_buckets[combo] != NO_INDEX:
                at_flop.her_reaches[first.roots[root], combo] = her_start[root, combo]
    reach_ends_of_street(first, at_flop)
    for root in range(len(second.roots)):
        for combo in range(len(COMBOS)):
            if board.turn_buckets[combo] != NO_INDEX:
                reach = TURN_FACTOR * at_flop.next_reaches[root, combo]
                at_turn.her_reaches[second.roots[root], combo] = reach
    reach_ends_of_street(second, at_turn)


@njit_helper
def reach_ends_of_street(street: Street, state: StreetState) -> None:
    """Do `reach_ends` on the flop or on a turn."""
    reach_ends(
        street,
        state.her_reaches,
        state.her_behaviour,
        state.her_choices,
        state.fold_stakes,
        state.showdown_stakes,
        state.next_reaches,
    )


@njit_helper
def learn_rivers(
    board: Board,
    tree: tuple[Street, Street, Street],
    learnt: Learnt,
    at_flop: StreetState,
    at_turn: StreetState,
    river: RiverState,
) -> None:
    """Let the big blind learn on all rivers, and add up what that is worth before them."""
    third = tree[2]
    entries = len(third.sources)
    # Of the histories themselves nothing is at stake.
    carry_to_river(
        tree,
        0,
        board.turn_buckets,
        at_flop.showdown_stakes.T,
        at_turn.showdown_stakes.T,
        river.earlier_played,
    )
    river.earlier_net[:] = 0
    for number in range(N_RIVERS):
        stake_on_river(number, board, third, at_turn, river)
        learn_river(number, third, learnt, river)
    add_earlier_net(tree, river.earlier_net, at_flop.his_values, at_turn.his_values)
    for combo in range(len(COMBOS)):
        if board.turn_buckets[combo] != NO_INDEX:
            for branch in range(entries, third.branch_count):
                source = third.sources[river.entry_of[branch]]
                value = river.planned_values[combo, branch - entries]
                at_turn.his_values[source, combo] += value


@compiled
def iterate(
    board: Board,
    tree: tuple[Street, Street, Street],
    learnt: Learnt,
    his_start: np.ndarray,
    her_start: np.ndarray,
    results: FlopResults,
) -> None:
    """Let both players learn on a flop and a turn, with all rivers.

    Parameters
    ----------
    board : Board
        The flop and the turn.
    tree : tuple of Street
        Flop, turn and river.
    learnt : Learnt
        What both have learnt so far, which changes.
    his_start : ndarray of float32, shape (histories, 1326)
        The big blind's reaches where the flop begins.
    her_start : ndarray of float32, shape (pots, 1326)
        The small blind's.
    results : FlopResults
        Zeros by combo, in place of which the results are put, in the menu's units.
    """
    first, second, third = tree
    histories = len(his_start)
    earlier_branches = len(first.showdown_branches) + len(second.showdown_branches) + histories
    at_flop, at_turn = empty_street(first, second, len(first.nodes)), empty_street(second, third, 0)
    river = empty_river(third, earlier_branches)
    reach_rivers(board, tree, learnt, his_start, at_flop, at_turn)
    play_rivers(board, tree, learnt, histories, at_flop, at_turn, river)
    play_turn_and_flop(board, tree, learnt, at_flop, at_turn)
    start_begin = earlier_branches - histories
    for combo in range(len(COMBOS)):
        if board.flop_buckets[combo] != NO_INDEX:
            for root in range(len(first.roots)):
                results.her_earned[root, combo] = at_flop.her_earned[first.roots[root], combo]
            for history in range(histories):
                results.all_in_net[history, combo] = river.earlier_net[combo, start_begin + history]
                results.met[history, combo] = at_flop.met[history, combo]
    reach_her_ends(board, tree, her_start, at_flop, at_turn)
    learn_rivers(board, tree, learnt, at_flop, at_turn, river)
    learn_street(second, at_turn, board.turn_buckets, learnt.his_regrets[1])
    for branch in range(len(second.sources)):
        for combo in range(len(COMBOS)):
            if board.turn_buckets[combo] != NO_INDEX:
                value = at_turn.his_values[branch, combo]
                at_flop.his_values[second.sources[branch], combo] += value
    learn_street(first, at_flop, board.flop_buckets, learnt.his_regrets[0])
    for combo in range(len(COMBOS)):
        if board.flop_buckets[combo] != NO_INDEX:
            for history in range(histories):
                results.his_earned[history, combo] = at_flop.his_values[history, combo]


@compiled
def add_river_shares(
    standings: np.ndarray, weights: np.ndarray, sums: np.ndarray, shares: np.ndarray
) -> None:
    """Add to the sums over all rivers that make a turn's buckets; fill in the rivers' shares.

    Standings, (48, 1326), and weights, (2, 1326), come in; sums, (3, 1326), as
    `pokerlab.studies.streets.buckets.bucket_numbers` takes them, and shares, (48, 2, standings),
    go out.
    """
    for number in range(len(standings)):
        standing_of = standings[number]
        streets.count_shares(standing_of, weights, shares[number])
        for combo in range(len(COMBOS)):
            if standing_of[combo]:
                own = shares[number, 0, standing_of[combo]]
                other = shares[number, 1, standing_of[combo]]
                sums[0, combo] += own
                sums[1, combo] += other
                sums[2, combo] += own * own


@compiled
def discount_regrets(regrets: np.ndarray, positive_factor: float, negative_factor: float) -> None:
    """Multiply regrets above 0 by one factor and all others by another, in place."""
    for n in range(len(regrets)):
        regrets[n] *= positive_factor if regrets[n] > 0 else negative_factor
