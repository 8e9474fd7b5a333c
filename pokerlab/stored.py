"""Results that were computed once and come with the package: ``pl.data`` is this module's `data`.

The files are made in a clone of the repository, by ``tools/stored.py`` and its like. All of them
weigh six megabytes, half of what python-flint takes.
"""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pokerlab import solutions
from pokerlab._arguments import refusal
from pokerlab._files import DATA
from pokerlab.studies import any_raise, flops, streets

__all__ = ["data"]


def _read_json(path: Path) -> list[Any] | dict[str, Any]:
    return json.loads(path.read_bytes())


def _read_toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _read_arrays(path: Path) -> dict[str, np.ndarray]:
    with np.load(path) as file:
        return dict(file)


def _read_check(path: Path) -> streets.CheckedPlan:
    return streets.stored_checked_plan(path.stem.partition("-")[2])


#: Who reads a file: by its ending, by its name, or by what its name begins with up to a hyphen.
#: All other files are solutions.
_READERS: dict[str, Callable[[Path], Any]] = {
    ".json": _read_json,
    ".toml": _read_toml,
    "equities": np.load,  # one array
    "irving": _read_arrays,
    "any": any_raise.load,  # Strategies
    "checked": _read_check,
    "limps": flops.load,  # a FlopPlan
    "streets": streets.load,  # a StreetsPlan
}


def data(name: str) -> Any:
    """Read a stored result, given the name of its file in ``pokerlab/data`` without the ending.

    Tables come as lists and dictionaries, solutions and other strategies as what their modules
    load, and the rest as an array or a dictionary of arrays. A name that no file has is a
    ValueError.

    Examples
    --------
    >>> data("whole-game")[-1]
    [10.0, -0.045370753, 0.137397276, False]
    """
    files = {path.stem: path for path in DATA.glob("*.*")}
    if name not in list(files):  # in a list anything can be looked up, hashable or not
        raise refusal("name", repr(name), f"one of {', '.join(sorted(files))}")
    path = files[name]
    for key in (path.suffix, name, name.partition("-")[0]):
        if key in _READERS:
            return _READERS[key](path)
    return solutions.load(path)
