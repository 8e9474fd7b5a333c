"""What is tested is one package; and what nbval leaves out of its comparison.

Processes that tests and notebooks start import the package that tests import: this checkout's, even
where the environment was copied from another one, or an installed wheel's. And outputs are the
same, in the same order, to the byte: nbval passes over images, over the kind of an output and over
its metadata, where a glued value has its name.
"""

import os
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from tempfile import gettempdir
from typing import Any
from uuid import uuid4

import nbval.kernel
import pytest
from jupyter_client import KernelManager
from nbformat import NotebookNode
from nbval.plugin import IPyNbCell, coalesce_streams

import pokerlab

inherited = os.environ.get("PYTHONPATH")
tested = str(Path(pokerlab.__file__).parent.parent)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (tested, inherited)))


def kernel(**options: Any) -> KernelManager:
    """A kernel that listens at files: a port is free when chosen, and may be taken when used."""
    return KernelManager(transport="ipc", ip=f"{gettempdir()}/{uuid4()}", **options)


nbval.kernel.KernelManager = kernel


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
