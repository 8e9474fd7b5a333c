"""The match between equals: chips, alternating blinds, push or fold, until somebody has it all.

Two players hold ``chips`` chips together. In every hand the small blind folds or pushes all-in, and
the big blind folds to that or calls it; the shorter stack is what can be won. Tied showdowns return
the bets. A stack that is no larger than its blind is all-in without being asked, and so is whoever
has already matched it. Then the seats change, and whoever has all chips wins the match.

Nothing bounds how long that lasts, and nothing is won before the end: this is a *recursive game* of
H. Everett (*Recursive games*, 1957), as P. Miltersen and T. Sørensen noticed (*A near-optimal
strategy for a heads-up no-limit Texas Hold'em poker tournament*, AAMAS 2007). Let ``win[k, 0]`` be
the probability to win from ``k`` chips in the small blind, and ``win[k, 1] = 1 - win[chips - k,
0]`` in the big one. Then ``win[k, 0]`` is the value of a game of one hand, push or fold, whose
payoffs are the entries of ``win[:, 1]`` after a fold, a fold of the big blind, and a showdown that
is won, tied or lost.

**How it is solved.** From values we find an equilibrium of every one of these games, and from the
equilibria the values of a match in which both keep to them, in turns: L. Shapley's iteration with
Newton's step in place of one hand (M. Pollatschek and B. Avi-Itzhak, *Algorithms for stochastic
games with geometrical interpretation*, Management Science 15 (1969) 399-415). That may in theory
run in circles, and nothing rests on it.

**What is proven.** Once a player's strategy is fixed, the other one has a Markov decision process
to solve, as against the shover, and what his best reply leaves is what the strategy guarantees. It
bounds the value from both sides, since either player may use it.

Wherever chips may be won in several ways, ``outcomes`` counts them: ``outcomes[o, i, j]`` are the
equally likely ways in which the small blind holds hand ``i``, the big blind ``j``, and the small
blind wins, ties or loses the showdown for ``o = 0, 1, 2``. Strategies are arrays ``play[k, blind,
hand]``, the probability to put the chips in with ``k`` chips before the blinds: to push in the
small blind, 0, and to call in the big one, 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from pokerlab._foundations import Immutable, frozen, solve_integers
from pokerlab.deals import Deal
from pokerlab.equities import hand_counts
from pokerlab.solvers._iterating import bar

ROUNDS = 50  #: Rounds after which `solve` gives up.
_EVEN = 1e-13  #: A reply changes for more than this: less may be rounding.


@dataclass(frozen=True, eq=False)
class MatchSolution(Immutable):
    """A strategy for the match, and what is proven of it when it is made.

    The fields from `win` on are computed from those before.
    """

    chips: int  #: Of both players together.
    small_blind: int
    big_blind: int
    play: np.ndarray  #: (chips + 1, 2, hands): how the chips go in, see the module.
    outcomes: np.ndarray | None = None  #: (3, hands, hands) int; hold'em's, by default.
    rounds: int = 0  #: Rounds of the method.
    #: (chips + 1, 2) probability to win if both play so, by chips and blind, before the cards.
    win: np.ndarray = field(init=False)
    #: (chips + 1, 2) proven bounds on the value, rounding included: what `play` guarantees to
    #: either player. So there is such a value: it is what both can be sure of.
    lower: np.ndarray = field(init=False)
    upper: np.ndarray = field(init=False)  #: See `lower`.

    def __post_init__(self) -> None:
        super().__post_init__()
        rules = _rules(self.chips, self.small_blind, self.big_blind, self.outcomes)
        play = _checked(rules, self.play)
        upper = _proven(rules, play)
        lower = 1 - upper[::-1, ::-1]
        win = _value(rules, _chances(rules, play, play)).clip(lower, upper)
        for name, value in [("play", play), ("win", win), ("lower", lower), ("upper", upper)]:
            object.__setattr__(self, name, frozen(value))

    @property
    def width(self) -> float:
        """How far the bounds are apart at most."""
        return float((self.upper - self.lower).max())

    def __repr__(self) -> str:
        blinds = f"blinds of {self.small_blind} and {self.big_blind}"
        return f"<MatchSolution over {self.chips} chips, {blinds}: within {self.width:.1e}>"


def solve(
    chips: int,
    small_blind: int = 1,
    big_blind: int = 2,
    outcomes: np.ndarray | None = None,
    tolerance: float = 1e-9,
    progress: bool | None = None,
) -> MatchSolution:
    """Find the values of a match, for all stacks at once.

    Parameters
    ----------
    chips : int
        What both players have together.
    outcomes : (3, hands, hands) array of int, optional
        Another deal than hold'em's: see the module, and `outcomes_of`.
    tolerance : float
        How far the bounds may be apart at most.
    progress : bool, optional
        Whether to show a bar on standard error, once a second has passed; by default if that is a
        terminal.

    Raises
    ------
    ValueError
        If a blind or the chips are no positive integers, the small blind is above the big one, or
        the tolerance is not above 0.
    RuntimeError
        If the bounds do not come as near each other as that.

    Examples
    --------
    >>> match = solve(10)
    >>> match.win[5].round(6)
    array([0.505428, 0.494572])
    >>> match.width < 1e-9
    True
    """
    rules = _rules(chips, small_blind, big_blind, outcomes)
    if not tolerance > 0:
        raise ValueError(f"tolerance: {tolerance!r} given, more than 0 needed")
    win = np.repeat(np.arange(chips + 1.0)[:, None] / chips, 2, axis=1)
    play = np.full((chips + 1, 2, rules.ways.shape[1]), 0.5)
    best = np.inf
    for number in range(1, ROUNDS + 1):
        title = f"match, round {number}"
        for k, *pair in bar(_equilibria(rules, win, play), title, chips - 1, progress):
            play[k, 0], play[chips - k, 1] = pair
        solution = MatchSolution(chips, small_blind, big_blind, play, outcomes, number)
        if solution.width <= tolerance:
            return solution
        if number > 9 and solution.width > best / 2:
            break
        win, best = solution.win, min(best, solution.width)
    raise RuntimeError(f"tolerance: {tolerance:g} is not reached, {best:.1e} is")


def guarantee(
    play: np.ndarray | float,
    chips: int,
    small_blind: int = 1,
    big_blind: int = 2,
    outcomes: np.ndarray | None = None,
) -> np.ndarray:
    """What a strategy wins against the best reply to it, by chips and blind, (chips + 1, 2).

    Parameters
    ----------
    play : array that broadcasts to shape (chips + 1, 2, hands)
        See the module. It must be able to win: a player who never puts his chips in, where he may,
        might play for ever, and that is an ArithmeticError.

    Examples
    --------
    The shover, who always puts it all in, is beaten the more often the smaller the blinds are:

    >>> [guarantee(1.0, 20, big // 2, big)[10].mean().round(3).item() for big in (2, 4, 8)]
    [0.484, 0.497, 0.5]
    """
    rules = _rules(chips, small_blind, big_blind, outcomes)
    return 1 - _proven(rules, _checked(rules, play))[::-1, ::-1]


def evaluate(
    play: np.ndarray | float,
    against: np.ndarray | float,
    chips: int,
    small_blind: int = 1,
    big_blind: int = 2,
    outcomes: np.ndarray | None = None,
) -> np.ndarray:
    """Probability that one strategy beats another, by chips and blind, (chips + 1, 2).

    Examples
    --------
    Two shovers play a fair game, in which every chip is worth the same:

    >>> evaluate(1.0, 1.0, chips=4)[:, 0]
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    rules = _rules(chips, small_blind, big_blind, outcomes)
    return _value(rules, _chances(rules, _checked(rules, play), _checked(rules, against)))


@dataclass(frozen=True, eq=False)
class ExactBounds(Immutable):
    """What a strategy guarantees to either player, as fractions."""

    play: np.ndarray  #: (chips + 1, 2, hands) of Fraction.
    lower: np.ndarray  #: (chips + 1, 2) of Fraction.
    upper: np.ndarray  #: The same as `lower` if the strategy is optimal.


def certify(solution: MatchSolution, denominator: int = 10**6) -> ExactBounds:
    """Bounds on a match's value in fractions, of strategies rounded to a common denominator.

    They coincide if the strategies are optimal, which is a proof that these are the values. Pure
    strategies need no rounding; but where some are mixed, the value of a match may be irrational,
    unlike that of a hand (L. Shapley, *Stochastic games*, 1953).

    Examples
    --------
    >>> exact = certify(solve(6))
    >>> bool((exact.lower == exact.upper).all()), str(exact.lower[3, 0])
    (True, '361500377821/722854300400')
    """
    rules = _rules(solution.chips, solution.small_blind, solution.big_blind, solution.outcomes)
    counts = _outcomes(solution.outcomes).astype(object)
    whole = np.frompyfunc(round, 1, 1)(solution.play * denominator)
    exact = rules._replace(ways=counts)
    scale, total = denominator, int(counts.sum())
    own = solution.play[1:-1] > 0.5
    here = np.arange(2 * solution.chips + 2).reshape(-1, 2)
    while True:
        # In units of 1 / (total * scale): the replies are pure, the other strategy is whole.
        chances = _chances(
            exact, np.pad(own.astype(object), ((1, 1), (0, 0), (0, 0))), whole, scale
        )
        matrix = total * scale * np.eye(here.size, dtype=object)
        np.subtract.at(matrix, (here[1:-1, :, None], rules.after), chances)
        right = np.zeros(here.size, object)
        right[here[-1]] = total * scale
        numerators, one = solve_integers(matrix, right)
        _, gains = _gains(exact, whole, numerators.reshape(-1, 2), scale)
        wrong = np.where(own, gains < 0, gains > 0) & ~rules.forced[..., None]
        if not wrong.any():
            fractions = np.frompyfunc(Fraction, 2, 1)
            upper = fractions(numerators.reshape(-1, 2), one)
            return ExactBounds(fractions(whole, scale), 1 - upper[::-1, ::-1], upper)
        own = own ^ wrong


def outcomes_of(deal: Deal) -> np.ndarray:
    """The outcomes of a deal in which the hands alone decide, (3, hands, hands).

    Examples
    --------
    >>> from pokerlab import deals
    >>> outcomes_of(deals.kuhn())[:, 0]  # a jack against each card wins, ties, loses
    array([[0, 0, 0],
           [0, 0, 0],
           [0, 1, 1]])
    """
    possible = deal.weights > 0
    if (deal.runouts[possible] != 1).any():
        raise ValueError(f"deal: {deal.name} given, one needed in which the hands alone decide")
    return np.array([deal.weights * (possible & (deal.margins == sign)) for sign in (1, 0, -1)])


class _Rules(NamedTuple):
    """One hand of the match, from each of the ``chips - 1`` stacks at which it is not over.

    Situations, chips and a blind each, are numbered from 0 chips and the small blind on. What
    follows is, in this order: a fold of the small blind, one of the big blind, and a showdown that
    the small blind wins, ties and loses.
    """

    ways: np.ndarray  # (3, n, n) chances of the deals and their outcomes
    after: np.ndarray  # (chips - 1, 2, 5) our situation after that
    forced: np.ndarray  # (chips - 1, 2) whether we have no choice


def _outcomes(given: np.ndarray | None) -> np.ndarray:
    return np.array(hand_counts()) if given is None else np.asarray(given)


@cache
def _holdem() -> np.ndarray:
    counts = _outcomes(None)
    return frozen(counts / counts.sum())


def _rules(chips: int, small_blind: int, big_blind: int, outcomes: np.ndarray | None) -> _Rules:
    for name, value in [("chips", chips), ("small_blind", small_blind), ("big_blind", big_blind)]:
        least = 2 if name == "chips" else 1
        if not isinstance(value, (int, np.integer)) or value < least:
            raise ValueError(f"{name}: {value!r} given, a whole number from {least} needed")
    if small_blind > big_blind:
        raise ValueError(
            f"small_blind: {small_blind} given, at most the big blind {big_blind} allowed"
        )
    counts = _outcomes(outcomes)
    if counts.ndim != 3 or len(counts) != 3 or counts.shape[1] != counts.shape[2]:
        raise ValueError(f"outcomes: shape {counts.shape} given, (3, hands, hands) needed")
    if counts.dtype.kind not in "iu" or counts.min() < 0 or not counts.any(axis=0).any(1).all():
        raise ValueError("outcomes: counts needed, none negative, some of every hand")
    k = np.arange(1, chips)
    stake = np.minimum(k, chips - k)
    blinds = np.minimum.outer([min(b, chips) for b in (small_blind, big_blind)], stake)
    change = np.stack([-blinds[0], blinds[1], stake, 0 * stake, -stake], axis=-1)
    own = k[:, None, None] + change[:, None] * np.array([[1], [-1]])  # by the blind that we post
    forced = np.stack([stake <= small_blind, stake <= big_blind], axis=-1)
    ways = _holdem() if outcomes is None else counts / counts.sum()
    return _Rules(ways, 2 * own + np.array([[1], [0]]), forced)


def _checked(rules: _Rules, play: np.ndarray) -> np.ndarray:
    """A strategy of the right shape that does what it is forced to."""
    shape = (len(rules.after) + 2, 2, rules.ways.shape[1])
    try:
        play = np.array(np.broadcast_to(np.asarray(play, float), shape))
    except ValueError:
        needed = f"one that broadcasts to {shape}"
        raise ValueError(f"play: shape {np.shape(play)} given, {needed} needed") from None
    if not ((play >= 0) & (play <= 1)).all():
        raise ValueError("play: probabilities needed, 0 to 1")
    play[1:-1][rules.forced] = 1
    return play


def _chances(rules: _Rules, own: np.ndarray, other: np.ndarray, scale: int = 1) -> np.ndarray:
    """How likely what follows is, (chips - 1, 2, 5), times `scale` if `other` has been.

    The play of the other one is read at the chips that he has, which are all but ours.
    """
    prior = rules.ways.sum(axis=0)
    other = other[::-1][1:-1]
    sides = []
    for x, y, unit in [(own[1:-1, 0], other[:, 1], scale), (other[:, 0], own[1:-1, 1], 1)]:
        shown = [((x @ ways) * y).sum(axis=1) for ways in rules.ways]
        pushed = x @ prior.sum(axis=1) * unit
        sides.append(np.stack([scale * prior.sum() - pushed, pushed - sum(shown), *shown], axis=-1))
    return np.stack(sides, axis=1)


def _gains(
    rules: _Rules, other: np.ndarray, win: np.ndarray, scale: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """What is won by folding all hands, (chips - 1, 2), and what putting each in adds to that.

    `win` is ours from the next hand on, and the other one plays `other`, times `scale`.
    """
    prior = rules.ways.sum(axis=0)
    other = other[::-1][1:-1]
    after = win.ravel()[rules.after]
    fold, steal, shown = after[..., 0], after[..., 1], after[..., 2:] - after[..., 1:2]
    x, y = other[:, 0], other[:, 1]
    called = sum(shown[:, 0, o, None] * (y @ rules.ways[o].T) for o in range(3))
    push = scale * (steal - fold)[:, :1] * prior.sum(axis=1) + called
    call = sum(shown[:, 1, o, None] * (x @ rules.ways[o]) for o in range(3))
    ours = scale * prior.sum() * fold
    ours[:, 1] += (steal - fold)[:, 1] * (x @ prior.sum(axis=1))
    return ours, np.stack([push, call], axis=1)


def _value(rules: _Rules, chances: np.ndarray, hands: bool = False) -> np.ndarray:
    """Win probability from the chances of what follows, or how many `hands` are then to come."""
    here = np.arange(2 * len(chances) + 4).reshape(-1, 2)
    places = here[1:-1].ravel().repeat(5), rules.after.ravel()
    moves = sparse.csc_array((chances.ravel(), places), shape=(here.size, here.size))
    known = np.full(here.shape, float(hands))
    known[0], known[-1] = 0, not hands
    return splu((sparse.eye_array(here.size) - moves).tocsc()).solve(known.ravel()).reshape(-1, 2)


def _reply(rules: _Rules, play: np.ndarray, hands: bool = False) -> np.ndarray:
    """What the best reply to a strategy wins, or how many `hands` it can make the match last."""
    own, total = play.copy(), -np.inf
    own[1:-1] = np.where(rules.forced[..., None], 1, own[1:-1] > 0.5)
    while True:
        win = _value(rules, _chances(rules, own, play), hands)
        _, gains = _gains(rules, play, win)
        even = _EVEN * abs(win).max()
        switch = np.where(own[1:-1] > 0, -gains, gains) > even * rules.ways.sum(axis=(0, 2))
        switch &= ~rules.forced[..., None]
        if not switch.any() or win.sum() <= total:
            return win
        total = win.sum()
        own[1:-1][switch] = 1 - own[1:-1][switch]


def _best(rules: _Rules, play: np.ndarray, win: np.ndarray) -> np.ndarray:
    """What one hand is worth if the best reply is played in it, no less, and `win` follows.

    No part of the sum goes through more operations than there are hands, twice, and forty.
    """
    fold, gains = _gains(rules, play, win)
    worth = fold + np.where(rules.forced[..., None], gains, np.maximum(gains, 0)).sum(axis=-1)
    return worth + (2 * gains.shape[-1] + 40) * np.finfo(float).eps * abs(win).max()


def _proven(rules: _Rules, play: np.ndarray) -> np.ndarray:
    """What no reply to a strategy can exceed, by chips and blind, rounding included.

    If numbers gain at most `excess` in a hand, and the most hands that may be to come grow fewer by
    `falls`, then numbers larger by ``excess / falls * hands`` gain nothing, and bound what is won.
    """
    try:
        win, hands = (_reply(rules, play, count) for count in (False, True))
        if not (np.isfinite(win).all() and np.isfinite(hands).all() and (hands >= 0).all()):
            raise RuntimeError
    except RuntimeError:  # a singular system
        raise ArithmeticError("play: against this strategy a match may go on for ever") from None
    falls = (hands[1:-1] - _best(rules, play, hands)).min()
    if not falls > 0:
        raise ArithmeticError("play: the match lasts so long that floats prove nothing")
    excess = max(0.0, (_best(rules, play, win) - win[1:-1]).max())
    upper = win + excess / falls * hands * (1 + 1e-12)
    upper[0], upper[-1] = 0, 1
    return upper.clip(0, 1)


def _equilibria(
    rules: _Rules, win: np.ndarray, play: np.ndarray
) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """For each of the small blind's stacks, how both put their chips in if `win` follows."""
    prior = rules.ways.sum(axis=0)
    row, column = prior.sum(axis=1), prior.sum(axis=0)
    before = None
    for k, after in enumerate(win.ravel()[rules.after[:, 0]], start=1):
        fold, steal, *shown = after
        matrix = np.tensordot(np.array(shown) - steal, rules.ways, 1)
        push = (steal - fold) * row
        forced = rules.forced[k - 1]
        if forced[1]:
            x = np.ones(len(row)) if forced[0] else (push + matrix.sum(axis=1) > 0).astype(float)
            yield k, x, np.ones(len(row))
            continue
        guess = play[k, 0], play[len(play) - 1 - k, 1]
        if before is not None and (guess[0] == 0.5).all():
            guess = before
        before = _saddle(push, matrix, row, column, *guess)
        yield k, *before


def _saddle(
    push: np.ndarray,
    matrix: np.ndarray,
    row: np.ndarray,
    column: np.ndarray,
    x: np.ndarray,
    y: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities ``x`` and ``y`` that maximise and minimise ``push @ x + x @ matrix @ y``.

    The proximal point method: with a penalty for every move away from the last point the optimum is
    where ``x = clip(x + step * gain)`` for either player, which Newton's method finds, hand by hand
    outside, at or inside its bounds. As the penalties shrink, a few points reach the optimum (R.
    Rockafellar, *Monotone operators and the proximal point algorithm*, 1976).
    """
    gain, gains = push / row, matrix / row[:, None]
    costs = matrix.T / column[:, None]
    step = 1 / abs(gain).max()
    least, found = np.inf, (x, y)
    for _ in range(60):
        point = _proximal(gain, gains, costs, x, y, step)
        if point is None:
            step /= 8
            continue
        x, y = point
        gap = row @ np.maximum(gain + gains @ y, 0) - push @ x - column @ np.minimum(costs @ x, 0)
        if gap < least:
            least, found = gap, (x, y)
        if gap < 1e-16:
            break
        step *= 10
        if step * abs(gain).max() > 1e9:
            break
    return found


def _proximal(
    gain: np.ndarray,
    gains: np.ndarray,
    costs: np.ndarray,
    x: np.ndarray,
    y: np.ndarray,
    step: float,
) -> tuple[np.ndarray, np.ndarray] | None:
    """The next point of `_saddle`, or None if Newton's method does not find it."""
    a, b = x + step * (gain + gains @ y), y - step * (costs @ x)
    seen = None
    for _ in range(40):
        free, mixed = (a > 0) & (a < 1), (b > 0) & (b < 1)
        now = free.tobytes() + mixed.tobytes() + (a >= 1).tobytes() + (b >= 1).tobytes()
        if now == seen:
            return a.clip(0, 1), b.clip(0, 1)
        seen = now
        new_x, new_y = (a >= 1).astype(float), (b >= 1).astype(float)
        n = int(free.sum())
        system = np.eye(n + int(mixed.sum()))
        system[:n, n:] = -step * gains[np.ix_(free, mixed)]
        system[n:, :n] = step * costs[np.ix_(mixed, free)]
        right = np.concatenate(
            [(x + step * (gain + gains @ new_y))[free], (y - step * (costs @ new_x))[mixed]]
        )
        solved = np.linalg.solve(system, right)
        new_x[free], new_y[mixed] = solved[:n], solved[n:]
        a, b = x + step * (gain + gains @ new_y), y - step * (costs @ new_x)
        a[free], b[mixed] = solved[:n], solved[n:]
    return None
