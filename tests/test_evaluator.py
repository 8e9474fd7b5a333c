from itertools import pairwise
from math import comb

import numpy as np
import pytest
from phevaluator import evaluate_cards

from pokerlab.cards import parse_cards
from pokerlab.evaluator import (
    _FIRST_RANKS,
    CATEGORIES,
    N_HAND_RANKS,
    category,
    count_ranks,
    rank_hands,
)
from pokerlab.holdem.standings import combo_standings
from tests.tables import refused

KNOWN_COUNTS = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644]
KNOWN_COUNTS += [3_473_184, 224_848, 41_584]


def random_hands(count, seed):
    """Deal seven-card hands."""
    generator = np.random.default_rng(seed)
    return generator.permuted(np.tile(np.arange(52), (count, 1)), axis=1)[:, :7]


def test_all_seven_card_hands_fall_into_the_categories_as_combinatorics_says():
    """Into 4,824 ranks in all."""
    counts = count_ranks()
    assert counts.sum() == comb(52, 7)
    assert [counts[first:last].sum() for first, last in pairwise(_FIRST_RANKS)] == KNOWN_COUNTS
    assert np.count_nonzero(counts) == 4824


CLOSE = """
    6s5d4h3c2sKdKh As5d4h3c2sKdKh AsAdKhKcQs7d7h AsAdKhKcJs7d7h AsKsQs8s2s3d4d AsKsQs7s6s3d4d
    KsKdKhAcAs2d3h KsKdKhQcQs2d3h 2s2d2h2cAs3d4h 2s2d2h2cKsKdKh AsAdKhKcQsQd2h AsAdKhKcQs3d2h
    AsKdQhJcTs3d2h AsKdQhJcTs9dAh 9s8s7s6s5sAhAd 9s8s7s6s5s2h3d 5s4s3s2sAsAdAh 6s5s4s3s2sAdAh
"""
"""Pairs of hands of one category: what decides between them, if anything does, are few cards."""


def test_hands_rank_as_phevaluator_ranks_them():
    hands = np.vstack([random_hands(20_000, seed=1), [*map(parse_cards, CLOSE.split())]])
    ours = rank_hands(hands).astype(int)
    theirs = np.array([evaluate_cards(*hand) for hand in hands.tolist()])
    _, our_places = np.unique(ours, return_inverse=True)
    _, their_places = np.unique(-theirs, return_inverse=True)
    assert (our_places == their_places).all()


def test_one_hand_of_each_category_in_order():
    hands = """
        AsKd9h8c6s4d2h AsAd9h8c6s4d2h AsAd9h9c6s6dKh AsAdAh8c6s4d2h AsKd5h4c3s2d2h
        AsKs9s8s2s2d2h AsAdAh8c8s4d4h AsAdAhAc8s8d8h 5s4s3s2sAsAdAh
    """
    ranks = rank_hands([parse_cards(hand) for hand in hands.split()]).tolist()
    assert ranks == sorted(ranks)
    assert [category(rank) for rank in ranks] == list(CATEGORIES)


@pytest.mark.parametrize("kind", ["u1", "i1", ">i2", "u8"])
def test_integers_of_all_kinds_are_cards(kind):
    hands = random_hands(1000, seed=2)
    assert (rank_hands(hands.astype(kind)[::-1]) == rank_hands(hands)[::-1]).all()
    assert rank_hands(hands[:0].astype(kind)).shape == (0,)


NO_RANKS = -1, N_HAND_RANKS, 0.5, float("nan")
test_what_is_no_hand_no_rank_or_no_board_is_refused = refused(
    *((category, rank, f"rank: {rank} given, an integer from 0 to") for rank in NO_RANKS),
    (combo_standings, [[31, 0, 0, 0], [31, 1, 0, 0]], "boards: masks of five cards in all needed"),
    (rank_hands, np.arange(7), r"shape \(7,\)"),
    (rank_hands, np.zeros((2, 5), int), r"shape \(2, 5\)"),
    (rank_hands, np.zeros((1, 7)), "float64"),
    (rank_hands, [[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 0]], "given in row 1, seven different"),
    *((rank_hands, [[0, 1, 2, 3, 4, 5, card]], "from 0 to 51") for card in (52, -1, 64, 256 + 6)),
    (rank_hands, np.uint64([[0, 1, 2, 3, 4, 5, 2**63 + 6]]), "from 0 to 51"),
    (
        rank_hands,
        np.uint8([[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 255]]),
        r"255\] given in row 1",
    ),
    (rank_hands, np.uint8([[0, 1, 2, 3, 4, 5, 64 + 6]]), "from 0 to 51"),
)
