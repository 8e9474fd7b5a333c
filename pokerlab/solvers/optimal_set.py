"""What optimal strategies have in common, where there is more than one.

A player's optimal plans are those that guarantee the game's value: a polytope, often with many
corners. A solver returns one of them, and which one says nothing. What can be said is how far any
linear quantity, say how often a hand bluffs, can be moved without leaving the polytope: two linear
programs answer that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cvxpy as cp
import numpy as np

from pokerlab.games import Solution

SLACK = 1e-8
"""By how much a plan may miss the value, in units that make the average pair of hands weigh 1."""


def extremes(
    solution: Solution, player: int, quantities: Iterable[np.ndarray]
) -> Iterator[tuple[float, float]]:
    """The least and the most that optimal plans of a player make of each quantity.

    Parameters
    ----------
    solution : Solution
        Of the game, with a bracket that is closed.
    player : int
        Whose optimal plans.
    quantities : iterable of (hands, sequences) arrays
        Weights on the entries of the plan; the quantity is the weighted sum.

    Yields
    ------
    least, most : float
        Up to the solver's tolerance, about 1e-6 of a probability.

    Raises
    ------
    cvxpy.SolverError
        If the solver fails.

    Examples
    --------
    In Kuhn's poker the first player may bluff with a jack, and anywhere up to one time in three:

    >>> from pokerlab import deals, trees
    >>> from pokerlab.games import Game
    >>> from pokerlab.solvers import lp
    >>> solution = lp.solve(Game(deals.kuhn(), trees.kuhn()))
    >>> bluff = np.zeros(solution.game.shape(0))
    >>> bluff[0, solution.game.tree.sequence(0, "bet")] = 1
    >>> [(round(abs(least), 4), round(most, 4)) for least, most in extremes(solution, 0, [bluff])]
    [(0.0, 0.3333)]
    """
    for (least, _), (most, _) in _ends(solution, player, quantities):
        yield least, most


def example(solution: Solution, player: int, quantity: np.ndarray) -> np.ndarray:
    """An optimal plan that makes the most of a quantity.

    Parameters
    ----------
    solution : Solution
        Of the game, with a bracket that is closed.
    player : int
        Whose plan.
    quantity : (hands, sequences) array
        Weights on the entries of the plan.

    Returns
    -------
    (hands, sequences) array
        A plan, optimal up to the solver's tolerance.

    Raises
    ------
    cvxpy.SolverError
        If the solver fails.
    """
    game = solution.game
    _, (_, plan) = next(_ends(solution, player, [quantity]))
    return game.to_plan(player, game.to_behaviour(player, plan))


def _ends(
    solution: Solution, player: int, quantities: Iterable[np.ndarray]
) -> Iterator[tuple[tuple[float, np.ndarray], tuple[float, np.ndarray]]]:
    """The least and the most of each quantity, each with a plan that attains it."""
    game, tree = solution.game, solution.game.tree
    sign = 1 if player == 0 else -1
    own_sets, other_sets = tree.information_sets[player], tree.information_sets[1 - player]
    hands, sequences = game.shape(player)
    plan = cp.Variable((hands, sequences), nonneg=True)
    limits = [plan[:, 0] == 1]
    for node in own_sets:
        limits.append(cp.sum(plan[:, node.children], axis=1) == plan[:, node.parent])
    earned = [[] for _ in tree.sequences[1 - player]]
    scale = game.deal.prior.size
    for end in tree.terminals:
        matrix = game.deal.payoff if end.showdown else game.deal.prior
        over_hands = matrix.T if player == 0 else matrix
        weight = sign * scale * float(end.amount)
        earned[end.sequences[1 - player]].append(
            weight * (over_hands @ plan[:, end.sequences[player]])
        )
    for node in other_sets:
        worth = cp.Variable(game.shape(1 - player)[0])
        earned[node.parent].append(worth)
        for sequence in range(node.children.start, node.children.stop):
            earned[sequence].append(-worth)
    limits += [sum(terms) >= 0 for terms in earned[1:]]
    limits.append(cp.sum(sum(earned[0])) >= sign * scale * solution.value - SLACK)

    weights = cp.Parameter((hands, sequences))
    problem = cp.Problem(cp.Maximize(cp.sum(cp.multiply(weights, plan))), limits)
    for quantity in quantities:
        ends = []
        for direction in (-1, 1):
            weights.value = direction * np.asarray(quantity, float)
            problem.solve(solver="HIGHS")
            if problem.status not in cp.settings.SOLUTION_PRESENT:
                raise cp.SolverError(f"HiGHS found no extreme: {problem.status}")
            ends.append((float(direction * problem.value), plan.value))
        yield tuple(ends)
