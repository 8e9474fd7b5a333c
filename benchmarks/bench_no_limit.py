"""No limit with four sizes of raise: the double oracle, the family of CFR, the whole program."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.bench_one_round import bracket, by_highs, clarabel, to_a_millionth
from benchmarks.harness import Contender, Contest, Task
from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import double_oracle


def no_limit(solve: Callable[[Game], Solution], stack: int) -> Task:
    deal = deals.holdem()
    return Task(lambda: solve(Game(deal, betting.no_limit(stack))), bracket)


CONTESTS = [
    Contest(
        "no-limit",
        "no-limit",
        "no limit with four sizes",
        "big blinds",
        sizes=(3, 5, 7, 10, 15, 20),
        quick=(2, 3, 4, 5),
        contenders=(
            Contender("double oracle", partial(no_limit, double_oracle.solve)),
            *by_highs(no_limit, 1e-6),
            Contender("Clarabel", partial(no_limit, clarabel), "clarabel", 1e-6),
            *(
                Contender(
                    f"{rule} to a millionth",
                    partial(no_limit, partial(to_a_millionth, rule)),
                    tolerance=2e-6,
                )
                for rule in ("DCFR(1.5, 0.5, 5)", "HS-DCFR", "CFR+")
            ),
        ),
        targets=(50, 100),
    ),
]
