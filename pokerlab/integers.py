"""Exact arithmetic: a common denominator, shares of a total, systems of equations, products.

Python's fractions are exact but slow. So numbers that are used together are kept as integers over
one common denominator, in arrays of Python's integers (``dtype=object``), which have any size and
never overflow. FLINT (https://flintlib.org) solves systems of equations and multiplies matrices.

:mod:`pokerlab.check` does the same on its own: it verifies what this package proves, so it uses
nothing of it.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from flint import fmpz_mat

__all__ = [
    "SHARE_BITS",
    "give_rest",
    "is_exact",
    "multiply",
    "over_common_denominator",
    "refine",
    "solve_equations",
    "split_totals",
    "to_fractions",
]

#: Floats become multiples of two to the power of minus this, finer than doubles near 1 are.
SHARE_BITS = 60


def is_exact(array: np.ndarray) -> bool:
    """Return whether an array of numbers has Python's own, integers or fractions, and not floats.

    Its ``dtype`` tells: no other numbers are kept as objects here.
    """
    return bool(array.dtype == object)


def over_common_denominator(fractions: Iterable[Fraction]) -> tuple[np.ndarray, int]:
    """Write fractions as integers over their least common denominator.

    Returns
    -------
    numerators : (n,) array of int objects
    denominator : int

    Examples
    --------
    >>> over_common_denominator([Fraction(1, 2), Fraction(2, 3)])
    (array([3, 4], dtype=object), 6)
    """
    fractions = list(fractions)
    denominator = lcm(*{fraction.denominator for fraction in fractions})
    numerators = [
        fraction.numerator * (denominator // fraction.denominator) for fraction in fractions
    ]
    return np.array(numerators, object), denominator


# None where the denominator is 0.
_fraction_or_none = np.frompyfunc(
    lambda numerator, denominator: Fraction(numerator, denominator) if denominator else None, 2, 1
)


def to_fractions(numerators: Any, denominators: Any) -> np.ndarray:
    """Divide integers by integers, arrays of one shape or single numbers, into fractions.

    The result is an array of objects, with None where a denominator is 0.
    """
    return _fraction_or_none(numerators, denominators)


def split_totals(totals: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """Split integers into integer parts that add up to them exactly.

    The parts are in proportion to the shares, rounded to multiples of ``2**-SHARE_BITS``. The part
    with the largest share takes what rounding leaves over or short.

    Parameters
    ----------
    totals : (rows,) array of int objects
    shares : (rows, parts) array of float
        From 0 to 1, those of a row adding up to 1.

    Returns
    -------
    (rows, parts) array of int objects

    Examples
    --------
    >>> split_totals(np.array([9, 9], object), np.array([[2 / 3, 1 / 3], [0, 1]]))
    array([[7, 2],
           [0, 9]], dtype=object)
    """
    multiples = np.rint(shares * 2.0**SHARE_BITS).astype(np.int64).astype(object)
    parts: np.ndarray = (totals[:, None] * multiples) >> SHARE_BITS
    give_rest(parts, totals, shares.argmax(axis=1))
    return parts


def give_rest(parts: np.ndarray, totals: Any, takers: np.ndarray) -> None:
    """Let one part of each row take what rounding leaves over or short of the total, in place.

    Parameters
    ----------
    parts : (rows, parts) array of integers
    totals : integer, or (rows,) array of them
    takers : (rows,) array of int
        Which part it is: the likeliest, where the parts are probabilities.

    Examples
    --------
    >>> parts = np.array([[667, 333], [334, 333]])
    >>> give_rest(parts, 1000, np.array([0, 0]))
    >>> parts
    array([[667, 333],
           [667, 333]])
    """
    parts[np.arange(len(parts)), takers] += totals - parts.sum(axis=1)


def refine(numerators: np.ndarray, denominator: int) -> tuple[np.ndarray, int]:
    """Write fractions in units ``2**SHARE_BITS`` times finer, which `split_totals` can divide.

    Examples
    --------
    >>> numerators, denominator = refine(np.array([1, 2], object), 3)
    >>> to_fractions(numerators, denominator)
    array([Fraction(1, 3), Fraction(2, 3)], dtype=object)
    """
    return numerators << SHARE_BITS, denominator << SHARE_BITS


def multiply(matrix: "fmpz_mat", columns: np.ndarray) -> np.ndarray:
    """Multiply one of FLINT's integer matrices by an array of integers, (k, m), exactly."""
    from flint import fmpz_mat

    entries = (matrix * fmpz_mat(columns.tolist())).entries()
    return _to_array(entries).reshape(matrix.nrows(), columns.shape[1])


def solve_equations(matrix: np.ndarray, right_side: np.ndarray) -> tuple[np.ndarray, int]:
    """Solve a square system of linear equations with integer coefficients of any size.

    Most systems of a game are sparse. So equations with only one unknown are solved first, and
    unknowns that occur in only one equation last, again and again. FLINT solves the dense rest: if
    that is large, modulo a prime, lifting the solution to powers of the prime until the fractions
    can be read off (J. Dixon, Exact solution of linear equations using p-adic expansions, 1982).

    Parameters
    ----------
    matrix : (n, n) array of int
    right_side : (n,) array of int

    Returns
    -------
    numerators : (n,) array of int objects
    denominator : int
        Above 0, in lowest terms with all numerators.

    Raises
    ------
    ZeroDivisionError
        If the system is singular.

    Examples
    --------
    >>> solve_equations(np.array([[2, 1], [0, 3]]), np.array([1, 1]))
    (array([1, 1], dtype=object), 3)
    """
    matrix, right_side = np.asarray(matrix, object), np.asarray(right_side, object)
    present = matrix != 0
    rows, columns = _single_entries(present)
    if len(rows) == len(matrix):  # each equation has one unknown, in the order of the unknowns
        return over_common_denominator(map(Fraction, right_side[rows], matrix[rows, columns]))
    if len(rows):
        simple, rest = (rows, columns), _others(len(matrix), rows, columns)
        return _solve_in_turn(matrix, right_side, simple, rest)
    columns, rows = _single_entries(present.T)
    if len(rows):
        simple, rest = (rows, columns), _others(len(matrix), rows, columns)
        return _solve_in_turn(matrix, right_side, rest, simple)
    from flint import fmpz_mat

    solution: Any = fmpz_mat(matrix.tolist()).solve(fmpz_mat(right_side[:, None].tolist()))
    numerators, denominator = solution.numer_denom()
    return _to_array(numerators.entries()), int(denominator)


def _single_entries(present: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find rows with only one entry, and its column: one row for each column, ascending."""
    rows = np.flatnonzero(present.sum(axis=1) == 1)
    columns, first = np.unique(present[rows].nonzero()[1], return_index=True)
    return rows[first], columns


def _others(size: int, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows and columns of a square matrix that are not among those given."""
    return np.delete(np.arange(size), rows), np.delete(np.arange(size), columns)


def _solve_in_turn(
    matrix: np.ndarray,
    right_side: np.ndarray,
    first: tuple[np.ndarray, np.ndarray],
    last: tuple[np.ndarray, np.ndarray],
) -> tuple[np.ndarray, int]:
    """Solve the ``first`` rows, which have no other unknowns, for their columns; then the last."""
    (rows, columns), (last_rows, last_columns) = first, last
    known, denominator = solve_equations(matrix[np.ix_(rows, columns)], right_side[rows])
    remaining = right_side[last_rows] * denominator - matrix[np.ix_(last_rows, columns)] @ known
    found, factor = solve_equations(matrix[np.ix_(last_rows, last_columns)], remaining)
    numerators = np.zeros(len(matrix), object)
    numerators[columns] = known * factor
    numerators[last_columns] = found
    common = gcd(denominator * factor, *numerators)
    return numerators // common, denominator * factor // common


def _to_array(entries: Iterable[Any]) -> np.ndarray:
    """Make an array of Python's integers of FLINT's."""
    return np.array([int(entry) for entry in entries], object)
