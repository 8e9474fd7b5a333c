"""What a notebook shows of a drawing to those who have not run it.

JupyterLab, and whoever else cleans the HTML of a notebook that is not trusted, takes inline SVG
away and leaves the words that were in it, one after another. Images stay. So a notebook has each
drawing once, as the address of an image: `still` makes images of the drawings in a piece of HTML.
Where scripts may run, an image turns into its drawing, with tooltips and the page's colours.
`inline` turns all of them back; the book does that when it is built.
"""

import re
from html import escape, unescape
from typing import Any
from urllib.parse import unquote

START = "data:image/svg+xml;charset=utf-8,"  #: How the address of an image begins.
ONLOAD = f"this.outerHTML=decodeURIComponent(this.getAttribute('src').slice({len(START)}))"

_SVG = re.compile(r'<svg xmlns="http://www\.w3\.org/2000/svg".*?</svg>', re.DOTALL)
_IMAGE = re.compile(rf'<img class="pl-still"[^>]* src="{re.escape(START)}([^"]*)">')
_NAMED = '<svg xmlns="http://www.w3.org/2000/svg" '
_TAG = re.compile("<[^<>]*>")
_NAMES = re.compile(r"<(title|desc)\b[^>]*>(.*?)</\1>", re.DOTALL)
_FRAMED = re.compile(r"<foreignObject[^>]*><div[^>]*>(.*)</div></foreignObject></svg>$", re.DOTALL)


class Shown:
    """Something with a drawing in its ``_repr_html_``, which notebooks store as an image."""

    def _repr_html_(self) -> str:
        raise NotImplementedError

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": still(self._repr_html_())}


def still(html: str) -> str:
    """Make images of the SVG documents in a piece of HTML, those that name their namespace."""
    return _SVG.sub(lambda svg: image(svg[0]), html)


def image(svg: str) -> str:
    """Return an SVG document as an image, described by the first title and description in it.

    Examples
    --------
    >>> svg = '<svg xmlns="http://www.w3.org/2000/svg"><title>A dot</title></svg>'
    >>> image(svg)[:45], inline(image(svg)) == svg
    ('<img class="pl-still" alt="A dot" width="518"', True)
    """
    names = dict(reversed(_NAMES.findall(svg)))
    alt = ". ".join(unescape(names[key]) for key in ("title", "desc") if key in names)
    size = re.match(r'<svg[^>]* width="(\d+)', svg)
    width = size[1] if size else "518"
    return (
        f'<img class="pl-still" alt="{escape(alt)}" width="{width}" style="background:#fff" '
        f'onload="{ONLOAD}" src="{START}{_encoded(svg)}">'
    )


def inline(html: str) -> str:
    """Turn the images that `still` and `image` have made into what they were made of."""
    return _IMAGE.sub(lambda image: _decoded(image[1]), html)


def framed(html: str, style: str, title: str, width: int, height: int) -> str:
    """Put well-formed HTML into an SVG document; `inline` takes it out again.

    SVG in it does not name its namespace. The width and height are in pixels. The title describes
    the image, and the style is for it only.
    """
    size = f'width="{width}" height="{height}"'
    html = html.replace("<svg ", _NAMED)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size}>'
        f"<title>{escape(title)}</title><style>{style}</style><foreignObject {size}>"
        f'<div xmlns="http://www.w3.org/1999/xhtml">{html}</div></foreignObject></svg>'
    )


def _encoded(svg: str) -> str:
    """Write SVG as the rest of an address in double quotes.

    A single quote in it is a double one of a tag, which then takes one byte in a notebook, not two.
    All else that an address or its quotes could not hold is encoded, so nothing is lost.
    """
    for character in "%#&'\n\r\t":
        svg = svg.replace(character, f"%{ord(character):02X}")
    svg = _TAG.sub(lambda tag: tag[0] if "%27" in tag[0] else tag[0].replace('"', "'"), svg)
    return svg.replace('"', "%22")


def _decoded(address: str) -> str:
    """Read what `_encoded` wrote; of a frame, what is in it."""
    svg = unquote(address.replace("'", '"'))
    inside = _FRAMED.search(svg)
    return inside[1].replace(_NAMED, "<svg ") if inside else svg
