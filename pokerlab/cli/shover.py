"""``pokerlab shover``."""

import click

import pokerlab as pl
from pokerlab._support.arguments import refusal
from pokerlab.cli import parameters
from pokerlab.cli.commands import Printout, command, in_columns

__all__ = ["shover"]

# Each player's; with more, the method takes long.
_MAX_SHOVER_STACK = {"policy": 2000, "lp": 200}
# Those of :data:`pokerlab.stacks.shover.TIES`, which the help names without loading them.
_TIES = "returned", "half", "won"


@command(
    "shover",
    "The best play against one who is always all-in.",
    ["--stack 100", "--stack 20 --ties won"],
)
@click.option(
    "--stack",
    type=parameters.WHOLE_NUMBER,
    default="100",
    help=(
        f"Each player's chips, up to {_MAX_SHOVER_STACK['policy']:,}, "
        f"or {_MAX_SHOVER_STACK['lp']} with lp."
    ),
)
@parameters.blind_options("1", "2", amount_type=parameters.WHOLE_NUMBER)
@click.option(
    "--ties",
    type=parameters.OneOf(_TIES),
    default="returned",
    help="A tied showdown returns the chips, is half a win, or a win.",
)
@click.option(
    "--method",
    type=parameters.OneOf([*_MAX_SHOVER_STACK]),
    default="policy",
    help="Policy iteration, or the linear program.",
)
def shover(stack: int, small_blind: int, big_blind: int, ties: str, method: str) -> Printout:
    """The best play against an opponent who moves all-in on every hand."""
    if stack > _MAX_SHOVER_STACK[method]:
        raise refusal("stack", stack, f"at most {_MAX_SHOVER_STACK[method]:,}", word="allowed")
    blinds = {"small_blind": small_blind, "big_blind": big_blind}
    solution = pl.stacks.shover.ShoverMatch(stack, **blinds, ties=ties).solve(method=method)
    as_small, as_big = solution.by_blind.tolist()
    answer = {
        "small_blind": as_small,
        "big_blind": as_big,
        "start": solution.win_at_start,
        "method": solution.method,
    }
    chances = {
        "Probability to win the match:": solution.win_at_start,
        "with the small blind first:": as_small,
        "with the big blind first:": as_big,
    }
    lines = in_columns({title: f"{chance:.9f}" for title, chance in chances.items()})
    lines.append(f"Proven to within {solution.error_bound:.0e}.")
    charts = [
        pl.charts.range_chart(calls, title=f"Calls as {blind}, both stacks full", actions="call")
        for blind, calls in zip(("small blind", "big blind"), solution.calls[stack], strict=True)
    ]
    return Printout(answer, [*lines, *charts])
