"""A game's payoffs in integers, for everything that is proven without rounding.

A deal counts its hands in integers, and a tree keeps its amounts as fractions. So all payoffs of a
game are integers times one small amount of chips, its `payoff_unit`. The functions here are the
exact counterparts of :mod:`pokerlab.payoffs` and of some methods of :class:`pokerlab.games.Game`.
Arrays hold Python's integers (:mod:`pokerlab.integers`).
"""

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import numpy as np
from flint import fmpz_mat

from pokerlab._players import as_pair
from pokerlab.amounts import simplest
from pokerlab.deals import Deal
from pokerlab.games import Game
from pokerlab.integers import over_common_denominator, product
from pokerlab.payoffs import Entries, VariableIndices, pair_entries

__all__ = [
    "ExactLockedReach",
    "IntegerMatrices",
    "exact_locked_reach",
    "exact_sequence_values",
    "integer_matrices",
    "payoff_unit",
    "program_entries",
]


class IntegerMatrices(NamedTuple):
    """A deal's ``prior`` and ``balance`` as integers, for NumPy and for FLINT."""

    unit: Fraction  #: What 1 in them stands for: a probability, or one times a share of the pot.
    prior: np.ndarray  #: (n0, n1) integers: how likely each pair of hands is.
    balance: np.ndarray  #: (n0, n1) integers: the prior times the showdown.
    for_flint: tuple[fmpz_mat, fmpz_mat]  #: Both once more, as FLINT's matrices.


class ExactLockedReach(NamedTuple):
    """How likely locked decisions allow each sequence, in integers."""

    numerators: tuple[np.ndarray, np.ndarray]  #: (hands, sequences) of each player.
    denominator: int  #: What 1 is in the product of one of either player's numerators.


@lru_cache(maxsize=8)
def integer_matrices(deal: Deal) -> IntegerMatrices:
    """Write a deal's two matrices in integers.

    Examples
    --------
    >>> from pokerlab import deals
    >>> integer_matrices(deals.kuhn()).unit
    Fraction(1, 6)
    """
    weights, margins = deal.weights.astype(object), deal.margins.astype(object)
    # Where a pair is never dealt there are no runouts, and any number will do.
    runouts = np.maximum(deal.runout_counts, 1).astype(object)
    denominator = lcm(*set((runouts // np.gcd(weights * margins, runouts)).flat))
    prior, balance = weights * denominator, weights * margins * denominator // runouts
    unit = Fraction(1, denominator * int(weights.sum()))
    for_flint = fmpz_mat(prior.tolist()), fmpz_mat(balance.tolist())
    return IntegerMatrices(unit, prior, balance, for_flint)


def payoff_unit(game: Game) -> Fraction:
    """What 1 in a game's integer payoffs is worth in chips."""
    _, denominator = over_common_denominator(game.tree.amounts)
    denominator *= exact_locked_reach(game).denominator
    return integer_matrices(game.deal).unit / denominator


@lru_cache(maxsize=8)
def exact_locked_reach(game: Game) -> ExactLockedReach:
    """:attr:`pokerlab.games.Game.locked_reach` in integers, where nothing may be rounded.

    A locked probability is the simplest fraction that its float stands for, divided by the sum of
    those of its decision, as in :meth:`pokerlab.deals.Deal.restrict`.
    """
    if game.locked is None:
        return ExactLockedReach(
            as_pair(np.broadcast_to(1, game.shape(player)) for player in (0, 1)), 1
        )
    both = [
        over_common_denominator(_locked_reach_in_fractions(game, player).flat) for player in (0, 1)
    ]
    numerators = as_pair(both[player][0].reshape(game.shape(player)) for player in (0, 1))
    return ExactLockedReach(numerators, both[0][1] * both[1][1])


def _locked_reach_in_fractions(game: Game, player: int) -> np.ndarray:
    """How likely a player's locked decisions allow each sequence, in fractions."""
    assert game.locked is not None
    to_simplest = np.vectorize(lambda chance: simplest(Fraction(chance)), [object])
    reach = np.full(game.shape(player), Fraction(1))
    for parent, first, stop in game.tree.decision_rows[player].tolist():
        hands = game.locked_hands(player, slice(first, stop))
        chances = to_simplest(game.locked[player][hands, first:stop])
        reach[hands, first:stop] = chances / chances.sum(axis=1, keepdims=True)
        reach[:, first:stop] *= reach[:, [parent]]
    return reach


def exact_sequence_values(game: Game, player: int, opponent_plan: np.ndarray) -> np.ndarray:
    """:meth:`pokerlab.games.Game.sequence_values` in integers, given integers for the opponent.

    Values are in units of `payoff_unit`, divided by what 1 is in the opponent's array.
    """
    reach = exact_locked_reach(game).numerators
    opponent_plan = opponent_plan * reach[1 - player]
    amounts, _ = over_common_denominator(game.tree.amounts)
    reached = (opponent_plan != 0).any(axis=0)
    tree = game.tree
    counts = reached[tree.payment_sequences[:, 1 - player]]
    values: np.ndarray = np.zeros(game.shape(player), object)
    prior, balance = integer_matrices(game.deal).for_flint
    for is_stake, matrix in ((False, prior), (True, balance)):
        payments = counts & (tree.payment_is_stake == is_stake)
        sequences = tree.payment_sequences[payments]
        paid = amounts[tree.payment_amount_indices[payments]]
        columns, column_indices = np.unique(sequences[:, 1 - player], return_inverse=True)
        towards_player = matrix if player == 0 else matrix.transpose()
        met = product(towards_player, opponent_plan[:, columns])
        for sequence, amount, column in zip(
            sequences[:, player], paid, column_indices, strict=True
        ):
            values[:, sequence] += amount * met[:, column]
    values *= reach[player]
    return values


def program_entries(game: Game, indices: VariableIndices) -> list[Entries]:
    """The payoffs in a linear program's matrix, in integers.

    ``indices`` are as in :meth:`pokerlab.payoffs.MatrixPayoffs.program_entries`, and each pair of
    hands and payment has an entry of its own.
    """
    amounts, _ = over_common_denominator(game.tree.amounts)
    _, prior, balance, _ = integer_matrices(game.deal)
    reach = None if game.locked is None else exact_locked_reach(game).numerators
    paid = amounts[game.tree.payment_amount_indices]
    return pair_entries(game.tree, paid, (prior, balance), indices, reach)
