import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab import enumeration, equities
from pokerlab.cards import (
    CARD_NAMES,
    COMBO_COUNTS,
    COMBO_INDEX,
    COMBO_NAMES,
    COMBOS,
    HAND_INDEX,
    HAND_OF_COMBO,
    parse_cards,
    parse_range,
)
from pokerlab.equities import (
    BOARDS,
    Equity,
    combo_counts,
    hand_counts,
    hand_vs_random,
    matchup,
)
from pokerlab.evaluator import rank_hands

DISJOINT = ~(COMBOS[:, None, :, None] == COMBOS[:, None, :]).any(axis=(2, 3))


def all_boards(*combos):
    """List all boards that these combos leave, the combos' cards put before each."""
    dead = [card for combo in combos for card in combo]
    deck = [card for card in range(52) if card not in dead]
    boards = np.array(list(combinations(deck, 5)))
    return [np.hstack([np.tile(combo, (len(boards), 1)), boards]) for combo in combos]


def test_each_pair_of_disjoint_combos_meets_every_board_once():
    win, tie = combo_counts()
    assert comb(48, 5) == BOARDS
    assert (win + win.T + tie == np.where(DISJOINT, BOARDS, 0)).all()
    assert (tie == tie.T).all()
    assert min(win.min(), tie.min()) == 0


def test_hands_sum_over_their_disjoint_combos():
    win, tie, lose = hand_counts()
    pairs = np.array([np.bincount(HAND_OF_COMBO, row) for row in DISJOINT])
    pairs = np.array([np.bincount(HAND_OF_COMBO, column) for column in pairs.T]).T
    assert (win + tie + lose == pairs * BOARDS).all()
    assert (lose == win.T).all()
    assert (tie == tie.T).all()


def test_134459_boards_stand_for_all():
    boards, images = enumeration.canonical_boards()
    assert boards.shape == (134_459, 4)
    assert images.sum() == comb(52, 5)
    assert len({tuple(sorted(board)) for board in boards.tolist()}) == len(boards)
    assert (np.bitwise_count(boards).sum(axis=1) == 5).all()


def test_47008_match_ups_stand_for_all():
    """As counted at http://jazbo.com/poker/huholdem.html."""
    first, second = equities.canonical_pairs()
    assert len(first) == 47_008
    assert DISJOINT[first, second].all()


def test_renaming_suits_changes_no_counts():
    generator = np.random.default_rng(0)
    win, tie = combo_counts()
    for _ in range(5):
        renamed = COMBOS // 4 * 4 + generator.permutation(4)[COMBOS % 4]
        image = [COMBO_INDEX[CARD_NAMES[a] + CARD_NAMES[b]] for a, b in renamed]
        assert (win[np.ix_(image, image)] == win).all()
        assert (tie[np.ix_(image, image)] == tie).all()


@pytest.mark.parametrize(
    ("hand", "equity"),
    [
        ("AA", 0.8520371),
        ("KK", 0.8239568),
        ("QQ", 0.7992516),
        ("JJ", 0.7746947),
        ("TT", 0.7501178),
        ("99", 0.7205725),
        ("AKs", 0.6704463),
        ("77", 0.6623602),
        ("A7o", 0.5884120),
        ("K8s", 0.5831235),
        ("A6o", 0.5768245),
        ("J9o", 0.5325120),
        ("J7s", 0.5232478),
        ("T5s", 0.4721626),
        ("97o", 0.4629781),
        ("85o", 0.4142753),
        ("75o", 0.4051197),
        ("93o", 0.4001951),
    ],
)
def test_hands_against_a_random_hand_do_as_published(hand, equity):
    """From the table at http://jazbo.com/poker/huholdem.html."""
    assert float(matchup(hand, "random").equity) == pytest.approx(equity, abs=5.1e-8)


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
    assert matchup(first, second) == Equity(win, tie, lose)
    assert matchup(second, first) == Equity(lose, tie, win)


@pytest.mark.parametrize(
    ("first", "second"), [("8s7h", "AhKs"), ("JhTh", "2c2d"), ("AcKd", "AhKc"), ("9s8s", "Ts7s")]
)
def test_ranking_every_board_one_by_one_gives_the_same_counts(first, second):
    ours, theirs = map(rank_hands, all_boards(parse_cards(first), parse_cards(second)))
    counted = Equity(
        *(int(np.count_nonzero(x)) for x in (ours > theirs, ours == theirs, ours < theirs))
    )
    assert counted == matchup(first, second)


def test_phevaluator_agrees_on_random_boards_within_sampling_error():
    evaluate_cards = pytest.importorskip("phevaluator").evaluate_cards
    generator = np.random.default_rng(5)
    hands = all_boards(parse_cards("QsJs"), parse_cards("7h7d"))
    sample = generator.integers(BOARDS, size=20_000)
    ours, theirs = (
        np.array([evaluate_cards(*cards) for cards in hand[sample].tolist()]) for hand in hands
    )
    share = np.mean((ours < theirs) + (ours == theirs) / 2)
    assert float(matchup("QsJs", "7h7d").equity) == pytest.approx(share, abs=4 * 0.5 / 20_000**0.5)


def test_enumeration_from_nothing_makes_the_shipped_table_anew(tmp_path, monkeypatch):
    shipped, path = equities.TABLE.read_bytes(), tmp_path / "equities.npy"
    monkeypatch.setattr(equities, "TABLE", path)
    assert enumeration.rebuild() == equities.SHA256 == equities.verify()
    assert path.read_bytes() == shipped
    assert list(tmp_path.iterdir()) == [path]


def test_a_match_up_of_ranges_weighs_each_pair_of_combos():
    win, tie = combo_counts()
    first, second = parse_range("QQ+:1/3, AK, AcKd:0.25"), parse_range("random:0.1, 72o:0.9")
    weights = np.multiply.outer(np.array(first.numerators), np.array(second.numerators))
    expected = [int((weights * counts.astype(np.int64)).sum()) for counts in (win, tie, win.T)]
    assert matchup(first, second) == Equity(*expected)
    assert matchup(first, second).total == int((weights * DISJOINT).sum()) * BOARDS


def test_counts_stay_exact_beyond_64_bits():
    weights = [10**15 - 1 - combo for combo in range(1326)]
    text = " ".join(f"{combo}:0.{w}" for combo, w in zip(COMBO_NAMES, weights, strict=True))
    result = matchup(text, text)
    partners = DISJOINT.astype(object) @ np.array(weights, object)
    assert result.total == BOARDS * sum(w * p for w, p in zip(weights, partners, strict=True))
    assert result.total > 2**100
    assert result.equity == Fraction(1, 2)


@settings(deadline=None)
@given(st.sampled_from(COMBO_NAMES), st.sampled_from(COMBO_NAMES))
def test_combos_meet_or_share_a_card(first, second):
    if set(parse_cards(first)) & set(parse_cards(second)):
        with pytest.raises(ValueError, match=f"'{first}' and '{second}' always share a card"):
            matchup(first, second)
    else:
        win, tie = combo_counts()
        row, column = COMBO_INDEX[first], COMBO_INDEX[second]
        expected = Equity(int(win[row, column]), int(tie[row, column]), int(win[column, row]))
        assert matchup(first, second) == expected


def test_a_common_factor_in_the_weights_changes_no_equity():
    assert matchup("22+:0.3", "A2s+:0.7").equity == matchup("22+", "A2s+").equity


def test_a_match_up_of_hands_is_in_the_table_of_hands():
    row, column = HAND_INDEX["AKs"], HAND_INDEX["QQ"]
    assert matchup("AKs", "QQ") == Equity(*(int(counts[row, column]) for counts in hand_counts()))


def test_a_random_hand_is_even_against_another():
    assert matchup("random", "random").equity == Fraction(1, 2)


def test_every_hand_meets_1225_combos():
    win, tie, lose = hand_vs_random()
    assert (win + tie + lose == COMBO_COUNTS * 1225 * BOARDS).all()
    assert Equity(*(int(counts[0]) for counts in (win, tie, lose))) == matchup("AA", "random")


def test_tables_that_callers_share_cannot_be_changed():
    for counts in (*combo_counts(), *hand_counts()):
        with pytest.raises(ValueError, match="read-only"):
            counts[0, 0] = 1


def test_looking_up_does_not_load_numba():
    script = (
        "import sys, pokerlab.equities as e; e.matchup('AA', 'KK'); print('numba' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert result.stdout == "False\n"


@pytest.fixture
def table(tmp_path, monkeypatch):
    """Put a copy of the shipped table where tests may damage it."""
    path = tmp_path / "equities.npy"
    path.write_bytes(equities.TABLE.read_bytes())
    monkeypatch.setattr(equities, "TABLE", path)
    return path


@pytest.fixture
def counted(monkeypatch):
    """Spare tests of `rebuild` the enumeration."""
    shipped = np.load(equities.TABLE)
    monkeypatch.setattr(enumeration, "enumerate_counts", lambda: shipped)


def refusal():
    """Return what loading the table complains of."""
    with pytest.raises(OSError) as caught:
        combo_counts.__wrapped__()
    with pytest.raises(OSError):
        equities.verify()
    message = str(caught.value)
    assert "pokerlab equities --rebuild" in message
    assert "\n" not in message
    return message


def test_a_missing_table_is_reported_with_its_remedy(table):
    table.unlink()
    assert f"{table} cannot be read: No such file or directory" in refusal()


def test_one_wrong_bit_is_reported_with_its_remedy(table):
    content = bytearray(table.read_bytes())
    content[200_000] ^= 1
    table.write_bytes(content)
    assert f"{table} is damaged" in refusal()


def test_the_table_s_folder_holds_no_checksum_to_believe():
    """A checksum beside the table could be damaged, too, and blame the table."""
    files = {path.name for path in equities.TABLE.parent.iterdir()}
    assert files == {equities.TABLE.name, "deal.json"}


def test_rebuilding_repairs_a_damaged_table(counted, table):
    whole = table.read_bytes()
    table.write_bytes(b"damaged")
    assert enumeration.rebuild() == equities.SHA256
    assert table.read_bytes() == whole


def test_an_intact_table_is_left_alone(counted, table):
    before = table.stat()
    assert enumeration.rebuild() == equities.SHA256
    assert table.stat() == before


@pytest.mark.parametrize("side", [["AA"], ("AA", "KK"), None, 0])
def test_a_holding_is_text_or_a_range(side):
    for pair in ((side, "KK"), ("KK", side)):
        with pytest.raises(ValueError, match=r"range: .* given, text needed"):
            equities.matchup(*pair)
