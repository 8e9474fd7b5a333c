"""Find a plan with which the big blind answers limps: ``python -m tools.limps STEPS STACK ...``.

Run by hand: some ten minutes and 3 GB. At one stack the small blind is to earn little, at
several the best limp is to lose much on push or fold. Both players learn by CFR+ on all flops at
once. What they find is no proof; `pokerlab.studies.flops.best_response` tells what a limp earns.
After every `STRETCH` steps what they have learnt is kept: a run that was interrupted goes on from
there, and a longer one from where a shorter one has led.
"""

import sys
from functools import cache

import numpy as np

from pokerlab import sweeps
from pokerlab._files import DATA
from pokerlab._foundations import progress_bar
from pokerlab._threads import compiled
from pokerlab.cards import COMBO_COUNTS, COMBOS, HAND_OF_COMBO, HANDS
from pokerlab.deals import holdem
from pokerlab.evaluator import count_showdowns
from pokerlab.studies import breakpoints, flops

CACHE, STRETCH = "_build/limps", 25
HOLDS = (COMBOS[:, :, None] == np.arange(52)).any(axis=1).astype(np.float32)
DEALT, PAID = (part / holdem().prior.sum(axis=1) for part in (holdem().prior, holdem().payoff.T))


def drawn(rng: np.random.Generator, number: int) -> np.ndarray:
    """Draw flops, evenly over all; where they are in `flops.flops`."""
    counts = flops.flops()[1]
    places = (np.arange(number) + rng.random(number)) * counts.sum() / number
    return np.searchsorted(counts.cumsum(), places, side="right")


def table(row: int) -> dict:
    """On how many run-outs, less lost ones, a combo of each class on a flop beats all of each."""
    cards, _, classes = (part[row] for part in flops.flops())
    combos, (_, first, kinds) = COMBOS[classes >= 0], np.unique(classes[classes >= 0], True, True)
    win, tie = count_showdowns(flops.boards(cards, combos))[:, classes >= 0][:, :, classes >= 0]
    apart = (combos[:, None, :, None] != combos[:, None, :]).all(axis=(2, 3))
    upper = np.triu(np.where(apart, 2 * win + tie - flops.RUNOUTS, 0))
    of_class = np.eye(len(first), dtype=np.float32)[kinds]
    return {"beaten": np.int16(of_class.T @ (upper - upper.T)[first].T)}


@compiled
def add(weights: np.ndarray, table: np.ndarray, sums: np.ndarray) -> None:
    """Add up the rows of a table, each times its weight; most weights are 0."""
    for row in range(len(table)):
        if weights[row]:
            for column in range(len(sums)):
                sums[column] += weights[row] * np.float32(table[row, column])


class Flops:
    """Some flops, or all, and what combos on them meet and win."""

    def __init__(self, rows: list[int]) -> None:
        _, counts, classes = (part[rows] for part in flops.flops())
        self.free = classes >= 0
        _, first, kinds, sizes = np.unique(classes[self.free], True, True, True)
        self.classes = np.full(classes.shape, -1)
        self.classes[self.free] = kinds
        self.ends = self.classes.max(axis=1) + 1
        self.rows = np.arange(len(rows)).repeat(np.diff(self.ends, prepend=0))
        self.combos = np.nonzero(self.free)[1][first]
        self.hand = HAND_OF_COMBO[self.combos]
        self.share = counts[self.rows] * sizes / flops.FLOPS / COMBO_COUNTS[self.hand]
        self.tables = sweeps.run(table, [{"row": row} for row in rows])["beaten"].tolist()

    def show(self, weights: np.ndarray) -> np.ndarray:
        """What one combo of each class wins from weights."""
        sums = np.zeros(len(weights), np.float32)
        parts = (np.split(each, self.ends[:-1]) for each in (weights.astype(np.float32), sums))
        for part, won, table in zip(*parts, self.tables, strict=True):
            add(part, table, won)
        return sums / np.float32(flops.RUNOUTS * 1225)

    def by_hand(self, earned: np.ndarray) -> np.ndarray:
        """What each hand earns on average, given what the classes do."""
        return np.bincount(self.hand, self.share * earned, 169)

    def meet(self, weights: np.ndarray) -> np.ndarray:
        """What weight shares no card with one combo of each class."""
        theirs = np.where(self.free, weights[self.classes], 0)
        held = (theirs @ HOLDS)[self.rows[:, None], COMBOS[self.combos]].sum(axis=1)
        return (theirs.sum(axis=1)[self.rows] - held + weights) / np.float32(1225)


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


class Players:
    """What both players have learnt, for one stack or for several."""

    def __init__(self, stacks: np.ndarray, classes: int) -> None:
        number, self.stacks = len(stacks), stacks
        self.jams, self.bet, self.call = Learner(3, 169), Learner(classes), Learner(number, 169)
        self.calls = [Learner(classes) for _ in stacks]
        self.arms, self.mean, self.bets = np.zeros((number + 4, 169)), np.zeros((3, 169)), 0
        self.steps, self.total, self.outside, self.answers = 0, 0, np.zeros(1), None
        if number > 1:
            pieces = breakpoints.pieces(str(stacks[0]), str(stacks[-1] + 1))
            self.answers = breakpoints.probabilities(pieces, [*map(str, stacks)], HANDS)[1]
            push = 1 - self.answers @ DEALT + stacks[:, None] * (self.answers @ PAID)
            self.outside = np.maximum(push, -0.5)

    def step(self, game: Flops) -> None:
        """One step of CFR+. Later ones count for more."""
        stacks, hand, axis = self.stacks, game.hand, 0 if self.answers is None else None
        self.steps += 1
        weight = self.steps**3
        chances, betting = self.jams.often(), self.bet.often()  # over a limp, a push, a raise
        going = betting * (1 - chances[0])[hand]
        self.mean, self.total = self.mean + weight * chances, self.total + weight
        self.bets = self.bets + weight * going
        met, won = chances @ DEALT, chances @ PAID
        faced, shown = game.meet(going), game.show(going)
        given = game.meet((1 - chances[0])[hand]) - faced
        # The small blind learns, and then the big blind from him.
        called = self.call.learn(stacks[:, None] * won[0] + met[0])
        limps = called * stacks[:, None] * won[0] - (1 - called) * met[0]
        arms = self.arms
        some, ways = arms.sum(axis=axis, keepdims=True), arms.size if axis is None else len(arms)
        mixed = np.divide(arms, some, np.full_like(arms, 1 / ways), where=some > 0)
        reach = mixed / (1326 if axis == 0 else COMBO_COUNTS)
        came, folded, put = np.zeros((3, len(hand)))
        for n, stack in enumerate(stacks):
            often, here = self.calls[n].learn(stack * shown + faced), reach[n, hand]
            earned = given + often * stack * shown - (1 - often) * faced
            limps[n] += game.by_hand(earned)
            came, folded, put = came + here, folded + here * (1 - often), put + stack * here * often
        lost, jammed = game.meet(came), -game.meet(folded) - game.show(put)
        self.bet.learn(lost - jammed)
        check = game.by_hand(betting * jammed + (1 - betting) * lost)
        limped, (_, pushed, stolen, raised) = reach[:-4], reach[-4:]
        gains = [stacks @ (called * limped), stacks[0] * pushed, stacks[0] * raised] @ PAID
        gains += [((1 - called) * limped).sum(axis=0), pushed, 3 * stolen + raised] @ DEALT
        gains[0] += check
        self.jams.learn(gains)
        # What he earns by each limp; by a fold, a push, the least raise then folded, or called.
        push, raised = 1 - met[1:] + stacks[0] * won[1:]
        others = np.array([np.full(169, -0.5), push, 1 - 3 * met[2], raised])
        others = others if axis == 0 else np.full_like(others, -9)
        values = np.vstack([limps - self.outside, others])
        self.arms = np.maximum(arms + values - (mixed * values).sum(axis=axis, keepdims=True), 0)

    def plan(self) -> flops.FlopPlan:
        """The big blind's plan, if they have learnt on all flops."""
        mean, hand = self.mean / self.total, HAND_OF_COMBO[whole().combos]
        if self.answers is not None:
            mean[1:] = self.answers[-1]
        limped, *others = np.uint8(np.rint(flops.UNITS[0] * mean))
        often = self.bets / np.maximum(self.total - self.mean[0], 1e-9)[hand]
        often *= (limped < flops.UNITS[0])[hand]
        # On the flop he need not mix: that costs 0.03 mbb at a stack of 5.
        return flops.FlopPlan(*others, limped, np.uint8(flops.UNITS[1] * (often > 0.5)))


@cache
def whole() -> Flops:
    """All flops."""
    return Flops([*range(1755)])


def learn(stacks: tuple[float, ...], steps: int) -> dict:
    """Both players after so many steps, from where `STRETCH` fewer have led."""
    before = run(stacks, steps - STRETCH) if steps > STRETCH else None
    players = before or Players(np.array(stacks), len(whole().hand))
    for _ in progress_bar(range(STRETCH), f"up to step {steps}", None, None):
        players.step(whole())
    return {"players": players}


def run(stacks: tuple[float, ...], steps: int) -> Players:
    """Both players after so many steps, which may have been taken before."""
    point = {"stacks": stacks, "steps": steps}
    found = sweeps.run(learn, [point], CACHE, "1", jobs=1).iloc[0]
    if found["error"]:
        raise RuntimeError(found["error"])
    return found["players"]


if __name__ == "__main__":
    steps = -(int(sys.argv[1]) // -STRETCH) * STRETCH
    plan = run(tuple(map(float, sys.argv[2:])), steps).plan()
    plan.save(DATA / f"limps-{sys.argv[-1]}.npz")
