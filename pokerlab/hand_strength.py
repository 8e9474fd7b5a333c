"""The best share of all hands, by what they win against any two cards.

Whole hands rarely make up a share exactly, and there are two ways to choose them. A range such as
``2%`` (:mod:`pokerlab.ranges`) has the hands that come nearest to the share, as poker tools read
it; so has the explorer's program (``bestOf`` in ``ranges.js``). A rule to play by
(:func:`pokerlab.studies.systems.best_hands`) has as few hands as make up the share at least. At 53
of the 100 whole percentages the second has one hand more: at 2% the first ends with jacks, the
second with tens.

The explorer's loose or tight caller (``bestCalls`` in ``push-fold.js``) is another thing: his hands
are in the order of what a call earns, and he calls with a part of the last one.
"""

from fractions import Fraction

from pokerlab.cards import COMBO_COUNTS, HANDS
from pokerlab.equity_table import hand_vs_random

__all__ = ["best_hands"]


def best_hands(share: Fraction, at_least: bool = False) -> list[int]:
    """The hands that win most against any two cards, the best first, up to a share of all combos.

    Hands that win as much are in the chart's order.

    Parameters
    ----------
    share : Fraction
        The share of the 1326 combos, 0 to 1.
    at_least : bool
        Whether the hands make up at least the share, so that one belongs to them if those better
        than it make up less. By default they come as near to it as they can.

    Examples
    --------
    >>> [HANDS[hand] for hand in best_hands(Fraction(2, 100))]
    ['AA', 'KK', 'QQ', 'JJ']
    >>> [HANDS[hand] for hand in best_hands(Fraction(2, 100), at_least=True)]
    ['AA', 'KK', 'QQ', 'JJ', 'TT']
    """
    wins, _, losses = (boards.tolist() for boards in hand_vs_random())
    counts = COMBO_COUNTS.tolist()
    margins = [Fraction(wins[hand] - losses[hand], counts[hand]) for hand in range(len(HANDS))]
    combos_left = share * sum(counts)
    best = []
    for hand in sorted(range(len(HANDS)), key=margins.__getitem__, reverse=True):
        # Without a hand of which half is left or less, the others are as near, or nearer.
        enough = 0 if at_least else Fraction(counts[hand], 2)
        if combos_left <= enough:
            break
        best.append(hand)
        combos_left -= counts[hand]
    return best
