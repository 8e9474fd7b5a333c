"""``pokerlab preflop``: limit or pot-limit hold'em before the flop."""

from collections.abc import Sequence
from typing import Any

import click

import pokerlab as pl
from pokerlab._support.arguments import refusal
from pokerlab.cli.commands import Printout, command
from pokerlab.cli.parameters import read_whole_number

__all__ = ["preflop"]

# The variables of sim.c: the least and the largest whole number, or None for amounts.
_VARIABLES = {
    "nr": (1, 100),
    "r": None,
    "an": None,
    "bl": None,
    "lim": (0, 1),
    "liv": (0, 1),
    "pr": (1, 15),
    "d": (1, 1000),
}


@command(
    "preflop",
    "Limit or pot limit before the flop, as in sim.c.",
    ["nr=2", "nr=2 lim=0", "nr=3 pr=4 --json"],
)
@click.argument("settings", metavar="[VARIABLE=VALUE]...", nargs=-1)
def preflop(settings: Sequence[str]) -> Printout:
    r"""Limit or pot-limit betting before the flop, with the variables of sim.c.

    \b
    nr=N     actions of each player, except those that end the betting (1)
    r=CHIPS  size of a raise, in pots if lim=0 (1)
    an=CHIPS each player's ante (0.5)
    bl=CHIPS what the big blind adds (r/2)
    lim=0    pot limit (1)
    liv=0    the big blind may not act after a call (1)
    pr=N     digits to print (6)
    d=N      numbers 0 to N-1 instead of hold'em, N up to 1,000

    With --json, "value" is what the big blind earns when both strategies meet, which lies between
    "lower" and "upper".
    """
    variables = _parse_settings(settings)
    digits = variables.pop("pr", 6)
    numbers = variables.pop("d", None)
    tree = pl.studies.preflop.tree(**variables)
    deal = pl.deals.holdem() if numbers is None else pl.deals.numbers(numbers)
    solution = pl.solvers.double_oracle.solve(pl.Game(deal, tree))
    # sim.c's value is the big blind's.
    answer = {"value": -solution.payoff, "lower": -solution.upper, "upper": -solution.lower}
    return Printout(answer, [pl.studies.preflop.report(solution, digits)])


def _parse_settings(texts: Sequence[str]) -> dict[str, Any]:
    """Parse texts such as ``nr=2``; amounts stay as they are written."""
    settings: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if name not in _VARIABLES or not equals:
            allowed = ", ".join(_VARIABLES)
            raise ValueError(f"{text!r} given, variable=value needed, with one of {allowed}")
        if name in settings:
            raise refusal(name, f"{settings[name]} and {value}", "one")
        bounds = _VARIABLES[name]
        settings[name] = value if bounds is None else read_whole_number(name, value, *bounds)
    return settings
