"""Loops over a player's sequences: forward from plan to plan, and backward from the last values.

:mod:`pokerlab.sequence_form` calls them, and says what they are for. Arrays have a row for each
sequence and a column for each hand, and a loop works on the columns from `start` to `stop`, as
`parallel_over_hands` asks for. Whole rows are assigned by loops: where NumPy's notation does it,
numba takes seconds to compile the line.
"""

import numpy as np

from pokerlab._compiled import compiled_if_worthwhile

__all__ = ["induce_backward", "multiply_along"]


@compiled_if_worthwhile
def multiply_along(
    products: np.ndarray, information_set_rows: np.ndarray, start: int, stop: int
) -> None:
    """Multiply the numbers of actions along each sequence, in place: a behaviour becomes a plan.

    Parameters
    ----------
    products : (sequences, hands) array
        Comes with a number for each sequence's last action, such as its probability.
    information_set_rows : (m, 3) array
        The player's :attr:`pokerlab.trees.Tree.information_set_rows`.
    start, stop : int
        The columns to work on.
    """
    for sequence_before, first, end in information_set_rows:
        for sequence in range(first, end):
            for hand in range(start, stop):
                products[sequence, hand] *= products[sequence_before, hand]


@compiled_if_worthwhile
def induce_backward(
    values: np.ndarray,
    plan: np.ndarray,
    locked: np.ndarray,
    information_set_rows: np.ndarray,
    sign: int,
    tie_width: float,
    start: int,
    stop: int,
) -> None:
    """Find a plan that does best, from the last information sets to the first.

    Parameters
    ----------
    values : (sequences, hands) array
        Terminal values, which become continuation values from the last sets to the first.
    plan : (sequences, hands) array
        Zeros, in which the plan is written. Of actions that are equally good it has the first.
    locked : (sequences, hands) array
        The probabilities where a lock decides; nan elsewhere.
    information_set_rows : (m, 3) array
        The player's :attr:`pokerlab.trees.Tree.information_set_rows`.
    sign : int
        1 for the player who maximises, -1 for the one who minimises.
    tie_width : float
        Actions whose continuation values differ by no more than this are equally good.
    start, stop : int
        The columns to work on.
    """
    # The value of a set's best action with each hand or, if locked, the mean of its actions.
    best = np.empty_like(values[0, start:stop])
    is_found = np.empty(len(best), np.bool_)  # whether a hand's first best action is
    for sequence_before, first, end in information_set_rows[::-1]:
        for hand in range(len(best)):
            best[hand] = -np.inf if np.isnan(locked[first, start + hand]) else 0
            is_found[hand] = False
        for sequence in range(first, end):
            row, probability = values[sequence, start:stop], locked[sequence, start:stop]
            for hand in range(len(row)):
                earned = sign * row[hand]
                if np.isnan(probability[hand]):
                    best[hand] = max(best[hand], earned)
                else:
                    best[hand] += probability[hand] * earned
        for sequence in range(first, end):  # the first best action of each hand takes all of it
            row, probability = values[sequence, start:stop], locked[sequence, start:stop]
            behaviour = plan[sequence, start:stop]
            for hand in range(len(row)):
                is_best = sign * row[hand] >= best[hand] - tie_width
                is_taken = is_best and not is_found[hand]
                is_found[hand] |= is_best
                behaviour[hand] = is_taken if np.isnan(probability[hand]) else probability[hand]
        values_before = values[sequence_before, start:stop]
        for hand in range(len(values_before)):
            values_before[hand] += sign * best[hand]
    for hand in range(start, stop):
        plan[0, hand] = 1
    multiply_along(plan, information_set_rows, start, stop)
