"""Find a strategy for the big blind against limps: ``python -m tools.limps STEPS STACK ...``.

Run by hand: some ten minutes and 3 GB. At one stack the small blind is to earn little, at
several the best limp is to lose much on push or fold. Both players learn by CFR+ on all flops at
once. What they find is no proof; `pokerlab.studies.flops.sum_limps` tells what a limp earns.
After every `STRETCH` steps what they have learnt is kept: a run that was interrupted goes on from
there, and a longer one from where a shorter one ended.
"""

import sys
from functools import cache
from typing import Any

import numpy as np

from pokerlab import sweeps
from pokerlab._compiled import compiled
from pokerlab._support.files import DATA
from pokerlab._support.progress import progress_bar
from pokerlab.cards import COMBOS, COMBOS_PER_HAND, HAND_OF_COMBO, HANDS, N_CARDS
from pokerlab.deals import holdem
from pokerlab.holdem.standings import count_wins_and_ties
from pokerlab.studies import breakpoints, flops

CACHE = "_build/limps"  #: Where what was learnt is kept.
VERSION = "2"  #: Of what is kept: another one when the fields of `Players` change.
STRETCH = 25  #: After how many steps it is kept, each time.
#: How many combos the other player may hold beside a combo and before a flop.
OTHER_COMBOS = 1225
HOLDS = (COMBOS[:, :, None] == np.arange(N_CARDS)).any(axis=1).astype(np.float32)
"""(1326, 52): 1 where a combo has a card, else 0."""
MEETINGS = holdem().prior / holdem().prior.sum(axis=1)
"""(169, 169): how likely the other player holds a hand, the row, against one's own, the column."""
NET_WINS = holdem().net_wins.T / holdem().prior.sum(axis=1)
"""(169, 169): `MEETINGS` times what one's own hand wins of each chip in an all-in, on average."""


def fold_or_push_earnings(calls: np.ndarray, stack: float | np.ndarray) -> np.ndarray:
    """Return what each hand of the small blind's earns by a fold or a push, whichever is more.

    All is in big blinds. `calls`, (..., 169), is how likely the big blind calls with each hand. Of
    several stacks each has a row, and `stack` is a column, (stacks, 1).
    """
    push = 1 - calls @ MEETINGS + stack * (calls @ NET_WINS)
    return np.maximum(push, -0.5)


def draw_flops(rng: np.random.Generator, number: int) -> np.ndarray:
    """Draw flops, evenly over all, and return their indices in `flops.distinct_flops`."""
    counts = flops.distinct_flops().counts
    drawn = (np.arange(number) + rng.random(number)) * counts.sum() / number
    return np.searchsorted(counts.cumsum(), drawn, side="right")


def class_margins(row: int) -> dict[str, np.ndarray]:
    """Return the margins of a combo of each class on a flop against all combos of each class.

    A margin is the number of run-outs on which the combo wins minus those on which it loses; the
    array is (classes, classes).
    """
    cards, _, classes = (array[row] for array in flops.distinct_flops())
    free = classes >= 0
    combos, (_, first, class_of) = COMBOS[free], np.unique(classes[free], True, True)
    win, tie = count_wins_and_ties(flops.board_masks(cards, combos))[:, free][:, :, free]
    apart = (combos[:, None, :, None] != combos[:, None, :]).all(axis=(2, 3))
    margins = np.triu(np.where(apart, 2 * win + tie - flops.RUNOUTS_PER_DEAL, 0))
    in_class = np.eye(len(first), dtype=np.float32)[class_of]
    return {"margins": np.int16(in_class.T @ (margins - margins.T)[first].T)}


@compiled
def add_weighted_rows(weights: np.ndarray, margins: np.ndarray, sums: np.ndarray) -> None:
    """Add the rows of margins, each times its weight, to sums; most weights are 0."""
    for row in range(len(margins)):
        if weights[row]:
            for column in range(len(sums)):
                sums[column] += weights[row] * np.float32(margins[row, column])


class Flops:
    """Some flops, or all, and the weights that combos on them meet and win from.

    Arrays have an entry for each class of combos, flop by flop.
    """

    def __init__(self, rows: list[int]) -> None:
        _, counts, classes = (array[rows] for array in flops.distinct_flops())
        self.free = classes >= 0
        _, first, class_of, sizes = np.unique(classes[self.free], True, True, True)
        self.classes = np.full(classes.shape, -1)  # of each combo on each flop
        self.classes[self.free] = class_of
        self.stops = self.classes.max(axis=1) + 1  # where the classes of each flop end
        self.rows = np.arange(len(rows)).repeat(np.diff(self.stops, prepend=0))
        self.combos = np.nonzero(self.free)[1][first]  # one of each class
        self.hand = HAND_OF_COMBO[self.combos]
        # How likely a hand is one of the class, on the flop.
        self.share = counts[self.rows] * sizes / flops.FLOPS_PER_DEAL / COMBOS_PER_HAND[self.hand]
        self.margins = sweeps.run(class_margins, [{"row": row} for row in rows])["margins"].tolist()

    def net_won(self, weights: np.ndarray) -> np.ndarray:
        """Return the net winnings of one combo of each class from weights, of each chip."""
        sums = np.zeros(len(weights), np.float32)
        by_flop = (np.split(array, self.stops[:-1]) for array in (np.float32(weights), sums))
        for weights_here, sums_here, margins in zip(*by_flop, self.margins, strict=True):
            add_weighted_rows(weights_here, margins, sums_here)
        return sums / np.float32(flops.RUNOUTS_PER_DEAL * OTHER_COMBOS)

    def met(self, weights: np.ndarray) -> np.ndarray:
        """Return the weight that shares no card with one combo of each class."""
        by_combo = np.where(self.free, weights[self.classes], 0)
        with_card = (by_combo @ HOLDS)[self.rows[:, None], COMBOS[self.combos]].sum(axis=1)
        return (by_combo.sum(axis=1)[self.rows] - with_card + weights) / np.float32(OTHER_COMBOS)

    def by_hand(self, earned: np.ndarray) -> np.ndarray:
        """Return the mean earnings of each hand, (169,), given the earnings of each class."""
        return np.bincount(self.hand, self.share * earned, len(HANDS))


class Learner:
    """Regret matching between two actions, at many decisions at once."""

    def __init__(self, *shape: int) -> None:
        self.regrets = np.zeros((2, *shape), np.float32)

    def probability(self) -> np.ndarray:
        """Tell how likely the second action is taken."""
        first, second = self.regrets
        even = np.full_like(first, 0.5)
        return np.divide(second, first + second, even, where=first + second > 0)

    def learn(self, gain: np.ndarray) -> np.ndarray:
        """Learn what the second action gains on the first; return how likely it is taken then."""
        taken = self.probability()
        regrets = np.array([-taken * gain, (1 - taken) * gain])
        self.regrets = np.maximum(self.regrets + regrets, 0)
        return self.probability()


class Players:
    """What both players have learnt, for one stack or for several, by CFR+.

    At one stack the small blind chooses an action with each hand. At several she chooses one hand
    and one stack for a limp, all others lose more, and the big blind calls pushes, and jams over
    raises, as he calls in push or fold.
    """

    def __init__(self, stacks: np.ndarray, classes: int) -> None:
        self.stacks, self.steps, self.total_weight = stacks, 0, 0
        # The big blind jams over a limp, a push (which is to call it), a raise; and on the flop.
        self.jam, self.flop_jam = Learner(3, len(HANDS)), Learner(classes)
        self.jam_sum = np.zeros((3, len(HANDS)))  # of all steps, with their weights
        self.flop_jam_sum = np.zeros(classes)
        # The small blind calls a jam over her limp; and on the flop.
        self.call = Learner(len(stacks), len(HANDS))
        self.flop_calls = [Learner(classes) for _ in stacks]
        # Her regrets: for limps at each stack, a fold, a push, a raise and fold, a raise and call.
        self.regrets = np.zeros((len(stacks) + 4, len(HANDS)))
        self.outside = np.zeros(1)  # what a hand earns without a limp, at each stack
        self.push_fold_calls: np.ndarray | None = None
        if len(stacks) > 1:
            pieces = breakpoints.pieces(str(stacks[0]), str(stacks[-1] + 1))
            _, calls = breakpoints.probabilities(pieces, [*map(str, stacks)], HANDS)
            self.outside = fold_or_push_earnings(calls, stacks[:, None])
            self.push_fold_calls = calls

    def step(self, game: Flops) -> None:
        """Take a step of CFR+; later ones count for more."""
        stacks, hand, weight = self.stacks, game.hand, (self.steps + 1) ** 3
        jams, flop_jams = self.jam.probability(), self.flop_jam.probability()
        checked = (1 - jams[0])[hand]
        jamming = flop_jams * checked
        self.steps, self.total_weight = self.steps + 1, self.total_weight + weight
        self.jam_sum += weight * jams
        self.flop_jam_sum += weight * jamming
        met, net_won = jams @ MEETINGS, jams @ NET_WINS
        flop_met, flop_net_won = game.met(jamming), game.net_won(jamming)
        given_up = game.met(checked) - flop_met

        # The small blind learns to call, and what each limp earns her then.
        calls = self.call.learn(stacks[:, None] * net_won[0] + met[0])
        limps = calls * stacks[:, None] * net_won[0] - (1 - calls) * met[0]
        behaviour = self._behaviour()
        reach = behaviour / (len(COMBOS) if self.push_fold_calls is None else COMBOS_PER_HAND)
        came, folded, staked = np.zeros((3, len(hand)))  # by class, on the flop
        for index, stack in enumerate(stacks):
            flop_calls = self.flop_calls[index].learn(stack * flop_net_won + flop_met)
            earned = given_up + flop_calls * stack * flop_net_won - (1 - flop_calls) * flop_met
            limps[index] += game.by_hand(earned)
            here = reach[index, hand]
            came, folded = came + here, folded + here * (1 - flop_calls)
            staked = staked + stack * here * flop_calls

        # The big blind learns from that to jam on the flop, and before it.
        lost, jammed = game.met(came), -game.met(folded) - game.net_won(staked)
        self.flop_jam.learn(lost - jammed)
        check = game.by_hand(flop_jams * jammed + (1 - flop_jams) * lost)
        limped, (_, pushed, stolen, raised) = reach[:-4], reach[-4:]
        gains = [stacks @ (calls * limped), stacks[0] * pushed, stacks[0] * raised] @ NET_WINS
        gains += [((1 - calls) * limped).sum(axis=0), pushed, 3 * stolen + raised] @ MEETINGS
        gains[0] += check
        self.jam.learn(gains)

        # The small blind learns what to do first.
        self._learn_action(behaviour, limps, met, net_won)

    def _behaviour(self) -> np.ndarray:
        """Tell how likely the small blind takes each action, by regret matching."""
        axis = 0 if self.push_fold_calls is None else None
        total = self.regrets.sum(axis=axis, keepdims=True)
        actions = len(self.regrets) if axis == 0 else self.regrets.size
        even = np.full_like(self.regrets, 1 / actions)
        return np.divide(self.regrets, total, even, where=total > 0)

    def _learn_action(
        self, behaviour: np.ndarray, limps: np.ndarray, met: np.ndarray, net_won: np.ndarray
    ) -> None:
        """Let the small blind learn, given what limps earn, and what meets a push and a raise."""
        push, called_raise = 1 - met[1:] + self.stacks[0] * net_won[1:]
        others = np.array([np.full(len(HANDS), -0.5), push, 1 - 3 * met[2], called_raise])
        axis = 0
        if self.push_fold_calls is not None:
            axis = None
            others = np.full_like(others, -9)  # worse than any limp: only limps are learnt
        values = np.vstack([limps - self.outside, others])
        mean = (behaviour * values).sum(axis=axis, keepdims=True)
        self.regrets = np.maximum(self.regrets + values - mean, 0)

    def strategy(self) -> flops.FlopStrategy:
        """Return the big blind's strategy, if they have learnt on all flops."""
        mean, hand = self.jam_sum / self.total_weight, HAND_OF_COMBO[all_flops().combos]
        if self.push_fold_calls is not None:
            mean[1:] = self.push_fold_calls[-1]
        over_limp, calls, over_raise = np.uint8(np.rint(flops.PREFLOP_DENOMINATOR * mean))
        checked = np.maximum(self.total_weight - self.jam_sum[0], 1e-9)[hand]
        on_flop = self.flop_jam_sum / checked
        on_flop *= (over_limp < flops.PREFLOP_DENOMINATOR)[hand]
        # On the flop he need not mix: that costs 0.03 mbb at a stack of 5.
        pure = np.uint8(flops.FLOP_DENOMINATOR * (on_flop > 0.5))
        return flops.FlopStrategy(calls, over_raise, over_limp, pure)


@cache
def all_flops() -> Flops:
    """Return all flops."""
    return Flops([*range(len(flops.distinct_flops().cards))])


def learn(stacks: tuple[float, ...], steps: int) -> dict[str, Any]:
    """Return both players after so many steps, going on from `STRETCH` fewer."""
    before = run(stacks, steps - STRETCH) if steps > STRETCH else None
    players = before or Players(np.array(stacks), len(all_flops().hand))
    for _ in progress_bar(range(STRETCH), f"up to step {steps}", None, None):
        players.step(all_flops())
    return {"players": players}


def run(stacks: tuple[float, ...], steps: int) -> Players:
    """Return both players after so many steps, some or all of which may have been taken before."""
    point = {"stacks": stacks, "steps": steps}
    result = sweeps.run(learn, [point], CACHE, VERSION, jobs=1).iloc[0]
    if result["error"]:
        raise RuntimeError(result["error"])
    players: Players = result["players"]
    return players


if __name__ == "__main__":
    steps = -(int(sys.argv[1]) // -STRETCH) * STRETCH  # whole stretches
    strategy = run(tuple(map(float, sys.argv[2:])), steps).strategy()
    strategy.save(DATA / f"limps-{sys.argv[-1]}.npz")
