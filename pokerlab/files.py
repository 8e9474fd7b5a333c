"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path


def write(path: str | Path, content: bytes) -> None:
    """Make this the content of a file; what was there before stays until all of it is written.

    Raises
    ------
    OSError
        If the file cannot be written; the message names it.
    """
    target = Path(os.path.realpath(path))  # a link stays one
    scratch = target.with_name(f".{secrets.token_hex(8)}")
    try:
        scratch.write_bytes(content)
        os.replace(scratch, target)
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            scratch.unlink()


def check(path: str | Path) -> None:
    """Refuse a path at which `write` would fail, before the work whose result it is to hold.

    Raises
    ------
    OSError
        If there is no such folder, nothing can be written in it, or the path is a folder itself.
    """
    target = Path(os.path.realpath(path))
    try:
        with tempfile.TemporaryFile(dir=target.parent):
            pass
        with suppress(FileNotFoundError):
            if stat.S_ISDIR(target.stat().st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None
