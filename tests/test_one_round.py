"""The one-round game: its rules, and what follows from them."""

import pytest

from pokerlab.betting import one_round
from tests.tables import refused


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
    assert ", ".join(f"{end.history} {end.fixed_amount + end.stake}" for end in ends) == paid
    assert all(end.is_showdown == (end.history[-4:] != "fold") for end in ends)


def test_raises_are_in_order_and_up_to_four_of_them_name_the_game():
    tree = one_round(["7/3", 2.5, 0.1, 0])
    assert tree.sequence_names[0][1:] == ("fold", "call", "raise 0.1", "raise 7/3", "raise 2.5")
    assert one_round([2.5, 1, 3, 4]).name == "one round, raises by 1, 2.5, 3, 4"
    assert one_round(range(5)).name == "one round, raises by 5 sizes"


test_impossible_bets_are_refused = refused(
    ({"raises": []}, "raises: none given"),
    ({"raises": [2, "4/2"]}, "raises: 2 given twice"),
    ({"raises": "2 4y"}, "raises: '4y' given, a finite number needed"),
    ({"raises": "2 40:4"}, "raises: '40:4' given, a number or first:last"),
    ({"raises": [2], "reraises": [0, 1]}, "reraises: 0 given, more than 0 needed"),
    ({"raises": [2], "turns": 0}, "turns: 0 given, a whole number from 1 to 100 needed"),
    ({"raises": [2], "turns": True}, "turns: True given, a whole number from 1 to 100 needed"),
    ({"raises": [2], "turns": 2.0}, "turns: 2.0 given, a whole number from 1 to 100 needed"),
    ({"raises": [2], "reraises": range(1, 12), "turns": 7}, "raises: too many given, at most"),
    of=one_round,
)
