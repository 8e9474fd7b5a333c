"""Execute chapters in place, reproducibly: an unchanged chapter executed twice is the same file.

    python tools/execute.py book/equities.ipynb [...]

What varies from run to run or from machine to machine never reaches the file: cell ids come from
the cells' text, timings and versions are dropped, streams are joined. OpenBLAS takes one kernel on
every processor of the x86-64 family, so that a test under another one tells what hangs on it. A
cell that fails, or that writes to standard error, leaves the file as it was and ends the run with
status 1.
"""

import argparse
import asyncio
import hashlib
import logging
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # as a script it is called

from pokerlab._support.files import write_file
from tools.imports import import_only_from

ROOT = Path(__file__).resolve().parent.parent
BLAS = "Haswell"  #: Of OpenBLAS, for all stored outputs.
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def normalise(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Drop from `notebook`, in place, what says when, where or by what version it was run."""
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seen: dict[str, int] = {}
    for cell in notebook.cells:
        kept = (key for key in ("tags", "mystnb") if cell.metadata.get(key))
        cell.metadata = {key: cell.metadata[key] for key in kept}
        cell.source = cell.source.strip("\n")
        digest = hashlib.sha256(f"{cell.cell_type}\n{cell.source}".encode()).hexdigest()[:12]
        seen[digest] = seen.get(digest, 0) + 1
        cell.id = digest if seen[digest] == 1 else f"{digest}-{seen[digest]}"
    return notebook


def dumps(notebook: nbformat.NotebookNode) -> str:
    """Write `notebook` as the text of its file."""
    return nbformat.writes(normalise(notebook)) + "\n"


def execute(path: Path) -> bool:
    """Execute the notebook at `path` in its own folder; return whether its file changed.

    A cell that fails is a CellExecutionError, one that writes to standard error a ValueError.
    """
    before = path.read_text(encoding="utf-8")
    notebook = normalise(nbformat.reads(before, as_version=4))
    client = NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    # What a kernel logs as it goes is not what a cell writes, and belongs to nobody.
    asyncio.run(client.async_execute(stderr=subprocess.DEVNULL))
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":
                raise ValueError(f"a cell writes to standard error: {output.text.strip()}")
    after = dumps(notebook)
    if after != before:
        write_file(path, after.encode())
    return after != before


def main() -> int:
    """Execute the notebooks named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("notebooks", nargs="+", type=Path, metavar="NOTEBOOK")
    parser.add_argument("--jobs", type=int, default=1, help="how many at once (default: 1)")
    arguments = parser.parse_args()
    # Messages of a kernel that is gone may arrive late, and are no fault of the next one's.
    logging.getLogger("tornado.general").setLevel(logging.CRITICAL)
    # Chapters are of this checkout, even where its environment was copied from another one.
    import_only_from(ROOT)
    os.environ["OPENBLAS_CORETYPE"] = BLAS
    with tempfile.TemporaryDirectory() as scratch:
        if not os.access(os.path.expanduser("~"), os.W_OK):
            # They keep things at home, and where they cannot, complain in the middle of a chapter.
            os.environ |= {"IPYTHONDIR": scratch, "MPLCONFIGDIR": scratch}
        with ThreadPoolExecutor(arguments.jobs) as pool:
            return 0 if all(list(pool.map(_report, arguments.notebooks))) else 1


def _report(path: Path) -> bool:
    """Execute a notebook and say how it went; return whether it went well."""
    try:
        print(f"{path}: executed, {'changed' if execute(path) else 'no change'}", flush=True)
    except Exception as error:  # a cell, a dead kernel, a file that is no notebook
        print(f"{path}: failed; the file is as it was", flush=True)
        print(f"{path}: {type(error).__name__}: {error}", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
