"""HiGHS, which solves linear programs in floats: those of games, and any other `LinearProgram`."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import highspy
import numpy as np
from scipy.sparse import csc_array

from pokerlab.games import Plans
from pokerlab.solvers.sequence_programs import LinearProgram, SequenceProgram

__all__ = [
    "CORNER_METHODS",
    "HighsOptions",
    "HighsResult",
    "make_highs",
    "run_highs",
    "solve_in_floats",
]

#: A method of HiGHS: the options that choose it.
HighsOptions = Mapping[str, Any]
#: The methods that find a corner of the optima, in the order in which they are tried: the dual
#: simplex method, the primal one, and an interior point method that then goes to a corner.
CORNER_METHODS: tuple[HighsOptions, ...] = (
    {"solver": "simplex", "simplex_strategy": 1},
    {"solver": "simplex", "simplex_strategy": 4},
    {"solver": "ipx", "run_crossover": "on"},
)

# The statuses with which HiGHS has an optimum; an empty model is one in which nobody has a choice.
_SOLVED = highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty


def make_highs(linear_program: LinearProgram) -> highspy.Highs:
    """Return HiGHS, ready to solve a linear program in floats.

    HiGHS minimises the negated objective.

    Examples
    --------
    >>> objective, matrix = np.array([1.0, 1.0]), csc_array([[-1.0, -2.0]])
    >>> is_free, is_equation = np.zeros(2, bool), np.zeros(1, bool)
    >>> right_sides = np.array([-4.0])
    >>> linear_program = LinearProgram(objective, matrix, right_sides, is_free, is_equation)
    >>> highs = make_highs(linear_program)
    >>> _ = highs.run()
    >>> highs.getSolution().col_value, highs.getSolution().row_dual
    ([4.0, 0.0], [1.0])
    """
    objective, matrix, right_sides, is_free, is_equation = linear_program
    matrix = csc_array(matrix)
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = matrix.shape
    model.col_cost_ = -objective
    model.col_lower_ = np.where(is_free, -highspy.kHighsInf, 0.0)
    model.col_upper_ = np.full(len(objective), highspy.kHighsInf)
    model.row_lower_ = right_sides
    model.row_upper_ = np.where(is_equation, right_sides, highspy.kHighsInf)
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = matrix.indptr
    model.a_matrix_.index_ = matrix.indices
    model.a_matrix_.value_ = matrix.data
    highs = highspy.Highs()
    highs.silent()
    highs.passModel(model)
    return highs


class HighsResult(NamedTuple):
    """What HiGHS has come to with a linear program, whether that succeeded or not."""

    highs: highspy.Highs
    is_solved: bool  #: Whether it has found an optimum.
    variables: np.ndarray  #: (columns,); zeros if it has refused the program.
    prices: np.ndarray  #: (rows,): what one more on the right side of each row would cost.

    def basis(self, rows: int, columns: int) -> np.ndarray:
        """Return the basis at which it ended, of the first rows and columns, (columns + rows,).

        It is true for the variables, and then the slacks of rows, that need not be 0. HiGHS is
        asked for it, so it is lost once that runs again.
        """
        basis = self.highs.getBasis()
        statuses = [*basis.col_status[:columns], *basis.row_status[:rows]]
        return np.array([status == highspy.HighsBasisStatus.kBasic for status in statuses], bool)


def run_highs(
    highs: highspy.Highs, methods: Sequence[HighsOptions] = CORNER_METHODS
) -> HighsResult:
    """Let HiGHS solve its model by the first of some methods that finds an optimum.

    The first method goes on from where HiGHS ended before, the others start afresh. No option that
    a method sets stays set for those after it.
    """
    is_solved = False
    for number, method in enumerate(methods):
        if number > 0:
            highs.clearSolver()
        is_solved = _run_by(highs, method)
        if is_solved:
            break
    solution = highs.getSolution()
    return HighsResult(
        highs,
        is_solved,
        np.array(solution.col_value or [0.0] * highs.getNumCol()),
        np.array(solution.row_dual or [0.0] * highs.getNumRow()),
    )


def _run_by(highs: highspy.Highs, method: HighsOptions) -> bool:
    """Let HiGHS solve its model by one method, from where it is; return whether it has."""
    before = {name: highs.getOptionValue(name)[1] for name in method}
    for name, option in method.items():
        highs.setOptionValue(name, option)
    highs.run()
    for name, option in before.items():
        highs.setOptionValue(name, option)
    return highs.getModelStatus() in _SOLVED


def solve_in_floats(
    sequence_program: SequenceProgram, methods: Sequence[HighsOptions] = CORNER_METHODS
) -> tuple[HighsResult, Plans]:
    """Run HiGHS by some methods; return its result and the plans of that.

    It may have failed: then the result says so, and they are plans all the same.
    """
    result = run_highs(make_highs(sequence_program.linear_program), methods)
    plans = sequence_program.plans_from(result.variables, result.prices)
    return result, sequence_program.game.sequence_form.proportional_plans(plans)
