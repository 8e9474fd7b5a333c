"""``pokerlab check``."""

import click

import pokerlab as pl
from pokerlab.cli.commands import Report, command


@command("check", "Check a certificate of push or fold, in fractions.", ["proof.json"])
@click.argument("file", type=click.Path())
def check(file: str) -> Report:
    """Check a certificate of push or fold, in fractions.

    FILE is what push-fold --certificate or the book's explorer has written. The status is 1 if the
    certificate is false.
    """
    answer, text, complaint = pl.check.report(file)
    return Report(answer, [text], complaint)
