"""Arguments: how the usual ones are read, and in which words others are refused."""

import reprlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from pokerlab._support.pairs import as_pair

__all__ = [
    "is_integer",
    "normalize_text",
    "read_floats",
    "read_items",
    "read_list",
    "read_pair",
    "read_player",
    "read_probability_array",
    "refusal",
    "require_count",
    "require_distributions",
    "require_name",
    "require_one_of",
    "require_type",
    "short_repr",
    "unclear_comma",
]

_T = TypeVar("_T")

# Unicode has ASCII's visible characters once more, in full width, 0xFEE0 further on.
_FULL_WIDTH = {chr(code + 0xFEE0): chr(code) for code in range(ord("!"), ord("~") + 1)}
_IDEOGRAPHIC_COMMA = {"\u3001": ","}
_INVISIBLE = dict.fromkeys("\u200b\u2060\ufe0e\ufe0f")  # blanks without width, variation selectors
_PLAIN = str.maketrans(_FULL_WIDTH | _IDEOGRAPHIC_COMMA | _INVISIBLE)


def refusal(
    name: str,
    given: object,
    needed: object,
    hint: str = "",
    error: type[Exception] = ValueError,
    word: str = "needed",
) -> Exception:
    """Make the error to raise for a wrong argument.

    Parameters
    ----------
    name : str
        The argument.
    given : object
        Its value, as ``str`` writes it; ``repr`` or `short_repr` of a value that has quotes or is
        long.
    needed : object
        What is allowed, as ``str`` writes it.
    hint : str, optional
        More about that, such as an example.
    error : type of exception
        By default ValueError.
    word : str
        By default ``needed``; ``allowed`` suits a limit.

    Examples
    --------
    >>> raise refusal("stack", -1, "more than 0", "in big blinds")
    Traceback (most recent call last):
    ValueError: stack: -1 given, more than 0 needed, in big blinds
    """
    message = f"{name}: {given} given, {needed} {word}"
    return error(f"{message}, {hint}" if hint else message)


def unclear_comma(
    given: str, before: str, after: str, entries: str, error: type[Exception] = ValueError
) -> Exception:
    """Make the error to raise for a comma between digits that may mean two things.

    One rule holds for all that people type: a comma between digits is a decimal comma, unless what
    is before it and what is after it are two entries, each of which can be read by itself. Where it
    may be either, nothing is guessed.

    Parameters
    ----------
    given : str
        The text with the comma, as the message shall quote it.
    before, after : str
        What is before the comma, and after it.
    entries : str
        What may be separated by a comma, such as ``"sizes"``.
    error : type of exception
        By default ValueError.

    Examples
    --------
    >>> raise unclear_comma("bets: '2,5' given", "2", "5", "sizes")
    Traceback (most recent call last):
    ValueError: bets: '2,5' given is unclear: write 2.5 for a decimal, or 2, 5 for two sizes
    """
    return error(
        f"{given} is unclear: write {before}.{after} for a decimal, or "
        f"{before}, {after} for two {entries}"
    )


def short_repr(value: object) -> str:
    """Return the ``repr`` of a value, shortened and on one line: that of an array has several.

    Examples
    --------
    >>> short_repr(np.zeros((2, 1))), short_repr("x" * 100)
    ('array([[0.], [0.]])', "'xxxxxxxxxxxx...xxxxxxxxxxxxx'")
    """
    return " ".join(reprlib.repr(value).split())


def require_count(name: str, count: int, at_least: int = 1, at_most: int | None = None) -> None:
    """Refuse anything but an integer within bounds, by default a positive one.

    Examples
    --------
    >>> require_count("turns", 101, at_most=100)
    Traceback (most recent call last):
    ValueError: turns: 101 given, a whole number from 1 to 100 needed
    """
    if is_integer(count) and at_least <= count and (at_most is None or count <= at_most):
        return
    if at_most is not None:
        raise refusal(name, repr(count), f"a whole number from {at_least} to {at_most}")
    if at_least == 1:
        raise refusal(name, repr(count), "a positive integer")
    raise refusal(name, repr(count), f"at least {at_least}", "a whole number")


def require_type(name: str, value: object, allowed: Any, needed: str) -> None:
    """Refuse anything but an instance of a class, or of a union of classes, by a TypeError."""
    if not isinstance(value, allowed):
        raise refusal(name, short_repr(value), needed, error=TypeError)


def require_name(name: str, value: object) -> None:
    r"""Refuse a name that is no text, by a TypeError, or that moves the cursor or ends a line.

    Examples
    --------
    >>> require_name("hands", "J\nvalid")
    Traceback (most recent call last):
    ValueError: hands: 'J\nvalid' given, printable text needed
    """
    require_type(name, value, str, "text")
    if not str(value).isprintable():
        raise refusal(name, short_repr(value), "printable text")


def require_one_of(name: str, value: object, allowed: Iterable[object]) -> None:
    """Refuse anything but one of a few values.

    Examples
    --------
    >>> require_one_of("ties", "lost", ["half", "won"])
    Traceback (most recent call last):
    ValueError: ties: 'lost' given, one of 'half', 'won' needed
    """
    choices = tuple(allowed)  # in which anything can be looked up, hashable or not
    if value not in choices:
        raise refusal(name, short_repr(value), f"one of {', '.join(map(repr, choices))}")


def read_list(name: str, values: Iterable[_T], needed: str = "a list") -> list[_T]:
    """Read an argument as a list of its items; a TypeError if it cannot be iterated."""
    require_type(name, values, Iterable, needed)
    return list(values)


def read_pair(name: str, both: Iterable[_T], needed: str = "a pair") -> tuple[_T, _T]:
    """Read an argument as a pair of its items.

    It is a TypeError if it cannot be iterated, and a ValueError if it does not have two items.
    """
    items = read_list(name, both, needed)
    if len(items) != 2:
        given = short_repr(both) if isinstance(both, str) else f"a series of {len(items)}"
        raise refusal(name, given, needed)
    return as_pair(items)


def read_items(name: str, values: Any) -> np.ndarray:
    """Read an argument as an array of whatever its items are, if its rows have one length."""
    try:
        return np.asarray(values)
    except ValueError:
        raise refusal(name, short_repr(values), "numbers", "in rows of one length") from None


def read_floats(name: str, values: ArrayLike) -> np.ndarray:
    """Read an argument as an array of floats; a ValueError for anything but real numbers.

    A text is refused, too, even if it has a number's digits.

    Examples
    --------
    >>> read_floats("plan", [0.5, 1j])
    Traceback (most recent call last):
    ValueError: plan: [0.5, 1j] given, real numbers needed
    """
    array = read_items(name, values)
    if np.iscomplexobj(array):
        raise refusal(name, short_repr(values), "real numbers")
    is_text = array.dtype.kind in "SU" or (
        array.dtype == object and any(isinstance(item, str | bytes) for item in array.flat)
    )
    if not is_text:
        with suppress(OverflowError, TypeError, ValueError):
            return array.astype(float, copy=False)
    raise refusal(name, short_repr(values), "numbers", "in rows of one length")


def read_probability_array(
    name: str, values: ArrayLike, shape: tuple[int, ...], tolerance: float = 0
) -> np.ndarray:
    """Read an argument as an array of probabilities, of this shape.

    Another shape is a ValueError, and so is a number that lies outside 0 to 1 by more than the
    tolerance. A number nearer than that counts as 0 or 1.
    """
    array = read_floats(name, values)
    if array.shape != shape:
        raise refusal(name, f"shape {array.shape}", shape)
    if not ((array >= -tolerance) & (array <= 1 + tolerance)).all():
        raise ValueError(f"{name}: probabilities from 0 to 1 needed")
    return np.clip(array, 0, 1)


def require_distributions(name: str, probabilities: np.ndarray, tolerance: float) -> None:
    """Refuse numbers that along the last axis are below 0, or miss a sum of 1 by a tolerance.

    Examples
    --------
    >>> require_distributions("opening", np.array([[0.5, 0.5], [0.5, 0.25]]), 1e-9)
    Traceback (most recent call last):
    ValueError: opening: a sum of 0.75 given, probabilities that add up to 1 needed
    """
    sums = probabilities.sum(axis=-1)
    is_wrong = ~((abs(sums - 1) <= tolerance) & (probabilities >= 0).all(axis=-1))
    if is_wrong.any():
        smallest, total = probabilities[is_wrong][0].min(), sums[is_wrong].flat[0]
        given = f"a sum of {total:.12g}" if smallest >= 0 else f"{smallest:.9g}"
        raise refusal(name, given, "probabilities that add up to 1")


def is_integer(number: object) -> bool:
    """Return whether this is an integer, Python's or NumPy's, and no bool."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def read_player(player: int | str, names: Sequence[str], hint: str = "") -> int:
    """Return the number, 0 or 1, of a player given by number or name; else a ValueError.

    The names may be none; the hint, if any, tells more about those that are allowed.
    """
    if isinstance(player, str) and names.count(player) == 1:
        return names.index(player)
    if is_integer(player) and player in (0, 1):
        return int(player)
    by_name = f", or {' or '.join(map(repr, names))}" if names else ""
    raise refusal("player", repr(player), f"0 or 1{by_name}", hint)


def normalize_text(text: str) -> str:
    """Replace characters of full width by ASCII, and remove invisible ones.

    Chinese and Japanese keyboards write ``\uff0c`` for a comma. A suit may have a variation
    selector behind it, which tells how it is drawn, and copied text may have blanks of no width.

    Examples
    --------
    >>> normalize_text("\uff21\uff21\uff0c77\uff1a0.5"), normalize_text("\u2665\ufe0f") == "\u2665"
    ('AA,77:0.5', True)
    """
    return text.translate(_PLAIN)
