"""What `pokerlab.solvers.solve` does: averages as far as they seem faster, then programs."""

from pokerlab.amounts import read_tolerance
from pokerlab.games import Game, require_game
from pokerlab.solutions import Solution
from pokerlab.solvers import cfr, double_oracle
from pokerlab.solvers.units import largest_amount, tolerance_unit
from pokerlab.trees import Tree

__all__ = ["solve"]

# Below this tolerance, in `units.tolerance_unit`, `solve` tries no averages.
_LEAST_AVERAGED_TOLERANCE = 1e-7
# A bracket that is ten times as narrow takes about ten to this power times as many iterations.
_ITERATION_POWER = 0.6
# A double oracle's work, in products for each hand and terminal: this many, times the number of
# decisions to `_PROGRAM_POWER`.
_PROGRAM_WORK = 1300
_PROGRAM_POWER = 1.4  # The power of the number of decisions in that work.
# Single precision is enough for tolerances from this part of the largest amount on. It makes large
# games faster, those over combos most, and hardly slows down any.
_LEAST_SINGLE_PRECISION_TOLERANCE = 2e-6
# In single precision, which overflows at 3e38, amounts are below this, and the
# tree's `units.tolerance_unit` is above its inverse.
_MAX_SINGLE_PRECISION_AMOUNT = 1e30
_MAX_ITERATIONS = 10**6  # `solve` averages over at most this many.


def solve(game: Game, tolerance: float | None, progress: bool | None) -> Solution:
    """Solve any game, as :func:`pokerlab.solvers.solve` describes it."""
    require_game(game)
    initial = None
    if tolerance is not None:
        tolerance = read_tolerance(tolerance)
        if tolerance >= _LEAST_AVERAGED_TOLERANCE * tolerance_unit(game.tree):
            averaged = _average(game, tolerance, progress)
            if averaged.width <= tolerance:
                return averaged
            initial = averaged.plans
    # How long it takes to find the middle of the optima varies less than for a corner.
    return double_oracle.solve(
        game, tolerance=tolerance, corner=False, progress=progress, initial=initial
    )


def _average(game: Game, tolerance: float, progress: bool | None) -> Solution:
    """Average by CFR down to a tolerance, or until linear programs seem faster."""
    tree = game.tree
    work_of_programs = _PROGRAM_WORK * tree.decision_count**_PROGRAM_POWER
    iterations_meanwhile = work_of_programs / game.payoff_operator.cost_per_hand_and_terminal
    iterations_of_guess = double_oracle.max_guess_iterations(game)

    def programs_are_faster(iterations: int, width: float) -> bool:
        iterations_left = iterations * ((width / tolerance) ** _ITERATION_POWER - 1)
        return iterations >= iterations_of_guess and iterations_left > iterations_meanwhile

    return cfr.solve(
        game,
        iterations=_MAX_ITERATIONS,
        rule=cfr.OPEN_ENDED_RULE,
        tolerance=tolerance,
        checkpoints=[10 * round(1.2**k) for k in range(63)],  # each a fifth later, up to 811,400
        progress=progress,
        single_precision=_fits_single_precision(tree, tolerance),
        should_give_up=programs_are_faster,
    )


def _fits_single_precision(tree: Tree, tolerance: float) -> bool:
    """Return whether single precision is enough for a tree's amounts and for a tolerance."""
    unit, largest = tolerance_unit(tree), largest_amount(tree)
    most = _MAX_SINGLE_PRECISION_AMOUNT
    no_overflow = 1 / most < unit <= largest < most
    return no_overflow and tolerance >= _LEAST_SINGLE_PRECISION_TOLERANCE * largest
