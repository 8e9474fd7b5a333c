"""Push or fold, and Kuhn's poker: pokerlab, HiGHS alone, SciPy and OpenSpiel.

The hands of smaller games are spread evenly over the 169, those of larger ones over the combos.
OpenSpiel's games are loaded beforehand. Its linear programs, there are two of them, one for each
player, go to HiGHS as well; its CFR+ is the one in C++, and once the one in JAX, which works on all
information sets at once. LiteEFG has a graph of what an iteration does in each of them. All make
equally many iterations, and are compared by the exploitability of their averages, which OpenSpiel
weighs a little differently. `lp.solve` goes through cvxpy, and proves its bracket.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from scipy.sparse import csc_array

from benchmarks import liteefg, openspiel
from benchmarks.harness import Contender, Contest, Task
from pokerlab import betting, deals
from pokerlab.deals import Deal
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import cfr, double_oracle, fictitious_play, interior_point, lp
from pokerlab.studies import push_fold_chart

STACK = 10


def dealt(hands: int) -> Deal:
    """Hold'em with so many of the 169 hands, or of the 1326 combos if those are too few."""
    whole = deals.holdem() if hands <= 169 else deals.holdem_combos()
    names = whole.hands[0]
    chosen = np.linspace(0, len(names) - 1, hands).round().astype(int)
    return whole if hands == len(names) else whole.restrict([names[i] for i in chosen])


def value(solution: Solution) -> float:
    return solution.value


def solved(solve: Callable[[Game], Solution], hands: int) -> Task:
    deal = dealt(hands)
    return Task(lambda: solve(Game(deal, betting.push_fold(STACK))), value)


def by_hand(deal: Deal, stack: float) -> tuple[np.ndarray, csc_array]:
    """The push/fold program at its smallest: P(push) per hand, and what each answer is worth.

    Maximise sum(u) - m @ (1 - p) / 2 where u <= prior' p and u <= stack * payoff' p.
    """
    eye = np.eye(len(deal.hands[0]))
    matrix = np.block([[-deal.prior.T, eye], [-stack * deal.payoff.T, eye]])
    cost = np.concatenate([-deal.prior.sum(axis=1) / 2, -np.ones(len(eye))])
    return cost, csc_array(matrix)


def bare_highs(deal: Deal, stack: float) -> float:
    import highspy

    cost, matrix = by_hand(deal, stack)
    hands = len(cost) // 2
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = matrix.shape
    model.col_cost_ = cost
    model.offset_ = 0.5
    model.col_lower_ = np.concatenate([np.zeros(hands), np.full(hands, -highspy.kHighsInf)])
    model.col_upper_ = np.concatenate([np.ones(hands), np.full(hands, highspy.kHighsInf)])
    model.row_lower_ = np.full(2 * hands, -highspy.kHighsInf)
    model.row_upper_ = np.zeros(2 * hands)
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = matrix.indptr
    model.a_matrix_.index_ = matrix.indices
    model.a_matrix_.value_ = matrix.data
    highs = highspy.Highs()
    highs.silent()
    highs.passModel(model)
    highs.run()
    return -highs.getInfo().objective_function_value


def highs_alone(hands: int) -> Task:
    deal = dealt(hands)
    return Task(lambda: bare_highs(deal, STACK))


def scipy_highs(hands: int) -> Task:
    from scipy.optimize import linprog

    deal = dealt(hands)
    bounds = [(0, 1)] * hands + [(None, None)] * hands

    def solve() -> float:
        cost, matrix = by_hand(deal, STACK)
        return -0.5 - linprog(cost, matrix, np.zeros(2 * hands), bounds=bounds).fun

    return Task(solve)


def spiel_program(hands: int) -> Task:
    game = openspiel.load(Game(dealt(hands), betting.push_fold(STACK)))
    return Task(lambda: openspiel.linear_program(game))


def our_kuhn(_: int) -> Game:
    return Game(deals.kuhn(), betting.kuhn())


def kuhn_solved(solve: Callable[[Game], Solution], cards: int) -> Task:
    return Task(lambda: solve(our_kuhn(cards)), value)


def spiel_kuhn(_: int) -> Task:
    import pyspiel

    game = pyspiel.load_game("kuhn_poker")
    return Task(lambda: openspiel.linear_program(game))


def our_iterations(game: Callable[[int], Game], count: int, size: int) -> Task:
    """So many iterations of CFR+; the answer is the exploitability of what they find."""
    made = game(size)
    return Task(
        lambda: cfr.solve(made, count, "CFR+", checkpoints=[count], progress=False),
        lambda solution: solution.exploitability,
        count,
    )


def spiel_iterations(game: str | Callable[[int], Game], count: int, size: int) -> Task:
    """The same in OpenSpiel, in its own game if a name is given."""
    import pyspiel

    made = pyspiel.load_game(game) if isinstance(game, str) else openspiel.load(game(size))

    return Task(
        lambda: openspiel.cfr_plus(made, count),
        lambda solver: pyspiel.exploitability(made, solver.average_policy()),
        count,
    )


def jax_iterations(count: int, hands: int) -> Task:
    """As `lite_iterations`, by OpenSpiel's CFR+ in JAX, with arrays padded to the most branches."""
    from open_spiel.python.algorithms.exploitability import exploitability

    game = openspiel.load(push_or_fold(hands))
    solver = openspiel.jax_cfr_plus(game)

    def run() -> Any:
        solver.multiple_steps(count)
        return solver.regrets[0].block_until_ready()

    run()  # compiles
    policy = solver.average_policy()
    found = cache(lambda: exploitability(game, policy))
    return Task(run, lambda _: found(), count)


def lite_iterations(game: Callable[[int], Game], count: int, size: int) -> Task:
    """The same in LiteEFG: each call goes on, and the answer is that of the first one."""
    made = liteefg.load(game(size))
    found = cache(lambda: liteefg.exploitability(*made))
    return Task(lambda: liteefg.go_on(*made, count), lambda _: found(), count)


def push_or_fold(hands: int) -> Game:
    return Game(dealt(hands), betting.push_fold(STACK))


def to_precision(solve: Callable[[Game, float], Solution], inverse: int) -> Task:
    """Push or fold with all hands until the exploitability is one part in so many."""

    def proven(solution: Solution) -> float:
        if not solution.exploitability <= 1 / inverse:
            raise ArithmeticError(f"exploitability {solution.exploitability:.1e}")
        return 0.0

    return Task(lambda: solve(push_or_fold(169), 2 / inverse), proven)


def program_to(game: Game, tolerance: float) -> Solution:
    return lp.solve(game)


def interior_point_to(game: Game, tolerance: float) -> Solution:
    return interior_point.solve(game, tolerance)


def cfr_to(rule: str, game: Game, tolerance: float) -> Solution:
    return cfr.solve(game, 10**6, rule, tolerance=tolerance, progress=False)


def fictitious_play_to(averaging: str, game: Game, tolerance: float) -> Solution:
    return fictitious_play.solve(
        game, 10**6, averaging=averaging, tolerance=tolerance, progress=False
    )


def chart(stacks: int) -> Task:
    amounts = push_fold_chart.grid(20 / stacks, 20)
    return Task(lambda: push_fold_chart.solve(amounts, progress=False), last_value)


def last_value(made: push_fold_chart.Chart) -> float:
    return made.solutions[-1].value


def chart_by_hand(stacks: int) -> Task:
    amounts = [float(stack) for stack in push_fold_chart.grid(20 / stacks, 20)]
    deal = deals.holdem()
    return Task(lambda: [bare_highs(deal, stack) for stack in amounts][-1])


HANDS = (5, 10, 20, 40, 80, 169, 332, 663, 1326)

CONTESTS = [
    Contest(
        "kuhn-program",
        "fictitious-play",
        "Kuhn's poker by linear programming",
        "cards",
        sizes=(3,),
        quick=(3,),
        contenders=(
            Contender("lp.solve", partial(kuhn_solved, lp.solve)),
            Contender("double oracle", partial(kuhn_solved, double_oracle.solve)),
            Contender("OpenSpiel's program", spiel_kuhn, "open_spiel"),
        ),
    ),
    Contest(
        "kuhn-cfr",
        "fictitious-play",
        "Kuhn's poker by CFR+",
        "cards",
        sizes=(3,),
        quick=(3,),
        contenders=(
            Contender("CFR+", partial(our_iterations, our_kuhn, 1000)),
            Contender(
                "OpenSpiel's CFR+",
                partial(spiel_iterations, "kuhn_poker", 1000),
                "open_spiel",
                tolerance=1e-3,
            ),
        ),
        unit="iteration",
    ),
    Contest(
        "push-fold",
        "fictitious-play",
        "push or fold at one stack",
        "hands",
        sizes=HANDS,
        quick=(3, 5, 8, 13),
        contenders=(
            Contender("lp.solve", partial(solved, lp.solve)),
            Contender("double oracle", partial(solved, double_oracle.solve)),
            Contender("interior point", partial(solved, interior_point.solve)),
            Contender("HiGHS alone, its smallest program", highs_alone, "highspy", 1e-6),
            Contender("scipy.optimize.linprog", scipy_highs, "scipy", 1e-6),
            Contender("OpenSpiel's program", spiel_program, "open_spiel", 1e-6),
        ),
    ),
    Contest(
        "push-fold-cfr",
        "fictitious-play",
        "push or fold by CFR+",
        "hands",
        sizes=HANDS,
        quick=(5, 10, 20, 40),
        contenders=(
            Contender("CFR+", partial(our_iterations, push_or_fold, 10)),
            Contender(
                "LiteEFG's CFR+", partial(lite_iterations, push_or_fold, 10), "liteefg", 1e-6
            ),
            Contender(
                "OpenSpiel's CFR+", partial(spiel_iterations, push_or_fold, 10), "open_spiel", 0.02
            ),
            Contender("OpenSpiel's CFR+, in JAX", partial(jax_iterations, 10), "chex", 0.02),
        ),
        unit="iteration",
    ),
    Contest(
        "precision",
        "fictitious-play",
        "push or fold to a given exploitability",
        "parts of a big blind",
        sizes=(100, 1_000, 10_000, 100_000, 1_000_000),
        quick=(10, 20, 40, 80),
        contenders=(
            Contender("lp.solve", partial(to_precision, program_to)),
            Contender("interior point", partial(to_precision, interior_point_to)),
            *(
                Contender(rule, partial(to_precision, partial(cfr_to, rule)))
                for rule in ("CFR+", "DCFR(1.5, 0.5, 5)", "PCFR+")
            ),
            Contender(
                "fictitious play, linear averages",
                partial(to_precision, partial(fictitious_play_to, "linear")),
            ),
            Contender(
                "fictitious play, uniform averages",
                partial(to_precision, partial(fictitious_play_to, "uniform")),
            ),
        ),
    ),
    Contest(
        "chart",
        "fictitious-play",
        "push or fold over a grid of stacks",
        "stacks",
        sizes=(10, 20, 50, 100, 200),
        quick=(2, 4, 5, 10),
        contenders=(
            Contender("push_fold_chart.solve", chart),
            Contender("HiGHS alone, stack by stack", chart_by_hand, "highspy", 1e-6),
        ),
    ),
]
