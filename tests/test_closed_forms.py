"""Numbers from 0 to 1 have closed forms; the finite games must meet them (book/numbers.ipynb)."""

from fractions import Fraction
from itertools import pairwise
from math import lcm

import numpy as np
import pytest

from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.studies import any_raise

SIZES = [["1"], ["1/2"], ["2"], ["1/2", "2"], ["1", "3"], ["1/3", "1", "3"], ["1/4", "1", "3/2"]]


def shares(sizes):
    """s / (1 + s) of bets of s pots, from 0 to 1."""
    return [Fraction(0), *sorted(s / (1 + s) for s in map(Fraction, sizes)), Fraction(1)]


def area(sizes):
    """Of the union of right triangles with legs t and 1 - t."""
    return (1 - sum((v - u) ** 3 for u, v in pairwise(shares(sizes)))) / 6


def solve(deal, sizes, blinds=(1, 1)):
    raises = [0, *(2 * Fraction(s) for s in sizes)]
    return exact.solve(Game(deal, betting.one_round(raises, *blinds))).value


def steps(sizes, scale):
    """The least d at which all bets for value, from z = 0, change at whole hands."""
    ends = [scale * (1 - u) * (1 - v) for u, v in pairwise(shares(sizes))]
    return lcm(*(end.denominator for end in ends))


@pytest.mark.parametrize("sizes", SIZES)
def test_check_or_bet_is_worth_the_area_over_one_and_the_area_and_so_are_mirrored_bets(sizes):
    m = 1 / (1 + area(sizes))
    for bets in (sizes, [1 / Fraction(s) for s in sizes]):
        d = lcm(steps(bets, m / 2), m.denominator)
        assert solve(deals.numbers(d), bets) == 1 - m


@pytest.mark.parametrize("sizes", SIZES)
def test_irvings_minimal_game_is_worth_a_quarter_of_one_and_the_area(sizes):
    d = lcm(2, steps(sizes, Fraction(1, 4)))
    assert solve(deals.numbers(d), sizes, (0, 1)) == (1 + area(sizes)) / 4


def test_every_bet_is_worth_a_seventh_and_every_raise_seven_twenty_fourths():
    sizes = [Fraction(2 * j, 60 - j) for j in range(1, 60)]
    for blinds, value in ((1, 1), 1 / 7), ((0, 1), 7 / 24):
        solution = any_raise.solve_list([0, *sizes], deals.numbers(60), *blinds, tolerance=1e-7)
        assert value - 1e-3 < solution.lower and solution.upper < value


def test_a_deck_of_n_cards_pays_a_whole_number():
    for n in range(2, 25):
        signs = deals.numbers(n).margins
        deal = deals.Deal(deals.numbers(n).hands, 1 - np.eye(n, dtype=int), signs)
        assert solve(deal, ["1"]) == Fraction(n * (n - 1) // 9, n * (n - 1))
