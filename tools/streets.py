"""Estimate what later streets add to one look at the flop: ``python -m tools.streets STACK ...``.

In *The real game* the big blind looks at the flop, and jams or gives up. Here he may jam on every
street and over a bet. After a limp and a check the pot is 2, and on each street he acts first. He
jams, and the small blind calls or folds; or he checks. Then the small blind checks, and the next
card comes, or bets 1. To that the big blind folds; or he jams, and is called or not. After the last
check hands are shown.

Other bets need not be there, if the big blind answers all of them with the same jams. Where he
folds, any bet wins 1. Where he jams, a bet of b that folds loses 1 + b, and one that calls wins or
loses the stack. So the least bet is the best, and the whole game is worth no more than this one.

All boards would take a day. Here some flops are drawn, turns after them and rivers after those, and
CFR+ solves the game in which only these come: once so, and once with one look at the flop. Best
responses enclose both values. Who knows what may come plays too well, the big blind above all, so
only the difference counts. It is an estimate, and too high: at 5 big blinds the difference grows
with the run-outs of 20 flops, from 2.0 to 2.5 and 2.8 thousandths at 25, 100 and 400 of them.
"""

import sys

import numpy as np

from pokerlab import sweeps
from pokerlab._threads import compiled
from pokerlab.cards import COMBO_COUNTS, COMBOS, HAND_OF_COMBO
from pokerlab.deals import Side, holdem
from pokerlab.evaluator import BOARDS_PER_BLOCK, rank_combos
from pokerlab.rivers import CARDS, LANES, Payer, add_up
from pokerlab.stored import data
from pokerlab.studies import flops
from tools.limps import DEALT, HOLDS, PAID, Learner, drawn
from tools.whole_game import write

CACHE, SIZES, STEPS, SEEDS = "_build/streets", (20, 10, 10), 60, (1, 2, 3)
JAM, OVER, CALL, BET, LAST = range(5)  #: His jams, also over a bet; calls, bets, and calls then.
LEAST = np.float32(1e-20)  #: So that nothing is divided by 0.


def boards(seed: int, sizes: tuple[int, int, int]) -> list[np.ndarray]:
    """Draw flops, turns on each and rivers on each of those, evenly by rank."""
    rng = np.random.default_rng(seed)

    def draw(taken: np.ndarray, number: int) -> np.ndarray:
        left = np.setdiff1d(np.arange(52), taken)
        left = left[np.lexsort((rng.random(len(left)), left // 4))]
        return left[((np.arange(number) + rng.random()) * len(left) / number).astype(int)]

    dealt = [flops.flops()[0][drawn(rng, sizes[0])]]
    for number in sizes[1:]:
        dealt.append(np.array([[*old, new] for old in dealt[-1] for new in draw(old, number)]))
    return dealt


@compiled
def show(flows: np.ndarray, orders: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    """What each combo meets of others on some boards, (8, boards, 1326), and wins from them."""
    found, few = np.zeros((2, *flows.shape), np.float32), orders.shape[1]
    places, cards = np.arange(few), np.zeros((few, 2), np.int64)
    side, zero = Side(places, cards, places.copy(), places), np.zeros(few, np.float32)
    payer = Payer(places.reshape(-1, 1), zero, side, side, (zero, zero), places)
    walked, held = np.zeros((few + 1, LANES), np.float32), np.zeros((CARDS + 1, LANES), np.float32)
    sums = np.zeros((2, few, LANES), np.float32)
    for board in range(len(orders)):
        side.ranks[:], order = ranks[board], orders[board]
        for k in range(few):
            cards[k, 0], cards[k, 1] = COMBOS[order[k], 0], COMBOS[order[k], 1]
        for lane in range(len(flows)):
            for k in range(few):
                walked[k, lane] = flows[lane, board, order[k]]
        add_up(walked, held, payer, sums)
        for what in range(2):
            for lane in range(len(flows)):
                for k in range(few):
                    found[what, lane, board, order[k]] = sums[what, k, lane]
    return found


def meet(flows: np.ndarray) -> np.ndarray:
    """What of other combos, (..., 1326), shares no card with each."""
    held = flows @ HOLDS
    return held.sum(axis=-1, keepdims=True) / 2 + flows - held[..., COMBOS].sum(axis=-1)


class Game:
    """The game in which only some boards come, and what both players have learnt of it."""

    def __init__(self, stack: float, dealt: list[np.ndarray], deep: bool) -> None:
        self.stack, self.deep, self.steps, rivers = stack, deep, 0, dealt[-1]
        found = rank_combos(flops.boards(rivers[0, :0], rivers)).transpose(0, 2, 1)[
            :, :BOARDS_PER_BLOCK
        ]
        ranks = found.reshape(-1, len(COMBOS))[: len(rivers)]
        self.orders = ranks.argsort(axis=1, kind="stable")[:, -1081:]  # of 47 cards
        self.ranks = np.take_along_axis(ranks, self.orders, 1)
        self.free = [(HOLDS[:, part].sum(axis=2).T == 0).astype(np.float32) for part in dealt]
        self.memory = [np.full((5, 4, *free.shape), LEAST, np.float32) for free in self.free]
        self.jams = Learner(3, 169)  # over a limp, a push, a raise
        self.arms = np.full((6, 169), 1e-9)  # in the order of `small`
        self.jammed, self.played = np.zeros((3, 169)), np.zeros((6, 169))

    def street(
        self, player: int, level: int, nodes: slice, own: np.ndarray, *flows: np.ndarray
    ) -> tuple[np.ndarray, ...]:
        """What a player earns from a street on, and by calls of earlier all-ins."""
        (reach, *before), memory = flows, self.memory[level][:, :, nodes]
        often = memory[:, 1] / (memory[:, 0] + memory[:, 1])
        rest = own * (1 - often[JAM if player else BET])
        if player:
            bets, jams = reach * often[BET], reach * often[CALL]
            theirs = np.array([reach - bets, bets, jams, bets * often[LAST], *before])
        else:
            jams = reach * often[JAM]
            checks = reach - jams
            theirs = np.array([checks, 0 * reach, jams, checks * often[OVER], *before])
        if level == 2:
            met, (beyond, _, *shown) = show(theirs, self.orders[nodes], self.ranks[nodes])
        else:
            many, met = len(self.free[level + 1]) // len(self.free[level]), meet(theirs[:4])
            below = slice(nodes.start * many, nodes.stop * many)
            parts = rest, theirs[0], *theirs[2:]
            parts = (part.repeat(many, axis=0) * self.free[level + 1][below] for part in parts)
            # Each card stands for some of those that both hands leave.
            weight = np.float32((49 - level) / (45 - level) / many)
            beyond, *shown = (
                weight * part.reshape(-1, many, len(COMBOS)).sum(axis=1)
                for part in self.street(player, level + 1, below, *parts)
            )
        if level and not self.deep:
            return beyond, *shown[2:]
        won, again = self.stack * shown[0], self.stack * shown[1]

        def choose(place: int, own: np.ndarray, *pay: np.ndarray) -> np.ndarray:
            if not self.steps:
                return np.maximum(*pay)
            gain, both = pay[1] - pay[0], np.array([1 - often[place], often[place]])
            learnt = memory[place, :2] + both[::-1] * np.array([-gain, gain])
            memory[place, :2] = np.maximum(learnt, LEAST)
            memory[place, 2:] += np.float32(self.steps**2) * own * both
            return pay[0] + often[place] * gain

        if player:
            check = -met[0] - met[1]
            if self.deep:
                check = beyond + choose(OVER, rest, -met[1], again + 2 * (met[1] - met[3]))
            value = choose(JAM, own, check, won + met[0] + met[1] - met[2])
        else:
            value, bet = choose(CALL, own, -met[2], won), met[0] - met[3]
            if self.deep:
                bet += choose(LAST, own - rest, -2 * met[3], again)
                value += choose(BET, own, beyond, bet)
            else:
                value += met[0]
        return value * self.free[level][nodes], *shown[2:]

    def check(self, player: int, own: np.ndarray, theirs: np.ndarray) -> np.ndarray:
        """What each of a player's 169 hands earns after a check, where both come so often."""
        own, reach = (np.float32(part[HAND_OF_COMBO]) * self.free[0] for part in (own, theirs))
        # Of each flop counts what it is worth beyond a big blind who gives up.
        sign, total = 1 - 2 * player, np.zeros(169)
        given = sign * meet(reach)
        for n in range(len(own)):
            (value,) = self.street(player, 0, slice(n, n + 1), own[[n]], reach[[n]])
            total += np.bincount(HAND_OF_COMBO, (value[0] - given[n]) * self.free[0][n], 169)
        return sign * theirs @ DEALT + 22100 / flops.FLOPS / 1225 / len(own) * total / COMBO_COUNTS

    def small(self, jams: np.ndarray, arms: np.ndarray) -> np.ndarray:
        """What the small blind earns: fold, push, raise and fold or call, limp and fold or call."""
        met, won = jams @ DEALT, self.stack * jams @ PAID
        check = self.check(0, arms[4:].sum(axis=0), 1 - jams[0])
        raised, limped = (1 - 3 * met[2], 1 - met[2] + won[2]), (check - met[0], check + won[0])
        return np.array([np.full(169, -0.5), 1 - met[1] + won[1], *raised, *limped])

    def big(self, arms: np.ndarray, jams: np.ndarray) -> np.ndarray:
        """What the big blind earns over a limp, a push and a raise by a jam, and without one."""
        _, pushed, stolen, raised, given, called = arms
        jam = self.stack * np.array([called, pushed, raised]) @ PAID
        jam += np.array([given, 0 * given, 2 * stolen]) @ DEALT
        others = -np.array([given, pushed, stolen + raised]) @ DEALT
        others[0] = self.check(1, 1 - jams[0], given + called)
        return np.array([jam, others])

    def step(self) -> None:
        """One step of CFR+. Later ones count for more."""
        self.steps += 1
        jams, arms = self.jams.often(), self.arms / self.arms.sum(axis=0)
        self.jammed += self.steps**2 * jams
        self.played += self.steps**2 * arms
        values = self.small(jams, arms)
        self.arms = np.maximum(self.arms + values - (arms * values).sum(axis=0), LEAST)
        jam, others = self.big(self.arms / self.arms.sum(axis=0), jams)
        self.jams.learn(jam - others)

    def bounds(self) -> tuple[float, float]:
        """Between which numbers the value lies, as the averages guarantee; it ends the learning."""
        total, chances, self.steps = self.played.sum(axis=0), holdem().chances(0), 0
        arms, jams = self.played / total, self.jammed / total
        for memory in self.memory:
            memory[:, :2] = memory[:, 2:]
        lost = self.big(arms, jams).max(axis=0).sum(axis=0) + arms[0] @ DEALT / 2
        return -lost @ chances, self.small(jams, arms).max(axis=0) @ chances


def solve(stack: float, seed: int, deep: bool, sizes: tuple = SIZES, steps: int = STEPS) -> dict:
    """Bounds on the value of a sample's game, in big blinds, with all streets or with one look."""
    game = Game(stack, boards(seed, sizes), deep)
    for _ in range(steps):
        game.step()
    return dict(zip(("lower", "upper"), game.bounds(), strict=True))


if __name__ == "__main__":
    from tools import streets  # by this name the cores find it

    rows, stacks = [], [*map(float, sys.argv[1:])]
    grid = {"stack": stacks, "seed": SEEDS, "deep": (False, True)}
    found = sweeps.run(streets.solve, grid | {"sizes": [SIZES], "steps": [STEPS]}, CACHE, "1")
    for stack, (below, above) in ((row[0], row[1:3]) for row in data("whole-game")):
        if stack in stacks:
            middles = found[found["stack"] == stack][["lower", "upper"]].mean(axis=1).to_numpy()
            look, every = 1000 * (middles.reshape(-1, 2) - below).T
            left = 1000 * (above - below) - (look - every)
            told = {"one look": look, "all streets": every, "estimates": left}
            told = {name: part.round(2).tolist() for name, part in told.items()}
            rows.append({"stack": stack, "sizes": SIZES} | told)
    write("streets.json", rows)
