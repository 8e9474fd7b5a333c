"""Brackets: bounds between which a number lies, such as the value of a game in player 0's chips."""

from collections import namedtuple
from typing import Any

__all__ = ["Bounded", "Bracket", "GuaranteedBounds"]


class Bounded:
    """The base of classes that have two bounds."""

    lower: Any
    upper: Any

    @property
    def width(self) -> Any:
        """The difference of the bounds, ``upper - lower``."""
        return self.upper - self.lower

    @property
    def middle(self) -> Any:
        """The middle between the bounds."""
        return (self.lower + self.upper) / 2


class GuaranteedBounds(Bounded):
    """The base of classes that bound the value of a game by the guarantees of two plans.

    The width is 0 at an equilibrium. Neither plan needs to earn the middle.
    """

    lower: Any  #: The guarantee of player 0's plan.
    upper: Any  #: The most that player 1's plan lets him win.

    @property
    def exploitability(self) -> Any:
        """Half the width; see :meth:`pokerlab.games.Game.exploitability`."""
        return self.width / 2


class Bracket(Bounded, namedtuple("Bracket", ["lower", "upper"])):
    """Two bounds alone: numbers, floats or fractions, or arrays.

    Examples
    --------
    >>> lower, upper = bracket = Bracket(0.25, 0.75)
    >>> lower, upper, bracket.width
    (0.25, 0.75, 0.5)
    """
