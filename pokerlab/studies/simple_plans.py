"""Plans for the one-round game that are easy to remember, because they do not mix.

A pure plan takes one action with each hand, a call or a raise. With blinds of 1 and 2 a fold is
never better in hold'em; with smaller ones it may be. A plan's guarantee is a sum of integers. So
:func:`find_choice`, which changes one hand at a time or exchanges two, works in integers and finds
the same plan on every machine.

The game must be a :func:`pokerlab.betting.one_round` with a call and without reraises; any other is
a ValueError.
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pokerlab._compiled import compiled, njit_helper
from pokerlab._support.arguments import read_items, refusal, require_count, short_repr
from pokerlab.certificates import certify
from pokerlab.exact_payoffs import integer_matrices
from pokerlab.games import Game, require_game
from pokerlab.integers import over_common_denominator
from pokerlab.solvers import interior_point

__all__ = ["exact_guarantee", "find_choice", "plan_of"]

# The most that a change may lose at first, in chips, which is little beside the blinds; later ones
# may lose ever less.
_LOSS_ALLOWED_AT_FIRST = 1e-4
_TIE_TOLERANCE = 1e-3  # Probabilities closer to each other than this may differ by rounding only.
_SEARCH_SEED = np.uint64(88172648117761013)  # Of the search's random numbers; any would do.


def plan_of(game: Game, choice: np.ndarray) -> np.ndarray:
    """Return the plan that plays one action with each hand, numbered as call, raise, raise, ..."""
    most, choice = len(_stakes(game)) - 1, read_items("choice", choice)
    plan = np.zeros(game.shape(0))
    hands = np.arange(len(plan))
    is_action = np.isin(choice, range(most + 1)) & (choice.dtype.kind in "iu")
    if choice.shape != hands.shape or not is_action.all():
        needed = f"{len(hands)} integers from 0 to {most}"
        raise refusal("choice", short_repr(choice.tolist()), needed)
    plan[:, 0] = 1
    plan[hands, 2 + choice] = 1  # sequences 0 and 1 are the start and a fold
    return game.sequence_form.read_plan("plan", 0, plan)


def exact_guarantee(game: Game, choice: np.ndarray) -> Fraction:
    """Return the exact guarantee of such a plan: its security level.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> exact_guarantee(Game(deals.numbers(3), betting.one_round([0, 4])), np.array([0, 1, 1]))
    Fraction(-2, 9)
    """
    return certify(game, (plan_of(game, choice), game.uniform(1))).lower


def find_choice(game: Game, steps: int = 10_000_000) -> np.ndarray:
    """Search for a good plan that never mixes, by threshold accepting.

    It begins with each hand's most frequent action in the optimum; the first, if several tie to
    within a thousandth. So many ``steps`` change it (G. Dueck and T. Scheuer, Threshold accepting,
    1990).

    Returns
    -------
    ndarray of int, shape (hands,)
        The choice of each hand, as `plan_of` takes it.

    Raises
    ------
    ValueError
        If sums of payments might not fit into 64 bits.
    """
    amounts = _stakes(game)
    require_count("steps", steps)
    matrices = integer_matrices(game.deal)
    stakes, denominator = over_common_denominator(amounts)
    # Every sum and difference in the search is below this product.
    if 16 * max(stakes) * int(matrices.prior.sum()) >= 2**63:
        raise ValueError(f"game: {game!r} given, too much for 64 bits")
    probabilities = interior_point.solve(game, tolerance=1e-7).plans[0][:, 2:]
    likeliest = probabilities.max(axis=1, keepdims=True)
    choice = (probabilities > likeliest - _TIE_TOLERANCE).argmax(axis=1)
    is_chosen = plan_of(game, choice)[:, 2:].T.astype(np.int64)
    in_integers = (stakes, matrices.prior, matrices.net_wins)
    payoffs = _Payoffs(*(array.astype(np.int64) for array in in_integers))
    fold = payoffs.stakes[0] * is_chosen @ payoffs.prior
    call = payoffs.stakes[:, None] * (is_chosen @ payoffs.net_wins)
    worth = np.minimum(fold, call).sum(axis=1)
    worth[0] = call[0].sum()  # Bob has no answer to a call
    allowed = int(_LOSS_ALLOWED_AT_FIRST * denominator / matrices.probability_unit)
    return _search(payoffs, _PurePlan(choice, worth, fold, call), steps, allowed)


def _stakes(game: Game) -> list[Fraction]:
    """Return the stakes of each player if Alice calls, and if Bob calls each of her raises."""
    require_game(game)
    actions, replies = (names[1:] for names in game.tree.sequence_names)
    expected = [f"{action}, {reply}" for action in actions[2:] for reply in ("fold", "call")]
    if actions[:2] != ("fold", "call") or [*replies] != expected:
        needed = "one_round with a call and without reraises"
        raise refusal("game", repr(game.tree.name), needed)
    # These are the showdowns, in order; all other terminals are folds.
    return [terminal.stake for terminal in game.tree.terminals if terminal.is_showdown]


class _Payoffs(NamedTuple):
    """The payoffs of a game in integers of 64 bits."""

    stakes: np.ndarray  #: (actions,), as `_stakes`.
    prior: np.ndarray  #: (hands, Bob's hands), as in `pokerlab.exact_payoffs.IntegerMatrices`.
    net_wins: np.ndarray  #: (hands, Bob's hands)


class _PurePlan(NamedTuple):
    """A pure plan, and its consequences; all of it changes in place."""

    choice: np.ndarray  #: (hands,): the action of each.
    worth: np.ndarray  #: (actions,): Alice's earnings by each against Bob's best answers.
    fold: np.ndarray  #: (actions, Bob's hands): the same against each of his hands if he folds.
    call: np.ndarray  #: (actions, Bob's hands): the same if he calls.


class _Rows(NamedTuple):
    """The rows of the hand that a step moves; where it exchanges two hands, their difference."""

    prior: np.ndarray  #: (Bob's hands,)
    net_wins: np.ndarray  #: (Bob's hands,)


@compiled
def _search(payoffs: _Payoffs, plan: _PurePlan, steps: int, allowed: int) -> np.ndarray:
    """Change a plan step by step, and return the best choice on the way.

    A step moves a hand to another action, or exchanges it with a hand of that action. The loss that
    is ``allowed`` shrinks after every thousand steps: with ``m`` thousand of them, from
    ``m / (m + 1)`` of it towards 0, rounded down.
    """
    choice, worth = plan.choice, plan.worth
    best, hands, actions = choice.copy(), len(choice), len(worth)
    current = most = worth.sum()
    random_state = _SEARCH_SEED
    rows = _Rows(np.empty_like(payoffs.prior[0]), np.empty_like(payoffs.net_wins[0]))
    for step in range(steps):
        random_state = _next_random(random_state)
        random = np.int64(random_state >> np.uint64(2))  # from which all choices are drawn
        hand, random = random % hands, random // hands
        exchange, random = random % 4 == 0, random // 4
        other_hand = random % hands
        action_before = choice[hand]
        action_after = choice[other_hand] if exchange else random % actions
        if action_before == action_after:
            continue
        for column in range(len(rows.prior)):
            rows.prior[column] = payoffs.prior[hand, column]
            rows.net_wins[column] = payoffs.net_wins[hand, column]
            if exchange:
                rows.prior[column] -= payoffs.prior[other_hand, column]
                rows.net_wins[column] -= payoffs.net_wins[other_hand, column]
        worth_before = _worth_with(payoffs, plan, action_before, -1, rows)
        worth_after = _worth_with(payoffs, plan, action_after, 1, rows)
        gained = worth_before + worth_after - worth[action_before] - worth[action_after]
        thousands, thousands_left = steps // 1000, (steps - step) // 1000
        if gained < -(allowed * thousands_left // (thousands + 1)):
            continue
        worth[action_before], worth[action_after] = worth_before, worth_after
        _add_rows(payoffs, plan, action_before, -1, rows)
        _add_rows(payoffs, plan, action_after, 1, rows)
        choice[hand] = action_after
        if exchange:
            choice[other_hand] = action_before
        current += gained
        if current > most:
            most, best = current, choice.copy()
    return best


@njit_helper
def _next_random(state: np.uint64) -> np.uint64:
    """Return the random number after another one (G. Marsaglia, Xorshift RNGs, 2003)."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@njit_helper
def _worth_with(
    payoffs: _Payoffs, plan: _PurePlan, action: np.int64, sign: int, rows: _Rows
) -> np.int64:
    """Return the worth of an action once rows join it or, with a sign of -1, leave it."""
    stake, total = sign * payoffs.stakes[action], np.int64(0)
    for column in range(len(rows.prior)):
        if_he_calls = plan.call[action, column] + stake * rows.net_wins[column]
        if_he_folds = plan.fold[action, column] + sign * payoffs.stakes[0] * rows.prior[column]
        total += min(if_he_folds, if_he_calls) if action > 0 else if_he_calls
    return total


@njit_helper
def _add_rows(payoffs: _Payoffs, plan: _PurePlan, action: np.int64, sign: int, rows: _Rows) -> None:
    """Let rows join an action or, with a sign of -1, leave it."""
    for column in range(len(rows.prior)):
        plan.fold[action, column] += sign * payoffs.stakes[0] * rows.prior[column]
        plan.call[action, column] += sign * payoffs.stakes[action] * rows.net_wins[column]
