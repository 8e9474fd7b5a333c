"""Matplotlib figures in the book's style: `subplots` begins one, `show` makes a drawing of it."""

import io
import re
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlab._support.arguments import read_pair, refusal, require_count, require_type
from pokerlab._support.arithmetic import unsigned_zero
from pokerlab._support.notebooks import Record
from pokerlab.charts import _svg
from pokerlab.charts.colors import CYCLE, INK
from pokerlab.charts.drawings import POINTS_PER_INCH, Drawing
from pokerlab.charts.plot_data import records

if TYPE_CHECKING:
    from matplotlib import RcParams
    from matplotlib.figure import Figure

__all__ = ["Plot", "file_settings", "plot_document", "show", "subplots"]

# The dashes of a plot's lines, in the order of `CYCLE`: points drawn and left out, in turn.
_DASHES = [(5, 0), (5, 1.5), (1.5, 1.2), (6, 1.5, 1.5, 1.5), (8, 3), (1, 2.5)]


@dataclass(frozen=True)
class Plot(Drawing):
    """A matplotlib figure made ready for the page; `show` makes it."""

    title: str
    description: str = field(repr=False)
    document: str = field(repr=False)  #: The text of an SVG file.
    #: What is drawn, in numbers, as :func:`pokerlab.charts.plot_data.records` reads it.
    numbers: tuple[Record, ...] = field(default=(), repr=False, compare=False)

    def records(self) -> list[Record]:
        """Return the numbers that are drawn."""
        return [*self.numbers]

    def svg(self) -> str:
        """Return the plot as the text of an SVG file."""
        return self.document


class _MatplotlibSettings:
    """Puts the user's matplotlib settings aside while figures in the book's style are drawn."""

    def __init__(self) -> None:
        self._figures: weakref.WeakSet[Figure] = weakref.WeakSet()  # not shown yet
        self._user_settings = ExitStack()  # brings them back when it is closed

    def put_aside(self) -> None:
        """Let matplotlib keep to its own settings."""
        import matplotlib as mpl

        if not self._unfinished():
            self._user_settings.enter_context(mpl.rc_context())
        mpl.rcdefaults()
        _find_own_fonts()

    def begin(self, figure: "Figure") -> None:
        """Wait until a figure is finished, or deleted."""
        self._figures.add(figure)
        finalizer = weakref.finalize(figure, self._restore)
        finalizer.atexit = False  # a process that ends needs no settings

    def finish(self, figure: "Figure") -> None:
        """Take a figure as finished; after the last one the user's settings are back."""
        self._figures.discard(figure)
        self._restore()

    def _restore(self) -> None:
        """Bring the user's settings back, if no figure needs matplotlib's own."""
        if not self._unfinished():
            self._user_settings.close()

    def _unfinished(self) -> list["Figure"]:
        """List the figures; the length of the set may count one that is just being deleted."""
        return [*self._figures]


def _find_own_fonts() -> None:
    """Make sure that matplotlib knows the fonts that come with it.

    It keeps its list of fonts in the user's cache, and believes a list that another installation
    has left there without them. Then it warns, at each power of ten on an axis, of ten fonts that
    it has not found, and the warnings would stand in the book.
    """
    from matplotlib import get_data_path
    from matplotlib.font_manager import fontManager

    known_files = {Path(font.fname) for font in fontManager.ttflist}
    for file in sorted(Path(get_data_path(), "fonts", "ttf").glob("*.ttf")):
        if file not in known_files:
            fontManager.addfont(file)


_settings = _MatplotlibSettings()


def subplots(
    rows: int = 1, columns: int = 1, *, size: tuple[float, float] = (5.4, 3.4), **options: Any
) -> "tuple[Figure, Any]":
    """Begin a matplotlib figure in the book's style.

    Black and white follow the page: black becomes its text colour, and white its background. Lines
    take the colours of `CYCLE` in turn, each with its own dash. The user's settings, such as
    those of a file ``matplotlibrc``, are ignored for whatever is drawn until the figure is given to
    `show`, or is deleted.

    Parameters
    ----------
    rows, columns : int
        How many axes there are, below and beside one another.
    size : (float, float)
        Width and height, in inches.
    **options
        Those of ``matplotlib.figure.Figure.subplots``, such as ``sharex``. If it refuses them, that
        is a ValueError.

    Returns
    -------
    figure, axes
        A figure and its axis or array of axes, like ``matplotlib.pyplot.subplots``, but pyplot does
        not know them.
    """
    require_count("rows", rows)
    require_count("columns", columns)
    size = read_pair("size", size, "width and height")
    if not all(isinstance(inches, int | float) and 0 < inches < np.inf for inches in size):
        raise refusal("size", repr(size), "width and height above 0", "in inches")
    from cycler import cycler
    from matplotlib.figure import Figure

    _settings.put_aside()
    figure = Figure(size, layout="constrained")
    _settings.begin(figure)
    try:
        axes = figure.subplots(rows, columns, **options)
    except (TypeError, ValueError) as error:
        raise ValueError(f"options: {options} given; {' '.join(str(error).split())}") from None
    for ax in np.ravel(axes):
        ax.set_prop_cycle(cycler(color=CYCLE) + cycler(dashes=_DASHES))
        ax.set_facecolor("none")
        ax.set_axisbelow(True)
        ax.grid(color="black", alpha=0.13, linewidth=0.6)
        ax.tick_params(which="both", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
    return figure, axes


def show(
    figure: "Figure",
    *,
    alt: str,
    title: str = "",
    numbers: Iterable[Mapping[str, object]] | None = None,
) -> Plot:
    """Finish a figure that `subplots` began: make a drawing of it, which a notebook shows.

    In a page the drawing is inline SVG that follows the page's theme. With the last figure that is
    finished, the user's matplotlib settings come back.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The figure, with all that is to be drawn in it.
    alt : str
        A description for people who cannot see the figure.
    title : str
        Printed above the figure.
    numbers : iterable of mappings, optional
        The rows of the CSV file that the book offers below the figure, from names of columns to
        rounded numbers. By default :func:`pokerlab.charts.plot_data.records` reads them off the
        drawing, which it can't do off a map, say.

    Returns
    -------
    Plot
        The drawing.

    Raises
    ------
    TypeError
        Anything but a figure and texts.
    """
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    require_type("figure", figure, Figure, "a matplotlib figure")
    require_type("alt", alt, str, "text")
    require_type("title", title, str, "text")

    with file_settings():
        if title:
            figure.suptitle(title, x=0.01, ha="left", size=12, weight="bold")
        for ax in figure.axes:
            legend = ax.get_legend()
            if legend is not None:
                legend.set_frame_on(False)
        lines: Any = figure.findobj(Line2D)
        for line in lines:
            if line.is_dashed() and not line.get_linewidth():
                line.set_linestyle("-")  # Matplotlib 3.10.0 refuses dashes that are 0 long
    document = plot_document(figure, title or alt, alt)
    with file_settings():
        rows = records(figure) if numbers is None else [_as_record(row) for row in numbers]
    _settings.finish(figure)
    return Plot(title, alt, document, tuple(rows))


def _as_record(row: Mapping[str, object]) -> Record:
    """Write what is in a row's columns; the sign of a zero is a last bit, and left out."""
    return {
        name: str(unsigned_zero(number) if isinstance(number, float) else number)
        for name, number in row.items()
    }


@contextmanager
def file_settings() -> "Iterator[RcParams]":
    """Let matplotlib write files by its own settings, which are yielded, and not by the user's."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        _find_own_fonts()
        yield mpl.rcParams


def plot_document(figure: "Figure", name: str, description: str) -> str:
    """Return a matplotlib figure as the text of an SVG file, texts in it as texts."""
    file = io.StringIO()
    with file_settings() as settings:
        settings["svg.fonttype"] = "none"
        _print_svg(figure, file)
    text = file.getvalue()
    body = text[text.index("<g id=") : text.rindex("</svg>")]
    body = _space_powers_by_font(_shorten_tags(body))
    body = _svg.element("g", _renumber_ids(body), stroke_linejoin="round")
    width, height = POINTS_PER_INCH * figure.get_size_inches()
    return _svg.document(width, height, name, description, body)


def _print_svg(figure: "Figure", file: io.StringIO) -> None:
    """Write a matplotlib figure as an SVG file without a background.

    It is drawn once. ``savefig`` draws a figure with a layout twice, and writes the same.
    """
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import FigureBase

    canvas, dpi = figure.canvas, figure.dpi  # both are changed
    drawn: Any = figure.findobj(lambda artist: isinstance(artist, Axes | FigureBase))
    patches = [artist.patch for artist in drawn]
    colors = [(patch.get_facecolor(), patch.get_edgecolor()) for patch in patches]
    try:
        for patch in patches:
            patch.set(facecolor="none", edgecolor="none")
        svg_canvas: Any = FigureCanvasSVG(figure)
        svg_canvas.print_svg(file)
    finally:
        for patch, (face, edge) in zip(patches, colors, strict=True):
            patch.set(facecolor=face, edgecolor=edge)
        figure.set_dpi(dpi)
        figure.set_canvas(canvas)


def _shorten_tags(body: str) -> str:
    """Leave comments and blanks between tags out, and shorten each tag."""
    body = re.sub(r"<!--.*?-->|(?<=>)\s+(?=<)", "", body, flags=re.DOTALL)
    return re.sub("<[^>]+>", lambda tag: _shorten_tag(tag[0]), body)


def _shorten_tag(tag: str) -> str:
    """Write a tag with two decimals, the page's font and ink, and no rotation by nothing."""
    tag = re.sub(r"-?\d+\.\d+", lambda number: f"{round(float(number[0]), 2):zg}", tag)
    tag = re.sub(r'; font-family: [^;"]*| transform="rotate\(-?0 [^"]*"|xlink:', "", tag)
    return tag.replace("\n", " ").replace("#000000", INK)


def _space_powers_by_font(body: str) -> str:
    """Let the page's font space powers of ten, whose digits matplotlib has placed for its own."""
    power = r"<text>(<tspan[^>]*>[\d−]</tspan>)+</text>"
    later_digit = re.compile(r'(</tspan><tspan) x="[^"]*"')
    return re.sub(power, lambda text: later_digit.sub(r"\1", text[0]), body)


def _renumber_ids(body: str) -> str:
    """Name ids that are referred to ``@0``, ``@1`` and so on, and leave all others out."""
    references = dict.fromkeys(re.findall(r'(?:url\(|href=")#(\w+)', body))
    new_ids = {old: f"@{index}" for index, old in enumerate(references)}

    def renumber(match: re.Match[str]) -> str:
        return f' id="{new_ids[match[1]]}"' if match[1] in new_ids else ""

    body = re.sub(r' id="([^"]*)"', renumber, body)
    return re.sub(r'(?<=url\(#)\w+|(?<=href="#)\w+', lambda name: new_ids[name[0]], body)
