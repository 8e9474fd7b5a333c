"""Sweeps: one function at every point of a parameter grid, in parallel, resumable.

`run` calls the function once per point and returns a tidy data frame: a row per point in the grid's
order, a column per parameter and per result, and a column that says what went wrong, if anything.

Where the points are computed is joblib's business: on this machine's cores by default, on a cluster
inside ``joblib.parallel_config(backend="dask")``. What is kept is this process's: with a `cache` it
writes each result to a file of its own as soon as it comes, so that the workers need no shared
disk, and a sweep that is interrupted, by ``kill -9`` say, goes on from there when it is run again.

A result stands under the version that the caller states, the function's module, name and compiled
code, the version of pokerlab, and the point. What the function reads and calls is not looked into:
when that changes, the caller states another version. Each entry carries a checksum; one that is
damaged is computed again. Nothing is ever unpickled from the directory.
"""

from __future__ import annotations

import base64
import hashlib
import inspect
import json
import marshal
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from copy import copy
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from importlib import metadata
from itertools import product
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
from tqdm import tqdm

from pokerlab._foundations import check_file, optional, write_file

if TYPE_CHECKING:
    import pandas as pd

Point = dict[str, Any]  # the parameters of one call, by name
Outcome = tuple[int, dict[str, Any], str | None]  # a point's number, results, and what went wrong


def run(
    function: Callable[..., Any],
    grid: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]],
    cache: str | os.PathLike[str] | None = None,
    version: str | None = None,
    jobs: int = -1,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Call a function at every point of a grid and tabulate what it returns; needs joblib.

    A process that dies, for lack of memory say, takes the points with it that were being computed.
    They are tried again, fewer at a time, until those that kill their process even when alone are
    found. Dask gives up a point when several workers have died of it.

    Parameters
    ----------
    function : callable
        Takes a point's parameters as keywords and returns a mapping of names to values: int, float,
        bool, str, Fraction, None or tuples of these, NumPy's numbers, which become Python's, or
        arrays of numbers. Or a dataclass, such as :class:`~pokerlab.games.Solution`, of which the
        attributes that are such values, and not None, are taken.
    grid : mapping of str to iterable, or iterable of mappings
        Either the values of each parameter, all combinations of which are the points, the last
        parameter running fastest; or the points one by one, all with the same parameters. Values
        are as above, but arrays.
    cache : path, optional
        A directory, made if need be, that keeps every result as it comes and spares the next sweep
        the points that it holds; several sweeps may share one. The function must be made with
        ``def`` at the top level of a module or a notebook, so that its name identifies it, and the
        grid must have all of its parameters, also those with defaults.
    version : str, optional
        Needed with a `cache`: a name for the state of all that results depend on besides the
        function's own code and the point, such as what it calls and reads. Results of another
        version are not used.
    jobs : int
        How many processes, as joblib counts: -1 is one per core, and 1 computes in this process.
        Each has one thread for BLAS and numba, unless ``joblib.parallel_config`` gives it more. On
        Dask every worker is used.
    progress : bool, optional
        Whether to show a progress bar on standard error, once a second has passed; by default
        where that is a terminal.

    Returns
    -------
    pandas.DataFrame
        One row per point, in the grid's order: the parameters, the results, and ``error``. Where a
        point failed, ``error`` has the type and the message of the exception, or says that the
        process died; the results are missing, NaN among floats, else None, and the next sweep tries
        the point again. Elsewhere ``error`` is None.

    Raises
    ------
    ValueError
        If the grid has no points or a value that is none of these, the function does not take its
        parameters, ``jobs`` is 0, or there is a cache and no version, or a function that its name
        does not identify: a lambda, a nested or decorated function, a partial, a method.
    OSError
        If the cache cannot be written, before any work begins. If that happens later there is one
        RuntimeWarning, and the sweep goes on.

    Examples
    --------
    >>> def divide(a, b):
    ...     return {"quotient": a / b}
    >>> run(divide, {"a": [1, 3], "b": [2, 0]}, jobs=1)
       a  b  quotient                                error
    0  1  2       0.5                                 None
    1  1  0       NaN  ZeroDivisionError: division by zero
    2  3  2       1.5                                 None
    3  3  0       NaN  ZeroDivisionError: division by zero
    """
    joblib = optional("joblib", "sweeps")
    points = _points(grid)
    try:
        inspect.signature(function).bind(**points[0])
    except (TypeError, ValueError) as error:
        name = getattr(function, "__qualname__", repr(function))
        needed = f"one needed that takes {', '.join(points[0])}"
        raise ValueError(f"function: {name} given, {needed}: {error}") from None
    if not isinstance(jobs, int | np.integer) or isinstance(jobs, bool) or jobs == 0:
        raise ValueError(f"jobs: {jobs!r} given, a positive integer, or -1 for every core, needed")
    store = None if cache is None else _Store(cache, _label(function, version, points[0]))
    found = {n: store.read(point) for n, point in enumerate(points)} if store else {}
    outcomes = {n: (n, results, None) for n, results in found.items() if results is not None}
    left = {n: point for n, point in enumerate(points) if n not in outcomes}
    client = getattr(joblib.parallel.get_active_backend()[0], "client", None)
    compute = partial(_on_dask, client) if client else partial(_on_cores, jobs)
    bar = tqdm(
        desc=getattr(function, "__name__", "sweep"),
        total=len(points),
        initial=len(outcomes),
        unit="point",
        delay=1,
        leave=False,
        disable=None if progress is None else not progress,
    )
    try:
        with bar, closing(compute(partial(_attempt, function, _digest(function)), left)) as made:
            for n, results, error in made:
                outcomes[n] = n, results, error
                if store and error is None:
                    store.write(points[n], results)
                bar.update()
    except KeyboardInterrupt as stop:
        if store:
            stop.add_note(f"{len(outcomes)} of {len(points)} points are done; run again to go on")
        raise
    return _frame(points, [outcomes[n] for n in range(len(points))])


def _points(grid: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]]) -> list[Point]:
    """List the points of a grid, their values made plain."""
    if isinstance(grid, Mapping):
        for name, values in grid.items():
            if isinstance(values, str) or not isinstance(values, Iterable):
                raise ValueError(f"grid: {name}={values!r} given, a list of values needed")
        grid = [dict(zip(grid, values, strict=True)) for values in product(*grid.values()) if grid]
    points = list(grid)
    if not points:
        raise ValueError("grid: no points given, at least one needed")
    for point in points:
        if not isinstance(point, Mapping) or point.keys() != points[0].keys():
            raise ValueError(f"grid: point {point!r} given, one like {points[0]!r} needed")
    for name in points[0]:
        if not isinstance(name, str) or name == "error":
            raise ValueError(f"grid: a parameter {name!r} given, a name other than 'error' needed")
    return [
        {name: _plain(point[name], f"grid: {name}", ValueError) for name in points[0]}
        for point in points
    ]


def _plain(value: Any, name: str, refusal: type[Exception]) -> Any:
    """Turn NumPy's numbers into Python's, and refuse what a row cannot hold."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, tuple):
        return tuple(_plain(part, name, refusal) for part in value)
    if type(value) is Fraction:  # whose parts may be NumPy's
        return Fraction(int(value.numerator), int(value.denominator))
    if value is None or type(value) in (int, float, bool, str):
        return value
    kinds = "int, float, bool, str, Fraction, None or a tuple of these"
    raise refusal(f"{name}={value!r} given, {kinds} needed")


def _attempt(function: Callable[..., Any], digest: str | None, n: int, point: Point) -> Outcome:
    """Call the function at a point, wherever that is, and send home no more than the row needs."""
    try:
        if _digest(function) != digest:
            raise RuntimeError("the worker has other code by the function's name; start it anew")
        return n, _results(function(**point), point), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # some of which would end the sweep, or make Dask wait for ever
        return n, {}, _told(error)


def _told(error: BaseException) -> str:
    """Say what was raised, even where its message cannot be made."""
    with suppress(BaseException):
        return f"{type(error).__name__}: {error}".removesuffix(": ")
    return f"{type(error).__name__}, which cannot be printed"


def _results(returned: Any, point: Point) -> dict[str, Any]:
    """Read the columns of a row from what the function returned."""
    if is_dataclass(returned) and not isinstance(returned, type):
        columns = {}
        for field in fields(returned):
            with suppress(TypeError):
                value = _result(getattr(returned, field.name), field.name)
                columns |= {} if value is None else {field.name: value}
    elif isinstance(returned, Mapping):
        columns = {name: _result(value, name) for name, value in returned.items()}
    else:
        raise TypeError(f"returned {type(returned).__name__}, a mapping or a dataclass needed")
    for name in columns:
        if not isinstance(name, str) or name == "error" or name in point:
            raise ValueError(f"returned a column {name!r}, a name not yet taken needed")
    return columns


def _result(value: Any, name: str) -> Any:
    if isinstance(value, np.ndarray) and value.ndim and value.dtype.kind in "biuf":
        return np.array(value, order="C").view(value.dtype.str)  # which has no metadata
    return _plain(value, f"returned {name}", TypeError)


def _on_cores(jobs: int, attempt: Callable, points: dict[int, Point]) -> Iterator[Outcome]:
    """Compute points by joblib; where a process dies, find out of which point.

    Each process has one thread if nothing else is said: BLAS threads that wait for one another on
    shared cores spin, and the sweep takes many times longer.
    """
    import joblib
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    backend = copy(joblib.parallel.get_active_backend()[0])
    if backend.supports_inner_max_num_threads and backend.inner_max_num_threads is None:
        backend.inner_max_num_threads = 1
    # A process whose memory has grown is replaced; its points are computed all the same.
    warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)
    left = dict(points)
    while left:
        sent = []
        parallel = joblib.Parallel(jobs, backend, return_as="generator_unordered", batch_size=1)
        # As they are handed out, note which have been.
        tasks = (sent.append(n) or joblib.delayed(attempt)(n, left[n]) for n in list(left))
        try:
            with closing(parallel(tasks)) as finished:
                for outcome in finished:
                    del left[outcome[0]]
                    yield outcome
        except TerminatedWorkerError:
            suspects = [n for n in sent if n in left]
            if len(points) == 1:
                yield suspects[0], {}, "the process died"
                return
            half = (len(suspects) + 1) // 2
            for part in suspects[:half], suspects[half:]:
                yield from _on_cores(jobs, attempt, {n: left.pop(n) for n in part})


def _on_dask(client: Any, attempt: Callable, points: dict[int, Point]) -> Iterator[Outcome]:
    """Compute points on a Dask cluster.

    Its client is asked directly: joblib 1.6 waits for ever for a task whose workers have all died.
    And it is asked for one result at a time, for with several on the way `as_completed` waits for
    ever for one whose worker dies while it is fetched.
    """
    from distributed import as_completed

    futures = client.map(attempt, list(points), list(points.values()), pure=False)
    left = {future.key: (n, future) for n, future in zip(points, futures, strict=True)}
    finished = as_completed(futures)
    del futures  # so that the cluster may forget each result once it is here
    try:
        for future in finished:
            n, _ = left.pop(future.key)
            try:
                outcome = future.result()  # which is made again if its worker has died meanwhile
            except Exception as error:
                outcome = n, {}, _told(error)
            yield outcome
    finally:
        client.cancel([future for _, future in left.values()])


def _label(function: Callable[..., Any], version: str | None, point: Point) -> list[str]:
    """Say what a sweep's entries stand under; refuse what could be mistaken for something else."""
    if not isinstance(version, str) or not version:
        needed = "a name needed where there is a cache, and another one whenever"
        raise ValueError(f"version: {version!r} given, {needed} what the results depend on changes")
    name = getattr(function, "__qualname__", "")
    module = sys.modules.get(getattr(function, "__module__", None))
    if (
        not isinstance(function, FunctionType)
        or function.__closure__
        or function.__code__.co_qualname != name
        or getattr(module, name, None) is not function
        or vars(function)
    ):
        raise ValueError(
            f"function: {name or repr(function)} given, one made with def at the top level of a "
            "module or a notebook, and neither decorated nor given attributes, needed where there "
            "is a cache; what it is bound to can be a parameter in the grid"
        )
    for parameter in inspect.signature(function).parameters.values():
        if parameter.default is not parameter.empty and parameter.name not in point:
            needed = "every parameter needed where there is a cache, also one with a default"
            raise ValueError(f"grid: no {parameter.name} given, {needed}")
    return [version, module.__name__, name, _digest(function), metadata.version("pokerlab")]


def _digest(function: Callable[..., Any]) -> str | None:
    """Digest a function's compiled code, but not the place where it was written."""
    if not isinstance(function, FunctionType):
        return None
    code = marshal.dumps(_bare(function.__code__), 2)  # later formats depend on reference counts
    return hashlib.sha256(code).hexdigest()


def _bare(code: CodeType) -> CodeType:
    inner = tuple(_bare(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_consts=inner, co_filename="", co_firstlineno=1, co_linetable=b"")


class _Store:
    """The results of one function in a directory: a file per point, written all at once."""

    def __init__(self, directory: str | os.PathLike[str], label: list[str]) -> None:
        self.directory, self.label, self.complained = Path(directory), label, False
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            check_file(self.directory / "entry")
        except OSError as error:
            raise OSError(f"cache: {error}") from None

    def _place(self, point: Point) -> tuple[Path, str]:
        """Tell the file of a point, and its first line, which says what it holds."""
        key = json.dumps([*self.label, [(name, _encode(point[name])) for name in sorted(point)]])
        return self.directory / f"{_checksum(key)}.json", key

    def read(self, point: Point) -> dict[str, Any] | None:
        """Look up the results at a point; None if there is no intact entry."""
        path, key = self._place(point)
        try:
            found, content, checksum = path.read_text("ascii").split("\n")
        except (OSError, ValueError):
            return None
        if found != key or checksum != _checksum(key + content):
            return None
        return dict(json.loads(content, object_hook=_decode))

    def write(self, point: Point, results: dict[str, Any]) -> None:
        """Keep the results at a point, or warn, the first time, that they cannot be kept."""
        path, key = self._place(point)
        content = json.dumps([(name, _encode(value)) for name, value in results.items()])
        try:
            write_file(path, "\n".join([key, content, _checksum(key + content)]).encode())
        except OSError as error:
            if not self.complained:
                self.complained = True
                message = f"cache: {error}; the sweep goes on, but not all of its results are kept"
                warnings.warn(message, RuntimeWarning, stacklevel=3)


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _encode(value: Any) -> Any:
    """Say a plain value or an array in JSON so that `_decode` makes the very same of it."""
    match value:
        case tuple():
            return {"tuple": [_encode(part) for part in value]}
        case Fraction():
            return {"fraction": [_encode(part) for part in value.as_integer_ratio()]}
        case int() if value.bit_length() > 64:  # Python limits the length of decimals
            return {"int": hex(value)}
        case np.ndarray():
            content = base64.b64encode(value.tobytes()).decode()
            return {"array": [value.dtype.str, value.shape, content]}
    return value


def _decode(encoded: dict[str, Any]) -> Any:
    match encoded:
        case {"tuple": parts}:
            return tuple(parts)
        case {"fraction": parts}:
            return Fraction(*parts)
        case {"int": text}:
            return int(text, 16)
        case {"array": [dtype, shape, content]}:
            return np.frombuffer(base64.b64decode(content), dtype).reshape(shape).copy()


def _frame(points: list[Point], outcomes: list[Outcome]) -> pd.DataFrame:
    """Tabulate points and outcomes; a column's numbers stay what they are, NaN where missing."""
    import pandas as pd  # here, for it is slow to load, and the workers have no need of it

    names = dict.fromkeys(name for _, results, _ in outcomes for name in results)
    columns = {name: [point[name] for point in points] for name in points[0]}
    columns |= {name: [results.get(name) for _, results, _ in outcomes] for name in names}
    columns["error"] = [error for _, _, error in outcomes]
    return pd.DataFrame(
        {name: pd.Series(values, dtype=_dtype(values)) for name, values in columns.items()}
    )


def _dtype(values: list[Any]) -> type | None:
    """Choose a column's type; Python's own objects, unless all are of one kind."""
    kinds = set(map(type, values))
    if kinds == {float, type(None)}:
        return float
    return None if kinds in ({int}, {float}, {bool}, {str}) else object
