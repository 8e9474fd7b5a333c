"""The one-round game, timed: HiGHS, Clarabel, CFR+ and the interior point method that knows it.

Run it as ``python benchmarks/bench_one_round.py``, or with the numbers of raises to try, as in
``python benchmarks/bench_one_round.py 10 20 40``. Each entry is one run in a process of its own:
seconds of processor time on one thread, the width of the bracket that best responses prove for what
the solver returned, and the most memory that the process held. A solver that takes longer than a
limit is not tried at larger sizes.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # 169 x 169 matrices gain nothing from more

import resource
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import process_time

from pokerlab import deals, trees
from pokerlab.games import Game
from pokerlab.solvers import cfr, interior_point, lp

RAISES = (10, 20, 40, 100, 200, 400)
LIMIT = 60


def highs(game):
    return lp.solve(game, "HIGHS", highs_options={"solver": "ipm"})


def clarabel(game):
    return lp.solve(game, "CLARABEL", tol_gap_abs=1e-10, tol_gap_rel=1e-10, tol_feas=1e-10)


def cfr_plus(game):
    return cfr.solve(game, 100_000, tolerance=5e-7, progress=False)


SOLVERS = {
    "interior_point": interior_point.solve,
    "HiGHS ipm": highs,
    "Clarabel": clarabel,
    "CFR+ to 1e-6": cfr_plus,
}


def game(raises):
    """Call, and raises by 2, 3, 4 and so on, so many in all."""
    return Game(deals.holdem(), trees.one_round([0, *range(2, raises + 2)]))


def measure(name, raises):
    SOLVERS[name](game(2))  # import and compile
    start = process_time()
    solution = SOLVERS[name](game(raises))
    seconds = process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return seconds, solution.upper - solution.lower, solution.value, memory


def main(sizes):
    slow = set()
    print(f"{'raises':>6}  {'solver':14}{'seconds':>9}{'ratio':>8}{'gap':>9}{'value':>13}{'MB':>7}")
    for raises in sizes:
        own = None
        for name in SOLVERS:
            if name in slow:
                print(f"{raises:6}  {name:14}{'not tried':>9}", flush=True)
                continue
            with ProcessPoolExecutor(1, get_context("spawn")) as pool:
                seconds, gap, value, memory = pool.submit(measure, name, raises).result()
            own = own or seconds
            found = f"{seconds / own:7.1f}x{gap:9.0e}{value:13.9f}{memory:7.0f}"
            print(f"{raises:6}  {name:14}{seconds:9.2f}{found}", flush=True)
            if seconds > LIMIT:
                slow.add(name)


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or RAISES)
