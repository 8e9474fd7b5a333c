"""Amounts of chips, kept exactly: 0.1 means one tenth."""

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from pokerlab._support.arguments import normalize_text, refusal, short_repr

__all__ = [
    "Amount",
    "ForcedBets",
    "format_amount",
    "parse_sizes",
    "read_amount",
    "read_blinds",
    "read_number",
    "read_sizes",
    "read_tolerance",
    "simplest_fraction",
    "split_sizes",
]

Amount = int | float | str | Fraction
"""How an amount may be given; `read_amount` reads it."""

_MIN_AMOUNT = 1e-302  # The smallest amount above 0. Floats reach further: room to compute in.
_MAX_AMOUNT = 1e305  # The largest amount. Floats reach further.
_LEAST_FLOAT = 5e-324  # The smallest float above 0.
_MAX_SIZES = 5000  # The most sizes in a run such as ``2:40``, so that a slip takes no hours.
# Fraction reads more: blanks, underscores, the digits of any alphabet, exponents without an end.
_NUMBER = re.compile(r"[-+]?[0-9./]+(e[-+]?[0-9]{1,3})?", re.IGNORECASE)
_SIMPLE = 1000  # Up to this denominator a float is taken for the fraction that it is nearest to.
_ALL_IN = re.compile(r"\ball[\s_-]?in\b|(?<![^\s,;])a(?![^\s,;])", re.IGNORECASE)
# "1/2 pot" may be half of the pot, or two sizes.
_UNCLEAR_PART_OF_POT = re.compile(
    r"(?<![^\s;,])([0-9](?:[0-9.,/]*[0-9])?%?)[^\S\n\r]+pot(?![^\s,;])", re.IGNORECASE
)
_DECIMAL_COMMA = re.compile(r"([0-9]*),([0-9]+[x%]?)")  # or a comma between two sizes


def simplest_fraction(number: Fraction) -> Fraction:
    """Find the fraction that a float from 0 up means, if one with a small denominator is close.

    The number itself is returned if no fraction with a denominator up to 1000 rounds to it.

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
        raise refusal(name, _shown(number), f"0 or a size of {_LEAST_FLOAT} or more")
    _require_bounds(name, number, exact, at_least, more_than)
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
        raise refusal(name, _shown(amount), f"0 or a size of {_MIN_AMOUNT:g} to {_MAX_AMOUNT:g}")
    _require_bounds(name, amount, exact, at_least, more_than)
    return exact


def _read_exactly(name: str, number: Amount) -> Fraction:
    """Read a number as a fraction, which is not too large to be a float."""
    exact = number if isinstance(number, int | Fraction) else str(number)
    is_other_text = isinstance(exact, str) and not _NUMBER.fullmatch(exact)
    if isinstance(exact, bool) or is_other_text:
        raise refusal(name, short_repr(number), "a finite number")
    try:
        fraction = Fraction(exact)
        float(fraction)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise refusal(name, short_repr(number), "a finite number") from None
    return fraction


def _require_bounds(
    name: str, given: Amount, number: Fraction, at_least: int | None, more_than: int | None
) -> None:
    """Refuse a number outside its bounds, and say how it was given."""
    if at_least is not None and number < at_least:
        raise refusal(name, _shown(given), f"at least {at_least}")
    if more_than is not None and number <= more_than:
        raise refusal(name, _shown(given), f"more than {more_than}")


def _shown(given: Amount) -> str:
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


def read_sizes(
    name: str,
    sizes: Amount | Iterable[Amount],
    *,
    at_least: int | None = None,
    more_than: int | None = None,
) -> list[Fraction]:
    """Read sizes as amounts, in increasing order: a text, as `parse_sizes` does, a list, or one.

    A list that names one twice is a ValueError. Bounds are as for `read_amount`.
    """
    if isinstance(sizes, str):
        return parse_sizes(sizes, name, at_least=at_least, more_than=more_than)
    listed = sizes if isinstance(sizes, Iterable) else [sizes]
    amounts = sorted(
        read_amount(name, size, at_least=at_least, more_than=more_than) for size in listed
    )
    for amount, next_amount in pairwise(amounts):
        if amount == next_amount:
            raise ValueError(f"{name}: {format_amount(amount)} given twice")
    return amounts


def parse_sizes(
    text: str,
    name: str = "sizes",
    *,
    at_least: int | None = None,
    more_than: int | None = None,
) -> list[Fraction]:
    """Read the sizes in a text as amounts, in increasing order.

    It has several, with blanks, commas or semicolons between them, and inclusive runs: ``"0 2:40"``
    by ones, ``"2:10:0.5"`` by halves, each of at most 5,000. A size named twice counts once.
    ``"2,5"`` alone is a ValueError: it may be a decimal, or two sizes. Bounds are as for
    `read_amount`; errors call the text by the ``name``.

    Examples
    --------
    >>> parse_sizes("0, 2:4")
    [Fraction(0, 1), Fraction(2, 1), Fraction(3, 1), Fraction(4, 1)]
    """
    distinct: set[Fraction] = set()
    for run in _split_at_separators(name, text, lambda size: read_amount(name, size)):
        distinct.update(_expand_run(name, run))
    amounts = sorted(distinct)
    for amount in amounts:
        _require_bounds(name, amount, amount, at_least, more_than)
    return amounts


def _expand_run(name: str, run: str) -> list[Fraction]:
    """List the sizes of a number, or of a run such as ``2:40`` or ``2:10:0.5``."""
    numbers = [read_amount(name, number) for number in run.split(":")]
    first = numbers[0]
    last = numbers[1] if len(numbers) > 1 else first
    step = numbers[2] if len(numbers) > 2 else Fraction(1)
    if len(numbers) > 3 or step <= 0 or last < first or last - first >= _MAX_SIZES * step:
        hint = f"with at most {_MAX_SIZES:,} sizes"
        raise refusal(name, repr(run), "a number or first:last[:step]", hint)
    return [first + step * n for n in range(int((last - first) / step) + 1)]


def split_sizes(
    name: str,
    sizes: Amount | Iterable[Amount],
    parse_size: Callable[[str], object],
    suffix: str = "",
) -> list[Amount]:
    """List the sizes of bets or raises one by one, texts in small letters.

    They are an amount, a list of such, or a text with blanks, commas or semicolons between them,
    such as ``"27% 50%"``; ``"none"`` is an empty list. A comma with digits on either side and
    nothing else is a decimal comma, as in ``"33,3%"``, and a ValueError where it may be one between
    two sizes, each of which ``parse_size`` can read: ``"2,5"``. In ``"2,3,4"`` there are three.
    Bare numbers in a text get the ``suffix``. It is a ValueError to name the all-in, which is
    always allowed; and so is, without a suffix, ``"1/2 pot"``, which may be half of the pot, or
    that and the pot.

    Examples
    --------
    >>> split_sizes("bets", "27%, 1/2, POT", Fraction), split_sizes("raises", "2.5 4x", str, "x")
    (['27%', '1/2', 'pot'], ['2.5x', '4x'])
    """

    def parse_word(word: str) -> object:
        return parse_size(_with_suffix(word, suffix))

    if isinstance(sizes, str):
        words = _split_text(name, sizes, suffix, parse_word)
        read: list[Amount] = [_with_suffix(word, suffix) for word in words]
    elif isinstance(sizes, Iterable):
        read = []
        for size in sizes:
            if isinstance(size, str):
                read += _split_text(name, size, suffix, parse_word)
            else:
                read.append(size)
    else:
        read = [sizes]
    return [] if read == ["none"] else read


def _with_suffix(word: str, suffix: str) -> str:
    """Add the suffix to a bare number."""
    return word + suffix if _NUMBER.fullmatch(word) else word


def _split_text(
    name: str, text: str, suffix: str, parse_size: Callable[[str], object]
) -> list[str]:
    """Split a text into sizes, as `split_sizes` describes."""
    text = normalize_text(text)
    if all_in := _ALL_IN.search(text):
        raise ValueError(f"{name}: {all_in[0]!r} given, leave it out: all-in is always there")
    if not suffix and (part := _UNCLEAR_PART_OF_POT.search(text)):
        raise ValueError(
            f"{name}: {part[0]!r} given is unclear: write {part[1]} for a part of the pot, or "
            f"{part[1]}, pot for two sizes"
        )
    sizes = _split_at_separators(name, text.lower(), parse_size)
    if not sizes:
        raise refusal(name, repr(text), "sizes or none")
    return sizes


def _split_at_separators(name: str, text: str, parse_size: Callable[[str], object]) -> list[str]:
    """Split a text at blanks, semicolons and commas; a decimal comma becomes a point.

    It is a ValueError if a comma between digits may be either: ``parse_size``, which raises
    ValueError of what is no size, can read what is before it and what is after it.
    """
    sizes: list[str] = []
    for word in re.split(r"[\s;]+", normalize_text(text)):
        if decimal := _DECIMAL_COMMA.fullmatch(word):
            before, after = decimal.groups()
            if _can_be_read(before, parse_size) and _can_be_read(after, parse_size):
                raise ValueError(
                    f"{name}: {word!r} given is unclear: write {before}.{after} for a decimal, or "
                    f"{before}, {after} for two sizes"
                )
            sizes.append(f"{before}.{after}")
        else:
            sizes += [size for size in word.split(",") if size]
    return sizes


def _can_be_read(word: str, parse_size: Callable[[str], object]) -> bool:
    """Return whether a word is a size."""
    try:
        parse_size(word)
    except ValueError:
        return False
    return True
