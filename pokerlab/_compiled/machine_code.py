"""The machine code that numba keeps on disk: when it is made anew, and what a full disk does.

It is worth keeping: it takes numba far longer to compile a loop than to read it from the disk.
Numba has no option for either, so both functions change what is private to its caches. That was
tried with numba 0.68.1. Two tests, named below, tell when a version keeps them in another way.
"""

import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["forget_with_imports", "ignore_full_disk"]

_PACKAGE = Path(__file__).parent.parent
_IMPORT = re.compile(r"^from pokerlab([.\w]*) import (\([^)]*\)|.*)", re.MULTILINE)


@cache
def _imported_by(source: Path) -> frozenset[Path]:
    """Return the package's files that a file of it imports at its top, directly."""
    files = set()
    for parent, names in _IMPORT.findall(source.read_text(encoding="utf-8")):
        folder = _PACKAGE.joinpath(*parent.split("."))
        modules = [folder, *(folder / name for name in re.findall(r"\w+", names))]
        files |= {module.with_suffix(".py") for module in modules}
        files.add(folder / "__init__.py")
    return frozenset(file for file in files if file.is_file())


def _all_imported_by(source: Path) -> set[Path]:
    """Return the package's files that a file of it imports, and that these import, and so on."""
    found: set[Path] = set()
    left = [source]
    while left:
        new = _imported_by(left.pop()) - found
        found |= new
        left += new
    return found


def forget_with_imports(dispatcher: Any, source: Path) -> None:
    """Have machine code made anew where a module has changed that the function's own imports.

    Numba looks at the date and size of the function's file alone, but the code has in it helpers
    and constants from others. Numba also reads the types of arguments from the disk before it looks
    at dates, and stops at a class that is called otherwise by now. What it compares before is its
    own version, so the dates and sizes are put there. It has no option for it, so this changes a
    private attribute:
    ``test_machine_code_is_made_anew_where_a_helper_s_module_has_changed`` tells when it is another.

    To live without it, delete it with that test, the two functions above, and its call in
    `pokerlab._compiled`. Functions then keep the helpers and constants that they were compiled with
    when another module changes, and raise an AttributeError where the class of an argument has a
    new name, until somebody deletes the files ``*.nbi`` and ``*.nbc`` in the package's folders
    ``__pycache__``. That is so also where another version is installed over this one.
    """
    disk_cache = getattr(dispatcher, "_cache", None)
    if disk_cache is None or not source.is_file():  # typed in by hand, or NUMBA_DISABLE_JIT
        return
    stamps = []
    for file in sorted(_all_imported_by(source)):
        status = file.stat()
        stamps.append((file.relative_to(_PACKAGE).as_posix(), status.st_mtime, status.st_size))
    index = disk_cache._cache_file
    index._version = (index._version, index._source_stamp, stamps)


def ignore_full_disk(dispatcher: Any) -> None:
    """Let a function run whose machine code cannot be written to disk.

    Numba lets that OSError end the first call, and has no option against it. So this replaces the
    method of the function's cache that writes. The method is private:
    ``test_a_disk_that_is_full_keeps_nothing_from_being_computed`` tells when it has changed.
    """
    disk_cache = getattr(dispatcher, "_cache", None)
    if disk_cache is None:  # NUMBA_DISABLE_JIT leaves the function as it is
        return
    save = disk_cache.save_overload

    def save_if_possible(*entry: Any) -> None:
        with suppress(OSError):
            save(*entry)

    disk_cache.save_overload = save_if_possible
