"""The shover: heads-up no-limit hold'em against an opponent who moves all-in on every hand.

Both players begin with the same stack, the blinds alternate from hand to hand, and the match lasts
until one player has all the chips. The shover never looks at his cards, so this is a stochastic
game for one player: we see two cards, then fold our blind or play for the shorter stack. The model
is that of B. Coutts, *No Limit Texas Hold'em Versus a Shover* (2020), who gives a win probability
of about 64%, as does W. Tipton, *Expert Heads Up No Limit Hold'em*, volume 2, section 16.2.1.

**The rules.** We have ``k`` of the ``2 * stack`` chips, and ``e = min(k, 2 * stack - k)`` is at
stake. Folding loses ``min(blind, e)`` chips and calling wins or loses ``e``. In the small blind we
act first. Then "call" means moving all-in ourselves, because limping and folding to the shove would
only lose more. If our blind is at least ``e``, the rules demand a showdown. The game still has both
moves there, like Coutts's program; "fold" surrenders ``e``, which is never better than a showdown.

**Ties.** By the rules a tied pot is split: everyone gets his chips back and the next hand is dealt
(``returned``). Two simplifications count a tie as half a win (``half``), or as won (``won``).

Every function here but `asymptote` takes the same rules: the `stack` with which both players begin,
the blinds in chips and, but for `shortfall`, `ties`; a ValueError, if they make no match.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import sparse

from pokerlab._foundations import Immutable, check_count, set_fields
from pokerlab._threads import compiled
from pokerlab.cards import COMBO_COUNTS, HANDS
from pokerlab.equity_table import hand_vs_random
from pokerlab.stacks import walk as walks
from pokerlab.stacks.walk import Walk
from pokerlab.stochastic import StochasticGame

TIES = ("returned", "half", "won")
BLINDS = ("small", "big")


@dataclass(frozen=True, eq=False, repr=False)
class ShoverSolution(Immutable):
    """The best answer to the shover; `forced` and `error` are computed when it is made."""

    stack: int  #: Chips in front of each player at the start.
    small_blind: int
    big_blind: int
    ties: str
    method: str  #: How it was solved.
    #: (2 * stack + 1, 2) our probability of winning the match before we see our cards.
    win: np.ndarray
    #: (2 * stack + 1, 2, 169) bool: the hands that we call with, in chart order; none once the
    #: match is over. If both moves are equally good we fold.
    calls: np.ndarray
    #: (2 * stack + 1, 2) bool: whether the blind forces a showdown.
    forced: np.ndarray = field(init=False)
    #: Proven bound on how far any entry of `win` is from the optimum, by `walk.error`.
    error: float = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        walk, forced, _ = _walk(self.stack, self.small_blind, self.big_blind, self.ties)
        error = float(walks.error(walk, self.win, np.array(True)).max())
        set_fields(self, forced=np.pad(forced, ((1, 1), (0, 0))), error=error)

    @property
    def by_blind(self) -> np.ndarray:
        """Win probability at the start in the small blind and in the big blind, (2,)."""
        both: np.ndarray = self.win[self.stack]
        return both

    @property
    def start(self) -> float:
        """Win probability at the start, before a coin decides who posts which blind."""
        return float(self.by_blind.mean())

    def __repr__(self) -> str:
        blinds = f"blinds of {self.small_blind} and {self.big_blind}"
        match = f"{2 * self.stack} chips, {blinds}, ties {self.ties!r}"
        return f"<ShoverSolution over {match}: {self.start:.4%} by {self.method!r}>"


def build(
    stack: int = 100, small_blind: int = 1, big_blind: int = 2, ties: str = "returned"
) -> StochasticGame:
    """The match as a stochastic game, hand by hand: Coutts's program (P), corrected.

    A state is a variable of that program and a move an inequality; for the coin it has empty ones.

    - ``"start"``: its one move ``"toss"`` is the coin that decides who posts which blind.
    - ``(k, blind)``, where we have ``k`` chips and post the ``"small"`` or ``"big"`` blind: its one
      move ``"deal"`` gives us one of the 169 hands. This is Coutts's ``x[k, *]``.
    - ``(k, blind, hand)``: ``"fold"`` or ``"call"``. Terminal if ``k`` is 0 or all: worth 0 or 1.

    Examples
    --------
    >>> game = build()
    >>> len(game.states), len(game.moves)
    (68341, 134927)
    """
    walk, _, counts = _walk(stack, small_blind, big_blind, ties)
    total, hands = 2 * stack, len(HANDS)
    before = 1 + np.arange(2 * total + 2).reshape(-1, 2)
    holding = 1 + before.size + np.arange(before.size * hands).reshape(-1, 2, hands)
    fold = 1 + before.size + 2 * np.arange(2 * (total - 1) * hands).reshape(-1, 2, hands)
    after, chances = 1 + walk.after[..., None], counts / counts.sum(axis=0)
    entries: list[tuple[Any, ...]] = [
        (0, before[stack], 0.5),
        (before[..., None], holding, COMBO_COUNTS / COMBO_COUNTS.sum()),
        (fold, after[:, :, 0], 1.0),
        *((fold + 1, after[:, :, 2 + way], chances[way]) for way in range(3)),
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
) -> ShoverSolution:
    """Find the best answer to the shover.

    The method ``policy`` is policy iteration on the ``2 (2 * stack - 1)`` situations before the
    cards are dealt; ``lp`` is the linear program of the large game that `build` makes.

    Examples
    --------
    >>> round(solve().start, 4)
    0.6312
    """
    walk, _, _ = _walk(stack, small_blind, big_blind, ties)
    calls = np.zeros((2 * stack + 1, 2, len(HANDS)), bool)
    if method == "policy":
        win = walks.reply(walk, np.array(True))
        calls[1:-1] = walk.gains(win) > 1e-12 * abs(walk.more[0])  # less may be rounding
    else:
        game = build(stack, small_blind, big_blind, ties)
        solution, held = game.solve(method), 3 + 4 * stack
        win = solution.values[1:held].reshape(-1, 2)
        policy = solution.policy[held:].reshape(calls.shape)[1:-1]
        calls[1:-1] = np.array(game.moves)[policy] == "call"
    return ShoverSolution(stack, small_blind, big_blind, ties, method, win, calls)


def evaluate(
    calls: np.ndarray,
    stack: int = 100,
    small_blind: int = 1,
    big_blind: int = 2,
    ties: str = "returned",
) -> np.ndarray:
    """The probability of winning the match if we call with given hands, as `ShoverSolution.win`.

    `calls` broadcasts to an array (2 * stack - 1, 2, 169), by chips from 1 on: whether each hand is
    called, or how likely.

    Examples
    --------
    Calling with everything is a fair game, won in proportion to our chips:

    >>> bool(abs(evaluate(np.array(True), stack=5)[:, 0] - np.arange(11) / 10).max() < 1e-12)
    True
    """
    walk, forced, _ = _walk(stack, small_blind, big_blind, ties)
    return walks.value(walk, walks.spread("calls", calls, (*forced.shape, len(HANDS))))


def asymptote() -> Fraction:
    """A bound on `start` for all stacks: how often the best hand wins an untied showdown.

    We begin with no more chips than the shover, so the first showdown that we lose ends the match.

    Examples
    --------
    >>> round(float(asymptote()), 4)
    0.854
    """
    win, _, lose = hand_vs_random()
    return max(Fraction(w, w + s) for w, s in zip(win.tolist(), lose.tolist(), strict=True))


def shortfall(stack: int, small_blind: int = 1, big_blind: int = 2) -> tuple[float, float]:
    """Bounds on how far the best answer's `start` is below `asymptote`, ties returned.

    This works for deep stacks: the shortfall itself is computed, from sums of positive numbers, so
    its relative error stays small. Bellman's equation is swept over all stacks, from below and from
    above, until the bounds differ by at most a part in 10**9 of the lower one, or 10,000
    times. Then their rounding errors are added, up to ``1e-13 * stack`` a sweep.

    Examples
    --------
    >>> low, high = shortfall(100)
    >>> bool(low < float(asymptote()) - solve(100).start < high)
    True
    """
    _, _, counts = _walk(stack, small_blind, big_blind, "returned")
    best = asymptote()
    missing = [float((best * (w + s) - w) / (w + t + s)) for w, t, s in counts.T.tolist()]
    order = np.argsort(missing, kind="stable")
    win, tie, lose = counts / counts.sum(axis=0)
    dealt = COMBO_COUNTS / COMBO_COUNTS.sum()
    hands = np.array([[win, tie, missing, dealt], [lose, tie, 0 * lose, dealt]])[..., order]
    hands = hands.transpose(0, 2, 1).copy()
    rest = np.minimum.accumulate(hands[:, ::-1], axis=1)[:, ::-1].copy()
    rest[..., 3] = np.cumsum(hands[:, ::-1, 3], axis=1)[:, ::-1]
    bounds = np.zeros((2, 2 * stack + 1, 2))  # from nothing, and from all that can be missing
    bounds[1, : stack + 1], bounds[1, stack + 1 : -1] = float(best), 1
    bounds[0, 0] = float(best)
    blinds, lost, sweeps = np.array([small_blind, big_blind]), float(1 - best), 0
    while True:
        sweeps += 1
        for short in bounds:
            _sweep(short, hands, rest, blinds, lost)
        low, high = bounds[:, stack].mean(axis=-1).tolist()
        if high - low <= 1e-9 * low or sweeps == 10_000:
            # In a sweep a number comes from fewer than 4 * stack others, one after the other, each
            # by a sum of positive terms, with a relative error below 200 units of 2**-53.
            rounding = 4 * stack * sweeps * 200 * 2.0**-53
            return low * (1 - rounding), high * (1 + rounding)


@compiled
def _sweep(
    short: np.ndarray,  # (2 S + 1, 2) what `win` lacks: to the limit up to S chips, then to 1
    hands: np.ndarray,  # (2, 169, 4) up to S chips, and above: far, tie, missing; dealt
    rest: np.ndarray,  # (2, 169, 4) the least of each from this hand on; dealt, their sum
    blinds: np.ndarray,
    lost: float,  # 1 less the limit
) -> None:
    """Apply Bellman's equation in place, where folds lead to what has just been computed.

    A showdown ends the match or leads far, to twice the shorter stack, which is ours or his.
    """
    stack = len(short) // 2
    for chips in range(1, 2 * stack):
        ahead = int(chips > stack)
        stake, far = min(chips, 2 * stack - chips), 2 * (chips - ahead * stack)
        for seat in range(2):
            other = 1 - seat
            to = chips - min(blinds[seat], stake)
            fold = short[to, other] + (lost if to <= stack < chips else 0.0)
            double = short[far, other] + (lost if far <= stack else 0.0)
            same = short[chips, other]
            total = 0.0
            for h in range(hands.shape[1]):
                hand, least = hands[ahead, h], rest[ahead, h]
                if least[2] + least[0] * double + least[1] * same >= fold:
                    total += least[3] * fold
                    break
                total += hand[3] * min(fold, hand[2] + hand[0] * double + hand[1] * same)
            short[chips, seat] = total


def _walk(
    stack: int, small_blind: int, big_blind: int, ties: str
) -> tuple[Walk, np.ndarray, np.ndarray]:
    """The match, where the blind decides, and how often our hands win, tie and lose, (3, 169)."""
    check_count("stack", stack)
    after, forced = walks.rules(2 * stack, small_blind, big_blind)
    if ties not in TIES:
        raise ValueError(f"ties: {ties!r} given, one of {TIES} allowed")
    win, tie, lose = hand_vs_random()
    if ties == "half":
        win, tie, lose = 2 * win + tie, 0 * tie, 2 * lose + tie
    elif ties == "won":
        win, tie = win + tie, 0 * tie
    counts = np.array([win, tie, lose])
    ways = counts / counts.sum()
    more = np.vstack([-ways.sum(axis=0), 0 * win, ways])
    return Walk(after, np.append(ways.sum(), [0] * 4), more), forced, counts
