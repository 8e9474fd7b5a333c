"""The one-round game: the interior point method that knows it, HiGHS, Clarabel and CFR.

HiGHS has several methods for linear programs. Its two interior point methods go without crossover,
which would look for a corner afterwards, and is most of their time; what PDLP and they find is
certified as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.harness import Contender, Contest, Task
from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import cfr, interior_point, lp
from pokerlab.studies import any_raise


def highs(options: dict[str, Any], game: Game) -> Solution:
    return lp.solve(game, "HIGHS", highs_options=options)


def clarabel(game: Game) -> Solution:
    return lp.solve(game, "CLARABEL", tol_gap_abs=1e-10, tol_gap_rel=1e-10, tol_feas=1e-10)


HORIZON = 100_000
"""The iterations that CFR is allowed; where a rule has a schedule, it is laid over them."""

MILLIONTH = 1e-6
"""Of a chip: how wide their bracket may be."""


def to_a_millionth(rule: str, game: Game) -> Solution:
    return cfr.solve(game, HORIZON, rule, tolerance=MILLIONTH, progress=False)


def by_highs(
    prepare: Callable[[Callable[[Game], Solution], int], Task], tolerance: float
) -> Iterator[Contender]:
    """The methods of HiGHS, by the names of its option; one of them comes in a package apart."""
    packages = {"simplex": "highspy", "ipx": "highspy", "hipo": "highspy-extras", "pdlp": "highspy"}
    for method, package in packages.items():
        options = {"solver": method, "threads": 1}
        if method in ("ipx", "hipo"):
            options["run_crossover"] = "off"
        if method == "pdlp":
            options["pdlp_optimality_tolerance"] = 1e-7
        yield Contender(
            f"HiGHS, {method}", partial(prepare, partial(highs, options)), package, tolerance
        )


def bracket(solution: Solution) -> list[float]:
    return [solution.lower, solution.upper]


def one_round(solve: Callable[[Game], Solution], raises: int) -> Task:
    """Call, and raises by 2, 3, 4 and so on, so many in all."""
    deal = deals.holdem()
    return Task(lambda: solve(Game(deal, betting.one_round([0, *range(2, raises + 2)]))), bracket)


def few_of_many(raises: int) -> Task:
    """The same, by a path through few of them."""
    return Task(lambda: any_raise.solve_list([0, *range(2, raises + 2)], progress=False), bracket)


CONTESTS = [
    Contest(
        "one-round",
        "one-round",
        "the one-round game",
        "raises",
        sizes=(5, 10, 20, 40, 80, 160),
        quick=(1, 2, 3, 4),
        contenders=(
            Contender("interior point, its own", partial(one_round, interior_point.solve)),
            *by_highs(one_round, 1e-5),
            Contender("Clarabel", partial(one_round, clarabel), "clarabel", 1e-5),
            *(
                Contender(
                    f"{rule} to a millionth",
                    partial(one_round, partial(to_a_millionth, rule)),
                    tolerance=2e-6,
                )
                for rule in ("CFR+", "DCFR(1.5, 0.5, 5)")
            ),
        ),
        targets=(400, 1000),
    ),
    Contest(
        "many-raises",
        "one-round",
        "the one-round game with many raises",
        "raises",
        sizes=(40, 80, 160, 400, 1000, 2000, 4000),
        quick=(2, 4, 50),
        contenders=(
            Contender("a path through few of them", few_of_many),
            Contender("interior point, all", partial(one_round, interior_point.solve)),
        ),
    ),
]
