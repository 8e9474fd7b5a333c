"""Locks: decisions of a game that chance makes, with some hands or with all.

:meth:`pokerlab.games.Game.lock` makes them. The player has no choice there any more, and the
probabilities belong to the game: they multiply the payments behind them. So a plan of such a game
leaves them out. It is a *bare plan*, in which each action of a locked decision is as likely as what
led there. A bare plan times the locked probabilities on the way is a *full plan*, which the player
is seen to play.

Every game has its `Locks`, :attr:`pokerlab.games.Game.locks`, though most lock nothing. Two modules
compute with them: :mod:`pokerlab.sequence_form` leaves the locked actions out where it makes, reads
and continues plans, and a payoff operator (:mod:`pokerlab.payoffs`) multiplies by their
probabilities. Code that shows a strategy asks for the probabilities once more, by `Locks.filled_in`
or `Locks.exact_action_factors`. A solver that goes through decisions by itself asks
`Locks.is_locked_at`.

A decision is locked by naming how likely its actions are. `read_behaviour` reads that for whole
strategies, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from pokerlab._support.arguments import (
    read_floats,
    read_pair,
    require_distributions,
    require_type,
)
from pokerlab._support.frozen import frozen_copy
from pokerlab._support.pairs import as_pair
from pokerlab.amounts import simplest_fraction
from pokerlab.deals import Deal
from pokerlab.holdem.range_weights import FrequenciesLike
from pokerlab.trees import InformationSet, Tree, describe_history

__all__ = ["PROBABILITY_TOLERANCE", "Locks", "read_behaviour", "read_locked"]

#: By how much probabilities may miss their sum, or fall below 0, before a strategy is refused. Two
#: others have their reasons: `pokerlab.stochastic` allows less, and charts allow more.
PROBABILITY_TOLERANCE = 1e-9

_to_simplest = np.vectorize(lambda probability: simplest_fraction(Fraction(probability)), [object])


def read_locked(
    name: str, locked: Sequence[Any], tree: Tree, shapes: Sequence[tuple[int, int]]
) -> tuple[np.ndarray, np.ndarray]:
    """Read the probabilities of both players' locked actions, nan at the others; else a ValueError.

    The shapes are those of the players' plans, (hands, sequences). The probabilities of a decision
    have to add up to 1, to within `PROBABILITY_TOLERANCE`.
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
    """The locks of a game, which may be none: then they are false."""

    tree: Tree
    #: The probabilities of each player's locked actions, (hands, sequences); nan at the others.
    probabilities: tuple[np.ndarray, np.ndarray]

    @classmethod
    def empty(cls, tree: Tree, shapes: Sequence[tuple[int, int]]) -> "Locks":
        """Return those of a game that locks nothing, whose plans have these shapes."""
        return cls(tree, as_pair(np.broadcast_to(np.nan, shape) for shape in shapes))

    def __bool__(self) -> bool:
        return self._locks_anything

    @cached_property
    def _locks_anything(self) -> bool:
        """Whether anything is locked."""
        return any(is_locked.any() for is_locked in self.is_locked)

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
    def is_locked(self) -> tuple[np.ndarray, np.ndarray]:
        """The entries of each player's plans that a lock decides, (hands, sequences) of bool."""
        return as_pair(~np.isnan(probabilities) for probabilities in self.probabilities)

    def is_locked_at(self, player: int, information_set: InformationSet) -> np.ndarray:
        """Return the hands for which a lock decides at an information set, (hands,) of bool."""
        return self.is_locked[player][:, information_set.sequences_after.start]

    def with_locked(
        self, deal: Deal, player: int, probabilities: Mapping[str, FrequenciesLike]
    ) -> "Locks":
        """Return these locks and new ones, as :meth:`pokerlab.games.Game.lock` is asked for them.

        The player is 0 or 1.
        """
        named = _read_named(deal, self.tree, player, probabilities, partly=True)
        behaviour = _divide_rest(self.tree, player, named)
        both = as_pair(map(np.array, self.probabilities))
        for information_set in self.tree.information_sets[player]:
            after = information_set.sequences_after
            is_named = ~np.isnan(named[:, after]).all(axis=1)
            both[player][is_named, after] = behaviour[is_named, after]
        return Locks(self.tree, both)

    def filled_in(self, player: int, behaviour: np.ndarray) -> np.ndarray:
        """Return a player's behaviour with the locked probabilities where a lock decides."""
        return np.where(self.is_locked[player], self.probabilities[player], behaviour)

    def exact_action_factors(self, player: int, information_set: InformationSet) -> np.ndarray:
        """Return the factors by which locks multiply the actions of a set, (hands, actions).

        Where a lock decides, a factor is the simplest fraction that its float stands for, divided
        by the sum of those of its decision, as in :meth:`pokerlab.deals.Deal.restrict`; elsewhere
        it is 1.
        """
        after = information_set.sequences_after
        probabilities = self.probabilities[player][:, after]
        is_locked = self.is_locked_at(player, information_set)
        factors = np.full(probabilities.shape, Fraction(1))
        simplest = _to_simplest(probabilities[is_locked])
        factors[is_locked] = simplest / simplest.sum(axis=1, keepdims=True)
        return factors


def read_behaviour(
    deal: Deal, tree: Tree, player: int, probabilities: Mapping[str, FrequenciesLike]
) -> np.ndarray:
    """Read how likely a player's actions are, as :meth:`pokerlab.games.Game.plan` is given it.

    The player is 0 or 1. Actions that are left out share the rest equally.
    """
    return _divide_rest(tree, player, _read_named(deal, tree, player, probabilities, partly=False))


def _read_named(
    deal: Deal,
    tree: Tree,
    player: int,
    probabilities: Mapping[str, FrequenciesLike],
    partly: bool,
) -> np.ndarray:
    """Read the probabilities of the actions that are named, (hands, sequences); nan elsewhere.

    If ``partly``, a mapping of hands gives nothing for those that it does not name.
    """
    require_type("probabilities", probabilities, Mapping, "a mapping of actions")
    named = np.full((len(deal.hands[player]), tree.sequence_counts[player]), np.nan)
    for action, by_hand in probabilities.items():
        sequence = tree.sequence_index(player, action)
        if not np.isnan(named[:, sequence]).all():
            raise ValueError(f"probabilities: {action!r} given twice, by two names")
        name = f"probabilities of {action!r}"
        named[:, sequence] = deal.read_probabilities(
            player, by_hand, name=name, tolerance=PROBABILITY_TOLERANCE
        )
        if partly and isinstance(by_hand, Mapping):
            # As a list: a hand with a 0 is named, too, and one name may be of several hands.
            is_named = deal.read_frequencies(player, [*by_hand], name=name) > 0
            named[~is_named, sequence] = np.nan
    return named


def _divide_rest(tree: Tree, player: int, named: np.ndarray) -> np.ndarray:
    """Return the behaviour where actions without a probability share the rest."""
    behaviour = named.copy()
    behaviour[:, 0] = 1
    for information_set in tree.information_sets[player]:
        block = behaviour[:, information_set.sequences_after]
        left_out = np.isnan(block)
        count = left_out.sum(axis=1)
        total = np.nansum(block, axis=1)
        too_much = total > 1 + PROBABILITY_TOLERANCE
        too_little = (total < 1 - PROBABILITY_TOLERANCE) & (count == 0)
        if (too_much | too_little).any():
            sums = f"they add up to {total.min():.9g}..{total.max():.9g}, not to 1"
            raise ValueError(f"probabilities: {describe_history(information_set.history)} {sums}")
        rest = np.maximum(1 - total, 0)  # rounding may have made it negative
        share = np.divide(rest, count, out=np.zeros(len(rest)), where=count > 0)
        block[:] = np.where(left_out, share[:, None], block)
    return behaviour
