"""``pokerlab shover``."""

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import Report, command

MOST_CHIPS = {"policy": 2000, "lp": 200}  #: Each player's, with which either method is done soon.


@command(
    "shover",
    "The best play against one who is always all-in.",
    ["--stack 100", "--stack 20 --ties won"],
)
@parameters.option(
    "--stack",
    kind=parameters.WHOLE,
    default="100",
    help="Each player's chips, up to {policy:,}, or {lp} with lp.".format_map(MOST_CHIPS),
)
@parameters.blinds("1", "2", kind=parameters.WHOLE)
@parameters.option(
    "--ties",
    kind=parameters.OneOf(["returned", "half", "won"]),
    default="returned",
    help="A tied showdown returns the chips, is half a win, or a win.",
)
@parameters.option(
    "--method",
    kind=parameters.OneOf(["policy", "lp"]),
    default="policy",
    help="Policy iteration, or the linear program.",
)
def shover(stack: int, small_blind: int, big_blind: int, ties: str, method: str) -> Report:
    """The best play against an opponent who moves all-in on every hand."""
    if stack > MOST_CHIPS[method]:
        raise ValueError(f"stack: {stack} given, at most {MOST_CHIPS[method]:,} allowed")
    solution = pl.stacks.shover.solve(stack, small_blind, big_blind, ties=ties, method=method)
    as_small, as_big = solution.by_blind.tolist()
    answer = {
        "small_blind": as_small,
        "big_blind": as_big,
        "start": solution.start,
        "method": solution.method,
    }
    lines = [
        f"Probability to win the match: {solution.start:.9f}",
        f"with the small blind first:   {as_small:.9f}",
        f"with the big blind first:     {as_big:.9f}",
        f"Proven to within {solution.error_bound:.0e}.",
    ]
    charts = [
        pl.charts.range_chart(called, title=f"Calls as {blind}, both stacks full", actions="call")
        for blind, called in zip(("small blind", "big blind"), solution.calls[stack], strict=True)
    ]
    return Report(answer, [*lines, *charts])
