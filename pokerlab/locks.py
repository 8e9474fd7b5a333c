"""Locks: decisions of a game that chance makes, with some hands or with all.

:meth:`pokerlab.games.Game.lock` makes them. The player has no choice there any more. So a lock is
an equation that his plans keep: an action that is locked at 0.3 is played 0.3 times as often as
what leads there. All the rest of a plan is free. What a plan earns has nothing to do with locks.

Every game has its ``locks``, though most lock nothing. Whoever makes or reads plans keeps to them:
:mod:`pokerlab.sequence_form`, and solvers that go through decisions by themselves, which ask
`Locks.locked_hands`.

A decision is locked by naming how likely its actions are. `read_behaviour` reads that for whole
strategies, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from pokerlab._support.arguments import (
    read_floats,
    read_pair,
    require_distributions,
    require_type,
)
from pokerlab._support.frozen import set_fields
from pokerlab._support.pairs import as_pair
from pokerlab.amounts import simplest_fraction
from pokerlab.deals import Deal
from pokerlab.integers import over_common_denominator
from pokerlab.range_weights import FrequenciesLike
from pokerlab.trees import InformationSet, Tree, describe_history

__all__ = ["PROBABILITY_TOLERANCE", "Locks", "read_behaviour"]

#: By how much probabilities may miss their sum, or fall below 0, before a strategy is refused. Two
#: others have their reasons: `pokerlab.stochastic` allows less, and charts allow more.
PROBABILITY_TOLERANCE = 1e-9

_to_simplest = np.frompyfunc(lambda number: simplest_fraction(Fraction(number)), 1, 1)


@dataclass(frozen=True, eq=False)
class Locks:
    """The locks of a game. Where nothing is locked they are false, as an empty list is.

    Arrays that are no probabilities of some decisions of the tree are a ValueError. Those of a
    decision have to add up to 1, to within `PROBABILITY_TOLERANCE`.
    """

    tree: Tree
    #: The probabilities of each player's locked actions, (hands, sequences); nan at the others.
    probabilities: tuple[np.ndarray, np.ndarray]

    def __post_init__(self) -> None:
        given = read_pair("probabilities", self.probabilities, "a pair of arrays")
        probabilities = as_pair(read_floats("probabilities", array) for array in given)
        for player in (0, 1):
            self._require_locks_of(player, probabilities[player])
        set_fields(self, probabilities=probabilities)

    def _require_locks_of(self, player: int, probabilities: np.ndarray) -> None:
        """Refuse an array that does not hold probabilities of some of a player's decisions."""
        column_count = self.tree.sequence_counts[player]
        is_table = probabilities.ndim == 2 and probabilities.shape[1] == column_count
        if not (is_table and np.isnan(probabilities[:, 0]).all()):
            needed = f"shape (hands, {column_count}) and nan in column 0 needed"
            raise ValueError(f"probabilities: {needed}, for player {player}")
        if np.isnan(probabilities).all():
            return
        for information_set in self.tree.information_sets[player]:
            block = probabilities[:, information_set.sequences_after]
            block = block[~np.isnan(block).all(axis=1)]
            require_distributions("probabilities", block, PROBABILITY_TOLERANCE)

    @classmethod
    def none(cls, tree: Tree, shapes: Sequence[tuple[int, int]]) -> "Locks":
        """Return those of a game that locks nothing, whose plans have these shapes."""
        return cls(tree, as_pair(np.full(shape, np.nan) for shape in shapes))

    def __bool__(self) -> bool:
        return self._has_locks

    @cached_property
    def _has_locks(self) -> bool:
        """Whether anything is locked."""
        return any(entries.any() for entries in self.locked_entries)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Locks):
            return NotImplemented
        pairs = zip(self.probabilities, other.probabilities, strict=True)
        return self.tree == other.tree and all(
            np.array_equal(*pair, equal_nan=True) for pair in pairs
        )

    def __hash__(self) -> int:
        """Return a cheap hash: it tells only whether anything is locked."""
        return hash(bool(self))

    @cached_property
    def locked_entries(self) -> tuple[np.ndarray, np.ndarray]:
        """The entries of each player's plans that a lock decides, (hands, sequences) of bool."""
        return as_pair(~np.isnan(probabilities) for probabilities in self.probabilities)

    @cached_property
    def probabilities_by_sequence(self) -> tuple[np.ndarray, np.ndarray]:
        """The `probabilities` with a row for each sequence, as compiled loops want them."""
        return as_pair(np.ascontiguousarray(each.T) for each in self.probabilities)

    def locked_hands(self, player: int, information_set: InformationSet) -> np.ndarray:
        """Return the hands for which a lock decides at an information set, (hands,) of bool."""
        return self.locked_entries[player][:, information_set.sequences_after.start]

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

    def probabilities_at(
        self, player: int, information_set: InformationSet, is_exact: bool = False
    ) -> np.ndarray:
        """Return the probabilities of a set's actions with its `locked_hands`.

        They are an array of (locked hands, actions) of floats or, if exact, of fractions: each is
        the simplest fraction that its float stands for, divided by the sum of those of its
        decision.
        """
        is_locked = self.locked_hands(player, information_set)
        probabilities = self.probabilities[player][is_locked, information_set.sequences_after]
        if not is_exact:
            return probabilities
        simplest = _to_simplest(probabilities)
        return np.asarray(simplest / simplest.sum(axis=1, keepdims=True))

    def products(self, player: int, is_exact: bool = False) -> np.ndarray:
        """Multiply the locked probabilities along each of a player's sequences.

        A plan is its *chosen part*, the product of the probabilities that the player chooses
        himself, times these.

        Returns
        -------
        (hands, sequences) array
            Floats or, if exact, fractions: 1 where nothing is locked on the way.
        """
        products = np.full(self.probabilities[player].shape, Fraction(1) if is_exact else 1.0)
        for information_set in self.tree.information_sets[player]:
            after = information_set.sequences_after
            products[:, after] = products[:, [information_set.sequence_before]]
            is_locked = self.locked_hands(player, information_set)
            products[is_locked, after] *= self.probabilities_at(player, information_set, is_exact)
        return products

    def products_in_integers(self, player: int) -> tuple[np.ndarray, int]:
        """Return the `products` without rounding, as integers over one denominator."""
        if not self:
            return np.ones(self.probabilities[player].shape, object), 1
        products = self.products(player, is_exact=True)
        numerators, denominator = over_common_denominator(products.flat)
        return numerators.reshape(products.shape), denominator


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
            # Of a list of names each hand counts 1, so one that is locked at 0 is named as well.
            is_named = deal.read_frequencies(player, list(by_hand), name=name) > 0
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
