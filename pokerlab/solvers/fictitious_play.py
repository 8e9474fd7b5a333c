"""Fictitious play: each player's next strategy is a best response to the other's average so far.

G. W. Brown proposed it in 1951, and in the same year J. Robinson proved that it converges in every
two-player zero-sum game. Best responses are pure; it is the averages that converge.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

from pokerlab._support.arguments import require_one_of
from pokerlab.games import Game, Plans
from pokerlab.solutions import Solution
from pokerlab.solvers import iteration

__all__ = ["solve"]

# The share of the ``n``-th strategy in the average of the first ``n``.
_AVERAGING: dict[str, Callable[[int], float]] = {
    "uniform": lambda n: 1 / n,
    "linear": lambda n: 2 / (n + 1),
}


def solve(
    game: Game,
    *,
    iterations: int = 10_000,
    averaging: str = "uniform",
    updates: str = "simultaneous",
    initial: Plans | None = None,
    tolerance: float = 0,
    checkpoints: Iterable[int] | None = None,
    track: Sequence[tuple[int, str, str]] = (),
    progress: bool | None = None,
) -> Solution:
    """Play a game against itself by fictitious play; the solution is the averages.

    Parameters
    ----------
    game : Game
        Any game, with locked decisions or without.
    iterations : int
        How many best responses each player makes at most.
    averaging : "uniform" or "linear"
        Whether all strategies weigh the same in the average, as Brown's do, or the ``n``-th
        one weighs ``n``. The initial strategies are the first.
    updates : "simultaneous" or "alternating"
        Whether player 1 responds to player 0's average from before the iteration or after it.
    initial, tolerance, checkpoints, track, progress
        As in :mod:`pokerlab.solvers`. The tolerance is checked at the checkpoints.
    """
    require_one_of("averaging", averaging, _AVERAGING)
    require_one_of("updates", updates, ["simultaneous", "alternating"])
    plans = iteration.read_initial(game, initial)
    options = iteration.Options(iterations, tolerance, checkpoints, track, progress)
    averages = enumerate(_iterate(game, plans, _AVERAGING[averaging], updates == "alternating"), 1)
    return iteration.run(game, averages, f"fictitious play ({averaging}, {updates})", options)


def _iterate(
    game: Game, initial: Plans, step_size: Callable[[int], float], alternating: bool
) -> Iterator[Plans]:
    """Yield the averages after each iteration.

    Values are linear: those of an average are the average of its strategies' values. And most best
    responses are the one before once more, whose values are known.
    """
    averages, responses = list(initial), list(initial)
    # What each player's average, and last response, makes of the other's sequences.
    response_values = [game.payoff_operator.apply(1 - p, initial[p]) for p in (0, 1)]
    average_values = list(response_values)
    for n in itertools.count(2):
        values_before = list(average_values)
        for player in (0, 1):
            # Who answers second sees what the first one has just changed, or not.
            values = (average_values if alternating else values_before)[1 - player]
            response, _ = game.sequence_form.best_plan_for(player, values)
            if (response != responses[player]).any():
                responses[player] = response
                response_values[player] = game.payoff_operator.apply(1 - player, response)
            step = step_size(n)
            averages[player] = averages[player] + step * (response - averages[player])
            change = response_values[player] - average_values[player]
            average_values[player] = average_values[player] + step * change
        yield tuple(averages)
