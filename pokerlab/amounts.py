"""Amounts of chips, kept exactly: 0.1 means one tenth."""

import re
import reprlib
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import log2

from pokerlab._foundations import listed

Amount = int | float | str | Fraction
"""How an amount may be given; `parse_amount` reads it."""

#: The sizes of amounts but 0. Floats reach a little further, and leave room to compute with them.
LEAST, MOST = 1e-300, 1e300
# Fraction reads more: blanks, underscores, the digits of any alphabet, exponents without an end.
_NUMBER = re.compile(r"[-+]?[0-9./]+(e[-+]?[0-9]{1,3})?", re.IGNORECASE)


def coarse(number: float) -> float:
    """The nearest power of 2**20 to a number: 1 for 0, and from about 0.001 to 1000.

    Linear programs are told amounts in this unit, so they take none for a zero.
    """
    return 2.0 ** (20 * round(log2(number) / 20)) if number else 1.0


def parse_amount(
    name: str, amount: Amount, least: int | None = None, above: int | None = None
) -> Fraction:
    """Read an amount as a fraction, 0.1 as one tenth; a ValueError if that is impossible.

    It is a finite number, a decimal in text, or a fraction as in ``"1/3"``. It must be at least
    ``least``, and more than ``above``. The error names the argument.

    Examples
    --------
    >>> parse_amount("ante", 0.1)
    Fraction(1, 10)
    """
    exact = amount if isinstance(amount, int | Fraction) else str(amount)
    try:
        if isinstance(exact, str) and not _NUMBER.fullmatch(exact):
            raise ValueError
        number = Fraction(exact)
        size = abs(float(number))
    except (ValueError, ZeroDivisionError, OverflowError):
        given = reprlib.repr(amount)
        raise ValueError(f"{name}: {given} given, a finite number needed") from None
    given = reprlib.repr(format_amount(number))[1:-1]
    if number and not LEAST <= size <= MOST:
        raise ValueError(f"{name}: {given} given, 0 or a size of {LEAST:g} to {MOST:g} needed")
    if least is not None and number < least:
        raise ValueError(f"{name}: {given} given, at least {least} needed")
    if above is not None and number <= above:
        raise ValueError(f"{name}: {given} given, more than {above} needed")
    return number


def parse_blinds(small_blind: Amount, big_blind: Amount) -> tuple[Fraction, Fraction]:
    """The two blinds; a ValueError if the small one is below 0 or above the big one.

    Examples
    --------
    >>> parse_blinds(0.5, "1")
    (Fraction(1, 2), Fraction(1, 1))
    """
    small, big = parse_amount("small_blind", small_blind), parse_amount("big_blind", big_blind, 0)
    if not 0 <= small <= big:
        needed = f"0 to big_blind={format_amount(big)} needed"
        raise ValueError(f"small_blind: {format_amount(small)} given, {needed}")
    return small, big


def format_amount(amount: Fraction | int, plus: str = "") -> str:
    """Write an amount as a decimal if that is exact, else as a fraction.

    Positive amounts are preceded by ``plus``.

    Examples
    --------
    >>> format_amount(Fraction(5, 2), "+"), format_amount(Fraction(-1, 3))
    ('+2.5', '-1/3')
    """
    decimal = f"{float(amount):.12g}"
    text = decimal if Fraction(decimal) == amount else str(amount)
    return plus + text if amount > 0 else text


def parse_sizes(
    name: str, amounts: Iterable[Amount], least: int | None = None, above: int | None = None
) -> list[Fraction]:
    """Sort amounts, or one in text, in increasing order; a ValueError if two are equal."""
    given = [amounts] if isinstance(amounts, str) else listed(name, amounts, "a list of amounts")
    sizes = sorted(parse_amount(name, amount, least, above) for amount in given)
    for one, other in pairwise(sizes):
        if one == other:
            raise ValueError(f"{name}: {format_amount(one)} given twice")
    return sizes
