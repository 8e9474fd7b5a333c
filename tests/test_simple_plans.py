"""Which few sizes of raise are worth most, and what a plan guarantees that does not mix."""

from fractions import Fraction
from itertools import combinations, product

import highspy
import numpy as np
import pytest

from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solvers import interior_point, lp
from pokerlab.studies import simple_plans
from tests.random_games import random_deal

FEW = deals.holdem().restrict(["AA", "A9s", "JTs", "77", "Q7o", "63s", "32o"])


def game(deal, raises, *blinds):
    return Game(deal, betting.one_round([0, *raises], *blinds))


def random(seed):
    """With hands that fold."""
    return random_deal(np.random.default_rng(seed), (5, 4))


HOLDEM = game(deals.holdem(), [6, 14])


@pytest.mark.parametrize(
    ("deal", "sizes", "count", "blinds"),
    [
        *((FEW, [2, 3, 5, 8, 13, 21], count, (1, 2)) for count in (1, 2, 3)),
        (random(65), [2, 3, 5, 8], 2, (1, 2)),
        (FEW, ["1/3", 1, "5/2", 7], 2, ("1/4", "3/4")),
    ],
)
def test_no_list_is_worth_more_than_the_best_one(deal, sizes, count, blinds):
    worth = {
        tuple(map(Fraction, few)): lp.solve(game(deal, few, *blinds)).value
        for few in combinations(sizes, count)
    }
    whole = game(deal, sizes, *blinds)
    found, earned, solved = simple_plans.best_sizes(whole, count, sizes[:count])
    assert earned == pytest.approx(max(worth.values()), abs=1.2e-5)
    assert worth[found] == pytest.approx(earned, abs=3e-6)
    assert solved <= (0.8 if len(worth) > 10 else 1) * len(worth)  # the others are struck out


@pytest.mark.parametrize("first", [(2, 3), (3, 8), (5, 8)])
def test_of_lists_that_are_worth_the_same_the_first_is_found(first):
    """With Kuhn's cards, and any sizes, the game is worth a third of a chip."""
    found, earned, _ = simple_plans.best_sizes(game(deals.kuhn(), [2, 3, 5, 8]), 2, first)
    assert found == first and earned == pytest.approx(1 / 3, abs=2e-6)


def test_a_comparison_of_games_that_are_not_solved_ends_and_says_so(monkeypatch):
    monkeypatch.setattr(simple_plans, "TOLERANCE", 1e-30)
    with pytest.raises(ArithmeticError, match=r"bounds .* apart"):
        simple_plans.best_sizes(game(FEW, [2, 3, 5]), 1, [5])


def test_a_plan_guarantees_what_bobs_best_response_leaves():
    whole = game(deals.holdem(), [4, 7, 12], 1, 3)
    choice = np.random.default_rng(1).integers(4, size=169)
    exact = simple_plans.guarantee(whole, choice)
    assert isinstance(exact, Fraction)
    plan = simple_plans.plan(whole, choice)
    assert float(exact) == pytest.approx(whole.guarantee(0, plan), abs=1e-12)


@pytest.mark.parametrize("size", [2, 10**9, 10**30])
def test_what_a_plan_guarantees_is_exact_for_raises_of_any_size(size):
    """If both numbers raise, the lower one of Bob's folds, and the higher one calls."""
    two = game(deals.numbers(2), [size])
    assert simple_plans.guarantee(two, [0, 1]) == 0
    assert simple_plans.guarantee(two, [1, 1]) == 1 - Fraction(2 + size, 4)


def best_of_all(whole):
    plans = product(range(len(whole.tree.sequences[0]) - 2), repeat=whole.shape(0)[0])
    return max(whole.guarantee(0, simple_plans.plan(whole, choice)) for choice in plans)


@pytest.mark.parametrize(
    "whole",
    [
        *(game(deal, r) for deal in (FEW, deals.numbers(6), deals.kuhn()) for r in ([6], [3, 9])),
        *(game(random(seed), [3, 9]) for seed in (20, 138)),
        game(FEW, ["1/2", 5], "1/3", "3/2"),
    ],
    ids=repr,
)
def test_search_and_bound_meet_at_the_best_of_all_plans(whole):
    best = best_of_all(whole)
    found = simple_plans.search(whole, steps=200_000, allowed=0.2)
    assert float(simple_plans.guarantee(whole, found)) == pytest.approx(best, abs=1e-12)
    assert simple_plans.bound(whole, best - 1e-6)[0] == pytest.approx(best, abs=1e-9)


def test_a_bound_is_one_whatever_the_program_answers(monkeypatch):
    rng = np.random.default_rng(0)

    class Wrong(highspy.Highs):
        def getSolution(self):
            solution = super().getSolution()
            solution.row_dual = list(rng.random(len(solution.row_dual)))
            return solution

    monkeypatch.setattr(highspy, "Highs", Wrong)
    whole = game(random(494), [2, 4, 9])
    best = best_of_all(whole)
    assert min(simple_plans.bound(whole, best - 0.05)[0] for _ in range(100)) > best - 1e-9


def test_a_bound_cut_short_is_still_one(monkeypatch):
    best = simple_plans.bound(HOLDEM, 0.384)[0]
    early, programs = simple_plans.bound(HOLDEM, 0.384, nodes=3)
    monkeypatch.setattr(simple_plans, "TORN", 40)
    few, _ = simple_plans.bound(HOLDEM, 0.384, nodes=60)
    assert programs == 3 and best < early < lp.solve(HOLDEM).upper
    assert best < few


def test_a_search_finds_the_same_plan_again():
    plans = [simple_plans.search(HOLDEM, steps=100_000) for _ in range(2)]
    assert (plans[0] == plans[1]).all()
    assert (simple_plans.search(HOLDEM, steps=100_000, seed=2) != plans[0]).any()


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
    whole = game(deal, [3, 9])
    found = [simple_plans.search(whole, steps=1, allowed=0).tolist() for _ in range(5)]
    assert found == found[:1] * 5


def test_a_bound_stops_where_rounding_alone_mixes(monkeypatch):
    solve, programs = simple_plans._Mixed.solve, []

    def rounded(self, *arguments):
        worth, left, x = solve(self, *arguments)
        programs.append(worth)
        return worth, left, x.round() * (1 - 1e-9)

    monkeypatch.setattr(simple_plans._Mixed, "solve", rounded)
    assert simple_plans.bound(game(FEW, [3, 9]), 0) == (programs[0], 1)


@pytest.mark.parametrize(
    "choice", [[0, 0, 1, 1, 1000], [0, 0, 1, 1, -1], [0, 0, 1, 1], [0, 0, 1, 1, 0.5]]
)
def test_a_plan_that_is_none_is_neither_priced_nor_changed(choice):
    for work in (simple_plans.guarantee, simple_plans.search):
        with pytest.raises(ValueError, match=r"choice: .* given, 5 integers from 0 to 1 needed"):
            work(game(deals.numbers(5), [4]), choice)


BILLION = game(deals.holdem(), [10**9])


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: simple_plans.search(BILLION, np.zeros(169, int)), "game: .* too much for 64 bits"),
        (lambda: simple_plans.search(HOLDEM, allowed=-1), "allowed: -1 given"),
        (lambda: simple_plans.search(HOLDEM, steps=0), "steps: 0 given"),
        (lambda: simple_plans.bound(HOLDEM, 0, nodes=0), "nodes: 0 given"),
        (lambda: simple_plans.best_sizes(HOLDEM, 2, [14, 6]), r"first: \[14, 6\] given, 2 of the"),
        (lambda: simple_plans.best_sizes(HOLDEM, 1, [7]), r"first: \[7\] given"),
        *(
            (lambda tree=tree: simple_plans.bound(Game(deals.kuhn(), tree), 0), "game: .* needed")
            for tree in (
                betting.kuhn(),
                betting.one_round([4, 7]),
                betting.one_round([0, 4], 1, 2, [8]),
            )
        ),
    ],
)
def test_what_makes_no_sense_is_refused(call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call()
