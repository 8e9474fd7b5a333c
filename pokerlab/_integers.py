"""Linear equations in integers of any size."""

from math import gcd
from typing import Any

import numpy as np


def solve_integers(matrix: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, int]:
    """Solve a square system of integers of any size, exactly, by FLINT (https://flintlib.org).

    An unknown that is alone in an equation is found at once, and one that is in only one equation
    last. These are removed again and again, and only the rest is solved as a system. A large system
    is solved modulo a prime and the solution lifted to the prime's powers until the fractions can
    be read off (J. Dixon, Exact solution of linear equations using p-adic expansions, 1982).

    `matrix` has shape (n, n) and `right` (n,), of objects where integers are large. Returns the
    numerators of the solution, of shape (n,), and their one denominator, above 0. A singular
    system is a ZeroDivisionError.

    Examples
    --------
    >>> solve_integers(np.array([[2, 1], [0, 3]]), np.array([1, 1]))
    (array([1, 1], dtype=object), 3)
    """
    from flint import fmpz_mat

    matrix, right = np.asarray(matrix, object), np.asarray(right, object)
    present = matrix != 0
    early, rows, columns = alone(present)
    late, *left = alone(present[np.ix_(rows, columns)].T)
    late = [(rows[row], columns[column]) for column, row in late]
    rows, columns = rows[left[1]], columns[left[0]]
    solution, one = np.zeros(len(matrix), object), 1

    def find(row: int, column: int) -> None:
        nonlocal solution, one
        known, pivot = present[row], int(matrix[row, column])
        rest = int(right[row] * one - (matrix[row, known] * solution[known]).sum())
        factor = abs(pivot) // gcd(rest, pivot)
        if factor > 1:
            solution, one = solution * factor, one * factor
        solution[column] = rest * factor // pivot

    for row, column in early:
        find(row, column)
    if len(rows):
        rest = right[rows] * one - matrix[rows] @ solution
        core = fmpz_mat(matrix[np.ix_(rows, columns)].tolist())
        found: Any = core.solve(fmpz_mat([[int(number)] for number in rest]))
        numerators, factor = found.numer_denom()
        solution, one = solution * int(factor), one * int(factor)
        solution[columns] = [int(number) for number in numerators.entries()]
    for row, column in reversed(late):
        find(row, column)
    common = gcd(one, *solution)
    return solution // common, one // common


def alone(present: np.ndarray) -> tuple[list[tuple[int, int]], np.ndarray, np.ndarray]:
    """Find rows of a matrix with a single entry, once the columns of earlier ones are gone.

    The argument says where the matrix is not 0. Returns the row and the column of each single
    entry, then the rows and the columns that are left.

    Examples
    --------
    >>> alone(np.array([[1, 1, 0], [0, 1, 0], [0, 0, 0]], bool))
    ([(1, 1), (0, 0)], array([2]), array([2]))
    """
    pairs, counts, still = [], present.sum(axis=1), np.ones(present.shape[1], bool)
    ready = np.flatnonzero(counts == 1).tolist()
    while ready:
        row = ready.pop()
        if counts[row]:
            column = int((present[row] & still).argmax())
            pairs.append((row, column))
            still[column] = False
            counts -= present[:, column]
            ready += np.flatnonzero(present[:, column] & (counts == 1)).tolist()
    rows = np.setdiff1d(np.arange(len(present)), [row for row, _ in pairs])
    return pairs, rows, np.flatnonzero(still)
