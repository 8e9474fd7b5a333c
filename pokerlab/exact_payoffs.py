"""A game's payoffs in integers, for everything that is proven without rounding.

A deal counts its hands in integers, and a tree keeps its amounts as fractions. So all payoffs of a
game are integers times one small amount of chips (`IntegerPayments`). Arrays hold Python's integers
(:mod:`pokerlab.integers`).
"""

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import numpy as np
from flint import fmpz_mat

from pokerlab.deals import Deal
from pokerlab.games import Game
from pokerlab.integers import multiply, over_common_denominator
from pokerlab.locks import exact_lock_factors
from pokerlab.payoffs import PaymentEntries, VariableIndices, pair_entries

__all__ = [
    "IntegerMatrices",
    "IntegerPayments",
    "integer_matrices",
    "integer_payments",
]


class IntegerMatrices(NamedTuple):
    """A deal's ``prior`` and ``net_wins`` as integers, for NumPy and for FLINT."""

    unit: Fraction  #: What 1 in them stands for: a probability, or one times a share of the pot.
    prior: np.ndarray  #: (n0, n1) integers: how likely each pair of hands is.
    net_wins: np.ndarray  #: (n0, n1) integers: the prior times the net shares.
    for_flint: tuple[fmpz_mat, fmpz_mat]  #: Both once more, as FLINT's matrices.


@lru_cache(maxsize=8)
def integer_matrices(deal: Deal) -> IntegerMatrices:
    """Write a deal's two matrices in integers.

    Examples
    --------
    >>> from pokerlab import deals
    >>> integer_matrices(deals.kuhn()).unit
    Fraction(1, 6)
    """
    ways, margins = deal.ways.astype(object), deal.margins.astype(object)
    # Where a pair is never dealt there are no runouts, and any number will do.
    runouts = np.maximum(deal.runout_counts, 1).astype(object)
    denominator = lcm(*set((runouts // np.gcd(ways * margins, runouts)).flat))
    prior, net_wins = ways * denominator, ways * margins * denominator // runouts
    unit = Fraction(1, denominator * int(ways.sum()))
    for_flint = fmpz_mat(prior.tolist()), fmpz_mat(net_wins.tolist())
    return IntegerMatrices(unit, prior, net_wins, for_flint)


class IntegerPayments:
    """What a game pays, in integers: the exact counterpart of :class:`pokerlab.payoffs.Payments`.

    `integer_payments` makes it, once for each game.

    Attributes
    ----------
    unit : Fraction
        What 1 in all payoffs here is worth in chips.
    lock_factors : pair of (hands, sequences) arrays of int objects or None
        :attr:`pokerlab.games.Game.lock_factors` in integers, each player's in a unit of its own.
    """

    def __init__(self, game: Game) -> None:
        self._tree, self._shapes = game.tree, (game.shape(0), game.shape(1))
        self._matrices = integer_matrices(game.deal)
        amounts, denominator = over_common_denominator(game.tree.amounts)
        self._paid = amounts[game.tree.payment_amount_indices]  # by each payment
        self.unit = self._matrices.unit / denominator
        self.lock_factors: tuple[np.ndarray, np.ndarray] | None = None
        if game.locked:
            factors0, denominator0 = exact_lock_factors(game, game.locked, 0)
            factors1, denominator1 = exact_lock_factors(game, game.locked, 1)
            self.lock_factors = factors0, factors1
            self.unit /= denominator0 * denominator1

    def terminal_values(self, player: int, opponent_plan: np.ndarray) -> np.ndarray:
        """:meth:`pokerlab.games.Game.terminal_values`, given integers for the opponent.

        Values are in the `unit`, divided by what 1 is in the opponent's array.
        """
        tree = self._tree
        if self.lock_factors:
            opponent_plan = opponent_plan * self.lock_factors[1 - player]
        reached = (opponent_plan != 0).any(axis=0)
        counts = reached[tree.payment_sequences[:, 1 - player]]
        values: np.ndarray = np.zeros(self._shapes[player], object)
        prior, net_wins = self._matrices.for_flint
        for is_stake, matrix in ((False, prior), (True, net_wins)):
            payments = counts & (tree.payment_is_stake == is_stake)
            sequences = tree.payment_sequences[payments]
            columns, column_indices = np.unique(sequences[:, 1 - player], return_inverse=True)
            towards_player = matrix if player == 0 else matrix.transpose()
            products = multiply(towards_player, opponent_plan[:, columns])
            for sequence, amount, column in zip(
                sequences[:, player], self._paid[payments], column_indices, strict=True
            ):
                values[:, sequence] += amount * products[:, column]
        if self.lock_factors:
            values *= self.lock_factors[player]
        return values

    def payment_entries(self, indices: VariableIndices) -> PaymentEntries:
        """Return what a linear program's matrix has of the payoffs.

        ``indices`` are as in :meth:`pokerlab.payoffs.MatrixPayments.payment_entries`, and each pair
        of hands and payment has an entry of its own.
        """
        prior, net_wins = self._matrices.prior, self._matrices.net_wins
        entries = pair_entries(self._tree, self._paid, prior, net_wins, indices, self.lock_factors)
        return PaymentEntries(entries, sum_count=0)


@lru_cache(maxsize=8)
def integer_payments(game: Game) -> IntegerPayments:
    """Return what a game pays, in integers; the same object for the last few games."""
    return IntegerPayments(game)
