"""The front page of the repository prints what its tour says, and its links lead somewhere."""

import io
import re
import tomllib
from contextlib import redirect_stdout
from functools import reduce
from inspect import signature
from math import floor
from pathlib import Path

import pytest
import yaml

import pokerlab as pl
from pokerlab.studies import whole_game
from pokerlab.studies.whole_game import EXACT_UP_TO
from tests.tables import cells
from tests.test_chapters import CHAPTERS
from tests.test_cli import answer_of, run

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


def lines_of(page):
    """The tour of a page: all its lines, and those to type."""
    text = (ROOT / page).read_text(encoding="utf-8")
    (tour,) = re.findall(r"^```pycon\n(.*?)^```", text, re.M | re.S)
    return tour.splitlines(), re.findall(r"^>>> (.*)", tour, re.M)


@pytest.mark.parametrize("page", ["README.md", "book/api.md"])
def test_six_lines_build_solve_and_show_a_game(page):
    shown, code = lines_of(page)
    assert len(code) == 6
    assert transcript(code) == shown


def test_the_first_screen_says_what_is_proven():
    """In the words of `What fits on a card`, which computes them, and of the real game's bound."""
    first_screen = (ROOT / "README.md").read_text(encoding="utf-8").partition("## In six")[0]
    screen = " ".join(first_screen.split())
    card = cells(ROOT / "book", "card")
    glued = {
        output["metadata"]["scrapbook"]["name"]: next(iter(output["data"].values()))
        for cell in card
        for output in cell.get("outputs", ())
        if "scrapbook" in output.get("metadata", ())
    }
    text = "".join(cell["source"] for cell in card)
    said = "Every step is at an end of one of the {glue:text}`pieces` intervals"
    assert said in text and f" push or fold alone falls into {glued['pieces']} in" in screen
    charts = "two charts of 169 numbers lose less than 1 mbb at every stack from 1 to 20 big blinds"
    assert charts in text and "two charts come within a thousandth of a big blind of it" in screen
    assert f"Up to {floor(100 * EXACT_UP_TO) / 100} big blinds" in screen
    root, _ = whole_game.first_deviation(low=5, high=6, ante=1 / 2, progress=False)
    with_an_ante = float(root) + 1 / 2  # one from the big blind is half of one from each
    until = floor(100 * with_an_ante) / 100
    assert f"up to {until} if the big blind posts an ante of one" in screen


ROWS = [
    row.split(" | ")
    for row in re.findall(r"(?m)^\| (\w.*) \|$", (ROOT / "README.md").read_text(encoding="utf-8"))[
        1:
    ]
]
LINKED = [Path(page).stem for *_, why in ROWS for page in re.findall(r"\((.*?)\)", why)]


@pytest.mark.parametrize("name", [*CHAPTERS, "sweeps"])
def test_readme_s_table_links_each_chapter_once(name):
    if (times := LINKED.count(name)) != 1:
        told = f"README.md: {times} rows of the table link book/{name}.ipynb in their last column"
        pytest.fail(f"{told}, one needed", pytrace=False)


def test_readme_links_chapters_and_what_computes_them(capsys):
    assert {*LINKED} <= {*CHAPTERS, "sweeps"}
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\((.*?)\)", text) if "://" not in link]
    assert [link for link in links if not (ROOT / link).exists()] == []
    for _, how, _ in ROWS:
        assert re.search(r"\]\(pokerlab/[\w/.]+\)", how)
        for command, option in re.findall(r"`pokerlab ([\w-]+) ?(.*?)`", how):
            assert option in run(capsys, command, "--help")[1]


def promised(name):
    """What has a name in the package; for the field of a result, which no class has, None."""
    owner, _, last = name.rpartition(".")
    thing = reduce(getattr, owner.split("."), pl) if owner else pl
    return None if last in getattr(thing, "__dataclass_fields__", ()) else getattr(thing, last)


def test_what_is_promised_to_stay_is_there(capsys, monkeypatch):
    """Later there may be more names, more keys, and more parameters with defaults at the end."""
    monkeypatch.chdir(ROOT)
    for line in (ROOT / "tests" / "stable.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("$ pokerlab "):
            command, keys = line.removeprefix("$ pokerlab ").rsplit(": ", 1)
            assert {*keys.split()} <= answer_of(capsys, command).keys(), line
            continue
        name, called, names = line.rstrip(")").partition("(")
        thing = promised(name)
        if called:
            now = [p for p in signature(thing).parameters.values() if p.name != "self"]
            before = names.split(", ") if names else []
            assert [p.name for p in now[: len(before)]] == before, line
            more = [p for p in now[len(before) :] if p.kind is not p.VAR_KEYWORD]
            assert all(p.default is not p.empty for p in more), line


def test_the_workflow_runs_what_readme_and_makefile_say_on_every_python():
    """It cannot run here: its commands are those that run elsewhere."""
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    check, pages = (yaml.safe_load(text)["jobs"][name] for name in ("check", "pages"))
    runs = [step["run"] for step in check["steps"] if "run" in step]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands, validate = (
        readme.partition(f"\n## {title}\n")[2].split("```")[1].strip().splitlines()
        for title in ("Two commands", "Validate a changed chapter")
    )
    assert runs[:2] == [line.partition("#")[0].strip() for line in commands]
    published = [step["run"] for step in check["steps"] if "run" in step and "if" in step]
    assert runs[2:] == [line for line in validate if "--nbval" in line] + published
    assert published == ["make zip", "make pdf"], "beside the pages that are published"
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    program = re.search(r"(?m)^PYTEST := (.*)", makefile)[1].replace("$(BIN)", ".venv/bin")
    options = re.search(r"\$\(PYTEST\) \\\s+(.* --nbval .*) \$", makefile)[1]
    command, notebook = runs[2].rsplit(maxsplit=1)
    assert command == f"{program} {options}" and (ROOT / notebook).is_file()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    low, high = map(int, re.findall(r"\d\.(\d+)", project["requires-python"]))
    assert check["strategy"]["matrix"]["python"] == [f"3.{minor}" for minor in range(low, high)]
    assert pages["needs"] == "check" and "github.ref == 'refs/heads/main'" in pages["if"]
