"""Lines through points, and which of these points a line needs in order to look the same."""

import numpy as np

__all__ = ["differs_from_a_neighbour", "needed_in_line"]

_MAX_DISTANCE = 0.1  # Points no further than this from a line, in units, are not missed in it.


def needed_in_line(points: np.ndarray) -> np.ndarray:
    """Tell for each point of a line whether the line needs it in order to look the same.

    Parameters
    ----------
    points : ndarray, shape (n, 2)
        In units of the drawing.

    Returns
    -------
    ndarray of bool, shape (n,)
        Whether each is needed. The others are no more than a tenth of a unit away from the line
        between those around them (the algorithm of Ramer, Douglas and Peucker): between two points
        that are needed, the farthest from their line is needed, too, if it is farther than that.
    """
    is_needed = np.zeros(len(points), dtype=bool)
    is_needed[[0, -1]] = True
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        distances = _distances(points[first + 1 : last], points[first], points[last])
        farthest = int(distances.argmax())
        if distances[farthest] > _MAX_DISTANCE:
            middle = first + 1 + farthest
            is_needed[middle] = True
            spans += [(first, middle), (middle, last)]
    return is_needed


def _distances(points: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Return how far points, (n, 2), are from the straight line between two others.

    They are rounded to six decimals, so that ties are ties on all machines.
    """
    along = end - start
    squared_length = float(along @ along)
    share = np.zeros(len(points))  # of the way from start to end, where the line is nearest
    if squared_length:
        share = np.clip((points - start) @ along / squared_length, 0, 1)
    return np.hypot(*(points - start - share[:, None] * along).T).round(6)


def differs_from_a_neighbour(heights: np.ndarray) -> np.ndarray:
    """Tell for each point of a row, (n,), whether its height differs from a neighbour's.

    Lines and steps look the same without the other points. The first and the last have no
    neighbour on one side, and count as different.

    Examples
    --------
    >>> differs_from_a_neighbour(np.array([0.0, 0.0, 0.0, 1.0]))
    array([ True, False,  True,  True])
    """
    differs_from_previous = np.diff(heights, prepend=np.nan, append=np.nan) != 0
    return differs_from_previous[:-1] | differs_from_previous[1:]
