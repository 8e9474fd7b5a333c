"""A game's payoffs in integers, for everything that is proven without rounding.

A deal counts its hands in integers, and a tree keeps its amounts as fractions. So all payoffs of a
game are integers times one small amount of chips (`IntegerPayoffOperator`). Arrays hold Python's
integers (:mod:`pokerlab.integers`).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np
from flint import fmpz_mat

from pokerlab.deals import Deal
from pokerlab.games import Game
from pokerlab.integers import multiply, over_common_denominator
from pokerlab.payoffs import PayoffOperator

__all__ = [
    "IntegerMatrices",
    "IntegerPayoffOperator",
    "integer_matrices",
    "integer_payoff_operator",
]


@dataclass(frozen=True, eq=False)
class IntegerMatrices:
    """A deal's ``prior`` and ``net_wins`` as multiples of one number, for NumPy and for FLINT."""

    #: How much 1 in them is: a probability, or one times a share of the stake.
    probability_unit: Fraction
    prior: np.ndarray  #: (n0, n1) integers: how likely each pair of hands is.
    net_wins: np.ndarray  #: (n0, n1) integers: that times the net shares.
    for_flint: tuple[fmpz_mat, fmpz_mat]  #: Both once more, ``prior`` first, as FLINT's matrices.


@lru_cache(maxsize=8)
def integer_matrices(deal: Deal) -> IntegerMatrices:
    """Write a deal's two matrices in integers.

    Examples
    --------
    >>> from pokerlab import deals
    >>> integer_matrices(deals.kuhn()).probability_unit
    Fraction(1, 6)
    """
    ways, margins = deal.ways.astype(object), deal.margins.astype(object)
    # Where a pair is never dealt there are no run-outs, and any number will do.
    runout_counts = np.maximum(deal.runout_counts, 1).astype(object)
    # What is left of the run-outs' number where a pair's net win is a fraction in lowest terms.
    denominators = runout_counts // np.gcd(ways * margins, runout_counts)
    denominator = lcm(*set(denominators.flat))
    prior, net_wins = ways * denominator, ways * margins * denominator // runout_counts
    probability_unit = Fraction(1, denominator * int(ways.sum()))
    for_flint = fmpz_mat(prior.tolist()), fmpz_mat(net_wins.tolist())
    return IntegerMatrices(probability_unit, prior, net_wins, for_flint)


class IntegerPayoffOperator(PayoffOperator):
    """The operator of a game in integers, each of which stands for a multiple of one `unit`.

    :func:`integer_payoff_operator` makes it, once for each game.

    Attributes
    ----------
    unit : Fraction
        How many chips one of it is.
    """

    number_type = np.dtype(object)

    def __init__(self, game: Game) -> None:
        super().__init__(game.deal, game.sequence_form)
        self._integer_matrices = integer_matrices(game.deal)
        exact_amounts = game.tree.payments.exact_amounts
        self._integer_amounts, denominator = over_common_denominator(exact_amounts)
        self.unit = self._integer_matrices.probability_unit / denominator

    @property
    def _amounts(self) -> np.ndarray:
        return self._integer_amounts

    @property
    def _matrices(self) -> tuple[np.ndarray, np.ndarray]:
        return self._integer_matrices.prior, self._integer_matrices.net_wins

    def terminal_values_by_sequence(self, player: int, plan_by_sequence: np.ndarray) -> np.ndarray:
        """Apply the operator to a plan; the values are (sequences, hands) integers.

        They are in the `unit`, divided by the number that stands for 1 in the plan.
        """
        paid: np.ndarray = np.zeros(self._shape_by_sequence(player), object)
        prior, net_wins = self._integer_matrices.for_flint
        if player == 1:  # from the opponent's hands to the player's
            prior, net_wins = prior.transpose(), net_wins.transpose()
        is_played = (plan_by_sequence != 0).any(axis=1)
        for block in self.tree.payments.blocks(player, is_played):
            opponent_reach = plan_by_sequence[block.opponent_sequences]
            products = multiply(net_wins if block.is_stake else prior, opponent_reach.T).T
            amounts = self._amounts[block.payment_indices]
            for amount, sequence, opponent_row in zip(
                amounts, block.own_sequences, block.opponent_positions, strict=True
            ):
                paid[sequence] += amount * products[opponent_row]
        return paid


@lru_cache(maxsize=8)
def integer_payoff_operator(game: Game) -> IntegerPayoffOperator:
    """Return the operator of a game in integers; the same object for the last few games."""
    return IntegerPayoffOperator(game)
