"""SVG, in which all drawings are written: elements, documents, and their styles.

An SVG file is in light colours. In a page the same document takes the page's colours and font.
"""

import hashlib
import re
from html import escape

from pokerlab.charts.colors import BACKGROUND, FOLD, INK

__all__ = [
    "BLACK",
    "DRAWING_ID",
    "HALO",
    "HAND",
    "HAND_ABOVE_NUMBER",
    "LEGEND",
    "LIGHT",
    "LONG_NUMBER",
    "NAMESPACE",
    "NUMBER",
    "PAGE_STYLE",
    "TITLE",
    "WHITE",
    "document",
    "element",
    "in_page_colors",
    "rectangle",
    "text_element",
]

NAMESPACE = "http://www.w3.org/2000/svg"
DRAWING_ID = re.compile(r"\bpl[0-9a-f]{10}")  #: How the ids in a drawing begin, the same for all.

# Classes of texts, by size. They are single letters, because a chart has hundreds of texts.
TITLE = "t"
LEGEND = "k"
HAND = "l"
HAND_ABOVE_NUMBER = "h"
NUMBER = "n"
LONG_NUMBER = "s"
# Classes of the texts in a cell, by looks.
BLACK = "b"
WHITE = "w"
HALO = "m"  # with a halo of paper
LIGHT = "f"  # not bold

# The size of each class of texts in a wide page, and in a narrow one, where a drawing shrinks.
_FONT_SIZES = {
    TITLE: (19, 21),
    LEGEND: (15, 17),
    HAND: (14, 17),
    HAND_ABOVE_NUMBER: (13.5, 15.5),
    NUMBER: (12.5, 14),
    LONG_NUMBER: (11, 12),
}
_WIDE_FONTS = "".join(
    f".pl .{name}{{font-size:{wide}px}}" for name, (wide, _) in _FONT_SIZES.items()
)
_NARROW_FONTS = "".join(
    f".pl .{name}{{font-size:{narrow}px}}" for name, (_, narrow) in _FONT_SIZES.items()
)
# What marks the cell that is pointed at: its shadow, two pixels to each side.
_RING = " ".join(
    f"drop-shadow({offset} {INK})" for offset in ("2px 0", "-2px 0", "0 2px", "0 -2px")
)

# The style in each document. Corners of a cell are round, whether it is of one colour or several.
_DOCUMENT_STYLE = (
    f"{_WIDE_FONTS}.pl .{TITLE},.pl .{HAND},.pl .{HAND_ABOVE_NUMBER}{{font-weight:600}}"
    f".pl .{LIGHT}{{font-weight:400}}.pl .{BLACK}{{fill:#000}}.pl .{WHITE}{{fill:#fff}}"
    f".pl .{HALO}{{paint-order:stroke;stroke:{BACKGROUND};stroke-width:1.9px;"
    "stroke-opacity:.7;stroke-linejoin:round}"
    ".pl .g rect:only-of-type{rx:3px}"
    ".pl .g rect:first-of-type:not(:last-of-type){clip-path:inset(0 round 3px 0 0 3px)}"
    ".pl .g rect:last-of-type:not(:first-of-type){clip-path:inset(0 round 0 3px 3px 0)}"
    f".pl .g>g:hover{{filter:{_RING}}}"
)

#: The style that a page needs once, for all of its drawings. The last rule takes away the light box
#: that pydata-sphinx-theme puts behind output in the dark.
PAGE_STYLE = (
    ".pl-box{container-type:inline-size;flex:1 1 300px;max-width:600px;"
    "--pl-paper:var(--pst-color-background,var(--jp-layout-color0,Canvas));"
    "--pl-fold:color-mix(in srgb,currentColor 14%,var(--pl-paper));"
    "color:var(--pst-color-text-base,var(--jp-content-font-color1,currentColor))}"
    ".pl-box svg{display:block;width:100%;height:auto;font-family:inherit;overflow:visible}"
    ".pl-row{display:flex;flex-wrap:wrap;gap:1.5rem}"
    f"@container (max-width:450px){{{_NARROW_FONTS}}}"
    "html[data-theme] .bd-content div.cell_output .output.text_html:has(.pl-box)"
    "{background:none;padding:0}"
)

# What stands for a colour of an SVG file in a page.
_PAGE_COLORS = {
    INK: "currentColor",
    BACKGROUND: "var(--pl-paper,#fff)",
    FOLD: "var(--pl-fold,#ddd)",
}


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """Return one SVG element around its content, which is already escaped.

    Attributes are written in their order, floats with two decimals. An underscore in a name stands
    for a hyphen, and one at the end for nothing.
    """
    opening = name
    for attribute, value in attributes.items():
        text = f"{round(value, 2):g}" if isinstance(value, float) else escape(str(value))
        opening += f' {attribute.rstrip("_").replace("_", "-")}="{text}"'
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


def text_element(x: float, y: float, text: str, classes: str) -> str:
    """Return a text; `classes` are its class by size and maybe, after a blank, that by looks."""
    return element("text", escape(text, quote=False), x=x, y=y, class_=classes)


def rectangle(x: float, y: float, width: float, height: float, fill: str) -> str:
    """Return a rectangle; an `x` or `y` of 0 is left out."""
    corner = {name: value for name, value in (("x", x), ("y", y)) if value}
    return element("rect", **corner, width=width, height=height, fill=fill)


def document(width: float, height: float, title: str, description: str, body: str) -> str:
    """Return a whole SVG document, which screen readers announce as one image.

    An id in `body`, and a reference to one, begins with ``@``, which becomes a prefix made from the
    content, so that different drawings on a page share no id.
    """
    names = element("title", escape(title), id="@t")
    names += element("desc", escape(description), id="@d")
    content = names + element("style", _DOCUMENT_STYLE) + body
    prefix = "pl" + hashlib.sha256(content.encode()).hexdigest()[:10]
    return element(
        "svg",
        re.sub(r'(\bid="|href="#|url\(#)@', rf"\g<1>{prefix}", content),
        xmlns=NAMESPACE,
        viewBox=f"0 0 {width:g} {height:g}",
        class_="pl",
        role="img",
        aria_labelledby=f"{prefix}t {prefix}d",
        fill=INK,
        font_family="system-ui,sans-serif",
        style=f"background:{BACKGROUND}",
    )


def in_page_colors(svg: str) -> str:
    """Let a document take the colours of the page that it is in."""
    return re.sub("|".join(_PAGE_COLORS), lambda color: _PAGE_COLORS[color[0]], svg)
