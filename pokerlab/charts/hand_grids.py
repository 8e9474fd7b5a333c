"""The 13 x 13 grid of hands, drawn: in a page, in an SVG or PNG file, and in a terminal.

The contents of cells are worked out in :mod:`pokerlab.charts.range_charts`. A sheet to print has
the grid, too, drawn by ``draw_grid`` in `pokerlab.sheets._page`, which says why it is another one.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import accumulate, pairwise
from typing import NamedTuple

from pokerlab import cards
from pokerlab._support.notebooks import CHART_WIDTH, Record
from pokerlab.charts import _svg
from pokerlab.charts.colors import BACKGROUND, FOLD, reads_in_black
from pokerlab.charts.drawings import Drawing

__all__ = [
    "CELL_PITCH",
    "CELL_SIZE",
    "MIN_SHARE",
    "OVERLAP",
    "Cell",
    "LegendEntry",
    "RangeChart",
]

_COLUMNS = 13  # Hands in a row.
MIN_SHARE = 0.005  #: Less of a cell is not seen: half a percent of it is a fifth of a unit.
CELL_SIZE = 38  #: How wide and high a cell is, in units of the SVG file.
CELL_PITCH = 40  #: From one cell to the next.
OVERLAP = 0.4  #: How far a colour of a cell runs below the next one, so that no gap shows.
# In a cell: where its texts' middle is, the baseline of a name alone, and those of a name with a
# number below it.
_CELL_MIDDLE = CELL_SIZE // 2
_LONE_BASELINE = 24
_UPPER_BASELINE, _LOWER_BASELINE = 17, 32
_TITLE_BASELINE = 20  # Of the title's first line.
_LINE = 24  # From one line of the title to the next.
_LINE_LENGTH = 44  # The most characters on a line of the title.
_TERMINAL_WIDTH = 80  # The most characters on a line of a terminal.
_TERMINAL_GAP = "   "  # Between entries of the legend in a terminal.
_LEGEND_LINE = 25  # From one line of the legend to the next.
_CHARACTER = 9  # Room for a character of the legend.
_SWATCH, _RAMP_STEP = 14, 5  # How wide the colour of an action is, and one of many in a ramp.
_MARGIN = 7  # Between a colour of the legend and a text.
_BETWEEN_ENTRIES = 16  # Between entries of the legend.


class Cell(NamedTuple):
    """One hand of a range chart, ready to draw."""

    hand: str
    #: Shares of the cell, left to right, which sum to 1, and their colours.
    fills: tuple[tuple[float, str], ...]
    number: str  #: Printed under the name, if there is one.
    tip: str  #: Shown when the reader points at the cell.
    #: The hand's actions, as a table has them: how often each action, or its number.
    record: Record


class LegendEntry(NamedTuple):
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
    legend: tuple[LegendEntry, ...] = field(repr=False)

    def svg(self) -> str:
        """Return the chart as the text of an SVG file."""
        title = textwrap.wrap(self.title, _LINE_LENGTH)
        header = "".join(
            _svg.text_element(0, _TITLE_BASELINE + _LINE * line, text, _svg.TITLE)
            for line, text in enumerate(title)
        )
        legend, baseline = _draw_legend(self.legend, _TITLE_BASELINE + _LINE * (len(title) - 1))
        top = baseline + 14
        cells = "".join(_draw_cell(cell, index) for index, cell in enumerate(self.cells))
        grid = _svg.element(
            "g", cells, class_="g", text_anchor="middle", transform=f"translate(0 {top})"
        )
        last_row = (len(self.cells) - 1) // _COLUMNS
        height = top + CELL_PITCH * last_row + CELL_SIZE
        body = header + legend + grid
        return _svg.document(CHART_WIDTH, height, self.title, self.description, body)

    def records(self) -> list[Record]:
        """Return a record for each hand: how often it takes each action, or its number."""
        return [{"hand": cell.hand} | dict(cell.record) for cell in self.cells]

    def __str__(self) -> str:
        """Return the chart as text for a terminal.

        It is 80 columns wide at most, if hands and numbers have at most five characters. Numbers
        stand in a grid of their own. ``·`` is a fold, and ``T2s75`` an action that is played three
        times in four; several actions are not told apart.
        """
        title = textwrap.fill(self.title, _TERMINAL_WIDTH)
        has_numbers = all(cell.number for cell in self.cells)
        lines = self._number_lines() if has_numbers else self._action_lines()
        return "\n".join([title, *self._legend_lines(), "", *lines]) + "\n"

    def _legend_lines(self) -> list[str]:
        """Write the entries of the legend in as few lines of a terminal as have room for them."""
        lines: list[str] = []
        for entry in self.legend:
            text = f"{entry.before} to {entry.after}" if entry.before else entry.after
            if lines and len(lines[-1]) + len(_TERMINAL_GAP + text) <= _TERMINAL_WIDTH:
                lines[-1] += _TERMINAL_GAP + text
            else:
                lines += textwrap.wrap(text, _TERMINAL_WIDTH)
        return lines

    def _action_lines(self) -> list[str]:
        """Write the actions of each hand in the lines of a terminal."""
        return [
            "".join(f"{_action_text(cell):<6}" for cell in row).rstrip() for row in self._rows()
        ]

    def _number_lines(self) -> list[str]:
        """Write the number of each hand in the lines of a terminal, below a line of names."""
        if len(self.cells) == len(cards.HANDS):
            column_names = row_names = [*reversed(cards.RANKS)]
        else:
            column_names = [cell.hand for cell in self.cells[:_COLUMNS]]
            row_names = [" "] * len(self._rows())
        lines = ["  " + " ".join(f"{name:>5}" for name in column_names)]
        for row, row_name in zip(self._rows(), row_names, strict=True):
            lines.append(f"{row_name} " + " ".join(f"{cell.number:>5}" for cell in row))
        return lines

    def _rows(self) -> list[tuple[Cell, ...]]:
        """List the cells of each row of the grid."""
        return [
            self.cells[start : start + _COLUMNS] for start in range(0, len(self.cells), _COLUMNS)
        ]


def _action_text(cell: Cell) -> str:
    """Say in a few characters what a hand does."""
    colors = [color for _, color in cell.fills]
    if colors in ([FOLD], [BACKGROUND]):
        return "·"
    return cell.hand + cell.number.removesuffix("%")


def _draw_legend(legend: Sequence[LegendEntry], title_baseline: int) -> tuple[str, int]:
    """Lay out the legend below the title; return it, and the baseline of its last line.

    The first entry begins a line, and so does each for which there is no room on the line before.
    """
    content, x, baseline = "", 0, title_baseline
    for index, (before, colors, after) in enumerate(legend):
        step = _SWATCH if len(colors) == 1 else _RAMP_STEP
        colors_start = _CHARACTER * len(before) + (_MARGIN if before else 0)
        colors_width = step * len(colors)
        after_start = colors_start + colors_width + _MARGIN
        width = after_start + _CHARACTER * len(after)
        if index == 0 or x + width > CHART_WIDTH:
            x, baseline = 0, baseline + _LEGEND_LINE
        if before:
            content += _svg.text_element(x, baseline, before, _svg.LEGEND)
        for number, color in enumerate(colors):  # each runs on below those that follow
            offset = step * number
            content += _svg.rectangle(
                x + colors_start + offset, baseline - 12, colors_width - offset, 14, color
            )
        content += _svg.text_element(x + after_start, baseline, after, _svg.LEGEND)
        x += width + _BETWEEN_ENTRIES
    return content, baseline


def _draw_cell(cell: Cell, index: int) -> str:
    """Draw a cell at its place in the grid."""
    row, column = divmod(index, _COLUMNS)
    tip = _svg.element("title", escape(cell.tip, quote=False))
    content = tip + _draw_fills(cell) + _draw_words(cell)
    return _svg.element(
        "g", content, transform=f"translate({CELL_PITCH * column} {CELL_PITCH * row})"
    )


def _draw_fills(cell: Cell) -> str:
    """Draw the colours of a cell, each a little below the next."""
    shares = accumulate((share for share, _ in cell.fills), initial=0.0)
    edges = pairwise(round(CELL_SIZE * share, 1) for share in shares)
    return "".join(
        _svg.rectangle(left, 0, min(right + OVERLAP, CELL_SIZE) - left, CELL_SIZE, color)
        for (left, right), (_, color) in zip(edges, cell.fills, strict=True)
    )


def _draw_words(cell: Cell) -> str:
    """Write a hand, and its number below, if there is one."""
    looks = _text_looks(cell)
    if not cell.number:
        return _svg.text_element(_CELL_MIDDLE, _LONE_BASELINE, cell.hand, f"{_svg.HAND} {looks}")
    size = _svg.NUMBER if len(cell.number) < 5 else _svg.LONG_NUMBER
    name_classes = f"{_svg.HAND_ABOVE_NUMBER} {looks}"
    name = _svg.text_element(_CELL_MIDDLE, _UPPER_BASELINE, cell.hand, name_classes)
    number = _svg.text_element(_CELL_MIDDLE, _LOWER_BASELINE, cell.number, f"{size} {looks}")
    return name + number


def _text_looks(cell: Cell) -> str:
    """Return the class of the texts in a cell, so that they can be read on its colours."""
    if len(cell.fills) > 1:
        return _svg.HALO
    ((_, color),) = cell.fills
    if color in (FOLD, BACKGROUND):
        return _svg.LIGHT
    return _svg.BLACK if reads_in_black(color) else _svg.WHITE
