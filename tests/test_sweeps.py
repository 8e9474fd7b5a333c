import importlib
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

import joblib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from joblib.externals.loky import get_reusable_executor

from pokerlab import sweeps


@pytest.fixture
def notebook(monkeypatch):
    """Define what a cell's source says, as in a notebook, whose functions travel by value."""

    def run_cell(source, name):
        module = sys.modules["__main__"]
        cell = {}
        exec(source, module.__dict__, cell)
        for key, value in cell.items():
            monkeypatch.setattr(module, key, value, raising=False)
        return cell[name]

    return run_cell


@pytest.fixture
def divide(notebook):
    """Return a function whose calls leave a line each in a file, and fail at 3 / 0."""
    return notebook(
        """
def divide(a, b, folder):
    from fractions import Fraction

    with open(f"{folder}/calls", "a") as calls:
        calls.write(f"{a} {b}\\n")
    return {"quotient": a / b, "exact": Fraction(a, b)}
""",
        "divide",
    )


def calls(folder):
    path = folder / "calls"
    return sorted(path.read_text().splitlines()) if path.exists() else []


@pytest.fixture
def grid(tmp_path):
    return {"a": [1, 2, 3], "b": [1, 2, 4, 7], "folder": [str(tmp_path)]}


PAIRS = sorted(f"{a} {b}" for a, b in product([1, 2, 3], [1, 2, 4, 7]))


CALLED = []


def echo(value):
    CALLED.append(value)
    return {"same": value}


def echo_array(number):
    return {"array": ARRAYS[number]}


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
    CALLED.clear()
    fresh, kept = (sweeps.run(echo, {"value": [value]}, folder, "1", jobs=1) for _ in range(2))
    assert len(CALLED) == 1
    for table in fresh, kept:
        assert described(table["same"].tolist()[0]) == described(value)
    assert same(kept, fresh)


ARRAYS = [
    np.arange(6).reshape(2, 3).T,
    np.array([math.nan, -0.0, math.inf]),
    np.array([[True], [False]]),
    np.zeros((0, 3), np.float32),
    np.arange(3, dtype=">u2"),
    np.zeros(2, np.dtype(float, metadata={"unpicklable": lambda: 0})),
]


@pytest.mark.parametrize("number", range(len(ARRAYS)))
def test_an_array_comes_back_from_the_cache_as_it_was(tmp_path, number):
    array = ARRAYS[number]
    for _ in range(2):
        kept = sweeps.run(echo_array, {"number": [number]}, tmp_path, "1", jobs=1)["array"][0]
        assert kept.dtype == array.dtype and not kept.dtype.metadata
        np.testing.assert_array_equal(kept, array, strict=True)
        assert kept.flags.writeable
    assert len(list(tmp_path.iterdir())) == 1


def test_a_fraction_of_numpy_s_integers_is_kept(tmp_path):
    def halve(n):
        return {"half": Fraction(np.int64(n), np.int64(2))}

    (half,) = sweeps.run(halve, {"n": [1]}, jobs=1)["half"]
    assert type(half.numerator) is type(half.denominator) is int
    (same_half,) = sweeps.run(echo, {"value": [half]}, tmp_path, "1", jobs=1)["same"]
    assert same_half == half


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


def test_a_failing_point_is_reported_and_tried_again(tmp_path, divide):
    grid = {"a": [1, 3], "b": [2, 0], "folder": [str(tmp_path)]}
    for _ in range(2):
        table = sweeps.run(divide, grid, tmp_path / "cache", "1", jobs=2)
        failed = table[table["error"].notna()]
        assert failed[["a", "b"]].values.tolist() == [[1, 0], [3, 0]]
        assert set(failed["error"]) == {"ZeroDivisionError: division by zero"}
        assert table["exact"].tolist() == [Fraction(1, 2), None, Fraction(3, 2), None]
    assert calls(tmp_path) == sorted(["1 2", "3 2"] + ["1 0", "3 0"] * 2)


FAILURES = {
    "sys.exit('enough')": "SystemExit: enough",
    "raise Own('mine')": "Own: mine",
    "raise GeneratorExit": "GeneratorExit",
    "raise CancelledError('late')": "CancelledError: late",
    "raise Unpicklable('stuck')": "Unpicklable: stuck",
    "raise Unprintable": "Unprintable, which cannot be printed",
    "raise Unloadable(1, 2)": "Unloadable: 1",
}


@pytest.fixture
def fail(notebook):
    """Return a function that does what the number in `FAILURES` says, and fails."""
    cases = "".join(f"    if n == {n}: {how}\n" for n, how in enumerate(FAILURES))
    return notebook(
        """
import sys
from asyncio import CancelledError

class Own(BaseException):
    pass

class Unpicklable(BaseException):
    def __reduce__(self):
        raise RuntimeError

class Unprintable(BaseException):
    def __str__(self):
        raise Own

class Unloadable(Exception):
    def __init__(self, one, other):
        super().__init__(one)

def fail(n):
"""
        + cases
        + "    return {'fine': n}\n",
        "fail",
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_whatever_a_function_raises_is_its_point_s_error(fail, jobs):
    table = sweeps.run(fail, {"n": range(len(FAILURES) + 1)}, jobs=jobs)
    assert table["error"].tolist() == [*FAILURES.values(), None]


def test_an_interruption_ends_the_sweep(tmp_path):
    def interrupt(n):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweeps.run(interrupt, {"n": [1]}, jobs=1)


def test_what_the_cache_holds_is_not_computed_again(tmp_path, divide, grid):
    cache = tmp_path / "cache"
    fresh = sweeps.run(divide, grid, cache, "1", jobs=1)
    assert same(sweeps.run(divide, grid, cache, "1", jobs=1), fresh)
    assert calls(tmp_path) == PAIRS
    wider = sweeps.run(divide, grid | {"a": [3, 5]}, cache, "1", jobs=1)
    assert calls(tmp_path) == sorted([*PAIRS, "5 1", "5 2", "5 4", "5 7"])
    assert same(wider[:4], fresh[8:].reset_index(drop=True))
    turned = [dict(reversed(point.items())) for point in fresh[[*grid]].to_dict("records")]
    assert same(sweeps.run(divide, turned, cache, "1", jobs=1)[[*fresh]], fresh)
    assert len(calls(tmp_path)) == len(PAIRS) + 4


def test_another_version_s_results_are_not_used(tmp_path, divide, grid, monkeypatch):
    for version, times in [("1", 1), ("1 ", 2), ("2", 3), ("2", 3), ("1", 3)]:
        sweeps.run(divide, grid, tmp_path / "cache", version, jobs=1)
        assert calls(tmp_path) == sorted(PAIRS * times)
    monkeypatch.setattr(sweeps.metadata, "version", lambda name: "another pokerlab")
    sweeps.run(divide, grid, tmp_path / "cache", "1", jobs=1)
    assert calls(tmp_path) == sorted(PAIRS * 4)


@pytest.mark.parametrize("version", [None, "", 1, ("1",), True])
def test_a_cache_needs_a_version(tmp_path, version):
    complaint = re.escape(f"version: {version!r} given, a name needed where there is a cache")
    with pytest.raises(ValueError, match=complaint):
        sweeps.run(echo, {"value": [1]}, tmp_path / "cache", version, jobs=1)
    assert not (tmp_path / "cache").exists()


def kind(n):
    return {"type": type(n).__name__}


def test_equal_numbers_of_different_types_are_different_points(tmp_path):
    grid = {"n": [1, True, 1.0, "1", Fraction(1), (1,)]}
    table, again = (sweeps.run(kind, grid, tmp_path, "1", jobs=1) for _ in range(2))
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
def test_a_damaged_entry_is_computed_again(tmp_path, divide, grid, damage):
    cache = tmp_path / "cache"
    fresh = sweeps.run(divide, grid, cache, "1", jobs=1)
    quarter = next(path for path in cache.iterdir() if b" 0.25" in path.read_bytes())
    if damage:
        quarter.write_bytes(damage(quarter.read_bytes()))
    else:
        quarter.unlink()
        quarter.mkdir()
        (quarter / "file").touch()
    blocked = pytest.warns(RuntimeWarning, match="cannot be written: ")
    with nullcontext() if damage else blocked:
        assert same(sweeps.run(divide, grid, cache, "1", jobs=1), fresh)
    assert calls(tmp_path) == sorted([*PAIRS, "1 4"])


def test_an_entry_under_another_s_name_is_not_believed(tmp_path, divide, grid):
    cache = tmp_path / "cache"
    fresh = sweeps.run(divide, grid, cache, "1", jobs=1)
    first, second, *_ = sorted(cache.iterdir())
    second.write_bytes(first.read_bytes())
    assert same(sweeps.run(divide, grid, cache, "1", jobs=1), fresh)
    assert len(calls(tmp_path)) == len(PAIRS) + 1


# Programs before and after a change, each defining `f`, whose result the change alters, and what a
# cache does about it. What it cannot see is the business of the version: there a user who does not
# state another one is served the old result.
CHANGES = {
    "its body": (
        "def f(n): return {'x': n}",
        "def f(n): return {'x': n + 1}",
        "recomputed",
    ),
    "a constant of a function within it": (
        "def f(n): return {'x': sum(7 for _ in range(n))}",
        "def f(n): return {'x': sum(8 for _ in range(n))}",
        "recomputed",
    ),
    "a name that it calls": (
        "def f(n): return {'x': abs(-n)}",
        "def f(n): return {'x': round(-n)}",
        "recomputed",
    ),
    "the default of a function within it": (
        "def f(n):\n    def g(a, *b, c=1): return len(b) + c\n    return {'x': g(1, 2, 3)}",
        "def f(n):\n    def g(a, b, c=1): return 0 * c\n    return {'x': g(1, 2, 3)}",
        "recomputed",
    ),
    "a closure over a function elsewhere": (
        "import math\ndef using(g):\n    def f(n): return {'x': g(n)}\n    return f\n"
        "f = using(math.sin)",
        "import math\ndef using(g):\n    def f(n): return {'x': g(n)}\n    return f\n"
        "f = using(math.cos)",
        "refused",
    ),
    "a closure over a number": (
        "def using(by):\n    def f(n): return {'x': n * by}\n    return f\nf = using(2)",
        "def using(by):\n    def f(n): return {'x': n * by}\n    return f\nf = using(3)",
        "refused",
    ),
    "a closure that calls itself its global": (
        "def using(by):\n    global f\n    def f(n): return {'x': n * by}\nusing(2)",
        "def using(by):\n    global f\n    def f(n): return {'x': n * by}\nusing(3)",
        "refused",
    ),
    "one of two lambdas on a line": (
        "fs = lambda n: {'x': n}, lambda n: {'x': -n}\nf = fs[0]",
        "fs = lambda n: {'x': n}, lambda n: {'x': -n}\nf = fs[1]",
        "refused",
    ),
    "a lambda that took a name": (
        "f = lambda n: {'x': n}\nf.__name__ = f.__qualname__ = 'f'",
        "f = lambda n: {'x': -n}\nf.__name__ = f.__qualname__ = 'f'",
        "refused",
    ),
    "its decorator": (
        "def plus(g):\n    return lambda n: {'x': g(n)['x'] + 1}\n@plus\ndef f(n): return {'x': n}",
        "def plus(g):\n    return lambda n: {'x': g(n)['x'] + 2}\n@plus\ndef f(n): return {'x': n}",
        "refused",
    ),
    "its decorator, which wraps": (
        "from functools import wraps\ndef plus(g):\n    @wraps(g)\n"
        "    def h(n): return {'x': g(n)['x'] + 1}\n    return h\n"
        "@plus\ndef f(n): return {'x': n}",
        "from functools import wraps\ndef plus(g):\n    @wraps(g)\n"
        "    def h(n): return {'x': g(n)['x'] + 2}\n    return h\n"
        "@plus\ndef f(n): return {'x': n}",
        "refused",
    ),
    "what a wrapper by its name wraps": (
        "def g(n): return {'x': n}\ndef f(n): return f.__wrapped__(n)\nf.__wrapped__ = g",
        "def g(n): return {'x': -n}\ndef f(n): return f.__wrapped__(n)\nf.__wrapped__ = g",
        "refused",
    ),
    "an attribute of it": (
        "def f(n): return {'x': n * f.by}\nf.by = 2",
        "def f(n): return {'x': n * f.by}\nf.by = 3",
        "refused",
    ),
    "a partial's argument": (
        "from functools import partial\ndef g(n, by): return {'x': n * by}\nf = partial(g, by=2)",
        "from functools import partial\ndef g(n, by): return {'x': n * by}\nf = partial(g, by=3)",
        "refused",
    ),
    "the state of a callable object": (
        "class By:\n    def __init__(self, by): self.by = by\n"
        "    def __call__(self, n): return {'x': n * self.by}\nf = By(2)",
        "class By:\n    def __init__(self, by): self.by = by\n"
        "    def __call__(self, n): return {'x': n * self.by}\nf = By(3)",
        "refused",
    ),
    "the object of a bound method": (
        "class By:\n    def __init__(self, by): self.by = by\n"
        "    def f(self, n): return {'x': n * self.by}\nf = By(2).f",
        "class By:\n    def __init__(self, by): self.by = by\n"
        "    def f(self, n): return {'x': n * self.by}\nf = By(3).f",
        "refused",
    ),
    "a class method's class": (
        "class A:\n    by = 2\n    @classmethod\n    def f(cls, n): return {'x': n * cls.by}\n"
        "f = A.f",
        "class A:\n    by = 3\n    @classmethod\n    def f(cls, n): return {'x': n * cls.by}\n"
        "f = A.f",
        "refused",
    ),
    "a static method": (
        "class A:\n    @staticmethod\n    def f(n): return {'x': n}\nf = A.f",
        "class A:\n    @staticmethod\n    def f(n): return {'x': -n}\nf = A.f",
        "refused",
    ),
    "a class that is the function": (
        "from dataclasses import dataclass, field\n@dataclass\nclass f:\n    n: int\n"
        "    x: int = field(default=1)",
        "from dataclasses import dataclass, field\n@dataclass\nclass f:\n    n: int\n"
        "    x: int = field(default=2)",
        "refused",
    ),
    "what lru_cache wraps": (
        "from functools import cache\ndef g(n): return n\n@cache\ndef f(n): return {'x': g(n)}",
        "from functools import cache\ndef g(n): return -n\n@cache\ndef f(n): return {'x': g(n)}",
        "refused",
    ),
    "a compiled function": (
        "from numba import njit\nBY = 2\n@njit\ndef f(n): return {'x': n * BY}",
        "from numba import njit\nBY = 3\n@njit\ndef f(n): return {'x': n * BY}",
        "refused",
    ),
    "a default": (
        "def f(n, by=2): return {'x': n * by}",
        "def f(n, by=3): return {'x': n * by}",
        "refused",
    ),
    "a default that is a function": (
        "import math\ndef f(n, *, g=math.sin): return {'x': g(n)}",
        "import math\ndef f(n, *, g=math.cos): return {'x': g(n)}",
        "refused",
    ),
    "another name for another function": (
        "def g(n): return {'x': n}\nf = g\ndef g(n): return {'x': n}",
        "def g(n): return {'x': -n}\nf = g\ndef g(n): return {'x': n}",
        "refused",
    ),
    "a global number": (
        "BY = 2\ndef f(n): return {'x': n * BY}",
        "BY = 3\ndef f(n): return {'x': n * BY}",
        "version",
    ),
    "a global bound to a function elsewhere": (
        "from math import sin as g\ndef f(n): return {'x': g(n)}",
        "from math import cos as g\ndef f(n): return {'x': g(n)}",
        "version",
    ),
    "a global bound to a module": (
        "import math as m\ndef f(n): return {'x': complex(m.sqrt(n)).imag + (m.__name__ > 'd')}",
        "import cmath as m\ndef f(n): return {'x': complex(m.sqrt(n)).imag + (m.__name__ > 'd')}",
        "version",
    ),
    "a global bound to a class": (
        "from fractions import Fraction as N\ndef f(n): return {'x': str(N(n) / 2)}",
        "from decimal import Decimal as N\ndef f(n): return {'x': str(N(n) / 2)}",
        "version",
    ),
    "a global table": (
        "import numpy as np\nA = np.arange(3)\ndef f(n): return {'x': A[n]}",
        "import numpy as np\nA = np.arange(3) + 1\ndef f(n): return {'x': A[n]}",
        "version",
    ),
    "a function that it calls": (
        "def g(n): return n\ndef f(n): return {'x': g(n)}",
        "def g(n): return -n\ndef f(n): return {'x': g(n)}",
        "version",
    ),
    "the decorator of a function that it calls": (
        "def plus(g): return lambda n: g(n) + 1\n@plus\ndef g(n): return n\n"
        "def f(n): return {'x': g(n)}",
        "def plus(g): return lambda n: g(n) + 2\n@plus\ndef g(n): return n\n"
        "def f(n): return {'x': g(n)}",
        "version",
    ),
    "the attribute of a function that it calls": (
        "def g(n): return n * g.by\ng.by = 2\ndef f(n): return {'x': g(n)}",
        "def g(n): return n * g.by\ng.by = 3\ndef f(n): return {'x': g(n)}",
        "version",
    ),
    "the default of a function that it calls": (
        "BY = 2\ndef g(n, by=BY): return n * by\ndef f(n): return {'x': g(n)}",
        "BY = 3\ndef g(n, by=BY): return n * by\ndef f(n): return {'x': g(n)}",
        "version",
    ),
    "a base class": (
        "class A:\n    by = 2\nclass B(A): pass\ndef f(n): return {'x': n * B().by}",
        "class A:\n    by = 3\nclass B(A): pass\ndef f(n): return {'x': n * B().by}",
        "version",
    ),
    "a method's global": (
        "BY = 2\nclass A:\n    def g(self, n): return n * BY\ndef f(n): return {'x': A().g(n)}",
        "BY = 3\nclass A:\n    def g(self, n): return n * BY\ndef f(n): return {'x': A().g(n)}",
        "version",
    ),
    "what it looks up by a name": (
        "BY = 2\ndef f(n): return {'x': n * globals()['BY']}",
        "BY = 3\ndef f(n): return {'x': n * globals()['BY']}",
        "version",
    ),
    "a file that it reads": (
        "from pathlib import Path\nPath(__file__).with_name('by').write_text('2')\n"
        "def f(n): return {'x': Path(__file__).with_name('by').read_text()}",
        "from pathlib import Path\nPath(__file__).with_name('by').write_text('3')\n"
        "def f(n): return {'x': Path(__file__).with_name('by').read_text()}",
        "version",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_program_is_refused_or_computed_again_or_told_by_its_version(
    tmp_path, monkeypatch, change
):
    before, after, verdict = CHANGES[change]
    monkeypatch.syspath_prepend(tmp_path)

    def served(source, version):
        """Import the program anew and sweep its function; say what it makes itself, too."""
        (tmp_path / "changing.py").write_text(source)
        monkeypatch.delitem(sys.modules, "changing", raising=False)
        importlib.invalidate_caches()
        f = importlib.import_module("changing").f
        table = sweeps.run(f, {"n": [1]}, tmp_path / "cache", version, jobs=1)
        return table["x"][0], f(n=1)["x"]

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    if verdict == "refused":
        for source in before, after:
            with pytest.raises(ValueError, match=r"needed where there is a cache"):
                served(source, "1")
        assert not (tmp_path / "cache").exists()
        return
    old, _ = served(before, "1")
    found, true = served(after, "1")
    assert true != old
    assert found == (true if verdict == "recomputed" else old)
    assert served(after, "2") == (true, true)


def test_a_module_edited_after_import_files_nothing_under_its_new_source(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    path = tmp_path / "edited.py"
    path.write_text("def f(n): return {'x': 1}")
    f = importlib.import_module("edited").f
    path.write_text("def f(n): return {'x': 2}")
    assert sweeps.run(f, {"n": [0]}, tmp_path / "cache", "1", jobs=1)["x"][0] == 1
    # New workers import the new source: theirs is not this process's function.
    get_reusable_executor().shutdown()
    table = sweeps.run(f, {"n": [0, 1]}, tmp_path / "cache", "1", jobs=2)
    assert table["x"].tolist()[0] == 1
    assert table["error"][1].startswith("RuntimeError: the worker has other code by the function")
    # And the old ones, when it is loaded again here, have the old.
    get_reusable_executor().shutdown()
    assert sweeps.run(importlib.reload(sys.modules["edited"]).f, {"n": [2]}, jobs=2)["x"][0] == 2
    monkeypatch.delitem(sys.modules, "edited")


def test_two_notebooks_that_define_the_same_name_are_told_apart_by_their_code(tmp_path, notebook):
    for number in 1, 2, 1:
        solve = notebook(f"def solve(n):\n    return {{'x': n + {number}}}", "solve")
        assert sweeps.run(solve, {"n": [0]}, tmp_path, "1", jobs=1)["x"][0] == number
    assert len(list(tmp_path.iterdir())) == 2


def test_code_that_moves_is_the_same_code(tmp_path, notebook):
    source = "def solve(n):\n    return {'x': [a in {'b', 'c', 1} for a in 'abc'].count(n)}"
    for line in 0, 7:
        solve = notebook("\n" * line + source, "solve")
        sweeps.run(solve, {"n": [True]}, tmp_path, "1", jobs=1)
    assert len(list(tmp_path.iterdir())) == 1
    program = f"{source}\nfrom pokerlab import sweeps\nprint(sweeps._digest(solve))"
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout.decode()
        for seed in "1234"
    }
    assert digests == {sweeps._digest(solve) + "\n"}


def test_without_a_cache_any_function_will_do():
    for function in partial(lambda n, by: {"x": n * by}, by=2), lambda n: {"x": 2 * n}:
        assert sweeps.run(function, {"n": [2]}, jobs=1)["x"][0] == 4


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
    def add(a, b):
        return {"sum": a + b}

    with pytest.raises(ValueError, match=re.escape(complaint)):
        sweeps.run(add, grid, tmp_path / "cache", "1")
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("jobs", [0, 1.5, "all", True])
def test_a_number_of_jobs_that_is_none_is_refused(jobs):
    with pytest.raises(ValueError, match=re.escape(f"jobs: {jobs!r} given, a positive integer")):
        sweeps.run(echo, {"value": [1]}, jobs=jobs)


@pytest.mark.parametrize("function", [3, "solve", None])
def test_what_cannot_be_called_is_refused(function):
    with pytest.raises(ValueError, match=rf"function: {function!r} given, .* not a callable"):
        sweeps.run(function, {"value": [1]})


def test_a_cache_that_cannot_be_written_is_refused_before_any_work(tmp_path, divide, grid):
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=r"cache: .*Not a directory: '.*file/cache'"):
        sweeps.run(divide, grid, tmp_path / "file" / "cache", "1")
    assert calls(tmp_path) == []


def test_a_disk_that_fills_up_loses_no_result(tmp_path, monkeypatch, divide, grid):
    cache = tmp_path / "cache"
    fresh = sweeps.run(divide, grid, jobs=1)
    replace, written = os.replace, []

    def fail_after_five(source, target):
        written.append(target)
        if len(written) > 5:
            raise OSError(28, "No space left on device")
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(sweeps.os, "replace", fail_after_five)
        with pytest.warns(RuntimeWarning, match="No space left on device; the sweep goes") as told:
            assert same(sweeps.run(divide, grid, cache, "1", jobs=1), fresh)
    assert len(told) == 1
    assert len(written) == 12
    assert len(list(cache.iterdir())) == 5
    (tmp_path / "calls").unlink()
    assert same(sweeps.run(divide, grid, cache, "1", jobs=1), fresh)
    assert len(calls(tmp_path)) == 7


SCRIPT = """
import os, signal, sys, time
from pathlib import Path
from pokerlab import sweeps

def slow(n):
    Path(f"started{n}-{os.getpid()}").touch()
    time.sleep(0.15)
    return {"half": n / 2}

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored, if who started it does
    table = sweeps.run(slow, {"n": range(12)}, "cache", "1", jobs=2, progress=False)
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


@pytest.fixture
def square(notebook):
    """Return a function that dies at 4 and 5: whenever it is called, or only the first time."""
    return notebook(
        """
def square(n, folder, forever):
    import os, signal
    from pathlib import Path

    mark = Path(folder) / f"died{n}"
    if n in (4, 5) and (forever or not mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"square": n * n}
""",
        "square",
    )


def test_points_that_kill_their_process_are_found_and_the_others_computed(tmp_path, square):
    grid = {"n": range(10), "folder": [str(tmp_path)], "forever": [True]}
    table = sweeps.run(square, grid, tmp_path / "cache", "1", jobs=2)
    died = "the process died"
    assert table["error"].tolist() == [None] * 4 + [died] * 2 + [None] * 4
    assert table["square"].dropna().tolist() == [n * n for n in (0, 1, 2, 3, 6, 7, 8, 9)]


def test_a_process_that_is_killed_from_outside_costs_no_point(tmp_path, square):
    grid = {"n": range(10), "folder": [str(tmp_path)], "forever": [False]}
    table = sweeps.run(square, grid, jobs=2)
    assert table["error"].isna().all()
    assert table["square"].tolist() == [n * n for n in range(10)]


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


def test_a_dask_cluster_gives_the_same_table_though_a_worker_is_killed(tmp_path, notebook):
    halve = notebook(
        """
def halve(n, folder):
    import os, time
    from fractions import Fraction
    from pathlib import Path
    import numpy as np

    process, victim = os.getpid(), Path(folder) / "victim"
    if n == 7 and not victim.exists():
        victim.write_text(f"{process}\\n")
        time.sleep(60)
    time.sleep(0.02)
    return {"half": Fraction(n, 2), "array": np.full(3, n), "process": process}
""",
        "halve",
    )

    def kill():
        victim = tmp_path / "victim"
        while not (victim.exists() and victim.read_text().endswith("\n")):
            time.sleep(0.01)
        os.kill(int(victim.read_text()), signal.SIGKILL)

    grid = {"n": range(30), "folder": [str(tmp_path)]}
    killer = threading.Thread(target=kill)
    with local_cluster(3) as cluster, cluster.get_client(), joblib.parallel_config(backend="dask"):
        killer.start()
        table = sweeps.run(halve, grid, tmp_path / "cache", "1")
        killer.join()
    processes = set(table["process"])
    assert len(processes) > 1
    assert os.getpid() not in processes
    expected = sweeps.run(halve, grid, jobs=1)
    assert same(table.drop(columns="process"), expected.drop(columns="process"))
    assert same(sweeps.run(halve, grid, tmp_path / "cache", "1"), table)


def test_what_a_function_raises_on_a_dask_cluster_is_its_point_s_error(fail):
    with local_cluster(2) as cluster, cluster.get_client(), joblib.parallel_config(backend="dask"):
        table = sweeps.run(fail, {"n": range(len(FAILURES) + 1)})
    assert table["error"].tolist() == [*FAILURES.values(), None]


def test_a_point_that_kills_every_worker_of_a_dask_cluster_is_reported(tmp_path, square):
    grid = {"n": [3, 4, 6], "folder": [str(tmp_path)], "forever": [True]}
    with local_cluster(2) as cluster, cluster.get_client(), joblib.parallel_config(backend="dask"):
        table = sweeps.run(square, grid)
    assert table["square"].isna().tolist() == [False, True, False]
    assert table["error"][1].startswith("KilledWorker: ")


def test_without_joblib_a_sweep_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "joblib", None)
    hint = r"needs joblib: pip install .pokerlab\[sweeps\]"
    with pytest.raises(ModuleNotFoundError, match=hint):
        sweeps.run(echo, {"value": [1]})
