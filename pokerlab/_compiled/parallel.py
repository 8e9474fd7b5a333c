"""Large work shared among all cores: each gets a slice of a range or of the hands, or some items.

Threads are Python's own, because numba's would wait for each other busily, as BLAS's do
(:mod:`pokerlab._compiled.blas`). They work at once as long as they run `compiled` functions, which
let other threads run meanwhile.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from pokerlab._compiled.lazy import load_numba

__all__ = [
    "PARALLEL_FROM",
    "map_in_parallel",
    "parallel_over_hands",
    "run_in_parallel",
    "thread_count",
]

_T = TypeVar("_T")
_Result = TypeVar("_Result")

#: Work on this many numbers or more is shared among threads; starting them costs more than less
#: work takes.
PARALLEL_FROM = 2**20


def thread_count() -> int:
    """Return the number of threads to use: ``NUMBA_NUM_THREADS``, or one for each core."""
    return int(load_numba().config.NUMBA_NUM_THREADS)


def run_in_parallel(function: Callable[..., None], size: int, count: int, *arguments: Any) -> None:
    """Call a compiled function on slices of ``range(count)``, in parallel if the work is large.

    Its last two arguments are where a slice starts and stops.

    Parameters
    ----------
    function : callable
        A `compiled` function.
    size : int
        How many numbers it has to work on in all; from `PARALLEL_FROM` on the work is shared.
    count : int
        The length of the range.
    *arguments
        Its other arguments, which come first.
    """
    if size < PARALLEL_FROM:
        function(*arguments, 0, count)
        return
    bounds = np.linspace(0, count, thread_count() + 1).astype(int).tolist()

    def call(bounds: tuple[int, int]) -> None:
        start, stop = bounds
        function(*arguments, start, stop)

    list(map_in_parallel(call, pairwise(bounds)))  # the list raises what a call has raised


def map_in_parallel(function: Callable[[_T], _Result], items: Iterable[_T]) -> Iterator[_Result]:
    """Yield the results of a function for each item, in their order; the cores share the items."""
    with ThreadPoolExecutor(thread_count()) as threads:
        yield from threads.map(function, items)


def parallel_over_hands(function: Callable[..., None], array: np.ndarray, *others: Any) -> None:
    """Call a compiled function that treats each column of its arrays alone, in place.

    Its first argument is such an array; columns are hands. Its last two arguments are the columns
    at which to start and to stop. Large arrays are shared among threads; the result is the same to
    the last bit.

    Examples
    --------
    >>> from pokerlab._compiled import compiled
    >>> @compiled
    ... def scale(array, factor, start, stop):
    ...     for hand in range(start, stop):
    ...         array[0, hand] *= factor
    >>> array = np.ones((1, 4))
    >>> parallel_over_hands(scale, array, 3.0)
    >>> array.sum()
    np.float64(12.0)
    """
    run_in_parallel(function, array.size, array.shape[1], array, *others)
