"""Functions that numba compiles when they are first called.

Numba takes so long to load that a small game is solved before. So decorators return objects that
stand for what numba will make (:mod:`pokerlab._compiled.lazy`). A `compiled` function loads it when
it is first called. One that is `compiled_if_worthwhile` is run by Python itself, until the process
has used up what it may do so. Both compute the same to the last bit. Large work is shared among the
cores by :mod:`pokerlab._compiled.parallel`.
"""

import os
from collections.abc import Callable
from functools import update_wrapper
from pathlib import Path
from typing import Any, TypeVar, cast

from pokerlab._compiled.lazy import Lazy, load_numba
from pokerlab._compiled.machine_code import forget_with_imports, ignore_full_disk
from pokerlab._support.arguments import refusal

__all__ = [
    "compiled",
    "compiled_if_worthwhile",
    "njit_helper",
]

_F = TypeVar("_F", bound=Callable[..., Any])


def _require_thread_setting() -> None:
    """Refuse a wrong number of threads, which numba's own error would not name."""
    threads = os.environ.get("NUMBA_NUM_THREADS", "1")
    if not (threads.strip().isdecimal() and int(threads) > 0):
        raise refusal("NUMBA_NUM_THREADS", repr(threads), "a positive integer")


# At once, and not where numba is loaded: else only games that need it would be refused.
_require_thread_setting()


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
    calls counts its own arrays: it goes over them once more. So a process that finds all digits
    of one game of push or fold, over 169 hands, never waits for numba.
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
