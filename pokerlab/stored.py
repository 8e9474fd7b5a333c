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


def _read_check(path: Path) -> streets.CheckedStrategy:
    return streets.stored_checked_strategy(path.stem.partition("-")[2])


_Reader = Callable[[Path], Any]
_BY_ENDING: dict[str, _Reader] = {".json": _read_json, ".toml": _read_toml}
# Other files are of the kind with which their names begin, up to a hyphen; or else solutions.
_BY_KIND: dict[str, _Reader] = {
    "equities": np.load,  # one array
    "irving": _read_arrays,
    "any": any_raise.load,  # an AnyRaiseSolution
    "checked": _read_check,
    "limps": flops.load,  # a FlopStrategy
    "streets": streets.load,  # a StreetsStrategy
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
    if path.suffix in _BY_ENDING:
        return _BY_ENDING[path.suffix](path)
    kind, _, _ = name.partition("-")
    read = _BY_KIND.get(kind, solutions.load)
    return read(path)
