"""Limit and pot-limit preflop, timed: a few actions at a time, beside the whole program in HiGHS.

Run it as ``python benchmarks/bench_preflop.py``. Seconds are the median of several runs; the last
part counts the steps of the textbook simplex method from a good start and from a bad one.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # 169 x 169 products gain nothing from more

from statistics import median
from time import perf_counter

import numpy as np

from pokerlab import deals, preflop, trees
from pokerlab.games import Game
from pokerlab.solvers import double_oracle, lp, simplex

SETTINGS = [
    ({"nr": 1}, True),
    ({"nr": 2}, True),
    ({"nr": 3}, True),
    ({"nr": 3, "lim": False}, True),
    ({"nr": 6}, False),
    ({"nr": 20}, False),
    ({"nr": 8, "lim": False, "r": 0.5}, False),
    ({"nr": 8, "lim": False}, False),
    ({"nr": 20, "lim": False}, False),
]


def timed(call, runs):
    """Median seconds over runs, after one that does not count, and the last result."""
    result, seconds = call(), []
    for _ in range(runs):
        start = perf_counter()
        result = call()
        seconds.append(perf_counter() - start)
    return median(seconds), result


def named(variables):
    return " ".join(f"{name}={value:g}" for name, value in variables.items())


def main():
    lp.solve(Game(deals.kuhn(), trees.kuhn()))  # so that what it loads is not timed
    print(f"{'':22}{'few actions':>12}{'whole LP':>10}{'ahead':>8}   value to P0     gap  rounds")
    for variables, compare in SETTINGS:
        game = Game(deals.holdem(), trees.preflop(**variables))
        large = variables["nr"] > 6 and "lim" in variables
        seconds, few = timed(lambda game=game: double_oracle.solve(game), 1 if large else 7)
        row = f"{named(variables):22}{seconds:10.3f} s"
        if compare:
            start = perf_counter()
            lp.solve(game)
            whole = perf_counter() - start
            row += f"{whole:8.2f} s{whole / seconds:7.0f}x"
        else:
            row += " " * 18
        gap = max(few.upper - few.lower, 0)
        print(f"{row}  {-few.value:+.9f} {gap:7.0e} {len(few.history.lower):5}", flush=True)

    print(f"\n{'simplex, step by step':22}{'rows':>8}{'columns':>9}{'steps':>8}{'seconds':>9}")
    for nr, good in ((1, False), (1, True), (2, True), (3, True)):
        ev = 169**2 * preflop.payoffs(Game(deals.holdem(), trees.preflop(nr)))
        ev = ev.reshape(169, ev.shape[1], -1, ev.shape[-1])
        start = perf_counter()
        choice = np.zeros(169, int)
        if good:
            choice = simplex.local_optimum(ev, choice)
        corner = simplex.dictionary(ev, choice).solve()
        rows, columns = corner.table.shape
        what = f"nr={nr}, {'local optimum' if good else 'always fold'}"
        seconds = perf_counter() - start
        print(f"{what:22}{rows - 1:8,}{columns - 1:9,}{corner.pivots:8,}{seconds:9.2f}", flush=True)


if __name__ == "__main__":
    main()
