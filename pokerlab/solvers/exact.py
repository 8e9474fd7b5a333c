"""Exact equilibria: rational numbers, with a proof in the place of a tolerance.

Every deal counts in integers and every tree keeps its amounts as fractions, so the payoffs are
rational, and such a game has an equilibrium in rational numbers. Two things follow.

:func:`certify` turns floats into a strategy that is a strategy exactly, and evaluates both best
responses in integers: the bracket on the value is then a theorem about two given strategies, free
of rounding.

:func:`solve` closes the bracket. A numerical solution tells which actions matter; the linear
program over those has an optimal corner, and a corner is the solution of a square system of
equations, those of the indifferent hands. HiGHS names the corner, FLINT solves
the system, and every sign is then looked at exactly. If the corner is not optimal after all, steps
of the simplex method by R. Bland's rule (New finite pivoting rules for the simplex method, 1977),
which never cycle, lead from there to one that is. Best responses over all actions then prove the
solution for the whole game, or name the actions that were missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

import highspy
import numpy as np
from flint import fmpz_mat
from scipy.sparse import csc_array

from pokerlab._foundations import Immutable, frozen, solve_integers
from pokerlab.deals import Deal
from pokerlab.games import Game
from pokerlab.solvers import double_oracle
from pokerlab.solvers._program import maximise
from pokerlab.trees import Terminal

BITS = 60
"""Floats become multiples of two to the power of minus this."""

CLOSE = 1e-6
"""An action this close to the best, in chips, or this likely is a candidate for the mixture."""

PlanPair = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True, eq=False)
class Certificate(Immutable):
    """A pair of exact strategies, and what they are worth, in fractions.

    Parameters
    ----------
    game : Game
        The game.
    plans : pair of (hands, sequences) arrays of int
        Both players' realization plans, as multiples of ``1 / denominators``.
    denominators : pair of int
        What a probability of 1 is in each of them.

    Attributes
    ----------
    lower, upper : Fraction
        What the strategies guarantee: exact bounds on the game's value, player 0's chips.

    Raises
    ------
    ValueError
        If one of the plans is none, exactly: an entry is negative or no integer, column 0 is not 1,
        or the children of an information set do not add up to their parent; or if a denominator is
        not a positive integer.
    """

    game: Game
    plans: PlanPair
    denominators: tuple[int, int]
    lower: Fraction = field(init=False)
    upper: Fraction = field(init=False)

    def __post_init__(self) -> None:
        unit = _unit(self.game)
        plans = tuple(_integers(plan) for plan in self.plans)
        object.__setattr__(self, "plans", plans)
        object.__setattr__(self, "denominators", tuple(self.denominators))
        for player, name in ((0, "lower"), (1, "upper")):
            _check(self.game, player, self.plans[player], self.denominators[player])
            values = _sequence_values(self.game, 1 - player, self.plans[player])
            worth = _walk(self.game, 1 - player, values)[:, 0].sum()
            bound = int(worth) * unit / self.denominators[player]
            object.__setattr__(self, name, bound)

    @property
    def width(self) -> Fraction:
        """How far the bounds are apart; 0 if the strategies are an equilibrium."""
        return self.upper - self.lower

    @property
    def value(self) -> Fraction:
        """The value of the game.

        Raises
        ------
        ValueError
            If the strategies are no equilibrium, so that only bounds are known.
        """
        if self.width:
            raise ValueError(f"the value lies between {self.lower} and {self.upper}")
        return self.lower

    def plan(self, player: int) -> np.ndarray:
        """A player's realization plan as fractions, a (hands, sequences) array of objects."""
        scale = self.denominators[player]
        fractions = [Fraction(int(entry), scale) for entry in self.plans[player].flat]
        return np.reshape(np.array(fractions, object), self.plans[player].shape)

    def probability(self, player: int, action: str, hand: str) -> Fraction | None:
        """How likely a player is to take an action where he acts, exactly.

        Parameters
        ----------
        player : int
            Who acts.
        action : str
            Its name, full or short as in :meth:`pokerlab.trees.Tree.sequence`.
        hand : str
            With which hand.

        Returns
        -------
        Fraction or None
            None where the player's own play never leads there with that hand.

        Raises
        ------
        ValueError
            If the action or the hand is unknown.
        """
        tree, plan = self.game.tree, self.plans[player][self.game.deal.index(player, hand)]
        sequence = tree.sequence(player, action)
        before = int(plan[tree.parents[player][sequence]])
        return Fraction(int(plan[sequence]), before) if before else None

    def improvements(self, least: float = 0.0) -> list[np.ndarray]:
        """For each player a best response of every hand that gains by one.

        Parameters
        ----------
        least : float
            Only hands that gain more than this, times the probability to hold them, in chips.

        Returns
        -------
        list of (hands, sequences) arrays of bool
            The sequences that the responses play, the empty one included.
        """
        game, found = self.game, []
        scale = self.denominators[0] * self.denominators[1] / _unit(game)
        for player, own in enumerate(self.plans):
            values = _sequence_values(game, player, self.plans[1 - player])
            walked = _walk(game, player, values)
            gains = abs(walked[:, 0] * self.denominators[player] - (own * values).sum(axis=1))
            better = np.zeros(own.shape, bool)
            better[:, 0] = gains > int(Fraction(least) * scale)
            for node in game.tree.information_sets[player]:
                hands = np.flatnonzero(better[:, node.parent])
                block = walked[hands, node.children]
                best = block.argmax(axis=1) if player == 0 else block.argmin(axis=1)
                better[hands, node.children.start + best] = True
            found.append(better)
        return found

    def best_actions(self, player: int) -> np.ndarray:
        """What some best response of a player to the other's plan does.

        Returns
        -------
        (hands, sequences) array of bool
            Where a best response never leads, it does nothing.
        """
        values = _sequence_values(self.game, player, self.plans[1 - player])
        walked = _walk(self.game, player, values)
        extreme = np.maximum if player == 0 else np.minimum
        best = np.zeros(walked.shape, bool)
        best[:, 0] = True
        for node in self.game.tree.information_sets[player]:
            block = walked[:, node.children]
            as_good = block == extreme.reduce(block, axis=1)[:, None]
            best[:, node.children] = as_good & best[:, [node.parent]]
        return best

    def __repr__(self) -> str:
        return (
            f"<Certificate of {self.game.tree.name}: "
            f"{float(self.lower):.9g} <= value <= {float(self.upper):.9g}, exactly>"
        )


def certify(game: Game, strategies: PlanPair) -> Certificate:
    """Prove what two strategies guarantee, in exact arithmetic.

    Parameters
    ----------
    game : Game
        The game.
    strategies : pair of (hands, sequences) arrays
        Player 0's realization plan and player 1's, such as ``solution.plans``. Arrays of objects
        are taken for fractions and kept as they are. Floats become multiples of 2 to the power of
        -60, where the likeliest action of each information set takes what rounding leaves.

    Returns
    -------
    Certificate
        Its bounds hold for the exact plans that it carries.

    Raises
    ------
    ValueError
        If an array is no plan of its player.

    Examples
    --------
    >>> from pokerlab import deals, trees
    >>> game = Game(deals.kuhn(), trees.kuhn())
    >>> certificate = certify(game, (game.uniform(0), game.uniform(1)))
    >>> print(certificate.lower, certificate.upper)
    -5/12 1/2
    """
    exact = (_exact_plan(game, player, strategies[player]) for player in (0, 1))
    return Certificate(game, *zip(*exact, strict=True))


def solve(game: Game, start: PlanPair | None = None) -> Certificate:
    """Solve a game exactly.

    Parameters
    ----------
    game : Game
        Any game.
    start : pair of (hands, sequences) arrays, optional
        Plans to begin with, good or bad: they decide how long it takes and, where a game has many
        equilibria, which one comes out. By default :mod:`pokerlab.solvers.double_oracle` finds
        them, or where its floats fail all actions are equally likely.

    Returns
    -------
    Certificate
        Of width 0.

    Raises
    ------
    ValueError
        If ``start`` holds no plans of this game.

    Examples
    --------
    >>> from pokerlab import deals, trees
    >>> solve(Game(deals.kuhn(), trees.kuhn())).value
    Fraction(-1, 18)
    """
    if start is None:
        try:
            start = double_oracle.solve(game).plans
        except ArithmeticError:
            start = game.uniform(0), game.uniform(1)
    kept = tuple(_tempting(game, player, start) for player in (0, 1))
    while True:
        program = Program(game, kept)
        basic, plans = program.guess()
        missing = certify(game, plans).improvements(CLOSE)
        if not any((more & ~known).any() for more, known in zip(missing, kept, strict=True)):
            certificate = Certificate(game, *program.optimum(basic))
            if not certificate.width:
                return certificate
            missing = certificate.improvements()
        kept = tuple(known | more for known, more in zip(kept, missing, strict=True))


class Program:
    """The linear program of a game in which only some sequences may be played, in integers.

    Maximise ``cost @ v`` subject to ``matrix @ v == bounds``. The variables ``v`` are player 0's
    plan over the hands that have a choice; what each information set of player 1 is worth; and for
    each of player 1's sequences a slack, what it loses against his best. They are at least 0 but
    for the worths, which are ``free``. The remaining columns are ``fixed`` at 0, one for each sum
    that player 0's plan must keep; they only make the matrix end in minus the identity.

    A *basis* is an array of booleans over the variables, as many of them true as there are rows.
    The others are 0 there, and the equations give what these are.

    Parameters
    ----------
    game : Game
        The game.
    kept : pair of (hands, sequences) arrays of bool
        The sequences that may be played. Where one is, some continuation must be.
    """

    def __init__(self, game: Game, kept: tuple[np.ndarray, np.ndarray]) -> None:
        self.game = game
        choices = [_choices(game, player, kept[player]) for player in (0, 1)]
        self.number, self.certain = zip(*choices, strict=True)
        (sums, totals), (worths, roots) = (_sums(game, p, *choices[p]) for p in (0, 1))
        x, row = self.number
        n, m = x.max() + 1, row.max() + 1
        rows, columns = m + len(sums), n + len(worths)
        offered = np.zeros(n, object), np.zeros(m, object)
        for p in (0, 1):
            values = _sequence_values(game, p, self.certain[1 - p])
            np.add.at(offered[p], self.number[p][self.number[p] >= 0], values[self.number[p] >= 0])

        matrix = np.zeros((rows, columns), object)
        for end, amount in _amounts(game):
            s, t = end.sequences
            i, k = x[:, s] >= 0, row[:, t] >= 0
            weights = integers(game.deal).arrays[end.showdown][np.ix_(i, k)]
            matrix[np.ix_(row[k, t], x[i, s])] += amount * weights.T
        matrix[m:, :n] = sums
        matrix[:m, n:] = -worths.T
        self.matrix = np.hstack([matrix, -np.eye(rows, dtype=object)])
        self.bounds = np.concatenate([-offered[1], totals])
        self.cost = np.concatenate([offered[0], roots, np.zeros(rows, object)])
        place = np.arange(columns + rows)
        self.free = (n <= place) & (place < columns)
        self.fixed = place >= columns + m

    def guess(self) -> tuple[np.ndarray, PlanPair]:
        """The basis at which HiGHS ends, or that of the slacks should it fail; and its plans."""
        highs, plans = self._highs(solver="simplex")
        basis = highs.getBasis()
        statuses = [*basis.col_status, *basis.row_status]
        basic = np.array([status == highspy.HighsBasisStatus.kBasic for status in statuses])
        usable = basis.valid and basic.sum() == len(self.matrix)
        return basic if usable else self.slacks, plans

    def middle(self) -> PlanPair:
        """Plans that play, up to rounding, whatever some optimal ones do: an interior point."""
        options = {"run_crossover": "off", "presolve": "off", "ipm_optimality_tolerance": 1e-11}
        return self._highs(solver="ipm", **options)[1]

    def _highs(self, **options: Any) -> tuple[highspy.Highs, PlanPair]:
        rows = len(self.matrix)
        columns = self.matrix.shape[1] - rows
        n, m = columns - self.free.sum(), rows - self.fixed.sum()
        matrix = self.matrix[:, :columns].astype(float)
        bounds, cost = self.bounds.astype(float), self.cost[:columns].astype(float)
        for payoffs in (matrix[:m, :n], bounds[:m], cost[:n]):  # the average pair weighs 1
            payoffs *= float(_unit(self.game)) * self.game.deal.prior.size
        free, tight = self.free[:columns], self.fixed[columns:]
        highs = maximise(cost, csc_array(matrix), bounds, free, tight, **options)
        solution = highs.getSolution()
        found = self.to_plans(np.array(solution.col_value), 1.0, np.array(solution.row_dual), 1.0)
        game = self.game
        return highs, tuple(game.to_plan(p, game.to_behaviour(p, found[p])) for p in (0, 1))

    @property
    def slacks(self) -> np.ndarray:
        """The basis of all slacks, where everything else is 0, and no bound is kept."""
        return np.arange(len(self.cost)) >= len(self.cost) - len(self.matrix)

    def optimum(self, basic: np.ndarray) -> tuple[PlanPair, tuple[int, int]]:
        """Both players' optimal plans, by exact steps of the simplex method from a basis.

        Parameters
        ----------
        basic : array of bool
            Where to begin. If its equations have no single solution, with the slacks.

        Returns
        -------
        plans : pair of (hands, sequences) arrays of int
        denominators : pair of int
            What 1 is in each of them.
        """
        try:
            point, one = self._point(basic, self.bounds)
        except ZeroDivisionError:
            return self.optimum(self.slacks)
        basic, signed = basic.copy(), ~self.free & ~self.fixed

        def broken() -> np.ndarray:
            return basic & ((signed & (point < 0)) | (self.fixed & (point != 0)))

        if broken().any():  # let the costs that tempt vanish, and mend the bounds by dual steps
            rates, scale = self._rates(basic, self.cost)
            cost = self.cost * scale - np.where((signed & (rates > 0)) | self.free, rates, 0)
        while broken().any():
            leaving = broken().argmax()
            inward = np.zeros(len(basic), object)
            inward[leaving] = 1 if point[leaving] < 0 else -1
            slopes, _ = self._rates(basic, inward)
            rates, _ = self._rates(basic, cost)
            helpful = np.flatnonzero((signed & (slopes > 0)) | (self.free & (slopes != 0)))
            basic[leaving] = False
            basic[min(helpful, key=lambda j: Fraction(-rates[j], abs(slopes[j])))] = True
            point, one = self._point(basic, self.bounds)
        while True:
            rates, other_one = self._rates(basic, self.cost)
            tempting = (signed & (rates > 0)) | (self.free & (rates != 0))
            if not tempting.any():
                losses = -rates[-len(self.matrix) :]
                return self.to_plans(point, one, losses, other_one), (one, other_one)
            entering = tempting.argmax()
            forward = -1 if rates[entering] > 0 else 1
            slopes, _ = self._point(basic, forward * self.matrix[:, entering])
            blocking = np.flatnonzero((signed & (slopes < 0)) | (self.fixed & (slopes != 0)))
            basic[min(blocking, key=lambda j: Fraction(point[j], abs(slopes[j])))] = False
            basic[entering] = True
            point, one = self._point(basic, self.bounds)

    def to_plans(self, variables: np.ndarray, one: Any, prices: np.ndarray, other: Any) -> PlanPair:
        """Player 0's plan from the variables, player 1's from the prices of his sequences."""
        plans = self.certain[0] * one, self.certain[1] * other
        for plan, number, entries in zip(plans, self.number, (variables, prices), strict=True):
            plan[number >= 0] = entries[number[number >= 0]]
        return plans

    def _point(self, basic: np.ndarray, bounds: np.ndarray) -> tuple[np.ndarray, int]:
        """The variables where those outside the basis are 0: numerators and one denominator."""
        inner, active, rest = self._split(basic)
        core = self.matrix[np.ix_(active, inner)]
        solved, scale = solve_integers(core, bounds[active])
        point = np.zeros(len(basic), object)
        point[inner] = solved
        below = self.matrix[np.ix_(rest, inner)] @ solved
        point[-len(bounds) :][rest] = below - scale * bounds[rest]
        return point, scale

    def _rates(self, basic: np.ndarray, cost: np.ndarray) -> tuple[np.ndarray, int]:
        """What the objective gains per unit of each variable: numerators and one denominator."""
        inner, active, rest = self._split(basic)
        core = self.matrix[np.ix_(active, inner)]
        of_slacks = cost[-len(self.matrix) :][rest]
        through = of_slacks @ self.matrix[np.ix_(rest, inner)]
        prices = np.zeros(len(self.matrix), object)
        prices[active], scale = solve_integers(core.T, cost[inner] + through)
        prices[rest] = -scale * of_slacks
        rates = cost * scale - prices @ self.matrix
        return rates, scale

    def _split(self, basic: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The basic variables that are no slacks, the rows without a basic slack, the others."""
        inner, slack = np.split(basic, [-len(self.matrix)])
        return np.flatnonzero(inner), np.flatnonzero(~slack), np.flatnonzero(slack)


class Integers(NamedTuple):
    """A deal's prior and payoff as integers; times ``unit`` they are what they were."""

    unit: Fraction
    arrays: tuple[np.ndarray, np.ndarray]
    matrices: tuple[fmpz_mat, fmpz_mat]


@lru_cache(maxsize=8)
def integers(deal: Deal) -> Integers:
    """A deal's two matrices in integers with no common factor to spare.

    Examples
    --------
    >>> from pokerlab import deals
    >>> integers(deals.kuhn()).unit
    Fraction(1, 6)
    """
    possible = deal.weights > 0
    weights, margins, runouts = (
        array[possible].astype(object) for array in (deal.weights, deal.margins, deal.runouts)
    )
    least = runouts // np.gcd(weights * margins, runouts)
    scale = lcm(*set(least))
    arrays = []
    for numbers in (weights * scale, weights * margins * scale // runouts):
        array = np.zeros(deal.weights.shape, object)
        array[possible] = numbers
        arrays.append(array)
    unit = Fraction(1, scale * int(weights.sum()))
    return Integers(unit, tuple(arrays), tuple(fmpz_mat(array.tolist()) for array in arrays))


def _amounts(game: Game) -> list[tuple[Terminal, int]]:
    """The tree's endings with their amounts as multiples of the least common fraction."""
    scale = _common(end.amount for end in game.tree.terminals)
    return [(end, int(end.amount * scale)) for end in game.tree.terminals]


def _unit(game: Game) -> Fraction:
    """What 1 is in the game's integer payoffs, in chips."""
    return integers(game.deal).unit / _common(end.amount for end in game.tree.terminals)


def _common(fractions: Iterable[Fraction]) -> int:
    return lcm(*(fraction.denominator for fraction in fractions))


def _sequence_values(game: Game, player: int, opponent: np.ndarray) -> np.ndarray:
    """:meth:`Game.sequence_values` in integers."""
    values = np.zeros(game.shape(player), object)
    opponent = fmpz_mat(opponent.tolist())
    met = []
    for matrix in integers(game.deal).matrices:
        product = (matrix if player == 0 else matrix.transpose()) * opponent
        numbers = [int(entry) for entry in product.entries()]
        met.append(np.array(numbers, object).reshape(values.shape[0], -1))
    for end, amount in _amounts(game):
        values[:, end.sequences[player]] += amount * met[end.showdown][:, end.sequences[1 - player]]
    return values


def _walk(game: Game, player: int, values: np.ndarray) -> np.ndarray:
    """Add to each sequence's value what its best continuation earns."""
    best = np.maximum if player == 0 else np.minimum
    values = values.copy()
    for node in reversed(game.tree.information_sets[player]):
        values[:, node.parent] += best.reduce(values[:, node.children], axis=1)
    return values


def _tempting(game: Game, player: int, plans: PlanPair) -> np.ndarray:
    """What a player does in his plan, or might as well do."""
    tempting = game.check_plan(player, plans[player]) > CLOSE
    values = game.action_values(player, plans[1 - player]) * (1 if player == 0 else -1)
    for node in game.tree.information_sets[player]:
        block = values[:, node.children]
        as_good = block >= block.max(axis=1, keepdims=True) - CLOSE
        tempting[:, node.children] |= as_good & tempting[:, [node.parent]]
        stuck = tempting[:, node.parent] & ~tempting[:, node.children].any(axis=1)
        likeliest = node.children.start + plans[player][:, node.children].argmax(axis=1)
        tempting[stuck, likeliest[stuck]] = True
    return tempting


def _integers(plan: np.ndarray) -> np.ndarray:
    """A plan in Python's integers, which do not overflow."""
    plan = np.asarray(plan)
    if not all(isinstance(entry, int | np.integer) for entry in plan.flat):
        raise ValueError("plan: an entry is no integer")
    integers = np.array([int(entry) for entry in plan.flat], object)
    return frozen(integers.reshape(plan.shape))


def _check(game: Game, player: int, plan: np.ndarray, one: int) -> None:
    """Refuse what is not exactly a plan."""
    if not isinstance(one, int | np.integer) or one < 1:
        raise ValueError(f"denominators: {one!r} given, positive integers needed")
    if plan.shape != game.shape(player):
        raise ValueError(f"plan: shape {plan.shape} given, {game.shape(player)} needed")
    if (plan < 0).any():
        raise ValueError(f"plan: an entry of player {player}'s is negative")
    if (plan[:, 0] != one).any():
        raise ValueError("plan: column 0, the empty sequence, must be all ones")
    for node in game.tree.information_sets[player]:
        miss = plan[:, node.children].sum(axis=1) != plan[:, node.parent]
        if miss.any():
            raise ValueError(
                f"plan: with {game.deal.hands[player][miss.argmax()]}, the actions after "
                f"{node.history or 'the start'!r} do not add up exactly to what leads there"
            )


def _exact_plan(game: Game, player: int, strategy: np.ndarray) -> tuple[np.ndarray, int]:
    """A plan as integers, and what 1 is."""
    if np.asarray(strategy).dtype == object:
        fractions = [Fraction(entry) for entry in strategy.flat]
        one = _common(fractions)
        plan = np.array([int(fraction * one) for fraction in fractions], object)
        return plan.reshape(strategy.shape), one
    behaviour = game.to_behaviour(player, game.check_plan(player, strategy))
    chances = np.rint(behaviour * 2.0**BITS).astype(np.int64).astype(object)
    plan = np.zeros(chances.shape, object)
    plan[:, 0] = 1 << BITS
    for node in game.tree.information_sets[player]:
        block = plan[:, [node.parent]] * chances[:, node.children] >> BITS
        largest = behaviour[:, node.children].argmax(axis=1)
        rows = np.arange(len(block))
        block[rows, largest] += plan[:, node.parent] - block.sum(axis=1)
        plan[:, node.children] = block
    return plan, 1 << BITS


def _choices(game: Game, player: int, kept: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Number a player's variables: one for each sequence that begins with a real choice.

    Where one continuation is kept it is as likely as its parent and shares its number. Numbers of
    -1 are no variables: those sequences are certain or impossible, as the second array says.
    """
    number = np.full(kept.shape, -1)
    certain = np.zeros(kept.shape, object)
    certain[:, 0] = 1
    for node in game.tree.information_sets[player]:
        options = kept[:, node.children] & kept[:, [node.parent]]
        alone = (options.sum(axis=1) == 1)[:, None] & options
        for array in (number, certain):
            array[:, node.children] = np.where(
                alone, array[:, [node.parent]], array[:, node.children]
            )
        fresh = options & ~alone
        number[:, node.children][fresh] = number.max() + 1 + np.arange(fresh.sum())
    return number, certain


def _sums(
    game: Game, player: int, number: np.ndarray, certain: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The equations that a plan keeps, one for each real choice: matrix and right-hand side."""
    rows, totals = [], []
    for node in game.tree.information_sets[player]:
        children = number[:, node.children]
        real = ((children >= 0) & (children != number[:, [node.parent]])).any(axis=1)
        for hand in np.flatnonzero(real):
            row = np.zeros(number.max() + 2, object)
            row[number[hand, node.parent]] = -1
            row[children[hand]] = 1
            rows.append(row[:-1])
            totals.append(certain[hand, node.parent])
    return np.reshape(rows, (len(rows), number.max() + 1)), np.array(totals, object)
