"""The river: sums by rank and card beside products of matrices, and iterations of CFR+."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from benchmarks.bench_push_fold import lite_iterations, our_iterations, spiel_iterations
from benchmarks.harness import Contender, Contest, Task
from pokerlab import betting, blockers, deals
from pokerlab._threads import one_thread
from pokerlab.games import Game

BOARD = "Td9d6hQc2s"
COLUMNS = 16  #: As many sequences of the opponent's as are multiplied at once.
POT, STACK = 1, 4.5


@cache
def dealt(combos: int) -> deals.River:
    """Two ranges of so many combos, always the same."""
    draw, left = np.random.default_rng(1), deals.river(BOARD).hands[0]
    return deals.river(BOARD, *(", ".join(draw.permutation(left)[:combos]) for _ in range(2)))


def river(combos: int) -> Game:
    return Game(dealt(combos), betting.river(POT, STACK, "60%", "2.5x"))


def product(multiply: Callable, combos: int) -> Task:
    """What each hand of the first player wins at showdown, less what it loses, in many cases."""
    deal = dealt(combos)
    plans = np.random.default_rng(2).uniform(size=(COLUMNS, len(deal.hands[1])))
    deal.payoff  # noqa: B018 (made once)
    one_thread.__enter__()  # as in a solve
    return Task(lambda: multiply(deal, plans), lambda met: float(abs(met).sum()), COLUMNS)


@cache
def showdowns(deal: deals.River) -> blockers.Payer:
    """What pays a chip for each hand beaten, after each of the other player's sequences."""
    payer, _ = blockers.payers(deal, betting.kuhn(), np.dtype(float))
    rows = np.arange(COLUMNS)
    ends = np.column_stack([rows, rows, np.ones_like(rows)])
    return payer._replace(ends=ends, amounts=np.ones(COLUMNS))


def by_rank(deal: deals.River, plans: np.ndarray) -> np.ndarray:
    payer = showdowns(deal)
    values = np.empty((len(plans), len(payer.twins)))
    blockers.pay(values, plans[:, payer.other.order], payer)
    return values


def dense(deal: deals.River, plans: np.ndarray) -> np.ndarray:
    return plans @ deal.payoff.T


CONTESTS = [
    Contest(
        "river-product",
        "river",
        "a river's showdowns",
        "combos of each player",
        sizes=(40, 80, 160, 320, 640, 1081),
        quick=(10, 20, 40, 80),
        contenders=(
            Contender("sums by rank and card", partial(product, by_rank)),
            Contender("a product of matrices", partial(product, dense)),
        ),
        unit="sequence",
    ),
    Contest(
        "river-cfr",
        "river",
        "a river by CFR+",
        "combos of each player",
        sizes=(5, 10, 20, 40, 80, 160, 320, 640, 1081),
        quick=(5, 10, 15, 20),
        contenders=(
            Contender("CFR+", partial(our_iterations, river, 30)),
            Contender("LiteEFG's CFR+", partial(lite_iterations, river, 30), "liteefg", 1e-6),
            Contender("OpenSpiel's CFR+", partial(spiel_iterations, river, 30), "open_spiel", 0.02),
        ),
        unit="iteration",
    ),
]
