"""What the iterative solvers share: where to start, when to look, when to stop, what to report."""

import reprlib
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from pokerlab._foundations import check_count, is_integer, progress_bar, read_list
from pokerlab._threads import one_blas_thread
from pokerlab.amounts import parse_tolerance
from pokerlab.games import Game, Plans, check_game
from pokerlab.solutions import History, Solution

Initial = str | Plans


def start(game: Game, initial: Initial, seed: int | None) -> tuple[np.ndarray, np.ndarray]:
    """The plans that an iteration begins with, as `pokerlab.solvers` describes them."""
    check_game(game)
    if isinstance(initial, str) and initial == "uniform":
        plans = [game.uniform(player) for player in (0, 1)]
    elif isinstance(initial, str) and initial == "random":
        draws = np.random.default_rng(seed)
        shares = [draws.exponential(size=game.shape(player)) for player in (0, 1)]
        plans = [game.as_plan(p, shares[p]) for p in (0, 1)]
    elif isinstance(initial, tuple | list) and len(initial) == 2:
        try:
            plans = [game.check_plan(player, initial[player]) for player in (0, 1)]
        except ValueError as error:
            raise ValueError(f"initial: {error}") from None
    else:
        given = reprlib.repr(initial)
        raise ValueError(f"initial: {given} given, 'uniform', 'random' or two plans needed")
    return np.array(plans[0]), np.array(plans[1])


@one_blas_thread
def run(
    game: Game,
    iterates: Iterator[tuple[int, Plans]],
    solver: str,
    checkpoints: Sequence[int],
    tolerance: float,
    track: Sequence[tuple[int, str, str]],
    progress: bool | None,
    hopeless: Callable[[int, float], bool] | None = None,
) -> Solution:
    """Follow an iteration, keep its history and certify where it ends.

    ``iterates`` are numbers of iterations and the plans after them, which may be one pair of arrays
    that changes in place; ``checkpoints`` are the numbers after which to measure and, the last of
    them, to end. The other parameters and errors are those of all solvers.
    """
    game.check_amounts()
    tolerance = parse_tolerance(tolerance)
    for entry in read_list("track", track, "a list of (player, action, hand)"):
        if not isinstance(entry, tuple | list) or len(entry) != 3:
            raise ValueError(f"track: {entry!r} given, (player, action, hand) needed")
    places = {}
    for player, action, hand in track:
        p = game.tree.player(player)
        found = p, game.deal.index(p, hand), game.tree.sequence(p, action)
        places[player, action, hand] = found
    tracked: dict[tuple[int, str, str], list[float]] = {entry: [] for entry in places}
    numbers: list[int] = []
    brackets: list[tuple[float, float]] = []
    narrowest = np.inf
    to_measure = {*checkpoints}
    with progress_bar((), solver, checkpoints[-1], progress) as shown:
        for n, plans in iterates:
            shown.update(n - shown.n)
            if n not in to_measure:
                continue
            if plans[0].dtype != float:
                plans = [game.as_plan(p, plans[p]) for p in (0, 1)]
            values = (game.sequence_values(p, plans[1 - p]) for p in (0, 1))
            upper, lower = (game.respond(p, earned)[1] for p, earned in enumerate(values))
            numbers.append(n)
            brackets.append((lower, upper))
            if places:
                behaviours = [game.to_behaviour(p, plans[p]) for p in (0, 1)]
                for entry, (p, place, s) in places.items():
                    tracked[entry].append(behaviours[p][place, s])
            narrowest = min(narrowest, upper - lower)
            if upper - lower <= tolerance or n == checkpoints[-1]:
                break
            if hopeless is not None and hopeless(n, narrowest):
                break
    courses = {entry: np.array(course) for entry, course in tracked.items()}
    lowers, uppers = np.array(brackets).T
    history = History(np.array(numbers), lowers, uppers, courses)
    return Solution(game, plans, solver, history)


def read_checkpoints(name: str, iterations: int, checkpoints: Iterable[int] | None) -> list[int]:
    """After which iterations to look, checked: at the checkpoints, and after the last one.

    The default is about twenty per decade; ``name`` is the caller's word for ``iterations``.
    """
    check_count(name, iterations)
    if checkpoints is None:
        decades = np.log10(iterations)
        checkpoints = np.logspace(0, decades, int(20 * decades) + 1).round().astype(int)
    checkpoints = read_list("checkpoints", checkpoints, "a list of integers")
    if not all(is_integer(n) and 1 <= n <= iterations for n in checkpoints):
        raise ValueError(f"checkpoints: {checkpoints} given, integers 1 to {iterations} needed")
    return sorted({*checkpoints, iterations})
