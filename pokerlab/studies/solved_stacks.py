"""Push or fold over a range of stacks: the stacks at which each hand is played.

A chart usually gives one number per hand, the largest stack with which it is pushed, or calls. The
equilibrium is not that simple: some hands stop being pushed and start again at larger stacks, and
at most stacks a hand or two is mixed. So here a hand has a list of stack intervals.

No stacks, stacks that do not increase, and wrong amounts are ValueErrors.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np

from pokerlab._support.arguments import read_list, refusal
from pokerlab._support.frozen import frozen_copy
from pokerlab._support.pairs import as_pair
from pokerlab._support.progress import progress_bar
from pokerlab.amounts import Amount, format_amount, read_amount
from pokerlab.betting import push_fold
from pokerlab.deals import Deal, read_deal
from pokerlab.games import Game, Player
from pokerlab.push_fold_amounts import ALL_IN_ACTIONS
from pokerlab.solutions import Solution
from pokerlab.solvers import double_oracle

__all__ = ["SolvedStacks", "grid", "solve"]

_MAX_STACKS = 10_000  # In a `grid`; solving that many takes some minutes.


@dataclass(frozen=True, eq=False)
class SolvedStacks:
    """The push/fold game solved at a list of stacks."""

    stacks: tuple[Fraction, ...]  #: Increasing, in chips.
    solutions: tuple[Solution, ...]  #: One per stack.

    @cached_property
    def probabilities(self) -> tuple[np.ndarray, np.ndarray]:
        """The probabilities of each hand to push, and to call, two (stacks, hands) arrays."""
        return as_pair(
            frozen_copy([solution.probability(player, action) for solution in self.solutions])
            for player, action in enumerate(ALL_IN_ACTIONS)
        )

    def played_stacks(self, player: Player) -> dict[str, list[tuple[float, float]]]:
        """List the stacks where player 0 pushes each hand, or player 1 calls, more often than not.

        Each hand of the deal, in its order, has a list of pairs, none if it is never played: the
        first and the last of some neighbouring `stacks`, in chips. The exact intervals, which end
        where a probability crosses one half, are those of
        :func:`pokerlab.studies.breakpoints.intervals`.
        """
        game, stacks = self.solutions[0].game, list(map(float, self.stacks))
        player = game.tree.read_player(player)
        by_hand = {}
        for hand, is_played in zip(
            game.deal.hands[player], self.probabilities[player].T > 0.5, strict=True
        ):
            changes = np.flatnonzero(np.diff(is_played, prepend=False, append=False))
            # They alternate: the first stack of a run, and the first one beyond it.
            runs = zip(changes[::2], changes[1::2], strict=True)
            by_hand[hand] = [(stacks[first], stacks[beyond - 1]) for first, beyond in runs]
        return by_hand

    def __repr__(self) -> str:
        low, high = format_amount(self.stacks[0]), format_amount(self.stacks[-1])
        return f"<SolvedStacks of push or fold: {len(self.stacks)} stacks from {low} to {high}>"


def solve(
    stacks: Sequence[Amount],
    *,
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
    big_blind_ante: Amount = 0,
    deal: Deal | None = None,
    progress: bool | None = None,
) -> SolvedStacks:
    """Solve push or fold at each of a list of stacks.

    Parameters
    ----------
    stacks : sequence of amounts
        Chips in front of each player before antes and blinds, in increasing order.
    small_blind, big_blind, ante : amount
        As in :func:`pokerlab.betting.push_fold`.
    big_blind_ante : amount
        As in :func:`pokerlab.betting.push_fold`: every stack must be larger.
    deal : Deal, optional
        Hold'em's 169 hands if left out.
    progress : bool, optional
        As in :mod:`pokerlab.solvers`.
    """
    # A text would be taken for a list of characters.
    items = [stacks] if isinstance(stacks, str) else read_list("stacks", stacks)
    amounts = tuple(read_amount("stacks", stack) for stack in items)
    if not amounts or any(stack >= following for stack, following in pairwise(amounts)):
        raise refusal("stacks", repr(stacks), "an increasing sequence")
    deal = read_deal(deal)
    forced_bets = small_blind, big_blind, ante, big_blind_ante
    games = [Game(deal, push_fold(stack, *forced_bets)) for stack in amounts]
    solutions = progress_bar(map(double_oracle.solve, games), "push/fold", len(games), progress)
    return SolvedStacks(amounts, tuple(solutions))


def grid(step: Amount = 0.1, maximum: Amount = 20) -> tuple[Fraction, ...]:
    """Return the multiples of a step up to a maximum, exactly, and at most 10,000 of them.

    Examples
    --------
    >>> [str(stack) for stack in grid("0.5", 2)]
    ['1/2', '1', '3/2', '2']
    """
    step, maximum = read_amount("step", step), read_amount("maximum", maximum, more_than=0)
    least = maximum / _MAX_STACKS
    if not least <= step <= maximum:
        needed = f"{format_amount(least)} to {format_amount(maximum)}"
        raise refusal("step", format_amount(step), needed)
    return tuple(step * n for n in range(1, int(maximum / step) + 1))
