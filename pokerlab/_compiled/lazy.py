"""What numba makes when it is first called, and numba itself, which is loaded then."""

import sys
from collections.abc import Callable
from functools import cache, cached_property
from types import MethodType, ModuleType
from typing import Any

import numpy as np

__all__ = ["Lazy", "load_numba", "tell_before_compiling"]

#: What is called once, before the first function is compiled in this process.
_before_compiling: list[Callable[[], None]] = []


def tell_before_compiling(tell: Callable[[], None]) -> None:
    """Have a function called before this process compiles for the first time.

    It is not called where all machine code is on disk. Ask for it before numba is loaded.
    """
    _before_compiling.append(tell)


@cache
def load_numba() -> ModuleType:
    """Import numba, which is slow to load, where it is needed first."""
    import numba
    from numba.core import event
    from numba.core.registry import cpu_target
    from numba.extending import typeof_impl

    @typeof_impl.register(Lazy)
    def typeof_lazy(lazy: Lazy, context: Any) -> Any:
        """Return the type that it has for compiled functions that call it."""
        made = lazy.made
        cpu_target.typing_context.refresh()  # it may be new to numba
        return cpu_target.typing_context.resolve_value_type(made)

    class TellOnce(event.Listener):
        """Calls whoever asked to be told, and forgets them."""

        def on_start(self, event: Any) -> None:
            while _before_compiling:
                tell = _before_compiling.pop()
                tell()

        def on_end(self, event: Any) -> None:
            pass

    if _before_compiling:
        event.register("numba:compile", TellOnce())
    return numba


class _PythonBudget:
    """How many numbers Python may still go through in this process, in place of numba.

    When all are used up, loading numba would have been as fast.
    """

    largest_array = 2000  #: An array of more numbers is for numba.

    def __init__(self, numbers: int) -> None:
        self.numbers_left = numbers

    def try_to_spend_on(self, array: np.ndarray) -> bool:
        """Take an array's numbers off what is left; false if they are for numba.

        They are, once numba is loaded, and where they are not in double precision.
        """
        is_small = array.size <= self.largest_array and array.dtype == np.float64
        if "numba" in sys.modules or not is_small or self.numbers_left <= 0:
            return False
        self.numbers_left -= array.size
        return True


_python_budget = _PythonBudget(1_000_000)  # of all functions together


class Lazy:
    """A function that numba makes when it is first called, or when a compiled function calls it.

    Given ``in_python``, which computes the same, it does not need numba at first: Python runs that
    as long as the budget pays for the first argument, an array.
    """

    def __init__(
        self, name: str, make: Callable[[], Any], in_python: Callable[..., Any] | None = None
    ) -> None:
        self.__name__ = self.__qualname__ = name
        self._make, self._in_python = make, in_python

    @cached_property
    def made(self) -> Any:
        """The thing that numba makes, which loads it."""
        return self._make()

    def __call__(self, *arguments: Any) -> Any:
        if self._in_python is None or not _python_budget.try_to_spend_on(arguments[0]):
            return self.made(*arguments)
        with np.errstate(all="ignore"):  # as compiled
            return self._in_python(*arguments)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.made, name)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        # As of any function; `inspect`, and with it Sphinx, tells functions by this.
        return self if instance is None else MethodType(self, instance)

    def __reduce__(self) -> str:
        return self.__qualname__
