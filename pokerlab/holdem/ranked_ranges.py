"""The hands that two players may hold on a river: combos with a rank.

With all five cards on the board a hand is two cards and a rank. Two hands can be dealt together if
they share no card, and the higher rank wins. So each player's `RankedRange` is a short list, and
all that a deal says about pairs of hands follows from two of them (`ways_and_margins`).
`read_combos` makes one of a range and a board.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from pokerlab import cards
from pokerlab._support.arguments import read_items, refusal, short_repr
from pokerlab._support.basics import set_fields
from pokerlab.holdem.range_weights import MAX_WAYS, RangeLike, read_weights, whole_weights
from pokerlab.ranges import Range

__all__ = [
    "RankedRange",
    "WeightedCombos",
    "meeting_ranges",
    "read_combos",
    "ways_and_margins",
]


@dataclass(frozen=True, eq=False)
class RankedRange:
    """The combos that one player may hold on a river.

    It is a ValueError unless there are as many ranks and ways as combos, all of them whole numbers,
    no number of ways is negative, and no two combos are the same.
    """

    cards: np.ndarray  #: (hands, 2), 0 to 51, each row in :data:`pokerlab.cards.COMBOS`.
    ranks: np.ndarray  #: (hands,), each hand's rank on the board; the higher one wins.
    ways: np.ndarray  #: (hands,) of int, in how many ways the player is dealt each hand.

    def __post_init__(self) -> None:
        combos = read_items("cards", self.cards)
        ranks, ways = read_items("ranks", self.ranks), read_items("ways", self.ways)
        shapes = combos.shape, ranks.shape, ways.shape
        count = len(combos) if combos.ndim else 0
        if shapes != ((count, 2), (count,), (count,)):
            raise refusal("ranked_range", f"shapes {shapes}", "(n, 2), (n,) and (n,)")
        if any(array.dtype.kind not in "iu" for array in (combos, ranks, ways)):
            raise ValueError("ranked_range: cards, ranks and ways needed that are whole numbers")
        known = {*map(tuple, cards.COMBOS.tolist())}
        different = {*map(tuple, combos.tolist())}
        if len(different) < count or not different <= known:
            raise ValueError(
                "ranked_range: different combos needed, each as in pokerlab.cards.COMBOS"
            )
        if (ways < 0).any():
            raise ValueError("ranked_range: a number of ways below 0 given")
        combos = combos.astype(cards.COMBOS.dtype)
        set_fields(self, cards=combos, ranks=ranks.astype(np.int64), ways=ways.astype(np.int64))

    def __reduce__(self) -> tuple[Any, ...]:
        """Make copies by the constructor, which makes their arrays read-only."""
        return RankedRange, (self.cards, self.ranks, self.ways)


class WeightedCombos(NamedTuple):
    """Combos on a river before they are weighed in whole numbers."""

    labels: Sequence[str]  #: The combos' names.
    cards: np.ndarray  #: (hands, 2), 0 to 51, each row in :data:`pokerlab.cards.COMBOS`.
    ranks: np.ndarray  #: (hands,), each hand's rank on the board; the higher one wins.
    weights: Sequence[Fraction]  #: How often each combo is held, in proportion.

    def keep(self, counts: np.ndarray, indices: np.ndarray) -> tuple[list[str], RankedRange]:
        """Return the labels and the ranked range of some of the combos.

        There is a count for each of all combos, in proportion to its weight; the indices are those
        of the combos that are kept.
        """
        kept_counts = counts[indices]
        ways = (kept_counts // gcd(*kept_counts)).astype(np.int64)
        labels = [self.labels[index] for index in indices]
        return labels, RankedRange(self.cards[indices], self.ranks[indices], ways)


def read_combos(
    name: str, held: RangeLike, board: str, board_cards: Sequence[int]
) -> WeightedCombos:
    """Read a player's combos on a board, in the order of :data:`pokerlab.cards.COMBOS`.

    Combos with a card of the board are left out. It is a ValueError, which begins with the name, if
    there are no others; errors write the board as it was given.
    """
    from pokerlab.evaluator import rank_hands  # compiled

    weights = {}
    for hand, weight in read_weights(name, held, cards.COMBO_NAMES).items():
        index = cards.COMBO_INDEX[hand]
        if not {*cards.COMBOS[index].tolist()} & {*board_cards}:
            weights[index] = weight
    if not weights:
        text = held.text if isinstance(held, Range) else held
        given = repr(text) if isinstance(text, str) else short_repr(text)
        raise refusal(name, given, f"combos off the board {board}")
    indices = sorted(weights)
    combos = cards.COMBOS[indices]
    ranks = rank_hands(np.c_[combos, np.tile(board_cards, (len(combos), 1))])
    labels = [cards.COMBO_NAMES[index] for index in indices]
    return WeightedCombos(labels, combos, ranks, [weights[index] for index in indices])


def meeting_ranges(
    arguments: str, first: WeightedCombos, second: WeightedCombos
) -> tuple[tuple[list[str], RankedRange], tuple[list[str], RankedRange]]:
    """Return each player's labels and ranked range, of the combos that meet some of the other's.

    Combos whose weight is rounded to 0 are left out, too. If no pair of combos can be dealt, that
    is a ValueError, which begins with the names of the two arguments, such as "first, second".
    """
    counts0, counts1 = whole_weights((first.weights, second.weights))
    indices0, indices1 = np.flatnonzero(counts0), np.flatnonzero(counts1)
    can_meet = cards.share_no_card(first.cards[indices0], second.cards[indices1])
    if not can_meet.any():
        raise ValueError(f"{arguments}: all their combos share a card, two that do not needed")
    indices0, indices1 = indices0[can_meet.any(axis=1)], indices1[can_meet.any(axis=0)]
    return first.keep(counts0, indices0), second.keep(counts1, indices1)


def ways_and_margins(first: RankedRange, second: RankedRange) -> tuple[np.ndarray, np.ndarray]:
    """Count the ways and the margins of all pairs of two players' hands, (n0, n1) arrays of int.

    It is a ValueError if the sums of their ways multiply to more than `MAX_WAYS`.
    """
    most = sum(first.ways.tolist()) * sum(second.ways.tolist())
    if most > MAX_WAYS:
        given = f"ways whose sums multiply to {most}"
        raise refusal("ranked_ranges", given, f"at most {MAX_WAYS}", word="allowed")
    ways = np.outer(first.ways, second.ways) * cards.share_no_card(first.cards, second.cards)
    return ways, np.sign(first.ranks[:, None] - second.ranks)
