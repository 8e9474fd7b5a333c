"""Payoffs with trembles: what players do by mistake is paid with what they plan.

:func:`pokerlab.solvers.double_oracle.trembling` solves games by them, to choose one equilibrium of
the game without trembles out of many.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pokerlab._support.pairs import as_pair
from pokerlab.games import Game
from pokerlab.payoffs import FloatPayoffOperator, PlanEntries, ProgramBlock

__all__ = ["TremblingPayoffOperator", "plan_by_terminals"]


class TremblingPayoffOperator(FloatPayoffOperator):
    """The operator of a game, for plans to which mistakes are added.

    A plan ``x`` becomes ``x + x[:, [0]] * mistakes``. That is linear, and column 0 is 1.

    Parameters
    ----------
    untrembled : FloatPayoffOperator
        The operator without mistakes.
    mistakes : pair of (hands, sequences) arrays
        How often each player plays each sequence by mistake.
    """

    def __init__(self, untrembled: FloatPayoffOperator, mistakes: Sequence[np.ndarray]) -> None:
        super().__init__(untrembled.deal, untrembled.sequence_form)
        self._untrembled = untrembled
        self._mistakes_by_sequence = as_pair(each.T for each in mistakes)

    @property
    def cost_per_hand_and_terminal(self) -> int:
        return self._untrembled.cost_per_hand_and_terminal

    def terminal_values_by_sequence(self, player: int, plan_by_sequence: np.ndarray) -> np.ndarray:
        dtype = plan_by_sequence.dtype
        own, opponents = (self._mistakes_by_sequence[p].astype(dtype) for p in (player, 1 - player))
        # Row 0 of a plan is 1. Written with it, what is played is linear in the plan.
        played = plan_by_sequence + plan_by_sequence[0] * opponents
        values = self._untrembled.terminal_values_by_sequence(player, played)
        earned_by_mistakes = (own * values).sum(axis=0)
        values[0] += earned_by_mistakes
        return values

    def program_block(
        self, entries0: PlanEntries, entries1: PlanEntries, scale: Any = 1
    ) -> ProgramBlock:
        # Mistakes are times column 0 of a plan, which is no variable of a program but certain. So
        # they come into it by what certain entries earn.
        return self._untrembled.program_block(entries0, entries1, scale)


def plan_by_terminals(game: Game, player: int) -> np.ndarray:
    """Return a player's plan that takes each action in proportion to the terminals behind it.

    A showdown over dead money is one terminal, though it makes two payments.
    """
    terminals = np.unique(game.tree.payments.last_sequences, axis=0)
    counts = np.bincount(terminals[:, player], minlength=game.tree.sequence_counts[player])
    for information_set in reversed(game.tree.information_sets[player]):
        counts[information_set.sequence_before] += counts[information_set.sequences_after].sum()
    behind = np.broadcast_to(counts, game.shape(player)).astype(float)
    return game.sequence_form.proportional_plan(player, behind)
