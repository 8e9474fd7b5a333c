"""Coutts's proposal for two players, which *Stochastic games* tries: flip inequalities, then cut.

In (GP), :func:`pokerlab.stochastic.primal_program`, the opponent's inequalities are flipped. The
flipped program may leave a state *loose*, its value far from that of its best move, for the sake of
other states, as far as the least and the greatest terminal value allow. A cut then holds it to the
value that this move has in the current solution. A program that leaves no state loose solves the
game. But cuts that refer to wrong values may cut off the true ones, or approach them for ever.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerlab._extras import optimise, optional
from pokerlab._foundations import check_count
from pokerlab.stochastic import StochasticGame, primal_program


class CutSolution(NamedTuple):
    """The result of `flip_and_cut`."""

    #: Whether the last program left no state loose ("tight"), had no solution ("infeasible"), or
    #: was merely the last ("unfinished").
    status: str
    #: (states,) which values of the last solution are more than 1e-6 from those of the best moves.
    loose: np.ndarray
    history: np.ndarray  #: (solutions, states) the programs' solutions, if they had one, in order.


def flip_and_cut(game: StochasticGame, rounds: int = 1, solver: str = "CLARABEL") -> CutSolution:
    """Solve the flipped program, and then with ever more cuts.

    The game is one without rewards, and `rounds` the most programs to solve; 1 solves the flipped
    program without any cut. Which of many optima is found depends on the `solver`: the default, an
    interior-point method, finds their midst.
    """
    if game.rewards.any():
        raise ValueError("game: it has rewards, only terminal values allowed")
    check_count("rounds", rounds)
    cp, program = optional("cvxpy", "convex"), primal_program(game)
    (x,) = program.variables()
    first = np.flatnonzero(np.diff(game.owner, prepend=-1))
    live, ends = game.owner[first], np.nan_to_num(game.terminal_values)
    sign = np.where(game.opponent ^ (game.objective != "value"), -1.0, 1.0)
    low, high = np.nanmin(game.terminal_values), np.nanmax(game.terminal_values)
    # A cut is nearer than those before, as their values keep to these. So each state has one limit.
    limit = cp.Parameter(len(live), value=np.where(sign[live] > 0, high, -low))
    cuts = [x >= low, x <= high, cp.multiply(sign[live], x[live]) <= limit]
    program = cp.Problem(program.objective, [*program.constraints, *cuts])
    history: list[np.ndarray] = []
    loose = np.zeros(len(sign), bool)
    for _ in range(rounds):
        optimise(program, solver)
        # By status: without a solution, an interior-point method may leave its last iterate in x.
        if program.status in (cp.INFEASIBLE, cp.INFEASIBLE_INACCURATE):
            return CutSolution("infeasible", loose, np.array(history))
        if program.status not in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
            raise RuntimeError(f"solver: {solver!r} ended with status {program.status!r}")
        values = ends.copy()
        values[live] = np.asarray(x.value)[live]
        history.append(values)
        worth = sign[game.owner] * (game.transition @ values)
        best = np.maximum.reduceat(worth, first)
        loose[live] = cut = sign[live] * values[live] - best > 1e-6
        if not cut.any():
            return CutSolution("tight", loose, np.array(history))
        limit.value = np.where(cut, best, limit.value)
    return CutSolution("unfinished", loose, np.array(history))
