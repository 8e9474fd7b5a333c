"""The one-round game for every real raise, and for long lists of raises."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solvers import double_oracle, interior_point
from pokerlab.studies import any_raise
from tests.random_games import random_deal
from tests.tables import refused

LISTS = {
    "whole": [0, *range(2, 60)],
    "quarters": [0, *(2 + Fraction(k, 4) for k in range(80))],
    "no call": list(range(1, 80)),
    "uneven": [0, *(Fraction(k**3, 1000) for k in range(1, 60))],
}


def small_deal(seed):
    """A random deal in which every hand of Alice's can lose to one of Bob's."""
    rng = np.random.default_rng(seed)
    deal = random_deal(rng, (6, 7))
    margins = np.where(np.arange(7) == 0, -deal.runout_counts, deal.margins)
    ways = np.where(np.arange(7) == 0, deal.ways + 1, deal.ways)
    return replace(deal, margins=margins, ways=ways)


def worth(bounds, size):
    """What a raise earns each hand of Alice's against Bob's calls, in chips."""
    deal, big, calls = bounds.deal, float(bounds.big_blind), bounds.call_probabilities(size)
    return big * deal.prior @ (1 - calls) + (big + float(size)) * deal.net_wins @ calls


def most(bounds, sizes):
    """What Alice gets at most with these sizes, against Bob's strategy."""
    deal, small, big = bounds.deal, float(bounds.small_blind), float(bounds.big_blind)
    others = [-small * deal.prior.sum(axis=1), big * deal.net_wins.sum(axis=1)]
    return np.max([*others, *(worth(bounds, size) for size in sizes)], axis=0).sum()


@pytest.fixture(scope="module")
def numbers():
    return any_raise.solve(deal=deals.numbers(6), tolerance=1e-8)


def test_rounding_does_not_end_the_path_early():
    assert any_raise.solve(deal=deals.numbers(9), tolerance=1e-8).width <= 1e-8


FEW = deals.holdem().restrict(["AA", "AKs", "JTs", "77", "Q7o", "63s", "32o"])
DEALS = [random_deal(np.random.default_rng(seed), (5, 6)) for seed in range(4)]


@pytest.mark.parametrize(
    ("name", "deal"), [*product(LISTS, [FEW]), *product(["whole"], DEALS)], ids=repr
)
def test_a_long_list_has_the_value_that_another_solver_finds(name, deal):
    solution = any_raise.solve_list(LISTS[name], deal=deal)
    assert solution.width < 1e-9
    assert solution.payoff == pytest.approx(double_oracle.solve(solution.game).payoff, abs=1e-8)


def test_a_short_list_is_solved_whole():
    assert any_raise.solve_list([0, 8]).found_by == "interior point"


@pytest.mark.parametrize("seed", range(4))
def test_the_bounds_hold_the_value_of_every_grid(seed):
    deal = small_deal(seed)
    bounds = any_raise.solve(deal=deal, tolerance=1e-6)
    assert 0 <= bounds.width <= 1e-6
    grid = [0, *(2 + Fraction(k, 10) for k in range(400))]
    assert any_raise.solve_list(grid, deal=deal).lower <= bounds.upper
    own = any_raise.solve_list([0, *bounds.raises], deal=deal)
    assert own.upper > bounds.lower - Fraction(1, 10**9)
    assert own.payoff == pytest.approx(float(bounds.middle), abs=1e-6)


def test_the_upper_bound_is_what_the_best_of_very_many_raises_comes_to(numbers):
    sizes = np.concatenate([np.linspace(2, 40, 20_001), np.geomspace(40, 1e7, 500)])
    found = most(numbers, map(Fraction, sizes.tolist()))
    assert float(numbers.upper) - 1e-7 < found <= float(numbers.upper) + 1e-12


def test_the_lower_bound_is_the_worth_of_bobs_best_answers(numbers):
    game = Game(numbers.deal, betting.one_round([0, *numbers.raises]))
    plan = np.hstack([np.ones((6, 1)), numbers.opening])
    plan[:, 1:] /= plan[:, 1:].sum(axis=1, keepdims=True)
    assert game.guarantee(0, plan) == pytest.approx(float(numbers.lower), abs=1e-11)


def test_a_raise_between_two_sizes_refutes_bob(numbers):
    """He calls every whole raise well, and between them by the mixture: that is found out."""
    whole = interior_point.solve(Game(numbers.deal, betting.one_round([0, *range(2, 41)])))
    calls = np.array([whole.probability(1, f"raise {size}, call") for size in range(2, 41)])
    sizes = tuple(map(Fraction, range(2, 41)))
    bob = replace(numbers, sizes=sizes, calls=calls, tail=calls[-1])
    at_sizes, halves = most(bob, sizes), most(bob, [*sizes, Fraction(9, 2), Fraction(11, 2)])
    assert at_sizes == pytest.approx(whole.payoff, abs=1e-8)
    assert at_sizes + 1e-5 < halves <= float(bob.upper) + 1e-12


def test_a_hand_may_get_most_by_a_raise_between_two_sizes(numbers):
    calls = np.outer([1, 0.6, 0], np.ones(6))
    sizes, tail = tuple(map(Fraction, (2, 6, 20))), np.zeros(6)
    bob = replace(numbers, sizes=sizes, calls=calls, tail=tail)
    found = most(bob, map(Fraction, np.linspace(2, 20, 3601).tolist()))
    assert most(bob, sizes) + 0.2 < found <= float(bob.upper) + 1e-12 < found + 1e-9


@pytest.mark.parametrize("big", ["1e-300", "1e300"])
def test_raises_know_no_scale(numbers, big):
    deal, chip = deals.numbers(6), Fraction(big) / 2
    bounds = any_raise.solve(
        deal=deal, small_blind=chip, big_blind=big, tolerance=1e-8 * float(chip)
    )
    assert bounds.lower / chip <= numbers.upper and numbers.lower <= bounds.upper / chip
    for sizes in (range(2, 9), range(2, 100)):
        found, usual = (
            any_raise.solve_list(
                [unit * size for size in sizes],
                deal=deal,
                small_blind=unit,
                big_blind=2 * unit,
                tolerance=within,
            )
            for unit, within in ((chip, 1e-10 * float(chip)), (1, 1e-10))
        )
        assert found.payoff / float(chip) == pytest.approx(usual.payoff, abs=1e-9)


def test_the_bounds_are_fractions_of_the_strategies_alone(numbers):
    worse = replace(numbers, calls=np.zeros_like(numbers.calls), tail=0 * numbers.tail)
    assert isinstance(worse.upper, Fraction)
    assert worse.lower == numbers.lower and worse.upper == 2  # he folds to any raise
    fold = np.zeros_like(numbers.opening)
    fold[:, 0] = 1
    assert replace(numbers, opening=fold).lower == -1


SIX = deals.numbers(6)


test_what_makes_no_sense_or_is_not_reached_is_an_error = refused(
    (
        lambda: any_raise.solve(deal=deals.numbers(1)),
        "tolerance: .* below 1, the bounds are 0 to 2",
    ),
    (
        lambda: any_raise.solve(deal=deals.numbers(3)),
        "below 3, the bounds are 0.111111111 to 0.3333",
    ),
    (lambda: any_raise.solve(deal=SIX, tolerance=np.nan), "tolerance: nan given, a finite number"),
    (lambda: any_raise.solve(deal=SIX, small_blind=0, big_blind=0), "big_blind: 0 given"),
    (lambda: any_raise.solve(deal=SIX, small_blind=3), "small_blind: 3 given"),
    (lambda: any_raise.solve_list(range(2, 100), deal=SIX, tolerance=-1), "tolerance: -1 given"),
    by=(ValueError, ArithmeticError),
)


test_what_is_no_strategy_is_an_error = refused(
    ({"deal": None}, "deal: None given, a Deal needed"),
    ({"raises": 5}, "raises: 5 given, a list needed"),
    ({"sizes": ()}, "sizes: none given, 2, the big blind, as the first needed"),
    ({"calls": None}, r"calls: shape \(\) given"),
    of=lambda **part: replace(any_raise.solve(deal=SIX, tolerance=1), **part),
    by=(TypeError, ValueError),
)


def test_sizes_that_join_stay_apart_where_bobs_answer_jumps():
    """Where they do not, thousands of times nearer sizes join."""
    bounds = any_raise.solve(deal=random_deal(np.random.default_rng(0), (3, 3)))
    assert bounds.width <= 1e-6 and min(np.diff(bounds.sizes)) > 1e-6 / 20


def test_kuhns_cards_are_worth_a_third_whatever_the_sizes():
    """The best hand cannot be beaten, and still no raise earns more than another."""
    bounds = any_raise.solve(deal=deals.kuhn(), tolerance=1e-8)
    assert bounds.lower <= Fraction(1, 3) <= bounds.upper <= bounds.lower + Fraction(1, 10**8)


def test_bob_calls_any_raise(numbers):
    assert (numbers.call_probabilities(2) == numbers.calls[0]).all()
    assert numbers.call_probabilities(2 * numbers.sizes[-1] + 2) == pytest.approx(numbers.tail / 2)
    a, b = numbers.sizes[3:5]
    assert numbers.call_probabilities((a + b) / 2) == pytest.approx(numbers.calls[3:5].mean(axis=0))
    with pytest.raises(ValueError, match=r"size: 1 given, at least 2 needed"):
        numbers.call_probabilities(1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda b: {"sizes": b.sizes[1:], "calls": b.calls[1:]},
            "sizes: .* given, 2, the big blind, as the first",
        ),
        (lambda b: {"raises": (Fraction(1), *b.raises[1:])}, "raises: increasing ones from 2"),
        (lambda b: {"opening": 2 * b.opening}, "opening: probabilities from 0 to 1"),
        (lambda b: {"opening": b.opening / 2}, "opening: .* add up to 1"),
        (lambda b: {"calls": b.calls - 1}, "calls: probabilities"),
        (lambda b: {"tail": b.tail + np.nan}, "tail: probabilities"),
        (lambda b: {"raises": b.raises[:1]}, "opening: shape"),
        (lambda b: {"small_blind": Fraction(3)}, "small_blind: 3 given"),
    ],
)
def test_what_is_no_strategy_proves_nothing(numbers, change, message):
    with pytest.raises(ValueError, match=message):
        replace(numbers, **change(numbers))


def test_long_lists_may_have_no_blinds_or_no_call(numbers):
    nothing = any_raise.solve_list(range(1, 60), deal=deals.numbers(4), small_blind=0, big_blind=0)
    assert nothing.lower <= 1e-9 and nothing.upper >= -1e-9 and nothing.width < 1e-6


# Files


def test_what_is_saved_is_proven_anew_when_it_is_loaded(numbers, tmp_path):
    numbers.save(tmp_path / "numbers.npz")
    loaded = any_raise.load(tmp_path / "numbers.npz", numbers.deal)
    assert (loaded.raises, loaded.sizes) == (numbers.raises, numbers.sizes)
    assert numbers.lower - Fraction(1, 10**7) < loaded.lower <= loaded.upper
    assert loaded.upper < numbers.upper + Fraction(1, 10**7)
    loaded.save(tmp_path / "again.npz")
    again = any_raise.load(tmp_path / "again.npz", numbers.deal)
    assert (again.lower, again.upper) == (loaded.lower, loaded.upper)


def test_a_file_of_another_deal_or_of_none_is_refused(numbers, tmp_path):
    numbers.save(tmp_path / "numbers.npz")
    for content in (None, b"", b"PK", np.arange(3).tobytes()):
        if content is not None:
            (tmp_path / "numbers.npz").write_bytes(content)
        with pytest.raises(ValueError, match=r"numbers\.npz is no file of two strategies"):
            any_raise.load(tmp_path / "numbers.npz")
