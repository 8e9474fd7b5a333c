"""Arrays that cannot be written to, and fields of frozen dataclasses that hold such."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["FrozenArrays", "frozen_copy", "set_fields"]


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
