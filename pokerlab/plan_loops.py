"""Compiled loops over the plans of one player, for :mod:`pokerlab.sequence_form` and solvers.

Arrays have a row for each sequence and a column for each hand: a step along a row is the same for
all hands, which a processor takes several at a time. Functions with a ``start`` and a ``stop`` work
on these columns only, as ``parallel_over_hands`` of ``pokerlab._parallel`` asks for. Whole rows are
assigned by loops: where NumPy's notation does it, numba takes seconds to compile the line.
"""

from typing import Any

import numpy as np

from pokerlab._compiled import compiled_if_worthwhile

__all__ = ["divide_by_parents", "induce_backward", "max_abs", "multiply_by_parents"]


@compiled_if_worthwhile
def max_abs(values: np.ndarray) -> Any:
    """Return the largest absolute value in a matrix, in its precision."""
    by_hand = np.zeros_like(values[0])
    for row in values:
        for hand in range(len(row)):
            by_hand[hand] = max(by_hand[hand], abs(row[hand]))
    largest = by_hand[0]
    for value in by_hand:
        largest = max(largest, value)
    return largest


@compiled_if_worthwhile
def multiply_by_parents(plan: np.ndarray, decisions: np.ndarray, start: int, stop: int) -> None:
    """Turn a behaviour into a plan, in place.

    Parameters
    ----------
    plan : (sequences, hands) array
        The probability of each sequence's last action.
    decisions : (d, 3) array
        The player's :attr:`pokerlab.trees.Tree.decision_rows`.
    start, stop : int
        The columns to work on.
    """
    for parent, first, end in decisions:
        for sequence in range(first, end):
            for hand in range(start, stop):
                plan[sequence, hand] *= plan[parent, hand]


@compiled_if_worthwhile
def divide_by_parents(
    plan: np.ndarray, behaviour: np.ndarray, decisions: np.ndarray, start: int, stop: int
) -> None:
    """Turn a plan into a behaviour, with equal probabilities where the plan does not lead.

    Parameters
    ----------
    plan : (sequences, hands) array
        The plan; its children need not add up to their parents.
    behaviour : (sequences, hands) array
        Filled, but for row 0.
    decisions, start, stop
        As in `multiply_by_parents`.
    """
    for _, first, end in decisions:
        for hand in range(start, stop):
            total = 0.0
            for sequence in range(first, end):
                total += plan[sequence, hand]
            for sequence in range(first, end):
                if total > 0:
                    behaviour[sequence, hand] = plan[sequence, hand] / total
                else:
                    behaviour[sequence, hand] = 1 / (end - first)


@compiled_if_worthwhile
def induce_backward(
    values: np.ndarray,
    plan: np.ndarray,
    locked: np.ndarray,
    decisions: np.ndarray,
    sign: int,
    rounding: float,
    start: int,
    stop: int,
) -> None:
    """Find a pure plan that does best, from the last decisions to the first.

    Parameters
    ----------
    values : (sequences, hands) array
        What each sequence earns by its own terminals; what its best continuation earns is added.
    plan : (sequences, hands) array
        Zeros, in which the plan is written. Of actions that are equally good, up to rounding, it
        has the first. Where a lock decides it has all of them.
    locked : (sequences, hands) array of bool
        Where a lock decides.
    decisions : (d, 3) array
        The player's :attr:`pokerlab.trees.Tree.decision_rows`.
    sign : int
        1 for the player who maximises, -1 for the one who minimises.
    rounding : float
        Values that differ by no more than this are equal.
    start, stop : int
        The columns to work on.
    """
    continuation = np.empty_like(values[0, start:stop])  # the largest value or, if locked, the sum
    undecided = np.empty_like(values[0, start:stop])  # 1 until a hand's action is chosen, then 0
    for parent, first, end in decisions[::-1]:
        is_locked = locked[first, start:stop]
        for hand in range(len(continuation)):
            continuation[hand] = 0 if is_locked[hand] else -np.inf
            undecided[hand] = 1
        for row in values[first:end, start:stop]:
            for hand in range(len(row)):
                value = sign * row[hand]
                if is_locked[hand]:
                    continuation[hand] += value
                else:
                    continuation[hand] = max(continuation[hand], value)
        for sequence in range(first, end):
            row, chosen = values[sequence, start:stop], plan[sequence, start:stop]
            for hand in range(len(row)):
                is_best = sign * row[hand] >= continuation[hand] - rounding
                # Without branches, so that the processor treats many hands at once.
                taken = undecided[hand] if is_best else 0.0
                undecided[hand] -= taken
                chosen[hand] = 1.0 if is_locked[hand] else taken
        before = values[parent, start:stop]
        for hand in range(len(before)):
            before[hand] += sign * continuation[hand]
    for hand in range(start, stop):
        plan[0, hand] = 1
    multiply_by_parents(plan, decisions, start, stop)
