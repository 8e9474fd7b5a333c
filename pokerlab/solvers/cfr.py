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
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any

import numpy as np

from pokerlab._threads import MANY, by_hands, compiled
from pokerlab.blockers import pay
from pokerlab.games import NOISE, Game, largest
from pokerlab.solutions import Solution
from pokerlab.solvers import _iterating

#: For each rule, from the part of the iterations that is over: by which powers of the iteration
#: regrets above and below zero are discounted, and strategies weighted; and whether it predicts.
RULES: dict[str, Callable[[float], tuple[float, float, float, bool]]] = {
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
    initial: _iterating.Initial = "uniform",
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
    kind = np.float32 if single else float
    plans = [plan.astype(kind, copy=False) for plan in _iterating.start(game, initial, seed)]
    looks = _iterating.moments("iterations", iterations, checkpoints)
    steps = _averages(game, plans, RULES[rule], looks)
    return _iterating.run(game, steps, rule, looks, tolerance, track, progress, hopeless)


def _averages(
    game: Game, plans: list[np.ndarray], rule: Callable, looks: list[int]
) -> Iterator[tuple[int, _iterating.Plans]]:
    """How many iterations are over, and the averages: at each, or on a river at the looks at least.

    On a river the arrays have the hands by rank.
    """
    kind, nodes, locked, n = plans[0].dtype, game.tree.nodes, game.locked is not None, 0
    part = kind.type(NOISE if kind == np.float64 else 0)  # single precision has none to spare
    places: Any = [slice(None)] * 2
    back, size = places, max(plan.size for plan in plans)
    if river := bool(game.deal.sides) and not locked and size < MANY:
        places = [side.order for side in game.deal.sides]
        back = [order.argsort() for order in places]
    states = []
    for p, (plan, place) in enumerate(zip(plans, places, strict=True)):
        start = game.to_behaviour(p, plan).astype(kind), plan, game.closed[p]
        played, plan, closed = (np.ascontiguousarray(part[place].T) for part in start)
        states.append((played, np.zeros_like(plan), plan, np.zeros_like(plan), closed))
    numbers = _numbers(rule, looks[-1], TINY[kind], TINY[kind] * game.tree.unit)
    for look in looks:
        while n < look:
            count = min(1 + MANY // size if river else 1, look - n)
            rows = np.array([*itertools.islice(numbers, count)], kind)
            if river:
                _play(rows, part, game._payers[kind], tuple(states), nodes)
            for p, sign in () if river else ((0, 1), (1, -1)):
                values = game.bare_values(p, states[1 - p][2].T).T
                values *= sign
                noise = kind.type(part * largest(values))
                by_hands(_match_regrets, [values], states[p], nodes[p], locked, noise, rows[0])
            n += count
            yield n, [state[3].T[place] for state, place in zip(states, back, strict=True)]


def _numbers(rule: Callable, iterations: int, *tiny: float) -> Iterator[tuple[float, ...]]:
    """What `_match_regrets` needs to know in each iteration."""
    weight = 0.0
    for n in itertools.count(1):
        above, below, power, predict = rule(n / iterations)
        weight = weight * (1 - 1 / n) ** power + 1
        yield *tiny, _discount(n - 1, above), _discount(n - 1, below), predict, 1 / weight


def _discount(n: int, power: float) -> float:
    """``n ** power / (n ** power + 1)``, where that has a limit too."""
    if n == 0 or abs(power) == inf:
        return float(power > 0)
    return 1 / (1 + float(n) ** -power)


@compiled
def _match_regrets(
    values: np.ndarray,
    state: tuple,
    nodes: np.ndarray,
    locked: bool,
    noise: float,
    numbers: np.ndarray,
    start: int,
    stop: int,
) -> None:
    """Add what each action has gained to its discounted regret; match the strategy; average it.

    A row for each sequence, a column for each hand. Where a lock decides all actions are taken.
    """
    behaviour, regrets, plan, average, closed = state
    tiny, least, above, below, predict, step = numbers
    zero, one = tiny - tiny, tiny / tiny  # in the arrays' precision, as all numbers given are
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
                regret = regret if abs(regret) > least else zero
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
                reach = reach if reach > tiny else zero
                here[hand] = reach
                moved = mean[hand] + step * (reach - mean[hand])
                mean[hand] = moved if moved > tiny else zero


@compiled
def _play(numbers: np.ndarray, part: float, payers: tuple, states: tuple, nodes: tuple) -> None:
    """Iterations on a river, for each of which there is a row of numbers."""
    both = np.empty_like(states[0][0]), np.empty_like(states[1][0])
    for row in numbers:
        for player, values in enumerate(both):
            pay(values, states[1 - player][2], payers[player])
            noise = part * largest(values) if part else part
            state, hands = states[player], values.shape[1]
            _match_regrets(values, state, nodes[player], False, noise, row, 0, hands)
