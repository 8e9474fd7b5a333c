"""Loops compiled by numba, run on all cores; products of matrices on one thread."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ContextDecorator, suppress
from functools import cache, cached_property, update_wrapper
from itertools import pairwise
from pathlib import Path
from threading import RLock
from types import MethodType, ModuleType
from typing import Any, TypeVar, cast

import numpy as np

from pokerlab._arguments import refusal

__all__ = [
    "PARALLEL_FROM",
    "compiled",
    "compiled_if_large",
    "lazy_intrinsic",
    "njit_helper",
    "one_blas_thread",
    "parallel_over_hands",
    "run_in_parallel",
    "tell_before_compiling",
    "thread_count",
]

_F = TypeVar("_F", bound=Callable[..., Any])

#: Work on this many numbers or more is shared among threads; starting them costs more than less
#: work takes.
PARALLEL_FROM = 2**20


def _check_thread_setting() -> None:
    """Refuse a wrong number of threads, which numba's own error would not name."""
    threads = os.environ.get("NUMBA_NUM_THREADS", "1")
    if not (threads.strip().isdecimal() and int(threads) > 0):
        raise refusal("NUMBA_NUM_THREADS", repr(threads), "a positive integer")


_check_thread_setting()  # before anything imports numba


#: What is called once, before the first function is compiled in this process.
_before_compiling: list[Callable[[], None]] = []


def tell_before_compiling(tell: Callable[[], None]) -> None:
    """Have a function called before this process compiles for the first time.

    It is not called where all machine code is on disk. Ask for it before numba is loaded.
    """
    _before_compiling.append(tell)


@cache
def _numba() -> ModuleType:
    """Import numba, which is slow to load, where it is needed first."""
    import numba
    from numba.core import event
    from numba.core.registry import cpu_target
    from numba.extending import typeof_impl

    @typeof_impl.register(_Lazy)
    def typeof_lazy(lazy: _Lazy, context: Any) -> Any:
        """What it is to the compiled functions that call it."""
        made = lazy.made
        cpu_target.typing_context.refresh()  # it may be new to numba
        return cpu_target.typing_context.resolve_value_type(made)

    class TellOnce(event.Listener):
        """Calls whoever asked to be told, and forgets them."""

        def on_start(self, event: Any) -> None:
            while _before_compiling:
                _before_compiling.pop()()

        def on_end(self, event: Any) -> None:
            pass

    if _before_compiling:
        event.register("numba:compile", TellOnce())
    return numba


class _Lazy:
    """What numba makes, when it is first called or a compiled function calls it."""

    def __init__(self, name: str, make: Callable[[], Any]) -> None:
        self.__name__ = name
        self._make = make

    @cached_property
    def made(self) -> Any:
        """What numba makes, which loads it."""
        return self._make()

    def __call__(self, *arguments: Any) -> Any:
        return self.made(*arguments)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.made, name)


class _LazyFunction(_Lazy):
    """A function that numba is loaded for, and compiles, when it is first called."""

    def __init__(
        self, function: Callable[..., Any], compile: Callable[[Callable[..., Any]], Any]
    ) -> None:
        super().__init__(function.__name__, lambda: compile(function))
        update_wrapper(self, function)
        self.function = function

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        # As of any function; `inspect`, and with it Sphinx, tells functions by this.
        return self if instance is None else MethodType(self, instance)

    def __reduce__(self) -> str:
        return self.function.__qualname__


class _PythonFirst(_LazyFunction):
    """A function of an array that Python itself runs as long as there was little to do.

    Numba takes longer to load than a small game to solve. Both compute the same to the last bit, in
    double precision.
    """

    def __call__(self, *arguments: Any) -> Any:
        if not _spend_for_python(arguments[0]):
            return self.made(*arguments)
        with np.errstate(all="ignore"):  # as compiled
            return self.function(*arguments)


_MOST_FOR_PYTHON = 2000  # How many numbers an array may have that Python itself works on.
#: How many more numbers it works on in this process: all of them take Python about as long as it
#: takes to load numba.
_left_for_python = 1_000_000


def _spend_for_python(array: np.ndarray) -> bool:
    """Tell whether Python itself works on an array, and if so, take it from what is left for it.

    Where numba is loaded already it works on none.
    """
    global _left_for_python
    if "numba" in sys.modules or _left_for_python <= 0:
        return False
    if array.size > _MOST_FOR_PYTHON or array.dtype != np.float64:
        return False
    _left_for_python -= array.size
    return True


def compiled(function: _F) -> _F:
    """Decorate a function with numba's ``njit``, whose machine code is kept on disk if possible.

    Where it is not, as in a read-only checkout without a home or on a full disk, each process
    compiles for itself. What is kept is used until the function's module, or one that it imports,
    has changed. Numba is loaded when the function is first called.
    """
    return cast(_F, _LazyFunction(function, _compile))


def compiled_if_large(function: _F) -> _F:
    """Decorate a function as by `compiled`; Python itself runs it as long as there is little to do.

    The size of its first argument, an array of doubles, is the work of a call. Python does a small
    one if numba is not loaded, and this process has had few of them so far. A function that another
    one calls counts its own arrays: it goes over them once more.
    """
    return cast(_F, _PythonFirst(function, _compile))


def _compile(function: Callable[..., Any]) -> Any:
    """Have numba compile a function, and keep the machine code on disk if possible."""
    njit = _numba().njit
    options = {"nogil": True, "error_model": "numpy"}
    try:
        dispatcher = njit(cache=True, **options)(function)
    except RuntimeError:  # numba finds no folder in which it can write
        return njit(**options)(function)
    _ignore_full_disk(dispatcher)
    _forget_with_imports(dispatcher, Path(function.__code__.co_filename))
    return dispatcher


_PACKAGE = Path(__file__).parent
_IMPORT = re.compile(r"^from pokerlab([.\w]*) import (\([^)]*\)|.*)", re.MULTILINE)


@cache
def _imported_by(source: Path) -> frozenset[Path]:
    """The package's files that a file of it imports at its top, directly."""
    files = set()
    for parent, names in _IMPORT.findall(source.read_text(encoding="utf-8")):
        folder = _PACKAGE.joinpath(*parent.split("."))
        modules = [folder, *(folder / name for name in re.findall(r"\w+", names))]
        files |= {module.with_suffix(".py") for module in modules}
        files.add(folder / "__init__.py")
    return frozenset(file for file in files if file.is_file())


def _all_imported_by(source: Path) -> set[Path]:
    """The package's files that a file of it imports, and that these import, and so on."""
    found: set[Path] = set()
    left = [source]
    while left:
        new = _imported_by(left.pop()) - found
        found |= new
        left += new
    return found


def _forget_with_imports(dispatcher: Any, source: Path) -> None:
    """Have machine code made anew where a module has changed that the function's own imports.

    Numba looks at the date and size of the function's file alone, but the code has in it helpers
    and constants from others. It has no option for more, so this changes a private attribute:
    ``test_machine_code_is_made_anew_where_a_helper_s_module_has_changed`` tells when it is another.
    """
    disk_cache = getattr(dispatcher, "_cache", None)
    if disk_cache is None or not source.is_file():  # typed in by hand, or NUMBA_DISABLE_JIT
        return
    stamps = []
    for file in sorted(_all_imported_by(source)):
        status = file.stat()
        stamps.append((file.relative_to(_PACKAGE).as_posix(), status.st_mtime, status.st_size))
    index = disk_cache._cache_file
    index._source_stamp = (index._source_stamp, stamps)


def _ignore_full_disk(dispatcher: Any) -> None:
    """Let a function run whose machine code cannot be written to disk.

    Numba lets that OSError end the first call, and has no option against it. So this replaces the
    method of the function's cache that writes. The method is private:
    ``test_a_disk_that_is_full_keeps_nothing_from_being_computed`` tells when it has changed.
    """
    disk_cache = getattr(dispatcher, "_cache", None)
    if disk_cache is None:  # NUMBA_DISABLE_JIT leaves the function as it is
        return
    save = disk_cache.save_overload

    def save_if_possible(*entry: Any) -> None:
        with suppress(OSError):
            save(*entry)

    disk_cache.save_overload = save_if_possible


def lazy_intrinsic(name: str, make: Callable[[], Any]) -> Any:
    """Have a function make an intrinsic of numba's where a compiled function first calls it."""
    return _Lazy(name, make)


def njit_helper(function: _F) -> _F:
    """Compile a helper of `compiled` functions, whose code contains it; it is not kept on disk."""
    return cast(_F, _LazyFunction(function, lambda function: _numba().njit(function)))


def thread_count() -> int:
    """Return how many threads to use: ``NUMBA_NUM_THREADS``, or one for each core."""
    return int(_numba().config.NUMBA_NUM_THREADS)


def run_in_parallel(function: Callable[..., None], size: int, count: int, *arguments: Any) -> None:
    """Call a compiled function on slices of ``range(count)``, in parallel if the work is large.

    Its last two arguments are where a slice starts and stops. Each core has a thread of Python's
    own, because numba's would wait for each other busily, as BLAS's do (`one_blas_thread`).

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

    with ThreadPoolExecutor(thread_count()) as threads:
        list(threads.map(call, pairwise(bounds)))  # the list raises what a call has raised


def parallel_over_hands(
    function: Callable[..., None], arrays: Sequence[np.ndarray], *others: Any
) -> None:
    """Call a compiled function that treats each column of its first arrays alone, in place.

    Their columns are hands. The function's last two arguments are the columns at which to start and
    to stop. Large arrays are shared among threads; the result is the same to the last bit.

    Examples
    --------
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


def _set_threads(library: Any, count: int) -> None:
    """Set a BLAS library's number of threads, from whichever thread of Python's."""
    # From threadpoolctl 3.8 on, the first thread that sets a number is the only one that can, until
    # the library is released.
    can_release = hasattr(library, "clear_controlling_thread")
    if can_release:
        library.clear_controlling_thread(force=True)
    library.set_num_threads(count)
    if can_release:
        library.clear_controlling_thread(force=True)


class _OneThread(ContextDecorator):
    """The context manager and decorator behind `one_blas_thread`, its only instance."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._depth = 0  # how many blocks and functions are entered and not left, in all threads
        self._held: dict[str, tuple[Any, int]] = {}  # by file: a library, its threads before
        self._libraries: list[Any] = []
        self._modules_seen = 0  # how many modules were loaded when the libraries were looked up

    def __enter__(self) -> None:
        with self._lock:
            self._depth += 1
            for library in self._loaded_libraries():
                if library.filepath not in self._held:
                    self._held[library.filepath] = library, library.num_threads
                    _set_threads(library, 1)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth == 0:
                for library, threads in self._held.values():
                    _set_threads(library, threads)
                self._held.clear()

    def _loaded_libraries(self) -> list[Any]:
        """Return the BLAS libraries of this process.

        A module may bring its own, within a block, too. So they are looked up again as soon as more
        modules are loaded; every time would take longer than a small product. Where the locale
        cannot encode the name of their folder, none are found, and that costs no more than time.
        """
        if len(sys.modules) != self._modules_seen:
            from threadpoolctl import ThreadpoolController

            try:
                self._libraries = ThreadpoolController().select(user_api="blas").lib_controllers
            except UnicodeEncodeError:
                self._libraries = []
            self._modules_seen = len(sys.modules)
        return self._libraries


#: Decorates a function in which BLAS is to have one thread, or follows ``with``. The last to leave
#: gives back the threads that there were. Threads wait for each other, busily, after every product;
#: on a machine with anything else to do, small products take many times as long with them.
one_blas_thread = _OneThread()
