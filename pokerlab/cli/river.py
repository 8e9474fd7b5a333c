"""``pokerlab river``."""

from fractions import Fraction

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

__all__ = ["river"]


@command(
    "river",
    "The last round of betting: two ranges on a board of five cards.",
    [
        "--board Td9d6hQc2s --first 66+,A8s+ --second 22-TT --pot 200 --stack 900",
        "--board Td9d6hQc2s --first QQ,KJ --second TT+ --pot 10 --stack 20 --bets 1/3,pot --exact",
    ],
)
@click.option(
    "--board", type=parameters.CARDS, required=True, help="Five cards, such as Td9d6hQc2s."
)
@click.option("--first", metavar="RANGE", default="random", help="The first player's range.")
@click.option("--second", metavar="RANGE", default="random", help="The second player's range.")
@click.option(
    "--pot",
    type=parameters.CHIPS,
    required=True,
    help="Chips in the middle, half of them from each player.",
)
@click.option(
    "--stack", type=parameters.CHIPS, required=True, help="Chips in front of each player."
)
@click.option(
    "--bets",
    metavar="SIZES",
    default="60%",
    help="Bets besides the all-in: parts of the pot (60%, 1/3), pot, or none.",
)
@click.option(
    "--raises",
    metavar="SIZES",
    default="2.5x",
    help="Raises besides the all-in: to multiples of a bet, or by the pot; or none.",
)
@parameters.exact_option
@parameters.tolerance_option("1e-8 of the pot")
def river(
    board: str,
    first: str,
    second: str,
    pot: Fraction,
    stack: Fraction,
    bets: str,
    raises: str,
    exact: bool,
    tolerance: float | None,
) -> Printout:
    """The last round of betting: two ranges on a board of five cards.

    With --json, "value" is what the first player earns when both strategies meet, which lies
    between "lower" and "upper".
    """
    deal = pl.deals.river(board, first, second)
    game = pl.Game(deal, pl.betting.river(pot, stack, bets, raises))
    if tolerance is None:
        tolerance = 1e-8 * float(pot)
    solution = pl.solvers.solve(game, tolerance=tolerance)
    answer, results = describe_bracket(solution.payoff, solution, "Value to the first player:")
    if exact:
        answer["exact"] = str(pl.solvers.exact.solve(game, initial=solution.plans).value)
        results["Exactly:"] = answer["exact"]
    answer["opening"] = opening_frequencies(solution)
    return Printout(answer, [*in_columns(results), *frequency_bars(answer["opening"])])
