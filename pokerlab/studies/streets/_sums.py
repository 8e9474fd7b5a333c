"""The sums that the best response on a flop fills in: on the flop, on a turn, on a river.

The loops of :mod:`pokerlab.studies.streets.best_response` have come to one board at a time, and a
`State` has the sums of its three streets. They are made once for a flop, and filled anew on each
turn and each river:

======= ============ ================================== ======================================
Street  Its sums     Its reaches come from              What comes back to it
======= ============ ================================== ======================================
flop    `StreetSums` the strategy before the flop       earnings on all turns, and showdowns
turn    `StreetSums` the flop                           earnings on all rivers, and showdowns
river   `RiverSums`  the turn and, of those that were   nothing: cards decide, by the standings
                     shown down before, the flop
======= ============ ================================== ======================================
"""

from typing import NamedTuple

import numpy as np

from pokerlab._compiled import njit_helper
from pokerlab._compiled.lanes import N_LANES
from pokerlab._compiled.showdowns import RankedCombos, SumsOnBoard
from pokerlab.cards import COMBOS, N_CARDS
from pokerlab.holdem.standings import N_STANDINGS
from pokerlab.studies.streets.buckets import FlopAhead, Steps
from pokerlab.studies.streets.tree import Street

__all__ = ["RIVER_COMBOS", "BigBlind", "RiverSums", "State", "StreetSums", "first_state"]

RIVER_COMBOS = 1081  #: Combos that five cards on the board leave.


class BigBlind(NamedTuple):
    """The big blind's strategy and the tree that it is for."""

    streets: tuple[Street, Street, Street]
    rates: tuple[np.ndarray, np.ndarray, np.ndarray]  #: The rates of his strategy, arrays of uint8.
    steps: Steps  #: The steps by which his buckets tell shares apart.
    start: np.ndarray  #: (histories, 1326): his reach with each combo where the flop begins.


class StreetSums(NamedTuple):
    """The sums of the flop, or of one turn: arrays of which one axis are the 1,326 combos."""

    reaches: np.ndarray  #: (1326, branches): of the big blind's combos.
    met: np.ndarray  #: (branches, 1326): how much of them each of the small blind's combos meets.
    #: (branches, 1326): its winnings from a branch in a showdown, over all rivers.
    net: np.ndarray
    #: (n, 1326): the same for branches that ended before this street: on a turn those that were
    #: shown down after the flop, and then, on either street, the histories before the flop.
    earlier_net: np.ndarray
    following: np.ndarray  #: (roots of the next street, 1326): its earnings in them.
    earned: np.ndarray  #: (nodes, 1326): its earnings in the street's nodes.


class RiverSums(NamedTuple):
    """The sums of one river, where combos are in the order of their standings.

    Behind the branches of the river's own decisions are those that are shown down without one, in
    the order in which `best_response` puts them there.
    """

    order: np.ndarray  #: (1081,): the combos that the board leaves.
    ranked: RankedCombos  #: The same, with their standings.
    starts: np.ndarray  #: Where each standing begins in the order.
    shares: np.ndarray  #: (2, standings), as `count_shares` fills it.
    buckets: np.ndarray  #: (standings,): the big blind's.
    reaches: np.ndarray  #: (1081, branches): of his combos.
    by_combo: SumsOnBoard  #: How much of them each combo meets, and how much of that it wins.
    met: np.ndarray  #: (own branches, 1081): its `met` by branch, of those folded.
    net: np.ndarray  #: (branches, 1081): its `net` by branch, of those shown down.
    earned: np.ndarray  #: (nodes, 1081): each combo's earnings.


class State(NamedTuple):
    """The state of the loops: the board they have come to, and the sums on each of its streets."""

    board: np.ndarray  #: (5,): the flop, the turn and the river.
    at_flop: StreetSums
    at_turn: StreetSums
    at_river: RiverSums


@njit_helper
def _empty_sums(street: Street, next_street: Street, earlier_branches: int) -> StreetSums:
    """Make the sums of a street, all 0."""
    branches = street.branch_count
    return StreetSums(
        np.zeros((len(COMBOS), branches), np.int32),
        np.zeros((branches, len(COMBOS)), np.int32),
        np.zeros((branches, len(COMBOS)), np.int64),
        np.zeros((earlier_branches, len(COMBOS)), np.int64),
        np.zeros((len(next_street.roots), len(COMBOS)), np.int64),
        np.zeros((len(street.nodes), len(COMBOS)), np.int64),
    )


@njit_helper
def _empty_river(river_street: Street, earlier_branches: int) -> RiverSums:
    """Make the sums of a river, all 0, where `earlier_branches` ended before it."""
    branches = river_street.branch_count + earlier_branches
    width = (branches + N_LANES - 1) // N_LANES * N_LANES
    return RiverSums(
        np.zeros(RIVER_COMBOS, np.int64),
        RankedCombos(np.zeros((RIVER_COMBOS, 2), np.int64), np.zeros(RIVER_COMBOS, np.int64)),
        np.zeros(N_STANDINGS + 1, np.int64),
        np.zeros((2, N_STANDINGS), np.int64),
        np.zeros(N_STANDINGS, np.int64),
        np.zeros((RIVER_COMBOS, width), np.int32),
        SumsOnBoard(
            np.zeros((N_CARDS + 1, width), np.int32),
            np.zeros((RIVER_COMBOS, width), np.int32),
            np.zeros((RIVER_COMBOS, width), np.int32),
        ),
        np.zeros((river_street.branch_count, RIVER_COMBOS), np.int32),
        np.zeros((branches, RIVER_COMBOS), np.int32),
        np.zeros((len(river_street.nodes), RIVER_COMBOS), np.int64),
    )


@njit_helper
def first_state(flop: FlopAhead, big_blind: BigBlind) -> State:
    """Return the state with which a flop begins, where all sums are 0."""
    flop_street, turn_street, river_street = big_blind.streets
    before_flop = len(big_blind.start)
    before_turn = len(flop_street.showdown_branches) + before_flop
    before_river = len(turn_street.showdown_branches) + before_turn
    board = np.zeros(5, np.int64)
    board[:3] = flop.cards
    return State(
        board,
        _empty_sums(flop_street, turn_street, before_flop),
        _empty_sums(turn_street, river_street, before_turn),
        _empty_river(river_street, before_river),
    )
