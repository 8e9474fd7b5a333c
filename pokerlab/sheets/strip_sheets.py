"""Sheets of strips: for each hand, how often it is pushed, and calls, over all stacks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pokerlab import cards
from pokerlab._support.arguments import read_floats, read_probability_array, refusal, short_repr
from pokerlab._support.notebooks import Record
from pokerlab.charts.colors import BACKGROUND, FOLD
from pokerlab.charts.hand_grids import MIN_SHARE
from pokerlab.charts.polylines import differs_from_a_neighbour, needed_in_line
from pokerlab.charts.range_charts import CHART_TOLERANCE
from pokerlab.sheets._page import Page, rectangle_corners
from pokerlab.sheets.base import (
    PAPER_SIZES,
    SHEET_COLORS,
    Sheet,
    TextSizes,
    read_paper,
    read_texts,
)

__all__ = ["StripSheet", "strip_sheet"]

_STACK_ROUNDING = 1e-6  # A stack so little below a tenth, in tenths, is that tenth.
_LINE_UNITS = 20  # A strip's numbers are kept as if it were so high, and so long a big blind.

# The strips of a sheet, in millimetres: where the grid of cells begins, and from one to the next.
_LEFT, _TOP = 8.0, 48.2
_CELL, _ROW = 14.95, 18.0
# In a cell, the two lanes in which strips run: how far from the cell's corner they begin, and how
# large they are.
_LANE_LEFT = 0.7
_LANE_TOPS = 4.5, 10.75
_LANE_WIDTH, _LANE_HEIGHT = 13.55, 5.7
_RULE_WIDTH = 0.12  # Of the white lines at round numbers of big blinds.

_TEXT_SIZES = TextSizes(title=22.0, note=8.5, line_width=194.0)


@dataclass(frozen=True, eq=False)
class StripSheet(Sheet):
    """A strip over the stacks for each hand's pushes, and one for its calls."""

    #: The rows of the probabilities. They never fall; one that comes twice is where a line jumps.
    stacks: np.ndarray = field(repr=False)

    @property
    def last_stacks(self) -> np.ndarray:
        """The last stack at which each hand is pushed, and calls, more often than not; (2, 169).

        It is 0 for a hand that is never played more often than not.
        """
        return np.array(
            [
                [_last_crossing(self.stacks, frequencies) for frequencies in by_hand.T]
                for by_hand in self._by_action.values()
            ]
        )

    def records(self) -> list[Record]:
        """Return the corners of each strip: stacks, and how often the hand is played there.

        A strip that stays at 0 all along has no records.
        """
        records: list[Record] = []
        for action, by_stack in self._by_action.items():
            for column, hand in enumerate(cards.HANDS):
                frequencies = by_stack[:, column]
                if not (frequencies > MIN_SHARE).any():
                    continue
                line = _LINE_UNITS * np.column_stack([self.stacks, frequencies])
                for corner in np.flatnonzero(needed_in_line(line)):
                    stack, frequency = f"{self.stacks[corner]:.3f}", f"{frequencies[corner]:.3f}"
                    records.append(
                        {"hand": hand, "action": action, "stack": stack, "how often": frequency}
                    )
        return records

    def _tell_layout(self) -> str:
        """Say what a cell has, and what its strips show."""
        low, high = self.stacks[0], self.stacks[-1]
        return (
            f"The 13 by 13 grid of hands, suited ones above the diagonal. Each cell has a strip "
            f"over stacks from {low:g} to {high:g} big blinds for how often the hand is pushed, "
            "and below it one for how often it calls."
        )

    def _tell_hands(self) -> str:
        """Say up to which stack each hand is played."""
        return " ".join(
            f"{hand}: pushed up to {_in_tenths(push)}, called with up to {_in_tenths(call)} big "
            "blinds."
            for hand, push, call in zip(cards.HANDS, *self.last_stacks, strict=True)
        )

    def _draw(self) -> Page:
        """Draw 13 rows of 13 cells, each a name above two strips."""
        page = Page(*PAPER_SIZES["A4"], self._scale)
        page.write(_LEFT, 15.5, self.title, _TEXT_SIZES.title, weight="bold")
        for line, note in enumerate(self.notes):
            page.write(_LEFT, 22 + 3.95 * line, note, _TEXT_SIZES.note)
        self._draw_legend(page, _LEFT, 42.9)
        corners = [
            (_LEFT + _CELL * column, _TOP + _ROW * line) for line, column in np.ndindex(13, 13)
        ]
        self._draw_lanes(page, corners)
        for (x, y), hand in zip(corners, cards.HANDS, strict=True):
            page.write(x + _LANE_LEFT, y + 3.65, hand, 9.5, weight="bold")
        self._write_last_stacks(page, corners)
        self._draw_axes(page)
        return page

    def _draw_lanes(self, page: Page, corners: Sequence[tuple[float, float]]) -> None:
        """Draw both lanes of each cell, given its upper left corner: strips, and rules at ticks."""
        lanes = [
            rectangle_corners(x + _LANE_LEFT, y + lane_top, _LANE_WIDTH, _LANE_HEIGHT)
            for x, y in corners
            for lane_top in _LANE_TOPS
        ]
        page.fill(lanes, FOLD)
        across = self._along(self.stacks)
        for by_stack, lane_top, color in zip(
            self._by_action.values(), _LANE_TOPS, SHEET_COLORS, strict=True
        ):
            strips = []
            for (x, y), frequencies in zip(corners, by_stack.T, strict=True):
                bottom = y + lane_top + _LANE_HEIGHT
                strips.append(_strip(x + _LANE_LEFT + across, bottom, _LANE_HEIGHT * frequencies))
            page.fill(strips, color)
        rule_lefts = [_LANE_LEFT + self._along(tick) - _RULE_WIDTH / 2 for tick in self._ticks()]
        rules = [
            rectangle_corners(x + rule_left, y + lane_top, _RULE_WIDTH, _LANE_HEIGHT)
            for x, y in corners
            for lane_top in _LANE_TOPS
            for rule_left in rule_lefts
        ]
        page.fill(rules, BACKGROUND)

    def _write_last_stacks(self, page: Page, corners: Sequence[tuple[float, float]]) -> None:
        """Write in each lane up to which stack the hand is played, unless never or at all stacks.

        The number is beyond the end of the strip where there is room, or else within it.
        """
        largest_stack = float(self.stacks[-1])
        for last_stacks, lane_top in zip(self.last_stacks, _LANE_TOPS, strict=True):
            for (x, y), last_stack in zip(corners, last_stacks, strict=True):
                if not 0 < last_stack < largest_stack:
                    continue
                number, end = _in_tenths(last_stack), self._along(last_stack)
                room = 1.45 * len(number) - 0.2  # as wide as it is in letters of 7 points
                is_beyond = _LANE_WIDTH - end > room
                left = x + _LANE_LEFT + end + (0.5 if is_beyond else -0.4)
                side = "left" if is_beyond else "right"
                page.write(left, y + lane_top + 4.05, number, 7.2, ha=side, color="black")

    def _draw_axes(self, page: Page) -> None:
        """Write the first, a middle and the last stack above and below each column of cells."""
        ticks = self._ticks()
        middle, (low, high) = ticks[len(ticks) // 2], self._ends
        for column in range(13):
            x = _LEFT + _CELL * column + _LANE_LEFT
            for y in (_TOP - 0.5, _TOP + 13 * _ROW + 1.6):
                page.write(x, y, f"{low:g}", 7.2)
                page.write(x + self._along(middle), y, f"{middle:g}", 7.2, ha="center")
                page.write(x + _LANE_WIDTH, y, f"{high:g}", 7.2, ha="right")

    @property
    def _ends(self) -> tuple[float, float]:
        """The first and the last stack."""
        return float(self.stacks[0]), float(self.stacks[-1])

    def _along(self, stacks: Any) -> Any:
        """Return the distance of a stack, or of many, from the beginning of a lane."""
        low, high = self._ends
        return _LANE_WIDTH * (stacks - low) / (high - low)

    def _ticks(self) -> list[float]:
        """List the stacks that are marked in a lane."""
        low, high = self._ends
        return [tick for tick in _round_numbers(high) if low < tick < high]

    def _draw_legend(self, page: Page, x: float, y: float) -> None:
        """Say what the colours and the numbers are."""
        entries = [
            (SHEET_COLORS[0], "upper strip: the small blind pushes"),
            (SHEET_COLORS[1], "lower strip: the big blind calls a push"),
            (FOLD, "folds"),
        ]
        for (color, text), offset in zip(entries, (0, 66, 138), strict=True):
            page.fill([rectangle_corners(x + offset, y - 2.9, 5, 3.4)], color)
            page.write(x + offset + 6.5, y, text, 9)


def _in_tenths(stack: float) -> str:
    """Write a stack in tenths, rounded down, so that the hand is still played at that stack."""
    return f"{math.floor(10 * stack + _STACK_ROUNDING) / 10:.1f}"


def _last_crossing(stacks: np.ndarray, frequencies: np.ndarray) -> float:
    """Find the last stack at which a hand is played more often than not; 0 if there is none.

    Between the stacks of a sheet the frequency is a line. It need not come from a solution, whose
    intervals `pokerlab.studies.breakpoints` knows: a sheet draws anybody's probabilities.
    """
    above = np.flatnonzero(frequencies > 0.5)
    if not above.size:
        return 0.0
    last = above[-1]
    if last == len(stacks) - 1:
        return float(stacks[-1])
    fall = (frequencies[last] - 0.5) / (frequencies[last] - frequencies[last + 1])
    return float(stacks[last] + fall * (stacks[last + 1] - stacks[last]))


def _strip(across: np.ndarray, bottom: float, heights: np.ndarray) -> np.ndarray:
    """List the corners of a strip of these heights, without those that change nothing."""
    is_corner = differs_from_a_neighbour(heights)
    upper = np.column_stack([across[is_corner], bottom - heights[is_corner]])
    return np.vstack([[across[0], bottom], upper, [across[-1], bottom]])


def _round_numbers(high: float) -> list[float]:
    """Choose three numbers or so for an axis up to `high`: multiples of five."""
    step = 5 * max(1, round(high / 20))
    return [float(step * n) for n in range(1, int(high / step) + 1)]


def strip_sheet(
    stacks: ArrayLike,
    pushes: ArrayLike,
    calls: ArrayLike,
    *,
    title: str,
    notes: Sequence[str] = (),
    paper: str = "A4",
) -> StripSheet:
    """Lay out, for each hand, a strip over the stacks for pushes, and one for calls.

    Where a strip ends, the largest stack is printed at which the hand is played more often than
    not.

    Parameters
    ----------
    stacks : array_like, shape (n,)
        Stacks that never fall, in big blinds, the last one above the first. One that comes twice is
        where a probability jumps.
    pushes, calls : array_like, shape (n, 169)
        How likely each hand is to be pushed, and to call, at each of them.
    title : str
        The heading.
    notes : sequence of str
        At most five lines below it.
    paper : str
        ``"A4"``, ``"A3"`` or ``"A2"``, upright.

    Raises
    ------
    ValueError
        Another paper; stacks that fall, or are all the same; values that are no probabilities, or
        not one for each stack and hand; lines that do not fit.
    TypeError
        Texts of another type.
    """
    stacks = read_floats("stacks", stacks)
    never_fall = stacks.ndim == 1 and len(stacks) > 1 and (np.diff(stacks) >= 0).all()
    if not (never_fall and -np.inf < stacks[0] < stacks[-1] < np.inf):
        hint = "the last one above the first"
        raise refusal("stacks", short_repr(stacks), "two or more numbers that never fall", hint)
    shape = len(stacks), len(cards.HANDS)
    title, lines = read_texts(title, notes, _TEXT_SIZES)
    return StripSheet(
        title,
        lines,
        read_paper(paper, ("A4", "A3", "A2")),
        read_probability_array("pushes", pushes, shape, CHART_TOLERANCE),
        read_probability_array("calls", calls, shape, CHART_TOLERANCE),
        stacks,
    )
