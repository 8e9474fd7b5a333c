"""One hand of push or fold, whatever its outcomes pay: a saddle point of pushes and calls.

Let ``x`` and ``y`` be how likely each hand pushes and calls. Beyond what folds pay, the small blind
earns ``uncalled @ x + x @ added_by_call @ y``, which she maximises and the big blind minimises.

In a match a win, a tie and a loss may pay anything, so this is no game of :mod:`pokerlab.games`,
whose ties pay the mean of the other two. A match asks for thousands of saddle points, each near one
that is known, and a linear program cannot begin there.

It is the proximal point method (R. Rockafellar, *Monotone operators and the proximal point
algorithm*, 1976). With a penalty for every move away from the last point the optimum is where
``x = clip(x + step * gain)`` for either player, which Newton's method finds, hand by hand outside,
at or inside its bounds. As the penalties shrink, a few points reach the saddle.
"""

import numpy as np

__all__ = ["saddle_point"]

_STEP_GROWTH = 10  # The factor by which the step grows after each point.
_STEP_CUT = 8  # The divisor by which it shrinks if Newton's method fails.
_MAX_STEPS = 60  # We give up after this many steps.
_NO_GAP = 1e-16  # A smaller gap between both players' best responses is rounding.
_NEWTON_STEPS = 12  # If Newton's method needs more, a smaller step is the quicker way.


def saddle_point(
    uncalled: np.ndarray,
    added_by_call: np.ndarray,
    dealt_to_pusher: np.ndarray,
    dealt_to_caller: np.ndarray,
    start: np.ndarray,
) -> np.ndarray:
    """Find a saddle point of ``uncalled @ x + x @ added_by_call @ y``, where no probability gains.

    Parameters
    ----------
    uncalled : ndarray, shape (n,)
        The gain by a push with each hand if nobody calls, times how likely the hand is.
    added_by_call : ndarray, shape (n, n)
        The gain by a call on top, by the pusher's hand and the caller's, times how likely they are.
    dealt_to_pusher, dealt_to_caller : ndarray, shape (n,)
        How likely each hand is dealt. Gains are measured per deal of the hand.
    start : ndarray, shape (2 n,)
        Where to begin: ``x`` and ``y`` in one array.

    Returns
    -------
    ndarray, shape (2 n,)
        ``x`` and ``y``; of all points on the way, those with the least to gain from them.
    """
    to_pusher = np.where(dealt_to_pusher > 0, dealt_to_pusher, 1)
    to_caller = np.where(dealt_to_caller > 0, dealt_to_caller, 1)
    nothing = np.zeros_like(added_by_call)
    # The gains of all hands at a point are constant + operator @ point.
    constant = np.append(uncalled / to_pusher, np.zeros_like(to_caller))
    operator = np.block(
        [
            [nothing, added_by_call / to_pusher[:, None]],
            [-added_by_call.T / to_caller[:, None], nothing],
        ]
    )
    step = 1 / abs(constant).max()
    best, smallest_gap = start, np.inf
    for _ in range(_MAX_STEPS):
        point = _next_point(constant, operator, start, step)
        if point is None:
            step /= _STEP_CUT
            continue
        start = point
        gap = _gap(uncalled, added_by_call, point)
        if gap < smallest_gap:
            best, smallest_gap = point, gap
        if gap < _NO_GAP:
            break
        step *= _STEP_GROWTH
    return best


def _gap(uncalled: np.ndarray, added_by_call: np.ndarray, point: np.ndarray) -> float:
    """Return the gain of both players together by best responses to a point."""
    x, y = np.split(point, 2)
    best_pushes = np.maximum(uncalled + added_by_call @ y, 0).sum()
    best_calls = uncalled @ x + np.minimum(x @ added_by_call, 0).sum()
    return float(best_pushes - best_calls)


def _next_point(
    constant: np.ndarray, operator: np.ndarray, start: np.ndarray, step: float
) -> np.ndarray | None:
    """Return the next point, or None if Newton's method does not find it.

    It has found the point when the same hands as before are above 0, and the same at 1.
    """
    position_before = None
    point: np.ndarray = start + step * (constant + operator @ start)
    for _ in range(_NEWTON_STEPS):
        above_zero, at_one = point > 0, point >= 1
        position = np.append(above_zero, at_one)
        if position_before is not None and (position == position_before).all():
            return point.clip(0, 1)
        position_before = position
        inside = above_zero & (point < 1)
        columns = operator[:, inside]
        moved = start + step * (constant + operator @ at_one)
        matrix = np.eye(inside.sum()) - step * columns[inside]
        mixed = np.linalg.solve(matrix, moved[inside])
        point = moved + step * (columns @ mixed)
        point[inside] = mixed
    return None
