"""Division that rounds up, zeros without a sign, and what stands for no index."""

from typing import TypeVar

import numpy as np

__all__ = ["NO_INDEX", "ceil_divide", "unsigned_zero"]

_Floats = TypeVar("_Floats", float, np.ndarray)
_WholeNumbers = TypeVar("_WholeNumbers", int, np.ndarray)

NO_INDEX = -1  #: In place of an index, where there is none.


def unsigned_zero(numbers: _Floats) -> _Floats:
    """Return a float, or an array of floats, where every -0.0 is 0.0: its sign is a last bit.

    Examples
    --------
    >>> unsigned_zero(-0.0), unsigned_zero(np.array([-0.0, -1]))
    (0.0, array([ 0., -1.]))
    """
    return numbers + 0.0


def ceil_divide(number: _WholeNumbers, divisor: _WholeNumbers) -> _WholeNumbers:
    """Divide whole numbers, or arrays of them, and round up.

    Examples
    --------
    >>> ceil_divide(8, 4), ceil_divide(9, 4)
    (2, 3)
    """
    return -(-number // divisor)
