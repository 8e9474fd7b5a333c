"""Below each figure and table: what readers take along of it.

A figure's drawings are a file to download, as SVG and as PNG, in light colours; of
its range charts, what each hand does is a CSV file. A table's numbers are the CSV
file that `files` writes. Its citation is folded, with buttons that copy it.
"""

import csv
import re
from html import escape, unescape
from io import StringIO
from pathlib import Path
from urllib.parse import quote

from docutils import nodes
from files import bibtex, caption_of, pages, plain, rows_of
from pokerlab import charts
from pokerlab.charts.colors import FOLD, INK, PAPER

DOCUMENT = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg".*?</svg>', re.DOTALL
)
LIGHT = {
    "currentColor": INK,
    "var(--pl-paper,#fff)": PAPER,
    "var(--pl-fold,#ddd)": FOLD,
}
"""The colours of a page, as files have them."""
HAND = re.compile(r"<title>([2-9TJQKA]{2}[so]?): ([^<]*)</title>")
"""What a range chart says of a hand to whoever points at it."""
SHARE = re.compile(r"(.*) ([\d.]+)%")


def picture(html):
    """All drawings of a figure, side by side in one, in light colours; or none."""
    found = [
        charts.Plot("", "", re.sub("|".join(map(re.escape, LIGHT)), light, svg))
        for svg in DOCUMENT.findall(html)
    ]
    return charts.row(*found) if len(found) > 1 else found[0] if found else None


def light(color):
    """The colour of a page as files have it."""
    return LIGHT[color[0]]


def hands(html):
    """What range charts say of each hand, as rows: a column for an action.

    The title of a chart heads its columns, where there are several charts.
    """
    drawn = [svg for svg in DOCUMENT.findall(html) if HAND.search(svg)]
    columns, order = {}, []
    for svg in drawn:
        named = re.search(r"<title[^>]*>(.*?)</title>", svg)
        title = unescape(named[1]) if named and len(drawn) > 1 else ""
        for hand, told in HAND.findall(svg):
            order.append(hand)
            for part in unescape(told).split(", "):
                share = SHARE.fullmatch(part)
                name = share[1] if share else "value"
                head = ": ".join(filter(None, [title, name]))
                number = f"{float(share[2]) / 100:.4f}" if share else plain(part)
                columns.setdefault(head, {})[hand] = number.removesuffix(" bb")
    if not columns:
        return []
    missing = {head: "0" if not head.endswith("value") else "" for head in columns}
    return [
        ["hand", *columns],
        *(
            [hand, *(columns[head].get(hand, missing[head]) for head in columns)]
            for hand in dict.fromkeys(order)
        ),
    ]


def as_csv(rows):
    """Rows as the text of a file."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def citation(app, docname, what, place):
    """How to cite a figure or table: for people, and for LaTeX."""
    book = app.citation
    address = f"{docname}.html#{place}"
    url = book["url"] and f"{book['url'].rstrip('/')}/{address}"
    who = re.sub("[{}]", "", book["author"])
    text = f"{who} ({book['year']}): {what}. In: {book['title']}."
    text += f" Version {book['version']}, {url or address}."
    key = f"pokerlab-{docname.partition('/')[2]}-{place}"
    own = {"title": f"{what}, in {book['title']}", "url": url}
    own |= {} if url else {"note": address}
    return text, bibtex(key, book | own)


def offer(app, docname, what, place, files):
    """The line of links below a figure or table, and its citation."""
    links = "".join(
        f'<a href="../data/{quote(name)}" download aria-label="{escape(what)} as '
        f'{name.rpartition(".")[2].upper()}">{name.rpartition(".")[2].upper()}</a>'
        for name in files
    )
    cited = ""
    if app.citation:
        text, entry = citation(app, docname, what, place)
        copy = '<button type="button" class="btn btn-sm pl-copy">Copy</button>'
        cited = (
            f'<details class="pl-cite"><summary>Cite</summary><p>{escape(text)}</p>'
            f"{copy}<pre>{escape(entry)}</pre>{copy}</details>"
        )
    return nodes.raw(
        "", f'<div class="pl-take">{links}{cited}</div>', format="html"
    )


def add(app, doctree, docname):
    """Put the files and the citation below each figure and each table."""
    if not app.env.doc2path(docname).endswith(".ipynb"):
        return
    page, title = docname.rpartition("/")[2], app.env.titles[docname].astext()
    numbers = app.env.toc_fignumbers.get(docname, {}).get("figure", {})
    for figure in list(doctree.findall(nodes.figure)):
        (name, *_) = figure["ids"] or [""]
        if name not in numbers:
            continue
        html = "".join(raw.astext() for raw in figure.findall(nodes.raw))
        files = {}
        if rows := hands(html):
            files[f"{page}-{name}.csv"] = as_csv(rows)
        if drawing := picture(html):
            files |= {f"{page}-{name}.svg": drawing, f"{page}-{name}.png": drawing}
        app.taken |= files
        what = f"Figure {'.'.join(map(str, numbers[name]))} of {title}"
        figure += nodes.legend("", offer(app, docname, what, name, files))
    tables = [*dict(pages(app)).get(docname, [])]
    for raw in list(doctree.findall(nodes.raw)):
        for rows in rows_of(raw.astext()):
            if rows not in tables:
                continue
            number = tables.index(rows) + 1
            tables[number - 1] = None  # each is offered once
            place = f"table-{number}"
            line = offer(
                app,
                docname,
                f"Table {number} of {title}",
                place,
                [f"{page}-{number}.csv"],
            )
            cell = raw
            while cell.parent is not None and "cell" not in cell.get("classes", []):
                cell = cell.parent
            below = caption_of(cell)
            target = nodes.target("", "", ids=[place])
            (below or cell).parent.insert(
                (below or cell).parent.index(below or cell) + 1, line
            )
            cell.parent.insert(cell.parent.index(cell), target)


def write(app, exception):
    """Write the files of figures."""
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir, "data")
    folder.mkdir(exist_ok=True)
    for name, content in app.taken.items():
        if isinstance(content, str):
            (folder / name).write_text(content, encoding="utf-8")
        else:
            content.save(folder / name)


def begin(app):
    """Begin without files."""
    app.taken = {}


def setup(app):
    """Register with Sphinx."""
    app.connect("builder-inited", begin)
    app.connect("doctree-resolved", add)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
