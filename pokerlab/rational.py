"""Linear equations in integers, solved exactly by FLINT (https://flintlib.org)."""

from __future__ import annotations

import numpy as np
from flint import fmpz_mat


def solve(matrix: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, int]:
    """Solve a square system of integers.

    For larger systems FLINT lifts a solution modulo a prime to one modulo its powers until the
    fractions can be read off (J. Dixon, Exact solution of linear equations using p-adic expansions,
    1982).

    Parameters
    ----------
    matrix : (n, n) array of int
        Of any size each, in an array of objects.
    right : (n,) array of int
        The right-hand side.

    Returns
    -------
    numerators : (n,) array of int
        The solution, over one denominator.
    denominator : int
        Above 0.

    Raises
    ------
    ZeroDivisionError
        If the system is singular.

    Examples
    --------
    >>> solve(np.array([[2, 1], [0, 3]]), np.array([1, 1]))
    (array([1, 1], dtype=object), 3)
    """
    if not len(matrix):
        return np.zeros(0, object), 1
    column = fmpz_mat([[int(number)] for number in right])
    numerators, denominator = fmpz_mat(matrix.tolist()).solve(column).numer_denom()
    return np.array([int(number) for number in numerators.entries()], object), int(denominator)
