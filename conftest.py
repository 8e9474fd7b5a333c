"""What is tested is one package; and what nbval leaves out of its comparison.

Processes that tests and notebooks start import the package that tests import, and no module of any
other: this checkout's, even where the environment was copied from another one, or an installed
wheel's. And outputs are the same, in the same order, to the byte: nbval passes over images, over
the kind of an output and over its metadata, where a glued value has its name.
"""

import atexit
import itertools
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import Any

import nbval.kernel
import pytest
from jupyter_client import KernelManager
from nbformat import NotebookNode
from nbval.plugin import IPyNbCell, coalesce_streams

sys.path.append(str(Path(__file__).parent))  # last, where an installed wheel is to be tested

import pokerlab
from tools.imports import import_only_from

import_only_from(Path(pokerlab.__file__).parent.parent)

SOCKET = 103
"""Bytes of the longest name that a socket has on every system: Linux allows four more."""
PLACES = gettempdir(), "/tmp", "/var/tmp", "/dev/shm"
numbers = itertools.count()


def socket_folder(places: Iterable[str] = PLACES) -> str | None:
    """Make a folder in the first place where the names of a kernel's sockets are short enough."""
    for place in places:
        if len(os.fsencode(f"{place}/kernels-12345678/12345-5")) <= SOCKET:
            try:
                folder = mkdtemp(prefix="kernels-", dir=place)
            except OSError:  # no such place, or nothing may be written there
                continue
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            return folder
    return None


def kernel(folder: str | None, **options: Any) -> KernelManager:
    """A kernel that listens at files: a port is free when chosen, and may be taken when used.

    Without a folder for them it listens at ports all the same.
    """
    if folder is None:
        return KernelManager(**options)
    return KernelManager(transport="ipc", ip=f"{folder}/{next(numbers)}", **options)


nbval.kernel.KernelManager = partial(kernel, socket_folder())


def environment_without_make() -> dict[str, str]:
    """The environment, free of what a make that runs these tests hands down to its programs."""
    given = (word.partition("=")[0] for word in os.environ.get("MAKEFLAGS", "").split())
    handed_down = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "ALONE", "AS_READ", *given}
    return {name: text for name, text in os.environ.items() if name not in handed_down}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option by which only what was tested passes."""
    parser.addoption("--skips-fail", action="store_true", help="a skipped test is a failure")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a run in which a test was skipped fail, where that is asked for."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter and (reporter.stats.get("skipped") or reporter.stats.get("xfailed"))
    if skipped and session.config.option.skips_fail and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.write_line(f"Not tested: {len(skipped)} of the tests.")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Compare, after nbval has, whatever a cell puts out with what is stored."""
    stored = deepcopy(item.cell.outputs) if isinstance(item, IPyNbCell) else None
    yield
    if stored is not None and comparable(stored) != comparable(item.test_outputs):
        item.raise_cell_error("outputs differ where nbval does not look")


def comparable(outputs: list[NotebookNode]) -> list[dict]:
    """Outputs without their numbers, which depend on how the kernel was started."""
    return [
        {key: value for key, value in output.items() if key != "execution_count"}
        for output in coalesce_streams(outputs)
    ]
