"""Newman's game, whose value is known: how far from it the solvers are on d numbers and d bets.

Both players post 1 and draw a number from 0 to 1; player 0 checks or bets any amount, player 1
calls or folds. Its value to player 0 is 1/7 (D. J. Newman, A model for "real" poker, 1959). Here
they draw one of d numbers, and the d bets j / (d - j) go from none to d - 1.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from benchmarks.bench_one_round import bracket, highs
from benchmarks.harness import Contender, Contest, Task
from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import double_oracle, exact, interior_point
from pokerlab.studies import any_raise


def bets(d: int) -> list[Fraction]:
    return [Fraction(j, d - j) for j in range(d)]


def few_of_many(d: int) -> Task:
    deal = deals.numbers(d)
    return Task(lambda: any_raise.solve_list(bets(d), deal, 1, 1, progress=False), bracket)


def newman(solve: Callable[[Game], Solution], d: int) -> Task:
    deal = deals.numbers(d)
    return Task(lambda: solve(Game(deal, betting.one_round(bets(d), 1, 1))), bracket)


CONTESTS = [
    Contest(
        "newman",
        "numbers",
        "Newman's game on d numbers with d bets",
        "numbers and bets",
        sizes=(5, 10, 20, 40, 80, 160),
        quick=(3, 5, 8, 13),
        contenders=(
            Contender("a path through few bets", few_of_many),
            Contender("interior point", partial(newman, interior_point.solve), tolerance=1e-6),
            Contender("double oracle", partial(newman, double_oracle.solve), tolerance=1e-6),
            Contender("exact.solve", partial(newman, exact.solve), tolerance=1e-6),
            Contender(
                "HiGHS, simplex",
                partial(newman, partial(highs, {"solver": "simplex"})),
                "highspy",
                1e-6,
            ),
        ),
        limit=1 / 7,
    ),
]
