"""Responses that use an opponent's mistakes at a limited risk.

A player with a model of his opponent, a plan that he expects, may leave the equilibrium to earn
more against it. Then he guarantees less than the value of the game. The difference is his risk. The
best plan against the model at a limited risk solves a linear program: the one for equilibria
(:mod:`pokerlab.solvers.lp`) with another objective and one more inequality. As the risk grows from
0, the plan goes from the best of the optimal ones to a best response, and its earnings are a
concave function of the risk.

It is also the best plan for a player who believes in the model with some probability ``p`` and
expects the worst otherwise. M. Johanson, M. Zinkevich and M. Bowling call it the restricted Nash
response (Computing robust counter-strategies, 2007) and solve a game for each ``p``. On the curve
it lies where the slope falls to ``(1 - p) / p`` or, at a corner, from above to below it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.arguments import read_list
from pokerlab._support.frozen import FrozenArrays
from pokerlab._support.pairs import SIGNS
from pokerlab.amounts import Amount, read_amount
from pokerlab.games import Game, Player, require_float_amounts, require_game
from pokerlab.studies.optimal_set import RiskProgram

__all__ = ["SafeResponse", "curve", "response"]


@dataclass(frozen=True, eq=False)
class SafeResponse(FrozenArrays):
    """The best plan against a model at a given risk, in its player's chips."""

    plan: np.ndarray = field(repr=False)  #: (hands, sequences)
    own_guarantee: float  #: The plan's least winnings against anybody, by best response.
    earnings: float  #: Its winnings against the model.
    #: An upper bound on earnings: no plan that guarantees at least as much earns more. A best
    #: response to a mixture of the model and the plan that punishes this one most proves it.
    max_earnings: float
    #: The probability of the model for which this plan is best, if the worst is expected otherwise.
    #: At a corner of the curve it is one of an interval.
    belief: float


def response(game: Game, player: Player, model: np.ndarray, risk: Amount = 0) -> SafeResponse:
    """Find the plan that earns most against a model, of all that guarantee the value minus a risk.

    The model is the (hands, sequences) plan that the player expects of the other one, and the risk
    is in chips; 0 gives the best of the optimal plans. Up to rounding, ``own_guarantee`` is at
    least the value minus the risk, and ``max_earnings`` equals ``earnings``.

    Raises
    ------
    ValueError
        If the model is no plan of the other player, or the risk is below 0.
    RuntimeError
        If the linear program fails.

    Examples
    --------
    In Kuhn's poker no optimal plan profits from a second player who calls every bet with a queen.
    Risking a chip in 72 hands does:

    >>> from pokerlab import betting, deals
    >>> game = Game(deals.kuhn(), betting.kuhn())
    >>> model = game.plan(1, {"bet, call": {"Q": 1, "K": 1}, "check, bet": {"K": 1}})
    >>> for risk in 0, "1/72":
    ...     found = response(game, 0, model, risk)
    ...     print(round(36 * found.own_guarantee, 6), round(36 * found.earnings, 6))
    -2.0 -2.0
    -2.5 -1.0
    """
    (found,) = curve(game, player, model, [read_amount("risk", risk, at_least=0)])
    return found


@one_blas_thread
def curve(
    game: Game, player: Player, model: np.ndarray, risks: Iterable[Amount]
) -> list[SafeResponse]:
    """Return the plans of `response` for many risks, from one program."""
    require_game(game)
    player = game.tree.read_player(player)
    other, sign = 1 - player, SIGNS[player]
    model = game.sequence_form.read_plan("model", other, model)
    chips = [float(read_amount("risks", risk, at_least=0)) for risk in read_list("risks", risks)]
    require_float_amounts(game)
    values = sign * game.terminal_values(player, model)
    program = RiskProgram(game, player)
    responses = []
    for risk in chips:
        plan, punishing, price = program.maximise(values, risk)
        price = max(price, 0.0)
        mixture = (model + price * punishing) / (1 + price)
        guarantee, earnings = sign * game.guarantee(player, plan), float((plan * values).sum())
        max_earnings = sign * (1 + price) * game.guarantee(other, mixture) - price * guarantee
        responses.append(
            SafeResponse(plan, guarantee, earnings, max_earnings, belief=1 / (1 + price))
        )
    return responses
