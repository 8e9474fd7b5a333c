"""Find how a big blind plays all streets: ``python -m tools.learn_streets NAME STACK STEPS``.

Run by hand, for an hour or so a stack. Both players learn by regrets, on a flop and a turn drawn at
random with all 48 rivers. The big blind is tied to the buckets of `pokerlab.studies.streets`. The
small blind is not, else each fools the other: he answers exactly on turn and river, and has regrets
for every combo on each flop (M. Johanson and others, Finding Optimal Abstract Strategies in
Extensive-Form Games, 2012). What was learnt long ago counts for less (N. Brown and T. Sandholm,
Solving Imperfect-Information Games via Discounted Regret Minimization, 2019). What they find is no
proof; `streets.check_on_all_flops` tells what a limp earns, `tools.sample_streets` estimates it.

Every `STRETCH` seconds, and at the end, what has been learnt is kept in _build/streets/NAME.npz,
the strategy beside it in NAME-plan.npz, and in NAME-ranges.npy the ranges that check and limp. A
run that was interrupted goes on from there, and a longer one from where a shorter one has led. So
first a short run with ranges that are all alike, and then a long one with ``--ranges`` of that.

With ``--gains`` the small blind chooses the hand that limps, and earns what it gains on a fold or a
push in push or fold: so the plan is to beat those two with every hand.
"""

import argparse
import os
import time
from hashlib import sha256
from pathlib import Path

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
from pokerlab._support.progress import progress_bar
from pokerlab.betting import push_fold
from pokerlab.cards import COMBOS, COMBOS_PER_HAND, HAND_OF_COMBO
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.holdem.standings import N_STANDINGS, combo_standings, sort_by_standing
from pokerlab.solvers import exact
from pokerlab.studies import flops, streets
from pokerlab.studies.flops import PREFLOP_DENOMINATOR
from pokerlab.studies.streets import SHARE_DENOMINATOR, Steps, Street
from pokerlab.studies.streets.best_response import copy_by_branch
from pokerlab.studies.streets.buckets import (
    BOARDS_PER_FLOP,
    BOARDS_PER_TURN,
    add_shares,
    bucket_numbers,
)
from pokerlab.studies.streets.tree import (
    FOLD_NODE,
    MAXIMUM_NODE,
    NEXT_STREET_NODE,
    SHOWDOWN_NODE,
    SUM_NODE,
)
from tools.limps import ALL_IN, FACED, draw_flops
from tools.scaled_rows import add_product, add_scaled, put_scaled

CACHE, STRETCH = Path("_build/streets"), 300
BUCKETS_FIELDS = "range_weights", "steps", "cuts"  #: What a state has of its buckets.
TURN, RIVER = np.float32(49 / 45), np.float32(1 / 44)  #: So that what comes is weighed evenly.
SEEN = flops.FLOPS_PER_DEAL * 1225 / 22100  #: By which sums over a flop's combos are divided.


@njit_helper
def match(regrets: np.ndarray, number: int, chances: np.ndarray) -> None:
    """Fill in the chances of the first `number` actions, by regret matching."""
    total = np.float32(0)
    for k in range(number):
        total += max(regrets[k], np.float32(0))
    for k in range(number):
        if total > 0:
            chances[k] = max(regrets[k], np.float32(0)) / total
        else:
            chances[k] = np.float32(1) / np.float32(number)


@njit_helper
def ways(decision: np.ndarray) -> int:
    """Return the number of a decision's actions, two or three."""
    return 2 + (decision[3] >= 0)


@compiled
def deal_out(
    flow: np.ndarray,
    decisions: np.ndarray,
    places: np.ndarray,
    regrets: np.ndarray,
    means: np.ndarray,
) -> None:
    """Share out the big blind's reaches before the river; remember how often he does what."""
    chances = np.empty(3, np.float32)
    for combo in range(1326):
        place = places[combo]
        if place < 0:
            continue
        for d in range(len(decisions)):
            reach, number = flow[combo, decisions[d, 0]], ways(decisions[d])
            match(regrets[d, place], number, chances)
            for k in range(number):
                part = reach * chances[k]
                flow[combo, decisions[d, 1 + k]] = part
                means[d, place, k] += part


@compiled
def answer(
    street: Street,
    meet: np.ndarray,
    show: np.ndarray,
    following: np.ndarray,
    number: int,
    value: np.ndarray,
    choice: np.ndarray,
) -> None:
    """Fill in the small blind's earnings in each node by his best response, and his choices."""
    nodes, followers = street.nodes, street.followers
    for index in range(len(nodes)):
        node, out = nodes[index], value[index]
        if node.kind in (FOLD_NODE, SHOWDOWN_NODE):
            times = np.float32(node.amount)
            source = meet[node.branch] if node.kind == FOLD_NODE else show[node.branch]
            for k in range(number):
                out[k] = times * source[k]
        elif node.kind == NEXT_STREET_NODE:
            for k in range(number):
                out[k] = following[node.next_root, k]
        else:
            first = node.first_follower
            out[:number] = value[followers[first], :number]
            chosen = choice[index]
            if node.kind == MAXIMUM_NODE:
                chosen[:number] = 0
            for n in range(1, node.follower_count):
                other = value[followers[first + n]]
                if node.kind == MAXIMUM_NODE:
                    for k in range(number):
                        if other[k] > out[k]:
                            out[k] = other[k]
                            chosen[k] = n
                else:
                    for k in range(number):
                        out[k] += other[k]


@compiled
def learn_flop(
    street: Street,
    meet: np.ndarray,
    show: np.ndarray,
    following: np.ndarray,
    classes: np.ndarray,
    numbers: np.ndarray,
    regrets: np.ndarray,
    value: np.ndarray,
    mixed: np.ndarray,
) -> None:
    """Let the small blind learn on the flop: fill in his earnings, and his actions' chances."""
    nodes, followers = street.nodes, street.followers
    chances = np.empty(4, np.float32)
    for index in range(len(nodes)):
        node = nodes[index]
        first, count = node.first_follower, node.follower_count
        for k in range(1326):
            if classes[k] < 0:
                continue
            if node.kind == FOLD_NODE:
                value[index, k] = node.amount * meet[node.branch, k]
            elif node.kind == SHOWDOWN_NODE:
                value[index, k] = node.amount * show[node.branch, k]
            elif node.kind == NEXT_STREET_NODE:
                value[index, k] = following[node.next_root, k]
            elif node.kind == SUM_NODE:
                total = np.float32(0)
                for n in range(count):
                    total += value[followers[first + n], k]
                value[index, k] = total
            else:
                own = regrets[numbers[index], classes[k]]
                match(own, count, chances)
                total = np.float32(0)
                for n in range(count):
                    total += chances[n] * value[followers[first + n], k]
                value[index, k] = total
                for n in range(count):
                    own[n] += value[followers[first + n], k] - total
                match(own, count, chances)
                for n in range(count):
                    mixed[index, n, k] = chances[n]


@compiled
def reach_ends(
    street: Street,
    number: int,
    reach: np.ndarray,
    mixed: np.ndarray,
    choice: np.ndarray,
    met: np.ndarray,
    won: np.ndarray,
    beyond: np.ndarray,
) -> None:
    """Fill in the weights with which the small blind comes to each end and to the next street.

    Those of ends are summed by branch, each times the payment there.
    """
    nodes, followers = street.nodes, street.followers
    for index in range(len(nodes) - 1, -1, -1):
        node, here = nodes[index], reach[index]
        first, count = node.first_follower, node.follower_count
        if node.kind in (FOLD_NODE, SHOWDOWN_NODE):
            times = np.float32(node.amount)
            target = met[node.branch] if node.kind == FOLD_NODE else won[node.branch]
            for k in range(number):
                target[k] += times * here[k]
        elif node.kind == NEXT_STREET_NODE:
            target = beyond[node.next_root]
            for k in range(number):
                target[k] += here[k]
        elif node.kind == SUM_NODE:
            for n in range(count):
                reach[followers[first + n], :number] = here[:number]
        elif len(mixed):
            for n in range(count):
                target, often = reach[followers[first + n]], mixed[index, n]
                for k in range(number):
                    target[k] = here[k] * often[k]
        else:
            chosen = choice[index]
            for n in range(count):
                target = reach[followers[first + n]]
                for k in range(number):
                    target[k] = here[k] if chosen[k] == n else np.float32(0)


@compiled
def learn(
    decisions: np.ndarray, places: np.ndarray, worth: np.ndarray, regrets: np.ndarray
) -> None:
    """Let the big blind learn before the river, from the worth of his branches by combo."""
    chances = np.empty(3, np.float32)
    gains = np.zeros((regrets.shape[1], 3), np.float32)
    for d in range(len(decisions) - 1, -1, -1):
        number = ways(decisions[d])
        gains[:] = 0
        for combo in range(1326):
            if places[combo] >= 0:
                match(regrets[d, places[combo]], number, chances)
                total = np.float32(0)
                for k in range(number):
                    total += chances[k] * worth[decisions[d, 1 + k], combo]
                worth[decisions[d, 0], combo] += total
                for k in range(number):
                    gains[places[combo], k] += worth[decisions[d, 1 + k], combo] - total
        for place in range(len(gains)):
            for k in range(number):
                regrets[d, place, k] += gains[place, k]


@compiled
def encounter(flow: np.ndarray, branches: np.ndarray, held: np.ndarray, meet: np.ndarray) -> None:
    """Fill in the weights that each combo meets before the river; arrays are (branches, combos)."""
    for branch in branches:
        source, target = flow[branch], meet[branch]
        held[:] = 0
        for combo in range(1326):
            reach = source[combo]
            held[52] += reach
            held[COMBOS[combo, 0]] += reach
            held[COMBOS[combo, 1]] += reach
        for combo in range(1326):
            both = held[COMBOS[combo, 0]] + held[COMBOS[combo, 1]]
            target[combo] = held[52] - both + source[combo]


@compiled
def measure(
    standings: np.ndarray, weights: np.ndarray, sums: np.ndarray, shares: np.ndarray
) -> None:
    """Add sums over 48 rivers that make a turn's buckets, (3, 1326); fill in the rivers' shares."""
    for n in range(48):
        standing = standings[n]
        streets.count_shares(standing, weights, shares[n])
        for combo in range(1326):
            if standing[combo]:
                mine, theirs = shares[n, 0, standing[combo]], shares[n, 1, standing[combo]]
                sums[0, combo] += mine
                sums[1, combo] += theirs
                sums[2, combo] += mine * mine


@compiled
def reach_branches(
    decisions: np.ndarray,
    entries: int,
    place: int,
    regrets: np.ndarray,
    chances: np.ndarray,
    often: np.ndarray,
    owner: np.ndarray,
) -> None:
    """Fill in how often the big blind, in a river's bucket, comes to each branch from an entry."""
    for branch in range(entries):
        often[branch] = 1
        owner[branch] = branch
    for d in range(len(decisions)):
        number = ways(decisions[d])
        match(regrets[d, place], number, chances[d])
        for k in range(number):
            branch = decisions[d, 1 + k]
            often[branch] = often[decisions[d, 0]] * chances[d, k]
            owner[branch] = owner[decisions[d, 0]]


@compiled
def iterate(
    board: np.ndarray,
    rivers: np.ndarray,
    standings: np.ndarray,
    shares: np.ndarray,
    steps: Steps,
    places: tuple,
    classes: np.ndarray,
    tree: tuple,
    regrets: tuple,
    means: tuple,
    numbers: np.ndarray,
    own: np.ndarray,
    came: np.ndarray,
    limped: np.ndarray,
    room: tuple,
    worth: np.ndarray,
) -> None:
    """Let both players learn on a flop and a turn, with all rivers.

    `came` has the weights with which the big blind's combos begin each history, `limped` the small
    blind's in each pot. Set are the rows of `worth`, (pots + 3 histories, 1326): what the small
    blind's combos earn in each pot; what the big blind's do with each history; what an all-in of
    one chip against each would win the small blind's; and what they meet.
    """
    first, second, third = tree
    places1, places2 = places
    flow3, meets, shows, choice3, reach3, value3, value = room
    early, late, size = first.showdown_branches, second.showdown_branches, third.branch_count
    entries, decisions = len(third.sources), third.decisions
    pots, histories = len(first.roots), len(came)
    acts = (
        size - entries + N_LANES - 1
    ) // N_LANES  # blocks of branches that are actions on the river
    more = (
        len(early) + len(late) + histories + N_LANES - 1
    ) // N_LANES  # and of branches carried along
    blocks = flow3.shape[1] // N_LANES
    orders, starts = np.empty((48, 1081), np.int64), np.zeros((48, N_STANDINGS + 1), np.int64)
    ranked = RankedCombos(np.empty((1081, 2), np.int64), np.empty(1081, np.int64))
    combos = CombosOnBoard(ranked, ranked, np.arange(1081))
    bins = np.zeros((48, N_STANDINGS), np.int64)
    held = np.zeros(53, np.float32)
    chances = np.zeros((len(decisions), 3), np.float32)
    often, owner = np.zeros(size, np.float32), np.zeros(size, np.int64)
    mix, single = (
        np.zeros((entries, acts * N_LANES), np.float32),
        np.zeros((1, acts * N_LANES), np.float32),
    )
    reached, zero, one = np.zeros(entries, np.float32), np.float32(0), np.float32(1)
    carried = np.zeros((1326, more * N_LANES), np.float32)
    gathered = np.zeros((1326, more * N_LANES), np.float32)
    held_p = np.zeros((53, (acts + more) * N_LANES), np.float32)
    held_q = np.zeros((53, (2 * acts + more) * N_LANES), np.float32)
    flow_p, flow_q = flow3[:, : (acts + more) * N_LANES].copy(), flow3
    meet_p, show_p = np.empty_like(flow_p), np.empty_like(flow_p)
    # The big blind's reaches.
    flow1 = np.zeros((1326, first.branch_count), np.float32)
    flow2 = np.zeros((1326, second.branch_count), np.float32)
    for combo in range(1326):
        if places1[combo] >= 0:
            for branch in range(histories):
                flow1[combo, branch] = came[branch, combo]
    deal_out(flow1, first.decisions, places1, regrets[0], means[0])
    for combo in range(1326):
        if places2[combo] >= 0:
            for branch in range(len(second.sources)):
                flow2[combo, branch] = TURN * flow1[combo, second.sources[branch]]
    deal_out(flow2, second.decisions, places2, regrets[1], means[1])
    show1 = np.zeros((first.branch_count, 1326), np.float32)
    show2 = np.zeros((second.branch_count, 1326), np.float32)
    next1 = np.zeros((len(second.roots), 1326), np.float32)
    next2 = np.zeros((len(third.roots), 1326), np.float32)
    meet3 = np.zeros((size, 1081), np.float32)
    show3 = np.zeros((size, 1081), np.float32)
    both = TURN * RIVER
    for combo in range(1326):
        if places2[combo] >= 0:
            for branch in range(len(late)):
                carried[combo, branch] = RIVER * flow2[combo, late[branch]]
            for branch in range(len(early)):
                carried[combo, len(late) + branch] = both * flow1[combo, early[branch]]
            for branch in range(histories):
                carried[combo, len(late) + len(early) + branch] = both * flow1[combo, branch]
    for n in range(48):
        standing, order, start = standings[n], orders[n], starts[n]
        sort_by_standing(standing, order, start)
        board[4] = rivers[n]
        begin = streets.board_kind(board) * steps.river_own
        for k in range(1, N_STANDINGS):
            if start[k] == start[k + 1]:
                continue
            high = min(shares[n, 0, k] * steps.river_own // SHARE_DENOMINATOR, steps.river_own - 1)
            wide = min(
                shares[n, 1, k] * steps.river_other // SHARE_DENOMINATOR, steps.river_other - 1
            )
            place = (begin + high) * steps.river_other + wide
            bins[n, k] = place
            reach_branches(decisions, entries, place, regrets[2], chances, often, owner)
            for branch in range(entries, size):
                mix[owner[branch], branch - entries] = often[branch]
            reached[:] = 0
            for row in range(start[k], start[k + 1]):
                combo = order[row]
                for entry in range(entries):
                    reach = RIVER * flow2[combo, third.sources[entry]]
                    reached[entry] += reach
                    for m in range(acts):
                        at = row * (acts + more) + m
                        if entry:
                            add_scaled(flow_p, at, mix, (entry * acts + m, reach))
                        else:
                            put_scaled(flow_p, at, mix, (entry * acts + m, reach))
                for m in range(more):
                    put_difference(
                        flow_p, row * (acts + more) + acts + m, carried, (combo * more + m,)
                    )
            for d in range(len(decisions)):
                branch = decisions[d, 0]
                for a in range(ways(decisions[d])):
                    means[2][d, place, a] += reached[owner[branch]] * often[branch] * chances[d, a]
        fill_ranked_combos(ranked, order, standing)
        sum_met_and_net(combos, flow_p, SumsOnBoard(held_p, meet_p, show_p))
        copy_by_branch(meet_p, third.fold_branches, entries, meet3)
        copy_by_branch(show_p, third.showdown_branches, entries, show3)
        for row in range(1081):
            for m in range(more):
                at = row * (acts + more) + acts + m
                add_difference(gathered, order[row] * more + m, show_p, (at,))
        answer(third, meet3, show3, next2, 1081, value3, choice3[n])
        for root in range(len(third.roots)):
            gained = value3[third.roots[root]]
            for row in range(1081):
                next2[root, order[row]] += gained[row]
    for combo in range(1326):
        for branch in range(len(late)):
            show2[late[branch], combo] = gathered[combo, branch]
        for branch in range(len(early)):
            show1[early[branch], combo] = gathered[combo, len(late) + branch]
        for branch in range(histories):
            worth[pots + histories + branch, combo] = gathered[
                combo, len(late) + len(early) + branch
            ]
    meet1 = np.zeros((first.branch_count, 1326), np.float32)
    meet2 = np.zeros((second.branch_count, 1326), np.float32)
    encounter(flow2.T.copy(), second.fold_branches, held, meet2)
    value2 = np.zeros((len(second.nodes), 1326), np.float32)
    choice2 = np.zeros((len(second.nodes), 1326), np.uint8)
    answer(second, meet2, show2, next2, 1326, value2, choice2)
    for root in range(len(second.roots)):
        for combo in range(1326):
            if places2[combo] >= 0:
                next1[root, combo] = value2[second.roots[root], combo]
    every = flow1.T.copy()
    encounter(every, first.fold_branches, held, meet1)
    encounter(every, np.arange(histories), held, meet1)
    value1 = np.zeros((len(first.nodes), 1326), np.float32)
    mixed = np.zeros((len(first.nodes), 4, 1326), np.float32)
    learn_flop(first, meet1, show1, next1, classes, numbers, own, value1, mixed)
    # The small blind's reaches, and what the big blind learns from them.
    reach1 = np.zeros((len(first.nodes), 1326), np.float32)
    for combo in range(1326):
        if places1[combo] >= 0:
            for root in range(pots):
                worth[root, combo] = value1[first.roots[root], combo]
                reach1[first.roots[root], combo] = limped[root, combo]
            for branch in range(histories):
                worth[pots + 2 * histories + branch, combo] = meet1[branch, combo]
    met1, won1 = np.zeros_like(meet1), np.zeros_like(meet1)
    met2, won2 = np.zeros_like(meet2), np.zeros_like(meet2)
    met3, won3 = np.zeros_like(meet3), np.zeros_like(meet3)
    worth1, worth2 = np.zeros_like(meet1), np.zeros_like(meet2)
    beyond1 = np.zeros((len(second.roots), 1326), np.float32)
    beyond2 = np.zeros((len(third.roots), 1326), np.float32)
    none, nothing = np.zeros((0, 1326), np.float32), mixed[:0]
    reach_ends(first, 1326, reach1, mixed, choice2, met1, won1, beyond1)
    reach2 = np.zeros((len(second.nodes), 1326), np.float32)
    for root in range(len(second.roots)):
        for combo in range(1326):
            if places2[combo] >= 0:
                reach2[second.roots[root], combo] = TURN * beyond1[root, combo]
    reach_ends(second, 1326, reach2, nothing, choice2, met2, won2, beyond2)
    carried[:] = 0
    gathered[:] = 0
    for combo in range(1326):
        if places2[combo] >= 0:
            for branch in range(len(late)):
                carried[combo, branch] = RIVER * won2[late[branch], combo]
            for branch in range(len(early)):
                carried[combo, len(late) + branch] = both * won1[early[branch], combo]
    passed = np.zeros((1326, acts * N_LANES), np.float32)
    totals, kept = np.zeros((1, acts * N_LANES), np.float32), np.zeros(size, np.float32)
    flow_q[:] = 0
    for n in range(48):
        order, start = orders[n], starts[n]
        for root in range(len(third.roots)):
            source, target = beyond2[root], reach3[third.roots[root]]
            for row in range(1081):
                target[row] = RIVER * source[order[row]]
        met3[:] = 0
        won3[:] = 0
        reach_ends(third, 1081, reach3, nothing, choice3[n], met3, won3, none)
        for begin in range(0, 1081, 128):
            end = min(begin + 128, 1081)
            for branch in third.fold_branches:
                source = met3[branch]
                for row in range(begin, end):
                    flow_q[row, branch - entries] = source[row]
            for branch in third.showdown_branches:
                source = won3[branch]
                for row in range(begin, end):
                    flow_q[row, acts * N_LANES + branch - entries] = source[row]
        for row in range(1081):
            for m in range(more):
                put_difference(
                    flow_q, row * blocks + 2 * acts + m, carried, (order[row] * more + m,)
                )
        fill_ranked_combos(ranked, order, standings[n])
        sum_met_and_net(combos, flow_q, SumsOnBoard(held_q, meets, shows))
        for k in range(1, N_STANDINGS):
            if start[k] == start[k + 1]:
                continue
            reach_branches(decisions, entries, bins[n, k], regrets[2], chances, often, owner)
            for branch in range(entries, size):
                single[0, branch - entries] = often[branch]
            totals[:] = 0
            for row in range(start[k], start[k + 1]):
                for m in range(acts):
                    at = row * acts + m
                    put_scaled(value, at, meets, (row * blocks + m, -one))
                    add_difference(value, at, shows, (row * blocks + acts + m,))
                    add_difference(totals, m, value, (at,))
                    add_product(passed, order[row] * acts + m, value, at, single, m)
                for m in range(more):
                    at = row * blocks + 2 * acts + m
                    add_difference(gathered, order[row] * more + m, shows, (at,))
            kept[entries:] = totals[0, : size - entries]
            for d in range(len(decisions) - 1, -1, -1):
                mean, number = zero, ways(decisions[d])
                for a in range(number):
                    mean += chances[d, a] * kept[decisions[d, 1 + a]]
                for a in range(number):
                    regrets[2][d, bins[n, k], a] += kept[decisions[d, 1 + a]] - mean
                kept[decisions[d, 0]] += mean
    for combo in range(1326):
        if places2[combo] >= 0:
            for branch in range(len(late)):
                worth2[late[branch], combo] += gathered[combo, branch]
            for branch in range(len(early)):
                worth1[early[branch], combo] += gathered[combo, len(late) + branch]
            for branch in range(entries, size):
                worth2[third.sources[owner[branch]], combo] += passed[combo, branch - entries]
    encounter(met2, second.fold_branches, held, meet2)
    for branch in second.fold_branches:
        for combo in range(1326):
            if places2[combo] >= 0:
                worth2[branch, combo] -= meet2[branch, combo]
    learn(second.decisions, places2, worth2, regrets[1])
    for branch in range(len(second.sources)):
        for combo in range(1326):
            if places2[combo] >= 0:
                worth1[second.sources[branch], combo] += worth2[branch, combo]
    encounter(met1, first.fold_branches, held, meet1)
    for branch in first.fold_branches:
        for combo in range(1326):
            if places1[combo] >= 0:
                worth1[branch, combo] -= meet1[branch, combo]
    learn(first.decisions, places1, worth1, regrets[0])
    for combo in range(1326):
        if places1[combo] >= 0:
            for branch in range(histories):
                worth[pots + branch, combo] = worth1[branch, combo]


def matched(regrets: np.ndarray, axis: int | None = 0) -> np.ndarray:
    """Do regret matching on arrays."""
    some = np.maximum(regrets, 0)
    total = some.sum(axis=axis, keepdims=True)
    number = regrets.size if axis is None else regrets.shape[axis]
    return np.divide(some, total, np.full_like(some, 1 / number), where=total > 0)


def places_on_flops(buckets: streets.Buckets) -> np.ndarray:
    """Return the bucket of each combo on each flop, which are kept: they take a minute."""
    parts = buckets.range_weights, np.array(buckets.steps), buckets.cuts
    path = (
        CACHE / f"places-{sha256(b''.join(part.tobytes() for part in parts)).hexdigest()[:16]}.npy"
    )
    if not path.exists():
        rows = progress_bar(range(1755), "flops", 1755, None)
        np.save(
            path,
            np.array([streets.look_ahead(buckets, row).flop_buckets for row in rows], np.int32),
        )
    return np.load(path)


class Learner:
    """Both players, for one menu.

    Before the flop the big blind faces a limp, a push, a raise that he may not call, and one that
    he may: his first action is to check or fold, then come an all-in (or a call of the push) and a
    call. The small blind's arms are a fold, a push, a raise after which an all-in is folded to or
    called, and those two again in each pot.
    """

    def __init__(
        self, menu: streets.Menu, buckets: streets.Buckets, seed: int, gains: bool
    ) -> None:
        self.menu, self.buckets, self.gains = menu, buckets, gains
        self.seed, self.tree = seed, streets.build_streets(menu)
        shapes = [(len(t.decisions), n, 3) for t, n in zip(self.tree, buckets.counts, strict=True)]
        self.regrets = tuple(np.zeros(shape, np.float32) for shape in shapes)
        self.means = tuple(np.zeros(shape, np.float32) for shape in shapes)
        kinds = self.tree[0].nodes["kind"]
        self.numbers = np.cumsum(kinds == MAXIMUM_NODE) - 1
        self.own = np.zeros(((kinds == MAXIMUM_NODE).sum(), flops.N_CLASSES, 4), np.float32)
        self.puts = np.array([float(pot.put_in) for pot in menu.pots])
        self.pots, self.histories = len(menu.pots), len(menu.histories)
        self.jams, self.mean = np.zeros((4, 3, 169)), np.zeros((4, 3, 169))
        self.allowed = np.ones((4, 3, 1))
        self.allowed[:3, 2] = 0
        arms = 4 + 2 * self.pots
        self.arms, self.played = np.zeros((arms, 169)), np.zeros((arms, 169))
        self.spread = np.array([np.eye(3) * 1e-9] * self.pots)
        self.steps = self.batches = 0
        self.following = 40
        self.first = places_on_flops(buckets)
        stack = float(menu.stack)
        calls = exact.solve(Game(holdem(), push_fold(menu.stack))).probability(1, "call")
        self.calls = calls.astype(float)
        push = 1 - self.calls @ FACED + stack * (self.calls @ ALL_IN)
        self.outside = np.maximum(push, -0.5)
        nodes = len(self.tree[2].nodes)
        first, second, third = self.tree
        acts = -(-(third.branch_count - len(third.sources)) // N_LANES)
        more = -(
            -(len(first.showdown_branches) + len(second.showdown_branches) + self.histories)
            // N_LANES
        )
        rows = (np.zeros((1081, (2 * acts + more) * N_LANES), np.float32) for _ in range(3))
        self.room = (
            *rows,
            np.zeros((48, nodes, 1081), np.uint8),
            *np.zeros((2, nodes, 1081), np.float32),
            np.zeros((1081, acts * N_LANES), np.float32),
        )

    def deal(self) -> tuple[int, int]:
        """Return a flop and a turn; each flop comes as often as it should in every 5,525 steps."""
        rows = np.arange(1755).repeat(flops.distinct_flops()[1] // 4)
        epoch, place = divmod(self.steps, len(rows))
        row = int(np.random.default_rng([self.seed, epoch]).permutation(rows)[place])
        left = np.setdiff1d(np.arange(52), flops.distinct_flops()[0][row])
        return row, int(np.random.default_rng([self.seed, self.steps, 1]).choice(left))

    def step(self) -> tuple[float, float]:
        """Go through one flop and turn; return what that says of the value to either player."""
        row, turn = self.deal()
        cards, _, classes = (part[row] for part in flops.distinct_flops())
        board = np.array([*cards, turn, 0])
        rivers = np.setdiff1d(np.arange(52), board[:4])
        dealt = np.c_[rivers, np.full(48, turn)]
        standings = combo_standings(flops.board_masks(cards, dealt))[0, :48]
        sums, shares = (
            np.zeros((3, 1326), np.int64),
            np.full((48, 2, N_STANDINGS), SHARE_DENOMINATOR // 2),
        )
        weights = self.buckets.range_weights[:, HAND_OF_COMBO].astype(np.int64)
        measure(standings, weights, sums, shares)
        steps, cuts = self.buckets.steps, self.buckets.cuts
        second = bucket_numbers(sums, BOARDS_PER_TURN, steps.turn, cuts[1])
        second += streets.board_kind(board[:4]) * steps.turn * (cuts.shape[2] + 1) ** 2
        second[(classes < 0) | (turn == COMBOS).any(axis=1)] = -1
        chances, arms = self.chances(), self.mixed_arms()
        came = np.array([chances[0, 0], chances[3, 2]][: self.histories])
        reached = arms[4:].reshape(self.pots, 2, 169).sum(axis=1)
        worth = np.zeros((self.pots + 3 * self.histories, 1326), np.float32)
        iterate(
            board, rivers, standings, shares, steps, (self.first[row].astype(np.int64), second),
            classes, self.tree, self.regrets, self.means, self.numbers, self.own,
            came.take(HAND_OF_COMBO, axis=1).astype(np.float32),
            reached.take(HAND_OF_COMBO, axis=1).astype(np.float32), self.room, worth,
        )  # fmt: skip
        worth[: self.pots + self.histories] /= self.menu.units_per_big_blind
        by_hand = np.array([np.bincount(HAND_OF_COMBO, part, 169) for part in worth])
        by_hand /= SEEN * COMBOS_PER_HAND
        return self.before(chances, arms, by_hand)

    def chances(self) -> np.ndarray:
        """Tell how often the big blind does what before the flop."""
        some = np.maximum(self.jams, 0) * self.allowed
        some = np.where(some.sum(axis=1, keepdims=True) > 0, some, self.allowed)
        return some / some.sum(axis=1, keepdims=True)

    def mixed_arms(self) -> np.ndarray:
        """Tell how often the small blind does what by hand; or, of all limps and raises, each."""
        if not self.gains:
            return matched(self.arms)
        mixed = np.zeros_like(self.arms)
        mixed[4:] = matched(self.arms[4:], None) / COMBOS_PER_HAND * 1326 / 169
        return mixed

    def before(
        self, chances: np.ndarray, arms: np.ndarray, worth: np.ndarray
    ) -> tuple[float, float]:
        """Learn before the flop; what the sample says of the value to either player."""
        stack, prior, least = (
            float(self.menu.stack),
            holdem().hand_probabilities(0),
            float(self.menu.largest_raise) or 2,
        )
        pots, histories = self.pots, self.histories
        jams = chances[:, 1]
        met, won = jams @ FACED, stack * jams @ ALL_IN
        values = [np.full(169, -0.5), 1 - met[1] + won[1]]
        values += [1 - (1 + least) * met[2], 1 - met[2] + won[2]]
        for pot, put in enumerate(self.puts):
            history, facing = min(pot, 1), 3 * min(pot, 1)
            came = chances[facing, 2 if pot else 0]
            whole, meet = worth[[pots + histories + history, pots + 2 * histories + history]]
            off = np.array([whole - came @ ALL_IN, meet - came @ FACED])
            spread = self.spread[pot]
            slope = np.linalg.solve(spread[:2, :2], spread[:2, 2])
            both = np.array([*off, worth[pot]])
            self.spread[pot] = 0.999 * spread + (both * prior) @ both.T
            after = worth[pot] - slope @ off
            if pot:
                after = after + chances[3, 0] @ FACED
            values += [after - put * met[facing], after + won[facing]]
        values = np.array(values)
        if self.gains:
            gain = values[4:] - self.outside
            mine = (matched(self.arms[4:], None) * gain).sum()
            self.arms[4:] += gain - mine
        else:
            value = (arms * values).sum(axis=0)
            self.arms += values - value
            mine = value @ prior
        self.played += arms
        stolen, raised = arms[2:4]
        folded, called = arms[4:].reshape(pots, 2, 169).transpose(1, 0, 2)
        pay = np.zeros((4, 3, 169))
        pay[0, 0] = worth[pots]
        pay[0, 1] = folded[0] @ FACED + stack * called[0] @ ALL_IN
        pay[1, 0], pay[1, 1] = -arms[1] @ FACED, stack * arms[1] @ ALL_IN
        pay[2, 0], pay[2, 1] = (
            -(stolen + raised) @ FACED,
            least * stolen @ FACED + stack * raised @ ALL_IN,
        )
        if histories > 1:
            pay[3, 0] = -(folded[1:] + called[1:]).sum(axis=0) @ FACED
            pay[3, 1] = self.puts[1:] @ folded[1:] @ FACED + stack * called[1:].sum(axis=0) @ ALL_IN
            pay[3, 2] = worth[pots + 1]
        earned = (chances * pay).sum(axis=1)
        self.jams += pay - earned[:, None]
        self.mean += chances
        yours = -((earned.sum(axis=0) + arms[0] @ FACED / 2) @ prior)
        self.steps += 1
        if self.steps >= self.following:
            self.discount()
        return mine, yours

    def discount(self) -> None:
        """Let what was learnt long ago count for less."""
        self.batches += 1
        self.following = self.steps + 40 + self.steps // 40
        kept = self.batches**1.5 / (self.batches**1.5 + 1)
        for part in (*self.regrets, self.own, self.jams, self.arms):
            fade(part.reshape(-1), kept, 0.5)
        share = (self.batches / (self.batches + 1)) ** 2
        for part in (*self.means, self.mean, self.played):
            part *= share

    def strategy(self) -> streets.StreetsStrategy:
        """Return the big blind's strategy: what he has done on average."""
        rates = []
        for part in self.means:
            total = part.sum(axis=2, keepdims=True)
            often = np.divide(part, total, np.zeros_like(part), where=total > 0)[:, :, 1:]
            whole = np.rint(streets.RATE_DENOMINATOR * often)
            over = np.maximum(whole.sum(axis=2) - streets.RATE_DENOMINATOR, 0)
            whole[:, :, 0] -= over
            rates.append(whole.astype(np.uint8))
        often = self.mean / self.mean.sum(axis=1, keepdims=True)
        limped, calls, raised = often[:3, 1]
        if self.gains:
            calls = raised = self.calls
        hands = (
            np.rint(PREFLOP_DENOMINATOR * part).astype(np.uint8) for part in (calls, raised, limped)
        )
        small = np.floor(PREFLOP_DENOMINATOR * often[3, 1:] * (self.histories > 1)).astype(np.uint8)
        return streets.StreetsStrategy(*hands, self.menu, self.buckets, small, tuple(rates))

    def ranges(self) -> np.ndarray:
        """Return weights of the range with which the big blind checks, and of that which limps."""
        own = self.mean[0, 0] / self.mean[0].sum(axis=0)
        other = self.played[4:6].sum(axis=0)
        both = np.array([own, other / other.max()])
        return np.maximum(2, np.rint(255 * both)).astype(np.uint8)

    def state(self) -> dict[str, np.ndarray]:
        """Return all arrays that a run goes on from."""
        names = "jams", "mean", "arms", "played", "own", "spread"
        found = {name: getattr(self, name) for name in names}
        for n in range(3):
            found |= {f"regrets{n}": self.regrets[n], f"means{n}": self.means[n]}
        counts = self.steps, self.batches, self.following
        buckets = {name: np.array(getattr(self.buckets, name)) for name in BUCKETS_FIELDS}
        return found | buckets | {"counts": np.array(counts)}

    def restore(self, found: dict[str, np.ndarray]) -> None:
        """Go on from a `state`, which has the same buckets."""
        for name, part in found.items():
            if name[:-1] in ("regrets", "means"):
                getattr(self, name[:-1])[int(name[-1])][:] = part
            elif name in BUCKETS_FIELDS:
                if not np.array_equal(getattr(self.buckets, name), part):
                    raise ValueError(f"{name}: other buckets given than have been learnt with")
            elif name == "counts":
                self.steps, self.batches, self.following = part.tolist()
            else:
                getattr(self, name)[:] = part


@compiled
def fade(part: np.ndarray, positive: float, negative: float) -> None:
    """Shrink positive numbers by one factor and negative ones by another."""
    for k in range(len(part)):
        part[k] *= positive if part[k] > 0 else negative


def buckets_for(ranges: np.ndarray, steps: Steps, parts: int, seed: int = 1) -> streets.Buckets:
    """Return buckets whose cuts part the combos of some drawn flops and turns evenly."""
    rng = np.random.default_rng(seed)
    plain = streets.Buckets(ranges, steps, np.zeros((2, 2, parts - 1), np.int64))
    weights = ranges[:, HAND_OF_COMBO].astype(np.int64)
    found: list[list[np.ndarray]] = [[], []]
    for row in draw_flops(rng, 60):
        seen = streets.look_ahead(plain, row)
        left = np.setdiff1d(np.arange(52), seen.cards)
        runs = np.array([(a, b) for a in left for b in left if a < b])
        sums = np.zeros((3, 52, 1326), np.int64)
        add_shares(seen.standings, weights, runs, sums)
        free = seen.flop_buckets >= 0
        turn = rng.choice(left)
        live = free & (turn != COMBOS).all(axis=1)
        for place, (part, count) in enumerate(
            (
                (sums.sum(axis=1)[:, free], BOARDS_PER_FLOP),
                (sums[:, turn, live], BOARDS_PER_TURN),
            )
        ):
            mine, theirs, squares = part
            found[place].append(
                np.array(
                    [
                        (theirs - mine) / count,
                        np.sqrt(np.maximum(count * squares - mine**2, 0)) / count,
                    ]
                )
            )
    inner = np.arange(1, parts) / parts
    cuts = [np.quantile(np.concatenate(part, axis=1), inner, axis=1).T for part in found]
    return streets.Buckets(ranges, steps, np.rint(cuts).astype(np.int64))


def keep(learner: Learner, name: str) -> None:
    """Write what has been learnt."""
    np.savez(scratch := CACHE / f"{name}-new.npz", **learner.state())
    os.replace(scratch, CACHE / f"{name}.npz")
    np.save(CACHE / f"{name}-ranges.npy", learner.ranges())
    learner.strategy().save(CACHE / f"{name}-plan.npz")


def main() -> None:
    """Learn up to a step."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="of the run")
    parser.add_argument("stack", help="in big blinds")
    parser.add_argument("steps", type=int, help="up to which step, earlier runs included")
    parser.add_argument("--calls", type=int, default=1, help="how many bets are called at most")
    parser.add_argument("--bound", default="2", help="the largest bet that is called")
    parser.add_argument("--lead", action="store_true", help="the big blind may bet 1 himself")
    parser.add_argument(
        "--raises", default="0", help="the largest raise before the flop that is called, 0 for none"
    )
    parser.add_argument("--gains", action="store_true", help="see above")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ranges", help="take them from the run of this name")
    parser.add_argument("--shares", default="24,32,32,24", help="told apart; on the river 2")
    parser.add_argument("--parts", type=int, default=4, help="of differences and of spreads")
    given = parser.parse_args()
    CACHE.mkdir(parents=True, exist_ok=True)
    menu = streets.Menu(given.stack, given.calls, given.bound, given.lead, given.raises)
    ranges = np.full((2, 169), 255, np.uint8)
    if given.ranges:
        ranges = np.load(CACHE / f"{given.ranges}-ranges.npy")
    path, before = CACHE / f"{given.name}.npz", {}
    if path.exists():
        with np.load(path) as file:
            before = dict(file)
        learnt_steps = Steps(*before["steps"].tolist())
        buckets = streets.Buckets(before["range_weights"], learnt_steps, before["cuts"])
    else:
        buckets = buckets_for(ranges, Steps(*map(int, given.shares.split(","))), given.parts)
    learner = Learner(menu, buckets, given.seed, given.gains)
    learner.restore(before)
    saved = time.monotonic()
    samples = []
    steps = progress_bar(
        range(learner.steps, given.steps), "steps", given.steps - learner.steps, None
    )
    for _ in steps:
        samples.append(learner.step())
        if time.monotonic() - saved > STRETCH:
            keep(learner, given.name)
            mean = (1000 * np.mean(samples, axis=0)).round(2)
            steps.write(f"{learner.steps} steps, of late (mbb): {mean.tolist()}")
            saved, samples = time.monotonic(), []
    keep(learner, given.name)


if __name__ == "__main__":
    main()
