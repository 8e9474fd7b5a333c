"""Which few sizes of raise are worth most, and what a plan guarantees that does not mix."""

from fractions import Fraction
from itertools import combinations, product

import highspy
import numpy as np
import pytest

from pokerlab import deals, trees
from pokerlab.games import Game
from pokerlab.solvers import interior_point, lp
from pokerlab.studies import few_sizes, unmixed
from tests.random_games import random_deal

FEW = deals.holdem().restrict(["AA", "A9s", "JTs", "77", "Q7o", "63s", "32o"])


def game(deal, raises):
    return Game(deal, trees.one_round([0, *raises]))


def guarantee(deal, raises, choice):
    """By best response."""
    tree = game(deal, raises)
    plan = np.zeros(tree.shape(0))
    plan[:, 0] = plan[np.arange(len(plan)), 2 + np.array(choice)] = 1
    return tree.guarantee(0, plan)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_no_list_is_worth_more_than_the_best_one(count):
    among = [2, 3, 5, 8, 13, 21]
    worth = {s: lp.solve(game(FEW, s)).value for s in combinations(among, count)}
    found, earned, solved = few_sizes.best_sizes(FEW, count, among, among[:count])
    assert earned == pytest.approx(max(worth.values()), abs=1.2e-5)
    assert worth[found] == pytest.approx(earned, abs=3e-6)
    assert solved <= len(worth)


def test_no_list_is_worth_more_where_hands_fold():
    deal = random_deal(np.random.default_rng(65), (5, 4))
    worth = {s: lp.solve(game(deal, s)).value for s in combinations([2, 3, 5, 8], 2)}
    found, earned, _ = few_sizes.best_sizes(deal, 2, [2, 3, 5, 8], [2, 3])
    assert earned == pytest.approx(max(worth.values()), abs=1.2e-5)
    assert worth[found] == pytest.approx(earned, abs=3e-6)


def test_a_list_is_struck_out_by_what_mixtures_of_answers_leave_each_size():
    """As the game with all sizes says, in which Bob answers by these mixtures."""
    solution = interior_point.solve(game(FEW, [4, 9]))
    four, nine = (solution.probability(1, f"raise {size}, call") for size in (4, 9))
    calls = {2: (1 + four) / 2, 4: four, 6: 0.6 * four + 0.4 * nine, 9: nine, 15: 11 / 17 * nine}
    wide = game(FEW, calls)
    plan = wide.plan(1, {f"raise {size}, call": call for size, call in calls.items()})
    earned = few_sizes._earned(FEW, solution, np.array([4, 9]), [*calls])
    assert abs(earned.T - wide.sequence_values(0, plan)[:, 2:]).max() < 1e-12


def test_a_plan_guarantees_what_bobs_best_response_leaves():
    deal, raises = deals.holdem(), [4, 7, 12]
    choice = np.random.default_rng(1).integers(4, size=169)
    exact = unmixed.guarantee(deal, raises, choice)
    assert isinstance(exact, Fraction)
    assert float(exact) == pytest.approx(guarantee(deal, raises, choice), abs=1e-12)


@pytest.mark.parametrize("deal", [FEW, deals.numbers(6), deals.kuhn()], ids=lambda d: d.name)
@pytest.mark.parametrize("raises", [[6], [3, 9]])
def test_search_and_bound_meet_at_the_best_of_all_plans(deal, raises):
    best = best_of_all(deal, raises)
    found = unmixed.search(deal, raises, steps=200_000, allowed=0.2)
    assert float(unmixed.guarantee(deal, raises, found)) == pytest.approx(best, abs=1e-12)
    assert unmixed.bound(deal, raises, best - 1e-6)[0] == pytest.approx(best, abs=1e-9)


def best_of_all(deal, raises):
    plans = product(range(1 + len(raises)), repeat=len(deal.prior))
    return max(float(unmixed.guarantee(deal, raises, np.array(plan))) for plan in plans)


@pytest.mark.parametrize("seed", [20, 138])
def test_the_bound_is_met_where_hands_fold(seed):
    deal = random_deal(np.random.default_rng(seed), (5, 4))
    best = best_of_all(deal, [3, 9])
    assert unmixed.bound(deal, [3, 9], best - 1e-6)[0] == pytest.approx(best, abs=1e-9)


def test_a_bound_is_one_whatever_the_program_answers(monkeypatch):
    rng = np.random.default_rng(0)

    class Wrong(highspy.Highs):
        def getSolution(self):
            solution = super().getSolution()
            solution.row_dual = list(rng.random(len(solution.row_dual)))
            return solution

    monkeypatch.setattr(highspy, "Highs", Wrong)
    deal = random_deal(np.random.default_rng(494), (5, 4))
    best = best_of_all(deal, [2, 4, 9])
    bounds = [unmixed.bound(deal, [2, 4, 9], best - 0.05)[0] for _ in range(100)]
    assert min(bounds) > best - 1e-9


def test_a_bound_cut_short_is_still_one():
    best = unmixed.bound(deals.holdem(), [6, 14], 0.384)[0]
    early, programs = unmixed.bound(deals.holdem(), [6, 14], 0.384, nodes=3)
    few, _ = unmixed.bound(deals.holdem(), [6, 14], 0.384, nodes=60, torn=40)
    assert programs == 3 and best < early < lp.solve(game(deals.holdem(), [6, 14])).upper
    assert best < few


def test_a_search_finds_the_same_plan_again():
    deal = deals.holdem()
    plans = [unmixed.search(deal, [5, 8, 16], steps=100_000) for _ in range(2)]
    assert (plans[0] == plans[1]).all()
    assert (unmixed.search(deal, [5, 8, 16], steps=100_000, seed=2) != plans[0]).any()
