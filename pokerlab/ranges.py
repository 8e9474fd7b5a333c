"""Ranges: how likely each combo is to be held.

A *range* gives each combo a weight from 0 to 1. `parse_range` reads it from text such as
``"22+, A2s+, KTo+, AKo:0.5"``, as :mod:`pokerlab.holdem.range_parser` takes it apart. The explorer
reads ranges by the same rules, in JavaScript; ``tests/grammar.json`` holds both to them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from pokerlab._support.arguments import (
    is_integer,
    read_list,
    refusal,
    require_count,
    require_type,
    short_repr,
)
from pokerlab._support.frozen import frozen_copy, set_fields
from pokerlab.cards import (
    COMBO_INDEX,
    COMBO_NAMES,
    COMBOS_PER_HAND,
    HAND_INDEX,
    HANDS,
    NotationError,
    combos_of,
    sum_by_hand,
)
from pokerlab.holdem.range_parser import RangeParser
from pokerlab.holdem.range_tokens import write_weight
from pokerlab.integers import over_common_denominator

__all__ = ["Range", "parse_range"]


@dataclass(frozen=True, eq=False)
class Range:
    """Weights over the 1326 combos, held exactly.

    Two ranges are equal if their weights are, however they were written.

    Raises
    ------
    ValueError
        If the weights are not 1326 whole numbers from 0 to the denominator.

    Examples
    --------
    >>> best = parse_range("QQ+, AKs:0.5")
    >>> len(best), "KK" in best, "AKs" in best, "AKo" in best
    (22, True, True, False)
    >>> (best | parse_range("QQ:0.25, AK")).text
    'AA, AKs, AKo, KK, QQ'
    """

    #: The range in the notation, as `parse_range` has read it or would read it. Whoever makes a
    #: `Range` of numbers gives it a text, which is kept as it is.
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
        set_fields(self, numerators=reduced, denominator=int(self.denominator) // divisor)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return (self.numerators, self.denominator) == (other.numerators, other.denominator)

    def __hash__(self) -> int:
        return hash((self.numerators, self.denominator))

    def __len__(self) -> int:
        """Return the number of combos with a weight above 0."""
        return sum(numerator > 0 for numerator in self.numerators)

    def __contains__(self, hand: str) -> bool:
        """Tell whether a combo such as ``"AcKd"``, or any combo of a hand, has a weight above 0.

        Anything that is the name of neither is a ValueError.
        """
        if isinstance(hand, str) and hand in COMBO_INDEX:
            return self.numerators[COMBO_INDEX[hand]] > 0
        if not (isinstance(hand, str) and hand in HAND_INDEX):
            needed = "a hand such as AKs or a combo such as AcKd"
            raise refusal("hand", short_repr(hand), needed)
        return any(self.numerators[combos_of(hand)])

    def __or__(self, other: "Range") -> "Range":
        """Return the combos of either range, each with the larger of its two weights.

        It is a ValueError if a weight has too many digits to be written in `text`.
        """
        if not isinstance(other, Range):
            return NotImplemented
        denominator = math.lcm(self.denominator, other.denominator)
        factor, other_factor = denominator // self.denominator, denominator // other.denominator
        larger = tuple(
            max(factor * numerator, other_factor * other_numerator)
            for numerator, other_numerator in zip(self.numerators, other.numerators, strict=True)
        )
        return Range(_write_range(larger, denominator), larger, denominator)

    def by_combo(self) -> dict[str, Fraction]:
        """Return the positive weights of combos, by name."""
        return {
            name: Fraction(numerator, self.denominator)
            for name, numerator in zip(COMBO_NAMES, self.numerators, strict=True)
            if numerator
        }

    def by_hand(self) -> dict[str, Fraction]:
        """Return the positive weights of hands, by name.

        Raises
        ------
        ValueError
            If a hand's combos have different weights; `mean_by_hand` returns their mean.
        """
        weights = {}
        for hand in HANDS:
            numerators = {*self.numerators[combos_of(hand)]}
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
        return frozen_copy([numerator / self.denominator for numerator in self.numerators])

    @cached_property
    def hand_weights(self) -> np.ndarray:
        """Weight of each hand, the mean over its combos, shape (169,), read-only."""
        denominators = self.denominator * COMBOS_PER_HAND.astype(object)
        return frozen_copy((self._hand_numerators() / denominators).astype(float))

    def _hand_numerators(self) -> np.ndarray:
        """Add up the numerators of each hand, (169,), as Python's integers, which have no bound."""
        return sum_by_hand(np.array(self.numerators, object))


def _write_range(numerators: Sequence[int], denominator: int) -> str:
    """Write weights in the notation: by hand, and by combo where those of a hand differ."""
    tokens = []
    for hand in HANDS:
        names, weights = COMBO_NAMES[combos_of(hand)], numerators[combos_of(hand)]
        if len({*weights}) == 1:
            names, weights = (hand,), weights[:1]
        for name, numerator in zip(names, weights, strict=True):
            if numerator == denominator:
                tokens.append(name)
            elif numerator:
                tokens.append(f"{name}:{write_weight(Fraction(numerator, denominator))}")
    return ", ".join(tokens) or "none"


def parse_range(text: str, name: str | None = None) -> Range:
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

    Runs may be written from either end and with a hyphen, a minus or a longer dash, such as ``–``
    and ``—``, and ``+`` and runs take ``s``, ``o`` or neither.

    **Weights** are from 0 to 1, and 1 where none is given. A number is a decimal, with an exponent
    or without, or a fraction, of at most 100 characters.

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

    Raises
    ------
    NotationError
        If something cannot be read, which the error quotes; it begins with the name of the
        argument, if that is given. So it is if no combo has a weight above 0, unless the text is
        ``none``: never doing something is a strategy (`pokerlab.deals.Deal.read_frequencies`), but
        `pokerlab.deals.river` needs hands that a player may hold.

    Examples
    --------
    >>> [HANDS[hand] for hand in parse_range("QQ+, ATs+").hand_weights.nonzero()[0]]
    ['AA', 'AKs', 'AQs', 'AJs', 'ATs', 'KK', 'QQ']
    """
    try:
        weights = RangeParser(text).weights()
    except NotationError as error:
        if name is None:
            raise
        raise NotationError(f"{name}: {error}") from None
    numerators, denominator = over_common_denominator(weights)
    return Range(text, tuple(numerators), denominator)
