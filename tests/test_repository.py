"""The repository's own files: hooks run what make runs, a checkout has the same bytes anywhere."""

import ast
import os
import re
import shutil
import subprocess
import tomllib
from collections import Counter
from itertools import permutations, product
from pathlib import Path

import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
LOCK = dict(re.findall(r"(?m)^([\w.-]+)==(\S+)", (ROOT / "requirements.txt").read_text("utf-8")))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def read_yaml(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def commands(job):
    return [step["run"] for step in job["steps"] if "run" in step]


def test_hooks_run_what_make_lint_runs_from_the_environment_that_the_lock_makes():
    recipe = re.search(r"(?m)^\$\(STAMPS\)/lint: \$\(READY\) .*\n((?:\t.*\n)+)", MAKEFILE)[1]
    linted = re.findall(r"(?m)^\t\$\(BIN\)/(.*)", recipe)
    (local,) = read_yaml(ROOT / ".pre-commit-config.yaml")["repos"]
    assert [hook["entry"] for hook in local["hooks"]] == [f".venv/bin/{line}" for line in linted]
    for hook in local["hooks"]:
        assert hook["language"] == "system", "which installs no version of its own"
        assert not hook["pass_filenames"]
    assert re.search(r"(?m)^\$\(READY\): requirements.txt", MAKEFILE)


def test_the_lock_s_setuptools_builds_the_package():
    """Without isolation, too, where `python -m build` asks for what is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (setuptools,) = map(Requirement, project["build-system"]["requires"])
    assert setuptools.name == "setuptools" and LOCK["setuptools"] in setuptools.specifier


def test_the_lock_is_resolved_for_each_python_there_is_and_intel_macs_last():
    """On what is resolved first they have no influence."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    bound = settings["project"]["requires-python"].partition("<")[2]
    others, intel_macs = map(Marker, settings["tool"]["uv"]["environments"])
    major, minor = bound.split(".")
    newest = f"{major}.{int(minor) - 1}.99"
    for system, machine in product(("linux", "win32", "darwin"), ("x86_64", "arm64")):
        where = {"sys_platform": system, "platform_machine": machine}
        is_intel_mac = (system, machine) == ("darwin", "x86_64")
        now = where | {"python_full_version": newest}
        assert intel_macs.evaluate(now) == is_intel_mac
        assert others.evaluate(now) == (not is_intel_mac)
        later = where | {"python_full_version": f"{bound}.0"}
        assert not intel_macs.evaluate(later) and not others.evaluate(later)


def test_workflows_make_what_the_makefile_can():
    targets = {*re.findall(r"(?m)^(\w+):.*## ", MAKEFILE)}
    for path in (GITHUB / "workflows").glob("*.yml"):
        runs = [run for job in read_yaml(path)["jobs"].values() for run in commands(job)]
        assert {run.removeprefix("make ") for run in runs if run.startswith("make ")} <= targets


def test_the_newest_packages_are_tried_as_the_lock_s_are():
    """On the oldest and on the newest Python, which get different versions of some packages."""
    newest, usual = (
        read_yaml(GITHUB / "workflows" / f"{name}.yml")["jobs"]["check"]
        for name in ("newest", "ci")
    )
    assert commands(newest)[0] == "make lock" and commands(newest)[-2:] == commands(usual)[:2]
    pythons = usual["strategy"]["matrix"]["python"]
    assert newest["strategy"]["matrix"]["python"] == [pythons[0], pythons[-1]]


def test_issue_forms_are_such_that_github_shows_them():
    """A form with an entry of another kind, or two of one id, is silently left out."""
    forms = [path for path in GITHUB.glob("ISSUE_TEMPLATE/*.yml") if path.stem != "config"]
    for form in map(read_yaml, forms):
        assert form.keys() == {"name", "description", "labels", "body"}
        ids = [entry["id"] for entry in form["body"]]
        assert len({*ids}) == len(ids)
        for entry in form["body"]:
            assert entry["type"] in ("input", "textarea", "checkboxes")
            assert entry["attributes"]["label"]
    assert len(forms) == 3


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git")
@pytest.mark.parametrize("autocrlf", ["true", "input", "false"])
def test_a_checkout_has_the_same_bytes_whatever_core_autocrlf_says(tmp_path, autocrlf):
    """Git for Windows sets it to true: scripts would not run, and checksums not be met."""
    names = [".ci/run", "Makefile", "book/two-minutes.ipynb", "pokerlab/_data/deal.json"]
    names += ["pokerlab/_data/equities.npy", "pokerlab/_data/any-raise.npz"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    environment = {key: value for key, value in os.environ.items() if key[:4] != "GIT_"}
    environment |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}

    def git(*words):
        command = ["git", "-c", f"core.autocrlf={autocrlf}", "-c", "core.safecrlf=false", *words]
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)

    def changed():
        git("add", "--all", ".")
        git("checkout-index", "--all", "--force", "--prefix=out/")
        return [n for n in names if (tmp_path / "out" / n).read_bytes() != (ROOT / n).read_bytes()]

    git("init")
    assert changed() == (names[:4] if autocrlf == "true" else [])
    shutil.rmtree(tmp_path / "out")
    shutil.copy(ROOT / ".gitattributes", tmp_path)
    assert changed() == []


def test_contributing_counts_right_what_leduc_poker_deals():
    """Hands are cards; with what is shown a hand may be a pair."""
    told = " ".join((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split())
    counts = {}
    for first, second, shown in permutations(["J", "J", "Q", "Q", "K", "K"], 3):
        ways = counts.setdefault(first + second, Counter())
        mine, other = ((card == shown, "JQK".index(card)) for card in (first, second))
        ways[(mine > other) - (mine < other)] += 1
    jack_queen, jacks = counts["JQ"], counts["JJ"]
    boards = 4
    assert f"dealt in {jack_queen.total() // boards} ways with {boards} boards each" in told
    assert f"`runout_counts` are {jack_queen.total()}; on one board in four the jack wins" in told
    assert jack_queen[1] / jack_queen.total() == 1 / 4 and not jack_queen[0]
    assert f"their margin is {jack_queen[1] - jack_queen[-1]}. Two jacks are dealt in" in told
    assert f"in {jacks.total() // boards} ways, their `runout_counts` are {jacks.total()}" in told
    assert jacks[1] - jacks[-1] == 0 and "and their margin is 0." in told


def test_the_map_of_the_tools_names_each_program_and_no_other():
    text = (ROOT / "tools" / "README.md").read_text(encoding="utf-8")
    named = {*re.findall(r"\b[a-z_]+\.py\b", text)}
    assert named == {path.name for path in (ROOT / "tools").glob("*.py")}


def test_what_requires_returns_nothing_and_what_reads_or_parses_returns_something():
    """As CONTRIBUTING says."""
    returned = {"require": set(), "read": set(), "parse": set()}
    for path in (ROOT / "pokerlab").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                kind, *more = node.name.lstrip("_").split("_")
                if more and kind in returned:
                    returned[kind].add(ast.unparse(node.returns))
    assert returned["require"] == {"None"}
    assert "None" not in returned["read"] | returned["parse"]
    assert len(returned["read"]) > 10 and len(returned["parse"]) > 5
