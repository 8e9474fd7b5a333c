"""Linear programs as this package has them, handed to HiGHS without anything in between."""

from __future__ import annotations

from typing import Any

import highspy
import numpy as np
from scipy.sparse import csc_array


def maximise(
    cost: np.ndarray,
    matrix: csc_array,
    bounds: np.ndarray,
    free: np.ndarray,
    tight: np.ndarray,
    **options: Any,
) -> highspy.Highs:
    """Maximise ``cost @ z`` subject to ``matrix @ z >= bounds``.

    Parameters
    ----------
    cost : (n,) array
        What each variable adds.
    matrix : (m, n) sparse array
        The constraints, column by column.
    bounds : (m,) array
        Their right-hand sides.
    free : (n,) array of bool
        The variables that may be negative; the others are at least 0.
    tight : (m,) array of bool
        The constraints that hold with equality.
    **options
        HiGHS's own, by name.

    Returns
    -------
    highspy.Highs
        After its run, whether that succeeded or not. The duals in its solution are at least 0
        where a constraint is an inequality.

    Examples
    --------
    >>> cost, matrix = np.array([1.0, 1.0]), csc_array([[-1.0, -2.0]])
    >>> run = maximise(cost, matrix, np.array([-4.0]), np.zeros(2, bool), np.zeros(1, bool))
    >>> run.getSolution().col_value, run.getSolution().row_dual
    ([4.0, 0.0], [1.0])
    """
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = matrix.shape
    model.col_cost_ = -cost
    model.col_lower_ = np.where(free, -highspy.kHighsInf, 0.0)
    model.col_upper_ = np.full(len(cost), highspy.kHighsInf)
    model.row_lower_ = bounds
    model.row_upper_ = np.where(tight, bounds, highspy.kHighsInf)
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = matrix.indptr
    model.a_matrix_.index_ = matrix.indices
    model.a_matrix_.value_ = matrix.data
    highs = highspy.Highs()
    highs.silent()
    for name, option in options.items():
        highs.setOptionValue(name, option)
    highs.passModel(model)
    highs.run()
    return highs
