"""Sizes of bets and raises, as people list them: ``"2.5 4"``, ``"2:40"``, ``"1/2, pot"``."""

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise

from pokerlab._support.arguments import normalize_text, refusal, unclear_comma
from pokerlab.amounts import Amount, format_amount, is_bare_number, read_amount, require_bounds

__all__ = ["parse_sizes", "read_sizes", "split_sizes"]

_MAX_SIZES = 5000  # The most sizes in a run such as ``2:40``, so that a slip takes no hours.
# A bare number from here on is hardly meant as a multiple, but in chips or per cent.
_UNCLEAR_MULTIPLE = 20
_ALL_IN = re.compile(r"\ball[\s_-]?in\b|(?<![^\s,;])a(?![^\s,;])", re.IGNORECASE)
# "1/2 pot" may be half of the pot, or two sizes.
_UNCLEAR_PART_OF_POT = re.compile(
    r"(?<![^\s;,])([0-9](?:[0-9.,/]*[0-9])?%?)[^\S\n\r]+pot(?![^\s,;])", re.IGNORECASE
)
# A decimal comma, or one between two sizes.
_COMMA_BETWEEN_DIGITS = re.compile(r"([0-9]*),([0-9]+[x%]?)")


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
        require_bounds(name, amount, amount, at_least, more_than)
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
    Bare numbers in such a text get the ``suffix``; from 20 on they are a ValueError, because they
    may be meant in chips or per cent. So it is to name the all-in, which is always allowed, and,
    without a suffix, ``"1/2 pot"``, which may be half of the pot, or that and the pot.

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
    return word + suffix if is_bare_number(word) else word


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
    for size in sizes:
        if suffix and is_bare_number(size) and read_amount(name, size) >= _UNCLEAR_MULTIPLE:
            raise ValueError(
                f"{name}: {size!r} given is unclear: write {size}{suffix} for so many times the bet"
            )
    if not sizes:
        raise refusal(name, repr(text), "sizes or none")
    return sizes


def _split_at_separators(name: str, text: str, parse_size: Callable[[str], object]) -> list[str]:
    """Split a text at blanks, semicolons and commas; a decimal comma becomes a point.

    A comma between digits is told by the rule of `unclear_comma`, and refused where nothing that it
    makes is a size; ``parse_size`` raises a ValueError for what is no size.
    """
    sizes: list[str] = []
    for word in re.split(r"[\s;]+", normalize_text(text)):
        if match := _COMMA_BETWEEN_DIGITS.fullmatch(word):
            before, after = match.groups()
            decimal = f"{before}.{after}"
            are_sizes = [_is_size(size, parse_size) for size in (before, after, decimal)]
            if before and (all(are_sizes[:2]) or not any(are_sizes)):
                raise unclear_comma(f"{name}: {word!r} given", before, after, "sizes")
            sizes.append(decimal)
        else:
            sizes += [size for size in word.split(",") if size]
    return sizes


def _is_size(word: str, parse_size: Callable[[str], object]) -> bool:
    """Return whether a word is a size."""
    try:
        parse_size(word)
    except ValueError:
        return False
    return True
