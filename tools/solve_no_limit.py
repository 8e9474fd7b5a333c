"""Solve the larger games of the chapter *No limit*, and write the strategies that it certifies.

    python tools/solve_no_limit.py [four-sizes-50 ...]

Run by hand, for it takes minutes a game; `every-chip-20` takes an hour and 4 GB. The strategies
depend on nothing but this package: no seed, no clock. They are rounded, so the files stay small;
what they guarantee afterwards is computed by whoever loads them. What each took on the machine at
hand goes into `solved.json` beside them.
"""

import argparse
import json
import resource
import time
from pathlib import Path

from pokerlab import deals, games, trees
from pokerlab.solvers import cfr, double_oracle

FOLDER = Path(__file__).resolve().parent.parent / "book" / "solved"
FOUR = {f"four-sizes-{stack}": stack for stack in (12, 14, 16, 18, 20, 25, 30, 40, 50, 60, 80, 100)}
CHIPS = {"every-chip-8": (16, 1, 2), "every-chip-10": (20, 1, 2)}
#: These are too large for linear programs: stack, blinds, iterations, and whether they are single.
LARGE = {
    "every-chip-12": (24, 1, 2, 2000, False),
    "every-chip-15": (30, 1, 2, 1500, True),
    "half-chip-10": (40, 2, 4, 2000, False),
    "every-chip-20": (40, 1, 2, 2000, True),
}


def solve(name: str) -> games.Solution:
    """Solve the game of a file."""
    if name in LARGE:
        stack, small, big, iterations, single = LARGE[name]
        game = games.Game(deals.holdem(), trees.no_limit(stack, "all", small, big))
        options = {"single": single, "checkpoints": [iterations]}
        return cfr.solve(game, iterations, double_oracle.RULE, **options)
    if name in CHIPS:
        stack, small, big = CHIPS[name]
        tree = trees.no_limit(stack, "all", small, big)
    else:
        tree = trees.no_limit(FOUR[name])
    return double_oracle.solve(games.Game(deals.holdem(), tree))


def record(name: str) -> dict[str, object]:
    """Solve the game of a file, write it, and say what it took."""
    start = time.process_time()
    solution = solve(name)
    took = time.process_time() - start
    path = FOLDER / f"{name}.npz"
    # A strategy of a linear program deserves more digits than an average.
    solution.save(path, 20 if name in LARGE else 44)
    return {
        "solver": solution.solver,
        "decisions": sum(map(len, solution.game.tree.nodes)),
        "width": float(f"{games.load(path).width:.2g}"),
        "seconds": round(took),
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000),
        "bytes": path.stat().st_size,
    }


if __name__ == "__main__":
    known = [*FOUR, *CHIPS, *LARGE]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="which to solve; all, if none is named")
    names = parser.parse_args().names or known
    if unknown := {*names} - {*known}:
        parser.error(
            f"names: {', '.join(sorted(unknown))} given, some of {', '.join(known)} needed"
        )
    for name in names:
        made = record(name)
        print(name, made, flush=True)
        kept = FOLDER / "solved.json"
        table = json.loads(kept.read_text()) if kept.exists() else {}
        table |= {name: made}
        kept.write_text(json.dumps({n: table[n] for n in known if n in table}, indent=1) + "\n")
