"""How the text of a range is taken apart: its tokens, groups and weights.

:mod:`pokerlab.holdem.range_tokens` says what each token stands for, and
`pokerlab.ranges.parse_range` has the notation for people.
"""

import re
import reprlib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pokerlab._support.arguments import normalize_text, refusal, short_repr, unclear_comma
from pokerlab.cards import COMBO_NAMES, COMBOS, HANDS, NOTATION_TO_ASCII, NotationError
from pokerlab.holdem.range_tokens import (
    NOTATION_HINT,
    NUMBER,
    TOP,
    parse_combos,
    parse_number,
    parse_weight,
    without_top,
)

__all__ = ["RangeParser"]

# The grammar, after blanks of no width and the like are gone (`normalize_text`) and suits
# and dashes are ASCII (`pokerlab.cards.NOTATION_TO_ASCII`). Separators are blanks, commas and
# semicolons.
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

# "# opened from the button", to the end of the line.
_COMMENT = re.compile(r"#[ \t][^\n\r]*")
# What solvers put before a range: "set_range OOP ", or "{" where the text ends with "}".
_WRAPPING = re.compile(
    r"[\s,;]*(?:set_range[\s_]+(?:oop|ip)\s|\{(?=.*\}[\s,;]*$))", re.IGNORECASE | re.DOTALL
)
# ", " or "; ", and a word between two of them, such as "AKs:0.5".
_BETWEEN_ITEMS = re.compile(r"[\s,;]*")
_WORD = re.compile(r"[^\s,;]+")
# A token, roughly: a body and its weight are read in full later on. Blanks may stand around the
# dash of a run, around ":" and "@", and before "%".
_IN_TOKEN = r"[^\s,;:@\[\]]"
# "any two cards", "all pairs" or "suited connectors"
_WORDS = (
    r"(?ai:any)\s+(?ai:two)(?:\s+(?ai:cards))?"
    r"|(?ai:all|any)\s+(?ai:pairs?|aces?)"
    r"|(?ai:suited)\s+(?ai:connectors?)"
)
# "AKs", "AcKd", "A5s - A2s" or "top 10 %"
_HANDS_OR_SHARE = rf"(?:(?ai:top)\s+)?{_IN_TOKEN}+(?:\s+-\s+{_IN_TOKEN}+)?(?:\s+%)?"
# " : 0.5" or "@50 %"
_MARK_AND_WEIGHT = rf"\s*([:@])\s*({_IN_TOKEN}*(?:\s+%)?)"
_TOKEN = re.compile(rf"({_WORDS}|{_HANDS_OR_SHARE})(?:{_MARK_AND_WEIGHT})?")
_END_OF_TOKEN = re.compile(r"[\s,;\[\]]|$")
# ",5" or ",5 %", after which a token may end: the rest of "0,5", or another token.
_COMMA_AND_DIGITS = re.compile(r",([0-9]+\s*%?)(?=[\s,;\[\]]|$)")
# "[50]", "[12.5 %]" or "[/50]": the start of a group that has one weight, or its end.
_GROUP_MARK = re.compile(r"\[\s*(/?)\s*([0-9]+(?:[.,][0-9]+)?)\s*%?\s*\]")


class _Token(NamedTuple):
    """A token, such as ``AKs:0.5``, between two positions in the text."""

    start: int
    end: int
    combos: Iterable[int]  #: Indices of `pokerlab.cards.COMBOS`.
    weight: Fraction | None  #: None if the token has none.


class _GroupMark(NamedTuple):
    """The beginning ``[50]`` or the end ``[/50]`` of a group, between two positions in the text."""

    start: int
    end: int
    closes: bool  #: Whether this is the end.
    number: str  #: The percentage as it was typed.
    weight: Fraction  #: The percentage divided by 100.


class RangeParser:
    """Reads one range; anything but text, and text that is no range, is a NotationError.

    Attributes
    ----------
    typed : str
        The text as it was typed, for error messages.
    text : str
        What is read. Every character is at the same position as in `typed`.
    """

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise NotationError(f"text: {short_repr(text)} given, text needed; {NOTATION_HINT}")
        self.typed = normalize_text(text)
        self.text = _COMMENT.sub(
            lambda comment: " " * len(comment[0]), self.typed.translate(NOTATION_TO_ASCII)
        )
        if wrapping := _WRAPPING.match(self.text):
            self.text = " " * wrapping.end() + self.text[wrapping.end() :]
            if wrapping[0].endswith("{"):
                self.text = re.sub(r"\}[\s,;]*$", "", self.text)

    def weights(self) -> list[Fraction]:
        """Read the weight of each of the 1326 combos."""
        weights = [Fraction(0)] * len(COMBO_NAMES)
        words = _WORD.findall(self.text)
        if not words:
            raise NotationError(f"empty range {self.typed!r}; {NOTATION_HINT}")
        if len(words) == 1 and words[0].lower() == "none":
            return weights
        if len(words) > len(HANDS) and all(NUMBER.fullmatch(word) for word in words):
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
        weight = parse_weight("[", number, typed)
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
            raise NotationError(
                f"cannot read {self._as_typed(start, word.end())!r}; {NOTATION_HINT}"
            )
        body, mark, weight = match.groups()
        typed = self._as_typed(start, end)
        decimals = self.text[match.end() : end]  # a decimal comma, and what follows it
        if mark:
            combos = parse_combos(body, typed)
            return _Token(start, end, combos, parse_weight(mark, weight + decimals, typed))
        return _Token(start, end, parse_combos(body + decimals, typed), None)

    def _end_of_token(self, match: re.Match[str]) -> int:
        """Find the end of a token, in case a comma and digits follow.

        That may be a decimal comma, as in ``AKs:0,5``, or a comma between two tokens, as in
        ``AKs:1,55``: the rule is that of `unclear_comma`.
        """
        comma = _COMMA_AND_DIGITS.match(self.text, match.end())
        if comma is None:
            return match.end()
        body, mark, weight = match.groups()
        digits = weight if mark else without_top(body)  # what is before the comma
        decimals = comma[1]
        if not re.fullmatch("[0-9]+", digits) or not (mark or "%" in decimals):
            return match.end()
        is_decimal = _is_weight_or_token(mark, f"{digits}.{decimals}")
        are_two_tokens = _is_weight_or_token(mark, digits) and _is_weight_or_token(None, decimals)
        if is_decimal and are_two_tokens:
            whole = self._as_typed(match.start(), comma.end())
            before = self._as_typed(match.start(), match.end())
            raise unclear_comma(repr(whole), before, decimals, "tokens", NotationError)
        return match.end() if are_two_tokens else comma.end()

    def _refuse_unclear_percentage(self, first: _Token, second: _Token) -> None:
        """Refuse a percentage that only a blank separates from another token, without weights."""
        if first.weight is not None or second.weight is not None:
            return
        between = self.text[first.end : second.start]
        names = [self._as_typed(token.start, token.end) for token in (first, second)]
        percentages = [name for name in names if name.endswith("%") and not TOP.match(name)]
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


def _is_weight_or_token(mark: str | None, text: str) -> bool:
    """Tell whether a text can be a weight after a mark or, without a mark, a token."""
    try:
        if mark:
            parse_weight(mark, text, text)
        else:
            parse_combos(text, text)
    except NotationError:
        return False
    return True


def _any_is_positive(weights: list[Fraction]) -> bool:
    """Tell whether any weight is above 0 as a float, too: nobody means 1e-999."""
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
        weight = parse_number(word)
        if weight is None or weight > 1:
            name = f"weight of {COMBO_NAMES[combo]}"
            raise refusal(name, repr(word), "0 to 1", error=NotationError)
        weights[combo] = weight
    if not _any_is_positive(weights):
        raise refusal("empty range", "1326 numbers", "one above 0", error=NotationError)
    return weights
