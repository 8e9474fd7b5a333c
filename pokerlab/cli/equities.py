"""``pokerlab equities``."""

import time

import click

import pokerlab as pl
from pokerlab.cli.commands import Printout, command

__all__ = ["equities"]


@command("equities", "Check the table of all equities, or compute it anew.", ["", "--rebuild"])
@click.option("--rebuild", is_flag=True, help="Count over all boards, and write the table.")
def equities(rebuild: bool) -> Printout:
    """Check the table of all equities, or compute it anew.

    The package ships the table, and knows its checksum.
    """
    if not rebuild:
        sha256 = pl.equity_table.verify()
        return Printout({"sha256": sha256}, ["The shipped table is intact", f"sha256 {sha256}"])
    start = time.perf_counter()
    sha256 = pl.holdem.enumeration.recount()
    seconds = time.perf_counter() - start
    if sha256 == pl.equity_table.SHA256:
        comparison, complaint = "the same as the shipped table", None
    else:
        comparison = "NOT the same as the shipped table"
        needed = f"{pl.equity_table.SHA256} needed; nothing was written"
        complaint = f"sha256 {sha256} given, {needed}"
    answer = {
        "seconds": round(seconds, 3),
        "sha256": sha256,
        "matches_shipped": complaint is None,
    }
    count = f"All 1326 x 1326 match-ups enumerated in {seconds:.1f} s: {comparison}"
    return Printout(answer, [count, f"sha256 {sha256}"], complaint)
