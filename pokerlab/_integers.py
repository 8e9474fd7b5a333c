"""Linear equations in integers of any size."""

from typing import Any

import numpy as np


def solve_integers(matrix: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, int]:
    """Solve a square system of integers of any size, exactly, by FLINT (https://flintlib.org).

    A large system is solved modulo a prime and the solution lifted to the prime's powers until the
    fractions can be read off (J. Dixon, Exact solution of linear equations using p-adic expansions,
    1982).

    `matrix` has shape (n, n) and `right` (n,), of objects where integers are large. Returns the
    numerators of the solution, of shape (n,), and their one denominator, above 0. A singular
    system is a ZeroDivisionError.

    Examples
    --------
    >>> solve_integers(np.array([[2, 1], [0, 3]]), np.array([1, 1]))
    (array([1, 1], dtype=object), 3)
    """
    from flint import fmpz_mat

    core = fmpz_mat([list(map(int, row)) for row in matrix])
    found: Any = core.solve(fmpz_mat([[int(number)] for number in right]))
    numerators, one = found.numer_denom()
    return np.array(list(map(int, numerators.entries())), object), int(one)
