"""Run all contests and write what the book's *Performance* page shows: ``make bench``.

    python -m benchmarks.run [--quick] [--again | --update] [--only NAME ...] [--output FILE]

The results file has every measured second and what follows from them; the page is made of nothing
else. Peers that are not installed are left out, and the file says so. If a contender of pokerlab's
own raises an error, nothing is written. A second run puts its ratios beside those of the first, to
show how much they drift. ``--update`` with ``--only`` puts what it measures into the file that is
there, and beside it when and on what that was.
"""

import argparse
import importlib
import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import harness
from pokerlab._support.files import DATA
from pokerlab._support.progress import progress_bar

RESULTS = DATA / "performance.json"

MODULES = "equities", "shover", "games", "gradient", "river", "exact"
#: In the order of the page.
CHAPTERS = ("equities", "shover", "fictitious-play", "gradient-descent", "one-round")
CHAPTERS += ("limit-preflop", "no-limit", "river", "numbers", "exact")

TABLES = {"cfr-family": "family", "sweeps": "many_games", "threads": "as_installed"}
TABLES |= {"growth": "growth", "commands": "commands"}
"""What is measured and is no contest: each a module whose ``measure`` returns rows."""

PACKAGES = ("numpy", "scipy", "numba", "cvxpy", "python-flint")
"""What pokerlab stands on; the peers' versions come from the contests."""

TRIAL = harness.Options(limit=20, turns=3, budget=0.5, quick=True)


def contests() -> list[harness.Contest]:
    """All contests."""
    modules = [importlib.import_module(f"benchmarks.bench_{name}") for name in MODULES]
    everything = [contest for module in modules for contest in module.CONTESTS]
    return sorted(everything, key=lambda contest: CHAPTERS.index(contest.chapter))


def table(name: str, quick: bool) -> list[dict[str, Any]]:
    """Measure one of `TABLES`, in a process that finds `ONE_THREAD` before it loads anything."""
    module = f"benchmarks.{TABLES[name]}"
    code = f"import json; from {module} import measure; print(json.dumps(measure({quick})))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def run(
    chosen: list[harness.Contest], tables: list[str], options: harness.Options
) -> dict[str, Any]:
    """Run contests one after another, then `TABLES`, with a progress bar on standard error."""
    results = [
        harness.compete(contest, options)
        for contest in progress_bar(chosen, "contests", None, None)
    ]
    measured = {name: table(name, options.quick) for name in tables}
    peers = {contender.package for contest in chosen for contender in contest.contenders}
    return {
        "day": datetime.now(UTC).date().isoformat(),
        "quick": options.quick,
        "limit": options.limit,
        "turns": options.turns,
        "budget": options.budget,
        "straight": harness.STRAIGHT,
        "machine": harness.machine([*PACKAGES, *sorted(peers - {*PACKAGES})]),
        "contests": results,
        "tables": measured,
    }


def beside(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """The results of a run, each ratio with its median in another one, where that has it."""
    places: tuple[dict, dict] = ({}, {})
    for results, found in zip((first, second), places, strict=True):
        for contest in results["contests"]:
            for entry in contest["entries"]:
                found |= {(contest["name"], entry["name"], r["size"]): r for r in entry["ratios"]}
    once, again = places
    for which in once.keys() & again.keys():
        once[which]["again"] = again[which]["median"]
    return first


def updated(stored: dict[str, Any], fresh: dict[str, Any]) -> dict[str, Any]:
    """Stored results with what was measured since; under ``later`` are its day and machine."""
    contests = {contest["name"]: contest for contest in fresh["contests"]}
    measured = [*contests, *fresh["tables"]]
    later = {name: {"day": fresh["day"], "machine": fresh["machine"]} for name in measured}
    return stored | {
        "contests": [contests.get(each["name"], each) for each in stored["contests"]],
        "tables": stored["tables"] | fresh["tables"],
        "later": stored.get("later", {}) | later,
    }


def dumps(results: dict[str, Any]) -> str:
    """Write results as JSON: four significant digits, and a list of numbers on one line."""
    rounded = json.loads(json.dumps(results), parse_float=lambda text: float(f"{float(text):.4g}"))
    text = json.dumps(rounded, indent=1, ensure_ascii=False, allow_nan=False)
    flat = re.sub(r"\[[^][{}]*\]", lambda m: re.sub(r"\s*\n\s*", " ", m[0]), text)
    return re.sub(r"\[ | \]", lambda m: m[0].strip(), flat) + "\n"


def report(results: dict[str, Any]) -> str:
    """The ratios at the largest size that each contender shares with the first, as text."""
    lines = []
    for contest in results["contests"]:
        lines.append(f"\n{contest['claim']} ({contest['name']})")
        for entry in contest["entries"]:
            ended = entry["ended"]
            found = [f"x {at['median']:.3g} at {at['size']:,}" for at in entry["ratios"][-1:]]
            found += [f"out at {ended['size']:,}, {ended['why']}"] if ended else []
            lines.append(f"  {entry['name']:36} {'; '.join(found)}")
    for name, rows in results["tables"].items():
        lines += [f"\n{name}", *(f"  {row}" for row in rows)]
    return "\n".join(lines)


def broken(results: dict[str, Any]) -> list[str]:
    """Which of pokerlab's own contenders raised an error, and what it said."""
    return [
        f"{contest['name']}, {entry['name']}: {entry['ended']['why']}"
        for contest in results["contests"]
        for entry in contest["entries"]
        if entry["package"] == "pokerlab" and entry["ended"]
        if entry["ended"]["why"].startswith("failed")
    ]


def main() -> int:
    everything = contests()
    names = [*(contest.name for contest in everything), *TABLES]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it works")
    parser.add_argument("--again", action="store_true", help="a second run, in the first's file")
    parser.add_argument("--update", action="store_true", help="these alone, in the first's file")
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=names, help="no others")
    parser.add_argument("--output", type=Path, help="default: the book's, unless it is a trial")
    arguments = parser.parse_args()
    if arguments.update and not arguments.only:
        parser.error("--update: not allowed without --only")
    if arguments.update and (arguments.quick or arguments.again):
        parser.error("--update: not allowed with --quick or --again")
    only = arguments.only or names
    os.environ.update(harness.ONE_THREAD)
    chosen = [contest for contest in everything if contest.name in only]
    tables = [name for name in TABLES if name in only]
    results = run(chosen, tables, TRIAL if arguments.quick else harness.Options())
    print(report(results))
    if failures := broken(results):
        print("Nothing is written:", *failures, sep="\n  ", file=sys.stderr)
        return 1
    whole = arguments.update or not (arguments.quick or arguments.only)
    if output := arguments.output or (RESULTS if whole else None):
        if arguments.again:
            results = beside(json.loads(output.read_text(encoding="utf-8")), results)
        if arguments.update:
            results = updated(json.loads(output.read_text(encoding="utf-8")), results)
        output.write_text(dumps(results), encoding="utf-8")
        print(f"\nWritten to {output}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
