"""The formulas of push or fold: its equilibrium as polynomials in the stack.

Given are the hands that always push and call, and those that are mixed. The stacks at which that is
an equilibrium are for :mod:`pokerlab.studies.breakpoints` to find.
"""

from collections.abc import Callable
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq_poly, fmpz_mat

from pokerlab._support.pairs import as_pair
from pokerlab.amounts import ForcedBets
from pokerlab.deals import Deal
from pokerlab.exact_payoffs import integer_matrices
from pokerlab.integers import over_common_denominator, solve_equations
from pokerlab.push_fold_amounts import PushFoldAmounts
from pokerlab.roots import Quotient, to_flint

__all__ = ["Condition", "Formulas", "Hands", "OpenStack", "indifferent_mixtures"]

Hands = tuple[np.ndarray, np.ndarray]  #: The indices of some hands of each player.


class Condition(NamedTuple):
    """A polynomial that is positive on a piece."""

    polynomial: fmpq_poly
    #: The player, and the index of his hand that changes where it is 0; None for a denominator.
    hand: tuple[int, int] | None


class Formulas(NamedTuple):
    """The formulas of an equilibrium: polynomials in the stack, over one denominator."""

    denominator: fmpq_poly
    value: fmpq_poly
    #: Each hand's gain by a push, and by a call, times its probability.
    gains: tuple[list[fmpq_poly], list[fmpq_poly]]
    #: The probabilities of the hands that each player mixes.
    mixtures: tuple[list[fmpq_poly], list[fmpq_poly]]

    def quotients(self, numerators: list[fmpq_poly]) -> tuple[Quotient, ...]:
        """Return some of the numerators over the denominator."""
        return tuple(Quotient(numerator, self.denominator) for numerator in numerators)

    def negated(self) -> "Formulas":
        """Return the same quotients with numerators and denominator negated."""
        gains = as_pair([-polynomial for polynomial in hands] for hands in self.gains)
        mixtures = as_pair([-polynomial for polynomial in hands] for hands in self.mixtures)
        return Formulas(-self.denominator, -self.value, gains, mixtures)

    def conditions(self, always: Hands, mixed: Hands) -> list[Condition]:
        """Return the polynomials that are positive as long as the hands are played so.

        A hand that is always played gains by it, another one that is not mixed loses by it, and a
        mixing probability is between 0 and 1.
        """
        conditions = [Condition(self.denominator, None)]
        for player in (0, 1):
            always_played, mixing = set(always[player].tolist()), mixed[player].tolist()
            for hand, gain in enumerate(self.gains[player]):
                if hand not in mixing:
                    advantage = gain if hand in always_played else -gain
                    conditions.append(Condition(advantage, (player, hand)))
            for hand, numerator in zip(mixing, self.mixtures[player], strict=True):
                conditions.append(Condition(numerator, (player, hand)))
                conditions.append(Condition(self.denominator - numerator, (player, hand)))
        return conditions


def indifferent_mixtures(
    among_mixed: np.ndarray,
    push_gains: np.ndarray,
    call_gains: np.ndarray,
    solve: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> tuple[np.ndarray, np.ndarray]:
    """Return the probabilities of pushes and calls by which no mixed hand gains or loses.

    Parameters
    ----------
    among_mixed : ndarray, shape (mixed, mixed)
        What a call with one mixed hand adds to the gain of a push with another, and takes from that
        of the call.
    push_gains, call_gains : ndarray, shape (mixed,)
        What the mixed hands gain as long as none of the other player's mixed hands is played.
    solve : callable
        A function that solves a linear system, given its matrix and its right side.
    """
    return solve(among_mixed.T, call_gains), solve(among_mixed, -push_gains)


class _Parts(NamedTuple):
    """The parts of a matrix, (hands0, hands1), that matter while hands are played in one way."""

    columns: np.ndarray  #: (hands0, mixed) those of the calls that are mixed.
    rows: np.ndarray  #: (mixed, hands1) those of the pushes that are mixed.
    over_calls: np.ndarray  #: (hands0,) the sum over all hands that always call.
    over_pushes: np.ndarray  #: (hands1,) the sum over all hands that are always pushed.

    @classmethod
    def of(cls, matrix: np.ndarray, always: Hands, mixed: Hands) -> "_Parts":
        """Return the parts for the hands that each player always plays, and for those he mixes."""
        over_calls, over_pushes = matrix[:, always[1]].sum(axis=1), matrix[always[0]].sum(axis=0)
        return cls(matrix[:, mixed[1]], matrix[mixed[0]], over_calls, over_pushes)

    def times(self, factor: int) -> "_Parts":
        """Return the parts of the matrix times a number."""
        return _Parts(*(factor * part for part in self))

    def minus(self, other: "_Parts") -> "_Parts":
        """Return the parts of the difference of two matrices."""
        return _Parts(*(mine - theirs for mine, theirs in zip(self, other, strict=True)))


class OpenStack:
    """Push or fold with the stack left open.

    With ``M = (stack - dead / 2) * net_wins - (ante + big + dead / 2) * prior``, where ``dead`` is
    the big blind's ante for both, the small blind's hands gain ``(small + big + 2 * ante + dead) *
    prior.sum(axis=1) + M @ call`` by pushing, and the big blind's ``-M.T @ push`` by calling, both
    times the probability of the hand.
    """

    def __init__(self, deal: Deal, forced_bets: ForcedBets) -> None:
        matrices = integer_matrices(deal)
        small, big, ante, dead_money = forced_bets
        amounts = PushFoldAmounts.of(fmpq_poly([0, 1]), small, big, ante)  # the stack is a variable
        (fold, steal, half_dead), denominator = over_common_denominator(
            (amounts.fold, amounts.steal, dead_money / 2)
        )
        # Whole numbers, in `unit`.
        self.fold, self.push_gain_uncalled = fold, steal + 2 * half_dead - fold
        self.unit = matrices.probability_unit / denominator
        self.dealt = matrices.prior.sum(axis=1)
        # M's two parts: for each chip of the stack, and without the stack, which is subtracted.
        self.per_chip = denominator * matrices.net_wins
        self.without_stack = (steal + half_dead) * matrices.prior + half_dead * matrices.net_wins

    def formulas(self, always: Hands, mixed: Hands) -> Formulas | None:
        """Return the equilibrium of given hands, which are always played or mixed.

        The polynomials have a degree of at most one more than each player mixes hands. So their
        values at as many whole stacks and one more determine them. None if the system is singular
        at every stack: its determinant is 0 at more of them than it has roots.
        """
        size = len(mixed[0])
        per_chip = _Parts.of(self.per_chip, always, mixed)
        without_stack = _Parts.of(self.without_stack, always, mixed)
        samples: dict[int, list[int]] = {}  # by stack
        for stack in count(1):
            sample = self._sample(per_chip.times(stack).minus(without_stack), always, mixed)
            if sample is not None:
                samples[stack] = sample
            if len(samples) == size + 2:
                break
            if stack - len(samples) > size:
                return None
        powers = fmpz_mat([[stack**power for power in range(size + 2)] for stack in samples])
        coefficients: Any = powers.solve(fmpz_mat([*samples.values()]))
        polynomials = map(fmpq_poly, coefficients.transpose().tolist())
        denominator, value = next(polynomials), next(polynomials)  # in the order of `_sample`
        gains = as_pair(list(islice(polynomials, hands)) for hands in self.without_stack.shape)
        mixtures = as_pair(list(islice(polynomials, size)) for _ in (0, 1))
        return Formulas(denominator, value * to_flint(self.unit), gains, mixtures)

    def _sample(self, parts: _Parts, always: Hands, mixed: Hands) -> list[int] | None:
        """Return the numbers at one stack whose polynomials are `Formulas`, in their order.

        None if the system is singular there.
        """
        among_mixed = parts.columns[mixed[0]]
        denominator = int(fmpz_mat(among_mixed.tolist()).det())
        if not denominator:
            return None
        # The gains of pushes if no mixed hand calls.
        push_gains = self.push_gain_uncalled * self.dealt + parts.over_calls
        push, call = indifferent_mixtures(
            among_mixed,
            push_gains[mixed[0]],
            -parts.over_pushes[mixed[1]],
            partial(_solve_times, denominator),
        )
        gains_of_pushes = denominator * push_gains + parts.columns @ call
        gains_of_calls = -denominator * parts.over_pushes - push @ parts.rows
        value = gains_of_pushes[always[0]].sum() + denominator * self.fold * self.dealt.sum()
        numbers = [denominator, value, *gains_of_pushes, *gains_of_calls, *push, *call]
        return list(map(int, numbers))


def _solve_times(factor: int, matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return the solution of a linear system, times a number that makes it whole."""
    numerators, denominator = solve_equations(matrix, right)
    return numerators * (factor // denominator)
