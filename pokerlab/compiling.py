"""Compiling by numba, with the result kept on disk wherever there is a place to keep it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from numba import njit


def compiled(**options: Any) -> Callable[[Callable], Callable]:
    """Decorate a function with numba's ``njit``, cached on disk if any of its places is writable.

    Numba keeps a cache beside the source, or else in the user's cache directory, and refuses to
    compile if it may write to neither: in a read-only checkout without a home, say. There each
    process compiles for itself instead, and so it does when the disk is full.

    Parameters
    ----------
    **options
        Of ``numba.njit``, such as ``parallel=True``.

    Examples
    --------
    >>> @compiled()
    ... def double(x):
    ...     return 2 * x
    >>> double(21)
    42
    """

    def decorate(function: Callable) -> Callable:
        try:
            dispatcher = njit(cache=True, **options)(function)
        except RuntimeError:
            return njit(**options)(function)
        save = dispatcher._cache.save_overload

        def save_if_possible(*overload: Any) -> None:
            with suppress(OSError):
                save(*overload)

        # Numba has no option for this: it fails, although it has what was asked for.
        dispatcher._cache.save_overload = save_if_possible
        return dispatcher

    return decorate
