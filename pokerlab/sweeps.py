"""Sweeps: one function at every point of a parameter grid, in parallel, resumable.

`run` calls the function once per point and returns a tidy data frame: a row per point in the grid's
order, a column per parameter and per result, and a column that says what went wrong, if anything.

Where the points are computed is joblib's business: on this machine's cores by default, on a cluster
inside ``joblib.parallel_config(backend="dask")``. What is kept is this process's: with a `cache` it
writes each result to a file of its own as soon as it comes, so that the workers need no shared
disk, and a sweep that is interrupted, by ``kill -9`` or a power cut, goes on from there when it is
run again. A result stands under the digest of all that it is known to depend on:

- the function: its module, name and source, the values of its defaults and of the plain global and
  enclosing variables that it reads, and the same for the functions of its own module that it calls;
- the version of pokerlab, and the point.

Whatever else the function uses, the code of other packages above all, is not seen: when that
changes, take another directory. Each entry carries a checksum; one that is damaged is computed
again. Nothing is ever unpickled from the directory.
"""

from __future__ import annotations

import base64
import dis
import hashlib
import inspect
import json
import math
import os
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from copy import copy
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from importlib.metadata import version
from itertools import product
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import joblib
import numpy as np
from joblib.externals.loky.process_executor import TerminatedWorkerError
from joblib.parallel import ParallelBackendBase, get_active_backend
from tqdm import tqdm

if TYPE_CHECKING:
    import pandas as pd

# The parameters of one call, by name.
Point = dict[str, Any]

# What a point came to: its results by name, and what went wrong.
Outcome = tuple[dict[str, Any], str | None]


def run(
    function: Callable[..., Any],
    grid: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]],
    cache: str | os.PathLike[str] | None = None,
    jobs: int = -1,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Call a function at every point of a grid and tabulate what it returns.

    Parameters
    ----------
    function : callable
        Takes a point's parameters as keywords and returns a mapping of names to values: int, float,
        bool, str, Fraction, None or tuples of these, or NumPy's numbers, which become Python's, or
        arrays of numbers. Or it returns a dataclass, such as a solver's
        :class:`~pokerlab.games.Solution`, whose attributes that are such values, and not None, are
        taken.
    grid : mapping of str to iterable, or iterable of mappings
        Either the values of each parameter, all combinations of which are the points, the last
        parameter running fastest; or the points one by one, all with the same parameters. Values
        are as above, but arrays.
    cache : path, optional
        A directory, made if need be, that keeps every result as it comes and spares the next
        sweep the points that it holds. Sweeps of different functions, and sweeps at the same time,
        may share one. Without it nothing is kept.
    jobs : int
        How many processes to use, counted as joblib does: -1 is one per core, and 1 computes in
        this process. Each has one thread for BLAS and numba, unless ``joblib.parallel_config``
        gives it more. On Dask it does not matter: every worker is used.
    progress : bool, optional
        Whether to show a progress bar on standard error, once a second has passed; by default
        where that is a terminal.

    Returns
    -------
    pandas.DataFrame
        One row per point, in the grid's order: the parameters, the results, and ``error``. Where a
        point failed, ``error`` has the type and the message of the exception, or says that the
        process died, and the results are missing: NaN among floats, else None. It is not kept, so
        that the next sweep tries it again. Elsewhere ``error`` is None.

    Raises
    ------
    ValueError
        If the grid has no points or a value that is none of these, the function does not take its
        parameters, ``jobs`` is 0, or there is a cache and the function depends on something that
        cannot be told from its source, such as a global data frame.
    OSError
        If the cache cannot be written, before any work begins. A disk that fills up later is
        warned of once, and the sweep goes on.

    Warns
    -----
    RuntimeWarning
        If results could not be kept.

    Notes
    -----
    A process that dies, for lack of memory say, takes the points with it that were being computed.
    They are tried again, fewer and fewer at a time, until those that kill their process even when
    alone have been found. On Dask the cluster does so, and gives up a point when several workers
    have died of it (the setting ``distributed.scheduler.allowed-failures``).

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
    points = _points(grid)
    _check_fit(function, points)
    if not isinstance(jobs, int | np.integer) or isinstance(jobs, bool) or jobs == 0:
        raise ValueError(f"jobs: {jobs!r} given, a positive integer, or -1 for every core, needed")
    store = _Store(cache, function) if cache is not None else None
    found = {n: store.read(point) for n, point in enumerate(points)} if store else {}
    outcomes = {n: (results, None) for n, results in found.items() if results is not None}
    left = {n: point for n, point in enumerate(points) if n not in outcomes}
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
        with bar, closing(_compute(function, left, jobs)) as finished:
            for n, outcome in finished:
                outcomes[n] = outcome
                results, error = outcome
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
        points = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
        points = points if grid else []
    else:
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


def _check_fit(function: Callable[..., Any], points: list[Point]) -> None:
    """Refuse a function that does not take the parameters."""
    if not callable(function):
        raise ValueError(f"function: {function!r} given, one that can be called needed")
    try:
        signature = inspect.signature(function)
    except ValueError:  # some builtins have none to look at
        return
    try:
        signature.bind(**points[0])
    except TypeError as error:
        name = getattr(function, "__name__", repr(function))
        raise ValueError(
            f"function: {name}{signature} given, one needed that takes {', '.join(points[0])}: "
            f"{error}"
        ) from None


_KINDS = "int, float, bool, str, Fraction, None or a tuple of these"


def _plain(value: Any, name: str, refusal: type[Exception]) -> Any:
    """Turn NumPy's numbers into Python's, and refuse what a row cannot hold."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, tuple):
        return tuple(_plain(part, name, refusal) for part in value)
    if value is None or type(value) in (int, float, bool, str, Fraction):
        return value
    raise refusal(f"{name}={value!r} given, {_KINDS} needed")


def _attempt(function: Callable[..., Any], point: Point) -> Outcome:
    """Call the function at a point, wherever that is, and send home no more than the row needs."""
    try:
        return _results(function(**point), point), None
    except (Exception, SystemExit) as error:
        return {}, _told(error)


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _results(returned: Any, point: Point) -> dict[str, Any]:
    """Read the columns of a row from what the function returned."""
    if is_dataclass(returned) and not isinstance(returned, type):
        columns = {}
        for name in (field.name for field in fields(returned)):
            with suppress(TypeError):
                columns[name] = _result(getattr(returned, name), name)
        columns = {name: value for name, value in columns.items() if value is not None}
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
        return np.array(value, order="C")
    return _plain(value, f"returned {name}", TypeError)


def _compute(
    function: Callable[..., Any], points: Mapping[int, Point], jobs: int
) -> Iterator[tuple[int, Outcome]]:
    """Compute numbered points where joblib says, and yield their outcomes as they finish."""
    backend, _ = get_active_backend()
    client = getattr(backend, "client", None)
    if client is None:
        return _on_cores(function, points, jobs)
    return _on_dask(function, points, client)


def _on_cores(
    function: Callable[..., Any], points: Mapping[int, Point], jobs: int
) -> Iterator[tuple[int, Outcome]]:
    """Compute points by joblib; where a process dies, find out of which point."""
    left = dict(points)
    while left:
        sent = []
        parallel = joblib.Parallel(
            jobs, _single_threaded(), return_as="generator_unordered", batch_size=1
        )
        try:
            with closing(parallel(_tasks(function, dict(left), sent))) as finished:
                for n, outcome in finished:
                    del left[n]
                    yield n, outcome
        except TerminatedWorkerError:
            suspects = [n for n in sent if n in left]
            if len(points) == 1:
                yield suspects[0], ({}, "the process died")
                return
            half = (len(suspects) + 1) // 2
            for part in suspects[:half], suspects[half:]:
                yield from _on_cores(function, {n: left.pop(n) for n in part}, jobs)


def _single_threaded() -> ParallelBackendBase:
    """Choose joblib's active back end, its processes with one thread each if nothing else is said.

    BLAS threads that wait for one another on shared cores spin, and the sweep takes many times
    longer.
    """
    backend = copy(get_active_backend()[0])
    if backend.supports_inner_max_num_threads and backend.inner_max_num_threads is None:
        backend.inner_max_num_threads = 1
    return backend


def _tasks(
    function: Callable[..., Any], points: Mapping[int, Point], sent: list[int]
) -> Iterator[Any]:
    """Hand out the points, and note which have been."""
    for n, point in points.items():
        sent.append(n)
        yield joblib.delayed(_numbered)(n, function, point)


def _numbered(n: int, function: Callable[..., Any], point: Point) -> tuple[int, Outcome]:
    return n, _attempt(function, point)


def _on_dask(
    function: Callable[..., Any], points: Mapping[int, Point], client: Any
) -> Iterator[tuple[int, Outcome]]:
    """Compute points on a Dask cluster.

    Its client is asked directly: joblib 1.6 waits for ever for a task whose workers have all died.
    And it is asked for one result at a time, for with several on the way `as_completed` waits for
    ever for one whose worker dies while it is fetched.
    """
    from distributed import as_completed

    futures = client.map(partial(_attempt, function), list(points.values()), pure=False)
    left = {future.key: (n, future) for n, future in zip(points, futures, strict=True)}
    finished = as_completed(futures)
    del futures  # so that the cluster may forget each result once it is here
    try:
        for future in finished:
            n, _ = left.pop(future.key)
            try:
                outcome = future.result()  # which is made again if its worker has died meanwhile
            except Exception as error:
                outcome = {}, _told(error)
            yield n, outcome
    finally:
        client.cancel([future for _, future in left.values()])


class _Store:
    """The results of one function in a directory: a file per point, written all at once."""

    def __init__(self, directory: str | os.PathLike[str], function: Callable[..., Any]) -> None:
        self.directory = Path(directory)
        self.function = _fingerprint(function)
        self.complained = False
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            self._write("probe", b"")
            (self.directory / "probe").unlink(missing_ok=True)
        except OSError as error:
            raise OSError(
                f"cache: {str(directory)!r} given, a directory that can be written needed: "
                f"{error.strerror}"
            ) from None

    def read(self, point: Point) -> dict[str, Any] | None:
        """Look up the results at a point; None if there is no intact entry."""
        key = self._key(point)
        try:
            checksum, _, content = (self.directory / f"{key}.json").read_bytes().partition(b"\n")
        except OSError:
            return None
        if checksum != _checksum(key, content):
            return None
        results = json.loads(content)["results"]
        return {name: _decode(value) for name, value in results.items()}

    def write(self, point: Point, results: dict[str, Any]) -> None:
        """Keep the results at a point, or warn, the first time, that they cannot be kept."""
        key = self._key(point)
        entry = {"point": _encode_each(point), "results": _encode_each(results)}
        content = json.dumps(entry).encode()
        try:
            self._write(f"{key}.json", _checksum(key, content) + b"\n" + content)
        except OSError as error:
            if not self.complained:
                self.complained = True
                warnings.warn(
                    f"cache: {str(self.directory)!r} can no longer be written: {error.strerror}; "
                    "the sweep goes on, but not all of its results are kept",
                    RuntimeWarning,
                    stacklevel=3,
                )

    def _key(self, point: Point) -> str:
        parameters = json.dumps(_encode_each(point), sort_keys=True)
        return hashlib.sha256(f"{self.function}\n{parameters}".encode()).hexdigest()

    def _write(self, name: str, content: bytes) -> None:
        scratch = self.directory / f".{uuid.uuid4().hex}"
        try:
            scratch.write_bytes(content)
            os.replace(scratch, self.directory / name)
        finally:
            with suppress(OSError):
                scratch.unlink(missing_ok=True)


def _checksum(key: str, content: bytes) -> bytes:
    """Seal an entry's content together with the name that it stands under."""
    return hashlib.sha256(key.encode() + content).hexdigest().encode()


def _encode(value: Any) -> Any:
    """Say a plain value or an array in JSON so that `_decode` returns the very same."""
    match value:
        case tuple():
            return {"tuple": [_encode(part) for part in value]}
        case Fraction():
            return {"fraction": [_encode(value.numerator), _encode(value.denominator)]}
        case float() if not math.isfinite(value):
            return {"float": repr(value)}
        case int() if value.bit_length() > 64:  # Python limits the length of decimals
            return {"int": hex(value)}
        case np.ndarray():
            content = base64.b64encode(value.tobytes()).decode()
            return {"array": [value.dtype.str, value.shape, content]}
    return value


def _encode_each(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _encode(value) for name, value in values.items()}


def _decode(value: Any) -> Any:
    """Read what `_encode` wrote."""
    match value:
        case {"tuple": parts}:
            return tuple(map(_decode, parts))
        case {"fraction": parts}:
            return Fraction(*map(_decode, parts))
        case {"float": text}:
            return float(text)
        case {"int": text}:
            return int(text, 16)
        case {"array": [dtype, shape, content]}:
            return np.frombuffer(base64.b64decode(content), dtype).reshape(shape).copy()
    return value


def _fingerprint(function: Callable[..., Any]) -> str:
    """Describe all that a function's results are known to depend on, but its parameters."""
    if not isinstance(inspect.unwrap(function), FunctionType):
        raise ValueError(
            f"function: {function!r} given, one made with def needed where there is a cache; "
            "what it is bound to can be part of the grid"
        )
    parts, waiting, seen = [version("pokerlab")], [function], set()
    while waiting:
        member = inspect.unwrap(waiting.pop())
        if member in seen:
            continue
        seen.add(member)
        name = f"{member.__module__}.{member.__qualname__}"
        try:
            source = inspect.getsource(member)
        except (OSError, TypeError):
            raise ValueError(
                f"function: the source of {name} cannot be read, so that a cache cannot tell when "
                "it changes; define it in a file or a notebook"
            ) from None
        values = {}
        for key, value in _read_by(member) if isinstance(member, FunctionType) else ():
            value = inspect.unwrap(value)
            if isinstance(value, FunctionType | type):
                waiting += [value] if value.__module__ == member.__module__ else []
            elif not isinstance(value, ModuleType | BuiltinFunctionType | np.ufunc):
                try:
                    values[key] = _encode(_result(value, key))
                except TypeError:
                    raise ValueError(
                        f"function: {name} reads {key}, a {type(value).__name__}, whose versions a "
                        "cache cannot tell apart; make it inside the function, or a parameter"
                    ) from None
        parts.append([name, source, values])
    return json.dumps(parts)


def _read_by(function: FunctionType) -> list[tuple[str, Any]]:
    """List the defaults of a function and the global and enclosing variables that it reads."""
    parameters = inspect.signature(function).parameters.values()
    found = {p.name: p.default for p in parameters if p.default is not p.empty}
    names = set(_global_names(function.__code__))
    found |= {name: value for name, value in function.__globals__.items() if name in names}
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    found |= {name: cell.cell_contents for name, cell in cells}
    return sorted(found.items())


def _global_names(code: CodeType) -> Iterator[str]:
    """Name the globals that a piece of code reads, and the functions and classes within it."""
    yield from (i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _global_names(constant)


def _frame(points: list[Point], outcomes: list[Outcome]) -> pd.DataFrame:
    """Tabulate points and outcomes; a column's numbers stay what they are, NaN where missing."""
    import pandas as pd  # here, for it is slow to load, and the workers have no need of it

    names = dict.fromkeys(name for results, _ in outcomes for name in results)
    columns = {name: [point[name] for point in points] for name in points[0]}
    columns |= {name: [results.get(name) for results, _ in outcomes] for name in names}
    columns["error"] = [error for _, error in outcomes]
    return pd.DataFrame(
        {name: pd.Series(values, dtype=_dtype(values)) for name, values in columns.items()}
    )


def _dtype(values: list[Any]) -> type | None:
    """Choose a column's type; Python's own objects, unless all are of one kind."""
    kinds = set(map(type, values))
    if kinds == {float, type(None)}:
        return float
    return None if kinds in ({int}, {float}, {bool}, {str}) else object
