"""The restricted game of a double oracle: the sequences in play, and rounds that add to them.

A restricted game is a game in which only some sequences may be played. Each round solves its linear
program (:class:`pokerlab.solvers.sequence_programs.SequenceProgram`) in floats, and measures the
optimum by best responses over all sequences. Those that gain join, until none does.
:mod:`pokerlab.solvers.double_oracle` stops before that if its bracket is narrow enough, and
:mod:`pokerlab.solvers.exact` goes on in integers. In :mod:`pokerlab.studies.optimal_set` only one
player's sequences are added to a program with another objective, in integers from the start, so it
shares `widen`, and not the rounds.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pokerlab._support.pairs import as_pair
from pokerlab.brackets import Bracket
from pokerlab.games import Game, Plans
from pokerlab.payoffs import FloatPayoffOperator
from pokerlab.sequence_form import SequenceForm
from pokerlab.solvers._highs import HighsOptions, HighsResult, solve_in_floats
from pokerlab.solvers.plan_variables import SequenceMasks
from pokerlab.solvers.sequence_programs import Behaviours, SequenceProgram, all_sequences

__all__ = [
    "Beginning",
    "MeasuredPlans",
    "Round",
    "add_continuations",
    "has_few_entries",
    "measure_plans",
    "rounds_in_floats",
    "widen",
]


# In a game whose two plans together have no more entries than this, all sequences are in play from
# the start: for a game that small this is faster than a search that would leave some out.
_FEW_ENTRIES = 250


class Beginning(NamedTuple):
    """Where rounds begin."""

    plans: Plans  #: Two plans, the best ones so far.
    in_play: SequenceMasks  #: The sequences of the first round.
    #: How both players behave where no sequence in play leads; None if all are in play.
    fallback: Behaviours | None

    @classmethod
    def of(
        cls,
        game: Game,
        payoff_operator: FloatPayoffOperator,
        plans: Plans | None,
        least: float,
    ) -> "Beginning":
        """Begin with the sequences that two plans play more often than `least`; or with all.

        Those of best responses to the plans are in play, too, and where nothing else follows, the
        likeliest continuation. Without plans all sequences are.
        """
        if plans is None:
            return cls((game.uniform(0), game.uniform(1)), all_sequences(game), None)
        sequence_form, in_play = payoff_operator.sequence_form, []
        for player, response in enumerate(payoff_operator.measure(*plans).best_responses):
            own_in_play = (plans[player] > least) | (response.plan > 0)
            add_continuations(sequence_form, player, own_in_play, plans[player])
            in_play.append(own_in_play)
        return cls(plans, as_pair(in_play), sequence_form.proportional_behaviours(plans))


class MeasuredPlans(NamedTuple):
    """Two plans, and what best responses to them tell: bounds, and the sequences that gain."""

    plans: Plans  #: Player 0's plan and player 1's.
    bracket: Bracket  #: What they guarantee.
    gaining: SequenceMasks  #: The sequences of best responses with hands that gain.
    rounding_error: float  #: By how much rounding may have moved the bounds.


class Round(NamedTuple):
    """A restricted game, and its optimum in floats."""

    in_play: SequenceMasks  #: The sequences in play.
    highs_result: HighsResult  #: What HiGHS has come to with its program.
    measured: MeasuredPlans  #: The plans of that, measured over all sequences.


def has_few_entries(game: Game) -> bool:
    """Return whether plans have so few entries that rounds may as well begin with all of them."""
    return sum(hands * sequences for hands, sequences in game.shapes) <= _FEW_ENTRIES


def add_continuations(
    sequence_form: SequenceForm, player: int, own_in_play: np.ndarray, plan: np.ndarray
) -> None:
    """Put sequences of a player's in play, in place, so that no hand comes where it has no action.

    If a sequence in play leads to an information set where none is that follows, the plan's
    likeliest one joins. Where a lock decides, all do. Both arrays are (hands, sequences).
    """
    for information_set in sequence_form.tree.information_sets[player]:
        before, after = information_set.sequence_before, information_set.sequences_after
        locked = own_in_play[:, before] & sequence_form.locks.locked_hands(player, information_set)
        own_in_play[locked, after] = True
        # Hands that could not go on take their likeliest action.
        stuck = own_in_play[:, before] & ~own_in_play[:, after].any(axis=1)
        likeliest = after.start + plan[:, after].argmax(axis=1)
        own_in_play[stuck, likeliest[stuck]] = True


def widen(in_play: SequenceMasks, gaining: SequenceMasks) -> SequenceMasks | None:
    """Return both players' sequences in play together with those that gain; None if none is new."""
    wider = as_pair(old | new for old, new in zip(in_play, gaining, strict=True))
    is_new = any((wider[player] & ~in_play[player]).any() for player in (0, 1))
    return wider if is_new else None


def rounds_in_floats(
    game: Game,
    payoff_operator: FloatPayoffOperator,
    in_play: SequenceMasks,
    fallback: Behaviours | None,
    least_gain: float,
    methods: Sequence[HighsOptions],
) -> Iterator[Round]:
    """Solve restricted games in floats, each with the sequences that gain in the one before.

    The last one is that in which no other sequence gains. Where HiGHS fails, the rounds go on, and
    the result of the round says so.

    Parameters
    ----------
    game : Game
        The whole game.
    payoff_operator : FloatPayoffOperator
        What it pays.
    in_play : pair of (hands, sequences) arrays of bool
        The sequences of the first round.
    fallback
        As in :class:`pokerlab.solvers.sequence_programs.SequenceProgram`.
    least_gain : float
        Hands that gain no more than this do not count, as in `measure_plans`.
    methods : sequence of mappings
        The methods of HiGHS, in the order in which they are tried in each round.
    """
    while True:
        sequence_program = SequenceProgram(game, in_play, fallback, payoff_operator=payoff_operator)
        highs_result, optimum = solve_in_floats(sequence_program, methods)
        measured = measure_plans(payoff_operator, optimum, least_gain)
        yield Round(in_play, highs_result, measured)
        wider = widen(in_play, measured.gaining)
        if wider is None:
            return
        in_play = wider


def measure_plans(
    payoff_operator: FloatPayoffOperator, plans: Plans, least_gain: float
) -> MeasuredPlans:
    """Measure two plans by best responses over all actions.

    The gaining sequences are those of hands that gain more than ``least_gain``, in chips times the
    probability of the hand. :meth:`pokerlab.certificates.Certificate.gaining_sequences` asks the
    same in integers. There any gain counts, and all actions that are equally good; floats tell
    neither from rounding, and take one best response.
    """
    measurement = payoff_operator.measure(*plans)
    gaining, sums_of_sizes = [], []
    for player in (0, 1):
        plan, best_plan = plans[player], measurement.best_responses[player].plan
        terminal_values = measurement.terminal_values[player]
        gains = abs(((best_plan - plan) * terminal_values).sum(axis=1))
        gains_here = (best_plan > 0) & (gains > least_gain)[:, None]
        add_continuations(payoff_operator.sequence_form, player, gains_here, best_plan)
        gaining.append(gains_here)
        sums_of_sizes.append(abs(plan * terminal_values).sum())  # of what is won or lost
    hand_count = sum(payoff_operator.deal.prior.shape)  # of both players
    rounding_error = float(hand_count * np.finfo(float).eps * max(sums_of_sizes))
    return MeasuredPlans(plans, measurement.bracket, gaining, rounding_error)
