"""Packages that an extra of ``pyproject.toml`` installs, and programs for the solvers of one."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import cvxpy


def optional(module: str, extra: str) -> ModuleType:
    """Import a package that an extra of ``pyproject.toml`` installs.

    If it is missing, the ModuleNotFoundError says how to get it.

    Examples
    --------
    >>> optional("nonsense", "convex")
    Traceback (most recent call last):
    ModuleNotFoundError: this needs nonsense: pip install "pokerlab[convex]"
    """
    if find_spec(module.partition(".")[0]) is None:
        raise ModuleNotFoundError(f'this needs {module}: pip install "pokerlab[{extra}]"')
    return import_module(module)


def optimise(problem: "cvxpy.Problem", solver: str, **options: Any) -> None:
    """Solve a program in place, so that its variables and its status are set.

    Cvxpy passes the options on to the solver. The caller has to check the status. A solver that is
    missing, gives up or does not solve programs of this kind is a RuntimeError.

    Examples
    --------
    >>> import cvxpy
    >>> x = cvxpy.Variable()
    >>> optimise(cvxpy.Problem(cvxpy.Minimize(x), [x >= 2]), "HIGHS")
    >>> float(x.value)
    2.0
    """
    cvxpy = optional("cvxpy", "convex")
    try:
        problem.solve(solver=solver, **options)
    except (cvxpy.SolverError, ValueError) as error:  # what cvxpy cannot unpack is the latter
        others = cvxpy.installed_solvers()
        raise RuntimeError(f"solver: {solver!r} failed, try another of {others}") from error
