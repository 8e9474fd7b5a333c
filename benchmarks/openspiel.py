"""Any game of pokerlab as a game of OpenSpiel, by way of Gambit's extensive form.

The deal becomes one chance node whose branches are the pairs of hands, and the betting tree follows
each of them. A showdown pays what the two hands earn on average over the boards, so both programs
have the same game to solve, and OpenSpiel's is as small as its format allows.
"""

from __future__ import annotations

from typing import Any

from pokerlab.games import Game


def load(game: Game) -> Any:
    """The game as OpenSpiel's."""
    import pyspiel

    return pyspiel.load_efg_game(game.to_efg())


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


def jax_cfr_plus(game: Any) -> Any:
    """OpenSpiel's CFR+ in JAX, at its start."""
    from open_spiel.python.jax.cfr.jax_cfr import JaxCFR

    return JaxCFR(game)
