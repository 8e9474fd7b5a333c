"""The formulas of push or fold: its equilibrium as polynomials in the stack.

Given are the hands that always push and call, and those that are mixed. The stacks at which that is
an equilibrium are for :mod:`pokerlab.studies.breakpoints` to find.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import count
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

__all__ = ["Condition", "Formulas", "Hands", "OpenStack"]

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


class _Sample(NamedTuple):
    """The numbers whose polynomials are `Formulas`, at one whole stack: they are whole, too."""

    denominator: int
    value: int  #: In `OpenStack.unit`.
    gains: tuple[np.ndarray, np.ndarray]  #: By hand.
    mixtures: tuple[np.ndarray, np.ndarray]  #: By mixed hand.


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

    def formulas(self, always: Hands, mixed: Hands, stack: Fraction) -> Formulas | None:
        """Return the equilibrium of given hands, which are always played or mixed.

        Their denominator is not below 0 at the stack that is given.

        The polynomials have a degree of at most one more than each player mixes hands. So their
        values at as many whole stacks and one more determine them. None if the system is singular
        at every stack: its determinant is 0 at more of them than it has roots.
        """
        size = len(mixed[0])
        calls_per_chip, calls_without_stack = (
            _columns_played(matrix, always[1], mixed[1])
            for matrix in (self.per_chip, self.without_stack)
        )
        pushes_per_chip, pushes_without_stack = (
            _columns_played(matrix.T, always[0], mixed[0])
            for matrix in (self.per_chip, self.without_stack)
        )
        samples: dict[int, _Sample] = {}  # by stack
        for whole_stack in count(1):
            over_calls = whole_stack * calls_per_chip - calls_without_stack
            over_pushes = whole_stack * pushes_per_chip - pushes_without_stack
            sample = self._sample(over_calls, over_pushes, always, mixed)
            if sample is not None:
                samples[whole_stack] = sample
            if len(samples) == size + 2:
                break
            if whole_stack - len(samples) > size:
                return None
        whole_stacks, at_stacks = [*samples], [*samples.values()]
        (denominator,) = _interpolate(whole_stacks, [[sample.denominator] for sample in at_stacks])
        sign = -1 if denominator(to_flint(stack)) < 0 else 1
        (value,) = _interpolate(whole_stacks, [[sign * sample.value] for sample in at_stacks])
        gains = as_pair(
            _interpolate(whole_stacks, [sign * sample.gains[player] for sample in at_stacks])
            for player in (0, 1)
        )
        mixtures = as_pair(
            _interpolate(whole_stacks, [sign * sample.mixtures[player] for sample in at_stacks])
            for player in (0, 1)
        )
        return Formulas(sign * denominator, value * to_flint(self.unit), gains, mixtures)

    def _sample(
        self, over_calls: np.ndarray, over_pushes: np.ndarray, always: Hands, mixed: Hands
    ) -> _Sample | None:
        """Return the sample at one stack; None if the system is singular there.

        Given are M's `_columns_played`, by calls, and those of its transpose, by pushes.
        """
        among_mixed = over_calls[mixed[0], 1:]
        denominator = int(fmpz_mat(among_mixed.tolist()).det())
        if not denominator:
            return None
        # The gains as long as the other player plays none of the hands that he mixes.
        push_gains = self.push_gain_uncalled * self.dealt + over_calls[:, 0]
        call_gains = -over_pushes[:, 0]
        # By these probabilities no mixed hand gains or loses.
        call = _solve_times(denominator, among_mixed, -push_gains[mixed[0]])
        push = _solve_times(denominator, among_mixed.T, call_gains[mixed[1]])
        gains_of_pushes = denominator * push_gains + over_calls[:, 1:] @ call
        gains_of_calls = denominator * call_gains - over_pushes[:, 1:] @ push
        value = gains_of_pushes[always[0]].sum() + denominator * self.fold * self.dealt.sum()
        return _Sample(denominator, value, (gains_of_pushes, gains_of_calls), (push, call))


def _interpolate(stacks: list[int], numbers: Iterable[Iterable[int]]) -> list[fmpq_poly]:
    """Return the polynomials that have given numbers, (stacks, polynomials), at some stacks."""
    powers = fmpz_mat([[stack**power for power in range(len(stacks))] for stack in stacks])
    coefficients: Any = powers.solve(fmpz_mat([[*map(int, row)] for row in numbers]))
    return [fmpq_poly(row) for row in coefficients.transpose().tolist()]


def _columns_played(matrix: np.ndarray, always: np.ndarray, mixed: np.ndarray) -> np.ndarray:
    """Return the sum of a matrix's columns that are always played, and beside it those mixed."""
    return np.column_stack([matrix[:, always].sum(axis=1), matrix[:, mixed]])


def _solve_times(factor: int, matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return the solution of a linear system, times a number that makes it whole."""
    numerators, denominator = solve_equations(matrix, right)
    return numerators * (factor // denominator)
