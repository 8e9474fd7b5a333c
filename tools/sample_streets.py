"""Estimate what a strategy of the big blind's holds: ``python -m tools.sample_streets FILE FLOPS``.

Some flops are drawn, and gone through with all turns and rivers, as `streets.check_on_all_flops`
does with all. What a limp earns is then an estimate, and no bound. What is known of all flops makes
it better: how much of the big blind's range a hand meets, and what an all-in against it would win.
"""

import argparse
import time

import numpy as np

from pokerlab import equity_table
from pokerlab._support.progress import progress_bar
from pokerlab.betting import push_fold
from pokerlab.cards import COMBOS, HAND_OF_COMBO, HANDS
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.studies import flops, streets
from tools.limps import NET_WINS, MEETINGS, draw_flops


def met(reach: np.ndarray, row: int) -> np.ndarray:
    """Return the reach that each hand's combos meet on a flop, given the big blind's by hand."""
    free = flops.distinct_flops()[2][row] >= 0
    came = np.where(free, reach[HAND_OF_COMBO], 0)
    held = np.bincount(COMBOS.ravel(), came.repeat(2), 52)
    meets = came.sum() - held[COMBOS].sum(axis=1) + came
    return np.bincount(HAND_OF_COMBO, np.where(free, meets, 0), 169)


def estimate(
    strategy: streets.StreetsStrategy, number: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Estimate the sums over all flops that `streets.earnings` takes, and their standard errors."""
    rows, reaches = (
        draw_flops(np.random.default_rng(seed), number),
        streets.starting_reaches(strategy),
    )
    found = [
        streets.earned_on_flop(strategy, row) for row in progress_bar(rows, "flops", None, None)
    ]
    sums = 22100 * np.array(found, float)
    win, tie, lose = equity_table.hand_outcomes()
    pairs = (win + tie + lose) // equity_table.BOARDS_PER_PAIR
    prior, pots = holdem().hand_probabilities(0), len(strategy.menu.pots)
    sizes = pairs.sum(axis=1)
    means, errors = [], []
    for pot in range(pots):
        history = min(pot, 1)
        won = sums[:, pots + history]
        meets = 22100 * np.array([met(reaches[history], row) for row in rows], float)
        known = (
            streets.all_in_sums(strategy)[history].astype(float),
            flops.FLOPS_PER_DEAL * (pairs @ reaches[history]),
        )
        off = np.array([(won - won.mean(axis=0)) / sizes, (meets - meets.mean(axis=0)) / sizes])
        gain = (sums[:, pot] - sums[:, pot].mean(axis=0)) / sizes
        normal = np.einsum("afh,bfh,h->ab", off, off, prior)
        slope = np.linalg.solve(normal, np.einsum("afh,fh,h->a", off, gain, prior))
        fitted = sums[:, pot] - slope[0] * (won - known[0]) - slope[1] * (meets - known[1])
        means.append(fitted.mean(axis=0))
        errors.append(fitted.std(axis=0, ddof=1) / number**0.5)
    return np.array(means), np.array(errors)


def main() -> None:
    """Print an estimate of what push or fold loses at most, and which hands limp."""
    parser = argparse.ArgumentParser()
    parser.add_argument("path")
    parser.add_argument("flops", type=int)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    strategy, start = streets.load(given.path), time.monotonic()
    sums, errors = estimate(strategy, given.flops, given.seed)
    stack = strategy.menu.stack
    proof = exact.solve(Game(holdem(), push_fold(stack)))
    earned = streets.earnings(strategy, [[int(part) for part in row] for row in sums])
    unit = (
        flops.FLOPS_PER_DEAL
        * streets.ORDERED_RUNOUTS
        * streets.FULL_REACH
        * strategy.menu.units_per_big_blind
    )
    win, tie, lose = equity_table.hand_outcomes()
    errors = errors / unit / ((win + tie + lose) // equity_table.BOARDS_PER_PAIR).sum(axis=1)
    beyond = 1000 * float(streets.whole_game_bracket(strategy, earned).width)
    took = f"{given.flops} flops, {time.monotonic() - start:.0f} s"
    print(f"{took}: about {beyond:.2f} mbb beyond push or fold")
    calls = proof.probability(1, "call").astype(float)
    push = 1 - calls @ MEETINGS + float(stack) * (calls @ NET_WINS)
    for pot, row, error in zip(
        strategy.menu.pots, earned.astype(float), 1000 * errors, strict=True
    ):
        gain = 1000 * (row - np.maximum(push, -0.5))
        best = np.argsort(-gain)[:12]
        told = (f"{HANDS[h]} {gain[h]:+.1f}±{error[h]:.1f}" for h in best)
        print("by a raise" if pot.history else "by a limp", float(pot.put_in), *told)


if __name__ == "__main__":
    main()
