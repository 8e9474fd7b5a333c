"""What optimal strategies share if there are many.

A player's optimal plans are those that guarantee the game's value. They form a polytope, often with
many corners, and it means nothing which one a solver returns. What does mean something is how far
a linear quantity, such as how often a hand bluffs, can move within the polytope. Two linear
programs tell that, up to the solver's tolerance, about 1e-6 of a probability. They need a solution
whose bracket is closed, and raise a RuntimeError if the solver fails. :func:`interior` finds
exactly how large the polytope is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from flint import fmpz_mat

from pokerlab._foundations import pair
from pokerlab.amounts import coarse
from pokerlab.deals import Held
from pokerlab.games import Game, Player, check_game
from pokerlab.solutions import Solution
from pokerlab.solvers import exact
from pokerlab.solvers._program import SOLVED, Kept, Program, floats, load, weight, widen

#: By how much a plan may miss the value, in units of the program.
SLACK = 1e-8


def extremes(
    solution: Solution, player: Player, quantities: Iterable[np.ndarray]
) -> Iterator[tuple[float, float]]:
    """The least and the most that a quantity can be over all optimal plans of a player.

    A quantity is the sum of the plan's entries with these weights, a (hands, sequences) array; that
    of `frequency` is one.

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


def example(solution: Solution, player: Player, quantity: np.ndarray) -> np.ndarray:
    """An optimal plan, (hands, sequences), with the most of one quantity of `extremes`."""
    plan, *_ = Search(solution.game, player).most(quantity)
    return solution.game.to_plan(player, solution.game.to_behaviour(player, plan))


@dataclass(frozen=True, eq=False)
class Interior(exact.Certificate):
    """An equilibrium in the middle of all: it plays whatever any optimal plan plays."""

    #: Of the sets of player 0's and player 1's optimal plans; 0 where there is only one.
    dimensions: tuple[int, int] = (0, 0)


def interior(game: Game, solution: exact.Certificate | None = None) -> Interior:
    """The exact dimensions of the sets of optimal plans, and a point inside both.

    A. Goldman and A. Tucker's theorem (Theory of linear programming, 1956) says that there are
    optimal plans ``x`` and ``y`` such that every sequence is either played by one of them, or part
    of no best response to the other. Given such a pair, a plan of player 0 is optimal only if it
    plays nothing that is bad against ``y``, and leaves player 1 indifferent between all that ``y``
    plays. These are linear equations. Near ``x`` they suffice, and their rank gives the dimension.

    A solution, by default that of `exact.solve`, must be one of this very game and of width 0.

    Examples
    --------
    In Kuhn's poker the first player has a line of optimal plans, the second only one:

    >>> from pokerlab import betting, deals
    >>> interior(Game(deals.kuhn(), betting.kuhn())).dimensions
    (1, 0)
    """
    check_game(game, locks=False)
    certificate = exact.solve(game) if solution is None else solution
    if certificate.game is not game or certificate.width:
        raise ValueError("solution: one of width 0 of this very game needed")
    kept: Kept = certificate.best_actions(0), certificate.best_actions(1)
    while True:
        plans, ones = zip(*(_inside(certificate, kept, player) for player in (0, 1)), strict=True)
        found = exact.Certificate(game, plans, ones)
        best = found.best_actions(0), found.best_actions(1)
        played = tuple(plan > 0 for plan in found.numerators)
        if not found.width and all(map(np.array_equal, best, played)):
            matrix = exact.Program(game, played).matrix
            rank = fmpz_mat(matrix.tolist()).rank() if matrix.size else 0
            rows, columns = matrix.shape
            return Interior(game, plans, ones, "interior", (columns - rank, rows - rank))
        wider = widen(kept, best)
        assert wider is not None
        kept = wider


def _inside(certificate: exact.Certificate, kept: Kept, player: int) -> tuple[np.ndarray, int]:
    """A player's plan inside those that are optimal among what is kept, in integers, and its unit.

    As much as possible is above 0, of the plan and of what the other player's actions lose against
    it. The unit is a variable: where it is large enough, all that can be above 0 at once is at
    least 1. So one program makes as large as can be the sum of their parts up to 1.
    """
    allowed = list(kept)
    allowed[player] = kept[player] & certificate.best_actions(player)
    program = exact.Program(certificate.game, allowed)
    (_, matrix, bounds, free, tight), _, met = _side(program, player)
    tight[met[(met >= 0) & (certificate.numerators[1 - player] > 0)]] = True
    rows, columns = matrix.shape
    parts = np.hstack([matrix[:, ~free], -np.eye(rows, dtype=object)[:, ~tight]])
    count, signs = parts.shape[1], np.repeat([1, -1], [1, parts.shape[1]]).astype(object)
    limits = signs[:, None] * np.eye(1 + count, columns + 1 + count, columns, object)
    linear = exact.LinearProgram(
        cost=np.repeat([0, 1], [columns + 1, count]).astype(object),
        matrix=np.vstack([np.hstack([matrix, -bounds[:, None], parts]), limits]),
        bounds=np.append(0 * bounds, signs),
        free=np.append(free, signs == 0),
        tight=np.append(tight, signs == 0),
    )
    found, *_ = linear.corner(linear.guess())
    variables, one = found[:columns], found[columns]
    variables[~free] += found[columns + 1 :][: (~free).sum()]
    sides = (variables, one, 0 * bounds, 1), (0 * bounds, 1, variables, one)
    return program.to_plans(*sides[player])[player], one


def _side(program: Program, player: int) -> tuple[tuple, np.ndarray, np.ndarray]:
    """What `load` takes of the program in which a player's plan is the variables.

    That of player 1 is the dual. Beside it, which variables his sequences are, and which rows the
    other player's.
    """
    given = program.cost, program.matrix, program.bounds, program.free.copy(), program.tight.copy()
    if player == 1:
        cost, matrix, bounds, free, tight = given
        given = bounds, -matrix.T, cost, tight, free
    return given, program.number[player], program.number[1 - player]


class Search:
    """The linear program over all plans of a player that guarantee the value, or a little less.

    Its ``value`` is what his best plans guarantee him in the program, in his own chips.
    """

    def __init__(self, game: Game, player: Player) -> None:
        self._game, self._player, self._scale = game, game.tree.player(player), weight(game)
        everything = np.ones(game.shape(0), bool), np.ones(game.shape(1), bool)
        self._program = Program(game, everything, floats(game))
        (gain, matrix, *rest), self._number, _ = _side(self._program, self._player)
        self._highs = load(gain, matrix.tocsc(), *rest)
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
        quantity = self._game._shaped("quantity", quantity, self._player)
        number, cost = self._number, np.zeros(self._highs.getNumCol())
        unit = coarse(abs(quantity).max())
        np.add.at(cost, number[number >= 0], quantity[number >= 0] / unit)
        self._highs.changeColsCost(len(cost), np.arange(len(cost)), -cost)
        least = self._best - SLACK - self._scale * risk
        self._highs.changeRowBounds(self._highs.getNumRow() - 1, least, np.inf)
        self._run()
        found = self._highs.getSolution()
        own, duals = np.array(found.col_value), self._scale * unit * np.array(found.row_dual)
        sides = (own, 1.0), (duals, price := float(duals[-1]))
        (x, one), (y, other) = sides if self._player == 0 else sides[::-1]
        plans = self._program.to_plans(x, one, y, other)
        return plans[self._player], plans[1 - self._player], price

    def _run(self) -> None:
        self._highs.run()
        if self._highs.getModelStatus() not in SOLVED:
            raise RuntimeError(f"HiGHS found no extreme: {self._highs.getModelStatus()}")
