"""A player's plan as variables of a linear program, and variables as a plan.

The variables are those of the plan's chosen part, what the player chooses himself. It becomes the
plan by the locked probabilities on the way (:meth:`pokerlab.locks.Locks.products`).

:mod:`pokerlab.solvers.sequence_programs` puts the variables of both players into one program.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from pokerlab._support.arithmetic import NO_INDEX
from pokerlab.games import Game
from pokerlab.payoffs import Coefficients, PlanEntries
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
    is_exact : bool
        Whether the program is in integers.

    Attributes
    ----------
    entries : PlanEntries
        The variable that each entry of his plan is, times what is locked on the way. Entries that
        are no choice have none: `certain_plan` has them.
    certain_plan : (hands, sequences) array
        The entries that are played in any case, in the unit of plans; elsewhere 0.
    lock_denominator : int
        The integer by which locks make the unit of plans finer than that of variables: in floats 1.
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
        is_exact: bool,
    ) -> None:
        self._game, self._player, self._fallback = game, player, fallback
        self._variables = np.full(game.shapes[player], NO_INDEX)
        self._certain_part = np.zeros(game.shapes[player], int)
        self._certain_part[:, 0] = 1
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
        if is_exact:
            lock_products, self.lock_denominator = game.locks.products_in_integers(player)
        else:
            lock_products, self.lock_denominator = game.locks.products(player), 1
        self.entries = PlanEntries(self.variable_count, self._variables, lock_products)
        self.certain_plan = self._certain_part * lock_products

    def _number_variables(
        self, information_set: InformationSet, own_in_play: np.ndarray
    ) -> np.ndarray:
        """Number the variables of an information set; return which hands choose there, (hands,)."""
        before, after = information_set.sequence_before, information_set.sequences_after
        continuations = own_in_play[:, after] & own_in_play[:, [before]]
        is_locked = self._game.locks.locked_hands(self._player, information_set)
        has_choice = (continuations.sum(axis=1) > 1) & ~is_locked

        unchosen = continuations & ~has_choice[:, None]
        variables_after = np.where(unchosen, self._variables[:, [before]], NO_INDEX)
        self._certain_part[:, after] = unchosen * self._certain_part[:, [before]]

        chosen = continuations & has_choice[:, None]
        new_count = int(chosen.sum())
        variables_after[chosen] = self.variable_count + np.arange(new_count)
        self.variable_count += new_count
        self._variables[:, after] = variables_after
        return has_choice

    def _equations(
        self, chosen_at: Iterable[tuple[InformationSet, np.ndarray]]
    ) -> tuple[Coefficients, np.ndarray]:
        """Return the equations and their right sides, given which hands choose at which sets."""
        equations: list[Coefficients] = []
        right_sides, row_count = [np.zeros(0, int)], 0
        for information_set, has_choice in chosen_at:
            before, after = information_set.sequence_before, information_set.sequences_after
            # The hands that have a choice have one row after the other; other hands' are not used.
            rows = row_count + np.cumsum(has_choice) - 1
            row_count += int(has_choice.sum())
            # What comes after adds up to what leads there, which is a variable, too, or certain.
            for sign, sequences in ((1, after), (-1, slice(before, before + 1))):
                variables = self._variables[:, sequences]
                hands, columns = (has_choice[:, None] & (variables != NO_INDEX)).nonzero()
                signs = np.full(len(hands), sign)
                equations.append(Coefficients(rows[hands], variables[hands, columns], signs))
            right_sides.append(self._certain_part[has_choice, before])
        return Coefficients.join(equations), np.concatenate(right_sides)

    def sum_by_variable(self, entries: np.ndarray) -> np.ndarray:
        """Add up, for each variable, what belongs to the entries of the plan that it is.

        The entries are a (hands, sequences) array, a number of any kind for each unit of each.
        """
        is_variable = self._variables != NO_INDEX
        sums = np.zeros(self.variable_count, entries.dtype)
        np.add.at(sums, self._variables[is_variable], (entries * self.entries.factors)[is_variable])
        return sums

    def plan_from(self, variables: np.ndarray, denominator: Any = 1.0) -> np.ndarray:
        """Return the plan from its variables, in which the denominator stands for 1.

        In the plan, the denominator times the `lock_denominator` stands for 1.
        """
        chosen_part: np.ndarray = self._certain_part.astype(variables.dtype) * denominator
        is_variable = self._variables != NO_INDEX
        chosen_part[is_variable] = variables[self._variables[is_variable]]
        if self._fallback is not None:
            self._game.sequence_form.continue_chosen_part(
                self._player, chosen_part, self._left_out, self._fallback
            )
        return chosen_part * self.entries.factors
