"""Ranges: how likely each combo is to be held, and how players write that.

A *range* gives each combo a weight from 0 to 1. `parse_range` reads it from text such as
``"22+, A2s+, KTo+, AKo:0.5"``. The explorer reads ranges by the same rules, in JavaScript;
``tests/grammar.json`` holds both to them.
"""

import math
import re
import reprlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pokerlab._support.arguments import (
    is_integer,
    normalize_text,
    read_list,
    refusal,
    require_count,
    require_type,
    short_repr,
)
from pokerlab._support.basics import frozen, set_frozen
from pokerlab.cards import (
    CARD_NAMES,
    COMBO_INDEX,
    COMBO_NAMES,
    COMBOS,
    COMBOS_PER_HAND,
    FIRST_COMBOS,
    HAND_INDEX,
    HAND_OF_COMBO,
    HANDS,
    RANKS,
    READ_AS,
    NotationError,
    parse_cards,
)
from pokerlab.hand_strength import best_hands_near
from pokerlab.integers import over_common_denominator

__all__ = ["Range", "parse_range"]


@dataclass(frozen=True, eq=False)
class Range:
    """Weights over the 1326 combos, held exactly.

    Two ranges are equal if their weights are, however they were written. Weights that are not 1326
    whole numbers from 0 to the denominator are a ValueError.

    Examples
    --------
    >>> best = parse_range("QQ+, AKs:0.5")
    >>> len(best), "KK" in best, "AKs" in best, "AKo" in best
    (22, True, True, False)
    >>> (best | parse_range("QQ:0.25, AK")).text
    'AA, AKs, AKo, KK, QQ'
    """

    #: A notation of it, such as the one that it was read from; `parse_range` reads it again.
    text: str
    numerators: tuple[int, ...] = field(repr=False)  #: Each combo's weight times `denominator`.
    denominator: int  #: The least common denominator of the weights.

    def __post_init__(self) -> None:
        require_type("text", self.text, str, "text")
        require_count("denominator", self.denominator)
        numerators = read_list("numerators", self.numerators, "1326 whole numbers")
        if len(numerators) != len(COMBO_NAMES) or not all(
            is_integer(numerator) and 0 <= numerator <= self.denominator for numerator in numerators
        ):
            needed = f"1326 whole numbers from 0 to {self.denominator}"
            raise refusal("numerators", short_repr(numerators), needed)
        divisor = math.gcd(self.denominator, *numerators)
        reduced = tuple(int(numerator) // divisor for numerator in numerators)
        set_frozen(self, numerators=reduced, denominator=int(self.denominator) // divisor)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return (self.numerators, self.denominator) == (other.numerators, other.denominator)

    def __hash__(self) -> int:
        return hash((self.numerators, self.denominator))

    def __len__(self) -> int:
        """Return how many combos have a weight above 0."""
        return sum(numerator > 0 for numerator in self.numerators)

    def __contains__(self, hand: str) -> bool:
        """Return whether a combo such as ``"AcKd"``, or any of a hand's, has a weight above 0.

        Anything that is the name of neither is a ValueError.
        """
        if isinstance(hand, str) and hand in COMBO_INDEX:
            return self.numerators[COMBO_INDEX[hand]] > 0
        if not (isinstance(hand, str) and hand in HAND_INDEX):
            needed = "a hand such as AKs or a combo such as AcKd"
            raise refusal("hand", short_repr(hand), needed)
        first = FIRST_COMBOS[HAND_INDEX[hand]]
        return any(self.numerators[first : first + COMBOS_PER_HAND[HAND_INDEX[hand]]])

    def __or__(self, other: "Range") -> "Range":
        """Return the combos of either range, each with the larger of its two weights."""
        if not isinstance(other, Range):
            return NotImplemented
        denominator = math.lcm(self.denominator, other.denominator)
        factor, other_factor = denominator // self.denominator, denominator // other.denominator
        larger = tuple(
            max(factor * numerator, other_factor * other_numerator)
            for numerator, other_numerator in zip(self.numerators, other.numerators, strict=True)
        )
        return Range(_written(larger, denominator), larger, denominator)

    def by_combo(self) -> dict[str, Fraction]:
        """Return the positive weights of combos, by name."""
        return {
            name: Fraction(numerator, self.denominator)
            for name, numerator in zip(COMBO_NAMES, self.numerators, strict=True)
            if numerator
        }

    def by_hand(self) -> dict[str, Fraction]:
        """Return the positive weights of hands, by name.

        It is a ValueError if a hand's combos have different weights.
        """
        weights = {}
        for hand, first, count in zip(HANDS, FIRST_COMBOS, COMBOS_PER_HAND, strict=True):
            numerators = {*self.numerators[first : first + count]}
            if len(numerators) > 1:
                raise ValueError(f"the combos of {hand} have different weights, one needed")
            (numerator,) = numerators
            if numerator:
                weights[hand] = Fraction(numerator, self.denominator)
        return weights

    def mean_by_hand(self) -> dict[str, Fraction]:
        """Return the positive weights of hands, by name, each the mean over its combos."""
        return {
            hand: Fraction(numerator, self.denominator * count)
            for hand, numerator, count in zip(
                HANDS, self._hand_numerators(), COMBOS_PER_HAND.tolist(), strict=True
            )
            if numerator
        }

    @cached_property
    def weights(self) -> np.ndarray:
        """Weight of each combo, floats in [0, 1], shape (1326,), read-only."""
        return frozen([numerator / self.denominator for numerator in self.numerators])

    @cached_property
    def hand_weights(self) -> np.ndarray:
        """Weight of each hand, the mean over its combos, shape (169,), read-only."""
        denominators = self.denominator * COMBOS_PER_HAND.astype(object)
        return frozen((self._hand_numerators() / denominators).astype(float))

    def _hand_numerators(self) -> np.ndarray:
        """Return each hand's sum of numerators, as Python's integers, which have no bound."""
        return np.add.reduceat(np.array(self.numerators, object), FIRST_COMBOS)


def _written(numerators: Sequence[int], denominator: int) -> str:
    """Write weights in the notation: by hand, and by combo where those of a hand differ."""
    tokens = []
    for hand, first, count in zip(HANDS, FIRST_COMBOS, COMBOS_PER_HAND, strict=True):
        combos = slice(first, first + count)
        names, weights = COMBO_NAMES[combos], numerators[combos]
        if len({*weights}) == 1:
            names, weights = (hand,), weights[:1]
        for name, numerator in zip(names, weights, strict=True):
            if numerator == denominator:
                tokens.append(name)
            elif numerator:
                tokens.append(f"{name}:{Fraction(numerator, denominator)}")
    return ", ".join(tokens) or "none"


def parse_range(text: str) -> Range:
    """Read a range in the usual notation, or as other programs write it.

    **Tokens** are separated by commas, semicolons, blanks or line breaks, and letters may be of
    either case. If several tokens name a combo, the last one sets its weight. A blank alone does
    not separate a hand from a percentage: ``AKs 50%`` may be half of AKs, and is refused.

    =============  ===========================================================================
    ``AcKd``       one combo, its cards in either order; suits may be ``♣♦♥♠``
    ``77``         a pair
    ``Ax``         this card with any lower one: A2+; ``Axs``, ``Axo`` are A2s+ and A2o+
    ``AKs AKo``    a suited, an offsuit hand; ``AK`` is both; a ten is ``T`` or ``10``
    ``77+``        this pair and every higher one
    ``A9s+``       this hand and those with a higher kicker: A9s, ATs, AJs, AQs, AKs; T9s+ is
                   T9s alone
    ``77-22``      a run of pairs
    ``ATs-A5s``    a run of kickers under the same top card
    ``T9s-54s``    a run with the same gap between the cards
    ``20%``        the best hands: those that win most against any two cards, until their combos
                   are a fifth of all, to the nearest whole hand; also ``top 20%``
    ``random``     every combo; also ``any two`` and ``any two cards``
    ``pairs``      22+; also ``all pairs`` and ``any pair``
    ``aces``       Ax, without the pair of aces; also ``all aces`` and ``any ace``
    ``none``       no combo; it stands alone
    =============  ===========================================================================

    Runs may be written from either end and with any dash, and ``+`` and runs take ``s``, ``o`` or
    neither.

    **Weights** are from 0 to 1, and 1 where none is given. A number is a decimal, with an exponent
    or without, or a fraction.

    ==================  ======================================================================
    ``AKs:0.5``         a part of 1; also ``AKs:1/2`` and ``AKs: 2.7e-08``
    ``AKs:50%``         per cent
    ``AKs@50``          per cent. From 1 down it may be meant either way, and is refused:
                        ``AKs@1%`` and ``AKs:1`` are clear
    ``[50]AA,KK[/50]``  per cent, for a group, as GTO+ writes it; ``[0.5]`` is half a per cent
    ``1 0 0.25 ...``    1,326 numbers, one for each combo, as PioSOLVER's ``set_range`` has them:
                        2d2c 2h2c 2h2d 2s2c ..., from the deuce of clubs up, by the higher card
                        and then by the lower
    ==================  ======================================================================

    From a ``#`` with a blank behind it on, a line is a comment. A decimal may have a comma,
    ``AKs:0,5``. Where what follows the comma could be a hand of its own, as in ``AKs:0,55``, the
    text is refused. A text may stand in braces, or follow the words ``set_range OOP``.

    What cannot be read is a NotationError that quotes it. So is a text in which no combo has a
    weight above 0, unless it is ``none``: never doing something is a strategy
    (`pokerlab.deals.Deal.read_frequencies`), but `pokerlab.deals.river` needs hands that a player
    may hold.

    Examples
    --------
    >>> [HANDS[hand] for hand in parse_range("QQ+, ATs+").hand_weights.nonzero()[0]]
    ['AA', 'AKs', 'AQs', 'AJs', 'ATs', 'KK', 'QQ']
    """
    if not isinstance(text, str):
        raise NotationError(f"text: {short_repr(text)} given, text needed; {_HINT}")
    weights = _RangeParser(text).weights()
    numerators, denominator = over_common_denominator(weights)
    return Range(text, tuple(numerators), denominator)


# The grammar, after blanks of no width and the like are gone (`normalize_text`) and suits
# and dashes are ASCII (`pokerlab.cards.READ_AS`). Separators are blanks, commas and semicolons.
#
#     text     = ["set_range OOP" | "set_range IP"] range, or the same in braces
#     range    = "none" | 1326 numbers | items, with separators between them where they are needed
#     item     = token | "[" number "]" tokens "[/" number "]"
#     token    = body [":" weight | "@" weight]
#     body     = combo | hand | hand "+" | hand "-" hand | rank "x" ["s" | "o"]
#              | ["top"] number "%" | "random" | "any two" ["cards"]
#              | "pairs" | "aces" | ("all" | "any") ("pairs" | "pair" | "aces" | "ace")
#     hand     = rank rank ["s" | "o"]
#     combo    = rank suit rank suit
#     weight   = number ["%"]
#     number   = decimal, with a point or a comma | fraction

_HINT = (
    "try 77, AKs, AKo, AK, 77+, A9s+, 77-22, ATs-A5s, T9s-54s, AcKd, 20% or random, "
    "and for half of it AKs:0.5 or AKs@50"
)
# Longer ones are no weights, and slow to compute with.
_MAX_NUMBER_CHARACTERS = 100
_WEIGHT_NUMBER = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?|[0-9]+/[0-9]+")
_RANK, _SUIT, _SUITEDNESS = "([2-9TtJjQqKkAa]|10)", "([CcDdHhSs])", "([SsOo]?)"
_HAND = f"{_RANK}{_RANK}{_SUITEDNESS}"
_ANY_KICKER = re.compile("([3-9TtJjQqKkAa]|10)[Xx]([SsOo]?)")  # nothing is below a deuce
# Words, once blanks are left out, and what they are short for.
_ANY_TWO = {"random", "anytwo", "anytwocards"}
_ALL_PAIRS = re.compile("(?ai:(?:all|any)pairs?|pairs)")
_ANY_ACE = re.compile("(?ai:(?:all|any)aces?|aces)")
# Players mean different hands by these.
_CONNECTORS = re.compile("(?ai:(?:suited)?connectors?)")
_ACE = re.compile("(?ai:ace)")
_TOP = re.compile(r"top\s*", re.IGNORECASE)
_COMMENT = re.compile(r"#[ \t][^\n\r]*")
_HAND_PLUS_OR_RUN = re.compile(rf"{_HAND}(?:(\+)|-{_HAND})?")
_BEGINS_OR_ENDS_WITH_A_CARD = re.compile(f"{_RANK}{_SUIT}..+|..+{_RANK}{_SUIT}")
_WRAPPING = re.compile(
    r"[\s,;]*(?:set_range[\s_]+(?:oop|ip)\s|\{(?=.*\}[\s,;]*$))", re.IGNORECASE | re.DOTALL
)
_BETWEEN_ITEMS = re.compile(r"[\s,;]*")
_WORD = re.compile(r"[^\s,;]+")
# A token, roughly: a body and its weight are read in full later on. Blanks may stand around the
# dash of a run, around ":" and "@", and before "%".
_IN_TOKEN = r"[^\s,;:@\[\]]"
_TOKEN = re.compile(
    r"((?ai:any)\s+(?ai:two)(?:\s+(?ai:cards))?|(?ai:all|any)\s+(?ai:pairs?|aces?)"
    r"|(?ai:suited)\s+(?ai:connectors?)"
    rf"|(?:(?ai:top)\s+)?{_IN_TOKEN}+(?:\s+-\s+{_IN_TOKEN}+)?(?:\s+%)?)"
    rf"(?:\s*([:@])\s*({_IN_TOKEN}*(?:\s+%)?))?"
)
_END_OF_TOKEN = re.compile(r"[\s,;\[\]]|$")
_COMMA_AND_DIGITS = re.compile(r",([0-9]+\s*%?)(?=[\s,;\[\]]|$)")
_GROUP_MARK = re.compile(r"\[\s*(/?)\s*([0-9]+(?:[.,][0-9]+)?)\s*%?\s*\]")

#: By the mark that weights follow, what they may be.
_WEIGHT_NEEDED = {
    ":": "0 to 1 needed, such as 0.5, 1/3 or 50%",
    "@": "0 to 100 needed, in per cent, such as AKs@50",
    "[": "0 to 100 needed, in per cent, such as [50]",
}


class _Token(NamedTuple):
    """A token, between two positions in the text: its combos, and its weight if it has one."""

    start: int
    end: int
    combos: Iterable[int]
    weight: Fraction | None


class _GroupMark(NamedTuple):
    """The beginning ``[50]`` or the end ``[/50]`` of a group, between two positions in the text."""

    start: int
    end: int
    closes: bool
    number: str
    weight: Fraction


class _RangeParser:
    """Reads one range.

    Attributes
    ----------
    typed : str
        The text as it was typed, for error messages.
    text : str
        What is read. Every character is at the same position as in `typed`.
    """

    def __init__(self, text: str) -> None:
        self.typed = normalize_text(text)
        self.text = _COMMENT.sub(
            lambda comment: " " * len(comment[0]), self.typed.translate(READ_AS)
        )
        if wrapping := _WRAPPING.match(self.text):
            self.text = " " * wrapping.end() + self.text[wrapping.end() :]
            if wrapping[0].endswith("{"):
                self.text = re.sub(r"\}[\s,;]*$", "", self.text)

    def weights(self) -> list[Fraction]:
        """Return the weight of each combo."""
        weights = [Fraction(0)] * len(COMBO_NAMES)
        words = _WORD.findall(self.text)
        if not words:
            raise NotationError(f"empty range {self.typed!r}; {_HINT}")
        if len(words) == 1 and words[0].lower() == "none":
            return weights
        if len(words) > len(HANDS) and all(_WEIGHT_NUMBER.fullmatch(word) for word in words):
            return _parse_numbers(words)
        for combos, weight in self._weighted_combos():
            for combo in combos:
                weights[combo] = weight
        if not _any_is_positive(weights):
            raise NotationError(
                f"empty range {reprlib.repr(self.typed)}: "
                "a combo must have a weight above 0, as AKs:0.5"
            )
        return weights

    def _weighted_combos(self) -> Iterator[tuple[Iterable[int], Fraction]]:
        """Yield the combos of each token and their weight: the group's, the token's, or 1."""
        group: _GroupMark | None = None  # the mark of the open group
        tokens_in_group = 0
        previous: _Token | None = None  # the token before this one, if no mark is between them
        for item in self._items():
            if isinstance(item, _GroupMark):
                self._require_group_mark(item, group, tokens_in_group)
                group = None if item.closes else item
                tokens_in_group = 0
                previous = None
                continue
            if previous is not None:
                self._refuse_unclear_percentage(previous, item)
            if group is None:
                weight = Fraction(1) if item.weight is None else item.weight
            elif item.weight is None:
                weight = group.weight
            else:
                inside = self._as_typed(group.start, item.end)
                raise NotationError(f"weight: two given in {inside!r}, one needed")
            tokens_in_group += 1
            previous = item
            yield item.combos, weight
        if group is not None:
            opened = self._as_typed(group.start, group.end)
            raise NotationError(f"cannot read {opened!r}: its end [/{group.number}] is missing")

    def _items(self) -> Iterator[_Token | _GroupMark]:
        """Yield the tokens and the marks of groups from left to right."""
        position = self._skip_separators(0)
        while position < len(self.text):
            item = self._group_mark_at(position) or self._token_at(position)
            yield item
            position = self._skip_separators(item.end)

    def _skip_separators(self, position: int) -> int:
        """Return the first position from this one on that has no separator."""
        separators = _BETWEEN_ITEMS.match(self.text, position)
        assert separators  # the pattern matches nothing, too
        return separators.end()

    def _group_mark_at(self, start: int) -> _GroupMark | None:
        """Return the mark of a group that starts here, if one does."""
        match = _GROUP_MARK.match(self.text, start)
        if match is None:
            return None
        slash, number = match.groups()
        typed = self._as_typed(start, match.end())
        weight = _parse_weight("[", number, typed)
        return _GroupMark(start, match.end(), slash == "/", number, weight)

    def _require_group_mark(
        self, mark: _GroupMark, group: _GroupMark | None, tokens_in_group: int
    ) -> None:
        """Refuse a mark that opens a group within a group, or ends none or an empty one."""
        if mark.closes:
            fits = group is not None and tokens_in_group > 0 and group.weight == mark.weight
        else:
            fits = group is None
        if not fits:
            typed = self._as_typed(mark.start, mark.end)
            raise NotationError(
                f"cannot read {typed!r}: a group is written [50]AA, KK[/50], and holds no other"
            )

    def _token_at(self, start: int) -> _Token:
        """Return the token that starts here."""
        match = _TOKEN.match(self.text, start)
        end = self._end_of_token(match) if match else start
        if match is None or not _END_OF_TOKEN.match(self.text, end):
            word = _WORD.match(self.text, start)
            assert word  # no separator is here
            raise NotationError(f"cannot read {self._as_typed(start, word.end())!r}; {_HINT}")
        body, mark, weight = match.groups()
        typed = self._as_typed(start, end)
        decimals = self.text[match.end() : end]  # a decimal comma, and what follows it
        if mark:
            combos = _parse_combos(body, typed)
            return _Token(start, end, combos, _parse_weight(mark, weight + decimals, typed))
        return _Token(start, end, _parse_combos(body + decimals, typed), None)

    def _end_of_token(self, match: re.Match[str]) -> int:
        """Return where a token ends, in case a comma and digits follow.

        That may be a decimal comma, as in ``AKs:0,5``, or a comma between two tokens, as in
        ``AKs:1,55``. A text that can be read either way is refused.
        """
        comma = _COMMA_AND_DIGITS.match(self.text, match.end())
        if comma is None:
            return match.end()
        body, mark, weight = match.groups()
        digits = weight if mark else _without_top(body)  # what is before the comma
        decimals = comma[1]
        if not re.fullmatch("[0-9]+", digits) or not (mark or "%" in decimals):
            return match.end()
        is_decimal = _can_be_read(mark, f"{digits}.{decimals}")
        are_two_tokens = _can_be_read(mark, digits) and _can_be_read(None, decimals)
        if is_decimal and are_two_tokens:
            whole = self._as_typed(match.start(), comma.end())
            before = self._as_typed(match.start(), match.end())
            raise NotationError(
                f"{whole!r} is unclear: write {before}.{decimals} for a decimal, or "
                f"{before}, {decimals} for two tokens"
            )
        return match.end() if are_two_tokens else comma.end()

    def _refuse_unclear_percentage(self, first: _Token, second: _Token) -> None:
        """Refuse a percentage that only a blank separates from another token, without weights."""
        if first.weight is not None or second.weight is not None:
            return
        between = self.text[first.end : second.start]
        names = [self._as_typed(token.start, token.end) for token in (first, second)]
        percentages = [name for name in names if name.endswith("%") and not _TOP.match(name)]
        if percentages and not re.search(r"[,;\n\r]", between):
            percentage = percentages[0]
            hand = names[1] if names[0] == percentage else names[0]
            raise NotationError(
                f"{self._as_typed(first.start, second.end)!r} is unclear: write "
                f"{hand}:{percentage} for a weight, or {', '.join(names)} for two tokens"
            )

    def _as_typed(self, start: int, end: int) -> str:
        """Return a part of the text as it was typed."""
        return self.typed[start:end]


def _can_be_read(mark: str | None, text: str) -> bool:
    """Return whether a text can be a weight after a mark or, without a mark, a token."""
    try:
        if mark:
            _parse_weight(mark, text, text)
        else:
            _parse_combos(text, text)
    except NotationError:
        return False
    return True


def _without_top(body: str) -> str:
    """Leave out the word that may stand before a share of the best hands."""
    word = _TOP.match(body)
    return body[word.end() :] if word else body


def _any_is_positive(weights: list[Fraction]) -> bool:
    """Return whether any weight is above 0 as a float, too: nobody means 1e-999."""
    return any(float(weight) > 0 for weight in weights)


def _parse_numbers(words: list[str]) -> list[Fraction]:
    """Read a number for each combo, in the order of PioSOLVER's ``show_hand_order``.

    From https://piosolver.com/docs/upi/commands: "2d2c 2h2c 2h2d ..."; it goes on with 2s2c, 2s2d,
    2s2h, 3c2c, up to AsAh.
    """
    if len(words) != len(COMBO_NAMES):
        hint = "in the order 2d2c 2h2c 2h2d ..."
        raise refusal("range", f"{len(words)} numbers", "1326", hint, error=NotationError)
    order = np.lexsort((COMBOS[:, 1], COMBOS[:, 0])).tolist()
    weights = [Fraction(0)] * len(words)
    for combo, word in zip(order, words, strict=True):
        weight = _parse_number(word)
        if weight is None or weight > 1:
            name = f"weight of {COMBO_NAMES[combo]}"
            raise refusal(name, repr(word), "0 to 1", error=NotationError)
        weights[combo] = weight
    if not _any_is_positive(weights):
        raise refusal("empty range", "1326 numbers", "one above 0", error=NotationError)
    return weights


def _parse_number(text: str) -> Fraction | None:
    """Read a number, with a point or a comma; None if it is none."""
    text = text.replace(",", ".")
    if len(text) > _MAX_NUMBER_CHARACTERS or not _WEIGHT_NUMBER.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def _parse_weight(mark: str, text: str, token: str) -> Fraction:
    """Read what follows the mark ":" or "@" in a token, or the number of a bracket, mark "["."""
    text = "".join(text.split())
    largest = 100 if mark != ":" or text.endswith("%") else 1
    number = _parse_number(text.removesuffix("%"))
    if number is None or number > largest:
        raise NotationError(f"weight: {text!r} given in {token!r}, {_WEIGHT_NEEDED[mark]}")
    if mark == "@" and not text.endswith("%") and number <= 1:
        body = token.partition("@")[0].strip()
        raise NotationError(
            f"weight: {text!r} given in {token!r} is unclear: write {body}@{text}% or {body}:{text}"
        )
    return number / largest


def _parse_combos(body: str, token: str) -> Iterable[int]:
    """Return the combos of a body; `token` is how it was typed, with its weight."""
    body = "".join(body.split())
    if body.lower() in _ANY_TWO:
        return range(len(COMBO_NAMES))
    if body.lower() == "none":
        raise NotationError(f"cannot read {token!r}: none stands alone, without a weight")
    if body.endswith("%"):
        percentage = _parse_number(_without_top(body[:-1]))
        if percentage is None or percentage > 100:
            raise NotationError(f"cannot read {token!r}: 0% to 100% needed, such as 20%")
        return _combos_of_hands(best_hands_near(percentage / 100))
    if _CONNECTORS.fullmatch(body):
        raise NotationError(f"cannot read {token!r}: write which, such as JTs-54s")
    if _ACE.fullmatch(body):
        raise NotationError(
            f"cannot read {token!r}: write AA for the pair, or A2+ for any other ace"
        )
    if _ALL_PAIRS.fullmatch(body):
        body = "22+"
    if _ANY_ACE.fullmatch(body):
        body = "Ax"
    if match := _ANY_KICKER.fullmatch(body):
        body = f"{match[1]}2{match[2]}+"
    if match := _HAND_PLUS_OR_RUN.fullmatch(body):
        return _combos_of_hands(_parse_hands(match, token))
    if _BEGINS_OR_ENDS_WITH_A_CARD.fullmatch(body):
        cards = parse_cards(body)
        if len(cards) == 2:
            return [COMBO_INDEX["".join(CARD_NAMES[card] for card in cards)]]
    raise NotationError(f"cannot read {token!r}; {_HINT}")


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
