"""Products of matrices on one thread, whatever BLAS is set to outside."""

import sys
from contextlib import ContextDecorator
from threading import RLock
from typing import Any

__all__ = ["one_blas_thread"]


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
