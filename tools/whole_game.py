"""Write whole-game.json: between which numbers the whole game's value lies, by stack.

    python -m tools.whole_game

A row has the stack in big blinds, the bounds, to nine digits and rounded outwards, and whether they
are one number. Up to `EXACT` stored plans prove that, which chapter and tests check; beyond, the
least bound of all plans counts. It takes a minute, and half of one for each plan.
"""

import json
from fractions import Fraction
from math import ceil, floor

from pokerlab._foundations import bar
from pokerlab.stored import FOLDER
from pokerlab.studies import flops, whole_game

STACKS = sorted([*(Fraction(n, 4) for n in range(4, 41)), whole_game.EXACT])


def row(stack: Fraction, answers: list[flops.Answer]) -> list:
    """One row of the table."""
    lower, upper = whole_game.bounds(stack)
    if stack <= whole_game.EXACT:
        upper = lower
    else:
        upper = min(upper, *(whole_game.look(stack, answer)[1] for answer in answers))
    bounds = [floor(lower * 10**9) / 10**9, ceil(upper * 10**9) / 10**9]
    return [float(stack), *bounds, lower == upper]


if __name__ == "__main__":
    plans = map(flops.load, sorted(FOLDER.glob("limps-*.npz")))
    answers = [flops.answer(plan) for plan in plans]
    rows = [json.dumps(row(stack, answers)) for stack in bar(STACKS, "stacks", None, None)]
    (FOLDER / "whole-game.json").write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
