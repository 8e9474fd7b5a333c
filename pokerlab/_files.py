"""Files that are written whole or not at all (an OSError names the path), archives of arrays."""

import io
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

_T = TypeVar("_T")


@contextmanager
def _beside(path: str | Path) -> Iterator[tuple[Path, Path]]:
    """Where a path leads, links followed, and a new file beside it that is gone afterwards."""
    target = Path(os.path.realpath(path))
    scratch = target.with_name(f".{secrets.token_hex(8)}")
    try:
        if target.exists() and not target.is_file():  # such as a folder or a device
            raise OSError(0, "Not a regular file")
        scratch.touch()
        yield target, scratch
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            scratch.unlink()


def check_file(path: str | Path) -> None:
    """Refuse a path at which `write_file` would fail, before the work whose result it is for."""
    with _beside(path):
        pass


def write_file(path: str | Path, content: bytes) -> None:
    """Write a regular file, in its old mode; what was there stays until all of it is written."""
    with _beside(path) as (target, scratch):
        scratch.write_bytes(content)
        if target.exists():
            shutil.copymode(target, scratch)
        os.replace(scratch, target)


def write_arrays(path: str | Path, **arrays: Any) -> None:
    """Write what `read_arrays` reads."""
    np.savez_compressed(buffer := io.BytesIO(), **arrays)
    write_file(path, buffer.getvalue())


def read_arrays(path: str | Path, make: Callable[[Mapping[str, Any]], _T], kind: str) -> _T:
    """Read a file of `write_arrays`, by a function of the mapping of its arrays.

    A file that cannot be read is an OSError. Anything else that goes wrong, in a damaged file or in
    one of another kind, is a ValueError of one line.
    """
    content = io.BytesIO(Path(path).read_bytes())
    try:
        with np.load(content, allow_pickle=False) as file:
            return make(file)
    except Exception as error:
        why = " ".join(str(error).split())[:200] or type(error).__name__
        raise ValueError(f"path: {path} is no {kind}: {why}") from error
