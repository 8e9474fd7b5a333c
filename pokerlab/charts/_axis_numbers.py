"""How the numbers on an axis of a matplotlib figure are written.

Numbers are rounded to what one could see in the drawing at ten times its size, so no last bit of a
float is in them.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from pokerlab.charts.drawings import POINTS_PER_INCH

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

__all__ = ["AxisNumbers"]

_MAGNIFICATION = 10  # Numbers are good enough for a drawing this many times as large.
# A number is first rounded to this many more digits, so that ties fall one way on all machines.
_GUARD_DIGITS = 5
_FRAME_MARGIN = 0.5  # So far beyond its frame, in units, the middle of a dot on it may be.


class AxisNumbers:
    """An axis: what it is called, which numbers are within its frame, and how they are written."""

    def __init__(self, ax: "Axes", axis: "Axis", figure: "Figure") -> None:
        which = "x" if axis is ax.xaxis else "y"
        shared = getattr(ax, f"get_shared_{which}_axes")().get_siblings(ax)
        panels = [panel for panel in figure.axes if panel in shared]
        self.label = _axis_label(which, [ax, *panels], figure)
        self.has_ticks = (
            ax.axison and len(axis.get_ticklocs()) > 0 and _has_tick_labels(which, panels)
        )
        self._words = _words(axis)
        low, high = sorted(axis.get_view_interval())
        frame = ax.get_window_extent()
        pixels = frame.width if which == "x" else frame.height
        units = pixels / figure.dpi * POINTS_PER_INCH * _MAGNIFICATION
        margin = _FRAME_MARGIN * _MAGNIFICATION
        # From one unit of the magnified drawing to the next, numbers grow by a factor if the axis
        # is logarithmic, and else by a difference. Digits are counted accordingly: those after the
        # first one, or those after the point.
        if axis.get_scale() == "log":
            factor = (high / low) ** (1 / units)
            growth, self._notation = factor - 1, "e"
            self._low, self._high = low / factor**margin, high * factor**margin
            self._word_distance = 1e-6
        else:
            growth, self._notation = (high - low) / units, "f"
            self._low, self._high = low - growth * margin, high + growth * margin
            self._word_distance = 0.5
        self._digits = max(int(np.ceil(-np.log10(growth))), 0)

    def shows(self, number: float) -> bool:
        """Tell whether a number is within the frame; NaN has no place, and is in no one's way."""
        return bool(np.isnan(number) or self._low <= number <= self._high)

    def text(self, number: float) -> str:
        """Write a number, or the word that the axis has in its place; nothing for NaN."""
        if np.isnan(number):
            return ""
        if self._words:
            nearest = min(self._words, key=lambda place: round(abs(place - number), 6))
            if abs(nearest - number) < self._word_distance:
                return self._words[nearest]
        guarded = Decimal(f"{number:.{self._digits + _GUARD_DIGITS}{self._notation}}")
        rounded = Decimal(f"{guarded:.{self._digits}{self._notation}}")
        if not rounded:
            return "0"
        text = f"{rounded:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text


def _axis_label(which: str, panels: "Sequence[Axes]", figure: "Figure") -> str:
    """Return the first label of an axis, ``x`` or ``y``, among panels that share it, or nothing."""
    labels = [getattr(panel, f"get_{which}label")() for panel in panels]
    labels.append(getattr(figure, f"get_sup{which}label")())
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
