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

`count_wins_and_ties` is the engine of `pokerlab.enumeration`. It ranks all 1326 combos on many
boards (`combo_standings`), and counts on how many of them each combo beats each other one.
"""

from bisect import bisect_right
from itertools import accumulate
from math import comb

import numpy as np

from pokerlab._compiled import compiled, njit_helper, run_in_parallel, thread_count
from pokerlab._support.arguments import is_integer, read_items, refusal
from pokerlab._support.basics import ceil_divide
from pokerlab.cards import COMBOS, FIRST_COMBOS, HAND_OF_COMBO, N_CARDS

__all__ = [
    "BOARDS_PER_BATCH",
    "BOARDS_PER_BLOCK",
    "CATEGORIES",
    "N_HAND_RANKS",
    "N_STANDINGS",
    "category",
    "combo_standings",
    "count_ranks",
    "count_wins_and_ties",
    "rank_hands",
    "sort_by_standing",
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

BOARDS_PER_BLOCK = 255  #: The most boards in a block, as many as an 8-bit counter can count.
#: Boards between two steps of a progress bar: the standings of all combos take 22 megabytes.
BOARDS_PER_BATCH = 64 * BOARDS_PER_BLOCK
#: `combo_standings` gives 1 to 136 to combos, and 0 to those that cannot be held.
N_STANDINGS = 137

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
    """Return the highest straight in each mask of card ranks: 1 for the wheel to 10, or 0."""
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


def _without(masks: np.ndarray, card_rank: np.ndarray) -> np.ndarray:
    """Remove a card rank from each mask."""
    return masks & ~(1 << card_rank)


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
    n_high, n_low = high.sum(axis=0), low.sum(axis=0)
    row_starts, columns = np.zeros(5**7, np.uint16), np.zeros(5**6, np.uint16)
    ranks: list[np.ndarray] = []
    size = 0  # of the tables so far
    bits = 1 << np.arange(7, dtype=np.int16)[::-1]
    for t in range(8):
        rows_of_t, columns_of_t = np.flatnonzero(n_high == t), np.flatnonzero(n_low == 7 - t)
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
    """Return what a card adds to the key of a hand."""
    rank, suit = divmod(card, 4)
    digit: int = 5 ** (rank - 6) << _ROW_SHIFT if rank >= 6 else 5**rank << _COLUMN_SHIFT
    return digit + _ONE_OF_EACH_SUIT + (2 << 5 * suit)


_KEYS = np.array([_key(card) for card in range(N_CARDS)], np.uint64)
# A set of cards is a mask with 16 bits for each suit, one for each card rank.
_BITS = np.array([1 << 16 * (card % 4) + card // 4 for card in range(N_CARDS)], np.int64)


@njit_helper
def _rank(key: np.uint64, mask: int) -> int:
    """Rank a hand by its key and, if it has a flush, by the mask of its cards."""
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
    """Rank hands given one after the other; return how many precede the first invalid one."""
    for n in range(len(ranks)):
        key = np.uint64(0)
        mask = 0
        for k in range(7):
            card = hands[7 * n + k]
            if card >= N_CARDS or mask & _BITS[card]:
                return n
            key += _KEYS[card]
            mask |= _BITS[card]
        ranks[n] = _rank(key, mask)
    return len(ranks)


def rank_hands(hands: np.ndarray) -> np.ndarray:
    """Rank seven-card hands, many in one call.

    Parameters
    ----------
    hands : array_like of int, shape (n, 7)
        Each hand's cards, all different, numbered as in `pokerlab.cards`; else a ValueError.

    Returns
    -------
    ndarray of int16, shape (n,)
        The ranks: the higher one wins, equal ones split the pot. `category` names them.

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
    if hands.dtype != np.uint8:  # unsigned: a negative number is then too large for a card
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
        key_a, cards_a = _KEYS[a], _BITS[a]
        for b in range(a):
            key_b, cards_b = key_a + _KEYS[b], cards_a | _BITS[b]
            for c in range(b):
                key_c, cards_c = key_b + _KEYS[c], cards_b | _BITS[c]
                for d in range(c):
                    key_d, cards_d = key_c + _KEYS[d], cards_c | _BITS[d]
                    for e in range(d):
                        key_e, cards_e = key_d + _KEYS[e], cards_d | _BITS[e]
                        for f in range(e):
                            key_f, cards_f = key_e + _KEYS[f], cards_e | _BITS[f]
                            for g in range(f):
                                counts[_rank(key_f + _KEYS[g], cards_f | _BITS[g])] += 1
    return counts


_COMBO_KEYS, _COMBO_BITS = _KEYS[COMBOS].sum(axis=1), _BITS[COMBOS].sum(axis=1)


@njit_helper
def _fill_board(
    board: np.ndarray,
    keys: np.ndarray,
    bits: np.ndarray,
    standings: np.ndarray,
    ranks: np.ndarray,
    standing_of_rank: np.ndarray,
) -> None:
    """Fill in the standings on one board of combos that are given by their keys and masks.

    What is in the last two arrays, before and after, is of no use to the caller.
    """
    board_key, board_bits = np.uint64(0), 0
    for card in range(N_CARDS):
        if board[card & 3] >> (card >> 2) & 1:
            board_key += _KEYS[card]
            board_bits |= _BITS[card]

    # By rank, first whether any combo has it, then which standing it is: at most 136.
    standing_of_rank[:] = 0
    for combo in range(len(keys)):
        rank_of_combo = np.uint16(N_HAND_RANKS)  # of combos that share a card with the board
        if not board_bits & bits[combo]:
            rank_of_combo = np.uint16(_rank(board_key + keys[combo], board_bits | bits[combo]))
        ranks[combo] = rank_of_combo
        standing_of_rank[rank_of_combo] = 1
    standing = 0
    for eight, any_held in enumerate(standing_of_rank.view(np.uint64)):
        if any_held:  # most ranks are not, and are passed over by eights
            for rank in range(8 * eight, 8 * eight + 8):
                standing += standing_of_rank[rank]
                standing_of_rank[rank] = standing
    standing_of_rank[N_HAND_RANKS] = 0
    for combo in range(len(keys)):
        standings[combo] = standing_of_rank[ranks[combo]]


@compiled
def _fill_boards(
    boards: np.ndarray,
    keys: np.ndarray,
    bits: np.ndarray,
    standings: np.ndarray,
    start: int,
    stop: int,
) -> None:
    """Fill in the standings of combos on the boards from `start` to `stop`."""
    ranks = np.empty(len(keys), np.uint16)
    standing_of_rank = np.empty(8 * (N_HAND_RANKS // 8 + 1), np.uint8)
    for n in range(start, stop):
        row = standings[n // BOARDS_PER_BLOCK, n % BOARDS_PER_BLOCK]
        _fill_board(boards[n], keys, bits, row, ranks, standing_of_rank)


def combo_standings(boards: np.ndarray, combos: np.ndarray | None = None) -> np.ndarray:
    """Return the standing of combos on each of many boards, in blocks of `BOARDS_PER_BLOCK` boards.

    On one board standings compare as ranks do, and are small: 1 for the worst hands there, 2 for
    the next, up to at most 136 (91 ways to add two card ranks to the board's, and 45 ways to make a
    flush). A combo that shares a card with the board has 0.

    Parameters
    ----------
    boards : array_like of int, shape (n, 4)
        The boards, of five cards. Each is four masks: the card ranks that it has in each suit.
    combos : ndarray of int, shape (c,), optional
        Which combos, and in which order; by default all 1326.

    Returns
    -------
    ndarray of uint8, shape (ceil(n / BOARDS_PER_BLOCK), BOARDS_PER_BLOCK + 1, c)
        The standing of each combo on board n, at ``[n // BOARDS_PER_BLOCK, n % BOARDS_PER_BLOCK]``.
        Rows without a board, of which each block has at least one, are 0.
    """
    boards = read_items("boards", boards).astype(np.int64, copy=False)
    if (np.bitwise_count(boards).sum(axis=1) != 5).any():
        raise ValueError("boards: masks of five cards in all needed")
    chosen = slice(None) if combos is None else combos
    keys, bits = _COMBO_KEYS[chosen], _COMBO_BITS[chosen]
    blocks = ceil_divide(len(boards), BOARDS_PER_BLOCK)
    standings = np.zeros((blocks, BOARDS_PER_BLOCK + 1, len(keys)), np.uint8)
    # Its work is counted in words of eight bytes. A flop has too few boards to share;
    # `flops.sum_limps` shares the flops instead.
    size = standings.size // 8
    run_in_parallel(_fill_boards, size, len(boards), boards, keys, bits, standings)
    return standings


@njit_helper
def sort_by_standing(standings: np.ndarray, order: np.ndarray, starts: np.ndarray) -> None:
    """Put the combos that a board leaves in order of their standings, the lowest first.

    It is a counting sort, for compiled loops.

    Parameters
    ----------
    standings : ndarray of int, shape (c,)
        The standing of each combo on a board; 0 if it shares a card with that.
    order : ndarray of int64, shape (c,) or as many as the board leaves
        Here the combos' indices are put. Beyond those that the board leaves nothing is changed.
    starts : ndarray of int64, shape (`N_STANDINGS` + 1,)
        Here it is put where in `order` each standing begins, and, as the last entry, how many
        combos the board leaves.
    """
    starts[:] = 0
    for standing in standings:
        starts[standing + 1] += 1
    starts[1] = 0  # those that share a card with the board
    for standing in range(1, N_STANDINGS):
        starts[standing + 1] += starts[standing]
    for combo, standing in enumerate(standings):
        if standing:
            order[starts[standing]] = combo
            starts[standing] += 1
    # Now each entry is where its standing ends, and the next one begins.
    for standing in range(N_STANDINGS, 0, -1):
        starts[standing] = starts[standing - 1]
    starts[0] = starts[1] = 0


@compiled
def _count_pairs(
    standings: np.ndarray,
    others: np.ndarray,
    counts: np.ndarray,
    slices: int,
    start: int,
    stop: int,
) -> None:
    """Compare combos with all others, for some of the interleaved slices of rows.

    The lower a row, the fewer columns it has, so slices of neighbours would not be equal shares.
    """
    for first_row in range(start, stop):
        for block in range(len(standings)):
            for row in range(first_row, len(COMBOS), slices):
                row_standings = standings[block, row]
                for column in range(FIRST_COMBOS[HAND_OF_COMBO[row]], len(COMBOS)):
                    column_standings = others[block, column]
                    # The casts keep the counters at 8 bits. With them and a known length the loop
                    # is a few vector instructions.
                    wins, ties = np.uint8(0), np.uint8(0)
                    for n in range(BOARDS_PER_BLOCK + 1):
                        wins = np.uint8(wins + (column_standings[n] < row_standings[n]))
                        ties = np.uint8(ties + (column_standings[n] == row_standings[n]))
                    counts[0, row, column] += wins
                    counts[1, row, column] += ties


def count_wins_and_ties(boards: np.ndarray) -> np.ndarray:
    """Count on how many boards each combo beats, and ties with, each other one.

    Only pairs whose second combo has the same hand as the first, or a later one, are counted: the
    others are the same match-ups the other way round.

    Parameters
    ----------
    boards : array_like of int, shape (n, 4)
        As for `combo_standings`.

    Returns
    -------
    ndarray of int32, shape (2, 1326, 1326)
        Wins and ties, row against column.
    """
    counts = np.zeros((2, len(COMBOS), len(COMBOS)), np.int32)
    # A pair of combos is compared on many boards at once, which are neighbours in memory here.
    # Signed bytes are compared faster. To flip the highest bit is to subtract 128.
    by_combo = combo_standings(boards).transpose(0, 2, 1)
    standings = np.ascontiguousarray(by_combo ^ 128).view(np.int8)
    # Where there is no hand, a row has the lowest number and a column the highest, so that neither
    # a win nor a tie is counted.
    lowest, highest = np.int8(-128), np.int8(127)
    others = np.where(standings == lowest, highest, standings)
    slices = thread_count()
    run_in_parallel(_count_pairs, standings.size, slices, standings, others, counts, slices)
    return counts
