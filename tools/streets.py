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
from typing import Any

import numpy as np

from pokerlab import sweeps
from pokerlab._lanes import LANES
from pokerlab._threads import compiled
from pokerlab.cards import COMBO_COUNTS, COMBOS, HAND_OF_COMBO, HANDS, N_CARDS
from pokerlab.deals import holdem
from pokerlab.evaluator import BOARDS_PER_BLOCK, combo_standings
from pokerlab.payoffs import RankedCombos
from pokerlab.rivers import add_up
from pokerlab.stored import data
from pokerlab.studies import flops
from tools.limps import ALL_IN, FACED, HOLDS, OTHER_COMBOS, Learner, draw_flops
from tools.whole_game import write

CACHE, VERSION = "_build/streets", "1"  #: Where results are kept, and the version of what is kept.
SIZES = 20, 10, 10  #: How many flops are drawn, turns on each, and rivers on each of those.
STEPS = 60  #: Of CFR+.
SEEDS = 1, 2, 3  #: Of three estimates at each stack.
#: The decisions of a street: the big blind jams, or jams over a bet; the small blind calls a jam,
#: bets, and calls a jam over his bet.
JAM, JAM_OVER_BET, CALL, BET, CALL_AFTER_BET = range(5)
LEAST = np.float32(1e-20)  #: So that nothing is divided by 0.
FREE_COMBOS = 1081  #: Combos that a board of five cards leaves.


def boards(seed: int, sizes: tuple[int, int, int]) -> list[np.ndarray]:
    """Draw flops, turns on each and rivers on each of those, evenly by rank.

    Returned are arrays of cards, (flops, 3), (turns, 4) and (rivers, 5).
    """
    rng = np.random.default_rng(seed)

    def draw(taken: np.ndarray, number: int) -> np.ndarray:
        deck = np.setdiff1d(np.arange(52), taken)
        deck = deck[np.lexsort((rng.random(len(deck)), deck // 4))]
        return deck[((np.arange(number) + rng.random()) * len(deck) / number).astype(int)]

    streets = [flops.flops().cards[draw_flops(rng, sizes[0])]]
    for number in sizes[1:]:
        longer = [[*board, card] for board in streets[-1] for card in draw(board, number)]
        streets.append(np.array(longer))
    return streets


@compiled
def met_and_won(weights: np.ndarray, orders: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    """What each combo meets of others on some boards, (8, boards, 1326), and wins from them."""
    results, combos = np.zeros((2, *weights.shape), np.float32), orders.shape[1]
    indices, cards = np.arange(combos), np.zeros((combos, 2), np.int64)
    held_combos = RankedCombos(cards, indices.copy())
    played = np.zeros((combos + 1, LANES), np.float32)
    held = np.zeros((N_CARDS + 1, LANES), np.float32)
    sums = np.zeros((2, combos, LANES), np.float32)
    for board in range(len(orders)):
        held_combos.ranks[:], order = ranks[board], orders[board]
        for k in range(combos):
            cards[k, 0], cards[k, 1] = COMBOS[order[k], 0], COMBOS[order[k], 1]
        for lane in range(len(weights)):
            for k in range(combos):
                played[k, lane] = weights[lane, board, order[k]]
        add_up(played, held, held_combos, held_combos, indices, sums)
        for result in range(2):
            for lane in range(len(weights)):
                for k in range(combos):
                    results[result, lane, board, order[k]] = sums[result, k, lane]
    return results


def met(weights: np.ndarray) -> np.ndarray:
    """What weight of other combos, (..., 1326), shares no card with each."""
    held = weights @ HOLDS
    return held.sum(axis=-1, keepdims=True) / 2 + weights - held[..., COMBOS].sum(axis=-1)


class Game:
    """The game in which only some boards come, and what both players have learnt of it.

    If ``deep``, betting goes on after the flop; else there is one look at it. Arrays named after
    the small blind's actions have a row for each of: fold, push, raise then fold, raise then call,
    limp then fold, limp then call.
    """

    def __init__(self, stack: float, streets: list[np.ndarray], deep: bool) -> None:
        self.stack, self.deep, self.steps = stack, deep, 0
        rivers = streets[-1]
        standings = combo_standings(flops.board_masks(rivers[0, :0], rivers))
        standings = standings.transpose(0, 2, 1)[:, :BOARDS_PER_BLOCK]
        ranks = standings.reshape(-1, len(COMBOS))[: len(rivers)]
        self.orders = ranks.argsort(axis=1, kind="stable")[:, -FREE_COMBOS:]
        self.ranks = np.take_along_axis(ranks, self.orders, 1)
        #: Of each street, (boards, 1326): 1 where a combo shares no card with the board, else 0.
        self.free = [(HOLDS[:, board].sum(axis=2).T == 0).astype(np.float32) for board in streets]
        #: Of each street, (5 decisions, 4, boards, 1326): the regrets of the passive and of the
        #: active action, and the sums of how often they were taken.
        self.memory = [np.full((5, 4, *free.shape), LEAST, np.float32) for free in self.free]
        self.jams = Learner(3, len(HANDS))  # over a limp, a push, a raise
        self.regrets = np.full((6, len(HANDS)), 1e-9)  # of the small blind's actions
        self.jams_sum, self.actions_sum = np.zeros((3, len(HANDS))), np.zeros((6, len(HANDS)))

    def street(
        self, player: int, level: int, nodes: slice, own: np.ndarray, *reaches: np.ndarray
    ) -> tuple[np.ndarray, ...]:
        """What a player earns from a street on, and by calls of earlier all-ins.

        Parameters
        ----------
        player : int
            Who earns: 0 for the small blind, 1 for the big blind.
        level : int
            0 on the flop, 1 on the turn, 2 on the river.
        nodes : slice
            The boards of the street.
        own : (nodes, 1326) array
            How likely his own play leads here with each combo.
        reaches : (nodes, 1326) arrays
            How likely the other player's does; and how likely it led to each earlier all-in.
        """
        (reach, *before), memory = reaches, self.memory[level][:, :, nodes]
        often = memory[:, 1] / (memory[:, 0] + memory[:, 1])
        passive = own * (1 - often[JAM if player else BET])
        if player:
            bets, called = reach * often[BET], reach * often[CALL]
            theirs = np.array([reach - bets, bets, called, bets * often[CALL_AFTER_BET], *before])
        else:
            jams = reach * often[JAM]
            checks = reach - jams
            theirs = np.array([checks, 0 * reach, jams, checks * often[JAM_OVER_BET], *before])
        faced, later, won = self._meet(player, level, nodes, passive, theirs)
        if level and not self.deep:
            return later, *won[2:]
        all_in, all_in_over_bet = self.stack * won[0], self.stack * won[1]

        def choose(
            decision: int, own: np.ndarray, passive: np.ndarray, active: np.ndarray
        ) -> np.ndarray:
            """What a decision earns, given what its two actions do; and learn from that."""
            if not self.steps:  # a best response
                return np.maximum(passive, active)
            gain, both = active - passive, np.array([1 - often[decision], often[decision]])
            regrets = memory[decision, :2] + both[::-1] * np.array([-gain, gain])
            memory[decision, :2] = np.maximum(regrets, LEAST)
            memory[decision, 2:] += np.float32(self.steps**2) * own * both
            return passive + often[decision] * gain

        if player:
            check = -faced[0] - faced[1]
            if self.deep:
                jam_over_bet = all_in_over_bet + 2 * (faced[1] - faced[3])
                check = later + choose(JAM_OVER_BET, passive, -faced[1], jam_over_bet)
            value = choose(JAM, own, check, all_in + faced[0] + faced[1] - faced[2])
        else:
            value = choose(CALL, own, -faced[2], all_in)
            bet = faced[0] - faced[3]
            if self.deep:
                bet += choose(CALL_AFTER_BET, own - passive, -2 * faced[3], all_in_over_bet)
                value += choose(BET, own, later, bet)
            else:
                value += faced[0]
        return value * self.free[level][nodes], *won[2:]

    def _meet(
        self, player: int, level: int, nodes: slice, passive: np.ndarray, theirs: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
        """What a player's combos meet of four parts of the other's, and what comes of them.

        The parts are those where he passed on, bet, and might be all-in after that, by a jam or
        over a bet. Returned are: how much of each is met; what the later streets earn; and what the
        all-ins, these two and earlier ones, win per chip.
        """
        if level == 2:
            faced, (later, _, *won) = met_and_won(theirs, self.orders[nodes], self.ranks[nodes])
            return faced, later, won
        cards = len(self.free[level + 1]) // len(self.free[level])  # drawn for each board
        following = slice(nodes.start * cards, nodes.stop * cards)
        parts = (
            part.repeat(cards, axis=0) * self.free[level + 1][following]
            for part in (passive, theirs[0], *theirs[2:])
        )
        # Each card stands for some of those that both hands leave.
        weight = np.float32((49 - level) / (45 - level) / cards)
        later, *won = (
            weight * part.reshape(-1, cards, len(COMBOS)).sum(axis=1)
            for part in self.street(player, level + 1, following, *parts)
        )
        return met(theirs[:4]), later, won

    def check(self, player: int, own: np.ndarray, theirs: np.ndarray) -> np.ndarray:
        """What each of a player's 169 hands earns after a check, given how likely both come."""
        own, reach = (np.float32(hands[HAND_OF_COMBO]) * self.free[0] for hands in (own, theirs))
        # Of each flop counts what it is worth beyond a big blind who gives up.
        sign, total = 1 - 2 * player, np.zeros(len(HANDS))
        given_up = sign * met(reach)
        for n in range(len(own)):
            (value,) = self.street(player, 0, slice(n, n + 1), own[[n]], reach[[n]])
            beyond = (value[0] - given_up[n]) * self.free[0][n]
            total += np.bincount(HAND_OF_COMBO, beyond, len(HANDS))
        scale = 22100 / flops.FLOPS_PER_DEAL / OTHER_COMBOS / len(own)
        return sign * theirs @ FACED + scale * total / COMBO_COUNTS

    def small(self, jams: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """What each action earns the small blind, (6, 169)."""
        faced, won = jams @ FACED, self.stack * jams @ ALL_IN
        check = self.check(0, actions[4:].sum(axis=0), 1 - jams[0])
        fold, push = np.full(len(HANDS), -0.5), 1 - faced[1] + won[1]
        raised = 1 - 3 * faced[2], 1 - faced[2] + won[2]
        limped = check - faced[0], check + won[0]
        return np.array([fold, push, *raised, *limped])

    def big(self, actions: np.ndarray, jams: np.ndarray) -> np.ndarray:
        """What the big blind earns by a jam, and by what else he may do, (2, 3, 169).

        The three are: over a limp, a push and a raise.
        """
        _, pushed, raise_fold, raise_call, limp_fold, limp_call = actions
        jam = self.stack * np.array([limp_call, pushed, raise_call]) @ ALL_IN
        jam += np.array([limp_fold, 0 * limp_fold, 2 * raise_fold]) @ FACED
        others = -np.array([limp_fold, pushed, raise_fold + raise_call]) @ FACED
        others[0] = self.check(1, 1 - jams[0], limp_fold + limp_call)
        return np.array([jam, others])

    def step(self) -> None:
        """Take a step of CFR+; later ones count for more."""
        self.steps += 1
        jams, actions = self.jams.probability(), self.regrets / self.regrets.sum(axis=0)
        self.jams_sum += self.steps**2 * jams
        self.actions_sum += self.steps**2 * actions
        values = self.small(jams, actions)
        self.regrets = np.maximum(self.regrets + values - (actions * values).sum(axis=0), LEAST)
        jam, others = self.big(self.regrets / self.regrets.sum(axis=0), jams)
        self.jams.learn(jam - others)

    def bounds(self) -> tuple[float, float]:
        """Bound the value by best responses to the averages; that ends the learning."""
        total, chances, self.steps = self.actions_sum.sum(axis=0), holdem().chances(0), 0
        actions, jams = self.actions_sum / total, self.jams_sum / total
        for memory in self.memory:
            memory[:, :2] = memory[:, 2:]
        lost = self.big(actions, jams).max(axis=0).sum(axis=0) + actions[0] @ FACED / 2
        return -lost @ chances, self.small(jams, actions).max(axis=0) @ chances


def solve(
    stack: float,
    seed: int,
    deep: bool,
    sizes: tuple[int, int, int] = SIZES,
    steps: int = STEPS,
) -> dict[str, float]:
    """Bound the value of a sample's game, in big blinds, with all streets or with one look."""
    game = Game(stack, boards(seed, sizes), deep)
    for _ in range(steps):
        game.step()
    lower, upper = game.bounds()
    return {"lower": lower, "upper": upper}


def summary(stack: float, lower: float, upper: float, middles: np.ndarray) -> dict[str, Any]:
    """What later streets add at a stack, in thousandths of a big blind.

    Given are the bounds that are proven with one look, and the middles of `solve`, for each seed
    with one look and with all streets.
    """
    look, streets = 1000 * (middles.reshape(-1, 2) - lower).T
    estimates = 1000 * (upper - lower) - (look - streets)
    told = {"one look": look, "all streets": streets, "estimates": estimates}
    rounded = {name: numbers.round(2).tolist() for name, numbers in told.items()}
    return {"stack": stack, "sizes": SIZES} | rounded


if __name__ == "__main__":
    from tools import streets  # by this name the other processes find it

    stacks = [*map(float, sys.argv[1:])]
    grid = {"stack": stacks, "seed": SEEDS, "deep": (False, True)}
    found = sweeps.run(streets.solve, grid | {"sizes": [SIZES], "steps": [STEPS]}, CACHE, VERSION)
    rows = []
    for stack, lower, upper, _ in data("whole-game"):
        if stack in stacks:
            bounds = found[found["stack"] == stack][["lower", "upper"]]
            rows.append(summary(stack, lower, upper, bounds.mean(axis=1).to_numpy()))
    write("streets.json", rows)
