"""Deals: who may hold what, how likely it is, and who wins when the hands are shown.

A deal is the part of chance in a game. It consists of two matrices over hands:

- ``prior[i, k]``, the probability that player 0 is dealt hand ``i`` and player 1 hand ``k``;
- ``showdown[i, k]``, the share of the stake that player 0 then wins less the share that he loses.

The betting belongs to a tree (:mod:`pokerlab.trees`). Both matrices are also kept as exact
integers, so that a solution can be proven in exact arithmetic.
"""

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import gcd, lcm
from typing import Any, NamedTuple, cast

import numpy as np

from pokerlab import cards, equity_table, ranges
from pokerlab._foundations import (
    as_pair,
    check_count,
    check_type,
    read_floats,
    read_list,
    read_only,
    read_pair,
    read_player,
    set_fields,
)
from pokerlab.amounts import Amount, parse_amount

BLINDS = "small blind", "big blind"  #: The players of hold'em.
MOST = 2**63 - 1  #: What a deal's weights add up to at most.
PARTS = 10**6  #: To this part of the largest, weights count that are rounded.
SIMPLE = 1000  #: Up to this denominator a float is taken for the fraction that it is nearest to.
Held = Amount | Sequence[str] | Sequence[float] | Mapping[str, Amount] | ranges.Range | np.ndarray
"""How often a player does something with his hands: as a range in text such as ``"TT+, AQs+:0.5"``,
a `Range`, a weight for each of some hands, those hands alone, or a number for each of all hands. Of
a range the hands count that the deal has. `Deal.range` reads it.
"""
Ranged = str | ranges.Range | Sequence[str] | Mapping[str, Amount]
"""What a player may hold, as a range, a list of hands, or a weight for each of some hands;
`Deal.restrict` and `river` read it."""


class Side(NamedTuple):
    """The combos that a player may hold on a river; `Side.of` puts them in order."""

    order: np.ndarray  #: (hands,), the places of his hands by rank, the lowest first.
    cards: np.ndarray  #: (hands, 2), 0 to 51, in this order, as in :data:`pokerlab.cards.COMBOS`.
    ranks: np.ndarray  #: (hands,), in this order; the higher rank wins.
    weights: np.ndarray  #: (hands,), int, his factors of `Deal.weights`, hand by hand.

    @classmethod
    def of(cls, held: np.ndarray, ranks: np.ndarray, weights: np.ndarray) -> "Side":
        """The side of combos that are given hand by hand, which is checked.

        It is a ValueError unless there are as many ranks and weights as pairs of cards, all of them
        whole numbers, no weight is negative, and no two hands are the same combo.

        Parameters
        ----------
        held : (hands, 2) array of int
            The two cards of each hand, 0 to 51, in the order of :data:`pokerlab.cards.COMBOS`.
        ranks : (hands,) array of int
            What each hand is worth on the board; the higher rank wins.
        weights : (hands,) array of int
            In how many ways the player is dealt each hand.
        """
        held, ranks, weights = map(np.asarray, (held, ranks, weights))
        shapes = held.shape, ranks.shape, weights.shape
        count = len(held) if held.ndim else 0
        if shapes != ((count, 2), (count,), (count,)):
            raise ValueError(f"sides: shapes {shapes} given, (n, 2), (n,) and (n,) needed")
        if any(part.dtype.kind not in "iu" for part in (held, ranks, weights)):
            raise ValueError("sides: cards, ranks and weights needed that are whole numbers")
        known = {(first, second): n for n, (first, second) in enumerate(cards.COMBOS.tolist())}
        combos = [known.get((first, second)) for first, second in held.tolist()]
        if None in combos or len({*combos}) < count:
            raise ValueError("sides: different combos needed, each as in pokerlab.cards.COMBOS")
        if (weights < 0).any():
            raise ValueError("sides: a weight below 0 given")
        ranks = ranks.astype(np.int64)
        order = ranks.argsort(kind="stable")
        held = held.astype(cards.COMBOS.dtype)
        parts = order, held[order], ranks[order], weights.astype(np.int64)
        return cls(*map(read_only, parts))

    def by_hand(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Cards, ranks and weights hand by hand, as `Side.of` takes them."""
        place = self.order.argsort()
        return self.cards[place], self.ranks[place], self.weights


@dataclass(frozen=True, eq=False)
class Deal:
    """The joint distribution of two hands and the result of every showdown between them.

    It is a ValueError if the shapes differ, a player has a label twice, a weight is negative, all
    weights are zero, a possible pair has a margin that is not between ``-runouts`` and ``runouts``,
    a number is not whole, or a number or the sum of the weights is 2**63 or more. Floats will do
    if they are whole. Labels, names or sides of another type are a TypeError. Two deals are equal
    if all that they are made of is.

    Parameters
    ----------
    hands : pair of sequences of str, or sequence of str
        The hands' labels, player 0's and player 1's, which may differ in number; or one list of
        them that serves both.
    weights : (n0, n1) array of whole numbers
        In how many equally likely ways player 0 is dealt hand ``i`` and player 1 hand ``k``.
    margins, runouts : (n0, n1) arrays of whole numbers
        ``margins / runouts`` is exactly what player 0 gains per chip staked when ``i`` meets ``k``,
        from 1 for a certain win to -1 for a certain loss. In hold'em the run-outs are all boards
        for all disjoint pairs of combos, the margins how many of them win less how many lose.
        One run-out each if left out, as where the hands alone decide.
    name : str
        What the deal is called where it is printed.
    players : pair of str
        The players' names.
    sides : pair of Side
        Both players' combos on a river, by `river`. What a game pays is then found in a time that
        grows with the number of hands, not with its square. A ValueError, if they do not have
        these weights and margins: a deal of other ones has no sides, or those of `from_sides`.

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

    hands: tuple[tuple[str, ...], tuple[str, ...]] | Any  # which becomes a pair of tuples
    weights: np.ndarray
    margins: np.ndarray
    runouts: np.ndarray | Any = None  # which becomes ones
    name: str = "deal"
    players: tuple[str, str] = ("player 0", "player 1")
    sides: tuple[Side, ...] = ()

    def __post_init__(self) -> None:
        hands, players = _labels(self.hands), read_pair("players", self.players, "two names")
        for player in players:
            check_type("players", player, str, "names in text")
        set_fields(self, hands=hands, players=players)
        if self.runouts is None:
            set_fields(self, runouts=np.ones(as_pair(map(len, hands)), int))
        for name in ("weights", "margins", "runouts"):
            given, needed = getattr(self, name), as_pair(map(len, hands))
            try:
                array = np.asarray(given)
            except ValueError:  # rows of different lengths
                array = read_floats(name, given)
            if (shape := array.shape) != needed:
                raise ValueError(f"{name}: shape {shape} given, {needed} needed, hands by hands")
            try:
                with np.errstate(invalid="ignore"):
                    whole = array.astype(np.int64)
            except (OverflowError, TypeError, ValueError):
                raise ValueError(f"{name}: whole numbers below 2**63 needed") from None
            for given in array[whole != array][:1]:
                raise ValueError(f"{name}: {given} given, whole numbers below 2**63 needed")
            set_fields(self, **{name: whole})
        possible = self.weights > 0
        if (self.weights < 0).any() or not possible.any():
            raise ValueError("weights: none may be negative, and not all zero")
        if (total := sum(self.weights[possible].tolist())) > MOST:
            raise ValueError(f"weights: they add up to {total}, at most {MOST} allowed")
        margins, runouts = self.margins[possible], self.runouts[possible]
        if ((runouts < 1) | (margins < -runouts) | (margins > runouts)).any():
            raise ValueError("margins: -runouts to runouts needed, and runouts from 1 up")
        if sides := read_list("sides", self.sides, "a pair of Side"):
            for side in sides:
                check_type("sides", side, Side, "a Side")
            set_fields(self, sides=read_pair("sides", sides, "a pair of Side"))
            self._check_sides()

    def _check_sides(self) -> None:
        """Refuse sides that do not have the deal's weights and margins."""
        if (given := as_pair(len(side.order) for side in self.sides)) != self.weights.shape:
            raise ValueError(f"sides: {given} hands given, {self.weights.shape} needed")
        sides = as_pair(Side.of(*side.by_hand()) for side in self.sides)
        weights, margins = _pairs(sides)
        same = (weights == self.weights) & (
            (margins * self.runouts == self.margins) | ~(weights > 0)
        )
        if not same.all():
            raise ValueError("sides: given with other weights or margins than they have")
        set_fields(self, sides=sides)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Deal):
            return NotImplemented
        if (self.hands, self.name, self.players) != (other.hands, other.name, other.players):
            return False
        mine, its = self._arrays(), other._arrays()
        return len(mine) == len(its) and all(map(np.array_equal, mine, its))

    def _arrays(self) -> list[np.ndarray]:
        """All that tells apart deals of the same labels and names."""
        parts = (part for side in self.sides for part in side)
        return [self.weights, self.margins, self.runouts, *parts]

    def __hash__(self) -> int:
        """A cheap hash: deals of one name and size are told apart when they are compared."""
        return hash((self.name, self.players, self.weights.shape))

    @classmethod
    def from_sides(
        cls,
        hands: Sequence[Sequence[str]],
        sides: Sequence[Side],
        name: str,
        players: Sequence[str],
    ) -> "Deal":
        """The deal of a river that two sides tell all about: who meets whom, and who wins.

        Pairs of hands that share a card are not dealt. The sums of the two players' weights must
        not multiply to more than `MOST`, which is a ValueError.
        """
        weights, margins = _pairs(sides)
        labels = as_pair(map(tuple, hands))
        return cls(labels, weights, margins, None, name, as_pair(players), as_pair(sides))

    def __reduce__(self) -> tuple:
        """What is copied, or sent to another process: a river's sides, or the three tables.

        Of the deals that are the same object at every call, their names are.
        """
        if self.name == "hold'em" and self is holdem():
            return holdem, ()
        if self.name == "hold'em combos" and self is holdem_combos():
            return holdem_combos, ()
        if self.sides:
            return Deal.from_sides, (self.hands, self.sides, self.name, self.players)
        counts = self.weights, self.margins, self.runouts
        return Deal, (self.hands, *counts, self.name, self.players)

    @cached_property
    def total(self) -> int:
        """The sum of the weights."""
        return int(self.weights.sum())

    @cached_property
    def prior(self) -> np.ndarray:
        """Probability of each pair of hands, (n0, n1); the entries add up to 1."""
        return read_only(self.weights / self.total)

    @cached_property
    def showdown(self) -> np.ndarray:
        """Player 0's share won less share lost, (n0, n1), -1 to 1; 0 for an impossible pair."""
        share = np.zeros(self.weights.shape)
        return read_only(np.divide(self.margins, self.runouts, out=share, where=self.weights > 0))

    @cached_property
    def payoff(self) -> np.ndarray:
        """What each pair adds to the value per chip staked, ``prior * showdown``, (n0, n1)."""
        return read_only(self.prior * self.showdown)

    def player(self, player: int | str) -> int:
        """A player's number, given his number or his name."""
        return read_player(player, self.players)

    def index(self, player: int | str, hand: str) -> int:
        """Where a hand stands among a player's hands; a ValueError if he has none of that name.

        Examples
        --------
        >>> holdem().index("big blind", "AKs")
        1
        """
        labels = self.hands[self.player(player)]
        if not (isinstance(hand, str) and hand in labels):
            shown = ", ".join(labels[:4])
            raise ValueError(f"hand: {hand!r} given, one of {shown}, ... of {self.name} needed")
        return labels.index(hand)

    def indices(self, player: int | str, hand: str) -> list[int]:
        """Where a hand stands among a player's; of a hand such as 66 in a deal of combos, them all.

        It is a ValueError if he has none of that name.

        Examples
        --------
        >>> river("Td9d6hQc2s", "66, AKs").indices(0, "66")
        [4, 5, 6]
        """
        labels = self.hands[self.player(player)]
        if isinstance(hand, str) and hand in cards.HAND_INDEX and hand not in labels:
            first, count = (
                of[cards.HAND_INDEX[hand]] for of in (cards.FIRST_COMBOS, cards.COMBO_COUNTS)
            )
            combos = {*cards.COMBO_NAMES[first : first + count]}
            if found := [place for place, label in enumerate(labels) if label in combos]:
                return found
        return [self.index(player, hand)]

    def chances(self, player: int | str) -> np.ndarray:
        """How likely a player is to be dealt each of his hands, (hands,).

        Examples
        --------
        >>> kuhn().restrict(["K"], ["J", "Q"]).chances(1)
        array([0.5, 0.5])
        """
        return self.prior.sum(axis=1 - self.player(player))

    def range(self, player: int | str, held: Held) -> np.ndarray:
        """Read what is said of a player's hands, as `Held` tells, into floats of shape (hands,).

        What cannot be read is a ValueError, as in `restrict`; where a range gives the combos of a
        hand different weights, the hand has their mean.

        Examples
        --------
        >>> kuhn().range(0, {"K": "1/2"}), holdem().range(0, "KK+, AKs:0.5")[:3]
        (array([0. , 0. , 0.5]), array([1. , 0.5, 0. ]))
        """
        labels = self.hands[self.player(player)]
        column = np.zeros(len(labels))
        named = isinstance(held, str | Mapping | ranges.Range | set | frozenset)
        try:
            numbers = np.asarray(held)
        except ValueError:  # rows of different lengths
            numbers = read_floats("hands", cast(Any, held))
        if named or numbers.dtype.kind == "U" or not numbers.size:
            for hand, weight in _weights(held, labels, mean=True).items():
                column[self.index(player, hand)] = weight
        elif numbers.shape in ((), column.shape):
            column[:] = read_floats("hands", numbers)
        else:
            needed = f"a number or {len(labels)} numbers needed"
            raise ValueError(f"hands: shape {numbers.shape} given, {needed}")
        if not (column.min() >= 0 and column.max() < np.inf):
            raise ValueError(f"hands: {reprlib.repr(held)} given, numbers from 0 up needed")
        return column

    def multiply(self, player: int | str, showdown: bool, plans: np.ndarray) -> np.ndarray:
        """What each of a player's hands meets, times the deal's probabilities, (m, hands).

        How often the other player comes with each of his hands, in ``m`` cases, is said by
        ``plans``, (m, the other's hands), whose precision the result has. At a ``showdown`` it is
        multiplied also by the share of the stake that player 0 wins less the share that he loses.
        """
        matrices = (self.prior, self.payoff) if plans.dtype == float else self._single
        matrix = matrices[showdown]
        return plans @ (matrix if self.player(player) else matrix.T)

    @cached_property
    def _single(self) -> tuple[np.ndarray, np.ndarray]:
        """`prior` and `payoff` in single precision."""
        return as_pair(matrix.astype(np.float32) for matrix in (self.prior, self.payoff))

    def equity(self, player: int | str, against: Held) -> np.ndarray:
        """The equity of each of a player's hands against what the other may hold, (hands,).

        It is the expected share of the pot, where a tie counts half; nan for a hand that meets
        none. How often the other player has come here with each of his is said by ``against``.

        Examples
        --------
        >>> deal = holdem()
        >>> round(deal.equity("small blind", "QQ+, AK:0.5")[deal.index(0, "JJ")], 4)
        np.float64(0.3005)
        """
        player = self.player(player)
        prior, payoff = (self.prior, self.payoff) if player == 0 else (self.prior.T, -self.payoff.T)
        weights = self.range(1 - player, against)
        met = prior @ weights
        share = np.divide(payoff @ weights, met, out=np.full(len(met), np.nan), where=met > 0)
        return (1 + share) / 2

    def restrict(self, hands0: Ranged, hands1: Ranged | None = None) -> "Deal":
        """The deal given what each player may hold.

        It is a ValueError if a label is unknown, hands come in a set, which has no order, a range
        gives the combos of one hand different weights (:func:`holdem_combos` tells them apart), or
        no pair of the hands left can be dealt together. A river stays one, the one that `river`
        makes of what is left: combos that meet none of the other player's are dropped.

        Parameters
        ----------
        hands0, hands1 : str, Range, sequence of str or mapping of str to weights
            The hands left to player 0 and to player 1, as a range, of which those count that the
            deal has, or as their labels, alone or with weights; player 1 the same as player 0 if
            left out. A hand of weight 1/2 is dealt half as often as it was, next to one of weight
            1. Weights of too many digits for integers are rounded to a `PARTS`-th of the player's
            largest.

        Examples
        --------
        >>> holdem().restrict("QQ+", "AKs, AKo").hands
        (('AA', 'KK', 'QQ'), ('AKs', 'AKo'))
        """
        given = hands0, hands0 if hands1 is None else hands1
        held = [_weights(*pair) for pair in zip(given, self.hands, strict=True)]
        if not all(held):
            raise ValueError("hands: none given, at least one needed")
        places = [[self.index(p, hand) for hand in held[p]] for p in (0, 1)]
        shares = [[*weights.values()] for weights in held]
        name = f"{self.name}, restricted"
        if self.sides:
            kept_sides = []
            for side, place, share in zip(self.sides, places, shares, strict=True):
                combos, ranks, dealt = (part[place] for part in side.by_hand())
                product = [int(ways) * part for ways, part in zip(dealt, share, strict=True)]
                kept_sides.append((combos, ranks, product))
            return _meeting("hands0, hands1", held, kept_sides, name, self.players)
        kept = np.ix_(*places)
        weights = self.weights[kept].astype(object)
        weights *= np.outer(*_whole(shares, weights.max()))
        weights //= gcd(*weights.flat) or 1
        parts = np.array(weights.tolist()), self.margins[kept], self.runouts[kept]
        return Deal(as_pair(map(tuple, held)), *parts, name, self.players)

    def __repr__(self) -> str:
        return f"<Deal {self.name}: {len(self.hands[0])} x {len(self.hands[1])} hands>"


def _labels(hands: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both players' labels, given as a pair of lists, or as one list that serves both."""
    given = read_list("hands", hands, "a pair of lists of labels")
    if given and all(isinstance(label, str) for label in given):
        given = [given, given]
    first, second = (
        tuple(read_list("hands", labels, "a list of labels"))
        for labels in read_pair("hands", given, "a pair of lists of labels, or one list of them")
    )
    for label in (*first, *second):
        check_type("hands", label, str, "labels in text")
    for labels in (first, second):
        if len({*labels}) < len(labels):
            raise ValueError(f"hands: the labels {labels} are not all different")
    return first, second


def river(board: str, first: Ranged = "random", second: Ranged = "random") -> Deal:
    """Two ranges of combos on a board of five cards, with nothing left to be dealt.

    The hands are combos such as ``AcKd``. The first player, number 0, acts first, out of position.
    A ValueError: the board is not five different cards, a range cannot be read, or no pair is left.

    Parameters
    ----------
    board : str
        Five cards, such as ``"Td9d6hQc2s"``, as `pokerlab.cards.parse_cards` reads them.
    first, second : str, Range, sequence of str or mapping of str to weights
        What each player may hold: a range, or hands or combos, alone or with weights. Combos with
        a card of the board are dropped, and so are those that meet none of the other player's, or
        whose weight is rounded to 0 (`Deal.restrict`).

    Examples
    --------
    >>> river("Td9d6hQc2s", "QQ, KJs:0.5", "TT+").prior.shape
    (7, 24)
    """
    from pokerlab.evaluator import rank_hands

    if len(shown := cards.parse_cards(board)) != 5:
        raise ValueError(f"board: {board!r} given, five cards needed, such as Td9d6hQc2s")
    fits = ~np.isin(cards.COMBOS, shown).any(axis=1)
    weights_held = []
    for name, held in (("first", first), ("second", second)):
        read = _weights(held, cards.COMBO_NAMES)
        if strange := [hand for hand in read if hand not in cards.COMBO_INDEX]:
            raise ValueError(f"{name}: {strange[0]!r} given, hands or combos needed")
        weights = [read.get(combo, Fraction(0)) for combo in cards.COMBO_NAMES]
        if not np.array(weights, object)[fits].any():
            given = held.text if isinstance(held, ranges.Range) else held
            given = repr(given) if isinstance(given, str) else reprlib.repr(given)
            raise ValueError(f"{name}: {given} given, combos off the board {board} needed")
        weights_held.append(np.array(weights, object) * fits)
    combos_held, labels = [], []
    for numbers in weights_held:
        found = numbers.nonzero()[0]
        combos = cards.COMBOS[found]
        ranks = rank_hands(np.c_[combos, np.tile(shown, (len(combos), 1))])
        combos_held.append((combos, ranks.astype(np.int64), numbers[found]))
        labels.append([cards.COMBO_NAMES[combo] for combo in found])
    name = "river " + "".join(cards.CARD_NAMES[card] for card in shown)
    return _meeting("first, second", labels, combos_held, name, ("first player", "second player"))


def _meeting(
    arguments: str,
    labels: Iterable[Iterable[str]],
    held: Sequence[tuple[np.ndarray, np.ndarray, Iterable]],
    name: str,
    players: Sequence[str],
) -> Deal:
    """The river of both players' combos, with their ranks and weights, that meet one another.

    Combos whose weight is rounded to 0 are dropped like those that meet none.
    """
    counts = _whole(weights for *_, weights in held)
    there = [np.flatnonzero(count) for count in counts]
    apart = _apart(*(combos[found] for (combos, *_), found in zip(held, there, strict=True)))
    if not apart.any():
        raise ValueError(f"{arguments}: all their combos share a card, two that do not needed")
    for player in (0, 1):
        met = apart.any(axis=1 - player)
        there[player], apart = there[player][met], apart.compress(met, axis=player)
    sides, hands = [], []
    for (combos, ranks, _), count, names, found in zip(held, counts, labels, there, strict=True):
        weights = (count[found] // gcd(*count[found])).astype(np.int64)
        sides.append(Side.of(combos[found], ranks[found], weights))
        names = [*names]
        hands.append([names[hand] for hand in found])
    return Deal.from_sides(hands, sides, name, players)


def _apart(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Which combos of two lists share no card, (n0, n1) of bool."""
    masks = [(np.int64(1) << combos).sum(axis=1) for combos in (first, second)]
    return masks[0][:, None] & masks[1] == 0


def _pairs(sides: Sequence[Side]) -> tuple[np.ndarray, np.ndarray]:
    """The weights and margins of a river's pairs of hands, (n0, n1) arrays."""
    (first, ranks0, weights0), (second, ranks1, weights1) = (side.by_hand() for side in sides)
    if (most := sum(weights0.tolist()) * sum(weights1.tolist())) > MOST:
        raise ValueError(
            f"sides: weights whose sums multiply to {most} given, at most {MOST} allowed"
        )
    return np.outer(weights0, weights1) * _apart(first, second), np.sign(ranks0[:, None] - ranks1)


def holdem(card_removal: bool = True) -> Deal:
    """Heads-up hold'em over the 169 starting hands, in chart order; the same object at every call.

    Without ``card_removal``, a common simplification, one player's cards are not missing from the
    other's deck: the hands are drawn independently, in proportion to their combos. Two hands that
    meet still play out exactly.
    """
    return _holdem(bool(card_removal))


@cache
def _holdem(card_removal: bool) -> Deal:
    """Make the deal of `holdem`."""
    win, tie, lose = equity_table.hand_counts()
    runouts = win + tie + lose
    pairs = runouts // equity_table.BOARDS
    weights = pairs if card_removal else np.outer(cards.COMBO_COUNTS, cards.COMBO_COUNTS)
    name = "hold'em" if card_removal else "hold'em without card removal"
    return Deal((cards.HANDS, cards.HANDS), weights, win - lose, runouts, name, BLINDS)


@cache
def holdem_combos() -> Deal:
    """Heads-up hold'em over the 1,326 combos, in the order of :data:`pokerlab.cards.COMBOS`.

    It is the same object at every call; its matrices take 14 MB each.
    """
    win, tie = equity_table.combo_counts()
    runouts = win + tie + win.T
    hands = (cards.COMBO_NAMES, cards.COMBO_NAMES)
    weights = runouts // equity_table.BOARDS
    return Deal(hands, weights, win - win.T, runouts, "hold'em combos", BLINDS)


def numbers(d: int) -> Deal:
    """Numbers against numbers: each player draws one of 0..d-1, independently; the higher wins.

    Equal numbers tie. This is the other game of A. Selby's sim.c (1999), and as ``d`` grows it
    becomes the [0, 1] game of J. von Neumann and É. Borel. Anything but a positive integer is a
    ValueError.
    """
    check_count("d", d)
    return _ranked(tuple(map(str, range(d))), np.ones((d, d), int), f"numbers below {d}")


def kuhn() -> Deal:
    """Kuhn's deal (1950): a card each from a jack, a queen and a king."""
    return _ranked(("J", "Q", "K"), 1 - np.eye(3, dtype=int), "Kuhn's three cards")


def _ranked(labels: tuple[str, ...], weights: np.ndarray, name: str) -> Deal:
    """A deal of the same ranks to both players, the lowest first, where the higher one wins."""
    rank = np.arange(len(labels))
    margins = np.sign(rank[:, None] - rank)
    return Deal((labels, labels), weights, margins, name=name)


def _weights(held: Any, labels: tuple[str, ...], mean: bool = False) -> dict[str, Fraction]:
    """Read what a player holds: hands of a deal with these labels, and how each of them counts.

    In hold'em what names a hand may be any token of a range, such as ``"KhAh"`` or, in a deal of
    combos, ``"AKs"``. Combos of one hand with different weights are refused, or it has their mean.
    """
    if isinstance(held, set | frozenset):
        raise ValueError(f"hands: {reprlib.repr(held)} given, hands in an order needed, not a set")
    holdem = labels[0] in cards.HAND_INDEX or labels[0] in cards.COMBO_INDEX
    if isinstance(held, str) and not holdem:
        raise ValueError(f"hands: {held!r} given, a list of some of {reprlib.repr(labels)} needed")
    if isinstance(held, str | ranges.Range):
        read = ranges.parse_range(held) if isinstance(held, str) else held
        return _named(read, labels, mean)
    if not isinstance(held, Iterable):
        raise ValueError(f"hands: {held!r} given, a range, hands or weights of hands needed")
    weights: dict[str, Fraction] = {}
    known = {*labels}
    for hand in held:
        weight = Fraction(1)
        if isinstance(held, Mapping):
            weight = parse_amount(f"weight of {hand}", held[hand], 0)
        if not isinstance(hand, str):
            raise ValueError(f"hands: {hand!r} given, one of {reprlib.repr(labels)} needed")
        named: Iterable[str] = [hand]
        if holdem and hand not in known:
            with suppress(cards.NotationError):
                named = _named(ranges.parse_range(hand), labels) or named
        weights |= dict.fromkeys(named, weight)
    return {hand: weight for hand, weight in weights.items() if weight or hand not in known}


def _named(read: ranges.Range, labels: tuple[str, ...], mean: bool = False) -> dict[str, Fraction]:
    """The weights of a range by hands or by combos, of those that a deal has."""
    if labels[0] in cards.COMBO_INDEX:
        named = read.by_combo()
    else:
        named = read.mean_by_hand() if mean else read.by_hand()
    known = {*labels}
    return {hand: weight for hand, weight in named.items() if hand in known}


def simplest(number: Fraction) -> Fraction:
    """The fraction with a denominator up to `SIMPLE` that a float stands for, or else the number.

    Examples
    --------
    >>> simplest(Fraction(0.1 + 0.2))
    Fraction(3, 10)
    """
    simple = number.limit_denominator(SIMPLE)
    return simple if abs(simple - number) <= Fraction(1e-15) * number else number


def _whole(ranges: Iterable, most: int = 1) -> list[np.ndarray]:
    """Two ranges' weights as integers, rounded if pairs that weigh so much are too many digits."""
    counts = []
    for weights in ranges:
        one = lcm(*(weight.denominator for weight in weights))
        whole = np.array([int(weight * one) for weight in weights], object)
        counts.append(whole // gcd(*whole))
    if most * counts[0].sum() * counts[1].sum() <= MOST:
        return counts
    return [(2 * PARTS * whole + max(whole)) // (2 * max(whole)) for whole in counts]
