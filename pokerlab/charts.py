"""Range charts and the book's other drawings, in one style.

`range_chart` works out the 13 x 13 grid of hands once, cell by cell. The result shows itself inline
in a page, in the page's font and its light or dark colours; as an SVG or a PNG file; or in a
terminal. All other figures are plain matplotlib: `subplots` starts one in the book's style, `show`
puts it into the page in the same way, and `row` sets drawings side by side. `live` gives a figure a
knob. Each has a description for screen readers, and is the same text, byte for byte, wherever it is
drawn.

The colours of actions and lines are those of M. Okabe and K. Ito, Color Universal Design (2008),
which people with the common kinds of colour vision can tell apart. The sequential scale is viridis
(S. van der Walt and N. Smith, 2015). Contrast is that of WCAG 2.1.
"""

import hashlib
import io
import json
import math
import re
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from itertools import accumulate, cycle, pairwise
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree.ElementTree import Element, fromstring, tostring

import numpy as np

from pokerlab import cards, ranges
from pokerlab._extras import optional
from pokerlab._files import check_ending, write_file
from pokerlab._foundations import (
    check_count,
    check_type,
    is_integer,
    read_floats,
    read_list,
    read_pair,
)
from pokerlab._notebooks import Shown
from pokerlab.amounts import parse_amount

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame


INK = "#222832"  #: Text and lines; in a page, the page's own text colour.
PAPER = "#ffffff"  #: The background; in a page, the page's own.
#: Folding, and whatever else recedes; in a page, its background with a little of its text colour.
FOLD = "#dfe1e4"
#: The colours of the other actions: check; call or limp; raise or bet; push or jam.
CHECK, CALL, RAISE, PUSH = "#56b4e9", "#009e73", "#e69f00", "#d55e00"
#: Stops of the ramp from the smallest to the largest of several raises, all-in not among them.
RAISES = ("#f6e28c", RAISE, "#6b4200")
#: Lines of a plot, and actions without a role of their own, in this order.
CYCLE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
#: Stops of the scale for numbers from low to high.
SEQUENTIAL = ("#440154", "#443983", "#31688e", "#21918c", "#35b779", "#90d743", "#fde725")
SCALE = 4  #: How many pixels of a PNG file a unit of an SVG file takes.
DIGITS = 15  #: A reader is asked for no more digits after the point; floats tell no more apart.
#: Stops of the scale for numbers below and above a centre.
DIVERGING = ("#0072b2", "#7fb6d6", "#eeeeee", "#f0a878", "#d55e00")

_ROLES = {"check": CHECK, "call": CALL, "limp": CALL, "raise": RAISE, "bet": RAISE}
_ROLES |= dict.fromkeys(("fold", "muck", "give"), FOLD)
_ROLES |= dict.fromkeys(("push", "shove", "jam", "all-in"), PUSH)

_SVG = "http://www.w3.org/2000/svg"
_TILE, _PITCH, _WIDTH = 38, 40, 518
_GAP = 24  # between drawings in a row
_FONT = "DejaVu Sans"

# Font sizes, wide and narrow: title, key, hand alone, hand over a number, number, long number.
_SIZES = (19, 15, 14, 13.5, 12.5, 11), (21, 17, 17, 15.5, 14, 12)
_STYLE = ".pl .{}{{font-size:{}px}}"
_FONTS, _NARROW_FONTS = ("".join(map(_STYLE.format, "tklhns", row)) for row in _SIZES)
_RING = " ".join(f"drop-shadow({at} {INK})" for at in ("2px 0", "-2px 0", "0 2px", "0 -2px"))

_SVG_STYLE = (
    _FONTS + ".pl .t,.pl .l,.pl .h{font-weight:600}.pl .f{font-weight:400}"
    ".pl .b{fill:#000}.pl .w{fill:#fff}"
    f".pl .m{{paint-order:stroke;stroke:{PAPER};stroke-width:3px;stroke-linejoin:round}}"
    ".pl .g rect:only-of-type{rx:3px}"
    ".pl .g rect:first-of-type:not(:last-of-type){clip-path:inset(0 round 3px 0 0 3px)}"
    ".pl .g rect:last-of-type:not(:first-of-type){clip-path:inset(0 round 0 3px 3px 0)}"
    f".pl .g>g:hover{{filter:{_RING}}}"
)

_PAGE_COLORS = {INK: "currentColor", PAPER: "var(--pl-paper,#fff)", FOLD: "var(--pl-fold,#ddd)"}

# The last rule takes away the light box that pydata-sphinx-theme puts behind output in the dark.
_PAGE_STYLE = (
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

_IDS = re.compile(r"\bpl[0-9a-f]{10}")  #: How ids in a drawing begin.


def scale_color(stops: Sequence[str], share: float) -> str:
    """Return the colour at a share of the way along evenly spaced stops.

    Examples
    --------
    >>> scale_color(["#000000", "#ff0000"], 0.2)
    '#330000'
    """
    channels = zip(*(bytes.fromhex(stop[1:]) for stop in stops), strict=True)
    at = np.linspace(0, 1, len(stops))
    return "#" + "".join(f"{round(np.interp(share, at, channel)):02x}" for channel in channels)


def action_colors(actions: Sequence[str]) -> tuple[str, ...]:
    """Give each action its colour in the book.

    The first word of a label says its role: fold or give up, check, call or limp, raise or bet,
    push, shove or jam. Several raises share the ramp `RAISES`; labels without a role take what
    `CYCLE` has left.

    Examples
    --------
    >>> action_colors(["fold", "call", "raise to 3", "all-in"])
    ('#dfe1e4', '#009e73', '#e69f00', '#d55e00')
    """
    roles = [_ROLES.get(re.split("[ ,]", action)[0].lower()) for action in actions]
    last = roles.count(RAISE) - 1
    raises = (scale_color(RAISES, k / last) if last else RAISE for k in range(last + 1))
    spare = cycle([color for color in CYCLE if color not in roles])
    colors: list[str] = []
    for role in roles:
        new = role if role not in colors else None
        colors.append(next(raises) if role == RAISE else new or next(spare))
    return tuple(colors)


def reads_in_black(color: str) -> bool:
    """Whether black text has more contrast on a colour than white; the better has 4.58 or more.

    In WCAG 2.1 contrast is the ratio of relative luminances, each with 0.05 added.
    """
    channels = np.array([*bytes.fromhex(color[1:])]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return bool((linear @ (0.2126, 0.7152, 0.0722) + 0.05) ** 2 > 1.05 * 0.05)


def _tag(name: str, content: str = "", /, **attributes: object) -> str:
    """Return one SVG element around its content, which is already escaped."""
    opening = name
    for key, value in attributes.items():
        text = f"{round(value, 2):g}" if isinstance(value, float) else escape(str(value))
        opening += f' {key.rstrip("_").replace("_", "-")}="{text}"'
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


def _document(width: float, height: float, title: str, description: str, body: str) -> str:
    """Return a whole SVG document, which screen readers announce as one image.

    An id in `body`, and a reference to one, begins with ``@``, which becomes a prefix made from the
    content, so that different drawings on a page share no id.
    """
    names = _tag("title", escape(title), id="@t") + _tag("desc", escape(description), id="@d")
    content = names + _tag("style", _SVG_STYLE) + body
    prefix = "pl" + hashlib.sha256(content.encode()).hexdigest()[:10]
    return _tag(
        "svg",
        re.sub(r'(\bid="|href="#|url\(#)@', rf"\g<1>{prefix}", content),
        xmlns=_SVG,
        viewBox=f"0 0 {width:g} {height:g}",
        class_="pl",
        role="img",
        aria_labelledby=f"{prefix}t {prefix}d",
        fill=INK,
        font_family="system-ui,sans-serif",
        style=f"background:{PAPER}",
    )


class Drawing(Shown):
    """A picture that shows itself in a notebook and in a page, and saves itself to a file."""

    svg: Callable[[], str]  #: Returns the text of an SVG file in light colours.

    def save(self, path: str | Path) -> None:
        """Write the drawing to a file, in light colours, by the ending of its name.

        It is a ValueError unless that is ``.svg`` or ``.png``, and an OSError if the file cannot be
        written. A PNG has `SCALE` pixels for each unit of the SVG, and matplotlib's font DejaVu
        Sans, whatever fonts there are; it needs the extra ``png``. A row is one picture, and a
        drawing with a knob is saved as it stands at the start.
        """
        ending = check_ending(path, ".svg", ".png")
        write_file(path, self.svg().encode() if ending == ".svg" else _png(self.svg()))

    def _repr_html_(self) -> str:
        return f"<style>{_PAGE_STYLE}</style>{self._box()}"

    def _box(self) -> str:
        svg = re.sub("|".join(_PAGE_COLORS), lambda color: _PAGE_COLORS[color[0]], self.svg())
        return f'<div class="pl-box">{svg}</div>'


def _png(svg: str) -> bytes:
    """Paint an SVG file, on any machine in the same font."""
    resvg = optional("resvg_py", "png")
    from matplotlib import get_data_path

    fonts = Path(get_data_path()) / "fonts" / "ttf"
    return resvg.svg_to_bytes(
        svg_string=svg,
        background=PAPER,
        zoom=SCALE,
        skip_system_fonts=True,
        font_files=[str(path) for path in sorted(fonts.glob("DejaVuSans*.ttf"))],
        font_family=_FONT,
        sans_serif_family=_FONT,
    )


@dataclass(frozen=True)
class Row(Drawing):
    """Drawings side by side; `row` makes it."""

    drawings: tuple[Drawing, ...]

    def svg(self) -> str:
        """Return the drawings as one SVG file, equally wide and side by side."""
        x, tallest, inside = 0, 0.0, ""
        for drawing in self.drawings:
            svg = drawing.svg()
            width, height = map(float, fromstring(svg).attrib["viewBox"].split()[2:])
            height *= _WIDTH / width
            place = f'<svg x="{x}" width="{_WIDTH}" height="{height:g}" '
            inside += svg.replace("<svg ", place, 1)
            x, tallest = x + _WIDTH + _GAP, max(tallest, height)
        box = f"0 0 {x - _GAP} {tallest:g}"
        return _tag("svg", inside, xmlns=_SVG, viewBox=box, style=f"background:{PAPER}")

    def _box(self) -> str:
        return f'<div class="pl-row">{"".join(drawing._box() for drawing in self.drawings)}</div>'


def row(*drawings: Drawing) -> Row:
    """Set drawings side by side, or below one another where the page is narrow.

    Anything but a drawing is a TypeError.
    """
    for drawing in drawings:
        check_type("drawings", drawing, Drawing, "drawings")
    return Row(drawings)


@dataclass(frozen=True)
class LiveDrawing(Drawing):
    """A drawing for each position of a knob; `live` makes it."""

    knob: str
    start: int
    html: str = field(repr=False)
    still: Drawing = field(repr=False)  #: The drawing at the start.

    def svg(self) -> str:
        """Return the drawing at the start as the text of an SVG file."""
        return self.still.svg()

    def _box(self) -> str:
        return self.html


def _differences(nodes: Sequence[Element]) -> Iterator[tuple[Sequence[Element], str, list[str]]]:
    """The nodes at which drawings differ, in which attribute, and what it is in each.

    Where children have another shape, or there is another text, all that is inside differs: that
    attribute is "".
    """
    for key in nodes[0].attrib:
        if len({node.attrib[key] for node in nodes}) > 1:
            yield nodes, key, [node.attrib[key] for node in nodes]
    shapes = ((node.text, *((of.tag, of.tail, *of.attrib) for of in node)) for node in nodes)
    if len({*shapes}) == 1:
        for children in zip(*nodes, strict=True):
            yield from _differences(children)
        return
    texts = (escape(node.text or "", quote=False) for node in nodes)
    inside = ("".join(tostring(of, "unicode") for of in node) for node in nodes)
    yield nodes, "", [text + more for text, more in zip(texts, inside, strict=True)]


def live(
    draw: Callable[[Any], Drawing], choices: Iterable[Any], knob: str, start: Any = None
) -> LiveDrawing:
    """Let a reader turn the knob of a drawing.

    Without scripts, on paper and in a notebook the figure stands still. The page has what differs
    between the drawings, no more, and `book/_static/live.js` puts it in.

    Parameters
    ----------
    draw : callable
        Makes the drawing for one choice. The drawings differ as little as the choices do: axes have
        the same limits, and legends the same place.
    choices : iterable
        The positions of the knob.
    knob : str
        Its name, a colon, and how a choice is printed, such as ``"Stack: {:g} big blinds"``.
    start : optional
        The choice that is shown first; by default the first one.

    Examples
    --------
    >>> def one(hand):
    ...     return range_chart(ranges.parse_range(hand), title=hand)
    >>> live(one, ["AA", "KK"], "The range: {}")
    LiveDrawing(knob='The range', start=0)
    """
    if not callable(draw):
        raise TypeError(f"draw: {draw!r} given, a function of one choice needed")
    check_type("knob", knob, str, "text such as 'Stack: {:g}'")
    choices, (name, _, form) = read_list("choices", choices), knob.partition(": ")
    if not choices or start not in (None, *choices):
        raise ValueError(f"start: {start!r} given, one of the choices {choices} needed")
    at = 0 if start is None else choices.index(start)
    drawings = [draw(choice) for choice in choices]
    names, boxes = [form.format(choice) for choice in choices], [d._box() for d in drawings]
    own = dict.fromkeys(_IDS.findall(boxes[at]))

    def read(box: str) -> Element:
        for one, other in zip(dict.fromkeys(_IDS.findall(box)), own, strict=True):
            box = box.replace(one, other)  # in a page these are one drawing
        return fromstring(box.replace(f' xmlns="{_SVG}"', ""))

    trees = [*map(read, boxes)]
    nodes = [node for svg in trees[at].iter("svg") for node in svg.iter()]
    texts: dict[str, int] = {}
    parts = []
    for same, key, values in _differences(trees):
        parts.append([nodes.index(same[at]), key])
        for n, text in enumerate(values):
            if n == 0 or text != values[n - 1]:
                parts[-1] += [n, texts.setdefault(text, len(texts))]
    data = {"names": names, "start": at, "texts": [*texts], "parts": parts}
    told = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", r"\u003c")
    said = f"<label>{escape(name)}</label> <b>{escape(names[at])}</b>"
    still = f'<div class="pl-live">{boxes[at]}<p class="pl-knob">{said}</p>'
    html = f'{still}<script type="application/json">{told}</script></div>'
    return LiveDrawing(name, at, html, drawings[at])


class Cell(NamedTuple):
    """One hand of a range chart, ready to draw."""

    hand: str
    #: Shares of the cell, left to right, which sum to 1, and their colours.
    fills: tuple[tuple[float, str], ...]
    number: str  #: Printed under the name, if there is one.
    tip: str  #: Shown when the reader points at the cell.


class Key(NamedTuple):
    """One entry of a legend: colours, and the text before and after them."""

    before: str
    colors: tuple[str, ...]
    after: str


@dataclass(frozen=True)
class RangeChart(Drawing):
    """The 13 x 13 grid of hands, or rows of a deal's own; `range_chart` makes it."""

    title: str
    description: str = field(repr=False)
    #: The share of all hands that takes each action, or ``{"average": ...}`` of numbers.
    totals: dict[str, float]
    cells: tuple[Cell, ...] = field(repr=False)  #: The hands, in chart order.
    legend: tuple[Key, ...] = field(repr=False)

    def svg(self) -> str:
        """Return the chart as the text of an SVG file."""
        header, top = self._header()
        grid, y = "", 0
        for n, cell in enumerate(self.cells):
            y, x = (_PITCH * at for at in divmod(n, 13))
            content = _tag("title", escape(cell.tip, quote=False)) + _content(cell)
            grid += _tag("g", content, transform=f"translate({x} {y})")
        place = f"translate(0 {top})"
        grid = _tag("g", grid, class_="g", text_anchor="middle", transform=place)
        return _document(_WIDTH, top + y + _TILE, self.title, self.description, header + grid)

    def __str__(self) -> str:
        """Return the chart as text for a terminal, 80 columns wide at most.

        Numbers stand in a grid of their own. ``·`` is a fold, and ``T2s75`` an action that is
        played three times in four; several actions are not told apart.
        """
        names = [cell.hand for cell in self.cells]
        keys = (f"{before} to {after}" if before else after for before, _, after in self.legend)
        lines = [self.title, "   ".join(keys), ""]
        numbers = all(cell.number for cell in self.cells)
        columns, sides = (cards.RANKS[::-1],) * 2 if len(names) == 169 else (names, " " * 99)
        lines += ["  " + " ".join(f"{name:>5}" for name in columns[:13])] * numbers
        for row, side in zip(range(0, len(names), 13), sides, strict=False):
            line = f"{side} " if numbers else ""
            for hand, fills, number, _ in self.cells[row : row + 13]:
                played = "·" if [*fills] in ([(1, FOLD)], [(1, PAPER)]) else hand + number[:-1]
                line += f"{number:>5} " if numbers else f"{played:<6}"
            lines.append(line.rstrip())
        return "\n".join(lines) + "\n"

    def _header(self) -> tuple[str, int]:
        """Lay out the title and the legend; return them as SVG, and their height."""
        lines = wrap(self.title, 44)
        header = "".join(_text(0, 20 + 24 * i, line, "t") for i, line in enumerate(lines))
        x, y = _WIDTH, 24 * len(lines) - 4
        for before, colors, after in self.legend:
            step = 14 if len(colors) == 1 else 5
            start, middle = 9 * len(before) + 7 * bool(before), step * len(colors) + 7
            if x + start + middle + 9 * len(after) > _WIDTH:
                x, y = 0, y + 25
            header += _text(x, y, before, "k") if before else ""
            for k, fill in enumerate(colors):
                at, width = x + start + step * k, middle - 7 - step * k
                header += _rect(at, y - 12, width, 14, fill)
            header += _text(x + start + middle, y, after, "k")
            x += start + middle + 9 * len(after) + 16
        return header, y + 14


def _text(x: float, y: float, text: str, class_: str) -> str:
    """A text, with a size's class, then b, black, w, white, m, a halo, or f, light."""
    return _tag("text", escape(text, quote=False), x=x, y=y, class_=class_)


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    at = {name: value for name, value in (("x", x), ("y", y)) if value}
    return _tag("rect", **at, width=width, height=height, fill=fill)


def _content(cell: Cell) -> str:
    """Lay out a cell from its own corner; fills overlap a little, so that no gap shows."""
    ends = [round(_TILE * end, 1) for end in accumulate((s for s, _ in cell.fills), initial=0.0)]
    content = "".join(
        _rect(begin, 0, min(end + 0.4, _TILE) - begin, _TILE, color)
        for (begin, end), (_, color) in zip(pairwise(ends), cell.fills, strict=True)
    )
    face = "m"
    if len(cell.fills) == 1:
        ((_, color),) = cell.fills
        face = "f" if color in (FOLD, PAPER) else "b" if reads_in_black(color) else "w"
    if not cell.number:
        return content + _text(19, 24, cell.hand, f"l {face}")
    size = "n" if len(cell.number) < 5 else "s"
    content += _text(19, 17, cell.hand, f"h {face}")
    return content + _text(19, 32, cell.number, f"{size} {face}")


@dataclass(frozen=True)
class Scale:
    """How a range chart of numbers prints and colours them."""

    unit: str = ""  #: Printed after a number in the legend and the tooltips, such as ``"bb"``.
    format: str = ".1f"  #: Format in the cells and the legend, where five characters fit well.
    exact: str = ".3f"  #: Format in the tooltips.
    #: The number at the middle of a diverging scale; without it the scale is sequential.
    center: float | None = None
    #: The numbers at the two ends; numbers beyond them have the same colours. By default the least
    #: and the largest finite number, or, around a centre, the farthest from it on both sides.
    limits: tuple[float, float] | None = None
    #: What to print for ``"inf"``, ``"-inf"`` and ``"nan"``. Infinities take the colours of the
    #: ends, and NaN recedes.
    names: Mapping[str, str] = field(default_factory=dict)

    def text(self, number: float, *, exact: bool = False, unit: bool = False) -> str:
        """Return a number as printed, by default as in a cell.

        Examples
        --------
        >>> Scale("bb").text(-0.00004, exact=True, unit=True)
        '0.000 bb'
        """
        if not math.isfinite(number):
            return ({"inf": "∞", "-inf": "−∞", "nan": "–"} | dict(self.names))[str(float(number))]
        text = format(number, self.exact if exact else self.format)
        text = text.replace("-", "−" if re.search("[1-9]", text) else "")
        return text + " " * (self.unit not in ("", "%")) + self.unit if unit else text


def range_chart(
    values: Any,
    *,
    title: str,
    actions: str | Sequence[str] = "in range",
    scale: Scale | None = None,
    weights: Any = None,
    hands: Sequence[str] = cards.HANDS,
) -> RangeChart:
    """Draw probabilities or numbers for the 169 hands as the 13 x 13 grid.

    Parameters
    ----------
    values : array_like or ranges.Range
        One value per hand: 169 in chart order, 1326 combo values (averaged over each hand), or a
        range's weights. Without a scale they are probabilities, maybe a column for each action.
    title : str
        Printed above the grid.
    actions : str or sequence of str
        The name of each action, which also decides its colour (`action_colors`). An extra name is
        for what is left: ``("push", "fold")`` for a probability of pushing.
    scale : Scale, optional
        How to print and colour any other numbers, infinities and NaN included.
    weights : array_like, optional
        How much each hand counts in the totals, 169 values, none negative. By default its combos
        out of 1326; if cards are known, the probability of holding the hand.
    hands : sequence of str
        The hands of another deal, which are drawn in rows; by default they count alike.

    Raises
    ------
    ValueError
        Values or weights that are no numbers, or not one for each hand; values that are no
        probabilities, without a scale; and actions that do not suit them.
    TypeError
        Anything else of another kind than is said here.

    Examples
    --------
    >>> range_chart(ranges.parse_range("22+, A2s+"), title="Raise", actions="raise")
    RangeChart(title='Raise', totals={'raise': 0.095022624})
    """
    check_type("title", title, str, "text")
    check_type("scale", scale, Scale | None, "a Scale")
    if not isinstance(actions, str):
        actions = read_list("actions", actions, "the name of each")
        for action in actions:
            check_type("actions", action, str, "names in text")
    hands = read_list("hands", hands, "the names of hands")
    for hand in hands:
        check_type("hands", hand, str, "names of hands in text")
    table, whole = _by_hand("values", values, hands), tuple(hands) == cards.HANDS
    if weights is None:
        weights = cards.COMBO_COUNTS if whole else np.ones(len(hands))
    mass = _by_hand("weights", weights, hands)
    if mass.shape[1] != 1 or not (mass.min() >= 0 and mass.sum() < np.inf):
        raise ValueError(f"weights: one number from 0 up needed for each of {len(hands)} hands")
    (mass,) = mass.T
    if not mass.sum() > 0:
        raise ValueError("weights: a sum above 0 needed")
    mass = mass / mass.sum()
    work_out: Callable[..., _Parts] = _number_chart if scale else _action_chart
    cells, legend, totals, summary = work_out(table, hands, scale or actions, mass)
    grid = "The 13 by 13 grid of hands, suited ones above the diagonal. "
    return RangeChart(title, grid * whole + summary, totals, tuple(cells), tuple(legend))


_Parts = tuple[list[Cell], list[Key], dict[str, float], str]


def _action_chart(
    table: np.ndarray, hands: Sequence[str], actions: Any, mass: np.ndarray
) -> _Parts:
    """Work out a chart of probabilities: its cells, legend, totals and summary."""
    for hand, chances in zip(hands, table, strict=True):
        if not (chances.min() >= -1e-6 and chances.sum() <= 1 + 1e-6):
            needed = "probabilities up to 1 in all needed, or a scale for other numbers"
            raise ValueError(f"values: {hand} has {chances.tolist()}; {needed}")
    names = [actions] if isinstance(actions, str) else [*actions]
    table = np.clip(table, 0, 1).round(6)
    left = np.clip(1 - table.sum(1, keepdims=True), 0, 1).round(6)
    if len(names) == table.shape[1] + 1:
        table, left = np.hstack([table, left]), 0 * left
    if not len({*names}) == len(names) == table.shape[1]:
        raise ValueError(f"actions: {actions!r} given; {table.shape[1]} different names are needed")
    palette = action_colors(names)
    totals = {name: round(float(share), 9) for name, share in zip(names, mass @ table, strict=True)}

    rest = PAPER if FOLD in palette else FOLD
    main = [i for i, color in enumerate(palette) if color != FOLD]
    cells = []
    for hand, chances in zip(hands, np.hstack([table, left]), strict=True):
        shares = zip(chances.tolist(), [*palette, rest], strict=True)
        shown = [(share, color) for share, color in shares if share >= min(0.005, chances.max())]
        whole = sum(share for share, _ in shown)
        fills = tuple((share / whole, color) for share, color in shown)
        played = zip(names, chances.tolist(), strict=False)
        tips = [f"{name} {share:.2%}" for name, share in played if share >= 0.00005]
        mixed = len(main) == 1 and len(fills) > 1
        number = f"{np.clip(chances[main[0]], 0.01, 0.99):.0%}" if mixed else ""
        cells.append(Cell(hand, fills, number, f"{hand}: {', '.join(tips) or names[0] + ' 0.00%'}"))
    summary, legend = [], []
    for name, color, column in zip(names, palette, table.T, strict=True):
        if len(names) > 6 and totals[name] < 0.00005:
            continue
        share = f"{totals[name]:{'.2%' if totals[name] < 0.01 else '.1%'}}"
        always, never = column >= 0.995, column < 0.005
        legend.append(Key("", (color,), f"{name} {share}{' of hands' * (len(names) == 1)}"))
        some = [hands[i] for i in np.flatnonzero(~always & ~never).tolist()]
        summary.append(
            f"{name}: {share} of hands; always {always.sum()}, "
            f"sometimes {len(some)}{_listed(some)}, never {never.sum()} of the {len(hands)}."
        )
    return cells, legend, totals, " ".join(summary)


def _number_chart(
    table: np.ndarray, hands: Sequence[str], scale: Scale, mass: np.ndarray
) -> _Parts:
    """Work out a chart of numbers: its cells, legend, totals and summary."""
    (numbers,) = table.T.round(9) + 0.0
    finite = numbers[np.isfinite(numbers)]
    least, most = (finite.min(), finite.max()) if finite.size else (0.0, 0.0)
    (low, high), center = scale.limits or (least, most), scale.center
    stops, knots = DIVERGING if center is not None else SEQUENTIAL, [low, high]
    if center is not None:
        reach = max(high - center, center - low) or 1.0
        low, high = scale.limits or (center - reach, center + reach)
        knots = [low, center, high]
    shares = np.interp(numbers, knots, np.linspace(0, 1, len(knots))).round(4)
    cells, summary, totals, legend = [], [], {}, []
    for hand, number, share in zip(hands, numbers, shares, strict=True):
        fills = ((1.0, FOLD if np.isnan(number) else scale_color(stops, share)),)
        tip = f"{hand}: {scale.text(number, exact=True, unit=True)}"
        cells.append(Cell(hand, fills, scale.text(number), tip))
    if finite.size:
        for word, number in ("Lowest", least), ("highest", most):
            hand = hands[np.flatnonzero(numbers == number)[0]]
            summary.append(f"{word} {scale.text(number, exact=True, unit=True)} ({hand})")
        before = "≤ " * bool(least < low) + scale.text(low)
        after = "≥ " * bool(most > high) + scale.text(high, unit=True)
        if finite.size == len(hands):
            totals["average"] = round(float(mass @ numbers), 9) + 0.0
            summary.append(f"average {scale.text(totals['average'], exact=True, unit=True)}")
            after += f", average {scale.text(totals['average'], unit=True)}"
        bar = tuple(scale_color(stops, share) for share in np.linspace(0, 1, 30))
        legend.append(Key(before, bar, after))
    for number in (math.inf, -math.inf, math.nan):
        same = np.isclose(numbers, number, equal_nan=True)
        if same.any():
            those = [hands[i] for i in np.flatnonzero(same).tolist()]
            told = f"{len(those)} of the {len(hands)}{_listed(those)}"
            summary.append(f"{scale.text(number)}: {told}")
    return cells, legend, totals, "; ".join(summary) + "."


def _by_hand(name: str, values: Any, hands: Sequence[str]) -> np.ndarray:
    """Read values in any form that `range_chart` takes, a row for each hand."""
    if isinstance(values, ranges.Range):
        values = values.hand_weights
    array = read_floats(name, values)
    if array.ndim not in (1, 2) or not array.size or len(array) not in (len(hands), 1326):
        needed = f"a row for each of {len(hands)} hands needed"
        raise ValueError(f"{name}: shape {array.shape} given, {needed}")
    if len(array) == 1326:
        array = (np.add.reduceat(array, cards.FIRST_COMBOS).T / cards.COMBO_COUNTS).T
    return array.reshape(len(hands), -1)


def _listed(hands: Sequence[str]) -> str:
    """Name the first few hands, in brackets."""
    more = f" and {len(hands) - 6} more" if len(hands) > 6 else ""
    return f" ({', '.join(hands[:6])}{more})" if hands else ""


@dataclass(frozen=True)
class Plot(Drawing):
    """A matplotlib figure made ready for the page; `show` makes it."""

    title: str
    description: str = field(repr=False)
    svg: Callable[[], str] = field(repr=False)  #: Returns its text as an SVG file.


def subplots(
    rows: int = 1, columns: int = 1, *, size: tuple[float, float] = (5.4, 3.4), **options: Any
) -> "tuple[Figure, Any]":
    """Start a matplotlib figure in the book's style.

    Black and white follow the page: black becomes its text colour, and white its background. Lines
    take the colours of `CYCLE` in turn, each with its own dash. The user's settings have no say,
    such as those of a file ``matplotlibrc``: until the figure is given to `show`, or is deleted,
    matplotlib keeps to its own for whatever it draws.

    Returns a figure and its axis or array of axes, like ``matplotlib.pyplot.subplots``, but pyplot
    does not know them. `size` is width and height in inches; `options` are those of
    ``matplotlib.figure.Figure.subplots``, such as ``sharex``; those that it refuses are a
    ValueError.
    """
    check_count("rows", rows)
    check_count("columns", columns)
    size = read_pair("size", size, "width and height")
    if not all(isinstance(inches, int | float) and 0 < inches < np.inf for inches in size):
        raise ValueError(f"size: {size!r} given, width and height above 0 needed, in inches")
    from cycler import cycler
    from matplotlib.figure import Figure

    _put_settings_aside()
    figure = Figure(size, layout="constrained")
    _drawn.add(figure)
    weakref.finalize(figure, _finish, None).atexit = False
    try:
        axes = figure.subplots(rows, columns, **options)
    except (TypeError, ValueError) as error:
        raise ValueError(f"options: {options} given; {' '.join(str(error).split())}") from None
    dashes = [(5, 0), (5, 1.5), (1.5, 1.2), (6, 1.5, 1.5, 1.5), (8, 3), (1, 2.5)]
    for ax in np.ravel(axes):
        ax.set_prop_cycle(cycler(color=CYCLE) + cycler(dashes=dashes))
        ax.set_facecolor("none")
        ax.set_axisbelow(True)
        ax.grid(color="black", alpha=0.13, linewidth=0.6)
        ax.tick_params(which="both", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
    return figure, axes


#: Figures that `subplots` began, and that `show` has not seen yet.
_drawn: "weakref.WeakSet[Figure]" = weakref.WeakSet()
#: While there are any, the user's settings are kept here.
_settings = ExitStack()


def _put_settings_aside() -> None:
    """Let matplotlib keep to its own settings."""
    import matplotlib as mpl

    if not [*_drawn]:
        _settings.enter_context(mpl.rc_context())
    mpl.rcdefaults()


def _finish(figure: "Figure | None") -> None:
    """Take a figure as finished, or as deleted; after the last one the user's settings are back."""
    if figure is not None:
        _drawn.discard(figure)
    if not [*_drawn]:
        _settings.close()


def show(figure: "Figure", *, alt: str, title: str = "") -> Plot:
    """Put a matplotlib figure into the page, as inline SVG that follows the page's theme.

    `alt` tells people who cannot see the figure what it shows. `title` is printed above the figure.
    Anything but a figure, and text for the other two, is a TypeError.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    check_type("figure", figure, Figure, "a matplotlib figure")
    check_type("alt", alt, str, "text")
    check_type("title", title, str, "text")

    file = io.StringIO()
    with mpl.rc_context():
        mpl.rcdefaults()
        if title:
            figure.suptitle(title, x=0.01, ha="left", size=12, weight="bold")
        for legend in filter(None, [ax.get_legend() for ax in figure.axes]):
            legend.set_frame_on(False)
        mpl.rcParams["svg.fonttype"] = "none"
        figure.savefig(file, format="svg", transparent=True)
    _finish(figure)
    body = file.getvalue()
    body = body[body.index("<g id=") : body.rindex("</svg>")]
    body = re.sub(r"<!--.*?-->|(?<=>)\s+(?=<)", "", body, flags=re.DOTALL)
    body = re.sub("<[^>]+>", lambda tag: _tidy(tag[0]), body)
    # Powers of ten come as digits placed for matplotlib's font; let the page's font space them.
    apart = re.compile(r'(</tspan><tspan) x="[^"]*"')
    power = r"<text>(<tspan[^>]*>[\d−]</tspan>)+</text>"
    body = re.sub(power, lambda text: apart.sub(r"\1", text[0]), body)
    links = dict.fromkeys(re.findall(r'(?:url\(|href=")#(\w+)', body))
    used = {name: f"@{i}" for i, name in enumerate(links)}
    body = re.sub(r' id="([^"]*)"', lambda m: f' id="{used[m[1]]}"' if m[1] in used else "", body)
    body = re.sub(r'(?<=url\(#)\w+|(?<=href="#)\w+', lambda name: used[name[0]], body)
    width, height = 72 * figure.get_size_inches()
    body = _tag("g", body, stroke_linejoin="round")
    document = _document(width, height, title or alt, alt, body)
    return Plot(title, alt, lambda: document)


def _tidy(tag: str) -> str:
    """Shorten a tag of matplotlib's: two decimals, the page's font and colours, no idle turns."""
    tag = re.sub(r"-?\d+\.\d+", lambda number: f"{round(float(number[0]), 2) + 0.0:g}", tag)
    tag = re.sub(r'; font-family: [^;"]*| transform="rotate\(-?0 [^"]*"|xlink:', "", tag)
    return tag.replace("\n", " ").replace("#000000", INK)


@dataclass(frozen=True)
class Table:
    """A data frame as the book prints it; `table` makes it."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]

    def __repr__(self) -> str:
        lines = [self.columns, *self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        sides = [f"{'<>'[numeric]}{n}" for numeric, n in zip(self.numeric, widths, strict=True)]
        return "\n".join("  ".join(map(format, line, sides)).rstrip() for line in lines)

    def _repr_html_(self) -> str:
        styles = [' style="text-align:right"' if numeric else "" for numeric in self.numeric]

        def line(tag: str, cells: Sequence[str]) -> str:
            pairs = zip(cells, styles, strict=True)
            cells = [f"<{tag}{style}>{escape(typeset(cell))}</{tag}>" for cell, style in pairs]
            return f"<tr>{''.join(cells)}</tr>\n"

        head, body = line("th", self.columns), "".join(line("td", row) for row in self.rows)
        table = f"<thead>{head}</thead>\n<tbody>{body}</tbody>"
        return f'<div style="overflow-x:auto"><table class="dataframe">\n{table}</table></div>'


def typeset(text: str) -> str:
    """Give the numbers in a text true minus signs, as wide as a plus.

    Examples
    --------
    >>> typeset("from -0.5 to 1e-3, 2026-11-20")
    'from −0.5 to 1e-3, 2026-11-20'
    """
    return re.sub(r"(?<![\w.)-])-(?=\.?\d)", "−", text)


def table(
    rows: Any,
    format: str | Mapping[str, str] = "",
    *,
    columns: Sequence[str] | None = None,
    index: bool = True,
) -> Table:
    """Print a table in the page: fixed digits, nothing cut off, no wider than the page.

    Parameters
    ----------
    rows : DataFrame, sequence or mapping
        A data frame; rows that are tuples of cells, or mappings from columns to cells; or a mapping
        from each row's first cell to the others.
    format : str or mapping of str to str
        The format of the numbers, such as ``".4f"``, for all columns or by column.
    columns : sequence of str, optional
        The names of all columns, if rows have none.
    index : bool
        Whether to print a data frame's index, too.

    Examples
    --------
    >>> table({"AA": [1 / 3, 2 / 3]}, ".2%", columns=["", "ties", "wins"])
          ties    wins
    AA  33.33%  66.67%

    A zero has no sign:

    >>> table([(-1e-9, 1)], ".1f", columns=["less", "more"])
    less  more
     0.0   1.0
    """
    from pandas import DataFrame

    if not isinstance(rows, DataFrame):
        rows, index = _framed(rows, columns), False
    if index:
        rows = rows.reset_index(names=rows.index.name or "")
    check_type("format", format, str | Mapping, "text, or a mapping of columns to text,")
    formats = format if isinstance(format, Mapping) else dict.fromkeys(rows.columns, format)
    if unknown := [column for column in formats if column not in rows.columns]:
        known = ", ".join(map(str, rows.columns))
        raise ValueError(f"format: {unknown[0]!r} given; columns are {known}")
    numeric = tuple(not any(isinstance(x, str) for x in rows[column]) for column in rows.columns)

    def text(column: str, value: Any) -> str:
        if isinstance(value, str):
            return value
        try:
            digits = f"{value:{formats.get(column, '')}}"
        except (TypeError, ValueError):
            given = f"format: {formats.get(column)!r} given"
            raise ValueError(f"{given}, one needed that suits {value!r} of {column!r}") from None
        return digits if re.search("[^-0.,%]", digits) else digits.lstrip("-")  # no -0.00

    lines = rows.itertuples(index=False, name=None)
    lines = tuple(tuple(map(text, rows.columns, line)) for line in lines)
    return Table(tuple(map(str, rows.columns)), lines, numeric)


def _framed(rows: Any, columns: Sequence[str] | None) -> "DataFrame":
    """A data frame of rows in one of the other forms that `table` takes."""
    from pandas import DataFrame

    if isinstance(rows, str):
        raise TypeError(f"rows: {rows!r} given, a data frame, rows or a mapping needed")
    if isinstance(rows, Mapping):
        for cells in rows.values():
            check_type("rows", cells, Iterable, "the other cells of each row")
        rows = [(label, *cells) for label, cells in rows.items()]
    rows = read_list("rows", rows, "a data frame, rows or a mapping")
    for row in rows:
        check_type("rows", row, Iterable, "rows of cells")
    if columns is None:
        return DataFrame(rows)
    names = [columns] if isinstance(columns, str) else read_list("columns", columns, "names")
    widest = max((len(row) for row in rows if not isinstance(row, Mapping)), default=len(names))
    if widest != len(names):
        raise ValueError(f"columns: {names} given, names of {widest} columns needed")
    return DataFrame(rows, columns=names)


@dataclass(frozen=True)
class Question:
    """A box in the page that checks a reader's number; `question` makes it."""

    answer: str
    within: str
    share: str  #: "yes" or nothing.
    hint: str

    def _repr_html_(self) -> str:
        written = "".join(f' data-{name}="{escape(text)}"' for name, text in vars(self).items())
        box = '<input type="text" inputmode="decimal" autocomplete="off">'
        button = '<button type="button" class="btn btn-sm">Check</button>'
        label = f"<label>Your answer: {box}</label>"
        return f'<p class="pl-question"{written}>{label} {button} <output></output></p>'


def question(
    answer: float | Fraction, digits: int | None = None, *, share: bool = False, hint: str
) -> Question:
    """Ask a reader for a number, which the page checks.

    Parameters
    ----------
    answer : float or Fraction
        The number itself, computed by the chapter.
    digits : int, optional
        How many digits after the point are asked for; half a unit of the last one is allowed
        either way, up to `DIGITS`. If left out, a fraction is asked for, or a decimal of three
        digits or more.
    share : bool
        Whether the number is a share or a percentage, either of which is right then.
    hint : str
        Shown after the first miss.

    Examples
    --------
    >>> question(1 / 3, 2, hint="Three of nine.")
    Question(answer='0.3333', within='1/200', share='', hint='Three of nine.')
    """
    told, within = str(parse_amount("answer", answer)), "0"
    check_type("hint", hint, str, "text")
    if digits is not None:
        if not (is_integer(digits) and 0 <= digits <= DIGITS):
            raise ValueError(f"digits: {digits!r} given, a whole number from 0 to {DIGITS} needed")
        told, within = f"{float(answer):.{digits + 2}f}", str(Fraction(1, 2 * 10**digits))
    return Question(told, within, "yes" if share else "", hint)
