"""The table of exact all-in equities before the flop: any two combos, over every board.

Two combos without a common card leave 48 cards and so C(48, 5) = 1,712,304 boards, all equally
likely. For each such pair the table has two counts: the boards on which the first combo wins, and
those on which the two tie. No board is left out, so every equity is an exact fraction.

`pokerlab.holdem.enumeration` counts them. Renaming the suits changes no showdown, so 47,008 pairs
stand for all 1326 x 1326 (`canonical_pairs`). The package ships their counts in
``_data/equities.npy``, whose checksum is `SHA256`. All functions read that file, and raise an
OSError if it is missing or damaged.
"""

import io
from functools import cache

import numpy as np

from pokerlab._support.files import DATA, checksum
from pokerlab._support.frozen import frozen_copy
from pokerlab.cards import (
    COMBOS,
    COMBOS_PER_HAND,
    FIRST_COMBOS,
    HAND_OF_COMBO,
    HANDS,
    combo_images,
    share_no_card,
    sum_by_hand,
)

__all__ = [
    "BOARDS_PER_PAIR",
    "SHA256",
    "TABLE",
    "canonical_pairs",
    "combo_outcomes",
    "expand_to_all_pairs",
    "hand_outcomes",
    "hand_vs_random",
    "showdown_probabilities",
    "verify",
]

#: How many boards are left when two combos are dealt, C(48, 5).
BOARDS_PER_PAIR = 1_712_304
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
    # The first combo of a pair that comes first in its class is the first combo of its hand, which
    # is not after the other's.
    are_disjoint = share_no_card(COMBOS[FIRST_COMBOS], COMBOS)
    hands, second = np.nonzero(are_disjoint & (np.arange(len(HANDS))[:, None] <= HAND_OF_COMBO))
    first = FIRST_COMBOS[hands]
    codes = _pair_codes(first, second)
    is_lowest = np.ones(len(codes), bool)
    for image in combo_images():
        is_lowest &= codes <= _pair_codes(image[first], image[second])
        is_lowest &= codes <= _pair_codes(image[second], image[first])
    return frozen_copy(first[is_lowest]), frozen_copy(second[is_lowest])


def _pair_codes(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Number pairs of combos by the first one, then by the second."""
    return len(COMBOS) * first + second


def _expand_first(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Spread the table's counts over all pairs of the first combo of a hand with another combo.

    Returns wins and ties, (169, 1326). A hand's other combos have the same numbers, but against
    combos of renamed suits.
    """
    wins, ties = table
    losses = BOARDS_PER_PAIR - wins - ties
    win, tie = np.zeros((2, len(FIRST_COMBOS), len(COMBOS)), np.int32)
    hand_if_first = np.full(len(COMBOS), -1)
    hand_if_first[FIRST_COMBOS] = np.arange(len(FIRST_COMBOS))
    first, second = canonical_pairs()
    for image in combo_images():
        for row, column, wins_of_row in ((first, second, wins), (second, first, losses)):
            hands = hand_if_first[image[row]]
            is_first = hands >= 0
            pairs = hands[is_first], image[column[is_first]]
            win[pairs] = wins_of_row[is_first]
            tie[pairs] = ties[is_first]
    return win, tie


def expand_to_all_pairs(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Copy the counts in the table to all images of the canonical pairs, in either order.

    A pair that two renamings lead to has the same counts from both.

    Parameters
    ----------
    table : ndarray of int, shape (2, 47008)
        Wins and ties, as `pokerlab.holdem.enumeration.enumerate_counts` returns them.

    Returns
    -------
    win, tie : ndarray of int32, shape (1326, 1326), read-only
        The boards on which the row's combo beats the column's, and those on which it ties; both are
        0 if the two share a card.
    """
    images = combo_images()  # (24 renamings of the suits, 1326)
    first_combo_of_hand = FIRST_COMBOS[HAND_OF_COMBO]
    # For each combo the first renaming that makes it the first combo of its hand.
    renaming_to_first = (images == first_combo_of_hand).argmax(axis=0)
    # Both combos of a pair are renamed alike: the row's becomes the first one of its hand.
    pairs = HAND_OF_COMBO[:, None], images[renaming_to_first]
    win, tie = (counts[pairs] for counts in _expand_first(table))
    return frozen_copy(win), frozen_copy(tie)


@cache
def combo_outcomes() -> tuple[np.ndarray, np.ndarray]:
    """Look up the counts for all pairs of combos.

    Returns
    -------
    win, tie : ndarray of int32, shape (1326, 1326), read-only
        The boards, of `BOARDS_PER_PAIR`, on which the row's combo beats the column's, and those on
        which it ties. Both are 0 if the two share a card. The row's combo loses on ``win.T``.
    """
    return expand_to_all_pairs(_load_table())


@cache
def hand_outcomes() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Look up the counts for all pairs of hands.

    Returns
    -------
    win, tie, lose : ndarray of int64, shape (169, 169), read-only
        Numbers of boards, summed over all pairs of combos without a common card.
    """
    # All combos of a hand win as often against all those of another.
    win, tie = (
        COMBOS_PER_HAND[:, None] * sum_by_hand(counts.astype(np.int64), axis=1)
        for counts in _expand_first(_load_table())
    )
    return frozen_copy(win), frozen_copy(tie), frozen_copy(win.T)


@cache
def showdown_probabilities() -> np.ndarray:
    """Return the probability of each pair of hands together with each outcome.

    Returns
    -------
    ndarray of float, shape (3, 169, 169), read-only
        How likely the row's hand is dealt against the column's, and wins, ties or loses. All
        entries add up to 1.

    Examples
    --------
    How often a showdown between random hands is tied:

    >>> round(float(showdown_probabilities()[1].sum()), 4)
    0.0407
    """
    counts = np.array(hand_outcomes())
    return frozen_copy(counts / counts.sum())


def hand_vs_random() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Look up how every hand does against a random one.

    Returns
    -------
    win, tie, lose : ndarray of int64, shape (169,)
        Numbers of boards, summed over the hand's combos and the 1225 combos that an opponent may
        hold against each.
    """
    win, tie, lose = (counts.sum(axis=1) for counts in hand_outcomes())
    return win, tie, lose


def verify() -> str:
    """Check the shipped table against its checksum, and return that in hexadecimal."""
    return checksum(_intact_table())


_REMEDY = "to make it anew, run: pokerlab equities --rebuild"


def _load_table() -> np.ndarray:
    """Load the shipped table, (2, 47008): wins and ties."""
    return np.load(io.BytesIO(_intact_table()))


def _intact_table() -> bytes:
    """Read the shipped file, and compare it with its checksum."""
    try:
        content = TABLE.read_bytes()
    except OSError as error:
        raise OSError(f"{TABLE} cannot be read: {error.strerror}; {_REMEDY}") from None
    if checksum(content) != SHA256:
        raise OSError(f"{TABLE} is damaged: its SHA-256 is not {SHA256}; {_REMEDY}")
    return content
