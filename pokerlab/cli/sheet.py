"""``pokerlab sheet``."""

from fractions import Fraction

import click

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import Printout, command

__all__ = ["sheet"]

# The papers of :data:`pokerlab.sheets.PAPER_SIZES`, which the help names without loading them.
_PAPERS = "A4", "A3", "A2", "phone"


@command(
    "sheet",
    "Push or fold on a sheet to print, or on a phone.",
    [
        "--output poster.pdf --paper A2",
        "--stack 10 --big-blind-ante 1 --output ten.pdf",
        "--stack 10 --paper phone --output ten.png",
    ],
)
@click.option(
    "--stack",
    type=parameters.CHIPS,
    help="Two charts for this stack, in big blinds; without it, strips over stacks from 1 to 20.",
)
@parameters.ante_option
@parameters.big_blind_ante_option
@click.option(
    "--paper",
    type=parameters.OneOf(_PAPERS),
    default="A4",
    help="The paper; phone, which needs --stack, is a wallpaper.",
)
@click.option(
    "--output", type=click.Path(), help="The file to write: its name ends in .pdf, .png or .svg."
)
def sheet(
    stack: Fraction | None,
    ante: Fraction,
    big_blind_ante: Fraction,
    paper: str,
    output: str | None,
) -> Printout:
    """Lay out push or fold on a sheet to print.

    Without --stack each of the 169 hands has a strip over stacks from 1 to 20 big blinds for its
    pushes, and one for its calls. With --stack there are two charts, one for each player. Stacks
    and antes are in big blinds.
    """
    from pokerlab._support import files

    if output is None:
        raise ValueError("argument --output: needed, the name of the file to write")
    files.read_ending("argument --output", output, *pl.sheets.SHEET_SUFFIXES)
    files.require_writable(output)
    antes = {"ante": ante, "big_blind_ante": big_blind_ante}
    if stack is None:
        sheet_to_print = pl.studies.push_fold_sheets.all_stacks(paper, **antes)
    else:
        sheet_to_print = pl.studies.push_fold_sheets.one_stack(stack, paper, **antes)
    sheet_to_print.save(output)
    title = sheet_to_print.title
    answer = {"title": title, "paper": paper, "output": output}
    return Printout(answer, [f"{title}, written to {output}"])
