"""Programs that cvxpy solves: those of `pokerlab.solvers.lp` and `pokerlab.stochastic`.

An extra of ``pyproject.toml``, ``convex``, installs cvxpy, which brings solvers along.
"""

from typing import TYPE_CHECKING, Any

from pokerlab._support.loading import import_optional

if TYPE_CHECKING:
    import cvxpy

__all__ = ["solve_with_cvxpy"]


def solve_with_cvxpy(problem: "cvxpy.Problem", cvxpy_solver: str, **options: Any) -> None:
    """Solve a program in place, so that its variables and its status are set.

    Cvxpy passes the options on to the solver. The caller has to check the status. A solver that is
    missing, gives up or does not solve such programs is a RuntimeError.

    Examples
    --------
    >>> import cvxpy
    >>> x = cvxpy.Variable()
    >>> solve_with_cvxpy(cvxpy.Problem(cvxpy.Minimize(x), [x >= 2]), "HIGHS")
    >>> float(x.value)
    2.0
    """
    cvxpy = import_optional("cvxpy", "convex")
    try:
        problem.solve(solver=cvxpy_solver, **options)
    except (cvxpy.SolverError, ValueError) as error:  # what cvxpy cannot unpack is the latter
        others = cvxpy.installed_solvers()
        raise RuntimeError(
            f"cvxpy_solver: {cvxpy_solver!r} failed, try another of {others}"
        ) from error
