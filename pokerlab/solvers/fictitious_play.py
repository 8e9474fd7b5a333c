"""Fictitious play: each player keeps answering the other's average strategy so far.

G. W. Brown proposed it in 1951, J. Robinson proved the same year that it converges in every
two-player zero-sum game. Best responses are pure; the averages are what converges.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from pokerlab.games import Game, Solution
from pokerlab.solvers import _iterating

AVERAGING = {"uniform": lambda n: 1 / n, "linear": lambda n: 2 / (n + 1)}
"""The share of the ``n``-th strategy in the average of the first ``n``."""


def solve(
    game: Game,
    iterations: int = 10_000,
    averaging: str = "uniform",
    updates: str = "simultaneous",
    initial: _iterating.Initial = "uniform",
    seed: int | None = None,
    tolerance: float = 0,
    checkpoints: Iterable[int] | None = None,
    track: Sequence[tuple[int, str, str]] = (),
    progress: bool | None = None,
) -> Solution:
    """Play a game against itself by fictitious play.

    Parameters
    ----------
    game : Game
        Any game.
    iterations : int
        How many best responses each player makes at most.
    averaging : "uniform" or "linear"
        Whether all strategies weigh the same in the average, as Brown has it, or the ``n``-th
        one weighs ``n``. The initial strategies are the first.
    updates : "simultaneous" or "alternating"
        Whether player 1 answers player 0's average from before the iteration or after it.
    initial, seed, tolerance, checkpoints, track, progress
        As for :func:`pokerlab.solvers.cfr.solve`.

    Returns
    -------
    Solution
        The averages, certified, with their history.

    Raises
    ------
    ValueError, ArithmeticError
        As :func:`pokerlab.solvers.cfr.solve` does.
    """
    if averaging not in AVERAGING:
        raise ValueError(f"averaging: {averaging!r} given, one of {tuple(AVERAGING)} needed")
    if updates not in ("simultaneous", "alternating"):
        raise ValueError(f"updates: {updates!r} given, 'simultaneous' or 'alternating' needed")
    plans = _iterating.start(game, initial, seed)
    iterates = _averages(game, *plans, AVERAGING[averaging], updates == "alternating")
    name = f"fictitious play ({averaging}, {updates})"
    return _iterating.run(game, iterates, name, iterations, tolerance, checkpoints, track, progress)


def _averages(
    game: Game, x: np.ndarray, y: np.ndarray, share: Callable[[int], float], alternating: bool
) -> Iterator[_iterating.Plans]:
    for n in itertools.count(2):
        best_x, _ = game.respond(0, game.sequence_values(0, y))
        longer_x = x + share(n) * (best_x - x)
        best_y, _ = game.respond(1, game.sequence_values(1, longer_x if alternating else x))
        x, y = longer_x, y + share(n) * (best_y - y)
        yield x, y
