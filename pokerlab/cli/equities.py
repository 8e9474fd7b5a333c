"""``pokerlab equities``."""

import time

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import Report, command


@command("equities", "Check the table of all equities, or compute it anew.", ["", "--rebuild"])
@parameters.flag("--rebuild", help="Count over all boards, and write the table.")
def equities(rebuild: bool) -> Report:
    """Check the table of all equities, or compute it anew.

    The package ships the table, and knows its checksum.
    """
    if not rebuild:
        sha256 = pl.equity_table.verify()
        return Report({"sha256": sha256}, ["The shipped table is intact", f"sha256 {sha256}"])
    start = time.perf_counter()
    sha256 = pl.enumeration.rebuild()
    seconds = time.perf_counter() - start
    same, complaint = sha256 == pl.equity_table.SHA256, None
    if not same:
        needed = f"{pl.equity_table.SHA256} needed; nothing was written"
        complaint = f"sha256 {sha256} given, {needed}"
    answer = {"seconds": round(seconds, 3), "sha256": sha256, "matches_shipped": same}
    told = "the same as the shipped table" if same else "NOT the same as the shipped table"
    counted = f"All 1326 x 1326 match-ups enumerated in {seconds:.1f} s: {told}"
    return Report(answer, [counted, f"sha256 {sha256}"], complaint)
