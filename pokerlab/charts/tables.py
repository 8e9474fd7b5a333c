"""Tables as the book prints them: fixed digits, nothing cut off, no wider than the page."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from pokerlab._support.arguments import read_list, refusal, require_type, short_repr

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["Table", "table", "typeset", "unsigned_zero_text"]


@dataclass(frozen=True)
class Table:
    """A data frame as the book prints it; `table` makes it."""

    columns: tuple[str, ...]  #: The names of the columns.
    rows: tuple[tuple[str, ...], ...]  #: The cells as they are printed.
    numeric: tuple[bool, ...]  #: Whether a column has no text among its cells, and is set right.

    def __repr__(self) -> str:
        lines = [self.columns, *self.rows]
        formats = [
            f"{'>' if numeric else '<'}{max(len(cell) for cell in column)}"
            for numeric, column in zip(self.numeric, zip(*lines, strict=True), strict=True)
        ]
        return "\n".join("  ".join(map(format, line, formats)).rstrip() for line in lines)

    def _repr_html_(self) -> str:
        head = self._html_row("th", self.columns)
        body = "".join(self._html_row("td", row) for row in self.rows)
        table = f"<thead>{head}</thead>\n<tbody>{body}</tbody>"
        return f'<div style="overflow-x:auto"><table class="dataframe">\n{table}</table></div>'

    def _html_row(self, tag: str, cells: Sequence[str]) -> str:
        """Return cells as a row of HTML."""
        row = ""
        for cell, numeric in zip(cells, self.numeric, strict=True):
            style = ' style="text-align:right"' if numeric else ""
            row += f"<{tag}{style}>{escape(typeset(cell))}</{tag}>"
        return f"<tr>{row}</tr>\n"


def typeset(text: str) -> str:
    """Give the numbers in a text true minus signs, as wide as a plus.

    Examples
    --------
    >>> typeset("from -0.5 to 1e-3, 2026-11-20")
    'from −0.5 to 1e-3, 2026-11-20'
    """
    return re.sub(r"(?<![\w.)-])-(?=\.?\d)", "−", text)


def unsigned_zero_text(text: str) -> str:
    """Return a printed number, a zero without its minus; one that is padded stays as long.

    Examples
    --------
    >>> [unsigned_zero_text(text) for text in ["-0.00%", "-0.01%", "  -0.0", "-0.0e+00"]]
    ['0.00%', '-0.01%', '   0.0', '0.0e+00']
    """
    if not re.fullmatch(r" *-[0.,]+(e[+-]00)?%? *", text, re.IGNORECASE):
        return text
    is_padded = " " in text
    return text.replace("-", " " if is_padded else "", 1)


def table(
    rows: Any,
    format: str | Mapping[str, str] = "",
    *,
    columns: Sequence[str] | None = None,
    index: bool = True,
) -> Table:
    """Print a table in the page: fixed digits, nothing cut off, no wider than the page.

    Parameters
    ----------
    rows : DataFrame, sequence or mapping
        A data frame; rows that are tuples of cells, or mappings from columns to cells; or a mapping
        from each row's first cell to the others.
    format : str or mapping of str to str
        The format of the numbers, such as ``".4f"``, for all columns or by column.
    columns : sequence of str, optional
        The names of all columns, if rows have none.
    index : bool
        Whether to print a data frame's index, too.

    Examples
    --------
    >>> table({"AA": [1 / 3, 2 / 3]}, ".2%", columns=["", "ties", "wins"])
          ties    wins
    AA  33.33%  66.67%

    A zero has no sign:

    >>> table([(-1e-9, 1)], ".1f", columns=["less", "more"])
    less  more
     0.0   1.0
    """
    from pandas import DataFrame

    if not isinstance(rows, DataFrame):
        frame = _data_frame(rows, columns)
    elif index:
        frame = rows.reset_index(names=rows.index.name or "")
    else:
        frame = rows
    require_type("format", format, str | Mapping, "text, or a mapping of columns to text,")
    formats = format if isinstance(format, Mapping) else dict.fromkeys(frame.columns, format)
    for column in formats:
        if column not in frame.columns:
            known = ", ".join(map(str, frame.columns))
            raise ValueError(f"format: {column!r} given; columns are {known}")
    numeric = tuple(
        not any(isinstance(value, str) for value in frame[column]) for column in frame.columns
    )
    printed_rows = tuple(
        tuple(
            _cell_text(value, column, formats.get(column))
            for value, column in zip(cells, frame.columns, strict=True)
        )
        for cells in frame.itertuples(index=False, name=None)
    )
    return Table(tuple(map(str, frame.columns)), printed_rows, numeric)


def _cell_text(value: Any, column: str, number_format: str | None) -> str:
    """Print one cell: text as it is, a number in the format, and a zero without a minus."""
    if isinstance(value, str):
        return value
    try:
        text = f"{value:{number_format or ''}}"
    except (TypeError, ValueError):
        needed = f"one that suits {value!r} of {column!r}"
        raise refusal("format", repr(number_format), needed) from None
    return unsigned_zero_text(text)


def _data_frame(rows: Any, columns: Sequence[str] | None) -> "DataFrame":
    """Make a data frame of rows in one of the other forms that `table` takes."""
    from pandas import DataFrame

    if isinstance(rows, str):
        raise refusal("rows", repr(rows), "a data frame, rows or a mapping", error=TypeError)
    if isinstance(rows, Mapping):
        for cells in rows.values():
            require_type("rows", cells, Iterable, "the other cells of each row")
        rows = [(first_cell, *cells) for first_cell, cells in rows.items()]
    rows = read_list("rows", rows, "a data frame, rows or a mapping")
    for row in rows:
        require_type("rows", row, Iterable, "rows of cells")
    widths = [len(row) for row in rows if not isinstance(row, Mapping)]
    if len({*widths}) > 1:
        raise refusal("rows", short_repr(rows), "rows of one length")
    if columns is None:
        return DataFrame(rows)
    names = [columns] if isinstance(columns, str) else read_list("columns", columns, "names")
    for name in names:
        require_type("columns", name, str, "names in text")
    if widths and max(widths) != len(names):
        raise refusal("columns", names, f"names of {max(widths)} columns")
    return DataFrame(rows, columns=names)
