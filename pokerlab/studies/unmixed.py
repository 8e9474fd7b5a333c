"""The one-round game when Alice does not mix: one action for each hand, a call or a raise.

A fold is none of them: it loses a chip, and with every hand of hold'em a call loses less.

What such a plan guarantees is a sum: beside what her calls earn, each raise by ``b`` earns ``min(2
F, (2 + b) C)`` from a hand of Bob's, where ``F`` and ``C`` add up ``prior`` and ``payoff`` over the
hands that raise so. Deals count in integers, so :func:`search` changes one hand at a time, or
exchanges two, in integers, and finds the same plan on every machine: a bound from below.

:func:`bound` is one from above, by branch and bound. Whatever Bob does, a plan is worth at most the
sum of what each hand earns by its best action against it. A linear program over the mixed plans
names good answers for him. Where its optimum mixes, the plans are split in two, those in which a
hand raises by more than some size, and the others, and Bob may answer each half in its own way;
actions that lose too much against him are struck out. However the program came by his answers, the
bound is added up from them hand by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from heapq import heappop, heappush

import highspy
import numpy as np
from scipy import sparse

from pokerlab import betting
from pokerlab._foundations import compiled
from pokerlab.deals import Deal
from pokerlab.games import Game
from pokerlab.solvers import exact, interior_point
from pokerlab.solvers._iterating import check_count

SCALE = 1000.0  #: What is a chip to HiGHS, whose tolerances are absolute.
MIXED = 1e-6  #: A hand of which the program mixes less than this does not mix: HiGHS rounds.
EVEN = 1e-3  #: Probabilities that are nearer to each other than this may differ by rounding only.


def guarantee(deal: Deal, raises: Sequence[int], choice: np.ndarray) -> Fraction:
    """What a plan guarantees that plays ``[0, *raises][choice[i]]`` with hand ``i``; 0 is a call.

    Raises
    ------
    ValueError
        If the raises are not whole numbers above 0, all different, or the choice is not a place
        among the call and them for each hand of Alice's.

    Examples
    --------
    >>> from pokerlab import deals
    >>> guarantee(deals.numbers(3), [4], np.array([0, 1, 1]))
    Fraction(-2, 9)
    """
    stakes, choice = _stakes(raises), _checked(deal, raises, choice)
    unit, matrices, _ = exact.integers(deal)
    return unit * int(_tables(stakes, choice, *matrices)[2].sum())


def search(
    deal: Deal,
    raises: Sequence[int],
    choice: np.ndarray | None = None,
    steps: int = 10_000_000,
    allowed: float = 1e-4,
    seed: int = 1,
) -> np.ndarray:
    """A good plan that never mixes, by threshold accepting (Dueck and Scheuer, 1990).

    Parameters
    ----------
    choice : array of int, optional
        The plan to begin with: for each hand the place of its action in ``[0, *raises]``. If left
        out, what each hand does most often in the optimum with these sizes; the first of what it
        does as often to within `EVEN`.
    steps : int
        How many changes to try.
    allowed : float
        What a change may lose at first, chips; later ones may lose ever less.
    seed : int
        Another seed, another search.

    Raises
    ------
    ValueError
        As by `guarantee`; or if there are no steps, what is allowed is negative, or numbers might
        not fit into 64 bits.
    """
    stakes = _stakes(raises)
    check_count("steps", steps)
    if choice is None:
        solution = interior_point.solve(Game(deal, betting.one_round([0, *raises])), 1e-7)
        played = solution.plans[0][:, 2:]
        choice = (played > played.max(axis=1, keepdims=True) - EVEN).argmax(axis=1)
    choice = _checked(deal, raises, choice)
    unit, integers, _ = exact.integers(deal)
    # No sum or difference in the search is larger than the first of these.
    if 16 * max(stakes) * int(integers[0].sum()) >= 2**63:
        raise ValueError(f"raises: {raises} given, with {deal.name} too much for 64 bits")
    most = float(unit * 2**63 / steps)
    if not 0 <= allowed < most:
        raise ValueError(f"allowed: {allowed!r} given, 0 to {most:.3g} chips needed")
    stakes, *matrices = (array.astype(np.int64) for array in (stakes, *integers))
    tables = _tables(stakes, choice, *matrices)
    return _search(stakes, choice, *matrices, *tables, steps, int(allowed / unit), seed)


def bound(
    deal: Deal, raises: Sequence[int], known: float, nodes: int = 1000, torn: int = 700
) -> tuple[float, int]:
    """How much a plan can guarantee at most that does not mix.

    Parameters
    ----------
    known : float
        What some plan guarantees, chips. Worse ones are not looked for.
    nodes : int
        After how many linear programs to stop. They come in pairs, so it may be one more.
    torn : int
        In how many answers Bob may react to a split at most; in the others he keeps to one.

    Returns
    -------
    tuple
        The bound, ``known`` if no plan is better, and how many programs were solved.

    Raises
    ------
    ValueError
        If the raises are none for `guarantee`, a number is not positive, or ``known`` is not
        finite.
    """
    _stakes(raises)
    check_count("nodes", nodes)
    check_count("torn", torn)
    if not np.isfinite(known):
        raise ValueError(f"known: {known!r} given, a finite number needed")
    program = _Mixed(deal, raises, known, torn)
    worth, *state = program.solve(program.allowed, np.inf)
    heap, solved = [(-worth, 0, state)], 1
    weights = deal.prior.sum(axis=1)
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
    return max(known, -heap[0][0]), solved


class _Mixed:
    """The linear program over mixed plans, in which some actions are not allowed."""

    def __init__(self, deal: Deal, raises: Sequence[int], known: float, torn: int) -> None:
        game = Game(deal, betting.one_round([0, *raises]))
        solution = interior_point.solve(game, 1e-8)
        self.deal, self.stakes, self.known = deal, 2 + np.array(raises), known
        self.calls = np.array([solution.probability(1, f"raise {b}, call") for b in raises])
        x = solution.plans[0][:, 2:]
        earned = self.earned(self.calls)
        best = earned.max(axis=1, keepdims=True)
        self.allowed = earned >= best - (best.sum() - known)
        # What Bob's hands gain by a call, over all plans that are left.
        gains = 2 * deal.prior - self.stakes[:, None, None] * deal.payoff
        may = self.allowed.T[1:, :, None]
        must = may & (self.allowed.sum(axis=1) == 1)[:, None]
        low = np.where(must, gains, np.where(may, gains.clip(max=0), 0)).sum(axis=1)
        high = np.where(must, gains, np.where(may, gains.clip(min=0), 0)).sum(axis=1)
        now = np.einsum("aik,ia->ak", gains, x[:, 1:])
        closeness = np.where((low < 0) & (high > 0), abs(now), np.inf)
        self.torn = closeness <= np.sort(closeness, axis=None)[min(torn, closeness.size) - 1]
        self.torn &= closeness < np.inf
        settled = np.where((low < 0) & (high > 0), now, low + high) > 0
        self.calls = np.where(self.torn, self.calls, settled)
        self.highs = self._program()

    def earned(self, calls: np.ndarray) -> np.ndarray:
        """What each action earns each hand of Alice, (n0, 1 + raises)."""
        called, shown = self.deal.prior @ calls.T, self.deal.payoff @ calls.T
        raised = 2 * (self.deal.prior.sum(axis=1, keepdims=True) - called) + self.stakes * shown
        return np.column_stack([2 * self.deal.payoff.sum(axis=1), raised])

    def _program(self) -> highspy.Highs:
        """Maximise what settled answers leave, and for each torn one the less of fold and call."""
        hands, actions = np.nonzero(self.allowed)
        sizes, answers = np.nonzero(self.torn)
        settled = self.earned(np.where(self.torn, 0.0, self.calls))[self.allowed]
        fold = 2 * self.deal.prior[np.ix_(hands, answers)].T * (actions == 1 + sizes[:, None])
        call = self.stakes[sizes][:, None] * self.deal.payoff[np.ix_(hands, answers)].T
        call *= actions == 1 + sizes[:, None]
        settled -= fold.sum(axis=0)
        rows, columns = len(sizes), len(hands)
        each = hands == np.arange(len(self.allowed))[:, None]
        one = sparse.identity(rows)
        blocks = [[-SCALE * fold, one], [-SCALE * call, one], [each, None]]
        blocks = [
            [block if block is None else sparse.csr_array(block) for block in b] for b in blocks
        ]
        matrix = sparse.block_array(blocks).tocsr()
        endless = np.full(2 * rows, np.inf)
        lp = highspy.HighsLp()
        lp.num_row_, lp.num_col_ = matrix.shape
        lp.sense_ = highspy.ObjSense.kMaximize
        lp.col_cost_ = np.concatenate([SCALE * settled, np.ones(rows)])
        lp.col_lower_ = np.concatenate([np.zeros(columns), -endless[:rows]])
        lp.col_upper_ = np.concatenate([np.ones(columns), endless[:rows]])
        lp.row_lower_ = np.concatenate([-endless, np.ones(len(each))])
        lp.row_upper_ = np.concatenate([0 * np.ones(2 * rows), np.ones(len(each))])
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_, lp.a_matrix_.index_ = matrix.indptr, matrix.indices
        lp.a_matrix_.value_ = matrix.data
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("threads", 1)
        highs.passModel(lp)
        return highs

    def solve(self, allowed: np.ndarray, most: float) -> tuple[float, np.ndarray, np.ndarray]:
        """A bound over the plans in which only some actions are allowed, at most ``most``.

        Beside it, what is still allowed, if a plan is to be better than the known one, and the
        mixed plan that is best.
        """
        upper = allowed[self.allowed].astype(float)
        count, rows = len(upper), self.torn.sum()
        self.highs.changeColsBounds(count, np.arange(count, dtype=np.int32), 0 * upper, upper)
        self.highs.run()
        solution = self.highs.getSolution()
        x, calls = np.zeros(allowed.shape), self.calls.copy()
        x[self.allowed] = solution.col_value[:count]
        calls[self.torn] = np.clip(solution.row_dual[rows : 2 * rows], 0, 1)
        earned = self.earned(calls)
        best = np.where(allowed, earned, -np.inf).max(axis=1, keepdims=True)
        left = allowed & (best - earned < best.sum() - self.known)
        return min(most, best.sum()), left, x


def _stakes(raises: Sequence[int]) -> np.ndarray:
    """What a call, and a call of each raise, is about, in Python's integers."""
    if not all(isinstance(size, int | np.integer) for size in raises):
        raise ValueError(f"raises: {raises} given, whole numbers needed")
    betting.one_round(sizes := [0, *map(int, raises)])
    return 2 + np.array(sizes, object)


def _checked(deal: Deal, raises: Sequence[int], choice: np.ndarray) -> np.ndarray:
    """A plan that plays one of the actions with each hand."""
    choice, hands = np.array(choice), len(deal.prior)
    if choice.shape != (hands,) or choice.dtype.kind not in "iu":
        given = f"{choice.dtype} of shape {choice.shape}"
        raise ValueError(f"choice: {given} given, an integer for each of {hands} hands needed")
    if choice.min() < 0 or choice.max() > len(raises):
        given = f"{choice.min()} to {choice.max()}"
        raise ValueError(f"choice: {given} given, places from 0 to {len(raises)} needed")
    return choice.astype(np.int64)


def _tables(
    stakes: np.ndarray, choice: np.ndarray, prior: np.ndarray, payoff: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What each raise leaves with each hand of Bob's if he folds or calls, and what it earns."""
    taken = (choice == np.arange(len(stakes))[:, None]).astype(prior.dtype)
    fold, call = 2 * taken @ prior, stakes[:, None] * (taken @ payoff)
    worth = np.minimum(fold, call).sum(axis=1)
    worth[0] = call[0].sum()  # a call is not answered
    return fold, call, worth


@compiled()
def _search(
    stakes: np.ndarray,
    choice: np.ndarray,
    prior: np.ndarray,
    payoff: np.ndarray,
    fold: np.ndarray,
    call: np.ndarray,
    worth: np.ndarray,
    steps: int,
    allowed: int,
    seed: int,
) -> np.ndarray:
    current = most = worth.sum()
    best, hands = choice.copy(), len(choice)
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
                folded = fold[action, k] + sign * 2 * dealt[k]
                total += min(folded, called) if action > 0 else called
            earned[n] = total
        gained = earned.sum() - worth[a] - worth[b]
        if gained < -(allowed * ((steps - step) // 1000) // (steps // 1000 + 1)):
            continue
        worth[a], worth[b] = earned
        for action, sign in ((a, -1), (b, 1)):
            fold[action] += sign * 2 * dealt
            call[action] += sign * stakes[action] * shown
        choice[i] = b
        if exchange:
            choice[j] = a
        current += gained
        if current > most:
            most, best = current, choice.copy()
    return best
