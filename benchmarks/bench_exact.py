"""What a proof in rational numbers costs, beside floats, GLPK's exact simplex and Gambit.

GLPK is given push or fold in integers, which doubles hold exactly, and starts from the
basis that its own simplex method in floats ends with: `glp_exact` goes on in rationals from there.
Its answer comes back as a double; pokerlab's strategies are fractions too. Gambit gets a small
river in its own format, and solves the sequence form in rationals: its value has to be that of
``exact.solve``.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks.bench_games import HANDS, STACK, by, dealt, one_round, preflop, push_or_fold, river
from benchmarks.bench_shover import loaded, optimise
from benchmarks.harness import Contender, Contest, Task
from book._ext.files import spot
from pokerlab import efg
from pokerlab.exact_payoffs import integer_matrices
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import double_oracle, exact, interior_point

FROM_THE_MIDDLE = partial(double_oracle.solve, corner=False)


def given(solve: Callable[[Game], Solution], game: Callable[[int], Game], size: int) -> Task:
    """From the game, its integers made, to the value."""
    made = game(size)
    integer_matrices(made.deal)  # kept, as the game itself is
    return Task(lambda: solve(made), lambda solution: solution.payoff)


def glpk(hands: int) -> Task:
    """Maximise sum(u) + m @ p / 2 where u <= W' p and u <= stack * M' p: W and M count boards."""
    import swiglpk as glpk

    deal = dealt(hands)
    assert max(deal.runout_counts.sum(), STACK * abs(deal.margins).max()) < 2**53
    scale = 2.0 ** -np.ceil(np.log2(deal.runout_counts.max()))  # a power of two, so still exactly
    folded, shown = scale * deal.runout_counts, scale * STACK * deal.margins
    eye = np.eye(hands)
    matrix = sparse.coo_array(np.block([[-folded.T, eye], [-shown.T, eye]]))
    pushes = [(glpk.GLP_DB, 0, 1, ways / 2) for ways in folded.sum(axis=1)]
    columns = np.array(pushes + [(glpk.GLP_FR, 0, 1, 1)] * hands)
    problem = loaded(matrix, glpk.GLP_UP, columns)
    glpk.glp_set_obj_dir(problem, glpk.GLP_MAX)
    whole = float(folded.sum())

    def solve() -> float:
        optimise(problem, exactly=True)
        return glpk.glp_get_obj_val(problem) / whole - 0.5

    return Task(solve)


def gambit(combos: int) -> Task:
    import pygambit

    game = river(combos)
    with TemporaryDirectory() as folder:
        path = Path(folder, "river.efg")
        path.write_text(efg.to_text(game))
        made = pygambit.read_efg(str(path))

    def value(result: Any) -> Fraction:
        found = Fraction(str(result.equilibria[0].payoff(next(iter(made.players)))))
        if found != (proven := exact.solve(game).value):
            raise ArithmeticError(f"{found} where {proven} was expected")
        return found

    return Task(lambda: pygambit.nash.lp_solve(made, rational=True, use_strategic=False), value)


def chapters_river(_: int) -> Game:
    return spot()


def proofs(game: Callable[[int], Game], name: str, solve: Callable) -> Iterator[Contender]:
    """`exact.solve`, and a solver in floats."""
    return by(game, {"exact.solve": exact.solve, f"{name}, floats": solve}, prepare=given)


CONTESTS = [
    Contest(
        *("exact-push-fold", "exact", "push or fold in fractions", "hands"),
        HANDS,
        [
            *proofs(push_or_fold, "double oracle", double_oracle.solve),
            Contender("GLPK's glp_exact", glpk, "swiglpk"),
        ],
    ),
    Contest(
        *("exact-one-round", "exact", "the one-round game in fractions", "raises"),
        (3, 5, 8, 12, 18, 27),
        [*proofs(one_round, "interior point", interior_point.solve)],
    ),
    Contest(
        *("exact-preflop", "exact", "limit preflop in fractions", "actions each (nr)"),
        (1, 2, 3, 4, 6, 10, 16),
        [*proofs(preflop, "double oracle", double_oracle.solve)],
    ),
    Contest(
        *("exact-river", "exact", "a river in fractions", "combos of each player"),
        (2, 4, 6, 10, 20, 40, 80, 160, 320, 640),
        [
            *proofs(river, "double oracle", FROM_THE_MIDDLE),
            Contender("Gambit's lp_solve", gambit, "pygambit"),
        ],
    ),
    Contest(
        *("exact-spot", "exact", "the river of the chapter in fractions"),
        "combos of the first player",
        (167,),
        [*proofs(chapters_river, "double oracle", FROM_THE_MIDDLE)],
    ),
]
