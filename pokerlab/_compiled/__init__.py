"""Functions that numba compiles, when they are first called, and that are run on all cores.

Numba takes so long to load that a small game is solved before. So decorators return objects that
stand for what numba will make (:mod:`pokerlab._compiled.lazy`). A `compiled` function loads it when
it is first called. One that is `compiled_if_worthwhile` is run by Python itself, until the process
has used up what it may do so. Both compute the same to the last bit.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import update_wrapper
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from pokerlab._compiled.lazy import Lazy, load_numba
from pokerlab._compiled.machine_code import forget_with_imports, ignore_full_disk
from pokerlab._support.arguments import refusal

__all__ = [
    "PARALLEL_FROM",
    "compiled",
    "compiled_if_worthwhile",
    "map_in_parallel",
    "njit_helper",
    "parallel_over_hands",
    "run_in_parallel",
    "thread_count",
]

_F = TypeVar("_F", bound=Callable[..., Any])
_T = TypeVar("_T")
_Result = TypeVar("_Result")


def _require_thread_setting() -> None:
    """Refuse a wrong number of threads, which numba's own error would not name."""
    threads = os.environ.get("NUMBA_NUM_THREADS", "1")
    if not (threads.strip().isdecimal() and int(threads) > 0):
        raise refusal("NUMBA_NUM_THREADS", repr(threads), "a positive integer")


_require_thread_setting()  # before anything imports numba


def compiled(function: _F) -> _F:
    """Decorate a function with numba's ``njit``, whose machine code is kept on disk if possible.

    Where it is not, as in a read-only checkout without a home or on a full disk, each process
    compiles for itself. What is kept is used until the function's module, or one that it imports,
    has changed. Numba is loaded when the function is first called.
    """
    return _make_lazy(function, _compile)


def compiled_if_worthwhile(function: _F) -> _F:
    """Decorate a function as by `compiled`; Python itself runs it as long as there is little to do.

    The size of its first argument, an array, is the work of a call. A function that another one
    calls counts its own arrays: it goes over them once more. A process that solves push or fold,
    and nothing else, never waits for numba in this way.
    """
    return _make_lazy(function, _compile, in_python=function)


def njit_helper(function: _F) -> _F:
    """Compile a helper of `compiled` functions, whose code contains it; it is not kept on disk."""
    return _make_lazy(function, lambda function: load_numba().njit(function))


def _make_lazy(
    function: _F,
    compile_it: Callable[[Callable[..., Any]], Any],
    in_python: Callable[..., Any] | None = None,
) -> _F:
    """Return what stands for a function until numba has compiled it."""
    lazy = Lazy(function.__name__, lambda: compile_it(function), in_python)
    return cast(_F, update_wrapper(lazy, function))


def _compile(function: Callable[..., Any]) -> Any:
    """Have numba compile a function, and keep the machine code on disk if possible."""
    njit = load_numba().njit
    options = {"nogil": True, "error_model": "numpy"}
    try:
        dispatcher = njit(cache=True, **options)(function)
    except RuntimeError:  # numba finds no folder in which it can write
        return njit(**options)(function)
    ignore_full_disk(dispatcher)
    forget_with_imports(dispatcher, Path(function.__code__.co_filename))
    return dispatcher


# On all cores, each with a share of a range or of the hands

#: Work on this many numbers or more is shared among threads; starting them costs more than less
#: work takes.
PARALLEL_FROM = 2**20


def thread_count() -> int:
    """Return the number of threads to use: ``NUMBA_NUM_THREADS``, or one for each core."""
    return int(load_numba().config.NUMBA_NUM_THREADS)


def run_in_parallel(function: Callable[..., None], size: int, count: int, *arguments: Any) -> None:
    """Call a compiled function on slices of ``range(count)``, in parallel if the work is large.

    Its last two arguments are where a slice starts and stops. Each core has a thread of Python's
    own, because numba's would wait for each other busily, as BLAS's do
    (:mod:`pokerlab._compiled.blas`).

    Parameters
    ----------
    function : callable
        A `compiled` function; it lets other threads run meanwhile.
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
    """Yield the results of a function for each item, in their order; the cores share the items.

    Most of its work should be in `compiled` functions, which let other threads run meanwhile.
    """
    with ThreadPoolExecutor(thread_count()) as threads:
        yield from threads.map(function, items)


def parallel_over_hands(
    function: Callable[..., None], arrays: Sequence[np.ndarray], *others: Any
) -> None:
    """Call a compiled function that treats each column of its first arrays alone, in place.

    Their columns are hands. The function's last two arguments are the columns at which to start and
    to stop. Large arrays are shared among threads; the result is the same to the last bit.

    Examples
    --------
    >>> from pokerlab._compiled import compiled
    >>> @compiled
    ... def scale(array, factor, start, stop):
    ...     for hand in range(start, stop):
    ...         array[0, hand] *= factor
    >>> array = np.ones((1, 4))
    >>> parallel_over_hands(scale, [array], 3.0)
    >>> array.sum()
    np.float64(12.0)
    """
    run_in_parallel(function, arrays[0].size, arrays[0].shape[1], *arrays, *others)
