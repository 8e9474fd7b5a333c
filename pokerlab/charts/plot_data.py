"""The numbers that a matplotlib figure shows, read off its lines, dots, bars and bands.

`records` goes through a figure that has been drawn. Numbers are rounded to what one could see in
the drawing at ten times its size, and of a long line only the points are kept that it needs to look
the same. So what is in the file is what is in the picture, and no last bit of a float gets there.

Pictures that have no scale, such as boards, and those with something else in them, such as arrows
or areas of a map, have no numbers of this kind: who draws one gives them to `show`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlab._support.notebooks import Record

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

__all__ = ["POINTS_PER_INCH", "differs_from_a_neighbour", "records", "thin"]

POINTS_PER_INCH = 72  #: A point is the unit of lengths in a drawing, and of letters' sizes.
_MAGNIFICATION = 10  # Numbers are good enough for a drawing so many times as large.
# A number is first rounded to so many more digits, so that ties fall one way on all machines.
_GUARD_DIGITS = 5
_FEW_POINTS = 100  # A line with no more points than this is kept whole.
_MAX_DISTANCE = 0.1  # Points no further than this from a line, in units, are not missed in it.
_BLACK = (0.0, 0.0, 0.0, 1.0)  # Colours of a page's text say nothing of what a text belongs to.
_FRAME_MARGIN = 0.5  # So far beyond its frame, in units, the middle of a dot on it may be.


@dataclass(frozen=True, eq=False)
class _Shape:
    """One thing drawn: its kind, its name and colour, and its points in the axes' units."""

    kind: str
    label: str
    color: tuple[float, ...]
    points: np.ndarray  # (n, 2), x and y; NaN in the one that a level across the panel lacks


def records(figure: "Figure") -> list[Record]:
    """Read the numbers off a figure that has been drawn.

    Returns
    -------
    list of dict
        One for each point: the ``panel``, if there are several, by its title or number; the
        ``kind`` of what is drawn there; its ``name`` in the legend, or that of a text of its
        colour; and the coordinates, in columns that are called as the axes are.
    """
    panels = [ax for ax in figure.axes if ax.get_label() != "<colorbar>"]
    found: list[Record] = []
    for number, ax in enumerate(panels, 1):
        shapes = _shapes(ax)
        x, y = _AxisNumbers(ax, ax.xaxis, figure), _AxisNumbers(ax, ax.yaxis, figure)
        if shapes is None or not (x.has_ticks and y.has_ticks):
            continue
        x_column, y_column = x.label or "x", y.label or "y"
        if x_column == y_column:
            x_column, y_column = f"x: {x_column}", f"y: {y_column}"
        panel = {"panel": ax.get_title() or str(number)} if len(panels) > 1 else {}
        for shape, name in zip(shapes, _names(shapes), strict=True):
            for at_x, at_y in _visible_points(shape, x, y):
                coordinates = {x_column: x.text(at_x), y_column: y.text(at_y)}
                found.append(panel | {"kind": shape.kind, "name": name} | coordinates)
    return found


def thin(points: np.ndarray) -> np.ndarray:
    """Tell for each point of a line whether the line needs it in order to look the same.

    Parameters
    ----------
    points : ndarray, shape (n, 2)
        In units of the drawing.

    Returns
    -------
    ndarray of bool, shape (n,)
        Whether each is needed. The others are no more than a tenth of a unit away from the line
        between those around them (the algorithm of Ramer, Douglas and Peucker).
    """
    is_needed = np.zeros(len(points), dtype=bool)
    is_needed[[0, -1]] = True
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        start, inner = points[first], points[first + 1 : last]
        along = points[last] - start
        length = float(along @ along)
        share = np.zeros(len(inner))
        if length:
            share = np.clip((inner - start) @ along / length, 0, 1)
        away = np.hypot(*(inner - start - share[:, None] * along).T).round(6)
        furthest = int(away.argmax())
        if away[furthest] > _MAX_DISTANCE:
            middle = first + 1 + furthest
            is_needed[middle] = True
            spans += [(first, middle), (middle, last)]
    return is_needed


class _AxisNumbers:
    """An axis: what it is called, and how its numbers are written."""

    def __init__(self, ax: "Axes", axis: "Axis", figure: "Figure") -> None:
        which = "x" if axis is ax.xaxis else "y"
        shared = getattr(ax, f"get_shared_{which}_axes")().get_siblings(ax)
        panels = [panel for panel in figure.axes if panel in shared]
        self.label = _axis_label(which, [ax, *panels], figure)
        self.has_ticks = (
            ax.axison and len(axis.get_ticklocs()) > 0 and _has_tick_labels(which, panels)
        )
        self.words = _words(axis)
        low, high = sorted(axis.get_view_interval())
        frame = ax.get_window_extent()
        pixels = frame.width if which == "x" else frame.height
        # The drawing is magnified; what one unit of it is in numbers is a factor, or a difference.
        units = pixels / figure.dpi * POINTS_PER_INCH * _MAGNIFICATION
        margin = _FRAME_MARGIN * _MAGNIFICATION
        self.is_log = axis.get_scale() == "log"
        if self.is_log:
            factor = (high / low) ** (1 / units)
            self.digits = int(np.ceil(-np.log10(factor - 1)))
            self.low, self.high = low / factor**margin, high * factor**margin
        else:
            difference = (high - low) / units
            self.digits = int(np.ceil(-np.log10(difference)))
            self.low, self.high = low - difference * margin, high + difference * margin

    def shows(self, number: float) -> bool:
        """Tell whether a number is within the frame; NaN has no place, and is in no one's way."""
        return bool(np.isnan(number) or self.low <= number <= self.high)

    def text(self, number: float) -> str:
        """Write a number, or the word that the axis has in its place; nothing for NaN."""
        if np.isnan(number):
            return ""
        if self.words:
            nearest = min(self.words, key=lambda place: round(abs(place - number), 6))
            if abs(nearest - number) < (1e-6 if self.is_log else 0.5):
                return self.words[nearest]
        if self.is_log:
            guarded = Decimal(f"{number:.{self.digits + _GUARD_DIGITS}e}")
            rounded = Decimal(f"{guarded:.{self.digits}e}")
        else:
            decimals = max(self.digits, 0)
            guarded = Decimal(f"{number:.{decimals + _GUARD_DIGITS}f}")
            rounded = Decimal(f"{guarded:.{decimals}f}")
        if not rounded:
            return "0"
        text = f"{rounded:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text


def _axis_label(which: str, panels: "Sequence[Axes]", figure: "Figure") -> str:
    """Return the first label of an axis, ``x`` or ``y``, among panels that share it, or nothing."""
    labels = [getattr(panel, f"get_{which}label")() for panel in panels]
    of_figure = getattr(figure, f"_sup{which}label", None)
    labels.append(of_figure.get_text() if of_figure else "")
    return next((label.replace("$", "") for label in labels if label), "")


def _has_tick_labels(which: str, panels: "Sequence[Axes]") -> bool:
    """Tell whether an axis has numbers at its ticks in one of the panels that share it."""
    sides = ("labelbottom", "labeltop") if which == "x" else ("labelleft", "labelright")
    shown = [getattr(panel, f"{which}axis").get_tick_params() for panel in panels]
    return any(parameters.get(side) for parameters in shown for side in sides)


def _words(axis: "Axis") -> dict[float, str]:
    """Return the texts at an axis' ticks, if not all of them are numbers."""
    from matplotlib.category import StrCategoryFormatter
    from matplotlib.ticker import FixedFormatter, FuncFormatter

    formatter = axis.get_major_formatter()
    if not isinstance(formatter, FixedFormatter | FuncFormatter | StrCategoryFormatter):
        return {}
    places = [float(place) for place in axis.get_ticklocs()]
    texts = [str(text).replace("$", "") for text in formatter.format_ticks(places)]
    if all(_is_number(text) for text in texts):
        return {}
    return {place: text for place, text in zip(places, texts, strict=True) if text}


def _is_number(text: str) -> bool:
    """Tell whether an axis' text is a number."""
    try:
        Fraction(text.replace(",", "").replace("−", "-").removesuffix("%"))
    except (ValueError, ZeroDivisionError):
        return not text
    return True


def _shapes(ax: "Axes") -> list[_Shape] | None:
    """List what is drawn in one panel; None if something in it has no numbers of this kind."""
    from matplotlib.collections import LineCollection, PathCollection, PolyCollection
    from matplotlib.contour import ContourSet
    from matplotlib.lines import Line2D
    from matplotlib.patches import PathPatch, Rectangle, StepPatch
    from matplotlib.text import Text

    shapes = []
    bars = {bar: container for container in ax.containers for bar in container}
    for artist in ax.get_children():
        if not artist.get_visible():
            continue
        if isinstance(artist, Line2D):
            shapes.append(_line(ax, artist))
        elif isinstance(artist, StepPatch):
            shapes.append(_stairs(artist))
        elif isinstance(artist, Rectangle) and artist in bars:
            shapes.append(_bar(artist, bars[artist]))
        elif isinstance(artist, ContourSet | PathPatch) or artist in ax.images:
            return None
        elif isinstance(artist, LineCollection):
            shapes += _segments(artist)
        elif isinstance(artist, PathCollection):
            shapes.append(_dots(artist))
        elif isinstance(artist, PolyCollection):
            shapes += _band(ax, artist)
        elif isinstance(artist, Text) and artist in ax.texts and artist.get_text().strip():
            shapes += _text(ax, artist)
    return shapes


def _label(artist: "Artist") -> str:
    """Return the name of something in the legend, or nothing."""
    label = str(artist.get_label())
    return "" if label.startswith("_") else label.replace("$", "")


def _color(color: Any) -> tuple[float, ...]:
    """Return a colour, or the first of several, as red, green, blue and how opaque it is."""
    from matplotlib.colors import to_rgba_array

    rows = to_rgba_array(color)
    return tuple(rows[0].tolist()) if len(rows) else ()


def _line(ax: "Axes", line: Any) -> _Shape:
    """Read a line; one across the whole panel has one coordinate."""
    points = np.asarray(np.ma.filled(line.get_xydata(), np.nan), float)
    has_place = line.get_transform().contains_branch_seperately(ax.transData)
    if not all(has_place):
        level = np.where(has_place, points[:1], np.nan)
        return _Shape("level", _label(line), _color(line.get_color()), level)
    has_line = line.get_linestyle() not in ("None", "none", " ", "") and line.get_linewidth() > 0
    if len(points) == 1 or not has_line:
        kind = "dot"
    elif line.get_drawstyle() == "default":
        kind = "line"
    else:
        kind = line.get_drawstyle().replace("-", " ")
    if kind == "line" and line.get_marker() in ("None", "none", None, " ", ""):
        points = _thinned(ax, points)
    elif kind.startswith("steps"):
        points = points[differs_from_a_neighbour(points[:, 1])]
    return _Shape(kind, _label(line), _color(line.get_color()), points)


def _thinned(ax: "Axes", points: np.ndarray) -> np.ndarray:
    """Leave out of a long line the points that are not missed in it."""
    finite = points[np.isfinite(points).all(axis=1)]
    if len(finite) <= _FEW_POINTS:
        return points
    drawn = ax.transData.transform(finite) * (POINTS_PER_INCH / ax.figure.get_dpi())
    has_place = np.isfinite(drawn).all(axis=1)
    return finite[has_place][thin(drawn[has_place])]


def differs_from_a_neighbour(heights: np.ndarray) -> np.ndarray:
    """Tell for each point of a row, (n,), whether its height differs from a neighbour's.

    Lines and steps look the same without the other points. The first and the last have no
    neighbour on one side, and count as different.

    Examples
    --------
    >>> differs_from_a_neighbour(np.array([0.0, 0.0, 0.0, 1.0]))
    array([ True, False,  True,  True])
    """
    differs_from_previous = np.diff(heights, prepend=np.nan, append=np.nan) != 0
    return differs_from_previous[:-1] | differs_from_previous[1:]


def _stairs(patch: Any) -> _Shape:
    """Read stairs: a point where each stair begins, and one where the last one ends."""
    values, edges, _ = patch.get_data()
    points = np.column_stack([edges, [*values, values[-1]]]).astype(float)
    points = points[differs_from_a_neighbour(points[:, 1])]
    color = patch.get_facecolor() if patch.get_fill() else patch.get_edgecolor()
    return _Shape("steps post", _label(patch), _color(color), points)


def _bar(bar: Any, container: Any) -> _Shape:
    """Read a bar: where it ends, and where it begins unless that is 0."""
    x, y, width, height = bar.get_x(), bar.get_y(), bar.get_width(), bar.get_height()
    if container.orientation == "horizontal":
        ends = [(end, y + height / 2) for end in (x, x + width)]
        begins = x
    else:
        ends = [(x + width / 2, end) for end in (y, y + height)]
        begins = y
    if abs(begins) < 1e-12:
        ends = ends[1:]
    points = np.array(ends, float)
    return _Shape("bar", _label(container), _color(bar.get_facecolor()), points)


def _segments(collection: Any) -> Iterator[_Shape]:
    """Read the ends of lines that are drawn together."""
    segments = [segment for segment in collection.get_segments() if len(segment)]
    if segments:
        color = _color(collection.get_color())
        yield _Shape("segment", _label(collection), color, np.concatenate(segments))


def _dots(collection: Any) -> _Shape:
    """Read where dots are."""
    points = np.asarray(np.ma.filled(collection.get_offsets(), np.nan), float)
    return _Shape("dot", _label(collection), _color(collection.get_facecolor()), points)


def _band(ax: "Axes", collection: Any) -> Iterator[_Shape]:
    """Read the lower edges of areas, and the upper ones, over the places of their corners."""
    color = _color(collection.get_facecolor())
    for path in collection.get_paths():
        corners = path.vertices[np.isfinite(path.vertices).all(axis=1)]
        places = np.unique(corners[:, 0])
        heights = [corners[corners[:, 0] == place, 1] for place in places]
        for kind, choose in (("lower edge", min), ("upper edge", max)):
            edge = [choose(column.tolist()) for column in heights]
            points = _thinned(ax, np.column_stack([places, edge]))
            yield _Shape(kind, _label(collection), color, points)


def _text(ax: "Axes", text: Any) -> Iterator[_Shape]:
    """Read a text that is at a place among the numbers."""
    if text.get_transform() == ax.transData:
        x, y = text.get_unitless_position()
        words = " ".join(text.get_text().replace("$", "").split())
        yield _Shape("text", words, _color(text.get_color()), np.array([(x, y)], float))


def _names(shapes: Sequence[_Shape]) -> list[str]:
    """Name the shapes that are drawn.

    A shape that the legend does not name has the name of one that looks like it; or of the one text
    of its colour, unless that is black; or else a number, where there are several lines, or
    colours.
    """
    texts: dict[tuple[float, ...], list[str]] = {}
    labels: dict[tuple[str, tuple[float, ...]], set[str]] = {}
    for shape in shapes:
        if shape.kind == "text" and shape.color != _BLACK:
            texts.setdefault(shape.color, []).append(shape.label)
        elif shape.label and shape.kind != "text":
            labels.setdefault((shape.kind, shape.color), set()).add(shape.label)
    names = []
    unnamed: dict[str, list[object]] = {}
    for number, shape in enumerate(shapes):
        labels_of_look = labels.get((shape.kind, shape.color), set())
        texts_of_color = texts.get(shape.color, [])
        name = shape.label
        if not name and len(labels_of_look) == 1:
            (name,) = labels_of_look
        elif not name and len(texts_of_color) == 1:
            (name,) = texts_of_color
        elif not name and shape.kind != "level":
            group = unnamed.setdefault(shape.kind, [])
            key = shape.color if shape.kind in ("dot", "bar") else number
            if key not in group:
                group.append(key)
            name = str(group.index(key) + 1)
        names.append(name)
    return [
        "" if name == "1" and not shape.label and len(unnamed.get(shape.kind, ())) == 1 else name
        for name, shape in zip(names, shapes, strict=True)
    ]


def _visible_points(
    shape: _Shape, x: _AxisNumbers, y: _AxisNumbers
) -> Iterator[tuple[float, float]]:
    """Yield the points of a shape that are within the frame, in the axes' units."""
    for at_x, at_y in shape.points.tolist():
        if np.isinf([at_x, at_y]).any() or np.isnan([at_x, at_y]).all():
            continue
        if x.shows(at_x) and y.shows(at_y):
            yield at_x, at_y
