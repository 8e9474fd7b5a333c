"""Find a plan with which the big blind answers limps: ``python -m tools.limps STEPS STACK ...``.

Run by hand: 250 steps take ten minutes and 6 GB. At one stack the small blind is to earn little, at
several the best limp is to lose much on push or fold. Both players learn by CFR+ on all flops at
once. What they find is no proof; `pokerlab.studies.flops.answer` tells what a limp earns.
"""

import sys
from multiprocessing import Pool

import numpy as np

from pokerlab._foundations import bar
from pokerlab.cards import COMBO_COUNTS, COMBOS, HAND_OF_COMBO, HANDS
from pokerlab.deals import holdem
from pokerlab.evaluator import count_showdowns
from pokerlab.studies import breakpoints, flops

FLOPS, COUNTS, CLASSES = flops.flops()
FREE, ENDS = CLASSES >= 0, CLASSES.max(axis=1) + 1
ROWS = np.arange(len(FLOPS)).repeat(np.diff(ENDS, prepend=0))
FIRST = np.nonzero(FREE)[1][np.unique(CLASSES[FREE], return_index=True)[1]]
HAND = HAND_OF_COMBO[FIRST]
SHARE = COUNTS[ROWS] * np.bincount(CLASSES[FREE]) / flops.FLOPS / COMBO_COUNTS[HAND]
HOLDS = (COMBOS[:, :, None] == np.arange(52)).any(axis=1).astype(np.float32)
DEALT, PAID = (part / holdem().prior.sum(axis=1) for part in (holdem().prior, holdem().payoff.T))


def table(row: int) -> np.ndarray:
    """What one combo of each class on a flop wins from all of each class."""
    combos, (_, first, classes) = COMBOS[FREE[row]], np.unique(CLASSES[row, FREE[row]], True, True)
    win, tie = count_showdowns(flops.boards(FLOPS[row], combos))[:, FREE[row]][:, :, FREE[row]]
    apart = (combos[:, None, :, None] != combos[:, None, :]).all(axis=(2, 3))
    upper = np.triu(np.where(apart, 2 * win + tie - flops.RUNOUTS, 0))
    of_class = np.eye(len(first), dtype=np.float32)[classes]
    return (upper - upper.T)[first] @ of_class / np.float32(flops.RUNOUTS * 1225)


def meet(weights: np.ndarray) -> np.ndarray:
    """What weight shares no card with one combo of each class."""
    theirs = np.where(FREE, weights[CLASSES], 0)
    held = (theirs @ HOLDS)[ROWS[:, None], COMBOS[FIRST]].sum(axis=1)
    return (theirs.sum(axis=1)[ROWS] - held + weights) / np.float32(1225)


class Learner:
    """Regret matching between two actions, in many places at once."""

    def __init__(self, *shape: int) -> None:
        self.regrets = np.zeros((2, *shape), np.float32)

    def often(self) -> np.ndarray:
        """How often the second action is taken."""
        first, second = self.regrets
        return np.divide(second, first + second, np.full_like(first, 0.5), where=first + second > 0)

    def learn(self, gain: np.ndarray) -> np.ndarray:
        """Learn what the second action gains on the first; how often it is taken then."""
        often = self.often()
        self.regrets = np.maximum(self.regrets + np.array([-often * gain, (1 - often) * gain]), 0)
        return self.often()


def solve(stacks: np.ndarray, steps: int) -> flops.Plan:
    """A plan for one stack, or for several."""
    with Pool() as pool:
        tables = list(pool.imap(table, bar(range(len(FLOPS)), "flops", None, None), 8))

    def show(weights: np.ndarray) -> np.ndarray:
        parts = np.split(weights.astype(np.float32), ENDS[:-1])
        return np.concatenate([each @ part for each, part in zip(tables, parts, strict=True)])

    axis, number, outside = 0 if len(stacks) == 1 else None, len(stacks), np.zeros(1)
    if axis is None:
        pieces = breakpoints.pieces(str(stacks[0]), str(stacks[-1] + 1))
        answers = breakpoints.probabilities(pieces, [*map(str, stacks)], HANDS)[1]
        push = 1 - answers @ DEALT + stacks[:, None] * (answers @ PAID)
        outside = np.maximum(push, -0.5)
    jams, bet, call = Learner(3, 169), Learner(flops.CLASSES), Learner(number, 169)
    calls = [Learner(flops.CLASSES) for _ in stacks]
    arms, mean, bets, total = np.zeros((number + 4, 169)), np.zeros((3, 169)), 0, 0
    for weight in (step**2 for step in bar(range(1, steps + 1), "steps", None, None)):
        chances, betting = jams.often(), bet.often()  # over a limp, a push, a raise; on the flop
        going = betting * (1 - chances[0])[HAND]
        mean, bets, total = mean + weight * chances, bets + weight * going, total + weight
        met, won = chances @ DEALT, chances @ PAID
        faced, shown = meet(going), show(going)
        given = meet((1 - chances[0])[HAND]) - faced
        # The small blind learns, and then the big blind from him.
        called = call.learn(stacks[:, None] * won[0] + met[0])
        limps = called * stacks[:, None] * won[0] - (1 - called) * met[0]
        some = arms.sum(axis=axis, keepdims=True)
        mixed = np.divide(arms, some, np.full_like(arms, 1 / arms.size), where=some > 0)
        reach = mixed / (1326 if axis == 0 else COMBO_COUNTS)
        came, folded, put = np.zeros((3, flops.CLASSES))
        for n, stack in enumerate(stacks):
            often, here = calls[n].learn(stack * shown + faced), reach[n, HAND]
            earned = given + often * stack * shown - (1 - often) * faced
            limps[n] += np.bincount(HAND, SHARE * earned, 169)
            came, folded, put = came + here, folded + here * (1 - often), put + stack * here * often
        lost, jammed = meet(came), -meet(folded) - show(put)
        bet.learn(lost - jammed)
        check = np.bincount(HAND, SHARE * (betting * jammed + (1 - betting) * lost), 169)
        limped, (_, pushed, stolen, raised) = reach[:-4], reach[-4:]
        gains = [stacks @ (called * limped), stacks[0] * pushed, stacks[0] * raised] @ PAID
        gains += [((1 - called) * limped).sum(axis=0), pushed, 3 * stolen + raised] @ DEALT
        gains[0] += check
        jams.learn(gains)
        # What he earns by each limp; by a fold, a push, the least raise then folded, or called.
        push, raised = 1 - met[1:] + stacks[0] * won[1:]
        others = np.array([np.full(169, -0.5), push, 1 - 3 * met[2], raised])
        values = np.vstack([limps - outside, others if axis == 0 else np.full_like(others, -9)])
        arms = np.maximum(arms + values - (mixed * values).sum(axis=axis, keepdims=True), 0)
    if axis is None:
        mean[1:] = total * answers[-1]
    limped, *others = np.uint8(np.rint(flops.UNITS[0] * mean / total))
    often = bets / np.maximum(total - mean[0], 1e-9)[HAND] * (limped < flops.UNITS[0])[HAND]
    # On the flop he need not mix: that costs 0.03 mbb at a stack of 5.
    return flops.Plan(*others, limped, np.uint8(flops.UNITS[1] * (often > 0.5)))


if __name__ == "__main__":
    plan = solve(np.array(sys.argv[2:], float), int(sys.argv[1]))
    plan.save(flops.DATA / f"limps-{sys.argv[-1]}.npz")
