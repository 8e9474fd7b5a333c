"""Locks: decisions of a game that chance makes, with some hands or with all.

:meth:`pokerlab.games.Game.lock` makes them. The player has no choice there any more, and the
probabilities belong to the game: they multiply the payments behind them, as
:class:`pokerlab.payoffs.PayoffOperator` does. So a plan of such a game leaves them out. It is a
*bare plan*, in which each action of a locked decision is as likely as what led there. A bare plan
times `Locks.sequence_factors` is a *full plan*, which the player is seen to play.

Every game has its `Locks`, :attr:`pokerlab.games.Game.locks`, though most lock nothing. Two modules
compute with them: a payoff operator multiplies by the probabilities (`multiply_by_locks` there),
and :mod:`pokerlab.sequence_form`, which is told where they decide, makes, reads and continues
plans. Code that shows a strategy asks for the probabilities once more, by `Locks.filled_in` or
`Locks.exact_action_factors`. A solver that goes through decisions by itself asks
:meth:`pokerlab.sequence_form.SequenceForm.locked_hands`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np

from pokerlab._support.arguments import read_floats, read_pair, require_distributions
from pokerlab._support.basics import as_pair, frozen_copy
from pokerlab.amounts import simplest_fraction
from pokerlab.integers import over_common_denominator
from pokerlab.sequence_form import PROBABILITY_TOLERANCE, products_of_actions
from pokerlab.trees import InformationSet, Tree

__all__ = ["IntegerSequenceFactors", "Locks", "read_locked"]

_to_simplest = np.vectorize(lambda probability: simplest_fraction(Fraction(probability)), [object])


def read_locked(
    name: str, locked: Sequence[Any], tree: Tree, shapes: Sequence[tuple[int, int]]
) -> tuple[np.ndarray, np.ndarray]:
    """Read the probabilities of both players' locked actions, nan at the others; else a ValueError.

    The shapes are those of the players' plans, (hands, sequences). The probabilities of a decision
    have to add up to 1, to within :data:`pokerlab.sequence_form.PROBABILITY_TOLERANCE`.
    """
    both = []
    for player, given in enumerate(read_pair(name, locked, "a pair of arrays")):
        probabilities, shape = frozen_copy(read_floats(name, given)), shapes[player]
        if probabilities.shape != shape or not np.isnan(probabilities[:, 0]).all():
            needed = f"shape {shape} and nan in column 0 needed"
            raise ValueError(f"{name}: {needed}, for player {player}")
        for information_set in tree.information_sets[player]:
            block = probabilities[:, information_set.sequences_after]
            block = block[~np.isnan(block).all(axis=1)]
            require_distributions(name, block, PROBABILITY_TOLERANCE)
        both.append(probabilities)
    return as_pair(both)


@dataclass(frozen=True, eq=False)
class Locks:
    """The locks of a game, which may be none: then they are false, and all their factors are 1."""

    tree: Tree
    #: The probabilities of each player's locked actions, (hands, sequences); nan at the others.
    probabilities: tuple[np.ndarray, np.ndarray]

    @classmethod
    def empty(cls, tree: Tree, shapes: Sequence[tuple[int, int]]) -> "Locks":
        """Return those of a game that locks nothing, whose plans have these shapes."""
        return cls(tree, as_pair(np.broadcast_to(np.nan, shape) for shape in shapes))

    def __bool__(self) -> bool:
        return self._is_any

    @cached_property
    def _is_any(self) -> bool:
        """Whether anything is locked."""
        return any(entries.any() for entries in self.locked_entries)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Locks):
            return NotImplemented
        pairs = zip(self.probabilities, other.probabilities, strict=True)
        return bool(self) == bool(other) and (
            not self or all(np.array_equal(*pair, equal_nan=True) for pair in pairs)
        )

    def __hash__(self) -> int:
        """Return a cheap hash: it tells only whether anything is locked."""
        return hash(bool(self))

    @cached_property
    def locked_entries(self) -> tuple[np.ndarray, np.ndarray]:
        """The entries of each player's plans that a lock decides, (hands, sequences) of bool."""
        return as_pair(~np.isnan(probabilities) for probabilities in self.probabilities)

    def with_locked(self, player: int, named: np.ndarray, behaviour: np.ndarray) -> "Locks":
        """Return these locks and new ones: those of decisions with a named action.

        Parameters
        ----------
        player : int
            The player whose decisions are locked, 0 or 1.
        named : (hands, sequences) array
            The probabilities that somebody names, nan elsewhere.
        behaviour : (hands, sequences) array
            The probabilities of all actions.
        """
        probabilities = as_pair(map(np.array, self.probabilities))
        for information_set in self.tree.information_sets[player]:
            after = information_set.sequences_after
            is_named = ~np.isnan(named[:, after]).all(axis=1)
            probabilities[player][is_named, after] = behaviour[is_named, after]
        return Locks(self.tree, probabilities)

    def filled_in(self, player: int, behaviour: np.ndarray) -> np.ndarray:
        """Return a player's behaviour with the locked probabilities where a lock decides."""
        return np.where(self.locked_entries[player], self.probabilities[player], behaviour)

    @cached_property
    def sequence_factors(self) -> tuple[np.ndarray, np.ndarray]:
        """The factors by which locks multiply sequences, (hands, sequences) for each player.

        A factor is the product of the locked probabilities on the way, and 1 where there are none.
        """
        return as_pair(
            products_of_actions(self.tree, player, np.nan_to_num(probabilities, nan=1))
            for player, probabilities in enumerate(self.probabilities)
        )

    def exact_action_factors(self, player: int, information_set: InformationSet) -> np.ndarray:
        """Return the factors by which locks multiply the actions of a set, (hands, actions).

        Where a lock decides, a factor is the simplest fraction that its float stands for, divided
        by the sum of those of its decision, as in :meth:`pokerlab.deals.Deal.restrict`; elsewhere
        it is 1.
        """
        after = information_set.sequences_after
        probabilities = self.probabilities[player][:, after]
        is_locked = self.locked_entries[player][:, after.start]
        factors = np.full(probabilities.shape, Fraction(1))
        simplest = _to_simplest(probabilities[is_locked])
        factors[is_locked] = simplest / simplest.sum(axis=1, keepdims=True)
        return factors

    @cached_property
    def integer_sequence_factors(self) -> "IntegerSequenceFactors":
        """The `sequence_factors` in integers, by the `exact_action_factors`."""
        numerators, denominators = [], []
        for player, probabilities in enumerate(self.probabilities):
            factors = np.full(probabilities.shape, Fraction(1))
            for information_set in self.tree.information_sets[player]:
                before = factors[:, [information_set.sequence_before]]
                after = self.exact_action_factors(player, information_set)
                factors[:, information_set.sequences_after] = after * before
            flat, denominator = over_common_denominator(factors.flat)
            numerators.append(flat.reshape(factors.shape))
            denominators.append(denominator)
        return IntegerSequenceFactors(as_pair(numerators), prod(denominators))


class IntegerSequenceFactors(NamedTuple):
    """The factors by which locks multiply sequences, as integers."""

    numerators: tuple[np.ndarray, np.ndarray]  #: (hands, sequences) for each player.
    denominator: int  #: The product of both players' denominators.
