"""Sums over the hands that an opponent may hold: those that share no card with one's own.

With all five cards on the board a hand is a rank and two cards. It beats all hands of lower rank
but those that hold one of its cards, which cannot be dealt beside it. So a showdown between two
ranges needs no table of pairs: a walk through the hands by rank keeps one sum over all of them and
one for each card, and takes a time that grows with the number of hands and not with its square.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pokerlab._foundations import compiled

CARDS = 52
LANES = 16  #: So many sums are walked at once, one in each lane of the processor.


Hands = tuple[np.ndarray, np.ndarray, np.ndarray]
"""A player's hands by rank, the lowest first: where each stands in his own order, (n,); the cards,
(n, 2), 0 to 51; and their ranks, (n,), of which the higher one wins."""


def meet(plans: np.ndarray, other: Hands, own: Hands) -> np.ndarray:
    """For each hand the sum over the other player's that share no card with it.

    Parameters
    ----------
    plans : (m, other hands) array
        What is added up, in ``m`` cases.
    other, own : Hands
        The other player's, and one's own.

    Returns
    -------
    (m, hands) array
    """
    return _sums(_meet, plans, other, own)


def compare(plans: np.ndarray, other: Hands, own: Hands) -> np.ndarray:
    """The same over those that the hand beats, less the sum over those that beat it."""
    return _sums(_compare, plans, other, own)


def _sums(walk: Callable, plans: np.ndarray, other: Hands, own: Hands) -> np.ndarray:
    """Gather the cases by rank, ``LANES`` at a time, walk through them, and put the sums back."""
    (order, *hands), (own_order, *own_hands) = other, own
    walked = np.zeros((len(order), LANES), plans.dtype)
    found = np.empty((len(own_order), LANES), plans.dtype)
    sums = np.empty((len(plans), len(own_order)), plans.dtype)
    for start in range(0, len(plans), LANES):
        _gather(plans[start : start + LANES], order, walked)
        walk(walked, *hands, *own_hands, found)
        _spread(found, own_order, sums[start : start + LANES])
    return sums


@compiled()
def _gather(plans: np.ndarray, order: np.ndarray, walked: np.ndarray) -> None:
    for lane in range(len(plans)):
        for k in range(len(order)):
            walked[k, lane] = plans[lane, order[k]]


@compiled()
def _spread(found: np.ndarray, order: np.ndarray, sums: np.ndarray) -> None:
    for lane in range(len(sums)):
        for i in range(len(order)):
            sums[lane, order[i]] = found[i, lane]


@compiled()
def _meet(
    walked: np.ndarray,
    cards: np.ndarray,
    ranks: np.ndarray,
    own_cards: np.ndarray,
    own_ranks: np.ndarray,
    found: np.ndarray,
) -> None:
    held, same = np.zeros((CARDS + 1, LANES), walked.dtype), np.full((CARDS, CARDS), -1)
    for k in range(len(walked)):
        _hold(held, walked, k, cards, 1)
        same[cards[k, 0], cards[k, 1]] = k
    for i in range(len(found)):
        _read(held, own_cards, i, found)
        k = same[own_cards[i, 0], own_cards[i, 1]]
        if k >= 0:
            for lane in range(LANES):
                found[i, lane] += walked[k, lane]


@compiled()
def _compare(
    walked: np.ndarray,
    cards: np.ndarray,
    ranks: np.ndarray,
    own_cards: np.ndarray,
    own_ranks: np.ndarray,
    found: np.ndarray,
) -> None:
    held = np.zeros((CARDS + 1, LANES), walked.dtype)
    for k in range(len(walked)):
        _hold(held, walked, k, cards, -1)
    below = level = 0
    for i in range(len(found)):
        while level < len(walked) and ranks[level] <= own_ranks[i]:
            _hold(held, walked, level, cards, 1)
            level += 1
        while below < level and ranks[below] < own_ranks[i]:
            _hold(held, walked, below, cards, 1)
            below += 1
        _read(held, own_cards, i, found)


@compiled()
def _hold(held: np.ndarray, walked: np.ndarray, k: int, cards: np.ndarray, sign: int) -> None:
    """Add a hand, or take it away, in the sum over all and in those of its cards."""
    one, other = cards[k, 0], cards[k, 1]
    for lane in range(LANES):
        number = walked[k, lane] if sign > 0 else -walked[k, lane]
        held[CARDS, lane] += number
        held[one, lane] += number
        held[other, lane] += number


@compiled()
def _read(held: np.ndarray, cards: np.ndarray, i: int, found: np.ndarray) -> None:
    """The sum over all hands but those that hold one of a hand's two cards."""
    one, other = cards[i, 0], cards[i, 1]
    for lane in range(LANES):
        found[i, lane] = held[CARDS, lane] - held[one, lane] - held[other, lane]
