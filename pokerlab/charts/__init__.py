"""Range charts and the book's other drawings, in one style, and what else its pages show.

================ ================================================================================
``range_charts`` a range, or any probabilities or numbers, as a chart of hands: `range_chart`
``plots``        matplotlib figures in the book's style: `subplots` begins one, `show` ends it
``knobs``        drawings that a reader turns: `live`
``drawings``     what all drawings can do, and rows of them: `row`
``tables``       data frames as the book prints them: `table`
``questions``    boxes that check a reader's number: `question`
================ ================================================================================

A solution draws its strategies by :meth:`pokerlab.solutions.Profile.chart`, and a betting tree
shows itself. Charts to print on paper are in :mod:`pokerlab.sheets`. Behind these modules are

================ ================================================================================
``hand_grids``   a range chart's look: the grid in a page, in an SVG or PNG file, in a terminal
``plot_data``    the numbers that a matplotlib figure shows
``polylines``    which points a line needs in order to look the same
``colors``       the colours of actions and of numbers
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
from pokerlab.charts.hand_grids import RangeChart
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
