"""Deals: the hands that players may hold, their probabilities, and who wins a showdown.

A deal is the part of chance in a game. It consists of two matrices over hands:

- ``prior[i, k]``, the probability that player 0 is dealt hand ``i`` and player 1 hand ``k``;
- ``net_shares[i, k]``, the share of the stake that player 0 then wins minus the share he loses.

Their product, ``net_wins[i, k]``, is the pair's part of the value for each chip staked.

The betting belongs to a tree (:mod:`pokerlab.trees`). Both matrices are also kept as exact
integers, so that a solution can be proven in exact arithmetic.

On a river both follow from each player's combos and their ranks. A `RiverDeal` knows these, so what
its games pay is found faster. Everything else in the package treats it as any other deal.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, partial
from math import gcd
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from pokerlab import cards, equity_table
from pokerlab._support.arguments import (
    read_floats,
    read_items,
    read_list,
    read_pair,
    read_player,
    refusal,
    require_count,
    require_name,
    require_one_of,
    require_type,
    short_repr,
)
from pokerlab._support.files import ArrayFile
from pokerlab._support.frozen import frozen_copy, set_fields
from pokerlab._support.pairs import SIGNS, as_pair
from pokerlab.holdem.ranked_ranges import (
    HeldCombo,
    RankedRange,
    meeting_combos,
    read_combos,
    ways_and_margins,
)
from pokerlab.range_weights import (
    MAX_WAYS,
    FrequenciesLike,
    RangeLike,
    first_labels,
    read_weights,
    whole_weights,
)
from pokerlab.ranges import Range

__all__ = [
    "Deal",
    "RiverDeal",
    "holdem",
    "holdem_combos",
    "kuhn",
    "numbers",
    "read_deal",
    "river",
]

_HOLDEM_NAME, _COMBOS_NAME = "hold'em", "hold'em combos"
_WITHOUT_REMOVAL_NAME = f"{_HOLDEM_NAME} without card removal"
_Labels: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, eq=False, init=False)
class Deal:
    """The joint distribution of two hands and the result of every showdown between them.

    Two deals are equal if all that they are made of is. A deal has no names for the players, which
    a tree has: in its methods they are 0 and 1.

    Parameters
    ----------
    hands : pair of sequences of str, or sequence of str
        The hands' labels, player 0's and player 1's, which may differ in number; or one list of
        them that serves both.
    ways : (n0, n1) array of whole numbers
        In how many equally likely ways player 0 is dealt hand ``i`` and player 1 hand ``k``. Floats
        will do, here and below, if they are whole.
    margins, runout_counts : (n0, n1) arrays of whole numbers
        A run-out is a way to deal both hands together with the cards that come after them, such as
        a board. ``runout_counts`` has the number of run-outs of each pair of hands, and ``margins``
        the number of those that player 0 wins minus those that he loses. Their quotient is his net
        share of the stake, from 1 for a certain win to -1 for a certain loss. In hold'em, AKs meets
        QQ in 24 ways with 1,712,304 boards each. Left out, there is one run-out for each pair, as
        where the hands alone decide.
    name : str
        The deal's name where it is printed.

    Raises
    ------
    TypeError
        If a label or the name is no text.
    ValueError
        If one of them cannot be printed, or a player has a label twice. If the shapes differ, a
        number is not whole, or a number or the sum of the ways is 2**63 or more. If a number of
        ways is negative, or all are 0. If a possible pair has no run-out, or a margin of more than
        all its run-outs.

    Examples
    --------
    >>> deal = kuhn()
    >>> deal.hands[0]
    ('J', 'Q', 'K')
    >>> deal.prior[0]
    array([0.        , 0.16666667, 0.16666667])

    Both players draw one of two cards, and may draw the same:

    >>> Deal(["low", "high"], [[1, 1], [1, 1]], [[0, -1], [1, 0]])
    <Deal deal: 2 x 2 hands>
    """

    hands: _Labels
    ways: np.ndarray
    margins: np.ndarray
    runout_counts: np.ndarray
    name: str = "deal"

    def __init__(
        self,
        hands: Sequence[Sequence[str]] | Sequence[str],
        ways: ArrayLike,
        margins: ArrayLike,
        runout_counts: ArrayLike | None = None,
        name: str = "deal",
    ) -> None:
        labels = _read_labels(hands)
        require_name("name", name)
        shape = as_pair(map(len, labels))
        if runout_counts is None:
            runout_counts = np.ones(shape, int)
        set_fields(
            self,
            hands=labels,
            ways=_read_integers("ways", ways, shape),
            margins=_read_integers("margins", margins, shape),
            runout_counts=_read_integers("runout_counts", runout_counts, shape),
            name=name,
        )
        self._require_counts()

    def _require_counts(self) -> None:
        """Refuse numbers that cannot be the counts of one deal."""
        if (self.ways < 0).any():
            raise refusal("ways", self.ways.min(), "numbers from 0 up")
        possible = self.ways > 0
        if not possible.any():
            raise refusal("ways", "zeros alone", "at least one above 0")
        total = sum(self.ways[possible].tolist())  # of Python's integers, which do not overflow
        if total > MAX_WAYS:
            raise refusal("ways", f"a sum of {total}", f"at most {MAX_WAYS}", word="allowed")
        margins, counts = self.margins[possible], self.runout_counts[possible]
        if (counts < 1).any():
            raise refusal(
                "runout_counts", counts.min(), "1 or more", "where a pair of hands is dealt"
            )
        outside = (margins < -counts) | (margins > counts)
        if outside.any():
            most = counts[outside][0]
            raise refusal("margins", margins[outside][0], f"-{most} to {most}", "its run-outs")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Deal):
            return NotImplemented
        arrays, other_arrays = self.to_arrays(), other.to_arrays()
        return (
            self.to_dict() == other.to_dict()
            and arrays.keys() == other_arrays.keys()
            and all(np.array_equal(array, other_arrays[name]) for name, array in arrays.items())
        )

    def __hash__(self) -> int:
        """Return a cheap hash: deals of one name and size are told apart when they are compared."""
        return hash((self.name, self.ways.shape))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return a function and its arguments that make the deal again, here or in a process.

        Nothing that can be computed is copied, and nothing of what `holdem` and `holdem_combos`
        return: these are called again.
        """
        make = _SHARED_DEALS.get(self.name)
        if make is not None and self == make():
            return make, ()
        return Deal, (self.hands, self.ways, self.margins, self.runout_counts, self.name)

    @property
    def is_holdem(self) -> bool:
        """Whether this is the deal of `holdem`, or an equal one."""
        # Names are compared first: other deals need not wait for hold'em's table.
        return self.name == _HOLDEM_NAME and self == holdem()

    def to_dict(self) -> dict[str, Any]:
        """Return the texts of the deal for JSON: with `to_arrays`, all that `from_dict` needs."""
        return {"name": self.name, "hands": self.hands, "class_name": type(self).__name__}

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays that make up the deal, by name, as a file holds them."""
        return {"ways": self.ways, "margins": self.margins, "runout_counts": self.runout_counts}

    @staticmethod
    def from_dict(written: Mapping[str, Any], arrays: ArrayFile) -> "Deal":
        """Make the deal, a river or another, that `to_dict` and `to_arrays` have written."""
        class_name = written["class_name"]
        require_one_of("class_name", class_name, _DEAL_CLASSES)
        hands = as_pair(map(tuple, written["hands"]))
        return _DEAL_CLASSES[class_name]._from_arrays(arrays, hands, written["name"])

    @classmethod
    def _from_arrays(cls, arrays: ArrayFile, hands: _Labels, name: str) -> "Deal":
        """Make the deal whose `to_arrays` are in a file."""
        pairs = len(hands[0]) * len(hands[1])
        ways, margins, runout_counts = (
            arrays.read(array, pairs) for array in ("ways", "margins", "runout_counts")
        )
        return cls(hands, ways, margins, runout_counts, name)

    @cached_property
    def total_ways(self) -> int:
        """In how many ways a pair of hands is dealt, all pairs together."""
        return int(self.ways.sum())

    @cached_property
    def prior(self) -> np.ndarray:
        """Probability of each pair of hands, (n0, n1); the entries add up to 1."""
        return frozen_copy(self.ways / self.total_ways)

    @cached_property
    def net_shares(self) -> np.ndarray:
        """Player 0's share won minus share lost, (n0, n1), -1 to 1; 0 for an impossible pair."""
        net_shares = np.zeros(self.ways.shape)
        np.divide(self.margins, self.runout_counts, out=net_shares, where=self.ways > 0)
        return frozen_copy(net_shares)

    @cached_property
    def net_wins(self) -> np.ndarray:
        """The probability that each pair is dealt and won, minus dealt and lost, (n0, n1).

        It is ``prior * net_shares``: the pair's part of the value for each chip staked.
        """
        return frozen_copy(self.prior * self.net_shares)

    def hand_index(self, player: int, hand: str) -> int:
        """Find a hand's index among a player's hands.

        One label is one hand here: `hand_indices` also finds all combos of ``"66"``.

        Raises
        ------
        ValueError
            If the player has no hand of that name.

        Examples
        --------
        >>> holdem().hand_index(1, "AKs")
        1
        """
        labels = self.hands[_read_player(player)]
        if not (isinstance(hand, str) and hand in labels):
            raise refusal("hand", repr(hand), f"one of {first_labels(labels)} of {self.name}")
        return labels.index(hand)

    def hand_indices(self, player: int, hand: str) -> list[int]:
        """Return the indices of a hand among a player's: in a deal of combos, of all its combos.

        Raises
        ------
        ValueError
            If the player has no hand of that name.

        Examples
        --------
        >>> river("Td9d6hQc2s", "66, AKs").hand_indices(0, "66")
        [4, 5, 6]
        """
        labels = self.hands[_read_player(player)]
        if isinstance(hand, str) and hand in cards.HAND_INDEX and hand not in labels:
            combos = set(cards.COMBO_NAMES[cards.combos_of(hand)])
            indices = [index for index, label in enumerate(labels) if label in combos]
            if indices:
                return indices
        return [self.hand_index(player, hand)]

    def hand_probabilities(self, player: int) -> np.ndarray:
        """Return the probabilities that a player is dealt his hands, (hands,).

        Examples
        --------
        >>> kuhn().restrict(["K"], ["J", "Q"]).hand_probabilities(1)
        array([0.5, 0.5])
        """
        return self.prior.sum(axis=1 - _read_player(player))

    def read_frequencies(
        self, player: int, frequencies: FrequenciesLike, *, name: str = "frequencies"
    ) -> np.ndarray:
        """Read how often a player holds or plays each of his hands, into floats of shape (hands,).

        Where a range gives the combos of a hand different weights, the hand has their mean.

        Parameters
        ----------
        player : int
            Whose hands.
        frequencies : FrequenciesLike
            A range as text or as a `Range`, a list of hands, a mapping of hands to weights, a
            number for each of all hands, or one number. Of a range those hands count that the deal
            has; other hands are 0.
        name : str
            The argument's name in errors.

        Raises
        ------
        ValueError
            If the frequencies cannot be read, as in `restrict`.

        Examples
        --------
        >>> kuhn().read_frequencies(0, {"K": "1/2"})
        array([0. , 0. , 0.5])
        >>> holdem().read_frequencies(0, "KK+, AKs:0.5")[:3]
        array([1. , 0.5, 0. ])
        """
        labels = self.hands[_read_player(player)]
        given = read_items(name, frequencies)
        names_hands = (
            isinstance(frequencies, Mapping | Range | set | frozenset)
            or np.issubdtype(given.dtype, np.str_)  # a text, or a list of labels
            or not given.size  # an empty one
        )
        column = np.zeros(len(labels))
        if names_hands:
            weights = read_weights(name, frequencies, labels, average_combos=True)
            for hand, weight in weights.items():
                column[self.hand_index(player, hand)] = weight
        elif given.shape in ((), column.shape):
            column[:] = read_floats(name, given)
        else:
            raise refusal(name, f"shape {given.shape}", f"a number or {len(labels)} numbers")
        if not (column.min() >= 0 and column.max() < np.inf):
            raise refusal(name, short_repr(frequencies), "numbers from 0 up")
        return column

    def read_probabilities(
        self,
        player: int,
        probabilities: FrequenciesLike,
        *,
        name: str = "probabilities",
        tolerance: float = 0,
    ) -> np.ndarray:
        """Read how likely a player does something with each of his hands, (hands,) floats.

        They are read as in `read_frequencies`; one above 1 by more than the tolerance is a
        ValueError, too.
        """
        read = self.read_frequencies(player, probabilities, name=name)
        if read.max() > 1 + tolerance:
            raise refusal(name, f"{read.max():.9g}", "0 to 1")
        return read

    def meetings(self, player: int, frequencies: np.ndarray) -> np.ndarray:
        """Return the frequencies at which a player's hands meet the opponent's: sums over `prior`.

        Parameters
        ----------
        player : int
            Whose hands.
        frequencies : (m, opponent's hands) or (opponent's hands,) array
            How often the opponent comes with each of his hands, in ``m`` cases or in one.

        Returns
        -------
        (m, hands) or (hands,) array
            In the precision of the frequencies.

        Examples
        --------
        A king meets a jack in one deal out of six:

        >>> float(kuhn().meetings(0, np.array([1, 0, 0]))[2])
        0.16666666666666666
        """
        player = _read_player(player)
        prior, _ = self.matrices_to(player, frequencies.dtype)
        return frequencies @ prior

    def net_wins_against(self, player: int, frequencies: np.ndarray) -> np.ndarray:
        """Return the frequencies at which a player's hands win, minus those at which they lose.

        These are sums over `net_wins`, which is player 0's, with the player's sign. Parameters
        and result are as in `meetings`. Where cards are still to come, shares of the run-outs
        count.

        Examples
        --------
        >>> float(kuhn().net_wins_against(1, np.array([1, 0, 0]))[2])
        0.16666666666666666
        """
        player = _read_player(player)
        _, net_wins = self.matrices_to(player, frequencies.dtype)
        return SIGNS[player] * (frequencies @ net_wins)

    def matrices_to(self, player: int, dtype: np.dtype[Any]) -> tuple[np.ndarray, np.ndarray]:
        """Return `prior` and `net_wins` as maps to a player's hands, (opponent's hands, hands).

        They have the precision of a dtype, float32 or float64.
        """
        player, is_single = _read_player(player), dtype == np.float32
        prior, net_wins = self._in_single_precision if is_single else (self.prior, self.net_wins)
        return (prior.T, net_wins.T) if player == 0 else (prior, net_wins)

    @cached_property
    def _in_single_precision(self) -> tuple[np.ndarray, np.ndarray]:
        """`prior` and `net_wins` in single precision."""
        return self.prior.astype(np.float32), self.net_wins.astype(np.float32)

    def equity(self, player: int, against: FrequenciesLike) -> np.ndarray:
        """Return the equity of a player's hands against the opponent's range, (hands,).

        It is the expected share of the pot, where a tie counts half; nan for a hand that meets
        none.

        Parameters
        ----------
        player : int
            Whose equity.
        against : FrequenciesLike
            How often the opponent has come here with each of his hands, as in `read_frequencies`.

        Examples
        --------
        >>> deal = holdem()
        >>> round(deal.equity(0, "QQ+, AK:0.5")[deal.hand_index(0, "JJ")], 4)
        np.float64(0.3005)
        """
        player = _read_player(player)
        frequencies = self.read_frequencies(1 - player, against, name="against")
        meetings = self.meetings(player, frequencies)
        net_wins = self.net_wins_against(player, frequencies)
        net_shares = np.full(len(meetings), np.nan)
        np.divide(net_wins, meetings, out=net_shares, where=meetings > 0)
        return (1 + net_shares) / 2

    def restrict(self, hands0: RangeLike, hands1: RangeLike | None = None) -> "Deal":
        """Return the deal of the hands that are left to each player.

        A river stays one, the one that `river` makes of the rest: combos that meet none of the
        opponent's are dropped.

        Parameters
        ----------
        hands0, hands1 : str, Range, sequence of str or mapping of str to weights
            The hands left to player 0 and to player 1: a range, where those hands count that the
            deal has, or the hands' labels, alone or with weights. Left out, ``hands1`` is the same
            as ``hands0``. A hand of weight 1/2 is dealt half as often as it was, next to one of
            weight 1. Weights of too many digits for integers are rounded to millionths of the
            player's largest.

        Raises
        ------
        ValueError
            If a label is unknown, hands come in a set, which has no order, a range gives the combos
            of one hand different weights (:func:`holdem_combos` tells them apart), no pair of the
            hands left can be dealt together, or they would be dealt in 2**63 ways or more.

        Examples
        --------
        >>> holdem().restrict("QQ+", "AKs, AKo").hands
        (('AA', 'KK', 'QQ'), ('AKs', 'AKo'))
        """
        held0, held1 = self._read_restriction(hands0, hands1)
        pairs = np.ix_(self._indices_of(0, held0), self._indices_of(1, held1))
        ways = self.ways[pairs].astype(object)  # Python's integers, which do not overflow
        weights0, weights1 = whole_weights((held0.values(), held1.values()), ways.max())
        ways = ways * np.outer(weights0, weights1)
        if not ways.any():
            raise ValueError("hands0, hands1: no two of them are dealt together")
        common_divisor = gcd(*ways.flat)
        if common_divisor > 1:
            ways //= common_divisor
        if ways.sum() > MAX_WAYS:
            given = f"weights for {ways.sum()} ways"
            raise refusal("hands0, hands1", given, f"at most {MAX_WAYS}", word="allowed")
        return Deal(
            (tuple(held0), tuple(held1)),
            ways,
            self.margins[pairs],
            self.runout_counts[pairs],
            f"{self.name}, restricted",
        )

    def _read_restriction(
        self, hands0: RangeLike, hands1: RangeLike | None
    ) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """Return the weights by label that `restrict` leaves to the two players."""
        second_name, second_hands = "hands1", hands1
        if second_hands is None:
            second_name, second_hands = "hands0", hands0
        first = read_weights("hands0", hands0, self.hands[0])
        second = read_weights(second_name, second_hands, self.hands[1])
        for name, weights in (("hands0", first), (second_name, second)):
            if not weights:
                raise refusal(name, "none", "at least one")
        return first, second

    def _indices_of(self, player: int, hands: Iterable[str]) -> list[int]:
        """Return the indices of some of a player's hands."""
        return [self.hand_index(player, hand) for hand in hands]

    def __repr__(self) -> str:
        return f"<Deal {self.name}: {len(self.hands[0])} x {len(self.hands[1])} hands>"


def _read_player(player: int) -> int:
    """Read a player, 0 or 1; anybody else is a ValueError."""
    return read_player(player, (), "as a deal has no names for the players")


def _read_labels(hands: Any) -> _Labels:
    """Return both players' labels, given as a pair of lists, or as one list that serves both."""
    given = read_list("hands", hands, "a pair of lists of labels")
    if given and all(isinstance(label, str) for label in given):
        given = [given, given]
    first, second = (
        tuple(read_list("hands", labels, "a list of labels"))
        for labels in read_pair("hands", given, "a pair of lists of labels, or one list of them")
    )
    for label in (*first, *second):
        require_name("hands", label)
    for labels in (first, second):
        if len(set(labels)) < len(labels):
            raise refusal("hands", labels, "labels that are all different")
    return first, second


def _read_integers(name: str, numbers: Any, shape: tuple[int, int]) -> np.ndarray:
    """Return an argument as an array of integers of this shape."""
    array = read_items(name, numbers)
    if array.shape != shape:
        raise refusal(name, f"shape {array.shape}", shape, "hands by hands")
    try:
        with np.errstate(invalid="ignore"):
            whole = array.astype(np.int64)
    except (OverflowError, TypeError, ValueError):
        raise refusal(name, short_repr(numbers), "whole numbers below 2**63") from None
    if (whole != array).any():
        given = array[whole != array][0]
        raise refusal(name, given, "whole numbers below 2**63")
    return whole


@dataclass(frozen=True, eq=False, repr=False, init=False)
class RiverDeal(Deal):
    """The deal of a river, where each player holds some combos, and the higher rank wins.

    Pairs of combos that share a card are not dealt. Payoffs of a game are found in a time that
    grows with the number of combos, not with its square. `river` makes such deals from ranges.

    It is a ValueError if a player has more or fewer labels than combos, or if the sums of the two
    players' ways multiply to 2**63 or more.

    Parameters
    ----------
    hands
        As in `Deal`.
    ranked_ranges : pair of RankedRange
        The combos that the players may hold. Ways, margins and run-outs follow from them.
    name
        As in `Deal`.
    """

    # Arguments of `Deal`, which here follow from the ranked ranges. They are declared so that
    # `dataclasses.replace` refuses them.
    ways: np.ndarray = field(init=False)
    margins: np.ndarray = field(init=False)
    runout_counts: np.ndarray = field(init=False)
    # By keyword alone, since `name`, which has a default, comes before it in `Deal`.
    ranked_ranges: tuple[RankedRange, RankedRange] = field(kw_only=True)

    def __init__(
        self,
        hands: Sequence[Sequence[str]] | Sequence[str],
        ranked_ranges: Sequence[RankedRange],
        name: str = "deal",
    ) -> None:
        both = read_pair("ranked_ranges", ranked_ranges, "a pair of RankedRange")
        for ranked_range in both:
            require_type("ranked_ranges", ranked_range, RankedRange, "a RankedRange")
        ways, margins = ways_and_margins(*both)
        super().__init__(hands, ways, margins, name=name)
        set_fields(self, ranked_ranges=both)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the class and the players' ranges, which make the deal again."""
        return RiverDeal, (self.hands, self.ranked_ranges, self.name)

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays that make up the deal, by name, as a file holds them."""
        arrays = {}
        for player, ranked_range in enumerate(self.ranked_ranges):
            arrays[f"cards{player}"] = ranked_range.cards
            arrays[f"ranks{player}"] = ranked_range.ranks
            arrays[f"ways{player}"] = ranked_range.ways
        return arrays

    @classmethod
    def _from_arrays(cls, arrays: ArrayFile, hands: _Labels, name: str) -> "RiverDeal":
        """Make the deal whose `to_arrays` are in a file."""
        ranked_ranges = []
        for player, labels in enumerate(hands):
            combos = arrays.read(f"cards{player}", 2 * len(labels))
            ranks = arrays.read(f"ranks{player}", len(labels))
            ways = arrays.read(f"ways{player}", len(labels))
            ranked_ranges.append(RankedRange(combos, ranks, ways))
        return cls(hands, ranked_ranges, name)

    def restrict(self, hands0: RangeLike, hands1: RangeLike | None = None) -> Deal:
        """Return the river of the hands that are left to each player; see `Deal.restrict`."""
        weights0, weights1 = self._read_restriction(hands0, hands1)
        first, second = self._held_combos(0, weights0), self._held_combos(1, weights1)
        return _make_river("hands0, hands1", first, second, f"{self.name}, restricted")

    def _held_combos(self, player: int, weights: Mapping[str, Fraction]) -> list[HeldCombo]:
        """Return some of a player's combos, each held in its ways here times a weight."""
        ranked_range, held = self.ranked_ranges[player], []
        for name, weight in weights.items():
            index = self.hand_index(player, name)
            combo, rank = ranked_range.cards[index].tolist(), int(ranked_range.ranks[index])
            held.append(HeldCombo(name, combo, rank, int(ranked_range.ways[index]) * weight))
        return held


def _make_river(
    arguments: str, first: Sequence[HeldCombo], second: Sequence[HeldCombo], name: str
) -> RiverDeal:
    """Return the river of those of both players' combos that meet one another."""
    meeting = meeting_combos(arguments, first, second)
    labels = as_pair(tuple(combo.name for combo in combos) for combos in meeting)
    return RiverDeal(labels, as_pair(map(RankedRange.of, meeting)), name)


# By what a file calls them.
_DEAL_CLASSES: dict[str, type[Deal]] = {"Deal": Deal, "RiverDeal": RiverDeal}


def river(board: str, first: RangeLike = "random", second: RangeLike = "random") -> RiverDeal:
    """Return two ranges of combos on a board of five cards, with nothing left to be dealt.

    The hands are combos such as ``AcKd``. The first player, number 0, acts first, out of position.

    Parameters
    ----------
    board : str
        Five cards, such as ``"Td9d6hQc2s"``, as `pokerlab.cards.parse_cards` reads them.
    first, second : str, Range, sequence of str or mapping of str to weights
        What each player may hold: a range, or hands or combos, alone or with weights. Combos with
        a card of the board are dropped, and so are those that meet none of the opponent's, or
        whose weight is rounded to 0 (`Deal.restrict`).

    Raises
    ------
    ValueError
        If the board is not five different cards, a range cannot be read, or no pair is left.

    Examples
    --------
    >>> river("Td9d6hQc2s", "QQ, KJs:0.5", "TT+").prior.shape
    (7, 24)
    """
    board_cards = cards.parse_cards(board, "board")
    if len(board_cards) != 5:
        raise refusal("board", repr(board), "five cards", "such as Td9d6hQc2s")
    first_combos = read_combos("first", first, board, board_cards)
    second_combos = read_combos("second", second, board, board_cards)
    name = "river " + "".join(cards.CARD_NAMES[card] for card in board_cards)
    return _make_river("first, second", first_combos, second_combos, name)


def holdem(card_removal: bool = True) -> Deal:
    """Return heads-up hold'em over the 169 starting hands, in chart order; always the same object.

    Without ``card_removal``, a common simplification, one player's cards are not missing from the
    other's deck: the hands are drawn independently, in proportion to their combos. Two hands that
    meet still play out exactly.
    """
    return _holdem(bool(card_removal))


def read_deal(deal: Deal | None) -> Deal:
    """Read a deal, which is `holdem` if it is left out; anything else is a TypeError."""
    require_type("deal", deal, Deal | None, "a Deal")
    return holdem() if deal is None else deal


@cache
def _holdem(card_removal: bool) -> Deal:
    """Make the deal of `holdem`."""
    win, tie, lose = equity_table.hand_outcomes()
    runout_counts = win + tie + lose
    if card_removal:
        ways = runout_counts // equity_table.BOARDS_PER_PAIR
    else:
        ways = np.outer(cards.COMBOS_PER_HAND, cards.COMBOS_PER_HAND)
    name = _HOLDEM_NAME if card_removal else _WITHOUT_REMOVAL_NAME
    return Deal((cards.HANDS, cards.HANDS), ways, win - lose, runout_counts, name)


@cache
def holdem_combos() -> Deal:
    """Return heads-up hold'em over the 1,326 combos, in the order of :data:`pokerlab.cards.COMBOS`.

    It is the same object at every call; its matrices take 14 MB each.
    """
    win, tie = equity_table.combo_outcomes()
    runout_counts = win + tie + win.T
    hands = (cards.COMBO_NAMES, cards.COMBO_NAMES)
    ways = runout_counts // equity_table.BOARDS_PER_PAIR
    return Deal(hands, ways, win - win.T, runout_counts, _COMBOS_NAME)


# What returns the deals that are always the same objects, by their names.
_SHARED_DEALS: dict[str, Callable[[], Deal]] = {
    _HOLDEM_NAME: holdem,
    _WITHOUT_REMOVAL_NAME: partial(holdem, False),
    _COMBOS_NAME: holdem_combos,
}


def numbers(n: int) -> Deal:
    """Return the deal of numbers: each player draws one of 0..n-1 by himself; the higher wins.

    Equal numbers tie. This is the other game of A. Selby's sim.c (1999), and as ``n`` grows it
    becomes the [0, 1] game of J. von Neumann and É. Borel. Anything but a positive integer is a
    ValueError.
    """
    require_count("n", n)
    return _ranked(tuple(map(str, range(n))), np.ones((n, n), int), f"numbers below {n}")


def kuhn() -> Deal:
    """Return Kuhn's deal (1950): a card each from a jack, a queen and a king."""
    return _ranked(("J", "Q", "K"), 1 - np.eye(3, dtype=int), "Kuhn's three cards")


def _ranked(labels: tuple[str, ...], ways: np.ndarray, name: str) -> Deal:
    """Return a deal of the same ranks to both players, the lowest first; the higher one wins."""
    rank = np.arange(len(labels))
    margins = np.sign(rank[:, None] - rank)
    return Deal((labels, labels), ways, margins, name=name)
