"""Arrays that cannot be written to, and the frozen dataclasses that keep them."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["FrozenArrays", "frozen", "set_fields"]


def frozen(array: ArrayLike) -> np.ndarray:
    """Return a read-only copy of an array.

    Examples
    --------
    >>> frozen(np.zeros(2))[0] = 1
    Traceback (most recent call last):
    ValueError: assignment destination is read-only
    """
    array = np.array(array)
    array.setflags(write=False)
    return array


def set_fields(instance: Any, **values: Any) -> None:
    """Set fields in ``__post_init__`` of a frozen dataclass; it keeps `frozen` copies of arrays.

    The class refuses assignments, so dataclasses leave only ``object.__setattr__`` for this.
    """
    for name, value in values.items():
        kept = frozen(value) if isinstance(value, np.ndarray) else value
        object.__setattr__(instance, name, kept)


class FrozenArrays:
    """The base of a frozen dataclass that keeps `frozen` copies of its arrays."""

    def __post_init__(self) -> None:
        set_fields(self, **{name: v for name, v in vars(self).items() if isinstance(v, np.ndarray)})
