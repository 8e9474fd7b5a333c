"""Sweeps: one function at every point of a parameter grid, in parallel, resumable.

Joblib decides where the points are computed: on this machine's cores by default, on a cluster
inside ``joblib.parallel_config(backend="dask")``. Only this process writes the cache.
"""

from __future__ import annotations

import pickle
import sys
import warnings
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from importlib import metadata
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerlab._extras import optional
from pokerlab._files import write_file
from pokerlab._foundations import bar
from pokerlab._threads import one_thread

if TYPE_CHECKING:
    import pandas as pd


def run(
    function: Callable[..., Mapping[str, Any]],
    grid: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]],
    cache: str | Path | None = None,
    version: str | None = None,
    jobs: int = -1,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Call a function at every point of a grid and tabulate the results; needs joblib.

    Parameters
    ----------
    function : callable
        Takes a point's parameters as keywords and returns a mapping of names to values.
    grid : mapping of str to iterable, or iterable of mappings
        Either the values of each parameter, to be combined in all ways, the last parameter running
        fastest; or the points one by one.
    cache : path, optional
        A directory, made if need be, that keeps every result as it comes, a file each, and spares
        the next sweep those points. Trust it: its files are pickles, which can run code. What it
        holds is kept if it cannot be written any more, which is an OSError.
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
        None, or what the function raised; then the results are NaN and the next sweep tries again.

    Examples
    --------
    >>> run(lambda a, b: {"quotient": a / b}, {"a": [1], "b": [2, 0]}, jobs=1)
       a  b  quotient                                error
    0  1  2       0.5                                 None
    1  1  0       NaN  ZeroDivisionError: division by zero
    """
    joblib = optional("joblib", "sweeps")
    import pandas as pd  # here, for it is slow to load, and the workers have no need of it

    points, files, results = _points(grid), {}, {}
    if cache is not None:
        if not version:
            raise ValueError(f"version: {version!r} given, a name needed where there is a cache")
        module, name = (getattr(function, of, "") for of in ("__module__", "__qualname__"))
        if getattr(sys.modules.get(module), name, None) is not function:
            needed = "one that its module or notebook has by its name needed where there is a cache"
            raise ValueError(f"function: {name or function} given, {needed}")
        label = version, metadata.version("pokerlab"), module, name
        # Each value alone, as hash tells one object that is given twice from two equal ones.
        keys = [[*label, *map(joblib.hash, sorted(point.items()))] for point in points]
        files = {n: Path(cache, joblib.hash(key)) for n, key in enumerate(keys)}
        Path(cache).mkdir(parents=True, exist_ok=True)
    for n, file in files.items():
        with suppress(Exception):  # no such file, or a damaged one, as zlib can tell
            results[n] = pickle.loads(zlib.decompress(file.read_bytes()))
    attempt, left = joblib.delayed(_attempt), [n for n in range(len(points)) if n not in results]
    parallel = joblib.Parallel(jobs, return_as="generator_unordered")
    with warnings.catch_warnings():
        # Of a process that is replaced, as its memory has grown, or points that an error cancels.
        warnings.filterwarnings("ignore", r"A worker stopped|\d+ tasks", UserWarning)
        found = parallel(attempt(function, n, points[n]) for n in left)
        for n, content in bar(found, "sweep", len(left), progress):
            results[n] = pickle.loads(content)
            if files and results[n]["error"] is None:
                write_file(files[n], zlib.compress(content))
    table = pd.DataFrame([point | results[n] for n, point in enumerate(points)], dtype=object)
    for name, values in table.items():  # integers among others, or among NaN, would be rounded
        if len({float if isinstance(value, float) else type(value) for value in values}) == 1:
            table[name] = values.infer_objects()
    return table[[*table.columns.drop("error"), "error"]]


def _points(grid: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]]) -> list[dict]:
    if isinstance(grid, Mapping):
        for name, values in grid.items():
            if isinstance(values, str) or not isinstance(values, Iterable):
                raise ValueError(f"grid: {name}={values!r} given, a list of values needed")
        grid = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    points = [dict(point) for point in grid]
    if not any(points):
        raise ValueError("grid: no points given, at least one needed")
    return points


@one_thread
def _attempt(function: Callable, n: int, point: dict) -> tuple[int, bytes]:
    """Call the function at a point, wherever that is, and pickle the results and the error."""
    try:
        results = {**function(**point)}
        if len({*point, *results, "error"}) <= len(point) + len(results):
            raise ValueError(f"columns {[*point, *results, 'error']} given, each name once needed")
        return n, pickle.dumps(results | {"error": None})
    except Exception as error:
        return n, pickle.dumps({"error": f"{type(error).__name__}: {error}"})
