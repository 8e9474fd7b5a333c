"""Sheets to print: a strip over all stacks for each hand, or two charts for one stack.

A sheet is drawn by matplotlib with the font that comes with it, so that its file is the same, byte
for byte, on every machine with the same version. Lengths are in millimetres and letters in points;
on A3 and A2 both grow with the paper.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pokerlab import cards
from pokerlab._arguments import brief, check_type, read_floats, read_list, refusal
from pokerlab._files import read_ending, write_file
from pokerlab._notebooks import Record
from pokerlab.charts.colors import FOLD, INK, PAPER, action_colors, scale_color
from pokerlab.charts.drawings import Drawing
from pokerlab.charts.grids import LEAST_SHARE
from pokerlab.charts.plot_data import thin
from pokerlab.charts.plots import file_settings, plot_document
from pokerlab.push_or_fold import PLAYED_ACTIONS

__all__ = [
    "ENDINGS",
    "PAPERS",
    "PHONE",
    "PairSheet",
    "Sheet",
    "StripSheet",
    "pair_sheet",
    "strip_sheet",
]

#: Width and height of each paper, upright, in millimetres. ``"phone"`` is a wallpaper.
PAPERS = {
    "A4": (210.0, 297.0),
    "A3": (297.0, 420.0),
    "A2": (420.0, 594.0),
    "phone": (68.58, 148.59),
}
PHONE = 1080, 2340  #: The pixels of a wallpaper.
ENDINGS = ".pdf", ".png", ".svg"  #: What a sheet may be saved as.

_INCH = 25.4  #: In millimetres.
_A4_WIDTH = PAPERS["A4"][0]
#: A picture of a sheet of paper has so many pixels on its short side, A4's at 300 dpi.
_PIXELS = 2480
#: Lighter than in charts on a screen: black letters on them have a contrast of 7 or more.
_COLORS = tuple(scale_color((color, PAPER), 0.3) for color in action_colors(PLAYED_ACTIONS))
_ROUNDING = 1e-6  #: How far rounding may carry probabilities beyond 0 and 1.
_MOST_NOTES = 5  #: Lines below the heading.
_LINE_UNITS = 20  #: A strip's numbers are kept as if it were so high, and so long a big blind.


class _Page:
    """An empty page; lengths and letters are those of the smallest paper."""

    def __init__(self, width: float, height: float, scale: float = 1) -> None:
        from matplotlib.figure import Figure

        self.scale = scale
        self.figure = Figure((width * scale / _INCH, height * scale / _INCH), facecolor=PAPER)
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


def _box(x: float, y: float, width: float, height: float) -> list[tuple[float, float]]:
    """Return the corners of a rectangle."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


@dataclass(frozen=True, eq=False)
class Sheet(Drawing):
    """A sheet to print, which `strip_sheet` or `pair_sheet` makes."""

    title: str  #: Its heading.
    notes: tuple[str, ...] = field(repr=False)  #: Lines below the heading: the rules, the proof.
    paper: str  #: One of `PAPERS`.
    pushes: np.ndarray = field(repr=False)  #: How likely each of the 169 hands is to be pushed.
    calls: np.ndarray = field(repr=False)  #: How likely each of them is to call.

    def save(self, path: str | Path) -> None:
        """Write the sheet to a file, by the ending of its name one of `ENDINGS`.

        A PDF and an SVG are drawings, which can be enlarged. A PNG of a phone's wallpaper has the
        pixels of `PHONE`, one of paper 2480 on its short side. It is a ValueError if the ending is
        another one, and an OSError if the file cannot be written.
        """
        ending = read_ending(path, *ENDINGS)
        write_file(path, self.svg().encode() if ending == ".svg" else self._file(ending))

    def svg(self) -> str:
        """Return the sheet as the text of an SVG file."""
        with file_settings():
            figure = self._draw().figure
        return plot_document(figure, self.title, self._describe())

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
                told = {"Title": self.title, "Author": "the pokerlab authors"}
                dates: dict[str, Any] = {"CreationDate": None, "ModDate": None, "Creator": None}
                figure.savefig(file, format="pdf", metadata=told | dates | {"Producer": None})
            else:
                pixels = PHONE[0] if self.paper == "phone" else _PIXELS
                dpi = pixels / min(figure.get_size_inches())
                figure.savefig(file, format="png", dpi=dpi, metadata={"Software": None})
        return file.getvalue()

    def _draw(self) -> _Page:
        """Draw the sheet."""
        raise NotImplementedError

    def _describe(self) -> str:
        """Say for people who cannot see the sheet what is on it."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class StripSheet(Sheet):
    """A strip over the stacks for each hand's pushes, and one for its calls."""

    stacks: np.ndarray = field(repr=False)  #: Increasing; the rows of the probabilities.

    @property
    def last_stacks(self) -> np.ndarray:
        """Up to which stack each hand is pushed, and calls, more often than not.

        An array of shape (2, 169). It is the last of the stacks if the hand is played there, and 0
        if it is never played.
        """
        return np.array(
            [
                [_last_crossing(self.stacks, often) for often in played.T]
                for played in (self.pushes, self.calls)
            ]
        )

    def records(self) -> list[Record]:
        """Return how often each hand is played: stacks between which that is a line, as drawn.

        A strip that stays at 0 all along has no rows.
        """
        rows: list[Record] = []
        for action, played in zip(PLAYED_ACTIONS, (self.pushes, self.calls), strict=True):
            for hand, often in zip(cards.HANDS, played.T, strict=True):
                if not (often > LEAST_SHARE).any():
                    continue
                kept = thin(_LINE_UNITS * np.column_stack([self.stacks, often]))
                rows += [
                    {
                        "hand": hand,
                        "action": action,
                        "stack": f"{stack:.3f}",
                        "how often": f"{p:.3f}",
                    }
                    for stack, p in zip(self.stacks[kept], often[kept], strict=True)
                ]
        return rows

    def _describe(self) -> str:
        """Say what a cell has, and what its strips show."""
        low, high = self.stacks[0], self.stacks[-1]
        return (
            f"The 13 by 13 grid of hands, suited ones above the diagonal. Each cell has a strip "
            f"over stacks from {low:g} to {high:g} big blinds for how often the hand is pushed, "
            "and below it one for how often it calls."
        )

    def _draw(self) -> _Page:
        """Draw 13 rows of 13 cells, each a name above two strips."""
        width, height = PAPERS["A4"]
        page = _Page(width, height, PAPERS[self.paper][0] / _A4_WIDTH)
        left, top, cell, row = 8.0, 48.2, 14.95, 18.0
        lane_left, lane, lane_height = 0.7, 13.55, 5.7
        lane_tops = 4.5, 10.75
        page.write(left, 15.5, self.title, 22, weight="bold")
        for line, note in enumerate(self.notes):
            page.write(left, 22 + 3.95 * line, note, 8.5)
        self._draw_legend(page, left, 42.9)
        low, high = float(self.stacks[0]), float(self.stacks[-1])
        across = lane * (self.stacks - low) / (high - low)
        ticks = [tick for tick in _round_numbers(high) if low < tick < high]
        corners = [(left + cell * column, top + row * line) for line, column in np.ndindex(13, 13)]
        lanes = [
            _box(x + lane_left, y + up, lane, lane_height) for x, y in corners for up in lane_tops
        ]
        page.fill(lanes, FOLD)
        for played, up, color in zip((self.pushes, self.calls), lane_tops, _COLORS, strict=True):
            strips = [
                _strip(x + lane_left + across, y + up + lane_height, lane_height * often)
                for (x, y), often in zip(corners, played.T, strict=True)
            ]
            page.fill(strips, color)
        places = [lane_left + lane * (tick - low) / (high - low) for tick in ticks]
        rules = [
            _box(x + place - 0.06, y + up, 0.12, lane_height)
            for x, y in corners
            for up in lane_tops
            for place in places
        ]
        page.fill(rules, PAPER)
        for (x, y), hand in zip(corners, cards.HANDS, strict=True):
            page.write(x + lane_left, y + 3.65, hand, 9.5, weight="bold")
        for lasts, up in zip(self.last_stacks, lane_tops, strict=True):
            for (x, y), last in zip(corners, lasts, strict=True):
                if 0 < last < high:
                    end = lane * (last - low) / (high - low)
                    self._write_number(page, x + lane_left, y + up + 4.05, lane, end, f"{last:.1f}")
        middle = ticks[len(ticks) // 2]
        for column in range(13):
            x = left + cell * column + lane_left
            for y in (top - 0.5, top + 13 * row + 1.6):
                page.write(x, y, f"{low:g}", 7.2)
                page.write(
                    x + lane * (middle - low) / (high - low), y, f"{middle:g}", 7.2, ha="center"
                )
                page.write(x + lane, y, f"{high:g}", 7.2, ha="right")
        return page

    @staticmethod
    def _write_number(
        page: _Page, x: float, y: float, lane: float, end: float, number: str
    ) -> None:
        """Write where a strip ends: beyond its end where there is room, or else within it."""
        room = 1.45 * len(number) - 0.2  # as wide as it is in letters of 7 points
        beyond = lane - end > room
        place = x + end + (0.5 if beyond else -0.4)
        page.write(place, y, number, 7.2, ha="left" if beyond else "right", color="black")

    def _draw_legend(self, page: _Page, x: float, y: float) -> None:
        """Say what the colours and the numbers are."""
        entries = [
            (_COLORS[0], "upper strip: the small blind pushes"),
            (_COLORS[1], "lower strip: the big blind calls a push"),
            (FOLD, "folds"),
        ]
        for (color, text), offset in zip(entries, (0, 66, 138), strict=True):
            page.fill([_box(x + offset, y - 2.9, 5, 3.4)], color)
            page.write(x + offset + 6.5, y, text, 9)


def _last_crossing(stacks: np.ndarray, often: np.ndarray) -> float:
    """Return up to which stack a hand is played more often than not, between stacks by a line."""
    above = np.flatnonzero(often > 0.5)
    if not above.size:
        return 0.0
    last = above[-1]
    if last == len(stacks) - 1:
        return float(stacks[-1])
    fall = (often[last] - 0.5) / (often[last] - often[last + 1])
    return float(stacks[last] + fall * (stacks[last + 1] - stacks[last]))


def _strip(across: np.ndarray, bottom: float, heights: np.ndarray) -> np.ndarray:
    """Return the corners of a strip of these heights, without those that change nothing."""
    moves = np.diff(heights, prepend=np.nan, append=np.nan) != 0
    kept = moves[:-1] | moves[1:]
    upper = np.column_stack([across[kept], bottom - heights[kept]])
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

    def _describe(self) -> str:
        """Say how much each chart plays."""
        return "Two 13 by 13 grids of hands, suited ones above the diagonal. " + "; ".join(
            self._captions()
        )

    def _captions(self) -> list[str]:
        """Return what stands above each chart."""
        shares = cards.HAND_PROBABILITIES
        return [
            f"{player}: {action} {shares @ often:.1%} of hands"
            for player, action, often in zip(
                ("Small blind", "Big blind"), PLAYED_ACTIONS, (self.pushes, self.calls), strict=True
            )
        ]

    def _draw(self) -> _Page:
        """Draw the charts side by side, or below one another on a phone."""
        if self.paper == "phone":
            return self._draw_phone()
        height, width = PAPERS["A4"]
        page = _Page(width, height, PAPERS[self.paper][0] / _A4_WIDTH)
        left, cell, gap = 10.0, 10.3, 9.2
        page.write(left, 18, self.title, 24, weight="bold")
        for line, note in enumerate(self.notes):
            page.write(left, 27 + 5.4 * line, note, 10.5)
        charts = zip(self._captions(), (self.pushes, self.calls), _COLORS, strict=True)
        for number, (caption, often, color) in enumerate(charts):
            x = left + number * (13 * cell + gap)
            page.fill([_box(x, 53.3, 4.4, 4.4)], color)
            page.write(x + 6.2, 57, caption, 13, weight="bold")
            _draw_grid(page, x, 60.5, (cell, cell), often, color, (10.5, 7.5))
        return page

    def _draw_phone(self) -> _Page:
        """Draw the charts below the place where a phone shows the time."""
        width, height = PAPERS["phone"]
        page = _Page(width, height)
        left, cell = 1.9, (4.98, 3.62)
        page.write(width / 2, 40.6, self.title, 9.5, weight="bold", ha="center")
        charts = zip(self._captions(), (self.pushes, self.calls), _COLORS, strict=True)
        for number, (caption, often, color) in enumerate(charts):
            y = 44.5 + number * 52.2
            page.fill([_box(left, y - 2.0, 2.3, 2.3)], color)
            page.write(left + 3.2, y, caption, 7.2, weight="bold")
            _draw_grid(page, left, y + 1.4, cell, often, color, (5.6, 0))
        return page


def _draw_grid(
    page: _Page,
    left: float,
    top: float,
    cell: tuple[float, float],
    often: np.ndarray,
    color: str,
    sizes: tuple[float, float],
) -> None:
    """Draw a chart: each cell filled from the left as often as its hand is played.

    The sizes are those of names and of percentages, in points; there are none if that is 0.
    """
    width, height = cell
    gap = 0.035 * width
    places = [(left + width * column, top + height * row) for row, column in np.ndindex(13, 13)]
    page.fill([_box(x, y, width - gap, height - gap) for x, y in places], FOLD)
    played = [
        _box(x, y, share * (width - gap), height - gap)
        for (x, y), share in zip(places, often, strict=True)
        if share >= LEAST_SHARE
    ]
    page.fill(played, color)
    name_size, number_size = sizes
    for (x, y), hand, share in zip(places, cards.HANDS, often, strict=True):
        mixed = number_size > 0 and LEAST_SHARE <= share <= 1 - LEAST_SHARE
        center = x + (width - gap) / 2
        weight = "bold" if share >= 0.5 else "normal"
        place = y + (height - gap) * (0.35 if mixed else 0.5)
        look = {"ha": "center", "va": "center_baseline", "color": "black"}
        page.write(center, place, hand, name_size, weight=weight, **look)
        if mixed:
            page.write(
                center,
                y + 0.75 * (height - gap),
                f"{share:.0%}",
                number_size,
                weight="bold",
                **look,
            )


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
        Increasing stacks, in big blinds, two or more.
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
        Another paper; stacks that do not increase; values that are no probabilities, or not one
        for each stack and hand; lines that do not fit.
    TypeError
        Texts of another type.
    """
    stacks = read_floats("stacks", stacks)
    if stacks.ndim != 1 or len(stacks) < 2 or not (np.diff(stacks) >= 0).all():
        raise ValueError(f"stacks: {brief(stacks)} given, two or more increasing numbers needed")
    shape = len(stacks), len(cards.HANDS)
    title, lines = _read_texts(title, notes, (22, 8.5), 194)
    return StripSheet(
        title,
        lines,
        _read_paper(paper, ("A4", "A3", "A2")),
        _read_probabilities("pushes", pushes, shape),
        _read_probabilities("calls", calls, shape),
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
    sizes = (9.5, 0.1) if paper == "phone" else (24, 10.5)
    title, lines = _read_texts(title, notes, sizes, 65 if paper == "phone" else 277)
    return PairSheet(
        title,
        lines,
        _read_paper(paper, tuple(PAPERS)),
        _read_probabilities("pushes", pushes, shape),
        _read_probabilities("calls", calls, shape),
    )


def _read_paper(paper: str, allowed: tuple[str, ...]) -> str:
    """Return the name of a paper, if it is one of those allowed."""
    if paper not in allowed:
        *others, last = allowed
        raise refusal("paper", repr(paper), f"{', '.join(others)} or {last}")
    return paper


def _read_texts(
    title: str, notes: Sequence[str], sizes: tuple[float, float], width: float
) -> tuple[str, tuple[str, ...]]:
    """Check the heading and the lines below it, which have these sizes and this room."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    check_type("title", title, str, "text")
    lines = read_list("notes", notes, "lines of text")
    for line in lines:
        check_type("notes", line, str, "lines of text")
    if len(lines) > _MOST_NOTES:
        raise ValueError(f"notes: {len(lines)} lines given, at most {_MOST_NOTES} fit")
    texts = [("title", title, sizes[0], "bold"), *(("notes", n, sizes[1], "normal") for n in lines)]
    for name, text, size, weight in texts:
        font = FontProperties(family="DejaVu Sans", weight=weight)
        if TextPath((0, 0), text, size=size, prop=font).get_extents().width > width * 72 / _INCH:
            raise ValueError(f"{name}: {text!r} given, a line that fits on the paper needed")
    return title, tuple(lines)


def _read_probabilities(name: str, values: ArrayLike, shape: tuple[int, ...]) -> np.ndarray:
    """Read probabilities in an array of this shape."""
    array = read_floats(name, values)
    if array.shape != shape:
        raise ValueError(f"{name}: shape {array.shape} given, {shape} needed")
    if not (array.min() >= -_ROUNDING and array.max() <= 1 + _ROUNDING):
        raise ValueError(f"{name}: probabilities from 0 to 1 needed")
    return np.clip(array, 0, 1)
