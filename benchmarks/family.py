"""The family of CFR on four games: how much is left after so many iterations.

An iteration is two updates, one for each player, by every rule; so exploitability is set against
their number, and their time is noted beside it. ``HS-DCFR`` and ``HS-PCFR+`` lay a schedule over
the iterations that are allowed, the horizon, and have a curve for each; the others have the same
curve whatever the horizon is.
"""

import time
from typing import Any

from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solvers import cfr

GAMES = {
    "push or fold, 10 big blinds": (lambda: betting.push_fold(10), 1.5),
    "one round, 8 raises": (lambda: betting.one_round([0, *range(2, 9)]), 3),
    "limit, 4 actions each": (lambda: betting.limit(4), 1.5),
    "no limit, 7 big blinds": (lambda: betting.no_limit(7), 1.5),
}
"""Each with the chips in its pot before anybody acts."""

HORIZONS = 100, 1_000, 10_000
QUICK = 10, 30


def measure(quick: bool) -> list[dict[str, Any]]:
    """A row for each game, rule and horizon, with the exploitability in parts of the pot."""
    horizons = QUICK if quick else HORIZONS
    rows = []
    for name, (tree, pot) in GAMES.items():
        game = Game(deals.holdem(), tree())
        cfr.solve(game, iterations=1000, progress=False)  # enough for all its loops to be compiled
        for rule in cfr.RULES:
            for horizon in horizons if rule.startswith("HS") else horizons[-1:]:
                about = {"game": name, "rule": rule, "horizon": horizon}
                rows.append(about | curve(game, pot, rule, horizon))
    return rows


def curve(game: Game, pot: float, rule: str, horizon: int) -> dict[str, Any]:
    """What is left at about five moments a decade, and the milliseconds of an iteration."""
    spaced = {round(10**k * m) for k in range(len(str(horizon))) for m in (1, 1.5, 2.5, 4, 6.5)}
    moments = sorted(n for n in spaced if n <= horizon)
    start = time.process_time()
    solution = cfr.solve(game, iterations=horizon, rule=rule, checkpoints=moments, progress=False)
    spent = time.process_time() - start
    course = solution.convergence
    assert course is not None  # checkpoints were asked for
    return {
        "milliseconds": 1000 * spent / horizon,
        "iterations": course.iterations.tolist(),
        "left": (course.exploitability / pot).tolist(),
    }
