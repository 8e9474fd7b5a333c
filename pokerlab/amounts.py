"""Amounts of chips, kept exactly: 0.1 means one tenth."""

import re
import reprlib
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import log2

Amount = int | float | str | Fraction
"""How an amount may be given; `parse_amount` reads it."""

#: The sizes of amounts but 0. Floats reach a little further, and leave room to compute with them.
LEAST, MOST = 1e-302, 1e305
# Fraction reads more: blanks, underscores, the digits of any alphabet, exponents without an end.
_NUMBER = re.compile(r"[-+]?[0-9./]+(e[-+]?[0-9]{1,3})?", re.IGNORECASE)
SIMPLE = 1000  #: Up to this denominator a float is taken for the fraction that it is nearest to.
MOST_SIZES = 5000  #: So many sizes may a run of them name.
_SEPARATORS = re.compile(r"[\s,;]+")
_ALL_IN = re.compile(r"\ball[\s_-]?in\b|(?<![^\s,;])a(?![^\s,;])", re.IGNORECASE)
_PART_OF_POT = re.compile(
    r"(?<![^\s;,])([0-9](?:[0-9.,/]*[0-9])?%?)[^\S\n\r]+pot(?![^\s,;])", re.IGNORECASE
)
_DECIMAL_COMMA = re.compile(r"([0-9]*),([0-9]+[x%]?)")
# Full-width letters and marks, and an ideographic comma; what takes no place on a screen.
_WIDE = "".join(map(chr, range(0xFF01, 0xFF5F)))
_PLAIN = str.maketrans(
    _WIDE + "\u3001",
    "".join(chr(ord(mark) - 0xFEE0) for mark in _WIDE) + ",",
    "\u200b\u2060\ufe0e\ufe0f",
)


def plain(text: str) -> str:
    """A text with letters and marks of full width as plain ones, and without what is not seen.

    Chinese and Japanese keyboards write ``\uff0c`` for a comma. A suit may have a sign behind it
    that tells how it is drawn, and text that is copied a blank without width.

    Examples
    --------
    >>> plain("\uff21\uff21\uff0c77\uff1a0.5"), plain("\u2665\ufe0f") == "\u2665"
    ('AA,77:0.5', True)
    """
    return text.translate(_PLAIN)


def coarse(number: float) -> float:
    """The nearest power of 2**20 to a number: 1 for 0, and from about 0.001 to 1000.

    Linear programs are told amounts in this unit, so they take none for a zero.
    """
    return 2.0 ** (20 * round(log2(number) / 20)) if number else 1.0


def simplest(number: Fraction) -> Fraction:
    """The fraction that a float stands for, if one with a small denominator is close enough.

    The number itself is returned if no fraction with a denominator up to `SIMPLE` rounds to it.

    Examples
    --------
    >>> simplest(Fraction(0.1 + 0.2))
    Fraction(3, 10)
    """
    simple = number.limit_denominator(SIMPLE)
    return simple if abs(simple - number) <= Fraction(1e-15) * number else number


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


def parse_tolerance(tolerance: Amount, above: int | None = None) -> float:
    """Read how wide a bracket may be: a number from 0 up, or above a bound, however small it is.

    A ValueError names the argument ``tolerance``.

    Examples
    --------
    >>> parse_tolerance("1e-9"), parse_tolerance(1e-310)
    (1e-09, 1e-310)
    """
    if isinstance(tolerance, float) and 0 < tolerance < LEAST:
        return tolerance
    return float(parse_amount("tolerance", tolerance, 0 if above is None else None, above))


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
    name: str,
    amounts: Amount | Iterable[Amount],
    least: int | None = None,
    above: int | None = None,
) -> list[Fraction]:
    """Sort amounts in increasing order; a ValueError if two of a list are equal.

    A text has several, with blanks, commas or semicolons between them, and runs with both ends:
    ``"0 2:40"`` by ones, ``"2:10:0.5"`` by halves, at most `MOST_SIZES` in all. What it names twice
    counts once.

    Examples
    --------
    >>> parse_sizes("raises", "0, 2:4")
    [Fraction(0, 1), Fraction(2, 1), Fraction(3, 1), Fraction(4, 1)]
    """
    if isinstance(amounts, str):
        runs = (_run(name, part) for part in _SEPARATORS.split(plain(amounts)) if part)
        sizes = sorted({size for run in runs for size in run})
        for size in sizes:
            parse_amount(name, size, least, above)
        return sizes
    given = amounts if isinstance(amounts, Iterable) else [amounts]
    sizes = sorted(parse_amount(name, amount, least, above) for amount in given)
    for one, other in pairwise(sizes):
        if one == other:
            raise ValueError(f"{name}: {format_amount(one)} given twice")
    return sizes


def _run(name: str, part: str) -> list[Fraction]:
    """The sizes of a number, or of a run such as ``2:40`` or ``2:10:0.5``."""
    first, *more = (parse_amount(name, number) for number in part.split(":"))
    last, step = (*more, Fraction(1))[:2] if more else (first, Fraction(1))
    if len(more) > 2 or not 0 <= last - first < MOST_SIZES * step:
        needed = f"a number or first:last[:step] needed, with at most {MOST_SIZES:,} sizes"
        raise ValueError(f"{name}: {part!r} given, {needed}")
    return [first + step * n for n in range(int((last - first) / step) + 1)]


def split_sizes(name: str, sizes: Amount | Iterable[Amount], unit: str = "") -> list[Amount]:
    """The sizes of bets or raises one by one, texts in small letters; none if it is ``"none"``.

    They are an amount, a list of such, or a text with blanks, commas or semicolons between them,
    such as ``"27% 50%"``. A comma with a number on either side and nothing else is a decimal's:
    ``"2,5 4"`` has two sizes, ``"2,3,4"`` three. To a text's bare numbers the ``unit`` is added. A
    ValueError: an all-in, which is always there; and, without a unit, ``"1/2 pot"``, which may be
    half of the pot, or that and the pot.

    Examples
    --------
    >>> split_sizes("bets", "27%, 1/2, POT"), split_sizes("raises", "2,5 4x", "x")
    (['27%', '1/2', 'pot'], ['2.5x', '4x'])
    """
    if isinstance(sizes, str):
        words = _split_text(name, sizes, unit)
        found: list[Amount] = [word + unit if _NUMBER.fullmatch(word) else word for word in words]
    elif isinstance(sizes, Iterable):
        parts = (_split_text(name, s, unit) if isinstance(s, str) else [s] for s in sizes)
        found = [size for part in parts for size in part]
    else:
        found = [sizes]
    return [] if found == ["none"] else found


def _split_text(name: str, text: str, unit: str) -> list[str]:
    text = plain(text)
    if all_in := _ALL_IN.search(text):
        raise ValueError(f"{name}: {all_in[0]!r} given, leave it out: all-in is always there")
    if not unit and (part := _PART_OF_POT.search(text)):
        raise ValueError(
            f"{name}: {part[0]!r} given is unclear: write {part[1]} for a part of the pot, or "
            f"{part[1]}, pot for two sizes"
        )
    words = (
        _DECIMAL_COMMA.sub(r"\1.\2", w) if _DECIMAL_COMMA.fullmatch(w) else w
        for w in re.split(r"[\s;]+", text.lower())
    )
    found = [part for word in words for part in _SEPARATORS.split(word) if part]
    if not found:
        raise ValueError(f"{name}: {text!r} given, sizes or none needed")
    return found
