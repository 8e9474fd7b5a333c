"""Green means tested: without a browser, or with a test skipped, nothing passes that did not run.

The real programs are called, with a path on which there are all programs but browsers and those
that could install one.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import environment_without_make
from tools.browsers import CHROMIUM, FIREFOX, FLAGS, find_browser

ROOT = Path(__file__).parent.parent
HIDDEN = {*CHROMIUM, *FIREFOX, "apt-get", "sudo"}
REFUSING = "http://127.0.0.1:9"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """The variables of a machine without a browser, on which Playwright finds nobody to ask."""
    programs = tmp_path_factory.mktemp("programs")
    for folder in os.environ["PATH"].split(os.pathsep):
        for program in Path(folder).glob("*"):
            if program.name not in HIDDEN and not (programs / program.name).is_symlink():
                (programs / program.name).symlink_to(program)
    kept = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path_factory.mktemp("browsers"))}
    return {"PATH": str(programs), "PLAYWRIGHT_DOWNLOAD_HOST": REFUSING, **kept}


def call(*command, variables):
    """What a program, free of what a make that runs these tests hands down, says to its end."""
    options = {"cwd": ROOT, "capture_output": True, "text": True}
    return subprocess.run(command, env=environment_without_make() | variables, **options)


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_browser_that_cannot_be_had_is_one_line(browser, elsewhere):
    done = call(sys.executable, "-m", "tools.browsers", browser, variables=elsewhere)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "there is none, and none can be had: there is no apt-get" in line
    if browser == "chromium":
        assert "; Playwright: " in line and "ECONNREFUSED" in line
        assert done.stdout == "Downloading Playwright's Chromium ...\n"


@pytest.mark.browser
def test_a_browser_is_found_where_playwright_keeps_its_own(elsewhere, monkeypatch, tmp_path):
    from playwright.sync_api import sync_playwright

    program = find_browser()
    for name, text in elsewhere.items():
        monkeypatch.setenv(name, text)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    assert find_browser() is None
    with sync_playwright() as playwright:
        place = Path(playwright.chromium.executable_path)
        assert place.is_relative_to(tmp_path)
        place.parent.mkdir(parents=True)
        place.symlink_to(program)
        with playwright.chromium.launch(executable_path=place, args=FLAGS) as browser:
            assert browser.version
    assert find_browser() == str(place)
    place.unlink()
    place.write_text("#!/bin/sh\necho cannot open libnss3.so >&2\nexit 127\n")
    place.chmod(0o755)
    kept = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    done = call(sys.executable, "-m", "tools.browsers", "chromium", variables=elsewhere | kept)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "does not start" in line and "libnss3.so" in line


def test_tests_that_want_a_browser_do_not_begin_without_one(elsewhere):
    command = sys.executable, "-m", "pytest", "-q", "tests/test_files.py"
    done = call(*command, variables=elsewhere)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "ERROR: " in done.stderr and "for test_files.py" in done.stderr
    assert '-m "not browser"' in done.stderr


def test_each_file_of_tests_that_want_a_browser_is_in_one_stage(tmp_path):
    (ready := tmp_path / "ready").write_text(f"{ROOT.resolve()}\n")
    words = ["--dry-run", "ALONE=yes", f"READY={ready}", f"STAMPS={tmp_path / 'stamps'}"]
    told = call("make", *words, "checks", variables={}).stdout
    stages = re.findall(r"AS_READ=\S* .*", told)
    read = [name for stage in stages for name in re.findall(r"tests/test_\w+\.py", stage)]
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("test_*.py")}
    wanted = [path for path, text in texts.items() if "mark.browser" in text]
    assert sorted(read) == sorted(f"tests/{path.name}" for path in wanted)
    assert len(stages) == 3


@pytest.fixture
def make(tmp_path):
    """Call make in this checkout, with stamps of its own: all is done but reading the book."""
    (ready := tmp_path / "ready").write_text(f"{ROOT.resolve()}\n")
    (stamps := tmp_path / "stamps").mkdir()
    stages = "book", "package", "explorer", "lint", "chapters", "notebooks"
    done = [stamps / stage for stage in stages]
    for stamp in done:
        stamp.touch()
    words = ["make", "--no-print-directory", "--keep-going", f"READY={ready}", f"STAMPS={stamps}"]
    place = os.path.relpath(Path(sys.executable).parent, ROOT)  # as in the Makefile, without blanks
    words += ["ALONE=yes", f"BIN={place}", *(f"-o{stamp}" for stamp in done)]

    def run(*more, variables):
        return call(*words, *more, variables=variables), {path.name for path in stamps.iterdir()}

    _, before = run("--dry-run", "checks", variables={})
    return run, before


def test_make_is_not_green_without_a_browser_and_leaves_no_stamp(make, elsewhere):
    run, before = make
    done, stamps = run("checks", variables=elsewhere)
    assert done.returncode == 2
    assert "Not tested: the book in a browser.\n" in done.stderr
    assert "pass" not in done.stdout
    assert stamps == before


@pytest.mark.browser
def test_make_reads_the_book_as_soon_as_there_is_a_browser(make, elsewhere):
    run, before = make
    one = "READERS=tests/test_stored_drawings.py"
    done, stamps = run("checks", one, variables=elsewhere)
    assert (done.returncode, stamps) == (2, before)
    (chromium := Path(elsewhere["PATH"], "chromium")).symlink_to(find_browser())
    try:
        done, stamps = run("checks", one, variables=elsewhere)
    finally:
        chromium.unlink()
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout and stamps == before | {"browser"}
    assert "Not tested: the book in Firefox.\n" in done.stderr
    assert done.stdout.endswith("The checks pass, without those in Firefox.\n")


SKIPPED = """
import pytest

def test_passes():
    pass

def test_does_not_run():
    pytest.skip("there is no time")
"""


@pytest.mark.parametrize("strict", [True, False])
def test_a_skipped_test_fails_where_all_is_to_be_tested_and_says_so_elsewhere(tmp_path, strict):
    (path := tmp_path / "test_some.py").write_text(SKIPPED)
    words = "-m", "pytest", "-c", "pyproject.toml", "-p", "conftest", *["--skips-fail"] * strict
    done = call(sys.executable, *words, path, variables={})
    assert done.returncode == strict
    assert "there is no time" in done.stdout and "1 passed, 1 skipped" in done.stdout
    assert ("Not tested: 1 of the tests." in done.stdout) == strict
