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

A `ShoverMatch` has all of this; its methods find the best response, and the worth of other play.
"""

from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from functools import cached_property
from math import exp
from typing import NamedTuple

import numpy as np
from scipy import sparse

from pokerlab._compiled import compiled
from pokerlab._support.arguments import require_count, require_one_of
from pokerlab._support.frozen import FrozenArrays, frozen_copy, set_fields
from pokerlab.brackets import Bounded, Bracket
from pokerlab.cards import HAND_PROBABILITIES, HANDS
from pokerlab.equity_table import hand_vs_random
from pokerlab.stacks.walk import (
    FOLDED,
    LOST,
    TIED,
    WON,
    ChipTransfers,
    Walk,
    best_response_values,
    bound_error,
    chip_transfers,
    read_broadcast_strategy,
    require_blinds,
    win_probability,
)
from pokerlab.stochastic import StochasticGame

__all__ = ["TIES", "ShoverMatch", "ShoverSolution"]

TIES = ("returned", "half", "won")  #: The rules for a tied pot.

# We call with a hand if that gains more than this, times how likely it is; less is rounding.
_MIN_CALL_GAIN = 1e-12
# The sweeps of `shortfall` stop when the bounds differ by this, relative to the lower one.
_CLOSE = 1e-9
_MAX_SWEEPS = 10_000  # They stop here in any case; the bounds hold, but are further apart.
# A bound on the relative error that `_sweep` adds to a number beyond that of the numbers which it
# comes from. All of these are positive, and are added, multiplied by constants, and compared, so
# their own relative errors do not grow by that. With u = 2**-53, half an epsilon, it adds
# - 2 u by the gap, which is rounded and added;
# - 4 u in a call: its constants are rounded, multiplied, and two sums are made;
# - 8 u where a minimum, or that all further hands are folded, is decided between a call and a fold
#   so close that rounding decides: they are off by 6 u and by 2 u, as said;
# - 2 u by the probability of the hand, which is rounded and multiplied;
# - 169 u by the sums over the hands, those of `following.probability` included: a hand is in one
#   of the two.
# That is 185 u, and products of errors are covered by 200 u. A number comes from others of the same
# sweep, one after the other, and of the sweep before: from fewer than 4 * stack in each, as so many
# are computed.
_ROUNDING_PER_NUMBER = 200 * 2.0**-53


@dataclass(frozen=True)
class ShoverMatch:
    """A match against the shover: the chips and the rules.

    Raises
    ------
    ValueError
        If the stack or a blind is no positive integer, if the small blind is above the big one, or
        if ties are counted in none of the ways of `TIES`.
    """

    stack: int = 100  #: Each player's chips at the start.
    _: KW_ONLY
    small_blind: int = 1  #: In chips.
    big_blind: int = 2  #: In chips.
    ties: str = "returned"  #: One of `TIES`.

    def __post_init__(self) -> None:
        require_count("stack", self.stack)
        require_blinds(self.small_blind, self.big_blind)
        require_one_of("ties", self.ties, TIES)

    def solve(self, *, method: str = "policy") -> "ShoverSolution":
        """Find the best response to the shover.

        The method ``policy`` is policy iteration on the ``2 (2 * stack - 1)`` situations before the
        cards are dealt; ``lp`` is the linear program of `stochastic_game`.

        Examples
        --------
        >>> round(ShoverMatch().solve().win_at_start, 4)
        0.6312
        """
        calls = np.zeros((2 * self.stack + 1, 2, len(HANDS)), bool)
        if method == "policy":
            win = best_response_values(self.walk, np.array(True))
            least_gain = _MIN_CALL_GAIN * abs(self.walk.added_by_playing[FOLDED])
            calls[1:-1] = self.walk.gains(win) > least_gain
        else:
            game = self.stochastic_game()
            solution = game.solve(method)
            before_deal, with_hand = _state_indices(self.stack)
            win = solution.values[before_deal]
            is_call = np.array([move == "call" for move in game.moves])
            calls[1:-1] = is_call[solution.policy[with_hand[1:-1]]]
        return ShoverSolution(self, method, win, calls)

    def evaluate(self, calls: np.ndarray) -> np.ndarray:
        """Return `ShoverSolution.win` if we call with given hands, (2 * stack + 1, 2).

        `calls` broadcasts to an array (2 * stack + 1, 2, 169), such as `ShoverSolution.calls`:
        whether we call with each hand, or how likely. Entries without chips, or with all, mean
        nothing.

        Examples
        --------
        Calling with everything is a fair game, won in proportion to our chips:

        >>> win = ShoverMatch(5).evaluate(np.array(True))
        >>> bool(abs(win[:, 0] - np.arange(11) / 10).max() < 1e-12)
        True
        """
        shape = 2 * self.stack + 1, 2, len(HANDS)
        return win_probability(self.walk, read_broadcast_strategy("calls", calls, shape))

    def asymptote(self) -> Fraction:
        """Return the best hand's share of untied showdowns: no `win_at_start` is higher.

        We begin with no more chips than the shover, so the first showdown that we lose ends the
        match. Where a tie counts as won, or as half a win, no showdown is tied.

        Examples
        --------
        >>> round(float(ShoverMatch().asymptote()), 4)
        0.854
        """
        won, _, lost = self.counts
        return max(map(Fraction, won.tolist(), (won + lost).tolist()))

    def shortfall(self) -> Bracket:
        """Return bounds on how far the best `win_at_start` is below the `asymptote`.

        This works for deep stacks: the shortfall itself is computed, from sums of positive numbers,
        so its relative error stays small. Bellman's equation is swept over all stacks, from below
        and from above, until the bounds differ by at most a part in 10**9 of the lower one, or
        10,000 times. Then their rounding errors are added, up to ``1e-13 * stack`` a sweep.

        Examples
        --------
        >>> match = ShoverMatch()
        >>> low, high = match.shortfall()
        >>> bool(low < float(match.asymptote()) - match.solve().win_at_start < high)
        True
        """
        stack, limit = self.stack, self.asymptote()
        hands = _hands_by_deficit(self.counts, limit)
        following = _following(hands)
        least = np.zeros((2 * stack + 1, 2))
        most = np.ones((2 * stack + 1, 2))
        most[: stack + 1] = float(limit)
        least[0] = float(limit)  # after a lost match all of it is missing,
        most[-1] = 0.0  # and after a match that is won nothing
        blinds = np.array([self.small_blind, self.big_blind])
        for sweeps in range(1, _MAX_SWEEPS + 1):
            for shortfalls in (least, most):
                _sweep(shortfalls, hands, following, blinds, float(1 - limit))
            low, high = float(least[stack].mean()), float(most[stack].mean())
            rounding = exp(4 * stack * sweeps * _ROUNDING_PER_NUMBER)
            if high - low <= _CLOSE * low:
                break
        return Bracket(low / rounding, high * rounding)

    def stochastic_game(self) -> StochasticGame:
        """Return the match as a game: Coutts's program (P), corrected.

        States are the variables of that program, and moves its inequalities; the state in which the
        coin is tossed has none there.

        - ``"start"``: its one move ``"toss"`` is the coin that decides who posts which blind.
        - ``(k, blind)``, where we have ``k`` chips and post the ``"small"`` or ``"big"`` blind: its
          one move ``"deal"`` gives us one of the 169 hands. This is Coutts's ``x[k, *]``.
        - ``(k, blind, hand)``: ``"fold"`` or ``"call"``. Terminal if ``k`` is 0 or all: worth 0 or
          1.

        Examples
        --------
        >>> game = ShoverMatch().stochastic_game()
        >>> len(game.states), len(game.moves)
        (68341, 134927)
        """
        won, tied, lost = self.counts / self.counts.sum(axis=0)
        before_deal, with_hand = _state_indices(self.stack)
        after_hand = 1 + self.transfers.successors[..., None]
        # The indices of moves: the toss, the deals, then fold and call with each hand by turns.
        toss, deal = 0, before_deal[..., None]
        first_with_hand = 1 + before_deal.size
        fold = first_with_hand + 2 * np.arange(with_hand[1:-1].size).reshape(-1, 2, len(HANDS))
        call = fold + 1
        moves, outcomes, probabilities = [], [], []
        for transition in (
            (toss, before_deal[self.stack], 0.5),
            (deal, with_hand, HAND_PROBABILITIES),
            (fold, after_hand[:, :, FOLDED], 1.0),
            (call, after_hand[:, :, WON], won),
            (call, after_hand[:, :, TIED], tied),
            (call, after_hand[:, :, LOST], lost),
        ):
            move, outcome, probability = np.broadcast_arrays(*transition)
            moves.append(move.ravel())
            outcomes.append(outcome.ravel())
            probabilities.append(probability.ravel())
        entries = np.concatenate(probabilities), (np.concatenate(moves), np.concatenate(outcomes))
        n_states = 1 + before_deal.size + with_hand.size
        n_moves = first_with_hand + 2 * fold.size
        final_values = np.full(n_states, np.nan)
        final_values[with_hand[0]] = 0
        final_values[with_hand[-1]] = 1
        situations = [(k, blind) for k in range(2 * self.stack + 1) for blind in ("small", "big")]
        dealt_states = [(k, blind, hand) for k, blind in situations for hand in HANDS]
        return StochasticGame(
            sparse.csr_array(entries, shape=(n_moves, n_states)),
            np.concatenate([[0], before_deal.ravel(), with_hand[1:-1].ravel().repeat(2)]),
            final_values,
            states=["start", *situations, *dealt_states],
            moves=["toss", *["deal"] * before_deal.size, *["fold", "call"] * fold.size],
        )

    @cached_property
    def counts(self) -> np.ndarray:
        """How often each of our hands wins, ties and loses, (3, 169); only the ratios matter."""
        won, tied, lost = hand_vs_random()
        if self.ties == "half":
            won, tied, lost = 2 * won + tied, np.zeros_like(tied), 2 * lost + tied
        elif self.ties == "won":
            won, tied = won + tied, np.zeros_like(tied)
        return frozen_copy([won, tied, lost])

    @cached_property
    def transfers(self) -> ChipTransfers:
        """Where each outcome of a hand leads, and where the blind forces a showdown."""
        return chip_transfers(2 * self.stack, self.small_blind, self.big_blind)

    @cached_property
    def walk(self) -> Walk:
        """The match as we walk it: playing a hand is a call."""
        probabilities = self.counts / self.counts.sum()
        no_steal = np.zeros(len(HANDS))  # the shover never folds
        calling = np.vstack([-probabilities.sum(axis=0), no_steal, probabilities])
        folding = np.array([probabilities.sum(), 0, 0, 0, 0])
        return Walk(self.transfers.successors, folding, calling)


@dataclass(frozen=True, eq=False, repr=False)
class ShoverSolution(FrozenArrays, Bounded):
    """The best response to the shover; making it computes the fields from `error_bound` on."""

    match: ShoverMatch  #: The match that was solved.
    method: str  #: How it was solved.
    #: (2 * stack + 1, 2) our probability of winning the match before we see our cards.
    win: np.ndarray
    #: (2 * stack + 1, 2, 169) bool: the hands that we call with, in chart order; none once the
    #: match is over. If both moves are equally good we fold.
    calls: np.ndarray
    #: Proven bound on how far any entry of `win` is from the optimum, by `walk.bound_error`.
    error_bound: float = field(init=False)
    #: (2 * stack + 1, 2) lower bounds on the optimum: `win` minus the error bound.
    lower: np.ndarray = field(init=False)
    #: (2 * stack + 1, 2) upper bounds on the optimum: `win` plus the error bound.
    upper: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        bound = float(bound_error(self.match.walk, self.win, np.array(True)).max())
        lower, upper = np.nextafter(self.win - bound, 0), np.nextafter(self.win + bound, 1)
        set_fields(self, error_bound=bound, lower=lower.clip(0, 1), upper=upper.clip(0, 1))

    @property
    def forced(self) -> np.ndarray:
        """Whether the blind forces a showdown, (2 * stack + 1, 2) bool; not once it is all over."""
        return np.pad(self.match.transfers.forced, ((1, 1), (0, 0)))

    @property
    def by_blind(self) -> np.ndarray:
        """Win probability at the start in the small blind and in the big blind, (2,)."""
        return self.win[self.match.stack]

    @property
    def win_at_start(self) -> float:
        """Win probability at the start, before a coin decides who posts which blind."""
        return float(self.by_blind.mean())

    def __repr__(self) -> str:
        match = self.match
        rules = f"blinds of {match.small_blind} and {match.big_blind}, ties {match.ties!r}"
        told = f"{2 * match.stack} chips, {rules}: {self.win_at_start:.4%} by {self.method!r}"
        return f"<ShoverSolution over {told}>"


def _state_indices(stack: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of the states of `ShoverMatch.stochastic_game`, by chips and blind.

    The first array, (2 * stack + 1, 2), has the states before the deal, and the second, (2 * stack
    + 1, 2, 169), those with a hand. The start has the index 0.
    """
    situations = 2 * (2 * stack + 1)
    before_deal = 1 + np.arange(situations).reshape(-1, 2)
    with_hand = 1 + situations + np.arange(situations * len(HANDS)).reshape(-1, 2, len(HANDS))
    return before_deal, with_hand


def _deficit(won: int, tied: int, lost: int, limit: Fraction) -> float:
    """Return the best hand's probability to win, if it tied as often, minus a hand's own."""
    return float((limit * (won + lost) - won) / (won + tied + lost))


def _least_from_here(numbers: np.ndarray) -> np.ndarray:
    """Return the least of each number in a row and all that follow it."""
    return np.minimum.accumulate(numbers[:, ::-1], axis=1)[:, ::-1].copy()


class _Hands(NamedTuple):
    """Hands in the order of their deficits, in arrays (2, 169): for up to S chips, and for more."""

    doubling: np.ndarray  #: How likely a showdown leads far, to twice the shorter stack.
    tying: np.ndarray  #: How likely it is a tie.
    deficit: np.ndarray  #: The part of the shortfall that a showdown adds.
    probability: np.ndarray  #: (169,) how likely the hand is dealt.


class _Following(NamedTuple):
    """The least numbers of each hand and all that follow it in `_Hands`: arrays as there."""

    least_doubling: np.ndarray
    least_tying: np.ndarray
    least_deficit: np.ndarray
    probability: np.ndarray  #: (169,) how likely any of them is dealt.


def _hands_by_deficit(counts: np.ndarray, limit: Fraction) -> _Hands:
    """Return the hands in the order of their deficits."""
    deficits = np.array([_deficit(won, tied, lost, limit) for won, tied, lost in counts.T.tolist()])
    order = np.argsort(deficits, kind="stable")
    won, tied, lost = (counts / counts.sum(axis=0))[:, order]
    # A showdown doubles the shorter stack if we win while we are behind, or lose while ahead.
    return _Hands(
        doubling=np.array([won, lost]),
        tying=np.array([tied, tied]),
        deficit=np.array([deficits[order], np.zeros_like(lost)]),
        probability=HAND_PROBABILITIES[order],
    )


def _following(hands: _Hands) -> _Following:
    """Return for each hand what bounds it and all that follow it."""
    return _Following(
        least_doubling=_least_from_here(hands.doubling),
        least_tying=_least_from_here(hands.tying),
        least_deficit=_least_from_here(hands.deficit),
        probability=np.cumsum(hands.probability[::-1])[::-1].copy(),
    )


@compiled
def _sweep(
    shortfalls: np.ndarray,  # (2 S + 1, 2) to the asymptote up to S chips, beyond to 1
    hands: _Hands,
    following: _Following,
    blinds: np.ndarray,
    gap: float,  # 1 minus the asymptote
) -> None:
    """Apply Bellman's equation in place, where folds lead to what has just been computed.

    A showdown ends the match or leads far, to twice the shorter stack, which is ours or his. What
    leads from more than S chips to S or fewer also lacks the gap between the asymptote and 1.
    """
    stack = len(shortfalls) // 2
    for chips in range(1, 2 * stack):
        ahead = int(chips > stack)
        at_stake = min(chips, 2 * stack - chips)
        chips_if_doubled = chips - at_stake if ahead else chips + at_stake
        for blind in range(2):
            next_blind = 1 - blind
            chips_if_folded = chips - min(blinds[blind], at_stake)
            if_folded = shortfalls[chips_if_folded, next_blind]
            if chips_if_folded <= stack < chips:
                if_folded += gap
            if_doubled = shortfalls[chips_if_doubled, next_blind]
            if chips_if_doubled <= stack:
                if_doubled += gap
            if_tied = shortfalls[chips, next_blind]
            total = 0.0
            for hand in range(len(hands.probability)):
                doubling = following.least_doubling[ahead, hand]
                tying = following.least_tying[ahead, hand]
                least_call = following.least_deficit[ahead, hand] + doubling * if_doubled
                if least_call + tying * if_tied >= if_folded:
                    # This hand and all that follow are folded.
                    total += following.probability[hand] * if_folded
                    break
                doubling, tying = hands.doubling[ahead, hand], hands.tying[ahead, hand]
                call = hands.deficit[ahead, hand] + doubling * if_doubled + tying * if_tied
                total += hands.probability[hand] * min(if_folded, call)
            shortfalls[chips, blind] = total
