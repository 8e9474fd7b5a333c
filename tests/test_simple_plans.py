"""What a plan guarantees that does not mix, and the search for a good one."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solvers import interior_point
from pokerlab.studies import simple_plans
from tests.random_games import random_deal
from tests.tables import refused

FEW = deals.holdem().restrict(["AA", "A9s", "JTs", "77", "Q7o", "63s", "32o"])


def game(deal, raises, *blinds):
    return Game(deal, betting.one_round([0, *raises], *blinds))


def random(seed):
    """With hands that fold."""
    return random_deal(np.random.default_rng(seed), (5, 4))


HOLDEM = game(deals.holdem(), [6, 14])


@pytest.mark.parametrize("size", [2, 10**9, 10**30])
def test_what_a_plan_guarantees_is_exact_for_raises_of_any_size(size):
    """If both numbers raise, the lower one of Bob's folds, and the higher one calls."""
    two = game(deals.numbers(2), [size])
    assert simple_plans.exact_guarantee(two, [0, 1]) == 0
    assert simple_plans.exact_guarantee(two, [1, 1]) == 1 - Fraction(2 + size, 4)


def best_of_all(whole):
    plans = product(range(len(whole.tree.sequence_names[0]) - 2), repeat=whole.shape(0)[0])
    return max(whole.guarantee(0, simple_plans.plan_of(whole, choice)) for choice in plans)


@pytest.mark.parametrize(
    "whole",
    [
        *(game(deal, r) for deal in (FEW, deals.numbers(6), deals.kuhn()) for r in ([6], [3, 9])),
        *(game(random(seed), [3, 9]) for seed in (20, 138)),
        game(FEW, ["1/2", 5], "1/3", "3/2"),
    ],
    ids=repr,
)
def test_a_search_finds_the_best_of_all_plans(whole, monkeypatch):
    best = best_of_all(whole)
    monkeypatch.setattr(simple_plans, "_LOSS_ALLOWED_AT_FIRST", 0.2)
    found = simple_plans.find_choice(whole, steps=200_000)
    assert float(simple_plans.exact_guarantee(whole, found)) == pytest.approx(best, abs=1e-12)


def test_a_search_ends_where_no_exchange_of_two_hands_gains(monkeypatch):
    monkeypatch.setattr(simple_plans, "_LOSS_ALLOWED_AT_FIRST", 0)
    whole = game(random_deal(np.random.default_rng(18), (6, 5)), [3, 9])
    found = simple_plans.find_choice(whole, steps=20_000)
    for i, j in combinations(range(6), 2):
        exchanged = found.copy()
        exchanged[[i, j]] = found[[j, i]]
        gained = simple_plans.exact_guarantee(whole, exchanged) - simple_plans.exact_guarantee(
            whole, found
        )
        assert gained <= 0


@pytest.mark.parametrize("deal", [deals.numbers(6), deals.kuhn()], ids=lambda d: d.name)
def test_the_plan_to_begin_with_takes_the_first_of_even_actions(deal, monkeypatch):
    """Whatever the last bits of the optimum are."""
    solve, noise = interior_point.solve, np.random.default_rng(5)

    def rounded(game, **options):
        solution = solve(game, **options)
        even = 1 / 3 + 1e-7 * noise.random(solution.plans[0].shape)
        object.__setattr__(solution, "plans", (even, solution.plans[1]))
        return solution

    monkeypatch.setattr(interior_point, "solve", rounded)
    whole = game(deal, [3, 9])
    monkeypatch.setattr(simple_plans, "_LOSS_ALLOWED_AT_FIRST", 0)
    found = [simple_plans.find_choice(whole, steps=1).tolist() for _ in range(5)]
    assert found == found[:1] * 5


@pytest.mark.parametrize(
    "choice", [[0, 0, 1, 1, 1000], [0, 0, 1, 1, -1], [0, 0, 1, 1], [0, 0, 1, 1, 0.5]]
)
def test_a_plan_that_is_none_is_not_priced(choice):
    with pytest.raises(ValueError, match=r"choice: .* given, 5 integers from 0 to 1 needed"):
        simple_plans.exact_guarantee(game(deals.numbers(5), [4]), choice)


BILLION = game(deals.holdem(), [10**9])
OTHERS = betting.kuhn(), betting.one_round([4, 7]), betting.one_round([0, 4], 1, 2, [8])


test_what_makes_no_sense_is_refused = refused(
    (lambda: simple_plans.find_choice(BILLION), "game: .* too much for 64 bits"),
    (lambda: simple_plans.find_choice(HOLDEM, steps=0), "steps: 0 given"),
    *(
        (lambda tree=tree: simple_plans.find_choice(Game(deals.kuhn(), tree)), "game: .* needed")
        for tree in OTHERS
    ),
)
