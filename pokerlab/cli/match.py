"""``pokerlab match``."""

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import PLAYS, Report, command

MOST_CHIPS = 2000  #: Each player's.
#: Up to how many chips in all a match is solved to the first width; beyond it may last so long that
#: rounding adds up.
FEW_CHIPS, NARROW, WIDE = 200, 1e-9, 1e-6


@command(
    "match",
    "A match between equals, by push or fold.",
    ["--stack 40 --small-blind 3 --big-blind 6", "--stack 20,10 --json"],
)
@parameters.needed(
    "--stack",
    kind=parameters.STACKS,
    help=f"Each player's chips, up to {MOST_CHIPS:,}, or the small blind's and the big blind's.",
)
@parameters.blinds("1", "2", kind=parameters.WHOLE)
@parameters.tolerance(f"{NARROW:g} up to {FEW_CHIPS} chips in all, else {WIDE:g}")
def match(
    stack: tuple[int, int], small_blind: int, big_blind: int, tolerance: float | None
) -> Report:
    """A match between equals: push or fold until one of them has all chips.

    The tolerance is in probability.
    """
    if max(stack) > MOST_CHIPS:
        raise ValueError(f"stack: {max(stack)} given, at most {MOST_CHIPS:,} allowed")
    chips = sum(stack)
    width = tolerance or (NARROW if chips <= FEW_CHIPS else WIDE)
    solution = pl.stacks.match.Match(chips, small_blind, big_blind).solve(width)
    win, lower, upper = (
        float(found[stack[0], 0]) for found in (solution.win, solution.lower, solution.upper)
    )
    lines = [
        f"Probability that the small blind wins the match: {win:.9f}",
        f"Proven by best replies:                          {lower:.9f} to {upper:.9f}",
    ]
    charts = [
        pl.charts.range_chart(
            solution.strategy[own, blind], title=f"{does}, {own} chips", actions=action
        )
        for blind, (own, (action, does)) in enumerate(zip(stack, PLAYS.items(), strict=True))
    ]
    return Report({"small_blind": win, "lower": lower, "upper": upper}, [*lines, *charts])
