"""Sheets of two charts for one stack: the hands that push, and those that call."""

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from pokerlab import cards
from pokerlab._support.arguments import read_probability_array
from pokerlab._support.notebooks import Record
from pokerlab.charts.hand_grids import MIN_SHARE
from pokerlab.charts.range_charts import CHART_TOLERANCE, share_in_cell
from pokerlab.push_fold_amounts import ALL_IN_ACTIONS
from pokerlab.sheets._page import Page, draw_grid, rectangle_corners
from pokerlab.sheets.base import (
    PAPER_SIZES,
    SHEET_COLORS,
    Sheet,
    TextSizes,
    read_paper,
    read_texts,
)

__all__ = ["PairSheet", "pair_sheet"]

_TEXT_SIZES = TextSizes(title=24.0, note=10.5, line_width=277.0)
_PHONE_TEXT_SIZES = TextSizes(title=9.5, note=0.0, line_width=65.0)


@dataclass(frozen=True, eq=False)
class PairSheet(Sheet):
    """Two charts of the 169 hands: who pushes, and who calls."""

    def records(self) -> list[Record]:
        """Return a record for each hand: how often it is pushed, and calls."""
        return [
            {"hand": hand, "push": f"{push:.4f}", "call": f"{call:.4f}"}
            for hand, push, call in zip(cards.HANDS, self.pushes, self.calls, strict=True)
        ]

    def _tell_layout(self) -> str:
        """Say how much each chart plays."""
        captions = "; ".join(self._captions())
        return f"Two 13 by 13 grids of hands, suited ones above the diagonal. {captions}."

    def _tell_hands(self) -> str:
        """Say which hands are played, those with a percentage now and then."""
        sentences = []
        for action, frequencies in self._by_action.items():
            hands = [
                hand + (f" {share_in_cell(share)}" if share < 1 - MIN_SHARE else "")
                for hand, share in zip(cards.HANDS, frequencies, strict=True)
                if share >= MIN_SHARE
            ]
            sentences.append(f"{action.capitalize()}: {', '.join(hands) or 'none'}.")
        return " ".join(sentences)

    def _captions(self) -> list[str]:
        """Write the line above each chart: who plays which part of all hands."""
        shares = cards.HAND_PROBABILITIES
        push, call = ALL_IN_ACTIONS
        return [
            f"Small blind: {push} {shares @ self.pushes:.1%} of hands",
            f"Big blind: {call} {shares @ self.calls:.1%} of hands",
        ]

    def _draw(self) -> Page:
        """Draw the charts side by side, or below one another on a phone."""
        if self.paper == "phone":
            return self._draw_phone()
        height, width = PAPER_SIZES["A4"]
        page = Page(width, height, self._scale)
        left, cell, gap = 10.0, 10.3, 9.2
        page.write(left, 18, self.title, _TEXT_SIZES.title, weight="bold")
        for line, note in enumerate(self.notes):
            page.write(left, 27 + 5.4 * line, note, _TEXT_SIZES.note)
        charts = zip(self._captions(), (self.pushes, self.calls), SHEET_COLORS, strict=True)
        for number, (caption, frequencies, color) in enumerate(charts):
            x = left + number * (13 * cell + gap)
            page.fill([rectangle_corners(x, 53.3, 4.4, 4.4)], color)
            page.write(x + 6.2, 57, caption, 13, weight="bold")
            draw_grid(page, x, 60.5, (cell, cell), frequencies, color, (10.5, 7.5))
        return page

    def _draw_phone(self) -> Page:
        """Draw the charts below the place where a phone shows the time."""
        width, height = PAPER_SIZES["phone"]
        page = Page(width, height)
        left, cell = 1.9, (4.98, 3.62)
        page.write(width / 2, 40.6, self.title, _PHONE_TEXT_SIZES.title, weight="bold", ha="center")
        charts = zip(self._captions(), (self.pushes, self.calls), SHEET_COLORS, strict=True)
        for number, (caption, frequencies, color) in enumerate(charts):
            y = 44.5 + number * 52.2
            page.fill([rectangle_corners(left, y - 2.0, 2.3, 2.3)], color)
            page.write(left + 3.2, y, caption, 7.2, weight="bold")
            draw_grid(page, left, y + 1.4, cell, frequencies, color, (5.6, 0))
        return page


def pair_sheet(
    pushes: ArrayLike,
    calls: ArrayLike,
    *,
    title: str,
    notes: Sequence[str] = (),
    paper: str = "A4",
) -> PairSheet:
    """Lay out two charts of the 169 hands: who pushes, and who calls.

    Parameters
    ----------
    pushes, calls : array_like, shape (169,)
        How likely each hand is to be pushed, and to call.
    title : str
        The heading.
    notes : sequence of str
        At most five lines below it; a phone's wallpaper leaves them out.
    paper : str
        ``"A4"``, ``"A3"`` or ``"A2"``, across, or ``"phone"`` for a wallpaper.

    Raises
    ------
    ValueError
        Another paper; values that are no probabilities, or not one for each hand; lines that do
        not fit.
    TypeError
        Texts of another type.
    """
    shape = (len(cards.HANDS),)
    sizes = _PHONE_TEXT_SIZES if paper == "phone" else _TEXT_SIZES
    title, lines = read_texts(title, notes, sizes)
    return PairSheet(
        title,
        lines,
        read_paper(paper, tuple(PAPER_SIZES)),
        read_probability_array("pushes", pushes, shape, CHART_TOLERANCE),
        read_probability_array("calls", calls, shape, CHART_TOLERANCE),
    )
