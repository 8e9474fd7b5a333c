"""Pairs, one thing for each player; arrays that cannot be written to; what stands for no index.

And two steps of arithmetic that have no sign of their own in Python.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

__all__ = [
    "NO_INDEX",
    "SIGNS",
    "FrozenArrays",
    "as_pair",
    "ceil_divide",
    "frozen_copy",
    "set_fields",
    "unsigned_zero",
]

_T = TypeVar("_T")
_Floats = TypeVar("_Floats", float, np.ndarray)

NO_INDEX = -1  #: In place of an index, where there is none.
#: A player's sign: player 0's chips times it are that player's own. What one wins, one loses.
SIGNS = (1, -1)


def as_pair(both: Iterable[_T]) -> tuple[_T, _T]:
    """Make a tuple of two things, such as one for each player."""
    first, second = both
    return first, second


def unsigned_zero(numbers: _Floats) -> _Floats:
    """Return a float, or an array of floats, where every -0.0 is 0.0: its sign is a last bit.

    Examples
    --------
    >>> unsigned_zero(-0.0), unsigned_zero(np.array([-0.0, -1]))
    (0.0, array([ 0., -1.]))
    """
    return numbers + 0.0


def ceil_divide(number: int, divisor: int) -> int:
    """Divide whole numbers, and round up.

    Examples
    --------
    >>> ceil_divide(8, 4), ceil_divide(9, 4)
    (2, 3)
    """
    return -(-number // divisor)


def frozen_copy(array: ArrayLike) -> np.ndarray:
    """Return a read-only copy of an array.

    Examples
    --------
    >>> frozen_copy(np.zeros(2))[0] = 1
    Traceback (most recent call last):
    ValueError: assignment destination is read-only
    """
    array = np.array(array)
    array.setflags(write=False)
    return array


def set_fields(instance: Any, **values: Any) -> None:
    """Set fields in ``__post_init__`` of a frozen dataclass; an array as its `frozen_copy`.

    So are the arrays in tuples and dictionaries. The class refuses assignments, so
    dataclasses leave only ``object.__setattr__`` for this.
    """
    for name, value in values.items():
        object.__setattr__(instance, name, _with_frozen_arrays(value))


def _with_frozen_arrays(value: Any) -> Any:
    """Return a value, or a `frozen_copy` of it if it is an array, a tuple or a dict of arrays."""
    if isinstance(value, np.ndarray):
        return frozen_copy(value)
    if type(value) is tuple:
        return tuple(map(_with_frozen_arrays, value))
    if type(value) is dict:
        return {key: _with_frozen_arrays(item) for key, item in value.items()}
    return value


class FrozenArrays:
    """The base of a frozen dataclass that keeps a `frozen_copy` of each of its arrays."""

    def __post_init__(self) -> None:
        set_fields(self, **vars(self))
