"""Plans for the one-round game that are easy to remember, because they do not mix.

A pure plan takes one action with each hand, a call or a raise. With blinds of 1 and 2 a fold is
never better in hold'em, with smaller ones it may be.
A plan's guarantee is a sum of integers. So :func:`search`, which changes one hand at a time or
exchanges two, works in integers and finds the same plan on every machine.

The game must be a :func:`pokerlab.betting.one_round` with a call and without reraises; any other is
a ValueError.
"""

import reprlib
from fractions import Fraction

import numpy as np

from pokerlab._foundations import check_count
from pokerlab._threads import compiled
from pokerlab.certificates import certify
from pokerlab.exact_payoffs import integer_matrices
from pokerlab.games import Game, check_game
from pokerlab.integers import over_common_denominator
from pokerlab.solvers import interior_point

ALLOWED = 1e-4  #: What a change may lose at first, chips; later ones may lose ever less.
EVEN = 1e-3  #: Probabilities closer to each other than this may differ by rounding only.


def plan(game: Game, choice: np.ndarray) -> np.ndarray:
    """The plan that plays one action with each hand, numbered as call, raise, raise, ..."""
    most, choice, found = len(_amounts(game)) - 1, np.asarray(choice), np.zeros(game.shape(0))
    is_place = np.isin(choice, range(most + 1)) & (choice.dtype.kind in "iu")
    if choice.shape != found[:, 0].shape or not is_place.all():
        given = f"{reprlib.repr(choice.tolist())} given, {len(found)} integers"
        raise ValueError(f"choice: {given} from 0 to {most} needed")
    found[:, 0] = found[np.arange(len(found)), 2 + choice] = 1
    return game.check_plan(0, found)


def guarantee(game: Game, choice: np.ndarray) -> Fraction:
    """What a `plan` guarantees, exactly: its security level.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> guarantee(Game(deals.numbers(3), betting.one_round([0, 4])), np.array([0, 1, 1]))
    Fraction(-2, 9)
    """
    return certify(game, (plan(game, choice), game.uniform(1))).lower


def search(game: Game, steps: int = 10_000_000) -> np.ndarray:
    """A good `plan` that never mixes, by threshold accepting (Dueck and Scheuer, 1990).

    It begins with what each hand does most often in the optimum; the first, if several tie to
    within `EVEN`. So many `steps` change it. What might not fit into 64 bits is a ValueError.
    """
    amounts = _amounts(game)
    check_count("steps", steps)
    unit, prior, payoff, _ = integer_matrices(game.deal)
    stakes, scale = over_common_denominator(amounts)
    # No sum or difference in the search is larger than the first of these.
    if 16 * max(stakes) * int(prior.sum()) >= 2**63:
        raise ValueError(f"game: {game!r} given, too much for 64 bits")
    played = interior_point.solve(game, 1e-7).plans[0][:, 2:]
    choice = (played > played.max(axis=1, keepdims=True) - EVEN).argmax(axis=1)
    taken = plan(game, choice)[:, 2:].T.astype(np.int64)
    stakes, prior, payoff = (array.astype(np.int64) for array in (stakes, prior, payoff))
    # What each action leaves with each hand of Bob's if he folds or calls.
    left = stakes[0] * taken @ prior, stakes[:, None] * (taken @ payoff)
    worth = np.minimum(*left).sum(axis=1)
    worth[0] = left[1][0].sum()  # a call is not answered
    loss = int(ALLOWED * scale / unit)
    return _search(stakes, choice, worth, prior, payoff, *left, steps, loss)


def _amounts(game: Game) -> list[Fraction]:
    """What a call, and a call of each raise, is about."""
    check_game(game)
    openings, answers = (names[1:] for names in game.tree.sequences)
    expected = [f"{opening}, {answer}" for opening in openings[2:] for answer in ("fold", "call")]
    if openings[:2] != ("fold", "call") or [*answers] != expected:
        needed = "one_round with a call and without reraises needed"
        raise ValueError(f"game: {game.tree.name!r} given, {needed}")
    return [end.amount for end in game.tree.terminals][1::2]


@compiled
def _search(
    stakes: np.ndarray,
    choice: np.ndarray,
    worth: np.ndarray,
    prior: np.ndarray,
    payoff: np.ndarray,
    fold: np.ndarray,
    call: np.ndarray,
    steps: int,
    allowed: int,
) -> np.ndarray:
    best, hands = choice.copy(), len(choice)
    current = most = worth.sum()
    state = np.uint64(88172648117761013)  # any seed would do
    dealt, shown, earned = prior[0].copy(), payoff[0].copy(), np.zeros(2, np.int64)
    columns = len(dealt)
    for step in range(steps):
        state ^= state << np.uint64(13)  # G. Marsaglia, Xorshift RNGs, 2003
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
            shown[k] = payoff[i, k] - (payoff[j, k] if exchange else 0)
        # What both actions earn when these rows leave the first and join the second.
        for n, (action, sign) in enumerate(((a, -1), (b, 1))):
            stake, total = sign * stakes[action], np.int64(0)
            for k in range(columns):
                called = call[action, k] + stake * shown[k]
                folded = fold[action, k] + sign * stakes[0] * dealt[k]
                total += min(folded, called) if action > 0 else called
            earned[n] = total
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
