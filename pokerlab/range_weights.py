"""Weights of ranges: how often a player holds each of his hands, as people write it, read exactly.

The same range can be written as text (``"TT+, AQs+:0.5"``), as a `Range`, as a list of hands or as
a mapping of hands to weights. `read_weights` makes fractions by label of all of them, and
`whole_weights` makes these fractions the integers that a deal is built on.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np

from pokerlab import cards, ranges
from pokerlab._support.arguments import refusal, short_repr
from pokerlab._support.pairs import as_pair
from pokerlab.amounts import Amount, read_number
from pokerlab.integers import over_common_denominator

__all__ = [
    "MAX_WAYS",
    "FrequenciesLike",
    "RangeLike",
    "common_numerators",
    "first_labels",
    "read_weights",
    "whole_weights",
]

MAX_WAYS = 2**63 - 1  #: The ways of a deal add up to at most this, the largest int64.
# Weights that are too long for integers are rounded so that the largest one is this integer: a
# millionth is finer than any range is known.
_ROUNDED_WEIGHT = 10**6

RangeLike = str | ranges.Range | Sequence[str] | Mapping[str, Amount]
"""A player's possible hands: a range, a list of hands, or a weight for each of some hands."""

FrequenciesLike = (
    Amount | Sequence[str] | Sequence[float] | Mapping[str, Amount] | ranges.Range | np.ndarray
)
"""How often a player does something with each hand: anything `RangeLike`, a number for each of his
hands, or one number for all of them. `Deal.read_frequencies` reads it."""


def read_weights(
    name: str, held: Any, labels: Sequence[str], average_combos: bool = False
) -> dict[str, Fraction]:
    """Read the hands that a player may hold, as weights by label.

    A range may name hands that are not among the labels; they are left out. In a list or a mapping
    they are a ValueError, as is all that cannot be read. In hold'em an entry of a list or mapping
    may be any token of a range, such as ``"KhAh"`` or, in a deal of combos, ``"AKs"``.

    Parameters
    ----------
    name : str
        The argument's name in errors.
    held : RangeLike
        The hands.
    labels : sequence of str
        The labels of all his hands.
    average_combos : bool
        What happens where a range gives the combos of one hand different weights: a ValueError, or
        the hand has their mean.

    Returns
    -------
    dict of str to Fraction
        The weights above 0, in the order in which the hands are given.

    Examples
    --------
    >>> read_weights("held", "KK+, AKs:0.5", cards.HANDS)
    {'AA': Fraction(1, 1), 'AKs': Fraction(1, 2), 'KK': Fraction(1, 1)}
    """
    if isinstance(held, set | frozenset):
        raise refusal(name, short_repr(held), "hands in an order", "not a set")
    if isinstance(held, str):
        if not _names_hands(labels):
            raise refusal(name, repr(held), f"a list of some of {short_repr(labels)}")
        held = ranges.parse_range(held, name)
    if isinstance(held, ranges.Range):
        return _weights_of_range(name, held, labels, average_combos)
    if not isinstance(held, Iterable):
        raise refusal(name, repr(held), "a range, hands or weights of hands")
    known = {*labels}
    weights: dict[str, Fraction] = {}
    for hand in held:
        weight = Fraction(1)
        if isinstance(held, Mapping):
            weight = read_number(f"weight of {hand}", held[hand], at_least=0)
        found = _labels_of_token(hand, labels, known)
        if not found:
            raise refusal(name, short_repr(hand), f"one of {first_labels(labels)}")
        weights |= dict.fromkeys(found, weight)
    return {hand: weight for hand, weight in weights.items() if weight}


def first_labels(labels: Sequence[str]) -> str:
    """List the first labels of hands, for a message.

    Examples
    --------
    >>> first_labels(["J", "Q", "K"]), first_labels(cards.HANDS)
    ('J, Q, K', 'AA, AKs, AQs, AJs, ...')
    """
    return ", ".join(labels[:4]) + (", ..." if len(labels) > 4 else "")


def _names_hands(labels: Sequence[str]) -> bool:
    """Return whether these labels are names of hold'em's hands or combos, as ranges have them."""
    return labels[0] in cards.HAND_INDEX or labels[0] in cards.COMBO_INDEX


def _weights_of_range(
    name: str, held: ranges.Range, labels: Sequence[str], average_combos: bool
) -> dict[str, Fraction]:
    """Return the weights of a range, by hand or by combo, of the hands that the labels have."""
    if labels[0] in cards.COMBO_INDEX:
        weights = held.by_combo()
    elif average_combos:
        weights = held.mean_by_hand()
    else:
        try:
            weights = held.by_hand()
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    known = {*labels}
    return {hand: weight for hand, weight in weights.items() if hand in known}


def _labels_of_token(token: object, labels: Sequence[str], known: Collection[str]) -> list[str]:
    """Return the labels, which are ``known``, that a label or a token of a range stands for."""
    if not isinstance(token, str):
        return []
    if token in known:
        return [token]
    if _names_hands(labels):
        with suppress(cards.NotationError):
            named = ranges.parse_range(token)
            return [*_weights_of_range("hand", named, labels, average_combos=False)]
    return []


def whole_weights(
    weights: tuple[Iterable[Fraction], Iterable[Fraction]], largest_count: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Return two players' weights as integers in the same proportions, (hands,) arrays of Python's.

    Parameters
    ----------
    weights : pair of iterables of Fraction
        Each player's weights.
    largest_count : int
        The largest number of ways in which a pair of hands is dealt. If pairs that are dealt so
        often could weigh more than `MAX_WAYS` in all, the weights are rounded to
        millionths of the player's largest.
    """
    whole = as_pair(map(common_numerators, weights))
    if largest_count * whole[0].sum() * whole[1].sum() <= MAX_WAYS:
        return whole
    return as_pair(map(_round_weights, whole))


def common_numerators(weights: Iterable[Fraction]) -> np.ndarray:
    """Return integers in the proportions of some fractions, without a common divisor."""
    numerators, _ = over_common_denominator(weights)
    return numerators // gcd(*numerators)


def _round_weights(weights: np.ndarray) -> np.ndarray:
    """Return integers scaled so that the largest is `_ROUNDED_WEIGHT`, rounded to the nearest."""
    largest = max(weights)
    # Half of the divisor is added first: division rounds down.
    return (2 * _ROUNDED_WEIGHT * weights + largest) // (2 * largest)
