"""``pokerlab preflop``."""

from collections.abc import Sequence
from typing import Any

import click

import pokerlab as pl
from pokerlab.cli.commands import Report, command
from pokerlab.cli.parameters import read_whole

#: The variables of sim.c: between which whole numbers they lie, or None if they are amounts.
VARIABLES = {
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
def preflop(settings: Sequence[str]) -> Report:
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
    """
    given = read_settings(settings)
    digits, numbers = given.pop("pr", 6), given.pop("d", None)
    tree = pl.studies.preflop.tree(**given)
    deal = pl.deals.numbers(numbers) if numbers else pl.deals.holdem()
    solution = pl.solvers.double_oracle.solve(pl.games.Game(deal, tree))
    # sim.c's value is the big blind's.
    answer = {"value": -solution.value, "lower": -solution.upper, "upper": -solution.lower}
    return Report(answer, [pl.studies.preflop.report(solution, digits)])


def read_settings(texts: Sequence[str]) -> dict[str, Any]:
    """Read ``variable=value``; amounts stay as they are written."""
    given: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if name not in VARIABLES or not equals:
            allowed = ", ".join(VARIABLES)
            raise ValueError(f"{text!r} given, variable=value needed, with one of {allowed}")
        if name in given:
            raise ValueError(f"{name}: {given[name]} and {value} given, one needed")
        bounds = VARIABLES[name]
        given[name] = value if bounds is None else read_whole(name, value, *bounds)
    return given
