"""Push or fold, timed: the linear program beside bare HiGHS, the chart, fictitious play, CFR+.

Run it as ``python benchmarks/bench_push_fold.py``. Every figure is the median of several runs.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # 169 x 169 products gain nothing from more

from statistics import median
from time import perf_counter

import highspy
import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_array

from pokerlab import deals, trees
from pokerlab.games import Game
from pokerlab.solvers import cfr, fictitious_play, lp, push_fold

STACKS = (4, 7, 10, 13, 16)


def timed(call, runs):
    """Median seconds over runs, after one that does not count, and the last result."""
    call(0)
    seconds = []
    for run in range(runs):
        start = perf_counter()
        result = call(run)
        seconds.append(perf_counter() - start)
    return median(seconds), result


def by_hand(stack):
    """The push/fold program at its smallest: P(push) per hand, and what each answer is worth.

    Maximise sum(u) - m @ (1 - p) / 2 where u <= prior' p and u <= stack * payoff' p.
    """
    deal = deals.holdem()
    eye = np.eye(169)
    matrix = np.block([[-deal.prior.T, eye], [-stack * deal.payoff.T, eye]])
    cost = np.concatenate([-deal.prior.sum(axis=1) / 2, -np.ones(169)])
    return cost, csc_array(matrix)


def bare_highs(stack):
    cost, matrix = by_hand(stack)
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = matrix.shape
    model.col_cost_ = cost
    model.offset_ = 0.5
    model.col_lower_ = np.concatenate([np.zeros(169), np.full(169, -highspy.kHighsInf)])
    model.col_upper_ = np.concatenate([np.ones(169), np.full(169, highspy.kHighsInf)])
    model.row_lower_ = np.full(338, -highspy.kHighsInf)
    model.row_upper_ = np.zeros(338)
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = matrix.indptr
    model.a_matrix_.index_ = matrix.indices
    model.a_matrix_.value_ = matrix.data
    highs = highspy.Highs()
    highs.silent()
    highs.passModel(model)
    highs.run()
    return -highs.getInfo().objective_function_value


def scipy_highs(stack):
    cost, matrix = by_hand(stack)
    bounds = [(0, 1)] * 169 + [(None, None)] * 169
    return -0.5 - linprog(cost, matrix, np.zeros(338), bounds=bounds, method="highs").fun


def game(stack):
    return Game(deals.holdem(), trees.push_fold(stack))


def main():
    rows = []

    def report(what, seconds, note, target=None):
        ratio = f"{target / seconds:6.1f}x" if target else ""
        rows.append((what, seconds, f"{target * 1000:8.0f}" if target else "", ratio, note))

    def each(run):
        return STACKS[run % len(STACKS)]

    bare, value = timed(lambda run: bare_highs(each(run)), 15)
    report("HiGHS alone (highspy)", bare, f"value {value:.9f}")
    seconds, value = timed(lambda run: scipy_highs(each(run)), 15)
    report("HiGHS in scipy.linprog", seconds, f"value {value:.9f}, {seconds / bare:.1f} x HiGHS")
    seconds, solution = timed(lambda run: lp.solve(game(each(run))), 15)
    gap = solution.upper - solution.lower
    note = f"value {solution.value:.9f}, gap {gap:.0e}, {seconds / bare:.1f} x HiGHS"
    report("lp.solve, certified", seconds, note, 0.05)

    seconds, chart = timed(lambda run: push_fold.chart(push_fold.grid(0.1, 20)), 3)
    gap = max(s.upper - s.lower for s in chart.solutions)
    note = f"{len(chart.stacks)} stacks, widest gap {gap:.0e}, {seconds / 200 / bare:.1f} x HiGHS"
    report("chart to 20 in steps of 0.1", seconds, note, 10)

    for averaging in ("uniform", "linear"):
        seconds, solution = timed(
            lambda run, how=averaging: fictitious_play.solve(game(10), 10_000, averaging=how), 3
        )
        note = f"exploitability {solution.exploitability:.0e}"
        report(f"fictitious play, {averaging}, 10,000", seconds, note, 2)
    seconds, solution = timed(lambda run: cfr.solve(game(10), 10_000, tolerance=1e-6), 5)
    iterations = solution.history.iterations[-1]
    report("CFR+ to 1e-6", seconds, f"{iterations:,} iterations, {seconds / bare:.1f} x HiGHS")

    print(f"{'':34}{'ms':>9}{'target':>9}{'ahead':>8}")
    for what, seconds, target, ratio, note in rows:
        print(f"{what:34}{seconds * 1000:9.1f}{target:>9}{ratio:>8}  {note}")


if __name__ == "__main__":
    main()
