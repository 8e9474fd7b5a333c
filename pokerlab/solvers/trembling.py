"""One optimum out of many, by a rule: the one for opponents who now and then act at random.

Where optimal strategies are not unique, whichever one a solver meets first says nothing. Suppose
instead that either player, in one hand of ten million, chooses blindly among the endings of the
betting. Then nothing is out of reach, every answer matters a little, and of the strategies that are
optimal against a flawless opponent the rule takes one that makes the most of his mistakes (R.
Selten's trembling hand, Reexamination of the perfectness concept for equilibrium points in
extensive games, 1975, with a tremble that is small but not infinitely so). It never throws away a
hand that may be checked for free.

A tremble adds nothing but a linear term to either player's values, so the game with trembles is
solved like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pokerlab.games import Game, Solution
from pokerlab.solvers import double_oracle
from pokerlab.trees import Decision, Fold, Node, Showdown, Tree

FINER = 1024
"""By how much amounts are magnified for the linear program, which has an absolute tolerance."""

TOLERANCE = 1e-14
"""How wide, in chips, the bracket of the game with trembles may be."""


def solve(game: Game, tremble: float = 1e-7) -> Solution:
    """Solve a game; of its optimal strategies take those that make the most of rare mistakes.

    Parameters
    ----------
    game : Game
        Any game.
    tremble : float
        The odds of a blind choice; more than 0, and small.

    Returns
    -------
    Solution
        Of the game itself, without trembles. Its bracket is about as wide as the tremble times
        the stakes, and probabilities that do not depend on trembles are right to within a few
        hundred trembles.

    Raises
    ------
    ValueError
        If the tremble is not positive.
    ArithmeticError
        If the game with trembles could not be solved to the last digits.

    Examples
    --------
    In Kuhn's poker the first player may bluff with a jack anywhere up to one time in three. How
    often he had better depends on the mistakes to come:

    >>> from pokerlab import deals, trees
    >>> solution = solve(Game(deals.kuhn(), trees.kuhn()))
    >>> round(solution.probability(0, "bet", "J"), 3)
    0.333
    """
    if not tremble > 0:
        raise ValueError(f"tremble: {tremble} given, more than 0 needed")
    finer = Tree(_times(game.tree.root, Fraction(FINER)), game.tree.name, game.tree.players)
    trembling = _Trembling(game.deal, finer, tremble)
    found = double_oracle.solve(trembling, tolerance=FINER * TOLERANCE / 10)
    if not found.upper - found.lower <= FINER * TOLERANCE:
        raise ArithmeticError(f"the bracket with trembles stays {found.upper - found.lower} wide")
    return Solution(game, found.plans, "trembling")


def blind(game: Game, player: int) -> np.ndarray:
    """The plan that takes each action in proportion to the endings that lie behind it.

    Parameters
    ----------
    game : Game
        Any game.
    player : int
        Whose plan.

    Returns
    -------
    (hands, sequences) array

    Examples
    --------
    >>> from pokerlab import deals, trees
    >>> game = Game(deals.kuhn(), trees.kuhn())  # check leads to 3 endings, bet to 2
    >>> blind(game, 0)[0, game.tree.sequence(0, "check")].item()
    0.6
    """
    sets, names = game.tree.information_sets[player], game.tree.sequences[player]
    ends = [end.sequences[player] for end in game.tree.terminals]
    behind = np.bincount(ends, minlength=len(names))
    for node in reversed(sets):
        behind[node.parent] += behind[node.children].sum()
    behaviour = np.ones(game.shape(player))
    for node in sets:
        behaviour[:, node.children] = behind[node.children] / behind[node.children].sum()
    return game.to_plan(player, behaviour)


@dataclass(frozen=True, eq=False)
class _Trembling(Game):
    """A game in which plans ``x``, ``y`` are worth what ``x + noise``, ``y + noise`` are in it."""

    tremble: float

    def sequence_values(self, player: int, opponent: np.ndarray) -> np.ndarray:
        return super().sequence_values(player, opponent + self.tremble * blind(self, 1 - player))

    def guarantee(self, player: int, plan: np.ndarray) -> float:
        noise = super().sequence_values(player, self.tremble * blind(self, 1 - player))
        return super().guarantee(player, plan) + float((plan * noise).sum())


def _times(node: Node, factor: Fraction) -> Node:
    """The same betting for more chips."""
    if isinstance(node, Fold):
        return Fold(factor * node.amount)
    if isinstance(node, Showdown):
        return Showdown(factor * node.stake)
    return Decision(node.player, {name: _times(x, factor) for name, x in node.actions.items()})
