"""Solve the larger games of the chapter *No limit*, and write the strategies that it certifies.

    python tools/solve_no_limit.py [four-sizes-50 ...]

Run by hand, for it takes minutes a game; `every-chip-20` takes an hour and 4 GB. What it writes
depends on nothing but this package: no seed, no clock. The plans are rounded, so the files stay
small; what they guarantee afterwards is computed by whoever loads them.
"""

import argparse
from pathlib import Path

from pokerlab import deals, trees
from pokerlab.games import Game
from pokerlab.solvers import cfr

FOLDER = Path(__file__).resolve().parent.parent / "book" / "solved"
SIZES = ["2.5x", "3x", "3.5x", "4x"]
RULE = "DCFR(1.5, 0.5, 5)"


def games() -> dict[str, tuple[trees.Tree, int, float]]:
    """For each file the tree, how many iterations at most, and the bracket's width to stop at."""
    four = {
        f"four-sizes-{stack}": (trees.no_limit(stack, SIZES), 8000, 5e-6)
        for stack in (12, 14, 16, 18, 20, 25, 30, 40, 50, 60, 80, 100)
    }
    every = {
        f"every-chip-{chips // 2}": (trees.no_limit(chips, "all", 1, 2), most, width)
        for chips, most, width in (
            (16, 3000, 1e-5),
            (20, 3000, 1e-5),
            (24, 2000, 2e-5),
            (40, 2500, 1e-4),
        )
    }
    halved = {"half-chip-10": (trees.no_limit(40, "all", 2, 4), 2000, 4e-5)}
    return four | every | halved


def solve(tree: trees.Tree, iterations: int, width: float, path: Path) -> None:
    """Solve a game of hold'em and write it; large trees in single precision."""
    single = sum(map(len, tree.nodes)) > 10_000
    options = {"tolerance": width, "single": single, "progress": False}
    solution = cfr.solve(Game(deals.holdem(), tree), iterations, RULE, **options)
    solution.save(path, bits=12 if single else 20)
    print(f"{path.name}: {path.stat().st_size:,} bytes, {solution}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="which to solve; all, if none is named")
    known, names = games(), parser.parse_args().names
    if unknown := set(names) - set(known):
        parser.error(
            f"names: {', '.join(sorted(unknown))} given, some of {', '.join(known)} needed"
        )
    for name in names or known:
        solve(*known[name], FOLDER / f"{name}.npz")
