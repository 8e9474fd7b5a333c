"""Cards, the 1326 combos, the 169 hands, and ranges of hands in the usual notation.

A *card* is an integer 0..51: four times its rank (deuce 0 to ace 12) plus its suit (clubs 0,
diamonds 1, hearts 2, spades 3), as in the phevaluator library. A *combo* is two cards; there
are 52 * 51 / 2 = 1326. Up to suits they form the 169 *hands* of the 13 x 13 chart:
pairs on the diagonal (6 combos each), suited hands above it (4), offsuit hands below it (12).
Everything in pokerlab indexes hands in chart order, row by row from the aces, and combos hand by
hand in that order, so a hand's combos are neighbours. A *range* gives each combo a weight from 0
to 1, and `parse_range` reads it from text such as ``"22+, A2s+, KTo+, AKo:0.5"``.
"""

import math
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations

import numpy as np

from pokerlab._foundations import frozen

RANKS = "23456789TJQKA"  #: The thirteen ranks, lowest first; a rank is a position in this string.
SUITS = "cdhs"  #: The four suits: clubs, diamonds, hearts, spades.
#: The 52 names, ``"2c"`` to ``"As"``, by card.
CARD_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD_INDEX = {name: card for card, name in enumerate(CARD_NAMES)}  #: Card by name.


def _hand_name(row: int, column: int) -> str:
    """Name the hand in this cell of the chart, whose rows and columns run from the ace down."""
    high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


#: The 169 hands in chart order, AA, AKs, AQs, ..., A2s, AKo, KK, KQs, ..., 22.
HANDS = tuple(_hand_name(row, column) for row in range(13) for column in range(13))
HAND_INDEX = {name: hand for hand, name in enumerate(HANDS)}  #: Hand by name.


def _hand_of(high: int, low: int) -> int:
    """Return the hand that two cards make, the higher one given first."""
    row, column = 12 - high // 4, 12 - low // 4
    return 13 * row + column if high % 4 == low % 4 else 13 * column + row


_combos = sorted(combinations(range(51, -1, -1), 2), key=lambda combo: _hand_of(*combo))
#: The two cards of each combo, shape (1326, 2), higher card first; combos grouped by hand.
COMBOS = frozen(_combos)
#: The 1326 names, higher card first, AsAh, AsAd, ..., 2d2c.
COMBO_NAMES = tuple(CARD_NAMES[high] + CARD_NAMES[low] for high, low in _combos)
#: Combo by name, the cards in either order.
COMBO_INDEX = {name: combo for combo, name in enumerate(COMBO_NAMES)}
COMBO_INDEX |= {name[2:] + name[:2]: combo for name, combo in COMBO_INDEX.items()}
#: The hand that each combo belongs to, shape (1326,), ascending.
HAND_OF_COMBO = frozen([_hand_of(*combo) for combo in _combos])
#: How many combos each hand has, shape (169,): 6 for a pair, 4 suited, 12 offsuit.
COMBO_COUNTS = frozen(np.bincount(HAND_OF_COMBO))
#: The first combo of each hand, shape (169,).
FIRST_COMBOS = frozen(np.searchsorted(HAND_OF_COMBO, np.arange(169)))


class RangeError(ValueError):
    """Cards or a range that cannot be read; the message names the offending token."""


_TOKENS = "try 77, AKs, AKo, AK, 77+, A9s+, 77-22, ATs-A5s, T9s-54s, AcKd or random"
_HAND = re.compile(f"([{RANKS}])([{RANKS}])([so]?)")
_COMBO = re.compile("(?:.[a-z]){2}")
_GROUP = re.compile(r"\[(\d+(?:\.\d+)?)\](.*?)\[/\1\]")
_WEIGHT = re.compile(r"[0-9]+\.?[0-9]*|\.[0-9]+|[0-9]+/0*[1-9][0-9]*")


def parse_cards(text: str) -> tuple[int, ...]:
    """Read distinct cards written one after another, with or without blanks; else a RangeError.

    Examples
    --------
    >>> parse_cards("As 2c")
    (51, 0)
    """
    names = re.findall(r"\S\S?", text)
    for position, name in enumerate(names):
        if name not in CARD_INDEX:
            raise RangeError(f"{name!r} in {text!r} is not a card: ranks {RANKS}, suits {SUITS}")
        if name in names[:position]:
            raise RangeError(f"{name} appears twice in {text!r}: cards must differ")
    return tuple(CARD_INDEX[name] for name in names)


@dataclass(frozen=True)
class Range:
    """Weights over the 1326 combos, held exactly.

    The denominator is positive and as small as possible.
    """

    text: str  #: The notation it was read from.
    numerators: tuple[int, ...] = field(repr=False)  #: Each combo's weight times `denominator`.
    denominator: int  #: The common denominator of the weights.

    def by_combo(self) -> dict[str, Fraction]:
        """The positive weights of combos, by name."""
        shares = (Fraction(numerator, self.denominator) for numerator in self.numerators)
        return {name: w for name, w in zip(COMBO_NAMES, shares, strict=True) if w}

    def by_hand(self) -> dict[str, Fraction]:
        """The positive weights of hands, by name; a ValueError if the combos of one differ."""
        blocks = np.split(np.array(self.numerators, object), FIRST_COMBOS[1:])
        for hand, block in zip(HANDS, blocks, strict=True):
            if len({*block}) > 1:
                raise ValueError(f"range: the combos of {hand} have different weights, one needed")
        shares = (Fraction(block[0], self.denominator) for block in blocks)
        return {hand: w for hand, w in zip(HANDS, shares, strict=True) if w}

    @cached_property
    def weights(self) -> np.ndarray:
        """Weight of each combo, floats in [0, 1], shape (1326,), read-only."""
        return frozen([numerator / self.denominator for numerator in self.numerators])

    @cached_property
    def hand_weights(self) -> np.ndarray:
        """Weight of each hand, the mean over its combos, shape (169,), read-only."""
        sums = np.add.reduceat(np.array(self.numerators, object), FIRST_COMBOS)
        return frozen((sums / (self.denominator * COMBO_COUNTS.astype(object))).astype(float))


def parse_range(text: str) -> Range:
    """Read a range in the usual notation.

    Tokens are separated by commas, blanks or both. A token has one of the forms below and may
    end in a weight from 0 to 1, written ``:0.5`` or ``:1/3``. Without one it weighs 1. If
    several tokens name a combo, the last one sets its weight.

    =============  ===========================================================================
    ``AcKd``       one combo, its cards in either order
    ``77``         a pair
    ``AKs AKo``    a suited, an offsuit hand; ``AK`` is both
    ``77+``        this pair and every higher one
    ``A9s+``       this hand and those with a higher kicker: A9s, ATs, AJs, AQs, AKs
    ``77-22``      a run of pairs
    ``ATs-A5s``    a run of kickers under the same top card
    ``T9s-54s``    a run with the same gap between the cards
    ``random``     every combo
    =============  ===========================================================================

    A group in brackets, ``[50]AA, KK[/50]``, as GTO+ writes it, has its weight in percent.
    Runs may be written from either end, and ``+`` and runs take ``s``, ``o`` or neither. If a token
    cannot be read, or no combo has a positive weight, it is a RangeError.

    Examples
    --------
    >>> [HANDS[hand] for hand in parse_range("QQ+, ATs+").hand_weights.nonzero()[0]]
    ['AA', 'AKs', 'AQs', 'AJs', 'ATs', 'KK', 'QQ']
    """
    tokens = re.findall(r"[^,\s]+", _GROUP.sub(_ungroup, text))
    if not tokens:
        raise RangeError(f"empty range {text!r}; {_TOKENS}")
    weights = [Fraction(0)] * len(COMBO_NAMES)
    for token in tokens:
        body, colon, weight_text = token.partition(":")
        weight = _parse_weight(weight_text, token) if colon else Fraction(1)
        for combo in _parse_combos(body, token):
            weights[combo] = weight
    if not any(map(float, weights)):
        raise RangeError(f"empty range {text!r}: a combo must have a weight above 0")
    denominator = math.lcm(*{weight.denominator for weight in weights})
    numerators = (weight.numerator * (denominator // weight.denominator) for weight in weights)
    return Range(text, tuple(numerators), denominator)


def _ungroup(group: re.Match) -> str:
    """The tokens in brackets, each with its weight."""
    return re.sub(r"[^,\s]+", rf"\g<0>:{Fraction(group[1]) / 100}", group[2])


def _parse_weight(text: str, token: str) -> Fraction:
    """Read what follows the colon of `token`."""
    with suppress(ValueError):  # of more digits than Python reads
        if _WEIGHT.fullmatch(text) and Fraction(text) <= 1:
            return Fraction(text)
    raise RangeError(f"weight: {text!r} given in {token!r}, 0 to 1 needed, such as 0.5 or 1/3")


def _parse_combos(body: str, token: str) -> Iterable[int]:
    """Return the combos that `body`, which is `token` without its weight, stands for."""
    if body == "random":
        return range(len(COMBO_NAMES))
    if _COMBO.fullmatch(body):
        parse_cards(body)
        return [COMBO_INDEX[body]]
    first, dash, last = body.partition("-")
    if dash:
        return _combos_between(_parse_hand(first, token), _parse_hand(last, token), token)
    high, low, kind = best = hand = _parse_hand(body.removesuffix("+"), token)
    if body.endswith("+"):
        best = (12, 12, kind) if high == low else (high, high - 1, kind)
    return _combos_between(hand, best, token)


def _parse_hand(text: str, token: str) -> tuple[int, int, str]:
    """Read a hand as its two ranks, the higher first, and ``"s"``, ``"o"`` or ``""``."""
    match = _HAND.fullmatch(text)
    if not match:
        raise RangeError(f"cannot read {token!r}; {_TOKENS}")
    low, high = sorted(RANKS.index(rank) for rank in match.group(1, 2))
    if high == low and match[3]:
        raise RangeError(f"cannot read {token!r}: a pair is neither suited nor offsuit")
    return high, low, match[3]


def _combos_between(
    end: tuple[int, int, str], other_end: tuple[int, int, str], token: str
) -> Iterable[int]:
    """Return the combos of the run of hands from one end to the other."""
    (high, low, kind), (top_high, top_low, top_kind) = sorted((end, other_end))
    steps = range(top_low - low + 1)
    if kind == top_kind and high - low == top_high - top_low:
        run = [(high + step, low + step) for step in steps]
    elif kind == top_kind and high == top_high > top_low:
        run = [(high, low + step) for step in steps]
    else:
        raise RangeError(
            f"cannot read {token!r}: the ends of a run must both be suited, offsuit or neither, "
            "and share their top card (ATs-A5s) or their gap (T9s-54s, 77-22)"
        )
    hands = [
        HAND_INDEX[RANKS[high] + RANKS[low] + suffix]
        for high, low in run
        for suffix in ([""] if high == low else kind or "so")
    ]
    return np.isin(HAND_OF_COMBO, hands).nonzero()[0]
