"""The table of equities, made from nothing: every combo against every other on every board.

Renaming the suits changes no showdown, so 134,459 boards represent all C(52, 5) = 2,598,960
(`canonical_boards`). Every combo is ranked on each of them and compared with every other, and a sum
over the 24 ways to rename the suits turns the comparisons into counts over all boards. That takes
seconds. Only ``pokerlab equities --rebuild`` does it. It writes a file, and the look-ups in
`pokerlab.equity_table` read it.
"""

import io
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, combinations_with_replacement, product

import numpy as np

from pokerlab import cards, equity_table
from pokerlab._support.files import checksum, require_writable, write_file
from pokerlab._support.progress import progress_bar
from pokerlab.holdem.standings import BOARDS_PER_BATCH, count_wins_and_ties

__all__ = ["canonical_boards", "enumerate_counts", "recount"]

# How many cards of a five-card board can be in each suit, most first.
_SUIT_SIZES = [
    (5, 0, 0, 0),
    (4, 1, 0, 0),
    (3, 2, 0, 0),
    (3, 1, 1, 0),
    (2, 2, 1, 0),
    (2, 1, 1, 1),
]


def canonical_boards() -> tuple[np.ndarray, np.ndarray]:
    """List one board from each class; renaming the suits leads to the others.

    Returns
    -------
    boards : ndarray of int64, shape (134459, 4)
        Four masks each: the card ranks that a board has in each suit.
    multiplicity : ndarray of int64, shape (134459,)
        How many boards each represents, itself included: 4, 12 or 24.
    """
    masks_by_size = [[mask for mask in range(1 << 13) if mask.bit_count() == n] for n in range(6)]
    boards_found: list[tuple[int, ...]] = []
    for suit_sizes in _SUIT_SIZES:
        # Suits with equally many cards can be swapped, so their masks come in one order only.
        groups = [
            combinations_with_replacement(masks_by_size[size], suits)
            for size, suits in Counter(suit_sizes).items()
        ]
        boards_found += [tuple(chain(*masks)) for masks in product(*groups)]
    boards = np.array(boards_found)
    equal_suits = sum(boards[:, a] == boards[:, b] for a, b in combinations(range(4), 2))
    # The 24 renamings lead to 24 boards, to 12 if two suits are equal, and to 4 if three are. Four
    # equal suits, or two pairs of them, do not have five cards.
    multiplicity = np.select([equal_suits == 0, equal_suits == 1], [24, 12], 4)
    return boards, multiplicity


def _batches() -> Iterator[tuple[int, np.ndarray]]:
    """Yield multiplicities, and batches of the canonical boards that have them."""
    boards, multiplicity = canonical_boards()
    for times in (4, 12, 24):
        alike = boards[multiplicity == times]
        for start in range(0, len(alike), BOARDS_PER_BATCH):
            yield times, alike[start : start + BOARDS_PER_BATCH]


def enumerate_counts() -> np.ndarray:
    """Count wins and ties over all boards for `equity_table.canonical_pairs`.

    On a terminal a bar shows the progress.

    Returns
    -------
    ndarray of int32, shape (2, 47008)
        Wins of the first combo of each pair, and ties.
    """
    counts = np.zeros((2, 1326, 1326), np.int32)
    for multiplicity, batch in progress_bar([*_batches()], "boards", None, None):
        counts += multiplicity * count_wins_and_ties(batch)

    # What a pair meets on all images of a board is what all images of the pair meet on the board.
    # There are `multiplicity` images, so 24 / multiplicity of the 24 renamings give each of them.
    renamed = cards.combo_images()
    first, second = (renamed[:, combos] for combos in equity_table.canonical_pairs())
    return np.ascontiguousarray(counts[:, first, second].sum(axis=1, dtype=np.int32) // 24)


def recount() -> str:
    """Count the whole table anew, and write it if the shipped one is missing or damaged.

    A table with another checksum than `equity_table.SHA256` is not written: to change what is
    counted, change that constant, too. An OSError says what cannot be written, before anything is
    counted.

    Returns
    -------
    str
        The checksum of the new table.
    """
    table = equity_table.TABLE
    is_intact = table.is_file() and checksum(table.read_bytes()) == equity_table.SHA256
    if not is_intact:
        require_writable(table)
    buffer = io.BytesIO()
    np.save(buffer, enumerate_counts())
    content = buffer.getvalue()
    sha256 = checksum(content)
    if sha256 == equity_table.SHA256 and not is_intact:
        write_file(table, content)
    return sha256
