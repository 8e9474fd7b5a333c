"""Shared by the iterative solvers: where to start, when to measure and stop, what to report."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

import numpy as np

from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.arguments import is_integer, read_list, refusal, require_count, short_repr
from pokerlab._support.pairs import as_pair
from pokerlab._support.progress import progress_bar
from pokerlab.amounts import read_tolerance
from pokerlab.brackets import Bracket
from pokerlab.games import Game, Plans, require_float_amounts, require_game
from pokerlab.solutions import Convergence, Solution

__all__ = ["Options", "random_plans", "read_checkpoints", "read_initial", "run"]

_TrackedAction = tuple[int, str, str]  # (player, action, hand), as it is given


class Options:
    """When to measure and stop, and what to report: the options that iterative solvers share.

    They are given as :mod:`pokerlab.solvers` describes them, and refused here, but for ``track``,
    which `run` reads.
    """

    def __init__(
        self,
        iterations: int,
        tolerance: float = 0,
        checkpoints: Iterable[int] | None = None,
        track: Sequence[_TrackedAction] = (),
        progress: bool | None = None,
        should_give_up: Callable[[int, float], bool] | None = None,
    ) -> None:
        #: After how many iterations to measure, ascending; the last is the end.
        self.checkpoints = read_checkpoints(iterations, checkpoints)
        #: Chips: a bracket no wider than this ends the search.
        self.tolerance = read_tolerance(tolerance)
        self.track = track  #: The actions whose probabilities are recorded.
        self.progress = progress  #: Whether to show a bar; None, if a terminal shows it.
        #: Whether to stop at a checkpoint: a function of the number of iterations so far and the
        #: width of the narrowest bracket.
        self.should_give_up = should_give_up

    @property
    def iterations(self) -> int:
        """How many iterations to make at most: up to the last checkpoint."""
        return self.checkpoints[-1]


class _Entry(NamedTuple):
    """An entry of a player's behaviour."""

    player: int
    hand: int
    sequence: int


def read_initial(game: Game, initial: Plans | None) -> tuple[np.ndarray, np.ndarray]:
    """Read the plans that an iteration begins with, as :mod:`pokerlab.solvers` describes them.

    Left out, they are uniform. The arrays returned are the caller's own to change. Anything but a
    game is a TypeError.
    """
    require_game(game)
    if initial is None:
        return game.uniform(0), game.uniform(1)
    return as_pair(map(np.array, game.sequence_form.read_plans("initial", initial)))


def random_plans(game: Game, seed: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Draw a plan for each player, to begin an iteration with.

    The probabilities in each information set are uniform on the simplex, independently for each
    hand. The same seed draws the same plans.
    """
    require_game(game)
    generator = np.random.default_rng(seed)
    # Independent exponential numbers, divided by their sum, are uniform on the simplex.
    shares = [generator.exponential(size=game.shape(player)) for player in (0, 1)]
    return game.sequence_form.proportional_plans(shares)


@one_blas_thread
def run(
    game: Game,
    iterates: Iterator[tuple[int, Plans]],
    found_by: str,
    options: Options,
) -> Solution:
    """Follow an iteration, record how it converges and measure where it ends.

    Parameters
    ----------
    game : Game
        The game to solve.
    iterates : iterator of (int, plans)
        The number of iterations so far, from 1 up, and the plans after them, which may be one pair
        of arrays that changes in place; ``enumerate(..., 1)`` numbers plans that come one iteration
        after the other. An iteration may skip numbers, but none at which to measure. Anything else
        is a TypeError. If they end between two checkpoints, the last ones are measured, too; none
        at all are a RuntimeError.
    found_by : str
        The name of the solver, for the solution and the progress bar.
    options : Options
        When to measure and stop, and what to report.

    Examples
    --------
    Fictitious play in a few lines, on any game:

    >>> from itertools import count
    >>> from pokerlab import betting, deals
    >>> def averages(game, x, y):
    ...     for n in count(2):
    ...         best_x, best_y = game.best_response(0, y)[0], game.best_response(1, x)[0]
    ...         x, y = x + (best_x - x) / n, y + (best_y - y) / n
    ...         yield x, y
    >>> game = Game(deals.kuhn(), betting.kuhn())
    >>> iterates = enumerate(averages(game, *read_initial(game, None)), 1)
    >>> solution = run(game, iterates, "best responses", Options(1000, tolerance=0.01))
    >>> round(solution.payoff, 1)
    -0.1
    """
    require_float_amounts(game)
    measurements = _Measurements(game, options.track)
    narrowest = inf
    n, checkpoints = 0, iter(options.checkpoints)
    next_checkpoint = next(checkpoints)
    with progress_bar((), found_by, options.iterations, options.progress) as bar:
        for iterate in iterates:
            n, plans = _read_iterate(found_by, game, iterate, n + 1, next_checkpoint)
            bar.update(n - bar.n)
            if n < next_checkpoint:
                continue
            width = measurements.add(n, plans).width
            if width <= options.tolerance or n == options.iterations:
                break
            narrowest = min(narrowest, width)
            if options.should_give_up is not None and options.should_give_up(n, narrowest):
                break
            next_checkpoint = next(checkpoints)
    if n == 0:
        raise RuntimeError(f"{found_by}: no plans found, the first iteration failed")
    if n not in measurements.iterations:
        measurements.add(n, plans)
    return Solution(game, measurements.plans, found_by, measurements.convergence())


def _read_iterate(
    found_by: str, game: Game, iterate: Any, least: int, most: int
) -> tuple[int, Plans]:
    """Read a number of iterations between two, and the plans after them; else a TypeError."""
    try:
        n, (x, y) = iterate
        if is_integer(n) and least <= n <= most and (np.shape(x), np.shape(y)) == game.shapes:
            return n, (x, y)
    except (TypeError, ValueError):
        pass  # what cannot be unpacked is refused as well
    needed = "(iterations so far, (plan of player 0, plan of player 1))"
    hint = f"their number from {least} to {most}, the next checkpoint, the shapes {game.shapes}"
    raise refusal(f"{found_by}, an iterate", short_repr(iterate), needed, hint, TypeError)


class _Measurements:
    """The measurements of an iteration, in lists with an entry for each time."""

    plans: Plans  # those that were measured last, in double precision

    def __init__(self, game: Game, track: Sequence[_TrackedAction]) -> None:
        self.game, self.entries = game, _read_track(game, track)
        self.iterations: list[int] = []
        self.brackets: list[Bracket] = []
        self.tracked: dict[_TrackedAction, list[float]] = {action: [] for action in self.entries}

    def add(self, n: int, plans: Plans) -> Bracket:
        """Measure the plans after this many iterations, and return their bracket."""
        if plans[0].dtype != float:
            in_double = [plan.astype(float) for plan in plans]
            plans = self.game.sequence_form.proportional_plans(in_double)
        self.plans = plans
        self.iterations.append(n)
        bracket = self.game.payoff_operator.measure(*plans).bracket
        self.brackets.append(bracket)
        if self.entries:
            behaviours = self.game.sequence_form.proportional_behaviours(plans)
            for action, entry in self.entries.items():
                probability = behaviours[entry.player][entry.hand, entry.sequence]
                self.tracked[action].append(probability)
        return bracket

    def convergence(self) -> Convergence:
        """Return all that was measured as arrays."""
        probabilities = {action: np.array(course) for action, course in self.tracked.items()}
        return Convergence.of(self.iterations, self.brackets, probabilities)


def _read_track(game: Game, track: Sequence[_TrackedAction]) -> dict[_TrackedAction, _Entry]:
    """Read the actions to track, as entries of behaviours; anything else is refused."""
    actions = read_list("track", track, "a list of (player, action, hand)")
    entries = {}
    for tracked in actions:
        if not isinstance(tracked, tuple | list) or len(tracked) != 3:
            raise refusal("track", repr(tracked), "(player, action, hand)")
        player, action, hand = tracked
        index = game.tree.read_player(player)
        entries[player, action, hand] = _Entry(
            player=index,
            hand=game.deal.hand_index(index, hand),
            sequence=game.tree.sequence_index(index, action),
        )
    return entries


def read_checkpoints(iterations: int, checkpoints: Iterable[int] | None) -> list[int]:
    """Read after which iterations to measure, and add the last one.

    By default these are about twenty per decade.
    """
    require_count("iterations", iterations)
    if checkpoints is None:
        decades = np.log10(iterations)
        checkpoints = np.logspace(0, decades, int(20 * decades) + 1).round().astype(int)
    checkpoints = read_list("checkpoints", checkpoints, "a list of integers")
    if not all(is_integer(n) and 1 <= n <= iterations for n in checkpoints):
        raise refusal("checkpoints", checkpoints, f"integers 1 to {iterations}")
    return sorted({*checkpoints, iterations})
