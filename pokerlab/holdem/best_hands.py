"""The best share of all hands, by their winnings against any two cards.

Whole hands rarely make up a share exactly, so there are two questions, and each has a function. A
range such as ``2%`` (:mod:`pokerlab.ranges`) has the hands that come nearest to the share, as poker
tools read it: `best_hands_near`, which is ``bestHandsNear`` in ``range-tokens.js``. A rule to play
by (:func:`pokerlab.studies.systems.best_share`) has as few hands as make up the share at least:
`best_hands_at_least`. At 53 of the 100 whole percentages the second has one hand more: at 2% the
first ends with jacks, the second with tens.

The explorer's loose or tight caller (``bestCalls`` in ``calling-share.js``) is another thing: his
hands are in the order of a call's earnings, and he calls with a part of the last one.
"""

from fractions import Fraction

from pokerlab.cards import COMBOS_PER_HAND, HANDS
from pokerlab.equity_table import hand_vs_random

__all__ = ["best_hands_at_least", "best_hands_near"]


def best_hands_near(share: Fraction) -> list[int]:
    """Find the hands that win most against any two cards, until they are nearest to a share.

    Parameters
    ----------
    share : Fraction
        The share of the 1326 combos, 0 to 1.

    Returns
    -------
    list of int
        The hands, the best first; those that win as much are in the chart's order. Of two lists
        that are equally near to the share it is the shorter one.

    Examples
    --------
    >>> [HANDS[hand] for hand in best_hands_near(Fraction(2, 100))]
    ['AA', 'KK', 'QQ', 'JJ']
    """
    # Without a hand of which half is needed or less, the others are as near, or nearer.
    return _first_hands(share, needed_above=Fraction(1, 2))


def best_hands_at_least(share: Fraction) -> list[int]:
    """Find the hands that win most against any two cards, until they make up a share at least.

    A hand belongs to them if those better than it make up less than the share.

    Parameters
    ----------
    share : Fraction
        The share of the 1326 combos, 0 to 1.

    Returns
    -------
    list of int
        The hands, the best first; those that win as much are in the chart's order.

    Examples
    --------
    >>> [HANDS[hand] for hand in best_hands_at_least(Fraction(2, 100))]
    ['AA', 'KK', 'QQ', 'JJ', 'TT']
    """
    return _first_hands(share, needed_above=Fraction(0))


def _first_hands(share: Fraction, needed_above: Fraction) -> list[int]:
    """List the best hands, as long as more than this part of the next is needed for the share."""
    counts = COMBOS_PER_HAND.tolist()
    combos_left = share * sum(counts)
    first = []
    for hand in _best_first():
        if combos_left <= needed_above * counts[hand]:
            break
        first.append(hand)
        combos_left -= counts[hand]
    return first


def _best_first() -> list[int]:
    """List all hands by their winnings minus their losses against any two cards."""
    wins, _, losses = (boards.tolist() for boards in hand_vs_random())
    counts = COMBOS_PER_HAND.tolist()
    margins = [Fraction(wins[hand] - losses[hand], counts[hand]) for hand in range(len(HANDS))]
    return sorted(range(len(HANDS)), key=lambda hand: margins[hand], reverse=True)
