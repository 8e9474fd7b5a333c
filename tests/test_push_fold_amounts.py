"""What push or fold pays, against the game that is made of a tree."""

from fractions import Fraction

import numpy as np
import pytest

from pokerlab import betting
from pokerlab.games import Game
from pokerlab.push_fold_amounts import ALL_IN_ACTIONS, PushFoldAmounts
from pokerlab.trees import PLAYERS_BY_BLIND
from tests.random_games import random_deal

RNG = np.random.default_rng(3)
AMOUNTS = [(10, "1/2", 1, 0), (7, 1, 2, "1/4"), ("5/2", 0, 1, 1)]


@pytest.mark.parametrize("amounts", AMOUNTS, ids=str)
def test_what_both_players_earn_is_what_the_tree_pays(amounts):
    deal = random_deal(RNG, (4, 5))
    game = Game(deal, betting.push_fold(*amounts))
    push, call = RNG.random(4), RNG.random(5)
    amounts = PushFoldAmounts.of(*(float(Fraction(amount)) for amount in amounts))
    dealt = deal.prior.sum(axis=1)

    def paid(push, call):
        return game.payoff(game.plan(0, {"push": push}), game.plan(1, {"push, call": call}))

    earned = amounts.push_earnings(dealt, deal.prior @ call, deal.net_wins @ call)
    mixed = push @ earned + (1 - push) @ (amounts.fold * dealt)
    assert paid(push, call) == pytest.approx(mixed, abs=1e-12)
    gains = amounts.call_gain(push @ deal.prior, push @ deal.net_wins)
    assert paid(push, 0 * call) - paid(push, call) == pytest.approx(gains @ call, abs=1e-12)
    uncalled = paid(1, 0 * call) - paid(0, 0 * call)
    assert uncalled == pytest.approx(amounts.push_gain_uncalled, abs=1e-12)


def test_the_players_and_what_they_play_are_called_so_in_every_tree():
    tree = betting.push_fold(10)
    assert tree.players == PLAYERS_BY_BLIND
    actions = [sequence[-1].split(", ")[-1] for sequence in tree.sequence_names]
    assert actions == [*ALL_IN_ACTIONS]
