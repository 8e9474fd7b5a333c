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
from files import bibtex_entry, caption_of, tables_in
from pokerlab import charts
from pokerlab._support.files import write_file
from pokerlab._support.notebooks import images_to_svg
from pokerlab.charts import drawings
from pokerlab.charts.colors import BACKGROUND, FOLD, INK

#: A drawing in a page.
SVG_DOCUMENT = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg".*?</svg>', re.DOTALL
)
#: The colours of a page, as files have them.
LIGHT_COLORS = {
    "currentColor": INK,
    "var(--pl-paper,#fff)": BACKGROUND,
    "var(--pl-fold,#ddd)": FOLD,
}
#: A figure up to the words of its caption.
FIGURE_UP_TO_CAPTION = re.compile(
    r'(<figure class="[^"]*" id="(figure-\d+)")>(.*?)'
    r'<span class="caption-number">(.*?</span>)<span class="caption-text">',
    re.DOTALL,
)
#: Of the PNG files: twice as many as a page has, for screens with fine pixels.
PIXELS_PER_UNIT = 2
#: What the link to a file says, by the file's extension.
LINK_TEXTS = {
    "svg": "drawing as SVG",
    "png": "picture as PNG",
    "csv": "numbers as CSV",
}


def svg_documents(html):
    """Return the SVG documents in a piece of HTML."""
    return tuple(SVG_DOCUMENT.findall(html))


def in_light_colors(svg):
    """Return an SVG document with its colours as files have them."""
    page_colors = "|".join(map(re.escape, LIGHT_COLORS))
    return re.sub(page_colors, lambda match: LIGHT_COLORS[match[0]], svg)


def light_drawing(html):
    """Return all drawings of a figure side by side, in light colours; or None."""
    plots = [
        charts.Plot("", "", in_light_colors(svg)) for svg in svg_documents(html)
    ]
    if len(plots) > 1:
        return charts.row(*plots)
    return plots[0] if plots else None


def stored_csv_texts(path):
    """Return the numbers that a notebook has stored beside its drawings.

    They are the texts of CSV files, by the SVG documents of the output, in order.
    """
    csv_texts = {}
    for cell in json.loads(Path(path).read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", []):
            data = {
                kind.rpartition("/")[2]: "".join(content)
                for kind, content in output.get("data", {}).items()
                if kind.endswith(("text/html", "text/csv"))
            }
            if {"html", "csv"} <= data.keys():
                csv_texts[svg_documents(images_to_svg(data["html"]))] = data["csv"]
    return csv_texts


def straighten_apostrophes(text):
    """Give a text the apostrophe of keyboards: LaTeX makes the other one of it."""
    return text.replace("’", "'")


def citation_texts(app, docname, what, place):
    """Return how to cite a figure or table: for people, and for LaTeX.

    What is cited is called as in "Figure 1.2 of Ten big blinds". On a page that is
    called as the book is, the title is there once. Its address is its own where the
    pages have one, else that of the book, and the place in it. Where the book has
    none, it has none, either.
    """
    book = app.citation
    page = f"{docname}.html#{place}"
    own_url = f"{app.site}/{page}" if app.site else ""
    address = own_url or (f"{book['url']}, {page}" if book["url"] else "")
    author = re.sub("[{}]", "", book["author"])
    name, _, page_title = straighten_apostrophes(what).partition(" of ")
    book_title = straighten_apostrophes(book["title"])
    if book_title.casefold().endswith(page_title.casefold()):
        what = name
    text = f"{author} ({book['year']}): {what}. In: {book['title']}."
    text += f" Version {', '.join(filter(None, [book['version'], address]))}."
    kind, number = name.split()
    chapter = docname.partition("/")[2]
    key = f"pokerlab-{chapter}-{kind.lower()}-{number.replace('.', '-')}"
    fields = book | {
        "title": f"{what}, in {book['title']}",
        "url": own_url or book["url"],
    }
    if book["url"] and not own_url:
        fields["note"] = page
    entry = bibtex_entry(key, fields)
    return text.replace("'", "’"), straighten_apostrophes(entry)


def make_foldout(app, docname, what, place, files, number=""):
    """Make what unfolds below a figure or table: its files, and how to cite it.

    That of a table without a caption begins with its number, by which it is cited.
    """
    name = escape(what)
    links = ""
    for file in files:
        words = LINK_TEXTS[file.rpartition(".")[2]]
        links += (
            f'<a href="../data/{quote(file)}" download '
            f'aria-label="{words}: {name}">{words}</a>'
        )
    verbs = ["download"] if files else []
    citation = ""
    if app.citation:
        verbs.append("cite")
        text, entry = citation_texts(app, docname, what, place)
        copy_text, copy_entry = (
            '<button type="button" class="btn btn-sm pl-copy" '
            f'aria-label="Copy the {kind} of {name}">Copy</button>'
            for kind in ("citation", "BibTeX entry")
        )
        citation = (
            f'<div class="pl-cite" data-place="{docname}.html#{place}">'
            f"<p>{escape(text)}</p>{copy_text}"
            f"<pre>{escape(entry)}</pre>{copy_entry}</div>"
        )
    label = " or ".join(verbs).capitalize()
    details = (
        f'<details><summary aria-label="{label} {name}">{label}</summary>'
        f'<div class="pl-files">{links}</div>{citation}</details>'
    )
    return nodes.raw(
        "", f'<div class="pl-take">{number}{details}</div>', format="html"
    )


def name_figures(app, pagename, templatename, context, doctree):
    """Name each figure by its caption, in which its links have no part."""
    context["body"] = FIGURE_UP_TO_CAPTION.sub(
        r'\1 aria-labelledby="\2-number \2-caption">\3'
        r'<span class="caption-number" id="\2-number">\4'
        r'<span class="caption-text" id="\2-caption">',
        context.get("body", ""),
    )


def add_foldouts(app, doctree, docname):
    """Put the files and the citation below each figure and each table."""
    if app.env.doc2path(docname).endswith(".ipynb"):
        add_foldouts_to_figures(app, doctree, docname)
        add_foldouts_to_tables(app, doctree, docname)


def add_foldouts_to_figures(app, doctree, docname):
    """Put the drawing, its numbers and the citation below each figure."""
    page, title = docname.rpartition("/")[2], app.env.titles[docname].astext()
    figure_numbers = app.env.toc_fignumbers.get(docname, {}).get("figure", {})
    csv_texts = stored_csv_texts(app.env.doc2path(docname))
    for figure in list(doctree.findall(nodes.figure)):
        (name, *_) = figure["ids"] or [""]
        if name not in figure_numbers:
            continue
        html = "".join(raw.astext() for raw in figure.findall(nodes.raw))
        files = {}
        if csv_text := csv_texts.get(svg_documents(html)):
            files[f"{page}-{name}.csv"] = csv_text
        if drawing := light_drawing(html):
            files |= {f"{page}-{name}.svg": drawing, f"{page}-{name}.png": drawing}
        app.figure_files |= files
        what = f"Figure {'.'.join(map(str, figure_numbers[name]))} of {title}"
        foldout = make_foldout(app, docname, what, name, files)
        figure += nodes.legend("", foldout)


def add_foldouts_to_tables(app, doctree, docname):
    """Put the numbers and the citation below each table, or below its caption."""
    page, title = docname.rpartition("/")[2], app.env.titles[docname].astext()
    tables = [*app.tables_by_page.get(docname, [])]
    for raw in list(doctree.findall(nodes.raw)):
        for rows in tables_in(raw.astext()):
            if rows not in tables:
                continue
            number = tables.index(rows) + 1
            tables[number - 1] = None  # each is offered once
            place, name = f"table-{number}", f"Table {number}"
            cell = cell_around(raw)
            caption = caption_of(cell)
            if caption:
                strong = next(iter(caption.findall(nodes.strong)))
                strong[:] = [nodes.Text(f"{name}.")]
            foldout = make_foldout(
                app,
                docname,
                f"{name} of {title}",
                place,
                [f"{page}-{number}.csv"],
                "" if caption else f"<span>{name}</span>",
            )
            insert_after(caption or cell, foldout)
            cell.parent.insert(
                cell.parent.index(cell), nodes.target("", "", ids=[place])
            )


def cell_around(node):
    """Return the notebook's cell that a node is in."""
    while node.parent is not None and "cell" not in node.get("classes", []):
        node = node.parent
    return node


def insert_after(node, new):
    """Put a new node after another one."""
    node.parent.insert(node.parent.index(node) + 1, new)


def write_figure_files(app, exception):
    """Write the files of figures."""
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir, "data")
    folder.mkdir(exist_ok=True)
    cache = Path(app.outdir).parent / "drawings"
    cache.mkdir(exist_ok=True)
    files_in_use = set()
    for name, content in app.figure_files.items():
        path = folder / name
        if isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        elif path.suffix == ".png":
            files_in_use.add(write_png(content, path, cache))
        else:
            content.save(path)
    for file in {*cache.iterdir()} - files_in_use:
        file.unlink()


def write_png(drawing, path, cache):
    """Write the PNG file of a drawing, or copy what an earlier build painted.

    Returns the file in the folder `cache` that the next build copies.
    """
    svg = drawing.svg()
    made_of = (
        f"{svg}\n{PIXELS_PER_UNIT}\n{version('resvg_py')}\n{version('matplotlib')}"
    )
    file = cache / f"{hashlib.sha256(made_of.encode()).hexdigest()}.png"
    if not file.is_file():
        write_file(file, drawings.to_png(svg, PIXELS_PER_UNIT))
    copyfile(file, path)
    return file


def number_figures_by_page(app, env):
    """Number the figures of a page that has no number of its own from 1 on.

    Sphinx counts them through all such pages: the third page's first would be the
    seventeenth.
    """
    for numbers in env.toc_fignumbers.values():
        figures = numbers.get("figure", {})
        if all(len(number) == 1 for number in figures.values()):
            names = sorted(figures, key=figures.get)
            figures |= {name: (number,) for number, name in enumerate(names, 1)}
    return []


def begin_without_files(app):
    """Begin without files of figures, which the pages add."""
    app.figure_files = {}


def setup(app):
    """Register with Sphinx."""
    app.connect("builder-inited", begin_without_files)
    app.connect(
        "env-get-updated", number_figures_by_page, priority=900
    )  # after Sphinx
    app.connect("doctree-resolved", add_foldouts)
    app.connect("html-page-context", name_figures, priority=900)
    app.connect("build-finished", write_figure_files)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
