"""Cards, the 1326 combos of two cards, and the 169 starting hands.

A *card* is an integer 0..51: four times its rank (deuce 0 to ace 12) plus its suit (clubs 0,
diamonds 1, hearts 2, spades 3), as in the phevaluator library. A *combo* is two cards; there
are 52 * 51 / 2 = 1326. Up to suits they form the 169 *hands* of the 13 x 13 chart:
pairs on the diagonal (6 combos each), suited hands above it (4), offsuit hands below it (12).
Everything in pokerlab indexes hands in chart order, row by row from the aces, and combos hand by
hand in that order, so a hand's combos are neighbours. :mod:`pokerlab.ranges` gives them weights.
"""

import re
from functools import cache
from itertools import combinations, permutations

import numpy as np

from pokerlab._support.arguments import normalize_text, refusal, short_repr
from pokerlab._support.frozen import frozen_copy

__all__ = [
    "CARD_NAMES",
    "COMBOS",
    "COMBOS_PER_HAND",
    "COMBO_INDEX",
    "COMBO_NAMES",
    "FIRST_COMBOS",
    "HANDS",
    "HAND_INDEX",
    "HAND_OF_COMBO",
    "HAND_PROBABILITIES",
    "NOTATION_TO_ASCII",
    "N_CARDS",
    "RANKS",
    "SUITS",
    "NotationError",
    "card_images",
    "combo_images",
    "combos_of",
    "parse_cards",
    "share_no_card",
    "sum_by_hand",
]

N_CARDS = 52  #: The cards of a deck.
RANKS = "23456789TJQKA"  #: The thirteen ranks, lowest first; a rank is a position in this string.
SUITS = "cdhs"  #: The four suits: clubs, diamonds, hearts, spades.
#: The 52 names, ``"2c"`` to ``"As"``, by card.
CARD_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARD_INDEX = {name: card for card, name in enumerate(CARD_NAMES)}


def _hand_name(row: int, column: int) -> str:
    """Name the hand in this cell of the chart, whose rows and columns run from the ace down."""
    high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    if row == column:
        return high + low
    return high + low + ("s" if row < column else "o")


#: The 169 hands in chart order, AA, AKs, AQs, ..., A2s, AKo, KK, KQs, ..., 22.
HANDS = tuple(_hand_name(row, column) for row in range(13) for column in range(13))
HAND_INDEX = {name: hand for hand, name in enumerate(HANDS)}  #: Hand by name.


def _hand_of(high: int, low: int) -> int:
    """Find the hand that two cards make, the higher one given first."""
    row, column = 12 - high // 4, 12 - low // 4
    is_suited = high % 4 == low % 4
    return 13 * row + column if is_suited else 13 * column + row


_combos = sorted(combinations(range(51, -1, -1), 2), key=lambda combo: _hand_of(*combo))
#: The two cards of each combo, shape (1326, 2), higher card first; combos grouped by hand.
COMBOS = frozen_copy(_combos)
#: The 1326 names, higher card first, AsAh, AsAd, ..., 2d2c.
COMBO_NAMES = tuple(CARD_NAMES[high] + CARD_NAMES[low] for high, low in _combos)
#: Combo by name, the cards in either order.
COMBO_INDEX = {name: combo for combo, name in enumerate(COMBO_NAMES)}
COMBO_INDEX |= {name[2:] + name[:2]: combo for name, combo in COMBO_INDEX.items()}
#: The hand that each combo belongs to, shape (1326,), ascending.
HAND_OF_COMBO = frozen_copy([_hand_of(*combo) for combo in _combos])
#: How many combos each hand has, shape (169,): 6 for a pair, 4 suited, 12 offsuit.
COMBOS_PER_HAND = frozen_copy(np.bincount(HAND_OF_COMBO))
#: How likely each hand is dealt, (169,); up to rounding `Deal.hand_probabilities` of hold'em.
HAND_PROBABILITIES = frozen_copy(COMBOS_PER_HAND / COMBOS_PER_HAND.sum())
#: The first combo of each hand, shape (169,).
FIRST_COMBOS = frozen_copy(np.searchsorted(HAND_OF_COMBO, np.arange(len(HANDS))))


def combos_of(hand: str) -> slice:
    """Return the place of a hand's combos among all 1,326, by the hand's name.

    Examples
    --------
    >>> COMBO_NAMES[combos_of("KQs")]
    ('KsQs', 'KhQh', 'KdQd', 'KcQc')
    """
    index = HAND_INDEX[hand]
    return slice(FIRST_COMBOS[index], FIRST_COMBOS[index] + COMBOS_PER_HAND[index])


def sum_by_hand(by_combo: np.ndarray, axis: int = 0) -> np.ndarray:
    """Sum an array's numbers of combos by hand: along the axis, 1,326 numbers become 169.

    Examples
    --------
    >>> (sum_by_hand(np.ones(1326)) == COMBOS_PER_HAND).all()
    np.True_
    """
    return np.add.reduceat(by_combo, FIRST_COMBOS, axis=axis)


class NotationError(ValueError):
    """Cards or a range that cannot be read; the message quotes what is wrong."""


#: A table for `str.translate`, character by character: what notation may have in place of ASCII.
#: These are dashes, suits, and the byte-order mark that begins some files.
NOTATION_TO_ASCII = str.maketrans(
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2212♣♦♥♠♧♢♡♤\ufeff", "-------cdhscdhs "
)


def parse_cards(text: str, name: str | None = None) -> tuple[int, ...]:
    """Read distinct cards, with or without blanks, commas or brackets between them.

    Letters may be of either case, a ten ``T`` or ``10``, and suits ``♣♦♥♠`` or ``♧♢♡♤``.

    Raises
    ------
    NotationError
        If something is no card, or a card comes twice. It begins with the name of the argument, if
        that is given.

    Examples
    --------
    >>> parse_cards("As 2c"), parse_cards("10d, KH")
    ((51, 0), (33, 46))
    """
    if not isinstance(text, str):
        raise refusal(
            name or "text", short_repr(text), "text such as 'Td9d6h'", error=NotationError
        )
    where = f"{name}: " if name else ""
    text = normalize_text(text)
    cards: list[int] = []
    for match in re.finditer(r"10[^\s,;\[\]]|[^\s,;\[\]]{1,2}", text.translate(NOTATION_TO_ASCII)):
        typed = text[match.start() : match.end()]
        rank_and_suit = match[0].replace("10", "T")
        card = _CARD_INDEX.get(rank_and_suit[0].upper() + rank_and_suit[1:].lower())
        if card is None:
            needed = f"is not a card: ranks {RANKS}, suits {SUITS}"
            raise NotationError(f"{where}{typed!r} in {text!r} {needed}")
        if card in cards:
            raise NotationError(f"{where}{typed} appears twice in {text!r}: cards must differ")
        cards.append(card)
    return tuple(cards)


def share_no_card(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Tell for each pair of combos whether the two can be dealt together.

    The combos are rows of cards, (n0, 2) and (n1, 2), and the answers are bools, (n0, n1).

    Examples
    --------
    >>> share_no_card(np.array([[51, 50]]), np.array([[50, 49], [3, 2]]))
    array([[False,  True]])
    """
    bits0, bits1 = ((np.int64(1) << combos).sum(axis=1) for combos in (first, second))
    return (bits0[:, None] & bits1) == 0


@cache
def card_images() -> np.ndarray:
    """List the image of each card under each of the 24 renamings of the suits, (24, 52)."""
    new_suits = np.array(list(permutations(range(4))))
    cards = np.arange(N_CARDS)
    images: np.ndarray = 4 * (cards // 4) + new_suits[:, cards % 4]
    return frozen_copy(images)


@cache
def combo_images() -> np.ndarray:
    """List the image of each combo under each renaming of the suits.

    Returns
    -------
    ndarray of int32, shape (24, 1326)
        A row for each renaming, in the order of `card_images`: the combos that combos become.
    """
    combo_of_cards: np.ndarray = np.zeros((52, 52), np.int32)
    high, low = COMBOS.T
    combo_of_cards[high, low] = np.arange(len(COMBOS))
    combo_of_cards[low, high] = np.arange(len(COMBOS))
    images_of_cards = card_images()
    images: np.ndarray = combo_of_cards[images_of_cards[:, high], images_of_cards[:, low]]
    return frozen_copy(images)
