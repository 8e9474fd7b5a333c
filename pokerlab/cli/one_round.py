"""``pokerlab one-round``."""

from fractions import Fraction

import click

import pokerlab as pl
from pokerlab._support.arguments import refusal
from pokerlab.cli import parameters
from pokerlab.cli.commands import (
    Printout,
    command,
    describe_bracket,
    frequency_bars,
    in_columns,
    opening_frequencies,
)

__all__ = ["one_round"]


@command(
    "one-round",
    "One round of betting without stacks: raise, then call or fold.",
    ["--raises 0,2:8", "--raises any --tolerance 0.1"],
)
@click.option(
    "--raises",
    metavar="SIZES",
    required=True,
    help="By how much Alice may raise: numbers and ranges first:last[:step], 0 for a call; or any, "
    "for a call and every real raise from the big blind up.",
)
@parameters.blind_options("1", "2")
@parameters.tolerance_option("1e-10 big blinds, or 5e-7 for any")
def one_round(
    raises: str, small_blind: Fraction, big_blind: Fraction, tolerance: float | None
) -> Printout:
    """One round of betting without stacks: Alice raises, Bob calls or folds.

    With --json, "value" is what Alice earns when both strategies meet, which lies between "lower"
    and "upper"; with --raises any, the middle of these two.
    """
    study = pl.studies.any_raise
    title = "Value to Alice:"
    if raises.strip().lower() == "any":
        if tolerance is None:
            tolerance = 5e-7 * float(big_blind)
        bounds = study.solve(small_blind=small_blind, big_blind=big_blind, tolerance=tolerance)
        frequencies = bounds.frequencies.tolist()
        sizes = [Fraction(0), *bounds.raises]
        answer, results = describe_bracket(bounds.middle, bounds, title)
    else:
        sizes = pl.sizes.parse_sizes(raises, "raises", at_least=0)
        if not sizes:
            raise refusal("raises", repr(raises), "at least one")
        small_blind, big_blind = pl.amounts.read_blinds(small_blind, big_blind)
        if tolerance is None:  # without a big blind there is no unit to go by
            tolerance = 1e-10 * float(big_blind) if big_blind else 2e-10
        solution = study.solve_list(
            sizes, small_blind=small_blind, big_blind=big_blind, tolerance=tolerance
        )
        frequencies = list(opening_frequencies(solution).values())
        answer, results = describe_bracket(solution.payoff, solution, title)
    fold_frequency, *size_frequencies = frequencies
    names = [pl.amounts.format_amount(size) for size in sizes]
    answer["fold"] = fold_frequency
    answer["sizes"] = dict(zip(names, size_frequencies, strict=True))
    actions = ["fold", *("call" if name == "0" else f"raise {name}" for name in names)]
    bars = frequency_bars(dict(zip(actions, frequencies, strict=True)))
    return Printout(answer, [*in_columns(results), *bars])
