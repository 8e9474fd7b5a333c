"""``pokerlab whole-game``."""

from fractions import Fraction

import click

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import Report, command

__all__ = ["whole_game"]


@command(
    "whole-game",
    "What no limit is worth, with every street and bet.",
    ["--stack 3", "--stack 5 --ante 0.125", "--stack 8 --small-blind 1 --big-blind 2"],
)
@click.option(
    "--stack",
    type=parameters.CHIPS,
    required=True,
    help="Effective stack, in the unit of the blinds.",
)
@parameters.blind_options("0.5", "1")
@parameters.ante_option
@parameters.big_blind_ante_option
@click.option(
    "--level",
    type=parameters.OneOf(["0", "1"]),
    help="0: after a limp the big blind is all-in or gives up; 1: or looks at the flop first, with "
    "blinds of 1/2 and 1 or in that ratio.  [default: 0, or 1 where that is known to be exact]",
)
@click.option(
    "--verify",
    is_flag=True,
    help="Level 1, and go through all flops also where the result is known.",
)
def whole_game(
    stack: Fraction,
    small_blind: Fraction,
    big_blind: Fraction,
    ante: Fraction,
    big_blind_ante: Fraction,
    level: str | None,
    verify: bool,
) -> Report:
    """What no limit is worth at least and at most, with flop, turn, river and every bet.

    Where the two are one number, push or fold is optimal.
    """
    study = pl.studies.whole_game
    if verify and level == "0":
        raise ValueError("level: 0 given, 1 needed to verify")
    usual_rules = 2 * small_blind == big_blind and not ante and not big_blind_ante
    if (verify or level == "1") and not usual_rules:
        needed = "a small blind of half the big one and no ante"
        raise ValueError(f"level: 1 given, which needs {needed}")
    lower, upper = study.bounds(stack, small_blind, big_blind, ante, big_blind_ante)
    known_exact = usual_rules and stack <= study.EXACT_UP_TO * big_blind
    if verify or level is not None:
        uses_flops = lower < upper and level != "0"
    else:
        uses_flops = lower < upper and known_exact
    if uses_flops and known_exact and not verify:
        upper = lower
    elif uses_flops:
        upper = min(upper, study.flop_bounds(stack / big_blind)[1] * big_blind)
    answer = {
        "lower": float(lower),
        "upper": float(upper),
        "exact": lower == upper,
        "level": 1 if uses_flops else 0,
        "value": float(lower),
    }
    limit = "exactly that" if lower == upper else f"at most {float(upper):+.9f}"
    lines = [f"Push or fold is worth {float(lower):+.9f}", f"and the whole game {limit}"]
    return Report(answer, lines)
