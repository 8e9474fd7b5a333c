"""``pokerlab equity``."""

import click

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import Report, command


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
@parameters.option("--board", kind=parameters.CARDS, help="The cards on the board, three to five.")
@parameters.option("--dead", kind=parameters.CARDS, help="Cards that nobody can get any more.")
def equity(hand: str, opponent: str, board: str | None, dead: str | None) -> Report:
    """The exact equity of one hand, combo or range against another, all-in.

    HAND and OPPONENT are hands (QQ, AKs, AKo, AK), combos (AcKd), ranges
    (22+,A2s+,KTo+,T9s-54s,AKs:0.5) or random, which OPPONENT is if it is left out. Every board that
    may follow is counted, and a tie counts half.
    """
    first, second = (" ".join(text.split()) for text in (hand, opponent))
    found = pl.equities.matchup(first, second, board or "", dead or "")
    counts = {"win": found.win, "tie": found.tie, "lose": found.lose}
    width = max(len(first), len(second))
    shares = (first, found.equity), (second, 1 - found.equity)
    lines = [f"{name:<{width}}  {float(share):8.4%}" for name, share in shares]
    told = [f"{name} {count:,} ({count / found.total:.4%})" for name, count in counts.items()]
    lines.append(f"{', '.join(told)} of {found.total:,}")
    return Report({**counts, "equity": float(found.equity)}, lines)
