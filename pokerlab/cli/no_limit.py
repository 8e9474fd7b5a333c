"""``pokerlab no-limit``."""

from fractions import Fraction

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import Report, bars, bracket, command, opening

#: Up to how many decisions a tree is solved to which width, if none is given: beyond the first,
#: linear programs take long, and averages find fewer digits.
WIDTHS = {400: 1e-9, 4000: 1e-6}
WIDEST = 1e-3  #: The width beyond.


@command(
    "no-limit",
    "No-limit betting before the flop: raises, re-raises and all-in.",
    ["--stack 10", "--stack 20 --raises 2x,pot", "--stack 6 --raises all --ante 0.125"],
)
@parameters.needed(
    "--stack", kind=parameters.CHIPS, help="Effective stack, in the unit of the blinds."
)
@parameters.option(
    "--raises",
    kind=parameters.SIZES,
    default="2.5x,3x,3.5x,4x",
    help="Raises besides the all-in: to multiples of a bet, or by the pot; or all, to every whole "
    "number of chips, or none.",
)
@parameters.blinds("0.5", "1")
@parameters.ante
@parameters.tolerance(
    "; ".join(f"{width:g} up to {many:,} decisions" for many, width in WIDTHS.items())
    + f", else {WIDEST:g}"
)
def no_limit(
    stack: Fraction,
    raises: str,
    small_blind: Fraction,
    big_blind: Fraction,
    ante: Fraction,
    tolerance: float | None,
) -> Report:
    """No-limit betting before the flop: raises, re-raises and all-in."""
    tree = pl.betting.no_limit(stack, raises, small_blind, big_blind, ante)
    width = tolerance or usual_width(sum(map(len, tree.decision_rows)))
    solution = pl.solvers.solve(pl.games.Game(pl.deals.holdem(), tree), width)
    answer, lines = bracket(solution, "Value to the small blind:")
    answer["opening"] = opening(solution)
    return Report(answer, [*lines, *bars(answer["opening"])])


def usual_width(decisions: int) -> float:
    """The width to which a tree of so many decisions is solved, if none is given."""
    return next((width for many, width in WIDTHS.items() if decisions <= many), WIDEST)
