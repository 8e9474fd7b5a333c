"""Plans for the one-round game that are easy to remember, because they do not mix.

A pure plan takes one action with each hand, a call or a raise. With blinds of 1 and 2 a fold is
never better in hold'em; with smaller ones it may be. A plan's guarantee is a sum of integers. So
:func:`search`, which changes one hand at a time or exchanges two, works in integers and finds the
same plan on every machine.

The game must be a :func:`pokerlab.betting.one_round` with a call and without reraises; any other is
a ValueError.
"""

from fractions import Fraction

import numpy as np

from pokerlab._compiled import compiled
from pokerlab._support.arguments import brief, read_items, refusal, require_count
from pokerlab.certificates import certify
from pokerlab.exact_payoffs import integer_matrices
from pokerlab.games import Game, require_game
from pokerlab.integers import over_common_denominator
from pokerlab.sequence_form import read_plan
from pokerlab.solvers import interior_point

__all__ = ["exact_guarantee", "plan_of", "search"]

# What a change may lose at first, in chips, which is little beside the blinds; later ones may lose
# ever less.
_LOSS_ALLOWED_AT_FIRST = 1e-4
_TIE_TOLERANCE = 1e-3  # Probabilities closer to each other than this may differ by rounding only.
_SEARCH_SEED = np.uint64(88172648117761013)  # Of the search's random numbers; any would do.


def plan_of(game: Game, choice: np.ndarray) -> np.ndarray:
    """Return the plan that plays one action with each hand, numbered as call, raise, raise, ..."""
    most, choice = len(_stakes(game)) - 1, read_items("choice", choice)
    made = np.zeros(game.shape(0))
    allowed = np.isin(choice, range(most + 1)) & (choice.dtype.kind in "iu")
    if choice.shape != (len(made),) or not allowed.all():
        needed = f"{len(made)} integers from 0 to {most}"
        raise refusal("choice", brief(choice.tolist()), needed)
    made[:, 0] = made[np.arange(len(made)), 2 + choice] = 1  # after the start and a fold
    return read_plan("plan", game, 0, made)


def exact_guarantee(game: Game, choice: np.ndarray) -> Fraction:
    """Return what such a plan guarantees, exactly: its security level.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> exact_guarantee(Game(deals.numbers(3), betting.one_round([0, 4])), np.array([0, 1, 1]))
    Fraction(-2, 9)
    """
    return certify(game, (plan_of(game, choice), game.uniform(1))).lower


def search(game: Game, steps: int = 10_000_000) -> np.ndarray:
    """Search for a good plan that never mixes, by threshold accepting.

    It begins with what each hand does most often in the optimum; the first, if several tie to
    within a thousandth. So many ``steps`` change it (G. Dueck and T. Scheuer, Threshold
    accepting, 1990). What might not fit into 64 bits is a ValueError.

    Returns
    -------
    ndarray of int, shape (hands,)
        The choice of each hand, as `plan_of` takes it.
    """
    amounts = _stakes(game)
    require_count("steps", steps)
    matrices = integer_matrices(game.deal)
    stakes, denominator = over_common_denominator(amounts)
    # No sum or difference in the search is larger than the first of these.
    if 16 * max(stakes) * int(matrices.prior.sum()) >= 2**63:
        raise ValueError(f"game: {game!r} given, too much for 64 bits")
    played = interior_point.solve(game, tolerance=1e-7).plans[0][:, 2:]
    choice = (played > played.max(axis=1, keepdims=True) - _TIE_TOLERANCE).argmax(axis=1)
    taken = plan_of(game, choice)[:, 2:].T.astype(np.int64)
    stakes = stakes.astype(np.int64)
    prior, net_wins = matrices.prior.astype(np.int64), matrices.net_wins.astype(np.int64)
    # What each action leaves with each hand of Bob's if he folds or calls.
    fold, call = stakes[0] * taken @ prior, stakes[:, None] * (taken @ net_wins)
    worth = np.minimum(fold, call).sum(axis=1)
    worth[0] = call[0].sum()  # Bob has no answer to a call
    allowed = int(_LOSS_ALLOWED_AT_FIRST * denominator / matrices.unit)
    return _search(stakes, choice, worth, prior, net_wins, fold, call, steps, allowed)


def _stakes(game: Game) -> list[Fraction]:
    """Return what each player stakes if Alice calls, and if Bob calls each of her raises."""
    require_game(game)
    actions, replies = (names[1:] for names in game.tree.sequences)
    expected = [f"{action}, {reply}" for action in actions[2:] for reply in ("fold", "call")]
    if actions[:2] != ("fold", "call") or [*replies] != expected:
        needed = "one_round with a call and without reraises"
        raise refusal("game", repr(game.tree.name), needed)
    # Terminals are a fold, a call, and for each raise a fold and a call.
    return [terminal.stake for terminal in game.tree.terminals][1::2]


@compiled
def _search(
    stakes: np.ndarray,
    choice: np.ndarray,
    worth: np.ndarray,
    prior: np.ndarray,
    net_wins: np.ndarray,
    fold: np.ndarray,
    call: np.ndarray,
    steps: int,
    allowed: int,
) -> np.ndarray:
    """Change a choice step by step, and return the best one on the way.

    A step moves hand ``i`` from action ``a`` to ``b``, or exchanges it with hand ``j``. What each
    action is ``worth``, and what it leaves with Bob's hands if he ``fold``s or ``call``s, are kept
    up to date. The loss that is ``allowed`` shrinks after every thousand steps: with ``m`` thousand
    of them, from ``m / (m + 1)`` of it towards 0, rounded down.
    """
    best, hands = choice.copy(), len(choice)
    current = most = worth.sum()
    state = _SEARCH_SEED
    dealt, shown, earned = prior[0].copy(), net_wins[0].copy(), np.zeros(2, np.int64)
    columns = len(dealt)
    for step in range(steps):
        # A random number (G. Marsaglia, Xorshift RNGs, 2003), from which all choices are drawn.
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        drawn = np.int64(state >> np.uint64(2))
        i, drawn = drawn % hands, drawn // hands
        exchange, drawn = drawn % 4 == 0, drawn // 4
        j = drawn % hands
        a = choice[i]
        b = choice[j] if exchange else drawn % len(stakes)
        if a == b:
            continue
        for k in range(columns):
            dealt[k] = prior[i, k] - (prior[j, k] if exchange else 0)
            shown[k] = net_wins[i, k] - (net_wins[j, k] if exchange else 0)
        # What both actions earn when these rows leave the first and join the second.
        for side, (action, sign) in enumerate(((a, -1), (b, 1))):
            stake, total = sign * stakes[action], np.int64(0)
            for k in range(columns):
                called = call[action, k] + stake * shown[k]
                folded = fold[action, k] + sign * stakes[0] * dealt[k]
                total += min(folded, called) if action > 0 else called
            earned[side] = total
        gained = earned[0] + earned[1] - worth[a] - worth[b]
        if gained < -(allowed * ((steps - step) // 1000) // (steps // 1000 + 1)):
            continue
        worth[a], worth[b] = earned[0], earned[1]
        for action, sign in ((a, -1), (b, 1)):
            for k in range(columns):
                fold[action, k] += sign * stakes[0] * dealt[k]
                call[action, k] += sign * stakes[action] * shown[k]
        choice[i] = b
        if exchange:
            choice[j] = a
        current += gained
        if current > most:
            most, best = current, choice.copy()
    return best
