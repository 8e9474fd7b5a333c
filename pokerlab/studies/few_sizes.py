"""The one-round game with few sizes of raise: which are worth most?

There are more lists than one cares to solve. But whatever Bob does bounds the worth of every list:
it is at most what the hands of Alice earn, each by its best action: a fold, a call, or a raise on
the list. So solve one list; let Bob answer the sizes that are not on it by a mixture of his answers
to its neighbours, as in :mod:`pokerlab.studies.any_raise`; strike out the lists that earn too
little against that; and go on with the most promising of the rest, until none is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from pokerlab import betting
from pokerlab.deals import Deal
from pokerlab.games import Game, Solution
from pokerlab.solvers import interior_point

TOLERANCE = 2e-6  #: How far a game's bounds may be apart when sizes are compared, chips.


def best_sizes(
    deal: Deal, count: int, among: Sequence[int], first: Sequence[int], margin: float = 1e-5
) -> tuple[tuple[int, ...], float, int]:
    """Which ``count`` sizes of raise are worth most to Alice, with blinds of 1 and 2.

    Parameters
    ----------
    among : sequence of int
        The sizes to choose from.
    first : sequence of int
        The list to look at first: a good guess saves work.
    margin : float
        No list is worth more than the one found by more than this, chips; above twice `TOLERANCE`.
        The first list that is as good, to within `TOLERANCE`, is the one found.

    Returns
    -------
    tuple
        The list, what Alice guarantees with it, and how many games were solved.

    Raises
    ------
    ValueError
        If the margin is too small, or ``first`` is none of the lists of ``among``.
    ArithmeticError
        If a game cannot be solved to within `TOLERANCE`.
    """
    if not margin > 2 * TOLERANCE:
        raise ValueError(f"margin: {margin} given, more than {2 * TOLERANCE} chips needed")
    every = list(combinations(sorted(among), count))
    if tuple(first) not in every:
        raise ValueError(f"first: {first} given, {count} of {among} needed, increasing")
    lists = np.array(every)
    bound = np.where((lists == first).all(axis=1), np.inf, 1e9)
    found, worth, solved = tuple(first), -np.inf, 0
    place = np.zeros(max(among) + 1, int)
    place[sorted(among)] = 1 + np.arange(len(among))
    while len(lists):
        at = bound.round(9).argmax()
        solution = interior_point.solve(
            Game(deal, betting.one_round([0, *lists[at].tolist()])), TOLERANCE
        )
        solved += 1
        if solution.width > TOLERANCE:
            raise ArithmeticError(f"{solution.game.tree.name}: bounds {solution.width:.1e} apart")
        if solution.lower > worth + TOLERANCE:
            found, worth = tuple(lists[at].tolist()), solution.lower
        earned = _earned(deal, solution, lists[at], sorted(among))
        unraised = np.maximum(earned[0], -deal.prior.sum(axis=1))  # a call, or a fold
        bounds = np.empty(len(lists))
        for part in np.array_split(np.arange(len(lists)), 1 + len(lists) // 10000):
            chosen = earned[place[lists[part]]]
            bounds[part] = np.maximum(unraised, chosen.max(axis=1)).sum(axis=1)
        bound = np.minimum(bound, bounds)
        bound[at] = min(bound[at], solution.upper)
        left = bound > worth + margin
        lists, bound = lists[left], bound[left]
    return found, worth, solved


def _earned(deal: Deal, solution: Solution, listed: np.ndarray, among: Sequence[int]) -> np.ndarray:
    """What a call, and a raise by any size, earns each hand of Alice.

    As in `any_raise`, Bob mixes his answers to the neighbours; a call is one, always called.
    """
    names = (f"raise {size}, call" for size in listed)
    answers = np.array([np.ones(len(deal.hands[1])), *(solution.probability(1, n) for n in names)])
    known = np.array([0, *listed])
    earned = []
    for size in (0, *among):
        j = np.searchsorted(known, size, side="right") - 1
        if j == len(listed):
            call = answers[-1] * (2 + known[-1]) / (2 + size)
        else:
            part = (size - known[j]) / (known[j + 1] - known[j])
            call = (1 - part) * answers[j] + part * answers[j + 1]
        earned.append(2 * deal.prior @ (1 - call) + (2 + size) * deal.payoff @ call)
    return np.array(earned)
