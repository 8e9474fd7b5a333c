"""Find how a big blind plays all streets: ``python -m tools.learn_streets NAME STACK STEPS``.

Run by hand, for an hour or so a stack. Both players learn by regret matching, on a flop and a turn
drawn at random with all 48 rivers. The big blind is tied to the buckets of
`pokerlab.studies.streets`. The small blind is not, else each fools the other: on turn and river she
plays a best response, and has regrets for every combo on each flop (M. Johanson and others, Finding
Optimal Abstract Strategies in Extensive-Form Games, 2012). What was learnt long ago counts for less
(N. Brown and T. Sandholm, Solving Imperfect-Information Games via Discounted Regret Minimization,
2019). What they find is no proof; `streets.check_on_all_flops` tells what a limp earns,
`tools.sample_streets` estimates it.

Every `SECONDS_PER_SAVE` seconds, and at the end, what has been learnt is kept in
_build/streets/NAME.npz, the strategy beside it in NAME-plan.npz, and in NAME-ranges.npy the ranges
that check and limp. A run that was interrupted goes on from there, and a longer one from where a
shorter one has led. So first a short run with ranges that are all alike, and then a long one with
``--ranges`` of that.

With ``--gains`` the small blind chooses the hand that limps, and earns what it gains on a fold or a
push in push or fold: so the plan is to beat those two with every hand.
"""

import argparse
import os
import time
from hashlib import sha256
from pathlib import Path

import numpy as np

from pokerlab._support.arithmetic import NO_INDEX
from pokerlab._support.progress import progress_bar
from pokerlab.betting import push_fold
from pokerlab.cards import COMBOS, COMBOS_PER_HAND, HAND_OF_COMBO, HANDS, N_CARDS
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.holdem.standings import N_STANDINGS, combo_standings
from pokerlab.solvers import exact
from pokerlab.studies import flops, streets
from pokerlab.studies.flops import PREFLOP_DENOMINATOR
from pokerlab.studies.streets import RATE_DENOMINATOR, SHARE_DENOMINATOR, Steps
from pokerlab.studies.streets.buckets import (
    BOARDS_PER_FLOP,
    BOARDS_PER_TURN,
    add_shares,
    bucket_numbers,
)
from pokerlab.studies.streets.tree import MAXIMUM_NODE
from tools.limps import MEETINGS, NET_WINS, OTHER_COMBOS, draw_flops, fold_or_push_earnings
from tools.street_loops import (
    HER_MOST_ACTIONS,
    HIS_MOST_ACTIONS,
    N_RIVERS,
    Board,
    FlopResults,
    Learnt,
    add_river_shares,
    discount_regrets,
    iterate,
)

CACHE = Path("_build/streets")  #: Where what was learnt is kept.
SECONDS_PER_SAVE = 300  #: How long a run goes on before what it has learnt is kept anew.
BUCKETS_FIELDS = "range_weights", "steps", "cuts"  #: What a state has of its buckets.

N_FLOPS = 22_100  #: Flops of a deck.
#: The mean of a hand's combos over all flops is its sum on a drawn flop, divided by their number
#: and by this: how many combos of the opponent's it meets there, on average.
MET_PER_FLOP = flops.FLOPS_PER_DEAL * OTHER_COMBOS / N_FLOPS

# Where the big blind acts before the flop: over a limp, a push, a raise that he may not call, and
# one that he may.
OVER_LIMP, OVER_PUSH, OVER_LARGE_RAISE, OVER_SMALL_RAISE = range(4)
# His actions there. The first is a check over a limp and a fold over all else. Over a push an
# all-in is its call, and only a small raise may be called without one.
CHECK_OR_FOLD, JAM, CALL = range(3)
#: (situations, actions, 1): 1 for the actions that he has, else 0.
HIS_PREFLOP_ACTIONS = np.ones((4, HIS_MOST_ACTIONS, 1))
HIS_PREFLOP_ACTIONS[:OVER_SMALL_RAISE, CALL] = 0
# The small blind's actions before the flop. A large raise is decided on together with the answer to
# an all-in over it. Behind these four come two for each pot of the menu: to play for it, and to
# fold to an all-in before the flop, or to call that.
FOLD, PUSH, RAISE_AND_FOLD, RAISE_AND_CALL, FIRST_FOR_POTS = range(5)

# When what was learnt counts for less: first after so many steps, then after as many more and a
# part of all steps so far, so that it happens about as often in each doubling of them.
STEPS_PER_DISCOUNT = 40
# By how much, the n-th time, as in Brown and Sandholm: regrets above 0 are multiplied by
# n**1.5 / (n**1.5 + 1), those below by 1/2, averages by (n / (n + 1))**2.
POSITIVE_EXPONENT, NEGATIVE_FACTOR, AVERAGE_EXPONENT = 1.5, 0.5, 2
# What an older step counts against the next one, where the step's errors are compared: a mean over
# the last thousand or so, while strategies change slowly.
MOMENTS_FACTOR = 0.999
# The products of errors begin with this in place of 0, so that the first ones can be solved for.
FIRST_MOMENTS = 1e-9
FLOPS_FOR_CUTS = 60  #: How many flops are drawn to find where buckets part.


def matched_behaviour(
    regrets: np.ndarray, axis: int | None = 0, is_action: np.ndarray | float = 1.0
) -> np.ndarray:
    """Return the behaviour that regret matching makes of regrets, with actions along an axis.

    Where none is above 0, all actions are equally likely: those for which `is_action` is 1, not 0.
    """
    weights = np.maximum(regrets, 0) * is_action
    weights = np.where(weights.sum(axis=axis, keepdims=True) > 0, weights, is_action)
    return weights / weights.sum(axis=axis, keepdims=True)


def buckets_on_flops(buckets: streets.Buckets) -> np.ndarray:
    """Return the bucket of each combo on each flop, (1755, 1326), kept on disk: it takes a minute.

    `NO_INDEX` stands for a combo that shares a card.
    """
    fields = buckets.range_weights, np.array(buckets.steps), buckets.cuts
    digest = sha256(b"".join(field.tobytes() for field in fields)).hexdigest()
    path = CACHE / f"places-{digest[:16]}.npy"
    if not path.exists():
        count = len(flops.distinct_flops().cards)
        rows = progress_bar(range(count), "flops", count, None)
        by_flop = [streets.look_ahead(buckets, row).flop_buckets for row in rows]
        np.save(path, np.array(by_flop, np.int32))
    return np.load(path)


class PreflopLearner:
    """Both players before the flop, for one menu.

    Arrays of the big blind's are (situations, actions, hands), from `OVER_LIMP` and `CHECK_OR_FOLD`
    on; those of the small blind's (actions, hands), from `FOLD` on.
    """

    def __init__(self, menu: streets.Menu, gains: bool) -> None:
        self.stack, self.gains = float(menu.stack), gains
        #: The size of the least raise that he does not call.
        self.large_raise = float(menu.largest_raise) or 2
        self.put_in = np.array([float(pot.put_in) for pot in menu.pots])
        self.his_regrets = np.zeros((len(HIS_PREFLOP_ACTIONS), HIS_MOST_ACTIONS, len(HANDS)))
        self.his_sums = np.zeros_like(self.his_regrets)  # of his behaviour, discounted
        self.her_regrets = np.zeros((FIRST_FOR_POTS + 2 * len(menu.pots), len(HANDS)))
        self.her_sums = np.zeros_like(self.her_regrets)  # of her behaviour, discounted
        #: (pots, 3, 3): sums of products over steps, as `controlled_earnings` makes them.
        self.moments = np.array([np.eye(3) * FIRST_MOMENTS] * len(menu.pots))
        calls = exact.solve(Game(holdem(), push_fold(menu.stack))).probability(1, "call")
        self.push_calls = calls.astype(float)  # (169,): how likely he calls in push or fold
        self.fold_or_push = fold_or_push_earnings(self.push_calls, self.stack)

    def his_behaviour(self) -> np.ndarray:
        """Return how likely the big blind takes each action."""
        return matched_behaviour(self.his_regrets, 1, HIS_PREFLOP_ACTIONS)

    def her_behaviour(self) -> np.ndarray:
        """Return how likely the small blind takes each action with each hand.

        Where she chooses one hand to limp or raise with, it is how likely that one is, divided by
        the probability of being dealt it, so that sums over all hands are means.
        """
        if not self.gains:
            return matched_behaviour(self.her_regrets)
        weights = np.zeros_like(self.her_regrets)
        chosen = matched_behaviour(self.her_regrets[FIRST_FOR_POTS:], None)
        weights[FIRST_FOR_POTS:] = chosen / COMBOS_PER_HAND * len(COMBOS) / len(HANDS)
        return weights

    def her_pot_actions(self, by_action: np.ndarray) -> np.ndarray:
        """Return what an array has of her actions for pots, (2, pots, hands): folds, then calls.

        These are her answers to an all-in before the flop.
        """
        by_pot = by_action[FIRST_FOR_POTS:].reshape(len(self.put_in), 2, len(HANDS))
        return by_pot.transpose(1, 0, 2)

    def controlled_earnings(
        self, pot: int, his_reach: np.ndarray, by_hand: FlopResults
    ) -> np.ndarray:
        """Estimate the small blind's earnings on all flops in a pot, (169,), from those on one.

        What she meets there, and what an all-in would win, is known of all flops (the big blind
        comes with `his_reach`), so it tells how far off this flop is. The earnings are off by as
        much as they have been so far when these were: a regression, as in control variates.
        """
        history = min(pot, 1)
        earned = by_hand.her_earned[pot]
        errors = np.array(
            [
                by_hand.all_in_net[history] - his_reach @ NET_WINS,
                by_hand.met[history] - his_reach @ MEETINGS,
            ]
        )
        moments = self.moments[pot]
        slopes = np.linalg.solve(moments[:2, :2], moments[:2, 2])
        variables = np.array([*errors, earned])
        prior = holdem().hand_probabilities(0)
        self.moments[pot] = MOMENTS_FACTOR * moments + (variables * prior) @ variables.T
        return earned - slopes @ errors

    def her_values(self, his_behaviour: np.ndarray, by_hand: FlopResults) -> np.ndarray:
        """Estimate what each action of the small blind's earns each hand, in big blinds."""
        jams = his_behaviour[:, JAM]
        met, net_won = jams @ MEETINGS, self.stack * jams @ NET_WINS
        values = [np.full(len(HANDS), -0.5), 1 - met[OVER_PUSH] + net_won[OVER_PUSH]]
        values += [
            1 - (1 + self.large_raise) * met[OVER_LARGE_RAISE],
            1 - met[OVER_LARGE_RAISE] + net_won[OVER_LARGE_RAISE],
        ]
        for pot, put_in in enumerate(self.put_in):
            situation, action = (OVER_SMALL_RAISE, CALL) if pot else (OVER_LIMP, CHECK_OR_FOLD)
            earned = self.controlled_earnings(pot, his_behaviour[situation, action], by_hand)
            if pot:
                earned = earned + his_behaviour[OVER_SMALL_RAISE, CHECK_OR_FOLD] @ MEETINGS
            values += [earned - put_in * met[situation], earned + net_won[situation]]
        return np.array(values)

    def his_values(self, her_behaviour: np.ndarray, by_hand: FlopResults) -> np.ndarray:
        """Estimate what each action of the big blind's earns each hand, in big blinds.

        It is counted from what he has before he acts, and times how likely she leads there.
        """
        stack, her = self.stack, her_behaviour
        folds, calls = self.her_pot_actions(her)
        values = np.zeros_like(self.his_regrets)
        values[OVER_LIMP, CHECK_OR_FOLD] = by_hand.his_earned[0]
        values[OVER_LIMP, JAM] = folds[0] @ MEETINGS + stack * calls[0] @ NET_WINS
        values[OVER_PUSH, CHECK_OR_FOLD] = -her[PUSH] @ MEETINGS
        values[OVER_PUSH, JAM] = stack * her[PUSH] @ NET_WINS
        raises = her[RAISE_AND_FOLD] + her[RAISE_AND_CALL]
        values[OVER_LARGE_RAISE, CHECK_OR_FOLD] = -raises @ MEETINGS
        values[OVER_LARGE_RAISE, JAM] = (
            self.large_raise * her[RAISE_AND_FOLD] @ MEETINGS
            + stack * her[RAISE_AND_CALL] @ NET_WINS
        )
        if len(by_hand.his_earned) > 1:
            small_raises = (folds[1:] + calls[1:]).sum(axis=0)
            values[OVER_SMALL_RAISE, CHECK_OR_FOLD] = -small_raises @ MEETINGS
            values[OVER_SMALL_RAISE, JAM] = (
                self.put_in[1:] @ folds[1:] @ MEETINGS + stack * calls[1:].sum(axis=0) @ NET_WINS
            )
            values[OVER_SMALL_RAISE, CALL] = by_hand.his_earned[1]
        return values

    def learn(
        self, his_behaviour: np.ndarray, her_behaviour: np.ndarray, by_hand: FlopResults
    ) -> tuple[float, float]:
        """Let both learn from a flop; return two estimates of the value, by her and his earnings.

        Both are in the small blind's big blinds. With ``gains`` the first is what she gains on push
        or fold.
        """
        prior = holdem().hand_probabilities(0)
        values = self.her_values(his_behaviour, by_hand)
        if self.gains:
            gains = values[FIRST_FOR_POTS:] - self.fold_or_push
            chosen = matched_behaviour(self.her_regrets[FIRST_FOR_POTS:], None)
            her_mean = (chosen * gains).sum()
            self.her_regrets[FIRST_FOR_POTS:] += gains - her_mean
        else:
            her_earned = (her_behaviour * values).sum(axis=0)
            self.her_regrets += values - her_earned
            her_mean = her_earned @ prior
        self.her_sums += her_behaviour
        values = self.his_values(her_behaviour, by_hand)
        his_earned = (his_behaviour * values).sum(axis=1)
        self.his_regrets += values - his_earned[:, None]
        self.his_sums += his_behaviour
        blinds_won = her_behaviour[FOLD] @ MEETINGS / 2  # the small one, where she folds
        return her_mean, -((his_earned.sum(axis=0) + blinds_won) @ prior)


class Learner:
    """Both players on all streets, for one menu."""

    def __init__(
        self, menu: streets.Menu, buckets: streets.Buckets, seed: int, gains: bool
    ) -> None:
        self.menu, self.buckets, self.seed = menu, buckets, seed
        self.tree = streets.build_streets(menu)
        self.flop_buckets = buckets_on_flops(buckets)
        self.before_flop = PreflopLearner(menu, gains)
        shapes = [
            (len(street.decisions), count, HIS_MOST_ACTIONS)
            for street, count in zip(self.tree, buckets.counts, strict=True)
        ]
        his_regrets, his_sums = (
            tuple(np.zeros(shape, np.float32) for shape in shapes) for _ in range(2)
        )
        is_hers = self.tree[0].nodes["kind"] == MAXIMUM_NODE
        her_regrets = np.zeros((is_hers.sum(), flops.N_CLASSES, HER_MOST_ACTIONS), np.float32)
        self.learnt = Learnt(his_regrets, his_sums, np.cumsum(is_hers) - 1, her_regrets)
        self.steps = self.discounts = 0  # how often that was done so far
        self.next_discount = STEPS_PER_DISCOUNT  # at which step

    def draw_board(self) -> tuple[int, int]:
        """Draw a flop, by its index in `distinct_flops`, and a turn.

        Each flop comes as often as it should in every 5,525 steps, a quarter of all flops.
        """
        cards, counts, _ = flops.distinct_flops()
        flops_in_round = np.arange(len(cards)).repeat(counts // 4)
        round_number, place = divmod(self.steps, len(flops_in_round))
        order = np.random.default_rng([self.seed, round_number]).permutation(flops_in_round)
        flop_index = int(order[place])
        left = np.setdiff1d(np.arange(N_CARDS), cards[flop_index])
        return flop_index, int(np.random.default_rng([self.seed, self.steps, 1]).choice(left))

    def lay_out(self, flop_index: int, turn: int) -> Board:
        """Return a flop and a turn with all rivers and buckets."""
        cards, _, classes = (array[flop_index] for array in flops.distinct_flops())
        board = np.array([*cards, turn, 0])
        rivers = np.setdiff1d(np.arange(N_CARDS), board[:4])
        runouts = np.c_[rivers, np.full(N_RIVERS, turn)]
        standings = combo_standings(flops.board_masks(cards, runouts))[0, :N_RIVERS]
        steps, cuts = self.buckets.steps, self.buckets.cuts
        sums = np.zeros((3, len(COMBOS)), np.int64)
        shares = np.full((N_RIVERS, 2, N_STANDINGS), SHARE_DENOMINATOR // 2)
        weights = self.buckets.range_weights[:, HAND_OF_COMBO].astype(np.int64)
        add_river_shares(standings, weights, sums, shares)
        turn_buckets = bucket_numbers(sums, BOARDS_PER_TURN, steps.turn, cuts[1])
        kind = streets.board_kind(board[:4])
        turn_buckets += kind * steps.turn * self.buckets.buckets_per_step
        turn_buckets[(classes == NO_INDEX) | (turn == COMBOS).any(axis=1)] = NO_INDEX
        flop_buckets = self.flop_buckets[flop_index].astype(np.int64)
        return Board(board, rivers, standings, shares, steps, flop_buckets, turn_buckets, classes)

    def step(self) -> tuple[float, float]:
        """Go through one flop and turn; return the estimates of `PreflopLearner.learn`."""
        board = self.lay_out(*self.draw_board())
        pots, histories = len(self.menu.pots), len(self.menu.histories)
        his = self.before_flop.his_behaviour()
        her = self.before_flop.her_behaviour()
        his_start = np.array([his[OVER_LIMP, CHECK_OR_FOLD], his[OVER_SMALL_RAISE, CALL]])
        her_start = self.before_flop.her_pot_actions(her).sum(axis=0)
        rows = pots, histories, histories, histories
        results = FlopResults(*(np.zeros((count, len(COMBOS)), np.float32) for count in rows))
        iterate(
            board,
            self.tree,
            self.learnt,
            his_start[:histories].take(HAND_OF_COMBO, axis=1).astype(np.float32),
            her_start.take(HAND_OF_COMBO, axis=1).astype(np.float32),
            results,
        )
        for earned in (results.her_earned, results.his_earned):
            earned /= self.menu.units_per_big_blind
        by_hand = FlopResults(*map(mean_by_hand, results))
        estimates = self.before_flop.learn(his, her, by_hand)
        self.steps += 1
        if self.steps >= self.next_discount:
            self.discount()
        return estimates

    def discount(self) -> None:
        """Let what was learnt long ago count for less."""
        self.discounts += 1
        self.next_discount = self.steps + STEPS_PER_DISCOUNT + self.steps // STEPS_PER_DISCOUNT
        power = self.discounts**POSITIVE_EXPONENT
        before = self.before_flop
        all_regrets = *self.learnt.his_regrets, self.learnt.her_regrets
        for regrets in (*all_regrets, before.his_regrets, before.her_regrets):
            discount_regrets(regrets.reshape(-1), power / (power + 1), NEGATIVE_FACTOR)
        average_factor = (self.discounts / (self.discounts + 1)) ** AVERAGE_EXPONENT
        for sums in (*self.learnt.his_sums, before.his_sums, before.her_sums):
            sums *= average_factor

    def strategy(self) -> streets.StreetsStrategy:
        """Return the big blind's strategy: what he has done on average."""
        rates = tuple(map(average_rates, self.learnt.his_sums))
        before = self.before_flop
        average = before.his_sums / before.his_sums.sum(axis=1, keepdims=True)
        jams_over_limp, calls, jams_over_raise = average[:OVER_SMALL_RAISE, JAM]
        if before.gains:
            calls = jams_over_raise = before.push_calls
        calls, jams_over_raise, jams_over_limp = (
            np.rint(PREFLOP_DENOMINATOR * probabilities).astype(np.uint8)
            for probabilities in (calls, jams_over_raise, jams_over_limp)
        )
        may_call = len(self.menu.histories) > 1
        over_small_raise = np.floor(
            PREFLOP_DENOMINATOR * average[OVER_SMALL_RAISE, JAM:] * may_call
        )
        return streets.StreetsStrategy(
            calls,
            jams_over_raise,
            jams_over_limp,
            self.menu,
            self.buckets,
            over_small_raise.astype(np.uint8),
            rates,
        )

    def ranges(self) -> np.ndarray:
        """Return weights of the range with which the big blind checks, and of that which limps."""
        over_limp = self.before_flop.his_sums[OVER_LIMP]
        checks = over_limp[CHECK_OR_FOLD] / over_limp.sum(axis=0)
        limps = self.before_flop.her_sums[FIRST_FOR_POTS : FIRST_FOR_POTS + 2].sum(axis=0)
        weights = np.array([checks, limps / limps.max()])
        return np.maximum(2, np.rint(255 * weights)).astype(np.uint8)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all arrays that change, by the names that files have for them.

        These stay where names here get better, so that runs go on.
        """
        before, learnt = self.before_flop, self.learnt
        arrays = {
            "jams": before.his_regrets,
            "mean": before.his_sums,
            "arms": before.her_regrets,
            "played": before.her_sums,
            "own": learnt.her_regrets,
            "spread": before.moments,
        }
        for number, (regrets, sums) in enumerate(
            zip(learnt.his_regrets, learnt.his_sums, strict=True)
        ):
            arrays |= {f"regrets{number}": regrets, f"means{number}": sums}
        return arrays

    def state(self) -> dict[str, np.ndarray]:
        """Return all arrays that a run goes on from."""
        counts = self.steps, self.discounts, self.next_discount
        buckets = {name: np.array(getattr(self.buckets, name)) for name in BUCKETS_FIELDS}
        return self.arrays() | buckets | {"counts": np.array(counts)}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Go on from a `state`, which has the same buckets; an empty one changes nothing."""
        arrays = self.arrays()
        for name, saved in state.items():
            if name in BUCKETS_FIELDS:
                if not np.array_equal(getattr(self.buckets, name), saved):
                    raise ValueError(f"{name}: other buckets given than have been learnt with")
            elif name == "counts":
                self.steps, self.discounts, self.next_discount = saved.tolist()
            else:
                arrays[name][:] = saved


def mean_by_hand(by_combo: np.ndarray) -> np.ndarray:
    """Return the mean over all flops of each hand's combos, (n, 169), from sums on a drawn flop."""
    sums = np.array([np.bincount(HAND_OF_COMBO, row, len(HANDS)) for row in by_combo])
    return sums / (MET_PER_FLOP * COMBOS_PER_HAND)


def average_rates(sums: np.ndarray) -> np.ndarray:
    """Return how often later actions are taken on average, as `StreetsStrategy.rates` has it.

    Given are the sums of reaches after each action, (decisions, buckets, 3).
    """
    total = sums.sum(axis=2, keepdims=True)
    probabilities = np.divide(sums, total, np.zeros_like(sums), where=total > 0)
    rates = np.rint(RATE_DENOMINATOR * probabilities[:, :, 1:])
    excess = np.maximum(rates.sum(axis=2) - RATE_DENOMINATOR, 0)  # where both were rounded up
    rates[:, :, 0] -= excess
    return rates.astype(np.uint8)


def differences_and_spreads(sums: np.ndarray, boards: int) -> np.ndarray:
    """Return what cuts part, for each combo: (2, combos) in units of `SHARE_DENOMINATOR`.

    It is by how much a combo's share of the other's range exceeds that of his own, on average over
    so many boards, and the standard deviation of the second. The sums, (3, combos), are those that
    `pokerlab.studies.streets.buckets.bucket_numbers` takes.
    """
    own, other, squares = sums
    spread = np.sqrt(np.maximum(boards * squares - own**2, 0)) / boards
    return np.array([(other - own) / boards, spread])


def buckets_for(
    range_weights: np.ndarray, steps: Steps, part_count: int, seed: int = 1
) -> streets.Buckets:
    """Return buckets whose cuts part the combos of some drawn flops and turns evenly."""
    rng = np.random.default_rng(seed)
    no_cuts = np.zeros((2, 2, part_count - 1), np.int64)
    without_cuts = streets.Buckets(range_weights, steps, no_cuts)
    weights = range_weights[:, HAND_OF_COMBO].astype(np.int64)
    on_flops, on_turns = [], []
    for flop_index in draw_flops(rng, FLOPS_FOR_CUTS):
        ahead = streets.look_ahead(without_cuts, flop_index)
        left = np.setdiff1d(np.arange(N_CARDS), ahead.cards)
        runouts = np.array([(low, high) for low in left for high in left if low < high])
        sums = np.zeros((3, N_CARDS, len(COMBOS)), np.int64)
        add_shares(ahead.standings, weights, runouts, sums)
        on_flop = ahead.flop_buckets != NO_INDEX
        turn = rng.choice(left)
        on_turn = on_flop & (turn != COMBOS).all(axis=1)
        flop_sums, turn_sums = sums.sum(axis=1)[:, on_flop], sums[:, turn, on_turn]
        on_flops.append(differences_and_spreads(flop_sums, BOARDS_PER_FLOP))
        on_turns.append(differences_and_spreads(turn_sums, BOARDS_PER_TURN))
    shares_below = np.arange(1, part_count) / part_count
    cuts = [
        np.quantile(np.concatenate(drawn, axis=1), shares_below, axis=1).T
        for drawn in (on_flops, on_turns)
    ]
    return streets.Buckets(range_weights, steps, np.rint(cuts).astype(np.int64))


def keep(learner: Learner, name: str) -> None:
    """Write what has been learnt; an interruption leaves the old file or the new one."""
    np.savez(scratch := CACHE / f"{name}-new.npz", **learner.state())
    os.replace(scratch, CACHE / f"{name}.npz")
    np.save(CACHE / f"{name}-ranges.npy", learner.ranges())
    learner.strategy().save(CACHE / f"{name}-plan.npz")


def read_arguments() -> argparse.Namespace:
    """Read the arguments of the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="of the run")
    parser.add_argument("stack", help="in big blinds")
    parser.add_argument("steps", type=int, help="up to which step, earlier runs included")
    parser.add_argument("--calls", type=int, default=1, help="how many bets are called at most")
    parser.add_argument("--bound", default="2", help="the largest bet that is called")
    parser.add_argument("--lead", action="store_true", help="the big blind may bet 1 himself")
    parser.add_argument(
        "--raises", default="0", help="the largest raise before the flop that is called, 0 for none"
    )
    parser.add_argument("--gains", action="store_true", help="see above")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ranges", help="take them from the run of this name")
    parser.add_argument("--shares", default="24,32,32,24", help="told apart; on the river 2")
    parser.add_argument("--parts", type=int, default=4, help="of differences and of spreads")
    return parser.parse_args()


def start_learner(given: argparse.Namespace) -> Learner:
    """Return players who know what an earlier run of this name has learnt, or nothing yet."""
    menu = streets.Menu(given.stack, given.calls, given.bound, given.lead, given.raises)
    path, state = CACHE / f"{given.name}.npz", {}
    if path.exists():
        with np.load(path) as file:
            state = dict(file)
        learnt_steps = Steps(*state["steps"].tolist())
        buckets = streets.Buckets(state["range_weights"], learnt_steps, state["cuts"])
    else:
        range_weights = np.full((2, len(HANDS)), 255, np.uint8)
        if given.ranges:
            range_weights = np.load(CACHE / f"{given.ranges}-ranges.npy")
        steps = Steps(*map(int, given.shares.split(",")))
        buckets = buckets_for(range_weights, steps, given.parts)
    learner = Learner(menu, buckets, given.seed, given.gains)
    learner.restore(state)
    return learner


def main() -> None:
    """Learn up to a step."""
    given = read_arguments()
    CACHE.mkdir(parents=True, exist_ok=True)
    learner = start_learner(given)
    saved_at = time.monotonic()
    estimates = []
    steps = progress_bar(
        range(learner.steps, given.steps), "steps", given.steps - learner.steps, None
    )
    for _ in steps:
        estimates.append(learner.step())
        if time.monotonic() - saved_at > SECONDS_PER_SAVE:
            keep(learner, given.name)
            mean = (1000 * np.mean(estimates, axis=0)).round(2)
            steps.write(f"{learner.steps} steps, of late (mbb): {mean.tolist()}")
            saved_at, estimates = time.monotonic(), []
    keep(learner, given.name)


if __name__ == "__main__":
    main()
