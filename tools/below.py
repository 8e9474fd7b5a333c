"""Try limps from below: ``python -m tools.below STACK ...``.

Does a small blind gain who also limps? This one decides once after that: if she is jammed, or else
on the flop, she goes all-in or gives up. The big blind jams over her limp, or checks; on the flop
he makes the least bet, of 1, or checks, and calls a jam or folds. He calls pushes as in push or
fold. Some flops are drawn, CFR+ looks for a big blind to whom each hand loses as much as possible
by limping, and the best response to that one says what it loses. On other flops he would have to do
something else, so it is an estimate.
"""

import sys

import numpy as np

from pokerlab import sweeps
from pokerlab.betting import push_fold
from pokerlab.cards import COMBOS_PER_HAND, HANDS
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.studies import flops
from tools.limps import MEETINGS, NET_WINS, Flops, Learner, draw_flops
from tools.whole_game import write

FLOPS, STEPS = 100, 100  #: How many flops are drawn, and how many steps of CFR+ are taken on them.
SEEDS = 1, 2, 3  #: Of three estimates at each stack.
POTS = np.array([[3], [2]])  #: Chips in the pot after a bet of 1, and after a check.


class Sample(Flops):
    """Flops that are drawn, each of which stands for as many, and a stack.

    Arrays of shape (2, classes) have a row for a bet and one for a check.
    """

    def __init__(self, stack: float, seed: int, flop_count: int) -> None:
        rows = draw_flops(np.random.default_rng(seed), flop_count)
        counts = flops.distinct_flops().counts
        super().__init__(rows.tolist())
        self.stack = stack
        self.share *= counts.sum() / flop_count / counts[rows][self.rows]

    def met_and_net_won(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the weights that a combo of each class meets in two rows, and its winnings."""
        met = np.array([self.met(row) for row in weights])
        net_won = np.array([self.net_won(row) for row in weights])
        return met, self.stack * net_won

    def gains(
        self, jams: np.ndarray, came: np.ndarray, calls: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return by what an all-in beats giving up: (169,) if jammed, (2, classes) on the flop.

        Given are how likely the big blind jams with each hand; comes to a bet and to a check; and
        comes there and then calls. Giving up loses 1 on any flops, so that no more than this hangs
        on those that are drawn.
        """
        (met, _), (called, net_won) = self.met_and_net_won(came), self.met_and_net_won(calls)
        on_flop = POTS * (met - called) + called + net_won
        return jams @ MEETINGS + self.stack * jams @ NET_WINS, on_flop


def solve(stack: float, seed: int, flop_count: int = FLOPS, steps: int = STEPS) -> dict[str, float]:
    """Return the least loss of each hand by a limp, in big blinds, on so many flops."""
    game = Sample(stack, seed, flop_count)
    push_or_fold = exact.solve(Game(holdem(), push_fold(str(stack))))
    pushes_called = push_or_fold.probability(1, "call").astype(float)
    push = 1 - pushes_called @ MEETINGS + stack * pushes_called @ NET_WINS
    without_limp = np.maximum(-0.5, push)
    # The big blind jams over a limp, bets, and calls after a bet and after a check.
    jam, bet, flop_call = Learner(len(HANDS)), Learner(len(game.hand)), Learner(2, len(game.hand))
    # The small blind calls a jam, and goes all-in after a bet and after a check.
    call, flop_jam = Learner(len(HANDS)), Learner(2, len(game.hand))
    regrets = np.full(len(HANDS), 1 / len(HANDS))  # of limps
    sums: list[np.ndarray | int] = [0, 0, 0]  # the big blind's jams, reaches on the flop, and calls
    total_weight = 0
    for step in range(1, steps + 1):
        bets = bet.probability()
        came = (1 - jam.probability())[game.hand] * np.array([bets, 1 - bets])
        reaches = jam.probability(), came, came * flop_call.probability()
        sums = [old + step**2 * new for old, new in zip(sums, reaches, strict=True)]
        total_weight += step**2
        # The small blind learns, and then the big blind from her.
        before, after = game.gains(*reaches)
        calls, flop_jams = call.learn(before), flop_jam.learn(after)
        earned = calls * before + game.by_hand((flop_jams * after).sum(axis=0)) - 1 - without_limp
        regrets = np.maximum(regrets + earned - regrets @ earned / regrets.sum(), 0)
        limped = regrets / regrets.sum() / COMBOS_PER_HAND
        faced, net_won = game.met_and_net_won(limped[game.hand] * flop_jams)
        flop_calls = flop_call.learn(net_won - faced + POTS * faced)
        lost = flop_calls * (net_won - faced) - (1 - flop_calls) * POTS * faced
        bets = bet.learn(lost[0] - lost[1])
        check = game.by_hand(bets * lost[0] + (1 - bets) * lost[1])
        called = calls * limped
        jam.learn(stack * called @ NET_WINS - called @ MEETINGS - check)
    before, after = (
        gain.clip(min=0) for gain in game.gains(*(part / total_weight for part in sums))
    )
    return {"lost": (without_limp + 1 - before - game.by_hand(after.sum(axis=0))).min()}


if __name__ == "__main__":
    from tools import below  # by this name the other processes find it

    table = sweeps.run(below.solve, {"stack": [*map(float, sys.argv[1:])], "seed": SEEDS})
    by_stack = (1000 * table["lost"]).round(2).groupby(table["stack"])
    rows = [{"stack": stack, "flops": FLOPS, "lost": [*lost]} for stack, lost in by_stack]
    write("below.json", rows)
