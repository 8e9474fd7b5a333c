"""Sums over the hands that an opponent may hold: those that share no card with one's own.

With all five cards on the board a hand is a rank and two cards. It beats all hands of lower rank
except those with one of its cards, which cannot be dealt beside it. So a showdown between two
ranges needs no table of pairs. A walk through the hands by rank keeps one sum over all of them and
one for each card. Its time grows with the number of hands and not with its square.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pokerlab._foundations import compiled

CARDS = 52
# A player's hands by rank, the lowest first: places in his own order, cards, ranks.
Hands = tuple[np.ndarray, np.ndarray, np.ndarray]


def meet(plans: np.ndarray, other: Hands, own: Hands) -> np.ndarray:
    """For each of one's own hands, the sum over the other player's that share no card with it.

    ``plans``, (m, other hands), has the numbers to add up in ``m`` cases. The sums are (m, hands).
    ``other`` and ``own`` are a player's hands by rank, the lowest first: where each stands in his
    own order, (n,); the cards, (n, 2), 0 to 51; and the ranks, (n,), the higher of which wins.
    """
    return _sums(_meet, plans, other, own)


def compare(plans: np.ndarray, other: Hands, own: Hands) -> np.ndarray:
    """The same sum over the hands that it beats, less the sum over those that beat it."""
    return _sums(_compare, plans, other, own)


def _sums(walk: Callable, plans: np.ndarray, other: Hands, own: Hands) -> np.ndarray:
    """Walk through the hands by rank, all cases at once, and put the sums back in order."""
    found = np.zeros((len(own[0]), len(plans)), plans.dtype)
    walk(plans.T.take(other[0], axis=0), other, own, found)
    sums = np.empty((len(plans), len(own[0])), plans.dtype)
    _spread(found, own[0], sums)
    return sums


@compiled()
def _spread(found: np.ndarray, order: np.ndarray, sums: np.ndarray) -> None:
    for m in range(len(sums)):
        for i in range(len(order)):
            sums[m, order[i]] = found[i, m]


@compiled()
def _meet(walked: np.ndarray, other: Hands, own: Hands, found: np.ndarray) -> None:
    (_, cards, _), (_, own_cards, _) = other, own
    held = np.zeros((CARDS + 1, walked.shape[1]), walked.dtype)
    same = np.full((CARDS, CARDS), -1)
    for k in range(len(walked)):
        _hold(held, walked, k, cards[k, 0], cards[k, 1])
        same[cards[k, 0], cards[k, 1]] = k
    for i in range(len(found)):
        _read(held, found, i, own_cards[i, 0], own_cards[i, 1])
        k = same[own_cards[i, 0], own_cards[i, 1]]
        if k >= 0:
            for m in range(found.shape[1]):
                found[i, m] += walked[k, m]


@compiled()
def _compare(walked: np.ndarray, other: Hands, own: Hands, found: np.ndarray) -> None:
    """What is below, and what is not above, less everything, as the walk comes to each rank."""
    (_, cards, ranks), (_, own_cards, own_ranks) = other, own
    held = np.zeros((CARDS + 1, walked.shape[1]), walked.dtype)
    k = first = 0
    while first < len(found):
        rank = own_ranks[first]
        while k < len(walked) and ranks[k] < rank:
            _hold(held, walked, k, cards[k, 0], cards[k, 1])
            k += 1
        last = first
        while last < len(found) and own_ranks[last] == rank:
            _read(held, found, last, own_cards[last, 0], own_cards[last, 1])
            last += 1
        while k < len(walked) and ranks[k] == rank:
            _hold(held, walked, k, cards[k, 0], cards[k, 1])
            k += 1
        for i in range(first, last):
            _read(held, found, i, own_cards[i, 0], own_cards[i, 1])
        first = last
    for rest in range(k, len(walked)):
        _hold(held, walked, rest, cards[rest, 0], cards[rest, 1])
    for card in range(len(held)):
        for m in range(held.shape[1]):
            held[card, m] = -held[card, m]
    for i in range(len(found)):
        _read(held, found, i, own_cards[i, 0], own_cards[i, 1])


@compiled()
def _hold(held: np.ndarray, walked: np.ndarray, k: int, one: int, other: int) -> None:
    """Add a hand to the sums over all hands and over those with one of its cards."""
    # Three loops: a processor takes several numbers at once only where they cannot overlap.
    for m in range(held.shape[1]):
        held[CARDS, m] += walked[k, m]
    for m in range(held.shape[1]):
        held[one, m] += walked[k, m]
    for m in range(held.shape[1]):
        held[other, m] += walked[k, m]


@compiled()
def _read(held: np.ndarray, found: np.ndarray, i: int, one: int, other: int) -> None:
    """Add to what a hand has found the sum over all hands but those with one of its cards."""
    for m in range(held.shape[1]):
        found[i, m] += held[CARDS, m] - held[one, m] - held[other, m]
