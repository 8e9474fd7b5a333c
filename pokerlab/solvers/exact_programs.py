"""The sequence-form linear program in integers, and exact steps to its optimal corner.

A corner solves a square system of equations: those of the indifferent hands. A *basis* says which
ones. It is an array of bool over a program's variables and then its slacks, the amounts by which
rows exceed their bounds, and true for those that need not be 0: as many as there are rows. HiGHS
names a basis in floats, the system is solved in integers, and every sign is checked exactly. If the
corner is not optimal after all, exact steps lead from there to one that is. Each exchanges two
variables: the first one with a wrong sign, and the first one that can mend it. That never cycles
(T. Terlaky, A convergent criss-cross method, 1985). Once only one kind of sign is wrong, the other
kind is kept right, as in the simplex method (R. Bland, New finite pivoting rules for the simplex
method, 1977).
"""

from typing import NamedTuple

import numpy as np

from pokerlab import integers
from pokerlab.certificates import Certificate
from pokerlab.exact_payoffs import integer_payoff_operator
from pokerlab.payoffs import Coefficients
from pokerlab.solvers._highs import run_highs
from pokerlab.solvers.sequence_programs import Arithmetic, LinearProgram, SequenceProgram

__all__ = [
    "INTEGERS",
    "Corner",
    "exact_optimum",
    "float_basis",
    "optimal_corner",
]

_SCALINGS = 3  # How often rows, and then columns, are scaled for HiGHS: more change little.


def _dense_matrix(coefficients: Coefficients, shape: tuple[int, int]) -> np.ndarray:
    """Return the matrix with these coefficients, of Python's integers."""
    rows, columns, numbers = coefficients
    matrix = np.zeros(shape, object)
    np.add.at(matrix, (rows, columns), numbers)
    return matrix


#: Python's integers for exact steps, with payoffs in the unit of the game's integer operator.
INTEGERS = Arithmetic(
    dtype=np.dtype(object),
    payoff_operator_of=integer_payoff_operator,
    payoff_scale_of=lambda game: 1,
    make_matrix=_dense_matrix,
)


class Corner(NamedTuple):
    """An optimal corner of a program and the prices of its rows, in integers."""

    variables: np.ndarray  #: (columns,) numerators.
    denominator: int  #: The integer that stands for 1 in the variables.
    prices: np.ndarray  #: (rows,) numerators.
    price_denominator: int  #: The integer that stands for 1 in the prices.


def exact_optimum(
    sequence_program: SequenceProgram, basis: np.ndarray | None = None
) -> Certificate:
    """Find both optimal plans of a game's program in `INTEGERS`, by `optimal_corner`."""
    variables, denominator, prices, price_denominator = optimal_corner(
        sequence_program.linear_program, basis
    )
    if sequence_program.fallback is not None:  # which splits probabilities, in finer units
        variables, denominator = integers.refine(variables, denominator)
        prices, price_denominator = integers.refine(prices, price_denominator)
    denominators = denominator, price_denominator
    plans = sequence_program.plans_from(variables, prices, denominators)
    return Certificate(sequence_program.game, plans, denominators, "exact")


class _Signs(NamedTuple):
    """The signs that variables and slacks may have, arrays of bool."""

    any_sign: np.ndarray
    zero: np.ndarray  #: These have to be 0.
    at_least_zero: np.ndarray


def optimal_corner(linear_program: LinearProgram, basis: np.ndarray | None = None) -> Corner:
    """Find an optimal corner of a program in integers by exact steps from a basis.

    They begin at all slacks if there is no basis, or it is none: of another size than there are
    rows, or singular.
    """
    rows, columns = linear_program.matrix.shape
    with_slacks = np.hstack([linear_program.matrix, -np.eye(rows, dtype=object)])
    signs = _signs(linear_program)
    gain = np.concatenate([linear_program.objective, np.zeros(rows, object)])
    if basis is None or np.count_nonzero(basis) != rows:
        basis = linear_program.slack_basis()
    basis = basis.copy()
    while True:
        try:
            point, denominator = _solve_for_point(with_slacks, basis, linear_program.right_sides)
        except ZeroDivisionError:
            basis = linear_program.slack_basis()
            continue
        reduced, reduced_denominator = _reduced_gains(with_slacks, basis, gain)
        # A basis is optimal where all variables, and all reduced gains, have signs that they may
        # have.
        infeasible = (signs.at_least_zero & (point < 0)) | (signs.zero & (point != 0))
        improving = (signs.at_least_zero & (reduced > 0)) | (signs.any_sign & (reduced != 0))
        wrong = infeasible | improving
        if not wrong.any():
            return Corner(point[:columns], denominator, -reduced[columns:], reduced_denominator)
        # While signs of both kinds are wrong, the first wrong one, and the first variable that can
        # mend it, change places: the criss-cross method. Once only one kind is wrong, the variable
        # that mends it is the nearest, which keeps the other kind right: a step of the simplex
        # method, or of its dual.
        is_criss_cross = infeasible.any() and improving.any()
        first = int(wrong.argmax())
        if infeasible[first]:
            leaving = first
            rising = 1 if point[leaving] < 0 else -1
            able, slopes = _entering_candidates(with_slacks, basis, signs, leaving, rising)
            entering = int(able.argmax()) if is_criss_cross else _nearest(able, reduced, slopes)
        else:
            entering = first
            rising = 1 if reduced[entering] > 0 else -1
            able, slopes = _leaving_candidates(with_slacks, basis, signs, entering, rising)
            leaving = int(able.argmax()) if is_criss_cross else _nearest(able, point, slopes)
        basis[leaving], basis[entering] = False, True


def _entering_candidates(
    with_slacks: np.ndarray, basis: np.ndarray, signs: _Signs, leaving: int, rising: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the variables that can enter the basis for one that leaves it, and their slopes.

    The leaving variable rises to 0 or, with a rising of -1, falls. Each unit of another variable
    brings it nearer to 0 by that variable's slope, in one unit for all. Both are arrays over
    variables and slacks, of bool and of integers.
    """
    change = np.zeros(len(basis), object)
    change[leaving] = rising
    slopes, _ = _reduced_gains(with_slacks, basis, change)
    return (signs.at_least_zero & (slopes > 0)) | (signs.any_sign & (slopes != 0)), slopes


def _leaving_candidates(
    with_slacks: np.ndarray, basis: np.ndarray, signs: _Signs, entering: int, rising: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the variables that can leave the basis for one that enters it, and their slopes.

    The entering variable rises from 0 or, with a rising of -1, falls, as the objective gains. Each
    variable of the basis changes by its slope, in one unit for all. Both are arrays over variables
    and slacks, of bool and of integers.
    """
    slopes, _ = _solve_for_point(with_slacks, basis, -rising * with_slacks[:, entering])
    return (signs.at_least_zero & (slopes < 0)) | (signs.zero & (slopes != 0)), slopes


def _signs(linear_program: LinearProgram) -> _Signs:
    """Return the signs that a program's variables and slacks may have."""
    rows, columns = linear_program.matrix.shape
    any_sign = np.concatenate([linear_program.is_free, np.zeros(rows, bool)])
    zero = np.concatenate([np.zeros(columns, bool), linear_program.is_equation])
    return _Signs(any_sign, zero, ~any_sign & ~zero)


def float_basis(linear_program: LinearProgram) -> np.ndarray:
    """Find the basis at which HiGHS ends in floats, scaled so that rare hands count like others."""
    objective, matrix, right_sides, is_free, is_equation = linear_program
    tableau = np.block([[matrix, right_sides[:, None]], [objective, np.zeros(1, object)]])
    tableau = (tableau / abs(tableau).max(axis=1, keepdims=True, initial=1)).astype(float)
    _scale(tableau)
    scaled = LinearProgram(
        tableau[-1, :-1], tableau[:-1, :-1], tableau[:-1, -1], is_free, is_equation
    )
    return run_highs(scaled, solver="simplex").basis(*matrix.shape)


def _scale(matrix: np.ndarray) -> None:
    """Bring the numbers in each row and column of a matrix near 1, in place."""
    for _ in range(_SCALINGS):
        for axis in (0, 1):
            magnitudes = abs(matrix)
            largest = magnitudes.max(axis, keepdims=True)
            smallest = magnitudes.min(axis, keepdims=True, initial=1e300, where=magnitudes > 0)
            matrix /= np.where(largest > 0, np.sqrt(largest) * np.sqrt(smallest), 1)


def _solve_for_point(
    with_slacks: np.ndarray, basis: np.ndarray, right_sides: np.ndarray
) -> tuple[np.ndarray, int]:
    """Find variables and slacks where those outside the basis are 0, with their denominator."""
    point = np.zeros(len(basis), object)
    point[basis], denominator = integers.solve_equations(with_slacks[:, basis], right_sides)
    return point, denominator


def _reduced_gains(
    with_slacks: np.ndarray, basis: np.ndarray, gain: np.ndarray
) -> tuple[np.ndarray, int]:
    """Return the objective's gain for each unit of each variable: numerators and denominator.

    These are the reduced costs of a program that maximises.
    """
    prices, denominator = integers.solve_equations(with_slacks[:, basis].T, gain[basis])
    matrix = with_slacks[:, : -len(prices)]
    return gain * denominator - np.concatenate([prices @ matrix, -prices]), denominator


def _nearest(able: np.ndarray, reserves: np.ndarray, slopes: np.ndarray) -> int:
    """Return the first of some variables to use up its reserve at these slopes, an index."""
    steps = integers.to_fractions(abs(reserves), abs(slopes))
    return min(np.flatnonzero(able).tolist(), key=steps.__getitem__)
