"""Luck: how far winnings scatter, and how many hands it takes until skill shows.

A hand of push or fold ends in one of five ways: the small blind folds, the big blind folds, or a
showdown is won, tied or lost. The payment of each is known, and so is how often it happens, by the
tables of :mod:`pokerlab.equity_table`: for every pair of hands they have on how many boards the
first one wins and on how many the two tie. So the winnings of a hand have an exact distribution,
and with it a mean and a standard deviation (`one_hand`).

Two players who change seats play rounds of two hands, one in each seat (`both_seats`). The sum of
many rounds is nearly normal, which says how many hands make the better player likely to be ahead
(`Winnings.hands_until_ahead`). `Winnings.chance_ahead` needs no such approximation. It works out
the distribution of the sum, by the discrete Fourier transform: the transform of the sum of ``n``
rounds is the ``n``-th power of one round's, as in Abraham de Moivre's generating functions (*The
Doctrine of Chances*, 1738).
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd, log, sqrt

import numpy as np
from scipy.special import ndtri

from pokerlab._support.arguments import (
    read_floats,
    refusal,
    require_count,
    require_distributions,
    short_repr,
)
from pokerlab._support.frozen import set_fields
from pokerlab.amounts import Amount, ForcedBets, read_amount
from pokerlab.deals import holdem
from pokerlab.equity_table import showdown_probabilities
from pokerlab.integers import over_common_denominator
from pokerlab.locks import PROBABILITY_TOLERANCE
from pokerlab.push_fold_amounts import PushFoldAmounts
from pokerlab.range_weights import FrequenciesLike

__all__ = ["PushAndCall", "Winnings", "both_seats", "one_hand"]

#: How often each hand is pushed in the small blind, and how often it calls in the big blind.
PushAndCall = tuple[FrequenciesLike, FrequenciesLike]

# `Winnings.chance_ahead` neglects what lies further out than this bounds the probability of.
_NEGLECTED = 1e-15
# A mean of less than this times the standard deviation is rounding.
_NO_GAIN = 1e-12
# The most points of its transform: 2**26 complex numbers take 1 GiB.
_MAX_POINTS = 2**26


@dataclass(frozen=True, eq=False)
class Winnings:
    """The amounts that a player may win in a round of hands, and their probabilities.

    Two rounds, of whoever's hands, are added with ``+``: the winnings in both together, if neither
    depends on the other. ``-winnings`` are the opponent's.

    It is a ValueError if amounts are not whole or come twice, or if the probabilities are not as
    many, negative, or do not add up to 1.

    Examples
    --------
    A coin is tossed for a chip, and wins 11 times in 20:

    >>> toss = Winnings(1, Fraction(1), [-1, 1], [0.45, 0.55])
    >>> round(toss.mean, 6), round(toss.deviation, 6)
    (0.1, 0.994987)
    >>> toss + toss
    <Winnings of 2 hands: 0.1 a hand, standard deviation 0.994987>
    >>> round(toss.chance_ahead(3), 6)  # at least two of three: 0.55**2 (0.55 + 3 * 0.45)
    0.57475
    """

    hands_per_round: int
    unit: Fraction  #: The amount, in chips, of which all others are multiples.
    multiples: np.ndarray  #: (amounts,) the winnings, as multiples of the unit.
    probabilities: np.ndarray  #: (amounts,) how likely each is.

    def __post_init__(self) -> None:
        require_count("hands_per_round", self.hands_per_round)
        read_amount("unit", self.unit, more_than=0)
        multiples, probabilities = (
            read_floats(name, getattr(self, name)) for name in ("multiples", "probabilities")
        )
        if (
            multiples.ndim != 1
            or (multiples != np.rint(multiples)).any()
            or len({*multiples}) < multiples.size
        ):
            raise refusal(
                "multiples", short_repr(self.multiples), "a list of different whole numbers"
            )
        if probabilities.shape != multiples.shape:
            raise refusal("probabilities", f"shape {probabilities.shape}", multiples.shape)
        require_distributions("probabilities", probabilities, PROBABILITY_TOLERANCE)
        set_fields(self, multiples=multiples.astype(np.int64), probabilities=probabilities)

    @property
    def amounts(self) -> np.ndarray:
        """The amounts that may be won in a round, (amounts,), in chips."""
        return self.multiples * float(self.unit)

    @property
    def mean(self) -> float:
        """The average winnings, in chips a hand."""
        return float(self.amounts @ self.probabilities) / self.hands_per_round

    @property
    def deviation(self) -> float:
        """The standard deviation in chips: that of ``n`` hands divided by the root of ``n``."""
        off = self.amounts - self.hands_per_round * self.mean
        return sqrt(float(off**2 @ self.probabilities) / self.hands_per_round)

    def __neg__(self) -> "Winnings":
        """Return the winnings of the opponent."""
        return Winnings(self.hands_per_round, self.unit, -self.multiples, self.probabilities)

    def __add__(self, other: "Winnings") -> "Winnings":
        """Return the winnings of a round of this kind and one of the other."""
        unit = _common_unit([self.unit, other.unit])
        first, second = (one.multiples * int(one.unit / unit) for one in (self, other))
        sums, indices = np.unique(np.add.outer(first, second), return_inverse=True)
        both = np.outer(self.probabilities, other.probabilities)
        probabilities = np.bincount(indices.ravel(), both.ravel())
        hands_per_round = self.hands_per_round + other.hands_per_round
        return Winnings(hands_per_round, unit, sums, probabilities)

    def hands_until_ahead(self, confidence: float = 0.95) -> int:
        """Return the hands it takes to be ahead with a probability, in normal approximation.

        The sum of ``n`` hands has mean ``n * mean`` and standard deviation ``sqrt(n) * deviation``.
        If it were normal, it would be above 0 with the probability asked for once ``sqrt(n) * mean
        / deviation`` is that quantile of the standard normal distribution.

        It is a ValueError if the probability is not between a half and 1, or if the player wins
        nothing on average, because then no number of hands will do.
        """
        if not 0.5 < confidence < 1:
            raise refusal("confidence", short_repr(confidence), "more than 0.5 and less than 1")
        if self.mean <= _NO_GAIN * self.deviation:
            given = f"{self.mean:g} a hand"
            raise refusal("mean", given, "more than 0", "or no number of hands will do")
        return ceil((float(ndtri(confidence)) * self.deviation / self.mean) ** 2)

    def chance_ahead(self, hands: int) -> float:
        """Return the probability that the player has won more than 0 after a number of hands.

        The distribution of the sum is computed, to about nine digits of the probability. It is a
        ValueError if the hands are no whole number of rounds, or too many.
        """
        require_count("hands", hands)
        rounds, rest = divmod(int(hands), self.hands_per_round)
        if rest:
            raise refusal("hands", str(hands), f"a multiple of {self.hands_per_round}, a round's")
        least, most = int(self.multiples.min()), int(self.multiples.max())
        # By W. Hoeffding's inequality (1963), the sum is further from its mean than this, on either
        # side, with a negligible probability. Nor can it leave what its extremes allow.
        spread = (most - least) * sqrt(rounds * log(2 / _NEGLECTED) / 2)
        middle = round(rounds * float(self.multiples @ self.probabilities))
        low = max(middle - ceil(spread), rounds * least)
        high = min(middle + ceil(spread), rounds * most)
        points = 1 << (high - low).bit_length()
        if points > _MAX_POINTS:
            raise refusal("hands", str(hands), "fewer", "to keep all sums in memory")
        # The transform turns the sum of independent rounds into a product, so that of all rounds
        # is the power of one's. It counts sums modulo `points`, and there are no more than that
        # from `low` to `high`. So no two of these share an index, and what is beyond is negligible.
        one_round = np.zeros(points)
        np.add.at(one_round, self.multiples % points, self.probabilities)
        all_rounds = np.fft.irfft(np.fft.rfft(one_round) ** rounds, points)
        sums = np.arange(low, low + points)
        sums_ahead = sums[sums > 0]
        return float(all_rounds[sums_ahead % points].sum().clip(0, 1))

    def __repr__(self) -> str:
        count = self.hands_per_round
        hands = "one hand" if count == 1 else f"{count} hands"
        mean, deviation = f"{self.mean:.6g} a hand", f"standard deviation {self.deviation:.6g}"
        return f"<Winnings of {hands}: {mean}, {deviation}>"


def one_hand(
    stack: Amount,
    push: FrequenciesLike,
    call: FrequenciesLike,
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
) -> Winnings:
    """Return the winnings of the small blind in one hand of push or fold.

    Parameters
    ----------
    stack : amount
        Chips in front of each player before the blinds, more than the big blind.
    push, call : FrequenciesLike
        How often the small blind pushes each hand, and how often the big blind calls with it, as
        :meth:`pokerlab.deals.Deal.read_frequencies` reads it; nothing may be above 1.
    small_blind, big_blind : amount
        As in :func:`pokerlab.betting.push_fold`.

    Examples
    --------
    A stack of 10 is always pushed, and called by aces only. They come once in 221 hands:

    >>> won = one_hand(10, 1, "AA")
    >>> dict(zip(won.amounts.tolist(), won.probabilities.round(6).tolist(), strict=True))
    {-0.5: 0.0, 1.0: 0.995475, 10.0: 0.000657, 0.0: 2.5e-05, -10.0: 0.003843}
    """
    forced_bets = ForcedBets.read(small_blind, big_blind)
    stack = read_amount("stack", stack)
    forced_bets.require_larger_stack("stack", stack)
    push = holdem().read_probabilities(0, push, name="push")
    call = holdem().read_probabilities(0, call, name="call")
    showdowns = showdown_probabilities()
    meetings = showdowns.sum(axis=0)
    win, tie, lose = push @ showdowns @ call
    fold, steal = (1 - push) @ meetings.sum(axis=1), push @ meetings @ (1 - call)
    amounts = PushFoldAmounts.of(stack, forced_bets.small_blind, forced_bets.big_blind)
    endings = [
        (amounts.fold, fold),
        (amounts.steal, steal),
        (amounts.put_in, win),
        (Fraction(0), tie),
        (-amounts.put_in, lose),
    ]
    # Of amounts, which may be the same where a blind is 0.
    probabilities: dict[Fraction, float] = {}
    for amount, probability in endings:
        probabilities[amount] = probabilities.get(amount, 0.0) + float(probability)
    unit = _common_unit([*probabilities])
    multiples = np.array([int(amount / unit) for amount in probabilities])
    return Winnings(1, unit, multiples, np.array([*probabilities.values()]))


def both_seats(
    stack: Amount,
    own_play: PushAndCall,
    opponent_play: PushAndCall,
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
) -> Winnings:
    """Return the winnings of a player in two hands against an opponent, one in each seat.

    Each strategy is a pair: with what to push in the small blind, and with what to call in the big
    blind. Stack and blinds are as for `one_hand`.

    Examples
    --------
    Whoever folds every hand in the small blind loses his blind every other hand:

    >>> round(both_seats(10, (1, 1), (0, 1)).mean, 9)
    0.25
    """
    (push, call), (other_push, other_call) = own_play, opponent_play
    first = one_hand(stack, push, other_call, small_blind, big_blind)
    return first + -one_hand(stack, other_push, call, small_blind, big_blind)


def _common_unit(amounts: list[Fraction]) -> Fraction:
    """Return the largest amount of which all others are multiples."""
    numerators, denominator = over_common_denominator(amounts)
    return Fraction(gcd(*numerators), denominator)
