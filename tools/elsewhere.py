"""Do the notebooks run, and the package's tests pass, with other versions than the lock's?

    python -m tools.elsewhere colab [--python 3.13]
    python -m tools.elsewhere lowest
    python -m tools.elsewhere systems

``colab`` makes an environment of the versions that Google Colab had (``tools/colab.txt``), installs
the package there as a reader of a chapter does, demands that no version is replaced, and runs all
notebooks, which takes half an hour. ``lowest`` makes an environment of the lowest versions that
``pyproject.toml`` allows, and runs three notebooks and the package's tests. ``systems`` asks
whether each lock installs without a compiler on the systems that the page *Install* names, for
which it needs no other machine, and whether the packages are still missing that the page says are.
Environments stand in ``_build/elsewhere``. Status 1 if a cell fails or writes to standard error, a
test fails, a lock needs a compiler, or the page is out of date.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from itertools import chain, product
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "_build" / "elsewhere"
COLAB = ROOT / "tools" / "colab.txt"
NOTEBOOKS = ["ten", "shover", "gradient-descent"]
"""Notebooks that are run with the lowest versions."""
LOCKS = ["requirements.txt", "binder/requirements.txt"]
SYSTEMS = {
    "x86_64-manylinux_2_28": ["3.11", "3.14"],
    "aarch64-manylinux_2_28": ["3.11", "3.14"],
    "aarch64-apple-darwin": ["3.11", "3.14"],
    "x86_64-apple-darwin": ["3.11", "3.13"],
    "x86_64-pc-windows-msvc": ["3.11", "3.14"],
}
"""Where no lock needs a compiler: systems, and for each the oldest and the newest Python."""
MUSL = ["numba", "python-flint", "jax", "cvxpy"]
MISSING = {
    "aarch64-pc-windows-msvc": ["highspy", "jax", "cvxpy"],
    "x86_64-unknown-linux-musl": MUSL,
    "aarch64-unknown-linux-musl": [*MUSL, "matplotlib"],
}
"""What the page says cannot be had there without a compiler, on the newest Python."""
QUIET = {"PYDEVD_DISABLE_FILE_VALIDATION": "1"}  #: Or an older kernel speaks of its debugger.
PICTURE = "tests/test_cli.py::test_the_readme_s_picture_is_what_the_package_draws"


def run_uv(*words: str | Path) -> "subprocess.CompletedProcess[str]":
    """Run uv, which resolves versions, whether it succeeds or fails."""
    command = [Path(sys.executable).with_name("uv"), *map(str, words)]
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True)


def uv(*words: str | Path) -> str:
    """Run uv; return what it prints. If it fails, that is a SystemExit."""
    done = run_uv(*words)
    if done.returncode:
        raise SystemExit(f"elsewhere: uv {words[0]} fails:\n{done.stderr}")
    return done.stdout


def make_environment(name: str, python: str) -> Path:
    """Make an empty environment; return its interpreter."""
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    uv("venv", "--quiet", "--seed", "--python", python, folder)  # some tests install by pip
    return folder / "bin" / "python"


def installed(python: Path) -> dict[str, str]:
    """Return the packages of an environment, and their versions."""
    listed = json.loads(uv("pip", "list", "--python", python, "--format", "json"))
    return {package["name"]: package["version"] for package in listed}


def colab(version: str) -> Path:
    """Install the package beside Colab's versions; return the interpreter.

    SystemExit if one of Colab's packages is replaced: its notebook would have to be started anew.
    """
    python = make_environment("colab", version)
    uv("pip", "install", "--python", python, "--requirement", COLAB)
    before = installed(python)
    with tempfile.TemporaryDirectory() as copy:  # of which setuptools leaves nothing here
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, copy)
        shutil.copytree(ROOT / "pokerlab", Path(copy) / "pokerlab")
        uv("pip", "install", "--python", python, f"{copy}[notebooks]")
    after = installed(python)
    replaced = [
        f"{name} {before[name]} by {after[name]}" for name in before if before[name] != after[name]
    ]
    if replaced:
        raise SystemExit(f"elsewhere: replaced: {', '.join(replaced)}")
    return python


def lowest(version: str) -> Path:
    """Install the package with the lowest versions that it allows; return the interpreter."""
    python = make_environment("lowest", version)
    project = f"{ROOT}[notebooks,book,test]"
    uv("pip", "install", "--python", python, "--resolution", "lowest-direct", "--editable", project)
    return python


def lacks(lock: str, system: str, version: str) -> str:
    """Resolve a lock for another system; return what has no wheel there, or nothing."""
    words = ["pip", "install", "--dry-run", "--only-binary", ":all:", "--requirement", lock]
    words += ["--python-platform", system, "--python-version", version]
    words += ["--target", str(FOLDER / "nowhere"), "--python", sys.executable]
    done = run_uv(*words)
    return done.stderr.strip() if done.returncode else ""


def check_systems() -> bool:
    """Print a line for each lock, system and Python; return whether none needs a compiler."""
    well = True
    FOLDER.mkdir(parents=True, exist_ok=True)
    packages = FOLDER / "packages.txt"
    for system, versions in SYSTEMS.items():
        for version, lock in product(versions, LOCKS):
            lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
            # All but our own package, which is built from its source and needs no compiler.
            others = "\n".join(line for line in lines if not line.startswith("-e"))
            packages.write_text(others, encoding="utf-8")
            lacking = lacks(str(packages), system, version)
            print(f"{system}, Python {version}, {lock}: {lacking or 'well'}", flush=True)
            well = well and not lacking
    return well


def asked_for(name: str) -> str:
    """Return the versions of a package that ``pyproject.toml`` allows, whatever the system."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"].values()
    for text in chain(project["dependencies"], *optional):
        requirement = Requirement(text)
        if requirement.name == name:
            requirement.marker = None
            return str(requirement)
    raise SystemExit(f"elsewhere: {name} is not in pyproject.toml")


def check_missing() -> bool:
    """Print a line for each package that the page says is missing; return whether all are."""
    well = True
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = FOLDER / "wanted.txt"
    for system, names in MISSING.items():
        for asked in map(asked_for, names):
            wanted.write_text(asked, encoding="utf-8")
            said = " ".join(lacks(str(wanted), system, "3.14").split())
            missing = "no usable wheels" in said or "no wheels with a matching" in said
            print(f"{system}, {asked}: {'missing' if missing else said or 'to be had now'}")
            well = well and missing
    return well


def complaints(notebook: Path) -> list[str]:
    """Run a notebook in an empty folder.

    Returns what went wrong: errors, and what was written to standard error.
    """
    book = nbformat.read(notebook, as_version=4)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    for cell in code:  # a cell that fails does not keep the others from being run
        cell.metadata["tags"] = ["raises-exception"]
    with tempfile.TemporaryDirectory() as place:
        resources = {"metadata": {"path": place}}
        NotebookClient(book, timeout=1200, kernel_name="elsewhere", resources=resources).execute()
    found = []
    for output in (output for cell in code for output in cell.outputs):
        if output.output_type == "error":
            found.append(f"{output.ename}: {output.evalue}")
        elif output.output_type == "stream" and output.name == "stderr":
            found.append(output.text.strip())
    return found


def run_notebooks(python: Path, names: Iterable[str]) -> bool:
    """Run notebooks by an interpreter, and print a line for each; return whether all went well."""
    kernel = python.parent.parent / "share" / "jupyter" / "kernels" / "elsewhere"
    kernel.mkdir(parents=True, exist_ok=True)
    command = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec = {"argv": command, "display_name": "elsewhere", "language": "python", "env": QUIET}
    (kernel / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")
    os.environ["JUPYTER_PATH"] = str(kernel.parent.parent)
    well = True
    for name in names:
        wrong = complaints(ROOT / "book" / f"{name}.ipynb")
        print(f"{name}: {'; '.join(wrong) or 'well'}", flush=True)
        well = well and not wrong
    return well


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("where", choices=["colab", "lowest", "systems"])
    parser.add_argument("--python", default=None, help="the version, or a program")
    asked = parser.parse_args()
    if asked.where == "systems":
        done = [check_systems(), check_missing()]
        return int(not all(done))
    if asked.where == "colab":
        every = sorted(path.stem for path in (ROOT / "book").glob("*.ipynb"))
        return int(not run_notebooks(colab(asked.python or "3.13"), every))
    python = lowest(asked.python or "3.11")
    well = run_notebooks(python, NOTEBOOKS)
    # Old versions of two packages may well warn of each other, which is not for us to mend.
    environment = os.environ | {"PYTEST_ADDOPTS": "-W default::DeprecationWarning"} | QUIET
    command = [python, "-m", "pytest", "-q", "-m", "not browser", "-n", "2", "--deselect", PICTURE]
    print(f"Left out, for an older Matplotlib draws other bytes: {PICTURE}", flush=True)
    tests = subprocess.run(command, cwd=ROOT, env=environment)
    return int(not well or tests.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
