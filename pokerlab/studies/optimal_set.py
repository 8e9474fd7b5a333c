"""The set of optimal strategies, and what they share if there are many.

A player's optimal plans are those that guarantee the game's value. They form a polytope, often with
many corners, and it means nothing which one a solver returns. What does mean something is how far
a linear quantity, such as how often a hand bluffs, can move within the polytope.

Plans that guarantee the value up to a small error are too many: where a mistake is cheap, a
quantity moves far for that error. So `extremes` does not ask for the value. It
solves the game in fractions (:mod:`pokerlab.solvers.exact`). Take any optimal plan of the other
player. A plan is optimal if and only if it does nothing that is worth less against that plan than
something else, and that plan is a best response to it. These conditions are equations, without an
error to allow for, and a linear program over them is solved in fractions, too. Best responses then
prove that the plan it found guarantees the value.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.arguments import read_list, refusal
from pokerlab._support.arithmetic import NO_INDEX
from pokerlab._support.pairs import as_pair
from pokerlab.certificates import Certificate
from pokerlab.games import Game, Player, require_game
from pokerlab.integers import over_common_denominator
from pokerlab.range_weights import FrequenciesLike
from pokerlab.solutions import Profile
from pokerlab.solvers import exact
from pokerlab.solvers._highs import HighsResult, make_highs, run_highs
from pokerlab.solvers.exact_programs import float_basis, optimal_corner, program_in_integers
from pokerlab.solvers.restricted_game import add_continuations, widen
from pokerlab.solvers.sequence_programs import (
    LinearProgram,
    SequenceProgram,
    all_sequences,
    scale_for_unit,
)
from pokerlab.solvers.units import least_amount

__all__ = ["RiskOptimum", "RiskProgram", "extremes", "frequency_weights"]

# By how much a plan may miss the value in a `RiskProgram`, in units of the program, lest
# rounding leave no plan at all.
_SLACK = 1e-8
# The largest weight of a quantity in the objective of a `RiskProgram`. HiGHS takes small prices for
# zeros, so that it is far above 1, and gives up where prices are huge.
_LARGEST_WEIGHT = 2.0**16


def extremes(
    solution: Profile, player: Player, quantities: Iterable[np.ndarray]
) -> Iterator[tuple[float, float]]:
    """Return the least and the most that each quantity can be over all optimal plans of a player.

    Both are exact, and then rounded to floats. The solution, or a certificate, says where to begin;
    it may be a rough one. A quantity, such as `frequency_weights`, is a (hands, sequences) array of
    weights of a plan's entries.

    Raises
    ------
    ArithmeticError
        If amounts in the game are too far apart for floats.

    Examples
    --------
    In Kuhn's poker the first player may bluff with a jack, and anywhere up to one time in three:

    >>> from pokerlab import betting, deals
    >>> from pokerlab.games import Game
    >>> from pokerlab.solvers import lp
    >>> solution = lp.solve(Game(deals.kuhn(), betting.kuhn()))
    >>> bluff = frequency_weights(solution.game, 0, "bet", ["J"])
    >>> list(extremes(solution, 0, [bluff]))
    [(0.0, 0.3333333333333333)]
    """
    if not isinstance(solution, Profile):
        raise refusal("solution", repr(solution), "a Solution or a Certificate", error=TypeError)
    game, player = solution.game, solution.game.tree.read_player(player)
    arrays = [
        game.sequence_form.read_array("quantities", player, quantity)
        for quantity in read_list("quantities", quantities)
    ]
    return _extremes(solution, player, arrays)


def _extremes(
    solution: Profile, player: int, quantities: Iterable[np.ndarray]
) -> Iterator[tuple[float, float]]:
    """Yield the extremes of quantities, arrays as `extremes` reads them."""
    certificate = _exact_equilibrium_near(solution)
    for quantity in quantities:
        weights, denominator = over_common_denominator(map(Fraction, quantity.flat))
        weights = weights.reshape(quantity.shape)
        least = -_maximum(certificate, player, -weights) / denominator
        most = _maximum(certificate, player, weights) / denominator
        yield float(least), float(most)


@lru_cache(maxsize=8)
def _exact_equilibrium_near(solution: Profile) -> Certificate:
    """Return the solution if it is an exact equilibrium; else solve its game in fractions."""
    if isinstance(solution, Certificate) and not solution.width:
        return solution
    return exact.solve(solution.game, initial=solution.plans)


@one_blas_thread
def _maximum(certificate: Certificate, player: int, quantity: np.ndarray) -> Fraction:
    """Return the most of a quantity, given in integers, over all optimal plans of a player.

    The program begins with those of the other player's actions that are best against the
    certificate's plan, or lead to where the quantity counts. As long as some other one gains
    against the plan that the program finds, it is added. So every optimal plan fulfils the program
    at all times, and in the end the plan that it finds is an optimal one.
    """
    game, other = certificate.game, 1 - player
    in_play = [certificate.best_sequences(either) for either in (0, 1)]
    _allow_way_to(game, player, quantity, in_play[other])
    fallback = game.sequence_form.proportional_behaviours(
        plan.astype(float) for plan in certificate.plans
    )
    while True:
        sequence_program = program_in_integers(game, in_play, fallback)
        linear_program = _over_optimal_plans(sequence_program, certificate, player)
        plan_variables = sequence_program.plan_variables[player]
        objective = np.zeros(len(linear_program.objective), object)
        objective[: plan_variables.variable_count] = plan_variables.sum_by_variable(quantity)
        linear_program = linear_program._replace(objective=objective)
        corner = optimal_corner(linear_program, float_basis(linear_program)).refined()
        plan = plan_variables.plan_from(corner.variables, corner.denominator)
        plans, denominators = list(certificate.numerators), list(certificate.denominators)
        denominator = corner.denominator * plan_variables.lock_denominator
        plans[player], denominators[player] = plan, denominator
        proof = Certificate(game, as_pair(plans), as_pair(denominators))
        if not proof.width:
            return Fraction(int((quantity * plan).sum()), denominator)
        gaining = [np.zeros_like(sequences) for sequences in in_play]
        gaining[other] = proof.gaining_sequences()[other]
        wider = widen(in_play, gaining)
        assert wider is not None
        in_play = list(wider)


def _allow_way_to(
    game: Game, player: int, quantity: np.ndarray, others_in_play: np.ndarray
) -> None:
    """Put in play the other player's actions on the way to where a player's quantity counts."""
    tree, other = game.tree, 1 - player
    counts = (quantity != 0).any(axis=0)
    for information_set in tree.information_sets[player]:
        if counts[information_set.sequences_after].any():
            sequence = information_set.opponent_sequence_before
            while sequence:
                others_in_play[:, sequence] = True
                sequence = tree.information_set_of_sequence(other, sequence).sequence_before
    # Where none follows, any will do.
    add_continuations(game.sequence_form, other, others_in_play, np.zeros(others_in_play.shape))


def _over_optimal_plans(
    sequence_program: SequenceProgram, certificate: Certificate, player: int
) -> LinearProgram:
    """Return the linear program of a player's plan, in which only his optimal plans are allowed.

    It is the game's program, or the dual for player 1, with two changes. Only what is best against
    the other player's certified plan is in play, which the program is given so. And what that plan
    does with some probability must be a best response, so that its row is an equation.
    """
    linear_program, other = sequence_program.for_player(player), 1 - player
    # The other player's variables are rows here.
    rows = sequence_program.plan_variables[other].entries.variables
    is_equation = linear_program.is_equation.copy()
    is_equation[rows[(rows != NO_INDEX) & (certificate.numerators[other] > 0)]] = True
    return linear_program._replace(is_equation=is_equation)


def frequency_weights(
    game: Game, player: Player, action: str, held: FrequenciesLike = 1
) -> np.ndarray:
    """Return the weights that add up a plan to the frequency of an action, for `extremes`.

    It is a share of the deals of the hands ``held``; all hands if left out. Only the player's own
    choices count: a call of a push counts whether or not the opponent pushes, and in
    `pokerlab.solutions.Profile.frequency` only if he does.

    Raises
    ------
    ValueError
        If the player can hold none of the hands.
    """
    require_game(game)
    player = game.tree.read_player(player)
    frequencies = game.deal.read_frequencies(player, held, name="held")
    probabilities = game.deal.hand_probabilities(player) * frequencies
    total = probabilities.sum()
    if not total:
        raise refusal("held", repr(held), f"a hand that {game.tree.players[player]} can hold")
    quantity = np.zeros(game.shape(player))
    quantity[:, game.tree.sequence_index(player, action)] = probabilities / total
    return quantity


class RiskOptimum(NamedTuple):
    """The result of a `RiskProgram`."""

    plan: np.ndarray  #: (hands, sequences), the player's plan with the most of a quantity.
    punishing: np.ndarray  #: (hands, sequences), the other player's plan that punishes it most.
    price: float  #: How much more of the quantity one more chip of risk would allow.


class RiskProgram:
    """The linear program over all plans of a player that guarantee the value, or a little less.

    It is in floats. Without a risk it finds the same as `extremes`, up to an error. With one, the
    plans asked for are not optimal, so the equations of `extremes` do not hold for them.
    """

    def __init__(self, game: Game, player: Player) -> None:
        self._game, self._player = game, game.tree.read_player(player)
        # By the least amount itself, lest a game in other chips have another program.
        self._payoff_scale = scale_for_unit(game, least_amount(game.tree))
        self._sequence_program = SequenceProgram(
            game, all_sequences(game), payoff_scale=self._payoff_scale
        )
        linear_program = self._sequence_program.for_player(self._player)
        self._highs = make_highs(linear_program)
        self._run()
        self._program_value = -self._highs.getInfo().objective_function_value
        # A new last row demands that a plan guarantees the value: its objective so far is at least
        # the best. `maximise` lowers this bound by what may be risked.
        (columns,) = linear_program.objective.nonzero()
        self._highs.addRow(
            self._program_value, np.inf, len(columns), columns, linear_program.objective[columns]
        )

    def maximise(self, quantity: np.ndarray, risk: float = 0.0) -> RiskOptimum:
        """Find a plan with the most of a quantity, as in `extremes`, that may risk `risk` chips.

        A quantity of another shape is a ValueError. If the linear program fails, it is a
        RuntimeError.
        """
        quantity = self._game.sequence_form.read_array("quantity", self._player, quantity)
        quantity_unit = (abs(quantity).max() or 1.0) / _LARGEST_WEIGHT
        column_count = self._highs.getNumCol()
        plan_variables = self._sequence_program.plan_variables
        own = plan_variables[self._player]  # his variables come first
        objective = np.zeros(column_count)
        objective[: own.variable_count] = own.sum_by_variable(quantity / quantity_unit)
        self._highs.changeColsCost(column_count, np.arange(column_count), -objective)
        least = self._program_value - _SLACK - self._payoff_scale * risk
        self._highs.changeRowBounds(self._highs.getNumRow() - 1, least, np.inf)
        result = self._run()
        prices = self._payoff_scale * quantity_unit * result.prices
        price = float(prices[-1])
        other, sequence_form = 1 - self._player, self._game.sequence_form
        plan = own.plan_from(result.variables)
        punishing = plan_variables[other].plan_from(prices, price)  # times the price
        return RiskOptimum(
            sequence_form.proportional_plan(self._player, plan),
            sequence_form.proportional_plan(other, punishing),
            price,
        )

    def _run(self) -> HighsResult:
        """Let HiGHS solve the program as it is."""
        result = run_highs(self._highs)
        if not result.is_solved:
            raise RuntimeError(f"HiGHS found no extreme: {self._highs.getModelStatus()}")
        return result
