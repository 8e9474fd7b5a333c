"""The tools that all other modules use; they use none of the others.

Read-only results, loops compiled by numba, products on one thread, linear equations in integers,
convex programs, files that are written whole or not at all (an OSError names the path), archives of
arrays. Numba, threadpoolctl, FLINT and cvxpy are loaded by whoever calls what needs them.
"""

from __future__ import annotations

import io
import json
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ContextDecorator, suppress
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from math import gcd
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from tqdm import tqdm

if TYPE_CHECKING:
    import cvxpy
    from numpy.typing import ArrayLike

_T = TypeVar("_T")


def pair(both: Iterable[_T]) -> tuple[_T, _T]:
    """A tuple of two things, such as one for each player."""
    first, second = both
    return first, second


def frozen(array: ArrayLike) -> np.ndarray:
    """A read-only copy of an array.

    Examples
    --------
    >>> frozen(np.zeros(2))[0] = 1
    Traceback (most recent call last):
    ValueError: assignment destination is read-only
    """
    array = np.array(array)
    array.setflags(write=False)
    return array


def assign(instance: Any, **values: Any) -> None:
    """Set fields of a frozen dataclass that is being made; arrays are `frozen`."""
    for name, value in values.items():
        value = frozen(value) if isinstance(value, np.ndarray) else value
        object.__setattr__(instance, name, value)


class Immutable:
    """The base of a frozen dataclass that keeps `frozen` copies of its arrays."""

    def __post_init__(self) -> None:
        assign(self, **vars(self))


def check_count(name: str, count: int) -> None:
    """Refuse anything but a positive integer."""
    if not is_integer(count) or count < 1:
        raise ValueError(f"{name}: {count!r} given, a positive integer needed")


def is_integer(number: object) -> bool:
    """Whether this is an integer, of Python or NumPy, and no bool."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def bar(items: Iterable, name: str, total: int | None, progress: bool | None) -> tqdm:
    """A progress bar around a series, on standard error, once a second has passed."""
    disable = None if progress is None else not progress
    return tqdm(items, name, total, delay=1, leave=False, disable=disable)


def read_player(player: int | str, names: Sequence[str]) -> int:
    """The number of a player who is given by his number or by his name, else a ValueError."""
    if isinstance(player, str) and names.count(player) == 1:
        return names.index(player)
    if is_integer(player) and player in (0, 1):
        return int(player)
    raise ValueError(f"player: {player!r} given, 0 or 1, or {' or '.join(map(repr, names))} needed")


def compiled(parallel: bool = False) -> Callable[[Callable], Callable]:
    """Decorate a function with numba's ``njit``, cached on disk if possible.

    In a read-only checkout without a home, say, or on a full disk, it is not, and each process
    compiles for itself. With `parallel`, ``numba.prange`` spreads its work over threads.
    """
    from numba import njit

    options: Any = {"parallel": parallel, "nogil": True, "error_model": "numpy"}

    def decorate(function: Callable) -> Callable:
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

    return decorate


LARGE = 2**20  #: From how many numbers on `by_hands` works in threads.


def by_hands(function: Callable, arrays: Sequence[np.ndarray], *others: Any) -> None:
    """Call a compiled function that treats each column of its first arrays alone, in place.

    Their columns are hands. The function's last two arguments say from which column on it is to
    work, and up to which. Large arrays are shared out among all cores, each with its own thread.
    The result is the same to the last bit.

    Examples
    --------
    >>> @compiled()
    ... def scale(array, factor, start, stop):
    ...     for hand in range(start, stop):
    ...         array[0, hand] *= factor
    >>> array = np.ones((1, 4))
    >>> by_hands(scale, [array], 3.0)
    >>> array.sum()
    np.float64(12.0)
    """
    hands = arrays[0].shape[1]
    if arrays[0].size < LARGE:
        function(*arrays, *others, 0, hands)
        return
    from numba import get_num_threads

    cores = get_num_threads()
    cuts = np.linspace(0, hands, cores + 1).astype(int).tolist()
    with ThreadPoolExecutor(cores) as threads:
        list(threads.map(lambda ends: function(*arrays, *others, *ends), pairwise(cuts)))


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
            try:
                for library in _blas(len(sys.modules)):
                    if library.filepath not in self._held:
                        self._held[library.filepath] = library, library.num_threads
                        _set_threads(library, 1)
            except BaseException:  # Ctrl-C is one
                self.__exit__()
                raise

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            while self._held and not self._inside:
                _set_threads(*self._held.popitem()[1])


#: Decorates a function in which BLAS is to have one thread, or follows ``with``. The last to leave
#: gives back the threads that there were. Threads wait for each other, busily, after every product;
#: on a machine with anything else to do, small products take many times as long with them.
one_thread = _OneThread()


def solve_integers(matrix: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, int]:
    """Solve a square system of integers of any size, exactly, by FLINT (https://flintlib.org).

    An unknown that is alone in an equation is found at once, and one that is in only one equation
    last. These are removed again and again, and only the rest is solved as a system. A large system
    is solved modulo a prime and the solution lifted to the prime's powers until the fractions can
    be read off (J. Dixon, Exact solution of linear equations using p-adic expansions, 1982).

    `matrix` has shape (n, n) and `right` (n,), of objects where integers are large. Returns the
    numerators of the solution, of shape (n,), and their one denominator, above 0. A singular
    system is a ZeroDivisionError.

    Examples
    --------
    >>> solve_integers(np.array([[2, 1], [0, 3]]), np.array([1, 1]))
    (array([1, 1], dtype=object), 3)
    """
    from flint import fmpz_mat

    matrix, right = np.asarray(matrix, object), np.asarray(right, object)
    present = matrix != 0
    early, rows, columns = alone(present)
    late, *left = alone(present[np.ix_(rows, columns)].T)
    late = [(rows[row], columns[column]) for column, row in late]
    rows, columns = rows[left[1]], columns[left[0]]
    solution, one = np.zeros(len(matrix), object), 1

    def find(row: int, column: int) -> None:
        nonlocal solution, one
        known, pivot = present[row], int(matrix[row, column])
        rest = int(right[row] * one - (matrix[row, known] * solution[known]).sum())
        factor = abs(pivot) // gcd(rest, pivot)
        if factor > 1:
            solution, one = solution * factor, one * factor
        solution[column] = rest * factor // pivot

    for row, column in early:
        find(row, column)
    if len(rows):
        rest = right[rows] * one - matrix[rows] @ solution
        core = fmpz_mat(matrix[np.ix_(rows, columns)].tolist())
        found: Any = core.solve(fmpz_mat([[int(number)] for number in rest]))
        numerators, factor = found.numer_denom()
        solution, one = solution * int(factor), one * int(factor)
        solution[columns] = [int(number) for number in numerators.entries()]
    for row, column in reversed(late):
        find(row, column)
    common = gcd(one, *solution)
    return solution // common, one // common


def alone(present: np.ndarray) -> tuple[list[tuple[int, int]], np.ndarray, np.ndarray]:
    """Find rows of a matrix with a single entry, once the columns of earlier ones are gone.

    The argument says where the matrix is not 0. Returns the row and the column of each single
    entry, then the rows and the columns that are left.

    Examples
    --------
    >>> alone(np.array([[1, 1, 0], [0, 1, 0], [0, 0, 0]], bool))
    ([(1, 1), (0, 0)], array([2]), array([2]))
    """
    pairs, counts, still = [], present.sum(axis=1), np.ones(present.shape[1], bool)
    ready = np.flatnonzero(counts == 1).tolist()
    while ready:
        row = ready.pop()
        if counts[row]:
            column = int((present[row] & still).argmax())
            pairs.append((row, column))
            still[column] = False
            counts -= present[:, column]
            ready += np.flatnonzero(present[:, column] & (counts == 1)).tolist()
    rows = np.setdiff1d(np.arange(len(present)), [row for row, _ in pairs])
    return pairs, rows, np.flatnonzero(still)


def optional(module: str, extra: str) -> ModuleType:
    """Import a package that an extra of ``pyproject.toml`` installs.

    If it is missing, the ModuleNotFoundError says how to get it.

    Examples
    --------
    >>> optional("nonsense", "convex")
    Traceback (most recent call last):
    ModuleNotFoundError: this needs nonsense: pip install "pokerlab[convex]"
    """
    if find_spec(module.partition(".")[0]) is None:
        raise ModuleNotFoundError(f'this needs {module}: pip install "pokerlab[{extra}]"')
    return import_module(module)


@cache
def _installed_solvers() -> list[str]:
    """What cvxpy can use; looking for it takes longer than a small program."""
    return optional("cvxpy", "convex").installed_solvers()


def optimise(problem: cvxpy.Problem, solver: str, **options: Any) -> None:
    """Solve a program in place, so that its variables and its status are set.

    Cvxpy passes the options on to the solver. The caller has to check the status. A solver that is
    not one of ``cvxpy.installed_solvers()`` is a ValueError, and one that gives up, or does not
    solve programs of this kind, a RuntimeError.

    Examples
    --------
    >>> import cvxpy
    >>> x = cvxpy.Variable()
    >>> optimise(cvxpy.Problem(cvxpy.Minimize(x), [x >= 2]), "HIGHS")
    >>> float(x.value)
    2.0
    """
    cvxpy, installed = optional("cvxpy", "convex"), _installed_solvers()
    if solver not in installed:
        raise ValueError(f"solver: {solver!r} given, one of {installed} needed")
    try:
        problem.solve(solver=solver, **options)
    except (cvxpy.SolverError, ValueError) as error:  # what cvxpy cannot unpack is the latter
        raise RuntimeError(f"solver: {solver!r} failed, try another of {installed}") from error


def write_file(path: str | Path, content: bytes) -> None:
    """Write a regular file, in its old mode; what was there stays until all of it is written."""
    target = _target(path)
    scratch = target.with_name(f".{secrets.token_hex(8)}")
    try:
        scratch.touch(0o600 if target.exists() else 0o666)
        scratch.write_bytes(content)
        if target.exists():
            shutil.copymode(target, scratch)
        os.replace(scratch, target)
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            scratch.unlink()


def check_file(path: str | Path) -> None:
    """Refuse a path at which `write_file` would fail, before the work whose result it is for."""
    target = _target(path)
    try:
        with tempfile.TemporaryFile(dir=target.parent):
            pass
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None


def _target(path: str | Path) -> Path:
    """Where a path leads, links followed: to a regular file, or to none yet."""
    target = Path(os.path.realpath(path))  # a link stays one
    if os.path.exists(target) and not target.is_file():
        why = "Is a directory" if target.is_dir() else "Not a regular file"
        raise OSError(f"{path} cannot be written: {why}")
    return target


def write_arrays(path: str | Path, text: Any = None, **arrays: Any) -> None:
    """Write arrays and a JSON object to a file; `read_arrays` reads it."""
    buffer = io.BytesIO()
    if text is not None:
        arrays["text"] = np.array(json.dumps(text))
    np.savez_compressed(buffer, **arrays)
    write_file(path, buffer.getvalue())


def read_arrays(path: str | Path, make: Callable[[Callable, list[str]], _T], kind: str) -> _T:
    """Read a file of `write_arrays`, by a function of what takes its arrays and of their names.

    An array is taken by its name, and by how many numbers it may have: the zeros of a short file
    would fill all memory. A file that cannot be read is an OSError. Anything else that goes wrong,
    in a damaged file or in a file of another kind, is a ValueError of one line.
    """
    content = io.BytesIO(Path(path).read_bytes())
    try:
        with np.load(content, allow_pickle=False) as file:

            def take(name: str, most: int = 2**25) -> np.ndarray:
                size, allowed = file.zip.getinfo(f"{name}.npy").file_size, 8 * most + 1024
                if size > allowed:
                    raise ValueError(f"{name}: {size:,} bytes given, at most {allowed:,} allowed")
                return file[name]

            return make(take, file.files)
    except Exception as error:
        why = " ".join(str(error).split())[:200] or type(error).__name__
        raise ValueError(f"path: {path} is no {kind}: {why}") from error
