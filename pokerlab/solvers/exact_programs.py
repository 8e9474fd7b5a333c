"""The sequence-form linear program in integers, and exact steps to its optimal corner.

A corner solves a square system of equations: those of the indifferent hands. A *basis* says which
ones. It is an array of bool over a program's variables and then its slacks, the amounts by which
rows exceed their bounds, and true for those that need not be 0: as many as there are rows. HiGHS
names a basis in floats, the system is solved in integers, and every sign is checked exactly. If the
corner is not optimal after all, exact steps lead from there to one that is. Each exchanges two
variables: the first one with a wrong sign, and the first one that can mend it. That never cycles
(T. Terlaky, A convergent criss-cross method, 1985). Once only one kind of sign is wrong, the other
kind is kept right, as in the simplex method, which does not cycle either as long as the first of
several is taken (R. Bland, New finite pivoting rules for the simplex method, 1977). From a corner
that is nearly optimal this takes far fewer steps than the criss-cross method would.
"""

from typing import NamedTuple

import numpy as np

from pokerlab import integers
from pokerlab.certificates import Certificate
from pokerlab.exact_payoffs import integer_payoff_operator
from pokerlab.games import Game
from pokerlab.solvers._highs import make_highs, run_highs
from pokerlab.solvers.plan_variables import SequenceMasks
from pokerlab.solvers.sequence_programs import Behaviours, LinearProgram, SequenceProgram

__all__ = [
    "Corner",
    "exact_optimum",
    "float_basis",
    "optimal_corner",
    "program_in_integers",
]

_SCALINGS = 3  # How often rows, and then columns, are scaled for HiGHS: more change little.


def program_in_integers(
    game: Game, in_play: SequenceMasks, fallback: Behaviours | None = None
) -> SequenceProgram:
    """Return a game's program in integers, for the arguments of a `SequenceProgram`."""
    return SequenceProgram(game, in_play, fallback, payoff_operator=integer_payoff_operator(game))


class Corner(NamedTuple):
    """An optimal corner of a program and the prices of its rows, in integers."""

    variables: np.ndarray  #: (columns,) numerators.
    denominator: int  #: The integer that stands for 1 in the variables.
    prices: np.ndarray  #: (rows,) numerators.
    price_denominator: int  #: The integer that stands for 1 in the prices.

    def refined(self) -> "Corner":
        """Return the corner in finer units, which a fallback can split."""
        return Corner(
            *integers.refine(self.variables, self.denominator),
            *integers.refine(self.prices, self.price_denominator),
        )


def exact_optimum(
    sequence_program: SequenceProgram, basis: np.ndarray | None = None
) -> Certificate:
    """Find both optimal plans of a game's program in integers, by `optimal_corner`."""
    corner = optimal_corner(sequence_program.linear_program, basis)
    if sequence_program.fallback is not None:
        corner = corner.refined()
    denominators = corner.denominator, corner.price_denominator
    plans = sequence_program.plans_from(corner.variables, corner.prices, denominators)
    variables0, variables1 = sequence_program.plan_variables
    plan_denominators = (
        corner.denominator * variables0.lock_denominator,
        corner.price_denominator * variables1.lock_denominator,
    )
    return Certificate(sequence_program.game, plans, plan_denominators, "exact")


class _SlackForm(NamedTuple):
    """A program in integers whose rows are all equations: slacks come after its variables.

    Each (n,) array has an entry for each variable and each slack, and so has a basis.
    """

    matrix: np.ndarray  #: (rows, n)
    right_sides: np.ndarray  #: (rows,)
    objective: np.ndarray  #: (n,), 0 for slacks.
    is_free: np.ndarray  #: (n,) of bool: variables that may have any sign.
    #: (n,) of bool: slacks of equations, which have to be 0. All others are at least 0.
    is_equation: np.ndarray

    @classmethod
    def of(cls, linear_program: LinearProgram) -> "_SlackForm":
        """Add the slacks to a program."""
        rows, columns = linear_program.matrix.shape
        return cls(
            matrix=np.hstack([linear_program.matrix, -np.eye(rows, dtype=object)]),
            right_sides=linear_program.right_sides,
            objective=np.concatenate([linear_program.objective, np.zeros(rows, object)]),
            is_free=np.concatenate([linear_program.is_free, np.zeros(rows, bool)]),
            is_equation=np.concatenate([np.zeros(columns, bool), linear_program.is_equation]),
        )

    @property
    def at_least_zero(self) -> np.ndarray:
        """The variables and slacks that may not be negative, (n,) of bool."""
        return ~self.is_free & ~self.is_equation

    def slack_basis(self) -> np.ndarray:
        """Return the basis of all slacks: all variables are 0, and rows may be violated."""
        rows, columns = self.matrix.shape
        return np.arange(columns) >= columns - rows

    def solve_for_point(self, basis: np.ndarray, right_sides: np.ndarray) -> tuple[np.ndarray, int]:
        """Find variables and slacks where those outside the basis are 0, with their denominator."""
        point = np.zeros(len(basis), object)
        point[basis], denominator = integers.solve_equations(self.matrix[:, basis], right_sides)
        return point, denominator

    def reduced_gains(self, basis: np.ndarray, objective: np.ndarray) -> tuple[np.ndarray, int]:
        """Return an objective's gain for each unit of each variable: numerators and denominator.

        These are the reduced costs of a program that maximises.
        """
        prices, denominator = integers.solve_equations(self.matrix[:, basis].T, objective[basis])
        without_slacks = self.matrix[:, : -len(prices)]
        gained = np.concatenate([prices @ without_slacks, -prices])
        return objective * denominator - gained, denominator

    def infeasible(self, point: np.ndarray) -> np.ndarray:
        """Return the variables with a sign that they may not have, (n,) of bool.

        Of a direction, these are the variables that it brings nearer to such a sign.
        """
        return (self.at_least_zero & (point < 0)) | (self.is_equation & (point != 0))

    def improving(self, gains: np.ndarray) -> np.ndarray:
        """Return the variables that may change from 0 so that something is gained, (n,) of bool."""
        return (self.at_least_zero & (gains > 0)) | (self.is_free & (gains != 0))


def optimal_corner(linear_program: LinearProgram, basis: np.ndarray | None = None) -> Corner:
    """Find an optimal corner of a program in integers by exact steps from a basis.

    They begin at all slacks if no basis is given, or one that is singular or has another size than
    there are rows.
    """
    rows, columns = linear_program.matrix.shape
    program = _SlackForm.of(linear_program)
    if basis is None or np.count_nonzero(basis) != rows:
        basis = program.slack_basis()
    basis = basis.copy()
    while True:
        try:
            point, denominator = program.solve_for_point(basis, program.right_sides)
        except ZeroDivisionError:
            basis = program.slack_basis()
            continue
        gains, gains_denominator = program.reduced_gains(basis, program.objective)
        if not (program.infeasible(point) | program.improving(gains)).any():
            return Corner(point[:columns], denominator, -gains[columns:], gains_denominator)
        leaving, entering = _next_exchange(program, basis, point, gains)
        basis[leaving], basis[entering] = False, True


def _next_exchange(
    program: _SlackForm, basis: np.ndarray, point: np.ndarray, gains: np.ndarray
) -> tuple[int, int]:
    """Return which variable leaves a basis in the next step, and which one enters it.

    While signs of both kinds are wrong, of variables and of reduced gains, the first wrong one, and
    the first variable that can mend it, change places: the criss-cross method. Once only one kind
    is wrong, the variable that mends it is the nearest, which keeps the other kind right: a step of
    the simplex method, or of its dual.
    """
    infeasible, improving = program.infeasible(point), program.improving(gains)
    is_criss_cross = infeasible.any() and improving.any()
    first = int((infeasible | improving).argmax())
    if infeasible[first]:
        leaving = first
        change = np.zeros(len(basis), object)
        change[leaving] = 1 if point[leaving] < 0 else -1
        # By how much each unit of another variable brings the leaving one nearer to 0.
        slopes, _ = program.reduced_gains(basis, change)
        able = program.improving(slopes)
        return leaving, int(able.argmax()) if is_criss_cross else _nearest(able, gains, slopes)
    entering = first
    rising = 1 if gains[entering] > 0 else -1
    # By how much each variable of the basis changes with each unit of the entering one.
    slopes, _ = program.solve_for_point(basis, -rising * program.matrix[:, entering])
    able = program.infeasible(slopes)
    return int(able.argmax()) if is_criss_cross else _nearest(able, point, slopes), entering


def float_basis(linear_program: LinearProgram) -> np.ndarray:
    """Find the basis at which HiGHS ends in floats, scaled so that rare hands count like others."""
    matrix, objective = linear_program.matrix, linear_program.objective
    right_sides = linear_program.right_sides[:, None]
    tableau = np.block([[matrix, right_sides], [objective, np.zeros(1, object)]])
    tableau = (tableau / abs(tableau).max(axis=1, keepdims=True, initial=1)).astype(float)
    _scale(tableau)
    scaled = linear_program._replace(
        matrix=tableau[:-1, :-1], right_sides=tableau[:-1, -1], objective=tableau[-1, :-1]
    )
    return run_highs(make_highs(scaled)).basis(*matrix.shape)


def _scale(matrix: np.ndarray) -> None:
    """Bring the numbers in each row and column of a matrix near 1, in place."""
    for _ in range(_SCALINGS):
        for axis in (0, 1):
            magnitudes = abs(matrix)
            largest = magnitudes.max(axis, keepdims=True)
            smallest = magnitudes.min(axis, keepdims=True, initial=1e300, where=magnitudes > 0)
            matrix /= np.where(largest > 0, np.sqrt(largest) * np.sqrt(smallest), 1)


def _nearest(able: np.ndarray, reserves: np.ndarray, slopes: np.ndarray) -> int:
    """Return the first of some variables to use up its reserve at these slopes, an index."""
    steps = integers.to_fractions(abs(reserves), abs(slopes))
    return min(np.flatnonzero(able).tolist(), key=lambda variable: steps[variable])
