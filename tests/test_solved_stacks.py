"""Push-or-fold charts, against published ones, and what they say of equilibria."""

from fractions import Fraction

import numpy as np
import pytest

from pokerlab import cards, deals
from pokerlab.studies import solved_stacks
from tests.tables import refused


@pytest.fixture(scope="module")
def chart():
    return solved_stacks.solve(solved_stacks.grid(0.1, 20))


# Largest stacks up to 20 big blinds with which the small blind pushes, from holdemresources.net
# (2007), which prints 20+ where a hand is pushed at 20. Suited above the diagonal, from aces down.
PUBLISHED = """
    20+ 20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+
    20+ 20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  19.9 19.3
    20+ 20+  20+  20+  20+  20+  20+  20+  20+  20+  16.3 13.5 12.7
    20+ 20+  20+  20+  20+  20+  20+  20+  18.6 14.7 13.5 10.6 8.5
    20+ 20+  20+  20+  20+  20+  20+  20+  20+  11.9 10.5 7.7  6.5
    20+ 20+  20+  20+  20+  20+  20+  20+  20+  14.4 6.9  4.9  3.7
    20+ 18.0 13.0 13.3 17.5 20+  20+  20+  20+  18.8 10.1 2.7  2.5
    20+ 16.1 10.3 8.5  9.0  10.8 14.7 20+  20+  20+  13.9 2.5  2.1
    20+ 15.1 9.6  6.5  5.7  5.2  7.0  10.7 20+  20+  16.3 7.1  2.0
    20+ 14.2 8.9  6.0  4.1  3.5  3.0  2.6  2.4  20+  20+  12.9 2.0
    20+ 13.1 7.9  5.4  3.8  2.7  2.3  2.1  2.0  2.1  20+  10.0 1.8
    20+ 12.2 7.5  5.0  3.4  2.5  1.9  1.8  1.7  1.8  1.6  20+  1.7
    20+ 11.6 7.0  4.6  2.9  2.2  1.8  1.6  1.5  1.5  1.4  1.4  20+
"""


def test_the_push_chart_is_the_published_one(chart):
    published = dict(zip(cards.HANDS, PUBLISHED.replace("20+", "20").split(), strict=True))
    largest = {hand: spans[-1][1] for hand, spans in chart.played_stacks(0).items()}
    differ = {hand for hand in cards.HANDS if largest[hand] != float(published[hand])}
    assert differ == {"Q4o"}, "Q4o comes back for one step at 8.3, which the published chart omits"
    assert chart.played_stacks(0)["Q4o"] == [(0.1, 7.9), (8.3, 8.3)]
    assert all(0 <= solution.width + 1e-15 < 1e-9 for solution in chart.solutions)


def gain(solution, player):
    """What pushing, or calling, earns each hand over folding; no end if its player is all-in."""
    values = solution.game.action_values(player, solution.plans[1 - player])
    if values.shape[1] == 2:
        return np.full(169, np.inf)
    return (values[:, 2] - values[:, 1]) * (1, -1)[player]


@pytest.fixture(scope="module")
def gains(chart):
    return [np.array([gain(solution, p) for solution in chart.solutions]) for p in (0, 1)]


def test_every_equilibrium_on_the_grid_is_unique(chart, gains):
    """Hands with a gain are pure in every equilibrium. The others are mixed, and what keeps the
    opponent's mixed hands indifferent is a regular linear system for their probabilities."""
    open_hands = [abs(gained) < 1e-9 for gained in gains]
    for undecided, chance in zip(open_hands, chart.probabilities, strict=True):
        assert (undecided == ((chance > 0) & (chance < 1))).all()
    deal = deals.holdem()
    for stack, pushes, calls in zip(chart.stacks, *open_hands, strict=True):
        assert pushes.sum() == calls.sum()
        if pushes.any():
            block = np.ix_(pushes, calls)
            system = deal.prior[block] * (float(stack) * deal.net_shares[block] - 1)
            assert np.linalg.cond(system) < 100


def test_gains_point_to_what_is_played(chart, gains):
    for player in (0, 1):
        gained, played = gains[player], chart.probabilities[player]
        assert (played[gained > 1e-9] == 1).all()
        assert (played[gained < -1e-9] == 0).all()


def test_stacks_are_read_exactly():
    assert solved_stacks.solve("12", deal=deals.numbers(3)).stacks == (12,)
    assert solved_stacks.grid(0.1, 0.35) == (Fraction(1, 10), Fraction(1, 5), Fraction(3, 10))


test_stacks_that_make_no_chart_are_refused = refused(
    (lambda: solved_stacks.solve([]), "stacks: .* an increasing sequence"),
    (lambda: solved_stacks.solve([3, 2]), "stacks: .* an increasing sequence"),
    (lambda: solved_stacks.solve([-1, 2]), "stack: .* more than 0"),
    (lambda: solved_stacks.grid(0, 20), "step: 0 given"),
    (lambda: solved_stacks.grid(1, -1), "maximum: -1 given, more than 0 needed"),
    (lambda: solved_stacks.grid(0.5, 0.1), "step: 0.5 given, 1e-05 to 0.1 needed"),
)
