"""What optimal strategies share if there are many.

A player's optimal plans are those that guarantee the game's value. They form a polytope, often with
many corners, and it means nothing which one a solver returns. What does mean something is how far
a linear quantity, such as how often a hand bluffs, can move within the polytope. Two linear
programs tell that, up to the solver's tolerance, about 1e-6 of a probability. They need a solution
whose bracket is closed, and raise a RuntimeError if the solver fails.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from pokerlab._foundations import pair
from pokerlab.amounts import coarse
from pokerlab.deals import Held
from pokerlab.games import Game, Player
from pokerlab.sequence_programs import SOLVED, SequenceProgram, make_highs, payoff_scale
from pokerlab.solutions import Solution

SLACK = 1e-8  #: By how much a plan may miss the value, in units of the program.


def extremes(
    solution: Solution, player: Player, quantities: Iterable[np.ndarray]
) -> Iterator[tuple[float, float]]:
    """The least and the most that a quantity can be over all optimal plans of a player.

    A quantity, such as `frequency`, is a (hands, sequences) array of weights of a plan's entries.

    Examples
    --------
    In Kuhn's poker the first player may bluff with a jack, and anywhere up to one time in three:

    >>> from pokerlab import betting, deals
    >>> from pokerlab.games import Game
    >>> from pokerlab.solvers import lp
    >>> solution = lp.solve(Game(deals.kuhn(), betting.kuhn()))
    >>> bluff = frequency(solution.game, 0, "bet", ["J"])
    >>> [(round(abs(least), 4), round(most, 4)) for least, most in extremes(solution, 0, [bluff])]
    [(0.0, 0.3333)]
    """
    search = Search(solution.game, player)
    for quantity in map(np.asarray, quantities):
        plans = search.most(-quantity)[0], search.most(quantity)[0]
        yield pair(float((quantity * plan).sum()) for plan in plans)


def frequency(game: Game, player: Player, action: str, held: Held = 1) -> np.ndarray:
    """How often a player's own choices lead to an action, as a quantity for `extremes`.

    It is a share of the deals of the hands ``held``; all hands if left out.
    """
    chances = game.deal.chances(player) * game.deal.range(player, held)
    weights = np.zeros(game.shape(player))
    weights[:, game.tree.sequence(player, action)] = chances / chances.sum()
    return weights


class Search:
    """The linear program over all plans of a player that guarantee the value, or a little less.

    Its ``value`` is what his best plans guarantee him in the program, in his own chips.
    """

    def __init__(self, game: Game, player: Player) -> None:
        self._game, self._player, self._scale = game, game.tree.player(player), payoff_scale(game)
        everything = np.ones(game.shape(0), bool), np.ones(game.shape(1), bool)
        program: Any = SequenceProgram(game, everything)
        parts = program.cost, program.matrix, program.bounds, program.free, program.tight
        if self._player == 1:  # the dual
            parts = program.bounds, -program.matrix.T, program.cost, program.tight, program.free
        gain, matrix, *rest = parts
        self._program, self._highs = program, make_highs(gain, matrix.tocsc(), *rest)
        self._run()
        self._best = -self._highs.getInfo().objective_function_value
        constant = self._program.constant * (1 - 2 * self._player)
        self.value = float(self._best + constant) / self._scale
        (entries,) = gain.nonzero()
        self._highs.addRow(self._best, np.inf, len(entries), entries, gain[entries])

    def most(self, quantity: np.ndarray, risk: float = 0.0) -> tuple[np.ndarray, np.ndarray, float]:
        """A plan with the most of a quantity, as in `extremes`, that may risk so many chips.

        Beside it, the other player's plan that punishes this one, times the price; and the price:
        how much more of the quantity one more chip of risk would allow.
        """
        quantity = self._game.check_array("quantity", quantity, self._player)
        number, cost = self._program.number[self._player], np.zeros(self._highs.getNumCol())
        unit = coarse(abs(quantity).max()) / 2**20  # prices that HiGHS does not take for zeros
        np.add.at(cost, number[number >= 0], quantity[number >= 0] / unit)
        self._highs.changeColsCost(len(cost), np.arange(len(cost)), -cost)
        least = self._best - SLACK - self._scale * risk
        self._highs.changeRowBounds(self._highs.getNumRow() - 1, least, np.inf)
        self._run()
        found = self._highs.getSolution()
        own, duals = np.array(found.col_value), self._scale * unit * np.array(found.row_dual)
        sides = (own, 1.0), (duals, price := float(duals[-1]))
        (x, one), (y, other) = sides if self._player == 0 else sides[::-1]
        plan, punishing = self._program.to_plans(x, one, y, other)[:: 1 - 2 * self._player]
        plan = self._game.as_plan(self._player, plan)
        return plan, punishing, price

    def _run(self) -> None:
        self._highs.run()
        if self._highs.getModelStatus() not in SOLVED:
            raise RuntimeError(f"HiGHS found no extreme: {self._highs.getModelStatus()}")
