"""Sweeps: one function at every point of a parameter grid, in parallel, resumable.

Joblib decides where the points are computed: on this machine's cores by default, on a cluster
inside ``joblib.parallel_config(backend="dask")``. Its `Memory` keeps the results, and only this
process writes there.
"""

import pickle
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from importlib import metadata
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerlab._extras import optional
from pokerlab._foundations import check_type, is_integer, progress_bar, read_list
from pokerlab._threads import one_blas_thread

if TYPE_CHECKING:
    import pandas as pd


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
        A directory, made if need be, that keeps every result as it comes, and spares the next sweep
        those points. Trust it: its files are pickles, which can run code. Where a result cannot
        be kept joblib warns, and the sweep goes on.
    version : str, optional
        Needed with a `cache`. A result is used again for the same point, of a function of the same
        module and name, in the same version of pokerlab and of this name: give another one when
        the function's code changes, or anything that it calls or reads. The function must be one
        that its name identifies, no lambda or closure.
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
    joblib = optional("joblib", "sweeps")
    import pandas as pd  # here, for it is slow to load, and the workers have no need of it

    if isinstance(grid, Mapping):
        grid = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    for point in (grid := read_list("grid", grid, "a mapping, or a list of mappings,")):
        check_type("grid", point, Mapping, "mappings of names to values")
    if not is_integer(jobs) or not jobs:
        raise ValueError(f"jobs: {jobs!r} given, an integer other than 0 needed")
    points, name = [dict(point) for point in grid], getattr(function, "__qualname__", "<")
    if not points:
        raise ValueError("grid: no points given, one or more needed")
    if any("error" in point for point in points):
        raise ValueError("grid: a parameter 'error' given, another name needed, for the column's")
    if cache is not None:
        if not version or "<" in name:  # as in <lambda> and <locals>
            needed = "a cache needs a version, and a function that its name identifies"
            raise ValueError(f"version: {version!r} given, function: {name}; {needed}")
        Path(cache).mkdir(parents=True, exist_ok=True)
    kept = joblib.Memory(cache, verbose=0).cache(_kept, ignore=["result"])
    label = version, metadata.version("pokerlab"), getattr(function, "__module__", ""), name
    # Each value alone, as hash tells one object that is given twice from two equal ones.
    mark = str if cache is None else joblib.hash
    keys = [[*label, *map(mark, sorted(point.items()))] for point in points]
    results: dict[int, dict] = {}
    for n, key in enumerate(keys):
        with suppress(LookupError):
            results[n] = kept(key)
    left = [n for n in range(len(points)) if n not in results]
    parallel = joblib.Parallel(jobs, return_as="generator_unordered")
    with warnings.catch_warnings():
        # Of a process that is replaced, as its memory has grown.
        warnings.filterwarnings("ignore", "A worker stopped", UserWarning)
        found = parallel(joblib.delayed(_attempt)(function, n, points[n]) for n in left)
        for n, result in progress_bar(found, "sweep", len(left), progress):
            results[n] = result if result["error"] else kept(keys[n], result)
    table = pd.DataFrame([point | results[n] for n, point in enumerate(points)], dtype=object)
    for name, values in table.items():  # integers among others, or among NaN, would be rounded
        if len({float if isinstance(value, float) else type(value) for value in values}) == 1:
            table[name] = values.infer_objects()
    return table[[*table.columns.drop("error"), "error"]]


def _kept(key: list[str], result: dict | None = None) -> dict:
    """What joblib keeps by the key alone: a result or, where none is given, no answer."""
    if result is None:
        raise LookupError
    return result


@one_blas_thread
def _attempt(function: Callable, n: int, point: dict) -> tuple[int, dict]:
    """Call the function at a point, wherever that is; return the results and the error."""
    try:
        results = {**function(**point)}
        for name in sorted({*results} & {*point, "error"}):
            raise ValueError(f"result: {name!r} given, another name needed")
        pickle.dumps(results)  # or they could be neither sent nor kept
        return n, results | {"error": None}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit is a result, too: it would end the whole sweep
        return n, {"error": f"{type(error).__name__}: {error}"}
