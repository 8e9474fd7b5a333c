"""Amounts of chips, kept exactly: 0.1 means one tenth."""

import re
from fractions import Fraction
from typing import NamedTuple

from pokerlab._support.arguments import refusal, short_repr

__all__ = [
    "Amount",
    "ForcedBets",
    "format_amount",
    "is_bare_number",
    "read_amount",
    "read_blinds",
    "read_number",
    "read_tolerance",
    "require_bounds",
    "simplest_fraction",
]

Amount = int | float | str | Fraction
"""How an amount may be given; `read_amount` reads it."""

_MIN_AMOUNT = 1e-302  # The smallest amount above 0. Floats reach further: room to compute in.
_MAX_AMOUNT = 1e305  # The largest amount. Floats reach further.
_LEAST_FLOAT = 5e-324  # The smallest float above 0.
# Fraction reads more: blanks, underscores, the digits of any alphabet, exponents without an end.
_NUMBER = re.compile(r"[-+]?[0-9./]+(e[-+]?[0-9]{1,3})?", re.IGNORECASE)
_SIMPLE = 1000  # Up to this denominator a float is taken for the fraction that it is nearest to.


def simplest_fraction(number: Fraction) -> Fraction:
    """Find the fraction that a float from 0 up means, if one with a small denominator is close.

    The number itself is returned if no fraction with a denominator up to 1000 is within 1e-15 times
    the number of it.

    Examples
    --------
    >>> simplest_fraction(Fraction(0.1 + 0.2))
    Fraction(3, 10)
    """
    simple = number.limit_denominator(_SIMPLE)
    return simple if abs(simple - number) <= Fraction(1e-15) * number else number


def read_number(
    name: str,
    number: int | float | str | Fraction,
    *,
    at_least: int | None = None,
    more_than: int | None = None,
) -> Fraction:
    """Read a number that is no amount of chips, such as a rate or a weight, as a fraction.

    It is given as an amount may be, and may be as small or large as a float. Anything else is a
    ValueError that names the argument; so is what is less than ``at_least``, or not greater than
    ``more_than``.

    Examples
    --------
    >>> read_number("weight", "1/3", at_least=0)
    Fraction(1, 3)
    """
    exact = _read_exactly(name, number)
    if exact and not float(exact):
        raise refusal(name, _write_given(number), f"0 or a size of {_LEAST_FLOAT} or more")
    require_bounds(name, number, exact, at_least, more_than)
    return exact


def read_amount(
    name: str, amount: Amount, *, at_least: int | None = None, more_than: int | None = None
) -> Fraction:
    """Read an amount of chips as a fraction, 0.1 as one tenth.

    It is a finite number, a decimal in text, or a fraction as in ``"1/3"``. Anything else, such as
    a bool, is a ValueError that names the argument; so is what is less than ``at_least``, or not
    more than ``more_than``, and an amount so small or large that floats leave no room to
    compute with it.

    Examples
    --------
    >>> read_amount("ante", 0.1)
    Fraction(1, 10)
    """
    exact = _read_exactly(name, amount)
    if exact and not _MIN_AMOUNT <= abs(exact) <= _MAX_AMOUNT:
        raise refusal(
            name, _write_given(amount), f"0 or a size of {_MIN_AMOUNT:g} to {_MAX_AMOUNT:g}"
        )
    require_bounds(name, amount, exact, at_least, more_than)
    return exact


def _read_exactly(name: str, number: Amount) -> Fraction:
    """Read a number as a fraction, which is not too large to be a float."""
    exact = number if isinstance(number, int | Fraction) else str(number)
    is_other_text = isinstance(exact, str) and not is_bare_number(exact)
    if isinstance(exact, bool) or is_other_text:
        raise refusal(name, short_repr(number), "a finite number")
    try:
        fraction = Fraction(exact)
        float(fraction)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise refusal(name, short_repr(number), "a finite number") from None
    return fraction


def is_bare_number(text: str) -> bool:
    """Return whether a text looks like a number, without a unit behind it."""
    return _NUMBER.fullmatch(text) is not None


def require_bounds(
    name: str, given: Amount, number: Fraction, at_least: int | None, more_than: int | None
) -> None:
    """Refuse a number outside its bounds, and say how it was given."""
    if at_least is not None and number < at_least:
        raise refusal(name, _write_given(given), f"at least {at_least}")
    if more_than is not None and number <= more_than:
        raise refusal(name, _write_given(given), f"more than {more_than}")


def _write_given(given: Amount) -> str:
    """Write a number as it was given, without the middle of a long one."""
    text = format_amount(given) if isinstance(given, int | Fraction) else str(given)
    return text if len(text) <= 28 else f"{text[:12]}...{text[-13:]}"


def read_tolerance(
    tolerance: int | float | str | Fraction, *, more_than: int | None = None
) -> float:
    """Read how wide a bracket may be, however small that is.

    It is a number from 0 up or, if that is given, greater than a bound; else a ValueError that
    names the argument ``tolerance``.

    Examples
    --------
    >>> read_tolerance("1e-9"), read_tolerance(1e-310)
    (1e-09, 1e-310)
    """
    at_least = 0 if more_than is None else None
    return float(read_number("tolerance", tolerance, at_least=at_least, more_than=more_than))


def read_blinds(small_blind: Amount, big_blind: Amount) -> tuple[Fraction, Fraction]:
    """Read the two blinds; a ValueError if the small one is below 0 or above the big one.

    Examples
    --------
    >>> read_blinds(0.5, "1")
    (Fraction(1, 2), Fraction(1, 1))
    """
    small = read_amount("small_blind", small_blind)
    big = read_amount("big_blind", big_blind, at_least=0)
    if not 0 <= small <= big:
        needed = f"0 to big_blind={format_amount(big)}"
        raise refusal("small_blind", format_amount(small), needed)
    return small, big


class ForcedBets(NamedTuple):
    """The bets before anybody acts, in chips, in the order in which functions take them.

    Examples
    --------
    >>> ForcedBets.read(0.5, 1, ante="0.1").posted_by_big_blind
    Fraction(11, 10)
    """

    small_blind: Fraction  #: Posted by the small blind.
    big_blind: Fraction  #: Posted by the big blind.
    ante: Fraction  #: Posted by each player besides.
    big_blind_ante: Fraction  #: Posted by the big blind for both: dead money.

    @classmethod
    def read(
        cls,
        small_blind: Amount,
        big_blind: Amount,
        ante: Amount = 0,
        big_blind_ante: Amount = 0,
    ) -> "ForcedBets":
        """Read blinds, as `read_blinds` does, and antes; one below 0 is a ValueError."""
        return cls(
            *read_blinds(small_blind, big_blind),
            read_amount("ante", ante, at_least=0),
            read_amount("big_blind_ante", big_blind_ante, at_least=0),
        )

    @classmethod
    def usual(cls, ante: Amount = 0, big_blind_ante: Amount = 0) -> "ForcedBets":
        """Read antes, as `read` does, beside the usual blinds: in big blinds, 1/2 and 1."""
        return cls.read(Fraction(1, 2), 1, ante, big_blind_ante)

    @property
    def posted_by_big_blind(self) -> Fraction:
        """All that the big blind posts: with no larger stack he is all-in, and has no choice."""
        return self.big_blind + self.posted_besides_big_blind

    @property
    def posted_besides_big_blind(self) -> Fraction:
        """The antes that the big blind posts, both kinds together."""
        return self.ante + self.big_blind_ante

    def require_larger_stack(self, name: str, stack: Fraction) -> None:
        """Refuse a stack that is no larger than what the big blind posts: he would have no choice.

        Examples
        --------
        >>> ForcedBets.read(0.5, 1).require_larger_stack("stack", Fraction(1))
        Traceback (most recent call last):
        ValueError: stack: 1 given, more than the big blind, 1, needed
        """
        if stack <= self.posted_by_big_blind:
            antes = " and the antes" if self.posted_besides_big_blind else ""
            posted = format_amount(self.posted_by_big_blind)
            needed = f"more than the big blind{antes}, {posted},"
            raise refusal(name, format_amount(stack), needed)


def format_amount(amount: Fraction | int, plus: str = "") -> str:
    """Write an amount as a decimal if twelve digits are exact, else as a fraction or an integer.

    Positive amounts are preceded by ``plus``.

    Examples
    --------
    >>> format_amount(Fraction(5, 2), "+"), format_amount(Fraction(-1, 3))
    ('+2.5', '-1/3')
    """
    decimal = f"{float(amount):.12g}"
    text = decimal if Fraction(decimal) == amount else str(amount)
    return plus + text if amount > 0 else text
