"""The table of equities, made from nothing: every combo against every other on every board.

Renaming the suits changes no showdown, so 134,459 boards stand for all C(52, 5) = 2,598,960
(`canonical_boards`). Every combo is ranked on each of them and compared with every other, and a sum
over the 24 ways to rename the suits turns the comparisons into counts over all boards. That takes
seconds. Only ``pokerlab equities --rebuild`` does it. It writes a file, and the look-ups in
`pokerlab.equities` read it.
"""

import hashlib
import io
from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import numpy as np

from pokerlab import cards, equity_table
from pokerlab._files import check_file, write_file
from pokerlab._foundations import progress_bar
from pokerlab.evaluator import BOARDS_PER_BLOCK, count_showdowns


def canonical_boards() -> tuple[np.ndarray, np.ndarray]:
    """List one board from each class; renaming the suits leads to the others.

    They are an array of int64, shape (134459, 4), of four masks each: the ranks that a board has in
    each suit. Beside them, (134459,), is how many of all boards each stands for: 4, 12 or 24.
    """
    masks = [[mask for mask in range(1 << 13) if mask.bit_count() == n] for n in range(6)]
    found = []
    for sizes in "5000", "4100", "3200", "3110", "2210", "2111":  # cards of each suit, sorted
        suits = (combinations_with_replacement(masks[int(n)], k) for n, k in Counter(sizes).items())
        found += [sum(board, ()) for board in product(*suits)]
    boards = np.array(found)
    equal_suits = sum(boards[:, a] == boards[:, b] for a, b in combinations(range(4), 2))
    return boards, np.array([24, 12, 6, 4])[equal_suits]


def enumerate_counts() -> np.ndarray:
    """Count wins and ties over all boards for `equity_table.canonical_pairs`, int32 (2, 47008).

    On a terminal a bar shows the progress.
    """
    (boards, images), size = canonical_boards(), 64 * BOARDS_PER_BLOCK
    alike = [(weight, boards[images == weight]) for weight in (4, 12, 24)]
    batches = [(w, part[k : k + size]) for w, part in alike for k in range(0, len(part), size)]
    counts = np.zeros((2, 1326, 1326), np.int32)
    for weight, batch in progress_bar(batches, "boards", None, None):
        counts += weight * count_showdowns(batch)

    # What a pair meets on all images of a board is what all images of the pair meet on the board.
    # There are `weight` images, so 24 / weight of the 24 renamings give each of them.
    renamed = cards.suit_images()
    first, second = (renamed[:, combos] for combos in equity_table.canonical_pairs())
    return np.ascontiguousarray(counts[:, first, second].sum(axis=1, dtype=np.int32) // 24)


def rebuild() -> str:
    """Enumerate the table, and write it if the shipped one is missing or damaged.

    Returns its checksum. A table with another checksum than `equity_table.SHA256` is not written:
    to change what is counted, change that constant, too. An OSError says what cannot be written,
    before anything is counted.
    """
    table, buffer = equity_table.TABLE, io.BytesIO()
    old = table.read_bytes() if table.is_file() else b""
    if not (intact := hashlib.sha256(old).hexdigest() == equity_table.SHA256):
        check_file(table)
    np.save(buffer, enumerate_counts())
    sha256 = hashlib.sha256(buffer.getvalue()).hexdigest()
    if sha256 == equity_table.SHA256 and not intact:
        write_file(table, buffer.getvalue())
    return sha256
