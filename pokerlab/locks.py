"""Locks: decisions of a game that chance makes, with some hands or with all.

:meth:`pokerlab.games.Game.lock` makes them. The player has no choice there any more, and the
probabilities belong to the game: they multiply what is paid behind them, as
:class:`pokerlab.payoffs.PayoffOperator` does. So a plan of such a game leaves them out. It is a
*bare plan*, in which each action of a locked decision is as likely as what led there. A bare plan
times the `products_of_locks` is a *full plan*, which the player is seen to play.

Two rooms compute with that: a payoff operator multiplies by the probabilities (`multiply_by_locks`
there), and :mod:`pokerlab.sequence_form` makes, reads and continues plans. A solver that goes
through decisions by itself asks :meth:`pokerlab.sequence_form.SequenceForm.is_locked_at`.

A game without locks answers that, too: no hand is locked. So the sequence form needs no way of its
own for it; a payoff operator has one, which leaves out products with ones. Nothing in here is
called for such a game.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from pokerlab._support.arguments import read_floats, read_pair, require_distributions
from pokerlab._support.basics import as_pair, frozen
from pokerlab.amounts import simplest_fraction
from pokerlab.integers import over_common_denominator
from pokerlab.sequence_form import PROBABILITY_TOLERANCE, products_of_actions
from pokerlab.trees import Tree

__all__ = [
    "integer_products_of_locks",
    "locked_fractions",
    "merged_locks",
    "products_of_locks",
    "read_locked",
]

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
        probabilities, shape = frozen(read_floats(name, given)), shapes[player]
        if probabilities.shape != shape or not np.isnan(probabilities[:, 0]).all():
            needed = f"shape {shape} and nan in column 0 needed"
            raise ValueError(f"{name}: {needed}, for player {player}")
        for information_set in tree.information_sets[player]:
            block = probabilities[:, information_set.sequences_after]
            block = block[~np.isnan(block).all(axis=1)]
            require_distributions(name, block, PROBABILITY_TOLERANCE)
        both.append(probabilities)
    return as_pair(both)


def merged_locks(
    tree: Tree, locked: Sequence[np.ndarray], player: int, named: np.ndarray, behaviour: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the probabilities of old locks and of new ones: decisions with a named action.

    Parameters
    ----------
    tree : Tree
        The tree.
    locked : pair of (hands, sequences) arrays
        The probabilities that are locked so far, nan elsewhere.
    player : int
        Whose decisions are locked.
    named : (hands, sequences) array
        The probabilities that somebody names, nan elsewhere.
    behaviour : (hands, sequences) array
        The probabilities of all actions.
    """
    probabilities = as_pair(map(np.array, locked))
    for information_set in tree.information_sets[player]:
        after = information_set.sequences_after
        is_named = ~np.isnan(named[:, after]).all(axis=1)
        probabilities[player][is_named, after] = behaviour[is_named, after]
    return probabilities


def products_of_locks(tree: Tree, locked: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return the factors by which locks multiply sequences, (hands, sequences) for each player.

    A factor is the product of the locked probabilities on the way, and 1 where there are none. They
    are those of a :class:`pokerlab.games.Game`.
    """
    return as_pair(
        products_of_actions(tree, player, np.nan_to_num(probabilities, nan=1))
        for player, probabilities in enumerate(locked)
    )


def locked_fractions(
    probabilities: np.ndarray, sequences_after: slice
) -> tuple[np.ndarray, np.ndarray]:
    """Return the hands that an information set is locked for, and its probabilities as fractions.

    A locked probability is the simplest fraction that its float stands for, divided by the sum of
    those of its decision, as in :meth:`pokerlab.deals.Deal.restrict`.

    Parameters
    ----------
    probabilities : (hands, sequences) array
        Those of a player's locked actions, nan at the others.
    sequences_after : slice
        The information set's.

    Returns
    -------
    (hands,) array of bool, (locked hands, actions) array of Fraction
    """
    is_locked = ~np.isnan(probabilities[:, sequences_after.start])
    fractions = _to_simplest(probabilities[is_locked, sequences_after])
    return is_locked, fractions / fractions.sum(axis=1, keepdims=True)


def integer_products_of_locks(
    tree: Tree, locked: Sequence[np.ndarray]
) -> tuple[tuple[np.ndarray, np.ndarray], int]:
    """Return `products_of_locks` in integers, and their denominator: the product of both players'.

    The locked probabilities are `locked_fractions`.
    """
    numerators, denominators = [], []
    for player, probabilities in enumerate(locked):
        factors = np.full(probabilities.shape, Fraction(1))
        for information_set in tree.information_sets[player]:
            after = information_set.sequences_after
            is_locked, fractions = locked_fractions(probabilities, after)
            factors[is_locked, after] = fractions
            factors[:, after] *= factors[:, [information_set.sequence_before]]
        flat, denominator = over_common_denominator(factors.flat)
        numerators.append(flat.reshape(factors.shape))
        denominators.append(denominator)
    return as_pair(numerators), prod(denominators)
