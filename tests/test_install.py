"""What is installed from this checkout answers as README and the book say, away from it.

The wheel is built without a network and installed into an environment of its own. That one sees the
packages of this one, but for those that only an extra asks for. Loops are not compiled there, which
would take longer than all the rest.
"""

import inspect
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest
import yaml

import pokerlab
from tests.test_readme import lines_of, transcript

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OPTIONAL = "cvxpy", "jax", "optax", "joblib", "dask", "distributed"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder of an environment in which pip has installed a copy of the package."""
    folder = tmp_path_factory.mktemp("clone")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    leave_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "pokerlab", folder / "pokerlab", ignore=leave_out)
    venv.create(folder / "new", symlinks=True)
    see(folder / "new", sysconfig.get_path("purelib"))
    options = "install --no-deps --no-index --no-build-isolation --quiet"
    pip = [sys.executable, "-m", "pip", "--python", folder / "new" / "bin" / "python"]
    done = subprocess.run([*pip, *options.split(), folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / "new"


def site_of(environment):
    """Where an environment has its packages."""
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(environment)}))


def see(environment, packages):
    """Let an environment see the packages in a folder, but for the optional ones.

    Python reads the file in the encoding of the system's language, so letters beyond ASCII are
    written as Python's own escapes.
    """
    line = f"import sys; sys.path.append({str(packages)!a}); "
    line += f"sys.modules.update(dict.fromkeys({OPTIONAL}))"
    (site_of(environment) / "here.pth").write_text(line, encoding="ascii")


def test_packages_are_seen_in_a_folder_of_any_name(tmp_path):
    (packages := tmp_path / "ü b, '\"").mkdir()
    (packages / "neighbour.py").write_text("import json")
    venv.create(tmp_path / "new", symlinks=True)
    see(tmp_path / "new", packages)
    command = [tmp_path / "new" / "bin" / "python", "-c", "import neighbour, jax; print(jax)"]
    for language in ("C", "C.UTF-8"):
        done = subprocess.run(command, env={"LC_ALL": language}, capture_output=True, text=True)
        assert done.stderr.splitlines()[-1].startswith("ModuleNotFoundError: import of jax halted")


def run(installed, tmp_path, program, *words):
    """What a program of the environment prints, in an empty folder."""
    command = [installed / "bin" / program, *words]
    env = {"NO_COLOR": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_wheel_has_every_file_of_the_package(installed):
    def files(package):
        paths = [path for path in package.rglob("*") if path.is_file()]
        return {
            path.relative_to(package): path.read_bytes()
            for path in paths
            if path.suffix not in (".pyc", ".nbi", ".nbc")
        }

    found = files(site_of(installed) / "pokerlab")
    assert found == files(ROOT / "pokerlab")
    assert {Path("py.typed"), Path("_data/equities.npy")} <= found.keys()


def test_what_is_installed_prints_what_the_six_lines_say(installed, tmp_path):
    shown, code = lines_of("README.md")
    program = (
        f"import io, json\nfrom contextlib import redirect_stdout\n{inspect.getsource(transcript)}"
        f"print(json.dumps(transcript({code})))\nimport pokerlab\nprint(pokerlab.__file__)"
    )
    printed, place = run(installed, tmp_path, "python", "-c", program).splitlines()
    assert json.loads(printed) == shown
    assert Path(place) == site_of(installed) / "pokerlab" / "__init__.py"


def test_the_lines_that_install_pokerlab_lead_to_its_command(installed, tmp_path):
    """With a wheel in the place of the clone, as pip and uv make it."""
    for page in ("README.md", "book/install.md"):
        text = (ROOT / page).read_text(encoding="utf-8").partition("\n## What ")[0]
        pip, command, uvx = re.findall(r"(?m)^\$ (.*)", text)
        assert (pip, uvx) == ("pip install .", f"uvx --from . {command}")
    answer = run(installed, tmp_path, *command.split())
    assert answer.startswith("Value to the small blind: -0.045370753\n")


def test_the_command_is_there_under_two_names(installed, tmp_path):
    version = f"pokerlab {pokerlab.__version__}\n"
    assert (site_of(installed) / f"pokerlab-{pokerlab.__version__}.dist-info").is_dir()
    assert run(installed, tmp_path, "pokerlab", "--version") == version
    assert run(installed, tmp_path, "python", "-m", "pokerlab", "--version") == version
    help_of = run(installed, tmp_path, "python", "-m", "pokerlab", "--help")
    assert run(installed, tmp_path, "pokerlab", "--help") == help_of


def test_the_page_lists_the_extras_that_modules_ask_for():
    page = (ROOT / "book" / "install.md").read_text(encoding="utf-8")
    extras = {*PROJECT["optional-dependencies"]} - {"book", "test", "bench"}
    assert {*re.findall(r"(?m)^\| `(\w+)` \|", page)} == extras
    low, high = re.findall(r"\d\.(\d+)", PROJECT["requires-python"])
    assert f"Python 3.{low} to 3.{int(high) - 1}" in page
    told = [text for text in PROJECT["classifiers"] if "Python :: 3." in text]
    versions = [f"3.{minor}" for minor in range(int(low), int(high))]
    assert told == [f"Programming Language :: Python :: {version}" for version in versions]


def test_what_archives_are_told_agrees():
    zenodo = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert zenodo["creators"] == citation["authors"] == PROJECT["authors"]
    assert zenodo["license"] == citation["license"] == PROJECT["license"]
    assert zenodo["keywords"] == citation["keywords"] == PROJECT["keywords"]
    assert zenodo["title"] == citation["title"]
    assert zenodo["upload_type"] == citation["type"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"(?m)^## ([\d.]+)", changes)[1] == citation["version"]
