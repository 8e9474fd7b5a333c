"""The sequence form: the arrays that are plans of a game, and computations on plans alone.

A :class:`pokerlab.games.Game` makes its `SequenceForm` of the tree, the labels of the hands, and
what locks decide. Payments are no part of it: :mod:`pokerlab.payoffs` has them.

A plan comes in once. Methods of :class:`pokerlab.games.Game`, and functions named ``solve``, read
what they are given by a method named ``read_...``; what cannot be read is a ValueError that begins
with the name of the argument. All other methods take plans for plans and look at nothing. Whoever
computes what is only nearly a plan, or a plan up to a factor, makes it one by
`SequenceForm.proportional_plan`, which refuses nothing.

A player is 0 or 1, and every array has the shape (hands, sequences) and finite numbers. The loops
at the end of this module, and those of solvers, want a step for all hands at once: their arrays
have a row for each sequence. The methods turn arrays where they begin and end, and what has a row
for each sequence is called ``..._by_sequence``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pokerlab._compiled import compiled_if_worthwhile, parallel_over_hands
from pokerlab._compiled.rounding import rounding_in
from pokerlab._support.arguments import read_floats, read_pair, refusal
from pokerlab._support.pairs import SIGNS, as_pair
from pokerlab.integers import split_totals
from pokerlab.locks import PROBABILITY_TOLERANCE, Locks
from pokerlab.trees import InformationSet, Tree, describe_history

__all__ = [
    "RELATIVE_ROUNDING",
    "BestResponse",
    "SequenceForm",
    "products_of_actions",
]

#: Continuation values that differ by less than this, relative to the largest, are tied, so that
#: rounding decides nothing. Sums over a game's hands and terminals are about so precise in floats.
RELATIVE_ROUNDING = 1e-14


class BestResponse(NamedTuple):
    """A plan that does best against the opponent's, and its payoff."""

    plan: np.ndarray  #: The player's plan, pure: (hands, sequences) of 0 and 1.
    payoff: float  #: Player 0's average winnings with it, in chips.


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """The tree, hands and locks of a game's plans, and computations on plans alone.

    :attr:`pokerlab.games.Game.sequence_form` makes it.
    """

    tree: Tree
    hands: tuple[Sequence[str], Sequence[str]]  #: The labels of each player's hands, for errors.
    locks: Locks  #: Where plans leave the probabilities out.

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
        set must add up to what leads there, or each be as likely where a lock decides; all of it to
        within :data:`pokerlab.locks.PROBABILITY_TOLERANCE`. A plan that misses this by no more than
        floats' own rounding is unchanged. So one that was saved is the same when it is loaded.
        """
        plan = self.read_array(name, player, plan)
        mended = self.proportional_plan(player, plan)
        misses = np.argwhere(abs(mended - plan) > PROBABILITY_TOLERANCE)
        if len(misses):
            hand, sequence = misses[0]
            history = (
                self.tree.information_set_of_sequence(player, sequence).history if sequence else ""
            )
            label, entry = self.hands[player][hand], plan[hand, sequence]
            given = f"with {label}, {entry} in column {sequence} given"
            needed = (
                f"the actions {describe_history(history)} must add up, from 0, to what leads there"
            )
            raise ValueError(f"{name}: {given}; {needed}")
        only_rounding = (abs(mended - plan) <= RELATIVE_ROUNDING * plan).all()
        return plan if only_rounding else mended

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

        There are two inductions, because numba compiles none over Python's integers: this one takes
        any kind of number, and `best_plan_for`, compiled, only floats, in which it has to say what
        a tie is. A test holds one against the other.

        Parameters
        ----------
        player : int
            The player whose sequences are valued, 0 or 1.
        terminal_values : (hands, sequences) array
            The worth of each by itself, in any kind of number: floats, or Python's integers. Such
            are those of :meth:`pokerlab.payoffs.PayoffOperator.terminal_values`.
        behaviour : (hands, sequences) array, optional
            How the player goes on. Left out, he does his best: player 0 maximises, player 1
            minimises.

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
        >>> behaviour = form.to_behaviour(0, game.uniform(0))
        >>> uniform = form.continuation_values(0, against_uniform, behaviour)
        >>> round(best[:, 0].sum(), 9), round(uniform[:, 0].sum(), 9)
        (np.float64(0.5), np.float64(0.125))
        """
        continuation = np.array(terminal_values)  # until later values are added, from the last sets
        for information_set in reversed(self.tree.information_sets[player]):
            values = continuation[:, information_set.sequences_after]
            if behaviour is not None:
                earned = (behaviour[:, information_set.sequences_after] * values).sum(axis=1)
            else:
                earned = _best(player, values)
                # Where a lock decides, all actions count, as they are paid.
                is_locked = self.locks.is_locked_at(player, information_set)
                earned[is_locked] = values[is_locked].sum(axis=1)
            continuation[:, information_set.sequence_before] += earned
        return continuation

    def best_sequences(self, player: int, continuation: np.ndarray) -> np.ndarray:
        """Return the sequences that some best plan of a player plays, (hands, sequences) of bool.

        The continuation values are those of `continuation_values`, in numbers without rounding:
        those that are equal are equally good.
        """
        is_played = np.ones(continuation.shape, bool)
        for information_set in self.tree.information_sets[player]:
            values = continuation[:, information_set.sequences_after]
            is_best = values == _best(player, values)[:, None]
            is_best[self.locks.is_locked_at(player, information_set)] = True
            leads_here = is_played[:, [information_set.sequence_before]]
            is_played[:, information_set.sequences_after] = is_best & leads_here
        return is_played

    def best_plan_for(self, player: int, terminal_values: np.ndarray) -> BestResponse:
        """Find the best pure plan, given the worth of each sequence by itself, and its payoff.

        Player 0 maximises, player 1 minimises. Among equally good actions the first is taken. The
        terminal values are those of :meth:`pokerlab.payoffs.PayoffOperator.terminal_values`, or any
        other floats.

        It is what `continuation_values` and `best_sequences` compute, in one compiled loop, where
        actions are equally good up to `RELATIVE_ROUNDING`. Those two serve integers, too, so both
        ways stay. Once numba is loaded, NumPy takes several times as long, information set by
        information set, and so would solvers that live on best responses.
        """
        values_by_sequence = np.array(terminal_values.T, order="C")
        plan_by_sequence = np.zeros_like(values_by_sequence)
        tie_width = rounding_in(values_by_sequence, RELATIVE_ROUNDING)
        is_locked_by_sequence = np.ascontiguousarray(self.locks.is_locked[player].T)
        arrays = values_by_sequence, plan_by_sequence, is_locked_by_sequence
        parallel_over_hands(
            _induce_backward,
            arrays,
            self.tree.information_set_rows[player],
            SIGNS[player],
            tie_width,
        )
        return BestResponse(plan_by_sequence.T, float(values_by_sequence[0].sum()))

    def to_plan(self, player: int, behaviour: np.ndarray) -> np.ndarray:
        """Multiply the probabilities of a player's actions along each sequence.

        It is :meth:`pokerlab.games.Game.to_plan`, for a behaviour that has been read: its
        probabilities must add up to 1 at each set, and are not scaled. To make a plan of anything
        that is not negative, call `proportional_plan`.
        """
        bare = np.array(behaviour)
        bare[self.locks.is_locked[player]] = 1
        return products_of_actions(self.tree, player, bare)

    def to_behaviour(self, player: int, plan: np.ndarray) -> np.ndarray:
        """Divide each action of an information set by their sum; in equal parts where all are 0.

        So a plan becomes the probability of each sequence's last action. Negative entries count as
        0. It is :meth:`pokerlab.games.Game.to_behaviour`, for an array that has been read.
        """
        behaviour_by_sequence = np.maximum(plan.T, 0, order="C")
        behaviour_by_sequence[0] = 1
        for information_set in self.tree.information_sets[player]:
            # A view: what changes here changes the behaviour.
            probabilities = behaviour_by_sequence[information_set.sequences_after]
            total = probabilities.sum(axis=0)
            probabilities[:, total == 0] = 1 / len(probabilities)
            probabilities /= np.where(total == 0, 1, total)
        behaviour: np.ndarray = behaviour_by_sequence.T
        behaviour[self.locks.is_locked[player]] = 1
        return behaviour

    def proportional_plan(self, player: int, numbers: np.ndarray) -> np.ndarray:
        """Return the plan that takes actions in the proportions of an array's numbers.

        It becomes a behaviour, and that a plan. `read_plan` reads an array in the same way, but
        refuses one that is no plan.
        """
        return self.to_plan(player, self.to_behaviour(player, numbers))

    def proportional_plans(self, numbers: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return both players' `proportional_plan`, of an array for each."""
        return as_pair(map(self.proportional_plan, (0, 1), numbers))

    def to_behaviours(self, plans: Iterable[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return both players' `to_behaviour`, of a plan for each."""
        return as_pair(map(self.to_behaviour, (0, 1), plans))

    def continue_plan(
        self,
        player: int,
        plan: np.ndarray,
        information_sets: Iterable[InformationSet],
        behaviour: np.ndarray,
    ) -> None:
        """Continue a plan behind some information sets by a behaviour, in place.

        A plan in Python's integers is split as :func:`pokerlab.integers.split_totals` does it, so
        that its actions add up exactly.

        Parameters
        ----------
        player : int
            The player whose plan it is, 0 or 1.
        plan : (hands, sequences) array
            The plan, in any kind of number: it is known up to these sets, and filled behind them.
        information_sets : iterable of InformationSet
            The sets, the first ones first.
        behaviour : (hands, sequences) array of float
            The probability of each sequence's last action.
        """
        in_integers = plan.dtype == object
        for information_set in information_sets:
            total = plan[:, information_set.sequence_before]
            shares = behaviour[:, information_set.sequences_after]
            parts = split_totals(total, shares) if in_integers else total[:, None] * shares
            # Where a lock decides, each action gets the whole.
            is_locked = self.locks.is_locked_at(player, information_set)[:, None]
            plan[:, information_set.sequences_after] = np.where(is_locked, total[:, None], parts)

    def adds_up(self, player: int, plan: np.ndarray, information_set: InformationSet) -> np.ndarray:
        """Return the hands with which a plan's actions at a set add up exactly, (hands,) of bool.

        They do if their sum is what leads there or, where a lock decides, each of them is.
        """
        actions = plan[:, information_set.sequences_after]
        total = plan[:, information_set.sequence_before]
        adds_up: np.ndarray = actions.sum(axis=1) == total
        is_locked = self.locks.is_locked_at(player, information_set)
        adds_up[is_locked] = (actions[is_locked] == total[is_locked, None]).all(axis=1)
        return adds_up


def _best(player: int, values: np.ndarray) -> np.ndarray:
    """Return the best value in each row for a player: player 0 maximises, player 1 minimises."""
    return values.max(axis=1) if player == 0 else values.min(axis=1)


def products_of_actions(tree: Tree, player: int, behaviour: np.ndarray) -> np.ndarray:
    """Multiply, along each of a player's sequences, what belongs to its actions."""
    products_by_sequence = np.array(behaviour.T, order="C")
    parallel_over_hands(_multiply_along, [products_by_sequence], tree.information_set_rows[player])
    return products_by_sequence.T


# Loops, compiled where that is worthwhile. Those with a `start` and a `stop` work on these columns
# only, as `parallel_over_hands` asks for. Whole rows are assigned by loops: where NumPy's notation
# does it, numba takes seconds to compile the line.


@compiled_if_worthwhile
def _multiply_along(
    products: np.ndarray, information_set_rows: np.ndarray, start: int, stop: int
) -> None:
    """Multiply what belongs to actions along each sequence, in place: a behaviour becomes a plan.

    Parameters
    ----------
    products : (sequences, hands) array
        Comes with what belongs to each sequence's last action, such as its probability.
    information_set_rows : (m, 3) array
        The player's :attr:`pokerlab.trees.Tree.information_set_rows`.
    start, stop : int
        The columns to work on.
    """
    for sequence_before, first, end in information_set_rows:
        for sequence in range(first, end):
            for hand in range(start, stop):
                products[sequence, hand] *= products[sequence_before, hand]


@compiled_if_worthwhile
def _induce_backward(
    values: np.ndarray,
    plan: np.ndarray,
    is_locked: np.ndarray,
    information_set_rows: np.ndarray,
    sign: int,
    tie_width: float,
    start: int,
    stop: int,
) -> None:
    """Find a pure plan that does best, from the last information sets to the first.

    Parameters
    ----------
    values : (sequences, hands) array
        Terminal values, which become continuation values from the last sets to the first.
    plan : (sequences, hands) array
        Zeros, in which the plan is written. Of actions that are equally good it has the first, and
        where a lock decides all of them.
    is_locked : (sequences, hands) array of bool
        Where a lock decides.
    information_set_rows : (m, 3) array
        The player's :attr:`pokerlab.trees.Tree.information_set_rows`.
    sign : int
        1 for the player who maximises, -1 for the one who minimises.
    tie_width : float
        Actions whose continuation values differ by no more than this are equally good.
    start, stop : int
        The columns to work on.
    """
    best = np.empty_like(values[0, start:stop])  # of a set's actions or, if locked, their sum
    first_best = np.empty(stop - start, np.int64)  # the sequence of each hand's first best action
    for sequence_before, first, end in information_set_rows[::-1]:
        is_locked_here = is_locked[first, start:stop]
        for hand in range(len(best)):
            best[hand] = 0 if is_locked_here[hand] else -np.inf
            first_best[hand] = first
        for row in values[first:end, start:stop]:
            for hand in range(len(row)):
                earned = sign * row[hand]
                if is_locked_here[hand]:
                    best[hand] += earned
                else:
                    best[hand] = max(best[hand], earned)
        for sequence in range(end - 1, first - 1, -1):  # the first best one comes last, and stays
            row = values[sequence, start:stop]
            for hand in range(len(row)):
                is_best = sign * row[hand] >= best[hand] - tie_width
                first_best[hand] = sequence if is_best else first_best[hand]
        for sequence in range(first, end):
            chosen = plan[sequence, start:stop]
            for hand in range(len(chosen)):
                is_chosen = is_locked_here[hand] or first_best[hand] == sequence
                chosen[hand] = 1.0 if is_chosen else 0.0
        values_before = values[sequence_before, start:stop]
        for hand in range(len(values_before)):
            values_before[hand] += sign * best[hand]
    for hand in range(start, stop):
        plan[0, hand] = 1
    _multiply_along(plan, information_set_rows, start, stop)
