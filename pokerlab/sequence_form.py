"""The sequence form: the arrays that are plans of a game, and computations on plans alone.

A :class:`pokerlab.games.Game` makes its `SequenceForm` of the tree, the labels of the hands, and
the locks. Payments are no part of it: :mod:`pokerlab.payoffs` has them.

A plan comes in once. Methods of :class:`pokerlab.games.Game`, and functions named ``solve``, read
what they are given by a method named ``read_...``; what cannot be read is a ValueError that begins
with the name of the argument. All other methods take arrays as they are. What is only nearly a
plan, or a plan times a factor, becomes one by `SequenceForm.proportional_plan`, which refuses
nothing.

A player is 0 or 1, and every array has the shape (hands, sequences) and finite numbers. Compiled
loops want a step for all hands at once: their arrays have a row for each sequence. The methods turn
arrays where they begin and end, and what has a row for each sequence is called
``..._by_sequence``; inside :mod:`pokerlab._compiled` all arrays are so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pokerlab._compiled.parallel import parallel_over_hands
from pokerlab._compiled.rounding import rounding_in
from pokerlab._compiled.sequences import induce_backward, multiply_along
from pokerlab._support.arguments import read_floats, read_pair, refusal
from pokerlab._support.pairs import SIGNS, as_pair
from pokerlab.integers import is_exact, split_totals
from pokerlab.locks import PROBABILITY_TOLERANCE, Locks
from pokerlab.trees import InformationSet, Tree, describe_history

__all__ = [
    "RELATIVE_ROUNDING",
    "BestResponse",
    "SequenceForm",
]

#: Continuation values that differ by less than this, relative to the largest, are tied, so that
#: rounding decides nothing. Sums over a game's hands and terminals are about so precise in floats.
#: Where a plan's entries miss their products by no more than this part, they are only rounded.
RELATIVE_ROUNDING = 1e-14


class BestResponse(NamedTuple):
    """A plan that does best against the opponent's, and its payoff."""

    plan: np.ndarray  #: The player's plan, (hands, sequences): 0 or 1, but for locks.
    payoff: float  #: Player 0's average winnings with it, in chips.


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """The tree, hands and locks of a game's plans, and computations on plans alone.

    :attr:`pokerlab.games.Game.sequence_form` makes it.
    """

    tree: Tree
    hands: tuple[Sequence[str], Sequence[str]]  #: The labels of each player's hands.
    locks: Locks  #: The equations that plans keep where a decision is locked.

    def read_array(self, name: str, player: int, given: np.ndarray) -> np.ndarray:
        """Read an array as floats, one for each hand and sequence of a player.

        Another shape, or an entry that is not finite, is refused.
        """
        array = read_floats(name, given)
        shape = len(self.hands[player]), self.tree.sequence_counts[player]
        if array.shape != shape:
            whose = f"hands by sequences of {self.tree.players[player]}"
            raise refusal(name, f"shape {array.shape}", shape, whose)
        finite = np.isfinite(array)
        if not finite.all():
            raise ValueError(f"{name}: an entry is {array[~finite][0]}, finite numbers needed")
        return array

    def read_plan(self, name: str, player: int, plan: np.ndarray) -> np.ndarray:
        """Read an array as a player's plan; where rounding keeps it from being one, mend it.

        Entries must be finite and at least 0, column 0 all ones, and the actions of an information
        set must add up to what leads there and be, where a lock decides, its parts of that; all of
        it to within :data:`pokerlab.locks.PROBABILITY_TOLERANCE`. A plan that misses this by no
        more than floats' own rounding is unchanged. So one that was saved is the same when it is
        loaded.
        """
        plan = self.read_array(name, player, plan)
        mended = self.proportional_plan(player, plan)
        misses = np.argwhere(abs(mended - plan) > PROBABILITY_TOLERANCE)
        if len(misses):
            hand, sequence = misses[0]
            label, entry = self.hands[player][hand], plan[hand, sequence]
            given = f"with {label}, {entry} in column {sequence} given"
            raise ValueError(f"{name}: {given}; {self._needed_at(player, hand, sequence)}")
        only_rounding = (abs(mended - plan) <= RELATIVE_ROUNDING * plan).all()
        return plan if only_rounding else mended

    def _needed_at(self, player: int, hand: int, sequence: int) -> str:
        """Say what a plan has to keep to where a sequence begins."""
        if not sequence:
            return "column 0 must be 1 for each hand"
        information_set = self.tree.information_set_of_sequence(player, sequence)
        actions = f"the actions {describe_history(information_set.history)}"
        if self.locks.locked_hands(player, information_set)[hand]:
            locked = self.locks.probabilities[player][hand, information_set.sequences_after]
            probabilities = ", ".join(f"{probability:.9g}" for probability in locked)
            return f"{actions} are locked at {probabilities} of what leads there"
        return f"{actions} must add up, from 0, to what leads there"

    def read_plans(self, name: str, plans: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Read a pair of arrays as player 0's plan and player 1's, as `read_plan` does.

        Anything but a pair is a TypeError or a ValueError that begins with the name, too.
        """
        first, second = read_pair(name, plans, "two plans")
        return self.read_plan(name, 0, first), self.read_plan(name, 1, second)

    def continuation_values(
        self, player: int, terminal_values: np.ndarray, behaviour: np.ndarray | None = None
    ) -> np.ndarray:
        """Return the values of sequences with all that follows, by backward induction.

        Numbers may be of any kind; for a best plan in floats `best_plan_for` is faster.

        Parameters
        ----------
        player : int
            The player whose sequences are valued, 0 or 1.
        terminal_values : (hands, sequences) array
            The worth of each by itself, in any kind of number: floats, or Python's integers. Such
            are those of :meth:`pokerlab.payoffs.PayoffOperator.apply`.
        behaviour : (hands, sequences) array, optional
            How the player goes on where no lock decides. Left out, he does his best there: player 0
            maximises, player 1 minimises.

        Returns
        -------
        (hands, sequences) array
            Column 0 has what the player gets with each hand, times the probability that it is
            dealt.

        Examples
        --------
        >>> from pokerlab import betting, deals
        >>> from pokerlab.games import Game
        >>> game = Game(deals.kuhn(), betting.kuhn())
        >>> form, against_uniform = game.sequence_form, game.terminal_values(0, game.uniform(1))
        >>> best = form.continuation_values(0, against_uniform)
        >>> behaviour = game.to_behaviour(0, game.uniform(0))
        >>> uniform = form.continuation_values(0, against_uniform, behaviour)
        >>> round(best[:, 0].sum(), 9), round(uniform[:, 0].sum(), 9)
        (np.float64(0.5), np.float64(0.125))
        """
        if behaviour is not None:
            behaviour = self._with_locks(player, behaviour)
        # Terminal values at first; what follows is added, from the last sets to the first.
        continuation = np.array(terminal_values)
        for information_set in reversed(self.tree.information_sets[player]):
            values = continuation[:, information_set.sequences_after]
            if behaviour is not None:
                earned = (behaviour[:, information_set.sequences_after] * values).sum(axis=1)
            else:
                earned = _best(player, values)
                is_locked = self.locks.locked_hands(player, information_set)
                if is_locked.any():
                    locked = self.locks.probabilities_at(
                        player, information_set, is_exact(continuation)
                    )
                    earned[is_locked] = (locked * values[is_locked]).sum(axis=1)
            continuation[:, information_set.sequence_before] += earned
        return continuation

    def best_sequences(self, player: int, continuation: np.ndarray) -> np.ndarray:
        """Return the sequences that some best plan of a player plays, (hands, sequences) of bool.

        The continuation values are those of `continuation_values`, in numbers without rounding:
        those that are equal are equally good. Where a lock decides, all actions count as played.
        """
        is_played = np.ones(continuation.shape, bool)
        for information_set in self.tree.information_sets[player]:
            values = continuation[:, information_set.sequences_after]
            is_best = values == _best(player, values)[:, None]
            is_best[self.locks.locked_hands(player, information_set)] = True
            leads_here = is_played[:, [information_set.sequence_before]]
            is_played[:, information_set.sequences_after] = is_best & leads_here
        return is_played

    def best_plan_for(self, player: int, terminal_values: np.ndarray) -> BestResponse:
        """Find a best plan, given the worth of each sequence by itself, and its payoff.

        Player 0 maximises, player 1 minimises. Among equally good actions the first is taken, so
        that the plan is pure but for locks. The terminal values are those of
        :meth:`pokerlab.payoffs.PayoffOperator.apply`, or any other floats.

        By `continuation_values` and `best_sequences` the same plan is found, but for ties: here
        actions are equally good if they differ by less than `RELATIVE_ROUNDING`. It is compiled,
        which those cannot be, as they take integers, too: by NumPy's steps fictitious play would
        take about twice as long. A test holds one against the other.
        """
        values_by_sequence = np.array(terminal_values.T, order="C")
        plan_by_sequence = np.zeros_like(values_by_sequence)
        tie_width = rounding_in(values_by_sequence, RELATIVE_ROUNDING)
        locked_by_sequence = self.locks.probabilities_by_sequence[player]
        parallel_over_hands(
            induce_backward,
            values_by_sequence,
            plan_by_sequence,
            locked_by_sequence,
            self.tree.information_set_rows[player],
            SIGNS[player],
            tie_width,
        )
        return BestResponse(plan_by_sequence.T, float(values_by_sequence[0].sum()))

    def multiply_along(self, player: int, behaviour: np.ndarray) -> np.ndarray:
        """Multiply a behaviour's probabilities along each of a player's sequences.

        The products are a plan if the probabilities add up to 1 at each set; they are not scaled.
        Where a lock decides, its probabilities are taken instead.
        """
        by_sequence = np.array(self._with_locks(player, behaviour).T, order="C")
        parallel_over_hands(multiply_along, by_sequence, self.tree.information_set_rows[player])
        return by_sequence.T

    def proportional_behaviour(self, player: int, numbers: np.ndarray) -> np.ndarray:
        """Return the behaviour that takes actions in the proportions of an array's numbers.

        Each number is divided by the sum at its information set; where all are 0, actions are
        equally likely. Negative ones count as 0, and where a lock decides, its probabilities are
        taken. A plan becomes the behaviour that it comes from.
        """
        behaviour_by_sequence = np.maximum(numbers.T, 0, order="C")
        behaviour_by_sequence[0] = 1
        for information_set in self.tree.information_sets[player]:
            # A view: what changes here changes the behaviour.
            probabilities = behaviour_by_sequence[information_set.sequences_after]
            total = probabilities.sum(axis=0)
            probabilities[:, total == 0] = 1 / len(probabilities)
            probabilities /= np.where(total == 0, 1, total)
        return self._with_locks(player, behaviour_by_sequence.T)

    def _with_locks(self, player: int, behaviour: np.ndarray) -> np.ndarray:
        """Return a player's behaviour with the probabilities of locks where these decide."""
        if not self.locks:
            return behaviour
        is_locked = self.locks.locked_entries[player]
        return np.where(is_locked, self.locks.probabilities[player], behaviour)

    def proportional_plan(self, player: int, numbers: np.ndarray) -> np.ndarray:
        """Return the plan that takes actions in the proportions of an array's numbers.

        It becomes a behaviour, and that a plan. `read_plan` reads an array in the same way, but
        refuses one that is no plan.
        """
        return self.multiply_along(player, self.proportional_behaviour(player, numbers))

    def proportional_plans(self, numbers: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return both players' `proportional_plan`, of an array for each."""
        return as_pair(map(self.proportional_plan, (0, 1), numbers))

    def proportional_behaviours(
        self, numbers: Iterable[np.ndarray]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return both players' `proportional_behaviour`, of an array for each."""
        return as_pair(map(self.proportional_behaviour, (0, 1), numbers))

    def continue_chosen_part(
        self,
        player: int,
        chosen_part: np.ndarray,
        information_sets: Iterable[InformationSet],
        behaviour: np.ndarray,
    ) -> None:
        """Continue the chosen part of a plan behind some information sets by a behaviour, in place.

        One in Python's integers is split as :func:`pokerlab.integers.split_totals` does it, so
        that its actions add up exactly. Where a lock decides, each action gets the whole; see
        :meth:`pokerlab.locks.Locks.products`.

        Parameters
        ----------
        player : int
            The player, 0 or 1.
        chosen_part : (hands, sequences) array
            In any kind of number: it is known up to these sets, and filled behind them.
        information_sets : iterable of InformationSet
            The sets, the first ones first.
        behaviour : (hands, sequences) array of float
            The probability of each sequence's last action.
        """
        for information_set in information_sets:
            after = information_set.sequences_after
            total = chosen_part[:, information_set.sequence_before]
            shares = behaviour[:, after]
            parts = (
                split_totals(total, shares) if is_exact(chosen_part) else total[:, None] * shares
            )
            is_locked = self.locks.locked_hands(player, information_set)[:, None]
            chosen_part[:, after] = np.where(is_locked, total[:, None], parts)

    def hands_adding_up(
        self, player: int, plan: np.ndarray, information_set: InformationSet
    ) -> np.ndarray:
        """Return the hands with which a plan's actions at a set add up exactly, (hands,) of bool.

        They do if their sum is what leads there and, where a lock decides, each of them is its part
        of that.
        """
        actions = plan[:, information_set.sequences_after]
        total = plan[:, information_set.sequence_before]
        adds_up: np.ndarray = actions.sum(axis=1) == total
        is_locked = self.locks.locked_hands(player, information_set)
        locked = self.locks.probabilities_at(player, information_set, is_exact=True)
        keeps_locks = actions[is_locked] == total[is_locked, None] * locked
        adds_up[is_locked] &= keeps_locks.all(axis=1)
        return adds_up


def _best(player: int, values: np.ndarray) -> np.ndarray:
    """Return the best value in each row for a player: player 0 maximises, player 1 minimises."""
    return values.max(axis=1) if player == 0 else values.min(axis=1)
