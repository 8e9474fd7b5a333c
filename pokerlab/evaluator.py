"""Exact ranking of seven-card hands.

A hand's rank is an integer: the higher one wins, equal ones split the pot. The ranks of a category
follow those of the category below it. Within a category the cards that decide are the digits of a
mixed-radix number, the most important first: for two pair, which 2 of 13 ranks are paired, then
which is the kicker. Some numbers stay unused (a pair's rank cannot also be its kicker). That does
no harm, because only the order counts and all ranks fit in 16 bits.

A card has a number, and the sum of a hand's numbers, its key, leads to the rank, as in OMPEval
(https://github.com/zekyll/OMPEval, commit 4aec210). A key shows whether there is a flush. If not,
only card ranks matter: how often a hand has each of them is a digit to the base five, seven digits
for the higher card ranks and six for the lower ones. A hand with t of its cards among the higher
ones has 7 - t among the lower ones, so a table with a row for each way to hold the former and a
column for each way to hold the latter has no gaps. These eight tables, from t = 0 to 7, follow each
other in one array of 49,205 ranks. The seven digits tell where a row begins in it, the six which
column it is, by one look-up each.

:mod:`pokerlab.holdem.standings` ranks all combos on a board.
"""

from bisect import bisect_right
from itertools import accumulate
from math import comb

import numpy as np

from pokerlab._compiled import compiled, njit_helper
from pokerlab._support.arguments import is_integer, read_items, refusal
from pokerlab.cards import N_CARDS

__all__ = [
    "CARD_BITS",
    "CARD_KEYS",
    "CATEGORIES",
    "N_HAND_RANKS",
    "category",
    "count_ranks",
    "rank_by_key",
    "rank_hands",
]

#: The nine categories, worst first.
CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
_CATEGORY_SIZES = (
    comb(13, 5),  # high card: five card ranks
    13 * comb(13, 3),  # pair: its rank, then three kickers
    comb(13, 2) * 13,  # two pair: their ranks, then a kicker
    13 * comb(13, 2),  # three of a kind: their rank, then two kickers
    10,  # straight: its highest card, five to ace
    comb(13, 5),  # flush: five card ranks
    13 * 13,  # full house: three of a rank, then two of another
    13 * 13,  # four of a kind: their rank, then a kicker
    10,  # straight flush: its highest card
)

# The first rank of each category and, at the end, the number of ranks, used or not.
_FIRST_RANKS = tuple(accumulate(_CATEGORY_SIZES, initial=0))
#: Ranks of hands are from 0 to one less than this; seven cards take 4,824 of them.
N_HAND_RANKS = _FIRST_RANKS[-1]

_FIRST_RANK_OF = dict(zip(CATEGORIES, _FIRST_RANKS[:-1], strict=True))

_MASKS = np.arange(1 << 13, dtype=np.int16)  # all sets of card ranks


def _highest(count: int) -> np.ndarray:
    """Number, for each mask of card ranks, its `count` highest ones among all sets of that size.

    Sets are ordered by their highest card rank, then the next, and so on, as their masks are.
    """
    highest = _MASKS.copy()
    too_many = np.bitwise_count(highest) > count
    while too_many.any():
        highest[too_many] &= highest[too_many] - 1  # removes the lowest
        too_many = np.bitwise_count(highest) > count
    sets = _MASKS[np.bitwise_count(_MASKS) == count]
    return np.searchsorted(sets, highest).astype(np.int16)


_HIGHEST_1, _HIGHEST_2, _HIGHEST_3, _HIGHEST_5 = (_highest(count) for count in (1, 2, 3, 5))


def _highest_straights() -> np.ndarray:
    """Find the highest straight in each mask of card ranks: 1 for the wheel to 10, 0 for none."""
    with_low_ace = (_MASKS << 1) | (_MASKS >> 12)  # the ace is below the deuce, too
    straights = np.zeros_like(_MASKS)
    for lowest in range(10):
        has_five_in_a_row = (with_low_ace >> lowest) & 0b11111 == 0b11111
        straights[has_five_in_a_row] = lowest + 1
    return straights


_STRAIGHTS = _highest_straights()

# The rank of a straight or a high card, by the mask of a hand's card ranks.
_UNPAIRED = np.where(_STRAIGHTS, _FIRST_RANK_OF["straight"] - 1 + _STRAIGHTS, _HIGHEST_5)
# The rank of a flush or a straight flush, by the mask of one suit; 0 if it has fewer than 5 cards.
_SUITED = np.where(
    _STRAIGHTS,
    _FIRST_RANK_OF["straight flush"] - 1 + _STRAIGHTS,
    _FIRST_RANK_OF["flush"] + _HIGHEST_5,
)
_SUITED = np.where(np.bitwise_count(_MASKS) < 5, 0, _SUITED).astype(np.uint16)


def _without(masks: np.ndarray, card_ranks: np.ndarray) -> np.ndarray:
    """Remove one card rank from each mask."""
    return masks & ~(1 << card_ranks)


def _rank_by_counts(counts: np.ndarray) -> np.ndarray:
    """Rank hands without a flush, by masks of the card ranks held at least 1, 2, 3 and 4 times."""
    once, twice, thrice, four_times = counts
    high_pair, trips, quads = _HIGHEST_1[counts[1:]]
    without_pair = _without(once, high_pair)
    lower_pairs = _without(twice, high_pair)
    without_two_pair = _without(without_pair, _HIGHEST_1[lower_pairs])
    pairs_beside_trips = _without(twice, trips)
    cases = [
        (
            four_times > 0,
            _FIRST_RANK_OF["four of a kind"] + 13 * quads + _HIGHEST_1[_without(once, quads)],
        ),
        (
            (thrice > 0) & (pairs_beside_trips > 0),
            _FIRST_RANK_OF["full house"] + 13 * trips + _HIGHEST_1[pairs_beside_trips],
        ),
        ((_STRAIGHTS[once] > 0) | (twice == 0), _UNPAIRED[once]),
        (
            thrice > 0,
            _FIRST_RANK_OF["three of a kind"]
            + comb(13, 2) * trips
            + _HIGHEST_2[_without(once, trips)],
        ),
        (
            lower_pairs > 0,
            _FIRST_RANK_OF["two pair"] + 13 * _HIGHEST_2[twice] + _HIGHEST_1[without_two_pair],
        ),
    ]
    pair = _FIRST_RANK_OF["pair"] + comb(13, 3) * high_pair + _HIGHEST_3[without_pair]
    return np.select([case for case, _ in cases], [rank for _, rank in cases], pair)


def _tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Make the tables for hands without a flush.

    Returns
    -------
    ranks : ndarray of uint16, shape (49205,)
        The tables for t = 0 to 7 cards among the seven higher card ranks, row after row.
    row_starts : ndarray of uint16, shape (5**7,)
        Where a row begins in `ranks`, by how often each of the higher card ranks is held.
    columns : ndarray of uint16, shape (5**6,)
        The column, by how often each of the lower card ranks is held.
    """
    # How often each card rank is held, the highest first, in the order of the numbers that these
    # are digits of.
    high, low = (np.indices((5,) * n, np.int8).reshape(n, -1) for n in (7, 6))
    high_counts, low_counts = high.sum(axis=0), low.sum(axis=0)
    row_starts, columns = np.zeros(5**7, np.uint16), np.zeros(5**6, np.uint16)
    ranks: list[np.ndarray] = []
    size = 0  # of the tables so far
    bits = 1 << np.arange(7, dtype=np.int16)[::-1]
    for t in range(8):
        rows_of_t = np.flatnonzero(high_counts == t)
        columns_of_t = np.flatnonzero(low_counts == 7 - t)
        row_starts[rows_of_t] = size + len(columns_of_t) * np.arange(len(rows_of_t))
        columns[columns_of_t] = np.arange(len(columns_of_t))
        size += len(rows_of_t) * len(columns_of_t)
        masks = []
        for count in (1, 2, 3, 4):
            high_masks = bits @ (high[:, rows_of_t] >= count)
            low_masks = bits[1:] @ (low[:, columns_of_t] >= count)
            masks.append((high_masks[:, None] << 6) | low_masks)
        ranks.append(_rank_by_counts(np.array(masks)).ravel())
    return np.concatenate(ranks).astype(np.uint16), row_starts, columns


_RANKS, _ROW_STARTS, _COLUMNS = _tables()

# A key has, from the lowest bit on, 5 bits for each suit, then 16 for the six digits of the lower
# card ranks, then the seven digits of the higher ones. A card adds 3 to its suit and 1 to the other
# suits, so of seven cards five of a suit set its highest bit.
_COLUMN_SHIFT = 4 * 5
_ROW_SHIFT = _COLUMN_SHIFT + 16
_COLUMN_MASK = (1 << 16) - 1
_FLUSHES = 0b10000_10000_10000_10000  # the highest bit of each suit
_ONE_OF_EACH_SUIT = 0b00001_00001_00001_00001


def _key(card: int) -> int:
    """Number a card, so that the sum of a hand's numbers is its key."""
    rank, suit = divmod(card, 4)
    exponent, shift = (rank - 6, _ROW_SHIFT) if rank >= 6 else (rank, _COLUMN_SHIFT)
    digit: int = 5**exponent << shift
    return digit + _ONE_OF_EACH_SUIT + (2 << 5 * suit)


#: The part of a hand's key that each card adds, shape (52,).
CARD_KEYS = np.array([_key(card) for card in range(N_CARDS)], np.uint64)
#: The bit of each card in the mask of a set of cards, which has 16 bits for each suit, one for each
#: card rank; shape (52,).
CARD_BITS = np.array([1 << 16 * (card % 4) + card // 4 for card in range(N_CARDS)], np.int64)


@njit_helper
def rank_by_key(key: np.uint64, mask: int) -> int:
    """Rank seven cards, for compiled loops: by their key or, if they have a flush, by their mask.

    The key is the sum of their `CARD_KEYS`, and the mask that of their `CARD_BITS`.
    """
    if not key & _FLUSHES:
        row_start = _ROW_STARTS[key >> _ROW_SHIFT]
        column = _COLUMNS[(key >> _COLUMN_SHIFT) & _COLUMN_MASK]
        return _RANKS[row_start + column]
    flush: int = 0
    for suit in range(4):
        flush += int(_SUITED[(mask >> 16 * suit) & 0x1FFF])
    return flush


@compiled
def _rank_hands(hands: np.ndarray, ranks: np.ndarray) -> int:
    """Rank hands given one after the other, and return the number of them before an invalid one."""
    for n in range(len(ranks)):
        key = np.uint64(0)
        mask = 0
        for k in range(7):
            card = hands[7 * n + k]
            if card >= N_CARDS or mask & CARD_BITS[card]:
                return n
            key += CARD_KEYS[card]
            mask |= CARD_BITS[card]
        ranks[n] = rank_by_key(key, mask)
    return len(ranks)


def rank_hands(hands: np.ndarray) -> np.ndarray:
    """Rank seven-card hands, many in one call.

    Parameters
    ----------
    hands : array_like of int, shape (n, 7)
        Each hand's cards, all different, numbered as in `pokerlab.cards`.

    Returns
    -------
    ndarray of int16, shape (n,)
        The ranks: the higher one wins, equal ones split the pot. `category` names them.

    Raises
    ------
    ValueError
        If the hands are not rows of seven different cards.

    Examples
    --------
    >>> from pokerlab.cards import parse_cards
    >>> royal, wheel = rank_hands([parse_cards("AsKsQsJsTs2c2d"), parse_cards("As2c3d4h5sKsKd")])
    >>> category(royal), category(wheel)
    ('straight flush', 'straight')
    """
    hands = read_items("hands", hands)
    if hands.ndim != 2 or hands.shape[1] != 7 or hands.dtype.kind not in "iu":
        given = f"{hands.dtype} of shape {hands.shape}"
        raise refusal("hands", given, "integers of shape (n, 7)")
    if hands.dtype != np.uint8:
        # As unsigned integers negative numbers are huge, so that one comparison refuses both.
        hands = hands.astype(np.int64, copy=False).view(np.uint64)
    ranks = np.empty(len(hands), np.int16)
    row = _rank_hands(hands.ravel(), ranks)
    if row < len(hands):
        given = f"{hands[row].astype(int).tolist()} given in row {row}"
        raise ValueError(f"hands: {given}, seven different cards from 0 to 51 needed")
    return ranks


def category(rank: int) -> str:
    """Name the category of a rank, one of `CATEGORIES`; a ValueError if there is no such rank."""
    if not is_integer(rank) or not 0 <= rank < N_HAND_RANKS:
        raise refusal("rank", rank, f"an integer from 0 to {N_HAND_RANKS - 1}")
    return CATEGORIES[bisect_right(_FIRST_RANKS, rank) - 1]


@compiled
def count_ranks() -> np.ndarray:
    """Count by rank all C(52, 7) = 133,784,560 seven-card hands, ranking every one of them.

    Returns
    -------
    ndarray of int64, shape (N_HAND_RANKS,)
        How many hands have each rank; 0 where no hand has it.
    """
    counts = np.zeros(N_HAND_RANKS, np.int64)
    for a in range(N_CARDS):
        key_a, cards_a = CARD_KEYS[a], CARD_BITS[a]
        for b in range(a):
            key_b, cards_b = key_a + CARD_KEYS[b], cards_a | CARD_BITS[b]
            for c in range(b):
                key_c, cards_c = key_b + CARD_KEYS[c], cards_b | CARD_BITS[c]
                for d in range(c):
                    key_d, cards_d = key_c + CARD_KEYS[d], cards_c | CARD_BITS[d]
                    for e in range(d):
                        key_e, cards_e = key_d + CARD_KEYS[e], cards_d | CARD_BITS[e]
                        for f in range(e):
                            key_f, cards_f = key_e + CARD_KEYS[f], cards_e | CARD_BITS[f]
                            for g in range(f):
                                rank = rank_by_key(key_f + CARD_KEYS[g], cards_f | CARD_BITS[g])
                                counts[rank] += 1
    return counts
