"""How what is typed is read, and the options that several commands have.

A text that cannot be read is a ValueError, which names the argument, the text and what is allowed.
What a text means is left to the package wherever that reads texts itself.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pokerlab.amounts import parse_amount

_T = TypeVar("_T")
Function = Callable[..., Any]
Decorator = Callable[[Function], Function]

MOST = 10**9  #: No whole number may be larger, if nothing else is said.


class Kind(click.ParamType[_T]):
    """A kind of argument: what it is called in the help, and how its text is read."""

    def __init__(self, name: str, read: Callable[[str, str], _T]) -> None:
        """``read`` is given the name that errors tell, and the text."""
        self.name = name
        self._read = read

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> _T | Any:
        """Read a text; what was read before stays as it is."""
        name = param.opts[0].lstrip("-").replace("-", "_") if param else "argument"
        return self._read(name, value) if isinstance(value, str) else value


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


def read_whole(name: str, text: str, least: int = 1, most: int = MOST) -> int:
    """Read a whole number between bounds."""
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(MOST))
    if digits and least <= int(text) <= most:
        return int(text)
    raise ValueError(f"{name}: {text!r} given, a whole number from {least} to {most:,} needed")


def read_width(name: str, text: str) -> float:
    """Read how wide a bracket may be, a number above 0."""
    return float(parse_amount(name, text, greater_than=0))


def read_sizes(name: str, text: str) -> str:
    """Leave sizes to the package, if there are any."""
    if not text.strip():
        raise ValueError(f"{name}: {text!r} given, sizes needed")
    return text


def read_cards(name: str, text: str) -> str:
    """Leave cards to the package, if there are any."""
    if not text.strip():
        raise ValueError(f"{name}: {text!r} given, cards needed, such as Td9d6h")
    return text


def read_text(name: str, text: str) -> str:
    """Leave a text to the package."""
    return text


def read_stacks(name: str, text: str) -> tuple[int, int]:
    """Read the small blind's chips and the big blind's, or one number for both."""
    small, comma, big = text.partition(",")
    stack = read_whole(name, small)
    return stack, read_whole(name, big) if comma else stack


CHIPS = Kind("chips", parse_amount)  #: An amount, kept exactly as a fraction.
WHOLE = Kind("n", read_whole)  #: A whole number from 1 on.
STACKS = Kind("n[,n]", read_stacks)  #: Whole numbers of chips, one or two.
WIDTH = Kind("width", read_width)  #: How wide a bracket may be.
SIZES = Kind("sizes", read_sizes)  #: Sizes of bets or raises; the package knows what they mean.
CARDS = Kind("cards", read_cards)  #: One card or more.
RANGE = Kind("range", read_text)  #: Hands, combos or a range.


def option(
    *names: str, kind: click.ParamType[Any], default: str | None = None, help: str
) -> Decorator:
    """An option with a value, which may be left out; the help shows its default."""
    shown = default is not None
    return click.option(*names, type=kind, default=default, show_default=shown, help=help)


def needed(name: str, *, kind: click.ParamType[Any], help: str) -> Decorator:
    """An option that must be given."""
    return click.option(name, type=kind, required=True, help=help)


def flag(name: str, help: str) -> Decorator:
    """An option without a value."""
    return click.option(name, is_flag=True, help=help)


def tolerance(default: str) -> Decorator:
    """The option ``--tolerance``, whose default is told in words."""
    told = f"Stop when the bracket is no wider.  [default: {default}]"
    return option("--tolerance", kind=WIDTH, help=told)


def blinds(small: str, big: str, kind: click.ParamType[Any] = CHIPS) -> Decorator:
    """The options ``--small-blind`` and ``--big-blind``."""

    def add(function: Function) -> Function:
        add_big = option("--big-blind", kind=kind, default=big, help="The big blind.")
        add_small = option("--small-blind", kind=kind, default=small, help="The small blind.")
        return add_small(add_big(function))

    return add


ante = option("--ante", kind=CHIPS, default="0", help="Each player's ante.")
big_blind_ante = option(
    "--big-blind-ante",
    kind=CHIPS,
    default="0",
    help="An ante that the big blind posts for both, out of his stack.",
)
exact = flag("--exact", help="Print the value as a fraction, too.")
