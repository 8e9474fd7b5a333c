"""Ranges: how likely each combo is to be held, and how players write that.

A *range* gives each combo a weight from 0 to 1. `parse_range` reads it from text such as
``"22+, A2s+, KTo+, AKo:0.5"``. The explorer reads ranges by the same rules, in JavaScript;
``tests/grammar.json`` holds both to them.
"""

import math
import re
import reprlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from pokerlab._foundations import assign, check_count, check_type, frozen, is_integer, listed
from pokerlab.amounts import plain
from pokerlab.cards import (
    CARD_NAMES,
    COMBO_COUNTS,
    COMBO_INDEX,
    COMBO_NAMES,
    COMBOS,
    FIRST_COMBOS,
    HAND_INDEX,
    HAND_OF_COMBO,
    HANDS,
    RANKS,
    READ_AS,
    NotationError,
    parse_cards,
)
from pokerlab.equity_table import hand_vs_random

_TOKENS = (
    "try 77, AKs, AKo, AK, 77+, A9s+, 77-22, ATs-A5s, T9s-54s, AcKd, 20% or random, "
    "and for half of it AKs:0.5 or AKs@50"
)
_LONGEST = 100  #: So many characters may a number have.
_NUMBER = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?|[0-9]+/[0-9]+")
_RANK, _SUIT, _KIND = "([2-9TtJjQqKkAa]|10)", "([CcDdHhSs])", "([SsOo]?)"
_HAND = f"{_RANK}{_RANK}{_KIND}"
_HANDS = re.compile(rf"{_HAND}(?:(\+)|-{_HAND})?")
_TWO_CARDS = re.compile(f"{_RANK}{_SUIT}..+|..+{_RANK}{_SUIT}")
# What a text is divided into. A body, and its weight, end before a separator, a mark or a bracket.
_WRAPPED = re.compile(
    r"[\s,;]*(?:set_range[\s_]+(?:oop|ip)\s|\{(?=.*\}[\s,;]*$))", re.IGNORECASE | re.DOTALL
)
_SEPARATORS = re.compile(r"[\s,;]*")
_PLAIN = r"[^\s,;:@\[\]]"
_TOKEN = re.compile(
    rf"({_PLAIN}+(?:\s+-\s+{_PLAIN}+)?(?:\s+%)?)(?:\s*([:@])\s*({_PLAIN}*(?:\s+%)?))?"
)
_AFTER_COMMA = re.compile(r",([0-9]+\s*%?)(?=[\s,;\[\]]|$)")
_ENDS = re.compile(r"[\s,;\[\]]|$")
_BRACKET = re.compile(r"\[\s*(/?)\s*([0-9]+(?:[.,][0-9]+)?)\s*%?\s*\]")
_OWN_WORDS = re.compile(r"[^\s,;]+")


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
    >>> (best | parse_range("QQ:0.25, AK")).by_hand()["AKs"]
    Fraction(1, 1)
    """

    #: The notation it was read from; of a union, the two with a ``|`` between them.
    text: str
    numerators: tuple[int, ...] = field(repr=False)  #: Each combo's weight times `denominator`.
    denominator: int  #: The least common denominator of the weights.

    def __post_init__(self) -> None:
        check_type("text", self.text, str, "text")
        check_count("denominator", self.denominator)
        numerators = listed("numerators", self.numerators, "1326 whole numbers")
        whole = all(is_integer(part) and 0 <= part <= self.denominator for part in numerators)
        if len(numerators) != len(COMBO_NAMES) or not whole:
            needed = f"1326 whole numbers from 0 to {self.denominator} needed"
            raise ValueError(f"numerators: {reprlib.repr(numerators)} given, {needed}")
        common = math.gcd(self.denominator, *numerators)
        reduced = tuple(int(part) // common for part in numerators)
        assign(self, numerators=reduced, denominator=int(self.denominator) // common)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return (self.numerators, self.denominator) == (other.numerators, other.denominator)

    def __hash__(self) -> int:
        return hash((self.numerators, self.denominator))

    def __len__(self) -> int:
        """How many combos have a weight above 0."""
        return sum(numerator > 0 for numerator in self.numerators)

    def __contains__(self, hand: str) -> bool:
        """Whether a combo such as ``"AcKd"``, or any of a hand's, has a weight above 0.

        A ValueError, if it is the name of neither.
        """
        if isinstance(hand, str) and hand in COMBO_INDEX:
            return self.numerators[COMBO_INDEX[hand]] > 0
        if not (isinstance(hand, str) and hand in HAND_INDEX):
            given = f"hand: {reprlib.repr(hand)} given"
            raise ValueError(f"{given}, a hand such as AKs or a combo such as AcKd needed")
        first = FIRST_COMBOS[HAND_INDEX[hand]]
        return any(self.numerators[first : first + COMBO_COUNTS[HAND_INDEX[hand]]])

    def __or__(self, other: "Range") -> "Range":
        """The combos of either range, each with the larger of its two weights."""
        if not isinstance(other, Range):
            return NotImplemented
        one = math.lcm(self.denominator, other.denominator)
        mine, its = one // self.denominator, one // other.denominator
        both = zip(self.numerators, other.numerators, strict=True)
        larger = tuple(max(mine * own, its * another) for own, another in both)
        return Range(f"{self.text} | {other.text}", larger, one)

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

    def mean_by_hand(self) -> dict[str, Fraction]:
        """The positive weights of hands, by name, each the mean over its combos."""
        sums = np.add.reduceat(np.array(self.numerators, object), FIRST_COMBOS)
        parts = zip(HANDS, sums, COMBO_COUNTS.tolist(), strict=True)
        return {hand: Fraction(n, self.denominator * count) for hand, n, count in parts if n}

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
    """Read a range in the usual notation, or as other programs write it.

    **Tokens** are separated by commas, semicolons, blanks or line breaks, and letters may be of
    either case. If several tokens name a combo, the last one sets its weight. A blank alone does
    not part a hand and a share of all hands: ``AKs 50%`` may be half of AKs, and is refused.

    =============  ===========================================================================
    ``AcKd``       one combo, its cards in either order; suits may be ``♣♦♥♠``
    ``77``         a pair
    ``AKs AKo``    a suited, an offsuit hand; ``AK`` is both; a ten is ``T`` or ``10``
    ``77+``        this pair and every higher one
    ``A9s+``       this hand and those with a higher kicker: A9s, ATs, AJs, AQs, AKs
    ``77-22``      a run of pairs
    ``ATs-A5s``    a run of kickers under the same top card
    ``T9s-54s``    a run with the same gap between the cards
    ``20%``        the best hands: those that win most against any two cards, until their combos
                   are a fifth of all, to the nearest whole hand
    ``random``     every combo
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

    A decimal may have a comma, ``AKs:0,5``. Where what follows the comma could be a hand of its
    own, as in ``AKs:0,55``, the text is refused. A text may stand in braces, or follow the words
    ``set_range OOP``.

    What cannot be read is a NotationError that quotes it. So is a text in which no combo has a
    weight above 0, unless it is ``none``: never doing something is a strategy
    (`pokerlab.deals.Deal.range`), but `pokerlab.deals.river` needs hands that a player may hold.

    Examples
    --------
    >>> [HANDS[hand] for hand in parse_range("QQ+, ATs+").hand_weights.nonzero()[0]]
    ['AA', 'AKs', 'AQs', 'AJs', 'ATs', 'KK', 'QQ']
    """
    if not isinstance(text, str):
        raise NotationError(f"range: {reprlib.repr(text)} given, text needed; {_TOKENS}")
    weights = _Reader(text).weights()
    denominator = math.lcm(*{weight.denominator for weight in weights})
    numerators = (weight.numerator * (denominator // weight.denominator) for weight in weights)
    return Range(text, tuple(numerators), denominator)


class _Reader:
    """A text of which a range is read; `text` has what it is read as, letter for letter."""

    def __init__(self, given: str) -> None:
        self.given = plain(given)
        text = self.given.translate(READ_AS)
        if wrapped := _WRAPPED.match(text):
            text = text[wrapped.end() :].rjust(len(text))
            if wrapped[0].endswith("{"):
                text = re.sub(r"\}[\s,;]*$", "", text)
        self.text = text

    def weights(self) -> list[Fraction]:
        """The weight of each combo."""
        weights = [Fraction(0)] * len(COMBO_NAMES)
        words = re.findall(r"[^\s,;]+", self.text)
        if not words:
            raise NotationError(f"empty range {self.given!r}; {_TOKENS}")
        if len(words) == 1 and words[0].lower() == "none":
            return weights
        if len(words) > len(HANDS) and all(map(_NUMBER.fullmatch, words)):
            return self._numbers(words)
        for combos, weight in self._tokens():
            for combo in combos:
                weights[combo] = weight
        if not any(map(float, weights)):
            given = reprlib.repr(self.given)
            raise NotationError(
                f"empty range {given}: a combo must have a weight above 0, as AKs:0.5"
            )
        return weights

    def _numbers(self, words: list[str]) -> list[Fraction]:
        """A number for each combo, as PioSOLVER's `show_hand_order` lists them.

        From https://piosolver.com/docs/upi/commands: "2d2c 2h2c 2h2d ..."; it goes on with 2s2c,
        2s2d, 2s2h, 3c2c, up to AsAh.
        """
        if len(words) != len(COMBO_NAMES):
            raise NotationError(
                f"range: {len(words)} numbers given, 1326 needed, in the order 2d2c 2h2c 2h2d ..."
            )
        order = np.lexsort((COMBOS[:, 1], COMBOS[:, 0])).tolist()
        weights = [Fraction(0)] * len(words)
        for combo, word in zip(order, words, strict=True):
            weights[combo] = _parse_weight(":", word, f"{COMBO_NAMES[combo]}:{word}")
        if not any(map(float, weights)):
            raise NotationError("empty range: 1326 numbers given, one above 0 needed")
        return weights

    def _tokens(self) -> Iterator[tuple[Iterable[int], Fraction]]:
        """The combos of each token, and their weight."""
        group: tuple[re.Match, Fraction] | None = None
        at, many = 0, 0
        before: tuple[int, int] | None = None  # where the last token was, if it had no weight
        while (at := self._skip(at)) < len(self.text):
            if bracket := _BRACKET.match(self.text, at):
                closes, weight = bool(bracket[1]), self._bracket_weight(bracket)
                fits = group and many and group[1] == weight if closes else group is None
                if not fits:
                    raise NotationError(
                        f"cannot read {self._own(bracket.span())!r}: a group is written "
                        "[50]AA, KK[/50], and holds no other"
                    )
                group, many = (None, 0) if closes else ((bracket, weight), 0)
                at, before = bracket.end(), None
            else:
                start = at
                combos, own, at = self._token(at)
                bare = None if own is not None else (start, at)
                if before and bare:
                    self._check_parted(before, bare)
                before = bare
                if group and own is not None:
                    inside = self._own((group[0].start(), at))
                    raise NotationError(f"weight: two given in {inside!r}, one needed")
                many += 1
                yield combos, group[1] if group else Fraction(1) if own is None else own
        if group:
            opened = self._own(group[0].span())
            raise NotationError(f"cannot read {opened!r}: its end [/{group[0][2]}] is missing")

    def _check_parted(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        """Refuse a share of all hands that only a blank parts from another token."""
        between = self.text[one[1] : other[0]]
        names = self._own(one), self._own(other)
        shares = [name for name in names if name.endswith("%")]
        if shares and not re.search(r"[,;\n\r]", between):
            hand = names[names[0] == shares[0]]
            raise NotationError(
                f"{self._own((one[0], other[1]))!r} is unclear: write {hand}:{shares[0]} for a "
                f"weight, or {', '.join(names)} for two tokens"
            )

    def _token(self, at: int) -> tuple[Iterable[int], Fraction | None, int]:
        """The combos of the token that starts here, its weight if it has one, and its end."""
        match = _TOKEN.match(self.text, at)
        end = match.end() if match else at
        if match and (comma := _AFTER_COMMA.match(self.text, end)):
            end = self._comma(match, comma)
        if not match or not _ENDS.match(self.text, end):
            words = _OWN_WORDS.match(self.text, at)
            raise NotationError(f"cannot read {self._own((at, words.end()))!r}; {_TOKENS}")  # type: ignore
        token, (body, mark, weight) = self._own((at, end)), match.groups()
        after = self.text[match.end() : end].replace(",", ".")
        if not mark:
            return _parse_combos(body + after, token), None, end
        return _parse_combos(body, token), _parse_weight(mark, weight + after, token), end

    def _comma(self, match: re.Match, comma: re.Match) -> int:
        """Where a token ends that a comma and digits follow: a decimal's, or the next token."""
        body, mark, weight = match.groups()
        number, after = weight if mark else body, comma[1]
        if not re.fullmatch("[0-9]+", number) or not (mark or "%" in after):
            return match.end()
        readings = []
        for mine, rest in ((f"{number}.{after}", ""), (number, after)):
            with suppress(NotationError):
                if mark:
                    _parse_weight(mark, mine, mine)
                else:
                    _parse_combos(mine, mine)
                if rest:
                    _parse_combos(rest, rest)
                readings.append(rest)
        if len(readings) == 2:
            token, left = self._own((match.start(), comma.end())), self._own(match.span())
            raise NotationError(
                f"{token!r} is unclear: write {left}.{after} for a decimal, or {left}, {after} for "
                "two tokens"
            )
        return match.end() if readings == [after] else comma.end()

    def _bracket_weight(self, bracket: re.Match) -> Fraction:
        return _parse_weight("[", bracket[2].replace(",", "."), self._own(bracket.span()))

    def _skip(self, at: int) -> int:
        return _SEPARATORS.match(self.text, at).end()  # type: ignore

    def _own(self, span: tuple[int, int]) -> str:
        """A part of the text in its own words."""
        return self.given[slice(*span)]


def _parse_number(text: str) -> Fraction | None:
    """Read a number, if it is one."""
    if len(text) <= _LONGEST and _NUMBER.fullmatch(text):
        with suppress(ZeroDivisionError):
            return Fraction(text)
    return None


def _parse_weight(mark: str, text: str, token: str) -> Fraction:
    """Read what follows the mark of `token`, or what stands in its brackets."""
    text = "".join(text.split())
    number, percent = _parse_number(text.removesuffix("%")), text.endswith("%") or mark != ":"
    share = number / 100 if number is not None and percent else number
    if share is None or share > 1:
        needed = "0 to 100 needed, in per cent" if mark != ":" else "0 to 1 needed"
        example = {":": "such as 0.5, 1/3 or 50%", "@": "such as AKs@50", "[": "such as [50]"}[mark]
        raise NotationError(f"weight: {text!r} given in {token!r}, {needed}, {example}")
    if mark == "@" and not text.endswith("%") and number <= 1:  # type: ignore
        name = token.partition("@")[0].strip()
        raise NotationError(
            f"weight: {text!r} given in {token!r} is unclear: write {name}@{text}% or {name}:{text}"
        )
    return share


def _parse_combos(body: str, token: str) -> Iterable[int]:
    """Return the combos that `body`, which is `token` without its weight, stands for."""
    body = "".join(body.split())
    if body.lower() == "random":
        return range(len(COMBO_NAMES))
    if body.lower() == "none":
        raise NotationError(f"cannot read {token!r}: none stands alone, without a weight")
    if body.endswith("%"):
        percent = _parse_number(body[:-1])
        if percent is None or percent > 100:
            raise NotationError(f"cannot read {token!r}: 0% to 100% needed, such as 20%")
        return _best(percent)
    if match := _HANDS.fullmatch(body):
        return _run(match, token)
    if _TWO_CARDS.fullmatch(body):
        shown = parse_cards(body)
        if len(shown) == 2:
            return [COMBO_INDEX["".join(CARD_NAMES[card] for card in shown)]]
    raise NotationError(f"cannot read {token!r}; {_TOKENS}")


def _best(percent: Fraction) -> Iterable[int]:
    """Return the combos of the hands that win most against any two cards, so large a part of all.

    Of two hands that win as much, the one that comes first in the chart is first.
    """
    win, _, lose = (counts.tolist() for counts in hand_vs_random())
    counts, left = COMBO_COUNTS.tolist(), percent / 100 * len(COMBO_NAMES)
    won = [Fraction(win[hand] - lose[hand], count) for hand, count in enumerate(counts)]
    chosen = []
    for hand in sorted(range(len(HANDS)), key=won.__getitem__, reverse=True):
        if 2 * left <= counts[hand]:
            break
        chosen.append(hand)
        left -= counts[hand]
    return np.isin(HAND_OF_COMBO, chosen).nonzero()[0]


def _run(match: re.Match, token: str) -> Iterable[int]:
    """Return the combos of a hand, or of the run that it begins."""
    high, low, kind = best = hand = _parse_hand(match.group(1, 2, 3), token)
    if match[4]:
        best = (12, 12, kind) if high == low else (high, high - 1, kind)
    elif match[5]:
        best = _parse_hand(match.group(5, 6, 7), token)
    return _combos_between(hand, best, token)


def _parse_hand(parts: Sequence[str], token: str) -> tuple[int, int, str]:
    """Read a hand as its two ranks, the higher first, and ``"s"``, ``"o"`` or ``""``."""
    one, other, kind = parts
    ranks = (rank.replace("10", "T").upper() for rank in (one, other))
    low, high = sorted(map(RANKS.index, ranks))
    if high == low and kind:
        raise NotationError(f"cannot read {token!r}: a pair is neither suited nor offsuit")
    return high, low, kind.lower()


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
        raise NotationError(
            f"cannot read {token!r}: the ends of a run must both be suited, offsuit or neither, "
            "and share their top card (ATs-A5s) or their gap (T9s-54s, 77-22)"
        )
    hands = [
        HAND_INDEX[RANKS[high] + RANKS[low] + suffix]
        for high, low in run
        for suffix in ([""] if high == low else kind or "so")
    ]
    return np.isin(HAND_OF_COMBO, hands).nonzero()[0]
