"""The payments of push or fold without dead money, which its tree and most studies use.

The small blind folds and loses the posted chips. Or the small blind pushes all-in, and the big
blind folds and loses the chips posted, or calls: then each wins or loses the stack.
`PushFoldAmounts` has these amounts, and the earnings of one hand against hands that call, or push,
with given probabilities. The tree itself is :func:`pokerlab.betting.push_fold`, which adds dead
money, and stacks so small that nobody can fold.

Its methods take numbers of any kind, and arrays of them: floats, whole numbers, fractions or
polynomials in the stack. What they return is in the unit of what is met, so with rows of
:attr:`pokerlab.deals.Deal.prior` and :attr:`~pokerlab.deals.Deal.net_wins` it is times the
probability of the hand.

In a match (:mod:`pokerlab.stacks.match`) each of the five outcomes pays another probability of
winning, so nothing here holds there.
"""

from dataclasses import dataclass
from typing import Any

__all__ = ["ALL_IN_ACTIONS", "PushFoldAmounts"]

ALL_IN_ACTIONS = ("push", "call")  #: Each player's action instead of folding.


@dataclass(frozen=True)
class PushFoldAmounts:
    """The small blind's gains by how a hand ends, if the stack is larger than the bets posted.

    Examples
    --------
    A stack of 10 with blinds of 1/2 and 1. A hand that is called half of the time, and wins as
    often as it loses, had better be pushed:

    >>> amounts = PushFoldAmounts.of(10, 0.5, 1)
    >>> amounts.fold, amounts.steal, amounts.push_earnings(1, 0.5, 0)
    (-0.5, 1, 0.5)
    """

    fold: Any  #: After a fold: minus the small blind's bets, 0 or less.
    steal: Any  #: After a push to which the big blind folds.
    #: After a push that is called and wins: what the other has put in. Minus that, if it loses.
    put_in: Any

    @classmethod
    def of(cls, stack: Any, small_blind: Any, big_blind: Any, ante: Any = 0) -> "PushFoldAmounts":
        """Return the amounts for a stack before blinds and antes, which each player posts."""
        return cls(-(small_blind + ante), big_blind + ante, stack)

    @classmethod
    def usual(cls, stack: Any, ante: Any = 0) -> "PushFoldAmounts":
        """Return the amounts for a stack with the usual blinds of 1/2 and 1.

        They are numbers of the stack's kind.

        Examples
        --------
        >>> PushFoldAmounts.usual(10.0)
        PushFoldAmounts(fold=-0.5, steal=1.0, put_in=10.0)
        """
        one = stack**0
        return cls.of(stack, one / 2, one, ante)

    @property
    def push_gain_uncalled(self) -> Any:
        """The gain of a push over a fold if nobody calls."""
        return self.steal - self.fold

    def earnings_uncalled(self, dealt: Any, called: Any) -> Any:
        """Return the earnings of a bet of any size where the big blind folds to it.

        The parameters are those of `push_earnings`.
        """
        return self.steal * (dealt - called)

    def push_earnings(self, dealt: Any, called: Any, net_won: Any) -> Any:
        """Return the earnings of a push.

        Parameters
        ----------
        dealt : number, polynomial or array
            How likely the hand is dealt; 1 if all that is meant per hand.
        called : number, polynomial or array
            How likely it is dealt and its push called: a row of ``prior`` times how likely each
            hand calls.
        net_won : number, polynomial or array
            How likely it is then won, minus how likely it is lost: a row of ``net_wins`` times the
            same.
        """
        return self.earnings_uncalled(dealt, called) + self.put_in * net_won

    def call_gain(self, pushed: Any, net_won: Any) -> Any:
        """Return the big blind's gain by a call over a fold. A push loses it by being called.

        Parameters
        ----------
        pushed : number, polynomial or array
            How likely the hand is dealt and faces a push: a column of ``prior`` times how likely
            each hand is pushed.
        net_won : number, polynomial or array
            How likely the push then wins, minus how likely it loses: a column of ``net_wins`` times
            the same.
        """
        return self.steal * pushed - self.put_in * net_won
