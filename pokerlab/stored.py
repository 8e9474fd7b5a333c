"""What was computed once, and is read from the wheel: ``pl.data``, which is this module's `data`.

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
from pokerlab.studies import any_raise, flops


def data(name: str) -> Any:
    """A stored result, by the name of its file in ``pokerlab/data`` without the ending.

    Tables are lists and dictionaries, solutions and other strategies what their modules load, and
    all else is an array, or a dictionary of arrays. No file stays open. A name that no file has is
    a ValueError.

    Examples
    --------
    >>> data("whole-game")[-1]
    [10.0, -0.045370753, 0.137397276, False]
    """
    files = {path.stem: path for path in DATA.glob("*.*")}
    if name not in list(files):  # which, unlike the mapping, anything can be looked up in
        raise ValueError(f"name: {name!r} given, one of {', '.join(sorted(files))} needed")
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
    kinds: dict[str, Callable[..., Any]] = {"any": any_raise.load, "limps": flops.load}
    return kinds.get(name.partition("-")[0], solutions.load)(path)
