"""Results that were computed once and come with the package: ``pl.data`` is this module's `data`.

The files are made in a clone of the repository, by ``tools/stored.py`` and its like. All of them
weigh six megabytes.
"""

import json
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from pokerlab._support.arguments import refusal
from pokerlab._support.files import DATA, name_damage

__all__ = ["data"]


def _load_json(path: Path) -> list[Any] | dict[str, Any]:
    with name_damage(path, "JSON file"):
        return json.loads(path.read_bytes())


def _load_toml(path: Path) -> dict[str, Any]:
    with name_damage(path, "TOML file"):
        return tomllib.loads(path.read_text(encoding="utf-8"))


def _load_array(path: Path) -> np.ndarray:
    with name_damage(path, "file of an array"):
        return np.load(path)


def _load_arrays(path: Path) -> dict[str, np.ndarray]:
    with name_damage(path, "file of arrays"), np.load(path) as file:
        return dict(file)


def _load_by(module: str) -> Callable[[Path], Any]:
    """Return a module's function ``load``, with the module imported where a file is loaded.

    Studies load their data by this module, so it cannot import them before.
    """
    return lambda path: import_module(f"pokerlab.{module}").load(path)


def _load_checked_strategy(path: Path) -> Any:
    from pokerlab.studies import streets

    strategy = streets.load(path.with_name(path.name.replace("checked", "streets")))
    return streets.load_checked_strategy(path, strategy)


# The function that loads a file, by the file's name; a star is a stack.
_LOADERS: dict[str, Callable[[Path], Any]] = {
    "*.json": _load_json,
    "*.toml": _load_toml,
    "equities.npy": _load_array,
    "irving.npz": _load_arrays,
    "any-raise.npz": _load_by("studies.any_raise"),
    "checked-*.npz": _load_checked_strategy,
    "every-chip-*.npz": _load_by("solutions"),
    "four-sizes-*.npz": _load_by("solutions"),
    "limps-*.npz": _load_by("studies.flops"),
    "streets-*.npz": _load_by("studies.streets"),
}


def data(name: str) -> Any:
    """Read a stored result, given the name of its file in ``pokerlab/_data`` without the ending.

    Tables come as lists and dictionaries, solutions and other strategies as what their modules
    load, and the rest as an array or a dictionary of arrays.

    Raises
    ------
    ValueError
        If no file has the name, or the file is damaged; then its path is named.

    Examples
    --------
    >>> data("whole-game")[-1]
    [10.0, -0.045370753, 0.137397276, False]
    """
    files = {
        path.stem: (path, load) for pattern, load in _LOADERS.items() for path in DATA.glob(pattern)
    }
    if name not in list(files):  # in a list anything can be looked up, hashable or not
        raise refusal("name", repr(name), f"one of {', '.join(sorted(files))}")
    path, load = files[name]
    return load(path)
