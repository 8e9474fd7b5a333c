"""Write what chapters read about the whole game, to nine digits: ``python -m tools.whole_game``.

- whole-game.json: between which numbers its value lies. A row has the stack in big blinds, the
  bounds, rounded outwards, and whether they are one number. Up to `EXACT` stored plans prove that,
  which chapter and tests check; beyond, the least bound of all plans counts.
- limps.json: the three plans of *The match*. A row, for a hand, has how often the big blind gives
  up after a limp, and what the limp earns at most at the stacks `LIMPS`, rounded up.

It takes a minute, and ten seconds for each plan.
"""

import json
from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor

import numpy as np

from pokerlab import equity_table
from pokerlab._files import DATA
from pokerlab._foundations import progress_bar
from pokerlab.studies import flops, whole_game

STACKS = sorted([*(Fraction(n, 4) for n in range(4, 41)), whole_game.EXACT])
LIMPS = range(3, 8)


def row(stack: Fraction, answers: list[flops.BestResponse]) -> list:
    """One row of the table."""
    lower, upper = whole_game.bounds(stack)
    looks = (whole_game.flop_bounds(stack, answer)[1] for answer in answers)
    upper = lower if stack <= whole_game.EXACT else min(upper, *looks)
    bounds = [floor(lower * 10**9) / 10**9, ceil(upper * 10**9) / 10**9]
    return [float(stack), *bounds, lower == upper]


def limps(answer: flops.BestResponse) -> list[list[float]]:
    """What `LIMPS` earn against a plan, a row for each hand."""
    pairs = sum(equity_table.hand_counts()) // equity_table.BOARDS
    checks = pairs @ (flops.UNITS[0] - answer.plan.limped.astype(np.int64))
    sizes, bets, _ = answer.classes
    jams = np.add.reduceat(sizes * bets, answer.firsts) / (flops.FLOPS * flops.UNITS[1])
    given = (checks - jams) / (flops.UNITS[0] * pairs.sum(axis=1))
    earned = zip(*map(answer.limp, LIMPS), strict=True)
    return [
        [round(often, 9), *(ceil(worth * 10**9) / 10**9 for worth in by_stack)]
        for often, by_stack in zip(given.tolist(), earned, strict=True)
    ]


def write(name: str, rows: Iterable[list]) -> None:
    """Write a list to a file, one entry a line."""
    lines = ",\n".join(map(json.dumps, rows))
    (DATA / name).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    plans = sorted(DATA.glob("limps-*.npz"))
    answers = {path.stem: flops.best_response(flops.load(path)) for path in plans}
    write("limps.json", (limps(answers[f"limps-{stack}"]) for stack in (5, 6, 8)))
    rows = progress_bar(STACKS, "stacks", None, None)
    write("whole-game.json", (row(stack, [*answers.values()]) for stack in rows))
