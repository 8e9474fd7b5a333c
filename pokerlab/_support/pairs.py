"""Pairs: one thing for each player."""

from collections.abc import Iterable
from typing import TypeVar

__all__ = ["SIGNS", "as_pair"]

_T = TypeVar("_T")

#: A player's sign: player 0's chips times it are that player's own. What one wins, one loses.
SIGNS = (1, -1)


def as_pair(both: Iterable[_T]) -> tuple[_T, _T]:
    """Make a tuple of two things, such as one for each player."""
    first, second = both
    return first, second
