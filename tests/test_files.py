"""What readers take along from the built book: data, certificates, the wheel, citations."""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from html import unescape
from importlib import import_module
from pathlib import Path
from shutil import copy
from types import SimpleNamespace
from xml.etree import ElementTree

import nbformat
import numpy as np
import pandas as pd
import pytest
from PIL import Image

from book._ext.files import spot
from pokerlab import __version__, betting, cards, charts, deals
from pokerlab.games import Game
from pokerlab.solvers import exact, lp
from tests.conftest import CONTENT, HTML
from tests.test_scorecard import BOOK, tables

pytestmark = pytest.mark.browser

ROOT, DATA = BOOK.parent, HTML / "data"
PLAYERS = "first player", "second player"


@pytest.mark.parametrize("stack", ["1.7", "4.9", "10.3", "19.9"])
def test_the_hands_of_push_or_fold_are_those_of_a_solution(stack):
    hands = pd.read_csv(DATA / "push-or-fold.csv")
    assert len({*hands["from"], *hands["to"]}) == 357, "356 intervals"
    now = hands[(hands["from"] <= float(stack)) & (float(stack) < hands["to"])]
    solution = exact.solve(Game(deals.holdem(), betting.push_fold(stack)))
    for player, action in (("small blind", "push"), ("big blind", "call")):
        chances = solution.probability(player, action)
        found = {"always": chances == 1, "mixed": (chances > 0) & (chances < 1)}
        for how, there in found.items():
            (mine,) = ({*rows["hand"]} for rows in [now[(now.action == action) & (now.how == how)]])
            assert mine == {h for h, yes in zip(deals.holdem().hands[0], there, strict=True) if yes}


def test_the_values_of_push_or_fold_are_those_of_the_linear_program():
    values = pd.read_csv(DATA / "push-or-fold-values.csv", index_col="stack")["value"]
    for stack in (3.25, 10.0, 20.0):
        value = lp.solve(Game(deals.holdem(), betting.push_fold(str(stack)))).payoff
        assert values[stack] == pytest.approx(value, abs=6e-5)


def test_one_of_two_players_wins_the_match():
    win = pd.read_csv(DATA / "match.csv", index_col="chips")
    rest = 1 - win["big blind"].to_numpy()[::-1]
    assert win["small blind"].to_numpy() == pytest.approx(rest, abs=2e-6)


def test_the_river_s_fractions_are_optimal_in_the_chapter_s_spot():
    rows = pd.read_csv(DATA / "river-spot.csv")
    (line,) = {*re.findall(r"exact: (-\d+\.\d+)", (BOOK / "river.ipynb").read_text())}
    game, plans = spot(), []
    for index, player in enumerate(PLAYERS):
        held = rows[rows.player == player]
        assert (*held.combo.unique(),) == game.deal.hands[index]
        lines = held.groupby("line").probability
        mine = {}
        for choice in game.tree.information_sets[index]:
            names = game.tree.sequence_names[index][choice.sequences_after]
            anything = f"1/{len(names)}"  # where he never is
            for name in names:
                found = lines.get_group(name).fillna(anything)
                mine[name] = [float(Fraction(chance)) for chance in found]
        plans.append(game.plan(player, mine))
    assert game.bracket(*plans) == pytest.approx((float(line), float(line)), abs=1e-6)


def test_a_table_is_the_page_s_own():
    """As `tests.test_scorecard` reads them, but for minus signs, commas in numbers, and units."""
    for page in ("ten", "river", "luck", "regret"):
        shown = [*tables(BOOK, page)]
        assert len(shown) == len([*DATA.glob(f"{page}-[0-9].csv")]) > 0
        for number, rows in enumerate(shown, 1):
            kept = pd.read_csv(DATA / f"{page}-{number}.csv", dtype=str, keep_default_na=False)
            there = [[re.sub(r"(?<=\d),(?=\d{3})", "", t) for t in row.values()] for row in rows]
            shown = [[t.replace("−", "-") for t in row] for row in there]
            for column, cells in zip(kept, zip(*shown, strict=True), strict=True):
                unit = "%" if column.endswith("%") and cells[0].endswith("%") else ""
                assert [*kept[column]] == [cell.removesuffix(unit) for cell in cells]


def test_numbers_with_a_unit_are_numbers_below_a_head_that_names_it():
    rows = pd.read_csv(DATA / "ten-2.csv")
    (folds,) = (column for column in rows if column.startswith("Bob folds"))
    assert folds == "Bob folds, %" and rows[folds].dtype.kind in "fi"
    of_tables = [path for path in DATA.glob("*-[0-9]*.csv") if "push-fold" not in path.name]
    assert len(of_tables) > 60
    for path in of_tables:
        for name, column in pd.read_csv(path, dtype=str, keep_default_na=False).items():
            told = [cell for cell in column if cell not in ("", "-", "–")]
            in_percent = [re.fullmatch(r"[+-]?[\d.]+%", cell) for cell in told]
            assert not told or not all(in_percent), (path.name, name)


@pytest.mark.parametrize("stack", ["4.222", "10", "20"])
def test_a_certificate_is_checked_by_any_python(stack, tmp_path):
    path = DATA / f"push-fold-{stack}.json"
    for file in ("check.py", "deal.json", path.name):
        copy(DATA / file, tmp_path)
    command = [sys.executable, "-I", "-S", "check.py", path.name, "deal.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(path.read_text())["value"] in done.stdout


def test_the_wheel_and_the_notebooks_that_name_it_are_there():
    wheel = f"pokerlab-{__version__}-py3-none-any.whl"
    assert (DATA / wheel).stat().st_size < 8_000_000
    assert wheel in (HTML / "book" / "install.html").read_text(encoding="utf-8")
    for path in BOOK.glob("*.ipynb"):
        first, load, *rest = nbformat.read(HTML / "_sources" / "book" / path.name, 4).cells
        assert f"{wheel}[notebooks]" in first.source and "%%sentences" in first.source
        assert load.source == "%load_ext pokerlab.pages.sentences" and not load.outputs
        cells = nbformat.read(path, 4).cells
        assert [cell.id for cell in rest] == [cell.id for cell in cells]
        for shown, cell in zip(rest, cells, strict=True):
            assert shown.get("outputs") == cell.get("outputs")
            if cell.cell_type == "code":
                head, code, tail = shown.source.rpartition(cell.source)
                assert code == cell.source and tail == ""
                assert bool(head) == ("remove-cell" in cell.metadata.get("tags", []))
                assert not head or re.fullmatch(r"%%sentences\n# .*\n", head)
        text = "\n".join(cell.source for cell in rest if cell.cell_type == "markdown")
        assert not re.search(r"\{[\w:]+\}`|`\{(index|math)\}|\[\]\(", text), path


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Where pip has installed the book's wheel; what else it needs is this environment's."""
    site = tmp_path_factory.mktemp("site")
    (wheel,) = DATA.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", site, wheel], check=True)
    return {**os.environ, "PYTHONPATH": str(site)}


@pytest.mark.parametrize("page", ["ten", "two-minutes", "selby"])
def test_a_download_gives_what_it_shows(page, installed, tmp_path):
    """By nbval alone, in a folder where nothing else is."""
    copy(HTML / "_sources" / "book" / f"{page}.ipynb", tmp_path)
    options = ["-q", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *options, f"{page}.ipynb"]
    run = subprocess.run(command, cwd=tmp_path, env=installed, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    code = [c for c in nbformat.read(BOOK / f"{page}.ipynb", 4).cells if c.cell_type == "code"]
    assert f"{len(code) + 1} passed" in run.stdout


PLAY = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read("ten.ipynb", 4)
NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
nbformat.write(notebook, "played.ipynb")
"""


def test_whoever_changes_a_number_is_told_what_no_longer_holds(installed, tmp_path):
    """A cell that raises would end the run. At ten the download prints what is stored: nothing."""
    text = (HTML / "_sources" / "book" / "ten.ipynb").read_text(encoding="utf-8")
    assert text.count("LivePushFold(10)") == 1
    changed = text.replace("LivePushFold(10)", "LivePushFold(3)")
    (tmp_path / "ten.ipynb").write_text(changed, encoding="utf-8")
    command = [sys.executable, "-c", PLAY]
    run = subprocess.run(command, cwd=tmp_path, env=installed, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    told = ""
    for cell in nbformat.read(tmp_path / "played.ipynb", 4).cells:
        if cell.source.startswith("%%sentences"):
            told += "".join(output.get("text", "") for output in cell.outputs)  # not what is glued
    lines = told.splitlines()
    assert lines and all(line.startswith("No longer true with these numbers: ") for line in lines)
    solution = lp.solve(Game(deals.holdem(), betting.push_fold(3)))
    assert f"{solution.frequency('small blind', 'push'):.0%}" != "58%"
    assert "“More than half: Alice should push 58% of her”" in told
    assert "Any deal can be played on any tree" not in told


def below(page):
    """What is below each figure and table of a page: the HTML of its line of links."""
    text = (HTML / page).read_text(encoding="utf-8")
    return re.findall(r'(?s)<div class="pl-take">.*?</details></div>', text)


def test_every_figure_and_table_says_how_it_is_cited():
    for page in CONTENT:
        text = (HTML / page).read_text(encoding="utf-8")
        numbers = re.findall(r'"caption-number"[^>]*>Figure ([\d.]+?)\. ', text)
        lines = [unescape(line) for line in below(page)]
        cited = [line for line in lines if "Figure" in line]
        assert len(cited) == len(numbers)
        for number, entry in zip(numbers, cited, strict=True):
            labels, is_front = entry.count("aria-label"), page == "book/index.html"
            assert entry.count(f"Figure {number}") == 2 + labels, page
            # On the page that is called as the book is, a citation has the title once.
            assert entry.count(f"Figure {number} of ") == labels + 2 * (not is_front), page
            assert f"version = {{{__version__}}}" in entry and ".html#figure" in entry
            assert Path(page).stem in re.search(r"@software{pokerlab-(.*),", entry)[1]
        for entry in lines:
            own, place = re.search(r'data-place="(.*)\.html#([\w-]+)"', entry).groups()
            assert page == f"{own}.html"
            assert f'id="{place}"' in text, (page, place)
            assert entry.count('class="btn btn-sm pl-copy"') == 2
            # A table is named on the page as it is cited.
            table = re.search(r"Table \d+(?= of )", entry)
            assert (
                not table
                or entry.startswith(f'<div class="pl-take"><span>{table[0]}</span>')
                or f"<strong>{table[0]}.</strong>" in text
            )


@pytest.mark.parametrize(
    ("urls", "address", "own"),
    [
        (
            {"Archive": "https://doi.org/10.1", "Documentation": "https://a.b/"},
            "https://a.b/",
            True,
        ),
        ({"Documentation": "https://a.b", "Repository": "https://c.d/e"}, "https://a.b/", True),
        (
            {"Archive": "https://doi.org/10.1", "Repository": "https://c.d/e"},
            "https://doi.org/10.1, ",
            False,
        ),
        ({"Repository": "https://c.d/e"}, "https://c.d/e, ", False),
        ({}, "", False),
    ],
)
def test_a_citation_has_a_full_address_if_the_book_has_one(
    urls, address, own, monkeypatch, tmp_path
):
    monkeypatch.syspath_prepend(BOOK / "_ext")
    figures, files = import_module("figures"), import_module("files")
    lines = "".join(f'{name} = "{url}"\n' for name, url in urls.items())
    (tmp_path / "pyproject.toml").write_text(f"[project]\n[project.urls]\n{lines}")
    copy(ROOT / "CITATION.cff", tmp_path)
    app = SimpleNamespace(srcdir=tmp_path)
    files.set_citation(app, SimpleNamespace(copyright="2026"))
    what = "Figure 1.2 of Ten big blinds"
    text, entry = figures.citation_texts(app, "book/ten", what, "figure-2")
    place = f", {address}book/ten.html#figure-2." if urls else "Version 1.0.0."
    assert text.endswith(place.replace("1.0.0", __version__))
    assert "{pokerlab-ten-figure-1-2," in entry
    url = re.search(r"url = {(.*)}", entry)
    if not urls:
        assert not url and ".html" not in text + entry
    elif own:
        assert url[1] == f"{address}book/ten.html#figure-2" and "note" not in entry
    else:
        assert url[1] == address.strip(", ") and r"note = {book/ten.html\#figure-2}" in entry


def test_a_citation_has_the_title_once_and_one_kind_of_apostrophe(monkeypatch):
    monkeypatch.syspath_prepend(BOOK / "_ext")
    figures, files = import_module("figures"), import_module("files")
    app = SimpleNamespace(srcdir=ROOT)
    files.set_citation(app, SimpleNamespace(copyright="2026"))
    title = "Heads-up hold’em with few chips, solved"
    text, entry = figures.citation_texts(app, "book/index", f"Figure 2 of {title}", "figure-2")
    assert ": Figure 2. In: pokerlab: heads-up hold’em with few chips, solved." in text
    assert "title = {Figure 2, in pokerlab: heads-up hold'em with few chips, solved}" in entry
    assert "{pokerlab-index-figure-2," in entry
    text, entry = figures.citation_texts(
        app, "book/numbers", "Figure 1.1 of Alice’s game", "figure-1"
    )
    assert "Figure 1.1 of Alice’s game. In: pokerlab" in text and "'" not in text
    assert "Alice's game, in pokerlab" in entry and "’" not in entry


def test_what_is_found_shows_no_formula_as_it_is_typed(monkeypatch):
    monkeypatch.syspath_prepend(BOOK / "_ext")
    formula_text = import_module("search_index").formula_text
    shown = {"x_{k,*}": "…", "v^*": "…", r"\frac12": "…", "x_2 = 0.4": "x₂ = 0.4", "n^2": "n²"}
    assert {typed: formula_text(typed) for typed in shown} == shown
    index = (HTML / "searchindex.js").read_text(encoding="utf-8")
    for typed in ("x_{", "e_{", "^{", "c_k"):
        assert typed not in index, typed


def test_figures_are_numbered_page_by_page():
    """By the chapter's number, where it has one, and from 1 on: as are tables."""
    for page in CONTENT:
        text = (HTML / page).read_text(encoding="utf-8")
        numbers = re.findall(r'"caption-number"[^>]*>Figure ([\d.]+?)\. ', text)
        chapter = re.search(r'<h1><span class="section-number">(\d+\.) ?</span>', text)
        before = chapter[1] if chapter else ""
        assert numbers == [f"{before}{n}" for n in range(1, len(numbers) + 1)], page


def test_a_notebook_is_saved_and_not_shown(site, browser):
    page = browser.new_page()
    page.goto(f"{site}/book/ten.html")
    with page.expect_download() as download:
        page.get_by_role("link", name="notebook", exact=True).last.click()
    assert download.value.suggested_filename == "ten.ipynb"
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8"))["cells"]
    page.close()


def test_every_drawing_is_a_file_and_every_table_and_chart_a_table_of_numbers():
    pictures = tables = charted = 0
    for page in CONTENT:
        text = (HTML / page).read_text(encoding="utf-8")
        for line in below(page):
            files = [DATA / name for name in re.findall(r'href="../data/([^"]+)"', line)]
            assert all(path.stat().st_size > 20 for path in files)
            kinds = [path.suffix for path in files]
            assert kinds in ([".csv"], [".svg", ".png"], [".csv", ".svg", ".png"], []), page
            for path in files:
                if path.suffix == ".svg":
                    pictures += 1
                    drawn = ElementTree.parse(path).getroot()
                    assert drawn.tag.endswith("}svg") and "currentColor" not in path.read_text()
                if path.suffix == ".png":
                    svg = ElementTree.parse(path.with_suffix(".svg")).getroot()
                    width = 2 * float(svg.get("viewBox").split()[2])
                    with Image.open(path) as picture:
                        assert abs(picture.width - width) <= 1, path
                if path.suffix == ".csv" and len(kinds) == 3:
                    charted += 1
                    rows = pd.read_csv(path)
                    assert len(rows) > 1 and len(rows.columns) > 1, path
        shown = len(re.findall("<table", re.sub(r"(?s)<(script|pre)\b.*?</\1>", "", text)))
        of_tables = sum("Table " in line for line in below(page))
        assert of_tables <= shown
        tables += of_tables
    assert pictures > 60 and charted > 5 and tables > 60


def test_a_chart_s_table_has_what_a_solution_plays():
    rows = pd.read_csv(DATA / "ten-figure-3.csv", index_col="hand")
    solution = lp.solve(Game(deals.holdem(), betting.push_fold(10)))
    for player, action in (("small blind", "push"), ("big blind", "call")):
        (column,) = (name for name in rows if name.endswith(f": {action}"))
        chances = solution.probability(player, action)
        assert rows[column].to_numpy() == pytest.approx(chances, abs=6e-5)


def test_a_plot_s_table_is_that_of_its_notebook_and_says_what_its_lines_are():
    rows = pd.read_csv(DATA / "ten-figure-5.csv")
    assert [*rows] == ["kind", "name", "answers", "big blinds a hand"]
    deal = deals.holdem()
    value = lp.solve(Game(deal, betting.push_fold(10))).payoff
    sides = {"Alice wins at least": 1, "Alice wins at most": -1}
    assert {*rows["name"]} == {*sides} and {*rows["kind"]} == {"line", "text"}
    for name, side in sides.items():
        bound = rows[(rows["name"] == name) & (rows["kind"] == "line")]
        assert (side * bound["big blinds a hand"].diff().dropna() >= 0).all()
        assert (side * (value - bound["big blinds a hand"]) > -1e-3).all()
        assert bound["big blinds a hand"].iloc[-1] == pytest.approx(value, abs=1e-3)


def test_maps_have_tables_of_their_numbers_too():
    solution = lp.solve(Game(deals.holdem(), betting.push_fold(10)))
    rows = pd.read_csv(DATA / "sweeps-figure-1.csv", dtype={"ante": str})
    (value,) = rows[(rows["ante"] == "0") & (rows["stack"] == 10)]["value"]
    assert value == pytest.approx(solution.payoff, abs=1e-6) and len(rows) == 11 * 20
    rows = pd.read_csv(DATA / "sheet-figure-1.csv")
    for player, action in enumerate(("push", "call")):
        own = rows[rows["action"] == action].groupby("hand")
        drawn = [np.interp(10, one["stack"], one["how often"]) for _, one in own]
        chances = dict(zip(cards.HANDS, solution.probability(player, action), strict=True))
        assert drawn == pytest.approx([chances[hand] for hand, _ in own], abs=0.01)


def test_a_link_below_a_plot_downloads_its_numbers(site, browser):
    page = browser.new_page()
    page.goto(f"{site}/book/ten.html")
    page.locator("#figure-5 .pl-take summary").click()
    with page.expect_download() as download:
        page.locator("#figure-5").get_by_role("link", name="as CSV").click()
    assert download.value.suggested_filename == "ten-figure-5.csv"
    assert "Alice wins at most" in Path(download.value.path()).read_text(encoding="utf-8")
    page.close()


def test_a_second_build_copies_the_drawings_that_the_first_one_painted(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(BOOK / "_ext"))
    figures = import_module("figures")
    drawing = charts.range_chart(cards.COMBOS_PER_HAND / 12, title="Painted", actions="push")
    (cache := tmp_path / "cache").mkdir()
    file = figures.write_png(drawing, tmp_path / "one.png", cache)
    assert [*cache.iterdir()] == [file] and file.read_bytes() == (tmp_path / "one.png").read_bytes()
    file.write_bytes(b"as painted before")
    assert figures.write_png(drawing, tmp_path / "two.png", cache) == file
    assert (tmp_path / "two.png").read_bytes() == b"as painted before"
    other = charts.range_chart(cards.COMBOS_PER_HAND / 12, title="Painted anew", actions="push")
    assert figures.write_png(other, tmp_path / "three.png", cache) != file
    with Image.open(tmp_path / "three.png") as picture:
        assert picture.width == 2 * 518


def test_data_names_each_table_by_its_title():
    text = (HTML / "book" / "data.html").read_text(encoding="utf-8")
    named = re.findall(r'<a href="../data/([\w-]+)-(\d+)\.csv">(.*?)</a>', text)
    assert len(named) > 60 and all((DATA / f"{n}-{i}.csv").is_file() for n, i, _ in named)
    assert all(len(title) > 8 and "{" not in title for *_, title in named)
    for name in {name for name, *_ in named}:
        titles = [title for page, _, title in named if page == name]
        assert len({*titles}) == len(titles), titles


def test_a_button_copies_the_citation(site, browser):
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{site}/book/ten.html")
    cite = page.locator(".pl-cite").first
    page.locator(".pl-take summary").first.click()
    for button, place in zip(cite.locator(".pl-copy").all(), ("p", "pre"), strict=True):
        assert button.inner_text() == "Copy"
        button.click()
        button.get_by_text("Copied").wait_for()
        assert re.match("Copied the .* of Figure 1.1 of Ten", button.get_attribute("aria-label"))
        what = {"p": "citation", "pre": "BibTeX entry"}[place]
        heard = page.locator("[role=status]", has_text=f"The {what} is copied.")
        heard.wait_for(state="attached")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == cite.locator(place).text_content() and "Ten big blinds" in copied
    context.close()


@pytest.mark.parametrize("host", ["book.example", "localhost", "127.0.0.1"])
def test_a_citation_without_an_address_has_that_of_the_page_that_is_read(host, browser):
    """Where others can read the page, too."""
    page = browser.new_page()
    root = f"http://{host}/pokerlab/"

    def answer(route):
        path = HTML / route.request.url.removeprefix(root).partition("#")[0].partition("?")[0]
        route.fulfill(path=path) if path.is_file() else route.abort()

    page.route(f"{root}**", answer)
    page.goto(f"{root}book/ten.html")
    page.wait_for_load_state()
    told, entry = (page.locator(f".pl-cite {tag}").first.text_content() for tag in ("p", "pre"))
    why = page.locator(".pl-cite small").all_text_contents()
    page.goto(f"{root}book/cite.html")
    whole = page.locator(".highlight pre").first.text_content()
    page.close()
    own = "book/ten.html#figure-1"
    if host == "book.example":
        assert told.endswith(f", {root}{own}.") and f"url = {{{root}{own}}}" in entry
        assert not why
        assert "note" not in entry and whole.rstrip().endswith(f",\n  url = {{{root}}}\n}}")
    else:
        assert told.endswith(f" Version {__version__}.")
        assert ".html" not in told + entry, "nobody could follow that"
        assert why and all("at none that others can open" in text for text in why)
        assert "url" not in entry + whole


STARTS = {".pdf": b"%PDF-", ".png": b"\x89PNG\r", ".csv": b"hand,"}


def test_the_sheets_to_print_are_there():
    text = (HTML / "book" / "sheet.html").read_text(encoding="utf-8")
    linked = {*re.findall(r'href="../sheets/([\w-]+\.\w+)"', text)}
    assert linked == {path.name for path in (HTML / "sheets").iterdir()}
    for stack in range(2, 21):
        assert {f"push-or-fold-{stack}.pdf", f"push-or-fold-{stack}-phone.png"} <= linked
    names = re.findall(r'href="../sheets/[^"]*" aria-label="(.*?)"', text)
    assert len({*names}) == len(names) == len(linked), "no two links have one name"
    assert sum(path.stat().st_size for path in (HTML / "sheets").iterdir()) < 6_000_000
    for name in linked:
        start = (HTML / "sheets" / name).read_bytes()[:5]
        assert start == STARTS[Path(name).suffix], name
    for page in ("index", "card"):
        built = (HTML / "book" / f"{page}.html").read_text(encoding="utf-8")
        article = built.partition("<article")[2].partition("</article>")[0]
        assert re.search(r'href="(\.\./book/)?sheet\.html"', article), page


def test_the_book_is_cited_as_readme_says():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    entry = re.search(r"(?s)```bibtex\n(.*?)```", readme)[1]
    page = unescape(re.sub("<.*?>", "", (HTML / "book" / "cite.html").read_text(encoding="utf-8")))
    assert re.sub(r"\s+", " ", entry).strip() in re.sub(r"\s+", " ", page)
