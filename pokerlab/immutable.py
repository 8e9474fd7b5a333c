"""What is proven stays as it was when it was proven: dataclasses whose arrays cannot be changed."""

from __future__ import annotations

from dataclasses import fields
from types import MappingProxyType

import numpy as np


def frozen(array: np.ndarray) -> np.ndarray:
    """A copy of an array that nobody can write to.

    A read-only array can be made writable by whoever owns its memory, and only by him. What is
    returned here is a view of memory that nobody else has.

    Examples
    --------
    >>> frozen(np.zeros(2)).setflags(write=True)
    Traceback (most recent call last):
    ValueError: cannot set WRITEABLE flag to True of this array
    """
    owner = np.array(array)
    owner.setflags(write=False)
    return owner.view()


class Immutable:
    """The base of a frozen dataclass that keeps `frozen` copies of the arrays that it is given.

    It is copied and unpickled by making it anew, so that a copy is as immutable as the original,
    and whatever the class checks or proves when it is made is checked or proven again.
    """

    def __post_init__(self) -> None:
        for field in fields(self):
            if field.init and isinstance(value := getattr(self, field.name), np.ndarray):
                object.__setattr__(self, field.name, frozen(value))

    def __reduce__(self) -> tuple:
        given = (getattr(self, field.name) for field in fields(self) if field.init)
        return type(self), tuple(
            dict(value) if isinstance(value, MappingProxyType) else value for value in given
        )
