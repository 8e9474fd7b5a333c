"""What a hand of push or fold wins, and how long skill takes to show: dealt, counted, convolved."""

from fractions import Fraction
from functools import partial
from math import comb, erf, sqrt

import numpy as np
import pytest

from pokerlab import betting, cards, deals
from pokerlab.evaluator import rank_hands
from pokerlab.games import Game
from pokerlab.solvers import double_oracle
from pokerlab.studies import systems
from pokerlab.studies.luck import Winnings, both_seats, one_hand
from tests.tables import refused

COMBOS = np.zeros((52, 52), int)
"""The hand of every two cards."""
COMBOS[tuple(cards.COMBOS.T)] = COMBOS[tuple(cards.COMBOS.T[::-1])] = cards.HAND_OF_COMBO


def dealt(hands, seed):
    """Each player's hand, and who wins the showdown, of many hands that are dealt."""
    generator = np.random.default_rng(seed)
    deck = np.tile(np.arange(52, dtype=np.uint8), (hands, 1))
    deck = generator.permuted(deck, axis=1)[:, :9].astype(int)
    ranks = [rank_hands(np.delete(deck, others, axis=1)) for others in ([2, 3], [0, 1])]
    held = COMBOS[deck[:, 0], deck[:, 1]], COMBOS[deck[:, 2], deck[:, 3]]
    return *held, np.sign(ranks[0].astype(int) - ranks[1])


def played(stack, push, call, first, second, showdown):
    """What the small blind wins of hands that were dealt, if they are pushed and called or not."""
    shown = np.where(call[second] > 0, stack * showdown, 1)
    return np.where(push[first] > 0, shown, -0.5)


@pytest.mark.parametrize("stack", [3, 8])
def test_hands_that_are_dealt_scatter_as_the_tables_say(stack):
    push, call = systems.sage(stack)
    won = played(stack, push, call, *dealt(300_000, seed=stack))
    told = one_hand(stack, push, call)
    assert abs(won.mean() - told.mean) < 4 * told.deviation / sqrt(won.size)
    assert won.std() == pytest.approx(told.deviation, rel=0.01)
    for amount, chance in zip(told.amounts, told.probabilities, strict=True):
        error = sqrt(chance * (1 - chance) / won.size)
        assert abs((won == amount).mean() - chance) < 4 * error


@pytest.mark.parametrize("stack", [2, 8, "12.5"])
def test_the_mean_is_what_the_game_pays(stack):
    game = Game(deals.holdem(), betting.push_fold(stack))
    solution = double_oracle.solve(game)
    calls = solution.probability(1, "call")
    pays = game.payoff(game.plan(0, {"push": "22+, A2s+"}), solution.plans[1])
    assert one_hand(stack, "22+, A2s+", calls).mean == pytest.approx(pays, abs=1e-12)
    best = solution.probability(0, "push"), calls
    assert both_seats(stack, best, best).mean == pytest.approx(0, abs=1e-12)


def test_two_rounds_are_added_amount_by_amount():
    first = Winnings(1, Fraction(1, 2), [-1, 3], [0.25, 0.75])
    second = Winnings(2, Fraction(1, 3), [0, 3], [0.5, 0.5])
    both = first + -second
    assert both.hands_per_round == 3 and both.unit == Fraction(1, 6)
    assert both.amounts.tolist() == [-1.5, -0.5, 0.5, 1.5]
    assert both.probabilities.tolist() == [0.125, 0.125, 0.375, 0.375]
    assert both.mean * 3 == pytest.approx(first.mean - 2 * second.mean)
    assert 3 * both.deviation**2 == pytest.approx(first.deviation**2 + 2 * second.deviation**2)


@pytest.mark.parametrize("rounds", [1, 2, 7, 60])
def test_the_chance_to_be_ahead_is_that_of_convolving_round_by_round(rounds):
    won = both_seats(3, systems.sage(3), (1, 1))
    sums = {0: 1.0}
    for _ in range(rounds):
        after = {}
        for total, chance in sums.items():
            for amount, p in zip(won.multiples.tolist(), won.probabilities.tolist(), strict=True):
                after[total + amount] = after.get(total + amount, 0) + chance * p
        sums = after
    ahead = sum(chance for total, chance in sums.items() if total > 0)
    assert won.chance_ahead(np.int64(2 * rounds)) == pytest.approx(ahead, abs=1e-12)


@pytest.mark.parametrize("tosses", [1, 2, 11, 1000, 10_001])
def test_of_a_coin_the_chance_to_be_ahead_is_binomial(tosses):
    coin = Winnings(1, Fraction(1), [-1, 1], [Fraction(49, 100), Fraction(51, 100)])
    heads = range(tosses // 2 + 1, tosses + 1)
    if tosses < 2000:
        exact = sum(comb(tosses, k) * 51**k * 49 ** (tosses - k) for k in heads)
        expected = float(Fraction(exact, 100**tosses))
        assert coin.chance_ahead(tosses) == pytest.approx(expected, abs=1e-10)
    normal = (1 + erf(sqrt(tosses) * coin.mean / coin.deviation / sqrt(2))) / 2
    assert coin.chance_ahead(tosses) == pytest.approx(normal, abs=0.4 / sqrt(tosses) + 1e-9)


@pytest.mark.parametrize("rule", [(1, 1), systems.sage(8)], ids=["shover", "SAGE"])
def test_after_so_many_hands_the_better_player_is_ahead_as_often_as_asked(rule):
    solution = double_oracle.solve(Game(deals.holdem(), betting.push_fold(8)))
    won = both_seats(8, (solution.probability(0, "push"), solution.probability(1, "call")), rule)
    for confidence in 0.75, 0.95:
        hands = won.hands_until_ahead(confidence)
        assert won.chance_ahead(hands + hands % 2) == pytest.approx(confidence, abs=0.005)


def test_the_better_player_was_ahead_in_as_many_sessions_as_the_sums_say():
    rng, sessions, rounds = np.random.default_rng(0), 20_000, 200
    won = both_seats(8, systems.sage(8), (1, 1))
    drawn = rng.multinomial(rounds, won.probabilities / won.probabilities.sum(), sessions)
    ahead = (drawn @ won.multiples > 0).mean()
    told = won.chance_ahead(2 * rounds)
    assert abs(ahead - told) < 4 * sqrt(told * (1 - told) / sessions)


def test_sage_plays_what_its_table_says():
    """Ace-king is 15 + 15 + 13, deuces 2 + 2 + 2 + 22; at eight one pushes from 26 up."""
    indices = dict(zip(cards.HANDS, systems.sage_indices().tolist(), strict=True))
    assert [indices[hand] for hand in ("AKs", "AKo", "22", "32o", "J4o", "54s")] == [
        *(45, 43, 28, 8, 26, 16)
    ]
    push, call = systems.sage(8)
    assert {h for h, p in zip(cards.HANDS, push, strict=True) if p} == {
        hand for hand, index in indices.items() if index >= 26
    }
    assert [call[cards.HAND_INDEX[hand]] for hand in ("J4o", "22", "Q6o")] == [0, 0, 1]
    rounded = [systems.sage(stack)[0] for stack in ("7.5", "8.4", Fraction(15, 2))]
    assert all((one == push).all() for one in rounded)
    assert systems.sage("1.5")[1].all() and (systems.sage("7.49")[0] > push).any()


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 1])
def test_the_best_hands_are_about_their_share_and_better_than_all_others(share):
    deal, held = deals.holdem(), systems.best_share(share) > 0
    equity = deal.equity(0, "random")
    assert -1e-9 < deal.hand_probabilities(0) @ held - share < 0.0121
    assert held.all() or not held.any() or equity[held].min() > equity[~held].max()


COIN = Winnings(1, Fraction(1), [-1, 1], [0.5, 0.5])
TOSS = partial(Winnings, 1, Fraction(1))
test_what_makes_no_sense_is_refused = refused(
    (Winnings, 0, Fraction(1), [0], [1], "^hands_per_round: 0 given, a positive integer"),
    (Winnings, 1, Fraction(0), [0], [1], "^unit: 0 given, more than 0 needed"),
    (TOSS, [0.5, 1], [0.5, 0.5], "^multiples: .* a list of different whole numbers"),
    (TOSS, [1, 1], [0.5, 0.5], "^multiples: .* a list of different whole numbers"),
    (TOSS, [0, 1], [0.5, 0.6], "^probabilities: a sum of 1.1 given, .* that add up to 1 needed"),
    (TOSS, [0, 1], [1], r"^probabilities: shape \(1,\) given, \(2,\) needed"),
    (TOSS, [0, 1], [1.5, -0.5], "^probabilities: -0.5 given, .* that add up to 1"),
    (one_hand, 1, 1, 1, "^stack: 1 given, more than the big blind, 1, needed"),
    (one_hand, 10, 2, 1, "^push: 2 given, 0 to 1 needed"),
    (one_hand, 10, 1, 1.5, "^call: 1.5 given, 0 to 1 needed"),
    (one_hand, 10, "nonsense", 1, "nonsense"),
    (COIN.hands_until_ahead, "^mean: 0 a hand given, more than 0 needed"),
    (COIN.hands_until_ahead, 0.5, "^confidence: 0.5 given"),
    ((COIN + COIN).chance_ahead, 3, "^hands: 3 given, a multiple of 2"),
    (COIN.chance_ahead, 10**15, "^hands: 1000000000000000 given, fewer needed"),
    (systems.sage, 9, "^stack: 9 given, 1.5 to less than 8.5 big blinds"),
    (systems.sage, 1, "^stack: 1 given, 1.5 to less"),
    (systems.best_share, 1.1, "^share: 1.1 given, 0 to 1 needed"),
)
