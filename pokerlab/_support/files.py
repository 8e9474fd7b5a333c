"""Files that are written whole or not at all, and archives of arrays that are read with care.

An OSError names the path. Archives may come from anywhere, so nothing in one is run, and nothing is
unpacked before its size is known: a few bytes may stand for zeros that would fill all memory.
"""

import errno
import hashlib
import io
import os
import secrets
import shutil
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy

from pokerlab._support.arguments import refusal, require_type

__all__ = [
    "DATA",
    "ArrayFile",
    "checksum",
    "data_files_by_stack",
    "name_damage",
    "open_arrays",
    "read_ending",
    "require_file_name",
    "require_writable",
    "write_arrays",
    "write_file",
]

#: The folder of the files that the package brings along.
DATA = Path(__file__).parent.parent / "_data"
# The header that NumPy writes before an array of numbers has fewer bytes.
_MAX_HEADER_BYTES = 1024
# By version of NumPy's format, the function that reads a header. Arrays of numbers need no later
# version.
_HEADER_READERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def data_files_by_stack(name: str) -> dict[Fraction, Path]:
    """Find the files in `DATA` with this name and a stack, such as limps-4.222.npz.

    The stacks increase.
    """
    paths = DATA.glob(f"{name}-*.npz")
    by_stack = {Fraction(path.stem.removeprefix(f"{name}-")): path for path in paths}
    return dict(sorted(by_stack.items()))


def require_file_name(name: str, path: str | Path) -> None:
    """Refuse anything but a file's name: a TypeError, or a ValueError for an empty text.

    A number is refused because ``open`` takes it for a file that the process has open already, such
    as its own input.
    """
    require_type(name, path, str | os.PathLike, "the name of a file")
    if not os.fspath(path):
        raise refusal(name, repr(path), "the name of a file")


def _irregular_file() -> OSError:
    """Make the error for a folder, a pipe or a device."""
    return OSError(errno.EINVAL, "Not a regular file")


@contextmanager
def _temporary_sibling(path: str | Path) -> Iterator[tuple[Path, Path]]:
    """Yield the file that a path leads to, links followed, and a new one in the same folder.

    The new file is removed at the end, if it is still there.
    """
    require_file_name("path", path)
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{secrets.token_hex(8)}")
    try:
        if target.exists() and not target.is_file():
            raise _irregular_file()
        temporary.touch()
        yield target, temporary
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            temporary.unlink()


def require_writable(path: str | Path) -> None:
    """Refuse a path at which `write_file` would fail, before any work is done for the file."""
    with _temporary_sibling(path):
        pass


def write_file(path: str | Path, content: bytes) -> None:
    """Write a regular file; an old one keeps its mode, and its content until all is written."""
    with _temporary_sibling(path) as (target, temporary):
        temporary.write_bytes(content)
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)


def read_ending(name: str, path: str | Path, *endings: str) -> str:
    """Return the ending of a file's name in small letters; any but these is a ValueError."""
    require_file_name(name, path)
    ending = Path(path).suffix.lower()
    if ending not in endings:
        raise refusal(name, repr(str(path)), f"a name that ends in {' or '.join(endings)}")
    return ending


def checksum(content: bytes) -> str:
    """Return the SHA-256 of a file's content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def write_arrays(path: str | Path, **arrays: Any) -> None:
    """Write arrays by name into a compressed archive, for `open_arrays`.

    It is a ValueError if the name of the file does not end in ``.npz``.
    """
    read_ending("path", path, ".npz")
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    write_file(path, buffer.getvalue())


class ArrayFile:
    """Reads the arrays of an archive that `write_arrays` wrote, each checked for its size first."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def __contains__(self, name: str) -> bool:
        return f"{name}.npy" in self._archive.namelist()

    def read(self, name: str, max_numbers: int, itemsize: int = 8) -> np.ndarray:
        """Read an array; a ValueError if there is none of this name, or it is too large.

        Parameters
        ----------
        name : str
            The array's name.
        max_numbers : int
            The most numbers that it may have.
        itemsize : int
            The most bytes that each of them may have.
        """
        allowed = max_numbers * itemsize
        if name not in self:
            raise ValueError(f"{name}: no such array")
        entry = self._archive.getinfo(f"{name}.npy")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError(f"{name}: compressed in a way that NumPy does not write")
        # `zipfile` unpacks no more bytes of an entry than it declares here.
        _require_size(name, entry.file_size, allowed + _MAX_HEADER_BYTES)
        with self._archive.open(entry) as content:
            version = npy.read_magic(content)
            if version not in _HEADER_READERS:
                raise ValueError(f"{name}: of a version of NumPy's format that is not read")
            shape, _, dtype = _HEADER_READERS[version](content)
            _require_size(name, prod(shape) * dtype.itemsize, allowed)
        with self._archive.open(entry) as content:
            return npy.read_array(content, allow_pickle=False)


def _require_size(name: str, size: int, allowed: int) -> None:
    """Refuse an array of more bytes than allowed."""
    if size > allowed:
        raise refusal(name, f"{size:,} bytes", f"at most {allowed:,}", word="allowed")


@contextmanager
def open_arrays(path: str | Path, file_kind: str) -> Iterator[ArrayFile]:
    """Yield the `ArrayFile` of a file that `write_arrays` wrote.

    A file that cannot be read, such as a folder or a device, is an OSError. Anything else that goes
    wrong while it is open, in a damaged file or in one of another kind, is a ValueError of one
    line.
    """
    require_file_name("path", path)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # reading a pipe or a device may never end
            raise _irregular_file()
        with (
            open(path, "rb") as content,
            name_damage(path, file_kind),
        ):
            if content.read(1) == b"{":
                raise ValueError("it is JSON, as a certificate is, which pokerlab.check reads")
            with zipfile.ZipFile(content) as archive:
                yield ArrayFile(archive)
    except OSError as error:
        raise OSError(f"{path} cannot be read: {error.strerror or error}") from None


@contextmanager
def name_damage(path: str | Path, file_kind: str) -> Iterator[None]:
    """Turn whatever goes wrong with a file's content into one ValueError, which names the file."""
    try:
        yield
    except Exception as error:
        # A damaged archive may send the reader to a position before its start, which is EINVAL. Any
        # other OSError comes from the file system.
        if isinstance(error, OSError) and error.errno != errno.EINVAL:
            raise
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise ValueError(f"path: {path} is no {file_kind}: {reason}") from error
