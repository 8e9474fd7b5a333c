"""A walk over stacks: one player decides, hand after hand, until he has no chips or all of them.

A situation is his chips and the blind that he posts next, with the number ``2 * k + blind``. In
each he gets a hand and folds it or puts his chips in. One of five things follows: his fold, the
other player's fold, or a showdown won, tied or lost. Against a fixed strategy this is a Markov
decision process, which policy iteration solves (R. Howard, *Dynamic Programming and Markov
Processes*, 1960), with a proven error.

Everywhere `own` is his strategy, (chips - 1, 2, hands): whether, or how likely, he puts a hand in;
`win` or `x` has a number for each situation, (chips + 1, 2).
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from pokerlab._foundations import check_count, read_floats

_EVEN = 1e-13  #: Moves are switched for more than this, times the largest number: less is rounding.
_SHOWDOWNS = 500  #: If so many end too few matches, all equations are solved at once.
_LEFT = 1e-16  #: So few that still go on are none.
_ENDLESS = 1e8  #: So many hands leave floats too few digits to tell what they are worth.
_FEW = 1200  #: Of fewer situations the equations are sooner solved at once.


class Walk(NamedTuple):
    """What may follow each situation of an unfinished match, and how likely it is."""

    after: np.ndarray  #: (chips - 1, 2, 5) the situations that follow.
    fold: np.ndarray  #: (..., 5) their chances if he folds every hand.
    more: np.ndarray  #: (..., 5, hands) what putting each hand in adds to these.

    def chances(self, own: np.ndarray) -> np.ndarray:
        """The chances of what follows, (chips - 1, 2, 5)."""
        chances: np.ndarray = self.fold + np.einsum("...mh,...h->...m", self.more, own)
        return chances

    def growth(self, x: np.ndarray) -> np.ndarray:
        """By how much `x` grows with what may follow, (chips - 1, 2, 5)."""
        growth: np.ndarray = x.ravel()[self.after] - x[1:-1, :, None]
        return growth

    def gains(self, x: np.ndarray) -> np.ndarray:
        """What putting each hand in adds to the mean of `x`, (chips - 1, 2, hands)."""
        gains: np.ndarray = np.einsum("...mh,...m->...h", self.more, self.growth(x))
        return gains


def spread(name: str, own: np.ndarray | float, shape: tuple[int, ...]) -> np.ndarray:
    """A strategy broadcast to its full shape; a ValueError if it has none, or no probabilities."""
    given = read_floats(name, own)
    try:
        own = np.array(np.broadcast_to(given, shape))
    except ValueError:
        needed = f"one that broadcasts to {shape} needed"
        raise ValueError(f"{name}: shape {given.shape} given, {needed}") from None
    if not ((own >= 0) & (own <= 1)).all():
        raise ValueError(f"{name}: probabilities needed, 0 to 1")
    return own


def rules(chips: int, small_blind: int, big_blind: int) -> tuple[np.ndarray, np.ndarray]:
    """``after`` of a `Walk` over chips, and whether our blind leaves no choice, (chips - 1, 2).

    It leaves none if it takes all of the shorter stack; it never takes more.
    """
    check_count("small_blind", small_blind)
    check_count("big_blind", big_blind)
    if small_blind > big_blind:
        raise ValueError(f"small_blind: {small_blind} given, 1 to big_blind={big_blind} needed")
    k = np.arange(1, chips)[:, None]
    stake = np.minimum(k, chips - k)
    posted = np.minimum([min(small_blind, chips), min(big_blind, chips)], stake)
    change = np.broadcast_arrays(-posted, posted[:, ::-1], stake, 0, -stake)
    after = 2 * (k[..., None] + np.stack(change, axis=-1)) + [[1], [0]]  # the blinds alternate
    return after, posted == stake


def value(walk: Walk, own: np.ndarray, hands: bool = False) -> np.ndarray:
    """How likely he wins with a strategy, or how many `hands` the match then lasts.

    Until the next untied showdown stacks change by blinds only, so the equations have a narrow band
    and are solved at once. Each untied showdown may end the match, so going on from one to the next
    converges; where many of them never do, all equations are solved at once.
    """
    chances, here = walk.chances(own), np.arange(2 * len(walk.after) + 4).reshape(-1, 2)
    known: np.ndarray = np.full(here.size, float(hands))
    known[here[0]], known[here[-1]] = 0, not hands
    near, far = (
        sparse.csc_array((chances[..., kinds].ravel(), (places, after.ravel())), 2 * (here.size,))
        for kinds in ([0, 1, 3], [2, 4])
        for after in [walk.after[..., kinds]]
        for places in [here[1:-1].ravel().repeat(len(kinds))]
    )
    left = (sparse.eye_array(here.size) - near).tocsc()
    try:
        if here.size >= _FEW:
            until = splu(left, permc_spec="NATURAL")
            x, going = 0 * known, np.ones(here.size)
            for _ in range(_SHOWDOWNS):
                x, going = until.solve(np.column_stack([known + far @ x, far @ going])).T
                if going.max() < _LEFT:
                    solved: np.ndarray = x.reshape(here.shape)
                    return solved
        whole = splu(left - far)
        if not abs(whole.solve(np.ones(here.size))).max() < _ENDLESS:
            raise RuntimeError
    except RuntimeError:  # a singular system
        raise ArithmeticError("play: a match may go on for ever") from None
    solved = whole.solve(known).reshape(here.shape)
    return solved


def reply(walk: Walk, own: np.ndarray, hands: bool = False) -> np.ndarray:
    """The largest `value` of all strategies, found by policy iteration from `own` on."""
    even, total = _EVEN * abs(walk.more).sum(axis=-2), -np.inf
    own = np.broadcast_to(own, (*walk.after.shape[:2], walk.more.shape[-1]))
    while True:
        x = value(walk, own, hands)
        gains = walk.gains(x)
        switch = np.where(own, -gains, gains) > even * abs(x).max()
        if not switch.any() or not x.sum() > total:
            return x
        own, total = own ^ switch, x.sum()


def error(walk: Walk, win: np.ndarray, own: np.ndarray) -> np.ndarray:
    """A proven bound on how far `win` is from what the best reply wins, rounding included.

    The greatest number of hands still to come, found from `own` on, falls by at least `falls` in
    each. If a hand of best moves changes `win` by at most `residual`, adding ``residual / falls *
    hands`` to it, or subtracting that, bounds the solution of Bellman's equation, apart from what
    `win` misses at the end. The bound is infinite if `falls` is not proven to be above 0.
    """
    longest = reply(walk, own, hands=True)
    (change, rounding), (more, unsure) = (_change(walk, x) for x in (win, longest))
    residual, falls = (abs(change) + rounding).max(), -(more + unsure).max()
    at_end = max(abs(win[0]).max(), abs(win[-1] - 1).max())
    if not (falls > 0 and (longest >= 0).all()):
        return np.full(win.shape, np.inf)
    bound: np.ndarray = (residual / falls * longest + at_end) * (1 + 1e-15)
    return bound


def _change(walk: Walk, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """By how much the best moves change the mean of `x`, and how much of it may be rounding.

    No part of the sum goes through more operations than there are hands, twice, and thirty.
    """
    growth, gains = walk.growth(x), walk.gains(x)
    size = (walk.fold * abs(growth)).sum(axis=-1)
    size += np.einsum("...mh,...m->...", abs(walk.more), abs(growth))
    change = (walk.fold * growth).sum(axis=-1) + np.maximum(gains, 0).sum(axis=-1)
    return change, (gains.shape[-1] + 15) * np.finfo(float).eps * size
