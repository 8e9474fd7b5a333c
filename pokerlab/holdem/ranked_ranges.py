"""The hands that two players may hold on a river: combos with a rank.

With all five cards on the board a hand is two cards and a rank. Two hands can be dealt together if
they share no card, and the higher rank wins. So each player's `RankedRange` is a short list, and
all that a deal says about pairs of hands follows from two of them (`ways_and_margins`).
`read_combos` makes one of a range and a board.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pokerlab import cards
from pokerlab._support.arguments import read_items, refusal, short_repr
from pokerlab._support.frozen import set_fields
from pokerlab.range_weights import (
    MAX_WAYS,
    RangeLike,
    common_numerators,
    read_weights,
    whole_weights,
)
from pokerlab.ranges import Range

__all__ = [
    "HeldCombo",
    "RankedRange",
    "meeting_combos",
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

    @classmethod
    def of(cls, combos: Sequence["HeldCombo"]) -> "RankedRange":
        """Make the range of some combos, which are dealt in proportion to their weights."""
        return cls(
            np.array([combo.cards for combo in combos]),
            np.array([combo.rank for combo in combos]),
            common_numerators(combo.weight for combo in combos).astype(np.int64),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Make copies by the constructor, which makes their arrays read-only."""
        return RankedRange, (self.cards, self.ranks, self.ways)


class HeldCombo(NamedTuple):
    """A combo that a player may hold on a river."""

    name: str  #: Such as "AsAh", one of :data:`pokerlab.cards.COMBO_NAMES`.
    cards: Sequence[int]  #: Its two cards, 0 to 51, a row of :data:`pokerlab.cards.COMBOS`.
    rank: int  #: Its hand's rank on the board; the higher one wins.
    weight: Fraction  #: How often it is held, in proportion.


def read_combos(
    name: str, held: RangeLike, board: str, board_cards: Sequence[int]
) -> list[HeldCombo]:
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
    return [
        HeldCombo(cards.COMBO_NAMES[index], combo, rank, weights[index])
        for index, combo, rank in zip(indices, combos.tolist(), ranks.tolist(), strict=True)
    ]


def meeting_combos(
    arguments: str, first: Sequence[HeldCombo], second: Sequence[HeldCombo]
) -> tuple[list[HeldCombo], list[HeldCombo]]:
    """Return those of each player's combos that meet some of the other's, with whole weights.

    Combos whose weight is rounded to 0 are left out, too. If no pair of combos can be dealt, that
    is a ValueError, which begins with the names of the two arguments, such as "first, second".
    """
    weights = [combo.weight for combo in first], [combo.weight for combo in second]
    whole0, whole1 = whole_weights(weights)
    held0, held1 = _with_weights(first, whole0), _with_weights(second, whole1)
    can_meet = cards.share_no_card(
        np.array([combo.cards for combo in held0]), np.array([combo.cards for combo in held1])
    )
    if not can_meet.any():
        raise ValueError(f"{arguments}: all their combos share a card, two that do not needed")
    meeting0 = [held0[index] for index in np.flatnonzero(can_meet.any(axis=1))]
    meeting1 = [held1[index] for index in np.flatnonzero(can_meet.any(axis=0))]
    return meeting0, meeting1


def _with_weights(combos: Sequence[HeldCombo], weights: Iterable[int]) -> list[HeldCombo]:
    """Return combos with other weights, but for those that have 0."""
    return [
        combo._replace(weight=Fraction(weight))
        for combo, weight in zip(combos, weights, strict=True)
        if weight
    ]


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
