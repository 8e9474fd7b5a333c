"""The match between equals: chips, alternating blinds, push or fold, until somebody has it all.

Two players hold ``total_chips`` chips together. In every hand the small blind folds or pushes
all-in, and the big blind folds to that or calls it. Tied showdowns return the bets. A stack no
larger than its blind is all-in without a choice, and so is whoever has already matched it. Then the
seats change. The player with all chips wins the match.

A match may last for ever, and nothing is won before its end. So this is a *recursive game* of
H. Everett (*Recursive games*, 1957), as P. Miltersen and T. Sørensen noticed (*A near-optimal
strategy for a heads-up no-limit Texas Hold'em poker tournament*, AAMAS 2007). Let ``win[k, 0]`` be
the probability of winning from ``k`` chips in the small blind, and ``win[k, 1] = 1 -
win[total_chips - k, 0]`` in the big one. Then ``win[k, 0]`` is the value of a game of one hand,
push or fold. Its payoffs are entries of ``win[:, 1]``: after a fold, and after a showdown won, tied
or lost.

**How it is solved.** We take turns: from values we find an equilibrium of every one of these games,
and from the equilibria the values of a match in which both keep to them. This is L. Shapley's
iteration with Newton's step in place of one hand (M. Pollatschek and B. Avi-Itzhak, *Algorithms for
stochastic games with geometrical interpretation*, Management Science 15 (1969) 399-415). In theory
it may run in circles, but no proof rests on it.

**The proof.** Against a fixed strategy the other player follows a `walk`, as against the shover.
The best response leaves the strategy its guarantee. It bounds the value from both sides, because
either player may use it.

Strategies are arrays as in all of :mod:`pokerlab.stacks`. Playing a hand is a push in the small
blind, and a call in the big one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.arguments import refusal, require_count, require_type
from pokerlab._support.frozen import set_fields
from pokerlab._support.progress import progress_bar
from pokerlab.amounts import read_tolerance
from pokerlab.brackets import Bounded
from pokerlab.deals import Deal
from pokerlab.equity_table import showdown_probabilities
from pokerlab.stacks._saddle_points import saddle_point
from pokerlab.stacks.walk import (
    FOLDED,
    LOST,
    STOLEN,
    TIED,
    WON,
    ChipTransfers,
    Walk,
    best_response_values,
    bound_error,
    chip_transfers,
    expected_hands,
    read_broadcast_strategy,
    require_blinds,
    win_probability,
)

__all__ = ["Match", "MatchSolution"]

_MAX_ITERATIONS = 50  # `Match.solve` gives up after this many iterations.
# From the tenth on, each has to halve the distance between the bounds. The first ones may
# widen it, but Newton's steps near the solution more than halve it until only rounding is left.
_FREE_ITERATIONS = 9


@dataclass(frozen=True, eq=False, kw_only=True)
class Match:
    """The chips and the rules of a match.

    Raises
    ------
    ValueError
        If there are fewer than two chips, if a blind is no positive integer, or the small one above
        the big one, or if the deal has other hands for one player than for the other, or more
        than one run-out for a pair of hands.
    """

    total_chips: int  #: Both players' chips together.
    small_blind: int = 1  #: In chips.
    big_blind: int = 2  #: In chips.
    #: A deal other than hold'em: both players have the same hands, and no board is dealt.
    deal: Deal | None = None

    def __post_init__(self) -> None:
        require_count("total_chips", self.total_chips, at_least=2)
        require_blinds(self.small_blind, self.big_blind)
        require_type("deal", self.deal, Deal | None, "a Deal")
        if self.deal is None:
            return
        same_hands = self.deal.hands[0] == self.deal.hands[1]
        has_runouts = (self.deal.runout_counts[self.deal.ways > 0] != 1).any()
        if not same_hands or has_runouts:
            needed = "one of the same hands to both"
            raise refusal("deal", self.deal.name, needed, "which alone decide")

    @one_blas_thread
    def solve(self, *, tolerance: float = 1e-9, progress: bool | None = None) -> "MatchSolution":
        """Find the values of all stacks at once, with bounds no further apart than a tolerance.

        The tolerance is a probability, and `progress` as in :mod:`pokerlab.solvers`.

        Raises
        ------
        RuntimeError
            If the bounds stay further apart.
        ArithmeticError
            If a match may go on for ever with a strategy that is found on the way, as may happen
            where only one of the blinds ever wins a showdown.

        Examples
        --------
        >>> solution = Match(total_chips=10).solve()
        >>> solution.win[5].round(6)
        array([0.505428, 0.494572])
        >>> bool(solution.width.max() < 1e-9)
        True
        """
        tolerance = read_tolerance(tolerance, more_than=0)
        share = np.arange(self.total_chips + 1.0) / self.total_chips
        win = np.column_stack([share, share])
        strategy = self.read_strategy("strategy", 0.5)
        narrowest = np.inf
        for iteration in range(1, _MAX_ITERATIONS + 1):
            equilibria = _equilibria(self, win, strategy)
            name = f"match, iteration {iteration}"
            for stack, push, call in progress_bar(equilibria, name, self.total_chips - 1, progress):
                strategy[stack, 0] = push
                strategy[self.total_chips - stack, 1] = call
            solution = MatchSolution(self, strategy)
            widest = float(solution.width.max())
            if widest <= tolerance:
                return solution
            if iteration > _FREE_ITERATIONS and widest > narrowest / 2:
                break
            win = solution.win
            narrowest = min(narrowest, widest)
        reached = f"the bounds are {narrowest:.1e} apart"
        raise RuntimeError(f"tolerance: {tolerance:g} not reached, {reached}")

    @one_blas_thread
    def guarantee(self, strategy: np.ndarray | float) -> np.ndarray:
        """Return how likely a strategy wins against a best response to it, (total_chips + 1, 2).

        Anything that `read_strategy` takes will do.

        Raises
        ------
        ArithmeticError
            If the match might go on for ever, as against a player who folds everything.

        Examples
        --------
        Smaller blinds make the shover easier to beat:

        >>> for big in (2, 4, 8):
        ...     match = Match(total_chips=20, small_blind=big // 2, big_blind=big)
        ...     print(match.guarantee(1)[10].mean().round(3))
        0.484
        0.497
        0.5
        """
        strategy = self.read_strategy("strategy", strategy)
        walk = self._walk_against(strategy)
        start = strategy > 0.5
        response = best_response_values(walk, start)
        error = bound_error(walk, response, start)
        if not np.isfinite(error).all():
            raise ArithmeticError("strategy: a match may go on for ever, or too long for floats")
        rounded_down: np.ndarray = np.nextafter(1 - response - error, 0)
        return _by_other_player(rounded_down.clip(0, 1))

    @one_blas_thread
    def evaluate(self, strategy: np.ndarray | float, against: np.ndarray | float) -> np.ndarray:
        """Return the probability that one strategy beats another, (total_chips + 1, 2).

        Examples
        --------
        Between two shovers every chip is worth the same:

        >>> Match(total_chips=4).evaluate(1, 1)[:, 0]
        array([0.  , 0.25, 0.5 , 0.75, 1.  ])
        """
        walk = self._walk_against(self.read_strategy("against", against))
        return win_probability(walk, self.read_strategy("strategy", strategy))

    @one_blas_thread
    def expected_hands(
        self, strategy: np.ndarray | float, against: np.ndarray | float
    ) -> np.ndarray:
        """Return the mean number of hands of a match, by chips and blind, (total_chips + 1, 2).

        Examples
        --------
        Between two shovers, the first showdown that is not tied ends a match of even stacks:

        >>> Match(total_chips=4).expected_hands(1, 1)[2].round(3)
        array([1.042, 1.042])
        """
        walk = self._walk_against(self.read_strategy("against", against))
        return expected_hands(walk, self.read_strategy("strategy", strategy))

    @cached_property
    def showdown_probabilities(self) -> np.ndarray:
        """The probabilities of two hands with which the small blind wins, ties or loses.

        An array (3, hands, hands), by the small blind's hand and the big blind's; its sum is 1.
        """
        if self.deal is None:
            return showdown_probabilities()
        margins, ways = self.deal.margins, self.deal.ways
        counts = np.array([ways * (margins == sign) for sign in (1, 0, -1)])
        return counts / counts.sum()

    @cached_property
    def transfers(self) -> ChipTransfers:
        """Where each outcome of a hand leads, and who has no choice."""
        return chip_transfers(self.total_chips, self.small_blind, self.big_blind)

    def _walk_against(self, opponent: np.ndarray) -> Walk:
        """Return the match as a player walks it against an opponent's strategy."""
        successors, forced = self.transfers
        won, tied, lost = self.showdown_probabilities  # by the small blind
        met = won + tied + lost
        dealt = met.sum(axis=1)  # to the small blind
        # In our small blind he is in the big one, and in our big blind in the small one.
        by_our_situation = _by_other_player(opponent)[1:-1]  # of an unfinished match
        calls, pushes = by_our_situation[:, 0], by_our_situation[:, 1]
        folding = np.zeros(successors.shape)
        added_by_playing = np.zeros((*successors.shape, len(dealt)))

        # In the small blind we push or fold, and then the opponent calls or folds.
        folding[:, 0, FOLDED] = dealt.sum()
        added_by_playing[:, 0, FOLDED] = -dealt
        added_by_playing[:, 0, STOLEN] = (1 - calls) @ met.T
        added_by_playing[:, 0, WON] = calls @ won.T
        added_by_playing[:, 0, TIED] = calls @ tied.T
        added_by_playing[:, 0, LOST] = calls @ lost.T

        # In the big blind we have a choice only if he pushes, and win what he loses.
        folding[:, 1, FOLDED] = pushes @ dealt
        folding[:, 1, STOLEN] = (1 - pushes) @ dealt
        added_by_playing[:, 1, WON] = pushes @ lost
        added_by_playing[:, 1, TIED] = pushes @ tied
        added_by_playing[:, 1, LOST] = pushes @ won
        added_by_playing[:, 1, FOLDED] = -added_by_playing[:, 1, [WON, TIED, LOST]].sum(axis=1)

        # Where the blind leaves no choice, folding is playing, which then adds nothing.
        folding[forced] += added_by_playing[forced].sum(axis=-1)
        folding[forced, FOLDED] = 0
        added_by_playing[forced] = 0
        return Walk(successors, folding, added_by_playing)

    def read_strategy(self, name: str, strategy: np.ndarray | float) -> np.ndarray:
        """Read a strategy, (total_chips + 1, 2, hands), from anything that broadcasts to it.

        Where the blinds leave no choice, all hands are played. What does not broadcast, or has
        other numbers than probabilities, is a ValueError that begins with the name.
        """
        hands = self.showdown_probabilities.shape[1]
        strategy = read_broadcast_strategy(name, strategy, (self.total_chips + 1, 2, hands))
        strategy[1:-1][self.transfers.forced] = 1
        return strategy


@dataclass(frozen=True, eq=False)
class MatchSolution(Bounded):
    """A strategy for a match; making it computes and proves the fields from `win` on."""

    match: Match
    strategy: np.ndarray  #: (total_chips + 1, 2, hands) the probability of playing each hand.
    #: (total_chips + 1, 2) probability of winning if both play like this, before a hand is dealt.
    win: np.ndarray = field(init=False)
    #: (total_chips + 1, 2) proven lower bounds on the value, rounding included: what the strategy
    #: guarantees.
    lower: np.ndarray = field(init=False)
    upper: np.ndarray = field(init=False)  #: (total_chips + 1, 2) upper bounds, proven likewise.

    def __post_init__(self) -> None:
        strategy = self.match.read_strategy("strategy", self.strategy)
        lower = self.match.guarantee(strategy)
        upper = 1 - _by_other_player(lower)
        win = self.match.evaluate(strategy, strategy).clip(lower, upper)
        set_fields(self, strategy=strategy, win=win, lower=lower, upper=upper)

    def __repr__(self) -> str:
        match, digits = self.match, -np.log10(self.width.max())
        blinds = f"blinds of {match.small_blind} and {match.big_blind}"
        return (
            f"<MatchSolution over {match.total_chips} chips, {blinds}, {int(digits)} digits proven>"
        )


def _by_other_player(values: np.ndarray) -> np.ndarray:
    """Turn an array by one player's chips and blind into one by the other's."""
    return values[::-1, ::-1]


def _equilibria(
    match: Match, win: np.ndarray, strategy: np.ndarray
) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Yield an equilibrium of one hand for each stack of the small blind: stack, push and call.

    `win` are the probabilities of winning the match after the hand. The search begins from a
    strategy. What is yielded for a small blind without a choice means nothing.
    """
    successors, forced = match.transfers
    won, tied, lost = match.showdown_probabilities
    dealt_to_pusher = match.showdown_probabilities.sum(axis=(0, 2))
    dealt_to_caller = match.showdown_probabilities.sum(axis=(0, 1))
    after_hand = win.ravel()[successors[:, 0]]
    for stack in range(1, match.total_chips):
        values = after_hand[stack - 1]
        uncalled = (values[STOLEN] - values[FOLDED]) * dealt_to_pusher
        beyond_stolen = values - values[STOLEN]
        added_by_call = (
            beyond_stolen[WON] * won + beyond_stolen[TIED] * tied + beyond_stolen[LOST] * lost
        )
        if forced[stack - 1, 1]:  # the big blind calls with all hands
            gain = uncalled + added_by_call.sum(axis=1)
            yield stack, (gain > 0).astype(float), np.ones(len(gain))
            continue
        start = np.append(strategy[stack, 0], strategy[match.total_chips - stack, 1])
        point = saddle_point(uncalled, added_by_call, dealt_to_pusher, dealt_to_caller, start)
        push, call = np.split(point, 2)
        yield stack, push, call
