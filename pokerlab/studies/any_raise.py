"""The one-round game for every real raise: bounds on its value over a continuum, as fractions.

Alice folds, calls the big blind ``D``, or raises by any real ``r`` from ``D`` up, and Bob calls or
folds. This is the game that G. Irving states (Near optimal holdem play with one round of betting)
before he takes whole numbers up to 40. If Bob calls a raise by ``r`` with probabilities ``y``, one
for each of his hands, then it earns Alice's hands, in the notation of :mod:`pokerlab.deals`,

    ``q(r, y) = D * prior @ (1 - y) + (D + r) * net_wins @ y``.

*Alice's guarantee.* Suppose she raises by finitely many sizes. Bob answers each of them hand by
hand, so her worst case is a finite sum.

*Bob's guarantee.* Let him choose ``y[0], ..., y[m]`` for sizes ``r[0] < ... < r[m]``, beginning
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

*How they are found.* An interior point method follows the central path to the optimum, on which
sizes join where raises between two of them earn too much (``_central_paths``). A list of sizes is
treated alike.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np

from pokerlab import betting
from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.arguments import (
    read_list,
    read_probability_array,
    refusal,
    require_distributions,
    require_type,
)
from pokerlab._support.arithmetic import ceil_divide
from pokerlab._support.files import open_arrays, write_arrays
from pokerlab._support.frozen import set_fields
from pokerlab.amounts import Amount, format_amount, read_amount, read_blinds, read_tolerance
from pokerlab.brackets import GuaranteedBounds
from pokerlab.deals import Deal, read_deal
from pokerlab.exact_payoffs import integer_matrices
from pokerlab.games import MAX_AMOUNT_RATIO, Game, require_float_amounts
from pokerlab.integers import give_rest, multiply, over_common_denominator
from pokerlab.locks import PROBABILITY_TOLERANCE
from pokerlab.sizes import read_sizes
from pokerlab.solutions import Solution
from pokerlab.solvers import interior_point
from pokerlab.studies._central_paths import (
    AnySizePath,
    ListedSizePath,
    Quadratics,
    StrategyWithSizes,
    locate,
)

__all__ = [
    "AnyRaiseSolution",
    "load",
    "solve",
    "solve_list",
]

_FEW_SIZES = 42  # A list of up to this many sizes is used whole.
# How much of the tolerance the path may leave to the bounds: the fractions are rounded, too.
_CENTRAL_PATH_SHARE = 0.9
_PROOF_BITS = 44  # In proofs, probabilities are multiples of 2 to the power of minus this.
_FILE_BITS = 31  # In files, probabilities are multiples of 2 to the power of minus this.
_MAX_LIST_CHARACTERS = 2**22  # The most characters in which a file may list amounts.
# The fields that a file has, under their names.
_AMOUNT_FIELDS = "small_blind", "big_blind", "raises", "sizes"
_PROBABILITY_FIELDS = "opening", "calls", "tail"


@dataclass(frozen=True, eq=False)
class AnyRaiseSolution(GuaranteedBounds):
    """Two strategies of the game with every real raise, and their guarantees.

    Probabilities are floats, amounts chips. Anything but a deal is a TypeError, and all else that
    is no such strategy a ValueError.
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
    lower: Fraction = field(init=False)  #: Alice's guarantee, exactly.
    upper: Fraction = field(init=False)  #: Bob's guarantee, exactly.

    def __post_init__(self) -> None:
        require_type("deal", self.deal, Deal, "a Deal")
        small, big = read_blinds(self.small_blind, self.big_blind)
        read_amount("big_blind", big, more_than=0)
        raises = _read_increasing("raises", self.raises, big)
        sizes = _read_increasing("sizes", self.sizes, big)
        if sizes[:1] != (big,):
            given = format_amount(sizes[0]) if sizes else "none"
            raise refusal("sizes", given, f"{format_amount(big)}, the big blind, as the first")
        first, second = self.deal.ways.shape
        tolerance = PROBABILITY_TOLERANCE
        opening_shape = first, 2 + len(raises)
        opening = read_probability_array("opening", self.opening, opening_shape, tolerance)
        calls = read_probability_array("calls", self.calls, (len(sizes), second), tolerance)
        tail = read_probability_array("tail", self.tail, (second,), tolerance)
        require_distributions("opening", opening, tolerance)
        set_fields(self, small_blind=small, big_blind=big, raises=raises, sizes=sizes)
        set_fields(self, opening=opening, calls=calls, tail=tail)
        lower, upper = self._prove()
        set_fields(self, lower=lower, upper=upper)

    @property
    def frequencies(self) -> np.ndarray:
        """The frequencies with which Alice folds, calls, and raises by each size, (2 + m,)."""
        return self.deal.hand_probabilities(0) @ self.opening

    def call_probabilities(self, size: Amount) -> np.ndarray:
        """Return the probabilities that each hand of Bob's calls a raise by some amount, (n1,).

        The amount is the big blind or more.
        """
        amount = read_amount("size", size)
        if amount < self.sizes[0]:
            least = format_amount(self.sizes[0])
            raise refusal("size", format_amount(amount), f"at least {least}")
        if amount > self.sizes[-1]:
            return self.tail * float((self.big_blind + self.sizes[-1]) / (self.big_blind + amount))
        located = locate(np.array(self.sizes, float), np.array([float(amount)]))
        segment, share = located.segments[0], located.shares[0]
        low, high = self.calls[segment], self.calls[min(segment + 1, len(self.sizes) - 1)]
        return (1 - share) * low + share * high

    def save(self, path: str | Path) -> None:
        """Write the two strategies to a file for `load`, in multiples of 2^-31.

        The deal is left out. The strategies that are loaded may guarantee a little less.

        Raises
        ------
        ValueError
            If the name does not end in ``.npz``.
        """
        amounts = {name: np.array(getattr(self, name), str) for name in _AMOUNT_FIELDS}
        units = {
            name: _in_units(getattr(self, name), _FILE_BITS, rows_add_up=name == "opening")
            for name in _PROBABILITY_FIELDS
        }
        write_arrays(
            path, **amounts, **{name: array.astype(np.uint32) for name, array in units.items()}
        )

    def _prove(self) -> tuple[Fraction, Fraction]:
        """Prove both bounds in integers, for the nearest strategies in units of a power of 2."""
        amounts, denominator = over_common_denominator(
            [self.small_blind, self.big_blind, *self.raises, *self.sizes]
        )
        small, big = amounts[:2]
        raises, sizes = np.split(amounts[2:], [len(self.raises)])
        unit = integer_matrices(self.deal).probability_unit / denominator / 2**_PROOF_BITS
        lower, upper = self._prove_lower(small, big, raises), self._prove_upper(small, big, sizes)
        return lower * unit, upper * unit

    def _prove_lower(self, small: int, big: int, raises: np.ndarray) -> int:
        """Return Alice's guarantee, in units: each hand of Bob's takes the better answer."""
        matrices = integer_matrices(self.deal)
        opening = _in_units(self.opening, _PROOF_BITS, rows_add_up=True)
        lower = big * (matrices.net_wins.sum(axis=1) @ opening[:, 1])
        lower -= small * (matrices.prior.sum(axis=1) @ opening[:, 0])
        if len(raises):
            met, net_won = (
                multiply(matrix.transpose(), opening[:, 2:]) for matrix in matrices.for_flint
            )
            lower += np.minimum(big * met, (big + raises) * net_won).sum()
        return int(lower)

    def _prove_upper(self, small: int, big: int, sizes: np.ndarray) -> int:
        """Return Bob's guarantee, in units: each hand of Alice's gets no more, rounded up."""
        matrices = integer_matrices(self.deal)
        calls = _in_units(np.vstack([self.calls, self.tail]).T, _PROOF_BITS)
        called, net_won = (multiply(matrix, calls) for matrix in matrices.for_flint)
        dealt = 2**_PROOF_BITS * matrices.prior.sum(axis=1)[:, None]
        showdown = 2**_PROOF_BITS * matrices.net_wins.sum(axis=1)[:, None]
        at_sizes = big * (dealt - called[:, :-1]) + (big + sizes) * net_won[:, :-1]
        beyond_sizes = big * dealt + (big + sizes[-1]) * net_won[:, -1:]
        actions = np.hstack([-small * dealt, big * showdown, at_sizes, beyond_sizes])
        most = actions.max(axis=1)
        curves = Quadratics.of(at_sizes, sizes, net_won[:, :-1])
        linear, square = curves.linear, curves.square
        has_peak = (square < 0) & (linear > 0) & (linear < -2 * square)
        hands, segments = np.nonzero(has_peak)
        rise = ceil_divide(linear[has_peak] ** 2, -4 * square[has_peak])
        np.maximum.at(most, hands, at_sizes[hands, segments] + rise)
        return int(most.sum())

    def __repr__(self) -> str:
        return (
            f"<AnyRaiseSolution of one round, any raise from {format_amount(self.big_blind)}: "
            f"{float(self.lower):.9g} <= value <= {float(self.upper):.9g}, exactly>"
        )


def _read_increasing(name: str, amounts: Iterable[Amount], big: Fraction) -> tuple[Fraction, ...]:
    """Read amounts of raises, which must increase from the big blind or more on."""
    read = tuple(read_amount(name, amount) for amount in read_list(name, amounts))
    increasing = all(amount < following for amount, following in pairwise(read))
    if not increasing or min(read, default=big) < big:
        raise ValueError(f"{name}: increasing ones from {big} up needed")
    return read


@one_blas_thread
def solve(
    *,
    small_blind: Amount = 1,
    big_blind: Amount = 2,
    deal: Deal | None = None,
    tolerance: float = 1e-6,
    progress: bool | None = None,
) -> AnyRaiseSolution:
    """Bound the value of the one-round game with every real raise from the big blind up.

    Alice and Bob post the blinds, and the deal is hold'em's 169 hands if left out. The tolerance is
    in chips, and ``progress`` as in :mod:`pokerlab.solvers`.

    Raises
    ------
    ArithmeticError
        If the bounds stay further apart than the tolerance. So it is with one, two or three
        numbers, whose highest Bob would call any raise with: `AnyRaiseSolution` cannot say that.
    """
    deal = read_deal(deal)
    small, big = read_blinds(small_blind, big_blind)
    read_amount("big_blind", big, more_than=0)
    if small and big > MAX_AMOUNT_RATIO * small:
        given = f"small_blind, big_blind: {format_amount(small)}, {format_amount(big)} given"
        raise ArithmeticError(f"{given}, too far apart for floats")
    tolerance = read_tolerance(tolerance, more_than=0)
    central_path = AnySizePath(deal, float(small), float(big))
    alice, bob = central_path.follow(_CENTRAL_PATH_SHARE * tolerance, progress)
    raises, sizes = _exact_sizes(alice, big), _exact_sizes(bob, big)
    calls, tail = bob.probabilities[:-1], bob.probabilities[-1]
    solution = AnyRaiseSolution(deal, small, big, raises, alice.probabilities.T, sizes, calls, tail)
    if solution.width > tolerance:
        reached = f"the bounds are {float(solution.lower):.9g} to {float(solution.upper):.9g}"
        raise ArithmeticError(f"tolerance: {tolerance:g} not reached with {deal.name}, {reached}")
    return solution


def _exact_sizes(strategy: StrategyWithSizes, big: Fraction) -> tuple[Fraction, ...]:
    """Return a strategy's sizes as fractions; the least is the big blind, whatever rounding did."""
    return (big, *map(Fraction, strategy.sizes[1:].tolist()))


def load(path: str | Path, deal: Deal | None = None) -> AnyRaiseSolution:
    """Read two strategies that `AnyRaiseSolution.save` wrote, and prove their guarantees again.

    The deal is hold'em's if left out.

    Raises
    ------
    ValueError
        If the file has no strategies for the deal.
    """
    deal = read_deal(deal)
    with open_arrays(path, "file of two strategies") as file:

        def read_amounts(name: str) -> tuple[Fraction, ...]:
            texts = file.read(name, _MAX_LIST_CHARACTERS, itemsize=4).ravel()
            return tuple(read_amount(name, text) for text in texts)

        def read_probabilities(name: str, max_numbers: int) -> np.ndarray:
            return file.read(name, max_numbers) / 2.0**_FILE_BITS

        (small,), (big,) = read_amounts("small_blind"), read_amounts("big_blind")
        raises, sizes = read_amounts("raises"), read_amounts("sizes")
        first, second = map(len, deal.hands)
        opening = read_probabilities("opening", first * (len(raises) + 2))
        calls = read_probabilities("calls", second * len(sizes))
        tail = read_probabilities("tail", second)
        return AnyRaiseSolution(deal, small, big, raises, opening, sizes, calls, tail)


@one_blas_thread
def solve_list(
    raises: Iterable[Amount],
    *,
    small_blind: Amount = 1,
    big_blind: Amount = 2,
    deal: Deal | None = None,
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
    deal = read_deal(deal)
    amounts = read_sizes("raises", raises)
    tolerance = read_tolerance(tolerance, more_than=0)
    tree = betting.one_round(amounts, small_blind, big_blind)
    game = Game(deal, tree)
    if len(amounts) <= _FEW_SIZES:
        return interior_point.solve(game, tolerance=tolerance, progress=progress)
    require_float_amounts(game)
    sizes = np.array([float(size) for size in amounts if size])
    small, big = map(float, read_blinds(small_blind, big_blind))
    central_path = ListedSizePath(deal, small, big, sizes, may_call=amounts[0] == 0)
    alice, bob = central_path.follow(tolerance, progress)
    opening = _opening_plan(game, alice, central_path.passive_actions, sizes)
    return Solution(game, (opening, _call_plan(game, bob, sizes)), "any raise")


def _opening_plan(
    game: Game, alice: StrategyWithSizes, passive_actions: int, sizes: np.ndarray
) -> np.ndarray:
    """Return Alice's plan over a list of sizes, some of which she uses."""
    plan = np.zeros(game.shape(0))
    plan[:, 0] = 1
    first_raise = 1 + passive_actions
    plan[:, 1:first_raise] = alice.probabilities[:passive_actions].T
    columns = first_raise + np.searchsorted(sizes, alice.sizes)
    plan[:, columns] = alice.probabilities[passive_actions:].T
    return plan


def _call_plan(game: Game, bob: StrategyWithSizes, sizes: np.ndarray) -> np.ndarray:
    """Return Bob's plan over a list of sizes, where he mixes his answers to neighbours of his."""
    segments, shares = locate(bob.sizes, sizes)
    low, high = bob.probabilities[segments], bob.probabilities[segments + 1]
    call = (1 - shares) * low.T + shares * high.T
    information_sets = game.tree.information_sets[1]
    fold_columns = np.array([each.sequences_after.start for each in information_sets])
    plan = np.ones(game.shape(1))
    plan[:, fold_columns], plan[:, fold_columns + 1] = 1 - call, call
    return plan


def _in_units(probabilities: np.ndarray, bits: int, rows_add_up: bool = False) -> np.ndarray:
    """Round probabilities to units of 2^-bits; if asked for, those of a row still add up to 1.

    A number between two multiples may go either way, for bounds are proven of the result.
    :func:`pokerlab.pages.explorer.round_to_units` refuses such a number, because a page is the same
    on every processor.
    """
    units = np.rint(probabilities.clip(0, 1) * 2.0**bits).astype(np.int64).astype(object)
    if rows_add_up:
        give_rest(units, 2**bits, probabilities.argmax(axis=1))
    return units
