"""Limit preflop: a few actions at a time, the whole program, the textbook simplex method, CFR."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.bench_one_round import bracket, by_highs, clarabel, to_a_millionth
from benchmarks.harness import Contender, Contest, Task
from pokerlab import betting, deals
from pokerlab.book import simplex
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import double_oracle
from pokerlab.studies import limit


def preflop(solve: Callable[[Game], Solution], nr: int) -> Task:
    deal = deals.holdem()
    return Task(lambda: solve(Game(deal, betting.limit(nr))), bracket)


def textbook(nr: int) -> Task:
    """Step by step over the lines in one go, from a locally optimal strategy."""

    def solve() -> float:
        ev = 169**2 * limit.payoffs(Game(deals.holdem(), betting.limit(nr)))
        ev = ev.reshape(169, ev.shape[1], -1, ev.shape[-1])
        start = simplex.local_optimum(ev, np.zeros(169, int))
        return -simplex.dictionary(ev, start).solve().value / 169**2

    return Task(solve, lambda value: [value, value])


CONTESTS = [
    Contest(
        "preflop",
        "limit-preflop",
        "limit preflop",
        "actions each (nr)",
        sizes=(1, 2, 3, 4, 6, 10, 16, 25, 40),
        quick=(1, 2, 3, 4),
        contenders=(
            Contender("double oracle", partial(preflop, double_oracle.solve)),
            *by_highs(preflop, 1e-6),
            Contender("Clarabel", partial(preflop, clarabel), "clarabel", 1e-6),
            Contender("simplex, step by step", textbook, tolerance=1e-6),
            *(
                Contender(
                    f"{rule} to a millionth",
                    partial(preflop, partial(to_a_millionth, rule)),
                    tolerance=2e-6,
                )
                for rule in ("CFR+", "DCFR(1.5, 0.5, 5)", "HS-DCFR")
            ),
        ),
        targets=(100,),
    ),
]
