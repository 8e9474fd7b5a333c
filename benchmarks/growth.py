"""How the work grows: with the stack, the hands and the sizes of bets.

No limit before the flop with four sizes of raise, by the stack; a river with one to four sizes of
bet, and with ranges of so many combos each. `pl.solve` narrows the bracket to 1e-4 of the pot.
"""

import time
from typing import Any

import pokerlab as pl
from benchmarks.bench_games import no_limit, on_board
from pokerlab import betting
from pokerlab.games import Game

SHARE = 1e-4
SIZES = {
    "big blinds": (3, 5, 10, 20, 40),
    "combos of each player": (40, 80, 160, 320, 640, 1081),
    "sizes of bet": (1, 2, 3, 4),
}


def one(kind: str, size: int) -> dict[str, Any]:
    """A row: the game of a size, and what its solution takes."""
    if kind == "big blinds":
        game, pot = no_limit(size), 1.5
    else:
        bets = ["33%", "60%", "100%", "200%"][: size if kind == "sizes of bet" else 1]
        deal = on_board(size if kind == "combos of each player" else 160)
        game, pot = Game(deal, betting.river(1, 4.5, bets, "2.5x")), 1
    pl.solve(game, tolerance=pot)  # compiles
    start = time.process_time()
    solution = pl.solve(game, tolerance=SHARE * pot, progress=False)
    return {
        "kind": kind,
        "size": size,
        "decisions": game.tree.decision_count,
        "solver": solution.found_by,
        "iterations": int(solution.convergence.iterations[-1]),
        "seconds": time.process_time() - start,
    }


def measure(quick: bool) -> list[dict[str, Any]]:
    """The rows of all kinds."""
    some = slice(2 if quick else None)
    return [one(kind, size) for kind, sizes in SIZES.items() for size in sizes[some]]
