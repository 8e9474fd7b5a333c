"""Sheets to print: a strip over all stacks for each hand, or two charts for one stack.

A sheet is drawn by matplotlib with the font that comes with it, so that its file is the same, byte
for byte, on every machine with the same version. Lengths are in millimetres and letters in points;
on A3 and A2 both grow with the paper.
"""

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pokerlab import cards
from pokerlab._support.arguments import (
    read_floats,
    read_list,
    read_probabilities,
    refusal,
    require_type,
    short_repr,
)
from pokerlab._support.files import read_ending, write_file
from pokerlab._support.notebooks import Record
from pokerlab.charts._sheet_pages import Page, box, draw_grid, text_width
from pokerlab.charts._tagged_pdf import add_tags
from pokerlab.charts.colors import BACKGROUND, FOLD, action_colors, scale_color
from pokerlab.charts.drawings import Drawing
from pokerlab.charts.grids import MIN_SHARE
from pokerlab.charts.plot_data import differs_from_a_neighbour, thin
from pokerlab.charts.plots import file_settings, plot_document
from pokerlab.charts.range_charts import CHART_TOLERANCE, share_in_cell
from pokerlab.push_fold_amounts import ALL_IN_ACTIONS

__all__ = [
    "PHONE_PIXELS",
    "SHEET_SIZES",
    "SHEET_SUFFIXES",
    "PairSheet",
    "Sheet",
    "StripSheet",
    "pair_sheet",
    "strip_sheet",
]

#: Width and height of each sheet, upright, in millimetres. ``"phone"`` is a wallpaper.
SHEET_SIZES = {
    "A4": (210.0, 297.0),
    "A3": (297.0, 420.0),
    "A2": (420.0, 594.0),
    "phone": (68.58, 148.59),
}
PHONE_PIXELS = 1080, 2340  #: The pixels of a wallpaper.
SHEET_SUFFIXES = ".pdf", ".png", ".svg"  #: What a sheet may be saved as.

_A4_WIDTH = SHEET_SIZES["A4"][0]
# A picture of a sheet of paper has so many pixels on its short side, A4's at 300 dpi.
_PIXELS = 2480
# Lighter than in charts on a screen: black letters on them have a contrast of 7 or more.
_COLORS = tuple(scale_color((color, BACKGROUND), 0.3) for color in action_colors(ALL_IN_ACTIONS))
_MAX_NOTES = 5  # Lines below the heading.
_STACK_ROUNDING = 1e-6  # A stack so little below a tenth, in tenths, is that tenth.
_LINE_UNITS = 20  # A strip's numbers are kept as if it were so high, and so long a big blind.

# The strips of a sheet, in millimetres: where the grid of cells begins, and from one to the next.
_STRIPS_LEFT, _STRIPS_TOP = 8.0, 48.2
_STRIPS_CELL, _STRIPS_ROW = 14.95, 18.0
# In a cell, the two lanes in which strips run: how far from the cell's corner they begin, and how
# large they are.
_LANE_LEFT = 0.7
_LANE_TOPS = 4.5, 10.75
_LANE_WIDTH, _LANE_HEIGHT = 13.55, 5.7
_RULE_WIDTH = 0.12  # Of the white lines at round numbers of big blinds.


class _Letters(NamedTuple):
    """The sizes of a sheet's letters, in points, and how much room a line has, in millimetres."""

    title: float
    note: float
    room: float


_STRIP_LETTERS = _Letters(22.0, 8.5, 194.0)
_PAIR_LETTERS = _Letters(24.0, 10.5, 277.0)
_PHONE_LETTERS = _Letters(9.5, 0.1, 65.0)  # The notes are left out, and of any length.


@dataclass(frozen=True, eq=False)
class Sheet(Drawing):
    """A sheet to print, which `strip_sheet` or `pair_sheet` makes."""

    title: str  #: Its heading.
    notes: tuple[str, ...] = field(repr=False)  #: Lines below the heading: the rules, the proof.
    paper: str  #: One of `SHEET_SIZES`.
    pushes: np.ndarray = field(repr=False)  #: How likely each of the 169 hands is to be pushed.
    calls: np.ndarray = field(repr=False)  #: How likely each of them is to call.

    def save(self, path: str | Path) -> None:
        """Write the sheet to a file, by the ending of its name ``.pdf``, ``.png`` or ``.svg``.

        A PDF and an SVG are drawings, which can be enlarged. A PDF has tags: a screen reader says
        its title, its lines, and how each hand is played. A PNG of a phone's wallpaper has
        `PHONE_PIXELS`, one of paper 2480 pixels on its short side. It is a ValueError if the ending
        is another one, and an OSError if the file cannot be written.
        """
        ending = read_ending("path", path, *SHEET_SUFFIXES)
        write_file(path, self.svg().encode() if ending == ".svg" else self._file(ending))

    def svg(self) -> str:
        """Return the sheet as the text of an SVG file."""
        with file_settings():
            figure = self._draw().figure
        return plot_document(figure, self.title, " ".join(self._description()))

    def to_html(self) -> str:
        """Return the sheet for a page; paper is white in the dark, too."""
        return f'<div class="pl-box pl-sheet">{self.svg()}</div>'

    def _file(self, ending: str) -> bytes:
        """Return the bytes of a PDF or PNG file."""
        file = io.BytesIO()
        with file_settings() as settings:
            settings["pdf.fonttype"] = 42  # letters that stay letters, to search and to copy
            figure = self._draw().figure
            if ending == ".pdf":
                metadata = {"Title": self.title, "Author": "the pokerlab authors"}
                # Dates and versions would make another file each time.
                left_out = dict.fromkeys(["CreationDate", "ModDate", "Creator", "Producer"])
                figure.savefig(file, format="pdf", metadata=metadata | left_out)
            else:
                pixels = PHONE_PIXELS[0] if self.paper == "phone" else _PIXELS
                dpi = pixels / min(figure.get_size_inches())
                figure.savefig(file, format="png", dpi=dpi, metadata={"Software": None})
        if ending == ".pdf":
            return add_tags(file.getvalue(), " ".join(self._sentences()))
        return file.getvalue()

    @property
    def _by_action(self) -> dict[str, np.ndarray]:
        """The probabilities of each hand to push, and to call."""
        push, call = ALL_IN_ACTIONS
        return {push: self.pushes, call: self.calls}

    def _sentences(self) -> list[str]:
        """Return the sheet's sentences, its title and what is on it."""
        return [f"{self.title}.", *self.notes, *self._description()]

    def _description(self) -> list[str]:
        """Say in sentences what the picture shows, and of all hands how they are played."""
        return [f"{self._tell_layout().rstrip('.')}.", self._tell_hands()]

    def _tell_hands(self) -> str:
        """Say of all hands how they are played."""
        raise NotImplementedError

    def _draw(self) -> Page:
        """Draw the sheet."""
        raise NotImplementedError

    def _tell_layout(self) -> str:
        """Say for people who cannot see the sheet what is on it."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class StripSheet(Sheet):
    """A strip over the stacks for each hand's pushes, and one for its calls."""

    #: The rows of the probabilities. They never fall; one that comes twice is where a line jumps.
    stacks: np.ndarray = field(repr=False)

    @property
    def last_stacks(self) -> np.ndarray:
        """Up to which stack each hand is pushed, and calls, more often than not.

        An array of shape (2, 169). It is the last of the stacks if the hand is played there, and 0
        if it is never played.
        """
        return np.array(
            [
                [_last_crossing(self.stacks, frequencies) for frequencies in by_hand.T]
                for by_hand in self._by_action.values()
            ]
        )

    def records(self) -> list[Record]:
        """Return how often each hand is played: stacks between which that is a line, as drawn.

        A strip that stays at 0 all along has no records.
        """
        records: list[Record] = []
        for action, by_stack in self._by_action.items():
            for column, hand in enumerate(cards.HANDS):
                frequencies = by_stack[:, column]
                if not (frequencies > MIN_SHARE).any():
                    continue
                is_corner = thin(_LINE_UNITS * np.column_stack([self.stacks, frequencies]))
                for corner in np.flatnonzero(is_corner):
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
        page = Page(*SHEET_SIZES["A4"], SHEET_SIZES[self.paper][0] / _A4_WIDTH)
        page.write(_STRIPS_LEFT, 15.5, self.title, _STRIP_LETTERS.title, weight="bold")
        for line, note in enumerate(self.notes):
            page.write(_STRIPS_LEFT, 22 + 3.95 * line, note, _STRIP_LETTERS.note)
        self._draw_legend(page, _STRIPS_LEFT, 42.9)
        corners = [
            (_STRIPS_LEFT + _STRIPS_CELL * column, _STRIPS_TOP + _STRIPS_ROW * line)
            for line, column in np.ndindex(13, 13)
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
            box(x + _LANE_LEFT, y + lane_top, _LANE_WIDTH, _LANE_HEIGHT)
            for x, y in corners
            for lane_top in _LANE_TOPS
        ]
        page.fill(lanes, FOLD)
        across = self._along(self.stacks)
        for by_stack, lane_top, color in zip(
            self._by_action.values(), _LANE_TOPS, _COLORS, strict=True
        ):
            strips = []
            for (x, y), frequencies in zip(corners, by_stack.T, strict=True):
                bottom = y + lane_top + _LANE_HEIGHT
                strips.append(_strip(x + _LANE_LEFT + across, bottom, _LANE_HEIGHT * frequencies))
            page.fill(strips, color)
        rule_lefts = [_LANE_LEFT + self._along(tick) - _RULE_WIDTH / 2 for tick in self._ticks()]
        rules = [
            box(x + rule_left, y + lane_top, _RULE_WIDTH, _LANE_HEIGHT)
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
        low, middle, high = float(self.stacks[0]), ticks[len(ticks) // 2], float(self.stacks[-1])
        for column in range(13):
            x = _STRIPS_LEFT + _STRIPS_CELL * column + _LANE_LEFT
            for y in (_STRIPS_TOP - 0.5, _STRIPS_TOP + 13 * _STRIPS_ROW + 1.6):
                page.write(x, y, f"{low:g}", 7.2)
                page.write(x + self._along(middle), y, f"{middle:g}", 7.2, ha="center")
                page.write(x + _LANE_WIDTH, y, f"{high:g}", 7.2, ha="right")

    def _along(self, stacks: Any) -> Any:
        """Return how far along a lane one stack is, or many."""
        low, high = float(self.stacks[0]), float(self.stacks[-1])
        return _LANE_WIDTH * (stacks - low) / (high - low)

    def _ticks(self) -> list[float]:
        """Return the stacks that are marked in a lane."""
        low, high = float(self.stacks[0]), float(self.stacks[-1])
        return [tick for tick in _round_numbers(high) if low < tick < high]

    def _draw_legend(self, page: Page, x: float, y: float) -> None:
        """Say what the colours and the numbers are."""
        entries = [
            (_COLORS[0], "upper strip: the small blind pushes"),
            (_COLORS[1], "lower strip: the big blind calls a push"),
            (FOLD, "folds"),
        ]
        for (color, text), offset in zip(entries, (0, 66, 138), strict=True):
            page.fill([box(x + offset, y - 2.9, 5, 3.4)], color)
            page.write(x + offset + 6.5, y, text, 9)


def _in_tenths(stack: float) -> str:
    """Write a stack in tenths, rounded down: with as many as it says the hand is still played."""
    return f"{math.floor(10 * stack + _STACK_ROUNDING) / 10:.1f}"


def _last_crossing(stacks: np.ndarray, frequencies: np.ndarray) -> float:
    """Return up to which stack a hand is played more often than not, between stacks by a line.

    A sheet knows no intervals, only what it draws: probabilities at some stacks, of anybody's.
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
    """Return the corners of a strip of these heights, without those that change nothing."""
    is_corner = differs_from_a_neighbour(heights)
    upper = np.column_stack([across[is_corner], bottom - heights[is_corner]])
    return np.vstack([[across[0], bottom], upper, [across[-1], bottom]])


def _round_numbers(high: float) -> list[float]:
    """Return where the axis has numbers: at three places or so, multiples of five if they can."""
    step = 5 * max(1, round(high / 20))
    return [float(step * n) for n in range(1, int(high / step) + 1)]


@dataclass(frozen=True, eq=False)
class PairSheet(Sheet):
    """Two charts of the 169 hands: who pushes, and who calls."""

    def records(self) -> list[Record]:
        """Return how often each hand is pushed, and calls."""
        return [
            {"hand": hand, "push": f"{push:.4f}", "call": f"{call:.4f}"}
            for hand, push, call in zip(cards.HANDS, self.pushes, self.calls, strict=True)
        ]

    def _tell_layout(self) -> str:
        """Say how much each chart plays."""
        return "Two 13 by 13 grids of hands, suited ones above the diagonal. " + "; ".join(
            self._captions()
        )

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
        """Return what stands above each chart."""
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
        height, width = SHEET_SIZES["A4"]
        page = Page(width, height, SHEET_SIZES[self.paper][0] / _A4_WIDTH)
        left, cell, gap = 10.0, 10.3, 9.2
        page.write(left, 18, self.title, _PAIR_LETTERS.title, weight="bold")
        for line, note in enumerate(self.notes):
            page.write(left, 27 + 5.4 * line, note, _PAIR_LETTERS.note)
        charts = zip(self._captions(), (self.pushes, self.calls), _COLORS, strict=True)
        for number, (caption, frequencies, color) in enumerate(charts):
            x = left + number * (13 * cell + gap)
            page.fill([box(x, 53.3, 4.4, 4.4)], color)
            page.write(x + 6.2, 57, caption, 13, weight="bold")
            draw_grid(page, x, 60.5, (cell, cell), frequencies, color, (10.5, 7.5))
        return page

    def _draw_phone(self) -> Page:
        """Draw the charts below the place where a phone shows the time."""
        width, height = SHEET_SIZES["phone"]
        page = Page(width, height)
        left, cell = 1.9, (4.98, 3.62)
        page.write(width / 2, 40.6, self.title, _PHONE_LETTERS.title, weight="bold", ha="center")
        charts = zip(self._captions(), (self.pushes, self.calls), _COLORS, strict=True)
        for number, (caption, frequencies, color) in enumerate(charts):
            y = 44.5 + number * 52.2
            page.fill([box(left, y - 2.0, 2.3, 2.3)], color)
            page.write(left + 3.2, y, caption, 7.2, weight="bold")
            draw_grid(page, left, y + 1.4, cell, frequencies, color, (5.6, 0))
        return page


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
    title, lines = _read_texts(title, notes, _STRIP_LETTERS)
    return StripSheet(
        title,
        lines,
        _read_paper(paper, ("A4", "A3", "A2")),
        read_probabilities("pushes", pushes, shape, CHART_TOLERANCE),
        read_probabilities("calls", calls, shape, CHART_TOLERANCE),
        stacks,
    )


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
    letters = _PHONE_LETTERS if paper == "phone" else _PAIR_LETTERS
    title, lines = _read_texts(title, notes, letters)
    return PairSheet(
        title,
        lines,
        _read_paper(paper, tuple(SHEET_SIZES)),
        read_probabilities("pushes", pushes, shape, CHART_TOLERANCE),
        read_probabilities("calls", calls, shape, CHART_TOLERANCE),
    )


def _read_paper(paper: str, allowed: tuple[str, ...]) -> str:
    """Return the name of a paper, if it is one of those allowed."""
    if paper not in allowed:
        *others, last = allowed
        raise refusal("paper", repr(paper), f"{', '.join(others)} or {last}")
    return paper


def _read_texts(title: str, notes: Sequence[str], letters: _Letters) -> tuple[str, tuple[str, ...]]:
    """Read the heading and the lines below it, each of which must fit."""
    require_type("title", title, str, "text")
    lines = read_list("notes", notes, "lines of text")
    for line in lines:
        require_type("notes", line, str, "lines of text")
    if len(lines) > _MAX_NOTES:
        raise ValueError(f"notes: {len(lines)} lines given, at most {_MAX_NOTES} fit")
    texts = [("title", title, letters.title, "bold")]
    texts += [("notes", line, letters.note, "normal") for line in lines]
    for name, text, size, weight in texts:
        if text_width(text, size, weight) > letters.room:
            raise refusal(name, repr(text), "a line that fits on the paper")
    return title, tuple(lines)
