"""The search for strategies of `pokerlab.studies.any_raise`: a central path with ever more sizes.

Sizes are columns of the linear program in :mod:`pokerlab.solvers.interior_point`, and the limit of
large raises is one more. An interior point method follows the central path to the optimum. After
each step the mixtures price all raises. If the mixture of two neighbours leaves too much, a size
between them joins and takes over a part of their multipliers, so that the path goes on from where
it is.
"""

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np

from pokerlab._support.progress import progress_bar
from pokerlab.deals import Deal
from pokerlab.solvers import interior_point
from pokerlab.solvers.units import program_unit_near

__all__ = [
    "AnySizePath",
    "ListedSizePath",
    "Quadratics",
    "SizesBetween",
    "StrategyWithSizes",
    "locate",
]

_MAX_STEPS = 200  # The most steps of the interior point method.
# The sizes to begin with, in big blinds, close where good raises are; the last one is the ``B`` of
# `any_raise`.
_FIRST_SIZES = (
    *(1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9, 10, 11, 12),
    *(16, 24, 32, 64, 128, 500),
)
# A size joins if, between its neighbours, Alice's hands can get more than this share of the
# distance between the bounds.
_JOINING_SHARE = 0.01
# Where the bounds are almost as near as the tolerance, its multiple that stands for the distance.
_JOINING_TOLERANCES = 3
# How far on the way from one size to the next another one may join: in sixteenths.
_CANDIDATE_SHARES = np.arange(1, 16) / 16


class StrategyWithSizes(NamedTuple):
    """A player's strategy over some sizes, and its guarantee."""

    bound: float
    sizes: np.ndarray  #: (k,), increasing.
    #: Alice's, (actions, n0): her other actions first, then each raise. Or Bob's calls, (k, n1),
    #: and a row beyond the last size if there is no largest one.
    probabilities: np.ndarray

    def in_chips(self, unit: float) -> "StrategyWithSizes":
        """Return the strategy with sizes and bound in chips, given how many the unit is worth."""
        return StrategyWithSizes(self.bound * unit, self.sizes * unit, self.probabilities)


class SizesBetween(NamedTuple):
    """Sizes between neighbours of a list, in two arrays of one shape."""

    segments: np.ndarray  #: The index of the lower neighbour.
    shares: np.ndarray  #: How far on the way to the higher one, from 0 to 1.


class Quadratics(NamedTuple):
    """The earnings of raises between neighbouring sizes: ``start + linear * t + square * t**2``.

    Bob mixes his answers to both, and ``t`` runs from 0 at the lower one to 1 at the higher one.
    """

    start: np.ndarray  #: (n0, k) each size's earnings; the last one begins no curve.
    linear: np.ndarray  #: (n0, k - 1)
    square: np.ndarray  #: (n0, k - 1)

    @classmethod
    def of(cls, at_sizes: np.ndarray, sizes: np.ndarray, net_won: np.ndarray) -> "Quadratics":
        """Make the quadratics of each size's earnings, and of ``net_wins @ y`` for it, (n0, k)."""
        square = np.diff(sizes) * np.diff(net_won, axis=1)
        return cls(at_sizes, np.diff(at_sizes, axis=1) - square, square)

    def between(self, positions: SizesBetween) -> np.ndarray:
        """Return the earnings of other sizes, (n0, positions)."""
        segments, shares = positions
        slope = self.linear[:, segments] + self.square[:, segments] * shares
        return self.start[:, segments] + slope * shares

    def peaks(self) -> np.ndarray:
        """Return the most that a size from each to the next earns, (n0, k - 1), in floats."""
        top = np.divide(
            -self.linear, 2 * self.square, out=np.zeros_like(self.linear), where=self.square < 0
        ).clip(0, 1)
        return self.start[:, :-1] + (self.linear + self.square * top) * top


def locate(sizes: np.ndarray, amounts: np.ndarray) -> SizesBetween:
    """Find where amounts are among some increasing sizes."""
    last = max(len(sizes) - 2, 0)
    segments = np.clip(np.searchsorted(sizes, amounts, side="right") - 1, 0, last)
    gap = sizes[np.minimum(segments + 1, len(sizes) - 1)] - sizes[segments]
    return SizesBetween(segments, (amounts - sizes[segments]) / np.where(gap > 0, gap, 1))


class _CentralPath(ABC):
    """The path of the interior point method through ever more sizes, from a few on.

    There may be any size (`AnySizePath`), or those of a list (`ListedSizePath`). All amounts are
    in ``unit``, a number of chips.
    """

    def __init__(
        self,
        deal: Deal,
        small_blind: float,
        big_blind: float,
        sizes: np.ndarray,
        passive_actions: int,
    ) -> None:
        self.deal, self.unit = deal, program_unit_near(big_blind)
        self.small_blind, self.big_blind = small_blind / self.unit, big_blind / self.unit
        self.sizes = sizes / self.unit
        self.passive_actions = passive_actions  # those that come before the raises
        self.program = self._make_program()
        self.point = self.program.first_point()

    @abstractmethod
    def _large_raises(self) -> list[tuple[float, float]]:
        """Return the factors of the limit of large raises, if none is the largest."""

    @abstractmethod
    def _candidates(self, curves: Quadratics, tolerance: float) -> SizesBetween:
        """Return the sizes that may join."""

    @abstractmethod
    def _most_between(self, curves: Quadratics, candidates: SizesBetween) -> np.ndarray:
        """Return the earnings of Alice's hands by raises between the sizes, (n0, raises)."""

    def _make_program(self) -> interior_point.SingleActionProgram:
        """Make the linear program over the sizes, and the limit of large raises if none is last."""
        first_factors = [(-self.small_blind, 0), (0, self.big_blind)][: self.passive_actions]
        second_factors = [(self.big_blind, -self.big_blind - size) for size in self.sizes]
        second_factors += self._large_raises()
        answered = range(self.passive_actions, self.passive_actions + len(second_factors))
        first_factors += [(self.big_blind, 0)] * len(second_factors)
        return interior_point.SingleActionProgram(
            self.deal, np.array(first_factors), np.array(second_factors), answered
        )

    def follow(
        self, tolerance: float, progress: bool | None
    ) -> tuple[StrategyWithSizes, StrategyWithSizes]:
        """Take steps until the best strategies on the way, Alice's and Bob's, are good enough."""
        tolerance /= self.unit
        nothing = np.empty(0)
        alice = StrategyWithSizes(-np.inf, nothing, nothing)
        bob = StrategyWithSizes(np.inf, nothing, nothing)
        for _ in progress_bar(range(_MAX_STEPS), "any raise", None, progress):
            try:
                with np.errstate(over="ignore", invalid="ignore"):  # then it is the last step
                    self.point = interior_point.advance(self.program, self.point)
            except np.linalg.LinAlgError:
                break
            curves = self._quadratics()
            candidates = self._candidates(curves, tolerance)
            alice_now, bob_now = self._alice_now(), self._bob_now(curves, candidates)
            if alice_now.bound > alice.bound:
                alice = alice_now
            if bob_now.bound < bob.bound:
                bob = bob_now
            if bob.bound - alice.bound <= tolerance:
                break
            joining = self._joining(curves, candidates, alice_now.bound, tolerance)
            if len(joining.segments):
                self._let_join(joining)
        if not (len(alice.sizes) and len(bob.sizes)):
            raise ArithmeticError(f"{self.deal.name}: amounts with which floats find no strategies")
        return alice.in_chips(self.unit), bob.in_chips(self.unit)

    def _alice_now(self) -> StrategyWithSizes:
        """Return Alice's strategy now, and its guarantee, per hand of an average weight."""
        opening = self.program.action_probabilities(self.point)
        action_count = self.passive_actions + len(self.sizes)
        # Nobody raises without limit: that goes to the largest size.
        opening[action_count - 1] += opening[action_count:].sum(axis=0)
        opening[action_count:] = 0
        earned_uncalled = (opening * self.program.first_action_earnings).sum()
        gained_by_calls = self.program.second_action_gains(opening).clip(0).sum()  # Bob's best
        lower = (earned_uncalled - gained_by_calls) / opening.shape[1]
        return StrategyWithSizes(lower, self.sizes, opening[:action_count])

    def _quadratics(self) -> Quadratics:
        """Return the earnings of Alice's hands by raises against Bob's strategy now."""
        raises = slice(self.passive_actions, self.passive_actions + len(self.sizes))
        at_sizes = self._action_earnings()[raises].T
        _, (_, net_wins) = self.program.terms
        net_won = net_wins @ self._call_probabilities()[: len(self.sizes)].T
        return Quadratics.of(at_sizes, self.sizes, net_won)

    def _action_earnings(self) -> np.ndarray:
        """Return the earnings of Alice's hands by each action against Bob now, (actions, n0)."""
        losses = self.program.second_action_losses(self._call_probabilities())
        return self.program.first_action_earnings - losses

    def _call_probabilities(self) -> np.ndarray:
        """Return the probabilities that Bob now calls each size, and then a larger one, by hand."""
        return self.program.second_action_probabilities(self.point)

    def _bob_now(self, curves: Quadratics, candidates: SizesBetween) -> StrategyWithSizes:
        """Return Bob's strategy now, and its guarantee, per hand of an average weight."""
        by_actions = self._action_earnings().max(axis=0)
        between = self._most_between(curves, candidates).max(axis=1, initial=-np.inf)
        upper = np.maximum(by_actions, between).mean()
        return StrategyWithSizes(upper, self.sizes, self._call_probabilities())

    def _joining(
        self, curves: Quadratics, candidates: SizesBetween, lower: float, tolerance: float
    ) -> SizesBetween:
        """Return the candidates that gain most between their neighbours, and more than a little."""
        excess = (curves.between(candidates) - self.point.u[:, None]).clip(0).mean(axis=0)
        distance = max(self.point.u.mean() - lower, _JOINING_TOLERANCES * tolerance)
        best_by_segment: dict[int, int] = {}  # which candidate gains most
        for index in np.flatnonzero(excess > _JOINING_SHARE * distance).tolist():
            segment = int(candidates.segments[index])
            best = best_by_segment.get(segment)
            if best is None or excess[index] > excess[best]:
                best_by_segment[segment] = index
        joining = np.array([index for _, index in sorted(best_by_segment.items())], int)
        return SizesBetween(candidates.segments[joining], candidates.shares[joining])

    def _let_join(self, joining: SizesBetween) -> None:
        """Let sizes join, with half of a mixture of their neighbours' multipliers."""

        def with_joining(row: np.ndarray, halves: bool) -> np.ndarray:
            """Return a row of the point, with numbers for the sizes that join."""
            actions, *answered = self.program.parts(row)
            parts = [_insert_mixtures(actions, self.passive_actions, joining, halves)]
            parts += [_insert_mixtures(numbers, 0, joining, halves) for numbers in answered]
            return np.concatenate(parts, axis=None)

        multipliers = with_joining(self.point.multipliers, halves=True)
        slacks = with_joining(self.point.slacks, halves=False)
        self.sizes = np.insert(self.sizes, joining.segments + 1, self._amounts(joining))
        self.point = interior_point.Point(multipliers, slacks, self.point.u)
        self.program = self._make_program()

    def _amounts(self, positions: SizesBetween) -> np.ndarray:
        """Return the amounts of sizes between those that there are."""
        segments, shares = positions
        return self.sizes[segments] + shares * np.diff(self.sizes)[segments]


class AnySizePath(_CentralPath):
    """The path on which any size from the big blind up may join, and there is no largest one."""

    def __init__(self, deal: Deal, small_blind: float, big_blind: float) -> None:
        super().__init__(
            deal, small_blind, big_blind, big_blind * np.array(_FIRST_SIZES), passive_actions=2
        )

    def _large_raises(self) -> list[tuple[float, float]]:
        return [(0, -self.big_blind - self.sizes[-1])]

    def _candidates(self, curves: Quadratics, tolerance: float) -> SizesBetween:
        # Where two sizes are nearer to each other than this, a third gains less than a quarter.
        wide = np.diff(self.sizes) > tolerance + 1e-12 * self.sizes[1:]
        segments = np.flatnonzero((curves.peaks() > self.point.u[:, None]).any(axis=0) & wide)
        shares = np.tile(_CANDIDATE_SHARES, len(segments))
        return SizesBetween(np.repeat(segments, len(_CANDIDATE_SHARES)), shares)

    def _most_between(self, curves: Quadratics, candidates: SizesBetween) -> np.ndarray:
        return curves.peaks()


class ListedSizePath(_CentralPath):
    """The path on which sizes of an increasing list may join; perhaps Alice may call, too."""

    def __init__(
        self,
        deal: Deal,
        small_blind: float,
        big_blind: float,
        all_sizes: np.ndarray,
        may_call: bool,
    ) -> None:
        last = len(all_sizes) - 1
        nearest = np.searchsorted(all_sizes, big_blind * np.array(_FIRST_SIZES)).clip(0, last)
        sizes = all_sizes[np.union1d(nearest, [0, last])]
        self.all_sizes = all_sizes / program_unit_near(big_blind)
        super().__init__(deal, small_blind, big_blind, sizes, passive_actions=2 if may_call else 1)

    def _large_raises(self) -> list[tuple[float, float]]:
        return []

    def _candidates(self, curves: Quadratics, tolerance: float) -> SizesBetween:
        return locate(self.sizes, np.setdiff1d(self.all_sizes, self.sizes))

    def _most_between(self, curves: Quadratics, candidates: SizesBetween) -> np.ndarray:
        return curves.between(candidates)

    def _amounts(self, positions: SizesBetween) -> np.ndarray:
        """Return them as the list has them, whatever rounding did to them."""
        between = super()._amounts(positions)
        return self.all_sizes[abs(self.all_sizes - between[:, None]).argmin(axis=1)]


def _insert_mixtures(
    numbers: np.ndarray, first: int, joining: SizesBetween, halves: bool
) -> np.ndarray:
    """Insert mixtures of neighbouring rows between them; if ``halves``, half of it is theirs.

    The row of the smallest size is the one with index ``first``.
    """
    numbers, mixtures = numbers.copy(), []
    for segment, share in zip(joining.segments.tolist(), joining.shares.tolist(), strict=True):
        weights = np.array([1 - share, share])
        neighbours = numbers[first + segment : first + segment + 2]
        mixture = weights @ neighbours
        if halves:
            mixture = mixture / 2
            neighbours *= 1 - weights[:, None] / 2
        mixtures.append(mixture)
    return np.insert(numbers, first + joining.segments + 1, mixtures, axis=0)
