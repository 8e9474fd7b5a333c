import math
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab import equities, sweeps

# Worker processes cannot import this module, but get what is defined within a function by value.


def touching(folder):
    """Return a function whose calls leave a line each in a file, and fail at 3 / 0."""

    def divide(a, b, folder=str(folder)):
        with open(f"{folder}/calls", "a") as calls:
            calls.write(f"{a} {b}\n")
        return {"quotient": a / b, "exact": Fraction(a, b)}

    return divide


def calls(folder):
    path = folder / "calls"
    return sorted(path.read_text().splitlines()) if path.exists() else []


GRID = {"a": [1, 2, 3], "b": [1, 2, 4, 7]}
PAIRS = sorted(f"{a} {b}" for a, b in product(*GRID.values()))


def same(first, second):
    """Whether two tables hold the very same: types, signs of zero, NaN."""
    assert first.dtypes.to_dict() == second.dtypes.to_dict()
    for name in first:
        assert described(tuple(first[name])) == described(tuple(second[name]))
    return True


def described(value):
    if isinstance(value, tuple):
        return tuple(map(described, value))
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tobytes()
    return type(value), repr(value)


numbers = st.integers(-(2**80), 2**80) | st.floats() | st.fractions()
plain = st.none() | st.booleans() | st.text() | numbers
values = st.recursive(plain, lambda parts: st.tuples(parts, parts), max_leaves=4)


@given(values)
@settings(deadline=None, max_examples=60)
def test_a_value_comes_back_from_the_cache_as_it_was(tmp_path_factory, value):
    folder = tmp_path_factory.mktemp("cache")

    def echo(value):
        return {"same": value}

    fresh = sweeps.run(echo, {"value": [value]}, folder, jobs=1)
    kept = sweeps._Store(folder, echo).read({"value": value})
    assert described(kept["same"]) == described(value) == described(fresh["value"].tolist()[0])
    assert same(sweeps.run(echo, {"value": [value]}, folder, jobs=1), fresh)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6).reshape(2, 3).T,
        np.array([math.nan, -0.0, math.inf]),
        np.array([[True], [False]]),
        np.zeros((0, 3), np.float32),
        np.arange(3, dtype=">u2"),
    ],
)
def test_an_array_comes_back_from_the_cache_as_it_was(tmp_path, array):
    def echo(number):
        return {"array": array}

    for _ in range(2):
        kept = sweeps.run(echo, {"number": [1]}, tmp_path, jobs=1)["array"][0]
        assert kept.dtype == array.dtype
        np.testing.assert_array_equal(kept, array, strict=True)
        assert kept.flags.writeable


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1))
@settings(deadline=None)
def test_a_sweep_is_a_loop(pairs):
    def divide(a, b):
        return {"quotient": Fraction(a, b), "whole": a // b}

    expected = []
    for a, b in pairs:
        try:
            expected.append((a, b, Fraction(a, b), a // b, None))
        except ZeroDivisionError as error:
            expected.append((a, b, None, None, f"ZeroDivisionError: {error}"))
    table = sweeps.run(divide, ({"a": a, "b": b} for a, b in pairs), jobs=1)
    found = [
        tuple(row.get(name) for name in ("a", "b", "quotient", "whole", "error"))
        for row in table.to_dict("records")
    ]
    assert found == expected


def test_processes_give_the_same_table_as_a_loop_in_the_order_of_the_grid(tmp_path):
    def nap(turn, length):
        time.sleep(0.02 * (5 - turn))
        return {"turn twice": 2 * turn, "process": os.getpid() != parent}

    parent = os.getpid()
    grid = {"turn": range(5), "length": ["short", "long"]}
    table = sweeps.run(nap, grid, jobs=2, progress=False)
    assert list(table.columns) == ["turn", "length", "turn twice", "process", "error"]
    assert table["turn"].tolist() == [turn for turn in range(5) for _ in range(2)]
    assert table["length"].tolist() == ["short", "long"] * 5
    assert (table["turn twice"] == 2 * table["turn"]).all()
    assert table["process"].all()
    assert table["error"].isna().all()


def test_columns_have_the_types_of_their_values(tmp_path):
    def mixed(n):
        if n == 2:
            raise ValueError("two")
        return {"float": n / 2, "int": 2**70 + n, "bool": n > 1, "mixed": [1, 0.5, 0, "x"][n]}

    table = sweeps.run(mixed, {"n": np.arange(4)}, jobs=1)
    assert table["n"].dtype == np.int64
    assert table["float"].dtype == np.float64
    assert math.isnan(table["float"][2])
    assert table["int"].tolist() == [2**70, 2**70 + 1, None, 2**70 + 3]
    assert table["bool"].tolist() == [False, False, None, True]
    assert list(map(type, table["mixed"])) == [int, float, type(None), str]
    assert table["error"].tolist() == [None, None, "ValueError: two", None]


def test_a_dataclass_gives_its_plain_attributes():
    @dataclass
    class Solved:
        value: float
        steps: np.int64
        name: str
        history: list
        nothing: None = None

    def solve(stack):
        return Solved(stack / 2, np.int64(7), "lp", [1, 2])

    table = sweeps.run(solve, {"stack": [1, 3]}, jobs=1)
    assert table.to_dict("list") == {
        "stack": [1, 3],
        "value": [0.5, 1.5],
        "steps": [7, 7],
        "name": ["lp", "lp"],
        "error": [None, None],
    }


@pytest.mark.parametrize(
    ("returned", "complaint"),
    [
        (7, "TypeError: returned int, a mapping or a dataclass needed"),
        ({"x": [1]}, "TypeError: returned x=[1] given, int, float, bool, str, Fraction, None or"),
        ({"x": 1j}, "TypeError: returned x=1j given"),
        ({"n": 1}, "ValueError: returned a column 'n', a name not yet taken needed"),
        ({"error": 1}, "ValueError: returned a column 'error'"),
        ({1: 1}, "ValueError: returned a column 1,"),
    ],
)
def test_a_result_that_fits_no_row_is_the_point_s_error(returned, complaint):
    def function(n):
        return returned

    assert sweeps.run(function, {"n": [0]}, jobs=1)["error"][0].startswith(complaint)


def test_a_failing_point_is_reported_and_tried_again(tmp_path):
    function = touching(tmp_path)
    grid = {"a": [1, 3], "b": [2, 0]}
    for _ in range(2):
        table = sweeps.run(function, grid, tmp_path / "cache", jobs=2)
        failed = table[table["error"].notna()]
        assert failed[["a", "b"]].values.tolist() == [[1, 0], [3, 0]]
        assert set(failed["error"]) == {"ZeroDivisionError: division by zero"}
        assert table["exact"].tolist() == [Fraction(1, 2), None, Fraction(3, 2), None]
    assert calls(tmp_path) == sorted(["1 2", "3 2"] + ["1 0", "3 0"] * 2)


def test_leaving_python_is_an_error_like_any_other():
    def leave(n):
        sys.exit("enough")

    assert sweeps.run(leave, {"n": [1]}, jobs=1)["error"][0] == "SystemExit: enough"


def test_what_the_cache_holds_is_not_computed_again(tmp_path):
    function = touching(tmp_path)
    fresh = sweeps.run(function, GRID, tmp_path / "cache", jobs=1)
    assert same(sweeps.run(function, GRID, tmp_path / "cache", jobs=1), fresh)
    assert calls(tmp_path) == PAIRS
    wider = sweeps.run(function, GRID | {"a": [3, 5]}, tmp_path / "cache", jobs=1)
    assert calls(tmp_path) == sorted([*PAIRS, "5 1", "5 2", "5 4", "5 7"])
    assert same(wider[:4], fresh[8:].reset_index(drop=True))


def test_equal_numbers_of_different_types_are_different_points(tmp_path):
    def kind(n):
        return {"type": type(n).__name__}

    table = sweeps.run(kind, {"n": [1, True, 1.0, "1", Fraction(1), (1,)]}, tmp_path, jobs=1)
    again = sweeps.run(kind, {"n": [1, True, 1.0, "1", Fraction(1), (1,)]}, tmp_path, jobs=1)
    assert table["type"].tolist() == ["int", "bool", "float", "str", "Fraction", "tuple"]
    assert same(table, again)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content[:70],
        lambda content: b"\xff" * len(content),
        lambda content: content.replace(b"0.25", b"0.75"),
        None,
    ],
)
def test_a_damaged_entry_is_computed_again(tmp_path, damage):
    function, cache = touching(tmp_path), tmp_path / "cache"
    fresh = sweeps.run(function, GRID, cache, jobs=1)
    quarter = next(path for path in cache.iterdir() if b"0.25" in path.read_bytes())
    if damage:
        quarter.write_bytes(damage(quarter.read_bytes()))
    else:
        quarter.unlink()
        quarter.mkdir()
        (quarter / "file").touch()
    blocked = pytest.warns(RuntimeWarning, match="can no longer be written")
    with nullcontext() if damage else blocked:
        assert same(sweeps.run(function, GRID, cache, jobs=1), fresh)
    assert calls(tmp_path) == sorted([*PAIRS, "1 4"])


def test_an_entry_under_another_s_name_is_not_believed(tmp_path):
    function, cache = touching(tmp_path), tmp_path / "cache"
    fresh = sweeps.run(function, GRID, cache, jobs=1)
    first, second, *_ = sorted(cache.iterdir())
    second.write_bytes(first.read_bytes())
    assert same(sweeps.run(function, GRID, cache, jobs=1), fresh)


def test_a_new_version_of_what_a_function_reads_is_a_new_function(tmp_path, monkeypatch):
    """Its source, defaults, enclosing and global variables, and its module's functions."""
    sources = [
        "def f(n): return {'x': n}",
        "def f(n): return {'x': n + 1}",
        "def f(n, by=2): return {'x': n * by}",
        "BY = 3\ndef f(n, by=BY): return {'x': n * by}",
        "BY = 4\ndef f(n, by=BY): return {'x': n * by}",
        "BY = 5\ndef f(n): return {'x': n * BY}",
        "BY = 6\ndef f(n): return {'x': n * BY}",
        "BY = 7\ndef f(n): return {'x': sum(BY for _ in range(n))}",
        "BY = 8\ndef f(n): return {'x': sum(BY for _ in range(n))}",
        "def g(n): return n + 9\ndef f(n): return {'x': g(n)}",
        "def g(n): return n + 10\ndef f(n): return {'x': g(n)}",
        "def m(by):\n    def f(n): return {'x': n + by}\n    return f\nf = m(11)",
        "def m(by):\n    def f(n): return {'x': n + by}\n    return f\nf = m(12)",
        "import numpy as np\nA = np.arange(13)\ndef f(n): return {'x': n * A.max()}",
        "import numpy as np\nA = np.arange(14)\ndef f(n): return {'x': n * A.max()}",
    ]
    expected = [1, 2, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 12, 13]
    cache = tmp_path / "cache"
    for _ in range(2):
        for number, source in enumerate(sources):
            path = tmp_path / f"version{number}.py"
            path.write_text(source)
            module = {"__name__": "same_module"}
            exec(compile(source, str(path), "exec"), module)
            assert sweeps.run(module["f"], {"n": [1]}, cache, jobs=1)["x"][0] == expected[number]
    assert len(list(cache.iterdir())) == len(sources)
    monkeypatch.setattr(sweeps, "version", lambda name: "another")
    sweeps.run(module["f"], {"n": [1]}, cache, jobs=1)
    assert len(list(cache.iterdir())) == len(sources) + 1


def test_a_cache_refuses_a_function_that_it_could_confuse_with_another(tmp_path):
    frame = pd.DataFrame({"x": [1]})

    def reads(n):
        return {"x": frame["x"][n]}

    namespace = {"__name__": "here"}
    exec("def typed(n): return {'x': n}", namespace)
    for function, complaint in [
        (reads, "reads frame, a DataFrame, whose versions a cache cannot tell apart"),
        (partial(math.pow, y=2), "one made with def needed where there is a cache"),
        (namespace["typed"], "the source of here.typed cannot be read"),
    ]:
        with pytest.raises(ValueError, match=complaint):
            sweeps.run(function, {"n": [0]}, tmp_path, jobs=1)
    assert sweeps.run(reads, {"n": [0]}, jobs=1)["x"][0] == 1


@pytest.mark.parametrize(
    ("grid", "complaint"),
    [
        ({}, "grid: no points given, at least one needed"),
        ([], "grid: no points given, at least one needed"),
        ({"a": [], "b": [1]}, "grid: no points given, at least one needed"),
        ({"a": 3, "b": [1]}, "grid: a=3 given, a list of values needed"),
        ({"a": "xyz", "b": [1]}, "grid: a='xyz' given, a list of values needed"),
        ({"a": [[1]], "b": [1]}, "grid: a=[1] given, int, float, bool, str, Fraction, None or a"),
        ({"a": [1j], "b": [1]}, "grid: a=1j given"),
        ({"a": [1], "error": [1]}, "grid: a parameter 'error' given"),
        ({1: [1]}, "grid: a parameter 1 given, a name other than 'error' needed"),
        ([{"a": 1, "b": 2}, {"a": 1}], "grid: point {'a': 1} given, one like {'a': 1, 'b': 2}"),
        ([3], "grid: point 3 given"),
        ({"a": [1]}, "one needed that takes a: missing a required argument: 'b'"),
        ({"a": [1], "b": [1], "c": [1]}, "one needed that takes a, b, c: got an unexpected"),
    ],
)
def test_a_grid_that_is_none_is_refused(tmp_path, grid, complaint):
    with pytest.raises(ValueError, match=re.escape(complaint)):
        sweeps.run(touching(tmp_path), grid, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("jobs", [0, 1.5, "all", True])
def test_a_number_of_jobs_that_is_none_is_refused(tmp_path, jobs):
    with pytest.raises(ValueError, match=re.escape(f"jobs: {jobs!r} given, a positive integer")):
        sweeps.run(touching(tmp_path), GRID, jobs=jobs)


def test_a_cache_that_cannot_be_written_is_refused_before_any_work(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=r"cache: '.*file/cache' given, a directory that can be wr"):
        sweeps.run(touching(tmp_path), GRID, tmp_path / "file" / "cache")
    assert calls(tmp_path) == []


def test_a_disk_that_fills_up_loses_no_result(tmp_path, monkeypatch):
    function, cache = touching(tmp_path), tmp_path / "cache"
    fresh = sweeps.run(function, GRID, jobs=1)
    replace, written = os.replace, []

    def fail_after_five(source, target):
        written.append(target)
        if len(written) > 5:
            raise OSError(28, "No space left on device")
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(sweeps.os, "replace", fail_after_five)
        with pytest.warns(RuntimeWarning, match="No space left on device; the sweep goes") as told:
            assert same(sweeps.run(function, GRID, cache, jobs=1), fresh)
    assert len(told) == 1
    assert len(written) == 13  # the probe, and every point
    assert len(list(cache.iterdir())) == 4
    (tmp_path / "calls").unlink()
    assert same(sweeps.run(function, GRID, cache, jobs=1), fresh)
    assert len(calls(tmp_path)) == 8


SCRIPT = """
import os, sys, time
from pathlib import Path
from pokerlab import sweeps

def slow(n):
    Path(f"started{n}-{os.getpid()}").touch()
    time.sleep(0.15)
    return {"half": n / 2}

if __name__ == "__main__":
    table = sweeps.run(slow, {"n": range(12)}, "cache", jobs=2, progress=False)
    table.to_json("table.json")
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_sweep_that_is_stopped_goes_on_where_it_was(tmp_path, how):
    (tmp_path / "script.py").write_text(SCRIPT)
    command = [sys.executable, "script.py"]
    cache = tmp_path / "cache"
    stopped = subprocess.Popen(
        command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        deadline = time.monotonic() + 60
        while not (cache.is_dir() and len(list(cache.glob("*.json"))) >= 4):
            assert stopped.poll() is None and time.monotonic() < deadline
            time.sleep(0.01)
        stopped.send_signal(how)
        stopped.wait(60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(stopped.pid, signal.SIGKILL)  # workers that outlive it
    complaint = stopped.communicate()[1]
    if how == signal.SIGINT:
        assert re.search(r"\d+ of 12 points are done; run again to go on", complaint)
    kept = len(list(cache.glob("*.json")))
    assert 4 <= kept < 12
    assert not (tmp_path / "table.json").exists()
    for mark in tmp_path.glob("started*"):
        mark.unlink()

    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    assert len(list(tmp_path.glob("started*"))) == 12 - kept
    table = pd.read_json(tmp_path / "table.json")
    assert table["n"].tolist() == list(range(12))
    assert table["half"].tolist() == [n / 2 for n in range(12)]
    assert len(list(cache.glob("*.json"))) == 12


def test_points_that_kill_their_process_are_found_and_the_others_computed(tmp_path):
    function = deadly(tmp_path, forever=True)
    table = sweeps.run(function, {"n": range(10)}, tmp_path / "cache", jobs=2)
    died = "the process died"
    assert table["error"].tolist() == [None] * 4 + [died] * 2 + [None] * 4
    assert table["square"].dropna().tolist() == [n * n for n in (0, 1, 2, 3, 6, 7, 8, 9)]


def test_a_process_that_is_killed_from_outside_costs_no_point(tmp_path):
    table = sweeps.run(deadly(tmp_path, forever=False), {"n": range(10)}, jobs=2)
    assert table["error"].isna().all()
    assert table["square"].tolist() == [n * n for n in range(10)]


def deadly(folder, forever):
    """Return a function that dies at 4 and 5: whenever it is called, or only the first time."""

    def square(n, folder=str(folder), forever=forever):
        mark = Path(folder) / f"died{n}"
        if n in (4, 5) and (forever or not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return {"square": n * n}

    return square


def test_each_process_has_one_thread_unless_more_are_asked_for(monkeypatch):
    def threads(name):
        return {"threads": os.environ[name]}

    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "7")
    names = {"name": ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"]}
    assert set(sweeps.run(threads, names, jobs=2)["threads"]) == {"1"}
    with joblib.parallel_config("loky", inner_max_num_threads=3):
        assert set(sweeps.run(threads, names, jobs=2)["threads"]) == {"3"}


def local_cluster(workers):
    return pytest.importorskip("distributed").LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=50,
    )


def test_a_dask_cluster_gives_the_same_table_though_a_worker_is_killed(tmp_path):
    def halve(n, folder=str(tmp_path)):
        process, victim = os.getpid(), Path(folder) / "victim"
        if n == 7 and not victim.exists():
            victim.write_text(f"{process}\n")
            time.sleep(60)
        time.sleep(0.02)
        return {"half": Fraction(n, 2), "array": np.full(3, n), "process": process}

    def kill():
        victim = tmp_path / "victim"
        while not (victim.exists() and victim.read_text().endswith("\n")):
            time.sleep(0.01)
        os.kill(int(victim.read_text()), signal.SIGKILL)

    grid = {"n": range(30)}
    killer = threading.Thread(target=kill)
    with local_cluster(3) as cluster, cluster.get_client(), joblib.parallel_config(backend="dask"):
        killer.start()
        table = sweeps.run(halve, grid, tmp_path / "cache")
        killer.join()
        counted = sweeps.run(equities.count_piece, {"piece": [0, 31]})
    processes = set(table["process"])
    assert len(processes) > 1
    assert os.getpid() not in processes
    expected = sweeps.run(halve, grid, jobs=1)
    assert same(table.drop(columns="process"), expected.drop(columns="process"))
    assert same(sweeps.run(halve, grid, tmp_path / "cache"), table)
    for piece, sums in zip(counted["piece"], counted["sums"], strict=True):
        assert (equities.count_piece(piece)["sums"] == sums).all()


def test_a_point_that_kills_every_worker_of_a_dask_cluster_is_reported(tmp_path):
    with local_cluster(2) as cluster, cluster.get_client(), joblib.parallel_config(backend="dask"):
        table = sweeps.run(deadly(tmp_path, forever=True), {"n": [3, 4, 6]})
    assert table["square"].isna().tolist() == [False, True, False]
    assert table["error"][1].startswith("KilledWorker: ")


def test_the_pieces_of_the_enumeration_add_up(tmp_path):
    counted = sweeps.run(
        equities.count_piece, {"piece": range(equities.PIECES)}, tmp_path / "pieces", jobs=2
    )
    table = tmp_path / "table.npy"
    assert equities.rebuild(table, pieces=counted["sums"][::-1]).matches_shipped
    assert table.read_bytes() == equities.TABLE.read_bytes()
    for given_pieces, complaint in [
        (counted["sums"][1:], "pieces: 31 given, 31 of shape (2, 47008); all 32 of them needed"),
        ([None, *counted["sums"][1:]], "pieces: 32 given, 31 of shape"),
    ]:
        with pytest.raises(ValueError, match=re.escape(complaint)):
            equities.enumerate_counts(pieces=given_pieces)
    with pytest.raises(ValueError, match="piece: 32 given, an integer from 0 to 31 needed"):
        equities.count_piece(32)
