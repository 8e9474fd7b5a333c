"""The numbers that a matplotlib figure shows, read off its lines, dots, bars and bands.

`records` goes through a figure that has been drawn. Numbers are rounded to what one could see in
the drawing at ten times its size, and of a long line only the points are kept that it needs to look
the same. So what is in the file is what is in the picture, and no last bit of a float gets there.

Pictures that have no scale, such as boards, and those with something else in them, such as arrows
or areas of a map, have no numbers of this kind: whoever draws one gives its numbers to `show`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlab._support.notebooks import Record
from pokerlab.charts._axis_numbers import AxisNumbers
from pokerlab.charts.drawings import POINTS_PER_INCH
from pokerlab.charts.polylines import differs_from_a_neighbour, needed_in_line

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["records"]

_FEW_POINTS = 100  # A line with no more points than this is kept whole.
_BLACK = (0.0, 0.0, 0.0, 1.0)  # Colours of a page's text say nothing of what a text belongs to.


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
        colour; and the coordinates, in columns with the axes' names.
    """
    panels = [ax for ax in figure.axes if ax.get_label() != "<colorbar>"]
    found: list[Record] = []
    for number, ax in enumerate(panels, 1):
        shapes = _shapes(ax)
        x, y = AxisNumbers(ax, ax.xaxis, figure), AxisNumbers(ax, ax.yaxis, figure)
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
    has_line = line.get_linestyle() != "None" and line.get_linewidth() > 0
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
    return finite[has_place][needed_in_line(drawn[has_place])]


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
    labels: dict[tuple[str, tuple[float, ...]], set[str]] = {}
    texts: dict[tuple[float, ...], list[str]] = {}
    for shape in shapes:
        if shape.kind == "text" and shape.color != _BLACK:
            texts.setdefault(shape.color, []).append(shape.label)
        elif shape.label and shape.kind != "text":
            labels.setdefault((shape.kind, shape.color), set()).add(shape.label)
    names = []
    for shape in shapes:
        labels_of_look = labels.get((shape.kind, shape.color), set())
        texts_of_color = texts.get(shape.color, [])
        name = shape.label
        if not name and len(labels_of_look) == 1:
            (name,) = labels_of_look
        elif not name and len(texts_of_color) == 1:
            (name,) = texts_of_color
        names.append(name)
    return _number_unnamed(shapes, names)


def _number_unnamed(shapes: Sequence[_Shape], names: Sequence[str]) -> list[str]:
    """Give numbers to the shapes that have no name, where a kind has several of them.

    Dots and bars of one colour are one. A level across the panel needs no name.
    """
    parts: list[object] = [
        shape.color if shape.kind in ("dot", "bar") else index for index, shape in enumerate(shapes)
    ]
    unnamed_parts: dict[str, list[object]] = {shape.kind: [] for shape in shapes}
    for shape, part, name in zip(shapes, parts, names, strict=True):
        if not name and shape.kind != "level" and part not in unnamed_parts[shape.kind]:
            unnamed_parts[shape.kind].append(part)
    numbered = []
    for shape, part, name in zip(shapes, parts, names, strict=True):
        of_kind = unnamed_parts[shape.kind]
        is_one_of_several = not name and len(of_kind) > 1
        numbered.append(str(of_kind.index(part) + 1) if is_one_of_several else name)
    return numbered


def _visible_points(shape: _Shape, x: AxisNumbers, y: AxisNumbers) -> Iterator[tuple[float, float]]:
    """Yield the points of a shape that are within the frame, in the axes' units."""
    for at_x, at_y in shape.points.tolist():
        if np.isinf([at_x, at_y]).any() or np.isnan([at_x, at_y]).all():
            continue
        if x.shows(at_x) and y.shows(at_y):
            yield at_x, at_y
