"""The sequence-form linear program in integers, and exact steps to its optimal corner.

A corner solves a square system of equations: those of the indifferent hands. A *basis* says which
ones. HiGHS names a basis in floats, the system is solved in integers, and every sign is checked
exactly. If the corner is not optimal after all, exact steps lead from there to one that is. Each
exchanges two variables: the first one with a wrong sign, and the first one that can mend it. That
never cycles (T. Terlaky, A convergent criss-cross method, 1985). Once only one kind of sign is
wrong, the other kind is kept right, as in the simplex method (R. Bland, New finite pivoting rules
for the simplex method, 1977).
"""

from typing import Any, NamedTuple

import highspy
import numpy as np

from pokerlab import exact_payoffs, integers
from pokerlab.certificates import Certificate
from pokerlab.games import Game, Plans
from pokerlab.payoffs import Entries
from pokerlab.solvers import sequence_programs
from pokerlab.solvers.sequence_programs import InPlay, LinearProgram, SequenceProgram

__all__ = ["Corner", "ExactProgram", "final_basis"]

_SCALINGS = 3  # How often rows, and then columns, are scaled for HiGHS: more change little.


class Corner(NamedTuple):
    """An optimal corner of a program and the prices of its rows, in integers."""

    variables: np.ndarray  #: (columns,) numerators.
    denominator: int  #: What stands for 1 in the variables.
    prices: np.ndarray  #: (rows,) numerators.
    price_denominator: int  #: What stands for 1 in the prices.


class _Signs(NamedTuple):
    """Which variables and slacks may have which sign, arrays of bool."""

    free: np.ndarray  #: Any sign.
    fixed: np.ndarray  #: None: these have to be 0.
    signed: np.ndarray  #: At least 0.


class ExactProgram(SequenceProgram):
    """The linear program of a game in which only some sequences may be played, in integers.

    The slack of a row is the amount by which ``matrix @ v`` exceeds its bound. A *basis* is an
    array of bool over the variables and then the slacks, true for those that need not be 0: as many
    as there are rows.

    Parameters and attributes are those of `SequenceProgram`, without a bonus.
    """

    dtype = "object"

    def __init__(self, game: Game, in_play: InPlay, fallback: Plans | None = None) -> None:
        super().__init__(game, in_play, fallback)

    def _payoff_entries(self, shape: tuple[int, int]) -> tuple[list[Entries], int]:
        return exact_payoffs.program_entries(self.game, self.indices), 0

    def _to_matrix(self, entries: Entries, shape: tuple[int, int]) -> np.ndarray:
        rows, columns, numbers = entries
        matrix = np.zeros(shape, object)
        np.add.at(matrix, (rows, columns), numbers)
        return matrix

    def _scaled_sequence_values(self, player: int, opponent_plan: np.ndarray) -> np.ndarray:
        return exact_payoffs.exact_sequence_values(self.game, player, opponent_plan)

    def _scaled_bonus(self, player: int) -> Any:
        return np.zeros((), object)  # a float would make floats of integers

    def _split(self, totals: np.ndarray, shares: np.ndarray) -> np.ndarray:
        return integers.split(totals, shares)

    @property
    def slack_basis(self) -> np.ndarray:
        """The basis of all slacks: all variables are 0, and rows may be violated."""
        rows, columns = self.matrix.shape
        return np.repeat([False, True], [columns, rows])

    def numerical_basis(self) -> np.ndarray:
        """The basis at which HiGHS ends in floats, scaled so that rare hands count like others."""
        tableau = np.block(
            [[self.matrix, self.right_sides[:, None]], [self.objective, np.zeros(1, object)]]
        )
        tableau = (tableau / abs(tableau).max(axis=1, keepdims=True, initial=1)).astype(float)
        _scale(tableau)
        scaled = LinearProgram(
            tableau[-1, :-1], tableau[:-1, :-1], tableau[:-1, -1], self.free, self.tight
        )
        highs = sequence_programs.make_highs(scaled, solver="simplex")
        highs.run()
        return final_basis(highs, *self.matrix.shape)

    def optimum(self, basis: np.ndarray) -> Certificate:
        """Both players' optimal plans, by exact steps from a basis; from the slacks if singular."""
        variables, denominator, prices, price_denominator = self.corner(basis)
        if self.fallback is not None:  # which splits what leads to a decision
            variables, denominator = integers.refine(variables, denominator)
            prices, price_denominator = integers.refine(prices, price_denominator)
        plans = self.to_plans(variables, denominator, prices, price_denominator)
        return Certificate(self.game, plans, (denominator, price_denominator), "exact")

    def corner(self, basis: np.ndarray) -> Corner:
        """Find an optimal corner by exact steps from a basis; from the slacks if it is singular."""
        rows, columns = self.matrix.shape
        with_slacks = np.hstack([self.matrix, -np.eye(rows, dtype=object)])
        signs = self._signs()
        gain = np.concatenate([self.objective, np.zeros(rows, object)])
        basis = (basis if basis.sum() == rows else self.slack_basis).copy()
        while True:
            try:
                point, denominator = _solve_for_point(with_slacks, basis, self.right_sides)
            except ZeroDivisionError:
                basis = self.slack_basis
                continue
            rates, rate_denominator = _solve_for_rates(with_slacks, basis, gain)
            # A basis is optimal where all variables, and all rates, have signs that they may have.
            infeasible = (signs.signed & (point < 0)) | (signs.fixed & (point != 0))
            improving = (signs.signed & (rates > 0)) | (signs.free & (rates != 0))
            wrong = infeasible | improving
            if not wrong.any():
                return Corner(point[:columns], denominator, -rates[columns:], rate_denominator)
            # While signs of both kinds are wrong, the first wrong one, and the first variable that
            # can mend it, change places: the criss-cross method. Once only one kind is wrong, the
            # variable that mends it is the nearest, which keeps the other kind right: a step of the
            # simplex method, or of its dual.
            first = wrong.argmax()
            if infeasible[first]:  # it leaves the basis, and becomes 0
                leaving = first
                rising = np.zeros(len(basis), object)
                rising[leaving] = 1 if point[leaving] < 0 else -1
                # How much nearer to 0 each unit of another variable brings the leaving one.
                slopes, _ = _solve_for_rates(with_slacks, basis, rising)
                able = (signs.signed & (slopes > 0)) | (signs.free & (slopes != 0))
                entering = able.argmax() if improving.any() else _nearest(able, rates, slopes)
            else:  # it enters the basis, since the objective gains by it
                entering = first
                change = with_slacks[:, entering] * (-1 if rates[entering] > 0 else 1)
                # How each variable of the basis changes as the entering one does.
                slopes, _ = _solve_for_point(with_slacks, basis, change)
                able = (signs.signed & (slopes < 0)) | (signs.fixed & (slopes != 0))
                leaving = able.argmax() if infeasible.any() else _nearest(able, point, slopes)
            basis[leaving], basis[entering] = False, True

    def _signs(self) -> _Signs:
        """The signs that variables and slacks may have."""
        rows, columns = self.matrix.shape
        free = np.concatenate([self.free, np.zeros(rows, bool)])
        fixed = np.concatenate([np.zeros(columns, bool), self.tight])
        return _Signs(free, fixed, ~free & ~fixed)


def final_basis(highs: highspy.Highs, rows: int, columns: int) -> np.ndarray:
    """The basis at which HiGHS ended, of the first rows and columns, (columns + rows,) of bool."""
    basis = highs.getBasis()
    statuses = [*basis.col_status[:columns], *basis.row_status[:rows]]
    return np.array([status == highspy.HighsBasisStatus.kBasic for status in statuses], bool)


def _scale(matrix: np.ndarray) -> None:
    """Bring the numbers in each row and column of a matrix near 1, in place."""
    for _ in range(_SCALINGS):
        for axis in (0, 1):
            magnitudes = abs(matrix)
            largest = magnitudes.max(axis, keepdims=True)
            smallest = magnitudes.min(axis, keepdims=True, initial=1e300, where=magnitudes > 0)
            matrix /= np.where(largest > 0, np.sqrt(largest * smallest), 1)


def _solve_for_point(
    with_slacks: np.ndarray, basis: np.ndarray, right_sides: np.ndarray
) -> tuple[np.ndarray, int]:
    """Variables and slacks where those outside the basis are 0: numerators and denominator."""
    point = np.zeros(len(basis), object)
    point[basis], denominator = integers.solve_equations(with_slacks[:, basis], right_sides)
    return point, denominator


def _solve_for_rates(
    with_slacks: np.ndarray, basis: np.ndarray, gain: np.ndarray
) -> tuple[np.ndarray, int]:
    """What the objective gains for each unit of each variable: numerators and denominator."""
    prices, denominator = integers.solve_equations(with_slacks[:, basis].T, gain[basis])
    matrix = with_slacks[:, : -len(prices)]
    return gain * denominator - np.concatenate([prices @ matrix, -prices]), denominator


def _nearest(able: np.ndarray, reserves: np.ndarray, slopes: np.ndarray) -> int:
    """The first of some variables to use up its reserve at these slopes, an index."""
    steps = integers.to_fractions(abs(reserves), abs(slopes))
    return min(np.flatnonzero(able).tolist(), key=steps.__getitem__)
