"""``pokerlab whole-game``."""

from fractions import Fraction

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import Report, command


@command(
    "whole-game",
    "What no limit is worth, with every street and bet.",
    ["--stack 3", "--stack 5 --ante 0.125", "--stack 8 --small-blind 1 --big-blind 2"],
)
@parameters.needed(
    "--stack", kind=parameters.CHIPS, help="Effective stack, in the unit of the blinds."
)
@parameters.blinds("0.5", "1")
@parameters.ante
@parameters.big_blind_ante
@parameters.option(
    "--level",
    kind=parameters.OneOf(["0", "1"]),
    help="0: after a limp the big blind is all-in or gives up; 1: or looks at the flop first, with "
    "blinds of 1/2 and 1 or in that ratio.  [default: 0, or 1 where that is known to be exact]",
)
@parameters.flag(
    "--verify", help="Level 1, and go through all flops also where the result is known."
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
    wanted = "1" if verify else level
    usual = 2 * small_blind == big_blind and not ante and not big_blind_ante
    if wanted == "1" and not usual:
        needed = "a small blind of half the big one and no ante"
        raise ValueError(f"level: 1 given, which needs {needed}")
    lower, upper = study.bounds(stack, small_blind, big_blind, ante, big_blind_ante)
    known = usual and stack <= study.EXACT_UP_TO * big_blind
    looks = lower < upper and (known if wanted is None else wanted == "1")
    if looks and known and not verify:
        upper = lower
    elif looks:
        upper = min(upper, study.flop_bounds(stack / big_blind)[1] * big_blind)
    answer = {
        "lower": float(lower),
        "upper": float(upper),
        "exact": lower == upper,
        "level": int(looks),
        "value": float(lower),
    }
    limit = "exactly that" if lower == upper else f"at most {float(upper):+.9f}"
    lines = [f"Push or fold is worth {float(lower):+.9f}", f"and the whole game {limit}"]
    return Report(answer, lines)
