"""Fictitious play: each player keeps answering the other's average strategy so far.

G. W. Brown proposed it in 1951, and in the same year J. Robinson proved that it converges in every
two-player zero-sum game. Best responses are pure; it is the averages that converge.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from pokerlab import iteration
from pokerlab.games import Game, Plans
from pokerlab.solutions import Solution

#: The share of the ``n``-th strategy in the average of the first ``n``.
AVERAGING = {"uniform": lambda n: 1 / n, "linear": lambda n: 2 / (n + 1)}


def solve(
    game: Game,
    iterations: int = 10_000,
    averaging: str = "uniform",
    updates: str = "simultaneous",
    initial: iteration.Initial = "uniform",
    seed: int | None = None,
    tolerance: float = 0,
    checkpoints: Iterable[int] | None = None,
    track: Sequence[tuple[int, str, str]] = (),
    progress: bool | None = None,
) -> Solution:
    """Play a game against itself by fictitious play; the solution is the averages.

    Parameters
    ----------
    iterations : int
        How many best responses each player makes at most.
    averaging : "uniform" or "linear"
        Whether all strategies weigh the same in the average, as Brown's do, or the ``n``-th
        one weighs ``n``. The initial strategies are the first.
    updates : "simultaneous" or "alternating"
        Whether player 1 answers player 0's average from before the iteration or after it.
    initial, seed, tolerance, checkpoints, track, progress
        As in :mod:`pokerlab.solvers`. The tolerance is checked at the checkpoints.
    """
    if averaging not in tuple(AVERAGING):
        raise ValueError(f"averaging: {averaging!r} given, one of {tuple(AVERAGING)} needed")
    if updates not in ("simultaneous", "alternating"):
        raise ValueError(f"updates: {updates!r} given, 'simultaneous' or 'alternating' needed")
    plans = iteration.start(game, initial, seed)
    measured = iteration.read_checkpoints("iterations", iterations, checkpoints)
    iterates = _averages(game, *plans, AVERAGING[averaging], updates == "alternating")
    name = f"fictitious play ({averaging}, {updates})"
    return iteration.run(game, enumerate(iterates, 1), name, measured, tolerance, track, progress)


def _averages(
    game: Game, x: np.ndarray, y: np.ndarray, share: Callable[[int], float], alternating: bool
) -> Iterator[Plans]:
    # Values are linear: those of an average are the average of its strategies'. And most strategies
    # are the one before once more, whose values are known.
    plans, values = [x, y], [game.sequence_values(0, y), game.sequence_values(1, x)]
    bests, met = list(plans), [values[1], values[0]]
    for n in itertools.count(2):
        known = values if alternating else list(values)
        for player, other in ((0, 1), (1, 0)):
            best, _ = game.best_plan(player, known[player])
            if (best != bests[player]).any():
                bests[player], met[player] = best, game.sequence_values(other, best)
            plans[player] = plans[player] + share(n) * (best - plans[player])
            values[other] = values[other] + share(n) * (met[player] - values[other])
        yield plans[0], plans[1]
