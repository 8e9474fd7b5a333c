"""Regret matching: the step of which CFR's iterations are made, one player's over all his hands.

Actions are played in proportion to their regrets, as far as these are above 0. In the papers'
letters: the opponent's plan gives the values ``v(I, a)`` of a player's actions at his information
sets ``I``. By what these exceed their mean, ``sum(sigma(I, a) * v(I, a))``, the discounted regrets
``R(I, a)`` change. The new behaviour ``sigma(I, a)`` is in proportion to the regrets above 0, and
its plan joins the average.

:mod:`pokerlab.solvers.cfr` makes the numbers of a step, and a payoff operator the values
(:meth:`pokerlab.payoffs.FloatPayoffOperator.run_regret_steps`). Arrays have a row for each sequence
and a column for each hand. Loops stand where NumPy would assign a whole row: numba takes seconds to
compile such a line.
"""

from math import inf, isnan
from typing import Any, NamedTuple

import numpy as np

from pokerlab._compiled import compiled_if_worthwhile

__all__ = ["RegretState", "RegretStep", "match_regrets"]


class RegretState(NamedTuple):
    """A player's state between two steps: five (sequences, hands) arrays."""

    behaviour: np.ndarray  #: The probability of each sequence's last action now.
    regrets: np.ndarray  #: How much more each action would have earned so far, discounted.
    plan: np.ndarray  #: The realization plan of the behaviour.
    average: np.ndarray  #: The average of all plans so far.
    locked: np.ndarray  #: The probabilities where a lock decides; nan elsewhere.


class RegretStep(NamedTuple):
    """The numbers of a step, the same for all hands and sequences, in the arrays' precision."""

    relative_rounding: Any  #: Gains below this part of the largest terminal value are rounding.
    least_reach: Any  #: A smaller probability is 0.
    least_regret: Any  #: A smaller regret is 0, in chips.
    positive_factor: Any  #: What regrets above 0 are multiplied by.
    negative_factor: Any  #: What regrets below 0 are multiplied by.
    prediction: Any  #: How many times the last gain is expected to come once more.
    average_share: Any  #: The share of the new plan in the average.


@compiled_if_worthwhile
def match_regrets(
    values: np.ndarray,
    sign: int,
    state: RegretState,
    information_set_rows: np.ndarray,
    least_gain: float,
    step: RegretStep,
    start: int,
    stop: int,
) -> None:
    """Take a player's step with some of his hands, in place.

    It goes backward like the loop of
    :meth:`pokerlab.sequence_form.SequenceForm.best_plan_for`. But a decision is worth the
    mean of its actions, not the best, and regrets and behaviour change in the same pass.

    Parameters
    ----------
    values : (sequences, hands) array
        Terminal values, in player 0's chips, which become continuation values.
    sign : int
        1 for the player who maximises them, -1 for the one who minimises.
    state : RegretState
        The player's state, which changes.
    information_set_rows : (m, 3) array
        The player's :attr:`pokerlab.trees.Tree.information_set_rows`.
    least_gain : float
        A smaller gain is 0, in chips.
    step : RegretStep
        The numbers of the step.
    start, stop : int
        The columns to work on.
    """
    dtype = values.dtype.type
    zero, one = dtype(0), dtype(1)  # literals would make double precision of single
    own_sign = dtype(sign)
    earned = np.empty_like(values[0, start:stop])
    total, inverse = np.empty_like(earned), np.empty_like(earned)
    for sequence_before, first, end in information_set_rows[::-1]:
        for hand in range(len(earned)):
            earned[hand] = zero
            total[hand] = zero
        for sequence in range(first, end):
            action_values = values[sequence, start:stop]
            behaviour = state.behaviour[sequence, start:stop]
            for hand in range(len(action_values)):
                earned[hand] += behaviour[hand] * action_values[hand]
        for sequence in range(first, end):
            action_values = values[sequence, start:stop]
            regrets = state.regrets[sequence, start:stop]
            # The old behaviour is used up. The new one comes here, up to a factor for each hand.
            unscaled = state.behaviour[sequence, start:stop]
            _update_regrets(action_values, earned, own_sign, regrets, unscaled, least_gain, step)
            for hand in range(len(total)):
                total[hand] += unscaled[hand]
        values_before = values[sequence_before, start:stop]
        for hand in range(len(values_before)):
            values_before[hand] += earned[hand]
            inverse[hand] = one / total[hand]  # infinite where the total is 0, or subnormal
        for sequence in range(first, end):
            behaviour = state.behaviour[sequence, start:stop]
            _scale(behaviour, inverse, one / (end - first))
            locked = state.locked[sequence, start:stop]
            for hand in range(len(behaviour)):
                behaviour[hand] = behaviour[hand] if isnan(locked[hand]) else locked[hand]
    for hand in range(start, stop):
        state.average[0, hand] = one
    for sequence_before, first, end in information_set_rows:
        plan_before = state.plan[sequence_before, start:stop]
        for sequence in range(first, end):
            behaviour = state.behaviour[sequence, start:stop]
            plan, average = state.plan[sequence, start:stop], state.average[sequence, start:stop]
            _add_to_average(plan_before, behaviour, plan, average, step)


@compiled_if_worthwhile
def _update_regrets(
    action_values: np.ndarray,
    earned: np.ndarray,
    sign: float,
    regrets: np.ndarray,
    unscaled: np.ndarray,
    least_gain: float,
    step: RegretStep,
) -> None:
    """Add what an action gains to its discounted regrets, by hand, and copy those above 0.

    The copies are how likely the action is, up to a factor. Where the rule predicts, they are the
    regrets that are expected after the next step.
    """
    least_regret, prediction = step.least_regret, step.prediction
    positive_factor, negative_factor = step.positive_factor, step.negative_factor
    zero = action_values.dtype.type(0)
    for hand in range(len(action_values)):
        gain, regret = sign * (action_values[hand] - earned[hand]), regrets[hand]
        gain = gain if abs(gain) > least_gain else zero
        regret = regret * (positive_factor if regret > zero else negative_factor) + gain
        regret = regret if abs(regret) > least_regret else zero
        regrets[hand] = regret
        expected = (regret if regret > zero else zero) + prediction * gain
        unscaled[hand] = expected if expected > zero else zero


@compiled_if_worthwhile
def _scale(behaviour: np.ndarray, inverse: np.ndarray, uniform: float) -> None:
    """Make probabilities of what they are in proportion to, by the inverse of each hand's total.

    Where the inverse is infinite, because the total is 0 or nearly, all actions are equally likely.
    """
    for hand in range(len(behaviour)):
        behaviour[hand] = behaviour[hand] * inverse[hand] if inverse[hand] < inf else uniform


@compiled_if_worthwhile
def _add_to_average(
    plan_before: np.ndarray,
    behaviour: np.ndarray,
    plan: np.ndarray,
    average: np.ndarray,
    step: RegretStep,
) -> None:
    """Multiply a sequence's plan from the one before, and move the average towards it, by hand."""
    least_reach, share = step.least_reach, step.average_share
    zero = plan.dtype.type(0)
    for hand in range(len(plan)):
        reach = plan_before[hand] * behaviour[hand]
        reach = reach if reach > least_reach else zero
        plan[hand] = reach
        mean = average[hand] + share * (reach - average[hand])
        average[hand] = mean if mean > least_reach else zero
