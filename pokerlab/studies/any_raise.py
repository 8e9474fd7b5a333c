"""The one-round game for every real raise: bounds on its value over a continuum, as fractions.

Alice folds, calls the big blind ``D``, or raises by any real ``r`` from ``D`` up, and Bob calls or
folds. This is the game that G. Irving states (Near optimal holdem play with one round of betting)
before he takes whole numbers up to 40. If Bob calls a raise by ``r`` with probabilities ``y``, one
for each of his hands, then it earns Alice's hands, in the notation of :mod:`pokerlab.deals`,

    ``q(r, y) = D * prior @ (1 - y) + (D + r) * payoff @ y``.

*What Alice guarantees.* Suppose she raises by finitely many sizes. Bob answers each of them hand by
hand, so her worst case is a finite sum.

*What Bob guarantees.* Let him choose ``y[0], ..., y[m]`` for sizes ``r[0] < ... < r[m]``, beginning
with the least raise. Between two neighbours ``a < b`` he answers ``r = a + t * (b - a)`` by the
mixture ``(1 - t) * y_a + t * y_b``. There ``q`` is a quadratic ``q0 + q1 t + q2 t^2``, with ``q2 =
(b - a) * payoff @ (y_b - y_a)``. Its largest value on [0, 1] is at an end, or, if ``q2 < 0 < q1 <
-2 q2``, at ``t = -q1 / (2 q2)``: ``q0 - q1^2 / (4 q2)``, a fraction if the data are. Above the last
size ``B`` he answers by ``w / (D + r)`` for one vector with ``0 <= w <= D + B``. Then

    ``q = D * prior @ 1 - D / (D + r) * prior @ w + payoff @ w <= D * prior @ 1 + payoff @ w``,

which is the limit as ``r`` grows. So each of Alice's hands earns at most the largest of finitely
many fractions, whatever real number she raises by. Their sum over her hands, each rounded up if
that keeps it short, is an upper bound on the value of the game. :class:`Bounds` proves both sums
when it is made, wherever the strategies come from.

*How they are found.* Sizes are columns of the linear program in
:mod:`pokerlab.solvers.interior_point`, and the limit of large raises is one more. An interior point
method follows a path towards the optimum. After each step the mixtures price all raises. If the
mixture of two neighbours leaves too much, a size between them joins and takes over a part of their
multipliers, so that the path goes on from where it is. A list of sizes is treated alike.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from pokerlab import betting
from pokerlab._files import Arrays, check_ending, read_arrays, write_arrays
from pokerlab._foundations import check_type, progress_bar, set_fields
from pokerlab._threads import one_blas_thread
from pokerlab.amounts import (
    Amount,
    format_amount,
    parse_amount,
    parse_blinds,
    parse_sizes,
    parse_tolerance,
    power_of_two_scale,
)
from pokerlab.deals import Deal, holdem
from pokerlab.games import SPREAD, TOLERANCE, Game
from pokerlab.solutions import Bracket, Solution
from pokerlab.solvers import exact, interior_point

#: The sizes to begin with, in big blinds; the last one is the ``B`` of above.
FIRST = (1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9, 10, 11, 12, 16, 24, 32, 64, 128, 500)
FEW = 42  #: A list of up to so many sizes is used whole.
STEPS = 200  #: The most steps of the interior point method.
#: A size joins if a mixture leaves more than this share of the distance between the bounds.
SHARE = 0.01
GOOD = 3  #: Or of so many times the tolerance, if that is more.
NEARER = 0.9  #: How much of the tolerance the path may leave: the fractions are rounded.
BITS = 44  #: In fractions, probabilities are multiples of 2 to the power of minus this.
SHORT = 31  #: The same in files.
AMOUNTS = "small_blind", "big_blind", "raises", "sizes"
CHANCES = "plan", "answers", "tail"
MOST_CHARACTERS = 2**22  #: A file lists amounts in at most so many.
PARTS = np.arange(1, 16) / 16  #: Where between two sizes another one may join.


@dataclass(frozen=True, eq=False)
class Bounds(Bracket):
    """Two strategies of the game with every real raise, and what they guarantee.

    Probabilities are floats, amounts chips. What is no such strategy is a ValueError.
    """

    deal: Deal
    small_blind: Fraction
    big_blind: Fraction
    raises: tuple[Fraction, ...]  #: Alice's sizes, increasing, m of them.
    plan: np.ndarray  #: (n0, 2 + m) probabilities that she folds, calls, or raises by each.
    sizes: tuple[Fraction, ...]  #: Bob mixes between neighbours of these, increasing, k of them.
    answers: np.ndarray  #: (k, n1) probabilities that he calls them.
    tail: np.ndarray  #: (n1,) the vector ``w / (D + B)``.
    lower: Fraction = field(init=False)  #: What Alice guarantees, exactly.
    upper: Fraction = field(init=False)  #: What Bob guarantees.

    def __post_init__(self) -> None:
        small, big = parse_blinds(self.small_blind, self.big_blind)
        parse_amount("big_blind", big, greater_than=0)
        set_fields(self, small_blind=small, big_blind=big)
        for name in AMOUNTS[2:]:
            sizes = tuple(parse_amount(name, size) for size in getattr(self, name))
            if any(a >= b for a, b in pairwise(sizes)) or min(sizes, default=big) < big:
                raise ValueError(f"{name}: increasing ones from {big} up needed")
            set_fields(self, **{name: sizes})
        if sizes[:1] != (big,):
            raise ValueError(f"sizes: {big}, the big blind, is needed first")
        first, second = self.deal.weights.shape
        shapes = (first, 2 + len(self.raises)), (len(sizes), second), (second,)
        for name, shape in zip(CHANCES, shapes, strict=True):
            chances = np.asarray(getattr(self, name), float)
            if chances.shape != shape:
                raise ValueError(f"{name}: shape {chances.shape} given, {shape} needed")
            if not (chances.min() >= 0 and chances.max() <= 1 + TOLERANCE):
                raise ValueError(f"{name}: probabilities from 0 to 1 needed")
            set_fields(self, **{name: chances})
        if abs(self.plan.sum(axis=1) - 1).max() > TOLERANCE:
            raise ValueError("plan: the probabilities of a hand must add up to 1")
        lower, upper = self._prove()
        set_fields(self, lower=lower, upper=upper)

    @property
    def value(self) -> Fraction:
        """The middle between the bounds, chips."""
        return (self.lower + self.upper) / 2

    @property
    def frequencies(self) -> np.ndarray:
        """How often Alice folds, calls, and raises by each size, (2 + m,)."""
        frequencies: np.ndarray = self.deal.prior.sum(axis=1) @ self.plan
        return frequencies

    def answer(self, raised: Amount) -> np.ndarray:
        """How likely Bob is to call a raise by any amount from the big blind up, (n1,)."""
        size = parse_amount("raised", raised)
        if size < self.sizes[0]:
            raise ValueError(f"raised: {raised} given, at least {self.sizes[0]} needed")
        if size > self.sizes[-1]:
            return self.tail * float((self.big_blind + self.sizes[-1]) / (self.big_blind + size))
        (j,), (part,) = _between(np.array(self.sizes, float), np.array([float(size)]))
        below, above = self.answers[j], self.answers[min(j + 1, len(self.sizes) - 1)]
        answer: np.ndarray = (1 - part) * below + part * above
        return answer

    def save(self, path: str | Path) -> None:
        """Write the two strategies to a file for `load`, in multiples of 2^-SHORT.

        The deal is left out. What is loaded may guarantee a little less. A name that does not end
        in ``.npz`` is a ValueError.
        """
        check_ending(path, ".npz")
        arrays = {name: np.array(getattr(self, name), str) for name in AMOUNTS}
        for name in CHANCES:
            units = _multiples(getattr(self, name), SHORT, whole=name == "plan")
            arrays[name] = units.astype(np.uint32)
        write_arrays(path, **arrays)

    def _prove(self) -> tuple[Fraction, Fraction]:
        """Both bounds in exact arithmetic, for the nearest strategies in multiples of 2^-BITS."""
        unit, (prior, payoff), matrices = exact.integers(self.deal)
        amounts = [self.small_blind, self.big_blind, *self.raises, *self.sizes]
        (small, big, *amounts), scale = exact.over_one_denominator(amounts)
        raises, sizes = np.split(np.array(amounts, object), [len(self.raises)])
        one = 2**BITS
        # Alice: each hand of Bob's takes the less of what folding and calling leave.
        x = _multiples(self.plan, BITS, whole=True)
        lower = big * (payoff.sum(axis=1) @ x[:, 1]) - small * (prior.sum(axis=1) @ x[:, 0])
        if len(raises):
            fold, call = (exact.product(matrix.transpose(), x[:, 2:]) for matrix in matrices)
            lower += np.minimum(big * fold, (big + raises) * call).sum()
        # Bob: the most that each hand of Alice's can get.
        y = _multiples(np.vstack([self.answers, self.tail]).T, BITS)
        fold, call = (exact.product(matrix, y) for matrix in matrices)
        dealt, shown = one * prior.sum(axis=1)[:, None], one * payoff.sum(axis=1)[:, None]
        at = big * (dealt - fold[:, :-1]) + (big + sizes) * call[:, :-1]
        beyond = big * dealt + (big + sizes[-1]) * call[:, -1:]
        best = np.hstack([-small * dealt, big * shown, at, beyond]).max(axis=1)
        q2 = np.diff(sizes) * np.diff(call[:, :-1], axis=1)
        q1 = np.diff(at, axis=1) - q2
        curved = np.nonzero((q2 < 0) & (q1 > 0) & (q1 < -2 * q2))
        peaks = at[:, :-1][curved] - q1[curved] ** 2 // (4 * q2[curved])  # rounded up
        np.maximum.at(best, curved[0], peaks)
        return tuple(number * unit / scale / one for number in (int(lower), int(best.sum())))

    def __repr__(self) -> str:
        return (
            f"<Bounds of one round, any raise from {format_amount(self.big_blind)}: "
            f"{float(self.lower):.9g} <= value <= {float(self.upper):.9g}, exactly>"
        )


@one_blas_thread
def solve(
    deal: Deal | None = None,
    small_blind: Amount = 1,
    big_blind: Amount = 2,
    tolerance: float = 1e-6,
    progress: bool | None = None,
) -> Bounds:
    """Bounds on the value of the one-round game with every real raise from the big blind up.

    The deal is hold'em's 169 hands if left out, and Alice and Bob post the blinds. Bounds that stay
    further apart than the tolerance, in chips, are an ArithmeticError. So it is with one, two or
    three numbers, whose highest Bob would call any raise with: `Bounds` cannot say that. For
    ``progress`` see :mod:`pokerlab.solvers`.
    """
    check_type("deal", deal, Deal | None, "a Deal")
    deal = holdem() if deal is None else deal
    small, big = parse_blinds(small_blind, big_blind)
    parse_amount("big_blind", big, greater_than=0)
    if small and big > SPREAD * small:
        given = f"small_blind, big_blind: {format_amount(small)}, {format_amount(big)} given"
        raise ArithmeticError(f"{given}, too far apart for floats")
    tolerance = parse_tolerance(tolerance, greater_than=0)
    path = _Path(deal, float(small), float(big), None, calls=True)
    (raises, plan), (sizes, answers) = path.follow(NEARER * tolerance, progress)
    raises, sizes = ((big, *map(Fraction, floats[1:].tolist())) for floats in (raises, sizes))
    bounds = Bounds(deal, small, big, raises, plan.T, sizes, answers[:-1], answers[-1])
    if bounds.width > tolerance:
        reached = f"the bounds are {float(bounds.lower):.9g} to {float(bounds.upper):.9g}"
        raise ArithmeticError(f"tolerance: {tolerance:g} not reached with {deal.name}, {reached}")
    return bounds


def load(path: str | Path, deal: Deal | None = None) -> Bounds:
    """Read two strategies that `Bounds.save` wrote, and prove anew what they guarantee.

    The deal is hold'em's if left out. A file without strategies for it is a ValueError.
    """
    check_type("deal", deal, Deal | None, "a Deal")
    deal = holdem() if deal is None else deal

    def make(file: Arrays) -> Bounds:
        amounts = (file.take(name, MOST_CHARACTERS, itemsize=4) for name in AMOUNTS)
        (small,), (big,), raises, sizes = (tuple(texts.ravel()) for texts in amounts)
        mine, his = map(len, deal.hands)
        counts = zip(CHANCES, (mine * (len(raises) + 2), his * len(sizes), his), strict=True)
        plan, answers, tail = (file.take(name, most) / 2.0**SHORT for name, most in counts)
        return Bounds(deal, small, big, raises, plan, sizes, answers, tail)

    return read_arrays(path, make, "file of two strategies")


@one_blas_thread
def solve_list(
    raises: Iterable[Amount],
    deal: Deal | None = None,
    small_blind: Amount = 1,
    big_blind: Amount = 2,
    tolerance: float = 2e-10,
    progress: bool | None = None,
) -> Solution:
    """Solve the one-round game with a long list of raises, most of them not needed.

    A list of at most `FEW` is left to :mod:`pokerlab.solvers.interior_point`. The raises are as in
    :func:`pokerlab.betting.one_round`, whose errors are raised, all else as in `solve`. The
    solution is certified over all sizes of the list, whichever were looked at.

    Examples
    --------
    >>> from pokerlab import deals
    >>> round(solve_list([0, *range(2, 100)], deals.numbers(5)).value, 9)
    0.26
    """
    deal = holdem() if deal is None else deal
    amounts = parse_sizes("raises", raises)
    tolerance = parse_tolerance(tolerance, greater_than=0)
    tree = betting.one_round(amounts, small_blind, big_blind)
    game = Game(deal, tree)
    if len(amounts) <= FEW:
        return interior_point.solve(game, tolerance, STEPS, progress=progress)
    game.check_amounts()
    listed = np.array([float(size) for size in amounts if size])
    small, big = map(float, parse_blinds(small_blind, big_blind))
    path = _Path(deal, small, big, listed, calls=amounts[0] == 0)
    (made, x), (sizes, y) = path.follow(tolerance, progress)
    plans = np.zeros(game.shape(0)), np.ones(game.shape(1))
    others = len(x) - len(made)
    plans[0][:, 0] = 1
    plans[0][:, 1 : 1 + others] = x[:others].T
    plans[0][:, 1 + others + np.searchsorted(listed, made)] = x[others:].T
    (j, part), fold = _between(sizes, listed), tree.decision_rows[1][:, 1]
    call = (1 - part) * y[j].T + part * y[j + 1].T
    plans[1][:, fold], plans[1][:, fold + 1] = 1 - call, call
    return Solution(game, plans, "any raise")


class _Path:
    """The path of the interior point method through ever more sizes, from near `FIRST` on.

    Given are all sizes that there are, increasing, or None for any; and whether Alice ``calls``.
    """

    def __init__(
        self, deal: Deal, small: float, big: float, sizes: np.ndarray | None, calls: bool
    ) -> None:
        self.unit = power_of_two_scale(big)
        self.deal, self.others, self.listed = deal, 1 + calls, None
        self.small, self.big = small / self.unit, big / self.unit
        self.sizes = self.big * np.array(FIRST)
        if sizes is not None:
            self.listed = listed = sizes / self.unit
            near = np.searchsorted(listed, self.sizes).clip(0, len(listed) - 1)
            self.sizes = listed[np.union1d(near, [0, len(listed) - 1])]
        self.program = self._program()
        self.state = self.program.start()

    def _program(self) -> interior_point.AnswerProgram:
        """The linear program over the sizes, and over the limit of large raises if none is last."""
        big, endless = self.big, self.listed is None
        earned = [(-self.small, 0), (0, big)][: self.others]
        mixtures = [(big, -big - size) for size in self.sizes]
        if endless:
            mixtures.append((0, -big - self.sizes[-1]))
        answered = range(self.others, self.others + len(mixtures))
        earned += [(big, 0)] * len(mixtures)
        return interior_point.AnswerProgram(
            self.deal, np.array(earned), np.array(mixtures), answered
        )

    def follow(self, tolerance: float, progress: bool | None) -> tuple[tuple[Any, Any], ...]:
        """The best for each player on the way: the sizes, and what is done there."""
        tolerance /= self.unit
        lower: tuple[Any, ...] = (-np.inf,)
        upper: tuple[Any, ...] = (np.inf,)
        for _ in progress_bar(range(STEPS), "any raise", None, progress):
            try:
                with np.errstate(over="ignore", invalid="ignore"):  # then it is the last step
                    self.state = interior_point.advance(self.program, *self.state)
            except np.linalg.LinAlgError:
                break
            plan, answers, *bounds, joining = self._look(tolerance)
            lower = max(lower, (bounds[0], self.sizes, plan), key=itemgetter(0))
            upper = min(upper, (bounds[1], self.sizes, answers), key=itemgetter(0))
            if upper[0] - lower[0] <= tolerance:
                break
            if len(joining[0]):
                self._widen(*joining)
        if len(lower) == 1:
            raise ArithmeticError(f"{self.deal.name}: amounts with which floats find no strategies")
        return tuple((sizes * self.unit, plan) for _, sizes, plan in (lower, upper))

    def _look(self, tolerance: float) -> tuple[Any, ...]:
        """Both players' strategies now, what they guarantee, and which sizes shall join."""
        program, (multipliers, partners, u), others = self.program, self.state, self.others
        x, y = program.split(multipliers)[0], program.split(partners)[2]
        plan, real = x / x.sum(axis=0), others + len(self.sizes)
        if self.listed is None:  # nobody raises without limit
            plan[real - 1] += plan[real]
            plan[real] = 0
        taken = program.wanted(plan).clip(0).sum()
        lower = ((plan * program.values).sum() - taken) / len(u)
        at = (program.values - program.taken(y)).T
        most, at = at.max(axis=1), at[:, others:real]
        q2 = np.diff(self.sizes) * np.diff(program.payoff @ y[: len(self.sizes)].T, axis=1)
        q1 = np.diff(at, axis=1) - q2
        if self.listed is None:
            peak = np.divide(-q1, 2 * q2, out=np.zeros_like(q1), where=q2 < 0).clip(0, 1)
            peaks = at[:, :-1] + (q1 + q2 * peak) * peak
            # Where two sizes are nearer to each other than this, a third gains less than a quarter.
            wide = np.diff(self.sizes) > tolerance + 1e-12 * self.sizes[1:]
            segments = np.flatnonzero((peaks > u[:, None]).any(axis=0) & wide)
            segments, parts = np.repeat(segments, len(PARTS)), np.tile(PARTS, len(segments))
        else:
            segments, parts = _between(self.sizes, np.setdiff1d(self.listed, self.sizes))
        between = at[:, segments] + (q1[:, segments] + q2[:, segments] * parts) * parts
        best = (between if self.listed is not None else peaks).max(axis=1, initial=-np.inf)
        upper = np.maximum(most, best).mean()
        excess = (between - u[:, None]).clip(0).mean(axis=0)
        order = np.argsort(excess)
        order = order[excess[order] > SHARE * max(u.mean() - lower, GOOD * tolerance)]
        worst = dict(zip(segments[order].tolist(), parts[order].tolist(), strict=True))
        joining = np.array(sorted(worst), int), np.array([worst[j] for j in sorted(worst)])
        return plan[:real], y, lower, upper, joining

    def _widen(self, segments: np.ndarray, parts: np.ndarray) -> None:
        """Put a size between some neighbours, with half of a mixture of their multipliers."""
        multipliers, partners, u = self.state
        (x, s, t), (z, rest, y) = map(self.program.split, (multipliers, partners))
        sizes, raised, left = self.sizes, x[self.others :], z[self.others :]
        new: list[list[Any]] = [[] for _ in range(6)]
        for j, part in zip(segments.tolist(), parts.tolist(), strict=True):
            weights = np.array([1 - part, part])
            for rows, numbers in zip(new, (raised, s, t), strict=False):
                rows.append(weights @ numbers[j : j + 2] / 2)
                numbers[j : j + 2] *= 1 - weights[:, None] / 2
            for rows, numbers in zip(new[3:], (left, rest, y), strict=True):
                rows.append(weights @ numbers[j : j + 2])
        added = sizes[segments] + parts * (sizes[segments + 1] - sizes[segments])
        if self.listed is not None:
            added = self.listed[abs(self.listed - added[:, None]).argmin(axis=1)]
        joined = [
            np.insert(numbers, segments + 1 + len(numbers) - len(s), rows, axis=0)
            for numbers, rows in zip((x, s, t, z, rest, y), new, strict=True)
        ]
        self.sizes = np.insert(sizes, segments + 1, added)
        self.state = np.concatenate(joined[:3], None), np.concatenate(joined[3:], None), u
        self.program = self._program()


def _between(sizes: np.ndarray, amounts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """After which of the sizes amounts come, and how far they are on the way to the next."""
    j = np.clip(np.searchsorted(sizes, amounts, side="right") - 1, 0, max(len(sizes) - 2, 0))
    gap = sizes[np.minimum(j + 1, len(sizes) - 1)] - sizes[j]
    return j, (amounts - sizes[j]) / np.where(gap > 0, gap, 1)


def _multiples(probabilities: np.ndarray, bits: int, whole: bool = False) -> np.ndarray:
    """Probabilities as integers, in units of 2 to the power of -bits; those of a row may add up."""
    units = np.rint(probabilities.clip(0, 1) * 2.0**bits).astype(np.int64).astype(object)
    if whole:
        units[np.arange(len(units)), probabilities.argmax(axis=1)] += 2**bits - units.sum(axis=1)
    return units
