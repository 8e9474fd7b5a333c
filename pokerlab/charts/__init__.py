"""Range charts and the book's other drawings, in one style.

================ ================================================================================
``range_charts`` what is in each cell of the 13 x 13 grid, from probabilities or other numbers
``grids``        the grid, drawn: in a page, in an SVG or PNG file, in a terminal
``plots``        matplotlib figures in the book's style
``plot_data``    the numbers that such a figure shows
``knobs``        drawings that a reader turns
``drawings``     what all drawings can do, and rows of them
``colors``       the colours of actions and of numbers
``tables``       data frames as the book prints them
``questions``    boxes that check a reader's number
================ ================================================================================

Each drawing shows itself inline in a page, in the page's font and its light or dark colours. It has
a description for screen readers, and is the same text, byte for byte, wherever it is drawn. All
names are at hand here, too, such as ``pl.charts.range_chart``.
"""

from pokerlab.charts.colors import (
    BACKGROUND,
    CALL,
    CHECK,
    CYCLE,
    DIVERGING,
    FOLD,
    INK,
    PUSH,
    RAISE,
    RAISE_RAMP,
    SEQUENTIAL,
    action_colors,
    reads_in_black,
    scale_color,
)
from pokerlab.charts.drawings import PNG_PIXELS_PER_UNIT, Drawing, Row, row
from pokerlab.charts.grids import RangeChart
from pokerlab.charts.knobs import LiveDrawing, live
from pokerlab.charts.plots import Plot, show, subplots
from pokerlab.charts.questions import Question, question
from pokerlab.charts.range_charts import Scale, range_chart
from pokerlab.charts.tables import Table, table, typeset

__all__ = [
    "BACKGROUND",
    "CALL",
    "CHECK",
    "CYCLE",
    "DIVERGING",
    "FOLD",
    "INK",
    "PNG_PIXELS_PER_UNIT",
    "PUSH",
    "RAISE",
    "RAISE_RAMP",
    "SEQUENTIAL",
    "Drawing",
    "LiveDrawing",
    "Plot",
    "Question",
    "RangeChart",
    "Row",
    "Scale",
    "Table",
    "action_colors",
    "live",
    "question",
    "range_chart",
    "reads_in_black",
    "row",
    "scale_color",
    "show",
    "subplots",
    "table",
    "typeset",
]
