"""``pokerlab no-limit``."""

from fractions import Fraction
from math import inf

import click

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import (
    Printout,
    command,
    describe_bracket,
    frequency_bars,
    in_columns,
    opening_frequencies,
)

__all__ = ["no_limit"]

# The tolerance to which a tree of up to that many decisions is solved, if none is given: beyond the
# first, linear programs take long, and averages find fewer digits.
_DEFAULT_TOLERANCES = {400: 1e-9, 4000: 1e-6, inf: 1e-3}


@command(
    "no-limit",
    "No-limit betting before the flop: raises, re-raises and all-in.",
    ["--stack 10", "--stack 20 --raises 2x,pot", "--stack 6 --raises all --ante 0.125"],
)
@click.option(
    "--stack",
    type=parameters.CHIPS,
    required=True,
    help="Effective stack, in the unit of the blinds.",
)
@click.option(
    "--raises",
    metavar="SIZES",
    default="2.5x,3x,3.5x,4x",
    help="Raises besides the all-in: to multiples of a bet, or by the pot; or all, to every whole "
    "number of chips, or none.",
)
@parameters.blind_options("0.5", "1")
@parameters.ante_option
@parameters.tolerance_option(parameters.describe_tolerances(_DEFAULT_TOLERANCES, "decisions"))
def no_limit(
    stack: Fraction,
    raises: str,
    small_blind: Fraction,
    big_blind: Fraction,
    ante: Fraction,
    tolerance: float | None,
) -> Printout:
    """No-limit betting before the flop: raises, re-raises and all-in.

    With --json, "value" is what the small blind earns when both strategies meet, which lies between
    "lower" and "upper".
    """
    tree = pl.betting.no_limit(stack, raises, small_blind, big_blind, ante)
    if tolerance is None:
        tolerance = parameters.tolerance_for_size(tree.decision_count, _DEFAULT_TOLERANCES)
    solution = pl.solvers.solve(pl.Game(pl.deals.holdem(), tree), tolerance=tolerance)
    answer, results = describe_bracket(solution.payoff, solution, "Value to the small blind:")
    answer["opening"] = opening_frequencies(solution)
    return Printout(answer, [*in_columns(results), *frequency_bars(answer["opening"])])
