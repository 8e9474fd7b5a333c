"""Pages of sheets to print: texts, boxes and charts of hands, drawn by matplotlib.

Lengths are in millimetres and letters in points, from the upper left corner on.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from pokerlab import cards
from pokerlab.charts.colors import BACKGROUND, FOLD, INK
from pokerlab.charts.drawings import POINTS_PER_INCH
from pokerlab.charts.hand_grids import MIN_SHARE
from pokerlab.charts.range_charts import share_in_cell

__all__ = ["Page", "draw_grid", "rectangle_corners", "text_width"]

_MILLIMETRES_PER_INCH = 25.4
_CELL_GAP = 0.035  # Between the cells of a chart, as a part of their width.


class Page:
    """An empty page; lengths and letters are those of the smallest paper."""

    def __init__(self, width: float, height: float, scale: float = 1) -> None:
        from matplotlib.figure import Figure

        self.scale = scale
        self.figure = Figure(
            (_inches(width * scale), _inches(height * scale)), facecolor=BACKGROUND
        )
        self.axes = self.figure.add_axes((0, 0, 1, 1))
        self.axes.set(xlim=(0, width), ylim=(height, 0))
        self.axes.axis("off")

    def write(self, x: float, y: float, text: str, size: float, **options: Any) -> None:
        """Write a text, whose baseline begins here unless the options say otherwise."""
        self.axes.text(x, y, text, size=size * self.scale, **{"color": INK} | options)

    def fill(self, polygons: Sequence[Any], color: str) -> None:
        """Fill polygons, each an array of corners."""
        from matplotlib.collections import PolyCollection

        self.axes.add_collection(PolyCollection(polygons, facecolor=color, linewidth=0))


def _inches(millimetres: float) -> float:
    """Turn a length in millimetres into inches."""
    return millimetres / _MILLIMETRES_PER_INCH


def rectangle_corners(x: float, y: float, width: float, height: float) -> list[tuple[float, float]]:
    """Return the corners of a rectangle."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def draw_grid(
    page: Page,
    left: float,
    top: float,
    cell: tuple[float, float],
    frequencies: np.ndarray,
    color: str,
    sizes: tuple[float, float],
) -> None:
    """Draw a chart: each cell filled from the left as often as its hand is played.

    Pages of the book have such a grid from :mod:`pokerlab.charts.hand_grids`. That one is text in
    SVG, with tooltips, in the page's font and colours; here all cells of a colour are one shape on
    paper. What they share is `MIN_SHARE`.

    The sizes are those of hands' names and of percentages, in points. Percentages of size 0 are
    left out.
    """
    gap = _CELL_GAP * cell[0]
    width, height = cell[0] - gap, cell[1] - gap
    corners = [(left + cell[0] * column, top + cell[1] * row) for row, column in np.ndindex(13, 13)]
    page.fill([rectangle_corners(x, y, width, height) for x, y in corners], FOLD)
    filled = [
        rectangle_corners(x, y, share * width, height)
        for (x, y), share in zip(corners, frequencies, strict=True)
        if share >= MIN_SHARE
    ]
    page.fill(filled, color)
    name_size, percentage_size = sizes
    centered = {"ha": "center", "va": "center_baseline", "color": "black"}
    for (x, y), hand, share in zip(corners, cards.HANDS, frequencies, strict=True):
        center = x + width / 2
        weight = "bold" if share >= 0.5 else "normal"
        has_percentage = percentage_size > 0 and MIN_SHARE <= share <= 1 - MIN_SHARE
        name_y = y + height * (0.35 if has_percentage else 0.5)
        page.write(center, name_y, hand, name_size, weight=weight, **centered)
        if has_percentage:
            text, text_y = share_in_cell(share), y + 0.75 * height
            page.write(center, text_y, text, percentage_size, weight="bold", **centered)


@lru_cache(maxsize=100)
def text_width(text: str, size: float, weight: str) -> float:
    """Return how long a line of text is, in millimetres.

    Measuring takes long, and most sheets have the same lines, so what was measured is kept.
    """
    if not text.strip():  # of which matplotlib makes no path
        return 0.0
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    font = FontProperties(family="DejaVu Sans", weight=weight)
    points = TextPath((0, 0), text, size=size, prop=font).get_extents().width
    return float(points / POINTS_PER_INCH * _MILLIMETRES_PER_INCH)
