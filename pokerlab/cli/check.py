"""``pokerlab check``."""

import click

import pokerlab as pl
from pokerlab.cli.commands import Printout, command

__all__ = ["check"]


@command("check", "Check a certificate, in fractions.", ["proof.json"])
@click.argument("file", type=click.Path())
def check(file: str) -> Printout:
    """Check a certificate, in fractions.

    FILE is what push-fold --certificate, the book's explorer or a Certificate's save has written.
    The status is 1 if the certificate is false.
    """
    answer, text, complaint = pl.check.report(file)
    return Printout(answer, [text], complaint)
