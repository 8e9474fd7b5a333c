"""``pokerlab match``."""

from math import inf

import click

import pokerlab as pl
from pokerlab._support.arguments import refusal
from pokerlab.cli import parameters
from pokerlab.cli.commands import TITLES_OF_ACTIONS, Printout, command, in_columns

__all__ = ["match"]

_MAX_MATCH_STACK = 2000  # Each player's; more take long.
# The tolerance to which a match of up to that many chips in all is solved, if none is given: a long
# one may last so long that rounding adds up.
_DEFAULT_TOLERANCES = {200: 1e-9, inf: 1e-6}


@command(
    "match",
    "A match between equals, by push or fold.",
    ["--stack 40 --small-blind 3 --big-blind 6", "--stack 20,10 --json"],
)
@click.option(
    "--stack",
    type=parameters.STACKS,
    required=True,
    help=(
        f"Each player's chips, up to {_MAX_MATCH_STACK:,}, "
        "or the small blind's and the big blind's."
    ),
)
@parameters.blind_options("1", "2", amount_type=parameters.WHOLE_NUMBER)
@parameters.tolerance_option(parameters.describe_tolerances(_DEFAULT_TOLERANCES, "chips in all"))
def match(
    stack: tuple[int, int], small_blind: int, big_blind: int, tolerance: float | None
) -> Printout:
    """A match between equals: push or fold until one of them has all chips.

    The tolerance is in probability.
    """
    if max(stack) > _MAX_MATCH_STACK:
        raise refusal("stack", max(stack), f"at most {_MAX_MATCH_STACK:,}", word="allowed")
    total_chips = sum(stack)
    if tolerance is None:
        tolerance = parameters.tolerance_for_size(total_chips, _DEFAULT_TOLERANCES)
    blinds = {"small_blind": small_blind, "big_blind": big_blind}
    solution = pl.stacks.match.Match(total_chips=total_chips, **blinds).solve(tolerance=tolerance)
    start = stack[0], 0  # the player's chips, and the small blind
    answer = {
        "small_blind": float(solution.win[start]),
        "lower": float(solution.lower[start]),
        "upper": float(solution.upper[start]),
    }
    match_win, lower, upper = answer.values()
    lines = in_columns(
        {
            "Probability that the small blind wins the match:": f"{match_win:.9f}",
            "Proven by best responses:": f"{lower:.9f} to {upper:.9f}",
        }
    )
    charts = []
    for player, (action, title) in enumerate(TITLES_OF_ACTIONS.items()):
        chips = stack[player]
        probabilities = solution.strategy[chips, player]
        chart = pl.charts.range_chart(
            probabilities, title=f"{title}, {chips} chips", actions=action
        )
        charts.append(chart)
    return Printout(answer, [*lines, *charts])
