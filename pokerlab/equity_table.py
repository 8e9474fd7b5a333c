"""The table of exact all-in equities before the flop: any two combos, over every board.

Two combos without a common card leave 48 cards and so C(48, 5) = 1,712,304 boards, all equally
likely. For each such pair the table has on how many boards the first combo wins and on how many
the two tie. These are counts and not samples, so every equity is an exact fraction.

`pokerlab.enumeration` counts them. Renaming the suits changes no showdown, so 47,008 pairs stand
for all 1326 x 1326 (`canonical_pairs`). The package ships their counts in ``data/equities.npy``,
whose checksum is `SHA256`. All functions read that file, and raise an OSError if it is missing or
damaged.
"""

import hashlib
import io
from functools import cache

import numpy as np

from pokerlab._files import DATA
from pokerlab._foundations import read_only
from pokerlab.cards import COMBOS, FIRST_COMBOS, suit_images

BOARDS = 1_712_304  #: How many boards two combos leave that share no card, C(48, 5).
TABLE = DATA / "equities.npy"  #: The shipped table.
#: The table's checksum; counting all boards must give a file with this one.
SHA256 = "61855079bb0acfe7b684dad9ca2c813cb0118fe5f4bdfffc3cf08026c99fd436"


@cache
def canonical_pairs() -> tuple[np.ndarray, np.ndarray]:
    """List one pair of combos from each class; renaming suits and players leads to the others.

    Only pairs that share no card are listed. The second combo's hand is never before the first's.
    Both combos are arrays of int64, shape (47008,), read-only.
    """
    first = FIRST_COMBOS[:, None]
    second = np.arange(1326)
    mine, theirs = suit_images()[:, first], suit_images()[:, None, second]
    lowest = np.minimum(1326 * mine + theirs, 1326 * theirs + mine).min(axis=0)
    cards = (1 << COMBOS).sum(axis=1)
    kept = (1326 * first + second == lowest) & (cards[first] & cards[second] == 0)
    hands, second = np.nonzero(kept)
    return read_only(FIRST_COMBOS[hands]), read_only(second)


def expand(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Copy the counts in the table to all images of the canonical pairs, in either order."""
    wins, ties = table
    loses = BOARDS - wins - ties
    win, tie = np.zeros((2, 1326, 1326), np.int32)
    for first, second in suit_images()[:, np.array(canonical_pairs())]:
        win[first, second], win[second, first] = wins, loses
        tie[first, second] = tie[second, first] = ties
    return read_only(win), read_only(tie)


@cache
def combo_counts() -> tuple[np.ndarray, np.ndarray]:
    """Look up the counts for all pairs of combos.

    Returns
    -------
    win, tie : ndarray of int32, shape (1326, 1326), read-only
        On how many of the `BOARDS` boards the row's combo beats and ties the column's; 0 if they
        share a card. The row's combo loses on ``win.T``.
    """
    return expand(np.load(io.BytesIO(_intact_table())))


@cache
def hand_counts() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Look up the counts for all pairs of hands.

    Returns
    -------
    win, tie, lose : ndarray of int64, shape (169, 169), read-only
        Numbers of boards, summed over all pairs of combos without a common card.
    """
    win, tie = (
        np.add.reduceat(np.add.reduceat(counts, FIRST_COMBOS, 0, np.int64), FIRST_COMBOS, 1)
        for counts in combo_counts()
    )
    return read_only(win), read_only(tie), read_only(win.T)


def hand_vs_random() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Look up how every hand does against a random one: three arrays of int64, shape (169,).

    They are numbers of boards on which it wins, ties and loses, summed over the hand's combos and
    the 1225 combos that an opponent may hold against each.
    """
    win, tie, lose = (counts.sum(axis=1) for counts in hand_counts())
    return win, tie, lose


def verify() -> str:
    """Check the shipped table against its checksum, and return it in hexadecimal."""
    return hashlib.sha256(_intact_table()).hexdigest()


_REMEDY = "to make it anew, run: pokerlab equities --rebuild"


def _intact_table() -> bytes:
    """Read the shipped file, which is as its checksum says."""
    try:
        content = TABLE.read_bytes()
    except OSError as error:
        raise OSError(f"{TABLE} cannot be read: {error.strerror}; {_REMEDY}") from None
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise OSError(f"{TABLE} is damaged: its SHA-256 is not {SHA256}; {_REMEDY}")
    return content
