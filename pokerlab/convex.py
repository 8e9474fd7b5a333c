"""Programs written with cvxpy, solved by whichever solver the caller names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import cvxpy


def optimise(problem: cvxpy.Problem, solver: str, **options: Any) -> None:
    """Solve a program in place, so that its variables and its status are set.

    Parameters
    ----------
    problem : cvxpy.Problem
        The program. Whether its status is one that the caller can use is for the caller to see.
    solver : str
        One of ``cvxpy.installed_solvers()``.
    **options
        Passed on to the solver by cvxpy.

    Raises
    ------
    ValueError
        If the solver is not installed.
    RuntimeError
        If it gives up, or does not solve programs of this kind.

    Examples
    --------
    >>> import cvxpy
    >>> x = cvxpy.Variable()
    >>> optimise(cvxpy.Problem(cvxpy.Minimize(x), [x >= 2]), "HIGHS")
    >>> float(x.value)
    2.0
    """
    import cvxpy

    installed = cvxpy.installed_solvers()
    if solver not in installed:
        raise ValueError(f"solver: {solver!r} given, one of {installed} needed")
    try:
        problem.solve(solver=solver, **options)
    except cvxpy.SolverError as error:
        raise RuntimeError(f"solver: {solver!r} failed, try another of {installed}") from error
