"""One sweep on one core, on two, and on a cluster of two workers: seconds by the clock.

The games are no limit and push or fold at the same stacks and antes, some of which take many times
as long as others. Every way begins with two small games, so that what starts and loads at the
first call is over. These are seconds by the clock, as sharing the work out saves no others; each
way makes three turns.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from functools import partial
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
    return {"gain": free.value - tied.value, "width": free.width + tied.width}


@contextmanager
def dask() -> Iterator[None]:
    """Two workers of one thread each, on this machine."""
    import joblib
    from dask.distributed import LocalCluster

    settings = {"dashboard_address": ":0", "silence_logs": logging.ERROR}
    local = LocalCluster(n_workers=2, threads_per_worker=1, **settings)
    with local, local.get_client(), joblib.parallel_config(backend="dask"):
        yield


def measure(quick: bool) -> list[dict[str, Any]]:
    """A row for each way, with the seconds of its turns."""
    ways = {
        "one core": (nullcontext, partial(sweeps.run, gain, jobs=1)),
        "two cores": (nullcontext, partial(sweeps.run, gain, jobs=2)),
        "Dask, two workers": (dask, partial(sweeps.run, gain)),
    }
    rows, grid = [], SMALL if quick else GRID
    games = len(grid["ante"]) * len(grid["stack"])
    for name, (place, sweep) in ways.items():
        with place():
            sweep(SMALL)
            seconds = []
            for _ in range(1 if quick else TURNS):
                start = time.perf_counter()
                table = sweep(grid)
                seconds.append(time.perf_counter() - start)
                assert table["error"].isna().all()
        rows.append({"way": name, "points": games, "seconds": seconds})
    return rows
