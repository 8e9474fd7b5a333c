"""Rules for push or fold that fit in the head, as their authors have published them.

SAGE, by J. Kittock and L. Jones (2005), gives each hand an index, and a table the least index to
push and to call with at each stack. Other rules play the best share of hands, whatever the stack.
What they lose is the subject of the chapter *What rules cost*, and how long that takes to show, of
*Luck and variance*.
"""

from fractions import Fraction

import numpy as np

from pokerlab._support.arguments import refusal
from pokerlab._support.frozen import frozen_copy
from pokerlab.amounts import Amount, format_amount, read_amount
from pokerlab.cards import HANDS
from pokerlab.holdem import best_hands
from pokerlab.push_fold_amounts import ALL_IN_ACTIONS
from pokerlab.stored import data

__all__ = ["best_share", "sage", "sage_indices"]

_HALF = Fraction(1, 2)
# A share is a float, and may be so much too large by rounding.
_SHARE_ROUNDING = Fraction(1, 10**9)
# What each rank counts in SAGE's index: a two 2, and so on up to the king, but an ace 15.
_COUNTS = dict(zip("23456789TJQKA", [*range(2, 14), 15], strict=True))


def sage_indices() -> np.ndarray:
    """Return SAGE's index of each hand, (169,): twice the higher card, the lower one, and a bonus.

    The bonus is 22 for a pair and 2 for suited cards.

    Examples
    --------
    >>> from pokerlab.cards import HAND_INDEX
    >>> sage_indices()[[HAND_INDEX["AA"], HAND_INDEX["J4o"], HAND_INDEX["54s"]]]
    array([67, 26, 16])
    """
    indices = []
    for hand in HANDS:
        high, low = (_COUNTS[rank] for rank in hand[:2])
        indices.append(2 * high + low + 22 * (high == low) + 2 * hand.endswith("s"))
    return np.array(indices)


def sage(stack: Amount) -> tuple[np.ndarray, np.ndarray]:
    """Return the hands that SAGE pushes and those it calls with, two arrays (169,) of 0 and 1.

    The stack is the shorter one in big blinds, before the blinds are posted. SAGE's table goes by
    the stack after posting, one big blind less, of which its authors round a half up. It has rows
    from one to seven; other stacks are a ValueError.

    Examples
    --------
    >>> from pokerlab.deals import holdem
    >>> push, call = sage(8)
    >>> deal = holdem()
    >>> [round(float(plays @ deal.hand_probabilities(0)), 3) for plays in (push, call)]
    [0.62, 0.44]
    """
    table = data("systems")["sage"]
    stack = read_amount("stack", stack)
    row = int(stack - 1 + _HALF) - table["first"]
    if not (stack >= 1 and 0 <= row < len(table["push"])):
        raise refusal("stack", format_amount(stack), "1.5 to less than 8.5 big blinds")
    push, call = (sage_indices() >= table[action][row] for action in ALL_IN_ACTIONS)
    return frozen_copy(push.astype(float)), frozen_copy(call.astype(float))


def best_share(share: float) -> np.ndarray:
    """Return the best share of all hands, by equity against a random one, as (169,) of 0 and 1.

    A hand belongs to them if those better than it make up less than the share, so together they
    make up at least that. A range such as ``2%`` goes by another rule: see
    :mod:`pokerlab.holdem.best_hands`.

    Examples
    --------
    >>> [HANDS[i] for i in np.flatnonzero(best_share(0.02))]
    ['AA', 'KK', 'QQ', 'JJ', 'TT']
    """
    if not 0 <= share <= 1:
        raise refusal("share", f"{share:g}", "0 to 1")
    best = np.zeros(len(HANDS))
    best[best_hands.best_hands_at_least(Fraction(share) - _SHARE_ROUNDING)] = 1
    return frozen_copy(best)
