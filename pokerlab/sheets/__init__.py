"""Sheets to print: push or fold on paper, or as a phone's wallpaper.

================ ================================================================================
``pair_sheets``  a sheet of two charts for one stack: who pushes, and who calls
``strip_sheets`` a sheet of strips over all stacks, one for each hand's pushes, one for its calls
``base``         what all sheets have: a paper, a heading with lines below it, a file
================ ================================================================================

These lay out any probabilities, of whatever game or player. Those of solutions are laid out by
:mod:`pokerlab.studies.push_fold_sheets`, for the page *Charts to print* and for the command
``pokerlab sheet``. A sheet is a drawing, as those of :mod:`pokerlab.charts` are, but black letters
on white paper have sizes and colours of their own. All names are at hand here, too, such as
``pl.sheets.pair_sheet``.
"""

from pokerlab.sheets.base import PAPER_SIZES, PHONE_PIXELS, SHEET_SUFFIXES, Sheet
from pokerlab.sheets.pair_sheets import PairSheet, pair_sheet
from pokerlab.sheets.strip_sheets import StripSheet, strip_sheet

__all__ = [
    "PAPER_SIZES",
    "PHONE_PIXELS",
    "SHEET_SUFFIXES",
    "PairSheet",
    "Sheet",
    "StripSheet",
    "pair_sheet",
    "strip_sheet",
]
