"""Estimate what a plan of the big blind's holds: ``python -m tools.sample_streets FILE FLOPS``.

Some flops are drawn, and gone through with all turns and rivers, as `streets.check` does with all.
What a limp earns is then an estimate, and no bound. What is known of all flops makes it better:
how much of the big blind's range a hand meets, and what an all-in against it would win.
"""

import argparse
import time
from fractions import Fraction

import numpy as np

from pokerlab import equities
from pokerlab._foundations import bar
from pokerlab.betting import push_fold
from pokerlab.cards import COMBOS, HAND_OF_COMBO, HANDS
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.studies import flops, streets
from tools.limps import DEALT, PAID, drawn


def met(plan: streets.Plan, row: int) -> np.ndarray:
    """What the combos of each hand meet on a flop, of a big blind who has checked."""
    free = flops.flops()[2][row] >= 0
    came = np.where(free, streets.UNIT - plan.limped[HAND_OF_COMBO].astype(np.int64), 0)
    held = np.bincount(COMBOS.ravel(), came.repeat(2), 52)
    meets = came.sum() - held[COMBOS].sum(axis=1) + came
    return np.bincount(HAND_OF_COMBO, np.where(free, meets, 0), 169)


def estimate(plan: streets.Plan, number: int, seed: int, progress: bool | None = None) -> tuple:
    """Estimate the sums over all flops that `streets.limps` takes, and their standard errors."""
    rows = drawn(np.random.default_rng(seed), number)
    found = [(*streets.on_flop(plan, row), met(plan, row)) for row in bar(rows, "flops", None, progress)]
    sums, shown, meets = 22100 * np.array(found, float).transpose(1, 0, 2)
    win, tie, lose = equities.hand_counts()
    pairs = (win + tie + lose) // equities.BOARDS
    checks = streets.UNIT - plan.limped.astype(np.int64)
    known = streets.everything(plan).astype(float), (flops.FLOPS * (pairs @ checks)).astype(float)
    weight = 1 / pairs.sum(axis=1)
    off = np.array([(shown - shown.mean(axis=0)) * weight, (meets - meets.mean(axis=0)) * weight])
    gain = (sums - sums.mean(axis=0)) * weight
    prior = holdem().chances(0)
    normal = np.einsum("afh,bfh,h->ab", off, off, prior)
    slope = np.linalg.solve(normal, np.einsum("afh,fh,h->a", off, gain, prior))
    fitted = sums - slope[0] * (shown - known[0]) - slope[1] * (meets - known[1])
    return fitted.mean(axis=0), fitted.std(axis=0, ddof=1) / number**0.5


def main() -> None:
    """Print an estimate of what push or fold loses at most, and which hands limp."""
    parser = argparse.ArgumentParser()
    parser.add_argument("path")
    parser.add_argument("flops", type=int)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    plan, start = streets.load(given.path), time.monotonic()
    sums, errors = estimate(plan, given.flops, given.seed)
    stack = plan.menu.stack
    proof = exact.solve(Game(holdem(), push_fold(stack)))
    limps = np.array([float(x) for x in streets.limps(plan, [int(x) for x in sums])])
    unit = flops.FLOPS * streets.RUNOUTS * 257 * plan.menu.unit * streets.UNIT
    win, tie, lose = equities.hand_counts()
    errors = errors / unit / ((win + tie + lose) // equities.BOARDS).sum(axis=1)
    held = streets.hold(plan, [Fraction(x) for x in limps])
    print(f"{given.flops} flops, {time.monotonic() - start:.0f} s: about {1000 * float(held - proof.value):.2f} mbb beyond push or fold")
    calls = proof.probability(1, "call").astype(float)
    push = 1 - calls @ DEALT + float(stack) * (calls @ PAID)
    gain = 1000 * (limps - np.maximum(push, -0.5))
    best = np.argsort(-gain)[:14]
    print("gain by a limp:", *(f"{HANDS[h]} {gain[h]:+.1f}±{1000 * errors[h]:.1f}" for h in best))


if __name__ == "__main__":
    main()
