"""The sequence-form linear program: one solve, both players' optimal strategies.

Player 0 looks for the realization plan ``x`` with the best guarantee. Against a fixed plan,
player 1's best response solves a linear program of its own, whose dual has one variable per
information set: what the set is worth to player 0 when player 1 plays it best. Together the two
make one linear program, whose size is linear in the tree and whose dual variables are player 1's
optimal plan (D. Koller, N. Megiddo and B. von Stengel, Fast algorithms for finding randomized
strategies in game trees, 1994; B. von Stengel, Efficient computation of behavior strategies, 1996).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.loading import import_optional
from pokerlab.cvxpy_programs import solve_with_cvxpy
from pokerlab.games import Game, require_float_amounts, require_game
from pokerlab.solutions import Solution
from pokerlab.solvers.sequence_programs import LinearProgram, SequenceProgram, all_sequences

__all__ = ["solve"]


@one_blas_thread
def solve(game: Game, *, cvxpy_solver: str = "HIGHS", **options: Any) -> Solution:
    """Solve a game by its sequence-form linear program.

    If there are many optima, the solution is the one that cvxpy's solver finds. If that stops
    early, say at a limit on time, cvxpy warns, and the bracket, which best responses compute, shows
    how good its strategies are.

    Parameters
    ----------
    game : Game
        Any game, with locked decisions or without.
    cvxpy_solver : str
        One of ``cvxpy.installed_solvers()``.
    **options
        Passed on to that solver, such as ``time_limit=60`` to HiGHS.

    Raises
    ------
    RuntimeError
        If cvxpy has no such solver, or it fails, as HiGHS does if an option is none of its own.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> solution = solve(Game(deals.kuhn(), betting.kuhn()))
    >>> round(-18 * solution.payoff, 9)
    1.0
    """
    require_game(game)
    require_float_amounts(game)
    sequence_program = SequenceProgram(game, all_sequences(game))
    variables, prices = _solve_program(sequence_program.linear_program, cvxpy_solver, options)
    # Some of cvxpy's solvers miss plans by more than the rounding that `Solution` mends, and those
    # that stop early by any amount.
    plans = game.sequence_form.proportional_plans(sequence_program.plans_from(variables, prices))
    return Solution(game, plans, f"lp ({cvxpy_solver})")


def _solve_program(
    linear_program: LinearProgram, cvxpy_solver: str, options: Mapping[str, Any]
) -> tuple[np.ndarray, np.ndarray]:
    """Return a program's optimal variables, and the prices of its inequalities, by cvxpy."""
    cp = import_optional("cvxpy", "convex")
    objective, matrix, right_sides, is_free, is_equation = linear_program
    if not objective.size:  # nobody has a choice
        return np.zeros(0), np.zeros(0)
    v = cp.Variable(len(objective), bounds=[np.where(is_free, -np.inf, 0), None])
    matrix = csr_array(matrix)
    # Older versions of CVXPY refuse constraints without rows.
    inequalities, equations = [], []
    if not is_equation.all():
        inequalities = [matrix[~is_equation] @ v >= right_sides[~is_equation]]
    if is_equation.any():
        equations = [matrix[is_equation] @ v == right_sides[is_equation]]
    problem = cp.Problem(cp.Maximize(objective @ v), inequalities + equations)
    solve_with_cvxpy(problem, cvxpy_solver, **options)
    if problem.status not in cp.settings.SOLUTION_PRESENT:
        raise RuntimeError(f"cvxpy_solver: {cvxpy_solver!r} ended with status {problem.status!r}")
    return v.value, inequalities[0].dual_value if inequalities else np.zeros(0)
