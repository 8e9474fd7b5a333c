"""Results that were computed once and come with the package: ``pl.data`` is this module's `data`.

The files are made in a clone of the repository, by ``tools/stored.py`` and its like. All of them
weigh six megabytes, half of what python-flint takes.
"""

import json
import tomllib
from collections.abc import Callable
from typing import Any

import numpy as np

from pokerlab import solutions
from pokerlab._files import DATA
from pokerlab._foundations import refusal
from pokerlab.studies import any_raise, flops, streets

__all__ = ["data"]

#: Who reads an ``.npz`` file, by the word that its name begins with; else it is a solution.
_LOADERS: dict[str, Callable[..., Any]] = {
    "any": any_raise.load,
    "checked": lambda path: streets.stored_check(path.stem.partition("-")[2]),
    "limps": flops.load,
    "streets": streets.load,
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
    if path.suffix == ".json":
        return json.loads(path.read_bytes())
    if path.suffix == ".toml":
        return tomllib.loads(path.read_text(encoding="utf-8"))
    if name == "equities":
        return np.load(path)
    if name == "irving":
        with np.load(path) as file:
            return dict(file)
    load = _LOADERS.get(name.partition("-")[0], solutions.load)
    return load(path)
