"""What the iterative solvers share: where to start, when to measure and stop, what to report."""

import reprlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pokerlab._arguments import check_count, is_integer, read_list, refusal
from pokerlab._players import as_pair
from pokerlab._progress import progress_bar
from pokerlab._threads import one_blas_thread
from pokerlab.amounts import parse_tolerance
from pokerlab.games import Bounded, Game, Plans, check_game
from pokerlab.solutions import Convergence, Solution

__all__ = ["Initial", "first_plans", "read_checkpoints", "run"]

Initial = str | Plans  #: Initial strategies: "uniform", "random" or two plans.
_Action = tuple[int, str, str]  # (player, action, hand), as it is given


class _Entry(NamedTuple):
    """An entry of a player's behaviour."""

    player: int
    hand: int
    sequence: int


def first_plans(game: Game, initial: Initial, seed: int | None) -> tuple[np.ndarray, np.ndarray]:
    """The plans that an iteration begins with, as :mod:`pokerlab.solvers` describes them."""
    check_game(game)
    if isinstance(initial, str) and initial == "uniform":
        plans = [game.uniform(player) for player in (0, 1)]
    elif isinstance(initial, str) and initial == "random":
        generator = np.random.default_rng(seed)
        # Independent exponential numbers, divided by their sum, are uniform on the simplex.
        shares = [generator.exponential(size=game.shape(player)) for player in (0, 1)]
        plans = [game.repaired_plan(player, shares[player]) for player in (0, 1)]
    elif isinstance(initial, tuple | list) and len(initial) == 2:
        try:
            plans = [*game.read_plans("initial", initial)]
        except ValueError as error:
            raise ValueError(f"initial: {error}") from None
    else:
        given = reprlib.repr(initial)
        raise refusal("initial", given, "'uniform', 'random' or two plans")
    return as_pair(map(np.array, plans))


@one_blas_thread
def run(
    game: Game,
    iterates: Iterator[tuple[int, Plans]],
    solver: str,
    checkpoints: Sequence[int],
    tolerance: float,
    track: Sequence[_Action],
    progress: bool | None,
    give_up: Callable[[int, float], bool] | None = None,
) -> Solution:
    """Follow an iteration, record how it converges and certify where it ends.

    Parameters
    ----------
    game : Game
        What is solved.
    iterates : iterator of (int, plans)
        The number of iterations so far and the plans after them, which may be one pair of arrays
        that changes in place. If they end between two checkpoints, the last ones are measured, too;
        none at all are a RuntimeError.
    solver : str
        The name of the solver, for the solution and the progress bar.
    checkpoints : sequence of int
        The numbers of iterations after which to measure, ascending. The last one is the end.
    give_up : callable, optional
        Whether to stop at a checkpoint: a function of the number of iterations so far and the
        width of the narrowest bracket.
    tolerance, track, progress
        As in :mod:`pokerlab.solvers`, whose errors are raised.
    """
    game.check_amounts()
    tolerance = parse_tolerance(tolerance)
    entries = _read_track(game, track)
    measured: list[int] = []
    brackets: list[Bounded] = []
    tracked: dict[_Action, list[float]] = {action: [] for action in entries}
    narrowest = np.inf
    to_measure = set(checkpoints)

    def measure(n: int, plans: Plans) -> Plans:
        """Measure two plans, and return them in double precision."""
        if plans[0].dtype != float:
            plans = as_pair(game.repaired_plan(player, plans[player]) for player in (0, 1))
        measured.append(n)
        brackets.append(game.evaluate(*plans, are_plans=True))
        if entries:
            behaviours = [game.to_behaviour(player, plans[player]) for player in (0, 1)]
            for action, entry in entries.items():
                probability = behaviours[entry.player][entry.hand, entry.sequence]
                tracked[action].append(probability)
        return plans

    n = 0
    with progress_bar((), solver, checkpoints[-1], progress) as bar:
        for n, plans in iterates:
            bar.update(n - bar.n)
            if n not in to_measure:
                continue
            plans = measure(n, plans)
            width = brackets[-1].width
            narrowest = min(narrowest, width)
            if width <= tolerance or n == checkpoints[-1]:
                break
            if give_up is not None and give_up(n, narrowest):
                break
    if n == 0:
        raise RuntimeError(f"{solver}: no plans found, the first iteration failed")
    if measured[-1:] != [n]:
        plans = measure(n, plans)
    lowers = np.array([bracket.lower for bracket in brackets])
    uppers = np.array([bracket.upper for bracket in brackets])
    probabilities = {action: np.array(course) for action, course in tracked.items()}
    convergence = Convergence(np.array(measured), lowers, uppers, probabilities)
    return Solution(game, plans, solver, convergence)


def _read_track(game: Game, track: Sequence[_Action]) -> dict[_Action, _Entry]:
    """Which entry each of the actions to track is; a ValueError for what is no action."""
    actions = read_list("track", track, "a list of (player, action, hand)")
    for action in actions:
        if not isinstance(action, tuple | list) or len(action) != 3:
            raise refusal("track", repr(action), "(player, action, hand)")
    entries = {}
    for player, name, hand in actions:
        index = game.tree.read_player(player)
        entry = _Entry(index, game.deal.index(index, hand), game.tree.index(index, name))
        entries[player, name, hand] = entry
    return entries


def read_checkpoints(name: str, iterations: int, checkpoints: Iterable[int] | None) -> list[int]:
    """Check after which iterations to measure, and add the last one.

    By default these are about twenty per decade. Errors call the number of iterations by the
    caller's ``name`` for it.
    """
    check_count(name, iterations)
    if checkpoints is None:
        decades = np.log10(iterations)
        checkpoints = np.logspace(0, decades, int(20 * decades) + 1).round().astype(int)
    checkpoints = read_list("checkpoints", checkpoints, "a list of integers")
    if not all(is_integer(n) and 1 <= n <= iterations for n in checkpoints):
        raise refusal("checkpoints", checkpoints, f"integers 1 to {iterations}")
    return sorted({*checkpoints, iterations})
