"""Bad days: a read-only checkout, no home, a full disk, two builds at once.

Either the work is done all the same, or one line says what is wrong; nothing is ever half-written.
"""

import json
import os
import resource
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest

from conftest import environment_without_make, kernel, socket_folder
from pokerlab import charts

ROOT = Path(__file__).parent.parent
LEAVE_OUT = shutil.ignore_patterns("__pycache__", ".*")


@pytest.fixture(scope="module")
def unprivileged():
    """What to put before a command so that permissions bind it, even where root runs the tests."""
    if os.geteuid() != 0:
        return []
    if not shutil.which("setpriv"):
        pytest.skip("root may write anywhere, and there is no setpriv to take that away")
    return ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]


def notebook(folder, source="print(1 + 1)", name="chapter"):
    """A chapter whose stored output is not what it prints."""
    cell = nbformat.v4.new_code_cell(source)
    path = folder / f"{name}.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    return path


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the checkout with an executed chapter, in which nothing may be written."""
    folder = tmp_path_factory.mktemp("checkout")
    for part in ("pokerlab", "tools"):
        shutil.copytree(ROOT / part, folder / part, ignore=LEAVE_OUT)
    shutil.copy(ROOT / "conftest.py", folder)
    (folder / "book").mkdir()
    path = notebook(folder / "book", "import matplotlib, pokerlab\nprint(pokerlab.__file__)")
    done = call(sys.executable, folder / "tools" / "execute.py", path, cwd="/", PYTHONPATH=None)
    assert done.stdout.endswith("executed, changed\n"), done.stderr
    paths = [folder, *folder.rglob("*")]
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield folder
    for path in paths:
        path.chmod(0o755 if path.is_dir() else 0o644)


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def call(*command, cwd=ROOT, **variables):
    """Run a program to its end; variables that are None are taken away."""
    env = {name: text for name, text in (os.environ | variables).items() if text is not None}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300)


HOMELESS = {"HOME": "/dev/null/home", "XDG_CACHE_HOME": "/dev/null/cache"}
HOMELESS |= dict.fromkeys(["NUMBA_CACHE_DIR", "MPLCONFIGDIR", "IPYTHONDIR"])


def test_a_game_is_solved_from_a_read_only_checkout_without_a_home(checkout, unprivileged):
    before = contents(checkout)
    program = "from pokerlab import cli, games; print(games.__file__); raise SystemExit(cli.main())"
    command = [*unprivileged, sys.executable, "-c", program, "push-fold", "--stack", "10", "--json"]
    done = call(*command, cwd=checkout, PYTHONPATH=str(checkout), **HOMELESS)
    assert (done.returncode, done.stderr) == (0, "")
    where, answer = done.stdout.splitlines()
    assert Path(where) == checkout / "pokerlab" / "games.py"
    assert json.loads(answer)["push"]["AA"] == 1
    assert contents(checkout) == before


# A full disk


def test_a_disk_that_is_full_leaves_the_old_picture_whole(tmp_path):
    picture, other = tmp_path / "chart.svg", charts.range_chart(np.ones(169), title="All")
    charts.range_chart(np.zeros(169), title="None").save(picture)
    before = contents(tmp_path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(OSError, match=f"{picture} cannot be written: File too large"):
            other.save(picture)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert contents(tmp_path) == before
    other.save(picture)
    assert contents(tmp_path) != before


# Chapters that are none


def test_in_a_copied_checkout_tool_and_nbval_use_its_own_package(checkout):
    path = checkout / "book" / "chapter.ipynb"
    (output,) = nbformat.read(path, as_version=4).cells[0].outputs
    assert output.text == f"{checkout / 'pokerlab' / '__init__.py'}\n"
    nbval = (*("-m", "pytest", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider"), path)
    done = call(sys.executable, *nbval, cwd=checkout, PYTHONPATH=None)
    assert done.returncode == 0, done.stdout


GONE = "pokerlab.efg", "pokerlab.stacks", "pokerlab.studies.preflop"
MISSED = f"""
from importlib import import_module

for module in {GONE}:
    try:
        print(import_module(module))
    except ModuleNotFoundError as error:
        print(error)
"""
MISSING = "".join(f"No module named '{module}'\n" for module in GONE)
MISSED_BY_TESTS = f"""
import subprocess, sys

def test_in_this_process(capsys):
    exec({MISSED!r})
    assert capsys.readouterr().out == {MISSING!r}

def test_in_another_one():
    command = [sys.executable, "-c", {MISSED!r}]
    assert subprocess.run(command, capture_output=True, text=True).stdout == {MISSING!r}
"""


def test_a_module_deleted_in_a_copied_checkout_is_imported_from_nowhere(tmp_path):
    """Not in pytest's process, not in one that it starts, and not in the kernels of notebooks."""
    for part in ("pokerlab", "tools"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=LEAVE_OUT)
    shutil.copy(ROOT / "conftest.py", tmp_path)
    for name in ("pokerlab/efg.py", "pokerlab/studies/preflop.py"):
        (tmp_path / name).unlink()
    shutil.rmtree(tmp_path / "pokerlab" / "stacks")
    (tmp_path / "test_missed.py").write_text(MISSED_BY_TESTS)
    path = notebook(tmp_path, MISSED)
    done = call(sys.executable, tmp_path / "tools" / "execute.py", path, PYTHONPATH=None)
    assert done.stdout.endswith("executed, changed\n"), done.stderr
    (output,) = nbformat.read(path, as_version=4).cells[0].outputs
    assert output.text == MISSING
    for start in ([sys.executable, "-m", "pytest"], [Path(sys.executable).parent / "pytest"]):
        nbval = *start, "-q", "-p", "no:cacheprovider", "--nbval", "--nbval-current-env", "."
        done = call(*nbval, cwd=tmp_path, PYTHONPATH=None)
        assert done.returncode == 0 and "3 passed" in done.stdout, done.stdout


# Long names


@pytest.mark.parametrize("usable", [True, False])
def test_a_kernel_starts_where_the_folder_for_temporary_files_has_a_long_name(tmp_path, usable):
    """At files elsewhere, or at ports."""
    (long := tmp_path / ("long" * 25)).mkdir()
    places = [str(tmp_path / "nowhere"), str(long), *["/tmp"] * usable]
    folder = socket_folder(places)
    assert (folder is not None) == usable
    manager = kernel(folder)
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        assert manager.transport == ("ipc" if usable else "tcp")
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_notebooks_are_compared_where_the_folder_for_temporary_files_has_a_long_name(tmp_path):
    (long := tmp_path / ("long" * 25)).mkdir()
    path = notebook(tmp_path)
    done = call(sys.executable, ROOT / "tools" / "execute.py", path, TMPDIR=str(long))
    assert done.stdout.endswith("executed, changed\n"), done.stderr
    nbval = "-m", "pytest", "-q", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider", path
    done = call(sys.executable, *nbval, TMPDIR=str(long))
    assert done.returncode == 0, done.stdout


def test_the_other_kernel_of_ci_is_one_that_this_processor_has():
    """OpenBLAS takes any that it is told to, and at its first product the process ends."""
    command = [sys.executable, "-m", "tools.portable", "--other"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    variable, kernel_name = said.strip().split("=")
    assert variable == "OPENBLAS_CORETYPE" and kernel_name != "Haswell"
    program = "import numpy; square = numpy.ones((9, 9)); print((square @ square)[0, 0])"
    environment = os.environ | {variable: kernel_name}
    command = [sys.executable, "-c", program]
    assert subprocess.check_output(command, env=environment, text=True) == "9.0\n"


def test_a_chapter_that_fails_or_is_none_is_named_without_a_traceback_of_the_tool(tmp_path):
    (empty := tmp_path / "empty.ipynb").write_bytes(b"")
    (other := tmp_path / "other.ipynb").write_bytes(b'{"cells": 3}')
    dead = notebook(tmp_path, "import os; os._exit(1)", "dead")
    noisy = notebook(tmp_path, "import sys; print('noise', file=sys.stderr)", "noisy")
    wrong = notebook(tmp_path, "1 / 0", "wrong")
    paths = empty, other, dead, noisy, wrong
    before = contents(tmp_path)
    done = call(sys.executable, ROOT / "tools" / "execute.py", *paths)
    told = "".join(f"{path}: failed; the file is as it was\n" for path in paths)
    assert (done.returncode, done.stdout) == (1, told)
    lines = done.stderr.splitlines()
    assert [line.split(": ")[0] for line in lines[:5]] == [*map(str, paths)]
    assert "DeadKernelError: Kernel died" in lines[2] and "ZeroDivisionError" in done.stderr
    assert lines[3].endswith("a cell writes to standard error: noise")
    assert "execute.py" not in done.stderr
    assert contents(tmp_path) == before


COMPILE = """
from pokerlab._compiled import compiled

@compiled
def double(number):
    return 2 * number

print(double(21))
"""


def test_a_disk_that_is_full_keeps_nothing_from_being_computed(tmp_path):
    """What numba compiles is too large a file."""
    (program := tmp_path / "program.py").write_text(COMPILE)
    (cache := tmp_path / "cache").mkdir()
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); "
    full += f"import runpy; runpy.run_path({str(program)!r})"
    done = call(sys.executable, "-c", full, NUMBA_CACHE_DIR=str(cache))
    assert (done.stdout, done.stderr) == ("42\n", "")
    assert not [*cache.rglob("*.nb?")]


def test_machine_code_is_made_anew_where_a_helper_s_module_has_changed(tmp_path):
    """The function's own file has not changed, and numba would look at no other."""
    package = tmp_path / "pokerlab"
    shutil.copytree(
        ROOT / "pokerlab", package, ignore=shutil.ignore_patterns("_data", "__pycache__")
    )
    (package / "applying.py").write_text(
        "from pokerlab._compiled import compiled\n"
        "from pokerlab.helping import times\n"
        "@compiled\n"
        "def apply(number):\n"
        "    return times(number)\n"
    )
    helper = package / "helping.py"
    program = "from pokerlab.applying import apply\n"
    program += "from pokerlab.helping import Number\n"
    program += "print(apply(Number(6)), sum(apply.stats.cache_hits.values()))"

    def answer(factor):
        # The class has a new name each time, by which numba would look for the old one.
        helper.write_text(
            "from typing import NamedTuple\n"
            "from pokerlab._compiled import njit_helper\n"
            f"class Number{factor}(NamedTuple):\n"
            "    of: int\n"
            f"Number = Number{factor}\n"
            "@njit_helper\n"
            "def times(number):\n"
            f"    return {factor} * number.of\n"
        )
        os.utime(helper, (factor, factor))  # a second is one that all file systems tell apart
        done = call(sys.executable, "-c", program, cwd=tmp_path, PYTHONPATH=str(tmp_path))
        assert done.stderr == ""
        return done.stdout

    assert answer(7) == "42 0\n"
    assert answer(7) == "42 1\n"  # it was kept
    assert answer(9) == "54 0\n"


def test_hands_are_ranked_where_numba_may_not_compile():
    program = "from pokerlab.evaluator import category, rank_hands\n"
    program += "print(category(rank_hands([[0, 4, 8, 12, 16, 20, 24]])[0]))"
    done = call(sys.executable, "-c", program, NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "straight flush\n", "")


# Two builds at once, copied checkouts

# It stands in for Python, in which the builder waits until it is told to go on.
FAKE_PYTHON = f"""#!/bin/sh
case "$*" in
    "-m venv"*) rm -rf .venv; mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
    *"pip install"*) echo "$PWD" >> installs; touch .venv/packages ;;
    -Ic*) test -e .venv/packages ;;
    *jupyter-book*)
        echo begin >> builds
        mkdir building || echo overlap >> builds
        mkdir -p _build/html && echo half > _build/html/index.html
        while [ ! -e go ]; do sleep 0.05; done
        echo whole > _build/html/index.html
        rmdir building
        echo end >> builds ;;
    *) exec {shlex.quote(sys.executable)} "$@" ;;
esac
"""


@pytest.fixture(scope="module")
def fake_python(tmp_path_factory):
    program = tmp_path_factory.mktemp("bin") / "python3"
    program.write_text(FAKE_PYTHON)
    program.chmod(0o755)
    return program


@pytest.fixture
def workshop(tmp_path):
    """A checkout with next to nothing in it, in a folder with a name that wants quoting."""
    folder = tmp_path / 'one\'s $HOME & "more" é'
    for part in ("pokerlab", "book", "tests", "benchmarks", "tools"):
        (folder / part).mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", folder)
    names = ["_config.yml", "_toc.yml", "conftest.py", "genindex.md", "pyproject.toml"]
    for name in [*names, "requirements.txt", "CITATION.cff"]:
        (folder / name).touch()
    yield folder
    (folder / "go").touch()


@pytest.fixture
def make(fake_python):
    """Start make, free of what a make that runs these tests hands down."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = ["make", f"PYTHON={fake_python}", "book"]
    return lambda folder: subprocess.Popen(
        command, cwd=folder, env=environment_without_make(), text=True, **options
    )


def ended(build):
    """What a make that goes well has printed at its end."""
    out, err = build.communicate(timeout=60)
    assert (build.returncode, err) == (0, "")
    return out


MAKE = pytest.mark.skipif(not shutil.which("make"), reason="there is no make")


@MAKE
def test_the_second_make_waits_and_finds_the_work_done(make, workshop):
    first = make(workshop)
    begun = "while [ ! -e builds ]; do sleep 0.05; done"
    subprocess.run(["sh", "-c", begun], cwd=workshop, check=True, timeout=60)
    second = make(workshop)
    assert "waiting for another make" in second.stderr.readline()
    assert second.poll() is None
    (workshop / "go").touch()
    for build in (first, second):
        assert ended(build).endswith("The book is at _build/html/index.html\n")
    assert (workshop / "builds").read_text() == "begin\nend\n"
    assert (workshop / "_build" / "html" / "index.html").read_text() == "whole\n"


@MAKE
def test_a_copied_checkout_makes_an_environment_of_its_own(make, workshop, tmp_path_factory):
    (workshop / "go").touch()
    ended(make(workshop))
    ended(make(workshop))
    copy = tmp_path_factory.mktemp("other") / "copy"
    shutil.copytree(workshop, copy)
    ended(make(copy))
    installs = (copy / "installs").read_text().splitlines()
    assert installs == [str(workshop.resolve()), str(copy.resolve())]
