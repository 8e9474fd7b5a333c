"""Exact arithmetic: equations are solved, totals are split, and nothing is lost."""

from fractions import Fraction
from math import gcd

import numpy as np
import pytest
from flint import fmpz_mat
from hypothesis import example, given
from hypothesis import strategies as st

from pokerlab.integers import (
    SHARE_BITS,
    multiply,
    over_common_denominator,
    solve_equations,
    split_totals,
)
from tests.random_games import examples


@st.composite
def equations(draw):
    """A square matrix of integers, often most of them 0, and a column on the right."""
    size, zeros = draw(st.integers(1, 8)), [st.just(0)] * draw(st.sampled_from([0, 3]))
    count = size * (size + 1)
    entries = st.one_of(*zeros, st.integers(-9, 9), st.integers(-(10**30), 10**30))
    numbers = draw(st.lists(entries, min_size=count, max_size=count))
    both = np.array(numbers, object).reshape(size, -1)
    return both[:, :-1], both[:, -1]


@examples(100)
@given(equations())
def test_equations_are_solved_in_lowest_terms(given):
    matrix, right = given
    if fmpz_mat(matrix.tolist()).det() == 0:
        with pytest.raises(ZeroDivisionError):
            solve_equations(matrix, right)
    else:
        solution, denominator = solve_equations(matrix, right)
        assert denominator > 0 and gcd(denominator, *solution) == 1
        assert (matrix @ solution == denominator * right).all()


@examples(50)
@given(st.lists(st.fractions(), max_size=6))
def test_fractions_come_back_from_their_least_common_denominator(fractions):
    numerators, denominator = over_common_denominator(fractions)
    assert [Fraction(numerator, denominator) for numerator in numerators] == fractions
    assert gcd(denominator, *numerators) == 1


@examples(50)
@given(st.integers(0, 2**200), st.lists(st.floats(0.01, 1), min_size=1, max_size=5))
@example(38_010_794_522_327_959, [1.0, 0.5])  # the shares, as floats, add up to less than 1
def test_the_likeliest_part_of_a_total_takes_what_rounding_leaves(total, weights):
    shares = np.array([weights]) / sum(weights)
    (parts,) = split_totals(np.array([total], object), shares)
    assert sum(parts) == total
    likeliest = shares[0].argmax()
    for part, share in zip(np.delete(parts, likeliest), np.delete(shares, likeliest), strict=True):
        assert abs(part - total * Fraction(share)) <= Fraction(total, 2**SHARE_BITS) + 1


def test_a_product_has_numbers_of_any_size():
    huge = 10**40
    matrix, columns = fmpz_mat([[huge, 1], [0, 2]]), np.array([[huge], [3]], object)
    assert multiply(matrix, columns).tolist() == [[huge**2 + 3], [6]]
