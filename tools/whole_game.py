"""Write what chapters read about the whole game, to nine digits: ``python -m tools.whole_game``.

- whole-game.json: between which numbers its value lies. A row has the stack in big blinds, the
  bounds, rounded outwards, and whether they are one number. Up to `EXACT_UP_TO` stored strategies
  prove that, as chapter and tests check; beyond, the least bound of all strategies counts, those
  for all streets included.
- limp-table.json: the three strategies of *The match*. A row, for a hand, has how often the big
  blind gives up after a limp, and what the limp earns at most at the stacks `LIMPS`, rounded up.

It takes a minute, and ten seconds for each strategy.
"""

import json
from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np

from pokerlab import equity_table
from pokerlab._support.files import DATA
from pokerlab._support.progress import progress_bar
from pokerlab.studies import flops, streets, whole_game

__all__ = ["LIMPS", "STACKS", "limps", "row", "write"]

#: The stacks of the table, in big blinds: every quarter from 1 to 10, and where two proofs end.
STACKS = sorted(
    [
        *(Fraction(n, 4) for n in range(4, 41)),
        whole_game.PROVEN_BY_FLOPS_UP_TO,
        whole_game.EXACT_UP_TO,
    ]
)
LIMPS = range(3, 8)  #: The stacks, in big blinds, at which *The match* asks what a limp earns.


def row(stack: Fraction, all_sums: list[flops.LimpSums]) -> list[float | bool]:
    """Return one row of the table: the stack, both bounds, and whether they are equal."""
    lower, upper = whole_game.bracket(stack)
    if stack <= whole_game.EXACT_UP_TO:
        upper = lower
    else:
        uppers = [whole_game.flop_bracket(stack, limp_sums)[1] for limp_sums in all_sums]
        if stack in streets.checked_stacks():
            uppers.append(whole_game.street_bracket(stack)[1])
        upper = min(upper, *uppers)
    return [float(stack), _rounded(lower, floor), _rounded(upper, ceil), lower == upper]


def limps(limp_sums: flops.LimpSums) -> list[list[float]]:
    """Return the earnings of `LIMPS` against a strategy, a row for each hand."""
    pairs = sum(equity_table.hand_outcomes()) // equity_table.BOARDS_PER_PAIR
    jams_over_limp = limp_sums.strategy.jams_over_limp.astype(np.int64)
    checks = pairs @ (flops.PREFLOP_DENOMINATOR - jams_over_limp)
    jams = np.add.reduceat(limp_sums.counts * limp_sums.jam_weights, limp_sums.firsts)
    jams = jams / (flops.FLOPS_PER_DEAL * flops.FLOP_DENOMINATOR)
    given_up = (checks - jams) / (flops.PREFLOP_DENOMINATOR * pairs.sum(axis=1))
    earned = zip(*map(limp_sums.limp_earnings, LIMPS), strict=True)
    return [
        [round(often, 9), *(_rounded(worth, ceil) for worth in by_stack)]
        for often, by_stack in zip(given_up.tolist(), earned, strict=True)
    ]


def _rounded(number: Fraction, outwards: Any) -> float:
    """Return a number to nine digits after the point, rounded by `floor` or `ceil`."""
    return float(outwards(number * 10**9) / 10**9)


def write(name: str, rows: Iterable[Any]) -> None:
    """Write a list to a file, one entry a line."""
    lines = ",\n".join(map(json.dumps, rows))
    (DATA / name).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    strategies = sorted(DATA.glob("limps-*.npz"))
    all_sums = {path.stem: flops.sum_limps(flops.load(path)) for path in strategies}
    write("limp-table.json", (limps(all_sums[f"limps-{stack}"]) for stack in (5, 6, 8)))
    stacks = progress_bar(STACKS, "stacks", None, None)
    write("whole-game.json", (row(stack, [*all_sums.values()]) for stack in stacks))
