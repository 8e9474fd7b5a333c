"""The one-round game from memory: few sizes of raise, and plans that never mix.

A plan that never mixes gives each hand of Alice one action. What it guarantees is a sum over Bob's
hands: beside what her calls earn, each raise by ``b`` earns ``min(D * F, (D + b) * C)`` from a hand
of his, where ``D`` is the big blind and ``F`` and ``C`` are the sums of ``prior`` and of ``payoff``
over the hands that raise so. Deals count in integers, so :func:`search` changes one hand at a time,
or exchanges two, in integers, and finds the same plan on every machine. What it returns is a bound
from below; :func:`most` bounds from above what any plan that does not mix can guarantee.

:func:`best_sizes` asks which few sizes are worth most. Whatever Bob does bounds the worth of every
list: no list is worth more than what each hand of Alice earns by its best action on the list. So it
need not solve the game for all lists, only until Bob's answers rule out the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numba
import numpy as np

from pokerlab import trees
from pokerlab.deals import Deal
from pokerlab.games import Game, Solution
from pokerlab.solvers import exact, interior_point

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
        No list is worth more than the one found by more than this, chips.

    Returns
    -------
    tuple
        The list, what Alice guarantees with it, and how many games were solved.
    """
    lists = np.array(list(combinations(sorted(among), count)))
    bound = np.where((lists == first).all(axis=1), np.inf, 1e9)
    found, worth, solved = tuple(first), -np.inf, 0
    place = np.zeros(max(among) + 1, int)
    place[sorted(among)] = 1 + np.arange(len(among))
    while len(lists):
        at = bound.argmax()
        solution = interior_point.solve(
            Game(deal, trees.one_round([0, *lists[at].tolist()])), TOLERANCE
        )
        solved += 1
        if solution.lower > worth:
            found, worth = tuple(lists[at].tolist()), solution.lower
        earned = _earned(deal, solution, lists[at], sorted(among))
        bounds = np.empty(len(lists))
        for part in np.array_split(np.arange(len(lists)), 1 + len(lists) // 10000):
            chosen = earned[place[lists[part]]]
            bounds[part] = np.maximum(earned[0], chosen.max(axis=1)).sum(axis=1)
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


def guarantee(deal: Deal, raises: Sequence[int], choice: np.ndarray) -> Fraction:
    """What a plan guarantees that plays ``[0, *raises][choice[i]]`` with hand ``i``; 0 is a call.

    Examples
    --------
    >>> from pokerlab import deals
    >>> guarantee(deals.numbers(3), [4], np.array([0, 1, 1]))
    Fraction(-2, 9)
    """
    unit, matrices = _integers(deal)
    return unit * int(_tables(np.array([0, *raises]), np.asarray(choice), *matrices)[2].sum())


def search(
    deal: Deal,
    raises: Sequence[int],
    choice: np.ndarray | None = None,
    steps: int = 10_000_000,
    allowed: float = 1e-4,
    seed: int = 1,
) -> np.ndarray:
    """A good plan that never mixes, by threshold accepting (Dueck and Scheuer, 1990).

    Parameters
    ----------
    choice : array of int, optional
        The plan to begin with: for each hand the place of its action in ``[0, *raises]``. If left
        out, what each hand does most often in the optimum with these sizes.
    steps : int
        How many changes to try.
    allowed : float
        What a change may lose at first, chips; later ones may lose ever less.
    seed : int
        Another seed, another search.
    """
    unit, matrices = _integers(deal)
    if choice is None:
        solution = interior_point.solve(Game(deal, trees.one_round([0, *raises])), 1e-7)
        choice = solution.plans[0][:, 2:].argmax(axis=1)
    sizes = np.array([0, *raises])
    return _search(sizes, np.array(choice), *matrices, steps, int(allowed / unit), seed)


def _integers(deal: Deal) -> tuple[Fraction, tuple[np.ndarray, np.ndarray]]:
    unit, arrays, _ = exact.integers(deal)
    return unit, tuple(array.astype(np.int64) for array in arrays)


@numba.njit(cache=True)
def _tables(
    sizes: np.ndarray, choice: np.ndarray, prior: np.ndarray, payoff: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What each raise leaves with each hand of Bob's if he folds or calls, and what it earns."""
    fold = np.zeros((len(sizes), prior.shape[1]), np.int64)
    call = np.zeros_like(fold)
    for i, a in enumerate(choice):
        fold[a] += 2 * prior[i]
        call[a] += (2 + sizes[a]) * payoff[i]
    worth = np.minimum(fold, call).sum(axis=1)
    worth[0] = call[0].sum()  # a call is not answered
    return fold, call, worth


@numba.njit(cache=True)
def _moved(
    fold: np.ndarray,
    call: np.ndarray,
    dealt: np.ndarray,
    shown: np.ndarray,
    stake: int,
    sign: int,
    answered: bool,
) -> int:
    """What an action earns when a row of the matrices, or the opposite of one, joins its sums."""
    total = np.int64(0)
    for k in range(len(fold)):
        called = call[k] + sign * stake * shown[k]
        total += min(fold[k] + sign * 2 * dealt[k], called) if answered else called
    return total


@numba.njit(cache=True)
def _search(
    sizes: np.ndarray,
    choice: np.ndarray,
    prior: np.ndarray,
    payoff: np.ndarray,
    steps: int,
    allowed: int,
    seed: int,
) -> np.ndarray:
    fold, call, worth = _tables(sizes, choice, prior, payoff)
    current = most = worth.sum()
    best, hands = choice.copy(), len(choice)
    state = np.uint64(seed) * np.uint64(2654435761) + np.uint64(88172645463325252)
    dealt, shown = prior[0].copy(), payoff[0].copy()
    for step in range(steps):
        state ^= state << np.uint64(13)  # G. Marsaglia, Xorshift RNGs, 2003
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        drawn = np.int64(state >> np.uint64(2))
        i, drawn = drawn % hands, drawn // hands
        exchange, drawn = drawn % 4 == 0, drawn // 4
        j = drawn % hands
        a = choice[i]
        b = choice[j] if exchange else drawn % len(sizes)
        if a == b:
            continue
        dealt[:], shown[:] = prior[i], payoff[i]
        if exchange:
            dealt -= prior[j]
            shown -= payoff[j]
        left = _moved(fold[a], call[a], dealt, shown, 2 + sizes[a], -1, a > 0)
        joined = _moved(fold[b], call[b], dealt, shown, 2 + sizes[b], 1, b > 0)
        gained = left + joined - worth[a] - worth[b]
        if gained < -(allowed * ((steps - step) // 1000) // (steps // 1000 + 1)):
            continue
        worth[a], worth[b] = left, joined
        for action, sign in ((a, -1), (b, 1)):
            fold[action] += sign * 2 * dealt
            call[action] += sign * (2 + sizes[action]) * shown
        choice[i] = b
        if exchange:
            choice[j] = a
        current += gained
        if current > most:
            most, best = current, choice.copy()
    return best
