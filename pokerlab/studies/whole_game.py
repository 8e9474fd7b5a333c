"""The whole game of no-limit hold'em: bounds on its value, whatever is bet on its four streets.

Nobody can solve it, but it can be bounded. A small blind who only pushes or folds meets only calls
and folds, so the whole game is worth at least as much as push or fold. And the best response to a
simple enough big blind can be computed. This one calls a push with some hands, goes all-in over a
limp with some and over a smaller raise with some. With the others he folds, or checks where it is
free, and puts no more chips in. So after a limp or a raise the small blind wins no more than the
big blind has posted, or is jammed, and then she folds or calls. Of the raises the least, by one big
blind, is the best: a larger one wins the same and loses more. That leaves a small game, `jam_tree`,
whose value no small blind exceeds, and which can be solved in fractions.

At small stacks the two bounds are one number. Let the big blind jam with the hands with which he
calls a push in push or fold. Then a limp or a raise beats push or fold only with a hand that would
rather fold to the jam than call it, and that meets one too seldom: less than three times in four
after a limp, less than every other time after a raise, with blinds of 1/2 and 1. `first_deviation`
finds the stack where that begins, by polynomials in the stack.

All amounts are chips, and impossible ones are ValueErrors.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq, fmpq_poly

from pokerlab._support.arguments import read_list, refusal, require_type
from pokerlab.amounts import Amount, ForcedBets, read_amount
from pokerlab.betting import push_fold
from pokerlab.brackets import Bracket
from pokerlab.cards import HAND_INDEX, HANDS
from pokerlab.deals import holdem
from pokerlab.exact_payoffs import integer_matrices
from pokerlab.games import Game
from pokerlab.push_fold_amounts import PushFoldAmounts
from pokerlab.roots import Root, first_negative, to_flint
from pokerlab.solvers import exact
from pokerlab.stored import data
from pokerlab.studies import breakpoints, flops, opening_bounds, streets
from pokerlab.studies.breakpoints import Piece
from pokerlab.studies.opening_bounds import LEAST_RAISE
from pokerlab.trees import Decision, Fold, Tree

__all__ = [
    "EXACT_UP_TO",
    "FIRST_ACTIONS",
    "PROVEN_BY_FLOPS_UP_TO",
    "bracket",
    "first_deviation",
    "flop_bracket",
    "jam_tree",
    "stored_brackets",
    "street_bracket",
]

FIRST_ACTIONS = "fold", "push", "limp", "raise"  #: The small blind's first actions.
#: Up to this stack, in big blinds, a stored strategy of `flops` proves with `first_deviation` that
#: push or fold is optimal.
PROVEN_BY_FLOPS_UP_TO = Fraction("4.222")
#: From there up to this stack a stored strategy of `streets`, which was checked at three stacks,
#: proves that, at first with one of `flops` mixed in.
EXACT_UP_TO = Fraction("4.475")


def jam_tree(
    stack: Amount | tuple[Amount, Amount] = 3,
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
    big_blind_ante: Amount = 0,
) -> Tree:
    """Make the tree that bounds the whole game: over a limp or raise the big blind jams or folds.

    The amounts are as in :func:`pokerlab.betting.push_fold`.

    Examples
    --------
    >>> print(jam_tree())
    small blind
      fold: -0.5
      push: big blind
        fold: +1
        call: ±3
      limp: big blind
        give up: +1
        jam: small blind
          fold: -1
          call: ±3
      raise: big blind
        give up: +1
        jam: small blind
          fold: -2
          call: ±3
    """
    big = read_amount("big_blind", big_blind, more_than=0)
    forced_bets = ForcedBets.read(small_blind, big, ante, big_blind_ante)
    push_fold_tree = push_fold(stack, *forced_bets)
    root: Any = push_fold_tree.root
    actions = dict(root.actions)
    over_push = actions["push"].actions
    is_all_in = "fold" not in over_push  # the big blind, by his forced bets
    for action, chips in _put_in(big, forced_bets.ante).items():
        if is_all_in or chips >= over_push["call"].put_in:  # then it is a push
            continue
        jam = Decision(0, {"fold": Fold(-chips), "call": over_push["call"]})
        actions[action] = Decision(1, {"give up": over_push["fold"], "jam": jam})
    name = push_fold_tree.name.replace("push/fold", "jam or give up")
    return Tree(Decision(0, actions), name, push_fold_tree.players)


def _put_in(big_blind: Any, ante: Any) -> dict[str, Any]:
    """Return all the chips that the small blind has put in by a limp and by the least raise."""
    return {"limp": big_blind + ante, "raise": LEAST_RAISE * big_blind + ante}


def bracket(
    stack: Amount | tuple[Amount, Amount],
    *,
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
    big_blind_ante: Amount = 0,
) -> Bracket:
    """Bound the value of the whole game from below and above, given the amounts of `jam_tree`.

    If the bounds are equal, push or fold is optimal.

    Examples
    --------
    >>> [round(float(bound), 6) for bound in bracket(3)]
    [0.051592, 0.051592]
    >>> [round(float(bound), 6) for bound in bracket(5)]
    [0.056201, 0.076518]
    """
    amounts = stack, small_blind, big_blind, ante, big_blind_ante
    lower = exact.solve(Game(holdem(), push_fold(*amounts))).value
    upper = exact.solve(Game(holdem(), jam_tree(*amounts))).value
    return Bracket(lower, upper)


def flop_bracket(stack: Amount, limp_sums: flops.LimpSums | None = None) -> Bracket:
    """Bound the value as `bracket` does, where after a limp the big blind looks at the flop.

    The blinds are 1/2 and 1.

    Over a limp he follows the strategy of the limp sums. Of two ways to call a push and to jam over
    a raise the better one counts, as in
    :func:`pokerlab.studies.opening_bounds.bracket_from_earnings`.

    Parameters
    ----------
    stack : amount
        Each player's chips before the blinds, above 1, in big blinds.
    limp_sums : LimpSums, optional
        The sums that limps meet of a strategy. By default they are computed, with a bar, for the
        strategy that is stored for the least stack from this one on, or for the largest.
    """
    stack = read_amount("stack", stack, more_than=1)
    require_type("limp_sums", limp_sums, flops.LimpSums | None, "LimpSums")
    if limp_sums is None:
        limp_sums = flops.sum_limps(flops.stored_strategy_from(stack))
    limp_earnings = limp_sums.limp_earnings(stack)
    return opening_bounds.bracket_from_earnings(stack, [limp_earnings], limp_sums.strategy)


def street_bracket(stack: Amount) -> Bracket:
    """Bound the value as `bracket` does, where after a limp the big blind plays all streets.

    The blinds are 1/2 and 1. These are the bounds of the stored `CheckedStrategy`, which
    :func:`pokerlab.studies.streets.checked_strategies.check_on_all_flops` finds again, in minutes.

    Parameters
    ----------
    stack : amount
        Each player's chips before the blinds, in big blinds: one of
        :func:`pokerlab.studies.streets.checked_strategies.checked_stacks`.

    Examples
    --------
    >>> [round(float(bound), 6) for bound in street_bracket(5)]
    [0.056201, 0.059379]
    """
    return streets.stored_checked_strategy(stack).bracket


def stored_brackets() -> tuple[list[list[float]], list[list[float]]]:
    """Return the stored brackets, rounded outwards: where push or fold is optimal, and beyond.

    Each row has the stack and the two bounds, in big blinds; the stacks increase.

    Examples
    --------
    >>> optimal, beyond = stored_brackets()
    >>> optimal[-1], beyond[-1]
    ([4.475, 0.062971531, 0.062971532], [10.0, -0.045370753, 0.137397276])
    """
    table = data("whole-game")
    return [row[:3] for row in table if row[3]], [row[:3] for row in table if not row[3]]


def first_deviation(
    actions: Sequence[str] = FIRST_ACTIONS[2:],
    low: Amount | None = None,
    high: Amount | None = None,
    ante: Amount = 0,
    limps: Mapping[Fraction, Sequence[Fraction]] | None = None,
    progress: bool | None = None,
) -> tuple[Root, tuple[str, ...]] | None:
    """Find the stack up to which limps and raises gain nothing on push or fold.

    The big blind jams with the hands with which he calls a push in push or fold. From ``low`` up to
    the stack that is found, no action earns more with any hand than a fold or a push, so the whole
    game is worth as much as push or fold. The blinds are 1/2 and 1.

    Parameters
    ----------
    actions : sequence of str
        The small blind's actions besides a push and a fold: ``"limp"``, ``"raise"`` or both.
    low, high : amount
        The first and the last stack to look at, in big blinds: 1 and 20 if left out, or the least
        and the greatest stack of `limps`, with which neither may be given.
    ante : amount
        The chips that each player posts besides his blind.
    limps : mapping of stack to sequence of 169 fractions, optional
        The big blind may do something better over a limp. Then this is what each hand earns at most
        by a limp, in big blinds, against one strategy of his at some stacks. It is a convex
        function of the stack, so between two of these stacks it lies below a straight line. The
        least and the greatest of them are looked at, and those between.
    progress : bool, optional
        As in :mod:`pokerlab.solvers`.

    Returns
    -------
    stack : Root
        The stack.
    hands : tuple of str
        The hands that gain right beyond it. If nothing gains up to ``high``, None is returned
        instead of the pair.
    """
    if not all(action in FIRST_ACTIONS[2:] for action in read_list("actions", actions)):
        raise refusal("actions", repr(actions), f"some of {FIRST_ACTIONS[2:]}")
    require_type("limps", limps, Mapping | None, "a mapping of stacks")
    low, high = _first_and_last_stack(low, high, limps)
    limp_stacks = [Root.rational(stack) for stack in sorted(limps or ())]
    forced_bets = ForcedBets.usual(ante)
    for piece in breakpoints.iterate_pieces(low, high, forced_bets, progress=progress):
        calls_met = _calls_met(piece)
        earnings = _earnings(calls_met, ante)
        pushed = {*piece.pushed, *piece.mixed[0]}
        by_push_or_fold = [
            push if hand in pushed else fold
            for hand, push, fold in zip(HANDS, earnings["push"], earnings["fold"], strict=True)
        ]
        inner = [stack for stack in limp_stacks if piece.low < stack < piece.high]
        for first, last in pairwise([piece.low, *inner, piece.high]):
            if limps:
                earnings["limp"] = _limp_lines(calls_met.dealt, limps, first, last)
            gaining = _gaining_hands(
                by_push_or_fold, [earnings[action] for action in actions], first, last
            )
            if gaining:
                stack = min(gaining)
                return stack, tuple(gaining[stack])
    return None


def _first_and_last_stack(
    low: Amount | None, high: Amount | None, limps: Mapping[Fraction, Sequence[Fraction]] | None
) -> tuple[Amount, Amount]:
    """Return the first and the last stack that `first_deviation` looks at."""
    if not limps:
        return 1 if low is None else low, 20 if high is None else high
    if low is not None or high is not None:
        raise ValueError("low, high: given with limps, whose least and greatest stack they are")
    return min(limps), max(limps)


def _gaining_hands(
    by_push_or_fold: list[fmpq_poly], others: list[list[fmpq_poly]], first: Root, last: Root
) -> dict[Root, list[str]]:
    """Find the hands that gain between two stacks by another action, by the stack where it begins.

    Given are each hand's earnings by push or fold, and by each of the others.
    """
    gaining: dict[Root, list[str]] = {}
    for by_other in others:
        for hand, usual, other in zip(HANDS, by_push_or_fold, by_other, strict=True):
            stack = first_negative(usual - other, first, last)
            if stack is not None:
                gaining.setdefault(stack, []).append(hand)
    return gaining


class _CallsMet(NamedTuple):
    """The calls that each hand of the small blind meets, as polynomials on a piece."""

    dealt: list[fmpq_poly]  #: How likely each hand is dealt, times the calls' denominator.
    called: list[fmpq_poly]  #: How likely each hand is dealt and its push called, in this unit.
    net_won: list[fmpq_poly]  #: How much of each chip staked each hand then wins, net.


def _calls_met(piece: Piece) -> _CallsMet:
    """Return the calls that the small blind's hands meet on a piece."""
    calling = [HAND_INDEX[hand] for hand in piece.calling]
    mixed = [HAND_INDEX[hand] for hand in piece.mixed[1]]
    denominator = piece.value.denominator
    mixtures = [mixture.numerator for mixture in piece.mixtures[1]]
    matrices = integer_matrices(holdem())

    def times_calls(matrix: np.ndarray) -> list[fmpq_poly]:
        """Return a matrix times the probabilities of a call."""
        always, sometimes = matrix[:, calling].sum(axis=1).tolist(), matrix[:, mixed].tolist()
        products = []
        for entry, mixed_entries in zip(always, sometimes, strict=True):
            product = denominator * entry
            for mixture, mixed_entry in zip(mixtures, mixed_entries, strict=True):
                product = product + mixture * mixed_entry
            products.append(product)
        return products

    dealt = [denominator * entry for entry in matrices.prior.sum(axis=1).tolist()]
    return _CallsMet(dealt, times_calls(matrices.prior), times_calls(matrices.net_wins))


def _earnings(calls_met: _CallsMet, ante: Amount) -> dict[str, list[fmpq_poly]]:
    """Return the earnings of each hand by each action on a piece, as polynomials in the stack.

    They are in the unit of `_CallsMet`, which is positive. The big blind jams with his calls, and
    the small blind folds to that: where she calls, she earns as much as by a push.
    """
    posted, stack = to_flint(read_amount("ante", ante)), fmpq_poly([0, 1])
    amounts = PushFoldAmounts.usual(stack, posted)
    put_in = _put_in(fmpq(1), posted)
    earned: dict[str, list[fmpq_poly]] = {action: [] for action in FIRST_ACTIONS}
    for dealt, called, net_won in zip(*calls_met, strict=True):
        earned["fold"].append(amounts.fold * dealt)
        earned["push"].append(amounts.push_earnings(dealt, called, net_won))
        for action, chips in put_in.items():
            earned[action].append(amounts.earnings_uncalled(dealt, called) - chips * called)
    return earned


def _limp_lines(
    dealt: list[fmpq_poly],
    limps: Mapping[Fraction, Sequence[Fraction]],
    first: Root,
    last: Root,
) -> list[fmpq_poly]:
    """Return the most that each hand earns by a limp on a piece, in the unit of `_CallsMet`.

    It is a straight line between the nearest stacks at which it is known.
    """
    stacks = sorted(limps)
    near = stacks[bisect_right(stacks, first.lower) - 1]
    far = stacks[bisect_left(stacks, last.upper)]
    share = fmpq_poly([to_flint(-near), 1]) / to_flint(far - near)  # of the way: from 0 to 1
    return [
        (to_flint(at_near) + to_flint(at_far - at_near) * share) * hand_dealt
        for at_near, at_far, hand_dealt in zip(limps[near], limps[far], dealt, strict=True)
    ]
