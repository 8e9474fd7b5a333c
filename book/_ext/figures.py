"""Below each figure and table: what readers take along of it.

A figure's drawings are a file to download, as SVG and as PNG, in light colours. Its
numbers are a CSV file, which the notebook has stored beside the drawing. A table's
numbers are the CSV file that `files` writes. All this is folded, with buttons
that copy it.

Painting takes longer than anything else here, and next time most drawings are the
same. So the PNG files are kept in ``_build/drawings``, each under a name made of
all that it depends on.
"""

import hashlib
import json
import re
from html import escape
from importlib.metadata import version
from pathlib import Path
from shutil import copyfile
from urllib.parse import quote

from docutils import nodes
from files import bibtex, caption_of, pages, rows_of
from pokerlab import charts
from pokerlab._support.files import write_file
from pokerlab._support.notebooks import images_to_svg
from pokerlab.charts import drawings
from pokerlab.charts.colors import BACKGROUND, FOLD, INK

DOCUMENT = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg".*?</svg>', re.DOTALL
)
LIGHT = {
    "currentColor": INK,
    "var(--pl-paper,#fff)": BACKGROUND,
    "var(--pl-fold,#ddd)": FOLD,
}
"""The colours of a page, as files have them."""
CAPTIONED = re.compile(
    r'(<figure class="[^"]*" id="(figure-\d+)")>(.*?)'
    r'<span class="caption-number">(.*?</span>)<span class="caption-text">',
    re.DOTALL,
)
"""A figure up to its caption."""
PIXELS_PER_UNIT = 2
"""Of the PNG files: twice as many as a page has, for screens with fine pixels."""


def picture(html):
    """Return all drawings of a figure side by side, in light colours; or none."""
    found = [
        charts.Plot("", "", re.sub("|".join(map(re.escape, LIGHT)), light, svg))
        for svg in DOCUMENT.findall(html)
    ]
    return charts.row(*found) if len(found) > 1 else found[0] if found else None


def light(color):
    """Return the colour of a page as files have it."""
    return LIGHT[color[0]]


def stored(path):
    """Return the numbers that a notebook has stored beside its drawings.

    They are the texts of CSV files, by the SVG documents of the output, in order.
    """
    found = {}
    for cell in json.loads(Path(path).read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", []):
            data = {
                kind.rpartition("/")[2]: "".join(shown)
                for kind, shown in output.get("data", {}).items()
                if kind.endswith(("text/html", "text/csv"))
            }
            if {"html", "csv"} <= data.keys():
                found[documents(images_to_svg(data["html"]))] = data["csv"]
    return found


def documents(html):
    """Return the SVG documents in a piece of HTML."""
    return tuple(DOCUMENT.findall(html))


KINDS = {"svg": "drawing as SVG", "png": "picture as PNG", "csv": "numbers as CSV"}
"""What a file has, by its extension."""


def straight(text):
    """Give a text the apostrophe of keyboards: LaTeX makes the other one of it."""
    return text.replace("’", "'")


def citation(app, docname, what, place):
    """Say how to cite a figure or table: for people, and for LaTeX.

    On a page that is called as the book is, the title is there once. Its address is
    its own where the pages have one, else that of the book, and the place in it.
    Where the book has none, it has none, either.
    """
    book = app.citation
    page = f"{docname}.html#{place}"
    own = f"{app.site}/{page}" if app.site else ""
    address = own or (f"{book['url']}, {page}" if book["url"] else "")
    who = re.sub("[{}]", "", book["author"])
    name, _, title = straight(what).partition(" of ")
    if straight(book["title"]).casefold().endswith(title.casefold()):
        what = name
    text = f"{who} ({book['year']}): {what}. In: {book['title']}."
    text += f" Version {', '.join(filter(None, [book['version'], address]))}."
    kind, number = name.split()
    chapter = docname.partition("/")[2]
    key = f"pokerlab-{chapter}-{kind.lower()}-{number.replace('.', '-')}"
    told = {"title": f"{what}, in {book['title']}", "url": own or book["url"]}
    told |= {"note": page} if book["url"] and not own else {}
    return text.replace("'", "’"), straight(bibtex(key, book | told))


def offer(app, docname, what, place, files, number=""):
    """Make what unfolds below a figure or table: its files, and how to cite it.

    That of a table without a caption begins with its number, by which it is cited.
    """
    of = escape(what)
    links = ""
    for name in files:
        words = KINDS[name.rpartition(".")[2]]
        links += (
            f'<a href="../data/{quote(name)}" download '
            f'aria-label="{words}: {of}">{words}</a>'
        )
    offers = ["download"] if files else []
    cited = ""
    if app.citation:
        offers.append("cite")
        text, entry = citation(app, docname, what, place)
        copy, copy_entry = (
            '<button type="button" class="btn btn-sm pl-copy" '
            f'aria-label="Copy the {kind} of {of}">Copy</button>'
            for kind in ("citation", "BibTeX entry")
        )
        cited = (
            f'<div class="pl-cite" data-place="{docname}.html#{place}">'
            f"<p>{escape(text)}</p>{copy}<pre>{escape(entry)}</pre>{copy_entry}</div>"
        )
    label = " or ".join(offers).capitalize()
    folded = (
        f'<details><summary aria-label="{label} {of}">{label}</summary>'
        f'<div class="pl-files">{links}</div>{cited}</details>'
    )
    return nodes.raw(
        "", f'<div class="pl-take">{number}{folded}</div>', format="html"
    )


def name_figures(app, pagename, templatename, context, doctree):
    """Name each figure by its caption, in which its links have no part."""
    context["body"] = CAPTIONED.sub(
        r'\1 aria-labelledby="\2-number \2-caption">\3'
        r'<span class="caption-number" id="\2-number">\4'
        r'<span class="caption-text" id="\2-caption">',
        context.get("body", ""),
    )


def add(app, doctree, docname):
    """Put the files and the citation below each figure and each table."""
    if app.env.doc2path(docname).endswith(".ipynb"):
        add_to_figures(app, doctree, docname)
        add_to_tables(app, doctree, docname)


def add_to_figures(app, doctree, docname):
    """Put the drawing, its numbers and the citation below each figure."""
    page, title = docname.rpartition("/")[2], app.env.titles[docname].astext()
    numbers = app.env.toc_fignumbers.get(docname, {}).get("figure", {})
    numbers_of = stored(app.env.doc2path(docname))
    for figure in list(doctree.findall(nodes.figure)):
        (name, *_) = figure["ids"] or [""]
        if name not in numbers:
            continue
        html = "".join(raw.astext() for raw in figure.findall(nodes.raw))
        files = {}
        if text := numbers_of.get(documents(html)):
            files[f"{page}-{name}.csv"] = text
        if drawing := picture(html):
            files |= {f"{page}-{name}.svg": drawing, f"{page}-{name}.png": drawing}
        app.taken |= files
        what = f"Figure {'.'.join(map(str, numbers[name]))} of {title}"
        figure += nodes.legend("", offer(app, docname, what, name, files))


def add_to_tables(app, doctree, docname):
    """Put the numbers and the citation below each table, or below its caption."""
    page, title = docname.rpartition("/")[2], app.env.titles[docname].astext()
    tables = [*dict(pages(app)).get(docname, [])]
    for raw in list(doctree.findall(nodes.raw)):
        for rows in rows_of(raw.astext()):
            if rows not in tables:
                continue
            number = tables.index(rows) + 1
            tables[number - 1] = None  # each is offered once
            place, name = f"table-{number}", f"Table {number}"
            cell = raw
            while cell.parent is not None and "cell" not in cell.get("classes", []):
                cell = cell.parent
            caption = caption_of(cell)
            if caption:
                strong = next(iter(caption.findall(nodes.strong)))
                strong[:] = [nodes.Text(f"{name}.")]
            line = offer(
                app,
                docname,
                f"{name} of {title}",
                place,
                [f"{page}-{number}.csv"],
                "" if caption else f"<span>{name}</span>",
            )
            put_after(caption or cell, line)
            cell.parent.insert(
                cell.parent.index(cell), nodes.target("", "", ids=[place])
            )


def put_after(node, new):
    """Put a new node after another one."""
    node.parent.insert(node.parent.index(node) + 1, new)


def write(app, exception):
    """Write the files of figures."""
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir, "data")
    folder.mkdir(exist_ok=True)
    kept, painted = Path(app.outdir).parent / "drawings", set()
    kept.mkdir(exist_ok=True)
    for name, content in app.taken.items():
        path = folder / name
        if isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        elif path.suffix == ".png":
            painted.add(paint(content, path, kept))
        else:
            content.save(path)
    for old in {*kept.iterdir()} - painted:
        old.unlink()


def paint(drawing, path, kept):
    """Write the PNG file of a drawing, or copy what an earlier build painted.

    Returns under which name in the folder `kept` it is found next time.
    """
    svg = drawing.svg()
    made_of = (
        f"{svg}\n{PIXELS_PER_UNIT}\n{version('resvg_py')}\n{version('matplotlib')}"
    )
    file = kept / f"{hashlib.sha256(made_of.encode()).hexdigest()}.png"
    if not file.is_file():
        write_file(file, drawings.to_png(svg, PIXELS_PER_UNIT))
    copyfile(file, path)
    return file


def number_by_page(app, env):
    """Number the figures of a page that has no number of its own from 1 on.

    Sphinx counts them through all such pages: the third page's first would be the
    seventeenth.
    """
    for numbers in env.toc_fignumbers.values():
        figures = numbers.get("figure", {})
        if all(len(number) == 1 for number in figures.values()):
            ordered = sorted(figures, key=figures.get)
            figures |= {name: (place,) for place, name in enumerate(ordered, 1)}
    return []


def begin(app):
    """Begin without files."""
    app.taken = {}


def setup(app):
    """Register with Sphinx."""
    app.connect("builder-inited", begin)
    app.connect("env-get-updated", number_by_page, priority=900)  # after Sphinx
    app.connect("doctree-resolved", add)
    app.connect("html-page-context", name_figures, priority=900)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
