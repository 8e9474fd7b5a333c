"""Which few sizes of raise are worth most, and what a plan guarantees that does not mix."""

import subprocess
import sys
from fractions import Fraction
from itertools import combinations, product

import highspy
import numpy as np
import pytest

from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solvers import interior_point, lp
from pokerlab.studies import few_sizes, unmixed
from tests.random_games import random_deal

FEW = deals.holdem().restrict(["AA", "A9s", "JTs", "77", "Q7o", "63s", "32o"])


def game(deal, raises):
    return Game(deal, betting.one_round([0, *raises]))


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


@pytest.mark.parametrize("first", [(2, 3), (3, 8), (5, 8)])
def test_of_lists_that_are_worth_the_same_the_first_is_found(first):
    """With Kuhn's cards, and any sizes, the game is worth a third of a chip."""
    found, earned, _ = few_sizes.best_sizes(deals.kuhn(), 2, [2, 3, 5, 8], first)
    assert found == first and earned == pytest.approx(1 / 3, abs=2e-6)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"margin": 0}, "margin: 0 given, more than 4e-06 chips needed"),
        ({"margin": few_sizes.TOLERANCE}, "margin: 2e-06 given"),
        ({"margin": np.nan}, "margin: nan given"),
        ({"first": [5, 3]}, r"first: \[5, 3\] given, 2 of \[2, 3, 5\] needed, increasing"),
        ({"first": [5]}, r"first: \[5\] given"),
    ],
)
def test_a_comparison_that_would_not_end_is_refused(change, complaint):
    with pytest.raises(ValueError, match=complaint):
        few_sizes.best_sizes(
            **{"deal": FEW, "count": 2, "among": [2, 3, 5], "first": [2, 3]} | change
        )


def test_a_comparison_of_games_that_are_not_solved_ends_and_says_so(monkeypatch):
    monkeypatch.setattr(few_sizes, "TOLERANCE", 1e-30)
    with pytest.raises(ArithmeticError, match=r"bounds .* apart"):
        few_sizes.best_sizes(FEW, 1, [2, 3, 5], [5])


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


@pytest.mark.parametrize("deal", [deals.numbers(6), deals.kuhn()], ids=lambda d: d.name)
def test_the_plan_to_begin_with_takes_the_first_of_even_actions(deal, monkeypatch):
    """Whatever the last bits of the optimum are."""
    solve, noise = interior_point.solve, np.random.default_rng(5)

    def rounded(*arguments):
        solution = solve(*arguments)
        even = 1 / 3 + 1e-7 * noise.random(solution.plans[0].shape)
        object.__setattr__(solution, "plans", (even, solution.plans[1]))
        return solution

    monkeypatch.setattr(interior_point, "solve", rounded)
    found = [unmixed.search(deal, [3, 9], steps=1, allowed=0).tolist() for _ in range(5)]
    assert found == found[:1] * 5


@pytest.mark.parametrize("size", [2, 10**9, 10**30])
def test_what_a_plan_guarantees_is_exact_for_raises_of_any_size(size):
    """If both numbers raise, the lower one of Bob's folds, and the higher one calls."""
    assert unmixed.guarantee(deals.numbers(2), [size], [0, 1]) == 0
    assert unmixed.guarantee(deals.numbers(2), [size], [1, 1]) == 1 - Fraction(2 + size, 4)


@pytest.mark.parametrize(
    ("raises", "choice", "complaint"),
    [
        ([4], [0, 0, 1, 1, 1000], "choice: 0 to 1000 given, places from 0 to 1 needed"),
        ([4], [0, 0, 1, 1, -1], "choice: -1 to 1 given, places from 0 to 1 needed"),
        ([4], [0, 0, 1, 1], r"choice: int64 of shape \(4,\) given, an integer for each of 5 hands"),
        ([4], [0, 0, 1, 1, 0.5], "choice: float64 of shape"),
        ([4], np.zeros(5, bool), "choice: bool of shape"),
        ([4.5], [0, 0, 1, 1, 1], r"raises: \[4.5\] given, whole numbers needed"),
        ([4, 4], [0, 0, 1, 1, 1], "raises: 4 given twice"),
        ([-4], [0, 0, 1, 1, 1], "raises: -4 given"),
    ],
)
def test_a_plan_that_is_none_is_neither_priced_nor_changed(raises, choice, complaint):
    for work in (unmixed.guarantee, unmixed.search):
        with pytest.raises(ValueError, match=complaint):
            work(deals.numbers(5), raises, choice)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"raises": [10**9]}, r"raises: \[1000000000\] given, with hold'em too much for 64 bits"),
        ({"allowed": -1}, "allowed: -1 given"),
        ({"allowed": np.nan}, "allowed: nan given"),
        ({"allowed": 1e3, "steps": 10**9}, "allowed: 1000.0 given, 0 to 0.0133 chips needed"),
        ({"steps": 0}, "steps: 0 given, a positive integer needed"),
    ],
)
def test_a_search_that_integers_would_not_hold_is_refused(change, complaint):
    arguments = {"raises": [6], "choice": np.zeros(169, int), "steps": 10}
    with pytest.raises(ValueError, match=complaint):
        unmixed.search(deals.holdem(), **arguments | change)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"known": np.nan}, "known: nan given, a finite number needed"),
        ({"nodes": 0}, "nodes: 0 given, a positive integer needed"),
        ({"torn": 0}, "torn: 0 given, a positive integer needed"),
        ({"raises": [2.5]}, r"raises: \[2.5\] given, whole numbers needed"),
    ],
)
def test_a_bound_on_nothing_is_refused(change, complaint):
    with pytest.raises(ValueError, match=complaint):
        unmixed.bound(**{"deal": FEW, "raises": [6], "known": 0} | change)


def test_a_bound_stops_where_rounding_alone_mixes(monkeypatch):
    solve = unmixed._Mixed.solve
    programs = []

    def rounded(self, *arguments):
        worth, left, x = solve(self, *arguments)
        programs.append(worth)
        return worth, left, x.round() * (1 - 1e-9)

    monkeypatch.setattr(unmixed._Mixed, "solve", rounded)
    assert unmixed.bound(FEW, [3, 9], 0) == (programs[0], 1)


def test_the_study_is_at_hand_where_compiled_code_can_be_kept_nowhere():
    """As in a read-only checkout without a home."""
    program = (
        "from numba.core import caching; caching.CacheImpl._locator_classes = []\n"
        "from pokerlab import deals; from pokerlab.studies import unmixed\n"
        "print(unmixed.guarantee(deals.numbers(3), [4], [0, 1, 1]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("-2/9\n", "")
