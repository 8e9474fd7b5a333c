"""The best response on a flop: the small blind's largest earnings there, hand by hand.

`_find_best_response` goes through all turns and rivers. On each of them the big blind's reaches are
shared out among his branches; then the reaches that each combo meets in a branch, and its winnings
from them in a showdown, are summed for all combos at once; then the small blind's nodes are
evaluated from the last to the first. Its loops are compiled, and all numbers are integers. What
they fill in, street by street, is in `pokerlab.studies.streets._sums`.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from pokerlab._compiled import compiled, njit_helper
from pokerlab._compiled.showdowns import CombosOnBoard, fill_ranked_combos, sum_met_and_net
from pokerlab._support.arithmetic import NO_INDEX
from pokerlab.cards import (
    COMBOS,
    HAND_OF_COMBO,
    N_CARDS,
    card_images,
    combo_images,
    sum_by_hand,
)
from pokerlab.holdem.standings import N_STANDINGS, sort_by_standing, standings_on
from pokerlab.studies import flops
from pokerlab.studies.streets._sums import RIVER_COMBOS, BigBlind, State, StreetSums, first_state
from pokerlab.studies.streets.buckets import (
    SHARE_DENOMINATOR,
    FlopAhead,
    Steps,
    board_kind,
    count_shares,
    look_ahead,
)
from pokerlab.studies.streets.strategies import RATE_DENOMINATOR, StreetsStrategy, starting_reaches
from pokerlab.studies.streets.tree import (
    FOLD_NODE,
    MAXIMUM_NODE,
    NEXT_STREET_NODE,
    SHOWDOWN_NODE,
    Street,
    build_streets,
)

__all__ = [
    "ORDERED_RUNOUTS",
    "copy_by_branch",
    "earned_on_flop",
    "evaluate_nodes",
    "share_out",
    "sum_met",
    "turn_counts",
]

_RIVERS_LEFT = 44  # rivers that both players' cards, a flop and a turn leave
#: Turns and rivers, in this order, that both players' cards and a flop leave: each pair of cards
#: counts twice.
ORDERED_RUNOUTS = 45 * _RIVERS_LEFT


@njit_helper
def share_out(reaches: np.ndarray, decisions: np.ndarray, rates: np.ndarray, bucket: int) -> None:
    """Share out the reaches of one combo, (branches,), among the big blind's actions.

    `bucket` is where the combo's bucket is in `rates`.
    """
    for decision in range(len(decisions)):
        reach = np.int64(reaches[decisions[decision, 0]])
        left = reach
        for action in range(2):
            branch = decisions[decision, 2 + action]
            if branch != NO_INDEX:
                part = reach * rates[decision, bucket, action] // RATE_DENOMINATOR
                reaches[branch] = part
                left -= part
        reaches[decisions[decision, 1]] = left


@compiled
def copy_by_branch(rows: np.ndarray, branches: np.ndarray, shift: int, columns: np.ndarray) -> None:
    """Copy some branches from an array (combos, branches) to one (branches, combos).

    The first array has a branch's numbers in column ``branch - shift``.
    """
    for branch in branches:
        target = columns[branch]
        for row in range(len(rows)):
            target[row] = rows[row, branch - shift]


@compiled
def sum_met(reaches: np.ndarray, branches: int, met: np.ndarray) -> None:
    """Sum the reaches that each of the 1,326 combos meets in each branch, before the last card.

    Reaches, (combos, branches), come in, and those that are met, (branches, combos), go out.
    """
    by_card = np.zeros(N_CARDS + 1, reaches.dtype)  # over combos with each card, and over all
    for branch in range(branches):
        by_card[:] = 0
        for combo in range(len(COMBOS)):
            reach = reaches[combo, branch]
            by_card[N_CARDS] += reach
            by_card[COMBOS[combo, 0]] += reach
            by_card[COMBOS[combo, 1]] += reach
        for combo in range(len(COMBOS)):
            both = by_card[COMBOS[combo, 0]] + by_card[COMBOS[combo, 1]]
            met[branch, combo] = by_card[N_CARDS] - both + reaches[combo, branch]


@compiled
def evaluate_nodes(
    street: Street,
    scale: int,
    met: np.ndarray,
    net: np.ndarray,
    following: np.ndarray,
    earned: np.ndarray,
) -> None:
    """Find the small blind's earnings in each node with each combo, by her best response.

    A street's nodes come after those that follow them. They are no tree with information sets, so
    this goes through them by itself, in integers, and :mod:`pokerlab.sequence_form` is of no use.

    Parameters
    ----------
    street : Street
        The nodes.
    scale : int
        How many turns and rivers follow: the factor of payments after a fold.
    met, net : ndarray, shape (branches, combos or more)
        The reaches that each combo meets in each branch, and its winnings from them in a showdown.
    following : ndarray, shape (roots of the next street, combos or more)
        The earnings of each combo in these.
    earned : ndarray, shape (nodes, combos)
        Here the results are put.
    """
    nodes, followers, combo_count = street.nodes, street.followers, earned.shape[1]
    for number in range(len(nodes)):
        node, out = nodes[number], earned[number]
        if node.kind == FOLD_NODE:
            times, source = scale * node.amount, met[node.branch]
            for combo in range(combo_count):
                out[combo] = times * source[combo]
        elif node.kind == SHOWDOWN_NODE:
            times, source = node.amount, net[node.branch]
            for combo in range(combo_count):
                out[combo] = times * source[combo]
        elif node.kind == NEXT_STREET_NODE:
            source = following[node.next_root]
            for combo in range(combo_count):
                out[combo] = source[combo]
        else:
            first = node.first_follower
            out[:] = earned[followers[first]]
            for n in range(first + 1, first + node.follower_count):
                other = earned[followers[n]]
                if node.kind == MAXIMUM_NODE:
                    for combo in range(combo_count):
                        out[combo] = max(out[combo], other[combo])
                else:
                    for combo in range(combo_count):
                        out[combo] += other[combo]


class _Turns(NamedTuple):
    """The turns up to suits on a flop, each of which stands for its images by renamings."""

    cards: np.ndarray  #: One of each class.
    #: For each of these, where its images begin in `renamed_combos`; and where the last one's end.
    first_images: np.ndarray
    #: (images, 1326): how a renaming of suits that keeps the flop, and leads to the image, renames
    #: combos.
    renamed_combos: np.ndarray


@njit_helper
def _reach_flop(flop: FlopAhead, big_blind: BigBlind, reaches: np.ndarray) -> None:
    """Find the reaches with which the big blind's combos come to his branches on the flop."""
    start, decisions = big_blind.start, big_blind.streets[0].decisions
    for combo in range(len(COMBOS)):
        if flop.flop_buckets[combo] != NO_INDEX:
            for history in range(len(start)):
                reaches[combo, history] = start[history, combo]
            share_out(reaches[combo], decisions, big_blind.rates[0], flop.flop_buckets[combo])


@njit_helper
def _turn_buckets(flop: FlopAhead, turn: int) -> np.ndarray:
    """Return the bucket of each combo on a turn; `NO_INDEX` if it shares a card with the board."""
    buckets = flop.turn_buckets[turn].copy()
    for combo in range(len(COMBOS)):
        has_turn = COMBOS[combo, 0] == turn or COMBOS[combo, 1] == turn
        if has_turn or flop.flop_buckets[combo] == NO_INDEX:
            buckets[combo] = NO_INDEX
    return buckets


@njit_helper
def _reach_turn(
    buckets: np.ndarray, big_blind: BigBlind, flop_reaches: np.ndarray, reaches: np.ndarray
) -> None:
    """Find the reaches with which each combo comes to his branches on a turn, by its bucket."""
    reaches[:] = 0
    turn_street = big_blind.streets[1]
    for combo in range(len(COMBOS)):
        if buckets[combo] != NO_INDEX:
            for branch in range(len(turn_street.sources)):
                reaches[combo, branch] = flop_reaches[combo, turn_street.sources[branch]]
            share_out(reaches[combo], turn_street.decisions, big_blind.rates[1], buckets[combo])


@njit_helper
def _fill_river_buckets(kind: int, shares: np.ndarray, steps: Steps, buckets: np.ndarray) -> None:
    """Find the big blind's bucket on a river of some kind, for each standing."""
    begin = kind * steps.river_own
    for standing in range(1, N_STANDINGS):
        own_step = shares[0, standing] * steps.river_own // SHARE_DENOMINATOR
        own_step = min(own_step, steps.river_own - 1)
        other_step = shares[1, standing] * steps.river_other // SHARE_DENOMINATOR
        other_step = min(other_step, steps.river_other - 1)
        buckets[standing] = (begin + own_step) * steps.river_other + other_step


@njit_helper
def _reach_river(big_blind: BigBlind, state: State) -> None:
    """Find the reaches with which combos, in the order of their standings, come to the river.

    Behind the river's own branches come those that are shown down without a decision on it: those
    that ended on the turn, those that ended on the flop, and the histories with which the flop
    began.
    """
    flop_street, turn_street, river_street = big_blind.streets
    flop_reaches, turn_reaches = state.at_flop.reaches, state.at_turn.reaches
    at_river, reaches = state.at_river, state.at_river.reaches
    turn_showdowns, flop_showdowns = turn_street.showdown_branches, flop_street.showdown_branches
    turn_begin = river_street.branch_count
    flop_begin = turn_begin + len(turn_showdowns)
    start_begin = flop_begin + len(flop_showdowns)
    for standing in range(1, N_STANDINGS):
        for row in range(at_river.starts[standing], at_river.starts[standing + 1]):
            combo = at_river.order[row]
            for branch in range(len(river_street.sources)):
                reaches[row, branch] = turn_reaches[combo, river_street.sources[branch]]
            share_out(
                reaches[row], river_street.decisions, big_blind.rates[2], at_river.buckets[standing]
            )
            for n in range(len(turn_showdowns)):
                reaches[row, turn_begin + n] = turn_reaches[combo, turn_showdowns[n]]
            for n in range(len(flop_showdowns)):
                reaches[row, flop_begin + n] = flop_reaches[combo, flop_showdowns[n]]
            for history in range(len(big_blind.start)):
                reaches[row, start_begin + history] = flop_reaches[combo, history]


@njit_helper
def _evaluate_river(flop: FlopAhead, big_blind: BigBlind, state: State) -> None:
    """Find each combo's earnings on a river, and its winnings in branches shown down before it."""
    board, at_river, river_street = state.board, state.at_river, big_blind.streets[2]
    board_index = flop.board_of[board[3], board[4]]
    standing_of = standings_on(flop.standings, board_index)
    sort_by_standing(standing_of, at_river.order, at_river.starts)
    fill_ranked_combos(at_river.ranked, at_river.order, standing_of)
    count_shares(standing_of, flop.weights, at_river.shares)
    _fill_river_buckets(board_kind(board), at_river.shares, big_blind.steps, at_river.buckets)
    _reach_river(big_blind, state)
    row_of_same_combo = np.arange(RIVER_COMBOS)  # for both players have the same combos
    combos = CombosOnBoard(at_river.ranked, at_river.ranked, row_of_same_combo)
    sum_met_and_net(combos, at_river.reaches, at_river.by_combo)
    earlier = np.arange(river_street.branch_count, len(at_river.net))
    copy_by_branch(at_river.by_combo.met, river_street.fold_branches, 0, at_river.met)
    copy_by_branch(at_river.by_combo.net, river_street.showdown_branches, 0, at_river.net)
    copy_by_branch(at_river.by_combo.net, earlier, 0, at_river.net)
    evaluate_nodes(
        river_street, 1, at_river.met, at_river.net, state.at_turn.following, at_river.earned
    )


@njit_helper
def _add_in_order(total: np.ndarray, order: np.ndarray, rows: np.ndarray) -> None:
    """Add up by combo rows in the order of a river's standings."""
    for row in range(len(order)):
        total[order[row]] += rows[row]


@njit_helper
def _add_river(big_blind: BigBlind, state: State) -> None:
    """Add the results of a river to the sums of its turn."""
    _, turn_street, river_street = big_blind.streets
    at_turn, at_river = state.at_turn, state.at_river
    for root in range(len(river_street.roots)):
        _add_in_order(
            at_turn.following[root], at_river.order, at_river.earned[river_street.roots[root]]
        )
    turn_begin = river_street.branch_count
    flop_begin = turn_begin + len(turn_street.showdown_branches)
    for n in range(len(turn_street.showdown_branches)):
        branch = turn_street.showdown_branches[n]
        _add_in_order(at_turn.net[branch], at_river.order, at_river.net[turn_begin + n])
    for n in range(len(at_turn.earlier_net)):
        _add_in_order(at_turn.earlier_net[n], at_river.order, at_river.net[flop_begin + n])


@njit_helper
def _evaluate_turn(flop: FlopAhead, big_blind: BigBlind, buckets: np.ndarray, state: State) -> None:
    """Find each combo's earnings on a turn, by going through all rivers."""
    board, at_turn = state.board, state.at_turn
    _reach_turn(buckets, big_blind, state.at_flop.reaches, at_turn.reaches)
    at_turn.net[:] = 0
    at_turn.earlier_net[:] = 0
    at_turn.following[:] = 0
    for river in range(N_CARDS):
        if flop.board_of[board[3], river] != NO_INDEX:
            board[4] = river
            _evaluate_river(flop, big_blind, state)
            _add_river(big_blind, state)
    _evaluate_street(big_blind.streets[1], _RIVERS_LEFT, at_turn)


@njit_helper
def _add_turn(buckets: np.ndarray, renamed: np.ndarray, big_blind: BigBlind, state: State) -> None:
    """Add the results of a turn to the sums of the flop, for one of its images."""
    flop_street, turn_street, _ = big_blind.streets
    at_flop, at_turn, flop_showdowns = state.at_flop, state.at_turn, flop_street.showdown_branches
    for combo in range(len(COMBOS)):
        if buckets[combo] != NO_INDEX:
            other = renamed[combo]
            for root in range(len(turn_street.roots)):
                at_flop.following[root, other] += at_turn.earned[turn_street.roots[root], combo]
            for n in range(len(flop_showdowns)):
                at_flop.net[flop_showdowns[n], other] += at_turn.earlier_net[n, combo]
            for history in range(len(at_flop.earlier_net)):
                net = at_turn.earlier_net[len(flop_showdowns) + history]
                at_flop.earlier_net[history, other] += net[combo]


@njit_helper
def _evaluate_street(street: Street, scale: int, sums: StreetSums) -> None:
    """Find each combo's earnings on the flop or on a turn, once the next cards are gone through."""
    sum_met(sums.reaches, street.branch_count, sums.met)
    evaluate_nodes(street, scale, sums.met, sums.net, sums.following, sums.earned)


@compiled
def _find_best_response(
    flop: FlopAhead, big_blind: BigBlind, turns: _Turns, earned: np.ndarray
) -> None:
    """Find the values of the small blind's best response on a flop, times `ORDERED_RUNOUTS`.

    It goes through all rivers of each turn, then from the turns back to the flop. A branch that is
    shown down before the river is carried along to all rivers.

    Parameters
    ----------
    flop : FlopAhead
        The flop and the big blind's buckets.
    big_blind : BigBlind
        The strategy to answer.
    turns : _Turns
        The turns to go through.
    earned : ndarray of int64, shape (pots + histories, 1326)
        Here the results are put: each combo's earnings in each of the menu's pots, then what an
        all-in of one unit would win against each of the reaches at the start.
    """
    state = first_state(flop, big_blind)
    _reach_flop(flop, big_blind, state.at_flop.reaches)
    for number in range(len(turns.cards)):
        turn = turns.cards[number]
        state.board[3] = turn
        buckets = _turn_buckets(flop, turn)
        _evaluate_turn(flop, big_blind, buckets, state)
        for image in range(turns.first_images[number], turns.first_images[number + 1]):
            _add_turn(buckets, turns.renamed_combos[image], big_blind, state)
    flop_street = big_blind.streets[0]
    _evaluate_street(flop_street, ORDERED_RUNOUTS, state.at_flop)
    for combo in range(len(COMBOS)):
        if flop.flop_buckets[combo] != NO_INDEX:
            for root in range(len(flop_street.roots)):
                earned[root, combo] = state.at_flop.earned[flop_street.roots[root], combo]
            for history in range(len(big_blind.start)):
                all_in = state.at_flop.earlier_net[history, combo]
                earned[len(flop_street.roots) + history, combo] = all_in


def _turns_up_to_suits(flop_index: int) -> _Turns:
    """List the turns that stand for all on a flop, given by its index in `distinct_flops`."""
    cards = flops.distinct_flops().cards[flop_index]
    renamed = card_images()
    renamed_flops = np.sort(renamed[:, cards], axis=1)
    keeping_flop = np.flatnonzero((renamed_flops == cards).all(axis=1)).tolist()
    turns, first_images, renamings, seen = [], [0], [], {*cards.tolist()}
    for card in range(N_CARDS):
        if card not in seen:
            turns.append(card)
            for renaming in keeping_flop:
                image = int(renamed[renaming, card])
                if image not in seen:
                    seen.add(image)
                    renamings.append(renaming)
            first_images.append(len(renamings))
    return _Turns(np.array(turns), np.array(first_images), combo_images()[renamings])


def earned_on_flop(strategy: StreetsStrategy, flop_index: int) -> np.ndarray:
    """Find the earnings of the best response on a flop, given its index in `distinct_flops`.

    Returns
    -------
    ndarray of int64, shape (pots + histories, 169)
        Sums over the combos of each hand, the reaches that they meet, and `ORDERED_RUNOUTS`. First
        a row for each of the menu's pots: her earnings, in the menu's unit. Then a row for each
        history with which a flop begins: what an all-in of one unit against all that the big blind
        holds would win. Nothing follows from that but that all cards were gone through.
    """
    flop, streets = look_ahead(strategy.buckets, flop_index), build_streets(strategy.menu)
    # Not `[:, HAND_OF_COMBO]`: that may order the array by columns, and numba compile again for it.
    start = starting_reaches(strategy).take(HAND_OF_COMBO, axis=1)
    big_blind = BigBlind(streets, strategy.rates, strategy.buckets.steps, start)
    by_combo = np.zeros((len(streets[0].roots) + len(start), len(COMBOS)), np.int64)
    _find_best_response(flop, big_blind, _turns_up_to_suits(flop_index), by_combo)
    return sum_by_hand(by_combo, axis=1)


@cache
def turn_counts() -> np.ndarray:
    """Count the turns up to suits on each flop, (1755,)."""
    return np.array(
        [len(_turns_up_to_suits(flop).cards) for flop in range(len(flops.distinct_flops().cards))]
    )
