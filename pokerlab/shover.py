"""The shover: heads-up no-limit hold'em against one who moves all-in whatever he holds.

Both players begin with the same stack, the blinds alternate from hand to hand, and the match lasts
until one player has all the chips. The shover never looks at his cards, so ours is a stochastic
game for one player: we see two cards, then fold our blind or play for all that the shorter stack
has. The model is that of B. Coutts, *No Limit Texas Hold'em Versus a Shover* (2020), who gives
a win probability of about 64%, as does W. Tipton, *Expert Heads Up No Limit Hold'em*, volume 2,
section 16.2.1.

**The rules.** Stacks are integers: we have ``k`` of the ``2 * stack`` chips, and
``e = min(k, 2 * stack - k)`` is at stake. A blind takes at most ``e``: what either player cannot
cover is not in play. Folding loses ``min(blind, e)`` chips and calling wins or loses ``e``. In the
small blind we act first; then "fold" and "call" mean to fold at once and to be all-in ourselves,
since to limp and fold to the shove would only lose more. Where our blind is at least ``e`` nothing
is left to decide: by the rules the hands are simply shown. The game still has both moves there, as
the document's program has, and "fold" surrenders ``e``, which is never better than a showdown.

**Ties.** By the rules a tied pot is split: everyone has his chips back and the next hand is dealt
(``returned``). Two simplifications count a tie as half a chance to win (``half``), or as won
(``won``).

Every function here but `limit` takes the same rules: `stack`, the chips that each player begins
with, the blinds `small_blind` and `big_blind`, in chips, and, but for `shortfall`, `ties`. A stack
or blind that is no positive integer, a small blind above the big one, and `ties` or a `method` of
another name are refused by a `ValueError`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from pokerlab._foundations import Immutable, assign, compiled, solve_integers
from pokerlab.cards import COMBO_COUNTS, HANDS
from pokerlab.equities import hand_vs_random
from pokerlab.stochastic import METHODS, StochasticGame

TIES = ("returned", "half", "won")
BLINDS = ("small", "big")


@dataclass(frozen=True, eq=False)
class ShoverSolution(Immutable):
    """The best answer to the shover, and what is proven of it when it is made.

    The fields from `forced` on are computed from those before.
    """

    stack: int
    small_blind: int
    big_blind: int
    ties: str
    method: str  #: How it was solved.
    #: (2 * stack + 1, 2) our probability to win the match, by the chips that we have and the blind
    #: that we are about to post, 0 for the small and 1 for the big one, before we see our cards.
    win: np.ndarray
    #: (2 * stack + 1, 2, 169) bool: the hands that we call with, in chart order; none where the
    #: match is over. If both moves are equally good we fold.
    calls: np.ndarray
    iterations: int | None  #: As `StochasticSolution.iterations`.
    #: (2 * stack + 1, 2) bool: where the blind decides, and the hands are shown by the rules.
    forced: np.ndarray = field(init=False)
    #: By how much `win` violates Bellman's equation at most, a bound that includes rounding.
    residual: float = field(init=False)
    #: Proven bound on how far any entry of `win` is from the optimum, rounding included; infinite
    #: where floats prove nothing.
    error: float = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        rules = _rules(self.stack, self.small_blind, self.big_blind, self.ties)
        gain, rounding = _gain(rules, self.win)
        residual = (abs(gain) + rounding).max()
        # The most hands that may be to come grow fewer by `falls` in each at least. So adding
        # `residual / falls * longest` to `win`, or taking it away, makes bounds on the solution of
        # Bellman's equation, but for what `win` misses in the end.
        longest, _ = _policy_iteration(rules, hands=True)
        gain, rounding = _gain(rules, longest)
        falls = -(gain + rounding).max()
        at_end = max(abs(self.win[0]).max(), abs(self.win[-1] - 1).max())
        error = (residual / falls * longest.max() + at_end) * (1 + 1e-15) if falls > 0 else np.inf
        forced = np.pad(rules.forced, ((1, 1), (0, 0)))
        assign(self, forced=forced, residual=float(residual), error=float(error))

    @property
    def by_blind(self) -> np.ndarray:
        """Win probability at the start if we have the small and if we have the big blind, (2,)."""
        return self.win[self.stack]

    @property
    def start(self) -> float:
        """Win probability at the start, where a coin decides who posts which blind."""
        return float(self.by_blind.mean())


def build(
    stack: int = 100, small_blind: int = 1, big_blind: int = 2, ties: str = "returned"
) -> StochasticGame:
    """The match as a stochastic game, hand by hand: the document's program (P), put right.

    A state is a variable of the document's program and a move an inequality: for a stack of 100
    there are as many as it says. (It has no state for the coin; an empty variable and an empty
    constraint make up the same numbers.)

    - ``"start"``: its one move ``"toss"`` is the coin that decides who posts which blind.
    - ``(k, blind)``, where we have ``k`` chips and post the ``"small"`` or ``"big"`` blind: its one
      move ``"deal"`` gives us one of the 169 hands. This is the document's ``x[k, *]``.
    - ``(k, blind, hand)``: ``"fold"`` or ``"call"``. Terminal if ``k`` is 0, worth 0, or all chips,
      worth 1.

    Examples
    --------
    >>> game = build()
    >>> len(game.states), len(game.moves)
    (68341, 134927)
    """
    rules = _rules(stack, small_blind, big_blind, ties)
    total, hands = 2 * stack, len(HANDS)
    before = 1 + np.arange(2 * total + 2).reshape(-1, 2)
    holding = 1 + before.size + np.arange(before.size * hands).reshape(-1, 2, hands)
    fold = 1 + before.size + 2 * np.arange(2 * (total - 1) * hands).reshape(-1, 2, hands)
    after = 1 + rules.after[..., None]
    entries: list[tuple[Any, ...]] = [
        (0, before[stack], 0.5),
        (before[..., None], holding, rules.dealt),
        (fold, after[:, :, 0], 1.0),
        *((fold + 1, after[:, :, 1 + way], rules.chances[way]) for way in range(3)),
    ]
    rows, columns, chances = (
        np.concatenate([part.ravel() for part in parts])
        for parts in zip(*(np.broadcast_arrays(*entry) for entry in entries), strict=True)
    )
    n_states, n_moves = holding[-1, -1, -1] + 1, fold[-1, -1, -1] + 2
    terminal_values = np.full(n_states, np.nan)
    terminal_values[holding[0]], terminal_values[holding[-1]] = 0, 1
    spots = [(k, blind) for k in range(total + 1) for blind in BLINDS]
    return StochasticGame(
        sparse.csr_array((chances, (rows, columns)), shape=(n_moves, n_states)),
        np.concatenate([[0], before.ravel(), holding[1:-1].ravel().repeat(2)]),
        terminal_values,
        states=["start", *spots, *((*spot, hand) for spot in spots for hand in HANDS)],
        moves=["toss", *["deal"] * before.size, *["fold", "call"] * fold.size],
    )


def solve(
    stack: int = 100,
    small_blind: int = 1,
    big_blind: int = 2,
    ties: str = "returned",
    method: str = "policy",
    solver: str = "CLARABEL",
) -> ShoverSolution:
    """Find the best answer to the shover.

    Parameters
    ----------
    method : {"policy", "value", "lp", "dual"}
        ``policy`` is policy iteration on the ``2 (2 * stack - 1)`` situations before the cards are
        dealt, where a policy is a set of hands to call with: it never builds the large game. The
        others solve that by the method of the name, see `StochasticGame.solve`.
    solver : str
        The cvxpy solver of ``lp`` and ``dual``.

    Examples
    --------
    >>> round(solve().start, 4)
    0.6312
    """
    if method not in METHODS:
        raise ValueError(f"method: {method!r} given, one of {METHODS} allowed")
    rules = _rules(stack, small_blind, big_blind, ties)
    calls = np.zeros((2 * stack + 1, 2, len(HANDS)), bool)
    iterations: int | None
    if method == "policy":
        win, iterations = _policy_iteration(rules)
        fold, called = _growth(rules, win)
        calls[1:-1] = called @ rules.chances > fold + _EVEN
    else:
        game = build(stack, small_blind, big_blind, ties)
        solution = game.solve(method, solver=solver)
        before = slice(1, 3 + 4 * stack)
        win = solution.values[before].reshape(-1, 2)
        policy = solution.policy[before.stop :].reshape(calls.shape)
        calls[1:-1] = np.array(game.moves)[policy[1:-1]] == "call"
        iterations = solution.iterations
    return ShoverSolution(stack, small_blind, big_blind, ties, method, win, calls, iterations)


def evaluate(
    calls: np.ndarray,
    stack: int = 100,
    small_blind: int = 1,
    big_blind: int = 2,
    ties: str = "returned",
) -> np.ndarray:
    """Probability to win the match if we call with given hands, as `ShoverSolution.win`.

    Parameters
    ----------
    calls : array of bool that broadcasts to shape (2 * stack - 1, 2, 169)
        Whether we call, by chips from 1 to ``2 * stack - 1``, blind and hand.

    Examples
    --------
    Whoever calls with everything plays a fair game, and wins in proportion to his chips:

    >>> bool(abs(evaluate(np.array(True), stack=5)[:, 0] - np.arange(11) / 10).max() < 1e-12)
    True
    """
    rules = _rules(stack, small_blind, big_blind, ties)
    shape = (2 * stack - 1, 2, len(HANDS))
    try:
        calls = np.broadcast_to(np.asarray(calls, bool), shape)
    except ValueError:
        raise ValueError(
            f"calls: shape {np.shape(calls)} given, one that broadcasts to {shape} needed"
        ) from None
    return _value(rules, calls)


@dataclass(frozen=True, eq=False)
class ExactWin(Immutable):
    """The probability to win the match as fractions, proven optimal."""

    numerators: np.ndarray  #: (2 * stack + 1, 2) int: as `ShoverSolution.win`, times `denominator`.
    denominator: int  #: It may have thousands of digits.
    calls: np.ndarray  #: (2 * stack - 1, 2, 169) bool: hands that win this often, by chips from 1.

    @property
    def start(self) -> Fraction:
        """Win probability at the start, where a coin decides who posts which blind."""
        middle = len(self.numerators) // 2
        return Fraction(int(self.numerators[middle].sum()), 2 * self.denominator)


def solve_exactly(
    stack: int = 100, small_blind: int = 1, big_blind: int = 2, ties: str = "returned"
) -> ExactWin:
    """The exact probability to win the match.

    The hands to call with are taken from `solve`; the linear equations for what they win have
    integer coefficients and are solved exactly. Bellman's equation is then checked in integers for
    every stack, blind and hand; where it fails, the hands change sides and all begins again.

    Examples
    --------
    With one chip each and blinds of one the first hand decides, and ties are dealt again:

    >>> solve_exactly(stack=1, small_blind=1, big_blind=1).start
    Fraction(1, 2)
    """
    rules = _rules(stack, small_blind, big_blind, ties)
    counts = rules.counts.astype(object)
    calls = solve(stack, small_blind, big_blind, ties).calls[1:-1]
    here = np.arange(2 * len(calls) + 4).reshape(-1, 2)
    known = np.zeros(here.size, object)
    known[here[-1]] = counts.sum()
    while True:
        matrix = counts.sum() * np.eye(here.size, dtype=object)
        np.subtract.at(matrix, (here[1:-1, :, None], rules.after), _ways(calls, counts))
        numerators, denominator = solve_integers(matrix, known)
        x = numerators.reshape(-1, 2)
        fold, called = _growth(rules, x)
        gain = called @ counts - fold * counts.sum(axis=0)
        wrong = np.where(calls, gain < 0, gain > 0)
        if not wrong.any():
            return ExactWin(x, denominator, calls)
        calls = calls ^ wrong


def limit() -> Fraction:
    """What no depth of the stacks exceeds at the start: the best hand's untied showdowns, won.

    We begin with no more chips than the shover, so the first showdown that is not tied ends the
    match if we lose it.

    Examples
    --------
    >>> round(float(limit()), 4)
    0.854
    """
    win, _, lose = hand_vs_random()
    return max(Fraction(w, w + s) for w, s in zip(win.tolist(), lose.tolist(), strict=True))


def shortfall(
    stack: int, small_blind: int = 1, big_blind: int = 2, tolerance: float = 1e-9
) -> tuple[float, float]:
    """Bounds on how far the best answer's `start` is below `limit`, ties returned.

    For stacks of any depth: what is computed is what is missing, from sums of positive numbers, so
    that its relative error stays small however little is missing. Bellman's equation is swept over
    all stacks, from nothing and from all that can be missing; each sweep uses what it has just
    computed, so that the folds are done in one, and what remains are showdowns.

    Parameters
    ----------
    tolerance : float
        How far the bounds may be apart, as a share of the lower one, before their rounding errors
        are added: up to ``1e-13 * stack`` for each sweep, some dozens of which are made.

    Returns
    -------
    lower, upper : float
        Proven bounds, rounding included.

    Examples
    --------
    >>> low, high = shortfall(100)
    >>> bool(low < float(limit()) - solve(100).start < high)
    True
    """
    rules = _rules(stack, small_blind, big_blind, "returned")
    if not tolerance > 0:
        raise ValueError(f"tolerance: {tolerance!r} given, a positive number needed")
    best = limit()
    wins, ties, losses = (count.tolist() for count in rules.counts)
    missing = [
        float(best * (w + s) / (w + t + s) - Fraction(w, w + t + s))
        for w, t, s in zip(wins, ties, losses, strict=True)
    ]
    order = np.argsort(missing, kind="stable")
    hands = np.vstack([rules.chances, missing, rules.dealt])[:, order].T.copy()
    rest = np.minimum.accumulate(hands[::-1, :4])[::-1].copy()
    rest = np.column_stack([rest, np.cumsum(hands[::-1, 4])[::-1]])
    blinds = np.array([small_blind, big_blind])
    lost = float(1 - best)
    bounds, sweeps = [], 0
    for start in (0.0, 1.0):
        behind = np.full((stack + 1, 2), start * float(best))
        ahead = np.full((stack + 1, 2), start)
        behind[0], ahead[0] = float(best), 0
        bounds.append((behind, ahead))
    while True:
        sweeps += 1
        for behind, ahead in bounds:
            _sweeper()(behind, ahead, hands, rest, blinds, lost)
        low, high = (float(behind[stack].mean()) for behind, _ in bounds)
        if high - low <= tolerance * low or sweeps == 10_000:
            # In a sweep a number comes from fewer than 4 * stack others, one after the other, each
            # by a sum of positive terms, with a relative error below 200 units of 2**-53.
            rounding = 4 * stack * sweeps * 200 * 2.0**-53
            return low * (1 - rounding), high * (1 + rounding)


_EVEN = 1e-12  #: Moves of worths that differ by no more count as equally good: it may be rounding.
_FEW = 1200  #: Of fewer situations the equations are sooner solved at once.


class _Rules(NamedTuple):
    """One hand of the match, from each of the ``T - 1`` stacks at which it is not over.

    Situations, chips and a blind each, are numbered from 0 chips and the small blind on.
    """

    counts: np.ndarray  # (3, 169) in how many ways our hands win, tie and lose
    dealt: np.ndarray  # (169,) chances of our hands
    chances: np.ndarray  # (3, 169) and to win, to have the chips returned and to lose with them
    after: np.ndarray  # (T - 1, 2, 4) situations after a fold and a call won, tied and lost
    forced: np.ndarray  # (T - 1, 2) whether the blind leaves no choice


def _rules(stack: int, small_blind: int, big_blind: int, ties: str) -> _Rules:
    for name, value in [("stack", stack), ("small_blind", small_blind), ("big_blind", big_blind)]:
        if not isinstance(value, (int, np.integer)) or value < 1:
            raise ValueError(f"{name}: {value!r} given, a positive whole number of chips needed")
    if small_blind > big_blind:
        raise ValueError(
            f"small_blind: {small_blind} given, at most the big blind {big_blind} allowed"
        )
    if ties not in TIES:
        raise ValueError(f"ties: {ties!r} given, one of {TIES} allowed")
    win, tie, lose = hand_vs_random()
    if ties == "half":
        win, tie, lose = 2 * win + tie, 0 * tie, 2 * lose + tie
    elif ties == "won":
        win, tie = win + tie, 0 * tie
    counts = np.array([win, tie, lose])
    chips = np.arange(1, 2 * stack)[:, None, None]
    at_stake = np.minimum(chips, 2 * stack - chips)[..., 0]
    blinds = np.array([min(blind, stack) for blind in (small_blind, big_blind)])
    folded = -np.minimum(blinds, at_stake)
    change = np.stack(np.broadcast_arrays(folded, at_stake, 0, -at_stake), axis=-1)
    return _Rules(
        counts,
        COMBO_COUNTS / COMBO_COUNTS.sum(),
        counts / counts.sum(axis=0),
        2 * (chips + change) + np.array([[1], [0]]),  # the blinds alternate
        blinds >= at_stake,
    )


def _ways(calls: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """How likely the four situations that may follow are if we call with given hands."""
    folded = ~calls @ chances.sum(axis=0)
    return np.concatenate([folded[..., None], calls @ chances.T], axis=-1)


def _growth(rules: _Rules, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What a fold adds to `x`, (T - 1, 2, 1), and a call by how it ends, (T - 1, 2, 3)."""
    added = x.ravel()[rules.after] - x[1:-1, :, None]
    return added[..., :1], added[..., 1:]


def _value(rules: _Rules, calls: np.ndarray, hands: bool = False) -> np.ndarray:
    """Win probability of calling with given hands, or how many `hands` the match then lasts."""
    here = np.arange(2 * len(calls) + 4).reshape(-1, 2)
    ways = _ways(calls, rules.dealt * rules.chances)
    known: np.ndarray = np.full(here.shape, float(hands))
    known[0], known[-1] = 0, not hands
    known = known.ravel()
    stays, moves = (
        sparse.csc_array(
            (ways[..., kinds].ravel(), (here[1:-1].ravel().repeat(2), after.ravel())),
            shape=(here.size, here.size),
        )
        for kinds in ([0, 2], [1, 3])
        for after in [rules.after[..., kinds]]
    )
    left = (sparse.eye_array(here.size) - stays).tocsc()
    if here.size < _FEW:
        return splu(left - moves).solve(known).reshape(here.shape)
    # Folds and ties lead to fewer chips or as many, so up to the next showdown that is not tied
    # the equations are all but triangular, and solved at once. Each of these ends the match with
    # some probability, wherever we are: so going on from one to the next converges.
    until = splu(left, permc_spec="NATURAL")
    x, change = until.solve(known), np.inf
    while True:
        last, before = x, change
        x = until.solve(known + moves @ last)
        change = abs(x - last).max()
        if not 0 < change < before:  # what is left is rounding
            return x.reshape(here.shape)


def _gain(rules: _Rules, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What `x` grows by on average if the best moves are made, and how much of it may be rounding.

    A hand's part is lost in rounding with each of at most ``hands + 12`` operations.
    """
    fold, called = _growth(rules, x)
    size = np.maximum(abs(fold), abs(called) @ rules.chances) @ rules.dealt
    rounding = (len(rules.dealt) + 12) * np.finfo(float).eps * size
    return np.maximum(fold, called @ rules.chances) @ rules.dealt, rounding


def _policy_iteration(rules: _Rules, hands: bool = False) -> tuple[np.ndarray, int]:
    """Largest `_value` and rounds, by Howard's algorithm, beginning with all hands called."""
    calls = np.ones((len(rules.after), 2, len(rules.dealt)), bool)
    total, rounds = -np.inf, 0
    while True:
        x, rounds = _value(rules, calls, hands), rounds + 1
        fold, called = _growth(rules, x)
        gain = called @ rules.chances - fold
        switch = np.where(calls, -gain, gain) > _EVEN * abs(x).max()
        if not switch.any() or x.sum() <= total:
            return x, rounds
        calls, total = calls ^ switch, x.sum()


@cache
def _sweeper() -> Callable:
    return compiled()(_sweep)


def _sweep(
    behind: np.ndarray,  # (S + 1, 2) what is missing from the limit with up to S chips of our own
    ahead: np.ndarray,  # (S + 1, 2) how likely we lose if the shover has so few, below S
    hands: np.ndarray,  # (169, 5) win, tie, lose, what is missing in a showdown; dealt
    rest: np.ndarray,  # (169, 5) the least of each among the hands from here on; dealt, their sum
    blinds: np.ndarray,
    lost: float,  # 1 less the limit
) -> None:
    """Apply Bellman's equation in place, where folds lead to what has just been computed."""
    stack = len(behind) - 1
    for chips in range(1, stack + 1):
        for seat in range(2):
            other = 1 - seat
            fold = behind[chips - min(blinds[seat], chips), other]
            if 2 * chips <= stack:
                doubled = lost + behind[2 * chips, other]
            else:
                doubled = ahead[2 * (stack - chips), other]
            same = behind[chips, other]
            total = 0.0
            for h in range(len(hands)):
                if rest[h, 3] + rest[h, 0] * doubled + rest[h, 1] * same >= fold:
                    total += rest[h, 4] * fold
                    break
                call = hands[h, 3] + hands[h, 0] * doubled + hands[h, 1] * same
                total += hands[h, 4] * min(fold, call)
            behind[chips, seat] = total
    for chips in range(stack - 1, 0, -1):
        for seat in range(2):
            other = 1 - seat
            to = chips + min(blinds[seat], chips)
            fold = ahead[to, other] if to < stack else lost + behind[2 * stack - to, other]
            to = 2 * chips
            doubled = ahead[to, other] if to < stack else lost + behind[2 * stack - to, other]
            same = ahead[chips, other]
            total = 0.0
            for h in range(len(hands)):
                if rest[h, 1] * same + rest[h, 2] * doubled >= fold:
                    total += rest[h, 4] * fold
                    break
                call = hands[h, 1] * same + hands[h, 2] * doubled
                total += hands[h, 4] * min(fold, call)
            ahead[chips, seat] = total
