"""What optimal strategies share if there are many.

A player's optimal plans are those that guarantee the game's value. They form a polytope, often with
many corners, and it means nothing which one a solver returns. What does mean something is how far
a linear quantity, such as how often a hand bluffs, can move within the polytope.

Whoever asks for plans that guarantee the value up to a small error gets too many of them: where a
mistake is cheap, a quantity moves far for that error. So `extremes` does not ask for the value. It
solves the game in fractions (:mod:`pokerlab.solvers.exact`). Take any optimal plan of the other
player. A plan is optimal if and only if it does nothing that is worth less against that plan than
something else, and that plan is a best response to it. These conditions are equations, without an
error to allow for, and a linear program over them is solved in fractions, too. Best responses then
prove that what it found guarantees the value.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from pokerlab._foundations import as_pair, read_list
from pokerlab._threads import one_blas_thread
from pokerlab.amounts import power_of_two_scale
from pokerlab.deals import Held
from pokerlab.games import Game, Player, check_game
from pokerlab.sequence_programs import (
    SOLVED,
    InPlay,
    SequenceProgram,
    make_highs,
    payoff_scale,
    widen,
)
from pokerlab.solutions import Profile
from pokerlab.solvers import exact

SLACK = 1e-8  #: By how much a plan may miss the value in a `Search`, in units of the program.


def extremes(
    solution: Profile, player: Player, quantities: Iterable[np.ndarray]
) -> Iterator[tuple[float, float]]:
    """The least and the most that a quantity can be over all optimal plans of a player.

    Both are exact, and then rounded to floats. The solution, or a certificate, says where to begin;
    it may be a rough one. A quantity, such as `frequency`, is a (hands, sequences) array of weights
    of a plan's entries. Amounts in the game that are too far apart are an ArithmeticError.

    Examples
    --------
    In Kuhn's poker the first player may bluff with a jack, and anywhere up to one time in three:

    >>> from pokerlab import betting, deals
    >>> from pokerlab.games import Game
    >>> from pokerlab.solvers import lp
    >>> solution = lp.solve(Game(deals.kuhn(), betting.kuhn()))
    >>> bluff = frequency(solution.game, 0, "bet", ["J"])
    >>> list(extremes(solution, 0, [bluff]))
    [(0.0, 0.3333333333333333)]
    """
    if not isinstance(solution, Profile):
        raise TypeError(f"solution: {solution!r} given, a Solution or a Certificate needed")
    game, player = solution.game, solution.game.tree.player(player)
    asked = [
        game.check_values("quantity", quantity, player)
        for quantity in read_list("quantities", quantities)
    ]
    return _extremes(solution, player, asked)


def _extremes(
    solution: Profile, player: int, quantities: Iterable[np.ndarray]
) -> Iterator[tuple[float, float]]:
    """The same, of what has been checked, one by one."""
    certificate = _certified(solution)
    for quantity in quantities:
        weights, one = exact.over_one_denominator(map(Fraction, quantity.flat))
        weights = weights.reshape(quantity.shape)
        least = -_most(certificate, player, -weights) / one
        yield float(least), float(_most(certificate, player, weights) / one)


@lru_cache(maxsize=8)
def _certified(solution: Profile) -> exact.Certificate:
    """The exact equilibrium next to a solution."""
    if isinstance(solution, exact.Certificate) and not solution.width:
        return solution
    return exact.solve(solution.game, solution.plans)


@one_blas_thread
def _most(certificate: exact.Certificate, player: int, quantity: np.ndarray) -> Fraction:
    """The most of a quantity, in integers, over all optimal plans of a player.

    Of the other player's actions first those are in the program that are best against the
    certificate's plan, and those that lead to where the quantity counts. As long as some other one
    gains against the plan that the program finds, it is added. So the program never asks for more
    than optimal plans fulfil, and in the end no less.
    """
    game, other = certificate.game, 1 - player
    in_play = [certificate.best_actions(p) for p in (0, 1)]
    _lead(game, player, quantity, in_play[other])
    settled = as_pair(game.to_behaviour(p, certificate.plans[p].astype(float)) for p in (0, 1))
    while True:
        plan, one = _Face(certificate, player, in_play, settled).most(quantity)
        plans, ones = list(certificate.numerators), list(certificate.denominators)
        plans[player], ones[player] = plan, one
        found = exact.Certificate(game, tuple(plans), as_pair(ones))
        if not found.width:
            return Fraction(int((quantity * plan).sum()), one)
        missing = [np.zeros_like(part) for part in in_play]
        missing[other] = found.improvements()[other]
        wider = widen(in_play, missing)
        assert wider is not None
        in_play = list(wider)


def _lead(game: Game, player: int, quantity: np.ndarray, in_play: np.ndarray) -> None:
    """Keep what the other player does on the way to where a quantity of a player counts."""
    tree, other = game.tree, 1 - player
    counts = (quantity != 0).any(axis=0)
    for node, sequence in zip(
        tree.information_sets[player], tree.opponent_sequences[player], strict=True
    ):
        while counts[node.children].any() and sequence:
            in_play[:, sequence] = True
            sequence = tree.parents[other][sequence]
    for node in tree.information_sets[other]:  # where one is in play, so is a continuation
        stuck = in_play[:, node.parent] & ~in_play[:, node.children].any(axis=1)
        in_play[stuck, node.children.start] = True
        in_play[:, node.children] |= (
            game.locked_entries[other][:, node.children] & in_play[:, [node.parent]]
        )


class _Face(exact.IntegerProgram):
    """The linear program over the optimal plans of a player, in integers.

    It is the game's program, or the dual for player 1, with two changes. Only what is best against
    the other player's certified plan may be played; and what that plan does with some probability
    must be a best response, so that its row is ``tight``.
    """

    def __init__(
        self, certificate: exact.Certificate, player: int, in_play: InPlay, settled: Any
    ) -> None:
        super().__init__(certificate.game, in_play, settled)
        self._player, other = player, 1 - player
        if player == 1:
            self.matrix, self.bounds = -self.matrix.T, self.cost
            self.free, self.tight = self.tight, self.free
        drawn = self.number[other] >= 0
        played = self.number[other][drawn & (certificate.numerators[other] > 0)]
        self.tight = self.tight.copy()
        self.tight[played] = True
        self.whole = np.hstack([self.matrix, -np.eye(len(self.matrix), dtype=object)])

    def most(self, quantity: np.ndarray) -> tuple[np.ndarray, int]:
        """A plan with the most of a quantity, and what 1 is in it, both in integers."""
        number = self.number[self._player]
        self.cost = np.zeros(self.matrix.shape[1], object)
        np.add.at(self.cost, number[number >= 0], quantity[number >= 0])
        entries, one, *_ = self.corner(self.guess())
        entries, one = entries << exact.BITS, one << exact.BITS  # which what is settled can share
        return self.to_plan(self._player, entries, one), one


def frequency(game: Game, player: Player, action: str, held: Held = 1) -> np.ndarray:
    """How often a player's own choices lead to an action, as a quantity for `extremes`.

    It is a share of the deals of the hands ``held``; all hands if left out. A range without a hand
    is a ValueError.
    """
    check_game(game)
    player = game.tree.player(player)
    chances = game.deal.chances(player) * game.deal.range(player, held)
    if not (total := chances.sum()):
        raise ValueError(
            f"held: {held!r} given, a hand that {game.tree.players[player]} can hold needed"
        )
    weights = np.zeros(game.shape(player))
    weights[:, game.tree.sequence(player, action)] = chances / total
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
        quantity = self._game.check_values("quantity", quantity, self._player)
        number, cost = self._program.number[self._player], np.zeros(self._highs.getNumCol())
        # So small a unit that HiGHS does not take prices for zeros.
        unit = power_of_two_scale(abs(quantity).max()) / 2**20
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
