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
  minimization, 2019). Its powers are 1.5, 0 and 2. Two rules have other powers, and their names
  say which: with 1.35, 0 and 3 it took the fewest iterations over 32 rivers and 20 games before
  the flop.
- ``PCFR+`` plays as if the last gain came once more (G. Farina, C. Kroer and T. Sandholm,
  Faster game solving via predictive Blackwell approachability, 2021).
- ``HS-DCFR`` and ``HS-PCFR+`` change these numbers on a schedule over the allowed iterations. The
  last tenth of the iterations gets more than nine tenths of the weight (N. Zhang, S. McAleer and
  T. Sandholm, Faster game solving via hyperparameter schedules, arXiv 2404.09097).

Here the players take turns in all of them: an iteration is a step of
:mod:`pokerlab._compiled.regret_matching` by one player, and then one by the other.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

import numpy as np

from pokerlab._compiled.regret_matching import RegretState, RegretStep
from pokerlab._support.arguments import require_one_of
from pokerlab._support.pairs import as_pair
from pokerlab.games import Game, Plans
from pokerlab.sequence_form import RELATIVE_ROUNDING
from pokerlab.solutions import Solution
from pokerlab.solvers import iteration
from pokerlab.solvers.units import tolerance_unit

__all__ = ["OPEN_ENDED_RULE", "RULES", "Powers", "solve"]

#: The rule for whoever does not know how many iterations there will be, and so can lay no schedule
#: over them, as the default of `solve` does. Of the rules without a schedule it took the fewest.
OPEN_ENDED_RULE = "DCFR(1.35, 0, 3)"


class Powers(NamedTuple):
    """The discounts and weights of a rule, by powers of the number ``n`` of an iteration.

    Regrets so far are multiplied by ``n ** power / (n ** power + 1)``, that is by 1 where the power
    is ``inf`` and by 0 where it is ``-inf``.
    """

    positive: float  #: For regrets above zero.
    negative: float  #: For regrets below zero.
    averaging: float  #: The ``n``-th strategy weighs ``n`` to this power in the average.
    predicts: bool = False  #: Whether the last gain is expected to come once more.


# From the part of the iterations that is over, 0 to 1, to the powers.
_Rule = Callable[[float], Powers]

#: The members of the family by name.
RULES: dict[str, _Rule] = {
    "CFR": lambda elapsed: Powers(inf, inf, 0),
    "CFR+": lambda elapsed: Powers(inf, -inf, 1),
    "DCFR": lambda elapsed: Powers(1.5, 0, 2),
    "DCFR(1.5, 0.5, 5)": lambda elapsed: Powers(1.5, 0.5, 5),
    OPEN_ENDED_RULE: lambda elapsed: Powers(1.35, 0, 3),
    "PCFR+": lambda elapsed: Powers(inf, -inf, 2, predicts=True),
    "HS-DCFR": lambda elapsed: Powers(1 + 3 * elapsed, -1 - 2 * elapsed, 30 - 5 * elapsed),
    "HS-PCFR+": lambda elapsed: Powers(inf, -inf, 30 - 5 * elapsed, predicts=True),
}

# A batch of iterations goes through about this many entries of a plan.
_NUMBERS_PER_BATCH = 2**20
# A smaller probability is 0, and so is a regret, in `units.tolerance_unit`: subnormal
# numbers are slow.
_MIN_NUMBER = {np.dtype(float): 1e-30, np.dtype(np.float32): 1e-12}
# Smaller parts of the largest terminal value are rounding. Single precision has no digits to spare.
_RELATIVE_ROUNDING_IN = {np.dtype(float): RELATIVE_ROUNDING, np.dtype(np.float32): 0.0}


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
    game : Game
        Any game, with locked decisions or without.
    iterations : int
        How many times each player moves at most. A schedule spans all of them; if the tolerance is
        met before, it is cut short.
    rule : str
        One of `RULES`.
    initial, tolerance, checkpoints, track, progress
        As in :mod:`pokerlab.solvers`. The tolerance is checked at the checkpoints.
    single_precision : bool
        Whether to compute in single precision, which is enough for brackets down to about 1e-6
        times the stack. It takes half of the memory, and makes iterations faster, those over combos
        most. The bracket itself is always computed in double precision.
    should_give_up : callable, optional
        Whether to stop at a checkpoint: a function of the number of iterations so far and the
        width of the narrowest bracket.
    """
    require_one_of("rule", rule, RULES)
    dtype = np.float32 if single_precision else float
    plans = [plan.astype(dtype, copy=False) for plan in iteration.read_initial(game, initial)]
    options = iteration.Options(iterations, tolerance, checkpoints, track, progress, should_give_up)
    averages = _iterate(game, plans, RULES[rule], options)
    return iteration.run(game, averages, f"cfr ({rule})", options)


def _iterate(
    game: Game, plans: list[np.ndarray], rule: _Rule, options: iteration.Options
) -> Iterator[tuple[int, Plans]]:
    """Yield the number of iterations so far and both averages, after each batch of iterations.

    A batch ends at a checkpoint, or earlier so that a progress bar moves.
    """
    steps = _steps(rule, options.iterations, tolerance_unit(game.tree), plans[0].dtype)
    states = as_pair(_first_state(game, player, plans[player]) for player in (0, 1))
    batch_size = 1 + _NUMBERS_PER_BATCH // max(plan.size for plan in plans)
    n = 0
    for checkpoint in options.checkpoints:
        while n < checkpoint:
            batch = list(itertools.islice(steps, min(batch_size, checkpoint - n)))
            game.payoff_operator.run_regret_steps(batch, states)
            n += len(batch)
            yield n, [state.average.T for state in states]


def _first_state(game: Game, player: int, plan: np.ndarray) -> RegretState:
    """Return a player's state before the first iteration."""
    # Divided in double precision: a plan in single would be divided in single.
    behaviour = game.to_behaviour(player, plan.astype(float)).astype(plan.dtype)
    behaviour, plan = np.ascontiguousarray(behaviour.T), np.ascontiguousarray(plan.T)
    locked = game.locks.probabilities_by_sequence[player].astype(plan.dtype)
    return RegretState(behaviour, np.zeros_like(plan), plan, np.zeros_like(plan), locked)


def _steps(rule: _Rule, iterations: int, unit: float, dtype: np.dtype[Any]) -> Iterator[RegretStep]:
    """Yield the numbers of one iteration after another, without end."""
    least = _MIN_NUMBER[dtype]
    total_weight = 0.0  # of all strategies so far, if the last one weighs 1
    for n in itertools.count(1):
        powers = rule(n / iterations)
        weight_before = (1 - 1 / n) ** powers.averaging  # of the last one, if this one weighs 1
        total_weight = weight_before * total_weight + 1
        step = RegretStep(
            relative_rounding=_RELATIVE_ROUNDING_IN[dtype],
            least_reach=least,
            least_regret=least * unit,
            positive_factor=_discount(n - 1, powers.positive),
            negative_factor=_discount(n - 1, powers.negative),
            prediction=float(powers.predicts),
            average_share=1 / total_weight,
        )
        yield RegretStep(*map(dtype.type, step))


def _discount(n: int, power: float) -> float:
    """Return ``n ** power / (n ** power + 1)``, or its limit."""
    if n == 0 or abs(power) == inf:
        return float(power > 0)
    return 1 / (1 + math.pow(n, -power))
