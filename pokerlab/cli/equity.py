"""``pokerlab equity``."""

import click

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import Printout, command

__all__ = ["equity"]


@command(
    "equity",
    "The exact equity of one hand, combo or range against another.",
    [
        "AKs QQ",
        '"TT+,AQs+" random',
        "AcKd 7h7s --json",
        "AKo TT --board 2c3d5h",
        "AA KK --dead AcKc",
    ],
)
@click.argument("hand")
@click.argument("opponent", default="random")
@click.option("--board", type=parameters.CARDS, help="The cards on the board, three to five.")
@click.option("--dead", type=parameters.CARDS, help="Cards that nobody can get any more.")
def equity(hand: str, opponent: str, board: str | None, dead: str | None) -> Printout:
    """The exact equity of one hand, combo or range against another, all-in.

    HAND and OPPONENT are hands (QQ, AKs, AKo, AK), combos (AcKd), ranges
    (22+,A2s+,KTo+,T9s-54s,AKs:0.5), shares of all hands (8%) or random, which OPPONENT is if it is
    left out. The best 8% are those with the most equity against a random hand: other programs may
    rank hands by something else. Every board that may follow is counted, and a tie counts half.
    """
    first, second = (" ".join(text.split()) for text in (hand, opponent))
    result = pl.equities.matchup(first, second, board or "", dead or "")
    counts = {"win": result.win, "tie": result.tie, "lose": result.lose}
    longest = max(len(first), len(second))
    outcomes = [f"{name} {count:,} ({count / result.total:.4%})" for name, count in counts.items()]
    lines = [
        f"{first:<{longest}}  {float(result.equity):8.4%}",
        f"{second:<{longest}}  {float(1 - result.equity):8.4%}",
        f"{', '.join(outcomes)} of {result.total:,}",
    ]
    return Printout({**counts, "equity": float(result.equity)}, lines)
