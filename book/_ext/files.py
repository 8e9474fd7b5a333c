"""What readers take along: files of data, and how to cite a page or a figure.

The built book has a folder ``data``: tables that the package stores, one file for
every table that a page prints, certificates with the program that checks them, and
the wheel, of which each notebook to download speaks in its first cell. In a folder
``sheets`` are those of the page *Charts to print*. Such a
notebook has words for the book's markup; and its assertions, which nobody sees in
the page, stop nobody who changes a number: they say which sentence no longer holds.

The page *Data* names the tables; a list of those of the pages is put into its
place.

A citation is made of ``CITATION.cff`` and of the addresses in ``pyproject.toml``'s
``project.urls``: *Archive*, which lasts, *Documentation*, where the pages are, or
*Repository*. Without them it has no address. A link to the files of the latest
release needs the *Repository*.
"""

import csv
import json
import re
import subprocess
import sys
import tomllib
from contextlib import redirect_stdout
from html import escape
from io import StringIO
from pathlib import Path
from shutil import copy2, copytree, ignore_patterns
from tempfile import TemporaryDirectory

import numpy as np
import yaml
from bs4 import BeautifulSoup
from docutils import nodes
from PIL import Image
from pokerlab import __version__, betting, check, cli, data, deals
from pokerlab.cards import HANDS
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.stacks.match import Match
from pokerlab.studies import push_fold_sheets, stored_pieces
from pokerlab.studies.whole_game import bracket

#: Push or fold at these stacks has a certificate.
CERTIFIED_STACKS = "4.222", "10", "20"
#: For these stacks there are sheets to print.
SHEET_STACKS = range(2, 21)
#: The players' ranges in the spot of the river's chapter.
SPOT = (
    "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
    "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
)
#: Each player of push or fold, and the action that he takes or folds.
PLAYERS_AND_ACTIONS = ("small blind", "push"), ("big blind", "call")

#: Where in pages the list of tables, the citation and the wheel's name are put.
TABLES_MARK, BIBTEX_MARK, WHEEL_MARK = "(TABLES)", "(BIBTEX)", "(WHEEL)"
#: A file that comes with each release: a link to it, if there is an address.
RELEASED_FILE = re.compile(r"\(RELEASED\)([\w.-]+)(?=:)")
#: The addresses of a citation, by their names: the first that there is.
CITED_ADDRESSES = "Archive", "Documentation", "Repository"
#: Pages of whose tables no files are made.
PAGES_WITHOUT_FILES = {"book/contests"}

WHEEL_NAME = f"pokerlab-{__version__}-py3-none-any.whl"
#: What a notebook to download says first.
NOTEBOOK_PREFACE = (
    "This notebook runs alone. On the book's page *Install* is the wheel: "
    f"`pip install jupyterlab '{WHEEL_NAME}[notebooks]'`.\n\n"
    "Change its numbers as you like. Cells that begin with `%%sentences` are out "
    "of sight in the book: they check what it says, and tell which sentences your "
    "numbers make untrue."
)
#: What makes the magic ``%%sentences`` known.
LOAD_SENTENCES = "%load_ext pokerlab.pages.sentences"
#: How a cell begins that the page leaves out.
SENTENCES_HEAD = (
    "%%sentences\n# This checks what the book says, and stops nobody.\n"
)
#: Markup that only the book reads, and what notebooks to download have instead.
PLAIN_MARKUP = (
    (r"(?ms)^```\{(index|solution-end)\}.*?^```\n*", ""),
    (r"(?m)^```\{solution-start\}.*\n(:.*\n)*```", "**Solution.**"),
    (r"(?ms)^```\{math\}\n:label: (\S+)\n(.*?)^```", r"$$\n\2\\tag{\1}\n$$"),
    (r"(?ms)^```\{math\}\n(.*?)^```", r"$$\n\1$$"),
    (r"(?ms)^(`{3,})\{prf:(\w+)\}.*?\n(?::.*?\n)*(.*?)^\1", r"**\2.** \3"),
    (r"(?ms)^(`{3,})\{exercise\}.*?\n(?::.*?\n)*(.*?)^\1", r"**Exercise.** \2"),
    (r"\{cite:p\}`(.*?)`", r"(\1)"),
    (r"\{[\w:]+\}`([^`<]*?)(?: <.*?>)?`", r"\1"),
)
#: A number, and its unit.
NUMBER = re.compile(r"([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(%|\s[^\d\s(].*)?")
#: What a cell says that has no number.
NO_NUMBER = {"", "-", "–", "—"}


def push_or_fold_rows():
    """Yield rows: which hands push and call from which stack to which, and how."""
    ends, plays = stored_pieces.decode(data("pieces"))
    words = {stored_pieces.SOMETIMES: "mixed", stored_pieces.ALWAYS: "always"}
    yield "player", "action", "hand", "from", "to", "how"
    for player, hand in np.ndindex(2, len(HANDS)):
        own_plays = plays[:, player, hand]
        begins = np.flatnonzero(np.diff(own_plays, prepend=-1))
        for begin, end in zip(begins, [*begins[1:], len(own_plays)], strict=True):
            if (how := own_plays[begin]) != stored_pieces.NEVER:
                stacks = float(ends[begin]), float(ends[end])
                yield *PLAYERS_AND_ACTIONS[player], HANDS[hand], *stacks, words[how]


def push_or_fold_value_rows():
    """Yield rows: the value of push or fold at every quarter of a big blind."""
    yield "stack", "value"
    for quarter, value in enumerate(data("pieces")["values"]):
        yield 1 + quarter / 4, value


def real_game_rows():
    """Yield rows: bounds on the whole game's value, equal where it is known."""
    yield "stack", "lower", "upper", "exact"
    for stack, lower, upper, is_exact in data("whole-game"):
        if is_exact:
            value, _ = bracket(str(stack))
            lower = upper = f"{float(value):.9f}"
        yield stack, lower, upper, is_exact


def match_rows():
    """Yield rows: how likely either blind wins the published match, by chips."""
    yield "chips", "small blind", "big blind"
    solution = Match(total_chips=80, small_blind=3, big_blind=6).solve()
    for chips, chances in enumerate(solution.win):
        yield chips, *(f"{chance:.6f}" for chance in chances)


def random_river_rows():
    """Yield rows: the random rivers, and bounds on their values."""
    yield "board", "first", "second", "bet", "lower", "upper"
    rivers = data("rivers")
    for river in rivers["spots"]:
        ranges = (rivers["ranges"][river[player]] for player in ("first", "second"))
        yield river["board"], *ranges, river["bet"], *river["bounds"]


def spot():
    """Return the spot of the river's chapter, without two of its all-ins."""
    tree = betting.river(100, 450, ["60%"], ["2.5x"])
    ends_left_out = ("bet 60", "all-in"), ("raise to 150", "raise to 375")
    tree = tree.restrict(lambda _, line: line[-2:] not in ends_left_out)
    return Game(deals.river("Td9d6hQc2s", *SPOT), tree)


def river_spot_rows():
    """Yield rows: optimal strategies of both in the river's spot, in fractions."""
    game = spot()
    solution = exact.solve(game, progress=False)
    yield "player", "line", "combo", "probability"
    for player, lines in enumerate(game.tree.sequence_names):
        for line in lines[1:]:
            chances = solution.probability(player, line)
            for combo, chance in zip(game.deal.hands[player], chances, strict=True):
                yield game.tree.players[player], line, combo, chance


#: Functions that yield the rows of tables that no page prints, by the files' names.
TABLES = {
    "push-or-fold": push_or_fold_rows,
    "push-or-fold-values": push_or_fold_value_rows,
    "real-game": real_game_rows,
    "match": match_rows,
    "rivers": random_river_rows,
    "river-spot": river_spot_rows,
}


def cell_text(cell):
    """Return the text of a table's cell, a number as programs read it."""
    text = cell.get_text().strip().replace("−", "-")
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)


def with_units_in_heads(rows):
    """Write numbers as programs read them: a column's unit is in its head.

    A column has a unit if all its numbers have the same behind them, a per cent
    sign or words. Cells that say that there is no number stay.
    """
    if len({*map(len, rows)}) != 1:
        return rows
    columns = []
    for head, *cells in zip(*rows, strict=True):
        numbers = (
            NUMBER.fullmatch(cell) for cell in cells if cell not in NO_NUMBER
        )
        units = {number and number[2] for number in numbers}
        if len(units) == 1 and (unit := units.pop()):
            head = ", ".join(filter(None, [head, unit.strip()]))
            cells = [cell.removesuffix(unit) for cell in cells]
        columns.append([head, *cells])
    return [[*row] for row in zip(*columns, strict=True)]


def tables_in(html):
    """Yield the tables in a piece of HTML, each as rows."""
    if "<table" not in html:  # as in drawings, which take long to parse
        return
    for table in BeautifulSoup(html, "html.parser").find_all("table"):
        yield [
            [cell_text(cell) for cell in row.find_all(["th", "td"])]
            for row in table.find_all("tr")
        ]


def printed_tables(path):
    """Yield the tables that a notebook has printed, each as its title and rows.

    The title is the first sentence of its caption, or else the heading of its
    section and what its columns are called.
    """
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    heading = ""
    for number, cell in enumerate(cells):
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            heading = [heading, *re.findall("(?m)^#+ (.*)$", text)][-1]
        for output in cell.get("outputs", []):
            html = "".join(output.get("data", {}).get("text/html", ""))
            for rows in tables_in(html):
                is_last = number + 1 == len(cells)
                below = "" if is_last else "".join(cells[number + 1]["source"])
                caption = re.match(r"\*\*Table\.\*\* (.*?[.?])(?=\s|$)", below)
                columns = ", ".join(filter(None, rows[0])) if rows else ""
                yield caption[1] if caption else f"{heading}: {columns}", rows


def caption_of(cell):
    """Return the paragraph after a cell in a page, if it is a table's caption."""
    place = cell.parent.index(cell)
    for node in cell.parent.children[place + 1 : place + 2]:
        if isinstance(node, nodes.paragraph) and node.astext().startswith("Table."):
            return node
    return None


def find_tables(app):
    """Find the titles and the rows of all tables that pages print.

    Both are by the names of the pages, in the book's order.
    """
    toc = yaml.safe_load(Path(app.srcdir, "_toc.yml").read_text(encoding="utf-8"))
    parts = toc.get("parts", [toc])
    app.table_titles, app.tables_by_page = {}, {}
    for name in (page["file"] for part in parts for page in part["chapters"]):
        path = Path(app.srcdir, f"{name}.ipynb")
        if not path.is_file() or name in PAGES_WITHOUT_FILES:
            continue
        titles_and_tables = [*printed_tables(path)]
        if titles_and_tables:
            titles, tables = zip(*titles_and_tables, strict=True)
            app.table_titles[name], app.tables_by_page[name] = titles, tables


def write_csv(path, rows):
    """Write rows as a CSV file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def write_data(app, exception):
    """Write the tables, and the certificates with the program that checks them."""
    if exception or "book/data" not in app.env.found_docs:
        return
    folder = Path(app.outdir, "data")
    folder.mkdir(exist_ok=True)
    for name, make_rows in TABLES.items():
        write_csv(folder / f"{name}.csv", make_rows())
    for name, tables in app.tables_by_page.items():
        page = name.partition("/")[2]
        for number, rows in enumerate(tables, 1):
            write_csv(folder / f"{page}-{number}.csv", with_units_in_heads(rows))
    copy2(check.__file__, folder)
    copy2(check.DEAL, folder)
    for stack in CERTIFIED_STACKS:
        options = [
            "--stack",
            stack,
            "--certificate",
            f"{folder}/push-fold-{stack}.json",
        ]
        with redirect_stdout(StringIO()):
            cli.main(["push-fold", *options])


def write_sheets(app, exception):
    """Write the sheets of the page *Charts to print*."""
    if exception or "book/sheet" not in app.env.found_docs:
        return
    folder = Path(app.outdir, "sheets")
    folder.mkdir(exist_ok=True)
    for name, big_blind_ante in ("push-or-fold", 0), ("push-or-fold-ante", 1):
        poster = push_fold_sheets.all_stacks(big_blind_ante=big_blind_ante)
        poster.save(folder / f"{name}.pdf")
        rows = [
            [hand, f"{push:.3f}", f"{call:.3f}"]
            for hand, push, call in zip(HANDS, *poster.last_stacks, strict=True)
        ]
        heads = ["hand", "push up to, big blinds", "call up to, big blinds"]
        write_csv(folder / f"{name}.csv", [heads, *rows])
    push_fold_sheets.all_stacks("A2").save(folder / "push-or-fold-a2.pdf")
    for stack in SHEET_STACKS:
        name = f"push-or-fold-{stack}"
        sheet = push_fold_sheets.one_stack(stack)
        sheet.save(folder / f"{name}.pdf")
        rows = [[*record.values()] for record in sheet.records()]
        write_csv(folder / f"{name}.csv", [["hand", "push", "call"], *rows])
        wallpaper = folder / f"{name}-phone.png"
        push_fold_sheets.one_stack(stack, "phone").save(wallpaper)
        with Image.open(wallpaper) as image:
            image_in_256_colors = image.convert("RGB").quantize()
        image_in_256_colors.save(wallpaper, optimize=True)  # a third as large


def write_wheel(app, exception):
    """Write the wheel, of a copy of the package."""
    if exception or "book/data" not in app.env.found_docs:
        return
    with TemporaryDirectory() as copy:
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            copy2(Path(app.srcdir, name), copy)
        copytree(
            Path(app.srcdir, "pokerlab"),
            Path(copy, "pokerlab"),
            ignore=ignore_patterns("__pycache__"),
        )
        options = "--quiet --no-deps --no-index --no-build-isolation --wheel-dir"
        pip = [sys.executable, "-m", "pip", "wheel", *options.split()]
        subprocess.run([*pip, Path(app.outdir, "data"), copy], check=True)


def write_notebooks(app, exception):
    """Write each notebook to download: plain words, and first how to install."""
    if exception or "book/data" not in app.env.found_docs:
        return
    preface = {"cell_type": "markdown", "id": "alone", "metadata": {}}
    preface |= {"source": NOTEBOOK_PREFACE}
    load = {"cell_type": "code", "id": "load", "metadata": {}}
    load |= {"source": LOAD_SENTENCES, "execution_count": None, "outputs": []}
    notebooks = read_notebooks(app)
    glued_by_notebook = glued_texts(notebooks)
    titles = {
        f"{name.partition('/')[2]}.ipynb": title.astext()
        for name, title in app.env.titles.items()
    }
    for path in Path(app.outdir, "_sources", "book").glob("*.ipynb"):
        notebook = notebooks[path.name]
        for cell in notebook["cells"]:
            text = "".join(cell["source"])
            if cell["cell_type"] == "markdown":
                cell["source"] = to_plain_markdown(
                    text, path.name, titles, glued_by_notebook
                )
            elif "remove-cell" in cell["metadata"].get("tags", []):
                cell["source"] = SENTENCES_HEAD + text
        notebook["cells"][:0] = [preface, load]
        path.write_text(json.dumps(notebook, indent=1), encoding="utf-8")


def read_notebooks(app):
    """Return the book's notebooks, by the names of their files."""
    return {
        path.name: json.loads(path.read_text(encoding="utf-8"))
        for path in Path(app.srcdir, "book").glob("*.ipynb")
    }


def glued_texts(notebooks):
    """Return the texts that notebooks glue, by notebook and by their names."""
    return {
        notebook_name: {
            output["metadata"]["scrapbook"]["name"]: next(
                iter(output["data"].values())
            )
            for cell in notebook["cells"]
            for output in cell.get("outputs", [])
            if "scrapbook" in output.get("metadata", {})
        }
        for notebook_name, notebook in notebooks.items()
    }


def to_plain_markdown(text, name, titles, glued_by_notebook):
    """Put a cell's text in words that Jupyter shows, which knows no roles."""

    def glued_text(match):
        page, _, key = match[1].rpartition("::")
        glued = glued_by_notebook[page or name]
        return "".join(glued[key.partition(":")[0]]).strip("'")

    text = re.sub(r"\{glue:text\}`(.*?)`", glued_text, text)
    text = re.sub(
        r"\[\]\(([\w-]+\.(?:ipynb|md))(#[^)]*)?\)",
        lambda match: f"[{titles.get(match[1], match[1])}]({match[1]})",
        text,
    )
    for markup, plain_markup in PLAIN_MARKUP:
        text = re.sub(markup, plain_markup, text)
    return text


def set_citation(app, config):
    """Set how the book is cited, and its addresses, as two files say."""
    project = tomllib.loads(Path(app.srcdir, "pyproject.toml").read_text("utf-8"))
    urls = project["project"].get("urls", {})
    app.repository = urls.get("Repository", "").rstrip("/")
    app.site = urls.get("Documentation", "").rstrip("/")
    path = Path(app.srcdir, "CITATION.cff")
    app.citation = None
    if path.is_file():
        book = yaml.safe_load(path.read_text("utf-8"))
        authors = (f"{{{author['name']}}}" for author in book["authors"])
        app.citation = {
            "author": " and ".join(authors),
            "title": book["title"],
            "version": book["version"],
            "year": config.copyright,
            "url": next(filter(None, map(urls.get, CITED_ADDRESSES)), ""),
        }


def bibtex_entry(key, fields):
    """Return the entry by which LaTeX cites something, without its empty fields."""
    lines = []
    for name, text in fields.items():
        if name != "url":
            text = re.sub(r"(?=[#%&_])", r"\\", text)
        if text:
            lines.append(f"  {name} = {{{text}}}")
    return f"@software{{{key},\n" + ",\n".join(lines) + "\n}"


def list_of_tables(app):
    """Return a list of the pages that print tables, with links to the files."""
    glued_by_notebook = glued_texts(read_notebooks(app))
    lines = []
    for name, titles in app.table_titles.items():
        page = name.partition("/")[2]
        lines.append(f"- [](/{name}.ipynb)")
        for number, title in enumerate(titles, 1):
            text = to_plain_markdown(title, f"{page}.ipynb", {}, glued_by_notebook)
            text = escape(text, quote=False)
            lines.append(f'  - <a href="../data/{page}-{number}.csv">{text}</a>')
    return "\n".join(lines)


def fill_marks(app, docname, source):
    """Put what is made here into the pages that have a mark for it."""
    text = source[0]
    if TABLES_MARK in text:
        text = text.replace(TABLES_MARK, list_of_tables(app))
    text = text.replace(WHEEL_MARK, WHEEL_NAME)
    latest = rf"[\1]({app.repository}/releases/latest/download/\1)"
    text = RELEASED_FILE.sub(latest if app.repository else r"`\1`", text)
    if BIBTEX_MARK in text:
        text = text.replace(BIBTEX_MARK, bibtex_entry("pokerlab", app.citation))
    source[0] = text


def setup(app):
    """Register with Sphinx."""
    app.connect("config-inited", set_citation)
    app.connect("builder-inited", find_tables)
    app.connect("source-read", fill_marks)
    app.connect("build-finished", write_data)
    app.connect("build-finished", write_sheets)
    app.connect("build-finished", write_wheel)
    app.connect("build-finished", write_notebooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
