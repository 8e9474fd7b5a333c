"""Games with trembles: what players do by mistake is a part of what they play.

:func:`pokerlab.solvers.double_oracle.trembling` solves them, to choose one equilibrium of the game
without trembles out of many.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pokerlab._support.arguments import refusal
from pokerlab._support.frozen import set_fields
from pokerlab._support.pairs import as_pair
from pokerlab.games import Game, Player
from pokerlab.payoffs import FloatPayoffOperator, PayoffCoefficients, PlanEntries
from pokerlab.range_weights import FrequenciesLike

__all__ = ["TremblingGame"]


@dataclass(frozen=True, eq=False, init=False, repr=False)
class TremblingGame(Game):
    """A game in which mistakes are added to what players plan.

    Its plans are those of the game without mistakes. What they earn is what these plans and the
    mistakes earn together, as its `payoff_operator` tells, and so all that is asked of that: values
    of plans, best responses, brackets and programs in floats. Its `payoff_terms` and its
    certificates are those of the game without mistakes, and it cannot be locked.
    """

    #: How often each player plays each sequence by mistake: a (hands, sequences) array for each.
    mistakes: tuple[np.ndarray, np.ndarray]

    def __init__(self, game: Game, mistakes: tuple[np.ndarray, np.ndarray]) -> None:
        super().__init__(game.deal, game.tree, game.locks)
        set_fields(self, mistakes=mistakes)

    def __eq__(self, other: object) -> bool:
        """Whether it is the same game with the same mistakes; a game without any never is."""
        if self is other:
            return True
        if not isinstance(other, TremblingGame) or not super().__eq__(other):
            return False
        return all(map(np.array_equal, self.mistakes, other.mistakes))

    __hash__ = Game.__hash__

    def __repr__(self) -> str:
        return f"<{super().__repr__()[1:-1]}, with trembles>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments that make it again, as `Game` does."""
        return type(self), (Game(self.deal, self.tree, self.locks), self.mistakes)

    @classmethod
    def of(cls, game: Game, tremble: float) -> "TremblingGame":
        """Let each player choose blindly among the terminals, `tremble` of the time."""
        return cls(game, as_pair(tremble * _plan_by_terminals(game, p) for p in (0, 1)))

    def lock(self, player: Player, probabilities: Mapping[str, FrequenciesLike]) -> "Game":
        """Refuse to lock anything: the game without mistakes is locked first."""
        raise refusal("game", "one with trembles", "one without them")

    @cached_property
    def payoff_operator(self) -> FloatPayoffOperator:
        """The payoffs of plans that have been read, together with the mistakes."""
        return _TremblingOperator(super().payoff_operator, self.mistakes)


def _plan_by_terminals(game: Game, player: int) -> np.ndarray:
    """Return a player's plan that takes each action in proportion to the terminals behind it.

    A showdown over dead money is one terminal, though it makes two payments.
    """
    terminals = np.unique(game.tree.payments.last_sequences, axis=0)
    counts = np.bincount(terminals[:, player], minlength=game.tree.sequence_counts[player])
    for information_set in reversed(game.tree.information_sets[player]):
        counts[information_set.sequence_before] += counts[information_set.sequences_after].sum()
    behind = np.broadcast_to(counts, game.shape(player)).astype(float)
    return game.sequence_form.proportional_plan(player, behind)


class _TremblingOperator(FloatPayoffOperator):
    """The operator of a game, for plans to which mistakes are added.

    A plan ``x`` becomes ``x + x[:, [0]] * mistakes``. That is linear, and column 0 is 1.
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
        played = plan_by_sequence + plan_by_sequence[0] * opponents
        values = self._untrembled.terminal_values_by_sequence(player, played)
        earned_by_mistakes = (own * values).sum(axis=0)
        values[0] += earned_by_mistakes
        return values

    def coefficients(
        self,
        entries0: PlanEntries,
        entries1: PlanEntries,
        first_unused_cell: tuple[int, int],
        scale: Any = 1,
    ) -> PayoffCoefficients:
        # Mistakes are times column 0 of a plan, which is no variable of a program but certain. So
        # they come into it by what certain entries earn.
        return self._untrembled.coefficients(entries0, entries1, first_unused_cell, scale)
