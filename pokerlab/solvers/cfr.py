"""CFR+: counterfactual regret minimisation with regrets that never fall below zero.

In every information set, an action is played in proportion to how much more it would have earned
so far than what was played there (M. Zinkevich et al., Regret minimization in games with incomplete
information, 2007). CFR+ (O. Tammelin, Solving large imperfect information games using CFR+, 2014)
forgets negative regrets at once, lets the players move in turn, and weighs the ``n``-th strategy by
``n`` in the average.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from pokerlab._foundations import compiled
from pokerlab.games import Game, Solution
from pokerlab.solvers import _iterating


def solve(
    game: Game,
    iterations: int = 10_000,
    initial: _iterating.Initial = "uniform",
    seed: int | None = None,
    tolerance: float = 0,
    checkpoints: Iterable[int] | None = None,
    track: Sequence[tuple[int, str, str]] = (),
    progress: bool | None = None,
) -> Solution:
    """Solve a game by CFR+.

    Parameters
    ----------
    game : Game
        Any game.
    iterations : int
        How many times each player moves at most.
    initial : "uniform", "random" or pair of (hands, sequences) arrays
        The strategies to begin with, which are not part of the average: every action equally
        likely; or the probabilities in each information set drawn uniformly from the simplex,
        independently for each hand; or these plans, player 0's first.
    seed : int, optional
        Seed for ``initial="random"``.
    tolerance : float
        Stop at the first checkpoint where the bracket, in chips, is no wider than this.
    checkpoints : iterable of int, optional
        After which iterations to measure; by default about twenty per decade and the last.
    track : sequence of (player, action, hand)
        Actions whose probabilities the history records, such as ``(0, "push", "J6o")``.
    progress : bool, optional
        Whether to show a progress bar on standard error, once a second has passed; by default
        where that is a terminal.

    Returns
    -------
    Solution
        The averages, certified, with their history.

    Raises
    ------
    ValueError
        If an option is none of those above.
    ArithmeticError
        If the tree's amounts are too far apart for floats.
    """
    plans = _iterating.start(game, initial, seed)
    steps = _averages(game, *plans)
    return _iterating.run(game, steps, "CFR+", iterations, tolerance, checkpoints, track, progress)


def _averages(game: Game, x: np.ndarray, y: np.ndarray) -> Iterator[_iterating.Plans]:
    plans = [x, y]
    behaviours = [game.to_behaviour(player, plans[player]) for player in (0, 1)]
    regrets = [np.zeros_like(plan) for plan in plans]
    averages = [np.zeros_like(plan) for plan in plans]
    for n in itertools.count(1):
        for player, sign in ((0, 1), (1, -1)):
            values = sign * game.sequence_values(player, plans[1 - player])
            nodes = game.tree.nodes[player]
            _match_regrets(values, nodes, regrets[player], behaviours[player], plans[player])
            averages[player] += 2 / (n + 1) * (plans[player] - averages[player])
        yield averages[0], averages[1]


@compiled()
def _match_regrets(
    values: np.ndarray,
    nodes: np.ndarray,
    regrets: np.ndarray,
    behaviour: np.ndarray,
    plan: np.ndarray,
) -> None:
    """Add each action's regret under the behaviour; make behaviour and plan match the regrets."""
    for hand in range(len(values)):
        for j in range(len(nodes) - 1, -1, -1):
            parent, first, stop = nodes[j]
            earned = 0.0
            for s in range(first, stop):
                earned += behaviour[hand, s] * values[hand, s]
            values[hand, parent] += earned
            total = 0.0
            for s in range(first, stop):
                regrets[hand, s] = max(regrets[hand, s] + values[hand, s] - earned, 0.0)
                total += regrets[hand, s]
            for s in range(first, stop):
                behaviour[hand, s] = regrets[hand, s] / total if total > 0 else 1 / (stop - first)
        for j in range(len(nodes)):
            parent, first, stop = nodes[j]
            for s in range(first, stop):
                plan[hand, s] = plan[hand, parent] * behaviour[hand, s]
