"""Locks: decisions of a game that chance makes, with some hands or with all.

:meth:`pokerlab.games.Game.lock` makes them. The player has no choice there any more, and the
probabilities belong to the game: they multiply what is paid behind them. So a plan of such a game
leaves them out. It is a *bare plan*, in which each action of a locked decision is as likely as what
led there. A bare plan times `Locks.reach` is what the player is seen to play.

All that follows from this is in here: `Locks` is asked by whoever works with plans.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from pokerlab._arguments import read_floats, read_pair
from pokerlab._frozen import frozen
from pokerlab._parallel import parallel_over_hands
from pokerlab._players import as_pair
from pokerlab.amounts import simplest
from pokerlab.integers import over_common_denominator
from pokerlab.plan_loops import multiply_by_parents
from pokerlab.trees import InformationSet, Tree

__all__ = ["Locks", "read_locked"]

# The shapes of both players' plans, (hands, sequences) each.
_Shapes = tuple[tuple[int, int], tuple[int, int]]

_to_simplest = np.vectorize(lambda chance: simplest(Fraction(chance)), [object])


class Locks:
    """Which decisions are locked in a game, and what follows for plans and values.

    Parameters
    ----------
    tree : Tree
        The betting.
    shapes : pair of (hands, sequences)
        The shapes of both players' plans.
    probabilities : pair of (hands, sequences) arrays or None
        The probabilities of locked actions, nan at the others; None if nothing is locked.
    """

    def __init__(
        self, tree: Tree, shapes: _Shapes, probabilities: tuple[np.ndarray, np.ndarray] | None
    ) -> None:
        self._tree, self._shapes, self._probabilities = tree, shapes, probabilities

    def __bool__(self) -> bool:
        """Tell whether anything is locked."""
        return self._probabilities is not None

    @cached_property
    def entries(self) -> tuple[np.ndarray, np.ndarray]:
        """Which entries of each player's plans a lock decides, (hands, sequences) of bool."""
        if self._probabilities is None:
            return as_pair(np.zeros(shape, bool) for shape in self._shapes)
        return as_pair(~np.isnan(probabilities) for probabilities in self._probabilities)

    def hands(self, player: int, decision: InformationSet) -> np.ndarray:
        """Tell with which hands a player's decision is locked, (hands,) of bool."""
        return self.entries[player][:, decision.sequences_after.start]

    @cached_property
    def reach(self) -> tuple[np.ndarray, np.ndarray]:
        """The probability with which locked decisions lead to each sequence, (hands, sequences).

        It is the product of the locked probabilities on the way, and 1 where there are none.
        """
        if self._probabilities is None:
            return as_pair(np.broadcast_to(1.0, shape) for shape in self._shapes)
        reach_by_sequence = as_pair(
            np.nan_to_num(probabilities.T, nan=1).copy("C") for probabilities in self._probabilities
        )
        for reach, decisions in zip(reach_by_sequence, self._tree.decision_rows, strict=True):
            parallel_over_hands(multiply_by_parents, [reach], decisions)
        return as_pair(reach.T for reach in reach_by_sequence)

    def exact_reach(self, player: int) -> tuple[np.ndarray, int]:
        """Return a player's `reach` in integers: numerators, and their denominator.

        A locked probability is the simplest fraction that its float stands for, divided by the sum
        of those of its decision, as in :meth:`pokerlab.deals.Deal.restrict`.
        """
        if self._probabilities is None:
            return np.broadcast_to(1, self._shapes[player]), 1
        reach = np.full(self._shapes[player], Fraction(1))
        for decision in self._tree.information_sets[player]:
            hands, children = self.hands(player, decision), decision.sequences_after
            chances = _to_simplest(self._probabilities[player][hands, children])
            reach[hands, children] = chances / chances.sum(axis=1, keepdims=True)
            reach[:, children] *= reach[:, [decision.sequence_before]]
        numerators, denominator = over_common_denominator(reach.flat)
        return numerators.reshape(reach.shape), denominator

    def shown(self, player: int, behaviour: np.ndarray) -> np.ndarray:
        """Return a player's behaviour with the locked probabilities, as it is seen at the table."""
        if self._probabilities is None:
            return behaviour
        return np.where(self.entries[player], self._probabilities[player], behaviour)

    def make_bare(self, player: int, behaviour_by_sequence: np.ndarray) -> None:
        """Leave out the locked probabilities of a behaviour, in place: they become 1.

        A bare plan is the product of what is left. The array is (sequences, hands).
        """
        if self:
            behaviour_by_sequence[self.entries[player].T] = 1

    def undivided(
        self, player: int, decision: InformationSet, before: np.ndarray, options: np.ndarray
    ) -> np.ndarray:
        """Return what actions get of what leads to a decision: all of it each, where it is locked.

        Parameters
        ----------
        player : int
            Who decides, 0 or 1.
        decision : InformationSet
            His decision.
        before : (hands,) array
            How likely he comes there, in any kind of number.
        options : (hands, actions) array
            What his actions get where it is his own choice.
        """
        return np.where(self.hands(player, decision)[:, None], before[:, None], options)

    def follow(
        self, player: int, decision: InformationSet, before: np.ndarray, options: np.ndarray
    ) -> np.ndarray:
        """Tell with which hands a bare plan may go on like this, exactly, (hands,) of bool.

        Parameters are as in `undivided`.
        """
        return np.where(
            self.hands(player, decision),
            (options == before[:, None]).all(axis=1),
            options.sum(axis=1) == before,
        )

    def best(self, player: int, decision: InformationSet, options: np.ndarray) -> np.ndarray:
        """Return what a decision is worth if its player does his best: the sum where it is locked.

        Parameters
        ----------
        player : int
            Who decides: 0, who maximises, or 1, who minimises.
        decision : InformationSet
            His decision.
        options : (hands, actions) array
            What his actions are worth, in any kind of number, and times `reach`.

        Returns
        -------
        (hands,) array
        """
        best = options.max(axis=1) if player == 0 else options.min(axis=1)
        if not self:
            return best
        return np.where(self.hands(player, decision), options.sum(axis=1), best)

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Return what is locked, by name, as a file holds it; nothing where nothing is."""
        if self._probabilities is None:
            return {}
        return {f"locked{player}": chances for player, chances in enumerate(self._probabilities)}

    def with_locked(
        self, player: int, named: np.ndarray, behaviour: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the probabilities of these locks and of new ones: decisions with a named action.

        Parameters
        ----------
        player : int
            Whose decisions are locked.
        named : (hands, sequences) array
            The probabilities that somebody names, nan elsewhere.
        behaviour : (hands, sequences) array
            The probabilities of all actions.
        """
        if self._probabilities is None:
            probabilities = as_pair(np.full(shape, np.nan) for shape in self._shapes)
        else:
            probabilities = as_pair(map(np.array, self._probabilities))
        for decision in self._tree.information_sets[player]:
            hands = ~np.isnan(named[:, decision.sequences_after]).all(axis=1)
            probabilities[player][hands, decision.sequences_after] = behaviour[
                hands, decision.sequences_after
            ]
        return probabilities


def read_locked(
    name: str, tree: Tree, shapes: _Shapes, locked: Sequence[Any], tolerance: float
) -> tuple[np.ndarray, np.ndarray]:
    """Read both players' locked probabilities as read-only floats; else a ValueError.

    Those of a decision have to add up to 1, to within the tolerance.
    """
    both = []
    for player, given in enumerate(read_pair(name, locked, "a pair of arrays")):
        probabilities = frozen(read_floats(name, given))
        if probabilities.shape != shapes[player] or not np.isnan(probabilities[:, 0]).all():
            needed = f"shape {shapes[player]} and nan in column 0 needed"
            raise ValueError(f"{name}: {needed}, for player {player}")
        for decision in tree.information_sets[player]:
            block = probabilities[:, decision.sequences_after]
            block = block[~np.isnan(block).all(axis=1)]
            if (block < 0).any() or not np.allclose(block.sum(axis=1), 1, 0, tolerance):
                raise ValueError(f"{name}: probabilities that add up to 1 needed, or nan")
        both.append(probabilities)
    return as_pair(both)
