"""The base of all drawings: they show themselves in a page, save themselves, and stand in a row."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import fromstring

from pokerlab._support.arguments import refusal, require_type
from pokerlab._support.files import read_ending, write_file
from pokerlab._support.loading import import_optional
from pokerlab._support.notebooks import CHART_WIDTH, Record, ShownInNotebook
from pokerlab.charts import _svg
from pokerlab.charts.colors import BACKGROUND

__all__ = ["GAP", "PNG_PIXELS_PER_UNIT", "POINTS_PER_INCH", "Drawing", "Row", "row", "to_png"]

POINTS_PER_INCH = 72  #: A point is the unit of lengths in a drawing, and of letters' sizes.
PNG_PIXELS_PER_UNIT = 4  #: How many pixels of a PNG file a unit of an SVG file takes.
GAP = 24  #: Between drawings in a row, in units of an SVG file.
_PNG_FONT = "DejaVu Sans"  # Comes with matplotlib, so it is the same on every machine.


class Drawing(ShownInNotebook):
    """A picture that shows itself in a notebook and in a page, and saves itself to a file."""

    def svg(self) -> str:
        """Return the text of an SVG file, in light colours."""
        raise NotImplementedError

    def to_html(self) -> str:
        """Return the drawing for a page that has the style of all drawings already."""
        return f'<div class="pl-box">{_svg.in_page_colors(self.svg())}</div>'

    def save(self, path: str | Path) -> None:
        """Write the drawing to a file, in light colours, by the ending of its name.

        It is a ValueError unless that is ``.svg`` or ``.png``, and an OSError if the file cannot be
        written. A PNG has `PNG_PIXELS_PER_UNIT` pixels for each unit of the SVG, and matplotlib's
        font DejaVu Sans, whatever fonts there are; it needs the extra ``png``. A row is one
        picture, and a drawing with a knob is saved as it stands at the start.
        """
        ending = read_ending("path", path, ".svg", ".png")
        write_file(path, self.svg().encode() if ending == ".svg" else to_png(self.svg()))

    def _repr_html_(self) -> str:
        return f"<style>{_svg.PAGE_STYLE}</style>{self.to_html()}"


def to_png(svg: str, pixels_per_unit: int = PNG_PIXELS_PER_UNIT) -> bytes:
    """Paint the text of an SVG file as PNG, on any machine in the same font."""
    resvg = import_optional("resvg_py", "png")
    from matplotlib import get_data_path

    fonts = Path(get_data_path()) / "fonts" / "ttf"
    return resvg.svg_to_bytes(
        svg_string=svg,
        background=BACKGROUND,
        zoom=pixels_per_unit,
        skip_system_fonts=True,
        font_files=[str(path) for path in sorted(fonts.glob("DejaVuSans*.ttf"))],
        font_family=_PNG_FONT,
        sans_serif_family=_PNG_FONT,
    )


@dataclass(frozen=True)
class Row(Drawing):
    """Drawings side by side; `row` makes it."""

    drawings: tuple[Drawing, ...]

    def svg(self) -> str:
        """Return the drawings as one SVG file, equally wide and side by side."""
        x, tallest, content = 0, 0.0, ""
        for drawing in self.drawings:
            svg = drawing.svg()
            width, height = map(float, fromstring(svg).attrib["viewBox"].split()[2:])
            height *= CHART_WIDTH / width
            position = f'<svg x="{x}" width="{CHART_WIDTH}" height="{height:g}" '
            content += svg.replace("<svg ", position, 1)
            x += CHART_WIDTH + GAP
            tallest = max(tallest, height)
        return _svg.element(
            "svg",
            content,
            xmlns=_svg.NAMESPACE,
            viewBox=f"0 0 {x - GAP} {tallest:g}",
            style=f"background:{BACKGROUND}",
        )

    def records(self) -> list[Record]:
        """Return the numbers of all drawings.

        If these are charts of the same hands, there is a record for each hand. Else there are the
        records of each drawing, with its title or place.
        """
        names = [
            getattr(drawing, "title", "") or str(place)
            for place, drawing in enumerate(self.drawings, 1)
        ]
        tables = [drawing.records() for drawing in self.drawings]
        if _are_of_same_hands(tables):
            return [_join_records(names, of_hand) for of_hand in zip(*tables, strict=True)]
        return [
            {"drawing": name} | dict(record)
            for name, table in zip(names, tables, strict=True)
            for record in table
        ]

    def to_html(self) -> str:
        """Return the drawings for a page, side by side where there is room."""
        drawings = "".join(drawing.to_html() for drawing in self.drawings)
        return f'<div class="pl-row">{drawings}</div>'


def _are_of_same_hands(tables: Sequence[Sequence[Record]]) -> bool:
    """Whether all tables have a record for each of the same hands, in the same order."""
    hands_of_tables = {tuple(record.get("hand") for record in table) for table in tables}
    if len(hands_of_tables) != 1:
        return False
    (hands,) = hands_of_tables
    return None not in hands and len({*hands}) == len(hands)


def _join_records(names: Sequence[str], records: Sequence[Record]) -> Record:
    """Join a hand's records in several charts; each column's name begins with its chart's."""
    joined = {"hand": records[0]["hand"]}
    for name, of_chart in zip(names, records, strict=True):
        joined |= {
            f"{name}: {column}": text for column, text in of_chart.items() if column != "hand"
        }
    return joined


def row(*drawings: Drawing) -> Row:
    """Set drawings side by side, or below one another where the page is narrow.

    Anything but a drawing is a TypeError, and nothing at all a ValueError.
    """
    if not drawings:
        raise refusal("drawings", "none", "at least one")
    for drawing in drawings:
        require_type("drawings", drawing, Drawing, "drawings")
    return Row(drawings)
