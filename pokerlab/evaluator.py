"""Exact ranking of seven-card hands.

A hand's rank is an integer: the higher one wins, equal ones split the pot. The ranks of a category
follow those of the category below it. Within a category the cards that decide are the digits of a
mixed-radix number, the most important first: for two pair, which 2 of 13 ranks are paired, then
which is the kicker. Some numbers stay unused (a pair's rank cannot also be its kicker). That does
no harm, because only the order counts and all ranks fit in 16 bits.

Ranks are counted in four masks of 13 bits: those held at least once, twice, three and four times.
Adding a card is then a carry (`_add`). Finding straights, flushes and the highest ranks of a mask
takes one look-up in a table of 8192 entries.

`count_showdowns` is the engine of `pokerlab.enumeration`. It ranks all 1326 combos on many boards
(`rank_combos`), and counts on how many boards each combo beats each other one.
"""

from bisect import bisect_right
from itertools import accumulate
from math import comb

import numpy as np
from numba import get_num_threads, njit, prange

from pokerlab._foundations import compiled, is_integer
from pokerlab.cards import COMBOS, FIRST_COMBOS, HAND_OF_COMBO

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
"""The nine categories, worst first."""

_SIZES = (1287, 13 * 286, 78 * 13, 13 * 78, 10, 1287, 13 * 13, 13 * 13, 10)

#: The first rank of each category and, at the end, the number of ranks, used or not.
FLOORS = tuple(accumulate(_SIZES, initial=0))
N_RANKS = FLOORS[-1]  #: Ranks are from 0 to one less than this; hands take 4,824 of them.

_, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL_HOUSE, _QUADS, _STRAIGHT_FLUSH, _ = FLOORS

BLOCK = 255  #: The most boards in a block, as many as an 8-bit counter can count.

_MASKS = np.arange(1 << 13)


def _highest(count: int) -> np.ndarray:
    """Return, by mask, the place of its `count` highest ranks among all sets of so many ranks.

    Sets are ordered by their highest rank, then the next, and so on. In that order, the one made
    of ranks b_1 < b_2 < ... is preceded by the sum of C(b_k, k) others (the combinatorial number
    system).
    """
    preceding = np.array([[comb(rank, k) for k in range(count + 1)] for rank in range(13)])
    places = np.zeros(len(_MASKS), np.int64)
    missing = np.full(len(_MASKS), count)
    for rank in reversed(range(13)):
        taken = (_MASKS >> rank & 1) * (missing > 0)
        places += taken * preceding[rank, missing]
        missing -= taken
    return places


def _straights() -> np.ndarray:
    """Return, by mask, the highest straight in it, 1 for the wheel to 10, or 0."""
    ace_low = _MASKS << 1 | _MASKS >> 12
    straights = np.zeros(len(_MASKS), np.int64)
    for lowest in range(10):
        straights[ace_low >> lowest & 31 == 31] = lowest + 1
    return straights


_HIGHEST_1, _HIGHEST_2, _HIGHEST_3, _HIGHEST_5 = (_highest(count) for count in (1, 2, 3, 5))
_STRAIGHTS = _straights()

# The rank of a straight or a high card by its mask; of a flush by its suit's mask, 0 if it is none.
_UNPAIRED = np.where(_STRAIGHTS, _STRAIGHT - 1 + _STRAIGHTS, _HIGHEST_5)
_SUITED = np.where(_STRAIGHTS, _STRAIGHT_FLUSH - 1 + _STRAIGHTS, _FLUSH + _HIGHEST_5)
_SUITED[np.bitwise_count(_MASKS) < 5] = 0


@njit(inline="always")
def _add(counts: tuple[int, int, int, int], rank: int) -> tuple[int, int, int, int]:
    """Add a card to the masks of the ranks held once, twice, three and four times."""
    once, twice, thrice, four = counts
    bit = 1 << rank
    return once | bit, twice | once & bit, thrice | twice & bit, four | thrice & bit


@njit(inline="always")
def _bit(card: int) -> int:
    """Return a card's bit in a mask of all cards that has 16 bits for each suit."""
    return 1 << (16 * (card & 3) + (card >> 2))


@njit
def _rank_by_counts(counts: tuple[int, int, int, int]) -> int:
    """Rank a hand by how often it holds each rank, as if it had no flush."""
    once, twice, thrice, four = counts
    if four:
        quads = _HIGHEST_1[four]
        return _QUADS + 13 * quads + _HIGHEST_1[once ^ 1 << quads]
    if thrice:
        trips = _HIGHEST_1[thrice]
        pairs = twice ^ 1 << trips
        if pairs:
            return _FULL_HOUSE + 13 * trips + _HIGHEST_1[pairs]
        if not _STRAIGHTS[once]:
            return _TRIPS + 78 * trips + _HIGHEST_2[once ^ 1 << trips]
    if _STRAIGHTS[once] or not twice:
        return _UNPAIRED[once]
    high = _HIGHEST_1[twice]
    lower = twice ^ 1 << high
    if lower:
        kickers = once ^ 1 << high ^ 1 << _HIGHEST_1[lower]
        return _TWO_PAIR + 13 * _HIGHEST_2[twice] + _HIGHEST_1[kickers]
    return _PAIR + 286 * high + _HIGHEST_3[once ^ 1 << high]


@njit
def _rank(counts: tuple[int, int, int, int], cards: int) -> int:
    """Rank a hand, given its counts and its mask of cards."""
    return max(
        _rank_by_counts(counts),
        _SUITED[cards & 0xFFFF],
        _SUITED[cards >> 16 & 0xFFFF],
        _SUITED[cards >> 32 & 0xFFFF],
        _SUITED[cards >> 48],
    )


@njit
def _rank_hand(hand: np.ndarray) -> int:
    """Rank a hand, or return -1 if it is not all different cards from 0 to 51."""
    counts, cards = (0, 0, 0, 0), 0
    for card in hand:
        if not 0 <= card < 52 or cards & _bit(card):
            return -1
        counts, cards = _add(counts, card >> 2), cards | _bit(card)
    return _rank(counts, cards)


@compiled(parallel=True)
def _rank_hands(hands: np.ndarray) -> np.ndarray:
    """Rank each row of `hands`."""
    ranks = np.empty(len(hands), np.int16)
    for n in prange(len(hands)):
        ranks[n] = _rank_hand(hands[n])
    return ranks


def rank_hands(hands: np.ndarray) -> np.ndarray:
    """Rank seven-card hands, many in one call.

    Parameters
    ----------
    hands : array_like of int, shape (n, 7)
        The cards of each hand, all different, in any order, numbered as in `pokerlab.cards`; else
        it is a ValueError.

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
    hands = _integers("hands", hands, 7)
    ranks = _rank_hands(hands)
    for row in np.flatnonzero(ranks < 0)[:1]:
        given = f"{hands[row].tolist()} given in row {row}"
        raise ValueError(f"hands: {given}, seven different cards from 0 to 51 needed")
    return ranks


def _integers(name: str, rows: np.ndarray, columns: int) -> np.ndarray:
    """Rows of so many integers."""
    rows = np.asarray(rows)
    if rows.ndim != 2 or rows.shape[1] != columns or rows.dtype.kind not in "iu":
        given = f"{rows.dtype} of shape {rows.shape} given"
        raise ValueError(f"{name}: {given}, integers of shape (n, {columns}) needed")
    return rows.astype(np.int64)


def category(rank: int) -> str:
    """Name the category of a rank, one of `CATEGORIES`; a ValueError, if there is no such rank."""
    if not is_integer(rank) or not 0 <= rank < N_RANKS:
        raise ValueError(f"rank: {rank} given, an integer from 0 to {N_RANKS - 1} needed")
    return CATEGORIES[bisect_right(FLOORS, rank) - 1]


@njit
def _count_hands_below(first: int, second: int, totals: np.ndarray) -> None:
    """Count, by rank, the hands whose two highest cards these are."""
    counts = _add(_add((0, 0, 0, 0), first >> 2), second >> 2)
    cards = _bit(first) | _bit(second)
    for c in range(second):
        counts_c, cards_c = _add(counts, c >> 2), cards | _bit(c)
        for d in range(c):
            counts_d, cards_d = _add(counts_c, d >> 2), cards_c | _bit(d)
            for e in range(d):
                counts_e, cards_e = _add(counts_d, e >> 2), cards_d | _bit(e)
                for f in range(e):
                    counts_f, cards_f = _add(counts_e, f >> 2), cards_e | _bit(f)
                    for g in range(f):
                        totals[_rank(_add(counts_f, g >> 2), cards_f | _bit(g))] += 1


@compiled(parallel=True)
def _count_ranks(totals: np.ndarray) -> None:
    """Count in each row the hands of one task."""
    for task in prange(len(totals)):
        for combo in range(task, len(COMBOS), len(totals)):
            _count_hands_below(COMBOS[combo, 0], COMBOS[combo, 1], totals[task])


def count_ranks() -> np.ndarray:
    """Count by rank all C(52, 7) = 133,784,560 seven-card hands, ranking every one of them.

    How many hands have each rank is an array of int64, shape (N_RANKS,); 0 where no hand has it.
    """
    totals = np.zeros((64, N_RANKS), np.int64)
    _count_ranks(totals)
    return totals.sum(axis=0)


@njit
def _rank_combos_on(board: np.ndarray, dense: np.ndarray) -> None:
    """Rank all combos on one board, into `dense`, which holds zeros."""
    counts, flush = (0, 0, 0, 0), 0
    for suit in range(4):
        flush = max(flush, _SUITED[board[suit]])
        for rank in range(13):
            if board[suit] >> rank & 1:
                counts = _add(counts, rank)
    unsuited = np.empty((13, 13), np.int64)
    for high in range(13):
        for low in range(high + 1):
            unsuited[high, low] = max(flush, _rank_by_counts(_add(_add(counts, high), low)))

    ranks = np.full(len(COMBOS), -1)
    held = np.zeros(N_RANKS, np.uint8)
    for combo in range(len(COMBOS)):
        high, low = COMBOS[combo]
        high_suit, low_suit = high & 3, low & 3
        high, low = high >> 2, low >> 2
        if board[high_suit] >> high & 1 or board[low_suit] >> low & 1:
            continue
        high_mask, low_mask = board[high_suit] | 1 << high, board[low_suit] | 1 << low
        if high_suit == low_suit:
            high_mask |= low_mask
        ranks[combo] = max(unsuited[high, low], _SUITED[high_mask], _SUITED[low_mask])
        held[ranks[combo]] = 1

    places = np.empty(N_RANKS, np.uint8)
    place = 0
    for rank in range(N_RANKS):
        place += held[rank]
        places[rank] = place
    for combo in range(len(COMBOS)):
        if ranks[combo] >= 0:
            dense[combo] = places[ranks[combo]]


@compiled(parallel=True)
def _rank_combos(boards: np.ndarray) -> np.ndarray:
    """Rank all combos on every board."""
    blocks = (len(boards) + BLOCK - 1) // BLOCK
    ranks = np.zeros((blocks, len(COMBOS), BLOCK + 1), np.uint8)
    for n in prange(len(boards)):
        _rank_combos_on(boards[n], ranks[n // BLOCK, :, n % BLOCK])
    return ranks


def rank_combos(boards: np.ndarray) -> np.ndarray:
    """Rank all combos on each of many boards, in blocks of `BLOCK` boards.

    Parameters
    ----------
    boards : array_like of int, shape (n, 4)
        The boards, of five cards, else it is a ValueError. Each is four masks: the ranks that it
        has in each suit.

    Returns
    -------
    ndarray of uint8, shape (ceil(n / BLOCK), 1326, BLOCK + 1)
        The standing of each combo on board n, at ``[n // BLOCK, :, n % BLOCK]``: 1 for the worst
        hands, 2 for the next, up to at most 136 (91 ways to add two ranks to the board's, and 45
        ways to make a flush); 0 for a combo that shares a card with the board. Columns without a
        board, of which each block has at least one, are 0.
    """
    boards = _integers("boards", boards, 4)
    is_mask = (boards >= 0) & (boards < 1 << 13)
    good = is_mask.all(axis=1) & (np.bitwise_count(boards).sum(axis=1) == 5)
    for row in np.flatnonzero(~good)[:1]:
        given = f"{boards[row].tolist()} given in row {row}"
        raise ValueError(f"boards: {given}, four masks from 0 to 8191 of five cards in all needed")
    return _rank_combos(boards)


@njit
def _compare_row(
    row: int, ranks: np.ndarray, others: np.ndarray, win: np.ndarray, tie: np.ndarray
) -> None:
    """Compare one combo with those of its hand and of later ones, on a block of boards."""
    mine = ranks[row]
    for column in range(FIRST_COMBOS[HAND_OF_COMBO[row]], len(COMBOS)):
        theirs = others[column]
        wins, ties = np.uint8(0), np.uint8(0)
        # 8-bit counters and a length known to the compiler make this a few vector instructions.
        for n in range(BLOCK + 1):
            wins = np.uint8(wins + (theirs[n] < mine[n]))
            ties = np.uint8(ties + (theirs[n] == mine[n]))
        win[row, column] += wins
        tie[row, column] += ties


@compiled(parallel=True)
def _compare_combos(
    ranks: np.ndarray, others: np.ndarray, win: np.ndarray, tie: np.ndarray, threads: int
) -> None:
    """Compare all combos, the rows being dealt out to the threads for equal shares of work."""
    for thread in prange(threads):
        for block in range(len(ranks)):
            for row in range(thread, len(COMBOS), threads):
                _compare_row(row, ranks[block], others[block], win, tie)


def count_showdowns(boards: np.ndarray) -> np.ndarray:
    """Count on how many boards each combo beats, and ties with, each other one.

    Boards are as for `rank_combos`. Returned are wins and ties, row against column, an array of
    int32, shape (2, 1326, 1326). Only pairs whose second combo has the same hand as the first, or a
    later one, are counted: the others are the same match-ups the other way round.
    """
    counts = np.zeros((2, len(COMBOS), len(COMBOS)), np.int32)
    ranks = rank_combos(boards)
    others = np.where(ranks == 0, np.uint8(255), ranks)  # no hand neither loses to nor ties any
    _compare_combos(ranks, others, *counts, get_num_threads())
    return counts
