"""Loops compiled by numba, shared out among cores; products of matrices on one thread."""

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ContextDecorator, suppress
from functools import lru_cache
from itertools import pairwise
from threading import RLock
from typing import Any, TypeVar, cast

import numpy as np

_F = TypeVar("_F", bound=Callable)

# Numba, which is loaded after this module, would not say that its threads are meant.
_given = os.environ.get("NUMBA_NUM_THREADS", "1")
if not (_given.strip().isdecimal() and int(_given)):
    raise ValueError(f"NUMBA_NUM_THREADS: {_given!r} given, a positive integer needed")


def compiled(function: _F) -> _F:
    """Decorate a function with numba's ``njit``, cached on disk if possible.

    In a read-only checkout without a home, say, or on a full disk, it is not, and each process
    compiles for itself.
    """
    from numba import njit

    options: Any = {"nogil": True, "error_model": "numpy"}
    try:
        made = njit(cache=True, **options)(function)
    except RuntimeError:  # numba finds no place for a cache
        return njit(**options)(function)
    cache: Any = getattr(made, "_cache", None)  # none where numba may not compile
    if cache is not None:
        save = cache.save_overload

        def save_if_possible(*entry: Any) -> None:
            with suppress(OSError):
                save(*entry)

        cache.save_overload = save_if_possible
    return made


def inlined(function: _F) -> _F:
    """Decorate a function that only `compiled` ones call, which have its code in theirs."""
    from numba import njit

    return cast(_F, njit(function))


def cores() -> int:
    """How many there are for this process; ``NUMBA_NUM_THREADS`` says it otherwise."""
    from numba import config

    return config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]


MANY = 2**20  #: From how many numbers on work is shared out.


def share_out(function: Callable, size: int, count: int, *arguments: Any) -> None:
    """Call a compiled function for all of ``range(count)``, given where to begin and to stop.

    If the `size` of its work is large, all cores share it, each with its own thread of Python's.
    Numba's own threads would wait for each other busily, as BLAS's do (`one_thread`).
    """
    if size < MANY:
        function(*arguments, 0, count)
        return
    cuts = np.linspace(0, count, cores() + 1).astype(int).tolist()
    with ThreadPoolExecutor(cores()) as threads:
        list(threads.map(lambda ends: function(*arguments, *ends), pairwise(cuts)))


def by_hands(function: Callable, arrays: Sequence[np.ndarray], *others: Any) -> None:
    """Call a compiled function that treats each column of its first arrays alone, in place.

    Their columns are hands. The function's last two arguments say from which column on it is to
    work, and up to which. Large arrays are shared out; the result is the same to the last bit.

    Examples
    --------
    >>> @compiled
    ... def scale(array, factor, start, stop):
    ...     for hand in range(start, stop):
    ...         array[0, hand] *= factor
    >>> array = np.ones((1, 4))
    >>> by_hands(scale, [array], 3.0)
    >>> array.sum()
    np.float64(12.0)
    """
    share_out(function, arrays[0].size, arrays[0].shape[1], *arrays, *others)


@lru_cache(maxsize=1)
def _blas(modules: int) -> list[Any]:
    """The libraries that multiply matrices; with so many modules loaded there may be a new one."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas").lib_controllers


def _set_threads(library: Any, number: int) -> None:
    """Give a library so many threads, whichever thread of Python's did that last."""
    release = getattr(library, "clear_controlling_thread", lambda **_: None)
    release(force=True)  # without it threadpoolctl 3.8 does as it is told by one of them only
    library.set_num_threads(number)
    release(force=True)


class _OneThread(ContextDecorator):
    """See `one_thread`, the only one."""

    def __init__(self) -> None:
        self._lock, self._inside = RLock(), 0
        self._held: dict[str, tuple[Any, int]] = {}

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            for library in _blas(len(sys.modules)):
                if library.filepath not in self._held:
                    self._held[library.filepath] = library, library.num_threads
                    _set_threads(library, 1)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            while self._held and not self._inside:
                _set_threads(*self._held.popitem()[1])


#: Decorates a function in which BLAS is to have one thread, or follows ``with``. The last to leave
#: gives back the threads that there were. Threads wait for each other, busily, after every product;
#: on a machine with anything else to do, small products take many times as long with them.
one_thread = _OneThread()
