"""Compiling by numba, with the result kept on disk wherever there is a place to keep it."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any

from numba import njit

_forked = False


def _note_fork() -> None:
    global _forked
    _forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note_fork)


def compiled(parallel: bool = False) -> Callable[[Callable], Callable]:
    """Decorate a function with numba's ``njit``, cached on disk where that can be done.

    Numba keeps a cache beside the source, or else in the user's cache directory, and fails if it
    may write to neither (in a read-only checkout without a home, say), if the disk is full, and
    if a file of the cache is damaged. Each such process compiles for itself instead.

    Numba's threads do not survive a fork, after which it kills the child: a process that was
    forked, such as one of ``multiprocessing``'s, runs everything in one thread.

    Parameters
    ----------
    parallel : bool
        Whether ``numba.prange`` shares its work out to threads.

    Examples
    --------
    >>> @compiled()
    ... def double(x):
    ...     return 2 * x
    >>> double(21)
    42
    """

    def decorate(function: Callable) -> Callable:
        alone = njit(function)
        try:
            kept = njit(cache=True, parallel=parallel)(function)
        except RuntimeError:
            kept = njit(parallel=parallel)(function)

        @wraps(function)
        def call(*arguments: Any) -> Any:
            nonlocal kept
            if parallel and _forked:
                return alone(*arguments)
            try:
                return kept(*arguments)
            except Exception:
                # Only the cache can have failed, before the function began: it raises nothing.
                kept = njit(parallel=parallel)(function)
                return kept(*arguments)

        return call

    return decorate
