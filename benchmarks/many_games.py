"""One sweep on one core, and on two: seconds by the clock.

The games are no limit and push or fold at the same stacks and antes, some of which take many times
as long as others. Either way begins with two small games, so that what starts and loads at the
first call is over. These are seconds by the clock, as sharing the work out saves no others; each
way makes three turns.
"""

import time
from fractions import Fraction
from typing import Any

from pokerlab import betting, deals, sweeps
from pokerlab.games import Game
from pokerlab.solvers import double_oracle, interior_point

SMALL = {"ante": [0], "stack": [2, Fraction(5, 2)]}
GRID = {"ante": [Fraction(n, 8) for n in range(3)], "stack": range(5, 10)}
TURNS = 3


def gain(stack: Any, ante: Any) -> dict[str, float]:
    """What playing for less than all is worth to the small blind."""
    deal = deals.holdem()
    free = double_oracle.solve(Game(deal, betting.no_limit(stack, ante=ante)))
    tied = interior_point.solve(Game(deal, betting.push_fold(stack, ante=ante)))
    return {"gain": free.payoff - tied.payoff, "width": free.width + tied.width}


def measure(quick: bool) -> list[dict[str, Any]]:
    """A row for each way, with the seconds of its turns."""
    rows, grid = [], SMALL if quick else GRID
    for jobs, way in enumerate(("one core", "two cores"), 1):
        sweeps.run(gain, SMALL, jobs=jobs)
        seconds = []
        for _ in range(1 if quick else TURNS):
            start = time.perf_counter()
            table = sweeps.run(gain, grid, jobs=jobs)
            seconds.append(time.perf_counter() - start)
            assert table["error"].isna().all()
        rows.append({"way": way, "points": len(table), "seconds": seconds})
    return rows
