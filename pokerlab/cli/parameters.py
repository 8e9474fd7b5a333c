"""The options that several commands have, and the functions that read what is typed.

A text that cannot be read is a ValueError, which names the argument, the text and what is allowed.
Ranges and sizes have no type here: the package reads them, and refuses what it cannot read.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from pokerlab._support.arguments import refusal
from pokerlab.amounts import read_amount, read_number

__all__ = [
    "CARDS",
    "CHIPS",
    "STACKS",
    "WHOLE_NUMBER",
    "OneOf",
    "ante_option",
    "big_blind_ante_option",
    "blind_options",
    "describe_tolerances",
    "exact_option",
    "read_whole_number",
    "tolerance_for_size",
    "tolerance_option",
]

_T = TypeVar("_T")
_Function = TypeVar("_Function", bound=Callable[..., Any])

_MAX_COUNTED = 10**9  # The largest whole number, if nothing else is said.


class _TextType(click.ParamType[_T]):
    """A type of parameter: what it is called in the help, and the function that reads its text."""

    def __init__(self, name: str, read: Callable[[str, str], _T]) -> None:
        """``read`` takes the name of the argument, for errors, and the text."""
        self.name = name
        self._read = read

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> _T | Any:
        """Read a text; what was read before stays as it is."""
        if not isinstance(value, str):
            return value
        name = param.opts[0].lstrip("-").replace("-", "_") if param else "argument"
        return self._read(name, value)


class OneOf(click.Choice[str]):
    """One of a few words, which shells complete."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read one of the words."""
        if value in self.choices:
            return str(value)
        *words, last = self.choices
        option = param.opts[0] if param else "argument"
        needed = f"{', '.join(words)} or {last} needed"
        raise ValueError(f"argument {option}: invalid choice: {value!r} given, {needed}")


def read_whole_number(name: str, text: str, at_least: int = 1, at_most: int = _MAX_COUNTED) -> int:
    """Read a whole number between bounds."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(_MAX_COUNTED))
    if is_number and at_least <= int(text) <= at_most:
        return int(text)
    raise refusal(name, repr(text), f"a whole number from {at_least} to {at_most:,}")


def _read_tolerance(name: str, text: str) -> float:
    """Read how wide a bracket may be, a number above 0."""
    return float(read_number(name, text, more_than=0))


def _read_cards(name: str, text: str) -> str:
    """Return a text of cards as it is: the package parses it, but takes a blank one for none."""
    if not text.strip():
        raise refusal(name, repr(text), "cards", "such as Td9d6h")
    return text


def _read_stacks(name: str, text: str) -> tuple[int, int]:
    """Read the small blind's chips and the big blind's, or one number for both."""
    small, comma, big = text.partition(",")
    small_stack = read_whole_number(name, small)
    big_stack = read_whole_number(name, big) if comma else small_stack
    return small_stack, big_stack


CHIPS = _TextType("chips", read_amount)  #: An amount, kept exactly as a fraction.
WHOLE_NUMBER = _TextType("n", read_whole_number)  #: A whole number from 1 on.
STACKS = _TextType("n[,n]", _read_stacks)  #: Whole numbers of chips, one or two.
_WIDTH = _TextType("width", _read_tolerance)  # How wide a bracket may be.
CARDS = _TextType("cards", _read_cards)  #: One card or more.


def tolerance_option(default: str) -> Callable[[_Function], _Function]:
    """Make the option ``--tolerance``, whose default the help tells in words."""
    return click.option(
        "--tolerance",
        type=_WIDTH,
        help=f"Stop when the bracket is no wider.  [default: {default}]",
    )


def tolerance_for_size(size: float, tolerances: Mapping[float, float]) -> float:
    """Return the default tolerance where it depends on the size of what is solved.

    The ``tolerances`` are those up to each size, in increasing order; the last size is infinite.
    Where a linear program finds all digits at any size, as for one round or a river, it goes by the
    blinds or the pot instead, and the command says so.
    """
    return next(tolerance for most, tolerance in tolerances.items() if size <= most)


def describe_tolerances(tolerances: Mapping[float, float], unit: str) -> str:
    """Write the tolerances of `tolerance_for_size` in words, with the unit of the sizes.

    Examples
    --------
    >>> from math import inf
    >>> describe_tolerances({400: 1e-9, 4000: 1e-6, inf: 1e-3}, "decisions")
    '1e-09 up to 400 decisions; 1e-06 up to 4,000 decisions, else 0.001'
    """
    *bounded, (_, widest) = tolerances.items()
    narrower = "; ".join(f"{tolerance:g} up to {most:,} {unit}" for most, tolerance in bounded)
    return f"{narrower}, else {widest:g}"


def blind_options(
    small: str, big: str, amount_type: click.ParamType[Any] = CHIPS
) -> Callable[[_Function], _Function]:
    """Make the options ``--small-blind`` and ``--big-blind``, with these defaults."""
    small_option = click.option(
        "--small-blind", type=amount_type, default=small, help="The small blind."
    )
    big_option = click.option("--big-blind", type=amount_type, default=big, help="The big blind.")

    def decorate(function: _Function) -> _Function:
        return small_option(big_option(function))

    return decorate


ante_option = click.option("--ante", type=CHIPS, default="0", help="Each player's ante.")
big_blind_ante_option = click.option(
    "--big-blind-ante",
    type=CHIPS,
    default="0",
    help="An ante that the big blind posts for both, out of his stack.",
)
exact_option = click.option("--exact", is_flag=True, help="Print the value as a fraction, too.")
