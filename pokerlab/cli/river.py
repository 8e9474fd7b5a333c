"""``pokerlab river``."""

from fractions import Fraction

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import Report, bars, bracket, command, opening


@command(
    "river",
    "The last round of betting: two ranges on a board of five cards.",
    [
        "--board Td9d6hQc2s --first 66+,A8s+ --second 22-TT --pot 200 --stack 900",
        "--board Td9d6hQc2s --first QQ,KJ --second TT+ --pot 10 --stack 20 --bets 1/3,pot --exact",
    ],
)
@parameters.needed("--board", kind=parameters.CARDS, help="Five cards, such as Td9d6hQc2s.")
@parameters.option(
    "--first", kind=parameters.RANGE, default="random", help="The first player's range."
)
@parameters.option(
    "--second", kind=parameters.RANGE, default="random", help="The second player's range."
)
@parameters.needed(
    "--pot", kind=parameters.CHIPS, help="Chips in the middle, half of them from each player."
)
@parameters.needed("--stack", kind=parameters.CHIPS, help="Chips in front of each player.")
@parameters.option(
    "--bets",
    kind=parameters.SIZES,
    default="60%",
    help="Bets besides the all-in: parts of the pot (60%, 1/3), pot, or none.",
)
@parameters.option(
    "--raises",
    kind=parameters.SIZES,
    default="2.5x",
    help="Raises besides the all-in: to multiples of a bet, or by the pot; or none.",
)
@parameters.exact
@parameters.tolerance("1e-8 of the pot")
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
) -> Report:
    """The last round of betting: two ranges on a board of five cards."""
    deal = pl.deals.river(board, first, second)
    game = pl.games.Game(deal, pl.betting.river(pot, stack, bets, raises))
    solution = pl.solvers.solve(game, tolerance or 1e-8 * float(pot))
    answer, lines = bracket(solution, "Value to the first player:")
    if exact:
        answer["exact"] = str(pl.solvers.exact.solve(game, solution.plans).value)
        lines.append(f"Exactly:                   {answer['exact']}")
    answer["opening"] = opening(solution)
    return Report(answer, [*lines, *bars(answer["opening"])])
