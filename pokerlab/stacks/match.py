"""The match between equals: chips, alternating blinds, push or fold, until somebody has it all.

Two players hold ``chips`` chips together. In every hand the small blind folds or pushes all-in, and
the big blind folds to that or calls it. Tied showdowns return the bets. A stack no larger than its
blind is all-in without a choice, and so is whoever has already matched it. Then the seats change.
The player with all chips wins the match.

A match may last for ever, and nothing is won before its end. So this is a *recursive game* of
H. Everett (*Recursive games*, 1957), as P. Miltersen and T. Sørensen noticed (*A near-optimal
strategy for a heads-up no-limit Texas Hold'em poker tournament*, AAMAS 2007). Let ``win[k, 0]`` be
the probability of winning from ``k`` chips in the small blind, and ``win[k, 1] = 1 - win[chips - k,
0]`` in the big one. Then ``win[k, 0]`` is the value of a game of one hand, push or fold. Its
payoffs are entries of ``win[:, 1]``: after a fold, and after a showdown won, tied or lost.

**How it is solved.** We take turns: from values we find an equilibrium of every one of these games,
and from the equilibria the values of a match in which both keep to them. This is L. Shapley's
iteration with Newton's step in place of one hand (M. Pollatschek and B. Avi-Itzhak, *Algorithms for
stochastic games with geometrical interpretation*, Management Science 15 (1969) 399-415). In theory
it may run in circles, but no proof rests on it.

**What is proven.** Against a fixed strategy the other player follows a `walk`, as against the
shover. What his best reply leaves is the strategy's guarantee. It bounds the value from both sides,
because either player may use it.

Strategies are arrays ``play[k, blind, hand]``: the probability of putting the chips in with ``k``
chips before the blinds, a push in the small blind, 0, and a call in the big one, 1. If ``k`` is 0
or all chips, the entries mean nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Real

import numpy as np

from pokerlab._foundations import check_count, check_type, progress_bar, set_fields
from pokerlab._threads import one_blas_thread
from pokerlab.deals import Deal
from pokerlab.equity_table import hand_counts
from pokerlab.stacks import walk as walks
from pokerlab.stacks.walk import Walk

ROUNDS = 50  #: `Match.solve` gives up after so many rounds.


@dataclass(frozen=True, eq=False)
class Match:
    """What is played for, and by which rules; a ValueError if they make no match."""

    chips: int  #: What both players have together.
    small_blind: int = 1
    big_blind: int = 2
    #: Another deal than hold'em's, of the same hands to both, where the hands alone decide.
    deal: Deal | None = None

    def __post_init__(self) -> None:
        check_count("chips", self.chips)
        if self.chips < 2:
            raise ValueError(f"chips: {self.chips} given, at least 2 needed")
        walks.rules(2, self.small_blind, self.big_blind)
        check_type("deal", self.deal, Deal | None, "a Deal")
        if (deal := self.deal) and (
            deal.hands[0] != deal.hands[1] or (deal.runouts[deal.weights > 0] != 1).any()
        ):
            needed = "one of the same hands to both needed, which alone decide"
            raise ValueError(f"deal: {deal.name} given, {needed}")

    @one_blas_thread
    def solve(self, tolerance: float = 1e-9, progress: bool | None = None) -> "MatchSolution":
        """Find the values of all stacks at once, with bounds no further apart than a tolerance.

        It is a RuntimeError if they stay further apart, and an ArithmeticError if a match may go on
        for ever with what is found on the way, as it may where only one of the blinds ever wins a
        showdown. `progress` is as for the `pokerlab.solvers`.

        Examples
        --------
        >>> solution = Match(10).solve()
        >>> solution.win[5].round(6)
        array([0.505428, 0.494572])
        >>> solution.width < 1e-9
        True
        """
        if not (isinstance(tolerance, Real) and tolerance > 0):
            raise ValueError(f"tolerance: {tolerance!r} given, more than 0 needed")
        chips, best = self.chips, np.inf
        win = np.repeat(np.arange(chips + 1.0)[:, None] / chips, 2, axis=1)
        play = self.check_play(0.5)
        for number in range(1, ROUNDS + 1):
            hands = _equilibria(self, win, play)
            for k, x, y in progress_bar(hands, f"match, round {number}", chips - 1, progress):
                play[k, 0], play[chips - k, 1] = x, y
            solution = MatchSolution(self, play)
            if solution.width <= tolerance:
                return solution
            if number > 9 and solution.width > best / 2:
                break
            win, best = solution.win, min(best, solution.width)
        raise RuntimeError(f"tolerance: {tolerance:g} not reached, the bounds are {best:.1e} apart")

    @one_blas_thread
    def guarantee(self, play: np.ndarray | float) -> np.ndarray:
        """What a strategy wins against the best reply to it, by chips and blind, (chips + 1, 2).

        Anything that broadcasts to `play` will do. With a player who never puts his chips in the
        match might go on for ever, which is an ArithmeticError.

        Examples
        --------
        Smaller blinds make the shover easier to beat:

        >>> [Match(20, big // 2, big).guarantee(1)[10].mean().round(3).item() for big in (2, 4, 8)]
        [0.484, 0.497, 0.5]
        """
        play = self.check_play(play)
        walk, own = self._walk(play), play[1:-1] > 0.5
        win = walks.reply(walk, own)
        error = walks.error(walk, win, own)
        if not np.isfinite(error).all():
            raise ArithmeticError("play: a match may go on for ever, or too long for floats")
        ours: np.ndarray = np.nextafter(1 - win - error, 0)  # down, as it is a bound
        return ours.clip(0, 1)[::-1, ::-1]

    @one_blas_thread
    def evaluate(self, play: np.ndarray | float, against: np.ndarray | float) -> np.ndarray:
        """The probability that one strategy beats another, by chips and blind, (chips + 1, 2).

        Examples
        --------
        Between two shovers every chip is worth the same:

        >>> Match(4).evaluate(1, 1)[:, 0]
        array([0.  , 0.25, 0.5 , 0.75, 1.  ])
        """
        return walks.value(self._walk(self.check_play(against)), self.check_play(play)[1:-1])

    @cached_property
    def ways(self) -> np.ndarray:
        """How likely the small blind wins, ties and loses with hands; (3, hands, hands)."""
        counts = np.array(hand_counts())
        if (deal := self.deal) is not None:
            counts = np.array([deal.weights * (deal.margins == sign) for sign in (1, 0, -1)])
        shares: np.ndarray = counts / counts.sum()
        return shares

    @cached_property
    def rules(self) -> tuple[np.ndarray, np.ndarray]:
        """Where the chips go after each hand, and who must put them in: see `walk.rules`."""
        return walks.rules(self.chips, self.small_blind, self.big_blind)

    def _walk(self, play: np.ndarray) -> Walk:
        """The match against one who plays so."""
        ways, (after, forced) = self.ways, self.rules
        push, call = play[::-1][1:-1].transpose(1, 0, 2)  # by our chips
        prior = ways.sum(axis=0)
        row = prior.sum(axis=1)
        called, pushed = [call @ way.T for way in ways], [push @ way for way in ways[::-1]]
        small = np.broadcast_arrays(-row, (1 - call) @ prior.T, *called)
        big = np.broadcast_arrays(-sum(pushed), 0, *pushed)
        more = np.stack([np.stack(small, axis=1), np.stack(big, axis=1)], axis=1)
        fold = np.zeros(after.shape)
        fold[:, 0, 0] = row.sum()
        fold[:, 1, 0], fold[:, 1, 1] = push @ row, (1 - push) @ row
        fold[forced] += more[forced].sum(axis=-1)
        fold[forced, 0], more[forced] = 0, 0
        return Walk(after, fold, more)

    def check_play(self, play: np.ndarray | float) -> np.ndarray:
        """A strategy of the right shape that does what it is forced to."""
        play = walks.spread("play", play, (self.chips + 1, 2, self.ways.shape[1]))
        play[1:-1][self.rules[1]] = 1
        return play


@dataclass(frozen=True, eq=False)
class MatchSolution:
    """A strategy for a match; making it computes and proves the fields from `win` on."""

    match: Match
    play: np.ndarray  #: (chips + 1, 2, hands): the probabilities of putting the chips in.
    #: (chips + 1, 2) probability of winning if both play like this, before the cards are dealt.
    win: np.ndarray = field(init=False)
    #: (chips + 1, 2) proven bounds on the value, rounding included: what `play` guarantees.
    lower: np.ndarray = field(init=False)
    upper: np.ndarray = field(init=False)  #: See `lower`.

    def __post_init__(self) -> None:
        play = self.match.check_play(self.play)
        lower = self.match.guarantee(play)
        upper = 1 - lower[::-1, ::-1]
        win = self.match.evaluate(play, play).clip(lower, upper)
        set_fields(self, play=play, win=win, lower=lower, upper=upper)

    @property
    def width(self) -> float:
        """The largest distance between the bounds."""
        return float((self.upper - self.lower).max())

    def __repr__(self) -> str:
        match, digits = self.match, -np.log10(self.width)
        blinds = f"blinds of {match.small_blind} and {match.big_blind}"
        return f"<MatchSolution over {match.chips} chips, {blinds}, {int(digits)} digits proven>"


def _equilibria(
    match: Match, win: np.ndarray, play: np.ndarray
) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """For each of the small blind's stacks, how both put their chips in if `win` follows."""
    ways, (after, forced) = match.ways, match.rules
    row, column = ways.sum(axis=(0, 2)), ways.sum(axis=(0, 1))
    before = None
    for k, (fold, steal, *shown) in enumerate(win.ravel()[after[:, 0]], start=1):
        matrix = np.tensordot(np.array(shown) - steal, ways, 1)
        push = (steal - fold) * row
        if forced[k - 1, 1]:
            x = 1.0 * (forced[k - 1, 0] | (push + matrix.sum(axis=1) > 0))
            yield k, x, np.ones(len(row))
            continue
        if before is None or (play[k, 0] != 0.5).any():
            before = np.append(play[k, 0], play[-1 - k, 1])
        before = _saddle(push, matrix, row, column, before)
        x, y = np.split(before, 2)
        yield k, x, y


def _saddle(
    push: np.ndarray, matrix: np.ndarray, row: np.ndarray, column: np.ndarray, start: np.ndarray
) -> np.ndarray:
    """Probabilities ``x`` and ``y`` that maximise and minimise ``push @ x + x @ matrix @ y``.

    The proximal point method: with a penalty for every move away from the last point the optimum is
    where ``x = clip(x + step * gain)`` for either player, which Newton's method finds, hand by hand
    outside, at or inside its bounds. As the penalties shrink, a few points reach the optimum (R.
    Rockafellar, *Monotone operators and the proximal point algorithm*, 1976). Points are ``x`` and
    ``y`` in one array, and each hand's gain is per deal.
    """
    none, row, column = np.zeros_like(matrix), *(np.where(p > 0, p, 1) for p in (row, column))
    pull = np.block([[none, matrix / row[:, None]], [-matrix.T / column[:, None], none]])
    gain = np.append(push / row, none[0])
    step, least, found = 1 / abs(gain).max(), np.inf, start
    for _ in range(60):
        point = _proximal(gain, pull, start, step)
        if point is None:
            step /= 8
            continue
        start = point
        x, y = np.split(point, 2)
        gap = np.maximum(push + matrix @ y, 0).sum() - push @ x - np.minimum(x @ matrix, 0).sum()
        if gap < least:
            least, found = gap, point
        if gap < 1e-16:
            break
        step *= 10
    return found


def _proximal(
    gain: np.ndarray, pull: np.ndarray, start: np.ndarray, step: float
) -> np.ndarray | None:
    """The next point of `_saddle`, or None if Newton's method does not find it."""
    seen = None
    point: np.ndarray = start + step * (gain + pull @ start)
    for _ in range(12):  # where it needs more, a smaller step is the quicker way
        free, now = (point > 0) & (point < 1), (point > 0).tobytes() + (point >= 1).tobytes()
        if now == seen:
            return point.clip(0, 1)
        seen, across = now, pull[:, free]
        moved = start + step * (gain + pull @ (point >= 1))
        inside = np.linalg.solve(np.eye(free.sum()) - step * across[free], moved[free])
        point = moved + step * (across @ inside)
        point[free] = inside
    return None
