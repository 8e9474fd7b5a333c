"""Run all contests and write what the book's *Performance* page shows: ``make bench``.

    python -m benchmarks.run [--quick] [--again] [--only NAME ...] [--limit SECONDS] [--output FILE]

The results file has every measured second and what follows from them; the page is made of nothing
else. Peers that are not installed are left out, and the file says so. A second run puts its ratios
beside those of the first, to show how much they drift.
"""

from __future__ import annotations

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
from pokerlab.stored import FOLDER

RESULTS = FOLDER / "performance.json"

MODULES = "equities", "shover", "games", "gradient", "river", "exact"
#: In the order of the page.
CHAPTERS = ("equities", "shover", "fictitious-play", "gradient-descent", "one-round")
CHAPTERS += ("limit-preflop", "no-limit", "river", "numbers", "exact")

TABLES = {"cfr-family": "family", "sweeps": "many_games", "threads": "as_installed"}
TABLES["growth"] = "growth"
"""What is measured and is no contest: each a module whose ``measure`` returns rows."""

PACKAGES = ("numpy", "scipy", "numba", "cvxpy", "python-flint")
"""What pokerlab stands on; the peers' versions come from the contests."""

TRIAL = harness.Options(limit=20, turns=3, budget=0.5, quick=True)


def contests(only: list[str] | None = None) -> list[harness.Contest]:
    """All contests, or those of the given names.

    Raises
    ------
    ValueError
        If there is none of a name.
    """
    modules = [importlib.import_module(f"benchmarks.bench_{name}") for name in MODULES]
    everything = [contest for module in modules for contest in module.CONTESTS]
    everything.sort(key=lambda contest: CHAPTERS.index(contest.chapter))
    names = [*(contest.name for contest in everything), *TABLES]
    for name in only or []:
        if name not in names:
            raise ValueError(f"--only: {name!r} given, one of {', '.join(names)} needed")
    return [contest for contest in everything if not only or contest.name in only]


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
    from tqdm import tqdm

    steps = sum(
        len(contest.sizes[: 3 if options.quick else None]) * len(contest.contenders)
        for contest in chosen
    )
    results = []
    measured = {}
    with tqdm(total=steps + len(tables), unit="run") as bar:
        for contest in chosen:

            def tell(name: str, title: str = contest.name) -> None:
                bar.set_postfix_str(f"{title}: {name}", refresh=False)
                bar.update()

            results.append(harness.compete(contest, options, tell))
        for name in tables:
            bar.set_postfix_str(name, refresh=False)
            measured[name] = table(name, options.quick)
            bar.update()
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

    def ratios(results: dict[str, Any]) -> dict[tuple[str, str, int], dict[str, Any]]:
        return {
            (contest["name"], entry["name"], ratio["size"]): ratio
            for contest in results["contests"]
            for entry in contest["entries"]
            for ratio in entry["ratios"]
        }

    found = ratios(second)
    for which, ratio in ratios(first).items():
        if which in found:
            ratio["again"] = found[which]["median"]
    return first


def dumps(results: dict[str, Any]) -> str:
    """Write results as JSON: four significant digits, and a list of numbers on one line."""

    def rounded(item: Any) -> Any:
        if isinstance(item, float):
            return float(f"{item:.4g}")
        if isinstance(item, dict):
            return {key: rounded(value) for key, value in item.items()}
        return [*map(rounded, item)] if isinstance(item, list) else item

    text = json.dumps(rounded(results), indent=1, ensure_ascii=False, allow_nan=False)
    flat = re.sub(r"\[[^][{}]*\]", lambda m: re.sub(r"\s*\n\s*", " ", m[0]), text)
    return re.sub(r"\[ | \]", lambda m: m[0].strip(), flat) + "\n"


def report(results: dict[str, Any]) -> str:
    """The ratios at the largest size that each contender shares with the first, as text."""
    lines = []
    for contest in results["contests"]:
        lines.append(f"\n{contest['claim']} ({contest['name']})")
        for entry in contest["entries"]:
            found, ended = "no size", entry["ended"]
            if entry["ratios"]:
                at = entry["ratios"][-1]
                seconds = harness.quartiles(entry["runs"][-1]["seconds"])[1]
                spread = f"{at['low']:.3g} to {at['high']:.3g}, {at['turns']} turns"
                found = f"{seconds:9.2e} s at {at['size']:,}: x {at['median']:.3g} ({spread})"
            found += f"; out at {ended['size']:,}, {ended['why']}" if ended else ""
            lines.append(f"  {entry['name']:36} {found}")
    for name, rows in results["tables"].items():
        lines += [f"\n{name}", *(f"  {row}" for row in rows)]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it works")
    parser.add_argument(
        "--again", action="store_true", help="a second run, beside the first's file"
    )
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these contests and no others")
    parser.add_argument("--limit", type=float, help="processor seconds of a run (default: 20)")
    parser.add_argument("--output", type=Path, help="default: the book's, unless it is a trial")
    arguments = parser.parse_args()
    settings = (TRIAL if arguments.quick else harness.Options())._asdict()
    if arguments.limit is not None:
        if not arguments.limit > 0:
            parser.error(f"--limit: {arguments.limit} given, more than 0 needed")
        settings = settings | {"limit": arguments.limit}
    try:
        chosen = contests(arguments.only)
    except ValueError as error:
        parser.error(str(error))
    os.environ.update(harness.ONE_THREAD)
    tables = [name for name in TABLES if not arguments.only or name in arguments.only]
    results = run(chosen, tables, harness.Options(**settings))
    print(report(results))
    whole = not (arguments.quick or arguments.only)
    if output := arguments.output or (RESULTS if whole else None):
        if arguments.again:
            results = beside(json.loads(output.read_text(encoding="utf-8")), results)
        output.write_text(dumps(results), encoding="utf-8")
        print(f"\nWritten to {output}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
