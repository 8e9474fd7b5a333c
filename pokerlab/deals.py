"""Deals: who may hold what, how likely it is, and who wins when the hands are shown.

A deal is the part of chance in a game. It consists of two matrices over hands:

- ``prior[i, k]``, the probability that player 0 is dealt hand ``i`` and player 1 hand ``k``;
- ``results[i, k]``, the share of the stake that player 0 then wins minus the share that he loses.

Their product is the ``balance``: what a pair of hands adds to the value for each chip staked.

The betting belongs to a tree (:mod:`pokerlab.trees`). Both matrices are also kept as exact
integers, so that a solution can be proven in exact arithmetic.

On a river both follow from each player's combos and their ranks. A `RiverDeal` knows these, so what
its games pay is found faster. Everything else in the package treats it as any other deal.
"""

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from math import gcd
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike

from pokerlab import cards, equity_table
from pokerlab._arguments import (
    check_count,
    check_type,
    read_floats,
    read_list,
    read_pair,
    read_player,
    refusal,
)
from pokerlab._files import ArrayFile
from pokerlab._frozen import frozen, set_fields
from pokerlab._players import SIGNS, as_pair
from pokerlab.hand_weights import MOST_WEIGHT, HandWeights, RangeLike, read_weights, whole_weights
from pokerlab.holdings import Holding, WeightedCombos, meeting_holdings, pair_counts
from pokerlab.ranges import Range
from pokerlab.trees import BLINDS, PLAYERS_BY_NUMBER, Tree

if TYPE_CHECKING:
    from pokerlab.payoffs import Payoffs

# What is compiled is imported where it is used: most of what a deal knows is asked without it.

__all__ = [
    "Deal",
    "RiverDeal",
    "deal_or_holdem",
    "holdem",
    "holdem_combos",
    "kuhn",
    "numbers",
    "read_deal",
    "river",
]

_Labels: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, eq=False, init=False)
class Deal:
    """The joint distribution of two hands and the result of every showdown between them.

    It is a ValueError if the shapes differ, a player has a label twice, a weight is negative, all
    weights are zero, a possible pair has no run-out or a margin of more than all its run-outs, a
    number is not whole, or a number or the sum of the weights is 2**63 or more. Floats will do if
    they are whole. Labels or names of another type are a TypeError. Two deals are equal if all that
    they are made of is.

    Parameters
    ----------
    hands : pair of sequences of str, or sequence of str
        The hands' labels, player 0's and player 1's, which may differ in number; or one list of
        them that serves both.
    weights : (n0, n1) array of whole numbers
        In how many equally likely ways player 0 is dealt hand ``i`` and player 1 hand ``k``.
    margins, runout_counts : (n0, n1) arrays of whole numbers
        ``margins / runout_counts`` is exactly what player 0 gains per chip staked when ``i`` meets
        ``k``, from 1 for a certain win to -1 for a certain loss. In hold'em the run-outs are all
        boards for all disjoint pairs of combos, and the margins are how many of them win minus how
        many lose. Left out, there is one run-out each, as where the hands alone decide.
    name : str
        What the deal is called where it is printed.
    players : pair of str
        The players' names here. In a game they have those of its tree, but for methods of its deal.

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
    weights: np.ndarray
    margins: np.ndarray
    runout_counts: np.ndarray
    name: str = "deal"
    players: tuple[str, str] = PLAYERS_BY_NUMBER

    def __init__(
        self,
        hands: Sequence[Sequence[str]] | Sequence[str],
        weights: ArrayLike,
        margins: ArrayLike,
        runout_counts: ArrayLike | None = None,
        name: str = "deal",
        players: Sequence[str] = PLAYERS_BY_NUMBER,
    ) -> None:
        labels, names = _read_labels(hands), read_pair("players", players, "two names")
        for player in names:
            check_type("players", player, str, "names in text")
        shape = as_pair(map(len, labels))
        if runout_counts is None:
            runout_counts = np.ones(shape, int)
        set_fields(
            self,
            hands=labels,
            weights=_read_whole("weights", weights, shape),
            margins=_read_whole("margins", margins, shape),
            runout_counts=_read_whole("runout_counts", runout_counts, shape),
            name=name,
            players=names,
        )
        self._check_counts()

    def _check_counts(self) -> None:
        """Refuse weights, run-outs and margins that count nothing."""
        if (self.weights < 0).any():
            raise refusal("weights", self.weights.min(), "numbers from 0 up")
        possible = self.weights > 0
        if not possible.any():
            raise ValueError("weights: all are 0, at least one above 0 needed")
        total = sum(self.weights[possible].tolist())  # of Python's integers, which do not overflow
        if total > MOST_WEIGHT:
            raise ValueError(f"weights: they add up to {total}, at most {MOST_WEIGHT} allowed")
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
        """A cheap hash: deals of one name and size are told apart when they are compared."""
        return hash((self.name, self.players, self.weights.shape))

    def __reduce__(self) -> tuple[Any, ...]:
        """How the deal is copied, or sent to another process: without what can be computed.

        What `holdem` and `holdem_combos` return is sent as a call of these functions.
        """
        # Names are compared first: calling `holdem` or `holdem_combos` may load its table.
        if self.name == "hold'em" and self is holdem():
            return holdem, ()
        if self.name == "hold'em combos" and self is holdem_combos():
            return holdem_combos, ()
        counts = self.weights, self.margins, self.runout_counts
        return Deal, (self.hands, *counts, self.name, self.players)

    def to_dict(self) -> dict[str, Any]:
        """The texts of the deal, ready for JSON: with `to_arrays`, all that `read_deal` needs."""
        texts = {"name": self.name, "hands": self.hands, "players": self.players}
        return texts | {"class_name": type(self).__name__}

    def tables(self) -> dict[str, np.ndarray]:
        """The deal's three matrices over hands, by the names that files have for them."""
        counts = {"weights": self.weights, "margins": self.margins}
        return counts | {"runouts": self.runout_counts}  # as files of 1.0 call them

    def to_arrays(self) -> dict[str, np.ndarray]:
        """The arrays that make up the deal, by name, as a file holds them: its `tables`."""
        return self.tables()

    @classmethod
    def from_arrays(
        cls, arrays: ArrayFile, hands: _Labels, name: str, players: tuple[str, str]
    ) -> "Deal":
        """Make the deal whose `to_arrays` are in a file."""
        pairs = len(hands[0]) * len(hands[1])
        weights, margins, runout_counts = (
            arrays.read(array, pairs) for array in ("weights", "margins", "runouts")
        )
        return cls(hands, weights, margins, runout_counts, name, players)

    @cached_property
    def total(self) -> int:
        """The sum of the weights."""
        return int(self.weights.sum())

    @cached_property
    def prior(self) -> np.ndarray:
        """Probability of each pair of hands, (n0, n1); the entries add up to 1."""
        return frozen(self.weights / self.total)

    @cached_property
    def results(self) -> np.ndarray:
        """Player 0's share won minus share lost, (n0, n1), -1 to 1; 0 for an impossible pair."""
        won_minus_lost = np.zeros(self.weights.shape)
        possible = self.weights > 0
        np.divide(self.margins, self.runout_counts, out=won_minus_lost, where=possible)
        return frozen(won_minus_lost)

    @cached_property
    def balance(self) -> np.ndarray:
        """How likely each pair is dealt and won, minus how likely it is dealt and lost, (n0, n1).

        It is ``prior * results``: what the pair adds to the value for each chip staked.
        """
        return frozen(self.prior * self.results)

    def make_payoffs(self, tree: Tree) -> "Payoffs":
        """What a tree pays over this deal, computed in the way that suits the deal."""
        from pokerlab.payoffs import MatrixPayoffs

        return MatrixPayoffs(tree, self)

    def read_player(self, player: int | str) -> int:
        """0 or 1, for a player who is given so or by his name; anybody else is a ValueError.

        His name is the one in the deal, which need not be the one in a tree.
        """
        hint = "which are the deal's names; a tree may have others"
        return read_player(player, self.players, hint)

    def index(self, player: int | str, hand: str) -> int:
        """The index of a hand among a player's hands; a ValueError if he has none of that name.

        Examples
        --------
        >>> holdem().index("big blind", "AKs")
        1
        """
        labels = self.hands[self.read_player(player)]
        if not (isinstance(hand, str) and hand in labels):
            shown = ", ".join(labels[:4])
            raise refusal("hand", repr(hand), f"one of {shown}, ... of {self.name}")
        return labels.index(hand)

    def indices(self, player: int | str, hand: str) -> list[int]:
        """The indices of a hand among a player's hands: several for 66 in a deal of combos.

        It is a ValueError if he has none of that name.

        Examples
        --------
        >>> river("Td9d6hQc2s", "66, AKs").indices(0, "66")
        [4, 5, 6]
        """
        labels = self.hands[self.read_player(player)]
        if isinstance(hand, str) and hand in cards.HAND_INDEX and hand not in labels:
            first = cards.FIRST_COMBOS[cards.HAND_INDEX[hand]]
            count = cards.COMBO_COUNTS[cards.HAND_INDEX[hand]]
            combos = {*cards.COMBO_NAMES[first : first + count]}
            indices = [index for index, label in enumerate(labels) if label in combos]
            if indices:
                return indices
        return [self.index(player, hand)]

    def hand_probabilities(self, player: int | str) -> np.ndarray:
        """How likely a player is to be dealt each of his hands, (hands,).

        Examples
        --------
        >>> kuhn().restrict(["K"], ["J", "Q"]).hand_probabilities(1)
        array([0.5, 0.5])
        """
        return self.prior.sum(axis=1 - self.read_player(player))

    def read_frequencies(self, player: int | str, held: HandWeights) -> np.ndarray:
        """Read how often a player holds or plays each of his hands, into floats of shape (hands,).

        What cannot be read is a ValueError, as in `restrict`; where a range gives the combos of a
        hand different weights, the hand has their mean.

        Parameters
        ----------
        player : int or str
            Whose hands.
        held : HandWeights
            A range as text or as a `Range`, a list of hands, a mapping of hands to weights, a
            number for each of all hands, or one number. Of a range those hands count that the deal
            has; other hands are 0.

        Examples
        --------
        >>> kuhn().read_frequencies(0, {"K": "1/2"})
        array([0. , 0. , 0.5])
        >>> holdem().read_frequencies(0, "KK+, AKs:0.5")[:3]
        array([1. , 0.5, 0. ])
        """
        labels = self.hands[self.read_player(player)]
        try:
            given = np.asarray(held)
        except ValueError:  # rows of different lengths
            given = read_floats("hands", cast(Any, held))
        names_hands = (
            isinstance(held, str | Mapping | Range | set | frozenset)
            or given.dtype.kind == "U"  # a list of labels
            or not given.size  # an empty one
        )
        column = np.zeros(len(labels))
        if names_hands:
            for hand, weight in read_weights(held, labels, average_combos=True).items():
                column[self.index(player, hand)] = weight
        elif given.shape in ((), column.shape):
            column[:] = read_floats("hands", given)
        else:
            raise refusal("hands", f"shape {given.shape}", f"a number or {len(labels)} numbers")
        if not (column.min() >= 0 and column.max() < np.inf):
            raise refusal("hands", reprlib.repr(held), "numbers from 0 up")
        return column

    def multiply(self, player: int | str, is_stake: bool, frequencies: np.ndarray) -> np.ndarray:
        """What each of a player's hands meets: products with the deal's probabilities.

        Parameters
        ----------
        player : int or str
            Whose hands.
        is_stake : bool
            Whether hands are shown for a stake, so that each pair counts times the share of it that
            player 0 wins minus the share that he loses: multiply by `balance` instead of `prior`.
        frequencies : (m, opponent's hands) or (opponent's hands,) array
            How often the opponent comes with each of his hands, in ``m`` cases or in one.

        Returns
        -------
        (m, hands) or (hands,) array
            In the precision of the frequencies.
        """
        prior, balance = self.prior, self.balance
        if frequencies.dtype == np.float32:
            prior, balance = self._single
        matrix = balance if is_stake else prior
        return frequencies @ (matrix if self.read_player(player) == 1 else matrix.T)

    @cached_property
    def _single(self) -> tuple[np.ndarray, np.ndarray]:
        """`prior` and `balance` in single precision."""
        return self.prior.astype(np.float32), self.balance.astype(np.float32)

    def equity(self, player: int | str, against: HandWeights) -> np.ndarray:
        """The equity of each of a player's hands against what the opponent may hold, (hands,).

        It is the expected share of the pot, where a tie counts half; nan for a hand that meets
        none.

        Parameters
        ----------
        player : int or str
            Whose equity.
        against : HandWeights
            How often the opponent has come here with each of his hands, as in `read_frequencies`.

        Examples
        --------
        >>> deal = holdem()
        >>> round(deal.equity("small blind", "QQ+, AK:0.5")[deal.index(0, "JJ")], 4)
        np.float64(0.3005)
        """
        player = self.read_player(player)
        weights = self.read_frequencies(1 - player, against)
        met = self.multiply(player, False, weights)
        won = SIGNS[player] * self.multiply(player, True, weights)
        won_minus_lost = np.full(len(met), np.nan)
        np.divide(won, met, out=won_minus_lost, where=met > 0)
        return (1 + won_minus_lost) / 2

    def restrict(self, hands0: RangeLike, hands1: RangeLike | None = None) -> "Deal":
        """The deal given what each player may hold.

        It is a ValueError if a label is unknown, hands come in a set, which has no order, a range
        gives the combos of one hand different weights (:func:`holdem_combos` tells them apart), or
        no pair of the hands left can be dealt together. A river stays one, the one that `river`
        makes of what is left: combos that meet none of the opponent's are dropped.

        Parameters
        ----------
        hands0, hands1 : str, Range, sequence of str or mapping of str to weights
            The hands left to player 0 and to player 1: a range, where those hands count that the
            deal has, or the hands' labels, alone or with weights. Left out, ``hands1`` is the same
            as ``hands0``. A hand of weight 1/2 is dealt half as often as it was, next to one of
            weight 1. Weights of too many digits for integers are rounded to millionths of the
            player's largest.

        Examples
        --------
        >>> holdem().restrict("QQ+", "AKs, AKo").hands
        (('AA', 'KK', 'QQ'), ('AKs', 'AKo'))
        """
        held0, held1 = self._read_restriction(hands0, hands1)
        kept = np.ix_(self._indices_of(0, held0), self._indices_of(1, held1))
        weights = self.weights[kept].astype(object)  # Python's integers, which do not overflow
        rows, columns = whole_weights(held0.values(), held1.values(), weights.max())
        weights = weights * np.outer(rows, columns)
        common_divisor = gcd(*weights.flat)
        if common_divisor > 1:
            weights //= common_divisor
        return Deal(
            (tuple(held0), tuple(held1)),
            weights,
            self.margins[kept],
            self.runout_counts[kept],
            f"{self.name}, restricted",
            self.players,
        )

    def _read_restriction(
        self, hands0: RangeLike, hands1: RangeLike | None
    ) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """The weights by label that `restrict` leaves to the two players."""
        held0 = read_weights(hands0, self.hands[0])
        held1 = read_weights(hands0 if hands1 is None else hands1, self.hands[1])
        if not (held0 and held1):
            raise refusal("hands", "none", "at least one")
        return held0, held1

    def _indices_of(self, player: int, hands: Iterable[str]) -> list[int]:
        """The indices of some of a player's hands."""
        return [self.index(player, hand) for hand in hands]

    def __repr__(self) -> str:
        return f"<Deal {self.name}: {len(self.hands[0])} x {len(self.hands[1])} hands>"


def _read_labels(hands: Any) -> _Labels:
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


def _read_whole(name: str, numbers: Any, shape: tuple[int, int]) -> np.ndarray:
    """An argument as an array of integers of this shape."""
    try:
        array = np.asarray(numbers)
    except ValueError:  # rows of different lengths
        array = read_floats(name, numbers)
    if array.shape != shape:
        raise refusal(name, f"shape {array.shape}", shape, "hands by hands")
    try:
        with np.errstate(invalid="ignore"):
            whole = array.astype(np.int64)
    except (OverflowError, TypeError, ValueError):
        raise ValueError(f"{name}: whole numbers below 2**63 needed") from None
    if (whole != array).any():
        given = array[whole != array][0]
        raise refusal(name, given, "whole numbers below 2**63")
    return whole


@dataclass(frozen=True, eq=False, repr=False, init=False)
class RiverDeal(Deal):
    """The deal of a river, where each player holds some combos, and the higher rank wins.

    Pairs of combos that share a card are not dealt. What a game pays is found in a time that grows
    with the number of combos, not with its square. `river` makes such deals from ranges.

    It is a ValueError if a player has more or fewer labels than combos, or if the sums of the two
    players' weights multiply to 2**63 or more.

    Parameters
    ----------
    hands
        As in `Deal`.
    holdings : pair of Holding
        The combos that the players may hold. Weights, margins and run-outs follow from them.
    name, players
        As in `Deal`.
    """

    # In `Deal` these are arguments; here they follow from the holdings.
    weights: np.ndarray = field(init=False)
    margins: np.ndarray = field(init=False)
    runout_counts: np.ndarray = field(init=False)
    holdings: tuple[Holding, Holding] = field(kw_only=True)

    def __init__(
        self,
        hands: Sequence[Sequence[str]] | Sequence[str],
        holdings: Sequence[Holding],
        name: str = "deal",
        players: Sequence[str] = PLAYERS_BY_NUMBER,
    ) -> None:
        both = read_pair("holdings", holdings, "a pair of Holding")
        for holding in both:
            check_type("holdings", holding, Holding, "a Holding")
        weights, margins = pair_counts(*both)
        super().__init__(hands, weights, margins, name=name, players=players)
        set_fields(self, holdings=both)

    def __reduce__(self) -> tuple[Any, ...]:
        """How the deal is copied, or sent to another process: by the players' holdings."""
        return RiverDeal, (self.hands, self.holdings, self.name, self.players)

    def to_arrays(self) -> dict[str, np.ndarray]:
        """The arrays that make up the deal, by name, as a file holds them."""
        arrays = {}
        for player, holding in enumerate(self.holdings):
            arrays[f"cards{player}"] = holding.cards
            arrays[f"ranks{player}"] = holding.ranks
            arrays[f"ways{player}"] = holding.weights
        return arrays

    @classmethod
    def from_arrays(
        cls, arrays: ArrayFile, hands: _Labels, name: str, players: tuple[str, str]
    ) -> "RiverDeal":
        """Make the deal whose `to_arrays` are in a file."""
        holdings = []
        for player, labels in enumerate(hands):
            combos = arrays.read(f"cards{player}", 2 * len(labels))
            ranks = arrays.read(f"ranks{player}", len(labels))
            weights = arrays.read(f"ways{player}", len(labels))
            holdings.append(Holding(combos, ranks, weights))
        return cls(hands, holdings, name, players)

    def make_payoffs(self, tree: Tree) -> "Payoffs":
        """What a tree pays over this deal, by sums over ranks and cards."""
        from pokerlab.rivers import RiverPayoffs

        return RiverPayoffs(tree, self)

    def restrict(self, hands0: RangeLike, hands1: RangeLike | None = None) -> Deal:
        """The river given what each player may hold; see `Deal.restrict`."""
        combos = []
        for player, held in enumerate(self._read_restriction(hands0, hands1)):
            indices, holding = self._indices_of(player, held), self.holdings[player]
            counts = holding.weights[indices].tolist()
            weights = [n * weight for n, weight in zip(counts, held.values(), strict=True)]
            ranks = holding.ranks[indices]
            combos.append(WeightedCombos([*held], holding.cards[indices], ranks, weights))
        name = f"{self.name}, restricted"
        return _make_river("hands0, hands1", as_pair(combos), name, self.players)


def _make_river(
    arguments: str,
    combos: tuple[WeightedCombos, WeightedCombos],
    name: str,
    players: tuple[str, str],
) -> RiverDeal:
    """The river of those of both players' combos that meet one another."""
    (labels0, holding0), (labels1, holding1) = meeting_holdings(arguments, *combos)
    labels = tuple(labels0), tuple(labels1)
    return RiverDeal(labels, (holding0, holding1), name, players)


_DEAL_CLASSES: dict[str, type[Deal]] = {"Deal": Deal, "RiverDeal": RiverDeal}


def read_deal(
    arrays: ArrayFile,
    name: str,
    hands: Sequence[Sequence[str]],
    players: Sequence[str],
    class_name: str | None = None,
) -> Deal:
    """Read a deal from a file: the arrays of `Deal.to_arrays`, and the texts of `Deal.to_dict`.

    Older files name no class, but only those of rivers have the players' cards among their arrays.
    """
    if class_name is None:
        class_name = "RiverDeal" if "cards0" in arrays else "Deal"
    if class_name not in _DEAL_CLASSES:
        raise refusal("class_name", repr(class_name), f"one of {', '.join(_DEAL_CLASSES)}")
    deal_class = _DEAL_CLASSES[class_name]
    return deal_class.from_arrays(arrays, as_pair(map(tuple, hands)), name, as_pair(players))


def river(board: str, first: RangeLike = "random", second: RangeLike = "random") -> RiverDeal:
    """Two ranges of combos on a board of five cards, with nothing left to be dealt.

    The hands are combos such as ``AcKd``. The first player, number 0, acts first, out of position.
    A ValueError: the board is not five different cards, a range cannot be read, or no pair is left.

    Parameters
    ----------
    board : str
        Five cards, such as ``"Td9d6hQc2s"``, as `pokerlab.cards.parse_cards` reads them.
    first, second : str, Range, sequence of str or mapping of str to weights
        What each player may hold: a range, or hands or combos, alone or with weights. Combos with
        a card of the board are dropped, and so are those that meet none of the opponent's, or
        whose weight is rounded to 0 (`Deal.restrict`).

    Examples
    --------
    >>> river("Td9d6hQc2s", "QQ, KJs:0.5", "TT+").prior.shape
    (7, 24)
    """
    board_cards = cards.parse_cards(board)
    if len(board_cards) != 5:
        raise refusal("board", repr(board), "five cards", "such as Td9d6hQc2s")
    weights0 = _read_river_range("first", first, board, board_cards)
    weights1 = _read_river_range("second", second, board, board_cards)
    combos = as_pair(_rank_combos(weights, board_cards) for weights in (weights0, weights1))
    name = "river " + "".join(cards.CARD_NAMES[card] for card in board_cards)
    return _make_river("first, second", combos, name, ("first player", "second player"))


def _read_river_range(
    argument: str, held: RangeLike, board: str, board_cards: Sequence[int]
) -> dict[int, Fraction]:
    """The weights above 0 of a player's combos that have no card of the board, by combo."""
    weights = {}
    for hand, weight in read_weights(held, cards.COMBO_NAMES).items():
        if hand not in cards.COMBO_INDEX:
            raise refusal(argument, repr(hand), "hands or combos")
        if weight and not {*cards.COMBOS[cards.COMBO_INDEX[hand]].tolist()} & {*board_cards}:
            weights[cards.COMBO_INDEX[hand]] = weight
    if not weights:
        text = held.text if isinstance(held, Range) else held
        given = repr(text) if isinstance(text, str) else reprlib.repr(text)
        raise refusal(argument, given, f"combos off the board {board}")
    return weights


def _rank_combos(weights: Mapping[int, Fraction], board_cards: Sequence[int]) -> WeightedCombos:
    """Some combos in the order of :data:`pokerlab.cards.COMBOS`, with their ranks on a board."""
    from pokerlab.evaluator import rank_hands

    indices = sorted(weights)
    combos = cards.COMBOS[indices]
    ranks = rank_hands(np.c_[combos, np.tile(board_cards, (len(combos), 1))])
    labels = [cards.COMBO_NAMES[index] for index in indices]
    return WeightedCombos(labels, combos, ranks, [weights[index] for index in indices])


def holdem(card_removal: bool = True) -> Deal:
    """Heads-up hold'em over the 169 starting hands, in chart order; the same object at every call.

    Without ``card_removal``, a common simplification, one player's cards are not missing from the
    other's deck: the hands are drawn independently, in proportion to their combos. Two hands that
    meet still play out exactly.
    """
    return _holdem(bool(card_removal))


def deal_or_holdem(deal: Deal | None) -> Deal:
    """The deal that is given, or `holdem` for None; anything else is a TypeError."""
    check_type("deal", deal, Deal | None, "a Deal")
    return holdem() if deal is None else deal


@cache
def _holdem(card_removal: bool) -> Deal:
    """Make the deal of `holdem`."""
    win, tie, lose = equity_table.hand_counts()
    runout_counts = win + tie + lose
    pairs = equity_table.hand_pair_counts()
    weights = pairs if card_removal else np.outer(cards.COMBO_COUNTS, cards.COMBO_COUNTS)
    name = "hold'em" if card_removal else "hold'em without card removal"
    return Deal((cards.HANDS, cards.HANDS), weights, win - lose, runout_counts, name, BLINDS)


@cache
def holdem_combos() -> Deal:
    """Heads-up hold'em over the 1,326 combos, in the order of :data:`pokerlab.cards.COMBOS`.

    It is the same object at every call; its matrices take 14 MB each.
    """
    win, tie = equity_table.combo_counts()
    runout_counts = win + tie + win.T
    hands = (cards.COMBO_NAMES, cards.COMBO_NAMES)
    weights = runout_counts // equity_table.BOARDS
    return Deal(hands, weights, win - win.T, runout_counts, "hold'em combos", BLINDS)


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
