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
from pokerlab._foundations import frozen
from pokerlab.cards import COMBOS, FIRST_COMBOS, suit_images

__all__ = [
    "BOARDS",
    "SHA256",
    "TABLE",
    "canonical_pairs",
    "combo_counts",
    "expand",
    "hand_counts",
    "hand_pair_counts",
    "hand_vs_random",
    "verify",
]

BOARDS = 1_712_304  #: How many boards two combos leave that share no card, C(48, 5).
TABLE = DATA / "equities.npy"  #: The file of the shipped table.
#: The table's checksum; counting all boards must give a file with this one.
SHA256 = "61855079bb0acfe7b684dad9ca2c813cb0118fe5f4bdfffc3cf08026c99fd436"


@cache
def canonical_pairs() -> tuple[np.ndarray, np.ndarray]:
    """List one pair of combos from each class; renaming suits and players leads to the others.

    Of a class it is the pair with the first combo, then the first second combo, in the order of
    `pokerlab.cards.COMBOS`. Pairs that share a card are left out.

    Returns
    -------
    first, second : ndarray of int64, shape (47008,), read-only
        Combos. The second one's hand is never before the first one's.
    """
    # The first combo of a pair that comes first in its class is the first combo of its hand.
    first, second = FIRST_COMBOS[:, None], np.arange(1326)
    images = suit_images()
    first_images, second_images = images[:, first], images[:, None, second]
    lowest_code = np.minimum(
        _pair_code(first_images, second_images), _pair_code(second_images, first_images)
    ).min(axis=0)
    cards = (1 << COMBOS).sum(axis=1)
    are_disjoint = cards[first] & cards[second] == 0
    hands, second = np.nonzero((_pair_code(first, second) == lowest_code) & are_disjoint)
    return frozen(FIRST_COMBOS[hands]), frozen(second)


def _pair_code(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Number pairs of combos by the first one, then by the second."""
    codes: np.ndarray = 1326 * first + second
    return codes


def expand(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Copy the counts in the table to all images of the canonical pairs, in either order.

    A pair that two renamings lead to has the same counts from both.

    Parameters
    ----------
    table : ndarray of int, shape (2, 47008)
        Wins and ties, as `pokerlab.enumeration.enumerate_counts` returns them.

    Returns
    -------
    win, tie : ndarray of int32, shape (1326, 1326), read-only
        As for `combo_counts`.
    """
    wins, ties = table
    losses = BOARDS - wins - ties
    win, tie = np.zeros((2, 1326, 1326), np.int32)
    for first, second in suit_images()[:, np.array(canonical_pairs())]:
        win[first, second] = wins
        win[second, first] = losses
        tie[first, second] = ties
        tie[second, first] = ties
    return frozen(win), frozen(tie)


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
    win, tie = (_sum_by_hand(counts) for counts in combo_counts())
    return frozen(win), frozen(tie), frozen(win.T)


def hand_pair_counts() -> np.ndarray:
    """Count the pairs of combos without a common card that make up each pair of hands, (169, 169).

    Examples
    --------
    Aces against aces come in six ways, and against kings in 36:

    >>> hand_pair_counts()[0, [0, 13]]
    array([ 6, 36])
    """
    win, tie, lose = hand_counts()
    pairs: np.ndarray = (win + tie + lose) // BOARDS  # each pair of combos meets on so many boards
    return pairs


def _sum_by_hand(counts: np.ndarray) -> np.ndarray:
    """Sum (1326, 1326) counts over the combos of each pair of hands, (169, 169)."""
    rows = np.add.reduceat(counts, FIRST_COMBOS, axis=0, dtype=np.int64)
    return np.add.reduceat(rows, FIRST_COMBOS, axis=1)


def hand_vs_random() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Look up how every hand does against a random one.

    Returns
    -------
    win, tie, lose : ndarray of int64, shape (169,)
        Numbers of boards, summed over the hand's combos and the 1225 combos that an opponent may
        hold against each.
    """
    win, tie, lose = (counts.sum(axis=1) for counts in hand_counts())
    return win, tie, lose


def verify() -> str:
    """Check the shipped table against its checksum, and return that in hexadecimal."""
    return hashlib.sha256(_intact_table()).hexdigest()


_REMEDY = "to make it anew, run: pokerlab equities --rebuild"


def _intact_table() -> bytes:
    """Read the shipped file, and compare it with its checksum."""
    try:
        content = TABLE.read_bytes()
    except OSError as error:
        raise OSError(f"{TABLE} cannot be read: {error.strerror}; {_REMEDY}") from None
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise OSError(f"{TABLE} is damaged: its SHA-256 is not {SHA256}; {_REMEDY}")
    return content
