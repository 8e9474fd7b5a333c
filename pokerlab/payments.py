"""Payments of a tree where hands end, in arrays.

People read the terminals of a tree (:attr:`pokerlab.trees.Tree.terminals`), and payoff operators
this (:mod:`pokerlab.payoffs`): all payments, or blocks of one kind, as one player sees them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pokerlab._support.frozen import FrozenArrays, frozen_copy

__all__ = ["PaymentBlock", "Payments"]


@dataclass(frozen=True, eq=False)
class Payments(FrozenArrays):
    """All that a tree pays where hands end: fixed amounts and stakes, in the terminals' order.

    Arrays have an item for each payment.
    """

    last_sequences: np.ndarray  #: (e, 2) integers: player 0's last sequence and player 1's.
    is_stake: np.ndarray  #: (e,) of bool: whether it is a stake, and not a fixed amount.
    exact_amounts: tuple[Fraction, ...]  #: (e,): how much each is, in chips.

    @cached_property
    def amounts(self) -> np.ndarray:
        """The amounts in floats, (e,)."""
        return frozen_copy([float(amount) for amount in self.exact_amounts])

    def blocks(
        self, player: int, is_played: np.ndarray | None = None
    ) -> tuple["PaymentBlock", "PaymentBlock"]:
        """Return the payments as one player sees them: the fixed amounts, and the stakes.

        Given which of the opponent's sequences are played, (opponent's sequences,) of bool, these
        are only the payments where one of them ends.

        Examples
        --------
        >>> from pokerlab.betting import push_fold
        >>> fixed_amounts, stakes = push_fold(10).payments.blocks(0)
        >>> fixed_amounts.opponent_sequences, stakes.opponent_sequences
        (array([0, 1]), array([2]))
        """
        fixed_amounts = self._block(player, is_played, is_stake=False)
        return fixed_amounts, self._block(player, is_played, is_stake=True)

    def _block(self, player: int, is_played: np.ndarray | None, is_stake: bool) -> "PaymentBlock":
        """Return all payments of one kind in one block."""
        indices = self.indices_by_opponent(player)
        indices = indices[self.is_stake[indices] == is_stake]
        if is_played is not None:
            indices = indices[is_played[self.last_sequences[indices, 1 - player]]]
        own_sequences = self.last_sequences[indices, player]
        opponent_sequences, opponent_positions = np.unique(
            self.last_sequences[indices, 1 - player], return_inverse=True
        )
        return PaymentBlock(
            is_stake, indices, own_sequences, opponent_sequences, opponent_positions
        )

    def indices_by_opponent(self, player: int) -> np.ndarray:
        """Return the indices of all payments, in the order of the opponent's last sequences, (e,).

        Those after one sequence are in the terminals' order.
        """
        return self.last_sequences[:, 1 - player].argsort(kind="stable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Payments):
            return NotImplemented
        return (
            self.exact_amounts == other.exact_amounts
            and np.array_equal(self.last_sequences, other.last_sequences)
            and np.array_equal(self.is_stake, other.is_stake)
        )


class PaymentBlock(NamedTuple):
    """Payments of one kind as one player sees them, in the order of the opponent's sequences.

    The worth of the opponent's hands over a deal is worked out once for each of his sequences, and
    then counts for every payment where it ends.
    """

    is_stake: bool  #: Whether all are stakes; if not, all are fixed amounts.
    payment_indices: np.ndarray  #: (e,) integers: which of the tree's payments each is.
    own_sequences: np.ndarray  #: (e,) integers: the player's last sequence at each.
    #: (m,) integers: the opponent's last sequences, each of them once, ascending.
    opponent_sequences: np.ndarray
    #: (e,) integers: which of `opponent_sequences` each payment's is, ascending.
    opponent_positions: np.ndarray

    def in_parts(self, most: int) -> Iterator["PaymentBlock"]:
        """Yield blocks with at most `most` of the opponent's sequences each."""
        for first in range(0, len(self.opponent_sequences), most):
            # The positions ascend, so those of some neighbours are neighbours, too.
            begin, end = np.searchsorted(self.opponent_positions, (first, first + most))
            yield PaymentBlock(
                self.is_stake,
                self.payment_indices[begin:end],
                self.own_sequences[begin:end],
                self.opponent_sequences[first : first + most],
                self.opponent_positions[begin:end] - first,
            )
