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

import numpy as np

from pokerlab import betting, deals, games, solutions
from pokerlab.solvers import cfr, double_oracle, exact

FOLDER = Path(__file__).resolve().parent.parent / "book" / "solved"
SMALL = {
    **{
        f"four-sizes-{n}": betting.no_limit(n) for n in (12, 14, 15, 16, 18, 20, 25, 30, 40, 50, 60)
    },
    **{f"every-chip-{n}": betting.no_limit(2 * n, "all", 1, 2) for n in (8, 10)},
}
#: The linear programs of these would take long: after how many iterations an average is good.
LARGE = {
    "four-sizes-80": (betting.no_limit(80), 74_000),
    "four-sizes-100": (betting.no_limit(100), 75_000),
    "every-chip-12": (betting.no_limit(24, "all", 1, 2), 2000),
    "every-chip-20": (betting.no_limit(40, "all", 1, 2), 2000),
}
#: And these are solved in fractions, for which there is no file.
EXACT = {f"exact-chip-{n}": betting.no_limit(2 * n, "all", 1, 2) for n in (4, 5, 6, 7, 8)}
#: From how many decisions on single precision is enough, and a file has fewer digits.
MANY = 10_000


def solve(name: str) -> solutions.Solution | exact.Certificate:
    """Solve the game of a file."""
    if name in EXACT:
        return exact.solve(games.Game(deals.holdem(), EXACT[name]))
    if name in SMALL:
        return double_oracle.solve(games.Game(deals.holdem(), SMALL[name]))
    tree, iterations = LARGE[name]
    options = {"single": len(tree.nodes[0]) > MANY, "checkpoints": [iterations]}
    game = games.Game(deals.holdem(), tree)
    return cfr.solve(game, iterations, double_oracle.RULE, **options)


def save(solution: solutions.Solution, path: Path, bits: int) -> None:
    """Write a solution with its plans in multiples of ``2 ** -bits``, for a smaller file."""
    solution.save(path)
    with np.load(path) as file:
        parts = dict(file)
    for player, nodes in enumerate(solution.game.tree.nodes):
        plan = solution.game.to_behaviour(player, solution.plans[player])
        for parent, first, stop in nodes.tolist():
            whole = np.rint(plan[:, [parent]] * 2.0**bits)
            cuts = np.rint(whole * plan[:, first:stop].cumsum(axis=1))
            cuts[:, -1:] = whole
            plan[:, first:stop] = np.diff(cuts, axis=1, prepend=0) / 2.0**bits
        parts[f"plan{player}"] = plan
    np.savez_compressed(path, **parts)


def record(name: str) -> dict[str, int | float | str]:
    """Solve the game of a file, write it, and say what it took in processor time and memory."""
    start = time.process_time()
    solution = solve(name)
    took = {
        "seconds": round(time.process_time() - start),
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000),
    }
    decisions = sum(map(len, solution.game.tree.nodes))
    found = {"solver": solution.solver, "decisions": decisions} | took
    if name in EXACT:
        return found | {"width": 0, "digits": len(str(solution.value.denominator))}
    path = FOLDER / f"{name}.npz"
    save(solution, path, 16 if decisions > MANY else 44 if name in SMALL else 30)
    width = float(f"{solutions.load(path).width:.2g}")
    return found | {"width": width, "bytes": path.stat().st_size}


if __name__ == "__main__":
    known = [*SMALL, *LARGE, *EXACT]
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
