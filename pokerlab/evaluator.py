"""Exact ranking of seven-card hands.

A hand's rank is an integer: the higher one wins, equal ones split the pot. The ranks of a category
follow those of the category below it. Within a category the cards that decide are the digits of a
mixed-radix number, the most important first: for two pair, which 2 of 13 ranks are paired, then
which is the kicker. Some numbers stay unused (a pair's rank cannot also be its kicker). That does
no harm, because only the order counts and all ranks fit in 16 bits.

A card has a number, and the sum of a hand's numbers, its key, leads to the rank, as in OMPEval
(https://github.com/zekyll/OMPEval, commit 4aec210). A key shows whether there is a flush. If not,
only ranks matter: how often a hand has each of them is a digit to the base five, seven digits for
the higher ranks and six for the lower ones. A hand with t of its cards among the higher ranks has
7 - t among the lower ones, so a table with a row for each way to hold the former and a column for
each way to hold the latter has no gaps. These tables, from t = 0 to 7, hold 49,205 ranks in all.
Seven digits tell where a row begins, six the place in it, by one look-up each.

`count_showdowns` is the engine of `pokerlab.enumeration`. It ranks all 1326 combos on many boards
(`rank_combos`), and counts on how many boards each combo beats each other one.
"""

from bisect import bisect_right
from itertools import accumulate

import numpy as np

from pokerlab._foundations import is_integer
from pokerlab._threads import compiled, njit_helper, run_in_parallel, thread_count
from pokerlab.cards import COMBOS, FIRST_COMBOS, HAND_OF_COMBO

#: The nine categories, worst first.
CATEGORIES = (
    *("high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house"),
    *("four of a kind", "straight flush"),
)
_SIZES = (1287, 13 * 286, 78 * 13, 13 * 78, 10, 1287, 13 * 13, 13 * 13, 10)

#: The first rank of each category and, at the end, the number of ranks, used or not.
FIRST_RANKS = tuple(accumulate(_SIZES, initial=0))
N_RANKS = FIRST_RANKS[-1]  #: Ranks are from 0 to one less than this; hands take 4,824 of them.

_, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL_HOUSE, _QUADS, _STRAIGHT_FLUSH, _ = (
    FIRST_RANKS
)

BOARDS_PER_BLOCK = 255  #: The most boards in a block, as many as an 8-bit counter can count.

_MASKS = np.arange(1 << 13, dtype=np.int16)


def _highest(count: int) -> np.ndarray:
    """Return, by mask, the place of its `count` highest ranks among all sets of so many ranks.

    Sets are ordered by their highest rank, then the next, and so on, as their masks are.
    """
    highest = _MASKS.copy()
    while (more := np.bitwise_count(highest) > count).any():
        highest[more] &= highest[more] - 1  # one rank less, the lowest
    return np.searchsorted(_MASKS[np.bitwise_count(_MASKS) == count], highest).astype(np.int16)


_HIGHEST_1, _HIGHEST_2, _HIGHEST_3, _HIGHEST_5 = (_highest(count) for count in (1, 2, 3, 5))

# By mask, the highest straight in it, 1 for the wheel to 10, or 0.
_ACE_LOW, _LOWEST = _MASKS << 1 | _MASKS >> 12, np.arange(10)[:, None]
_STRAIGHTS = ((_ACE_LOW >> _LOWEST & 31 == 31) * (_LOWEST + 1)).max(axis=0)

# The rank of a straight or a high card by its mask; of a flush by its suit's mask, 0 if it is none.
_UNPAIRED = np.where(_STRAIGHTS, _STRAIGHT - 1 + _STRAIGHTS, _HIGHEST_5)
_SUITED = np.where(_STRAIGHTS, _STRAIGHT_FLUSH - 1 + _STRAIGHTS, _FLUSH + _HIGHEST_5)
_SUITED = np.where(np.bitwise_count(_MASKS) < 5, 0, _SUITED).astype(np.uint16)


def _rank_by_counts(counts: np.ndarray) -> np.ndarray:
    """Rank hands without a flush, by masks of the ranks held at least 1, 2, 3 and 4 times."""
    once, twice, thrice, four = counts
    high, trips, quads = _HIGHEST_1[counts[1:]]
    kickers, lower, pairs = once ^ 1 << high, twice ^ 1 << high, twice ^ 1 << trips
    two_pair = 13 * _HIGHEST_2[twice] + _HIGHEST_1[kickers ^ 1 << _HIGHEST_1[lower]]
    cases = [
        (four > 0, _QUADS + 13 * quads + _HIGHEST_1[once ^ 1 << quads]),
        ((thrice > 0) & (pairs > 0), _FULL_HOUSE + 13 * trips + _HIGHEST_1[pairs]),
        ((_STRAIGHTS[once] > 0) | (twice == 0), _UNPAIRED[once]),
        (thrice > 0, _TRIPS + 78 * trips + _HIGHEST_2[once ^ 1 << trips]),
        (lower > 0, _TWO_PAIR + two_pair),
    ]
    pair = _PAIR + 286 * high + _HIGHEST_3[kickers]
    return np.select([case for case, _ in cases], [rank for _, rank in cases], pair)


def _tables() -> list[np.ndarray]:
    """Return the ranks without a flush, the places in rows, and where rows begin.

    Their lengths are filled up to multiples of 7.
    """
    high, low = (np.indices((5,) * ranks, np.int8).reshape(ranks, -1) for ranks in (7, 6))
    of_high, of_low = high.sum(axis=0), low.sum(axis=0)
    begin, places, ranks, size = np.zeros_like(of_high), np.zeros_like(of_low), [], 0
    bits = 1 << np.arange(7, dtype=np.int16)[::-1]
    for t in range(8):
        rows, columns = np.flatnonzero(of_high == t), np.flatnonzero(of_low == 7 - t)
        begin[rows] = size + len(columns) * np.arange(len(rows))
        places[columns] = np.arange(len(columns))
        size += len(rows) * len(columns)
        counts = [
            (bits @ (high[:, rows] >= count))[:, None] << 6 | bits[1:] @ (low[:, columns] >= count)
            for count in (1, 2, 3, 4)
        ]
        ranks.append(_rank_by_counts(np.array(counts)).ravel())
    return [np.pad(part, (0, -len(part) % 7)) for part in (np.concatenate(ranks), places, begin)]


_RANKS, _PLACES, _ROWS = _tables()
_TABLE = np.concatenate((_RANKS, _PLACES, _ROWS)).astype(np.uint16)

# A key has 5 bits for each suit. A card adds 3 to its suit and 1 to the others, so of seven cards
# five of a suit set its highest bit. From bit 20 on is where in _TABLE the place in a row is, from
# bit 36 on where the row's beginning is: a card adds its digit, and a seventh of where that part of
# _TABLE begins. What is no card sets bits from 56 on. In masks, cards have 16 bits for each suit.
_FLUSHES = 0b10000_10000_10000_10000
_SEVENTH = (len(_RANKS) + len(_PLACES)) // 7 << 36 | len(_RANKS) // 7 << 20 | 0b1_00001_00001_00001
_KEYS, _BITS = np.full(256, 1 << 56, np.uint64), np.zeros(256, np.int64)
for _card in range(52):
    _high, _suit = (_card >> 2) - 6, _card & 3
    _digit = 5**_high << 36 if _high >= 0 else 5 ** (_high + 6) << 20
    _KEYS[_card] = _SEVENTH + _digit + (2 << 5 * _suit)
    _BITS[_card] = 1 << 16 * _suit + _high + 6


@njit_helper
def _rank(key: np.uint64, cards: int) -> int:
    """Rank a hand by its key and, if it has a flush, by the mask of its cards."""
    if not key & _FLUSHES:
        ranked: int = _TABLE[_TABLE[key >> 36] + _TABLE[key >> 20 & 0xFFFF]]
        return ranked
    rank = 0
    for suit in range(4):
        rank += _SUITED[cards >> 16 * suit & 0x1FFF]
    return rank


@compiled
def _rank_hands(hands: np.ndarray, ranks: np.ndarray) -> int:
    """Rank hands given one after the other; return how many there are before one that is none."""
    for n in range(len(ranks)):
        key, left, every = np.uint64(0), 0, hands[7 * n]
        for k in range(7):
            card = hands[7 * n + k]
            key, left, every = key + _KEYS[card & 255], left | 1 << (card & 63), every | card
        for _ in range(6):
            left &= left - 1  # one card less
        if every > 255 or key >> 56 or left == 0:  # no byte, no card, or one twice
            return n
        cards = 0
        if key & _FLUSHES:
            for k in range(7):
                cards |= _BITS[hands[7 * n + k]]
        ranks[n] = _rank(key, cards)
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
    hands = np.asarray(hands)
    if hands.ndim != 2 or hands.shape[1] != 7 or hands.dtype.kind not in "iu":
        given = f"{hands.dtype} of shape {hands.shape} given"
        raise ValueError(f"hands: {given}, integers of shape (n, 7) needed")
    if hands.dtype != np.uint8:
        hands = hands.astype(np.int64, copy=False).view(np.uint64)
    ranks = np.empty(len(hands), np.int16)
    row = _rank_hands(hands.ravel(), ranks)
    if row < len(hands):
        given = f"{hands[row].astype(int).tolist()} given in row {row}"
        raise ValueError(f"hands: {given}, seven different cards from 0 to 51 needed")
    return ranks


def category(rank: int) -> str:
    """Name the category of a rank, one of `CATEGORIES`; a ValueError, if there is no such rank."""
    if not is_integer(rank) or not 0 <= rank < N_RANKS:
        raise ValueError(f"rank: {rank} given, an integer from 0 to {N_RANKS - 1} needed")
    return CATEGORIES[bisect_right(FIRST_RANKS, rank) - 1]


@compiled
def count_ranks() -> np.ndarray:
    """Count by rank all C(52, 7) = 133,784,560 seven-card hands, ranking every one of them.

    How many hands have each rank is an array of int64, shape (N_RANKS,); 0 where no hand has it.
    """
    totals = np.zeros(N_RANKS, np.int64)
    for a in range(52):
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
                                totals[_rank(key_f + _KEYS[g], cards_f | _BITS[g])] += 1
    return totals


_COMBO_KEYS, _COMBO_BITS = _KEYS[COMBOS].sum(axis=1), _BITS[COMBOS].sum(axis=1)


@njit_helper
def _rank_combos_on(
    board: np.ndarray, keys: np.ndarray, bits: np.ndarray, standings: np.ndarray
) -> None:
    """Rank combos, of which keys and masks are given, on one board, into `standings`."""
    key, cards = np.uint64(0), 0
    for card in range(52):
        if board[card & 3] >> (card >> 2) & 1:
            key, cards = key + _KEYS[card], cards | _BITS[card]
    ranks = np.full(len(keys), N_RANKS)
    places = np.zeros(8 * (N_RANKS // 8 + 1), np.uint8)
    for combo in range(len(keys)):
        if not cards & bits[combo]:
            ranks[combo] = _rank(key + keys[combo], cards | bits[combo])
        places[ranks[combo]] = 1

    place = 0
    for eight, held in enumerate(places.view(np.uint64)):
        if held:  # most of the ranks are not, and passed over by eights
            for rank in range(8 * eight, 8 * eight + 8):
                place += places[rank]
                places[rank] = place
    places[N_RANKS] = 0
    for combo in range(len(keys)):
        standings[combo] = places[ranks[combo]]


@compiled
def _rank_combos(
    boards: np.ndarray,
    keys: np.ndarray,
    bits: np.ndarray,
    standings: np.ndarray,
    start: int,
    stop: int,
) -> None:
    """Rank combos on some boards."""
    for n in range(start, stop):
        _rank_combos_on(
            boards[n], keys, bits, standings[n // BOARDS_PER_BLOCK, n % BOARDS_PER_BLOCK]
        )


def rank_combos(boards: np.ndarray, combos: np.ndarray | None = None) -> np.ndarray:
    """Rank combos on each of many boards, in blocks of `BOARDS_PER_BLOCK` boards.

    Parameters
    ----------
    boards : array_like of int, shape (n, 4)
        The boards, of five cards. Each is four masks: the ranks that it has in each suit.
    combos : ndarray of int, shape (c,), optional
        Which combos to rank, and in which order; by default all 1326.

    Returns
    -------
    ndarray of uint8, shape (ceil(n / BLOCK), c, BLOCK + 1)
        The standing of each combo on board n, at ``[n // BLOCK, :, n % BLOCK]``: 1 for the worst
        hands, 2 for the next, up to at most 136 (91 ways to add two ranks to the board's, and 45
        ways to make a flush); 0 for a combo that shares a card with the board. Columns without a
        board, of which each block has at least one, are 0.
    """
    boards = np.asarray(boards, np.int64)
    if (np.bitwise_count(boards).sum(axis=1) != 5).any():
        raise ValueError("boards: masks of five cards in all needed")
    blocks = (len(boards) + BOARDS_PER_BLOCK - 1) // BOARDS_PER_BLOCK
    keys, bits = (
        (_COMBO_KEYS, _COMBO_BITS) if combos is None else (_COMBO_KEYS[combos], _COMBO_BITS[combos])
    )
    standings = np.zeros((blocks, BOARDS_PER_BLOCK + 1, len(keys)), np.uint8)
    # A flop has too few boards to share out; `flops.best_response` shares out the flops instead.
    run_in_parallel(_rank_combos, standings.size // 8, len(boards), boards, keys, bits, standings)
    return standings.transpose(0, 2, 1)


@compiled
def _compare(
    ranks: np.ndarray, others: np.ndarray, counts: np.ndarray, parts: int, start: int, stop: int
) -> None:
    """Compare all combos: some of as many parts of the rows, which are equal shares of work."""
    for part in range(start, stop):
        for block in range(len(ranks)):
            for row in range(part, len(COMBOS), parts):
                mine = ranks[block, row]
                for column in range(FIRST_COMBOS[HAND_OF_COMBO[row]], len(COMBOS)):
                    theirs = others[block, column]
                    wins, ties = np.uint8(0), np.uint8(0)
                    # With 8-bit counters and a known length this is a few vector instructions.
                    for n in range(BOARDS_PER_BLOCK + 1):
                        wins = np.uint8(wins + (theirs[n] < mine[n]))
                        ties = np.uint8(ties + (theirs[n] == mine[n]))
                    counts[0, row, column] += wins
                    counts[1, row, column] += ties


def count_showdowns(boards: np.ndarray) -> np.ndarray:
    """Count on how many boards each combo beats, and ties with, each other one.

    Boards are as for `rank_combos`. Returned are wins and ties, row against column, an array of
    int32, shape (2, 1326, 1326). Only pairs whose second combo has the same hand as the first, or a
    later one, are counted: the others are the same match-ups the other way round.
    """
    counts = np.zeros((2, len(COMBOS), len(COMBOS)), np.int32)
    ranks = np.ascontiguousarray(rank_combos(boards) ^ 128).view(np.int8)  # faster if signed
    others = ranks - (ranks == -128)  # no hand, here 127, neither loses to nor ties any
    run_in_parallel(_compare, ranks.size, thread_count(), ranks, others, counts, thread_count())
    return counts
