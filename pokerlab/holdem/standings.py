"""The standing of each combo on a board, and how often each combo beats each other one.

On one board combos have few different ranks. Their *standings* compare as their ranks do, and are
small: 1 for the worst hands there, 2 for the next, up to at most 136 (91 ways to add two card ranks
to the board's, and 45 ways to make a flush). A combo that shares a card with the board has 0.

`count_wins_and_ties` is the engine of `pokerlab.holdem.enumeration`. It finds the standings of all
1326 combos on many boards (`combo_standings`), and counts on how many of them each combo beats each
other one.
"""

import numpy as np

from pokerlab._compiled import compiled, njit_helper
from pokerlab._compiled.parallel import run_in_parallel, thread_count
from pokerlab._support.arguments import read_items
from pokerlab._support.arithmetic import ceil_divide
from pokerlab.cards import COMBOS, FIRST_COMBOS, HAND_OF_COMBO, N_CARDS
from pokerlab.evaluator import CARD_BITS, CARD_KEYS, N_HAND_RANKS, rank_by_key

__all__ = [
    "BOARDS_PER_BATCH",
    "BOARDS_PER_BLOCK",
    "N_STANDINGS",
    "combo_standings",
    "count_wins_and_ties",
    "sort_by_standing",
    "standings_on",
]

BOARDS_PER_BLOCK = 255  #: The most boards in a block, as many as an 8-bit counter can count.
#: Boards between two steps of a progress bar: the standings of all combos take 22 megabytes.
BOARDS_PER_BATCH = 64 * BOARDS_PER_BLOCK
#: Standings are from 0 to one less than this.
N_STANDINGS = 137

_COMBO_KEYS, _COMBO_BITS = CARD_KEYS[COMBOS].sum(axis=1), CARD_BITS[COMBOS].sum(axis=1)


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

    The last two arrays are room to work in.
    """
    board_key, board_bits = np.uint64(0), 0
    for card in range(N_CARDS):
        if board[card & 3] >> (card >> 2) & 1:
            board_key += CARD_KEYS[card]
            board_bits |= CARD_BITS[card]

    # By rank, first whether any combo has it, then which standing it is: at most 136.
    standing_of_rank[:] = 0
    for combo in range(len(keys)):
        rank_of_combo = np.uint16(N_HAND_RANKS)  # of combos that share a card with the board
        if not board_bits & bits[combo]:
            rank_of_combo = np.uint16(
                rank_by_key(board_key + keys[combo], board_bits | bits[combo])
            )
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


@njit_helper
def standings_on(standings: np.ndarray, board: int) -> np.ndarray:
    """Return the standings of combos on one of the boards of `combo_standings`, for loops."""
    return standings[board // BOARDS_PER_BLOCK, board % BOARDS_PER_BLOCK]


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
        _fill_board(boards[n], keys, bits, standings_on(standings, n), ranks, standing_of_rank)


def combo_standings(boards: np.ndarray, combos: np.ndarray | None = None) -> np.ndarray:
    """Find the standing of combos on each of many boards, in blocks of `BOARDS_PER_BLOCK` boards.

    Parameters
    ----------
    boards : array_like of int, shape (n, 4)
        The boards, of five cards. Each is four masks: the card ranks that it has in each suit.
    combos : ndarray of int, shape (c,), optional
        Which combos, and in which order; by default all 1326.

    Returns
    -------
    ndarray of uint8, shape (ceil(n / BOARDS_PER_BLOCK), BOARDS_PER_BLOCK + 1, c)
        The standing of each combo on each board, which `standings_on` finds. Rows without a board,
        of which each block has at least one, are 0.
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
    """Count the boards on which each combo beats, and those on which it ties with, each other one.

    Only pairs whose second combo has the same hand as the first, or a later one, are counted: the
    others are the same match-ups the other way round.

    Parameters
    ----------
    boards : array_like of int, shape (n, 4)
        The boards, of five cards. Each is four masks: the card ranks that it has in each suit.

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
