"""Brackets: bounds between which the value of a game lies, in player 0's chips."""

from typing import Any, NamedTuple

__all__ = ["Bounded", "Bracket"]


class Bracket(NamedTuple):
    """Bounds on the value of a game: two numbers, floats or fractions, or two arrays.

    Examples
    --------
    >>> lower, upper = bracket = Bracket(0.25, 0.75)
    >>> lower, upper, bracket.width
    (0.25, 0.75, 0.5)
    """

    lower: Any  #: What player 0's plan guarantees.
    upper: Any  #: The most that player 1's plan lets him win.

    @property
    def width(self) -> Any:
        """The difference of the bounds, ``upper - lower``; 0 at an equilibrium."""
        return self.upper - self.lower

    @property
    def middle(self) -> Any:
        """The middle between the bounds. Neither strategy needs to earn it."""
        return (self.lower + self.upper) / 2

    @property
    def exploitability(self) -> Any:
        """Half the width; see :meth:`pokerlab.games.Game.exploitability`."""
        return self.width / 2


class Bounded:
    """The base of what has a lower and an upper bound among other things."""

    lower: Any  #: What player 0's plan guarantees.
    upper: Any  #: The most that player 1's plan lets him win.

    @property
    def bracket(self) -> Bracket:
        """Both bounds."""
        return Bracket(self.lower, self.upper)

    @property
    def width(self) -> Any:
        """The difference of the bounds, ``upper - lower``; 0 at an equilibrium."""
        return self.bracket.width

    @property
    def middle(self) -> Any:
        """The middle between the bounds. Neither strategy needs to earn it."""
        return self.bracket.middle

    @property
    def exploitability(self) -> Any:
        """Half the width; see :meth:`pokerlab.games.Game.exploitability`."""
        return self.bracket.exploitability
