"""The best share of all hands, held against every prefix of the order by equity."""

from fractions import Fraction

import numpy as np
import pytest

from pokerlab import cards, deals
from pokerlab.holdem.best_hands import best_hands_at_least, best_hands_near
from pokerlab.ranges import parse_range
from pokerlab.studies import systems

ORDER = np.argsort(-deals.holdem().equity(0, "random"), kind="stable")
#: How many combos the first so many hands of the order have, from none to all.
COMBOS = np.r_[0, cards.COMBOS_PER_HAND[ORDER].cumsum()]


@pytest.mark.parametrize("percentage", range(1, 101))
def test_a_range_comes_nearest_to_its_share_and_a_rule_makes_up_the_share_at_least(percentage):
    combos = Fraction(percentage, 100) * 1326
    nearest = best_hands_near(Fraction(percentage, 100))
    at_least = best_hands_at_least(Fraction(percentage, 100))
    distances = [abs(count - combos) for count in COMBOS.tolist()]
    assert nearest == ORDER[: distances.index(min(distances))].tolist()
    assert at_least == ORDER[: np.argmax(combos <= COMBOS)].tolist()
    assert len(at_least) - len(nearest) in (0, 1)
    held = parse_range(f"{percentage}%").hand_weights
    assert np.flatnonzero(held).tolist() == sorted(nearest)
    assert np.flatnonzero(systems.best_share(percentage / 100)).tolist() == sorted(at_least)


def test_at_53_of_100_percentages_a_rule_has_a_hand_more_than_a_range():
    shares = [Fraction(percentage, 100) for percentage in range(1, 101)]
    assert sum(best_hands_near(share) != best_hands_at_least(share) for share in shares) == 53
