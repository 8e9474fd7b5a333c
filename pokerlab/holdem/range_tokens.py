"""The meanings of the tokens of ranges, such as A9s+, T9s-54s or 20%, and their weights.

:mod:`pokerlab.holdem.range_parser` divides a text into tokens, and has their grammar.
`write_weight` goes the other way.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pokerlab._support.arguments import refusal, short_repr
from pokerlab.cards import (
    CARD_NAMES,
    COMBO_INDEX,
    COMBO_NAMES,
    HAND_INDEX,
    HAND_OF_COMBO,
    RANKS,
    NotationError,
    parse_cards,
)
from pokerlab.holdem.best_hands import best_hands_near

__all__ = [
    "NOTATION_HINT",
    "NUMBER",
    "TOP",
    "parse_combos",
    "parse_number",
    "parse_weight",
    "without_top",
    "write_weight",
]

#: Examples to try in place of a text that cannot be read.
NOTATION_HINT = (
    "try 77, AKs, AKo, AK, 77+, A9s+, 77-22, ATs-A5s, T9s-54s, AcKd, 20% or random, "
    "and for half of it AKs:0.5 or AKs@50"
)
# Longer numbers are no weights, and slow to compute with.
_MAX_NUMBER_CHARACTERS = 100
_MAX_EXPONENT = 999  # Three digits, as in `NUMBER`.
#: A decimal, with a point, or a fraction: "0.5", ".5", "1e-3" or "1/3".
NUMBER = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?|[0-9]+/[0-9]+")
# "T" or "10"; "h"; and "s", "o" or nothing. A hand is "AKs", "66" or "109o".
_RANK, _SUIT, _SUITEDNESS = "([2-9TtJjQqKkAa]|10)", "([CcDdHhSs])", "([SsOo]?)"
_HAND = f"{_RANK}{_RANK}{_SUITEDNESS}"
# "Ax" or "KXs"; nothing is below a deuce.
_ANY_KICKER = re.compile("([3-9TtJjQqKkAa]|10)[Xx]([SsOo]?)")
# Words in small letters, without the blanks that may be in them: "random", "any two".
_ANY_TWO = {"random", "anytwo", "anytwocards"}
_ALL_PAIRS = {"pairs", "allpair", "allpairs", "anypair", "anypairs"}
_ANY_ACE = {"aces", "allace", "allaces", "anyace", "anyaces"}
# Players mean different hands by these, and by "ace".
_CONNECTORS = {"connector", "connectors", "suitedconnector", "suitedconnectors"}
#: The word before a share of the best hands, as in "top 10%".
TOP = re.compile(r"top\s*", re.IGNORECASE)
# "AKs", "66+" or "A5s-A2s".
_HAND_PLUS_OR_RUN = re.compile(rf"{_HAND}(?:(\+)|-{_HAND})?")
# "AhKs", and also what is no combo but has a card at an end, such as "AhK9".
_BEGINS_OR_ENDS_WITH_A_CARD = re.compile(f"{_RANK}{_SUIT}..+|..+{_RANK}{_SUIT}")
# By the mark that weights follow, what they may be.
_WEIGHT_NEEDED = {
    ":": "0 to 1 needed, such as 0.5, 1/3 or 50%",
    "@": "0 to 100 needed, in per cent, such as AKs@50",
    "[": "0 to 100 needed, in per cent, such as [50]",
}


def without_top(body: str) -> str:
    """Leave out the word that may stand before a share of the best hands."""
    word = TOP.match(body)
    return body[word.end() :] if word else body


def parse_number(text: str) -> Fraction | None:
    """Read a number, with a point or a comma; None if it is no number, or too long."""
    text = text.replace(",", ".")
    if len(text) > _MAX_NUMBER_CHARACTERS or not NUMBER.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def parse_weight(mark: str, text: str, token: str) -> Fraction:
    """Read what follows the mark ":" or "@" in a token, or the number of a bracket, mark "[".

    The token is quoted by the NotationError of a text that is no weight, or an unclear one.
    """
    text = "".join(text.split())
    largest = 100 if mark != ":" or text.endswith("%") else 1
    number = parse_number(text.removesuffix("%"))
    if number is None or number > largest:
        raise NotationError(f"weight: {text!r} given in {token!r}, {_WEIGHT_NEEDED[mark]}")
    if mark == "@" and not text.endswith("%") and number <= 1:
        body = token.partition("@")[0].strip()
        raise NotationError(
            f"weight: {text!r} given in {token!r} is unclear: write {body}@{text}% or {body}:{text}"
        )
    return number / largest


def write_weight(weight: Fraction) -> str:
    """Write a weight so that `parse_weight` reads it after a colon.

    It is a fraction, or a decimal if that is too long and has an end. What nobody could read again
    is a ValueError.

    Examples
    --------
    >>> write_weight(Fraction(1, 3)), write_weight(Fraction(7, 10**99))
    ('1/3', '7e-99')
    """
    fraction = str(weight)
    if parse_number(fraction) is not None:
        return fraction
    numerator, places = weight, 0
    while numerator.denominator > 1 and places < _MAX_EXPONENT:
        numerator *= 10
        places += 1
    decimal = f"{numerator}e-{places}"  # no number if it has no end
    if parse_number(decimal) is None:
        needed = f"a number of at most {_MAX_NUMBER_CHARACTERS} characters"
        raise refusal("weight", short_repr(fraction), needed)
    return decimal


def parse_combos(body: str, token: str) -> Iterable[int]:
    """Read the combos of a token's body, as indices of `pokerlab.cards.COMBOS`.

    The token, as it was typed, is quoted by the NotationError of a body that cannot be read.
    """
    body = "".join(body.split())
    word = body.lower()
    if word in _ANY_TWO:
        return range(len(COMBO_NAMES))
    if word == "none":
        raise NotationError(f"cannot read {token!r}: none stands alone, without a weight")
    if body.endswith("%"):
        percentage = parse_number(without_top(body[:-1]))
        if percentage is None or percentage > 100:
            raise NotationError(f"cannot read {token!r}: 0% to 100% needed, such as 20%")
        return _combos_of_hands(best_hands_near(percentage / 100))
    if word in _CONNECTORS:
        raise NotationError(f"cannot read {token!r}: write which, such as JTs-54s")
    if word == "ace":
        raise NotationError(
            f"cannot read {token!r}: write AA for the pair, or A2+ for any other ace"
        )
    if word in _ALL_PAIRS:
        body = "22+"
    if word in _ANY_ACE:
        body = "Ax"
    if match := _ANY_KICKER.fullmatch(body):
        body = f"{match[1]}2{match[2]}+"
    if match := _HAND_PLUS_OR_RUN.fullmatch(body):
        return _combos_of_hands(_parse_hands(match, token))
    if _BEGINS_OR_ENDS_WITH_A_CARD.fullmatch(body):
        cards = parse_cards(body)
        if len(cards) == 2:
            return [COMBO_INDEX["".join(CARD_NAMES[card] for card in cards)]]
    raise NotationError(f"cannot read {token!r}; {NOTATION_HINT}")


def _combos_of_hands(hands: list[int]) -> Iterable[int]:
    """List the combos of some hands."""
    return np.flatnonzero(np.isin(HAND_OF_COMBO, hands))


class _Hand(NamedTuple):
    """A hand by its ranks; `suitedness` is "s", "o" or, for a pair or both, ""."""

    high: int
    low: int
    suitedness: str

    def indices(self) -> list[int]:
        """Return the hand or, for both, the suited and the offsuit one."""
        ranks = RANKS[self.high] + RANKS[self.low]
        if self.high == self.low or self.suitedness:
            return [HAND_INDEX[ranks + self.suitedness]]
        return [HAND_INDEX[ranks + "s"], HAND_INDEX[ranks + "o"]]


def _parse_hands(match: re.Match[str], token: str) -> list[int]:
    """List the hands of a hand alone, with a plus, or of a run."""
    first = _parse_hand(match.group(1, 2, 3), token)
    if match[4]:
        if first.high == first.low:
            last = _Hand(12, 12, first.suitedness)
        else:
            last = first._replace(low=first.high - 1)
    elif match[5]:
        last = _parse_hand(match.group(5, 6, 7), token)
    else:
        last = first
    return [hand for step in _run_of_hands(first, last, token) for hand in step.indices()]


def _parse_hand(groups: Sequence[str], token: str) -> _Hand:
    """Read the two ranks and the suitedness of a hand."""
    *rank_names, suitedness = groups
    low, high = sorted(RANKS.index(name.replace("10", "T").upper()) for name in rank_names)
    if high == low and suitedness:
        ten = "; 10 is a ten" if "10" in token else ""
        raise NotationError(f"cannot read {token!r}: a pair is neither suited nor offsuit{ten}")
    return _Hand(high, low, suitedness.lower())


def _run_of_hands(first: _Hand, last: _Hand, token: str) -> list[_Hand]:
    """List the hands from one to another, which may be given in either order."""
    worst, best = sorted((first, last))
    steps = range(best.low - worst.low + 1)
    same_suitedness = worst.suitedness == best.suitedness
    same_gap = worst.high - worst.low == best.high - best.low
    same_top_card = worst.high == best.high > best.low
    if same_suitedness and same_gap:
        return [_Hand(worst.high + n, worst.low + n, worst.suitedness) for n in steps]
    if same_suitedness and same_top_card:
        return [worst._replace(low=worst.low + n) for n in steps]
    raise NotationError(
        f"cannot read {token!r}: the ends of a run must both be suited, offsuit or neither, "
        "and share their top card (ATs-A5s) or their gap (T9s-54s, 77-22)"
    )
