"""The tour on the front page of the repository prints what stands there."""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def transcript(code):
    """What an interpreter shows that is given these lines one after another."""
    shown, names = [], {}
    for line in code:
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(line, "<tour>", "single"), names)
        shown += [f">>> {line}", *map(str.rstrip, printed.getvalue().rstrip().splitlines())]
    return shown


@pytest.mark.parametrize("page", ["README.md", "book/api.md"])
def test_six_lines_build_solve_and_show_a_game(page, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    text = (ROOT / page).read_text(encoding="utf-8")
    (tour,) = re.findall(r"^```pycon\n(.*?)^```", text, re.M | re.S)
    code = re.findall(r"^>>> (.*)", tour, re.M)
    assert len(code) == 6
    assert transcript(code) == tour.splitlines()
