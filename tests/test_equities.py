import re
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from pokerlab import deals, equity_table
from pokerlab.cards import CARD_NAMES, COMBO_INDEX, COMBO_NAMES, COMBOS, RANKS, parse_cards
from pokerlab.equities import Outcomes, matchup
from pokerlab.equity_table import BOARDS_PER_PAIR, combo_outcomes
from pokerlab.holdem import enumeration, runouts
from pokerlab.ranges import parse_range

DISJOINT = ~(COMBOS[:, None, :, None] == COMBOS[:, None, :]).any(axis=(2, 3))


def test_each_pair_of_disjoint_combos_meets_every_board_once():
    win, tie = combo_outcomes()
    assert comb(48, 5) == BOARDS_PER_PAIR
    assert (win + win.T + tie == np.where(DISJOINT, BOARDS_PER_PAIR, 0)).all()
    assert (tie == tie.T).all()
    assert min(win.min(), tie.min()) == 0


def test_renaming_suits_changes_no_counts():
    generator = np.random.default_rng(0)
    win, tie = combo_outcomes()
    for _ in range(5):
        renamed = COMBOS // 4 * 4 + generator.permutation(4)[COMBOS % 4]
        image = [COMBO_INDEX[CARD_NAMES[a] + CARD_NAMES[b]] for a, b in renamed]
        assert (win[np.ix_(image, image)] == win).all()
        assert (tie[np.ix_(image, image)] == tie).all()


PUBLISHED = """
    AA  0.8520371 KK  0.8239568 QQ  0.7992516 JJ  0.7746947 TT  0.7501178 99  0.7205725
    AKs 0.6704463 77  0.6623602 A7o 0.5884120 K8s 0.5831235 A6o 0.5768245 J9o 0.5325120
    J7s 0.5232478 T5s 0.4721626 97o 0.4629781 85o 0.4142753 75o 0.4051197 93o 0.4001951
"""


@pytest.mark.parametrize(("hand", "equity"), re.findall(r"(\S+) +(\S+)", PUBLISHED))
def test_hands_against_a_random_hand_do_as_published(hand, equity):
    """From the table at http://jazbo.com/poker/huholdem.html."""
    assert matchup(hand, "random").equity == pytest.approx(Fraction(equity), abs=5.1e-8)


@pytest.mark.parametrize(
    ("first", "second", "win", "tie", "lose"),
    [
        # The tests of OMPEval, https://github.com/zekyll/OMPEval.
        ("AA", "KK", 50_371_344, 285_228, 10_986_372),
        # GNU poker-eval's hcmp2, https://brainwagon.org/2005/04/09/texas-holdem-trivia.
        ("AdAc", "KhKs", 1_388_072, 6_538, 317_694),
        ("AdAc", "Td9d", 1_338_249, 6_912, 367_143),
        ("AdAc", "QcJh", 1_450_987, 6_554, 254_763),
    ],
)
def test_match_ups_have_the_counts_of_other_programs(first, second, win, tie, lose):
    assert matchup(first, second) == Outcomes(win, tie, lose)
    assert matchup(second, first) == Outcomes(lose, tie, win)


@pytest.mark.parametrize("high", ["A", "K"])
def test_the_better_kicker_wins_more_often_than_it_loses(high):
    """As the glossary says, of aces and of kings, whatever the suits."""
    deal, kickers = deals.holdem(), RANKS[: RANKS.index(high)]
    for worse, better in combinations(kickers, 2):
        for suits, other_suits in product("so", repeat=2):
            hand = deal.hand_index(0, high + better + suits)
            assert deal.net_shares[hand, deal.hand_index(1, high + worse + other_suits)] > 0


def test_enumeration_from_nothing_makes_the_shipped_table_anew(tmp_path, monkeypatch):
    shipped, path = equity_table.TABLE.read_bytes(), tmp_path / "equities.npy"
    monkeypatch.setattr(equity_table, "TABLE", path)
    assert enumeration.recount() == equity_table.SHA256 == equity_table.verify()
    assert path.read_bytes() == shipped
    assert list(tmp_path.iterdir()) == [path]


def test_a_match_up_of_ranges_weighs_each_pair_of_combos():
    win, tie = combo_outcomes()
    first, second = parse_range("QQ+:1/3, AK, AcKd:0.25"), parse_range("random:0.1, 72o:0.9")
    weights = np.multiply.outer(np.array(first.numerators), np.array(second.numerators))
    expected = [int((weights * counts.astype(np.int64)).sum()) for counts in (win, tie, win.T)]
    assert matchup(first, second) == Outcomes(*expected)
    assert matchup(first, second).total == int((weights * DISJOINT).sum()) * BOARDS_PER_PAIR


def test_counts_stay_exact_beyond_64_bits():
    weights = {name: 10**15 - n for n, name in enumerate(COMBO_NAMES[::13], 1)}
    text = " ".join(f"{name}:0.{weight}" for name, weight in weights.items())
    result = matchup(text, text)
    pairs = DISJOINT[::13, ::13].nonzero()
    product = np.multiply.outer(*[np.array([*weights.values()], object)] * 2)[pairs]
    assert result.total == BOARDS_PER_PAIR * product.sum() > 2**100
    assert result.equity == Fraction(1, 2)


@settings(max_examples=30)
@given(st.sampled_from(COMBO_NAMES), st.sampled_from(COMBO_NAMES))
def test_combos_meet_or_share_a_card(first, second):
    if set(parse_cards(first)) & set(parse_cards(second)):
        with pytest.raises(
            ValueError, match=f"second: '{second}' given, a combo that .* '{first}'"
        ):
            matchup(first, second)
    else:
        win, tie = combo_outcomes()
        row, column = COMBO_INDEX[first], COMBO_INDEX[second]
        expected = Outcomes(int(win[row, column]), int(tie[row, column]), int(win[column, row]))
        assert matchup(first, second) == expected


@pytest.fixture
def table(tmp_path, monkeypatch):
    """Put a copy of the shipped table where tests may damage it."""
    path = tmp_path / "equities.npy"
    path.write_bytes(equity_table.TABLE.read_bytes())
    monkeypatch.setattr(equity_table, "TABLE", path)
    return path


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (Path.unlink, "cannot be read: No such file or directory"),
        (lambda path: path.write_bytes(path.read_bytes()[:-1] + b"!"), "is damaged"),
    ],
)
def test_a_table_that_is_missing_or_damaged_is_reported_with_its_remedy(spoil, complaint, table):
    spoil(table)
    for read in (combo_outcomes.__wrapped__, equity_table.verify):
        with pytest.raises(OSError) as caught:
            read()
        message = str(caught.value)
        assert f"{table} {complaint}" in message and "pokerlab equities --rebuild" in message
        assert "\n" not in message


def test_rebuilding_mends_a_damaged_table_and_leaves_an_intact_one_alone(table, monkeypatch):
    counts = np.load(table)
    monkeypatch.setattr(enumeration, "enumerate_counts", lambda: counts)
    whole, before = table.read_bytes(), table.stat()
    assert enumeration.recount() == equity_table.SHA256 and table.stat() == before
    table.write_bytes(b"damaged")
    assert enumeration.recount() == equity_table.SHA256 and table.read_bytes() == whole


# With known cards


def by_hand(first, second, board, dead):
    """Count by another library's ranks, board by board and pair by pair, weights included."""
    known = {*parse_cards(board), *parse_cards(dead)}
    held = [
        {
            tuple(map(int, COMBOS[combo])): number
            for combo, number in enumerate(parse_range(text).numerators)
            if number and not known & {*COMBOS[combo].tolist()}
        }
        for text in (first, second)
    ]
    counts = [0, 0, 0]
    left = [card for card in range(52) if card not in known]
    for rest in combinations(left, 5 - len(parse_cards(board))):
        whole = [*parse_cards(board), *rest]
        ranks = [
            {combo: evaluate_cards(*whole, *combo) for combo in side if not {*combo} & {*rest}}
            for side in held
        ]
        for (mine, rank), (theirs, other) in product(*(side.items() for side in ranks)):
            if not {*mine} & {*theirs}:  # there the best rank is the lowest
                counts[(rank > other) - (rank < other) + 1] += held[0][mine] * held[1][theirs]
    return Outcomes(*counts)


def test_a_known_flop_has_pokerstove_s_counts():
    found = matchup("AKo", "TT", "2c3d5h")
    assert (found.win, found.tie, found.total) == (25_560, 2_016, 71_280)
    assert found == by_hand("AKo", "TT", "2c3d5h", "")


@pytest.mark.parametrize(
    ("first", "second", "board", "dead"),
    [
        ("AKo:1/3, QQ, JTs:0.27", "TT, AKs:0.9, J9s", "Jc 9d 2h", "Ts Qc"),
        ("AKo", "AKo", "2s3s4s", ""),
        ("random", "88:0.25, 72o", "8c8d2h5s", "3c3d"),
        ("random", "random", "AsKsQsJsTs", ""),
        ("22+", "random:0.5", "Td9d6hQc2s", "AcAd"),
        ("AA", "KK, AKs", "", "2c3c4c5c6c7c8c9cTcJc2d3d4d5d6d7d8d9dTdJd2h3h4h5h6h7h8h9hThJh2s3s"),
    ],
)
def test_known_cards_leave_the_counts_of_another_library(first, second, board, dead):
    expected = by_hand(first, second, board, dead)
    assert matchup(first, second, board, dead) == expected
    assert matchup(second, first, board, dead) == Outcomes(
        expected.lose, expected.tie, expected.win
    )


def test_every_board_is_ruled_out_by_dead_cards_or_may_follow():
    """Over both the counts are the table's: that of the whole enumeration."""
    dead = parse_cards("2c 7d")
    possible, ruled_out = runouts.families_extending((), dead), runouts.families_with(dead)
    assert runouts.count_boards(possible) == comb(50, 5)
    assert runouts.count_boards(ruled_out) == comb(52, 5) - comb(50, 5)
    sides = [parse_range(text).numerators for text in ("AhKh, 2c7d", "9s9c")]
    without = [
        [number * (combo != COMBO_INDEX["7d2c"]) for combo, number in enumerate(side)]
        for side in sides
    ]
    found = matchup("AhKh, 7d2c", "9s9c", dead="2c7d")
    assert found == Outcomes(*runouts.count_outcomes(*without, possible))
    assert found.total == comb(46, 5)


def test_weights_of_any_size_are_counted_exactly():
    board, small = "2c3d5h", matchup("AsKh", "TcTd", "2c3d5h")
    one, other = Fraction(3, 10**17 + 3), Fraction(10**9 + 7, 10**10)
    found = matchup(f"AsKh:{one}, QcQd", f"TcTd:{other}, 7c6c", board)
    pairs = {
        (mine, theirs): matchup(mine, theirs, board)
        for mine in ("AsKh", "QcQd")
        for theirs in ("TcTd", "7c6c")
    }
    weights = {"AsKh": 3, "QcQd": 10**17 + 3, "TcTd": 10**9 + 7, "7c6c": 10**10}
    assert pairs["AsKh", "TcTd"] == small
    for count in ("win", "tie", "lose"):
        expected = sum(
            weights[mine] * weights[theirs] * getattr(pair, count)
            for (mine, theirs), pair in pairs.items()
        )
        assert getattr(found, count) == expected


@pytest.mark.parametrize(
    ("first", "second", "board", "dead", "complaint"),
    [
        ("AA", "KK", "2c3d", "", "board: '2c3d' given, three to five cards needed"),
        ("AA", "KK", "2c3d5h7s8s9s", "", "board: '2c3d5h7s8s9s' given, three to five cards"),
        ("AA", "KK", "2c3d5x", "", "board: '5x' in '2c3d5x' is not a card"),
        ("AA", "KK", "2c3d5h", "2c", "dead: 2c given, which is on the board '2c3d5h'"),
        ("AA", "KK", "", "2c2c", "dead: 2c appears twice"),
        ("AA", "KK", "", "".join(CARD_NAMES[:44]), "dead: 44 cards given, at most 43 allowed"),
        ("AsAh", "KK", "As3d5h", "", "first: 'AsAh' given, a combo without cards of the board"),
        ("AA", "KsKh", "", "Kh", "second: 'KsKh' given, a combo without cards of the board"),
        ("AsKs", "AsQs", "2c3d5h", "", "second: 'AsQs' given, a combo that can be dealt"),
        ("AK", "ZZ", "", "", "second: cannot read 'ZZ'"),
        ("none of these", "KK", "", "", "first: cannot read 'none'"),
    ],
)
def test_impossible_known_cards_are_refused_by_name(first, second, board, dead, complaint):
    with pytest.raises(ValueError, match=re.escape(complaint)):
        matchup(first, second, board, dead)
