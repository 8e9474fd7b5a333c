"""The size of rounding in an array of floats, a part of the largest one."""

from typing import Any

import numpy as np

from pokerlab._compiled import compiled_if_worthwhile

__all__ = ["rounding_in"]


@compiled_if_worthwhile
def rounding_in(matrix: np.ndarray, relative: float) -> Any:
    """Return a part of the largest absolute value in a matrix, in the matrix's precision.

    A part of 0 is 0, and then nothing is looked for.
    """
    dtype = matrix.dtype.type
    if relative == 0:
        return dtype(0)
    by_hand = np.zeros_like(matrix[0])
    for row in matrix:
        for hand in range(len(row)):
            by_hand[hand] = max(by_hand[hand], abs(row[hand]))
    largest = by_hand[0]
    for number in by_hand:
        largest = max(largest, number)
    return dtype(relative * largest)
