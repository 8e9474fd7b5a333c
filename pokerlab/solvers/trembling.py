"""One optimum out of many, by a rule: the one for opponents who now and then act at random.

If there are many optimal strategies, the first one that a solver meets says nothing. Suppose
instead that either player, in one hand of ten million, chooses blindly among the endings of the
betting. Then nothing is out of reach and every answer matters a little. Of all strategies that are
optimal against a flawless opponent, the rule takes one that makes the most of his mistakes. It
never throws away a hand that may be checked for free. This is R. Selten's trembling hand
(Reexamination of the perfectness concept for equilibrium points in extensive games, 1975), with a
tremble that is small but not infinitely so.

A tremble only adds a linear term to either player's values, so the game with trembles is solved
like any other.
"""

from __future__ import annotations

import numpy as np

from pokerlab._threads import one_thread
from pokerlab.games import Game, check_game
from pokerlab.solutions import Solution
from pokerlab.solvers import double_oracle

#: The linear program's tolerances; its defaults are as large as the tremble.
FINE: dict = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
TOLERANCE = 1e-14  #: How wide the bracket of the game with trembles may be, in the tree's ``unit``.


@one_thread
def solve(game: Game, tremble: float = 1e-7) -> Solution:
    """Find the optimal strategies that make the most of rare mistakes.

    The tremble is the probability of a blind choice, more than 0 and small. The solution is one of
    the game itself, without trembles. Its bracket is about as wide as the tremble times the stakes.
    Probabilities that trembles do not influence are right to within a few hundred trembles. It is
    an ArithmeticError if the game with trembles could not be solved to the last digits.

    Examples
    --------
    In Kuhn's poker the first player may bluff with a jack anywhere up to one time in three. The
    opponent's mistakes decide how often is best:

    >>> from pokerlab import betting, deals
    >>> solution = solve(Game(deals.kuhn(), betting.kuhn()))
    >>> round(solution.probability(0, "bet", "J"), 3)
    0.333
    """
    check_game(game)
    if not tremble > 0:
        raise ValueError(f"tremble: {tremble} given, more than 0 needed")
    noise = [tremble * blind(game, player) for player in (0, 1)]
    bonus = game.sequence_values(0, noise[1]), game.sequence_values(1, noise[0])
    tolerance = TOLERANCE * game.tree.unit
    plans, brackets = double_oracle.search(game, tolerance / 10, bonus=bonus, settle=False, **FINE)
    width = min(upper - lower for lower, upper in brackets)
    if not width <= tolerance:
        raise ArithmeticError(f"the bracket with trembles stays {width} wide")
    return Solution(game, plans, "trembling")


def blind(game: Game, player: int) -> np.ndarray:
    """A player's plan that takes each action in proportion to the endings behind it.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> game = Game(deals.kuhn(), betting.kuhn())  # check leads to 3 endings, bet to 2
    >>> blind(game, 0)[0, game.tree.sequence(0, "check")].item()
    0.6
    """
    sets, ends = game.tree.information_sets[player], game.tree.terminals
    behind = np.bincount([end.sequences[player] for end in ends], minlength=game.shape(player)[1])
    for node in reversed(sets):
        behind[node.parent] += behind[node.children].sum()
    behaviour = np.ones(game.shape(player))
    for node in sets:
        behaviour[:, node.children] = behind[node.children] / behind[node.children].sum()
    return game.to_plan(player, behaviour)
