"""Try limps from below: ``python -m tools.below STACK ...``.

Does a small blind gain who also limps? This one decides once after that: if he is jammed, or else
on the flop, he goes all-in or gives up. The big blind jams over his limp, or checks; on the flop he
makes the least bet, of 1, or checks, and calls a jam or folds. He calls pushes as in push or fold.
Some flops are drawn, CFR+ looks for a big blind to whom each hand loses as much as possible by
limping, and the best answer to that one says what it loses. On other flops he would have to do
something else, so it is an estimate.
"""

import sys

import numpy as np

from pokerlab import sweeps
from pokerlab.betting import push_fold
from pokerlab.cards import COMBO_COUNTS
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.studies import flops
from tools.limps import DEALT, PAID, Flops, Learner, drawn
from tools.whole_game import write

FLOPS, STEPS, SEEDS = 100, 100, (1, 2, 3)
POTS = np.array([[3], [2]])  #: After a bet of 1, and a check.


class Sample(Flops):
    """Flops that are drawn, each of which stands for as many, and a stack."""

    def __init__(self, stack: float, seed: int, number: int) -> None:
        rows, counts = drawn(np.random.default_rng(seed), number), flops.flops()[1]
        super().__init__(rows.tolist())
        self.stack = stack
        self.share *= counts.sum() / number / counts[rows][self.rows]

    def pair(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What one combo of each class meets of two sets of weights, and wins from them all-in."""
        met, won = zip(*((self.meet(part), self.show(part)) for part in weights), strict=True)
        return np.array(met), self.stack * np.array(won)

    def gains(self, jam: np.ndarray, came: np.ndarray, fights: np.ndarray) -> list[np.ndarray]:
        """What going all-in earns more than giving up: if jammed, and after a bet and a check.

        So often the big blind jams with each hand, comes to a bet and to a check, and calls then.
        Giving up loses 1 on any flops, so that no more than this hangs on those that are drawn.
        """
        (met, _), (called, won) = self.pair(came), self.pair(fights)
        return [jam @ DEALT + self.stack * jam @ PAID, POTS * (met - called) + called + won]


def solve(stack: float, seed: int, number: int = FLOPS, steps: int = STEPS) -> dict:
    """What each hand loses at least by a limp, in big blinds, on so many flops."""
    game = Sample(stack, seed, number)
    proof = exact.solve(Game(holdem(), push_fold(str(stack))))
    calls = proof.probability(1, "call").astype(float)
    outside = np.maximum(-0.5, 1 - calls @ DEALT + stack * calls @ PAID)
    jam, call, bet = Learner(169), Learner(169), Learner(len(game.hand))
    fights, jams = (Learner(2, len(game.hand)) for _ in range(2))  # after a bet, and after a check
    arms, mean, total = np.full(169, 1 / 169), [0, 0, 0], 0
    for step in range(1, steps + 1):
        came = (1 - jam.often())[game.hand] * np.array([bet.often(), 1 - bet.often()])
        parts = jam.often(), came, came * fights.often()
        mean = [old + step**2 * part for old, part in zip(mean, parts, strict=True)]
        total += step**2
        before, after = game.gains(*parts)
        called, going = call.learn(before), jams.learn(after)
        earned = called * before + game.by_hand((going * after).sum(axis=0)) - 1 - outside
        arms = np.maximum(arms + earned - arms @ earned / arms.sum(), 0)
        limped = arms / arms.sum() / COMBO_COUNTS
        (faced, won), over = game.pair(limped[game.hand] * going), called * limped
        fought = fights.learn(won - faced + POTS * faced)
        given = fought * (won - faced) - (1 - fought) * POTS * faced
        often = bet.learn(given[0] - given[1])
        check = game.by_hand(often * given[0] + (1 - often) * given[1])
        jam.learn(stack * over @ PAID - over @ DEALT - check)
    before, after = (gain.clip(min=0) for gain in game.gains(*(part / total for part in mean)))
    return {"lost": (outside + 1 - before - game.by_hand(after.sum(axis=0))).min()}


if __name__ == "__main__":
    from tools import below  # by this name the cores find it

    found = sweeps.run(below.solve, {"stack": [*map(float, sys.argv[1:])], "seed": SEEDS})
    lost = (1000 * found["lost"]).round(2).groupby(found["stack"])
    write("below.json", [{"stack": s, "flops": FLOPS, "lost": [*each]} for s, each in lost])
