"""Estimate what a strategy of the big blind's holds: ``python -m tools.sample_streets FILE FLOPS``.

Some flops are drawn, and gone through with all turns and rivers, as `streets.check_on_all_flops`
does with all. What a limp earns is then an estimate, and no bound. What is known of all flops makes
it better: how much of the big blind's range a hand meets, and what an all-in against it would win.
"""

import argparse
import time

import numpy as np

from pokerlab._support.arithmetic import NO_INDEX
from pokerlab._support.progress import progress_bar
from pokerlab.betting import push_fold
from pokerlab.cards import COMBOS, HAND_OF_COMBO, HANDS, N_CARDS
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.studies import flops, streets
from tools.limps import draw_flops, fold_or_push_earnings

N_FLOPS = 22_100  #: Flops of a deck.
HANDS_SHOWN = 12  #: So many of the hands that gain most are printed.


def met_by_hand(reaches: np.ndarray, flop_index: int) -> np.ndarray:
    """Return how much of the big blind's reaches, (169,), each hand's combos meet on a flop."""
    is_free = flops.distinct_flops().classes[flop_index] != NO_INDEX
    by_combo = np.where(is_free, reaches[HAND_OF_COMBO], 0)
    by_card = np.bincount(COMBOS.ravel(), by_combo.repeat(2), N_CARDS)
    met = by_combo.sum() - by_card[COMBOS].sum(axis=1) + by_combo
    return np.bincount(HAND_OF_COMBO, np.where(is_free, met, 0), len(HANDS))


def estimate(
    strategy: streets.StreetsStrategy, flop_count: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Estimate the sums that `streets.earnings_from_sums` takes, and their standard errors.

    Both are (pots, 169). On the drawn flops earnings are off by a multiple of how far off those
    sums are that are known of all flops; a regression finds these two multiples (control variates).
    """
    flop_indices = draw_flops(np.random.default_rng(seed), flop_count)
    reaches = streets.starting_reaches(strategy)
    bar = progress_bar(flop_indices, "flops", None, None)
    by_flop = [streets.earned_on_flop(strategy, flop_index) for flop_index in bar]
    sums = N_FLOPS * np.array(by_flop, float)
    ways = holdem().ways
    combos_met = ways.sum(axis=1)
    prior, pots = holdem().hand_probabilities(0), len(strategy.menu.pots)
    means, errors = [], []
    for pot in range(pots):
        history = min(pot, 1)
        all_in_net, earned = sums[:, pots + history], sums[:, pot]
        met_on_flops = [met_by_hand(reaches[history], flop_index) for flop_index in flop_indices]
        met = N_FLOPS * np.array(met_on_flops, float)
        known_net = streets.all_in_sums(strategy)[history].astype(float)
        known_met = flops.FLOPS_PER_DEAL * (ways @ reaches[history])
        deviations = np.array(
            [
                (all_in_net - all_in_net.mean(axis=0)) / combos_met,
                (met - met.mean(axis=0)) / combos_met,
            ]
        )
        gain = (earned - earned.mean(axis=0)) / combos_met
        products = np.einsum("afh,bfh,h->ab", deviations, deviations, prior)
        slopes = np.linalg.solve(products, np.einsum("afh,fh,h->a", deviations, gain, prior))
        fitted = earned - slopes[0] * (all_in_net - known_net) - slopes[1] * (met - known_met)
        means.append(fitted.mean(axis=0))
        errors.append(fitted.std(axis=0, ddof=1) / flop_count**0.5)
    return np.array(means), np.array(errors)


def main() -> None:
    """Print an estimate of what push or fold loses at most, and which hands limp."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", help="a file of the strategy")
    parser.add_argument("flops", type=int, help="how many are drawn")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    strategy, start = streets.load(given.path), time.monotonic()
    sums, errors = estimate(strategy, given.flops, given.seed)
    stack = strategy.menu.stack
    earned = streets.earnings_from_sums(strategy, [[int(part) for part in row] for row in sums])
    parts_per_big_blind = (
        flops.FLOPS_PER_DEAL
        * streets.ORDERED_RUNOUTS
        * streets.FULL_REACH
        * strategy.menu.units_per_big_blind
    )
    errors = errors / parts_per_big_blind / holdem().ways.sum(axis=1)
    beyond = 1000 * float(streets.whole_game_bracket(strategy, earned).width)
    took = f"{given.flops} flops, {time.monotonic() - start:.0f} s"
    print(f"{took}: about {beyond:.2f} mbb beyond push or fold")
    push_or_fold = exact.solve(Game(holdem(), push_fold(stack)))
    calls = push_or_fold.probability(1, "call").astype(float)
    without_limp = fold_or_push_earnings(calls, float(stack))
    for pot, row, error in zip(
        strategy.menu.pots, earned.astype(float), 1000 * errors, strict=True
    ):
        gains = 1000 * (row - without_limp)
        best = np.argsort(-gains)[:HANDS_SHOWN]
        texts = (f"{HANDS[hand]} {gains[hand]:+.1f}±{error[hand]:.1f}" for hand in best)
        print("by a raise" if pot.history else "by a limp", float(pot.put_in), *texts)


if __name__ == "__main__":
    main()
