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
from html import escape, unescape
from io import StringIO
from pathlib import Path
from shutil import copy2, copytree, ignore_patterns
from tempfile import TemporaryDirectory

import numpy as np
import yaml
from docutils import nodes
from PIL import Image
from pokerlab import __version__, betting, check, cli, data, deals
from pokerlab.cards import HANDS
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.stacks.match import Match
from pokerlab.studies import push_fold_sheets, stored_pieces
from pokerlab.studies.whole_game import bracket

STACKS = "4.222", "10", "20"
"""Push or fold at these has a certificate."""
SHEETS = range(2, 21)
"""For these stacks there are sheets to print."""
SPOT = (
    "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
    "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
)
"""The players' ranges in the spot of the river's chapter."""
PLAYERS = ("small blind", "push"), ("big blind", "call")
LIST, BIBTEX, WHEEL = "(TABLES)", "(BIBTEX)", "(WHEEL)"
"""Where in pages what is made here is put."""
RELEASED = re.compile(r"\(RELEASED\)([\w.-]+)(?=:)")
"""A file that comes with each release: a link to it, if there is an address."""
ADDRESSES = "Archive", "Documentation", "Repository"
"""The addresses of a citation: the first that there is."""
SKIPPED = {"book/contests"}
WHEEL_NAME = f"pokerlab-{__version__}-py3-none-any.whl"
ALONE = (
    "This notebook runs alone. On the book's page *Install* is the wheel: "
    f"`pip install jupyterlab '{WHEEL_NAME}[notebooks]'`.\n\n"
    "Change its numbers as you like. Cells that begin with `%%sentences` are out "
    "of sight in the book: they check what it says, and tell which sentences your "
    "numbers make untrue."
)
LOAD = "%load_ext pokerlab.pages.sentences"
SENTENCES = "%%sentences\n# This checks what the book says, and stops nobody.\n"
"""How a cell begins that the page leaves out."""

PLAINLY = (
    (r"(?ms)^```\{(index|solution-end)\}.*?^```\n*", ""),
    (r"(?m)^```\{solution-start\}.*\n(:.*\n)*```", "**Solution.**"),
    (r"(?ms)^```\{math\}\n:label: (\S+)\n(.*?)^```", r"$$\n\2\\tag{\1}\n$$"),
    (r"(?ms)^```\{math\}\n(.*?)^```", r"$$\n\1$$"),
    (r"(?ms)^(`{3,})\{prf:(\w+)\}.*?\n(?::.*?\n)*(.*?)^\1", r"**\2.** \3"),
    (r"(?ms)^(`{3,})\{exercise\}.*?\n(?::.*?\n)*(.*?)^\1", r"**Exercise.** \2"),
    (r"\{cite:p\}`(.*?)`", r"(\1)"),
    (r"\{[\w:]+\}`([^`<]*?)(?: <.*?>)?`", r"\1"),
)
"""What a notebook alone has in the place of markup that only the book reads."""


def pieces():
    """Yield rows: which hands push and call from which stack to which, and how."""
    ends, plays = stored_pieces.decode(data("pieces"))
    words = {stored_pieces.SOMETIMES: "mixed", stored_pieces.ALWAYS: "always"}
    yield "player", "action", "hand", "from", "to", "how"
    for player, hand in np.ndindex(2, len(HANDS)):
        played = plays[:, player, hand]
        begins = np.flatnonzero(np.diff(played, prepend=-1))
        for begin, end in zip(begins, [*begins[1:], len(played)], strict=True):
            if (how := played[begin]) != stored_pieces.NEVER:
                stacks = float(ends[begin]), float(ends[end])
                yield *PLAYERS[player], HANDS[hand], *stacks, words[how]


def values():
    """Yield rows: the value of push or fold at every quarter of a big blind."""
    yield "stack", "value"
    for quarter, value in enumerate(data("pieces")["values"]):
        yield 1 + quarter / 4, value


def whole_game():
    """Yield rows: bounds on the whole game's value, equal where it is known."""
    yield "stack", "lower", "upper", "exact"
    for stack, lower, upper, known in data("whole-game"):
        if known:
            value, _ = bracket(str(stack))
            lower = upper = f"{float(value):.9f}"
        yield stack, lower, upper, known


def match():
    """Yield rows: how likely either blind wins the published match, by chips."""
    yield "chips", "small blind", "big blind"
    for chips, chances in enumerate(
        Match(total_chips=80, small_blind=3, big_blind=6).solve().win
    ):
        yield chips, *(f"{chance:.6f}" for chance in chances)


def rivers():
    """Yield rows: the random rivers, and bounds on their values."""
    yield "board", "first", "second", "bet", "lower", "upper"
    stored = data("rivers")
    for spot in stored["spots"]:
        ranges = (stored["ranges"][spot[player]] for player in ("first", "second"))
        yield spot["board"], *ranges, spot["bet"], *spot["bounds"]


def spot():
    """Return the spot of the river's chapter, without two of its all-ins."""
    tree = betting.river(100, 450, ["60%"], ["2.5x"])
    left_out = ("bet 60", "all-in"), ("raise to 150", "raise to 375")
    tree = tree.restrict(lambda _, line: line[-2:] not in left_out)
    return Game(deals.river("Td9d6hQc2s", *SPOT), tree)


def river_spot():
    """Yield rows: optimal strategies of both in the river's spot, in fractions."""
    solution = exact.solve(game := spot(), progress=False)
    yield "player", "line", "combo", "probability"
    for player, lines in enumerate(game.tree.sequence_names):
        for line in lines[1:]:
            chances = solution.probability(player, line)
            for combo, chance in zip(game.deal.hands[player], chances, strict=True):
                yield game.tree.players[player], line, combo, chance


TABLES = {
    "push-or-fold": pieces,
    "push-or-fold-values": values,
    "real-game": whole_game,
    "match": match,
    "rivers": rivers,
    "river-spot": river_spot,
}


NUMBER = re.compile(r"([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(%|\s[^\d\s(].*)?")
"""A number, and its unit."""
NO_NUMBER = {"", "-", "–", "—"}
"""What a cell says that has no number."""


def plain(part):
    """Return the text of a table's cell, a number as programs read it."""
    text = unescape(re.sub("<.*?>", "", part)).strip().replace("−", "-")
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
        found = [NUMBER.fullmatch(cell) for cell in cells if cell not in NO_NUMBER]
        units = {match and match[2] for match in found}
        if len(units) == 1 and (unit := units.pop()):
            head = ", ".join(filter(None, [head, unit.strip()]))
            cells = [cell.removesuffix(unit) for cell in cells]
        columns.append([head, *cells])
    return [[*row] for row in zip(*columns, strict=True)]


def rows_of(html):
    """Return the tables in a piece of HTML, each as rows."""
    for table in re.findall("(?s)<table.*?</table>", html):
        yield [
            [*map(plain, re.findall("(?s)<t[hd].*?>(.*?)</t[hd]>", row))]
            for row in re.findall("(?s)<tr.*?>(.*?)</tr>", table)
        ]


def printed(page):
    """Return the tables that a notebook has printed, as rows."""
    for rows, _ in titled(page):
        yield rows


def titled(page):
    """Return the tables that a notebook has printed, each with its title.

    That is the first sentence of its caption, or else the heading of its section
    and what its columns are called.
    """
    if page.suffix != ".ipynb":
        return
    cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
    heading = ""
    for number, cell in enumerate(cells):
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            heading = [heading, *re.findall("(?m)^#+ (.*)$", text)][-1]
        for output in cell.get("outputs", []):
            html = "".join(output.get("data", {}).get("text/html", ""))
            for rows in rows_of(html):
                below = (
                    "".join(cells[number + 1]["source"])
                    if cells[number + 1 :]
                    else ""
                )
                told = re.match(r"\*\*Table\.\*\* (.*?[.?])(?=\s|$)", below)
                columns = ", ".join(filter(None, rows[0])) if rows else ""
                yield rows, told[1] if told else f"{heading}: {columns}"


def caption_of(cell):
    """Return the paragraph after a cell in a page, if it is a table's caption."""
    place = cell.parent.index(cell)
    for node in cell.parent.children[place + 1 : place + 2]:
        if isinstance(node, nodes.paragraph) and node.astext().startswith("Table."):
            return node
    return None


def pages(app):
    """Return the pages with tables, by name in the book's order, and the tables."""
    toc = yaml.safe_load(Path(app.srcdir, "_toc.yml").read_text(encoding="utf-8"))
    parts = toc.get("parts", [toc])
    for name in (page["file"] for part in parts for page in part["chapters"]):
        path = Path(app.srcdir, f"{name}.ipynb")
        if path.is_file() and name not in SKIPPED and (tables := [*printed(path)]):
            yield name, tables


def write_rows(path, rows):
    """Write rows as a CSV file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def write(app, exception):
    """Write the files."""
    if exception or "book/data" not in app.env.found_docs:
        return
    folder = Path(app.outdir, "data")
    folder.mkdir(exist_ok=True)
    tables = {name: make() for name, make in TABLES.items()}
    for name, found in pages(app):
        for number, rows in enumerate(found, 1):
            tables[f"{name.partition('/')[2]}-{number}"] = with_units_in_heads(rows)
    for name, rows in tables.items():
        write_rows(folder / f"{name}.csv", rows)
    copy2(check.__file__, folder)
    copy2(check.DEAL, folder)
    for stack in STACKS:
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
        last = zip(HANDS, *poster.last_stacks, strict=True)
        rows = [[hand, f"{push:.3f}", f"{call:.3f}"] for hand, push, call in last]
        heads = ["hand", "push up to, big blinds", "call up to, big blinds"]
        write_rows(folder / f"{name}.csv", [heads, *rows])
    push_fold_sheets.all_stacks("A2").save(folder / "push-or-fold-a2.pdf")
    for stack in SHEETS:
        name = f"push-or-fold-{stack}"
        sheet = push_fold_sheets.one_stack(stack)
        sheet.save(folder / f"{name}.pdf")
        rows = [[*record.values()] for record in sheet.records()]
        write_rows(folder / f"{name}.csv", [["hand", "push", "call"], *rows])
        wallpaper = folder / f"{name}-phone.png"
        push_fold_sheets.one_stack(stack, "phone").save(wallpaper)
        with Image.open(wallpaper) as painted:
            in_256_colours = painted.convert("RGB").quantize()  # a third as large
        in_256_colours.save(wallpaper, optimize=True)


def write_wheel(app, exception):
    """Write the wheel, of a copy, and into each notebook how to install it."""
    if exception or "book/data" not in app.env.found_docs:
        return
    with TemporaryDirectory() as copy:
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            copy2(Path(app.srcdir, name), copy)
        package, left_out = Path(copy, "pokerlab"), ignore_patterns("__pycache__")
        copytree(Path(app.srcdir, "pokerlab"), package, ignore=left_out)
        options = "--quiet --no-deps --no-index --no-build-isolation --wheel-dir"
        pip = [sys.executable, "-m", "pip", "wheel", *options.split()]
        subprocess.run([*pip, Path(app.outdir, "data"), copy], check=True)
    told = {"cell_type": "markdown", "id": "alone", "metadata": {}, "source": ALONE}
    load = {"cell_type": "code", "id": "load", "metadata": {}, "source": LOAD}
    load |= {"execution_count": None, "outputs": []}
    read = {
        path.name: json.loads(path.read_text(encoding="utf-8"))
        for path in Path(app.srcdir, "book").glob("*.ipynb")
    }
    titles = {
        f"{name.partition('/')[2]}.ipynb": title.astext()
        for name, title in app.env.titles.items()
    }
    said = {name: glued(notebook) for name, notebook in read.items()}
    for path in Path(app.outdir, "_sources", "book").glob("*.ipynb"):
        notebook = read[path.name]
        for each in notebook["cells"]:
            if each["cell_type"] == "markdown":
                text = "".join(each["source"])
                each["source"] = plain_markdown(text, path.name, titles, said)
            elif "remove-cell" in each["metadata"].get("tags", []):
                each["source"] = SENTENCES + "".join(each["source"])
        notebook["cells"][:0] = [told, load]
        path.write_text(json.dumps(notebook, indent=1), encoding="utf-8")


def glued(notebook):
    """Return the texts that a notebook glues, by their names."""
    return {
        output["metadata"]["scrapbook"]["name"]: next(iter(output["data"].values()))
        for cell in notebook["cells"]
        for output in cell.get("outputs", [])
        if "scrapbook" in output.get("metadata", {})
    }


def plain_markdown(text, name, titles, said):
    """Put a cell's text in words that Jupyter shows, which knows no roles."""

    def number(match):
        page, _, key = match[1].rpartition("::")
        return "".join(said[page or name][key.partition(":")[0]]).strip("'")

    text = re.sub(r"\{glue:text\}`(.*?)`", number, text)
    text = re.sub(
        r"\[\]\(([\w-]+\.(?:ipynb|md))(#[^)]*)?\)",
        lambda match: f"[{titles.get(match[1], match[1])}]({match[1]})",
        text,
    )
    for pattern, plainly in PLAINLY:
        text = re.sub(pattern, plainly, text)
    return text


def read_citation(app, config):
    """Read what to cite from the two files that say it."""
    project = tomllib.loads(Path(app.srcdir, "pyproject.toml").read_text("utf-8"))
    urls = project["project"].get("urls", {})
    app.repository = urls.get("Repository", "").rstrip("/")
    app.site = urls.get("Documentation", "").rstrip("/")
    path = Path(app.srcdir, "CITATION.cff")
    cited = yaml.safe_load(path.read_text("utf-8")) if path.is_file() else None
    app.citation = cited and {
        "author": " and ".join(f"{{{each['name']}}}" for each in cited["authors"]),
        "title": cited["title"],
        "version": cited["version"],
        "year": config.copyright,
        "url": next(filter(None, map(urls.get, ADDRESSES)), ""),
    }


def bibtex(key, cited):
    """Write something cited as LaTeX's entry; what it lacks is left out."""
    lines = []
    for name, text in cited.items():
        if name != "url":
            text = re.sub(r"(?=[#%&_])", r"\\", text)
        if text:
            lines.append(f"  {name} = {{{text}}}")
    return f"@software{{{key},\n" + ",\n".join(lines) + "\n}"


def fill(app, docname, source):
    """Put the lists into the pages that have a place for them."""
    if LIST in source[0]:
        said = {
            path.name: glued(json.loads(path.read_text(encoding="utf-8")))
            for path in Path(app.srcdir, "book").glob("*.ipynb")
        }
        lines = []
        for name, _ in pages(app):
            page = name.partition("/")[2]
            lines.append(f"- [](/{name}.ipynb)")
            found = titled(Path(app.srcdir, f"{name}.ipynb"))
            for number, (_, title) in enumerate(found, 1):
                text = escape(
                    plain_markdown(title, f"{page}.ipynb", {}, said), quote=False
                )
                lines.append(
                    f'  - <a href="../data/{page}-{number}.csv">{text}</a>'
                )
        source[0] = source[0].replace(LIST, "\n".join(lines))
    source[0] = source[0].replace(WHEEL, WHEEL_NAME)
    latest = rf"[\1]({app.repository}/releases/latest/download/\1)"
    source[0] = RELEASED.sub(latest if app.repository else r"`\1`", source[0])
    if BIBTEX in source[0]:
        source[0] = source[0].replace(BIBTEX, bibtex("pokerlab", app.citation))


def setup(app):
    """Register with Sphinx."""
    app.connect("config-inited", read_citation)
    app.connect("source-read", fill)
    app.connect("build-finished", write)
    app.connect("build-finished", write_sheets)
    app.connect("build-finished", write_wheel)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
