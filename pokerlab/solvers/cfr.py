"""Counterfactual regret minimisation: the first algorithm, and those that made it fast.

The regret of an action is how much more it would have earned so far than what was played in its
information set. Actions are played in proportion to their regrets (M. Zinkevich et al., Regret
minimization in games with incomplete information, 2007), and the result is an average of all
strategies played. The members of the family, listed in `RULES`, differ in how fast they forget:

- ``CFR`` forgets nothing.
- ``CFR+`` forgets negative regrets at once and weighs the ``n``-th strategy by ``n`` (O. Tammelin,
  Solving large imperfect information games using CFR+, 2014).
- ``DCFR`` discounts regrets above and below zero at two rates, and averages with ``n ** 2``
  (N. Brown and T. Sandholm, Solving imperfect-information games via discounted regret
  minimization, 2019). Its powers are 1.5, 0 and 2; with others they are part of its name. With
  1.35, 0 and 3 it took the fewest iterations over 32 rivers and 20 games before the flop.
- ``PCFR+`` plays as if the last gain came once more (G. Farina, C. Kroer and T. Sandholm,
  Faster game solving via predictive Blackwell approachability, 2021).
- ``HS-DCFR`` and ``HS-PCFR+`` change these numbers on a schedule over the allowed iterations. The
  last tenth of the iterations gets nine tenths of the weight (N. Zhang, S. McAleer and T. Sandholm,
  Faster game solving via hyperparameter schedules, arXiv 2404.09097).

Here the players take turns in all of them.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import inf
from typing import Any, NamedTuple

import numpy as np

from pokerlab import sequence_form
from pokerlab._compiled import PARALLEL_FROM, compiled, compiled_if_worthwhile, parallel_over_hands
from pokerlab._support.arguments import require_choice
from pokerlab._support.basics import SIGNS, as_pair
from pokerlab.games import Game, Plans
from pokerlab.rivers import PlayerPayments, fill_terminal_values
from pokerlab.sequence_form import ROUNDING, max_abs
from pokerlab.solutions import Solution
from pokerlab.solvers import iteration
from pokerlab.solvers.units import tolerance_unit

__all__ = [
    "GUESS_RULE",
    "RULES",
    "SOLVE_RULE",
    "IterationConstants",
    "Powers",
    "State",
    "solve",
]

#: The rule by which :func:`pokerlab.solvers.solve` averages. It does not know how many iterations
#: there will be, so it can lay no schedule over them, as the default of `solve` does; of the rules
#: without a schedule this took the fewest.
SOLVE_RULE = "DCFR(1.35, 0, 3)"
#: The rule that averages to the guess with which ``double_oracle`` begins, and by which the stored
#: solutions of large trees were found. Another guess leads to other programs.
GUESS_RULE = "DCFR(1.5, 0.5, 5)"


class Powers(NamedTuple):
    """The discounts and weights of a rule, by powers of the number ``n`` of an iteration.

    Regrets so far are multiplied by ``n ** power / (n ** power + 1)``, that is by 1 where the power
    is ``inf`` and by 0 where it is ``-inf``.
    """

    positive: float  #: For regrets above zero.
    negative: float  #: For regrets below zero.
    average: float  #: The ``n``-th strategy weighs ``n`` to this power in the average.
    predicts: bool = False  #: Whether the last gain is expected to come once more.


# From the part of the iterations that is over, 0 to 1, to the powers.
_Rule = Callable[[float], Powers]

#: The members of the family by name.
RULES: dict[str, _Rule] = {
    "CFR": lambda elapsed: Powers(inf, inf, 0),
    "CFR+": lambda elapsed: Powers(inf, -inf, 1),
    "DCFR": lambda elapsed: Powers(1.5, 0, 2),
    GUESS_RULE: lambda elapsed: Powers(1.5, 0.5, 5),
    SOLVE_RULE: lambda elapsed: Powers(1.35, 0, 3),
    "PCFR+": lambda elapsed: Powers(inf, -inf, 2, predicts=True),
    "HS-DCFR": lambda elapsed: Powers(1 + 3 * elapsed, -1 - 2 * elapsed, 30 - 5 * elapsed),
    "HS-PCFR+": lambda elapsed: Powers(inf, -inf, 30 - 5 * elapsed, predicts=True),
}

# A smaller probability is 0, and so is a regret, in `units.tolerance_unit`: subnormal
# numbers are slow.
_MIN_NUMBER = {np.dtype(float): 1e-30, np.dtype(np.float32): 1e-12}


class State(NamedTuple):
    """A player's state in the iteration: five (sequences, hands) arrays."""

    #: The probability of each sequence's last action now. While `_update` is at an information set,
    #: its actions have the regrets above 0 to which their probabilities are in proportion.
    behaviour: np.ndarray
    regrets: np.ndarray  #: How much more each action would have earned so far, discounted.
    plan: np.ndarray  #: The realization plan of the behaviour.
    average: np.ndarray  #: The average of all plans so far.
    is_locked: np.ndarray  #: Which entries a lock decides, bool.


class IterationConstants(NamedTuple):
    """What is the same for all hands and sequences in one iteration, in the arrays' precision."""

    least_reach: Any  #: A smaller probability is 0.
    least_regret: Any  #: A smaller regret is 0, in chips.
    positive_factor: Any  #: What regrets above 0 are multiplied by.
    negative_factor: Any  #: What regrets below 0 are multiplied by.
    prediction: Any  #: How many times the last gain is expected to come once more.
    step: Any  #: The share of the new plan in the average.


def solve(
    game: Game,
    *,
    iterations: int = 10_000,
    rule: str = "HS-DCFR",
    initial: Plans | None = None,
    tolerance: float = 0,
    checkpoints: Iterable[int] | None = None,
    track: Sequence[tuple[int, str, str]] = (),
    progress: bool | None = None,
    single_precision: bool = False,
    should_give_up: Callable[[int, float], bool] | None = None,
) -> Solution:
    """Solve a game by counterfactual regret minimisation; the solution is the averages.

    Parameters
    ----------
    iterations : int
        How many times each player moves at most. A schedule spans all of them; if the tolerance is
        met before, it is cut short.
    rule : str
        One of `RULES`.
    initial, tolerance, checkpoints, track, progress
        As in :mod:`pokerlab.solvers`. The tolerance is checked at the checkpoints.
    single_precision : bool
        Whether to compute in single precision, which is enough for brackets down to about 1e-6
        times the stack. It takes half of the memory; iterations were 1.8 times as fast on a river
        of all combos, and 1.3 to 1.5 times over 169 hands. The bracket itself is always computed
        in double precision.
    should_give_up : callable, optional
        Whether to stop at a checkpoint: a function of the number of iterations so far and the
        width of the narrowest bracket.
    """
    require_choice("rule", rule, RULES)
    dtype = np.float32 if single_precision else float
    plans = [plan.astype(dtype, copy=False) for plan in iteration.first_plans(game, initial)]
    options = iteration.read_options(
        iterations, tolerance, checkpoints, track, progress, should_give_up
    )
    averages = _iterate(game, plans, RULES[rule], options)
    return iteration.run(game, averages, f"cfr ({rule})", options)


def _iterate(
    game: Game, plans: list[np.ndarray], rule: _Rule, options: iteration.Options
) -> Iterator[tuple[int, Plans]]:
    """Yield how many iterations there were so far, and the averages, after batches of iterations.

    A batch ends at a checkpoint, or earlier so that a progress bar moves.

    In the papers' letters, an iteration updates one player after the other, with all hands at all
    information sets ``I``. The other's plan gives the values ``v(I, a)`` of his actions. By what
    these exceed their mean, ``sum(sigma(I, a) * v(I, a))``, the discounted regrets ``R(I, a)``
    change. The new behaviour ``sigma(I, a)`` is in proportion to the regrets above 0, and its plan
    joins the average. `_update` does all of this but for the terminal values.

    How a batch of iterations is run, `_batch_runner` chooses.
    """
    dtype = plans[0].dtype
    schedule = _schedule(rule, options.iterations, tolerance_unit(game.tree), dtype)
    # Smaller parts of the largest terminal value are rounding. Single precision has no digits to
    # spare.
    relative_rounding = dtype.type(ROUNDING if dtype == np.float64 else 0)
    largest_size = max(plan.size for plan in plans)
    runner = _batch_runner(game, dtype, largest_size, relative_rounding)
    states = as_pair(
        _first_state(game, player, plans[player], runner.orders[player]) for player in (0, 1)
    )
    n = 0
    for checkpoint in options.checkpoints:
        while n < checkpoint:
            count = min(1 + PARALLEL_FROM // largest_size, checkpoint - n)
            runner.run(list(itertools.islice(schedule, count)), states)
            n += count
            yield n, [states[player].average.T[runner.deal_orders[player]] for player in (0, 1)]


class _BatchRunner(NamedTuple):
    """What runs a batch of iterations, and in which order its states hold each player's hands."""

    run: Callable[[Sequence[IterationConstants], tuple[State, State]], None]
    orders: Sequence[Any]  #: What puts the hands of the deal into that order: two indices.
    deal_orders: Sequence[Any]  #: What puts them back.


def _batch_runner(
    game: Game, dtype: np.dtype[Any], largest_size: int, relative_rounding: Any
) -> _BatchRunner:
    """Return what runs batches of a game, whose larger plan has so many entries.

    `_run_batch` serves all games. On a river it takes two to four times as long as
    `_run_batch_by_rank`: between two iterations of a few hundred hands it goes back to Python, and
    to the payoff operator, which brings the hands into the order of their ranks each time. The
    other keeps them in it, and is one compiled loop. It knows no locks and uses one core, so it is
    for plans that are no work for several.
    """
    by_rank = game.payoff_operator.payments_by_rank
    if by_rank is None or game.locked is not None or largest_size >= PARALLEL_FROM:
        as_dealt = slice(None), slice(None)
        return _BatchRunner(partial(_run_batch, game, relative_rounding), as_dealt, as_dealt)
    payments = as_pair(each.in_precision(dtype) for each in by_rank.players)
    run = partial(_run_batch_by_rank, payments, game.tree.information_set_rows, relative_rounding)
    return _BatchRunner(run, by_rank.rank_order, by_rank.deal_order)


def _first_state(game: Game, player: int, plan: np.ndarray, order: Any) -> State:
    """Return a player's state before the first iteration, with his hands in this order."""
    behaviour = sequence_form.to_behaviour(game, player, plan.astype(float)).astype(plan.dtype)
    behaviour, plan, is_locked = (
        np.ascontiguousarray(array[order].T) for array in (behaviour, plan, game.is_locked[player])
    )
    return State(behaviour, np.zeros_like(plan), plan, np.zeros_like(plan), is_locked)


def _schedule(
    rule: _Rule, iterations: int, unit: float, dtype: np.dtype[Any]
) -> Iterator[IterationConstants]:
    """Yield the constants of one iteration after another, without end."""
    least = _MIN_NUMBER[dtype]
    total_weight = 0.0  # of all strategies so far, if the last one weighs 1
    for n in itertools.count(1):
        powers = rule(n / iterations)
        total_weight = total_weight * (1 - 1 / n) ** powers.average + 1
        factors = _discount(n - 1, powers.positive), _discount(n - 1, powers.negative)
        in_dtype = dtype.type
        yield IterationConstants(
            least_reach=in_dtype(least),
            least_regret=in_dtype(least * unit),
            positive_factor=in_dtype(factors[0]),
            negative_factor=in_dtype(factors[1]),
            prediction=in_dtype(powers.predicts),
            step=in_dtype(1 / total_weight),
        )


def _discount(n: int, power: float) -> float:
    """Return ``n ** power / (n ** power + 1)``, or its limit."""
    if n == 0 or abs(power) == inf:
        return float(power > 0)
    return 1 / (1 + math.pow(n, -power))


def _run_batch(
    game: Game,
    relative_rounding: Any,
    batch: Sequence[IterationConstants],
    states: tuple[State, State],
) -> None:
    """Iterate once for each of a batch's constants, the players taking turns."""
    for constants in batch:
        for player in (0, 1):
            opponent_plan = states[1 - player].plan
            worth = game.payoff_operator.terminal_values_by_sequence(player, opponent_plan)
            rounding = worth.dtype.type(relative_rounding * max_abs(worth))
            rows = game.tree.information_set_rows[player]
            # `_update` also gets the first and the last of each thread's hands.
            parallel_over_hands(
                _update, [worth], SIGNS[player], states[player], rows, rounding, constants
            )


def _run_batch_by_rank(
    payments: tuple[PlayerPayments, PlayerPayments],
    information_set_rows: tuple[np.ndarray, np.ndarray],
    relative_rounding: Any,
    batch: Sequence[IterationConstants],
    states: tuple[State, State],
) -> None:
    """Do the same on a river without locks, on one core, with states that have hands by rank."""
    dtype = states[0].plan.dtype
    records = np.array(batch, [(name, dtype) for name in IterationConstants._fields])
    _run_records(records, relative_rounding, payments, states, information_set_rows)


# In the compiled functions arrays have a row for each sequence and a column for each hand.


@compiled
def _run_records(
    records: np.ndarray,
    relative_rounding: float,
    payments: tuple[PlayerPayments, PlayerPayments],
    states: tuple[State, State],
    information_set_rows: tuple[np.ndarray, np.ndarray],
) -> None:
    """Iterate once for each record, whose fields are those of `IterationConstants`."""
    both_worth = np.empty_like(states[0].plan), np.empty_like(states[1].plan)
    for constants in records:
        for player, worth in enumerate(both_worth):
            fill_terminal_values(worth, states[1 - player].plan, payments[player])
            rounding = relative_rounding
            if relative_rounding > 0:  # else the largest number need not be looked for
                rounding = relative_rounding * max_abs(worth)
            state, rows, hands = states[player], information_set_rows[player], worth.shape[1]
            _update(worth, SIGNS[player], state, rows, rounding, constants, 0, hands)


@compiled_if_worthwhile
def _update(
    worth: np.ndarray,
    sign: int,
    state: State,
    information_set_rows: np.ndarray,
    rounding: float,
    constants: IterationConstants,
    start: int,
    stop: int,
) -> None:
    """Update a player's state by what his sequences are worth, for the hands from start to stop.

    The array ``worth`` comes with terminal values, in player 0's chips, and goes with continuation
    values. The sign is 1 for him who maximises them, -1 for the other one. Loops stand where NumPy
    would assign a whole row: numba takes seconds to compile such a line.

    This goes backward like the loop of
    :func:`pokerlab.sequence_form.best_response_to_terminal_values`. But a decision is worth the
    mean of its actions, not the best, and regrets and behaviour change in the same pass.
    """
    dtype = worth.dtype.type
    zero, one = dtype(0), dtype(1)  # literals would make double precision of single
    own_sign = dtype(sign)
    earned = np.empty_like(worth[0, start:stop])
    total, inverse = np.empty_like(earned), np.empty_like(earned)
    for before, first, end in information_set_rows[::-1]:
        for hand in range(len(earned)):
            earned[hand] = zero
            total[hand] = zero
        for sequence in range(first, end):
            action_worth = worth[sequence, start:stop]
            behaviour = state.behaviour[sequence, start:stop]
            for hand in range(len(action_worth)):
                earned[hand] += behaviour[hand] * action_worth[hand]
        for sequence in range(first, end):
            action_worth = worth[sequence, start:stop]
            regrets = state.regrets[sequence, start:stop]
            positive_regrets = state.behaviour[sequence, start:stop]
            _update_regrets(
                action_worth, earned, own_sign, regrets, positive_regrets, rounding, constants
            )
            for hand in range(len(total)):
                total[hand] += positive_regrets[hand]
        worth_before = worth[before, start:stop]
        for hand in range(len(worth_before)):
            worth_before[hand] += earned[hand]
            inverse[hand] = one / total[hand]
        for sequence in range(first, end):
            behaviour = state.behaviour[sequence, start:stop]
            _normalise(behaviour, inverse, one / (end - first))
            is_locked = state.is_locked[sequence, start:stop]
            for hand in range(len(behaviour)):
                behaviour[hand] = one if is_locked[hand] else behaviour[hand]
    for hand in range(start, stop):
        state.average[0, hand] = one
    for before, first, end in information_set_rows:
        plan_before = state.plan[before, start:stop]
        for sequence in range(first, end):
            behaviour = state.behaviour[sequence, start:stop]
            plan, average = state.plan[sequence, start:stop], state.average[sequence, start:stop]
            _add_to_average(plan_before, behaviour, plan, average, constants)


@compiled_if_worthwhile
def _update_regrets(
    action_worth: np.ndarray,
    earned: np.ndarray,
    sign: float,
    regrets: np.ndarray,
    positive_regrets: np.ndarray,
    rounding: float,
    constants: IterationConstants,
) -> None:
    """Add what an action gains to its discounted regrets, by hand, and copy those above 0.

    Where the rule predicts, these are the regrets that are expected after the next iteration.
    """
    least_regret, prediction = constants.least_regret, constants.prediction
    positive_factor, negative_factor = constants.positive_factor, constants.negative_factor
    zero = action_worth.dtype.type(0)
    for hand in range(len(action_worth)):
        gain, regret = sign * (action_worth[hand] - earned[hand]), regrets[hand]
        gain = gain if abs(gain) > rounding else zero
        regret = regret * (positive_factor if regret > zero else negative_factor) + gain
        regret = regret if abs(regret) > least_regret else zero
        regrets[hand] = regret
        expected = (regret if regret > zero else zero) + prediction * gain
        positive_regrets[hand] = expected if expected > zero else zero


@compiled_if_worthwhile
def _normalise(behaviour: np.ndarray, inverse: np.ndarray, uniform: float) -> None:
    """Turn regrets above 0 into probabilities by the inverse of their total; uniform if it is 0."""
    for hand in range(len(behaviour)):
        behaviour[hand] = behaviour[hand] * inverse[hand] if inverse[hand] < inf else uniform


@compiled_if_worthwhile
def _add_to_average(
    plan_before: np.ndarray,
    behaviour: np.ndarray,
    plan: np.ndarray,
    average: np.ndarray,
    constants: IterationConstants,
) -> None:
    """Multiply a sequence's plan from the one before, and move the average towards it, by hand."""
    least_reach, step = constants.least_reach, constants.step
    zero = plan.dtype.type(0)
    for hand in range(len(plan)):
        reach = plan_before[hand] * behaviour[hand]
        reach = reach if reach > least_reach else zero
        plan[hand] = reach
        mean = average[hand] + step * (reach - average[hand])
        average[hand] = mean if mean > least_reach else zero
