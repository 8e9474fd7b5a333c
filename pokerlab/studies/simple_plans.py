"""Plans for the one-round game that are easy to remember: few sizes of raise, and no mixing.

*Few sizes* (:func:`best_sizes`). There are more lists of sizes than one cares to solve. But
whatever Bob does bounds the worth of every list: it is at most what the hands of Alice earn, each
by its best action. So solve one list; let Bob answer the other sizes by mixtures of his answers to
their neighbours, as in :mod:`pokerlab.studies.any_raise`; strike out the lists that earn too little
against that; and go on with the most promising of the rest, until none is left.

*No mixing.* A pure plan takes one action with each hand, a call or a raise; with hold'em a fold is
never better. What it guarantees is a sum of integers. So :func:`search` changes one hand at a time,
or exchanges two, in integers, and finds the same plan on every machine: a bound from below.
:func:`bound` is one from above, by branch and bound. A linear program over the mixed plans names
good answers for Bob. Where its optimum mixes, the plans are split in two, those in which a hand
raises by more than some size, and the others, and Bob may answer each half in its own way; actions
that lose too much against him are struck out. However the program came by his answers, the bound is
added up from them hand by hand.

The game is a :func:`pokerlab.betting.one_round` with a call and without reraises, any other a
ValueError.
"""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import combinations

import numpy as np
from scipy.sparse import csc_array

from pokerlab import betting
from pokerlab._foundations import check_count, compiled
from pokerlab.amounts import Amount, parse_amount
from pokerlab.games import Game, Plan, check_game
from pokerlab.solvers import _program, exact, interior_point

TOLERANCE = 2e-6  #: How far a game's bounds may be apart when sizes are compared, chips.
MARGIN = 1e-5  #: How much better than the sizes found others may be, chips.
TORN = 700  #: In how many answers Bob may react to a split at most; in the others he keeps to one.
SCALE = 1000.0  #: What is a chip to HiGHS, whose tolerances are absolute.
MIXED = 1e-6  #: A hand of which the program mixes less than this does not mix: HiGHS rounds.
EVEN = 1e-3  #: Probabilities that are nearer to each other than this may differ by rounding only.


def best_sizes(
    game: Game, count: int, first: Sequence[Amount]
) -> tuple[tuple[Fraction, ...], float, int]:
    """Which ``count`` of a game's raises are worth most to Alice.

    No list is worth more than the one found by more than `MARGIN`. A game that cannot be solved to
    within `TOLERANCE` is an ArithmeticError.

    Parameters
    ----------
    first : sequence of amounts
        The list to look at first, increasing: a good guess saves work. Of lists that are as good,
        to within `TOLERANCE`, the first is the one found.

    Returns
    -------
    tuple
        The list, what Alice guarantees with it, and how many games were solved.
    """
    small, (big, *stakes) = _amounts(game)
    sizes, amounts = [stake - big for stake in stakes], np.array([big, *stakes], float)
    found, worth, solved = tuple(parse_amount("first", size) for size in first), -np.inf, 0
    if found not in (every := list(combinations(sizes, count))):
        raise ValueError(f"first: {first} given, {count} of the raises needed, increasing")
    bound = np.full(len(every), 1e9)
    bound[every.index(found)] = np.inf
    lists = np.array(list(combinations(range(1, 1 + len(sizes)), count)))
    while len(lists):
        at = bound.round(9).argmax()
        listed = tuple(sizes[j - 1] for j in lists[at])
        part = Game(game.deal, betting.one_round([0, *listed], small, big))
        solution = interior_point.solve(part, TOLERANCE)
        solved += 1
        if solution.width > TOLERANCE:
            raise ArithmeticError(f"{part.tree.name}: bounds {solution.width:.1e} apart")
        if solution.lower > worth + TOLERANCE:
            found, worth = listed, solution.lower
        known = amounts[[0, *lists[at]]]  # Alice's call is a raise by 0 that he always calls
        answers = np.hstack([solution.plans[1][:, :1], solution.plans[1][:, 2::2]])
        calls = np.array([np.interp(amounts[1:], known, answer) for answer in answers]).T
        earned = _earned(game, calls * np.minimum(1, known[-1] / amounts[1:, None]))
        best = earned[:2].max(axis=0)
        for places in lists.T:
            best = np.maximum(best, earned[1 + places])
        bound = np.minimum(bound, best.sum(axis=1))
        bound[at] = min(bound[at], solution.upper)
        left = bound > worth + MARGIN
        lists, bound = lists[left], bound[left]
    return found, worth, solved


def plan(game: Game, choice: np.ndarray) -> Plan:
    """The plan that plays one action with each hand, given as a place in call, raise, raise, ..."""
    most, choice, found = len(_amounts(game)[1]) - 1, np.asarray(choice), np.zeros(game.shape(0))
    is_place = np.isin(choice, range(most + 1)) & (choice.dtype.kind in "iu")
    if choice.shape != found[:, 0].shape or not is_place.all():
        given = f"{reprlib.repr(choice.tolist())} given, {len(found)} integers"
        raise ValueError(f"choice: {given} from 0 to {most} needed")
    found[:, 0] = found[np.arange(len(found)), 2 + choice] = 1
    return game.check_plan(0, found)


def guarantee(game: Game, choice: np.ndarray) -> Fraction:
    """What such a `plan` guarantees, exactly: its security level.

    Examples
    --------
    >>> from pokerlab import deals
    >>> guarantee(Game(deals.numbers(3), betting.one_round([0, 4])), np.array([0, 1, 1]))
    Fraction(-2, 9)
    """
    return exact.certify(game, (plan(game, choice), game.uniform(1))).lower


def search(
    game: Game,
    choice: np.ndarray | None = None,
    steps: int = 10_000_000,
    allowed: float = 1e-4,
    seed: int = 1,
) -> np.ndarray:
    """A good `plan` that never mixes, by threshold accepting (Dueck and Scheuer, 1990).

    Parameters
    ----------
    choice : array of int, optional
        The plan to begin with. If left out, what each hand does most often in the optimum, or the
        first of what it does as often to within `EVEN`.
    steps : int
        How many changes to try.
    allowed : float
        What a change may lose at first, chips; later ones may lose ever less.
    seed : int
        Another seed, another search.

    Numbers that might not fit into 64 bits are a ValueError.
    """
    check_count("steps", steps)
    if not allowed >= 0:
        raise ValueError(f"allowed: {allowed!r} given, at least 0 needed")
    if choice is None:
        played = interior_point.solve(game, 1e-7).plans[0][:, 2:]
        choice = (played > played.max(axis=1, keepdims=True) - EVEN).argmax(axis=1)
    taken = plan(game, choice)[:, 2:].T.astype(np.int64)
    unit, integers, _ = exact.integers(game.deal)
    stakes, scale = exact.over_one_denominator(_amounts(game)[1])
    # No sum or difference in the search is larger than the first of these.
    if 16 * max(stakes) * int(integers[0].sum()) >= 2**63:
        raise ValueError(f"game: {game!r} given, too much for 64 bits")
    stakes, prior, payoff = (array.astype(np.int64) for array in (stakes, *integers))
    # What each action leaves with each hand of Bob's if he folds or calls.
    left = stakes[0] * taken @ prior, stakes[:, None] * (taken @ payoff)
    loss = int(allowed * scale / unit)
    return _search(stakes, taken.argmax(axis=0), prior, payoff, *left, steps, loss, seed)


def bound(game: Game, known: float, nodes: int = 1000) -> tuple[float, int]:
    """How much a plan can guarantee at most that does not mix.

    Parameters
    ----------
    known : float
        What some plan guarantees, chips; it is returned if no plan is better.
    nodes : int
        After how many linear programs to stop, or one more: they come in pairs. The number of them
        is returned, too.
    """
    check_count("nodes", nodes)
    program = _Mixed(game, known)
    worth, *state = program.solve(program.allowed, np.inf)
    heap, solved = [(-worth, 0, state)], 1
    weights = game.deal.prior.sum(axis=1)
    while -heap[0][0] > known and solved < nodes:
        before, _, (allowed, x) = heap[0]
        doubt = weights * (1 - x.max(axis=1))
        hand = doubt.round(9).argmax()  # of those that are in doubt alike, the first
        if x[hand].max() > 1 - MIXED:
            break
        heappop(heap)
        cut = abs(x[hand].cumsum() - 0.5).round(9).argmin()
        for small in (True, False):
            part = allowed.copy()
            part[hand] &= (np.arange(part.shape[1]) <= cut) == small
            if part.any(axis=1).all():
                worth, *state = program.solve(part, -before)
                solved += 1
                heappush(heap, (-worth, solved, state))
    return float(max(known, -heap[0][0])), solved


class _Mixed:
    """The linear program over mixed plans, in which some actions are not allowed.

    Alice earns what settled answers of Bob's leave her, less what he gains where he is torn: there
    he calls if that is better for him than to fold.
    """

    def __init__(self, game: Game, known: float) -> None:
        stakes = np.array(_amounts(game)[1], float)[:, None, None]
        plans, self.game, self.known = interior_point.solve(game, 1e-8).plans, game, known
        x, calls = plans[0][:, 2:], plans[1][:, 2::2].T
        earned = _earned(game, calls)[1:].T
        best = earned.max(axis=1, keepdims=True)
        self.allowed = earned >= best - (best.sum() - known)
        # What Bob's hands gain by a call, over all plans that are left.
        gains = stakes[0] * game.deal.prior - stakes[1:] * game.deal.payoff
        may = self.allowed.T[1:, :, None]
        must = (self.allowed.sum(axis=1) == 1)[:, None]
        low = np.where(must, gains, gains.clip(max=0)).sum(axis=1, where=may)
        high = np.where(must, gains, gains.clip(min=0)).sum(axis=1, where=may)
        now = np.einsum("aik,ia->ak", gains, x[:, 1:])
        is_open = (low < 0) & (high > 0)
        closeness = np.where(is_open, abs(now), np.inf)
        most = np.sort(closeness, axis=None)[min(TORN, closeness.size) - 1]
        self.torn = is_open & (closeness <= most)
        self.calls = np.where(self.torn, calls, np.where(is_open, now, low + high) > 0)

        hands, actions = np.nonzero(self.allowed)
        raised, answers = (places[:, None] for places in np.nonzero(self.torn))
        settled = _earned(game, np.where(self.torn, 0.0, self.calls))[1:].T[self.allowed]
        torn_gains = SCALE * gains[raised, hands, answers] * (actions == 1 + raised)
        each, rows = hands == np.arange(len(x))[:, None], len(raised)
        blocks = [[-torn_gains, np.eye(rows)], [each, np.zeros((len(x), rows))]]
        tight = np.repeat([False, True], [rows, len(x)])
        cost = np.append(SCALE * settled, -np.ones(rows))
        matrix, free = csc_array(np.block(blocks)), np.zeros(len(cost), bool)
        self.highs = _program.load(cost, matrix, 1.0 * tight, free, tight, threads=1)

    def solve(self, allowed: np.ndarray, most: float) -> tuple[float, np.ndarray, np.ndarray]:
        """A bound with some actions allowed, those a better plan may take, the best mixed plan."""
        upper = allowed[self.allowed].astype(float)
        columns = np.arange(len(upper), dtype=np.int32)
        self.highs.changeColsBounds(len(upper), columns, 0 * upper, upper)
        self.highs.run()
        solution = self.highs.getSolution()
        x, calls = np.zeros(allowed.shape), self.calls.copy()
        x[self.allowed] = solution.col_value[: len(upper)]
        calls[self.torn] = np.clip(solution.row_dual[: self.torn.sum()], 0, 1)
        earned = _earned(self.game, calls)[1:].T
        best = np.where(allowed, earned, -np.inf).max(axis=1, keepdims=True)
        left = allowed & (best - earned < best.sum() - self.known)
        return min(most, best.sum()), left, x


def _amounts(game: Game) -> tuple[Fraction, list[Fraction]]:
    """The small blind of a one-round game, and what a call, and a call of each raise, is about."""
    check_game(game)
    openings, answers = (names[1:] for names in game.tree.sequences)
    expected = [f"{opening}, {answer}" for opening in openings[2:] for answer in ("fold", "call")]
    if openings[:2] != ("fold", "call") or [*answers] != expected:
        needed = "one_round with a call and without reraises needed"
        raise ValueError(f"game: {game.tree.name!r} given, {needed}")
    fold, *ends = (end.amount for end in game.tree.terminals)
    return -fold, ends[::2]


def _earned(game: Game, calls: np.ndarray) -> np.ndarray:
    """What each action earns each hand of Alice, if Bob calls so often, (raises, his hands)."""
    answers = np.ones(game.shape(1))
    answers[:, 1::2], answers[:, 2::2] = 1 - calls.T, calls.T
    return game.sequence_values(0, answers).T[1:]


@compiled()
def _search(
    stakes: np.ndarray,
    choice: np.ndarray,
    prior: np.ndarray,
    payoff: np.ndarray,
    fold: np.ndarray,
    call: np.ndarray,
    steps: int,
    allowed: int,
    seed: int,
) -> np.ndarray:
    best, hands = choice.copy(), len(choice)
    worth = np.minimum(fold, call).sum(axis=1)
    worth[0] = call[0].sum()  # a call is not answered
    current = most = worth.sum()
    state = np.uint64(seed) * np.uint64(2654435761) + np.uint64(88172645463325252)
    dealt, shown, earned = prior[0].copy(), payoff[0].copy(), np.zeros(2, np.int64)
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
        dealt[:], shown[:] = prior[i], payoff[i]
        if exchange:
            dealt -= prior[j]
            shown -= payoff[j]
        # What both actions earn when these rows leave the first and join the second.
        for n, (action, sign) in enumerate(((a, -1), (b, 1))):
            stake, total = sign * stakes[action], np.int64(0)
            for k in range(len(dealt)):
                called = call[action, k] + stake * shown[k]
                folded = fold[action, k] + sign * stakes[0] * dealt[k]
                total += min(folded, called) if action > 0 else called
            earned[n] = total
        gained = earned.sum() - worth[a] - worth[b]
        if gained < -(allowed * ((steps - step) // 1000) // (steps // 1000 + 1)):
            continue
        worth[a], worth[b] = earned
        for action, sign in ((a, -1), (b, 1)):
            fold[action] += sign * stakes[0] * dealt
            call[action] += sign * stakes[action] * shown
        choice[i] = b
        if exchange:
            choice[j] = a
        current += gained
        if current > most:
            most, best = current, choice.copy()
    return best
