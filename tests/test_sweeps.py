import os
import re
import signal
import subprocess
import sys
import time
import warnings
from contextlib import contextmanager
from fractions import Fraction
from functools import partial, wraps
from itertools import product
from threading import Lock

import joblib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab import sweeps

CALLED = []
GRID = {"a": [1, 2, 3], "b": [1, 2, 4, 7]}
PAIRS = [*product(*GRID.values())]


def divide(a, b):
    CALLED.append((a, b))
    return {"quotient": a / b, "exact": Fraction(a, b)}


def echo(value):
    CALLED.append(value)
    return {"same": value}


@pytest.fixture(autouse=True)
def called():
    CALLED.clear()
    return CALLED


def notebook(function):
    """Make a function one of a notebook: it has a name there, and travels by value."""
    function.__module__, function.__qualname__ = "__main__", function.__name__
    setattr(sys.modules["__main__"], function.__name__, function)
    return function


def entries(folder):
    return list(folder.glob("*.pkl"))


def equal(one, other):
    pd.testing.assert_frame_equal(one, other)
    return True


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1))
@settings(max_examples=30)
def test_a_sweep_is_a_loop(pairs):
    table = sweeps.run(divide, ({"a": a, "b": b} for a, b in pairs), jobs=1)
    for row, (a, b) in zip(table.itertuples(), pairs, strict=True):
        assert (row.a, row.b) == (a, b)
        if b == 0:
            assert row.error == "ZeroDivisionError: division by zero"
        else:
            assert (row.exact, row.quotient, row.error) == (Fraction(a, b), a / b, None)


@contextmanager
def dask():
    from distributed import LocalCluster

    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    )
    with cluster, cluster.get_client(), joblib.parallel_config(backend="dask"):
        yield


@pytest.mark.parametrize("place", [partial(joblib.parallel_config, n_jobs=2), dask])
def test_two_workers_give_the_table_of_a_loop_in_the_order_of_the_grid(tmp_path, place):
    other, limit = tmp_path / "another point is done", time.time() + 20

    @notebook
    def nap(turn, length):
        while (turn, length) == (5, "short") and not other.exists() and time.time() < limit:
            time.sleep(0.01)
        row = {"inverse": 1 / turn, "exact": Fraction(1, turn), "array": str(np.ones(turn))}
        other.touch()
        return row | {"process": os.getpid()}

    grid = {"turn": range(5, -1, -1), "length": ["short", "long"]}
    with place():
        table = sweeps.run(nap, grid, tmp_path / "cache", "1", jobs=2)
    processes = {*table["process"].dropna()}
    assert len(processes) == 2 and os.getpid() not in processes
    loop = sweeps.run(nap, grid, jobs=1)
    points = loop[["turn", "length"]].itertuples(index=False, name=None)
    assert [*points] == [*product(*grid.values())]
    assert equal(table.drop(columns="process"), loop.drop(columns="process"))
    assert equal(sweeps.run(nap, grid, tmp_path / "cache", "1", jobs=1), table)


def test_columns_have_the_types_of_their_values():
    def mixed(n):
        if n == 0:
            raise ValueError("none")
        number = [0, 2**60 + 1, 0.5][n]
        return {"float": n / 2, "mean": np.mean([n]), "int": 2**60 + n, "number": number}

    table = sweeps.run(mixed, {"n": range(3)}, jobs=1)
    assert list(table.columns) == ["n", "float", "mean", "int", "number", "error"]
    assert table["n"].dtype == np.int64
    assert table["float"].dtype == table["mean"].dtype == np.float64
    assert table["int"].tolist()[1:] == [2**60 + 1, 2**60 + 2]
    assert table["number"].tolist()[1:] == [2**60 + 1, 0.5]
    assert table.iloc[0, 1:-1].isna().all()
    assert table["error"].tolist() == ["ValueError: none", None, None]


def test_a_result_that_fits_no_row_is_the_point_s_error():
    results = [None, {"x": (n for n in "abc")}]
    errors = sweeps.run(lambda n: results[n], {"n": [0, 1]}, jobs=1)["error"]
    assert errors[0].startswith("TypeError: 'NoneType' object is not a mapping")
    assert errors[1].startswith("TypeError: cannot pickle 'generator' object")


def test_a_failing_point_is_tried_again(tmp_path, called):
    for _ in range(2):
        sweeps.run(divide, {"a": [1, 3], "b": [2, 0]}, tmp_path, "1", jobs=1)
    assert called == [(1, 2), (1, 0), (3, 2), (3, 0), (1, 0), (3, 0)]


def test_an_interruption_ends_the_sweep():
    def interrupt(n):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweeps.run(interrupt, {"n": [1]}, jobs=1)


def test_what_the_cache_holds_is_not_computed_again(tmp_path, called):
    cache = tmp_path / "new" / "cache"
    fresh = sweeps.run(divide, GRID, cache, "1", jobs=1)
    assert equal(sweeps.run(divide, GRID, cache, "1", jobs=1), fresh)
    assert called == PAIRS
    wider = sweeps.run(divide, GRID | {"a": [3, 5]}, cache, "1", jobs=1)
    assert called == [*PAIRS, (5, 1), (5, 2), (5, 4), (5, 7)]
    assert equal(wider[:4], fresh[8:].reset_index(drop=True))
    turned = [{"b": b, "a": a} for a, b in PAIRS]
    assert equal(sweeps.run(divide, turned, cache, "1", jobs=1)[[*fresh]], fresh)
    assert len(called) == len(PAIRS) + 4


def test_another_version_s_results_are_not_used(tmp_path, monkeypatch, called):
    for version, times in [("1", 1), ("1 ", 2), ("2", 3), ("2", 3), ("1", 3)]:
        sweeps.run(divide, GRID, tmp_path, version, jobs=1)
        assert called == PAIRS * times
    monkeypatch.setattr(sweeps.metadata, "version", lambda name: "another pokerlab")
    sweeps.run(divide, GRID, tmp_path, "1", jobs=1)
    assert called == PAIRS * 4


def other(value):
    return {"same": "other"}


def test_another_function_s_results_are_not_used(tmp_path):
    def of_that_name(value):
        return {"same": "the notebook's"}

    of_that_name.__name__ = "echo"
    theirs = notebook(of_that_name)
    for function, same in [(echo, 1), (other, "other"), (theirs, "the notebook's"), (echo, 1)]:
        assert sweeps.run(function, {"value": [1]}, tmp_path, "1", jobs=1)["same"][0] == same


def test_equal_numbers_of_different_types_are_different_points(tmp_path, called):
    for _ in range(2):
        for kind in int, bool, float, str, Fraction:
            found = sweeps.run(echo, {"value": [kind(1)]}, tmp_path, "1", jobs=1)["same"]
            assert type(found.tolist()[0]) is kind
    assert len(called) == 5


def test_a_point_is_the_same_with_one_value_twice_or_two_that_are_equal(tmp_path, called):
    half, another = Fraction(1, 2), Fraction(2, 4)
    for b in half, another:
        sweeps.run(divide, {"a": [half], "b": [b]}, tmp_path, "1", jobs=1)
    assert called == [(half, half)]


@pytest.mark.parametrize("kept", [0, -1])
def test_a_damaged_entry_is_computed_again_once(tmp_path, kept, called):
    fresh = sweeps.run(divide, GRID, tmp_path, "1", jobs=1)
    first = entries(tmp_path)[0]
    first.write_bytes(first.read_bytes()[:kept])
    for _ in range(2):
        assert equal(sweeps.run(divide, GRID, tmp_path, "1", jobs=1), fresh)
    assert len(called) == len(PAIRS) + 1


def test_a_cache_needs_a_version_a_function_with_a_name_and_a_folder(tmp_path, called):
    def closure(value):
        return {"x": tmp_path}

    class Holder:
        def method(self, value):
            return {"x": self}

    wrapped = wraps(other)(closure)
    nameless = closure, lambda value: {"x": value}, partial(other), Holder().method, wrapped
    for function, version in [(echo, None), (echo, ""), *((each, "1") for each in nameless)]:
        with pytest.raises(ValueError, match="a cache needs a version, and a function that its"):
            sweeps.run(function, {"value": [1]}, tmp_path / "cache", version)
    assert not (tmp_path / "cache").exists()
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=r"File exists: '.*file'"):
        sweeps.run(echo, {"value": [1]}, tmp_path / "file", "1", jobs=1)
    with pytest.raises(TypeError, match=r"^cache: 0 given, the name of a folder needed$"):
        sweeps.run(echo, {"value": [1]}, 0, "1")
    with pytest.raises(ValueError, match="grid: no points given"):
        sweeps.run(echo, {"value": []})
    assert not called


def test_without_a_cache_a_point_may_be_anything():
    assert sweeps.run(lambda f: {"x": f(3)}, {"f": [lambda n: n + 1]}, jobs=1)["x"].tolist() == [4]


def test_with_a_cache_a_parameter_that_has_no_hash_is_an_error_before_any_work(tmp_path, called):
    with pytest.raises(TypeError, match="cannot pickle"):
        sweeps.run(echo, {"value": [1, Lock()]}, tmp_path, "1", jobs=1)
    assert not called


class PickledOnce:
    """Something that comes from a worker, but cannot be kept."""

    def __init__(self):
        self.times = 0

    def __reduce__(self):
        self.times += 1
        if self.times > 1:
            raise TypeError("pickled once already")
        return PickledOnce, ()


def give_once(value):
    return {"given": PickledOnce()}


def test_a_result_that_cannot_be_kept_ends_no_sweep(tmp_path):
    with pytest.warns(UserWarning, match="a result is not kept in the cache: pickled once already"):
        table = sweeps.run(give_once, {"value": [1]}, tmp_path, "1", jobs=1)
    assert isinstance(table["given"][0], PickledOnce) and not entries(tmp_path)


def test_a_disk_that_is_full_ends_no_sweep(tmp_path, monkeypatch):
    def fail(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.warns(Warning, match="No space left on device"):
        table = sweeps.run(divide, GRID, tmp_path, "1", jobs=1)
    assert equal(table, sweeps.run(divide, GRID, jobs=1)) and not entries(tmp_path)


FULL = """
import resource
from pokerlab import sweeps

def half(n):
    return {"half of the number": n / 2}

resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))  # no file can be larger
print(sweeps.run(half, {"n": range(3)}, "cache", "1", jobs=1)["half of the number"].tolist())
"""


def test_a_disk_with_room_for_no_more_than_a_name_ends_no_sweep(tmp_path):
    (tmp_path / "script.py").write_text(FULL)
    command = [sys.executable, "script.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "[0.0, 0.5, 1.0]\n" and done.returncode == 0, done.stderr
    told = re.findall("a result is not kept in the cache: (.*): File too large", done.stderr)
    assert len(told) == 3 and not [*(tmp_path / "cache").iterdir()]


SCRIPT = """
import os, time
from pathlib import Path
from pokerlab import sweeps

def slow(n):
    Path(f"started{n}-{os.getpid()}").touch()
    time.sleep(0 if n or Path("killed").exists() else 20)
    return {"half": n / 2}

if __name__ == "__main__":
    sweeps.run(slow, {"n": range(12)}, "cache", "1", jobs=2).to_json("table.json")
"""


def test_a_sweep_that_is_killed_goes_on_where_it_was_though_one_point_takes_long(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    command = [sys.executable, "script.py"]
    stopped = subprocess.Popen(command, cwd=tmp_path, start_new_session=True)
    while stopped.poll() is None and len(entries(tmp_path / "cache")) < 4:
        time.sleep(0.01)
    os.killpg(stopped.pid, signal.SIGKILL)  # its workers, too
    stopped.wait(60)
    kept = len(entries(tmp_path / "cache"))
    assert 4 <= kept < 12
    (tmp_path / "killed").touch()
    for mark in tmp_path.glob("started*"):
        mark.unlink()
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    assert len(list(tmp_path.glob("started*"))) == 12 - kept
    table = pd.read_json(tmp_path / "table.json")
    assert table["half"].tolist() == [n / 2 for n in range(12)]


def test_a_process_whose_memory_has_grown_is_replaced_without_a_word():
    def grow(n):
        sys.kept = [*getattr(sys, "kept", []), np.ones(2**25)]
        time.sleep(0.5)
        return {"process": os.getpid()}

    with warnings.catch_warnings(record=True) as told:
        table = sweeps.run(grow, {"n": range(10)}, jobs=2)
    assert table["process"].nunique() > 2 and not told


def leave(n):
    if n == 1:
        sys.exit("enough")
    return {"same": n}


def interrupt(n):
    raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_point_that_leaves_python_ends_no_sweep(jobs):
    table = sweeps.run(leave, {"n": [0, 1, 2]}, jobs=jobs)
    assert table["error"].tolist() == [None, "SystemExit: enough", None]
    assert table["same"].tolist()[::2] == [0, 2]


def test_an_interrupted_sweep_ends():
    with pytest.raises(KeyboardInterrupt):
        sweeps.run(interrupt, {"n": [0]}, jobs=1)


@pytest.mark.parametrize("grid", [{"error": [1, 2]}, [{"value": 1}, {"value": 1, "error": 2}]])
def test_no_parameter_is_called_error(grid):
    with pytest.raises(ValueError, match=r"^grid: a parameter 'error' given, another name needed"):
        sweeps.run(echo, grid, jobs=1)
