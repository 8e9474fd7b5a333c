"""What the iterative solvers share: where to start, when to look, when to stop, what to report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from tqdm import tqdm

from pokerlab.games import Game, History, Solution

Plans = tuple[np.ndarray, np.ndarray]
Initial = str | Plans


def start(game: Game, initial: Initial, seed: int | None) -> Plans:
    """The plans that an iteration begins with.

    Parameters
    ----------
    game : Game
        The game.
    initial : "uniform", "random" or pair of (hands, sequences) arrays
        Every action equally likely; or all of an information set's probabilities drawn
        uniformly from the simplex, independently for each hand; or these plans.
    seed : int, optional
        Seed of the random plans.

    Raises
    ------
    ValueError
        If ``initial`` is none of these.
    """
    if isinstance(initial, str):
        if initial == "uniform":
            return game.uniform(0), game.uniform(1)
        if initial == "random":
            draws = np.random.default_rng(seed)
            return tuple(
                game.to_plan(p, game.to_behaviour(p, draws.exponential(size=game.shape(p))))
                for p in (0, 1)
            )
    elif isinstance(initial, tuple | list) and len(initial) == 2:
        return tuple(game.check_plan(player, initial[player]).copy() for player in (0, 1))
    raise ValueError(f"initial: {initial!r} given, 'uniform', 'random' or two plans needed")


def run(
    game: Game,
    iterates: Iterator[Plans],
    solver: str,
    iterations: int,
    tolerance: float,
    checkpoints: Iterable[int] | None,
    track: Sequence[tuple[int, str, str]],
    progress: bool | None,
) -> Solution:
    """Follow an iteration, keep its history and certify where it ends.

    Parameters
    ----------
    game : Game
        The game.
    iterates : iterator of pairs of plans
        The average plans after 1, 2, ... iterations. They may be one pair of arrays that
        changes in place.
    solver : str
        The solver's name.
    iterations : int
        How many to make at most.
    tolerance : float
        Stop at the first checkpoint where the exploitability, in chips, is no more than this.
    checkpoints : iterable of int, optional
        After which iterations to measure; by default about twenty per decade. The last
        iteration is always measured.
    track : sequence of (player, action, hand)
        Actions whose probabilities to record at the checkpoints.
    progress : bool, optional
        Whether to show a progress bar on standard error, once a second has passed; by default
        where that is a terminal.

    Raises
    ------
    ValueError
        If there is no iteration to make, the tolerance is negative, a checkpoint lies outside
        1..iterations, or something tracked does not exist.
    ArithmeticError
        If the tree's amounts are too far apart for floats.
    """
    game.check_amounts()
    if not isinstance(iterations, int | np.integer) or iterations < 1:
        raise ValueError(f"iterations: {iterations} given, a positive integer needed")
    if not tolerance >= 0:
        raise ValueError(f"tolerance: {tolerance} given, at least 0 needed")
    checkpoints = set(log_spaced(iterations) if checkpoints is None else checkpoints)
    if not all(1 <= n <= iterations for n in checkpoints):
        raise ValueError(f"checkpoints: {sorted(checkpoints)} given, 1 to {iterations} needed")
    cells = [
        (player, game.deal.index(player, hand), game.tree.sequence(player, action))
        for player, action, hand in track
    ]
    rows = []
    bar = tqdm(
        islice(iterates, iterations),
        solver,
        iterations,
        delay=1,
        leave=False,
        disable=None if progress is None else not progress,
    )
    for n, plans in enumerate(bar, 1):
        if n in checkpoints or n == iterations:
            lower, upper = game.bracket(*plans)
            behaviours = [game.to_behaviour(p, plans[p]) for p in (0, 1)] if cells else []
            tracked = [behaviours[player][hand, s] for player, hand, s in cells]
            rows.append((n, lower, upper, *tracked))
            if upper - lower <= 2 * tolerance:
                break
    n, lower, upper, *tracked = map(np.array, zip(*rows, strict=True))
    history = History(n, lower, upper, dict(zip(map(tuple, track), tracked, strict=True)))
    return Solution(game, plans, solver, history)


def log_spaced(iterations: int) -> list[int]:
    """Whole numbers from 1 on, about twenty per factor of ten."""
    decades = np.log10(iterations)
    return np.unique(np.logspace(0, decades, int(20 * decades) + 1).round().astype(int)).tolist()
