"""The one-round game: its rules, and what follows from them."""

import pytest

from pokerlab import deals
from pokerlab.betting import one_round
from pokerlab.games import Game
from pokerlab.solvers import interior_point, lp
from pokerlab.trees import Decision, Fold, Showdown, Tree
from tests.tables import refused


def value(raises, **options):
    return interior_point.solve(Game(deals.holdem(), one_round(raises, **options))).value


@pytest.mark.parametrize(
    ("game", "paid"),
    [
        ({"raises": ["7/3", 0]}, "fold -1, call 2, raise 7/3, fold 2, raise 7/3, call 13/3"),
        (
            {"raises": [0, 4], "reraises": [10]},
            "fold -1, call, check 2, call, raise 10, fold -2, call, raise 10, call 12, "
            "raise 4, fold 2, raise 4, call 6, raise 4, raise 10, fold -6, "
            "raise 4, raise 10, call 16",
        ),
        (
            {"raises": [4], "reraises": [10], "turns": 3},
            "fold -1, raise 4, fold 2, raise 4, call 6, raise 4, raise 10, fold -6, "
            "raise 4, raise 10, call 16, raise 4, raise 10, raise 10, fold 16, "
            "raise 4, raise 10, raise 10, call 26",
        ),
        (
            {"raises": [4], "reraises": [10], "turns": 1},
            "fold -1, raise 4, fold 2, raise 4, call 6",
        ),
    ],
)
def test_alice_loses_her_blind_wins_bobs_or_shows_down_for_what_she_put_in(game, paid):
    ends = one_round(**game).terminals
    assert ", ".join(f"{end.history} {end.amount}" for end in ends) == paid
    assert all(end.showdown == (end.history[-4:] != "fold") for end in ends)


def test_raises_are_in_order_and_up_to_four_of_them_name_the_game():
    tree = one_round(["7/3", 2.5, 0.1, 0])
    assert tree.sequences[0][1:] == ("fold", "call", "raise 0.1", "raise 7/3", "raise 2.5")
    assert one_round([2.5, 1, 3, 4]).name == "one round, raises by 1, 2.5, 3, 4"
    assert one_round(range(5)).name == "one round, raises by 5 sizes"


test_impossible_bets_are_refused = refused(
    ({"raises": []}, "raises: none given"),
    ({"raises": [2, "4/2"]}, "raises: 2 given twice"),
    ({"raises": "2,4"}, "raises: '2,4' given, a finite number needed"),
    ({"raises": [2], "reraises": [0, 1]}, "reraises: 0 given, more than 0 needed"),
    ({"raises": [2], "turns": 0}, "turns: 0 given, a whole number from 1 to 100 needed"),
    ({"raises": [2], "reraises": range(1, 12), "turns": 7}, "raises: too many given, at most"),
    of=one_round,
)


def test_without_raises_the_seats_are_equal():
    assert value([0]) == pytest.approx(0, abs=1e-9)


def test_a_very_large_raise_is_worth_less():
    assert value([10**6]) < value([100]) < value([20])


def test_the_value_is_in_proportion_to_the_chips():
    small = value([0, 3, 8])
    assert value([0, 9, 24], small_blind=3, big_blind=6) == pytest.approx(3 * small, abs=1e-8)


def test_bob_gains_nothing_by_folding_to_a_call():
    tree = one_round([0, 6])
    may_fold = Decision(1, {"fold": Fold(2), "check": Showdown(2)})
    longer = Tree(Decision(0, {**tree.root.actions, "call": may_fold}))
    solution = interior_point.solve(Game(deals.holdem(), longer))
    assert solution.value == pytest.approx(value([0, 6]), abs=1e-8)
    assert solution.probability(1, "call, fold").max() < 1e-5


def test_a_reraise_can_only_hurt_alice_and_her_answer_to_it_only_help():
    deal = deals.holdem().restrict(["AA", "AKs", "JTs", "77", "Q7o", "63s", "32o"])
    values = [
        lp.solve(Game(deal, one_round([0, 4], reraises=reraises, turns=turns))).value
        for reraises, turns in [([], 1), ([8], 2), ([8], 3)]
    ]
    assert values[1] < values[2] < values[0]
