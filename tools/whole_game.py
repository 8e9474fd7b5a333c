"""Write book/whole-game.json: between which numbers the whole game's value lies, by stack.

    python -m tools.whole_game

A row has the stack in big blinds, the bounds, to nine digits and rounded outwards, and whether they
are one number. Up to `EXACT` a stored plan proves that, which the chapter checks; beyond, a plan
that is stored for the stack is looked at. It takes a minute, and half of one for each such plan.
"""

import json
from fractions import Fraction
from math import ceil, floor
from pathlib import Path

from pokerlab._foundations import bar
from pokerlab.studies import flops, whole_game

TABLE = Path(__file__).parent.parent / "book" / "whole-game.json"
STACKS = [Fraction(n, 4) for n in range(4, 41)]


def row(stack: Fraction) -> list:
    """One row of the table."""
    lower, upper = whole_game.bounds(stack)
    if stack <= whole_game.EXACT:
        upper = lower
    elif flops.stored(stack).stem == f"limps-{float(stack):g}":
        upper = min(upper, whole_game.look(stack)[1])
    bounds = [floor(lower * 10**9) / 10**9, ceil(upper * 10**9) / 10**9]
    return [float(stack), *bounds, lower == upper]


if __name__ == "__main__":
    rows = [json.dumps(row(stack)) for stack in bar(STACKS, "stacks", None, None)]
    TABLE.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
