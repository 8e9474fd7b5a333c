"""A player's plan as variables of a linear program, and variables as a plan.

:mod:`pokerlab.solvers.sequence_programs` puts the variables of both players into one program.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from pokerlab._support.arithmetic import NO_INDEX
from pokerlab.games import Game
from pokerlab.payoffs import Coefficients
from pokerlab.trees import InformationSet

__all__ = ["PlanVariables", "SequenceMasks"]

#: Some sequences of some hands, one (hands, sequences) array of bool per player: those in play, or
#: those that gain.
SequenceMasks = Sequence[np.ndarray]


class PlanVariables:
    """The variables of a player's plan in a linear program.

    There is one for each sequence that begins with a real choice, where more than one of his
    sequences in play can follow. Where a single continuation is in play, or is taken without a
    choice, it is as likely as the sequence before it and shares that one's variable. A sequence
    without a variable is certain or impossible.

    Parameters
    ----------
    game : Game
        The game.
    player : int
        The player who chooses, 0 or 1.
    in_play : pair of (hands, sequences) arrays of bool
        The sequences that may be played, by both.
    fallback : (hands, sequences) array, optional
        How he behaves at decisions to which no sequence of the other's in play leads. They are
        left out then.

    Attributes
    ----------
    index_of_entry : (hands, sequences) array of int
        The variable that each entry of his plan is; `NO_INDEX` for those that are no choice, whose
        probability `certain_plan` has.
    certain_plan : (hands, sequences) array of int
        1 where a sequence is played in any case, else 0.
    variable_count : int
        How many variables there are. In a program of both players those of player 1 are rows.
    equations : Coefficients
        The equations that his plan keeps, a row for each choice of each hand.
    right_sides : (equations,) array of int
        Their right sides, 0 or 1.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        in_play: SequenceMasks,
        fallback: np.ndarray | None,
    ) -> None:
        self._game, self._player, self._fallback = game, player, fallback
        self.index_of_entry = np.full(game.shapes[player], NO_INDEX)
        self.certain_plan = np.zeros(game.shapes[player], int)
        self.certain_plan[:, 0] = 1
        self.variable_count = 0
        self._left_out: list[InformationSet] = []
        chosen_at = []
        for information_set in game.tree.information_sets[player]:
            is_reached = in_play[1 - player][:, information_set.opponent_sequence_before].any()
            if fallback is None or is_reached:
                has_choice = self._number_variables(information_set, in_play[player])
                chosen_at.append((information_set, has_choice))
            else:
                self._left_out.append(information_set)
        self.equations, self.right_sides = self._equations(chosen_at)

    def _number_variables(self, information_set: InformationSet, in_play: np.ndarray) -> np.ndarray:
        """Number the variables of an information set; return which hands choose there, (hands,)."""
        before, after = information_set.sequence_before, information_set.sequences_after
        continuations = in_play[:, after] & in_play[:, [before]]
        is_locked = self._game.locks.is_locked_at(self._player, information_set)
        has_choice = (continuations.sum(axis=1) > 1) & ~is_locked

        unchosen = continuations & ~has_choice[:, None]
        variables_after = np.where(unchosen, self.index_of_entry[:, [before]], NO_INDEX)
        self.certain_plan[:, after] = unchosen * self.certain_plan[:, [before]]

        chosen = continuations & has_choice[:, None]
        new_count = int(chosen.sum())
        variables_after[chosen] = self.variable_count + np.arange(new_count)
        self.variable_count += new_count
        self.index_of_entry[:, after] = variables_after
        return has_choice

    def _equations(
        self, chosen_at: Iterable[tuple[InformationSet, np.ndarray]]
    ) -> tuple[Coefficients, np.ndarray]:
        """Return the equations and their right sides, given which hands choose at which sets."""
        none = np.zeros(0, int)
        equations, right_sides, row_count = [Coefficients(none, none, none)], [none], 0
        for information_set, has_choice in chosen_at:
            before, after = information_set.sequence_before, information_set.sequences_after
            rows = row_count + np.cumsum(has_choice) - 1  # of the hands that have a choice
            row_count += int(has_choice.sum())
            # What comes after adds up to what leads there, which is a variable, too, or certain.
            for sign, sequences in ((1, after), (-1, slice(before, before + 1))):
                variables = self.index_of_entry[:, sequences]
                hands, columns = (has_choice[:, None] & (variables != NO_INDEX)).nonzero()
                signs = np.full(len(hands), sign)
                equations.append(Coefficients(rows[hands], variables[hands, columns], signs))
            right_sides.append(self.certain_plan[has_choice, before])
        return Coefficients.join(equations), np.concatenate(right_sides)

    def sum_by_variable(self, entries: np.ndarray, length: int) -> np.ndarray:
        """Add up, for each variable, what belongs to the entries of the plan that it is.

        Parameters
        ----------
        entries : (hands, sequences) array
            A number for each entry, of any kind.
        length : int
            The length of the result: the plan's variables come first in the player's program.
        """
        is_variable = self.index_of_entry != NO_INDEX
        sums = np.zeros(length, entries.dtype)
        np.add.at(sums, self.index_of_entry[is_variable], entries[is_variable])
        return sums

    def plan_from(self, variables: np.ndarray, denominator: Any = 1.0) -> np.ndarray:
        """Return the plan from its variables, in which the denominator stands for 1."""
        plan: np.ndarray = self.certain_plan.astype(variables.dtype) * denominator
        is_variable = self.index_of_entry != NO_INDEX
        plan[is_variable] = variables[self.index_of_entry[is_variable]]
        if self._fallback is not None:
            self._game.sequence_form.continue_plan(
                self._player,
                plan,
                self._left_out,
                self._fallback,
            )
        return plan
