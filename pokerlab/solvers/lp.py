"""The sequence-form linear program: one solve, both players' optimal strategies.

Player 0 looks for the realization plan ``x`` with the best guarantee. Against a fixed plan,
player 1's best response solves a linear program of its own, whose dual has one variable per
information set: what the set is worth to player 0 when player 1 plays it best. Together the two
make one linear program, whose size is linear in the tree and whose dual variables are player 1's
optimal plan (D. Koller, N. Megiddo and B. von Stengel, Fast algorithms for finding randomized
strategies in game trees, 1994; B. von Stengel, Efficient computation of behavior strategies, 1996).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pokerlab._extras import optimise, optional
from pokerlab._threads import one_thread
from pokerlab.games import Game, check_game
from pokerlab.solutions import Solution
from pokerlab.trees import InformationSet


@one_thread
def solve(game: Game, solver: str = "HIGHS", **options: Any) -> Solution:
    """Solve a game by its sequence-form linear program.

    The solver is one of ``cvxpy.installed_solvers()``, to which cvxpy passes the options, such as
    ``time_limit=60`` for HiGHS. If there are many optima, the solution is the one that it found.

    A solver that fails is a RuntimeError. If it stops early, say at a limit on time, cvxpy warns,
    and the bracket, which best responses compute, shows how good its strategies are.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> solution = solve(Game(deals.kuhn(), betting.kuhn()))
    >>> round(-18 * solution.value, 9)
    1.0
    """
    check_game(game)
    game.check_amounts()
    cp = optional("cvxpy", "convex")
    tree, prior, payoff = game.tree, game.deal.prior, game.deal.payoff
    hands0, hands1 = prior.shape

    # x[s]: player 0's plan, one vector over his hands per sequence.
    x = [np.ones(hands0)] + [cp.Variable(hands0, nonneg=True) for _ in tree.sequences[0][1:]]
    is_plan = [
        cp.multiply(hands, sum(x[children]) - x[node.parent]) == 0
        for node in tree.information_sets[0]
        for hands, children in _choices(game, 0, node)
    ]

    # loss[t]: what playing t costs player 1 against his best, as terms over his hands,
    # in units that make the average pair of hands, and an amount, weigh 1.
    loss: list[list] = [[] for _ in tree.sequences[1]]
    for end in tree.terminals:
        s, t = end.sequences
        drawn = np.outer(game.drawn[0][:, s], game.drawn[1][:, t])
        matrix = prior.size / tree.scale * drawn * (payoff if end.showdown else prior)
        loss[t].append(float(end.amount) * (matrix.T @ x[s]))
    for node in tree.information_sets[1]:
        for hands, children in _choices(game, 1, node):
            worth = cp.multiply(hands, cp.Variable(hands1))
            loss[node.parent].append(worth)
            for t in range(children.start, children.stop):
                loss[t].append(-worth)
    is_best = [sum(terms) >= 0 for terms in loss[1:]]

    problem = cp.Problem(cp.Maximize(cp.sum(sum(loss[0]))), is_plan + is_best)
    optimise(problem, solver, **options)
    if problem.status not in cp.settings.SOLUTION_PRESENT:
        raise RuntimeError(f"solver: {solver!r} ended with status {problem.status!r}")
    plan = [x[0]] + [variable.value for variable in x[1:]]
    dual = [np.ones(hands1)] + [constraint.dual_value for constraint in is_best]
    return Solution(game, (np.column_stack(plan), np.column_stack(dual)), f"lp ({solver})")


def _choices(game: Game, player: int, node: InformationSet) -> Iterator[tuple[Any, slice]]:
    """Whose choice it is, by ones and zeros, and between which sequences: alone where locked."""
    closed = game.closed[player][:, node.children.start]
    yield (1 - closed if closed.any() else 1), node.children
    for child in range(node.children.start, node.children.stop) if closed.any() else ():
        yield 1 * closed, slice(child, child + 1)
