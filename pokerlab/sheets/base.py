"""What all sheets have: a paper, a heading with lines below it, and a file.

:mod:`pokerlab.sheets.strip_sheets` and :mod:`pokerlab.sheets.pair_sheets` draw them. A sheet is
drawn by matplotlib with the font that comes with it, so that its file is the same, byte for byte,
on every machine with the same version. Lengths are in millimetres and letters in points; on A3 and
A2 both grow with the paper.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokerlab._support.arguments import read_list, refusal, require_type
from pokerlab._support.files import read_ending, write_file
from pokerlab.charts.colors import BACKGROUND, action_colors, scale_color
from pokerlab.charts.drawings import Drawing
from pokerlab.charts.plots import file_settings, plot_document
from pokerlab.push_fold_amounts import ALL_IN_ACTIONS
from pokerlab.sheets._page import Page, text_width
from pokerlab.sheets._tagged_pdf import add_tags

__all__ = [
    "PAPER_SIZES",
    "PHONE_PIXELS",
    "SHEET_COLORS",
    "SHEET_SUFFIXES",
    "Sheet",
    "TextSizes",
    "read_paper",
    "read_texts",
]

#: Width and height of each sheet, upright, in millimetres. ``"phone"`` is a wallpaper.
PAPER_SIZES = {
    "A4": (210.0, 297.0),
    "A3": (297.0, 420.0),
    "A2": (420.0, 594.0),
    "phone": (68.58, 148.59),
}
PHONE_PIXELS = 1080, 2340  #: The pixels of a wallpaper.
SHEET_SUFFIXES = ".pdf", ".png", ".svg"  #: The endings of a sheet's file.

# The pixels on the short side of a picture of a sheet of paper: A4's at 300 dpi.
_PIXELS = 2480
#: The colours of pushes and of calls. They are lighter than in charts on a screen: black letters on
#: them have a contrast of 7 or more.
SHEET_COLORS = tuple(
    scale_color((color, BACKGROUND), 0.3) for color in action_colors(ALL_IN_ACTIONS)
)
_MAX_NOTES = 5  # Lines below the heading.


class TextSizes(NamedTuple):
    """How large a sheet's texts are."""

    title: float  #: The letters of the heading, in points.
    note: float  #: The letters of the lines below it, in points; 0 if these are left out.
    line_width: float  #: The room for a line, in millimetres.


@dataclass(frozen=True, eq=False)
class Sheet(Drawing):
    """A sheet to print, which `strip_sheet` or `pair_sheet` makes."""

    title: str  #: Its heading.
    notes: tuple[str, ...] = field(repr=False)  #: Lines below the heading: the rules, the proof.
    paper: str  #: One of `PAPER_SIZES`.
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
        if ending == ".pdf":
            content = self._pdf()
        elif ending == ".png":
            content = self._png()
        else:
            content = self.svg().encode()
        write_file(path, content)

    def svg(self) -> str:
        """Return the sheet as the text of an SVG file."""
        with file_settings():
            figure = self._draw().figure
        return plot_document(figure, self.title, self._description())

    def to_html(self) -> str:
        """Return the sheet for a page; paper is white in the dark, too."""
        return f'<div class="pl-box pl-sheet">{self.svg()}</div>'

    def _pdf(self) -> bytes:
        """Return the bytes of a PDF file."""
        file = io.BytesIO()
        metadata = {"Title": self.title, "Author": "the pokerlab authors"}
        # Dates and versions would make another file each time.
        left_out = dict.fromkeys(["CreationDate", "ModDate", "Creator", "Producer"])
        with file_settings() as settings:
            settings["pdf.fonttype"] = 42  # letters that stay letters, to search and to copy
            self._draw().figure.savefig(file, format="pdf", metadata=metadata | left_out)
        sentences = [f"{self.title}.", *self.notes, self._description()]
        return add_tags(file.getvalue(), " ".join(sentences))

    def _png(self) -> bytes:
        """Return the bytes of a PNG file."""
        file = io.BytesIO()
        pixels = PHONE_PIXELS[0] if self.paper == "phone" else _PIXELS
        with file_settings():
            figure = self._draw().figure
            dpi = pixels / min(figure.get_size_inches())
            figure.savefig(file, format="png", dpi=dpi, metadata={"Software": None})
        return file.getvalue()

    @property
    def _scale(self) -> float:
        """How many times as wide as A4 the paper is."""
        return PAPER_SIZES[self.paper][0] / PAPER_SIZES["A4"][0]

    @property
    def _by_action(self) -> dict[str, np.ndarray]:
        """The probabilities of each hand to push, and to call."""
        push, call = ALL_IN_ACTIONS
        return {push: self.pushes, call: self.calls}

    def _description(self) -> str:
        """Say in sentences what the picture shows, and of all hands how they are played."""
        return f"{self._tell_layout()} {self._tell_hands()}"

    def _tell_hands(self) -> str:
        """Say of all hands how they are played."""
        raise NotImplementedError

    def _draw(self) -> Page:
        """Draw the sheet."""
        raise NotImplementedError

    def _tell_layout(self) -> str:
        """Say for people who cannot see the sheet what is on it."""
        raise NotImplementedError


def read_paper(paper: str, allowed: tuple[str, ...]) -> str:
    """Return the name of a paper, if it is one of those allowed."""
    if paper not in allowed:
        *others, last = allowed
        raise refusal("paper", repr(paper), f"{', '.join(others)} or {last}")
    return paper


def read_texts(title: str, notes: Sequence[str], sizes: TextSizes) -> tuple[str, tuple[str, ...]]:
    """Read the heading and the lines below it, each of which must fit."""
    require_type("title", title, str, "text")
    lines = read_list("notes", notes, "lines of text")
    for line in lines:
        require_type("notes", line, str, "lines of text")
    if len(lines) > _MAX_NOTES:
        raise ValueError(f"notes: {len(lines)} lines given, at most {_MAX_NOTES} fit")
    texts = [("title", title, sizes.title, "bold")]
    texts += [("notes", line, sizes.note, "normal") for line in lines]
    for name, text, size, weight in texts:
        if text_width(text, size, weight) > sizes.line_width:
            raise refusal(name, repr(text), "a line that fits on the paper")
    return title, tuple(lines)
