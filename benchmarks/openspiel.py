"""Any game of pokerlab as a game of OpenSpiel, which is as small as its format allows."""

from typing import Any

from pokerlab import efg
from pokerlab.games import Game


def load(game: Game | str) -> Any:
    """The game as OpenSpiel's, or its own of that name."""
    import pyspiel

    if isinstance(game, str):
        return pyspiel.load_game(game)
    return pyspiel.load_efg_game(efg.to_text(game))


def linear_program(game: Any) -> float:
    """The value of one of its games, by OpenSpiel's sequence-form program in HiGHS."""
    from open_spiel.python.algorithms import lp_solver, sequence_form_lp

    lp_solver.DEFAULT_SOLVER_KWARGS.clear()  # options of a solver that is not HiGHS
    return sequence_form_lp.solve_zero_sum_game(game, solver="HIGHS")[0]


def cfr_plus(game: Any, iterations: int) -> Any:
    """OpenSpiel's CFR+, in C++, after so many iterations."""
    import pyspiel

    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver
