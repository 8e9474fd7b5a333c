"""Files that are written whole or not at all (an OSError names the path), archives of arrays."""

import errno
import io
import os
import secrets
import shutil
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import prod
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import numpy as np
from numpy.lib import format as npy

from pokerlab._foundations import check_type

_T = TypeVar("_T")
DATA = Path(__file__).parent / "data"  #: The folder of the files that the package brings along.
HEADER = 1024  #: What NumPy writes before an array takes fewer bytes.


def check_path(path: str | Path, name: str = "path") -> None:
    """Refuse what names no file: a TypeError, or a ValueError for an empty text.

    A number would be the file that the process has open under it, such as its own input.
    """
    check_type(name, path, str | os.PathLike, "the name of a file")
    if not os.fspath(path):
        raise ValueError(f"{name}: {path!r} given, the name of a file needed")


@contextmanager
def _beside(path: str | Path) -> Iterator[tuple[Path, Path]]:
    """Where a path leads, links followed, and a new file beside it that is gone afterwards."""
    check_path(path)
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


def check_ending(path: str | Path, *endings: str) -> str:
    """The ending of a file's name, in small letters; a ValueError, if it is none of these."""
    check_path(path)
    ending = Path(path).suffix.lower()
    if ending not in endings:
        raise ValueError(
            f"path: {str(path)!r} given, a name that ends in {' or '.join(endings)} needed"
        )
    return ending


def write_arrays(path: str | Path, **arrays: Any) -> None:
    """Write what `read_arrays` reads."""
    np.savez_compressed(buffer := io.BytesIO(), **arrays)
    write_file(path, buffer.getvalue())


class Arrays:
    """The arrays of a file of `write_arrays`. What one would fill is seen before it is unpacked.

    A few bytes of such a file may stand for zeros that fill all memory.
    """

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def __contains__(self, name: str) -> bool:
        return f"{name}.npy" in self._archive.namelist()

    def take(self, name: str, most: int, size: int = 8) -> np.ndarray:
        """Read an array of at most so many entries of at most so many bytes.

        It is a ValueError if there is none of this name, or a larger one.
        """
        allowed = most * size
        if name not in self:
            raise ValueError(f"{name}: no such array")
        entry = self._archive.getinfo(f"{name}.npy")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError(f"{name}: compressed in a way that NumPy does not write")
        # No more bytes than an entry declares are ever unpacked, NumPy's own header among them.
        self._check(name, entry.file_size, allowed + HEADER)
        with self._archive.open(entry) as content:
            version = npy.read_magic(content)
            read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
            if version not in read:
                raise ValueError(f"{name}: of a version of NumPy's format that is not read")
            shape, _, kind = read[version](content)
            self._check(name, prod(shape) * kind.itemsize, allowed)
        with self._archive.open(entry) as content:
            return npy.read_array(content, allow_pickle=False)

    @staticmethod
    def _check(name: str, given: int, allowed: int) -> None:
        if given > allowed:
            raise ValueError(f"{name}: {given:,} bytes given, at most {allowed:,} allowed")


def read_arrays(path: str | Path, make: Callable[[Arrays], _T], kind: str) -> _T:
    """Read a file of `write_arrays`, by a function that takes its `Arrays`.

    A file that cannot be read, such as a folder or a device, is an OSError. Anything else that goes
    wrong, in a damaged file or in one of another kind, is a ValueError of one line.
    """
    check_path(path)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # a pipe or a device may never end
            raise OSError(0, "Not a regular file")
        with open(path, "rb") as content:
            return _made(path, content, make, kind)
    except OSError as error:
        raise OSError(f"{path} cannot be read: {error.strerror or error}") from None


def _made(path: str | Path, content: BinaryIO, make: Callable[[Arrays], _T], kind: str) -> _T:
    """What a function makes of an open file."""
    try:
        with zipfile.ZipFile(content) as archive:
            return make(Arrays(archive))
    except Exception as error:
        if isinstance(error, OSError) and error.errno != errno.EINVAL:  # of a place outside it
            raise
        why = " ".join(str(error).split())[:200] or type(error).__name__
        raise ValueError(f"path: {path} is no {kind}: {why}") from error
