"""What a notebook shows of a drawing to those who have not run it.

JupyterLab, and whoever else cleans the HTML of a notebook that is not trusted, takes inline SVG
away and leaves the words that were in it, one after another. Images stay. So a notebook has each
drawing once, as the address of an image: `svg_to_images` makes images of the drawings in a piece of
HTML. Where scripts may run, an image turns into its drawing, with tooltips and the page's colours.
`images_to_svg` turns all of them back; the book does that when it is built.

The numbers that are drawn are beside the drawing, as the text of a CSV file.
"""

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from html import escape, unescape
from typing import Any
from urllib.parse import unquote

__all__ = [
    "CHART_WIDTH",
    "Record",
    "ShownInNotebook",
    "html_to_svg",
    "images_to_svg",
    "json_script",
    "svg_to_image",
    "svg_to_images",
]

#: A row of a table: the names of its columns, and what is in them.
Record = Mapping[str, str]

_START = "data:image/svg+xml;charset=utf-8,"  # How the address of an image begins.
# JavaScript by which an image puts its drawing into its place, once it is loaded.
_ONLOAD = f"this.outerHTML=decodeURIComponent(this.getAttribute('src').slice({len(_START)}))"

#: How wide a chart is; lengths in drawings are in this unit, a pixel of a page that has room.
CHART_WIDTH = 518
_NAMED_SVG = '<svg xmlns="http://www.w3.org/2000/svg" '  # How a document that may be alone begins.
_DOCUMENT = re.compile(rf"{re.escape(_NAMED_SVG.rstrip())}.*?</svg>", re.DOTALL)
_IMAGE = re.compile(rf'<img class="pl-still"[^>]* src="{re.escape(_START)}([^"]*)">')
_TAG = re.compile("<[^<>]*>")
_TITLE = re.compile(r"<title\b[^>]*>(.*?)</title>", re.DOTALL)
_DESCRIPTION = re.compile(r"<desc\b[^>]*>(.*?)</desc>", re.DOTALL)
# What `html_to_svg` makes, and the HTML in it.
_HTML_DOCUMENT = re.compile(
    r"<foreignObject[^>]*><div[^>]*>(.*)</div></foreignObject></svg>$", re.DOTALL
)


class ShownInNotebook:
    """What a notebook shows as HTML; it stores the drawings in it as images, and the numbers."""

    def records(self) -> list[Record]:
        """Return the numbers of the drawing, as rows; none, where it has none."""
        return []

    def _repr_html_(self) -> str:
        raise NotImplementedError

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return self._with_numbers(svg_to_images(self._repr_html_()))

    def _with_numbers(self, html: str) -> dict[str, str]:
        """Return the outputs that a notebook stores: HTML and, if there are any, the numbers."""
        numbers = _table_text(self.records())
        return {"text/html": html} | ({"text/csv": numbers} if numbers else {})


def _table_text(rows: Sequence[Record]) -> str:
    """Write rows as the text of a CSV file; columns that no row fills are left out."""
    filled = {name for row in rows for name, text in row.items() if text}
    columns = [
        name for name in dict.fromkeys(name for row in rows for name in row) if name in filled
    ]
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", extrasaction="ignore", lineterminator="\n")
    if rows:
        writer.writeheader()
        writer.writerows(rows)
    return text.getvalue()


def svg_to_images(html: str) -> str:
    """Make images of the SVG documents in a piece of HTML, those that name their namespace."""
    return _DOCUMENT.sub(lambda svg: svg_to_image(svg[0]), html)


def svg_to_image(svg: str) -> str:
    """Return an SVG document as an image, described by the first title and description in it.

    Examples
    --------
    >>> svg = '<svg xmlns="http://www.w3.org/2000/svg"><title>A dot</title></svg>'
    >>> svg_to_image(svg)[:45], images_to_svg(svg_to_image(svg)) == svg
    ('<img class="pl-still" alt="A dot" width="518"', True)
    """
    names = [_TITLE.search(svg), _DESCRIPTION.search(svg)]
    alt = ". ".join(unescape(name[1]) for name in names if name)
    own_width = re.match(r'<svg[^>]* width="(\d+)', svg)
    width = own_width[1] if own_width else CHART_WIDTH
    return (
        f'<img class="pl-still" alt="{escape(alt)}" width="{width}" style="background:#fff" '
        f'onload="{_ONLOAD}" src="{_START}{_encode(svg)}">'
    )


def images_to_svg(html: str) -> str:
    """Turn the images that `svg_to_images` has made into what they were made of."""
    return _IMAGE.sub(lambda image: _decode(image[1]), html)


def json_script(data: Any) -> str:
    r"""Return an element of a page that holds data for its scripts, as JSON on one line.

    Examples
    --------
    >>> json_script({"name": "</script>"})
    '<script type="application/json">{"name":"\\u003c/script>"}</script>'
    """
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", r"\u003c")
    return f'<script type="application/json">{text}</script>'


def html_to_svg(html: str, style: str, title: str, width: int, height: int) -> str:
    """Put well-formed HTML into an SVG document; `images_to_svg` takes it out again.

    SVG in it does not name its namespace. The width and height are in pixels. The title describes
    the image, and the style is for it only.
    """
    size = f'width="{width}" height="{height}"'
    html = html.replace("<svg ", _NAMED_SVG)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size}>'
        f"<title>{escape(title)}</title><style>{style}</style><foreignObject {size}>"
        f'<div xmlns="http://www.w3.org/1999/xhtml">{html}</div></foreignObject></svg>'
    )


def _encode(svg: str) -> str:
    """Write SVG as the rest of an address in double quotes.

    Double quotes of tags become single ones, because a notebook escapes each double quote. All else
    that an address or its quotes could not hold is encoded, so nothing is lost.
    """
    for character in "%#&'\n\r\t":
        svg = svg.replace(character, f"%{ord(character):02X}")
    return _TAG.sub(_single_quoted, svg).replace('"', "%22")


def _single_quoted(tag: re.Match[str]) -> str:
    """Write a tag with single quotes, unless there are single ones in it already."""
    has_single_quotes = "%27" in tag[0]
    return tag[0] if has_single_quotes else tag[0].replace('"', "'")


def _decode(address: str) -> str:
    """Read the text of `_encode`; of a document around HTML, the HTML."""
    svg = unquote(address.replace("'", '"'))
    html_document = _HTML_DOCUMENT.search(svg)
    return html_document[1].replace(_NAMED_SVG, "<svg ") if html_document else svg
