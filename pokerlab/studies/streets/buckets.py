"""Buckets: which of the big blind's combos are about as strong, and therefore played alike.

On flop and turn a combo's strength is the share that it beats, on average over all that may come,
so `look_ahead` ranks all combos on all turns and rivers of a flop first.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pokerlab._compiled import compiled, njit_helper
from pokerlab._support.arithmetic import NO_INDEX
from pokerlab._support.frozen import FrozenArrays, frozen_copy
from pokerlab.cards import COMBOS, HAND_OF_COMBO, N_CARDS
from pokerlab.holdem.standings import N_STANDINGS, combo_standings, standings_on
from pokerlab.studies import flops

__all__ = [
    "BOARDS_PER_FLOP",
    "BOARDS_PER_TURN",
    "SHARE_DENOMINATOR",
    "Buckets",
    "FlopAhead",
    "Steps",
    "add_shares",
    "board_kind",
    "bucket_numbers",
    "count_shares",
    "flop_kinds",
    "look_ahead",
]

SHARE_DENOMINATOR = 4096  #: The integer that stands for all of a range.
BOARDS_PER_TURN = 46  #: Rivers that a combo, a flop and a turn leave.
BOARDS_PER_FLOP = 2 * 1081  #: Turns and rivers that a combo and a flop leave, either card first.
_BOARD_KINDS = 12  # kinds of boards with four cards, and with five


class Steps(NamedTuple):
    """The numbers of shares of a range that are told apart."""

    flop: int  #: On the flop, of his own range.
    turn: int  #: On the turn, of his own range.
    river_own: int  #: On the river, of his own range.
    river_other: int  #: On the river, of the other's range.


@dataclass(frozen=True, eq=False)
class Buckets(FrozenArrays):
    """The buckets of combos that are about as strong.

    On flop and turn it counts which share of his own range a combo beats, on average over what may
    come; how much more of the other's; and how widely the first spreads. On the river there are
    only two shares. Each kind of board (`flop_kinds`, `board_kind`) has buckets of its own.
    """

    range_weights: np.ndarray  #: (2, 169) of uint8, of his own range and of the other's.
    steps: Steps
    cuts: np.ndarray  #: (2, 2, c) of int: on flop and turn, where differences and spreads part.

    @property
    def buckets_per_step(self) -> int:
        """How many buckets have the same share on flop and turn: by difference and by spread."""
        return int((self.cuts.shape[2] + 1) ** 2)

    @property
    def counts(self) -> tuple[int, int, int]:
        """The number of buckets on each street, over all kinds of boards."""
        return (
            int(flop_kinds().max() + 1) * self.buckets_per_flop_kind,
            _BOARD_KINDS * self.buckets_per_turn_kind,
            _BOARD_KINDS * self.steps.river_own * self.steps.river_other,
        )

    @property
    def buckets_per_flop_kind(self) -> int:
        """How many buckets there are on each kind of flop."""
        return self.steps.flop * self.buckets_per_step

    @property
    def buckets_per_turn_kind(self) -> int:
        """How many buckets there are on each kind of board on the turn."""
        return self.steps.turn * self.buckets_per_step


@cache
def flop_kinds() -> np.ndarray:
    """Number the `distinct_flops` by what they have in common: pairs, suits, high cards."""
    found: dict[tuple[int, ...], int] = {}
    kinds = []
    for cards in flops.distinct_flops().cards.tolist():
        ranks, suits = sorted(card // 4 for card in cards), len({card % 4 for card in cards})
        paired = 3 - len({*ranks})
        key: tuple[int, ...] = (paired,)
        if paired < 2:
            top = sum(ranks[2] >= least for least in (8, 10, 11, 12))
            if paired:
                below_top = int(ranks[0] == ranks[1])  # whether the pair is the lower rank
            else:
                below_top = sum(ranks[1] >= least for least in (5, 8))
            key = paired, suits, top, below_top
        kinds.append(found.setdefault(key, len(found)))
    return frozen_copy(np.array(kinds))


@compiled
def board_kind(board: np.ndarray) -> int:
    """Return the kind of a board of four or five cards, from 0 to 11.

    It depends on how many cards are of one suit, and how many are paired.

    Examples
    --------
    >>> [board_kind(np.array(board)) for board in ([0, 4, 8, 12], [0, 1, 9, 22, 51])]
    [9, 1]
    """
    suits, ranks = np.zeros(4, np.int64), np.zeros(13, np.int64)
    for card in board:
        suits[card & 3] += 1
        ranks[card >> 2] += 1
    paired, alike = len(board), 0
    for rank in range(13):
        paired -= ranks[rank] > 0
    for suit in range(4):
        alike = max(alike, suits[suit])
    suited_class, paired_class = max(0, alike - len(board) + 3), min(paired, 2)
    return 3 * suited_class + paired_class


@njit_helper
def count_shares(standing_of: np.ndarray, weights: np.ndarray, shares: np.ndarray) -> None:
    """Count which share of each range every standing on a board beats, ties half.

    Standings, (combos,), and weights, (2, combos), come in; shares, (2, `N_STANDINGS`), go out, in
    units of `SHARE_DENOMINATOR`.
    """
    by_standing = np.zeros((2, N_STANDINGS), np.int64)
    for combo in range(len(standing_of)):
        for side in range(2):
            by_standing[side, standing_of[combo]] += weights[side, combo]
    half = SHARE_DENOMINATOR // 2
    for side in range(2):
        total = by_standing[side, 1:].sum()
        below = 0
        for standing in range(1, N_STANDINGS):
            equal = by_standing[side, standing]
            shares[side, standing] = half  # if none of the range is left
            if total:
                shares[side, standing] = (2 * below + equal) * half // total
            below += equal


@compiled
def add_shares(
    standings: np.ndarray, weights: np.ndarray, runouts: np.ndarray, sums: np.ndarray
) -> None:
    """Add up shares, and squares of the first, by turn and combo: `sums` is (3, 52, 1326)."""
    shares = np.zeros((2, N_STANDINGS), np.int64)
    for board in range(len(runouts)):
        standing_of = standings_on(standings, board)
        count_shares(standing_of, weights, shares)
        for combo in range(len(standing_of)):
            if standing_of[combo]:
                own, other = shares[0, standing_of[combo]], shares[1, standing_of[combo]]
                for way in range(2):
                    turn = runouts[board, way]
                    sums[0, turn, combo] += own
                    sums[1, turn, combo] += other
                    sums[2, turn, combo] += own * own


def bucket_numbers(sums: np.ndarray, boards: int, steps: int, cuts: np.ndarray) -> np.ndarray:
    """Return the buckets of combos within a kind of boards, an array of int as long as the sums.

    Parameters
    ----------
    sums : ndarray of int, shape (3, ...)
        The sums of `add_shares` for each combo: shares of his own range, of the other's, and
        squares of the first.
    boards : int
        Over how many boards.
    steps : int
        How many shares are told apart.
    cuts : ndarray of int, shape (2, c)
        Where differences between the two shares part, and where spreads of the first do.
    """
    own, other, squares = sums
    step = np.minimum(own * steps // (boards * SHARE_DENOMINATOR), steps - 1)
    apart = (other - own)[..., None] >= boards * cuts[0]
    spread = (boards * squares - own**2)[..., None] >= (boards * cuts[1]) ** 2
    width = cuts.shape[1] + 1
    buckets: np.ndarray = (step * width + apart.sum(axis=-1)) * width + spread.sum(axis=-1)
    return buckets.astype(np.int64)


class FlopAhead(NamedTuple):
    """A flop, with everything that may come, and the big blind's buckets on it."""

    cards: np.ndarray  #: (3,)
    #: (blocks, `BOARDS_PER_BLOCK` + 1, 1326): the standings of all combos on each board.
    standings: np.ndarray
    board_of: np.ndarray  #: (52, 52): which board a turn and a river make, or `NO_INDEX`.
    weights: np.ndarray  #: (2, 1326): the weights of `Buckets.range_weights` by combo.
    #: (1326,): the bucket of each combo on the flop; `NO_INDEX` for one that shares a card with it.
    flop_buckets: np.ndarray
    turn_buckets: np.ndarray  #: (52, 1326): the bucket of each combo on each turn.


def look_ahead(buckets: Buckets, flop_index: int) -> FlopAhead:
    """Rank all combos on all turns and rivers of a flop, given by its index in `distinct_flops`."""
    distinct = flops.distinct_flops()
    cards, classes = distinct.cards[flop_index], distinct.classes[flop_index]
    left = np.setdiff1d(np.arange(N_CARDS), cards)
    runouts = np.array(list(combinations(left.tolist(), 2)))
    standings = combo_standings(flops.board_masks(cards, runouts))
    board_of = np.full((N_CARDS, N_CARDS), NO_INDEX)
    first_cards, second_cards = runouts.T
    board_of[first_cards, second_cards] = np.arange(len(runouts))
    board_of[second_cards, first_cards] = np.arange(len(runouts))
    weights = buckets.range_weights[:, HAND_OF_COMBO].astype(np.int64)
    sums = np.zeros((3, N_CARDS, len(COMBOS)), np.int64)
    add_shares(standings, weights, runouts, sums)
    flop_buckets = bucket_numbers(
        sums.sum(axis=1), BOARDS_PER_FLOP, buckets.steps.flop, buckets.cuts[0]
    )
    flop_buckets += int(flop_kinds()[flop_index]) * buckets.buckets_per_flop_kind
    flop_buckets[classes == NO_INDEX] = NO_INDEX
    turn_buckets = bucket_numbers(sums, BOARDS_PER_TURN, buckets.steps.turn, buckets.cuts[1])
    for card in left.tolist():
        kind = board_kind(np.array([*cards, card]))
        turn_buckets[card] += kind * buckets.buckets_per_turn_kind
    return FlopAhead(
        cards.astype(np.int64), standings, board_of, weights, flop_buckets, turn_buckets
    )
