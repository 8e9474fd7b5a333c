"""Sweeps: one function at every point of a parameter grid, in parallel, resumable.

Joblib decides where the points are computed: on this machine's cores by default, on a cluster
inside ``joblib.parallel_config(backend="dask")``. With a cache every result is also kept in a file
of its own, so that a sweep that was stopped goes on where it was, and one over a larger grid
computes only what is new. Only this process writes these files, not the workers.
"""

import os
import pickle
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.arguments import is_integer, read_list, refusal, require_type
from pokerlab._support.files import write_file
from pokerlab._support.loading import import_optional
from pokerlab._support.progress import progress_bar

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["run"]


def run(
    function: Callable[..., Mapping[str, Any]],
    grid: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]],
    cache: str | Path | None = None,
    version: str | None = None,
    jobs: int = -1,
    progress: bool | None = None,
) -> "pd.DataFrame":
    """Call a function at every point of a grid and tabulate the results; needs joblib.

    Parameters
    ----------
    function : callable
        Takes a point's parameters as keywords and returns a mapping of names to values.
    grid : mapping of str to iterable, or iterable of mappings
        Either the values of each parameter, to be combined in all ways, the last parameter running
        fastest; or the points one by one. No parameter can be called ``error``.
    cache : path, optional
        A directory, made if need be, that keeps every result as it comes, so that the next sweep
        skips those points. Its files are pickles, which can run code when they are read: use no
        directory that somebody else may have written to. If a result cannot be kept, as on a full
        disk, a warning says so, and the sweep goes on.
    version : str, optional
        Needed with a `cache`. A result is used again for the same point, of a function of the same
        module and name, in the same version of pokerlab and of this name: give another one when
        the function's code changes, or anything that it calls or reads. The function must be one
        that its module has under its name: no lambda, closure or bound method.
    jobs : int
        Processes, as joblib counts them: -1 is one per core, 1 this one. On Dask all workers work.
    progress : bool, optional
        Whether to show a progress bar after a second; by default if standard error is a terminal.

    Returns
    -------
    pandas.DataFrame
        One row per point, in the grid's order: the parameters, the results, and ``error``. That is
        None, or what the function raised, `SystemExit` too; then the results are NaN and the next
        sweep tries again.

    Examples
    --------
    >>> run(lambda a, b: {"quotient": a / b}, {"a": [1], "b": [2, 0]}, jobs=1)
       a  b  quotient                                error
    0  1  2       0.5                                 None
    1  1  0       NaN  ZeroDivisionError: division by zero
    """
    joblib = import_optional("joblib", "sweeps")
    points = _read_points(grid)
    if not is_integer(jobs) or not jobs:
        raise refusal("jobs", repr(jobs), "an integer other than 0")
    if not points:
        raise refusal("grid", "no points", "one or more")
    if any("error" in point for point in points):
        raise refusal("grid", "a parameter 'error'", "another name", "for the column's")
    store = None if cache is None else _Store(joblib, cache, function, version)

    results: dict[int, dict[str, Any]] = {}  # by the point's index
    if store is not None:
        for index, point in enumerate(points):
            result = store.get(point)
            if result is not None:
                results[index] = result
    to_compute = [index for index in range(len(points)) if index not in results]
    parallel = joblib.Parallel(jobs, return_as="generator_unordered")
    with warnings.catch_warnings():
        # joblib warns when it replaces a process whose memory has grown.
        warnings.filterwarnings("ignore", "A worker stopped", UserWarning)
        tasks = (joblib.delayed(_attempt)(function, index, points[index]) for index in to_compute)
        for index, result in progress_bar(parallel(tasks), "sweep", len(to_compute), progress):
            results[index] = result
            if store is not None and result["error"] is None:
                store.put(points[index], result)
    return _tabulate([point | results[index] for index, point in enumerate(points)])


def _is_found_by_name(function: Callable[..., Any]) -> bool:
    """Return whether a module has a function under its name, and so no lambda or bound method."""
    found: Any = sys.modules.get(getattr(function, "__module__", None) or "")
    for part in getattr(function, "__qualname__", "").split("."):
        found = getattr(found, part, None)
    return found is function


def _tabulate(rows: list[dict[str, Any]]) -> "pd.DataFrame":
    """Return the rows of a sweep as a table, with the errors in the last column."""
    import pandas as pd  # here, because it is slow to load, and the workers do not need it

    table = pd.DataFrame(rows, dtype=object)
    for name, values in table.items():
        # Of a column of several types pandas would round the integers.
        if len({_column_type(value) for value in values}) == 1:
            table[name] = values.infer_objects()
    return table[[*table.columns.drop("error"), "error"]]


def _read_points(
    grid: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """List the points of a grid, each the values of its parameters by name."""
    if isinstance(grid, Mapping):
        columns = [read_list("grid", values, "lists of values") for values in grid.values()]
        return [dict(zip(grid, values, strict=True)) for values in product(*columns)]
    points = read_list("grid", grid, "a mapping, or a list of mappings,")
    for point in points:
        require_type("grid", point, Mapping, "mappings of names to values")
    return [dict(point) for point in points]


def _column_type(value: object) -> type:
    """Return a value's type; NumPy's floats are Python's, too."""
    return float if isinstance(value, float) else type(value)


class _Store:
    """Results of one function by point, each in a file of its own in a folder."""

    def __init__(
        self, joblib: Any, folder: str | Path, function: Callable[..., Any], version: str | None
    ) -> None:
        require_type("cache", folder, str | os.PathLike, "the name of a folder")
        name = getattr(function, "__qualname__", repr(function))
        if not version or not _is_found_by_name(function):
            needed = "a cache needs a version, and a function that its name identifies"
            raise ValueError(f"version: {version!r} given, function: {name}; {needed}")
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._hash = joblib.hash
        module = getattr(function, "__module__", "")
        self._label = [version, metadata.version("pokerlab"), module, name]

    def get(self, point: dict[str, Any]) -> dict[str, Any] | None:
        """Return the result at a point; None if there is none, or its file is damaged.

        A parameter that cannot be pickled is an error of pickle's: it has no hash, and so no file.
        """
        path = self._path(point)
        try:
            result: dict[str, Any] = pickle.loads(path.read_bytes())
        except Exception:  # what a damaged pickle raises may be anything
            return None
        return result

    def put(self, point: dict[str, Any], result: dict[str, Any]) -> None:
        """Keep the result at a point, or warn that it could not be kept."""
        try:
            write_file(self._path(point), pickle.dumps(result))
        except Exception as error:  # a full disk, or what cannot be pickled
            warnings.warn(f"a result is not kept in the cache: {error}", stacklevel=3)

    def _path(self, point: dict[str, Any]) -> Path:
        """Return the file of this point of this function, whose name differs from all others.

        Parameters are hashed one by one. A hash of all at once would depend on whether two of them
        are one object or two equal ones.
        """
        key = self._hash([*self._label, *map(self._hash, sorted(point.items()))])
        return self._folder / f"{key}.pkl"


@one_blas_thread
def _attempt(
    function: Callable[..., Mapping[str, Any]], index: int, point: dict[str, Any]
) -> tuple[int, dict[str, Any]]:
    """Call the function at a point; return the point's index, the results and the error."""
    try:
        results = {**function(**point)}
        taken = sorted({*results} & {*point, "error"})
        if taken:
            raise refusal("result", repr(taken[0]), "another name")
        pickle.dumps(results)  # or they could be neither sent nor kept
        return index, results | {"error": None}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit is a result, too: it would end the whole sweep
        return index, {"error": f"{type(error).__name__}: {error}"}
