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
- ``PCFR+`` plays as if the last gain would come once more (G. Farina, C. Kroer and T. Sandholm,
  Faster game solving via predictive Blackwell approachability, 2021).
- ``HS-DCFR`` and ``HS-PCFR+`` change these numbers on a schedule over the allowed iterations. The
  last tenth of the iterations gets nine tenths of the weight (N. Zhang, S. McAleer and T. Sandholm,
  Faster game solving via hyperparameter schedules, arXiv 2404.09097).

Here the players take turns in all of them.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

import numpy as np

from pokerlab import iteration
from pokerlab._foundations import as_pair
from pokerlab._threads import PARALLEL_FROM, compiled, parallel_over_hands
from pokerlab.games import NOISE, Game, Plans, largest
from pokerlab.rivers import CompiledPayers, pay
from pokerlab.solutions import Solution

Rule = Callable[[float], tuple[float, float, float, bool]]
#: For each rule, from the part of the iterations that is over: by which powers of the iteration
#: regrets above and below zero are discounted, and strategies weighted; and whether it predicts.
RULES: dict[str, Rule] = {
    "CFR": lambda part: (inf, inf, 0, False),
    "CFR+": lambda part: (inf, -inf, 1, False),
    "DCFR": lambda part: (1.5, 0, 2, False),
    "DCFR(1.5, 0.5, 5)": lambda part: (1.5, 0.5, 5, False),
    "DCFR(1.35, 0, 3)": lambda part: (1.35, 0, 3, False),
    "PCFR+": lambda part: (inf, -inf, 2, True),
    "HS-DCFR": lambda part: (1 + 3 * part, -1 - 2 * part, 30 - 5 * part, False),
    "HS-PCFR+": lambda part: (inf, -inf, 30 - 5 * part, True),
}

TINY = {np.dtype(float): 1e-30, np.dtype(np.float32): 1e-12}
"""A smaller probability, or regret in the tree's ``unit``, is 0: subnormal numbers are slow."""


def solve(
    game: Game,
    iterations: int = 10_000,
    rule: str = "HS-DCFR",
    initial: iteration.Initial = "uniform",
    seed: int | None = None,
    tolerance: float = 0,
    checkpoints: Iterable[int] | None = None,
    track: Sequence[tuple[int, str, str]] = (),
    progress: bool | None = None,
    single: bool = False,
    hopeless: Callable[[int, float], bool] | None = None,
) -> Solution:
    """Solve a game by counterfactual regret minimisation; the solution is the averages.

    Parameters
    ----------
    iterations : int
        How many times each player moves at most. A schedule spans all of them; if the tolerance is
        met before, it is cut short.
    rule : str
        One of `RULES`.
    initial, seed, tolerance, checkpoints, track, progress
        As in :mod:`pokerlab.solvers`. The tolerance is checked at the checkpoints.
    single : bool
        Whether to compute in single precision, which saves time and half of the memory, and is
        enough for brackets down to about 1e-6 times the stack. The bracket itself is always
        computed in double precision.
    hopeless : callable, optional
        Whether to stop at a checkpoint, after so many iterations, the best bracket this wide.
    """
    if not isinstance(rule, str) or rule not in RULES:
        raise ValueError(f"rule: {rule!r} given, one of {', '.join(RULES)} needed")
    dtype = np.float32 if single else float
    plans = [plan.astype(dtype, copy=False) for plan in iteration.start(game, initial, seed)]
    measured = iteration.read_checkpoints("iterations", iterations, checkpoints)
    averages = _averages(game, plans, RULES[rule], measured)
    return iteration.run(game, averages, rule, measured, tolerance, track, progress, hopeless)


class State(NamedTuple):
    """Where a player stands in the iteration: five (sequences, hands) arrays."""

    behaviour: np.ndarray  #: The probability of each sequence's last action now.
    regrets: np.ndarray  #: How much more each action would have earned so far, discounted.
    plan: np.ndarray  #: The realization plan of the behaviour.
    average: np.ndarray  #: The average of all plans so far.
    closed: np.ndarray  #: Which entries a lock decides.


class Numbers(NamedTuple):
    """What an iteration computes with, in the arrays' precision."""

    least_chance: Any  #: A smaller probability is 0.
    least_regret: Any  #: A smaller regret is 0, in chips.
    above: Any  #: What is left of the regrets above 0.
    below: Any  #: And of those below.
    predict: Any  #: How many times the last gain is expected to come once more.
    step: Any  #: The share of the new plan in the average.


def _averages(
    game: Game, plans: list[np.ndarray], rule: Rule, checkpoints: list[int]
) -> Iterator[tuple[int, Plans]]:
    """How many iterations are over, and the averages: after each, if not only at checkpoints.

    Where the game's payoffs have something for compiled loops to read, many iterations run between
    two of these, with the hands by rank.
    """
    dtype, size = plans[0].dtype, max(plan.size for plan in plans)
    payers = None
    if (
        game.locked is None and size < PARALLEL_FROM
    ):  # a loop knows no locks, and shares no work out
        payers = game.payoffs.compiled_payers(dtype)
    order: Sequence[Any] = payers.by_rank if payers else [slice(None)] * 2
    back: Sequence[Any] = payers.as_dealt if payers else [slice(None)] * 2
    states = as_pair(_first_state(game, player, plans[player], order[player]) for player in (0, 1))
    tiny = TINY[dtype]
    numbers = _numbers(rule, checkpoints[-1], tiny, tiny * game.tree.unit, dtype)
    noise_share = dtype.type(NOISE if dtype == np.float64 else 0)  # of 7 digits none is to spare
    n = 0
    for checkpoint in checkpoints:
        while n < checkpoint:
            count = min(1 + PARALLEL_FROM // size, checkpoint - n) if payers else 1
            coming = tuple(itertools.islice(numbers, count))
            if payers:
                _iterate_compiled(
                    np.array(coming), noise_share, payers, states, game.tree.decision_rows
                )
            else:
                _iterate(game, coming[0], noise_share, states)
            n += count
            yield n, [state.average.T[hands] for state, hands in zip(states, back, strict=True)]


def _first_state(game: Game, player: int, plan: np.ndarray, order: Any) -> State:
    """A player's state before the first iteration, with his hands in this order."""
    behaviour = game.to_behaviour(player, plan).astype(plan.dtype)
    parts = (behaviour, plan, game.locked_entries[player])
    played, plan, closed = (np.ascontiguousarray(part[order].T) for part in parts)
    return State(played, np.zeros_like(plan), plan, np.zeros_like(plan), closed)


def _iterate(game: Game, numbers: Numbers, noise_share: Any, states: Sequence[State]) -> None:
    """One iteration: each player in turn."""
    for player, sign in ((0, 1), (1, -1)):
        values = game.bare_values(player, states[1 - player].plan.T).T
        values *= sign
        noise = values.dtype.type(noise_share * largest(values))
        nodes, locked = game.tree.decision_rows[player], game.locked is not None
        parallel_over_hands(_match_regrets, [values], states[player], nodes, locked, noise, numbers)


def _numbers(
    rule: Rule, iterations: int, least_chance: float, least_regret: float, dtype: np.dtype
) -> Iterator[Numbers]:
    """The numbers of one iteration after another."""
    weight = 0.0
    for n in itertools.count(1):
        above, below, power, predict = rule(n / iterations)
        weight = weight * (1 - 1 / n) ** power + 1
        discounts = _discount(n - 1, above), _discount(n - 1, below)
        row = least_chance, least_regret, *discounts, predict, 1 / weight
        yield Numbers(*np.array(row, dtype))


def _discount(n: int, power: float) -> float:
    """``n ** power / (n ** power + 1)``, where that has a limit too."""
    if n == 0 or abs(power) == inf:
        return float(power > 0)
    return 1 / (1 + math.pow(n, -power))


@compiled
def _match_regrets(
    values: np.ndarray,
    state: State,
    nodes: np.ndarray,
    locked: bool,
    noise: float,
    numbers: Numbers,
    start: int,
    stop: int,
) -> None:
    """Add what each action has gained to its discounted regret; match the strategy; average it.

    A row for each sequence, a column for each hand. Where a lock decides all actions are taken.
    """
    behaviour, regrets, plan, average, closed = state
    least_chance, least_regret, above, below, predict, step = numbers
    dtype = values.dtype.type
    zero, one = dtype(0), dtype(1)  # literals would make double precision of single
    earned, total = np.empty_like(values[0, start:stop]), np.empty_like(values[0, start:stop])
    for parent, first, last in nodes[::-1]:
        earned[:] = zero
        total[:] = zero
        for s in range(first, last):
            value, played = values[s, start:stop], behaviour[s, start:stop]
            for hand in range(len(value)):
                earned[hand] += played[hand] * value[hand]
        for s in range(first, last):
            value, played = values[s, start:stop], behaviour[s, start:stop]
            regretted = regrets[s, start:stop]
            for hand in range(len(value)):
                gain, regret = value[hand] - earned[hand], regretted[hand]
                gain = gain if abs(gain) > noise else zero
                regret = regret * (above if regret > zero else below) + gain
                regret = regret if abs(regret) > least_regret else zero
                regretted[hand] = regret
                matched = (regret if regret > zero else zero) + predict * gain
                matched = matched if matched > zero else zero
                played[hand] = matched
                total[hand] += matched
        even, value = one / (last - first), values[parent, start:stop]
        for hand in range(len(value)):
            value[hand] += earned[hand]
            none = total[hand] <= zero
            earned[hand] = even if none else zero
            total[hand] = one / (one if none else total[hand])
        for s in range(first, last):
            played = behaviour[s, start:stop]
            for hand in range(len(played)):
                played[hand] = played[hand] * total[hand] + earned[hand]
            if locked:
                played[:] = np.where(closed[s, start:stop], one, played)
    average[0, start:stop] = one
    for parent, first, last in nodes:
        before = plan[parent, start:stop]
        for s in range(first, last):
            played, here = behaviour[s, start:stop], plan[s, start:stop]
            mean = average[s, start:stop]
            for hand in range(len(here)):
                reach = before[hand] * played[hand]
                reach = reach if reach > least_chance else zero
                here[hand] = reach
                moved = mean[hand] + step * (reach - mean[hand])
                mean[hand] = moved if moved > least_chance else zero


@compiled
def _iterate_compiled(
    numbers: np.ndarray,
    noise_share: float,
    payers: CompiledPayers,
    states: Any,
    nodes: Any,
) -> None:
    """Iterations without a step through Python: one for each row of `Numbers`, (m, 6)."""
    both = np.empty_like(states[0].plan), np.empty_like(states[1].plan)
    for row in numbers:
        for player, values in enumerate(both):
            pay(values, states[1 - player].plan, payers.payers[player])
            noise = noise_share
            if noise_share > 0:  # else the largest value need not be looked for
                noise = noise_share * largest(values)
            here = Numbers(row[0], row[1], row[2], row[3], row[4], row[5])
            hands = values.shape[1]
            _match_regrets(values, states[player], nodes[player], False, noise, here, 0, hands)
