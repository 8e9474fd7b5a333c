"""Deals: the counts known from combinatorics, and what symmetry demands."""

import copy
import pickle
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb

import numpy as np
import pytest

from pokerlab import cards, deals, equities, ranges
from pokerlab.exact_payoffs import integer_matrices
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.trees import Showdown, Tree
from tests.tables import refused


def test_two_players_are_dealt_from_one_deck():
    assert deals.holdem().ways.sum() == comb(52, 2) * comb(50, 2)
    assert deals.holdem_combos().ways.sum() == comb(52, 2) * comb(50, 2)
    assert deals.holdem(card_removal=False).ways.sum() == comb(52, 2) ** 2
    assert deals.holdem().name == "hold'em"
    aces, ace_king = map(deals.holdem().hands[0].index, ("AA", "AKo"))
    assert deals.holdem().ways[aces, [aces, ace_king]].tolist() == [6 * 1, 6 * (2 * 3)]


@pytest.mark.parametrize("card_removal", [True, False])
def test_each_hand_is_as_likely_as_its_combos(card_removal):
    for player in (0, 1):
        chances = deals.holdem(card_removal).hand_probabilities(player)
        assert chances == pytest.approx(np.asarray(cards.COMBOS_PER_HAND) / comb(52, 2))


def test_a_showdown_is_an_average_over_boards_whatever_is_dealt():
    deal = deals.holdem()
    assert (deal.runout_counts == deal.ways * comb(48, 5)).all()
    assert (deal.net_shares == deals.holdem(False).net_shares).all()


def test_the_hands_are_the_combos_summed_up():
    starts = np.concatenate([[0], np.cumsum(cards.COMBOS_PER_HAND)[:-1]])

    def summed(matrix):
        return np.add.reduceat(np.add.reduceat(matrix, starts, axis=0), starts, axis=1)

    hands, combos = deals.holdem(), deals.holdem_combos()
    for part in ("ways", "margins", "runout_counts"):
        assert (summed(getattr(combos, part)) == getattr(hands, part)).all()
    assert summed(combos.net_wins) == pytest.approx(hands.net_wins, abs=1e-15)


def test_the_higher_number_or_card_wins_and_equal_ones_tie():
    numbers, kuhn = deals.numbers(3), deals.kuhn()
    assert (numbers.net_shares == [[0, -1, -1], [1, 0, -1], [1, 1, 0]]).all()
    assert numbers.prior == pytest.approx(np.full((3, 3), 1 / 9))
    assert kuhn.prior == pytest.approx((1 - np.eye(3)) / 6)
    assert kuhn.net_shares[kuhn.hand_index(0, "Q"), kuhn.hand_index(1, "J")] == 1


test_a_deal_that_makes_no_sense_is_refused = refused(
    ({"hands": (("a", "a"), ("c",))}, r"hands: .* labels that are all different needed"),
    ({"ways": [[1.5], [2.0]]}, "ways: 1.5 given, whole numbers below"),
    ({"ways": [[np.nan], [2.0]]}, "ways: nan given, whole numbers below"),
    ({"ways": [[1, 2]]}, r"ways: shape \(1, 2\) given, \(2, 1\) needed"),
    ({"ways": [[-1], [2]]}, "ways: -1 given, numbers from 0 up needed"),
    ({"ways": [[0], [0]]}, "ways: zeros alone given, at least one above 0 needed"),
    ({"ways": [[2**62], [2**62]]}, "ways: a sum of 9223372036854775808 given, at most"),
    (
        {"runout_counts": [[2**64 - 1], [1]]},
        "runout_counts: 1.8.*e.19 given, whole numbers below 2",
    ),
    (
        {"runout_counts": [[2**70], [1]]},
        r"runout_counts: \[\[1180591.*\]\] given, whole numbers below 2",
    ),
    ({"hands": (("a", "\ud800"), ("c",))}, r"hands: '.ud800' given, printable text needed"),
    ({"name": "x\x1b[2K"}, r"name: 'x.x1b\[2K' given, printable text needed"),
    ({"hands": (("a", "b"),)}, "hands: a series of 1 given, a pair of lists of labels, or one"),
    ({"ways": [["x"], [1]]}, r"ways: \[\['x'\], \[1\]\] given, whole numbers below 2"),
    ({"ways": [[1, 2], [1]]}, "ways: .* given, numbers needed, in rows of one length"),
    ({"ways": [[None], [1]]}, r"ways: \[\[None\], \[1\]\] given, whole numbers below 2"),
    ({"margins": [[-(2**63)], [1]]}, "margins: -9.* given, -1 to 1 needed, its run-outs"),
    ({"runout_counts": [[0], [1]]}, "runout_counts: 0 given, 1 or more needed, where a pair"),
    ({"margins": [[2], [1]]}, "margins: 2 given, -1 to 1 needed, its run-outs"),
    of=partial(replace, deals.Deal((("a", "b"), ("c",)), [[1], [2]], [[1], [-1]], [[1], [1]])),
)


@pytest.mark.parametrize("precision", [float, np.float32])
@pytest.mark.parametrize("player", [0, 1])
def test_a_hand_meets_and_beats_what_is_dealt_and_shown_with_it(player, precision):
    """In Kuhn's poker pair by pair, from the side of the player who holds the hand."""
    came = np.array([[1, 1, 1], [0.5, 0.25, 0]])
    pairs = [(own, other) for own, other in product(range(3), repeat=2) if own != other]
    met, won = np.zeros((2, 2, 3))
    for own, other in pairs:
        met[:, own] += came[:, other] / 6
        won[:, own] += np.sign(own - other) * came[:, other] / 6
    deal, came = deals.kuhn(), came.astype(precision)
    assert deal.meetings(player, came) == pytest.approx(met, abs=1e-7)
    assert deal.net_wins_against(player, came) == pytest.approx(won, abs=1e-7)
    assert (
        deal.meetings(player, came[1]).dtype
        == deal.net_wins_against(player, came[1]).dtype
        == precision
    )
    assert deal.net_wins_against(player, came[1]) == pytest.approx(won[1], abs=1e-7)


def test_large_integers_are_exact():
    """Weights that add up to almost 2**63, and showdowns of which every run-out counts."""
    large = 2**61
    hands, ways, runouts = (("a", "b"), ("c",)), [[large], [3 * large - 1]], [[large], [large]]
    deal = deals.Deal(hands, ways, [[1 - large], [large]], runouts)
    assert deal.prior.sum() == 1 and deal.prior.min() == 0.25
    matrices = integer_matrices(deal)
    value = sum(int(n) for n in matrices.net_wins.flat) * matrices.probability_unit
    meant = Fraction(1 - large + 3 * large - 1, 4 * large - 1)
    assert value == meant == exact.solve(Game(deal, Tree(Showdown(1)))).value


def test_whole_numbers_are_read_from_floats_with_one_run_out_each_and_kept():
    """As ``np.eye`` makes them: both hold the same card of four, and split."""
    deal = deals.Deal([*"abcd"], ways := np.eye(4), np.zeros((4, 4)))
    ways[:] = 7
    assert (deal.runout_counts == 1).all()
    assert deal.ways.tolist() == [[i == k for k in range(4)] for i in range(4)]
    assert deal.prior[2, 2] == 1 / 4 and not deal.net_wins.any()


@pytest.mark.parametrize(
    ("make", "against", "hands"),
    [
        (deals.holdem, "QQ+, AKs:0.5, 72o:1/3", ("AA", "T9s", "32o")),
        (deals.holdem_combos, "KsKh:0.25, 22", ("AsAh", "KsKc", "3s2h")),
    ],
)
def test_equities_against_a_range_are_those_of_exact_match_ups(make, against, hands):
    deal = make()
    for player, hand in product((0, 1), hands):
        wanted = float(equities.matchup(hand, against).equity)
        assert deal.equity(player, against)[deal.hand_index(player, hand)] == pytest.approx(wanted)


def test_hold_em_is_one_object_however_it_is_asked_for_copied_or_sent():
    deal = deals.holdem()
    assert deal is deals.holdem(True) is deals.holdem(card_removal=True)
    assert deals.holdem(False) is deals.holdem(card_removal=False) is not deal
    assert deal.is_holdem and replace(deal, ways=np.array(deal.ways)).is_holdem
    others = deals.holdem(False), deals.holdem_combos(), replace(deal, ways=2 * deal.ways)
    assert not any(other.is_holdem for other in others)
    for one in (deal, deals.holdem(False), deals.holdem_combos()):
        assert len(sent := pickle.dumps(one)) < 200
        assert pickle.loads(sent) is copy.copy(one) is copy.deepcopy(one) is one


@pytest.mark.parametrize("make", [deals.kuhn, lambda: deals.holdem().restrict("QQ+", "AK")])
def test_a_copied_deal_is_equal_and_can_be_changed_as_little(make):
    deal = make()
    assert deal.prior.sum() == pytest.approx(1)  # which is not sent
    for again in (pickle.loads(pickle.dumps(deal)), copy.deepcopy(deal)):
        assert (again.hands, again.name) == (deal.hands, deal.name)
        for name in ("ways", "margins", "runout_counts", "prior", "net_wins"):
            assert (getattr(again, name) == getattr(deal, name)).all()
            assert not getattr(again, name).flags.writeable


def test_a_hand_that_meets_nobody_has_no_equity():
    assert np.isnan(deals.kuhn().equity(0, {"K": 1})).tolist() == [False, False, True]
    assert deals.kuhn().equity(1, {"K": 1, "J": 3})[1] == pytest.approx(3 / 4)


def test_of_a_range_the_hands_count_that_the_deal_has():
    deal = deals.holdem().restrict("QQ+, AKs")
    assert deal.read_frequencies(0, "KK+, A2s+").tolist() == [1, 1, 1, 0]
    assert deal.restrict("JJ+").hands == (("AA", "KK", "QQ"),) * 2
    assert deals.numbers(4).restrict(["3", "1"], ["2"]).hands == (("3", "1"), ("2",))


RESTRICTIONS = [
    (deals.holdem, "TT+, A5s:0.25, KQ:1/3", "22+, 72o:0.1"),
    (deals.holdem, "AA:1/3, 72o", ["KK", "AKs"]),
    (deals.holdem_combos, "AsAh, KcKd:0.5", "AA, AcKc:1/7"),
    (lambda: deals.numbers(4), ["3", "1"], None),
]


def weights_of(held, labels):
    """Every label's weight, by the text of the restriction itself."""
    if isinstance(held, list):
        return [Fraction(label in held) for label in labels]
    read = ranges.parse_range(held)
    return [Fraction(read.numerators[COMBO_OF[label]], read.denominator) for label in labels]


COMBO_OF = cards.COMBO_INDEX | dict(zip(cards.HANDS, cards.FIRST_COMBOS.tolist(), strict=True))


def pairs(deal, *weights):
    """The pairs of hands that are dealt with these weights: chance, margin and run-outs."""
    found = {}
    for (i, one), (k, other) in product(*map(enumerate, deal.hands)):
        if weight := weights[0][i] and weights[1][k] * weights[0][i] * int(deal.ways[i, k]):
            found[one, other] = weight, int(deal.margins[i, k]), int(deal.runout_counts[i, k])
    total = sum(weight for weight, *_ in found.values())
    return {pair: (weight / total, *shown) for pair, (weight, *shown) in found.items()}


@pytest.mark.parametrize(("make", "first", "second"), RESTRICTIONS)
def test_a_restriction_weighs_every_pair_and_keeps_every_showdown(make, first, second):
    """Against the whole deal, pair by pair in fractions, both players' sides of it."""
    whole = make()
    part = whole.restrict(first) if second is None else whole.restrict(first, second)
    second = first if second is None else second
    weights = weights_of(first, whole.hands[0]), weights_of(second, whole.hands[1])
    as_it_is = ([Fraction(1)] * len(hands) for hands in part.hands)
    assert pairs(part, *as_it_is) == pairs(whole, *weights)


test_what_makes_no_sense_is_refused = refused(
    *((deals.numbers, n, "n: .* a positive integer needed") for n in (0, 2.5, "4")),
    *(
        (deals.holdem().hand_probabilities, who, "player: .* given, 0 or 1 needed")
        for who in (2, True, "x")
    ),
    (deals.holdem().restrict, ["AKx"], "hands0: 'AKx' given, one of AA, AKs, "),
    (partial(deals.holdem().read_frequencies, 0), {"AA": -1}, "weight of AA: -1 given, at least 0"),
    (deals.holdem().restrict, "AsKd", "hands0: the combos of AKo have different weights"),
    (deals.holdem().restrict, [], "hands0: none given"),
    (
        partial(deals.kuhn().read_frequencies, 0),
        "AK",
        "frequencies: 'AK' given, a list of some of .'J', 'Q', 'K'",
    ),
    (deals.holdem().restrict, {"AA"}, r"hands0: {'AA'} given, hands in an order needed, not a"),
    (
        deals.Deal(["a", "b"], [[2**60, 1], [1, 1]], np.zeros((2, 2))).restrict,
        {"a": 1, "b": "1/3"},
        r"hands0, hands1: weights for \d+ ways given, at most 9223372036854775807 allowed",
    ),
    *(
        (partial(deals.kuhn().equity, 0), odd, "against: .* given, numbers from 0 up needed")
        for odd in ([-1, 0, 1], [1, None, 1], np.inf)
    ),
    (
        deals.kuhn().hand_probabilities,
        "player 0",
        "player: 'player 0' given, 0 or 1 needed, as a deal has no names for the players",
    ),
    *(
        (method, player, np.ones(3), f"player: {player!r} given, 0 or 1 needed")
        for method in (deals.kuhn().meetings, deals.kuhn().net_wins_against)
        for player in ("player 0", 7, -1)
    ),
)


river = partial(deals.river, "Td9d6hQc2s")


HELD = [
    "AA:0.5, KQs, AhKd",
    ranges.parse_range("AA:0.5, KQs, AhKd"),
    {"AA": 0.5, "kqs": 1, "KdAh": "1"},
    {"KQs": 2, "AsAh": 1, "AsAd": 1, "AsAc": 1, "AhAd": 1, "AhAc": 1, "AdAc": 1, "AhKd": 2},
]


@pytest.mark.parametrize("held", HELD, ids=type)
def test_what_a_player_holds_is_read_alike_on_a_river_and_elsewhere(held):
    """The same pairs with the same chances: those of the whole river, in which all combos meet."""
    weights = [Fraction(0)] * 1326
    for combo, name in enumerate(cards.COMBO_NAMES):
        hand = cards.HANDS[cards.HAND_OF_COMBO[combo]]
        weights[combo] = Fraction({"AA": "1/2", "KQs": 1}.get(hand, name == "AhKd"))
    by_name = dict(zip(cards.COMBO_NAMES, weights, strict=True))
    whole, made = river(), river(held, "QQ, T9s:0.5")
    other = ranges.parse_range("QQ, T9s:0.5").by_combo()
    wanted = pairs(
        whole,
        [by_name[name] for name in whole.hands[0]],
        [other.get(name, Fraction(0)) for name in whole.hands[1]],
    )
    assert pairs(made, *([Fraction(1)] * len(hands) for hands in made.hands)) == wanted
    combos = deals.holdem_combos().read_frequencies(0, held)
    assert combos / combos.max() == pytest.approx(np.array(weights, float))


def test_hands_have_their_weights_in_a_mapping_and_are_all_held_in_a_list():
    hands = deals.holdem().restrict({"KK": 0.5, "AA": 1, "QQ": 0}, ["AKs"])
    assert hands.hands == (("KK", "AA"), ("AKs",))
    both = deals.holdem().restrict("AA, KK:0.5", "AKs")
    assert hands.prior[:, 0].tolist() == both.prior[::-1, 0].tolist()
    assert river(["AhKh", "AKs", "QQ"]).prior.shape == river("AKs, QQ").prior.shape


def test_the_combos_of_a_hand_are_played_as_often_as_on_average():
    assert deals.holdem().read_frequencies(0, "AsKd, AcKd:0.5, QQ").sum() == 1.5 / 12 + 1
    assert not deals.holdem().read_frequencies(0, "none").any()


test_what_nobody_can_hold_on_a_river_is_refused = refused(
    (river, {"AK": 1, "XX": 1}, "first: 'XX' given, one of .*, ... needed"),
    (river, {"AhKh": -1}, "weight of AhKh: -1 given, at least 0 needed"),
    (river, "AA", {"TdTc": 1}, "second: {'TdTc': 1} given, combos off the board"),
    (river, "none", "first: 'none' given, combos off the board"),
    (river, 0.5, "first: 0.5 given, a range, hands or weights of hands needed"),
    (river, {"AA", "KK"}, "first: .* given, hands in an order needed, not a set"),
    (deals.holdem().restrict, "none", "hands0: none given, at least one needed"),
    (river, "AA", "QQ, ZZ", "second: cannot read 'ZZ'"),
    (river, "", "first: empty range"),
    (ranges.parse_range, ["AA"], r"text: \['AA'\] given, text needed"),
    (cards.parse_cards, 7, "text: 7 given, text such as 'Td9d6h' needed"),
)


@pytest.mark.parametrize("largest", [1, 1e-7])
@pytest.mark.parametrize("make", [river, deals.holdem().restrict, deals.holdem_combos().restrict])
def test_weights_of_too_many_digits_count_to_a_millionth_of_the_largest(make, largest):
    """As ranges that other programs have computed."""
    draws = np.random.default_rng(1)
    whole = make("random", "random")
    weights = [largest * draws.random(len(hands)) ** 9 for hands in whole.hands]
    held_by_both = zip(whole.hands, weights, strict=True)
    found = make(*(" ".join(map("{}:{:.20f}".format, *held)) for held in held_by_both))
    for player, (hands, held) in enumerate(zip(found.hands, weights, strict=True)):
        weight_of = dict(zip(whole.hands[player], held, strict=True))
        weights[player] = np.array([weight_of[hand] for hand in hands])
        assert all(w < 1e-6 * max(held) for hand, w in weight_of.items() if hand not in hands)
    kept = np.ix_(*([*map(whole.hands[p].index, found.hands[p])] for p in (0, 1)))
    wanted = whole.prior[kept] * np.outer(*weights)
    assert abs(found.prior / found.prior.max() - wanted / wanted.max()).max() < 3e-6


def test_one_list_of_labels_serves_both_players():
    kuhn = deals.kuhn()
    written = 1.0 - np.eye(3), [[0, -1, -1], [1, 0, -1], [1, 1, 0]]  # floats, and whole
    one = deals.Deal(["J", "Q", "K"], *written, name=kuhn.name)
    pair = deals.Deal([["J", "Q", "K"]] * 2, *written, name=kuhn.name)
    assert one.hands == kuhn.hands and one == pair == kuhn


def test_deals_are_equal_if_all_that_they_are_made_of_is():
    deal = deals.holdem(False)
    same = replace(deal, ways=np.array(deal.ways))
    assert same is not deal and same == deal and hash(same) == hash(deal)
    more = deal.ways + (np.arange(169) == 0)
    for part in ({"ways": more}, {"name": "other"}):
        assert replace(deal, **part) != deal
    assert deal != deals.holdem() and deal != "hold'em"
    against = partial(river, "QQ, 55")
    assert against("99, AA") == against("AA, 99") != against("99, AA:0.5")
    nines = against("99")
    assert copy.deepcopy(nines) == against("99")
    assert deals.Deal(nines.hands, nines.ways, nines.margins) != against("99")


def test_a_hand_stands_for_its_combos_where_a_deal_has_combos():
    on_river = river("66, AKs, AcKd")
    assert {on_river.hands[0][index] for index in on_river.hand_indices(0, "66")} == {
        "6s6d",
        "6s6c",
        "6d6c",
    }
    assert [on_river.hands[0][index] for index in on_river.hand_indices(0, "AKo")] == ["AcKd"]
    assert deals.holdem().hand_indices(0, "AKs") == [1]
    for deal, hand in ((on_river, "QQ"), (on_river, "6"), (deals.kuhn(), "66"), (on_river, ["66"])):
        with pytest.raises(ValueError, match=r"hand: .* given, one of"):
            deal.hand_indices(0, hand)
