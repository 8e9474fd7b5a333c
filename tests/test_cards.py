import re
from fractions import Fraction
from functools import reduce
from itertools import combinations
from math import comb
from operator import or_

import numpy as np
import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlab.cards import (
    CARD_NAMES,
    COMBO_INDEX,
    COMBO_NAMES,
    COMBOS,
    COMBOS_PER_HAND,
    HAND_INDEX,
    HAND_OF_COMBO,
    HANDS,
    RANKS,
    NotationError,
    card_images,
    combo_images,
    parse_cards,
)
from pokerlab.ranges import Range, parse_range
from tests.random_games import examples


def hands_in(text):
    """Name the hands that have any weight in a range."""
    return " ".join(HANDS[hand] for hand in parse_range(text).hand_weights.nonzero()[0])


def test_cards_are_numbered_as_in_phevaluator():
    assert [phevaluator.Card.to_id(name) for name in CARD_NAMES] == list(range(52))


def test_the_chart_has_pairs_on_its_diagonal_and_suited_hands_above_it():
    chart = np.array(HANDS).reshape(13, 13)
    assert list(chart[0, :3]) == ["AA", "AKs", "AQs"]
    assert list(chart[1, :3]) == ["AKo", "KK", "KQs"]
    assert list(chart[12, -2:]) == ["32o", "22"]
    assert list(chart.diagonal()) == [rank * 2 for rank in reversed(RANKS)]
    assert {name[2:] for name in chart[np.triu_indices(13, 1)]} == {"s"}
    assert {name[2:] for name in chart[np.tril_indices(13, -1)]} == {"o"}


def test_every_two_cards_are_one_combo():
    assert len(COMBOS) == comb(52, 2) == len(COMBO_NAMES)
    assert set(map(tuple, COMBOS[:, ::-1])) == set(combinations(range(52), 2))


def test_combos_are_grouped_by_hand_in_chart_order():
    assert (np.diff(HAND_OF_COMBO) >= 0).all()
    assert [COMBOS_PER_HAND[HAND_INDEX[hand]] for hand in ("AA", "AKs", "AKo")] == [6, 4, 12]
    assert COMBOS_PER_HAND.sum() == 1326
    for (high, low), hand in zip(COMBOS, HAND_OF_COMBO, strict=True):
        name = HANDS[hand]
        assert CARD_NAMES[high][0] + CARD_NAMES[low][0] == name[:2]
        assert name[2:] == ("" if name[0] == name[1] else "s" if high % 4 == low % 4 else "o")


def test_a_combo_is_found_by_its_cards_in_either_order():
    assert COMBO_INDEX["AcKd"] == COMBO_INDEX["KdAc"]
    assert COMBO_NAMES[COMBO_INDEX["KdAc"]] == "AcKd"
    assert len(COMBO_INDEX) == 2 * 1326


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("AKs", "AKs"),
        ("AK", "AKs AKo"),
        ("KAo", "AKo"),
        ("QQ, AKs KQo", "AKs KQo QQ"),
        ("AsKd", "AKo"),
    ],
)
def test_notation_names_the_hands_that_players_mean_by_it(text, hands):
    assert hands_in(text) == hands


def test_a_group_as_gto_plus_writes_it_has_its_weight():
    written = {"AA": "1/2", "KK": "1/2", "QQ": "1", "JJ": "1/8"}
    read = parse_range("[50.0]AA, KK[/50.0], QQ, [12.5]JJ[/12.5]").by_hand()
    assert read == {hand: Fraction(weight) for hand, weight in written.items()}
    with pytest.raises(NotationError, match=r"'120' given in '\[120\]'"):
        parse_range("[120]AA[/120]")


def test_weights_are_exact_fractions():
    mixed = parse_range("AA:1/3, KK:0.1, QQ")
    weights = [
        Fraction(mixed.numerators[COMBO_INDEX[combo]], mixed.denominator)
        for combo in ("AsAh", "KsKh", "QsQh", "JsJh")
    ]
    assert weights == [Fraction(1, 3), Fraction(1, 10), 1, 0]
    assert mixed.hand_weights[[HAND_INDEX["AA"], HAND_INDEX["KK"]]].tolist() == [1 / 3, 0.1]


def test_a_combo_has_the_weight_that_it_was_given_last():
    assert parse_range("22+, 77:0.5").hand_weights[HAND_INDEX["77"]] == 0.5
    assert parse_range("77:0.5, 22+").hand_weights[HAND_INDEX["77"]] == 1
    assert parse_range("AK, AcKd:0").hand_weights[HAND_INDEX["AKo"]] == 11 / 12
    assert parse_range("AA:1/3, AKs").by_hand() == {"AA": Fraction(1, 3), "AKs": 1}
    with pytest.raises(ValueError, match="the combos of AKo have different weights"):
        parse_range("AA, AsKd").by_hand()


@examples(40)
@given(st.dictionaries(st.sampled_from(COMBO_NAMES), st.fractions(0, 1), min_size=1))
def test_any_weighted_combos_survive_being_written_and_read(weights):
    text = " ".join(f"{combo}:{weight}" for combo, weight in weights.items())
    if not any(weights.values()):
        with pytest.raises(NotationError, match="empty range"):
            parse_range(text)
        return
    holding = parse_range(text)
    for combo, numerator in zip(COMBO_NAMES, holding.numerators, strict=True):
        assert Fraction(numerator, holding.denominator) == weights.get(combo, 0)


@pytest.mark.parametrize(
    "weight",
    ["1e-100", "1e-999", f"0.{'7' * 55}", f"0.{'0' * 40}{'3' * 50}", f"{'1' * 49}/{'3' * 50}"],
)
def test_a_union_of_tiny_or_long_weights_is_read_back(weight):
    union = parse_range(f"AA, AKs:{weight}") | parse_range("KK")
    assert parse_range(union.text) == union
    assert union.by_hand() == {"AA": 1, "KK": 1, "AKs": Fraction(weight)}


@pytest.mark.parametrize("denominator", [3**300, 10**1000])
def test_a_union_with_a_weight_that_nobody_could_read_back_is_refused(denominator):
    aces = Range("AA", tuple(denominator if n < 6 else 0 for n in range(1326)), denominator)
    first = Range("AcAd", (1, *[0] * 1325), denominator)
    with pytest.raises(ValueError, match=r"weight: '1/.*' given, a number of at most 100 char"):
        first | parse_range("KK")
    assert aces | parse_range("KK") == parse_range("KK+")


def test_cards_are_read_with_or_without_blanks():
    assert parse_cards("As2c Td") == parse_cards("As 2c Td") == (51, 0, 33)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("AcAc", "Ac appears twice in 'AcAc'"),
        ("AcKx", "'Kx' in 'AcKx' is not a card"),
        ("22+, AKx:0.5", "'AKx:0.5'"),
        ("AKs:1.5", "'1.5' given in 'AKs:1.5'"),
        ("AKs:1,5", "'1,5' given in 'AKs:1,5'"),
        ("AKs:1/0", "'1/0'"),
        ("0 " * 1325 + "1.5", "weight of AsAh: '1.5' given, 0 to 1 needed"),
        ("[120,5]AA[/120,5]", "'120,5' given in '[120,5]'"),
        (" , ", "empty range ' , '"),
        ("AA:0, KK:0", "empty range 'AA:0, KK:0'"),
        *((text, f"'{text}'") for text in ("AAs", "akx", "AKs-", "77-AKs", "ATs-A5o", "ATs-K5s")),
        *((text, f"'{text}'") for text in ("AK-AA", "77-22+", "AcKd+", "randomly")),
        ("AA:-0.5", "weight: '-0.5'"),
        ("AA:nan", "weight: 'nan'"),
    ],
)
def test_bad_notation_is_named_on_one_line(text, named):
    with pytest.raises(NotationError) as caught:
        parse_range(text)
    assert named in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "again"),
    [("QQ+", "AA, KK, QQ"), ("AKs:0.5", "AKs:50%"), ("22+", "AA-22"), ("none", "none")],
)
def test_ranges_of_the_same_weights_are_equal_however_they_are_written(text, again):
    one, other = parse_range(text), parse_range(again)
    assert one == other and hash(one) == hash(other)
    assert one != parse_range("AKs") and one != text
    doubled = tuple(2 * numerator for numerator in one.numerators)
    assert Range("twice over", doubled, 2 * one.denominator) == one


def test_a_range_has_what_has_any_weight_and_is_as_long_as_its_combos_are_many():
    some = parse_range("QQ, AKs:0.5, AcKd, 72o:0")
    assert len(some) == 6 + 4 + 1
    assert all(hand in some for hand in ("QQ", "AKs", "AKo", "AcKd", "KdAc", "QsQh"))
    assert not any(hand in some for hand in ("KK", "72o", "AcKh"))
    assert len(parse_range("random")) == comb(52, 2) and not parse_range("none")
    for odd in ("QQ+", "ak", 7, None):
        with pytest.raises(ValueError, match=f"hand: {re.escape(repr(odd))} given, a hand such as"):
            odd in some  # noqa: B015


RANDOM_RANGES = st.one_of(
    st.dictionaries(
        st.sampled_from([*HANDS, *COMBO_NAMES]), st.fractions("1/9", 1), max_size=9
    ).map(lambda weights: ", ".join(f"{name}:{w}" for name, w in weights.items()) or "none"),
    st.sampled_from(
        ["random", "none", "QQ+, AK", "{22+, A2s+}", "AA # aces", "[50]KK[/50]", "20%", "AKs:0,5"]
    ),
).map(parse_range)


@examples(60)
@given(st.lists(RANDOM_RANGES, min_size=2, max_size=4))
def test_the_notation_of_a_union_is_read_as_that_union(ranges):
    union = reduce(or_, ranges)
    assert parse_range(union.text) == union


@examples(30)
@given(*[st.dictionaries(st.sampled_from(COMBO_NAMES), st.fractions("1/9", 1), min_size=1)] * 2)
def test_a_union_has_each_combo_with_its_larger_weight(one, other):
    ranges = [parse_range(" ".join(f"{c}:{w}" for c, w in each.items())) for each in (one, other)]
    larger = {c: max(one.get(c, 0), other.get(c, 0)) for c in {**one, **other}}
    assert (ranges[0] | ranges[1]).by_combo() == larger
    assert ranges[0] | ranges[1] == ranges[1] | ranges[0]


def test_weights_that_no_range_has_are_refused():
    one = (1,) * 1326
    for numerators, denominator, message in (
        (one[1:], 1, "numerators: .* given, 1326 whole numbers from 0 to 1 needed"),
        ((2, *one[1:]), 1, "numerators: .* given, 1326 whole numbers from 0 to 1 needed"),
        ((0.5, *one[1:]), 1, "numerators: .* given, 1326 whole numbers from 0 to 1 needed"),
        (one, 0, "denominator: 0 given, a positive integer needed"),
    ):
        with pytest.raises(ValueError, match=message):
            Range("x", numerators, denominator)


def test_what_is_computed_once_cannot_be_changed():
    for images in (card_images(), combo_images()):
        with pytest.raises(ValueError, match="read-only"):
            images[0, 0] = 0
