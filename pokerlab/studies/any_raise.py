"""The one-round game for every real raise: bounds on its value over a continuum, as fractions.

Alice folds, calls the big blind ``D``, or raises by any real ``r`` from ``D`` up, and Bob calls or
folds. This is the game that G. Irving states (Near optimal holdem play with one round of betting)
before he takes whole numbers up to 40. If Bob calls a raise by ``r`` with probabilities ``y``, one
for each of his hands, then it earns Alice's hands, in the notation of :mod:`pokerlab.deals`,

    ``q(r, y) = D * prior @ (1 - y) + (D + r) * net_wins @ y``.

*What Alice guarantees.* Suppose she raises by finitely many sizes. Bob answers each of them hand by
hand, so her worst case is a finite sum.

*What Bob guarantees.* Let him choose ``y[0], ..., y[m]`` for sizes ``r[0] < ... < r[m]``, beginning
with the least raise. Between two neighbours ``a < b`` he answers ``r = a + t * (b - a)`` by the
mixture ``(1 - t) * y_a + t * y_b``. There ``q`` is a quadratic ``q0 + q1 t + q2 t^2``, with ``q2 =
(b - a) * net_wins @ (y_b - y_a)``. Its largest value on [0, 1] is at an end, or, if ``q2 < 0 < q1 <
-2 q2``, at ``t = -q1 / (2 q2)``: ``q0 - q1^2 / (4 q2)``, a fraction if the data are. Above the last
size ``B`` he answers by ``w / (D + r)`` for one vector with ``0 <= w <= D + B``. Then

    ``q = D * prior @ 1 - D / (D + r) * prior @ w + net_wins @ w <= D * prior @ 1 + net_wins @ w``,

which is the limit as ``r`` grows. So each of Alice's hands earns at most the largest of finitely
many fractions, whatever real number she raises by. Their sum over her hands, each rounded up if
that keeps it short, is an upper bound on the value of the game. :class:`AnyRaiseSolution` proves
both sums when they are made, wherever they come from.

*How they are found.* Sizes are columns of the linear program in
:mod:`pokerlab.solvers.interior_point`, and the limit of large raises is one more. An interior point
method follows a path towards the optimum. After each step the mixtures price all raises. If the
mixture of two neighbours leaves too much, a size between them joins and takes over a part of their
multipliers, so that the path goes on from where it is. A list of sizes is treated alike.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokerlab import betting
from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.arguments import read_list, read_probabilities, refusal, require_type
from pokerlab._support.basics import set_fields
from pokerlab._support.files import ArrayFile, read_arrays, read_ending, write_arrays
from pokerlab._support.progress import progress_bar
from pokerlab.amounts import (
    Amount,
    format_amount,
    parse_amount,
    parse_blinds,
    parse_sizes,
    parse_tolerance,
    unit_near,
)
from pokerlab.brackets import Bounded
from pokerlab.deals import Deal, deal_or_holdem
from pokerlab.exact_payoffs import integer_matrices
from pokerlab.games import AMOUNT_SPREAD, Game, require_float_amounts
from pokerlab.integers import give_rest, multiply, over_common_denominator
from pokerlab.sequence_form import PROBABILITY_TOLERANCE
from pokerlab.solutions import Solution
from pokerlab.solvers import interior_point

__all__ = [
    "AnyRaiseSolution",
    "load",
    "solve",
    "solve_list",
]

# The sizes to begin with, in big blinds, close where good raises are; the last one is the ``B`` of
# above.
_FIRST_SIZES = (
    *(1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9, 10, 11, 12),
    *(16, 24, 32, 64, 128, 500),
)
_FEW_SIZES = 42  # A list of up to so many sizes is used whole.
_MAX_STEPS = 200  # The most steps of the interior point method.
# A size joins if, between its neighbours, Alice's hands can get more than this share of the
# distance between the bounds.
_JOINING_SHARE = 0.01
# Where the bounds are almost as near as the tolerance, its multiple that stands for the distance.
_JOINING_TOLERANCES = 3
# How much of the tolerance the path may leave to the bounds: the fractions are rounded, too.
_PATH_SHARE = 0.9
_PROOF_BITS = 44  # In proofs, probabilities are multiples of 2 to the power of minus this.
_FILE_BITS = 31  # In files, probabilities are multiples of 2 to the power of minus this.
_MAX_LIST_CHARACTERS = 2**22  # A file lists amounts in at most so many characters.
# How far on the way from one size to the next another one may join: in sixteenths.
_CANDIDATE_SHARES = np.arange(1, 16) / 16
_AMOUNTS = "small_blind", "big_blind", "raises", "sizes"  # also in a file
# What the arrays of probabilities are called in a file, by field: stored files have these names.
_NAMES_IN_FILES = {"opening": "plan", "calls": "answers", "tail": "tail"}


@dataclass(frozen=True, eq=False)
class AnyRaiseSolution(Bounded):
    """Two strategies of the game with every real raise, and what they guarantee.

    Probabilities are floats, amounts chips. Anything but a deal is a TypeError, and what else is no
    such strategy a ValueError.
    """

    deal: Deal
    small_blind: Fraction
    big_blind: Fraction
    raises: tuple[Fraction, ...]  #: Alice's sizes, increasing, m of them.
    opening: np.ndarray  #: (n0, 2 + m) probabilities that she folds, calls, or raises by each.
    sizes: tuple[Fraction, ...]  #: Bob mixes between neighbours of these, increasing, k of them.
    calls: np.ndarray  #: (k, n1) probabilities that he calls them.
    #: (n1,) the vector ``w / (D + B)``: how he calls the largest of them, or more.
    tail: np.ndarray
    lower: Fraction = field(init=False)  #: What Alice guarantees, exactly.
    upper: Fraction = field(init=False)  #: What Bob guarantees, exactly.

    def __post_init__(self) -> None:
        require_type("deal", self.deal, Deal, "a Deal")
        small, big = parse_blinds(self.small_blind, self.big_blind)
        parse_amount("big_blind", big, greater_than=0)
        raises = _read_increasing("raises", self.raises, big)
        sizes = _read_increasing("sizes", self.sizes, big)
        if sizes[:1] != (big,):
            given = format_amount(sizes[0]) if sizes else "none"
            raise refusal("sizes", given, f"{format_amount(big)}, the big blind, as the first")
        first, second = self.deal.ways.shape
        rounding = PROBABILITY_TOLERANCE
        opening_shape = first, 2 + len(raises)
        opening = read_probabilities("opening", self.opening, opening_shape, rounding)
        calls = read_probabilities("calls", self.calls, (len(sizes), second), rounding)
        tail = read_probabilities("tail", self.tail, (second,), rounding)
        if abs(opening.sum(axis=1) - 1).max() > PROBABILITY_TOLERANCE:
            raise ValueError("opening: the probabilities of a hand must add up to 1")
        set_fields(self, small_blind=small, big_blind=big, raises=raises, sizes=sizes)
        set_fields(self, opening=opening, calls=calls, tail=tail)
        lower, upper = self._prove()
        set_fields(self, lower=lower, upper=upper)

    @property
    def frequencies(self) -> np.ndarray:
        """The frequencies with which Alice folds, calls, and raises by each size, (2 + m,)."""
        return self.deal.prior.sum(axis=1) @ self.opening

    def call_probabilities(self, size: Amount) -> np.ndarray:
        """Tell how likely Bob is to call a raise by any amount from the big blind up, (n1,)."""
        amount = parse_amount("size", size)
        if amount < self.sizes[0]:
            least = format_amount(self.sizes[0])
            raise refusal("size", format_amount(amount), f"at least {least}")
        if amount > self.sizes[-1]:
            return self.tail * float((self.big_blind + self.sizes[-1]) / (self.big_blind + amount))
        (segment,), (share,) = _locate(np.array(self.sizes, float), np.array([float(amount)]))
        low, high = self.calls[segment], self.calls[min(segment + 1, len(self.sizes) - 1)]
        return (1 - share) * low + share * high

    def save(self, path: str | Path) -> None:
        """Write the two strategies to a file for `load`, in multiples of 2^-31.

        The deal is left out. What is loaded may guarantee a little less. A name that does not end
        in ``.npz`` is a ValueError.
        """
        read_ending(path, ".npz")
        arrays = {name: np.array(getattr(self, name), str) for name in _AMOUNTS}
        for name, name_in_file in _NAMES_IN_FILES.items():
            units = _multiples(getattr(self, name), _FILE_BITS, whole=name == "opening")
            arrays[name_in_file] = units.astype(np.uint32)
        write_arrays(path, **arrays)

    def _prove(self) -> tuple[Fraction, Fraction]:
        """Prove both bounds in integers, for the nearest strategies in units of a power of 2."""
        amounts, denominator = over_common_denominator(
            [self.small_blind, self.big_blind, *self.raises, *self.sizes]
        )
        small, big = amounts[:2]
        raises, sizes = np.split(amounts[2:], [len(self.raises)])
        unit = integer_matrices(self.deal).unit / denominator / 2**_PROOF_BITS
        lower, upper = self._prove_lower(small, big, raises), self._prove_upper(small, big, sizes)
        return lower * unit, upper * unit

    def _prove_lower(self, small: int, big: int, raises: np.ndarray) -> int:
        """Prove what Alice guarantees: Bob's hands take the less of what both answers leave."""
        integers = integer_matrices(self.deal)
        prior, net_wins = integers.prior, integers.net_wins
        opening = _multiples(self.opening, _PROOF_BITS, whole=True)
        lower = big * (net_wins.sum(axis=1) @ opening[:, 1])
        lower -= small * (prior.sum(axis=1) @ opening[:, 0])
        if len(raises):
            fold, call = (
                multiply(matrix.transpose(), opening[:, 2:]) for matrix in integers.for_flint
            )
            lower += np.minimum(big * fold, (big + raises) * call).sum()
        return int(lower)

    def _prove_upper(self, small: int, big: int, sizes: np.ndarray) -> int:
        """Return what Bob guarantees: the most that each of Alice's hands can get, rounded up."""
        integers = integer_matrices(self.deal)
        prior, net_wins = integers.prior, integers.net_wins
        calls = _multiples(np.vstack([self.calls, self.tail]).T, _PROOF_BITS)
        fold, call = (multiply(matrix, calls) for matrix in integers.for_flint)
        dealt = 2**_PROOF_BITS * prior.sum(axis=1)[:, None]
        showdown = 2**_PROOF_BITS * net_wins.sum(axis=1)[:, None]
        at = big * (dealt - fold[:, :-1]) + (big + sizes) * call[:, :-1]
        beyond = big * dealt + (big + sizes[-1]) * call[:, -1:]
        best = np.hstack([-small * dealt, big * showdown, at, beyond]).max(axis=1)
        curves = _Quadratics.of(at, sizes, call[:, :-1])
        q1, q2 = curves.linear, curves.square
        hands, segments = np.nonzero((q2 < 0) & (q1 > 0) & (q1 < -2 * q2))
        q1, q2 = q1[hands, segments], q2[hands, segments]
        np.maximum.at(best, hands, at[hands, segments] - q1**2 // (4 * q2))  # rounded up
        return int(best.sum())

    def __repr__(self) -> str:
        return (
            f"<AnyRaiseSolution of one round, any raise from {format_amount(self.big_blind)}: "
            f"{float(self.lower):.9g} <= value <= {float(self.upper):.9g}, exactly>"
        )


def _read_increasing(name: str, amounts: Iterable[Amount], big: Fraction) -> tuple[Fraction, ...]:
    """Read amounts of raises, which must increase from the big blind or more on."""
    read = tuple(parse_amount(name, amount) for amount in read_list(name, amounts))
    increasing = all(amount < following for amount, following in pairwise(read))
    if not increasing or min(read, default=big) < big:
        raise ValueError(f"{name}: increasing ones from {big} up needed")
    return read


@one_blas_thread
def solve(
    deal: Deal | None = None,
    *,
    small_blind: Amount = 1,
    big_blind: Amount = 2,
    tolerance: float = 1e-6,
    progress: bool | None = None,
) -> AnyRaiseSolution:
    """Bound the value of the one-round game with every real raise from the big blind up.

    The deal is hold'em's 169 hands if left out, and Alice and Bob post the blinds. Bounds that stay
    further apart than the tolerance, in chips, are an ArithmeticError. So it is with one, two or
    three numbers, whose highest Bob would call any raise with: `AnyRaiseSolution` cannot say that.
    For ``progress`` see :mod:`pokerlab.solvers`.
    """
    deal = deal_or_holdem(deal)
    small, big = parse_blinds(small_blind, big_blind)
    parse_amount("big_blind", big, greater_than=0)
    if small and big > AMOUNT_SPREAD * small:
        given = f"small_blind, big_blind: {format_amount(small)}, {format_amount(big)} given"
        raise ArithmeticError(f"{given}, too far apart for floats")
    tolerance = parse_tolerance(tolerance, greater_than=0)
    path = _AnySizePath(deal, float(small), float(big))
    alice, bob = path.follow(_PATH_SHARE * tolerance, progress)
    raises, sizes = (
        (big, *map(Fraction, strategy.sizes[1:].tolist())) for strategy in (alice, bob)
    )
    calls, tail = bob.probabilities[:-1], bob.probabilities[-1]
    bounds = AnyRaiseSolution(deal, small, big, raises, alice.probabilities.T, sizes, calls, tail)
    if bounds.width > tolerance:
        reached = f"the bounds are {float(bounds.lower):.9g} to {float(bounds.upper):.9g}"
        raise ArithmeticError(f"tolerance: {tolerance:g} not reached with {deal.name}, {reached}")
    return bounds


def load(path: str | Path, deal: Deal | None = None) -> AnyRaiseSolution:
    """Read two strategies that `AnyRaiseSolution.save` wrote, and prove anew what they guarantee.

    The deal is hold'em's if left out. A file without strategies for it is a ValueError.
    """
    deal = deal_or_holdem(deal)

    def make(file: ArrayFile) -> AnyRaiseSolution:
        def amounts(name: str) -> tuple[Fraction, ...]:
            texts = file.read(name, _MAX_LIST_CHARACTERS, itemsize=4).ravel()
            return tuple(parse_amount(name, text) for text in texts)

        def probabilities(name: str, max_entries: int) -> np.ndarray:
            return file.read(_NAMES_IN_FILES[name], max_entries) / 2.0**_FILE_BITS

        (small,), (big,) = amounts("small_blind"), amounts("big_blind")
        raises, sizes = amounts("raises"), amounts("sizes")
        first, second = map(len, deal.hands)
        opening = probabilities("opening", first * (len(raises) + 2))
        calls = probabilities("calls", second * len(sizes))
        tail = probabilities("tail", second)
        return AnyRaiseSolution(deal, small, big, raises, opening, sizes, calls, tail)

    return read_arrays(path, make, "file of two strategies")


@one_blas_thread
def solve_list(
    raises: Iterable[Amount],
    *,
    deal: Deal | None = None,
    small_blind: Amount = 1,
    big_blind: Amount = 2,
    tolerance: float = 2e-10,
    progress: bool | None = None,
) -> Solution:
    """Solve the one-round game with a long list of raises, most of them not needed.

    A short list is left to :mod:`pokerlab.solvers.interior_point`. The raises are
    as in :func:`pokerlab.betting.one_round`, whose errors are raised, all else as in `solve`. The
    solution is measured over all sizes of the list, whichever were looked at.

    Examples
    --------
    >>> from pokerlab import deals
    >>> round(solve_list([0, *range(2, 100)], deal=deals.numbers(5)).payoff, 9)
    0.26
    """
    deal = deal_or_holdem(deal)
    amounts = parse_sizes("raises", raises)
    tolerance = parse_tolerance(tolerance, greater_than=0)
    tree = betting.one_round(amounts, small_blind, big_blind)
    game = Game(deal, tree)
    if len(amounts) <= _FEW_SIZES:
        return interior_point.solve(
            game, tolerance=tolerance, iterations=_MAX_STEPS, progress=progress
        )
    require_float_amounts(game)
    listed = np.array([float(size) for size in amounts if size])
    small, big = map(float, parse_blinds(small_blind, big_blind))
    path = _ListedSizePath(deal, small, big, listed, may_call=amounts[0] == 0)
    alice, bob = path.follow(tolerance, progress)
    plans = _opening_plan(game, alice, path.passive_actions, listed), _call_plan(game, bob, listed)
    return Solution(game, plans, "any raise")


class _StrategyWithSizes(NamedTuple):
    """A player's strategy over some sizes, and its guarantee."""

    bound: float
    sizes: np.ndarray  #: (k,), increasing.
    #: Alice's, (actions, n0): her other actions first, then each raise. Or Bob's calls, (k, n1),
    #: and a row beyond the last size if there is no largest one.
    probabilities: np.ndarray

    def in_chips(self, unit: float) -> "_StrategyWithSizes":
        """Return the same with sizes and bound in chips, of which the unit is worth so many."""
        return _StrategyWithSizes(self.bound * unit, self.sizes * unit, self.probabilities)


def _opening_plan(
    game: Game, alice: _StrategyWithSizes, passive_actions: int, listed: np.ndarray
) -> np.ndarray:
    """Return Alice's plan over a list of sizes, some of which she uses."""
    plan = np.zeros(game.shape(0))
    plan[:, 0] = 1
    first_raise = 1 + passive_actions
    plan[:, 1:first_raise] = alice.probabilities[:passive_actions].T
    columns = first_raise + np.searchsorted(listed, alice.sizes)
    plan[:, columns] = alice.probabilities[passive_actions:].T
    return plan


def _call_plan(game: Game, bob: _StrategyWithSizes, listed: np.ndarray) -> np.ndarray:
    """Return Bob's plan over a list of sizes, where he mixes his answers to neighbours of his."""
    segments, shares = _locate(bob.sizes, listed)
    low, high = bob.probabilities[segments], bob.probabilities[segments + 1]
    call = (1 - shares) * low.T + shares * high.T
    decisions = game.tree.information_sets[1]
    fold_columns = np.array([decision.sequences_after.start for decision in decisions])
    plan = np.ones(game.shape(1))
    plan[:, fold_columns], plan[:, fold_columns + 1] = 1 - call, call
    return plan


class _Between(NamedTuple):
    """Sizes between neighbours of a list, in two arrays of one shape."""

    segments: np.ndarray  #: The index of the lower neighbour.
    shares: np.ndarray  #: How far on the way to the higher one, from 0 to 1.


class _Quadratics(NamedTuple):
    """The earnings of raises between neighbouring sizes: ``start + linear * t + square * t**2``.

    Bob mixes his answers to both, and ``t`` runs from 0 at the lower one to 1 at the higher one.
    """

    start: np.ndarray  #: (n0, k) what each size earns.
    linear: np.ndarray  #: (n0, k - 1)
    square: np.ndarray  #: (n0, k - 1)

    @classmethod
    def of(cls, at: np.ndarray, sizes: np.ndarray, called: np.ndarray) -> "_Quadratics":
        """Make the quadratics of what each size earns, and of ``net_wins @ y`` for it, (n0, k)."""
        square = np.diff(sizes) * np.diff(called, axis=1)
        return cls(at, np.diff(at, axis=1) - square, square)

    def between(self, places: _Between) -> np.ndarray:
        """Return what other sizes earn, (n0, places)."""
        segments, shares = places
        slope = self.linear[:, segments] + self.square[:, segments] * shares
        return self.start[:, segments] + slope * shares

    def peaks(self) -> np.ndarray:
        """Return the most that a size from each to the next earns, (n0, k - 1), in floats."""
        top = np.divide(
            -self.linear, 2 * self.square, out=np.zeros_like(self.linear), where=self.square < 0
        ).clip(0, 1)
        return self.start[:, :-1] + (self.linear + self.square * top) * top


class _CentralPath(ABC):
    """The path of the interior point method through ever more sizes, from a few on.

    There may be any size (`_AnySizePath`), or those of a list (`_ListedSizePath`). All amounts are
    in ``unit``, a number of chips.
    """

    def __init__(
        self, deal: Deal, small: float, big: float, sizes: np.ndarray, passive_actions: int
    ) -> None:
        self.deal, self.unit = deal, unit_near(big)
        self.small, self.big, self.sizes = small / self.unit, big / self.unit, sizes / self.unit
        self.passive_actions = passive_actions  # those that come before the raises
        self.program = self._make_program()
        self.state = self.program.first_point()

    @abstractmethod
    def _large_raises(self) -> list[tuple[float, float]]:
        """Return the factors of the limit of large raises, if none is the largest."""

    @abstractmethod
    def _candidates(self, curves: _Quadratics, tolerance: float) -> _Between:
        """Return the sizes that may join."""

    @abstractmethod
    def _most_between(self, curves: _Quadratics, candidates: _Between) -> np.ndarray:
        """Return what Alice's hands earn by raises between the sizes, (n0, raises) that matter."""

    def _make_program(self) -> interior_point.SingleActionProgram:
        """Make the linear program over the sizes, and the limit of large raises if none is last."""
        first_factors = [(-self.small, 0), (0, self.big)][: self.passive_actions]
        second_factors = [(self.big, -self.big - size) for size in self.sizes]
        second_factors += self._large_raises()
        answered = range(self.passive_actions, self.passive_actions + len(second_factors))
        first_factors += [(self.big, 0)] * len(second_factors)
        return interior_point.SingleActionProgram(
            self.deal, np.array(first_factors), np.array(second_factors), answered
        )

    def follow(
        self, tolerance: float, progress: bool | None
    ) -> tuple[_StrategyWithSizes, _StrategyWithSizes]:
        """Take steps until the best strategies on the way, Alice's and Bob's, are good enough."""
        tolerance /= self.unit
        nothing = np.empty(0)
        lower, upper = (
            _StrategyWithSizes(-np.inf, nothing, nothing),
            _StrategyWithSizes(np.inf, nothing, nothing),
        )
        for _ in progress_bar(range(_MAX_STEPS), "any raise", None, progress):
            try:
                with np.errstate(over="ignore", invalid="ignore"):  # then it is the last step
                    self.state = interior_point.advance(self.program, self.state)
            except np.linalg.LinAlgError:
                break
            alice, curves = self._alice(), self._quadratics()
            candidates = self._candidates(curves, tolerance)
            bob = self._bob(curves, candidates)
            lower = alice if alice.bound > lower.bound else lower
            upper = bob if bob.bound < upper.bound else upper
            if upper.bound - lower.bound <= tolerance:
                break
            joining = self._joining(curves, candidates, alice.bound, tolerance)
            if len(joining.segments):
                self._widen(joining)
        if not (len(lower.sizes) and len(upper.sizes)):
            raise ArithmeticError(f"{self.deal.name}: amounts with which floats find no strategies")
        return lower.in_chips(self.unit), upper.in_chips(self.unit)

    def _alice(self) -> _StrategyWithSizes:
        """Return Alice's strategy now, and what it guarantees, per hand of an average weight."""
        x, _, _ = self.program.parts(self.state.multipliers)
        opening = x / x.sum(axis=0)
        real = self.passive_actions + len(self.sizes)
        # Nobody raises without limit.
        opening[real - 1] += opening[real:].sum(axis=0)
        opening[real:] = 0
        earned_uncalled = (opening * self.program.first_action_earnings).sum()
        gained_by_calls = self.program.second_action_gains(opening).clip(0).sum()  # Bob's best
        lower = (earned_uncalled - gained_by_calls) / opening.shape[1]
        return _StrategyWithSizes(lower, self.sizes, opening[:real])

    def _quadratics(self) -> _Quadratics:
        """Return what raises earn Alice's hands against Bob's strategy now."""
        calls, first = self._call_probabilities(), self.passive_actions
        raises = slice(first, first + len(self.sizes))
        at = (self.program.first_action_earnings - self.program.second_action_losses(calls)).T
        called = self.program.net_wins @ calls[: len(self.sizes)].T
        return _Quadratics.of(at[:, raises], self.sizes, called)

    def _call_probabilities(self) -> np.ndarray:
        """Tell how likely Bob is now to call each size, and beyond the last one, with each hand."""
        return self.program.parts(self.state.slacks)[2]

    def _bob(self, curves: _Quadratics, candidates: _Between) -> _StrategyWithSizes:
        """Return Bob's strategy now, and what it guarantees, per hand of an average weight."""
        calls = self._call_probabilities()
        at_sizes = self.program.first_action_earnings - self.program.second_action_losses(calls)
        between = self._most_between(curves, candidates).max(axis=1, initial=-np.inf)
        upper = np.maximum(at_sizes.max(axis=0), between).mean()
        return _StrategyWithSizes(upper, self.sizes, calls)

    def _joining(
        self, curves: _Quadratics, candidates: _Between, lower: float, tolerance: float
    ) -> _Between:
        """Return the candidates that gain most between their neighbours, and more than a little."""
        excess = (curves.between(candidates) - self.state.u[:, None]).clip(0).mean(axis=0)
        distance = max(self.state.u.mean() - lower, _JOINING_TOLERANCES * tolerance)
        best: dict[int, int] = {}  # by segment, which candidate gains most
        for index in np.flatnonzero(excess > _JOINING_SHARE * distance).tolist():
            segment = int(candidates.segments[index])
            if segment not in best or excess[index] > excess[best[segment]]:
                best[segment] = index
        joining = np.array([best[segment] for segment in sorted(best)], int)
        return _Between(candidates.segments[joining], candidates.shares[joining])

    def _widen(self, joining: _Between) -> None:
        """Let sizes join, with half of a mixture of their neighbours' multipliers."""

        def widened(row: np.ndarray, halves: bool) -> np.ndarray:
            """Return a row of the state, with numbers for the sizes that join."""
            actions, *answered = self.program.parts(row)
            parts = [_insert(actions, self.passive_actions, joining, halves)]
            parts += [_insert(numbers, 0, joining, halves) for numbers in answered]
            return np.concatenate(parts, None)

        multipliers = widened(self.state.multipliers, halves=True)
        slacks = widened(self.state.slacks, halves=False)
        self.sizes = np.insert(self.sizes, joining.segments + 1, self._amounts(joining))
        self.state = interior_point.Point(multipliers, slacks, self.state.u)
        self.program = self._make_program()

    def _amounts(self, places: _Between) -> np.ndarray:
        """Return the amounts of sizes between those that there are."""
        segments, shares = places
        return self.sizes[segments] + shares * np.diff(self.sizes)[segments]


class _AnySizePath(_CentralPath):
    """The path on which any size from the big blind up may join, and there is no largest one."""

    def __init__(self, deal: Deal, small: float, big: float) -> None:
        super().__init__(deal, small, big, big * np.array(_FIRST_SIZES), passive_actions=2)

    def _large_raises(self) -> list[tuple[float, float]]:
        return [(0, -self.big - self.sizes[-1])]

    def _candidates(self, curves: _Quadratics, tolerance: float) -> _Between:
        # Where two sizes are nearer to each other than this, a third gains less than a quarter.
        wide = np.diff(self.sizes) > tolerance + 1e-12 * self.sizes[1:]
        segments = np.flatnonzero((curves.peaks() > self.state.u[:, None]).any(axis=0) & wide)
        shares = np.tile(_CANDIDATE_SHARES, len(segments))
        return _Between(np.repeat(segments, len(_CANDIDATE_SHARES)), shares)

    def _most_between(self, curves: _Quadratics, candidates: _Between) -> np.ndarray:
        return curves.peaks()


class _ListedSizePath(_CentralPath):
    """The path on which those of a list may join, which increases; perhaps Alice may call, too."""

    def __init__(
        self, deal: Deal, small: float, big: float, listed: np.ndarray, may_call: bool
    ) -> None:
        last = len(listed) - 1
        nearest = np.searchsorted(listed, big * np.array(_FIRST_SIZES)).clip(0, last)
        sizes = listed[np.union1d(nearest, [0, last])]
        self.listed = listed / unit_near(big)
        super().__init__(deal, small, big, sizes, passive_actions=2 if may_call else 1)

    def _large_raises(self) -> list[tuple[float, float]]:
        return []

    def _candidates(self, curves: _Quadratics, tolerance: float) -> _Between:
        return _locate(self.sizes, np.setdiff1d(self.listed, self.sizes))

    def _most_between(self, curves: _Quadratics, candidates: _Between) -> np.ndarray:
        return curves.between(candidates)

    def _amounts(self, places: _Between) -> np.ndarray:
        """Return them as the list has them, whatever rounding did to them."""
        between = super()._amounts(places)
        return self.listed[abs(self.listed - between[:, None]).argmin(axis=1)]


def _insert(numbers: np.ndarray, first: int, joining: _Between, halves: bool) -> np.ndarray:
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


def _locate(sizes: np.ndarray, amounts: np.ndarray) -> _Between:
    """Return where amounts are among some sizes."""
    last = max(len(sizes) - 2, 0)
    segments = np.clip(np.searchsorted(sizes, amounts, side="right") - 1, 0, last)
    gap = sizes[np.minimum(segments + 1, len(sizes) - 1)] - sizes[segments]
    return _Between(segments, (amounts - sizes[segments]) / np.where(gap > 0, gap, 1))


def _multiples(probabilities: np.ndarray, bits: int, whole: bool = False) -> np.ndarray:
    """Round probabilities to units of 2^-bits; if ``whole``, those of a row still add up to 1."""
    units = np.rint(probabilities.clip(0, 1) * 2.0**bits).astype(np.int64).astype(object)
    if whole:
        give_rest(units, 2**bits, probabilities.argmax(axis=1))
    return units
