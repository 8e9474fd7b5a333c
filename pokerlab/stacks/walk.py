"""A walk over stacks: one player decides, hand after hand, until he has no chips or all of them.

A *situation* is his chips and the blind that he posts next; its index is ``2 * chips + blind``,
with 0 for the small blind and 1 for the big one. Both players' chips together are `total_chips`. In
each situation he gets a hand, and folds it or plays it, which puts all his chips in. One of five
outcomes follows: his fold, the other player's fold, or a showdown that he wins, ties or loses.
Against a fixed strategy of the other player this is a Markov decision process, which policy
iteration solves (R. Howard, *Dynamic Programming and Markov Processes*, 1960), with a proven bound
on the error.

A `strategy` is an array (total_chips + 1, 2, hands): whether, or how likely, he plays each hand.
Values, such as the probability of winning the match, are arrays (total_chips + 1, 2), with a number
for each situation. What happens in a hand are arrays (total_chips - 1, 2, ...), from 1 chip on, as
no hand is dealt once the match is over.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import sparse

from pokerlab._support.arguments import read_floats, read_probability_array, refusal, require_count
from pokerlab.policy_iteration import factorise

__all__ = [
    "FOLDED",
    "LOST",
    "STOLEN",
    "TIED",
    "WON",
    "ChipTransfers",
    "Walk",
    "best_response_values",
    "bound_error",
    "chip_transfers",
    "expected_hands",
    "read_broadcast_strategy",
    "require_blinds",
    "win_probability",
]

#: The five outcomes of a hand, as indices: the player folds; the other one does; a showdown.
FOLDED, STOLEN, WON, TIED, LOST = range(5)

# A hand is switched between fold and play for a gain of more than this times the largest value,
# and times the probability that the switch moves. A smaller gain is rounding.
_MIN_RELATIVE_GAIN = 1e-13
# Below this many situations it is faster to solve all equations at once.
_FEW_SITUATIONS = 1200
# After this many untied showdowns all equations are solved at once: too few of them end a match.
_MAX_SHOWDOWNS = 500
_MATCH_IS_OVER = 1e-16  # A smaller probability that a match still goes on counts as 0.
# Matches that last this many hands count as endless: floats keep too few digits of their values.
_TOO_MANY_HANDS = 1e8
_ENDLESS = "strategy: a match may go on for ever"


class ChipTransfers(NamedTuple):
    """Where the outcomes of a hand lead in an unfinished match, and where there is no choice."""

    successors: np.ndarray  #: (total_chips - 1, 2, 5) the situation after each outcome.
    #: (total_chips - 1, 2) whether the player's blind takes all of the shorter stack, and leaves no
    #: choice.
    forced: np.ndarray


class Walk(NamedTuple):
    """How likely each outcome is in each situation of an unfinished match, and where it leads."""

    successors: np.ndarray  #: (total_chips - 1, 2, 5) the situation after each outcome.
    folding: np.ndarray  #: (..., 5) the probabilities of the outcomes if every hand is folded.
    #: (..., 5, hands) the change of these probabilities by playing a hand.
    added_by_playing: np.ndarray

    def outcome_probabilities(self, strategy: np.ndarray) -> np.ndarray:
        """Return the probabilities of the outcomes, (total_chips - 1, 2, 5), with a strategy."""
        # Here and below "m" is an outcome, and "h" a hand.
        return self.folding + np.einsum("...mh,...h->...m", self.added_by_playing, strategy[1:-1])

    def increments(self, values: np.ndarray) -> np.ndarray:
        """Return the growth of a value with each outcome, (total_chips - 1, 2, 5)."""
        return values.ravel()[self.successors] - values[1:-1, :, None]

    def gains(self, values: np.ndarray) -> np.ndarray:
        """Return the gain in mean value by playing each hand, (total_chips - 1, 2, hands)."""
        return np.einsum("...mh,...m->...h", self.added_by_playing, self.increments(values))


def read_broadcast_strategy(
    name: str, strategy: np.ndarray | float, shape: tuple[int, ...]
) -> np.ndarray:
    """Return a strategy broadcast to its full shape.

    It is a ValueError if that is impossible, or if a number is no probability.
    """
    numbers = read_floats(name, strategy)
    try:
        full = np.array(np.broadcast_to(numbers, shape))
    except ValueError:
        needed = f"one that broadcasts to {shape}"
        raise refusal(name, f"shape {numbers.shape}", needed) from None
    return read_probability_array(name, full, shape)


def require_blinds(small_blind: int, big_blind: int) -> None:
    """Refuse blinds that are no positive integers, or a small one above the big one."""
    require_count("small_blind", small_blind)
    require_count("big_blind", big_blind)
    if small_blind > big_blind:
        raise refusal("small_blind", small_blind, f"1 to big_blind={big_blind}")


def chip_transfers(total_chips: int, small_blind: int, big_blind: int) -> ChipTransfers:
    """Return where chips go in a match over `total_chips`, both players' together.

    A blind never takes more than the shorter stack. Blinds that `require_blinds` refuses are a
    ValueError.
    """
    require_blinds(small_blind, big_blind)
    stack = np.arange(1, total_chips)[:, None]
    at_stake = np.minimum(stack, total_chips - stack)
    blinds = [min(small_blind, total_chips), min(big_blind, total_chips)]
    posted = np.minimum(blinds, at_stake)
    change = np.zeros((total_chips - 1, 2, 5), int)
    change[..., FOLDED] = -posted
    change[..., STOLEN] = posted[:, ::-1]  # what the other player has posted
    change[..., WON] = at_stake
    change[..., LOST] = -at_stake
    next_blind = np.array([[1], [0]])  # the blinds alternate
    successors = 2 * (stack[..., None] + change) + next_blind
    return ChipTransfers(successors, posted == at_stake)


def win_probability(walk: Walk, strategy: np.ndarray) -> np.ndarray:
    """Return the probability of winning the match with a strategy, (total_chips + 1, 2)."""
    return _expected_total(walk, strategy, per_hand=0.0, if_won=1.0)


def expected_hands(walk: Walk, strategy: np.ndarray) -> np.ndarray:
    """Return the mean number of hands until the match is over, (total_chips + 1, 2)."""
    return _expected_total(walk, strategy, per_hand=1.0, if_won=0.0)


def _expected_total(walk: Walk, strategy: np.ndarray, per_hand: float, if_won: float) -> np.ndarray:
    """Return the mean earnings of a strategy, (total_chips + 1, 2), if hands and a won match pay.

    Until the next untied showdown stacks change by blinds only, so the equations have a narrow band
    and are solved at once. Each untied showdown may end the match, so going on from one to the next
    converges. If many of them never end it, all equations are solved at once.
    """
    situations = np.arange(2 * (len(walk.successors) + 2)).reshape(-1, 2)
    size = situations.size
    pays: np.ndarray = np.full(size, per_hand)
    pays[situations[0]] = 0.0
    pays[situations[-1]] = if_won
    probabilities = walk.outcome_probabilities(strategy)
    by_blinds = _transition(walk, probabilities, [FOLDED, STOLEN, TIED])
    by_showdown = _transition(walk, probabilities, [WON, LOST])
    band = (sparse.eye_array(size) - by_blinds).tocsc()
    values: np.ndarray
    if size >= _FEW_SITUATIONS:
        until_showdown = factorise(band, _ENDLESS, permc_spec="NATURAL")
        values, going_on = np.zeros(size), np.ones(size)
        for _ in range(_MAX_SHOWDOWNS):
            right = np.column_stack([pays + by_showdown @ values, by_showdown @ going_on])
            values, going_on = until_showdown.solve(right).T
            if going_on.max() < _MATCH_IS_OVER:
                return values.reshape(situations.shape)
    whole_match = factorise(band - by_showdown, _ENDLESS)
    hands_left = whole_match.solve(np.ones(size))
    if not abs(hands_left).max() < _TOO_MANY_HANDS:
        raise ArithmeticError(_ENDLESS)
    values = whole_match.solve(pays).reshape(situations.shape)
    return values


def _transition(walk: Walk, probabilities: np.ndarray, outcomes: list[int]) -> sparse.csc_array:
    """Return the transition matrix of some outcomes; rows of finished matches are empty."""
    size = 2 * (len(walk.successors) + 2)
    rows = np.arange(2, size - 2).repeat(len(outcomes))
    columns = walk.successors[..., outcomes].ravel()
    return sparse.csc_array((probabilities[..., outcomes].ravel(), (rows, columns)), (size, size))


def best_response_values(
    walk: Walk,
    strategy: np.ndarray,
    evaluate: Callable[[Walk, np.ndarray], np.ndarray] = win_probability,
) -> np.ndarray:
    """Return the largest values of all strategies, (total_chips + 1, 2).

    They are found by policy iteration from a `strategy` of bools on, or what broadcasts to one.
    They maximise the result of `evaluate`: `win_probability` or `expected_hands`. Hands are
    switched one by one in each situation, so this is far smaller than the same match in
    :mod:`pokerlab.policy_iteration`, where a hand in a situation is a state.
    """
    least_gain = _MIN_RELATIVE_GAIN * abs(walk.added_by_playing).sum(axis=-2)
    shape = len(walk.successors) + 2, 2, walk.added_by_playing.shape[-1]
    strategy = np.array(np.broadcast_to(strategy, shape))
    best_total = -np.inf
    while True:
        values = evaluate(walk, strategy)
        total = values.sum()
        gains = walk.gains(values)
        gain_of_switching = np.where(strategy[1:-1], -gains, gains)
        switch = gain_of_switching > least_gain * abs(values).max()
        if not (switch.any() and total > best_total):
            return values
        strategy[1:-1] = np.where(switch, ~strategy[1:-1], strategy[1:-1])
        best_total = total


def bound_error(walk: Walk, win: np.ndarray, strategy: np.ndarray) -> np.ndarray:
    """Return a proven bound on how far `win` is from a best response's, (total_chips + 1, 2).

    Rounding is included. Let `longest` be the greatest expected number of hands still to come,
    found by policy iteration from a `strategy` on; it falls by at least `falls` in each hand. If a
    hand of best moves changes `win` by at most `residual`, adding
    ``residual / falls * longest`` to it, or subtracting that, bounds the solution of Bellman's
    equation, apart from what `win` misses when the match is over. The bound is infinite if
    `falls` is not proven to be above 0.
    """
    longest = best_response_values(walk, strategy, expected_hands)
    change, rounding = _residual(walk, win)
    residual = (abs(change) + rounding).max()
    change, rounding = _residual(walk, longest)
    falls = -(change + rounding).max()
    if not (falls > 0 and (longest >= 0).all()):
        return np.full(win.shape, np.inf)
    at_end = max(abs(win[0]).max(), abs(win[-1] - 1).max())
    rounded_up = 1 + 1e-15  # for the four operations of the formula
    return (residual / falls * longest + at_end) * rounded_up


def _residual(walk: Walk, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the change of the mean value by a hand of best moves, and a bound on the rounding.

    Each term of the sum goes through at most ``2 * hands + 30`` operations, with a relative error
    of half an epsilon each.
    """
    increments, gains = walk.increments(values), walk.gains(values)
    change = (walk.folding * increments).sum(axis=-1) + np.maximum(gains, 0).sum(axis=-1)
    size = (walk.folding * abs(increments)).sum(axis=-1)
    size += np.einsum("...mh,...m->...", abs(walk.added_by_playing), abs(increments))
    return change, (gains.shape[-1] + 15) * np.finfo(float).eps * size
