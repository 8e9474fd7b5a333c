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
from pokerlab._support.arguments import refusal
from pokerlab._support.files import DATA
from pokerlab.studies import any_raise, flops, streets

__all__ = ["data"]


def _read_json(path: Path) -> list[Any] | dict[str, Any]:
    return json.loads(path.read_bytes())


def _read_toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _read_arrays(path: Path) -> dict[str, np.ndarray]:
    with np.load(path) as file:
        return dict(file)


def _read_checked_strategy(path: Path) -> streets.CheckedStrategy:
    return streets.stored_checked_strategy(path.stem.removeprefix("checked-"))


# What reads a file, by its name; a star is a stack.
_READERS: dict[str, Callable[[Path], Any]] = {
    "*.json": _read_json,
    "*.toml": _read_toml,
    "equities.npy": np.load,  # one array
    "irving.npz": _read_arrays,
    "any-raise.npz": any_raise.load,
    "checked-*.npz": _read_checked_strategy,
    "every-chip-*.npz": solutions.load,
    "four-sizes-*.npz": solutions.load,
    "limps-*.npz": flops.load,
    "streets-*.npz": streets.load,
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
    files = {
        path.stem: (path, read) for pattern, read in _READERS.items() for path in DATA.glob(pattern)
    }
    if name not in list(files):  # in a list anything can be looked up, hashable or not
        raise refusal("name", repr(name), f"one of {', '.join(sorted(files))}")
    path, read = files[name]
    return read(path)
